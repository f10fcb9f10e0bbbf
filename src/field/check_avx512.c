// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Compiled with AVX-512 and without FMA.

#define WF_CHECK_KERNEL wfCheckKernelAvx512
#define WF_CHECK_LANES 8
#include "field/check_body.h"
