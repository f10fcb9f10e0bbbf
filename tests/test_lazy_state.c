// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What a field knows: how much a question solves, what stays after edits, and what happens where memory runs out.

#include "test_lazy.h"

#include "field/planner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const Case s_rooms = { .kind = wf_roomsScene, .size = 60 };

static int32_t countSolved( const wfField* field )
{
	int32_t solved = 0;
	for ( int32_t f = 0; f < field->core.solution.frontCount; ++f )
	{
		solved += wfSolution_IsSolved( &field->core.solution, f );
	}
	return solved;
}

static int32_t frontOfCell( const Place* place, int32_t cell )
{
	const wfSymbolic* symbolic = &place->planner->core.symbolic;
	return symbolic->frontOf[wfSymbolic_GetPosition( symbolic, place->planner->nodeOfCell[cell] )];
}

static int32_t countPath( const Place* place, int32_t front, uint8_t* isOnPath )
{
	int32_t count = 0;
	for ( int32_t f = front; f >= 0; f = place->planner->core.symbolic.fronts[f].parent )
	{
		count += isOnPath[f] == 0;
		isOnPath[f] = 1;
	}
	return count;
}

TEST( AQuestionSolvesThePathToTheRoot )
{
	for ( int32_t kind = 0; kind < wf_sceneKindCount; ++kind )
	{
		Case of = { .kind = (wfSceneKind)kind, .size = 128 };
		Place place = placeOfCase( &of, wf_doublePrecision, NULL );
		int32_t fronts = place.planner->core.symbolic.frontCount;
		uint8_t* isOnPath = calloc( (size_t)fronts, 1 );
		wfField* field = fieldOf( &place, ONE_CELL, 1 );
		CHECK_EQUAL( countSolved( field ), 0 );
		// The forward solve leaves its trail from the goal to the root, and nothing else.
		int32_t goal;
		CHECK_EQUAL( wfField_GetGoalCells( field, &goal, 1 ), 1 );
		CHECK_EQUAL( field->core.trail.fronts.count, countPath( &place, frontOfCell( &place, goal ), isOnPath ) );
		for ( int32_t k = 0; k < field->core.trail.fronts.count; ++k )
		{
			CHECK( isOnPath[field->core.trail.fronts.data[k].front] );
			isOnPath[field->core.trail.fronts.data[k].front] = 0;
		}
		int32_t asked = 0;
		for ( uint64_t k = 0; k < 12; ++k )
		{
			int32_t cell = pickFree( place.grid, 300 + k );
			CHECK( wfField_GetCellValue( field, cell ).mantissa > 0.0 );
			asked += cell == goal ? 0 : countPath( &place, frontOfCell( &place, cell ), isOnPath );
			CHECK_EQUAL( countSolved( field ), asked );
		}
		CHECK( asked < fronts / 4 );
		for ( int32_t f = 0; f < fronts; ++f )
		{
			CHECK_EQUAL( wfSolution_IsSolved( &field->core.solution, f ), isOnPath[f] );
		}
		free( isOnPath );
		wfDestroyField( field );
		placeFree( &place );
	}
}

// On ground without long corridors all numbers of a field have the same units, so that fronts need no exponents; those of parts
// that the goal does not reach take no memory at all.
TEST( FrontsKeepOnlyWhatTheyNeed )
{
	for ( int32_t kind = wf_openScene; kind <= wf_blocksScene; ++kind )
	{
		Case of = { .kind = (wfSceneKind)kind, .size = 60, .edited = true };
		Place place = placeOfCase( &of, wf_doublePrecision, NULL );
		wfField* field = fieldOf( &place, ONE_CELL, 1 );
		const wfSolution* solution = &field->core.solution;
		int32_t* cells = shuffleCells( place.cellCount, 1 );
		CHECK_EQUAL( wfField_SolveCells( field, cells, place.cellCount ), wf_ok );
		for ( int32_t f = 0; f < solution->frontCount; ++f )
		{
			int32_t offset = atomic_load( &solution->offsets[f] );
			wfBlockHead head = { 0 };
			CHECK( offset > WF_ALL_ZERO );
			memcpy( &head, solution->chunks[offset >> WF_CHUNK_BITS].numbers + ( offset & ( WF_CHUNK_NUMBERS - 1 ) ),
					sizeof( head ) );
			CHECK( head.uniform && !head.hasExponents );
		}
		free( cells );
		wfDestroyField( field );
		placeFree( &place );
	}
	uint8_t cells[40 * 20] = { 0 };
	for ( int32_t j = 0; j < 20; ++j )
	{
		cells[40 * j + 17] = 1;
	}
	Place place = placeOfCells( cells, 40, 20 );
	wfPlannerDef def = wfDefaultPlannerDef();
	placePlan( &place, &def );
	wfField* field = NULL;
	CHECK_EQUAL( wfPlanner_CreateFieldFromCells( place.planner, &( int32_t ){ 30 }, 1, &field, NULL ), wf_ok );
	CHECK( wfField_GetCellValue( field, 45 ).mantissa == 0.0 );
	CHECK_EQUAL( atomic_load( &field->core.solution.offsets[frontOfCell( &place, 45 )] ), WF_ALL_ZERO );
	wfDestroyField( field );
	placeFree( &place );
}

// Also where products are below the range of doubles, or their parts are in different units.
TEST( ProductsOfTrailsKeepTheirDigits )
{
	Place place = placeOfCase( &s_rooms, wf_doublePrecision, NULL );
	const wfFactor* factor = &place.planner->core.factor;
	int32_t root = factor->symbolic->frontCount - 1, pivots = factor->symbolic->fronts[root].pivotCount;
	const double* pivot = factor->pivots + factor->symbolic->fronts[root].pivotFirst;
	if ( !CHECK( pivots >= 2 && pivots <= 64 ) )
	{
		return;
	}
	for ( int32_t k = 0; k < 3; ++k )
	{
		wfTrailFront at = { root, 0 };
		double values[64] = { k == 1 ? 0x1.4p0 : 0x1.4p-520, k == 2 ? 0x1p-400 : 0.0 };
		int32_t exponents[64] = { k == 1 ? -520 : 0, k == 2 ? 300 : 0 };
		wfTrail trail = { .fronts = { &at, 1, 1 }, .values = { values, pivots, 64 }, .exponents = { exponents, pivots, 64 } };
		wfWide found = wfTrail_Dot( factor, &trail, &trail );
		double expected = 0x1.9p0 * pivot[0] + ( k == 2 ? ldexp( pivot[1], 840 ) : 0.0 );
		CHECK_NEAR( ldexp( found.mantissa, found.exponent + 1040 ) / expected, 1.0, 1e-15 );
	}
	placeFree( &place );
}

// Fields that are only asked for a few cells take little memory.
TEST( AFieldTakesTheMemoryOfWhatWasAsked )
{
	Case of = { .kind = wf_openScene, .size = 256 };
	Place place = placeOfCase( &of, wf_doublePrecision, NULL );
	wfField* warm = fieldOf( &place, ONE_CELL, 2 );
	wfField_GetCellValue( warm, 0 );
	size_t before = wfGetByteCount();
	wfField* field = fieldOf( &place, ONE_CELL, 1 );
	CHECK( wfField_GetCellValue( field, 77 ).mantissa > 0.0 );
	size_t part = wfGetByteCount() - before;
	CHECK_EQUAL( wfField_SolveAll( field ), wf_ok );
	size_t whole = wfGetByteCount() - before;
	CHECK( 4 * part < whole );
	wfDestroyField( field );
	wfDestroyField( warm );
	placeFree( &place );
}

// Corridors one cell wide that climb side by side, so that every straight line through the map cuts all of them: parts that are
// not connected share fronts there, where the numbers of one may be 2^2000 times those of the other.
#define STAIRS 3
#define STAIR_ROWS 600
#define STAIR_CELLS ( 2 * STAIR_ROWS )
#define STAIR_WIDTH ( STAIR_ROWS + 3 * STAIRS )

static int32_t cellOfStair( int32_t stair, int32_t step )
{
	return step / 2 * STAIR_WIDTH + 3 * stair + ( step + 1 ) / 2;
}

// 4 q_i = q_(i-1) + q_(i+1) between walls at both ends has the solution sinh( rate * distance to the end ).
static double stairLogarithm( int32_t step, int32_t goal )
{
	double rate = log( 2.0 + sqrt( 3.0 ) );
	int32_t end = step < goal ? -1 : STAIR_CELLS;
	double x = rate * abs( step - end ), g = rate * abs( goal - end );
	return x - g + log1p( -exp( -2.0 * x ) ) - log1p( -exp( -2.0 * g ) );
}

static Place placeOfStairs( wfPrecision precision, wfOrdering ordering )
{
	uint8_t* cells = malloc( STAIR_WIDTH * STAIR_ROWS );
	for ( int32_t i = 0; i < STAIR_WIDTH * STAIR_ROWS; ++i )
	{
		cells[i] = 1;
	}
	for ( int32_t i = 0; i < STAIRS * STAIR_CELLS; ++i )
	{
		cells[cellOfStair( i / STAIR_CELLS, i % STAIR_CELLS )] = 0;
	}
	Place place = placeOfCells( cells, STAIR_WIDTH, STAIR_ROWS );
	wfPlannerDef def = wfDefaultPlannerDef();
	def.precision = precision;
	def.ordering = ordering;
	placePlan( &place, &def );
	free( cells );
	return place;
}

static void checkStairs( const Place* place, const int32_t* steps, double tolerance )
{
	int32_t goals[STAIRS];
	for ( int32_t k = 0; k < STAIRS; ++k )
	{
		goals[k] = cellOfStair( k, steps[k] );
	}
	wfField* fields[2] = { NULL, NULL };
	for ( int32_t k = 0; k < 2; ++k )
	{
		CHECK_EQUAL( wfPlanner_CreateFieldFromCells( place->planner, goals, STAIRS, &fields[k], NULL ), wf_ok );
	}
	wfFieldReport report = wfField_GetReport( fields[1] );
	CHECK_EQUAL( report.reachableCount, STAIRS * STAIR_CELLS );
	CHECK( report.converged );
	int32_t different = 0;
	double worst = 0.0;
	for ( int32_t i = 0; i < STAIRS * STAIR_CELLS; ++i )
	{
		int32_t stair = i / STAIR_CELLS, step = i % STAIR_CELLS;
		wfScaled value = wfField_GetCellValue( fields[0], cellOfStair( stair, step ) );
		different += !isSame( value, wfField_GetCellValue( fields[1], cellOfStair( stair, step ) ) );
		double found = log( value.mantissa ) + value.exponent * log( 2.0 );
		worst = fmax( worst, fabs( found - stairLogarithm( step, steps[stair] ) ) );
	}
	CHECK_EQUAL( different, 0 );
	CHECK( worst <= tolerance );
	wfDestroyField( fields[0] );
	wfDestroyField( fields[1] );
}

TEST( PartsOfAMapDoNotDisturbEachOther )
{
	const int32_t steps[6][STAIRS] = { { 0, 600, 1199 }, { 600, 0, 1199 },	   { 1199, 600, 600 },
									   { 0, 0, 0 },		 { 1199, 1199, 1199 }, { 599, 300, 0 } };
	for ( int32_t k = 0; k < 4; ++k )
	{
		wfPrecision precision = k % 2 == 0 ? wf_doublePrecision : wf_singlePrecision;
		Place place = placeOfStairs( precision, k < 2 ? wf_orderAuto : wf_orderMinimumDegree );
		for ( int32_t i = 0; i < 6; ++i )
		{
			// In the order of minimum degree fronts have one node below them, and their columns one number.
			checkStairs( &place, steps[i], k == 1 ? 1e-6 : 1e-11 );
		}
		placeFree( &place );
	}
}

// A strong pull scales the matrix by numbers beyond the range of doubles: goals far apart still have to weigh each other's
// sources.
TEST( GoalsFarApartKnowEachOther )
{
	enum
	{
		LENGTH = 900,
		WIDTH = 5
	};
	uint8_t cells[LENGTH * WIDTH] = { 0 };
	Place place = placeOfCells( cells, LENGTH, WIDTH );
	for ( int32_t precision = wf_doublePrecision; precision <= wf_singlePrecision; ++precision )
	{
		wfPlannerDef def = wfDefaultPlannerDef();
		def.walls = wf_neumannWalls;
		def.epsilon = 1.9;
		def.bias = ( wfVec2 ){ 1.0, 0.0 };
		def.precision = (wfPrecision)precision;
		placePlan( &place, &def );
		const int32_t goals[3] = { 2 * LENGTH + 20, 2 * LENGTH + 450, 2 * LENGTH + 880 };
		wfField* field = NULL;
		CHECK_EQUAL( wfPlanner_CreateFieldFromCells( place.planner, goals, 3, &field, NULL ), wf_ok );
		wfFieldReport report = wfField_GetReport( field );
		CHECK_EQUAL( report.reachableCount, LENGTH * WIDTH );
		CHECK( report.maxRelativeResidual <= ( precision == wf_singlePrecision ? 1e-6 : 1e-11 ) );
		wfDestroyField( field );
		wfDestroyPlanner( place.planner );
		place.planner = NULL;
	}
	placeFree( &place );
}

// ----------------------------------------------------------------------------------------------------------------- edits

// Known values stay until the field is solved again; others are not known.
TEST( AfterAnUpdateAFieldKnowsWhatItKnew )
{
	Place place = placeOfCase( &s_rooms, wf_doublePrecision, NULL );
	wfField* field = fieldOf( &place, ONE_CELL, 1 );
	int32_t width = wfGrid_GetWidth( place.grid );
	wfVec2 pillar = { 0.1 * width, 0.1 * width };
	int32_t* cells = shuffleCells( place.cellCount, 1 );
	wfScaled* values = solveReference( &place, ONE_CELL, 1 );
	CHECK_EQUAL( countDifferent( field, values, cells, 5 ), 0 );
	int32_t solved = countSolved( field );
	wfShapeId id = placeBlock( &place, pillar, ( wfVec2 ){ 1.5, 1.5 } );
	int32_t unknown = 0;
	for ( int32_t k = 0; k < place.cellCount; ++k )
	{
		wfScaled value = wfField_GetCellValue( field, cells[k] );
		CHECK( value.mantissa == 0.0 || isSame( value, values[cells[k]] ) );
		unknown += value.mantissa == 0.0 && values[cells[k]].mantissa > 0.0;
		wfVec2 center = wfGrid_GetCenter( place.grid, cells[k] );
		CHECK( wfField_IsReachable( field, center ) == ( value.mantissa > 0.0 ) );
		wfField_GetDirection( field, center );
	}
	CHECK( unknown > place.cellCount / 4 );
	CHECK_EQUAL( countDifferent( field, values, cells, 5 ), 0 );
	CHECK_EQUAL( countSolved( field ), solved );
	CHECK_EQUAL( wfField_SolveCells( field, cells, 10 ), wf_numericalFailure );
	CHECK_EQUAL( wfField_SolveAll( field ), wf_numericalFailure );
	CHECK( !wfField_GetReport( field ).converged );
	// A whole field keeps everything, but says that it is not up to date.
	CHECK_EQUAL( wfField_Solve( field ), wf_ok );
	wfScaled* edited = solveReference( &place, ONE_CELL, 1 );
	CHECK_EQUAL( countDifferent( field, edited, cells, place.cellCount ), 0 );
	CHECK_EQUAL( wfField_SolveAll( field ), wf_ok );
	CHECK_EQUAL( wfWorld_RemoveShape( place.world, id ), wf_ok );
	CHECK_EQUAL( placeUpdate( &place ), wf_ok );
	CHECK_EQUAL( countDifferent( field, edited, cells, place.cellCount ), 0 );
	CHECK_EQUAL( wfField_SolveAll( field ), wf_numericalFailure );
	CHECK_EQUAL( wfField_Solve( field ), wf_ok );
	CHECK_EQUAL( countDifferent( field, values, cells, place.cellCount ), 0 );
	free( edited );
	free( values );
	free( cells );
	wfDestroyField( field );
	placeFree( &place );
}

// An obstacle that was there before the analysis goes away: its cells have no nodes, and everything is analysed anew.
static wfShapeId makeOpenable( Place* place )
{
	*place = placeOfCase( &s_rooms, wf_doublePrecision, NULL );
	wfDestroyPlanner( place->planner );
	wfVec2 center = { 30.0, 20.0 };
	wfShapeDef shape = wfDefaultShapeDef();
	shape.kind = wf_boxShape;
	shape.center = center;
	shape.halfSize = ( wfVec2 ){ 6.0, 5.0 };
	wfShapeId id;
	CHECK_EQUAL( wfWorld_AddShape( place->world, &shape, &id, NULL ), wf_ok );
	wfGrid_Update( place->grid, place->world, NULL, 0 );
	wfPlannerDef def = wfDefaultPlannerDef();
	placePlan( place, &def );
	return id;
}

TEST( AfterANewAnalysisNothingIsKnown )
{
	Place place;
	wfShapeId id = makeOpenable( &place );
	wfField* field = fieldOf( &place, ONE_CELL, 1 );
	wfField* idle = fieldOf( &place, ONE_CELL, 2 );
	wfField* whole = fieldOf( &place, ONE_CELL, 1 );
	CHECK_EQUAL( wfField_SolveAll( whole ), wf_ok );
	wfScaled* before = solveReference( &place, ONE_CELL, 1 );
	int32_t* cells = shuffleCells( place.cellCount, 1 );
	CHECK_EQUAL( countDifferent( field, before, cells, 50 ), 0 );
	CHECK_EQUAL( wfWorld_RemoveShape( place.world, id ), wf_ok );
	CHECK_EQUAL( placeUpdate( &place ), wf_ok );
	for ( int32_t k = 0; k < place.cellCount; ++k )
	{
		wfVec2 center = wfGrid_GetCenter( place.grid, k );
		wfScaled value = wfField_GetCellValue( field, k );
		CHECK( value.mantissa == 0.0 || wfField_IsGoal( field, center ) );
		wfField_GetDirection( field, center );
	}
	CHECK_EQUAL( wfField_SolveCells( field, cells, 10 ), wf_numericalFailure );
	// A start that fails leaves nothing to ask either.
	bool failed = true;
	for ( int64_t n = 1; failed; ++n )
	{
		testFailAllocationAt( n );
		wfResult result = wfField_Solve( field );
		failed = testHasAllocationFailed();
		testResetAllocator();
		CHECK( result == wf_ok || ( failed && result == wf_outOfMemory ) );
		CHECK( wfField_IsReachable( field, wfGrid_GetCenter( place.grid, cells[5] ) ) ==
			   ( result == wf_ok && wfGrid_IsFree( place.grid, cells[5] ) ) );
	}
	CHECK_EQUAL( wfField_Solve( field ), wf_ok );
	wfScaled* after = solveReference( &place, ONE_CELL, 1 );
	CHECK_EQUAL( countDifferent( field, after, cells, place.cellCount ), 0 );
	CHECK_EQUAL( countDifferent( whole, before, cells, place.cellCount ), 0 );
	wfDestroyField( whole );
	// A field that was never solved again is freed as well as any other.
	wfDestroyField( idle );
	wfDestroyField( field );
	free( after );
	free( before );
	free( cells );
	placeFree( &place );
}

// --------------------------------------------------------------------------------------------------------------- memory

TEST( AnUpdateWithoutMemoryLeavesNothingToAsk )
{
	Place place;
	wfShapeId id = makeOpenable( &place );
	wfField* field = fieldOf( &place, ONE_CELL, 1 );
	int32_t goal, *changed = malloc( (size_t)place.cellCount * sizeof( int32_t ) );
	CHECK_EQUAL( wfField_GetGoalCells( field, &goal, 1 ), 1 );
	CHECK_EQUAL( wfWorld_RemoveShape( place.world, id ), wf_ok );
	int64_t count = wfGrid_Update( place.grid, place.world, changed, place.cellCount );
	bool failed = true;
	for ( int64_t n = 1; failed; ++n )
	{
		testFailAllocationsFrom( n );
		wfResult result = wfPlanner_Update( place.planner, changed, count );
		failed = testHasAllocationFailed();
		testResetAllocator();
		CHECK_EQUAL( result, failed ? wf_outOfMemory : wf_ok );
		for ( int32_t cell = 0; cell < place.cellCount; cell += 17 )
		{
			CHECK( cell == goal || wfField_GetCellValue( field, cell ).mantissa == 0.0 );
			wfField_GetDirection( field, wfGrid_GetCenter( place.grid, cell ) );
		}
		CHECK_EQUAL( wfField_SolveCells( field, &goal, 1 ), wf_numericalFailure );
		CHECK_EQUAL( wfField_Solve( field ), failed ? wf_numericalFailure : wf_ok );
	}
	wfScaled* values = solveReference( &place, ONE_CELL, 1 );
	int32_t* cells = shuffleCells( place.cellCount, 1 );
	CHECK_EQUAL( countDifferent( field, values, cells, place.cellCount ), 0 );
	free( values );
	free( cells );
	free( changed );
	wfDestroyField( field );
	placeFree( &place );
}

// The n-th allocation from here on fails. False: there are not that many.
typedef wfResult AskFcn( wfField** fields, const int32_t* cells );

static wfResult askCells( wfField** fields, const int32_t* cells )
{
	return wfField_SolveCells( fields[0], cells, 400 );
}

static wfResult askTogether( wfField** fields, const int32_t* cells )
{
	return wfSolveFieldCells( fields, 3, cells, 400 );
}

static wfResult askAll( wfField** fields, const int32_t* cells )
{
	(void)cells;
	return wfField_SolveAll( fields[0] );
}

// Queries have no result: a value is right, or 0.
static wfResult askValues( wfField** fields, const int32_t* cells )
{
	for ( int32_t k = 0; k < 400; ++k )
	{
		wfField_GetCellValue( fields[0], cells[k] );
	}
	return testHasAllocationFailed() ? wf_outOfMemory : wf_ok;
}

static wfResult askReport( wfField** fields, const int32_t* cells )
{
	(void)cells;
	return wfField_GetReport( fields[0] ).converged ? wf_ok : wf_outOfMemory;
}

// Also where the field is started again, which keeps nothing of it.
static wfResult startAgain( wfField** fields, const int32_t* cells )
{
	wfResult result = wfField_Solve( fields[0] );
	return result == wf_ok ? wfField_SolveCells( fields[0], cells, 400 ) : result;
}

static void checkMemory( const Case* of, AskFcn* ask, bool restart )
{
	bool failed = true;
	for ( int64_t n = 1; failed; ++n )
	{
		// New, so that the planner has no working memory left from the last time.
		Place place = placeOfCase( of, wf_doublePrecision, NULL );
		int32_t* cells = shuffleCells( place.cellCount, 1 );
		wfField* fields[3];
		for ( int32_t k = 0; k < 3; ++k )
		{
			fields[k] = fieldOf( &place, of->shape, 1 + (uint64_t)k );
		}
		testFailAllocationAt( n );
		wfResult result = ask( fields, cells );
		failed = testHasAllocationFailed();
		testResetAllocator();
		CHECK( result == wf_outOfMemory || result == wf_ok );
		CHECK( failed || result == wf_ok );
		for ( int32_t k = 0; k < 3; ++k )
		{
			wfScaled* values = solveReference( &place, of->shape, 1 + (uint64_t)k );
			int32_t wrong = 0;
			for ( int32_t i = 0; restart && result != wf_ok && k == 0 && i < 400; ++i )
			{
				wfScaled value = wfField_GetCellValue( fields[k], cells[i] );
				wrong += value.mantissa != 0.0 && !isSame( value, values[cells[i]] );
			}
			CHECK_EQUAL( wrong, 0 );
			if ( restart && k == 0 && result != wf_ok )
			{
				CHECK_EQUAL( wfField_Solve( fields[k] ), wf_ok );
			}
			CHECK_EQUAL( countDifferent( fields[k], values, cells, place.cellCount ), 0 );
			CHECK_EQUAL( wfField_SolveAll( fields[k] ), wf_ok );
			CHECK_EQUAL( countDifferent( fields[k], values, cells, place.cellCount ), 0 );
			free( values );
			wfDestroyField( fields[k] );
		}
		free( cells );
		placeFree( &place );
	}
}

TEST( QuestionsSurviveLackOfMemory )
{
	const Case cases[3] = { { .kind = wf_roomsScene, .size = 24 },
							{ .kind = wf_blocksScene, .size = 24, .shape = RING },
							{ .kind = wf_mazeScene, .size = 24, .shape = SEVERAL_CELLS } };
	for ( int32_t k = 0; k < 3; ++k )
	{
		checkMemory( &cases[k], askCells, false );
		checkMemory( &cases[k], askTogether, false );
		checkMemory( &cases[k], askValues, false );
		checkMemory( &cases[k], askAll, false );
		checkMemory( &cases[k], askReport, false );
		checkMemory( &cases[k], startAgain, true );
	}
}

void runStateTests( int argc, char** argv )
{
	RUN( AQuestionSolvesThePathToTheRoot );
	RUN( FrontsKeepOnlyWhatTheyNeed );
	RUN( ProductsOfTrailsKeepTheirDigits );
	RUN( AFieldTakesTheMemoryOfWhatWasAsked );
	RUN( PartsOfAMapDoNotDisturbEachOther );
	RUN( GoalsFarApartKnowEachOther );
	RUN( AfterAnUpdateAFieldKnowsWhatItKnew );
	RUN( AfterANewAnalysisNothingIsKnown );
	RUN( AnUpdateWithoutMemoryLeavesNothingToAsk );
	RUN( QuestionsSurviveLackOfMemory );
}
