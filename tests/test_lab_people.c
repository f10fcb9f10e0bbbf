// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Experiments on sight, in parks and with real people: what they claim holds, and crowds that do otherwise are reported.
#include "tests/test_lab.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

TEST( ExperimentsOnSightHold )
{
	static const testExpectedRun meeting = { "C8-meeting.json", "right left mirror nearer approached back arrive gap" };
	static const testExpectedRun aims = {
		"C9-aims.json", "shortest shorter nearer shortestPrinted nearerPrinted aroundLeft aroundRight aroundBoth aroundStart "
						"earlier apart arrive gap" };
	static const testExpectedRun race = { "C10-race.json", "wins behind ahead ordered pressed won arrive gap" };
	static const testExpectedRun ambush[] = { { "C11-ambush.json", "trapped vector larger ours stand gap" },
											  { "C11-exits.json", "right left first harmonic arrive gap" } };
	static const testExpectedRun triggers = { "C16-triggers.json", "many few object passedBy mood patience arrive gap" };
	testExperimentHolds( "C8", &meeting, 1 );
	testExperimentHolds( "C9", &aims, 1 );
	testExperimentHolds( "C10", &race, 1 );
	testExperimentHolds( "C11", ambush, 2 );
	testExperimentHolds( "C16", &triggers, 1 );
}

TEST( ExperimentsWithManyHold )
{
	static const testExpectedRun park[] = {
		{ "C12-park-2006.json", "order own changed mostChanged gap walls orderOurs ownOurs changedOurs mostChangedOurs gapOurs "
								"wallsOurs" },
		{ "C12-park.json", "order own changed mostChanged otherSide gap walls orderOurs ownOurs "
						   "changedOurs mostChangedOurs otherSideOurs gapOurs wallsOurs" },
		{ "C12-twelve.json", "visitors arrive last stuck gap walls" },
		{ "C12-visitors.json", "visitors arrive last stuck gap walls" } };
	testExperimentHolds( "C12", park, 4 );
}

// Sanitizers and debug builds are slower than the bound of a release build: the figures are there and make sense.
TEST( RatesAreMeasured )
{
	int code = testRunProgram( "experiments C13 --quick" );
	CHECK( code == 0 || code == 1 );
	const char* output = testGetOutput();
	CHECK( strstr( output, "300 agents: steps a second, against the paper's 2: " ) != NULL );
	double rates[2] = { 0.0 };
	const char* const labels[2] = { "100 agents: ", "600 agents: " };
	for ( int i = 0; i < 2; ++i )
	{
		const char* at = strstr( output, labels[i] );
		rates[i] = at != NULL ? strtod( at + strlen( labels[i] ), NULL ) : NAN;
	}
	// Six times as many take longer.
	CHECK( rates[1] > 0.0 && rates[0] > 1.5 * rates[1] );
	CHECK_EQUAL( testRunChanged( "C13-rate.json", "\"least\": 420", "\"least\": 1e9" ), 1 );
}

TEST( CrowdsThatDoOtherwiseAreNoticed )
{
	testChangeIsReported( "C8-meeting.json", "\"angle\": -1", "\"angle\": 1", "FAILS as printed: each to its right" );
	testChangeIsReported( "C8-meeting.json", "\"target\": \"seen\"", "\"target\": \"seen\", \"angle\": 3.1416",
						  "FAILS as printed: while they pass, the one who approaches" );
	testChangeIsReported( "C9-aims.json", "\"epsilon\": 0.7", "\"epsilon\": 0.01", "FAILS v to the goal: way" );
	testChangeIsReported( "C9-aims.json", "\"angle\": 1.57", "\"angle\": -1.57", "FAILS to the left: turned" );
	testChangeIsReported( "C9-aims.json", "\"behavior\": \"right of the second\"",
						  "\"behavior\": \"harmonic\", \"onSight\": \"right of the seen\"", "FAILS from the start" );
	testChangeIsReported( "C9-aims.json", "\"epsilon\": -0.7", "\"epsilon\": 0.7", "FAILS as printed: v to the goal: way" );
	testChangeIsReported( "C10-race.json", "\"epsilon\": 0.7, \"v\": [0, -1]", "\"epsilon\": 0.7, \"v\": [0, 1]",
						  "FAILS as printed: place of the one" );
	testChangeIsReported( "C11-ambush.json", "\"epsilon\": 0.7", "\"epsilon\": 0", "FAILS as printed: v to the side on sight" );
	testChangeIsReported( "C11-ambush.json",
						  "{ \"preset\": \"default\", \"people\": [{ \"agent\": \"walker\", \"style\": \"of our preset\" }",
						  "{ \"people\": [{ \"agent\": \"walker\" }", "FAILS default preset: arrives" );
	testChangeIsReported( "C11-exits.json", "\"epsilon\": 0.7", "\"epsilon\": 0", "FAILS as printed: it has been" );
	testChangeIsReported( "C12-park.json", "\"first\": [20, 11.2]", "\"first\": [30, 11.2]",
						  "FAILS as printed: share who go for popcorn" );
	testChangeIsReported( "C12-visitors.json", "\"seconds\": 300", "\"seconds\": 20", "FAILS share that arrives" );
	testChangeIsReported( "C14-path.json", "\"v\": [1, 0]", "\"v\": [-1, 0]",
						  "FAILS as printed: pairs of the paper: mean distance" );
	testChangeIsReported( "C16-triggers.json", "\"many\": 5", "\"many\": 9", "FAILS many ahead" );
	testChangeIsReported( "C16-triggers.json", "\"many\": 5", "\"many\": 2", "FAILS few ahead" );
	testChangeIsReported( "C16-triggers.json", "\"limit\": 5", "\"limit\": 500", "FAILS held up for long" );
	testChangeIsReported( "C16-triggers.json", "\"visited\": 1.5", "\"visited\": 9", "FAILS an object in sight" );
}

TEST( BadCasesAreRefused )
{
	const char* const changes[][2] = {
		{ "\"onSight\": \"to the right\"", "\"onSight\": \"to the east\"" }, // no such behaviour
		{ "\"onSight\": \"to the right\"", "\"onSigth\": \"to the right\"" },
		{ "\"onSight\": \"to the right\"", "\"style\": \"runner\"" },
		{ "{ \"agent\": \"from the west\" }", "{ \"agent\": \"from above\" }" }, // no such entry
		{ "{ \"agent\": \"from the west\" }", "{ \"style\": \"walker\" }" },	 // nobody named
		{ "{ \"agent\": \"from the west\" }", "7" },
		{ "\"harmonic\": { \"people\"", "\"harmonic\": { \"preset\": \"defaults\", \"people\"" },
		{ "\"harmonic\": { \"people\"", "\"harmonic\": { \"seconds\": \"long\", \"people\"" },
		{ "\"harmonic\": { \"people\"", "\"harmonious\": { \"people\"" }, // a case is missing
		{ "\"first\": \"from the west\"", "\"first\": \"from above\"" },  // the one that is measured
		{ "\"tickSeconds\": 0.5", "\"tickSeconds\": -1" },				  // the crowd itself
	};
	testChangesAreRefused( "C8-meeting.json", changes, sizeof( changes ) / sizeof( changes[0] ) );
	CHECK_EQUAL( testRunChanged( "C12-park.json", "\"visitors\": [\"a1\", ", "\"visitors\": [\"a9\", " ), 4 );
	CHECK_EQUAL( testRunChanged( "C12-park.json", "\"visitors\": [\"a1\", \"a2\", \"a3\", \"a4\", ", "\"visitors\": [" ), 4 );
	CHECK_EQUAL( testRunChanged( "C14-path.json", "\"pairs\"", "\"pears\"" ), 4 );
	CHECK_EQUAL( testRunChanged( "C14-path.json", "[4.03, 28.00],", "[4.03]," ), 4 );
	CHECK_EQUAL( testRunChanged( "C16-triggers.json", "\"limit\"", "\"limits\"" ), 4 );
	CHECK_EQUAL( testRunChanged( "C10-race.json", "\"printedVariant\": 3", "\"printedVariant\": 8" ), 4 );
	CHECK_EQUAL( testRunChanged( "C12-visitors.json", "\"quickSeeds\": 2", "\"quickSeeds\": 0" ), 4 );
	CHECK_EQUAL( testRunChanged( "C14-people.json", "\"places\"", "\"palaces\"" ), 4 );
	CHECK_EQUAL( testRunChanged( "C14-people.json", "\"quickPersons\": 3", "\"quickPersons\": 0" ), 4 );
	CHECK_EQUAL( testRunChanged( "C14-people.json", "\"margin\": 2,", "" ), 4 );
}

// ------------------------------------------------------------------------------------------------------------ real people

static int runWithData( const char* folder, const char* arguments, char* output, size_t capacity )
{
	char command[4096];
	snprintf( command, sizeof( command ), "WAYFIELD_DATA=\"%s\" \"%s\" %s 2>/dev/null", folder, WAYFIELD_PROGRAM, arguments );
	FILE* pipe = popen( command, "r" );
	if ( !CHECK( pipe != NULL ) )
	{
		return -1;
	}
	output[fread( output, 1, capacity - 1, pipe )] = 0;
	int status = pclose( pipe );
	return WIFEXITED( status ) ? WEXITSTATUS( status ) : -1;
}

TEST( WithoutRecordingsTheFitIsSkipped )
{
	char output[4096];
	CHECK_EQUAL( runWithData( "/no/such/folder", "experiments C14", output, sizeof( output ) ), 0 );
	CHECK( strstr( output, "skipped: there is no trajectories/eth" ) != NULL );
	CHECK( strstr( output, "1 held, 0 failed, 1 skipped\n" ) != NULL );
	CHECK_EQUAL( runWithData( "/no/such/folder", "experiments C14 --json", output, sizeof( output ) ), 0 );
	CHECK( strstr( output, "\"skipped\": \"there is no" ) != NULL && strstr( output, "\"skipped\": 1" ) != NULL );
}

// A recording of people who walk bows, annotated at 2.5 frames a second. One sways so that nobody can be fitted to it exactly,
// and one stands.
static bool writeRecording( const char* folder, int frameGap )
{
	char path[4096];
	snprintf( path, sizeof( path ), "%s/obsmat.txt", folder );
	FILE* file = fopen( path, "w" );
	if ( !CHECK( file != NULL ) )
	{
		return false;
	}
	for ( int i = 0; i < 30; ++i )
	{
		for ( int person = 1; person <= 6; ++person )
		{
			double part = i / 29.0, bow = ( person % 2 == 0 ? 1.0 : -1.0 ) * ( 0.5 + 0.3 * person );
			double x = person == 6 ? 3.0 : 15.0 * part, y = 3.0 * person + 4.0 * bow * part * ( 1.0 - part );
			y += person == 5 ? 0.2 * sin( 12.0 * part ) : 0.0;
			fprintf( file, "%d %d %.6f 0 %.6f 0 0 0\n", frameGap * i, person, x, y );
		}
	}
	fclose( file );
	snprintf( path, sizeof( path ), "%s/map.xml", folder );
	file = fopen( path, "w" );
	if ( CHECK( file != NULL ) )
	{
		fputs(
			"<Trial><Line x1=\"-1\" y1=\"-0.5\" x2=\"16\" y2=\"-0.5\" thickness=\"1\" />\n<Line x1=\"a\" y1=\"1\" /></Trial>\n",
			file );
		fclose( file );
	}
	return file != NULL;
}

TEST( WalkersAreFittedToBows )
{
	static const char* const names[] = { "eth", "zara01" };
	static const int gaps[] = { 6, 10 };
	char root[1000], folder[3][1100], path[4096], output[8192];
	snprintf( root, sizeof( root ), "%s", testTemporaryPath( "people" ) );
	snprintf( folder[2], sizeof( folder[2] ), "%s/trajectories", root );
	mkdir( root, 0777 );
	mkdir( folder[2], 0777 );
	for ( int i = 0; i < 2; ++i )
	{
		snprintf( folder[i], sizeof( folder[i] ), "%s/trajectories/%s", root, names[i] );
		mkdir( folder[i], 0777 );
		writeRecording( folder[i], gaps[i] );
	}
	CHECK_EQUAL( runWithData( root, "experiments C14 --quick", output, sizeof( output ) ), 0 );
	CHECK( strstr( output, "held  share of the people asked for that could be fitted: 1 " ) != NULL );
	CHECK( strstr( output, "eth: people who walked far enough: 5\n" ) != NULL );
	CHECK( strstr( output, "zara01: straight, mean distance of 3: " ) != NULL );
	// A recording that is none.
	snprintf( path, sizeof( path ), "%s/obsmat.txt", folder[0] );
	FILE* file = fopen( path, "w" );
	if ( CHECK( file != NULL ) )
	{
		fputs( "1 2 three 4\n", file );
		fclose( file );
	}
	CHECK_EQUAL( runWithData( root, "experiments C14 --quick", output, sizeof( output ) ), 4 );
	for ( int i = 0; i < 2; ++i )
	{
		snprintf( path, sizeof( path ), "%s/obsmat.txt", folder[i] );
		unlink( path );
		snprintf( path, sizeof( path ), "%s/map.xml", folder[i] );
		unlink( path );
		rmdir( folder[i] );
	}
	rmdir( folder[2] );
	CHECK_EQUAL( rmdir( root ), 0 );
}

TEST( WalkersAreFittedToRealPeople )
{
	char folder[4096], output[8192];
	const char* path = testDataPath( "trajectories/eth" );
	if ( path == NULL )
	{
		printf( "    skipped: there are no recordings of real people\n" );
		return;
	}
	snprintf( folder, sizeof( folder ), "%.*s", (int)( strlen( path ) - strlen( "/trajectories/eth" ) ), path );
	CHECK_EQUAL( runWithData( folder, "experiments C14 --quick", output, sizeof( output ) ), 0 );
	if ( !CHECK( strstr( output, "2 held, 0 failed\n" ) != NULL ) )
	{
		printf( "%s", output );
	}
}

void testExperimentsWithPeople( int argc, char** argv )
{
	RUN( ExperimentsOnSightHold );
	RUN( ExperimentsWithManyHold );
	RUN( RatesAreMeasured );
	RUN( CrowdsThatDoOtherwiseAreNoticed );
	RUN( BadCasesAreRefused );
	RUN( WithoutRecordingsTheFitIsSkipped );
	RUN( WalkersAreFittedToBows );
	RUN( WalkersAreFittedToRealPeople );
}
