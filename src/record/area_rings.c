// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The walkable area's rings, and the text they are written as.
#include "record/area.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Rings thinner than this many units on average come from outlines that should coincide and miss each other by rounding.
#define WF_SLIVER 4.0

// --------------------------------------------------------------------------------------------------------------- tracing

typedef struct wfArrow
{
	wfAreaPoint from, to;
	size_t start; // index of the first arrow that starts at the same point: stands for the point
} wfArrow;

typedef struct wfTracing
{
	wfArrow* arrows; // sorted by where they start
	size_t count;
	uint8_t* used;
	size_t* path; // arrows of the walk at hand
	size_t pathCount;
	size_t* place; // 1 + where in the path a point is left, 0: not on it; by point
	wfAreaRings* rings;
} wfTracing;

static int compareArrows( const void* a, const void* b )
{
	const wfArrow *x = a, *y = b;
	int order = wfAreaCompare( x->from, y->from );
	return order != 0 ? order : wfAreaCompare( x->to, y->to );
}

static size_t findStart( const wfTracing* tracing, wfAreaPoint point )
{
	size_t low = 0, high = tracing->count;
	while ( low < high )
	{
		size_t middle = low + ( high - low ) / 2;
		if ( wfAreaCompare( tracing->arrows[middle].from, point ) < 0 )
		{
			low = middle + 1;
		}
		else
		{
			high = middle;
		}
	}
	return low;
}

// Does direction u come before v when turning clockwise from the direction back?
static bool turnsBefore( wfAreaPoint back, wfAreaPoint u, wfAreaPoint v )
{
	int64_t crossU = back.x * u.y - back.y * u.x, crossV = back.x * v.y - back.y * v.x;
	// Clockwise from `back`: first what is on its right (cross below 0), then straight on, then what is on its left.
	int rankU = crossU < 0 ? 0 : crossU == 0 ? 1 : 2, rankV = crossV < 0 ? 0 : crossV == 0 ? 1 : 2;
	return rankU != rankV ? rankU < rankV : u.x * v.y - u.y * v.x < 0;
}

// The next arrow around the same piece of free ground: the sharpest turn to the left.
static size_t findNext( const wfTracing* tracing, const wfArrow* arrow )
{
	size_t start = findStart( tracing, arrow->to ), best = SIZE_MAX;
	wfAreaPoint back = { arrow->from.x - arrow->to.x, arrow->from.y - arrow->to.y };
	wfAreaPoint bestWay = { 0, 0 };
	for ( size_t i = start; i < tracing->count && wfAreaCompare( tracing->arrows[i].from, arrow->to ) == 0; ++i )
	{
		wfAreaPoint way = { tracing->arrows[i].to.x - arrow->to.x, tracing->arrows[i].to.y - arrow->to.y };
		if ( !tracing->used[i] && ( best == SIZE_MAX || turnsBefore( back, way, bestWay ) ) )
		{
			best = i;
			bestWay = way;
		}
	}
	return best;
}

// The path from an index on has come back to its start and is a ring.
static wfResult closeRing( wfTracing* tracing, size_t from )
{
	wfAreaRings* rings = tracing->rings;
	size_t count = tracing->pathCount - from;
	wfResult result = wfGrowArray( &rings->points, &rings->pointCapacity, rings->pointCount + count, sizeof( wfAreaPoint ) );
	if ( result == wf_ok )
	{
		result = wfGrowArray( &rings->rings, &rings->ringCapacity, rings->ringCount + 1, sizeof( wfAreaRing ) );
	}
	if ( result != wf_ok )
	{
		return result;
	}
	wfAreaPoint* points = rings->points + rings->pointCount;
	double area = 0.0, length = 0.0;
	for ( size_t i = 0; i < count; ++i )
	{
		const wfArrow* arrow = &tracing->arrows[tracing->path[from + i]];
		tracing->place[arrow->start] = 0;
		points[i] = arrow->from;
		area += (double)wfAreaCross( points[0], arrow->from, arrow->to );
		length += hypot( (double)( arrow->to.x - arrow->from.x ), (double)( arrow->to.y - arrow->from.y ) );
	}
	tracing->pathCount = from;
	if ( fabs( area ) > WF_SLIVER * length )
	{
		rings->rings[rings->ringCount++] = ( wfAreaRing ){ rings->pointCount, count, area, -1 };
		rings->pointCount += count;
	}
	return wf_ok;
}

// A walk that comes through a point again has closed a ring there: rings must not touch themselves.
static wfResult walk( wfTracing* tracing, size_t first )
{
	wfResult result = wf_ok;
	size_t at = first;
	while ( at != SIZE_MAX && result == wf_ok )
	{
		const wfArrow* arrow = &tracing->arrows[at];
		tracing->used[at] = 1;
		tracing->path[tracing->pathCount++] = at;
		tracing->place[arrow->start] = tracing->pathCount;
		size_t end = findStart( tracing, arrow->to );
		if ( end >= tracing->count )
		{
			return wf_numericalFailure; // cannot be: as many edges leave a point as come to it
		}
		size_t place = tracing->place[tracing->arrows[end].start];
		if ( place > 0 )
		{
			result = closeRing( tracing, place - 1 );
		}
		at = tracing->pathCount > 0 ? findNext( tracing, arrow ) : SIZE_MAX;
	}
	return result == wf_ok && tracing->pathCount > 0 ? wf_numericalFailure : result;
}

// ----------------------------------------------------------------------------------------------------------------- holes

static bool ringContains( const wfAreaRings* rings, const wfAreaRing* ring, wfAreaPoint middle )
{
	bool inside = false;
	const wfAreaPoint* points = rings->points + ring->first;
	for ( size_t i = 0; i < ring->count; ++i )
	{
		wfAreaPoint p = points[i], q = points[i + 1 < ring->count ? i + 1 : 0];
		if ( ( 2 * p.y > middle.y ) != ( 2 * q.y > middle.y ) )
		{
			int64_t side = ( q.x - p.x ) * ( middle.y - 2 * p.y ) - ( q.y - p.y ) * ( middle.x - 2 * p.x );
			inside = ( side > 0 ) == ( q.y > p.y ) ? !inside : inside;
		}
	}
	return inside;
}

// A hole belongs to the smallest outer ring around it. No ring passes through the middle of another's edge.
static void placeHoles( wfAreaRings* rings )
{
	for ( size_t i = 0; i < rings->ringCount; ++i )
	{
		wfAreaRing* hole = &rings->rings[i];
		if ( hole->area > 0.0 )
		{
			continue;
		}
		wfAreaPoint p = rings->points[hole->first], q = rings->points[hole->first + 1];
		wfAreaPoint middle = { p.x + q.x, p.y + q.y };
		for ( size_t k = 0; k < rings->ringCount; ++k )
		{
			const wfAreaRing* outer = &rings->rings[k];
			bool smaller = hole->outer < 0 || outer->area < rings->rings[hole->outer].area;
			if ( outer->area > -hole->area && smaller && ringContains( rings, outer, middle ) )
			{
				hole->outer = (int64_t)k;
			}
		}
	}
}

void wfAreaRings_Free( wfAreaRings* rings )
{
	wfReleaseArray( rings->points, rings->pointCapacity, sizeof( wfAreaPoint ) );
	wfReleaseArray( rings->rings, rings->ringCapacity, sizeof( wfAreaRing ) );
	*rings = ( wfAreaRings ){ 0 };
}

wfResult wfAreaRings_Trace( wfAreaRings* rings, const wfAreaEdges* edges )
{
	size_t count = edges->count;
	if ( count == 0 )
	{
		return wf_ok;
	}
	wfTracing tracing = { .count = count, .rings = rings };
	tracing.arrows = wfAllocateArray( count, sizeof( wfArrow ) );
	tracing.used = wfAllocateArray( count, 1 );
	tracing.path = wfAllocateArray( count, sizeof( size_t ) );
	tracing.place = wfAllocateArray( count, sizeof( size_t ) );
	wfResult result = wf_outOfMemory;
	if ( tracing.arrows != NULL && tracing.used != NULL && tracing.path != NULL && tracing.place != NULL )
	{
		result = wf_ok;
		for ( size_t i = 0; i < count; ++i )
		{
			const wfAreaEdge* edge = &edges->edges[i];
			bool left = edge->step.bounds > 0;
			tracing.arrows[i] = ( wfArrow ){ left ? edge->a : edge->b, left ? edge->b : edge->a, 0 };
		}
		qsort( tracing.arrows, count, sizeof( wfArrow ), compareArrows );
		for ( size_t i = 1; i < count; ++i )
		{
			bool same = wfAreaCompare( tracing.arrows[i - 1].from, tracing.arrows[i].from ) == 0;
			tracing.arrows[i].start = same ? tracing.arrows[i - 1].start : i;
		}
		memset( tracing.used, 0, count );
		memset( tracing.place, 0, count * sizeof( size_t ) );
	}
	for ( size_t i = 0; i < count && result == wf_ok; ++i )
	{
		result = tracing.used[i] ? wf_ok : walk( &tracing, i );
	}
	if ( result == wf_ok )
	{
		placeHoles( rings );
	}
	wfReleaseArray( tracing.arrows, count, sizeof( wfArrow ) );
	wfReleaseArray( tracing.used, count, 1 );
	wfReleaseArray( tracing.path, count, sizeof( size_t ) );
	wfReleaseArray( tracing.place, count, sizeof( size_t ) );
	return result;
}
