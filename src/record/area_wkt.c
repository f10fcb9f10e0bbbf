// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The walkable area of a world as well-known text.
#include "record/area.h"

#include <stdio.h>
#include <string.h>

typedef struct wfWktText
{
	char* text;
	size_t size, capacity;
	wfResult result;
} wfWktText;

static void put( wfWktText* out, const char* words )
{
	size_t length = strlen( words );
	if ( out->result == wf_ok )
	{
		out->result = wfGrowArray( &out->text, &out->capacity, out->size + length + 1, 1 );
	}
	if ( out->result == wf_ok )
	{
		memcpy( out->text + out->size, words, length + 1 );
		out->size += length;
	}
}

// Whole units as a decimal number of metres, without zeros at the end.
static void putCoordinate( wfWktText* out, int64_t units, int32_t decimals )
{
	char digits[48];
	uint64_t size = units < 0 ? (uint64_t)-units : (uint64_t)units;
	int32_t length = snprintf( digits, sizeof( digits ), "%0*llu", decimals > 0 ? decimals + 1 : 1, (unsigned long long)size );
	for ( int32_t i = decimals; i < 0 && size > 0; ++i )
	{
		digits[length++] = '0';
	}
	digits[length] = 0;
	if ( decimals > 0 )
	{
		memmove( digits + length - decimals + 1, digits + length - decimals, (size_t)decimals + 1 );
		digits[length - decimals] = '.';
		for ( length += 1; digits[length - 1] == '0'; --length )
		{
			digits[length - 1] = 0;
		}
		if ( digits[length - 1] == '.' )
		{
			digits[length - 1] = 0;
		}
	}
	put( out, units < 0 ? "-" : "" );
	put( out, digits );
}

static void putRing( wfWktText* out, const wfAreaGrid* grid, const wfAreaPoint* points, size_t count )
{
	// Points between two in line came from cuts only.
	size_t written = 0, first = 0;
	put( out, "(" );
	for ( size_t i = 0; i <= count && out->result == wf_ok; ++i )
	{
		size_t at = i < count ? i : first;
		wfAreaPoint before = points[at > 0 ? at - 1 : count - 1], after = points[at + 1 < count ? at + 1 : 0];
		if ( i < count && wfAreaCross( before, points[at], after ) == 0 )
		{
			continue;
		}
		first = written == 0 ? i : first;
		put( out, written > 0 ? ", " : "" );
		putCoordinate( out, points[at].x + grid->origin.x, grid->decimals );
		put( out, " " );
		putCoordinate( out, points[at].y + grid->origin.y, grid->decimals );
		written += 1;
	}
	put( out, ")" );
}

static void putRings( wfWktText* out, const wfAreaGrid* grid, const wfAreaRings* rings )
{
	bool any = false;
	for ( size_t i = 0; i < rings->ringCount; ++i )
	{
		const wfAreaRing* outer = &rings->rings[i];
		if ( outer->area < 0.0 )
		{
			continue;
		}
		put( out, any ? ", POLYGON(" : "GEOMETRYCOLLECTION(POLYGON(" );
		putRing( out, grid, rings->points + outer->first, outer->count );
		for ( size_t k = 0; k < rings->ringCount; ++k )
		{
			if ( rings->rings[k].area < 0.0 && rings->rings[k].outer == (int64_t)i )
			{
				put( out, ", " );
				putRing( out, grid, rings->points + rings->rings[k].first, rings->rings[k].count );
			}
		}
		put( out, ")" );
		any = true;
	}
	put( out, any ? ")" : "GEOMETRYCOLLECTION EMPTY" );
}

static bool isFree( wfAreaDepth depth, const void* context )
{
	const bool* hasWalkable = context;
	return depth.bounds > 0 && depth.obstacle <= 0 && ( !*hasWalkable || depth.walkable > 0 );
}

static wfResult tryWkt( const wfWorld* world, int32_t coarser, wfWktText* out )
{
	wfAreaGrid grid = wfAreaGrid_Make( wfWorld_GetBounds( world ), coarser );
	wfAreaEdges edges = { 0 };
	wfAreaRings rings = { 0 };
	bool hasWalkable = false;
	wfResult result = wfAreaEdges_Collect( &edges, world, &grid, &hasWalkable );
	if ( result == wf_ok )
	{
		result = wfAreaEdges_Arrange( &edges );
	}
	if ( result == wf_ok )
	{
		result = wfAreaEdges_KeepBoundary( &edges, isFree, &hasWalkable );
	}
	if ( result == wf_ok )
	{
		result = wfAreaRings_Trace( &rings, &edges );
	}
	wfAreaEdges_Free( &edges );
	if ( result == wf_ok )
	{
		putRings( out, &grid, &rings );
		result = out->result;
	}
	wfAreaRings_Free( &rings );
	return result;
}

wfResult wfMakeWorldWkt( const wfWorld* world, char** text, size_t* size, size_t* capacity )
{
	wfWktText out = { 0 };
	wfResult result = wf_numericalFailure;
	// Where rounding does not come to rest a coarser grid does.
	for ( int32_t coarser = 0; coarser < 4 && result == wf_numericalFailure; ++coarser )
	{
		result = tryWkt( world, coarser, &out );
	}
	if ( result != wf_ok )
	{
		wfRelease( out.text, out.capacity );
		return result;
	}
	*text = out.text;
	*size = out.size;
	*capacity = out.capacity;
	return wf_ok;
}

int64_t wfWorld_FormatWkt( const wfWorld* world, char* buffer, int64_t capacity )
{
	if ( WF_FAILS( world != NULL && capacity >= 0 && ( buffer != NULL || capacity == 0 ) ) )
	{
		return -(int64_t)wf_invalidDef;
	}
	char* text = NULL;
	size_t size = 0, allocated = 0;
	wfResult result = wfMakeWorldWkt( world, &text, &size, &allocated );
	if ( result != wf_ok )
	{
		return -(int64_t)result;
	}
	if ( capacity > 0 )
	{
		size_t copied = size < (size_t)capacity ? size : (size_t)capacity - 1;
		memcpy( buffer, text, copied );
		buffer[copied] = 0;
	}
	wfRelease( text, allocated );
	return (int64_t)size;
}
