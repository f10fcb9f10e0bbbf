// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "surface/boundary.h"

#include "surface/mask.h"

void wfDestroyBoundary( wfBoundary* boundary )
{
	if ( boundary != NULL )
	{
		wfArray_Free( &boundary->segments );
		wfBoxTree_Free( &boundary->tree );
		wfRelease( boundary, sizeof( *boundary ) );
	}
}

// -------------------------------------------------------------------------------------------------------------- segments

static bool isObstacle( const uint8_t* blocked, const uint8_t* boundaryOnly, int32_t vertex )
{
	return blocked != NULL && blocked[vertex] != 0 && ( boundaryOnly == NULL || boundaryOnly[vertex] == 0 );
}

// A vertex with an edge to another obstacle beside open ground is a part of that edge.
static bool standsAlone( const wfMesh* mesh, const uint8_t* blocked, const uint8_t* boundaryOnly, int32_t vertex )
{
	for ( int32_t i = mesh->ringFirst[vertex]; i < mesh->ringFirst[vertex + 1]; ++i )
	{
		int32_t corner = mesh->ring[i];
		if ( isObstacle( blocked, boundaryOnly, mesh->triangles[wfNextHalfEdge( corner )] ) ||
			 isObstacle( blocked, boundaryOnly, mesh->triangles[wfPreviousHalfEdge( corner )] ) )
		{
			return false;
		}
	}
	return true;
}

static wfResult collectSegments( wfBoundary* boundary, const wfMesh* mesh, const uint8_t* blocked, const uint8_t* boundaryOnly )
{
	wfResult result = wf_ok;
	for ( int32_t h = 0; result == wf_ok && h < 3 * mesh->triangleCount; ++h )
	{
		int32_t g = mesh->twin[h];
		if ( g >= 0 && ( g < h || blocked == NULL ) )
		{
			continue;
		}
		int32_t from = wfFromVertex( mesh, h ), to = wfToVertex( mesh, h );
		bool wall = isObstacle( blocked, boundaryOnly, from ) && isObstacle( blocked, boundaryOnly, to );
		if ( wall && g >= 0 )
		{
			// Inside of an obstacle nobody comes near.
			wall = !isObstacle( blocked, boundaryOnly, mesh->triangles[wfPreviousHalfEdge( h )] ) ||
				   !isObstacle( blocked, boundaryOnly, mesh->triangles[wfPreviousHalfEdge( g )] );
		}
		if ( wall || g < 0 )
		{
			result = wfArray_Push( &boundary->segments, ( wfBoundarySegment ){ mesh->vertices[from], mesh->vertices[to] } );
		}
	}
	for ( int32_t v = 0; result == wf_ok && blocked != NULL && v < mesh->vertexCount; ++v )
	{
		if ( isObstacle( blocked, boundaryOnly, v ) && standsAlone( mesh, blocked, boundaryOnly, v ) )
		{
			result = wfArray_Push( &boundary->segments, ( wfBoundarySegment ){ mesh->vertices[v], mesh->vertices[v] } );
		}
	}
	return result;
}

// ------------------------------------------------------------------------------------------------------------------ tree

static wfBox3 boxOfSegment( const void* segments, int32_t item )
{
	const wfBoundarySegment* segment = (const wfBoundarySegment*)segments + item;
	return ( wfBox3 ){ wfMin3( segment->a, segment->b ), wfMax3( segment->a, segment->b ) };
}

wfResult wfCreateBoundary( const wfMesh* mesh, const uint8_t* blocked, const uint8_t* boundaryOnly, wfBoundary** boundary )
{
	*boundary = NULL;
	wfBoundary* made = wfAllocateZeroed( sizeof( wfBoundary ) );
	wfResult result = made != NULL ? collectSegments( made, mesh, blocked, boundaryOnly ) : wf_outOfMemory;
	result = result == wf_ok ? wfBoxTree_Create( &made->tree, made->segments.count, boxOfSegment, made->segments.data ) : result;
	if ( result != wf_ok )
	{
		wfDestroyBoundary( made );
		return result;
	}
	*boundary = made;
	return wf_ok;
}

double wfBoundary_Measure( const wfBoundary* boundary, wfVec3 place, double reach )
{
	double best = reach;
	bool found = false;
	wfNearSearch search = wfFindNear( &boundary->tree, place );
	while ( wfNearSearch_Next( &search, best * best, false ) )
	{
		for ( int32_t k = search.first; k < search.end; ++k )
		{
			const wfBoundarySegment* segment = &boundary->segments.data[boundary->tree.order[k]];
			double distance = wfMeasureToSegment( place, segment->a, segment->b );
			found |= distance <= best;
			best = wfMin( distance, best );
		}
	}
	return found ? best : INFINITY;
}

// ----------------------------------------------------------------------------------------------------------------- paths

void wfMeasureClearance( const wfBoundary* boundary, const wfMesh* mesh, int32_t vertex, wfSurfacePath* path )
{
	path->clearanceMean = path->clearanceMin = INFINITY;
	if ( path->count == 0 || ( boundary->segments.count == 0 && vertex < 0 ) )
	{
		return;
	}
	double integral = 0.0, length = 0.0, before = INFINITY, least = INFINITY;
	for ( int32_t i = 0; i < path->count; ++i )
	{
		double piece = i > 0 ? wfLength3( wfSub3( path->points[i], path->points[i - 1] ) ) : 0.0;
		// No clearance changes by more than the distance walked.
		double here = wfBoundary_Measure( boundary, path->points[i], ( before + piece ) * ( 1.0 + 1e-12 ) );
		if ( vertex >= 0 )
		{
			here = wfMin( here, wfLength3( wfSub3( path->points[i], mesh->vertices[vertex] ) ) );
		}
		least = wfMin( least, here );
		integral += i > 0 ? 0.5 * piece * ( before + here ) : 0.0;
		length += piece;
		if ( i > 0 && 0.5 * ( before + here - piece ) < least )
		{
			wfVec3 middle = wfScale3( 0.5, wfAdd3( path->points[i], path->points[i - 1] ) );
			least = wfMin( least, wfBoundary_Measure( boundary, middle, least ) );
		}
		before = here;
	}
	path->clearanceMean = length > 0.0 ? wfMax( integral / length, least ) : least;
	path->clearanceMin = least;
}

// --------------------------------------------------------------------------------------------------------------- touches

static bool isWall( const wfSurfaceMask* mask, int32_t a, int32_t b )
{
	return mask != NULL && mask->vertexBlocked[a] != 0 && mask->vertexBlocked[b] != 0;
}

static bool isBadVertex( const wfMesh* mesh, const wfSurfaceMask* mask, bool withBoundary, int32_t vertex )
{
	return ( mask != NULL && mask->vertexBlocked[vertex] != 0 ) || ( withBoundary && mesh->atBoundary[vertex] != 0 );
}

static bool isBadEdge( const wfMesh* mesh, const wfSurfaceMask* mask, bool withBoundary, int32_t h )
{
	return isWall( mask, wfFromVertex( mesh, h ), wfToVertex( mesh, h ) ) || ( withBoundary && mesh->twin[h] < 0 );
}

// A point within one triangle: by its weights, which are those of the triangle laid flat.
static bool touchesWithin( const wfMesh* mesh, const wfSurfaceMask* mask, bool withBoundary, int32_t triangle, wfVec3 position )
{
	wfVec3 to = wfSub3( position, mesh->vertices[mesh->triangles[3 * triangle]] );
	wfFlat flat = { wfDot3( to, mesh->axisX[triangle] ), wfDot3( to, mesh->axisY[triangle] ) };
	wfSurfacePoint point = wfPointOfFlat( mesh, triangle, flat );
	double weight[3] = { 1.0 - point.u - point.v, point.u, point.v };
	for ( int32_t k = 0; k < 3; ++k )
	{
		// Rounding of places that were computed on the edge.
		if ( weight[k] <= 1e-9 && isBadEdge( mesh, mask, withBoundary, 3 * triangle + ( k + 1 ) % 3 ) )
		{
			return true;
		}
	}
	return false;
}

// What a point between two pieces of a path lies on: a vertex where it has its very position, the edge between the triangles of
// the pieces where they differ, else the inside or an edge of the one. In triangles of no area positions alone could not tell.
static bool touchesAt( const wfMesh* mesh, const wfSurfaceMask* mask, bool withBoundary, int32_t before, int32_t here, wfVec3 p )
{
	for ( int32_t k = 0; k < 3; ++k )
	{
		int32_t v = mesh->triangles[3 * here + k];
		wfVec3 at = mesh->vertices[v];
		if ( at.x == p.x && at.y == p.y && at.z == p.z && wfCornerWith( mesh, before, v ) >= 0 )
		{
			return isBadVertex( mesh, mask, withBoundary, v );
		}
	}
	for ( int32_t k = 0; before != here && k < 3; ++k )
	{
		int32_t h = 3 * here + k;
		if ( mesh->twin[h] >= 0 && mesh->twin[h] / 3 == before )
		{
			return isBadEdge( mesh, mask, withBoundary, h );
		}
	}
	return touchesWithin( mesh, mask, withBoundary, here, p );
}

bool wfSurfacePath_Touches( const wfSurfacePath* path, const wfMesh* mesh, const wfSurfaceMask* mask, bool withBoundary )
{
	if ( WF_FAILS( path != NULL && mesh != NULL ) )
	{
		return false;
	}
	for ( int32_t i = 0; i < path->count; ++i )
	{
		// A piece lies on an edge only where both of its ends do.
		int32_t here = path->triangles[i], before = i > 0 ? path->triangles[i - 1] : here;
		bool blocked = mask != NULL && i + 1 < path->count && wfSurfaceMask_IsTriangleBlocked( mask, here );
		if ( blocked || touchesAt( mesh, mask, withBoundary, before, here, path->points[i] ) )
		{
			return true;
		}
	}
	return false;
}
