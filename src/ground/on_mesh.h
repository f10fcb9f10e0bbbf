// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Places of a mesh seen from close by, as if the surface around them were unrolled, and straight walks over it.
#pragma once

#include "ground/ground.h"

// The plane that touches a mesh at a place, with the axes of its triangle.
typedef struct wfTangent
{
	wfVec3 position, axisX, axisY, normal;
} wfTangent;

static inline wfVec3 wfNormalOf( const wfMesh* mesh, int32_t triangle )
{
	return wfCross3( mesh->axisX[triangle], mesh->axisY[triangle] );
}

static inline wfTangent wfTangentAt( const wfMesh* mesh, wfPlace place )
{
	int32_t triangle = place.triangle;
	return ( wfTangent ){ wfPositionOfFlat( mesh, triangle, ( wfFlat ){ place.x, place.y } ), mesh->axisX[triangle],
						  mesh->axisY[triangle], wfNormalOf( mesh, triangle ) };
}

// A 3D vector in its axes, and back.
static inline wfVec2 wfIntoAxes( const wfTangent* tangent, wfVec3 v )
{
	return ( wfVec2 ){ wfDot3( v, tangent->axisX ), wfDot3( v, tangent->axisY ) };
}

static inline wfVec3 wfOutOfAxes( const wfTangent* tangent, double x, double y )
{
	return wfAdd3( wfScale3( x, tangent->axisX ), wfScale3( y, tangent->axisY ) );
}

// From there to a 3D position with a given surface normal: direction and length of the path along a surface of constant curvature
// in between. Exact in the plane and on spheres.
wfVec2 wfRollOut( const wfTangent* from, wfVec3 to, wfVec3 normal );

// Patches with cells of at least this size. They only grow, so that saved states continue with the same ones.
wfResult wfGround_MakePatches( wfGround* ground, double cellSize, wfError* error );

// Call for each wall on the patches around one that may be nearer than `reach`, for some more than once.
typedef void wfWallFcn( int32_t wall, void* context );
void wfVisitWalls( const wfPatchMap* map, int32_t patch, float reach, wfWallFcn* visit, void* context );

// To the nearest wall, at most `most`; exact unless it is less than `enough`. Needs no patches.
double wfFindWallDistance( const wfGround* ground, wfVec3 position, double most, double enough );

// Whether no wall is nearer to a position than this.
static inline bool wfIsFreeOfWalls( const wfGround* ground, wfVec3 position, double radius )
{
	return wfFindWallDistance( ground, position, radius, radius ) >= radius;
}

wfResult wfGround_AddGoal( wfGround* ground, const wfSurfaceGoalDef* def, double reach, wfGoalId* id, wfError* error );

// A straight walk over the mesh.
typedef struct wfStride
{
	int32_t triangle;
	wfFlat place;
	wfFlat direction;	   // of the walk where it ends, as long as it was
	double xx, xy, yx, yy; // images of the axes at its start
	double walked;
	bool stopped; // before what may not be entered
} wfStride;

// Straight on from a place for `length` metres along a unit direction, in the triangle's axes, or up to what may not be entered.
wfStride wfGround_Stride( const wfGround* ground, wfPlace from, wfFlat direction, double length );
