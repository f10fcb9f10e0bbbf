// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The tests of the RiMEA guideline: those about single abilities hold, and would be reported if people did otherwise; those about
// crowds are measured, whatever comes of it.
#include "tests/test_lab.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TEST( RimeaTestsOfAbilitiesHold )
{
	static const testExpectedRun runs[] = {
		{ "R1-corridor.json", "walker walkerOnFoot" },
		{ "R2-stairs.json", "up down upOnFoot downOnFoot" },
		{ "R5-reaction.json", "assigned earliest latest spread arrive assignedOnFoot earliestOnFoot latestOnFoot arriveOnFoot" },
		{ "R6-corner.json", "arrive walls overlaps arriveOnFoot wallsOnFoot overlapsOnFoot" },
		{ "R7-ages.json", "curve beyond means arrive" },
		{ "R8-storeys.json", "atOnce slower faster smaller more fewer arrive" },
		{ "R10-exits.json", "people assigned arrive" },
		{ "R14-routes.json", "level stairs avoided arrive" } };
	for ( size_t i = 0; i < sizeof( runs ) / sizeof( runs[0] ); ++i )
	{
		char id[8];
		snprintf( id, sizeof( id ), "%.*s", (int)strcspn( runs[i].file, "-" ), runs[i].file );
		testExperimentHolds( id, &runs[i], 1 );
	}
}

// The number behind the first place of a text in the output of the last run.
static double getFigure( const char* text )
{
	const char* at = strstr( testGetOutput(), text );
	at = at != NULL ? strstr( at + strlen( text ), ": " ) : NULL;
	return at != NULL ? strtod( at + 2, NULL ) : NAN;
}

// Whether these hold is a matter of the crowd: what they measure must make sense in any case.
TEST( RimeaTestsOfCrowdsMeasure )
{
	int code = testRunProgram( "experiments R9 --quick" );
	CHECK( code == 0 || code == 1 );
	double four = getFigure( "four exits: the last leaves, deviation 0.0 s" ),
		   two = getFigure( "two exits: the last leaves, deviation 0.0 s" );
	CHECK( four > 15.0 && two > 1.2 * four );
	CHECK_NEAR( getFigure( "two exits in times of that with four" ), two / four, 1e-3 * two / four );
	CHECK_NEAR( getFigure( "four exits: through a metre of door" ), 200.0 / four / 4.0, 0.01 );

	code = testRunProgram( "experiments R12 --quick" );
	CHECK( code == 0 || code == 1 );
	CHECK( getFigure( "speed in the two metres before the corridor" ) < getFigure( "speed in the two metres before the exit" ) );
	CHECK( strstr( testGetOutput(), "held  share that leaves" ) != NULL );

	code = testRunProgram( "experiments R15 --quick" );
	CHECK( code == 0 || code == 1 );
	CHECK( getFigure( "short: the last arrives, deviation 0.0 s" ) > 20.0 / 1.61 );
	CHECK( getFigure( "short: the last arrives, deviation 0.0 s" ) < getFigure( "long: the last arrives, deviation 0.0 s" ) );

	code = testRunProgram( "experiments R4 --quick" );
	CHECK( code == 0 || code == 1 );
	CHECK( strstr( testGetOutput(), "Weidmann 1.30: " ) != NULL && strstr( testGetOutput(), "Weidmann 0.6" ) != NULL );
}

TEST( PeopleOfOtherAbilitiesAreNoticed )
{
	testChangeIsReported( "R1-corridor.json", "\"desiredSpeed\": 1.33", "\"desiredSpeed\": 1.1", "FAILS 40 m at 1.33 m/s" );
	testChangeIsReported( "R2-stairs.json", "\"speedUp\": 0.455", "\"speedUp\": 0.7", "FAILS up the stairs" );
	testChangeIsReported( "R5-reaction.json", "\"delay\": 20", "\"delay\": 22",
						  "FAILS largest difference between the time given" );
	testChangeIsReported( "R7-ages.json", "\"ages\": [20, 20]", "\"ages\": [25, 25]",
						  "FAILS largest difference between the speed" );
	testChangeIsReported( "R10-exits.json", "\"stops\": [\"secondary\"]", "\"stops\": [\"main\"]",
						  "FAILS share that leaves by the exit" );
	testChangeIsReported( "R14-routes.json", "[4, 10, 36, 22]", "[4, 10, 36, 11]", "FAILS share over the stairs" );
}

TEST( BadRimeaFilesAreRefused )
{
	static const char* const walks[][2] = { { "\"to\": [40.5, 1]", "\"to\": [40.5]" },
											{ "\"agent\": \"walker\"", "\"agent\": \"runner\"" },
											{ "\"walkerOnFoot\": {", "\"walkers\": {" } };
	static const char* const rooms[][2] = { { "[[4.5, 25, 5.5, 25.5],", "[[5.5, 25, 4.5, 25.5]," },
											{ "\"quickSeeds\": 1", "\"quickSeeds\": 0" } };
	testChangesAreRefused( "R1-corridor.json", walks, sizeof( walks ) / sizeof( walks[0] ) );
	testChangesAreRefused( "R9-public-room.json", rooms, sizeof( rooms ) / sizeof( rooms[0] ) );
}

void testExperimentsOfRimea( int argc, char** argv )
{
	RUN( RimeaTestsOfAbilitiesHold );
	RUN( RimeaTestsOfCrowdsMeasure );
	RUN( PeopleOfOtherAbilitiesAreNoticed );
	RUN( BadRimeaFilesAreRefused );
}
