// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Compiled with AVX2 and without FMA.

#if defined( __x86_64__ )
#define WF_LOCAL_KERNELS wfLocalKernelsAvx2
#define WF_LOCAL_WIDTH 8
#include "crowd/local_solve_body.h"
#else
typedef int wfNoLocalKernelsAvx2; // a translation unit may not be empty
#endif
