// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Experiments with people on foot, measured by their footsteps alone: at doors, with oncoming traffic, a door for one and a glass
// door; who turn round, how wide with their speed and in how many steps with their feet; and with hundreds of them, both ways in
// a corridor and between obstacles.
#include "experiment_crowd.h"

#include "base/vec2.h"

#include <math.h>

// Times are looked at this often, seconds.
#define STEP_LOOK 0.01
#define ASIDE_LOOK 0.1
#define CLEARLY_ASIDE 0.3 // metres
// Slower than this is rest, m/s: what the measures of trajectories take for standing.
#define REST_SPEED 0.1
#define MAX_SEEDS 16
#define AFTER_DOOR 1.5 // seconds until somebody is out of the way
#define LONG_REST 1.0  // seconds at rest that are felt as standing
#define MAX_TURNS 8

typedef struct Door
{
	wfVec2 a, b;
} Door;

// Of several runs together.
typedef struct StepTotals
{
	int64_t people, arrived, overlaps, walls;
	double looked, walked; // agent seconds
	double last, realTime; // worst of all runs: when the last one arrives; processor seconds for a simulated second
	int32_t stuck;		   // most events of a run
	wfFootstepStats stats;
	double processor;
} StepTotals;

static void addSteps( StepTotals* totals, const wfCrowdWalks* record )
{
	totals->people += record->count;
	totals->arrived += record->arrived;
	totals->overlaps += record->circles.overlaps;
	totals->walls += record->circles.wallHits;
	totals->looked += record->circles.agentSeconds;
	totals->walked += record->agentSeconds;
	totals->last = fmax( totals->last, record->seconds );
	totals->realTime = fmax( totals->realTime, record->processor / record->seconds );
	totals->stuck = record->stuck > totals->stuck ? record->stuck : totals->stuck;
	totals->stats.plans += record->stats.plans;
	totals->stats.expanded += record->stats.expanded;
	totals->stats.generated += record->stats.generated;
	totals->stats.planned += record->stats.planned;
	totals->stats.planSeconds += record->stats.planSeconds;
	totals->stats.mostGenerated =
		record->stats.mostGenerated > totals->stats.mostGenerated ? record->stats.mostGenerated : totals->stats.mostGenerated;
	totals->processor += record->processor;
}

// That everybody arrives and that nobody touches anybody or a wall: the claims arrive, circles and walls.
static void claimSteps( wfTrial* run, const StepTotals* totals )
{
	wfTrial_Claim( run, "arrive", totals->people > 0 ? (double)totals->arrived / (double)totals->people : NAN );
	// Who is not looked at cannot touch anybody: everybody was, but for the tick in which it arrived and the one it came in.
	bool seen = totals->looked > 0.9 * totals->walked;
	wfTrial_Claim( run, "circles", seen ? (double)totals->overlaps : NAN );
	wfTrial_Claim( run, "walls", seen ? (double)totals->walls : NAN );
}

// The footstep at a time; the first or the last one before or after all of them.
static const wfFootstep* getStep( const wfAgentWalk* walk, double time )
{
	int32_t low = 0, high = walk->rowCount;
	while ( low < high )
	{
		int32_t middle = low + ( high - low ) / 2;
		low = walk->rows[middle].step.startTime <= time ? middle + 1 : low;
		high = walk->rows[middle].step.startTime <= time ? high : middle;
	}
	return &walk->rows[low > 0 ? low - 1 : 0].step;
}

static wfVec2 getPosition( const wfAgentWalk* walk, double time )
{
	return walk->rowCount > 0 ? wfFootstep_GetPosition( getStep( walk, time ), time ) : ( wfVec2 ){ NAN, NAN };
}

static bool isAtRest( const wfAgentWalk* walk, double time )
{
	const wfFootstep* step = getStep( walk, time );
	wfVec2 velocity = wfFootstep_GetVelocity( step, time );
	// After a stop and before the next footstep nothing moves.
	return time >= wfFootstep_GetEndTime( step ) || hypot( velocity.x, velocity.y ) < REST_SPEED;
}

// Longest time at rest on the way, until a time; not a number gives all of the path.
static double getLongestRest( const wfAgentWalk* walk, double until )
{
	double end = fmin( walk->to, until ), longest = walk->rowCount > 0 ? 0.0 : NAN, since = walk->from;
	for ( int32_t i = 0; walk->rowCount > 0 && walk->from + i * STEP_LOOK < end; ++i )
	{
		double time = walk->from + i * STEP_LOOK;
		since = isAtRest( walk, time ) ? since : time;
		longest = fmax( longest, time - since );
	}
	return longest;
}

// When the centre goes from one side of the line through the ends of a door to the other between the two for the last time; not
// a number where it never does.
static double getPassage( const wfAgentWalk* walk, Door door )
{
	double passage = NAN, last = 0.0;
	wfVec2 line = wfSub2( door.b, door.a );
	double square = wfDot2( line, line );
	for ( int32_t i = 0; walk->rowCount > 0 && i * STEP_LOOK < walk->to; ++i )
	{
		wfVec2 from = wfSub2( getPosition( walk, i * STEP_LOOK ), door.a );
		double side = wfCross2( line, from ), part = wfDot2( line, from ) / square;
		bool passes = last * side < 0.0 && part > 0.0 && part < 1.0;
		passage = passes ? i * STEP_LOOK : passage;
		last = side != 0.0 ? side : last;
	}
	return passage;
}

// ------------------------------------------------------------------------------------------------------------- pictures

typedef struct StepPicture
{
	const char* title;
	const double* moments; // null: one picture of the whole path
	int32_t momentCount, columns;
	bool byDirection; // colours
	bool bare;		  // without trails and footprints: where everybody is, no more
} StepPicture;

// Of the part of the world that the experiment names "view", [x0, y0, x1, y1]; without it all. Does nothing when no picture was
// asked for.
static void drawSteps( wfTrial* run, const wfCrowdWalks* record, const StepPicture* picture )
{
	const char* path = wfTrial_NamePicture( run, "" );
	if ( path == NULL )
	{
		return;
	}
	double view[4] = { 0.0 };
	wfCrowdPictureDef def = wfDefaultCrowdPictureDef();
	def.title = picture->title;
	def.trails = def.footprints = !picture->bare;
	def.colorByDirection = picture->byDirection;
	def.moments = picture->moments;
	def.momentCount = picture->momentCount;
	def.columns = picture->columns;
	if ( wfTrial_Has( run, "view" ) )
	{
		wfTrial_GetNumbers( run, "view", "[x0, y0, x1, y1]", view, 4 );
	}
	def.view = ( wfBox2 ){ { view[0], view[1] }, { view[2], view[3] } };
	wfTrial_Check( run, wfDrawFootsteps( path, run->scenario.world, &record->table, &def, &wf_error ) );
}

// ---------------------------------------------------------------------------------------------------------------- doors

static Door getDoor( wfTrial* run )
{
	return ( Door ){ wfTrial_GetVector( run, "door.a" ), wfTrial_GetVector( run, "door.b" ) };
}

// The larger one; not a number when one of them is none, so that a claim about somebody who never passed does not hold.
static double getMost( double a, double b )
{
	return isnan( a ) || isnan( b ) ? NAN : fmax( a, b );
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
	Traffic traffic = { .passage = getPassage( one, door ), .all = record->count };
	for ( int32_t i = 0; i < record->count; ++i )
	{
		const wfAgentWalk* walk = record->walks + i;
		double passage = getPassage( walk, door ), later = passage - traffic.passage;
		double rest = isnan( passage ) ? NAN : getLongestRest( walk, passage + AFTER_DOOR );
		traffic.rest = getMost( traffic.rest, rest );
		traffic.ownRest = walk == one ? rest : traffic.ownRest;
		traffic.flowing += rest < LONG_REST;
		traffic.before += walk != one && later <= 0.0 && later > -near;
		traffic.after += walk != one && later > 0.0 && later < near;
	}
	return traffic;
}

// The scenario with no agents but those of one or two entries, 0 for none, and with this seed.
static wfCrowdWalks recordEntries( wfTrial* run, int32_t first, int32_t second, int32_t seed )
{
	wfSimulation simulation = wfTrial_OpenCrowd( run, 0, (uint64_t)seed, NULL );
	wfTrial_KeepEntries( run, simulation.crowd, ( const int32_t[] ){ first, second }, 2 );
	wfCrowdWalks record = wfTrial_Record( run, &simulation );
	wfSimulation_Free( &simulation );
	return record;
}

static int32_t countSeeds( wfTrial* run )
{
	int32_t seeds = wfTrial_CountSeeds( run );
	return seeds < MAX_SEEDS ? seeds : MAX_SEEDS;
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
		delay = getMost( delay, traffic[i].delay );
		wfTrial_Note( run, "", traffic[i].before, "seed %d: oncoming shortly before it", i + 1 );
		wfTrial_Note( run, "", traffic[i].after, "seed %d: oncoming shortly after it", i + 1 );
		wfTrial_Note( run, "s", traffic[i].delay, "seed %d: later than alone by", i + 1 );
		wfTrial_Note( run, "s", traffic[i].ownRest, "seed %d: longest time at rest", i + 1 );
	}
	wfTrial_Claim( run, "among", (double)among / count );
	wfTrial_Claim( run, "flowing", (double)flowing / all );
	wfTrial_Claim( run, "rest", rest );
	wfTrial_Claim( run, "delay", delay );
}

// Where everybody starts is drawn by the seed.
void wfPerformOncoming( wfTrial* run )
{
	wfCrowdWalks first = { 0 };
	Traffic traffic[MAX_SEEDS] = { 0 };
	StepTotals totals = { 0 };
	Door door = getDoor( run );
	double near = wfTrial_GetNumber( run, "near" ), moments[WF_MAX_LIST];
	int32_t one = wfTrial_FindEntry( run, "against" ), others = wfTrial_FindEntry( run, "others" ), seeds = countSeeds( run );
	for ( int32_t i = 0; i < seeds; ++i )
	{
		wfCrowdWalks alone = recordEntries( run, one, 0, i + 1 ), record = recordEntries( run, one, others, i + 1 );
		traffic[i] = measureTraffic( &record, wfCrowdWalks_Find( &record, one, 0 ), door, near );
		traffic[i].delay = traffic[i].passage - getPassage( wfCrowdWalks_Find( &alone, one, 0 ), door );
		addSteps( &totals, &record );
		wfFootstepTable_Free( &alone.table );
		first = i == 0 ? record : first;
		if ( i > 0 )
		{
			wfFootstepTable_Free( &record.table );
		}
	}
	claimSteps( run, &totals );
	claimTraffic( run, traffic, seeds );
	StepPicture picture = { .title = run->scenario.name, .moments = moments, .columns = 2, .byDirection = true };
	picture.momentCount = getMoments( run, traffic[0].passage, moments );
	drawSteps( run, &first, &picture );
	wfFootstepTable_Free( &first.table );
}

// --------------------------------------------------------------------------------------------------------------- one door

// Two who want through a door for one, and each of them alone.
typedef struct Pair
{
	double firstDelay, secondDelay; // of the first and the second one through the door, against walking alone
	double aside;					// of the second one: farthest from where it walks alone, until the first one is through
	double rest;					// longest of the second one
	double width;					// of the door, in widths of the wider person
} Pair;

// Of the walls as they are: where one is farthest from them, between the two ends.
static double getFreeWidth( const wfTrial* run, Door door )
{
	double width = 0.0;
	for ( int32_t i = 0; i <= 100; ++i )
	{
		wfVec2 point = wfMix2( door.a, door.b, 0.01 * i );
		width = fmax( width, 2.0 * wfWorld_GetDistance( run->scenario.world, point, 0 ) );
	}
	return width;
}

// How far somebody is from the path that it walks alone, at most until a time.
static double getAside( const wfAgentWalk* walk, const wfAgentWalk* alone, double until )
{
	double aside = 0.0;
	for ( int32_t i = 0; i * ASIDE_LOOK < until; ++i )
	{
		wfVec2 place = getPosition( walk, i * ASIDE_LOOK );
		double nearest = INFINITY;
		for ( int32_t k = 0; k * ASIDE_LOOK < alone->to; ++k )
		{
			nearest = fmin( nearest, wfDistance2( place, getPosition( alone, k * ASIDE_LOOK ) ) );
		}
		aside = fmax( aside, nearest );
	}
	return aside;
}

static Pair measurePair( const wfTrial* run, const wfCrowdWalks* together, const wfCrowdWalks* alone, Door door )
{
	Pair pair = { .firstDelay = NAN, .secondDelay = NAN, .rest = NAN };
	double times[2], delays[2];
	for ( int32_t i = 0; i < 2; ++i )
	{
		const wfAgentWalk* walk = together->walks + i;
		times[i] = getPassage( walk, door );
		delays[i] = times[i] - getPassage( wfCrowdWalks_Find( alone, walk->entry, 0 ), door );
		const wfBody* body = &walk->rows[0].body;
		pair.width = fmax( pair.width, 2.0 * fmax( body->torsoRadius, body->shoulderDistance + body->shoulderRadius ) );
	}
	int32_t first = times[0] <= times[1] ? 0 : 1;
	pair.firstDelay = delays[first];
	pair.secondDelay = delays[1 - first];
	const wfAgentWalk* second = together->walks + 1 - first;
	pair.aside = getAside( second, wfCrowdWalks_Find( alone, second->entry, 0 ), times[first] );
	pair.rest = getLongestRest( together->walks + 1 - first, times[1 - first] );
	pair.width = getFreeWidth( run, door ) / pair.width;
	return pair;
}

static void claimPairs( wfTrial* run, const Pair* pairs, int32_t count )
{
	double first = 0.0, least = INFINITY, most = -INFINITY, width = 0.0;
	int32_t aside = 0;
	for ( int32_t i = 0; i < count; ++i )
	{
		first = getMost( first, pairs[i].firstDelay );
		least = -getMost( -least, pairs[i].firstDelay - pairs[i].secondDelay );
		most = getMost( most, pairs[i].secondDelay );
		width = fmax( width, pairs[i].width );
		aside += pairs[i].aside > CLEARLY_ASIDE;
		wfTrial_Note( run, "s", pairs[i].firstDelay, "seed %d: the first one is later than alone by", i + 1 );
		wfTrial_Note( run, "s", pairs[i].secondDelay, "seed %d: the second one by", i + 1 );
		wfTrial_Note( run, "s", pairs[i].rest, "seed %d: it stands for", i + 1 );
		wfTrial_Note( run, "m", pairs[i].aside, "seed %d: it is beside its own path by", i + 1 );
	}
	wfTrial_Claim( run, "width", width );
	wfTrial_Claim( run, "first", first );
	wfTrial_Claim( run, "yields", least );
	wfTrial_Claim( run, "second", most );
	wfTrial_Claim( run, "aside", aside );
}

// The cells that are named where those of the file's grid close the door.
static void claimCells( wfTrial* run )
{
	wfClosedPassage passage = { 0 };
	wfGrid* grid = wfTrial_CreateGrid( run, 0.0 );
	int32_t count = wfGrid_FindClosedPassages( grid, run->scenario.world, NULL, &passage, 1 );
	wfTrial_Check( run, count < 0 ? (wfResult)-count : wf_ok );
	wfTrial_Claim( run, "named", count > 0 ? passage.openCellSize : NAN );
	wfDestroyGrid( grid );
}

// Two who come from both sides, where the seed has drawn them.
void wfPerformOneDoor( wfTrial* run )
{
	Door door = getDoor( run );
	wfCrowdWalks first = { 0 };
	StepTotals totals = { 0 };
	Pair pairs[MAX_SEEDS];
	int32_t west = wfTrial_FindEntry( run, "first" ), east = wfTrial_FindEntry( run, "second" ), seeds = countSeeds( run );
	for ( int32_t i = 0; i < seeds; ++i )
	{
		wfCrowdWalks together = recordEntries( run, west, east, i + 1 );
		wfCrowdWalks alone[2] = { recordEntries( run, west, 0, i + 1 ), recordEntries( run, east, 0, i + 1 ) };
		wfTrial_FailIf( run, together.count != 2, "first", "expected two agents, found %d", together.count );
		// Both in one list, as the ones of `together` are.
		wfAgentWalk walks[2] = { alone[0].walks[0], alone[1].walks[0] };
		wfCrowdWalks both = { .walks = walks, .count = 2 };
		pairs[i] = measurePair( run, &together, &both, door );
		addSteps( &totals, &together );
		wfFootstepTable_Free( &alone[0].table );
		wfFootstepTable_Free( &alone[1].table );
		first = i == 0 ? together : first;
		if ( i > 0 )
		{
			wfFootstepTable_Free( &together.table );
		}
	}
	// Around the first passage, and the second one.
	double moments[WF_MAX_LIST + 1];
	double times[2] = { getPassage( first.walks, door ), getPassage( first.walks + 1, door ) };
	claimSteps( run, &totals );
	claimPairs( run, pairs, seeds );
	claimCells( run );
	StepPicture picture = { .title = run->scenario.name, .moments = moments, .columns = 2, .byDirection = true };
	picture.momentCount = getMoments( run, fmin( times[0], times[1] ), moments );
	moments[picture.momentCount++] = fmax( times[0], times[1] );
	drawSteps( run, &first, &picture );
	wfFootstepTable_Free( &first.table );
}

// ----------------------------------------------------------------------------------------------------------- the search

// So many people of the entries of a list, 0: as the file says, drawn by a seed.
static wfCrowdWalks recordList( wfTrial* run, double people, const char* list, int32_t seed )
{
	int32_t entries[WF_MAX_LIST], count = wfTrial_CountItems( run, list, 1, WF_MAX_LIST );
	for ( int32_t i = 0; i < count; ++i )
	{
		entries[i] = wfTrial_FindEntry( run, wfKey( "%s[%d]", list, i ) );
	}
	// As many again are there for the other list.
	wfSimulation simulation = wfTrial_OpenCrowd( run, (int32_t)( 2.0 * people ), (uint64_t)seed, wfGetTrialWorkers() );
	wfTrial_KeepEntries( run, simulation.crowd, entries, count );
	wfCrowdWalks record = wfTrial_Record( run, &simulation );
	wfSimulation_Free( &simulation );
	return record;
}

// Milliseconds for one person in a 20th of a second.
static double getFrameCost( const StepTotals* totals )
{
	return 1e3 * totals->processor / ( 20.0 * totals->walked );
}

static void noteSearch( wfTrial* run, const StepTotals* totals, const char* name )
{
	const wfFootstepStats* stats = &totals->stats;
	double plans = (double)stats->plans;
	wfTrial_Note( run, "", (double)stats->generated / plans, "%s: nodes generated in a plan", name );
	wfTrial_Note( run, "", (double)stats->expanded / plans, "%s: nodes expanded in a plan", name );
	wfTrial_Note( run, "", (double)stats->mostGenerated, "%s: nodes generated in the largest plan", name );
	wfTrial_Note( run, "", (double)stats->planned / plans, "%s: footsteps of a plan", name );
	wfTrial_Note( run, "ms", 1e3 * stats->planSeconds / plans, "%s: a plan", name );
	wfTrial_Note( run, "ms", getFrameCost( totals ), "%s: a person in a 20th of a second", name );
	wfTrial_Note( run, "", (double)totals->arrived / (double)totals->people, "%s: share that arrives", name );
}

// The same with plans as long and searches as large as the paper's, which are in the file's gait.
static void claimSearch( wfTrial* run, double people )
{
	StepTotals totals = { 0 };
	int32_t seeds = run->quick ? 1 : countSeeds( run );
	for ( int32_t seed = 1; seed <= seeds; ++seed )
	{
		wfCrowdWalks record = recordList( run, people, "entriesAsPrinted", seed );
		addSteps( &totals, &record );
		wfFootstepTable_Free( &record.table );
	}
	double plans = (double)totals.stats.plans;
	wfTrial_Claim( run, "arriveAsPrinted", (double)totals.arrived / (double)totals.people );
	wfTrial_Claim( run, "contactsAsPrinted", (double)( totals.overlaps + totals.walls ) );
	wfTrial_Claim( run, "largestPlan", (double)totals.stats.mostGenerated );
	wfTrial_Claim( run, "planLength", (double)totals.stats.planned / plans );
	noteSearch( run, &totals, "as printed" );
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

// The stay of one in which most others passed, and the longest one, of which the seconds are reported.
static Stay measureStay( const wfCrowdWalks* record, int32_t index, const double* passages, const double* corners, int32_t count,
						 double reach )
{
	const wfAgentWalk* walk = record->walks + index;
	Stay stay = { 0 };
	double until = isnan( passages[index] ) ? walk->to : passages[index], since = NAN;
	for ( int32_t i = 0; walk->rowCount > 0 && i * STEP_LOOK < until; ++i )
	{
		double time = i * STEP_LOOK;
		bool near = isNear( getPosition( walk, time ), corners, count, reach );
		since = near ? ( isnan( since ) ? time : since ) : NAN;
		if ( near && time - since > stay.seconds )
		{
			stay.seconds = time - since;
		}
		// Counted where a stay ends only: it grows while it lasts.
		bool ends =
			near && ( time + STEP_LOOK >= until || !isNear( getPosition( walk, time + STEP_LOOK ), corners, count, reach ) );
		int32_t overtaken = 0;
		for ( int32_t k = 0; k < record->count && ends; ++k )
		{
			overtaken += passages[k] > since && passages[k] < time;
		}
		stay.overtaken = overtaken > stay.overtaken ? overtaken : stay.overtaken;
	}
	return stay;
}

// The longest stay of anybody, and of those stays the one with most who passed.
static Stay getWorstStay( wfTrial* run, const wfCrowdWalks* record, Door door )
{
	double corners[WF_MAX_LIST], reach = wfTrial_GetNumber( run, "reach" );
	double* passages = wfNewArray( (size_t)record->count, sizeof( double ) );
	int32_t count = wfTrial_GetList( run, "corners", corners );
	wfTrial_FailIf( run, count % 2 != 0, "corners", "expected pairs of coordinates" );
	for ( int32_t i = 0; i < record->count; ++i )
	{
		passages[i] = getPassage( record->walks + i, door );
	}
	Stay worst = { 0 };
	for ( int32_t i = 0; i < record->count; ++i )
	{
		Stay stay = measureStay( record, i, passages, corners, count, reach );
		worst.seconds = fmax( worst.seconds, stay.seconds );
		worst.overtaken = stay.overtaken > worst.overtaken ? stay.overtaken : worst.overtaken;
	}
	return worst;
}

// Fifty who are drawn by the seed, with our search and with the paper's.
void wfPerformGlassDoor( wfTrial* run )
{
	Door door = getDoor( run );
	Stay worst = { 0 };
	StepTotals totals = { 0 };
	double moments[WF_MAX_LIST];
	int32_t seeds = countSeeds( run );
	for ( int32_t seed = 1; seed <= seeds; ++seed )
	{
		wfCrowdWalks record = recordList( run, 0.0, "entries", seed );
		Stay stay = getWorstStay( run, &record, door );
		worst.seconds = fmax( worst.seconds, stay.seconds );
		worst.overtaken = stay.overtaken > worst.overtaken ? stay.overtaken : worst.overtaken;
		addSteps( &totals, &record );
		wfTrial_Note( run, "s", stay.seconds, "seed %d: longest anybody is beside a corner", seed );
		wfTrial_Note( run, "s", record.seconds, "seed %d: all are out after", seed );
		if ( seed == 1 )
		{
			StepPicture picture = { .title = run->scenario.name, .moments = moments, .columns = 2 };
			picture.momentCount = getMoments( run, 0.0, moments );
			drawSteps( run, &record, &picture );
		}
		wfFootstepTable_Free( &record.table );
	}
	wfTrial_Claim( run, "people", (double)totals.people / seeds );
	claimSteps( run, &totals );
	wfTrial_Claim( run, "stay", worst.seconds );
	wfTrial_Claim( run, "overtaken", worst.overtaken );
	wfTrial_Claim( run, "last", totals.last );
	wfTrial_Claim( run, "stuck", totals.stuck );
	noteSearch( run, &totals, "ours" );
	claimSearch( run, 0.0 );
}

// ---------------------------------------------------------------------------------------------------------------- turns

// A path out along an axis and back.
typedef struct Turn
{
	double width;	// largest distance from the line it came along
	double seconds; // from when it no longer faces out to when it faces back
	double rest;	// longest at rest meanwhile
	double speed;	// mean of the path out, footsteps from and to rest left out
	int32_t steps;	// in which it turns
	bool turned;
} Turn;

// Both times are those between which it faces neither out nor back; `within` is the cosine of what counts as facing.
static bool findTurn( const wfAgentWalk* walk, wfVec2 out, double within, double* from, double* to )
{
	*from = *to = NAN;
	for ( int32_t i = 0; walk->rowCount > 0 && i * STEP_LOOK < walk->to; ++i )
	{
		double time = i * STEP_LOOK;
		double along = wfDot2( wfFootstep_GetFacing( getStep( walk, time ), time ), out );
		if ( along > within )
		{
			*from = time;
			*to = NAN;
		}
		else if ( along < -within && isnan( *to ) )
		{
			*to = time;
		}
	}
	return *from < *to;
}

static double getMeanSpeed( const wfAgentWalk* walk, double until )
{
	double metres = 0.0, seconds = 0.0;
	for ( int32_t i = 0; i < walk->rowCount; ++i )
	{
		const wfFootstep* step = &walk->rows[i].step;
		double end = wfFootstep_GetEndTime( step );
		if ( step->kind == wf_walkFootstep && end < until )
		{
			wfVec2 a = wfFootstep_GetPosition( step, step->startTime ), b = wfFootstep_GetPosition( step, end );
			metres += hypot( b.x - a.x, b.y - a.y );
			seconds += step->duration;
		}
	}
	return metres / seconds;
}

static Turn measureTurn( const wfAgentWalk* walk, wfVec2 out, double within )
{
	Turn turn = { .width = NAN, .speed = NAN, .rest = 0.0 };
	double from, to;
	turn.turned = findTurn( walk, out, within, &from, &to );
	if ( !turn.turned )
	{
		return turn;
	}
	wfVec2 start = getPosition( walk, 0.0 );
	double since = from;
	turn.width = 0.0;
	for ( int32_t i = 0; from + i * STEP_LOOK < to; ++i )
	{
		double time = from + i * STEP_LOOK;
		since = isAtRest( walk, time ) ? since : time;
		turn.rest = fmax( turn.rest, time - since );
	}
	for ( int32_t i = 0; i * STEP_LOOK < walk->to; ++i )
	{
		wfVec2 offset = wfSub2( getPosition( walk, i * STEP_LOOK ), start );
		turn.width = fmax( turn.width, fabs( wfCross2( out, offset ) ) );
	}
	for ( int32_t i = 0; i < walk->rowCount; ++i )
	{
		const wfFootstep* step = &walk->rows[i].step;
		turn.steps += !wfMovesNothing( step ) && step->startTime < to && wfFootstep_GetEndTime( step ) > from;
	}
	turn.seconds = to - from;
	turn.speed = getMeanSpeed( walk, from );
	return turn;
}

// The walkers of the list "walkers", in its order.
static int32_t measureTurns( wfTrial* run, const wfCrowdWalks* record, Turn* turns )
{
	wfVec2 out = wfTrial_GetVector( run, "out" );
	double within = cos( wfTrial_GetNumber( run, "facing" ) );
	int32_t count = wfTrial_CountItems( run, "walkers", 2, MAX_TURNS );
	for ( int32_t i = 0; i < count; ++i )
	{
		const char* name = wfTrial_GetText( run, wfKey( "walkers[%d]", i ) );
		int32_t entry = wfTrial_FindEntry( run, wfKey( "walkers[%d]", i ) );
		turns[i] = measureTurn( wfCrowdWalks_Find( record, entry, 0 ), out, within );
		wfTrial_Note( run, "m/s", turns[i].speed, "%.32s: speed on the way out", name );
		wfTrial_Note( run, "m", turns[i].width, "%.32s: width of the turn", name );
		wfTrial_Note( run, "", turns[i].steps, "%.32s: steps of the turn", name );
		wfTrial_Note( run, "s", turns[i].seconds, "%.32s: seconds of the turn", name );
		wfTrial_Note( run, "s", turns[i].rest, "%.32s: at rest in it", name );
	}
	return count;
}

static void performTurns( wfTrial* run, void ( *claim )( wfTrial* run, const Turn* turns, int32_t count ) )
{
	Turn turns[MAX_TURNS];
	wfCrowdWalks record = wfTrial_Walk( run, NULL );
	int32_t count = measureTurns( run, &record, turns );
	StepTotals totals = { 0 };
	addSteps( &totals, &record );
	claimSteps( run, &totals );
	claim( run, turns, count );
	StepPicture picture = { .title = run->scenario.name };
	drawSteps( run, &record, &picture );
	wfFootstepTable_Free( &record.table );
}

static void claimSpeeds( wfTrial* run, const Turn* turns, int32_t count )
{
	double faster = INFINITY, wider = INFINITY;
	for ( int32_t i = 0; i < count; ++i )
	{
		faster = i > 0 ? fmin( faster, turns[i].speed - turns[i - 1].speed ) : faster;
		wider = i > 0 ? fmin( wider, turns[i].width - turns[i - 1].width ) : wider;
	}
	wfTrial_Claim( run, "faster", faster );
	wfTrial_Claim( run, "wider", wider );
	// Who is slow may as well turn on the spot.
	wfTrial_Claim( run, "rest", turns[count - 1].turned ? turns[count - 1].rest : NAN );
}

void wfPerformTurnSpeeds( wfTrial* run )
{
	performTurns( run, claimSpeeds );
}

static void claimRanges( wfTrial* run, const Turn* turns, int32_t count )
{
	int32_t more = turns[count - 1].turned ? INT32_MAX : 0;
	double longer = INFINITY;
	for ( int32_t i = 1; i < count; ++i )
	{
		int32_t step = turns[i].steps - turns[i - 1].steps;
		more = step < more ? step : more;
		longer = fmin( longer, turns[i].seconds - turns[i - 1].seconds );
	}
	wfTrial_Claim( run, "more", more );
	wfTrial_Claim( run, "longer", longer );
}

void wfPerformTurnRanges( wfTrial* run )
{
	performTurns( run, claimRanges );
}

// ----------------------------------------------------------------------------------------------------------------- many

// Hundreds who are drawn by the seed, with our search and with the paper's.
void wfPerformManySteps( wfTrial* run )
{
	double people = wfTrial_GetEffort( run, "people", 1.0, 1e6 ), moments[WF_MAX_LIST];
	StepPicture picture = { .title = run->scenario.name, .moments = moments, .columns = 1, .byDirection = true };
	StepTotals totals = { 0 };
	int32_t seeds = countSeeds( run );
	for ( int32_t seed = 1; seed <= seeds; ++seed )
	{
		wfCrowdWalks record = recordList( run, people, "entries", seed );
		addSteps( &totals, &record );
		wfTrial_Note( run, "s", record.seconds, "seed %d: the last one arrives after", seed );
		if ( seed == 1 )
		{
			picture.momentCount = wfTrial_GetList( run, "moments", moments );
			picture.bare = picture.momentCount > 1;
			drawSteps( run, &record, &picture );
		}
		wfFootstepTable_Free( &record.table );
	}
	wfTrial_Claim( run, "people", (double)totals.people / ( seeds * people ) );
	wfTrial_ClaimIfAsked( run, "obstacles", wfWorld_GetShapeCount( run->scenario.world ) );
	claimSteps( run, &totals );
	wfTrial_Claim( run, "last", totals.last );
	wfTrial_Claim( run, "stuck", totals.stuck );
	wfTrial_Claim( run, "realTime", totals.realTime );
	noteSearch( run, &totals, "ours" );
	claimSearch( run, people );
}
