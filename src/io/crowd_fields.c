// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The fields of crowds in scenario files, and the plain values among them: settings, distributions, names.
#include "io/crowd_reader.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --------------------------------------------------------------------------------------------------------------- fields

// Each list is written once: as the names of the fields and, for those that go to a struct as they are, as slots.
static const char* const s_solvers[] = { "sor", "gaussSeidel", NULL };
static const char* const s_rules[] = { "gradient", "mean", "mass", "inertia", "heading", "smooth", NULL };
_Static_assert( sizeof( wfLocalSolver ) == 4 && sizeof( wfMotionRule ) == 4, "choices are written as 32-bit integers" );

#define STYLE_FIELDS( FIELD )                                                                                                    \
	FIELD( "mapSize", wf_integerSlot, mapSize, NULL )                                                                            \
	FIELD( "mapCell", wf_numberSlot, mapCell, NULL )                                                                             \
	FIELD( "mapTurns", wf_boolSlot, mapTurns, NULL )                                                                             \
	FIELD( "mapAdapts", wf_boolSlot, mapAdapts, NULL )                                                                           \
	FIELD( "goalInside", wf_boolSlot, goalInside, NULL )                                                                         \
	FIELD( "solver", wf_choiceSlot, solver, s_solvers )                                                                          \
	FIELD( "iterations", wf_integerSlot, iterations, NULL )                                                                      \
	FIELD( "viewAngle", wf_numberSlot, viewAngle, NULL )                                                                         \
	FIELD( "sightDistance", wf_numberSlot, sightDistance, NULL )                                                                 \
	FIELD( "neighborReach", wf_numberSlot, neighborReach, NULL )                                                                 \
	FIELD( "softAgents", wf_boolSlot, softAgents, NULL )                                                                         \
	FIELD( "softStrength", wf_numberSlot, softStrength, NULL )                                                                   \
	FIELD( "softReach", wf_numberSlot, softReach, NULL )                                                                         \
	FIELD( "horizon", wf_numberSlot, horizon, NULL )                                                                             \
	FIELD( "foresight", wf_boolSlot, foresight, NULL )                                                                           \
	FIELD( "keepRight", wf_numberSlot, keepRight, NULL )                                                                         \
	FIELD( "queueing", wf_boolSlot, queueing, NULL )                                                                             \
	FIELD( "yielding", wf_boolSlot, yielding, NULL )                                                                             \
	FIELD( "usesGates", wf_boolSlot, takesTurns, NULL )                                                                           \
	FIELD( "patience", wf_numberSlot, patience, NULL )                                                                           \
	FIELD( "rule", wf_choiceSlot, rule, s_rules )                                                                                \
	FIELD( "mass", wf_numberSlot, mass, NULL )                                                                                   \
	FIELD( "inertia", wf_numberSlot, inertia, NULL )                                                                             \
	FIELD( "slowsInTurns", wf_boolSlot, slowsInTurns, NULL )                                                                     \
	FIELD( "relaxTime", wf_numberSlot, relaxTime, NULL )                                                                         \
	FIELD( "maxAcceleration", wf_numberSlot, maxAcceleration, NULL )

#define GAIT_FIELDS( FIELD )                                                                                                     \
	FIELD( "legLength", wf_numberSlot, legLength, NULL )                                                                         \
	FIELD( "footDistance", wf_numberSlot, footDistance, NULL )                                                                   \
	FIELD( "mass", wf_numberSlot, mass, NULL )                                                                                   \
	FIELD( "power", wf_numberSlot, power, NULL )                                                                                 \
	FIELD( "turnWeight", wf_numberSlot, turnWeight, NULL )                                                                       \
	FIELD( "walkRatio", wf_numberSlot, walkRatio, NULL )                                                                         \
	FIELD( "speedUp", wf_numberSlot, speedUp, NULL )                                                                             \
	FIELD( "slowDown", wf_numberSlot, slowDown, NULL )                                                                           \
	FIELD( "footRadius", wf_numberSlot, footRadius, NULL )                                                                       \
	FIELD( "torsoShare", wf_numberSlot, torsoShare, NULL )                                                                       \
	FIELD( "shoulderShare", wf_numberSlot, shoulderShare, NULL )                                                                 \
	FIELD( "maxExpanded", wf_integerSlot, maxExpanded, NULL )                                                                    \
	FIELD( "horizonSeconds", wf_numberSlot, horizonSeconds, NULL )                                                               \
	FIELD( "comfort", wf_numberSlot, comfort, NULL )

#define LEG_FIELDS( FIELD )                                                                                                      \
	FIELD( "minDuration", wf_numberSlot, minDuration, NULL )                                                                     \
	FIELD( "maxDuration", wf_numberSlot, maxDuration, NULL )                                                                     \
	FIELD( "minStride", wf_numberSlot, minStride, NULL )                                                                         \
	FIELD( "maxStride", wf_numberSlot, maxStride, NULL )                                                                         \
	FIELD( "maxSpeed", wf_numberSlot, maxSpeed, NULL )                                                                           \
	FIELD( "maxTurn", wf_numberSlot, maxTurn, NULL )                                                                             \
	FIELD( "maxSideForce", wf_numberSlot, maxSideForce, NULL )                                                                   \
	FIELD( "outward", wf_numberSlot, outward, NULL )                                                                             \
	FIELD( "inward", wf_numberSlot, inward, NULL )

#define CROWD_FIELDS( FIELD )                                                                                                    \
	FIELD( "step", wf_numberSlot, stepSeconds, NULL )                                                                            \
	FIELD( "substeps", wf_integerSlot, substeps, NULL )                                                                          \
	FIELD( "cell", wf_numberSlot, cellSize, NULL )                                                                               \
	FIELD( "haste", wf_numberSlot, haste, NULL )                                                                                 \
	FIELD( "directWays", wf_boolSlot, directWays, NULL )                                                                         \
	FIELD( "stuckSeconds", wf_numberSlot, stuckSeconds, NULL )                                                                   \
	FIELD( "standSeconds", wf_numberSlot, standSeconds, NULL )

#define SOURCE_FIELDS( FIELD )                                                                                                   \
	FIELD( "rate", wf_numberSlot, rate, NULL )                                                                                   \
	FIELD( "random", wf_boolSlot, random, NULL )                                                                                 \
	FIELD( "count", wf_integerSlot, count, NULL )                                                                                \
	FIELD( "from", wf_numberSlot, from, NULL )                                                                                   \
	FIELD( "until", wf_numberSlot, until, NULL )

#define QUEUE_FIELDS( FIELD )                                                                                                    \
	FIELD( "spacing", wf_numberSlot, spacing, NULL )                                                                             \
	FIELD( "serviceSeconds", wf_numberSlot, serviceSeconds, NULL )

#define FIELD_NAME( name, type, member, choices ) name,
#define STYLE_SLOT( name, type, member, choices ) { name, type, offsetof( wfStyleDef, member ), choices },
#define GAIT_SLOT( name, type, member, choices ) { name, type, offsetof( wfGaitDef, member ), choices },
#define LEG_SLOT( name, type, member, choices ) { name, type, offsetof( wfLegDef, member ), choices },
#define CROWD_SLOT( name, type, member, choices ) { name, type, offsetof( wfCrowdDef, member ), choices },
#define SOURCE_SLOT( name, type, member, choices ) { name, type, offsetof( wfSourceDef, member ), choices },
#define QUEUE_SLOT( name, type, member, choices ) { name, type, offsetof( wfQueueDef, member ), choices },

const wfSlot wf_styleSlots[] = { STYLE_FIELDS( STYLE_SLOT ){ 0 } };
const wfSlot wf_gaitSlots[] = { GAIT_FIELDS( GAIT_SLOT ){ 0 } };
const wfSlot wf_legSlots[] = { LEG_FIELDS( LEG_SLOT ){ 0 } };
const wfSlot wf_crowdSlots[] = { CROWD_FIELDS( CROWD_SLOT ){ 0 } };
const wfSlot wf_sourceSlots[] = { SOURCE_FIELDS( SOURCE_SLOT ){ 0 } };
const wfSlot wf_queueSlots[] = { QUEUE_FIELDS( QUEUE_SLOT ){ 0 } };

const char* const wf_crowdFields[] = { "preset", "seed", CROWD_FIELDS( FIELD_NAME ) NULL };
const char* const wf_runFields[] = { "seconds", "fps", "stopWhenDone", "lines", "area", "laneDirection", NULL };
const char* const wf_runLineFields[] = { "name", "a", "b", NULL };
const char* const wf_styleFields[] = { "base", STYLE_FIELDS( FIELD_NAME ) NULL };
// What is said of both legs may be said of one.
const char* const wf_gaitFields[] = { GAIT_FIELDS( FIELD_NAME ) LEG_FIELDS( FIELD_NAME ) "left", "right", NULL };
const char* const wf_legFields[] = { LEG_FIELDS( FIELD_NAME ) NULL };
const char* const wf_harmonicFields[] = { "type", NULL };
const char* const wf_constantFields[] = { "type", "epsilon", "v", "relative", NULL };
const char* const wf_periodicFields[] = { "type", "epsilon", "v", "relative", "waves", NULL };
const char* const wf_towardFields[] = { "type", "epsilon", "target", "angle", NULL };
const char* const wf_randomFields[] = { "type", "epsilon", "holdSeconds", NULL };
const char* const wf_scheduledFields[] = { "type", "stages", NULL };
const char* const wf_passFields[] = { "type", "epsilon", "angle", NULL };
const char* const wf_agentTargetFields[] = { "agent", NULL };
const char* const wf_waveFields[] = { "axis", "amplitude", "rate", "phase", NULL };
const char* const wf_stageFields[] = { "time", "fraction", "place", "radius", "behavior", NULL };
const char* const wf_queueFields[] = { "name", "line", QUEUE_FIELDS( FIELD_NAME ) NULL };
const char* const wf_sourceFields[] = { "name", "region", SOURCE_FIELDS( FIELD_NAME ) NULL };
const char* const wf_walkerFields[] = { "radius", "heading",  "speed",	 "desiredSpeed", "kind",	   "stops", "atEnd",
										"style",  "behavior", "onSight", "personality",	 "locomotion", "gait",	NULL };
const char* const wf_singleAgentFields[] = { "name", "position", NULL };
const char* const wf_placedGroupFields[] = { "name", "positions", NULL };
const char* const wf_groupFields[] = { "name", "count", "region", "spacing", NULL };
const char* const wf_stopFields[] = { "goal", "point", "queue", "oneOf", "opposite", "each", "reach", "wait", NULL };
const char* const wf_drawFields[] = { "uniform", "normal", "within", NULL };

static const wfNumberRange s_number = { -1e300, 1e300, "a number" };

wfResult wfReadSlots( const wfJson* json, const wfJsonNode* object, const wfSlot* slots, void* target )
{
	static const wfNumberRange integerRange = { INT32_MIN, INT32_MAX, "a whole number" };
	wfResult result = wf_ok;
	for ( const wfSlot* slot = slots; slot->name != NULL && result == wf_ok; ++slot )
	{
		const wfJsonNode* node = wfJson_Find( json, object, slot->name );
		void* place = (char*)target + slot->offset;
		if ( node == NULL )
		{
			continue;
		}
		switch ( slot->type )
		{
			case wf_numberSlot:
				result = wfJson_ReadNumber( json, node, &s_number, place );
				break;
			case wf_integerSlot:
				result = wfJson_ReadInteger( json, node, &integerRange, place );
				break;
			case wf_boolSlot:
				result = wfJson_ReadBool( json, node, place );
				break;
			case wf_choiceSlot:
			{
				int32_t choice = 0;
				result = wfJson_ReadChoice( json, node, slot->choices, &choice );
				memcpy( place, &choice, sizeof( choice ) );
				break;
			}
		}
	}
	return result;
}

wfResult wfCheckFields( const wfJson* json, const wfJsonNode* node, const char* what, const char* const* first,
						const char* const* second )
{
	const char* known[32];
	int count = 0;
	for ( ; *first != NULL; ++first )
	{
		known[count++] = *first;
	}
	for ( ; *second != NULL; ++second )
	{
		known[count++] = *second;
	}
	known[count] = NULL;
	return wfJson_CheckObject( json, node, what, known );
}

// -------------------------------------------------------------------------------------------------------- distributions

static wfResult readPair( const wfJson* json, const wfJsonNode* node, const char* expected, double least, double* lower,
						  double* upper )
{
	wfVec2 pair;
	wfResult result = wfJson_ReadVector( json, node, &s_number, expected, &pair );
	if ( result != wf_ok )
	{
		return result;
	}
	if ( !( pair.x >= least && pair.x <= pair.y ) )
	{
		return wfJson_Fail( json, node, NULL, wf_outOfRange, "expected %s, the first %g or more, found [%.12g, %.12g]", expected,
							least, pair.x, pair.y );
	}
	*lower = pair.x;
	*upper = pair.y;
	return wf_ok;
}

static wfResult readNormal( const wfJson* json, const wfJsonNode* node, double least, wfDistribution* d )
{
	static const char within[] = "[least, largest]";
	const wfJsonNode* normal = wfJson_Find( json, node, "normal" );
	const wfJsonNode* limits = wfJson_Find( json, node, "within" );
	wfVec2 pair;
	wfResult result = wfJson_ReadVector( json, normal, &s_number, "[mean, deviation]", &pair );
	if ( result != wf_ok )
	{
		return result;
	}
	if ( !( pair.y >= 0.0 ) )
	{
		return wfJson_Fail( json, normal, NULL, wf_outOfRange, "expected a deviation of 0 or more, found %.12g", pair.y );
	}
	*d = ( wfDistribution ){ wf_normalNumber, pair.x - 3.0 * pair.y, pair.x + 3.0 * pair.y, pair.x, pair.y };
	if ( limits != NULL )
	{
		return readPair( json, limits, within, least, &d->lower, &d->upper );
	}
	if ( !( d->lower >= least ) )
	{
		return wfJson_Fail( json, normal, NULL, wf_outOfRange,
							"three deviations below the mean is %.12g, expected %g or more; give \"within\": %s", d->lower, least,
							within );
	}
	return wf_ok;
}

wfResult wfReadDistribution( const wfJson* json, const wfJsonNode* node, double least, wfDistribution* d )
{
	if ( node->type != wf_jsonObject )
	{
		char expected[160];
		snprintf( expected, sizeof( expected ),
				  "a number of %g or more, {\"uniform\": [a, b]} or {\"normal\": [mean, deviation], \"within\": [a, b]}", least );
		wfNumberRange range = { least, s_number.upper, least > s_number.lower ? expected : "a number, or how to draw one" };
		double number = 0.0;
		wfResult result = wfJson_ReadNumber( json, node, &range, &number );
		*d = ( wfDistribution ){ wf_constantNumber, number, number, number, 0.0 };
		return result;
	}
	wfResult result = wfJson_CheckObject( json, node, "how a number is drawn", wf_drawFields );
	if ( result != wf_ok )
	{
		return result;
	}
	const wfJsonNode* uniform = wfJson_Find( json, node, "uniform" );
	const wfJsonNode* within = wfJson_Find( json, node, "within" );
	if ( ( uniform == NULL ) == ( wfJson_Find( json, node, "normal" ) == NULL ) )
	{
		return wfJson_Fail( json, node, NULL, wf_badFormat, "expected uniform [a, b] or normal [mean, deviation], found %s",
							uniform == NULL ? "neither" : "both" );
	}
	if ( uniform != NULL && within != NULL )
	{
		return wfJson_Fail( json, within, NULL, wf_badFormat, "belongs to normal, not to uniform" );
	}
	if ( uniform == NULL )
	{
		return readNormal( json, node, least, d );
	}
	*d = ( wfDistribution ){ .kind = wf_uniformNumber };
	result = readPair( json, uniform, "[least, largest]", least, &d->lower, &d->upper );
	d->mean = 0.5 * ( d->lower + d->upper );
	return result;
}

wfResult wfReadOptionalDistribution( const wfJson* json, const wfJsonNode* object, const char* key, double least,
									 wfDistribution* distribution )
{
	const wfJsonNode* node = wfJson_Find( json, object, key );
	return node != NULL ? wfReadDistribution( json, node, least, distribution ) : wf_ok;
}

// --------------------------------------------------------------------------------------------------------------- places

int32_t wfGetLine( const wfJson* json, const wfJsonNode* node )
{
	wfError error = { 0 };
	wfReader reader = *json->reader;
	reader.error = &error;
	wfReader_Place( &reader, node->position, NULL, wf_badFormat );
	return error.line;
}

// The name in the file of a member of a def.
static const char* getFieldName( const char* member )
{
	static const char* const renames[][2] = {
		{ "stepSeconds", "step" }, { "cellSize", "cell" },	   { "regionCount", "region" }, { "lineCount", "line" },
		{ "waveCount", "waves" },  { "stageCount", "stages" }, { "stopCount", "stops" },	{ NULL, NULL } };
	for ( int i = 0; renames[i][0] != NULL; ++i )
	{
		if ( strcmp( renames[i][0], member ) == 0 )
		{
			return renames[i][1];
		}
	}
	return member;
}

// One step down, to a member or to an item. Null where the file has no such value.
static const wfJsonNode* stepDown( const wfJson* json, const wfJsonNode* node, const char* part )
{
	if ( part[0] != '[' )
	{
		return node->type == wf_jsonObject ? wfJson_Find( json, node, getFieldName( part ) ) : NULL;
	}
	long index = strtol( part + 1, NULL, 10 );
	const wfJsonNode* child = node->type == wf_jsonList ? wfJson_First( json, node ) : NULL;
	while ( child != NULL && child->index < index )
	{
		child = wfJson_Next( json, child );
	}
	return child;
}

wfResult wfPlaceField( const wfJson* json, const wfJsonNode* object, wfResult result )
{
	char field[sizeof( json->reader->error->field )], path[128];
	memcpy( field, json->reader->error->field, sizeof( field ) );
	field[sizeof( field ) - 1] = 0;
	const wfJsonNode* node = object;
	const char* missing = NULL;
	for ( char* at = field; *at != 0 && missing == NULL; )
	{
		size_t length = at[0] == '[' ? strcspn( at + 1, ".[" ) + 1 : strcspn( at, ".[" );
		char part[64];
		snprintf( part, sizeof( part ), "%.*s", (int)length, at );
		at += length;
		at += *at == '.' ? 1 : 0;
		const wfJsonNode* down = stepDown( json, node, part );
		// The agent of a source is the source itself in the file.
		if ( down == NULL && strcmp( part, "agent" ) != 0 )
		{
			missing = node == object && part[0] != '[' ? getFieldName( part ) : "";
			wfJson_Path( json, node, path, sizeof( path ) );
			size_t used = strlen( path );
			if ( missing[0] != 0 )
			{
				snprintf( path + used, sizeof( path ) - used, "%s%.60s", used > 0 ? "." : "", missing );
			}
			return wfReader_Place( json->reader, node->position, path, result );
		}
		node = down != NULL ? down : node;
	}
	return wfPlaceAt( json, node, result );
}

// ---------------------------------------------------------------------------------------------------------------- names

wfResult wfNameTable_Create( const wfJson* json, const wfJsonNode* node, wfNameTable* table )
{
	size_t count = node != NULL ? (size_t)node->count : 0;
	size_t slotCount = 4;
	while ( slotCount < 2 * count )
	{
		slotCount *= 2;
	}
	wfResult result = count > 0 ? wfReader_Reserve( json->reader, node->position, NULL,
													( count + 1 ) * sizeof( char* ) + slotCount * sizeof( int32_t ) )
								: wf_ok;
	if ( result != wf_ok )
	{
		return result;
	}
	// One more than there are: the list ends with null for those who suggest names.
	table->names = wfAllocateArray( count + 1, sizeof( char* ) );
	table->slots = wfAllocateZeroed( slotCount * sizeof( int32_t ) );
	table->capacity = table->names != NULL ? count + 1 : 0;
	table->slotCount = table->slots != NULL ? slotCount : 0;
	return table->names != NULL && table->slots != NULL ? wf_ok : wfReader_OutOfMemory( json->reader );
}

void wfNameTable_Free( wfNameTable* table )
{
	wfReleaseArray( table->names, table->capacity, sizeof( char* ) );
	wfReleaseArray( table->slots, table->slotCount, sizeof( int32_t ) );
	*table = ( wfNameTable ){ 0 };
}

// The slot of a name, or the empty one where it would go.
static int32_t* findSlot( const wfNameTable* table, const char* name )
{
	size_t at = (size_t)wfHash( WF_HASH_START, name, strlen( name ) ) & ( table->slotCount - 1 );
	while ( table->slots[at] != 0 && strcmp( table->names[table->slots[at] - 1], name ) != 0 )
	{
		at = ( at + 1 ) & ( table->slotCount - 1 );
	}
	return table->slots + at;
}

wfResult wfNameTable_Add( const wfJson* json, const wfJsonNode* node, wfNameTable* table, const char* what, const char* name )
{
	if ( name != NULL )
	{
		int32_t* slot = findSlot( table, name );
		if ( *slot != 0 )
		{
			wfQuoted quoted = wfQuote( name, strlen( name ) );
			return wfJson_Fail( json, node, NULL, wf_badFormat, "there is %s %s already; expected names that differ", what,
								quoted.text );
		}
		*slot = (int32_t)table->count + 1;
	}
	table->names[table->count++] = name;
	table->names[table->count] = NULL;
	return wf_ok;
}

int32_t wfNameTable_Find( const wfNameTable* table, const char* name )
{
	return table->slotCount > 0 ? *findSlot( table, name ) - 1 : -1;
}

wfResult wfReadReference( const wfJson* json, const wfJsonNode* node, const wfNameTable* table, const char* what, int32_t* index )
{
	const char* name = NULL;
	wfResult result = wfJson_ReadText( json, node, WF_MAX_NAME_LENGTH, &name );
	if ( result != wf_ok )
	{
		return result;
	}
	*index = wfNameTable_Find( table, name );
	if ( *index >= 0 )
	{
		return wf_ok;
	}
	// Those without a name part the list into several, each ending with null.
	const char* near = NULL;
	for ( size_t i = 0; i < table->count && near == NULL; ++i )
	{
		bool begins = i == 0 || table->names[i - 1] == NULL;
		near = begins ? wfSuggestName( name, node->stringLength, table->names + i ) : NULL;
	}
	wfQuoted quoted = wfQuote( name, node->stringLength );
	wfQuoted suggestion = wfQuote( near != NULL ? near : "", near != NULL ? strlen( near ) : 0 );
	return wfJson_Fail( json, node, NULL, wf_notFound, "there is no %s %s%s%s%s", what, quoted.text,
						near != NULL ? ", did you mean " : "", near != NULL ? suggestion.text : "", near != NULL ? "?" : "" );
}

uint64_t wfGetStream( size_t walker, wfDrawKind kind )
{
	return 0xA9E2000000000000u | (uint64_t)walker << 8 | (uint64_t)kind;
}
