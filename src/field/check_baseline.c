// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Any machine: SSE2, NEON, SIMD128 or plain C.

#define WF_CHECK_KERNEL wfCheckKernelBaseline
#define WF_CHECK_LANES 2
#include "field/check_body.h"
