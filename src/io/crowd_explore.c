// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Explorers of scenario files.
#include "base/vec3.h"
#include "io/crowd_reader.h"
#include "io/ros.h"

#include <math.h>

#define BYTES_PER_CELL 64.0 // of a map, and the grids that go with it
#define DEGREE ( 3.14159265358979323846 / 180.0 )

wfExplorePlan wfDefaultExplorePlan( void )
{
	return ( wfExplorePlan ){ .team = wfDefaultExplorersDef(), .search = wfDefaultSearchDef(), .aperture = 360.0 };
}

// ------------------------------------------------------------------------------------------------------------------- object

static void failForAgent( const wfJson* json, const wfJsonNode* node, int32_t count )
{
	wfJson_Fail( json, node, NULL, wf_badFormat, "%s stands for %d agents; expected the name of a single one, or a place",
				 wfQuote( wfJson_String( json, node ), node->stringLength ).text, count );
}

// False: nothing is looked for.
static bool readObject( const wfCrowdReader* reader, const wfJsonNode* node, wfSearchDef* search )
{
	const wfJson* json = reader->json;
	wfVec2 place = { 0.0, 0.0 };
	if ( node == NULL )
	{
		return false;
	}
	if ( node->type != wf_jsonString )
	{
		wfJson_ReadPoint( json, node, &place );
		wfCheckInside( json, node, reader->world, place, "the object" );
		search->place = wfInSpace( place );
		return true;
	}
	int32_t entry = -1, count = 0;
	wfReadReference( json, node, &reader->agentNames, "agent", &entry );
	for ( size_t k = 0; k < reader->agentCount && wfJson_IsOk( json ); ++k )
	{
		if ( reader->agents[k].entry == entry )
		{
			search->agent = reader->agents[k].id;
			count += 1;
		}
	}
	if ( wfJson_IsOk( json ) && count != 1 )
	{
		failForAgent( json, node, count );
	}
	return true;
}

// ---------------------------------------------------------------------------------------------------------------------- map

// What is known at first, in each of so many maps.
static void readMap( const wfCrowdReader* reader, const wfJsonNode* node, wfExplorersId id, int32_t maps )
{
	const wfJson* json = reader->json;
	const char* path = NULL;
	wfJson_ReadText( json, node, 4096, &path );
	if ( path == NULL || !wfJson_IsOk( json ) )
	{
		return;
	}
	wfNamedFile named;
	wfWord word = { path, node->stringLength, node->position };
	char field[128];
	wfJson_Path( json, node, field, sizeof( field ) );
	wfKnownCells knowledge = { 0 };
	if ( wfNamedFile_Open( &named, json->reader, node->position, field, "map", &word ) )
	{
		wfReadRosKnowledge( &named.reader, &knowledge );
	}
	wfNamedFile_Close( &named );
	wfKnowledgeMap map;
	const wfExploration* exploration = wfCrowd_GetExploration( reader->crowd, id );
	wfResult result = wfJson_IsOk( json ) ? wfExploration_GetMap( exploration, 0, &map ) : wf_badFormat;
	size_t count = result == wf_ok ? (size_t)map.columns * (size_t)map.rows : 0;
	uint8_t* cells = wfJson_Allocate( json, node, count, 1 );
	if ( cells != NULL && wfKnownCells_Lay( &knowledge, &map, cells ) == 0 )
	{
		wfReader_Warn( json->reader, node->position, "this map says nothing about this world: they know nothing at first" );
	}
	for ( int32_t k = 0; k < maps && cells != NULL && wfJson_IsOk( json ); ++k )
	{
		wfJson_Take( json, node, wfCrowd_SetKnowledge( reader->crowd, id, k, cells, json->reader->error ) );
	}
	wfRelease( cells, cells != NULL ? count : 0 );
	wfKnownCells_Free( &knowledge );
}

// -------------------------------------------------------------------------------------------------------------------- teams

// What a program asks for counts more than the file.
static void applyDef( const wfSimulationDef* def, wfExplorePlan* plan )
{
	plan->team.exploration.strategy = def->strategyGiven ? def->strategy : plan->team.exploration.strategy;
	plan->team.sight.range = def->sightRange > 0.0 ? def->sightRange : plan->team.sight.range;
}

static void checkStops( const wfCrowdReader* reader, const wfJsonNode* list )
{
	const wfJson* json = reader->json;
	for ( const wfJsonNode* name = wfJson_First( json, list ); name != NULL; name = wfJson_Next( json, name ) )
	{
		int32_t entry = -1;
		wfReadReference( json, name, &reader->agentNames, "agent", &entry );
		if ( entry >= 0 && reader->entries[entry].stopCount > 0 )
		{
			wfJson_Fail( json, name, NULL, wf_badFormat, "%s has stops; expected agents without: explorers know no way to any",
						 wfQuote( wfJson_String( json, name ), name->stringLength ).text );
		}
	}
}

// Cells that a file asks for are counted before there are any.
static void checkCells( const wfCrowdReader* reader, const wfJsonNode* node, double cell )
{
	const wfJson* json = reader->json;
	if ( !wfJson_IsOk( json ) || !( cell > 0.0 ) )
	{
		return;
	}
	wfBox2 bounds = wfWorld_GetBounds( reader->world );
	double columns = ceil( ( bounds.upper.x - bounds.lower.x ) / cell ),
		   rows = ceil( ( bounds.upper.y - bounds.lower.y ) / cell );
	double bytes = BYTES_PER_CELL * columns * rows;
	char field[128];
	wfJson_Path( json, wfJson_Find( json, node, "cell" ), field, sizeof( field ) );
	wfJson_Reserve( json, wfJson_Find( json, node, "cell" ), field, bytes < 1e18 ? (size_t)bytes : SIZE_MAX / 2 );
}

static void addTeam( wfCrowdReader* reader, const wfJsonNode* node, const wfSimulationDef* def )
{
	const wfJson* json = reader->json;
	wfExplorePlan plan = wfDefaultExplorePlan();
	wfReadFields( json, node, &wf_exploreObject, &plan );
	applyDef( def, &plan );
	plan.team.sight.aperture = plan.aperture * DEGREE;
	wfAgentId* members = wfReadMembers( reader, node, &plan.team.memberCount );
	checkStops( reader, wfJson_Find( json, node, "members" ) );
	bool seeks = readObject( reader, wfJson_Find( json, node, "object" ), &plan.search );
	plan.team.members = members;
	bool isListed = node->parent >= 0 && json->nodes[node->parent].type == wf_jsonList;
	plan.team.userData = isListed ? (uint64_t)node->index + 1 : 1;
	plan.team.kind = plan.team.memberCount > 0 ? wfCrowd_GetAgent( reader->crowd, members[0] ).kind : 0;
	wfExplorersId id;
	checkCells( reader, node, plan.team.exploration.cellSize );
	if ( wfJson_IsOk( json ) &&
		 wfPlaceFieldError( json, node, &wf_exploreObject,
							wfCrowd_CreateExplorers( reader->crowd, &plan.team, &id, json->reader->error ) ) )
	{
		bool isShared = plan.team.exploration.sharing == wf_sharedMap;
		readMap( reader, wfJson_Find( json, node, "map" ), id, isShared ? 1 : plan.team.memberCount );
		const wfJsonNode* object = wfJson_Find( json, node, "object" );
		wfJson_Take( json, object != NULL ? object : node,
					 seeks && wfJson_IsOk( json ) ? wfCrowd_Seek( reader->crowd, id, &plan.search, json->reader->error )
												  : wf_ok );
	}
	wfReleaseArray( members, members != NULL ? reader->agentCount : 0, sizeof( wfAgentId ) );
}

// Where the first stop of an agent is, if that is one place.
static bool findFirstStop( wfCrowdReader* reader, size_t agent, wfVec2* place )
{
	const wfPlacedAgent* placed = &reader->agents[agent];
	wfMakeStops( reader, (size_t)placed->entry, (int32_t)agent - reader->entries[placed->entry].firstAgent, placed->position );
	const wfStop* stop = reader->stopBuffer;
	if ( stop->kind == wf_pointStop )
	{
		*place = ( wfVec2 ){ stop->point.x, stop->point.y };
		return true;
	}
	wfGoalDef goal = stop->kind == wf_goalStop ? wfWorld_GetGoal( reader->world, stop->goal ) : ( wfGoalDef ){ 0 };
	*place = ( wfVec2 ){ 0.0, 0.0 };
	for ( int32_t k = 0; k < goal.pointCount; ++k )
	{
		*place = ( wfVec2 ){ place->x + goal.points[k].x / goal.pointCount, place->y + goal.points[k].y / goal.pointCount };
	}
	return goal.pointCount > 0;
}

// Those with stops, as if they did not know the world.
static void addThoseWithStops( wfCrowdReader* reader, const wfJsonNode* root, const wfSimulationDef* def )
{
	const wfJson* json = reader->json;
	wfExplorePlan plan = wfDefaultExplorePlan();
	wfAgentId* members = wfJson_Allocate( json, root, reader->agentCount, sizeof( wfAgentId ) );
	bool isSame = true;
	wfVec2 first = { 0.0, 0.0 }, place;
	for ( size_t k = 0; k < reader->agentCount && members != NULL; ++k )
	{
		if ( reader->entries[reader->agents[k].entry].stopCount == 0 )
		{
			continue;
		}
		bool isFirst = plan.team.memberCount == 0, isPlace = findFirstStop( reader, k, &place );
		first = isFirst ? place : first;
		isSame = isSame && isPlace && place.x == first.x && place.y == first.y;
		members[plan.team.memberCount++] = reader->agents[k].id;
	}
	applyDef( def, &plan );
	plan.team.members = members;
	plan.team.kind = plan.team.memberCount > 0 ? wfCrowd_GetAgent( reader->crowd, members[0] ).kind : 0;
	wfExplorersId id;
	if ( plan.team.memberCount == 0 && wfJson_IsOk( json ) )
	{
		wfJson_Fail( json, root, NULL, wf_badFormat,
					 "nobody has stops, and there is no \"explore\": nobody is there to explore" );
	}
	wfError* error = json->reader->error;
	if ( wfJson_IsOk( json ) && wfJson_Take( json, root, wfCrowd_CreateExplorers( reader->crowd, &plan.team, &id, error ) ) &&
		 isSame )
	{
		plan.search.place = wfInSpace( first );
		wfJson_Take( json, root, wfCrowd_Seek( reader->crowd, id, &plan.search, error ) );
	}
	wfReleaseArray( members, members != NULL ? reader->agentCount : 0, sizeof( wfAgentId ) );
}

void wfAddExplorers( wfCrowdReader* reader, const wfJsonNode* root, const wfSimulationDef* def )
{
	const wfJson* json = reader->json;
	const wfJsonNode* node = wfJson_Find( json, root, "explore" );
	if ( node == NULL && def->explore && wfJson_IsOk( json ) )
	{
		if ( json->onMesh )
		{
			wfJson_Fail( json, root, NULL, wf_unsupported, "crowds on meshes have no explorers" );
			return;
		}
		addThoseWithStops( reader, root, def );
	}
	if ( node == NULL || !wfJson_IsOk( json ) )
	{
		return;
	}
	if ( node->type == wf_jsonObject )
	{
		addTeam( reader, node, def );
		return;
	}
	if ( wfJson_CheckList( json, node, 0, "objects that say who explores" ) )
	{
		for ( const wfJsonNode* team = wfJson_First( json, node ); team != NULL; team = wfJson_Next( json, team ) )
		{
			addTeam( reader, team, def );
		}
	}
}
