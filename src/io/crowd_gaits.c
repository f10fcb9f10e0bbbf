// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// How agents of scenario files go: as discs or on feet, and the gaits of the latter.
#include "io/crowd_reader.h"

#include <stdio.h>
#include <string.h>

// Must be as long as the longest name of a field, with that of the leg.
#define MAX_FIELD 64

static const char* const s_legs[] = { "left", "right" }; // by wfFoot

// The check names what is wrong as "gait.left.maxTurn is 9, expected ...": the name goes to where the file says it, which is the
// leg's own object or, for both legs at once, the gait.
static wfResult placeGaitError( const wfJson* json, const wfJsonNode* gait, wfResult result )
{
	static const char prefix[] = "gait.";
	wfError* error = json->reader->error;
	if ( strncmp( error->message, prefix, strlen( prefix ) ) != 0 )
	{
		return wfPlaceField( json, gait, result );
	}
	char field[MAX_FIELD], message[sizeof( error->message )];
	const char* name = error->message + strlen( prefix );
	size_t length = strcspn( name, " " );
	snprintf( field, sizeof( field ), "%.*s", (int)length, name );
	snprintf( message, sizeof( message ), "%s", name + length + ( name[length] == ' ' ? 1 : 0 ) );
	memcpy( error->message, message, sizeof( message ) );
	const char* dot = strchr( field, '.' );
	if ( dot != NULL )
	{
		char leg[MAX_FIELD];
		snprintf( leg, sizeof( leg ), "%.*s", (int)( dot - field ), field );
		const wfJsonNode* own = wfJson_Find( json, gait, leg );
		const char* member = dot + 1;
		if ( own == NULL || wfJson_Find( json, own, member ) == NULL )
		{
			memmove( field, member, strlen( member ) + 1 );
		}
	}
	snprintf( error->field, sizeof( error->field ), "%s", field );
	return wfPlaceField( json, gait, wf_outOfRange );
}

static wfResult readGait( const wfJson* json, wfGaitPlan* plan )
{
	plan->def = wfDefaultGaitDef();
	wfLegDef* legs = plan->def.legs;
	wfResult result = wfJson_CheckObject( json, plan->node, "a gait", wf_gaitFields );
	if ( result == wf_ok )
	{
		result = wfReadSlots( json, plan->node, wf_gaitSlots, &plan->def );
	}
	for ( int i = 0; i < 2 && result == wf_ok; ++i )
	{
		const wfJsonNode* own = wfJson_Find( json, plan->node, s_legs[i] );
		result = wfReadSlots( json, plan->node, wf_legSlots, legs + i );
		if ( result == wf_ok && own != NULL )
		{
			result = wfJson_CheckObject( json, own, "a leg", wf_legFields );
			result = result == wf_ok ? wfReadSlots( json, own, wf_legSlots, legs + i ) : result;
		}
	}
	if ( result != wf_ok )
	{
		return result;
	}
	result = wfCheckGaitDef( &plan->def, json->reader->error );
	return result == wf_ok ? wf_ok : placeGaitError( json, plan->node, result );
}

wfResult wfReadGaits( wfCrowdReader* reader, const wfJsonNode* root )
{
	const wfJson* json = reader->json;
	const wfJsonNode* object = wfJson_Find( json, root, "gaits" );
	void* plans = NULL;
	wfResult result =
		wfReadKeys( reader, object, "a gait", &reader->gaitNames, sizeof( wfGaitPlan ), &plans, &reader->gaitCount );
	reader->gaits = plans;
	const wfJsonNode* node = result == wf_ok && object != NULL ? wfJson_First( json, object ) : NULL;
	for ( ; node != NULL && result == wf_ok; node = wfJson_Next( json, node ) )
	{
		reader->gaits[node->index].node = node;
		result = readGait( json, reader->gaits + node->index );
	}
	return result;
}

wfResult wfReadLocomotion( const wfCrowdReader* reader, wfWalkerPlan* walker )
{
	static const char* const locomotions[] = { "disc", "footsteps", NULL };
	const wfJson* json = reader->json;
	const wfJsonNode* locomotion = wfJson_Find( json, walker->node, "locomotion" );
	const wfJsonNode* gait = wfJson_Find( json, walker->node, "gait" );
	int32_t choice = gait != NULL ? 1 : 0;
	wfResult result = locomotion != NULL ? wfJson_ReadChoice( json, locomotion, locomotions, &choice ) : wf_ok;
	if ( result == wf_ok && gait != NULL )
	{
		result = wfReadReference( json, gait, &reader->gaitNames, "gait", &walker->gait );
	}
	if ( result == wf_ok && gait != NULL && choice == 0 )
	{
		result = wfJson_Fail( json, gait, NULL, wf_badFormat,
							  "belongs to agents that walk on feet; expected \"locomotion\": \"footsteps\", found \"disc\"" );
	}
	walker->footsteps = choice == 1 || reader->footsteps;
	return result;
}

static bool needsUsualGait( const wfCrowdReader* reader )
{
	for ( size_t i = 0; i < reader->walkerCount; ++i )
	{
		if ( reader->walkers[i].footsteps && reader->walkers[i].gait < 0 )
		{
			return true;
		}
	}
	return false;
}

wfResult wfAddGaits( wfCrowdReader* reader )
{
	const wfJson* json = reader->json;
	wfResult result = wf_ok;
	for ( size_t i = 0; i < reader->gaitCount && result == wf_ok; ++i )
	{
		wfGaitPlan* plan = reader->gaits + i;
		result = wfCrowd_AddGait( reader->crowd, &plan->def, &plan->id, json->reader->error );
		result = result == wf_ok ? wf_ok : placeGaitError( json, plan->node, result );
	}
	if ( result == wf_ok && needsUsualGait( reader ) )
	{
		wfGaitDef usual = wfDefaultGaitDef();
		result = wfCrowd_AddGait( reader->crowd, &usual, &reader->usualGait, json->reader->error );
		result = result == wf_ok ? wf_ok : wfPlaceAt( json, json->nodes, result );
	}
	return result;
}

wfGaitId wfGetGait( const wfCrowdReader* reader, const wfWalkerPlan* walker )
{
	if ( !walker->footsteps )
	{
		return ( wfGaitId ){ 0 };
	}
	return walker->gait >= 0 ? reader->gaits[walker->gait].id : reader->usualGait;
}
