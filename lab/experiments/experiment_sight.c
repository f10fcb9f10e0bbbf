// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Experiments with what agents do when they see each other: meetings, v that aims at somebody, races and ambushes.
#include "experiment_crowd.h"

#include <math.h>

#define PI 3.14159265358979323846

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

// -------------------------------------------------------------------------------------------------------------- meetings

// At the time the two are level: how far the second is to the left of the first, seen along `along`.
static double getPassing( const wfAgentWalk* first, const wfAgentWalk* second, wfVec2 along )
{
	double nearest = INFINITY, side = NAN;
	for ( int32_t i = 0; i < first->count && i < second->count; ++i )
	{
		wfVec2 to = { second->places[i].x - first->places[i].x, second->places[i].y - first->places[i].y };
		double ahead = fabs( to.x * along.x + to.y * along.y );
		if ( ahead < nearest )
		{
			nearest = ahead;
			side = along.x * to.y - along.y * to.x;
		}
	}
	return side;
}

void wfPerformMeeting( wfTrial* run )
{
	enum
	{
		harmonic,
		right,
		left,
		avoid,
		approach,
		count
	};
	static const char* const names[] = { "harmonic", "right", "left", "avoid", "approach", NULL };
	static const char* const titles[] = { "Two meet: no pull on sight", "Each to its right on sight", "Each to its left on sight",
										  "One avoids on sight", "One approaches on sight, one avoids" };
	int32_t entries[2] = { wfTrial_FindEntry( run, "first" ), wfTrial_FindEntry( run, "second" ) };
	wfVariants cases = wfTrial_WalkCases( run, names );
	const wfAgentWalk* walks[count][2] = { { NULL } };
	for ( int32_t i = 0; i < count; ++i )
	{
		walks[i][0] = wfCrowdWalks_Find( cases.walks + i, entries[0], 0 );
		walks[i][1] = wfCrowdWalks_Find( cases.walks + i, entries[1], 0 );
	}
	wfVec2 a = walks[right][0]->places[0], b = walks[right][1]->places[0];
	double length = hypot( b.x - a.x, b.y - a.y );
	wfVec2 along = { ( b.x - a.x ) / length, ( b.y - a.y ) / length };
	double sides[count], nearest[count];
	for ( int32_t i = 0; i < count; ++i )
	{
		sides[i] = getPassing( walks[i][0], walks[i][1], along );
		nearest[i] = wfAgentWalk_GetNearestWalk( walks[i][0], walks[i][1] );
		wfTrial_Note( run, "m", nearest[i], "%s: nearest distance of the middles", names[i] );
	}
	wfTrial_Claim( run, "right", sides[right] );
	wfTrial_Claim( run, "left", -sides[left] );
	wfTrial_Claim( run, "mirror", fabs( sides[right] + sides[left] ) );
	wfTrial_Claim( run, "nearer", nearest[approach] / nearest[avoid] );
	// The other keeps to its right, which is the left side of the one who approaches.
	wfTrial_Claim( run, "approached",
				   wfAgentWalk_GetOffset( walks[approach][0], a, b, 0.4, 0.6 ) -
					   wfAgentWalk_GetOffset( walks[avoid][0], a, b, 0.4, 0.6 ) );
	double back = fabs( wfAgentWalk_GetOffset( walks[right][0], a, b, 0.9, 1.0 ) );
	wfTrial_Claim( run, "back", fmax( back, fabs( wfAgentWalk_GetOffset( walks[right][1], b, a, 0.9, 1.0 ) ) ) );
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
		wfVec2 to = { other.x - first->places[i].x, other.y - first->places[i].y };
		winding += atan2( before.x * to.y - before.y * to.x, before.x * to.x + before.y * to.y );
		before = to;
	}
	return winding * 180.0 / PI;
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
	enum
	{
		harmonic,
		goal,
		agent,
		left,
		right,
		both,
		count
	};
	static const char* const names[] = { "harmonic", "goal", "agent", "left", "right", "both", NULL };
	int32_t walker = wfTrial_FindEntry( run, "walker" ), second = wfTrial_FindEntry( run, "second" );
	int32_t beside = wfTrial_FindEntry( run, "beside" ), before = wfTrial_FindEntry( run, "before" );
	wfVariants cases = wfTrial_WalkCases( run, names );
	const wfAgentWalk* walks[count];
	double nearest[count];
	const wfAgentWalk *other = wfCrowdWalks_Find( cases.walks + both, second, 0 ),
					  *away = wfCrowdWalks_Find( cases.walks + agent, beside, 0 );
	const wfAgentWalk* inTheWay = wfCrowdWalks_Find( cases.walks + left, before, 0 );
	for ( int32_t i = 0; i < count; ++i )
	{
		walks[i] = wfCrowdWalks_Find( cases.walks + i, walker, 0 );
		nearest[i] = wfAgentWalk_GetNearest( walks[i], away->places[0] );
		wfTrial_Note( run, "m", wfAgentWalk_GetLength( walks[i] ), "%s: way", names[i] );
	}
	wfTrial_Claim( run, "shortest", wfAgentWalk_GetDetour( walks[goal] ) );
	wfTrial_Claim( run, "shorter", wfAgentWalk_GetLength( walks[goal] ) / wfAgentWalk_GetLength( walks[harmonic] ) );
	wfTrial_Claim( run, "nearer", nearest[agent] / nearest[harmonic] );
	wfTrial_Claim( run, "aroundLeft", -getWinding( walks[left], NULL, inTheWay->places[0] ) );
	wfTrial_Claim( run, "aroundRight", getWinding( walks[right], NULL, inTheWay->places[0] ) );
	wfTrial_Claim( run, "aroundBoth", getWinding( walks[both], other, inTheWay->places[0] ) );
	wfTrial_Claim( run, "apart", wfAgentWalk_GetNearestWalk( walks[both], other ) );
	const int32_t entries[2] = { walker, second };
	wfTrial_Claim( run, "arrive", getShare( &cases, entries, 2 ) );
	wfTrial_Claim( run, "gap", cases.gap );
	const wfAgentWalk* const aims[] = { walks[harmonic], walks[goal], walks[agent], away };
	const wfAgentWalk* const around[] = { walks[left], walks[right], inTheWay };
	const wfAgentWalk* const two[] = { walks[both], other };
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
	enum
	{
		right,
		left
	};
	static const char* const names[] = { "right", "left", NULL };
	static const char* const titles[] = { "Same settings, all keep right: the one along the wall wins",
										  "All keep left: the other wall's wins" };
	int32_t entry = wfTrial_FindEntry( run, "runners" );
	double finish = wfTrial_GetNumber( run, "finish" );
	wfVariants cases = wfTrial_WalkCases( run, names );
	double speed = wfCrowdWalks_Find( cases.walks, entry, 0 )->desiredSpeed, step = cases.walks[0].tickSeconds;
	Race races[2] = { judgeRace( cases.walks + right, entry, 1.0, finish, speed ),
					  judgeRace( cases.walks + left, entry, -1.0, finish, speed ) };
	wfTrial_Claim( run, "rightWins", races[right].place );
	wfTrial_Claim( run, "leftWins", races[left].place );
	wfTrial_Claim( run, "ahead", fmin( races[right].ahead, races[left].ahead ) );
	wfTrial_Claim( run, "ordered", fmin( races[right].ordered, races[left].ordered ) );
	wfTrial_Claim( run, "pressed", fmin( races[right].pressed, races[left].pressed ) );
	wfTrial_Claim( run, "arrive", getShare( &cases, &entry, 1 ) );
	wfTrial_Claim( run, "gap", cases.gap );
	wfTrial_Note( run, "m", fmin( races[right].lead, races[left].lead ), "the winner is ahead of the second by" );
	for ( int32_t k = 0; k < races[right].count; ++k )
	{
		const wfAgentWalk* walk = wfCrowdWalks_Find( cases.walks + right, entry, k );
		wfTrial_Note( run, "s", getFinishTime( walk, step, finish ), "keeping right, started at y = %g m", walk->places[0].y );
	}
	wfTrial_DrawVariants( run, &cases, titles );
	wfVariants_Free( &cases );
}

// ---------------------------------------------------------------------------------------------------------------- ambush

// Somebody walks into people who stand around a dead end, and out of it, or not.
void wfPerformAmbush( wfTrial* run )
{
	enum
	{
		harmonic,
		vector,
		larger,
		ours,
		count
	};
	static const char* const names[] = { "harmonic", "vector", "larger", "ours", NULL };
	static const char* const titles[] = { "Ambush: without a pull the walker is trapped", "Ambush: v to the side on sight",
										  "Ambush: a larger local map", "Ambush: those who stand enter the global field" };
	int32_t walker = wfTrial_FindEntry( run, "walker" );
	wfVariants cases = wfTrial_WalkCases( run, names );
	double standing = 0.0;
	for ( int32_t i = 0; i < count; ++i )
	{
		const wfAgentWalk* walk = wfCrowdWalks_Find( cases.walks + i, walker, 0 );
		wfTrial_Note( run, "s", walk->to, "%s: %s", names[i], walk->arrived ? "arrived after" : "given up after" );
		wfTrial_Note( run, "m", wfAgentWalk_GetLength( walk ), "%s: way", names[i] );
		for ( int32_t k = 0; k < cases.walks[i].count; ++k )
		{
			const wfAgentWalk* other = cases.walks[i].walks + k;
			standing = other == walk ? standing : fmax( standing, wfAgentWalk_GetLength( other ) );
		}
	}
	wfTrial_Claim( run, "trapped", wfCrowdWalks_Find( cases.walks + harmonic, walker, 0 )->arrived ? 0.0 : 1.0 );
	wfTrial_Claim( run, "vector", wfCrowdWalks_Find( cases.walks + vector, walker, 0 )->arrived );
	wfTrial_Claim( run, "larger", wfCrowdWalks_Find( cases.walks + larger, walker, 0 )->arrived );
	wfTrial_Claim( run, "ours", wfCrowdWalks_Find( cases.walks + ours, walker, 0 )->arrived );
	wfTrial_Claim( run, "stand", standing );
	wfTrial_Claim( run, "gap", cases.gap );
	wfTrial_DrawVariants( run, &cases, titles );
	wfVariants_Free( &cases );
}
