// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Videos, with ffmpeg where there is one and with programs in its place that do as they are reported here.

#include "test_picture_crowd.h"

#include "picture/color.h"
#include "picture/video.h"
#include "wayfield/picture.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static wfFrame makeFrame( double time, int32_t count )
{
	static uint32_t serials[64];
	static wfVec3 positions[64], velocities[64];
	static float headings[64], radii[64];
	static uint8_t states[64];
	for ( int32_t i = 0; i < count; ++i )
	{
		serials[i] = (uint32_t)( i + 1 );
		positions[i] = ( wfVec3 ){ -8.0 + time + 0.6 * ( i % 20 ), -3.0 + 1.5 * ( i / 20 ), 0.0 };
		velocities[i] = ( wfVec3 ){ 1.0, 0.0, 0.0 };
		headings[i] = 0.1f * (float)i;
		radii[i] = 0.25f;
		states[i] = i == 0 ? wf_atEnd : wf_walking;
	}
	return ( wfFrame ){ .time = time,
						.count = count,
						.serials = serials,
						.positions = positions,
						.velocities = velocities,
						.headings = headings,
						.radii = radii,
						.states = states };
}

// A folder that is all of PATH, with a program called ffmpeg in it.
typedef struct FakePath
{
	char folder[512], program[600];
	char* before;
} FakePath;

static FakePath beginFakePath( const char* script )
{
	FakePath fake = { 0 };
	const char* path = getenv( "PATH" );
	fake.before = path != NULL ? strdup( path ) : NULL;
	CrowdPath folder = crowdPath( "programs" );
	snprintf( fake.folder, sizeof( fake.folder ), "%s", folder.text );
	snprintf( fake.program, sizeof( fake.program ), "%s/ffmpeg", fake.folder );
	CHECK_EQUAL( mkdir( fake.folder, 0700 ), 0 );
	if ( script != NULL )
	{
		FILE* file = fopen( fake.program, "w" );
		CHECK( file != NULL );
		fprintf( file, "#!/bin/sh\nPATH=/usr/bin:/bin\n%s\n", script );
		fclose( file );
		chmod( fake.program, 0700 );
	}
	setenv( "PATH", fake.folder, 1 );
	return fake;
}

static void endFakePath( FakePath* fake )
{
	setenv( "PATH", fake->before != NULL ? fake->before : "/usr/bin:/bin", 1 );
	free( fake->before );
	remove( fake->program );
	rmdir( fake->folder );
}

// Copies its input to the file it is given.
static const char* const copying = "for last; do :; done; exec cat > \"${last#file:}\"";

TEST( FramesArriveAsTheyAre )
{
	CrowdPath folder = crowdPath( "videos" ), file;
	CHECK_EQUAL( mkdir( folder.text, 0700 ), 0 );
	snprintf( file.text, sizeof( file.text ), "%.480s/people.mp4", folder.text );
	FakePath fake = beginFakePath( copying );
	wfWorld* world = crowdWorld();
	wfVideoDef def = wfDefaultVideoDef();
	def.path = file.text;
	def.world = world;
	def.width = 301;
	def.title = "people";
	wfVideo* video = NULL;
	wfError error = { 0 };
	CHECK_EQUAL( wfCreateVideo( &def, &video, &error ), wf_ok );
	// The world is drawn by now and may go.
	wfDestroyWorld( world );
	for ( int32_t f = 0; f < 4; ++f )
	{
		wfFrame frame = makeFrame( 0.04 * f, 20 );
		CHECK_EQUAL( wfVideo_AddFrame( video, &frame, &error ), wf_ok );
	}
	CHECK( !fileExists( file.text ) );
	CHECK_EQUAL( wfDestroyVideo( video, &error ), wf_ok );
	FileBytes bytes = readBytes( file.text );
	// Four frames of pixels, both sides even: 302 times something.
	CHECK_EQUAL( bytes.size % ( 4u * 4u * 302u ), 0 );
	size_t pixels = bytes.size / 16, height = pixels / 302;
	CHECK( height % 2 == 0 && height > 150 && height < 302 );
	int64_t floor = 0, wall = 0, arrived = 0;
	for ( size_t i = 0; i < pixels && bytes.size > 0; ++i )
	{
		uint32_t pixel;
		memcpy( &pixel, bytes.data + 4 * i, 4 );
		pixel &= 0xFFFFFF;
		floor += pixel == WF_FLOOR;
		wall += pixel == WF_SOLID;
		arrived += pixel == WF_ARRIVED;
	}
	CHECK( floor > 20000 && floor < 44000 );
	CHECK( wall > 300 && wall < 2000 );
	CHECK( arrived > 10 && arrived < 60 );
	freeBytes( &bytes );
	remove( file.text );
	CHECK_EQUAL( countEntries( folder.text ), 0 );
	rmdir( folder.text );
	endFakePath( &fake );
}

TEST( TrailsFade )
{
	wfInk glow;
	CHECK_EQUAL( wfMakeGlow( ( wfBox2 ){ { 10.0, 20.0 }, { 40.0, 50.0 } }, &glow ), wf_ok );
	wfInk_AddGlow( &glow, ( wfVec2 ){ 0.0, 35.5 }, ( wfVec2 ){ 100.0, 35.5 }, 3.0, 0xFF0000 );
	CHECK_NEAR( (double)glow.alphas[15 * 30 + 15], 1.0, 1e-6 );
	CHECK_NEAR( (double)glow.alphas[10 * 30 + 15], 0.0, 1e-6 );
	wfInk_Fade( &glow, 0.5f );
	CHECK_NEAR( (double)glow.alphas[15 * 30 + 15], 0.5, 1e-6 );
	uint32_t pixels[64 * 64] = { 0 };
	wfImage image = { pixels, 64, 64 };
	wfInk_BlendGlow( &glow, &image );
	CHECK_NEAR( (double)( pixels[35 * 64 + 25] >> 16 ), 0.5 * 0.7 * 255.0, 3.0 );
	CHECK_EQUAL( pixels[35 * 64 + 5], 0 );
	for ( int32_t i = 0; i < 30; ++i )
	{
		wfInk_Fade( &glow, 0.5f );
	}
	CHECK( glow.alphas[15 * 30 + 15] == 0.0f );
	wfFreeInk( &glow );
}

TEST( StampsCoverTheirArea )
{
	uint32_t pixels[100 * 80];
	wfImage image = { pixels, 100, 80 };
	wfBox2 all = { { 0.0, 0.0 }, { 100.0, 80.0 } };
	for ( int32_t k = 0; k < 3; ++k )
	{
		memset( pixels, 0, sizeof( pixels ) );
		wfStamp stamp = { { 50.3, 40.7 }, 2.0 + 8.0 * k, { 0.0, 0.0 }, 0x00FF00, 0.0 };
		wfStampDisc( &image, all, &stamp );
		double area = 0.0;
		for ( int32_t i = 0; i < 100 * 80; ++i )
		{
			area += ( pixels[i] & 0xFFFFFF ) != 0 ? 1.0 : 0.0;
		}
		double radius = stamp.radius + 0.5;
		CHECK_NEAR( area, 3.14159265 * radius * radius, 3.0 + 0.05 * area );
	}
	// Nothing beyond the box or the image, wherever the disc is.
	memset( pixels, 0, sizeof( pixels ) );
	wfVec2 places[] = { { -3.0, 5.0 }, { 99.0, 79.0 }, { 500.0, 500.0 }, { NAN, 0.0 }, { 1e300, -1e300 } };
	for ( size_t i = 0; i < sizeof( places ) / sizeof( places[0] ); ++i )
	{
		wfStamp stamp = { places[i], 6.0, { 1.0, 0.0 }, 0xFF0000, 0.0 };
		wfStampDisc( &image, ( wfBox2 ){ { 20.0, 20.0 }, { 60.0, 60.0 } }, &stamp );
	}
	bool clean = true;
	for ( int32_t i = 0; i < 100 * 80; ++i )
	{
		clean = clean && pixels[i] == 0;
	}
	CHECK( clean );
}

static uint32_t readBig( const unsigned char* bytes, int32_t count )
{
	uint32_t value = 0;
	for ( int32_t i = 0; i < count; ++i )
	{
		value = value << 8 | bytes[i];
	}
	return value;
}

TEST( FfmpegMakesVideos )
{
	char program[1024];
	if ( !wfFindProgram( "ffmpeg", program, sizeof( program ) ) )
	{
		testSkip( "there is no ffmpeg" );
		return;
	}
	CrowdPath folder = crowdPath( "videos" ), file;
	CHECK_EQUAL( mkdir( folder.text, 0700 ), 0 );
	snprintf( file.text, sizeof( file.text ), "%.480s/a b:c.MP4", folder.text );
	wfVideoDef def = wfDefaultVideoDef();
	def.path = file.text;
	def.view = ( wfBox2 ){ { -10.0, -5.0 }, { 10.0, 5.0 } };
	def.width = 201;
	def.fps = 12.5;
	wfVideo* video = NULL;
	wfError error = { 0 };
	CHECK_EQUAL( wfCreateVideo( &def, &video, &error ), wf_ok );
	for ( int32_t f = 0; f < 5 && video != NULL; ++f )
	{
		wfFrame frame = makeFrame( 0.08 * f, 10 + f );
		CHECK_EQUAL( wfVideo_AddFrame( video, &frame, &error ), wf_ok );
	}
	CHECK_EQUAL( wfDestroyVideo( video, &error ), wf_ok );
	FileBytes bytes = readBytes( file.text );
	CHECK( bytes.size > 1000 && memcmp( bytes.data + 4, "ftyp", 4 ) == 0 );
	bool found = false;
	for ( size_t i = 0; i + 32 < bytes.size && !found; ++i )
	{
		if ( memcmp( bytes.data + i, "avc1\0\0\0\0\0\0", 10 ) == 0 )
		{
			found = true;
			uint32_t width = readBig( bytes.data + i + 28, 2 ), height = readBig( bytes.data + i + 30, 2 );
			CHECK_EQUAL( width, 202 );
			CHECK( height % 2 == 0 && height > 80 && height < 202 );
		}
	}
	CHECK( found );
	freeBytes( &bytes );
	remove( file.text );
	CHECK_EQUAL( countEntries( folder.text ), 0 );
	rmdir( folder.text );
}

TEST( VideosThatCannotBeAreRefused )
{
	FakePath fake = beginFakePath( copying );
	wfVideoDef good = wfDefaultVideoDef(), def;
	CrowdPath file = crowdPath( "refused.mp4" );
	wfVideo* video = NULL;
	wfError error = { 0 };
	good.path = file.text;
	good.view = ( wfBox2 ){ { 0.0, 0.0 }, { 10.0, 5.0 } };
	def = good;
	def.path = "video.avi";
	CHECK_EQUAL( wfCreateVideo( &def, &video, &error ), wf_unsupported );
	CHECK( strstr( error.message, ".mp4" ) != NULL );
	def = good;
	def.width = 32;
	CHECK_EQUAL( wfCreateVideo( &def, &video, &error ), wf_outOfRange );
	def = good;
	def.fps = 0.0;
	CHECK_EQUAL( wfCreateVideo( &def, &video, &error ), wf_outOfRange );
	def = good;
	def.view = ( wfBox2 ){ { 0.0, 0.0 }, { 0.0, 0.0 } };
	CHECK_EQUAL( wfCreateVideo( &def, &video, &error ), wf_outOfRange );
	CHECK( strstr( error.message, "world or a view" ) != NULL );
	CHECK_STRING( error.file, file.text );
	def = good;
	def.path = "/no/such/folder/a.mp4";
	CHECK_EQUAL( wfCreateVideo( &def, &video, &error ), wf_writeFailed );
	CHECK( video == NULL );
	testBeginAsserts();
	def = ( wfVideoDef ){ 0 };
	CHECK_EQUAL( wfCreateVideo( &def, &video, &error ), wf_invalidDef );
	CHECK_EQUAL( testEndAsserts(), 1 );
	// A video without frames is none.
	CHECK_EQUAL( wfCreateVideo( &good, &video, &error ), wf_ok );
	CHECK_EQUAL( wfDestroyVideo( video, &error ), wf_outOfRange );
	CHECK( strstr( error.message, "no frame" ) != NULL );
	CHECK( !fileExists( file.text ) );
	CHECK_EQUAL( wfDestroyVideo( NULL, NULL ), wf_ok );
	endFakePath( &fake );
}

TEST( WithoutFfmpegItSaysWhatToInstall )
{
	FakePath fake = beginFakePath( NULL );
	wfVideoDef def = wfDefaultVideoDef();
	CrowdPath file = crowdPath( "missing.mp4" );
	wfVideo* video = NULL;
	wfError error = { 0 };
	def.path = file.text;
	def.view = ( wfBox2 ){ { 0.0, 0.0 }, { 10.0, 5.0 } };
	CHECK_EQUAL( wfCreateVideo( &def, &video, &error ), wf_unsupported );
	CHECK( strstr( error.message, "apt-get install ffmpeg" ) != NULL );
	CHECK( video == NULL && !fileExists( file.text ) );
	endFakePath( &fake );
}

// It ends at once, or after all is written; either way its last words are reported, we live, and no file is left.
TEST( LastWordsOfFfmpegAreReported )
{
	static const char* const scripts[] = { "echo first >&2; echo 'boom: no such encoder' >&2; exit 3",
										   "cat > /dev/null; echo 'boom: disk full' >&2; exit 1",
										   "cat > /dev/null; echo 'boom: killed' >&2; kill -9 $$" };
	for ( int32_t k = 0; k < 3; ++k )
	{
		CrowdPath folder = crowdPath( "videos" ), file;
		CHECK_EQUAL( mkdir( folder.text, 0700 ), 0 );
		snprintf( file.text, sizeof( file.text ), "%.480s/people.mp4", folder.text );
		FakePath fake = beginFakePath( scripts[k] );
		wfVideoDef def = wfDefaultVideoDef();
		def.path = file.text;
		def.view = ( wfBox2 ){ { -10.0, -5.0 }, { 10.0, 5.0 } };
		def.width = 640;
		wfVideo* video = NULL;
		wfError error = { 0 };
		CHECK_EQUAL( wfCreateVideo( &def, &video, &error ), wf_ok );
		wfResult result = wf_ok;
		for ( int32_t f = 0; f < 4 && result == wf_ok; ++f )
		{
			wfFrame frame = makeFrame( 0.04 * f, 10 );
			result = wfVideo_AddFrame( video, &frame, &error );
		}
		CHECK_EQUAL( result, k == 0 ? wf_writeFailed : wf_ok );
		if ( k == 0 )
		{
			CHECK( strstr( error.message, "boom: no such encoder" ) != NULL );
			wfFrame frame = makeFrame( 1.0, 10 );
			error = ( wfError ){ 0 };
			CHECK_EQUAL( wfVideo_AddFrame( video, &frame, &error ), wf_writeFailed );
			CHECK( strstr( error.message, "boom" ) != NULL );
		}
		error = ( wfError ){ 0 };
		CHECK_EQUAL( wfDestroyVideo( video, &error ), wf_writeFailed );
		CHECK( strstr( error.message, "boom" ) != NULL );
		CHECK_STRING( error.file, file.text );
		CHECK_EQUAL( countEntries( folder.text ), 0 );
		endFakePath( &fake );
		rmdir( folder.text );
	}
}

static wfResult makeVideo( const char* path, const wfWorld* world )
{
	wfVideoDef def = wfDefaultVideoDef();
	def.path = path;
	def.world = world;
	def.width = 100;
	wfVideo* video = NULL;
	wfResult result = wfCreateVideo( &def, &video, NULL );
	for ( int32_t f = 0; f < 2 && result == wf_ok; ++f )
	{
		wfFrame frame = makeFrame( 0.04 * f, f == 0 ? 3 : 50 );
		result = wfVideo_AddFrame( video, &frame, NULL );
	}
	wfResult ended = wfDestroyVideo( video, NULL );
	// Frames that failed for want of memory were not sent; the others still make a video.
	CHECK( result != wf_ok || ended == wf_ok );
	remove( path );
	return result;
}

TEST( EveryAllocationOfVideosMayFail )
{
	CrowdPath folder = crowdPath( "videos" ), file;
	CHECK_EQUAL( mkdir( folder.text, 0700 ), 0 );
	snprintf( file.text, sizeof( file.text ), "%.480s/people.mp4", folder.text );
	FakePath fake = beginFakePath( copying );
	wfWorld* world = crowdWorld();
	TEST_EVERY_ALLOCATION( makeVideo( file.text, world ), (void)0 );
	CHECK_EQUAL( countEntries( folder.text ), 0 );
	wfDestroyWorld( world );
	endFakePath( &fake );
	rmdir( folder.text );
}

void runVideoTests( int argc, char** argv )
{
	RUN( FramesArriveAsTheyAre );
	RUN( TrailsFade );
	RUN( StampsCoverTheirArea );
	RUN( FfmpegMakesVideos );
	RUN( VideosThatCannotBeAreRefused );
	RUN( WithoutFfmpegItSaysWhatToInstall );
	RUN( LastWordsOfFfmpegAreReported );
	RUN( EveryAllocationOfVideosMayFail );
}
