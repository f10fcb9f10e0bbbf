// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Compiled with AVX2 and without FMA.

#define WF_CHECK_KERNEL wfCheckKernelAvx2
#define WF_CHECK_LANES 4
#include "field/check_body.h"
