// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// People as discs with headings.

#include "base/base.h"
#include "picture/crowd.h"

#include <math.h>
#include <stdlib.h>

// More are drawn colour by colour: one element of an SVG each would make it large.
#define WF_MAX_SINGLE_DISCS 1500
// In pixels: smaller discs are specks without outlines and headings.
#define WF_LEAST_DISC 1.1
#define WF_LEAST_HEADED 2.2

static int compareItems( const void* a, const void* b )
{
	const wfSortItem *left = a, *right = b;
	if ( left->key != right->key )
	{
		return left->key < right->key ? -1 : 1;
	}
	return left->item < right->item ? -1 : left->item > right->item ? 1 : 0;
}

void wfSortByKey( wfSortItem* items, size_t count )
{
	if ( count > 1 )
	{
		qsort( items, count, sizeof( wfSortItem ), compareItems );
	}
}

wfColor wfSpeedColor( const wfPalette* palette, double speed, double high )
{
	return wfRgb( wfPaletteColor( palette, fmin( speed / high, 1.0 ) ) );
}

double wfRoundUpSpeed( double largest )
{
	return fmax( 0.5, 0.5 * ceil( fmin( largest, 1e6 ) / 0.5 - 0.1 ) );
}

wfPerson wfMakePerson( const wfFrame* frame, int32_t i, double radius, const wfPalette* palette, double fullSpeed )
{
	wfPerson person = { .position = { frame->positions[i].x, frame->positions[i].y }, .radius = radius };
	if ( frame->velocities != NULL && isfinite( frame->velocities[i].x ) && isfinite( frame->velocities[i].y ) )
	{
		person.velocity = ( wfVec2 ){ frame->velocities[i].x, frame->velocities[i].y };
	}
	double speed = hypot( person.velocity.x, person.velocity.y );
	if ( frame->headings != NULL && isfinite( frame->headings[i] ) )
	{
		person.heading = ( wfVec2 ){ cos( (double)frame->headings[i] ), sin( (double)frame->headings[i] ) };
	}
	else if ( speed > 0.0 )
	{
		person.heading = ( wfVec2 ){ person.velocity.x / speed, person.velocity.y / speed };
	}
	if ( frame->radii != NULL && frame->radii[i] > 0.0f && frame->radii[i] < 1000.0f )
	{
		person.radius = (double)frame->radii[i];
	}
	uint32_t serial = frame->serials != NULL ? frame->serials[i] - 1u : (uint32_t)i;
	person.color = palette != NULL ? wfSpeedColor( palette, speed, fullSpeed ) : wfAgentColor( serial );
	if ( frame->states != NULL && frame->states[i] == wf_atEnd )
	{
		person.color = wfRgb( WF_ARRIVED );
	}
	return person;
}

static double discPixels( const wfPanel* panel, const wfPerson* person )
{
	return fmax( person->radius * panel->scale, WF_LEAST_DISC );
}

bool wfIsInView( const wfPanel* panel, wfVec2 point, double reach )
{
	wfVec2 at = wfToCanvas( panel, point );
	return at.x > panel->box.lower.x - reach && at.x < panel->box.upper.x + reach && at.y > panel->box.lower.y - reach &&
		   at.y < panel->box.upper.y + reach;
}

static bool isInView( const wfPanel* panel, const wfPerson* person )
{
	return wfIsInView( panel, person->position, 2.0 * discPixels( panel, person ) );
}

static wfPaint discPaint( wfColor color, double pixels )
{
	wfPaint paint = { .fill = color, .united = true };
	if ( pixels >= WF_LEAST_HEADED )
	{
		paint.stroke = wfRgb( wfMixColors( wfPackColor( color ), 0x000000u, 0.55 ) );
		paint.strokeWidth = fmin( fmax( 0.12 * pixels, 0.5 ), 1.4 );
	}
	return paint;
}

static void drawVelocities( wfCanvas* canvas, const wfPanel* panel, const wfPerson* people, int32_t count )
{
	for ( int32_t i = 0; i < count; ++i )
	{
		double speed = hypot( people[i].velocity.x, people[i].velocity.y ), radius = discPixels( panel, people + i );
		double length = WF_ARROW_SECONDS * speed * panel->scale;
		if ( length > 1.2 * radius && radius >= WF_LEAST_HEADED && isInView( panel, people + i ) )
		{
			wfVec2 direction = { people[i].velocity.x / speed, people[i].velocity.y / speed };
			wfAddPlainArrow( canvas, wfToCanvas( panel, people[i].position ), direction, length,
							 fmin( fmax( 0.16 * radius, 0.7 ), 3.0 ) );
		}
	}
	wfCanvas_Paint( canvas, &( wfPaint ){ .fill = wfRgba( WF_INK, 0.62 ), .united = true } );
}

static void drawHeadings( wfCanvas* canvas, const wfPanel* panel, const wfPerson* people, int32_t count )
{
	double width = 0.0;
	for ( int32_t i = 0; i < count; ++i )
	{
		double radius = discPixels( panel, people + i );
		bool known = people[i].heading.x != 0.0 || people[i].heading.y != 0.0;
		if ( known && radius >= WF_LEAST_HEADED && isInView( panel, people + i ) )
		{
			wfVec2 at = wfToCanvas( panel, people[i].position );
			double reach = 1.4 * radius;
			wfCanvas_AddLine( canvas, at, ( wfVec2 ){ at.x + reach * people[i].heading.x, at.y - reach * people[i].heading.y } );
			width = fmax( width, 0.2 * radius );
		}
	}
	wfCanvas_Stroke( canvas, wfRgb( WF_WALL ), fmin( fmax( width, 0.7 ), 3.0 ) );
}

static void drawByColor( wfCanvas* canvas, const wfPanel* panel, const wfPerson* people, int32_t count )
{
	wfSortItem* items = wfCanvas_Allocate( canvas, (size_t)count, sizeof( wfSortItem ) );
	if ( items == NULL )
	{
		return;
	}
	for ( int32_t i = 0; i < count; ++i )
	{
		items[i] = ( wfSortItem ){ wfPackColor( people[i].color ), (uint32_t)i };
	}
	wfSortByKey( items, (size_t)count );
	for ( int32_t i = 0; i < count; ++i )
	{
		const wfPerson* person = people + items[i].item;
		if ( isInView( panel, person ) )
		{
			wfCanvas_AddCircle( canvas, wfToCanvas( panel, person->position ), discPixels( panel, person ) );
		}
		if ( i + 1 == count || items[i + 1].key != items[i].key )
		{
			wfPaint paint = discPaint( person->color, discPixels( panel, person ) );
			wfCanvas_Paint( canvas, &paint );
		}
	}
	wfReleaseArray( items, (size_t)count, sizeof( wfSortItem ) );
}

void wfDrawPeople( wfCanvas* canvas, const wfPanel* panel, const wfPerson* people, int32_t count )
{
	drawVelocities( canvas, panel, people, count );
	if ( count > WF_MAX_SINGLE_DISCS )
	{
		drawByColor( canvas, panel, people, count );
	}
	for ( int32_t i = 0; i < count && count <= WF_MAX_SINGLE_DISCS; ++i )
	{
		if ( isInView( panel, people + i ) )
		{
			wfPaint paint = discPaint( people[i].color, discPixels( panel, people + i ) );
			wfCanvas_AddCircle( canvas, wfToCanvas( panel, people[i].position ), discPixels( panel, people + i ) );
			wfCanvas_Paint( canvas, &paint );
		}
	}
	drawHeadings( canvas, panel, people, count );
}
