// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Compiled with AVX2 and without FMA.

#if defined( __x86_64__ )
#define WF_CROWD_KERNELS wfCrowdKernelsAvx2
#define WF_LOCAL_WIDTH 8
#include "crowd/kernels_body.h"
#else
typedef int wfNoCrowdKernelsAvx2; // a translation unit may not be empty
#endif
