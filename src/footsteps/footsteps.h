// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Footsteps as their own module and the crowd see them.
#pragma once

#include "base/base.h"
#include "base/math.h"
#include "wayfield/footsteps.h"

#define WF_GRAVITY 9.81
// Between the motion and the way on a straight walk: what makes the centre pass between the feet.
#define WF_SWAY 0.09
// Limits are checked a little larger: rounding must not turn a step at its limit into one beyond it.
#define WF_LIMIT_SLACK 1e-9
// A foot may point so far outward of the motion at the start of its step.
#define WF_FOOT_SLACK 0.05
// Feet put side by side keep this share of the distance of a foot from the centre between them.
#define WF_FEET_APART 0.8
// Of turning while standing, J per kg and radian.
#define WF_TURN_EFFORT 0.3
#define WF_MAX_EXPANDED 1000

static inline wfFoot wfOtherFoot( wfFoot foot )
{
	return foot == wf_leftFoot ? wf_rightFoot : wf_leftFoot;
}

// +1: counter-clockwise is outward.
static inline double wfSideOf( wfFoot foot )
{
	return foot == wf_leftFoot ? 1.0 : -1.0;
}
