// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Fields: accuracy against exact answers, the promises, and what must not depend on threads, batches or instruction sets.

#include "test_field.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

static wfPlanner* createPlanner( const Scene* scene, const wfPlannerDef* def )
{
	wfPlanner* planner = NULL;
	wfError error = { 0 };
	CHECK_EQUAL( wfCreatePlanner( scene->grid, def, &planner, &error ), wf_ok );
	return planner;
}

static wfField* createField( wfPlanner* planner, int32_t cell )
{
	wfField* field = NULL;
	CHECK_EQUAL( wfPlanner_CreateFieldFromCells( planner, &cell, 1, &field, NULL ), wf_ok );
	return field;
}

static wfField* createLineField( wfPlanner* planner, const wfVec2* points, int32_t count )
{
	wfGoalDef goal = wfDefaultGoalDef();
	goal.kind = wf_lineGoal;
	goal.points = points;
	goal.pointCount = count;
	wfField* field = NULL;
	CHECK_EQUAL( wfPlanner_CreateField( planner, &goal, &field, NULL ), wf_ok );
	return field;
}

static void checkPromises( const wfField* field )
{
	wfFieldReport report = wfField_GetReport( field );
	CHECK_EQUAL( report.flatCount, 0 );
	CHECK_EQUAL( report.arrivingCount, report.reachableCount );
	CHECK( report.maxRelativeResidual <= 1e-9 );
	CHECK( report.converged );
}

// Walk to the best neighbour from every cell, not trusting the report.
static int64_t countArriving( const wfField* field )
{
	const wfGrid* grid = wfField_GetGrid( field );
	int32_t cells = wfGrid_GetWidth( grid ) * wfGrid_GetHeight( grid );
	uint8_t* arrives = calloc( (size_t)cells, 1 );
	int32_t* path = malloc( (size_t)cells * sizeof( int32_t ) );
	int64_t count = 0;
	for ( int32_t start = 0; start < cells; ++start )
	{
		int32_t length = 0;
		int32_t cell = start;
		while ( cell >= 0 && arrives[cell] == 0 && length < cells && !wfField_IsGoal( field, wfGrid_GetCenter( grid, cell ) ) )
		{
			path[length++] = cell;
			cell = wfField_GetBestNeighbor( field, cell );
		}
		bool arrived =
			cell >= 0 && length < cells && ( arrives[cell] == 1 || wfField_IsGoal( field, wfGrid_GetCenter( grid, cell ) ) );
		for ( int32_t k = 0; arrived && k < length; ++k )
		{
			arrives[path[k]] = 1;
		}
		count += arrived;
	}
	free( arrives );
	free( path );
	return count;
}

// The rectangle with q = 1 on its left side and 0 on the others, as a series.
static double rectangleSeries( double x, double y )
{
	double sum = 0.0;
	for ( int n = 1; n < 120; n += 2 )
	{
		double decay = ( exp( -n * PI * x ) - exp( -n * PI * ( 2.0 - x ) ) ) / ( 1.0 - exp( -2.0 * n * PI ) );
		sum += 4.0 / ( n * PI ) * sin( n * PI * y ) * decay;
	}
	return sum;
}

// Against walls through the centres of blocked cells, where the grid has them; see test_field_accuracy.c for others.
TEST( DirichletRectangleConvergesWithOrderTwo )
{
	double errors[4];
	for ( int level = 0; level < 4; ++level )
	{
		int32_t cells = 16 << level;
		double cell = 1.0 / cells;
		// Walls are 0 at the centres of the cells outside: m - 1 rows between them, and the goal is the first column.
		Scene scene = sceneOpen( cells, cells - 1, cell );
		wfPlannerDef def = wfDefaultPlannerDef();
		wfPlanner* planner = createPlanner( &scene, &def );
		wfVec2 door[2] = { { 0.5 * cell, 0.25 * cell }, { 0.5 * cell, ( cells - 1.25 ) * cell } };
		wfField* field = createLineField( planner, door, 2 );
		CHECK_EQUAL( wfField_GetGoalCells( field, NULL, 0 ), cells - 1 );
		checkPromises( field );
		errors[level] = 0.0;
		for ( int place = 4; place <= 12; place += 4 )
		{
			int32_t column = place * cells / 16;
			int32_t row = 6 * cells / 16 - 1;
			wfScaled value = wfField_GetCellValue( field, row * cells + column );
			double exact = rectangleSeries( (double)column * cell, ( row + 1 ) * cell );
			errors[level] = fmax( errors[level], fabs( ldexp( value.mantissa, value.exponent ) - exact ) );
		}
		wfDestroyField( field );
		wfDestroyPlanner( planner );
		sceneFree( &scene );
	}
	for ( int level = 1; level < 4; ++level )
	{
		double order = log2( errors[level - 1] / errors[level] );
		CHECK( order > 1.85 && order < 2.15 );
	}
}

// Between Neumann walls q depends on the distance x to the goal line alone: cosh(k (L - x)) / cosh(k L).
TEST( NeumannCorridorConvergesWithOrderTwo )
{
	double haste = 3.0;
	double errors[3];
	for ( int level = 0; level < 3; ++level )
	{
		int32_t cells = 20 << level;
		double cell = 2.0 / cells;
		Scene scene = sceneOpen( cells, cells / 4, cell );
		wfPlannerDef def = wfDefaultPlannerDef();
		def.walls = wf_neumannWalls;
		def.haste = haste;
		wfPlanner* planner = createPlanner( &scene, &def );
		wfVec2 door[2] = { { 0.5 * cell, 0.1 * cell }, { 0.5 * cell, ( cells / 4 - 0.1 ) * cell } };
		wfField* field = createLineField( planner, door, 2 );
		checkPromises( field );
		double length = 2.0 - 0.5 * cell;
		errors[level] = 0.0;
		for ( int32_t column = 1; column < cells; ++column )
		{
			double exact = cosh( haste * ( length - column * cell ) ) / cosh( haste * length );
			wfScaled value = wfField_GetCellValue( field, cells + column );
			errors[level] = fmax( errors[level], fabs( ldexp( value.mantissa, value.exponent ) / exact - 1.0 ) );
		}
		wfDestroyField( field );
		wfDestroyPlanner( planner );
		sceneFree( &scene );
	}
	for ( int level = 1; level < 3; ++level )
	{
		double order = log2( errors[level - 1] / errors[level] );
		CHECK( order > 1.9 && order < 2.1 );
	}
}

TEST( MaximumPrincipleHoldsOnRandomMaps )
{
	for ( uint64_t seed = 1; seed <= 40; ++seed )
	{
		Scene scene =
			sceneRandom( 20 + (int32_t)( seed % 7 ) * 9, 15 + (int32_t)( seed % 5 ) * 13, 0.05 * (double)( seed % 9 ), seed );
		wfPlannerDef def = wfDefaultPlannerDef();
		def.walls = seed % 3 == 0 ? wf_neumannWalls : wf_dirichletWalls;
		def.haste = seed % 4 == 0 ? 0.7 : 0.0;
		def.epsilon = seed % 2 == 0 ? 4.0 * wfRandomUnit( seed, 2, 0 ) - 2.0 : 0.0;
		def.bias = ( wfVec2 ){ wfRandomUnit( seed, 2, 1 ) * 2.0 - 1.0, wfRandomUnit( seed, 2, 2 ) * 2.0 - 1.0 };
		def.ordering = seed % 5 == 0 ? wf_orderMinimumDegree : wf_orderAuto;
		wfPlanner* planner = createPlanner( &scene, &def );
		wfField* field = createField( planner, pickFreeCell( scene.grid, seed ) );
		checkPromises( field );
		CHECK_EQUAL( countArriving( field ), wfField_GetReport( field ).reachableCount );
		int32_t cells = wfGrid_GetWidth( scene.grid ) * wfGrid_GetHeight( scene.grid );
		int32_t goal;
		wfField_GetGoalCells( field, &goal, 1 );
		for ( int32_t cell = 0; cell < cells; ++cell )
		{
			wfScaled value = wfField_GetCellValue( field, cell );
			bool connected = wfGrid_GetComponent( scene.grid, cell ) == wfGrid_GetComponent( scene.grid, goal );
			CHECK_EQUAL( value.mantissa > 0.0, connected );
			// Strictly between wall and goal.
			CHECK( value.mantissa == 0.0 || cell == goal || value.exponent < 0 );
		}
		wfDestroyField( field );
		wfDestroyPlanner( planner );
		sceneFree( &scene );
	}
}

TEST( NoCorridorIsTooLong )
{
	// One cell wide and some 39,000 long; three cells wide and 10,000 long.
	for ( int32_t wide = 1; wide <= 3; wide += 2 )
	{
		Scene scene = sceneSerpentine( wide, wide == 1 ? 195 : 50, 200 );
		for ( int ordering = 1; ordering <= 2; ++ordering )
		{
			wfPlannerDef def = wfDefaultPlannerDef();
			def.ordering = (wfOrdering)ordering;
			wfPlanner* planner = createPlanner( &scene, &def );
			wfField* field = createField( planner, 0 );
			checkPromises( field );
			wfFieldReport report = wfField_GetReport( field );
			CHECK_EQUAL( report.reachableCount, report.freeCount );
			CHECK_EQUAL( countArriving( field ), report.freeCount );
			CHECK( report.minLogValue < ( wide == 1 ? -51000.0 : -7000.0 ) );
			CHECK( report.maxRelativeResidual < 1e-14 );
			wfDestroyField( field );
			wfDestroyPlanner( planner );
		}
		sceneFree( &scene );
	}
}

TEST( BiasPullsTowardV )
{
	Scene scene = sceneOpen( 81, 21, 1.0 );
	double offset[3];
	for ( int k = 0; k < 3; ++k )
	{
		wfPlannerDef def = wfDefaultPlannerDef();
		def.epsilon = 0.8;
		def.bias = ( wfVec2 ){ 0.0, (double)( k - 1 ) };
		wfPlanner* planner = createPlanner( &scene, &def );
		wfField* field = createField( planner, 10 * 81 + 78 );
		checkPromises( field );
		wfTraceDef trace = wfDefaultTraceDef();
		wfPath path = { 0 };
		CHECK_EQUAL( wfField_TracePath( field, ( wfVec2 ){ 2.5, 10.5 }, &trace, &path, NULL ), wf_ok );
		offset[k] = 0.0;
		int32_t counted = 0;
		for ( int32_t i = 0; i < path.count; ++i )
		{
			if ( path.points[i].x > 20.0 && path.points[i].x < 60.0 )
			{
				offset[k] += path.points[i].y - 10.5;
				counted += 1;
			}
		}
		offset[k] /= counted;
		wfPath_Free( &path );
		wfDestroyField( field );
		wfDestroyPlanner( planner );
	}
	CHECK( offset[2] > 2.0 );
	CHECK_NEAR( offset[1], 0.0, 1e-6 );
	CHECK_NEAR( offset[0], -offset[2], 1e-6 );
	sceneFree( &scene );
}

TEST( BiasOfTwoIsStillSolved )
{
	Scene scene = sceneOpen( 40, 30, 0.5 );
	wfPlannerDef def = wfDefaultPlannerDef();
	def.epsilon = 2.0;
	def.bias = ( wfVec2 ){ 1.0, -1.0 };
	wfPlanner* planner = createPlanner( &scene, &def );
	wfField* field = createField( planner, 15 * 40 + 20 );
	checkPromises( field );
	wfDestroyField( field );
	wfDestroyPlanner( planner );
	def.epsilon = 2.01;
	wfError error = { 0 };
	CHECK_EQUAL( wfCreatePlanner( scene.grid, &def, &planner, &error ), wf_outOfRange );
	CHECK( strstr( error.message, "between -2 and 2" ) != NULL );
	sceneFree( &scene );
}

TEST( BatchesGiveTheSameBits )
{
	Scene scene = sceneRandom( 60, 50, 0.25, 5 );
	wfPlannerDef def = wfDefaultPlannerDef();
	wfPlanner* planner = createPlanner( &scene, &def );
	wfGoalDef goals[11];
	wfVec2 points[11];
	wfField* fields[11];
	for ( int k = 0; k < 11; ++k )
	{
		points[k] = wfGrid_GetCenter( scene.grid, pickFreeCell( scene.grid, 100 + (uint64_t)k ) );
		goals[k] = wfDefaultGoalDef();
		goals[k].points = &points[k];
		goals[k].pointCount = 1;
	}
	CHECK_EQUAL( wfPlanner_CreateFields( planner, goals, 11, fields, NULL ), wf_ok );
	for ( int k = 0; k < 11; ++k )
	{
		wfField* single = NULL;
		CHECK_EQUAL( wfPlanner_CreateField( planner, &goals[k], &single, NULL ), wf_ok );
		CHECK( hashField( single ) == hashField( fields[k] ) );
		wfDestroyField( single );
		wfDestroyField( fields[k] );
	}
	wfDestroyPlanner( planner );
	sceneFree( &scene );
}

static void checkSameBits( const Scene* scene, int32_t goal, double haste, bool wide )
{
	uint64_t first = 0;
	wfSimdLevel best = wfGetSimdLevel();
	const int32_t counts[4] = { 1, 2, 3, 8 };
	for ( int level = 0; level <= (int)best; ++level )
	{
		wfSetSimdLevel( (wfSimdLevel)level );
		for ( int k = 0; k < 4; ++k )
		{
			wfWorkersDef workersDef = wfDefaultWorkersDef();
			workersDef.workerCount = counts[k];
			wfPlannerDef def = wfDefaultPlannerDef();
			def.haste = haste;
			CHECK_EQUAL( wfCreateWorkers( &workersDef, &def.workers ), wf_ok );
			wfPlanner* planner = createPlanner( scene, &def );
			CHECK( ( wfPlanner_GetReport( planner ).wideFronts > 0 ) == wide );
			wfField* field = createField( planner, goal );
			checkPromises( field );
			CHECK( wfField_GetReport( field ).maxRelativeResidual <= 1e-13 );
			uint64_t hash = hashField( field );
			first = first == 0 ? hash : first;
			CHECK( hash == first );
			wfDestroyField( field );
			wfDestroyPlanner( planner );
			wfDestroyWorkers( def.workers );
		}
	}
	wfSetSimdLevel( best );
}

TEST( ThreadsAndInstructionSetsGiveTheSameBits )
{
	Scene scene = sceneRandom( 150, 140, 0.2, 9 );
	checkSameBits( &scene, pickFreeCell( scene.grid, 3 ), 0.0, false );
	sceneFree( &scene );
	// Long enough for numbers with exponents of their own.
	scene = sceneSerpentine( 2, 60, 150 );
	checkSameBits( &scene, 0, 0.0, true );
	sceneFree( &scene );
	// Open ground at the greatest haste, on terrain that is hard to cross: single fronts are so large that the workers share
	// them.
	scene = sceneOpen( 180, 180, 1.0 );
	wfShapeDef swamp = wfDefaultShapeDef();
	swamp.kind = wf_boxShape;
	swamp.role = wf_terrainRole;
	swamp.center = ( wfVec2 ){ 90.0, 90.0 };
	swamp.halfSize = ( wfVec2 ){ 90.0, 90.0 };
	swamp.cost = 30.0;
	CHECK_EQUAL( wfWorld_AddShape( scene.world, &swamp, NULL, NULL ), wf_ok );
	CHECK( wfGrid_Update( scene.grid, scene.world, NULL, 0 ) > 0 );
	checkSameBits( &scene, 0, 1.0, true );
	sceneFree( &scene );
}

TEST( OrderingsAgree )
{
	Scene scene = sceneRandom( 90, 80, 0.3, 12 );
	int32_t goal = pickFreeCell( scene.grid, 4 );
	wfPlannerDef def = wfDefaultPlannerDef();
	wfPlanner* a = createPlanner( &scene, &def );
	def.ordering = wf_orderMinimumDegree;
	wfPlanner* b = createPlanner( &scene, &def );
	wfField* fieldA = createField( a, goal );
	wfField* fieldB = createField( b, goal );
	CHECK( compareFields( fieldA, fieldB ) < 1e-12 );
	wfDestroyField( fieldA );
	wfDestroyField( fieldB );
	wfDestroyPlanner( a );
	wfDestroyPlanner( b );
	sceneFree( &scene );
}

// Goals of many cells: q = 1 on them and the equation everywhere else, with few boundary cells and with many, with and without
// bias.
TEST( LargeGoalsAreExact )
{
	Scene scene = sceneRandom( 120, 110, 0.1, 21 );
	for ( int biased = 0; biased < 2; ++biased )
	{
		wfPlannerDef def = wfDefaultPlannerDef();
		def.epsilon = biased ? 0.9 : 0.0;
		def.bias = ( wfVec2 ){ 0.5, -1.0 };
		wfPlanner* planner = createPlanner( &scene, &def );
		const double sizes[4] = { 2.0, 6.0, 14.0, 40.0 };
		for ( int k = 0; k < 4; ++k )
		{
			double s = sizes[k];
			wfVec2 ring[4] = { { 60.0 - s, 55.0 - s }, { 60.0 + s, 55.0 - s }, { 60.0 + s, 55.0 + s }, { 60.0 - s, 55.0 + s } };
			wfGoalDef goal = wfDefaultGoalDef();
			goal.kind = wf_polygonGoal;
			goal.points = ring;
			goal.pointCount = 4;
			wfField* field = NULL;
			CHECK_EQUAL( wfPlanner_CreateField( planner, &goal, &field, NULL ), wf_ok );
			wfFieldReport report = wfField_GetReport( field );
			CHECK( report.maxRelativeResidual < 1e-11 );
			CHECK_EQUAL( report.flatCount, 0 );
			CHECK_EQUAL( report.arrivingCount, report.reachableCount );
			wfDestroyField( field );
		}
		wfDestroyPlanner( planner );
	}
	sceneFree( &scene );
}

// Goals with steps, pockets and ends: neighbours of several goal cells, and cells a goal encloses.
TEST( GoalsOfAnyShapeAreExact )
{
	Scene scene = sceneRandom( 90, 80, 0.05, 4 );
	for ( int shape = 0; shape < 6; ++shape )
	{
		wfPlannerDef def = wfDefaultPlannerDef();
		def.haste = shape == 5 ? 0.2 : 0.0;
		wfPlanner* planner = createPlanner( &scene, &def );
		int32_t cells[4000];
		int32_t count = 0;
		for ( int32_t cell = 0; cell < 90 * 80; ++cell )
		{
			double x = cell % 90 - 45.0, y = cell / 90 - 40.0;
			double distance = sqrt( x * x + y * y );
			bool inside = shape == 0   ? distance < 3.5
						  : shape == 1 ? distance < 12.0
						  : shape == 2 ? distance > 8.0 && distance < 10.0
						  : shape == 3 ? fabs( distance - 25.0 ) < 1.5
						  : shape == 4 ? fabs( fmod( x + y + 100.0, 9.0 ) ) < 1.0
									   : fabs( distance - 4.0 ) < 1.2;
			if ( inside && wfGrid_IsFree( scene.grid, cell ) )
			{
				// Named twice now and then, which must not matter.
				cells[count++] = cell;
				cells[count++] = cell;
			}
		}
		wfField* field = NULL;
		CHECK_EQUAL( wfPlanner_CreateFieldFromCells( planner, cells, count, &field, NULL ), wf_ok );
		wfFieldReport report = wfField_GetReport( field );
		CHECK( report.maxRelativeResidual < 1e-11 );
		CHECK_EQUAL( report.flatCount, 0 );
		CHECK_EQUAL( report.arrivingCount, report.reachableCount );
		CHECK_EQUAL( wfField_Solve( field ), wf_ok );
		CHECK( wfField_GetReport( field ).converged );
		wfDestroyField( field );
		wfDestroyPlanner( planner );
	}
	sceneFree( &scene );
}

// Without haste and without a wall in sight q is 1 inside a ring: who stands there has arrived.
TEST( WhatAGoalEnclosesIsGoal )
{
	Scene scene = sceneOpen( 21, 21, 1.0 );
	wfPlannerDef def = wfDefaultPlannerDef();
	wfPlanner* planner = createPlanner( &scene, &def );
	wfVec2 ring[5] = { { 6.5, 6.5 }, { 14.5, 6.5 }, { 14.5, 14.5 }, { 6.5, 14.5 }, { 6.5, 6.5 } };
	wfField* field = createLineField( planner, ring, 5 );
	checkPromises( field );
	CHECK( wfField_IsGoal( field, ( wfVec2 ){ 10.5, 10.5 } ) );
	CHECK( !wfField_IsGoal( field, ( wfVec2 ){ 3.5, 10.5 } ) );
	wfDestroyField( field );
	wfDestroyPlanner( planner );
	sceneFree( &scene );
}

TEST( TheGoalMayFillItsComponent )
{
	Scene scene = sceneFromText( "..#..\n"
								 "..#..\n"
								 "..#..",
								 1.0 );
	wfPlannerDef def = wfDefaultPlannerDef();
	wfPlanner* planner = createPlanner( &scene, &def );
	int32_t cells[6] = { 0, 1, 5, 6, 10, 11 };
	wfField* field = NULL;
	CHECK_EQUAL( wfPlanner_CreateFieldFromCells( planner, cells, 6, &field, NULL ), wf_ok );
	wfFieldReport report = wfField_GetReport( field );
	CHECK_EQUAL( report.reachableCount, 6 );
	CHECK_EQUAL( report.flatCount, 0 );
	CHECK( !wfField_IsReachable( field, ( wfVec2 ){ 3.5, 0.5 } ) );
	wfDestroyField( field );
	wfDestroyPlanner( planner );
	sceneFree( &scene );
}

TEST( EditsEqualAFreshStart )
{
	Scene scene = sceneRandom( 70, 60, 0.15, 33 );
	wfPlannerDef def = wfDefaultPlannerDef();
	for ( int editable = 0; editable < 2; ++editable )
	{
		def.editable = editable == 1;
		wfPlanner* planner = createPlanner( &scene, &def );
		int32_t goal = pickFreeCell( scene.grid, 17 );
		wfField* field = createField( planner, goal );
		wfShapeId boxes[6];
		int32_t changed[4000];
		for ( int k = 0; k < 12; ++k )
		{
			// Put boxes, then take them away again: both directions of an edit.
			if ( k < 6 )
			{
				wfShapeDef box = wfDefaultShapeDef();
				box.kind = wf_boxShape;
				box.center = ( wfVec2 ){ 10.0 + 9.0 * k, 30.0 + 5.0 * ( k % 3 ) };
				box.halfSize = ( wfVec2 ){ 1.5, 1.5 + k };
				CHECK_EQUAL( wfWorld_AddShape( scene.world, &box, &boxes[k], NULL ), wf_ok );
			}
			else
			{
				CHECK_EQUAL( wfWorld_RemoveShape( scene.world, boxes[k - 6] ), wf_ok );
			}
			int64_t count = wfGrid_Update( scene.grid, scene.world, changed, 4000 );
			CHECK( count >= 0 && count <= 4000 );
			CHECK_EQUAL( wfPlanner_Update( planner, changed, count ), wf_ok );
			if ( !wfGrid_IsFree( scene.grid, goal ) )
			{
				CHECK_EQUAL( wfField_Solve( field ), wf_goalBlocked );
				continue;
			}
			CHECK_EQUAL( wfField_Solve( field ), wf_ok );
			checkPromises( field );
			wfPlanner* fresh = createPlanner( &scene, &def );
			wfField* other = createField( fresh, goal );
			CHECK( compareFields( field, other ) < 1e-11 );
			wfDestroyField( other );
			wfDestroyPlanner( fresh );
		}
		wfDestroyField( field );
		wfDestroyPlanner( planner );
	}
	sceneFree( &scene );
}

TEST( CellsThatWereNeverFreeCanOpen )
{
	Scene scene = sceneFromText( ".....#.....\n"
								 ".....#.....\n"
								 ".....#.....",
								 1.0 );
	wfPlannerDef def = wfDefaultPlannerDef();
	wfPlanner* planner = createPlanner( &scene, &def );
	wfField* field = createField( planner, 0 );
	CHECK_EQUAL( wfField_GetReport( field ).reachableCount, 15 );
	wfShapeId wall;
	CHECK_EQUAL( wfWorld_GetShapeIds( scene.world, &wall, 1 ), 1 );
	CHECK_EQUAL( wfWorld_RemoveShape( scene.world, wall ), wf_ok );
	int32_t changed[8];
	int64_t count = wfGrid_Update( scene.grid, scene.world, changed, 8 );
	CHECK_EQUAL( count, 3 );
	CHECK_EQUAL( wfPlanner_Update( planner, changed, count ), wf_ok );
	CHECK_EQUAL( wfField_Solve( field ), wf_ok );
	CHECK_EQUAL( wfField_GetReport( field ).reachableCount, 33 );
	checkPromises( field );
	wfDestroyField( field );
	wfDestroyPlanner( planner );
	sceneFree( &scene );
}

TEST( CostlyTerrainIsAvoided )
{
	Scene scene = sceneOpen( 41, 31, 1.0 );
	wfShapeDef swamp = wfDefaultShapeDef();
	swamp.kind = wf_boxShape;
	swamp.role = wf_terrainRole;
	swamp.center = ( wfVec2 ){ 20.5, 13.0 };
	swamp.halfSize = ( wfVec2 ){ 5.0, 9.0 };
	swamp.cost = 4.0;
	wfShapeId id;
	CHECK_EQUAL( wfWorld_AddShape( scene.world, &swamp, &id, NULL ), wf_ok );
	int32_t changed[1000];
	int64_t count = wfGrid_Update( scene.grid, scene.world, changed, 1000 );
	CHECK( count > 100 && count <= 1000 );
	wfPlannerDef def = wfDefaultPlannerDef();
	def.haste = 0.5;
	wfPlanner* planner = createPlanner( &scene, &def );
	wfField* field = createField( planner, 13 * 41 + 38 );
	checkPromises( field );
	wfTraceDef trace = wfDefaultTraceDef();
	wfPath path = { 0 };
	CHECK_EQUAL( wfField_TracePath( field, ( wfVec2 ){ 2.5, 13.5 }, &trace, &path, NULL ), wf_ok );
	int32_t inSwamp = 0;
	for ( int32_t i = 0; i < path.count; ++i )
	{
		inSwamp += wfGrid_GetCost( scene.grid, wfGrid_GetCell( scene.grid, path.points[i] ) ) > 1.0;
	}
	CHECK_EQUAL( inSwamp, 0 );
	wfPath_Free( &path );
	wfDestroyField( field );
	wfDestroyPlanner( planner );
	sceneFree( &scene );
}

// Large haste: -log q / k is the distance walked.
TEST( HasteMeasuresDistance )
{
	Scene scene = sceneOpen( 101, 101, 0.1 );
	wfPlannerDef def = wfDefaultPlannerDef();
	def.haste = 4.0;
	wfPlanner* planner = createPlanner( &scene, &def );
	wfField* field = createField( planner, 50 * 101 + 50 );
	wfVec2 goal = wfGrid_GetCenter( scene.grid, 50 * 101 + 50 );
	double low = 1e9, high = 0.0;
	for ( int k = 0; k < 16; ++k )
	{
		double angle = 2.0 * PI * k / 16.0;
		wfVec2 near = { goal.x + 1.5 * cos( angle ), goal.y + 1.5 * sin( angle ) };
		wfVec2 far = { goal.x + 3.5 * cos( angle ), goal.y + 3.5 * sin( angle ) };
		// Bessel's K0 falls like exp(-k r) / sqrt(r).
		double rate = ( wfField_GetLogValue( field, near ) - wfField_GetLogValue( field, far ) - 0.5 * log( 3.5 / 1.5 ) ) / 2.0;
		low = fmin( low, rate );
		high = fmax( high, rate );
	}
	CHECK( low > 0.97 * def.haste && high < 1.03 * def.haste );
	wfDestroyField( field );
	wfDestroyPlanner( planner );
	sceneFree( &scene );
}

static bool cancelLater( double fraction, void* context )
{
	double* last = context;
	CHECK( fraction >= *last && fraction <= 1.0 );
	*last = fraction;
	return fraction < 0.5;
}

TEST( ProgressGrowsAndCancels )
{
	Scene scene = sceneOpen( 120, 120, 1.0 );
	wfPlannerDef def = wfDefaultPlannerDef();
	double last = 0.0;
	def.progress = cancelLater;
	def.progressContext = &last;
	wfPlanner* planner = NULL;
	wfError error = { 0 };
	CHECK_EQUAL( wfCreatePlanner( scene.grid, &def, &planner, &error ), wf_cancelled );
	CHECK( planner == NULL && last >= 0.5 );
	sceneFree( &scene );
}

TEST( BadInputIsRefused )
{
	Scene scene = sceneOpen( 20, 20, 1.0 );
	wfPlanner* planner = NULL;
	wfError error = { 0 };
	double bad[3] = { NAN, INFINITY, -1.0 };
	for ( int k = 0; k < 3; ++k )
	{
		wfPlannerDef def = wfDefaultPlannerDef();
		def.haste = bad[k];
		CHECK_EQUAL( wfCreatePlanner( scene.grid, &def, &planner, &error ), wf_outOfRange );
		CHECK( planner == NULL && strstr( error.message, "haste" ) != NULL );
	}
	wfPlannerDef def = wfDefaultPlannerDef();
	def.memoryLimit = 1000;
	CHECK_EQUAL( wfCreatePlanner( scene.grid, &def, &planner, &error ), wf_tooLarge );
	CHECK( strstr( error.message, "limit" ) != NULL );
	wfPlannerDef empty = { 0 };
	testBeginAsserts();
	CHECK_EQUAL( wfCreatePlanner( scene.grid, &empty, &planner, &error ), wf_invalidDef );
	CHECK_EQUAL( testEndAsserts(), 1 );
	def = wfDefaultPlannerDef();
	planner = createPlanner( &scene, &def );
	wfField* field = NULL;
	int32_t outside = 400;
	CHECK_EQUAL( wfPlanner_CreateFieldFromCells( planner, &outside, 1, &field, &error ), wf_goalBlocked );
	CHECK( field == NULL );
	wfVec2 far = { 50.0, 3.0 };
	wfGoalDef goal = wfDefaultGoalDef();
	goal.points = &far;
	goal.pointCount = 1;
	goal.name = "exit";
	CHECK_EQUAL( wfPlanner_CreateField( planner, &goal, &field, &error ), wf_goalBlocked );
	CHECK( strstr( error.message, "exit" ) != NULL );
	int32_t cells[2] = { -1, 400 };
	CHECK_EQUAL( wfPlanner_Update( planner, &cells[0], 1 ), wf_outOfRange );
	CHECK_EQUAL( wfPlanner_Update( planner, &cells[1], 1 ), wf_outOfRange );
	far.x = NAN;
	CHECK_EQUAL( wfPlanner_CreateField( planner, &goal, &field, &error ), wf_outOfRange );
	CHECK( strstr( error.message, "finite" ) != NULL );
	testBeginAsserts();
	goal.points = NULL;
	CHECK_EQUAL( wfPlanner_CreateField( planner, &goal, &field, &error ), wf_invalidDef );
	CHECK_EQUAL( testEndAsserts(), 1 );
	wfDestroyPlanner( planner );
	def.terrainHaste = 1e300;
	CHECK_EQUAL( wfCreatePlanner( scene.grid, &def, &planner, &error ), wf_outOfRange );
	sceneFree( &scene );
}

typedef struct Everything
{
	wfPlanner* planner;
	wfField* field;
} Everything;

static wfResult createEverything( const Scene* scene, Everything* all )
{
	wfPlannerDef def = wfDefaultPlannerDef();
	def.editable = true;
	def.epsilon = 0.3;
	def.bias = ( wfVec2 ){ 1.0, 0.0 };
	all->field = NULL;
	wfResult result = wfCreatePlanner( scene->grid, &def, &all->planner, NULL );
	if ( result == wf_ok )
	{
		wfVec2 door[2] = { { 3.5, 2.5 }, { 3.5, 6.5 } };
		wfGoalDef goal = wfDefaultGoalDef();
		goal.kind = wf_lineGoal;
		goal.points = door;
		goal.pointCount = 2;
		result = wfPlanner_CreateField( all->planner, &goal, &all->field, NULL );
	}
	if ( result != wf_ok )
	{
		wfDestroyPlanner( all->planner );
	}
	return result;
}

TEST( SurvivesFailingAllocations )
{
	Scene scene = sceneOpen( 14, 12, 1.0 );
	Everything all;
	TEST_EVERY_ALLOCATION( createEverything( &scene, &all ), ( wfDestroyField( all.field ), wfDestroyPlanner( all.planner ) ) );
	CHECK_EQUAL( createEverything( &scene, &all ), wf_ok );
	TEST_EVERY_ALLOCATION( wfField_Solve( all.field ), (void)0 );
	wfDestroyField( all.field );
	wfDestroyPlanner( all.planner );
	sceneFree( &scene );
}

int main( int argc, char** argv )
{
	RUN( DirichletRectangleConvergesWithOrderTwo );
	RUN( NeumannCorridorConvergesWithOrderTwo );
	RUN( MaximumPrincipleHoldsOnRandomMaps );
	RUN( NoCorridorIsTooLong );
	RUN( BiasPullsTowardV );
	RUN( BiasOfTwoIsStillSolved );
	RUN( BatchesGiveTheSameBits );
	RUN_THREADED( ThreadsAndInstructionSetsGiveTheSameBits );
	RUN( OrderingsAgree );
	RUN( LargeGoalsAreExact );
	RUN( GoalsOfAnyShapeAreExact );
	RUN( WhatAGoalEnclosesIsGoal );
	RUN( TheGoalMayFillItsComponent );
	RUN( EditsEqualAFreshStart );
	RUN( CellsThatWereNeverFreeCanOpen );
	RUN( CostlyTerrainIsAvoided );
	RUN( HasteMeasuresDistance );
	RUN( ProgressGrowsAndCancels );
	RUN( BadInputIsRefused );
	RUN( SurvivesFailingAllocations );
	runAccuracyTests( argc, argv );
	runPathTests( argc, argv );
	runSolvedPathTests( argc, argv );
	runRelaxTests( argc, argv );
	runMemoryTests( argc, argv );
	runCenterTests( argc, argv );
	return testReport();
}
