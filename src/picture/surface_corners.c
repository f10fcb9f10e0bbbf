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

// Mean over the pixels around that lie on the same surface: the samples' pattern disappears, edges stay.
static double smoothCorner( const wfSurfaceImage* image, const uint8_t* corners, double tolerance, int32_t x, int32_t y )
{
	int32_t width = image->image.width, height = image->image.height, sum = 0, count = 0;
	double depth = (double)image->depth[(int64_t)y * width + x];
	for ( int32_t v = y - 2; v <= y + 2; ++v )
	{
		for ( int32_t u = x - 2; u <= x + 2; ++u )
		{
			bool inside = u >= 0 && v >= 0 && u < width && v < height;
			int64_t pixel = inside ? (int64_t)v * width + u : 0;
			if ( inside && fabs( (double)image->depth[pixel] - depth ) < tolerance )
			{
				sum += corners[pixel];
				count += 1;
			}
		}
	}
	return count > 0 ? sum / ( 255.0 * count ) : 0.0;
}

wfResult wfShadeCorners( wfSurfaceImage* image, const wfCamera* camera )
{
	int32_t width = image->image.width, height = image->image.height;
	size_t count = (size_t)width * (size_t)height;
	uint8_t* corners = wfAllocateZeroed( count );
	if ( corners == NULL )
	{
		return wf_outOfMemory;
	}
	wfOffset offsets[WF_CORNER_SAMPLES];
	double pixels = WF_CORNER_REACH * camera->size * camera->scale;
	placeSamples( fmin( pixels, 0.15 * ( width + height ) ), offsets );
	for ( int32_t y = 0; y < height; ++y )
	{
		for ( int32_t x = 0; x < width; ++x )
		{
			int64_t pixel = (int64_t)y * width + x;
			if ( image->depth[pixel] > -INFINITY )
			{
				corners[pixel] = (uint8_t)( 255.0 * measureCorner( image, camera, offsets, x, y ) + 0.5 );
			}
		}
	}
	for ( int32_t y = 0; y < height; ++y )
	{
		for ( int32_t x = 0; x < width; ++x )
		{
			int64_t pixel = (int64_t)y * width + x;
			if ( image->depth[pixel] > -INFINITY )
			{
				double part = smoothCorner( image, corners, 0.02 * camera->size, x, y );
				image->image.pixels[pixel] = wfMixColors( image->image.pixels[pixel], 0x0B0D14u, WF_CORNER_STRENGTH * part );
			}
		}
	}
	wfRelease( corners, count );
	return wf_ok;
}
