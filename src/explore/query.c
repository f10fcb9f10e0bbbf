// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What can be asked of an exploration between ticks.

#include "explore/explore.h"

#include "base/arrays.h"
#include "base/math.h"
#include "base/text.h"
#include "explore/tuning.h"
#include "world/grid.h"

wfExplorer* wfFindExplorer( const wfExploration* exploration, int32_t number )
{
	bool isThere = exploration != NULL && number >= 0 && number < exploration->explorers.count &&
				   exploration->explorers.data[number].isThere;
	return isThere ? &exploration->explorers.data[number] : NULL;
}

static wfKnowledge* findMap( const wfExploration* exploration, int32_t number )
{
	bool isThere = !WF_FAILS( exploration != NULL ) && number >= 0 && number < exploration->maps.count;
	return isThere ? &exploration->maps.data[number] : NULL;
}

static wfVec3 centerOf( const wfKnowledge* map, int32_t cell )
{
	wfVec2 center = wfKnowledge_GetCenter( map, cell );
	return ( wfVec3 ){ center.x, center.y, 0.0 };
}

wfExplorerState wfExploration_GetExplorer( const wfExploration* exploration, int32_t number )
{
	wfExplorerState state = { .distance = INFINITY };
	const wfExplorer* explorer = wfFindExplorer( exploration, number );
	if ( explorer == NULL )
	{
		return state;
	}
	const wfKnowledge* map = wfMapOf( exploration, explorer );
	state.mode = explorer->mode;
	state.map = explorer->map;
	state.walked = explorer->walked;
	state.decisions = explorer->decisions;
	state.turnedBack = explorer->turnedBack;
	state.userData = explorer->def.userData;
	state.start = ( wfVec3 ){ explorer->start.x, explorer->start.y, 0.0 };
	state.target = state.frontier = ( wfVec3 ){ explorer->place.x, explorer->place.y, 0.0 };
	if ( explorer->stand >= 0 )
	{
		state.target = centerOf( map, explorer->stand );
		state.frontier = centerOf( map, explorer->goal >= 0 ? explorer->goal : explorer->stand );
		double straight = wfHypot( state.target.x - explorer->place.x, state.target.y - explorer->place.y );
		state.distance = wfMax( straight, explorer->chosenDistance - ( explorer->walked - explorer->chosenWalked ) );
	}
	return state;
}

wfResult wfExploration_GetMap( const wfExploration* exploration, int32_t number, wfKnowledgeMap* view )
{
	const wfKnowledge* map = findMap( exploration, number );
	if ( map == NULL || view == NULL )
	{
		return wf_notFound;
	}
	*view = ( wfKnowledgeMap ){ .columns = map->width, .rows = map->height, .cellSize = map->cellSize, .origin = map->origin };
	view->cells = map->cells;
	view->seen = map->seen;
	bool has = exploration->sought.isThere && number < exploration->sought.mapCount;
	view->probability = has ? exploration->sought.probability + (size_t)number * exploration->ways.count : NULL;
	view->freeCount = map->counts[wf_freeCell];
	view->wallCount = map->counts[wf_wallCell];
	view->unknownCount = map->counts[wf_unknownCell];
	view->standCount = map->standCount;
	return wf_ok;
}

wfResult wfExploration_SetMap( wfExploration* exploration, int32_t number, const uint8_t* cells, double time, wfError* error )
{
	wfKnowledge* map = findMap( exploration, number );
	if ( map == NULL || WF_FAILS( cells != NULL ) )
	{
		return wfFail( error, wf_notFound, "there is no map %d", number );
	}
	if ( !( time >= 0.0 && time <= WF_FARTHEST ) )
	{
		return wfFail( error, wf_outOfRange, "the time is %g; expected 0 to %g", time, WF_FARTHEST );
	}
	for ( size_t k = 0; k < wfKnowledge_Count( map ); ++k )
	{
		if ( cells[k] >= wf_knownCount )
		{
			return wfFail( error, wf_outOfRange, "cell %zu is %d; expected 0 (unknown), 1 (free) or 2 (wall)", k, cells[k] );
		}
	}
	++map->stamp;
	wfResult result = wfKnowledge_Set( map, cells, time );
	for ( int32_t k = 0; k < exploration->explorers.count; ++k )
	{
		wfExplorer* explorer = &exploration->explorers.data[k];
		if ( wfMapOf( exploration, explorer ) == map )
		{
			wfExploreLead_Free( &explorer->lead );
		}
	}
	return result == wf_ok ? wf_ok : wfFail( error, result, "%s", wfDescribeResult( result ) );
}

wfResult wfExploration_GetFrontiers( const wfExploration* exploration, int32_t number, wfFrontiers* frontiers )
{
	if ( findMap( exploration, number ) == NULL || frontiers == NULL )
	{
		return wf_notFound;
	}
	const wfFrontierList* list = &exploration->frontiers.data[number];
	*frontiers = ( wfFrontiers ){ list->items.data, list->items.count, list->sorted.data, list->sorted.count };
	return wf_ok;
}

wfResult wfExploration_MeasureWays( const wfExploration* exploration, int32_t number, float* distances )
{
	const wfExplorer* explorer = wfFindExplorer( exploration, number );
	if ( explorer == NULL || WF_FAILS( distances != NULL ) )
	{
		return wf_notFound;
	}
	const wfKnowledge* map = wfMapOf( exploration, explorer );
	wfKnownWays ways;
	wfResult result = wfKnownWays_Create( &ways, wfKnowledge_Count( map ) );
	if ( result == wf_ok )
	{
		wfKnownWays_Measure( &ways, map, explorer->at, NULL );
	}
	for ( size_t k = 0; k < ways.count && result == wf_ok; ++k )
	{
		distances[k] = (float)wfWayInMetres( map, ways.distances[k] );
	}
	wfKnownWays_Free( &ways );
	return result;
}

const double* wfExploration_GetPotential( const wfExploration* exploration, int32_t number )
{
	bool has = findMap( exploration, number ) != NULL && number < exploration->potentialMaps;
	return has ? exploration->potential + (size_t)number * exploration->ways.count : NULL;
}

const char* wfGetExploreEventName( wfExploreEventKind kind )
{
	static const char* const names[wf_exploreEventKindCount] = {
		"saw", "found", "lost", "chose", "met", "abandoned", "closed place", "explored", "timed out", "returned" };
	return (uint32_t)kind < wf_exploreEventKindCount ? names[kind] : NULL;
}

int32_t wfExploration_GetEvents( const wfExploration* exploration, const wfExploreEvent** events )
{
	if ( WF_FAILS( exploration != NULL && events != NULL ) )
	{
		return 0;
	}
	*events = exploration->events.data;
	return exploration->events.count;
}

wfExplorationReport wfExploration_GetReport( const wfExploration* exploration )
{
	if ( WF_FAILS( exploration != NULL ) )
	{
		return ( wfExplorationReport ){ 0 };
	}
	wfExplorationReport report = exploration->report;
	size_t count = exploration->ways.count;
	report.bytes = sizeof( *exploration ) + 2 * 3 * count * sizeof( int32_t ) + count;
	for ( int32_t k = 0; k < exploration->maps.count; ++k )
	{
		const wfFrontierList* list = &exploration->frontiers.data[k];
		report.bytes += wfKnowledge_CountBytes( &exploration->maps.data[k] ) + list->items.capacity * sizeof( wfFrontier ) +
						list->pieces.capacity * sizeof( wfFrontierPiece ) +
						( list->cells.capacity + list->sorted.capacity ) * sizeof( int32_t );
	}
	for ( int32_t k = 0; k < exploration->explorers.count; ++k )
	{
		const wfExploreLead* lead = &exploration->explorers.data[k].lead;
		report.bytes += sizeof( wfExplorer );
		if ( lead->planner != NULL )
		{
			size_t perCell = sizeof( uint8_t ) + sizeof( float ) + sizeof( int32_t );
			report.bytes += wfPlanner_GetReport( lead->planner ).bytes + wfCountCells( lead->grid ) * perCell;
		}
	}
	report.bytes += exploration->potential != NULL ? count * (size_t)exploration->potentialMaps * sizeof( double ) : 0;
	report.bytes +=
		exploration->sought.probability != NULL ? count * ( (size_t)exploration->sought.mapCount + 1 ) * sizeof( float ) : 0;
	int32_t maps = exploration->maps.count > 0 ? exploration->maps.count : 1;
	report.bytesPerCell = (double)report.bytes / ( (double)count * maps );
	return report;
}
