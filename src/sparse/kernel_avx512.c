// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Compiled with AVX-512 and without FMA.

#if defined( __x86_64__ )
#define WF_KERNEL_TABLE wfKernelsAvx512
#define WF_ROW_LANES 8
#include "sparse/kernel_body.h"
#else
typedef int wfNoKernelsAvx512; // a translation unit may not be empty
#endif
