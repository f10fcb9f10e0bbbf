// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Scenarios on meshes. The surface "floor" is known by name. Whatever is read has places and obstacles on its mesh.
#include "fuzz/fuzz_floor.h"

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
	def.read.makeSurface = fuzzMakeFloor;
	wfSurfaceScene scene = { 0 };
	wfError error = { 0 };
	wfResult result = wfReadSurfaceSceneFromMemory( "m.json", data, size, &def, &scene, &error );
	if ( result == wf_ok )
	{
		FUZZ_CHECK( scene.mesh != NULL && scene.height >= 0.0 && scene.radius >= 0.0 && scene.planner.haste >= 0.0 );
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
