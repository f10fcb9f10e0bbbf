// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The corners around each vertex in turn. A vertex where several fans of triangles only touch is split into one for each fan.

#include "base/arrays.h"
#include "mesh/build.h"

// The corner at vertex v beyond edge e, and the edge to go on by from there; -1 at the boundary.
static int32_t cornerBeyond( const wfMesh* mesh, int32_t v, int32_t e, int32_t* onward )
{
	int32_t g = mesh->twin[e];
	if ( g < 0 )
	{
		return -1;
	}
	if ( wfFromVertex( mesh, g ) == v )
	{
		*onward = wfPreviousHalfEdge( g );
		return g;
	}
	int32_t corner = wfNextHalfEdge( g );
	*onward = corner;
	return corner;
}

static void reverse( int32_t* items, int32_t count )
{
	for ( int32_t i = 0, j = count - 1; i < j; ++i, --j )
	{
		int32_t swapped = items[i];
		items[i] = items[j];
		items[j] = swapped;
	}
}

// The corners of one fan, counter-clockwise as its triangle with the lowest number sees it. An open fan begins at the boundary,
// with a half-edge that leaves the vertex along it if there is one at either end.
static int32_t walkFan( const wfMesh* mesh, int32_t start, int32_t* fan, bool* open )
{
	int32_t v = mesh->triangles[start], count = 0, edge = wfPreviousHalfEdge( start );
	for ( int32_t c = start; c >= 0; c = cornerBeyond( mesh, v, edge, &edge ) )
	{
		if ( c == start && count > 0 )
		{
			*open = false;
			return count;
		}
		fan[count++] = c;
	}
	*open = true;
	int32_t forward = count;
	edge = start;
	for ( int32_t c = cornerBeyond( mesh, v, edge, &edge ); c >= 0; c = cornerBeyond( mesh, v, edge, &edge ) )
	{
		fan[count++] = c;
	}
	reverse( fan, count );
	reverse( fan + count - forward, forward );
	if ( mesh->twin[fan[0]] >= 0 && mesh->twin[fan[count - 1]] < 0 )
	{
		reverse( fan, count );
	}
	return count;
}

typedef struct ExtraFan
{
	int32_t vertex, first, count;
	bool open;
} ExtraFan;

typedef WF_ARRAY( ExtraFan ) ExtraFans;

// Sort the corners by vertex into `corners`, lowest first; ringFirst is filled.
static void listCorners( wfMesh* mesh, int32_t* corners )
{
	int32_t* first = mesh->ringFirst;
	int32_t cornerCount = 3 * mesh->triangleCount;
	memset( first, 0, ( (size_t)mesh->vertexCount + 1 ) * sizeof( int32_t ) );
	for ( int32_t c = 0; c < cornerCount; ++c )
	{
		first[mesh->triangles[c]] += 1;
	}
	int32_t sum = 0;
	for ( int32_t v = 0; v <= mesh->vertexCount; ++v )
	{
		sum += first[v];
		first[v] = sum;
	}
	// Backwards, so that each first ends where its vertex begins.
	for ( int32_t c = cornerCount - 1; c >= 0; --c )
	{
		corners[--first[mesh->triangles[c]]] = c;
	}
}

static wfResult walkAll( wfMesh* mesh, const int32_t* corners, uint8_t* seen, ExtraFans* extra )
{
	for ( int32_t v = 0; v < mesh->vertexCount; ++v )
	{
		int32_t first = mesh->ringFirst[v], end = mesh->ringFirst[v + 1], filled = first;
		for ( int32_t i = first; filled < end; ++i )
		{
			if ( seen[corners[i]] != 0 )
			{
				continue;
			}
			bool open;
			int32_t count = walkFan( mesh, corners[i], mesh->ring + filled, &open );
			if ( filled == first )
			{
				mesh->atBoundary[v] = open ? 1 : 0;
			}
			else if ( wfArray_Push( extra, ( ExtraFan ){ v, filled, count, open } ) != wf_ok )
			{
				return wf_outOfMemory;
			}
			filled += count;
			// Most vertices have one fan and are done.
			for ( int32_t k = filled - count; k < filled && filled < end; ++k )
			{
				seen[mesh->ring[k]] = 1;
			}
		}
	}
	return wf_ok;
}

static wfArrays listSplit( wfMesh* mesh, int32_t halfEdges )
{
	return ( wfArrays ){ { WF_ONE_ARRAY( mesh->vertices, mesh->vertexCount ),
						   WF_ONE_ARRAY( mesh->inputVertex, mesh->vertexCount ),
						   WF_ONE_ARRAY( mesh->atBoundary, mesh->vertexCount ),
						   WF_ONE_ARRAY( mesh->ringFirst, mesh->vertexCount + 1 ), WF_ONE_ARRAY( mesh->ring, halfEdges ) } };
}

// Each further fan gets a vertex of its own after all others.
static wfResult splitVertices( wfMesh* mesh, const ExtraFans* extra )
{
	int32_t oldCount = mesh->vertexCount, newCount = oldCount + extra->count;
	int32_t halfEdges = 3 * mesh->triangleCount;
	wfMesh split = { .vertexCount = newCount };
	wfArrays arrays = listSplit( &split, halfEdges );
	if ( wfArrays_Allocate( &arrays ) != wf_ok )
	{
		return wf_outOfMemory;
	}
	memcpy( split.vertices, mesh->vertices, (size_t)oldCount * sizeof( wfVec3 ) );
	memcpy( split.inputVertex, mesh->inputVertex, (size_t)oldCount * sizeof( int32_t ) );
	memcpy( split.atBoundary, mesh->atBoundary, (size_t)oldCount * sizeof( uint8_t ) );
	int32_t filled = 0, next = 0;
	for ( int32_t v = 0; v < oldCount; ++v )
	{
		// The first fan ends where the first further one begins.
		int32_t first = mesh->ringFirst[v], end = mesh->ringFirst[v + 1];
		end = next < extra->count && extra->data[next].vertex == v ? extra->data[next].first : end;
		for ( ; next < extra->count && extra->data[next].vertex == v; ++next )
		{
		}
		split.ringFirst[v] = filled;
		memcpy( split.ring + filled, mesh->ring + first, (size_t)( end - first ) * sizeof( int32_t ) );
		filled += end - first;
	}
	for ( int32_t i = 0; i < extra->count; ++i )
	{
		ExtraFan fan = extra->data[i];
		int32_t v = oldCount + i;
		split.vertices[v] = mesh->vertices[fan.vertex];
		split.inputVertex[v] = mesh->inputVertex[fan.vertex];
		split.atBoundary[v] = fan.open ? 1 : 0;
		split.ringFirst[v] = filled;
		for ( int32_t k = 0; k < fan.count; ++k )
		{
			int32_t corner = mesh->ring[fan.first + k];
			mesh->triangles[corner] = v;
			split.ring[filled++] = corner;
		}
	}
	split.ringFirst[newCount] = filled;
	wfMesh replaced = *mesh;
	wfArrays old = listSplit( &replaced, halfEdges );
	wfArrays_Free( &old );
	mesh->vertexCount = newCount;
	mesh->vertices = split.vertices;
	mesh->inputVertex = split.inputVertex;
	mesh->atBoundary = split.atBoundary;
	mesh->ringFirst = split.ringFirst;
	mesh->ring = split.ring;
	mesh->report.splitVertices = extra->count;
	return wf_ok;
}

wfResult wfMakeRings( wfMeshBuild* build )
{
	wfMesh* mesh = build->mesh;
	int32_t cornerCount = 3 * mesh->triangleCount;
	int32_t* corners;
	uint8_t* seen;
	wfArrays arrays = { { WF_ONE_ARRAY( mesh->ringFirst, mesh->vertexCount + 1 ), WF_ONE_ARRAY( mesh->ring, cornerCount ),
						  WF_ONE_ARRAY( mesh->atBoundary, mesh->vertexCount ) } };
	wfArrays scratch = { { WF_ONE_ARRAY( corners, cornerCount ), WF_ZEROED_ARRAY( seen, cornerCount ) } };
	ExtraFans extra = { 0 };
	wfResult result = wfArrays_Allocate( &scratch );
	result = result == wf_ok ? wfArrays_Allocate( &arrays ) : result;
	if ( result == wf_ok )
	{
		listCorners( mesh, corners );
		result = walkAll( mesh, corners, seen, &extra );
	}
	if ( result == wf_ok && extra.count > 0 )
	{
		result = splitVertices( mesh, &extra );
	}
	wfArray_Free( &extra );
	wfArrays_Free( &scratch );
	return result;
}
