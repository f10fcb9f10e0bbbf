// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The field that leads an explorer: exact, in a window of its map that moves along with it. Its goal is where the explorer goes,
// or, if that is outside, where the shortest way leaves the window. As long as the window stays, what is learned is an edit for
// its planner.

#include "explore/explore.h"

#include "base/math.h"
#include "explore/tuning.h"
#include "field/planner.h"
#include "world/grid.h"

#include <stdlib.h>

void wfExploreLead_Free( wfExploreLead* lead )
{
	wfDestroyField( lead->field );
	wfDestroyPlanner( lead->planner );
	if ( lead->grid != NULL )
	{
		wfReleaseCells( lead->grid );
		wfRelease( lead->grid, sizeof( wfGrid ) );
	}
	wfArray_Free( &lead->goals );
	wfArray_Free( &lead->found );
	wfArray_Free( &lead->changed );
	*lead = ( wfExploreLead ){ 0 };
}

// ---------------------------------------------------------------------------------------------------------------- window

typedef struct Span
{
	int32_t first, count;
} Span;

// Along one axis: around `at`, in eighths of the window, so that a little walking to and fro moves nothing.
static Span placeSpan( int32_t at, int32_t size, int32_t window )
{
	if ( window == 0 || size <= window )
	{
		return ( Span ){ 0, size };
	}
	int32_t part = window / 8, first = at < window / 2 ? 0 : ( at - window / 2 ) / part * part;
	return ( Span ){ first < size - window ? first : size - window, window };
}

// Whether a window still shows enough of the ground all round.
static bool isInside( Span span, int32_t at, int32_t size )
{
	int32_t margin = span.count / 4;
	return at >= span.first && at < span.first + span.count && ( at - span.first >= margin || span.first == 0 ) &&
		   ( span.first + span.count - at > margin || span.first + span.count == size );
}

static wfResult makeGrid( wfExplorer* explorer, const wfKnowledge* map, Span across, Span along )
{
	wfExploreLead* lead = &explorer->lead;
	wfExploreLead_Free( lead );
	wfGrid* grid = wfAllocateZeroed( sizeof( wfGrid ) );
	if ( grid == NULL )
	{
		return wf_outOfMemory;
	}
	*grid = ( wfGrid ){ .width = across.count, .height = along.count, .cellSize = map->cellSize, .radius = map->radius };
	grid->origin = ( wfVec2 ){ map->origin.x + across.first * map->cellSize, map->origin.y + along.first * map->cellSize };
	wfResult result = wfAllocateCells( grid, map->costs != NULL );
	if ( result != wf_ok )
	{
		wfReleaseCells( grid );
		wfRelease( grid, sizeof( wfGrid ) );
		return result;
	}
	for ( size_t k = 0; k < wfCountCells( grid ); ++k )
	{
		grid->blocked[k] = 1;
		grid->clearance[k] = 0.0f;
		if ( grid->cost != NULL )
		{
			grid->cost[k] = 1.0f;
		}
	}
	lead->grid = grid;
	lead->left = across.first;
	lead->low = along.first;
	return wf_ok;
}

static inline int32_t cellInMap( const wfExploreLead* lead, const wfKnowledge* map, int32_t cell )
{
	return ( lead->low + cell / lead->grid->width ) * map->width + lead->left + cell % lead->grid->width;
}

// -1 outside of the window.
static inline int32_t cellInWindow( const wfExploreLead* lead, const wfKnowledge* map, int32_t cell )
{
	int32_t i = cell % map->width - lead->left, j = cell / map->width - lead->low;
	bool inside = i >= 0 && j >= 0 && i < lead->grid->width && j < lead->grid->height;
	return inside ? j * lead->grid->width + i : -1;
}

// The grid follows the map; what changed is listed until the planner knows it.
static wfResult followMap( wfExploreLead* lead, const wfKnowledge* map )
{
	wfGrid* grid = lead->grid;
	int32_t count = (int32_t)wfCountCells( grid );
	int32_t had = lead->changed.count;
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < count && result == wf_ok; ++k )
	{
		int32_t cell = cellInMap( lead, map, k );
		uint8_t blocked = !wfCanStand( map, cell );
		float cost = map->costs != NULL ? 1.0f + 0.25f * (float)map->costs[cell] : 1.0f;
		if ( blocked != grid->blocked[k] || ( grid->cost != NULL && cost != grid->cost[k] ) )
		{
			result = wfArray_Push( &lead->changed, k );
			grid->blocked[k] = result == wf_ok ? blocked : grid->blocked[k];
			if ( result == wf_ok && grid->cost != NULL )
			{
				grid->cost[k] = cost;
			}
		}
	}
	if ( lead->changed.count > had )
	{
		wfCountCellsAndComponents( grid );
	}
	return result;
}

// ------------------------------------------------------------------------------------------------------------------ goal

// Where the shortest way to a cell of the map ends or leaves the window.
static int32_t findExit( wfExploration* exploration, const wfExplorer* explorer, int32_t to )
{
	const wfKnowledge* map = wfMapOf( exploration, explorer );
	const wfExploreLead* lead = &explorer->lead;
	wfWanted wanted = { &explorer->at, 1 };
	wfKnownWays_Measure( &exploration->more, map, to, &wanted );
	int32_t last = -1;
	for ( int32_t cell = explorer->at; cell >= 0; cell = wfKnownWays_GetNext( &exploration->more, map, cell ) )
	{
		int32_t inside = cellInWindow( lead, map, cell );
		if ( inside < 0 || exploration->more.distances[cell] == WF_NO_WAY )
		{
			break;
		}
		last = inside;
	}
	return last;
}

// The goal of before, which was left by the way to the same place, is good as long as it is not near.
static bool isExitGood( const wfExplorer* explorer, const wfKnowledge* map )
{
	const wfExploreLead* lead = &explorer->lead;
	int32_t at = cellInWindow( lead, map, explorer->at );
	if ( lead->goals.count == 0 || at < 0 )
	{
		return false;
	}
	const wfGrid* grid = lead->grid;
	int32_t exit = lead->goals.data[0], x = abs( exit % grid->width - at % grid->width ),
			y = abs( exit / grid->width - at / grid->width );
	return grid->blocked[exit] == 0 && grid->component[exit] == grid->component[at] &&
		   ( x > grid->width / 8 || y > grid->height / 8 );
}

static int32_t findGoal( wfExploration* exploration, const wfExplorer* explorer, int32_t to, bool isNew )
{
	const wfKnowledge* map = wfMapOf( exploration, explorer );
	const wfExploreLead* lead = &explorer->lead;
	int32_t goal = cellInWindow( lead, map, to ), at = cellInWindow( lead, map, explorer->at );
	if ( goal >= 0 && at >= 0 && lead->grid->blocked[goal] == 0 && lead->grid->component[goal] == lead->grid->component[at] )
	{
		return goal;
	}
	return !isNew && isExitGood( explorer, map ) ? lead->goals.data[0] : findExit( exploration, explorer, to );
}

// Cells have unknowns if `pattern` says so; the others are walls for good.
static wfResult makePlanner( wfExploration* exploration, wfExploreLead* lead, const uint8_t* pattern )
{
	wfPlannerDef def = wfDefaultPlannerDef();
	def.haste = exploration->def.haste > 0.0 ? exploration->def.haste : WF_HASTE_PER_CELL / exploration->def.cellSize;
	def.editable = true;
	def.precision = wf_singlePrecision;
	def.workers = exploration->def.workers;
	++exploration->report.plannersMade;
	double operations = INFINITY;
	bool done = false;
	wfResult result = wfCreateEmptyPlanner( lead->grid, &def, &lead->planner, NULL );
	result = result == wf_ok ? wfPlanner_TakePattern( lead->planner, pattern, NULL ) : result;
	result = result == wf_ok ? wfPlanner_Work( lead->planner, &operations, &done, NULL ) : result;
	if ( result == wf_ok )
	{
		wfPlanner_FinishUpdate( lead->planner );
	}
	return result;
}

// Whatever is not known to be closed may be learned to be open while the window stays.
static wfResult makeNewPlanner( wfExploration* exploration, const wfKnowledge* map, wfExploreLead* lead )
{
	size_t count = wfCountCells( lead->grid );
	uint8_t* pattern = wfAllocate( count );
	if ( pattern == NULL )
	{
		return wf_outOfMemory;
	}
	for ( size_t k = 0; k < count; ++k )
	{
		int32_t cell = cellInMap( lead, map, (int32_t)k );
		pattern[k] =
			lead->grid->blocked[k] == 0 || wfGetKnown( map, cell ) == wf_unknownCell || ( map->cells[cell] & WF_FITS_CELL ) != 0;
	}
	wfResult result = makePlanner( exploration, lead, pattern );
	wfRelease( pattern, count );
	return result;
}

static wfResult solve( wfExploration* exploration, const wfKnowledge* map, wfExploreLead* lead, int32_t goal )
{
	wfResult result = wf_ok;
	bool isSame = lead->goals.count == 1 && lead->goals.data[0] == goal && lead->field != NULL;
	bool isChanged = lead->changed.count > 0 || lead->planner == NULL;
	if ( lead->planner == NULL )
	{
		result = makeNewPlanner( exploration, map, lead );
	}
	else if ( isChanged )
	{
		result = wfPlanner_Update( lead->planner, lead->changed.data, lead->changed.count );
		++exploration->report.plannersUpdated;
	}
	if ( result != wf_ok || ( isSame && !isChanged ) )
	{
		return result;
	}
	lead->changed.count = 0;
	if ( isSame )
	{
		return wfField_Solve( lead->field );
	}
	wfDestroyField( lead->field );
	lead->field = NULL;
	lead->goals.count = 0;
	result = wfPlanner_CreateFieldFromCells( lead->planner, &goal, 1, &lead->field, NULL );
	return result == wf_ok ? wfArray_Push( &lead->goals, goal ) : result;
}

void wfExploreLead_Save( const wfExploreLead* lead, wfStateWriter* writer )
{
	bool isThere = lead->planner != NULL && lead->goals.count > 0;
	const int32_t window[] = { isThere, lead->left, lead->low, isThere ? lead->goals.data[0] : -1 };
	wfPutBytes( writer, window, sizeof( window ) );
	int32_t count = isThere ? (int32_t)wfCountCells( lead->grid ) : 0;
	for ( int32_t k = 0; k < count; ++k )
	{
		uint8_t node = wfPlanner_HasNode( lead->planner, k );
		wfPutBytes( writer, &node, 1 );
	}
}

// The same unknowns in the same order: the planner then goes on to the same bits.
static wfResult restorePlanner( wfExploration* exploration, wfExplorer* explorer, int32_t goal, wfStateReader* reader )
{
	wfExploreLead* lead = &explorer->lead;
	const wfKnowledge* map = wfMapOf( exploration, explorer );
	size_t count = wfCountCells( lead->grid );
	uint8_t* pattern = wfAllocateZeroed( count );
	if ( pattern == NULL )
	{
		return wf_outOfMemory;
	}
	wfGetBytes( reader, pattern, count );
	wfResult result = reader->failed ? wf_ok : followMap( lead, map );
	for ( size_t k = 0; k < count && !reader->failed && result == wf_ok; ++k )
	{
		reader->failed = pattern[k] > 1 || ( lead->grid->blocked[k] == 0 && pattern[k] == 0 );
	}
	reader->failed = reader->failed || ( result == wf_ok && lead->grid->blocked[goal] != 0 );
	if ( !reader->failed && result == wf_ok )
	{
		result = makePlanner( exploration, lead, pattern );
		lead->changed.count = 0;
		result = result == wf_ok ? wfArray_Push( &lead->goals, goal ) : result;
		result = result == wf_ok ? wfPlanner_CreateFieldFromCells( lead->planner, &goal, 1, &lead->field, NULL ) : result;
		--exploration->report.plannersMade;
	}
	wfRelease( pattern, count );
	return result;
}

wfResult wfExploreLead_Restore( wfExploration* exploration, wfExplorer* explorer, wfStateReader* reader )
{
	const wfKnowledge* map = wfMapOf( exploration, explorer );
	int32_t read[4] = { 0 }, window = exploration->def.window;
	wfGetBytes( reader, read, sizeof( read ) );
	if ( reader->failed || read[0] == 0 )
	{
		return wf_ok;
	}
	Span across = { read[1], window == 0 || map->width < window ? map->width : window };
	Span along = { read[2], window == 0 || map->height < window ? map->height : window };
	reader->failed = read[1] < 0 || read[2] < 0 || read[1] > map->width - across.count || read[2] > map->height - along.count ||
					 read[3] < 0 || read[3] >= across.count * along.count;
	wfResult result = reader->failed ? wf_ok : makeGrid( explorer, map, across, along );
	return reader->failed || result != wf_ok ? result : restorePlanner( exploration, explorer, read[3], reader );
}

static wfResult followField( wfExploration* exploration, wfExplorer* explorer )
{
	const wfKnowledge* map = wfMapOf( exploration, explorer );
	wfExploreLead* lead = &explorer->lead;
	int32_t to = explorer->stand;
	bool isNew = lead->grid == NULL ||
				 !isInside( ( Span ){ lead->left, lead->grid->width }, explorer->at % map->width, map->width ) ||
				 !isInside( ( Span ){ lead->low, lead->grid->height }, explorer->at / map->width, map->height ) ||
				 ( map->costs != NULL && lead->grid->cost == NULL );
	int32_t window = exploration->def.window;
	wfResult result = wf_ok;
	if ( isNew )
	{
		result = makeGrid( explorer, map, placeSpan( explorer->at % map->width, map->width, window ),
						   placeSpan( explorer->at / map->width, map->height, window ) );
	}
	result = result == wf_ok ? followMap( lead, map ) : result;
	int32_t goal = result == wf_ok ? findGoal( exploration, explorer, to, isNew || explorer->leadTo != to ) : -1;
	if ( goal >= 0 && goal != cellInWindow( lead, map, explorer->at ) )
	{
		bool isOther = lead->goals.count == 0 || lead->goals.data[0] != goal;
		explorer->highest = isOther ? -INFINITY : explorer->highest;
		result = solve( exploration, map, lead, goal );
	}
	explorer->leadTo = to;
	return result;
}

// It comes nearer as long as its field rises.
static wfResult checkProgress( wfExploration* exploration, wfExplorer* explorer )
{
	const wfExplorationDef* def = &exploration->def;
	bool isLed = explorer->lead.field != NULL && explorer->at != explorer->stand;
	double height = isLed ? wfField_GetLogValue( explorer->lead.field, explorer->place ) : -INFINITY;
	if ( height > explorer->highest )
	{
		explorer->highest = height;
		explorer->highestTime = exploration->time;
	}
	bool isFrontier = explorer->mode == wf_exploringMode && explorer->goal >= 0;
	if ( def->patience <= 0.0 || !isFrontier || exploration->time - explorer->highestTime < def->patience )
	{
		return wf_ok;
	}
	wfVec2 place = wfKnowledge_GetCenter( wfMapOf( exploration, explorer ), explorer->goal );
	wfAvoided avoided = { place, exploration->time + WF_AVOID_PATIENCES * def->patience, 1 };
	wfExploreEvent event = { .kind = wf_abandonedEvent, .other = -1, .place = { place.x, place.y, 0.0 } };
	event.explorer = (int32_t)( explorer - exploration->explorers.data );
	wfResult result = wfAddExploreEvent( exploration, event );
	explorer->goal = explorer->stand = WF_NOWHERE;
	for ( int32_t k = 0; k < explorer->avoided.count && result == wf_ok; ++k )
	{
		wfAvoided* item = &explorer->avoided.data[k];
		if ( wfHypot( item->place.x - place.x, item->place.y - place.y ) <= 2.0 * def->leastFrontier )
		{
			item->until = avoided.until;
			++item->tries;
			return wf_ok;
		}
	}
	return result == wf_ok ? wfArray_Push( &explorer->avoided, avoided ) : result;
}

static wfResult leadOne( wfExploration* exploration, wfExplorer* explorer )
{
	bool isLed = explorer->stand >= 0 && explorer->at >= 0 && explorer->at != explorer->stand &&
				 ( exploration->def.strategy != wf_sourceStrategy || explorer->mode != wf_exploringMode );
	wfResult result = isLed ? followField( exploration, explorer ) : wf_ok;
	// What does not know all that is known now would not be the same when a saved state is restored.
	if ( result != wf_ok || !isLed || explorer->lead.changed.count > 0 )
	{
		wfExploreLead_Free( &explorer->lead );
	}
	if ( result != wf_ok )
	{
		return result;
	}
	return exploration->def.strategy == wf_sourceStrategy ? wf_ok : checkProgress( exploration, explorer );
}

wfResult wfLeadExplorers( wfExploration* exploration )
{
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < exploration->explorers.count && result == wf_ok; ++k )
	{
		wfExplorer* explorer = &exploration->explorers.data[k];
		bool works = wfIsAtWork( explorer ) && !explorer->isAway;
		result = works ? leadOne( exploration, explorer ) : wf_ok;
		if ( !works )
		{
			wfExploreLead_Free( &explorer->lead );
		}
	}
	return result;
}

// ------------------------------------------------------------------------------------------------------------- direction

static wfVec3 unit( double x, double y )
{
	double length = wfHypot( x, y );
	return length > 0.0 ? ( wfVec3 ){ x / length, y / length, 0.0 } : ( wfVec3 ){ 0.0, 0.0, 0.0 };
}

wfVec3 wfExploration_GetDirection( const wfExploration* exploration, int32_t number, wfVec3 place )
{
	const wfExplorer* explorer = wfFindExplorer( exploration, number );
	if ( explorer == NULL || !wfIsAtWork( explorer ) || explorer->stand < 0 || explorer->at < 0 )
	{
		return ( wfVec3 ){ 0.0, 0.0, 0.0 };
	}
	const wfKnowledge* map = wfMapOf( exploration, explorer );
	wfVec2 point = { place.x, place.y };
	int32_t cell = wfKnowledge_GetCell( map, point );
	if ( exploration->def.strategy == wf_sourceStrategy && explorer->mode == wf_exploringMode )
	{
		return wfGetSourceDirection( exploration, explorer, point );
	}
	if ( cell < 0 || !wfCanStand( map, cell ) || cell == explorer->stand || explorer->lead.field == NULL )
	{
		// Back to known ground, or the last bit.
		wfVec2 to = wfKnowledge_GetCenter( map, cell >= 0 && wfCanStand( map, cell ) ? explorer->stand : explorer->at );
		return unit( to.x - place.x, to.y - place.y );
	}
	wfVec2 direction = wfField_GetDirection( explorer->lead.field, point );
	if ( direction.x != 0.0 || direction.y != 0.0 )
	{
		return ( wfVec3 ){ direction.x, direction.y, 0.0 };
	}
	wfVec2 goal = wfGrid_GetCenter( explorer->lead.grid, explorer->lead.goals.data[0] );
	return unit( goal.x - place.x, goal.y - place.y );
}

wfVec3 wfExploration_GetGaze( const wfExploration* exploration, int32_t number, wfVec3 place )
{
	const wfExplorer* explorer = wfFindExplorer( exploration, number );
	if ( explorer == NULL || !wfIsAtWork( explorer ) )
	{
		return ( wfVec3 ){ 0.0, 0.0, 0.0 };
	}
	const wfKnowledge* map = wfMapOf( exploration, explorer );
	if ( explorer->goal >= 0 && explorer->at >= 0 )
	{
		// What it goes to see may be in sight but for where it looks.
		wfVec2 to = wfKnowledge_GetCenter( map, explorer->goal );
		wfSightCells sight = wfKnowledge_GetSight( map );
		double x = to.x - place.x, y = to.y - place.y;
		if ( explorer->at == explorer->stand ||
			 ( wfHypot( x, y ) <= explorer->def.range && wfIsInSight( &sight, explorer->at, explorer->goal ) ) )
		{
			return unit( x, y );
		}
	}
	return wfExploration_GetDirection( exploration, number, place );
}

wfExploreField wfExploration_GetField( const wfExploration* exploration, int32_t number )
{
	const wfExplorer* explorer = wfFindExplorer( exploration, number );
	wfExploreField none = { 0 };
	return explorer == NULL ? none : ( wfExploreField ){ explorer->lead.field, explorer->lead.left, explorer->lead.low };
}
