// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "wayfield/animate.h"

#include "base/base.h"

wfAnimationDef wfDefaultAnimationDef( void )
{
	return ( wfAnimationDef ){ .fps = 30.0, .exact = true, .stepHeight = 0.06, .internalCookie = WF_COOKIE };
}
