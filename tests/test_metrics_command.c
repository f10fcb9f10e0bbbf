// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield metrics` from outside: what it prints, and what it refuses with which code.

#include "test_metrics.h"

#include "tests/test_program.h"

static int callMetrics( const char* format, ... )
{
	va_list list;
	va_start( list, format );
	int code = callProgram( "metrics", format, list );
	va_end( list );
	return code;
}

// Two people at 10 frames a second who pass each other so that discs of 0.25 m touch once; y 0.2 m apart.
static void writeCrossing( const char* path, double speed )
{
	FILE* file = fopen( path, "w" );
	if ( !CHECK( file != NULL ) )
	{
		return;
	}
	fprintf( file, "# framerate: 10\n# id frame x/m y/m\n" );
	for ( int32_t k = 0; k <= 20; ++k )
	{
		fprintf( file, "1 %d %g 0\n2 %d %g 0.2\n", k, -1.0 + 0.1 * speed * k, k, 1.0 - 0.1 * speed * k );
	}
	fclose( file );
}

TEST( CommandTellsFigures )
{
	char path[512], other[512], plot[512];
	snprintf( path, sizeof( path ), "%s", testTemporaryPath( "crossing.txt" ) );
	snprintf( other, sizeof( other ), "%s", testTemporaryPath( "slower.txt" ) );
	snprintf( plot, sizeof( plot ), "%s", testTemporaryPath( "diagram.svg" ) );
	if ( !hasProgram() )
	{
		return;
	}
	writeCrossing( path, 1.0 );
	writeCrossing( other, 0.5 );
	CHECK_EQUAL( callMetrics( "'%s' --json", path ), 0 );
	CHECK_NEAR( getNumber( s_out, "agents" ), 2.0, 0.0 );
	CHECK_NEAR( getNumber( s_out, "simulated_seconds" ), 2.0, 1e-12 );
	CHECK_NEAR( getNumber( s_out, "mean_speed_m_per_s" ), 1.0, 1e-12 );
	CHECK_NEAR( getNumber( s_out, "path_ratio_mean" ), 1.0, 1e-12 );
	CHECK( isnan( getNumber( s_out, "overlaps" ) ) && isnan( getNumber( s_out, "wall_hits" ) ) );
	CHECK( isnan( getNumber( s_out, "density_per_m2" ) ) && isnan( getNumber( s_out, "arrived" ) ) );
	CHECK_STRING( s_err, "" );

	CHECK_EQUAL(
		callMetrics( "'%s' --radius 0.25 --line 0.03,-1,0.03,1 --line=-5,5,5,5 --lanes 1,0 --area -5,-5,5,5 --against '%s' "
					 "--plot '%s' --json",
					 path, other, plot ),
		0 );
	const char* against = strstr( s_out, "\"against\"" );
	CHECK( against != NULL );
	CHECK_NEAR( getNumber( s_out, "overlaps" ), 1.0, 0.0 );
	CHECK_NEAR( getNumber( s_out, "deepest_overlap_m" ), 0.3, 1e-12 );
	CHECK_NEAR( getNumber( s_out, "density_per_m2" ), 0.02, 1e-12 );
	CHECK_NEAR( getNumber( s_out, "voronoi_density_per_m2" ), 0.02, 1e-12 );
	CHECK_NEAR( getNumber( s_out, "area_speed_m_per_s" ), 1.0, 1e-12 );
	CHECK_NEAR( getNumber( s_out, "crossings" ), 2.0, 0.0 );
	CHECK_NEAR( getNumber( s_out, "lane_order" ), 0.0, 1e-12 );
	CHECK_NEAR( against != NULL ? getNumber( against, "mean_speed_m_per_s" ) : 0.0, 0.5, 1e-12 );
	CHECK( access( plot, R_OK ) == 0 );
	remove( plot );

	CHECK_EQUAL( callMetrics( "'%s' --against '%s' --area -5,-5,5,5", path, other ), 0 );
	CHECK( strstr( s_out, "mean speed                            1.000          0.500  m/s" ) != NULL );
	CHECK( strstr( s_out, "overlaps                                  -              -" ) != NULL );
	remove( path );
	remove( other );
}

TEST( CommandRefuses )
{
	char path[512];
	snprintf( path, sizeof( path ), "%s", testTemporaryPath( "refused.txt" ) );
	if ( !hasProgram() )
	{
		return;
	}
	const struct
	{
		const char* arguments; // after the file
		int code;
		const char* expected;
	} cases[] = { { "--line 1,2,3", 2, "--line is '1,2,3'; expected the two ends" },
				  { "--line 1,2,3,4,5", 2, "--line is" },
				  { "--line 1,2,1,2", 2, "--line is" },
				  { "--line 1,2,3,nan", 2, "--line is" },
				  { "--area 1,2,1,4", 2, "--area is '1,2,1,4'; expected" },
				  { "--area 1,2", 2, "--area is" },
				  { "--area 0,0,1,1 --area 0,0,1,1", 2, "--area is given twice" },
				  { "--plot a.svg", 2, "--plot draws speed against density in an area" },
				  { "--plot a.pdf --area 0,0,1,1", 2, "expected a name that ends in .svg or .png" },
				  { "--width 100", 2, "--width goes with" },
				  { "--lanes 0,0", 2, "--lanes is 0,0" },
				  { "--radius -1", 2, "--radius is '-1'" },
				  { "--lines 0,0,1,1", 2, "Did you mean '--line'?" },
				  { "--world nowhere.wkt", 3, "nowhere.wkt" },
				  { "--against nowhere.txt", 3, "nowhere.txt" },
				  { "--picture nowhere/a.svg", 7, "nowhere/a.svg" } };
	writeCrossing( path, 1.0 );
	for ( size_t i = 0; i < sizeof( cases ) / sizeof( cases[0] ); ++i )
	{
		CHECK_EQUAL( callMetrics( "'%s' %s", path, cases[i].arguments ), cases[i].code );
		CHECK_STRING( s_out, "" );
		if ( !CHECK( strstr( s_err, cases[i].expected ) != NULL ) )
		{
			CHECK_STRING( s_err, cases[i].expected );
		}
	}
	CHECK_EQUAL( callMetrics( "nowhere.sqlite" ), 3 );
	CHECK_EQUAL( callMetrics( "--json" ), 2 );
	char lines[1024] = "";
	for ( int32_t i = 0; i < 17; ++i )
	{
		strcat( lines, " --line 0,0,1,1" );
	}
	CHECK_EQUAL( callMetrics( "'%s' %s", path, lines ), 2 );
	CHECK( strstr( s_err, "more than 16 times" ) != NULL );
	FILE* file = fopen( path, "w" );
	fprintf( file, "# framerate: 10\n# id frame x/m y/m\n1 0 0 0\n1 0 1 1\n" );
	fclose( file );
	CHECK_EQUAL( callMetrics( "'%s'", path ), 4 );
	remove( path );
}

void runCommandTests( int argc, char** argv )
{
	RUN( CommandTellsFigures );
	RUN( CommandRefuses );
}
