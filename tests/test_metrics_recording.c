// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Whole recordings: rows that leave frames out, and those of real people.

#include "test_metrics.h"

#include <math.h>

static wfMetricsReport measure( const wfTrajectories* trajectories, const wfMetricsDef* def )
{
	wfMetrics* metrics = makeMetrics( def );
	CHECK_EQUAL( wfMetrics_AddTrajectories( metrics, trajectories, NULL, NULL ), wf_ok );
	return endMetrics( metrics );
}

TEST( RecordingsInStrides )
{
	// Every sixth frame, as annotated by hand, the last one in another part; two people, one of them away for a while and both
	// away for one frame.
	wfTrajectoryRow rows[] = { { 780, 1, 0.0, 0.0, 0.0 }, { 786, 1, 0.4, 0.0, 0.0 }, { 786, 7, 9.0, 1.0, 0.0 },
							   { 792, 1, 0.8, 0.0, 0.0 }, { 792, 7, 8.0, 1.0, 0.0 }, { 804, 1, 2.0, 0.0, 0.0 },
							   { 804, 7, 6.0, 1.0, 0.0 }, { 810, 7, 5.0, 1.0, 0.0 }, { 817, 1, 2.5, 0.0, 0.0 } };
	wfTrajectories trajectories = asTrajectories( rows, 9, 15.0 );
	wfMetricsDef def = wfDefaultMetricsDef();
	def.area = ( wfBox2 ){ { -1.0, -1.0 }, { 9.0, 3.0 } };
	wfMetricsReport report = measure( &trajectories, &def );
	CHECK_EQUAL( report.frames, 7 );
	CHECK_EQUAL( report.agents, 2 );
	CHECK_EQUAL( report.left, 1 );
	CHECK_NEAR( report.seconds, 37.0 / 15.0, 1e-12 );
	CHECK_NEAR( report.meanSpeed, ( 0.8 + 1.0 + 1.0 ) / ( 4 * 0.4 ), 1e-12 );
	CHECK_NEAR( report.meanDensity, ( 5.0 + 3.0 ) / 7.0 / 40.0, 1e-12 ); // on the boundary, at x = 9, is outside
	CHECK_NEAR( report.pathRatio, 1.0, 1e-12 );
}

TEST( RecordingsWithALongPause )
{
	wfTrajectoryRow rows[] = {
		{ -5, 1, 0.0, 0.0, 0.0 }, { -4, 1, 0.1, 0.0, 0.0 }, { 2000000000, 1, 0.2, 0.0, 0.0 }, { 2000000001, 1, 0.3, 0.0, 0.0 } };
	wfTrajectories trajectories = asTrajectories( rows, 4, 10.0 );
	wfMetricsDef def = wfDefaultMetricsDef();
	def.area = ( wfBox2 ){ { -1.0, -1.0 }, { 1.0, 1.0 } };
	wfMetricsReport report = measure( &trajectories, &def );
	CHECK_EQUAL( report.frames, 2000000007 );
	CHECK_NEAR( report.meanSpeed, 1.0, 1e-6 ); // seconds of a large clock
	CHECK_NEAR( report.meanDensity, 1.0 / 2000000007.0, 1e-15 );
}

// The first walks a metre, arrives and is carried on; the second arrives between the last two frames, the third never.
TEST( RecordingsThatTellArrivals )
{
	wfTrajectoryRow rows[] = { { 0, 1, 0.0, 0.0, 0.0 }, { 0, 2, 0.0, 5.0, 0.0 }, { 0, 3, 0.0, 9.0, 0.0 }, { 1, 1, 1.0, 0.0, 0.0 },
							   { 1, 2, 0.5, 5.5, 0.0 }, { 1, 3, 1.0, 9.0, 0.0 }, { 2, 1, 1.0, 3.0, 0.0 }, { 2, 2, 1.0, 5.0, 0.0 },
							   { 2, 3, 2.0, 9.0, 0.0 }, { 3, 1, 1.0, 6.0, 0.0 }, { 3, 3, 3.0, 9.0, 0.0 } };
	wfArrival arrivals[] = { { 1, 0.1 }, { 2, 0.25 } };
	wfTrajectories trajectories = asTrajectories( rows, 11, 10.0 );
	trajectories.arrivals = arrivals;
	trajectories.arrivalCount = 2;
	wfMetricsDef def = wfDefaultMetricsDef();
	wfMetricsReport report = measure( &trajectories, &def );
	CHECK_EQUAL( report.arrived, 2 );
	CHECK( isnan( report.arrived95 ) );
	CHECK_NEAR( report.pathRatio, 0.5 * ( 1.0 + sqrt( 2.0 ) ), 1e-12 );

	wfArrival last[] = { { 1, 0.1 }, { 2, 0.25 }, { 3, 12.0 } }; // after the last frame
	trajectories.arrivals = last;
	trajectories.arrivalCount = 3;
	report = measure( &trajectories, &def );
	CHECK_EQUAL( report.arrived, 3 );
	CHECK_NEAR( report.arrived95, 12.0, 0.0 );
}

// Side by side, both facing up, 0.35 m apart: shoulders of 0.25 m overlap by 0.15 m. Facing along the line between them they do
// not, and where it is not known how they stand only the circles of 0.15 m in them count.
TEST( RecordingsOfBodies )
{
	wfTrajectoryRow rows[] = { { 0, 1, 0.0, 0.0, 0.0 }, { 0, 2, 0.35, 0.0, 0.0 } };
	float radii[] = { 0.25f, 0.25f }, depths[] = { 0.15f, 0.15f };
	float up[] = { 1.5707963f, 1.5707963f }, along[] = { 0.0f, 3.1415927f }, unknown[] = { NAN, NAN };
	wfTrajectories trajectories = asTrajectories( rows, 2, 10.0 );
	wfMetricsDef def = wfDefaultMetricsDef();
	trajectories.radii = radii;
	CHECK_EQUAL( measure( &trajectories, &def ).overlaps, 1 );
	trajectories.depths = depths;
	trajectories.headings = up;
	wfMetricsReport report = measure( &trajectories, &def );
	CHECK_EQUAL( report.overlaps, 1 );
	CHECK_NEAR( report.deepestOverlap, 0.15, 1e-6 );
	trajectories.headings = along;
	CHECK_EQUAL( measure( &trajectories, &def ).overlaps, 0 );
	trajectories.headings = unknown;
	CHECK_EQUAL( measure( &trajectories, &def ).overlaps, 0 );
	rows[1].x = 0.25;
	report = measure( &trajectories, &def );
	CHECK_EQUAL( report.overlaps, 1 );
	CHECK_NEAR( report.deepestOverlap, 0.05, 1e-6 );
}

static bool stop( double fraction, void* context )
{
	*(double*)context = fraction;
	return false;
}

TEST( RecordingsThatAreNone )
{
	wfTrajectoryRow unsorted[] = { { 2, 1, 0.0, 0.0, 0.0 }, { 1, 1, 0.0, 0.0, 0.0 } },
					twice[] = { { 2, 1, 0.0, 0.0, 0.0 }, { 2, 1, 0.0, 0.0, 0.0 } };
	wfMetricsDef def = wfDefaultMetricsDef();
	wfMetrics* metrics = makeMetrics( &def );
	wfTrajectories trajectories = asTrajectories( unsorted, 2, 10.0 );
	CHECK_EQUAL( wfMetrics_AddTrajectories( metrics, &trajectories, NULL, NULL ), wf_badFormat );
	trajectories = asTrajectories( NULL, 0, 0.0 );
	CHECK_EQUAL( wfMetrics_AddTrajectories( metrics, &trajectories, NULL, NULL ), wf_outOfRange );
	trajectories = asTrajectories( NULL, 0, 10.0 );
	CHECK_EQUAL( wfMetrics_AddTrajectories( metrics, &trajectories, NULL, NULL ), wf_ok );
	wfMetricsReport report = wfMetrics_GetReport( metrics );
	CHECK_EQUAL( report.frames, 0 );
	CHECK( report.agents == 0 && isnan( report.meanSpeed ) && isnan( report.pathRatio ) && isnan( report.arrived95 ) );
	trajectories = asTrajectories( twice, 2, 10.0 );
	CHECK_EQUAL( wfMetrics_AddTrajectories( metrics, &trajectories, NULL, NULL ), wf_outOfRange );
	wfDestroyMetrics( metrics );

	static wfTrajectoryRow many[70000];
	for ( int32_t i = 0; i < 70000; ++i )
	{
		many[i] = ( wfTrajectoryRow ){ i, 1, 0.001 * i, 0.0, 0.0 };
	}
	metrics = makeMetrics( &def );
	trajectories = asTrajectories( many, 70000, 10.0 );
	double fraction = 0.0;
	CHECK_EQUAL( wfMetrics_AddTrajectories( metrics, &trajectories, stop, &fraction ), wf_cancelled );
	CHECK( fraction > 0.9 && fraction < 1.0 );
	wfDestroyMetrics( metrics );
}

// ---------------------------------------------------------------------------------------------------------- real people

static bool readData( const char* name, double fps, double unit, wfTrajectories* trajectories )
{
	const char* path = testDataPath( name );
	if ( path == NULL )
	{
		testSkip( "the data is not there" );
		return false;
	}
	wfReadTrajectoriesDef def = wfDefaultReadTrajectoriesDef();
	def.fps = fps;
	def.unit = unit;
	wfError error = { 0 };
	bool read = CHECK_EQUAL( wfReadTrajectories( path, &def, trajectories, &error ), wf_ok );
	if ( !read )
	{
		CHECK_STRING( error.message, "" );
	}
	return read;
}

// The report of one line and one area.
static bool measureData( const char* name, double fps, double unit, const wfVec2* line, wfBox2 area, wfMetricsReport* report )
{
	wfTrajectories trajectories = { 0 };
	if ( !readData( name, fps, unit, &trajectories ) )
	{
		return false;
	}
	wfMetricsDef def = wfDefaultMetricsDef();
	def.lines[0][0] = line[0];
	def.lines[0][1] = line[1];
	def.lineCount = 1;
	def.area = area;
	*report = measure( &trajectories, &def );
	wfTrajectories_Free( &trajectories );
	return true;
}

// Figures of a few lines of Python that follow PedPy's definitions, with no code in common.
TEST( BottleneckOfRealPeople )
{
	const wfVec2 line[2] = { { 0.35, 0.0 }, { -0.35, 0.0 } };
	wfMetricsReport report;
	if ( !measureData( "trajectories/bottleneck/040_c_56_h-.txt", 0.0, 0.0, line, ( wfBox2 ){ { -0.4, 0.5 }, { 0.4, 1.3 } },
					   &report ) )
	{
		return;
	}
	CHECK_EQUAL( report.agents, 75 );
	CHECK_EQUAL( report.left, 74 );
	CHECK_EQUAL( report.frames, 1657 );
	CHECK_NEAR( report.seconds, 66.24, 1e-9 );
	CHECK_NEAR( report.meanSpeed, 0.2086532885, 1e-9 );
	CHECK_NEAR( report.standingFraction, 0.3500753550, 1e-9 );
	CHECK_NEAR( report.pathRatio, 1.3788453439, 1e-9 );
	CHECK_NEAR( report.headingChange, 99.11674093, 1e-6 );
	CHECK_EQUAL( report.lines[0].crossings, 75 );
	CHECK_NEAR( report.lines[0].firstTime, 0.52, 1e-9 );
	CHECK_NEAR( report.lines[0].lastTime, 65.0, 1e-9 );
	CHECK_NEAR( report.lines[0].flow, 1.1476426799, 1e-9 );
	CHECK_NEAR( report.lines[0].specificFlow, 1.1476426799 / 0.7, 1e-9 );
	CHECK_NEAR( report.meanDensity, 6.6743361497, 1e-9 );
	CHECK_NEAR( report.areaSpeed, 0.1317030540, 1e-9 );
}

TEST( CorridorOfRealPeople )
{
	const wfVec2 line[2] = { { 0.0, -1.0 }, { 0.0, 6.0 } };
	wfMetricsReport report;
	if ( !measureData( "trajectories/corridor/traj_UNI_CORR_500_01.txt", 0.0, 0.0, line,
					   ( wfBox2 ){ { -2.0, 0.5 }, { 2.0, 4.5 } }, &report ) )
	{
		return;
	}
	CHECK_EQUAL( report.agents, 148 );
	CHECK_EQUAL( report.frames, 1889 );
	CHECK_NEAR( report.meanSpeed, 1.4742203878, 1e-9 );
	CHECK_NEAR( report.standingFraction, 0.0000393887, 1e-9 );
	CHECK_NEAR( report.pathRatio, 1.0103926360, 1e-9 );
	CHECK_NEAR( report.headingChange, 37.25286049, 1e-6 );
	CHECK_EQUAL( report.lines[0].crossings, 148 );
	CHECK_NEAR( report.lines[0].flow, 2.1193771626, 1e-9 );
	CHECK_NEAR( report.meanDensity, 0.3236500794, 1e-9 );
	CHECK_NEAR( report.areaSpeed, 1.4616974555, 1e-9 );
}

TEST( CorridorInCentimetres )
{
	const wfVec2 line[2] = { { -3.0, 0.0 }, { 3.0, 0.0 } };
	wfMetricsReport report;
	if ( !measureData( "trajectories/corridor/bo-360-050-050.txt", 16.0, 0.01, line, ( wfBox2 ){ { -1.0, -1.0 }, { 1.0, 1.0 } },
					   &report ) )
	{
		return;
	}
	CHECK_EQUAL( report.agents, 118 );
	CHECK_EQUAL( report.frames, 973 );
	CHECK_NEAR( report.meanSpeed, 1.4644523782, 1e-9 );
	CHECK_NEAR( report.standingFraction, 0.0, 0.0 );
	CHECK_NEAR( report.pathRatio, 1.0387386503, 1e-9 );
	CHECK_NEAR( report.headingChange, 33.98335239, 1e-6 );
	CHECK_EQUAL( report.lines[0].crossings, 110 );
	CHECK_NEAR( report.lines[0].flow, 2.1165048544, 1e-9 );
	CHECK_NEAR( report.meanDensity, 0.2165981501, 1e-9 );
	CHECK_NEAR( report.areaSpeed, 1.4629245509, 1e-9 );
}

void runRecordingTests( int argc, char** argv )
{
	RUN( RecordingsInStrides );
	RUN( RecordingsWithALongPause );
	RUN( RecordingsThatTellArrivals );
	RUN( RecordingsOfBodies );
	RUN( RecordingsThatAreNone );
	RUN( BottleneckOfRealPeople );
	RUN( CorridorOfRealPeople );
	RUN( CorridorInCentimetres );
}
