// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Walks made step by step, without a crowd.

#include "test_picture_footsteps.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// Between the motion and the path on a straight walk.
#define SWAY 0.09

typedef struct WalkState
{
	wfGaitDef gait;
	wfFootstepTable* table;
	wfStance stance;
	uint32_t serial;
	int32_t index;
} WalkState;

static wfFootstepRow* lastRow( WalkState* state )
{
	return state->index > 0 ? state->table->rows + state->table->rowCount - 1 : NULL;
}

static void takeStep( WalkState* state, wfFootstepAction action )
{
	wfFootstepRow row = { .serial = state->serial, .index = state->index, .body = wfMakeBody( &state->gait, 0.25 ) };
	wfStance next;
	wfFootstepVerdict verdict = wfCreateFootstep( &state->gait, &state->stance, &action, &row.step, &next );
	if ( verdict != wf_footstepFits )
	{
		testCheck( false, wfGetFootstepVerdictText( verdict ), __FILE__, __LINE__ );
		return;
	}
	wfFootstepRow* before = lastRow( state );
	if ( before != NULL && before->step.kind != wf_shiftFootstep && before->step.kind != wf_stopFootstep )
	{
		wfStance settled = state->stance;
		wfSettleFoot( &state->gait, &before->step, &settled, &row.step );
		if ( wfCreateFootstep( &state->gait, &settled, &action, &row.step, &next ) == wf_footstepFits )
		{
			before->step.swingTo = row.step.footPosition;
			before->step.swingToAngle = row.step.footAngle;
		}
	}
	wfFootstepTable* table = state->table;
	if ( table->rowCount == table->rowCapacity )
	{
		table->rowCapacity = 2 * table->rowCapacity + 64;
		table->rows = realloc( table->rows, (size_t)table->rowCapacity * sizeof( wfFootstepRow ) );
	}
	table->rows[table->rowCount++] = row;
	state->stance = next;
	state->index += 1;
}

void addWalk( wfFootstepTable* table, const WalkPlan* plan )
{
	WalkState state = { .gait = wfDefaultGaitDef(), .table = table, .serial = plan->serial };
	state.stance = wfMakeStance( &state.gait, plan->time, plan->from, plan->heading );
	if ( plan->pause > 0.0 )
	{
		takeStep( &state, ( wfFootstepAction ){ .kind = wf_shiftFootstep, .foot = wf_rightFoot, .duration = plan->pause } );
	}
	wfFoot foot = plan->serial % 2 == 0 ? wf_leftFoot : wf_rightFoot;
	double slow = fmin( 0.7, plan->speed );
	takeStep( &state,
			  ( wfFootstepAction ){ .kind = wf_startFootstep, .foot = foot, .speed = slow, .duration = 0.5, .sway = SWAY } );
	for ( int32_t i = 0; i <= plan->steps; ++i )
	{
		bool stops = i == plan->steps;
		foot = foot == wf_leftFoot ? wf_rightFoot : wf_leftFoot;
		// Away from the right foot is to the left.
		double side = foot == wf_rightFoot ? 1.0 : -1.0, extra = fmax( 0.0, side * plan->bend );
		double speed = fmin( slow + 0.6 * ( i + 1 ), plan->speed );
		if ( stops && plan->goesOn )
		{
			break;
		}
		takeStep( &state, ( wfFootstepAction ){ .kind = stops ? wf_stopFootstep : wf_walkFootstep,
												.foot = foot,
												.turn = stops ? SWAY : SWAY + extra,
												.speed = speed,
												.duration = stops ? 0.6 : wfGait_GetDuration( &state.gait, foot, speed ) } );
	}
	if ( plan->sideStep )
	{
		wfVec2 f = state.stance.facing;
		takeStep( &state,
				  ( wfFootstepAction ){
					  .kind = wf_shiftFootstep, .foot = wf_rightFoot, .duration = 0.5, .move = { -0.2 * f.y, 0.2 * f.x } } );
	}
}

void freeWalks( wfFootstepTable* table )
{
	free( table->rows );
	*table = ( wfFootstepTable ){ 0 };
}

const wfFootstepRow* findWalk( const wfFootstepTable* table, uint32_t serial, int32_t* count )
{
	const wfFootstepRow* first = NULL;
	*count = 0;
	for ( int64_t i = 0; i < table->rowCount; ++i )
	{
		if ( table->rows[i].serial == serial )
		{
			first = first != NULL ? first : table->rows + i;
			*count += 1;
		}
	}
	return first;
}
