// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The nearest place of a mesh.

#include "mesh/build.h"

static double clampUnit( double x )
{
	return wfMin( wfMax( x, 0.0 ), 1.0 );
}

// Parameter of the nearest point of the edge from `a` on along `edge`.
static double nearestOnEdge( wfVec3 a, wfVec3 edge, wfVec3 position )
{
	double square = wfDot3( edge, edge );
	return square > 0.0 ? clampUnit( wfDot3( wfSub3( position, a ), edge ) / square ) : 0.0;
}

static double squareToPlace( wfVec3 ap, wfVec3 ab, wfVec3 ac, double u, double v )
{
	wfVec3 d = wfSub3( ap, wfAdd3( wfScale3( u, ab ), wfScale3( v, ac ) ) );
	return wfDot3( d, d );
}

// The foot of the perpendicular within a triangle that is nearly flat, seen from the corner across its longest edge, where
// rounding spoils it least. False where it lies outside.
static bool findFootInNeedle( const wfMesh* mesh, int32_t triangle, wfVec3 position, wfSurfacePoint* foot )
{
	const int32_t* corners = mesh->triangles + 3 * (size_t)triangle;
	int32_t k = 0;
	double longest = -1.0;
	for ( int32_t i = 0; i < 3; ++i )
	{
		wfVec3 edge = wfSub3( mesh->vertices[corners[( i + 2 ) % 3]], mesh->vertices[corners[( i + 1 ) % 3]] );
		double square = wfDot3( edge, edge );
		k = square > longest ? i : k;
		longest = wfMax( longest, square );
	}
	wfVec3 a = mesh->vertices[corners[k]];
	wfVec3 ab = wfSub3( mesh->vertices[corners[( k + 1 ) % 3]], a ), ac = wfSub3( mesh->vertices[corners[( k + 2 ) % 3]], a );
	wfVec3 ap = wfSub3( position, a );
	double abab = wfDot3( ab, ab ), acac = wfDot3( ac, ac ), abac = wfDot3( ab, ac );
	double abap = wfDot3( ab, ap ), acap = wfDot3( ac, ap );
	double determinant = abab * acac - abac * abac;
	double u = acac * abap - abac * acap, v = abab * acap - abac * abap;
	if ( !( determinant > 0.0 && u >= 0.0 && v >= 0.0 && u + v <= determinant ) )
	{
		return false;
	}
	double weight[3];
	weight[( k + 1 ) % 3] = u / determinant;
	weight[( k + 2 ) % 3] = v / determinant;
	weight[k] = wfMax( 1.0 - u / determinant - v / determinant, 0.0 );
	*foot = ( wfSurfacePoint ){ triangle, weight[1], wfMin( weight[2], 1.0 - weight[1] ) };
	return true;
}

// Nearest place of a triangle, with the square of its distance.
static wfSurfacePoint nearestOnTriangle( const wfMesh* mesh, int32_t triangle, wfVec3 position, double* square )
{
	const int32_t* corners = mesh->triangles + 3 * (size_t)triangle;
	wfVec3 a = mesh->vertices[corners[0]], b = mesh->vertices[corners[1]], c = mesh->vertices[corners[2]];
	wfVec3 ab = wfSub3( b, a ), ac = wfSub3( c, a ), ap = wfSub3( position, a );
	double abab = wfDot3( ab, ab ), acac = wfDot3( ac, ac ), abac = wfDot3( ab, ac );
	double abap = wfDot3( ab, ap ), acap = wfDot3( ac, ap );
	double determinant = abab * acac - abac * abac;
	double u = acac * abap - abac * acap, v = abab * acap - abac * abap;
	// Inside of the triangle's prism the foot of the perpendicular, which rounding spoils at corners that are nearly flat.
	bool plain = determinant > 1e-4 * abab * acac;
	if ( plain && u >= 0.0 && v >= 0.0 && u + v <= determinant )
	{
		wfSurfacePoint foot = { triangle, u / determinant, v / determinant };
		*square = squareToPlace( ap, ab, ac, foot.u, foot.v );
		return foot;
	}
	double r = nearestOnEdge( b, wfSub3( c, b ), position );
	wfSurfacePoint candidates[4] = { { triangle, abab > 0.0 ? clampUnit( abap / abab ) : 0.0, 0.0 },
									 { triangle, 0.0, acac > 0.0 ? clampUnit( acap / acac ) : 0.0 },
									 { triangle, 1.0 - r, r } };
	int32_t count = plain || !findFootInNeedle( mesh, triangle, position, &candidates[3] ) ? 3 : 4;
	wfSurfacePoint best = candidates[0];
	*square = squareToPlace( ap, ab, ac, best.u, best.v );
	for ( int32_t k = 1; k < count; ++k )
	{
		double other = squareToPlace( ap, ab, ac, candidates[k].u, candidates[k].v );
		if ( other < *square )
		{
			*square = other;
			best = candidates[k];
		}
	}
	return best;
}

wfSurfacePoint wfMesh_FindNearest( const wfMesh* mesh, wfVec3 position, double* distance )
{
	wfSurfacePoint best = { -1, 0.0, 0.0 };
	double bestSquare = INFINITY;
	bool asked = !WF_FAILS( mesh != NULL ) && wfIsPlace3( position );
	wfNearSearch search = wfFindNear( asked ? &mesh->tree : &( wfBoxTree ){ 0 }, position );
	// Boxes as far away as the best are searched too: of equal distances the lowest triangle counts, whatever the tree.
	while ( wfNearSearch_Next( &search, bestSquare, false ) )
	{
		for ( int32_t k = search.first; k < search.end; ++k )
		{
			double square;
			wfSurfacePoint point = nearestOnTriangle( mesh, mesh->tree.order[k], position, &square );
			if ( square < bestSquare || ( square == bestSquare && point.triangle < best.triangle ) )
			{
				bestSquare = square;
				best = point;
			}
		}
	}
	if ( distance != NULL )
	{
		*distance = sqrt( bestSquare );
	}
	return best;
}
