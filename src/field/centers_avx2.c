// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Compiled with AVX2 and without FMA.

#define WF_CENTER_TABLE wfCenterKernelsAvx2
#define WF_CENTER_LANES 4
#include "field/centers_body.h"
