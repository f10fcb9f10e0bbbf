// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Paths as strips of triangles: the edges crossed one after the other and where. At a vertex a path crosses the edges on one side
// of it, all at the vertex. In this form paths are smoothed and pulled taut.
#pragma once

#include "surface/node_path.h"

typedef struct wfStripEdge
{
	int32_t halfEdge; // of the triangle being left
	double share;	  // fraction from its first vertex to its second
	double low, high; // the range within which it may be moved
} wfStripEdge;

typedef WF_ARRAY( wfStripEdge ) wfStripEdges;

// The vertex an edge is crossed at; -1: between its vertices.
static inline int32_t wfGetPinned( const wfMesh* mesh, const wfStripEdge* edge )
{
	return edge->share <= WF_SNAP ? wfFromVertex( mesh, edge->halfEdge )
								  : ( edge->share >= 1.0 - WF_SNAP ? wfToVertex( mesh, edge->halfEdge ) : -1 );
}

// An edge of the strip, unfolded into the plane: the ends of the part that may be crossed, to the left and to the right of the
// path.
typedef struct wfPortal
{
	wfFlat left, right;
	bool toIsLeft; // the half-edge ends at the left
} wfPortal;

typedef struct wfStrip
{
	const wfMesh* mesh;
	// Vertices no path may touch; null: none.
	const wfHeights* heights;
	wfPathNode start, end; // `triangle`: the first and the last of the strip
	wfStripEdges edges;

	// Scratch memory, kept.
	wfStripEdges spare;
	WF_ARRAY( wfPortal ) portals;
	WF_ARRAY( wfFlat ) places; // of the start, on each portal, and of the end
	WF_ARRAY( double ) along;  // metres from the start to each of them
} wfStrip;

wfResult wfStrip_Make( wfStrip* strip, const wfMesh* mesh, const wfHeights* heights, const wfNodePath* path );
void wfStrip_Free( wfStrip* strip );
// Convert back to a path; `path` is emptied first.
wfResult wfStrip_GetPath( const wfStrip* strip, wfNodePath* path );
// Bounds of all edges: at least `kept` of each crossing's distance from both ends (0: the whole edge), and away from vertices
// that may not be touched.
void wfStrip_SetBounds( wfStrip* strip, double kept );

// Where the strip touches a vertex that could be passed on the other side with a shorter path, pass it there. Returns the number
// of changes in `flips`.
wfResult wfStrip_Flip( wfStrip* strip, int32_t* flips );
// The shortest path within the bounds.
wfResult wfStrip_Tighten( wfStrip* strip, double* length );
// A locally shortest path.
wfResult wfStrip_PullTaut( wfStrip* strip );
// Rounds off bends between triangles.
wfResult wfStrip_Smooth( wfStrip* strip );
