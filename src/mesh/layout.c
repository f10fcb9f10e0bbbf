// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Lengths, and triangles laid flat by them.

#include "base/arrays.h"
#include "mesh/build.h"

static void measureLengths( wfMesh* mesh )
{
	for ( int32_t t = 0; t < mesh->triangleCount; ++t )
	{
		const int32_t* corners = mesh->triangles + 3 * (size_t)t;
		wfVec3 a = mesh->vertices[corners[0]], b = mesh->vertices[corners[1]], c = mesh->vertices[corners[2]];
		double* length = mesh->length + 3 * (size_t)t;
		// The same bits for twins: squares do not see which way an edge runs.
		length[0] = wfLength3( wfSub3( b, a ) );
		length[1] = wfLength3( wfSub3( c, b ) );
		length[2] = wfLength3( wfSub3( a, c ) );
	}
}

static double meanEdge( const wfMesh* mesh )
{
	double sum = 0.0;
	int32_t count = 0;
	for ( int32_t h = 0; h < 3 * mesh->triangleCount; ++h )
	{
		if ( mesh->twin[h] < h )
		{
			sum += mesh->length[h];
			count += 1;
		}
	}
	return sum / count;
}

// The same amount is added to all edges, after Sharp and Crane (A Laplacian for nonmanifold triangle meshes, 2020): the least
// with which in every triangle two sides together are `slack` longer than the third. In space they are no shorter than it, so
// that the amount is `slack` at most. Nothing is added where all triangles have that much already.
static void mollifyLengths( wfMesh* mesh, double slack )
{
	double added = 0.0;
	for ( int32_t t = 0; t < mesh->triangleCount; ++t )
	{
		const double* l = mesh->length + 3 * (size_t)t;
		double least = wfMin( wfMin( l[0] + l[1] - l[2], l[1] + l[2] - l[0] ), l[2] + l[0] - l[1] );
		added = wfMax( added, slack - least );
	}
	for ( size_t h = 0; added > 0.0 && h < 3 * (size_t)mesh->triangleCount; ++h )
	{
		mesh->length[h] += added;
	}
}

double wfDoubleArea( double a, double b, double c )
{
	double longest = wfMax( wfMax( a, b ), c ), shortest = wfMin( wfMin( a, b ), c );
	double middle = wfMax( wfMin( a, b ), wfMin( wfMax( a, b ), c ) );
	double product = ( longest + ( middle + shortest ) ) * ( shortest - ( longest - middle ) ) *
					 ( shortest + ( longest - middle ) ) * ( longest + ( middle - shortest ) );
	return product > 0.0 ? 0.5 * sqrt( product ) : 0.0;
}

static void layFlat( wfMesh* mesh, int32_t t )
{
	const double* l = mesh->length + 3 * (size_t)t;
	mesh->corner1X[t] = l[0];
	if ( l[0] > 0.0 )
	{
		mesh->corner2X[t] = 0.5 * ( l[0] + ( l[2] - l[1] ) * ( l[2] + l[1] ) / l[0] );
		mesh->corner2Y[t] = wfDoubleArea( l[0], l[1], l[2] ) / l[0];
	}
	else
	{
		mesh->corner2X[t] = l[2];
		mesh->corner2Y[t] = 0.0;
	}
}

static int32_t longestEdgeOf( wfVec3 a, wfVec3 b, wfVec3 c )
{
	wfVec3 ab = wfSub3( b, a ), bc = wfSub3( c, b ), ca = wfSub3( a, c );
	double l0 = wfDot3( ab, ab ), l1 = wfDot3( bc, bc ), l2 = wfDot3( ca, ca );
	return l0 >= l1 && l0 >= l2 ? 0 : l1 >= l2 ? 1 : 2;
}

static double largestCoordinate( wfVec3 p )
{
	return wfMax( fabs( p.x ), wfMax( fabs( p.y ), fabs( p.z ) ) );
}

// False for triangles whose height is nothing but rounding.
static bool findAxes( wfMesh* mesh, int32_t t )
{
	const int32_t* corners = mesh->triangles + 3 * (size_t)t;
	wfVec3 p[3] = { mesh->vertices[corners[0]], mesh->vertices[corners[1]], mesh->vertices[corners[2]] };
	int32_t longest = longestEdgeOf( p[0], p[1], p[2] );
	// The two shorter edges give the normal with the least loss.
	int32_t apex = ( longest + 2 ) % 3;
	wfVec3 a = wfSub3( p[longest], p[apex] ), b = wfSub3( p[( longest + 1 ) % 3], p[apex] );
	double length = wfLength3( wfSub3( b, a ) );
	if ( !( length > 0.0 ) )
	{
		return false;
	}
	wfVec3 normal = wfCross3( wfScale3( 1.0 / length, a ), wfScale3( 1.0 / length, b ) );
	double height = wfLength3( normal ); // per length of the longest edge
	double coordinate = wfMax( largestCoordinate( p[0] ), wfMax( largestCoordinate( p[1] ), largestCoordinate( p[2] ) ) );
	if ( !( height > 1e-12 && height * length > 4.0 * DBL_EPSILON * coordinate ) )
	{
		return false;
	}
	normal = wfScale3( 1.0 / height, normal );
	wfVec3 x = wfScale3( 1.0 / length, wfSub3( p[1], p[0] ) );
	x = wfSub3( x, wfScale3( wfDot3( x, normal ), normal ) );
	x = wfScale3( 1.0 / wfLength3( x ), x );
	wfVec3 y = wfCross3( normal, x );
	mesh->axisX[t] = x;
	mesh->axisY[t] = wfScale3( 1.0 / wfLength3( y ), y );
	return true;
}

static wfVec3 squareTo( wfVec3 d )
{
	// Away from the axis that d is closest to.
	wfVec3 other = fabs( d.x ) <= fabs( d.y ) && fabs( d.x ) <= fabs( d.z ) ? ( wfVec3 ){ 1.0, 0.0, 0.0 }
				   : fabs( d.y ) <= fabs( d.z )								? ( wfVec3 ){ 0.0, 1.0, 0.0 }
																			: ( wfVec3 ){ 0.0, 0.0, 1.0 };
	wfVec3 square = wfCross3( d, other );
	return wfScale3( 1.0 / wfLength3( square ), square );
}

// Axes of a flat triangle: its longest edge where it is in space, the rest in the plane with the normal of a neighbour.
static void fitAxes( wfMesh* mesh, int32_t t, wfVec3 normal )
{
	const int32_t* corners = mesh->triangles + 3 * (size_t)t;
	wfVec3 p[3] = { mesh->vertices[corners[0]], mesh->vertices[corners[1]], mesh->vertices[corners[2]] };
	int32_t k = longestEdgeOf( p[0], p[1], p[2] );
	wfVec3 along = wfSub3( p[( k + 1 ) % 3], p[k] );
	double length = wfLength3( along );
	along = length > 0.0 ? wfScale3( 1.0 / length, along ) : squareTo( normal );
	wfVec3 square = wfSub3( normal, wfScale3( wfDot3( normal, along ), along ) );
	length = wfLength3( square );
	square = length > 1e-6 ? wfScale3( 1.0 / length, square ) : squareTo( along );
	wfVec3 left = wfCross3( square, along );

	// The same edge in the plane of the triangle.
	wfFlat from = wfCornerOf( mesh, t, k ), to = wfCornerOf( mesh, t, ( k + 1 ) % 3 );
	wfFlat d = wfNormalize2( wfSub2( to, from ), ( wfFlat ){ 1.0, 0.0 } );
	mesh->axisX[t] = wfSub3( wfScale3( d.x, along ), wfScale3( d.y, left ) );
	mesh->axisY[t] = wfAdd3( wfScale3( d.y, along ), wfScale3( d.x, left ) );
}

// The normal of the triangle beyond h, as this side of h sees it.
static wfVec3 normalBeyond( const wfMesh* mesh, int32_t h )
{
	int32_t g = mesh->twin[h];
	wfVec3 normal = wfMesh_GetNormal( mesh, g / 3 );
	return wfFromVertex( mesh, h ) == wfFromVertex( mesh, g ) ? wfScale3( -1.0, normal ) : normal;
}

enum
{
	notFlat,
	flatWithoutAxes,
	flatWithAxes
};

typedef struct FlatQueue
{
	uint8_t* state; // by triangle
	int32_t* triangles;
	int32_t read, written;
} FlatQueue;

static void pushFitted( FlatQueue* queue, wfMesh* mesh, int32_t t, wfVec3 normal )
{
	fitAxes( mesh, t, normal );
	queue->state[t] = flatWithAxes;
	queue->triangles[queue->written++] = t;
}

static void spreadNormals( FlatQueue* queue, wfMesh* mesh )
{
	while ( queue->read < queue->written )
	{
		int32_t t = queue->triangles[queue->read++];
		for ( int32_t h = 3 * t; h < 3 * t + 3; ++h )
		{
			int32_t g = mesh->twin[h];
			if ( g >= 0 && queue->state[g / 3] == flatWithoutAxes )
			{
				pushFitted( queue, mesh, g / 3, normalBeyond( mesh, g ) );
			}
		}
	}
}

// Flat triangles take the normal of their neighbour across the longest edge, if it has one of its own; from there it spreads.
static void fitFlatTriangles( FlatQueue* queue, wfMesh* mesh )
{
	for ( int32_t t = 0; t < mesh->triangleCount; ++t )
	{
		int32_t best = -1;
		for ( int32_t h = 3 * t; queue->state[t] == flatWithoutAxes && h < 3 * t + 3; ++h )
		{
			int32_t g = mesh->twin[h];
			if ( g >= 0 && queue->state[g / 3] == notFlat && ( best < 0 || mesh->length[h] > mesh->length[best] ) )
			{
				best = h;
			}
		}
		if ( best >= 0 )
		{
			pushFitted( queue, mesh, t, normalBeyond( mesh, best ) );
		}
	}
	spreadNormals( queue, mesh );
	// Whole components without area.
	for ( int32_t t = 0; t < mesh->triangleCount; ++t )
	{
		if ( queue->state[t] == flatWithoutAxes )
		{
			pushFitted( queue, mesh, t, ( wfVec3 ){ 0.0, 0.0, 1.0 } );
			spreadNormals( queue, mesh );
		}
	}
}

static wfResult makeAxes( wfMesh* mesh )
{
	size_t triangleCount = (size_t)mesh->triangleCount;
	FlatQueue queue = { .state = wfAllocateArray( triangleCount, sizeof( uint8_t ) ) };
	if ( queue.state == NULL )
	{
		return wf_outOfMemory;
	}
	int32_t flatCount = 0;
	for ( int32_t t = 0; t < mesh->triangleCount; ++t )
	{
		layFlat( mesh, t );
		queue.state[t] = findAxes( mesh, t ) ? notFlat : flatWithoutAxes;
		flatCount += queue.state[t] == flatWithoutAxes ? 1 : 0;
	}
	wfResult result = wf_ok;
	if ( flatCount > 0 )
	{
		queue.triangles = wfAllocateArray( (size_t)flatCount, sizeof( int32_t ) );
		if ( queue.triangles != NULL )
		{
			fitFlatTriangles( &queue, mesh );
		}
		result = queue.triangles == NULL ? wf_outOfMemory : wf_ok;
		wfReleaseArray( queue.triangles, (size_t)flatCount, sizeof( int32_t ) );
	}
	mesh->report.flatTriangles = flatCount;
	wfReleaseArray( queue.state, triangleCount, sizeof( uint8_t ) );
	return result;
}

wfResult wfLayOutTriangles( wfMeshBuild* build )
{
	wfMesh* mesh = build->mesh;
	size_t triangleCount = (size_t)mesh->triangleCount;
	wfArrays arrays = { { WF_ONE_ARRAY( mesh->length, 3 * triangleCount ), WF_ONE_ARRAY( mesh->corner1X, triangleCount ),
						  WF_ONE_ARRAY( mesh->corner2X, triangleCount ), WF_ONE_ARRAY( mesh->corner2Y, triangleCount ),
						  WF_ONE_ARRAY( mesh->axisX, triangleCount ), WF_ONE_ARRAY( mesh->axisY, triangleCount ) } };
	if ( wfArrays_Allocate( &arrays ) != wf_ok )
	{
		return wf_outOfMemory;
	}
	measureLengths( mesh );
	mesh->report.meanEdge = meanEdge( mesh );
	if ( !( mesh->report.meanEdge >= WF_LEAST_MEAN_EDGE ) )
	{
		return wfFail( build->error, wf_noFreeCell, "nothing to walk on: the mean edge is %g m", mesh->report.meanEdge );
	}
	mollifyLengths( mesh, mesh->mollify * mesh->report.meanEdge );
	return makeAxes( mesh );
}
