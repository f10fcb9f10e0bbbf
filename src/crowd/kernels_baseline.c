// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Any machine: SSE2, NEON, SIMD128 or plain C.

#define WF_CROWD_KERNELS wfCrowdKernelsBaseline
#include "crowd/kernels_body.h"
