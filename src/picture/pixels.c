// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Discs, bodies, footprints and fading lines put straight on pixels: ten thousand a frame, where a general path filler would take
// its time.

#include "base/arrays.h"
#include "picture/video.h"

// Footprints are gone after so long, seconds.
#define WF_PRINT_SECONDS 3.0
#define WF_LEAST_FILM_PRINT 3.5

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
	double radius = fmax( stamp->radius, 1.1 ), outline = radius > 2.5 ? fmin( fmax( 0.14 * radius, 0.6 ), 1.6 ) : 0.0;
	bool headed = radius > 2.2 && ( stamp->heading.x != 0.0 || stamp->heading.y != 0.0 );
	bool isOval = headed && stamp->depth > 0.0 && stamp->depth < radius;
	double depth = isOval ? stamp->depth : radius, nose = ( isOval ? WF_NOSE_PART : 1.42 ) * depth;
	double reach = fmax( headed ? nose : radius, radius ) + 1.5, half = fmin( fmax( 0.1 * radius, 0.5 ), 1.6 );
	double head = isOval && depth >= WF_LEAST_HEAD ? WF_HEAD_PART * depth : 0.0;
	wfVec2 tick = wfScale2( nose, stamp->heading ), at = stamp->center;
	// From one end of the line between the shoulders to the other.
	wfVec2 end = wfScale2( radius - depth, ( wfVec2 ){ -stamp->heading.y, stamp->heading.x } ), across = wfScale2( 2.0, end );
	double square = wfDot2( tick, tick ), acrossSquare = wfDot2( across, across );
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
			double dx = x + 0.5 - at.x, dy = y + 0.5 - at.y, fromCenter = sqrt( dx * dx + dy * dy );
			double distance = isOval ? distanceTo( dx + end.x, dy + end.y, across, acrossSquare ) : fromCenter;
			double disc = wfCover( depth + 0.5 - distance );
			if ( disc > 0.0 )
			{
				uint32_t edge = (uint32_t)( 256.0 * wfCover( distance - depth + outline ) );
				uint32_t inside = outline > 0.0 ? wfMixPixels( stamp->rgb, dark, edge ) : stamp->rgb;
				row[x] = wfMixPixels( row[x], inside, (uint32_t)( 256.0 * disc ) );
			}
			if ( headed )
			{
				double line = wfCover( half + 0.5 - distanceTo( dx, dy, tick, square ) );
				wfBlendPixel( row + x, WF_WALL, head > 0.0 ? fmax( line, wfCover( head + 0.5 - fromCenter ) ) : line );
			}
		}
	}
}

// ----------------------------------------------------------------------------------------------------------------- feet

// A line that changes its width: a foot, a nose.
typedef struct wfTaper
{
	wfVec2 from, to; // on the image
	double radii[4]; // half of the width as a polynomial of the share of the way
	double largest;
} wfTaper;

// Distance from its outline, negative inside.
static double distanceToTaper( const wfTaper* taper, double x, double y )
{
	double ax = taper->to.x - taper->from.x, ay = taper->to.y - taper->from.y, square = ax * ax + ay * ay;
	double px = x - taper->from.x, py = y - taper->from.y;
	double t = square > 0.0 ? ( px * ax + py * ay ) / square : 0.0;
	t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
	double dx = px - t * ax, dy = py - t * ay;
	const double* r = taper->radii;
	return sqrt( dx * dx + dy * dy ) - ( r[0] + t * ( r[1] + t * ( r[2] + t * r[3] ) ) );
}

static void stampTaper( wfImage* image, const wfPanel* panel, const wfTaper* taper, uint32_t rgb, double alpha )
{
	wfVec2 middle = { 0.5 * ( taper->from.x + taper->to.x ), 0.5 * ( taper->from.y + taper->to.y ) };
	double half = 0.5 * hypot( taper->to.x - taper->from.x, taper->to.y - taper->from.y );
	wfPixelBox area = wfPixelsAround( image, panel->box, middle, half + taper->largest + 1.0 );
	for ( int32_t y = area.top; y < area.bottom; ++y )
	{
		for ( int32_t x = area.left; x < area.right; ++x )
		{
			double inside = wfCover( 0.5 - distanceToTaper( taper, x + 0.5, y + 0.5 ) );
			wfBlendPixel( image->pixels + (int64_t)y * image->width + x, rgb, alpha * inside );
		}
	}
}

// From the heel to the toes, which are a little to the inner side; in lengths of the foot.
static wfTaper makeFoot( const wfPanel* panel, wfVec2 position, double angle, wfFoot foot )
{
	double length = WF_PRINT_LENGTH * panel->scale, c = length * cos( angle ), s = length * sin( angle );
	double inward = foot == wf_rightFoot ? 0.025 : -0.025;
	wfVec2 at = wfToCanvas( panel, position );
	return ( wfTaper ){ { at.x - 0.37 * c, at.y + 0.37 * s },
						{ at.x + 0.365 * c - inward * s, at.y - 0.365 * s - inward * c },
						// 0.13 at the heel, 0.122 at its least, 0.168 at the ball, 0.14 at the toes.
						{ 0.13 * length, -0.1282 * length, 0.5394 * length, -0.4012 * length },
						0.175 * length };
}

static void stampPrint( wfImage* image, const wfPanel* panel, const wfFootstep* step, bool swung, double age, uint32_t rgb )
{
	double fresh = 1.0 - age / WF_PRINT_SECONDS;
	if ( fresh > 0.0 )
	{
		wfFoot other = step->foot == wf_leftFoot ? wf_rightFoot : wf_leftFoot;
		wfTaper foot = swung ? makeFoot( panel, step->swingTo, step->swingToAngle, other )
							 : makeFoot( panel, step->footPosition, step->footAngle, step->foot );
		stampTaper( image, panel, &foot, rgb, 0.1 + 0.4 * fresh );
	}
}

void wfStampPrints( wfImage* image, const wfPanel* panel, const wfFilmWalker* walker, double time, uint32_t rgb )
{
	if ( WF_PRINT_LENGTH * panel->scale < WF_LEAST_FILM_PRINT )
	{
		return;
	}
	// What stands now is drawn with the body.
	for ( int32_t i = 0; i + 1 < walker->count && walker->rows[i + 1].step.startTime <= time; ++i )
	{
		const wfFootstep* step = &walker->rows[i].step;
		double age = time - wfFootstep_GetEndTime( step );
		stampPrint( image, panel, step, false, age, rgb );
		bool closes = step->kind == wf_stopFootstep || step->kind == wf_shiftFootstep;
		bool moved = step->swingFrom.x != step->swingTo.x || step->swingFrom.y != step->swingTo.y;
		if ( closes && moved )
		{
			stampPrint( image, panel, step, true, age, rgb );
		}
	}
}

// The circle of a foot and the foot in it.
static void stampFoot( wfImage* image, const wfPanel* panel, const wfBodyPose* pose, int32_t k, uint32_t dark )
{
	const wfCircle* circle = pose->circles + 3 + k;
	wfTaper foot = makeFoot( panel, circle->center, pose->footAngles[k], k == 0 ? wf_leftFoot : wf_rightFoot );
	double radius = circle->radius * panel->scale;
	if ( radius >= 3.0 )
	{
		wfVec2 at = wfToCanvas( panel, circle->center );
		wfPixelBox area = wfPixelsAround( image, panel->box, at, radius + 1.0 );
		for ( int32_t y = area.top; y < area.bottom; ++y )
		{
			for ( int32_t x = area.left; x < area.right; ++x )
			{
				double distance = hypot( x + 0.5 - at.x, y + 0.5 - at.y );
				uint32_t* pixel = image->pixels + (int64_t)y * image->width + x;
				wfBlendPixel( pixel, wfPackColor( pose->color ), 0.18 * wfCover( radius + 0.5 - distance ) );
				wfBlendPixel( pixel, dark, 0.6 * wfCover( 1.0 - fabs( distance - radius ) ) );
			}
		}
	}
	stampTaper( image, panel, &foot, dark, 0.95 );
}

static void stampTorso( wfImage* image, const wfPanel* panel, const wfBodyPose* pose, uint32_t dark )
{
	double width = wfBodyPose_GetWidth( pose ) * panel->scale, outline = fmin( fmax( 0.06 * width, 0.7 ), 1.6 );
	bool ringed = width >= WF_FULL_BODY;
	wfVec2 centers[3];
	double radii[3];
	for ( int32_t k = 0; k < 3; ++k )
	{
		centers[k] = wfToCanvas( panel, pose->circles[k].center );
		radii[k] = pose->circles[k].radius * panel->scale;
	}
	wfPixelBox area = wfPixelsAround( image, panel->box, centers[0], 0.5 * width + 2.0 );
	for ( int32_t y = area.top; y < area.bottom; ++y )
	{
		for ( int32_t x = area.left; x < area.right; ++x )
		{
			double nearest = INFINITY, rings = 0.0;
			for ( int32_t k = 0; k < 3; ++k )
			{
				double dx = x + 0.5 - centers[k].x, dy = y + 0.5 - centers[k].y, distance = sqrt( dx * dx + dy * dy ) - radii[k];
				nearest = fmin( nearest, distance );
				rings = fmax( rings, wfCover( 1.0 - fabs( distance ) ) );
			}
			double inside = wfCover( 0.5 - nearest );
			if ( inside > 0.0 )
			{
				double line = fmax( wfCover( nearest + outline + 0.5 ), ringed ? 0.4 * rings : 0.0 );
				uint32_t rgb = wfMixPixels( wfPackColor( pose->color ), dark, (uint32_t)( 256.0 * line ) );
				wfBlendPixel( image->pixels + (int64_t)y * image->width + x, rgb, inside );
			}
		}
	}
}

void wfStampBody( wfImage* image, const wfPanel* panel, const wfBodyPose* pose )
{
	double width = wfBodyPose_GetWidth( pose ) * panel->scale;
	wfVec2 at = wfToCanvas( panel, pose->circles[0].center ), facing = { pose->facing.x, -pose->facing.y };
	if ( width < WF_LEAST_BODY )
	{
		wfStampDisc( image, panel->box, &( wfStamp ){ at, 0.5 * width, facing, wfPackColor( pose->color ), 0.0 } );
		return;
	}
	uint32_t dark = wfMixColors( wfPackColor( pose->color ), 0x000000u, 0.55 );
	stampFoot( image, panel, pose, 0, dark );
	stampFoot( image, panel, pose, 1, dark );
	stampTorso( image, panel, pose, dark );
	double torso = pose->circles[0].radius * panel->scale;
	wfTaper nose = { { at.x + 0.6 * torso * facing.x, at.y + 0.6 * torso * facing.y },
					 { at.x + 1.25 * torso * facing.x, at.y + 1.25 * torso * facing.y },
					 { 0.28 * torso, -0.22 * torso, 0.0, 0.0 },
					 0.28 * torso };
	stampTaper( image, panel, &nose, WF_WALL, 1.0 );
}
