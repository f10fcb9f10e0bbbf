// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "measures.h"

#include "json_out.h"

#include <math.h>
#include <stdio.h>

void wfBeginMeasures( wfMeasures* measures, const wfBench* base, bool references )
{
	*measures = ( wfMeasures ){ .base = base, .references = references };
	wfWorkersDef def = wfDefaultWorkersDef();
	def.workerCount = 2;
	wfExpect( wfCreateWorkers( &def, &measures->pair ) );
}

wfMeasure* wfMeasures_Add( wfMeasures* measures, const char* name, const char* measure, double value, const char* unit,
						   double most, double least )
{
	wfMeasure* added = measures->items + ( measures->count < WF_MAX_MEASURES ? measures->count++ : WF_MAX_MEASURES - 1 );
	*added = ( wfMeasure ){ .value = value, .unit = unit, .document = NAN, .implementation = NAN, .most = most, .least = least };
	snprintf( added->name, sizeof( added->name ), "%s", name );
	snprintf( added->measure, sizeof( added->measure ), "%s", measure );
	return added;
}

const char* wfNameCase( const char* scene, int32_t agents, const char* what )
{
	static char name[40];
	snprintf( name, sizeof( name ), "%s %d", scene, agents );
	wfBench_ReportProgress( name, what );
	return name;
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
