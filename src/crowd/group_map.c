// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Making the map of a group: where it lies, what is in it, where its goal is; relaxing it.
#include "crowd/group_map.h"
#include "base/vec2.h"
#include "crowd/group_parts.h"
#include "crowd/locomotion.h"

#include <string.h>

_Static_assert( ( 2 * WF_SHARED_MOST - 1 ) * ( WF_SHARED_MOST + 8 ) <= WF_MAP_CELLS * WF_LOCAL_LANES,
				"the largest map of a group fits into the scratch memory of a worker" );

// ------------------------------------------------------------------------------------------------------------------ memory

void wfFreeSharedMap( wfSharedMap* map )
{
	if ( map != NULL )
	{
		wfArray_Free( &map->cells );
		wfArray_Free( &map->values );
		wfArray_Free( &map->ranks );
		wfArray_Free( &map->x );
		wfArray_Free( &map->y );
		wfArray_Free( &map->kinds );
		wfArray_Free( &map->costs );
		wfArray_Free( &map->places );
		wfArray_Free( &map->directions );
		wfRelease( map, sizeof( wfSharedMap ) );
	}
}

// A slot is no farther from the anchor than along the way and then across it, and a spacing, by which it may swerve.
static int32_t findMost( const wfPlaceList* slots, double spacing )
{
	double farthest = 0.0;
	for ( int32_t k = 0; k < slots->count; ++k )
	{
		farthest = wfMax( farthest, fabs( slots->data[k].x ) + fabs( slots->data[k].y ) );
	}
	double cells = 2.0 * ( farthest / spacing + 1.0 ) / WF_SHARED_CELL + 2.0 * WF_SHARED_MARGIN + 5.0;
	return (int32_t)wfMin( cells, WF_SHARED_MOST );
}

static wfResult reserveMap( wfGroup* group, const wfPlaceList* slots )
{
	if ( group->map == NULL )
	{
		group->map = wfAllocateZeroed( sizeof( wfSharedMap ) );
		if ( group->map == NULL )
		{
			return wf_outOfMemory;
		}
	}
	wfSharedMap* map = group->map;
	int32_t most = findMost( slots, group->formation.spacing );
	size_t cells = (size_t)most * (size_t)most, members = (size_t)group->members.count + 8;
	map->most = 0; // what there is memory for must not be asked of an array: it remembers earlier ticks
	wfResult result = wfArray_Reserve( &map->cells, cells );
	result = result == wf_ok ? wfArray_Reserve( &map->values, cells ) : result;
	result = result == wf_ok ? wfArray_Reserve( &map->ranks, members ) : result;
	result = result == wf_ok ? wfArray_Reserve( &map->x, members ) : result;
	result = result == wf_ok ? wfArray_Reserve( &map->y, members ) : result;
	map->most = result == wf_ok ? most : 0;
	return result;
}

wfResult wfReserveSharedMaps( wfCrowd* crowd, bool plans )
{
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < crowd->groups.list.count && result == wf_ok; ++k )
	{
		wfGroup* group = &crowd->groups.list.data[k];
		if ( group->isUsed && group->planner == wf_groupPlanner && group->members.count > 0 )
		{
			result = reserveMap( group, plans && group->hasNewSlots ? &group->nextSlots : &group->slots );
		}
	}
	return result;
}

// ------------------------------------------------------------------------------------------------------------------- frame

static wfVec2 intoMap( const wfMapFrame* frame, wfVec2 offset )
{
	return wfIntoFrame2( ( wfVec2 ){ (double)frame->axisX, (double)frame->axisY }, offset );
}

// How far the slots reach from the anchor, in cells along and across the axis.
static wfBox2 boxOfSlots( const wfGroup* group, const wfMapFrame* frame )
{
	wfBox2 box = { { 0.0, 0.0 }, { 0.0, 0.0 } };
	for ( int32_t k = 0; k < group->places.count; ++k )
	{
		wfVec2 offset = { group->places.data[k].x - frame->place.x, group->places.data[k].y - frame->place.y };
		wfVec2 at = wfDivide2( intoMap( frame, offset ), (double)frame->cell );
		box.lower = wfMin2( box.lower, at );
		box.upper = wfMax2( box.upper, at );
	}
	return box;
}

static int32_t cellsFor( double reach, int32_t most )
{
	int32_t cells = WF_SHARED_MARGIN + (int32_t)ceil( reach - WF_TINY ), half = ( most - 1 ) / 2;
	return cells < half ? cells : half;
}

// The axis leads from the anchor to where its way leaves the map, or nearly.
static wfBox2 placeFrame( const wfCrowd* crowd, const wfGroup* group, wfSharedMap* map )
{
	const wfGroupNow* now = &group->now;
	double front = 0.0, spacing = group->formation.spacing;
	for ( int32_t k = 0; k < group->slots.count; ++k )
	{
		front = wfMax( front, group->slots.data[k].x );
	}
	wfVec2 unused, ahead = { now->aheadX, now->aheadY };
	wfWayPlace leaves = wfPlaceOnWay( crowd, group, now->walked + front + WF_SHARED_MARGIN * WF_SHARED_CELL * spacing, &unused );
	wfVec2 chord = { leaves.x - now->x, leaves.y - now->y };
	wfVec2 axis = wfLength2( chord ) > spacing ? wfNormalize2( chord, ahead ) : wfNormalize2( ahead, ( wfVec2 ){ 1.0, 0.0 } );
	map->frame = ( wfMapFrame ){ .place = { now->x, now->y },
								 .cell = (float)( WF_SHARED_CELL * spacing ),
								 .axisX = (float)axis.x,
								 .axisY = (float)axis.y };
	wfBox2 box = boxOfSlots( group, &map->frame );
	map->frame.column = cellsFor( -box.lower.x, map->most );
	map->frame.row = cellsFor( -box.lower.y, map->most );
	map->screen = ( wfScreening ){ map->cells.data, map->frame.column + 1 + cellsFor( box.upper.x, map->most ),
								   map->frame.row + 1 + cellsFor( box.upper.y, map->most ) };
	return box;
}

// ------------------------------------------------------------------------------------------------------------------- walls

typedef struct MapCell
{
	int32_t i, j;
} MapCell;

// Beyond the border, whichever side, it is not inside.
static MapCell cellAt( const wfSharedMap* map, wfVec2 place )
{
	const wfMapFrame* frame = &map->frame;
	wfVec2 at = intoMap( frame, wfSub2( place, frame->place ) );
	return ( MapCell ){ (int32_t)( at.x / (double)frame->cell + ( frame->column + 0.5 ) ),
						(int32_t)( at.y / (double)frame->cell + ( frame->row + 0.5 ) ) };
}

static bool isInner( const wfSharedMap* map, MapCell cell )
{
	return cell.i > 0 && cell.j > 0 && cell.i < map->screen.columns - 1 && cell.j < map->screen.rows - 1;
}

static float* screenAt( const wfSharedMap* map, MapCell cell )
{
	return &map->screen.cells[cell.j * map->screen.columns + cell.i];
}

static void freeCell( const wfSharedMap* map, MapCell cell )
{
	if ( isInner( map, cell ) && *screenAt( map, cell ) < 0.0f )
	{
		*screenAt( map, cell ) = 0.0f;
	}
}

// Along the anchor's way.
typedef struct Walk
{
	const wfSharedMap* map;
	wfVec2 place;
	MapCell cell; // that it has come to
} Walk;

// On to a place, straight. The anchor is as large as the largest member: where it was and will be the ground is free, whatever
// the cells say. False: it leaves the inside of the map before.
static bool freeTo( Walk* walk, wfVec2 to )
{
	wfVec2 offset = wfSub2( to, walk->place ), from = walk->place;
	int32_t steps = (int32_t)ceil( wfLength2( offset ) / (double)walk->map->frame.cell );
	for ( int32_t k = 1; k <= steps; ++k )
	{
		MapCell before = walk->cell;
		walk->place = wfAddScaled2( from, (double)k / steps, offset );
		walk->cell = cellAt( walk->map, walk->place );
		if ( !isInner( walk->map, walk->cell ) )
		{
			return false;
		}
		freeCell( walk->map, walk->cell );
		if ( before.i != walk->cell.i && before.j != walk->cell.j )
		{
			freeCell( walk->map, ( MapCell ){ before.i, walk->cell.j } );
		}
	}
	return true;
}

static Walk beginWalk( const wfSharedMap* map )
{
	return ( Walk ){ map, map->frame.place, { map->frame.column, map->frame.row } };
}

// Cells nearer to a wall than `radius`: what is far from all walls is left out, half by half.
static bool blockPart( const wfRouteLayer* layer, const wfSharedMap* map, float radius, wfMapPart part )
{
	const wfMapFrame* frame = &map->frame;
	int32_t columns = part.lastColumn - part.firstColumn, rows = part.lastRow - part.firstRow;
	double cell = (double)frame->cell;
	wfVec2 half = { 0.5 * cell * columns, 0.5 * cell * rows };
	wfVec2 middle = { cell * ( part.firstColumn - frame->column ) + half.x, cell * ( part.firstRow - frame->row ) + half.y };
	wfVec2 place = wfAdd2( frame->place, wfFromFrame2( ( wfVec2 ){ (double)frame->axisX, (double)frame->axisY }, middle ) );
	if ( (double)( wfLayerRoom( layer, place.x, place.y ) - radius ) >= wfLength2( half ) )
	{
		return false;
	}
	if ( columns < WF_SHARED_PART && rows < WF_SHARED_PART )
	{
		return wfBlockWalls( layer, frame, radius, &map->screen, part );
	}
	wfMapPart rest = part;
	if ( columns >= rows )
	{
		part.lastColumn = part.firstColumn + columns / 2;
		rest.firstColumn = part.lastColumn + 1;
	}
	else
	{
		part.lastRow = part.firstRow + rows / 2;
		rest.firstRow = part.lastRow + 1;
	}
	bool any = blockPart( layer, map, radius, part );
	return blockPart( layer, map, radius, rest ) || any;
}

static void drawWalls( const wfCrowd* crowd, const wfGroup* group, wfSharedMap* map )
{
	const wfRouteLayer* layer = &crowd->ground.routes.layers.data[group->now.slotLayer];
	memset( map->cells.data, 0, (size_t)( map->screen.columns * map->screen.rows ) * sizeof( float ) );
	// A wall is as thick as half a cell to both sides, or values would pass between its cells.
	float radius = map->radius - WF_WALL_MARGIN, least = WF_SHARED_WALL * map->frame.cell;
	wfMapPart inside = { 1, map->screen.columns - 2, 1, map->screen.rows - 2 };
	if ( !blockPart( layer, map, radius > least ? radius : least, inside ) )
	{
		return;
	}
	Walk walk = beginWalk( map );
	freeCell( map, walk.cell );
	for ( int32_t k = group->trail.count - 1; k >= 0; --k )
	{
		if ( !freeTo( &walk, ( wfVec2 ){ group->trail.data[k].x, group->trail.data[k].y } ) )
		{
			return;
		}
	}
}

// The ring inside of the border stays free: an obstacle there would cut off the goal.
static void clearRing( const wfSharedMap* map )
{
	int32_t columns = map->screen.columns, rows = map->screen.rows;
	for ( int32_t i = 1; i < columns - 1; ++i )
	{
		freeCell( map, ( MapCell ){ i, 1 } );
		freeCell( map, ( MapCell ){ i, rows - 2 } );
	}
	for ( int32_t j = 1; j < rows - 1; ++j )
	{
		freeCell( map, ( MapCell ){ 1, j } );
		freeCell( map, ( MapCell ){ columns - 2, j } );
	}
}

// ------------------------------------------------------------------------------------------------------------------- goals

static int32_t clampInside( int32_t k, int32_t count )
{
	return k < 1 ? 1 : k > count - 2 ? count - 2 : k;
}

// A border cell that is not a corner, from which nothing spreads.
static MapCell exitBy( const wfSharedMap* map, MapCell cell )
{
	int32_t i = clampInside( cell.i, map->screen.columns ), j = clampInside( cell.j, map->screen.rows );
	return cell.i != i ? ( MapCell ){ cell.i < i ? 0 : i + 1, j } : ( MapCell ){ i, cell.j < j ? 0 : j + 1 };
}

// Along the way, then straight on from its end: the border cell where that leaves the map, or the last one before a wall.
static MapCell findExit( const wfGroup* group, const wfSharedMap* map )
{
	const wfGroupNow* now = &group->now;
	wfVec2 direction = { now->aheadX, now->aheadY };
	Walk walk = beginWalk( map );
	for ( int32_t k = 0; k < group->ahead.count; ++k )
	{
		const wfWayPlace* on = &group->ahead.data[k];
		wfVec2 from = walk.place, to = { on->x, on->y };
		if ( on->along > now->walked && !freeTo( &walk, to ) )
		{
			return exitBy( map, walk.cell );
		}
		direction = on->along > now->walked ? wfNormalize2( wfSub2( to, from ), direction ) : direction;
	}
	for ( int32_t k = 2 * ( map->screen.columns + map->screen.rows ); k > 0; --k )
	{
		MapCell before = walk.cell;
		walk.place = wfAddScaled2( walk.place, (double)map->frame.cell, direction );
		walk.cell = cellAt( map, walk.place );
		if ( !isInner( map, walk.cell ) )
		{
			return exitBy( map, walk.cell );
		}
		if ( *screenAt( map, walk.cell ) < 0.0f )
		{
			return before;
		}
	}
	return walk.cell;
}

// Free cells beside one, in steps of (di, dj). As in a map of its own there are three at the border whatever is before them.
static int32_t countFree( const wfSharedMap* map, MapCell from, int32_t di, int32_t dj, int32_t most )
{
	for ( int32_t k = 1; k <= most; ++k )
	{
		MapCell at = { from.i + k * di, from.j + k * dj };
		if ( !isInner( map, at ) || ( *screenAt( map, at ) < 0.0f && ( k > 1 || map->hasInnerGoal ) ) )
		{
			return k - 1;
		}
	}
	return most;
}

// As wide as the formation, so that everybody is led on beside the others, and not all to one place. False: there is none.
static bool placeGoal( wfSharedMap* map, MapCell exit, const wfBox2* box )
{
	int32_t columns = map->screen.columns, rows = map->screen.rows;
	int32_t left = (int32_t)wfMax( floor( box->upper.y + 0.5 ), 1.0 ), right = (int32_t)wfMax( floor( 0.5 - box->lower.y ), 1.0 );
	int32_t di = exit.j == 0 || exit.j == rows - 1 ? 1 : 0, dj = 1 - di;
	MapCell inside = { clampInside( exit.i, columns ), clampInside( exit.j, rows ) };
	map->hasInnerGoal = isInner( map, exit );
	if ( map->hasInnerGoal && exit.i == map->frame.column && exit.j == map->frame.row )
	{
		return false;
	}
	int32_t up = countFree( map, inside, di, dj, left ), down = countFree( map, inside, -di, -dj, right );
	map->goalStep = di + dj * columns;
	map->goalCell = exit.j * columns + exit.i - down * map->goalStep;
	map->goalCount = up + down + 1;
	return true;
}

// ------------------------------------------------------------------------------------------------------------------ people

typedef struct People
{
	const wfCrowd* crowd;
	const wfStyleDef* style;
	const wfSharedMap* map;
	float anchorX, anchorY; // relative to the tick's origin
	wfOthers others;
} People;

// Draw those that were gathered, with a strength, or 0: as obstacles.
static void drawPeople( People* people, float strength )
{
	const wfCrowdKernels* kernels = wfGetCrowdKernels();
	const wfMapFrame* frame = &people->map->frame;
	float inverse = 1.0f / frame->cell;
	kernels->turn( &people->others, frame->axisX, frame->axisY, inverse, (float)frame->column );
	for ( int32_t k = 0; k < people->others.count; ++k )
	{
		people->others.y[k] += (float)( frame->row - frame->column );
	}
	if ( strength == 0.0f )
	{
		kernels->block( &people->others, &people->map->screen, inverse );
	}
	else
	{
		kernels->stamp( &people->others, &people->map->screen, people->map->reach, strength );
	}
	people->others.count = 0;
}

static void drawMembers( People* people )
{
	const wfSharedMap* map = people->map;
	const wfTick* tick = &people->crowd->tick;
	wfOthers* others = &people->others;
	for ( int32_t k = 0; k < map->ranks.count; ++k )
	{
		int32_t rank = map->ranks.data[k];
		if ( rank >= 0 )
		{
			others->x[others->count] = map->x.data[k];
			others->y[others->count] = map->y.data[k];
			others->radii[others->count++] = tick->radius[rank] + ( map->isHard ? 0.0f : map->radius );
		}
		if ( others->count == WF_OTHERS || k == map->ranks.count - 1 )
		{
			drawPeople( people, map->isHard ? 0.0f : map->strength );
		}
	}
}

// Where somebody will be when the nearest member gets there, as in that member's own map.
static wfVec2 predictPlace( const People* people, int32_t rank, float x, float y )
{
	const wfSharedMap* map = people->map;
	const wfCrowdKernels* kernels = wfGetCrowdKernels();
	float squares[WF_SHARED_BLOCK + 8], nearest = INFINITY;
	int32_t found = 0;
	for ( int32_t first = 0; first < map->ranks.count; first += WF_SHARED_BLOCK )
	{
		int32_t count = map->ranks.count - first < WF_SHARED_BLOCK ? map->ranks.count - first : WF_SHARED_BLOCK;
		kernels->measure( map->x.data + first, map->y.data + first, count, x, y, squares );
		for ( int32_t k = 0; k < count; ++k )
		{
			found = squares[k] < nearest ? first + k : found;
			nearest = squares[k] < nearest ? squares[k] : nearest;
		}
	}
	const wfTick* tick = &people->crowd->tick;
	wfOthers one;
	one.count = 1;
	one.x[0] = x - map->x.data[found];
	one.y[0] = y - map->y.data[found];
	one.vx[0] = tick->velocityX[rank];
	one.vy[0] = tick->velocityY[rank];
	kernels->predict( &one, tick->speed[map->ranks.data[found]], (float)people->style->horizon );
	return ( wfVec2 ){ (double)( map->x.data[found] + one.x[0] ), (double)( map->y.data[found] + one.y[0] ) };
}

// Everybody in the map, also behind: it has no view cone.
static void drawStrangers( People* people, const wfGroup* group )
{
	const wfTick* tick = &people->crowd->tick;
	const wfSharedMap* map = people->map;
	const wfMapFrame* frame = &map->frame;
	int32_t columns = map->screen.columns, rows = map->screen.rows,
			mine = (int32_t)( group - people->crowd->groups.list.data ) + 1;
	double cell = (double)frame->cell, lowX = -cell * frame->column, highX = cell * ( columns - 1 - frame->column );
	double lowY = -cell * frame->row, highY = cell * ( rows - 1 - frame->row );
	double ax = fabs( (double)frame->axisX ), ay = fabs( (double)frame->axisY );
	double reachX = wfMax( -lowX, highX ), reachY = wfMax( -lowY, highY );
	double wide = ax * reachX + ay * reachY, high = ay * reachX + ax * reachY;
	wfIndexRange cells = wfCellsIn( tick, (double)people->anchorX - wide, (double)people->anchorY - high,
									(double)people->anchorX + wide, (double)people->anchorY + high );
	float strength = people->style->softAgents ? (float)people->style->softStrength * frame->cell * frame->cell : 0.0f;
	for ( int32_t row = cells.firstRow; row <= cells.lastRow; ++row )
	{
		for ( int32_t rank = wfFirstInRow( tick, &cells, row ), end = wfEndInRow( tick, &cells, row ); rank < end; ++rank )
		{
			float x = tick->x[rank] - people->anchorX, y = tick->y[rank] - people->anchorY;
			wfVec2 at = intoMap( frame, ( wfVec2 ){ (double)x, (double)y } );
			bool isIn = at.x > lowX && at.x < highX && at.y > lowY && at.y < highY;
			if ( !isIn || people->crowd->population.agents[tick->slot[rank]].orders.group == mine )
			{
				continue;
			}
			wfOthers* others = &people->others;
			wfVec2 place = { (double)x, (double)y };
			place = people->style->horizon > 0.0 ? predictPlace( people, rank, x, y ) : place;
			others->x[others->count] = (float)place.x;
			others->y[others->count] = (float)place.y;
			others->radii[others->count++] = tick->radius[rank] + map->radius;
			if ( others->count == WF_OTHERS )
			{
				drawPeople( people, strength );
			}
		}
	}
	drawPeople( people, strength );
}

// ----------------------------------------------------------------------------------------------------------------- solving

static void relax( wfSharedMap* map, wfMapScratch* scratch, const wfStyleDef* style )
{
	int32_t columns = map->screen.columns, rows = map->screen.rows;
	bool fromEast = map->goalStep == columns && map->goalCell % columns == columns - 1;
	wfLocalSheet sheet = { .columns = columns,
						   .rows = rows,
						   .q = scratch->q,
						   .weight = scratch->weight,
						   .goals = fromEast ? NULL : scratch->goals,
						   .east = 1.0f,
						   .west = 1.0f,
						   .north = 1.0f,
						   .south = 1.0f,
						   .fromEast = fromEast,
						   .firstGoal = map->goalCell / columns,
						   .lastGoal = map->goalCell / columns + map->goalCount - 1 };
	float row[WF_SHARED_MOST];
	int64_t stride = wfSheetStride( rows );
	size_t bytes = (size_t)wfSheetSize( columns, rows ) * sizeof( float );
	memset( scratch->q, 0, bytes );
	memset( scratch->weight, 0, bytes );
	memset( scratch->goals, 0, fromEast ? 0 : bytes );
	for ( int32_t j = 1; j < rows - 1; ++j )
	{
		const float* screen = map->cells.data + j * columns;
		for ( int32_t i = 0; i < columns; ++i )
		{
			float weight = 1.0f / ( 4.0f + screen[i] ); // of blocked cells, too: no branch, and a vector at a time
			row[i] = screen[i] >= 0.0f ? weight : 0.0f;
		}
		float* to = scratch->weight + wfSheetAt( &sheet, 0, j );
		for ( int32_t i = 1; i < columns - 1; ++i )
		{
			to[(int64_t)i * stride] = row[i];
		}
	}
	for ( int32_t k = 0; k < map->goalCount; ++k )
	{
		int32_t cell = map->goalCell + k * map->goalStep, at = wfSheetAt( &sheet, cell % columns, cell / columns );
		scratch->q[at] = 1.0f;
		scratch->goals[fromEast ? 0 : at] = 1.0f;
	}
	if ( style->solver == wf_localSor )
	{
		wfLocalRelaxSheetSor( &sheet, style->iterations );
	}
	else
	{
		wfLocalRelaxSheetGaussSeidel( &sheet, style->iterations );
	}
	for ( int32_t j = 0; j < rows; ++j )
	{
		const float* q = scratch->q + wfSheetAt( &sheet, 0, j );
		float* values = map->values.data + j * columns;
		for ( int32_t i = 0; i < columns; ++i )
		{
			values[i] = q[(int64_t)i * stride];
		}
	}
}

// Not while it forms up, fights or walks freely: then members go to different places.
static bool goesTogether( const wfGroup* group )
{
	const uint32_t leads = wf_groupLeads | wf_groupIsPlaced, not = wf_groupIsThere | wf_groupIsEngaged | wf_groupIsFree;
	return group->isUsed && group->planner == wf_groupPlanner && group->map != NULL && group->members.count > 0 &&
		   group->places.count == group->members.count && ( group->now.flags & ( leads | not ) ) == leads;
}

static void findMembers( const wfCrowd* crowd, const wfGroup* group, People* people )
{
	const wfTick* tick = &crowd->tick;
	wfSharedMap* map = group->map;
	people->anchorX = (float)( group->now.x - tick->origin.x );
	people->anchorY = (float)( group->now.y - tick->origin.y );
	for ( int32_t k = 0; k < map->ranks.count; ++k )
	{
		int32_t rank = map->ranks.data[k];
		map->x.data[k] = rank >= 0 ? tick->x[rank] - people->anchorX : INFINITY;
		map->y.data[k] = rank >= 0 ? tick->y[rank] - people->anchorY : INFINITY;
	}
	memset( map->x.data + map->ranks.count, 0, 8 * sizeof( float ) );
	memset( map->y.data + map->ranks.count, 0, 8 * sizeof( float ) );
}

// As wide as the screening of a member, and so much more that what is beyond hardly changes without it.
static int32_t findWindow( const wfSharedMap* map )
{
	int32_t least = map->screen.columns < map->screen.rows ? map->screen.columns : map->screen.rows;
	int32_t reach = (int32_t)ceilf( map->reach * 2.0f * map->radius );
	int32_t size = 2 * ( reach + WF_WINDOW_MARGIN ) + 1;
	least = least < WF_MAX_MAP_SIZE ? least - 1 + least % 2 : WF_MAX_MAP_SIZE;
	return size < least ? size : least;
}

bool wfSolveSharedMap( const wfCrowd* crowd, wfGroup* group, wfMapScratch* scratch )
{
	if ( !goesTogether( group ) || group->map->most == 0 )
	{
		return false;
	}
	wfSharedMap* map = group->map;
	const wfAgent* first = &crowd->population.agents[group->members.data[0].slot];
	People people = { .crowd = crowd, .style = &wfStyleOf( crowd, first )->def, .map = map };
	map->radius = (float)group->now.radius;
	map->isHard = group->hardMembers;
	wfBox2 box = placeFrame( crowd, group, map );
	drawWalls( crowd, group, map );
	if ( !placeGoal( map, findExit( group, map ), &box ) )
	{
		return false;
	}
	map->strength = WF_SHARED_MEMBER * (float)people.style->softStrength * map->frame.cell * map->frame.cell;
	map->reach = (float)people.style->softReach / map->frame.cell;
	findMembers( crowd, group, &people );
	drawMembers( &people );
	drawStrangers( &people, group );
	clearRing( map );
	for ( int32_t k = 0; k < map->goalCount && map->hasInnerGoal; ++k )
	{
		map->cells.data[map->goalCell + k * map->goalStep] = WF_INNER_GOAL;
	}
	map->window = findWindow( map );
	relax( map, scratch, people.style );
	return true;
}

static bool hasReader( const wfCrowd* crowd, const wfGroup* group )
{
	for ( int32_t k = 0; k < group->map->ranks.count; ++k )
	{
		int32_t rank = group->map->ranks.data[k];
		if ( rank >= 0 && ( crowd->tick.traits[rank] & wf_decidesNow ) && crowd->groups.weights.data[rank] > 0.0 )
		{
			return true;
		}
	}
	return false;
}

static void solveRange( int32_t begin, int32_t end, int32_t worker, void* context )
{
	wfCrowd* crowd = context;
	for ( int32_t k = begin; k < end; ++k )
	{
		wfGroup* group = &crowd->groups.list.data[k];
		if ( group->map != NULL )
		{
			group->map->isSolved = goesTogether( group ) && hasReader( crowd, group ) &&
								   wfSolveSharedMap( crowd, group, crowd->tick.scratch[worker] );
		}
	}
}

void wfFindSharedRanks( wfCrowd* crowd )
{
	const wfTick* tick = &crowd->tick;
	bool any = false;
	for ( int32_t k = 0; k < crowd->groups.list.count; ++k )
	{
		wfGroup* group = &crowd->groups.list.data[k];
		if ( goesTogether( group ) )
		{
			group->map->ranks.count = group->members.count;
			memset( group->map->ranks.data, 0xff, (size_t)group->members.count * sizeof( int32_t ) );
			any = true;
		}
	}
	for ( int32_t rank = 0; rank < tick->count && any; ++rank )
	{
		int32_t slot = tick->slot[rank], index1 = crowd->population.agents[slot].orders.group;
		wfGroup* group = index1 > 0 ? &crowd->groups.list.data[index1 - 1] : NULL;
		if ( group != NULL && goesTogether( group ) )
		{
			group->map->ranks.data[crowd->groups.memberOfSlot.data[slot]] = rank;
		}
	}
}

void wfSolveSharedMaps( wfCrowd* crowd )
{
	if ( crowd->tick.team == NULL )
	{
		return;
	}
	wfFindSharedRanks( crowd );
	wfWorkers_ParallelFor( crowd->def.workers, solveRange, crowd->groups.list.count, 1, crowd );
}
