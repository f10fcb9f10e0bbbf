// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// How a mesh catches the light: normals at the corners of triangles, creases, the light itself, and less of it in corners and
// under overhangs, from the depths around each pixel.

#include "base/arrays.h"
#include "picture/surface_drawing.h"

#include <math.h>

// Triangles that turn by more from each other meet at a crease: the cosine of 40 degrees.
#define WF_CREASE_COSINE 0.766
// Creases that turn by more are drawn as lines: the cosine of 60 degrees.
#define WF_LINE_COSINE 0.5
// More triangles around a vertex than this keep their own normals: comparing all pairs would take its time.
#define WF_MAX_RING 512
#define WF_CORNER_RINGS 5
#define WF_CORNER_RAYS 10
#define WF_CORNER_SAMPLES ( WF_CORNER_RINGS * WF_CORNER_RAYS )
// How far corners reach, part of the mesh's size.
#define WF_CORNER_REACH 0.055
#define WF_CORNER_STRENGTH 0.62
// Pictures longer than this are measured at every second pixel, twice as long ones at every third.
#define WF_LATTICE_PIXELS 800

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

static wfArrays reliefOf( wfSurfaceDrawing* scene )
{
	int32_t count = scene->mesh->triangleCount;
	return ( wfArrays ){ { WF_ONE_ARRAY( scene->normals, 9 * (size_t)count ), WF_ONE_ARRAY( scene->edge, 3 * (size_t)count ) } };
}

wfResult wfMakeRelief( wfSurfaceDrawing* scene )
{
	const wfMesh* mesh = scene->mesh;
	wfVec3* normals = NULL;
	double* angles = NULL;
	wfArrays work = { { WF_ONE_ARRAY( normals, mesh->triangleCount ), WF_ONE_ARRAY( angles, 3 * (size_t)mesh->triangleCount ) } };
	wfArrays relief = reliefOf( scene );
	wfResult result = wfArrays_Allocate( &work );
	result = result == wf_ok ? wfArrays_Allocate( &relief ) : result;
	for ( int32_t t = 0; t < mesh->triangleCount && result == wf_ok; ++t )
	{
		wfVec3 face = wfFaceOf( mesh, t );
		double length = wfLength3( face );
		normals[t] = length > 0.0 ? wfScale3( 1.0 / length, face ) : ( wfVec3 ){ 0.0, 0.0, 0.0 };
		for ( int32_t k = 0; k < 3; ++k )
		{
			angles[3 * t + k] = cornerAngle( mesh, 3 * t + k );
		}
	}
	if ( result == wf_ok )
	{
		bool oriented = isOriented( mesh );
		for ( int32_t v = 0; v < mesh->vertexCount; ++v )
		{
			smoothVertex( scene, normals, angles, v, oriented );
		}
		findCreases( scene, normals );
	}
	wfArrays_Free( &work );
	return result;
}

void wfFreeRelief( wfSurfaceDrawing* scene )
{
	wfArrays relief = reliefOf( scene );
	wfArrays_Free( &relief );
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
	// A dull shine shows how the surface bends where colours are dark.
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

// -------------------------------------------------------------------------------------------------------------- corners

typedef struct wfOffset
{
	int32_t x, y;
} wfOffset;

// Rings turned against each other, closer together near the pixel.
static void placeSamples( double pixels, wfOffset offsets[WF_CORNER_SAMPLES] )
{
	for ( int32_t i = 0; i < WF_CORNER_SAMPLES; ++i )
	{
		double ring = ( i / WF_CORNER_RAYS + 1.0 ) / WF_CORNER_RINGS, radius = pixels * ring * sqrt( ring );
		double angle = 6.283185307179586 * ( i % WF_CORNER_RAYS + 0.381966 * ( i / WF_CORNER_RAYS ) ) / WF_CORNER_RAYS;
		offsets[i] = ( wfOffset ){ (int32_t)lround( radius * cos( angle ) ), (int32_t)lround( radius * sin( angle ) ) };
	}
}

// How much of the sky above a place the surface around it takes, in [0, 1].
static double measureCorner( const wfSurfaceImage* image, const wfCamera* camera, const wfOffset* offsets, int32_t x, int32_t y )
{
	int32_t width = image->image.width, height = image->image.height;
	int64_t pixel = (int64_t)y * width + x;
	double reach = WF_CORNER_REACH * camera->size, taken = 0.0, depth = (double)image->depth[pixel];
	double metres = ( camera->distance > 0.0 ? 1.0 - depth / camera->distance : 1.0 ) / camera->scale;
	wfVec3 n = wfUnpackNormal( image->normal[pixel] );
	for ( int32_t i = 0; i < WF_CORNER_SAMPLES; ++i )
	{
		int32_t u = x + offsets[i].x, v = y + offsets[i].y;
		bool inside = u >= 0 && v >= 0 && u < width && v < height;
		double other = inside ? (double)image->depth[(int64_t)v * width + u] : -INFINITY;
		double rise = other - depth;
		if ( rise > -reach && rise < 2.0 * reach )
		{
			double dx = offsets[i].x * metres, dy = -offsets[i].y * metres;
			double length = sqrt( dx * dx + dy * dy + rise * rise );
			double above = length > 0.0 ? ( dx * n.x + dy * n.y + rise * n.z ) / length : 0.0;
			double near = 1.0 - length / ( 2.0 * reach );
			taken += above > 0.12 && near > 0.0 ? ( above - 0.12 ) * near : 0.0;
		}
	}
	double part = 2.6 * taken / WF_CORNER_SAMPLES;
	return part < 1.0 ? part : 1.0;
}

// Measured on a lattice only: corners change slowly over the picture, and large pictures have many pixels.
typedef struct wfCornerLattice
{
	uint8_t* values; // 255: all of the sky is taken
	int32_t columns, rows, step;
} wfCornerLattice;

// Weighted mean over the points of the lattice around that lie on the same surface: the samples' pattern disappears, edges stay.
static double smoothCorner( const wfSurfaceImage* image, const wfCornerLattice* lattice, double tolerance, int32_t x, int32_t y )
{
	int32_t width = image->image.width, height = image->image.height, step = lattice->step;
	double depth = (double)image->depth[(int64_t)y * width + x], sum = 0.0, weights = 0.0;
	for ( int32_t j = y / step - 2; j <= y / step + 3; ++j )
	{
		for ( int32_t i = x / step - 2; i <= x / step + 3; ++i )
		{
			bool inside = i >= 0 && j >= 0 && i < lattice->columns && j < lattice->rows;
			int32_t u = wfClampPixel( i * step, 0, width - 1 ), v = wfClampPixel( j * step, 0, height - 1 );
			double weight = ( 3.0 - fabs( (double)( x - u ) ) / step ) * ( 3.0 - fabs( (double)( y - v ) ) / step );
			if ( inside && weight > 0.0 && fabs( (double)image->depth[(int64_t)v * width + u] - depth ) < tolerance )
			{
				sum += weight * lattice->values[(int64_t)j * lattice->columns + i];
				weights += weight;
			}
		}
	}
	return weights > 0.0 ? sum / ( 255.0 * weights ) : 0.0;
}

static void measureLattice( const wfSurfaceImage* image, const wfCamera* camera, wfCornerLattice* lattice )
{
	int32_t width = image->image.width, height = image->image.height;
	wfOffset offsets[WF_CORNER_SAMPLES];
	double pixels = WF_CORNER_REACH * camera->size * camera->scale;
	placeSamples( fmin( pixels, 0.15 * ( width + height ) ), offsets );
	for ( int32_t k = 0; k < lattice->rows * lattice->columns; ++k )
	{
		int32_t x = wfClampPixel( k % lattice->columns * lattice->step, 0, width - 1 );
		int32_t y = wfClampPixel( k / lattice->columns * lattice->step, 0, height - 1 );
		if ( image->depth[(int64_t)y * width + x] > -INFINITY )
		{
			lattice->values[k] = (uint8_t)( 255.0 * measureCorner( image, camera, offsets, x, y ) + 0.5 );
		}
	}
}

wfResult wfShadeCorners( wfSurfaceImage* image, const wfCamera* camera )
{
	int32_t width = image->image.width, height = image->image.height, longer = width > height ? width : height;
	wfCornerLattice lattice = { .step = 1 + longer / WF_LATTICE_PIXELS };
	lattice.columns = ( width + lattice.step - 1 ) / lattice.step + 1;
	lattice.rows = ( height + lattice.step - 1 ) / lattice.step + 1;
	size_t count = (size_t)lattice.columns * (size_t)lattice.rows;
	lattice.values = wfAllocateZeroed( count );
	if ( lattice.values == NULL )
	{
		return wf_outOfMemory;
	}
	measureLattice( image, camera, &lattice );
	for ( int32_t pixel = 0; pixel < width * height; ++pixel )
	{
		if ( image->depth[pixel] > -INFINITY )
		{
			double part = smoothCorner( image, &lattice, 0.02 * camera->size, pixel % width, pixel / width );
			image->image.pixels[pixel] = wfMixColors( image->image.pixels[pixel], 0x0B0D14u, WF_CORNER_STRENGTH * part );
		}
	}
	wfRelease( lattice.values, count );
	return wf_ok;
}
