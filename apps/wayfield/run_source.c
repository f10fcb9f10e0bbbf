// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// From a name to a crowd: the scenes that are built in, the scenarios that are, and files.

#include "run_source.h"
#include "embedded.h"
#include "scenes/crowds.h"
#include "scenes/surfaces.h"
#include "surface.h"

#include <stdio.h>
#include <string.h>

#define MAX_NAMES 128

static bool looksLikeFile( const char* name )
{
	return strpbrk( name, "./\\" ) != NULL;
}

static _Noreturn void refuseName( const char* name )
{
	const char* names[MAX_NAMES] = { NULL };
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
		if ( file->onMesh )
		{
			snprintf( surfaces[surfaceCount], sizeof( surfaces[0] ), "%.*s", (int)strcspn( file->name, "." ), file->name );
			names[count++] = surfaces[surfaceCount++];
		}
	}
	wfDieOfUsageIf( wfFindSurface( name ) != NULL,
					"'%.60s' is a surface without agents. `wayfield surface %.60s` finds ways on it; a scenario with "
					"\"mesh\": { \"surface\": \"%.60s\" } and agents makes a crowd there",
					name, name, name );
	wfRefuseName( "scene", name, names, count );
}

static void openScene( const wfRunSource* source, wfSimulation* simulation )
{
	wfCrowdSceneDef def = wfDefaultCrowdSceneDef();
	def.name = source->name;
	def.agents = source->agents;
	def.seed = source->seedGiven ? source->seed : def.seed;
	def.preset = source->presetGiven ? source->preset : def.preset;
	def.workers = source->workers;
	def.memoryLimit = wfGetMemoryLimit();
	def.footsteps = source->footsteps;
	wfExpect( wfCreateCrowdScene( &def, simulation, &wf_error ) );
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
	def.read.makeSurface = wfMakeRequestedSurface;
	size_t limit = wfGetMemoryLimit();
	def.memoryLimit = limit;
	def.read.memoryLimit = limit < def.read.memoryLimit ? limit : def.read.memoryLimit;
	return def;
}

static void warnOfGoals( const wfSurfaceScene* scene )
{
	double near = wfMesh_GetReport( scene->mesh ).meanEdge;
	for ( int32_t i = 0; i < scene->goalCount; ++i )
	{
		if ( scene->goals[i].distance > near )
		{
			wfSay( "warning: the goal '%.60s' lies %.3g m from the surface: the nearest place of it is taken",
				   scene->goals[i].name, scene->goals[i].distance );
		}
	}
}

static void openFile( const wfRunSource* source, const wfEmbedded* embedded, wfSimulation* simulation )
{
	wfSimulationDef def = makeDef( source );
	wfResult result = embedded != NULL ? wfReadSimulationFromMemory( embedded->name, embedded->data, embedded->size, &def,
																	 simulation, &wf_error )
									   : wfReadSimulation( source->name, &def, simulation, &wf_error );
	wfDieOfUsageIf( result == wf_unsupported && source->footsteps,
					"--footsteps is for crowds in the plane; in '%.200s' people walk on a mesh, as discs", source->name );
	wfExpect( result );
	wfWarnLines( simulation->warnings.text );
	bool onMesh = simulation->scene.mesh != NULL;
	wfDieOfUsageIf( wfCrowd_GetTotalCount( simulation->crowd ) == 0 && ( onMesh || wfCrowd_IsDone( simulation->crowd ) ),
					"'%.200s' has %s: there is nobody to simulate. `wayfield %s", source->name,
					onMesh ? "no agents" : "neither agents nor sources",
					onMesh ? "surface` finds ways on it" : "plan` finds ways in it" );
	// Of the scenes that are built in the nearest place is meant.
	if ( onMesh && embedded == NULL )
	{
		warnOfGoals( &simulation->scene );
	}
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

void wfOpenRunSource( const wfRunSource* source, wfSimulation* simulation )
{
	if ( wfFindCrowdScene( source->name ) != NULL )
	{
		openScene( source, simulation );
		return;
	}
	const wfEmbedded* embedded = wfFindEmbedded( source->name );
	if ( embedded == NULL && !looksLikeFile( source->name ) )
	{
		refuseName( source->name );
	}
	wfDieOfUsageIf( embedded == NULL && isMeshName( source->name ),
					"'%.200s' is a mesh without agents. `wayfield surface` finds ways on it; a scenario with "
					"\"mesh\": { \"file\": \"%.200s\" } and agents makes a crowd there",
					source->name, source->name );
	openFile( source, embedded, simulation );
}

void wfOpenRunSurface( const char* name, bool recorded, wfSurfaceScene* scene )
{
	const wfEmbedded* embedded = wfFindEmbedded( name );
	if ( embedded == NULL || !embedded->onMesh )
	{
		static char hint[320];
		snprintf( hint, sizeof( hint ), "the recording says it was made on '%.200s'; --world FILE names another place of it",
				  name );
		wfSetHint( recorded ? hint : NULL );
		wfOpenSurface( name, scene );
		wfSetHint( NULL );
		return;
	}
	wfSurfaceSceneDef def = wfDefaultSurfaceSceneDef();
	def.read.memoryLimit = wfGetMemoryLimit();
	def.read.makeSurface = wfMakeRequestedSurface;
	wfExpect( wfReadSurfaceSceneFromMemory( embedded->name, embedded->data, embedded->size, &def, scene, &wf_error ) );
}
