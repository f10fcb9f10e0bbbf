// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What a crowd finds before its first tick, reported at the agents, sources and goals of the file it is about.
#include "io/crowd_reader.h"

#include <stdio.h>
#include <string.h>

static const wfPlacedAgent* findAgent( const wfCrowdReader* reader, wfAgentId id )
{
	for ( size_t i = 0; i < reader->agentCount && id.index1 != 0; ++i )
	{
		const wfPlacedAgent* agent = reader->agents + i;
		if ( agent->id.index1 == id.index1 && agent->id.generation == id.generation )
		{
			return agent;
		}
	}
	return NULL;
}

// The source with that number in the crowd: those scaled down to nobody are not in it.
static const wfEntryPlan* findSource( const wfCrowdReader* reader, int32_t number )
{
	for ( size_t i = reader->agentEntryCount; i < reader->entryCount && number > 0; ++i )
	{
		const wfEntryPlan* entry = reader->entries + i;
		number -= entry->scales && entry->count == 0 ? 0 : 1;
		if ( number == 0 )
		{
			return entry;
		}
	}
	return NULL;
}

// Append to the message of the crowd what the file calls the things it is about.
__attribute__( ( format( printf, 2, 3 ) ) ) static void explain( const wfCrowdReader* reader, const char* format, ... )
{
	wfError* error = reader->json->reader->error;
	size_t used = strlen( error->message );
	va_list list;
	va_start( list, format );
	vsnprintf( error->message + used, sizeof( error->message ) - used, format, list );
	va_end( list );
}

// The stop `number`, from 1 on, of the entry's agent k.
static void nameStop( wfCrowdReader* reader, const wfEntryPlan* entry, int32_t k, wfVec3 position, int32_t number )
{
	if ( number < 1 || number > entry->stopCount )
	{
		return;
	}
	wfMakeStops( reader, (size_t)( entry - reader->entries ), k, position );
	const wfStop* stop = reader->stopBuffer + number - 1;
	const char* name = NULL;
	if ( stop->kind == wf_pointStop )
	{
		explain( reader, "; stop %d is the point %.6g, %.6g", number, stop->point.x, stop->point.y );
		return;
	}
	if ( stop->kind == wf_exitsStop )
	{
		return; // the message says so
	}
	for ( size_t i = 0; i < reader->goalCount && stop->kind == wf_goalStop; ++i )
	{
		name = reader->goals[i].index1 == stop->goal.index1 ? reader->goalNames.names[i] : name;
	}
	if ( stop->kind == wf_queueStop && stop->queue.index1 > 0 )
	{
		name = reader->queueNames.names[stop->queue.index1 - 1];
	}
	wfQuoted quoted = wfQuote( name != NULL ? name : "", name != NULL ? strlen( name ) : 0 );
	if ( reader->scene != NULL )
	{
		explain( reader, "; goal %d is %s", number, quoted.text );
		return;
	}
	explain( reader, "; stop %d is the %s %s", number, stop->kind == wf_goalStop ? "goal" : "queue", quoted.text );
}

// A goal of a mesh without a free place is reported where it stands, not at those who go there.
static bool reportBlockedGoal( wfCrowdReader* reader, const wfJsonNode* root, const wfPlacedAgent* agent )
{
	const wfJson* json = reader->json;
	const wfEntryPlan* entry = reader->entries + agent->entry;
	int32_t number = json->reader->error->stop, found = -1;
	if ( reader->scene == NULL || number < 1 || number > entry->stopCount )
	{
		return false;
	}
	wfMakeStops( reader, (size_t)agent->entry, (int32_t)( agent - reader->agents ) - entry->firstAgent, agent->position );
	for ( size_t i = 0; i < reader->goalCount; ++i )
	{
		found = reader->goals[i].index1 == reader->stopBuffer[number - 1].goal.index1 ? (int32_t)i : found;
	}
	json->reader->error->result = wf_ok;
	const wfJsonNode* node = found >= 0 ? wfJson_First( json, wfJson_Find( json, root, "goals" ) ) : NULL;
	while ( node != NULL && node->index != found )
	{
		node = wfJson_Next( json, node );
	}
	if ( node == NULL )
	{
		return false;
	}
	const char* name = reader->scene->goals[found].name;
	wfQuoted quoted = wfQuote( name, strlen( name ) );
	wfJson_Fail( json, node, NULL, wf_goalBlocked, "the goal %s lies in an obstacle%s; expected a free place", quoted.text,
				 reader->ground.height > 0.0 ? " or where the agents are too tall" : "" );
	return true;
}

static void reportAgent( wfCrowdReader* reader, const wfPlacedAgent* agent, const wfPlacedAgent* other, wfResult result )
{
	const wfJson* json = reader->json;
	const wfEntryPlan* entry = reader->entries + agent->entry;
	wfVec2 place;
	if ( other != NULL )
	{
		wfError* error = json->reader->error;
		char path[128];
		wfJson_Path( json, other->node, path, sizeof( path ) );
		error->message[300] = 0;
		explain( reader, "; the other is %s in line %d", path, wfReader_FindPlace( json->reader, other->node->position ).line );
	}
	else if ( result == wf_startBlocked && reader->world != NULL &&
			  wfFindFreePlace( reader->world, agent->position, agent->radius, entry->def.kind, &place ) )
	{
		explain( reader, "; the nearest free place is about %.6g, %.6g", place.x, place.y );
	}
	else if ( result == wf_unreachable )
	{
		nameStop( reader, entry, (int32_t)( agent - reader->agents ) - entry->firstAgent, agent->position,
				  json->reader->error->stop );
	}
}

void wfReportPlace( wfCrowdReader* reader, const wfPlacedAgent* agent, wfResult result )
{
	// Serials are counted in the order of the list.
	uint32_t other = reader->json->reader->error->other;
	bool isKnown = other > 0 && other <= reader->agentCount;
	if ( result == wf_startBlocked )
	{
		reportAgent( reader, agent, isKnown ? reader->agents + other - 1 : NULL, result );
	}
	wfPlaceFieldError( reader->json, agent->node, reader->entries[agent->entry].object, result );
}

void wfPrepareCrowd( wfCrowdReader* reader, const wfJsonNode* root )
{
	const wfJson* json = reader->json;
	if ( !wfJson_IsOk( json ) )
	{
		return;
	}
	wfAgentId culprit = { 0 }, other = { 0 };
	wfError* error = json->reader->error;
	wfResult result = wfCrowd_Prepare( reader->crowd, &culprit, &other, error );
	if ( result == wf_ok )
	{
		return;
	}
	const wfPlacedAgent* agent = findAgent( reader, culprit );
	const wfEntryPlan* source = agent == NULL ? findSource( reader, error->source ) : NULL;
	if ( source != NULL )
	{
		wfVec3 middle = { source->region.center.x, source->region.center.y, 0.0 };
		nameStop( reader, source, 0, middle, error->stop );
		wfJson_Take( json, wfJson_Look( json, source->node, "region" ), result );
		return;
	}
	if ( agent == NULL )
	{
		wfJson_Take( json, root, result );
		return;
	}
	if ( result == wf_goalBlocked && reportBlockedGoal( reader, root, agent ) )
	{
		return;
	}
	reportAgent( reader, agent, findAgent( reader, other ), result );
	wfPlaceFieldError( json, agent->node, reader->entries[agent->entry].object, result );
}
