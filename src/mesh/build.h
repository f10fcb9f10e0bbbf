// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The steps that make a mesh, in the order in which they run. Each leaves the mesh so that wfDestroyMesh can free it.
#pragma once

#include "base/array.h"
#include "base/arrays.h"
#include "base/map.h"
#include "base/sets.h"
#include "mesh/mesh.h"
#include "mesh/tuning.h"

typedef struct wfMeshBuild
{
	const wfMeshDef* def; // null in refined meshes
	wfError* error;
	wfMesh* mesh;
	int32_t* inputTriangle; // of each triangle that is left; null in refined meshes
	int32_t inputTriangleCapacity;
	int32_t* triangleComponent; // numbered by their first triangle
	uint8_t* turned;			// by triangle
	int32_t componentCount;
	uint8_t* oneSided; // by component: not orientable
} wfMeshBuild;

// Counts, indices and coordinates are such that nothing below can overflow.
wfResult wfCheckMeshDef( const wfMeshDef* def, wfError* error );
// Of a triangle of the def, from 0 on.
static inline int32_t wfGetFace( const wfMeshDef* def, int32_t triangle )
{
	return def->faces != NULL ? def->faces[triangle] : triangle;
}
// Where the faces stand in their file, behind the message about them.
void wfExplainFaceLines( const wfMeshDef* def, const int32_t* faces, int32_t count, wfError* error );
// Triangles and vertices that are left: fills vertices, triangles, inputVertex, vertexOfInput.
wfResult wfRepairTriangles( wfMeshBuild* build );
// Also drops triangles with the corners of another: where there may be any, as the sorted half-edges show.
wfResult wfFindTwins( wfMeshBuild* build );
// Components, sides; turns triangles where the def asks for it.
wfResult wfOrientTriangles( wfMeshBuild* build );
// Rings and the boundary; vertices with several fans of triangles are split.
wfResult wfMakeRings( wfMeshBuild* build );
wfResult wfLayOutTriangles( wfMeshBuild* build );
wfResult wfMeasureMesh( wfMeshBuild* build );
wfResult wfIndexTriangles( wfMeshBuild* build );

// All steps, or those from wfOrientTriangles on where there is no def.
wfResult wfRunSteps( wfMeshBuild* build );
wfMesh* wfAllocateMesh( void );

// False for NaN too.
static inline bool wfIsPlace3( wfVec3 p )
{
	return fabs( p.x ) <= WF_FARTHEST_COORDINATE && fabs( p.y ) <= WF_FARTHEST_COORDINATE &&
		   fabs( p.z ) <= WF_FARTHEST_COORDINATE;
}
