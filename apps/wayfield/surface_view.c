// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Which side of a surface to look at when nobody says: the one the paths are on.
#include "surface.h"

#include "base/vec3.h"

#include <math.h>

// Below this share of their length paths go all around: no side shows more of them than another.
#define LEAST_SHARE 0.15
#define LOWEST_ELEVATION ( -0.7 )
#define HIGHEST_ELEVATION 1.1

// Six times the volume: below 0 where the normals of a closed mesh point inward.
static double measureVolume( const wfMesh* mesh )
{
	const wfVec3* vertices = wfMesh_GetVertices( mesh );
	const int32_t* triangles = wfMesh_GetTriangles( mesh );
	double volume = 0.0;
	for ( int32_t t = 0; t < wfMesh_GetTriangleCount( mesh ); ++t )
	{
		wfVec3 a = vertices[triangles[3 * t]], b = vertices[triangles[3 * t + 1]], c = vertices[triangles[3 * t + 2]];
		volume += wfDot3( a, wfCross3( b, c ) );
	}
	return volume;
}

void wfChooseSurfaceView( const wfMesh* mesh, const wfSurfacePath* paths, int32_t count, wfView* view )
{
	wfVec3 sum = { 0.0, 0.0, 0.0 };
	double total = 0.0;
	for ( int32_t p = 0; p < count; ++p )
	{
		for ( int32_t k = 0; k + 1 < paths[p].count; ++k )
		{
			wfVec3 a = paths[p].points[k], b = paths[p].points[k + 1], d = { b.x - a.x, b.y - a.y, b.z - a.z };
			wfVec3 normal = wfMesh_GetNormal( mesh, paths[p].triangles[k] );
			double length = sqrt( wfDot3( d, d ) );
			sum = ( wfVec3 ){ sum.x + length * normal.x, sum.y + length * normal.y, sum.z + length * normal.z };
			total += length;
		}
	}
	// In the axes of a view with z up.
	wfVec3 side = view->yUp ? ( wfVec3 ){ sum.x, -sum.z, sum.y } : sum;
	wfMeshReport report = wfMesh_GetReport( mesh );
	double size = sqrt( wfDot3( side, side ) );
	if ( !report.orientable || !( size > LEAST_SHARE * total ) )
	{
		return;
	}
	bool away = report.closed ? measureVolume( mesh ) < 0.0 : side.z < 0.0;
	double sign = away ? -1.0 : 1.0;
	view->azimuth = fabs( side.x ) + fabs( side.y ) > 0.1 * size ? atan2( sign * side.y, sign * side.x ) : view->azimuth;
	double elevation = asin( fmax( -1.0, fmin( 1.0, sign * side.z / size ) ) );
	view->elevation = fmax( LOWEST_ELEVATION, fmin( HIGHEST_ELEVATION, elevation ) );
}

wfView wfMakeView( const double* degrees, bool yUp )
{
	const double radians = 3.14159265358979323846 / 180.0;
	wfView view = wfDefaultSurfacePictureDef().view;
	view.yUp = yUp;
	if ( wfIsGiven( "view" ) )
	{
		view.azimuth = degrees[0] * radians;
		view.elevation = degrees[1] * radians;
	}
	return view;
}
