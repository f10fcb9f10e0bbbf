// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Walkers: made, kept, looked at.
#include "crowd/walkers.h"
#include "base/columns.h"

#include "world/world.h"

#include <string.h>

static void releaseWalkers( struct wfWalkers* walk )
{
	for ( size_t slot = 0; slot < walk->walkerCapacity; ++slot )
	{
		wfRelease( walk->walkers[slot], sizeof( wfWalker ) );
	}
	wfReleaseArray( walk->walkers, walk->walkerCapacity, sizeof( wfWalker* ) );
}

wfResult wfShareWalk( wfCrowd* next, const wfCrowd* crowd )
{
	next->walk = NULL;
	if ( crowd->walk == NULL )
	{
		return wf_ok;
	}
	next->walk = wfAllocate( sizeof( struct wfWalkers ) );
	if ( next->walk == NULL )
	{
		return wf_outOfMemory;
	}
	*next->walk = *crowd->walk;
	next->walk->walkers = NULL;
	next->walk->walkerCapacity = 0;
	next->walk->rows.count = 0;
	return wf_ok;
}

void wfUnshareWalk( wfCrowd* crowd )
{
	if ( crowd->walk != NULL )
	{
		releaseWalkers( crowd->walk );
		wfRelease( crowd->walk, sizeof( struct wfWalkers ) );
	}
}

static wfColumns columnsOf( struct wfWalkers* walk )
{
	return ( wfColumns ){
		{ WF_COLUMN( walk->due ), WF_COLUMN( walk->dueCell ), WF_COLUMN( walk->sorted ), WF_WIDE_COLUMN( walk->boxes, 4 ) } };
}

void wfDestroyWalk( wfCrowd* crowd )
{
	struct wfWalkers* walk = crowd->walk;
	if ( walk == NULL )
	{
		return;
	}
	releaseWalkers( walk );
	for ( int32_t k = 0; k < WF_MAX_WORKERS; ++k )
	{
		wfRelease( walk->scratch[k], sizeof( wfWalkScratch ) );
	}
	wfArray_Free( &walk->gaits );
	wfArray_Free( &walk->rows );
	wfArray_Free( &walk->cellFirst );
	wfReleaseColumns( columnsOf( walk ), &walk->capacity );
	wfRelease( walk, sizeof( *walk ) );
	crowd->walk = NULL;
}

wfResult wfCrowd_AddGait( wfCrowd* crowd, const wfGaitDef* def, wfGaitId* id, wfError* error )
{
	if ( WF_FAILS( crowd != NULL && def != NULL ) )
	{
		return wf_invalidDef;
	}
	wfResult result = wfRefuseOnMesh( crowd, "gaits", error );
	result = result == wf_ok ? wfCheckGaitDef( def, error ) : result;
	if ( result != wf_ok )
	{
		return result;
	}
	if ( crowd->walk == NULL )
	{
		crowd->walk = wfAllocateZeroed( sizeof( struct wfWalkers ) );
	}
	result = crowd->walk != NULL ? wfArray_Push( &crowd->walk->gaits, *def ) : wf_outOfMemory;
	if ( result != wf_ok )
	{
		return wfFail( error, result, "not enough memory for a gait" );
	}
	if ( id != NULL )
	{
		id->index1 = crowd->walk->gaits.count;
	}
	return wf_ok;
}

wfResult wfCheckFeet( const wfCrowd* crowd, wfGaitId gait, double radius, wfError* error )
{
	if ( gait.index1 == 0 )
	{
		return wf_ok;
	}
	const wfGaitDef* def = wfGaitOf( crowd, gait.index1 );
	double least = def->footDistance + def->footRadius;
	return radius < least
			   ? wfFail( error, wf_invalidDef, "radius is %g m, expected at least the %g m of the gait's feet", radius, least )
			   : wf_ok;
}

bool wfHasGait( const wfCrowd* crowd, int32_t gait )
{
	return gait == 0 || ( gait > 0 && crowd->walk != NULL && gait <= crowd->walk->gaits.count );
}

// Feet are put so far away, and come between two poses.
static double reachOfFeet( const wfGaitDef* gait )
{
	double stride = wfMax( gait->legs[0].maxStride, gait->legs[1].maxStride );
	double speed = wfMax( gait->legs[0].maxSpeed, gait->legs[1].maxSpeed );
	return WF_STRIDE_REACH * stride + gait->footDistance + gait->footRadius + WF_TRACK_SECONDS * speed;
}

double wfReachOfGaits( const wfCrowd* crowd )
{
	double reach = 0.0;
	for ( int32_t k = 0; crowd->walk != NULL && k < crowd->walk->gaits.count; ++k )
	{
		reach = wfMax( reach, reachOfFeet( &crowd->walk->gaits.data[k] ) );
	}
	return reach;
}

uint64_t wfHashGaits( uint64_t hash, const wfCrowd* crowd )
{
	for ( int32_t k = 0; crowd->walk != NULL && k < crowd->walk->gaits.count; ++k )
	{
		hash = wfHashGait( hash, &crowd->walk->gaits.data[k] );
	}
	return hash;
}

wfResult wfReserveWalker( wfCrowd* crowd, int32_t slot, int32_t gait )
{
	if ( gait == 0 )
	{
		return wf_ok;
	}
	struct wfWalkers* walk = crowd->walk;
	size_t old = walk->walkerCapacity;
	wfResult result = wfGrowArray( &walk->walkers, &walk->walkerCapacity, (size_t)slot + 1, sizeof( wfWalker* ) );
	if ( result != wf_ok )
	{
		return result;
	}
	for ( size_t k = old; k < walk->walkerCapacity; ++k )
	{
		walk->walkers[k] = NULL;
	}
	if ( walk->walkers[slot] == NULL )
	{
		walk->walkers[slot] = wfAllocate( sizeof( wfWalker ) );
	}
	return walk->walkers[slot] != NULL ? wf_ok : wf_outOfMemory;
}

static void restWalker( wfCrowd* crowd, int32_t slot )
{
	const wfAgent* agent = &crowd->population.agents[slot];
	wfWalker* walker = crowd->walk->walkers[slot];
	const wfGaitDef* gait = wfGaitOf( crowd, agent->gait );
	memset( walker, 0, sizeof( *walker ) );
	walker->gait = agent->gait;
	walker->rest = wfMakeStance( gait, crowd->time, ( wfVec2 ){ agent->x, agent->y }, (double)agent->heading );
	walker->restBefore = walker->rest;
	walker->standsFrom = crowd->time;
	walker->body = wfMakeBody( gait, (double)agent->radius );
	walker->size = wfSizeOfBody( &walker->body );
	wfPublishFootsteps( crowd, walker, crowd->time );
}

void wfPlaceWalker( wfCrowd* crowd, int32_t slot )
{
	if ( crowd->population.agents[slot].gait != 0 )
	{
		restWalker( crowd, slot );
		crowd->walk->total += 1;
	}
}

void wfMoveWalker( wfCrowd* crowd, int32_t slot )
{
	if ( crowd->population.agents[slot].gait != 0 )
	{
		int32_t reported = crowd->walk->walkers[slot]->reportedInAll;
		restWalker( crowd, slot );
		crowd->walk->walkers[slot]->reportedInAll = reported;
	}
}

void wfUncountWalker( wfCrowd* crowd, int32_t slot )
{
	if ( crowd->population.agents[slot].gait != 0 )
	{
		crowd->walk->total -= 1;
	}
}

// The footsteps it intends, from a stance on. How many there are: none that does not fit any more.
static int32_t makeIntended( const wfCrowd* crowd, const wfWalker* walker, wfStance from, wfFootstep* steps )
{
	const wfGaitDef* gait = wfGaitOf( crowd, walker->gait );
	int32_t count = 0;
	while ( count < walker->intentCount &&
			wfCreateFootstep( gait, &from, &walker->intents[count], &steps[count], &from ) == wf_footstepFits )
	{
		count += 1;
	}
	return count;
}

// What it is sure to do, and what it intends to do instead of coming to rest.
void wfPublishFootsteps( const wfCrowd* crowd, wfWalker* walker, double now )
{
	wfVec2 origin = wfWorld_GetBounds( crowd->ground.world ).lower;
	if ( walker->count == 0 )
	{
		wfSampleStance( &walker->rest, &walker->body, now, origin, &walker->sure );
		walker->intended = walker->sure;
		return;
	}
	wfSampleTrack( walker->steps, walker->count, &walker->body, now, origin, &walker->sure );
	wfFootstep steps[WF_SURE_FOOTSTEPS + WF_INTENDED_FOOTSTEPS + 1];
	int32_t kept = walker->count - 1;
	if ( walker->intentCount == 0 || kept == 0 )
	{
		walker->intended = walker->sure;
		return;
	}
	memcpy( steps, walker->steps, (size_t)kept * sizeof( wfFootstep ) );
	int32_t total = kept + makeIntended( crowd, walker, walker->stances[kept - 1], steps + kept );
	for ( int32_t k = kept; k < total; ++k )
	{
		bool walks = steps[k].kind == wf_walkFootstep || steps[k].kind == wf_stopFootstep;
		steps[k - 1].swingTo = walks ? steps[k].footPosition : steps[k - 1].swingTo;
	}
	wfSampleTrack( steps, total, &walker->body, now, origin, &walker->intended );
}

size_t wfGetWalkBytes( const wfCrowd* crowd )
{
	const struct wfWalkers* walk = crowd->walk;
	if ( walk == NULL )
	{
		return 0;
	}
	size_t bytes = walk->walkerCapacity * sizeof( wfWalker* ) + walk->rows.capacity * sizeof( wfFootstepRow );
	for ( size_t slot = 0; slot < walk->walkerCapacity; ++slot )
	{
		bytes += walk->walkers[slot] != NULL ? sizeof( wfWalker ) : 0;
	}
	// What does not grow with the agents is left out.
	return bytes + wfGetColumnBytes( columnsOf( crowd->walk ), walk->capacity );
}

wfResult wfReserveWalk( wfCrowd* crowd )
{
	struct wfWalkers* walk = crowd->walk;
	if ( walk == NULL )
	{
		return wf_ok;
	}
	wfResult result = wf_ok;
	int32_t workers = wfWorkers_GetCount( crowd->def.workers );
	for ( int32_t k = 0; k < workers && result == wf_ok; ++k )
	{
		if ( walk->scratch[k] == NULL )
		{
			walk->scratch[k] = wfAllocateZeroed( sizeof( wfWalkScratch ) );
			result = walk->scratch[k] != NULL ? wf_ok : wf_outOfMemory;
		}
	}
	size_t agents = (size_t)crowd->population.agentCount + 1;
	// One more each, with which it leaves.
	size_t rows = agents * (size_t)( crowd->def.tickSeconds / WF_SHORTEST_STEP + 5.0 );
	result = result == wf_ok ? wfArray_Reserve( &walk->rows, rows ) : result;
	result = result == wf_ok ? wfArray_Reserve( &walk->cellFirst, WF_MAX_WALK_CELLS + 2 ) : result;
	agents = agents > walk->capacity ? agents + agents / 4 : agents;
	return result == wf_ok ? wfReserveColumns( columnsOf( walk ), &walk->capacity, agents ) : result;
}

bool wfOverlapsWalker( const wfCrowd* crowd, int32_t slot, wfVec2 place, double radius )
{
	const wfWalker* walker = crowd->walk->walkers[slot];
	wfVec2 origin = wfWorld_GetBounds( crowd->ground.world ).lower;
	return !wfIsTrackClearOfDisc( &walker->sure, &walker->size, (float)( place.x - origin.x ), (float)( place.y - origin.y ),
								  (float)radius, (int64_t)floor( crowd->time / WF_TRACK_SECONDS ) );
}

wfResult wfCheckFootsteps( wfCrowd* crowd, wfAgentId* culprit, wfAgentId* other, wfError* error )
{
	if ( crowd->walk == NULL || crowd->tickCount == 0 )
	{
		return wf_ok;
	}
	for ( const wfAgent* agent = NULL; ( agent = wfNextAgent( crowd, agent ) ) != NULL; )
	{
		bool isNew = wfIsPutNow( crowd, agent );
		for ( int32_t k = 0; isNew && k < crowd->population.slotCount; ++k )
		{
			bool steps = &crowd->population.agents[k] != agent && wfWalkerInUse( crowd, k ) != NULL &&
						 !wfIsPutNow( crowd, &crowd->population.agents[k] );
			if ( steps &&
				 wfOverlapsWalker( crowd, k, ( wfVec2 ){ agent->x, agent->y }, (double)agent->radius - WF_OVERLAP_SLACK ) )
			{
				if ( other != NULL )
				{
					*other = wfIdOfSlot( crowd, k );
				}
				return wfFailForAgent( crowd, agent, culprit, error, wf_startBlocked, "stands where another is about to step" );
			}
		}
	}
	return wf_ok;
}

// It stands where it is, in the midst of a footstep.
static void haltWalker( const wfCrowd* crowd, wfWalker* walker )
{
	walker->rest = walker->restBefore = wfStanceAt( walker, crowd->time );
	walker->count = walker->reported = walker->intentCount = 0;
	walker->standsFrom = crowd->time;
	walker->halts = true;
	wfPublishFootsteps( crowd, walker, crowd->time );
}

// Would it walk into somebody who was made to halt?
static bool meetsHalted( const wfCrowd* crowd, const wfWalker* walker )
{
	int64_t now = (int64_t)floor( crowd->time / WF_TRACK_SECONDS );
	bool meets = false;
	for ( int32_t slot = 0; slot < crowd->population.slotCount && !meets; ++slot )
	{
		const wfWalker* other = wfWalkerInUse( crowd, slot );
		meets =
			other != NULL && other->halts && !wfAreTracksClear( &walker->sure, &walker->size, &other->sure, &other->size, now );
	}
	return meets;
}

// Or is it in one, all around?
static bool meetsWall( const wfCrowd* crowd, const wfAgent* agent, wfWalker* walker )
{
	int32_t layer = agent->layer;
	if ( layer < 0 )
	{
		return false;
	}
	wfPublishFootsteps( crowd, walker, crowd->time );
	bool inside = wfLayerRoom( &crowd->ground.routes.layers.data[layer], agent->x, agent->y ) < 0.0f;
	return inside || !wfIsTrackClearOfWalls( &walker->sure, &walker->size, crowd->ground.routes.layers.data[layer].walls,
											 wfWorld_GetBounds( crowd->ground.world ).lower, NULL, NULL );
}

bool wfIsWalkerInWall( wfCrowd* crowd, int32_t slot )
{
	wfWalker* walker = crowd->walk->walkers[slot];
	return walker->count == 0 && meetsWall( crowd, &crowd->population.agents[slot], walker );
}

// Nobody walks into a wall because it was not there when the footstep was planned, nor into who had to stop short of one. Where
// all are now they are clear of each other: so the worst is that all halt.
void wfHaltWalkers( wfCrowd* crowd )
{
	bool halted = crowd->walk != NULL;
	for ( bool first = true; halted; first = false )
	{
		halted = false;
		for ( int32_t slot = 0; slot < crowd->population.slotCount; ++slot )
		{
			wfWalker* walker = wfWalkerInUse( crowd, slot );
			if ( walker == NULL )
			{
				continue;
			}
			walker->halts = !first && walker->halts;
			if ( walker->count > 0 &&
				 ( first ? meetsWall( crowd, &crowd->population.agents[slot], walker ) : meetsHalted( crowd, walker ) ) )
			{
				haltWalker( crowd, walker );
				halted = true;
			}
		}
	}
}

_Static_assert( sizeof( wfFootstep ) == 2 * 4 + 23 * 8 && sizeof( wfFootstepAction ) == 2 * 4 + 7 * 8,
				"footsteps and actions must have no gaps: they are hashed as bytes" );

uint64_t wfHashWalker( uint64_t hash, const wfCrowd* crowd, int32_t slot )
{
	const wfWalker* walker = wfWalkerOfSlot( crowd, slot );
	if ( walker == NULL )
	{
		return hash;
	}
	hash = wfHash( hash, &walker->reportedInAll, sizeof( walker->reportedInAll ) );
	hash = wfHash( hash, walker->steps, (size_t)walker->count * sizeof( wfFootstep ) );
	hash = wfHash( hash, walker->intents, (size_t)walker->intentCount * sizeof( wfFootstepAction ) );
	const double rest[] = { walker->rest.position.x, walker->rest.position.y, walker->rest.facing.x, walker->rest.facing.y,
							walker->nextTry,		 walker->standsFrom,	  walker->count,		 walker->intentCount };
	return wfHash( hash, rest, sizeof( rest ) );
}

// ------------------------------------------------------------------------------------------------------------- looked at

int32_t wfCrowd_GetFootsteps( const wfCrowd* crowd, const wfFootstepRow** rows )
{
	if ( WF_FAILS( crowd != NULL && rows != NULL ) )
	{
		return 0;
	}
	*rows = crowd->walk != NULL ? crowd->walk->rows.data : NULL;
	return crowd->walk != NULL ? crowd->walk->rows.count : 0;
}

int32_t wfCrowd_GetFootstepPlan( const wfCrowd* crowd, wfAgentId id, wfFootstep* steps, int32_t capacity, int32_t* sure )
{
	const wfAgent* agent = crowd != NULL ? wfGetAgent( crowd, id ) : NULL;
	if ( sure != NULL )
	{
		*sure = 0;
	}
	const wfWalker* walker = agent != NULL ? wfWalkerOfSlot( crowd, wfSlotOf( crowd, agent ) ) : NULL;
	if ( walker == NULL || capacity < 0 )
	{
		return 0;
	}
	int32_t count = 0, kept = walker->intentCount > 0 ? walker->count - 1 : walker->count;
	for ( int32_t k = 0; k < kept; ++k )
	{
		if ( wfFootstep_GetEndTime( &walker->steps[k] ) > crowd->time )
		{
			if ( count < capacity )
			{
				steps[count] = walker->steps[k];
			}
			count += 1;
		}
	}
	if ( sure != NULL )
	{
		*sure = count;
	}
	wfFootstep intended[WF_INTENDED_FOOTSTEPS];
	int32_t more = makeIntended( crowd, walker, kept > 0 ? walker->stances[kept - 1] : walker->rest, intended );
	for ( int32_t k = 0; k < more && count + k < capacity; ++k )
	{
		steps[count + k] = intended[k];
	}
	return count + more;
}

wfFootstepStats wfCrowd_GetFootstepStats( const wfCrowd* crowd )
{
	if ( WF_FAILS( crowd != NULL ) || crowd->walk == NULL )
	{
		return ( wfFootstepStats ){ 0 };
	}
	const wfWalkStats* stats = &crowd->walk->stats;
	wfFootstepStats reported = stats->sum;
	reported.agents = crowd->walk->total;
	int64_t below = 0, limit = reported.plans - reported.plans / 20;
	for ( int32_t bin = 0; bin < WF_TIME_BINS && reported.plans > 0; ++bin )
	{
		below += stats->bins[bin];
		if ( below >= limit )
		{
			reported.p95Seconds = WF_FIRST_BIN * wfExp( ( bin + 1 ) / WF_BINS_PER_UNIT );
			break;
		}
	}
	return reported;
}
