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
// Slower than this is rest, m/s: what the measures of trajectories take for standing.
#define REST_SPEED 0.1
#define MAX_PAIRS 8
#define AFTER_DOOR 1.5 // seconds until somebody is out of the way
#define LONG_REST 1.0  // seconds at rest that are felt as standing
#define MAX_TURNS 8

typedef struct Door
{
	wfVec2 a, b;
} Door;

// That everybody arrives and that nobody touches anybody or a wall: the claims arrive, circles and walls.
static void claimSteps( wfTrial* run, const wfCrowdWalks* records, int32_t count )
{
	int64_t people = 0, arrived = 0, overlaps = 0, walls = 0;
	double looked = 0.0, walked = 0.0;
	for ( int32_t i = 0; i < count; ++i )
	{
		people += records[i].count;
		arrived += records[i].arrived;
		overlaps += records[i].circles.overlaps;
		walls += records[i].circles.wallHits;
		looked += records[i].circles.agentSeconds;
		walked += records[i].agentSeconds;
	}
	wfTrial_Claim( run, "arrive", people > 0 ? (double)arrived / (double)people : NAN );
	// Who is not looked at cannot touch anybody: everybody was, but for the tick in which it arrived and the one it came in.
	bool seen = looked > 0.9 * walked;
	wfTrial_Claim( run, "circles", seen ? (double)overlaps : NAN );
	wfTrial_Claim( run, "walls", seen ? (double)walls : NAN );
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

// The scenario with no agents but those of one or two entries; 0 for none.
static wfCrowdWalks recordEntries( wfTrial* run, int32_t first, int32_t second )
{
	wfSimulation simulation = wfTrial_OpenCrowd( run, 0, 0 );
	wfTrial_KeepEntries( run, simulation.crowd, ( const int32_t[] ){ first, second }, 2 );
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
	Traffic traffic[MAX_PAIRS] = { 0 };
	Door door = getDoor( run );
	double near = wfTrial_GetNumber( run, "near" ), moments[WF_MAX_LIST];
	int32_t others = wfTrial_FindEntry( run, "others" ), count = wfTrial_CountItems( run, "against", 1, MAX_PAIRS );
	for ( int32_t i = 0; i < count; ++i )
	{
		int32_t entry = wfTrial_FindEntry( run, wfKey( "against[%d]", i ) );
		wfCrowdWalks alone = recordEntries( run, entry, 0 );
		records[i] = recordEntries( run, entry, others );
		traffic[i] = measureTraffic( records + i, wfCrowdWalks_Find( records + i, entry, 0 ), door, near );
		traffic[i].delay = traffic[i].passage - getPassage( wfCrowdWalks_Find( &alone, entry, 0 ), door );
		wfFootstepTable_Free( &alone.table );
	}
	claimSteps( run, records, count );
	claimTraffic( run, traffic, count );
	StepPicture picture = { .title = run->scenario.name, .moments = moments, .columns = 2, .byDirection = true };
	picture.momentCount = getMoments( run, traffic[0].passage, moments );
	drawSteps( run, records, &picture );
	for ( int32_t i = 0; i < count; ++i )
	{
		wfFootstepTable_Free( &records[i].table );
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

static Pair measurePair( const wfTrial* run, const wfCrowdWalks* together, const wfCrowdWalks* alone, Door door )
{
	Pair pair = { .firstDelay = NAN, .secondDelay = NAN, .between = NAN, .rest = NAN };
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
	pair.between = fabs( times[1] - times[0] );
	pair.rest = getLongestRest( together->walks + 1 - first, times[1 - first] );
	pair.width = getFreeWidth( run, door ) / pair.width;
	return pair;
}

// Both of a pair alone, one after the other: nobody is in anybody's way.
static void walkAlone( wfTrial* run, int32_t pair, wfCrowdWalks* alone )
{
	for ( int32_t i = 0; i < 2; ++i )
	{
		wfSimulation simulation = wfTrial_OpenVariant( run, wfKey( "pairs[%d]", pair ), 0 );
		int32_t count;
		wfAgentId* ids = wfGetAgentIds( simulation.crowd, &count );
		wfTrial_FailIf( run, count != 2, wfKey( "pairs[%d]", pair ), "expected two agents, found %d", count );
		wfTrial_Check( run, wfCrowd_RemoveAgent( simulation.crowd, ids[1 - i] ) );
		alone[i] = wfTrial_Record( run, &simulation );
		wfSimulation_Free( &simulation );
	}
}

static void claimPairs( wfTrial* run, const Pair* pairs, int32_t count )
{
	double first = 0.0, least = INFINITY, most = -INFINITY, width = 0.0;
	for ( int32_t i = 0; i < count; ++i )
	{
		first += pairs[i].firstDelay / count;
		least = -getMost( -least, pairs[i].firstDelay - pairs[i].secondDelay );
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
	wfCrowdWalks together[MAX_PAIRS] = { 0 };
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
		wfFootstepTable_Free( &alone[0].table );
		wfFootstepTable_Free( &alone[1].table );
	}
	// Around the first passage, and the second one.
	double moments[WF_MAX_LIST + 1];
	const wfAgentWalk* walks = together[0].walks;
	double times[2] = { getPassage( walks, door ), getPassage( walks + 1, door ) };
	claimSteps( run, together, count );
	claimPairs( run, pairs, count );
	StepPicture picture = { .title = run->scenario.name, .moments = moments, .columns = 2, .byDirection = true };
	picture.momentCount = getMoments( run, fmin( times[0], times[1] ), moments );
	moments[picture.momentCount++] = fmax( times[0], times[1] );
	drawSteps( run, together, &picture );
	for ( int32_t i = 0; i < count; ++i )
	{
		wfFootstepTable_Free( &together[i].table );
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
		passages[i] = getPassage( record.walks + i, door );
	}
	double moments[WF_MAX_LIST];
	claimSteps( run, &record, 1 );
	claimStays( run, &record, passages );
	StepPicture picture = { .title = run->scenario.name, .moments = moments, .columns = 2 };
	picture.momentCount = getMoments( run, 0.0, moments );
	drawSteps( run, &record, &picture );
	wfFootstepTable_Free( &record.table );
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
	claimSteps( run, &record, 1 );
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

static void noteCost( wfTrial* run, const wfCrowdWalks* record )
{
	const wfFootstepStats* stats = &record->stats;
	double plans = (double)stats->plans;
	wfTrial_Note( run, "", (double)stats->steps, "steps" );
	wfTrial_Note( run, "", plans, "plans" );
	wfTrial_Note( run, "ms", 1e3 * stats->planSeconds / plans, "mean plan" );
	wfTrial_Note( run, "ms", 1e3 * stats->p95Seconds, "plan, 95 of 100 are shorter than" );
	wfTrial_Note( run, "", (double)stats->generated / plans, "nodes generated in a plan" );
	wfTrial_Note( run, "", (double)stats->expanded / plans, "nodes expanded in a plan" );
	wfTrial_Note( run, "us", 1e6 * record->processor / ( 20.0 * record->agentSeconds ),
				  "processor, for one person in a 20th of a second" );
}

void wfPerformManySteps( wfTrial* run )
{
	double people = wfTrial_GetEffort( run, "people", 1.0, 1e6 );
	wfSimulation simulation = wfTrial_OpenCrowd( run, (int32_t)people, 0 );
	wfCrowdWalks record = wfTrial_Record( run, &simulation );
	wfTrial_Claim( run, "people", record.count / people );
	wfTrial_ClaimIfAsked( run, "obstacles", wfWorld_GetShapeCount( simulation.world ) );
	claimSteps( run, &record, 1 );
	wfTrial_Claim( run, "realTime", record.processor / record.seconds );
	wfTrial_Note( run, "", record.count, "people" );
	wfTrial_Note( run, "s", record.seconds, "the last one arrives after" );
	wfTrial_Note( run, "", record.stuck, "times somebody made no progress for long" );
	noteCost( run, &record );
	double moments[WF_MAX_LIST];
	StepPicture picture = { .title = run->scenario.name, .moments = moments, .columns = 1, .byDirection = true };
	picture.momentCount = wfTrial_GetList( run, "moments", moments );
	picture.bare = picture.momentCount > 1;
	drawSteps( run, &record, &picture );
	wfFootstepTable_Free( &record.table );
	wfSimulation_Free( &simulation );
}
