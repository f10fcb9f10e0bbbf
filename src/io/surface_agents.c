// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Agents of scenarios on meshes: what they are, where they go, and how they get into the crowd. Their places are beside.
#include "io/surface_agents.h"

#include "mesh/mesh.h"

#include <stdio.h>
#include <string.h>

// What all have is that of the plane but for directions, stops and terrain.
const char* const wf_surfaceWalkerFields[] = { "radius", "heading",	 "speed",	"desiredSpeed", "goals", "atEnd",
											   "style",	 "behavior", "onSight", "personality",	NULL };
const char* const wf_surfaceGroupFields[] = { "name", "count", "gap", "region", NULL };
const char* const wf_surfaceDrawFields[] = { "oneOf", NULL };
const char* const wf_sphereRegionFields[] = { "type", "center", "radius", NULL };
const char* const wf_boxRegionFields[] = { "type", "lower", "upper", NULL };

// A position so far from the surface, in diagonals of its box, was hardly meant for it.
#define FARTHEST_SHARE 0.1

static const wfNumberRange s_number = { -1e300, 1e300, "a number" };

wfResult wfReadBehaviorPoint( const wfCrowdReader* reader, const wfJsonNode* node, wfVec3* point )
{
	if ( reader->scene != NULL )
	{
		return wfJson_ReadVector3( reader->json, node, &s_number, "[x, y, z]", point );
	}
	wfVec2 flat = { 0.0, 0.0 };
	wfResult result = wfJson_ReadPoint( reader->json, node, &flat );
	*point = ( wfVec3 ){ flat.x, flat.y, 0.0 };
	return result;
}

wfResult wfCheckNearSurface( const wfCrowdReader* reader, const wfJsonNode* node, double distance )
{
	wfMeshReport report = wfMesh_GetReport( reader->scene->mesh );
	if ( !( distance > FARTHEST_SHARE * wfLength3( wfSub3( report.upper, report.lower ) ) ) )
	{
		return wf_ok;
	}
	return wfJson_Fail( reader->json, node, NULL, wf_outOfRange,
						"lies %.6g m from the surface, which reaches from %.6g, %.6g, %.6g to %.6g, %.6g, %.6g; expected a point "
						"on it or near it",
						distance, report.lower.x, report.lower.y, report.lower.z, report.upper.x, report.upper.y,
						report.upper.z );
}

// ---------------------------------------------------------------------------------------------------------------- goals

wfResult wfReadSurfaceGoalNames( wfCrowdReader* reader, const wfJsonNode* root )
{
	const wfJson* json = reader->json;
	const wfJsonNode* list = wfJson_Find( json, root, "goals" );
	wfResult result = wfNameTable_Create( json, list, &reader->goalNames );
	const wfJsonNode* node = result == wf_ok && list != NULL ? wfJson_First( json, list ) : NULL;
	for ( ; node != NULL && result == wf_ok; node = wfJson_Next( json, node ) )
	{
		const char* name = reader->scene->goals[node->index].name;
		result = wfNameTable_Add( json, node, &reader->goalNames, "a goal", name[0] != 0 ? name : NULL );
	}
	return result;
}

static wfResult addChoice( wfCrowdReader* reader, const wfJsonNode* node )
{
	int32_t index = 0;
	wfResult result = wfReadReference( reader->json, node, &reader->goalNames, "goal", &index );
	if ( result != wf_ok )
	{
		return result;
	}
	if ( wfGrowArray( &reader->choices, &reader->choiceCapacity, reader->choiceCount + 1, sizeof( wfStopChoice ) ) != wf_ok )
	{
		return wfReader_OutOfMemory( reader->json->reader );
	}
	wfStop stop = wfMakeGoalStop( ( wfGoalId ){ (uint32_t)index + 1, 1 } );
	reader->choices[reader->choiceCount++] = ( wfStopChoice ){ .stop = stop, .queue = -1 };
	return wf_ok;
}

static wfResult readGoal( wfCrowdReader* reader, const wfJsonNode* node, wfStopPlan* plan )
{
	const wfJson* json = reader->json;
	*plan = ( wfStopPlan ){ wf_sameStop, (int32_t)reader->choiceCount, 1 };
	if ( node->type == wf_jsonString )
	{
		return addChoice( reader, node );
	}
	if ( node->type != wf_jsonObject )
	{
		return wfJson_Expected( json, node, wf_jsonString, "the name of a goal or {\"oneOf\": [names]}" );
	}
	const wfJsonNode* list = NULL;
	wfResult result = wfJson_CheckObject( json, node, "a goal to draw", wf_surfaceDrawFields );
	result = result == wf_ok ? wfJson_Require( json, node, "oneOf", "a list of names of goals", &list ) : result;
	result = result == wf_ok ? wfJson_CheckList( json, list, 1, "names of goals" ) : result;
	const wfJsonNode* item = result == wf_ok ? wfJson_First( json, list ) : NULL;
	for ( ; item != NULL && result == wf_ok; item = wfJson_Next( json, item ) )
	{
		result = addChoice( reader, item );
	}
	plan->mode = wf_drawnStop;
	plan->count = (int32_t)reader->choiceCount - plan->first;
	return result;
}

static wfResult addGoalTo( wfCrowdReader* reader, const wfJsonNode* node, wfWalkerPlan* walker )
{
	wfStopPlan plan;
	wfResult result = readGoal( reader, node, &plan );
	if ( result == wf_ok &&
		 wfGrowArray( &reader->stops, &reader->stopCapacity, reader->stopCount + 1, sizeof( wfStopPlan ) ) != wf_ok )
	{
		result = wfReader_OutOfMemory( reader->json->reader );
	}
	if ( result == wf_ok )
	{
		reader->stops[reader->stopCount++] = plan;
		walker->stopCount += 1;
	}
	return result;
}

wfResult wfReadSurfaceStops( wfCrowdReader* reader, wfWalkerPlan* walker )
{
	const wfJson* json = reader->json;
	walker->firstStop = (int32_t)reader->stopCount;
	const wfJsonNode* goals = wfJson_Find( json, walker->node, "goals" );
	if ( goals == NULL )
	{
		return wf_ok;
	}
	if ( goals->type == wf_jsonString )
	{
		return addGoalTo( reader, goals, walker );
	}
	wfResult result = wfJson_CheckList( json, goals, 0, "names of goals" );
	if ( result == wf_ok )
	{
		result = wfReader_Reserve( json->reader, goals->position, NULL,
								   (size_t)goals->count * ( sizeof( wfStopPlan ) + sizeof( wfStopChoice ) ) );
	}
	const wfJsonNode* item = result == wf_ok ? wfJson_First( json, goals ) : NULL;
	for ( ; item != NULL && result == wf_ok; item = wfJson_Next( json, item ) )
	{
		result = addGoalTo( reader, item, walker );
	}
	return result;
}

// -------------------------------------------------------------------------------------------------------------- entries

static wfResult readRegion( const wfJson* json, const wfJsonNode* node, wfSurfaceRegion* region )
{
	static const char* const types[] = { "sphere", "box", NULL };
	static const char* const* const fields[] = { wf_sphereRegionFields, wf_boxRegionFields };
	int32_t type = 0;
	const wfJsonNode *first = NULL, *second = NULL;
	wfResult result = wfReadType( json, node, "a region", types, fields, NULL, &type );
	region->kind = type == 0 ? wf_sphereRegion : wf_spaceBoxRegion;
	bool sphere = result == wf_ok && type == 0;
	if ( result == wf_ok )
	{
		result = wfJson_Require( json, node, sphere ? "center" : "lower", sphere ? "its centre [x, y, z]" : "a corner [x, y, z]",
								 &first );
	}
	if ( result == wf_ok )
	{
		result = wfJson_Require( json, node, sphere ? "radius" : "upper", sphere ? "metres" : "a corner [x, y, z]", &second );
	}
	if ( result == wf_ok )
	{
		result = wfJson_ReadVector3( json, first, &wf_coordinateRange, "[x, y, z]", &region->lower );
	}
	if ( result != wf_ok || sphere )
	{
		return result == wf_ok ? wfJson_ReadNumber( json, second, &wf_sizeRange, &region->radius ) : result;
	}
	result = wfJson_ReadVector3( json, second, &wf_coordinateRange, "[x, y, z]", &region->upper );
	wfVec3 a = region->lower, b = region->upper;
	if ( result == wf_ok && !( a.x < b.x && a.y < b.y && a.z < b.z ) )
	{
		result = wfJson_Fail( json, second, NULL, wf_outOfRange, "expected every coordinate above that of lower" );
	}
	return result;
}

// What kind of entry it is, and how many agents.
static wfResult readCount( wfSurfaceReader* surface, wfWalkerPlan* walker, wfSurfaceWalker* own )
{
	static const wfNumberRange countRange = { 1.0, 1e6, "a whole number from 1 to 1000000" };
	static const wfEntryWords words = { wf_surfaceWalkerFields, "count (a group scattered over the surface)",
										"vertices or points [x, y, z]" };
	const wfJson* json = surface->base.json;
	const wfJsonNode *node = walker->node, *count = NULL;
	const wfJsonNode* stops = wfJson_Find( json, node, "stops" );
	if ( stops != NULL )
	{
		return wfJson_Fail( json, stops, NULL, wf_unsupported,
							"belongs to crowds in the plane; on meshes: \"goals\", names of goals in the order of the visits" );
	}
	const wfJsonNode* locomotion = wfJson_Find( json, node, "locomotion" );
	const wfJsonNode* feet = locomotion != NULL ? locomotion : wfJson_Find( json, node, "gait" );
	if ( feet != NULL )
	{
		return wfJson_Fail( json, feet, NULL, wf_unsupported,
							"belongs to crowds in the plane; on meshes everybody moves as a disc, without footsteps" );
	}
	wfResult given = wfReadGivenCount( json, walker, &words, &count );
	if ( given != wf_ok || count == NULL )
	{
		return given;
	}
	const wfJsonNode* region = wfJson_Find( json, node, "region" );
	walker->scales = own->scattered = true;
	wfResult result = wfCheckFields( json, node, "a group", wf_surfaceGroupFields, wf_surfaceWalkerFields );
	if ( result == wf_ok )
	{
		result = wfJson_ReadInteger( json, count, &countRange, &walker->count );
	}
	if ( result == wf_ok )
	{
		result = wfJson_ReadOptionalNumber( json, node, "gap", &wf_distanceRange, &walker->spacing );
	}
	return result == wf_ok && region != NULL ? readRegion( json, region, &own->region ) : result;
}

wfResult wfReadSurfaceWalkers( wfSurfaceReader* surface, const wfJsonNode* root )
{
	wfCrowdReader* reader = &surface->base;
	const wfJson* json = reader->json;
	surface->walkerCount = reader->walkerCount;
	surface->walkers = wfAllocateZeroed( ( reader->walkerCount + 1 ) * sizeof( wfSurfaceWalker ) );
	if ( surface->walkers == NULL )
	{
		return wfReader_OutOfMemory( json->reader );
	}
	wfResult result = wf_ok;
	for ( size_t i = 0; i < reader->walkerCount && result == wf_ok; ++i )
	{
		wfWalkerPlan* walker = reader->walkers + i;
		const wfJsonNode* heading = wfJson_Find( json, walker->node, "heading" );
		result = readCount( surface, walker, surface->walkers + i );
		result = result == wf_ok ? wfReadManner( reader, walker, false ) : result;
		if ( result == wf_ok && heading != NULL )
		{
			result =
				wfJson_ReadVector3( json, heading, &wf_coordinateRange, "a direction [x, y, z]", &surface->walkers[i].heading );
		}
	}
	return result == wf_ok ? wfCountAgents( reader, root ) : result;
}

// --------------------------------------------------------------------------------------------------------------- adding

wfResult wfAddSurfaceGoals( wfCrowdReader* reader, const wfJsonNode* root )
{
	const wfJson* json = reader->json;
	const wfJsonNode* list = wfJson_Find( json, root, "goals" );
	wfResult result = wf_ok;
	const wfJsonNode* node = list != NULL ? wfJson_First( json, list ) : NULL;
	for ( ; node != NULL && result == wf_ok; node = wfJson_Next( json, node ) )
	{
		const wfSurfacePlace* place = reader->scene->goals + node->index;
		wfSurfaceGoalDef def = wfDefaultSurfaceGoalDef();
		def.kind = place->vertices != NULL ? wf_verticesGoal : wf_placeGoal;
		def.vertices = place->vertices;
		def.vertexCount = place->vertexCount;
		def.place = place->place;
		double reach = 0.0;
		const wfJsonNode* point = wfJson_Find( json, node, "point" );
		result = point != NULL ? wfCheckNearSurface( reader, point, place->distance ) : wf_ok;
		result = result == wf_ok ? wfJson_ReadOptionalNumber( json, node, "reach", &wf_distanceRange, &reach ) : result;
		if ( result == wf_ok )
		{
			result = wfCrowd_AddGoal( reader->surfaceCrowd, &def, reach, NULL, json->reader->error );
			result = result == wf_ok ? wf_ok : wfPlaceAt( json, node, result );
		}
	}
	return result;
}

// The ids agents will get: in a crowd that is new they count up.
static void foretellIds( wfCrowdReader* reader )
{
	for ( size_t i = 0; i < reader->agentCount; ++i )
	{
		reader->agents[i].id = ( wfAgentId ){ (uint32_t)i + 1, 1 };
	}
}

static wfResult addAgent( wfSurfaceReader* surface, size_t index )
{
	wfCrowdReader* reader = &surface->base;
	wfPlacedAgent* agent = reader->agents + index;
	size_t walkerIndex = (size_t)agent->walker;
	const wfWalkerPlan* walker = reader->walkers + walkerIndex;
	int32_t k = (int32_t)index - walker->firstAgent;
	const wfVariant* variant = reader->variants + reader->agentVariants[index];
	wfMakeStops( reader, walkerIndex, k, ( wfVec2 ){ 0.0, 0.0 } );
	for ( int32_t i = 0; i < walker->stopCount; ++i )
	{
		reader->stopBuffer[i] = wfMakeGoalStop( ( wfGoalId ){ reader->stopBuffer[i].goal.index1, 1 } );
	}
	wfAgentDef def = wfDefaultAgentDef();
	def.place = agent->place;
	def.radius = agent->radius;
	def.facing = surface->walkers[walkerIndex].heading;
	def.speed = walker->def.speed;
	def.desiredSpeed =
		wfDistribution_Draw( &walker->desiredSpeed, reader->seed, wfGetStream( walkerIndex, wf_drawSpeed ), (uint64_t)k ) *
		variant->speedFactor;
	def.stops = reader->stopBuffer;
	def.stopCount = walker->stopCount;
	def.atEnd = walker->def.atEnd;
	def.style = variant->styleId;
	def.behavior = variant->behaviorId;
	def.onSight = variant->onSightId;
	def.userData = walkerIndex + 1;
	wfAgentId foretold = agent->id;
	wfResult result = wfCrowd_AddAgent( reader->surfaceCrowd, &def, &agent->id, reader->json->reader->error );
	WF_ASSERT( result != wf_ok || ( agent->id.index1 == foretold.index1 && agent->id.generation == foretold.generation ) );
	(void)foretold;
	return result == wf_ok ? wf_ok : wfPlaceField( reader->json, walker->node, result );
}

wfResult wfAddSurfaceAgents( wfSurfaceReader* surface )
{
	wfCrowdReader* reader = &surface->base;
	wfResult result = wf_ok;
	foretellIds( reader );
	result = wfAddBehaviors( reader );
	for ( size_t i = 0; i < reader->agentCount && result == wf_ok; ++i )
	{
		size_t walkerIndex = (size_t)reader->agents[i].walker;
		const wfWalkerPlan* walker = reader->walkers + walkerIndex;
		int32_t k = (int32_t)i - walker->firstAgent;
		int32_t personality = wfDrawPersonality( reader, walker, walkerIndex, k );
		result = wfGetVariant( reader, walker, personality, &reader->agentVariants[i] );
		result = result == wf_ok ? wfAddVariantBehaviors( reader, walker, reader->variants + reader->agentVariants[i] ) : result;
	}
	for ( size_t i = 0; i < reader->agentCount && result == wf_ok; ++i )
	{
		result = addAgent( surface, i );
	}
	return result;
}

static bool areBlocked( const wfSurfaceMask* mask, const int32_t* vertices, int32_t count )
{
	bool blocked = mask != NULL;
	for ( int32_t i = 0; i < count && blocked; ++i )
	{
		blocked = wfSurfaceMask_IsVertexBlocked( mask, vertices[i] );
	}
	return blocked;
}

// A goal without a free place is told where it stands, not at those who go there.
static wfResult tellBlockedGoal( wfCrowdReader* reader, const wfJsonNode* root, const wfPlacedAgent* agent )
{
	const wfJson* json = reader->json;
	const wfSurfaceScene* scene = reader->scene;
	const wfWalkerPlan* walker = reader->walkers + agent->walker;
	int32_t triangle = wfFindNumber( reader, " on triangle" ), found = -1;
	wfMakeStops( reader, (size_t)agent->walker, (int32_t)( agent - reader->agents ) - walker->firstAgent,
				 ( wfVec2 ){ 0.0, 0.0 } );
	for ( int32_t i = 0; i < walker->stopCount && found < 0; ++i )
	{
		int32_t index = (int32_t)reader->stopBuffer[i].goal.index1 - 1;
		const wfSurfacePlace* goal = scene->goals + index;
		bool same = goal->vertices != NULL ? areBlocked( scene->mask, goal->vertices, goal->vertexCount )
										   : goal->place.triangle == triangle;
		found = same || walker->stopCount == 1 ? index : -1;
	}
	const wfJsonNode* node = found >= 0 ? wfJson_First( json, wfJson_Find( json, root, "goals" ) ) : NULL;
	while ( node != NULL && node->index != found )
	{
		node = wfJson_Next( json, node );
	}
	if ( node == NULL )
	{
		return wfPlaceAt( json, agent->node, wf_goalBlocked );
	}
	wfQuoted name = wfQuote( scene->goals[found].name, strlen( scene->goals[found].name ) );
	return wfJson_Fail( json, node, NULL, wf_goalBlocked, "the goal %s lies in an obstacle%s; expected a free place", name.text,
						scene->height > 0.0 ? " or where the agents are too tall" : "" );
}

// What the crowd found, told at the agents it is about.
wfResult wfPrepareSurfaceCrowd( wfCrowdReader* reader, const wfJsonNode* root )
{
	const wfJson* json = reader->json;
	wfAgentId culprit = { 0 }, other = { 0 };
	wfResult result = wfCrowd_Prepare( reader->surfaceCrowd, &culprit, &other, json->reader->error );
	if ( result == wf_ok )
	{
		return wf_ok;
	}
	const wfPlacedAgent* first = wfFindPlacedAgent( reader, culprit );
	const wfPlacedAgent* second = wfFindPlacedAgent( reader, other );
	if ( first == NULL )
	{
		return wfPlaceAt( json, root, result );
	}
	if ( result == wf_goalBlocked )
	{
		return tellBlockedGoal( reader, root, first );
	}
	const wfWalkerPlan* walker = reader->walkers + first->walker;
	int32_t number = wfFindNumber( reader, " its goal" );
	if ( second != NULL )
	{
		wfExplainOther( reader, second );
	}
	else if ( number >= 1 && number <= walker->stopCount )
	{
		int32_t k = (int32_t)( first - reader->agents ) - walker->firstAgent;
		wfMakeStops( reader, (size_t)first->walker, k, ( wfVec2 ){ 0.0, 0.0 } );
		const char* name = reader->goalNames.names[reader->stopBuffer[number - 1].goal.index1 - 1];
		wfQuoted quoted = wfQuote( name, strlen( name ) );
		wfExplain( reader, "; goal %d is %s", number, quoted.text );
	}
	return wfPlaceAt( json, first->node, result );
}
