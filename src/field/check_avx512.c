// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Compiled with AVX-512 and without FMA.

#if defined( __x86_64__ )
#define WF_CHECK_KERNEL wfCheckKernelAvx512
#define WF_CHECK_LANES 8
#include "field/check_body.h"
#else
typedef int wfNoCheckKernelAvx512; // a translation unit may not be empty
#endif
