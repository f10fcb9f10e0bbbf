// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Agents, groups, sources and sinks of scenario files.
#include "io/crowd_reader.h"

#include "base/math.h"

#include <string.h>

// What an agent costs in all, with its share of the crowd's arrays: counted against the limit before there are any.
#define BYTES_PER_AGENT 4096

uint64_t wfGetStream( size_t entry, wfDrawKind kind )
{
	return 0xA9E2000000000000u | (uint64_t)entry << 8 | (uint64_t)kind;
}

double wfDrawNumber( const wfCrowdReader* reader, const wfDistribution* distribution, size_t entry, wfDrawKind kind,
					 uint64_t counter )
{
	return wfDistribution_Draw( distribution, reader->settings.seed, wfGetStream( entry, kind ), counter );
}

// -------------------------------------------------------------------------------------------------------------- reading

void wfReadAgentNames( wfCrowdReader* reader, const wfJsonNode* root )
{
	const wfJson* json = reader->json;
	const wfJsonNode* agents = wfJson_Find( json, root, "agents" );
	const wfJsonNode* sources = wfJson_Find( json, root, "sources" );
	size_t agentCount = agents != NULL ? (size_t)agents->count : 0;
	size_t count = agentCount + ( sources != NULL ? (size_t)sources->count : 0 );
	wfNameTable_Create( json, agents, &reader->agentNames );
	reader->entries = wfJson_Allocate( json, agents != NULL ? agents : sources, count, sizeof( wfEntryPlan ) );
	if ( reader->entries == NULL )
	{
		return;
	}
	reader->entryCount = count;
	reader->agentEntryCount = agentCount;
	size_t at = 0;
	for ( const wfJsonNode* node = wfJson_First( json, agents ); node != NULL; node = wfJson_Next( json, node ) )
	{
		const char* name = NULL;
		const wfJsonNode* nameNode = wfJson_Find( json, node, "name" );
		reader->entries[at++].node = node;
		if ( node->type != wf_jsonObject )
		{
			wfJson_Expected( json, node, wf_jsonObject, "an agent or a group: an object" );
		}
		wfJson_ReadText( json, nameNode, WF_MAX_NAME_LENGTH, &name );
		wfNameTable_Add( json, nameNode, &reader->agentNames, "an agent or group", name );
	}
	for ( const wfJsonNode* node = wfJson_First( json, sources ); node != NULL; node = wfJson_Next( json, node ) )
	{
		reader->entries[at++].node = node;
	}
}

// What kind of entry it is, where and how many agents.
static void readEntry( wfCrowdReader* reader, wfEntryPlan* entry )
{
	const wfJson* json = reader->json;
	const wfJsonNode* node = entry->node;
	const wfJsonNode* position = wfJson_Find( json, node, "position" );
	const wfJsonNode* positions = wfJson_Find( json, node, "positions" );
	const wfJsonNode* count = wfJson_Find( json, node, "count" );
	if ( ( position != NULL ) + ( positions != NULL ) + ( count != NULL ) != 1 )
	{
		wfJson_Fail( json, node, NULL, wf_badFormat, "expected one of position (an agent), positions (a group) and %s, found %s",
					 json->onMesh ? "count (a group scattered over the surface)" : "count with region (a scattered group)",
					 position == NULL && positions == NULL && count == NULL ? "none" : "several of them" );
		return;
	}
	entry->object = position != NULL ? &wf_singleAgentObject : positions != NULL ? &wf_placedGroupObject : &wf_groupObject;
	entry->count = 1;
	wfReadFields( json, node, entry->object, entry );
	if ( positions != NULL &&
		 wfJson_CheckList( json, positions, 1, json->onMesh ? "vertices or points [x, y, z]" : "points [x, y]" ) )
	{
		entry->places = positions;
		entry->count = positions->count;
	}
	if ( count != NULL )
	{
		const wfJsonNode* region = wfJson_Find( json, node, "region" );
		entry->scattered = entry->scales = true;
		if ( json->onMesh )
		{
			wfReadSpaceRegion( json, region, false, &entry->spaceRegion );
		}
		else
		{
			wfReadRegion( json, region, reader->world, true, &entry->region );
		}
	}
}

// Where agents come in or are taken out: on a mesh a box.
static void readZone( const wfCrowdReader* reader, const wfJsonNode* node, wfRegion* region, wfSpaceRegion* box )
{
	const wfJson* json = reader->json;
	if ( !json->onMesh )
	{
		wfReadRegion( json, node, reader->world, false, region );
		return;
	}
	*box = ( wfSpaceRegion ){ 0 };
	wfReadSpaceRegion( json, node, true, box );
	region->kind = wf_boxRegion;
	region->center = ( wfVec2 ){ 0.5 * ( box->lower.x + box->upper.x ), 0.5 * ( box->lower.y + box->upper.y ) };
	region->halfSize = ( wfVec2 ){ 0.5 * ( box->upper.x - box->lower.x ), 0.5 * ( box->upper.y - box->lower.y ) };
	wfRegion_Finish( region, 0.0 );
}

static void readSource( wfCrowdReader* reader, wfEntryPlan* entry )
{
	const wfJson* json = reader->json;
	const char* name = NULL;
	wfSourceDef def = wfDefaultSourceDef();
	entry->object = &wf_sourceObject;
	wfReadFields( json, entry->node, entry->object, &def );
	wfJson_ReadText( json, wfJson_Find( json, entry->node, "name" ), WF_MAX_NAME_LENGTH, &name );
	readZone( reader, wfJson_Find( json, entry->node, "region" ), &entry->region, &entry->spaceRegion );
	entry->count = def.count;
	entry->scales = def.count > 0;
}

// What agents, groups and sources have in common.
static void readWalker( wfCrowdReader* reader, wfEntryPlan* entry, bool source )
{
	const wfJson* json = reader->json;
	const wfJsonNode* node = entry->node;
	entry->def = wfDefaultAgentDef();
	double radius = entry->def.radius, speed = entry->def.desiredSpeed;
	entry->radius = ( wfDistribution ){ wf_constantNumber, radius, radius, radius, 0.0 };
	entry->desiredSpeed = ( wfDistribution ){ wf_constantNumber, speed, speed, speed, 0.0 };
	entry->style = entry->behavior = entry->onSight = entry->gait = -1;
	entry->personalities[WF_MAX_PERSONALITIES] = entry->personalitySum = 1.0;
	wfReadPart( json, node, entry->object->parts[1], entry );
	const wfJsonNode* heading = wfJson_Find( json, node, "heading" );
	if ( json->onMesh )
	{
		wfJson_ReadVector3( json, heading, &wf_coordinateRange, "a direction [x, y, z]", &entry->def.facing );
	}
	else if ( source && heading != NULL && entry->heading.kind != wf_constantNumber )
	{
		wfJson_Fail( json, heading, NULL, wf_badFormat, "all of a source have the same heading; expected a number" );
	}
	reader->endless = reader->endless || entry->def.atEnd == wf_repeatAtEnd;
	wfReadReference( json, wfJson_Find( json, node, "style" ), &reader->styleNames, "style", &entry->style );
	wfReadReference( json, wfJson_Find( json, node, "behavior" ), &reader->behaviorNames, "behavior", &entry->behavior );
	wfReadReference( json, wfJson_Find( json, node, "onSight" ), &reader->behaviorNames, "behavior", &entry->onSight );
	wfReadPersonality( json, wfJson_Find( json, node, "personality" ), !source, entry );
	wfReadLocomotion( reader, entry );
	wfReadStops( reader, entry, source );
}

// As many agents in all as were asked for: groups and sources that end share what those with a position leave.
static void scaleCounts( wfCrowdReader* reader, const wfJsonNode* root )
{
	const wfJson* json = reader->json;
	int64_t fixed = 0, sum = 0;
	for ( size_t i = 0; i < reader->entryCount; ++i )
	{
		const wfEntryPlan* entry = reader->entries + i;
		*( entry->scales ? &sum : &fixed ) += entry->count > 0 ? entry->count : 0;
	}
	int64_t wanted = (int64_t)reader->wantedAgents - fixed;
	if ( sum == 0 && wanted != 0 )
	{
		wfJson_Fail( json, root, NULL, wf_outOfRange,
					 "%d agents were asked for, but there is no group with a %s whose number could change", reader->wantedAgents,
					 json->onMesh ? "count" : "region and no source" );
	}
	if ( wanted < 0 )
	{
		wfJson_Fail( json, root, NULL, wf_outOfRange,
					 "%d agents were asked for, but %lld have positions of their own; expected at least as many",
					 reader->wantedAgents, (long long)fixed );
	}
	// Rounding the running sum keeps the total exact.
	int64_t before = 0, given = 0;
	for ( size_t i = 0; i < reader->entryCount && wfJson_IsOk( json ); ++i )
	{
		wfEntryPlan* entry = reader->entries + i;
		if ( entry->scales )
		{
			before += entry->count;
			int64_t until = (int64_t)floor( (double)before * (double)wanted / (double)sum + 0.5 );
			entry->count = (int32_t)( until - given );
			given = until;
		}
	}
}

// Who there is, with a size, and room for what they need.
static void listAgents( wfCrowdReader* reader )
{
	const wfJson* json = reader->json;
	size_t count = 0, mostStops = 1;
	for ( size_t i = 0; i < reader->entryCount && wfJson_IsOk( json ); ++i )
	{
		wfEntryPlan* entry = reader->entries + i;
		size_t stops = (size_t)entry->stopCount;
		mostStops = stops > mostStops ? stops : mostStops;
		if ( i >= reader->agentEntryCount )
		{
			continue;
		}
		entry->firstAgent = (int32_t)count;
		count += (size_t)entry->count;
		if ( count > INT32_MAX )
		{
			wfJson_Fail( json, entry->node, NULL, wf_tooLarge, "too many agents in all" );
		}
		wfJson_Reserve( json, entry->node, NULL, (size_t)entry->count * BYTES_PER_AGENT );
	}
	if ( !wfJson_IsOk( json ) )
	{
		return;
	}
	reader->stopBuffer = wfAllocateArray( mostStops, sizeof( wfStop ) );
	reader->stopBufferCount = mostStops;
	reader->agents = wfAllocateZeroed( ( count + 1 ) * sizeof( wfPlacedAgent ) );
	reader->agentVariants = wfAllocateArray( count + 1, sizeof( int32_t ) );
	reader->agentCount = count;
	if ( reader->stopBuffer == NULL || reader->agents == NULL || reader->agentVariants == NULL )
	{
		wfReader_OutOfMemory( json->reader );
		return;
	}
	for ( size_t i = 0; i < reader->agentEntryCount; ++i )
	{
		const wfEntryPlan* entry = reader->entries + i;
		for ( int32_t k = 0; k < entry->count; ++k )
		{
			wfPlacedAgent* agent = reader->agents + entry->firstAgent + k;
			agent->entry = (int32_t)i;
			agent->node = entry->node;
			agent->place.triangle = -1;
			agent->radius = wfDrawNumber( reader, &entry->radius, i, wf_drawRadius, (uint64_t)k );
		}
	}
}

void wfReadEntries( wfCrowdReader* reader, const wfJsonNode* root )
{
	const wfJson* json = reader->json;
	for ( size_t i = 0; i < reader->entryCount && wfJson_IsOk( json ); ++i )
	{
		if ( i < reader->agentEntryCount )
		{
			readEntry( reader, reader->entries + i );
		}
		else
		{
			readSource( reader, reader->entries + i );
		}
	}
	for ( size_t i = 0; i < reader->entryCount && wfJson_IsOk( json ); ++i )
	{
		readWalker( reader, reader->entries + i, i >= reader->agentEntryCount );
	}
	if ( reader->wantedAgents > 0 && wfJson_IsOk( json ) )
	{
		scaleCounts( reader, root );
	}
	listAgents( reader );
}

// --------------------------------------------------------------------------------------------------------------- adding

// Without a heading an agent looks to its first stop.
static double lookAhead( const wfCrowdReader* reader, const wfEntryPlan* entry, wfVec3 position )
{
	const wfStop* stop = reader->stopBuffer;
	if ( entry->stopCount == 0 || stop->kind == wf_queueStop || reader->world == NULL )
	{
		return entry->def.heading;
	}
	wfVec2 to = { stop->point.x, stop->point.y };
	if ( stop->kind == wf_goalStop || stop->kind == wf_exitsStop )
	{
		wfGoalDef goal = wfWorld_GetGoal( reader->world, stop->goal );
		to = ( wfVec2 ){ 0.0, 0.0 };
		for ( int32_t i = 0; i < goal.pointCount; ++i )
		{
			to.x += goal.points[i].x / goal.pointCount;
			to.y += goal.points[i].y / goal.pointCount;
		}
	}
	return wfAtan2( to.y - position.y, to.x - position.x );
}

static int32_t drawPersonality( const wfCrowdReader* reader, size_t entryIndex, int32_t k )
{
	const wfEntryPlan* entry = reader->entries + entryIndex;
	double unit = wfRandomUnit( reader->settings.seed, wfGetStream( entryIndex, wf_drawPersonality ), (uint64_t)k );
	double rest = unit * entry->personalitySum;
	int32_t last = -1;
	for ( int32_t i = 0; i < WF_MAX_PERSONALITIES; ++i )
	{
		if ( entry->personalities[i] > 0.0 )
		{
			if ( rest < entry->personalities[i] )
			{
				return i;
			}
			rest -= entry->personalities[i];
			last = i;
		}
	}
	// Rounding may leave something over where there is no "none".
	return entry->personalities[WF_MAX_PERSONALITIES] > 0.0 ? -1 : last;
}

static void addAgent( wfCrowdReader* reader, size_t index )
{
	const wfJson* json = reader->json;
	wfPlacedAgent* agent = reader->agents + index;
	size_t entryIndex = (size_t)agent->entry;
	const wfEntryPlan* entry = reader->entries + entryIndex;
	int32_t k = (int32_t)index - entry->firstAgent;
	int32_t variant = wfGetVariant( reader, entry, drawPersonality( reader, entryIndex, k ) );
	if ( !wfJson_IsOk( json ) )
	{
		return;
	}
	reader->agentVariants[index] = variant;
	wfMakeStops( reader, entryIndex, k, agent->position );
	wfAgentDef def = entry->def;
	def.position = agent->position;
	def.place = agent->place;
	def.radius = agent->radius;
	def.desiredSpeed = wfDrawNumber( reader, &entry->desiredSpeed, entryIndex, wf_drawSpeed, (uint64_t)k ) *
					   reader->variants[variant].speedFactor;
	def.delay = wfDrawNumber( reader, &entry->delay, entryIndex, wf_drawDelay, (uint64_t)k );
	def.heading = wfJson_Find( json, entry->node, "heading" ) != NULL
					  ? wfDrawNumber( reader, &entry->heading, entryIndex, wf_drawHeading, (uint64_t)k )
					  : lookAhead( reader, entry, agent->position );
	def.stops = reader->stopBuffer;
	def.stopCount = entry->stopCount;
	def.style = reader->variants[variant].styleId;
	def.gait = wfGetGait( reader, entry );
	def.userData = entryIndex + 1;
	wfReportPlace( reader, agent, wfCrowd_AddAgent( reader->crowd, &def, &agent->id, json->reader->error ) );
}

void wfAddAgents( wfCrowdReader* reader )
{
	const wfJson* json = reader->json;
	for ( size_t i = 0; i < reader->agentCount && wfJson_IsOk( json ); ++i )
	{
		addAgent( reader, i );
	}
	// Behaviours may be aimed at agents, which have ids from now on.
	wfAddBehaviors( reader );
	for ( size_t i = 0; i < reader->agentCount && wfJson_IsOk( json ); ++i )
	{
		const wfPlacedAgent* agent = reader->agents + i;
		wfVariant* variant = reader->variants + reader->agentVariants[i];
		wfAddVariantBehaviors( reader, reader->entries + agent->entry, variant );
		if ( wfJson_IsOk( json ) && ( variant->behaviorId.index1 != 0 || variant->onSightId.index1 != 0 ) )
		{
			wfResult result = wfCrowd_SetBehavior( reader->crowd, agent->id, variant->behaviorId, variant->onSightId );
			if ( result != wf_ok )
			{
				wfJson_Fail( json, agent->node, NULL, result, "%s", wfDescribeResult( result ) );
			}
		}
	}
}

static void addSource( wfCrowdReader* reader, size_t index )
{
	const wfJson* json = reader->json;
	const wfEntryPlan* entry = reader->entries + index;
	wfSourceDef def = wfDefaultSourceDef();
	wfVec2 buffer[WF_DISC_SIDES];
	wfReadPart( json, entry->node, wf_sourceObject.parts[0], &def );
	int32_t variantIndex = wfGetVariant( reader, entry, drawPersonality( reader, index, 0 ) );
	if ( !wfJson_IsOk( json ) )
	{
		return;
	}
	wfAddVariantBehaviors( reader, entry, reader->variants + variantIndex );
	const wfVariant* variant = reader->variants + variantIndex;
	def.count = entry->scales ? entry->count : def.count;
	reader->endless = reader->endless || ( def.count == 0 && def.until <= 0.0 );
	def.region = wfRegion_GetRing( &entry->region, buffer, &def.regionCount );
	if ( json->onMesh )
	{
		def.lowest = entry->spaceRegion.lower.z;
		def.highest = entry->spaceRegion.upper.z;
	}
	wfVec3 middle = { 0.5 * ( entry->region.bounds.lower.x + entry->region.bounds.upper.x ),
					  0.5 * ( entry->region.bounds.lower.y + entry->region.bounds.upper.y ), 0.0 };
	wfMakeStops( reader, index, 0, middle );
	def.agent = entry->def;
	def.agent.stops = reader->stopBuffer;
	def.agent.stopCount = entry->stopCount;
	def.agent.heading =
		wfJson_Find( json, entry->node, "heading" ) != NULL ? entry->heading.lower : lookAhead( reader, entry, middle );
	def.agent.style = variant->styleId;
	def.agent.gait = wfGetGait( reader, entry );
	def.agent.behavior = variant->behaviorId;
	def.agent.onSight = variant->onSightId;
	def.agent.userData = index + 1;
	def.radius = entry->radius;
	def.desiredSpeed = entry->desiredSpeed;
	def.delay = entry->delay;
	wfDistribution_Scale( &def.desiredSpeed, variant->speedFactor );
	if ( wfJson_IsOk( json ) )
	{
		wfSourceId id;
		wfPlaceFieldError( json, entry->node, &wf_sourceObject,
						   wfCrowd_AddSource( reader->crowd, &def, &id, json->reader->error ) );
	}
}

void wfAddSources( wfCrowdReader* reader )
{
	for ( size_t i = reader->agentEntryCount; i < reader->entryCount && wfJson_IsOk( reader->json ); ++i )
	{
		// Scaled down to nobody is not the same as 0 in a file, which is without end.
		const wfEntryPlan* entry = reader->entries + i;
		if ( !( entry->scales && entry->count == 0 ) )
		{
			addSource( reader, i );
		}
	}
}

void wfAddSinks( wfCrowdReader* reader, const wfJsonNode* root )
{
	const wfJson* json = reader->json;
	const wfJsonNode* node = wfJson_First( json, wfJson_Find( json, root, "sinks" ) );
	for ( ; node != NULL; node = wfJson_Next( json, node ) )
	{
		wfRegion region = { 0 };
		wfSpaceRegion box;
		wfVec2 buffer[WF_DISC_SIDES];
		wfSinkDef def = wfDefaultSinkDef();
		readZone( reader, node, &region, &box );
		if ( wfJson_IsOk( json ) )
		{
			def.region = wfRegion_GetRing( &region, buffer, &def.regionCount );
			def.lowest = json->onMesh ? box.lower.z : def.lowest;
			def.highest = json->onMesh ? box.upper.z : def.highest;
			wfJson_Take( json, node, wfCrowd_AddSink( reader->crowd, &def, json->reader->error ) );
		}
		wfRegion_Free( &region );
	}
}
