// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Edges of the triangulation go straight over the mesh and may cross what is blocked there: a wall one vertex thick, with its
// vertices farther apart than those on both sides of it.

#include "surface/node_path.h"
#include "surface/system.h"

// Follow an edge over the mesh. One that cannot be followed, on a mesh too bad for that, is taken to leap.
static wfResult followEdge( const wfSurfacePlanner* planner, const uint8_t* masked, int32_t h, wfNodePath* path, bool* leaps )
{
	const wfIntrinsic* t = &planner->intrinsic;
	const wfMesh* mesh = planner->mesh;
	int32_t from = t->corners[h];
	int32_t to = t->corners[wfNextHalfEdge( h )];
	path->count = 0;
	wfResult result = wfArray_Push( path, wfVertexNode( from, -1 ) );
	if ( result == wf_ok )
	{
		result = wfWalkStraight( mesh, from, t->angle[h], t->length[h], to, path );
	}
	if ( result == wf_notFound )
	{
		*leaps = true;
		return wf_ok;
	}
	for ( int32_t i = 0; result == wf_ok && !*leaps && i < path->count; ++i )
	{
		int32_t crossed = path->data[i].halfEdge;
		*leaps = crossed >= 0 && masked[wfFromVertex( mesh, crossed )] && masked[wfToVertex( mesh, crossed )];
	}
	return result;
}

wfResult wfFindLeaps( const wfSurfacePlanner* planner, const uint8_t* masked, bool* leaps )
{
	const wfIntrinsic* t = &planner->intrinsic;
	*leaps = false;
	bool any = false;
	for ( int32_t v = 0; !any && v < t->vertexCount; ++v )
	{
		any = masked[v] != 0;
	}
	wfNodePath path = { 0 };
	wfResult result = wf_ok;
	for ( int32_t h = 0; any && result == wf_ok && !*leaps && h < 3 * t->triangleCount; ++h )
	{
		bool across = t->meshEdge[h] < 0 && h < t->twin[h];
		if ( across && !masked[t->corners[h]] && !masked[t->corners[wfNextHalfEdge( h )]] )
		{
			result = followEdge( planner, masked, h, &path, leaps );
		}
	}
	wfArray_Free( &path );
	return result;
}
