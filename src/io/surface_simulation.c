// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Scenario files as runs of a crowd on a mesh: the entry points, the settings, and the order in which all is done.
#include "io/simulation_file.h"
#include "io/surface_agents.h"

#include <math.h>
#include <string.h>

const char* const wf_surfaceCrowdFields[] = { "preset", "seed", "step", "substeps", "haste", "stuckSeconds", NULL };
const char* const wf_surfaceRunFields[] = { "seconds", "fps", "stopWhenDone", NULL };

wfSurfaceSimulationDef wfDefaultSurfaceSimulationDef( void )
{
	return ( wfSurfaceSimulationDef ){
		.run = wfDefaultSimulationDef(), .scene = wfDefaultSurfaceSceneDef(), .internalCookie = WF_COOKIE };
}

void wfSurfaceSimulation_Free( wfSurfaceSimulation* simulation )
{
	if ( simulation == NULL )
	{
		return;
	}
	wfDestroyCrowd( simulation->crowd );
	wfSimulation_Free( &simulation->run );
	wfSurfaceScene_Free( &simulation->scene );
	*simulation = ( wfSurfaceSimulation ){ 0 };
}

// ------------------------------------------------------------------------------------------------------------- settings

static bool isKnown( const char* const* fields, const char* key )
{
	for ( ; *fields != NULL; ++fields )
	{
		if ( strcmp( *fields, key ) == 0 )
		{
			return true;
		}
	}
	return false;
}

// Fields that mean something in the plane only are not merely unknown.
static wfResult checkObject( const wfJson* json, const wfJsonNode* object, const char* what, const char* const* fields,
							 const char* const* planeFields )
{
	const wfJsonNode* node = object->type == wf_jsonObject ? wfJson_First( json, object ) : NULL;
	for ( ; node != NULL; node = wfJson_Next( json, node ) )
	{
		const char* key = wfJson_Key( json, node );
		if ( !isKnown( fields, key ) && isKnown( planeFields, key ) )
		{
			return wfJson_Fail( json, node, NULL, wf_unsupported, "belongs to crowds in the plane; on a mesh it means nothing" );
		}
	}
	return wfJson_CheckObject( json, object, what, fields );
}

static wfResult readSettings( const wfJson* json, const wfSimulationDef* def, const wfSurfaceScene* scene, wfGroundDef* ground,
							  wfCrowdDef* crowd )
{
	const wfJsonNode* object = wfJson_Find( json, json->nodes, "crowd" );
	const wfJsonNode* field = wfJson_Find( json, json->nodes, "field" );
	wfResult result = object != NULL ? checkObject( json, object, "the crowd", wf_surfaceCrowdFields, wf_crowdFields ) : wf_ok;
	result = result == wf_ok ? wfReadCrowdSettings( json, object, def, crowd ) : result;
	if ( result != wf_ok )
	{
		return result;
	}
	wfApplySimulationDef( def, crowd );
	*ground = wfMakeMeshGround( scene->mesh );
	ground->mask = scene->mask;
	ground->height = scene->height;
	double up = sqrt( scene->up.x * scene->up.x + scene->up.y * scene->up.y + scene->up.z * scene->up.z );
	ground->up = up > 0.0 ? ( wfVec3 ){ scene->up.x / up, scene->up.y / up, scene->up.z / up } : scene->up;
	ground->boundary = (wfWalls)scene->field.limits;
	bool own = object != NULL && wfJson_Find( json, object, "haste" ) != NULL;
	if ( field != NULL && !own && wfJson_Find( json, field, "haste" ) != NULL )
	{
		crowd->haste = scene->field.haste;
	}
	if ( scene->field.biasKind != wf_noSurfaceBias && scene->field.epsilon != 0.0 )
	{
		return wfJson_Fail( json, field, NULL, wf_unsupported,
							"has a bias, which the fields of crowds do not have; expected a behavior of the agents instead" );
	}
	return wf_ok;
}

// --------------------------------------------------------------------------------------------------------------- reading

static wfResult readParts( wfSurfaceReader* surface, const wfJsonNode* root )
{
	wfCrowdReader* reader = &surface->base;
	wfResult result = wfReadSurfaceGoalNames( reader, root );
	result = result == wf_ok ? wfReadAgentNames( reader, root ) : result;
	result = result == wf_ok ? wfReadStyles( reader, root ) : result;
	result = result == wf_ok ? wfReadBehaviors( reader, root ) : result;
	result = result == wf_ok ? wfReadSurfaceWalkers( surface, root ) : result;
	return result == wf_ok ? wfPlaceSurfaceAgents( surface ) : result;
}

static wfResult addParts( wfSurfaceReader* surface, const wfJsonNode* root )
{
	wfCrowdReader* reader = &surface->base;
	wfResult result = wfAddSurfaceGoals( reader, root );
	result = result == wf_ok ? wfAddStyles( reader ) : result;
	result = result == wf_ok ? wfAddSurfaceAgents( surface ) : result;
	return result == wf_ok ? wfPrepareSurfaceCrowd( reader, root ) : result;
}

static void freeReader( wfSurfaceReader* surface )
{
	const wfSurfaceScene* scene = surface->base.scene;
	size_t triangles = scene->mesh != NULL ? (size_t)wfMesh_GetTriangleCount( scene->mesh ) : 0;
	wfReleaseArray( surface->headroom, triangles, sizeof( double ) );
	wfRelease( surface->walkers, ( surface->walkerCount + 1 ) * sizeof( wfSurfaceWalker ) );
	wfFreeCrowdReader( &surface->base );
}

static wfResult blockTerrain( const wfJson* json, wfSurfaceScene* scene )
{
	if ( !( scene->maxSlope > 0.0 ) && !scene->pierced )
	{
		return wf_ok;
	}
	wfResult result = scene->mask == NULL ? wfCreateSurfaceMask( scene->mesh, &scene->mask ) : wf_ok;
	if ( result == wf_ok && scene->maxSlope > 0.0 )
	{
		result = wfSurfaceMask_BlockSteep( scene->mask, scene->up, scene->maxSlope, scene->step, NULL );
	}
	result = result == wf_ok && scene->pierced ? wfSurfaceMask_BlockPierced( scene->mask, scene->up, NULL ) : result;
	return result == wf_outOfMemory ? wfReader_OutOfMemory( json->reader ) : result;
}

static wfResult readCrowd( const wfJson* json, const wfSurfaceSimulationDef* def, wfSurfaceSimulation* simulation )
{
	const wfJsonNode* root = json->nodes;
	wfSurfaceSceneDef sceneDef = def->scene;
	sceneDef.read = def->run.read;
	wfGroundDef ground = { 0 };
	wfCrowdDef crowdDef = { 0 };
	wfSimulation* run = &simulation->run;
	wfResult result = wfReadSurfaceTree( json, &sceneDef, &simulation->scene );
	result = result == wf_ok ? blockTerrain( json, &simulation->scene ) : result;
	result = result == wf_ok ? readSettings( json, &def->run, &simulation->scene, &ground, &crowdDef ) : result;
	const wfJsonNode* runNode = result == wf_ok ? wfJson_Find( json, root, "run" ) : NULL;
	if ( runNode != NULL )
	{
		result = checkObject( json, runNode, "the run", wf_surfaceRunFields, wf_runFields );
		result = result == wf_ok ? wfReadRun( json, runNode, run ) : result;
	}
	result = result == wf_ok ? wfReadMetadata( json, wfJson_Find( json, root, "metadata" ), run ) : result;
	if ( result != wf_ok )
	{
		return result;
	}
	memcpy( run->name, simulation->scene.name, sizeof( run->name ) );
	run->seed = crowdDef.seed;
	wfSurfaceReader surface = { .ground = &ground, .crowdDef = &crowdDef };
	wfCrowdReader* reader = &surface.base;
	reader->json = json;
	reader->preset = crowdDef.preset;
	reader->seed = crowdDef.seed;
	reader->wantedAgents = def->run.agents;
	reader->scene = &simulation->scene;
	result = readParts( &surface, root );
	if ( result == wf_ok )
	{
		const wfJsonNode* crowdNode = wfJson_Find( json, root, "crowd" );
		result = wfCreateCrowd( &ground, &crowdDef, &simulation->crowd, json->reader->error );
		result = result == wf_ok ? wf_ok : wfPlaceField( json, crowdNode != NULL ? crowdNode : root, result );
	}
	if ( result == wf_ok )
	{
		reader->surfaceCrowd = simulation->crowd;
		result = addParts( &surface, root );
		result = result == wf_ok ? wfKeepNames( reader, run ) : result;
		// What has no end cannot be waited for.
		run->stopWhenDone = run->stopWhenDone && !reader->endless;
	}
	freeReader( &surface );
	return result;
}

static wfResult readCounted( const char* name, const void* data, size_t size, size_t used, const wfSurfaceSimulationDef* def,
							 wfSurfaceSimulation* simulation, wfError* error )
{
	wfError local = { 0 };
	wfReader reader = { .name = name, .text = data, .size = size, .def = &def->run.read, .used = &used, .error = &local };
	wfSurfaceSimulation made = { .run = wfMakeSimulation() };
	wfJson json;
	wfResult result = wfJson_Parse( &reader, &json );
	if ( result == wf_ok )
	{
		result = readCrowd( &json, def, &made );
		wfJson_Free( &json );
	}
	if ( result == wf_ok )
	{
		*simulation = made;
		return wf_ok;
	}
	wfSurfaceSimulation_Free( &made );
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

// --------------------------------------------------------------------------------------------------------- entry points

static wfResult checkDef( const wfSurfaceSimulationDef* def, wfError* error )
{
	if ( WF_FAILS( def->internalCookie == WF_COOKIE && def->scene.internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "the simulation def did not come from wfDefaultSurfaceSimulationDef" );
	}
	if ( def->run.footsteps )
	{
		return wfFail( error, wf_unsupported, "footsteps are for crowds in the plane; on meshes everybody moves as a disc" );
	}
	return wfCheckSimulationDef( &def->run, error );
}

wfResult wfReadSurfaceSimulationFromMemory( const char* name, const void* data, size_t size, const wfSurfaceSimulationDef* def,
											wfSurfaceSimulation* simulation, wfError* error )
{
	if ( WF_FAILS( name != NULL && ( data != NULL || size == 0 ) && def != NULL && simulation != NULL ) )
	{
		return wfFail( error, wf_invalidDef, "no name, no data, no def or no place for the simulation" );
	}
	wfResult result = checkDef( def, error );
	return result == wf_ok ? readCounted( name, data != NULL ? data : "", size, 0, def, simulation, error ) : result;
}

wfResult wfReadSurfaceSimulation( const char* path, const wfSurfaceSimulationDef* def, wfSurfaceSimulation* simulation,
								  wfError* error )
{
	if ( WF_FAILS( path != NULL && def != NULL && simulation != NULL ) )
	{
		return wfFail( error, wf_invalidDef, "no path, no def or no place for the simulation" );
	}
	wfFile file = { 0 };
	wfResult result = checkDef( def, error );
	result = result == wf_ok ? wfFile_Load( path, wfReader_GetLimit( &def->run.read ), true, &file, error ) : result;
	result = result == wf_ok ? readCounted( path, file.data, file.size, file.capacity, def, simulation, error ) : result;
	wfFile_Free( &file );
	return result;
}

bool wfIsSurfaceScenarioInMemory( const char* name, const void* data, size_t size )
{
	if ( name == NULL || data == NULL || size == 0 || wfTellFileKind( name, data, size ) != wf_scenarioFile )
	{
		return false;
	}
	wfReadDef def = wfDefaultReadDef();
	wfError error = { 0 };
	size_t used = 0;
	wfReader reader = { .name = name, .text = data, .size = size, .def = &def, .used = &used, .error = &error };
	wfJson json;
	if ( wfJson_Parse( &reader, &json ) != wf_ok )
	{
		return false;
	}
	bool found = json.nodes->type == wf_jsonObject && wfJson_Find( &json, json.nodes, "mesh" ) != NULL;
	wfJson_Free( &json );
	return found;
}

bool wfIsSurfaceScenario( const char* path )
{
	wfReadDef def = wfDefaultReadDef();
	wfFile file = { 0 };
	// Pipes can be read once only, and not by those who merely look.
	bool found = path != NULL && wfFile_Load( path, wfReader_GetLimit( &def ), false, &file, NULL ) == wf_ok &&
				 wfIsSurfaceScenarioInMemory( path, file.data, file.size );
	wfFile_Free( &file );
	return found;
}
