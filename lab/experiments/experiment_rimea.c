// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Tests of the RiMEA guideline about single abilities: keeping a speed, stairs, reaction times, corners, speeds by age, assigned
// exits, the choice of a route. docs/rimea.md says what each asks.
#include "experiment_evacuation.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Everybody as discs, then on foot; claims of the second have this behind their names.
#define MODES 2
static const char* const s_modes[MODES] = { "", "OnFoot" };

static double getShareArrived( const wfCrowdWalks* walks )
{
	return walks->count > 0 ? (double)walks->arrived / walks->count : NAN;
}

// The number of an entry of "agents" by the name at `path`, of which there must be somebody.
static int32_t findEntry( wfTrial* run, const char* path )
{
	char copy[160];
	snprintf( copy, sizeof( copy ), "%s", path );
	return wfTrial_FindEntry( run, copy );
}

// ------------------------------------------------------------------------------------------------- speed, with and without
// stairs

// RiMEA 1 and 2: how long one takes from a to b. The first is where it starts, at rest.
void wfPerformPace( wfTrial* run )
{
	int32_t count = wfTrial_CountItems( run, "walks", 1, WF_MAX_LIST );
	for ( int32_t mode = 0; mode < MODES; ++mode )
	{
		wfEvacuation people = wfTrial_Evacuate( run, &( wfEvacuationDef ){ .onFoot = mode == 1 } );
		for ( int32_t i = 0; i < count; ++i )
		{
			const char* name = wfTrial_GetText( run, wfKey( "walks[%d].agent", i ) );
			int32_t entry = findEntry( run, wfKey( "walks[%d].agent", i ) );
			wfVec2 a = wfTrial_GetVector( run, wfKey( "walks[%d].from", i ) ),
				   b = wfTrial_GetVector( run, wfKey( "walks[%d].to", i ) );
			const wfAgentWalk* walk = wfCrowdWalks_Find( &people.walks, entry, 0 );
			double tick = people.walks.tickSeconds, length = hypot( b.x - a.x, b.y - a.y );
			double began = wfAgentWalk_GetPassing( walk, tick, a, b, 0.0 ),
				   seconds = wfAgentWalk_GetPassing( walk, tick, a, b, 1.0 );
			// The speed on the way, without starting.
			double middle = wfAgentWalk_GetPassing( walk, tick, a, b, 0.9 ) - wfAgentWalk_GetPassing( walk, tick, a, b, 0.1 );
			wfTrial_Claim( run, wfKey( "%s%s", name, s_modes[mode] ), seconds - began );
			wfTrial_Note( run, "m/s", 0.8 * length / middle, "%s%s: speed on the way", name, mode == 1 ? ", on foot" : "" );
		}
		wfTrial_DrawEvacuation( run, mode == 1 ? "on-foot" : "", run->scenario.name, &people, people.last, people.last );
		wfEvacuation_Free( &people );
	}
}

// ------------------------------------------------------------------------------------------------------------- reaction

// RiMEA 5: everybody sets out at its own time.
void wfPerformReaction( wfTrial* run )
{
	int32_t count = wfTrial_CountItems( run, "assigned", 1, WF_MAX_LIST ), drawn = findEntry( run, "drawn" );
	for ( int32_t mode = 0; mode < MODES; ++mode )
	{
		wfEvacuation people = wfTrial_Evacuate( run, &( wfEvacuationDef ){ .onFoot = mode == 1 } );
		double tick = people.walks.tickSeconds, worst = 0.0;
		wfMean times = { 0 };
		for ( int32_t i = 0; i < count; ++i )
		{
			int32_t entry = findEntry( run, wfKey( "assigned[%d].agent", i ) );
			double delay = wfTrial_GetNumber( run, wfKey( "assigned[%d].delay", i ) );
			double late = wfAgentWalk_GetSetOut( wfCrowdWalks_Find( &people.walks, entry, 0 ), tick, 0.01 ) - delay;
			worst = fmax( worst, fabs( late ) );
		}
		const wfAgentWalk* walk;
		for ( int32_t k = 0; ( walk = wfCrowdWalks_Find( &people.walks, drawn, k ) )->count > 0; ++k )
		{
			double time = wfAgentWalk_GetSetOut( walk, tick, 0.01 );
			wfMean_Add( &times, time );
			wfTrial_Note( run, "s", time, "%s%d of those who draw sets out", mode == 1 ? "on foot: " : "", k + 1 );
		}
		wfTrial_Claim( run, wfKey( "assigned%s", s_modes[mode] ), worst );
		wfTrial_Claim( run, wfKey( "earliest%s", s_modes[mode] ), times.least );
		wfTrial_Claim( run, wfKey( "latest%s", s_modes[mode] ), times.largest );
		wfTrial_Claim( run, wfKey( "arrive%s", s_modes[mode] ), getShareArrived( &people.walks ) );
		if ( mode == 0 )
		{
			wfTrial_Claim( run, "spread", wfMean_GetDeviation( &times ) );
			wfTrial_DrawEvacuation( run, "", "Everybody sets out at its own time: half of them have left after 55 s", &people,
									55.0, 45.0 );
		}
		wfEvacuation_Free( &people );
	}
}

// --------------------------------------------------------------------------------------------------------------- corner

// RiMEA 6: around a corner, without entering walls.
void wfPerformRoundCorner( wfTrial* run )
{
	int32_t seeds = wfTrial_CountSeeds( run );
	for ( int32_t mode = 0; mode < MODES; ++mode )
	{
		wfMean last = { 0 }, arrived = { 0 };
		int64_t walls = 0, overlaps = 0;
		for ( int32_t seed = 1; seed <= seeds; ++seed )
		{
			wfEvacuation people = wfTrial_Evacuate( run, &( wfEvacuationDef ){ .seed = (uint64_t)seed, .onFoot = mode == 1 } );
			walls += mode == 1 ? people.circles.wallHits : people.report.wallHits;
			overlaps += mode == 1 ? people.circles.overlaps : people.report.overlaps;
			wfMean_Add( &arrived, getShareArrived( &people.walks ) );
			wfMean_Add( &last, people.last );
			if ( seed == 1 )
			{
				wfTrial_DrawEvacuation( run, mode == 1 ? "on-foot" : "", run->scenario.name, &people, people.last, people.last );
			}
			wfEvacuation_Free( &people );
		}
		wfTrial_Claim( run, wfKey( "arrive%s", s_modes[mode] ), arrived.least );
		wfTrial_Claim( run, wfKey( "walls%s", s_modes[mode] ), (double)walls );
		wfTrial_Claim( run, wfKey( "overlaps%s", s_modes[mode] ), (double)overlaps );
		wfTrial_Note( run, "s", wfMean_Get( &last ), "%sthe last arrives, mean of %d seeds", mode == 1 ? "on foot: " : "",
					  seeds );
	}
}

// ----------------------------------------------------------------------------------------------------------------- ages

// Of the people of an entry: their desired speeds, and how fast they are on the way.
static void addSpeeds( const wfCrowdWalks* walks, int32_t entry, wfVec2 a, wfVec2 b, wfMean* desired, wfMean* walked )
{
	const wfAgentWalk* walk;
	double length = hypot( b.x - a.x, b.y - a.y ), tick = walks->tickSeconds;
	for ( int32_t k = 0; ( walk = wfCrowdWalks_Find( walks, entry, k ) )->count > 0; ++k )
	{
		double seconds = wfAgentWalk_GetPassing( walk, tick, a, b, 1.0 ) - wfAgentWalk_GetPassing( walk, tick, a, b, 0.0 );
		wfMean_Add( desired, walk->desiredSpeed );
		wfMean_Add( walked, length / seconds );
	}
}

// RiMEA 7: speeds by age.
void wfPerformAges( wfTrial* run )
{
	double ages[WF_MAX_LIST], speeds[WF_MAX_LIST], walkedSpeeds[WF_MAX_LIST], worst = 0.0, beyond = -INFINITY, means = 0.0;
	int32_t count = wfTrial_CountItems( run, "curve", 2, WF_MAX_LIST ),
			groups = wfTrial_CountItems( run, "groups", 1, WF_MAX_LIST );
	wfVec2 a = wfTrial_GetVector( run, "from" ), b = wfTrial_GetVector( run, "to" );
	wfEvacuation people = wfTrial_Evacuate( run, &( wfEvacuationDef ){ 0 } );
	for ( int32_t i = 0; i < count; ++i )
	{
		wfMean desired = { 0 }, walked = { 0 };
		ages[i] = wfTrial_GetNumber( run, wfKey( "curve[%d].age", i ) );
		speeds[i] = wfTrial_GetNumber( run, wfKey( "curve[%d].speed", i ) );
		addSpeeds( &people.walks, findEntry( run, wfKey( "curve[%d].agent", i ) ), a, b, &desired, &walked );
		walkedSpeeds[i] = wfMean_Get( &walked );
		worst = fmax( worst, fabs( walkedSpeeds[i] - speeds[i] ) );
		wfTrial_Note( run, "m/s", walkedSpeeds[i], "%g years: walked; Weidmann %g", ages[i], speeds[i] );
	}
	for ( int32_t i = 0; i < groups; ++i )
	{
		wfMean desired = { 0 }, walked = { 0 };
		addSpeeds( &people.walks, findEntry( run, wfKey( "groups[%d].agent", i ) ), a, b, &desired, &walked );
		double least = wfTrial_GetNumber( run, wfKey( "groups[%d].least", i ) ),
			   largest = wfTrial_GetNumber( run, wfKey( "groups[%d].largest", i ) ),
			   mean = wfTrial_GetNumber( run, wfKey( "groups[%d].mean", i ) );
		beyond = fmax( beyond, fmax( least - desired.least, desired.largest - largest ) );
		means = fmax( means, fabs( wfMean_Get( &desired ) - mean ) );
		wfTrial_Note( run, "m/s", wfMean_Get( &desired ), "%s: mean of %d, %.2f to %.2f",
					  wfTrial_GetText( run, wfKey( "groups[%d].agent", i ) ), desired.count, desired.least, desired.largest );
	}
	wfTrial_Claim( run, "curve", worst );
	wfTrial_Claim( run, "beyond", beyond );
	wfTrial_Claim( run, "means", means );
	wfTrial_Claim( run, "arrive", getShareArrived( &people.walks ) );
	const wfPlotSeries series[2] = { { "Weidmann 1993", ages, speeds, count }, { "walked", ages, walkedSpeeds, count } };
	wfTrial_DrawCurves( run, "", "age, years", "speed, m/s", series, 2 );
	wfEvacuation_Free( &people );
}

// ---------------------------------------------------------------------------------------------------------------- exits

// RiMEA 10: everybody leaves by the exit of its room.
void wfPerformAssignedExits( wfTrial* run )
{
	int32_t seeds = wfTrial_CountSeeds( run ), count = wfTrial_CountItems( run, "groups", 1, WF_MAX_LIST );
	int64_t all = 0, right = 0;
	wfMean last = { 0 }, arrived = { 0 };
	for ( int32_t seed = 1; seed <= seeds; ++seed )
	{
		wfEvacuation people = wfTrial_Evacuate( run, &( wfEvacuationDef ){ .seed = (uint64_t)seed } );
		for ( int32_t i = 0; i < count; ++i )
		{
			int32_t entry = findEntry( run, wfKey( "groups[%d].agent", i ) );
			wfBox2 exit = wfTrial_GetBox( run, wfKey( "groups[%d].exit", i ) );
			const wfAgentWalk* walk;
			for ( int32_t k = 0; ( walk = wfCrowdWalks_Find( &people.walks, entry, k ) )->count > 0; ++k )
			{
				all += 1;
				right += walk->arrived && wfAgentWalk_EndsIn( walk, exit );
			}
		}
		wfMean_Add( &last, people.last );
		wfMean_Add( &arrived, getShareArrived( &people.walks ) );
		if ( seed == 1 )
		{
			wfTrial_DrawEvacuation( run, "", run->scenario.name, &people, people.last, people.last );
		}
		wfEvacuation_Free( &people );
	}
	wfTrial_Claim( run, "people", (double)all / seeds );
	wfTrial_Claim( run, "assigned", (double)right / (double)all );
	wfTrial_Claim( run, "arrive", arrived.least );
	wfTrial_Note( run, "s", wfMean_Get( &last ), "the last leaves, mean of %d seeds", seeds );
}

// --------------------------------------------------------------------------------------------------------------- routes

// RiMEA 14: who goes over the stairs, and who takes the long way around.
void wfPerformRouteChoice( wfTrial* run )
{
	int32_t count = wfTrial_CountItems( run, "groups", 1, WF_MAX_LIST );
	wfEvacuation people = wfTrial_Evacuate( run, &( wfEvacuationDef ){ 0 } );
	for ( int32_t i = 0; i < count; ++i )
	{
		const char* name = wfTrial_GetText( run, wfKey( "groups[%d].name", i ) );
		int32_t entry = findEntry( run, wfKey( "groups[%d].agent", i ) ), all = 0, through = 0;
		wfBox2 place = wfTrial_GetBox( run, wfKey( "groups[%d].over", i ) );
		wfMean times = { 0 };
		const wfAgentWalk* walk;
		for ( ; ( walk = wfCrowdWalks_Find( &people.walks, entry, all ) )->count > 0; ++all )
		{
			through += wfAgentWalk_WasIn( walk, place );
			wfMean_Add( &times, walk->to );
		}
		wfTrial_Claim( run, name, (double)through / all );
		wfTrial_Note( run, "s", wfMean_Get( &times ), "%s: mean arrival", name );
	}
	wfTrial_Claim( run, "arrive", getShareArrived( &people.walks ) );
	wfTrial_DrawEvacuation( run, "", run->scenario.name, &people, people.last, people.last );
	wfEvacuation_Free( &people );
}
