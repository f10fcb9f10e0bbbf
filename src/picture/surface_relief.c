// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// How a mesh catches the light: normals at the corners of triangles, creases, and the light itself.

#include "base/base.h"
#include "picture/surface_drawing.h"

#include <math.h>

// Triangles that turn by more from each other meet at a crease: the cosine of 40 degrees.
#define WF_CREASE_COSINE 0.766
// Creases that turn by more are drawn as lines: the cosine of 60 degrees.
#define WF_LINE_COSINE 0.5
// More triangles around a vertex than this keep their own normals: comparing all pairs would take its time.
#define WF_MAX_RING 512

static double cornerAngle( const wfMesh* mesh, int32_t corner )
{
	wfVec3 p = mesh->vertices[mesh->triangles[corner]];
	wfVec3 a = wfSub3( mesh->vertices[mesh->triangles[wfNextHalfEdge( corner )]], p );
	wfVec3 b = wfSub3( mesh->vertices[mesh->triangles[wfPreviousHalfEdge( corner )]], p );
	return atan2( wfLength3( wfCross3( a, b ) ), wfDot3( a, b ) );
}

// Whether neighbours agree about the sides of the surface everywhere.
static bool isOriented( const wfMesh* mesh )
{
	for ( int32_t h = 0; h < 3 * mesh->triangleCount; ++h )
	{
		if ( mesh->twin[h] >= 0 && wfFromVertex( mesh, mesh->twin[h] ) == wfFromVertex( mesh, h ) )
		{
			return false;
		}
	}
	return true;
}

static void smoothVertex( wfSurfaceDrawing* scene, const wfVec3* normals, const double* angles, int32_t vertex, bool oriented )
{
	const wfMesh* mesh = scene->mesh;
	int32_t first = mesh->ringFirst[vertex], end = mesh->ringFirst[vertex + 1];
	for ( int32_t i = first; i < end; ++i )
	{
		int32_t corner = mesh->ring[i];
		wfVec3 own = normals[corner / 3], sum = { 0.0, 0.0, 0.0 };
		for ( int32_t k = first; k < end && end - first <= WF_MAX_RING; ++k )
		{
			wfVec3 other = normals[mesh->ring[k] / 3];
			double cosine = wfDot3( own, other );
			if ( cosine >= WF_CREASE_COSINE || ( !oriented && cosine <= -WF_CREASE_COSINE ) )
			{
				sum = wfAdd3( sum, wfScale3( cosine > 0.0 ? angles[mesh->ring[k]] : -angles[mesh->ring[k]], other ) );
			}
		}
		double length = wfLength3( sum );
		wfVec3 n = length > 0.0 ? wfScale3( 1.0 / length, sum ) : own;
		float* out = scene->normals + 3 * (size_t)corner;
		out[0] = (float)n.x;
		out[1] = (float)n.y;
		out[2] = (float)n.z;
	}
}

static void findCreases( wfSurfaceDrawing* scene, const wfVec3* normals )
{
	const wfMesh* mesh = scene->mesh;
	for ( int32_t h = 0; h < 3 * mesh->triangleCount; ++h )
	{
		int32_t twin = mesh->twin[h];
		if ( twin < 0 )
		{
			scene->edge[h] = wf_limitEdge;
			continue;
		}
		double cosine = wfDot3( normals[h / 3], normals[twin / 3] );
		cosine = wfFromVertex( mesh, twin ) == wfFromVertex( mesh, h ) ? -cosine : cosine;
		scene->edge[h] = (uint8_t)( cosine < WF_LINE_COSINE ? wf_creaseEdge : wf_smoothEdge );
	}
}

wfResult wfMakeRelief( wfSurfaceDrawing* scene )
{
	const wfMesh* mesh = scene->mesh;
	size_t triangleCount = (size_t)mesh->triangleCount;
	wfVec3* normals = wfAllocateArray( triangleCount, sizeof( wfVec3 ) );
	double* angles = wfAllocateArray( 3 * triangleCount, sizeof( double ) );
	scene->normals = wfAllocateArray( 9 * triangleCount, sizeof( float ) );
	scene->edge = wfAllocateArray( 3 * triangleCount, sizeof( uint8_t ) );
	bool given = normals != NULL && angles != NULL && scene->normals != NULL && scene->edge != NULL;
	if ( given )
	{
		for ( int32_t t = 0; t < mesh->triangleCount; ++t )
		{
			wfVec3 face = wfFaceOf( mesh, t );
			double length = wfLength3( face );
			normals[t] = length > 0.0 ? wfScale3( 1.0 / length, face ) : ( wfVec3 ){ 0.0, 0.0, 0.0 };
			for ( int32_t k = 0; k < 3; ++k )
			{
				angles[3 * t + k] = cornerAngle( mesh, 3 * t + k );
			}
		}
		bool oriented = isOriented( mesh );
		for ( int32_t v = 0; v < mesh->vertexCount; ++v )
		{
			smoothVertex( scene, normals, angles, v, oriented );
		}
		findCreases( scene, normals );
	}
	wfReleaseArray( normals, triangleCount, sizeof( wfVec3 ) );
	wfReleaseArray( angles, 3 * triangleCount, sizeof( double ) );
	if ( !given )
	{
		wfFreeRelief( scene );
		return wf_outOfMemory;
	}
	return wf_ok;
}

void wfFreeRelief( wfSurfaceDrawing* scene )
{
	size_t triangleCount = (size_t)scene->mesh->triangleCount;
	wfReleaseArray( scene->normals, 9 * triangleCount, sizeof( float ) );
	wfReleaseArray( scene->edge, 3 * triangleCount, sizeof( uint8_t ) );
	scene->normals = NULL;
	scene->edge = NULL;
}

bool wfIsTriangleObstacle( const wfSurfaceDrawing* scene, int32_t triangle )
{
	const int32_t* corner = scene->mesh->triangles + 3 * (int64_t)triangle;
	const uint8_t* kind = scene->levels.kind;
	return scene->mask != NULL && ( wfSurfaceMask_IsTriangleBlocked( scene->mask, triangle ) ||
									( kind[corner[0]] == wf_obstacleVertex && kind[corner[1]] == wf_obstacleVertex &&
									  kind[corner[2]] == wf_obstacleVertex ) );
}

// ---------------------------------------------------------------------------------------------------------------- light

// A soft light from the upper left, a faint one from the right, and the sky. Light is added up and multiplied with colours as the
// eye takes brightness, by squares: close to what screens do, and quick.
uint32_t wfLight( uint32_t rgb, wfVec3 n )
{
	double key = ( -0.45 * n.x + 0.62 * n.y + 0.643 * n.z + 0.22 ) / 1.22, fill = 0.8 * n.x - 0.1 * n.y + 0.59 * n.z;
	double away = 1.0 - n.z, rim = away * away;
	key = key > 0.0 ? key : 0.0;
	fill = fill > 0.0 ? fill : 0.0;
	double light = ( 0.36 + 0.64 * key + 0.08 * fill + 0.07 * n.y ) * ( 1.0 - 0.30 * rim * rim );
	// A dull shine tells how the surface bends where colours are dark.
	double half = -0.25 * n.x + 0.34 * n.y + 0.906 * n.z, shine = half > 0.0 ? half * half : 0.0;
	shine = shine * shine;
	shine = shine * shine;
	shine = 0.035 * shine * shine;
	uint32_t lit = 0;
	for ( uint32_t shift = 0; shift <= 16; shift += 8 )
	{
		double c = ( rgb >> shift & 255u ) / 255.0, value = 255.0 * sqrt( light * c * c + shine ) + 0.5;
		lit |= ( value >= 255.0 ? 255u : (uint32_t)value ) << shift;
	}
	return lit;
}
