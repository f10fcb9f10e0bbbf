// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "stress/course.h"

#include "base/math.h"
#include "base/text.h"

#define DETAIL_SECONDS 10.0 // between two lines of the course of a run

wfStressCourse wfBeginStressCourse( const wfStressWorld* world, const wfStressRunDef* def, wfStressOutcome* outcome )
{
	double cut = wfStressWorld_GetCutSeconds( world );
	outcome->alone = world->aloneSeconds;
	outcome->bound = WF_STRESS_PATIENCE * outcome->alone + cut;
	outcome->most = INFINITY;
	return ( wfStressCourse ){ .def = def, .outcome = outcome, .slowAfter = WF_STRESS_SLOW * outcome->alone + cut };
}

void wfStressCourse_Arrive( wfStressCourse* course, double time )
{
	course->arrived += 1;
	course->lastArrival = time;
	if ( course->arrived == (int32_t)ceil( WF_STRESS_MOST * course->outcome->people ) )
	{
		course->outcome->most = time;
	}
}

bool wfStressCourse_IsOver( wfStressCourse* course, double time )
{
	wfStressOutcome* outcome = course->outcome;
	int32_t left = outcome->people - course->arrived;
	if ( !course->boundPassed && ( left == 0 || time >= outcome->bound ) )
	{
		course->boundPassed = true;
		outcome->left = left;
	}
	course->frozen = course->boundPassed && left > 0 && time - wfMax( course->lastArrival, outcome->alone ) >= WF_STRESS_QUIET;
	return left == 0 || course->frozen || time >= outcome->bound + WF_STRESS_OVERTIME;
}

void wfStressCourse_AddDetail( wfStressCourse* course, double time )
{
	if ( course->def->details != NULL && time >= course->nextDetail )
	{
		wfText_Add( course->def->details, "%6.0f s  %4d arrived, %4d left\n", time, course->arrived,
					course->outcome->people - course->arrived );
		course->nextDetail = time + DETAIL_SECONDS;
	}
}

void wfStressCourse_Judge( wfStressCourse* course )
{
	bool isLate = course->lastArrival > course->slowAfter;
	course->outcome->arrived = course->arrived;
	course->outcome->verdict = course->outcome->left > 0 ? ( course->frozen ? wf_stressFrozen : wf_stressLeft )
							   : isLate					 ? wf_stressSlow
														 : wf_stressPassed;
}
