// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Walkers as bytes, and back. Tracks are made again from the footsteps, but for their bounds, which also cover what is past,
// and their ends: made later, those of far plans would be longer.
#include "crowd/checkpoint.h"
#include "crowd/walkers.h"

typedef struct wfSavedBounds
{
	float reach, low[2], high[2];
	float unused;
	int64_t last; // pose
} wfSavedBounds;

_Static_assert( sizeof( wfSavedBounds ) == 32, "what is saved must have no gaps" );

// All of a walker before its tracks.
#define WF_WALKER_BYTES offsetof( wfWalker, sure )

static wfSavedBounds boundsOf( const wfTrack* track, double now )
{
	// Who stands is where it is from now on as well as from when its track was made.
	int64_t last = track->first + track->count - 1, present = (int64_t)floor( now / WF_TRACK_SECONDS );
	return ( wfSavedBounds ){ .reach = track->reach,
							  .low = { track->low[0], track->low[1] },
							  .high = { track->high[0], track->high[1] },
							  .last = last > present ? last : present };
}

static void setBounds( wfTrack* track, const wfSavedBounds* bounds )
{
	track->reach = bounds->reach;
	memcpy( track->low, bounds->low, sizeof( track->low ) );
	memcpy( track->high, bounds->high, sizeof( track->high ) );
	if ( bounds->last >= track->first && bounds->last < track->first + track->count )
	{
		track->count = (int32_t)( bounds->last - track->first ) + 1;
	}
}

void wfSaveWalkers( wfStateWriter* writer, const wfCrowd* crowd )
{
	if ( crowd->walk == NULL )
	{
		return; // nobody walks
	}
	wfPutBytes( writer, &crowd->walk->total, sizeof( crowd->walk->total ) );
	for ( int32_t slot = 0; slot < crowd->population.slotCount; ++slot )
	{
		const wfWalker* walker = wfWalkerInUse( crowd, slot );
		if ( walker != NULL )
		{
			wfSavedBounds bounds[2] = { boundsOf( &walker->sure, crowd->time ), boundsOf( &walker->intended, crowd->time ) };
			wfPutBytes( writer, walker, WF_WALKER_BYTES );
			wfPutBytes( writer, bounds, sizeof( bounds ) );
		}
	}
}

static bool isNumber( double value )
{
	return value >= -1e9 && value <= 1e9;
}

static bool isPoint( wfVec2 point )
{
	return isNumber( point.x ) && isNumber( point.y );
}

static bool isDirection( wfVec2 v )
{
	return isPoint( v ) && fabs( v.x * v.x + v.y * v.y - 1.0 ) < 1e-3;
}

static bool isFoot( wfFoot foot )
{
	return foot == wf_leftFoot || foot == wf_rightFoot;
}

static bool isStepSound( const wfFootstep* step )
{
	return step->kind >= wf_walkFootstep && step->kind <= wf_shiftFootstep && isFoot( step->foot ) &&
		   isNumber( step->startTime ) && step->duration > 0.0 && step->duration < 1e6 && isPoint( step->apex ) &&
		   isDirection( step->along ) && isNumber( step->speed ) && isNumber( step->curve ) && isPoint( step->footPosition ) &&
		   isNumber( step->footAngle ) && isPoint( step->swingFrom ) && isPoint( step->swingTo ) &&
		   isNumber( step->swingFromAngle ) && isNumber( step->swingToAngle ) && isDirection( step->facingStart ) &&
		   isDirection( step->facingEnd ) && step->pendulum > 0.0 && step->pendulum < 1e3 && isNumber( step->energy );
}

static bool isStanceSound( const wfStance* stance )
{
	return isNumber( stance->time ) && isPoint( stance->position ) && isDirection( stance->direction ) && stance->speed >= 0.0 &&
		   stance->speed < 100.0 && isDirection( stance->facing ) && isFoot( stance->foot ) && isPoint( stance->feet[0] ) &&
		   isPoint( stance->feet[1] ) && isNumber( stance->angles[0] ) && isNumber( stance->angles[1] ) &&
		   isNumber( stance->inner ) && isNumber( stance->outer );
}

// Whether it fits is asked again before it is done.
static bool isActionSound( const wfFootstepAction* action )
{
	return action->kind >= wf_walkFootstep && action->kind <= wf_shiftFootstep && isFoot( action->foot ) &&
		   isNumber( action->turn ) && isNumber( action->speed ) && isNumber( action->duration ) && isNumber( action->sway ) &&
		   isPoint( action->move ) && isNumber( action->twist );
}

// Whether the byte of a flag is one: others must not even be read as such.
static bool isFlag( const bool* flag )
{
	return *(const uint8_t*)flag <= 1;
}

static bool isWalkerSound( const wfWalker* walker )
{
	bool counts = walker->count >= 0 && walker->count <= WF_SURE_FOOTSTEPS && walker->intentCount >= 0 &&
				  walker->intentCount <= WF_INTENDED_FOOTSTEPS && walker->reported >= 0 && walker->reported <= walker->count &&
				  walker->reportedInAll >= 0 && walker->waitingSteps >= 0 && walker->waitingSteps <= 1000;
	bool sound = counts && isFlag( &walker->rests ) && isFlag( &walker->inPress ) && isStanceSound( &walker->rest ) &&
				 isStanceSound( &walker->restBefore ) && isPoint( walker->wish ) && isNumber( walker->standsFrom ) &&
				 isNumber( walker->nextTry ) && isNumber( walker->heldUntil );
	for ( int32_t k = 0; sound && k < walker->count; ++k )
	{
		sound = isStepSound( &walker->steps[k] ) && isStanceSound( &walker->stances[k] );
	}
	for ( int32_t k = 0; sound && k < walker->intentCount; ++k )
	{
		sound = isActionSound( &walker->intents[k] );
	}
	return sound && ( walker->count == 0 || isActionSound( &walker->lastWalk ) );
}

// Both ends of the ground it needs are numbers, one below the other: indices are made from them.
static bool areBoundsSound( const wfSavedBounds* bounds )
{
	bool sound = bounds->reach >= 0.0f && bounds->reach <= 1e6f;
	for ( int32_t axis = 0; axis < 2; ++axis )
	{
		sound = sound && isNumber( (double)bounds->low[axis] ) && bounds->high[axis] >= bounds->low[axis] &&
				isNumber( (double)bounds->high[axis] );
	}
	return sound;
}

static wfResult restoreWalker( wfStateReader* reader, wfCrowd* crowd, int32_t slot )
{
	const wfAgent* agent = &crowd->population.agents[slot];
	if ( crowd->walk == NULL || !wfHasGait( crowd, agent->gait ) || !wfAreNumbersSound( agent ) )
	{
		return wf_badFormat;
	}
	wfResult result = wfReserveWalker( crowd, slot, agent->gait );
	if ( result != wf_ok )
	{
		return result;
	}
	wfWalker* walker = crowd->walk->walkers[slot];
	wfSavedBounds bounds[2];
	wfGetBytes( reader, walker, WF_WALKER_BYTES );
	wfGetBytes( reader, bounds, sizeof( bounds ) );
	if ( reader->failed || walker->gait != agent->gait || !isWalkerSound( walker ) || !areBoundsSound( &bounds[0] ) ||
		 !areBoundsSound( &bounds[1] ) )
	{
		return wf_badFormat;
	}
	walker->halts = false;
	// Never taken from a file: radii decide who meets whom.
	walker->body = wfMakeBody( wfGaitOf( crowd, agent->gait ), (double)agent->radius );
	walker->size = wfSizeOfBody( &walker->body );
	// One pose earlier than now: whether somebody stands is seen from the pose before, too.
	double before = ( floor( crowd->time / WF_TRACK_SECONDS ) - 0.5 ) * WF_TRACK_SECONDS;
	wfPublishFootsteps( crowd, walker, walker->count > 0 ? before : crowd->time );
	setBounds( &walker->sure, &bounds[0] );
	setBounds( &walker->intended, &bounds[1] );
	return wf_ok;
}

wfResult wfRestoreWalkers( wfStateReader* reader, wfCrowd* next )
{
	int64_t total = 0, here = 0;
	if ( next->walk != NULL )
	{
		wfGetBytes( reader, &total, sizeof( total ) );
		next->walk->total = total;
	}
	for ( int32_t slot = 0; slot < next->population.slotCount; ++slot )
	{
		const wfAgent* agent = &next->population.agents[slot];
		if ( ( agent->flags & wf_agentUsed ) && agent->gait != 0 )
		{
			wfResult result = restoreWalker( reader, next, slot );
			if ( result != wf_ok )
			{
				return result;
			}
			here += 1;
		}
	}
	return here <= total && !reader->failed ? wf_ok : wf_badFormat;
}
