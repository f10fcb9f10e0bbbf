// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield run` with groups, from outside: what is said of them, logs of orders, what is drawn.

#include "tests/test_cli.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void getText( const char* json, const char* path, char* text, size_t capacity )
{
	text[0] = 0;
	CHECK( cliJsonValue( json, path, text, capacity ) );
}

static void getHash( const char* json, char* hash )
{
	getText( json, "state_hash", hash, 32 );
}

#define WALLED                                                                                                                   \
	"{\"version\":1,\"world\":{\"size\":[20,10],\"obstacles\":[{\"type\":\"box\",\"bounds\":[9,0,10,10]},"                       \
	"{\"type\":\"box\",\"bounds\":[4,1,6,3]}]},\n"                                                                               \
	"\"agents\":[{\"name\":\"a\",\"positions\":[[2,5],[3,5],[4,5]]},{\"name\":\"b\",\"position\":[2,9]}],\n"                     \
	"\"groups\":[{\"name\":\"A\",\"members\":[\"a\"],\"formation\":\"wedge\"}],\n"

TEST( GroupsAreReported )
{
	cliRun run = cliCall( "run", "wedge", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK_STRING( run.err, "" );
	CHECK( cliIsJson( run.out ) );
	CHECK_NEAR( cliGetNumber( run.out, "agents" ), 0.0, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "standing" ), 0.0, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "in_groups" ), 12.0, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "stuck" ), 0.0, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "longest_wait_seconds" ), 0.0, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "groups.0.members" ), 12.0, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "groups.0.members_at_end" ), 12.0, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "groups.0.orders" ), 3.0, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "groups.0.orders_done" ), 3.0, 0.0 );
	double end = cliGetNumber( run.out, "simulated_seconds" );
	double there = cliGetNumber( run.out, "groups.0.arrived_seconds.0" ),
		   back = cliGetNumber( run.out, "groups.0.arrived_seconds.1" );
	CHECK( there > 35.0 && there < back && back <= end );
	CHECK_NEAR( cliGetNumber( run.out, "groups.0.formed_seconds.1" ), end, 1e-9 );
	double median = cliGetNumber( run.out, "groups.0.error_median" ), p95 = cliGetNumber( run.out, "groups.0.error_p95" );
	CHECK( median > 0.0 && median < p95 && p95 < 5.0 );
	CHECK( cliGetNumber( run.out, "groups.0.shape_error_median" ) <= median );
	CHECK( cliGetNumber( run.out, "groups.0.longest_wait_seconds" ) < 30.0 );
	// In metres by the spacing.
	CHECK_NEAR( cliGetNumber( run.out, "groups.0.error_median_m" ), 1.2 * median, 1e-6 );
	CHECK_NEAR( cliGetNumber( run.out, "groups.0.error_p95_m" ), 1.2 * p95, 1e-6 );
	CHECK_NEAR( cliGetNumber( run.out, "groups.0.shape_error_p95_m" ), 1.2 * cliGetNumber( run.out, "groups.0.shape_error_p95" ),
				1e-6 );
	CHECK( cliContains( run.out, "\"orders_waiting\": []" ) );
	char text[64];
	getText( run.out, "groups.0.at_end", text, sizeof( text ) );
	CHECK_STRING( text, "\"holds\"" );
	CHECK( cliContains( run.out, "\"orders_not_followed\": []" ) );
	run = cliCall( "run", "wedge", NULL );
	CHECK( cliContains( run.out, "groups           1, 12 people" ) );
	CHECK( cliContains( run.out, "guard          12 people, 3 of 3 orders done, holds at the end; arrived at" ) );
	CHECK( cliContains( run.out, " m off their slots on average (95 % of the time within " ) && !cliContains( run.out, "E_s" ) );
	CHECK( cliContains( run.out, " m off their shape" ) && !cliContains( run.out, "waiting " ) );
	CHECK( !cliContains( run.out, "nowhere to go" ) && !cliContains( run.out, "arrived          0" ) );
	// Without groups there is nothing of them.
	run = cliCall( "run", "ring", "--agents", "4", "--json", NULL );
	CHECK( !cliContains( run.out, "groups" ) );
}

TEST( OrdersThatCannotBeFollowedAreNamed )
{
	cliWrite( "walled.json", WALLED "\"orders\":[{\"group\":\"A\",\"to\":[15,5]},"
									"{\"group\":\"A\",\"to\":[5,2],\"time\":15},"
									"{\"group\":\"A\",\"order\":\"follow\",\"leader\":\"b\",\"time\":25}]}" );
	cliRun run = cliCall( "run", "walled.json", "--json", NULL );
	CHECK_EQUAL( run.code, 1 );
	CHECK( cliContains( run.err, "2 orders of groups could not be followed as given" ) );
	char text[64];
	getText( run.out, "orders_not_followed.0.why", text, sizeof( text ) );
	CHECK_STRING( text, "\"unreachable\"" );
	getText( run.out, "orders_not_followed.0.to", text, sizeof( text ) );
	CHECK_STRING( text, "\"15, 5\"" );
	getText( run.out, "orders_not_followed.1.why", text, sizeof( text ) );
	CHECK_STRING( text, "\"blocked\"" );
	CHECK_NEAR( cliGetNumber( run.out, "orders_not_followed.1.order" ), 2.0, 0.0 );
	getText( run.out, "orders_not_followed.1.obstacle", text, sizeof( text ) );
	CHECK_STRING( text, "\"wall\"" );
	getText( run.out, "orders_not_followed.0.obstacle", text, sizeof( text ) );
	CHECK_STRING( text, "\"route\"" );
	CHECK_NEAR( cliGetNumber( run.out, "orders_not_followed.1.seconds" ), 15.0, 0.21 );
	// Beside the box that covers 5, 2.
	double x = cliGetNumber( run.out, "orders_not_followed.1.instead.0" ),
		   y = cliGetNumber( run.out, "orders_not_followed.1.instead.1" );
	CHECK( x < 3.76 || x > 6.24 || y > 3.24 || y < 0.76 );
	CHECK( hypot( x - 5.0, y - 2.0 ) < 2.5 );
	CHECK_NEAR( cliGetNumber( run.out, "groups.0.orders" ), 3.0, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "groups.0.orders_done" ), 1.0, 0.0 );
	run = cliCall( "run", "walled.json", NULL );
	CHECK_EQUAL( run.code, 1 );
	CHECK( cliContains( run.out,
						"not followed     order 1 of 'A' at 0.0 s: 15, 5 cannot be reached: there is no way; it goes to " ) );
	CHECK( cliContains( run.out, "not followed     order 2 of 'A' at 15" ) &&
		   cliContains( run.out, "5, 2 lies in a wall, or too near to one; it goes" ) );
	run = cliCall( "run", "walled.json", "--quiet", "--seconds", "30", NULL );
	CHECK_EQUAL( run.code, 1 );
	CHECK_STRING( run.out, "" );
	CHECK( cliContains( run.err, "could not be followed" ) );
}

#define STANDOFF( more )                                                                                                         \
	"{\"version\":1,\"world\":{\"size\":[60,30]},\"agents\":[{\"name\":\"a\",\"positions\":[[2,8],[4,8],[4,10]]},"               \
	"{\"name\":\"b\",\"position\":[30,8]}],\"groups\":[{\"name\":\"army\",\"members\":[\"a\"]},"                                 \
	"{\"name\":\"foe\",\"members\":[\"b\"]}],\"orders\":[{\"group\":\"army\",\"order\":\"attack\",\"to\":[35,8],"                \
	"\"enemies\":[\"foe\"]}" more "}"

// Before an enemy that stays the next order never begins; others are for a time beyond the end.
TEST( OrdersThatWaitAreNamed )
{
	cliWrite( "standoff.json",
			  STANDOFF( ",{\"group\":\"army\",\"to\":[34,12],\"queued\":true},{\"group\":\"army\",\"order\":\"hold\","
						"\"time\":500},{\"group\":\"foe\",\"order\":\"split\",\"members\":[4],\"as\":\"x\","
						"\"time\":600}],\"run\":{\"seconds\":60}" ) );
	cliRun run = cliCall( "run", "standoff.json", NULL );
	CHECK_EQUAL( run.code, 1 );
	CHECK( cliContains( run.out, "army           3 people, 1 of 2 orders done, is engaged at the end; engaged at " ) );
	CHECK( cliContains( run.out, "foe            1 person, 0 of 0 orders done, stands idle at the end\n" ) );
	CHECK( cliContains( run.out, "waiting          order 2 of 'army': formation to 34, 12\n" ) );
	CHECK( cliContains( run.out, "waiting          the order 'hold' of 'army' for 500.0 s\n" ) );
	CHECK( cliContains( run.out, "waiting          the order 'split' of 'foe' for 600.0 s\n" ) );
	run = cliCall( "run", "standoff.json", "--json", NULL );
	CHECK_EQUAL( run.code, 1 );
	CHECK( cliContains( run.err, "3 orders of groups still waited when the run ended" ) );
	CHECK( !cliContains( run.err, "not everybody arrived" ) && cliContains( run.err, "before groups had done their orders" ) );
	char text[64];
	getText( run.out, "orders_waiting.0.group", text, sizeof( text ) );
	CHECK_STRING( text, "\"army\"" );
	CHECK_NEAR( cliGetNumber( run.out, "orders_waiting.0.order" ), 2.0, 0.0 );
	getText( run.out, "orders_waiting.0.to", text, sizeof( text ) );
	CHECK_STRING( text, "\"34, 12\"" );
	CHECK_NEAR( cliGetNumber( run.out, "orders_waiting.1.seconds" ), 500.0, 0.0 );
	getText( run.out, "orders_waiting.2.what", text, sizeof( text ) );
	CHECK_STRING( text, "\"split\"" );
	// Who says when to stop knows that there may be more to do.
	run = cliCall( "run", "standoff.json", "--seconds", "40", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliContains( run.out, "waiting          order 2 of 'army'" ) );
	// A run that is meant to last is no reason to leave orders undone, and a patrol is.
	cliWrite( "standoff.json", STANDOFF( ",{\"group\":\"army\",\"to\":[34,12],\"queued\":true}],\"run\":{\"seconds\":60,"
										 "\"stopWhenDone\":false}" ) );
	CHECK_EQUAL( cliCall( "run", "standoff.json", "--quiet", NULL ).code, 1 );
	cliWrite( "standoff.json", STANDOFF( ",{\"group\":\"foe\",\"order\":\"patrol\",\"to\":[50,20],\"time\":40}],"
										 "\"run\":{\"seconds\":60}" ) );
	CHECK_EQUAL( cliCall( "run", "standoff.json", "--quiet", NULL ).code, 0 );
}

// What cannot be measured is a dash, and null.
TEST( WhereNobodyIsThereAreDashes )
{
	cliWrite( "nobody.json",
			  "{\"version\":1,\"world\":{\"size\":[20,10]},\"goals\":[{\"type\":\"point\",\"name\":\"g\",\"point\":[15,5]}],"
			  "\"sources\":[{\"region\":{\"type\":\"box\",\"bounds\":[2,2,4,8]},\"rate\":1,\"from\":100,\"stops\":[\"g\"]}],"
			  "\"run\":{\"seconds\":5}}" );
	cliRun run = cliCall( "run", "nobody.json", NULL );
	CHECK( run.code == 0 || run.code == 1 );
	CHECK( !cliContains( run.out, "nan" ) && !cliContains( run.out, "inf" ) );
	CHECK( cliContains( run.out, "cost             - us per plan of an agent, - us per agent" ) );
	CHECK( cliContains( run.out, "memory           - bytes per agent" ) );
	run = cliCall( "run", "nobody.json", "--json", NULL );
	CHECK( cliIsJson( run.out ) && cliContains( run.out, "\"us_per_agent_step\": null" ) );
}

// A branch that is closed to tanks, a leader that goes, and a group that is gone when its order comes.
TEST( WhatComesInBetweenIsNamed )
{
	cliWrite(
		"swamp.json",
		"{\"version\":1,\"world\":{\"size\":[40,20],\"terrain\":[{\"type\":\"box\",\"bounds\":[20,0,26,20],\"kinds\":[0]}]},\n"
		"\"agents\":[{\"name\":\"tanks\",\"kind\":1,\"positions\":[[4,10],[6,10]]},{\"name\":\"s\",\"positions\":[[4,13],[6,13]]}"
		","
		"{\"name\":\"guide\",\"position\":[30,3],\"stops\":[[36,3]]}],\n"
		"\"groups\":[{\"name\":\"T\",\"members\":[\"s\"],\"spacing\":2},{\"name\":\"F\",\"members\":[\"tanks\"]}],\n"
		"\"orders\":[{\"group\":\"F\",\"order\":\"follow\",\"leader\":\"guide\"},\n"
		"{\"group\":\"F\",\"order\":\"disband\",\"time\":8},\n"
		"{\"group\":\"F\",\"to\":[5,5],\"time\":9}]}" );
	cliRun run = cliCall( "run", "swamp.json", "--json", "--seconds", "20", NULL );
	CHECK_EQUAL( run.code, 1 );
	CHECK( cliContains( run.out, "\"why\": \"refused\"" ) && cliContains( run.out, "no group 'F' now" ) );
	CHECK( cliContains( run.out, "\"why\": \"lost\"" ) || cliContains( run.out, "\"why\": \"unreachable\"" ) );
	run = cliCall( "run", "swamp.json", "--seconds", "20", NULL );
	CHECK( cliContains( run.out, "not given        the order 'formation' of 'F' at 9.0 s (line 6): there is no group 'F' now" ) );
	cliWrite(
		"fork.json",
		"{\"version\":1,\"world\":{\"size\":[40,20],\"terrain\":[{\"type\":\"box\",\"bounds\":[16,0,40,20],\"kinds\":[0]}]},\n"
		"\"agents\":[{\"name\":\"t\",\"kind\":1,\"positions\":[[4,8],[6,8]]},{\"name\":\"s\",\"positions\":[[4,12],[6,12]]}],\n"
		"\"groups\":[{\"name\":\"T\",\"members\":[\"t\",\"s\"],\"spacing\":2}],\n"
		"\"orders\":[{\"group\":\"T\",\"order\":\"stroke\",\"strokes\":[[[6,10],[12,10],[25,15]],[[12,10],[25,5]]]}]}" );
	run = cliCall( "run", "fork.json", "--seconds", "40", NULL );
	CHECK_EQUAL( run.code, 1 );
	CHECK( cliContains( run.out, "no branch is open to it; it stays at" ) );
}

TEST( LogsOfOrdersAreReplayed )
{
	char first[32], second[32];
	cliRun run = cliCall( "run", "armies", "--seconds", "80", "--orders-to", "armies-log.json", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	getHash( run.out, first );
	run = cliCall( "run", "armies", "--seconds", "80", "--orders", "armies-log.json", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK_STRING( run.err, "" );
	getHash( run.out, second );
	CHECK_STRING( second, first );
	// In two parts, the first of which ends between a split and a division.
	CHECK_EQUAL(
		cliCall( "run", "armies", "--orders", "armies-log.json", "--seconds", "24", "--checkpoint", "half.bin", "--quiet", NULL )
			.code,
		0 );
	run = cliCall( "run", "armies", "--orders", "armies-log.json", "--seconds", "80", "--resume", "half.bin", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	getHash( run.out, second );
	CHECK_STRING( second, first );
	CHECK( cliContains( run.out, "\"name\": \"blue corps.2\"" ) && cliContains( run.out, "\"name\": \"blue flank\"" ) );
	CHECK_STRING( run.err, "" );
	// And with the orders of the scenario, on one thread.
	run = cliCall( "run", "armies", "--seconds", "80", "--resume", "half.bin", "--threads", "1", "--json", NULL );
	CHECK_STRING( run.err, "" );
	getHash( run.out, second );
	CHECK_STRING( second, first );
}

#define PAST( aim, end )                                                                                                         \
	"{\"version\":1,\"orders\":[{\"group\":\"A\",\"to\":" aim "},\n{\"time\":30,\"group\":\"A\",\"to\":[3,8]},"                  \
	"{\"group\":\"A\",\"order\":\"form\",\"to\":[5,7],\"time\":6," end "}]}"

// What a run has done by its checkpoint cannot be told otherwise: a log with another past is warned of, another future is not.
TEST( LogsWithAnotherPastAreWarnedOf )
{
	cliWrite( "walled.json", WALLED "\"orders\":[]}" );
	cliWrite( "log.json", PAST( "[7,5]", "\"queued\":true" ) );
	cliRun run =
		cliCall( "run", "walled.json", "--orders", "log.json", "--seconds", "8", "--checkpoint", "half.bin", "--quiet", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK_STRING( run.err, "" );
	const struct
	{
		const char* log;
		bool warns;
	} logs[] = { { PAST( "[7,5]", "\"queued\":true" ), false },
				 { PAST( "[7.0,5e0]", "\"queued\": true" ), false }, // the same in other words
				 { "{\"version\":1,\"orders\":[{\"group\":\"A\",\"to\":[7,5]},{\"group\":\"A\",\"order\":\"form\",\"to\":[5,7],"
				   "\"time\":6,\"queued\":true},{\"group\":\"A\",\"order\":\"stop\",\"time\":8.2}]}",
				   false },
				 { PAST( "[7,5.1]", "\"queued\":true" ), true },
				 { PAST( "[7,5]", "\"queued\":false" ), true },
				 { "{\"version\":1,\"orders\":[]}", true } };
	for ( size_t k = 0; k < sizeof( logs ) / sizeof( logs[0] ); ++k )
	{
		cliWrite( "log.json", logs[k].log );
		run = cliCall( "run", "walled.json", "--orders", "log.json", "--seconds", "12", "--resume", "half.bin", "--quiet", NULL );
		CHECK_EQUAL( run.code, 0 );
		CHECK( cliContains( run.err, "warning: the orders given by 8.0 s are not those of 'half.bin'" ) == logs[k].warns );
	}
}

TEST( BadLogsAreRefused )
{
	cliWrite( "walled.json", WALLED "\"orders\":[]}" );
	cliWrite( "log.json", "{\"version\":1,\n\"orders\":[{\"group\":\"A\",\"to\":[5,5]},\n{\"group\":\"A\",\"oder\":\"hold\"}]}" );
	cliCheckFails( cliCall( "run", "walled.json", "--orders", "log.json", NULL ), "unknown field", 4,
				   "log.json:3:14: orders[1].oder: unknown field, did you mean \"order\"" );
	cliCheckFails( cliCall( "run", "walled.json", "--orders", "none.json", NULL ), "no file", 3, "none.json" );
	cliCheckFails( cliCall( "run", "walled.json", "--orders", "log.txt", NULL ), "ending", 2, "--orders" );
	cliCheckFails( cliCall( "run", "ring", "--orders", "log.json", NULL ), "scene", 2, "the scene 'ring' has none" );
	cliWrite( "log.json", "{\"version\":1,\"scenario\":\"meadow\",\"orders\":[]}" );
	CHECK( cliContains( cliCall( "run", "walled.json", "--orders", "log.json", "--orders-to", "log.json", NULL ).err,
						"log.json: is the file of orders" ) );
	cliRun run = cliCall( "run", "walled.json", "--orders", "log.json", "--quiet", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK( cliContains( run.err, "log.json:1" ) && cliContains( run.err, "\"meadow\"" ) );
}

// Everybody has come to where it should, or stands before enemies; tanks are never where only soldiers may go.
TEST( ArmiesMeet )
{
	cliRun run = cliCall( "run", "armies", "--json", NULL );
	CHECK_EQUAL( run.code, 0 );
	CHECK_NEAR( cliGetNumber( run.out, "overlaps" ), 0.0, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "wall_hits" ), 0.0, 0.0 );
	CHECK_NEAR( cliGetNumber( run.out, "in_groups" ), 1000.0, 0.0 );
	int engaged = 0, groups = 0, members = 0;
	char path[64], text[64];
	for ( int k = 0; k < 20; ++k )
	{
		double orders, done, there;
		snprintf( path, sizeof( path ), "groups.%d.orders", k );
		if ( !cliJsonNumber( run.out, path, &orders ) )
		{
			break;
		}
		groups += 1;
		snprintf( path, sizeof( path ), "groups.%d.orders_done", k );
		done = cliGetNumber( run.out, path );
		snprintf( path, sizeof( path ), "groups.%d.members_at_end", k );
		there = cliGetNumber( run.out, path );
		members += (int)there;
		// The blue tanks are called off their sketch to attack.
		CHECK_NEAR( done, k == 0 ? orders - 1.0 : orders, 0.0 );
		snprintf( path, sizeof( path ), "groups.%d.at_end", k );
		getText( run.out, path, text, sizeof( text ) );
		engaged += strcmp( text, "\"engaged\"" ) == 0 ? 1 : 0;
	}
	CHECK_EQUAL( groups, 13 );
	CHECK_EQUAL( members, 1000 );
	CHECK( engaged >= 5 );
	CHECK( cliContains( run.out, "\"name\": \"blue corps.2\"" ) && cliContains( run.out, "\"name\": \"blue flank\"" ) );
}

TEST( GroupsAreDrawn )
{
	cliRun run = cliCall( "run", "wedge", "--picture", "wedge.svg", "--record", "wedge.csv", "--quiet", NULL );
	CHECK_EQUAL( run.code, 0 );
	size_t size = 0;
	const char* svg = cliRead( "wedge.svg", &size );
	CHECK( svg != NULL && strstr( svg, ">guard (12)</text>" ) != NULL && strstr( svg, ">guard</text>" ) != NULL );
	CHECK( svg != NULL && strstr( svg, ">slot, and who is off it</text>" ) != NULL );
	CHECK( svg != NULL && strstr( svg, ">stroke, its forks</text>" ) != NULL );
	CHECK( svg != NULL && strstr( svg, "speed [m/s]" ) == NULL );
}

void cliRunGroupTests( int argc, char** argv )
{
	RUN( GroupsAreReported );
	RUN( OrdersThatCannotBeFollowedAreNamed );
	RUN( OrdersThatWaitAreNamed );
	RUN( WhereNobodyIsThereAreDashes );
	RUN( WhatComesInBetweenIsNamed );
	RUN( LogsOfOrdersAreReplayed );
	RUN( LogsWithAnotherPastAreWarnedOf );
	RUN( BadLogsAreRefused );
	RUN( ArmiesMeet );
	RUN( GroupsAreDrawn );
}
