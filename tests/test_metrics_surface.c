// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Metrics of crowds on surfaces, by hand: paths, speeds, turns and contacts in space; what is of the plane alone is refused.
#include "tests/test_metrics.h"

#include <math.h>

static wfResult addHigh( wfMetrics* metrics, double time, const wfVec3* places, int32_t count, const float* radii )
{
	uint32_t serials[8];
	for ( int32_t i = 0; i < count; ++i )
	{
		serials[i] = (uint32_t)i + 1;
	}
	wfFrame frame = { .time = time, .count = count, .serials = serials, .onMesh = true, .positions = places, .radii = radii };
	return wfMetrics_AddFrame( metrics, &frame );
}

// Up a slope of 3 in 4: 5 m of path for 4 m of floor plan. Then straight up, which the plane would call standing.
TEST( PathsAndSpeedsAreInSpace )
{
	wfMetricsDef def = wfDefaultMetricsDef();
	def.fps = 1.0;
	wfMetrics* metrics = makeMetrics( &def );
	const wfVec3 places[] = { { 0, 0, 0 }, { 4, 0, 3 }, { 4, 0, 8 }, { 4, 5, 8 } };
	for ( int32_t i = 0; i < 4; ++i )
	{
		CHECK_EQUAL( addHigh( metrics, i, &places[i], 1, NULL ), wf_ok );
	}
	wfMetricsReport report = endMetrics( metrics );
	CHECK_NEAR( report.meanSpeed, 5.0, 1e-12 );
	CHECK_NEAR( report.standingFraction, 0.0, 0.0 );
	CHECK_NEAR( report.pathRatio, 15.0 / sqrt( 16.0 + 25.0 + 64.0 ), 1e-12 );
}

// Around a circle that stands upright: as many degrees as in the plane.
TEST( TurnsAreInSpace )
{
	const double turn = 0.1;
	double changes[2];
	for ( int upright = 0; upright < 2; ++upright )
	{
		wfMetricsDef def = wfDefaultMetricsDef();
		def.fps = 10.0;
		wfMetrics* metrics = makeMetrics( &def );
		for ( int32_t i = 0; i < 40; ++i )
		{
			double x = 3.0 * cos( turn * i ), y = 3.0 * sin( turn * i );
			wfVec3 place = { x, upright ? 1.0 : y, upright ? y : 1.0 };
			CHECK_EQUAL( addHigh( metrics, 0.1 * i, &place, 1, NULL ), wf_ok );
		}
		changes[upright] = endMetrics( metrics ).headingChange;
	}
	CHECK_NEAR( changes[0], turn * 180.0 / 3.141592653589793 * 10.0, 1e-9 );
	CHECK_NEAR( changes[1], changes[0], 1e-9 );
}

// One above the other on two storeys is no contact, beside each other on a slope is.
TEST( ContactsAreInSpace )
{
	wfMetricsDef def = wfDefaultMetricsDef();
	wfMetrics* metrics = makeMetrics( &def );
	const float radii[] = { 0.3f, 0.3f, 0.3f };
	const wfVec3 apart[] = { { 1, 1, 0 }, { 1, 1, 3 }, { 1.5, 1, 0.5 } };
	CHECK_EQUAL( addHigh( metrics, 0.0, apart, 3, radii ), wf_ok );
	CHECK_EQUAL( wfMetrics_GetReport( metrics ).overlaps, 0 );
	const wfVec3 touching[] = { { 1, 1, 0 }, { 1, 1, 3 }, { 1.3, 1, 0.4 } };
	CHECK_EQUAL( addHigh( metrics, 1.0, touching, 3, radii ), wf_ok );
	wfMetricsReport report = endMetrics( metrics );
	CHECK_EQUAL( report.overlaps, 1 );
	CHECK_NEAR( report.deepestOverlap, 0.1, 1e-7 );
}

// Without heights the same numbers, to the last bit, as with heights of 0.
TEST( FlatHeightsChangeNothing )
{
	wfMetricsReport reports[2];
	for ( int flat = 0; flat < 2; ++flat )
	{
		wfMetricsDef def = wfDefaultMetricsDef();
		def.fps = 5.0;
		wfMetrics* metrics = makeMetrics( &def );
		const float radii[] = { 0.31f, 0.27f };
		for ( int32_t i = 0; i < 50; ++i )
		{
			const wfVec2 places[] = { { 0.1 * i, 0.2 * sin( 0.3 * i ) }, { 5.0 - 0.1 * i, 0.1 * cos( 0.2 * i ) } };
			const wfVec3 high[] = { { places[0].x, places[0].y, 0.0 }, { places[1].x, places[1].y, 0.0 } };
			wfResult result =
				flat ? addHigh( metrics, 0.2 * i, high, 2, radii ) : addPlaces( metrics, 0.2 * i, places, 2, radii, NULL );
			CHECK_EQUAL( result, wf_ok );
		}
		reports[flat] = endMetrics( metrics );
	}
	CHECK( reports[0].meanSpeed == reports[1].meanSpeed && reports[0].headingChange == reports[1].headingChange );
	CHECK( reports[0].pathRatio == reports[1].pathRatio && reports[0].deepestOverlap == reports[1].deepestOverlap );
	CHECK( reports[0].overlaps == reports[1].overlaps && reports[0].overlaps > 0 );
}

TEST( WhatIsOfThePlaneIsRefused )
{
	wfWorldDef worldDef = wfDefaultWorldDef();
	worldDef.bounds = ( wfBox2 ){ { 0.0, 0.0 }, { 4.0, 4.0 } };
	wfWorld* world = NULL;
	CHECK_EQUAL( wfCreateWorld( &worldDef, &world, NULL ), wf_ok );
	for ( int k = 0; k < 5; ++k )
	{
		wfMetricsDef def = wfDefaultMetricsDef();
		def.lineCount = k == 0 ? 1 : 0;
		def.lines[0][1] = ( wfVec2 ){ 1.0, 0.0 };
		def.area = k == 1 ? ( wfBox2 ){ { 0.0, 0.0 }, { 1.0, 1.0 } } : ( wfBox2 ){ { 0.0, 0.0 }, { 0.0, 0.0 } };
		def.densityCell = k == 2 ? 0.5 : 0.0;
		def.laneDirection.x = k == 3 ? 1.0 : 0.0;
		def.world = k == 4 ? world : NULL;
		wfMetrics* metrics = makeMetrics( &def );
		const wfVec3 place = { 1.0, 1.0, 1.0 };
		const wfVec2 flat = { 1.0, 1.0 };
		CHECK_EQUAL( addHigh( metrics, 0.0, &place, 1, NULL ), wf_unsupported );
		CHECK_EQUAL( addPlaces( metrics, 0.0, &flat, 1, NULL, NULL ), wf_ok );
		endMetrics( metrics );
	}
	wfDestroyWorld( world );
	wfMetricsDef def = wfDefaultMetricsDef();
	wfMetrics* metrics = makeMetrics( &def );
	const wfVec3 bad[] = { { 1.0, 1.0, NAN }, { 1.0, 1.0, -2e9 } };
	CHECK_EQUAL( addHigh( metrics, 0.0, &bad[0], 1, NULL ), wf_outOfRange );
	CHECK_EQUAL( addHigh( metrics, 0.0, &bad[1], 1, NULL ), wf_outOfRange );
	endMetrics( metrics );
}

static wfResult measureOnce( const wfTrajectories* trajectories )
{
	wfMetricsDef def = wfDefaultMetricsDef();
	wfMetrics* metrics = NULL;
	wfResult result = wfCreateMetrics( &def, &metrics, NULL );
	result = result == wf_ok ? wfMetrics_AddTrajectories( metrics, trajectories, NULL, NULL ) : result;
	wfDestroyMetrics( metrics );
	return result;
}

TEST( RecordingsWithHeightsAreMeasuredInSpace )
{
	wfTrajectoryRow rows[] = { { 0, 1, 0.0, 0.0, 0.0 }, { 1, 1, 4.0, 0.0, 3.0 }, { 2, 1, 8.0, 0.0, 6.0 } };
	wfTrajectories trajectories = asTrajectories( rows, 3, 1.0 );
	for ( int high = 0; high < 2; ++high )
	{
		trajectories.hasHeights = high == 1;
		wfMetricsDef def = wfDefaultMetricsDef();
		wfMetrics* metrics = makeMetrics( &def );
		CHECK_EQUAL( wfMetrics_AddTrajectories( metrics, &trajectories, NULL, NULL ), wf_ok );
		CHECK_NEAR( endMetrics( metrics ).meanSpeed, high ? 5.0 : 4.0, 1e-12 );
	}
	trajectories.hasHeights = true;
	TEST_EVERY_ALLOCATION( measureOnce( &trajectories ), (void)0 );
}

void runSurfaceTests( int argc, char** argv )
{
	RUN( PathsAndSpeedsAreInSpace );
	RUN( TurnsAreInSpace );
	RUN( ContactsAreInSpace );
	RUN( FlatHeightsChangeNothing );
	RUN( WhatIsOfThePlaneIsRefused );
	RUN( RecordingsWithHeightsAreMeasuredInSpace );
}
