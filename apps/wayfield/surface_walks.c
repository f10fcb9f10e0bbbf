// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Many walks on one field, each looked at once more with the mesh alone.

#include "surface.h"

#include "base/sets.h"
#include "base/vec3.h"

#include <math.h>

// Walks between two looks at the clock and the keyboard.
#define BLOCK 1024

// ------------------------------------------------------------------------------------------------------------- checking

static double distanceToSegment( wfVec3 p, wfVec3 a, wfVec3 b )
{
	wfVec3 along = wfSub3( b, a ), from = wfSub3( p, a );
	double square = wfDot3( along, along ), t = square > 0.0 ? wfDot3( from, along ) / square : 0.0;
	return wfDistance3( from, wfScale3( t < 0.0 ? 0.0 : ( t > 1.0 ? 1.0 : t ), along ) );
}

// From a point to a triangle: above its inside the height, else to the nearest side. Triangles of no area have sides too.
static double distanceToTriangle( wfVec3 p, wfVec3 a, wfVec3 b, wfVec3 c )
{
	wfVec3 u = wfSub3( b, a ), v = wfSub3( c, a ), w = wfSub3( p, a );
	double uu = wfDot3( u, u ), uv = wfDot3( u, v ), vv = wfDot3( v, v ), wu = wfDot3( w, u ), wv = wfDot3( w, v );
	double area = uu * vv - uv * uv, s = wu * vv - wv * uv, t = wv * uu - wu * uv;
	double nearest = fmin( distanceToSegment( p, a, b ), fmin( distanceToSegment( p, b, c ), distanceToSegment( p, c, a ) ) );
	if ( area > 0.0 && s >= 0.0 && t >= 0.0 && s + t <= area )
	{
		s /= area;
		t /= area;
		wfVec3 foot = { a.x + s * u.x + t * v.x, a.y + s * u.y + t * v.y, a.z + s * u.z + t * v.z };
		nearest = fmin( nearest, wfDistance3( p, foot ) );
	}
	return nearest;
}

// Whether a path ends at the goal: its place, one of its vertices or, between them, an edge or a triangle of goal vertices only.
static bool isAtGoal( const wfWalkGround* ground, int32_t triangle, wfVec3 position, double tolerance )
{
	const wfMesh* mesh = ground->mesh;
	if ( ground->goal->vertices == NULL )
	{
		return wfDistance3( position, wfMesh_GetPosition( mesh, ground->goal->place ) ) <= tolerance;
	}
	if ( triangle < 0 || triangle >= wfMesh_GetTriangleCount( mesh ) )
	{
		return false;
	}
	const int32_t* corners = wfMesh_GetTriangles( mesh ) + 3 * (size_t)triangle;
	wfVec3 goals[3];
	int32_t count = 0;
	for ( int32_t k = 0; k < 3; ++k )
	{
		if ( ground->field != NULL ? wfSurfaceField_IsGoal( ground->field, corners[k] ) : ground->p[corners[k]] == 0.0 )
		{
			goals[count++] = wfMesh_GetVertices( mesh )[corners[k]];
		}
	}
	return count > 0 && distanceToTriangle( position, goals[0], goals[count > 1 ? 1 : 0], goals[count - 1] ) <= tolerance;
}

// Whether a path starts and ends where it should and every piece of it lies in its triangle, looked at with the mesh alone.
static bool isPathTrue( const wfWalkGround* ground, wfSurfacePoint start, const wfSurfacePath* path )
{
	const wfMesh* mesh = ground->mesh;
	wfMeshReport report = wfMesh_GetReport( mesh );
	const wfVec3* vertices = wfMesh_GetVertices( mesh );
	const int32_t* triangles = wfMesh_GetTriangles( mesh );
	double size = wfDistance3( report.upper, report.lower );
	double tolerance = 1e-7 * size, length = 0.0;
	if ( path->count < 1 || wfDistance3( path->points[0], wfMesh_GetPosition( mesh, start ) ) > tolerance ||
		 !isAtGoal( ground, path->triangles[path->count - 1], path->points[path->count - 1], tolerance ) )
	{
		return false;
	}
	for ( int32_t i = 0; i + 1 < path->count; ++i )
	{
		int32_t t = path->triangles[i];
		if ( t < 0 || t >= report.triangles )
		{
			return false;
		}
		wfVec3 a = vertices[triangles[3 * t]], b = vertices[triangles[3 * t + 1]], c = vertices[triangles[3 * t + 2]];
		if ( distanceToTriangle( path->points[i], a, b, c ) > tolerance ||
			 distanceToTriangle( path->points[i + 1], a, b, c ) > tolerance )
		{
			return false;
		}
		length += wfDistance3( path->points[i + 1], path->points[i] );
	}
	return fabs( length - path->length ) <= 1e-4 * length + 10.0 * tolerance;
}

// ----------------------------------------------------------------------------------------------------------- connection

// The vertices of the goal: for a place between them the corners of its triangle.
static int32_t getGoalVertex( const wfMesh* mesh, const wfFoundPlace* goal, int32_t i )
{
	return goal->vertices != NULL ? goal->vertices[i] : wfMesh_GetTriangles( mesh )[3 * goal->place.triangle + i];
}

uint8_t* wfFindConnected( const wfMesh* mesh, const wfSurfaceMask* mask, bool boundaryRepels, const wfFoundPlace* goal )
{
	int32_t count = wfMesh_GetVertexCount( mesh ), triangleCount = wfMesh_GetTriangleCount( mesh );
	int32_t goals = goal->vertices != NULL ? goal->vertexCount : 3;
	const int32_t* triangles = wfMesh_GetTriangles( mesh );
	int32_t* parent = wfNewArray( (size_t)count, sizeof( int32_t ) );
	uint8_t* connected = wfNewArray( (size_t)count, 1 );
	uint8_t* isFree = wfNewArray( (size_t)count, 1 );
	for ( int32_t i = 0; i < count; ++i )
	{
		parent[i] = i;
		isFree[i] = !wfSurfaceMask_IsVertexBlocked( mask, i ) && !( boundaryRepels && wfMesh_IsBoundaryVertex( mesh, i ) );
	}
	for ( int32_t i = 0; i < goals; ++i )
	{
		isFree[getGoalVertex( mesh, goal, i )] = 1;
	}
	for ( int32_t h = 0; h < 3 * triangleCount; ++h )
	{
		int32_t a = triangles[h], b = triangles[h % 3 == 2 ? h - 2 : h + 1];
		if ( isFree[a] && isFree[b] )
		{
			wfJoinSets( parent, a, b );
		}
	}
	for ( int32_t i = 0; i < goals; ++i )
	{
		connected[wfFindRoot( parent, getGoalVertex( mesh, goal, i ) )] = 1;
	}
	// The root of a set is its first vertex: it is known before the others ask.
	for ( int32_t i = 0; i < count; ++i )
	{
		connected[i] = isFree[i] ? connected[wfFindRoot( parent, i )] : 0;
	}
	return connected;
}

// -------------------------------------------------------------------------------------------------------------- walking

typedef struct Team
{
	const wfWalkGround* ground;
	wfSurfaceWalk* walks; // of the block
	int32_t first;		  // number of its first walk
	wfSurfacePath* paths;
	int32_t stride;
	wfSurfacePath own[WF_MAX_WORKERS]; // for walks whose path nobody keeps
} Team;

static wfResult trace( const wfWalkGround* ground, const wfSurfaceWalk* walk, wfSurfacePath* path )
{
	if ( ground->field != NULL )
	{
		return wfSurfaceField_TracePath( ground->field, walk->start, &ground->trace, path, NULL );
	}
	if ( walk->vertex >= 0 && wfSurfaceMask_IsVertexBlocked( ground->mask, walk->vertex ) )
	{
		return wf_startBlocked;
	}
	if ( walk->vertex >= 0 && !ground->connected[walk->vertex] )
	{
		// The boundary repels, nobody is said to start there.
		bool atBoundary = ground->boundaryRepels && wfMesh_IsBoundaryVertex( ground->mesh, walk->vertex );
		return atBoundary ? wf_startBlocked : wf_unreachable;
	}
	// Stuck on the way is what the method does wrong, not the surface.
	wfResult result = wfTraceSurfacePotential( ground->mesh, ground->p, walk->start, path );
	return result == wf_unreachable ? wf_numericalFailure : result;
}

static void walkRange( int32_t begin, int32_t end, int32_t worker, void* context )
{
	Team* team = context;
	const wfWalkGround* ground = team->ground;
	for ( int32_t i = begin; i < end; ++i )
	{
		wfSurfaceWalk* walk = team->walks + i;
		int32_t number = team->first + i;
		bool kept = team->paths != NULL && number % team->stride == 0;
		wfSurfacePath* path = kept ? team->paths + number / team->stride : team->own + worker;
		double began = wfGetSeconds();
		walk->result = trace( ground, walk, path );
		walk->seconds = wfGetSeconds() - began;
		if ( walk->result != wf_ok )
		{
			path->count = ground->field != NULL ? 0 : path->count;
			continue;
		}
		walk->untrue = !isPathTrue( ground, walk->start, path );
		walk->touches = wfSurfacePath_Touches( path, ground->mesh, ground->mask, false );
		bool atBoundary = walk->vertex >= 0 && wfMesh_IsBoundaryVertex( ground->mesh, walk->vertex );
		walk->touchesBoundary =
			ground->boundaryRepels && !atBoundary && wfSurfacePath_Touches( path, ground->mesh, ground->mask, true );
		walk->length = path->length;
		// The walk of 3DS-BVP does not measure it.
		walk->clearanceMean = ground->field != NULL ? path->clearanceMean : NAN;
		walk->clearanceMin = ground->field != NULL ? path->clearanceMin : NAN;
		walk->largestTurn = path->largestTurn;
		walk->rescues = path->rescues;
	}
}

static void addUp( const wfSurfaceWalk* walks, int32_t count, wfWalkTotals* totals )
{
	double clearances = 0.0, length = 0.0, seconds = 0.0;
	int64_t cleared = 0;
	*totals = ( wfWalkTotals ){ .walked = count, .clearanceMin = INFINITY };
	for ( int32_t i = 0; i < count; ++i )
	{
		const wfSurfaceWalk* walk = walks + i;
		if ( walk->result == wf_unreachable )
		{
			totals->unreachable += 1;
		}
		else if ( walk->result == wf_startBlocked )
		{
			totals->blocked += 1;
		}
		else if ( walk->result != wf_ok || walk->untrue )
		{
			totals->failed += 1;
		}
		else
		{
			totals->reached += 1;
			totals->touches += walk->touches;
			totals->boundaryTouches += walk->touchesBoundary;
			totals->rescues += walk->rescues;
			totals->largestTurn = fmax( totals->largestTurn, walk->largestTurn );
			totals->clearanceMin = fmin( totals->clearanceMin, walk->clearanceMin );
			length += walk->length;
			seconds += walk->seconds;
			cleared += isfinite( walk->clearanceMean );
			clearances += isfinite( walk->clearanceMean ) ? walk->clearanceMean : 0.0;
		}
	}
	double reached = (double)totals->reached;
	totals->lengthMean = totals->reached > 0 ? length / reached : NAN;
	totals->secondsMean = totals->reached > 0 ? seconds / reached : NAN;
	totals->clearanceMean = cleared > 0 ? clearances / (double)cleared : NAN;
}

wfWalkTotals wfWalkOnSurface( const wfWalkGround* ground, wfSurfaceWalk* walks, int32_t count, wfSurfacePath* paths,
							  int32_t stride )
{
	Team* team = wfNewArray( 1, sizeof( Team ) );
	*team = ( Team ){ .ground = ground, .paths = paths, .stride = stride };
	wfProgress progress;
	wfProgress_Begin( &progress, "walking" );
	for ( int32_t first = 0; first < count; first += BLOCK )
	{
		team->walks = walks + first;
		team->first = first;
		wfWorkers_ParallelFor( ground->workers, walkRange, count - first < BLOCK ? count - first : BLOCK, 16, team );
		wfExpect( wfProgress_Step( (double)( first + BLOCK ) / count, &progress ) ? wf_ok : wf_cancelled );
		for ( int32_t i = first; i < count && i < first + BLOCK; ++i )
		{
			wfExpect( walks[i].result == wf_outOfMemory ? wf_outOfMemory : wf_ok );
		}
	}
	wfProgress_End( &progress );
	for ( int32_t i = 0; i < WF_MAX_WORKERS; ++i )
	{
		wfSurfacePath_Free( &team->own[i] );
	}
	wfWalkTotals totals;
	addUp( walks, count, &totals );
	return totals;
}
