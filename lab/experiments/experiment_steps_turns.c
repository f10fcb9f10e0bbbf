// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Experiments with people on foot who turn round: how wide with their speed, in how many steps with their feet; and with
// hundreds of them, both ways in a corridor and between obstacles.
#include "experiment_steps.h"

#include "base/vec2.h"

#include <math.h>

#define MAX_TURNS 8

// A way out along an axis and back.
typedef struct Turn
{
	double width;	// largest distance from the line it came along
	double seconds; // from when it no longer faces out to when it faces back
	double rest;	// longest at rest meanwhile
	double speed;	// mean of the way out, steps from and to rest left out
	int32_t steps;	// in which it turns
	bool turned;
} Turn;

// Both times are those between which it faces neither out nor back; `within` is the cosine of what counts as facing.
static bool findTurn( const wfAgentWalk* walk, wfVec2 out, double within, double* from, double* to )
{
	*from = *to = NAN;
	for ( int32_t i = 0; walk->rowCount > 0 && i * WF_STEP_LOOK < walk->to; ++i )
	{
		double time = i * WF_STEP_LOOK;
		double along = wfDot2( wfFootstep_GetFacing( wfAgentWalk_GetStep( walk, time ), time ), out );
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
	double way = 0.0, seconds = 0.0;
	for ( int32_t i = 0; i < walk->rowCount; ++i )
	{
		const wfFootstep* step = &walk->rows[i].step;
		double end = wfFootstep_GetEndTime( step );
		if ( step->kind == wf_walkFootstep && end < until )
		{
			wfVec2 a = wfFootstep_GetPosition( step, step->startTime ), b = wfFootstep_GetPosition( step, end );
			way += hypot( b.x - a.x, b.y - a.y );
			seconds += step->duration;
		}
	}
	return way / seconds;
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
	wfVec2 start = wfAgentWalk_GetPosition( walk, 0.0 );
	double since = from;
	turn.width = 0.0;
	for ( int32_t i = 0; from + i * WF_STEP_LOOK < to; ++i )
	{
		double time = from + i * WF_STEP_LOOK;
		since = wfAgentWalk_IsAtRest( walk, time ) ? since : time;
		turn.rest = fmax( turn.rest, time - since );
	}
	for ( int32_t i = 0; i * WF_STEP_LOOK < walk->to; ++i )
	{
		wfVec2 place = wfAgentWalk_GetPosition( walk, i * WF_STEP_LOOK ), way = { place.x - start.x, place.y - start.y };
		turn.width = fmax( turn.width, fabs( out.x * way.y - out.y * way.x ) );
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
	wfTrial_ClaimSteps( run, &record, 1 );
	claim( run, turns, count );
	wfStepPicture picture = { .title = run->scenario.name };
	wfTrial_DrawSteps( run, &record, &picture );
	wfCrowdWalks_Free( &record );
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
	wfSimulation simulation = wfTrial_OpenCrowd( run, (int32_t)people );
	wfCrowdWalks record = wfTrial_Record( run, &simulation );
	wfTrial_Claim( run, "people", record.count / people );
	wfTrial_ClaimIfAsked( run, "obstacles", wfWorld_GetShapeCount( simulation.world ) );
	wfTrial_ClaimSteps( run, &record, 1 );
	wfTrial_Claim( run, "realTime", record.processor / record.seconds );
	wfTrial_Note( run, "", record.count, "people" );
	wfTrial_Note( run, "s", record.seconds, "the last one arrives after" );
	wfTrial_Note( run, "", record.stuck, "times somebody made no progress for long" );
	noteCost( run, &record );
	double moments[WF_MAX_LIST];
	wfStepPicture picture = { .title = run->scenario.name, .moments = moments, .columns = 1, .byWay = true };
	picture.momentCount = wfTrial_GetList( run, "moments", moments );
	picture.bare = picture.momentCount > 1;
	wfTrial_DrawSteps( run, &record, &picture );
	wfCrowdWalks_Free( &record );
	wfSimulation_Free( &simulation );
}
