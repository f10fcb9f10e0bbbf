// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Every member of every def with values just inside and just outside of its range: refused ones are named.
#include "base/base.h"
#include "base/math.h"
#include "crowd/defs.h"
#include "test.h"
#include "test_crowd.h"

#include <stddef.h>
#include <string.h>

typedef enum memberType
{
	doubleMember,
	intMember
} memberType;

// A member by its place in the def, the ends of its range, and by how much to leave it.
typedef struct member
{
	const char* field;
	size_t offset;
	memberType type;
	double smallest, largest, beyond;
} member;

typedef wfResult checkFcn( const void* def, wfError* error );

#define NUMBER( type, name, smallest, largest, beyond )                                                                          \
	{                                                                                                                            \
#name, offsetof( type, name ), doubleMember, smallest, largest, beyond                                                   \
	}
#define INTEGER( type, name, smallest, largest )                                                                                 \
	{                                                                                                                            \
#name, offsetof( type, name ), intMember, smallest, largest, 1.0                                                         \
	}

static void put( void* def, const member* one, double value )
{
	char* place = (char*)def + one->offset;
	if ( one->type == doubleMember )
	{
		memcpy( place, &value, sizeof( value ) );
	}
	else
	{
		int32_t whole = (int32_t)value;
		memcpy( place, &whole, sizeof( whole ) );
	}
}

static void checkRefused( wfResult result, const wfError* error, const char* field )
{
	CHECK_EQUAL( result, wf_outOfRange );
	CHECK_EQUAL( error->result, wf_outOfRange );
	CHECK_STRING( error->field, field );
	CHECK( strlen( error->message ) > 10 && strstr( error->message, "is " ) != NULL );
}

// `def` is good; `size` of its bytes are copied for each try.
static void checkMembers( const void* def, size_t size, const member* members, size_t count, checkFcn* check )
{
	char copy[2048];
	CHECK( size <= sizeof( copy ) );
	CHECK_EQUAL( check( def, NULL ), wf_ok );
	for ( size_t i = 0; i < count; ++i )
	{
		const member* one = members + i;
		double good[2] = { one->smallest, one->largest };
		double bad[5] = { one->smallest - one->beyond, one->largest + one->beyond, NAN, INFINITY, -INFINITY };
		for ( int32_t k = 0; k < 2; ++k )
		{
			memcpy( copy, def, size );
			put( copy, one, good[k] );
			CHECK_EQUAL( check( copy, NULL ), wf_ok );
		}
		for ( int32_t k = 0; k < ( one->type == doubleMember ? 5 : 2 ); ++k )
		{
			wfError error;
			memset( &error, 0xAB, sizeof( error ) );
			memcpy( copy, def, size );
			put( copy, one, bad[k] );
			wfResult result = check( copy, &error );
			checkRefused( result, &error, one->field );
			CHECK_EQUAL( check( copy, NULL ), wf_outOfRange );
		}
	}
}

#define CHECK_MEMBERS( def, members, check )                                                                                     \
	checkMembers( &( def ), sizeof( def ), members, sizeof( members ) / sizeof( ( members )[0] ), check )

static wfResult checkStyle( const void* def, wfError* error )
{
	return wfCheckStyleDef( def, error );
}

TEST( StylesWithBadNumbersAreRefused )
{
	static const member members[] = {
		NUMBER( wfStyleDef, mapCell, 0.01, 100.0, 0.001 ),
		INTEGER( wfStyleDef, solver, 0, 1 ),
		INTEGER( wfStyleDef, iterations, 0, 10000 ),
		NUMBER( wfStyleDef, viewAngle, 0.0, WF_TWO_PI, 0.001 ),
		NUMBER( wfStyleDef, sightDistance, 0.0, 1000.0, 0.1 ),
		NUMBER( wfStyleDef, neighborReach, 0.0, 1000.0, 0.1 ),
		NUMBER( wfStyleDef, softStrength, 0.0, 1000.0, 0.1 ),
		NUMBER( wfStyleDef, softReach, 0.1, 10.0, 0.01 ),
		NUMBER( wfStyleDef, horizon, 0.0, 60.0, 0.1 ),
		NUMBER( wfStyleDef, keepRight, -2.0, 2.0, 0.1 ),
		NUMBER( wfStyleDef, patience, 0.0, 1e9, 1.0 ),
		INTEGER( wfStyleDef, rule, 0, 5 ),
		NUMBER( wfStyleDef, mass, 0.0, 1e6, 1.0 ),
		NUMBER( wfStyleDef, inertia, 0.0, 1.0, 0.01 ),
		NUMBER( wfStyleDef, relaxTime, 0.0, 60.0, 0.1 ),
		NUMBER( wfStyleDef, maxAcceleration, 0.001, 1000.0, 0.0005 ),
		INTEGER( wfStyleDef, mapSize, 11, 35 ),
	};
	wfStyleDef def = wfDefaultStyleDef( wf_defaultPreset );
	CHECK_MEMBERS( def, members, checkStyle );
	// In between, even sizes have no middle cell.
	wfError error = { 0 };
	for ( def.mapSize = 11; def.mapSize <= 35; ++def.mapSize )
	{
		CHECK_EQUAL( wfCheckStyleDef( &def, &error ), def.mapSize % 2 == 1 ? wf_ok : wf_outOfRange );
	}
	CHECK_STRING( error.message, "is 34, expected an odd number from 11 to 35" );
}

static wfBehaviorDef table[2];

static wfResult checkBehavior( const void* def, wfError* error )
{
	return wfCheckBehaviorDef( def, table, 2, error );
}

TEST( BehavioursWithBadNumbersAreRefused )
{
	static const member members[] = {
		NUMBER( wfBehaviorDef, epsilon, -100.0, 100.0, 1.0 ),
		NUMBER( wfBehaviorDef, v.x, -100.0, 100.0, 1.0 ),
		NUMBER( wfBehaviorDef, v.y, -100.0, 100.0, 1.0 ),
		INTEGER( wfBehaviorDef, target, 0, 3 ),
		NUMBER( wfBehaviorDef, point.x, -1e9, 1e9, 1.0 ),
		NUMBER( wfBehaviorDef, point.y, -1e9, 1e9, 1.0 ),
		NUMBER( wfBehaviorDef, angle, -1000.0, 1000.0, 1.0 ),
		NUMBER( wfBehaviorDef, holdSeconds[0], 0.0, 4.0, 1e10 ),
		NUMBER( wfBehaviorDef, holdSeconds[1], 1.0, 1e9, 1e9 ),
		INTEGER( wfBehaviorDef, waves[7].axis, 0, 1 ),
		NUMBER( wfBehaviorDef, waves[7].rate, -1e3, 1e3, 1.0 ),
		NUMBER( wfBehaviorDef, waves[7].phase, -1e3, 1e3, 1.0 ),
		NUMBER( wfBehaviorDef, waves[7].amplitude, -100.0, 100.0, 1.0 ),
		INTEGER( wfBehaviorDef, waveCount, 0, 8 ),
	};
	wfBehaviorDef def = wfDefaultBehaviorDef();
	def.kind = wf_periodicBehavior;
	def.waveCount = WF_MAX_WAVES;
	CHECK_MEMBERS( def, members, checkBehavior );

	wfError error;
	def.holdSeconds[0] = 5.0;
	checkRefused( checkBehavior( &def, &error ), &error, "holdSeconds[1]" );
	def = wfDefaultBehaviorDef();
	def.kind = wf_behaviorKindCount;
	checkRefused( checkBehavior( &def, &error ), &error, "kind" );
	def.kind = wf_customBehavior;
	checkRefused( checkBehavior( &def, &error ), &error, "function" );
	def.kind = wf_towardBehavior;
	CHECK_EQUAL( checkBehavior( &def, &error ), wf_ok );
	def.target = wf_agentTarget;
	checkRefused( checkBehavior( &def, &error ), &error, "agent" );
	def.agent.index1 = 1;
	CHECK_EQUAL( checkBehavior( &def, &error ), wf_ok );
}

TEST( SchedulesWithBadStagesAreRefused )
{
	static const member times[] = {
		NUMBER( wfBehaviorDef, stages[1].from, 0.0, 1e9, 1.0 ),
		INTEGER( wfBehaviorDef, stages[1].behavior, 0, 2 ),
		INTEGER( wfBehaviorDef, stageCount, 1, 8 ),
	};
	static const member fractions[] = { NUMBER( wfBehaviorDef, stages[1].from, 0.0, 1.0, 0.01 ) };
	static const member places[] = {
		NUMBER( wfBehaviorDef, stages[1].radius, 0.001, 1e9, 1.0 ),
		NUMBER( wfBehaviorDef, stages[1].point.x, -1e9, 1e9, 1.0 ),
		NUMBER( wfBehaviorDef, stages[1].point.y, -1e9, 1e9, 1.0 ),
	};
	table[0] = table[1] = wfDefaultBehaviorDef();
	wfBehaviorDef def = wfDefaultBehaviorDef();
	def.kind = wf_scheduledBehavior;
	def.stageCount = 2;
	CHECK_MEMBERS( def, times, checkBehavior );
	def.stages[1].kind = wf_fromFraction;
	CHECK_MEMBERS( def, fractions, checkBehavior );
	def.stages[1].kind = wf_fromPlace;
	def.stages[1].radius = 1.0;
	CHECK_MEMBERS( def, places, checkBehavior );

	wfError error;
	def.stages[0].kind = (wfStageKind)3;
	checkRefused( checkBehavior( &def, &error ), &error, "stages[0].kind" );
	def.stages[0].kind = wf_fromTime;
	def.stages[0].behavior.index1 = 2;
	table[1].kind = wf_scheduledBehavior;
	checkRefused( checkBehavior( &def, &error ), &error, "stages[0].behavior" );
	table[1].kind = wf_harmonicBehavior;
	CHECK_EQUAL( checkBehavior( &def, &error ), wf_ok );
	CHECK_EQUAL( wfCheckBehaviorDef( &def, table, 1, NULL ), wf_outOfRange );
}

static wfResult checkAgent( const void* def, wfError* error )
{
	return wfCheckAgentDef( def, error );
}

TEST( AgentsWithBadNumbersAreRefused )
{
	static const member members[] = {
		NUMBER( wfAgentDef, position.x, -1e9, 1e9, 1.0 ),
		NUMBER( wfAgentDef, position.y, -1e9, 1e9, 1.0 ),
		NUMBER( wfAgentDef, radius, 0.01, 100.0, 0.001 ),
		NUMBER( wfAgentDef, heading, -1000.0, 1000.0, 1.0 ),
		NUMBER( wfAgentDef, speed, 0.0, 100.0, 0.1 ),
		NUMBER( wfAgentDef, desiredSpeed, 0.0, 100.0, 0.1 ),
		NUMBER( wfAgentDef, delay, 0.0, 1e9, 1.0 ),
		INTEGER( wfAgentDef, kind, 0, 31 ),
		INTEGER( wfAgentDef, atEnd, 0, 2 ),
	};
	wfAgentDef def = wfDefaultAgentDef();
	CHECK_MEMBERS( def, members, checkAgent );

	wfError error;
	def.style.index1 = -1;
	checkRefused( wfCheckAgentDef( &def, &error ), &error, "style" );
	def = wfDefaultAgentDef();
	def.behavior.index1 = -1;
	checkRefused( wfCheckAgentDef( &def, &error ), &error, "behavior" );
	def = wfDefaultAgentDef();
	def.onSight.index1 = -1;
	checkRefused( wfCheckAgentDef( &def, &error ), &error, "onSight" );
	def = wfDefaultAgentDef();
	def.stopCount = -1;
	checkRefused( wfCheckAgentDef( &def, &error ), &error, "stopCount" );
	def.stopCount = 1;
	checkRefused( wfCheckAgentDef( &def, &error ), &error, "stops" );
	wfStop stop = { .kind = wf_pointStop, .wait = -1.0 };
	def.stops = &stop;
	checkRefused( wfCheckAgentDef( &def, &error ), &error, "stops[0].wait" );
}

static wfResult checkStop( const void* stop, wfError* error )
{
	wfStop stops[2] = { { .kind = wf_goalStop } };
	memcpy( stops + 1, stop, sizeof( stops[1] ) );
	return wfCheckStops( stops, 2, "agents[3].", error );
}

TEST( StopsWithBadNumbersAreRefused )
{
	static const member members[] = {
		{ "agents[3].stops[1].point.x", offsetof( wfStop, point.x ), doubleMember, -1e9, 1e9, 1.0 },
		{ "agents[3].stops[1].point.y", offsetof( wfStop, point.y ), doubleMember, -1e9, 1e9, 1.0 },
		{ "agents[3].stops[1].reach", offsetof( wfStop, reach ), doubleMember, 0.0, 1e9, 1.0 },
		{ "agents[3].stops[1].wait", offsetof( wfStop, wait ), doubleMember, 0.0, 1e9, 1.0 },
	};
	wfStop stop = { .kind = wf_pointStop, .queue = { 1 } };
	CHECK_MEMBERS( stop, members, checkStop );
	wfError error;
	stop.kind = (wfStopKind)4;
	checkRefused( checkStop( &stop, &error ), &error, "agents[3].stops[1].kind" );
	stop.kind = wf_queueStop;
	CHECK_EQUAL( checkStop( &stop, &error ), wf_ok );
	stop.queue.index1 = 0;
	checkRefused( checkStop( &stop, &error ), &error, "agents[3].stops[1].queue" );
}

static wfResult checkSource( const void* def, wfError* error )
{
	return wfCheckSourceDef( def, error );
}

TEST( SourcesWithBadNumbersAreRefused )
{
	static const member members[] = {
		NUMBER( wfSourceDef, rate, 1e-9, 1e6, 1.0 ),
		NUMBER( wfSourceDef, from, 0.0, 1e9, 1.0 ),
		NUMBER( wfSourceDef, until, 0.0, 1e9, 1.0 ),
		NUMBER( wfSourceDef, agent.heading, -1000.0, 1000.0, 1.0 ),
		INTEGER( wfSourceDef, agent.kind, 0, 31 ),
		INTEGER( wfSourceDef, radius.kind, 0, 3 ),
		INTEGER( wfSourceDef, delay.kind, 0, 3 ),
		NUMBER( wfSourceDef, radius.lower, 0.01, 0.25, 1e3 ),
		NUMBER( wfSourceDef, desiredSpeed.lower, 0.0, 1.3, 1e3 ),
		NUMBER( wfSourceDef, desiredSpeed.upper, 1.3, 100.0, 100.0 ),
		NUMBER( wfSourceDef, desiredSpeed.mean, -1e9, 1e9, 1.0 ),
		NUMBER( wfSourceDef, desiredSpeed.deviation, 0.0, 1e9, 1.0 ),
		NUMBER( wfSourceDef, delay.lower, 0.0, 2.0, 2e9 ),
		NUMBER( wfSourceDef, delay.upper, 1.0, 1e9, 1e9 ),
	};
	wfVec2 ring[3] = { { 0.0, 0.0 }, { 1.0, 0.0 }, { 0.0, 1.0 } };
	wfSourceDef def = wfDefaultSourceDef();
	def.region = ring;
	def.regionCount = 3;
	def.desiredSpeed.kind = wf_normalNumber;
	def.delay = ( wfDistribution ){ .kind = wf_uniformNumber, .lower = 1.0, .upper = 2.0 };
	wfSourceDef good = def;
	// What is drawn needs no sensible value in the agent.
	good.agent.radius = -1.0;
	good.agent.desiredSpeed = NAN;
	CHECK_MEMBERS( good, members, checkSource );

	wfError error;
	def.from = 5.0;
	def.until = 5.0;
	checkRefused( wfCheckSourceDef( &def, &error ), &error, "until" );
	def.until = 6.0;
	CHECK_EQUAL( wfCheckSourceDef( &def, &error ), wf_ok );
	def.count = -1;
	checkRefused( wfCheckSourceDef( &def, &error ), &error, "count" );
	def.count = 0;
	def.radius = ( wfDistribution ){ .kind = wf_uniformNumber, .lower = 0.3, .upper = 0.2 };
	checkRefused( wfCheckSourceDef( &def, &error ), &error, "radius.upper" );
}

TEST( SourcesNeedGround )
{
	wfVec2 ring[3] = { { 0.0, 0.0 }, { 1.0, 0.0 }, { 2.0, 0.0 } };
	wfSourceDef def = wfDefaultSourceDef();
	wfError error;
	checkRefused( wfCheckSourceDef( &def, &error ), &error, "regionCount" );
	def.regionCount = 3;
	checkRefused( wfCheckSourceDef( &def, &error ), &error, "region" );
	def.region = ring;
	CHECK_EQUAL( wfCheckSourceDef( &def, &error ), wf_outOfRange );
	CHECK_STRING( error.message, "has no area, expected a ring around some ground" );
	ring[1].y = INFINITY;
	checkRefused( wfCheckSourceDef( &def, &error ), &error, "region[1].y" );
	ring[1].y = -1.0;
	CHECK_EQUAL( wfCheckSourceDef( &def, &error ), wf_ok );
}

static wfResult checkQueue( const void* def, wfError* error )
{
	return wfCheckQueueDef( def, error );
}

TEST( QueuesWithBadNumbersAreRefused )
{
	static const member members[] = {
		NUMBER( wfQueueDef, spacing, 0.01, 100.0, 0.01 ),
		NUMBER( wfQueueDef, serviceSeconds, 0.0, 1e9, 1.0 ),
	};
	wfVec3 line[2] = { { 0.0, 0.0, 0.0 }, { 1.0, 0.0, 0.0 } };
	wfQueueDef def = wfDefaultQueueDef();
	def.line = line;
	def.lineCount = 2;
	CHECK_MEMBERS( def, members, checkQueue );
	wfError error;
	def.lineCount = 1;
	checkRefused( wfCheckQueueDef( &def, &error ), &error, "lineCount" );
	def.lineCount = 2;
	line[1].x = NAN;
	checkRefused( wfCheckQueueDef( &def, &error ), &error, "line[1].x" );
	line[1].x = 0.0;
	CHECK_EQUAL( wfCheckQueueDef( &def, &error ), wf_outOfRange );
	CHECK_STRING( error.field, "line" );
	def.line = NULL;
	checkRefused( wfCheckQueueDef( &def, &error ), &error, "line" );
}

static wfResult checkCrowd( const void* def, wfError* error )
{
	return wfCheckCrowdDef( def, error );
}

TEST( CrowdsWithBadNumbersAreRefused )
{
	static const member members[] = {
		INTEGER( wfCrowdDef, preset, 0, 1 ),
		NUMBER( wfCrowdDef, tickSeconds, 0.001, 10.0, 0.0005 ),
		INTEGER( wfCrowdDef, movesPerTick, 1, 1000 ),
		NUMBER( wfCrowdDef, cellSize, 0.001, 1e6, 0.0005 ),
		NUMBER( wfCrowdDef, haste, 0.0, 1e6, 1.0 ),
		NUMBER( wfCrowdDef, stuckSeconds, 0.001, 1e9, 1.0 ),
		NUMBER( wfCrowdDef, standSeconds, 0.0, 1e9, 1.0 ),
	};
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	CHECK_MEMBERS( def, members, checkCrowd );
	CHECK_NEAR( def.cellSize, 0.0, 0.0 );
}

// A def that was not made by its default function is a programmer error.
TEST( DefsWithoutTheirCookieAreInvalid )
{
	wfError error;
	testBeginAsserts();
	CHECK_EQUAL( wfCheckStyleDef( &( wfStyleDef ){ 0 }, &error ), wf_invalidDef );
	CHECK_STRING( error.message, "the style def was not made by wfDefaultStyleDef" );
	CHECK_EQUAL( wfCheckBehaviorDef( &( wfBehaviorDef ){ 0 }, NULL, 0, &error ), wf_invalidDef );
	CHECK_EQUAL( wfCheckAgentDef( &( wfAgentDef ){ 0 }, &error ), wf_invalidDef );
	CHECK_EQUAL( wfCheckSourceDef( &( wfSourceDef ){ 0 }, &error ), wf_invalidDef );
	CHECK_EQUAL( wfCheckQueueDef( &( wfQueueDef ){ 0 }, &error ), wf_invalidDef );
	CHECK_EQUAL( wfCheckCrowdDef( &( wfCrowdDef ){ 0 }, &error ), wf_invalidDef );
	CHECK_EQUAL( wfCheckCrowdDef( NULL, &error ), wf_invalidDef );
	wfSourceDef source = wfDefaultSourceDef();
	source.agent = ( wfAgentDef ){ 0 };
	CHECK_EQUAL( wfCheckSourceDef( &source, &error ), wf_invalidDef );
	CHECK_EQUAL( testEndAsserts(), 8 );
}

TEST( SingleNumbersAreChecked )
{
	wfError error;
	CHECK_EQUAL( wfCheckNumber( "radius", 0.25, 0.01, 100.0, &error ), wf_ok );
	checkRefused( wfCheckNumber( "radius", NAN, 0.01, 100.0, &error ), &error, "radius" );
	checkRefused( wfCheckNumber( "radius", -3.5, 0.01, 100.0, &error ), &error, "radius" );
	CHECK_STRING( error.message, "is -3.5, expected a number from 0.01 to 100" );
}

void runDefCheckTests( int argc, char** argv )
{
	RUN( StylesWithBadNumbersAreRefused );
	RUN( BehavioursWithBadNumbersAreRefused );
	RUN( SchedulesWithBadStagesAreRefused );
	RUN( AgentsWithBadNumbersAreRefused );
	RUN( StopsWithBadNumbersAreRefused );
	RUN( SourcesWithBadNumbersAreRefused );
	RUN( SourcesNeedGround );
	RUN( QueuesWithBadNumbersAreRefused );
	RUN( CrowdsWithBadNumbersAreRefused );
	RUN( DefsWithoutTheirCookieAreInvalid );
	RUN( SingleNumbersAreChecked );
}
