// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Scenario files as runs of a crowd: the entry points, the settings of crowd and run, and the order in which all is done.
#include "io/crowd_reader.h"
#include "io/simulation_file.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The largest number up to which a double holds every whole one.
#define LARGEST_SEED 9007199254740992.0

wfSimulationDef wfDefaultSimulationDef( void )
{
	return ( wfSimulationDef ){ .read = wfDefaultReadDef(), .internalCookie = WF_COOKIE };
}

void wfSimulation_Free( wfSimulation* simulation )
{
	if ( simulation == NULL )
	{
		return;
	}
	if ( simulation->crowd != NULL )
	{
		wfDestroyCrowd( simulation->crowd );
	}
	if ( simulation->world != NULL )
	{
		wfDestroyWorld( simulation->world );
	}
	wfReleaseArray( simulation->metadata, (size_t)simulation->metadataCount, sizeof( wfMetadata ) );
	wfReleaseArray( simulation->parts, (size_t)simulation->partCount, sizeof( wfNamedPart ) );
	*simulation = ( wfSimulation ){ 0 };
}

int32_t wfSimulation_FindPart( const wfSimulation* simulation, wfPartKind kind, const char* name )
{
	for ( int32_t i = 0; i < simulation->partCount; ++i )
	{
		if ( simulation->parts[i].kind == kind && strcmp( simulation->parts[i].name, name ) == 0 )
		{
			return simulation->parts[i].index1;
		}
	}
	return 0;
}

wfSimulation wfMakeSimulation( void )
{
	return ( wfSimulation ){ .seconds = 120.0, .fps = 10.0, .stopWhenDone = true, .laneDirection = { 1.0, 0.0 } };
}

// ------------------------------------------------------------------------------------------------------------- settings

wfResult wfReadCrowdSettings( const wfJson* json, const wfJsonNode* object, const wfSimulationDef* def, wfCrowdDef* settings )
{
	static const char* const presets[] = { "default", "classic", NULL };
	static const wfNumberRange seedRange = { 0.0, LARGEST_SEED, "a whole number from 0 to 2^53" };
	int32_t preset = 0;
	const wfJsonNode* presetNode = object != NULL ? wfJson_Find( json, object, "preset" ) : NULL;
	const wfJsonNode* seedNode = object != NULL ? wfJson_Find( json, object, "seed" ) : NULL;
	wfResult result = object != NULL ? wfJson_CheckObject( json, object, "the crowd", wf_crowdFields ) : wf_ok;
	if ( result == wf_ok && presetNode != NULL )
	{
		result = wfJson_ReadChoice( json, presetNode, presets, &preset );
	}
	*settings = wfDefaultCrowdDef( (wfPreset)( def->presetGiven ? def->preset : preset ) );
	if ( result == wf_ok && object != NULL )
	{
		result = wfReadSlots( json, object, wf_crowdSlots, settings );
	}
	if ( result == wf_ok && seedNode != NULL )
	{
		double seed = 0.0;
		result = wfJson_ReadNumber( json, seedNode, &seedRange, &seed );
		if ( result == wf_ok && seed != floor( seed ) )
		{
			result = wfJson_Expected( json, seedNode, wf_jsonNumber, seedRange.expected );
		}
		settings->seed = (uint64_t)seed;
	}
	return result;
}

void wfApplySimulationDef( const wfSimulationDef* def, wfCrowdDef* settings )
{
	settings->seed = def->seedGiven ? def->seed : settings->seed;
	settings->workers = def->workers;
	settings->memoryLimit = def->memoryLimit < (double)SIZE_MAX ? (size_t)def->memoryLimit : SIZE_MAX;
}

static wfResult readLine( const wfJson* json, const wfJsonNode* node, wfSimulation* simulation )
{
	struct wfSimulationLine* line = simulation->lines + simulation->lineCount;
	const char* name = NULL;
	const wfJsonNode *nameNode = NULL, *a = NULL, *b = NULL;
	wfResult result = wfJson_CheckObject( json, node, "a line", wf_runLineFields );
	if ( result == wf_ok )
	{
		result = wfJson_Require( json, node, "name", "what reports call the line", &nameNode );
	}
	if ( result == wf_ok )
	{
		result = wfJson_ReadText( json, nameNode, sizeof( line->name ) - 1, &name );
	}
	for ( int32_t i = 0; i < simulation->lineCount && result == wf_ok; ++i )
	{
		if ( strcmp( simulation->lines[i].name, name ) == 0 )
		{
			result = wfJson_Fail( json, nameNode, NULL, wf_badFormat, "another line has this name; expected names that differ" );
		}
	}
	if ( result == wf_ok )
	{
		result = wfJson_Require( json, node, "a", "its one end [x, y]", &a );
	}
	if ( result == wf_ok )
	{
		result = wfJson_Require( json, node, "b", "its other end [x, y]", &b );
	}
	if ( result == wf_ok )
	{
		snprintf( line->name, sizeof( line->name ), "%s", name );
		result = wfJson_ReadPoint( json, a, &line->a );
	}
	if ( result == wf_ok )
	{
		result = wfJson_ReadPoint( json, b, &line->b );
	}
	if ( result == wf_ok && line->a.x == line->b.x && line->a.y == line->b.y )
	{
		result = wfJson_Fail( json, b, NULL, wf_outOfRange, "is the same place as a; expected two ends that differ" );
	}
	simulation->lineCount += result == wf_ok ? 1 : 0;
	return result;
}

static wfResult readLines( const wfJson* json, const wfJsonNode* list, wfSimulation* simulation )
{
	const int32_t most = (int32_t)( sizeof( simulation->lines ) / sizeof( simulation->lines[0] ) );
	wfResult result = wfJson_CheckList( json, list, 0, "lines" );
	if ( result == wf_ok && list->count > most )
	{
		return wfJson_Fail( json, list, NULL, wf_outOfRange, "%d lines; expected at most %d", list->count, most );
	}
	const wfJsonNode* node = result == wf_ok ? wfJson_First( json, list ) : NULL;
	for ( ; node != NULL && result == wf_ok; node = wfJson_Next( json, node ) )
	{
		result = readLine( json, node, simulation );
	}
	return result;
}

wfResult wfReadRun( const wfJson* json, const wfJsonNode* run, wfSimulation* simulation )
{
	static const wfNumberRange secondsRange = { 0.0, 1e9, "seconds from 0 to 1e9" };
	static const wfNumberRange fpsRange = { 0.001, 1000.0, "frames a second from 0.001 to 1000" };
	if ( run == NULL )
	{
		return wf_ok;
	}
	const wfJsonNode* stop = wfJson_Find( json, run, "stopWhenDone" );
	const wfJsonNode* lines = wfJson_Find( json, run, "lines" );
	const wfJsonNode* area = wfJson_Find( json, run, "area" );
	const wfJsonNode* lane = wfJson_Find( json, run, "laneDirection" );
	wfResult result = wfJson_CheckObject( json, run, "the run", wf_runFields );
	if ( result == wf_ok )
	{
		result = wfJson_ReadOptionalNumber( json, run, "seconds", &secondsRange, &simulation->seconds );
	}
	if ( result == wf_ok )
	{
		result = wfJson_ReadOptionalNumber( json, run, "fps", &fpsRange, &simulation->fps );
	}
	if ( result == wf_ok && stop != NULL )
	{
		result = wfJson_ReadBool( json, stop, &simulation->stopWhenDone );
	}
	if ( result == wf_ok && lines != NULL )
	{
		result = readLines( json, lines, simulation );
	}
	if ( result == wf_ok && area != NULL )
	{
		result = wfJson_ReadBox( json, area, &simulation->area );
	}
	if ( result == wf_ok && lane != NULL )
	{
		wfVec2 d;
		result = wfJson_ReadVector( json, lane, &wf_coordinateRange, "a direction [x, y]", &d );
		double length = sqrt( d.x * d.x + d.y * d.y );
		if ( result == wf_ok && !( length >= WF_MIN_LENGTH ) )
		{
			result = wfJson_Fail( json, lane, NULL, wf_outOfRange, "expected a direction [x, y] other than [0, 0]" );
		}
		simulation->laneDirection = ( wfVec2 ){ d.x / length, d.y / length };
	}
	return result;
}

wfResult wfReadMetadata( const wfJson* json, const wfJsonNode* object, wfSimulation* simulation )
{
	if ( object == NULL || object->count == 0 )
	{
		return wf_ok;
	}
	simulation->metadata = wfAllocateZeroed( (size_t)object->count * sizeof( wfMetadata ) );
	if ( simulation->metadata == NULL )
	{
		return wfReader_OutOfMemory( json->reader );
	}
	simulation->metadataCount = object->count;
	for ( const wfJsonNode* node = wfJson_First( json, object ); node != NULL; node = wfJson_Next( json, node ) )
	{
		wfMetadata* entry = simulation->metadata + node->index;
		if ( node->keyLength == 0 || node->keyLength >= sizeof( entry->key ) )
		{
			return wfJson_Fail( json, node, NULL, wf_badFormat, "expected a name of 1 to %zu bytes", sizeof( entry->key ) - 1 );
		}
		if ( ( node->type != wf_jsonString && node->type != wf_jsonNumber ) ||
			 ( node->type == wf_jsonString && node->stringLength >= sizeof( entry->value ) ) )
		{
			return wfJson_Expected( json, node, wf_jsonString, "a text of up to 255 bytes or a number" );
		}
		snprintf( entry->key, sizeof( entry->key ), "%s", wfJson_Key( json, node ) );
		if ( node->type == wf_jsonString )
		{
			snprintf( entry->value, sizeof( entry->value ), "%s", wfJson_String( json, node ) );
			continue;
		}
		// The shorter text when it is the same number.
		snprintf( entry->value, sizeof( entry->value ), "%.15g", node->number );
		if ( strtod( entry->value, NULL ) != node->number )
		{
			snprintf( entry->value, sizeof( entry->value ), "%.17g", node->number );
		}
	}
	return wf_ok;
}

// ------------------------------------------------------------------------------------------------------------ the crowd

void wfFreeCrowdReader( wfCrowdReader* reader )
{
	wfNameTable* const tables[] = { &reader->goalNames,		&reader->styleNames, &reader->gaitNames,
									&reader->behaviorNames, &reader->queueNames, &reader->agentNames };
	for ( size_t i = 0; i < sizeof( tables ) / sizeof( tables[0] ); ++i )
	{
		wfNameTable_Free( tables[i] );
	}
	for ( size_t i = 0; i < reader->walkerCount; ++i )
	{
		wfRegion_Free( &reader->walkers[i].region );
	}
	wfReleaseArray( reader->styles, reader->styleCount, sizeof( wfStylePlan ) );
	wfReleaseArray( reader->gaits, reader->gaitCount, sizeof( wfGaitPlan ) );
	wfReleaseArray( reader->behaviors, reader->behaviorCount, sizeof( wfBehaviorPlan ) );
	wfReleaseArray( reader->queues, reader->queueCount, sizeof( wfQueuePlan ) );
	wfReleaseArray( reader->walkers, reader->walkerCount, sizeof( wfWalkerPlan ) );
	wfReleaseArray( reader->stops, reader->stopCapacity, sizeof( wfStopPlan ) );
	wfReleaseArray( reader->choices, reader->choiceCapacity, sizeof( wfStopChoice ) );
	wfReleaseArray( reader->agents, reader->agentCount, sizeof( wfPlacedAgent ) );
	wfReleaseArray( reader->agentVariants, reader->agentCount, sizeof( int32_t ) );
	wfReleaseArray( reader->variants, reader->variantCapacity, sizeof( wfVariant ) );
	wfReleaseArray( reader->stopBuffer, reader->stopBufferCount, sizeof( wfStop ) );
}

const wfPlacedAgent* wfFindPlacedAgent( const wfCrowdReader* reader, wfAgentId id )
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

void wfExplain( const wfCrowdReader* reader, const char* format, ... )
{
	wfError* error = reader->json->reader->error;
	size_t used = strlen( error->message );
	va_list list;
	va_start( list, format );
	vsnprintf( error->message + used, sizeof( error->message ) - used, format, list );
	va_end( list );
}

// The stop `number`, from 1 on, that the message speaks of.
static void nameStop( const wfCrowdReader* reader, const wfStop* stop, int32_t number )
{
	if ( stop->kind == wf_goalStop )
	{
		const char* name = wfWorld_GetGoal( reader->scenario->world, stop->goal ).name;
		wfQuoted quoted = wfQuote( name != NULL ? name : "", name != NULL ? strlen( name ) : 0 );
		wfExplain( reader, "; stop %d is the goal %s", number, quoted.text );
	}
	else if ( stop->kind == wf_queueStop && stop->queue.index1 > 0 )
	{
		const char* name = reader->queueNames.names[stop->queue.index1 - 1];
		wfQuoted quoted = wfQuote( name != NULL ? name : "", name != NULL ? strlen( name ) : 0 );
		wfExplain( reader, "; stop %d is the queue %s", number, quoted.text );
	}
	else
	{
		wfExplain( reader, "; stop %d is the point %.6g, %.6g", number, stop->point.x, stop->point.y );
	}
}

int32_t wfFindNumber( const wfCrowdReader* reader, const char* word )
{
	int number = 0;
	const char* at = strstr( reader->json->reader->error->message, word );
	return at != NULL && sscanf( at + strlen( word ), " %d", &number ) == 1 ? number : 0;
}

// The source with that number in the crowd: those scaled down to nobody are not in it.
static const wfWalkerPlan* findSource( const wfCrowdReader* reader, int32_t number )
{
	for ( size_t i = reader->agentEntryCount; i < reader->walkerCount; ++i )
	{
		const wfWalkerPlan* walker = reader->walkers + i;
		number -= walker->scales && walker->count == 0 ? 0 : 1;
		if ( number == 0 )
		{
			return walker;
		}
	}
	return NULL;
}

static wfResult tellSource( wfCrowdReader* reader, const wfWalkerPlan* walker, wfResult result )
{
	int32_t stop = wfFindNumber( reader, " to stop" );
	const wfJsonNode* node = wfJson_Find( reader->json, walker->node, "region" );
	if ( stop >= 1 && stop <= walker->stopCount )
	{
		wfMakeStops( reader, (size_t)( walker - reader->walkers ), 0, walker->region.center );
		nameStop( reader, reader->stopBuffer + stop - 1, stop );
	}
	return wfPlaceAt( reader->json, node != NULL ? node : walker->node, result );
}

static void tellAgent( wfCrowdReader* reader, const wfPlacedAgent* agent, wfResult result )
{
	const wfWalkerPlan* walker = reader->walkers + agent->walker;
	int32_t stop = wfFindNumber( reader, " its stop" );
	wfVec2 place;
	char* either = strstr( reader->json->reader->error->message, "inside of a wall or outside of the world" );
	if ( result == wf_startBlocked && either != NULL )
	{
		// Which of both is known here.
		wfBox2 world = wfWorld_GetBounds( reader->scenario->world );
		bool outside = agent->position.x < world.lower.x || agent->position.x > world.upper.x ||
					   agent->position.y < world.lower.y || agent->position.y > world.upper.y;
		*either = 0;
		wfExplain( reader, "%s", outside ? "outside of the world" : "inside of an obstacle" );
	}
	if ( result == wf_startBlocked &&
		 wfFindFreePlace( reader->scenario->world, agent->position, agent->radius, walker->def.kind, &place ) )
	{
		wfExplain( reader, "; the nearest free place is about %.6g, %.6g", place.x, place.y );
	}
	if ( result == wf_unreachable && stop >= 1 && stop <= walker->stopCount )
	{
		int32_t k = (int32_t)( agent - reader->agents ) - walker->firstAgent;
		wfMakeStops( reader, (size_t)agent->walker, k, agent->position );
		nameStop( reader, reader->stopBuffer + stop - 1, stop );
	}
}

void wfExplainOther( const wfCrowdReader* reader, const wfPlacedAgent* other )
{
	wfError* error = reader->json->reader->error;
	char path[128], message[sizeof( error->message )];
	wfJson_Path( reader->json, other->node, path, sizeof( path ) );
	snprintf( message, sizeof( message ), "%.300s; the other is %s in line %d", error->message, path,
			  wfGetLine( reader->json, other->node ) );
	memcpy( error->message, message, sizeof( message ) );
}

// What the crowd found, told at the agents it is about.
static wfResult prepare( wfCrowdReader* reader, const wfJsonNode* root )
{
	const wfJson* json = reader->json;
	wfAgentId culprit = { 0 }, other = { 0 };
	wfError* error = json->reader->error;
	wfResult result = wfCrowd_Prepare( reader->crowd, &culprit, &other, error );
	if ( result == wf_ok )
	{
		return wf_ok;
	}
	const wfPlacedAgent* first = wfFindPlacedAgent( reader, culprit );
	const wfPlacedAgent* second = wfFindPlacedAgent( reader, other );
	const wfWalkerPlan* source = first == NULL ? findSource( reader, wfFindNumber( reader, "region of source" ) ) : NULL;
	if ( source != NULL )
	{
		return tellSource( reader, source, result );
	}
	if ( first != NULL && second == NULL )
	{
		tellAgent( reader, first, result );
	}
	if ( second != NULL )
	{
		wfExplainOther( reader, second );
	}
	return first != NULL ? wfPlaceField( json, first->node, result ) : wfPlaceAt( json, root, result );
}

static wfResult readParts( wfCrowdReader* reader, const wfJsonNode* root )
{
	// Names first: what refers to them may come before them in the file.
	wfResult result = wfReadGoalNames( reader, root );
	result = result == wf_ok ? wfReadQueues( reader, root ) : result;
	result = result == wf_ok ? wfReadAgentNames( reader, root ) : result;
	result = result == wf_ok ? wfReadStyles( reader, root ) : result;
	result = result == wf_ok ? wfReadGaits( reader, root ) : result;
	result = result == wf_ok ? wfReadBehaviors( reader, root ) : result;
	result = result == wf_ok ? wfReadWalkers( reader, root ) : result;
	return result == wf_ok ? wfPlaceAgents( reader ) : result;
}

static wfResult addParts( wfCrowdReader* reader, const wfJsonNode* root )
{
	wfResult result = wfAddStyles( reader );
	result = result == wf_ok ? wfAddGaits( reader ) : result;
	result = result == wf_ok ? wfAddQueues( reader ) : result;
	result = result == wf_ok ? wfAddAgents( reader ) : result;
	result = result == wf_ok ? wfAddSources( reader ) : result;
	result = result == wf_ok ? wfAddSinks( reader, root ) : result;
	return result == wf_ok ? prepare( reader, root ) : result;
}

static void keepPart( wfSimulation* simulation, wfPartKind kind, const char* name, int32_t index1 )
{
	if ( name != NULL )
	{
		wfNamedPart* part = simulation->parts + simulation->partCount++;
		part->kind = kind;
		part->index1 = index1;
		snprintf( part->name, sizeof( part->name ), "%s", name );
	}
}

wfResult wfKeepNames( const wfCrowdReader* reader, wfSimulation* simulation )
{
	const wfNameTable *styles = &reader->styleNames, *behaviors = &reader->behaviorNames, *agents = &reader->agentNames;
	const wfNameTable* gaits = &reader->gaitNames;
	const wfNameTable* const tables[] = { styles, behaviors, agents, gaits };
	size_t count = 0;
	for ( size_t t = 0; t < 4; ++t )
	{
		for ( size_t i = 0; i < tables[t]->count; ++i )
		{
			count += tables[t]->names[i] != NULL ? 1 : 0;
		}
	}
	simulation->parts = count > 0 ? wfAllocateZeroed( count * sizeof( wfNamedPart ) ) : NULL;
	if ( count > 0 && simulation->parts == NULL )
	{
		return wfReader_OutOfMemory( reader->json->reader );
	}
	for ( size_t i = 0; i < styles->count; ++i )
	{
		keepPart( simulation, wf_stylePart, styles->names[i], reader->styles[i].id.index1 );
	}
	for ( size_t i = 0; i < behaviors->count; ++i )
	{
		keepPart( simulation, wf_behaviorPart, behaviors->names[i], reader->behaviors[i].id.index1 );
	}
	for ( size_t i = 0; i < agents->count; ++i )
	{
		keepPart( simulation, wf_agentPart, agents->names[i], (int32_t)i + 1 );
	}
	for ( size_t i = 0; i < gaits->count; ++i )
	{
		keepPart( simulation, wf_gaitPart, gaits->names[i], reader->gaits[i].id.index1 );
	}
	return wf_ok;
}

// A crowd in the world of the scenario, which goes to the simulation.
static wfResult makeCrowd( const wfReader* reader, const wfCrowdDef* settings, wfScenario* scenario, wfSimulation* simulation )
{
	simulation->world = scenario->world;
	scenario->world = NULL;
	memcpy( simulation->name, scenario->name, sizeof( simulation->name ) );
	simulation->seed = settings->seed;
	wfGroundDef ground = wfMakePlaneGround( simulation->world );
	return wfCreateCrowd( &ground, settings, &simulation->crowd, reader->error );
}

static wfResult readCrowd( const wfJson* json, const wfSimulationDef* def, wfSimulation* simulation )
{
	const wfJsonNode* root = json->nodes;
	wfScenario scenario = { 0 };
	wfCrowdDef settings = { 0 };
	const wfJsonNode* crowdNode = NULL;
	wfResult result = wfReadScenarioTree( json, &scenario );
	if ( result == wf_ok )
	{
		crowdNode = wfJson_Find( json, root, "crowd" );
		result = wfReadCrowdSettings( json, crowdNode, def, &settings );
	}
	if ( result == wf_ok )
	{
		result = wfReadRun( json, wfJson_Find( json, root, "run" ), simulation );
	}
	if ( result == wf_ok )
	{
		result = wfReadMetadata( json, wfJson_Find( json, root, "metadata" ), simulation );
	}
	if ( result == wf_ok )
	{
		wfApplySimulationDef( def, &settings );
		wfCrowdReader reader = { .json = json, .preset = settings.preset, .seed = settings.seed, .wantedAgents = def->agents };
		wfWorld* world = scenario.world;
		reader.scenario = &scenario;
		reader.footsteps = def->footsteps;
		result = readParts( &reader, root );
		if ( result == wf_ok )
		{
			result = makeCrowd( json->reader, &settings, &scenario, simulation );
			result = result == wf_ok ? wf_ok : wfPlaceField( json, crowdNode != NULL ? crowdNode : root, result );
		}
		if ( result == wf_ok )
		{
			reader.crowd = simulation->crowd;
			wfScenario view = scenario;
			view.world = world;
			reader.scenario = &view;
			result = addParts( &reader, root );
			result = result == wf_ok ? wfKeepNames( &reader, simulation ) : result;
			// What has no end cannot be waited for.
			simulation->stopWhenDone = simulation->stopWhenDone && !reader.endless;
		}
		wfFreeCrowdReader( &reader );
	}
	wfScenario_Free( &scenario );
	return result;
}

// A world file of another kind: an empty crowd.
static wfResult readWorldAlone( const wfReader* reader, const wfSimulationDef* def, wfSimulation* simulation )
{
	wfScenario scenario = { 0 };
	wfResult result = wfReadAny( reader, &scenario );
	if ( result == wf_ok )
	{
		wfCrowdDef settings = wfDefaultCrowdDef( (wfPreset)( def->presetGiven ? def->preset : wf_defaultPreset ) );
		wfApplySimulationDef( def, &settings );
		result = makeCrowd( reader, &settings, &scenario, simulation );
		result = result == wf_ok ? wf_ok : wfReader_Place( reader, WF_NO_POSITION, NULL, result );
	}
	wfScenario_Free( &scenario );
	return result;
}

// --------------------------------------------------------------------------------------------------------- entry points

static wfResult readCounted( const char* name, const void* data, size_t size, size_t used, const wfSimulationDef* def,
							 wfSimulation* simulation, wfError* error )
{
	wfError local = { 0 };
	wfReader reader = { .name = name, .text = data, .size = size, .def = &def->read, .used = &used, .error = &local };
	wfSimulation made = wfMakeSimulation();
	wfResult result;
	if ( size > 0 && wfTellFileKind( name, data, size ) == wf_scenarioFile )
	{
		wfJson json;
		result = wfJson_Parse( &reader, &json );
		if ( result == wf_ok )
		{
			result = readCrowd( &json, def, &made );
			wfJson_Free( &json );
		}
	}
	else
	{
		result = readWorldAlone( &reader, def, &made );
	}
	if ( result == wf_ok )
	{
		*simulation = made;
		return wf_ok;
	}
	wfSimulation_Free( &made );
	if ( local.message[0] == 0 )
	{
		wfReader_Fail( &reader, WF_NO_POSITION, NULL, result, "%s", wfDescribeResult( result ) );
	}
	if ( error != NULL )
	{
		*error = local;
	}
	return result;
}

wfResult wfReadSimulationFromMemory( const char* name, const void* data, size_t size, const wfSimulationDef* def,
									 wfSimulation* simulation, wfError* error )
{
	return wfReadSimulationBy( readCounted, name, data, size, def, simulation, error );
}

wfResult wfReadSimulation( const char* path, const wfSimulationDef* def, wfSimulation* simulation, wfError* error )
{
	return wfReadSimulationFileBy( readCounted, path, def, simulation, error );
}
