// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Scenario files as runs of a crowd: the entry points, the settings of crowd and run, and the order in which all is done.
#include "io/crowd_reader.h"

#include <math.h>
#include <stdio.h>
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
	wfDestroyOrderLog( simulation->orders );
	wfDestroyCrowd( simulation->crowd );
	if ( simulation->world != NULL )
	{
		wfDestroyWorld( simulation->world );
	}
	wfSurfaceScene_Free( &simulation->scene );
	wfReleaseArray( simulation->metadata, (size_t)simulation->metadataCount, sizeof( wfMetadata ) );
	wfReleaseArray( simulation->parts, (size_t)simulation->partCount, sizeof( wfNamedPart ) );
	wfReleaseArray( simulation->groups, (size_t)simulation->groupCount, sizeof( wfSimulationGroup ) );
	wfRelease( simulation->warnings.text, simulation->warnings.capacity );
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

// ------------------------------------------------------------------------------------------------------------- settings

void wfReadPlace( const wfJson* json, const wfJsonNode* node, const wfNumberRange* range, wfVec3* place )
{
	wfVec2 flat = { place->x, place->y };
	if ( json->onMesh )
	{
		wfJson_ReadVector3( json, node, range, "a point [x, y, z]", place );
		return;
	}
	wfJson_ReadVector( json, node, range, "a point [x, y]", &flat );
	*place = ( wfVec3 ){ flat.x, flat.y, place->z };
}

static void applyDef( const wfSimulationDef* def, wfCrowdDef* settings )
{
	settings->seed = def->seedGiven ? def->seed : settings->seed;
	settings->workers = def->workers;
	settings->memoryLimit = def->memoryLimit;
}

// "crowd", and what the def overrides.
static void readSettings( const wfJson* json, const wfJsonNode* object, const wfSimulationDef* def, wfCrowdDef* settings )
{
	static const wfNumberRange seedRange = { 0.0, LARGEST_SEED, "a whole number from 0 to 2^53" };
	int32_t preset = 0;
	wfCheckFields( json, object, &wf_crowdObject );
	wfJson_ReadChoice( json, wfJson_Find( json, object, "preset" ), wf_presetNames, &preset );
	*settings = wfDefaultCrowdDef( (wfPreset)( def->presetGiven ? def->preset : preset ) );
	wfReadPart( json, object, wf_crowdObject.parts[0], settings );
	const wfJsonNode* seedNode = wfJson_Find( json, object, "seed" );
	double seed = (double)settings->seed;
	wfJson_ReadNumber( json, seedNode, &seedRange, &seed );
	if ( seed != floor( seed ) )
	{
		wfJson_Expected( json, seedNode, wf_jsonNumber, seedRange.expected );
	}
	settings->seed = seedNode != NULL ? (uint64_t)seed : settings->seed;
	applyDef( def, settings );
}

static void readLine( const wfJson* json, const wfJsonNode* node, wfSimulation* simulation )
{
	struct wfSimulationLine* line = simulation->lines + simulation->lineCount;
	const char* name = NULL;
	wfReadFields( json, node, &wf_runLineObject, line );
	const wfJsonNode* nameNode = wfJson_Find( json, node, "name" );
	wfJson_ReadText( json, nameNode, sizeof( line->name ) - 1, &name );
	for ( int32_t i = 0; i < simulation->lineCount && name != NULL; ++i )
	{
		if ( strcmp( simulation->lines[i].name, name ) == 0 )
		{
			wfJson_Fail( json, nameNode, NULL, wf_badFormat, "another line has this name; expected names that differ" );
		}
	}
	if ( line->a.x == line->b.x && line->a.y == line->b.y )
	{
		wfJson_Fail( json, wfJson_Find( json, node, "b" ), NULL, wf_outOfRange,
					 "is the same place as a; expected two ends that differ" );
	}
	snprintf( line->name, sizeof( line->name ), "%s", name != NULL ? name : "" );
	simulation->lineCount += 1;
}

static void readRun( const wfJson* json, const wfJsonNode* run, wfSimulation* simulation )
{
	wfReadFields( json, run, &wf_runObject, simulation );
	const int32_t most = (int32_t)( sizeof( simulation->lines ) / sizeof( simulation->lines[0] ) );
	const wfJsonNode* lines = wfJson_Find( json, run, "lines" );
	if ( wfJson_CheckList( json, lines, 0, "lines" ) && lines->count > most )
	{
		wfJson_Fail( json, lines, NULL, wf_outOfRange, "%d lines; expected at most %d", lines->count, most );
	}
	for ( const wfJsonNode* node = wfJson_First( json, lines ); node != NULL; node = wfJson_Next( json, node ) )
	{
		readLine( json, node, simulation );
	}
	wfVec2 d = simulation->laneDirection;
	double length = sqrt( d.x * d.x + d.y * d.y );
	if ( !( length >= WF_MIN_LENGTH ) )
	{
		wfJson_Fail( json, wfJson_Find( json, run, "laneDirection" ), NULL, wf_outOfRange,
					 "expected a direction [x, y] other than [0, 0]" );
	}
	simulation->laneDirection = ( wfVec2 ){ d.x / length, d.y / length };
}

static void readMetadata( const wfJson* json, const wfJsonNode* object, wfSimulation* simulation )
{
	if ( object == NULL )
	{
		return;
	}
	simulation->metadata = wfJson_Allocate( json, object, (size_t)object->count, sizeof( wfMetadata ) );
	simulation->metadataCount = simulation->metadata != NULL ? object->count : 0;
	for ( const wfJsonNode* node = wfJson_First( json, object ); node != NULL; node = wfJson_Next( json, node ) )
	{
		wfMetadata* entry = simulation->metadata + node->index;
		if ( node->keyLength == 0 || node->keyLength >= sizeof( entry->key ) )
		{
			wfJson_Fail( json, node, NULL, wf_badFormat, "expected a name of 1 to %zu bytes", sizeof( entry->key ) - 1 );
			return;
		}
		if ( ( node->type != wf_jsonString && node->type != wf_jsonNumber ) ||
			 ( node->type == wf_jsonString && node->stringLength >= sizeof( entry->value ) ) )
		{
			wfJson_Expected( json, node, wf_jsonString, "a text of up to 255 bytes or a number" );
			return;
		}
		snprintf( entry->key, sizeof( entry->key ), "%s", wfJson_Key( json, node ) );
		if ( node->type == wf_jsonString )
		{
			snprintf( entry->value, sizeof( entry->value ), "%s", wfJson_String( json, node ) );
			continue;
		}
		// The shorter text when it is the same number.
		double back = 0.0;
		int length = snprintf( entry->value, sizeof( entry->value ), "%.15g", node->number );
		wfParseNumber( entry->value, (size_t)length, &back );
		if ( back != node->number )
		{
			snprintf( entry->value, sizeof( entry->value ), "%.17g", node->number );
		}
	}
}

// --------------------------------------------------------------------------------------------------------------- ground

// What the shape of the ground closes.
static void blockTerrain( const wfJson* json, wfSurfaceScene* scene )
{
	if ( !wfJson_IsOk( json ) || ( !( scene->maxSlope > 0.0 ) && !scene->pierced ) )
	{
		return;
	}
	wfResult result = scene->mask == NULL ? wfCreateSurfaceMask( scene->mesh, &scene->mask ) : wf_ok;
	if ( result == wf_ok && scene->maxSlope > 0.0 )
	{
		result = wfSurfaceMask_BlockSteep( scene->mask, scene->up, scene->maxSlope, scene->step, NULL );
	}
	result = result == wf_ok && scene->pierced ? wfSurfaceMask_BlockPierced( scene->mask, scene->up, NULL ) : result;
	if ( result != wf_ok )
	{
		wfJson_Fail( json, json->nodes, NULL, result, "%s", wfDescribeResult( result ) );
	}
}

static void readMeshGround( const wfJson* json, const wfSimulationDef* def, wfSimulation* simulation, wfCrowdReader* reader )
{
	wfSurfaceScene* scene = &simulation->scene;
	wfSurfaceSceneDef sceneDef = wfDefaultSurfaceSceneDef();
	sceneDef.read = def->read;
	wfReadSceneTree( json, &sceneDef, scene );
	blockTerrain( json, scene );
	if ( !wfJson_IsOk( json ) )
	{
		return;
	}
	memcpy( simulation->name, scene->name, sizeof( simulation->name ) );
	reader->scene = scene;
	reader->ground = wfMakeMeshGround( scene->mesh );
	reader->ground.mask = scene->mask;
	reader->ground.height = scene->height;
	double up = sqrt( scene->up.x * scene->up.x + scene->up.y * scene->up.y + scene->up.z * scene->up.z );
	reader->ground.up = up > 0.0 ? ( wfVec3 ){ scene->up.x / up, scene->up.y / up, scene->up.z / up } : scene->up;
	reader->ground.boundary = scene->planner.boundary;
	const wfJsonNode* field = wfJson_Find( json, json->nodes, "field" );
	if ( scene->planner.biasKind != wf_noSurfaceBias && scene->planner.epsilon != 0.0 )
	{
		wfJson_Fail( json, field, NULL, wf_unsupported,
					 "has a bias, which the fields of crowds do not have; expected a behavior of the agents instead" );
	}
}

static void readPlaneGround( const wfJson* json, wfSimulation* simulation, wfCrowdReader* reader )
{
	wfScenario scenario = { 0 };
	wfReadScenarioTree( json, &scenario );
	memcpy( simulation->name, scenario.name, sizeof( simulation->name ) );
	simulation->world = scenario.world;
	scenario.world = NULL;
	wfScenario_Free( &scenario );
	reader->world = simulation->world;
	reader->ground = wfMakePlaneGround( simulation->world );
}

// ------------------------------------------------------------------------------------------------------------ the crowd

static void freeReader( wfCrowdReader* reader )
{
	wfNameTable* const tables[] = { &reader->goalNames,		&reader->styleNames, &reader->gaitNames,
									&reader->behaviorNames, &reader->queueNames, &reader->agentNames };
	for ( size_t i = 0; i < sizeof( tables ) / sizeof( tables[0] ); ++i )
	{
		wfNameTable_Free( tables[i] );
	}
	for ( size_t i = 0; i < reader->entryCount; ++i )
	{
		wfRegion_Free( &reader->entries[i].region );
	}
	wfReleaseArray( reader->goals, reader->goalCount, sizeof( wfGoalId ) );
	wfReleaseArray( reader->styles, reader->styleCount, sizeof( wfStylePlan ) );
	wfReleaseArray( reader->gaits, reader->gaitCount, sizeof( wfGaitPlan ) );
	wfReleaseArray( reader->behaviors, reader->behaviorCount, sizeof( wfBehaviorPlan ) );
	wfReleaseArray( reader->queues, reader->queueCount, sizeof( wfQueuePlan ) );
	wfReleaseArray( reader->entries, reader->entryCount, sizeof( wfEntryPlan ) );
	wfReleaseArray( reader->stops, reader->stopCapacity, sizeof( wfStopPlan ) );
	wfReleaseArray( reader->choices, reader->choiceCapacity, sizeof( wfStopChoice ) );
	wfReleaseArray( reader->exitSets, reader->exitSetCapacity, sizeof( wfExitsPlan ) );
	wfReleaseArray( reader->exits, reader->exitCapacity, sizeof( wfExitPlan ) );
	wfReleaseArray( reader->agents, reader->agentCount + 1, sizeof( wfPlacedAgent ) );
	wfReleaseArray( reader->agentVariants, reader->agentCount + 1, sizeof( int32_t ) );
	wfReleaseArray( reader->variants, reader->variantCapacity, sizeof( wfVariant ) );
	wfReleaseArray( reader->stopBuffer, reader->stopBufferCount, sizeof( wfStop ) );
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

// What has a name can be found after the file is gone.
static void keepNames( const wfCrowdReader* reader, wfSimulation* simulation )
{
	const wfNameTable* const tables[] = { &reader->styleNames, &reader->behaviorNames, &reader->agentNames, &reader->gaitNames };
	size_t count = 0;
	for ( size_t t = 0; t < 4; ++t )
	{
		for ( size_t i = 0; i < tables[t]->count; ++i )
		{
			count += tables[t]->names[i] != NULL ? 1 : 0;
		}
	}
	simulation->parts = wfJson_Allocate( reader->json, reader->json->nodes, count, sizeof( wfNamedPart ) );
	for ( size_t t = 0; t < 4 && simulation->parts != NULL; ++t )
	{
		for ( size_t i = 0; i < tables[t]->count; ++i )
		{
			// In the order of wfPartKind.
			const int32_t numbers[] = { t == 0 ? reader->styles[i].id.index1 : 0, t == 1 ? reader->behaviors[i].id.index1 : 0,
										(int32_t)i + 1, t == 3 ? reader->gaits[i].id.index1 : 0 };
			keepPart( simulation, (wfPartKind)t, tables[t]->names[i], numbers[t] );
		}
	}
}

static void readParts( wfCrowdReader* reader, const wfJsonNode* root )
{
	// Names first: what refers to them may come before them in the file.
	wfReadGoalNames( reader, root );
	wfReadQueues( reader, root );
	wfReadAgentNames( reader, root );
	wfReadStyles( reader, root );
	wfReadGaits( reader, root );
	wfReadBehaviors( reader, root );
	wfReadEntries( reader, root );
	wfPlaceAgents( reader );
}

static void addParts( wfCrowdReader* reader, const wfJsonNode* root, const wfSimulationDef* def, wfSimulation* simulation )
{
	wfAddGoals( reader, root );
	wfAddStyles( reader );
	wfAddGaits( reader );
	wfAddQueues( reader );
	wfAddExits( reader );
	wfAddAgents( reader );
	wfAddSources( reader );
	wfAddSinks( reader, root );
	wfPrepareCrowd( reader, root );
	wfAddGroups( reader, root, simulation );
	wfAddOrders( reader, root, def, simulation );
	wfAddExplorers( reader, root, def );
}

static void readCrowd( const wfJson* json, const wfSimulationDef* def, wfSimulation* simulation )
{
	const wfJsonNode* root = json->nodes;
	wfCrowdReader reader = { .json = json, .wantedAgents = def->agents, .footsteps = def->footsteps };
	if ( json->onMesh )
	{
		readMeshGround( json, def, simulation, &reader );
	}
	else
	{
		readPlaneGround( json, simulation, &reader );
	}
	const wfJsonNode* crowdNode = wfJson_Find( json, root, "crowd" );
	readSettings( json, crowdNode, def, &reader.settings );
	if ( json->onMesh && wfJson_Find( json, crowdNode, "haste" ) == NULL &&
		 wfJson_Find( json, wfJson_Find( json, root, "field" ), "haste" ) != NULL )
	{
		reader.settings.haste = simulation->scene.planner.haste;
	}
	readRun( json, wfJson_Find( json, root, "run" ), simulation );
	readMetadata( json, wfJson_Find( json, root, "metadata" ), simulation );
	simulation->seed = reader.settings.seed;
	readParts( &reader, root );
	if ( wfJson_IsOk( json ) &&
		 wfPlaceFieldError( json, crowdNode != NULL ? crowdNode : root, &wf_crowdObject,
							wfCreateCrowd( &reader.ground, &reader.settings, &simulation->crowd, json->reader->error ) ) )
	{
		reader.crowd = simulation->crowd;
		addParts( &reader, root, def, simulation );
		keepNames( &reader, simulation );
		// What has no end cannot be waited for.
		simulation->stopWhenDone = simulation->stopWhenDone && !reader.endless;
	}
	freeReader( &reader );
}

// A world file of another kind: an empty crowd.
static void readWorldAlone( const wfReader* reader, const wfSimulationDef* def, wfSimulation* simulation )
{
	wfScenario scenario = { 0 };
	wfReadAny( reader, &scenario );
	if ( wfReader_IsOk( reader ) )
	{
		wfCrowdDef settings = wfDefaultCrowdDef( (wfPreset)( def->presetGiven ? def->preset : wf_defaultPreset ) );
		applyDef( def, &settings );
		memcpy( simulation->name, scenario.name, sizeof( simulation->name ) );
		simulation->seed = settings.seed;
		simulation->world = scenario.world;
		scenario.world = NULL;
		wfGroundDef ground = wfMakePlaneGround( simulation->world );
		wfReader_Take( reader, WF_NO_POSITION, NULL, wfCreateCrowd( &ground, &settings, &simulation->crowd, reader->error ) );
	}
	wfScenario_Free( &scenario );
}

// --------------------------------------------------------------------------------------------------------- entry points

static void readSimulation( const wfReader* reader, const void* context, void* made )
{
	wfJson json;
	if ( reader->size == 0 || wfFindFileKind( reader->name, reader->text, reader->size ) != wf_scenarioFile )
	{
		readWorldAlone( reader, context, made );
	}
	else if ( wfJson_Parse( reader, &json ) == wf_ok )
	{
		json.onMesh = wfJson_Find( &json, json.nodes, "mesh" ) != NULL;
		readCrowd( &json, context, made );
		wfJson_Free( &json );
	}
}

static wfResult checkDef( const wfSimulationDef* def, wfError* error )
{
	if ( WF_FAILS( def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "the simulation def did not come from wfDefaultSimulationDef" );
	}
	if ( def->presetGiven && def->preset != wf_defaultPreset && def->preset != wf_classicPreset )
	{
		return wfFail( error, wf_outOfRange, "the preset is %d; expected one of wfPreset", def->preset );
	}
	if ( def->agents < 0 )
	{
		return wfFail( error, wf_outOfRange, "%d agents were asked for; expected 0 (as the file says) or more", def->agents );
	}
	return wf_ok;
}

static void freeSimulation( void* made )
{
	wfSimulation_Free( made );
}

wfResult wfReadSimulationBy( wfReadFcn* read, const char* name, const void* data, size_t size, const wfSimulationDef* def,
							 wfSimulation* simulation, wfError* error )
{
	wfSimulation made = { .seconds = 120.0, .fps = 10.0, .stopWhenDone = true, .laneDirection = { 1.0, 0.0 } };
	wfReadJob job = {
		name,			data,			size, def != NULL ? &def->read : NULL, read, def, &made, simulation, sizeof( made ),
		freeSimulation, &made.warnings, NULL };
	wfResult result = def != NULL ? checkDef( def, error ) : wf_ok;
	return result == wf_ok ? wfReadInto( &job, "no name, no data, no def or no place for the simulation", error ) : result;
}

wfResult wfReadSimulationFromMemory( const char* name, const void* data, size_t size, const wfSimulationDef* def,
									 wfSimulation* simulation, wfError* error )
{
	return wfReadSimulationBy( readSimulation, name, data, size, def, simulation, error );
}

wfResult wfReadSimulation( const char* path, const wfSimulationDef* def, wfSimulation* simulation, wfError* error )
{
	return wfReadSimulationBy( readSimulation, path, NULL, WF_FROM_FILE, def, simulation, error );
}
