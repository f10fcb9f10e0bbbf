// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Meshes as arrays. Half-edge 3 t + k runs in triangle t from its corner k to corner k + 1.
#pragma once

#include "base/box_tree.h"
#include "wayfield/mesh.h"

struct wfMesh
{
	int32_t vertexCount, triangleCount;
	wfVec3* vertices;
	int32_t* triangles; // 3 each
	// The half-edge on the other side, whichever way it runs, -1 at the boundary. Both run in opposite directions where the two
	// triangles agree about the sides of the surface; on seams of surfaces that are not orientable they run the same way.
	int32_t* twin;
	double* length; // of each half-edge, metres; the same for twins. A little more than the straight line where mollified

	// Each triangle laid flat by its lengths: corner 0 at (0, 0), corner 1 at (corner1X, 0), corner 2 at (corner2X, corner2Y).
	// The x axis is axisX in space, the y axis axisY; of flat triangles any that fit.
	double *corner1X, *corner2X, *corner2Y;
	wfVec3 *axisX, *axisY;

	// Half-edges that leave each vertex, or where orientation gives none the one that enters it, as corners: ring[ringFirst[v] ..
	// ringFirst[v + 1]) lists corner 3 t + k of every triangle with vertex v at its corner k, in turn around the vertex:
	// counter-clockwise where the triangles around it agree about the sides of the surface. At the boundary the first and last
	// lie at it, and the first corner's half-edge leaves along it where they agree.
	int32_t* ringFirst; // vertexCount + 1
	int32_t* ring;

	uint8_t* atBoundary;  // by vertex
	int32_t* component;	  // by vertex
	int32_t* inputVertex; // vertex of the def that became this one
	int32_t* vertexOfInput;
	int32_t inputVertexCount;
	wfBoxTree tree; // of boxes around triangles
	double mollify; // of the def
	wfMeshReport report;
};

// root[v] becomes the first vertex of those that become one with v. Vertices nobody could use stay alone.
WF_EDGE_API wfResult wfWeldVertices( const wfMeshDef* def, int32_t* root );

static inline int32_t wfNextHalfEdge( int32_t h )
{
	return h % 3 == 2 ? h - 2 : h + 1;
}

static inline int32_t wfPreviousHalfEdge( int32_t h )
{
	return h % 3 == 0 ? h + 2 : h - 1;
}

static inline int32_t wfFromVertex( const wfMesh* mesh, int32_t h )
{
	return mesh->triangles[h];
}

static inline int32_t wfToVertex( const wfMesh* mesh, int32_t h )
{
	return mesh->triangles[wfNextHalfEdge( h )];
}

// A place or direction in the plane of a triangle, in its own axes.
typedef wfVec2 wfFlat;

static inline wfFlat wfCornerOf( const wfMesh* mesh, int32_t triangle, int32_t corner )
{
	return corner == 0	 ? ( wfFlat ){ 0.0, 0.0 }
		   : corner == 1 ? ( wfFlat ){ mesh->corner1X[triangle], 0.0 }
						 : ( wfFlat ){ mesh->corner2X[triangle], mesh->corner2Y[triangle] };
}

// Axes of the neighbour across a half-edge: a place p of this triangle's plane is q of the neighbour's with
// q = origin' + ( p - origin ) turned, when both are laid flat side by side. Directions only turn.
typedef struct wfCrossing
{
	double xx, xy, yx, yy; // columns: images of the x and y axis; a reflection on seams
	double x, y;		   // image of (0, 0)
} wfCrossing;

// `h` has a twin.
WF_EDGE_API wfCrossing wfCrossEdge( const wfMesh* mesh, int32_t h );

static inline wfFlat wfCrossPlace( const wfCrossing* c, wfFlat p )
{
	return ( wfFlat ){ c->x + c->xx * p.x + c->yx * p.y, c->y + c->xy * p.x + c->yy * p.y };
}

static inline wfFlat wfCrossDirection( const wfCrossing* c, wfFlat d )
{
	return ( wfFlat ){ c->xx * d.x + c->yx * d.y, c->xy * d.x + c->yy * d.y };
}

WF_EDGE_API wfFlat wfFlatOfPoint( const wfMesh* mesh, wfSurfacePoint point );
WF_EDGE_API wfSurfacePoint wfPointOfFlat( const wfMesh* mesh, int32_t triangle, wfFlat place );
WF_EDGE_API wfVec3 wfPositionOfFlat( const wfMesh* mesh, int32_t triangle, wfFlat place );

// Twice the area of a triangle by its edges, accurate for needles too (Kahan's form of Heron's formula).
double wfDoubleArea( double a, double b, double c );

// The box around a triangle.
static inline wfBox3 wfTriangleBox( const wfMesh* mesh, int32_t triangle )
{
	const int32_t* corners = mesh->triangles + 3 * (size_t)triangle;
	wfVec3 a = mesh->vertices[corners[0]], b = mesh->vertices[corners[1]], c = mesh->vertices[corners[2]];
	return ( wfBox3 ){ wfMin3( a, wfMin3( b, c ) ), wfMax3( a, wfMax3( b, c ) ) };
}

// Call `visit` for every triangle whose box meets the box; stops when it returns false.
typedef bool wfVisitTriangleFcn( int32_t triangle, void* context );
WF_EDGE_API void wfMeshTree_Visit( const wfMesh* mesh, wfVec3 lower, wfVec3 upper, wfVisitTriangleFcn* visit, void* context );
