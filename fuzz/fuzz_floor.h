// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The surface that fuzzers of scenarios on meshes know by name: "floor", 5 by 5 metres.
#pragma once

#include "fuzz/fuzz.h"

#define FUZZ_SIDE 6

static inline wfResult fuzzMakeFloor( const wfSurfaceRequest* request, const wfMeshDef* meshDef, wfMesh** mesh, wfError* error,
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
	wfVec3 vertices[FUZZ_SIDE * FUZZ_SIDE];
	int32_t triangles[6 * ( FUZZ_SIDE - 1 ) * ( FUZZ_SIDE - 1 )], count = 0;
	for ( int32_t i = 0; i < FUZZ_SIDE * FUZZ_SIDE; ++i )
	{
		vertices[i] = ( wfVec3 ){ i % FUZZ_SIDE, (double)( i / FUZZ_SIDE ), 0.0 };
		if ( i % FUZZ_SIDE < FUZZ_SIDE - 1 && i / FUZZ_SIDE < FUZZ_SIDE - 1 )
		{
			const int32_t corners[] = { i, i + 1, i + FUZZ_SIDE + 1, i, i + FUZZ_SIDE + 1, i + FUZZ_SIDE };
			memcpy( triangles + 3 * count, corners, sizeof( corners ) );
			count += 2;
		}
	}
	wfMeshDef def = *meshDef;
	def.vertices = vertices;
	def.vertexCount = FUZZ_SIDE * FUZZ_SIDE;
	def.triangles = triangles;
	def.triangleCount = count;
	return wfCreateMesh( &def, mesh, error );
}
