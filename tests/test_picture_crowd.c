// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Pictures of recordings and of people at one moment.

#include "test_picture_crowd.h"

#include "picture/color.h"
#include "picture/crowd.h"
#include "picture/pixels.h"
#include "wayfield/picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// --------------------------------------------------------------------------------------------------------------- shared

CrowdPath crowdPath( const char* name )
{
	CrowdPath path;
	snprintf( path.text, sizeof( path.text ), "%s", testTemporaryPath( name ) );
	remove( path.text );
	return path;
}

int32_t countText( const char* path, const char* text )
{
	FileBytes bytes = readBytes( path );
	int32_t count = 0;
	for ( const char* at = (const char*)bytes.data; bytes.size > 0 && ( at = strstr( at, text ) ) != NULL; at += strlen( text ) )
	{
		count += 1;
	}
	freeBytes( &bytes );
	return count;
}

bool isGoodSvg( const char* path )
{
	FileBytes bytes = readBytes( path );
	bool good = isWellFormedXml( &bytes ) && !containsText( &bytes, "nan" ) && !containsText( &bytes, "inf" );
	freeBytes( &bytes );
	return good;
}

wfWorld* crowdWorld( void )
{
	wfWorldDef def = wfDefaultWorldDef();
	def.bounds = ( wfBox2 ){ { -10.0, -5.0 }, { 10.0, 5.0 } };
	wfWorld* world = NULL;
	CHECK_EQUAL( wfCreateWorld( &def, &world, NULL ), wf_ok );
	wfShapeDef shape = wfDefaultShapeDef();
	wfShapeId id;
	shape.kind = wf_boxShape;
	shape.center = ( wfVec2 ){ 0.0, 4.0 };
	shape.halfSize = ( wfVec2 ){ 2.0, 1.0 };
	CHECK_EQUAL( wfWorld_AddShape( world, &shape, &id, NULL ), wf_ok );
	return world;
}

// People walk along rows from left to right at 1.25 m/s, one beside the other; the k-th for k + 1 frames less than all.
static wfTrajectories makeRecording( int32_t people, int32_t frames )
{
	wfTrajectories made = { .fps = 25.0 };
	made.rows = malloc( (size_t)people * (size_t)frames * sizeof( wfTrajectoryRow ) );
	for ( int32_t f = 0; f < frames; ++f )
	{
		for ( int32_t k = 0; k < people; ++k )
		{
			double x = -8.0 + 0.05 * f, y = -3.0 + 5.0 * k / people + 0.3 * sin( 0.05 * f + k );
			made.rows[made.rowCount++] = ( wfTrajectoryRow ){ f, 7 * k + 3, x, y, 0.0 };
		}
	}
	return made;
}

static wfCrowdPictureDef bareDef( void )
{
	wfCrowdPictureDef def = wfDefaultCrowdPictureDef();
	def.legend = false;
	return def;
}

// Each circle is two arcs.
static const char* const arc = " 0 1 0 ";

// ----------------------------------------------------------------------------------------------------------- recordings

TEST( TrailsAndDiscsAreThere )
{
	wfTrajectories recording = makeRecording( 5, 100 );
	CrowdPath file = crowdPath( "trails.svg" );
	wfCrowdPictureDef def = bareDef();
	def.title = "five <people>";
	CHECK_EQUAL( wfDrawTrajectories( file.text, NULL, &recording, &def, NULL ), wf_ok );
	CHECK( isGoodSvg( file.text ) );
	CHECK_EQUAL( countText( file.text, arc ), 2 * 5 );
	CHECK_EQUAL( countText( file.text, "stroke-opacity=\".92\"" ), 5 );
	CHECK_EQUAL( countText( file.text, "five &lt;people&gt;" ), 1 );
	def.discs = false;
	CHECK_EQUAL( wfDrawTrajectories( file.text, NULL, &recording, &def, NULL ), wf_ok );
	CHECK_EQUAL( countText( file.text, arc ), 0 );
	CHECK_EQUAL( countText( file.text, "stroke-opacity=\".92\"" ), 5 );
	def.discs = true;
	def.trails = false;
	CHECK_EQUAL( wfDrawTrajectories( file.text, NULL, &recording, &def, NULL ), wf_ok );
	CHECK_EQUAL( countText( file.text, arc ), 2 * 5 );
	CHECK_EQUAL( countText( file.text, "stroke-opacity" ), 0 );
	remove( file.text );
	free( recording.rows );
}

TEST( EachPersonHasItsColor )
{
	wfTrajectories recording = makeRecording( 3, 60 );
	CrowdPath file = crowdPath( "colors.svg" );
	wfCrowdPictureDef def = bareDef();
	CHECK_EQUAL( wfDrawTrajectories( file.text, NULL, &recording, &def, NULL ), wf_ok );
	for ( uint32_t k = 0; k < 3; ++k )
	{
		char text[48];
		wfColor color = wfAgentColor( k );
		snprintf( text, sizeof( text ), "stroke=\"#%02x%02x%02x\"", color.r, color.g, color.b );
		CHECK_EQUAL( countText( file.text, text ), 1 );
		snprintf( text, sizeof( text ), "<path fill=\"#%02x%02x%02x\"", color.r, color.g, color.b );
		CHECK_EQUAL( countText( file.text, text ), 1 );
	}
	remove( file.text );
	free( recording.rows );
}

TEST( TimesChooseWhatIsShown )
{
	// Two people one after the other: the first for frames 0 to 49, the second from 25 to 99.
	wfTrajectoryRow rows[125];
	wfTrajectories recording = { .fps = 25.0, .rows = rows };
	for ( int32_t f = 0; f < 100; ++f )
	{
		if ( f < 50 )
		{
			rows[recording.rowCount++] = ( wfTrajectoryRow ){ f, 1, 0.1 * f, 0.0, 0.0 };
		}
		if ( f >= 25 )
		{
			rows[recording.rowCount++] = ( wfTrajectoryRow ){ f, 2, 0.1 * f, 2.0, 0.0 };
		}
	}
	const struct
	{
		double from, to;
		int32_t discs, trails;
	} cases[] = { { 0.0, 0.0, 1, 2 }, { 0.0, 1.5, 2, 2 }, { 0.0, 0.5, 1, 1 }, { 3.0, 0.0, 1, 1 }, { 1.5, 1.5, 2, 0 } };
	CrowdPath file = crowdPath( "times.svg" );
	for ( size_t i = 0; i < sizeof( cases ) / sizeof( cases[0] ); ++i )
	{
		wfCrowdPictureDef def = bareDef();
		def.fromTime = cases[i].from;
		def.toTime = cases[i].to;
		CHECK_EQUAL( wfDrawTrajectories( file.text, NULL, &recording, &def, NULL ), wf_ok );
		CHECK_EQUAL( countText( file.text, arc ), 2 * cases[i].discs );
		CHECK_EQUAL( countText( file.text, "stroke-opacity=\".92\"" ), cases[i].trails );
	}
	// The legend counts the same.
	wfCrowdPictureDef def = wfDefaultCrowdPictureDef();
	def.fromTime = 3.0;
	CHECK_EQUAL( wfDrawTrajectories( file.text, NULL, &recording, &def, NULL ), wf_ok );
	CHECK_EQUAL( countText( file.text, ">1 person's path, 3 to 4 s<" ), 1 );
	remove( file.text );
}

TEST( SomebodyWhoComesBackHasTwoTrails )
{
	wfTrajectoryRow rows[200];
	wfTrajectories recording = { .fps = 25.0, .rows = rows };
	for ( int32_t f = 0; f < 200; ++f )
	{
		if ( f < 50 || f >= 120 )
		{
			rows[recording.rowCount++] = ( wfTrajectoryRow ){ f, 1, 0.05 * f, f < 50 ? 0.0 : 3.0, 0.0 };
		}
	}
	CrowdPath file = crowdPath( "back.svg" );
	wfCrowdPictureDef def = bareDef();
	CHECK_EQUAL( wfDrawTrajectories( file.text, NULL, &recording, &def, NULL ), wf_ok );
	CHECK_EQUAL( countText( file.text, "stroke-opacity=\".92\"" ), 2 );
	CHECK_EQUAL( countText( file.text, arc ), 2 );
	remove( file.text );
}

TEST( ColorsBySpeed )
{
	// Slow at first, then fast.
	wfTrajectoryRow rows[400];
	wfTrajectories recording = { .fps = 25.0, .rows = rows };
	double x = 0.0;
	for ( int32_t f = 0; f < 400; ++f )
	{
		x += f < 200 ? 0.2 / 25.0 : 1.4 / 25.0;
		rows[recording.rowCount++] = ( wfTrajectoryRow ){ f, 1, x, 0.5 * ( f % 2 ) * 1e-4, 0.0 };
	}
	CrowdPath file = crowdPath( "speed.svg" );
	wfCrowdPictureDef def = wfDefaultCrowdPictureDef();
	def.colorBySpeed = true;
	CHECK_EQUAL( wfDrawTrajectories( file.text, NULL, &recording, &def, NULL ), wf_ok );
	CHECK( isGoodSvg( file.text ) );
	CHECK_EQUAL( countText( file.text, ">speed [m/s]<" ), 1 );
	CHECK_EQUAL( countText( file.text, ">1.5<" ), 1 );
	// The two levels and those passed between them, not a piece per frame.
	int32_t pieces = countText( file.text, "stroke-opacity=\".92\"" );
	CHECK( pieces >= 2 && pieces <= 12 );
	wfPalette palette;
	wfMakeSpeedPalette( &palette );
	wfColor fast = wfSpeedColor( &palette, 1.4, 1.5 ), slow = wfRgb( wfPaletteColor( &palette, 1.5 / 12.0 ) );
	char text[48];
	snprintf( text, sizeof( text ), "<path fill=\"#%02x%02x%02x\"", fast.r, fast.g, fast.b );
	CHECK_EQUAL( countText( file.text, text ), 1 );
	snprintf( text, sizeof( text ), "stroke=\"#%02x%02x%02x\"", slow.r, slow.g, slow.b );
	CHECK( countText( file.text, text ) >= 1 );
	remove( file.text );
}

TEST( ManyPeopleStaySmallFiles )
{
	const int32_t people = 5000, frames = 40;
	wfTrajectories recording = { .fps = 10.0 };
	recording.rows = malloc( (size_t)people * (size_t)frames * sizeof( wfTrajectoryRow ) );
	for ( int32_t f = 0; f < frames; ++f )
	{
		for ( int32_t k = 0; k < people; ++k )
		{
			double angle = 0.7 * k, size = 0.3 * sqrt( (double)k ) + 1.0;
			recording.rows[recording.rowCount++] =
				( wfTrajectoryRow ){ f, k, size * cos( angle ) + 0.13 * f, size * sin( angle ) + 0.4 * sin( 0.9 * f ), 0.0 };
		}
	}
	CrowdPath file = crowdPath( "many.svg" );
	wfCrowdPictureDef def = bareDef();
	CHECK_EQUAL( wfDrawTrajectories( file.text, NULL, &recording, &def, NULL ), wf_ok );
	CHECK( isGoodSvg( file.text ) );
	CHECK_EQUAL( countText( file.text, arc ), 2 * people );
	CHECK( countText( file.text, "<path" ) < 800 );
	FileBytes bytes = readBytes( file.text );
	CHECK( bytes.size > 300000 && bytes.size < 3000000 );
	freeBytes( &bytes );
	remove( file.text );
	free( recording.rows );
}

TEST( RecordingsBringTheirWorld )
{
	wfTrajectories recording = makeRecording( 2, 60 );
	char area[] = "POLYGON((-9 -4, 3 -4, 3 4, -9 4, -9 -4))", broken[] = "POLYGON((-9 -4, 3";
	CrowdPath file = crowdPath( "wkt.png" );
	wfCrowdPictureDef def = bareDef();
	def.view = ( wfBox2 ){ { -9.0, -4.0 }, { 15.0, 4.0 } };
	recording.wkt = area;
	recording.wktSize = sizeof( area );
	CHECK_EQUAL( wfDrawTrajectories( file.text, NULL, &recording, &def, NULL ), wf_ok );
	int64_t solid = countPixels( file.text, WF_SOLID );
	CHECK_NEAR( (double)solid, 0.5 * 996.0 * 332.0, 4000.0 );
	// What cannot be read is left out, not refused.
	recording.wkt = broken;
	recording.wktSize = sizeof( broken );
	CHECK_EQUAL( wfDrawTrajectories( file.text, NULL, &recording, &def, NULL ), wf_ok );
	CHECK_EQUAL( countPixels( file.text, WF_SOLID ), 0 );
	remove( file.text );
	free( recording.rows );
}

TEST( WorldsOfEveryShape )
{
	wfWorldDef worldDef = wfDefaultWorldDef();
	worldDef.bounds = ( wfBox2 ){ { 0.0, 0.0 }, { 20.0, 10.0 } };
	wfWorld* world = NULL;
	CHECK_EQUAL( wfCreateWorld( &worldDef, &world, NULL ), wf_ok );
	wfShapeId id;
	// Two walkable areas that overlap: together 12 x 10 of the 20 x 10.
	wfShapeDef shape = wfDefaultShapeDef();
	shape.kind = wf_boxShape;
	shape.role = wf_walkableRole;
	shape.center = ( wfVec2 ){ 4.0, 5.0 };
	shape.halfSize = ( wfVec2 ){ 4.0, 5.0 };
	CHECK_EQUAL( wfWorld_AddShape( world, &shape, &id, NULL ), wf_ok );
	shape.center.x = 8.0;
	CHECK_EQUAL( wfWorld_AddShape( world, &shape, &id, NULL ), wf_ok );
	wfTrajectoryRow row = { 0, 1, 1.0, 1.0, 0.0 };
	wfTrajectories recording = { .fps = 1.0, .rows = &row, .rowCount = 1 };
	CrowdPath file = crowdPath( "shapes.png" );
	wfCrowdPictureDef def = bareDef();
	def.discs = false;
	CHECK_EQUAL( wfDrawTrajectories( file.text, world, &recording, &def, NULL ), wf_ok );
	CHECK_NEAR( (double)countPixels( file.text, WF_FLOOR ), 0.6 * 996.0 * 498.0, 4000.0 );
	CHECK_NEAR( (double)countPixels( file.text, WF_SOLID ), 0.4 * 996.0 * 498.0, 4000.0 );
	// An image as obstacle: 4 x 2 m in the floor, half of it set.
	uint8_t cells[8] = { 1, 0, 1, 0, 0, 1, 0, 1 };
	shape = wfDefaultShapeDef();
	shape.kind = wf_imageShape;
	shape.center = ( wfVec2 ){ 2.0, 2.0 };
	shape.cells = cells;
	shape.width = 4;
	shape.height = 2;
	shape.pixelSize = 1.0;
	CHECK_EQUAL( wfWorld_AddShape( world, &shape, &id, NULL ), wf_ok );
	CHECK_EQUAL( wfDrawTrajectories( file.text, world, &recording, &def, NULL ), wf_ok );
	CHECK_NEAR( (double)countPixels( file.text, WF_SOLID ), ( 0.4 + 4.0 / 200.0 ) * 996.0 * 498.0, 4000.0 );
	remove( file.text );
	wfDestroyWorld( world );
}

TEST( NumbersThatAreNoneAreLeftOut )
{
	wfTrajectories recording = makeRecording( 2, 50 );
	recording.rows[20].x = NAN;
	recording.rows[21].y = INFINITY;
	recording.rows[99].x = -INFINITY;
	float radii[100];
	for ( int32_t i = 0; i < 100; ++i )
	{
		radii[i] = i % 3 == 0 ? NAN : -1.0f;
	}
	recording.radii = radii;
	CrowdPath file = crowdPath( "none.svg" );
	wfCrowdPictureDef def = bareDef();
	CHECK_EQUAL( wfDrawTrajectories( file.text, NULL, &recording, &def, NULL ), wf_ok );
	CHECK( isGoodSvg( file.text ) );
	CHECK_EQUAL( countText( file.text, arc ), 2 );
	remove( file.text );
	free( recording.rows );
}

// ------------------------------------------------------------------------------------------------------------- refusals

static void expectRefusal( const wfTrajectories* recording, const wfCrowdPictureDef* def, wfResult expected, const char* message )
{
	CrowdPath file = crowdPath( "refused.svg" );
	wfError error = { 0 };
	CHECK_EQUAL( wfDrawTrajectories( file.text, NULL, recording, def, &error ), expected );
	CHECK_EQUAL( error.result, expected );
	CHECK( strstr( error.message, message ) != NULL );
	CHECK_STRING( error.file, file.text );
	CHECK( !fileExists( file.text ) );
}

TEST( RefusedRecordingsSayWhy )
{
	wfTrajectories recording = makeRecording( 2, 50 ), empty = { .fps = 25.0 }, timeless = recording;
	timeless.fps = 0.0;
	wfCrowdPictureDef good = wfDefaultCrowdPictureDef(), def = good;
	def.width = 63;
	expectRefusal( &recording, &def, wf_outOfRange, "63 pixels" );
	def.width = 8193;
	expectRefusal( &recording, &def, wf_outOfRange, "8193 pixels" );
	def = good;
	def.radius = -0.1;
	expectRefusal( &recording, &def, wf_outOfRange, "-0.1 m" );
	def = good;
	def.fromTime = 3.0;
	def.toTime = 2.0;
	expectRefusal( &recording, &def, wf_outOfRange, "from 3 to 2 s" );
	def = good;
	def.fromTime = 30.0;
	expectRefusal( &recording, &def, wf_outOfRange, "the recording goes from 0 to 1.96 s" );
	def = good;
	def.view = ( wfBox2 ){ { 0.0, 0.0 }, { 1.0, -1.0 } };
	expectRefusal( &recording, &def, wf_outOfRange, "1 x -1 m" );
	expectRefusal( &empty, &good, wf_outOfRange, "empty" );
	expectRefusal( &timeless, &good, wf_outOfRange, "frames a second" );
	wfError error = { 0 };
	CHECK_EQUAL( wfDrawTrajectories( "a.gif", NULL, &recording, &good, &error ), wf_unsupported );
	CHECK( strstr( error.message, ".svg or .png" ) != NULL );
	testBeginAsserts();
	good.internalCookie = 0;
	CHECK_EQUAL( wfDrawTrajectories( "a.svg", NULL, &recording, &good, NULL ), wf_invalidDef );
	CHECK_EQUAL( testEndAsserts(), 1 );
	free( recording.rows );
}

// Each kind of goal has the sign it is drawn with; measured lines are dashed.
TEST( SignsAreExplained )
{
	wfWorld* world = crowdWorld();
	wfTrajectoryRow rows[2] = { { 0, 1, 0.0, 0.0, 0.0 }, { 1, 1, 1.0, 0.0, 0.0 } };
	wfTrajectories recording = { .fps = 1.0, .rows = rows, .rowCount = 2, .rowCapacity = 2 };
	wfVec2 points[3] = { { -5.0, -3.0 }, { -4.0, -3.0 }, { -4.0, -1.0 } }, ends[2] = { { 3.0, -4.0 }, { 3.0, 4.0 } };
	wfGoalDef goal = wfDefaultGoalDef();
	goal.points = points;
	goal.kind = wf_lineGoal;
	goal.pointCount = 2;
	CHECK_EQUAL( wfWorld_AddGoal( world, &goal, NULL, NULL ), wf_ok );
	CrowdPath file = crowdPath( "signs.svg" );
	wfCrowdPictureDef def = wfDefaultCrowdPictureDef();
	CHECK_EQUAL( wfDrawTrajectories( file.text, world, &recording, &def, NULL ), wf_ok );
	CHECK_EQUAL( countText( file.text, ">goal<" ), 1 );
	CHECK_EQUAL( countText( file.text, ">measured line<" ), 0 );
	goal.kind = wf_polygonGoal;
	goal.pointCount = 3;
	CHECK_EQUAL( wfWorld_AddGoal( world, &goal, NULL, NULL ), wf_ok );
	def.lineEnds = ends;
	def.lineCount = 1;
	CHECK_EQUAL( wfDrawTrajectories( file.text, world, &recording, &def, NULL ), wf_ok );
	CHECK( isGoodSvg( file.text ) );
	CHECK_EQUAL( countText( file.text, ">goal<" ), 1 );
	CHECK_EQUAL( countText( file.text, ">goal area<" ), 1 );
	CHECK_EQUAL( countText( file.text, ">measured line<" ), 1 );
	CHECK( countText( file.text, "stroke=\"#0b7a75\"" ) >= 2 );
	wfError error = { 0 };
	ends[1].x = (double)INFINITY;
	CHECK_EQUAL( wfDrawTrajectories( file.text, world, &recording, &def, &error ), wf_outOfRange );
	CHECK( strstr( error.message, "measured lines" ) != NULL );
	wfDestroyWorld( world );
}

// --------------------------------------------------------------------------------------------------------------- frames

TEST( FramesShowPeopleAndVelocities )
{
	uint32_t serials[3] = { 1, 2, 3 };
	wfVec3 positions[3] = { { 0.0, 0.0, 0.0 }, { 2.0, 1.0, 0.0 }, { -3.0, -1.0, 0.0 } },
		   velocities[3] = { { 1.3, 0.0, 0.0 }, { 0.0, -1.0, 0.0 }, { 0.0, 0.0, 0.0 } };
	float headings[3] = { 0.0f, -1.57f, 3.0f }, radii[3] = { 0.25f, 0.25f, 0.25f };
	uint8_t states[3] = { wf_walking, wf_walking, wf_atEnd };
	wfFrame frame = { .time = 12.5,
					  .count = 3,
					  .serials = serials,
					  .positions = positions,
					  .velocities = velocities,
					  .headings = headings,
					  .radii = radii,
					  .states = states };
	wfWorld* world = crowdWorld();
	CrowdPath file = crowdPath( "frame.svg" );
	wfCrowdPictureDef def = bareDef();
	CHECK_EQUAL( wfDrawFrame( file.text, world, &frame, &def, NULL ), wf_ok );
	CHECK( isGoodSvg( file.text ) );
	CHECK_EQUAL( countText( file.text, arc ), 2 * 3 );
	CHECK_EQUAL( countText( file.text, ">3 people at 12.5 s<" ), 1 );
	CHECK_EQUAL( countText( file.text, "<path fill=\"#c3c7d1\"" ), 1 );
	// Two arrows of velocity, in one path.
	CHECK_EQUAL( countText( file.text, "fill-opacity=\".62\"" ), 1 );
	def.legend = true;
	def.colorBySpeed = true;
	CHECK_EQUAL( wfDrawFrame( file.text, world, &frame, &def, NULL ), wf_ok );
	CHECK_EQUAL( countText( file.text, ">at the end of the path<" ), 1 );
	CHECK_EQUAL( countText( file.text, ">speed [m/s]<" ), 1 );
	// Positions are all that must be there.
	wfFrame poor = { .time = 1.0, .count = 3, .positions = positions };
	CHECK_EQUAL( wfDrawFrame( file.text, NULL, &poor, &def, NULL ), wf_ok );
	CHECK( isGoodSvg( file.text ) );
	poor.count = 0;
	wfError error = { 0 };
	CHECK_EQUAL( wfDrawFrame( file.text, NULL, &poor, &def, &error ), wf_outOfRange );
	CHECK( strstr( error.message, "nobody" ) != NULL );
	CHECK_EQUAL( wfDrawFrame( file.text, world, &poor, &def, &error ), wf_ok );
	remove( file.text );
	wfDestroyWorld( world );
}

// How far what is drawn with a color's shades reaches from (100, 100) along a direction, y up, and across it.
static wfVec2 measureReach( const uint32_t* pixels, double angle )
{
	wfVec2 reach = { 0.0, 0.0 };
	for ( int32_t i = 0; i < 200 * 200; ++i )
	{
		// Ink of noses and heads is no part of the body, nor is paper.
		uint32_t red = pixels[i] >> 16 & 255u, blue = pixels[i] & 255u;
		if ( red > blue + 60u )
		{
			double x = i % 200 + 0.5 - 100.0, y = 100.0 - ( i / 200 + 0.5 );
			reach.x = fmax( reach.x, fabs( cos( angle ) * x + sin( angle ) * y ) );
			reach.y = fmax( reach.y, fabs( cos( angle ) * y - sin( angle ) * x ) );
		}
	}
	return reach;
}

// Half as deep as wide, at any angle; with nowhere to face, or with no depth, a disc.
TEST( ShouldersAreWideAndTurned )
{
	for ( int32_t k = 0; k < 6; ++k )
	{
		double angle = 0.9 * k;
		wfCanvas* canvas = NULL;
		CHECK_EQUAL( wfCreateCanvas( wf_pngCanvas, 200, 200, &canvas ), wf_ok );
		wfPanel panel = { .box = { { 0.0, 0.0 }, { 200.0, 200.0 } }, .origin = { -1.0, -1.0 }, .scale = 100.0, .font = 10.0 };
		wfPerson person = { .radius = 0.8, .depth = 0.4, .heading = { cos( angle ), sin( angle ) }, .color = wfRgb( 0xE0A000 ) };
		person.heading = k == 4 ? ( wfVec2 ){ 0.0, 0.0 } : person.heading;
		person.depth = k == 5 ? 0.0 : person.depth;
		wfDrawPeople( canvas, &panel, &person, 1 );
		wfVec2 reach = measureReach( wfCanvas_BeginPixels( canvas ), angle );
		CHECK_NEAR( reach.x, k < 4 ? 40.0 : 80.0, 2.0 );
		CHECK_NEAR( reach.y, 80.0, 2.0 );
		wfDestroyCanvas( canvas );
	}
}

// The same on pixels of videos.
TEST( StampedShouldersAreWideAndTurned )
{
	static uint32_t pixels[200 * 200];
	wfImage image = { pixels, 200, 200 };
	wfBox2 all = { { 0.0, 0.0 }, { 200.0, 200.0 } };
	for ( int32_t k = 0; k < 6; ++k )
	{
		double angle = 0.9 * k;
		memset( pixels, 255, sizeof( pixels ) );
		wfStamp stamp = { { 100.0, 100.0 }, 80.0, { cos( angle ), -sin( angle ) }, 0xE0A000, k == 5 ? 0.0 : 40.0 };
		stamp.heading = k == 4 ? ( wfVec2 ){ 0.0, 0.0 } : stamp.heading;
		wfStampDisc( &image, all, &stamp );
		wfVec2 reach = measureReach( pixels, angle );
		CHECK_NEAR( reach.x, k < 4 ? 40.0 : 80.0, 2.0 );
		CHECK_NEAR( reach.y, 80.0, 2.0 );
	}
}

// Of a recording that tells depths: shoulders, whose only circles are heads; where it does not tell how they stand, discs.
TEST( RecordedBodiesAreDrawnAsTheyStand )
{
	wfTrajectories recording = makeRecording( 5, 100 );
	float* numbers = malloc( 3 * 500 * sizeof( float ) );
	for ( int32_t i = 0; i < 500; ++i )
	{
		numbers[i] = 0.25f;
		numbers[500 + i] = i % 5 == 0 ? 0.25f : 0.15f; // one is round
		numbers[1000 + i] = 0.7f;
	}
	recording.radii = numbers;
	recording.depths = numbers + 500;
	recording.headings = numbers + 1000;
	CrowdPath file = crowdPath( "bodies.svg" );
	wfCrowdPictureDef def = bareDef();
	CHECK_EQUAL( wfDrawTrajectories( file.text, NULL, &recording, &def, NULL ), wf_ok );
	CHECK( isGoodSvg( file.text ) );
	CHECK_EQUAL( countText( file.text, arc ), 2 * ( 1 + 4 ) );
	for ( int32_t i = 0; i < 500; ++i )
	{
		numbers[1000 + i] = NAN;
	}
	CHECK_EQUAL( wfDrawTrajectories( file.text, NULL, &recording, &def, NULL ), wf_ok );
	CHECK( isGoodSvg( file.text ) );
	CHECK_EQUAL( countText( file.text, arc ), 2 * 5 );
	// Too small for heads, and then for shoulders.
	for ( int32_t i = 0; i < 500; ++i )
	{
		numbers[1000 + i] = 0.7f;
	}
	def.view = ( wfBox2 ){ { -30.0, -20.0 }, { 30.0, 20.0 } };
	CHECK_EQUAL( wfDrawTrajectories( file.text, NULL, &recording, &def, NULL ), wf_ok );
	CHECK_EQUAL( countText( file.text, arc ), 2 * 1 );
	def.width = 500;
	CHECK_EQUAL( wfDrawTrajectories( file.text, NULL, &recording, &def, NULL ), wf_ok );
	CHECK_EQUAL( countText( file.text, arc ), 2 * 5 );
	remove( file.text );
	free( recording.rows );
	free( numbers );
}

static wfResult drawAndForget( const char* folder, const char* name, int32_t what, const wfWorld* world,
							   const wfTrajectories* recording, const wfFrame* frame )
{
	char path[640];
	snprintf( path, sizeof( path ), "%s/%s", folder, name );
	wfCrowdPictureDef def = wfDefaultCrowdPictureDef();
	def.width = 200;
	def.colorBySpeed = what == 1;
	def.title = "title";
	wfResult result = what < 3 ? wfDrawTrajectories( path, what == 2 ? NULL : world, recording, &def, NULL )
							   : wfDrawFrame( path, world, frame, &def, NULL );
	CHECK_EQUAL( fileExists( path ), result == wf_ok );
	remove( path );
	return result;
}

TEST( EveryAllocationOfPeopleMayFail )
{
	wfTrajectories recording = makeRecording( 4, 60 );
	char area[] = "POLYGON((-9 -4, 3 -4, 3 4, -9 4, -9 -4))";
	recording.wkt = area;
	recording.wktSize = sizeof( area );
	wfVec3 positions[2] = { { 0.0, 0.0, 0.0 }, { 2.0, 1.0, 0.0 } };
	wfFrame frame = { .time = 1.0, .count = 2, .positions = positions };
	wfWorld* world = crowdWorld();
	CrowdPath folder = crowdPath( "people" );
	CHECK_EQUAL( mkdir( folder.text, 0700 ), 0 );
	for ( int32_t what = 0; what < 4; ++what )
	{
		TEST_EVERY_ALLOCATION( drawAndForget( folder.text, "a.svg", what, world, &recording, &frame ), (void)0 );
		TEST_EVERY_ALLOCATION( drawAndForget( folder.text, "a.png", what, world, &recording, &frame ), (void)0 );
	}
	CHECK_EQUAL( countEntries( folder.text ), 0 );
	rmdir( folder.text );
	wfDestroyWorld( world );
	free( recording.rows );
}

void runCrowdPictureTests( int argc, char** argv )
{
	RUN( TrailsAndDiscsAreThere );
	RUN( EachPersonHasItsColor );
	RUN( TimesChooseWhatIsShown );
	RUN( SomebodyWhoComesBackHasTwoTrails );
	RUN( ColorsBySpeed );
	RUN( ManyPeopleStaySmallFiles );
	RUN( RecordingsBringTheirWorld );
	RUN( WorldsOfEveryShape );
	RUN( NumbersThatAreNoneAreLeftOut );
	RUN( RefusedRecordingsSayWhy );
	RUN( SignsAreExplained );
	RUN( FramesShowPeopleAndVelocities );
	RUN( ShouldersAreWideAndTurned );
	RUN( StampedShouldersAreWideAndTurned );
	RUN( RecordedBodiesAreDrawnAsTheyStand );
	RUN( EveryAllocationOfPeopleMayFail );
	runCrowdMapTests( argc, argv );
	runVideoTests( argc, argv );
	runGroupPictureTests( argc, argv );
	runExplorePictureTests( argc, argv );
}
