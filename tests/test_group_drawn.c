// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Formations that are drawn or listed.
#include "group/slots.h"
#include "test_group.h"

#define MOST 10000

static wfVec2 s_slots[MOST];

static wfResult make( wfFormationKind kind, const wfVec2* points, int32_t pointCount, int32_t count )
{
	wfFormationDef def = wfDefaultFormationDef();
	def.kind = kind;
	def.points = points;
	def.pointCount = pointCount;
	return wfFormation_MakeSlots( &def, count, s_slots, NULL );
}

TEST( DrawnSlotsHaveTheirMeanAtTheOrigin )
{
	wfFormationDef def;
	for ( int32_t number = 0; nextFormation( &number, &def ); )
	{
		for ( int32_t count = 1; def.kind > wf_staggeredFormation && count <= 300; count += TEST_HAS_SANITIZER ? 23 : 1 )
		{
			CHECK_EQUAL( wfFormation_MakeSlots( &def, count, s_slots, NULL ), wf_ok );
			checkMeanIsOrigin( s_slots, count );
		}
	}
}

TEST( CurvesAreFollowedAtEqualLengths )
{
	// Two legs of 3 and 4 m with a corner, some points of them double.
	static const wfVec2 corner[] = { { 0.0, 0.0 }, { 1.0, 0.0 }, { 3.0, 0.0 }, { 3.0, 0.0 }, { 3.0, 4.0 }, { 3.0, 4.0 } };
	CHECK_EQUAL( make( wf_curveFormation, corner, COUNT_OF( corner ), 8 ), wf_ok );
	for ( int32_t k = 1; k < 8; ++k )
	{
		CHECK_NEAR( s_slots[k].x - s_slots[k - 1].x, k <= 3 ? 1.0 : 0.0, 1e-12 );
		CHECK_NEAR( s_slots[k].y - s_slots[k - 1].y, k <= 3 ? 0.0 : 1.0, 1e-12 );
	}
	// A square that closes, and one that nearly does: no two slots in one place.
	wfVec2 square[] = { { 0.0, 0.0 }, { 1.0, 0.0 }, { 1.0, 1.0 }, { 0.0, 1.0 }, { 0.0, 0.0 } };
	for ( int32_t pass = 0; pass < 2; ++pass )
	{
		for ( int32_t count = 2; count <= 40; ++count )
		{
			square[4].y = 0.01 * pass;
			CHECK_EQUAL( make( wf_curveFormation, square, 5, count ), wf_ok );
			CHECK( leastDistance( s_slots, count ) > 2.0 / count );
		}
	}
	CHECK_EQUAL( make( wf_curveFormation, square, 5, 4 ), wf_ok );
	CHECK_EQUAL( make( wf_curveFormation, ( wfVec2[] ){ { 1.0, 1.0 }, { 1.0, 1.0 } }, 2, 4 ), wf_outOfRange );
}

TEST( ListsAreTakenFromTheFrontAndContinueBehind )
{
	static const wfVec2 list[] = { { 0.0, 0.0 }, { 4.0, 0.0 }, { 2.0, 5.0 } };
	CHECK_EQUAL( make( wf_pointsFormation, list, 3, 2 ), wf_ok ); // (4, 0) and (2, 5)
	CHECK_NEAR( s_slots[0].x - s_slots[1].x, 2.0, 1e-12 );
	CHECK_NEAR( s_slots[1].y - s_slots[0].y, 5.0, 1e-12 );
	CHECK_EQUAL( make( wf_asTheyStandFormation, list, 3, 8 ), wf_ok );
	for ( int32_t k = 0; k < 8; ++k )
	{
		// The last copy has the two foremost only.
		wfVec2 expected = list[k < 6 ? k % 3 : k - 5];
		CHECK_NEAR( s_slots[k].x - s_slots[0].x, expected.x - 5.2 * ( k / 3 ), 1e-12 );
		CHECK_NEAR( s_slots[k].y - s_slots[0].y, expected.y, 1e-12 );
	}
	CHECK_EQUAL( make( wf_pointsFormation, list, 1, 300 ), wf_ok );
	CHECK_NEAR( leastDistance( s_slots, 300 ), 1.2, 1e-9 );
}

// ------------------------------------------------------------------------------------------------------------- outlines

static double windingNumber( const wfVec2* ring, int32_t count, wfVec2 p )
{
	double sum = 0.0;
	for ( int32_t k = 0; k < count; ++k )
	{
		wfVec2 a = { ring[k].x - p.x, ring[k].y - p.y }, b = { ring[( k + 1 ) % count].x - p.x, ring[( k + 1 ) % count].y - p.y };
		sum += atan2( a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y );
	}
	return sum / 6.283185307179586;
}

// Slots that are not moved to their mean are all inside, and no two nearer than a part of the side of a slot's share.
static void checkRing( const wfVec2* ring, int32_t ringCount, double area, double nearest )
{
	static const int32_t counts[] = { 1, 2, 3, 5, 10, 24, 57, 100, 300, 1000 };
	wfFormationDef def = wfDefaultFormationDef();
	def.points = ring;
	def.pointCount = ringCount;
	for ( int32_t k = 0; k < COUNT_OF( counts ); ++k )
	{
		int32_t count = counts[k], outside = 0;
		CHECK_EQUAL( wfMakeOutlineSlots( &def, count, s_slots, NULL ), wf_ok );
		for ( int32_t i = 0; i < count; ++i )
		{
			outside += fabs( windingNumber( ring, ringCount, s_slots[i] ) ) < 0.5;
		}
		CHECK_EQUAL( outside, 0 );
		// Two in a letter may both stand in its middle.
		CHECK( leastDistance( s_slots, count ) >= ( count > 2 ? nearest : 0.2 ) * sqrt( area / count ) );
	}
}

TEST( OutlinesAreFilledEvenly )
{
	static const wfVec2 square[] = { { -5.0, -5.0 }, { 5.0, -5.0 }, { 5.0, 5.0 }, { -5.0, 5.0 } };
	checkRing( square, 4, 100.0, 0.5 );
	static const wfVec2 wide[] = { { -0.5, -50.0 }, { 0.5, -50.0 }, { 0.5, 50.0 }, { -0.5, 50.0 } };
	checkRing( wide, 4, 100.0, 0.5 );
	static const wfVec2 deep[] = { { -50.0, -0.5 }, { 50.0, -0.5 }, { 50.0, 0.5 }, { -50.0, 0.5 } };
	checkRing( deep, 4, 100.0, 0.5 );
	wfVec2 round[64];
	for ( int32_t k = 0; k < 64; ++k )
	{
		round[k] = ( wfVec2 ){ 9.0 * cos( k * 0.09817477042468103 ), 9.0 * sin( k * 0.09817477042468103 ) };
	}
	checkRing( round, 64, 254.0, 0.5 );
	static const wfVec2 letterH[] = { { -6.0, -6.0 }, { 6.0, -6.0 }, { 6.0, -4.0 },	 { 1.0, -4.0 },
									  { 1.0, 4.0 },	  { 6.0, 4.0 },	 { 6.0, 6.0 },	 { -6.0, 6.0 },
									  { -6.0, 4.0 },  { -1.0, 4.0 }, { -1.0, -4.0 }, { -6.0, -4.0 } };
	checkRing( letterH, 12, 64.0, 0.5 );
}

TEST( RingsMayCrossThemselves )
{
	// A bow tie: its signed area is 0. A square that is gone around twice.
	static const wfVec2 bow[] = { { -4.0, -4.0 }, { 4.0, 4.0 }, { -4.0, 4.0 }, { 4.0, -4.0 } };
	checkRing( bow, 4, 32.0, 0.5 );
	static const wfVec2 twice[] = { { -5.0, -5.0 }, { 5.0, -5.0 }, { 5.0, 5.0 }, { -5.0, 5.0 },
									{ -5.0, -5.0 }, { 5.0, -5.0 }, { 5.0, 5.0 }, { -5.0, 5.0 } };
	checkRing( twice, 8, 100.0, 0.5 );
}

TEST( OutlinesWithoutAreaAreRefused )
{
	static const wfVec2 line[] = { { 0.0, 0.0 }, { 3.0, 1.0 }, { 6.0, 2.0 }, { 3.0, 1.0 } };
	static const wfVec2 across[] = { { 0.0, 0.0 }, { 0.0, 5.0 }, { 0.0, 9.0 } };
	static const wfVec2 along[] = { { 0.0, 0.0 }, { 5.0, 0.0 }, { 9.0, 0.0 } };
	static const wfVec2 place[] = { { 7.0, 7.0 }, { 7.0, 7.0 }, { 7.0, 7.0 } };
	CHECK_EQUAL( make( wf_outlineFormation, line, 4, 10 ), wf_outOfRange );
	CHECK_EQUAL( make( wf_outlineFormation, across, 3, 10 ), wf_outOfRange );
	CHECK_EQUAL( make( wf_outlineFormation, along, 3, 10 ), wf_outOfRange );
	CHECK_EQUAL( make( wf_outlineFormation, place, 3, 10 ), wf_outOfRange );
}

// A blob with an antenna a thousand times as long: coarse lines miss the blob.
TEST( AntennasHaveTheirShare )
{
	static const wfVec2 ring[] = { { 0.0, -0.5 },	 { 1.0, -0.5 }, { 1.0, -5e-5 }, { 1000.0, -5e-5 },
								   { 1000.0, 5e-5 }, { 1.0, 5e-5 }, { 1.0, 0.5 },	{ 0.0, 0.5 } };
	CHECK_EQUAL( make( wf_outlineFormation, ring, 8, 110 ), wf_ok );
	int32_t inBlob = 0;
	double back = s_slots[109].x;
	for ( int32_t k = 0; k < 110; ++k )
	{
		inBlob += s_slots[k].x < back + 2.0;
	}
	CHECK( inBlob >= 90 && inBlob <= 108 );
}

TEST( ManySlotsInRandomStars )
{
	wfVec2 star[50];
	for ( int32_t seed = 0; seed < 6; ++seed )
	{
		double area = 0.0;
		for ( int32_t k = 0; k < 50; ++k )
		{
			double radius = 20.0 + 80.0 * wfRandomUnit( (uint64_t)seed, 5, (uint64_t)k ), angle = 0.12566370614359174 * k;
			star[k] = ( wfVec2 ){ radius * cos( angle ) + 1e5, radius * sin( angle ) };
		}
		for ( int32_t k = 0; k < 50; ++k )
		{
			wfVec2 a = star[k], b = star[( k + 1 ) % 50];
			area += 0.5 * ( ( a.x - 1e5 ) * b.y - ( b.x - 1e5 ) * a.y );
		}
		int32_t count = seed == 5 ? MOST : 40 << seed;
		CHECK_EQUAL( make( wf_outlineFormation, star, 50, count ), wf_ok );
		checkMeanIsOrigin( s_slots, count );
		double least = 0.0;
		CHECK_EQUAL( wfGetLeastDistance( s_slots, count, &least ), wf_ok );
		CHECK( least >= 0.3 * sqrt( area / count ) );
	}
}

TEST( DrawingsSurviveFailedAllocations )
{
	wfFormationDef def;
	for ( int32_t number = 0; nextFormation( &number, &def ); )
	{
		TEST_EVERY_ALLOCATION( wfFormation_MakeSlots( &def, 30, s_slots, NULL ), );
	}
}

void testDrawnFormations( int argc, char** argv )
{
	RUN( DrawnSlotsHaveTheirMeanAtTheOrigin );
	RUN( CurvesAreFollowedAtEqualLengths );
	RUN( ListsAreTakenFromTheFrontAndContinueBehind );
	RUN( OutlinesAreFilledEvenly );
	RUN( RingsMayCrossThemselves );
	RUN( OutlinesWithoutAreaAreRefused );
	RUN( AntennasHaveTheirShare );
	RUN( ManySlotsInRandomStars );
	RUN( DrawingsSurviveFailedAllocations );
}
