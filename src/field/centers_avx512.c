// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Compiled with AVX-512.

#define WF_CENTER_TABLE wfCenterKernelsAvx512
#define WF_CENTER_LANES 8
#include "field/centers_body.h"
