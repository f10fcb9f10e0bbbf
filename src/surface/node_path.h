// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Paths over meshes as sequences of what they pass: vertices, edges, points inside triangles. The output of the walk, the form
// that is smoothed and pulled taut, and the source of the final paths.
#pragma once

#include "base/array.h"
#include "surface/surface.h"
#include "surface/tuning.h"

typedef struct wfPathNode
{
	int32_t triangle; // of the following segment; for the last node: the one it lies in
	int32_t vertex;	  // -1: not at a vertex
	int32_t halfEdge; // the one it lies on, of either triangle; -1: not on an edge
	// On an edge: u is the fraction from the half-edge's first vertex to its second. Inside: weights like those of a
	// wfSurfacePoint in `triangle`.
	double u, v;
} wfPathNode;

// Grows like a WF_ARRAY.
typedef struct wfNodePath
{
	wfPathNode* data;
	int32_t count;
	size_t capacity;
	int32_t rescues;
} wfNodePath;

static inline wfPathNode wfVertexNode( int32_t vertex, int32_t triangle )
{
	return ( wfPathNode ){ triangle, vertex, -1, 0.0, 0.0 };
}

static inline wfPathNode wfEdgeNode( int32_t halfEdge, double share, int32_t triangle )
{
	return ( wfPathNode ){ triangle, -1, halfEdge, share, 0.0 };
}

// The position of the node in the plane of a triangle it belongs to.
wfFlat wfFlatOfNode( const wfMesh* mesh, const wfPathNode* node, int32_t triangle );
wfVec3 wfPositionOfNode( const wfMesh* mesh, const wfPathNode* node );
// Classifies a point of a triangle: at a vertex, on an edge or inside. False if it is not a point of the mesh.
bool wfNodeOfPoint( const wfMesh* mesh, wfSurfacePoint point, wfPathNode* node );

static inline int32_t wfCornerWith( const wfMesh* mesh, int32_t triangle, int32_t vertex )
{
	const int32_t* corners = mesh->triangles + 3 * (size_t)triangle;
	return corners[0] == vertex ? 0 : ( corners[1] == vertex ? 1 : ( corners[2] == vertex ? 2 : -1 ) );
}

// The corners around a vertex one after the other. `first` and `last` are the half-edges of the corner's triangle at which it
// begins and ends, in the order of the ring, regardless of their direction.
typedef struct wfRingCorner
{
	int32_t corner;
	int32_t first, last;
} wfRingCorner;

// Index i of the vertex's ring after `previous` (null for i = 0).
wfRingCorner wfGetRingCorner( const wfMesh* mesh, int32_t vertex, int32_t i, const wfRingCorner* previous );
double wfGetCornerAngle( const wfMesh* mesh, int32_t corner );
// Of all corners around a vertex.
double wfGetVertexAngle( const wfMesh* mesh, int32_t vertex );
// The angle around the vertex from the start of the ring to a direction given in the plane of one of its triangles, and the total
// angle.
double wfGetRingAngle( const wfMesh* mesh, int32_t vertex, int32_t triangle, wfFlat direction, double* sum );

// --------------------------------------------------------------------------------------------------------------- walking

typedef enum wfClimb
{
	wf_climbScaled, // q, scaled within each triangle
	wf_climbLog,	// log q, obstacles a little below their neighbours
	wf_climbPlain	// -p
} wfClimb;

// The function a walk ascends: linear between the vertices of each triangle of the mesh.
typedef struct wfHeights
{
	const wfMesh* mesh;
	const wfSurfaceField* field; // null for wf_climbPlain
	const double* p;
	wfClimb climb;
} wfHeights;

wfHeights wfHeightsOfField( const wfSurfaceField* field );
// `scale`: exponent the result is relative to, where heights are scaled: for example that of all vertices around a vertex.
double wfGetHeight( const wfHeights* heights, int32_t vertex, int32_t scale );
int32_t wfGetRingScale( const wfHeights* heights, int32_t vertex );
// Heights of the corners of a triangle, on a separate scale.
void wfGetCornerHeights( const wfHeights* heights, int32_t triangle, double g[3] );
// True if a is strictly higher than b.
bool wfIsHigher( const wfHeights* heights, int32_t a, int32_t b );
static inline bool wfIsFreeVertex( const wfHeights* heights, int32_t vertex )
{
	return heights->field == NULL || wfSurfaceField_IsLinked( heights->field, vertex );
}

// The rates of change of the corner weights along the gradient, times a common positive factor; returns the squared slope.
double wfGetRates( const wfMesh* mesh, int32_t triangle, const double g[3], double rate[3] );

// The ascent to the goal from a valid start. wf_unreachable only if the heights have local maxima that are not goals.
wfResult wfWalkUp( const wfHeights* heights, const wfPathNode* start, wfNodePath* path );
// wf_ok, wf_startBlocked or wf_unreachable.
wfResult wfCheckStart( const wfHeights* heights, const wfPathNode* start );

// Go straight over the mesh from a vertex in the direction of an intrinsic edge to its other end. wf_notFound if rounding makes
// it miss.
wfResult wfWalkStraight( const wfMesh* mesh, int32_t from, double angle, double length, int32_t to, wfNodePath* path );
// Shortest path along edges, from a vertex that is the path's last node. wf_unreachable if there is none.
typedef bool wfVertexFcn( int32_t vertex, const void* context );
typedef struct wfEdgePathDef
{
	int32_t to; // -1: the first wanted vertex
	wfVertexFcn* wanted;
	wfVertexFcn* allowed; // to pass; null: all
	const void* context;
} wfEdgePathDef;

wfResult wfWalkEdges( const wfMesh* mesh, int32_t from, const wfEdgePathDef* def, wfNodePath* path );

// ----------------------------------------------------------------------------------------------------------------- paths

// Convert to a path of points: points, triangles, length, turns.
wfResult wfFillSurfacePath( const wfMesh* mesh, const wfNodePath* nodes, wfSurfacePath* path );
