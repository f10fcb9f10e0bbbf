// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The world of a test case: bounds wide enough for all that is named, obstacles, and grids fine enough that every passage an
// agent fits through is open.
#include "steerbench/steerbench.h"

#include <math.h>
#include <stdlib.h>

// Room between the border and who stands next to it.
#define BORDER_ROOM 1.0
// What is left of the file's bounds around everything named.
#define CROP_ROOM 20.0
#define MOST_CELLS 4000000.0
// Of one cell of a field, and of all fields together.
#define FIELD_BYTES 16.0
#define MOST_FIELD_BYTES 1e9
#define OBSTACLE_DRAWS 100
// A rough figure of what the world keeps for a shape.
#define SHAPE_BYTES 512

// --------------------------------------------------------------------------------------------------------------- bounds

static void include( wfBox2* box, wfBox2 other, double room )
{
	*box = wfBoxUnion( *box, wfBoxAround( other.lower, other.upper, room ) );
}

bool wfTestCase_IsNamed( const wfBenchElement* goal )
{
	return goal->kind == wf_benchSeek && !goal->target.random;
}

// All places named: starts, goals and regions. `everywhere`: whether chance or a direction may lead to any other.
static wfBox2 getContent( const wfTestCase* bench, bool* everywhere )
{
	wfBox2 box = WF_EMPTY_BOX;
	*everywhere = false;
	for ( size_t i = 0; i < bench->specCount; ++i )
	{
		const wfBenchElement* spec = bench->specs + i;
		double room = spec->radius + BORDER_ROOM;
		if ( !spec->position.random )
		{
			include( &box, ( wfBox2 ){ spec->position.at, spec->position.at }, room );
		}
		else if ( spec->count > 0 )
		{
			include( &box, spec->region.box, 0.0 );
		}
		for ( int32_t k = 0; k < spec->goalCount; ++k )
		{
			const wfBenchElement* goal = bench->goals + spec->firstGoal + k;
			bool named = wfTestCase_IsNamed( goal ), region = goal->kind == wf_benchRegion;
			if ( named )
			{
				include( &box, ( wfBox2 ){ goal->target.at, goal->target.at }, room );
			}
			if ( region )
			{
				include( &box, goal->region.box, 0.0 );
			}
			*everywhere = *everywhere || !( named || region || goal->kind == wf_benchIdle || goal->kind == wf_benchSeekAgent );
		}
	}
	return box;
}

static void includeObstacles( const wfTestCase* bench, wfBox2* box )
{
	for ( size_t i = 0; i < bench->obstacleCount; ++i )
	{
		const wfBenchObstacle* obstacle = bench->obstacles + i;
		const wfShapeDef* shape = &obstacle->shape;
		if ( obstacle->random )
		{
			include( box, obstacle->region, 0.0 );
		}
		else if ( shape->kind == wf_polygonShape )
		{
			include( box, wfBoxOfPoints( bench->points + obstacle->firstPoint, shape->pointCount ), 0.0 );
		}
		else
		{
			include( box, ( wfBox2 ){ shape->center, shape->center }, shape->radius + wfLength2( shape->halfSize ) );
		}
	}
}

static bool isInside( wfBox2 inner, wfBox2 outer )
{
	return wfBoxHasPoint( outer, inner.lower ) && wfBoxHasPoint( outer, inner.upper );
}

static void chooseBounds( wfTestCase* bench )
{
	bool everywhere;
	wfBox2 content = getContent( bench, &everywhere ), bounds = bench->header.region.box;
	bool known = content.lower.x <= content.upper.x;
	if ( known && !isInside( content, bounds ) )
	{
		// Bounds far away from all that is named say nothing; others are widened.
		bool apart = !wfBoxesMeet( content, bounds );
		wfBox2 old = apart ? content : bounds;
		bounds = content;
		include( &bounds, old, 0.0 );
		include( &bounds, content, apart ? CROP_ROOM : 0.0 );
		bench->enlarged = true;
	}
	wfVec2 size = wfSub2( bounds.upper, bounds.lower );
	bool large = size.x * size.y / ( bench->cellSize * bench->cellSize ) > MOST_CELLS;
	// Empty ground far from everything costs time and shows nothing.
	if ( ( large || !everywhere ) && known )
	{
		wfBox2 wide = content, all = bounds;
		includeObstacles( bench, &wide );
		include( &wide, ( wfBox2 ){ wide.lower, wide.lower }, CROP_ROOM );
		include( &wide, ( wfBox2 ){ wide.upper, wide.upper }, CROP_ROOM );
		// Whole metres, so that cells lie as they would without.
		bounds.lower.x = fmax( bounds.lower.x, floor( wide.lower.x ) );
		bounds.lower.y = fmax( bounds.lower.y, floor( wide.lower.y ) );
		bounds.upper.x = fmin( bounds.upper.x, ceil( wide.upper.x ) );
		bounds.upper.y = fmin( bounds.upper.y, ceil( wide.upper.y ) );
		bench->cropped = !isInside( all, bounds );
	}
	// A world has area, whatever the file says.
	bounds.upper.x = fmax( bounds.upper.x, bounds.lower.x + 2.0 * bench->cellSize );
	bounds.upper.y = fmax( bounds.upper.y, bounds.lower.y + 2.0 * bench->cellSize );
	bench->bounds = bounds;
}

// ------------------------------------------------------------------------------------------------------------ obstacles

static void addShape( wfTestCase* bench, const wfBenchObstacle* obstacle, wfVec2 center )
{
	wfShapeDef shape = obstacle->shape;
	shape.center = center;
	shape.points = shape.kind == wf_polygonShape ? bench->points + obstacle->firstPoint : NULL;
	wfVec2 half = shape.halfSize;
	wfVec2 ends[2] = { wfSub2( center, half ), wfAdd2( center, half ) };
	if ( shape.kind == wf_boxShape && !( half.x > 0.0 && half.y > 0.0 ) && shape.angle == 0.0 && half.x + half.y > 0.0 )
	{
		// A box without thickness is a wall all the same.
		shape = wfDefaultShapeDef();
		shape.kind = wf_segmentShape;
		shape.points = ends;
		shape.pointCount = 2;
	}
	bool nothing = ( shape.kind == wf_boxShape && !( half.x > 0.0 && half.y > 0.0 ) ) ||
				   ( shape.kind == wf_discShape && !( shape.radius > 0.0 ) );
	if ( !nothing && ( obstacle->random || wfTestCase_Reserve( bench, obstacle->node, SHAPE_BYTES ) ) )
	{
		wfShapeId id;
		wfTestCase_Pass( bench, obstacle->node, NULL, wfWorld_AddShape( bench->world, &shape, &id, bench->reader->error ) );
	}
}

// Whether a random obstacle would cover a start or a goal the file names.
static bool coversNamedPlace( const wfTestCase* bench, wfVec2 center, double reach )
{
	for ( size_t i = 0; i < bench->specCount; ++i )
	{
		const wfBenchElement* spec = bench->specs + i;
		double room = reach + spec->radius;
		bool covers = !spec->position.random && wfDistance2( spec->position.at, center ) < room;
		for ( int32_t k = 0; k < spec->goalCount && !covers; ++k )
		{
			const wfBenchElement* goal = bench->goals + spec->firstGoal + k;
			covers = wfTestCase_IsNamed( goal ) && wfDistance2( goal->target.at, center ) < room;
		}
		if ( covers )
		{
			return true;
		}
	}
	return false;
}

// Apart from fixed obstacles and from each other where there is room for that, else on top of some, never on a named place.
static void addRandomObstacles( wfTestCase* bench, const wfBenchObstacle* obstacle, int64_t* stream )
{
	const wfShapeDef* shape = &obstacle->shape;
	double reach = shape->kind == wf_discShape ? shape->radius : wfLength2( shape->halfSize );
	wfDiscGrid scatter = { 0 };
	bool apart = wfTestCase_Reserve( bench, obstacle->node, (size_t)obstacle->count * SHAPE_BYTES ) &&
				 wfDiscGrid_Make( bench, &scatter, obstacle->region, reach, (size_t)obstacle->count );
	for ( int32_t i = 0; i < obstacle->count && wfReader_IsOk( bench->reader ); ++i )
	{
		*stream -= 1;
		bool found = false;
		wfVec2 center = { 0 };
		for ( uint64_t k = 0; k < 2 * OBSTACLE_DRAWS && !found; ++k )
		{
			center = wfTestCase_DrawPoint( bench, obstacle->region, *stream, k );
			bool alone = apart && k < OBSTACLE_DRAWS;
			bool overlaps = alone && ( wfDiscGrid_Overlaps( &scatter, center, reach ) ||
									   !( wfWorld_GetDistance( bench->world, center, 0 ) > reach ) );
			found = !overlaps && !coversNamedPlace( bench, center, reach );
			// Once there is no room any more, looking for it for each one would take long.
			apart = apart && ( found || k + 1 < OBSTACLE_DRAWS );
		}
		bench->droppedObstacles += found ? 0 : 1;
		if ( found )
		{
			wfDiscGrid_Add( &scatter, center, reach );
		}
	}
	// Added only now: the world builds an index for the first question after each change.
	for ( size_t i = 0; i < scatter.count && wfReader_IsOk( bench->reader ); ++i )
	{
		addShape( bench, obstacle, scatter.discs[i].center );
	}
	wfDiscGrid_Free( &scatter );
}

static void addObstacles( wfTestCase* bench )
{
	for ( size_t i = 0; i < bench->obstacleCount && wfReader_IsOk( bench->reader ); ++i )
	{
		if ( !bench->obstacles[i].random )
		{
			addShape( bench, &bench->obstacles[i], bench->obstacles[i].shape.center );
		}
	}
	int64_t stream = 0;
	for ( size_t i = 0; i < bench->obstacleCount && wfReader_IsOk( bench->reader ); ++i )
	{
		if ( bench->obstacles[i].random )
		{
			addRandomObstacles( bench, &bench->obstacles[i], &stream );
		}
	}
}

// ---------------------------------------------------------------------------------------------------------------- grids

static int compareNumbers( const void* a, const void* b )
{
	double x = *(const double*)a, y = *(const double*)b;
	return x < y ? -1 : x > y ? 1 : 0;
}

// The distinct radii, ascending; where there are too many, the largest stands for the rest. Rounded up as the crowd rounds them
// for its own grids, so that many sizes need few.
static void collectRadii( wfTestCase* bench )
{
	double largest = bench->specCount > 0 ? 0.0 : 0.5;
	for ( size_t i = 0; i < bench->specCount; ++i )
	{
		double radius = ceil( bench->specs[i].radius / 0.05 - 1e-6 ) * 0.05;
		largest = fmax( largest, radius );
		bool known = false;
		for ( int32_t k = 0; k < bench->radiusCount; ++k )
		{
			known = known || bench->radii[k] == radius;
		}
		if ( !known && bench->radiusCount < WF_MAX_BENCH_RADII )
		{
			bench->radii[bench->radiusCount++] = radius;
		}
	}
	bench->radiusCount = bench->radiusCount > 0 ? bench->radiusCount : 1;
	qsort( bench->radii, (size_t)bench->radiusCount, sizeof( double ), compareNumbers );
	bench->radii[bench->radiusCount - 1] = largest;
}

// Null after a failure.
static wfGrid* makeGrid( wfTestCase* bench, double radius )
{
	wfGridDef def = wfDefaultGridDef();
	def.cellSize = bench->cellSize;
	def.radius = radius;
	def.memoryLimit = bench->def->read.memoryLimit;
	def.workers = bench->def->workers;
	wfGrid* grid = NULL;
	if ( wfReader_IsOk( bench->reader ) )
	{
		wfResult result = wfCreateGrid( bench->world, &def, &grid, bench->reader->error );
		wfTestCase_Pass( bench, bench->header.node, "header.worldBounds", result );
	}
	return wfReader_IsOk( bench->reader ) ? grid : NULL;
}

// Refine until what a disc can pass is open. Gaps that only shorten a route count too, but not those of scattered obstacles:
// there are many, and always a route around.
static void openPassages( wfTestCase* bench, double radius )
{
	bool scattered = false;
	for ( size_t i = 0; i < bench->obstacleCount; ++i )
	{
		scattered = scattered || ( bench->obstacles[i].random && bench->obstacles[i].count > 1 );
	}
	wfVec2 size = wfSub2( bench->bounds.upper, bench->bounds.lower );
	for ( int32_t attempt = 0; attempt < 3; ++attempt )
	{
		wfGrid* grid = makeGrid( bench, radius );
		if ( grid == NULL )
		{
			return;
		}
		enum
		{
			most = 64
		};
		wfClosedPassage passages[most];
		int32_t count = wfGrid_FindClosedPassages( grid, bench->world, NULL, passages, most );
		wfDestroyGrid( grid );
		if ( count < 0 )
		{
			wfTestCase_FailIf( bench, true, NULL, NULL, (wfResult)-count, "%s",
							   -count == wf_outOfMemory ? "out of memory" : wfDescribeResult( (wfResult)-count ) );
		}
		double cellSize = bench->cellSize;
		for ( int32_t i = 0; i < count && i < most; ++i )
		{
			bool counts = !scattered || passages[i].componentA != passages[i].componentB;
			double open = passages[i].openCellSize;
			bool affordable = open > 0.0 && size.x * size.y / ( open * open ) <= MOST_CELLS;
			cellSize = counts && affordable ? fmin( cellSize, open ) : cellSize;
		}
		if ( cellSize >= bench->cellSize )
		{
			return;
		}
		bench->cellSize = cellSize;
	}
}

const wfGrid* wfTestCase_GetGrid( const wfTestCase* bench, double radius )
{
	int32_t i = 0;
	while ( i + 1 < bench->radiusCount && bench->radii[i] < radius - 1e-6 )
	{
		i += 1;
	}
	return bench->grids[i];
}

int32_t wfTestCase_GetComponent( const wfGrid* grid, wfVec2 point )
{
	int32_t cell = wfGrid_GetCell( grid, point );
	if ( cell < 0 || wfGrid_IsFree( grid, cell ) )
	{
		return cell < 0 ? -1 : wfGrid_GetComponent( grid, cell );
	}
	// A disc may stand where the centre of the cell is too near to a wall: it belongs to the nearest free neighbour.
	int32_t width = wfGrid_GetWidth( grid ), height = wfGrid_GetHeight( grid );
	int32_t column = cell % width, row = cell / width, component = -1;
	double nearest = INFINITY;
	for ( int32_t j = row > 0 ? row - 1 : 0; j <= row + 1 && j < height; ++j )
	{
		for ( int32_t i = column > 0 ? column - 1 : 0; i <= column + 1 && i < width; ++i )
		{
			int32_t other = j * width + i;
			wfVec2 center = wfGrid_GetCenter( grid, other );
			wfVec2 apart = wfSub2( center, point );
			double square = wfDot2( apart, apart );
			if ( wfGrid_IsFree( grid, other ) && square < nearest )
			{
				nearest = square;
				component = wfGrid_GetComponent( grid, other );
			}
		}
	}
	return component;
}

// The smallest radius, as the crowd takes by itself; twice that where everybody has places of their own, for the memory.
static void chooseCellSize( wfTestCase* bench )
{
	double targets = 0.0; // places that need a field of their own, at most
	for ( size_t i = 0; i < bench->specCount; ++i )
	{
		const wfBenchElement* spec = bench->specs + i;
		for ( int32_t k = 0; k < spec->goalCount; ++k )
		{
			const wfBenchElement* goal = bench->goals + spec->firstGoal + k;
			targets += wfTestCase_IsNamed( goal ) || goal->kind == wf_benchRegion ? 1 : spec->count;
		}
	}
	wfVec2 size = wfSub2( bench->bounds.upper, bench->bounds.lower );
	double cell = fmax( bench->radii[0], 0.02 );
	double bytes = size.x * size.y / ( cell * cell ) * targets * FIELD_BYTES;
	cell *= bytes > MOST_FIELD_BYTES ? 2.0 : 1.0;
	bench->cellSize = fmax( cell, fmax( size.x, size.y ) / 8192.0 );
}

void wfTestCase_MakeWorld( wfTestCase* bench )
{
	collectRadii( bench );
	bench->cellSize = fmax( bench->radii[0], 0.02 );
	chooseBounds( bench );
	chooseCellSize( bench );
	wfWorldDef def = wfDefaultWorldDef();
	def.bounds = bench->bounds;
	wfResult result = wfCreateWorld( &def, &bench->world, bench->reader->error );
	wfTestCase_Pass( bench, bench->header.node, "header.worldBounds", result );
	addObstacles( bench );
	// What the largest can pass the others can too, but narrower passages are for the smallest.
	for ( int32_t i = 0; i < bench->radiusCount; ++i )
	{
		openPassages( bench, bench->radii[i] );
	}
	for ( int32_t i = 0; i < bench->radiusCount; ++i )
	{
		bench->grids[i] = makeGrid( bench, bench->radii[i] );
	}
}
