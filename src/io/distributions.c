// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Numbers of scenario files that are drawn for each agent.
#include "io/crowd_reader.h"

#include "base/math.h"

#include <stdio.h>
#include <string.h>

static const char* const s_tables[] = { "weidmann-age", "imo-passengers", "imo-crew", NULL };

static void readPair( const wfJson* json, const wfJsonNode* node, double least, double* lower, double* upper )
{
	static const char expected[] = "[least, largest]";
	wfVec2 pair = { 0.0, 0.0 };
	wfJson_ReadVector( json, node, &wf_numberRange, expected, &pair );
	if ( !( pair.x >= least && pair.x <= pair.y ) )
	{
		wfJson_Fail( json, node, NULL, wf_outOfRange, "expected %s, the first %g or more, found [%.12g, %.12g]", expected, least,
					 pair.x, pair.y );
	}
	*lower = pair.x;
	*upper = pair.y;
}

static wfVec2 readMoments( const wfJson* json, const wfJsonNode* node )
{
	wfVec2 pair = { 0.0, 0.0 };
	wfJson_ReadVector( json, node, &wf_numberRange, "[mean, deviation]", &pair );
	if ( !( pair.y >= 0.0 ) )
	{
		wfJson_Fail( json, node, NULL, wf_outOfRange, "expected a deviation of 0 or more, found %.12g", pair.y );
	}
	return pair;
}

static void readNormal( const wfJson* json, const wfJsonNode* normal, const wfJsonNode* within, double least, wfDistribution* d )
{
	wfVec2 pair = readMoments( json, normal );
	*d = ( wfDistribution ){ wf_normalNumber, pair.x - 3.0 * pair.y, pair.x + 3.0 * pair.y, pair.x, pair.y };
	if ( within != NULL )
	{
		readPair( json, within, least, &d->lower, &d->upper );
	}
	else if ( !( d->lower >= least ) )
	{
		wfJson_Fail( json, normal, NULL, wf_outOfRange,
					 "three deviations below the mean is %.12g, expected %g or more; give \"within\": [least, largest]", d->lower,
					 least );
	}
}

// Mean and deviation are those of the logarithm; it is above 0 by itself.
static void readLogNormal( const wfJson* json, const wfJsonNode* node, const wfJsonNode* within, double least, wfDistribution* d )
{
	wfVec2 pair = readMoments( json, node );
	*d = ( wfDistribution ){ wf_logNormalNumber, wfExp( pair.x - 3.0 * pair.y ), wfExp( pair.x + 3.0 * pair.y ), pair.x, pair.y };
	d->lower = wfMax( d->lower, least );
	if ( within != NULL )
	{
		readPair( json, within, least, &d->lower, &d->upper );
	}
	else if ( !( d->upper <= wf_numberRange.upper ) )
	{
		wfJson_Fail( json, node, NULL, wf_outOfRange,
					 "expected mean and deviation of the natural logarithm, found [%.12g, %.12g]", pair.x, pair.y );
	}
}

static void readTable( const wfJson* json, const wfJsonNode* node, const wfJsonNode* table, const wfFieldRow* field,
					   wfDistribution* d )
{
	const wfJsonNode *ages = wfJson_Find( json, node, "ages" ), *deviation = wfJson_Find( json, node, "deviation" );
	int32_t choice = 0;
	wfJson_ReadChoice( json, table, s_tables, &choice );
	*d = ( wfDistribution ){ .kind = (wfDistributionKind)( wf_ageSpeed + choice ), .mean = 1.0 };
	if ( field->unit == NULL || strcmp( field->unit, "m/s" ) != 0 )
	{
		wfJson_Fail( json, table, NULL, wf_badFormat, "tables are of walking speeds; expected uniform, normal or logNormal" );
	}
	else if ( choice == 0 && ages == NULL )
	{
		wfJson_Fail( json, node, NULL, wf_badFormat, "expected \"ages\": [youngest, oldest]" );
	}
	else if ( choice != 0 && ( ages != NULL || deviation != NULL ) )
	{
		wfJson_Fail( json, ages != NULL ? ages : deviation, NULL, wf_badFormat, "belongs to weidmann-age, not to %s",
					 s_tables[choice] );
	}
	else if ( choice == 0 )
	{
		const wfNumberRange years = { WF_YOUNGEST, WF_OLDEST, "an age from 5 to 80 years" };
		const wfNumberRange spread = { 0.0, 10.0, "metres a second from 0 to 10" };
		wfVec2 pair = { WF_YOUNGEST, WF_OLDEST };
		wfJson_ReadVector( json, ages, &years, "ages [youngest, oldest] from 5 to 80 years", &pair );
		wfJson_ReadNumber( json, deviation, &spread, &d->deviation );
		d->lower = pair.x;
		d->upper = pair.y;
		if ( pair.x > pair.y )
		{
			wfJson_Fail( json, ages, NULL, wf_outOfRange, "expected the youngest first, found [%.12g, %.12g]", pair.x, pair.y );
		}
	}
}

static void readNumber( const wfJson* json, const wfJsonNode* node, double least, wfDistribution* d )
{
	char expected[160];
	snprintf( expected, sizeof( expected ),
			  "a number of %g or more, {\"uniform\": [a, b]} or {\"normal\": [mean, deviation], \"within\": [a, b]}", least );
	wfNumberRange range = { least, wf_numberRange.upper, expected };
	double number = 0.0;
	wfJson_ReadNumber( json, node, &range, &number );
	*d = ( wfDistribution ){ wf_constantNumber, number, number, number, 0.0 };
}

// Fields that say more about a kind of distribution, and belong to others.
static void refuseStray( const wfJson* json, const wfJsonNode* node, bool table, bool normal )
{
	static const char* const ofTables[] = { "ages", "deviation", NULL };
	const wfJsonNode* within = wfJson_Find( json, node, "within" );
	if ( within != NULL && !normal )
	{
		wfJson_Fail( json, within, NULL, wf_badFormat, "belongs to normal, not to %s", table ? "table" : "uniform" );
	}
	for ( int i = 0; ofTables[i] != NULL && !table; ++i )
	{
		const wfJsonNode* stray = wfJson_Find( json, node, ofTables[i] );
		if ( stray != NULL )
		{
			wfJson_Fail( json, stray, NULL, wf_badFormat, "belongs to table, not to %s", normal ? "normal" : "uniform" );
		}
	}
}

void wfReadDistribution( const wfJson* json, const wfJsonNode* node, const wfFieldRow* field, wfDistribution* d )
{
	double least = field->range.lower;
	if ( node == NULL || !wfJson_IsOk( json ) )
	{
		return;
	}
	if ( node->type != wf_jsonObject )
	{
		readNumber( json, node, least, d );
		return;
	}
	wfCheckFields( json, node, &wf_drawObject );
	const wfJsonNode* uniform = wfJson_Find( json, node, "uniform" );
	const wfJsonNode* normal = wfJson_Find( json, node, "normal" );
	const wfJsonNode* logNormal = wfJson_Find( json, node, "logNormal" );
	const wfJsonNode* table = wfJson_Find( json, node, "table" );
	const wfJsonNode* within = wfJson_Find( json, node, "within" );
	int given = ( uniform != NULL ) + ( normal != NULL ) + ( logNormal != NULL ) + ( table != NULL );
	if ( given != 1 )
	{
		wfJson_Fail( json, node, NULL, wf_badFormat,
					 "expected one of uniform [a, b], normal [mean, deviation], logNormal [mean, deviation] and table, found %s",
					 given == 0 ? "none" : "several" );
		return;
	}
	refuseStray( json, node, table != NULL, normal != NULL || logNormal != NULL );
	if ( normal != NULL )
	{
		readNormal( json, normal, within, least, d );
	}
	else if ( logNormal != NULL )
	{
		readLogNormal( json, logNormal, within, least, d );
	}
	else if ( table != NULL )
	{
		readTable( json, node, table, field, d );
	}
	else
	{
		*d = ( wfDistribution ){ .kind = wf_uniformNumber };
		readPair( json, uniform, least, &d->lower, &d->upper );
		d->mean = 0.5 * ( d->lower + d->upper );
	}
}
