// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "test_metrics.h"

#include <math.h>
#include <string.h>

#define PI 3.141592653589793

wfResult addPlaces( wfMetrics* metrics, double time, const wfVec2* places, int32_t count, const float* radii,
					const uint8_t* modes )
{
	uint32_t serials[256];
	wfVec3 positions[256];
	for ( int32_t i = 0; i < count; ++i )
	{
		serials[i] = (uint32_t)i + 1;
		positions[i] = ( wfVec3 ){ places[i].x, places[i].y, 0.0 };
	}
	wfFrame frame = { .time = time, .count = count, .serials = serials, .positions = positions, .radii = radii, .states = modes };
	return wfMetrics_AddFrame( metrics, &frame );
}

wfMetrics* makeMetrics( const wfMetricsDef* def )
{
	wfMetrics* metrics = NULL;
	wfError error = { 0 };
	if ( !CHECK_EQUAL( wfCreateMetrics( def, &metrics, &error ), wf_ok ) )
	{
		CHECK_STRING( error.message, "" );
	}
	return metrics;
}

wfMetricsReport endMetrics( wfMetrics* metrics )
{
	wfMetricsReport report = wfMetrics_GetReport( metrics );
	wfDestroyMetrics( metrics );
	return report;
}

wfTrajectories asTrajectories( wfTrajectoryRow* rows, int64_t count, double fps )
{
	return ( wfTrajectories ){ .fps = fps, .rows = rows, .rowCount = count, .rowCapacity = count };
}

// ------------------------------------------------------------------------------------------------------------- contacts

TEST( OverlapsCountOnceFromTouchToSeparation )
{
	wfMetricsDef def = wfDefaultMetricsDef();
	def.radius = 0.25;
	wfMetrics* metrics = makeMetrics( &def );
	// Apart; touching within the tolerance; 2 cm deep for three frames; apart; 1.5 cm deep again.
	const double gaps[] = { 0.6, 0.4995, 0.49, 0.48, 0.49, 0.52, 0.485 };
	for ( int32_t k = 0; k < 7; ++k )
	{
		// Far away, where the cells of the grid repeat, someone stands whom nobody touches.
		const wfVec2 places[] = { { 0.0, 0.0 }, { gaps[k], 0.0 }, { 1e6, -1e6 } };
		CHECK_EQUAL( addPlaces( metrics, k * 0.05, places, 3, NULL, NULL ), wf_ok );
	}
	wfMetricsReport report = endMetrics( metrics );
	CHECK_EQUAL( report.overlaps, 2 );
	CHECK_NEAR( report.deepestOverlap, 0.02, 1e-12 );
	CHECK_EQUAL( report.agents, 3 );
	CHECK_EQUAL( report.frames, 7 );
	CHECK_NEAR( report.seconds, 0.3, 1e-12 );
}

TEST( OverlapsUseEachOnesRadius )
{
	wfMetricsDef def = wfDefaultMetricsDef();
	wfMetrics* metrics = makeMetrics( &def );
	const wfVec2 places[] = { { 0.0, 0.0 }, { 0.7, 0.0 }, { 0.0, 0.45 }, { 0.0, 0.0 } };
	const float radii[] = { 0.5f, 0.25f, 0.125f, 0.0f }; // who has no size touches nobody
	CHECK_EQUAL( addPlaces( metrics, 0.0, places, 4, radii, NULL ), wf_ok );
	wfMetricsReport report = endMetrics( metrics );
	CHECK_EQUAL( report.overlaps, 2 );
	CHECK_NEAR( report.deepestOverlap, 0.625 - 0.45, 1e-12 );

	metrics = makeMetrics( &def );
	CHECK_EQUAL( addPlaces( metrics, 0.0, places, 4, NULL, NULL ), wf_ok );
	CHECK_EQUAL( endMetrics( metrics ).overlaps, 0 );
}

// Every pair looked at one by one is the judge.
TEST( OverlapsOfManyAgreeWithAllPairs )
{
	enum
	{
		count = 250,
		frames = 12
	};
	wfMetricsDef def = wfDefaultMetricsDef();
	wfMetrics* metrics = makeMetrics( &def );
	wfVec2 places[count];
	float radii[count];
	static bool touched[count][count];
	memset( touched, 0, sizeof( touched ) );
	int64_t expected = 0;
	double deepest = 0.0;
	for ( int32_t f = 0; f < frames; ++f )
	{
		for ( int32_t i = 0; i < count; ++i )
		{
			uint64_t stream = (uint64_t)i;
			places[i].x = -9.0 + 18.0 * wfRandomUnit( 1, stream, 0 ) + 0.4 * wfRandomUnit( 2, stream, (uint64_t)f );
			places[i].y = -4.0 + 9.0 * wfRandomUnit( 3, stream, 0 ) + 0.4 * wfRandomUnit( 4, stream, (uint64_t)f );
			radii[i] = (float)( 0.1 + 0.3 * wfRandomUnit( 5, stream, 0 ) );
		}
		for ( int32_t i = 0; i < count; ++i )
		{
			for ( int32_t k = i + 1; k < count; ++k )
			{
				double dx = places[i].x - places[k].x, dy = places[i].y - places[k].y, sum = (double)radii[i] + (double)radii[k];
				bool touches = sqrt( dx * dx + dy * dy ) < sum - 1e-3;
				expected += touches && !touched[i][k];
				touched[i][k] = touches;
				deepest = touches && sum - sqrt( dx * dx + dy * dy ) > deepest ? sum - sqrt( dx * dx + dy * dy ) : deepest;
			}
		}
		CHECK_EQUAL( addPlaces( metrics, f, places, count, radii, NULL ), wf_ok );
	}
	wfMetricsReport report = endMetrics( metrics );
	CHECK( expected > 500 );
	CHECK_EQUAL( report.overlaps, expected );
	CHECK_NEAR( report.deepestOverlap, deepest, 1e-12 );
}

TEST( WallHitsCountOnceFromTouchToSeparation )
{
	wfWorldDef worldDef = wfDefaultWorldDef();
	worldDef.bounds = ( wfBox2 ){ { 0.0, 0.0 }, { 10.0, 10.0 } };
	wfWorld* world = NULL;
	CHECK_EQUAL( wfCreateWorld( &worldDef, &world, NULL ), wf_ok );
	wfMetricsDef def = wfDefaultMetricsDef();
	def.world = world;
	def.radius = 0.3;
	wfMetrics* metrics = makeMetrics( &def );
	// From the middle to the left wall, 5 cm into it for two frames, away, 1 cm into it; in small and in large steps.
	const double xs[] = { 5.0, 3.0, 1.0, 0.35, 0.2995, 0.25, 0.26, 0.31, 4.0, 0.29 };
	for ( int32_t k = 0; k < 10; ++k )
	{
		const wfVec2 place = { xs[k], 5.0 };
		CHECK_EQUAL( addPlaces( metrics, k, &place, 1, NULL, NULL ), wf_ok );
	}
	// A wall set up where he stands is one more; the box is 0.2 m away from him.
	wfVec2 place = { 5.0, 5.0 };
	CHECK_EQUAL( addPlaces( metrics, 10.0, &place, 1, NULL, NULL ), wf_ok );
	wfShapeDef box = wfDefaultShapeDef();
	box.center = ( wfVec2 ){ 5.7, 5.0 };
	box.halfSize = ( wfVec2 ){ 0.5, 0.5 };
	CHECK_EQUAL( wfWorld_AddShape( world, &box, NULL, NULL ), wf_ok );
	CHECK_EQUAL( addPlaces( metrics, 11.0, &place, 1, NULL, NULL ), wf_ok );
	wfMetricsReport report = endMetrics( metrics );
	CHECK_EQUAL( report.wallHits, 3 );
	CHECK_NEAR( report.deepestWallHit, 0.1, 1e-12 );
	wfDestroyWorld( world );
}

// ---------------------------------------------------------------------------------------------------------------- paths

TEST( ArrivalsAreOfAllAgents )
{
	wfMetricsDef def = wfDefaultMetricsDef();
	wfMetrics* metrics = makeMetrics( &def );
	wfVec2 places[40];
	for ( int32_t i = 0; i < 40; ++i )
	{
		places[i] = ( wfVec2 ){ i, 0.0 };
	}
	CHECK_EQUAL( addPlaces( metrics, 0.0, places, 40, NULL, NULL ), wf_ok );
	for ( uint32_t i = 1; i <= 37; ++i )
	{
		CHECK_EQUAL( wfMetrics_AddArrival( metrics, i, 100.0 - i ), wf_ok );
	}
	CHECK( isnan( wfMetrics_GetReport( metrics ).arrived95 ) );		// 38 of 40 are needed
	CHECK_EQUAL( wfMetrics_AddArrival( metrics, 37, 1.0 ), wf_ok ); // only the first counts
	CHECK_EQUAL( wfMetrics_AddArrival( metrics, 40, 30.0 ), wf_ok );
	CHECK_EQUAL( wfMetrics_AddArrival( metrics, 39, NAN ), wf_outOfRange );
	wfMetricsReport report = endMetrics( metrics );
	CHECK_EQUAL( report.arrived, 38 );
	CHECK_NEAR( report.arrived95, 99.0, 0.0 );
}

TEST( StandingIsOfTheTimeOnTheWay )
{
	wfMetricsDef def = wfDefaultMetricsDef();
	def.fps = 2.0;
	wfMetrics* metrics = makeMetrics( &def );
	// One walks 1 m/s and then stands two of four intervals; another waits at a stop and then goes on slowly.
	const wfVec2 first[] = { { 0.0, 0.0 }, { 0.5, 0.0 }, { 0.5, 0.0 }, { 0.54, 0.0 }, { 1.04, 0.0 } };
	const wfVec2 second[] = { { 0.0, 5.0 }, { 0.0, 5.0 }, { 0.0, 5.0 }, { 0.04, 5.0 }, { 0.1, 5.0 } };
	const uint8_t modes[][2] = { { wf_walking, wf_waiting },
								 { wf_walking, wf_waiting },
								 { wf_walking, wf_walking },
								 { wf_walking, wf_walking },
								 { wf_walking, wf_atEnd } };
	for ( int32_t k = 0; k < 5; ++k )
	{
		const wfVec2 places[] = { first[k], second[k] };
		CHECK_EQUAL( addPlaces( metrics, 0.5 * k, places, 2, NULL, modes[k] ), wf_ok );
	}
	wfMetricsReport report = endMetrics( metrics );
	CHECK_NEAR( report.standingFraction, 3.0 / 5.0, 1e-12 );
	CHECK_NEAR( report.meanSpeed, ( 1.04 + 0.1 ) / 4.0, 1e-12 );
}

TEST( PathRatioOfTheArrivedOrGone )
{
	wfMetricsDef def = wfDefaultMetricsDef();
	def.fps = 1.0;
	// 3 m right, 4 m up: 7 m for 5; then 1 s beyond the arrival. The other goes straight.
	const wfVec2 corner[] = { { 0.0, 0.0 }, { 3.0, 0.0 }, { 3.0, 4.0 }, { 9.0, 4.0 } };
	for ( int32_t variant = 0; variant < 4; ++variant )
	{
		wfMetrics* metrics = makeMetrics( &def );
		for ( int32_t k = 0; k < 4; ++k )
		{
			const wfVec2 places[] = { { 2.0 * k, 9.0 }, corner[k] };
			if ( k == 3 && variant >= 2 )
			{
				// Half way between two frames on the last piece, or at the frame before.
				CHECK_EQUAL( wfMetrics_AddArrival( metrics, 2, variant == 2 ? 2.0 : 2.5 ), wf_ok );
			}
			CHECK_EQUAL( addPlaces( metrics, k, places, variant == 1 && k == 3 ? 1 : 2, NULL, NULL ), wf_ok );
		}
		double ratio = endMetrics( metrics ).pathRatio;
		double diagonal = sqrt( 81.0 + 16.0 ), half = sqrt( 36.0 + 16.0 );
		const double expected[] = { ( 1.0 + 13.0 / diagonal ) / 2.0, 7.0 / 5.0, 7.0 / 5.0, 10.0 / half };
		CHECK_NEAR( ratio, expected[variant], 1e-12 );
	}
	wfMetrics* metrics = makeMetrics( &def );
	CHECK_EQUAL( wfMetrics_SetShortestPath( metrics, 1, 6.0 ), wf_ok );
	CHECK_EQUAL( wfMetrics_SetShortestPath( metrics, 1, 0.0 ), wf_outOfRange );
	for ( int32_t k = 0; k < 3; ++k )
	{
		CHECK_EQUAL( addPlaces( metrics, k, &corner[k], 1, NULL, NULL ), wf_ok );
	}
	CHECK_NEAR( endMetrics( metrics ).pathRatio, 7.0 / 6.0, 1e-12 );
}

TEST( HeadingChangeOfACircle )
{
	// 40 degrees a second in steps of 4 degrees, at any rate of frames; then straight on, then a stand, which counts for nothing.
	for ( int32_t perTick = 1; perTick <= 4; ++perTick )
	{
		wfMetricsDef def = wfDefaultMetricsDef();
		def.fps = 10.0 * perTick;
		wfMetrics* metrics = makeMetrics( &def );
		wfVec2 place = { 0.0, 0.0 };
		int32_t frame = 0;
		CHECK_EQUAL( addPlaces( metrics, 0.0, &place, 1, NULL, NULL ), wf_ok );
		for ( int32_t step = 1; step <= 60; ++step )
		{
			double angle = 4.0 * ( step < 31 ? step : 31 ) * PI / 180.0, speed = step < 51 ? 0.13 : 0.009;
			wfVec2 from = place;
			place = ( wfVec2 ){ from.x + speed * cos( angle ), from.y + speed * sin( angle ) };
			for ( int32_t k = 1; k <= perTick; ++k )
			{
				double part = (double)k / perTick;
				wfVec2 between = { from.x + part * ( place.x - from.x ), from.y + part * ( place.y - from.y ) };
				CHECK_EQUAL( addPlaces( metrics, ++frame / def.fps, &between, 1, NULL, NULL ), wf_ok );
			}
		}
		// 30 changes of 4 degrees in 49 intervals of 0.1 s.
		CHECK_NEAR( endMetrics( metrics ).headingChange, 120.0 / 4.9, 1e-9 );
	}
}

// --------------------------------------------------------------------------------------------------------------- lines

TEST( FlowThroughALine )
{
	wfMetricsDef def = wfDefaultMetricsDef();
	def.fps = 1.0;
	def.lines[0][0] = ( wfVec2 ){ 0.0, 0.0 };
	def.lines[0][1] = ( wfVec2 ){ 2.0, 0.0 };
	def.lines[1][0] = ( wfVec2 ){ 3.5, -1.0 };
	def.lines[1][1] = ( wfVec2 ){ 3.5, 1.0 };
	def.lineCount = 2;
	wfMetrics* metrics = makeMetrics( &def );
	// The first goes up over the line, back and up again: one person. The second steps onto it and goes on. The third passes
	// beside it. The fourth comes down at the very end of it.
	const wfVec2 paths[4][6] = { { { 0.5, -1.0 }, { 0.5, 1.0 }, { 0.5, -1.0 }, { 0.5, 1.0 }, { 0.5, 2.0 }, { 0.5, 3.0 } },
								 { { 1.0, -2.0 }, { 1.0, -1.0 }, { 1.0, -0.5 }, { 1.0, 0.0 }, { 1.0, 1.0 }, { 1.0, 2.0 } },
								 { { 2.5, -2.0 }, { 2.5, -1.0 }, { 2.5, 1.0 }, { 4.5, 1.0 }, { 4.5, 0.5 }, { 4.5, 2.0 } },
								 { { 2.0, 5.0 }, { 2.0, 4.0 }, { 2.0, 3.0 }, { 2.0, 2.0 }, { 2.0, 1.0 }, { 2.0, -1.0 } } };
	for ( int32_t k = 0; k < 6; ++k )
	{
		const wfVec2 places[] = { paths[0][k], paths[1][k], paths[2][k], paths[3][k] };
		CHECK_EQUAL( addPlaces( metrics, 10.0 + k, places, 4, NULL, NULL ), wf_ok );
	}
	double times[4] = { 0.0 };
	CHECK_EQUAL( wfMetrics_GetCrossings( metrics, 0, NULL, 0 ), 3 );
	CHECK_EQUAL( wfMetrics_GetCrossings( metrics, 0, times, 2 ), 3 );
	CHECK_NEAR( times[0], 11.0, 0.0 );
	CHECK_NEAR( times[1], 13.0, 0.0 );
	CHECK_NEAR( times[2], 0.0, 0.0 ); // not beyond the capacity
	testBeginAsserts();
	CHECK_EQUAL( wfMetrics_GetCrossings( metrics, 2, times, 4 ), 0 );
	CHECK_EQUAL( testEndAsserts(), 1 );
	wfMetricsReport report = endMetrics( metrics );
	CHECK_EQUAL( report.lineCount, 2 );
	CHECK_EQUAL( report.lines[0].crossings, 3 );
	CHECK_EQUAL( report.lines[0].forward, 3 );
	CHECK_EQUAL( report.lines[0].backward, 2 );
	CHECK_NEAR( report.lines[0].firstTime, 11.0, 0.0 );
	CHECK_NEAR( report.lines[0].lastTime, 15.0, 0.0 );
	CHECK_NEAR( report.lines[0].flow, 2.0 / 4.0, 1e-12 );
	CHECK_NEAR( report.lines[0].specificFlow, 0.25, 1e-12 );
	CHECK_EQUAL( report.lines[1].crossings, 1 );
	CHECK_EQUAL( report.lines[1].backward, 1 ); // to the right of a line that runs up
	CHECK_NEAR( report.lines[1].flow, 0.0, 0.0 );
}

// --------------------------------------------------------------------------------------------------------------- lanes

static double getLaneOrder( const wfVec2* places, const double* speeds, int32_t count, double degrees )
{
	wfMetricsDef def = wfDefaultMetricsDef();
	def.fps = 1.0;
	double c = cos( degrees * PI / 180.0 ), s = sin( degrees * PI / 180.0 );
	def.laneDirection = ( wfVec2 ){ 7.0 * c, 7.0 * s };
	wfMetrics* metrics = makeMetrics( &def );
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfVec2 moved[16];
		for ( int32_t i = 0; i < count; ++i )
		{
			double x = places[i].x + k * speeds[i], y = places[i].y;
			moved[i] = ( wfVec2 ){ c * x - s * y, s * x + c * y };
		}
		CHECK_EQUAL( addPlaces( metrics, k, moved, count, NULL, NULL ), wf_ok );
	}
	return endMetrics( metrics ).laneOrder;
}

TEST( LaneOrder )
{
	const wfVec2 places[] = { { 0.0, 0.0 }, { 5.0, 0.1 }, { 9.0, 0.2 }, { 2.0, 1.0 }, { 4.0, 1.1 }, { 0.0, 3.0 } };
	const double parted[] = { 1.0, 1.0, 1.0, -1.0, -1.0, 1.0 };
	const double mixed[] = { 1.0, -1.0, 1.0, 1.0, -1.0, 1.0 };
	const double slow[] = { 1.0, 0.05, 1.0, 1.0, -1.0, 1.0 }; // who stands has no direction
	for ( double degrees = 0.0; degrees < 360.0; degrees += 50.0 )
	{
		CHECK_NEAR( getLaneOrder( places, parted, 6, degrees ), 1.0, 1e-12 );
		CHECK_NEAR( getLaneOrder( places, mixed, 6, degrees ), ( 3.0 * ( 1.0 / 9.0 ) + 0.0 + 0.0 + 1.0 ) / 6.0, 1e-12 );
		CHECK_NEAR( getLaneOrder( places, slow, 6, degrees ), ( 1.0 + 1.0 + 0.0 + 0.0 + 1.0 ) / 5.0, 1e-12 );
	}
	CHECK( isnan( getLaneOrder( places, slow, 0, 0.0 ) ) );
}

// ------------------------------------------------------------------------------------------------------------ distances

TEST( PathDistances )
{
	const wfVec2 path[] = { { 0.0, 0.0 }, { 1.0, 0.0 }, { 2.0, 0.0 }, { 3.0, 0.0 } };
	const wfVec2 same[] = { { 0.0, 0.0 }, { 1.0, 0.0 }, { 2.0, 3.0 } };
	wfPathDistance distance = wfComparePaths( path, 4, same, 3 );
	CHECK_NEAR( distance.mean, 1.0, 1e-12 );
	CHECK_NEAR( distance.max, 3.0, 1e-12 );
	CHECK_NEAR( distance.final, 3.0, 1e-12 );
	CHECK_NEAR( distance.frechet, sqrt( 10.0 ), 1e-12 ); // the last point against the last
	// Going there twice as slowly is the same shape.
	const wfVec2 slow[] = { { 0.0, 0.0 }, { 0.0, 0.0 }, { 1.0, 0.0 }, { 1.0, 0.0 }, { 2.0, 0.0 }, { 3.0, 0.0 } };
	distance = wfComparePaths( path, 4, slow, 6 );
	CHECK_NEAR( distance.frechet, 0.0, 0.0 );
	CHECK_NEAR( distance.mean, ( 0.0 + 1.0 + 1.0 + 2.0 ) / 4.0, 1e-12 );
	// There and back again is not, though each point of one lies on the other.
	const wfVec2 back[] = { { 0.0, 0.0 }, { 3.0, 0.0 }, { 0.0, 0.0 }, { 3.0, 0.0 } };
	CHECK_NEAR( wfComparePaths( path, 4, back, 4 ).frechet, 2.0, 1e-12 );
	CHECK_NEAR( wfComparePaths( back, 4, path, 4 ).frechet, 2.0, 1e-12 );
	CHECK( isnan( wfComparePaths( path, 0, same, 3 ).mean ) );
	CHECK( isnan( wfComparePaths( path, 4, same, 0 ).frechet ) );
}

// ------------------------------------------------------------------------------------------------------------ bad input

TEST( BadDefsAreNamed )
{
	wfMetrics* metrics = NULL;
	const struct
	{
		size_t offset;
		double value;
		const char* field;
	} cases[] = { { offsetof( wfMetricsDef, fps ), 0.0, "fps" },
				  { offsetof( wfMetricsDef, fps ), NAN, "fps" },
				  { offsetof( wfMetricsDef, radius ), -1.0, "radius" },
				  { offsetof( wfMetricsDef, contactTolerance ), INFINITY, "contactTolerance" },
				  { offsetof( wfMetricsDef, standingSpeed ), -0.1, "standingSpeed" },
				  { offsetof( wfMetricsDef, headingInterval ), 0.0, "headingInterval" },
				  { offsetof( wfMetricsDef, speedInterval ), 0.0, "speedInterval" },
				  { offsetof( wfMetricsDef, densityCell ), -1.0, "densityCell" },
				  { offsetof( wfMetricsDef, laneWidth ), 0.0, "laneWidth" },
				  { offsetof( wfMetricsDef, laneDirection ), NAN, "laneDirection.x" },
				  { offsetof( wfMetricsDef, area ), 3.0, "area" } };
	for ( size_t i = 0; i < sizeof( cases ) / sizeof( cases[0] ); ++i )
	{
		wfMetricsDef def = wfDefaultMetricsDef();
		memcpy( (char*)&def + cases[i].offset, &cases[i].value, sizeof( double ) );
		wfError error = { 0 };
		CHECK_EQUAL( wfCreateMetrics( &def, &metrics, &error ), wf_outOfRange );
		CHECK_STRING( error.field, cases[i].field );
		CHECK( metrics == NULL && strstr( error.message, "expected" ) != NULL );
	}
	wfMetricsDef def = wfDefaultMetricsDef();
	def.lineCount = 1;
	CHECK_EQUAL( wfCreateMetrics( &def, &metrics, NULL ), wf_outOfRange ); // a line without length
	def.lineCount = 17;
	CHECK_EQUAL( wfCreateMetrics( &def, &metrics, NULL ), wf_outOfRange );
	testBeginAsserts();
	wfMetricsDef empty = { 0 };
	CHECK_EQUAL( wfCreateMetrics( &empty, &metrics, NULL ), wf_invalidDef );
	CHECK_EQUAL( testEndAsserts(), 1 );
}

TEST( BadFramesAreRefused )
{
	wfMetricsDef def = wfDefaultMetricsDef();
	wfMetrics* metrics = makeMetrics( &def );
	wfVec2 place = { 0.0, 0.0 };
	const float radius = -1.0f;
	CHECK_EQUAL( addPlaces( metrics, 1.0, &place, 1, NULL, NULL ), wf_ok );
	CHECK_EQUAL( addPlaces( metrics, 1.0, &place, 1, NULL, NULL ), wf_outOfRange );
	CHECK_EQUAL( addPlaces( metrics, NAN, &place, 1, NULL, NULL ), wf_outOfRange );
	CHECK_EQUAL( addPlaces( metrics, 2.0, &place, 1, &radius, NULL ), wf_outOfRange );
	place.y = INFINITY;
	CHECK_EQUAL( addPlaces( metrics, 2.0, &place, 1, NULL, NULL ), wf_outOfRange );
	place.y = 1.0;
	CHECK_EQUAL( addPlaces( metrics, 2.0, &place, 1, NULL, NULL ), wf_ok ); // those refused left nothing behind
	CHECK_NEAR( wfMetrics_GetReport( metrics ).meanSpeed, 1.0, 1e-12 );
	const uint32_t serials[] = { 4, 4 };
	const wfVec3 places[] = { { 0.0, 0.0, 0.0 }, { 1.0, 1.0, 0.0 } };
	wfFrame twice = { .time = 3.0, .count = 2, .serials = serials, .positions = places };
	CHECK_EQUAL( wfMetrics_AddFrame( metrics, &twice ), wf_outOfRange );
	CHECK_EQUAL( addPlaces( metrics, 4.0, &place, 1, NULL, NULL ), wf_outOfRange ); // that was the end
	CHECK_EQUAL( endMetrics( metrics ).frames, 2 );
}

int main( int argc, char** argv )
{
	RUN( OverlapsCountOnceFromTouchToSeparation );
	RUN( OverlapsUseEachOnesRadius );
	RUN( OverlapsOfManyAgreeWithAllPairs );
	RUN( WallHitsCountOnceFromTouchToSeparation );
	RUN( ArrivalsAreOfAllAgents );
	RUN( StandingIsOfTheTimeOnTheWay );
	RUN( PathRatioOfTheArrivedOrGone );
	RUN( HeadingChangeOfACircle );
	RUN( FlowThroughALine );
	RUN( LaneOrder );
	RUN( PathDistances );
	RUN( BadDefsAreNamed );
	RUN( BadFramesAreRefused );
	runAreaTests( argc, argv );
	runSeriesTests( argc, argv );
	runRecordingTests( argc, argv );
	runSurfaceTests( argc, argv );
	runCircleTests( argc, argv );
	runRealTests( argc, argv );
	runCommandTests( argc, argv );
	return testReport();
}
