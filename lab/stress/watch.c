// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "stress/watch.h"

#include "base/vec2.h"
#include "command.h"

#include <stdlib.h>

#define WAIT_TICKS 5   // between two looks at how far everybody has come
#define PROGRESS 0.1   // metres nearer: no waiting
#define TOLERANCE 1e-6 // metres, for radii that are floats

static bool areDiscs( const wfStressCrowd* crowd )
{
	return crowd->mode == wf_stressDiscs || crowd->mode == wf_stressRound;
}

wfResult wfStressWatch_Begin( wfStressWatch* watch, wfError* error )
{
	watch->waits = wfNewArray( (size_t)watch->world->personCount + 1, sizeof( wfStressWait ) );
	for ( int32_t i = 0; i <= watch->world->personCount; ++i )
	{
		watch->waits[i].stop = -1;
	}
	wfCrowd_KeepMoves( watch->crowd->crowd, areDiscs( watch->crowd ) );
	if ( watch->crowd->mode != wf_stressOnFoot )
	{
		return wf_ok;
	}
	wfCircleCheckDef def = wfDefaultCircleCheckDef();
	def.world = watch->world->world;
	return wfCreateCircleCheck( &def, &watch->circles, error );
}

static void addContact( wfStressWatch* watch, int64_t* counter, double gap )
{
	if ( gap < -TOLERANCE )
	{
		*counter += 1;
		watch->outcome->deepest = wfMax( watch->outcome->deepest, -gap );
	}
}

// All pairs: a few hundred people are looked at faster than sorted.
static void checkDiscs( wfStressWatch* watch, const wfFrame* frame )
{
	for ( int32_t i = 0; i < frame->count; ++i )
	{
		wfVec2 place = { frame->positions[i].x, frame->positions[i].y };
		double radius = (double)frame->radii[i];
		addContact( watch, &watch->outcome->wallHits, wfWorld_GetDistance( watch->world->world, place, 0 ) - radius );
		for ( int32_t k = i + 1; k < frame->count; ++k )
		{
			wfVec2 apart = { frame->positions[k].x - place.x, frame->positions[k].y - place.y };
			double sum = radius + (double)frame->radii[k];
			if ( wfDot2( apart, apart ) < sum * sum )
			{
				addContact( watch, &watch->outcome->overlaps, wfFrame_GetGap( frame, i, k ) );
			}
		}
	}
}

// After every move of discs, and every tick on a mesh.
static wfResult checkContacts( wfStressWatch* watch )
{
	if ( areDiscs( watch->crowd ) )
	{
		for ( int32_t k = 0; k < wfCrowd_GetDef( watch->crowd->crowd ).movesPerTick - 1; ++k )
		{
			wfFrame move = wfCrowd_GetMove( watch->crowd->crowd, k );
			checkDiscs( watch, &move );
		}
		wfFrame frame = wfCrowd_GetFrame( watch->crowd->crowd );
		checkDiscs( watch, &frame );
	}
	if ( watch->crowd->mode != wf_stressOnMesh )
	{
		return wf_ok;
	}
	wfContactReport report;
	wfResult result = wfCrowd_CheckContacts( watch->crowd->crowd, &report );
	if ( result == wf_ok )
	{
		watch->outcome->overlaps += report.overlaps;
		watch->outcome->wallHits += report.wallHits;
		watch->outcome->deepest = wfMax( watch->outcome->deepest, report.overlaps > 0 ? -report.leastGap : 0.0 );
		watch->outcome->deepest = wfMax( watch->outcome->deepest, report.wallHits > 0 ? -report.leastWallGap : 0.0 );
	}
	return result;
}

// Those on foot are checked all the time: their circles, from the footsteps they report.
static wfResult addFootsteps( wfStressWatch* watch )
{
	const wfFootstepRow* rows;
	int32_t count = wfCrowd_GetFootsteps( watch->crowd->crowd, &rows );
	wfResult result = wfCircleCheck_AddFootsteps( watch->circles, rows, count );
	wfFrame frame = wfCrowd_GetFrame( watch->crowd->crowd );
	return result == wf_ok ? wfCircleCheck_AddFrame( watch->circles, &frame ) : result;
}

static void lookAtWaits( wfStressWatch* watch )
{
	wfFrame frame = wfCrowd_GetFrame( watch->crowd->crowd );
	for ( int32_t i = 0; i < frame.count; ++i )
	{
		wfAgentState state = wfCrowd_GetAgent( watch->crowd->crowd, frame.ids[i] );
		wfStressWait* wait = &watch->waits[state.serial];
		bool other = wait->stop != state.stop || state.waiting;
		if ( other || state.distanceToGoal < wait->best - PROGRESS )
		{
			*wait = ( wfStressWait ){ state.stop, state.distanceToGoal, frame.time };
		}
		watch->outcome->longestWait = wfMax( watch->outcome->longestWait, frame.time - wait->since );
	}
}

wfResult wfStressWatch_Look( wfStressWatch* watch )
{
	int64_t tick = wfCrowd_GetTickCount( watch->crowd->crowd );
	wfResult result = watch->circles != NULL ? addFootsteps( watch ) : wf_ok;
	result = result == wf_ok ? checkContacts( watch ) : result;
	if ( tick % WAIT_TICKS == 0 )
	{
		lookAtWaits( watch );
	}
	return result;
}

wfResult wfStressWatch_End( wfStressWatch* watch )
{
	if ( watch->circles == NULL )
	{
		return wf_ok;
	}
	wfResult result = wfCircleCheck_Finish( watch->circles );
	wfCircleReport report = wfCircleCheck_GetReport( watch->circles );
	watch->outcome->overlaps = report.overlaps;
	watch->outcome->wallHits = report.wallHits;
	watch->outcome->deepest = wfMax( report.deepestOverlap, report.deepestWallHit );
	return result;
}

void wfStressWatch_Free( wfStressWatch* watch )
{
	if ( watch->circles != NULL )
	{
		wfDestroyCircleCheck( watch->circles );
	}
	free( watch->waits );
}
