// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Shadow casting, octant by octant. Seen from the first cell an octant's cells are (x, y) with 0 <= y <= x, and the segment to
// one of them has the slope y / x. A cell (x, y) that stops sight shuts the slopes between those of its corners (x + 1/2, y -
// 1/2) and (x - 1/2, y + 1/2) for all columns behind it, ends exclusive: what passes a corner is open. Where the cell (x - 1, y +
// 1), which it meets at the upper one of these corners, stops sight as well, that slope is shut, too. What is left is a list of
// intervals of slopes, some of them single points.
//
// Within a column no cell hides another: up to slope 1 a segment enters the column of its end in the end's own cell. Only on the
// diagonal does it enter through a corner.

#include "explore/sight.h"

#include <math.h>

typedef struct Octant
{
	const wfSightCells* sight;
	wfSightRoom* room;
	int32_t i, j;				   // the first cell
	int32_t xx, xy, yx, yy;		   // the cell (x, y) is (i + xx x + xy y, j + yx x + yy y)
	bool skipsAxis, skipsDiagonal; // they belong to a neighbouring octant as well
	double rangeSquared;
} Octant;

void wfSightRoom_Free( wfSightRoom* room )
{
	wfArray_Free( &room->open );
	wfArray_Free( &room->next );
	wfArray_Free( &room->seen );
}

// Negative where a is flatter.
static int64_t compare( wfSlope a, wfSlope b )
{
	return (int64_t)a.up * b.along - (int64_t)b.up * a.along;
}

static bool stops( const Octant* octant, int32_t x, int32_t y )
{
	return wfStopsSight( octant->sight, octant->i + octant->xx * x + octant->xy * y,
						 octant->j + octant->yx * x + octant->yy * y );
}

// The part of an interval of slopes that is not shut yet, from below.
typedef struct Rest
{
	wfSlopes slopes;
	bool isGone;
} Rest;

static wfResult shut( Octant* octant, Rest* rest, int32_t x, int32_t y )
{
	wfSlope low = { 2 * y - 1, 2 * x + 1 }, high = { 2 * y + 1, 2 * x - 1 };
	bool shutsHigh = stops( octant, x - 1, y + 1 );
	int64_t above = compare( high, rest->slopes.low );
	if ( above < 0 || ( above == 0 && ( !shutsHigh || rest->slopes.isOpen ) ) || compare( low, rest->slopes.high ) >= 0 )
	{
		return wf_ok;
	}
	wfResult result = wf_ok;
	int64_t below = compare( low, rest->slopes.low );
	if ( below > 0 || ( below == 0 && !rest->slopes.isOpen ) )
	{
		result = wfArray_Push( &octant->room->next, ( wfSlopes ){ rest->slopes.low, low, rest->slopes.isOpen } );
	}
	int64_t left = compare( rest->slopes.high, high );
	rest->isGone = left < 0 || ( left == 0 && shutsHigh );
	rest->slopes.low = high;
	rest->slopes.isOpen = shutsHigh;
	return result;
}

// What the cells of a column leave of an interval.
static wfResult shutColumn( Octant* octant, const wfSlopes* slopes, int32_t x )
{
	Rest rest = { *slopes, false };
	// Rows whose cells a segment of these slopes may touch within the column.
	int32_t first =
		(int32_t)( ( (int64_t)slopes->low.up * ( 2 * x - 1 ) + slopes->low.along ) / ( 2 * (int64_t)slopes->low.along ) );
	int32_t last =
		(int32_t)( ( (int64_t)slopes->high.up * ( 2 * x + 1 ) + slopes->high.along ) / ( 2 * (int64_t)slopes->high.along ) );
	first = first > 0 ? first - 1 : 0;
	wfResult result = wf_ok;
	for ( int32_t y = first; y <= last && y <= x && !rest.isGone && result == wf_ok; ++y )
	{
		result = stops( octant, x, y ) ? shut( octant, &rest, x, y ) : wf_ok;
	}
	return rest.isGone || result != wf_ok ? result : wfArray_Push( &octant->room->next, rest.slopes );
}

// The cells of a column that are in sight.
static wfResult seeColumn( Octant* octant, const wfSlopes* slopes, int32_t x )
{
	const wfSightCells* sight = octant->sight;
	wfResult result = wf_ok;
	// From the lowest row whose slope is in the interval.
	int64_t first = (int64_t)slopes->low.up * x / slopes->low.along;
	first += first * slopes->low.along < (int64_t)slopes->low.up * x ||
			 ( slopes->isOpen && first * slopes->low.along == (int64_t)slopes->low.up * x );
	for ( int32_t y = (int32_t)first; y <= x && result == wf_ok; ++y )
	{
		if ( compare( ( wfSlope ){ y, x }, slopes->high ) > 0 || (double)x * x + (double)y * y > octant->rangeSquared )
		{
			break;
		}
		bool isDiagonal = y == x;
		if ( ( y == 0 && octant->skipsAxis ) || ( isDiagonal && octant->skipsDiagonal ) ||
			 ( isDiagonal && stops( octant, x - 1, y ) && stops( octant, x, y - 1 ) ) )
		{
			continue;
		}
		int32_t i = octant->i + octant->xx * x + octant->xy * y, j = octant->j + octant->yx * x + octant->yy * y;
		if ( i >= 0 && j >= 0 && i < sight->width && j < sight->height )
		{
			result = wfArray_Push( &octant->room->seen, j * sight->width + i );
		}
	}
	return result;
}

static wfResult castOctant( Octant* octant, double range )
{
	wfSightRoom* room = octant->room;
	room->open.count = 0;
	wfResult result = wfArray_Push( &room->open, ( wfSlopes ){ { 0, 1 }, { 1, 1 }, false } );
	for ( int32_t x = 1; x <= range && room->open.count > 0 && result == wf_ok; ++x )
	{
		room->next.count = 0;
		for ( int32_t k = 0; k < room->open.count && result == wf_ok; ++k )
		{
			result = seeColumn( octant, &room->open.data[k], x );
			result = result == wf_ok ? shutColumn( octant, &room->open.data[k], x ) : result;
		}
		wfSlopes* data = room->open.data;
		size_t capacity = room->open.capacity;
		room->open.data = room->next.data;
		room->open.capacity = room->next.capacity;
		room->open.count = room->next.count;
		room->next.data = data;
		room->next.capacity = capacity;
	}
	return result;
}

wfResult wfCastSight( const wfSightCells* sight, int32_t from, double range, wfSightRoom* room )
{
	// Turned by quarters, each once as it is and once mirrored at its diagonal. An axis or diagonal is taken by one of the two
	// that share it.
	static const int32_t turns[4][4] = { { 1, 0, 0, 1 }, { 0, -1, 1, 0 }, { -1, 0, 0, -1 }, { 0, 1, -1, 0 } };
	room->seen.count = 0;
	wfResult result = wfArray_Push( &room->seen, from );
	for ( int32_t k = 0; k < 8 && result == wf_ok; ++k )
	{
		const int32_t* t = turns[k / 2];
		bool mirrored = k % 2 == 1;
		Octant octant = { .sight = sight, .room = room, .i = from % sight->width, .j = from / sight->width };
		octant.xx = mirrored ? t[1] : t[0];
		octant.xy = mirrored ? t[0] : t[1];
		octant.yx = mirrored ? t[3] : t[2];
		octant.yy = mirrored ? t[2] : t[3];
		octant.skipsAxis = mirrored;
		octant.skipsDiagonal = mirrored;
		octant.rangeSquared = range * range;
		result = castOctant( &octant, range );
	}
	return result;
}

bool wfIsInSight( const wfSightCells* sight, int32_t from, int32_t to )
{
	int32_t i = from % sight->width, j = from / sight->width;
	int32_t x = to % sight->width - i, y = to / sight->width - j;
	int32_t stepX = x < 0 ? -1 : 1, stepY = y < 0 ? -1 : 1;
	int64_t alongX = x < 0 ? -x : x, alongY = y < 0 ? -y : y;
	// How many sides of cells have been crossed each way. The next one across is reached first if (2 crossed + 1) / along is
	// less.
	int64_t crossedX = 0, crossedY = 0;
	while ( crossedX < alongX || crossedY < alongY )
	{
		int64_t next = ( 2 * crossedX + 1 ) * alongY - ( 2 * crossedY + 1 ) * alongX;
		if ( next == 0 )
		{
			if ( wfStopsSight( sight, i + stepX, j ) && wfStopsSight( sight, i, j + stepY ) )
			{
				return false;
			}
		}
		crossedX += next <= 0;
		crossedY += next >= 0;
		i += next <= 0 ? stepX : 0;
		j += next >= 0 ? stepY : 0;
		if ( ( crossedX < alongX || crossedY < alongY ) && wfStopsSight( sight, i, j ) )
		{
			return false;
		}
	}
	return true;
}
