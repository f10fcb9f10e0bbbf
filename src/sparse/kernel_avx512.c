// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Compiled with AVX-512 and without FMA.

#define WF_KERNEL_TABLE wfKernelsAvx512
#define WF_ROW_LANES 8
#include "sparse/kernel_body.h"
