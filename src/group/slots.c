// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Slots as a set of places: checks, order, extent, the nearest two, and how far members are from them.
#include "group/slots.h"

#include "base/vec2.h"
#include "group/assignment.h"
#include "group/tuning.h"

#include <stdarg.h>
#include <stdio.h>

wfResult wfRefuseSlots( wfError* error, const char* field, const char* format, ... )
{
	if ( error == NULL )
	{
		return wf_outOfRange;
	}
	char message[sizeof( error->message )];
	va_list arguments;
	va_start( arguments, format );
	vsnprintf( message, sizeof( message ), format, arguments );
	va_end( arguments );
	wfFail( error, wf_outOfRange, "%s", message );
	snprintf( error->field, sizeof( error->field ), "%s", field );
	return wf_outOfRange;
}

wfResult wfCheckPlaces( const char* field, const wfVec2* places, int32_t count, wfError* error )
{
	for ( int32_t k = 0; k < count; ++k )
	{
		// NaN fails, too.
		if ( !( fabs( places[k].x ) <= WF_FARTHEST_PLACE && fabs( places[k].y ) <= WF_FARTHEST_PLACE ) )
		{
			char name[64];
			snprintf( name, sizeof( name ), "%s[%d]", field, k );
			return wfRefuseSlots( error, name, "is (%g, %g), expected numbers from %g to %g", places[k].x, places[k].y,
								  -WF_FARTHEST_PLACE, WF_FARTHEST_PLACE );
		}
	}
	return wf_ok;
}

// --------------------------------------------------------------------------------------------------------------- order

bool wfIsSlotInFront( const wfVec2* slots, int32_t a, int32_t b )
{
	if ( slots[a].x != slots[b].x )
	{
		return slots[a].x > slots[b].x;
	}
	double outA = fabs( slots[a].y ), outB = fabs( slots[b].y );
	return outA != outB ? outA < outB : a < b;
}

// Merges runs of doubling lengths, from one array into the other and back.
void wfSortSlots( const wfVec2* places, int32_t count, wfIsPlaceBefore* isBefore, int32_t* order, int32_t* work )
{
	int32_t *from = order, *to = work;
	for ( int32_t k = 0; k < count; ++k )
	{
		order[k] = k;
	}
	for ( int64_t length = 1; length < count; length *= 2 )
	{
		for ( int64_t begin = 0; begin < count; begin += 2 * length )
		{
			int64_t middle = begin + length < count ? begin + length : count;
			int64_t end = begin + 2 * length < count ? begin + 2 * length : count;
			int64_t i = begin, j = middle;
			for ( int64_t k = begin; k < end; ++k )
			{
				bool first = j >= end || ( i < middle && !isBefore( places, from[j], from[i] ) );
				to[k] = first ? from[i++] : from[j++];
			}
		}
		int32_t* swapped = from;
		from = to;
		to = swapped;
	}
	if ( from != order )
	{
		memcpy( order, from, (size_t)count * sizeof( *order ) );
	}
}

wfVec2 wfCenterSlots( wfVec2* slots, int32_t count )
{
	wfVec2 before = { 0.0, 0.0 };
	// The second pass takes away what the first one's sum of large numbers was rounded by.
	for ( int32_t pass = 0; pass < 2 && count > 0; ++pass )
	{
		wfVec2 mean = { 0.0, 0.0 };
		for ( int32_t k = 0; k < count; ++k )
		{
			mean = wfAdd2( mean, slots[k] );
		}
		mean = wfDivide2( mean, count );
		for ( int32_t k = 0; k < count; ++k )
		{
			slots[k] = wfSub2( slots[k], mean );
		}
		before = wfAdd2( before, mean );
	}
	return before;
}

// -------------------------------------------------------------------------------------------------------------- extent

double wfGetSlotsWidth( const wfVec2* slots, int32_t count )
{
	wfBox2 box = wfBoxOfPoints( slots, count );
	return count > 1 ? box.upper.y - box.lower.y : 0.0;
}

double wfGetSlotsDepth( const wfVec2* slots, int32_t count )
{
	wfBox2 box = wfBoxOfPoints( slots, count );
	return count > 1 ? box.upper.x - box.lower.x : 0.0;
}

wfResult wfGetLeastDistance( const wfVec2* points, int32_t count, double* distance )
{
	*distance = INFINITY;
	if ( WF_FAILS( count >= 0 && count <= WF_MAX_FORMATION_POINTS ) )
	{
		return wf_outOfRange;
	}
	wfSlotTree tree;
	wfResult result = wfCheckPlaces( "points", points, count, NULL );
	result = result == wf_ok && count > 1 ? wfSlotTree_Create( &tree, points, count ) : result;
	if ( result != wf_ok || count < 2 )
	{
		return result;
	}
	double least = INFINITY;
	for ( int32_t k = 0; k < count; ++k )
	{
		// The nearest of a point is itself.
		least = wfMin( least, wfSlotTree_Find( &tree, points[k] ).second );
	}
	wfSlotTree_Free( &tree );
	*distance = sqrt( least );
	return wf_ok;
}

// -------------------------------------------------------------------------------------------------------------- errors

static bool isErrorDef( const wfGroupErrorDef* def )
{
	return !WF_FAILS( def != NULL && def->count >= 0 && def->spacing > 0.0 &&
					  ( def->count == 0 || ( def->places != NULL && def->slots != NULL ) ) );
}

double wfGetGroupError( const wfGroupErrorDef* def )
{
	if ( !isErrorDef( def ) || def->count == 0 )
	{
		return 0.0;
	}
	double sum = 0.0;
	for ( int32_t k = 0; k < def->count; ++k )
	{
		wfVec2 way = wfSub2( def->places[k], def->slots[k] );
		sum += wfDot2( way, way );
	}
	return sqrt( sum / def->count ) / def->spacing;
}

static wfVec2 findMean( const wfVec2* places, int32_t count )
{
	wfVec2 sum = { 0.0, 0.0 };
	for ( int32_t k = 0; k < count; ++k )
	{
		sum = wfAdd2( sum, wfSub2( places[k], places[0] ) );
	}
	return wfAdd2( places[0], wfDivide2( sum, count ) );
}

// The best shift joins the means, the best rotation is the direction of the sum of conj( slot ) * place, taken as complex numbers
// around them.
double wfGetShapeError( const wfGroupErrorDef* def )
{
	if ( !isErrorDef( def ) || def->count == 0 )
	{
		return 0.0;
	}
	wfVec2 place = findMean( def->places, def->count ), slot = findMean( def->slots, def->count ), turn = { 0.0, 0.0 };
	for ( int32_t k = 0; k < def->count; ++k )
	{
		turn = wfAdd2( turn, wfIntoFrame2( wfSub2( def->slots[k], slot ), wfSub2( def->places[k], place ) ) );
	}
	turn = wfNormalize2( turn, ( wfVec2 ){ 1.0, 0.0 } );
	// Summed once more instead of taken from squares, which would leave the square root of the rounding.
	double sum = 0.0;
	for ( int32_t k = 0; k < def->count; ++k )
	{
		wfVec2 turned = wfFromFrame2( turn, wfSub2( def->slots[k], slot ) );
		wfVec2 way = wfSub2( wfSub2( def->places[k], place ), turned );
		sum += wfDot2( way, way );
	}
	return sqrt( sum / def->count ) / def->spacing;
}
