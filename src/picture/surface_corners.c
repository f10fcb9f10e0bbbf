// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Less light in corners and under overhangs, from the depths around each pixel.

#include "base/base.h"
#include "picture/surface_drawing.h"

#include <math.h>

#define WF_CORNER_RINGS 5
#define WF_CORNER_RAYS 10
#define WF_CORNER_SAMPLES ( WF_CORNER_RINGS * WF_CORNER_RAYS )
// How far corners reach, part of the mesh's size.
#define WF_CORNER_REACH 0.055
#define WF_CORNER_STRENGTH 0.62
// Pictures longer than this are measured at every second pixel, twice as long ones at every third.
#define WF_LATTICE_PIXELS 800

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

static int32_t clampIndex( int32_t index, int32_t count )
{
	return index < 0 ? 0 : index >= count ? count - 1 : index;
}

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
			int32_t u = clampIndex( i * step, width ), v = clampIndex( j * step, height );
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
	for ( int32_t j = 0; j < lattice->rows; ++j )
	{
		for ( int32_t i = 0; i < lattice->columns; ++i )
		{
			int32_t x = clampIndex( i * lattice->step, width ), y = clampIndex( j * lattice->step, height );
			if ( image->depth[(int64_t)y * width + x] > -INFINITY )
			{
				double part = measureCorner( image, camera, offsets, x, y );
				lattice->values[(int64_t)j * lattice->columns + i] = (uint8_t)( 255.0 * part + 0.5 );
			}
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
	for ( int32_t y = 0; y < height; ++y )
	{
		for ( int32_t x = 0; x < width; ++x )
		{
			int64_t pixel = (int64_t)y * width + x;
			if ( image->depth[pixel] > -INFINITY )
			{
				double part = smoothCorner( image, &lattice, 0.02 * camera->size, x, y );
				image->image.pixels[pixel] = wfMixColors( image->image.pixels[pixel], 0x0B0D14u, WF_CORNER_STRENGTH * part );
			}
		}
	}
	wfRelease( lattice.values, count );
	return wf_ok;
}
