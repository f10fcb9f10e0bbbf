// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Behaviours of scenario files.
#include "io/crowd_reader.h"

#include <string.h>

static void readTarget( wfCrowdReader* reader, const wfJsonNode* node, wfBehaviorPlan* plan )
{
	static const char* const names[] = { "goal", "seen", NULL };
	static const wfTargetKind kinds[] = { wf_goalTarget, wf_seenTarget };
	const wfJson* json = reader->json;
	if ( node->type == wf_jsonString )
	{
		int32_t choice = 0;
		wfJson_ReadChoice( json, node, names, &choice );
		plan->def.target = kinds[choice];
		return;
	}
	if ( node->type == wf_jsonList )
	{
		plan->def.target = wf_pointTarget;
		wfReadPlace( json, node, &wf_coordinateRange, &plan->def.point );
		return;
	}
	if ( node->type != wf_jsonObject )
	{
		wfJson_Expected( json, node, wf_jsonString,
						 json->onMesh ? "\"goal\", \"seen\", a point [x, y, z] or {\"agent\": name}"
									  : "\"goal\", \"seen\", a point [x, y] or {\"agent\": name}" );
		return;
	}
	plan->def.target = wf_agentTarget;
	wfReadFields( json, node, &wf_agentTargetObject, NULL );
	const wfJsonNode* agent = wfJson_Find( json, node, "agent" );
	wfReadReference( json, agent, &reader->agentNames, "agent", &plan->agent );
	if ( wfJson_IsOk( json ) && wfJson_Find( json, reader->entries[plan->agent].node, "position" ) == NULL )
	{
		wfJson_Fail( json, agent, NULL, wf_badFormat, "is a group of agents; expected the name of a single one" );
	}
}

// A list of at most so many objects.
static bool checkItems( const wfJson* json, const wfJsonNode* list, int32_t least, int32_t most, const char* what )
{
	if ( !wfJson_CheckList( json, list, least, what ) )
	{
		return false;
	}
	if ( list->count > most )
	{
		wfJson_Fail( json, list, NULL, wf_outOfRange, "%d %s; expected at most %d", list->count, what, most );
	}
	return wfJson_IsOk( json );
}

static void readStage( wfCrowdReader* reader, const wfJsonNode* node, wfStage* stage, int32_t* behavior )
{
	const wfJson* json = reader->json;
	wfCheckFields( json, node, &wf_stageObject );
	int given = 0;
	for ( int i = 0; i < 3; ++i )
	{
		// In the order of wfStageKind.
		bool there = wfJson_Find( json, node, wf_stageObject.parts[0][i].name ) != NULL;
		given += there ? 1 : 0;
		stage->kind = there ? (wfStageKind)i : stage->kind;
	}
	const wfJsonNode* radius = wfJson_Find( json, node, "radius" );
	if ( given != 1 )
	{
		wfJson_Fail( json, node, NULL, wf_badFormat,
					 "expected one of time (seconds), fraction (of the way) and place %s with radius, found %s",
					 json->onMesh ? "[x, y, z]" : "[x, y]", given == 0 ? "none" : "several of them" );
	}
	if ( radius != NULL && stage->kind != wf_fromPlace )
	{
		wfJson_Fail( json, radius, NULL, wf_badFormat, "belongs to a place" );
	}
	stage->radius = stage->kind == wf_fromPlace ? 1.0 : stage->radius;
	wfReadPlace( json, wfJson_Find( json, node, "place" ), &wf_coordinateRange, &stage->point );
	wfReadPart( json, node, wf_stageObject.parts[0], stage );
	const wfJsonNode* name = wfJson_Find( json, node, "behavior" );
	wfReadReference( json, name, &reader->behaviorNames, "behavior", behavior );
	const wfJsonNode* type = wfJson_IsOk( json ) ? wfJson_Find( json, reader->behaviors[*behavior].node, "type" ) : NULL;
	if ( type != NULL && type->type == wf_jsonString && strcmp( wfJson_String( json, type ), "scheduled" ) == 0 )
	{
		wfJson_Fail( json, name, NULL, wf_badFormat, "is scheduled itself; expected one of another type" );
	}
}

static void readBehavior( wfCrowdReader* reader, wfBehaviorPlan* plan )
{
	const wfJson* json = reader->json;
	const wfJsonNode* node = plan->node;
	wfBehaviorDef* def = &plan->def;
	*def = wfDefaultBehaviorDef();
	plan->agent = -1;
	def->kind = (wfBehaviorKind)wfReadType( json, node, "a behavior", wf_behaviorObjects, NULL );
	plan->object = wf_behaviorObjects[def->kind];
	wfReadPart( json, node, plan->object->parts[0], def );
	const wfJsonNode* v = wfJson_Find( json, node, "v" );
	const wfJsonNode* target = wfJson_Find( json, node, "target" );
	const wfJsonNode* waves = wfJson_Find( json, node, "waves" );
	const wfJsonNode* stages = wfJson_Find( json, node, "stages" );
	wfVec2 flat = { def->v.x, def->v.y }, hold = { def->holdSeconds[0], def->holdSeconds[1] };
	// Relative ones lie in the surface, others in space.
	if ( json->onMesh && !def->relative )
	{
		wfJson_ReadVector3( json, v, &wf_numberRange, "[x, y, z]", &def->v );
	}
	else
	{
		wfJson_ReadVector( json, v, &wf_numberRange, "a vector [x, y]", &flat );
		def->v = ( wfVec3 ){ flat.x, flat.y, def->v.z };
	}
	wfJson_ReadVector( json, wfJson_Find( json, node, "holdSeconds" ), &wf_numberRange, "[shortest, longest] in seconds", &hold );
	def->holdSeconds[0] = hold.x;
	def->holdSeconds[1] = hold.y;
	if ( target != NULL )
	{
		readTarget( reader, target, plan );
	}
	if ( checkItems( json, waves, 0, WF_MAX_WAVES, "waves" ) )
	{
		for ( const wfJsonNode* item = wfJson_First( json, waves ); item != NULL; item = wfJson_Next( json, item ) )
		{
			wfWave* wave = def->waves + def->waveCount++;
			*wave = ( wfWave ){ 0, 1.0, 1.0, 0.0 };
			wfReadFields( json, item, &wf_waveObject, wave );
		}
	}
	if ( checkItems( json, stages, 1, WF_MAX_STAGES, "stages" ) )
	{
		for ( const wfJsonNode* item = wfJson_First( json, stages ); item != NULL; item = wfJson_Next( json, item ) )
		{
			int32_t k = def->stageCount++;
			readStage( reader, item, def->stages + k, plan->stages + k );
		}
	}
}

void wfReadBehaviors( wfCrowdReader* reader, const wfJsonNode* root )
{
	const wfJson* json = reader->json;
	const wfJsonNode* object = wfJson_Find( json, root, "behaviors" );
	reader->behaviors =
		wfReadKeys( json, object, "a behavior", &reader->behaviorNames, sizeof( wfBehaviorPlan ), &reader->behaviorCount );
	for ( const wfJsonNode* node = wfJson_First( json, object ); node != NULL; node = wfJson_Next( json, node ) )
	{
		reader->behaviors[node->index].node = node;
	}
	for ( size_t i = 0; i < reader->behaviorCount && wfJson_IsOk( json ); ++i )
	{
		readBehavior( reader, reader->behaviors + i );
	}
}

void wfAddBehaviors( wfCrowdReader* reader )
{
	const wfJson* json = reader->json;
	// Those that others refer to first.
	for ( int pass = 0; pass < 2; ++pass )
	{
		for ( size_t i = 0; i < reader->behaviorCount && wfJson_IsOk( json ); ++i )
		{
			wfBehaviorPlan* plan = reader->behaviors + i;
			if ( ( plan->def.kind == wf_scheduledBehavior ) != ( pass == 1 ) )
			{
				continue;
			}
			if ( plan->agent >= 0 )
			{
				plan->def.agent = reader->agents[reader->entries[plan->agent].firstAgent].id;
			}
			for ( int32_t k = 0; k < plan->def.stageCount; ++k )
			{
				plan->def.stages[k].behavior = reader->behaviors[plan->stages[k]].id;
			}
			wfPlaceFieldError( json, plan->node, plan->object,
							   wfCrowd_AddBehavior( reader->crowd, &plan->def, &plan->id, json->reader->error ) );
		}
	}
}
