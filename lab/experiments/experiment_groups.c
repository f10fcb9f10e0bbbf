// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Groups in formation: how soon they are whole again behind a door, and how much longer than free people they take.
#include "experiment_crowd.h"

#include "wayfield/groups.h"

#include <math.h>
#include <stdlib.h>

static int compareNumbers( const void* a, const void* b )
{
	double x = *(const double*)a, y = *(const double*)b;
	return ( x > y ) - ( x < y );
}

typedef struct Watched
{
	double end;	   // seconds until all stand; infinite: they do not
	double passed; // when the last one was beyond the line
	double whole;  // from then until it is unfolded and its error at most 0.2
	double gap;
	double errors[4096]; // of the shape, after that
	int32_t count, through, agents;
} Watched;

static void look( const wfTrial* run, wfCrowd* crowd, wfGroupId group, double line, Watched* watched )
{
	wfFrame frame = wfCrowd_GetFrame( crowd );
	wfGroupState state = wfCrowd_GetGroup( crowd, group );
	wfTrial_FailIf( run, frame.count == 0, "agents", "expected agents" );
	watched->agents = frame.count;
	watched->through = 0;
	for ( int32_t k = 0; k < frame.count; ++k )
	{
		watched->through += frame.positions[k].x > line ? 1 : 0;
		for ( int32_t m = 0; m < k; ++m )
		{
			watched->gap = fmin( watched->gap, wfFrame_GetGap( &frame, k, m ) );
		}
	}
	if ( watched->through == frame.count && isinf( watched->passed ) )
	{
		watched->passed = frame.time;
	}
	if ( frame.time >= watched->passed && isinf( watched->whole ) && state.error <= 0.2 && !state.folded )
	{
		watched->whole = frame.time - watched->passed;
	}
	else if ( !isinf( watched->whole ) && watched->count < 4096 )
	{
		watched->errors[watched->count++] = state.shapeError;
	}
}

// The first group as the file says, or freely to the same place.
static Watched* watch( wfTrial* run, bool isFree )
{
	wfSimulation simulation = wfTrial_OpenVariant( run, NULL );
	wfCrowd* crowd = simulation.crowd;
	Watched* watched = calloc( 1, sizeof( Watched ) );
	wfTrial_FailIf( run, watched == NULL, "agents", "not enough memory" );
	watched->end = watched->passed = watched->whole = watched->gap = INFINITY;
	wfGroupId group = { 0, 0 };
	wfTrial_FailIf( run, wfCrowd_GetGroupIds( crowd, &group, 1 ) != 1, "groups", "expected one group" );
	double line = wfTrial_GetNumber( run, "line" );
	wfVec2 to = wfTrial_GetVector( run, "to" );
	if ( isFree )
	{
		wfGroupOrder order = wfDefaultGroupOrder( wf_moveOrder );
		order.to = wfMakePointStop( ( wfVec3 ){ to.x, to.y, 0.0 } );
		wfTrial_Check( run, wfCrowd_OrderGroup( crowd, group, &order, &wf_error ) );
	}
	while ( wfCrowd_GetTime( crowd ) < simulation.seconds && !wfCrowd_IsDone( crowd ) )
	{
		wfTrial_Check( run, wfCrowd_Tick( crowd, &wf_error ) );
		look( run, crowd, group, line, watched );
	}
	watched->end = wfCrowd_IsDone( crowd ) ? wfCrowd_GetTime( crowd ) : INFINITY;
	wfSimulation_Free( &simulation );
	return watched;
}

// A formation passes a line, beyond which the ground is open.
void wfPerformFormation( wfTrial* run )
{
	Watched *formed = watch( run, false ), *free_ = watch( run, true );
	wfTrial_Claim( run, "through", formed->through == formed->agents );
	wfTrial_Claim( run, "whole", formed->whole );
	qsort( formed->errors, (size_t)formed->count, sizeof( double ), compareNumbers );
	wfTrial_Claim( run, "median", formed->count > 0 ? formed->errors[formed->count / 2] : INFINITY );
	wfTrial_Claim( run, "p95", formed->count > 0 ? formed->errors[(int32_t)( 0.95 * formed->count )] : INFINITY );
	wfTrial_Claim( run, "ratio", formed->end / free_->end );
	wfTrial_Claim( run, "gap", fmin( formed->gap, free_->gap ) );
	wfTrial_Note( run, "s", formed->end, "in formation: all stand after" );
	wfTrial_Note( run, "s", free_->end, "freely: all stand after" );
	free( formed );
	free( free_ );
	wfCrowdWalks walks = wfTrial_Walk( run, NULL );
	wfTrial_DrawWalks( run, "", "A wedge of 12 through pillars and a door of 1.2 m", &walks, 1 );
}
