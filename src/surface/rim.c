// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "surface/rim.h"

#include "surface/mask.h"

#define LEAF_SEGMENTS 4
#define DEEPEST 64

void wfDestroyRim( wfRim* rim )
{
	if ( rim != NULL )
	{
		wfReleaseArray( rim->segments, rim->capacity, sizeof( wfRimSegment ) );
		wfReleaseArray( rim->nodes, rim->nodeCapacity, sizeof( wfRimNode ) );
		wfRelease( rim, sizeof( *rim ) );
	}
}

// -------------------------------------------------------------------------------------------------------------- segments

static wfResult addSegment( wfRim* rim, wfVec3 a, wfVec3 b )
{
	if ( (size_t)rim->count >= rim->capacity )
	{
		wfResult result = wfGrowArray( &rim->segments, &rim->capacity, (size_t)rim->count + 32, sizeof( wfRimSegment ) );
		if ( result != wf_ok )
		{
			return result;
		}
	}
	rim->segments[rim->count++] = ( wfRimSegment ){ a, b };
	return wf_ok;
}

static bool isObstacle( const uint8_t* blocked, const uint8_t* limitOnly, int32_t vertex )
{
	return blocked != NULL && blocked[vertex] != 0 && ( limitOnly == NULL || limitOnly[vertex] == 0 );
}

// A vertex with an edge to another obstacle beside open ground is a part of that edge.
static bool standsAlone( const wfMesh* mesh, const uint8_t* blocked, const uint8_t* limitOnly, int32_t vertex )
{
	for ( int32_t i = mesh->ringFirst[vertex]; i < mesh->ringFirst[vertex + 1]; ++i )
	{
		int32_t corner = mesh->ring[i];
		if ( isObstacle( blocked, limitOnly, mesh->triangles[wfNextHalfEdge( corner )] ) ||
			 isObstacle( blocked, limitOnly, mesh->triangles[wfPreviousHalfEdge( corner )] ) )
		{
			return false;
		}
	}
	return true;
}

static wfResult collectSegments( wfRim* rim, const wfMesh* mesh, const uint8_t* blocked, const uint8_t* limitOnly )
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
		bool wall = isObstacle( blocked, limitOnly, from ) && isObstacle( blocked, limitOnly, to );
		if ( wall && g >= 0 )
		{
			// Inside of an obstacle nobody comes near.
			wall = !isObstacle( blocked, limitOnly, mesh->triangles[wfPreviousHalfEdge( h )] ) ||
				   !isObstacle( blocked, limitOnly, mesh->triangles[wfPreviousHalfEdge( g )] );
		}
		if ( wall || g < 0 )
		{
			result = addSegment( rim, mesh->vertices[from], mesh->vertices[to] );
		}
	}
	for ( int32_t v = 0; result == wf_ok && blocked != NULL && v < mesh->vertexCount; ++v )
	{
		if ( isObstacle( blocked, limitOnly, v ) && standsAlone( mesh, blocked, limitOnly, v ) )
		{
			result = addSegment( rim, mesh->vertices[v], mesh->vertices[v] );
		}
	}
	return result;
}

// ------------------------------------------------------------------------------------------------------------------ tree

static double lesser( double a, double b )
{
	return a < b ? a : b;
}

static double greater( double a, double b )
{
	return a > b ? a : b;
}

static double coordinate( wfVec3 p, int32_t axis )
{
	return axis == 0 ? p.x : ( axis == 1 ? p.y : p.z );
}

static double middleOf( const wfRimSegment* segment, int32_t axis )
{
	return coordinate( segment->a, axis ) + coordinate( segment->b, axis );
}

static void boundSegments( const wfRim* rim, wfRimNode* node )
{
	node->lower = node->upper = rim->segments[node->begin].a;
	for ( int32_t i = node->begin; i < node->end; ++i )
	{
		const wfRimSegment* s = rim->segments + i;
		node->lower.x = lesser( node->lower.x, lesser( s->a.x, s->b.x ) );
		node->lower.y = lesser( node->lower.y, lesser( s->a.y, s->b.y ) );
		node->lower.z = lesser( node->lower.z, lesser( s->a.z, s->b.z ) );
		node->upper.x = greater( node->upper.x, greater( s->a.x, s->b.x ) );
		node->upper.y = greater( node->upper.y, greater( s->a.y, s->b.y ) );
		node->upper.z = greater( node->upper.z, greater( s->a.z, s->b.z ) );
	}
}

static void swapSegments( wfRim* rim, int32_t i, int32_t j )
{
	wfRimSegment segment = rim->segments[i];
	rim->segments[i] = rim->segments[j];
	rim->segments[j] = segment;
}

// The half with the smaller middles first.
static void splitAtMedian( wfRim* rim, int32_t begin, int32_t end, int32_t middle, int32_t axis )
{
	while ( end - begin > 1 )
	{
		double pivot = middleOf( rim->segments + ( begin + ( end - begin ) / 2 ), axis );
		int32_t i = begin, j = end - 1;
		while ( i <= j )
		{
			while ( middleOf( rim->segments + i, axis ) < pivot )
			{
				++i;
			}
			while ( middleOf( rim->segments + j, axis ) > pivot )
			{
				--j;
			}
			if ( i <= j )
			{
				swapSegments( rim, i++, j-- );
			}
		}
		if ( middle <= j )
		{
			end = j + 1;
		}
		else if ( middle >= i )
		{
			begin = i;
		}
		else
		{
			return;
		}
	}
}

static int32_t addNode( wfRim* rim, int32_t begin, int32_t end )
{
	int32_t index = rim->nodeCount++;
	wfRimNode* node = rim->nodes + index;
	*node = ( wfRimNode ){ .begin = begin, .end = end };
	boundSegments( rim, node );
	return index;
}

// Children after their parents, the left one at once. Halves, so the depth is that of the logarithm.
static void buildNodes( wfRim* rim, int32_t begin, int32_t end )
{
	int32_t index = addNode( rim, begin, end );
	if ( end - begin <= LEAF_SEGMENTS )
	{
		return;
	}
	wfVec3 size = wfSub3( rim->nodes[index].upper, rim->nodes[index].lower );
	int32_t axis = size.x >= size.y && size.x >= size.z ? 0 : ( size.y >= size.z ? 1 : 2 );
	int32_t middle = begin + ( end - begin ) / 2;
	splitAtMedian( rim, begin, end, middle, axis );
	buildNodes( rim, begin, middle );
	rim->nodes[index].right = rim->nodeCount;
	buildNodes( rim, middle, end );
}

wfResult wfCreateRim( const wfMesh* mesh, const uint8_t* blocked, const uint8_t* limitOnly, wfRim** rim )
{
	*rim = NULL;
	wfRim* made = wfAllocateZeroed( sizeof( wfRim ) );
	wfResult result = made != NULL ? collectSegments( made, mesh, blocked, limitOnly ) : wf_outOfMemory;
	if ( result == wf_ok && made->count > 0 )
	{
		made->nodeCapacity = 2 * (size_t)made->count;
		made->nodes = wfAllocateArray( made->nodeCapacity, sizeof( wfRimNode ) );
		result = made->nodes != NULL ? wf_ok : wf_outOfMemory;
	}
	if ( result != wf_ok )
	{
		wfDestroyRim( made );
		return result;
	}
	if ( made->count > 0 )
	{
		buildNodes( made, 0, made->count );
	}
	*rim = made;
	return wf_ok;
}

static double measureToBox( const wfRimNode* node, wfVec3 p )
{
	double x = greater( 0.0, greater( node->lower.x - p.x, p.x - node->upper.x ) );
	double y = greater( 0.0, greater( node->lower.y - p.y, p.y - node->upper.y ) );
	double z = greater( 0.0, greater( node->lower.z - p.z, p.z - node->upper.z ) );
	return sqrt( x * x + y * y + z * z );
}

double wfRim_Measure( const wfRim* rim, wfVec3 place, double reach )
{
	double best = reach;
	bool found = false;
	int32_t stack[DEEPEST];
	int32_t depth = 0;
	if ( rim->count > 0 )
	{
		stack[depth++] = 0;
	}
	while ( depth > 0 )
	{
		int32_t index = stack[--depth];
		const wfRimNode* node = rim->nodes + index;
		if ( measureToBox( node, place ) > best )
		{
			continue;
		}
		if ( node->right == 0 )
		{
			for ( int32_t i = node->begin; i < node->end; ++i )
			{
				double distance = wfMeasureToSegment( place, rim->segments[i].a, rim->segments[i].b );
				found |= distance <= best;
				best = distance < best ? distance : best;
			}
			continue;
		}
		// The nearer child last, to be looked at first.
		double left = measureToBox( node + 1, place ), right = measureToBox( rim->nodes + node->right, place );
		stack[depth++] = left < right ? node->right : index + 1;
		stack[depth++] = left < right ? index + 1 : node->right;
	}
	return found ? best : INFINITY;
}

// ----------------------------------------------------------------------------------------------------------------- paths

void wfMeasureClearance( const wfRim* rim, const wfMesh* mesh, int32_t vertex, wfSurfacePath* path )
{
	path->clearanceMean = path->clearanceMin = INFINITY;
	if ( path->count == 0 || ( rim->count == 0 && vertex < 0 ) )
	{
		return;
	}
	double integral = 0.0, length = 0.0, before = INFINITY, least = INFINITY;
	for ( int32_t i = 0; i < path->count; ++i )
	{
		double piece = i > 0 ? wfLength3( wfSub3( path->points[i], path->points[i - 1] ) ) : 0.0;
		// No clearance changes by more than the way walked.
		double here = wfRim_Measure( rim, path->points[i], ( before + piece ) * ( 1.0 + 1e-12 ) );
		if ( vertex >= 0 )
		{
			here = lesser( here, wfLength3( wfSub3( path->points[i], mesh->vertices[vertex] ) ) );
		}
		least = lesser( least, here );
		integral += i > 0 ? 0.5 * piece * ( before + here ) : 0.0;
		length += piece;
		if ( i > 0 && 0.5 * ( before + here - piece ) < least )
		{
			wfVec3 middle = wfScale3( 0.5, wfAdd3( path->points[i], path->points[i - 1] ) );
			least = lesser( least, wfRim_Measure( rim, middle, least ) );
		}
		before = here;
	}
	path->clearanceMean = length > 0.0 ? greater( integral / length, least ) : least;
	path->clearanceMin = least;
}

// --------------------------------------------------------------------------------------------------------------- touches

static bool isWall( const wfSurfaceMask* mask, int32_t a, int32_t b )
{
	return mask != NULL && mask->vertexBlocked[a] != 0 && mask->vertexBlocked[b] != 0;
}

static bool isBadVertex( const wfMesh* mesh, const wfSurfaceMask* mask, bool limits, int32_t vertex )
{
	return ( mask != NULL && mask->vertexBlocked[vertex] != 0 ) || ( limits && mesh->atLimit[vertex] != 0 );
}

static bool isBadEdge( const wfMesh* mesh, const wfSurfaceMask* mask, bool limits, int32_t h )
{
	return isWall( mask, wfFromVertex( mesh, h ), wfToVertex( mesh, h ) ) || ( limits && mesh->twin[h] < 0 );
}

// A point within one triangle: by its weights, which are those of the triangle laid flat.
static bool touchesWithin( const wfMesh* mesh, const wfSurfaceMask* mask, bool limits, int32_t triangle, wfVec3 position )
{
	wfVec3 to = wfSub3( position, mesh->vertices[mesh->triangles[3 * triangle]] );
	wfFlat flat = { wfDot3( to, mesh->axisX[triangle] ), wfDot3( to, mesh->axisY[triangle] ) };
	wfSurfacePoint point = wfPointOfFlat( mesh, triangle, flat );
	double weight[3] = { 1.0 - point.u - point.v, point.u, point.v };
	for ( int32_t k = 0; k < 3; ++k )
	{
		// Rounding of places that were computed on the edge.
		if ( weight[k] <= 1e-9 && isBadEdge( mesh, mask, limits, 3 * triangle + ( k + 1 ) % 3 ) )
		{
			return true;
		}
	}
	return false;
}

// What a point between two pieces of a path lies on: a vertex where it has its very position, the edge between the triangles of
// the pieces where they differ, else the inside or an edge of the one. In triangles of no area positions alone could not tell.
static bool touchesAt( const wfMesh* mesh, const wfSurfaceMask* mask, bool limits, int32_t before, int32_t here, wfVec3 p )
{
	for ( int32_t k = 0; k < 3; ++k )
	{
		int32_t v = mesh->triangles[3 * here + k];
		wfVec3 at = mesh->vertices[v];
		if ( at.x == p.x && at.y == p.y && at.z == p.z && wfCornerWith( mesh, before, v ) >= 0 )
		{
			return isBadVertex( mesh, mask, limits, v );
		}
	}
	for ( int32_t k = 0; before != here && k < 3; ++k )
	{
		int32_t h = 3 * here + k;
		if ( mesh->twin[h] >= 0 && mesh->twin[h] / 3 == before )
		{
			return isBadEdge( mesh, mask, limits, h );
		}
	}
	return touchesWithin( mesh, mask, limits, here, p );
}

bool wfSurfacePath_Touches( const wfSurfacePath* path, const wfMesh* mesh, const wfSurfaceMask* mask, bool limits )
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
		if ( blocked || touchesAt( mesh, mask, limits, before, here, path->points[i] ) )
		{
			return true;
		}
	}
	return false;
}
