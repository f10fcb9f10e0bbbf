// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What JavaScript calls besides the public functions: many values at once, surfaces by name, and what else would take a callback.
#include "glue.h"

#include "io/reader.h"
#include "scenes/crowds.h"
#include "scenes/surfaces.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT( name ) __attribute__( ( export_name( #name ) ) )

// ------------------------------------------------------------------------------------------------------------- programs

__attribute__( ( import_module( "wayfield" ), import_name( "assertionFailed" ) ) ) void js_assertionFailed(
	const char* condition );

// JavaScript throws when the call has returned: an exception that went through C would leave its stack where it was.
static bool noteAssertion( const char* condition, const char* file, int line, void* context )
{
	(void)file;
	(void)line;
	(void)context;
	js_assertionFailed( condition );
	return false;
}

EXPORT( start ) void js_start( void )
{
	wfSetAssert( noteAssertion, NULL );
}

EXPORT( hashBytes ) uint64_t js_hashBytes( uint64_t hash, const void* data, size_t size )
{
	return wfHash( hash, data, size );
}

// ------------------------------------------------------------------------------------------------------------- surfaces

static wfResult makeSurface( const wfSurfaceRequest* request, const wfMeshDef* def, wfMesh** mesh, wfError* error, void* context )
{
	(void)context;
	if ( wfFindSurface( request->name ) == NULL )
	{
		return wf_notFound;
	}
	wfNamedSurfaceDef named = wfDefaultNamedSurfaceDef();
	named.name = request->name;
	named.vertices = request->detail;
	named.size = request->size;
	named.seed = (uint64_t)request->seed;
	wfSurfaceShape shape = { 0 };
	wfResult result = wfMakeNamedSurface( &named, &shape, error );
	if ( result == wf_ok )
	{
		wfMeshDef whole = *def;
		whole.vertices = shape.vertices;
		whole.vertexCount = shape.vertexCount;
		whole.triangles = shape.triangles;
		whole.triangleCount = shape.triangleCount;
		result = wfCreateMesh( &whole, mesh, error );
		wfSurfaceShape_Free( &shape );
	}
	return result;
}

void wfJs_AddSurfaces( wfReadDef* def )
{
	def->makeSurface = makeSurface;
}

EXPORT( surfaceCount ) int32_t js_surfaceCount( void )
{
	return wfGetSurfaceCount();
}

EXPORT( surfaceName ) const char* js_surfaceName( int32_t index )
{
	return wfGetSurface( index ).name;
}

// The scenes that the program knows by name; the count of agents 0: the scene's own.
EXPORT( createCrowdScene )
wfResult js_createCrowdScene( const char* name, int32_t agents, double seed, int32_t footsteps, wfSimulation* simulation,
							  wfError* error )
{
	if ( wfFindCrowdScene( name ) == NULL )
	{
		return wf_notFound;
	}
	wfCrowdSceneDef def = wfDefaultCrowdSceneDef();
	def.name = name;
	def.agents = agents;
	def.seed = seed >= 0.0 ? (uint64_t)seed : def.seed;
	def.footsteps = footsteps != 0;
	return wfCreateCrowdScene( &def, simulation, error );
}

EXPORT( crowdSceneCount ) int32_t js_crowdSceneCount( void )
{
	return wfGetCrowdSceneCount();
}

EXPORT( crowdSceneName ) const char* js_crowdSceneName( int32_t index )
{
	return wfGetCrowdScene( index ).name;
}

EXPORT( crowdSceneDescription ) const char* js_crowdSceneDescription( int32_t index )
{
	return wfGetCrowdScene( index ).description;
}

// ---------------------------------------------------------------------------------------------------- many values at once

EXPORT( gridFreeCells ) void js_gridFreeCells( const wfGrid* grid, uint8_t* free )
{
	int32_t count = wfGrid_GetWidth( grid ) * wfGrid_GetHeight( grid );
	for ( int32_t cell = 0; cell < count; ++cell )
	{
		free[cell] = wfGrid_IsFree( grid, cell ) ? 1 : 0;
	}
}

// For pictures: the logarithm is libm's.
static float logOf( wfScaled value )
{
	return value.mantissa > 0.0 ? (float)( log( value.mantissa ) + value.exponent * 0.69314718055994530942 ) : -INFINITY;
}

EXPORT( fieldLogValues ) void js_fieldLogValues( wfField* field, float* values )
{
	const wfGrid* grid = wfField_GetGrid( field );
	int32_t count = wfGrid_GetWidth( grid ) * wfGrid_GetHeight( grid );
	wfField_SolveAll( field );
	for ( int32_t cell = 0; cell < count; ++cell )
	{
		values[cell] = logOf( wfField_GetCellValue( field, cell ) );
	}
}

EXPORT( surfaceFieldLogValues ) void js_surfaceFieldLogValues( wfSurfaceField* field, float* values )
{
	int32_t count = wfMesh_GetVertexCount( wfSurfaceField_GetMesh( field ) );
	wfSurfaceField_SolveAll( field );
	for ( int32_t vertex = 0; vertex < count; ++vertex )
	{
		values[vertex] = logOf( wfSurfaceField_GetValue( field, vertex ) );
	}
}

EXPORT( maskTriangles ) void js_maskTriangles( const wfSurfaceMask* mask, uint8_t* blocked, int32_t count )
{
	for ( int32_t triangle = 0; triangle < count; ++triangle )
	{
		blocked[triangle] = wfSurfaceMask_IsTriangleBlocked( mask, triangle ) ? 1 : 0;
	}
}

// Of everybody in the order of frames: the place of its group in wfCrowd_GetGroupIds, from 1, 0 for none, and where it should be,
// three numbers each, NaN for nowhere. `order`: room for one number for each index of an agent.
EXPORT( groupPlaces )
int32_t js_groupPlaces( wfCrowd* crowd, uint16_t* groupOf, float* slots, int32_t* order, wfGroupId* groups, int32_t groupCount )
{
	wfFrame frame = wfCrowd_GetFrame( crowd );
	for ( int32_t k = 0; k < frame.count; ++k )
	{
		groupOf[k] = 0;
		slots[3 * k] = slots[3 * k + 1] = slots[3 * k + 2] = NAN;
		order[frame.ids[k].index1] = k;
	}
	wfCrowd_GetGroupIds( crowd, groups, groupCount );
	for ( int32_t k = 0; k < groupCount; ++k )
	{
		int32_t count = wfCrowd_GetGroupMembers( crowd, groups[k], NULL, 0 );
		wfAgentId* members = malloc( (size_t)count * sizeof( wfAgentId ) + 1 );
		wfVec3* places = malloc( (size_t)count * sizeof( wfVec3 ) + 1 );
		if ( members == NULL || places == NULL )
		{
			free( members );
			free( places );
			return 0;
		}
		wfCrowd_GetGroupMembers( crowd, groups[k], members, count );
		bool hasSlots = wfCrowd_GetGroupSlots( crowd, groups[k], places, count ) == count;
		for ( int32_t m = 0; m < count; ++m )
		{
			int32_t at = order[members[m].index1];
			groupOf[at] = (uint16_t)( k + 1 );
			slots[3 * at] = hasSlots ? (float)places[m].x : NAN;
			slots[3 * at + 1] = hasSlots ? (float)places[m].y : NAN;
			slots[3 * at + 2] = hasSlots ? (float)places[m].z : NAN;
		}
		free( members );
		free( places );
	}
	return 1;
}

// In the order of frames.
EXPORT( agentKinds ) void js_agentKinds( wfCrowd* crowd, uint8_t* kinds )
{
	wfFrame frame = wfCrowd_GetFrame( crowd );
	for ( int32_t k = 0; k < frame.count; ++k )
	{
		kinds[k] = (uint8_t)wfCrowd_GetAgent( crowd, frame.ids[k] ).kind;
	}
}

// ---------------------------------------------------------------------------------------------- data that JavaScript copies

EXPORT( wfPath_Release ) void js_releasePath( wfPath* path )
{
	wfPath_Free( path );
}

EXPORT( wfSurfacePath_Release ) void js_releaseSurfacePath( wfSurfacePath* path )
{
	wfSurfacePath_Free( path );
}

EXPORT( wfMeshData_Release ) void js_releaseMeshData( wfMeshData* data )
{
	wfMeshData_Free( data );
}

EXPORT( wfExperiment_Release ) void js_releaseExperiment( wfExperiment* experiment )
{
	wfExperiment_Free( experiment );
}

// ------------------------------------------------------------------------------------------------------------- no libpng

// Browsers decode PNG themselves: the page hands over the pixels as PGM under the same name, which is told by its content.
bool wfIsPng( const char* data, size_t size )
{
	return size >= 8 && memcmp( data, "\x89PNG\r\n\x1a\n", 8 ) == 0;
}

void wfReadPng( const wfReader* reader, wfGrayImage* image )
{
	(void)image;
	wfReader_Fail( reader, WF_NO_POSITION, NULL, wf_unsupported,
				   "PNG images are not decoded here: give the same image as PGM under this name" );
}
