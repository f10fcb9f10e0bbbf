// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Which half-edges belong together: they are sorted by their two vertices, the smaller one first.

#include "mesh/build.h"
#include "mesh/tuning.h"

#include <stdio.h>

static int32_t smallerVertex( const wfMesh* mesh, int32_t h )
{
	int32_t a = wfFromVertex( mesh, h ), b = wfToVertex( mesh, h );
	return a < b ? a : b;
}

static int32_t largerVertex( const wfMesh* mesh, int32_t h )
{
	int32_t a = wfFromVertex( mesh, h ), b = wfToVertex( mesh, h );
	return a < b ? b : a;
}

static int32_t sortKey( const wfMesh* mesh, int32_t h, bool bySmaller )
{
	return bySmaller ? smallerVertex( mesh, h ) : largerVertex( mesh, h );
}

// A stable counting sort. `count` has room for one more than the vertices; null `from`: 0, 1, 2 ...
static void sortHalfEdges( const wfMesh* mesh, bool bySmaller, const int32_t* from, int32_t* to, int32_t* count )
{
	int32_t halfEdges = 3 * mesh->triangleCount;
	memset( count, 0, ( (size_t)mesh->vertexCount + 1 ) * sizeof( int32_t ) );
	for ( int32_t t = 0; t < mesh->triangleCount; ++t )
	{
		const int32_t* c = mesh->triangles + 3 * (size_t)t;
		count[( ( c[0] < c[1] ) == bySmaller ? c[0] : c[1] ) + 1] += 1;
		count[( ( c[1] < c[2] ) == bySmaller ? c[1] : c[2] ) + 1] += 1;
		count[( ( c[2] < c[0] ) == bySmaller ? c[2] : c[0] ) + 1] += 1;
	}
	for ( int32_t v = 0; v < mesh->vertexCount; ++v )
	{
		count[v + 1] += count[v];
	}
	for ( int32_t i = 0; i < halfEdges; ++i )
	{
		int32_t h = from != NULL ? from[i] : i;
		to[count[sortKey( mesh, h, bySmaller )]++] = h;
	}
}

static wfResult refuseEdge( const wfMeshBuild* build, const int32_t* edge, int32_t count, int32_t total )
{
	const wfMesh* mesh = build->mesh;
	char faces[96];
	int32_t length = 0, listed = 0, numbers[6];
	for ( ; listed < count && listed < 6; ++listed )
	{
		numbers[listed] = wfGetFace( build->def, build->inputTriangle[edge[listed] / 3] );
		length +=
			snprintf( faces + length, sizeof( faces ) - (size_t)length, "%s%lld", listed > 0 ? ", " : "", 1LL + numbers[listed] );
	}
	if ( listed < count )
	{
		snprintf( faces + length, sizeof( faces ) - (size_t)length, ", ..." );
	}
	int32_t a = smallerVertex( mesh, edge[0] ), b = largerVertex( mesh, edge[0] );
	wfVec3 p = mesh->vertices[a], q = mesh->vertices[b];
	wfFail( build->error, wf_badFormat,
			"the edge from vertex %d (%g, %g, %g) to vertex %d (%g, %g, %g) has %d triangles, of faces %s (all from 1); a "
			"surface has two at most. %d such edge%s in all; splitNonManifold cuts them apart",
			mesh->inputVertex[a] + 1, p.x, p.y, p.z, mesh->inputVertex[b] + 1, q.x, q.y, q.z, count, faces, total,
			total == 1 ? "" : "s" );
	wfExplainFaceLines( build->def, numbers, listed, build->error );
	return wf_badFormat;
}

// Unit vector from the edge to the opposite corner, square to the edge.
static wfVec3 sideOfEdge( const wfMesh* mesh, int32_t h )
{
	wfVec3 a = mesh->vertices[wfFromVertex( mesh, h )], b = mesh->vertices[wfToVertex( mesh, h )];
	wfVec3 along = wfSub3( b, a ), side = wfSub3( mesh->vertices[mesh->triangles[wfPreviousHalfEdge( h )]], a );
	double square = wfDot3( along, along );
	if ( square > 0.0 )
	{
		side = wfSub3( side, wfScale3( wfDot3( side, along ) / square, along ) );
	}
	double length = wfLength3( side );
	return length > 0.0 ? wfScale3( 1.0 / length, side ) : side;
}

// Of the triangles at an edge those stay joined that fit best: first pairs that agree about the sides of the surface, then those
// that go on straightest.
static void fitPairs( wfMesh* mesh, const int32_t* edge, int32_t count )
{
	wfVec3 side[WF_MOST_FITTED];
	for ( int32_t i = 0; i < count; ++i )
	{
		mesh->twin[edge[i]] = -1;
		if ( count <= WF_MOST_FITTED )
		{
			side[i] = sideOfEdge( mesh, edge[i] );
		}
	}
	for ( int32_t left = count <= WF_MOST_FITTED ? count : 0; left >= 2; left -= 2 )
	{
		double best = INFINITY;
		int32_t first = -1, second = -1;
		for ( int32_t i = 0; i < count; ++i )
		{
			for ( int32_t j = i + 1; j < count; ++j )
			{
				if ( mesh->twin[edge[i]] < 0 && mesh->twin[edge[j]] < 0 )
				{
					bool agree = wfFromVertex( mesh, edge[i] ) != wfFromVertex( mesh, edge[j] );
					double fit = ( agree ? 0.0 : 4.0 ) + wfDot3( side[i], side[j] );
					if ( fit < best )
					{
						best = fit;
						first = edge[i];
						second = edge[j];
					}
				}
			}
		}
		mesh->twin[first] = second;
		mesh->twin[second] = first;
	}
}

// `order`: half-edges sorted by both vertices.
static wfResult pairHalfEdges( wfMeshBuild* build, const int32_t* order )
{
	wfMesh* mesh = build->mesh;
	int32_t halfEdges = 3 * mesh->triangleCount;
	int32_t refused = -1, refusedCount = 0;
	for ( int32_t i = 0, end; i < halfEdges; i = end )
	{
		int32_t a = smallerVertex( mesh, order[i] ), b = largerVertex( mesh, order[i] );
		end = i + 1;
		while ( end < halfEdges && smallerVertex( mesh, order[end] ) == a && largerVertex( mesh, order[end] ) == b )
		{
			end += 1;
		}
		if ( end - i == 1 )
		{
			mesh->twin[order[i]] = -1;
		}
		else if ( end - i == 2 )
		{
			mesh->twin[order[i]] = order[i + 1];
			mesh->twin[order[i + 1]] = order[i];
		}
		else
		{
			mesh->report.nonManifoldEdges += 1;
			if ( refused < 0 )
			{
				refused = i;
				refusedCount = end - i;
			}
			fitPairs( mesh, order + i, end - i );
		}
	}
	if ( refused >= 0 && !build->def->splitNonManifold )
	{
		return refuseEdge( build, order + refused, refusedCount, mesh->report.nonManifoldEdges );
	}
	mesh->report.splitEdges = mesh->report.nonManifoldEdges;
	return wf_ok;
}

// False when no triangle can have the corners of another: no edge has more than two, nor two with the same third corner.
static bool mayRepeat( const wfMesh* mesh, const int32_t* order )
{
	int32_t halfEdges = 3 * mesh->triangleCount;
	for ( int32_t i = 0; i + 1 < halfEdges; ++i )
	{
		int32_t h = order[i], g = order[i + 1];
		int32_t a = wfFromVertex( mesh, h ), b = wfToVertex( mesh, h ), c = wfFromVertex( mesh, g ), d = wfToVertex( mesh, g );
		bool same = ( a == c && b == d ) || ( a == d && b == c );
		if ( same && mesh->triangles[wfPreviousHalfEdge( h )] == mesh->triangles[wfPreviousHalfEdge( g )] )
		{
			return true;
		}
		if ( same && i + 2 < halfEdges && smallerVertex( mesh, h ) == smallerVertex( mesh, order[i + 2] ) &&
			 largerVertex( mesh, h ) == largerVertex( mesh, order[i + 2] ) )
		{
			return true;
		}
	}
	return false;
}

typedef struct Triple
{
	int32_t a, b, c;
} Triple;

// From the lowest to the highest.
static Triple sortedCorners( const int32_t* c )
{
	int32_t low = c[0] < c[1] ? c[0] : c[1], high = c[0] < c[1] ? c[1] : c[0];
	int32_t least = c[2] < low ? c[2] : low, most = c[2] > high ? c[2] : high;
	return ( Triple ){ least, c[0] ^ c[1] ^ c[2] ^ least ^ most, most };
}

// Keeps the first of triangles with the same corners, whichever way they run: one surface has one sheet. Returns how many are
// left. The map has room for all.
static int32_t keepFirst( wfMeshBuild* build, wfMap* map )
{
	int32_t* corners = build->mesh->triangles;
	int32_t kept = 0;
	for ( int32_t t = 0; t < build->mesh->triangleCount; ++t )
	{
		Triple own = sortedCorners( corners + 3 * (size_t)t );
		uint64_t key = wfMixBits( (uint64_t)own.a << 32 | (uint64_t)own.b ) + (uint64_t)own.c;
		int32_t found = wfMap_Find( map, key );
		for ( ; found >= 0; found = wfMap_Find( map, ++key ) )
		{
			Triple other = sortedCorners( corners + 3 * (size_t)found );
			if ( other.a == own.a && other.b == own.b && other.c == own.c )
			{
				break;
			}
		}
		if ( found < 0 )
		{
			(void)wfMap_Set( map, key, kept );
			memmove( corners + 3 * (size_t)kept, corners + 3 * (size_t)t, 3 * sizeof( int32_t ) );
			build->inputTriangle[kept++] = build->inputTriangle[t];
		}
	}
	return kept;
}

static wfResult dropRepeatedTriangles( wfMeshBuild* build )
{
	wfMesh* mesh = build->mesh;
	wfMap map = { 0 };
	if ( wfMap_Reserve( &map, mesh->triangleCount ) != wf_ok )
	{
		return wf_outOfMemory;
	}
	int32_t kept = keepFirst( build, &map );
	wfMap_Free( &map );
	if ( kept == mesh->triangleCount )
	{
		return wf_ok;
	}
	int32_t* corners = wfAllocateArray( 3 * (size_t)kept, sizeof( int32_t ) );
	if ( corners == NULL )
	{
		return wf_outOfMemory;
	}
	memcpy( corners, mesh->triangles, 3 * (size_t)kept * sizeof( int32_t ) );
	wfReleaseArray( mesh->triangles, 3 * (size_t)mesh->triangleCount, sizeof( int32_t ) );
	mesh->triangles = corners;
	mesh->report.duplicateTriangles = mesh->triangleCount - kept;
	mesh->triangleCount = kept;
	return wf_ok;
}

// Sorted by both vertices. Null when out of memory.
static int32_t* sortByVertices( const wfMesh* mesh )
{
	size_t halfEdges = 3 * (size_t)mesh->triangleCount;
	int32_t *order = NULL, *room, *count;
	wfArrays arrays = { { WF_ONE_ARRAY( room, halfEdges ), WF_ONE_ARRAY( count, mesh->vertexCount + 1 ) } };
	if ( wfArrays_Allocate( &arrays ) == wf_ok )
	{
		order = wfAllocateArray( halfEdges, sizeof( int32_t ) );
	}
	if ( order != NULL )
	{
		sortHalfEdges( mesh, false, NULL, room, count );
		sortHalfEdges( mesh, true, room, order, count );
	}
	wfArrays_Free( &arrays );
	return order;
}

wfResult wfFindTwins( wfMeshBuild* build )
{
	wfMesh* mesh = build->mesh;
	int32_t* order = sortByVertices( mesh );
	if ( order == NULL )
	{
		return wf_outOfMemory;
	}
	if ( mayRepeat( mesh, order ) )
	{
		wfReleaseArray( order, 3 * (size_t)mesh->triangleCount, sizeof( int32_t ) );
		wfResult result = dropRepeatedTriangles( build );
		order = result == wf_ok ? sortByVertices( mesh ) : NULL;
		if ( order == NULL )
		{
			return wf_outOfMemory;
		}
	}
	size_t halfEdges = 3 * (size_t)mesh->triangleCount;
	mesh->twin = wfAllocateArray( halfEdges, sizeof( int32_t ) );
	wfResult result = mesh->twin == NULL ? wf_outOfMemory : pairHalfEdges( build, order );
	wfReleaseArray( order, halfEdges, sizeof( int32_t ) );
	return result;
}
