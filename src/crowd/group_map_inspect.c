// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Looking inside of the maps of groups: as they are shown, and how near what members read is to what they should.
#include "crowd/inspect.h"

#include <string.h>

static wfResult reserveShown( wfSharedMap* map, size_t cells, size_t members )
{
	wfResult result = wfArray_Reserve( &map->kinds, cells );
	result = result == wf_ok ? wfArray_Reserve( &map->costs, cells ) : result;
	result = result == wf_ok ? wfArray_Reserve( &map->places, members ) : result;
	return result == wf_ok ? wfArray_Reserve( &map->directions, members ) : result;
}

static void showCells( wfSharedMap* map )
{
	int32_t columns = map->screen.columns, rows = map->screen.rows;
	for ( int32_t cell = 0; cell < columns * rows; ++cell )
	{
		int32_t i = cell % columns, j = cell / columns;
		int32_t ring = i < j ? i : j, far = columns - 1 - i < rows - 1 - j ? columns - 1 - i : rows - 1 - j;
		ring = ring < far ? ring : far;
		float screen = map->screen.cells[cell];
		map->kinds.data[cell] = (uint8_t)( ring == 0			  ? wf_localBorder
										   : screen == WF_BLOCKED ? wf_localObstacle
										   : screen > 0.0f		  ? wf_localAgent
										   : ring == 1			  ? wf_localFree
																  : wf_localUpdate );
		map->costs.data[cell] = screen > 0.0f ? screen : 0.0f;
	}
	for ( int32_t k = 0; k < map->goalCount; ++k )
	{
		map->kinds.data[map->goalCell + k * map->goalStep] = wf_localGoal;
	}
}

// The window of a member, to be relaxed. False: it reads none.
static bool openWindow( wfCrowd* crowd, const wfSharedMap* map, int32_t rank, wfMapBatch* batch )
{
	wfWish wish = { 0 };
	if ( map == NULL || !wfFindWish( crowd, rank, &wish ) )
	{
		return false;
	}
	batch->kind = wfKindOfWindow( map );
	batch->count = 1;
	wfFillWindow( crowd, &wish, map, &batch->lanes[0] );
	return true;
}

// What a member reads, also where it would go by the force alone.
static wfVec2 readFor( wfCrowd* crowd, int32_t rank )
{
	wfMapScratch* scratch = crowd->tick.scratch[0];
	wfMapBatch* batch = &scratch->batches[0];
	const wfSharedMap* map = rank >= 0 ? wfFindSharedMap( crowd, rank ) : NULL;
	if ( map != NULL && map->isHard )
	{
		return wfReadSharedMap( crowd, map, rank );
	}
	if ( !openWindow( crowd, map, rank, batch ) )
	{
		return ( wfVec2 ){ 0.0, 0.0 };
	}
	wfRelaxBatch( scratch, batch, true );
	return wfWindowDirection( scratch, batch, 0 );
}

static void showMembers( wfCrowd* crowd, const wfGroup* group )
{
	wfSharedMap* map = group->map;
	for ( int32_t k = 0; k < group->members.count; ++k )
	{
		const wfAgent* agent = &crowd->population.agents[group->members.data[k].slot];
		map->places.data[k] = ( wfVec2 ){ agent->x, agent->y };
		map->directions.data[k] = readFor( crowd, map->ranks.data[k] );
	}
}

wfResult wfCrowd_GetGroupMap( wfCrowd* crowd, wfGroupId id, wfGroupMap* shown )
{
	if ( WF_FAILS( crowd != NULL && shown != NULL ) )
	{
		return wf_invalidDef;
	}
	*shown = ( wfGroupMap ){ 0 };
	wfKept kept;
	wfGroup* group = wfGetGroup( crowd, id );
	wfResult result = group != NULL ? wfPlanAgain( crowd, &kept ) : wf_notFound;
	if ( result != wf_ok )
	{
		return result;
	}
	result = wfReserveSharedMaps( crowd, false );
	if ( result == wf_ok )
	{
		wfFindSharedRanks( crowd );
		wfSharedMap* map = group->map;
		bool isThere = map != NULL && wfSolveSharedMap( crowd, group, crowd->tick.scratch[0] );
		size_t cells = isThere ? (size_t)( map->screen.columns * map->screen.rows ) : 0;
		result = isThere ? reserveShown( map, cells, (size_t)group->members.count ) : wf_notFound;
	}
	if ( result == wf_ok )
	{
		wfSharedMap* map = group->map;
		map->isSolved = true;
		showCells( map );
		showMembers( crowd, group );
		*shown = ( wfGroupMap ){ .columns = map->screen.columns,
								 .rows = map->screen.rows,
								 .cell = (double)map->frame.cell,
								 .anchor = map->frame.place,
								 .column = map->frame.column,
								 .row = map->frame.row,
								 .angle = wfAtan2( (double)map->frame.axisY, (double)map->frame.axisX ),
								 .cells = map->kinds.data,
								 .values = map->values.data,
								 .costs = map->costs.data,
								 .memberCount = group->members.count,
								 .radius = (double)map->radius,
								 .places = map->places.data,
								 .directions = map->directions.data };
	}
	wfGiveBack( crowd, &kept );
	return result;
}

// -------------------------------------------------------------------------------------------------------------- accuracy

wfResult wfBeginSharedAccuracy( wfCrowd* crowd, wfExactMaps* maps )
{
	wfResult result = wfReserveSharedMaps( crowd, false );
	if ( result != wf_ok || crowd->tick.team == NULL )
	{
		return result;
	}
	wfWeighMaps( crowd );
	wfSolveSharedMaps( crowd );
	int32_t most = 0;
	for ( int32_t k = 0; k < crowd->groups.list.count; ++k )
	{
		const wfSharedMap* map = crowd->groups.list.data[k].map;
		int32_t cells = map != NULL && map->isSolved ? map->screen.columns * map->screen.rows : 0;
		most = cells > most ? cells : most;
	}
	result = wfArray_Reserve( &maps->weights, most );
	result = result == wf_ok ? wfArray_Reserve( &maps->values, most ) : result;
	return result == wf_ok ? wfArray_Reserve( &maps->exact, most ) : result;
}

void wfEndSharedAccuracy( wfExactMaps* maps )
{
	wfArray_Free( &maps->weights );
	wfArray_Free( &maps->values );
	wfArray_Free( &maps->exact );
}

// Of the whole map without the screening of a member, whose window it is.
static void solveWithout( const wfSharedMap* map, const wfMapLane* window, wfExactMaps* maps )
{
	int32_t columns = map->screen.columns, rows = map->screen.rows, n = window->size;
	for ( int32_t cell = 0; cell < columns * rows; ++cell )
	{
		int32_t i = cell % columns, j = cell / columns, u = i - window->column, v = j - window->row;
		bool isBorder = i == 0 || j == 0 || i == columns - 1 || j == rows - 1;
		bool isInWindow = u > 0 && v > 0 && u < n - 1 && v < n - 1;
		float screen = isInWindow ? window->screen[v * n + u] : map->screen.cells[cell];
		maps->weights.data[cell] = isBorder || screen < 0.0f ? 0.0f : 1.0f / ( 4.0f + screen );
		maps->exact.data[cell] = 0.0;
	}
	for ( int32_t k = 0; k < map->goalCount; ++k )
	{
		maps->exact.data[map->goalCell + k * map->goalStep] = 1.0;
	}
	wfLocalSolveSheetExactly( columns, rows, maps->weights.data, maps->exact.data );
	for ( int32_t cell = 0; cell < columns * rows; ++cell )
	{
		maps->values.data[cell] = (float)maps->exact.data[cell];
	}
}

bool wfCompareSharedMap( wfCrowd* crowd, wfExactMaps* maps, int32_t rank, wfVec2* used, wfVec2* exact )
{
	wfMapScratch* scratch = crowd->tick.scratch[0];
	wfMapBatch* batch = &scratch->batches[0];
	const wfSharedMap* map = wfFindSharedMap( crowd, rank );
	if ( map == NULL || map->isHard || wfNeedsNoMap( crowd, rank ) || !openWindow( crowd, map, rank, batch ) )
	{
		return false;
	}
	wfRelaxBatch( scratch, batch, true );
	*used = wfWindowDirection( scratch, batch, 0 );
	wfSharedMap other = *map;
	solveWithout( map, &batch->lanes[0], maps );
	other.values.data = maps->values.data;
	openWindow( crowd, &other, rank, batch );
	wfRelaxBatch( scratch, batch, true );
	wfSolveLaneExactly( scratch, batch );
	*exact = wfWindowDirection( scratch, batch, 0 );
	return true;
}
