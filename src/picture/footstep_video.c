// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Feet in videos: the last steps of everybody, and bodies and footprints put straight on pixels.

#include "base/base.h"
#include "picture/video.h"

#include <math.h>
#include <string.h>

// Footprints are gone after so long, seconds.
#define WF_PRINT_SECONDS 3.0
// Who has made no step for so long has left: standing is reported once a second.
#define WF_GONE_SECONDS 5.0
#define WF_LEAST_FILM_PRINT 3.5

// ---------------------------------------------------------------------------------------------------------- remembering

void wfFreeFilmFeet( wfFilmFeet* feet )
{
	wfArray_Free( &feet->walkers );
	wfArray_Free( &feet->positions );
	wfMap_Free( &feet->places );
}

const wfFilmWalker* wfFilmFeet_Find( const wfFilmFeet* feet, uint32_t serial )
{
	int32_t at = wfMap_Find( &feet->places, serial );
	return at >= 0 ? feet->walkers.data + at : NULL;
}

static wfResult forgetThoseWhoLeft( wfFilmFeet* feet, double time )
{
	wfResult result = wf_ok;
	int32_t count = feet->walkers.count;
	feet->walkers.count = 0;
	wfMap_Clear( &feet->places );
	for ( int32_t i = 0; i < count && result == wf_ok; ++i )
	{
		const wfFilmWalker* walker = feet->walkers.data + i;
		if ( wfFootstep_GetEndTime( &walker->rows[walker->count - 1].step ) > time - WF_GONE_SECONDS )
		{
			result = wfMap_Set( &feet->places, walker->serial, feet->walkers.count );
			feet->walkers.data[feet->walkers.count++] = *walker;
		}
	}
	return result;
}

static wfResult addWalker( wfFilmFeet* feet, uint32_t serial, double time )
{
	bool full = (size_t)feet->walkers.count == feet->walkers.capacity;
	wfResult result = full ? forgetThoseWhoLeft( feet, time ) : wf_ok;
	result = result == wf_ok ? wfArray_Push( &feet->walkers, ( wfFilmWalker ){ .serial = serial } ) : result;
	if ( result == wf_ok )
	{
		result = wfMap_Set( &feet->places, serial, feet->walkers.count - 1 );
		feet->walkers.count -= result == wf_ok ? 0 : 1;
	}
	return result;
}

static wfResult addRow( wfFilmFeet* feet, const wfFootstepRow* row, double time, wfError* error )
{
	const wfFilmWalker* known = wfFilmFeet_Find( feet, row->serial );
	if ( !wfIsDrawableStep( row ) || ( known != NULL && row->step.startTime < known->rows[known->count - 1].step.startTime ) )
	{
		return wfFail( error, wf_outOfRange, "step %d of agent %u has numbers that are not finite, or comes too late", row->index,
					   row->serial );
	}
	if ( known == NULL && addWalker( feet, row->serial, time ) != wf_ok )
	{
		return wfFail( error, wf_outOfMemory, "out of memory" );
	}
	wfFilmWalker* walker = feet->walkers.data + wfMap_Find( &feet->places, row->serial );
	if ( walker->count == WF_FILM_ROWS )
	{
		memmove( walker->rows, walker->rows + 1, ( WF_FILM_ROWS - 1 ) * sizeof( wfFootstepRow ) );
		walker->count -= 1;
	}
	walker->rows[walker->count++] = *row;
	return wf_ok;
}

wfResult wfFilmFeet_Add( wfFilmFeet* feet, const wfFootstepRow* rows, int32_t count, double time, wfError* error )
{
	wfResult result = wf_ok;
	for ( int32_t i = 0; i < count && result == wf_ok; ++i )
	{
		result = addRow( feet, rows + i, time, error );
	}
	return result;
}

wfResult wfFilmFeet_PlaceAll( wfFilmFeet* feet, wfFrame* frame )
{
	if ( feet->walkers.count == 0 || frame->count <= 0 )
	{
		return wf_ok;
	}
	wfResult result = wfArray_Reserve( &feet->positions, frame->count );
	if ( result != wf_ok )
	{
		return result;
	}
	for ( int32_t i = 0; i < frame->count; ++i )
	{
		const wfFilmWalker* walker = wfFilmFeet_Find( feet, frame->serials != NULL ? frame->serials[i] : (uint32_t)i + 1u );
		const wfFootstepRow* row = walker != NULL ? wfFindStepRow( walker->rows, walker->count, frame->time ) : NULL;
		feet->positions.data[i] =
			row != NULL ? wfInSpace( wfFootstep_GetPosition( &row->step, frame->time ) ) : frame->positions[i];
	}
	frame->positions = feet->positions.data;
	return wf_ok;
}

// -------------------------------------------------------------------------------------------------------------- stamping

// A line that changes its width: a foot, a nose.
typedef struct wfTaper
{
	wfVec2 from, to; // on the image
	double radii[4]; // half of the width as a polynomial of the share of the way
	double largest;
} wfTaper;

// Distance from its rim, negative inside.
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
	double width = wfBodyPose_GetWidth( pose ) * panel->scale, rim = fmin( fmax( 0.06 * width, 0.7 ), 1.6 );
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
				double line = fmax( wfCover( nearest + rim + 0.5 ), ringed ? 0.4 * rings : 0.0 );
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
		wfStampDisc( image, panel->box, &( wfStamp ){ at, 0.5 * width, facing, wfPackColor( pose->color ) } );
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
