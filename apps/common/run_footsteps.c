// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Those of a run who walk on foot: their steps are recorded, filmed, kept and looked at. None of it counts as simulating.

#include "run_parts.h"

#include <stdlib.h>
#include <string.h>

void wfRunFeet_Begin( wfRun* run )
{
	if ( run->def.simulation->scene.mesh != NULL )
	{
		return;
	}
	wfCircleCheckDef def = wfDefaultCircleCheckDef();
	def.world = run->def.simulation->world;
	run->feet.keepsSteps = run->def.footstepsTo != NULL;
	wfExpect( wfCreateCircleCheck( &def, &run->feet.check, &wf_error ) );
}

void wfRunFeet_Free( wfRunFeet* feet )
{
	wfDestroyCircleCheck( feet->check );
	wfFootstepTable_Free( &feet->steps );
	free( feet->walks );
	free( feet->radii );
}

static void noteWalkers( wfRunFeet* feet, const wfFootstepRow* rows, int32_t count )
{
	for ( int32_t i = 0; i < count; ++i )
	{
		int64_t before = feet->walksCapacity;
		feet->walks = wfGrow( feet->walks, rows[i].serial + 1, &feet->walksCapacity, 1 );
		memset( feet->walks + before, 0, (size_t)( feet->walksCapacity - before ) );
		feet->walks[rows[i].serial] = 1;
	}
}

void wfRunFeet_AddSteps( wfRun* run )
{
	const wfFootstepRow* rows;
	int32_t count = wfCrowd_GetFootsteps( run->crowd, &rows );
	if ( count == 0 )
	{
		return;
	}
	wfRunFeet* feet = &run->feet;
	noteWalkers( feet, rows, count );
	wfExpect( wfCircleCheck_AddFootsteps( feet->check, rows, count ) );
	wfExpect( run->recorder != NULL ? wfRecorder_AddFootsteps( run->recorder, rows, count, &wf_error ) : wf_ok );
	wfExpect( run->film.video != NULL ? wfVideo_AddFootsteps( run->film.video, rows, count, &wf_error ) : wf_ok );
	wfExpect( feet->keepsSteps ? wfFootstepTable_Add( &feet->steps, rows, count ) : wf_ok );
	if ( run->def.keepTrails )
	{
		wfRunTrails_AddFootsteps( &run->trails, rows, count );
	}
}

wfFrame wfRunFeet_AddFrame( wfRun* run, const wfFrame* frame )
{
	wfRunFeet* feet = &run->feet;
	wfFrame discs = *frame;
	int64_t walkers = wfCrowd_GetFootstepStats( run->crowd ).agents;
	feet->used = feet->used || walkers > 0;
	if ( !feet->used )
	{
		return discs;
	}
	feet->radii = wfGrow( feet->radii, frame->count, &feet->radiusCapacity, sizeof( float ) );
	// Who only stands is reported of a little later: where nobody is a disc that is no matter.
	bool all = walkers == wfCrowd_GetTotalCount( run->crowd );
	int32_t there = 0;
	for ( int32_t i = 0; i < frame->count; ++i )
	{
		uint32_t serial = frame->serials[i];
		bool walks = all || ( serial < feet->walksCapacity && feet->walks[serial] != 0 );
		feet->radii[i] = walks ? 0.0f : frame->radii[i];
		there += walks ? 1 : 0;
	}
	discs.radii = feet->radii;
	// As agents are counted for the cost of a step: those there when it ended, the first frame aside.
	feet->walkerSeconds += wfCrowd_GetTickCount( run->crowd ) > run->stepsBefore ? there * run->tickSeconds : 0.0;
	wfExpect( wfCircleCheck_AddFrame( feet->check, frame ) );
	return discs;
}

void wfRunFeet_End( wfRun* run )
{
	wfRunFeet* feet = &run->feet;
	wfExpect( feet->check != NULL ? wfCircleCheck_Finish( feet->check ) : wf_ok );
	if ( !feet->keepsSteps )
	{
		return;
	}
	memcpy( feet->steps.name, run->def.simulation->name, sizeof( feet->steps.name ) );
	wfFootstepTable_Sort( &feet->steps );
	wfExpect( wfWriteFootsteps( run->def.footstepsTo, &feet->steps, &wf_error ) );
	if ( feet->steps.rowCount == 0 )
	{
		wfSay( "warning: nobody walked on foot, %.200s has no steps; --footsteps lets everybody do so", run->def.footstepsTo );
	}
}
