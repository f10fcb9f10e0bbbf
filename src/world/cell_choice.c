// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "world/cell_choice.h"

#include "world/outline.h"

#define WF_SQRT2 1.4142135623730951
// Walls that turn from each other by less than this (radians) are parallel.
#define WF_PARALLEL 1.0e-6
// Places along parallel walls where their gap is looked at.
#define WF_STRETCH_SAMPLES 32
// Steps of the length of the coarsest cell, to see where a gap leads to.
#define WF_STEPS_ALONG 16
// Places before an end of a gap where cells may lie.
#define WF_PLACES_ACROSS 5
#define WF_PLACES_ALONG 13
// Distances that differ by less than this share are the same.
#define WF_SAME_DISTANCE 1.0e-7
// Sizes are chosen smaller by this share: exact fits must not hang on the last bits.
#define WF_CHOICE_SLACK 1.0e-6

typedef struct Choice
{
	const wfCellChoice* def;
	wfOutline outline;
	double size; // so far
} Choice;

static bool isFreeAt( const Choice* choice, wfVec2 point, double room )
{
	const wfGeometry* geometry = choice->outline.geometry;
	room *= 1.0 - WF_SAME_DISTANCE;
	return !wfGeometryIsInside( geometry, point ) && wfGeometryBoundaryDistance( geometry, point, room ) >= room;
}

// The widest gap that cells of a size may close.
static double widestClosed( const Choice* choice, double size )
{
	double radius = choice->def->radius;
	return wfMax( 2.0 * radius + WF_SQRT2 * size, size > 2.0 * radius ? ( 1.0 + WF_SQRT2 ) * size : 0.0 );
}

// Is there a step from the place to a free one beyond an obstacle that is as far from it? Then the cell of the place is blocked.
static bool isStepCut( const Choice* choice, wfVec2 place, double size )
{
	const wfGeometry* geometry = choice->outline.geometry;
	double room = wfGeometryIsInside( geometry, place ) ? -1.0 : wfGeometryBoundaryDistance( geometry, place, size );
	for ( int32_t k = 0; k < 4 && room >= choice->def->radius; ++k )
	{
		wfVec2 other = { place.x + ( k == 0 ? size : k == 1 ? -size : 0.0 ), place.y + ( k == 2 ? size : k == 3 ? -size : 0.0 ) };
		if ( !wfGeometryIsInside( geometry, other ) && wfGeometryBoundaryDistance( geometry, other, room ) >= room &&
			 wfGeometryMeetsSegment( geometry, place, other ) )
		{
			return true;
		}
	}
	return false;
}

// May cells of the strip be blocked near an end of the gap since a step from them would cross the obstacle? `inwards` is a unit
// vector into it.
static bool isThinAt( const Choice* choice, wfVec2 end, wfVec2 inwards, double size )
{
	wfVec2 aside = wfPerpendicular2( inwards );
	for ( int32_t k = 0; k < WF_PLACES_ACROSS * WF_PLACES_ALONG; ++k )
	{
		// Nearer to the wall than half a cell; one cell and a half to each side.
		double before = 0.5 * size * ( k % WF_PLACES_ACROSS + 0.1 ) / WF_PLACES_ACROSS;
		double along = 3.0 * size * ( (double)( k / WF_PLACES_ACROSS ) / ( WF_PLACES_ALONG - 1 ) - 0.5 );
		if ( isStepCut( choice, wfAddScaled2( wfAddScaled2( end, -before, inwards ), along, aside ), size ) )
		{
			return true;
		}
	}
	return false;
}

// The largest cells that keep a gap open.
static double sizeForGap( const Choice* choice, const wfGap* gap )
{
	double radius = choice->def->radius, strip = gap->width - 2.0 * radius;
	wfVec2 across = wfScale2( 1.0 / gap->width, wfSub2( gap->b, gap->a ) );
	double slant = fabs( across.x ) + fabs( across.y );
	wfVec2 along = wfPerpendicular2( across ), middle = wfMiddleOfGap( gap );
	bool straight = true;
	for ( int32_t k = 1; k <= 8 && straight; ++k )
	{
		double aside = 0.5 * k * wfMin( strip / slant, choice->size );
		straight = isFreeAt( choice, wfAddScaled2( middle, aside, along ), 0.5 * gap->width ) &&
				   isFreeAt( choice, wfAddScaled2( middle, -aside, along ), 0.5 * gap->width );
	}
	slant = straight ? slant : WF_SQRT2;
	double size = strip / slant;
	if ( size > 2.0 * radius )
	{
		int32_t thin = isThinAt( choice, gap->a, wfScale2( -1.0, across ), size ) + isThinAt( choice, gap->b, across, size );
		size = wfMax( ( gap->width - ( 2 - thin ) * radius ) / ( slant + 0.5 * thin ), 2.0 * radius );
	}
	return size * ( 1.0 - WF_CHOICE_SLACK );
}

// Is the gap one the disc passes and the cells chosen so far may close?
static bool matters( const Choice* choice, double width )
{
	return width - 2.0 * choice->def->radius > 1.0e-3 * choice->def->finest && width < widestClosed( choice, choice->size );
}

// On one side of a gap: does it become wider, or go on as wide for a while? In a niche it does not.
static bool leadsOn( const Choice* choice, const wfGap* gap, double side )
{
	double half = 0.5 * gap->width, step = choice->def->coarsest / WF_STEPS_ALONG;
	wfVec2 across = wfScale2( 1.0 / gap->width, wfSub2( gap->b, gap->a ) ), along = wfScale2( side, wfPerpendicular2( across ) );
	for ( int32_t k = 1; k <= WF_STEPS_ALONG; ++k )
	{
		wfVec2 middle = wfAddScaled2( wfMiddleOfGap( gap ), k * step, along );
		bool goesOn = false;
		for ( int32_t m = -4; m <= 4; ++m )
		{
			wfVec2 place = wfAddScaled2( middle, 0.25 * m * half, across );
			if ( isFreeAt( choice, place, half * 1.001 ) )
			{
				return true;
			}
			goesOn = goesOn || isFreeAt( choice, place, half );
		}
		if ( !goesOn )
		{
			return false;
		}
	}
	return true;
}

static void takeGap( Choice* choice, const wfGap* gap )
{
	if ( matters( choice, gap->width ) && wfIsGapOpen( &choice->outline, gap ) && leadsOn( choice, gap, 1.0 ) &&
		 leadsOn( choice, gap, -1.0 ) )
	{
		choice->size = wfMin( choice->size, sizeForGap( choice, gap ) );
	}
}

// ---------------------------------------------------------------------------------------------------------- parallel walls

// The stretch along which two parallel walls face each other: its ends, in the middle between the walls.
typedef struct Stretch
{
	wfVec2 from, to, across; // across: from the middle to the second wall
	double width;
} Stretch;

static double halfThickness( const wfPrimitive* piece )
{
	return piece->kind == wf_capsulePrimitive ? piece->radius : 0.0;
}

static bool findStretch( const wfPrimitive* a, const wfPrimitive* b, Stretch* stretch )
{
	wfVec2 line = wfSub2( a->b, a->a ), other = wfSub2( b->b, b->a );
	double length = wfLength2( line ), otherLength = wfLength2( other );
	if ( a->kind == wf_arcPrimitive || b->kind == wf_arcPrimitive || length == 0.0 || otherLength == 0.0 ||
		 fabs( wfCross2( line, other ) ) > WF_PARALLEL * length * otherLength )
	{
		return false;
	}
	wfVec2 along = wfScale2( 1.0 / length, line ), left = wfPerpendicular2( along );
	double first = wfDot2( wfSub2( b->a, a->a ), along ), second = wfDot2( wfSub2( b->b, a->a ), along );
	double low = wfMax( 0.0, wfMin( first, second ) ), high = wfMin( length, wfMax( first, second ) );
	double apart = wfDot2( wfSub2( b->a, a->a ), left ), thickA = halfThickness( a ), thickB = halfThickness( b );
	stretch->width = fabs( apart ) - thickA - thickB;
	if ( !( high > low ) || stretch->width <= 0.0 )
	{
		return false;
	}
	double sign = apart < 0.0 ? -1.0 : 1.0, middle = sign * ( thickA + 0.5 * stretch->width );
	stretch->from = wfAddScaled2( wfAddScaled2( a->a, low, along ), middle, left );
	stretch->to = wfAddScaled2( wfAddScaled2( a->a, high, along ), middle, left );
	stretch->across = wfScale2( sign * 0.5 * stretch->width, left );
	return true;
}

// A run of places between the walls with nothing nearer than these: one gap stands for all of it.
static void takeRun( Choice* choice, const Stretch* stretch, int32_t first, int32_t last )
{
	double share = 0.5 * ( first + last ) / WF_STRETCH_SAMPLES;
	wfVec2 middle = wfMix2( stretch->from, stretch->to, share );
	wfGap gap = { wfSub2( middle, stretch->across ), wfAdd2( middle, stretch->across ), stretch->width };
	takeGap( choice, &gap );
}

static void takeStretch( Choice* choice, const Stretch* stretch )
{
	wfVec2 line = wfSub2( stretch->to, stretch->from );
	int32_t first = -1;
	for ( int32_t k = 0; k <= WF_STRETCH_SAMPLES + 1; ++k )
	{
		bool isFree =
			k <= WF_STRETCH_SAMPLES &&
			isFreeAt( choice, wfAddScaled2( stretch->from, (double)k / WF_STRETCH_SAMPLES, line ), 0.5 * stretch->width );
		if ( !isFree && first >= 0 )
		{
			takeRun( choice, stretch, first, k - 1 );
		}
		first = isFree ? ( first >= 0 ? first : k ) : -1;
	}
}

// ------------------------------------------------------------------------------------------------------------------ pairs

static void takePair( Choice* choice, const wfPrimitive* a, const wfPrimitive* b )
{
	Stretch stretch;
	wfGap gap;
	if ( findStretch( a, b, &stretch ) )
	{
		if ( matters( choice, stretch.width ) )
		{
			takeStretch( choice, &stretch );
		}
		return;
	}
	// Arcs may come near to each other in more than one place.
	bool arc = a->kind == wf_arcPrimitive || b->kind == wf_arcPrimitive;
	const wfVec2 starts[3] = { wfMix2( a->a, a->b, 0.5 ), a->a, a->b };
	for ( int32_t k = 0; k < ( arc ? 3 : 1 ); ++k )
	{
		if ( wfFindGapBetween( a, b, starts[k], &gap ) )
		{
			takeGap( choice, &gap );
		}
	}
}

static void takePairs( Choice* choice )
{
	const wfOutline* outline = &choice->outline;
	for ( int32_t k = 0; k < outline->pieces.count && choice->size > choice->def->finest; ++k )
	{
		const wfPrimitive* piece = &outline->pieces.data[k];
		double reach = widestClosed( choice, choice->size );
		wfBox2 box = wfPrimitiveBox( piece );
		wfBoxSearch search = wfFindInBox( &outline->tree, wfBoxInPlane( wfBoxAround( box.lower, box.upper, reach ) ) );
		while ( wfBoxSearch_Next( &search ) )
		{
			for ( int32_t m = search.first; m < search.end; ++m )
			{
				int32_t other = outline->tree.order[m];
				if ( other > k )
				{
					takePair( choice, piece, &outline->pieces.data[other] );
				}
			}
		}
	}
}

wfResult wfChooseCellSize( const wfWorld* world, const wfCellChoice* def, double* cellSize )
{
	*cellSize = def->coarsest;
	const wfGeometry* geometry;
	Choice choice = { .def = def, .size = def->coarsest };
	wfResult result = wfGeometryGet( world, def->kind, &geometry );
	result = result == wf_ok ? wfOutline_Create( &choice.outline, geometry ) : result;
	if ( result == wf_ok )
	{
		takePairs( &choice );
		*cellSize = wfMax( choice.size, def->finest );
		wfOutline_Free( &choice.outline );
	}
	return result;
}
