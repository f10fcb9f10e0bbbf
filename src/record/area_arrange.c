// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Cutting edges where they meet. Places where two edges cross are rounded to the grid, which bends the pieces a little and may
// make them cross others: so it is done again until nothing crosses.
#include "record/area.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WF_MAX_ROUNDS 40

typedef struct wfAreaCut
{
	size_t edge;
	wfAreaPoint point;
	int64_t along; // grows from a to b
} wfAreaCut;

// Buckets of edges: a lattice for meetings, columns for what lies below.
typedef struct wfAreaBuckets
{
	size_t* first; // of each bucket and one past the last
	uint32_t* items;
	size_t bucketCount, itemCount;
	int64_t lowX, lowY, width, height; // of a bucket
	int64_t columns, rows;
} wfAreaBuckets;

typedef struct wfArrangement
{
	wfAreaEdges* edges;
	wfAreaBuckets buckets;
	wfAreaCut* cuts;
	size_t cutCount, cutCapacity;
} wfArrangement;

// -------------------------------------------------------------------------------------------------------------- buckets

static int64_t lesser( int64_t a, int64_t b )
{
	return a < b ? a : b;
}

static int64_t greater( int64_t a, int64_t b )
{
	return a > b ? a : b;
}

typedef struct wfBucketSpan
{
	int64_t column0, column1, row0, row1;
} wfBucketSpan;

static wfBucketSpan spanOf( const wfAreaBuckets* buckets, const wfAreaEdge* edge )
{
	return ( wfBucketSpan ){ ( edge->a.x - buckets->lowX ) / buckets->width, ( edge->b.x - buckets->lowX ) / buckets->width,
							 ( lesser( edge->a.y, edge->b.y ) - buckets->lowY ) / buckets->height,
							 ( greater( edge->a.y, edge->b.y ) - buckets->lowY ) / buckets->height };
}

static void freeBuckets( wfAreaBuckets* buckets )
{
	wfReleaseArray( buckets->first, buckets->bucketCount + 1, sizeof( size_t ) );
	wfReleaseArray( buckets->items, buckets->itemCount, sizeof( uint32_t ) );
	*buckets = ( wfAreaBuckets ){ 0 };
}

static void shapeBuckets( wfAreaBuckets* buckets, const wfAreaEdges* edges, bool lattice )
{
	wfAreaPoint low = { INT64_MAX, INT64_MAX }, high = { INT64_MIN, INT64_MIN };
	for ( size_t i = 0; i < edges->count; ++i )
	{
		const wfAreaEdge* edge = &edges->edges[i];
		low.x = lesser( low.x, edge->a.x );
		high.x = greater( high.x, edge->b.x );
		low.y = lesser( low.y, lesser( edge->a.y, edge->b.y ) );
		high.y = greater( high.y, greater( edge->a.y, edge->b.y ) );
	}
	int64_t side = (int64_t)sqrt( (double)edges->count ) + 1;
	buckets->columns = lattice ? side : lesser( 8 * side, 4096 );
	buckets->rows = lattice ? side : 1;
	buckets->lowX = low.x;
	buckets->lowY = low.y;
	buckets->width = ( high.x - low.x ) / buckets->columns + 1;
	buckets->height = ( high.y - low.y ) / buckets->rows + 1;
}

static wfResult fillBuckets( wfAreaBuckets* buckets, const wfAreaEdges* edges, bool lattice )
{
	shapeBuckets( buckets, edges, lattice );
	buckets->bucketCount = (size_t)( buckets->columns * buckets->rows );
	buckets->first = wfAllocateArray( buckets->bucketCount + 1, sizeof( size_t ) );
	if ( buckets->first == NULL )
	{
		return wf_outOfMemory;
	}
	memset( buckets->first, 0, ( buckets->bucketCount + 1 ) * sizeof( size_t ) );
	for ( int pass = 0; pass < 2; ++pass )
	{
		for ( size_t i = 0; i < edges->count; ++i )
		{
			wfBucketSpan span = spanOf( buckets, &edges->edges[i] );
			for ( int64_t row = span.row0; row <= span.row1; ++row )
			{
				for ( int64_t column = span.column0; column <= span.column1; ++column )
				{
					size_t bucket = (size_t)( row * buckets->columns + column );
					if ( pass == 0 )
					{
						buckets->first[bucket] += 1;
					}
					else
					{
						buckets->items[--buckets->first[bucket]] = (uint32_t)i;
					}
				}
			}
		}
		if ( pass == 0 )
		{
			size_t sum = 0;
			for ( size_t k = 0; k < buckets->bucketCount; ++k )
			{
				sum += buckets->first[k];
				buckets->first[k] = sum; // its end: filled from there down to its start
			}
			buckets->first[buckets->bucketCount] = sum;
			buckets->itemCount = sum;
			buckets->items = wfAllocateArray( sum > 0 ? sum : 1, sizeof( uint32_t ) );
			if ( buckets->items == NULL )
			{
				buckets->itemCount = 0;
				return wf_outOfMemory;
			}
			buckets->itemCount = sum > 0 ? sum : 1;
		}
	}
	return wf_ok;
}

// ----------------------------------------------------------------------------------------------------------------- cuts

static wfResult addCut( wfArrangement* all, size_t index, wfAreaPoint point )
{
	const wfAreaEdge* edge = &all->edges->edges[index];
	if ( wfAreaCompare( point, edge->a ) == 0 || wfAreaCompare( point, edge->b ) == 0 )
	{
		return wf_ok;
	}
	wfResult result = wfGrowArray( &all->cuts, &all->cutCapacity, all->cutCount + 1, sizeof( wfAreaCut ) );
	if ( result == wf_ok )
	{
		int64_t along = ( point.x - edge->a.x ) * ( edge->b.x - edge->a.x ) + ( point.y - edge->a.y ) * ( edge->b.y - edge->a.y );
		all->cuts[all->cutCount++] = ( wfAreaCut ){ index, point, along };
	}
	return result;
}

static int signOf( int64_t value )
{
	return value < 0 ? -1 : value > 0;
}

static bool liesWithin( const wfAreaEdge* edge, wfAreaPoint point )
{
	return point.x >= edge->a.x && point.x <= edge->b.x && point.y >= lesser( edge->a.y, edge->b.y ) &&
		   point.y <= greater( edge->a.y, edge->b.y );
}

static wfResult cutPair( wfArrangement* all, size_t i, size_t j )
{
	const wfAreaEdge *e = &all->edges->edges[i], *f = &all->edges->edges[j];
	int64_t atA = wfAreaCross( e->a, e->b, f->a ), atB = wfAreaCross( e->a, e->b, f->b );
	int64_t ofA = wfAreaCross( f->a, f->b, e->a ), ofB = wfAreaCross( f->a, f->b, e->b );
	if ( signOf( atA ) * signOf( atB ) < 0 && signOf( ofA ) * signOf( ofB ) < 0 )
	{
		double t = (double)ofA / ( (double)ofA - (double)ofB );
		wfAreaPoint point = { e->a.x + llround( t * (double)( e->b.x - e->a.x ) ),
							  e->a.y + llround( t * (double)( e->b.y - e->a.y ) ) };
		wfResult result = addCut( all, i, point );
		return result == wf_ok ? addCut( all, j, point ) : result;
	}
	wfResult result = wf_ok;
	if ( atA == 0 && liesWithin( e, f->a ) )
	{
		result = addCut( all, i, f->a );
	}
	if ( result == wf_ok && atB == 0 && liesWithin( e, f->b ) )
	{
		result = addCut( all, i, f->b );
	}
	if ( result == wf_ok && ofA == 0 && liesWithin( f, e->a ) )
	{
		result = addCut( all, j, e->a );
	}
	if ( result == wf_ok && ofB == 0 && liesWithin( f, e->b ) )
	{
		result = addCut( all, j, e->b );
	}
	return result;
}

// A pair that shares several buckets is looked at in the one with the lower left corner of what their boxes share.
static bool isPairHere( const wfAreaBuckets* buckets, const wfAreaEdge* e, const wfAreaEdge* f, int64_t column, int64_t row )
{
	int64_t x = greater( e->a.x, f->a.x );
	int64_t y = greater( lesser( e->a.y, e->b.y ), lesser( f->a.y, f->b.y ) );
	if ( x > lesser( e->b.x, f->b.x ) || y > lesser( greater( e->a.y, e->b.y ), greater( f->a.y, f->b.y ) ) )
	{
		return false;
	}
	return ( x - buckets->lowX ) / buckets->width == column && ( y - buckets->lowY ) / buckets->height == row;
}

static wfResult collectCuts( wfArrangement* all )
{
	const wfAreaBuckets* buckets = &all->buckets;
	all->cutCount = 0;
	wfResult result = wf_ok;
	for ( size_t bucket = 0; bucket < buckets->bucketCount; ++bucket )
	{
		int64_t column = (int64_t)bucket % buckets->columns, row = (int64_t)bucket / buckets->columns;
		for ( size_t p = buckets->first[bucket]; p < buckets->first[bucket + 1]; ++p )
		{
			for ( size_t q = p + 1; q < buckets->first[bucket + 1] && result == wf_ok; ++q )
			{
				size_t i = buckets->items[p], j = buckets->items[q];
				if ( isPairHere( buckets, &all->edges->edges[i], &all->edges->edges[j], column, row ) )
				{
					result = cutPair( all, i, j );
				}
			}
		}
	}
	return result;
}

static int compareCuts( const void* a, const void* b )
{
	const wfAreaCut *x = a, *y = b;
	if ( x->edge != y->edge )
	{
		return x->edge < y->edge ? -1 : 1;
	}
	if ( x->along != y->along )
	{
		return x->along < y->along ? -1 : 1;
	}
	return wfAreaCompare( x->point, y->point );
}

static wfResult applyCuts( wfArrangement* all )
{
	qsort( all->cuts, all->cutCount, sizeof( wfAreaCut ), compareCuts );
	wfResult result = wf_ok;
	for ( size_t k = 0; k < all->cutCount && result == wf_ok; )
	{
		size_t index = all->cuts[k].edge;
		wfAreaEdge edge = all->edges->edges[index];
		wfAreaPoint from = edge.a;
		// The first piece takes the edge's place.
		all->edges->edges[index].step = ( wfAreaDepth ){ 0, 0, 0 };
		for ( ; k < all->cutCount && all->cuts[k].edge == index && result == wf_ok; ++k )
		{
			result = wfAreaEdges_Add( all->edges, from, all->cuts[k].point, edge.step );
			from = all->cuts[k].point;
		}
		result = result == wf_ok ? wfAreaEdges_Add( all->edges, from, edge.b, edge.step ) : result;
	}
	return result;
}

static int compareEdges( const void* a, const void* b )
{
	const wfAreaEdge *x = a, *y = b;
	int order = wfAreaCompare( x->a, y->a );
	return order != 0 ? order : wfAreaCompare( x->b, y->b );
}

static void joinCoinciding( wfAreaEdges* edges )
{
	if ( edges->count == 0 )
	{
		return;
	}
	qsort( edges->edges, edges->count, sizeof( wfAreaEdge ), compareEdges );
	size_t made = 0;
	for ( size_t i = 0; i < edges->count; )
	{
		wfAreaEdge edge = edges->edges[i];
		for ( i += 1; i < edges->count && compareEdges( &edge, &edges->edges[i] ) == 0; ++i )
		{
			edge.step.bounds += edges->edges[i].step.bounds;
			edge.step.walkable += edges->edges[i].step.walkable;
			edge.step.obstacle += edges->edges[i].step.obstacle;
		}
		if ( edge.step.bounds != 0 || edge.step.walkable != 0 || edge.step.obstacle != 0 )
		{
			edges->edges[made++] = edge;
		}
	}
	edges->count = made;
}

wfResult wfAreaEdges_Arrange( wfAreaEdges* edges )
{
	wfArrangement all = { .edges = edges };
	wfResult result = wf_ok;
	for ( int32_t round = 0; result == wf_ok; ++round )
	{
		joinCoinciding( edges );
		if ( edges->count == 0 )
		{
			break;
		}
		if ( edges->count > UINT32_MAX / 2 || round == WF_MAX_ROUNDS )
		{
			result = round == WF_MAX_ROUNDS ? wf_numericalFailure : wf_tooLarge;
			break;
		}
		result = fillBuckets( &all.buckets, edges, true );
		if ( result == wf_ok )
		{
			result = collectCuts( &all );
		}
		freeBuckets( &all.buckets );
		if ( result != wf_ok || all.cutCount == 0 )
		{
			break;
		}
		result = applyCuts( &all );
	}
	wfReleaseArray( all.cuts, all.cutCapacity, sizeof( wfAreaCut ) );
	return result;
}

// ---------------------------------------------------------------------------------------------------------------- sides

// What covers the right side of an edge at its middle: the sum of what every edge below adds on the way up to it. At the x of
// ends an edge counts from its left end on to just before its right end.
static wfAreaDepth depthRightOf( const wfAreaBuckets* buckets, const wfAreaEdges* edges, const wfAreaEdge* edge )
{
	wfAreaDepth depth = { 0, 0, 0 };
	wfAreaPoint middle = { edge->a.x + edge->b.x, edge->a.y + edge->b.y }; // doubled
	int64_t floorX = middle.x >= 0 ? middle.x / 2 : -( ( 1 - middle.x ) / 2 );
	size_t column = (size_t)( ( floorX - buckets->lowX ) / buckets->width );
	for ( size_t p = buckets->first[column]; p < buckets->first[column + 1]; ++p )
	{
		const wfAreaEdge* other = &edges->edges[buckets->items[p]];
		if ( other == edge || 2 * other->a.x > middle.x || 2 * other->b.x <= middle.x )
		{
			continue;
		}
		int64_t side = ( other->b.x - other->a.x ) * ( middle.y - 2 * other->a.y ) -
					   ( other->b.y - other->a.y ) * ( middle.x - 2 * other->a.x );
		if ( side > 0 )
		{
			depth.bounds += other->step.bounds;
			depth.walkable += other->step.walkable;
			depth.obstacle += other->step.obstacle;
		}
	}
	return depth;
}

wfResult wfAreaEdges_KeepBoundary( wfAreaEdges* edges, wfAreaRule* rule, const void* context )
{
	if ( edges->count == 0 )
	{
		return wf_ok;
	}
	wfAreaBuckets buckets = { 0 };
	wfResult result = fillBuckets( &buckets, edges, false );
	int8_t* kept = result == wf_ok ? wfAllocateArray( edges->count, sizeof( int8_t ) ) : NULL;
	if ( kept == NULL )
	{
		freeBuckets( &buckets );
		return wf_outOfMemory;
	}
	for ( size_t i = 0; i < edges->count; ++i )
	{
		const wfAreaEdge* edge = &edges->edges[i];
		wfAreaDepth right = depthRightOf( &buckets, edges, edge );
		wfAreaDepth left = { right.bounds + edge->step.bounds, right.walkable + edge->step.walkable,
							 right.obstacle + edge->step.obstacle };
		kept[i] = (int8_t)( (int)rule( left, context ) - (int)rule( right, context ) );
	}
	size_t made = 0, count = edges->count;
	for ( size_t i = 0; i < count; ++i )
	{
		if ( kept[i] != 0 )
		{
			edges->edges[made] = edges->edges[i];
			edges->edges[made].step = ( wfAreaDepth ){ kept[i], 0, 0 };
			made += 1;
		}
	}
	edges->count = made;
	wfReleaseArray( kept, count, sizeof( int8_t ) );
	freeBuckets( &buckets );
	return wf_ok;
}
