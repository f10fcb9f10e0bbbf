// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Exact distances along a mesh: windows, the parts of edges that see one source straight through a strip of triangles, are
// propagated from edge to edge in order of distance.
#pragma once

#include "base/heap.h"
#include "surface/node_path.h"

// A part of an edge lit by one source, about to be propagated into the triangle of `halfEdge`. In its axes the half-edge runs
// from (0, 0) to (length, 0), the triangle lies above, the source below.
typedef struct wfGeodesicWindow
{
	int32_t halfEdge;
	bool plane; // the source is a straight line: (x, y) is the unit direction of its rays, sigma the distance at (0, 0)
	double begin, end;
	double x, y;
	double sigma; // distance of the source itself
} wfGeodesicWindow;

// What is known about a vertex or a half-edge: the distance of the vertex, or of the vertex opposite to the half-edge along its
// best window, which crosses the half-edge at `place`.
typedef struct wfGeodesicEntry
{
	int64_t key; // -1: empty
	double distance;
	double place;
} wfGeodesicEntry;

// Kept between searches so that its memory is reused. Zero-initialise.
typedef struct wfGeodesics
{
	const wfMesh* mesh;
	double reach;
	WF_ARRAY( wfGeodesicWindow ) windows;
	WF_ARRAY( int32_t ) unused; // of these
	wfHeap heap;				// windows, and vertices as -1 - vertex, by distance
	wfGeodesicEntry* table;
	size_t tableCapacity, tableCount; // capacity: a power of two
	wfResult result;

	// A target to measure to; triangle -1: none.
	wfSurfacePoint target;
	wfVec3 targetPosition;
	double best;

	// Called for every triangle the search passes through; may be null.
	void ( *visit )( int32_t triangle, void* context );
	void* context;
} wfGeodesics;

void wfGeodesics_Free( wfGeodesics* search );
// Discard the sources and distances of the last search.
wfResult wfGeodesics_Begin( wfGeodesics* search, const wfMesh* mesh, double reach );
void wfGeodesics_AddSource( wfGeodesics* search, const wfPathNode* source );
void wfGeodesics_AddVertex( wfGeodesics* search, int32_t vertex, double distance );
// All points of an edge are sources: distances run straight away from it, into both of its triangles.
void wfGeodesics_AddEdge( wfGeodesics* search, int32_t halfEdge );
wfResult wfGeodesics_Run( wfGeodesics* search );
// Infinity if it was not reached.
double wfGeodesics_GetDistance( const wfGeodesics* search, int32_t vertex );

// Like wfMeasureGeodesic, with memory kept by the caller: for many measurements. NaN if an allocation fails.
double wfMeasureGeodesicWith( wfGeodesics* search, const wfMesh* mesh, wfSurfacePoint a, wfSurfacePoint b, double reach );
