// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Point in polygon, even-odd, in time that hardly grows with the number of edges.
#include "world/world.h"

typedef struct wfSlabRange
{
	int32_t first, last;
} wfSlabRange;

static int32_t slabOf( const wfSlabs* slabs, double y )
{
	double slab = ( y - slabs->lowY ) * slabs->inverseHeight;
	if ( !( slab > 0.0 ) )
	{
		return 0;
	}
	return slab < slabs->slabCount ? (int32_t)slab : slabs->slabCount - 1;
}

// The mapping from y to slabs is monotonic, rounding included, so an edge is in the slab of every y between its ends.
static wfSlabRange slabsOfEdge( const wfSlabs* slabs, const wfPolygonEdge* edge )
{
	return ( wfSlabRange ){ slabOf( slabs, edge->lowY ), slabOf( slabs, edge->highY ) };
}

static int32_t collectEdges( wfPolygonEdge* edges, const wfVec2* points, const int32_t* ringSizes, int32_t ringCount )
{
	int32_t count = 0;
	for ( int32_t ring = 0; ring < ringCount; ++ring )
	{
		for ( int32_t k = 0; k < ringSizes[ring]; ++k )
		{
			wfPolygonEdge edge = wfMakeEdge( points[k], points[k + 1 < ringSizes[ring] ? k + 1 : 0] );
			if ( edge.lowY < edge.highY )
			{
				edges[count++] = edge;
			}
		}
		points += ringSizes[ring];
	}
	return count;
}

static int64_t countEntries( const wfSlabs* slabs, const wfPolygonEdge* edges, int32_t count )
{
	int64_t entries = 0;
	for ( int32_t k = 0; k < count; ++k )
	{
		wfSlabRange range = slabsOfEdge( slabs, &edges[k] );
		entries += range.last - range.first + 1;
	}
	return entries;
}

// As many slabs as edges, fewer when long edges would be repeated too often.
static void chooseSlabs( wfSlabs* slabs, const wfPolygonEdge* edges, int32_t count )
{
	double low = edges[0].lowY, high = edges[0].highY;
	for ( int32_t k = 1; k < count; ++k )
	{
		low = wfMin( low, edges[k].lowY );
		high = wfMax( high, edges[k].highY );
	}
	slabs->lowY = low;
	slabs->slabCount = count;
	for ( ;; )
	{
		slabs->inverseHeight = slabs->slabCount / ( high - low );
		slabs->entryCount = countEntries( slabs, edges, count );
		if ( slabs->slabCount == 1 || slabs->entryCount <= 8 * (int64_t)count )
		{
			return;
		}
		slabs->slabCount = ( slabs->slabCount + 1 ) / 2;
	}
}

static wfResult sortEdges( wfSlabs* slabs, const wfPolygonEdge* edges, int32_t count )
{
	chooseSlabs( slabs, edges, count );
	slabs->first = wfAllocateZeroed( ( (size_t)slabs->slabCount + 1 ) * sizeof( int32_t ) );
	slabs->edges = wfAllocateArray( (size_t)slabs->entryCount, sizeof( wfPolygonEdge ) );
	if ( slabs->first == NULL || slabs->edges == NULL || slabs->entryCount > INT32_MAX )
	{
		return wf_outOfMemory;
	}
	// How many each slab has, then where it ends; filled from the end, so that the ends become the beginnings.
	for ( int32_t k = 0; k < count; ++k )
	{
		wfSlabRange range = slabsOfEdge( slabs, &edges[k] );
		for ( int32_t slab = range.first; slab <= range.last; ++slab )
		{
			slabs->first[slab] += 1;
		}
	}
	for ( int32_t slab = 1; slab <= slabs->slabCount; ++slab )
	{
		slabs->first[slab] += slabs->first[slab - 1];
	}
	for ( int32_t k = count - 1; k >= 0; --k )
	{
		wfSlabRange range = slabsOfEdge( slabs, &edges[k] );
		for ( int32_t slab = range.first; slab <= range.last; ++slab )
		{
			slabs->edges[--slabs->first[slab]] = edges[k];
		}
	}
	return wf_ok;
}

wfResult wfSlabsCreate( wfSlabs* slabs, const wfVec2* points, const int32_t* ringSizes, int32_t ringCount )
{
	*slabs = ( wfSlabs ){ 0 };
	int64_t total = 0;
	for ( int32_t ring = 0; ring < ringCount; ++ring )
	{
		total += ringSizes[ring];
	}
	wfPolygonEdge* edges = wfAllocateArray( (size_t)total, sizeof( wfPolygonEdge ) );
	if ( edges == NULL )
	{
		return wf_outOfMemory;
	}
	int32_t count = collectEdges( edges, points, ringSizes, ringCount );
	wfResult result = count > 0 ? sortEdges( slabs, edges, count ) : wf_ok;
	if ( result != wf_ok )
	{
		wfSlabsDestroy( slabs );
	}
	wfReleaseArray( edges, (size_t)total, sizeof( wfPolygonEdge ) );
	return result;
}

void wfSlabsDestroy( wfSlabs* slabs )
{
	wfReleaseArray( slabs->edges, (size_t)slabs->entryCount, sizeof( wfPolygonEdge ) );
	wfReleaseArray( slabs->first, (size_t)slabs->slabCount + 1, sizeof( int32_t ) );
	*slabs = ( wfSlabs ){ 0 };
}

bool wfSlabsContain( const wfSlabs* slabs, wfVec2 point )
{
	if ( slabs->slabCount == 0 )
	{
		return false;
	}
	int32_t slab = slabOf( slabs, point.y );
	bool inside = false;
	for ( int32_t k = slabs->first[slab]; k < slabs->first[slab + 1]; ++k )
	{
		inside ^= wfIsLeftOf( &slabs->edges[k], point );
	}
	return inside;
}
