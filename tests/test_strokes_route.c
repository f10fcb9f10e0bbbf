// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Progress along polylines that cross themselves.
#include "test_strokes.h"

#include <math.h>

#define COUNT 201

// A figure of eight, walked twice.
static double makeEight( wfVec2* points )
{
	for ( int32_t k = 0; k < COUNT; ++k )
	{
		double turn = 4.0 * 3.141592653589793 * k / ( COUNT - 1 );
		points[k] = ( wfVec2 ){ 10.0 * sin( turn ), 5.0 * sin( 2.0 * turn ) };
	}
	return wfGetRouteLength( points, COUNT );
}

// Beside the line at any side, with steps short and long, crossings and second rounds come in the order they were drawn.
TEST( LoopsAndCrossingsAreWalkedInOrder )
{
	wfVec2 points[COUNT];
	double length = makeEight( points );
	for ( uint64_t seed = 1; seed <= 20; ++seed )
	{
		double progress = 0.0, along = 0.0;
		for ( uint64_t k = 0; along < length; ++k )
		{
			along += 0.3 * wfRandomUnit( seed, 1, k );
			wfRoutePlace at = wfGetRoutePlace( points, COUNT, along );
			double side = 0.6 * ( wfRandomUnit( seed, 2, k ) - 0.5 );
			wfVec2 place = { at.place.x - side * at.direction.y, at.place.y + side * at.direction.x };
			double next = wfAdvanceAlong( points, COUNT, progress, place, 2.0 );
			CHECK( next >= progress && next <= progress + 2.0 );
			CHECK( fabs( next - fmin( along, length ) ) < 0.7 );
			progress = next;
		}
		CHECK_NEAR( progress, length, 0.5 );
	}
}

TEST( ProgressNeverGoesBack )
{
	wfVec2 points[COUNT];
	double length = makeEight( points ), progress = 0.0;
	for ( uint64_t k = 0; k < 2000; ++k )
	{
		wfVec2 place = { 30.0 * wfRandomUnit( 3, 1, k ) - 15.0, 30.0 * wfRandomUnit( 3, 2, k ) - 15.0 };
		double reach = 0.1 * wfRandomUnit( 3, 3, k ), next = wfAdvanceAlong( points, COUNT, progress, place, reach );
		CHECK( next >= progress && next <= progress + reach && next <= length );
		progress = next;
	}
	CHECK( wfAdvanceAlong( points, COUNT, 3.0, ( wfVec2 ){ NAN, 0.0 }, 1.0 ) == 3.0 );
	CHECK( wfAdvanceAlong( points, COUNT, length, ( wfVec2 ){ 0.0, 0.0 }, 9.0 ) == length );
}

TEST( PlacesOfRoutesAreExact )
{
	const wfVec2 route[4] = { { 0.0, 0.0 }, { 4.0, 0.0 }, { 4.0, 0.0 }, { 4.0, 3.0 } };
	CHECK( wfGetRouteLength( route, 4 ) == 7.0 );
	wfRoutePlace at = wfGetRoutePlace( route, 4, 4.0 );
	CHECK( at.place.x == 4.0 && at.place.y == 0.0 && at.direction.y == 1.0 && at.progress == 4.0 );
	at = wfGetRoutePlace( route, 4, 9.0 );
	CHECK( at.progress == 7.0 && at.place.y == 3.0 && at.direction.y == 1.0 );
	CHECK( wfGetRoutePlace( route, 4, -1.0 ).direction.x == 1.0 );
	at = wfFindOnRoute( route, 4, ( wfVec2 ){ 3.0, 1.0 } ); // as near to both
	CHECK( at.progress == 3.0 && at.distance == 1.0 && at.direction.x == 1.0 );
	at = wfFindOnRoute( route, 1, ( wfVec2 ){ 3.0, 4.0 } );
	CHECK( at.progress == 0.0 && at.distance == 5.0 && at.direction.x == 0.0 );
	CHECK( wfAdvanceAlong( route, 1, 0.0, route[3], 1.0 ) == 0.0 );
	// What lies behind is nearer, and does not count.
	const wfVec2 turn[4] = { { 0.0, 0.0 }, { 4.0, 0.0 }, { 4.0, 1.0 }, { 0.0, 1.0 } };
	CHECK( wfAdvanceAlong( turn, 4, 3.0, ( wfVec2 ){ 0.0, 0.25 }, 10.0 ) == 9.0 );
	CHECK( wfAdvanceAlong( turn, 4, 3.0, ( wfVec2 ){ 0.0, 0.25 }, 1.5 ) == 3.0 );
}

void runRouteTests( int argc, char** argv )
{
	RUN( LoopsAndCrossingsAreWalkedInOrder );
	RUN( ProgressNeverGoesBack );
	RUN( PlacesOfRoutesAreExact );
}
