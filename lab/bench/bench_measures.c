// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "bench_measures.h"

#include "json_out.h"

#include <math.h>
#include <stdio.h>

void wfMeasures_Begin( wfMeasures* measures, const wfBench* base, bool references )
{
	*measures = ( wfMeasures ){ .base = base, .references = references };
	wfWorkersDef def = wfDefaultWorkersDef();
	def.workerCount = 2;
	wfExpect( wfCreateWorkers( &def, &measures->pair ) );
}

wfMeasure* wfMeasures_Add( wfMeasures* measures, const char* name, const char* measure, double value, const char* unit )
{
	wfMeasure* added = measures->items + ( measures->count < WF_MAX_MEASURES ? measures->count++ : WF_MAX_MEASURES - 1 );
	*added = ( wfMeasure ){ .value = value, .unit = unit, .document = NAN, .implementation = NAN, .most = NAN, .least = NAN };
	snprintf( added->name, sizeof( added->name ), "%s", name );
	snprintf( added->measure, sizeof( added->measure ), "%s", measure );
	return added;
}

static bool isHeld( const wfMeasure* measure )
{
	return !( measure->value > measure->most ) && !( measure->value < measure->least ) && !isnan( measure->value );
}

// How many times less than somebody else's it is; not a number where less is not better.
static double getRatio( const wfMeasure* measure, double reference )
{
	return measure->unit[0] == '%' ? NAN : reference / measure->value;
}

static void addAsJson( const wfMeasures* measures, wfText* text )
{
	wfJsonOut json = wfMakeJsonOut( text );
	wfJsonOut_BeginList( &json, NULL );
	for ( int32_t i = 0; i < measures->count; ++i )
	{
		const wfMeasure* item = measures->items + i;
		wfJsonOut_BeginRow( &json, NULL );
		wfJsonOut_String( &json, "case", item->name );
		wfJsonOut_String( &json, "measure", item->measure );
		wfJsonOut_Number( &json, "value", item->value );
		wfJsonOut_String( &json, "unit", item->unit );
		if ( measures->references )
		{
			wfJsonOut_Number( &json, "document", item->document );
			wfJsonOut_Number( &json, "document_ratio", getRatio( item, item->document ) );
			wfJsonOut_Number( &json, "implementation", item->implementation );
			wfJsonOut_Number( &json, "implementation_ratio", getRatio( item, item->implementation ) );
		}
		wfJsonOut_Number( &json, "most", item->most );
		wfJsonOut_Number( &json, "least", item->least );
		wfJsonOut_Bool( &json, "held", isHeld( item ) );
		wfJsonOut_End( &json );
	}
	wfJsonOut_End( &json );
}

static void addReference( wfText* text, const wfMeasure* measure, double reference )
{
	if ( isnan( reference ) )
	{
		wfText_Add( text, " %10s %9s", "-", "" );
		return;
	}
	double ratio = getRatio( measure, reference );
	char times[16] = "";
	if ( isfinite( ratio ) )
	{
		snprintf( times, sizeof( times ), "(x %.*f)", ratio < 10.0 ? 1 : 0, ratio );
	}
	wfText_Add( text, " %10.*f %9s", reference >= 100.0 ? 0 : 1, reference, times );
}

static void addAsText( const wfMeasures* measures, wfText* text )
{
	wfText_Add( text, "%-24s %-43s %12s %-8s", "case", "measure", "wayfield", "" );
	wfText_Add( text, measures->references ? " %20s %20s\n" : "\n", "document", "its implementation" );
	for ( int32_t i = 0; i < measures->count; ++i )
	{
		const wfMeasure* item = measures->items + i;
		bool whole = item->value >= 1000.0 || item->unit[0] == 0;
		wfText_Add( text, "%-24s %-43s %12.*f %-8s", item->name, item->measure, whole ? 0 : 3, item->value, item->unit );
		if ( measures->references )
		{
			addReference( text, item, item->document );
			addReference( text, item, item->implementation );
		}
		if ( !isnan( item->most ) || !isnan( item->least ) )
		{
			bool most = !isnan( item->most );
			wfText_Add( text, " %s %s %g", isHeld( item ) ? "keeps" : "MISSES", most ? "at most" : "at least",
						most ? item->most : item->least );
		}
		wfText_Add( text, "\n" );
	}
}

int wfMeasures_End( wfMeasures* measures )
{
	wfDestroyWorkers( measures->pair );
	wfText text = { 0 };
	if ( measures->base->json )
	{
		addAsJson( measures, &text );
	}
	else
	{
		addAsText( measures, &text );
	}
	return wfText_Print( &text );
}

// ----------------------------------------------------------------------------------------------------------- measuring

// Those on foot, and whether their circles touch. Does not count.
static void lookAt( wfCircleCheck* check, wfCrowd* crowd )
{
	if ( check == NULL )
	{
		return;
	}
	const wfFootstepRow* rows;
	int32_t count = wfCrowd_GetFootsteps( crowd, &rows );
	wfFrame frame = wfCrowd_GetFrame( crowd );
	wfExpect( wfCircleCheck_AddFootsteps( check, rows, count ) );
	wfExpect( wfCircleCheck_AddFrame( check, &frame ) );
}

static void stepAll( const wfMeasures* measures, const wfCrowdCase* c, const wfSimulation* simulation, wfCircleCheck* check,
					 wfCrowdCost* cost )
{
	wfBench clock = { .workers = c->pair || c->wall ? measures->pair : NULL };
	wfCrowd* crowd = simulation->crowd;
	double tickSeconds = wfCrowd_GetDef( crowd ).tickSeconds;
	double warm = c->warm + c->warmSteps * tickSeconds, length = c->seconds + c->steps * tickSeconds;
	double limit = length > 0.0 ? warm + length : simulation->seconds;
	lookAt( check, crowd );
	while ( !wfCrowd_IsDone( crowd ) && wfCrowd_GetTime( crowd ) + 0.5 * tickSeconds < limit )
	{
		bool measured = wfCrowd_GetTime( crowd ) + 0.5 * tickSeconds > warm;
		int32_t agents = wfCrowd_GetAgentCount( crowd );
		wfExpectNoInterrupt();
		double began = wfBench_GetSeconds( &clock );
		wfExpect( wfCrowd_Tick( crowd, &wf_error ) );
		if ( measured )
		{
			cost->seconds += wfBench_GetSeconds( &clock ) - began;
			cost->agentSteps += agents;
			cost->agentSeconds += agents * tickSeconds;
			cost->simulatedSeconds += tickSeconds;
		}
		lookAt( check, crowd );
	}
}

wfCrowdCost wfMeasures_Step( wfMeasures* measures, const wfCrowdCase* c )
{
	wfCrowdCost cost = { 0 };
	wfCrowdSceneDef def = wfDefaultCrowdSceneDef();
	def.name = c->scene;
	def.agents = c->agents;
	def.seed = c->seed > 0 ? c->seed : def.seed;
	def.preset = c->preset;
	def.style = c->style;
	def.footsteps = c->footsteps;
	def.workers = c->pair ? measures->pair : NULL;
	wfSimulation simulation;
	wfExpect( wfCreateCrowdScene( &def, &simulation, &wf_error ) );
	wfCrowd* crowd = simulation.crowd;
	wfCircleCheckDef checkDef = wfDefaultCircleCheckDef();
	wfCircleCheck* check = NULL;
	checkDef.world = simulation.world;
	wfExpect( c->footsteps ? wfCreateCircleCheck( &checkDef, &check, &wf_error ) : wf_ok );
	int32_t agents = wfCrowd_GetAgentCount( crowd );
	stepAll( measures, c, &simulation, check, &cost );
	cost.bytesPerAgent = (double)wfCrowd_GetAgentBytes( crowd ) / agents;
	cost.agents = wfCrowd_GetTotalCount( crowd );
	cost.arrived = wfCrowd_GetArrivedCount( crowd );
	cost.hash = wfCrowd_GetHash( crowd );
	cost.stats = wfCrowd_GetFootstepStats( crowd );
	if ( check != NULL )
	{
		wfExpect( wfCircleCheck_Finish( check ) );
		cost.circles = wfCircleCheck_GetReport( check );
	}
	wfExpect( c->samples > 0 ? wfCrowd_MeasureAccuracy( crowd, c->samples, &cost.accuracy ) : wf_ok );
	wfDestroyCircleCheck( check );
	wfSimulation_Free( &simulation );
	return cost;
}
