// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Compiled with AVX-512 and without FMA.

#if defined( __x86_64__ )
#define WF_CROWD_KERNELS wfCrowdKernelsAvx512
#define WF_LOCAL_WIDTH 16
#include "crowd/kernels_body.h"
#else
typedef int wfNoCrowdKernelsAvx512; // a translation unit may not be empty
#endif
