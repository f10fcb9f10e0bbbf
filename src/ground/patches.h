// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Patches of a mesh: connected pieces of the surface, each within one cell of a 3D grid, and the walls on them. Sheets that lie
// close together without being joined nearby are different patches: whoever is on one does not see the other.
#pragma once

#include "base/array.h"
#include "mesh/mesh.h"
#include "surface/surface.h"

typedef struct wfPatch
{
	int32_t i, j, k;	// cell
	int32_t reachFirst; // in wfPatchMap.reach; -1: not computed yet
	int32_t reachCount;
	int32_t linkFirst; // patches of other cells it shares triangles with
	int32_t wallFirst; // in wfPatchMap.wallList
	int32_t mark;	   // of the last search that found it
} wfPatch;

// A patch within reach of another, itself included, nearest first.
typedef struct wfReach
{
	int32_t patch;
	float distance; // lower bound of the distance between the two cells
} wfReach;

// Something to keep away from: an edge of the walkable surface, or a single vertex.
typedef struct wfEdgeWall
{
	wfVec3 a, b;
	int32_t triangle; // walkable, adjacent to it
	int32_t padding;
} wfEdgeWall;

// From the nearest point of a wall to a position, straight.
static inline wfVec3 wfFromEdgeWall( const wfEdgeWall* wall, wfVec3 place )
{
	wfVec3 line = wfSub3( wall->b, wall->a ), from = wfSub3( place, wall->a );
	double length2 = wfDot3( line, line ), along = wfDot3( from, line );
	double share = along <= 0.0 || length2 == 0.0 ? 0.0 : along >= length2 ? 1.0 : along / length2;
	return wfSub3( from, wfScale3( share, line ) );
}

typedef struct wfPatchMap
{
	double cellSize;
	wfVec3 origin;
	wfPatch* patches; // and two past the last
	int32_t patchCount;
	// The patches of each triangle.
	int32_t* triangleFirst; // triangleCount + 1
	int32_t* trianglePatch;
	int32_t* links;
	wfEdgeWall* walls;
	int32_t wallCount;
	int32_t* wallList; // walls of each patch
	wfReach* reach;	   // grows while the crowd moves
	size_t reachCapacity;
	int32_t reachUsed, searches;
	size_t patchCapacity, triangleFirstCount, trianglePatchCount, linkCount, wallCapacity, wallListCount;
} wfPatchMap;

// `cellSize` is at least half the distance at which others matter.
wfResult wfCreatePatchMap( const wfMesh* mesh, const uint8_t* walkable, const wfSurfaceMask* mask, double cellSize,
						   wfPatchMap* map );
void wfPatchMap_Free( wfPatchMap* map );
// The patch of a position on a triangle.
int32_t wfFindPatch( const wfPatchMap* map, int32_t triangle, wfVec3 position );
// Build the list of patches within reach, once. Modifies the map: single-threaded.
wfResult wfReachPatch( wfPatchMap* map, int32_t patch );
// Append the patches that are joined to one within a distance around its cell, itself first; they have the mark of this search.
typedef WF_ARRAY( int32_t ) wfPatchList;
wfResult wfListPatches( wfPatchMap* map, int32_t patch, double reach, wfPatchList* list );
// Whether discs keep away from an edge, by its half-edge: the boundary, obstacles, edges between blocked vertices.
bool wfIsWallEdge( const wfMesh* mesh, const uint8_t* walkable, const wfSurfaceMask* mask, int32_t h );
