// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Directions of many cells at once are those of one after the other, to the bit.

#include "test_field.h"
#include "test_field_handmade.h"

#include <stdlib.h>
#include <string.h>

static int32_t countCells( const wfGrid* grid )
{
	return wfGrid_GetWidth( grid ) * wfGrid_GetHeight( grid );
}

// All at once, on every instruction set, against one by one. Returns how many are other than {0, 0}.
static int32_t checkAll( wfField* field )
{
	const wfGrid* grid = wfField_GetGrid( field );
	int32_t count = countCells( grid ), moving = 0;
	wfVec2* directions = malloc( (size_t)count * sizeof( wfVec2 ) );
	wfSimdLevel best = wfGetSimdLevel();
	for ( int level = 0; level <= (int)best; ++level )
	{
		wfSetSimdLevel( (wfSimdLevel)level );
		memset( directions, 0x55, (size_t)count * sizeof( wfVec2 ) );
		CHECK_EQUAL( wfField_GetDirections( field, NULL, count, directions ), wf_ok );
		int32_t different = 0;
		moving = 0;
		for ( int32_t cell = 0; cell < count; ++cell )
		{
			wfVec2 one = wfField_GetDirection( field, wfGrid_GetCenter( grid, cell ) );
			different += memcmp( &one, &directions[cell], sizeof( one ) ) != 0;
			moving += one.x != 0.0 || one.y != 0.0;
		}
		CHECK_EQUAL( different, 0 );
	}
	wfSetSimdLevel( best );
	free( directions );
	return moving;
}

static wfField* createField( wfPlanner* planner, const int32_t* cells, int32_t count )
{
	wfField* field = NULL;
	CHECK_EQUAL( wfPlanner_CreateFieldFromCells( planner, cells, count, &field, NULL ), wf_ok );
	return field;
}

static void checkPlanner( const Scene* scene, const wfPlannerDef* def, uint64_t seed )
{
	wfPlanner* planner = NULL;
	CHECK_EQUAL( wfCreatePlanner( scene->grid, def, &planner, NULL ), wf_ok );
	int32_t goals[9];
	for ( int32_t k = 0; k < 9; ++k )
	{
		goals[k] = pickFreeCell( scene->grid, seed + (uint64_t)k );
	}
	for ( int32_t count = 1; count <= 9; count += 8 )
	{
		wfField* field = createField( planner, goals, count );
		CHECK( checkAll( field ) > 0 );
		wfDestroyField( field );
	}
	wfDestroyPlanner( planner );
}

static void checkEquations( const Scene* scene, uint64_t seed )
{
	wfPlannerDef def = wfDefaultPlannerDef();
	for ( int32_t k = 0; k < 8; ++k )
	{
		def.walls = k % 2 == 1 ? wf_neumannWalls : wf_dirichletWalls;
		def.haste = k / 2 % 2 == 1 ? 0.3 : 0.0;
		def.epsilon = k / 4 == 1 ? 0.4 : 0.0;
		def.bias = ( wfVec2 ){ 0.6, -0.8 };
		def.precision = k % 3 == 0 ? wf_singlePrecision : wf_doublePrecision;
		checkPlanner( scene, &def, seed );
	}
}

TEST( AllDirectionsEqualSingleOnes )
{
	// Widths with all remainders of the lanes, and grids without an inside.
	for ( int32_t k = 0; k < 10; ++k )
	{
		Scene scene = sceneRandom( 30 + k, 17, 0.05 * k, (uint64_t)k );
		checkEquations( &scene, 20 + (uint64_t)k );
		sceneFree( &scene );
	}
	const int32_t thin[4][2] = { { 1, 40 }, { 40, 1 }, { 2, 9 }, { 3, 3 } };
	for ( int32_t k = 0; k < 4; ++k )
	{
		Scene scene = sceneOpen( thin[k][0], thin[k][1], 0.5 );
		checkEquations( &scene, 3 );
		sceneFree( &scene );
	}
	// Corridors, whose directions are along the axes, with values far beyond the range of doubles, and mirrored rooms with
	// saddles.
	Scene scene = sceneSerpentine( 2, 40, 120 );
	checkEquations( &scene, 5 );
	sceneFree( &scene );
	scene = sceneSerpentine( 1, 20, 31 );
	checkEquations( &scene, 6 );
	sceneFree( &scene );
	scene = sceneFromText( "...........\n...........\n....###....\n....###....\n....###....\n...........\n...........", 1.0 );
	checkEquations( &scene, 7 );
	sceneFree( &scene );
}

// Numbers as no solver gives them: neighbours that are equal, or farther apart than doubles reach.
TEST( DirectionsOfAnyNumbersAreTheSame )
{
	Scene scene = sceneRandom( 41, 30, 0.15, 8 );
	wfPlannerDef def = wfDefaultPlannerDef();
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfPlanner* planner = NULL;
		def.walls = k == 1 ? wf_neumannWalls : wf_dirichletWalls;
		CHECK_EQUAL( wfCreatePlanner( scene.grid, &def, &planner, NULL ), wf_ok );
		int32_t goal = pickFreeCell( scene.grid, 1 );
		wfField* field = createField( planner, &goal, 1 );
		CHECK_EQUAL( wfField_SolveAll( field ), wf_ok );
		const int32_t spans[4] = { 1, 3, 300, 3000 };
		for ( int32_t n = 0; n < 32; ++n )
		{
			for ( int32_t cell = 0; cell < countCells( scene.grid ); ++cell )
			{
				if ( field->core.mantissa[cell] > 0.0 && cell != goal )
				{
					uint64_t at = (uint64_t)( 10000 * n + cell );
					field->core.mantissa[cell] = 1.0 + ( n % 2 == 0 ? wfRandomUnit( 1, 0, at ) : 0.5 * (double)( at % 2 ) );
					field->core.exponent[cell] = -(int32_t)( wfRandomUnit( 1, 1, at ) * spans[n / 2 % 4] );
				}
			}
			CHECK( checkAll( field ) > 0 );
		}
		wfDestroyField( field );
		wfDestroyPlanner( planner );
	}
	sceneFree( &scene );
}

// The grid was edited, the field not yet solved again.
TEST( DirectionsAfterAnEditAreTheSame )
{
	Scene scene = sceneRandom( 40, 30, 0.1, 4 );
	wfPlannerDef def = wfDefaultPlannerDef();
	def.editable = true;
	wfPlanner* planner = NULL;
	CHECK_EQUAL( wfCreatePlanner( scene.grid, &def, &planner, NULL ), wf_ok );
	int32_t goal = pickFreeCell( scene.grid, 2 );
	wfField* field = createField( planner, &goal, 1 );
	CHECK_EQUAL( wfField_SolveAll( field ), wf_ok );
	wfShapeDef shape = wfDefaultShapeDef();
	shape.kind = wf_boxShape;
	shape.center = ( wfVec2 ){ 20.5, 15.5 };
	shape.halfSize = ( wfVec2 ){ 3.5, 2.5 };
	wfShapeId id;
	CHECK_EQUAL( wfWorld_AddShape( scene.world, &shape, &id, NULL ), wf_ok );
	int32_t changed[64];
	int64_t count = wfGrid_Update( scene.grid, scene.world, changed, 64 );
	CHECK( count > 10 && count <= 64 );
	CHECK( checkAll( field ) > 0 );
	CHECK_EQUAL( wfPlanner_Update( planner, changed, count ), wf_ok );
	CHECK( checkAll( field ) > 0 );
	CHECK_EQUAL( wfField_Solve( field ), wf_ok );
	CHECK( checkAll( field ) > 0 );
	wfDestroyField( field );
	wfDestroyPlanner( planner );
	sceneFree( &scene );
}

static wfResult askOnce( wfPlanner* planner, int32_t goal, const int32_t* cells, int32_t count, wfVec2* directions )
{
	wfField* field = NULL;
	wfResult result = wfPlanner_CreateFieldFromCells( planner, &goal, 1, &field, NULL );
	result = result == wf_ok ? wfField_GetDirections( field, cells, count, directions ) : result;
	wfDestroyField( field );
	return result;
}

// More than an eighth of all cells.
#define LONG_LIST 600

TEST( SomeDirectionsEqualSingleOnes )
{
	Scene scene = sceneRandom( 70, 60, 0.2, 6 );
	wfPlannerDef def = wfDefaultPlannerDef();
	wfPlanner* planner = NULL;
	CHECK_EQUAL( wfCreatePlanner( scene.grid, &def, &planner, NULL ), wf_ok );
	int32_t goal = pickFreeCell( scene.grid, 9 ), cells[LONG_LIST];
	wfField *field = createField( planner, &goal, 1 ), *single = createField( planner, &goal, 1 );
	for ( int32_t k = 0; k < LONG_LIST; ++k )
	{
		cells[k] = (int32_t)( wfRandomBits( 3, 0, (uint64_t)k ) % ( 70 * 60 ) );
	}
	cells[0] = goal;
	cells[1] = -1;
	cells[2] = 70 * 60;
	wfVec2 directions[LONG_LIST];
	// A short list is solved cell by cell, a long one as a whole.
	for ( int32_t count = 40; count <= LONG_LIST; count += LONG_LIST - 40 )
	{
		CHECK_EQUAL( wfField_GetDirections( field, cells, count, directions ), wf_ok );
		for ( int32_t k = 0; k < count; ++k )
		{
			bool inside = cells[k] >= 0 && cells[k] < 70 * 60;
			wfVec2 one =
				inside ? wfField_GetDirection( single, wfGrid_GetCenter( scene.grid, cells[k] ) ) : ( wfVec2 ){ 0.0, 0.0 };
			CHECK( memcmp( &one, &directions[k], sizeof( one ) ) == 0 );
		}
	}
	CHECK_EQUAL( wfField_GetDirections( field, cells, 0, NULL ), wf_ok );
	wfDestroyField( field );
	wfVec2* all = malloc( 70 * 60 * sizeof( wfVec2 ) );
	TEST_EVERY_ALLOCATION( askOnce( planner, goal, cells, 40, directions ), (void)0 );
	TEST_EVERY_ALLOCATION( askOnce( planner, goal, cells, LONG_LIST, directions ), (void)0 );
	TEST_EVERY_ALLOCATION( askOnce( planner, goal, NULL, 70 * 60, all ), (void)0 );
	free( all );
	wfDestroyField( single );
	wfDestroyPlanner( planner );
	sceneFree( &scene );
}

void runCenterTests( int argc, char** argv )
{
	RUN( AllDirectionsEqualSingleOnes );
	RUN( DirectionsOfAnyNumbersAreTheSame );
	RUN( DirectionsAfterAnEditAreTheSame );
	RUN( SomeDirectionsEqualSingleOnes );
}
