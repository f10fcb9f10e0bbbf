// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Nested dissection of a mesh: across its longest extent it is cut in two by a line of vertices, both halves are eliminated
// before the line, and so on with each. What is left is ordered by minimum degree, which is better at the small and blind for the
// large.

#include "base/arrays.h"
#include "surface/system.h"
#include "surface/tuning.h"

#include <stdlib.h>
#include <string.h>

#define SEPARATOR ( -2 )

typedef struct Dissection
{
	const wfMatrix* matrix;
	const wfVec3* places;
	double spacing; // of vertices, about
	int32_t leafSize;
	int32_t* list;	// vertices, each part of the mesh a stretch of them
	int32_t* other; // of the same size, to partition into
	double* key;	// by place in the list: along the axis of the part
	int32_t* part;	// by vertex: the half it is in; SEPARATOR; -1 where done with
	int32_t partCount;
	int32_t* pivots; // by vertex, the result
	int32_t pivotCount;
	// Graph of one leaf.
	int64_t* leafStart;
	int32_t* leafNeighbor;
	size_t leafLinks;
} Dissection;

// ------------------------------------------------------------------------------------------------------------ where to cut

// Second moments of the vertices of a part.
typedef struct Moments
{
	double xx, xy, xz, yy, yz, zz;
} Moments;

static wfVec3 multiply( const Moments* m, wfVec3 v )
{
	return ( wfVec3 ){ m->xx * v.x + m->xy * v.y + m->xz * v.z, m->xy * v.x + m->yy * v.y + m->yz * v.z,
					   m->xz * v.x + m->yz * v.y + m->zz * v.z };
}

static Moments measure( const Dissection* d, int32_t begin, int32_t end )
{
	wfVec3 mean = { 0.0, 0.0, 0.0 };
	for ( int32_t i = begin; i < end; ++i )
	{
		mean = wfAdd3( mean, d->places[d->list[i]] );
	}
	mean = wfScale3( 1.0 / ( end - begin ), mean );
	Moments m = { 0.0, 0.0, 0.0, 0.0, 0.0, 0.0 };
	for ( int32_t i = begin; i < end; ++i )
	{
		wfVec3 p = wfSub3( d->places[d->list[i]], mean );
		m.xx += p.x * p.x;
		m.xy += p.x * p.y;
		m.xz += p.x * p.z;
		m.yy += p.y * p.y;
		m.yz += p.y * p.z;
		m.zz += p.z * p.z;
	}
	return m;
}

// The direction in which the vertices extend the farthest: the column of the largest diagonal, multiplied a few times over.
static wfVec3 findLongest( const Moments* m )
{
	int k = m->xx >= m->yy ? ( m->xx >= m->zz ? 0 : 2 ) : ( m->yy >= m->zz ? 1 : 2 );
	wfVec3 axis = { k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0 };
	for ( int round = 0; round < 8; ++round )
	{
		wfVec3 next = multiply( m, axis );
		double length = wfLength3( next );
		if ( !( length > 0.0 ) )
		{
			break;
		}
		axis = wfScale3( 1.0 / length, next );
	}
	return axis;
}

static int compareNumbers( const void* a, const void* b )
{
	double x = *(const double*)a;
	double y = *(const double*)b;
	return ( x > y ) - ( x < y );
}

// About how many vertices lie where a cut across the axis would run.
static int32_t countNear( const Dissection* d, int32_t begin, int32_t end, wfVec3 axis )
{
	double samples[WF_SAMPLES];
	int64_t count = end - begin;
	for ( int32_t k = 0; k < WF_SAMPLES; ++k )
	{
		samples[k] = wfDot3( axis, d->places[d->list[begin + k * count / WF_SAMPLES]] );
	}
	qsort( samples, WF_SAMPLES, sizeof( double ), compareNumbers );
	int32_t near = 0;
	for ( int32_t i = begin; i < end; ++i )
	{
		near += fabs( wfDot3( axis, d->places[d->list[i]] ) - samples[WF_SAMPLES / 2] ) <= d->spacing;
	}
	return near;
}

// The direction to cut across: the longest or, where a part is about as wide as it is long, the best of some between its axes.
static wfVec3 findAxis( const Dissection* d, int32_t begin, int32_t end )
{
	Moments m = measure( d, begin, end );
	wfVec3 longest = findLongest( &m );
	double extent = wfDot3( longest, multiply( &m, longest ) );
	Moments rest = { m.xx - extent * longest.x * longest.x, m.xy - extent * longest.x * longest.y,
					 m.xz - extent * longest.x * longest.z, m.yy - extent * longest.y * longest.y,
					 m.yz - extent * longest.y * longest.z, m.zz - extent * longest.z * longest.z };
	wfVec3 second = findLongest( &rest );
	double width = wfDot3( second, multiply( &m, second ) );
	if ( end - begin < 4 * d->leafSize || width < WF_ROUND_SHARE * extent )
	{
		return longest;
	}
	wfVec3 axes[WF_DIRECTIONS] = { longest, second, wfScale3( sqrt( 0.5 ), wfAdd3( longest, second ) ),
								   wfScale3( sqrt( 0.5 ), wfSub3( longest, second ) ) };
	int best = 0;
	int32_t fewest = INT32_MAX;
	for ( int k = 0; k < WF_DIRECTIONS; ++k )
	{
		int32_t near = countNear( d, begin, end, axes[k] );
		best = near < fewest ? k : best;
		fewest = near < fewest ? near : fewest;
	}
	return axes[best];
}

static void swapPlaces( Dissection* d, int32_t a, int32_t b )
{
	double key = d->key[a];
	int32_t vertex = d->list[a];
	d->key[a] = d->key[b];
	d->list[a] = d->list[b];
	d->key[b] = key;
	d->list[b] = vertex;
}

// Put the vertices with the smaller keys before `middle`.
static void splitAt( Dissection* d, int32_t begin, int32_t end, int32_t middle )
{
	int32_t low = begin;
	int32_t high = end - 1;
	while ( low < high )
	{
		// Of three, so that sorted input is no trouble; many equal keys are parted evenly.
		double a = d->key[low], b = d->key[low + ( high - low ) / 2], c = d->key[high];
		double pivot = a < b ? ( b < c ? b : ( a < c ? c : a ) ) : ( a < c ? a : ( b < c ? c : b ) );
		int32_t i = low;
		int32_t j = high;
		while ( i <= j )
		{
			while ( d->key[i] < pivot )
			{
				++i;
			}
			while ( d->key[j] > pivot )
			{
				--j;
			}
			if ( i <= j )
			{
				swapPlaces( d, i++, j-- );
			}
		}
		if ( middle <= j )
		{
			high = j;
		}
		else if ( middle >= i )
		{
			low = i;
		}
		else
		{
			return;
		}
	}
}

// ---------------------------------------------------------------------------------------------------------------- the line

typedef struct Halves
{
	int32_t part[2]; // names
	int32_t count[2];
	int32_t separator;
} Halves;

static int32_t countNeighbors( const Dissection* d, int32_t v, int32_t part )
{
	int32_t count = 0;
	for ( int64_t m = d->matrix->start[v]; m < d->matrix->start[v + 1]; ++m )
	{
		count += d->part[d->matrix->neighbor[m]] == part;
	}
	return count;
}

// The vertices of one half that touch the other, of the half with fewer of them, become the line between them.
static void findSeparator( Dissection* d, int32_t begin, int32_t end, Halves* halves )
{
	int32_t touching[2] = { 0, 0 };
	for ( int32_t i = begin; i < end; ++i )
	{
		int side = d->part[d->list[i]] == halves->part[1];
		touching[side] += countNeighbors( d, d->list[i], halves->part[1 - side] ) > 0;
	}
	int side = touching[1] < touching[0];
	for ( int32_t i = begin; i < end; ++i )
	{
		int32_t v = d->list[i];
		if ( d->part[v] == halves->part[side] && countNeighbors( d, v, halves->part[1 - side] ) > 0 )
		{
			d->part[v] = SEPARATOR;
		}
	}
	halves->count[side] -= touching[side];
	halves->separator = touching[side];
}

// Move vertices off the line to one half where that takes no more of the other onto it.
static bool straighten( Dissection* d, int32_t begin, int32_t end, Halves* halves, int side )
{
	int32_t least = (int32_t)( WF_LEAST_HALF * ( end - begin ) );
	bool shorter = false;
	for ( int32_t i = begin; i < end; ++i )
	{
		int32_t v = d->list[i];
		if ( d->part[v] != SEPARATOR )
		{
			continue;
		}
		int32_t far = countNeighbors( d, v, halves->part[1 - side] );
		if ( far > 1 || ( far == 1 && ( halves->count[1 - side] <= least || countNeighbors( d, v, halves->part[side] ) == 0 ) ) )
		{
			continue;
		}
		for ( int64_t m = d->matrix->start[v]; far == 1 && m < d->matrix->start[v + 1]; ++m )
		{
			int32_t other = d->matrix->neighbor[m];
			if ( d->part[other] == halves->part[1 - side] )
			{
				d->part[other] = SEPARATOR;
				halves->count[1 - side] -= 1;
			}
		}
		d->part[v] = halves->part[side];
		halves->count[side] += 1;
		halves->separator += far - 1;
		shorter = shorter || far == 0;
	}
	return shorter;
}

// Lay the halves and the line one after the other in the list.
static void arrange( Dissection* d, int32_t begin, int32_t end, const Halves* halves )
{
	int32_t at[3] = { begin, begin + halves->count[0], begin + halves->count[0] + halves->count[1] };
	for ( int32_t i = begin; i < end; ++i )
	{
		int32_t part = d->part[d->list[i]];
		d->other[at[part == SEPARATOR ? 2 : ( part == halves->part[1] ? 1 : 0 )]++] = d->list[i];
	}
	memcpy( d->list + begin, d->other + begin, (size_t)( end - begin ) * sizeof( int32_t ) );
}

static Halves cut( Dissection* d, int32_t begin, int32_t end )
{
	wfVec3 axis = findAxis( d, begin, end );
	for ( int32_t i = begin; i < end; ++i )
	{
		d->key[i] = wfDot3( axis, d->places[d->list[i]] );
	}
	int32_t middle = begin + ( end - begin ) / 2;
	splitAt( d, begin, end, middle );
	Halves halves = { { d->partCount, d->partCount + 1 }, { middle - begin, end - middle }, 0 };
	d->partCount += 2;
	for ( int32_t i = begin; i < end; ++i )
	{
		d->part[d->list[i]] = halves.part[i >= middle];
	}
	findSeparator( d, begin, end, &halves );
	int side = halves.count[0] > halves.count[1];
	bool shorter = true;
	for ( int round = 0; round < WF_STRAIGHTEN_ROUNDS && ( shorter || round < 2 ); ++round )
	{
		shorter = straighten( d, begin, end, &halves, side );
		side = 1 - side;
	}
	arrange( d, begin, end, &halves );
	return halves;
}

// ------------------------------------------------------------------------------------------------------------------ leaves

// Minimum degree among the vertices of a leaf.
static wfResult orderLeaf( Dissection* d, int32_t begin, int32_t end )
{
	int32_t count = end - begin;
	int64_t used = 0;
	// The place in the leaf, as a name that no part has.
	for ( int32_t i = begin; i < end; ++i )
	{
		d->other[d->list[i]] = i - begin;
	}
	int32_t own = d->partCount++;
	for ( int32_t i = begin; i < end; ++i )
	{
		d->part[d->list[i]] = own;
	}
	for ( int32_t i = begin; i < end; ++i )
	{
		int32_t v = d->list[i];
		d->leafStart[i - begin] = used;
		wfResult result = wfGrowArray( &d->leafNeighbor, &d->leafLinks,
									   (size_t)( used + d->matrix->start[v + 1] - d->matrix->start[v] ), sizeof( int32_t ) );
		if ( result != wf_ok )
		{
			return result;
		}
		for ( int64_t m = d->matrix->start[v]; m < d->matrix->start[v + 1]; ++m )
		{
			if ( d->part[d->matrix->neighbor[m]] == own )
			{
				d->leafNeighbor[used++] = d->other[d->matrix->neighbor[m]];
			}
		}
	}
	d->leafStart[count] = used;
	wfOrder order;
	wfResult result = wfOrderMinimumDegree( count, d->leafStart, d->leafNeighbor, NULL, &order );
	if ( result == wf_ok )
	{
		for ( int32_t i = begin; i < end; ++i )
		{
			d->pivots[d->list[i]] = d->pivotCount + order.pivotOfGroup[i - begin];
		}
		d->pivotCount += order.pivotCount;
		wfOrder_Free( &order );
	}
	return result;
}

static wfResult dissect( Dissection* d, int32_t begin, int32_t end )
{
	int32_t count = end - begin;
	if ( count <= d->leafSize )
	{
		return count > 0 ? orderLeaf( d, begin, end ) : wf_ok;
	}
	Halves halves = cut( d, begin, end );
	// What cannot be parted by a line, such as all around one hub, is left to minimum degree.
	if ( halves.count[0] <= count / 8 || halves.count[1] <= count / 8 )
	{
		return orderLeaf( d, begin, end );
	}
	int32_t middle = begin + halves.count[0];
	int32_t line = middle + halves.count[1];
	wfResult result = dissect( d, begin, middle );
	if ( result == wf_ok )
	{
		result = dissect( d, middle, line );
	}
	for ( int32_t i = line; i < end; ++i )
	{
		d->pivots[d->list[i]] = d->pivotCount;
	}
	d->pivotCount += line < end ? 1 : 0;
	return result;
}

wfResult wfOrderDissected( const wfMatrix* matrix, const wfVec3* places, double spacing, int32_t leafSize, wfOrder* order )
{
	memset( order, 0, sizeof( *order ) );
	size_t count = (size_t)matrix->count;
	Dissection d = { .matrix = matrix, .places = places, .spacing = spacing, .leafSize = leafSize };
	wfArrays arrays = { { WF_ONE_ARRAY( d.list, count ), WF_ONE_ARRAY( d.other, count ), WF_ONE_ARRAY( d.key, count ),
						  WF_ONE_ARRAY( d.part, count ), WF_ONE_ARRAY( d.leafStart, count + 1 ) } };
	wfResult result = wfArrays_Allocate( &arrays );
	d.pivots = wfAllocateArray( count, sizeof( int32_t ) );
	result = d.pivots != NULL ? result : wf_outOfMemory;
	if ( result == wf_ok )
	{
		for ( int32_t v = 0; v < matrix->count; ++v )
		{
			d.list[v] = v;
			d.part[v] = -1;
		}
		result = dissect( &d, 0, matrix->count );
	}
	wfArrays_Free( &arrays );
	wfReleaseArray( d.leafNeighbor, d.leafLinks, sizeof( int32_t ) );
	if ( result == wf_ok )
	{
		*order = ( wfOrder ){ matrix->count, d.pivotCount, d.pivots };
	}
	else
	{
		wfReleaseArray( d.pivots, count, sizeof( int32_t ) );
	}
	return result;
}
