// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Experiments with what agents do when they see each other: meetings, v that aims at somebody, races and ambushes; and with
// many: visitors of a park, and how fast a crowd of the papers' kind is.
#include "experiment_crowd.h"

#include "base/vec2.h"
#include "crowd/local_solve.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define MAX_VISITORS 8
#define RATE_TRIES 5
#define SWEPT_SIZE 15
#define SWEPT_CELLS ( SWEPT_SIZE * SWEPT_SIZE )
#define SWEPT_MAPS 4800

// Of those of some entries, over all cases.
static double getShare( const wfVariants* cases, const int32_t* entries, int32_t entryCount )
{
	int32_t count = 0, arrived = 0;
	for ( int32_t i = 0; i < cases->count; ++i )
	{
		for ( int32_t k = 0; k < cases->walks[i].count; ++k )
		{
			const wfAgentWalk* walk = cases->walks[i].walks + k;
			for ( int32_t e = 0; e < entryCount; ++e )
			{
				count += walk->entry == entries[e];
				arrived += walk->entry == entries[e] && walk->arrived;
			}
		}
	}
	return count > 0 ? (double)arrived / count : NAN;
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

// Some paths of several runs in one picture. The walks stay with their runs.
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

// To the goal, to somebody who stands beside the path, and across the line between two, from the start and on sight.
void wfPerformAims( wfTrial* run )
{
	static const char* const names[] = { "harmonic", "goal",  "agent",		 "left",		 "right",
										 "both",	 "start", "goalPrinted", "agentPrinted", NULL };
	const int32_t entries[2] = { wfTrial_FindEntry( run, "walker" ), wfTrial_FindEntry( run, "second" ) };
	int32_t walker = entries[0], beside = wfTrial_FindEntry( run, "beside" ), before = wfTrial_FindEntry( run, "before" );
	wfVariants cases = wfTrial_WalkCases( run, names );
	const wfAgentWalk *harmonic = getWalk( &cases, "harmonic", walker ), *goal = getWalk( &cases, "goal", walker );
	const wfAgentWalk *agent = getWalk( &cases, "agent", walker ), *away = getWalk( &cases, "agent", beside );
	const wfAgentWalk *left = getWalk( &cases, "left", walker ), *right = getWalk( &cases, "right", walker );
	const wfAgentWalk *both = getWalk( &cases, "both", walker ), *other = getWalk( &cases, "both", entries[1] );
	const wfAgentWalk *start = getWalk( &cases, "start", walker ), *startOther = getWalk( &cases, "start", entries[1] );
	const wfAgentWalk* inTheWay = getWalk( &cases, "left", before );
	for ( int32_t i = 0; i < cases.count; ++i )
	{
		wfTrial_Note( run, "m", wfAgentWalk_GetLength( getWalk( &cases, names[i], walker ) ), "%s: way", names[i] );
	}
	wfVec2 place = away->places[0], obstacle = inTheWay->places[0];
	wfVec2 from = both->places[0], to = other->places[0];
	wfTrial_Claim( run, "shortest", wfAgentWalk_GetDetour( goal ) );
	wfTrial_Claim( run, "shorter", wfAgentWalk_GetLength( goal ) / wfAgentWalk_GetLength( harmonic ) );
	wfTrial_Claim( run, "nearer", wfAgentWalk_GetNearest( agent, place ) / wfAgentWalk_GetNearest( harmonic, place ) );
	const wfAgentWalk* printed = getWalk( &cases, "agentPrinted", walker );
	wfTrial_Claim( run, "shortestPrinted", wfAgentWalk_GetDetour( getWalk( &cases, "goalPrinted", walker ) ) );
	wfTrial_Claim( run, "nearerPrinted", wfAgentWalk_GetNearest( printed, place ) / wfAgentWalk_GetNearest( harmonic, place ) );
	wfTrial_Claim( run, "aroundLeft", -getWinding( left, NULL, obstacle ) );
	wfTrial_Claim( run, "aroundRight", getWinding( right, NULL, obstacle ) );
	wfTrial_Claim( run, "aroundBoth", getWinding( both, other, obstacle ) );
	wfTrial_Claim( run, "aroundStart", getWinding( start, startOther, obstacle ) );
	// Before they would see each other.
	wfTrial_Claim(
		run, "earlier",
		fabs( wfAgentWalk_GetOffset( start, from, to, 0.05, 0.25 ) - wfAgentWalk_GetOffset( both, from, to, 0.05, 0.25 ) ) );
	wfTrial_Claim( run, "apart",
				   fmin( wfAgentWalk_GetNearestWalk( both, other ), wfAgentWalk_GetNearestWalk( start, startOther ) ) );
	wfTrial_Claim( run, "arrive", getShare( &cases, entries, 2 ) );
	wfTrial_Claim( run, "gap", cases.gap );
	const wfAgentWalk* const aims[] = { harmonic, goal, agent, away };
	const wfAgentWalk* const around[] = { left, right, inTheWay };
	const wfAgentWalk *const two[] = { both, other }, *const soon[] = { start, startOther };
	double tickSeconds = cases.walks[0].tickSeconds;
	drawSome( run, "", "Red: no pull; blue: v to the goal; green: v to the one who stands", tickSeconds, aims, 4 );
	drawSome( run, "around", "v across the line to the one in the way: red to its left, blue to its right", tickSeconds, around,
			  3 );
	drawSome( run, "both", "Two, each pulled to the right of the line between them on sight", tickSeconds, two, 2 );
	drawSome( run, "start", "The same from the start", tickSeconds, soon, 2 );
}

// ------------------------------------------------------------------------------------------------------------------ race

typedef struct Race
{
	int32_t count;
	int32_t place;	// of the one who starts nearest to the wall they keep to, from 1 on
	double behind;	// of that one behind the fastest, seconds
	double ahead;	// of that one before the mean of the others, seconds
	double ordered; // share of pairs of which the one who starts nearer to the wall is faster
	double pressed; // toward that wall, mean over all, metres
} Race;

// The time a runner comes to x = `finish`, between two ticks.
static double getFinishTime( const wfAgentWalk* walk, double tickSeconds, double finish )
{
	for ( int32_t i = 1; i < walk->count; ++i )
	{
		double x = walk->places[i - 1].x, next = walk->places[i].x;
		if ( x < finish && next >= finish )
		{
			return tickSeconds * ( walk->firstTick + i - 1 + ( finish - x ) / ( next - x ) );
		}
	}
	return INFINITY;
}

// Runners stand in the order of growing y, and keep to the side of smaller y.
static Race judgeRace( const wfCrowdWalks* walks, int32_t entry, double finish )
{
	Race race = { .place = 1 };
	double times[WF_MAX_LIST] = { 0.0 }, first = INFINITY, sum = 0.0;
	for ( const wfAgentWalk* walk = wfCrowdWalks_Find( walks, entry, 0 ); walk->count > 0 && race.count < WF_MAX_LIST;
		  walk = wfCrowdWalks_Find( walks, entry, race.count ) )
	{
		double time = getFinishTime( walk, walks->tickSeconds, finish );
		first = fmin( first, time );
		sum += time;
		race.pressed += walk->places[0].y - walk->places[walk->count - 1].y;
		times[race.count++] = time;
	}
	int32_t pairs = 0;
	for ( int32_t i = 0; i < race.count; ++i )
	{
		race.place += times[i] < times[0];
		for ( int32_t k = 0; k < i; ++k, ++pairs )
		{
			race.ordered += times[i] > times[k];
		}
	}
	race.behind = times[0] - first;
	race.ahead = ( sum - times[0] ) / ( race.count - 1 ) - times[0];
	race.ordered /= pairs;
	race.pressed /= race.count;
	return race;
}

// The same race with several strengths of the pull to the right; the one named "printed" is what the claims are about, the others
// show what depends on it.
void wfPerformRace( wfTrial* run )
{
	int32_t entry = wfTrial_FindEntry( run, "runners" ), printed = (int32_t)wfTrial_GetNumber( run, "printedVariant" );
	double finish = wfTrial_GetNumber( run, "finish" );
	int32_t won = 0;
	wfVariants variants = wfTrial_WalkList( run, "variants", 2 );
	wfTrial_FailIf( run, printed < 0 || printed >= variants.count, "printedVariant",
					"expected the number of a variant, from 0 on" );
	for ( int32_t i = 0; i < variants.count; ++i )
	{
		Race race = judgeRace( variants.walks + i, entry, finish );
		won += race.place == 1;
		wfTrial_Note( run, "", race.place, "%s: place of the one along the wall", variants.names[i] );
		wfTrial_Note( run, "s", race.behind, "%s: behind the fastest", variants.names[i] );
		wfTrial_Note( run, "s", race.ahead, "%s: ahead of the mean of the others", variants.names[i] );
	}
	Race race = judgeRace( variants.walks + printed, entry, finish );
	wfTrial_Claim( run, "wins", race.place );
	wfTrial_Claim( run, "behind", race.behind );
	wfTrial_Claim( run, "ahead", race.ahead );
	wfTrial_Claim( run, "ordered", race.ordered );
	wfTrial_Claim( run, "pressed", race.pressed );
	wfTrial_Claim( run, "won", won );
	wfTrial_Claim( run, "arrive", getShare( &variants, &entry, 1 ) );
	wfTrial_Claim( run, "gap", variants.gap );
	for ( int32_t k = 0; k < race.count; ++k )
	{
		const wfAgentWalk* walk = wfCrowdWalks_Find( variants.walks + printed, entry, k );
		wfTrial_Note( run, "s", getFinishTime( walk, variants.walks[0].tickSeconds, finish ), "%s, started at y = %g m",
					  variants.names[printed], walk->places[0].y );
	}
	wfTrial_DrawWalks( run, "", "Same settings, all keep right", variants.walks + printed, 1 );
}

// ---------------------------------------------------------------------------------------------------------------- ambush

// Somebody walks into people who stand around a dead end, and out of it, or not: without a pull, with v on sight, with a larger
// map and with the default preset, at each of several places of the dead end.
void wfPerformAmbush( wfTrial* run )
{
	static const char* const kinds[] = { "harmonic", "vector", "larger", "default" };
	static const char* const claims[] = { "trapped", "vector", "larger", "ours" };
	static const char* const titles[] = { "Ambush: without a pull the walker is trapped", "Ambush: v to the side on sight",
										  "Ambush: a larger local map", "Ambush: those who stand enter the global field" };
	int32_t walker = wfTrial_FindEntry( run, "walker" ), places = wfTrial_CountItems( run, "places", 1, WF_MAX_LIST );
	double standing = 0.0, gap = INFINITY;
	for ( int32_t kind = 0; kind < 4; ++kind )
	{
		int32_t arrived = 0;
		for ( int32_t place = 0; place < places; ++place )
		{
			wfCrowdWalks walks = wfTrial_Walk( run, wfKey( "places[%d].%s", place, kinds[kind] ) );
			const wfAgentWalk* walk = wfCrowdWalks_Find( &walks, walker, 0 );
			wfTrial_Note( run, "s", walk->to, "%s, place %d: %s", kinds[kind], place + 1,
						  walk->arrived ? "arrived after" : "given up after" );
			arrived += walk->arrived;
			gap = fmin( gap, walks.smallestGap );
			for ( int32_t k = 0; k < walks.count; ++k )
			{
				standing = walks.walks + k == walk ? standing : fmax( standing, wfAgentWalk_GetLength( walks.walks + k ) );
			}
			if ( place == 0 )
			{
				wfTrial_DrawWalks( run, kind == 0 ? "" : kinds[kind], titles[kind], &walks, 1 );
			}
		}
		wfTrial_Claim( run, claims[kind], kind == 0 ? places - arrived : arrived );
	}
	wfTrial_Claim( run, "stand", standing );
	wfTrial_Claim( run, "gap", gap );
}

// How far to the left of where it started somebody walks: where it first is so far east, and the farthest to the right before.
static double getSideAt( const wfAgentWalk* walk, double x, double* right )
{
	*right = 0.0;
	for ( int32_t i = 0; i < walk->count; ++i )
	{
		double left = walk->places[i].y - walk->places[0].y;
		if ( walk->places[i].x >= x )
		{
			return left;
		}
		*right = fmax( *right, -left );
	}
	return NAN;
}

// A row across a corridor that leaves one way out, on the side v points to on sight or on the other one.
void wfPerformSideExits( wfTrial* run )
{
	static const char* const names[] = { "exitRight", "exitLeft", "harmonicRight", "harmonicLeft", NULL };
	static const char* const titles[] = { "v to the right on sight, and a way out there",
										  "The same v, and the only way out to the left", "No pull, a way out to the right",
										  "No pull, a way out to the left" };
	int32_t walker = wfTrial_FindEntry( run, "walker" );
	double rows[2], before[4], sides[4];
	wfTrial_GetNumbers( run, "rows", "where the two rows stand", rows, 2 );
	wfVariants cases = wfTrial_WalkCases( run, names );
	for ( int32_t i = 0; i < 4; ++i )
	{
		const wfAgentWalk* walk = getWalk( &cases, names[i], walker );
		sides[i] = getSideAt( walk, rows[i % 2], before + i );
		wfTrial_Note( run, "s", walk->to, "%s: %s", names[i], walk->arrived ? "arrived after" : "given up after" );
	}
	wfTrial_Claim( run, "right", -sides[0] );
	wfTrial_Claim( run, "left", sides[1] );
	wfTrial_Claim( run, "first", before[1] );
	wfTrial_Claim( run, "harmonic", before[3] );
	wfTrial_Claim( run, "arrive", getShare( &cases, &walker, 1 ) );
	wfTrial_Claim( run, "gap", cases.gap );
	wfTrial_DrawVariants( run, &cases, titles );
}

// ---------------------------------------------------------------------------------------------------------------- turns

static double getFrechet( const wfAgentWalk* a, const wfAgentWalk* b )
{
	return wfComparePaths( a->places, a->count, b->places, b->count ).frechet;
}

// Came to the first place and arrived at the last one afterwards?
static bool isDoneInOrder( const wfAgentWalk* walk, wfVec2 first, double reach )
{
	for ( int32_t i = 0; i + 1 < walk->count; ++i )
	{
		if ( hypot( walk->places[i].x - first.x, walk->places[i].y - first.y ) <= reach )
		{
			return walk->arrived;
		}
	}
	return false;
}

// Whether somebody passes a place on its west side, where it last comes to its height; for those who come from the south.
static bool passesWest( const wfAgentWalk* walk, wfVec2 place )
{
	bool west = false;
	for ( int32_t i = 1; i < walk->count; ++i )
	{
		bool crosses = walk->places[i - 1].y < place.y && walk->places[i].y >= place.y;
		west = crosses ? walk->places[i].x < place.x : west;
	}
	return west;
}

// What the visitors of a list of cases do: each alone, and all together.
typedef struct Turns
{
	wfCrowdWalks alone[MAX_VISITORS], together;
	int32_t count, done, otherSide;
	double own, changed, mostChanged, wall;
} Turns;

static Turns measureTurns( wfTrial* run, const char* cases, const char* what )
{
	wfVec2 first = wfTrial_GetVector( run, "first" ), lake = wfTrial_GetVector( run, "lake" );
	double reach = wfTrial_GetNumber( run, "reach" );
	Turns turns = { .count = wfTrial_CountItems( run, "visitors", 2, MAX_VISITORS ), .own = INFINITY };
	turns.together = wfTrial_Walk( run, wfKey( "%s.together", cases ) );
	turns.wall = wfTrial_GetDeepestWallHit( run, &turns.together );
	for ( int32_t i = 0; i < turns.count; ++i )
	{
		const char* name = wfTrial_GetText( run, wfKey( "visitors[%d]", i ) );
		turns.alone[i] = wfTrial_Walk( run, wfKey( "%s.%.60s", cases, name ) );
		turns.wall = fmax( turns.wall, wfTrial_GetDeepestWallHit( run, turns.alone + i ) );
		const wfAgentWalk *walk = turns.alone[i].walks, *shared = wfCrowdWalks_Find( &turns.together, walk->entry, 0 );
		double change = getFrechet( walk, shared );
		bool west = passesWest( walk, lake ), sharedWest = passesWest( shared, lake );
		turns.done += isDoneInOrder( walk, first, reach ) + isDoneInOrder( shared, first, reach );
		turns.changed += change / turns.count;
		turns.mostChanged = fmax( turns.mostChanged, change );
		turns.otherSide += west != sharedWest;
		wfTrial_Note( run, "m", change, "%svisitor %d: change of the way", what, i + 1 );
		wfTrial_Note( run, "", west, "%svisitor %d: 1 where it passes the lake on the west side", what, i + 1 );
		wfTrial_Note( run, "", sharedWest, "%svisitor %d: together", what, i + 1 );
		for ( int32_t k = 0; k < i; ++k )
		{
			turns.own = fmin( turns.own, getFrechet( walk, turns.alone[k].walks ) );
		}
	}
	return turns;
}

static void claimTurns( wfTrial* run, const Turns* turns, bool isOurs )
{
	wfTrial_Claim( run, isOurs ? "orderOurs" : "order", turns->done / ( 2.0 * turns->count ) );
	wfTrial_Claim( run, isOurs ? "ownOurs" : "own", turns->own );
	wfTrial_Claim( run, isOurs ? "changedOurs" : "changed", turns->changed );
	wfTrial_Claim( run, isOurs ? "mostChangedOurs" : "mostChanged", turns->mostChanged );
	wfTrial_ClaimIfAsked( run, isOurs ? "otherSideOurs" : "otherSide", turns->otherSide );
	wfTrial_Claim( run, isOurs ? "gapOurs" : "gap", turns->together.smallestGap );
	wfTrial_Claim( run, isOurs ? "wallsOurs" : "walls", turns->wall );
	char title[64];
	snprintf( title, sizeof( title ), "%sEach alone", isOurs ? "v pulls. " : "" );
	wfTrial_DrawWalks( run, isOurs ? "ours" : "", title, turns->alone, turns->count );
	snprintf( title, sizeof( title ), "%sAll at once", isOurs ? "v pulls. " : "" );
	wfTrial_DrawWalks( run, isOurs ? "ours-together" : "together", title, &turns->together, 1 );
}

// As printed, and with our sign.
void wfPerformTurns( wfTrial* run )
{
	Turns turns = measureTurns( run, "cases", "" );
	claimTurns( run, &turns, false );
	turns = measureTurns( run, "oursCases", "ours, " );
	claimTurns( run, &turns, true );
}

// -------------------------------------------------------------------------------------------------------------- visitors

// A constant behaviour of its own for everybody, both parts of v drawn between -1 and 1.
static void drawBehaviors( wfTrial* run, wfCrowd* crowd, double epsilon, uint64_t seed )
{
	const wfDistribution part = { .kind = wf_uniformNumber, .lower = -1.0, .upper = 1.0 };
	int32_t count;
	wfAgentId* ids = wfGetAgentIds( crowd, &count );
	for ( int32_t i = 0; i < count; ++i )
	{
		wfBehaviorDef def = wfDefaultBehaviorDef();
		wfBehaviorId id = { 0 };
		def.kind = wf_constantBehavior;
		def.epsilon = epsilon;
		def.v.x = wfDistribution_Draw( &part, seed, (uint64_t)i, 0 );
		def.v.y = wfDistribution_Draw( &part, seed, (uint64_t)i, 1 );
		wfTrial_Check( run, wfCrowd_AddBehavior( crowd, &def, &id, &wf_error ) );
		wfTrial_Check( run, wfCrowd_SetBehavior( crowd, ids[i], id, ( wfBehaviorId ){ 0 } ) );
	}
}

// Where everybody is at a time, with the paths of the last seconds.
static void drawMoment( wfTrial* run, const wfCrowdWalks* walks, double time, double seconds )
{
	wfCrowdWalks moment = { .tickSeconds = walks->tickSeconds };
	int32_t last = (int32_t)( time / walks->tickSeconds ), length = (int32_t)( seconds / walks->tickSeconds );
	moment.walks = wfNewArray( (size_t)walks->count, sizeof( wfAgentWalk ) );
	for ( int32_t i = 0; i < walks->count; ++i )
	{
		wfAgentWalk part = walks->walks[i];
		int32_t until = last - part.firstTick + 1, from = until > length ? until - length : 0;
		// Who has left by then has fewer places.
		if ( until > 0 && until <= part.count )
		{
			part.places += from;
			part.firstTick += from;
			part.count = until - from;
			moment.walks[moment.count++] = part;
		}
	}
	char title[96];
	snprintf( title, sizeof( title ), "The park after %g s: %d on their ways", time, moment.count );
	wfTrial_DrawWalks( run, "moment", title, &moment, 1 );
}

// The worst of several seeds, by which places, speeds, goals and v are drawn.
void wfPerformVisitors( wfTrial* run )
{
	int32_t seeds = wfTrial_CountSeeds( run ), fewest = INT32_MAX, most = 0;
	double share = 1.0, gap = INFINITY, wall = -INFINITY, last = 0.0;
	for ( int32_t seed = 1; seed <= seeds; ++seed )
	{
		wfSimulation simulation = wfTrial_OpenVariant( run, NULL, (uint64_t)seed );
		drawBehaviors( run, simulation.crowd, wfTrial_GetNumber( run, "epsilon" ), simulation.seed );
		wfCrowdWalks walks = wfTrial_Record( run, &simulation );
		for ( int32_t i = 0; i < walks.count; ++i )
		{
			last = fmax( last, walks.walks[i].to );
		}
		fewest = walks.count < fewest ? walks.count : fewest;
		most = walks.stuck > most ? walks.stuck : most;
		share = fmin( share, (double)walks.arrived / walks.count );
		gap = fmin( gap, walks.smallestGap );
		wall = fmax( wall, wfTrial_GetDeepestWallHit( run, &walks ) );
		if ( seed == 1 )
		{
			wfTrial_DrawWalks( run, "", run->scenario.name, &walks, 1 );
			drawMoment( run, &walks, 15.0, 4.0 );
		}
		wfSimulation_Free( &simulation );
	}
	wfTrial_Claim( run, "visitors", fewest );
	wfTrial_Claim( run, "arrive", share );
	wfTrial_Claim( run, "last", last );
	wfTrial_Claim( run, "stuck", most );
	wfTrial_Claim( run, "gap", gap );
	wfTrial_Claim( run, "walls", wall );
}

// ------------------------------------------------------------------------------------------------------------------ rate

// Ticks a second with so many agents of a style, after two that warm up.
static double measureRate( wfTrial* run, int32_t agents, int32_t ticks, const char* style )
{
	wfSimulation simulation = wfTrial_OpenCrowd( run, agents, 0, NULL );
	int32_t count, index1 = wfSimulation_FindPart( &simulation, wf_stylePart, style );
	wfAgentId* ids = wfGetAgentIds( simulation.crowd, &count );
	wfTrial_FailIf( run, index1 == 0, "style", "there is no style named \"%.60s\"", style );
	for ( int32_t i = 0; i < count; ++i )
	{
		wfTrial_Check( run, wfCrowd_SetStyle( simulation.crowd, ids[i], ( wfStyleId ){ index1 } ) );
	}
	free( ids );
	double seconds = 0.0;
	// At least a hundredth of a second of work: clocks are coarse.
	int32_t done = 0;
	for ( int32_t i = -2; ( i < ticks || seconds < 0.01 ); ++i )
	{
		// What this program itself computed, whatever else the machine does.
		clock_t began = clock();
		wfTrial_Check( run, wfCrowd_Tick( simulation.crowd, &wf_error ) );
		seconds = i >= 0 ? seconds + (double)( clock() - began ) / CLOCKS_PER_SEC : 0.0;
		done = i + 1;
	}
	wfSimulation_Free( &simulation );
	return seconds > 0.0 ? done / seconds : NAN;
}

// Seconds for so many maps of 15 x 15 cells with nothing in them, a whole number of batches, relaxed by so many sweeps.
static double timeSweeps( int32_t maps, int32_t sweeps )
{
	static _Alignas( 64 ) float q[SWEPT_CELLS * WF_LOCAL_LANES], weight[SWEPT_CELLS * WF_LOCAL_LANES];
	wfLocalBatch batch = { .size = SWEPT_SIZE, .q = q, .weight = weight, .whole = true };
	for ( int32_t i = 0; i < SWEPT_CELLS * WF_LOCAL_LANES; ++i )
	{
		weight[i] = 0.25f;
		q[i] = 0.0f;
	}
	for ( int32_t lane = 0; lane < WF_LOCAL_LANES; ++lane )
	{
		batch.east[lane] = batch.west[lane] = batch.north[lane] = batch.south[lane] = 1.0f;
		q[( SWEPT_SIZE * ( SWEPT_SIZE / 2 ) + SWEPT_SIZE - 1 ) * WF_LOCAL_LANES + lane] = 1.0f;
	}
	clock_t began = clock();
	for ( int32_t i = 0; i < maps; i += WF_LOCAL_LANES )
	{
		wfLocalRelaxGaussSeidel( &batch, sweeps );
	}
	return (double)( clock() - began ) / CLOCKS_PER_SEC;
}

// What half of the sweeps saves: of whole steps of so many agents, and of relaxing their maps alone.
static void claimHalf( wfTrial* run, int32_t agents, int32_t ticks, const char* style )
{
	const char* half = wfTrial_GetText( run, "halfStyle" );
	double rates[2] = { 0.0 }, seconds[2] = { INFINITY, INFINITY };
	// In turns, and the best of several: other programs run as well.
	for ( int32_t i = 0; i < RATE_TRIES; ++i )
	{
		rates[0] = fmax( rates[0], measureRate( run, agents, ticks, style ) );
		rates[1] = fmax( rates[1], measureRate( run, agents, ticks, half ) );
		seconds[0] = fmin( seconds[0], timeSweeps( SWEPT_MAPS, 60 ) );
		seconds[1] = fmin( seconds[1], timeSweeps( SWEPT_MAPS, 30 ) );
	}
	wfTrial_Claim( run, "half", rates[1] / rates[0] );
	wfTrial_Claim( run, "halfOurs", seconds[0] / seconds[1] );
}

void wfPerformRate( wfTrial* run )
{
	double agents[WF_MAX_LIST], rates[WF_MAX_LIST], document[WF_MAX_LIST], documentRates[WF_MAX_LIST];
	int32_t count = wfTrial_GetList( run, run->quick ? "quickAgents" : "agents", agents );
	int32_t references = wfTrial_GetList( run, "reference.agents", document );
	int32_t ticks = (int32_t)wfTrial_GetNumber( run, run->quick ? "quickSteps" : "steps" );
	wfTrial_FailIf( run, wfTrial_GetList( run, "reference.stepsPerSecond", documentRates ) != references,
					"reference.stepsPerSecond", "expected as many numbers as agents" );
	const char* style = wfTrial_GetText( run, "style" );
	double same = NAN;
	for ( int32_t i = 0; i < count; ++i )
	{
		rates[i] = measureRate( run, (int32_t)agents[i], ticks, style );
		same = agents[i] == document[references - 1] ? rates[i] : same;
		wfTrial_Note( run, "1/s", rates[i], "%g agents", agents[i] );
	}
	double last = agents[count - 1] * rates[count - 1] / documentRates[references - 1];
	wfTrial_Claim( run, "ratio", same / documentRates[references - 1] );
	wfTrial_Claim( run, "agents", last / document[references - 1] );
	claimHalf( run, (int32_t)document[references - 1], ticks, style );
	wfTrial_Note( run, "", last, "agents at %g steps a second, from the last", documentRates[references - 1] );
	double ends[2] = { fmin( agents[0], document[0] ), fmax( agents[count - 1], document[references - 1] ) };
	double needed[2] = { 2.0, 2.0 };
	const wfPlotSeries series[3] = { { "this crowd", agents, rates, count },
									 { "the document's", document, documentRates, references },
									 { "people walk at 2 steps a second", ends, needed, 2 } };
	wfTrial_DrawPlot( run, "agents", "steps a second, one thread", series, 3 );
}
