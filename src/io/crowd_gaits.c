// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// How agents of scenario files go: as discs or on foot, and the gaits of the latter.
#include "io/crowd_reader.h"

#include <stdio.h>
#include <string.h>

static const char* const s_legs[] = { "left", "right" }; // by wfFoot

// What is said of a leg may stand in the leg's own object or, for both legs at once, in the gait.
static void takeGait( const wfJson* json, const wfJsonNode* gait, wfResult result )
{
	wfError* error = json->reader->error;
	const char* dot = result != wf_ok ? strchr( error->field, '.' ) : NULL;
	if ( dot != NULL )
	{
		const wfJsonNode* leg =
			wfJson_Look( json, gait, s_legs[strncmp( error->field, "left", 4 ) == 0 ? wf_leftFoot : wf_rightFoot] );
		if ( wfJson_Look( json, leg, dot + 1 ) == NULL )
		{
			memmove( error->field, dot + 1, strlen( dot + 1 ) + 1 );
		}
	}
	wfPlaceFieldError( json, gait, &wf_gaitObject, result );
}

static void readGait( const wfJson* json, wfGaitPlan* plan )
{
	plan->def = wfDefaultGaitDef();
	wfReadFields( json, plan->node, &wf_gaitObject, &plan->def );
	for ( int i = 0; i < 2; ++i )
	{
		wfReadPart( json, plan->node, wf_legObject.parts[0], plan->def.legs + i );
		wfReadFields( json, wfJson_Find( json, plan->node, s_legs[i] ), &wf_legObject, plan->def.legs + i );
	}
	if ( wfJson_IsOk( json ) )
	{
		takeGait( json, plan->node, wfCheckGaitDef( &plan->def, json->reader->error ) );
	}
}

void wfReadGaits( wfCrowdReader* reader, const wfJsonNode* root )
{
	const wfJson* json = reader->json;
	const wfJsonNode* object = wfJson_Find( json, root, "gaits" );
	reader->gaits = wfReadKeys( json, object, "a gait", &reader->gaitNames, sizeof( wfGaitPlan ), &reader->gaitCount );
	for ( const wfJsonNode* node = wfJson_First( json, object ); node != NULL; node = wfJson_Next( json, node ) )
	{
		reader->gaits[node->index].node = node;
		readGait( json, reader->gaits + node->index );
	}
}

void wfReadLocomotion( const wfCrowdReader* reader, wfEntryPlan* entry )
{
	const wfJson* json = reader->json;
	const wfJsonNode* gait = wfJson_Find( json, entry->node, "gait" );
	int32_t choice = gait != NULL ? 1 : 0;
	wfJson_ReadChoice( json, wfJson_Find( json, entry->node, "locomotion" ), wf_locomotionNames, &choice );
	wfReadReference( json, gait, &reader->gaitNames, "gait", &entry->gait );
	if ( gait != NULL && choice == 0 )
	{
		wfJson_Fail( json, gait, NULL, wf_badFormat,
					 "belongs to agents that walk on foot; expected \"locomotion\": \"footsteps\", found \"disc\"" );
	}
	entry->footsteps = choice == 1 || reader->footsteps;
}

void wfAddGaits( wfCrowdReader* reader )
{
	const wfJson* json = reader->json;
	for ( size_t i = 0; i < reader->gaitCount && wfJson_IsOk( json ); ++i )
	{
		wfGaitPlan* plan = reader->gaits + i;
		takeGait( json, plan->node, wfCrowd_AddGait( reader->crowd, &plan->def, &plan->id, json->reader->error ) );
	}
	for ( size_t i = 0; i < reader->entryCount && wfJson_IsOk( json ) && reader->usualGait.index1 == 0; ++i )
	{
		const wfEntryPlan* entry = reader->entries + i;
		if ( entry->footsteps && entry->gait < 0 )
		{
			wfGaitDef usual = wfDefaultGaitDef();
			wfJson_Take( json, reader->footsteps ? json->nodes : entry->node,
						 wfCrowd_AddGait( reader->crowd, &usual, &reader->usualGait, json->reader->error ) );
		}
	}
}

wfGaitId wfGetGait( const wfCrowdReader* reader, const wfEntryPlan* entry )
{
	if ( !entry->footsteps )
	{
		return ( wfGaitId ){ 0 };
	}
	return entry->gait >= 0 ? reader->gaits[entry->gait].id : reader->usualGait;
}
