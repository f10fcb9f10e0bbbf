// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Values, directions, straight walks and paths on fields made by hand.

#include "field/query.h"
#include "test.h"
#include "test_field.h"
#include "test_field_handmade.h"

#include <math.h>
#include <stdlib.h>

static uint64_t s_counter;

static double randomIn( double low, double high )
{
	return low + ( high - low ) * wfRandomUnit( 17, 4, s_counter++ );
}

static int32_t cellCount( const HandmadeField* scene )
{
	return scene->grid.width * scene->grid.height;
}

// ---------------------------------------------------------------------------------------------------------------- segments

static bool isSegmentFree( const HandmadeField* scene, double ax, double ay, double bx, double by )
{
	bool forth = wfGrid_IsSegmentFree( &scene->grid, ( wfVec2 ){ ax, ay }, ( wfVec2 ){ bx, by } );
	bool back = wfGrid_IsSegmentFree( &scene->grid, ( wfVec2 ){ bx, by }, ( wfVec2 ){ ax, ay } );
	CHECK( forth == back );
	return forth;
}

TEST( SegmentsTouchButDoNotEnter )
{
	const char* rows[] = {
		".....", //
		"...#.", //
		"..#..", //
		".....", //
	};
	HandmadeField* scene = handmadeFromText( rows, 4, 1.0 );
	CHECK( isSegmentFree( scene, 0.5, 0.5, 4.5, 0.5 ) );
	CHECK( !isSegmentFree( scene, 0.5, 1.5, 4.5, 1.5 ) );
	// Along the edges of a blocked cell and through the corner of a single one.
	CHECK( isSegmentFree( scene, 0.5, 1.0, 4.5, 1.0 ) );
	CHECK( isSegmentFree( scene, 2.0, 0.0, 2.0, 4.0 ) );
	CHECK( isSegmentFree( scene, 1.0, 2.0, 3.0, 0.0 ) );
	CHECK( isSegmentFree( scene, 1.5, 0.5, 2.0, 1.0 ) );
	// Through the corner where two meet, in every direction; and along the line from edge to edge.
	CHECK( !isSegmentFree( scene, 2.5, 2.5, 3.5, 1.5 ) );
	CHECK( !isSegmentFree( scene, 2.0, 3.0, 4.0, 1.0 ) );
	CHECK( !isSegmentFree( scene, 3.0, 0.5, 3.0, 3.5 ) );
	CHECK( !isSegmentFree( scene, 0.5, 2.0, 4.5, 2.0 ) );
	CHECK( isSegmentFree( scene, 0.5, 2.0, 2.999, 2.0 ) );
	CHECK( !isSegmentFree( scene, 2.5, 1.5, 3.5, 2.5 ) );
	// Border: touched, not crossed.
	CHECK( isSegmentFree( scene, 0.0, 0.0, 5.0, 0.0 ) );
	CHECK( isSegmentFree( scene, 0.0, 0.0, 0.0, 4.0 ) );
	CHECK( isSegmentFree( scene, 5.0, 0.0, 5.0, 4.0 ) );
	CHECK( !isSegmentFree( scene, 0.5, 0.5, -0.1, 0.5 ) );
	CHECK( !isSegmentFree( scene, 0.5, 3.5, 0.5, 4.2 ) );
	// Points.
	CHECK( isSegmentFree( scene, 0.5, 0.5, 0.5, 0.5 ) );
	CHECK( !isSegmentFree( scene, 2.5, 1.5, 2.5, 1.5 ) );
	CHECK( isSegmentFree( scene, 2.0, 1.0, 2.0, 1.0 ) );
	CHECK( !isSegmentFree( scene, NAN, 0.5, 1.0, 0.5 ) );
	CHECK( !isSegmentFree( scene, 0.5, 0.5, INFINITY, 0.5 ) );
	CHECK( !isSegmentFree( scene, -1e300, 0.5, 1e300, 0.5 ) );
	handmadeDestroy( scene );
}

TEST( NoPathLeadsBetweenBlockedCells )
{
	const char* rows[] = {
		".#.#.", //
		"..##.", //
		".....", //
	};
	HandmadeField* scene = handmadeFromText( rows, 3, 1.0 );
	CHECK( !isSegmentFree( scene, 3.0, 0.5, 3.0, 1.5 ) );
	CHECK( isSegmentFree( scene, 3.0, 0.5, 3.0, 1.0 ) );
	CHECK( isSegmentFree( scene, 0.5, 2.0, 2.0, 2.0 ) );
	CHECK( !isSegmentFree( scene, 0.5, 2.0, 2.5, 2.0 ) );
	CHECK( isSegmentFree( scene, 2.0, 2.5, 2.0, 2.0 ) );
	// From below the corner at (2, 2) to above it, between (1, 2) and (2, 1).
	CHECK( !isSegmentFree( scene, 1.5, 1.5, 2.5, 2.5 ) );
	handmadeDestroy( scene );
}

// Against many samples: what they find blocked is not free, and what is free has no sample inside a blocked cell.
TEST( SegmentsAgreeWithSamples )
{
	HandmadeField* scene = handmadeRandom( 16, 12, 0.25, 4 );
	int32_t freeCount = 0;
	for ( int32_t k = 0; k < 20000; ++k )
	{
		wfVec2 a = { randomIn( -0.2, 16.2 ), randomIn( -0.2, 12.2 ) };
		wfVec2 b = { a.x + randomIn( -3, 3 ), a.y + randomIn( -3, 3 ) };
		if ( k % 3 == 0 )
		{
			// Ends on grid lines and corners.
			a = ( wfVec2 ){ floor( a.x ), k % 2 ? floor( a.y ) : a.y };
			b = ( wfVec2 ){ floor( b.x ), floor( b.y ) };
		}
		bool touched = false;
		for ( int32_t s = 0; s <= 400 && !touched; ++s )
		{
			double x = a.x + ( b.x - a.x ) * s / 400.0, y = a.y + ( b.y - a.y ) * s / 400.0;
			double fx = x - floor( x ), fy = y - floor( y );
			bool inside = fx > 1e-6 && fx < 1.0 - 1e-6 && fy > 1e-6 && fy < 1.0 - 1e-6;
			touched = inside && !wfIsCellFree( &scene->grid, (int32_t)floor( x ), (int32_t)floor( y ) );
		}
		bool isFree = isSegmentFree( scene, a.x, a.y, b.x, b.y );
		freeCount += isFree;
		CHECK( !( touched && isFree ) );
		if ( !isFree && !touched )
		{
			// Only a cut shorter than the samples' distance, a corner of two or a shared edge can be why.
			bool band = wfIsBandFree( &scene->grid, a, b, 0.03 );
			CHECK( !band );
		}
	}
	CHECK( freeCount > 2000 );
	handmadeDestroy( scene );
}

// ------------------------------------------------------------------------------------------------------------------ values

TEST( ValuesAreInterpolated )
{
	HandmadeField* scene = handmadeRandom( 20, 15, 0.2, 11 );
	HandmadeDef def = { 0 };
	handmadeSolve( scene, &def );
	const wfField* field = &scene->field;
	for ( int32_t cell = 0; cell < cellCount( scene ); ++cell )
	{
		wfVec2 center = { cell % 20 + 0.5, cell / 20 + 0.5 };
		wfScaled value = wfField_GetCellValue( field, cell );
		bool reachable = wfField_IsReachable( field, center );
		CHECK_NEAR( wfField_GetValue( field, center ), ldexp( value.mantissa, value.exponent ), 1e-15 );
		CHECK( reachable == ( value.mantissa > 0.0 ) );
		CHECK( reachable ? value.mantissa >= 1.0 && value.mantissa < 2.0 : value.mantissa == 0.0 );
		CHECK( reachable == isfinite( wfField_GetLogValue( field, center ) ) );
		if ( reachable )
		{
			CHECK_NEAR( wfField_GetLogValue( field, center ), log( ldexp( value.mantissa, value.exponent ) ), 1e-12 );
		}
	}
	// Continuous: no jumps between points close to each other in free cells.
	for ( int32_t k = 0; k < 20000; ++k )
	{
		wfVec2 a = { randomIn( 0, 20 ), randomIn( 0, 15 ) }, b = { a.x + randomIn( -1e-7, 1e-7 ), a.y + randomIn( -1e-7, 1e-7 ) };
		if ( wfField_IsReachable( field, a ) && wfField_IsReachable( field, b ) )
		{
			CHECK_NEAR( wfField_GetValue( field, a ), wfField_GetValue( field, b ), 1e-6 );
		}
	}
	CHECK_EQUAL( wfField_GetCellValue( field, -1 ).mantissa, 0 );
	CHECK_EQUAL( wfField_GetCellValue( field, cellCount( scene ) ).mantissa, 0 );
	CHECK( wfField_GetValue( field, ( wfVec2 ){ -1, 2 } ) == 0.0 );
	CHECK( wfField_GetValue( field, ( wfVec2 ){ NAN, 2 } ) == 0.0 );
	CHECK( isinf( wfField_GetLogValue( field, ( wfVec2 ){ -1, 2 } ) ) );
	int32_t cells[2] = { -1, -1 };
	CHECK_EQUAL( wfField_GetGoalCells( field, cells, 2 ), 1 );
	CHECK_EQUAL( cells[0], field->core.goals[0] );
	CHECK_EQUAL( wfField_GetGoalCells( field, NULL, 0 ), 1 );
	CHECK( wfField_GetGrid( field ) == &scene->grid );
	wfVec2 goal = { cells[0] % 20 + 0.1, cells[0] / 20 + 0.9 };
	CHECK( wfField_IsGoal( field, goal ) && wfField_GetBestNeighbor( field, cells[0] ) == -1 );
	handmadeDestroy( scene );
}

TEST( TinyValuesKeepTheirPrecision )
{
	HandmadeField* scene = handmadeSnake( 61, 61 );
	HandmadeDef def = { .haste = 1e6 };
	handmadeSolve( scene, &def );
	int32_t last = cellCount( scene ) - 1;
	wfVec2 center = { last % 61 + 0.5, last / 61 + 0.5 };
	wfScaled value = wfField_GetCellValue( &scene->field, last );
	CHECK( value.exponent < -60000 );
	CHECK( wfField_GetValue( &scene->field, center ) == 0.0 );
	CHECK_NEAR( wfField_GetLogValue( &scene->field, center ), log( value.mantissa ) + value.exponent * log( 2.0 ), 1e-8 );
	// Directions and paths do not mind either.
	int32_t bad = 0;
	for ( int32_t k = 0; k < 20000; ++k )
	{
		wfVec2 point = { randomIn( 0, 61 ), randomIn( 0, 61 ) };
		wfVec2 direction = wfField_GetDirection( &scene->field, point );
		wfVec2 next = { point.x + 0.25 * direction.x, point.y + 0.25 * direction.y };
		bool moves = wfField_IsReachable( &scene->field, point ) && !wfField_IsGoal( &scene->field, point );
		bool good = fabs( direction.x * direction.x + direction.y * direction.y - 1.0 ) < 1e-12 &&
					wfGrid_IsSegmentFree( &scene->grid, point, next ) && wfField_IsReachable( &scene->field, next );
		bad += moves && !good;
	}
	CHECK_EQUAL( bad, 0 );
	wfPath path = { 0 };
	wfTraceDef trace = wfDefaultTraceDef();
	CHECK_EQUAL( wfField_TracePath( &scene->field, center, &trace, &path, NULL ), wf_ok );
	CHECK( path.length > 30.0 * 59.0 && wfField_IsGoal( &scene->field, path.points[path.count - 1] ) );
	wfPath_Free( &path );
	handmadeDestroy( scene );
}

// ------------------------------------------------------------------------------------------------------------- directions

typedef HandmadeField* FieldMaker( uint64_t seed );

static HandmadeField* makeSparse( uint64_t seed )
{
	return handmadeRandom( 24, 20, 0.12, seed );
}

static HandmadeField* makeDense( uint64_t seed )
{
	return handmadeRandom( 24, 20, 0.35, seed );
}

static HandmadeField* makeMaze( uint64_t seed )
{
	return handmadeMaze( 25, 21, seed );
}

static HandmadeField* makeSnake( uint64_t seed )
{
	return handmadeSnake( 15 + 2 * (int32_t)( seed % 4 ), 15 );
}

static FieldMaker* const s_makers[] = { makeSparse, makeDense, makeMaze, makeSnake };

static const HandmadeDef s_defs[] = {
	{ .haste = 0.0 },
	{ .haste = 0.5 },
	{ .haste = 1e6 },
	{ .epsilon = 1.2, .bias = { 0.8, -1.0 } },
	{ .haste = 0.05, .neumann = true },
	{ .haste = 3.0, .neumann = true },
};

enum
{
	makerCount = 4,
	defCount = 6
};

static wfVec2 randomPoint( const HandmadeField* scene, int32_t k )
{
	wfVec2 point = { randomIn( 0, scene->grid.width ), randomIn( 0, scene->grid.height ) };
	// Near edges and corners of cells, where it is difficult.
	double near = k % 4 == 1 ? 1e-3 : ( k % 4 == 2 ? 1e-12 : 0.0 );
	if ( near > 0.0 )
	{
		point.x = k & 4 ? floor( point.x ) + randomIn( -near, near ) : point.x;
		point.y = k & 8 ? floor( point.y ) + randomIn( -near, near ) : point.y;
	}
	else if ( k % 4 == 3 )
	{
		point.x = k & 4 ? floor( point.x ) : point.x;
		point.y = k & 8 ? floor( 2.0 * point.y ) / 2.0 : point.y;
	}
	return point;
}

// Unit length, and no step up to a quarter of a cell along it enters a blocked cell.
TEST( DirectionsNeverLeadIntoWalls )
{
	for ( int32_t m = 0; m < makerCount; ++m )
	{
		for ( int32_t d = 0; d < defCount; ++d )
		{
			HandmadeField* scene = s_makers[m]( (uint64_t)d );
			handmadeSolve( scene, &s_defs[d] );
			int32_t bad = 0, outside = 0, wrong = 0;
			for ( int32_t k = 0; k < 8000; ++k )
			{
				wfVec2 point = randomPoint( scene, k );
				wfVec2 direction = wfField_GetDirection( &scene->field, point );
				bool moves = wfField_IsReachable( &scene->field, point ) && !wfField_IsGoal( &scene->field, point );
				double length = sqrt( direction.x * direction.x + direction.y * direction.y );
				wrong += fabs( length - ( moves ? 1.0 : 0.0 ) ) > 1e-12;
				if ( moves )
				{
					double step = k & 16 ? 0.25 : randomIn( 0.0, 0.25 );
					wfVec2 next = { point.x + step * direction.x, point.y + step * direction.y };
					bad += !wfGrid_IsSegmentFree( &scene->grid, point, next );
					outside += !wfField_IsReachable( &scene->field, next );
				}
			}
			CHECK_EQUAL( wrong, 0 );
			CHECK_EQUAL( bad, 0 );
			CHECK_EQUAL( outside, 0 );
			handmadeDestroy( scene );
		}
	}
}

// An agent that knows nothing but the direction, with short steps, arrives from everywhere.
TEST( FollowingTheDirectionArrives )
{
	for ( int32_t m = 0; m < makerCount; ++m )
	{
		for ( int32_t d = 0; d < defCount; ++d )
		{
			HandmadeField* scene = s_makers[m]( 20 + (uint64_t)d );
			handmadeSolve( scene, &s_defs[d] );
			int32_t lost = 0, walks = 0;
			for ( int32_t k = 0; k < 24; ++k )
			{
				wfVec2 point = randomPoint( scene, k );
				if ( !wfField_IsReachable( &scene->field, point ) )
				{
					continue;
				}
				int32_t steps = 0, limit = 40 * cellCount( scene );
				double step = k % 2 ? 0.05 : 0.2;
				while ( !wfField_IsGoal( &scene->field, point ) && steps < limit )
				{
					wfVec2 direction = wfField_GetDirection( &scene->field, point );
					point.x += step * direction.x;
					point.y += step * direction.y;
					++steps;
				}
				walks += 1;
				lost += !wfField_IsGoal( &scene->field, point );
			}
			CHECK( walks > 0 );
			CHECK_EQUAL( lost, 0 );
			handmadeDestroy( scene );
		}
	}
}

// In the open, far from walls, with the goal in the middle of a round-ish field the direction points at the goal; and it does
// not jump from one point to the next.
TEST( DirectionIsSmoothInTheOpen )
{
	const double hastes[] = { 0.0, 0.3, 1e6 };
	for ( int32_t h = 0; h < 3; ++h )
	{
		HandmadeField* scene = handmadeRandom( 41, 41, 0.0, 1 );
		handmadeSetGoal( scene, 20 * 41 + 20 );
		HandmadeDef def = { .haste = hastes[h] };
		handmadeSolve( scene, &def );
		double worstAngle = 0.0, worstJump = 0.0;
		for ( int32_t k = 0; k < 5000; ++k )
		{
			wfVec2 point = { randomIn( 12, 29 ), randomIn( 12, 29 ) };
			double dx = 20.5 - point.x, dy = 20.5 - point.y, distance = sqrt( dx * dx + dy * dy );
			if ( distance < 3.0 )
			{
				continue;
			}
			wfVec2 direction = wfField_GetDirection( &scene->field, point );
			wfVec2 beside = { point.x + randomIn( -1e-6, 1e-6 ), point.y + randomIn( -1e-6, 1e-6 ) };
			wfVec2 other = wfField_GetDirection( &scene->field, beside );
			worstAngle = fmax( worstAngle, fabs( direction.x * dy - direction.y * dx ) / distance );
			worstJump = fmax( worstJump, fabs( direction.x - other.x ) + fabs( direction.y - other.y ) );
		}
		CHECK( worstAngle < 0.15 );
		CHECK( worstJump < 1e-4 );
		handmadeDestroy( scene );
	}
}

// ------------------------------------------------------------------------------------------------------------------- paths

// Everything a path promises. Returns false when any of it does not hold.
static bool isPathGood( const HandmadeField* scene, wfVec2 start, const wfPath* path )
{
	if ( path->count < 1 || path->points[0].x != start.x || path->points[0].y != start.y )
	{
		return false;
	}
	double length = 0.0;
	for ( int32_t i = 0; i < path->count; ++i )
	{
		if ( !wfField_IsReachable( &scene->field, path->points[i] ) )
		{
			return false;
		}
		if ( i > 0 )
		{
			wfVec2 a = path->points[i - 1], b = path->points[i];
			length += sqrt( ( b.x - a.x ) * ( b.x - a.x ) + ( b.y - a.y ) * ( b.y - a.y ) );
			if ( !wfGrid_IsSegmentFree( &scene->grid, a, b ) )
			{
				return false;
			}
		}
	}
	wfVec2 last = path->points[path->count - 1];
	int32_t goal = scene->field.core.goals[0];
	bool ends = wfField_IsGoal( &scene->field, last );
	if ( scene->field.core.goalCount == 1 )
	{
		double size = scene->grid.cellSize;
		double x = ( goal % scene->grid.width + 0.5 ) * size, y = ( goal / scene->grid.width + 0.5 ) * size;
		ends = ends && fabs( last.x - x ) < 1e-9 && fabs( last.y - y ) < 1e-9;
	}
	bool clearance = path->clearanceMin >= 0.0 && path->clearanceMean >= path->clearanceMin - 1e-9;
	return ends && clearance && fabs( length - path->length ) < 1e-6 * ( 1.0 + length );
}

// Where rows are two cells long the last cell of one and the first of the next lie across a corner.
TEST( PathsAreFoundInNarrowGrids )
{
	const char* const lanes[3][6] = {
		{ "G.", "#.", "..", ".#", "..", "#." }, { "G", ".", ".", ".", ".", "." }, { "G..", "##.", "...", ".##", "...", "##." } };
	wfPath path = { 0 };
	for ( int32_t m = 0; m < 3; ++m )
	{
		for ( int32_t d = 0; d < defCount; ++d )
		{
			HandmadeField* scene = handmadeFromText( lanes[m], 6, 1.0 );
			handmadeSolve( scene, &s_defs[d] );
			int32_t bad = 0;
			for ( int32_t k = 0; k < 400; ++k )
			{
				wfVec2 start = { randomIn( 0, scene->grid.width ), randomIn( 0, scene->grid.height ) };
				wfTraceDef def = wfDefaultTraceDef();
				def.step = randomIn( 0.3, 1.0 );
				def.smooth = k % 2 == 0;
				wfResult result = wfField_TracePath( &scene->field, start, &def, &path, NULL );
				bad += result == wf_startBlocked ? 0 : result != wf_ok || !isPathGood( scene, start, &path );
			}
			CHECK_EQUAL( bad, 0 );
			handmadeDestroy( scene );
		}
	}
	wfPath_Free( &path );
}

TEST( PathsArriveFromEveryCell )
{
	const double tautnesses[] = { WF_TAUTNESS_OF_FIELD, 0.0, 0.5, 1.0 };
	wfPath path = { 0 };
	for ( int32_t m = 0; m < makerCount; ++m )
	{
		for ( int32_t d = 0; d < defCount; ++d )
		{
			HandmadeField* scene = s_makers[m]( 40 + (uint64_t)d );
			handmadeSolve( scene, &s_defs[d] );
			int32_t bad = 0, paths = 0;
			for ( int32_t cell = 0; cell < cellCount( scene ); ++cell )
			{
				if ( scene->field.core.mantissa[cell] == 0.0 )
				{
					continue;
				}
				wfTraceDef def = wfDefaultTraceDef();
				def.tautness = tautnesses[cell % 4];
				def.smooth = cell % 8 < 6;
				def.step = cell % 3 ? def.step : randomIn( 0.05, 1.0 );
				wfVec2 start = { cell % scene->grid.width + randomIn( 0, 1 ), cell / scene->grid.width + randomIn( 0, 1 ) };
				wfResult result = wfField_TracePath( &scene->field, start, &def, &path, NULL );
				bad += result != wf_ok || !isPathGood( scene, start, &path );
				paths += 1;
			}
			CHECK( paths > 0 );
			CHECK_EQUAL( bad, 0 );
			handmadeDestroy( scene );
		}
	}
	wfPath_Free( &path );
	CHECK( path.points == NULL && path.count == 0 && path.capacity == 0 );
}

TEST( PathsLeadThroughLongMazes )
{
	HandmadeField* scene = handmadeSnake( 201, 41 );
	HandmadeDef solve = { .haste = 2.0 };
	handmadeSolve( scene, &solve );
	wfPath path = { 0 };
	wfTraceDef def = wfDefaultTraceDef();
	wfVec2 start = { 200.5, 40.5 };
	CHECK_EQUAL( wfField_TracePath( &scene->field, start, &def, &path, NULL ), wf_ok );
	CHECK( isPathGood( scene, start, &path ) );
	CHECK( path.length > 20.0 * 199.0 && path.length < 21.0 * 203.0 );
	handmadeDestroy( scene );
	wfPath_Free( &path );
}

static const char* s_corner[] = {
	"........................................", //
	"........................................", //
	"........................................", //
	"........................................", //
	"........................................", //
	"........................................", //
	"........................................", //
	"........................................", //
	"........................................", //
	"........................................", //
	"##############################..........", //
	"##############################..........", //
	"##############################..........", //
	"##############################..........", //
	"##############################..........", //
	"##############################..........", //
	"##############################..........", //
	"##############################..........", //
	"##############################..........", //
	"##############################.....G....", //
};

// Around one corner the string is known: straight to the corner, straight on. Less tautness, more clearance.
TEST( TautPathsAreShortest )
{
	HandmadeField* scene = handmadeFromText( s_corner, 20, 0.5 );
	HandmadeDef solve = { .haste = 0.0 };
	handmadeSolve( scene, &solve );
	wfVec2 start = { 0.25, 7.25 }, goal = { 17.75, 0.25 }, corner = { 15.0, 5.0 };
	double exact = sqrt( ( corner.x - start.x ) * ( corner.x - start.x ) + ( corner.y - start.y ) * ( corner.y - start.y ) ) +
				   sqrt( ( corner.x - goal.x ) * ( corner.x - goal.x ) + ( corner.y - goal.y ) * ( corner.y - goal.y ) );
	double lengthBefore = 1e9, clearanceBefore = 1e9;
	const double tautnesses[] = { 0.0, 0.3, 0.6, 1.0 };
	wfPath path = { 0 };
	for ( int32_t t = 0; t < 4; ++t )
	{
		wfTraceDef def = wfDefaultTraceDef();
		def.tautness = tautnesses[t];
		CHECK_EQUAL( wfField_TracePath( &scene->field, start, &def, &path, NULL ), wf_ok );
		CHECK( isPathGood( scene, start, &path ) );
		CHECK( path.length >= exact - 1e-9 && path.length < lengthBefore );
		CHECK( path.clearanceMean <= clearanceBefore );
		lengthBefore = path.length;
		clearanceBefore = path.clearanceMean;
	}
	CHECK_EQUAL( path.count, 3 );
	CHECK_NEAR( path.length, exact, 0.02 );
	CHECK( path.clearanceMin < 0.02 );
	handmadeDestroy( scene );
	wfPath_Free( &path );
}

// In a corridor without haste the path runs in the middle: clearance mean and least are known.
TEST( ClearanceIsMeasured )
{
	const char* rows[] = {
		"........................................G", //
		"........................................G", //
		"........................................G", //
		"........................................G", //
		"........................................G", //
		"........................................G", //
		"........................................G", //
		"........................................G", //
		"........................................G", //
	};
	HandmadeField* scene = handmadeFromText( rows, 9, 2.0 );
	HandmadeDef solve = { .haste = 0.0 };
	handmadeSolve( scene, &solve );
	wfPath path = { 0 };
	wfTraceDef def = wfDefaultTraceDef();
	wfVec2 start = { 20.0, 9.0 };
	CHECK_EQUAL( wfField_TracePath( &scene->field, start, &def, &path, NULL ), wf_ok );
	CHECK( isPathGood( scene, start, &path ) );
	CHECK_NEAR( path.length, 60.0, 1.1 );
	CHECK( path.clearanceMean > 8.0 && path.clearanceMean <= 9.0 );
	// From beside the wall it makes for the middle.
	start = ( wfVec2 ){ 20.0, 0.6 };
	CHECK_EQUAL( wfField_TracePath( &scene->field, start, &def, &path, NULL ), wf_ok );
	CHECK( isPathGood( scene, start, &path ) );
	CHECK_NEAR( path.clearanceMin, 0.6, 1e-9 );
	CHECK( path.clearanceMean > 5.0 );
	handmadeDestroy( scene );
	wfPath_Free( &path );
}

// No back and forth: the value never falls from point to point of a raw path.
TEST( RawPathsClimb )
{
	wfPath path = { 0 };
	for ( int32_t d = 0; d < defCount; ++d )
	{
		HandmadeField* scene = handmadeRandom( 26, 26, 0.2, 60 + (uint64_t)d );
		handmadeSolve( scene, &s_defs[d] );
		int32_t falls = 0, steps = 0;
		for ( int32_t cell = 0; cell < cellCount( scene ); cell += 5 )
		{
			wfTraceDef def = wfDefaultTraceDef();
			def.smooth = false;
			wfVec2 start = { cell % 26 + 0.5, cell / 26 + 0.5 };
			if ( wfField_TracePath( &scene->field, start, &def, &path, NULL ) == wf_ok )
			{
				for ( int32_t i = 1; i < path.count; ++i )
				{
					double before = wfField_GetLogValue( &scene->field, path.points[i - 1] );
					falls += wfField_GetLogValue( &scene->field, path.points[i] ) < before - 1e-9;
					steps += 1;
				}
			}
		}
		CHECK( steps > 1000 );
		CHECK( falls * 200 < steps );
		handmadeDestroy( scene );
	}
	wfPath_Free( &path );
}

// Terrain: a shortcut that is costlier than the path around it is not taken.
TEST( ShortcutsMindTerrain )
{
	HandmadeField* scene = handmadeFromText( s_corner, 20, 1.0 );
	size_t cells = (size_t)cellCount( scene );
	scene->grid.cost = calloc( cells, sizeof( float ) );
	for ( size_t cell = 0; cell < cells; ++cell )
	{
		bool swamp = cell % 40 >= 18 && cell % 40 < 32 && cell / 40 >= 10 && cell / 40 < 14;
		scene->grid.cost[cell] = swamp ? 10.0f : 1.0f;
	}
	HandmadeDef solve = { .haste = 0.0 };
	handmadeSolve( scene, &solve );
	wfTraceDef def = wfDefaultTraceDef();
	wfPath raw = { 0 }, taut = { 0 };
	wfVec2 start = { 0.5, 17.5 };
	def.tautness = 0.0;
	CHECK_EQUAL( wfField_TracePath( &scene->field, start, &def, &raw, NULL ), wf_ok );
	def.tautness = 1.0;
	CHECK_EQUAL( wfField_TracePath( &scene->field, start, &def, &taut, NULL ), wf_ok );
	CHECK( isPathGood( scene, start, &taut ) );
	double costs[2] = { 0, 0 };
	const wfPath* paths[2] = { &raw, &taut };
	for ( int32_t p = 0; p < 2; ++p )
	{
		for ( int32_t i = 1; i < paths[p]->count; ++i )
		{
			wfVec2 a = paths[p]->points[i - 1], b = paths[p]->points[i];
			double length = sqrt( ( b.x - a.x ) * ( b.x - a.x ) + ( b.y - a.y ) * ( b.y - a.y ) );
			for ( int32_t s = 0; s < 200; ++s )
			{
				double t = ( s + 0.5 ) / 200.0;
				wfVec2 point = { a.x + t * ( b.x - a.x ), a.y + t * ( b.y - a.y ) };
				costs[p] += length / 200.0 * (double)scene->grid.cost[wfGrid_GetCell( &scene->grid, point )];
			}
		}
	}
	CHECK( costs[1] < costs[0] * 1.02 );
	wfPath_Free( &raw );
	wfPath_Free( &taut );
	handmadeDestroy( scene );
}

TEST( BadTracesAreRefused )
{
	const char* rows[] = { "G..#..", "...#..", "...#.." };
	HandmadeField* scene = handmadeFromText( rows, 3, 1.0 );
	HandmadeDef solve = { 0 };
	handmadeSolve( scene, &solve );
	wfTraceDef def = wfDefaultTraceDef();
	wfPath path = { 0 };
	const wfField* field = &scene->field;
	CHECK_EQUAL( wfField_TracePath( field, ( wfVec2 ){ 3.5, 1.5 }, &def, &path, NULL ), wf_startBlocked );
	CHECK_EQUAL( wfField_TracePath( field, ( wfVec2 ){ -3.5, 1.5 }, &def, &path, NULL ), wf_startBlocked );
	CHECK_EQUAL( wfField_TracePath( field, ( wfVec2 ){ NAN, 1.5 }, &def, &path, NULL ), wf_startBlocked );
	CHECK_EQUAL( wfField_TracePath( field, ( wfVec2 ){ 4.5, 1.5 }, &def, &path, NULL ), wf_unreachable );
	CHECK_EQUAL( path.count, 0 );
	const double badSteps[] = { NAN, 0.0, -1.0, INFINITY, 1.5 };
	for ( int32_t b = 0; b < 5; ++b )
	{
		wfTraceDef bad = def;
		bad.step = badSteps[b];
		CHECK_EQUAL( wfField_TracePath( field, ( wfVec2 ){ 1.5, 1.5 }, &bad, &path, NULL ), wf_outOfRange );
		bad = def;
		bad.tautness = b == 1 ? -0.5 : ( b == 2 ? -2.0 : badSteps[b] );
		CHECK_EQUAL( wfField_TracePath( field, ( wfVec2 ){ 1.5, 1.5 }, &bad, &path, NULL ), wf_outOfRange );
	}
	wfTraceDef few = def;
	few.maxPoints = 1;
	CHECK_EQUAL( wfField_TracePath( field, ( wfVec2 ){ 2.5, 0.5 }, &few, &path, NULL ), wf_tooLarge );
	CHECK_EQUAL( path.count, 0 );
	few.maxPoints = -1;
	CHECK_EQUAL( wfField_TracePath( field, ( wfVec2 ){ 2.5, 0.5 }, &few, &path, NULL ), wf_outOfRange );
	// On the goal: the path to its centre.
	CHECK_EQUAL( wfField_TracePath( field, ( wfVec2 ){ 0.2, 2.2 }, &def, &path, NULL ), wf_ok );
	CHECK( isPathGood( scene, ( wfVec2 ){ 0.2, 2.2 }, &path ) );
	testBeginAsserts();
	few = def;
	few.internalCookie = 0;
	CHECK_EQUAL( wfField_TracePath( field, ( wfVec2 ){ 2.5, 0.5 }, &few, &path, NULL ), wf_invalidDef );
	CHECK_EQUAL( testEndAsserts(), 1 );
	wfPath_Free( &path );
	wfPath_Free( NULL );
	handmadeDestroy( scene );
}

TEST( TracingSurvivesLackOfMemory )
{
	HandmadeField* scene = handmadeFromText( s_corner, 20, 1.0 );
	HandmadeDef solve = { 0 };
	handmadeSolve( scene, &solve );
	const double tautnesses[] = { 0.0, 0.5, 1.0 };
	for ( int32_t t = 0; t < 3; ++t )
	{
		wfTraceDef def = wfDefaultTraceDef();
		def.tautness = tautnesses[t];
		wfPath path = { 0 };
		TEST_EVERY_ALLOCATION( wfField_TracePath( &scene->field, ( wfVec2 ){ 0.5, 17.5 }, &def, &path, NULL ),
							   wfPath_Free( &path ) );
	}
	handmadeDestroy( scene );
}

void runPathTests( int argc, char** argv )
{
	RUN( SegmentsTouchButDoNotEnter );
	RUN( NoPathLeadsBetweenBlockedCells );
	RUN( SegmentsAgreeWithSamples );
	RUN( ValuesAreInterpolated );
	RUN( TinyValuesKeepTheirPrecision );
	RUN( DirectionsNeverLeadIntoWalls );
	RUN( FollowingTheDirectionArrives );
	RUN( DirectionIsSmoothInTheOpen );
	RUN( PathsAreFoundInNarrowGrids );
	RUN( PathsArriveFromEveryCell );
	RUN( PathsLeadThroughLongMazes );
	RUN( TautPathsAreShortest );
	RUN( ClearanceIsMeasured );
	RUN( RawPathsClimb );
	RUN( ShortcutsMindTerrain );
	RUN( BadTracesAreRefused );
	RUN( TracingSurvivesLackOfMemory );
}
