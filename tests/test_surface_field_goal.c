// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Goals of every kind, occupied vertices, biases, refusals and failing memory.

#include "surface/node_path.h"
#include "test_surface_field.h"
#include "wayfield/field.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

// A planner for the grid of the inner vertices of columns x rows squares, with a goal at one of them.
static wfField* solveOnGrid( int32_t columns, int32_t rows, double epsilon, int32_t goal, wfPlanner** planner, wfGrid** grid,
							 wfWorld** world )
{
	wfWorldDef worldDef = wfDefaultWorldDef();
	worldDef.bounds = ( wfBox2 ){ { 0.5, 0.5 }, { columns - 0.5, rows - 0.5 } };
	CHECK_EQUAL( wfCreateWorld( &worldDef, world, NULL ), wf_ok );
	wfGridDef gridDef = wfDefaultGridDef();
	gridDef.cellSize = 1.0;
	CHECK_EQUAL( wfCreateGrid( *world, &gridDef, grid, NULL ), wf_ok );
	CHECK_EQUAL( wfGrid_GetWidth( *grid ), columns - 1 );
	wfPlannerDef def = wfDefaultPlannerDef();
	def.epsilon = epsilon;
	def.bias = ( wfVec2 ){ 0.0, 1.0 };
	CHECK_EQUAL( wfCreatePlanner( *grid, &def, planner, NULL ), wf_ok );
	wfField* field = NULL;
	CHECK_EQUAL( wfPlanner_CreateFieldFromCells( *planner, &goal, 1, &field, NULL ), wf_ok );
	return field;
}

// The same strip on a mesh and on a grid, with and without bias: the same pull, and the same values but for how each discretises.
TEST( BiasPullsAsOnGrids )
{
	enum
	{
		columns = 40,
		rows = 20
	};
	double previous = 0.0;
	for ( int32_t kind = 0; kind < 3; ++kind )
	{
		double epsilon = kind == 0 ? 0.0 : ( kind == 1 ? 0.15 : -0.15 );
		wfWorld* world;
		wfGrid* grid;
		wfPlanner* flatPlanner;
		wfField* flat =
			solveOnGrid( columns, rows, epsilon, ( rows / 2 - 1 ) * ( columns - 1 ) + columns - 2, &flatPlanner, &grid, &world );
		wfMesh* mesh = meshOfSquares( columns, rows, 1.0, 0.0 );
		wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
		def.biasKind = wf_directionBias;
		def.bias = ( wfVec3 ){ 0.0, 1.0, 0.0 };
		def.epsilon = epsilon * mesh->report.meanEdge;
		wfSurfacePlanner* planner = makePlanner( mesh, &def );
		int32_t goal = rows / 2 * ( columns + 1 ) + columns - 1;
		wfSurfaceField* field = makeField( planner, &goal, 1 );
		checkSurfacePromises( field );
		double worst = 0.0;
		for ( int32_t j = 1; j < rows; ++j )
		{
			for ( int32_t i = 1; i < columns; ++i )
			{
				wfScaled value = wfField_GetCellValue( flat, ( j - 1 ) * ( columns - 1 ) + i - 1 );
				double other = log( value.mantissa ) + value.exponent * log( 2.0 );
				worst = fmax( worst, fabs( wfSurfaceField_GetLogValue( field, j * ( columns + 1 ) + i ) - other ) );
			}
		}
		CHECK( worst < ( kind == 0 ? 1e-12 : 0.02 ) );
		// In the middle q grows toward the bias.
		int32_t middle = rows / 2 * ( columns + 1 ) + columns / 2;
		double slope =
			wfSurfaceField_GetLogValue( field, middle + columns + 1 ) - wfSurfaceField_GetLogValue( field, middle - columns - 1 );
		CHECK( kind == 0 ? fabs( slope ) < 1e-12 : slope * epsilon > 0.01 );
		previous = kind == 1 ? slope : previous;
		CHECK( kind != 2 || fabs( slope + previous ) < 1e-9 );
		wfDestroySurfaceField( field );
		wfDestroySurfacePlanner( planner );
		wfDestroyMesh( mesh );
		wfDestroyField( flat );
		wfDestroyPlanner( flatPlanner );
		wfDestroyGrid( grid );
		wfDestroyWorld( world );
	}
}

TEST( StrongBiasKeepsThePromises )
{
	wfMesh* mesh = meshTorus( 60, 24 );
	wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
	def.haste = 0.1;
	for ( int32_t kind = 0; kind < 4; ++kind )
	{
		def.biasKind = kind < 2 ? wf_directionBias : wf_pointBias;
		def.bias = ( wfVec3 ){ 0.3, 1.0, -0.2 };
		def.epsilon = kind % 2 == 0 ? 20.0 : -20.0;
		wfSurfacePlanner* planner = makePlanner( mesh, &def );
		int32_t goal = 700;
		wfSurfaceField* field = makeField( planner, &goal, 1 );
		checkSurfacePromises( field );
		wfDestroySurfaceField( field );
		wfDestroySurfacePlanner( planner );
	}
	// A bias toward a point pulls toward it: of two vertices as far from the goal the one near the point is better off.
	def.biasKind = wf_pointBias;
	def.bias = ( wfVec3 ){ 0.0, 6.0, 0.0 };
	def.epsilon = 0.05;
	wfSurfacePlanner* planner = makePlanner( mesh, &def );
	int32_t goal = 0; // at (4, 0, 0); across it vertex 30 * 24 at (-4, 0, 0)
	wfSurfaceField* field = makeField( planner, &goal, 1 );
	double above = wfSurfaceField_GetLogValue( field, 29 * 24 ) - wfSurfaceField_GetLogValue( field, 31 * 24 );
	CHECK( above > 0.0 );
	wfDestroySurfaceField( field );
	wfDestroySurfacePlanner( planner );
	wfDestroyMesh( mesh );
}

TEST( OccupiedVerticesAreObstacles )
{
	wfMesh* mesh = meshSphere( 12 );
	wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
	for ( int32_t kind = 0; kind < 3; ++kind )
	{
		def.haste = kind == 0 ? 0.3 : ( kind == 1 ? 8.0 : 2.0 );
		wfSurfacePlanner* planner = makePlanner( mesh, &def );
		int32_t goals[3] = { 100, 101, 300 };
		int32_t taken = kind == 2 ? 102 : 400;
		wfSurfaceGoalDef goal = wfDefaultSurfaceGoalDef();
		goal.vertices = goals;
		goal.vertexCount = kind == 0 ? 1 : 3;
		goal.occupied = taken;
		wfSurfaceField* field = NULL;
		CHECK_EQUAL( wfSurfacePlanner_CreateField( planner, &goal, &field, NULL ), wf_ok );
		checkSurfacePromises( field );
		CHECK( valueAt( field, taken ) == 0.0 );
		wfSurfaceMask* mask = NULL;
		CHECK_EQUAL( wfCreateSurfaceMask( mesh, &mask ), wf_ok );
		CHECK_EQUAL( wfSurfaceMask_BlockVertices( mask, &taken, 1, NULL ), wf_ok );
		def.mask = mask;
		wfSurfacePlanner* walled = makePlanner( mesh, &def );
		def.mask = NULL;
		wfSurfaceField* other = makeField( walled, goals, goal.vertexCount );
		CHECK( compareSurfaceFields( field, other ) < 1e-9 );
		// A goal that is occupied is none.
		goal.vertices = &taken;
		goal.vertexCount = 1;
		wfSurfaceField* none = NULL;
		CHECK_EQUAL( wfSurfacePlanner_CreateField( planner, &goal, &none, NULL ), wf_goalBlocked );
		wfDestroySurfaceField( field );
		wfDestroySurfaceField( other );
		wfDestroySurfacePlanner( planner );
		wfDestroySurfacePlanner( walled );
		wfDestroySurfaceMask( mask );
	}
	wfDestroyMesh( mesh );
}

// Two rooms and a gap of one vertex: who stands in it closes it.
TEST( OccupiedGapPartsRooms )
{
	wfMesh* mesh = meshOfSquares( 12, 8, 1.0, 0.0 );
	wfSurfaceMask* mask = NULL;
	CHECK_EQUAL( wfCreateSurfaceMask( mesh, &mask ), wf_ok );
	for ( int32_t j = 0; j <= 8; ++j )
	{
		int32_t v = j * 13 + 6;
		CHECK( j == 4 || wfSurfaceMask_BlockVertices( mask, &v, 1, NULL ) == wf_ok );
	}
	wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
	def.mask = mask;
	wfSurfacePlanner* planner = makePlanner( mesh, &def );
	int32_t vertex = 4 * 13 + 2;
	wfSurfaceGoalDef goal = wfDefaultSurfaceGoalDef();
	goal.vertices = &vertex;
	goal.vertexCount = 1;
	wfSurfaceField* field = NULL;
	CHECK_EQUAL( wfSurfacePlanner_CreateField( planner, &goal, &field, NULL ), wf_ok );
	CHECK_EQUAL( wfSurfaceField_GetReport( field ).reachableCount, 5 * 7 * 2 + 1 );
	checkSurfacePromises( field );
	wfDestroySurfaceField( field );
	goal.occupied = 4 * 13 + 6;
	CHECK_EQUAL( wfSurfacePlanner_CreateField( planner, &goal, &field, NULL ), wf_ok );
	CHECK_EQUAL( wfSurfaceField_GetReport( field ).reachableCount, 5 * 7 );
	CHECK( valueAt( field, 4 * 13 + 8 ) == 0.0 && valueAt( field, 4 * 13 + 5 ) > 0.0 );
	checkSurfacePromises( field );
	wfSurfacePoint here = wfMesh_GetVertexPoint( mesh, 4 * 13 + 3 ), there = wfMesh_GetVertexPoint( mesh, 4 * 13 + 9 );
	CHECK( wfSurfaceField_IsReachable( field, here ) && !wfSurfaceField_IsReachable( field, there ) );
	wfDestroySurfaceField( field );
	wfDestroySurfacePlanner( planner );
	wfDestroySurfaceMask( mask );
	wfDestroyMesh( mesh );
}

TEST( PlacesAreGoals )
{
	wfMesh* mesh = meshOfSquares( 10, 8, 1.0, 0.3 );
	wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
	wfSurfacePlanner* planner = makePlanner( mesh, &def );
	wfSurfaceGoalDef goal = wfDefaultSurfaceGoalDef();
	goal.kind = wf_placeGoal;
	goal.place = ( wfSurfacePoint ){ 2 * ( 4 * 10 + 5 ), 0.2, 0.3 };
	wfSurfaceField* field = NULL;
	CHECK_EQUAL( wfSurfacePlanner_CreateField( planner, &goal, &field, NULL ), wf_ok );
	checkSurfacePromises( field );
	const int32_t* corners = mesh->triangles + 3 * goal.place.triangle;
	int32_t goals = 0;
	for ( int32_t v = 0; v < mesh->vertexCount; ++v )
	{
		goals += wfSurfaceField_IsGoal( field, v );
	}
	CHECK_EQUAL( goals, 3 );
	wfSurfaceField* same = makeField( planner, corners, 3 );
	CHECK( compareSurfaceFields( field, same ) == 0.0 );
	wfDestroySurfaceField( same );
	wfDestroySurfaceField( field );
	// On the boundary: two corners feed the field from there.
	goal.place = ( wfSurfacePoint ){ 2 * 5, 0.2, 0.3 };
	CHECK_EQUAL( wfSurfacePlanner_CreateField( planner, &goal, &field, NULL ), wf_ok );
	checkSurfacePromises( field );
	CHECK_EQUAL( wfSurfaceField_GetReport( field ).reachableCount, 9 * 7 + 2 );
	wfDestroySurfaceField( field );
	goal.place.u = 0.9;
	CHECK_EQUAL( wfSurfacePlanner_CreateField( planner, &goal, &field, NULL ), wf_outOfRange );
	goal.place = ( wfSurfacePoint ){ 1000, 0.2, 0.3 };
	CHECK_EQUAL( wfSurfacePlanner_CreateField( planner, &goal, &field, NULL ), wf_outOfRange );
	wfDestroySurfacePlanner( planner );
	wfDestroyMesh( mesh );
}

// A goal with a boundary too long for sources at its vertices, and one that encloses ground that nothing repels from.
TEST( LargeGoalsAndPockets )
{
	wfMesh* mesh = meshOfSquares( 90, 80, 1.0, 0.4 );
	wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
	wfSurfacePlanner* planner = makePlanner( mesh, &def );
	int32_t* goals = malloc( (size_t)mesh->vertexCount * sizeof( int32_t ) );
	for ( int32_t pass = 0; pass < 2; ++pass )
	{
		// The boundary of a square, 60 or 30 vertices wide.
		int32_t low = pass == 0 ? 10 : 20, high = pass == 0 ? 70 : 50;
		int32_t count = 0;
		for ( int32_t j = low; j <= high; ++j )
		{
			for ( int32_t i = low; i <= high; ++i )
			{
				if ( i <= low + 1 || j <= low + 1 || i >= high - 1 || j >= high - 1 )
				{
					goals[count++] = j * 91 + i;
				}
			}
		}
		wfSurfaceField* field = makeField( planner, goals, count );
		checkSurfacePromises( field );
		CHECK( wfSurfaceField_IsGoal( field, 35 * 91 + 35 ) && valueAt( field, 35 * 91 + 35 ) == 1.0 );
		CHECK( !wfSurfaceField_IsGoal( field, 5 * 91 + 35 ) && valueAt( field, 5 * 91 + 35 ) < 1.0 );
		// With an obstacle of its own inside there is no pocket.
		wfSurfaceGoalDef goal = wfDefaultSurfaceGoalDef();
		goal.vertices = goals;
		goal.vertexCount = count;
		goal.occupied = 35 * 91 + 35;
		wfSurfaceField* other = NULL;
		CHECK_EQUAL( wfSurfacePlanner_CreateField( planner, &goal, &other, NULL ), wf_ok );
		checkSurfacePromises( other );
		CHECK( !wfSurfaceField_IsGoal( other, 35 * 91 + 36 ) );
		CHECK_NEAR( valueAt( other, 5 * 91 + 35 ) / valueAt( field, 5 * 91 + 35 ), 1.0, 1e-9 );
		wfDestroySurfaceField( other );
		wfDestroySurfaceField( field );
	}
	free( goals );
	wfDestroySurfacePlanner( planner );
	wfDestroyMesh( mesh );
}

static bool cancel( double fraction, void* context )
{
	*(double*)context = fraction;
	return fraction < 0.2;
}

TEST( BadPlannersAndGoalsAreRefused )
{
	wfMesh* mesh = meshOfSquares( 20, 12, 1.0, 0.3 );
	wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
	wfSurfacePlanner* planner = NULL;
	wfError error = { 0 };
	def.haste = -1.0;
	CHECK_EQUAL( wfCreateSurfacePlanner( mesh, &def, &planner, &error ), wf_outOfRange );
	CHECK( strstr( error.message, "haste" ) != NULL );
	def.haste = NAN;
	CHECK_EQUAL( wfCreateSurfacePlanner( mesh, &def, &planner, &error ), wf_outOfRange );
	def.haste = 0.0;
	def.biasKind = wf_directionBias;
	def.bias = ( wfVec3 ){ 1.0, 0.0, 0.0 };
	def.epsilon = 1000.0;
	CHECK_EQUAL( wfCreateSurfacePlanner( mesh, &def, &planner, &error ), wf_outOfRange );
	const char* allowed = strstr( error.message, "at most " );
	if ( CHECK( allowed != NULL && strstr( error.message, "epsilon" ) != NULL ) )
	{
		def.epsilon = 0.999 * atof( allowed + strlen( "at most " ) );
		wfSurfacePlanner* strong = makePlanner( mesh, &def );
		int32_t goal = 6 * 21 + 3;
		wfSurfaceField* field = makeField( strong, &goal, 1 );
		checkSurfacePromises( field );
		wfDestroySurfaceField( field );
		wfDestroySurfacePlanner( strong );
	}
	def.biasKind = wf_noSurfaceBias;
	def.memoryLimit = 10000;
	CHECK_EQUAL( wfCreateSurfacePlanner( mesh, &def, &planner, &error ), wf_tooLarge );
	def.memoryLimit = 0;
	double fraction = -1.0;
	def.progress = cancel;
	def.progressContext = &fraction;
	CHECK_EQUAL( wfCreateSurfacePlanner( mesh, &def, &planner, &error ), wf_cancelled );
	CHECK( fraction >= 0.2 );
	def.progress = NULL;
	CHECK( planner == NULL );
	planner = makePlanner( mesh, &def );
	int32_t bad[2] = { 5, 21 * 13 };
	wfSurfaceGoalDef goal = wfDefaultSurfaceGoalDef();
	goal.vertices = bad;
	goal.vertexCount = 2;
	wfSurfaceField* field = NULL;
	CHECK_EQUAL( wfSurfacePlanner_CreateField( planner, &goal, &field, &error ), wf_outOfRange );
	CHECK( strstr( error.message, "273" ) != NULL );
	goal.vertexCount = 0;
	CHECK_EQUAL( wfSurfacePlanner_CreateField( planner, &goal, &field, &error ), wf_goalBlocked );
	goal.vertexCount = 1;
	goal.occupied = 4000;
	CHECK_EQUAL( wfSurfacePlanner_CreateField( planner, &goal, &field, &error ), wf_outOfRange );
	goal.occupied = -1;
	goal.internalCookie = 0;
	testBeginAsserts();
	CHECK_EQUAL( wfSurfacePlanner_CreateField( planner, &goal, &field, &error ), wf_invalidDef );
	CHECK_EQUAL( testEndAsserts(), 1 );
	CHECK( field == NULL );
	wfDestroySurfacePlanner( planner );
	wfDestroyMesh( mesh );
}

// A goal that an edit covers is said to be blocked, and solved again when it is free again.
TEST( CoveredGoalsComeBack )
{
	wfMesh* mesh = meshOfSquares( 12, 10, 1.0, 0.3 );
	wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
	def.editable = true;
	wfSurfacePlanner* planner = makePlanner( mesh, &def );
	int32_t goals[2] = { 5 * 13 + 4, 5 * 13 + 8 };
	wfSurfaceField* field = makeField( planner, goals, 2 );
	uint64_t before = hashSurfaceField( field );
	wfSurfaceMask* mask = NULL;
	CHECK_EQUAL( wfCreateSurfaceMask( mesh, &mask ), wf_ok );
	CHECK_EQUAL( wfSurfaceMask_BlockVertices( mask, goals, 1, NULL ), wf_ok );
	CHECK_EQUAL( wfSurfacePlanner_Update( planner, mask ), wf_ok );
	CHECK( hashSurfaceField( field ) == before );
	CHECK_EQUAL( wfSurfaceField_Solve( field ), wf_ok );
	CHECK( !wfSurfaceField_IsGoal( field, goals[0] ) && wfSurfaceField_IsGoal( field, goals[1] ) );
	checkSurfacePromises( field );
	CHECK_EQUAL( wfSurfaceMask_BlockVertices( mask, goals, 2, NULL ), wf_ok );
	CHECK_EQUAL( wfSurfacePlanner_Update( planner, mask ), wf_ok );
	CHECK_EQUAL( wfSurfaceField_Solve( field ), wf_goalBlocked );
	CHECK_EQUAL( wfSurfacePlanner_Update( planner, NULL ), wf_ok );
	CHECK_EQUAL( wfSurfaceField_Solve( field ), wf_ok );
	CHECK( hashSurfaceField( field ) == before );
	wfDestroySurfaceMask( mask );
	wfDestroySurfaceField( field );
	wfDestroySurfacePlanner( planner );
	wfDestroyMesh( mesh );
}

// ---------------------------------------------------------------------------------------------------------------- memory

static wfResult planSolveAndEdit( const wfMesh* mesh, const wfSurfaceMask* mask )
{
	wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
	def.editable = true;
	def.biasKind = wf_directionBias;
	def.bias = ( wfVec3 ){ 1.0, 0.0, 0.0 };
	def.epsilon = 0.1;
	wfSurfacePlanner* planner = NULL;
	wfResult result = wfCreateSurfacePlanner( mesh, &def, &planner, NULL );
	int32_t vertices[3] = { 30, 31, 2 }; // the last on the boundary
	wfSurfaceGoalDef goals[3];
	wfSurfaceField* fields[3] = { NULL, NULL, NULL };
	for ( int32_t k = 0; k < 3; ++k )
	{
		goals[k] = wfDefaultSurfaceGoalDef();
		goals[k].vertices = vertices;
		goals[k].vertexCount = k + 1;
		goals[k].occupied = k == 1 ? 40 : -1;
	}
	if ( result == wf_ok )
	{
		result = wfSurfacePlanner_CreateFields( planner, goals, 3, fields, NULL );
		CHECK( result == wf_ok || ( fields[0] == NULL && fields[2] == NULL ) );
	}
	if ( result == wf_ok )
	{
		result = wfSurfacePlanner_Update( planner, mask );
		// What failed can be done again, but not used meanwhile.
		CHECK( result == wf_ok || wfSurfaceField_Solve( fields[0] ) == wf_numericalFailure );
		wfSurfacePoint place = wfMesh_GetVertexPoint( mesh, 33 );
		CHECK( wfLength3( wfSurfaceField_GetDirection( fields[2], place ) ) < 1.1 );
		CHECK( result == wf_ok || wfSurfacePlanner_Update( planner, mask ) == wf_ok );
	}
	if ( result == wf_ok )
	{
		result = wfSurfaceField_Solve( fields[0] );
	}
	for ( int32_t k = 0; k < 3; ++k )
	{
		wfDestroySurfaceField( fields[k] );
	}
	wfDestroySurfacePlanner( planner );
	return result;
}

TEST( PlanningSurvivesFailedAllocations )
{
	wfMesh* mesh = meshOfSquares( 7, 7, 1.0, 0.9 );
	wfSurfaceMask* mask = NULL;
	CHECK_EQUAL( wfCreateSurfaceMask( mesh, &mask ), wf_ok );
	int32_t blocked[2] = { 20, 21 };
	CHECK_EQUAL( wfSurfaceMask_BlockVertices( mask, blocked, 2, NULL ), wf_ok );
	TEST_EVERY_ALLOCATION( planSolveAndEdit( mesh, mask ), (void)0 );
	wfDestroySurfaceMask( mask );
	wfDestroyMesh( mesh );
}

TEST( GoalsOnWallsAreRefused )
{
	wfMesh* mesh = meshOfSquares( 6, 6, 1.0, 0.0 );
	wfSurfaceMask* mask = NULL;
	CHECK_EQUAL( wfCreateSurfaceMask( mesh, &mask ), wf_ok );
	int32_t wall[2] = { 3 * 7 + 2, 3 * 7 + 3 };
	CHECK_EQUAL( wfSurfaceMask_BlockVertices( mask, wall, 2, NULL ), wf_ok );
	wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
	def.mask = mask;
	wfSurfacePlanner* planner = makePlanner( mesh, &def );
	wfSurfaceGoalDef goal = wfDefaultSurfaceGoalDef();
	goal.kind = wf_placeGoal;
	// At a blocked vertex, in the middle of the edge between both, beside it, and on the boundary, which is free for goals.
	const wfVec3 places[4] = { { 2.0, 3.0, 0.0 }, { 2.5, 3.0, 0.0 }, { 2.5, 3.01, 0.0 }, { 6.0, 2.5, 0.0 } };
	for ( int32_t i = 0; i < 4; ++i )
	{
		wfSurfaceField* field = NULL;
		wfError error = { 0 };
		goal.place = wfMesh_FindNearest( mesh, places[i], NULL );
		CHECK_EQUAL( wfSurfacePlanner_CreateField( planner, &goal, &field, &error ), i < 2 ? wf_goalBlocked : wf_ok );
		CHECK( i >= 2 || strstr( error.message, "obstacle" ) != NULL );
		wfDestroySurfaceField( field );
	}
	wfDestroySurfacePlanner( planner );
	wfDestroySurfaceMask( mask );
	wfDestroyMesh( mesh );
}

// Nothing but a boundary that repels: a goal on it is reached from beside it.
TEST( GoalsOnMeshesThatAreAllBoundaryAreReached )
{
	wfMesh* mesh = meshOfSquares( 1, 1, 1.0, 0.0 );
	wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
	wfSurfacePlanner* planner = makePlanner( mesh, &def );
	CHECK_EQUAL( wfSurfacePlanner_GetReport( planner ).freeCount, 0 );
	int32_t goal = 0, arrived = 0;
	wfSurfaceField* field = makeField( planner, &goal, 1 );
	wfTraceDef trace = wfDefaultTraceDef();
	wfSurfacePath path = { 0 };
	for ( int32_t v = 0; v < 4; ++v )
	{
		wfSurfacePoint start = wfMesh_GetVertexPoint( mesh, v );
		bool beside = false;
		for ( int32_t h = 0; h < 6; ++h )
		{
			beside |= wfFromVertex( mesh, h ) == v && wfCornerWith( mesh, h / 3, goal ) >= 0;
		}
		CHECK_EQUAL( wfSurfaceField_TracePath( field, start, &trace, &path, NULL ), beside ? wf_ok : wf_startBlocked );
		arrived += beside ? 1 : 0;
	}
	CHECK( arrived >= 3 );
	wfSurfacePath_Free( &path );
	wfDestroySurfaceField( field );
	wfDestroySurfacePlanner( planner );
	wfDestroyMesh( mesh );
}

// Where both ends of an edge would have the same value to all digits.
TEST( TooStrongBiasesAreRefused )
{
	wfMesh* mesh = meshOfSquares( 5, 5, 1.0, 0.2 );
	wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
	def.biasKind = wf_directionBias;
	def.bias = ( wfVec3 ){ 1.0, 0.0, 0.0 };
	for ( int32_t i = 0; i < 2; ++i )
	{
		def.epsilon = i == 0 ? 40.0 : 120.0;
		wfSurfacePlanner* planner = NULL;
		wfError error = { 0 };
		wfResult result = wfCreateSurfacePlanner( mesh, &def, &planner, &error );
		CHECK_EQUAL( result, i == 0 ? wf_ok : wf_outOfRange );
		CHECK( i == 0 || strstr( error.message, "epsilon is 120" ) != NULL );
		for ( int32_t goal = 7; result == wf_ok && goal < 36; goal += 7 )
		{
			wfSurfaceField* field = makeField( planner, &goal, 1 );
			CHECK_EQUAL( wfSurfaceField_GetReport( field ).flatCount, 0 );
			wfDestroySurfaceField( field );
		}
		wfDestroySurfacePlanner( planner );
	}
	wfDestroyMesh( mesh );
}

void runSurfaceGoalTests( int argc, char** argv )
{
	RUN( BiasPullsAsOnGrids );
	RUN( StrongBiasKeepsThePromises );
	RUN( OccupiedVerticesAreObstacles );
	RUN( OccupiedGapPartsRooms );
	RUN( PlacesAreGoals );
	RUN( LargeGoalsAndPockets );
	RUN( BadPlannersAndGoalsAreRefused );
	RUN( CoveredGoalsComeBack );
	RUN( PlanningSurvivesFailedAllocations );
	RUN( GoalsOnWallsAreRefused );
	RUN( GoalsOnMeshesThatAreAllBoundaryAreReached );
	RUN( TooStrongBiasesAreRefused );
}
