// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A front in numbers of any size. Where a region between two parts of a front is hundreds of corridor widths long, the link
// through it is below the range of double, and still the only one: these fronts carry an exponent with every number. Few fronts
// need it.

#include "sparse/front.h"
#include "sparse/tuning.h"
#include "sparse/wide.h"

#include <string.h>

typedef struct WideBlock
{
	double* mantissa;
	int32_t* exponent;
	int64_t stride;
} WideBlock;

static inline wfWide get( const WideBlock* block, int64_t index )
{
	return ( wfWide ){ block->mantissa[index], block->exponent[index] };
}

static inline void add( WideBlock* block, int64_t index, wfWide value )
{
	wfWide sum = wfWideAdd( get( block, index ), value );
	block->mantissa[index] = sum.mantissa;
	block->exponent[index] = sum.exponent;
}

typedef struct WideFront
{
	const wfFront* front;
	WideBlock pivot, lower, update;
	double* boundaryExcess;
	double* pivotExcess;
} WideFront;

static void clear( WideBlock* block, int64_t count )
{
	for ( int64_t i = 0; i < count; ++i )
	{
		block->mantissa[i] = 0.0;
		block->exponent[i] = WF_WIDE_ZERO_EXPONENT;
	}
}

static void addMatrix( const wfFrontJob* job, WideFront* w )
{
	const wfSymbolic* symbolic = job->factor->symbolic;
	const wfMatrix* a = job->matrix;
	int32_t end = w->front->pivotFirst + w->front->pivotCount;
	for ( int32_t k = 0; k < w->front->pivotCount; ++k )
	{
		int32_t position = w->front->pivotFirst + k;
		wfRow row;
		bool isCut = true;
		w->pivotExcess[k] = wfGetFreeRow( a, wfSymbolic_GetNode( symbolic, position ), &row );
		for ( int32_t m = 0; m < row.count; ++m )
		{
			if ( a->isPinned != NULL && a->isPinned[row.neighbors[m]] )
			{
				continue;
			}
			int32_t other = wfSymbolic_GetPosition( symbolic, row.neighbors[m] );
			wfWide link = wfMakeWide( row.links[m], 0 );
			isCut = isCut && row.links[m] == 0.0;
			if ( other >= end )
			{
				add( &w->lower, wfFindRow( symbolic, w->front, other ) + k * w->lower.stride, link );
			}
			else if ( other > position )
			{
				add( &w->pivot, other - w->front->pivotFirst + k * w->pivot.stride, link );
			}
		}
		job->factor->isCut[position] = job->keepCuts ? job->factor->isCut[position] : isCut;
	}
}

static void addChild( const wfFrontJob* job, wfFrontScratch* scratch, WideFront* w, int32_t c )
{
	const wfFront* child = &job->factor->symbolic->fronts[c];
	const wfFrontUpdate* update = &job->factor->updates[c];
	int32_t count = child->boundaryCount;
	int32_t pivots = wfMapChild( job->factor->symbolic, w->front, child, scratch );
	const int32_t* target = scratch->target;
	for ( int32_t j = 0; j < count; ++j )
	{
		for ( int32_t i = j + 1; i < count; ++i )
		{
			int64_t index = i + (int64_t)j * child->boundaryStride;
			wfWide value = update->exponents != NULL ? ( wfWide ){ update->values[index], update->exponents[index] }
													 : wfMakeWide( update->values[index], 0 );
			if ( value.mantissa == 0.0 )
			{
				continue;
			}
			WideBlock* block = j >= pivots ? &w->update : ( i >= pivots ? &w->lower : &w->pivot );
			add( block, target[i] + target[j] * block->stride, value );
		}
	}
	const double* childExcess = update->values + (int64_t)count * child->boundaryStride;
	for ( int32_t i = 0; i < pivots; ++i )
	{
		w->pivotExcess[target[i]] += childExcess[i];
	}
	for ( int32_t i = pivots; i < count && w->boundaryExcess != NULL; ++i )
	{
		w->boundaryExcess[target[i]] += childExcess[i];
	}
}

// Column `fromColumn` times `factor`, added to column `toColumn` from row `first` on.
static void addColumn( const wfKernels* kernels, WideBlock* to, int64_t toColumn, const WideBlock* from, int64_t fromColumn,
					   wfWide factor, int32_t first, int32_t end )
{
	int64_t toIndex = first + toColumn * to->stride;
	int64_t fromIndex = first + fromColumn * from->stride;
	int32_t whole = ( end - first ) & ~3;
	if ( whole > 0 )
	{
		kernels->addWide( to->mantissa + toIndex, to->exponent + toIndex, from->mantissa + fromIndex, from->exponent + fromIndex,
						  factor.mantissa, factor.exponent, whole );
	}
	for ( int32_t i = first + whole; i < end; ++i )
	{
		wfWide value = get( from, i + fromColumn * from->stride );
		if ( value.mantissa != 0.0 )
		{
			add( to, i + toColumn * to->stride, wfWideMultiply( value, factor ) );
		}
	}
}

static double sumColumn( const WideBlock* block, int64_t column, int32_t first, int32_t end )
{
	double sum = 0.0;
	for ( int32_t i = first; i < end; ++i )
	{
		sum += wfWideValue( get( block, i + column * block->stride ) );
	}
	return sum;
}

// Divide a column by its pivot and pass the pivot's excess on.
static void scaleColumn( WideBlock* block, int64_t column, int32_t first, int32_t end, double inverse, double excess,
						 double* excesses )
{
	for ( int32_t i = first; i < end; ++i )
	{
		int64_t index = i + column * block->stride;
		wfWide value = get( block, index );
		if ( value.mantissa != 0.0 )
		{
			value = wfWideMultiply( value, wfMakeWide( inverse, 0 ) );
			block->mantissa[index] = value.mantissa;
			block->exponent[index] = value.exponent;
			excesses[i] += wfWideValue( value ) * excess;
		}
	}
}

static bool eliminatePivot( const wfFrontJob* job, WideFront* w, int32_t k )
{
	int32_t pivots = w->front->pivotCount;
	int32_t boundary = w->front->boundaryCount;
	double pivot = w->pivotExcess[k] + sumColumn( &w->lower, k, 0, boundary ) + sumColumn( &w->pivot, k, k + 1, pivots );
	if ( !( pivot > 0.0 ) )
	{
		return false;
	}
	job->factor->pivots[w->front->pivotFirst + k] = pivot;
	scaleColumn( &w->pivot, k, k + 1, pivots, 1.0 / pivot, w->pivotExcess[k], w->pivotExcess );
	scaleColumn( &w->lower, k, 0, boundary, 1.0 / pivot, w->pivotExcess[k], w->boundaryExcess );
	wfWide widePivot = wfMakeWide( pivot, 0 );
	for ( int32_t j = k + 1; j < pivots; ++j )
	{
		wfWide link = wfWideMultiply( get( &w->pivot, j + k * w->pivot.stride ), widePivot );
		if ( link.mantissa != 0.0 )
		{
			addColumn( job->kernels, &w->pivot, j, &w->pivot, k, link, j + 1, pivots );
			addColumn( job->kernels, &w->lower, j, &w->lower, k, link, 0, boundary );
		}
	}
	for ( int32_t j = 0; j < boundary; ++j )
	{
		wfWide link = wfWideMultiply( get( &w->lower, j + k * w->lower.stride ), widePivot );
		if ( link.mantissa != 0.0 )
		{
			addColumn( job->kernels, &w->update, j, &w->lower, k, link, j + 1, boundary );
		}
	}
	return true;
}

static bool isPlain( const WideBlock* block, int64_t count )
{
	for ( int64_t i = 0; i < count; ++i )
	{
		if ( block->mantissa[i] != 0.0 && block->exponent[i] < WF_PLAIN_EXPONENT )
		{
			return false;
		}
	}
	return true;
}

// Room for the front's columns and its update, all 0.
static wfResult prepare( wfFactor* factor, wfFrontScratch* scratch, int32_t f, WideFront* w )
{
	const wfFront* front = &factor->symbolic->fronts[f];
	wfFrontUpdate* update = &factor->updates[f];
	size_t columnCount = (size_t)wfColumnCount( front );
	size_t updateCount = wfUpdateCount( front );
	bool hasUpdate = front->boundaryCount > 0;
	bool room = wfArray_Reserve( &scratch->columns, columnCount ) == wf_ok &&
				wfArray_Reserve( &scratch->exponents, columnCount ) == wf_ok;
	if ( hasUpdate && update->values == NULL )
	{
		update->values = wfAllocateArray( updateCount, sizeof( double ) );
	}
	if ( hasUpdate && update->exponents == NULL )
	{
		update->exponents = wfAllocateArray( updateCount, sizeof( int32_t ) );
	}
	if ( !room || ( hasUpdate && ( update->values == NULL || update->exponents == NULL ) ) )
	{
		return wf_outOfMemory;
	}
	int64_t pivotBlockCount = (int64_t)front->pivotStride * front->pivotCount;
	*w = ( WideFront ){
		.front = front,
		.pivot = { wfPivotBlock( scratch ), scratch->exponents.data, front->pivotStride },
		.lower = { wfLowerBlock( scratch, front ), scratch->exponents.data + pivotBlockCount, front->boundaryStride },
		.update = { update->values, update->exponents, front->boundaryStride },
		.pivotExcess = scratch->excess,
		.boundaryExcess = hasUpdate ? update->values + (int64_t)front->boundaryCount * front->boundaryStride : NULL,
	};
	clear( &w->pivot, (int64_t)columnCount );
	clear( &w->update, (int64_t)updateCount );
	return wf_ok;
}

wfResult wfFactorFrontWide( const wfFrontJob* job, wfFrontScratch* scratch, int32_t f )
{
	wfFactor* factor = job->factor;
	const wfFront* front = &factor->symbolic->fronts[f];
	WideFront w;
	wfResult result = prepare( factor, scratch, f, &w );
	if ( result != wf_ok )
	{
		return result;
	}
	addMatrix( job, &w );
	for ( int32_t c = front->firstChild; c >= 0; c = factor->symbolic->fronts[c].nextSibling )
	{
		addChild( job, scratch, &w, c );
	}
	for ( int32_t k = 0; k < front->pivotCount; ++k )
	{
		if ( !eliminatePivot( job, &w, k ) )
		{
			return wf_numericalFailure;
		}
	}
	// What goes to the parent is plain again where it can be, so that the parent may be.
	wfFrontUpdate* update = &factor->updates[f];
	int64_t linkCount = (int64_t)front->boundaryStride * front->boundaryCount;
	if ( front->boundaryCount > 0 && isPlain( &w.update, linkCount ) )
	{
		for ( int64_t i = 0; i < linkCount; ++i )
		{
			update->values[i] = wfWideValue( get( &w.update, i ) );
		}
		wfReleaseArray( update->exponents, wfUpdateCount( front ), sizeof( int32_t ) );
		update->exponents = NULL;
	}
	return wfKeepColumns( factor, f, scratch, scratch->exponents.data );
}
