// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Density, speed and the fundamental diagram in an area; the density map; memory that runs out.

#include "test_metrics.h"

#include <math.h>

#define PI 3.141592653589793
#define CUT_OFF 2.0

static wfMetricsDef areaDef( double left, double bottom, double right, double top )
{
	wfMetricsDef def = wfDefaultMetricsDef();
	def.fps = 10.0;
	def.area = ( wfBox2 ){ { left, bottom }, { right, top } };
	return def;
}

static double getDensity( const wfMetricsDef* def, const wfVec2* places, int32_t count )
{
	wfMetrics* metrics = makeMetrics( def );
	CHECK_EQUAL( addPlaces( metrics, 0.0, places, count, NULL, NULL ), wf_ok );
	return endMetrics( metrics ).voronoiDensity;
}

TEST( SpeedsAreCentralDifferences )
{
	// c k^3 at 10 frames a second; a window of m frames to either side sees 3 k^2 + m^2 instead of 3 k^2.
	wfMetricsDef def = areaDef( 0.5, -4.0, 100.0, 4.0 );
	wfMetrics* metrics = makeMetrics( &def );
	const double c = 0.05;
	for ( int32_t k = 0; k <= 8; ++k )
	{
		// The other one stands in the area for three frames, and enters it on its boundary, which is outside.
		const wfVec2 places[] = { { c * k * k * k, 0.0 }, { 50.0, k < 2 ? 4.0 : 3.5 } };
		CHECK_EQUAL( addPlaces( metrics, 0.1 * k, places, k < 5 ? 2 : 1, NULL, NULL ), wf_ok );
	}
	// In the area from frame 3 on (0.05 * 27 = 1.35). Windows: 2 frames, but 1 before the last one, where there is no speed at
	// all.
	const double counts[] = { 0.0, 0.0, 1.0, 2.0, 2.0, 1.0, 1.0, 1.0, 1.0 };
	// The other one's windows: frame 2: 0 to 4; 3: 2 to 4; 4: none left.
	wfFundamentalPoint points[16];
	CHECK_EQUAL( wfMetrics_GetFundamental( metrics, points, 16 ), 6 );
	CHECK_NEAR( points[0].time, 0.2, 1e-12 );
	CHECK_NEAR( points[0].speed, 0.5 / 0.4, 1e-12 ); // it stepped in half a metre
	for ( int32_t k = 0; k < 6; ++k )
	{
		CHECK_NEAR( points[k].flow, points[k].density * points[k].speed, 1e-12 );
	}
	CHECK_NEAR( points[1].speed, ( ( 27.0 + 4.0 ) * c * 10.0 ) / 2.0, 1e-12 );
	CHECK_NEAR( points[2].speed, ( 48.0 + 4.0 ) * c * 10.0, 1e-12 );
	CHECK_NEAR( points[3].speed, ( 75.0 + 4.0 ) * c * 10.0, 1e-12 );
	CHECK_NEAR( points[4].speed, ( 108.0 + 4.0 ) * c * 10.0, 1e-12 );
	CHECK_NEAR( points[5].speed, ( 147.0 + 1.0 ) * c * 10.0, 1e-12 );
	CHECK_NEAR( points[5].time, 0.7, 1e-12 );
	CHECK_NEAR( points[5].density, 1.0 / 796.0, 1e-12 );
	CHECK_EQUAL( wfMetrics_GetFundamental( metrics, NULL, 0 ), 6 );
	wfFundamentalPoint few[6] = { 0 };
	CHECK_EQUAL( wfMetrics_GetFundamental( metrics, few, 2 ), 6 );
	CHECK( few[1].time > 0.0 && few[2].time == 0.0 );
	wfMetricsReport report = endMetrics( metrics );
	double persons = 0.0;
	for ( int32_t k = 0; k < 9; ++k )
	{
		persons += counts[k];
	}
	CHECK_NEAR( report.meanDensity, persons / 9.0 / 796.0, 1e-12 );
	double sum = 0.5 / 0.4 + 0.0 + ( 31.0 + 52.0 + 79.0 + 112.0 + 148.0 ) * c * 10.0;
	CHECK_NEAR( report.areaSpeed, sum / 7.0, 1e-12 );
}

// Whoever goes and comes back is measured as two.
TEST( SpeedsDoNotReachAcrossAnAbsence )
{
	wfMetricsDef def = areaDef( -10.0, -10.0, 10.0, 10.0 );
	wfMetrics* metrics = makeMetrics( &def );
	const double xs[] = { 0.0, 0.1, 0.2, NAN, 5.0, 5.2, 5.4 };
	for ( int32_t k = 0; k < 7; ++k )
	{
		const wfVec2 places[] = { { 9.0, -9.0 }, { xs[k], 0.0 } };
		CHECK_EQUAL( addPlaces( metrics, 0.1 * k, places, k == 3 ? 1 : 2, NULL, NULL ), wf_ok );
	}
	wfMetricsReport report = endMetrics( metrics );
	CHECK_NEAR( report.areaSpeed, ( 1.0 + 2.0 + 5 * 0.0 ) / 7.0, 1e-12 );
	CHECK_NEAR( report.meanSpeed, ( 0.2 + 0.4 ) / 1.0, 1e-12 );
	CHECK_EQUAL( report.agents, 2 );
	CHECK_EQUAL( report.left, 0 );
}

// -------------------------------------------------------------------------------------------------------------- Voronoi

TEST( VoronoiCellsOfFew )
{
	const wfVec2 middle = { 0.0, 0.0 };
	wfMetricsDef def = areaDef( -5.0, -5.0, 5.0, 5.0 );
	CHECK_NEAR( getDensity( &def, &middle, 1 ), 0.01, 1e-12 ); // all of him in 100 square metres
	def = areaDef( -0.5, -0.5, 0.5, 0.5 );
	CHECK_NEAR( getDensity( &def, &middle, 1 ), 1.0 / ( 4.0 * PI ), 1e-12 ); // one square metre of the disc of 2 m
	def = areaDef( 0.0, -9.0, 9.0, 0.0 );
	CHECK_NEAR( getDensity( &def, &middle, 1 ), 0.25 / 81.0, 1e-12 );
	def = areaDef( 2.1, -1.0, 3.0, 1.0 );
	CHECK_NEAR( getDensity( &def, &middle, 1 ), 0.0, 0.0 ); // beyond the cut-off
	// Two, 1 m apart: each has the disc without the segment beyond half a metre.
	const wfVec2 pair[] = { { 0.0, 0.0 }, { 1.0, 0.0 } };
	double segment = CUT_OFF * CUT_OFF * acos( 0.25 ) - 0.5 * sqrt( CUT_OFF * CUT_OFF - 0.25 );
	double cell = PI * CUT_OFF * CUT_OFF - segment;
	def = areaDef( 0.0, -8.0, 0.5, 8.0 );
	double strip = PI * CUT_OFF * CUT_OFF / 2.0 - segment;
	CHECK_NEAR( getDensity( &def, pair, 2 ), strip / cell / 8.0, 1e-12 );
	def = areaDef( -8.0, -8.0, 8.0, 8.0 );
	CHECK_NEAR( getDensity( &def, pair, 2 ), 2.0 / 256.0, 1e-12 );
	const wfVec2 same[] = { { 0.0, 0.0 }, { 0.0, 0.0 } };
	CHECK_NEAR( getDensity( &def, same, 2 ), 2.0 / 256.0, 1e-12 );
}

TEST( VoronoiCellsOfALattice )
{
	for ( double spacing = 0.4; spacing < 1.3; spacing += 0.35 )
	{
		wfVec2 places[225];
		for ( int32_t i = 0; i < 225; ++i )
		{
			double x = ( i % 15 - 7 ) * spacing, y = ( i / 15 - 7 ) * spacing;
			places[i] = ( wfVec2 ){ 0.8 * x - 0.6 * y, 0.6 * x + 0.8 * y };
		}
		// Wherever the area lies, away from the boundary.
		wfMetricsDef def = areaDef( -0.83, -0.7, 1.21, 0.94 );
		CHECK_NEAR( getDensity( &def, places, 225 ), 1.0 / ( spacing * spacing ), 1e-9 / ( spacing * spacing ) );
	}
}

// Against a fine raster of points, each given to whoever is nearest.
TEST( VoronoiCellsOfManyAgreeWithARaster )
{
	enum
	{
		count = 25
	};
	wfVec2 places[count];
	double sizes[count] = { 0.0 }, parts[count] = { 0.0 };
	for ( uint64_t i = 0; i < count; ++i )
	{
		places[i] = ( wfVec2 ){ -4.0 + 8.0 * wfRandomUnit( 7, i, 0 ), -3.0 + 6.0 * wfRandomUnit( 7, i, 1 ) };
	}
	const double step = 0.02;
	for ( double x = -6.0 + step / 2.0; x < 6.0; x += step )
	{
		for ( double y = -5.0 + step / 2.0; y < 5.0; y += step )
		{
			int32_t nearest = 0;
			double least = INFINITY;
			for ( int32_t i = 0; i < count; ++i )
			{
				double dx = places[i].x - x, dy = places[i].y - y;
				if ( dx * dx + dy * dy < least )
				{
					least = dx * dx + dy * dy;
					nearest = i;
				}
			}
			if ( least < CUT_OFF * CUT_OFF )
			{
				sizes[nearest] += step * step;
				parts[nearest] += x > -2.5 && x < 3.1 && y > -1.3 && y < 3.4 ? step * step : 0.0;
			}
		}
	}
	double persons = 0.0;
	for ( int32_t i = 0; i < count; ++i )
	{
		persons += parts[i] / sizes[i];
	}
	wfMetricsDef def = areaDef( -2.5, -1.3, 3.1, 3.4 );
	CHECK_NEAR( getDensity( &def, places, count ), persons / ( 5.6 * 4.7 ), 2e-3 * persons / ( 5.6 * 4.7 ) );
}

TEST( VoronoiCellsEndAtWalls )
{
	wfWorldDef worldDef = wfDefaultWorldDef();
	worldDef.bounds = ( wfBox2 ){ { 0.0, 0.0 }, { 2.0, 2.0 } };
	wfWorld* world = NULL;
	CHECK_EQUAL( wfCreateWorld( &worldDef, &world, NULL ), wf_ok );
	wfMetricsDef def = areaDef( 0.5, 0.5, 1.5, 1.5 );
	def.world = world;
	const wfVec2 middle = { 1.0, 1.0 };
	CHECK_NEAR( getDensity( &def, &middle, 1 ), 0.25, 1e-9 ); // a quarter of a room of 4 square metres
	// A pillar of 0.5 m^2, half of it in the area.
	wfShapeDef box = wfDefaultShapeDef();
	box.center = ( wfVec2 ){ 1.5, 1.0 };
	box.halfSize = ( wfVec2 ){ 0.25, 0.5 };
	CHECK_EQUAL( wfWorld_AddShape( world, &box, NULL, NULL ), wf_ok );
	CHECK_NEAR( getDensity( &def, &middle, 1 ), 0.75 / 3.5, 1e-9 );
	wfDestroyWorld( world );
}

// ----------------------------------------------------------------------------------------------------------------- map

TEST( DensityMapGrows )
{
	wfMetricsDef def = wfDefaultMetricsDef();
	def.densityCell = 0.5;
	wfMetrics* metrics = makeMetrics( &def );
	int32_t width = -1, height = -1;
	wfVec2 origin;
	CHECK_EQUAL( wfMetrics_GetDensityMap( metrics, NULL, 0, &width, &height, &origin ), 0 );
	const wfVec2 first[] = { { 1.0, 1.0 }, { 1.2, 1.2 } }, second[] = { { 1.0, 1.0 }, { -0.2, 2.4 } };
	CHECK_EQUAL( addPlaces( metrics, 0.0, NULL, 0, NULL, NULL ), wf_ok );
	CHECK_EQUAL( addPlaces( metrics, 1.0, first, 2, NULL, NULL ), wf_ok );
	CHECK_EQUAL( addPlaces( metrics, 2.0, second, 2, NULL, NULL ), wf_ok );
	CHECK_EQUAL( addPlaces( metrics, 3.0, second, 1, NULL, NULL ), wf_ok );
	double values[16] = { 0.0 };
	CHECK_EQUAL( wfMetrics_GetDensityMap( metrics, values, 16, &width, &height, &origin ), 12 );
	CHECK_EQUAL( width, 4 );
	CHECK_EQUAL( height, 3 );
	CHECK_NEAR( origin.x, -0.5, 1e-12 );
	CHECK_NEAR( origin.y, 1.0, 1e-12 );
	// Four frames, cells of a quarter square metre: each person and frame is 1.
	CHECK_NEAR( values[3], 4.0, 1e-12 );
	CHECK_NEAR( values[2 * 4 + 0], 1.0, 1e-12 );
	double sum = 0.0;
	for ( int32_t i = 0; i < 12; ++i )
	{
		sum += values[i];
	}
	CHECK_NEAR( sum, 5.0, 1e-12 );
	const wfVec2 far = { 1e8, 1e8 };
	CHECK_EQUAL( addPlaces( metrics, 4.0, &far, 1, NULL, NULL ), wf_tooLarge );
	wfDestroyMetrics( metrics );
}

// ------------------------------------------------------------------------------------------------------------ subdivision

static wfMetricsReport measureWalk( int32_t perTick )
{
	wfMetricsDef def = areaDef( -1.0, -1.0, 2.0, 2.0 );
	def.fps = 10.0 * perTick;
	def.radius = 0.2;
	def.lines[0][0] = ( wfVec2 ){ 0.5, -3.0 };
	def.lines[0][1] = ( wfVec2 ){ 0.5, 3.0 };
	def.lineCount = 1;
	wfMetrics* metrics = makeMetrics( &def );
	for ( int32_t k = 0; k <= 40 * perTick; ++k )
	{
		double t = 0.1 * k / perTick;
		const wfVec2 places[] = { { -2.0 + t, 0.0 }, { 2.0 - t, 0.1 }, { -1.0 + 0.5 * t, -1.0 + 0.6 * t } };
		CHECK_EQUAL( addPlaces( metrics, t, places, 3, NULL, NULL ), wf_ok );
	}
	return endMetrics( metrics );
}

TEST( MoreFramesTellTheSame )
{
	wfMetricsReport few = measureWalk( 1 );
	for ( int32_t perTick = 2; perTick <= 5; ++perTick )
	{
		wfMetricsReport many = measureWalk( perTick );
		CHECK_EQUAL( few.overlaps, 3 );
		CHECK_EQUAL( many.overlaps, few.overlaps );
		CHECK_EQUAL( many.lines[0].crossings, few.lines[0].crossings );
		CHECK_NEAR( many.seconds, few.seconds, 1e-9 );
		CHECK_NEAR( many.meanSpeed, few.meanSpeed, 1e-9 );
		CHECK_NEAR( many.standingFraction, few.standingFraction, 1e-9 );
		CHECK_NEAR( many.pathRatio, few.pathRatio, 1e-9 );
		CHECK_NEAR( many.headingChange, few.headingChange, 1e-9 );
		// What is taken at instants comes near.
		CHECK_NEAR( many.areaSpeed, few.areaSpeed, 0.02 );
		CHECK_NEAR( many.meanDensity, few.meanDensity, 0.05 * few.meanDensity );
		CHECK_NEAR( many.voronoiDensity, few.voronoiDensity, 0.02 * few.voronoiDensity );
	}
}

// -------------------------------------------------------------------------------------------------------------- memory

static wfResult measureEverything( const wfWorld* world )
{
	wfMetricsDef def = areaDef( -1.0, -1.0, 5.0, 5.0 );
	def.world = world;
	def.radius = 0.3;
	def.densityCell = 0.25;
	def.laneDirection = ( wfVec2 ){ 1.0, 0.0 };
	def.lines[0][0] = ( wfVec2 ){ 2.0, -9.0 };
	def.lines[0][1] = ( wfVec2 ){ 2.0, 9.0 };
	def.lineCount = 1;
	wfMetrics* metrics = NULL;
	wfResult result = wfCreateMetrics( &def, &metrics, NULL );
	for ( int32_t k = 0; k < 30 && result == wf_ok; ++k )
	{
		wfVec2 places[200];
		int32_t count = k < 15 ? 20 : 200;
		for ( int32_t i = 0; i < count; ++i )
		{
			double speed = i % 2 == 0 ? 0.1 : -0.1;
			places[i] = ( wfVec2 ){ 0.4 * ( i % 20 ) - 1.0 + k * speed, 0.35 * ( i / 20 ) };
		}
		result = addPlaces( metrics, 0.1 * k, places, count, NULL, NULL );
	}
	for ( uint32_t i = 1; i <= 200 && result == wf_ok; ++i )
	{
		result = wfMetrics_AddArrival( metrics, i, 3.0 );
	}
	if ( result == wf_ok )
	{
		// The time of arrivals needs memory too; without it there is no number.
		wfMetricsReport report = wfMetrics_GetReport( metrics );
		result = isnan( report.arrived95 ) ? wf_outOfMemory : wf_ok;
	}
	wfDestroyMetrics( metrics );
	return result;
}

TEST( MemoryMayRunOut )
{
	TEST_EVERY_ALLOCATION( measureEverything( NULL ), (void)0 );
	wfWorldDef worldDef = wfDefaultWorldDef();
	worldDef.bounds = ( wfBox2 ){ { -9.0, -9.0 }, { 9.0, 9.0 } };
	wfWorld* world = NULL;
	CHECK_EQUAL( wfCreateWorld( &worldDef, &world, NULL ), wf_ok );
	CHECK( wfWorld_GetDistance( world, ( wfVec2 ){ 0.0, 0.0 }, 0 ) > 0.0 ); // its index is made now
	TEST_EVERY_ALLOCATION( measureEverything( world ), (void)0 );
	wfDestroyWorld( world );
}

void runAreaTests( int argc, char** argv )
{
	RUN( SpeedsAreCentralDifferences );
	RUN( SpeedsDoNotReachAcrossAnAbsence );
	RUN( VoronoiCellsOfFew );
	RUN( VoronoiCellsOfALattice );
	RUN( VoronoiCellsOfManyAgreeWithARaster );
	RUN( VoronoiCellsEndAtWalls );
	RUN( DensityMapGrows );
	RUN( MoreFramesTellTheSame );
	RUN( MemoryMayRunOut );
}
