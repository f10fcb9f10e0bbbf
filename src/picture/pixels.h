// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What is put straight on pixels: which of them, how much of each, and lines that stay there for a while.
#pragma once

#include "picture/canvas.h"

#include <math.h>

typedef struct wfPixelBox
{
	int32_t left, top, right, bottom; // the last two beyond the end
} wfPixelBox;

static inline int32_t wfClampPixel( double value, int32_t low, int32_t high )
{
	return value <= low ? low : value >= high ? high : (int32_t)value;
}

// All that a box touches.
static inline wfPixelBox wfClipPixels( wfBox2 box, wfPixelBox limit )
{
	return ( wfPixelBox ){ wfClampPixel( floor( box.lower.x ), limit.left, limit.right ),
						   wfClampPixel( floor( box.lower.y ), limit.top, limit.bottom ),
						   wfClampPixel( ceil( box.upper.x ), limit.left, limit.right ),
						   wfClampPixel( ceil( box.upper.y ), limit.top, limit.bottom ) };
}

// Those around a place of an image that lie in a part of it whole.
static inline wfPixelBox wfPixelsAround( const wfImage* image, wfBox2 part, wfVec2 center, double reach )
{
	wfPixelBox limit = {
		wfClampPixel( ceil( part.lower.x ), 0, image->width ), wfClampPixel( ceil( part.lower.y ), 0, image->height ),
		wfClampPixel( floor( part.upper.x ), 0, image->width ), wfClampPixel( floor( part.upper.y ), 0, image->height ) };
	return wfClipPixels( wfBoxAround( center, center, reach ), limit );
}

// Within [0, 1]: how much of a pixel is covered by what reaches so far into it.
static inline double wfCover( double inside )
{
	return inside <= 0.0 ? 0.0 : inside >= 1.0 ? 1.0 : inside;
}

// `part` of 256 of `above`.
static inline uint32_t wfMixPixels( uint32_t below, uint32_t above, uint32_t part )
{
	uint32_t mixed = 0;
	for ( uint32_t shift = 0; shift <= 16; shift += 8 )
	{
		uint32_t a = below >> shift & 255u, b = above >> shift & 255u;
		mixed |= ( ( a * ( 256u - part ) + b * part ) >> 8 ) << shift;
	}
	return mixed;
}

static inline void wfBlendPixel( uint32_t* pixel, uint32_t rgb, double part )
{
	if ( part > 0.0 )
	{
		*pixel = wfMixPixels( *pixel, rgb, (uint32_t)( 256.0 * ( part < 1.0 ? part : 1.0 ) ) );
	}
}

// Lines above an image, one colour and its opacity per pixel: painted once however many lines meet there.
typedef struct wfInk
{
	int32_t left, top, width, height; // on the image
	uint32_t* colors;
	float* alphas;
} wfInk;

wfResult wfMakeInk( int32_t width, int32_t height, wfInk* ink );
void wfFreeInk( wfInk* ink );
void wfInk_Fade( wfInk* ink, float factor );
void wfInk_Blend( const wfInk* ink, wfImage* target );

// In the plane: trails that glow where people were.
wfResult wfMakeGlow( wfBox2 box, wfInk* glow );
// Places and width in the image's pixels.
void wfInk_AddGlow( wfInk* glow, wfVec2 from, wfVec2 to, double width, uint32_t rgb );
void wfInk_BlendGlow( const wfInk* glow, wfImage* image );

typedef struct wfStamp
{
	wfVec2 center;
	double radius;
	wfVec2 heading; // y down, as on the image; {0, 0}: none
	uint32_t rgb;
	double depth; // half of what it measures along the heading; 0, or no less than the radius: a disc
} wfStamp;

// A disc, or shoulders and a head, with an outline and a heading, inside of a box of the image.
void wfStampDisc( wfImage* image, wfBox2 clip, const wfStamp* stamp );
