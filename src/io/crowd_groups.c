// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Groups of scenario files.
#include "base/vec3.h"
#include "io/crowd_reader.h"

#include <stdio.h>

// ----------------------------------------------------------------------------------------------------------------- groups

wfAgentId* wfReadMembers( const wfCrowdReader* reader, const wfJsonNode* node, int32_t* count )
{
	const wfJson* json = reader->json;
	const wfJsonNode* list = wfJson_Require( json, node, "members", "a list of names of agents" );
	*count = 0;
	if ( !wfJson_CheckList( json, list, 1, "names of agents" ) )
	{
		return NULL;
	}
	wfAgentId* members = wfJson_Allocate( json, list, reader->agentCount, sizeof( wfAgentId ) );
	for ( const wfJsonNode* name = wfJson_First( json, list ); name != NULL && members != NULL; name = wfJson_Next( json, name ) )
	{
		int32_t entry = -1;
		wfReadReference( json, name, &reader->agentNames, "agent", &entry );
		for ( size_t k = 0; k < reader->agentCount && wfJson_IsOk( json ); ++k )
		{
			if ( reader->agents[k].entry == entry && (size_t)*count < reader->agentCount )
			{
				members[( *count )++] = reader->agents[k].id;
			}
		}
	}
	return members;
}

wfVec2* wfReadDrawing( const wfJson* json, const wfJsonNode* list, int32_t least, int32_t* count )
{
	*count = 0;
	if ( list == NULL || !wfJson_CheckList( json, list, least, "points [x, y]" ) )
	{
		return NULL;
	}
	wfVec2* points = wfJson_Allocate( json, list, (size_t)list->count, sizeof( wfVec2 ) );
	if ( points != NULL )
	{
		wfJson_ReadPoints( json, list, least, points );
		*count = list->count;
	}
	return points;
}

void wfReadRanks( const wfJson* json, const wfJsonNode* list, wfFormationDef* formation )
{
	static const wfNumberRange range = { -128.0, 127.0, "a whole number from -128 to 127" };
	if ( list == NULL || !wfJson_CheckList( json, list, 1, "ranks" ) )
	{
		return;
	}
	if ( list->count > WF_KINDS )
	{
		wfJson_Fail( json, list, NULL, wf_outOfRange, "%d ranks; expected at most one for each of %d kinds", list->count,
					 WF_KINDS );
		return;
	}
	for ( const wfJsonNode* node = wfJson_First( json, list ); node != NULL; node = wfJson_Next( json, node ) )
	{
		int32_t rank = 0;
		wfJson_ReadInteger( json, node, &range, &rank );
		formation->rankOfKind[node->index] = (int8_t)rank;
	}
}

static void addGroup( wfCrowdReader* reader, const wfJsonNode* node, wfOrderLog* log, wfSimulationGroup* group )
{
	const wfJson* json = reader->json;
	const char* name = NULL;
	wfTeamPlan plan = { .shape.formation = wfDefaultFormationDef(), .color = -1 };
	wfReadFields( json, node, &wf_teamObject, &plan );
	wfReadPart( json, node, wf_teamObject.parts[1], &plan );
	const wfJsonNode* nameNode = wfJson_Require( json, node, "name", "what orders call the group by" );
	wfJson_ReadText( json, nameNode, WF_MAX_NAME_LENGTH, &name );
	if ( name != NULL )
	{
		wfAddGroupName( json, nameNode, log, name );
	}
	wfGroupDef def = wfDefaultGroupDef();
	def.formation = plan.shape.formation;
	def.bands = plan.shape.bands;
	def.planner = plan.shape.planner;
	def.hardMembers = plan.shape.hardMembers;
	def.userData = (uint64_t)node->index + 1;
	wfReadRanks( json, wfJson_Find( json, node, "ranks" ), &def.formation );
	const wfJsonNode* drawing = wfJson_Find( json, node, "points" );
	wfVec2* points = wfReadDrawing( json, drawing, 1, &def.formation.pointCount );
	wfAgentId* members = wfReadMembers( reader, node, &def.memberCount );
	def.formation.points = points;
	def.members = members;
	if ( wfJson_IsOk( json ) )
	{
		wfJson_Take( json, node, wfCrowd_CreateGroup( reader->crowd, &def, &group->id, json->reader->error ) );
		snprintf( group->name, sizeof( group->name ), "%s", name );
		group->color = plan.color;
	}
	wfReleaseArray( members, members != NULL ? reader->agentCount : 0, sizeof( wfAgentId ) );
	wfReleaseArray( points, points != NULL ? (size_t)drawing->count : 0, sizeof( wfVec2 ) );
}

void wfAddGroups( wfCrowdReader* reader, const wfJsonNode* root, wfSimulation* simulation )
{
	const wfJson* json = reader->json;
	const wfJsonNode* list = wfJson_Find( json, root, "groups" );
	if ( !wfJson_IsOk( json ) || !wfJson_Take( json, root, wfCreateOrderLog( &simulation->orders, json->reader->error ) ) )
	{
		return;
	}
	simulation->groups = list != NULL ? wfJson_Allocate( json, list, (size_t)list->count, sizeof( wfSimulationGroup ) ) : NULL;
	simulation->groupCount = simulation->groups != NULL ? list->count : 0;
	for ( const wfJsonNode* node = simulation->groupCount > 0 ? wfJson_First( json, list ) : NULL;
		  node != NULL && wfJson_IsOk( json ); node = wfJson_Next( json, node ) )
	{
		addGroup( reader, node, simulation->orders, &simulation->groups[node->index] );
	}
}
