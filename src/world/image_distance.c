// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "world/image_distance.h"

#include <string.h>

#define WF_OCCUPIED 1u
#define WF_EMPTY 2u

// ------------------------------------------------------------------------------------------------------------- pyramid

wfResult wfPyramidCreate( wfPyramid* pyramid, const uint8_t* cells, int32_t width, int32_t height )
{
	*pyramid = ( wfPyramid ){ 0 };
	int32_t w = width, h = height;
	for ( ;; )
	{
		int32_t level = pyramid->levelCount++;
		pyramid->width[level] = w;
		pyramid->height[level] = h;
		pyramid->offset[level] = pyramid->size;
		pyramid->size += (size_t)w * (size_t)h;
		if ( w == 1 && h == 1 )
		{
			break;
		}
		w = ( w + 1 ) / 2;
		h = ( h + 1 ) / 2;
	}
	pyramid->flags = wfAllocateZeroed( pyramid->size );
	if ( pyramid->flags == NULL )
	{
		*pyramid = ( wfPyramid ){ 0 };
		return wf_outOfMemory;
	}
	for ( size_t k = 0; k < (size_t)width * (size_t)height; ++k )
	{
		pyramid->flags[k] = cells[k] != 0 ? WF_OCCUPIED : WF_EMPTY;
	}
	for ( int32_t level = 1; level < pyramid->levelCount; ++level )
	{
		const uint8_t* fine = pyramid->flags + pyramid->offset[level - 1];
		uint8_t* coarse = pyramid->flags + pyramid->offset[level];
		for ( int32_t y = 0; y < pyramid->height[level - 1]; ++y )
		{
			uint8_t* coarseRow = coarse + (size_t)( y / 2 ) * (size_t)pyramid->width[level];
			const uint8_t* fineRow = fine + (size_t)y * (size_t)pyramid->width[level - 1];
			for ( int32_t x = 0; x < pyramid->width[level - 1]; ++x )
			{
				coarseRow[x / 2] = (uint8_t)( coarseRow[x / 2] | fineRow[x] );
			}
		}
	}
	return wf_ok;
}

void wfPyramidDestroy( wfPyramid* pyramid )
{
	wfRelease( pyramid->flags, pyramid->size );
	*pyramid = ( wfPyramid ){ 0 };
}

bool wfPyramidContains( const wfPyramid* pyramid, wfVec2 point )
{
	if ( !( point.x >= 0.0 && point.y >= 0.0 && point.x < pyramid->width[0] && point.y < pyramid->height[0] ) )
	{
		return false;
	}
	return pyramid->flags[(size_t)point.y * (size_t)pyramid->width[0] + (size_t)point.x] == WF_OCCUPIED;
}

typedef struct wfBlock
{
	int32_t level, x, y;
	double bound; // square of the distance to the block
} wfBlock;

static wfBox2 blockBox( const wfPyramid* pyramid, int32_t level, int32_t x, int32_t y )
{
	double size = (double)( INT64_C( 1 ) << level );
	return ( wfBox2 ){ { x * size, y * size },
					   { wfMin( ( x + 1.0 ) * size, pyramid->width[0] ), wfMin( ( y + 1.0 ) * size, pyramid->height[0] ) } };
}

// A search for the nearest pixel of one kind: blocks still to be looked at, each group sorted with the nearest on top.
typedef struct wfPixelSearch
{
	const wfPyramid* pyramid;
	wfVec2 point;
	double best; // square of the distance
	uint8_t wanted;
	int32_t top;
	wfBlock stack[4 * WF_MAX_PYRAMID_LEVELS + 16];
} wfPixelSearch;

// Push a block when it holds what is wanted nearer than the best, sorted into those above `bottom`.
static inline void pushBlock( wfPixelSearch* search, int32_t level, int32_t x, int32_t y, int32_t bottom )
{
	const wfPyramid* pyramid = search->pyramid;
	if ( ( pyramid->flags[pyramid->offset[level] + (size_t)y * (size_t)pyramid->width[level] + (size_t)x] & search->wanted ) ==
		 0 )
	{
		return;
	}
	double bound = wfBoxDistanceSquared( blockBox( pyramid, level, x, y ), search->point );
	if ( bound >= search->best )
	{
		return;
	}
	if ( level == 0 )
	{
		search->best = bound;
		return;
	}
	int32_t place = search->top++;
	for ( ; place > bottom && search->stack[place - 1].bound < bound; --place )
	{
		search->stack[place] = search->stack[place - 1];
	}
	search->stack[place] = ( wfBlock ){ level, x, y, bound };
}

// 0 for what is not a number too: points infinitely far away in pixels start with the one block of all.
static inline int32_t clampTo( double value, int32_t count )
{
	return value > 0.0 ? ( value >= count ? count - 1 : (int32_t)value ) : 0;
}

// Start with the few blocks that the disc of the limit meets, as large as its radius, or with the one block of all.
static void pushStart( wfPixelSearch* search )
{
	const wfPyramid* pyramid = search->pyramid;
	int32_t level = pyramid->levelCount - 1;
	double reach = sqrt( search->best );
	if ( reach < (double)( INT64_C( 1 ) << level ) )
	{
		level = 0;
		while ( (double)( INT64_C( 1 ) << level ) < reach )
		{
			level += 1;
		}
	}
	reach += 1.0e-6 * ( 1.0 + reach + wfMax( fabs( search->point.x ), fabs( search->point.y ) ) * 1.0e-6 );
	double scale = 1.0 / (double)( INT64_C( 1 ) << level );
	int32_t x0 = clampTo( ( search->point.x - reach ) * scale, pyramid->width[level] );
	int32_t x1 = clampTo( ( search->point.x + reach ) * scale, pyramid->width[level] );
	int32_t y0 = clampTo( ( search->point.y - reach ) * scale, pyramid->height[level] );
	int32_t y1 = clampTo( ( search->point.y + reach ) * scale, pyramid->height[level] );
	for ( int32_t y = y0; y <= y1; ++y )
	{
		for ( int32_t x = x0; x <= x1; ++x )
		{
			pushBlock( search, level, x, y, 0 );
		}
	}
}

// Bounds of blocks are computed as those of pixels are and rounding is monotonic: a block is never thought further than its
// pixels, so the result does not depend on the limit or the order of the search.
static double nearestPixel( const wfPyramid* pyramid, wfVec2 point, uint8_t wanted, double limit )
{
	wfPixelSearch search;
	search.pyramid = pyramid;
	search.point = point;
	search.best = limit;
	search.wanted = wanted;
	search.top = 0;
	pushStart( &search );
	while ( search.top > 0 )
	{
		wfBlock block = search.stack[--search.top];
		if ( block.bound >= search.best )
		{
			continue;
		}
		int32_t level = block.level - 1, bottom = search.top;
		int32_t x1 = 2 * block.x + 1 < pyramid->width[level] ? 2 * block.x + 1 : 2 * block.x;
		int32_t y1 = 2 * block.y + 1 < pyramid->height[level] ? 2 * block.y + 1 : 2 * block.y;
		for ( int32_t y = 2 * block.y; y <= y1; ++y )
		{
			for ( int32_t x = 2 * block.x; x <= x1; ++x )
			{
				pushBlock( &search, level, x, y, bottom );
			}
		}
	}
	return search.best;
}

double wfPyramidDistanceSquared( const wfPyramid* pyramid, wfVec2 point, double limit )
{
	if ( !wfPyramidContains( pyramid, point ) )
	{
		return nearestPixel( pyramid, point, WF_OCCUPIED, limit );
	}
	double x = wfMin( point.x, pyramid->width[0] - point.x );
	double y = wfMin( point.y, pyramid->height[0] - point.y );
	double side = wfMin( x, y );
	return nearestPixel( pyramid, point, WF_EMPTY, wfMin( limit, side * side ) );
}

static bool segmentMeetsBox( wfVec2 a, wfVec2 b, wfBox2 box )
{
	if ( wfMax( a.x, b.x ) < box.lower.x || wfMin( a.x, b.x ) > box.upper.x || wfMax( a.y, b.y ) < box.lower.y ||
		 wfMin( a.y, b.y ) > box.upper.y )
	{
		return false;
	}
	// All corners on one side of the line: they do not meet.
	double x = b.x - a.x, y = b.y - a.y;
	double c0 = x * ( box.lower.y - a.y ) - y * ( box.lower.x - a.x );
	double c1 = x * ( box.lower.y - a.y ) - y * ( box.upper.x - a.x );
	double c2 = x * ( box.upper.y - a.y ) - y * ( box.lower.x - a.x );
	double c3 = x * ( box.upper.y - a.y ) - y * ( box.upper.x - a.x );
	return wfMin( wfMin( c0, c1 ), wfMin( c2, c3 ) ) <= 0.0 && wfMax( wfMax( c0, c1 ), wfMax( c2, c3 ) ) >= 0.0;
}

bool wfPyramidMeetsSegment( const wfPyramid* pyramid, wfVec2 a, wfVec2 b, bool occupied )
{
	uint8_t wanted = occupied ? WF_OCCUPIED : WF_EMPTY;
	wfBlock stack[4 * WF_MAX_PYRAMID_LEVELS];
	int32_t top = 0;
	stack[top++] = ( wfBlock ){ pyramid->levelCount - 1, 0, 0, 0.0 };
	while ( top > 0 )
	{
		wfBlock block = stack[--top];
		size_t place = (size_t)block.y * (size_t)pyramid->width[block.level] + (size_t)block.x;
		if ( ( pyramid->flags[pyramid->offset[block.level] + place] & wanted ) == 0 ||
			 !segmentMeetsBox( a, b, blockBox( pyramid, block.level, block.x, block.y ) ) )
		{
			continue;
		}
		if ( block.level == 0 )
		{
			return true;
		}
		int32_t level = block.level - 1;
		for ( int32_t k = 0; k < 4; ++k )
		{
			int32_t x = 2 * block.x + ( k & 1 ), y = 2 * block.y + ( k >> 1 );
			if ( x < pyramid->width[level] && y < pyramid->height[level] )
			{
				stack[top++] = ( wfBlock ){ level, x, y, 0.0 };
			}
		}
	}
	return false;
}

// -------------------------------------------------------------------------------------------------- distance transform

typedef struct wfColumnsJob
{
	const uint8_t* cells;
	int32_t width, height;
	int32_t* rows;
} wfColumnsJob;

// Row by row over a range of columns, as the memory lies: upward first, then downward to the nearer of both.
static void columnsRange( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	const wfColumnsJob* job = context;
	for ( int32_t k = 0; k < 2 * job->height; ++k )
	{
		bool down = k >= job->height;
		int32_t y = down ? 2 * job->height - 1 - k : k;
		bool first = k == 0 || k == job->height;
		const uint8_t* cells = job->cells + (size_t)y * (size_t)job->width;
		int32_t* rows = job->rows + (size_t)y * (size_t)job->width;
		ptrdiff_t before = down ? job->width : -(ptrdiff_t)job->width;
		for ( int32_t x = begin; x < end; ++x )
		{
			bool occupied = cells[x] != 0;
			int32_t distance = 1;
			if ( occupied == ( !first && cells[x + before] != 0 ) )
			{
				int32_t last = first ? WF_FAR_ROW : rows[x + before];
				distance = last == WF_FAR_ROW ? WF_FAR_ROW : ( last < 0 ? -last : last ) + 2;
			}
			int32_t found = !down ? WF_FAR_ROW : rows[x] < 0 ? -rows[x] : rows[x];
			distance = distance < found ? distance : found;
			rows[x] = occupied ? -distance : distance;
		}
	}
}

void wfImageColumns( const uint8_t* cells, int32_t width, int32_t height, int32_t* rows, wfWorkers* workers )
{
	wfColumnsJob job = { cells, width, height, rows };
	wfWorkers_ParallelFor( workers, columnsRange, width, 256, &job );
}

static int64_t floorDivide( int64_t a, int64_t b )
{
	int64_t quotient = a / b;
	return a % b < 0 ? quotient - 1 : quotient;
}

static int64_t siteDistance( int64_t position, wfRowSite site )
{
	return ( position - site.place ) * ( position - site.place ) + site.height;
}

// Vertical distance in half pixels from a pixel centre to the nearest pixel of the wanted kind in its column.
static int32_t columnDistance( int32_t row, bool occupied )
{
	return occupied ? ( row < 0 ? 0 : row ) : ( row < 0 ? -row : 0 );
}

// Distances from the pixels of one kind in a row to the nearest pixels of the other (`wanted` occupied or not). The nearest point
// of a square in another column lies on the vertical line through its nearer side. So the sites of the lower envelope are the
// lines between the columns, each as high as the lower of its two columns: the minimum of parabolas is then exact, as those of
// the far sides are never below it. The own column is looked at directly.
static void rowOfKind( const int32_t* rows, int32_t width, bool wanted, int64_t* squares, wfRowSite* sites )
{
	int32_t count = 0;
	for ( int32_t c = 0; c <= width; ++c )
	{
		// Beyond the image everything is empty.
		int32_t left = c > 0 ? columnDistance( rows[c - 1], wanted ) : ( wanted ? WF_FAR_ROW : 0 );
		int32_t right = c < width ? columnDistance( rows[c], wanted ) : ( wanted ? WF_FAR_ROW : 0 );
		int64_t low = left < right ? left : right;
		if ( low == WF_FAR_ROW )
		{
			continue;
		}
		wfRowSite site = { .height = low * low, .place = 2 * c };
		while ( count > 0 &&
				siteDistance( sites[count - 1].start, sites[count - 1] ) > siteDistance( sites[count - 1].start, site ) )
		{
			count -= 1;
		}
		int64_t start = 0;
		if ( count > 0 )
		{
			int64_t own = site.place, other = sites[count - 1].place;
			start = 1 + floorDivide( own * own - other * other + site.height - sites[count - 1].height, 2 * ( own - other ) );
		}
		if ( start <= 2 * (int64_t)width )
		{
			site.start = (int32_t)start;
			sites[count++] = site;
		}
	}
	int32_t k = count - 1;
	for ( int32_t x = width - 1; x >= 0; --x )
	{
		if ( ( rows[x] < 0 ) == wanted )
		{
			continue;
		}
		int64_t position = 2 * (int64_t)x + 1;
		int64_t own = columnDistance( rows[x], wanted );
		int64_t best = own == WF_FAR_ROW ? INT64_MAX : own * own;
		if ( count > 0 )
		{
			while ( k > 0 && sites[k].start > position )
			{
				k -= 1;
			}
			int64_t found = siteDistance( position, sites[k] );
			best = found < best ? found : best;
		}
		squares[x] = best;
	}
}

void wfImageRow( const int32_t* rows, int32_t width, int32_t row, int64_t* squares, wfRowSite* sites )
{
	const int32_t* line = rows + (size_t)row * (size_t)width;
	rowOfKind( line, width, true, squares, sites );
	rowOfKind( line, width, false, squares, sites );
}
