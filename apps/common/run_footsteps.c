// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Those of a run who walk on feet: their steps are recorded, filmed, kept and looked at. None of it counts as simulating.

#include "command.h"
#include "run_parts.h"

#include <stdlib.h>
#include <string.h>

wfResult wfRunFeet_Begin( wfRun* run, wfError* error )
{
	if ( run->def.surface != NULL )
	{
		return wf_ok;
	}
	wfCircleCheckDef def = wfDefaultCircleCheckDef();
	def.world = run->def.simulation->world;
	run->feet.keepsSteps = run->def.footstepsTo != NULL;
	return wfCreateCircleCheck( &def, &run->feet.check, error );
}

void wfRunFeet_Free( wfRunFeet* feet )
{
	if ( feet->check != NULL )
	{
		wfDestroyCircleCheck( feet->check );
	}
	wfFootstepTable_Free( &feet->steps );
	free( feet->walks );
	free( feet->radii );
	*feet = ( wfRunFeet ){ 0 };
}

static wfResult noteWalkers( wfRunFeet* feet, const wfFootstepRow* rows, int32_t count )
{
	for ( int32_t i = 0; i < count; ++i )
	{
		if ( rows[i].serial >= feet->walksCapacity )
		{
			int64_t capacity = 2 * (int64_t)rows[i].serial + 256;
			uint8_t* walks = realloc( feet->walks, (size_t)capacity );
			if ( walks == NULL )
			{
				return wf_outOfMemory;
			}
			memset( walks + feet->walksCapacity, 0, (size_t)( capacity - feet->walksCapacity ) );
			feet->walks = walks;
			feet->walksCapacity = capacity;
		}
		feet->walks[rows[i].serial] = 1;
	}
	return wf_ok;
}

wfResult wfRunFeet_AddSteps( wfRun* run, wfError* error )
{
	const wfFootstepRow* rows;
	int32_t count = wfCrowd_GetFootsteps( run->crowd, &rows );
	if ( count == 0 )
	{
		return wf_ok;
	}
	wfRunFeet* feet = &run->feet;
	wfResult result = noteWalkers( feet, rows, count );
	result = result == wf_ok ? wfCircleCheck_AddFootsteps( feet->check, rows, count ) : result;
	if ( result == wf_ok && run->recorder != NULL )
	{
		result = wfRecorder_AddFootsteps( run->recorder, rows, count, error );
	}
	if ( result == wf_ok && run->film.video != NULL )
	{
		result = wfRunFilm_AddFootsteps( &run->film, rows, count, error );
	}
	if ( result == wf_ok && run->def.keepTrails )
	{
		result = wfRunTrails_AddFootsteps( &run->trails, rows, count );
	}
	return result == wf_ok && feet->keepsSteps ? wfFootstepTable_Add( &feet->steps, rows, count ) : result;
}

wfResult wfRunFeet_AddFrame( wfRun* run, const wfFrame* frame, wfFrame* discs )
{
	wfRunFeet* feet = &run->feet;
	int64_t walkers = wfCrowd_GetFootstepStats( run->crowd ).agents;
	feet->used = feet->used || walkers > 0;
	if ( !feet->used )
	{
		return wf_ok;
	}
	if ( frame->count > feet->radiusCapacity )
	{
		float* radii = realloc( feet->radii, (size_t)frame->count * sizeof( float ) );
		if ( radii == NULL )
		{
			return wf_outOfMemory;
		}
		feet->radii = radii;
		feet->radiusCapacity = frame->count;
	}
	// Who only stands is told of a little later: where nobody is a disc that is no matter.
	bool all = walkers == wfCrowd_GetTotalCount( run->crowd );
	int32_t there = 0;
	for ( int32_t i = 0; i < frame->count; ++i )
	{
		uint32_t serial = frame->serials[i];
		bool walks = all || ( serial < feet->walksCapacity && feet->walks[serial] != 0 );
		feet->radii[i] = walks ? 0.0f : frame->radii[i];
		there += walks ? 1 : 0;
	}
	discs->radii = feet->radii;
	// As agents are counted for the cost of a step: those there when it ended, the first frame aside.
	feet->walkerSeconds += wfCrowd_GetStepCount( run->crowd ) > run->stepsBefore ? there * run->stepSeconds : 0.0;
	return wfCircleCheck_AddFrame( feet->check, frame );
}

wfResult wfRunFeet_End( wfRun* run, wfError* error )
{
	wfRunFeet* feet = &run->feet;
	wfResult result = feet->check != NULL ? wfCircleCheck_Finish( feet->check ) : wf_ok;
	if ( result == wf_ok && feet->keepsSteps )
	{
		memcpy( feet->steps.name, run->def.simulation->name, sizeof( feet->steps.name ) );
		wfFootstepTable_Sort( &feet->steps );
	}
	if ( result == wf_ok && run->def.footstepsTo != NULL )
	{
		result = wfWriteFootsteps( run->def.footstepsTo, &feet->steps, error );
		if ( result == wf_ok && feet->steps.rowCount == 0 )
		{
			wfSay( "warning: nobody walked on feet, %.200s has no steps; --footsteps lets everybody do so",
				   run->def.footstepsTo );
		}
	}
	return result;
}
