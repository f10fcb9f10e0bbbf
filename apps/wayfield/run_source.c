// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// From a name to a crowd: the scenes that are built in, the scenarios that are, and files.

#include "run_source.h"
#include "command.h"
#include "embedded.h"
#include "scenes/crowds.h"
#include "scenes/surfaces.h"
#include "surface.h"

#include <stdio.h>
#include <string.h>

#define MAX_NAMES 128

// "park" is the embedded file "park.json".
static const wfEmbedded* findEmbedded( const char* name )
{
	size_t length = strlen( name );
	for ( const wfEmbedded* file = wf_embeddedScenarios; file->name != NULL; ++file )
	{
		if ( strncmp( file->name, name, length ) == 0 && strcmp( file->name + length, ".json" ) == 0 )
		{
			return file;
		}
	}
	return NULL;
}

static bool looksLikeFile( const char* name )
{
	return strpbrk( name, "./\\" ) != NULL;
}

static int refuseName( const char* name )
{
	const char* names[MAX_NAMES];
	int count = 0;
	for ( int32_t i = 0; i < wfGetCrowdSceneCount(); ++i )
	{
		names[count++] = wfGetCrowdScene( i ).name;
	}
	names[count++] = "park";
	char surfaces[MAX_NAMES / 2][64];
	int surfaceCount = 0;
	for ( const wfEmbedded* file = wf_embeddedScenarios; file->name != NULL && surfaceCount < MAX_NAMES / 2; ++file )
	{
		if ( wfIsSurfaceScenarioInMemory( file->name, file->data, file->size ) )
		{
			snprintf( surfaces[surfaceCount], sizeof( surfaces[0] ), "%.*s", (int)strcspn( file->name, "." ), file->name );
			names[count++] = surfaces[surfaceCount++];
		}
	}
	if ( wfFindSurface( name ) != NULL )
	{
		return wfTellUsage( "run",
							"'%.60s' is a surface without agents. `wayfield surface %.60s` finds ways on it; a scenario with "
							"\"mesh\": { \"surface\": \"%.60s\" } and agents makes a crowd there",
							name, name, name );
	}
	const char* nearest = wfFindNearest( name, names, count );
	if ( nearest != NULL )
	{
		return wfTellUsage( "run", "there is no scene '%.60s'. Did you mean '%s'?", name, nearest );
	}
	char list[512] = "";
	for ( int i = 0; i < count; ++i )
	{
		size_t used = strlen( list );
		snprintf( list + used, sizeof( list ) - used, "%s%s", i == 0 ? "" : ", ", names[i] );
	}
	return wfTellUsage( "run", "there is no scene '%.60s', nor a file of that name. Scenes: %s", name, list );
}

static int openScene( const wfRunSource* source, wfSimulation* simulation )
{
	wfCrowdSceneDef def = wfDefaultCrowdSceneDef();
	def.name = source->name;
	def.agents = source->agents;
	def.seed = source->seedGiven ? source->seed : def.seed;
	def.preset = source->presetGiven ? source->preset : def.preset;
	def.workers = source->workers;
	def.memoryLimit = source->memoryLimit;
	def.footsteps = source->footsteps;
	wfError error = { 0 };
	wfResult result = wfCreateCrowdScene( &def, simulation, &error );
	return result == wf_ok ? wf_exitOk : wfTellError( result, &error );
}

static wfSimulationDef makeDef( const wfRunSource* source )
{
	wfSimulationDef def = wfDefaultSimulationDef();
	def.workers = source->workers;
	def.seedGiven = source->seedGiven;
	def.seed = source->seed;
	def.agents = source->agents;
	def.presetGiven = source->presetGiven;
	def.preset = (int32_t)source->preset;
	def.footsteps = source->footsteps;
	def.memoryLimit = (double)source->memoryLimit;
	def.read.memoryLimit = source->memoryLimit < def.read.memoryLimit ? source->memoryLimit : def.read.memoryLimit;
	return def;
}

static int openFile( const wfRunSource* source, const wfEmbedded* embedded, wfSimulation* simulation )
{
	wfSimulationDef def = makeDef( source );
	wfError error = { 0 };
	wfResult result = embedded != NULL
						  ? wfReadSimulationFromMemory( embedded->name, embedded->data, embedded->size, &def, simulation, &error )
						  : wfReadSimulation( source->name, &def, simulation, &error );
	return result == wf_ok ? wf_exitOk : wfTellError( result, &error );
}

static int openSurface( const wfRunSource* source, const wfEmbedded* embedded, wfSurfaceSimulation* surface )
{
	wfSurfaceSimulationDef def = wfDefaultSurfaceSimulationDef();
	def.run = makeDef( source );
	def.scene.makeSurface = wfMakeRequestedSurface;
	wfError error = { 0 };
	wfResult result = embedded != NULL ? wfReadSurfaceSimulationFromMemory( embedded->name, embedded->data, embedded->size, &def,
																			surface, &error )
									   : wfReadSurfaceSimulation( source->name, &def, surface, &error );
	if ( result == wf_ok && wfSurfaceCrowd_GetTotalCount( surface->crowd ) == 0 )
	{
		wfSurfaceSimulation_Free( surface );
		return wfTellUsage( "run", "'%.200s' has no agents: there is nobody to simulate. `wayfield surface` finds ways on it",
							source->name );
	}
	if ( result != wf_ok )
	{
		return wfTellError( result, &error );
	}
	// Of the scenes that are built in the nearest place is meant.
	double near = wfMesh_GetReport( surface->scene.mesh ).meanEdge;
	for ( int32_t i = 0; i < surface->scene.goalCount && embedded == NULL; ++i )
	{
		const wfSurfacePlace* goal = surface->scene.goals + i;
		if ( goal->distance > near )
		{
			wfSay( "warning: the goal '%.60s' lies %.3g m from the surface: the nearest place of it is taken", goal->name,
				   goal->distance );
		}
	}
	return wf_exitOk;
}

static bool isMeshName( const char* name )
{
	static const char* const endings[] = { ".obj", ".ply", ".stl", ".off" };
	bool found = false;
	for ( int i = 0; i < 4; ++i )
	{
		found = found || wfHasEnding( name, endings[i] );
	}
	return found;
}

int wfOpenRunSource( const wfRunSource* source, wfSimulation* simulation, wfSurfaceSimulation* surface )
{
	*simulation = ( wfSimulation ){ 0 };
	*surface = ( wfSurfaceSimulation ){ 0 };
	if ( wfFindCrowdScene( source->name ) != NULL )
	{
		return openScene( source, simulation );
	}
	const wfEmbedded* embedded = findEmbedded( source->name );
	if ( embedded == NULL && !looksLikeFile( source->name ) )
	{
		return refuseName( source->name );
	}
	if ( embedded == NULL && isMeshName( source->name ) )
	{
		return wfTellUsage( "run",
							"'%.200s' is a mesh without agents. `wayfield surface` finds ways on it; a scenario with "
							"\"mesh\": { \"file\": \"%.200s\" } and agents makes a crowd there",
							source->name, source->name );
	}
	bool onMesh = embedded != NULL ? wfIsSurfaceScenarioInMemory( embedded->name, embedded->data, embedded->size )
								   : wfIsSurfaceScenario( source->name );
	if ( onMesh && source->footsteps )
	{
		return wfTellUsage( "run", "--footsteps is for crowds in the plane; in '%.200s' people walk on a mesh, as discs",
							source->name );
	}
	if ( onMesh )
	{
		return openSurface( source, embedded, surface );
	}
	int code = openFile( source, embedded, simulation );
	if ( code == wf_exitOk && wfCrowd_GetTotalCount( simulation->crowd ) == 0 && wfCrowd_IsDone( simulation->crowd ) )
	{
		wfSimulation_Free( simulation );
		return wfTellUsage(
			"run", "'%.200s' has neither agents nor sources: there is nobody to simulate. `wayfield plan` finds ways in it",
			source->name );
	}
	return code;
}

int wfOpenRunSurface( const char* command, const char* name, size_t memoryLimit, wfSurfaceScene* scene )
{
	const wfEmbedded* embedded = findEmbedded( name );
	if ( embedded == NULL || !wfIsSurfaceScenarioInMemory( embedded->name, embedded->data, embedded->size ) )
	{
		wfMeshOptions options = wfDefaultMeshOptions();
		return wfOpenSurface( command, name, &options, memoryLimit, scene );
	}
	wfSurfaceSceneDef def = wfDefaultSurfaceSceneDef();
	def.read.memoryLimit = memoryLimit;
	def.makeSurface = wfMakeRequestedSurface;
	wfError error = { 0 };
	wfResult result = wfReadSurfaceSceneFromMemory( embedded->name, embedded->data, embedded->size, &def, scene, &error );
	return result == wf_ok ? wf_exitOk : wfTellError( result, &error );
}
