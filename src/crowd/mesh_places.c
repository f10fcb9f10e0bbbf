// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Where discs may stand on a surface: checks before the first step, random places, and the exact check of a crowd as it stands.
#include "crowd/crowd.h"
#include "crowd/defs.h"

#include <stdio.h>
#include <string.h>

// Tries for each agent that is to be placed at random.
#define WF_PLACE_TRIES 400

// ---------------------------------------------------------------------------------------------------------------- patches

// How far others, walls and what is touched may matter to an agent.
static double reachOf( const wfCrowd* crowd, const wfAgent* agent, double radius, double speed )
{
	const wfStyleDef* style = &wfStyleOf( crowd, agent )->def;
	double map = 0.7072 * style->mapCell * style->mapSize + radius + 0.6;
	double touch = 2.0 * radius + 2.0 * 1.1 * wfMax( speed, 0.5 ) * crowd->def.tickSeconds + 0.1;
	return wfMax( style->neighborReach, wfMax( map, touch ) );
}

// Patches large enough for everybody; made anew when somebody needs larger ones.
static wfResult makePatches( wfCrowd* crowd, wfError* error )
{
	double reach = 0.0, radius = 0.0, speed = 0.0;
	for ( int32_t slot = 0; slot < crowd->population.slotCount; ++slot )
	{
		const wfAgent* agent = &crowd->population.agents[slot];
		if ( agent->flags & wf_agentUsed )
		{
			radius = wfMax( radius, (double)agent->radius );
			speed = wfMax( speed, (double)agent->desiredSpeed );
		}
	}
	for ( int32_t slot = 0; slot < crowd->population.slotCount; ++slot )
	{
		const wfAgent* agent = &crowd->population.agents[slot];
		reach = ( agent->flags & wf_agentUsed ) ? wfMax( reach, reachOf( crowd, agent, radius, speed ) ) : reach;
	}
	return wfGround_MakePatches( &crowd->ground, 0.5 * reach, error );
}

// ----------------------------------------------------------------------------------------------------------------- checks

// The patch of every agent, and what it reaches.
static wfResult findPatches( wfCrowd* crowd )
{
	wfTick* tick = &crowd->tick;
	wfPatchMap* patches = &crowd->ground.patches;
	wfResult result = wfGrowArray( &tick->cellFirst, &tick->cellCapacity, (size_t)patches->patchCount + 2, sizeof( int32_t ) );
	for ( int32_t slot = 0; slot < crowd->population.slotCount && result == wf_ok; ++slot )
	{
		const wfAgent* agent = &crowd->population.agents[slot];
		tick->slotCell[slot] = -1;
		if ( agent->flags & wf_agentUsed )
		{
			wfVec3 position = wfPositionOf( crowd, agent );
			tick->slotCell[slot] = wfFindPatch( patches, agent->triangle, position );
			result = wfReachPatch( patches, tick->slotCell[slot] );
		}
	}
	return result;
}

static wfResult findCells( wfCrowd* crowd, wfError* error )
{
	wfResult result = makePatches( crowd, error );
	if ( result == wf_ok && ( findPatches( crowd ) != wf_ok || wfFindRegions( crowd ) != wf_ok ) )
	{
		result = wfFail( error, wf_outOfMemory, "not enough memory for %d agents", crowd->population.agentCount );
	}
	return result;
}

static wfSurfacePoint pointOfSlot( const wfCrowd* crowd, int32_t slot )
{
	return wfGround_GetPoint( &crowd->ground, wfPlaceOf( &crowd->population.agents[slot] ) );
}

// Centres of two agents along the surface, at least; exact where they are nearer in space than `enough`.
static double distanceOf( const wfCrowd* crowd, int32_t a, int32_t b, double enough )
{
	wfSurfacePoint from = pointOfSlot( crowd, a ), to = pointOfSlot( crowd, b );
	double straight =
		wfLength3( wfSub3( wfMesh_GetPosition( crowd->ground.mesh, from ), wfMesh_GetPosition( crowd->ground.mesh, to ) ) );
	return straight >= enough ? straight : wfMeasureGeodesic( crowd->ground.mesh, from, to, enough );
}

typedef struct wfPairCheck
{
	wfContactReport report;
	int32_t slot, other; // the first that overlap, -1: none
	int32_t wallSlot;
	double margin; // what counts as touching only
} wfPairCheck;

static void checkAgainst( const wfCrowd* crowd, int32_t slot, int32_t other, wfPairCheck* check )
{
	const wfAgent *a = &crowd->population.agents[slot], *b = &crowd->population.agents[other];
	double radii = (double)a->radius + (double)b->radius;
	double gap = distanceOf( crowd, slot, other, radii ) - radii;
	check->report.pairs += 1;
	check->report.leastGap = wfMin( check->report.leastGap, gap );
	if ( gap < -check->margin )
	{
		check->report.overlaps += 1;
		if ( check->slot < 0 )
		{
			check->slot = slot;
			check->other = other;
		}
	}
}

// slotCell and the index must be those of the present places.
static void checkAll( wfCrowd* crowd, wfPairCheck* check )
{
	const wfTick* tick = &crowd->tick;
	const wfPatchMap* map = &crowd->ground.patches;
	check->report = ( wfContactReport ){ .leastGap = INFINITY, .leastWallGap = INFINITY };
	check->slot = check->other = check->wallSlot = -1;
	for ( int32_t rank = 0; rank < tick->count; ++rank )
	{
		int32_t slot = tick->slot[rank];
		const wfAgent* agent = &crowd->population.agents[slot];
		const wfPatch* patch = &map->patches[crowd->tick.slotCell[slot]];
		wfVec3 place = wfMesh_GetPosition( crowd->ground.mesh, pointOfSlot( crowd, slot ) );
		for ( int32_t k = 0; k < patch->reachCount; ++k )
		{
			int32_t near = map->reach[patch->reachFirst + k].patch;
			for ( int32_t other = tick->cellFirst[near]; other < tick->cellFirst[near + 1]; ++other )
			{
				if ( other > rank )
				{
					int32_t first = wfMin( slot, tick->slot[other] ) == slot ? slot : tick->slot[other];
					checkAgainst( crowd, first == slot ? tick->slot[other] : slot, first, check );
				}
			}
			for ( int32_t m = map->patches[near].wallFirst; m < map->patches[near + 1].wallFirst; ++m )
			{
				double gap = wfLength3( wfFromEdgeWall( &map->walls[map->wallList[m]], place ) ) - (double)agent->radius;
				check->report.leastWallGap = wfMin( check->report.leastWallGap, gap );
				if ( gap < -check->margin )
				{
					check->report.wallHits += check->wallSlot != slot ? 1 : 0;
					check->wallSlot = slot;
				}
			}
		}
	}
}

wfResult wfCrowd_CheckContacts( wfCrowd* crowd, wfContactReport* report )
{
	if ( WF_FAILS( crowd != NULL && report != NULL ) )
	{
		return wf_invalidDef;
	}
	*report = ( wfContactReport ){ .leastGap = INFINITY, .leastWallGap = INFINITY };
	wfResult result = wfRefuseInPlane( crowd, "check of contacts", NULL );
	result = result == wf_ok ? wfReserveTick( crowd ) : result;
	result = result == wf_ok ? findCells( crowd, NULL ) : result;
	if ( result == wf_ok )
	{
		wfSortIntoCells( crowd, crowd->ground.patches.patchCount );
		wfPairCheck check = { .margin = 0.0 };
		checkAll( crowd, &check );
		*report = check.report;
	}
	return result;
}

// ---------------------------------------------------------------------------------------------------------------- prepare

static wfResult checkPlaces( wfCrowd* crowd, wfAgentId* culprit, wfAgentId* other, wfError* error )
{
	wfResult result = findCells( crowd, error );
	if ( result != wf_ok )
	{
		return result;
	}
	for ( int32_t slot = 0; slot < crowd->population.slotCount; ++slot )
	{
		if ( ( crowd->population.agents[slot].flags & wf_agentUsed ) &&
			 !crowd->ground.walkable[crowd->population.agents[slot].triangle] )
		{
			return wfFailForAgent( crowd, &crowd->population.agents[slot], culprit, error, wf_startBlocked,
								   "stands in an obstacle" );
		}
	}
	wfSortIntoCells( crowd, crowd->ground.patches.patchCount );
	wfPairCheck check = { .margin = 1e-6 };
	checkAll( crowd, &check );
	char text[160];
	if ( check.wallSlot >= 0 )
	{
		snprintf( text, sizeof( text ), "is nearer to an obstacle or to the limit of the mesh than its radius of %.4g m",
				  (double)crowd->population.agents[check.wallSlot].radius );
		return wfFailForAgent( crowd, &crowd->population.agents[check.wallSlot], culprit, error, wf_startBlocked, text );
	}
	if ( check.slot >= 0 )
	{
		snprintf( text, sizeof( text ), "overlaps agent %u by %.4g m", crowd->population.agents[check.other].serial,
				  -check.report.leastGap );
		if ( other != NULL )
		{
			*other = wfIdOfSlot( crowd, check.other );
		}
		return wfFailForAgent( crowd, &crowd->population.agents[check.slot], culprit, error, wf_startBlocked, text );
	}
	return wf_ok;
}

// ----------------------------------------------------------------------------------------------------------- random places

// By area: the triangle whose share of the sum holds a number.
static int32_t drawTriangle( const double* sums, int32_t count, double unit )
{
	double at = unit * sums[count - 1];
	int32_t first = 0, last = count - 1;
	while ( first < last )
	{
		int32_t middle = first + ( last - first ) / 2;
		if ( sums[middle] > at )
		{
			last = middle;
		}
		else
		{
			first = middle + 1;
		}
	}
	return first;
}

static double* sumAreas( const wfCrowd* crowd )
{
	const wfMesh* mesh = crowd->ground.mesh;
	double* sums = wfAllocateArray( (size_t)mesh->triangleCount, sizeof( double ) );
	double sum = 0.0;
	for ( int32_t t = 0; t < mesh->triangleCount && sums != NULL; ++t )
	{
		sum += crowd->ground.walkable[t] ? 0.5 * mesh->corner1X[t] * mesh->corner2Y[t] : 0.0;
		sums[t] = sum;
	}
	return sums;
}

// A hash of places in space: chains of agents by cell.
typedef struct wfPlaced
{
	wfVec3* places;
	float* radii;
	int32_t *next, *heads;
	int32_t count, buckets;
	double cell;
} wfPlaced;

static int32_t bucketOf( const wfPlaced* placed, int64_t i, int64_t j, int64_t k )
{
	int64_t key[3] = { i, j, k };
	return (int32_t)( wfHash( WF_HASH_START, key, sizeof( key ) ) % (uint64_t)placed->buckets );
}

// So far from the origin that numbers run out all share a cell.
static int64_t cellIndex( double value, double cell )
{
	return (int64_t)floor( wfMin( wfMax( value / cell, -1e18 ), 1e18 ) );
}

static void addPlaced( wfPlaced* placed, wfVec3 at, double radius )
{
	int32_t index = placed->count++;
	int32_t bucket =
		bucketOf( placed, cellIndex( at.x, placed->cell ), cellIndex( at.y, placed->cell ), cellIndex( at.z, placed->cell ) );
	placed->places[index] = at;
	placed->radii[index] = (float)radius;
	placed->next[index] = placed->heads[bucket];
	placed->heads[bucket] = index;
}

// Apart in space is apart on the surface.
static bool isFreeOfOthers( const wfPlaced* placed, wfVec3 at, double radius )
{
	int64_t i = cellIndex( at.x, placed->cell ), j = cellIndex( at.y, placed->cell ), k = cellIndex( at.z, placed->cell );
	for ( int32_t m = 0; m < 27; ++m )
	{
		int32_t bucket = bucketOf( placed, i + m % 3 - 1, j + m / 3 % 3 - 1, k + m / 9 - 1 );
		for ( int32_t other = placed->heads[bucket]; other >= 0; other = placed->next[other] )
		{
			double least = radius + (double)placed->radii[other];
			wfVec3 apart = wfSub3( placed->places[other], at );
			if ( wfDot3( apart, apart ) < least * least )
			{
				return false;
			}
		}
	}
	return true;
}

static void freePlaced( wfPlaced* placed, size_t room )
{
	wfReleaseArray( placed->places, room, sizeof( wfVec3 ) );
	wfReleaseArray( placed->radii, room, sizeof( float ) );
	wfReleaseArray( placed->next, room, sizeof( int32_t ) );
	wfReleaseArray( placed->heads, (size_t)placed->buckets, sizeof( int32_t ) );
}

static wfResult startPlaced( const wfCrowd* crowd, double radius, double gap, size_t room, wfPlaced* placed )
{
	double largest = radius;
	for ( int32_t slot = 0; slot < crowd->population.slotCount; ++slot )
	{
		largest = ( crowd->population.agents[slot].flags & wf_agentUsed )
					  ? wfMax( largest, (double)crowd->population.agents[slot].radius )
					  : largest;
	}
	placed->cell = 2.0 * largest + gap + 1e-6;
	placed->buckets = (int32_t)( 2 * room + 1 );
	placed->places = wfAllocateArray( room, sizeof( wfVec3 ) );
	placed->radii = wfAllocateArray( room, sizeof( float ) );
	placed->next = wfAllocateArray( room, sizeof( int32_t ) );
	placed->heads = wfAllocateArray( (size_t)placed->buckets, sizeof( int32_t ) );
	if ( placed->places == NULL || placed->radii == NULL || placed->next == NULL || placed->heads == NULL )
	{
		return wf_outOfMemory;
	}
	memset( placed->heads, 0xFF, (size_t)placed->buckets * sizeof( int32_t ) );
	for ( int32_t slot = 0; slot < crowd->population.slotCount; ++slot )
	{
		if ( crowd->population.agents[slot].flags & wf_agentUsed )
		{
			addPlaced( placed, wfMesh_GetPosition( crowd->ground.mesh, pointOfSlot( crowd, slot ) ),
					   (double)crowd->population.agents[slot].radius );
		}
	}
	return wf_ok;
}

// A place drawn by area, from three numbers of the stream.
static wfSurfacePoint drawPlace( const wfCrowd* crowd, const double* sums, uint64_t stream, uint64_t counter )
{
	uint64_t seed = crowd->def.seed;
	wfSurfacePoint place = { drawTriangle( sums, crowd->ground.mesh->triangleCount, wfRandomUnit( seed, stream, counter ) ),
							 wfRandomUnit( seed, stream, counter + 1 ), wfRandomUnit( seed, stream, counter + 2 ) };
	if ( place.u + place.v > 1.0 )
	{
		place.u = 1.0 - place.u;
		place.v = 1.0 - place.v;
	}
	return place;
}

// Adds agents until there are enough, or no more after many tries. `made` has room for all of them.
static wfResult addDrawn( wfCrowd* crowd, const wfAgentDef* def, int32_t count, double gap, const double* sums, wfPlaced* placed,
						  wfAgentId* made, int32_t* added, wfError* error )
{
	uint64_t stream = 0x5A17Full + crowd->population.lastSerial, counter = 0;
	int64_t mostTries = WF_PLACE_TRIES * ( (int64_t)count + 1 );
	double space = def->radius + gap + 2.0 * WF_SKIN;
	for ( int64_t tries = 0; *added < count; ++tries, counter += 3 )
	{
		if ( tries == mostTries )
		{
			return wfFail( error, wf_startBlocked, "there is room for %d of %d agents of radius %g m, %g m apart", *added, count,
						   def->radius, gap );
		}
		wfAgentDef next = *def;
		next.place = drawPlace( crowd, sums, stream, counter );
		wfVec3 at = wfMesh_GetPosition( crowd->ground.mesh, next.place );
		if ( !crowd->ground.walkable[next.place.triangle] || !isFreeOfOthers( placed, at, space ) ||
			 !wfIsFreeOfWalls( &crowd->ground, at, space ) )
		{
			continue;
		}
		wfResult result = wfCrowd_AddAgent( crowd, &next, &made[*added], error );
		if ( result != wf_ok )
		{
			return result;
		}
		addPlaced( placed, at, def->radius );
		*added += 1;
	}
	return wf_ok;
}

wfResult wfCrowd_AddRandomAgents( wfCrowd* crowd, const wfAgentDef* def, int32_t count, double gap, wfAgentId* ids,
								  wfError* error )
{
	if ( WF_FAILS( crowd != NULL && def != NULL && count >= 0 ) )
	{
		return wf_invalidDef;
	}
	wfResult result = wfRefuseInPlane( crowd, "random places", error );
	result = result == wf_ok ? wfCheckNumber( "radius", def->radius, WF_MIN_AGENT_RADIUS, WF_MAX_AGENT_RADIUS, error ) : result;
	result = result == wf_ok ? wfCheckNumber( "gap", gap, 0.0, 1e6, error ) : result;
	if ( result != wf_ok )
	{
		return result;
	}
	const wfMesh* mesh = crowd->ground.mesh;
	size_t room = (size_t)count + (size_t)crowd->population.agentCount + 1;
	wfAgentId* made = wfAllocateArray( (size_t)count + 1, sizeof( wfAgentId ) );
	double* sums = sumAreas( crowd );
	wfPlaced placed = { 0 };
	uint32_t lastSerial = crowd->population.lastSerial;
	uint64_t startAgents = crowd->population.startAgents;
	int32_t eventCount = crowd->population.events.count, added = 0;
	if ( made == NULL || sums == NULL || startPlaced( crowd, def->radius, gap, room, &placed ) != wf_ok )
	{
		result = wfFail( error, wf_outOfMemory, "not enough memory for %d agents", count );
	}
	else if ( !( sums[mesh->triangleCount - 1] > 0.0 ) )
	{
		result = wfFail( error, wf_startBlocked, "there is nowhere to stand" );
	}
	else
	{
		result = addDrawn( crowd, def, count, gap, sums, &placed, made, &added, error );
	}
	if ( result == wf_ok && ids != NULL && made != NULL )
	{
		memcpy( ids, made, (size_t)count * sizeof( wfAgentId ) );
	}
	if ( result != wf_ok && made != NULL )
	{
		// As if it had not been tried.
		while ( added > 0 )
		{
			wfDropAgent( crowd, (int32_t)made[--added].index1 - 1 );
		}
		crowd->population.lastSerial = lastSerial;
		crowd->population.startAgents = startAgents;
		crowd->population.events.count = eventCount;
	}
	freePlaced( &placed, room );
	wfReleaseArray( sums, (size_t)mesh->triangleCount, sizeof( double ) );
	wfReleaseArray( made, (size_t)count + 1, sizeof( wfAgentId ) );
	return result;
}

// --------------------------------------------------------------------------------------------------------------- stages

static bool overlaps( const wfCrowd* crowd, const wfAgent* agent, double radius, const wfAgent* other )
{
	double sum = radius + (double)other->radius;
	return distanceOf( crowd, wfSlotOf( crowd, agent ), wfSlotOf( crowd, other ), sum ) < sum;
}

static wfResult reserveNoFlow( wfCrowd* crowd )
{
	(void)crowd;
	return wf_ok; // its memory depends on where agents are: reserved with their cells
}

// Chosen when the flow was built, for all agents of a region at once.
static float getFanAngle( const wfCrowd* crowd, int32_t rank, const wfAgent* agent )
{
	(void)crowd;
	(void)rank;
	return agent->fanAngle;
}

static uint64_t hashPlaces( const wfCrowd* crowd, uint64_t hash )
{
	return wfHash( hash, crowd->meshTick.triangle, (size_t)crowd->tick.count * sizeof( int32_t ) );
}

const wfStages wf_meshStages = { .goalsArePlaces = true,
								 .reserve = wfReserveMeshTick,
								 .checkPlaces = checkPlaces,
								 .overlaps = overlaps,
								 .findCells = findCells,
								 .buildIndex = wfBuildIndexOnMesh,
								 .perceive = wfPerceiveOnMesh,
								 .reserveFlow = reserveNoFlow,
								 .buildFlow = wfForeseeOnMesh,
								 .foresee = getFanAngle,
								 .moveDiscs = wfMoveOnMesh,
								 .commitDiscs = wfCommitOnMesh,
								 .hashPlaces = hashPlaces,
								 .clearance = wfClearanceOnMesh,
								 .roomAt = wfRoomOnMesh,
								 .addWalls = wfAddWallsOnMesh };
