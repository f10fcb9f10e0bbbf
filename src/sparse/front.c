// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "sparse/front.h"

#include "base/arrays.h"
#include "sparse/tuning.h"
#include "sparse/wide.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

static wfArrays listScratch( wfFrontScratch* scratch )
{
	return ( wfArrays ){ { WF_ONE_ARRAY( scratch->target, scratch->rowCount ),
						   WF_ONE_ARRAY( scratch->stretchEnd, scratch->rowCount ),
						   WF_ONE_ARRAY( scratch->excess, scratch->rowCount ) } };
}

wfResult wfFrontScratch_Init( wfFrontScratch* scratch, const wfSymbolic* symbolic )
{
	*scratch = ( wfFrontScratch ){ .rowCount = (size_t)symbolic->largestFront + 4 };
	wfArrays arrays = listScratch( scratch );
	return wfArrays_Allocate( &arrays );
}

size_t wfFrontScratch_CountBytes( const wfSymbolic* symbolic )
{
	return ( (size_t)symbolic->largestFront + 4 ) * ( 2 * sizeof( int32_t ) + sizeof( double ) );
}

static size_t countLinked( const wfFront* front )
{
	size_t blocks = (size_t)( front->pivotCount + WF_PIVOT_BLOCK - 1 ) / WF_PIVOT_BLOCK;
	return blocks * (size_t)( front->pivotStride + front->boundaryStride );
}

size_t wfFrontScratch_CountFrontBytes( const wfFront* front )
{
	return ( (size_t)wfColumnCount( front ) + wfUnscaledCount( front ) ) * sizeof( double ) +
		   countLinked( front ) * sizeof( uint32_t );
}

// Room for a front. Nothing in there is worth a copy, nor room for more: the largest fronts take a good part of all memory.
static wfResult reserveFront( wfFrontScratch* scratch, const wfFront* front )
{
	size_t columns = (size_t)wfColumnCount( front ), unscaled = wfUnscaledCount( front );
	if ( columns > scratch->columns.capacity )
	{
		wfArray_Free( &scratch->columns );
	}
	if ( unscaled > scratch->unscaled.capacity )
	{
		wfArray_Free( &scratch->unscaled );
	}
	wfResult result = wfArray_Reserve( &scratch->columns, columns );
	result = result == wf_ok ? wfArray_Reserve( &scratch->linked, countLinked( front ) ) : result;
	return result == wf_ok ? wfArray_Reserve( &scratch->unscaled, unscaled ) : result;
}

void wfFrontScratch_Free( wfFrontScratch* scratch )
{
	wfArrays arrays = listScratch( scratch );
	wfArrays_Free( &arrays );
	wfArray_Free( &scratch->unscaled );
	wfArray_Free( &scratch->columns );
	wfArray_Free( &scratch->exponents );
	wfArray_Free( &scratch->linked );
}

void wfUpdate_Free( wfFrontUpdate* update, const wfFront* front )
{
	wfReleaseArray( update->values, wfUpdateCount( front ), sizeof( double ) );
	wfReleaseArray( update->exponents, wfUpdateCount( front ), sizeof( int32_t ) );
	update->values = NULL;
	update->exponents = NULL;
}

int32_t wfFindRow( const wfSymbolic* symbolic, const wfFront* front, int32_t position )
{
	const int32_t* boundary = symbolic->boundary + front->boundaryStart;
	int32_t low = 0, high = front->boundaryCount - 1;
	while ( low < high )
	{
		int32_t middle = ( low + high ) / 2;
		low = boundary[middle] < position ? middle + 1 : low;
		high = boundary[middle] < position ? high : middle;
	}
	return low;
}

int32_t wfMapChild( const wfSymbolic* symbolic, const wfFront* parent, const wfFront* child, wfFrontScratch* scratch )
{
	const int32_t* boundary = symbolic->boundary + child->boundaryStart;
	const int32_t* own = symbolic->boundary + parent->boundaryStart;
	int32_t end = parent->pivotFirst + parent->pivotCount;
	int32_t i = 0;
	for ( ; i < child->boundaryCount && boundary[i] < end; ++i )
	{
		scratch->target[i] = boundary[i] - parent->pivotFirst;
	}
	int32_t pivots = i;
	// Both ascend, and the parent has all the child has.
	for ( int32_t row = 0; i < child->boundaryCount; ++i )
	{
		while ( own[row] < boundary[i] )
		{
			++row;
		}
		scratch->target[i] = row;
	}
	return pivots;
}

double wfGetFreeRow( const wfMatrix* matrix, int32_t node, wfRow* row )
{
	wfMatrix_GetRow( matrix, node, row );
	if ( matrix->isPinned == NULL )
	{
		return row->excess;
	}
	if ( matrix->isPinned[node] )
	{
		row->count = 0;
		return 1.0;
	}
	double excess = row->excess;
	for ( int32_t m = 0; m < row->count; ++m )
	{
		excess += matrix->isPinned[row->neighbors[m]] ? row->links[m] : 0.0;
	}
	return excess;
}

static void addMatrix( const wfFrontJob* job, wfFrontScratch* scratch, const wfFront* front )
{
	const wfSymbolic* symbolic = job->factor->symbolic;
	const wfMatrix* a = job->matrix;
	double* pivotBlock = wfPivotBlock( scratch );
	double* lower = wfLowerBlock( scratch, front );
	int32_t end = front->pivotFirst + front->pivotCount;
	for ( int32_t k = 0; k < front->pivotCount; ++k )
	{
		int32_t position = front->pivotFirst + k;
		wfRow row;
		bool isCut = true;
		scratch->excess[k] = wfGetFreeRow( a, wfSymbolic_GetNode( symbolic, position ), &row );
		for ( int32_t m = 0; m < row.count; ++m )
		{
			if ( a->isPinned != NULL && a->isPinned[row.neighbors[m]] )
			{
				continue;
			}
			int32_t other = wfSymbolic_GetPosition( symbolic, row.neighbors[m] );
			isCut = isCut && row.links[m] == 0.0;
			if ( other >= end )
			{
				lower[wfFindRow( symbolic, front, other ) + (int64_t)k * front->boundaryStride] = row.links[m];
			}
			else if ( other > position )
			{
				pivotBlock[other - front->pivotFirst + (int64_t)k * front->pivotStride] = row.links[m];
			}
		}
		job->factor->isCut[position] = job->keepCuts ? job->factor->isCut[position] : isCut;
	}
}

static void addChild( const wfFrontJob* job, wfFrontScratch* scratch, const wfFront* front, const wfFrontUpdate* own, int32_t c )
{
	const wfFront* child = &job->factor->symbolic->fronts[c];
	const wfFrontUpdate* update = &job->factor->updates[c];
	int32_t count = child->boundaryCount;
	int32_t pivots = wfMapChild( job->factor->symbolic, front, child, scratch );
	const int32_t* target = scratch->target;
	double* pivotBlock = wfPivotBlock( scratch );
	double* lower = wfLowerBlock( scratch, front );
	for ( int32_t j = 0; j < count; ++j )
	{
		const double* source = update->values + wfUpdateColumn( child, j );
		double* column;
		int32_t i = j + 1; // the diagonal is not kept
		if ( j < pivots )
		{
			column = pivotBlock + (int64_t)target[j] * front->pivotStride;
			for ( ; i < pivots; ++i )
			{
				column[target[i]] += source[i];
			}
			column = lower + (int64_t)target[j] * front->boundaryStride;
		}
		else
		{
			column = own->values + wfUpdateColumn( front, target[j] );
		}
		for ( ; i < count; ++i )
		{
			column[target[i]] += source[i];
		}
	}
	const double* childExcess = update->values + wfUpdateLinkCount( child );
	for ( int32_t i = 0; i < pivots; ++i )
	{
		scratch->excess[target[i]] += childExcess[i];
	}
	if ( pivots < count )
	{
		double* excess = own->values + wfUpdateLinkCount( front );
		for ( int32_t i = pivots; i < count; ++i )
		{
			excess[target[i]] += childExcess[i];
		}
	}
}

void wfUpdatePivots( const wfKernels* kernels, const wfPivotColumns* c, int32_t begin, int32_t end )
{
	int32_t columns = c->pivotCount - end;
	int64_t pivotStride = c->pivotStride;
	int64_t boundaryStride = c->boundaryStride;
	kernels->multiplyAdd( c->pivotBlock + end * pivotStride, pivotStride, c->pivotBlock + begin * pivotStride, pivotStride,
						  c->unscaledPivot + end, pivotStride, c->pivotStride, columns, end - begin, end );
	kernels->multiplyAdd( c->lower + end * boundaryStride, boundaryStride, c->lower + begin * boundaryStride, boundaryStride,
						  c->unscaledPivot + end, pivotStride, c->boundaryStride, columns, end - begin, -1 );
}

// Which rows have links in columns [begin, end), which are whole blocks: a bit for each pivot.
static void markLinks( const wfFrontScratch* scratch, const wfFront* front, int32_t begin, int32_t end )
{
	int64_t rows = front->pivotStride + front->boundaryStride;
	for ( int32_t k = begin; k < end; ++k )
	{
		uint32_t* marks = scratch->linked.data + k / WF_PIVOT_BLOCK * rows;
		if ( k % WF_PIVOT_BLOCK == 0 )
		{
			memset( marks, 0, (size_t)rows * sizeof( uint32_t ) );
		}
		uint32_t mark = 1u << k % WF_PIVOT_BLOCK;
		const double* column = wfPivotBlock( scratch ) + (int64_t)k * front->pivotStride;
		for ( int32_t i = 0; i < front->pivotStride; ++i )
		{
			marks[i] |= column[i] > 0.0 ? mark : 0;
		}
		column = wfLowerBlock( scratch, front ) + (int64_t)k * front->boundaryStride;
		marks += front->pivotStride;
		for ( int32_t i = 0; i < front->boundaryStride; ++i )
		{
			marks[i] |= column[i] > 0.0 ? mark : 0;
		}
	}
}

// Whether two rows of the front (boundary rows from pivotStride on) meet in one of the first `end` pivots: then the entry between
// them is not 0.
static bool doMeet( const wfFrontScratch* scratch, const wfFront* front, int32_t i, int32_t j, int32_t end )
{
	_Static_assert( WF_PIVOT_BLOCK == 32, "a bit for each pivot" );
	int64_t rows = front->pivotStride + front->boundaryStride;
	const uint32_t* marks = scratch->linked.data;
	uint32_t common = 0;
	int32_t k = 0;
	for ( ; k + WF_PIVOT_BLOCK <= end && common == 0; k += WF_PIVOT_BLOCK, marks += rows )
	{
		common = marks[i] & marks[j];
	}
	return common != 0 || ( k < end && ( marks[i] & marks[j] & ( ( 1u << ( end - k ) ) - 1 ) ) != 0 );
}

// A product of two small entries may fall below the range of double and still be the only link between two nodes: an entry that
// is next to nothing although its rows meet has lost it.
static inline bool isLost( const wfFrontScratch* scratch, const wfFront* front, double value, int32_t i, int32_t j, int32_t end )
{
	return value < WF_SAFE_ENTRY && doMeet( scratch, front, i, j, end );
}

// True where plain numbers held the finished columns of pivots [begin, end).
static bool areColumnsKept( const wfFrontScratch* scratch, const wfFront* front, int32_t begin, int32_t end )
{
	for ( int32_t j = begin; j < end; ++j )
	{
		const double* column = wfPivotBlock( scratch ) + (int64_t)j * front->pivotStride;
		const double* lower = wfLowerBlock( scratch, front ) + (int64_t)j * front->boundaryStride;
		for ( int32_t i = j + 1; i < front->pivotCount; ++i )
		{
			if ( isLost( scratch, front, column[i], i, j, j ) )
			{
				return false;
			}
		}
		for ( int32_t i = 0; i < front->boundaryCount; ++i )
		{
			if ( isLost( scratch, front, lower[i], front->pivotStride + i, j, j ) )
			{
				return false;
			}
		}
	}
	return true;
}

// About what the pivots will make of the links between boundary row `from` and the others, from the assembled front: `sums` are
// those of the pivots' columns. Returns the row that will be linked the least, -1: one that is too far for plain numbers.
static int32_t findFarthest( const wfFrontJob* job, const wfFrontScratch* scratch, const wfFront* front, const double* update,
							 const double* sums, int32_t from, double* links )
{
	int64_t stride = front->boundaryStride;
	int32_t pivots = front->pivotCount;
	const double* lower = wfLowerBlock( scratch, front );
	memset( links, 0, (size_t)stride * sizeof( double ) );
	for ( int32_t k = 0; k < pivots; ++k )
	{
		if ( lower[from + k * stride] > 0.0 )
		{
			job->kernels->solve[0].addRow( links, lower + k * stride, lower[from + k * stride] / sums[k], front->boundaryStride );
		}
	}
	int32_t farthest = from;
	double least = INFINITY;
	for ( int32_t j = 0; j < front->boundaryCount; ++j )
	{
		int64_t entry = j < from ? from + wfUpdateColumn( front, j ) : j + wfUpdateColumn( front, from );
		double link = j == from ? INFINITY : links[j] + update[entry];
		if ( link < WF_FORESEEN_ENTRY && doMeet( scratch, front, front->pivotStride + from, front->pivotStride + j, pivots ) )
		{
			return -1;
		}
		if ( link > 0.0 && link < least )
		{
			least = link;
			farthest = j;
		}
	}
	return farthest;
}

// Whether it can be told from the assembled front that plain numbers will not hold it, or come so close to the end of their range
// that products leave it all the time, which is slow: then it is not tried. Looks at the links of boundary nodes that are far
// from each other.
static bool isTooWide( const wfFrontJob* job, const wfFrontScratch* scratch, const wfFront* front, const double* update )
{
	const wfKernels* kernels = job->kernels;
	int32_t pivots = front->pivotCount;
	double smallest = (double)pivots * ( pivots + front->boundaryCount ) < WF_FORESEEN_SIZE
						  ? 1.0
						  : kernels->smallestPositive( scratch->columns.data, wfColumnCount( front ) );
	if ( smallest > WF_SMALL_ENTRY || front->boundaryCount == 0 )
	{
		return smallest < WF_FORESEEN_ENTRY;
	}
	markLinks( scratch, front, 0, pivots );
	// The columns' sums, by products with ones.
	int32_t rows = front->pivotStride > front->boundaryStride ? front->pivotStride : front->boundaryStride;
	double* sums = scratch->unscaled.data;
	double* links = sums + 2 * front->pivotStride;
	for ( int32_t i = 0; i < rows; ++i )
	{
		links[i] = 1.0;
	}
	kernels->solve[0].dotColumns( sums, wfPivotBlock( scratch ), front->pivotStride, links, front->pivotStride, pivots );
	kernels->solve[0].dotColumns( sums + front->pivotStride, wfLowerBlock( scratch, front ), front->boundaryStride, links,
								  front->boundaryStride, pivots );
	for ( int32_t k = 0; k < pivots; ++k )
	{
		sums[k] += sums[front->pivotStride + k] + scratch->excess[k];
	}
	int32_t from = 0;
	for ( int32_t round = 0; round < 3 && from >= 0; ++round )
	{
		from = findFarthest( job, scratch, front, update, sums, from, links );
	}
	return from < 0;
}

// Eliminate all pivots. wf_outOfRange as soon as plain numbers do not hold them, and `small` where there are entries whose
// products they may not hold.
static wfResult eliminatePivots( const wfFrontJob* job, const wfFrontScratch* scratch, const wfFront* front,
								 const wfPivotColumns* columns, bool* small )
{
	*small = false;
	int32_t marked = 0;
	for ( int32_t begin = 0; begin < front->pivotCount; begin += WF_PIVOT_BLOCK )
	{
		int32_t end = begin + WF_PIVOT_BLOCK < front->pivotCount ? begin + WF_PIVOT_BLOCK : front->pivotCount;
		if ( !job->kernels->eliminate( columns, begin, end ) )
		{
			return wf_numericalFailure;
		}
		const double* pivotBlock = columns->pivotBlock + (int64_t)begin * front->pivotStride;
		const double* lower = columns->lower + (int64_t)begin * front->boundaryStride;
		*small = *small ||
				 job->kernels->smallestPositive( pivotBlock, (int64_t)front->pivotStride * ( end - begin ) ) <= WF_SMALL_ENTRY ||
				 job->kernels->smallestPositive( lower, (int64_t)front->boundaryStride * ( end - begin ) ) <= WF_SMALL_ENTRY;
		if ( *small )
		{
			markLinks( scratch, front, marked, end );
			marked = end;
		}
		if ( *small && !areColumnsKept( scratch, front, begin, end ) )
		{
			return wf_outOfRange;
		}
		if ( end < front->pivotCount )
		{
			wfUpdatePivots( job->kernels, columns, begin, end );
		}
	}
	return wf_ok;
}

typedef struct UpdateTask
{
	const wfKernels* kernels;
	const wfFrontScratch* scratch;
	const wfFront* front;
	const wfPivotColumns* columns;
	double* update;
	bool small; // see eliminatePivots
	atomic_bool lost;
} UpdateTask;

// True where plain numbers held columns [begin, end) of the update.
static bool isUpdateKept( const UpdateTask* task, int32_t begin, int32_t end )
{
	const wfFront* front = task->front;
	int32_t first = front->pivotStride;
	for ( int32_t j = begin; j < end; ++j )
	{
		const double* column = task->update + wfUpdateColumn( front, j );
		for ( int32_t i = j + 1; i < front->boundaryCount; ++i )
		{
			if ( isLost( task->scratch, front, column[i], first + i, first + j, front->pivotCount ) )
			{
				return false;
			}
		}
	}
	return true;
}

static void updateColumns( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	UpdateTask* task = context;
	int64_t stride = task->columns->boundaryStride;
	for ( int32_t k = begin; k < end && !atomic_load_explicit( &task->lost, memory_order_relaxed ); ++k )
	{
		int32_t j = k * WF_STRIP;
		int32_t columnEnd = task->front->boundaryCount - j < WF_STRIP ? task->front->boundaryCount : j + WF_STRIP;
		// Rows above j are not needed; j is a multiple of 4.
		double* strip = task->update + wfUpdateColumn( task->front, j ) + j;
		task->kernels->multiplyAdd( strip, wfUpdateStride( task->front, j ), task->columns->lower + j, stride,
									task->columns->unscaledLower + j, stride, (int32_t)stride - j, columnEnd - j,
									task->columns->pivotCount, 0 );
		if ( task->small && !isUpdateKept( task, j, columnEnd ) )
		{
			atomic_store_explicit( &task->lost, true, memory_order_relaxed );
		}
	}
}

// What all pivots add to the links between boundary nodes. False where plain numbers do not hold that.
static bool updateBoundary( const wfFrontJob* job, UpdateTask* task )
{
	const wfFront* front = task->front;
	int32_t tasks = ( front->boundaryCount + WF_STRIP - 1 ) / WF_STRIP;
	double operations = 0.5 * (double)front->pivotCount * front->boundaryCount * front->boundaryCount;
	if ( job->inner != NULL && operations > WF_SHARED_OPERATIONS )
	{
		wfWorkers_ParallelFor( job->inner, updateColumns, tasks, 1, task );
	}
	else
	{
		updateColumns( 0, tasks, 0, task );
	}
	return !atomic_load( &task->lost );
}

wfResult wfFactorFront( const wfFrontJob* job, wfFrontScratch* scratch, int32_t f )
{
	wfFactor* factor = job->factor;
	const wfFront* front = &factor->symbolic->fronts[f];
	for ( int32_t c = front->firstChild; c >= 0; c = factor->symbolic->fronts[c].nextSibling )
	{
		if ( factor->updates[c].exponents != NULL )
		{
			return wfFactorFrontWide( job, scratch, f );
		}
	}
	wfFrontUpdate* update = &factor->updates[f];
	wfReleaseArray( update->exponents, wfUpdateCount( front ), sizeof( int32_t ) );
	update->exponents = NULL;
	if ( front->boundaryCount > 0 && update->values == NULL )
	{
		update->values = wfAllocateArray( wfUpdateCount( front ), sizeof( double ) );
		if ( update->values == NULL )
		{
			return wf_outOfMemory;
		}
	}
	if ( reserveFront( scratch, front ) != wf_ok )
	{
		return wf_outOfMemory;
	}
	memset( scratch->columns.data, 0, (size_t)wfColumnCount( front ) * sizeof( double ) );
	if ( update->values != NULL )
	{
		memset( update->values, 0, wfUpdateCount( front ) * sizeof( double ) );
	}
	addMatrix( job, scratch, front );
	for ( int32_t c = front->firstChild; c >= 0; c = factor->symbolic->fronts[c].nextSibling )
	{
		addChild( job, scratch, front, update, c );
	}
	if ( isTooWide( job, scratch, front, update->values ) )
	{
		return wfFactorFrontWide( job, scratch, f );
	}
	double* boundaryExcess = update->values != NULL ? update->values + wfUpdateLinkCount( front ) : NULL;
	wfPivotColumns columns = {
		.pivotBlock = wfPivotBlock( scratch ),
		.lower = wfLowerBlock( scratch, front ),
		.pivotCount = front->pivotCount,
		.pivotStride = front->pivotStride,
		.boundaryStride = front->boundaryStride,
		.pivotExcess = scratch->excess,
		.boundaryExcess = boundaryExcess,
		.pivots = factor->pivots + front->pivotFirst,
		.unscaledPivot = scratch->unscaled.data,
		.unscaledLower = scratch->unscaled.data + (int64_t)WF_PIVOT_BLOCK * front->pivotStride,
	};
	UpdateTask task = { job->kernels, scratch, front, &columns, update->values, false, false };
	wfResult result = eliminatePivots( job, scratch, front, &columns, &task.small );
	if ( result == wf_ok && !updateBoundary( job, &task ) )
	{
		result = wf_outOfRange;
	}
	if ( result != wf_ok )
	{
		return result == wf_outOfRange ? wfFactorFrontWide( job, scratch, f ) : result;
	}
	return wfKeepColumns( factor, f, scratch, NULL );
}
