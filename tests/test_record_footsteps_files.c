// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Footsteps as files of their own: JSON, CSV and samples, and what is refused of them.
#include "tests/test_record.h"

#include <dirent.h>
#include <locale.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static const char* const s_names[] = { "steps.json", "steps.csv" };

// ------------------------------------------------------------------------------------------------------------- helpers

static wfResult readText( const char* text, wfFootstepTable* table, wfError* error )
{
	return wfReadFootstepsFromMemory( "steps", text, strlen( text ), table, error );
}

static char* writeText( const char* name, const wfFootstepTable* table )
{
	const char* path = testPath( 3, name );
	wfError error = { 0 };
	CHECK_EQUAL( wfWriteFootsteps( path, table, &error ), wf_ok );
	CHECK_STRING( error.message, "" );
	char* text = testLoadFile( path, NULL );
	testRemoveFile( path );
	return text;
}

// The text with the first `from` after `after` replaced; free it. Null when it is not there.
static char* replace( const char* text, const char* after, const char* from, const char* to )
{
	const char* start = strstr( text, after );
	const char* at = start != NULL ? strstr( start, from ) : NULL;
	if ( !CHECK( at != NULL ) )
	{
		return NULL;
	}
	size_t size = strlen( text ) + strlen( to ) + 1;
	char* made = malloc( size );
	snprintf( made, size, "%.*s%s%s", (int)( at - text ), text, to, at + strlen( from ) );
	return made;
}

static void refuse( const char* text, wfResult result, int32_t line, const char* field, const char* words )
{
	wfFootstepTable table = { 0 };
	wfError error = { 0 };
	CHECK_EQUAL( readText( text, &table, &error ), result );
	CHECK_STRING( error.field, field );
	CHECK_EQUAL( error.line, line );
	CHECK_EQUAL( error.column > 0, line > 0 );
	CHECK_STRING( error.file, "steps" );
	if ( strstr( error.message, words ) == NULL )
	{
		CHECK_STRING( error.message, words );
	}
	CHECK_EQUAL( readText( text, &table, NULL ), result );
	CHECK( table.rows == NULL );
	wfFootstepTable_Free( &table );
}

// ----------------------------------------------------------------------------------------------------------- round trips

// Numbers that are easily spoiled, where they are allowed.
static void putHardNumbers( wfFootstepTable* table )
{
	static const double hard[] = { -0.0,
								   0.1 + 0.2,
								   4.9406564584124654e-324,
								   -2.2250738585072014e-308,
								   1e-5,
								   1e9,
								   -1e9,
								   123456789.98765433,
								   1.0 / 3.0,
								   5e-324,
								   1e-300,
								   100.0,
								   0.30000000000000004,
								   9007199254740993.0 / 1e8,
								   999999999.9999999 };
	int32_t count = (int32_t)( sizeof( hard ) / sizeof( hard[0] ) );
	for ( int32_t i = 0; i < count; ++i )
	{
		table->rows[i].step.apex = ( wfVec2 ){ hard[i], -hard[i] };
		table->rows[i].step.swingTo = ( wfVec2 ){ -hard[( i + 1 ) % count], hard[( i + 2 ) % count] };
		table->rows[i].step.energy = fabs( hard[i] );
		table->rows[i].step.curve = hard[i] / 1e4;
		table->rows[i].step.footAngle = hard[i] / 1e7;
	}
}

TEST( FilesGiveEveryBitOfAStepBack )
{
	wfFootstepTable table = testMakeFootsteps( 6, 25 );
	putHardNumbers( &table );
	for ( int k = 0; k < 2; ++k )
	{
		const char* path = testPath( 0, s_names[k] );
		CHECK_EQUAL( wfWriteFootsteps( path, &table, NULL ), wf_ok );
		wfFootstepTable back = { 0 };
		wfError error = { 0 };
		CHECK_EQUAL( wfReadFootsteps( path, &back, &error ), wf_ok );
		CHECK_STRING( error.message, "" );
		CHECK( testSameFootsteps( &table, &back, false ) );
		char *first = testLoadFile( path, NULL ), *second = writeText( s_names[k], &back );
		CHECK( strcmp( first, second ) == 0 );
		free( first );
		free( second );
		wfFootstepTable_Free( &back );
		testRemoveFile( path );
	}
	wfFootstepTable_Free( &table );
}

// Numbers of all sizes: random bits, powers of two and of ten and their neighbours, and short decimals.
TEST( RandomNumbersReadBack )
{
	wfFootstepTable table = testMakeFootsteps( 40, 30 );
	uint64_t counter = 0;
	for ( int64_t i = 0; i < table.rowCount; ++i )
	{
		wfFootstep* step = &table.rows[i].step;
		double* numbers[] = { &step->apex.x, &step->apex.y, &step->swingTo.x, &step->swingTo.y, &step->footPosition.x };
		for ( int k = 0; k < 5; ++k, ++counter )
		{
			uint64_t bits = wfRandomBits( 7, 11, counter );
			double tens = pow( 10.0, (double)( bits % 14 ) - 5.0 );
			double kinds[] = { ldexp( wfRandomUnit( 7, 12, counter ), (int)( bits % 60 ) - 32 ),
							   ldexp( 1.0, (int)( bits % 59 ) - 30 ),
							   tens,
							   nextafter( tens, 0.0 ),
							   nextafter( tens, 1e300 ),
							   (double)( bits % 1000000 ) / 1000.0 };
			*numbers[k] = ( ( bits >> 50 ) & 1 ) != 0 ? kinds[counter % 6] : -kinds[counter % 6];
		}
	}
	for ( int k = 0; k < 2; ++k )
	{
		char* text = writeText( s_names[k], &table );
		wfFootstepTable back = { 0 };
		CHECK_EQUAL( readText( text, &back, NULL ), wf_ok );
		CHECK( testSameFootsteps( &table, &back, false ) );
		wfFootstepTable_Free( &back );
		free( text );
	}
	wfFootstepTable_Free( &table );
}

TEST( FilesAreTheSameInEveryLocale )
{
	wfFootstepTable table = testMakeFootsteps( 2, 12 );
	char* plain[2] = { writeText( s_names[0], &table ), writeText( s_names[1], &table ) };
	static const char* const locales[] = { "de_DE.UTF-8", "fr_FR.UTF-8", "ru_RU.UTF-8", "de_DE.utf8" };
	bool found = false;
	for ( int i = 0; i < 4 && !found; ++i )
	{
		found = setlocale( LC_NUMERIC, locales[i] ) != NULL;
	}
	for ( int k = 0; k < 2; ++k )
	{
		char* text = writeText( s_names[k], &table );
		CHECK( strcmp( text, plain[k] ) == 0 );
		wfFootstepTable back = { 0 };
		CHECK_EQUAL( readText( text, &back, NULL ), wf_ok );
		CHECK( testSameFootsteps( &table, &back, false ) );
		wfFootstepTable_Free( &back );
		free( text );
		free( plain[k] );
	}
	setlocale( LC_NUMERIC, "C" );
	wfFootstepTable_Free( &table );
	if ( !found )
	{
		testSkip( "no locale with a decimal comma is installed" );
	}
}

TEST( WhatPeopleReadComesFirst )
{
	wfFootstepTable table = testMakeFootsteps( 1, 3 );
	char* csv = writeText( "c.csv", &table );
	CHECK( strncmp( csv,
					"# wayfield footsteps, version 1\n# name: Two \"ways\", äöü\n"
					"agent,step,foot,kind,x,y,angle,from,to,start,duration,",
					112 ) == 0 );
	CHECK( strstr( csv, "\n1,0,left,start," ) != NULL );
	free( csv );
	char* json = writeText( "c.json", &table );
	CHECK( strstr( json, "{\n  \"format\": \"wayfield footsteps\",\n  \"version\": 1,\n  \"name\": \"Two \\u0022ways" ) == json );
	CHECK( strstr( json, "    {\"agent\": 1, \"step\": 1, \"foot\": \"right\", \"kind\": \"walk\", \"x\": " ) != NULL );
	free( json );
	wfFootstepTable_Free( &table );
}

// Reads column `name` of a CSV's rows.
static int32_t readColumn( const char* csv, const char* name, double* values, int32_t capacity )
{
	const char* header = strstr( csv, "agent," );
	int32_t column = 0, count = 0;
	const char* at = header;
	for ( ; strncmp( at, name, strlen( name ) ) != 0 || ( at[strlen( name )] != ',' && at[strlen( name )] != '\n' ); ++column )
	{
		at = strchr( at, ',' ) + 1;
	}
	for ( const char* line = strchr( header, '\n' ) + 1; *line != 0 && count < capacity; line = strchr( line, '\n' ) + 1 )
	{
		at = line;
		for ( int32_t i = 0; i < column; ++i )
		{
			at = strchr( at, ',' ) + 1;
		}
		values[count++] = strtod( at, NULL );
	}
	return count;
}

// By looking at the foot at many moments: where it is before and after the step, it stands.
TEST( FromAndToTellHowLongTheFootStands )
{
	wfFootstepTable table = testMakeFootsteps( 2, 30 );
	char* csv = writeText( "t.csv", &table );
	double from[60], to[60];
	CHECK_EQUAL( readColumn( csv, "from", from, 60 ), 60 );
	CHECK_EQUAL( readColumn( csv, "to", to, 60 ), 60 );
	free( csv );
	int32_t longer = 0;
	for ( int32_t i = 0; i < 60; ++i )
	{
		const wfFootstepRow* row = &table.rows[i];
		wfFoot foot = row->step.foot;
		int32_t first = i, last = i;
		// Back and forth as long as it stays exactly where it is.
		while ( first % 30 > 0 )
		{
			const wfFootstep* before = &table.rows[first - 1].step;
			double angle;
			wfVec2 place = wfFootstep_GetFoot( before, foot, before->startTime, &angle );
			bool stays =
				place.x == row->step.footPosition.x && place.y == row->step.footPosition.y && angle == row->step.footAngle;
			if ( !stays )
			{
				break;
			}
			first -= 1;
		}
		while ( last % 30 < 29 )
		{
			const wfFootstep* after = &table.rows[last + 1].step;
			double angle;
			wfVec2 place = wfFootstep_GetFoot( after, foot, wfFootstep_GetEndTime( after ), &angle );
			bool stays =
				place.x == row->step.footPosition.x && place.y == row->step.footPosition.y && angle == row->step.footAngle;
			if ( !stays )
			{
				break;
			}
			last += 1;
		}
		CHECK( from[i] == table.rows[first].step.startTime );
		CHECK_NEAR( to[i], wfFootstep_GetEndTime( &table.rows[last].step ), 1e-12 );
		longer += to[i] - from[i] > row->step.duration + 0.1 ? 1 : 0;
	}
	CHECK( longer > 5 && longer < 40 );
	wfFootstepTable_Free( &table );
}

// ------------------------------------------------------------------------------------------------------ files of others

TEST( OrderUnknownFieldsAndLineEndsDoNotMatter )
{
	wfFootstepTable table = testMakeFootsteps( 2, 4 ), back = { 0 };
	char* csv = writeText( "o.csv", &table );
	// Windows line ends and a byte-order mark, comments and empty lines between.
	char* wide = malloc( 2 * strlen( csv ) + 64 );
	size_t used = (size_t)snprintf( wide, 32, "\xEF\xBB\xBF\r\n" );
	for ( const char* c = csv; *c != 0; ++c )
	{
		used += (size_t)snprintf( wide + used, 16, *c == '\n' ? "\r\n# c\r\n\r\n" : "%c", *c );
	}
	CHECK_EQUAL( readText( wide, &back, NULL ), wf_ok );
	CHECK( testSameFootsteps( &table, &back, false ) );
	wfFootstepTable_Free( &back );
	free( wide );
	free( csv );

	char* json = writeText( "o.json", &table );
	// Fields first that we write last, and one of somebody else.
	char* moved = replace( json, "\"steps\"", "{\"agent\": 1, ", "{\"shoe\": [\"}]\\\"\", {\"a\": 42}], \"agent\": 1, " );
	char* more = replace( moved, "\"version\"", "\"version\": 1,", "\"more\": {\"steps\": [1, 2]}, \"version\": 1," );
	CHECK_EQUAL( readText( more, &back, NULL ), wf_ok );
	CHECK( testSameFootsteps( &table, &back, false ) );
	wfFootstepTable_Free( &back );
	free( more );
	free( moved );
	// The agent at the end of the first step.
	moved = replace( json, "\"steps\"", "\"agent\": 1, ", "" );
	more = replace( moved, "\"steps\"", "}", ", \"agent\": 1}" );
	CHECK_EQUAL( readText( more, &back, NULL ), wf_ok );
	CHECK( testSameFootsteps( &table, &back, false ) );
	wfFootstepTable_Free( &back );
	free( more );
	free( moved );
	free( json );
	wfFootstepTable_Free( &table );
}

static char s_log[512];

static void keepLog( wfLogLevel level, const char* message, void* context )
{
	(void)context;
	if ( level == wf_logWarning )
	{
		snprintf( s_log, sizeof( s_log ), "%s", message );
	}
}

TEST( GapsAreToldAndStay )
{
	wfFootstepTable table = testMakeFootsteps( 2, 6 ), some = { 0 }, back = { 0 };
	CHECK_EQUAL( wfFootstepTable_Add( &some, table.rows, 3 ), wf_ok );
	CHECK_EQUAL( wfFootstepTable_Add( &some, table.rows + 4, 8 ), wf_ok );
	wfFootstepTable_Sort( &some );
	wfSetLog( keepLog, NULL );
	for ( int k = 0; k < 2; ++k )
	{
		s_log[0] = 0;
		char* text = writeText( s_names[k], &some );
		CHECK_EQUAL( readText( text, &back, NULL ), wf_ok );
		CHECK( testSameFootsteps( &some, &back, false ) );
		CHECK( strstr( s_log, "steps are missing in 1 place, first before step 4 of agent 1" ) != NULL );
		wfFootstepTable_Free( &back );
		free( text );
	}
	s_log[0] = 0;
	char* text = writeText( "whole.csv", &table );
	CHECK_EQUAL( readText( text, &back, NULL ), wf_ok );
	CHECK_STRING( s_log, "" );
	free( text );
	wfSetLog( NULL, NULL );
	wfFootstepTable_Free( &back );
	wfFootstepTable_Free( &some );
	wfFootstepTable_Free( &table );
}

// A wall comes in the way in the middle of a step: the next one begins before it would have ended.
TEST( StepsBrokenOffEndAsTheNextBegins )
{
	wfFootstepTable table = testMakeFootsteps( 1, 8 ), back = { 0 };
	for ( int i = 4; i < 8; ++i )
	{
		table.rows[i].step.startTime -= 0.2;
	}
	s_log[0] = 0;
	wfSetLog( keepLog, NULL );
	char* csv = writeText( "cut.csv", &table );
	CHECK_EQUAL( readText( csv, &back, NULL ), wf_ok );
	CHECK( testSameFootsteps( &table, &back, false ) );
	CHECK_STRING( s_log, "" );
	wfSetLog( NULL, NULL );
	double from[8], to[8];
	CHECK_EQUAL( readColumn( csv, "from", from, 8 ), 8 );
	CHECK_EQUAL( readColumn( csv, "to", to, 8 ), 8 );
	CHECK( to[3] == table.rows[4].step.startTime && from[4] == table.rows[4].step.startTime );
	CHECK( from[3] == table.rows[3].step.startTime );
	free( csv );

	const char* path = testPath( 0, "cut.csv" );
	CHECK_EQUAL( wfWriteFootstepSamples( path, &table, 100.0, true, NULL ), wf_ok );
	char* samples = testLoadFile( path, NULL );
	double last = -1.0;
	int32_t count = 0;
	for ( const char* line = strchr( strstr( samples, "time," ), '\n' ) + 1; *line != 0; line = strchr( line, '\n' ) + 1 )
	{
		double time = strtod( line, NULL );
		CHECK( time > last + 0.005 );
		last = time;
		count += 1;
	}
	CHECK_NEAR( count, 100.0 * ( wfFootstep_GetEndTime( &table.rows[7].step ) - table.rows[0].step.startTime ), 2.0 );
	free( samples );
	testRemoveFile( path );
	wfFootstepTable_Free( &back );
	wfFootstepTable_Free( &table );
}

// ------------------------------------------------------------------------------------------------------------- refusals

// A part of a good text, the first after a mark, replaced by a bad one, and what is said of it.
typedef struct BadPart
{
	const char *after, *from, *to;
	wfResult result;
	int32_t line;
	const char *field, *words;
} BadPart;

static void refuseParts( const char* good, const BadPart* parts, size_t count )
{
	for ( size_t i = 0; i < count; ++i )
	{
		char* text = replace( good, parts[i].after, parts[i].from, parts[i].to );
		refuse( text, parts[i].result, parts[i].line, parts[i].field, parts[i].words );
		free( text );
	}
}

TEST( BadCsvIsRefusedWithItsPlace )
{
	wfFootstepTable table = testMakeFootsteps( 1, 3 );
	table.rows[1].step.speed = 1.25;
	table.rows[1].step.duration = 0.625;
	table.rows[1].step.energy = 77.5;
	wfFootstepTable_Sort( &table );
	char* csv = writeText( "b.csv", &table );
	static const BadPart cases[] = {
		{ "agent,", "apex_y", "apex_z", wf_badFormat, 3, "apex_y", "the column is missing" },
		{ "agent,", "apex_y", "apex_x", wf_badFormat, 3, "apex_x", "there twice" },
		{ "agent,", "start,", "", wf_badFormat, 3, "start", "the column is missing" },
		{ "\n1,1,", "right", "both", wf_badFormat, 5, "foot", "expected left or right, found \"both\"" },
		{ "\n1,1,", "walk", "hop", wf_badFormat, 5, "kind", "expected walk, start, stop or shift, found \"hop\"" },
		{ "\n1,1,", "1,1,", "1,1.5,", wf_badFormat, 5, "step", "expected a whole number from 0 to 2147483647, found \"1.5\"" },
		{ "\n1,1,", "1,1,", "-1,1,", wf_badFormat, 5, "agent", "found \"-1\"" },
		{ "\n1,1,", "1,1,", "4000000000,1,", wf_badFormat, 5, "agent", "found \"4000000000\"" },
		{ "\n1,1,", "0.625", "nan", wf_badFormat, 5, "duration", "expected seconds above 0 (from 1e-6 to 1e6), found \"nan\"" },
		{ "\n1,1,", "0.625", "-0.625", wf_outOfRange, 5, "duration",
		  "expected seconds above 0 (from 1e-6 to 1e6), found -0.625" },
		{ "\n1,1,", "0.625", "0", wf_outOfRange, 5, "duration", "found 0" },
		{ "\n1,1,", "0.625", "100", wf_outOfRange, 5, "duration", "up to 200 in a step of walking" },
		{ "\n1,1,", "1.25", "1e999", wf_outOfRange, 5, "speed", "found inf" },
		{ "\n1,1,", "1.25", "0", wf_outOfRange, 5, "speed", "more than 0 in a step of walking, found 0" },
		{ "\n1,1,", "1.25", "", wf_badFormat, 5, "speed", "found \"\"" },
		{ "\n1,1,", "1.25,", "", wf_badFormat, 5, "", "expected 33 columns as the first line names them, found 32" },
		{ "\n1,1,", "77.5", "-77.5", wf_outOfRange, 5, "energy", "expected joules, 0 or more" },
		{ "\n1,1,", "\n1,1,", "\n1,0,", wf_badFormat, 5, "step", "the number is there twice" },
		{ "\n1,1,", "\n", "\n\xFF", wf_badFormat, 5, "", "not UTF-8" },
	};
	refuseParts( csv, cases, sizeof( cases ) / sizeof( cases[0] ) );
	wfFootstepRow row = table.rows[2];
	table.rows[2].step.startTime = table.rows[1].step.startTime;
	char* together = writeText( "b.csv", &table );
	refuse( together, wf_badFormat, 6, "start", "they begin together; expected one after the other" );
	free( together );
	table.rows[2] = row;
	char* header = replace( csv, "\n1,0,", "\n1,0,", "\n" );
	*( strchr( strstr( header, "agent," ), '\n' ) + 1 ) = 0;
	refuse( header, wf_notFound, 0, "", "there are no footsteps" );
	free( header );
	refuse( "", wf_badFormat, 0, "", "the file is empty" );
	refuse( "# only words\n", wf_badFormat, 0, "", "the file is empty" );
	refuse( "frame,id,x,y\n1,2,3,4\n", wf_badFormat, 1, "agent", "the column is missing; expected footsteps" );
	free( csv );
	wfFootstepTable_Free( &table );
}

TEST( BadJsonIsRefusedWithItsPlace )
{
	wfFootstepTable table = testMakeFootsteps( 1, 3 );
	table.rows[1].step.duration = 0.625;
	char* json = writeText( "b.json", &table );
	static const BadPart cases[] = {
		{ "{", "wayfield footsteps", "wayfield", wf_badFormat, 2, "format", "expected \"wayfield footsteps\", found the string" },
		{ "{", "\"format\"", "\"form\"", wf_badFormat, 1, "format", "missing" },
		{ "{", "\"version\": 1", "\"version\": 2", wf_unsupported, 3, "version", "expected version 1, found 2" },
		{ "{", "\"version\": 1,", "", wf_badFormat, 1, "version", "missing" },
		{ "{", "\"name\": \"", "\"name\": 5, \"n\": \"", wf_badFormat, 4, "name", "expected a text" },
		{ "{", "\"steps\"", "\"ways\"", wf_badFormat, 1, "steps", "missing; expected a list of steps" },
		{ "{", "\"steps\"", "\"st\\u0065ps\"", wf_badFormat, 1, "steps", "written plainly" },
		{ "\"step\": 1,", "\"right\"", "\"both\"", wf_badFormat, 7, "steps[1].foot", "expected one of left, right" },
		{ "\"step\": 1,", "\"walk\"", "3", wf_badFormat, 7, "steps[1].kind", "found 3" },
		{ "\"step\": 1,", "0.625", "-1", wf_outOfRange, 7, "steps[1].duration", "found -1" },
		{ "\"step\": 1,", "0.625", "NaN", wf_badFormat, 7, "steps[1]", "found \"N\"" },
		{ "\"step\": 1,", "0.625", "\"0.6\"", wf_badFormat, 7, "steps[1].duration", "expected seconds above 0" },
		{ "\"step\": 1,", "0.625", "1e999", wf_outOfRange, 7, "steps[1]", "beyond the range" },
		{ "\"step\": 1,", "\"duration\"", "\"length\"", wf_badFormat, 7, "steps[1].duration", "missing; expected seconds" },
		{ "\"step\": 1,", "\"step\": 1", "\"step\": -1", wf_outOfRange, 7, "steps[1].step", "expected a whole number" },
		{ "\"step\": 1,", "\"step\": 1", "\"step\": 0", wf_badFormat, 7, "step", "there twice" },
		{ "\"step\": 1,", "},\n", "}\n", wf_badFormat, 8, "steps", "expected a comma or the end of the list" },
		{ "\"step\": 2,", "}\n", "},\n", wf_badFormat, 9, "steps", "expected a step" },
		{ "\"step\": 2,", "}\n  ]", "}, 7\n  ]", wf_badFormat, 8, "steps[3]", "a step: an object" },
		{ "\"step\": 2,", "]\n}", "]\n", wf_badFormat, 11, "", "the text ends here" },
		{ "\"step\": 2,", "]\n}", "],\n}", wf_badFormat, 10, "", "expected" },
		{ "\"step\": 2,", "]\n}", "], \"steps\": []\n}", wf_badFormat, 9, "steps", "twice" },
		{ "\"step\": 2,", "]\n}", "], \"zz\": tru\n}", wf_badFormat, 9, "", "expected" },
		{ "\"step\": 2,", "}\n", "\n", wf_badFormat, 9, "", "" },
	};
	refuseParts( json, cases, sizeof( cases ) / sizeof( cases[0] ) );
	refuse( "[]", wf_badFormat, 1, "", "expected footsteps: an object" );
	refuse( "{\"format\": \"wayfield footsteps\", \"version\": 1, \"steps\": []}", wf_notFound, 0, "", "no footsteps" );
	refuse( "{\"format\": \"wayfield footsteps\", \"version\": 1, \"steps\": 5}", wf_badFormat, 1, "steps",
			"expected a list of steps, found 5" );
	refuse( "{", wf_badFormat, 1, "", "the text ends here" );
	// The place is that of the value.
	wfFootstepTable back = { 0 };
	wfError error = { 0 };
	char* text = replace( json, "\"step\": 1,", "\"step\": 1,", "\"step\": 1.5," );
	CHECK_EQUAL( readText( text, &back, &error ), wf_outOfRange );
	CHECK_EQUAL( error.line, 7 );
	CHECK_EQUAL( error.column, 26 );
	free( text );
	free( json );
	wfFootstepTable_Free( &table );
}

TEST( WritersRefuseWhatCannotBeReadBack )
{
	wfFootstepTable table = testMakeFootsteps( 2, 5 );
	wfError error = { 0 };
	const char* path = testPath( 0, "w.txt" );
	CHECK_EQUAL( wfWriteFootsteps( path, &table, &error ), wf_unsupported );
	CHECK_STRING( error.file, path );
	CHECK( strstr( error.message, ".json or .csv" ) != NULL );
	path = testPath( 0, "nowhere/w.csv" );
	CHECK_EQUAL( wfWriteFootsteps( path, &table, &error ), wf_writeFailed );
	CHECK_STRING( error.file, path );
	CHECK_EQUAL( wfWriteFootstepSamples( path, &table, 10.0, true, &error ), wf_writeFailed );

	path = testPath( 0, "w.csv" );
	CHECK_EQUAL( wfWriteFootstepSamples( path, &table, 0.0, true, &error ), wf_outOfRange );
	CHECK_EQUAL( wfWriteFootstepSamples( path, &table, (double)NAN, true, &error ), wf_outOfRange );
	table.rows[3].step.curve = (double)NAN;
	CHECK_EQUAL( wfWriteFootsteps( path, &table, &error ), wf_outOfRange );
	CHECK_STRING( error.field, "curve" );
	CHECK( strstr( error.message, "step 3 of agent 1" ) != NULL );
	CHECK_EQUAL( wfWriteFootstepSamples( path, &table, 10.0, true, &error ), wf_outOfRange );
	table.rows[3].step.curve = 0.0;
	table.rows[9].step.kind = wf_shiftFootstep;
	table.rows[9].step.duration = 1e6;
	CHECK_EQUAL( wfWriteFootstepSamples( path, &table, 1e6, true, &error ), wf_tooLarge );
	CHECK( !testFileExists( path ) );
	testBeginAsserts();
	wfFootstepRow row = table.rows[0];
	table.rows[0] = table.rows[1];
	table.rows[1] = row;
	CHECK_EQUAL( wfWriteFootsteps( path, &table, NULL ), wf_invalidDef );
	CHECK_EQUAL( wfWriteFootstepSamples( path, &table, 10.0, false, NULL ), wf_invalidDef );
	CHECK_EQUAL( wfWriteFootsteps( NULL, &table, NULL ), wf_invalidDef );
	CHECK_EQUAL( wfReadFootsteps( NULL, &table, NULL ), wf_invalidDef );
	CHECK_EQUAL( wfReadFootstepsFromMemory( "n", NULL, 3, &table, NULL ), wf_invalidDef );
	CHECK_EQUAL( testEndAsserts(), 5 );
	CHECK_EQUAL( wfReadFootsteps( testPath( 0, "nothing.csv" ), &table, &error ), wf_fileNotFound );
	wfFootstepTable_Free( &table );
}

static int32_t countTemporaries( const char* path )
{
	char folder[4096];
	snprintf( folder, sizeof( folder ), "%s", path );
	*strrchr( folder, '/' ) = 0;
	char mark[64];
	snprintf( mark, sizeof( mark ), ".wayfield-text-%ld-", (long)getpid() );
	DIR* list = opendir( folder );
	int32_t count = 0;
	for ( struct dirent* entry; list != NULL && ( entry = readdir( list ) ) != NULL; )
	{
		count += strncmp( entry->d_name, mark, strlen( mark ) ) == 0 ? 1 : 0;
	}
	closedir( list );
	return count;
}

TEST( FullDiskKeepsTheOldFile )
{
	wfFootstepTable one = testMakeFootsteps( 1, 4 ), many = testMakeFootsteps( 20, 100 );
	struct rlimit before;
	getrlimit( RLIMIT_FSIZE, &before );
	for ( int k = 0; k < 3; ++k )
	{
		const char* path = testPath( 0, k == 2 ? "samples.csv" : s_names[k] );
		CHECK_EQUAL( k == 2 ? wfWriteFootstepSamples( path, &one, 10.0, true, NULL ) : wfWriteFootsteps( path, &one, NULL ),
					 wf_ok );
		char* old = testLoadFile( path, NULL );
		struct rlimit small = { 300000, before.rlim_max };
		void ( *handler )( int ) = signal( SIGXFSZ, SIG_IGN );
		setrlimit( RLIMIT_FSIZE, &small );
		wfError error = { 0 };
		CHECK_EQUAL( k == 2 ? wfWriteFootstepSamples( path, &many, 100.0, true, &error )
							: wfWriteFootsteps( path, &many, &error ),
					 wf_writeFailed );
		setrlimit( RLIMIT_FSIZE, &before );
		signal( SIGXFSZ, handler );
		CHECK( strstr( error.message, "could not be written" ) != NULL );
		CHECK_STRING( error.file, path );
		char* now = testLoadFile( path, NULL );
		CHECK_STRING( now, old );
		CHECK_EQUAL( countTemporaries( path ), 0 );
		free( now );
		free( old );
		testRemoveFile( path );
	}
	if ( testFileExists( "/dev/full" ) )
	{
		const char* path = testPath( 0, "full.csv" );
		CHECK( symlink( "/dev/full", path ) == 0 );
		CHECK_EQUAL( wfWriteFootsteps( path, &one, NULL ), wf_writeFailed );
		unlink( path );
	}
	wfFootstepTable_Free( &one );
	wfFootstepTable_Free( &many );
}

// -------------------------------------------------------------------------------------------------------------- samples

typedef struct testSample
{
	double time, agent, x, y, vx, vy, facing, left[3], right[3], step;
} testSample;

static int32_t readSamples( const char* path, testSample* samples, int32_t capacity )
{
	char* text = testLoadFile( path, NULL );
	const char* line =
		strstr( text, "time,agent,x,y,vx,vy,facing,left_x,left_y,left_angle,right_x,right_y,right_angle,step,foot\n" );
	int32_t count = 0;
	for ( line = line != NULL ? strchr( line, '\n' ) + 1 : ""; *line != 0 && count < capacity; line = strchr( line, '\n' ) + 1 )
	{
		testSample* s = &samples[count];
		int got = sscanf( line, "%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf", &s->time, &s->agent, &s->x, &s->y,
						  &s->vx, &s->vy, &s->facing, &s->left[0], &s->left[1], &s->left[2], &s->right[0], &s->right[1],
						  &s->right[2], &s->step );
		if ( !CHECK_EQUAL( got, 14 ) )
		{
			break;
		}
		count += 1;
	}
	free( text );
	return count;
}

static void checkSample( const wfFootstepTable* table, const testSample* sample, bool exact )
{
	const wfFootstepRow* row = NULL;
	for ( int64_t i = 0; i < table->rowCount; ++i )
	{
		bool same = table->rows[i].serial == (uint32_t)sample->agent && table->rows[i].index == (int32_t)sample->step;
		row = same ? &table->rows[i] : row;
	}
	if ( !CHECK( row != NULL ) )
	{
		return;
	}
	const wfFootstep* step = &row->step;
	double time = sample->time, angle;
	CHECK( time >= step->startTime - 2e-6 && time <= wfFootstep_GetEndTime( step ) + 2e-6 );
	wfVec2 place = exact ? wfFootstep_GetExactPosition( step, time ) : wfFootstep_GetPosition( step, time );
	wfVec2 speed = exact ? wfFootstep_GetExactVelocity( step, time ) : wfFootstep_GetVelocity( step, time );
	wfVec2 facing = wfFootstep_GetFacing( step, time );
	CHECK_NEAR( sample->x, place.x, 1e-9 );
	CHECK_NEAR( sample->y, place.y, 1e-9 );
	CHECK_NEAR( sample->vx, speed.x, 1e-9 );
	CHECK_NEAR( sample->vy, speed.y, 1e-9 );
	CHECK_NEAR( sample->facing, atan2( facing.y, facing.x ), 1e-9 );
	wfVec2 left = wfFootstep_GetFoot( step, wf_leftFoot, time, &angle );
	CHECK_NEAR( sample->left[0], left.x, 1e-9 );
	CHECK_NEAR( sample->left[1], left.y, 1e-9 );
	CHECK_NEAR( sample->left[2], angle, 1e-9 );
	wfVec2 right = wfFootstep_GetFoot( step, wf_rightFoot, time, &angle );
	CHECK_NEAR( sample->right[0], right.x, 1e-9 );
	CHECK_NEAR( sample->right[1], right.y, 1e-9 );
	CHECK_NEAR( sample->right[2], angle, 1e-9 );
}

TEST( SamplesAreWhatTheStepsSay )
{
	const char* path = testPath( 0, "samples.csv" );
	wfFootstepTable table = testMakeFootsteps( 3, 15 );
	// The second agent misses two steps.
	memmove( table.rows + 20, table.rows + 22, ( (size_t)table.rowCount - 22 ) * sizeof( wfFootstepRow ) );
	table.rowCount -= 2;
	static testSample samples[4000];
	static const double rates[] = { 7.0, 25.0 };
	for ( int k = 0; k < 4; ++k )
	{
		double fps = rates[k / 2];
		bool exact = k % 2 == 1;
		CHECK_EQUAL( wfWriteFootstepSamples( path, &table, fps, exact, NULL ), wf_ok );
		int32_t count = readSamples( path, samples, 4000 ), expected = 0;
		double last = 0.0;
		for ( int64_t i = 0; i < table.rowCount; ++i )
		{
			last = fmax( last, wfFootstep_GetEndTime( &table.rows[i].step ) );
		}
		for ( int32_t frame = 0; frame <= (int32_t)( last * fps ) + 1; ++frame )
		{
			for ( uint32_t serial = 1; serial <= 3; ++serial )
			{
				bool there = false;
				for ( int64_t i = 0; i < table.rowCount; ++i )
				{
					double time = frame / fps, start = table.rows[i].step.startTime;
					there = there || ( table.rows[i].serial == serial && time >= start - 1e-6 &&
									   time <= wfFootstep_GetEndTime( &table.rows[i].step ) + 1e-6 );
				}
				expected += there ? 1 : 0;
			}
		}
		CHECK_EQUAL( count, expected );
		for ( int32_t i = 0; i < count; ++i )
		{
			checkSample( &table, &samples[i], exact );
			CHECK( i == 0 || samples[i - 1].time < samples[i].time ||
				   ( samples[i - 1].time == samples[i].time && samples[i - 1].agent < samples[i].agent ) );
			CHECK_NEAR( samples[i].time * fps, floor( samples[i].time * fps + 0.5 ), 1e-9 );
		}
		testRemoveFile( path );
	}
	wfFootstepTable_Free( &table );
	wfFootstepTable none = { 0 };
	CHECK_EQUAL( wfWriteFootstepSamples( path, &none, 10.0, true, NULL ), wf_ok );
	CHECK_EQUAL( readSamples( path, samples, 4000 ), 0 );
	testRemoveFile( path );
}

// Somebody leaves in the middle of a step, which ends there: so do its times, its samples and all it is said to do.
TEST( WhoLeavesMakesNoStepToItsEnd )
{
	wfFootstepTable table = testMakeFootsteps( 1, 8 ), back = { 0 };
	table.rows[7] = testMakeDeparture( &table.rows[6], 0.6 );
	const wfFootstep* last = &table.rows[7].step;
	double leaves = last->startTime;
	CHECK( wfFootstep_IsDeparture( last ) && !wfFootstep_IsDeparture( &table.rows[6].step ) );
	char* csv = writeText( "leaves.csv", &table );
	CHECK_EQUAL( readText( csv, &back, NULL ), wf_ok );
	CHECK( testSameFootsteps( &table, &back, false ) && wfFootstep_IsDeparture( &back.rows[7].step ) );
	double to[8];
	CHECK_EQUAL( readColumn( csv, "to", to, 8 ), 8 );
	CHECK_NEAR( to[6], leaves, 1e-12 );
	free( csv );
	const char* path = testPath( 0, "leaves.csv" );
	static testSample samples[2000];
	CHECK_EQUAL( wfWriteFootstepSamples( path, &table, 100.0, true, NULL ), wf_ok );
	int32_t count = readSamples( path, samples, 2000 );
	CHECK_NEAR( count, 100.0 * ( leaves - table.rows[0].step.startTime ), 1.0 );
	for ( int32_t i = 0; i < count; ++i )
	{
		CHECK( samples[i].time <= leaves + 2e-6 && samples[i].step < 7 );
		checkSample( &table, &samples[i], true );
	}
	testRemoveFile( path );
	wfFootstepTable_Free( &back );
	wfFootstepTable_Free( &table );
}

// ------------------------------------------------------------------------------------------------------------- memory

TEST( FootstepFilesMayRunOutOfMemory )
{
	wfFootstepTable table = testMakeFootsteps( 5, 30 ), back = { 0 };
	for ( int k = 0; k < 2; ++k )
	{
		const char* path = testPath( 0, s_names[k] );
		TEST_EVERY_ALLOCATION( wfWriteFootsteps( path, &table, NULL ), (void)0 );
		TEST_EVERY_ALLOCATION( wfReadFootsteps( path, &back, NULL ), wfFootstepTable_Free( &back ) );
		TEST_EVERY_ALLOCATION( wfWriteFootstepSamples( path, &table, 5.0, true, NULL ), (void)0 );
		CHECK_EQUAL( countTemporaries( path ), 0 );
		testRemoveFile( path );
	}
	wfFootstepTable_Free( &table );
}

void testRecordFootstepFiles( int argc, char** argv )
{
	RUN( FilesGiveEveryBitOfAStepBack );
	RUN( RandomNumbersReadBack );
	RUN( FilesAreTheSameInEveryLocale );
	RUN( WhatPeopleReadComesFirst );
	RUN( FromAndToTellHowLongTheFootStands );
	RUN( OrderUnknownFieldsAndLineEndsDoNotMatter );
	RUN( GapsAreToldAndStay );
	RUN( StepsBrokenOffEndAsTheNextBegins );
	RUN( BadCsvIsRefusedWithItsPlace );
	RUN( BadJsonIsRefusedWithItsPlace );
	RUN( WritersRefuseWhatCannotBeReadBack );
	RUN( FullDiskKeepsTheOldFile );
	RUN( SamplesAreWhatTheStepsSay );
	RUN( WhoLeavesMakesNoStepToItsEnd );
	RUN( FootstepFilesMayRunOutOfMemory );
}
