// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Feet in videos.

#include "test_picture_footsteps.h"

#include "picture/color.h"
#include "picture/video.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum
{
	imageWidth = 400,
	imageHeight = 200
};

static wfPanel makePanel( double scale )
{
	return ( wfPanel ){ .box = { { 20.0, 20.0 }, { 380.0, 180.0 } }, .origin = { -2.0, -1.0 }, .scale = scale, .font = 14.0 };
}

static wfImage clearImage( void )
{
	static uint32_t pixels[imageWidth * imageHeight];
	memset( pixels, 0, sizeof( pixels ) );
	return ( wfImage ){ pixels, imageWidth, imageHeight };
}

static int32_t countTouched( const wfImage* image, wfBox2 box )
{
	int32_t count = 0;
	for ( int32_t y = (int32_t)box.lower.y; y < (int32_t)box.upper.y; ++y )
	{
		for ( int32_t x = (int32_t)box.lower.x; x < (int32_t)box.upper.x; ++x )
		{
			count += image->pixels[y * image->width + x] != 0 ? 1 : 0;
		}
	}
	return count;
}

static const wfBox2 wholeImage = { { 0.0, 0.0 }, { imageWidth, imageHeight } };

TEST( FilmsKnowTheLastSteps )
{
	wfFootstepTable table = { 0 };
	addWalk( &table, &( WalkPlan ){ .serial = 1, .from = { 0.0, 0.0 }, .speed = 1.2, .steps = 30 } );
	addWalk( &table, &( WalkPlan ){ .serial = 4, .from = { 0.0, 1.0 }, .speed = 1.0, .steps = 3 } );
	wfFilmFeet feet = { 0 };
	wfError error = { 0 };
	CHECK( wfFilmFeet_Find( &feet, 1 ) == NULL );
	CHECK_EQUAL( wfFilmFeet_Add( &feet, table.rows, (int32_t)table.rowCount, 0.0, &error ), wf_ok );
	const wfFilmWalker *first = wfFilmFeet_Find( &feet, 1 ), *second = wfFilmFeet_Find( &feet, 4 );
	CHECK( first != NULL && second != NULL && wfFilmFeet_Find( &feet, 2 ) == NULL );
	CHECK_EQUAL( first->count, WF_FILM_ROWS );
	CHECK_EQUAL( first->rows[WF_FILM_ROWS - 1].index, 31 );
	CHECK_EQUAL( second->count, 5 );
	// Places are those of the steps at any time, discs stay where the frame has them.
	uint32_t serials[3] = { 4, 9, 1 };
	wfVec3 positions[3] = { { 50.0, 50.0, 0.0 }, { 7.0, 8.0, 0.0 }, { 60.0, 60.0, 0.0 } };
	for ( int32_t k = 0; k < 40; ++k )
	{
		wfFrame frame = { .time = 0.05 * k, .count = 3, .serials = serials, .positions = positions };
		CHECK_EQUAL( wfFilmFeet_PlaceAll( &feet, &frame ), wf_ok );
		wfVec2 at = wfFootstep_GetPosition( &wfFindStepRow( second->rows, second->count, frame.time )->step, frame.time );
		CHECK( frame.positions[0].x == at.x && frame.positions[0].y == at.y );
		CHECK( frame.positions[1].x == 7.0 && frame.positions[1].y == 8.0 );
	}
	// Too late, or no numbers.
	CHECK_EQUAL( wfFilmFeet_Add( &feet, table.rows + 3, 1, 0.0, &error ), wf_outOfRange );
	CHECK( strstr( error.message, "step 3 of agent 1" ) != NULL );
	wfFootstepRow bad = table.rows[31];
	bad.step.footAngle = INFINITY;
	CHECK_EQUAL( wfFilmFeet_Add( &feet, &bad, 1, 0.0, NULL ), wf_outOfRange );
	wfFreeFilmFeet( &feet );
	freeWalks( &table );
}

TEST( FilmsForgetWhoLeft )
{
	wfFootstepTable table = { 0 };
	for ( uint32_t i = 0; i < 2000; ++i )
	{
		addWalk( &table, &( WalkPlan ){ .serial = i + 1, .time = 0.5 * i, .speed = 1.0, .steps = 1 } );
	}
	wfFilmFeet feet = { 0 };
	for ( int64_t i = 0; i < table.rowCount; ++i )
	{
		CHECK_EQUAL( wfFilmFeet_Add( &feet, table.rows + i, 1, table.rows[i].step.startTime, NULL ), wf_ok );
	}
	CHECK( feet.walkers.capacity < 200 );
	CHECK( wfFilmFeet_Find( &feet, 2000 ) != NULL && wfFilmFeet_Find( &feet, 1995 ) != NULL &&
		   wfFilmFeet_Find( &feet, 5 ) == NULL );
	wfFreeFilmFeet( &feet );
	freeWalks( &table );
}

static wfResult addAndForget( const wfFootstepTable* table )
{
	wfFilmFeet feet = { 0 };
	uint32_t serial = 1;
	wfVec3 position = { 0.0, 0.0, 0.0 };
	wfFrame frame = { .count = 1, .serials = &serial, .positions = &position };
	wfResult result = wfFilmFeet_Add( &feet, table->rows, (int32_t)table->rowCount, 0.0, NULL );
	result = result == wf_ok ? wfFilmFeet_PlaceAll( &feet, &frame ) : result;
	wfFreeFilmFeet( &feet );
	return result;
}

TEST( EveryAllocationOfFilmedFeetMayFail )
{
	wfFootstepTable table = { 0 };
	for ( uint32_t i = 0; i < 80; ++i )
	{
		addWalk( &table, &( WalkPlan ){ .serial = i + 1, .speed = 1.0, .steps = 1 } );
	}
	TEST_EVERY_ALLOCATION( addAndForget( &table ), (void)0 );
	freeWalks( &table );
}

TEST( BodiesAreStampedWhereTheyAre )
{
	wfFootstepTable table = { 0 };
	addWalk( &table, &( WalkPlan ){ .serial = 1, .from = { 0.0, 0.0 }, .speed = 1.0, .steps = 3 } );
	wfPanel panel = makePanel( 90.0 );
	wfBodyPose pose = wfMakeBodyPose( table.rows, 0.0, wfAgentColor( 0 ) );
	wfImage image = clearImage();
	wfStampBody( &image, &panel, &pose );
	wfVec2 at = wfToCanvas( &panel, pose.circles[0].center );
	CHECK( image.pixels[( (int32_t)at.y + 6 ) * imageWidth + (int32_t)at.x] == wfPackColor( wfAgentColor( 0 ) ) );
	// Both shoulders and both feet are covered.
	for ( int32_t k = 1; k < WF_BODY_CIRCLES; ++k )
	{
		wfVec2 center = wfToCanvas( &panel, pose.circles[k].center );
		CHECK( image.pixels[(int32_t)center.y * imageWidth + (int32_t)center.x] != 0 );
	}
	// It faces along x: the nose is to the right of the torso.
	double nose = at.x + 1.2 * pose.circles[0].radius * panel.scale;
	CHECK( image.pixels[(int32_t)at.y * imageWidth + (int32_t)nose] != 0 );
	CHECK( image.pixels[(int32_t)at.y * imageWidth + (int32_t)( 2.0 * at.x - nose )] == 0 );
	int32_t all = countTouched( &image, wholeImage );
	double disc = 3.14159265 * 22.5 * 22.5;
	CHECK( all > 0.5 * disc && all < 1.5 * disc );
	// Small ones are discs; nothing is ever drawn beyond the panel.
	image = clearImage();
	wfPanel small = makePanel( 8.0 );
	wfStampBody( &image, &small, &pose );
	CHECK( countTouched( &image, wholeImage ) > 5 && countTouched( &image, wholeImage ) < 60 );
	image = clearImage();
	for ( int32_t k = 0; k < 200; ++k )
	{
		double x = -3.0 + 0.11 * ( k % 60 ), y = -1.4 + 0.5 * ( k / 30 );
		wfBodyPose moved = pose;
		for ( int32_t c = 0; c < WF_BODY_CIRCLES; ++c )
		{
			moved.circles[c].center.x += k == 199 ? 1e8 : x;
			moved.circles[c].center.y += k == 199 ? -1e8 : y;
		}
		wfStampBody( &image, &panel, &moved );
	}
	int32_t inside = countTouched( &image, panel.box );
	CHECK( inside > 10000 && countTouched( &image, wholeImage ) == inside );
	freeWalks( &table );
}

// The sum of all light.
static double sumOf( const wfImage* image )
{
	double sum = 0.0;
	for ( int32_t i = 0; i < imageWidth * imageHeight; ++i )
	{
		sum += image->pixels[i] & 255u;
	}
	return sum;
}

TEST( PrintsFadeInFilms )
{
	wfFootstepTable table = { 0 };
	addWalk( &table, &( WalkPlan ){ .serial = 1, .from = { -1.5, 0.0 }, .speed = 1.0, .steps = 4 } );
	wfFilmFeet feet = { 0 };
	CHECK_EQUAL( wfFilmFeet_Add( &feet, table.rows, (int32_t)table.rowCount, 0.0, NULL ), wf_ok );
	const wfFilmWalker* walker = wfFilmFeet_Find( &feet, 1 );
	wfPanel panel = makePanel( 90.0 );
	double end = wfFootstep_GetEndTime( &table.rows[table.rowCount - 1].step );
	// None while the first step goes on; a foot's area for each step done.
	wfImage image = clearImage();
	wfStampPrints( &image, &panel, walker, 0.1, 0xFFFFFFu );
	CHECK_EQUAL( countTouched( &image, wholeImage ), 0 );
	wfStampPrints( &image, &panel, walker, table.rows[1].step.startTime + 0.01, 0xFFFFFFu );
	double foot = 0.26 * 90.0, area = countTouched( &image, wholeImage );
	CHECK( area > 0.2 * foot * foot && area < 0.5 * foot * foot );
	// Weaker and weaker.
	double before = INFINITY;
	for ( int32_t k = 0; k < 5; ++k )
	{
		image = clearImage();
		wfStampPrints( &image, &panel, walker, end + 0.6 * k, 0xFFFFFFu );
		double light = sumOf( &image );
		CHECK( light < before );
		before = light;
	}
	CHECK( before == 0.0 );
	// Not where they would be dust.
	image = clearImage();
	wfPanel small = makePanel( 10.0 );
	wfStampPrints( &image, &small, walker, end, 0xFFFFFFu );
	CHECK_EQUAL( countTouched( &image, wholeImage ), 0 );
	wfFreeFilmFeet( &feet );
	freeWalks( &table );
}

TEST( VideosOfFeet )
{
	char program[1024];
	if ( !wfFindProgram( "ffmpeg", program, sizeof( program ) ) )
	{
		testSkip( "there is no ffmpeg" );
		return;
	}
	wfFootstepTable table = { 0 };
	addWalk( &table, &( WalkPlan ){ .serial = 1, .from = { -3.0, 0.0 }, .speed = 1.2, .steps = 3 } );
	CrowdPath file = crowdPath( "feet.mp4" );
	wfVideoDef def = wfDefaultVideoDef();
	def.path = file.text;
	def.width = 240;
	def.view = ( wfBox2 ){ { -4.0, -2.0 }, { 4.0, 2.0 } };
	wfVideo* video = NULL;
	wfError error = { 0 };
	CHECK_EQUAL( wfCreateVideo( &def, &video, &error ), wf_ok );
	uint32_t serials[2] = { 1, 2 };
	wfVec3 positions[2] = { { 0.0, 0.0, 0.0 }, { 1.0, 1.0, 0.0 } };
	CHECK_EQUAL( wfVideo_AddFootsteps( video, table.rows, (int32_t)table.rowCount, &error ), wf_ok );
	for ( int32_t f = 0; f < 10; ++f )
	{
		wfFrame frame = { .time = 0.04 * f, .count = 2, .serials = serials, .positions = positions };
		CHECK_EQUAL( wfVideo_AddFrame( video, &frame, &error ), wf_ok );
	}
	// A step that cannot be drawn is refused by name and spoils nothing.
	wfFootstepRow bad = table.rows[table.rowCount - 1];
	bad.step.duration = NAN;
	CHECK_EQUAL( wfVideo_AddFootsteps( video, &bad, 1, &error ), wf_outOfRange );
	CHECK_STRING( error.file, file.text );
	CHECK_EQUAL( wfDestroyVideo( video, &error ), wf_ok );
	FileBytes bytes = readBytes( file.text );
	CHECK( bytes.size > 1000 && memcmp( bytes.data + 4, "ftyp", 4 ) == 0 );
	freeBytes( &bytes );
	remove( file.text );
	freeWalks( &table );
}

void runFootstepVideoTests( int argc, char** argv )
{
	RUN( FilmsKnowTheLastSteps );
	RUN( FilmsForgetWhoLeft );
	RUN( EveryAllocationOfFilmedFeetMayFail );
	RUN( BodiesAreStampedWhereTheyAre );
	RUN( PrintsFadeInFilms );
	RUN( VideosOfFeet );
}
