// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Orders in which a grid is eliminated.

#include "base/arrays.h"
#include "field/planner.h"
#include "field/tuning.h"

#include <string.h>

// ------------------------------------------------------------------------------------------------------------ dissection

// Nested dissection by straight lines across the grid. A line through the middle with few free cells on it, best along a wall,
// parts a rectangle; both halves are eliminated before the line. On open ground no other order needs less work.

typedef struct Rectangle
{
	int32_t left, bottom, right, top; // right and top exclusive
} Rectangle;

typedef struct Dissection
{
	const uint8_t* blocked;
	int32_t width, height;
	int32_t* counts; // free cells left of and below each corner: (width + 1) x (height + 1)
	int32_t* cells;	 // in elimination order
	int32_t* pivots; // and which pivot each belongs to
	int32_t cellCount, pivotCount;
} Dissection;

static inline int32_t countFree( const Dissection* d, Rectangle r )
{
	int64_t stride = d->width + 1;
	return d->counts[r.top * stride + r.right] - d->counts[r.bottom * stride + r.right] - d->counts[r.top * stride + r.left] +
		   d->counts[r.bottom * stride + r.left];
}

// Eliminate all cells of a rectangle together.
static void emit( Dissection* d, Rectangle r )
{
	bool any = false;
	for ( int32_t j = r.bottom; j < r.top; ++j )
	{
		for ( int32_t i = r.left; i < r.right; ++i )
		{
			int32_t cell = j * d->width + i;
			if ( d->blocked[cell] == 0 )
			{
				d->cells[d->cellCount] = cell;
				d->pivots[d->cellCount++] = d->pivotCount;
				any = true;
			}
		}
	}
	d->pivotCount += any ? 1 : 0;
}

// A rectangle parted by a line.
typedef struct Cut
{
	Rectangle before, line, after;
	double score; // the less the better
} Cut;

static inline Cut cutAt( Rectangle r, bool vertical, int32_t at )
{
	Cut cut = { r, r, r, 0.0 };
	if ( vertical )
	{
		cut.before.right = cut.line.left = at;
		cut.after.left = cut.line.right = at + 1;
	}
	else
	{
		cut.before.top = cut.line.bottom = at;
		cut.after.bottom = cut.line.top = at + 1;
	}
	return cut;
}

// A short line is good, and so is an even division: the score is the line's cells times how uneven the halves are. The outer
// fifths are too uneven; lines much longer than the other way across are not looked at.
static inline void lookAcross( const Dissection* d, Rectangle r, bool vertical, Cut* best )
{
	int32_t width = r.right - r.left, height = r.top - r.bottom;
	int32_t size = vertical ? width : height, across = vertical ? height : width, low = vertical ? r.left : r.bottom;
	for ( int32_t at = low + size / 5; size > 1 && 2 * size >= across && at < low + size - size / 5; ++at )
	{
		Cut cut = cutAt( r, vertical, at );
		int32_t line = countFree( d, cut.line ), before = countFree( d, cut.before ), after = countFree( d, cut.after );
		int32_t smaller = before < after ? before : after;
		double score = ( line + 0.5 ) * ( before + after + 1.0 ) / ( 2.0 * smaller + 1.0 );
		if ( score < best->score )
		{
			cut.score = score;
			*best = cut;
		}
	}
}

static bool isLeaf( const Dissection* d, Rectangle r )
{
	return countFree( d, r ) <= WF_LEAF_CELLS || ( r.right - r.left <= 1 && r.top - r.bottom <= 1 );
}

static Cut findCut( const Dissection* d, Rectangle r )
{
	Cut cut = { r, r, r, 1e300 };
	lookAcross( d, r, true, &cut );
	lookAcross( d, r, false, &cut );
	return cut;
}

// The depth is bounded: each cut takes at least a fifth off one side.
static void dissect( Dissection* d, Rectangle r )
{
	if ( countFree( d, r ) == 0 )
	{
		return;
	}
	if ( isLeaf( d, r ) )
	{
		emit( d, r );
		return;
	}
	Cut cut = findCut( d, r );
	dissect( d, cut.before );
	dissect( d, cut.after );
	emit( d, cut.line );
}

static size_t countCorners( const wfGrid* grid )
{
	return ( (size_t)grid->width + 1 ) * ( (size_t)grid->height + 1 );
}

static void sumCounts( Dissection* d, const wfGrid* grid )
{
	int64_t stride = grid->width + 1;
	for ( int32_t j = 0; j < grid->height; ++j )
	{
		int32_t inRow = 0;
		for ( int32_t i = 0; i < grid->width; ++i )
		{
			inRow += grid->blocked[(int64_t)j * grid->width + i] == 0;
			d->counts[( j + 1 ) * stride + i + 1] = d->counts[j * stride + i + 1] + inRow;
		}
	}
}

wfResult wfOrderDissection( const wfGrid* grid, int32_t* cells, wfOrder* order )
{
	memset( order, 0, sizeof( *order ) );
	size_t corners = countCorners( grid );
	Dissection d = { .blocked = grid->blocked, .width = grid->width, .height = grid->height, .cells = cells };
	wfArrays arrays = { { WF_ZEROED_ARRAY( d.counts, corners ), WF_ONE_ARRAY( d.pivots, grid->freeCount ) } };
	if ( wfArrays_Allocate( &arrays ) != wf_ok )
	{
		return wf_outOfMemory;
	}
	sumCounts( &d, grid );
	dissect( &d, ( Rectangle ){ 0, 0, grid->width, grid->height } );
	wfReleaseArray( d.counts, corners, sizeof( int32_t ) );
	*order = ( wfOrder ){ (int32_t)grid->freeCount, d.pivotCount, d.pivots };
	return wf_ok;
}

// What a front's sizes are found from: sums over lines of pairs of free cells on either side, by corner.
typedef struct Survey
{
	Dissection d;
	int32_t* across; // pairs left and right of the vertical line through a corner, below it
	int32_t* along;	 // pairs below and above the horizontal line, left of it
} Survey;

static wfArrays listSurvey( Survey* s )
{
	size_t corners = ( (size_t)s->d.width + 1 ) * ( (size_t)s->d.height + 1 );
	return ( wfArrays ){ { WF_ZEROED_ARRAY( s->d.counts, corners ), WF_ZEROED_ARRAY( s->across, corners ),
						   WF_ZEROED_ARRAY( s->along, corners ) } };
}

static void sumPairs( Survey* s, const wfGrid* grid )
{
	int64_t stride = grid->width + 1;
	for ( int32_t j = 0; j < grid->height; ++j )
	{
		for ( int32_t i = 0; i < grid->width; ++i )
		{
			int64_t corner = j * stride + i;
			bool isFree = wfIsCellFree( grid, i, j );
			s->across[corner + stride] = s->across[corner] + ( isFree && wfIsCellFree( grid, i - 1, j ) );
			s->along[corner + 1] = s->along[corner] + ( isFree && wfIsCellFree( grid, i, j - 1 ) );
		}
	}
}

// The boundary of a rectangle: free cells beside it that are next to a free cell in it.
static int32_t countAround( const Survey* s, Rectangle r )
{
	int64_t stride = s->d.width + 1, top = r.top * stride, bottom = r.bottom * stride;
	return s->across[top + r.left] - s->across[bottom + r.left] + s->across[top + r.right] - s->across[bottom + r.right] +
		   s->along[bottom + r.right] - s->along[bottom + r.left] + s->along[top + r.right] - s->along[top + r.left];
}

// A front of so many pivots.
static void addFront( wfFactorSize* size, double pivots, double boundary )
{
	double rows = (double)( ( (int64_t)boundary + 3 ) & ~(int64_t)3 );
	double update = 0.5 * boundary * boundary + 17.0 * boundary;
	double scratch = pivots * ( pivots + 2.0 * rows );
	size->entries += rows * pivots + 0.5 * pivots * pivots;
	size->boundaries += boundary;
	size->fronts += 1.0;
	size->waiting += update;
	size->peak = size->waiting > size->peak ? size->waiting : size->peak;
	size->waiting = update;
	size->scratch = scratch > size->scratch ? scratch : size->scratch;
}

static wfFactorSize measure( const Survey* s, Rectangle r )
{
	const Dissection* d = &s->d;
	wfFactorSize size = { 0 };
	int32_t count = countFree( d, r );
	if ( count == 0 || isLeaf( d, r ) )
	{
		if ( count > 0 )
		{
			addFront( &size, count, countAround( s, r ) );
		}
		return size;
	}
	Cut cut = findCut( d, r );
	size = measure( s, cut.before );
	wfFactorSize after = measure( s, cut.after );
	size.peak = size.waiting + after.peak > size.peak ? size.waiting + after.peak : size.peak;
	size.waiting += after.waiting;
	size.scratch = after.scratch > size.scratch ? after.scratch : size.scratch;
	size.entries += after.entries;
	size.boundaries += after.boundaries;
	size.fronts += after.fronts;
	int32_t line = countFree( d, cut.line );
	if ( line > 0 )
	{
		addFront( &size, line, countAround( s, r ) );
	}
	return size;
}

wfResult wfMeasureDissection( const wfGrid* grid, wfFactorSize* size )
{
	Survey s = { .d = { .width = grid->width, .height = grid->height } };
	wfArrays arrays = listSurvey( &s );
	wfResult result = wfArrays_Allocate( &arrays );
	if ( result == wf_ok )
	{
		sumCounts( &s.d, grid );
		sumPairs( &s, grid );
		*size = measure( &s, ( Rectangle ){ 0, 0, grid->width, grid->height } );
	}
	wfArrays_Free( &arrays );
	return result;
}

// -------------------------------------------------------------------------------------------------------- minimum degree

// Minimum-degree ordering of a grid. Slower than dissection and without its eye for walls, but it follows corridors from their
// dead ends and so needs the fewest operations in mazes.

// Groups: the connected parts of the free cells in each square of 2 x 2. Eliminating them together costs little fill and makes
// the ordering four times cheaper.
static int32_t makeGroups( wfPlanner* planner )
{
	const wfGrid* grid = planner->grid;
	int32_t groups = 0;
	for ( int32_t j = 0; j < grid->height; j += 2 )
	{
		for ( int32_t i = 0; i < grid->width; i += 2 )
		{
			bool hasRight = i + 1 < grid->width;
			bool hasTop = j + 1 < grid->height;
			const int32_t* row = planner->nodeOfCell + (int64_t)j * grid->width + i;
			// Around the square, so that linked cells follow each other: lower left, lower right, upper right, upper left.
			int32_t nodes[4] = { row[0], hasRight ? row[1] : -1, hasRight && hasTop ? row[grid->width + 1] : -1,
								 hasTop ? row[grid->width] : -1 };
			int32_t first = nodes[0];
			for ( int k = 0; k < 4; ++k )
			{
				if ( nodes[k] >= 0 )
				{
					planner->groupOf[nodes[k]] = k > 0 && nodes[k - 1] >= 0 ? planner->groupOf[nodes[k - 1]] : groups++;
				}
			}
			// The last and the first are linked too.
			if ( first >= 0 && nodes[3] >= 0 && planner->groupOf[first] != planner->groupOf[nodes[3]] )
			{
				int32_t from = planner->groupOf[nodes[3]];
				for ( int k = 3; k > 0 && nodes[k] >= 0 && planner->groupOf[nodes[k]] == from; --k )
				{
					planner->groupOf[nodes[k]] = planner->groupOf[first];
				}
				groups -= 1; // it was the last one made
			}
		}
	}
	return groups;
}

// Which groups are linked, and how many nodes each has.
typedef struct GroupGraph
{
	int64_t* start; // by group, and one more
	int32_t *neighbor, *weight;
	int32_t *first, *next; // chains of the nodes of each group
	int32_t* mark;
} GroupGraph;

static void fillGraph( const wfPlanner* planner, int32_t groups, GroupGraph* graph )
{
	const wfMatrix* matrix = &planner->core.matrix;
	memset( graph->first, 0xFF, (size_t)groups * sizeof( int32_t ) );
	memset( graph->mark, 0xFF, (size_t)groups * sizeof( int32_t ) );
	for ( int32_t k = matrix->count - 1; k >= 0; --k )
	{
		graph->next[k] = graph->first[planner->groupOf[k]];
		graph->first[planner->groupOf[k]] = k;
	}
	int64_t used = 0;
	for ( int32_t g = 0; g < groups; ++g )
	{
		graph->start[g] = used;
		graph->weight[g] = 0;
		graph->mark[g] = g;
		for ( int32_t k = graph->first[g]; k >= 0; k = graph->next[k] )
		{
			graph->weight[g] += 1;
			wfRow row;
			wfMatrix_GetRow( matrix, k, &row );
			for ( int32_t m = 0; m < row.count; ++m )
			{
				int32_t other = planner->groupOf[row.neighbors[m]];
				if ( graph->mark[other] != g )
				{
					graph->mark[other] = g;
					graph->neighbor[used++] = other;
				}
			}
		}
	}
	graph->start[groups] = used;
}

wfResult wfPlanner_OrderGroups( wfPlanner* planner, wfOrder* order )
{
	const wfMatrix* matrix = &planner->core.matrix;
	planner->groupOf = wfAllocateArray( (size_t)matrix->count, sizeof( int32_t ) );
	if ( planner->groupOf == NULL )
	{
		return wf_outOfMemory;
	}
	int32_t groups = makeGroups( planner );
	GroupGraph graph;
	wfArrays arrays = { { WF_ONE_ARRAY( graph.start, groups + 1 ), WF_ONE_ARRAY( graph.neighbor, 4 * (size_t)matrix->count ),
						  WF_ONE_ARRAY( graph.weight, groups ), WF_ONE_ARRAY( graph.first, groups ),
						  WF_ONE_ARRAY( graph.next, matrix->count ), WF_ONE_ARRAY( graph.mark, groups ) } };
	wfResult result = wfArrays_Allocate( &arrays );
	if ( result == wf_ok )
	{
		fillGraph( planner, groups, &graph );
		result = wfOrderMinimumDegree( groups, graph.start, graph.neighbor, graph.weight, order );
	}
	wfArrays_Free( &arrays );
	return result;
}
