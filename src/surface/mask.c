// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "surface/mask.h"
#include "surface/tuning.h"

#include <string.h>

wfResult wfCreateSurfaceMask( const wfMesh* mesh, wfSurfaceMask** mask )
{
	if ( WF_FAILS( mesh != NULL && mask != NULL ) )
	{
		return wf_invalidDef;
	}
	*mask = NULL;
	wfSurfaceMask* made = wfAllocateZeroed( sizeof( wfSurfaceMask ) );
	if ( made == NULL )
	{
		return wf_outOfMemory;
	}
	made->mesh = mesh;
	made->vertexBlocked = wfAllocateZeroed( (size_t)mesh->vertexCount );
	made->triangleBlocked = wfAllocateZeroed( (size_t)mesh->triangleCount );
	if ( made->vertexBlocked == NULL || made->triangleBlocked == NULL )
	{
		wfDestroySurfaceMask( made );
		return wf_outOfMemory;
	}
	*mask = made;
	return wf_ok;
}

void wfDestroySurfaceMask( wfSurfaceMask* mask )
{
	if ( mask != NULL )
	{
		wfRelease( mask->vertexBlocked, (size_t)mask->mesh->vertexCount );
		wfRelease( mask->triangleBlocked, (size_t)mask->mesh->triangleCount );
		wfRelease( mask, sizeof( *mask ) );
	}
}

void wfSurfaceMask_Clear( wfSurfaceMask* mask )
{
	if ( WF_FAILS( mask != NULL ) )
	{
		return;
	}
	memset( mask->vertexBlocked, 0, (size_t)mask->mesh->vertexCount );
	memset( mask->triangleBlocked, 0, (size_t)mask->mesh->triangleCount );
	mask->blockedCount = 0;
}

void wfBlockVertex( wfSurfaceMask* mask, int32_t vertex )
{
	mask->blockedCount += mask->vertexBlocked[vertex] == 0 ? 1 : 0;
	mask->vertexBlocked[vertex] = 1;
}

void wfBlockTriangle( wfSurfaceMask* mask, int32_t triangle )
{
	mask->triangleBlocked[triangle] = 1;
	for ( int32_t k = 0; k < 3; ++k )
	{
		wfBlockVertex( mask, mask->mesh->triangles[3 * triangle + k] );
	}
}

// `items` are vertices or triangles, of which the mesh has `most`.
static wfResult blockListed( wfSurfaceMask* mask, bool triangles, const int32_t* items, int32_t count, int32_t most,
							 wfError* error )
{
	const char* what = triangles ? "triangle" : "vertex";
	for ( int32_t i = 0; i < count; ++i )
	{
		if ( items[i] < 0 || items[i] >= most )
		{
			return wfFail( error, wf_outOfRange, "%s %d (entry %d of the obstacle): the mesh has %s 0 to %d", what, items[i], i,
						   triangles ? "triangles" : "vertices", most - 1 );
		}
	}
	for ( int32_t i = 0; i < count; ++i )
	{
		( triangles ? wfBlockTriangle : wfBlockVertex )( mask, items[i] );
	}
	return wf_ok;
}

wfResult wfSurfaceMask_BlockVertices( wfSurfaceMask* mask, const int32_t* vertices, int32_t count, wfError* error )
{
	if ( WF_FAILS( mask != NULL && ( vertices != NULL || count == 0 ) && count >= 0 ) )
	{
		return wf_invalidDef;
	}
	return blockListed( mask, false, vertices, count, mask->mesh->vertexCount, error );
}

wfResult wfSurfaceMask_BlockTriangles( wfSurfaceMask* mask, const int32_t* triangles, int32_t count, wfError* error )
{
	if ( WF_FAILS( mask != NULL && ( triangles != NULL || count == 0 ) && count >= 0 ) )
	{
		return wf_invalidDef;
	}
	return blockListed( mask, true, triangles, count, mask->mesh->triangleCount, error );
}

// ---------------------------------------------------------------------------------------------------------------- sphere

double wfMeasureToSegment( wfVec3 p, wfVec3 a, wfVec3 b )
{
	wfVec3 along = wfSub3( b, a ), to = wfSub3( p, a );
	double length2 = wfDot3( along, along );
	double share = length2 > 0.0 ? wfDot3( to, along ) / length2 : 0.0;
	share = share > 0.0 ? ( share < 1.0 ? share : 1.0 ) : 0.0;
	return wfLength3( wfSub3( to, wfScale3( share, along ) ) );
}

double wfMeasureToTriangle( const wfMesh* mesh, int32_t triangle, wfVec3 p )
{
	const int32_t* corners = mesh->triangles + 3 * (size_t)triangle;
	wfVec3 a = mesh->vertices[corners[0]], b = mesh->vertices[corners[1]], c = mesh->vertices[corners[2]];
	wfVec3 normal = wfCross3( wfSub3( b, a ), wfSub3( c, a ) );
	double area = wfLength3( normal );
	double ab = wfDot3( wfCross3( normal, wfSub3( b, a ) ), wfSub3( p, a ) );
	double bc = wfDot3( wfCross3( normal, wfSub3( c, b ) ), wfSub3( p, b ) );
	double ca = wfDot3( wfCross3( normal, wfSub3( a, c ) ), wfSub3( p, c ) );
	double best = wfMeasureToSegment( p, a, b );
	double other = wfMeasureToSegment( p, b, c );
	best = other < best ? other : best;
	other = wfMeasureToSegment( p, c, a );
	best = other < best ? other : best;
	// The normal of a triangle of no area is rounding: its edges are all there is.
	double size = wfDot3( wfSub3( b, a ), wfSub3( b, a ) ) + wfDot3( wfSub3( c, a ), wfSub3( c, a ) );
	if ( area > WF_LEAST_TRIANGLE_AREA * size && ab >= 0.0 && bc >= 0.0 && ca >= 0.0 )
	{
		other = fabs( wfDot3( normal, wfSub3( p, a ) ) ) / area;
		best = other < best ? other : best;
	}
	return best;
}

typedef struct Ball
{
	wfSurfaceMask* mask;
	wfVec3 center;
	double radius;
	int32_t met;
} Ball;

static bool blockInBall( int32_t triangle, void* context )
{
	Ball* ball = context;
	if ( wfMeasureToTriangle( ball->mask->mesh, triangle, ball->center ) <= ball->radius )
	{
		wfBlockTriangle( ball->mask, triangle );
		ball->met += 1;
	}
	return true;
}

static bool isFinite3( wfVec3 p )
{
	return isfinite( p.x ) && isfinite( p.y ) && isfinite( p.z );
}

wfResult wfSurfaceMask_BlockSphere( wfSurfaceMask* mask, wfVec3 center, double radius, wfError* error )
{
	if ( WF_FAILS( mask != NULL ) )
	{
		return wf_invalidDef;
	}
	if ( !isFinite3( center ) || !( radius >= 0.0 && radius < INFINITY ) )
	{
		return wfFail( error, wf_outOfRange,
					   "a sphere of radius %g around (%g, %g, %g): expected finite numbers, radius 0 or more", radius, center.x,
					   center.y, center.z );
	}
	Ball ball = { mask, center, radius, 0 };
	wfVec3 half = { radius, radius, radius };
	wfMeshTree_Visit( mask->mesh, wfSub3( center, half ), wfAdd3( center, half ), blockInBall, &ball );
	if ( ball.met == 0 )
	{
		double distance = INFINITY;
		(void)wfMesh_FindNearest( mask->mesh, center, &distance );
		return wfFail( error, wf_notFound,
					   "the sphere of radius %g around (%g, %g, %g) meets no triangle: the nearest is %g m from its centre",
					   radius, center.x, center.y, center.z, distance );
	}
	return wf_ok;
}

wfResult wfSurfaceMask_BlockLow( wfSurfaceMask* mask, const double* headroom, double height, int32_t* blocked )
{
	if ( WF_FAILS( mask != NULL && headroom != NULL ) )
	{
		return wf_invalidDef;
	}
	if ( !( height >= 0.0 ) )
	{
		return wf_outOfRange;
	}
	int32_t count = 0;
	for ( int32_t t = 0; t < mask->mesh->triangleCount; ++t )
	{
		if ( headroom[t] < height )
		{
			wfBlockTriangle( mask, t );
			count += 1;
		}
	}
	if ( blocked != NULL )
	{
		*blocked = count;
	}
	return wf_ok;
}

// --------------------------------------------------------------------------------------------------------------- queries

bool wfSurfaceMask_IsVertexBlocked( const wfSurfaceMask* mask, int32_t vertex )
{
	return !WF_FAILS( mask != NULL ) && vertex >= 0 && vertex < mask->mesh->vertexCount && mask->vertexBlocked[vertex] != 0;
}

bool wfSurfaceMask_IsTriangleBlocked( const wfSurfaceMask* mask, int32_t triangle )
{
	if ( WF_FAILS( mask != NULL ) || triangle < 0 || triangle >= mask->mesh->triangleCount )
	{
		return false;
	}
	const int32_t* corners = mask->mesh->triangles + 3 * (size_t)triangle;
	return mask->triangleBlocked[triangle] != 0 ||
		   ( mask->vertexBlocked[corners[0]] != 0 && mask->vertexBlocked[corners[1]] != 0 &&
			 mask->vertexBlocked[corners[2]] != 0 );
}

int32_t wfSurfaceMask_GetBlockedCount( const wfSurfaceMask* mask )
{
	return WF_FAILS( mask != NULL ) ? 0 : mask->blockedCount;
}
