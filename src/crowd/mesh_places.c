// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Who is where on a mesh, and whether all agents fit there.
#include "crowd/crowd.h"

#include <stdio.h>

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
	for ( const wfAgent* agent = NULL; ( agent = wfNextAgent( crowd, agent ) ) != NULL; )
	{
		radius = wfMax( radius, (double)agent->radius );
		speed = wfMax( speed, (double)agent->desiredSpeed );
	}
	for ( const wfAgent* agent = NULL; ( agent = wfNextAgent( crowd, agent ) ) != NULL; )
	{
		reach = wfMax( reach, reachOf( crowd, agent, radius, speed ) );
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
			tick->slotCell[slot] = wfFindPatch( patches, agent->triangle, wfPositionOf( crowd, agent ) );
			result = wfReachPatch( patches, tick->slotCell[slot] );
		}
	}
	return result;
}

static wfResult findCells( wfCrowd* crowd, wfError* error )
{
	wfResult result = makePatches( crowd, error );
	if ( result == wf_ok &&
		 ( findPatches( crowd ) != wf_ok || wfFindRegions( crowd ) != wf_ok || wfReachPassages( crowd ) != wf_ok ) )
	{
		result = wfFail( error, wf_outOfMemory, "not enough memory for %d agents", crowd->population.agentCount );
	}
	return result;
}

// Two places along the surface, at least; exact where they are nearer in space than `enough`.
static double measureDistance( const wfGround* ground, wfPlace a, wfPlace b, double enough )
{
	wfSurfacePoint from = wfGround_GetPoint( ground, a ), to = wfGround_GetPoint( ground, b );
	double straight = wfDistance3( wfMesh_GetPosition( ground->mesh, from ), wfMesh_GetPosition( ground->mesh, to ) );
	return straight >= enough ? straight : wfMeasureGeodesic( ground->mesh, from, to, enough );
}

typedef struct wfPairCheck
{
	wfContactReport report;
	const wfAgent *agent, *other; // the first that overlap
	const wfAgent* atWall;		  // the last that overlaps one
	double margin;				  // what counts as touching only
} wfPairCheck;

static void checkPair( const wfCrowd* crowd, const wfAgent* agent, const wfAgent* other, wfPairCheck* check )
{
	double radii = (double)agent->radius + (double)other->radius;
	double gap = measureDistance( &crowd->ground, wfPlaceOf( agent ), wfPlaceOf( other ), radii ) - radii;
	check->report.pairs += 1;
	check->report.leastGap = wfMin( check->report.leastGap, gap );
	if ( gap < -check->margin )
	{
		check->report.overlaps += 1;
		check->other = check->agent == NULL ? other : check->other;
		check->agent = check->agent == NULL ? agent : check->agent;
	}
}

static void checkWall( const wfAgent* agent, wfVec3 position, const wfEdgeWall* wall, wfPairCheck* check )
{
	double gap = wfLength3( wfFromEdgeWall( wall, position ) ) - (double)agent->radius;
	check->report.leastWallGap = wfMin( check->report.leastWallGap, gap );
	if ( gap < -check->margin )
	{
		check->report.wallHits += check->atWall != agent ? 1 : 0;
		check->atWall = agent;
	}
}

// The cells of agents have been found. `margin`: what counts as touching only.
static wfPairCheck checkAll( wfCrowd* crowd, double margin )
{
	const wfTick* tick = &crowd->tick;
	const wfPatchMap* map = &crowd->ground.patches;
	wfPairCheck check = { .report = { .leastGap = INFINITY, .leastWallGap = INFINITY }, .margin = margin };
	wfSortIntoCells( crowd, map->patchCount );
	for ( int32_t rank = 0; rank < tick->count; ++rank )
	{
		const wfAgent* agent = &crowd->population.agents[tick->slot[rank]];
		const wfPatch* patch = &map->patches[tick->slotCell[tick->slot[rank]]];
		wfVec3 position = wfMesh_GetPosition( crowd->ground.mesh, wfGround_GetPoint( &crowd->ground, wfPlaceOf( agent ) ) );
		for ( int32_t k = 0; k < patch->reachCount; ++k )
		{
			int32_t near = map->reach[patch->reachFirst + k].patch;
			for ( int32_t m = tick->cellFirst[near]; m < tick->cellFirst[near + 1]; ++m )
			{
				const wfAgent* other = &crowd->population.agents[tick->slot[m]];
				if ( m > rank )
				{
					checkPair( crowd, agent > other ? agent : other, agent > other ? other : agent, &check );
				}
			}
			for ( int32_t m = map->patches[near].wallFirst; m < map->patches[near + 1].wallFirst; ++m )
			{
				checkWall( agent, position, &map->walls[map->wallList[m]], &check );
			}
		}
	}
	return check;
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
		*report = checkAll( crowd, 0.0 ).report;
	}
	return result;
}

// ---------------------------------------------------------------------------------------------------------------- prepare

static void printNearWall( double radius, char* text, size_t size )
{
	snprintf( text, size, "is nearer to an obstacle or to the limit of the mesh than its radius of %.4g m", radius );
}

static wfResult describeWall( const wfCrowd* crowd, wfPlace place, int32_t kind, double radius, char* text, size_t size )
{
	const wfGround* ground = &crowd->ground;
	(void)kind;
	if ( !ground->walkable[place.triangle] )
	{
		snprintf( text, size, "stands in an obstacle" );
	}
	else if ( wfFindWallDistance( ground, wfGround_GetPosition( ground, place ), radius, radius - WF_OVERLAP_SLACK ) <
			  radius - WF_OVERLAP_SLACK )
	{
		printNearWall( radius, text, size );
	}
	return wf_ok;
}

static wfResult checkPlaces( wfCrowd* crowd, wfAgentId* culprit, wfAgentId* other, wfError* error )
{
	wfResult result = findCells( crowd, error );
	if ( result != wf_ok )
	{
		return result;
	}
	for ( const wfAgent* agent = NULL; ( agent = wfNextAgent( crowd, agent ) ) != NULL; )
	{
		if ( !crowd->ground.walkable[agent->triangle] )
		{
			return wfFailForAgent( crowd, agent, culprit, error, wf_startBlocked, "stands in an obstacle" );
		}
	}
	wfPairCheck check = checkAll( crowd, 1e-6 );
	char text[160];
	if ( check.atWall != NULL )
	{
		printNearWall( (double)check.atWall->radius, text, sizeof( text ) );
		return wfFailForAgent( crowd, check.atWall, culprit, error, wf_startBlocked, text );
	}
	if ( check.agent != NULL )
	{
		snprintf( text, sizeof( text ), "overlaps agent %u by %.4g m", check.other->serial, -check.report.leastGap );
		if ( other != NULL )
		{
			*other = wfIdOfSlot( crowd, wfSlotOf( crowd, check.other ) );
		}
		return wfFailForAgent( crowd, check.agent, culprit, error, wf_startBlocked, text );
	}
	return wf_ok;
}

// --------------------------------------------------------------------------------------------------------------- stages

static double overlaps( const wfCrowd* crowd, const wfRoomCheck* check, const wfAgent* other )
{
	double sum = check->radius + (double)other->radius - WF_OVERLAP_SLACK;
	double distance = measureDistance( &crowd->ground, check->place, wfPlaceOf( other ), sum );
	return distance >= sum ? 0.0 : distance >= 0.0 ? sum - distance : sum; // not a number: there was no memory to measure it
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
								 .betweenWalls = WF_BETWEEN_WALLS_ON_MESH,
								 .reserve = wfReserveMeshTick,
								 .checkPlaces = checkPlaces,
								 .overlaps = overlaps,
								 .describeWall = describeWall,
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
								 .addWalls = wfAddWallsOnMesh,
								 .searchPassages = wfSearchPassagesOnMesh,
								 .recallPassages = wfRecallPassagesOnMesh,
								 .visitPassage = wfVisitPassageOnMesh,
								 .placeAtPassage = wfPlaceAtPassageOnMesh,
								 .turnFromPassage = wfTurnFromPassageOnMesh,
								 .distanceFromEnd = wfDistanceFromEndOnMesh };
