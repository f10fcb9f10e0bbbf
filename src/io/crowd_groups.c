// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Groups of scenario files and their orders, a log with times.
#include "base/vec3.h"
#include "io/crowd_reader.h"

#include <stdio.h>

// ----------------------------------------------------------------------------------------------------------------- groups

// The agents of the entries that a list names.
static wfAgentId* readMembers( const wfCrowdReader* reader, const wfJsonNode* node, int32_t* count )
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

static wfVec2* readDrawing( const wfJson* json, const wfJsonNode* list, int32_t least, int32_t* count )
{
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

static void addGroup( wfCrowdReader* reader, const wfJsonNode* node, wfNameTable* names, wfSimulationGroup* group )
{
	const wfJson* json = reader->json;
	const char* name = NULL;
	wfTeamPlan plan = { wfDefaultGroupDef(), -1 };
	wfGroupDef def;
	wfReadFields( json, node, &wf_teamObject, &plan );
	def = plan.def;
	def.userData = (uint64_t)node->index + 1;
	const wfJsonNode* nameNode = wfJson_Require( json, node, "name", "what orders call the group by" );
	wfJson_ReadText( json, nameNode, WF_MAX_NAME_LENGTH, &name );
	wfNameTable_Add( json, nameNode, names, "a group", name );
	const wfJsonNode* drawing = wfJson_Find( json, node, "points" );
	wfVec2* points = readDrawing( json, drawing, 1, &def.formation.pointCount );
	wfAgentId* members = readMembers( reader, node, &def.memberCount );
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

// ----------------------------------------------------------------------------------------------------------------- orders

typedef struct wfGroupNames
{
	wfNameTable table;
	const wfSimulationGroup* list;
} wfGroupNames;

// The name of a goal, or a place.
static void readTo( const wfCrowdReader* reader, const wfJsonNode* node, wfStop* to )
{
	const wfJson* json = reader->json;
	int32_t goal = -1;
	if ( node->type == wf_jsonString )
	{
		wfReadReference( json, node, &reader->goalNames, "goal", &goal );
		*to = goal >= 0 ? wfMakeGoalStop( reader->goals[goal] ) : *to;
	}
	else if ( reader->scene != NULL )
	{
		wfReadNearPlace( json, node, reader->scene, &to->place );
	}
	else
	{
		wfVec2 point = { 0.0, 0.0 };
		wfJson_ReadPoint( json, node, &point );
		to->point = wfInSpace( point );
	}
}

static void readFacing( const wfCrowdReader* reader, const wfJsonNode* node, wfVec3* facing )
{
	const wfNumberRange range = WF_COORDINATE;
	wfVec2 flat = { 0.0, 0.0 };
	if ( reader->scene != NULL )
	{
		wfJson_ReadVector3( reader->json, node, &range, "a direction [x, y, z]", facing );
		return;
	}
	wfJson_ReadVector( reader->json, node, &range, "a direction [x, y]", &flat );
	*facing = node != NULL ? wfInSpace( flat ) : *facing;
}

// An agent of its own, or a group.
static void readLeader( const wfCrowdReader* reader, const wfGroupNames* groups, const wfJsonNode* node, wfGroupOrder* order )
{
	const wfJson* json = reader->json;
	int32_t entry = node->type == wf_jsonString ? wfNameTable_Find( &reader->agentNames, wfJson_String( json, node ) ) : -1;
	for ( size_t k = 0; k < reader->agentCount && entry >= 0; ++k )
	{
		if ( reader->agents[k].entry == entry )
		{
			order->leader = reader->agents[k].id;
			return;
		}
	}
	int32_t group = -1;
	wfReadReference( json, node, &groups->table, "agent or group", &group );
	order->leadingGroup = group >= 0 ? groups->list[group].id : order->leadingGroup;
}

static wfGroupId* readEnemies( const wfCrowdReader* reader, const wfGroupNames* groups, const wfJsonNode* list, int32_t* count )
{
	const wfJson* json = reader->json;
	if ( list == NULL || !wfJson_CheckList( json, list, 1, "names of groups" ) )
	{
		return NULL;
	}
	wfGroupId* enemies = wfJson_Allocate( json, list, (size_t)list->count, sizeof( wfGroupId ) );
	for ( const wfJsonNode* name = wfJson_First( json, list ); name != NULL && enemies != NULL; name = wfJson_Next( json, name ) )
	{
		int32_t group = -1;
		wfReadReference( json, name, &groups->table, "group", &group );
		if ( group >= 0 )
		{
			enemies[( *count )++] = groups->list[group].id;
		}
	}
	return enemies;
}

static wfStrokes* readStrokes( const wfJson* json, const wfJsonNode* list )
{
	wfStrokesDef def = wfDefaultStrokesDef();
	wfStrokes* strokes = NULL;
	if ( list == NULL || !wfJson_CheckList( json, list, 1, "strokes, each a list of points [x, y]" ) ||
		 !wfJson_Take( json, list, wfCreateStrokes( &def, &strokes, json->reader->error ) ) )
	{
		return NULL;
	}
	for ( const wfJsonNode* node = wfJson_First( json, list ); node != NULL && wfJson_IsOk( json );
		  node = wfJson_Next( json, node ) )
	{
		int32_t count = 0;
		wfVec2* points = readDrawing( json, node, 1, &count );
		if ( points != NULL && wfJson_IsOk( json ) )
		{
			wfJson_Take( json, node, wfStrokes_Add( strokes, points, count, NULL, json->reader->error ) );
		}
		wfReleaseArray( points, points != NULL ? (size_t)node->count : 0, sizeof( wfVec2 ) );
	}
	return strokes;
}

// Of each stroke, as the share of the branch that ends where it ends.
static wfBranchRule* readShares( const wfJson* json, const wfJsonNode* list, const wfStrokes* strokes, int32_t* count )
{
	int32_t most = strokes != NULL ? wfStrokes_GetStrokeCount( strokes ) : 0;
	if ( list == NULL || !wfJson_CheckList( json, list, 1, "numbers" ) )
	{
		return NULL;
	}
	if ( list->count > most )
	{
		wfJson_Fail( json, list, NULL, wf_badFormat, "%d shares; expected at most one for each of %d strokes", list->count,
					 most );
		return NULL;
	}
	wfBranchRule* rules = wfJson_Allocate( json, list, (size_t)list->count, sizeof( wfBranchRule ) );
	const wfNumberRange range = { 0.0, 1e6, "a share from 0 to 1e6" };
	for ( const wfJsonNode* node = wfJson_First( json, list ); node != NULL && rules != NULL; node = wfJson_Next( json, node ) )
	{
		wfBranchRule* rule = &rules[( *count )++];
		*rule = ( wfBranchRule ){ .node = wfStrokes_GetStrokeEnd( strokes, node->index ), .number = -1 };
		wfJson_ReadNumber( json, node, &range, &rule->share );
	}
	return rules;
}

static void addOrder( wfCrowdReader* reader, const wfJsonNode* node, const wfGroupNames* groups )
{
	const wfJson* json = reader->json;
	wfGroupOrder order = wfDefaultGroupOrder( wf_formationOrder );
	int32_t group = -1;
	wfReadFields( json, node, &wf_orderObject, &order );
	const wfJsonNode* range = wfJson_Find( json, node, "range" );
	order.range = range == NULL ? wfDefaultGroupOrder( order.kind ).range : order.range;
	wfReadReference( json, wfJson_Require( json, node, "group", "the name of a group" ), &groups->table, "group", &group );
	const wfJsonNode *to = wfJson_Find( json, node, "to" ), *leader = wfJson_Find( json, node, "leader" );
	const wfJsonNode *enemyList = wfJson_Find( json, node, "enemies" ), *shareList = wfJson_Find( json, node, "shares" );
	bool needsTo =
		order.kind != wf_followOrder && order.kind != wf_holdOrder && order.kind != wf_stopOrder && order.kind != wf_strokeOrder;
	if ( wfJson_IsOk( json ) && needsTo && to == NULL )
	{
		wfJson_Fail( json, node, NULL, wf_badFormat, "expected `to`: where the order leads" );
	}
	if ( to != NULL )
	{
		readTo( reader, to, &order.to );
	}
	if ( leader != NULL )
	{
		readLeader( reader, groups, leader, &order );
	}
	readFacing( reader, wfJson_Find( json, node, "facing" ), &order.facing );
	wfGroupId* enemies = readEnemies( reader, groups, enemyList, &order.enemyCount );
	wfStrokes* strokes = readStrokes( json, wfJson_Find( json, node, "strokes" ) );
	wfBranchRule* rules = readShares( json, shareList, strokes, &order.branchCount );
	if ( wfJson_IsOk( json ) && order.kind == wf_strokeOrder && strokes == NULL )
	{
		wfJson_Fail( json, node, NULL, wf_badFormat, "expected `strokes`: along what the order leads" );
	}
	order.enemies = enemies;
	order.strokes = strokes;
	order.branches = rules;
	if ( wfJson_IsOk( json ) && group >= 0 )
	{
		wfJson_Take( json, node, wfCrowd_OrderGroup( reader->crowd, groups->list[group].id, &order, json->reader->error ) );
	}
	wfReleaseArray( enemies, enemies != NULL ? (size_t)enemyList->count : 0, sizeof( wfGroupId ) );
	wfReleaseArray( rules, rules != NULL ? (size_t)shareList->count : 0, sizeof( wfBranchRule ) );
	wfDestroyStrokes( strokes );
}

void wfAddGroups( wfCrowdReader* reader, const wfJsonNode* root, wfSimulation* simulation )
{
	const wfJson* json = reader->json;
	const wfJsonNode *list = wfJson_Find( json, root, "groups" ), *orders = wfJson_Find( json, root, "orders" );
	wfGroupNames groups = { 0 };
	wfNameTable_Create( json, list, &groups.table );
	simulation->groups = list != NULL ? wfJson_Allocate( json, list, (size_t)list->count, sizeof( wfSimulationGroup ) ) : NULL;
	simulation->groupCount = simulation->groups != NULL ? list->count : 0;
	groups.list = simulation->groups;
	for ( const wfJsonNode* node = simulation->groupCount > 0 ? wfJson_First( json, list ) : NULL;
		  node != NULL && wfJson_IsOk( json ); node = wfJson_Next( json, node ) )
	{
		addGroup( reader, node, &groups.table, &simulation->groups[node->index] );
	}
	for ( const wfJsonNode* node = orders != NULL ? wfJson_First( json, orders ) : NULL; node != NULL && wfJson_IsOk( json );
		  node = wfJson_Next( json, node ) )
	{
		addOrder( reader, node, &groups );
	}
	wfNameTable_Free( &groups.table );
}
