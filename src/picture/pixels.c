// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Discs and fading lines put straight on pixels: ten thousand a frame, where a general path filler would take its time.

#include "picture/pixels.h"
#include "base/arrays.h"
#include "picture/color.h"

// Distance of a point, given from the beginning of a segment, to it.
static double distanceTo( double x, double y, wfVec2 along, double square )
{
	double t = square > 0.0 ? ( x * along.x + y * along.y ) / square : 0.0;
	t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
	double dx = x - t * along.x, dy = y - t * along.y;
	return sqrt( dx * dx + dy * dy );
}

// ------------------------------------------------------------------------------------------------------------------- ink

static wfArrays arraysOf( wfInk* ink )
{
	size_t count = (size_t)ink->width * (size_t)ink->height;
	return ( wfArrays ){ { WF_ZEROED_ARRAY( ink->colors, count ), WF_ZEROED_ARRAY( ink->alphas, count ) } };
}

wfResult wfMakeInk( int32_t width, int32_t height, wfInk* ink )
{
	*ink = ( wfInk ){ .width = width, .height = height };
	wfArrays arrays = arraysOf( ink );
	return wfArrays_Allocate( &arrays );
}

void wfFreeInk( wfInk* ink )
{
	wfArrays arrays = arraysOf( ink );
	wfArrays_Free( &arrays );
	*ink = ( wfInk ){ 0 };
}

void wfInk_Fade( wfInk* ink, float factor )
{
	size_t count = (size_t)ink->width * (size_t)ink->height;
	for ( size_t i = 0; i < count; ++i )
	{
		// What nobody sees any more ends before it becomes denormal.
		ink->alphas[i] = ink->alphas[i] > 0.01f ? ink->alphas[i] * factor : 0.0f;
	}
}

void wfInk_Blend( const wfInk* ink, wfImage* target )
{
	size_t count = (size_t)ink->width * (size_t)ink->height;
	for ( size_t i = 0; i < count; ++i )
	{
		if ( ink->alphas[i] > 0.0f )
		{
			target->pixels[i] = wfMixColors( target->pixels[i], ink->colors[i], (double)ink->alphas[i] );
		}
	}
}

wfResult wfMakeGlow( wfBox2 box, wfInk* glow )
{
	int32_t left = (int32_t)floor( box.lower.x ), top = (int32_t)floor( box.lower.y );
	wfResult result = wfMakeInk( (int32_t)ceil( box.upper.x ) - left, (int32_t)ceil( box.upper.y ) - top, glow );
	glow->left = left;
	glow->top = top;
	return result;
}

void wfInk_AddGlow( wfInk* glow, wfVec2 from, wfVec2 to, double width, uint32_t rgb )
{
	wfVec2 a = { from.x - glow->left, from.y - glow->top }, b = { to.x - glow->left, to.y - glow->top };
	wfVec2 along = wfSub2( b, a );
	double square = wfDot2( along, along );
	wfPixelBox box = wfClipPixels( wfBoxAround( a, b, 0.5 * width + 1.0 ), ( wfPixelBox ){ 0, 0, glow->width, glow->height } );
	for ( int32_t y = box.top; y < box.bottom; ++y )
	{
		for ( int32_t x = box.left; x < box.right; ++x )
		{
			double distance = distanceTo( x + 0.5 - a.x, y + 0.5 - a.y, along, square );
			float alpha = (float)wfCover( 0.5 * width + 0.5 - distance );
			int64_t pixel = (int64_t)y * glow->width + x;
			if ( alpha > glow->alphas[pixel] || alpha > 0.6f )
			{
				glow->alphas[pixel] = fmaxf( alpha, glow->alphas[pixel] );
				glow->colors[pixel] = rgb;
			}
		}
	}
}

void wfInk_BlendGlow( const wfInk* glow, wfImage* image )
{
	for ( int32_t y = 0; y < glow->height && y + glow->top < image->height; ++y )
	{
		const float* alphas = glow->alphas + (int64_t)y * glow->width;
		const uint32_t* colors = glow->colors + (int64_t)y * glow->width;
		uint32_t* row = image->pixels + (int64_t)( y + glow->top ) * image->width + glow->left;
		for ( int32_t x = 0; x < glow->width && x + glow->left < image->width; ++x )
		{
			if ( alphas[x] > 0.0f )
			{
				row[x] = wfMixPixels( row[x], colors[x], (uint32_t)( 256.0f * 0.7f * alphas[x] ) );
			}
		}
	}
}

// ---------------------------------------------------------------------------------------------------------------- discs

void wfStampDisc( wfImage* image, wfBox2 clip, const wfStamp* stamp )
{
	double radius = fmax( stamp->radius, 1.1 ), rim = radius > 2.5 ? fmin( fmax( 0.14 * radius, 0.6 ), 1.6 ) : 0.0;
	bool headed = radius > 2.2 && ( stamp->heading.x != 0.0 || stamp->heading.y != 0.0 );
	double reach = ( headed ? 1.42 * radius : radius ) + 1.5, half = fmin( fmax( 0.1 * radius, 0.5 ), 1.6 );
	wfVec2 tick = wfScale2( 1.42 * radius, stamp->heading ), at = stamp->center;
	double square = wfDot2( tick, tick );
	if ( !( fabs( at.x ) < 1e6 && fabs( at.y ) < 1e6 ) )
	{
		return;
	}
	wfPixelBox box = wfPixelsAround( image, clip, at, reach );
	uint32_t dark = wfMixColors( stamp->rgb, 0x000000u, 0.6 );
	for ( int32_t y = box.top; y < box.bottom; ++y )
	{
		uint32_t* row = image->pixels + (int64_t)y * image->width;
		for ( int32_t x = box.left; x < box.right; ++x )
		{
			double dx = x + 0.5 - at.x, dy = y + 0.5 - at.y, distance = sqrt( dx * dx + dy * dy );
			double disc = wfCover( radius + 0.5 - distance );
			if ( disc > 0.0 )
			{
				uint32_t edge = (uint32_t)( 256.0 * wfCover( distance - radius + rim ) );
				uint32_t inside = rim > 0.0 ? wfMixPixels( stamp->rgb, dark, edge ) : stamp->rgb;
				row[x] = wfMixPixels( row[x], inside, (uint32_t)( 256.0 * disc ) );
			}
			if ( headed )
			{
				wfBlendPixel( row + x, WF_WALL, wfCover( half + 0.5 - distanceTo( dx, dy, tick, square ) ) );
			}
		}
	}
}
