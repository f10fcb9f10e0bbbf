// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What explorers see in a tick.

#include "explore/explore.h"

#include "base/math.h"
#include "explore/tuning.h"
#include "world/grid.h"

#include <string.h>

// The angle of view as what its half needs: a cosine, compared without roots of numbers that could be negative.
typedef struct View
{
	bool isAllRound;
	double cosine; // of half the aperture
	wfVec2 facing; // unit vector
} View;

static View makeView( const wfExplorer* explorer )
{
	View view = { .isAllRound = explorer->def.aperture >= WF_TWO_PI - 1e-12, .facing = explorer->facing };
	view.cosine = wfCos( 0.5 * explorer->def.aperture );
	view.isAllRound = view.isAllRound || ( view.facing.x == 0.0 && view.facing.y == 0.0 );
	return view;
}

static bool isInView( const View* view, double x, double y )
{
	return view->isAllRound || x * view->facing.x + y * view->facing.y >= view->cosine * sqrt( x * x + y * y );
}

static wfSightCells seeWalls( const wfGrid* walls, const uint8_t* inTheWay )
{
	wfSightCells sight = { .cells = walls->blocked, .more = inTheWay, .width = walls->width, .height = walls->height };
	for ( int32_t k = 1; k < 256; ++k )
	{
		sight.stops[k] = true;
	}
	return sight;
}

// Cells whose centres a thing covers, or the one it is in.
static void coverCells( wfExploration* exploration, const wfKnowledge* map, const wfThing* thing, uint8_t value )
{
	wfVec2 place = { thing->place.x, thing->place.y };
	int32_t middle = wfKnowledge_GetCell( map, place );
	int32_t reach = (int32_t)( thing->radius / map->cellSize ) + 1;
	for ( int32_t k = 0; middle >= 0 && k < ( 2 * reach + 1 ) * ( 2 * reach + 1 ); ++k )
	{
		int32_t i = middle % map->width + k % ( 2 * reach + 1 ) - reach, j = middle / map->width + k / ( 2 * reach + 1 ) - reach;
		if ( i < 0 || j < 0 || i >= map->width || j >= map->height )
		{
			continue;
		}
		int32_t cell = j * map->width + i;
		wfVec2 center = wfKnowledge_GetCenter( map, cell );
		double x = center.x - place.x, y = center.y - place.y;
		if ( cell == middle || x * x + y * y <= thing->radius * thing->radius )
		{
			exploration->inTheWay[cell] = value;
		}
	}
}

static void coverAll( wfExploration* exploration, const wfKnowledge* map, const wfExploreInput* input, uint8_t value )
{
	for ( int32_t k = 0; k < input->thingCount; ++k )
	{
		if ( input->things[k].blocks )
		{
			coverCells( exploration, map, &input->things[k], value );
		}
	}
}

static wfResult seeCells( wfExploration* exploration, wfExplorer* explorer, const wfExploreInput* input, const View* view )
{
	wfKnowledge* map = wfMapOf( exploration, explorer );
	const wfGrid *walls = input->surroundings.walls, *room = input->surroundings.room;
	const wfCellList* seen = (const wfCellList*)&exploration->room.seen;
	int32_t from = seen->data[0];
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < seen->count && result == wf_ok; ++k )
	{
		int32_t cell = seen->data[k];
		double x = cell % map->width - from % map->width, y = cell / map->width - from / map->width;
		if ( k > 0 && !isInView( view, x, y ) )
		{
			continue;
		}
		// Where it stands itself is free, whatever its grid says.
		bool isFree = k == 0 || walls->blocked[cell] == 0;
		exploration->report.cellsSeen += wfGetKnown( map, cell ) == wf_unknownCell;
		result =
			wfKnowledge_See( map, cell, isFree ? wf_freeCell : wf_wallCell, isFree && room->blocked[cell] == 0, input->time );
	}
	return result;
}

// Marks seen cells, so that things in them are seen as well.
static void markSeen( const wfExploration* exploration, wfKnowledge* map, bool isMarked )
{
	for ( int32_t k = 0; k < exploration->room.seen.count; ++k )
	{
		uint8_t* cell = &map->cells[exploration->room.seen.data[k]];
		*cell = (uint8_t)( isMarked ? *cell | WF_VISITED_CELL : *cell & ~WF_VISITED_CELL );
	}
}

static wfResult rememberPerson( wfKnowledge* map, const wfThing* thing, double time )
{
	wfPersonSeen person = { thing->id, { thing->place.x, thing->place.y }, thing->radius, time };
	for ( int32_t k = 0; k < map->people.count; ++k )
	{
		if ( map->people.data[k].id == thing->id )
		{
			map->people.data[k] = person;
			return wf_ok;
		}
	}
	return wfArray_Push( &map->people, person );
}

static wfResult seeThings( wfExploration* exploration, wfExplorer* explorer, const wfExploreInput* input, const View* view )
{
	wfKnowledge* map = wfMapOf( exploration, explorer );
	wfSought* sought = &exploration->sought;
	wfResult result = wf_ok;
	markSeen( exploration, map, true );
	for ( int32_t k = 0; k < input->thingCount && result == wf_ok; ++k )
	{
		const wfThing* thing = &input->things[k];
		wfVec2 place = { thing->place.x, thing->place.y };
		int32_t cell = wfKnowledge_GetCell( map, place );
		double x = place.x - explorer->place.x, y = place.y - explorer->place.y;
		if ( cell < 0 || ( map->cells[cell] & WF_VISITED_CELL ) == 0 || !isInView( view, x, y ) )
		{
			continue;
		}
		if ( sought->isThere && thing->id == sought->def.id )
		{
			sought->isInSight = sought->wasSeen = explorer->seesObject = true;
			sought->place = place;
			sought->velocity = ( wfVec2 ){ thing->velocity.x, thing->velocity.y };
			sought->seenTime = input->time;
		}
		else if ( thing->radius > 0.0 && exploration->def.peopleCost > 1.0 && exploration->def.peopleSeconds > 0.0 )
		{
			result = rememberPerson( map, thing, input->time );
		}
	}
	markSeen( exploration, map, false );
	return result;
}

static wfResult senseAs( wfExploration* exploration, wfExplorer* explorer, const wfExploreInput* input )
{
	wfKnowledge* map = wfMapOf( exploration, explorer );
	int32_t from = wfKnowledge_GetCell( map, explorer->place );
	if ( from < 0 )
	{
		return wf_ok;
	}
	View view = makeView( explorer );
	wfSightCells sight = seeWalls( input->surroundings.walls, explorer->def.occlusion ? exploration->inTheWay : NULL );
	if ( explorer->def.occlusion )
	{
		coverAll( exploration, map, input, 1 );
	}
	wfResult result = wfCastSight( &sight, from, explorer->def.range / map->cellSize, &exploration->room );
	if ( explorer->def.occlusion )
	{
		coverAll( exploration, map, input, 0 );
	}
	result = result == wf_ok ? seeCells( exploration, explorer, input, &view ) : result;
	return result == wf_ok ? seeThings( exploration, explorer, input, &view ) : result;
}

// People are remembered as costly ground, which fades in a straight line of time, in quarters of plain ground.
static wfResult markPeople( wfExploration* exploration, wfKnowledge* map )
{
	const wfExplorationDef* def = &exploration->def;
	size_t count = wfKnowledge_Count( map );
	if ( map->people.count == 0 && map->costs == NULL )
	{
		return wf_ok;
	}
	if ( map->costs == NULL )
	{
		map->costs = wfAllocateZeroed( count );
		if ( map->costs == NULL )
		{
			return wf_outOfMemory;
		}
	}
	memset( map->costs, 0, count );
	int32_t kept = 0;
	for ( int32_t n = 0; n < map->people.count; ++n )
	{
		wfPersonSeen person = map->people.data[n];
		double left = 1.0 - ( exploration->time - person.time ) / def->peopleSeconds;
		int32_t quarters = (int32_t)( wfMax( left, 0.0 ) * 4.0 * ( def->peopleCost - 1.0 ) + 0.5 );
		quarters = quarters < WF_MOST_QUARTERS ? quarters : WF_MOST_QUARTERS;
		if ( left <= 0.0 )
		{
			continue;
		}
		map->people.data[kept++] = person;
		// What the disc of an explorer would touch.
		double reach = person.radius + map->radius;
		int32_t most = (int32_t)( reach / map->cellSize ) + 1, middle = wfKnowledge_GetCell( map, person.place );
		for ( int32_t k = 0; k < ( 2 * most + 1 ) * ( 2 * most + 1 ); ++k )
		{
			int32_t i = middle % map->width + k % ( 2 * most + 1 ) - most, j = middle / map->width + k / ( 2 * most + 1 ) - most;
			if ( i < 0 || j < 0 || i >= map->width || j >= map->height )
			{
				continue;
			}
			int32_t cell = j * map->width + i;
			wfVec2 center = wfKnowledge_GetCenter( map, cell );
			double x = center.x - person.place.x, y = center.y - person.place.y;
			if ( x * x + y * y <= reach * reach && map->costs[cell] < quarters )
			{
				map->costs[cell] = (uint8_t)quarters;
			}
		}
	}
	map->people.count = kept;
	return wf_ok;
}

static wfResult reach( wfExploration* exploration, int32_t number )
{
	wfKnowledge* map = &exploration->maps.data[number];
	wfResult result = wf_ok;
	wfCellList from = { 0 };
	for ( int32_t k = 0; k < exploration->explorers.count && result == wf_ok; ++k )
	{
		wfExplorer* explorer = &exploration->explorers.data[k];
		if ( explorer->isThere && explorer->hasStarted && explorer->map == number )
		{
			explorer->at = wfKnowledge_FindStanding( map, explorer->place );
			result = wfArray_Push( &from, explorer->at );
		}
	}
	result = result == wf_ok ? wfKnowledge_Reach( map, from.data, from.count ) : result;
	wfArray_Free( &from );
	return result == wf_ok ? markPeople( exploration, map ) : result;
}

wfResult wfSense( wfExploration* exploration, const wfExploreInput* input )
{
	wfResult result = wf_ok;
	exploration->sought.isInSight = false;
	for ( int32_t k = 0; k < exploration->maps.count; ++k )
	{
		++exploration->maps.data[k].stamp;
	}
	for ( int32_t k = 0; k < exploration->explorers.count && result == wf_ok; ++k )
	{
		wfExplorer* explorer = &exploration->explorers.data[k];
		explorer->seesObject = false;
		result = wfIsAtWork( explorer ) && !explorer->isAway ? senseAs( exploration, explorer, input ) : wf_ok;
	}
	result = result == wf_ok ? wfShare( exploration ) : result;
	for ( int32_t k = 0; k < exploration->maps.count && result == wf_ok; ++k )
	{
		result = exploration->maps.data[k].cells != NULL ? reach( exploration, k ) : wf_ok;
	}
	return result;
}
