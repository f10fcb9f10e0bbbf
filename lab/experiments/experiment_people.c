// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Experiments with many: visitors of a park, and how fast a crowd of the documents' kind steps.
#include "experiment_crowd.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define MAX_VISITORS 8

static double getFrechet( const wfAgentWalk* a, const wfAgentWalk* b )
{
	return wfComparePaths( a->places, a->count, b->places, b->count ).frechet;
}

// ----------------------------------------------------------------------------------------------------------------- turns

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

typedef struct Turns
{
	int32_t count;
	wfCrowdWalks alone[MAX_VISITORS], together;
	const wfAgentWalk *ownWay[MAX_VISITORS], *sharedWay[MAX_VISITORS];
	double wall;
} Turns;

static void walkTurns( wfTrial* run, Turns* turns )
{
	turns->count = wfTrial_CountItems( run, "visitors", 2, MAX_VISITORS );
	turns->together = wfTrial_Walk( run, "cases.together" );
	turns->wall = wfTrial_GetDeepestWallHit( run, &turns->together );
	for ( int32_t i = 0; i < turns->count; ++i )
	{
		turns->alone[i] = wfTrial_Walk( run, wfKey( "cases.%.60s", wfTrial_GetText( run, wfKey( "visitors[%d]", i ) ) ) );
		turns->ownWay[i] = turns->alone[i].walks;
		turns->sharedWay[i] = wfCrowdWalks_Find( &turns->together, turns->ownWay[i]->entry, 0 );
		turns->wall = fmax( turns->wall, wfTrial_GetDeepestWallHit( run, turns->alone + i ) );
	}
}

void wfPerformTurns( wfTrial* run )
{
	Turns turns = { 0 };
	wfVec2 first = wfTrial_GetVector( run, "first" );
	double reach = wfTrial_GetNumber( run, "reach" );
	walkTurns( run, &turns );
	double own = INFINITY, changed = 0.0, mostChanged = 0.0;
	int32_t done = 0;
	for ( int32_t i = 0; i < turns.count; ++i )
	{
		double change = getFrechet( turns.ownWay[i], turns.sharedWay[i] );
		done += isDoneInOrder( turns.ownWay[i], first, reach ) + isDoneInOrder( turns.sharedWay[i], first, reach );
		changed += change / turns.count;
		mostChanged = fmax( mostChanged, change );
		wfTrial_Note( run, "m", change, "visitor %d: change of the way", i + 1 );
		for ( int32_t k = 0; k < i; ++k )
		{
			own = fmin( own, getFrechet( turns.ownWay[i], turns.ownWay[k] ) );
		}
	}
	wfTrial_Claim( run, "order", done / ( 2.0 * turns.count ) );
	wfTrial_Claim( run, "own", own );
	wfTrial_Claim( run, "changed", changed );
	wfTrial_Claim( run, "mostChanged", mostChanged );
	wfTrial_Claim( run, "gap", turns.together.smallestGap );
	wfTrial_Claim( run, "walls", turns.wall );
	wfTrial_DrawWalks( run, "", "Five in a park, each alone", turns.alone, turns.count );
	wfTrial_DrawWalks( run, "together", "Five in a park, all at once", &turns.together, 1 );
	for ( int32_t i = 0; i < turns.count; ++i )
	{
		wfCrowdWalks_Free( turns.alone + i );
	}
	wfCrowdWalks_Free( &turns.together );
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
	free( ids );
}

// Where everybody is at a time, with the ways of the last seconds.
static void drawMoment( wfTrial* run, const wfCrowdWalks* walks, double time, double seconds )
{
	wfCrowdWalks moment = { .tickSeconds = walks->tickSeconds };
	int32_t last = (int32_t)( time / walks->tickSeconds ), length = (int32_t)( seconds / walks->tickSeconds );
	moment.walks = wfNewArray( (size_t)walks->count, sizeof( wfAgentWalk ) );
	for ( int32_t i = 0; i < walks->count; ++i )
	{
		wfAgentWalk part = walks->walks[i];
		int32_t until = last - part.firstStep + 1, from = until > length ? until - length : 0;
		// Who has left by then has fewer places.
		if ( until > 0 && until <= part.count )
		{
			part.places += from;
			part.firstStep += from;
			part.count = until - from;
			moment.walks[moment.count++] = part;
		}
	}
	char title[96];
	snprintf( title, sizeof( title ), "The park after %g s: %d on their ways", time, moment.count );
	wfTrial_DrawWalks( run, "moment", title, &moment, 1 );
	free( moment.walks );
}

void wfPerformVisitors( wfTrial* run )
{
	wfSimulation simulation = wfTrial_OpenVariant( run, NULL );
	drawBehaviors( run, simulation.crowd, wfTrial_GetNumber( run, "epsilon" ), simulation.seed );
	wfCrowdWalks walks = wfTrial_Record( run, &simulation );
	double last = 0.0;
	for ( int32_t i = 0; i < walks.count; ++i )
	{
		last = fmax( last, walks.walks[i].to );
	}
	wfTrial_Claim( run, "visitors", walks.count );
	wfTrial_Claim( run, "arrive", (double)walks.arrived / walks.count );
	wfTrial_Claim( run, "gap", walks.smallestGap );
	wfTrial_Claim( run, "walls", wfTrial_GetDeepestWallHit( run, &walks ) );
	wfTrial_Note( run, "s", last, "the last arrives after" );
	wfTrial_Note( run, "", walks.stuck, "times somebody made no progress for long" );
	wfTrial_DrawWalks( run, "", run->scenario.name, &walks, 1 );
	drawMoment( run, &walks, 15.0, 4.0 );
	wfCrowdWalks_Free( &walks );
	wfSimulation_Free( &simulation );
}

// ------------------------------------------------------------------------------------------------------------------ rate

// What this program itself computed, whatever else the machine does.
static double getProcessSeconds( void )
{
	return (double)clock() / CLOCKS_PER_SEC;
}

// Steps a second with so many agents, after two that warm up.
static double measureRate( wfTrial* run, int32_t agents, int32_t steps )
{
	wfSimulation simulation = wfTrial_OpenCrowd( run, agents );
	double seconds = 0.0;
	// At least a hundredth of a second of work: clocks are coarse.
	int32_t done = 0;
	for ( int32_t i = -2; ( i < steps || seconds < 0.01 ); ++i )
	{
		double began = getProcessSeconds();
		wfTrial_Check( run, wfCrowd_Tick( simulation.crowd, &wf_error ) );
		seconds = i >= 0 ? seconds + getProcessSeconds() - began : 0.0;
		done = i + 1;
	}
	wfSimulation_Free( &simulation );
	return seconds > 0.0 ? done / seconds : NAN;
}

static void drawRates( wfTrial* run, const wfPlotSeries* ours, const wfPlotSeries* document )
{
	int32_t last = ours->count - 1, lastReference = document->count - 1;
	double ends[2] = { fmin( ours->x[0], document->x[0] ), fmax( ours->x[last], document->x[lastReference] ) };
	double needed[2] = { 2.0, 2.0 };
	wfPlotSeries series[3] = { *ours, *document, { "people walk at 2 steps a second", ends, needed, 2 } };
	wfTrial_DrawPlot( run, "agents", "steps a second, one thread", series, 3 );
}

void wfPerformRate( wfTrial* run )
{
	double agents[WF_MAX_LIST], rates[WF_MAX_LIST], document[WF_MAX_LIST], documentRates[WF_MAX_LIST];
	int32_t count = wfTrial_GetList( run, run->quick ? "quickAgents" : "agents", agents );
	int32_t references = wfTrial_GetList( run, "reference.agents", document );
	int32_t steps = (int32_t)wfTrial_GetNumber( run, run->quick ? "quickSteps" : "steps" );
	wfTrial_FailIf( run, wfTrial_GetList( run, "reference.stepsPerSecond", documentRates ) != references,
					"reference.stepsPerSecond", "expected as many numbers as agents" );
	double same = NAN;
	for ( int32_t i = 0; i < count; ++i )
	{
		rates[i] = measureRate( run, (int32_t)agents[i], steps );
		same = agents[i] == document[references - 1] ? rates[i] : same;
		wfTrial_Note( run, "1/s", rates[i], "%g agents", agents[i] );
	}
	double last = agents[count - 1] * rates[count - 1] / documentRates[references - 1];
	wfTrial_Claim( run, "ratio", same / documentRates[references - 1] );
	wfTrial_Claim( run, "agents", last / document[references - 1] );
	wfTrial_Note( run, "", last, "agents at %g steps a second, from the last", documentRates[references - 1] );
	wfPlotSeries ours = { "this crowd", agents, rates, count },
				 theirs = { "the document's", document, documentRates, references };
	drawRates( run, &ours, &theirs );
}
