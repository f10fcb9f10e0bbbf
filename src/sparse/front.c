// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "sparse/front.h"

#include "base/arrays.h"
#include "sparse/tuning.h"

#include "sparse/wide.h"

#include <string.h>

static wfArrays listScratch( wfFrontScratch* scratch )
{
	return ( wfArrays ){
		{ WF_ONE_ARRAY( scratch->target, scratch->rowCount ), WF_ONE_ARRAY( scratch->excess, scratch->rowCount ) } };
}

wfResult wfFrontScratch_Init( wfFrontScratch* scratch, const wfSymbolic* symbolic )
{
	*scratch = ( wfFrontScratch ){ .rowCount = (size_t)symbolic->largestFront + 4 };
	wfArrays arrays = listScratch( scratch );
	return wfArrays_Allocate( &arrays );
}

size_t wfFrontScratch_CountBytes( const wfSymbolic* symbolic )
{
	return ( (size_t)symbolic->largestFront + 4 ) * ( sizeof( int32_t ) + sizeof( double ) );
}

size_t wfFrontScratch_CountFrontBytes( const wfFront* front )
{
	return ( (size_t)wfColumnCount( front ) + wfUnscaledCount( front ) ) * sizeof( double );
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
	return result == wf_ok ? wfArray_Reserve( &scratch->unscaled, unscaled ) : result;
}

void wfFrontScratch_Free( wfFrontScratch* scratch )
{
	wfArrays arrays = listScratch( scratch );
	wfArrays_Free( &arrays );
	wfArray_Free( &scratch->unscaled );
	wfArray_Free( &scratch->columns );
	wfArray_Free( &scratch->exponents );
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
		const double* source = update->values + (int64_t)j * child->boundaryStride;
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
			column = own->values + (int64_t)target[j] * front->boundaryStride;
		}
		for ( ; i < count; ++i )
		{
			column[target[i]] += source[i];
		}
	}
	const double* childExcess = update->values + (int64_t)count * child->boundaryStride;
	for ( int32_t i = 0; i < pivots; ++i )
	{
		scratch->excess[target[i]] += childExcess[i];
	}
	if ( pivots < count )
	{
		double* excess = own->values + (int64_t)front->boundaryCount * front->boundaryStride;
		for ( int32_t i = pivots; i < count; ++i )
		{
			excess[target[i]] += childExcess[i];
		}
	}
}

typedef struct UpdateTask
{
	const wfKernels* kernels;
	double* update;
	const double* lower;
	const double* unscaled;
	int64_t stride;
	int32_t count, depth;
} UpdateTask;

static void updateColumns( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	const UpdateTask* task = context;
	for ( int32_t k = begin; k < end; ++k )
	{
		int32_t j = k * WF_COLUMNS_PER_TASK;
		int32_t columns = task->count - j < WF_COLUMNS_PER_TASK ? task->count - j : WF_COLUMNS_PER_TASK;
		// Rows above j are not needed; j is a multiple of 4.
		task->kernels->multiplyAdd( task->update + j * task->stride + j, task->stride, task->lower + j, task->stride,
									task->unscaled + j, task->stride, (int32_t)task->stride - j, columns, task->depth, 0 );
	}
}

// What the pivots of a finished block add to the columns of the pivots after it.
static void updatePivots( const wfKernels* kernels, const wfPivotColumns* c, int32_t begin, int32_t end )
{
	int32_t columns = c->pivotCount - end;
	int64_t pivotStride = c->pivotStride;
	int64_t boundaryStride = c->boundaryStride;
	kernels->multiplyAdd( c->pivotBlock + end * pivotStride, pivotStride, c->pivotBlock + begin * pivotStride, pivotStride,
						  c->unscaledPivot + end, pivotStride, c->pivotStride, columns, end - begin, end );
	kernels->multiplyAdd( c->lower + end * boundaryStride, boundaryStride, c->lower + begin * boundaryStride, boundaryStride,
						  c->unscaledPivot + end, pivotStride, c->boundaryStride, columns, end - begin, -1 );
}

// What all pivots add to the links between boundary nodes.
static void updateBoundary( const wfFrontJob* job, const wfPivotColumns* c, const wfFront* front, double* update )
{
	UpdateTask task = { job->kernels,		  update,		c->lower, c->unscaledLower, c->boundaryStride,
						front->boundaryCount, c->pivotCount };
	int32_t tasks = ( front->boundaryCount + WF_COLUMNS_PER_TASK - 1 ) / WF_COLUMNS_PER_TASK;
	double operations = 0.5 * (double)c->pivotCount * front->boundaryCount * front->boundaryCount;
	if ( job->inner != NULL && operations > WF_SHARED_OPERATIONS )
	{
		wfWorkers_ParallelFor( job->inner, updateColumns, tasks, 1, &task );
	}
	else
	{
		updateColumns( 0, tasks, 0, &task );
	}
}

// Whether rows i and j of the front (pivots first) meet in one of the first `end` pivots: then the entry between them is not 0.
static bool doMeet( const wfFrontScratch* scratch, const wfFront* front, int32_t i, int32_t j, int32_t end )
{
	int32_t pivots = front->pivotCount;
	const double* rowI = i < pivots ? wfPivotBlock( scratch ) + i : wfLowerBlock( scratch, front ) + ( i - pivots );
	const double* rowJ = j < pivots ? wfPivotBlock( scratch ) + j : wfLowerBlock( scratch, front ) + ( j - pivots );
	int64_t strideI = i < pivots ? front->pivotStride : front->boundaryStride;
	int64_t strideJ = j < pivots ? front->pivotStride : front->boundaryStride;
	for ( int32_t k = 0; k < end; ++k )
	{
		if ( rowI[k * strideI] > 0.0 && rowJ[k * strideJ] > 0.0 )
		{
			return true;
		}
	}
	return false;
}

// True where plain numbers held everything. A product of two small entries may fall below the range of double and still be the
// only link between two nodes: an entry that is next to nothing although its rows meet has lost it.
static bool isRangeKept( const wfFrontJob* job, const wfFrontScratch* scratch, const wfFront* front, const double* update )
{
	int32_t pivots = front->pivotCount;
	int32_t boundary = front->boundaryCount;
	if ( job->kernels->smallestPositive( scratch->columns.data, wfColumnCount( front ) ) > 1e-140 )
	{
		return true;
	}
	for ( int32_t j = 0; j < pivots; ++j )
	{
		const double* column = wfPivotBlock( scratch ) + (int64_t)j * front->pivotStride;
		const double* lower = wfLowerBlock( scratch, front ) + (int64_t)j * front->boundaryStride;
		for ( int32_t i = j + 1; i < pivots + boundary; ++i )
		{
			double value = i < pivots ? column[i] : lower[i - pivots];
			if ( value < WF_SAFE_ENTRY && doMeet( scratch, front, i, j, j ) )
			{
				return false;
			}
		}
	}
	for ( int32_t j = 0; j < boundary; ++j )
	{
		for ( int32_t i = j + 1; i < boundary; ++i )
		{
			if ( update[i + (int64_t)j * front->boundaryStride] < WF_SAFE_ENTRY &&
				 doMeet( scratch, front, pivots + i, pivots + j, pivots ) )
			{
				return false;
			}
		}
	}
	return true;
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
	double* boundaryExcess =
		update->values != NULL ? update->values + (int64_t)front->boundaryCount * front->boundaryStride : NULL;
	wfPivotColumns columns = { wfPivotBlock( scratch ), wfLowerBlock( scratch, front ),
							   front->pivotCount,		front->pivotStride,
							   front->boundaryStride,	scratch->excess,
							   boundaryExcess,			factor->pivots + front->pivotFirst,
							   scratch->unscaled.data,	scratch->unscaled.data + (int64_t)WF_PIVOT_BLOCK * front->pivotStride };
	for ( int32_t begin = 0; begin < front->pivotCount; begin += WF_PIVOT_BLOCK )
	{
		int32_t end = begin + WF_PIVOT_BLOCK < front->pivotCount ? begin + WF_PIVOT_BLOCK : front->pivotCount;
		if ( !job->kernels->eliminate( &columns, begin, end ) )
		{
			return wf_numericalFailure;
		}
		if ( end < front->pivotCount )
		{
			updatePivots( job->kernels, &columns, begin, end );
		}
	}
	if ( front->boundaryCount > 0 )
	{
		updateBoundary( job, &columns, front, update->values );
	}
	if ( !isRangeKept( job, scratch, front, update->values ) )
	{
		return wfFactorFrontWide( job, scratch, f );
	}
	return wfKeepColumns( factor, f, scratch, NULL );
}
