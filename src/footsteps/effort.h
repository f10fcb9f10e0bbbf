// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What a step costs, as steps and gaits reckon it.
#pragma once

#include "wayfield/footsteps.h"

typedef struct wfStepEffort
{
	double before, wanted; // speed before the step, and the one to get to
	double ahead, aside;   // of the parabola at its ends: along the frame and across
	double seconds;
	double reach2; // distance of the foot from the centre at the start, squared
	double share;  // of the parabola that is walked
} wfStepEffort;

// What living costs, the speed lost at heel strike and regained, the effort of the curve.
double wfStepEnergy( const wfGaitDef* def, const wfStepEffort* effort );
