// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Pictures as files: that they are valid, show what they should, and never stay behind half done.

#include "test_picture_footsteps.h"
#include "test_picture_surface.h"

#include "picture/color.h"
#include "wayfield/picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char* const rooms[] = {
	"####################", "#........#.........#", "#........#....##...#", "#.............##...#",
	"#..oo....#.........#", "#..oo....#....$$$..#", "#........#....$$$..#", "####.#####.........#",
	"#..#.....#.....G...#", "#..#.....#.........#", "####################",
};
enum
{
	roomHeight = 11
};

// Freed memory of testTemporaryPath is used again by the next call, so paths that live longer are copied.
typedef struct TestPath
{
	char text[512];
} TestPath;

static TestPath temporary( const char* name )
{
	TestPath path;
	snprintf( path.text, sizeof( path.text ), "%s", testTemporaryPath( name ) );
	remove( path.text );
	return path;
}

TEST( FieldAsPng )
{
	PictureScene* scene = pictureScene( rooms, roomHeight, 3 );
	wfPictureDef def = wfDefaultPictureDef();
	wfVec2 starts[2] = { { 4.5, 1.5 }, { 2.5, 8.5 } }, points[3] = { { 4.5, 1.5 }, { 4.5, 6.5 }, { 15.5, 2.5 } };
	wfPath path = { .points = points, .count = 3, .length = 17.0 };
	def.width = 640;
	def.title = "rooms";
	def.paths = &path;
	def.pathCount = 1;
	def.starts = starts;
	def.startCount = 2;
	TestPath file = temporary( "field.png" );
	wfError error = { 0 };
	CHECK_EQUAL( wfDrawField( file.text, &scene->grid, NULL, &scene->field, &def, &error ), wf_ok );
	FileBytes bytes = readBytes( file.text );
	int32_t width = 0, height = 0;
	CHECK( getPngSize( &bytes, &width, &height ) );
	CHECK_EQUAL( width, 640 );
	CHECK( height > 300 && height <= 640 );
	CHECK( countPixels( file.text, WF_WALL ) > 5000 );
	CHECK( countPixels( file.text, WF_MARGIN ) > 500 );
	CHECK( countPixels( file.text, WF_APART ) > 200 );
	CHECK( countPixels( file.text, WF_GOAL ) > 20 );
	CHECK_EQUAL( countPixels( file.text, WF_FLAT ), 0 );
	wfColor color = wfPathColor( 0 );
	CHECK( countPixels( file.text, (uint32_t)( color.r << 16 | color.g << 8 | color.b ) ) > 50 );
	freeBytes( &bytes );
	remove( file.text );
	pictureSceneDestroy( scene );
}

TEST( FieldAsSvg )
{
	PictureScene* scene = pictureScene( rooms, roomHeight, 3 );
	wfPictureDef def = wfDefaultPictureDef();
	def.title = "a <b> & \"c\" 'd' \x01\x1f \xff\xc0\x80 \xed\xa0\x80 caf\xc3\xa9 ]]>";
	TestPath file = temporary( "FIELD.SvG" );
	wfError error = { 0 };
	CHECK_EQUAL( wfDrawField( file.text, &scene->grid, NULL, &scene->field, &def, &error ), wf_ok );
	FileBytes bytes = readBytes( file.text );
	CHECK( isWellFormedXml( &bytes ) );
	CHECK( containsText( &bytes, "width=\"1000\"" ) );
	CHECK( containsText( &bytes, "a &lt;b&gt; &amp; \"c\" 'd'" ) );
	CHECK( containsText( &bytes, "caf\xc3\xa9" ) );
	CHECK( containsText( &bytes, "data:image/png;base64,iVBORw0KGgo" ) );
	CHECK( containsText( &bytes, ">attraction q" ) );
	CHECK( containsText( &bytes, ">not connected<" ) );
	CHECK( containsText( &bytes, ">costly terrain<" ) );
	CHECK( containsText( &bytes, "within the radius 0.4 m" ) );
	CHECK( !containsText( &bytes, "nan" ) );
	freeBytes( &bytes );
	remove( file.text );
	pictureSceneDestroy( scene );
}

TEST( LegendContoursAndArrowsCanBeLeftOut )
{
	PictureScene* scene = pictureScene( rooms, roomHeight, 3 );
	size_t sizes[4];
	for ( int32_t i = 0; i < 4; ++i )
	{
		wfPictureDef def = wfDefaultPictureDef();
		def.legend = i < 1;
		def.contours = i < 2;
		def.arrows = i < 3;
		TestPath file = temporary( "less.svg" );
		CHECK_EQUAL( wfDrawField( file.text, &scene->grid, NULL, &scene->field, &def, NULL ), wf_ok );
		FileBytes bytes = readBytes( file.text );
		CHECK( isWellFormedXml( &bytes ) );
		CHECK_EQUAL( containsText( &bytes, "<text" ), i < 1 );
		sizes[i] = bytes.size;
		freeBytes( &bytes );
		remove( file.text );
	}
	CHECK( sizes[0] > sizes[1] && sizes[1] > sizes[2] && sizes[2] > sizes[3] );
	pictureSceneDestroy( scene );
}

static wfWorld* makeWorld( void )
{
	wfWorldDef worldDef = wfDefaultWorldDef();
	worldDef.bounds = ( wfBox2 ){ { 0.0, 0.0 }, { 20.0, 11.0 } };
	wfWorld* world = NULL;
	CHECK_EQUAL( wfCreateWorld( &worldDef, &world, NULL ), wf_ok );
	wfVec2 ring[8] = { { 2, 2 }, { 6, 2 }, { 6, 6 }, { 2, 6 }, { 3, 3 }, { 5, 3 }, { 5, 5 }, { 3, 5 } };
	int32_t sizes[2] = { 4, 4 };
	wfShapeDef shapes[5];
	for ( int32_t i = 0; i < 5; ++i )
	{
		shapes[i] = wfDefaultShapeDef();
		shapes[i].kind = (wfShapeKind)( i < 4 ? i : wf_boxShape );
		shapes[i].center = ( wfVec2 ){ 4.0 * i + 1.0, 8.0 };
		shapes[i].halfSize = ( wfVec2 ){ 0.8, 0.4 };
		shapes[i].radius = i == 1 ? 1.0 : i == 2 ? 0.2 : 0.0;
	}
	shapes[0].angle = 0.5;
	shapes[2].points = ring;
	shapes[2].pointCount = 3;
	shapes[3].points = ring;
	shapes[3].pointCount = 8;
	shapes[3].ringSizes = sizes;
	shapes[3].ringCount = 2;
	shapes[4].role = wf_terrainRole;
	shapes[4].kinds = WF_ALL_KINDS - 1;
	for ( int32_t i = 0; i < 5; ++i )
	{
		wfShapeId id;
		CHECK_EQUAL( wfWorld_AddShape( world, shapes + i, &id, NULL ), wf_ok );
	}
	wfGoalDef goal = wfDefaultGoalDef();
	wfGoalId goalId;
	goal.kind = wf_polygonGoal;
	goal.points = ring;
	goal.pointCount = 4;
	CHECK_EQUAL( wfWorld_AddGoal( world, &goal, &goalId, NULL ), wf_ok );
	goal.kind = wf_pointGoal;
	goal.pointCount = 1;
	CHECK_EQUAL( wfWorld_AddGoal( world, &goal, &goalId, NULL ), wf_ok );
	return world;
}

TEST( WorldWithItsGeometry )
{
	PictureScene* scene = pictureScene( rooms, roomHeight, 3 );
	wfWorld* world = makeWorld();
	wfPictureDef def = wfDefaultPictureDef();
	for ( int32_t i = 0; i < 2; ++i )
	{
		TestPath file = temporary( i == 0 ? "world.svg" : "world.png" );
		CHECK_EQUAL( wfDrawField( file.text, &scene->grid, world, NULL, &def, NULL ), wf_ok );
		if ( i == 0 )
		{
			FileBytes bytes = readBytes( file.text );
			CHECK( isWellFormedXml( &bytes ) );
			CHECK( !containsText( &bytes, ">attraction q" ) );
			CHECK( containsText( &bytes, ">closed terrain<" ) );
			CHECK( containsText( &bytes, ">goal<" ) );
			freeBytes( &bytes );
		}
		else
		{
			CHECK( countPixels( file.text, WF_CLOSED ) > 1000 );
			CHECK( countPixels( file.text, WF_BARE ) > 10000 );
		}
		remove( file.text );
	}
	wfDestroyWorld( world );
	pictureSceneDestroy( scene );
}

// A walkable area is drawn by filling its outside; two that overlap cannot be, and fall back to the cells.
TEST( WalkableAreas )
{
	static const char* const open[] = { "........", "........", "........", "........" };
	PictureScene* scene = pictureScene( open, 4, 1 );
	wfWorldDef worldDef = wfDefaultWorldDef();
	worldDef.bounds = ( wfBox2 ){ { 0.0, 0.0 }, { 8.0, 4.0 } };
	wfWorld* world = NULL;
	CHECK_EQUAL( wfCreateWorld( &worldDef, &world, NULL ), wf_ok );
	wfShapeDef shape = wfDefaultShapeDef();
	wfShapeId id;
	shape.kind = wf_boxShape;
	shape.role = wf_walkableRole;
	shape.center = ( wfVec2 ){ 2.0, 2.0 };
	shape.halfSize = ( wfVec2 ){ 2.0, 2.0 };
	wfPictureDef def = wfDefaultPictureDef();
	def.width = 400;
	def.legend = false;
	int64_t dark[2];
	for ( int32_t i = 0; i < 2; ++i )
	{
		CHECK_EQUAL( wfWorld_AddShape( world, &shape, &id, NULL ), wf_ok );
		TestPath file = temporary( "walkable.png" );
		CHECK_EQUAL( wfDrawField( file.text, &scene->grid, world, NULL, &def, NULL ), wf_ok );
		dark[i] = countPixels( file.text, WF_WALL );
		remove( file.text );
		shape.center.x += 1.0;
	}
	CHECK_NEAR( (double)dark[0], 200.0 * 200.0, 3000.0 );
	CHECK( dark[1] < 3000 );
	wfDestroyWorld( world );
	pictureSceneDestroy( scene );
}

TEST( PotentialMarksFlatCells )
{
	static const char* const corridor[] = { "G...........#.." };
	PictureScene* scene = pictureScene( corridor, 1, 12 );
	// 12 bits a step: 1 - 2^-48 is the last below 1, so from 5 steps on p is 1, and from 6 on no neighbour has less.
	wfPictureDef def = wfDefaultPictureDef();
	for ( int32_t i = 0; i < 2; ++i )
	{
		TestPath file = temporary( i == 0 ? "potential.svg" : "potential.png" );
		CHECK_EQUAL( wfDrawPotential( file.text, &scene->grid, NULL, scene->p, &def, NULL ), wf_ok );
		FileBytes bytes = readBytes( file.text );
		int32_t width = 0, height = 0;
		CHECK( i == 0 ? isWellFormedXml( &bytes ) : getPngSize( &bytes, &width, &height ) );
		CHECK( i == 1 || containsText( &bytes, ">6 of 12 cells flat (50 %)<" ) );
		CHECK( i == 0 || countPixels( file.text, WF_FLAT ) > 1000 );
		freeBytes( &bytes );
		remove( file.text );
	}
	pictureSceneDestroy( scene );
}

TEST( PotentialThatIsNotANumber )
{
	static const char* const corridor[] = { "G.....", ".....#" };
	PictureScene* scene = pictureScene( corridor, 2, 4 );
	scene->p[3] = NAN;
	scene->p[4] = INFINITY;
	scene->p[1] = -3.0;
	wfPictureDef def = wfDefaultPictureDef();
	TestPath file = temporary( "nan.svg" );
	CHECK_EQUAL( wfDrawPotential( file.text, &scene->grid, NULL, scene->p, &def, NULL ), wf_ok );
	FileBytes bytes = readBytes( file.text );
	CHECK( isWellFormedXml( &bytes ) );
	CHECK( !containsText( &bytes, "nan" ) && !containsText( &bytes, "inf" ) );
	CHECK( containsText( &bytes, "cells flat" ) );
	freeBytes( &bytes );
	// All of it, with the goal given.
	for ( int32_t i = 0; i < 12; ++i )
	{
		scene->p[i] = NAN;
	}
	int32_t goal = 6;
	def.goalCells = &goal;
	def.goalCount = 1;
	CHECK_EQUAL( wfDrawPotential( file.text, &scene->grid, NULL, scene->p, &def, NULL ), wf_ok );
	bytes = readBytes( file.text );
	CHECK( isWellFormedXml( &bytes ) );
	CHECK( containsText( &bytes, ">10 of 11 cells flat (90.9 %)<" ) );
	CHECK( !containsText( &bytes, "nan" ) );
	freeBytes( &bytes );
	remove( file.text );
	pictureSceneDestroy( scene );
}

TEST( Comparison )
{
	static const char* const corridor[] = { "G...........", "###########.", "............" };
	PictureScene* scene = pictureScene( corridor, 3, 9 );
	wfPictureDef def = wfDefaultPictureDef();
	def.title = "both";
	def.leftTitle = "relaxed";
	def.rightTitle = "solved";
	TestPath svg = temporary( "both.svg" ), png = temporary( "both.png" );
	// 9 bits a step: from 6 steps on p is 1, and from 7 on no neighbour has less.
	CHECK_EQUAL( wfDrawComparison( svg.text, &scene->grid, NULL, scene->p, &scene->field, &def, NULL ), wf_ok );
	CHECK_EQUAL( wfDrawComparison( png.text, &scene->grid, NULL, scene->p, &scene->field, &def, NULL ), wf_ok );
	FileBytes bytes = readBytes( svg.text );
	CHECK( isWellFormedXml( &bytes ) );
	CHECK( containsText( &bytes, ">relaxed<" ) && containsText( &bytes, ">solved<" ) );
	CHECK( containsText( &bytes, ">18 of 25 cells flat (72 %)<" ) );
	CHECK( containsText( &bytes, ">no flat cell among 25<" ) );
	freeBytes( &bytes );
	bytes = readBytes( png.text );
	int32_t width = 0, height = 0;
	CHECK( getPngSize( &bytes, &width, &height ) );
	CHECK_EQUAL( width, 1000 );
	freeBytes( &bytes );
	remove( svg.text );
	remove( png.text );
	pictureSceneDestroy( scene );
}

TEST( LongThinMaps )
{
	char row[401];
	memset( row, '.', 400 );
	row[0] = 'G';
	row[400] = 0;
	const char* wide[1] = { row };
	static const char* tall[400];
	for ( int32_t i = 0; i < 400; ++i )
	{
		tall[i] = i == 7 ? "G" : ".";
	}
	for ( int32_t i = 0; i < 2; ++i )
	{
		PictureScene* scene = pictureScene( i == 0 ? wide : tall, i == 0 ? 1 : 400, 2 );
		wfPictureDef def = wfDefaultPictureDef();
		def.title = "a title that is certainly longer than a strip one cell wide";
		TestPath file = temporary( "thin.png" );
		CHECK_EQUAL( wfDrawField( file.text, &scene->grid, NULL, &scene->field, &def, NULL ), wf_ok );
		FileBytes bytes = readBytes( file.text );
		int32_t width = 0, height = 0;
		CHECK( getPngSize( &bytes, &width, &height ) );
		CHECK_EQUAL( width > height ? width : height, 1000 );
		freeBytes( &bytes );
		remove( file.text );
		pictureSceneDestroy( scene );
	}
}

// Noise is the worst there is for outlines, contours and the embedded image.
TEST( LargeMapsStaySmallFiles )
{
	enum
	{
		side = 420
	};
	char* text = malloc( side * ( side + 1 ) );
	const char* rows[side];
	for ( int32_t j = 0; j < side; ++j )
	{
		rows[j] = text + j * ( side + 1 );
		for ( int32_t i = 0; i < side; ++i )
		{
			text[j * ( side + 1 ) + i] = wfRandomUnit( 5, (uint64_t)j, (uint64_t)i ) < 0.3 ? '#' : '.';
		}
		text[j * ( side + 1 ) + side] = 0;
	}
	text[( side / 2 ) * ( side + 1 ) + side / 2] = 'G';
	PictureScene* scene = pictureScene( rows, side, 7 );
	wfPictureDef def = wfDefaultPictureDef();
	TestPath file = temporary( "large.svg" );
	CHECK_EQUAL( wfDrawField( file.text, &scene->grid, NULL, &scene->field, &def, NULL ), wf_ok );
	FileBytes bytes = readBytes( file.text );
	CHECK( isWellFormedXml( &bytes ) );
	CHECK( bytes.size > 50000 && bytes.size < 2000000 );
	freeBytes( &bytes );
	// Several cells a pixel.
	def.width = 128;
	CHECK_EQUAL( wfDrawField( file.text, &scene->grid, NULL, &scene->field, &def, NULL ), wf_ok );
	bytes = readBytes( file.text );
	CHECK( isWellFormedXml( &bytes ) );
	CHECK( bytes.size < 300000 );
	freeBytes( &bytes );
	remove( file.text );
	pictureSceneDestroy( scene );
	free( text );
}

TEST( RefusedPicturesSayWhy )
{
	PictureScene* scene = pictureScene( rooms, roomHeight, 3 );
	wfPictureDef def = wfDefaultPictureDef();
	wfError error = { 0 };
	TestPath file = temporary( "picture.gif" );
	CHECK_EQUAL( wfDrawField( file.text, &scene->grid, NULL, &scene->field, &def, &error ), wf_unsupported );
	CHECK( strstr( error.message, ".svg or .png" ) != NULL );
	CHECK_STRING( error.file, file.text );
	CHECK( !fileExists( file.text ) );
	CHECK_EQUAL( wfDrawField( "svg", &scene->grid, NULL, &scene->field, &def, &error ), wf_unsupported );
	CHECK_EQUAL( wfDrawField( ".svg", &scene->grid, NULL, &scene->field, &def, &error ), wf_unsupported );
	CHECK_EQUAL( wfDrawField( "", &scene->grid, NULL, &scene->field, &def, &error ), wf_unsupported );

	static const int32_t widths[] = { 0, -5, 63, 8193 };
	for ( int32_t i = 0; i < 4; ++i )
	{
		file = temporary( "width.png" );
		def.width = widths[i];
		CHECK_EQUAL( wfDrawField( file.text, &scene->grid, NULL, &scene->field, &def, &error ), wf_outOfRange );
		CHECK( strstr( error.message, "64 to 8192" ) != NULL );
		CHECK( !fileExists( file.text ) );
	}
	def.width = 300;
	static const char* const other[] = { "G." };
	PictureScene* wrong = pictureScene( other, 1, 3 );
	CHECK_EQUAL( wfDrawField( file.text, &scene->grid, NULL, &wrong->field, &def, &error ), wf_outOfRange );
	CHECK( strstr( error.message, "2 x 1" ) != NULL );
	CHECK( !fileExists( file.text ) );
	pictureSceneDestroy( wrong );
	pictureSceneDestroy( scene );
}

TEST( NoFileWhereNoneCanBeWritten )
{
	PictureScene* scene = pictureScene( rooms, roomHeight, 3 );
	wfPictureDef def = wfDefaultPictureDef();
	TestPath folder = temporary( "missing_folder" );
	for ( int32_t i = 0; i < 2; ++i )
	{
		wfError error = { 0 };
		TestPath file;
		snprintf( file.text, sizeof( file.text ), "%.400s/picture.%s", folder.text, i == 0 ? "svg" : "png" );
		CHECK_EQUAL( wfDrawField( file.text, &scene->grid, NULL, &scene->field, &def, &error ), wf_writeFailed );
		CHECK_EQUAL( error.result, wf_writeFailed );
		CHECK( error.message[0] != 0 );
		CHECK_STRING( error.file, file.text );
		CHECK_EQUAL( wfDrawField( file.text, &scene->grid, NULL, &scene->field, &def, NULL ), wf_writeFailed );
		CHECK( !fileExists( file.text ) );
	}
	CHECK( !fileExists( folder.text ) );
	pictureSceneDestroy( scene );
}

TEST( DefsMustComeFromTheirDefaults )
{
	PictureScene* scene = pictureScene( rooms, roomHeight, 3 );
	wfPictureDef def = { .width = 300 };
	wfError error;
	testBeginAsserts();
	CHECK_EQUAL( wfDrawField( "never.png", &scene->grid, NULL, &scene->field, &def, &error ), wf_invalidDef );
	CHECK_EQUAL( wfDrawPotential( "never.png", &scene->grid, NULL, scene->p, &def, &error ), wf_invalidDef );
	CHECK_EQUAL( wfDrawComparison( "never.png", &scene->grid, NULL, scene->p, &scene->field, &def, &error ), wf_invalidDef );
	def = wfDefaultPictureDef();
	CHECK_EQUAL( wfDrawPotential( "never.png", &scene->grid, NULL, NULL, &def, &error ), wf_invalidDef );
	CHECK_EQUAL( testEndAsserts(), 4 );
	CHECK( !fileExists( "never.png" ) );
	pictureSceneDestroy( scene );
}

// In a folder of its own: whatever a failure leaves behind is found by counting.
static wfResult drawOrLeaveNothing( const char* folder, const char* name, PictureScene* scene, wfWorld* world, int32_t what )
{
	TestPath file;
	snprintf( file.text, sizeof( file.text ), "%.400s/%s", folder, name );
	wfPictureDef def = wfDefaultPictureDef();
	wfVec2 points[2] = { { 1.5, 1.5 }, { 8.5, 8.5 } };
	wfPath path = { .points = points, .count = 2 };
	def.width = 100;
	def.title = "title";
	def.paths = &path;
	def.pathCount = 1;
	wfResult result = what == 0	  ? wfDrawField( file.text, &scene->grid, world, &scene->field, &def, NULL )
					  : what == 1 ? wfDrawPotential( file.text, &scene->grid, NULL, scene->p, &def, NULL )
								  : wfDrawComparison( file.text, &scene->grid, world, scene->p, &scene->field, &def, NULL );
	CHECK_EQUAL( countEntries( folder ), result == wf_ok ? 1 : 0 );
	remove( file.text );
	return result;
}

TEST( EveryAllocationMayFail )
{
	PictureScene* scene = pictureScene( rooms, roomHeight, 3 );
	wfWorld* world = makeWorld();
	TestPath folder = temporary( "pictures" );
	CHECK_EQUAL( mkdir( folder.text, 0700 ), 0 );
	for ( int32_t what = 0; what < 3; ++what )
	{
		TEST_EVERY_ALLOCATION( drawOrLeaveNothing( folder.text, "a.svg", scene, world, what ), (void)0 );
		TEST_EVERY_ALLOCATION( drawOrLeaveNothing( folder.text, "a.png", scene, world, what ), (void)0 );
	}
	CHECK_EQUAL( countEntries( folder.text ), 0 );
	rmdir( folder.text );
	wfDestroyWorld( world );
	pictureSceneDestroy( scene );
}

int main( int argc, char** argv )
{
	RUN( FieldAsPng );
	RUN( FieldAsSvg );
	RUN( LegendContoursAndArrowsCanBeLeftOut );
	RUN( WorldWithItsGeometry );
	RUN( WalkableAreas );
	RUN( PotentialMarksFlatCells );
	RUN( PotentialThatIsNotANumber );
	RUN( Comparison );
	RUN( LongThinMaps );
	RUN( LargeMapsStaySmallFiles );
	RUN( RefusedPicturesSayWhy );
	RUN( NoFileWhereNoneCanBeWritten );
	RUN( DefsMustComeFromTheirDefaults );
	RUN( EveryAllocationMayFail );
	runPictureLineTests( argc, argv );
	runPlotTests( argc, argv );
	runCrowdPictureTests( argc, argv );
	runFootstepPictureTests( argc, argv );
	runSurfacePictureTests( argc, argv );
	return testReport();
}
