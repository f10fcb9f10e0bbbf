// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "explore_walk.h"

#include "explore/sight.h"
#include "world/grid.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

static wfGrid* makeGrid( const wfWorld* world, double cellSize, double radius )
{
	wfGridDef def = wfDefaultGridDef();
	def.cellSize = cellSize;
	def.radius = radius;
	wfGrid* grid = NULL;
	wfExpect( wfCreateGrid( world, &def, &grid, &wf_error ) );
	return grid;
}

wfExploreGrids wfMakeExploreGrids( const wfWorld* world, double cellSize, double radius )
{
	return ( wfExploreGrids ){ makeGrid( world, cellSize, wfGetSightRadius( cellSize ) ), makeGrid( world, cellSize, radius ),
							   cellSize, radius };
}

void wfFreeExploreGrids( wfExploreGrids* grids )
{
	wfDestroyGrid( grids->walls );
	wfDestroyGrid( grids->room );
}

// By a flood fill of what the disc can reach, and all that is seen from there.
static void countMissed( const wfExploreGrids* grids, const wfKnowledgeMap* map, int32_t start, wfExploreWalk* walk,
						 double range )
{
	const wfGrid *walls = grids->walls, *room = grids->room;
	int32_t count = walls->width * walls->height;
	uint8_t* seeable = calloc( (size_t)count, 1 );
	wfSightCells sight = { .cells = walls->blocked, .width = walls->width, .height = walls->height };
	wfSightRoom memory = { 0 };
	sight.stops[1] = true;
	for ( int32_t cell = 0; cell < count && seeable != NULL; ++cell )
	{
		if ( room->blocked[cell] == 0 && room->component[cell] == room->component[start] )
		{
			wfExpect( wfCastSight( &sight, cell, range, &memory ) );
			for ( int32_t k = 0; k < memory.seen.count; ++k )
			{
				seeable[memory.seen.data[k]] = 1;
			}
		}
	}
	for ( int32_t cell = 0; cell < count && seeable != NULL; ++cell )
	{
		walk->seeable += seeable[cell];
		walk->missed += seeable[cell] && ( map->cells[cell] & WF_KNOWN_MASK ) == wf_unknownCell;
	}
	wfSightRoom_Free( &memory );
	free( seeable );
}

typedef struct Track
{
	wfVec2 place;
	double heading;
	bool hasHeading;
	wfVec2 last[2]; // headings a metre ago are told from the places of the last metre
	double since;
} Track;

static void turn( Track* track, wfExploreWalk* walk, wfVec3 direction )
{
	double heading = atan2( direction.y, direction.x );
	if ( track->hasHeading )
	{
		double angle = fabs( remainder( heading - track->heading, 6.283185307179586 ) ) * 57.29577951308232;
		walk->turning += angle;
		walk->reversals += angle > 120.0;
	}
	track->heading = heading;
	track->hasHeading = true;
}

static bool move( const wfExploration* exploration, double step, Track* track, wfExploreWalk* walk )
{
	wfVec3 direction = wfExploration_GetDirection( exploration, 0, ( wfVec3 ){ track->place.x, track->place.y, 0.0 } );
	if ( direction.x == 0.0 && direction.y == 0.0 )
	{
		return false;
	}
	turn( track, walk, direction );
	track->place.x += step * direction.x;
	track->place.y += step * direction.y;
	walk->length += step;
	return true;
}

wfExploreWalk wfWalkAndExplore( const wfWorld* world, const wfExploreGrids* grids, const wfExplorationDef* given, wfVec2 start,
								double range, int32_t mostTicks )
{
	wfExploreWalk walk = { 0 };
	wfExplorationDef def = *given;
	def.bounds = wfWorld_GetBounds( world );
	def.cellSize = grids->cellSize;
	def.radius = grids->radius;
	wfExploration* exploration = NULL;
	wfExplorerDef explorer = wfDefaultExplorerDef();
	explorer.range = range;
	wfExpect( wfCreateExploration( &def, &exploration, &wf_error ) );
	wfExpect( wfExploration_AddExplorer( exploration, &explorer, NULL, &wf_error ) );
	Track track = { .place = start };
	int32_t idle = 0;
	for ( ; walk.ticks < mostTicks && idle < 3; ++walk.ticks )
	{
		wfExplorerInput self = { .place = { track.place.x, track.place.y, 0.0 } };
		wfExploreInput input = { .time = walk.ticks, .surroundings = { grids->walls, grids->room }, .explorers = &self };
		clock_t began = clock();
		wfExpect( wfExploration_Tick( exploration, &input, &wf_error ) );
		walk.seconds += (double)( clock() - began ) / CLOCKS_PER_SEC;
		wfExplorationReport report = wfExploration_GetReport( exploration );
		walk.bytesPerCell = fmax( walk.bytesPerCell, report.bytesPerCell );
		walk.isDone = wfExploration_IsDone( exploration );
		if ( walk.isDone )
		{
			break;
		}
		bool moved = move( exploration, 0.5 * grids->cellSize, &track, &walk );
		moved = move( exploration, 0.5 * grids->cellSize, &track, &walk ) || moved;
		idle = moved ? 0 : idle + 1;
	}
	wfKnowledgeMap map;
	wfExpect( wfExploration_GetMap( exploration, 0, &map ) );
	countMissed( grids, &map, wfGrid_GetCell( grids->room, start ), &walk, range / grids->cellSize );
	wfDestroyExploration( exploration );
	return walk;
}
