// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Compiled with AVX2 and without FMA.

#if defined( __x86_64__ )
#define WF_CHECK_KERNEL wfCheckKernelAvx2
#define WF_CHECK_LANES 4
#include "field/check_body.h"
#else
typedef int wfNoCheckKernelAvx2; // a translation unit may not be empty
#endif
