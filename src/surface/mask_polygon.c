// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Polygons drawn on a surface. Its sides cross edges of the mesh; a vertex lies on the other side of the polygon than its
// neighbour when the edge between them is crossed an odd number of times. Where vertices can be told apart so without
// contradiction the polygon closes off a part; around a handle, or along the middle of a strip with a twist, it does not.

#include "base/arrays.h"
#include "surface/mask.h"
#include "surface/strip.h"
#include "surface/tuning.h"

typedef struct Polygon
{
	const wfMesh* mesh;
	wfSurfaceMask* mask;
	uint8_t* odd;	  // by half-edge, the same for twins: crossed an odd number of times
	uint8_t* touched; // by triangle
	int8_t* side;	  // by vertex: 0 or 1; -1: another component
	int32_t* queue;	  // of vertices
	wfNodePath path;
	wfStrip strip;
} Polygon;

static wfPathNode moveInward( wfSurfacePoint corner )
{
	double u = corner.u < 0.0 ? 0.0 : corner.u, v = corner.v < 0.0 ? 0.0 : corner.v;
	return ( wfPathNode ){ corner.triangle, -1, -1, ( 1.0 - WF_INWARD ) * u + WF_INWARD / 3.0,
						   ( 1.0 - WF_INWARD ) * v + WF_INWARD / 3.0 };
}

static int32_t findNearestCorner( const wfMesh* mesh, const wfPathNode* node )
{
	wfFlat at = wfFlatOfNode( mesh, node, node->triangle );
	int32_t best = 0;
	double least = INFINITY;
	for ( int32_t k = 0; k < 3; ++k )
	{
		wfFlat to = wfSub2( wfCornerOf( mesh, node->triangle, k ), at );
		if ( wfDot2( to, to ) < least )
		{
			least = wfDot2( to, to );
			best = k;
		}
	}
	return mesh->triangles[3 * node->triangle + best];
}

static void touch( Polygon* polygon, const wfStripEdge* edge )
{
	const wfMesh* mesh = polygon->mesh;
	int32_t h = edge->halfEdge, g = mesh->twin[h];
	polygon->touched[g / 3] = 1;
	polygon->odd[h] ^= 1;
	polygon->odd[g] ^= 1;
	int32_t vertex = wfGetPinned( mesh, edge );
	for ( int32_t i = vertex < 0 ? 0 : mesh->ringFirst[vertex]; vertex >= 0 && i < mesh->ringFirst[vertex + 1]; ++i )
	{
		polygon->touched[mesh->ring[i] / 3] = 1;
	}
}

// One side: along edges first, then pulled taut.
static wfResult drawSide( Polygon* polygon, wfPathNode from, wfPathNode to )
{
	const wfMesh* mesh = polygon->mesh;
	polygon->touched[from.triangle] = 1;
	if ( from.triangle == to.triangle )
	{
		return wf_ok;
	}
	int32_t first = findNearestCorner( mesh, &from ), last = findNearestCorner( mesh, &to );
	polygon->path.count = 0;
	wfResult result = wfArray_Push( &polygon->path, from );
	if ( result == wf_ok )
	{
		result = wfArray_Push( &polygon->path, wfVertexNode( first, to.triangle ) );
	}
	if ( result == wf_ok && first != last )
	{
		wfEdgePathDef def = { last, NULL, NULL, NULL };
		result = wfWalkEdges( mesh, first, &def, &polygon->path );
	}
	if ( result == wf_ok )
	{
		polygon->path.data[polygon->path.count - 1].triangle = to.triangle;
		result = wfArray_Push( &polygon->path, to );
	}
	if ( result == wf_ok )
	{
		result = wfStrip_Make( &polygon->strip, mesh, NULL, &polygon->path );
	}
	if ( result == wf_ok )
	{
		result = wfStrip_PullTaut( &polygon->strip );
	}
	for ( int32_t i = 0; result == wf_ok && i < polygon->strip.edges.count; ++i )
	{
		touch( polygon, polygon->strip.edges.data + i );
	}
	return result;
}

// True where every vertex of the component can be put on one of two sides.
static bool findSides( Polygon* polygon, int32_t first )
{
	const wfMesh* mesh = polygon->mesh;
	memset( polygon->side, -1, (size_t)mesh->vertexCount );
	polygon->side[first] = 0;
	polygon->queue[0] = first;
	int32_t count = 1;
	for ( int32_t i = 0; i < count; ++i )
	{
		int32_t vertex = polygon->queue[i];
		for ( int32_t k = mesh->ringFirst[vertex]; k < mesh->ringFirst[vertex + 1]; ++k )
		{
			int32_t halfEdges[2] = { mesh->ring[k], wfPreviousHalfEdge( mesh->ring[k] ) };
			int32_t others[2] = { wfToVertex( mesh, halfEdges[0] ), wfFromVertex( mesh, halfEdges[1] ) };
			for ( int32_t m = 0; m < 2; ++m )
			{
				int8_t side = (int8_t)( polygon->side[vertex] ^ (int8_t)polygon->odd[halfEdges[m]] );
				if ( polygon->side[others[m]] < 0 )
				{
					polygon->side[others[m]] = side;
					polygon->queue[count++] = others[m];
				}
				else if ( polygon->side[others[m]] != side )
				{
					return false;
				}
			}
		}
	}
	return true;
}

static void blockSmallerSide( Polygon* polygon )
{
	const wfMesh* mesh = polygon->mesh;
	double area[2] = { 0.0, 0.0 };
	for ( int32_t h = 0; h < 3 * mesh->triangleCount; ++h )
	{
		int8_t side = polygon->side[mesh->triangles[h]];
		if ( side >= 0 )
		{
			area[side] += mesh->corner1X[h / 3] * mesh->corner2Y[h / 3];
		}
	}
	int8_t smaller = area[1] < area[0] ? 1 : 0;
	for ( int32_t t = 0; t < mesh->triangleCount; ++t )
	{
		const int32_t* corners = mesh->triangles + 3 * (size_t)t;
		bool inside =
			polygon->side[corners[0]] == smaller && polygon->side[corners[1]] == smaller && polygon->side[corners[2]] == smaller;
		if ( inside || polygon->touched[t] != 0 )
		{
			wfBlockTriangle( polygon->mask, t );
		}
	}
}

static wfResult checkCorners( const wfMesh* mesh, const wfSurfacePoint* corners, int32_t count, wfError* error )
{
	if ( count < 3 )
	{
		return wfFail( error, wf_outOfRange, "a polygon of %d corners: expected at least 3", count );
	}
	for ( int32_t i = 0; i < count; ++i )
	{
		wfPathNode node;
		if ( !wfNodeOfPoint( mesh, corners[i], &node ) )
		{
			return wfFail( error, wf_outOfRange,
						   "corner %d of the polygon, triangle %d at %g, %g, is no place of the mesh of %d triangles", i,
						   corners[i].triangle, corners[i].u, corners[i].v, mesh->triangleCount );
		}
		int32_t component = mesh->component[mesh->triangles[3 * corners[i].triangle]];
		int32_t first = mesh->component[mesh->triangles[3 * corners[0].triangle]];
		if ( component != first )
		{
			return wfFail( error, wf_outOfRange,
						   "corner %d of the polygon lies on component %d of the mesh, corner 0 on component %d", i, component,
						   first );
		}
	}
	return wf_ok;
}

wfResult wfSurfaceMask_BlockPolygon( wfSurfaceMask* mask, const wfSurfacePoint* corners, int32_t count, wfError* error )
{
	if ( WF_FAILS( mask != NULL && corners != NULL ) )
	{
		return wf_invalidDef;
	}
	const wfMesh* mesh = mask->mesh;
	wfResult result = checkCorners( mesh, corners, count, error );
	if ( result != wf_ok )
	{
		return result;
	}
	Polygon polygon = { .mesh = mesh, .mask = mask };
	wfArrays arrays = { { WF_ZEROED_ARRAY( polygon.odd, 3 * mesh->triangleCount ),
						  WF_ZEROED_ARRAY( polygon.touched, mesh->triangleCount ),
						  WF_ONE_ARRAY( polygon.side, mesh->vertexCount ), WF_ONE_ARRAY( polygon.queue, mesh->vertexCount ) } };
	result = wfArrays_Allocate( &arrays );
	for ( int32_t i = 0; result == wf_ok && i < count; ++i )
	{
		result = drawSide( &polygon, moveInward( corners[i] ), moveInward( corners[( i + 1 ) % count] ) );
	}
	if ( result != wf_ok )
	{
		result = wfFail( error, result, "the polygon of %d corners could not be drawn: %s", count, wfDescribeResult( result ) );
	}
	else if ( !findSides( &polygon, mesh->triangles[3 * corners[0].triangle] ) )
	{
		result = wfFail( error, wf_outOfRange,
						 "the polygon of %d corners does not close off a part of the surface: it goes around a handle or a twist",
						 count );
	}
	else
	{
		blockSmallerSide( &polygon );
	}
	wfArrays_Free( &arrays );
	wfArray_Free( &polygon.path );
	wfStrip_Free( &polygon.strip );
	return result;
}
