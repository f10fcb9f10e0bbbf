// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Experiments with many: visitors of a park, and how fast a crowd of the documents' kind steps.
#include "experiment_cases.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MAX_VISITORS 8

static double getFrechet( const wfWalk* a, const wfWalk* b )
{
	return wfComparePaths( a->places, a->count, b->places, b->count ).frechet;
}

// ----------------------------------------------------------------------------------------------------------------- turns

// Came to the first place and arrived at the last one afterwards?
static bool isDoneInOrder( const wfWalk* walk, wfVec2 first, double reach )
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
	wfWalks alone[MAX_VISITORS], together;
	const wfWalk *ownWay[MAX_VISITORS], *sharedWay[MAX_VISITORS];
	double gap, wall;
} Turns;

static void walkTurns( wfRun* run, Turns* turns )
{
	const wfExperimentValue* visitors = wfExperiment_Find( &run->values, "visitors" );
	turns->count = visitors != NULL && visitors->number <= MAX_VISITORS ? (int32_t)visitors->number : 0;
	if ( run->result == wf_ok && turns->count < 2 )
	{
		wfRun_Fail( run, "visitors", "expected a list of 2 to %d names", MAX_VISITORS );
	}
	wfRun_WalkCase( run, "cases.together", &turns->together );
	turns->gap = turns->together.smallestGap;
	turns->wall = run->result == wf_ok ? wfRun_GetDeepestWallHit( run, &turns->together ) : 0.0;
	for ( int32_t i = 0; i < turns->count; ++i )
	{
		char key[32], path[96];
		snprintf( key, sizeof( key ), "visitors[%d]", i );
		snprintf( path, sizeof( path ), "cases.%.60s", wfRun_GetText( run, key ) );
		wfRun_WalkCase( run, path, turns->alone + i );
		if ( run->result != wf_ok )
		{
			break;
		}
		turns->ownWay[i] = turns->alone[i].walks;
		turns->sharedWay[i] = wfWalks_Find( &turns->together, turns->ownWay[i]->entry, 0 );
		turns->wall = fmax( turns->wall, wfRun_GetDeepestWallHit( run, turns->alone + i ) );
	}
}

void wfPerformTurns( wfRun* run )
{
	Turns turns = { 0 };
	wfVec2 first = wfRun_GetVector( run, "first" );
	double reach = wfRun_GetNumber( run, "reach" );
	walkTurns( run, &turns );
	if ( run->result == wf_ok )
	{
		double own = INFINITY, changed = 0.0, mostChanged = 0.0;
		int32_t done = 0;
		for ( int32_t i = 0; i < turns.count; ++i )
		{
			double change = getFrechet( turns.ownWay[i], turns.sharedWay[i] );
			done += isDoneInOrder( turns.ownWay[i], first, reach ) + isDoneInOrder( turns.sharedWay[i], first, reach );
			changed += change / turns.count;
			mostChanged = fmax( mostChanged, change );
			wfRun_Note( run, "m", change, "visitor %d: change of the way", i + 1 );
			for ( int32_t k = 0; k < i; ++k )
			{
				own = fmin( own, getFrechet( turns.ownWay[i], turns.ownWay[k] ) );
			}
		}
		wfRun_Claim( run, "order", done / ( 2.0 * turns.count ) );
		wfRun_Claim( run, "own", own );
		wfRun_Claim( run, "changed", changed );
		wfRun_Claim( run, "mostChanged", mostChanged );
		wfRun_Claim( run, "gap", turns.gap );
		wfRun_Claim( run, "walls", turns.wall );
		const wfWalks* alone[MAX_VISITORS];
		for ( int32_t i = 0; i < turns.count; ++i )
		{
			alone[i] = turns.alone + i;
		}
		const wfWalks* together = &turns.together;
		wfRun_DrawWalks( run, "", "Five in a park, each alone", alone, turns.count );
		wfRun_DrawWalks( run, "together", "Five in a park, all at once", &together, 1 );
	}
	for ( int32_t i = 0; i < turns.count; ++i )
	{
		wfWalks_Free( turns.alone + i );
	}
	wfWalks_Free( &turns.together );
}

// -------------------------------------------------------------------------------------------------------------- visitors

// A constant behaviour of its own for everybody, both parts of v drawn between -1 and 1.
static void drawBehaviors( wfRun* run, wfCrowd* crowd, double epsilon, uint64_t seed )
{
	const wfDistribution part = { .kind = wf_uniformNumber, .lower = -1.0, .upper = 1.0 };
	int32_t count = 0;
	wfAgentId* ids = wfRun_GetAgentIds( run, crowd, &count );
	for ( int32_t i = 0; i < count && run->result == wf_ok; ++i )
	{
		wfBehaviorDef def = wfDefaultBehaviorDef();
		wfBehaviorId id = { 0 };
		def.kind = wf_constantBehavior;
		def.epsilon = epsilon;
		def.v.x = wfDistribution_Draw( &part, seed, (uint64_t)i, 0 );
		def.v.y = wfDistribution_Draw( &part, seed, (uint64_t)i, 1 );
		if ( wfRun_Check( run, wfCrowd_AddBehavior( crowd, &def, &id, &run->error ) ) )
		{
			wfRun_Check( run, wfCrowd_SetBehavior( crowd, ids[i], id, ( wfBehaviorId ){ 0 } ) );
		}
	}
	free( ids );
}

// Where everybody is at a time, with the ways of the last seconds.
static void drawMoment( wfRun* run, const wfWalks* walks, double time, double seconds )
{
	wfWalks moment = { .stepSeconds = walks->stepSeconds };
	int32_t last = (int32_t)( time / walks->stepSeconds ), length = (int32_t)( seconds / walks->stepSeconds );
	moment.walks = malloc( ( (size_t)walks->count + 1 ) * sizeof( wfWalk ) );
	if ( moment.walks == NULL )
	{
		wfRun_Check( run, wf_outOfMemory );
		return;
	}
	for ( int32_t i = 0; i < walks->count; ++i )
	{
		wfWalk part = walks->walks[i];
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
	const wfWalks* all = &moment;
	wfRun_DrawWalks( run, "moment", title, &all, 1 );
	free( moment.walks );
}

void wfPerformVisitors( wfRun* run )
{
	wfSimulation simulation;
	wfWalks walks = { 0 };
	double epsilon = wfRun_GetNumber( run, "epsilon" );
	wfRun_OpenVariant( run, NULL, &simulation );
	if ( run->result == wf_ok )
	{
		drawBehaviors( run, simulation.crowd, epsilon, simulation.seed );
		wfRun_Record( run, &simulation, &walks );
	}
	if ( run->result == wf_ok )
	{
		double last = 0.0;
		for ( int32_t i = 0; i < walks.count; ++i )
		{
			last = fmax( last, walks.walks[i].arrivedTime );
		}
		wfRun_Claim( run, "visitors", walks.count );
		wfRun_Claim( run, "arrive", (double)walks.arrived / walks.count );
		wfRun_Claim( run, "gap", walks.smallestGap );
		wfRun_Claim( run, "walls", wfRun_GetDeepestWallHit( run, &walks ) );
		wfRun_Note( run, "s", last, "the last arrives after" );
		wfRun_Note( run, "", walks.stuck, "times somebody made no way for long" );
		const wfWalks* all = &walks;
		wfRun_DrawWalks( run, "", run->scenario.name, &all, 1 );
		drawMoment( run, &walks, 15.0, 4.0 );
	}
	wfWalks_Free( &walks );
	wfSimulation_Free( &simulation );
}

// ------------------------------------------------------------------------------------------------------------------ rate

// What this program itself computed, whatever else the machine does.
static double getProcessSeconds( void )
{
	return (double)clock() / CLOCKS_PER_SEC;
}

// Steps a second with so many agents, after two that warm up.
static double measureRate( wfRun* run, int32_t agents, int32_t steps )
{
	wfSimulation simulation = { 0 };
	wfSimulationDef def = wfDefaultSimulationDef();
	double seconds = 0.0;
	def.agents = agents;
	wfResult result = run->data != NULL
						  ? wfReadSimulationFromMemory( run->file, run->data, run->size, &def, &simulation, &run->error )
						  : wfReadSimulation( run->file, &def, &simulation, &run->error );
	wfRun_Check( run, result );
	// At least a hundredth of a second of work: clocks are coarse.
	int32_t done = 0;
	for ( int32_t i = -2; ( i < steps || seconds < 0.01 ) && run->result == wf_ok; ++i )
	{
		double began = getProcessSeconds();
		wfRun_Check( run, wfCrowd_Step( simulation.crowd, &run->error ) );
		seconds = i >= 0 ? seconds + getProcessSeconds() - began : 0.0;
		done = i + 1;
	}
	wfSimulation_Free( &simulation );
	return seconds > 0.0 ? done / seconds : NAN;
}

static void drawRates( wfRun* run, const double* agents, const double* rates, int32_t count )
{
	double x[WF_MAX_LIST], y[WF_MAX_LIST], needed[2] = { 2.0, 2.0 };
	int32_t references = wfRun_GetList( run, "reference.agents", x );
	if ( run->result != wf_ok || wfRun_GetList( run, "reference.stepsPerSecond", y ) != references )
	{
		wfRun_Fail( run, "reference.stepsPerSecond", "expected as many numbers as agents" );
		return;
	}
	double ends[2] = { fmin( agents[0], x[0] ), fmax( agents[count - 1], x[references - 1] ) };
	wfPlotSeries series[3] = { { "this crowd", agents, rates, count },
							   { "the document's", x, y, references },
							   { "people walk at 2 steps a second", ends, needed, 2 } };
	wfPlotDef def = wfDefaultPlotDef();
	def.title = run->scenario.name;
	def.xLabel = "agents";
	def.yLabel = "steps a second, one thread";
	def.logX = def.logY = true;
	def.series = series;
	def.seriesCount = 3;
	wfRun_Check( run, wfDrawPlot( run->picture, &def, &run->error ) );
}

void wfPerformRate( wfRun* run )
{
	double agents[WF_MAX_LIST], rates[WF_MAX_LIST], document[WF_MAX_LIST], documentRates[WF_MAX_LIST];
	int32_t count = wfRun_GetList( run, run->quick ? "quickAgents" : "agents", agents );
	int32_t references = wfRun_GetList( run, "reference.agents", document );
	int32_t steps = (int32_t)wfRun_GetNumber( run, run->quick ? "quickSteps" : "steps" );
	wfRun_GetList( run, "reference.stepsPerSecond", documentRates );
	double same = NAN;
	for ( int32_t i = 0; i < count && run->result == wf_ok; ++i )
	{
		rates[i] = measureRate( run, (int32_t)agents[i], steps );
		same = agents[i] == document[references - 1] ? rates[i] : same;
		wfRun_Note( run, "1/s", rates[i], "%g agents", agents[i] );
	}
	if ( run->result == wf_ok )
	{
		double last = agents[count - 1] * rates[count - 1] / documentRates[references - 1];
		wfRun_Claim( run, "ratio", same / documentRates[references - 1] );
		wfRun_Claim( run, "agents", last / document[references - 1] );
		wfRun_Note( run, "", last, "agents at %g steps a second, from the last", documentRates[references - 1] );
	}
	if ( run->result == wf_ok && run->picture[0] != 0 )
	{
		drawRates( run, agents, rates, count );
	}
}
