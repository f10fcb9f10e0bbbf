// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Discs and fading lines put straight on pixels: ten thousand a frame, where a general path filler would take its time.

#include "base/base.h"
#include "picture/video.h"

#include <math.h>

typedef struct wfPixelBox
{
	int32_t left, top, right, bottom; // the last two beyond the end
} wfPixelBox;

static int32_t clampPixel( double value, int32_t low, int32_t high )
{
	return value <= low ? low : value >= high ? high : (int32_t)value;
}

static wfPixelBox clipBox( wfVec2 lower, wfVec2 upper, wfPixelBox limit )
{
	return ( wfPixelBox ){
		clampPixel( floor( lower.x ), limit.left, limit.right ), clampPixel( floor( lower.y ), limit.top, limit.bottom ),
		clampPixel( ceil( upper.x ), limit.left, limit.right ), clampPixel( ceil( upper.y ), limit.top, limit.bottom ) };
}

static double coverage( double inside )
{
	return inside <= 0.0 ? 0.0 : inside >= 1.0 ? 1.0 : inside;
}

// Distance of a point, given from the beginning of a segment, to it.
static double distanceTo( double x, double y, wfVec2 along, double square )
{
	double t = square > 0.0 ? ( x * along.x + y * along.y ) / square : 0.0;
	t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
	double dx = x - t * along.x, dy = y - t * along.y;
	return sqrt( dx * dx + dy * dy );
}

// ------------------------------------------------------------------------------------------------------------------ glow

wfResult wfMakeGlow( wfBox2 box, wfGlow* glow )
{
	*glow = ( wfGlow ){ (int32_t)floor( box.lower.x ), (int32_t)floor( box.lower.y ), 0, 0, NULL, NULL };
	glow->width = (int32_t)ceil( box.upper.x ) - glow->left;
	glow->height = (int32_t)ceil( box.upper.y ) - glow->top;
	size_t count = (size_t)glow->width * (size_t)glow->height;
	glow->colors = wfAllocateZeroed( count * sizeof( uint32_t ) );
	glow->alphas = wfAllocateZeroed( count * sizeof( float ) );
	return glow->colors != NULL && glow->alphas != NULL ? wf_ok : wf_outOfMemory;
}

void wfFreeGlow( wfGlow* glow )
{
	size_t count = (size_t)glow->width * (size_t)glow->height;
	wfReleaseArray( glow->colors, count, sizeof( uint32_t ) );
	wfReleaseArray( glow->alphas, count, sizeof( float ) );
	*glow = ( wfGlow ){ 0 };
}

void wfGlow_Fade( wfGlow* glow, float factor )
{
	size_t count = (size_t)glow->width * (size_t)glow->height;
	for ( size_t i = 0; i < count; ++i )
	{
		// What nobody sees any more ends before it becomes denormal.
		glow->alphas[i] = glow->alphas[i] > 0.01f ? glow->alphas[i] * factor : 0.0f;
	}
}

void wfGlow_AddLine( wfGlow* glow, wfVec2 from, wfVec2 to, double width, uint32_t rgb )
{
	wfVec2 a = { from.x - glow->left, from.y - glow->top }, b = { to.x - glow->left, to.y - glow->top };
	wfVec2 along = { b.x - a.x, b.y - a.y };
	double reach = 0.5 * width + 1.0, square = along.x * along.x + along.y * along.y;
	wfPixelBox box = clipBox( ( wfVec2 ){ fmin( a.x, b.x ) - reach, fmin( a.y, b.y ) - reach },
							  ( wfVec2 ){ fmax( a.x, b.x ) + reach, fmax( a.y, b.y ) + reach },
							  ( wfPixelBox ){ 0, 0, glow->width, glow->height } );
	for ( int32_t y = box.top; y < box.bottom; ++y )
	{
		for ( int32_t x = box.left; x < box.right; ++x )
		{
			double distance = distanceTo( x + 0.5 - a.x, y + 0.5 - a.y, along, square );
			float alpha = (float)coverage( 0.5 * width + 0.5 - distance );
			int64_t pixel = (int64_t)y * glow->width + x;
			if ( alpha > glow->alphas[pixel] || alpha > 0.6f )
			{
				glow->alphas[pixel] = fmaxf( alpha, glow->alphas[pixel] );
				glow->colors[pixel] = rgb;
			}
		}
	}
}

void wfGlow_Blend( const wfGlow* glow, wfImage* image )
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
	wfVec2 tick = { 1.42 * radius * stamp->heading.x, 1.42 * radius * stamp->heading.y }, at = stamp->center;
	double square = tick.x * tick.x + tick.y * tick.y;
	if ( !( fabs( at.x ) < 1e6 && fabs( at.y ) < 1e6 ) )
	{
		return;
	}
	wfPixelBox limit = {
		clampPixel( ceil( clip.lower.x ), 0, image->width ), clampPixel( ceil( clip.lower.y ), 0, image->height ),
		clampPixel( floor( clip.upper.x ), 0, image->width ), clampPixel( floor( clip.upper.y ), 0, image->height ) };
	wfPixelBox box = clipBox( ( wfVec2 ){ at.x - reach, at.y - reach }, ( wfVec2 ){ at.x + reach, at.y + reach }, limit );
	uint32_t dark = wfMixColors( stamp->rgb, 0x000000u, 0.6 );
	for ( int32_t y = box.top; y < box.bottom; ++y )
	{
		uint32_t* row = image->pixels + (int64_t)y * image->width;
		for ( int32_t x = box.left; x < box.right; ++x )
		{
			double dx = x + 0.5 - at.x, dy = y + 0.5 - at.y, distance = sqrt( dx * dx + dy * dy );
			double disc = coverage( radius + 0.5 - distance );
			if ( disc > 0.0 )
			{
				uint32_t inside = rim > 0.0
									  ? wfMixPixels( stamp->rgb, dark, (uint32_t)( 256.0 * coverage( distance - radius + rim ) ) )
									  : stamp->rgb;
				row[x] = wfMixPixels( row[x], inside, (uint32_t)( 256.0 * disc ) );
			}
			if ( headed )
			{
				double line = coverage( half + 0.5 - distanceTo( dx, dy, tick, square ) );
				row[x] = line > 0.0 ? wfMixPixels( row[x], WF_WALL, (uint32_t)( 256.0 * line ) ) : row[x];
			}
		}
	}
}
