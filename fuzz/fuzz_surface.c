// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Scenarios on meshes. The surface "floor" is known by name. Whatever is read has places and obstacles on its mesh.
#include "fuzz/fuzz.h"

#include <string.h>

#define SIDE 6

static wfResult makeFloor( const wfSurfaceRequest* request, const wfMeshDef* meshDef, wfMesh** mesh, wfError* error,
						   void* context )
{
	(void)context;
	if ( strcmp( request->name, "floor" ) != 0 )
	{
		if ( error != NULL )
		{
			*error = ( wfError ){ .result = wf_notFound, .message = "there is only a floor" };
		}
		return wf_notFound;
	}
	wfVec3 vertices[SIDE * SIDE];
	int32_t triangles[6 * ( SIDE - 1 ) * ( SIDE - 1 )], count = 0;
	for ( int32_t i = 0; i < SIDE * SIDE; ++i )
	{
		vertices[i] = ( wfVec3 ){ i % SIDE, (double)( i / SIDE ), 0.0 };
		if ( i % SIDE < SIDE - 1 && i / SIDE < SIDE - 1 )
		{
			const int32_t corners[] = { i, i + 1, i + SIDE + 1, i, i + SIDE + 1, i + SIDE };
			memcpy( triangles + 3 * count, corners, sizeof( corners ) );
			count += 2;
		}
	}
	wfMeshDef def = *meshDef;
	def.vertices = vertices;
	def.vertexCount = SIDE * SIDE;
	def.triangles = triangles;
	def.triangleCount = count;
	return wfCreateMesh( &def, mesh, error );
}

static void checkPlaces( const wfSurfaceScene* scene, const wfSurfacePlace* places, int32_t count )
{
	for ( int32_t i = 0; i < count; ++i )
	{
		FUZZ_CHECK( places[i].place.triangle >= 0 && places[i].place.triangle < wfMesh_GetTriangleCount( scene->mesh ) );
		FUZZ_CHECK( places[i].distance >= 0.0 );
		for ( int32_t k = 0; k < places[i].vertexCount; ++k )
		{
			FUZZ_CHECK( places[i].vertices[k] >= 0 && places[i].vertices[k] < wfMesh_GetVertexCount( scene->mesh ) );
		}
	}
}

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	wfSurfaceSceneDef def = wfDefaultSurfaceSceneDef();
	def.read.memoryLimit = FUZZ_MEMORY_LIMIT;
	def.makeSurface = makeFloor;
	wfSurfaceScene scene = { 0 };
	wfError error = { 0 };
	wfResult result = wfReadSurfaceSceneFromMemory( "m.json", data, size, &def, &scene, &error );
	if ( result == wf_ok )
	{
		FUZZ_CHECK( scene.mesh != NULL && scene.height >= 0.0 && scene.radius >= 0.0 && scene.field.haste >= 0.0 );
		checkPlaces( &scene, scene.goals, scene.goalCount );
		checkPlaces( &scene, scene.starts, scene.startCount );
		FUZZ_CHECK( scene.mask == NULL || wfSurfaceMask_GetBlockedCount( scene.mask ) <= wfMesh_GetVertexCount( scene.mesh ) );
	}
	else
	{
		fuzzCheckError( &error, result );
		FUZZ_CHECK( scene.mesh == NULL );
	}
	wfSurfaceScene_Free( &scene );
	FUZZ_CHECK( wfGetByteCount() == 0 );
	return 0;
}
