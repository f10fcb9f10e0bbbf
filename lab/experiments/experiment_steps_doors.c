// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Experiments with people on foot at doors: oncoming traffic, a door for one, a glass door.
#include "experiment_steps.h"

#include <math.h>
#include <stdlib.h>

#define MAX_PAIRS 8
#define AFTER_DOOR 1.5 // seconds until somebody is out of the way
#define LONG_REST 1.0  // seconds at rest that are felt as standing

typedef struct Door
{
	wfVec2 a, b;
} Door;

static Door getDoor( wfTrial* run )
{
	Door door = { wfTrial_GetVector( run, "door.a" ), wfTrial_GetVector( run, "door.b" ) };
	return door;
}

// The larger one; not a number when one of them is none, so that a claim about somebody who never passed does not hold.
static double getMost( double a, double b )
{
	return isnan( a ) || isnan( b ) ? NAN : fmax( a, b );
}

static double getLeast( double a, double b )
{
	return isnan( a ) || isnan( b ) ? NAN : fmin( a, b );
}

// Moments of the experiment, counted from a time, that are not before the beginning.
static int32_t getMoments( wfTrial* run, double from, double* moments )
{
	int32_t count = wfTrial_GetList( run, "moments", moments );
	for ( int32_t i = 0; i < count; ++i )
	{
		moments[i] = fmax( floor( 10.0 * ( from + moments[i] ) + 0.5 ) / 10.0, 0.0 );
	}
	return count;
}

// -------------------------------------------------------------------------------------------------------------- oncoming

// What one found who went against the others.
typedef struct Traffic
{
	double passage, delay; // seconds; against walking alone
	double rest, ownRest;  // longest of anybody, and its own
	int32_t before, after; // others through the door shortly before and after it
	int32_t flowing, all;  // people who were never at rest for long, of all
} Traffic;

static Traffic measureTraffic( const wfCrowdWalks* record, const wfAgentWalk* one, Door door, double near )
{
	Traffic traffic = { .passage = wfAgentWalk_GetPassage( one, door.a, door.b ), .all = record->count };
	for ( int32_t i = 0; i < record->count; ++i )
	{
		const wfAgentWalk* walk = record->walks + i;
		double passage = wfAgentWalk_GetPassage( walk, door.a, door.b ), later = passage - traffic.passage;
		double rest = isnan( passage ) ? NAN : wfAgentWalk_GetLongestRest( walk, passage + AFTER_DOOR );
		traffic.rest = getMost( traffic.rest, rest );
		traffic.ownRest = walk == one ? rest : traffic.ownRest;
		traffic.flowing += rest < LONG_REST;
		traffic.before += walk != one && later <= 0.0 && later > -near;
		traffic.after += walk != one && later > 0.0 && later < near;
	}
	return traffic;
}

// The scenario with no agents but those of one or two entries; 0 for none.
static wfCrowdWalks recordEntries( wfTrial* run, int32_t first, int32_t second )
{
	wfSimulation simulation = wfTrial_OpenCrowd( run, 0 );
	int32_t count;
	wfAgentId* ids = wfGetAgentIds( simulation.crowd, &count );
	for ( int32_t i = 0; i < count; ++i )
	{
		int32_t entry = (int32_t)wfCrowd_GetAgent( simulation.crowd, ids[i] ).userData;
		if ( entry != first && entry != second )
		{
			wfTrial_Check( run, wfCrowd_RemoveAgent( simulation.crowd, ids[i] ) );
		}
	}
	free( ids );
	wfCrowdWalks record = wfTrial_Record( run, &simulation );
	wfSimulation_Free( &simulation );
	return record;
}

static void claimTraffic( wfTrial* run, const Traffic* traffic, int32_t count )
{
	int32_t among = 0, flowing = 0, all = 0;
	double rest = 0.0, delay = 0.0;
	for ( int32_t i = 0; i < count; ++i )
	{
		among += traffic[i].before > 0 && traffic[i].after > 0;
		flowing += traffic[i].flowing;
		all += traffic[i].all;
		rest = getMost( rest, traffic[i].rest );
		delay += traffic[i].delay / count;
		wfTrial_Note( run, "", traffic[i].before, "start %d: oncoming shortly before it", i + 1 );
		wfTrial_Note( run, "", traffic[i].after, "start %d: oncoming shortly after it", i + 1 );
		wfTrial_Note( run, "s", traffic[i].passage, "start %d: passes the door after", i + 1 );
		wfTrial_Note( run, "s", traffic[i].delay, "start %d: later than alone by", i + 1 );
		wfTrial_Note( run, "s", traffic[i].ownRest, "start %d: longest time at rest", i + 1 );
	}
	wfTrial_Claim( run, "among", among );
	wfTrial_Claim( run, "flowing", (double)flowing / all );
	wfTrial_Claim( run, "rest", rest );
	wfTrial_Claim( run, "delay", delay );
}

void wfPerformOncoming( wfTrial* run )
{
	wfCrowdWalks records[MAX_PAIRS];
	Traffic traffic[MAX_PAIRS];
	Door door = getDoor( run );
	double near = wfTrial_GetNumber( run, "near" ), moments[WF_MAX_LIST];
	int32_t others = wfTrial_FindEntry( run, "others" ), count = wfTrial_CountItems( run, "against", 1, MAX_PAIRS );
	for ( int32_t i = 0; i < count; ++i )
	{
		int32_t entry = wfTrial_FindEntry( run, wfKey( "against[%d]", i ) );
		wfCrowdWalks alone = recordEntries( run, entry, 0 );
		records[i] = recordEntries( run, entry, others );
		traffic[i] = measureTraffic( records + i, wfCrowdWalks_Find( records + i, entry, 0 ), door, near );
		traffic[i].delay = traffic[i].passage - wfAgentWalk_GetPassage( wfCrowdWalks_Find( &alone, entry, 0 ), door.a, door.b );
		wfCrowdWalks_Free( &alone );
	}
	wfTrial_ClaimSteps( run, records, count );
	claimTraffic( run, traffic, count );
	wfStepPicture picture = { .title = run->scenario.name, .moments = moments, .columns = 2, .byWay = true };
	picture.momentCount = getMoments( run, traffic[0].passage, moments );
	wfTrial_DrawSteps( run, records, &picture );
	for ( int32_t i = 0; i < count; ++i )
	{
		wfCrowdWalks_Free( records + i );
	}
}

// --------------------------------------------------------------------------------------------------------------- one door

// Two who want through a door for one, and each of them alone.
typedef struct Pair
{
	double firstDelay, secondDelay; // of the first and the second one through the door, against walking alone
	double between;					// the two passages
	double rest;					// longest of the second one
	double width;					// of the door, in widths of the wider person
} Pair;

static double getWidth( const wfAgentWalk* walk )
{
	const wfBody* body = &walk->rows[0].body;
	return 2.0 * fmax( body->torsoRadius, body->shoulderDistance + body->shoulderRadius );
}

// Of the walls as they are: where one is farthest from them, between the two ends.
static double getFreeWidth( const wfTrial* run, Door door )
{
	double width = 0.0;
	for ( int32_t i = 0; i <= 100; ++i )
	{
		wfVec2 point = { door.a.x + 0.01 * i * ( door.b.x - door.a.x ), door.a.y + 0.01 * i * ( door.b.y - door.a.y ) };
		width = fmax( width, 2.0 * wfWorld_GetDistance( run->scenario.world, point, 0 ) );
	}
	return width;
}

static Pair measurePair( const wfTrial* run, const wfCrowdWalks* together, const wfCrowdWalks* alone, Door door )
{
	Pair pair = { .firstDelay = NAN, .secondDelay = NAN, .between = NAN, .rest = NAN };
	double times[2], delays[2];
	for ( int32_t i = 0; i < 2; ++i )
	{
		const wfAgentWalk* walk = together->walks + i;
		times[i] = wfAgentWalk_GetPassage( walk, door.a, door.b );
		delays[i] = times[i] - wfAgentWalk_GetPassage( wfCrowdWalks_Find( alone, walk->entry, 0 ), door.a, door.b );
		pair.width = fmax( pair.width, getWidth( walk ) );
	}
	int32_t first = times[0] <= times[1] ? 0 : 1;
	pair.firstDelay = delays[first];
	pair.secondDelay = delays[1 - first];
	pair.between = fabs( times[1] - times[0] );
	pair.rest = wfAgentWalk_GetLongestRest( together->walks + 1 - first, times[1 - first] );
	pair.width = getFreeWidth( run, door ) / pair.width;
	return pair;
}

// Both of a pair alone, one after the other: nobody is in anybody's way.
static void walkAlone( wfTrial* run, int32_t pair, wfCrowdWalks* alone )
{
	for ( int32_t i = 0; i < 2; ++i )
	{
		wfSimulation simulation = wfTrial_OpenVariant( run, wfKey( "pairs[%d]", pair ) );
		int32_t count;
		wfAgentId* ids = wfGetAgentIds( simulation.crowd, &count );
		wfTrial_FailIf( run, count != 2, wfKey( "pairs[%d]", pair ), "expected two agents, found %d", count );
		wfTrial_Check( run, wfCrowd_RemoveAgent( simulation.crowd, ids[1 - i] ) );
		alone[i] = wfTrial_Record( run, &simulation );
		free( ids );
		wfSimulation_Free( &simulation );
	}
}

static void claimPairs( wfTrial* run, const Pair* pairs, int32_t count )
{
	double first = 0.0, least = INFINITY, most = -INFINITY, width = 0.0;
	for ( int32_t i = 0; i < count; ++i )
	{
		first += pairs[i].firstDelay / count;
		least = getLeast( least, pairs[i].secondDelay - pairs[i].firstDelay );
		most = getMost( most, pairs[i].secondDelay );
		width = fmax( width, pairs[i].width );
		wfTrial_Note( run, "s", pairs[i].firstDelay, "pair %d: the first one is later than alone by", i + 1 );
		wfTrial_Note( run, "s", pairs[i].secondDelay, "pair %d: the second one by", i + 1 );
		wfTrial_Note( run, "s", pairs[i].rest, "pair %d: it stands for", i + 1 );
		wfTrial_Note( run, "s", pairs[i].between, "pair %d: between the two", i + 1 );
	}
	wfTrial_Claim( run, "width", width );
	wfTrial_Claim( run, "first", first );
	wfTrial_Claim( run, "yields", least );
	wfTrial_Claim( run, "second", most );
}

void wfPerformOneDoor( wfTrial* run )
{
	Door door = getDoor( run );
	wfCrowdWalks together[MAX_PAIRS];
	Pair pairs[MAX_PAIRS];
	int32_t count = wfTrial_CountItems( run, "pairs", 1, MAX_PAIRS );
	for ( int32_t i = 0; i < count; ++i )
	{
		wfCrowdWalks alone[2];
		walkAlone( run, i, alone );
		together[i] = wfTrial_Walk( run, wfKey( "pairs[%d]", i ) );
		// Both in one list, as the ones of `together` are.
		wfAgentWalk walks[2] = { alone[0].walks[0], alone[1].walks[0] };
		wfCrowdWalks both = { .walks = walks, .count = 2 };
		pairs[i] = measurePair( run, together + i, &both, door );
		wfCrowdWalks_Free( alone );
		wfCrowdWalks_Free( alone + 1 );
	}
	// Around the first passage, and the second one.
	double moments[WF_MAX_LIST + 1];
	const wfAgentWalk* walks = together[0].walks;
	double times[2] = { wfAgentWalk_GetPassage( walks, door.a, door.b ), wfAgentWalk_GetPassage( walks + 1, door.a, door.b ) };
	wfTrial_ClaimSteps( run, together, count );
	claimPairs( run, pairs, count );
	wfStepPicture picture = { .title = run->scenario.name, .moments = moments, .columns = 2, .byWay = true };
	picture.momentCount = getMoments( run, fmin( times[0], times[1] ), moments );
	moments[picture.momentCount++] = fmax( times[0], times[1] );
	wfTrial_DrawSteps( run, together, &picture );
	for ( int32_t i = 0; i < count; ++i )
	{
		wfCrowdWalks_Free( together + i );
	}
}

// ------------------------------------------------------------------------------------------------------------- glass door

// A time somebody spent beside a corner, before the door.
typedef struct Stay
{
	double seconds;
	int32_t overtaken; // by so many who passed the door meanwhile
} Stay;

static bool isNear( wfVec2 place, const double* corners, int32_t count, double reach )
{
	bool near = false;
	for ( int32_t i = 0; i + 1 < count; i += 2 )
	{
		near = near || hypot( place.x - corners[i], place.y - corners[i + 1] ) < reach;
	}
	return near;
}

static int32_t countBetween( const double* times, int32_t count, double from, double to )
{
	int32_t between = 0;
	for ( int32_t i = 0; i < count; ++i )
	{
		between += times[i] > from && times[i] < to;
	}
	return between;
}

// The stay of one in which most others passed, and the longest one, of which the seconds are reported.
static Stay measureStay( const wfCrowdWalks* record, int32_t index, const double* passages, const double* corners, int32_t count,
						 double reach )
{
	const wfAgentWalk* walk = record->walks + index;
	Stay stay = { 0 };
	double until = isnan( passages[index] ) ? walk->to : passages[index], since = NAN;
	for ( int32_t i = 0; walk->rowCount > 0 && i * WF_STEP_LOOK < until; ++i )
	{
		double time = i * WF_STEP_LOOK;
		bool near = isNear( wfAgentWalk_GetPosition( walk, time ), corners, count, reach );
		since = near ? ( isnan( since ) ? time : since ) : NAN;
		if ( near && time - since > stay.seconds )
		{
			stay.seconds = time - since;
		}
		// Counted where a stay ends only: it grows while it lasts.
		bool ends = near && ( time + WF_STEP_LOOK >= until ||
							  !isNear( wfAgentWalk_GetPosition( walk, time + WF_STEP_LOOK ), corners, count, reach ) );
		int32_t overtaken = ends ? countBetween( passages, record->count, since, time ) : 0;
		stay.overtaken = overtaken > stay.overtaken ? overtaken : stay.overtaken;
	}
	return stay;
}

static void claimStays( wfTrial* run, const wfCrowdWalks* record, const double* passages )
{
	double corners[WF_MAX_LIST], reach = wfTrial_GetNumber( run, "reach" );
	int32_t count = wfTrial_GetList( run, "corners", corners ), passed = 0;
	wfTrial_FailIf( run, count % 2 != 0, "corners", "expected pairs of coordinates" );
	double longest = 0.0, first = INFINITY, last = 0.0;
	int32_t overtaken = 0;
	for ( int32_t i = 0; i < record->count; ++i )
	{
		Stay stay = measureStay( record, i, passages, corners, count, reach );
		longest = fmax( longest, stay.seconds );
		overtaken = stay.overtaken > overtaken ? stay.overtaken : overtaken;
		passed += !isnan( passages[i] );
		first = fmin( first, passages[i] );
		last = fmax( last, passages[i] );
	}
	wfTrial_Claim( run, "people", record->count );
	wfTrial_Claim( run, "stay", longest );
	wfTrial_Claim( run, "overtaken", overtaken );
	wfTrial_Note( run, "1/s", ( passed - 1 ) / ( last - first ), "people through the door" );
	wfTrial_Note( run, "s", last, "the last one passes it after" );
	wfTrial_Note( run, "", record->stuck, "times somebody made no progress for long" );
}

void wfPerformGlassDoor( wfTrial* run )
{
	Door door = getDoor( run );
	wfCrowdWalks record = wfTrial_Walk( run, NULL );
	double* passages = wfNewArray( (size_t)record.count, sizeof( double ) );
	for ( int32_t i = 0; i < record.count; ++i )
	{
		passages[i] = wfAgentWalk_GetPassage( record.walks + i, door.a, door.b );
	}
	double moments[WF_MAX_LIST];
	wfTrial_ClaimSteps( run, &record, 1 );
	claimStays( run, &record, passages );
	wfStepPicture picture = { .title = run->scenario.name, .moments = moments, .columns = 2 };
	picture.momentCount = getMoments( run, 0.0, moments );
	wfTrial_DrawSteps( run, &record, &picture );
	free( passages );
	wfCrowdWalks_Free( &record );
}
