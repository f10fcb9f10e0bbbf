// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Any machine: SSE2, NEON, SIMD128 or plain C.

#define WF_KERNEL_TABLE wfKernelsBaseline
#define WF_ROW_LANES 4
#include "sparse/kernel_body.h"
