// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Agents, groups, sources and sinks of scenario files.
#include "io/crowd_reader.h"

#include "base/math.h"

#include <stdio.h>
#include <string.h>

// What an agent costs in all, with its share of the crowd's arrays: counted against the limit before there are any.
#define BYTES_PER_AGENT 4096

static const char* const s_atEnd[] = { "leave", "stay", "repeat", NULL };

// -------------------------------------------------------------------------------------------------------------- reading

wfResult wfReadAgentNames( wfCrowdReader* reader, const wfJsonNode* root )
{
	const wfJson* json = reader->json;
	const wfJsonNode* agents = wfJson_Find( json, root, "agents" );
	const wfJsonNode* sources = wfJson_Find( json, root, "sources" );
	reader->agentEntryCount = agents != NULL ? (size_t)agents->count : 0;
	size_t count = reader->agentEntryCount + ( sources != NULL ? (size_t)sources->count : 0 );
	wfResult result = wfNameTable_Create( json, agents, &reader->agentNames );
	if ( result != wf_ok || count == 0 )
	{
		return result;
	}
	const wfJsonNode* first = agents != NULL ? agents : sources;
	result = wfReader_Reserve( json->reader, first->position, NULL, count * sizeof( wfWalkerPlan ) );
	if ( result != wf_ok )
	{
		return result;
	}
	reader->walkers = wfAllocateZeroed( count * sizeof( wfWalkerPlan ) );
	if ( reader->walkers == NULL )
	{
		return wfReader_OutOfMemory( json->reader );
	}
	reader->walkerCount = count;
	size_t at = 0;
	const wfJsonNode* node = agents != NULL ? wfJson_First( json, agents ) : NULL;
	for ( ; node != NULL && result == wf_ok; node = wfJson_Next( json, node ) )
	{
		const char* name = NULL;
		const wfJsonNode* nameNode = wfJson_Find( json, node, "name" );
		reader->walkers[at++].node = node;
		if ( node->type != wf_jsonObject )
		{
			return wfJson_Expected( json, node, wf_jsonObject, "an agent or a group: an object" );
		}
		result = wfReadName( json, node, &name );
		result = result == wf_ok ? wfNameTable_Add( json, nameNode, &reader->agentNames, "an agent or group", name ) : result;
	}
	node = sources != NULL ? wfJson_First( json, sources ) : NULL;
	for ( ; node != NULL; node = wfJson_Next( json, node ) )
	{
		reader->walkers[at++].node = node;
	}
	return result;
}

wfResult wfReadGivenCount( const wfJson* json, wfWalkerPlan* walker, const wfEntryWords* words, const wfJsonNode** count )
{
	const wfJsonNode* node = walker->node;
	const wfJsonNode* position = wfJson_Find( json, node, "position" );
	const wfJsonNode* positions = wfJson_Find( json, node, "positions" );
	*count = wfJson_Find( json, node, "count" );
	if ( ( position != NULL ) + ( positions != NULL ) + ( *count != NULL ) != 1 )
	{
		return wfJson_Fail( json, node, NULL, wf_badFormat,
							"expected one of position (an agent), positions (a group) and %s, found %s", words->scattered,
							position == NULL && positions == NULL && *count == NULL ? "none" : "several of them" );
	}
	if ( position != NULL )
	{
		walker->count = 1;
		return wfCheckFields( json, node, "an agent", wf_singleAgentFields, words->fields );
	}
	if ( positions == NULL )
	{
		return wf_ok;
	}
	wfResult result = wfCheckFields( json, node, "a group", wf_placedGroupFields, words->fields );
	result = result == wf_ok ? wfJson_CheckList( json, positions, 1, words->places ) : result;
	walker->places = positions;
	walker->count = positions->count;
	return result;
}

// What kind of entry it is, and how many agents.
static wfResult readCount( wfCrowdReader* reader, wfWalkerPlan* walker )
{
	static const wfNumberRange countRange = { 1.0, 1e6, "a whole number from 1 to 1000000" };
	static const wfEntryWords words = { wf_walkerFields, "count with region (a scattered group)", "points [x, y]" };
	const wfJson* json = reader->json;
	const wfJsonNode *node = walker->node, *count = NULL;
	wfResult given = wfReadGivenCount( json, walker, &words, &count );
	if ( given != wf_ok || count == NULL )
	{
		return given;
	}
	const wfJsonNode* region = NULL;
	wfResult result = wfCheckFields( json, node, "a group", wf_groupFields, wf_walkerFields );
	if ( result == wf_ok )
	{
		result = wfJson_ReadInteger( json, count, &countRange, &walker->count );
	}
	if ( result == wf_ok )
	{
		result = wfJson_Require( json, node, "region", "a box, disc, polygon or circle", &region );
	}
	if ( result == wf_ok )
	{
		walker->isRegion = true;
		walker->scales = true;
		result = wfReadRegion( json, region, true, &walker->region );
		result = result == wf_ok ? wfCheckRegionInside( reader, region, &walker->region ) : result;
	}
	return result == wf_ok ? wfJson_ReadOptionalNumber( json, node, "spacing", &wf_distanceRange, &walker->spacing ) : result;
}

wfResult wfReadManner( wfCrowdReader* reader, wfWalkerPlan* walker, bool source )
{
	static const wfNumberRange speedRange = { 0.0, 100.0, "metres a second from 0 to 100" };
	static const wfNumberRange kindRange = { 0.0, 31.0, "a whole number from 0 to 31" };
	const wfJson* json = reader->json;
	const wfJsonNode* node = walker->node;
	walker->def = wfDefaultAgentDef();
	double radius = walker->def.radius, speed = walker->def.desiredSpeed;
	walker->radius = ( wfDistribution ){ wf_constantNumber, radius, radius, radius, 0.0 };
	walker->desiredSpeed = ( wfDistribution ){ wf_constantNumber, speed, speed, speed, 0.0 };
	walker->style = walker->behavior = walker->onSight = walker->gait = -1;
	walker->personalities[WF_MAX_PERSONALITIES] = walker->personalitySum = 1.0;
	// On surfaces directions are vectors and there is no terrain.
	bool surface = reader->scene != NULL;
	const wfJsonNode* heading = surface ? NULL : wfJson_Find( json, node, "heading" );
	const wfJsonNode* kind = wfJson_Find( json, node, "kind" );
	const wfJsonNode* atEnd = wfJson_Find( json, node, "atEnd" );
	const wfJsonNode* personality = wfJson_Find( json, node, "personality" );
	wfResult result = wfReadOptionalDistribution( json, node, "radius", 0.01, &walker->radius );
	if ( result == wf_ok )
	{
		result = wfReadOptionalDistribution( json, node, "desiredSpeed", 0.0, &walker->desiredSpeed );
	}
	if ( result == wf_ok )
	{
		result = wfJson_ReadOptionalNumber( json, node, "speed", &speedRange, &walker->def.speed );
	}
	if ( result == wf_ok && heading != NULL )
	{
		walker->headingGiven = true;
		result = wfReadDistribution( json, heading, -1000.0, &walker->heading );
		if ( result == wf_ok && source && walker->heading.kind != wf_constantNumber )
		{
			result = wfJson_Fail( json, heading, NULL, wf_badFormat, "all of a source have the same heading; expected a number" );
		}
	}
	if ( result == wf_ok && kind != NULL )
	{
		result = wfJson_ReadInteger( json, kind, &kindRange, &walker->def.kind );
	}
	if ( result == wf_ok && atEnd != NULL )
	{
		int32_t choice = 0;
		result = wfJson_ReadChoice( json, atEnd, s_atEnd, &choice );
		walker->def.atEnd = (wfAtEnd)choice;
		reader->endless = reader->endless || walker->def.atEnd == wf_repeatAtEnd;
	}
	const struct
	{
		const char *key, *what;
		const wfNameTable* table;
		int32_t* index;
	} names[] = { { "style", "style", &reader->styleNames, &walker->style },
				  { "behavior", "behavior", &reader->behaviorNames, &walker->behavior },
				  { "onSight", "behavior", &reader->behaviorNames, &walker->onSight } };
	for ( int i = 0; i < 3 && result == wf_ok; ++i )
	{
		const wfJsonNode* name = wfJson_Find( json, node, names[i].key );
		result = name != NULL ? wfReadReference( json, name, names[i].table, names[i].what, names[i].index ) : wf_ok;
	}
	if ( result == wf_ok && personality != NULL )
	{
		result = wfReadPersonality( json, personality, !source, walker );
	}
	result = result == wf_ok ? wfReadLocomotion( reader, walker ) : result;
	if ( result != wf_ok )
	{
		return result;
	}
	return surface ? wfReadSurfaceStops( reader, walker ) : wfReadStops( reader, node, walker );
}

static wfResult readSource( wfCrowdReader* reader, wfWalkerPlan* walker )
{
	const wfJson* json = reader->json;
	const wfJsonNode* region;
	const char* name = NULL;
	wfSourceDef def = wfDefaultSourceDef();
	wfResult result = wfCheckFields( json, walker->node, "a source", wf_sourceFields, wf_walkerFields );
	if ( result == wf_ok )
	{
		result = wfReadName( json, walker->node, &name );
	}
	if ( result == wf_ok )
	{
		result = wfJson_Require( json, walker->node, "region", "a box, disc or polygon", &region );
	}
	if ( result == wf_ok )
	{
		walker->isRegion = true;
		result = wfReadRegion( json, region, false, &walker->region );
		result = result == wf_ok ? wfCheckRegionInside( reader, region, &walker->region ) : result;
	}
	if ( result == wf_ok )
	{
		result = wfReadSlots( json, walker->node, wf_sourceSlots, &def );
	}
	walker->count = def.count;
	walker->scales = def.count > 0;
	return result;
}

// As many agents in all as were asked for: groups and sources that end share what those with a position leave.
static wfResult scaleCounts( wfCrowdReader* reader, const wfJsonNode* root )
{
	int64_t fixed = 0, sum = 0;
	for ( size_t i = 0; i < reader->walkerCount; ++i )
	{
		const wfWalkerPlan* walker = reader->walkers + i;
		*( walker->scales ? &sum : &fixed ) += walker->count > 0 ? walker->count : 0;
	}
	int64_t wanted = (int64_t)reader->wantedAgents - fixed;
	if ( sum == 0 && wanted != 0 )
	{
		return wfJson_Fail( reader->json, root, NULL, wf_outOfRange,
							"%d agents were asked for, but there is no group with a %s whose number could change",
							reader->wantedAgents, reader->scene != NULL ? "count" : "region and no source" );
	}
	if ( wanted < 0 )
	{
		return wfJson_Fail( reader->json, root, NULL, wf_outOfRange,
							"%d agents were asked for, but %lld have positions of their own; expected at least as many",
							reader->wantedAgents, (long long)fixed );
	}
	// Rounding the running sum keeps the total exact.
	int64_t before = 0, given = 0;
	for ( size_t i = 0; i < reader->walkerCount; ++i )
	{
		wfWalkerPlan* walker = reader->walkers + i;
		if ( walker->scales )
		{
			before += walker->count;
			int64_t until = (int64_t)floor( (double)before * (double)wanted / (double)sum + 0.5 );
			walker->count = (int32_t)( until - given );
			given = until;
		}
	}
	return wf_ok;
}

// Who there is, with a size, and room for what they need.
static wfResult listAgents( wfCrowdReader* reader, size_t count )
{
	size_t mostStops = 1;
	for ( size_t i = 0; i < reader->walkerCount; ++i )
	{
		size_t stops = (size_t)reader->walkers[i].stopCount;
		mostStops = stops > mostStops ? stops : mostStops;
	}
	reader->stopBuffer = wfAllocateArray( mostStops, sizeof( wfStop ) );
	reader->stopBufferCount = reader->stopBuffer != NULL ? mostStops : 0;
	reader->agents = count > 0 ? wfAllocateZeroed( count * sizeof( wfPlacedAgent ) ) : NULL;
	reader->agentVariants = reader->agents != NULL ? wfAllocateArray( count, sizeof( int32_t ) ) : NULL;
	reader->agentCount = reader->agents != NULL ? count : 0;
	if ( reader->stopBuffer == NULL || ( count > 0 && ( reader->agents == NULL || reader->agentVariants == NULL ) ) )
	{
		return wfReader_OutOfMemory( reader->json->reader );
	}
	for ( size_t i = 0; i < reader->agentEntryCount; ++i )
	{
		const wfWalkerPlan* walker = reader->walkers + i;
		for ( int32_t k = 0; k < walker->count; ++k )
		{
			wfPlacedAgent* agent = reader->agents + walker->firstAgent + k;
			agent->walker = (int32_t)i;
			agent->node = walker->node;
			agent->radius = wfDistribution_Draw( &walker->radius, reader->seed, wfGetStream( i, wf_drawRadius ), (uint64_t)k );
		}
	}
	return wf_ok;
}

wfResult wfCountAgents( wfCrowdReader* reader, const wfJsonNode* root )
{
	wfResult result = reader->wantedAgents > 0 ? scaleCounts( reader, root ) : wf_ok;
	size_t count = 0;
	for ( size_t i = 0; i < reader->agentEntryCount && result == wf_ok; ++i )
	{
		wfWalkerPlan* walker = reader->walkers + i;
		walker->firstAgent = (int32_t)count;
		count += (size_t)walker->count;
		result = count <= INT32_MAX ? wfReader_Reserve( reader->json->reader, walker->node->position, NULL,
														(size_t)walker->count * BYTES_PER_AGENT )
									: wfJson_Fail( reader->json, walker->node, NULL, wf_tooLarge, "too many agents in all" );
	}
	return result == wf_ok ? listAgents( reader, count ) : result;
}

wfResult wfReadWalkers( wfCrowdReader* reader, const wfJsonNode* root )
{
	wfResult result = wf_ok;
	for ( size_t i = 0; i < reader->walkerCount && result == wf_ok; ++i )
	{
		wfWalkerPlan* walker = reader->walkers + i;
		result = i >= reader->agentEntryCount ? readSource( reader, walker ) : readCount( reader, walker );
	}
	for ( size_t i = 0; i < reader->walkerCount && result == wf_ok; ++i )
	{
		result = wfReadManner( reader, reader->walkers + i, i >= reader->agentEntryCount );
	}
	return result == wf_ok ? wfCountAgents( reader, root ) : result;
}

// --------------------------------------------------------------------------------------------------------------- adding

// Without a heading an agent looks to its first stop.
static double lookAhead( const wfCrowdReader* reader, const wfWalkerPlan* walker, wfVec2 position )
{
	if ( walker->stopCount == 0 || reader->stopBuffer[0].kind == wf_queueStop )
	{
		return walker->def.heading;
	}
	wfVec2 to = { reader->stopBuffer[0].point.x, reader->stopBuffer[0].point.y };
	if ( reader->stopBuffer[0].kind == wf_goalStop )
	{
		wfGoalDef goal = wfWorld_GetGoal( reader->scenario->world, reader->stopBuffer[0].goal );
		to = ( wfVec2 ){ 0.0, 0.0 };
		for ( int32_t i = 0; i < goal.pointCount; ++i )
		{
			to.x += goal.points[i].x / goal.pointCount;
			to.y += goal.points[i].y / goal.pointCount;
		}
	}
	return wfAtan2( to.y - position.y, to.x - position.x );
}

int32_t wfDrawPersonality( const wfCrowdReader* reader, const wfWalkerPlan* walker, size_t walkerIndex, int32_t k )
{
	double unit = wfRandomUnit( reader->seed, wfGetStream( walkerIndex, wf_drawPersonality ), (uint64_t)k );
	double rest = unit * walker->personalitySum;
	int32_t last = -1;
	for ( int32_t i = 0; i < WF_MAX_PERSONALITIES; ++i )
	{
		if ( walker->personalities[i] > 0.0 )
		{
			if ( rest < walker->personalities[i] )
			{
				return i;
			}
			rest -= walker->personalities[i];
			last = i;
		}
	}
	// Rounding may leave something over where there is no "none".
	return walker->personalities[WF_MAX_PERSONALITIES] > 0.0 ? -1 : last;
}

static wfResult addAgent( wfCrowdReader* reader, size_t index )
{
	wfPlacedAgent* agent = reader->agents + index;
	size_t walkerIndex = (size_t)agent->walker;
	const wfWalkerPlan* walker = reader->walkers + walkerIndex;
	int32_t k = (int32_t)index - walker->firstAgent;
	int32_t variant = 0;
	wfResult result = wfGetVariant( reader, walker, wfDrawPersonality( reader, walker, walkerIndex, k ), &variant );
	if ( result != wf_ok )
	{
		return result;
	}
	reader->agentVariants[index] = variant;
	wfMakeStops( reader, walkerIndex, k, agent->position );
	wfAgentDef def = walker->def;
	def.position = ( wfVec3 ){ agent->position.x, agent->position.y, 0.0 };
	def.radius = agent->radius;
	def.desiredSpeed =
		wfDistribution_Draw( &walker->desiredSpeed, reader->seed, wfGetStream( walkerIndex, wf_drawSpeed ), (uint64_t)k ) *
		reader->variants[variant].speedFactor;
	def.heading = walker->headingGiven ? wfDistribution_Draw( &walker->heading, reader->seed,
															  wfGetStream( walkerIndex, wf_drawHeading ), (uint64_t)k )
									   : lookAhead( reader, walker, agent->position );
	def.stops = reader->stopBuffer;
	def.stopCount = walker->stopCount;
	def.style = reader->variants[variant].styleId;
	def.gait = wfGetGait( reader, walker );
	def.userData = walkerIndex + 1;
	result = wfCrowd_AddAgent( reader->crowd, &def, &agent->id, reader->json->reader->error );
	return result == wf_ok ? wf_ok : wfPlaceField( reader->json, walker->node, result );
}

wfResult wfAddAgents( wfCrowdReader* reader )
{
	wfResult result = wf_ok;
	for ( size_t i = 0; i < reader->agentCount && result == wf_ok; ++i )
	{
		result = addAgent( reader, i );
	}
	// Behaviours may be aimed at agents, which have ids from now on.
	if ( result == wf_ok )
	{
		result = wfAddBehaviors( reader );
	}
	for ( size_t i = 0; i < reader->agentCount && result == wf_ok; ++i )
	{
		const wfPlacedAgent* agent = reader->agents + i;
		wfVariant* variant = reader->variants + reader->agentVariants[i];
		result = wfAddVariantBehaviors( reader, reader->walkers + agent->walker, variant );
		if ( result == wf_ok && ( variant->behaviorId.index1 != 0 || variant->onSightId.index1 != 0 ) )
		{
			result = wfCrowd_SetBehavior( reader->crowd, agent->id, variant->behaviorId, variant->onSightId );
			result = result == wf_ok ? wf_ok
									 : wfJson_Fail( reader->json, agent->node, NULL, result, "%s", wfDescribeResult( result ) );
		}
	}
	return result;
}

static void scaleDistribution( wfDistribution* d, double factor )
{
	d->lower *= factor;
	d->upper *= factor;
	d->mean *= factor;
	d->deviation *= factor;
}

static wfResult addSource( wfCrowdReader* reader, size_t index )
{
	const wfJson* json = reader->json;
	const wfWalkerPlan* walker = reader->walkers + index;
	wfSourceDef def = wfDefaultSourceDef();
	wfVec2 buffer[WF_DISC_SIDES];
	int32_t variantIndex = 0;
	wfResult result = wfReadSlots( json, walker->node, wf_sourceSlots, &def );
	if ( result == wf_ok )
	{
		result = wfGetVariant( reader, walker, wfDrawPersonality( reader, walker, index, 0 ), &variantIndex );
	}
	if ( result == wf_ok )
	{
		result = wfAddVariantBehaviors( reader, walker, reader->variants + variantIndex );
	}
	if ( result != wf_ok )
	{
		return result;
	}
	const wfVariant* variant = reader->variants + variantIndex;
	def.count = walker->scales ? walker->count : def.count;
	reader->endless = reader->endless || ( def.count == 0 && def.until <= 0.0 );
	def.region = wfRegion_GetRing( &walker->region, buffer, &def.regionCount );
	wfVec2 middle = { 0.5 * ( walker->region.bounds.lower.x + walker->region.bounds.upper.x ),
					  0.5 * ( walker->region.bounds.lower.y + walker->region.bounds.upper.y ) };
	wfMakeStops( reader, index, 0, middle );
	def.agent = walker->def;
	def.agent.stops = reader->stopBuffer;
	def.agent.stopCount = walker->stopCount;
	def.agent.heading = walker->headingGiven ? walker->heading.lower : lookAhead( reader, walker, middle );
	def.agent.style = variant->styleId;
	def.agent.gait = wfGetGait( reader, walker );
	def.agent.behavior = variant->behaviorId;
	def.agent.onSight = variant->onSightId;
	def.agent.userData = index + 1;
	def.radius = walker->radius;
	def.desiredSpeed = walker->desiredSpeed;
	scaleDistribution( &def.desiredSpeed, variant->speedFactor );
	wfSourceId id;
	result = wfCrowd_AddSource( reader->crowd, &def, &id, json->reader->error );
	return result == wf_ok ? wf_ok : wfPlaceField( json, walker->node, result );
}

wfResult wfAddSources( wfCrowdReader* reader )
{
	wfResult result = wf_ok;
	for ( size_t i = reader->agentEntryCount; i < reader->walkerCount && result == wf_ok; ++i )
	{
		// Scaled down to nobody is not the same as 0 in a file, which is without end.
		const wfWalkerPlan* walker = reader->walkers + i;
		result = walker->scales && walker->count == 0 ? wf_ok : addSource( reader, i );
	}
	return result;
}

wfResult wfAddSinks( wfCrowdReader* reader, const wfJsonNode* root )
{
	const wfJson* json = reader->json;
	const wfJsonNode* list = wfJson_Find( json, root, "sinks" );
	wfResult result = wf_ok;
	const wfJsonNode* node = list != NULL ? wfJson_First( json, list ) : NULL;
	for ( ; node != NULL && result == wf_ok; node = wfJson_Next( json, node ) )
	{
		wfRegion region;
		wfVec2 buffer[WF_DISC_SIDES];
		int32_t count = 0;
		result = wfReadRegion( json, node, false, &region );
		result = result == wf_ok ? wfCheckRegionInside( reader, node, &region ) : result;
		if ( result == wf_ok )
		{
			const wfVec2* ring = wfRegion_GetRing( &region, buffer, &count );
			result = wfCrowd_AddSink( reader->crowd, ring, count, json->reader->error );
			result = result == wf_ok ? wf_ok : wfPlaceAt( json, node, result );
		}
		wfRegion_Free( &region );
	}
	return result;
}
