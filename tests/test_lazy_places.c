// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "test_lazy.h"

#include <stdlib.h>
#include <string.h>

#define SIZE 72

const Case g_cases[] = {
	{ .kind = wf_roomsScene, .size = SIZE },
	{ .kind = wf_roomsScene, .size = SIZE, .shape = SEVERAL_CELLS, .haste = 0.2, .edited = true },
	{ .kind = wf_roomsScene, .size = SIZE, .shape = LONG_RIM, .epsilon = 0.3, .bias = { 0.6, -0.8 } },
	{ .kind = wf_openScene, .size = SIZE, .edited = true },
	{ .kind = wf_openScene, .size = SIZE, .haste = 1.0, .shape = SEVERAL_CELLS },
	{ .kind = wf_openScene, .size = SIZE, .shape = RING, .walls = wf_neumannWalls, .haste = 0.2 },
	{ .kind = wf_openScene, .size = SIZE, .shape = AREA, .epsilon = 1.9, .bias = { 1.0, 0.0 } },
	{ .kind = wf_openScene, .size = SIZE, .shape = LONG_RIM, .edited = true },
	{ .kind = wf_blocksScene, .size = SIZE, .shape = RING },
	{ .kind = wf_blocksScene, .size = SIZE, .shape = AREA, .haste = 0.2, .terrain = true, .edited = true },
	{ .kind = wf_blocksScene, .size = SIZE, .walls = wf_neumannWalls, .ordering = wf_orderMinimumDegree },
	{ .kind = wf_labyrinthScene, .size = SIZE, .shape = SEVERAL_CELLS, .epsilon = 0.3, .bias = { 0.0, 1.0 }, .edited = true },
	{ .kind = wf_labyrinthScene, .size = 2 * SIZE, .haste = 1.0 },
	{ .kind = wf_labyrinthScene, .size = SIZE, .terrain = true, .haste = 0.2, .ordering = wf_orderMinimumDegree },
	{ .kind = wf_mazeScene, .size = SIZE },
	{ .kind = wf_mazeScene, .size = 2 * SIZE, .haste = 1.0, .shape = SEVERAL_CELLS },
	{ .kind = wf_mazeScene, .size = SIZE, .walls = wf_neumannWalls, .haste = 0.2, .ordering = wf_orderMinimumDegree },
	{ .kind = wf_mazeScene, .size = SIZE, .shape = SEVERAL_CELLS, .epsilon = 1.0, .bias = { -1.0, 0.5 }, .edited = true },
};
const int32_t g_caseCount = (int32_t)( sizeof( g_cases ) / sizeof( g_cases[0] ) );

static void addBox( wfWorld* world, wfShapeRole role, wfVec2 center, wfVec2 halfSize, double cost, wfShapeId* id )
{
	wfShapeDef shape = wfDefaultShapeDef();
	shape.kind = wf_boxShape;
	shape.role = role;
	shape.center = center;
	shape.halfSize = halfSize;
	shape.cost = cost;
	CHECK_EQUAL( wfWorld_AddShape( world, &shape, id, NULL ), wf_ok );
}

static void makeGrid( Place* place )
{
	wfGridDef def = wfDefaultGridDef();
	def.cellSize = 1.0;
	CHECK_EQUAL( wfCreateGrid( place->world, &def, &place->grid, NULL ), wf_ok );
	place->cellCount = wfGrid_GetWidth( place->grid ) * wfGrid_GetHeight( place->grid );
}

void placePlan( Place* place, const wfPlannerDef* def )
{
	wfError error = { 0 };
	CHECK_EQUAL( wfCreatePlanner( place->grid, def, &place->planner, &error ), wf_ok );
}

// A room without a door and two pillars.
static void editCase( Place* place, double size )
{
	wfVec2 middle = { 0.3 * size, 0.6 * size };
	double reach = 0.12 * size;
	for ( int32_t side = -1; side <= 1; side += 2 )
	{
		placeBlock( place, ( wfVec2 ){ middle.x + side * reach, middle.y }, ( wfVec2 ){ 1.0, reach + 1.0 } );
		placeBlock( place, ( wfVec2 ){ middle.x, middle.y + side * reach }, ( wfVec2 ){ reach + 1.0, 1.0 } );
		placeBlock( place, ( wfVec2 ){ 0.7 * size, ( 0.5 + 0.2 * side ) * size }, ( wfVec2 ){ 1.5, 1.5 } );
	}
}

Place placeOfCase( const Case* of, wfPrecision precision, wfWorkers* workers )
{
	Place place = { 0 };
	wfSceneDef scene = { of->kind, of->size, 5 };
	CHECK_EQUAL( wfCreateScene( &scene, &place.world, NULL ), wf_ok );
	wfShapeId id;
	for ( int32_t k = 0; of->terrain && k < 3; ++k )
	{
		addBox( place.world, wf_terrainRole, ( wfVec2 ){ 0.3 * of->size * ( k + 0.5 ), 0.25 * of->size * ( k + 1 ) },
				( wfVec2 ){ 7.0, 5.0 }, 1.5 + k, &id );
	}
	makeGrid( &place );
	wfPlannerDef def = wfDefaultPlannerDef();
	def.walls = of->walls;
	def.haste = of->haste;
	def.epsilon = of->epsilon;
	def.bias = of->bias;
	def.terrainHaste = of->terrain ? 0.3 : 0.0;
	def.ordering = of->ordering;
	def.precision = precision;
	def.editable = of->edited;
	def.workers = workers;
	placePlan( &place, &def );
	if ( of->edited )
	{
		editCase( &place, of->size );
	}
	return place;
}

Place placeOfCells( const uint8_t* cells, int32_t width, int32_t height )
{
	Place place = { 0 };
	wfWorldDef worldDef = wfDefaultWorldDef();
	worldDef.bounds = ( wfBox2 ){ { 0.0, 0.0 }, { width, height } };
	CHECK_EQUAL( wfCreateWorld( &worldDef, &place.world, NULL ), wf_ok );
	wfShapeDef shape = wfDefaultShapeDef();
	shape.kind = wf_imageShape;
	shape.cells = cells;
	shape.width = width;
	shape.height = height;
	shape.pixelSize = 1.0;
	wfShapeId id;
	CHECK_EQUAL( wfWorld_AddShape( place.world, &shape, &id, NULL ), wf_ok );
	makeGrid( &place );
	return place;
}

void placeFree( Place* place )
{
	wfDestroyPlanner( place->planner );
	wfDestroyGrid( place->grid );
	wfDestroyWorld( place->world );
	*place = ( Place ){ 0 };
}

wfResult placeUpdate( Place* place )
{
	int32_t* changed = malloc( (size_t)place->cellCount * sizeof( int32_t ) );
	int64_t count = wfGrid_Update( place->grid, place->world, changed, place->cellCount );
	wfResult result = wfPlanner_Update( place->planner, changed, count );
	free( changed );
	return result;
}

wfShapeId placeBlock( Place* place, wfVec2 center, wfVec2 halfSize )
{
	wfShapeId id;
	addBox( place->world, wf_obstacleRole, center, halfSize, 1.0, &id );
	CHECK_EQUAL( placeUpdate( place ), wf_ok );
	return id;
}

int32_t pickFree( const wfGrid* grid, uint64_t seed )
{
	uint64_t cells = (uint64_t)wfGrid_GetWidth( grid ) * (uint64_t)wfGrid_GetHeight( grid );
	for ( uint64_t k = 0;; ++k )
	{
		int32_t cell = (int32_t)( wfRandomBits( seed, 7, k ) % cells );
		if ( wfGrid_IsFree( grid, cell ) )
		{
			return cell;
		}
	}
}

static bool isInShape( GoalShape shape, int32_t dx, int32_t dy )
{
	int32_t distance = abs( dx ) > abs( dy ) ? abs( dx ) : abs( dy );
	return shape == RING ? distance == 3 : distance <= 2;
}

wfField* fieldOf( const Place* place, GoalShape shape, uint64_t seed )
{
	int32_t width = wfGrid_GetWidth( place->grid ), count = 0;
	int32_t first = pickFree( place->grid, seed );
	int32_t* cells = malloc( (size_t)place->cellCount * sizeof( int32_t ) );
	cells[count++] = first;
	for ( uint64_t k = 1; shape == SEVERAL_CELLS && k < 5; ++k )
	{
		cells[count++] = pickFree( place->grid, seed + 1000 * k );
	}
	for ( int32_t cell = 0; ( shape == AREA || shape == RING ) && cell < place->cellCount; ++cell )
	{
		if ( wfGrid_IsFree( place->grid, cell ) &&
			 isInShape( shape, cell % width - first % width, cell / width - first / width ) )
		{
			cells[count++] = cell;
		}
	}
	if ( shape == RING )
	{
		cells[0] = cells[--count];
	}
	// Every eighth column: a rim of hundreds. Closer together the field is level between them but for rounding.
	for ( int32_t cell = 0; shape == LONG_RIM && cell < place->cellCount; ++cell )
	{
		if ( wfGrid_IsFree( place->grid, cell ) && ( cell + (int32_t)seed ) % width % 8 == 0 )
		{
			cells[count++] = cell;
		}
	}
	wfField* field = NULL;
	CHECK_EQUAL( wfPlanner_CreateFieldFromCells( place->planner, cells, count, &field, NULL ), wf_ok );
	free( cells );
	return field;
}

bool isSame( wfScaled a, wfScaled b )
{
	return memcmp( &a.mantissa, &b.mantissa, sizeof( double ) ) == 0 && a.exponent == b.exponent;
}

wfScaled* solveReference( const Place* place, GoalShape shape, uint64_t seed )
{
	wfScaled* values = malloc( (size_t)place->cellCount * sizeof( wfScaled ) );
	wfField* field = fieldOf( place, shape, seed );
	CHECK_EQUAL( wfField_SolveAll( field ), wf_ok );
	for ( int32_t cell = 0; cell < place->cellCount; ++cell )
	{
		values[cell] = wfField_GetCellValue( field, cell );
	}
	wfDestroyField( field );
	return values;
}

int32_t* shuffleCells( int32_t count, uint64_t seed )
{
	int32_t* cells = malloc( (size_t)count * sizeof( int32_t ) );
	for ( int32_t k = 0; k < count; ++k )
	{
		int32_t other = (int32_t)( wfRandomBits( seed, 9, (uint64_t)k ) % (uint64_t)( k + 1 ) );
		cells[k] = cells[other];
		cells[other] = k;
	}
	return cells;
}

int32_t countDifferent( const wfField* field, const wfScaled* values, const int32_t* cells, int32_t count )
{
	int32_t different = 0;
	for ( int32_t k = 0; k < count; ++k )
	{
		different += !isSame( wfField_GetCellValue( field, cells[k] ), values[cells[k]] );
	}
	return different;
}
