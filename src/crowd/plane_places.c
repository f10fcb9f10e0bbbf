// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Who is where in the plane, and whether all agents fit there.
#include "crowd/locomotion.h"
#include "crowd/stages.h"
#include "world/geometry.h"
#include "world/world.h"

#include <stdio.h>

// ------------------------------------------------------------------------------------------------------------------ index

static wfResult reserveCells( wfCrowd* crowd )
{
	wfTick* tick = &crowd->tick;
	if ( tick->cellFirst != NULL )
	{
		return wf_ok;
	}
	wfBox2 bounds = wfWorld_GetBounds( crowd->ground.world );
	double width = bounds.upper.x - bounds.lower.x, height = bounds.upper.y - bounds.lower.y;
	double longer = width > height ? width : height;
	tick->cellSize = longer / WF_MAX_INDEX_SIDE > WF_INDEX_CELL ? longer / WF_MAX_INDEX_SIDE : WF_INDEX_CELL;
	tick->origin = bounds.lower;
	tick->columns = (int32_t)( width / tick->cellSize ) + 1;
	tick->rows = (int32_t)( height / tick->cellSize ) + 1;
	size_t cells = (size_t)tick->columns * (size_t)tick->rows + 1;
	tick->cellFirst = wfAllocateArray( cells, sizeof( int32_t ) );
	tick->cellCapacity = tick->cellFirst != NULL ? cells : 0;
	return tick->cellFirst != NULL ? wf_ok : wf_outOfMemory;
}

static int32_t cellOf( const wfTick* tick, double x, double y )
{
	int32_t i = (int32_t)( ( x - tick->origin.x ) / tick->cellSize ), j = (int32_t)( ( y - tick->origin.y ) / tick->cellSize );
	i = i < 0 ? 0 : i >= tick->columns ? tick->columns - 1 : i;
	j = j < 0 ? 0 : j >= tick->rows ? tick->rows - 1 : j;
	return j * tick->columns + i;
}

static void findCells( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	wfCrowd* crowd = context;
	for ( int32_t slot = begin; slot < end; ++slot )
	{
		const wfAgent* agent = &crowd->population.agents[slot];
		crowd->tick.slotCell[slot] = ( agent->flags & wf_agentUsed ) ? cellOf( &crowd->tick, agent->x, agent->y ) : -1;
	}
}

// In the order of ranks: what is written lies together, and the agents are fetched ahead.
static void fillRanks( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	wfCrowd* crowd = context;
	for ( int32_t rank = begin; rank < end; ++rank )
	{
		wfFetchAgent( crowd, rank + 2 * WF_FETCH_AHEAD );
		int32_t slot = crowd->tick.slot[rank];
		wfFillRank( crowd, slot, rank, crowd->tick.slotCell[slot] );
	}
}

static void buildIndex( wfCrowd* crowd )
{
	wfTick* tick = &crowd->tick;
	wfWorkers_ParallelFor( crowd->def.workers, findCells, crowd->population.slotCount, 2048, crowd );
	wfSortIntoCells( crowd, tick->columns * tick->rows );
	wfWorkers_ParallelFor( crowd->def.workers, fillRanks, tick->count, 1024, crowd );
	wfFindLargest( crowd );
}

static wfResult findNoCells( wfCrowd* crowd, wfError* error )
{
	(void)crowd;
	(void)error;
	return wf_ok; // the index finds them, and cannot fail
}

static uint64_t hashPlaces( const wfCrowd* crowd, uint64_t hash )
{
	(void)crowd;
	return hash;
}

// ----------------------------------------------------------------------------------------------------------------- checks

static wfResult describeWall( const wfCrowd* crowd, wfPlace place, int32_t kind, double radius, char* text, size_t size )
{
	const wfGeometry* geometry;
	wfResult result = wfGeometryGet( crowd->ground.world, kind, &geometry );
	if ( result != wf_ok )
	{
		return result;
	}
	double distance = wfGeometryDistance( geometry, ( wfVec2 ){ place.x, place.y } );
	if ( distance >= radius - WF_OVERLAP_SLACK )
	{
		return wf_ok;
	}
	wfBox2 world = wfWorld_GetBounds( crowd->ground.world );
	bool outside = place.x < world.lower.x || place.x > world.upper.x || place.y < world.lower.y || place.y > world.upper.y;
	if ( distance < 0.0 )
	{
		snprintf( text, size, "stands %s", outside ? "outside of the world" : "inside of an obstacle" );
	}
	else
	{
		snprintf( text, size, "is %.4g m from a wall, expected at least its radius of %.4g m", distance, radius );
	}
	return wf_ok;
}

static wfResult checkWalls( wfCrowd* crowd, wfAgentId* culprit, wfError* error )
{
	for ( const wfAgent* agent = NULL; ( agent = wfNextAgent( crowd, agent ) ) != NULL; )
	{
		if ( !( agent->flags & wf_agentNew ) || !wfLocomotionOf( agent )->isDisc( crowd, agent ) )
		{
			continue;
		}
		char text[128] = "";
		wfResult result = describeWall( crowd, wfPlaceOf( agent ), agent->kind, (double)agent->radius, text, sizeof( text ) );
		if ( result != wf_ok )
		{
			return wfFail( error, result, "not enough memory to index the world" );
		}
		if ( text[0] != 0 )
		{
			return wfFailForAgent( crowd, agent, culprit, error, wf_startBlocked, text );
		}
	}
	return wf_ok;
}

// Two who are not discs are only checked where one of them is put there now.
static bool isOverlapCounted( const wfCrowd* crowd, int32_t a, int32_t b )
{
	const wfAgent *first = &crowd->population.agents[a], *second = &crowd->population.agents[b];
	bool discs = wfLocomotionOf( first )->isDisc( crowd, first ) && wfLocomotionOf( second )->isDisc( crowd, second );
	return discs || wfIsPutNow( crowd, first ) || wfIsPutNow( crowd, second );
}

static wfResult checkOverlaps( wfCrowd* crowd, wfAgentId* culprit, wfAgentId* other, wfError* error )
{
	buildIndex( crowd );
	const wfTick* tick = &crowd->tick;
	int32_t span = (int32_t)( 2.0 * (double)crowd->tick.maxRadius / tick->cellSize ) + 1;
	for ( int32_t rank = 0; rank < tick->count; ++rank )
	{
		int32_t row = tick->cell[rank] / tick->columns, column = tick->cell[rank] % tick->columns;
		for ( int32_t j = row > span ? row - span : 0; j <= row + span && j < tick->rows; ++j )
		{
			int32_t first = column > span ? column - span : 0;
			int32_t last = column + span < tick->columns ? column + span : tick->columns - 1;
			int32_t end = tick->cellFirst[j * tick->columns + last + 1];
			for ( int32_t k = tick->cellFirst[j * tick->columns + first]; k < end; ++k )
			{
				if ( tick->slot[k] >= tick->slot[rank] )
				{
					continue;
				}
				wfVec2 across;
				wfOval body = wfOvalOfRank( tick, rank ), theirs = wfOvalOfRank( tick, k );
				double gap = wfOval_GetGap( &body, &theirs, &across ) + WF_OVERLAP_SLACK;
				if ( gap < 0.0 && isOverlapCounted( crowd, tick->slot[rank], tick->slot[k] ) )
				{
					char text[128];
					snprintf( text, sizeof( text ), "overlaps agent %u by %.4g m", crowd->population.agents[tick->slot[k]].serial,
							  -gap );
					if ( other != NULL )
					{
						*other = wfIdOfSlot( crowd, tick->slot[k] );
					}
					return wfFailForAgent( crowd, &crowd->population.agents[tick->slot[rank]], culprit, error, wf_startBlocked,
										   text );
				}
			}
		}
	}
	return wf_ok;
}

static wfResult checkPlaces( wfCrowd* crowd, wfAgentId* culprit, wfAgentId* other, wfError* error )
{
	wfResult result = checkWalls( crowd, culprit, error );
	return result == wf_ok ? checkOverlaps( crowd, culprit, other, error ) : result;
}

static double overlaps( const wfCrowd* crowd, const wfRoomCheck* check, const wfAgent* other )
{
	const wfLocomotion* locomotion = wfLocomotionOf( other );
	wfVec2 point = { check->place.x, check->place.y }, across;
	wfOval body = wfMakeOval( point, check->heading, check->radius, check->depth ), theirs = wfOvalOf( crowd, other );
	double gap = wfOval_GetGap( &body, &theirs, &across ) + WF_OVERLAP_SLACK;
	bool isDisc = locomotion == &wf_discLocomotion;
	if ( ( isDisc || check->isPut ) && gap < 0.0 )
	{
		return -gap;
	}
	// Who came at this time has made no footsteps yet.
	bool steps = !isDisc && ( !check->isPut || !wfIsPutNow( crowd, other ) );
	double reach = check->radius - WF_OVERLAP_SLACK;
	return steps && locomotion->overlaps( crowd, wfSlotOf( crowd, other ), point, reach ) ? INFINITY : 0.0;
}

const wfStages wf_planeStages = { .betweenWalls = WF_BETWEEN_WALLS_IN_PLANE,
								  .reserve = reserveCells,
								  .checkPlaces = checkPlaces,
								  .overlaps = overlaps,
								  .describeWall = describeWall,
								  .findCells = findNoCells,
								  .buildIndex = buildIndex,
								  .perceive = wfPerceiveInPlane,
								  .reserveFlow = wfReserveFlow,
								  .buildFlow = wfBuildFlow,
								  .foresee = wfForesee,
								  .moveDiscs = wfMoveInPlane,
								  .commitDiscs = wfCommitInPlane,
								  .hashPlaces = hashPlaces,
								  .clearance = wfClearanceInPlane,
								  .roomAt = wfRoomInPlane,
								  .addWalls = wfAddWallsInPlane,
								  .searchPassages = wfSearchPassagesInPlane,
								  .recallPassages = wfRecallPassagesInPlane,
								  .visitPassage = wfVisitPassageInPlane,
								  .placeAtPassage = wfPlaceAtPassageInPlane,
								  .turnFromPassage = wfTurnFromPassageInPlane,
								  .distanceFromEnd = wfDistanceFromEndInPlane };
