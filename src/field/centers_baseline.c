// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Any machine: SSE2, NEON, SIMD128 or plain C.

#define WF_CENTER_TABLE wfCenterKernelsBaseline
#define WF_CENTER_LANES 2
#include "field/centers_body.h"
