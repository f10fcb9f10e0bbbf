// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Compiled with AVX2 and without FMA.

#if defined( __x86_64__ )
#define WF_KERNEL_TABLE wfKernelsAvx2
#define WF_ROW_LANES 4
#include "sparse/kernel_body.h"
#else
typedef int wfNoKernelsAvx2; // a translation unit may not be empty
#endif
