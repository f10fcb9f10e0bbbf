// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Any machine: SSE2, NEON, SIMD128 or plain C.

#define WF_CROWD_KERNELS wfCrowdKernelsBaseline
#define WF_LOCAL_WIDTH 4
#include "crowd/kernels_body.h"
