// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield animate` from outside: what it writes and prints, and what it refuses with which code.

#include "test_animate.h"

#include "tests/test_program.h"

static int callAnimate( const char* format, ... )
{
	va_list list;
	va_start( list, format );
	int code = callProgram( "animate", format, list );
	va_end( list );
	return code;
}

static const char* getStroll( void )
{
	return WAYFIELD_SOURCE_DIR "/tests/animate/stroll.json";
}

static double readFrameTime( const char* path )
{
	char line[256];
	double seconds = NAN;
	FILE* file = fopen( path, "r" );
	while ( file != NULL && fgets( line, sizeof( line ), file ) != NULL && isnan( seconds ) )
	{
		seconds = strncmp( line, "Frame Time: ", 12 ) == 0 ? strtod( line + 12, NULL ) : NAN;
	}
	if ( file != NULL )
	{
		fclose( file );
	}
	return seconds;
}

TEST( CommandWritesEveryFormat )
{
	if ( !hasProgram() )
	{
		return;
	}
	char path[512], text[4096];
	snprintf( path, sizeof( path ), "%s.glb", testTemporaryPath( "command" ) );
	CHECK_EQUAL( callAnimate( "'%s' --to '%s' --json", getStroll(), path ), 0 );
	CHECK_STRING( s_err, "" );
	CHECK_EQUAL( getNumber( s_out, "agents" ), 3 );
	CHECK( getNumber( s_out, "frames" ) > 500.0 && getNumber( s_out, "seconds" ) > 14.0 );
	CHECK( getNumber( s_out, "foot_slide_max_m" ) < 0.001 && getNumber( s_out, "foot_slide_max_m" ) >= 0.0 );
	testAnimation* animation = testReadAnimation( path );
	if ( animation != NULL )
	{
		CHECK_EQUAL( testGetAgentCount( animation ), 3 );
		CHECK_NEAR( testGetEnd( animation ), getNumber( s_out, "seconds" ), 1e-5 );
		testFreeAnimation( animation );
	}
	remove( path );

	snprintf( path, sizeof( path ), "%s.GLTF", testTemporaryPath( "command" ) );
	CHECK_EQUAL( callAnimate( "'%s' --to '%s' --agents 5,1 --from 3 --until 5.5 --fps 24", getStroll(), path ), 0 );
	CHECK( strstr( s_out, "agents           2\n" ) != NULL && strstr( s_out, "time             2.50 s\n" ) != NULL );
	remove( path );

	snprintf( path, sizeof( path ), "%s.bvh", testTemporaryPath( "command" ) );
	CHECK_EQUAL( callAnimate( "'%s' --to '%s' --parabola", getStroll(), path ), 0 );
	CHECK( strstr( s_err, "holds one agent: this is number 1" ) != NULL );
	takeText( path, text, sizeof( text ) );
	CHECK( strncmp( text, "HIERARCHY\nROOT Hips\n", 20 ) == 0 );
	CHECK( strstr( s_err, "frames a second" ) == NULL );
	remove( path );

	// Rates are told where they are not those that were asked for, and the file has them to the last bit.
	static const char* const rates[] = { "29.97", "23.976", "1000" };
	for ( int i = 0; i < 3; ++i )
	{
		CHECK_EQUAL( callAnimate( "'%s' --to '%s' --agents 1 --json --fps %s", getStroll(), path, rates[i] ), 0 );
		double asked = strtod( rates[i], NULL ), fps = getNumber( s_out, "fps" );
		CHECK( fps >= asked && fabs( fps / asked - round( fps / asked ) ) < 1e-12 );
		CHECK( ( strstr( s_err, "frames a second, not" ) != NULL ) == ( fps != asked ) );
		CHECK( ( fps != asked ) == ( i < 2 ) );
		CHECK( readFrameTime( path ) == 1.0 / fps );
		remove( path );
	}

	snprintf( path, sizeof( path ), "%s.csv", testTemporaryPath( "command" ) );
	CHECK_EQUAL( callAnimate( "'%s' --to '%s' --fps 10 --agents 2 --json", getStroll(), path ), 0 );
	CHECK_EQUAL( getNumber( s_out, "agents" ), 1 );
	CHECK( isnan( getNumber( s_out, "foot_slide_max_m" ) ) );
	takeText( path, text, sizeof( text ) );
	CHECK( strstr( text, "left_x" ) != NULL );
	remove( path );
}

// The steps as JSON are those that were read.
TEST( CommandKeepsTheSteps )
{
	if ( !hasProgram() )
	{
		return;
	}
	char path[512];
	snprintf( path, sizeof( path ), "%s.json", testTemporaryPath( "steps" ) );
	CHECK_EQUAL( callAnimate( "'%s' --to '%s' --json", getStroll(), path ), 0 );
	wfFootstepTable before = { 0 }, after = { 0 };
	CHECK_EQUAL( wfReadFootsteps( getStroll(), &before, NULL ), wf_ok );
	CHECK_EQUAL( wfReadFootsteps( path, &after, NULL ), wf_ok );
	CHECK( before.rowCount > 40 );
	if ( CHECK_EQUAL( after.rowCount, before.rowCount ) )
	{
		for ( int64_t k = 0; k < after.rowCount; ++k )
		{
			CHECK( after.rows[k].serial == before.rows[k].serial && after.rows[k].step.apex.x == before.rows[k].step.apex.x &&
				   after.rows[k].step.startTime == before.rows[k].step.startTime );
		}
	}
	wfFootstepTable_Free( &after );
	CHECK_EQUAL( callAnimate( "'%s' --to '%s' --agents 5 --from 4 --until 6", getStroll(), path ), 0 );
	CHECK_EQUAL( wfReadFootsteps( path, &after, NULL ), wf_ok );
	CHECK( after.rowCount > 2 && after.rowCount < 10 && after.rows[0].serial == 5 );
	wfFootstepTable_Free( &before );
	wfFootstepTable_Free( &after );
	remove( path );
}

TEST( CommandRefusesWithReasons )
{
	if ( !hasProgram() )
	{
		return;
	}
	char text[512];
	snprintf( text, sizeof( text ), "%s.json", testTemporaryPath( "not" ) );
	FILE* file = fopen( text, "w" );
	if ( CHECK( file != NULL ) )
	{
		fprintf( file, "{\"format\": \"wayfield footsteps\", \"version\": 1, \"steps\": [{\"agent\": -3}]}" );
		fclose( file );
	}
	const struct
	{
		const char* arguments;
		int code;
		const char* words;
	} cases[] = { { "", 2, "expected a recording" },
				  { "STROLL", 2, "expected --to FILE" },
				  { "STROLL --to walk.fbx", 2, "ends in .glb, .gltf, .bvh, .csv or .json" },
				  { "STROLL --to walk", 2, "ends in .glb" },
				  { "STROLL --to walk.glb --agents 1,x", 2, "expected numbers of agents" },
				  { "STROLL --to walk.glb --agents 1,,2", 2, "expected numbers of agents" },
				  { "STROLL --to walk.glb --agents 99999999999", 2, "expected numbers of agents" },
				  { "STROLL --to walk.glb --agents 4", 2, "agent 4 has no footsteps" },
				  { "STROLL --to walk.csv --agents 4", 2, "no footsteps of these agents" },
				  { "STROLL --to walk.glb --fps 0", 2, "fps" },
				  { "STROLL --to walk.glb --from 5 --until 4", 2, "not after --from 5" },
				  { "STROLL --to walk.glb --from 500", 2, "nobody to show" },
				  { "STROLL --to walk.json --fps 20", 2, "--fps has no meaning" },
				  { "STROLL --to walk.glb --frames 20", 2, "frames" },
				  { "missing.sqlite --to walk.glb", 3, "missing.sqlite" },
				  { "BAD --to walk.glb", 4, "agent" },
				  { "STROLL --to no-such-folder/walk.glb", 7, "no-such-folder/walk.glb" },
				  { "STROLL --to no-such-folder/walk.bvh", 7, "no-such-folder/walk.bvh" } };
	for ( size_t k = 0; k < sizeof( cases ) / sizeof( cases[0] ); ++k )
	{
		const char* rest = strchr( cases[k].arguments, ' ' );
		bool stroll = strncmp( cases[k].arguments, "STROLL", 6 ) == 0, bad = strncmp( cases[k].arguments, "BAD", 3 ) == 0;
		int code = stroll || bad ? callAnimate( "'%s'%s", stroll ? getStroll() : text, rest != NULL ? rest : "" )
								 : callAnimate( "%s", cases[k].arguments );
		CHECK_EQUAL( code, cases[k].code );
		CHECK_STRING( s_out, "" );
		if ( strstr( s_err, cases[k].words ) == NULL )
		{
			CHECK_STRING( s_err, cases[k].words );
		}
		CHECK( access( "walk.glb", F_OK ) != 0 && access( "walk.csv", F_OK ) != 0 );
	}
	remove( text );
}

void testAnimateCommand( int argc, char** argv )
{
	RUN( CommandWritesEveryFormat );
	RUN( CommandKeepsTheSteps );
	RUN( CommandRefusesWithReasons );
}
