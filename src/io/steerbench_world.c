// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The world of a test case: bounds wide enough for all that is named, obstacles, and grids fine enough that every passage an
// agent fits through is open.
#include "io/steerbench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

double wfBenchPlan_Draw( const wfBenchPlan* plan, int64_t stream, uint64_t counter )
{
	return wfRandomUnit( plan->seed, (uint64_t)stream, counter );
}

wfVec2 wfBenchPlan_DrawPoint( const wfBenchPlan* plan, wfBox2 box, int64_t stream, uint64_t counter )
{
	return ( wfVec2 ){ box.lower.x + ( box.upper.x - box.lower.x ) * wfBenchPlan_Draw( plan, stream, 2 * counter ),
					   box.lower.y + ( box.upper.y - box.lower.y ) * wfBenchPlan_Draw( plan, stream, 2 * counter + 1 ) };
}

// --------------------------------------------------------------------------------------------------------------- bounds

static void include( wfBox2* box, wfVec2 point, double room )
{
	box->lower.x = fmin( box->lower.x, point.x - room );
	box->lower.y = fmin( box->lower.y, point.y - room );
	box->upper.x = fmax( box->upper.x, point.x + room );
	box->upper.y = fmax( box->upper.y, point.y + room );
}

// All places named: starts, goals and regions.
static wfBox2 getContent( const wfBench* bench )
{
	wfBox2 box = { { INFINITY, INFINITY }, { -INFINITY, -INFINITY } };
	for ( size_t i = 0; i < bench->agentsCount; ++i )
	{
		const wfBenchAgents* agents = bench->agents + i;
		double room = agents->radius + BORDER_ROOM;
		if ( !agents->randomPosition )
		{
			include( &box, agents->position, room );
		}
		else if ( agents->count > 0 )
		{
			include( &box, agents->region.lower, 0.0 );
			include( &box, agents->region.upper, 0.0 );
		}
		for ( int32_t k = 0; k < agents->goalCount; ++k )
		{
			const wfBenchGoal* goal = bench->goals + agents->firstGoal + k;
			if ( goal->kind == wf_benchSeek && !goal->random )
			{
				include( &box, goal->target, room );
			}
			if ( goal->kind == wf_benchRegion )
			{
				include( &box, goal->region.lower, 0.0 );
				include( &box, goal->region.upper, 0.0 );
			}
		}
	}
	return box;
}

static void includeObstacles( const wfBench* bench, wfBox2* box )
{
	for ( size_t i = 0; i < bench->obstacleCount; ++i )
	{
		const wfBenchObstacle* obstacle = bench->obstacles + i;
		const wfShapeDef* shape = &obstacle->shape;
		if ( obstacle->random )
		{
			include( box, obstacle->region.lower, 0.0 );
			include( box, obstacle->region.upper, 0.0 );
		}
		else if ( shape->kind == wf_polygonShape )
		{
			for ( int32_t k = 0; k < shape->pointCount; ++k )
			{
				include( box, bench->points[obstacle->firstPoint + (size_t)k], 0.0 );
			}
		}
		else
		{
			include( box, shape->center,
					 shape->radius + sqrt( shape->halfSize.x * shape->halfSize.x + shape->halfSize.y * shape->halfSize.y ) );
		}
	}
}

static bool isInside( wfBox2 inner, wfBox2 outer )
{
	return inner.lower.x >= outer.lower.x && inner.lower.y >= outer.lower.y && inner.upper.x <= outer.upper.x &&
		   inner.upper.y <= outer.upper.y;
}

// Whether chance or a direction may lead to any place of the bounds.
static bool needsAllBounds( const wfBench* bench )
{
	for ( size_t i = 0; i < bench->agentsCount; ++i )
	{
		const wfBenchAgents* agents = bench->agents + i;
		for ( int32_t k = 0; k < agents->goalCount; ++k )
		{
			const wfBenchGoal* goal = bench->goals + agents->firstGoal + k;
			bool named = ( goal->kind == wf_benchSeek && !goal->random ) || goal->kind == wf_benchRegion ||
						 goal->kind == wf_benchIdle || goal->kind == wf_benchSeekAgent;
			if ( !named )
			{
				return true;
			}
		}
	}
	return false;
}

static void chooseBounds( wfBenchPlan* plan )
{
	const wfBench* bench = plan->bench;
	wfBox2 content = getContent( bench ), bounds = bench->bounds;
	if ( content.lower.x <= content.upper.x && !isInside( content, bounds ) )
	{
		// Bounds far away from all that is named say nothing; others are widened.
		bool apart = content.lower.x > bounds.upper.x || content.upper.x < bounds.lower.x || content.lower.y > bounds.upper.y ||
					 content.upper.y < bounds.lower.y;
		wfBox2 old = apart ? content : bounds;
		bounds = content;
		include( &bounds, old.lower, 0.0 );
		include( &bounds, old.upper, 0.0 );
		include( &bounds, content.lower, apart ? CROP_ROOM : 0.0 );
		include( &bounds, content.upper, apart ? CROP_ROOM : 0.0 );
		plan->enlarged = true;
	}
	double cells =
		( bounds.upper.x - bounds.lower.x ) * ( bounds.upper.y - bounds.lower.y ) / ( plan->cellSize * plan->cellSize );
	// Empty ground far from everything costs time and shows nothing.
	if ( ( cells > MOST_CELLS || !needsAllBounds( bench ) ) && content.lower.x <= content.upper.x )
	{
		wfBox2 wide = content;
		includeObstacles( bench, &wide );
		include( &wide, wide.lower, CROP_ROOM );
		include( &wide, wide.upper, CROP_ROOM );
		wfBox2 all = bounds;
		// Whole metres, so that cells lie as they would without.
		bounds.lower.x = fmax( bounds.lower.x, floor( wide.lower.x ) );
		bounds.lower.y = fmax( bounds.lower.y, floor( wide.lower.y ) );
		bounds.upper.x = fmin( bounds.upper.x, ceil( wide.upper.x ) );
		bounds.upper.y = fmin( bounds.upper.y, ceil( wide.upper.y ) );
		plan->cropped = !isInside( all, bounds );
	}
	// A world has area, whatever the file says.
	bounds.upper.x = fmax( bounds.upper.x, bounds.lower.x + 2.0 * plan->cellSize );
	bounds.upper.y = fmax( bounds.upper.y, bounds.lower.y + 2.0 * plan->cellSize );
	plan->bounds = bounds;
}

// ------------------------------------------------------------------------------------------------------------ obstacles

static wfResult addShape( wfBenchPlan* plan, const wfBenchObstacle* obstacle, wfVec2 center )
{
	wfShapeDef shape = obstacle->shape;
	shape.center = center;
	if ( shape.kind == wf_polygonShape )
	{
		shape.points = plan->bench->points + obstacle->firstPoint;
	}
	bool nothing = ( shape.kind == wf_boxShape && !( shape.halfSize.x > 0.0 && shape.halfSize.y > 0.0 ) ) ||
				   ( shape.kind == wf_discShape && !( shape.radius > 0.0 ) );
	wfVec2 ends[2] = { { center.x - shape.halfSize.x, center.y - shape.halfSize.y },
					   { center.x + shape.halfSize.x, center.y + shape.halfSize.y } };
	if ( nothing && shape.kind == wf_boxShape && shape.angle == 0.0 && shape.halfSize.x + shape.halfSize.y > 0.0 )
	{
		// A box without thickness is a wall all the same.
		shape = wfDefaultShapeDef();
		shape.kind = wf_segmentShape;
		shape.points = ends;
		shape.pointCount = 2;
		nothing = false;
	}
	if ( nothing )
	{
		return wf_ok;
	}
	const wfXmlNode* node = plan->bench->xml.nodes + obstacle->node;
	wfShapeId id;
	wfResult result = obstacle->random ? wf_ok : wfReader_Reserve( plan->reader, node->position, NULL, SHAPE_BYTES );
	if ( result == wf_ok )
	{
		result = wfWorld_AddShape( plan->world, &shape, &id, plan->reader->error );
		result = result == wf_ok ? wf_ok : wfReader_Place( plan->reader, node->position, NULL, result );
	}
	return result;
}

static double getReach( const wfShapeDef* shape )
{
	return shape->kind == wf_discShape ? shape->radius
									   : sqrt( shape->halfSize.x * shape->halfSize.x + shape->halfSize.y * shape->halfSize.y );
}

// Whether a random obstacle would cover a start or a goal the file names.
static bool coversNamedPlace( const wfBench* bench, wfVec2 center, double reach )
{
	for ( size_t i = 0; i < bench->agentsCount; ++i )
	{
		const wfBenchAgents* agents = bench->agents + i;
		double room = reach + agents->radius;
		wfVec2 way = { agents->position.x - center.x, agents->position.y - center.y };
		if ( !agents->randomPosition && way.x * way.x + way.y * way.y < room * room )
		{
			return true;
		}
		for ( int32_t k = 0; k < agents->goalCount; ++k )
		{
			const wfBenchGoal* goal = bench->goals + agents->firstGoal + k;
			way = ( wfVec2 ){ goal->target.x - center.x, goal->target.y - center.y };
			if ( goal->kind == wf_benchSeek && !goal->random && way.x * way.x + way.y * way.y < room * room )
			{
				return true;
			}
		}
	}
	return false;
}

// The random obstacles of one region, found by where they are.
typedef struct wfScatter
{
	wfVec2* centers;
	int32_t* heads;
	int32_t* links;
	size_t headCount;
	int32_t count, columns, rows;
	double bucket;
	wfVec2 origin;
} wfScatter;

static int32_t* getScatterHead( const wfScatter* scatter, int32_t column, int32_t row )
{
	bool inside = column >= 0 && row >= 0 && column < scatter->columns && row < scatter->rows;
	return inside ? scatter->heads + row * scatter->columns + column : NULL;
}

static bool touchesScatter( const wfScatter* scatter, wfVec2 center, double reach )
{
	int32_t column = (int32_t)( ( center.x - scatter->origin.x ) / scatter->bucket );
	int32_t row = (int32_t)( ( center.y - scatter->origin.y ) / scatter->bucket );
	for ( int32_t k = 0; k < 9; ++k )
	{
		const int32_t* head = getScatterHead( scatter, column + k % 3 - 1, row + k / 3 - 1 );
		for ( int32_t i = head != NULL ? *head : -1; i >= 0; i = scatter->links[i] )
		{
			wfVec2 way = { scatter->centers[i].x - center.x, scatter->centers[i].y - center.y };
			if ( way.x * way.x + way.y * way.y < 4.0 * reach * reach )
			{
				return true;
			}
		}
	}
	return false;
}

static void enterScatter( wfScatter* scatter, wfVec2 center )
{
	int32_t column = (int32_t)( ( center.x - scatter->origin.x ) / scatter->bucket );
	int32_t row = (int32_t)( ( center.y - scatter->origin.y ) / scatter->bucket );
	int32_t* head = getScatterHead( scatter, column, row );
	scatter->centers[scatter->count] = center;
	if ( head != NULL )
	{
		scatter->links[scatter->count] = *head;
		*head = scatter->count;
	}
	scatter->count += 1;
}

// Apart from fixed obstacles and from each other where there is room for that, else on top of some, never on a named place.
static void drawScatter( wfBenchPlan* plan, const wfBenchObstacle* obstacle, int64_t* stream, wfScatter* scatter )
{
	double reach = getReach( &obstacle->shape );
	bool apart = true;
	for ( int32_t i = 0; i < obstacle->count; ++i )
	{
		*stream -= 1;
		bool found = false;
		wfVec2 center = { 0 };
		for ( uint64_t k = 0; k < 2 * OBSTACLE_DRAWS && !found; ++k )
		{
			center = wfBenchPlan_DrawPoint( plan, obstacle->region, *stream, k );
			bool alone = apart && k < OBSTACLE_DRAWS;
			bool overlaps = alone && ( touchesScatter( scatter, center, reach ) ||
									   !( wfWorld_GetDistance( plan->world, center, 0 ) > reach ) );
			found = !overlaps && !coversNamedPlace( plan->bench, center, reach );
			// Once there is no room any more, looking for it for each one would take long.
			apart = apart && ( found || k + 1 < OBSTACLE_DRAWS );
		}
		plan->droppedObstacles += found ? 0 : 1;
		if ( found )
		{
			enterScatter( scatter, center );
		}
	}
}

static wfResult addRandomObstacles( wfBenchPlan* plan, const wfBenchObstacle* obstacle, int64_t* stream )
{
	wfVec2 size = { obstacle->region.upper.x - obstacle->region.lower.x, obstacle->region.upper.y - obstacle->region.lower.y };
	wfScatter scatter = { .origin = obstacle->region.lower };
	scatter.bucket = fmax( 2.0 * getReach( &obstacle->shape ), fmax( fmax( size.x, size.y ) / 1024.0, 1e-3 ) );
	scatter.columns = (int32_t)( size.x / scatter.bucket ) + 1;
	scatter.rows = (int32_t)( size.y / scatter.bucket ) + 1;
	scatter.headCount = (size_t)scatter.columns * (size_t)scatter.rows;
	size_t count = (size_t)obstacle->count;
	uint32_t position = plan->bench->xml.nodes[obstacle->node].position;
	wfResult result = wfReader_Reserve( plan->reader, position, NULL, count * SHAPE_BYTES );
	if ( result != wf_ok || count == 0 )
	{
		return result;
	}
	scatter.heads = wfAllocateArray( scatter.headCount, sizeof( int32_t ) );
	scatter.links = wfAllocateArray( count, sizeof( int32_t ) );
	scatter.centers = wfAllocateArray( count, sizeof( wfVec2 ) );
	if ( scatter.heads == NULL || scatter.links == NULL || scatter.centers == NULL )
	{
		result = wfReader_OutOfMemory( plan->reader );
	}
	else
	{
		memset( scatter.heads, -1, scatter.headCount * sizeof( int32_t ) );
		drawScatter( plan, obstacle, stream, &scatter );
	}
	// Added only now: the world builds an index for the first question after each change.
	for ( int32_t i = 0; i < scatter.count && result == wf_ok; ++i )
	{
		result = addShape( plan, obstacle, scatter.centers[i] );
	}
	wfReleaseArray( scatter.heads, scatter.headCount, sizeof( int32_t ) );
	wfReleaseArray( scatter.links, count, sizeof( int32_t ) );
	wfReleaseArray( scatter.centers, count, sizeof( wfVec2 ) );
	return result;
}

static wfResult addObstacles( wfBenchPlan* plan )
{
	const wfBench* bench = plan->bench;
	wfResult result = wf_ok;
	for ( size_t i = 0; i < bench->obstacleCount && result == wf_ok; ++i )
	{
		const wfBenchObstacle* obstacle = bench->obstacles + i;
		result = obstacle->random ? wf_ok : addShape( plan, obstacle, obstacle->shape.center );
	}
	int64_t stream = 0;
	for ( size_t i = 0; i < bench->obstacleCount && result == wf_ok; ++i )
	{
		const wfBenchObstacle* obstacle = bench->obstacles + i;
		result = obstacle->random ? addRandomObstacles( plan, obstacle, &stream ) : wf_ok;
	}
	return result;
}

// ---------------------------------------------------------------------------------------------------------------- grids

static int compareNumbers( const void* a, const void* b )
{
	double x = *(const double*)a, y = *(const double*)b;
	return x < y ? -1 : x > y ? 1 : 0;
}

// As the crowd rounds them for its own grids: up, so that many sizes need few.
static double roundRadius( double radius )
{
	return ceil( radius / 0.05 - 1e-6 ) * 0.05;
}

// The distinct radii, ascending; where there are too many, the largest stands for the rest.
static void collectRadii( wfBenchPlan* plan )
{
	const wfBench* bench = plan->bench;
	double largest = 0.0;
	for ( size_t i = 0; i < bench->agentsCount; ++i )
	{
		double radius = roundRadius( bench->agents[i].radius );
		largest = fmax( largest, radius );
		bool known = false;
		for ( int32_t k = 0; k < plan->radiusCount; ++k )
		{
			known = known || plan->radii[k] == radius;
		}
		if ( !known && plan->radiusCount < WF_MAX_BENCH_RADII )
		{
			plan->radii[plan->radiusCount++] = radius;
		}
	}
	if ( plan->radiusCount == 0 )
	{
		plan->radii[plan->radiusCount++] = largest = 0.5;
	}
	qsort( plan->radii, (size_t)plan->radiusCount, sizeof( double ), compareNumbers );
	plan->radii[plan->radiusCount - 1] = largest;
}

static wfResult makeGrid( const wfBenchPlan* plan, double radius, wfGrid** grid )
{
	wfGridDef def = wfDefaultGridDef();
	def.cellSize = plan->cellSize;
	def.radius = radius;
	def.memoryLimit = plan->def->read.memoryLimit;
	def.workers = plan->def->workers;
	wfResult result = wfCreateGrid( plan->world, &def, grid, plan->reader->error );
	uint32_t position = plan->bench->xml.nodes[plan->bench->boundsNode].position;
	return result == wf_ok ? wf_ok : wfReader_Place( plan->reader, position, "header.worldBounds", result );
}

// Refine until what a disc can pass is open. Gaps that only shorten a way count too, but not those of scattered obstacles: there
// are many, and always a way around.
static wfResult openPassages( wfBenchPlan* plan, double radius )
{
	bool scattered = false;
	for ( size_t i = 0; i < plan->bench->obstacleCount; ++i )
	{
		scattered = scattered || ( plan->bench->obstacles[i].random && plan->bench->obstacles[i].count > 1 );
	}
	double area = ( plan->bounds.upper.x - plan->bounds.lower.x ) * ( plan->bounds.upper.y - plan->bounds.lower.y );
	for ( int32_t attempt = 0; attempt < 3; ++attempt )
	{
		wfGrid* grid = NULL;
		wfResult result = makeGrid( plan, radius, &grid );
		if ( result != wf_ok )
		{
			return result;
		}
		enum
		{
			most = 64
		};
		wfClosedPassage passages[most];
		int32_t count = wfGrid_FindClosedPassages( grid, plan->world, passages, most );
		wfDestroyGrid( grid );
		double cellSize = plan->cellSize;
		for ( int32_t i = 0; i < count && i < most; ++i )
		{
			bool counts = !scattered || passages[i].componentA != passages[i].componentB;
			double open = passages[i].openCellSize;
			bool affordable = open > 0.0 && area / ( open * open ) <= MOST_CELLS;
			cellSize = counts && affordable ? fmin( cellSize, open ) : cellSize;
		}
		if ( count < 0 )
		{
			return -count == wf_outOfMemory ? wfReader_OutOfMemory( plan->reader )
											: wfReader_Fail( plan->reader, WF_NO_POSITION, NULL, (wfResult)-count, "%s",
															 wfDescribeResult( (wfResult)-count ) );
		}
		if ( cellSize >= plan->cellSize )
		{
			break;
		}
		plan->cellSize = cellSize;
	}
	return wf_ok;
}

const wfGrid* wfBenchPlan_GetGrid( const wfBenchPlan* plan, double radius )
{
	int32_t i = 0;
	while ( i + 1 < plan->radiusCount && plan->radii[i] < radius - 1e-6 )
	{
		i += 1;
	}
	return plan->grids[i];
}

int32_t wfBench_GetComponent( const wfGrid* grid, wfVec2 point )
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
			double square = ( center.x - point.x ) * ( center.x - point.x ) + ( center.y - point.y ) * ( center.y - point.y );
			if ( wfGrid_IsFree( grid, other ) && square < nearest )
			{
				nearest = square;
				component = wfGrid_GetComponent( grid, other );
			}
		}
	}
	return component;
}

// Places that need a field of their own, at most.
static double countTargets( const wfBench* bench )
{
	double count = 0.0;
	for ( size_t i = 0; i < bench->agentsCount; ++i )
	{
		const wfBenchAgents* agents = bench->agents + i;
		for ( int32_t k = 0; k < agents->goalCount; ++k )
		{
			const wfBenchGoal* goal = bench->goals + agents->firstGoal + k;
			bool shared = ( goal->kind == wf_benchSeek && !goal->random ) || goal->kind == wf_benchRegion;
			count += shared ? 1 : agents->count;
		}
	}
	return count;
}

// The smallest radius, as the crowd takes by itself; twice that where everybody has places of their own, for the memory.
static void chooseCellSize( wfBenchPlan* plan )
{
	wfVec2 size = { plan->bounds.upper.x - plan->bounds.lower.x, plan->bounds.upper.y - plan->bounds.lower.y };
	double cell = fmax( plan->radii[0], 0.02 );
	double bytes = size.x * size.y / ( cell * cell ) * countTargets( plan->bench ) * FIELD_BYTES;
	cell *= bytes > MOST_FIELD_BYTES ? 2.0 : 1.0;
	plan->cellSize = fmax( cell, fmax( size.x, size.y ) / 8192.0 );
}

wfResult wfBenchPlan_MakeWorld( wfBenchPlan* plan )
{
	collectRadii( plan );
	plan->cellSize = fmax( plan->radii[0], 0.02 );
	chooseBounds( plan );
	chooseCellSize( plan );
	wfWorldDef def = wfDefaultWorldDef();
	def.bounds = plan->bounds;
	uint32_t position = plan->bench->xml.nodes[plan->bench->boundsNode].position;
	wfResult result = wfCreateWorld( &def, &plan->world, plan->reader->error );
	if ( result != wf_ok )
	{
		return wfReader_Place( plan->reader, position, "header.worldBounds", result );
	}
	result = addObstacles( plan );
	// What the largest can pass the others can too, but narrower passages are for the smallest.
	for ( int32_t i = 0; i < plan->radiusCount && result == wf_ok; ++i )
	{
		result = openPassages( plan, plan->radii[i] );
	}
	for ( int32_t i = 0; i < plan->radiusCount && result == wf_ok; ++i )
	{
		result = makeGrid( plan, plan->radii[i], &plan->grids[i] );
	}
	return result;
}
