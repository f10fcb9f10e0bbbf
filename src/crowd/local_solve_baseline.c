// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Any machine: SSE2, NEON, SIMD128 or plain C.

#define WF_LOCAL_KERNELS wfLocalKernelsBaseline
#define WF_LOCAL_WIDTH 4
#include "crowd/local_solve_body.h"
