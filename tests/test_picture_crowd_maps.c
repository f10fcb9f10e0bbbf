// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Local maps, densities, fundamental diagrams, and the pictures of running crowds.

#include "test_picture_crowd.h"

#include "picture/color.h"
#include "picture/crowd.h"
#include "wayfield/picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------------------ local map

// 15 x 15 cells with border, free and update zone, a wall of 3 x 4 cells, one other agent with cost and one without a value.
static wfLocalMap makeLocalMap( void )
{
	wfLocalMap map = { .size = 15, .cell = 0.25, .angle = 0.5 };
	for ( int32_t j = 0; j < 15; ++j )
	{
		for ( int32_t i = 0; i < 15; ++i )
		{
			int32_t cell = j * 15 + i;
			bool border = i == 0 || j == 0 || i == 14 || j == 14, free = i == 1 || j == 1 || i == 13 || j == 13;
			map.cells[cell] = border ? wf_localBorder : free ? wf_localFree : wf_localUpdate;
			map.values[cell] = border ? 0.0f : (float)exp( -0.8 * hypot( 14.0 - i, 7.0 - j ) );
		}
	}
	for ( int32_t k = 0; k < 12; ++k )
	{
		map.cells[( 10 + k / 4 ) * 15 + 4 + k % 4] = wf_localObstacle;
		map.values[( 10 + k / 4 ) * 15 + 4 + k % 4] = 0.0f;
	}
	for ( int32_t j = 6; j <= 8; ++j )
	{
		map.cells[j * 15 + 14] = wf_localGoal;
		map.values[j * 15 + 14] = 1.0f;
	}
	map.cells[5 * 15 + 9] = wf_localAgent;
	map.costs[5 * 15 + 9] = 4.0f;
	map.costs[5 * 15 + 10] = 1.0f;
	map.cells[3 * 15 + 4] = wf_localAgent;
	map.values[3 * 15 + 4] = 0.0f;
	map.guide = ( wfVec2 ){ cos( 0.5 ), sin( 0.5 ) };
	map.direction = ( wfVec2 ){ cos( 0.1 ), sin( 0.1 ) };
	map.behavior = ( wfBehaviorVector ){ { 0.0, -1.0, 0.0 }, 0.7 };
	return map;
}

TEST( LocalMapsAreExplained )
{
	wfLocalMap map = makeLocalMap();
	CrowdPath file = crowdPath( "local.svg" );
	CHECK_EQUAL( wfDrawLocalMap( file.text, &map, "agent 7", 600, NULL ), wf_ok );
	CHECK( isGoodSvg( file.text ) );
	static const char* const labels[] = { ">d: direction taken<",
										  ">g: to the intermediate goal<",
										  ">v: behaviour, ε = 0.7<",
										  ">intermediate goal<",
										  ">border<",
										  ">free zone begins<",
										  ">update zone begins<",
										  ">obstacle<",
										  ">cost of other people, by area<",
										  ">taken by other people<",
										  ">attraction q, logarithmic<",
										  ">agent 7<",
										  ">x<",
										  ">y<" };
	for ( size_t i = 0; i < sizeof( labels ) / sizeof( labels[0] ); ++i )
	{
		CHECK_EQUAL( countText( file.text, labels[i] ), 1 );
	}
	// A plain map has none of what it does not need.
	map.angle = 0.0;
	map.behavior.epsilon = 0.0;
	memset( map.costs, 0, sizeof( map.costs ) );
	for ( int32_t cell = 0; cell < 225; ++cell )
	{
		bool other = map.cells[cell] == wf_localAgent || map.cells[cell] == wf_localObstacle;
		map.cells[cell] = other ? wf_localUpdate : map.cells[cell];
		map.values[cell] = other ? 0.5f : map.values[cell];
	}
	CHECK_EQUAL( wfDrawLocalMap( file.text, &map, NULL, 600, NULL ), wf_ok );
	static const char* const absent[] = { ">v: behaviour", ">obstacle<", ">cost of", ">taken by", ">x<" };
	for ( size_t i = 0; i < sizeof( absent ) / sizeof( absent[0] ); ++i )
	{
		CHECK_EQUAL( countText( file.text, absent[i] ), 0 );
	}
	remove( file.text );
}

TEST( LocalMapsShowTheirCells )
{
	wfLocalMap map = makeLocalMap();
	map.angle = 0.0;
	CrowdPath file = crowdPath( "local.png" );
	CHECK_EQUAL( wfDrawLocalMap( file.text, &map, NULL, 800, NULL ), wf_ok );
	FileBytes bytes = readBytes( file.text );
	int32_t width = 0, height = 0;
	CHECK( getPngSize( &bytes, &width, &height ) );
	freeBytes( &bytes );
	// The frame is the width of the sheet without its margins; the mesh tints the edges of the cells.
	double cell = ( width - 24.0 ) / 15.0;
	CHECK_NEAR( (double)countPixels( file.text, WF_WALL ) / ( cell * cell ), 12.5, 2.5 );
	CHECK_NEAR( (double)countPixels( file.text, 0xB9BDC9 ) / ( cell * cell ), 53.0, 8.0 );
	CHECK_NEAR( (double)countPixels( file.text, WF_GOAL ) / ( cell * cell ), 3.0, 0.7 );
	remove( file.text );
}

TEST( BadLocalMapsAreRefused )
{
	wfLocalMap map = makeLocalMap();
	CrowdPath file = crowdPath( "bad.svg" );
	wfError error = { 0 };
	CHECK_EQUAL( wfDrawLocalMap( "map.jpg", &map, NULL, 400, &error ), wf_unsupported );
	CHECK_EQUAL( wfDrawLocalMap( file.text, &map, NULL, 20, &error ), wf_outOfRange );
	CHECK( strstr( error.message, "20 pixels" ) != NULL );
	CHECK_STRING( error.file, file.text );
	map.size = WF_MAX_MAP_SIZE + 2;
	CHECK_EQUAL( wfDrawLocalMap( file.text, &map, NULL, 400, &error ), wf_outOfRange );
	CHECK( strstr( error.message, "37 cells" ) != NULL );
	map.size = 15;
	map.cell = NAN;
	CHECK_EQUAL( wfDrawLocalMap( file.text, &map, NULL, 400, &error ), wf_outOfRange );
	CHECK( !fileExists( file.text ) );
	// Values and cells nobody should make are drawn all the same.
	map = makeLocalMap();
	map.values[40] = NAN;
	map.values[41] = INFINITY;
	map.values[42] = -1.0f;
	map.costs[43] = NAN;
	map.cells[44] = 250;
	map.direction = ( wfVec2 ){ NAN, 0.0 };
	CHECK_EQUAL( wfDrawLocalMap( file.text, &map, NULL, 400, &error ), wf_ok );
	CHECK( isGoodSvg( file.text ) );
	memset( map.values, 0, sizeof( map.values ) );
	CHECK_EQUAL( wfDrawLocalMap( file.text, &map, NULL, 64, &error ), wf_ok );
	CHECK( isGoodSvg( file.text ) );
	remove( file.text );
}

// ------------------------------------------------------------------------------------------------------------- densities

TEST( DensitiesLieOnTheFloor )
{
	double values[20 * 10];
	for ( int32_t i = 0; i < 200; ++i )
	{
		values[i] = i % 20 < 10 ? 2.0 : 0.0;
	}
	wfHeatMap map = { values, 20, 10, 1.0, { -10.0, -5.0 } };
	wfWorld* world = crowdWorld();
	wfCrowdPictureDef def = wfDefaultCrowdPictureDef();
	def.legend = false;
	wfPalette palette;
	wfMakeHeatPalette( &palette );
	CrowdPath file = crowdPath( "density.png" );
	CHECK_EQUAL( wfDrawHeatMap( file.text, world, &map, &def, NULL ), wf_ok );
	double metre = 970.0 / 20.0, square = metre * metre;
	// Half of the floor is full, half empty but for the blend of one metre between; the box covers 2 x 2 of each half.
	CHECK_NEAR( (double)countPixels( file.text, palette.colors[WF_PALETTE_SIZE - 1] ) / square, 95.0 - 4.0, 4.0 );
	CHECK_NEAR( (double)countPixels( file.text, palette.colors[0] ) / square, 95.0 - 4.0, 4.0 );
	CHECK( (double)countPixels( file.text, WF_SOLID ) > 6.5 * square );
	remove( file.text );
	file = crowdPath( "density.svg" );
	def.legend = true;
	def.title = "density";
	CHECK_EQUAL( wfDrawHeatMap( file.text, NULL, &map, &def, NULL ), wf_ok );
	CHECK( isGoodSvg( file.text ) );
	CHECK_EQUAL( countText( file.text, ">mean density [persons/m²]<" ), 1 );
	CHECK_EQUAL( countText( file.text, ">at most 2 persons/m²<" ), 1 );
	values[3] = NAN;
	values[4] = 0.0;
	CHECK_EQUAL( wfDrawHeatMap( file.text, NULL, &map, &def, NULL ), wf_ok );
	CHECK( isGoodSvg( file.text ) );
	wfError error = { 0 };
	map.width = 0;
	CHECK_EQUAL( wfDrawHeatMap( file.text, NULL, &map, &def, &error ), wf_outOfRange );
	CHECK( strstr( error.message, "densityCell" ) != NULL );
	CHECK_EQUAL( wfDrawHeatMap( "density.bmp", NULL, &map, &def, &error ), wf_unsupported );
	remove( file.text );
	wfDestroyWorld( world );
}

TEST( DensitiesOfMetrics )
{
	wfWorld* world = crowdWorld();
	wfMetricsDef def = wfDefaultMetricsDef();
	def.fps = 10.0;
	def.world = world;
	def.densityCell = 1.0;
	wfMetrics* metrics = NULL;
	wfError error = { 0 };
	CHECK_EQUAL( wfCreateMetrics( &def, &metrics, &error ), wf_ok );
	uint32_t serials[4] = { 1, 2, 3, 4 };
	wfVec3 positions[4] = { { -4.6, 0.5, 0.0 }, { -4.3, 0.5, 0.0 }, { 3.5, -2.5, 0.0 }, { 6.5, 1.5, 0.0 } },
		   velocities[4] = { { 0.0, 0.0, 0.0 } };
	float headings[4] = { 0 }, radii[4] = { 0.1f, 0.1f, 0.1f, 0.1f }, desired[4] = { 1.0f, 1.0f, 1.0f, 1.0f };
	uint8_t states[4] = { 0 };
	for ( int32_t f = 0; f < 5; ++f )
	{
		wfFrame frame = { .time = 0.1 * f,
						  .count = 4,
						  .serials = serials,
						  .positions = positions,
						  .velocities = velocities,
						  .headings = headings,
						  .radii = radii,
						  .desiredSpeeds = desired,
						  .states = states };
		CHECK_EQUAL( wfMetrics_AddFrame( metrics, &frame ), wf_ok );
	}
	CrowdPath file = crowdPath( "metrics.svg" );
	wfCrowdPictureDef picture = wfDefaultCrowdPictureDef();
	CHECK_EQUAL( wfDrawDensity( file.text, world, metrics, &picture, &error ), wf_ok );
	CHECK( isGoodSvg( file.text ) );
	CHECK_EQUAL( countText( file.text, ">at most 2 persons/m²<" ), 1 );
	wfDestroyMetrics( metrics );
	def.densityCell = 0.0;
	CHECK_EQUAL( wfCreateMetrics( &def, &metrics, &error ), wf_ok );
	CHECK_EQUAL( wfDrawDensity( file.text, world, metrics, &picture, &error ), wf_outOfRange );
	CHECK( strstr( error.message, "densityCell" ) != NULL );
	testBeginAsserts();
	CHECK_EQUAL( wfDrawDensity( file.text, world, NULL, &picture, &error ), wf_invalidDef );
	CHECK_EQUAL( testEndAsserts(), 1 );
	wfDestroyMetrics( metrics );
	remove( file.text );
	wfDestroyWorld( world );
}

// ----------------------------------------------------------------------------------------------------------- fundamental

TEST( FundamentalDiagrams )
{
	// 40 points in each of the bins 0.2 to 0.4 and 0.6 to 0.8 (the largest density, 4, makes them 0.2 wide), two in another.
	wfFundamentalPoint points[83];
	for ( int32_t i = 0; i < 80; ++i )
	{
		points[i] = ( wfFundamentalPoint ){ i, ( i < 40 ? 0.3 : 0.7 ) + 0.001 * ( i % 40 - 20 ), 1.2 - 0.01 * ( i % 7 ), 0.0 };
	}
	points[80] = ( wfFundamentalPoint ){ 80.0, 4.0, 0.1, 0.0 };
	points[81] = ( wfFundamentalPoint ){ 81.0, 4.0, 0.2, 0.0 };
	points[82] = ( wfFundamentalPoint ){ 82.0, NAN, 0.2, 0.0 };
	wfFundamentalSeries series[2] = { { "simulated", points, 83 }, { "measured <a & b>", points, 40 } };
	CrowdPath file = crowdPath( "fundamental.svg" );
	CHECK_EQUAL( wfDrawFundamental( file.text, series, 2, "corridor", NULL ), wf_ok );
	CHECK( isGoodSvg( file.text ) );
	CHECK_EQUAL( countText( file.text, "l0 0" ), 82 + 40 );
	CHECK_EQUAL( countText( file.text, ">simulated<" ), 1 );
	CHECK_EQUAL( countText( file.text, "measured &lt;a &amp; b&gt;" ), 1 );
	CHECK_EQUAL( countText( file.text, ">density [persons/m²]<" ), 1 );
	CHECK_EQUAL( countText( file.text, ">speed [m/s]<" ), 1 );
	CHECK_EQUAL( countText( file.text, "every 0.2 persons/m²" ), 1 );
	// Round markers of the first series: two bins with enough points, and the legend's.
	CHECK_EQUAL( countText( file.text, " 0 1 0 " ), 2 * 3 );
	CHECK_EQUAL( wfDrawFundamental( file.text, series, 1, NULL, NULL ), wf_ok );
	CHECK( isGoodSvg( file.text ) );
	remove( file.text );
}

TEST( ManyPointsStaySmallFiles )
{
	int64_t count = 200000;
	wfFundamentalPoint* points = malloc( (size_t)count * sizeof( wfFundamentalPoint ) );
	for ( int64_t i = 0; i < count; ++i )
	{
		double density = 0.5 + 4.0 * ( (double)( i * 7919 % count ) / (double)count );
		points[i] = ( wfFundamentalPoint ){ 0.0, density, 1.4 / density, 0.0 };
	}
	wfFundamentalSeries series = { "all", points, count };
	CrowdPath file = crowdPath( "points.svg" );
	CHECK_EQUAL( wfDrawFundamental( file.text, &series, 1, NULL, NULL ), wf_ok );
	FileBytes bytes = readBytes( file.text );
	CHECK( bytes.size > 500000 && bytes.size < 2000000 );
	freeBytes( &bytes );
	remove( file.text );
	free( points );
}

TEST( FundamentalRefusals )
{
	wfFundamentalPoint bad[2] = { { 0.0, NAN, 1.0, 0.0 }, { 0.0, 1.0, -1.0, 0.0 } };
	wfFundamentalSeries series = { "bad", bad, 2 }, missing = { "none", NULL, 3 };
	CrowdPath file = crowdPath( "refused.svg" );
	wfError error = { 0 };
	CHECK_EQUAL( wfDrawFundamental( file.text, &series, 1, NULL, &error ), wf_outOfRange );
	CHECK( strstr( error.message, "nothing to draw" ) != NULL );
	CHECK_STRING( error.file, file.text );
	CHECK_EQUAL( wfDrawFundamental( file.text, NULL, 0, NULL, &error ), wf_outOfRange );
	CHECK_EQUAL( wfDrawFundamental( file.text, &missing, 1, NULL, &error ), wf_invalidDef );
	CHECK_EQUAL( wfDrawFundamental( "f.txt", &series, 1, NULL, &error ), wf_unsupported );
	CHECK( !fileExists( file.text ) );
}

// ----------------------------------------------------------------------------------------------------------- allocations

static wfResult drawMapAndForget( const char* path, int32_t what, const wfWorld* world )
{
	wfResult result = wf_ok;
	if ( what == 0 )
	{
		wfLocalMap map = makeLocalMap();
		result = wfDrawLocalMap( path, &map, "map", 150, NULL );
	}
	else if ( what == 1 )
	{
		double values[4] = { 1.0, 2.0, 0.0, 0.5 };
		wfHeatMap map = { values, 2, 2, 3.0, { -3.0, -3.0 } };
		wfCrowdPictureDef def = wfDefaultCrowdPictureDef();
		def.width = 150;
		result = wfDrawHeatMap( path, world, &map, &def, NULL );
	}
	else
	{
		wfFundamentalPoint points[5] = {
			{ 0, 1, 1, 0 }, { 0, 1, 1.1, 0 }, { 0, 1.01, 1.2, 0 }, { 0, 2, 0.5, 0 }, { 0, 3, 0.3, 0 } };
		wfFundamentalSeries series = { "a", points, 5 };
		result = wfDrawFundamental( path, &series, 1, "title", NULL );
	}
	CHECK_EQUAL( fileExists( path ), result == wf_ok );
	remove( path );
	return result;
}

TEST( EveryAllocationOfMapsMayFail )
{
	wfWorld* world = crowdWorld();
	// The index for distances is made once and kept by the world.
	wfWorld_GetDistance( world, ( wfVec2 ){ 0.0, 0.0 }, 0 );
	for ( int32_t what = 0; what < 3; ++what )
	{
		CrowdPath svg = crowdPath( "allocations.svg" ), png = crowdPath( "allocations.png" );
		TEST_EVERY_ALLOCATION( drawMapAndForget( svg.text, what, world ), (void)0 );
		TEST_EVERY_ALLOCATION( drawMapAndForget( png.text, what, world ), (void)0 );
	}
	wfDestroyWorld( world );
}

// ---------------------------------------------------------------------------------------------------------------- crowds

TEST( RunningCrowds )
{
	wfWorld* world = crowdWorld();
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	wfCrowd* crowd = NULL;
	wfError error = { 0 };
	wfGroundDef ground = wfMakePlaneGround( world );
	CHECK_EQUAL( wfCreateCrowd( &ground, &def, &crowd, &error ), wf_ok );
	for ( int32_t i = 0; i < 4; ++i )
	{
		wfStop stop = { .kind = wf_pointStop, .point = { 8.0, i - 2.0, 0.0 } };
		wfAgentDef agent = wfDefaultAgentDef();
		agent.position = ( wfVec3 ){ -6.0, i - 2.0, 0.0 };
		agent.stops = &stop;
		agent.stopCount = 1;
		wfAgentId id;
		CHECK_EQUAL( wfCrowd_AddAgent( crowd, &agent, &id, &error ), wf_ok );
	}
	CrowdPath file = crowdPath( "crowd.svg" );
	wfCrowdPictureDef picture = wfDefaultCrowdPictureDef();
	picture.legend = false;
	CHECK_EQUAL( wfDrawCrowd( file.text, crowd, &picture, &error ), wf_ok );
	CHECK( isGoodSvg( file.text ) );
	CHECK_EQUAL( countText( file.text, " 0 1 0 " ), 2 * 4 );
	CHECK_EQUAL( countText( file.text, ">4 people at 0 s<" ), 1 );
	testBeginAsserts();
	CHECK_EQUAL( wfDrawCrowd( file.text, NULL, &picture, &error ), wf_invalidDef );
	CHECK_EQUAL( testEndAsserts(), 1 );
	remove( file.text );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

void runCrowdMapTests( int argc, char** argv )
{
	RUN( LocalMapsAreExplained );
	RUN( LocalMapsShowTheirCells );
	RUN( BadLocalMapsAreRefused );
	RUN( DensitiesLieOnTheFloor );
	RUN( DensitiesOfMetrics );
	RUN( FundamentalDiagrams );
	RUN( ManyPointsStaySmallFiles );
	RUN( FundamentalRefusals );
	RUN( EveryAllocationOfMapsMayFail );
	RUN( RunningCrowds );
}
