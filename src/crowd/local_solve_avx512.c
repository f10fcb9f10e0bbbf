// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Compiled with AVX-512 and without FMA.

#if defined( __x86_64__ )
#define WF_LOCAL_KERNELS wfLocalKernelsAvx512
#define WF_LOCAL_WIDTH 16
#include "crowd/local_solve_body.h"
#else
typedef int wfNoLocalKernelsAvx512; // a translation unit may not be empty
#endif
