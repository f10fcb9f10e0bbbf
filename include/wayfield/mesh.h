// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

/// Triangle meshes to walk on: of any genus, open or closed, orientable or not. Metres; right-handed, z up.
///
/// A mesh is immutable once created; any number of threads may read it.
#pragma once

#include "wayfield/world.h"

typedef struct wfMesh wfMesh;

/// A place on a mesh: on `triangle`, with the weights 1 - u - v, u and v of its corners 0, 1 and 2.
typedef struct wfSurfacePoint
{
	int32_t triangle; // -1: nowhere
	double u, v;
} wfSurfacePoint;

typedef struct wfMeshDef
{
	const wfVec3* vertices; // copied
	int32_t vertexCount;
	const int32_t* triangles; // three vertices each; copied
	int32_t triangleCount;
	const int32_t* faces;	  // number of the input face of each triangle, from 0, for messages; null: the triangle's own number
	const int32_t* faceLines; // line of each face in its file, for messages; null: unknown
	double weldDistance;   // vertices no farther apart than this are merged; 0: only those at identical positions; negative: none
	bool splitNonManifold; // cut the mesh apart at edges of more than two triangles, keeping the best-fitting pairs joined, and
						   // at vertices where it only touches itself; otherwise such edges are refused with wf_badFormat and
						   // named, while vertices are always cut
	bool orient;		   // flip triangles so that neighbours agree in orientation, where the surface allows it
	double mollify;		   // length added to the edges, in mean edge lengths, so that no triangle is flat: 1e-6 or less
	int32_t internalCookie;
} wfMeshDef;

WF_API wfMeshDef wfDefaultMeshDef( void );

/// Properties of a mesh, and the repairs made to obtain it.
typedef struct wfMeshReport
{
	int32_t inputVertices, inputTriangles;
	int32_t weldedVertices;		 // merged into another
	int32_t unusedVertices;		 // not used by any triangle, dropped
	int32_t collapsedTriangles;	 // with a repeated corner, dropped
	int32_t duplicateTriangles;	 // with the same corners as another, dropped
	int32_t flatTriangles;		 // of zero area, kept: handled by edge lengths alone (see mollify)
	int32_t turnedTriangles;	 // flipped to agree with their neighbours
	int32_t nonManifoldEdges;	 // of more than two triangles
	int32_t splitEdges;			 // of these: cut apart
	int32_t splitVertices;		 // created where the mesh touched itself or was cut
	int32_t vertices, triangles; // of the resulting mesh
	int32_t edges, boundaryEdges, boundaryLoops, components;
	int32_t eulerCharacteristic;
	int32_t genus;	 // handles of all components together; of components that are not orientable: cross-caps
	bool orientable; // all components
	bool closed;	 // no boundary
	double area;
	double shortestEdge, longestEdge, meanEdge; // metres
	double smallestAngle, largestAngle;			// radians
	double meanQuality, worstQuality;			// of triangles: 2 inner radius / outer radius, 1 for equilateral, 0 for flat
	int32_t worstTriangle;
	int32_t obtuseTriangles; // with an angle above 90 degrees
	wfVec3 lower, upper;	 // bounds
} wfMeshReport;

/// Refused with the face or the edge named in `error` (may be null): indices out of range, coordinates that are not finite, no
/// walkable triangle left, edges of more than two triangles unless they may be split.
WF_API wfResult wfCreateMesh( const wfMeshDef* def, wfMesh** mesh, wfError* error );
WF_API void wfDestroyMesh( wfMesh* mesh );
WF_API wfMeshReport wfMesh_GetReport( const wfMesh* mesh );

WF_API int32_t wfMesh_GetVertexCount( const wfMesh* mesh );
WF_API int32_t wfMesh_GetTriangleCount( const wfMesh* mesh );
WF_API const wfVec3* wfMesh_GetVertices( const wfMesh* mesh );
/// Three vertices each.
WF_API const int32_t* wfMesh_GetTriangles( const wfMesh* mesh );
/// The mesh vertex of a vertex of the def; -1 for dropped ones. After a split: one of the copies.
WF_API int32_t wfMesh_FindVertex( const wfMesh* mesh, int32_t inputVertex );
/// From 0, numbered by their first vertex.
WF_API int32_t wfMesh_GetComponent( const wfMesh* mesh, int32_t vertex );
/// True on an edge with only one triangle.
WF_API bool wfMesh_IsBoundaryVertex( const wfMesh* mesh, int32_t vertex );
/// A point of a triangle at the vertex; {-1} for vertices that do not exist.
WF_API wfSurfacePoint wfMesh_GetVertexPoint( const wfMesh* mesh, int32_t vertex );

WF_API wfVec3 wfMesh_GetPosition( const wfMesh* mesh, wfSurfacePoint point );
/// Unit normal; where triangles disagree about the sides of the surface, so do their normals.
WF_API wfVec3 wfMesh_GetNormal( const wfMesh* mesh, int32_t triangle );
/// The nearest point of the mesh. `distance` may be null.
WF_API wfSurfacePoint wfMesh_FindNearest( const wfMesh* mesh, wfVec3 position, double* distance );

typedef struct wfRayHit
{
	wfSurfacePoint point; // triangle -1: nothing within reach
	double distance;
} wfRayHit;

/// The first triangle hit beyond `from` metres and before `reach` metres; the direction is a unit vector. Both sides are hit.
WF_API wfRayHit wfMesh_CastRay( const wfMesh* mesh, wfVec3 origin, wfVec3 direction, double from, double reach );

/// Headroom above each triangle, straight along `up` (a unit vector; zero: each triangle's own normal, as on planets), the
/// minimum of several samples: infinity where there is nothing above. One double per triangle.
WF_API wfResult wfMesh_MeasureHeadroom( const wfMesh* mesh, wfVec3 up, wfWorkers* workers, double* headroom );

typedef struct wfRefineDef
{
	double longestEdge;	  // edges are halved until none is longer; 0: no limit
	bool openPassages;	  // halve every inner edge between two boundary vertices: passages one triangle wide get vertices to walk
						  // through
	int32_t maxTriangles; // wf_tooLarge beyond this; 0: 20 million
	int32_t internalCookie;
} wfRefineDef;

WF_API wfRefineDef wfDefaultRefineDef( void );
/// A finer mesh of the same surface. Vertices of the old mesh keep their numbers.
WF_API wfResult wfMesh_Refine( const wfMesh* mesh, const wfRefineDef* def, wfMesh** refined, wfError* error );
