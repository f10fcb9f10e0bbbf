// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Experiments with what agents do when they see each other: meetings, v that aims at somebody, races and ambushes.
#include "experiment_crowd.h"

#include "base/vec2.h"

#include <math.h>

// Of those of some entries, over all cases.
static double getShare( const wfVariants* cases, const int32_t* entries, int32_t entryCount )
{
	int32_t walkers = 0, arrived = 0;
	for ( int32_t i = 0; i < cases->count; ++i )
	{
		for ( int32_t k = 0; k < cases->walks[i].count; ++k )
		{
			const wfAgentWalk* walk = cases->walks[i].walks + k;
			for ( int32_t e = 0; e < entryCount; ++e )
			{
				walkers += walk->entry == entries[e];
				arrived += walk->entry == entries[e] && walk->arrived;
			}
		}
	}
	return walkers > 0 ? (double)arrived / walkers : NAN;
}

// The first agent of an entry in a case.
static const wfAgentWalk* getWalk( const wfVariants* cases, const char* name, int32_t entry )
{
	return wfCrowdWalks_Find( wfVariants_Get( cases, name ), entry, 0 );
}

// -------------------------------------------------------------------------------------------------------------- meetings

// At the time the two are level: how far the second is to the left of the first, seen along `along`.
static double getPassing( const wfVariants* cases, const char* name, const int32_t* entries, wfVec2 along )
{
	const wfAgentWalk *first = getWalk( cases, name, entries[0] ), *second = getWalk( cases, name, entries[1] );
	double nearest = INFINITY, side = NAN;
	for ( int32_t i = 0; i < first->count && i < second->count; ++i )
	{
		wfVec2 to = wfSub2( second->places[i], first->places[i] );
		double ahead = fabs( wfDot2( to, along ) );
		if ( ahead < nearest )
		{
			nearest = ahead;
			side = wfCross2( along, to );
		}
	}
	return side;
}

static double getNearest( const wfVariants* cases, const char* name, const int32_t* entries )
{
	return wfAgentWalk_GetNearestWalk( getWalk( cases, name, entries[0] ), getWalk( cases, name, entries[1] ) );
}

void wfPerformMeeting( wfTrial* run )
{
	static const char* const names[] = { "harmonic", "right", "left", "avoid", "approach", NULL };
	static const char* const titles[] = { "Two meet: no pull on sight", "Each to its right on sight", "Each to its left on sight",
										  "One avoids on sight", "One approaches on sight, one avoids" };
	int32_t entries[2] = { wfTrial_FindEntry( run, "first" ), wfTrial_FindEntry( run, "second" ) };
	wfVariants cases = wfTrial_WalkCases( run, names );
	const wfAgentWalk *first = getWalk( &cases, "right", entries[0] ), *second = getWalk( &cases, "right", entries[1] );
	wfVec2 a = first->places[0], b = second->places[0];
	wfVec2 along = wfDivide2( wfSub2( b, a ), hypot( b.x - a.x, b.y - a.y ) );
	for ( int32_t i = 0; i < cases.count; ++i )
	{
		wfTrial_Note( run, "m", getNearest( &cases, names[i], entries ), "%s: nearest distance of the middles", names[i] );
	}
	double right = getPassing( &cases, "right", entries, along ), left = getPassing( &cases, "left", entries, along );
	wfTrial_Claim( run, "right", right );
	wfTrial_Claim( run, "left", -left );
	wfTrial_Claim( run, "mirror", fabs( right + left ) );
	wfTrial_Claim( run, "nearer", getNearest( &cases, "approach", entries ) / getNearest( &cases, "avoid", entries ) );
	// The other keeps to its right, which is the left side of the one who approaches.
	wfTrial_Claim( run, "approached",
				   wfAgentWalk_GetOffset( getWalk( &cases, "approach", entries[0] ), a, b, 0.4, 0.6 ) -
					   wfAgentWalk_GetOffset( getWalk( &cases, "avoid", entries[0] ), a, b, 0.4, 0.6 ) );
	double back = fabs( wfAgentWalk_GetOffset( first, a, b, 0.9, 1.0 ) );
	wfTrial_Claim( run, "back", fmax( back, fabs( wfAgentWalk_GetOffset( second, b, a, 0.9, 1.0 ) ) ) );
	wfTrial_Claim( run, "arrive", getShare( &cases, entries, 2 ) );
	wfTrial_Claim( run, "gap", cases.gap );
	wfTrial_DrawVariants( run, &cases, titles );
	wfVariants_Free( &cases );
}

// ------------------------------------------------------------------------------------------------------------------ aims

// The angle the line from the first to the second turns by while both walk, degrees counter-clockwise: about 180 to the left
// where the second is passed on the left side of the first.
static double getWinding( const wfAgentWalk* first, const wfAgentWalk* second, wfVec2 standing )
{
	double winding = 0.0;
	wfVec2 before = { 0.0, 0.0 };
	for ( int32_t i = 0; i < first->count && ( second == NULL || i < second->count ); ++i )
	{
		wfVec2 other = second != NULL ? second->places[i] : standing;
		wfVec2 to = wfSub2( other, first->places[i] );
		winding += atan2( wfCross2( before, to ), wfDot2( before, to ) );
		before = to;
	}
	return winding * 180.0 / WF_PI;
}

// Some ways of several runs in one picture. The walks stay with their runs.
static void drawSome( wfTrial* run, const char* suffix, const char* title, double tickSeconds, const wfAgentWalk* const* walks,
					  int32_t count )
{
	wfAgentWalk copies[WF_MAX_LIST];
	for ( int32_t i = 0; i < count; ++i )
	{
		copies[i] = *walks[i];
	}
	wfCrowdWalks some = { .walks = copies, .count = count, .tickSeconds = tickSeconds };
	wfTrial_DrawWalks( run, suffix, title, &some, 1 );
}

// To the goal, to somebody who stands beside the way, and across the line between two.
void wfPerformAims( wfTrial* run )
{
	static const char* const names[] = { "harmonic", "goal", "agent", "left", "right", "both", NULL };
	const int32_t entries[2] = { wfTrial_FindEntry( run, "walker" ), wfTrial_FindEntry( run, "second" ) };
	int32_t walker = entries[0], beside = wfTrial_FindEntry( run, "beside" ), before = wfTrial_FindEntry( run, "before" );
	wfVariants cases = wfTrial_WalkCases( run, names );
	const wfAgentWalk *harmonic = getWalk( &cases, "harmonic", walker ), *goal = getWalk( &cases, "goal", walker );
	const wfAgentWalk *agent = getWalk( &cases, "agent", walker ), *away = getWalk( &cases, "agent", beside );
	const wfAgentWalk *left = getWalk( &cases, "left", walker ), *right = getWalk( &cases, "right", walker );
	const wfAgentWalk *both = getWalk( &cases, "both", walker ), *other = getWalk( &cases, "both", entries[1] );
	const wfAgentWalk* inTheWay = getWalk( &cases, "left", before );
	for ( int32_t i = 0; i < cases.count; ++i )
	{
		wfTrial_Note( run, "m", wfAgentWalk_GetLength( getWalk( &cases, names[i], walker ) ), "%s: way", names[i] );
	}
	wfVec2 place = away->places[0], obstacle = inTheWay->places[0];
	wfTrial_Claim( run, "shortest", wfAgentWalk_GetDetour( goal ) );
	wfTrial_Claim( run, "shorter", wfAgentWalk_GetLength( goal ) / wfAgentWalk_GetLength( harmonic ) );
	wfTrial_Claim( run, "nearer", wfAgentWalk_GetNearest( agent, place ) / wfAgentWalk_GetNearest( harmonic, place ) );
	wfTrial_Claim( run, "aroundLeft", -getWinding( left, NULL, obstacle ) );
	wfTrial_Claim( run, "aroundRight", getWinding( right, NULL, obstacle ) );
	wfTrial_Claim( run, "aroundBoth", getWinding( both, other, obstacle ) );
	wfTrial_Claim( run, "apart", wfAgentWalk_GetNearestWalk( both, other ) );
	wfTrial_Claim( run, "arrive", getShare( &cases, entries, 2 ) );
	wfTrial_Claim( run, "gap", cases.gap );
	const wfAgentWalk* const aims[] = { harmonic, goal, agent, away };
	const wfAgentWalk* const around[] = { left, right, inTheWay };
	const wfAgentWalk* const two[] = { both, other };
	double step = cases.walks[0].tickSeconds;
	drawSome( run, "", "Red: no pull; blue: v to the goal; green: v to the one who stands", step, aims, 4 );
	drawSome( run, "around", "v across the line to the one in the way: red to its left, blue to its right", step, around, 3 );
	drawSome( run, "both", "Two, each pulled to the right of the line between them", step, two, 2 );
	wfVariants_Free( &cases );
}

// ------------------------------------------------------------------------------------------------------------------ race

typedef struct Race
{
	int32_t count;
	int32_t place;	// of the one who starts nearest to the wall they keep to, from 1 on
	double lead;	// of the winner before the second, metres
	double ahead;	// of that one before the mean of the others, seconds
	double ordered; // share of pairs of which the one who starts nearer to the wall is faster
	double pressed; // toward that wall, mean over all, metres
} Race;

// The time a runner comes to x = `finish`, between two steps.
static double getFinishTime( const wfAgentWalk* walk, double tickSeconds, double finish )
{
	for ( int32_t i = 1; i < walk->count; ++i )
	{
		double x = walk->places[i - 1].x, next = walk->places[i].x;
		if ( x < finish && next >= finish )
		{
			return tickSeconds * ( walk->firstStep + i - 1 + ( finish - x ) / ( next - x ) );
		}
	}
	return INFINITY;
}

// `side` is 1 where they keep to the side of smaller y, -1 for the other. Runners stand in the order of growing y.
static Race judgeRace( const wfCrowdWalks* walks, int32_t entry, double side, double finish, double speed )
{
	Race race = { .place = 1 };
	double times[WF_MAX_LIST] = { 0.0 }, first = INFINITY, second = INFINITY, sum = 0.0;
	for ( const wfAgentWalk* walk = wfCrowdWalks_Find( walks, entry, 0 ); walk->count > 0 && race.count < WF_MAX_LIST;
		  walk = wfCrowdWalks_Find( walks, entry, race.count ) )
	{
		double time = getFinishTime( walk, walks->tickSeconds, finish );
		second = time < first ? first : fmin( second, time );
		first = fmin( first, time );
		sum += time;
		race.pressed += side * ( walk->places[0].y - walk->places[walk->count - 1].y );
		times[race.count++] = time;
	}
	int32_t favorite = side > 0.0 ? 0 : race.count - 1, pairs = 0;
	for ( int32_t i = 0; i < race.count; ++i )
	{
		race.place += times[i] < times[favorite];
		for ( int32_t k = 0; k < i; ++k, ++pairs )
		{
			race.ordered += side * ( times[i] - times[k] ) > 0.0;
		}
	}
	race.lead = speed * ( second - first );
	race.ahead = ( sum - times[favorite] ) / ( race.count - 1 ) - times[favorite];
	race.ordered /= pairs;
	race.pressed /= race.count;
	return race;
}

void wfPerformRace( wfTrial* run )
{
	static const char* const names[] = { "right", "left", NULL };
	static const char* const titles[] = { "Same settings, all keep right: the one along the wall wins",
										  "All keep left: the other wall's wins" };
	int32_t entry = wfTrial_FindEntry( run, "runners" );
	double finish = wfTrial_GetNumber( run, "finish" );
	wfVariants cases = wfTrial_WalkCases( run, names );
	double speed = wfCrowdWalks_Find( cases.walks, entry, 0 )->desiredSpeed, step = cases.walks[0].tickSeconds;
	Race right = judgeRace( cases.walks, entry, 1.0, finish, speed ),
		 left = judgeRace( cases.walks + 1, entry, -1.0, finish, speed );
	wfTrial_Claim( run, "rightWins", right.place );
	wfTrial_Claim( run, "leftWins", left.place );
	wfTrial_Claim( run, "ahead", fmin( right.ahead, left.ahead ) );
	wfTrial_Claim( run, "ordered", fmin( right.ordered, left.ordered ) );
	wfTrial_Claim( run, "pressed", fmin( right.pressed, left.pressed ) );
	wfTrial_Claim( run, "arrive", getShare( &cases, &entry, 1 ) );
	wfTrial_Claim( run, "gap", cases.gap );
	wfTrial_Note( run, "m", fmin( right.lead, left.lead ), "the winner is ahead of the second by" );
	for ( int32_t k = 0; k < right.count; ++k )
	{
		const wfAgentWalk* walk = wfCrowdWalks_Find( cases.walks, entry, k );
		wfTrial_Note( run, "s", getFinishTime( walk, step, finish ), "keeping right, started at y = %g m", walk->places[0].y );
	}
	wfTrial_DrawVariants( run, &cases, titles );
	wfVariants_Free( &cases );
}

// ---------------------------------------------------------------------------------------------------------------- ambush

// Somebody walks into people who stand around a dead end, and out of it, or not.
void wfPerformAmbush( wfTrial* run )
{
	static const char* const names[] = { "harmonic", "vector", "larger", "ours", NULL };
	static const char* const claims[] = { "trapped", "vector", "larger", "ours" };
	static const char* const titles[] = { "Ambush: without a pull the walker is trapped", "Ambush: v to the side on sight",
										  "Ambush: a larger local map", "Ambush: those who stand enter the global field" };
	int32_t walker = wfTrial_FindEntry( run, "walker" );
	wfVariants cases = wfTrial_WalkCases( run, names );
	double standing = 0.0;
	for ( int32_t i = 0; i < cases.count; ++i )
	{
		const wfAgentWalk* walk = wfCrowdWalks_Find( cases.walks + i, walker, 0 );
		wfTrial_Note( run, "s", walk->to, "%s: %s", names[i], walk->arrived ? "arrived after" : "given up after" );
		wfTrial_Note( run, "m", wfAgentWalk_GetLength( walk ), "%s: way", names[i] );
		wfTrial_Claim( run, claims[i], walk->arrived != ( i == 0 ) );
		for ( int32_t k = 0; k < cases.walks[i].count; ++k )
		{
			const wfAgentWalk* other = cases.walks[i].walks + k;
			standing = other == walk ? standing : fmax( standing, wfAgentWalk_GetLength( other ) );
		}
	}
	wfTrial_Claim( run, "stand", standing );
	wfTrial_Claim( run, "gap", cases.gap );
	wfTrial_DrawVariants( run, &cases, titles );
	wfVariants_Free( &cases );
}
