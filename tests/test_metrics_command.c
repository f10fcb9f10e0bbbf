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
				  { "--nt a.csv", 2, "--nt shows how many people have crossed a line: give --line" },
				  { "--line 0,0,1,1 --nt a.txt", 2, "--nt a.txt: expected a name ending in .csv, .svg or .png" },
				  { "--series a.pdf", 2, "--series a.pdf: expected a name ending in .csv, .svg or .png" },
				  { "--arrivals a", 2, "--arrivals a: expected" },
				  { "--table a.png", 2, "expected a name ending in .csv" },
				  { "--window 2", 2, "--window goes with --series" },
				  { "--align", 2, "--align goes with --nt" },
				  { "--series a.csv --window 0", 2, "--window is '0'" },
				  { "--series a.csv --arrivals a.csv", 2, "--arrivals a.csv: is the file of --series; expected another one" },
				  { "--label a --label b", 2, "--label is given 2 times for 1 recordings" },
				  { "--world a.json --world b.json", 2, "--world is given twice" },
				  { "--series nowhere/a.csv", 7, "nowhere/a.csv" },
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

// -------------------------------------------------------------------------------------------------------------- curves

// People who walk along x at 1 m/s, 10 frames a second, each a metre beside the next, from x = 0 to `ends`; person i enters
// i seconds late.
static void writeWalks( const char* path, const double* ends, int32_t count )
{
	FILE* file = fopen( path, "w" );
	if ( !CHECK( file != NULL ) )
	{
		return;
	}
	fprintf( file, "# framerate: 10\n# id frame x/m y/m\n" );
	for ( int32_t k = 0; k <= 60; ++k )
	{
		for ( int32_t i = 0; i < count; ++i )
		{
			double x = 0.1 * ( k - 10 * i );
			if ( x >= 0.0 && x <= ends[i] + 1e-9 )
			{
				fprintf( file, "%d %d %g %d\n", i + 1, k, x, i );
			}
		}
	}
	fclose( file );
}

// Temporary files of one test, by name.
typedef struct Place
{
	char path[512];
} Place;

static Place makePlace( const char* name )
{
	Place place;
	snprintf( place.path, sizeof( place.path ), "%s", testTemporaryPath( name ) );
	return place;
}

static void checkText( const Place* place, const char* expected )
{
	static char text[65536];
	takeText( place->path, text, sizeof( text ) );
	CHECK_STRING( text, expected );
}

TEST( CommandWritesCurves )
{
	const double ends[] = { 3.0, 3.0, 3.0 };
	Place walks = makePlace( "walks.txt" ), nt = makePlace( "nt.csv" ), series = makePlace( "series.csv" );
	Place arrivals = makePlace( "arrivals.csv" ), table = makePlace( "table.csv" );
	if ( !hasProgram() )
	{
		return;
	}
	writeWalks( walks.path, ends, 3 );
	CHECK_EQUAL( callMetrics( "'%s' --label a,b --line 0.95,-1,0.95,5 --nt '%s' --series '%s' --window 2 --arrivals '%s' "
							  "--table '%s'",
							  walks.path, nt.path, series.path, arrivals.path, table.path ),
				 0 );
	CHECK_STRING( s_err, "" );
	CHECK( strstr( s_out, "table  " ) != NULL );
	checkText( &nt, "recording,line,people,time_s\n\"a,b\",1,1,1\n\"a,b\",1,2,2\n\"a,b\",1,3,3\n" );
	// 5 s: the last window has one of two seconds.
	static char text[65536];
	takeText( series.path, text, sizeof( text ) );
	const char* head = "recording,from_s,to_s,people,density_per_m2,voronoi_density_per_m2,speed_m_per_s,specific_flow_per_m_s,"
					   "outflow_per_s,flow_1_per_s\n";
	CHECK( strncmp( text, head, strlen( head ) ) == 0 );
	CHECK( strstr( text, "\"a,b\",0,2,1.5714285714285714,,,1" ) != NULL ); // 33 persons in 21 frames
	CHECK( strstr( text, ",0,1\n" ) != NULL );							   // nobody left, two crossed in two seconds
	CHECK( strstr( text, "\"a,b\",4,5,1" ) != NULL );
	takeText( arrivals.path, text, sizeof( text ) );
	CHECK( strstr( text, "recording,people,id,from_s,to_s,travel_s,walked_m,arrived\n\"a,b\",1,1,0,3,3,3" ) != NULL );
	takeText( table.path, text, sizeof( text ) );
	CHECK( strstr( text, "recording,fps,frames," ) == text && strstr( text, ",line_1_crossings," ) != NULL );
	CHECK( strstr( text, "\n\"a,b\",10,51,5,3,," ) != NULL );

	CHECK_EQUAL( callMetrics( "'%s' --label walks --line 0.95,-1,0.95,5 --nt '%s' --align", walks.path, nt.path ), 0 );
	checkText( &nt, "recording,line,people,time_s\nwalks,1,1,0\nwalks,1,2,1\nwalks,1,3,2\n" );

	// The recording itself is not written over.
	Place csv = makePlace( "walks.csv" );
	CHECK_EQUAL( callMetrics( "'%s' --line 0,0,1,1 --nt '%s'", csv.path, csv.path ), 2 );
	CHECK( strstr( s_err, "is the recording itself; expected another file" ) != NULL );
	remove( walks.path );
}

static void checkPicture( const Place* place, const char* const* words, int32_t count )
{
	static char text[262144];
	takeText( place->path, text, sizeof( text ) );
	for ( int32_t i = 0; i < count; ++i )
	{
		if ( !CHECK( strstr( text, words[i] ) != NULL ) )
		{
			CHECK_STRING( words[i], "in the picture" );
		}
	}
}

TEST( CommandDrawsSeveralRecordings )
{
	const double ends[] = { 3.0, 3.0, 3.0 };
	Place first = makePlace( "first.txt" ), second = makePlace( "second.txt" );
	Place nt = makePlace( "nt.svg" ), series = makePlace( "series.svg" ), arrivals = makePlace( "arrivals.svg" );
	if ( !hasProgram() )
	{
		return;
	}
	writeWalks( first.path, ends, 3 );
	writeWalks( second.path, ends, 2 );
	CHECK_EQUAL(
		callMetrics(
			"'%s' '%s' --line 0.95,-1,0.95,5 --nt '%s' --series '%s' --arrivals '%s' --window 1 --label first --label second",
			first.path, second.path, nt.path, series.path, arrivals.path ),
		0 );
	CHECK( strstr( s_out, "recording    people      left    time s  travel s  speed m/s  standing\n" ) == s_out );
	CHECK( strstr( s_out, "first             3         2      5.00      3.00      1.000    0.0000\n" ) != NULL );
	CHECK( strstr( s_out, "second            2         1      4.00      3.00      1.000    0.0000\n" ) != NULL );
	CHECK( strstr( s_out, "line 0.95,-1 to 0.95,5    across  flow 1/s   1/(m s)\n" ) != NULL );
	CHECK( strstr( s_out, "second                         2     1.000     0.167\n" ) != NULL );
	const char* const words[] = { ">first<", ">second<", ">time [s]<", ">people<", ">flow [1/s]<", ">speed [m/s]<" };
	checkPicture( &nt, words, 4 );
	checkPicture( &series, words, 6 );
	checkPicture( &arrivals, words, 4 );

	// As JSON a list, of objects as one recording alone gives.
	CHECK_EQUAL( callMetrics( "'%s' --line 0.95,-1,0.95,5 --json", second.path ), 0 );
	CHECK( s_out[0] == '{' );
	double travel = getNumber( s_out, "travel_seconds_mean" );
	CHECK_NEAR( travel, 3.0, 1e-12 );
	CHECK_EQUAL( callMetrics( "'%s' '%s' --line 0.95,-1,0.95,5 --json", first.path, second.path ), 0 );
	CHECK( s_out[0] == '[' );
	const char* other = strstr( s_out, "second.txt" );
	CHECK( other != NULL && getNumber( other, "agents" ) == 2.0 && getNumber( s_out, "agents" ) == 3.0 );
	CHECK( other != NULL && getNumber( other, "travel_seconds_mean" ) == travel );

	CHECK_EQUAL( callMetrics( "'%s' '%s' --against '%s'", first.path, second.path, second.path ), 2 );
	CHECK( strstr( s_err, "--against goes with one recording" ) != NULL );
	CHECK_EQUAL( callMetrics( "'%s' '%s' --picture a.png", first.path, second.path ), 2 );
	CHECK( strstr( s_err, "--picture shows one recording, and 2 are given" ) != NULL );
	CHECK_EQUAL( callMetrics( "'%s' '%s' --world a --world b --world c", first.path, second.path ), 2 );
	CHECK( strstr( s_err, "--world is given 3 times for 2 recordings" ) != NULL );
	remove( first.path );
	remove( second.path );
}

// ----------------------------------------------------------------------------------------------------- walls and goals

static void writeFile( const Place* place, const char* text )
{
	FILE* file = fopen( place->path, "w" );
	if ( CHECK( file != NULL ) )
	{
		fputs( text, file );
		fclose( file );
	}
}

// A corridor along x; a wall of half a metre's length stands in the way of the second person.
static const char s_wall[] = "{ \"version\": 1, \"name\": \"wall\", \"world\": { \"bounds\": [-1, -2, 9, 4], \"obstacles\": ["
							 "{ \"type\": \"box\", \"bounds\": [1, 0.8, 1.5, 1.2] }] } }";
static const char s_open[] = "{ \"version\": 1, \"name\": \"open\", \"world\": { \"bounds\": [-1, -2, 9, 4] },"
							 "\"goals\": [{ \"type\": \"line\", \"name\": \"exit\", \"points\": [[3.2, -1], [3.2, 3]] }] }";

TEST( EachRecordingHasItsOwnWalls )
{
	const double ends[] = { 3.0, 3.0 };
	Place walks = makePlace( "walks.txt" ), wall = makePlace( "wall.json" ), open = makePlace( "open.json" );
	if ( !hasProgram() )
	{
		return;
	}
	writeWalks( walks.path, ends, 2 );
	writeFile( &wall, s_wall );
	writeFile( &open, s_open );
	// One for each, one for both, none.
	const double hits[3][2] = { { 1.0, 0.0 }, { 1.0, 1.0 }, { NAN, NAN } };
	for ( int32_t i = 0; i < 3; ++i )
	{
		char worlds[1200];
		snprintf( worlds, sizeof( worlds ),
				  i == 0   ? "--world '%s' --world '%s'"
				  : i == 1 ? "--world '%s'"
						   : "%.0s",
				  wall.path, open.path );
		CHECK_EQUAL( callMetrics( "'%s' --against '%s' %s --json", walks.path, walks.path, worlds ), 0 );
		const char* against = strstr( s_out, "\"against\"" );
		double first = getNumber( s_out, "wall_hits" ), second = against != NULL ? getNumber( against, "wall_hits" ) : -1.0;
		CHECK( isnan( hits[i][0] ) ? isnan( first ) : first == hits[i][0] );
		CHECK( isnan( hits[i][1] ) ? isnan( second ) : second == hits[i][1] );
	}
	remove( walks.path );
	remove( wall.path );
	remove( open.path );
}

TEST( LinesTooNearToAGoal )
{
	const double ends[] = { 3.0, 3.0, 2.9, 2.6 }; // the last is there until the end
	Place walks = makePlace( "walks.txt" ), open = makePlace( "open.json" );
	if ( !hasProgram() )
	{
		return;
	}
	writeWalks( walks.path, ends, 4 );
	writeFile( &open, s_open );
	CHECK_EQUAL( callMetrics( "'%s' --line 3.15,-1,3.15,5 --json", walks.path ), 0 );
	CHECK_NEAR( getNumber( s_out, "missed" ), 3.0, 0.0 );
	CHECK( strstr( s_err,
				   "3 people arrived or left within 1 m of the line 3.15,-1 to 3.15,5 without having crossed it and are not "
				   "among the 0 counted" ) != NULL );
	CHECK_EQUAL( callMetrics( "'%s' --line 2.95,-1,2.95,5 --world '%s'", walks.path, open.path ), 0 );
	CHECK( strstr( s_err,
				   "is 0.25 m from the goal 'exit': 1 person arrived or left within 1 m of the line without having crossed "
				   "it and is not among the 2 counted" ) != NULL );
	CHECK( strstr( s_out, "  ended in front of it                    1\n" ) != NULL );
	// Far from all that.
	CHECK_EQUAL( callMetrics( "'%s' --line 0.55,-1,0.55,5 --world '%s'", walks.path, open.path ), 0 );
	CHECK_STRING( s_err, "" );
	CHECK( strstr( s_out, "ended in front of it" ) == NULL );
	remove( walks.path );
	remove( open.path );
}

static int callRun( const char* format, ... )
{
	va_list list;
	va_start( list, format );
	int code = callProgram( "run", format, list );
	va_end( list );
	return code;
}

// People walk out of a corridor, through a line before their goal or, at `x`, too near to it.
static void writeExit( const Place* place, double x )
{
	char text[1024];
	snprintf( text, sizeof( text ),
			  "{ \"version\": 1, \"name\": \"exit\", \"world\": { \"bounds\": [0, 0, 12, 4] }, \"goals\": [{ \"type\": "
			  "\"polygon\", \"name\": \"outside\", \"points\": [[9, 0.5], [11.5, 0.5], [11.5, 3.5], [9, 3.5]] }], \"run\": "
			  "{ \"seconds\": 60, \"fps\": 5, \"lines\": [{ \"name\": \"door\", \"a\": [%g, 0], \"b\": [%g, 4] }] }, "
			  "\"agents\": [{ \"count\": 12, \"region\": { \"type\": \"box\", \"bounds\": [0.5, 0.5, 5, 3.5] }, "
			  "\"radius\": 0.2, \"stops\": [\"outside\"] }] }",
			  x, x );
	writeFile( place, text );
}

TEST( RunWarnsOfLinesNearGoals )
{
	Place scenario = makePlace( "exit.json" ), recording = makePlace( "exit.sqlite" );
	if ( !hasProgram() )
	{
		return;
	}
	writeExit( &scenario, 9.3 );
	CHECK_EQUAL( callRun( "'%s' --json --record '%s'", scenario.path, recording.path ), 0 );
	CHECK_NEAR( getNumber( s_out, "missed" ), 12.0, 0.0 );
	CHECK_NEAR( getNumber( s_out, "crossings" ), 0.0, 0.0 );
	CHECK( strstr( s_err, "warning: the line 'door' is 0.00 m from the goal 'outside': 12 people arrived or left" ) != NULL );
	// The recording knows who arrived, and the scenario where.
	CHECK_EQUAL( callMetrics( "'%s' --line 9.3,0,9.3,4", recording.path ), 0 );
	CHECK( strstr( s_err, "12 people arrived or left within 1 m of the line 9.3,0 to 9.3,4" ) != NULL );
	CHECK_EQUAL( callMetrics( "'%s' --line 9.3,0,9.3,4 --world '%s'", recording.path, scenario.path ), 0 );
	CHECK( strstr( s_err, "from the goal 'outside': 12 people" ) != NULL );
	// Of several each keeps the walls it was recorded with; one alone has those that are given.
	writeFile( &scenario, s_wall );
	CHECK_EQUAL( callMetrics( "'%s' --world '%s' --json", recording.path, scenario.path ), 0 );
	CHECK( getNumber( s_out, "wall_hits" ) > 0.0 );
	CHECK_EQUAL( callMetrics( "'%s' --against '%s' --world '%s' --json", recording.path, recording.path, scenario.path ), 0 );
	const char* against = strstr( s_out, "\"against\"" );
	CHECK( getNumber( s_out, "wall_hits" ) == 0.0 && against != NULL && getNumber( against, "wall_hits" ) == 0.0 );
	writeExit( &scenario, 7.0 );
	CHECK_EQUAL( callRun( "'%s' --json", scenario.path ), 0 );
	CHECK_NEAR( getNumber( s_out, "missed" ), 0.0, 0.0 );
	CHECK_NEAR( getNumber( s_out, "crossings" ), 12.0, 0.0 );
	CHECK_STRING( s_err, "" );
	// Nobody has come so far yet: the goal alone tells.
	writeExit( &scenario, 9.3 );
	CHECK_EQUAL( callRun( "'%s' --json --seconds 1", scenario.path ), 0 );
	CHECK( strstr( s_err, "the line 'door' is 0.00 m from the goal 'outside', and nobody crossed it" ) != NULL );
	remove( scenario.path );
	remove( recording.path );
}

// A crowd at a door, where discs as wide as the shoulders overlap: its recording tells as many overlaps as the run does, none.
TEST( RecordingsTellTheOverlapsOfTheRun )
{
	Place recording = makePlace( "egress.sqlite" ), text = makePlace( "egress.txt" );
	if ( !hasProgram() )
	{
		return;
	}
	CHECK_EQUAL( callRun( "egress --seconds 20 --json --record '%s'", recording.path ), 0 );
	CHECK_NEAR( getNumber( s_out, "overlaps" ), 0.0, 0.0 );
	CHECK_EQUAL( callMetrics( "'%s' --json", recording.path ), 0 );
	CHECK_NEAR( getNumber( s_out, "overlaps" ), 0.0, 0.0 );
	CHECK( strstr( s_out, "\"bodies\": \"recorded\"" ) != NULL );
	// A text tells no sizes and no headings: without a radius nothing can be told, with one the bodies are taken as round.
	CHECK_EQUAL( callRun( "egress --seconds 20 --json --record '%s'", text.path ), 0 );
	CHECK_EQUAL( callMetrics( "'%s' --json", text.path ), 0 );
	CHECK( isnan( getNumber( s_out, "overlaps" ) ) && strstr( s_out, "\"bodies\": \"unknown\"" ) != NULL );
	CHECK_EQUAL( callMetrics( "'%s' --radius 0.25 --json", text.path ), 0 );
	CHECK( getNumber( s_out, "overlaps" ) > 100.0 && strstr( s_out, "\"bodies\": \"round\"" ) != NULL );
	CHECK_EQUAL( callMetrics( "'%s' --radius 0.25", text.path ), 0 );
	CHECK( strstr( s_out, "  of round bodies\n" ) != NULL );
	CHECK_EQUAL( callMetrics( "'%s' --radius 0.25 --against '%s'", text.path, recording.path ), 0 );
	CHECK( strstr( s_out, "  of round bodies and as recorded\n" ) != NULL );
	remove( recording.path );
	remove( text.path );
}

void runCommandTests( int argc, char** argv )
{
	RUN( CommandTellsFigures );
	RUN( CommandRefuses );
	RUN( CommandWritesCurves );
	RUN( CommandDrawsSeveralRecordings );
	RUN( EachRecordingHasItsOwnWalls );
	RUN( LinesTooNearToAGoal );
	RUN( RunWarnsOfLinesNearGoals );
	RUN( RecordingsTellTheOverlapsOfTheRun );
}
