// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Groups of scenario files.
#include "base/vec3.h"
#include "io/crowd_reader.h"
#include "io/order_log.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------------------------ shapes

// A field that says nothing about the formation is refused.
static void checkMeant( const wfJson* json, const wfJsonNode* node, const wfFormationDef* formation )
{
	static const struct
	{
		const char* field;
		uint32_t kinds;
	} meant[] = { { "points", WF_DRAWN_SHAPES }, { "ratio", WF_SHAPES_WITH_RATIO }, { "angle", WF_SHAPES_WITH_ANGLE } };
	for ( size_t k = 0; k < sizeof( meant ) / sizeof( meant[0] ) && wfJson_IsOk( json ); ++k )
	{
		const wfJsonNode* field = wfJson_Find( json, node, meant[k].field );
		const char* names[wf_formationKindCount + 1];
		int32_t count = 0;
		for ( int32_t kind = 0; kind < wf_formationKindCount; ++kind )
		{
			names[count] = wfGetFormationName( (wfFormationKind)kind );
			count += ( meant[k].kinds >> kind & 1u ) != 0 ? 1 : 0;
		}
		names[count] = NULL;
		if ( field != NULL && ( meant[k].kinds >> formation->kind & 1u ) == 0 )
		{
			char known[200];
			wfListNames( known, sizeof( known ), names );
			wfJson_Fail( json, field, NULL, wf_badFormat, "means nothing to the formation \"%s\"; it belongs to %s",
						 wfGetFormationName( formation->kind ), known );
		}
	}
}

static void readRanks( const wfJson* json, const wfJsonNode* list, wfFormationDef* formation )
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

static void checkPointCount( const wfJson* json, const wfJsonNode* node, const wfFormationDef* formation )
{
	int32_t least = formation->kind == wf_outlineFormation	? 3
					: formation->kind == wf_curveFormation	? 2
					: formation->kind == wf_pointsFormation ? 1
															: 0;
	if ( wfJson_IsOk( json ) && ( formation->pointCount < least || formation->pointCount > WF_MAX_FORMATION_POINTS ) )
	{
		const wfJsonNode* list = wfJson_Find( json, node, "points" );
		wfJson_Fail( json, list != NULL ? list : node, list != NULL ? NULL : "points", wf_outOfRange,
					 "%d point%s; the formation \"%s\" needs %d to %d", formation->pointCount,
					 formation->pointCount == 1 ? "" : "s", wfGetFormationName( formation->kind ), least,
					 WF_MAX_FORMATION_POINTS );
	}
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

wfVec2* wfReadShape( const wfJson* json, const wfJsonNode* node, wfFormationDef* formation )
{
	checkMeant( json, node, formation );
	readRanks( json, wfJson_Find( json, node, "ranks" ), formation );
	wfVec2* points = wfReadDrawing( json, wfJson_Find( json, node, "points" ), 1, &formation->pointCount );
	formation->points = points;
	checkPointCount( json, node, formation );
	// As they stand: where they are when they are first told to go somewhere.
	wfFormationDef checked = *formation;
	const wfVec2 one = { 0.0, 0.0 };
	bool waits = checked.kind == wf_asTheyStandFormation && points == NULL;
	checked.points = waits ? &one : points;
	checked.pointCount = waits ? 1 : checked.pointCount;
	if ( wfJson_IsOk( json ) )
	{
		wfPlaceFieldError( json, node, &wf_groupShapeObject, wfFormation_Check( &checked, json->reader->error ) );
	}
	return points;
}

void wfCheckSpacing( const wfJson* json, const wfJsonNode* node, const wfFormationDef* formation, int32_t count, double radius )
{
	bool isShape =
		formation->kind != wf_noFormation && ( formation->kind != wf_asTheyStandFormation || formation->pointCount > 0 );
	if ( !wfJson_IsOk( json ) || !isShape || count < 2 || count > WF_MAX_MEMBERS )
	{
		return;
	}
	double least = formation->spacing;
	const wfJsonNode* spacing = wfJson_Find( json, node, "spacing" );
	bool isDrawn = ( WF_DRAWN_SHAPES >> formation->kind & 1u ) != 0;
	wfVec2* slots = isDrawn ? wfJson_Allocate( json, node, (size_t)count, sizeof( wfVec2 ) ) : NULL;
	// Drawings have their own size. What cannot be drawn is refused by those who need the slots.
	if ( slots != NULL && ( wfFormation_MakeSlots( formation, count, slots, NULL ) != wf_ok ||
							wfGetLeastDistance( slots, count, &least ) != wf_ok ) )
	{
		least = INFINITY;
	}
	wfReleaseArray( slots, slots != NULL ? (size_t)count : 0, sizeof( wfVec2 ) );
	if ( least >= 2.0 * radius * ( 1.0 - 1e-9 ) || !wfJson_IsOk( json ) )
	{
		return;
	}
	wfReader_Warn( json->reader, spacing != NULL && !isDrawn ? spacing->position : node->position,
				   isDrawn ? "two of %d slots are %.3g m apart, and the largest member is %.3g m across: members cannot stand in "
							 "their slots, and walk slower; expected a larger drawing"
						   : "%d members at a spacing of %.3g m, and the largest is %.3g m across: members cannot stand in their "
							 "slots, and walk slower; expected at least as much spacing as that",
				   count, least, 2.0 * radius );
}

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

// Nobody is in two groups. Of each entry the group that has it is kept, from 1.
static void claimEntries( const wfCrowdReader* reader, const wfJsonNode* node, const wfSimulationGroup* groups, int32_t* groupOf )
{
	const wfJson* json = reader->json;
	const wfJsonNode* list = wfJson_Find( json, node, "members" );
	for ( const wfJsonNode* name = wfJson_First( json, list ); name != NULL && wfJson_IsOk( json );
		  name = wfJson_Next( json, name ) )
	{
		int32_t entry = -1;
		wfReadReference( json, name, &reader->agentNames, "agent", &entry );
		int32_t other = entry >= 0 ? groupOf[entry] - 1 : -1;
		if ( wfJson_IsOk( json ) && other >= 0 && other != node->index )
		{
			wfJson_Fail( json, name, NULL, wf_badFormat,
						 "%s is in the group %s already; expected agents of no other group than this one, %s",
						 wfQuote( wfJson_String( json, name ), name->stringLength ).text,
						 wfQuote( groups[other].name, strlen( groups[other].name ) ).text,
						 wfQuote( groups[node->index].name, strlen( groups[node->index].name ) ).text );
		}
		if ( entry >= 0 )
		{
			groupOf[entry] = node->index + 1;
		}
	}
}

double wfGetLargestRadius( const wfCrowd* crowd, const wfAgentId* members, int32_t count )
{
	double largest = 0.0;
	for ( int32_t k = 0; k < count; ++k )
	{
		largest = fmax( largest, wfCrowd_GetAgent( crowd, members[k] ).radius );
	}
	return largest;
}

static void addGroup( wfCrowdReader* reader, const wfJsonNode* node, wfSimulation* simulation, int32_t* groupOf )
{
	const wfJson* json = reader->json;
	wfSimulationGroup* group = &simulation->groups[node->index];
	const char* name = NULL;
	wfTeamPlan plan = { .shape.formation = wfDefaultFormationDef(), .color = -1 };
	wfReadFields( json, node, &wf_teamObject, &plan );
	wfReadPart( json, node, wf_teamObject.parts[1], &plan );
	const wfJsonNode* nameNode = wfJson_Require( json, node, "name", "what orders call the group by" );
	wfJson_ReadText( json, nameNode, WF_MAX_NAME_LENGTH, &name );
	if ( name != NULL )
	{
		wfAddGroupName( json, nameNode, simulation->orders, name );
		snprintf( group->name, sizeof( group->name ), "%s", name );
	}
	wfGroupDef def = wfDefaultGroupDef();
	def.formation = plan.shape.formation;
	def.bands = plan.shape.bands;
	def.planner = plan.shape.planner;
	def.hardMembers = plan.shape.hardMembers;
	def.userData = (uint64_t)node->index + 1;
	wfVec2* points = wfReadShape( json, node, &def.formation );
	wfAgentId* members = wfReadMembers( reader, node, &def.memberCount );
	if ( wfJson_IsOk( json ) )
	{
		claimEntries( reader, node, simulation->groups, groupOf );
	}
	def.members = members;
	if ( wfJson_IsOk( json ) )
	{
		wfPlaceFieldError( json, node, &wf_teamObject,
						   wfCrowd_CreateGroup( reader->crowd, &def, &group->id, json->reader->error ) );
		group->color = plan.color;
		wfCheckSpacing( json, node, &def.formation, def.memberCount,
						wfGetLargestRadius( reader->crowd, members, def.memberCount ) );
	}
	wfReleaseArray( members, members != NULL ? reader->agentCount : 0, sizeof( wfAgentId ) );
	wfReleaseArray( points, points != NULL ? (size_t)def.formation.pointCount : 0, sizeof( wfVec2 ) );
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
	size_t entries = simulation->groupCount > 0 ? reader->entryCount + 1 : 0;
	int32_t* groupOf = wfJson_Allocate( json, root, entries, sizeof( int32_t ) );
	for ( const wfJsonNode* node = simulation->groupCount > 0 ? wfJson_First( json, list ) : NULL;
		  node != NULL && wfJson_IsOk( json ); node = wfJson_Next( json, node ) )
	{
		addGroup( reader, node, simulation, groupOf );
	}
	wfReleaseArray( groupOf, groupOf != NULL ? entries : 0, sizeof( int32_t ) );
}
