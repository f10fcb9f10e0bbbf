// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What is measured over time: N-t diagrams and their middle part, the time series, journeys, and people who end before a line.

#include "test_metrics.h"

#include "wayfield/record.h"
#include "wayfield/world.h"

#include <math.h>
#include <string.h>

// People on lanes of their own who walk along x at 1 m/s, 10 frames a second, from x = 0 on: person i enters with frame
// entries[i] and is gone after the metres it walks.
typedef struct Walk
{
	int32_t entry, metres10; // frames, which are tenths of a metre
} Walk;

static wfTrajectoryRow s_rows[16384];

static wfTrajectories makeWalks( const Walk* walks, int32_t count )
{
	int64_t rows = 0;
	for ( int32_t frame = 0; frame < 400; ++frame )
	{
		for ( int32_t i = 0; i < count; ++i )
		{
			int32_t at = frame - walks[i].entry;
			if ( at >= 0 && at <= walks[i].metres10 )
			{
				s_rows[rows++] = ( wfTrajectoryRow ){ .frame = frame, .id = i + 1, .x = 0.1 * at, .y = 1.0 * i };
			}
		}
	}
	return asTrajectories( s_rows, rows, 10.0 );
}

static wfMetrics* measureWalks( const wfMetricsDef* def, const Walk* walks, int32_t count )
{
	wfMetrics* metrics = makeMetrics( def );
	wfTrajectories all = makeWalks( walks, count );
	CHECK_EQUAL( wfMetrics_AddTrajectories( metrics, &all, NULL, NULL ), wf_ok );
	return metrics;
}

static wfMetricsDef makeLineDef( double x )
{
	wfMetricsDef def = wfDefaultMetricsDef();
	def.lineCount = 1;
	def.lines[0][0] = ( wfVec2 ){ x, 100.0 };
	def.lines[0][1] = ( wfVec2 ){ x, -100.0 };
	return def;
}

// ---------------------------------------------------------------------------------------------------------------- lines

TEST( CurveOfCrossingsIsExact )
{
	const Walk walks[] = { { 20, 30 }, { 0, 30 }, { 5, 30 }, { 5, 9 } };
	wfMetricsDef def = makeLineDef( 0.95 ); // met in the tenth frame after the entry
	wfMetrics* metrics = measureWalks( &def, walks, 4 );
	double times[8];
	CHECK_EQUAL( wfMetrics_GetCrossings( metrics, 0, times, 8 ), 3 );
	CHECK_NEAR( times[0], 1.0, 1e-12 );
	CHECK_NEAR( times[1], 1.5, 1e-12 );
	CHECK_NEAR( times[2], 3.0, 1e-12 );
	wfMetricsReport report = endMetrics( metrics );
	CHECK_EQUAL( report.lines[0].crossings, 3 );
	CHECK_NEAR( report.lines[0].flow, 1.0, 1e-12 );
	CHECK_EQUAL( report.lines[0].missed, 1 ); // the last one ends 5 cm before it
	CHECK( isnan( report.lines[0].stationary.flow ) && report.lines[0].stationary.crossings == 0 );
}

TEST( MissedAreThoseWhoEndNearby )
{
	// Two end in front of the line, one beyond its reach, one stays until the end of the recording, one crosses.
	const Walk walks[] = { { 0, 22 }, { 3, 15 }, { 0, 12 }, { 0, 399 }, { 0, 25 } };
	wfMetricsDef def = makeLineDef( 2.35 );
	wfMetrics* metrics = measureWalks( &def, walks, 5 );
	CHECK_EQUAL( wfMetrics_GetReport( metrics ).lines[0].missed, 2 );
	wfDestroyMetrics( metrics );
	def.missedReach = 0.2;
	metrics = measureWalks( &def, walks, 5 );
	CHECK_EQUAL( wfMetrics_GetReport( metrics ).lines[0].missed, 1 );
	wfDestroyMetrics( metrics );

	// One who arrived and stays there is missed as well.
	def = makeLineDef( 0.5 );
	metrics = makeMetrics( &def );
	const wfVec2 places[] = { { 0.0, 0.0 }, { 0.2, 1.0 } };
	CHECK_EQUAL( addPlaces( metrics, 0.0, places, 2, NULL, NULL ), wf_ok );
	CHECK_EQUAL( wfMetrics_AddArrival( metrics, 2, 0.04 ), wf_ok );
	CHECK_EQUAL( addPlaces( metrics, 0.05, places, 2, NULL, NULL ), wf_ok );
	CHECK_EQUAL( endMetrics( metrics ).lines[0].missed, 1 );
}

TEST( StationaryFlowLeavesOutBothEnds )
{
	// Twenty persons: four at once, twelve each half second, four each three seconds. From the 4th to the 16th: 12 in 6 s.
	Walk walks[20];
	for ( int32_t i = 0; i < 20; ++i )
	{
		int32_t entry = i < 4 ? 10 : i < 16 ? 10 + 5 * ( i - 3 ) : 70 + 30 * ( i - 15 );
		walks[i] = ( Walk ){ entry, 40 };
	}
	wfMetricsDef def = makeLineDef( 0.95 );
	def.area = ( wfBox2 ){ { 1.5, -0.5 }, { 3.5, 19.5 } };
	wfMetrics* metrics = measureWalks( &def, walks, 20 );
	wfMetricsReport report = endMetrics( metrics );
	wfStationaryFlow flow = report.lines[0].stationary;
	CHECK_EQUAL( flow.crossings, 12 );
	CHECK_NEAR( flow.from, 2.0, 1e-12 );
	CHECK_NEAR( flow.to, 8.0, 1e-12 );
	CHECK_NEAR( flow.flow, 2.0, 1e-12 );
	CHECK_NEAR( flow.specificFlow, 0.01, 1e-12 );
	CHECK_NEAR( flow.deviation, 0.0, 1e-9 );
	CHECK( report.lines[0].flow < 1.1 );
	// Somebody is strictly inside in the frames 16 to 34 after the entry; counted by hand over the frames from 20 to 80.
	int32_t inside = 0;
	for ( int32_t i = 0; i < 20; ++i )
	{
		for ( int32_t frame = walks[i].entry + 16; frame <= walks[i].entry + 34; ++frame )
		{
			inside += frame >= 20 && frame <= 80;
		}
	}
	CHECK_NEAR( flow.density, inside / 61.0 / 40.0, 1e-12 );
	CHECK( flow.voronoiDensity > 0.0 && flow.voronoiDensity < 1.0 );
	CHECK_NEAR( flow.speed, 1.0, 1e-9 );
}

TEST( DeviationShowsAFlowThatChanges )
{
	// Ten persons cross at 1 .. 10 s, but the 5th two seconds late: from the 2nd to the 8th it lags by two persons at 7 s.
	const int32_t entries[10] = { 0, 10, 20, 30, 55, 56, 60, 70, 80, 90 };
	Walk walks[10];
	for ( int32_t i = 0; i < 10; ++i )
	{
		walks[i] = ( Walk ){ entries[i], 20 };
	}
	wfMetricsDef def = makeLineDef( 0.95 );
	wfMetricsReport report = endMetrics( measureWalks( &def, walks, 10 ) );
	CHECK_NEAR( report.lines[0].stationary.flow, 1.0, 1e-12 );
	// The 5th comes at 6.5 s, when 2 + 4.5 should have crossed: 1.5 persons behind as it crosses.
	CHECK_NEAR( report.lines[0].stationary.deviation, 1.5, 1e-9 );
}

// --------------------------------------------------------------------------------------------------------------- series

TEST( SeriesOfTheWholeFloor )
{
	// One from 0 to 4 s, one from 2 to 3 s, at 1 m/s; the recording lasts 4 s.
	const Walk walks[] = { { 0, 40 }, { 20, 10 } };
	wfMetricsDef def = makeLineDef( 0.95 );
	def.seriesWindow = 2.0;
	wfMetrics* metrics = measureWalks( &def, walks, 2 );
	wfSeriesPoint points[4];
	CHECK_EQUAL( wfMetrics_GetSeries( metrics, points, 4 ), 2 );
	CHECK_NEAR( points[0].from, 0.0, 0.0 );
	CHECK_NEAR( points[0].to, 2.0, 1e-12 );
	CHECK_NEAR( points[1].to, 4.0, 1e-12 );
	CHECK_EQUAL( points[0].frames, 21 ); // the first window has its first frame as well
	CHECK_EQUAL( points[1].frames, 20 );
	CHECK_NEAR( points[0].people, 22.0 / 21.0, 1e-12 );
	CHECK_NEAR( points[1].people, 30.0 / 20.0, 1e-12 );
	CHECK( isnan( points[0].density ) && isnan( points[0].voronoiDensity ) ); // no area, no walls
	CHECK_NEAR( points[0].speed, 1.0, 1e-12 );
	CHECK_NEAR( points[0].flows[0], 0.5, 1e-12 );
	CHECK_NEAR( points[1].flows[0], 0.5, 1e-12 );
	CHECK( isnan( points[0].flows[1] ) );
	CHECK_NEAR( points[0].outflow, 0.0, 0.0 );
	CHECK_NEAR( points[1].outflow, 0.5, 1e-12 ); // the other is there in the last frame
	wfDestroyMetrics( metrics );

	// What is left of the last window is less than half of it, then more.
	def.seriesWindow = 3.0;
	metrics = measureWalks( &def, walks, 2 );
	CHECK_EQUAL( wfMetrics_GetSeries( metrics, NULL, 0 ), 1 );
	wfDestroyMetrics( metrics );
	def.seriesWindow = 2.5;
	metrics = measureWalks( &def, walks, 2 );
	CHECK_EQUAL( wfMetrics_GetSeries( metrics, points, 4 ), 2 );
	CHECK_NEAR( points[1].to, 4.0, 1e-12 );
	CHECK_NEAR( points[1].flows[0], 1.0 / 1.5, 1e-12 );
	wfDestroyMetrics( metrics );
	def.seriesWindow = 60.0;
	metrics = measureWalks( &def, walks, 2 );
	CHECK_EQUAL( wfMetrics_GetSeries( metrics, points, 4 ), 1 );
	CHECK_NEAR( points[0].flows[0], 0.5, 1e-12 );
	wfDestroyMetrics( metrics );
}

TEST( SeriesOfAnArea )
{
	// 2 m2 in which the first is for the frames 11 to 29, the second for 31 to 49: by frames of the windows.
	const Walk walks[] = { { 0, 40 }, { 20, 40 } };
	wfMetricsDef def = wfDefaultMetricsDef();
	def.area = ( wfBox2 ){ { 1.05, -0.5 }, { 2.95, 2.5 } };
	def.seriesWindow = 2.0;
	double size = 1.9 * 3.0;
	wfMetrics* metrics = measureWalks( &def, walks, 2 );
	wfSeriesPoint points[4];
	CHECK_EQUAL( wfMetrics_GetSeries( metrics, points, 4 ), 3 );
	CHECK_NEAR( points[0].people, 10.0 / 21.0, 1e-12 ); // frames 11 to 20
	CHECK_NEAR( points[1].people, 19.0 / 20.0, 1e-12 ); // 21 to 29 and 31 to 40
	CHECK_NEAR( points[2].people, 9.0 / 20.0, 1e-12 );
	CHECK_NEAR( points[1].density, 0.95 / size, 1e-12 );
	CHECK_NEAR( points[1].speed, 1.0, 1e-9 );
	// The windows, weighted by their frames, are the mean of the whole.
	double sum = 0.0, voronoi = 0.0, frames = 0.0;
	for ( int32_t i = 0; i < 3; ++i )
	{
		sum += points[i].density * (double)points[i].frames;
		voronoi += points[i].voronoiDensity * (double)points[i].frames;
		frames += (double)points[i].frames;
	}
	wfMetricsReport report = wfMetrics_GetReport( metrics );
	CHECK_NEAR( sum / frames, report.meanDensity, 1e-12 );
	CHECK_NEAR( voronoi / frames, report.voronoiDensity, 1e-12 );
	// Asked for fewer, it says how many there are and fills those.
	wfSeriesPoint first;
	CHECK_EQUAL( wfMetrics_GetSeries( metrics, &first, 1 ), 3 );
	CHECK_NEAR( first.people, points[0].people, 0.0 );
	wfDestroyMetrics( metrics );
}

TEST( SeriesKnowsTheFloor )
{
	// A room of 20 x 10 m with a block of 5 x 4 m in it.
	wfWorldDef worldDef = wfDefaultWorldDef();
	worldDef.bounds = ( wfBox2 ){ { -5.0, -5.0 }, { 15.0, 5.0 } };
	wfWorld* world = NULL;
	CHECK_EQUAL( wfCreateWorld( &worldDef, &world, NULL ), wf_ok );
	const wfVec2 corners[] = { { 8.0, -2.0 }, { 13.0, -2.0 }, { 13.0, 2.0 }, { 8.0, 2.0 } };
	wfShapeDef shape = wfDefaultShapeDef();
	shape.kind = wf_polygonShape;
	shape.points = corners;
	shape.pointCount = 4;
	CHECK_EQUAL( wfWorld_AddShape( world, &shape, NULL, NULL ), wf_ok );
	const Walk walks[] = { { 0, 40 }, { 0, 40 } };
	wfMetricsDef def = wfDefaultMetricsDef();
	def.world = world;
	def.seriesWindow = 4.0;
	wfMetrics* metrics = measureWalks( &def, walks, 2 );
	wfSeriesPoint point;
	CHECK_EQUAL( wfMetrics_GetSeries( metrics, &point, 1 ), 1 );
	CHECK_NEAR( point.people, 2.0, 1e-12 );
	CHECK_NEAR( point.density, 2.0 / 180.0, 1e-6 );
	wfDestroyMetrics( metrics );
	wfDestroyWorld( world );
}

// Nobody is there for a long while: frames that are left out in the middle count as all others do.
TEST( SeriesCountsEmptyFrames )
{
	wfTrajectoryRow rows[4] = { { .frame = 0, .id = 1 }, { .frame = 1, .id = 1 }, { .frame = 1000, .id = 2 } };
	rows[3] = ( wfTrajectoryRow ){ .frame = 1001, .id = 2 };
	wfTrajectories all = asTrajectories( rows, 4, 10.0 );
	wfMetricsDef def = wfDefaultMetricsDef();
	def.seriesWindow = 7.0;
	wfMetrics* metrics = makeMetrics( &def );
	CHECK_EQUAL( wfMetrics_AddTrajectories( metrics, &all, NULL, NULL ), wf_ok );
	wfSeriesPoint points[32];
	int64_t count = wfMetrics_GetSeries( metrics, points, 32 );
	CHECK_EQUAL( count, 14 ); // 100.1 s; the rest of 2.1 s is left out
	for ( int64_t i = 0; i < count && i < 32; ++i )
	{
		CHECK_EQUAL( points[i].frames, i == 0 ? 71 : 70 );
	}
	CHECK_NEAR( points[0].people, 2.0 / 71.0, 1e-12 );
	CHECK_NEAR( points[5].people, 0.0, 0.0 );
	CHECK( isnan( points[5].speed ) );
	wfDestroyMetrics( metrics );

	// A window too small for all that time.
	rows[2].frame = 2000000000;
	rows[3].frame = 2000000001;
	metrics = makeMetrics( &def );
	CHECK_EQUAL( wfMetrics_AddTrajectories( metrics, &all, NULL, NULL ), wf_tooLarge );
	wfDestroyMetrics( metrics );
}

TEST( SeriesRefusesBadWindows )
{
	const double bad[] = { -1.0, 1e-4, 2e6, NAN, INFINITY };
	for ( int32_t i = 0; i < 5; ++i )
	{
		wfMetricsDef def = wfDefaultMetricsDef();
		def.seriesWindow = bad[i];
		wfMetrics* metrics = NULL;
		wfError error = { 0 };
		CHECK_EQUAL( wfCreateMetrics( &def, &metrics, &error ), wf_outOfRange );
		CHECK_STRING( error.field, "seriesWindow" );
	}
	wfMetricsDef def = wfDefaultMetricsDef();
	def.missedReach = -1.0;
	wfMetrics* metrics = NULL;
	CHECK_EQUAL( wfCreateMetrics( &def, &metrics, NULL ), wf_outOfRange );
	def = wfDefaultMetricsDef();
	metrics = makeMetrics( &def );
	wfSeriesPoint point;
	CHECK_EQUAL( wfMetrics_GetSeries( metrics, &point, 1 ), 0 );
	CHECK_EQUAL( wfMetrics_GetJourneys( metrics, NULL, 0 ), 0 );
	wfDestroyMetrics( metrics );
}

// ------------------------------------------------------------------------------------------------------------- journeys

TEST( JourneysAreInTheOrderOfTheirEnds )
{
	const Walk walks[] = { { 0, 40 }, { 10, 10 }, { 5, 15 } };
	wfMetricsDef def = wfDefaultMetricsDef();
	wfMetrics* metrics = measureWalks( &def, walks, 3 );
	wfJourney journeys[4];
	CHECK_EQUAL( wfMetrics_GetJourneys( metrics, journeys, 4 ), 3 );
	CHECK_EQUAL( journeys[0].serial, 2 );
	CHECK_EQUAL( journeys[1].serial, 3 );
	CHECK_EQUAL( journeys[2].serial, 1 );
	CHECK_NEAR( journeys[1].from, 0.5, 1e-12 );
	CHECK_NEAR( journeys[1].to, 2.0, 1e-12 );
	CHECK_NEAR( journeys[1].walked, 1.5, 1e-12 );
	CHECK( journeys[0].left && journeys[1].left && !journeys[2].left );
	CHECK_EQUAL( wfMetrics_AddArrival( metrics, 1, 0.25 ), wf_ok );
	CHECK_EQUAL( wfMetrics_GetJourneys( metrics, journeys, 1 ), 3 );
	CHECK( journeys[0].serial == 1 && journeys[0].arrived );
	CHECK_NEAR( journeys[0].to, 0.25, 0.0 );
	wfDestroyMetrics( metrics );
}

static wfResult measureOnce( void )
{
	const Walk walks[] = { { 0, 40 }, { 20, 10 } };
	wfMetricsDef def = makeLineDef( 0.95 );
	def.seriesWindow = 0.5;
	def.area = ( wfBox2 ){ { 1.05, -0.5 }, { 2.95, 2.5 } };
	wfMetrics* metrics = NULL;
	wfResult result = wfCreateMetrics( &def, &metrics, NULL );
	if ( result == wf_ok )
	{
		wfTrajectories all = makeWalks( walks, 2 );
		result = wfMetrics_AddTrajectories( metrics, &all, NULL, NULL );
	}
	if ( result == wf_ok && wfMetrics_GetJourneys( metrics, NULL, 0 ) != 2 )
	{
		result = wf_outOfMemory;
	}
	wfDestroyMetrics( metrics );
	return result;
}

TEST( SeriesWithoutMemory )
{
	TEST_EVERY_ALLOCATION( measureOnce(), (void)0 );
}

void runSeriesTests( int argc, char** argv )
{
	RUN( CurveOfCrossingsIsExact );
	RUN( MissedAreThoseWhoEndNearby );
	RUN( StationaryFlowLeavesOutBothEnds );
	RUN( DeviationShowsAFlowThatChanges );
	RUN( SeriesOfTheWholeFloor );
	RUN( SeriesOfAnArea );
	RUN( SeriesKnowsTheFloor );
	RUN( SeriesCountsEmptyFrames );
	RUN( SeriesRefusesBadWindows );
	RUN( JourneysAreInTheOrderOfTheirEnds );
	RUN( SeriesWithoutMemory );
}
