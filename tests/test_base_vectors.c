// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Vectors and boxes.
#include "base/vec2.h"
#include "base/vec3.h"
#include "test.h"
#include "test_base.h"

static bool same2( wfVec2 a, wfVec2 b )
{
	return a.x == b.x && a.y == b.y;
}

static bool same3( wfVec3 a, wfVec3 b )
{
	return a.x == b.x && a.y == b.y && a.z == b.z;
}

TEST( VectorsOfThePlane )
{
	wfVec2 a = { 3.0, 4.0 }, b = { -1.0, 2.0 }, none = { 0.0, 0.0 };
	CHECK( same2( wfAdd2( a, b ), ( wfVec2 ){ 2.0, 6.0 } ) );
	CHECK( same2( wfSub2( a, b ), ( wfVec2 ){ 4.0, 2.0 } ) );
	CHECK( same2( wfScale2( 2.0, a ), ( wfVec2 ){ 6.0, 8.0 } ) );
	CHECK( same2( wfDivide2( a, 2.0 ), ( wfVec2 ){ 1.5, 2.0 } ) );
	CHECK( same2( wfAddScaled2( a, 2.0, b ), ( wfVec2 ){ 1.0, 8.0 } ) );
	CHECK( same2( wfMix2( a, b, 0.5 ), ( wfVec2 ){ 1.0, 3.0 } ) );
	CHECK( wfDot2( a, b ) == 5.0 && wfCross2( a, b ) == 10.0 && wfLength2( a ) == 5.0 );
	CHECK( wfDistance2( a, ( wfVec2 ){ 0.0, 0.0 } ) == 5.0 && wfSide2( none, a, b ) == 10.0 );
	CHECK( same2( wfPerpendicular2( a ), ( wfVec2 ){ -4.0, 3.0 } ) );
	CHECK( same2( wfNormalize2( a, none ), ( wfVec2 ){ 0.6, 0.8 } ) );
	CHECK( same2( wfNormalize2( none, b ), b ) && same2( wfNormalize2( ( wfVec2 ){ NAN, 0.0 }, b ), b ) );
	CHECK( same2( wfMin2( a, b ), b ) && same2( wfMax2( a, b ), a ) );
	wfVec2 up = { 0.0, 1.0 };
	CHECK( same2( wfFromFrame2( up, a ), ( wfVec2 ){ -4.0, 3.0 } ) );
	CHECK( same2( wfIntoFrame2( up, wfFromFrame2( up, a ) ), a ) );
}

TEST( DistancesToSegments )
{
	wfVec2 a = { 0.0, 0.0 }, b = { 4.0, 0.0 };
	CHECK( wfSegmentDistanceSquared( a, b, ( wfVec2 ){ 2.0, 3.0 } ) == 9.0 );
	CHECK( wfSegmentDistanceSquared( a, b, ( wfVec2 ){ -3.0, 4.0 } ) == 25.0 );
	CHECK( wfSegmentDistanceSquared( a, b, ( wfVec2 ){ 7.0, 4.0 } ) == 25.0 );
	CHECK( wfSegmentDistanceSquared( a, a, ( wfVec2 ){ 3.0, 4.0 } ) == 25.0 );
}

TEST( BoxesOfThePlane )
{
	const wfVec2 points[] = { { 1.0, 5.0 }, { -2.0, 3.0 }, { 0.0, 4.0 } };
	wfBox2 box = wfBoxOfPoints( points, 3 );
	CHECK( same2( box.lower, ( wfVec2 ){ -2.0, 3.0 } ) && same2( box.upper, ( wfVec2 ){ 1.0, 5.0 } ) );
	CHECK( wfBoxHasPoint( box, points[2] ) && !wfBoxHasPoint( box, ( wfVec2 ){ 0.0, 6.0 } ) );
	CHECK( wfBoxDistanceSquared( box, ( wfVec2 ){ 4.0, 9.0 } ) == 25.0 && wfBoxDistanceSquared( box, points[2] ) == 0.0 );
	wfBox2 other = wfBoxAround( ( wfVec2 ){ 3.0, 8.0 }, ( wfVec2 ){ 2.0, 6.0 }, 1.0 );
	CHECK( same2( other.lower, ( wfVec2 ){ 1.0, 5.0 } ) && same2( other.upper, ( wfVec2 ){ 4.0, 9.0 } ) );
	CHECK( wfBoxesMeet( box, other ) && !wfBoxesMeet( WF_EMPTY_BOX, box ) );
	wfBox2 both = wfBoxUnion( box, other );
	CHECK( same2( both.lower, box.lower ) && same2( both.upper, other.upper ) );
}

TEST( VectorsOfSpace )
{
	wfVec3 a = { 1.0, 2.0, 2.0 }, b = { -1.0, 0.0, 3.0 };
	CHECK( same3( wfAdd3( a, b ), ( wfVec3 ){ 0.0, 2.0, 5.0 } ) && same3( wfSub3( a, b ), ( wfVec3 ){ 2.0, 2.0, -1.0 } ) );
	CHECK( same3( wfScale3( 2.0, a ), ( wfVec3 ){ 2.0, 4.0, 4.0 } ) && wfDot3( a, b ) == 5.0 && wfLength3( a ) == 3.0 );
	CHECK( same3( wfCross3( a, b ), ( wfVec3 ){ 6.0, -5.0, 2.0 } ) && wfDistance3( a, b ) == 3.0 );
	CHECK( same3( wfMix3( a, b, 0.5 ), ( wfVec3 ){ 0.0, 1.0, 2.5 } ) );
	CHECK( same3( wfMin3( a, b ), ( wfVec3 ){ -1.0, 0.0, 2.0 } ) && same3( wfMax3( a, b ), ( wfVec3 ){ 1.0, 2.0, 3.0 } ) );
}

void runVectorTests( int argc, char** argv )
{
	RUN( VectorsOfThePlane );
	RUN( DistancesToSegments );
	RUN( BoxesOfThePlane );
	RUN( VectorsOfSpace );
}
