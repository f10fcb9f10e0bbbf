// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Compiled with AVX2 and without FMA.

#define WF_KERNEL_TABLE wfKernelsAvx2
#define WF_ROW_LANES 4
#include "sparse/kernel_body.h"
