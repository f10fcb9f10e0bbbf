// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Compiled with AVX-512 and without FMA.

#define WF_CENTER_KERNEL wfCenterKernelAvx512
#define WF_CENTER_LANES 8
#include "field/centers_body.h"
