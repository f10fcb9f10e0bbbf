// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Triangular solves in numbers of any size. Nearly everywhere the numbers a front reads have the same exponent, and plain kernels
// do the work in these units; where they differ, they are brought to a common power of two first. Only a result so small that the
// scaling may have lost a part of it is computed again with an exponent per number.

#include "sparse/solve.h"

#include "base/arrays.h"
#include "sparse/front.h"
#include "sparse/tuning.h"

#include <float.h>
#include <string.h>

// Fewer are sorted as numbers, more by going through all marks.
#define FEW_FRONTS 64
// What is fetched of a front ahead; the rest follows while this is read.
#define FETCHED_BYTES 1024

// How far plain numbers may be from the units they are in, as a power of two.
#define MOST_ABOVE 600
#define MOST_BELOW 400
// New units are multiples of this power of two, so that fronts that have them apart often have the same.
#define UNIT_BITS 512

// A front's numbers, wherever they are kept.
typedef struct Block
{
	const wfSolveKernels* kernels;
	const void *lower, *triangle;
	const double* values; // with exponents only
	const int32_t* exponents;
	const double* balance; // by pivot, null: none
	int64_t triangleStart;
	size_t size; // of a number
} Block;

static const wfOldFront* getOld( const wfFactor* factor, int32_t f )
{
	return factor->old != NULL ? factor->old[f] : NULL;
}

static const wfSpecialFront* getSpecial( const wfFactor* factor, int32_t f )
{
	const wfOldFront* old = getOld( factor, f );
	return old != NULL ? old->special : factor->special[f];
}

// A front's ordinary numbers.
static const void* getValues( const wfFactor* factor, int32_t f )
{
	const wfOldFront* old = getOld( factor, f );
	return old != NULL ? old->values : wfGetBlock( factor, f );
}

// What the columns of floats are multiplied by.
static const double* getBalance( const wfFactor* factor, int32_t f )
{
	const wfOldFront* old = getOld( factor, f );
	return old != NULL ? old->balance : factor->balance + factor->symbolic->fronts[f].pivotFirst;
}

const double* wfGetPivots( const wfFactor* factor, int32_t f )
{
	const wfOldFront* old = getOld( factor, f );
	return old != NULL ? old->pivots : factor->pivots + factor->symbolic->fronts[f].pivotFirst;
}

static Block getBlock( const wfKernels* kernels, const wfFactor* factor, int32_t f )
{
	const wfFront* front = &factor->symbolic->fronts[f];
	const wfSpecialFront* special = getSpecial( factor, f );
	int64_t triangle = (int64_t)front->boundaryStride * front->pivotCount;
	if ( special != NULL )
	{
		return ( Block ){ &kernels->solve[0], special->values,	  special->values + triangle,
						  special->values,	  special->exponents, NULL,
						  triangle,			  sizeof( double ) };
	}
	if ( factor->single )
	{
		const float* values = getValues( factor, f );
		return ( Block ){ &kernels->solve[1],	   values,	 values + triangle, NULL, NULL,
						  getBalance( factor, f ), triangle, sizeof( float ) };
	}
	const double* values = getValues( factor, f );
	return ( Block ){ &kernels->solve[0], values, values + triangle, NULL, NULL, NULL, triangle, sizeof( double ) };
}

static inline int32_t exponentOf( double value )
{
	uint64_t bits;
	memcpy( &bits, &value, sizeof( bits ) );
	return (int32_t)( bits >> 52 ) - 1023;
}

static inline int32_t roundDownToUnit( int32_t exponent )
{
	return exponent & ~( UNIT_BITS - 1 );
}

// One lane of a solver at work on one front.
typedef struct Work
{
	const wfSolver* solver;
	const wfFactor* factor;
	const wfFront* front;
	int32_t f;
	int32_t lane;
	Block block;
	const int32_t* boundary;
	double *scaled, *values; // scratch
	double* mantissas;		 // of x at the boundary (boundaryStride) and then the pivots, where they are needed with exponents
	int32_t* exponents;
} Work;

static inline int64_t indexOf( const Work* w, int32_t position )
{
	return (int64_t)position * w->solver->lanes + w->lane;
}

static inline wfWide getX( const Work* w, int32_t position )
{
	int64_t index = indexOf( w, position );
	return wfMakeWide( w->solver->x[index], w->solver->exponent[index] );
}

static inline void setX( const Work* w, int32_t position, double value, int32_t exponent )
{
	int64_t index = indexOf( w, position );
	w->solver->x[index] = value;
	w->solver->exponent[index] = exponent;
}

// Entry `offset` of the front's block, in the column of pivot k.
static inline wfWide getEntry( const Work* w, int64_t offset, int32_t k )
{
	const Block* block = &w->block;
	if ( block->exponents != NULL )
	{
		return ( wfWide ){ block->values[offset], block->exponents[offset] };
	}
	double value =
		block->size == sizeof( float ) ? (double)( (const float*)block->lower )[offset] : ( (const double*)block->lower )[offset];
	return wfMakeWide( block->balance != NULL ? value * block->balance[k] : value, 0 );
}

static inline wfWide getTriangle( const Work* w, int32_t i, int32_t k )
{
	return getEntry( w, w->block.triangleStart + (int64_t)i * ( i - 1 ) / 2 + k, k );
}

static inline wfWide getLower( const Work* w, int32_t i, int32_t k )
{
	return getEntry( w, i + (int64_t)k * w->front->boundaryStride, k );
}

// Row k of the triangle.
static inline const void* getRow( const Work* w, int32_t k )
{
	return (const char*)w->block.triangle + (size_t)( (int64_t)k * ( k - 1 ) / 2 ) * w->block.size;
}

// value * 2^by, 0 only where that is too small: `by` alone may be beyond the range of doubles.
static inline double scaleTo( double value, int32_t by )
{
	if ( by == 0 )
	{
		return value;
	}
	wfWide wide = wfMakeWide( value, by );
	return wide.mantissa * wfTwoTo( wide.exponent > 1023 ? 1023 : wide.exponent );
}

// Numbers of scratch memory that one worker needs: for the boundary, three for pivots, and two for numbers with exponents.
#define SCRATCH_PARTS 6

static size_t countScratch( const wfSymbolic* symbolic, int32_t lanes )
{
	return SCRATCH_PARTS * ( (size_t)symbolic->largestFront + 8 ) * (size_t)lanes;
}

static Work beginWork( const wfSolver* solver, const wfFactor* factor, int32_t f, int32_t worker )
{
	const wfFront* front = &factor->symbolic->fronts[f];
	size_t numbers = countScratch( factor->symbolic, solver->lanes );
	double* memory = solver->memory.data + numbers * (size_t)worker;
	return ( Work ){ solver,
					 factor,
					 front,
					 f,
					 0,
					 getBlock( solver->kernels, factor, f ),
					 factor->symbolic->boundary + front->boundaryStart,
					 memory,
					 memory + numbers / SCRATCH_PARTS,
					 memory + 4 * ( numbers / SCRATCH_PARTS ),
					 (int32_t*)( memory + 5 * ( numbers / SCRATCH_PARTS ) ) };
}

wfResult wfSolver_Reserve( wfSolver* solver, const wfSymbolic* symbolic, int32_t lanes, int32_t workers )
{
	size_t entries = (size_t)symbolic->count * (size_t)lanes;
	solver->symbolic = symbolic;
	solver->kernels = wfGetKernels();
	solver->lanes = lanes;
	wfResult result = wfGrowArray( &solver->x, &solver->xCapacity, entries, sizeof( double ) );
	result = result == wf_ok ? wfGrowArray( &solver->exponent, &solver->exponentCapacity, entries, sizeof( int32_t ) ) : result;
	solver->clearMarks = (size_t)symbolic->frontCount > solver->markCapacity ? 0 : solver->clearMarks;
	result = result == wf_ok ? wfGrowArray( &solver->marks, &solver->markCapacity, (size_t)symbolic->frontCount, 1 ) : result;
	result = result == wf_ok ? wfGrowArray( &solver->passed, &solver->passedCapacity, (size_t)symbolic->frontCount, 1 ) : result;
	result = result == wf_ok ? wfArray_Reserve( &solver->list, symbolic->frontCount ) : result;
	return result == wf_ok ? wfArray_Reserve( &solver->memory, countScratch( symbolic, lanes ) * (size_t)workers ) : result;
}

static void clearMarks( wfSolver* solver, const wfSymbolic* symbolic )
{
	if ( solver->clearMarks < symbolic->frontCount )
	{
		memset( solver->marks, 0, (size_t)symbolic->frontCount );
		memset( solver->passed, 0, (size_t)symbolic->frontCount );
		solver->clearMarks = symbolic->frontCount;
	}
}

void wfSolver_Free( wfSolver* solver )
{
	wfReleaseArray( solver->x, solver->xCapacity, sizeof( double ) );
	wfReleaseArray( solver->exponent, solver->exponentCapacity, sizeof( int32_t ) );
	wfReleaseArray( solver->marks, solver->markCapacity, 1 );
	wfReleaseArray( solver->passed, solver->passedCapacity, 1 );
	wfArray_Free( &solver->memory );
	wfArray_Free( &solver->list );
	memset( solver, 0, sizeof( *solver ) );
}

// --------------------------------------------------------------------------------------------------------------- forward

// x of pivot i with an exponent per number: what it has and what the pivots before it give.
static wfWide forwardWide( const Work* w, int32_t i )
{
	wfWide sum = getX( w, w->front->pivotFirst + i );
	for ( int32_t k = 0; k < i; ++k )
	{
		wfWide xk = getX( w, w->front->pivotFirst + k );
		wfWide entry = getTriangle( w, i, k );
		if ( xk.mantissa != 0.0 && entry.mantissa != 0.0 )
		{
			sum = wfWideAdd( sum, wfWideMultiply( entry, xk ) );
		}
	}
	return sum;
}

// The largest power of two among x at the pivots, WF_WIDE_ZERO_EXPONENT: all are 0.
static int32_t findPivotTop( const Work* w )
{
	int32_t top = WF_WIDE_ZERO_EXPONENT;
	for ( int32_t k = 0; k < w->front->pivotCount; ++k )
	{
		wfWide value = getX( w, w->front->pivotFirst + k );
		top = value.mantissa != 0.0 && value.exponent > top ? value.exponent : top;
	}
	return top;
}

// Whether none of the pivots before it gives pivot i anything: then a sum of 0 is exact.
static bool isRowCut( const Work* w, int32_t i )
{
	for ( int32_t k = 0; k < i; ++k )
	{
		if ( w->solver->x[indexOf( w, w->front->pivotFirst + k )] != 0.0 && getTriangle( w, i, k ).mantissa != 0.0 )
		{
			return false;
		}
	}
	return true;
}

// Forward among the pivots themselves: x_i += L_ik x_k for k < i. Leaves x in units of 2^top in `values`, balanced.
static void forwardPivots( Work* w, int32_t top )
{
	const wfFront* front = w->front;
	bool plain = w->block.exponents == NULL;
	bool any = false;
	for ( int32_t i = 0; i < front->pivotCount; ++i )
	{
		wfWide own = getX( w, front->pivotFirst + i );
		double value = own.mantissa != 0.0 ? own.mantissa * wfTwoTo( own.exponent - top ) : 0.0;
		if ( any && plain )
		{
			value += w->block.kernels->dotRow( getRow( w, i ), w->values, i );
		}
		bool cut = any && own.mantissa == 0.0 && value == 0.0 && ( w->factor->isCut[front->pivotFirst + i] || isRowCut( w, i ) );
		if ( any && !cut && !( plain && value >= WF_SAFE_SCALED ) )
		{
			wfWide sum = forwardWide( w, i );
			value = sum.mantissa != 0.0 ? sum.mantissa * wfTwoTo( sum.exponent - top ) : 0.0;
			setX( w, front->pivotFirst + i, sum.mantissa, sum.exponent );
		}
		else if ( any )
		{
			setX( w, front->pivotFirst + i, value, top );
		}
		any = any || own.mantissa != 0.0;
		w->values[i] = w->block.balance != NULL ? value * w->block.balance[i] : value;
	}
}

// What the boundary node i gets, with an exponent per number.
static wfWide forwardBoundaryWide( const Work* w, int32_t i )
{
	if ( w->block.exponents != NULL )
	{
		return ( wfWide ){ w->mantissas[i], w->exponents[i] };
	}
	wfWide sum = { 0.0, WF_WIDE_ZERO_EXPONENT };
	for ( int32_t k = 0; k < w->front->pivotCount; ++k )
	{
		wfWide xk = getX( w, w->front->pivotFirst + k );
		wfWide entry = getLower( w, i, k );
		if ( xk.mantissa != 0.0 && entry.mantissa != 0.0 )
		{
			sum = wfWideAdd( sum, wfWideMultiply( entry, xk ) );
		}
	}
	return sum;
}

// What all boundary nodes of a front with exponents get.
static void addColumnsWide( const Work* w )
{
	int32_t rows = w->front->boundaryStride;
	for ( int32_t i = 0; i < rows; ++i )
	{
		w->mantissas[i] = 0.0;
		w->exponents[i] = WF_WIDE_ZERO_EXPONENT;
	}
	for ( int32_t k = 0; k < w->front->pivotCount; ++k )
	{
		wfWide x = getX( w, w->front->pivotFirst + k );
		const double* column = w->block.values + (int64_t)k * rows;
		for ( int32_t i = 0; i < rows; ++i )
		{
			w->scaled[i] = column[i] * x.mantissa;
		}
		if ( x.mantissa != 0.0 )
		{
			w->solver->kernels->addWide( w->mantissas, w->exponents, w->scaled, w->block.exponents + (int64_t)k * rows,
										 x.exponent, DBL_MIN, rows );
		}
	}
}

static void forwardFront( Work* w )
{
	const wfFront* front = w->front;
	int32_t top = findPivotTop( w );
	if ( top == WF_WIDE_ZERO_EXPONENT )
	{
		return;
	}
	forwardPivots( w, top );
	memset( w->scaled, 0, (size_t)front->boundaryStride * sizeof( double ) );
	if ( w->block.exponents == NULL )
	{
		w->block.kernels->addColumns( w->scaled, w->block.lower, front->boundaryStride, w->values, front->boundaryStride,
									  front->pivotCount );
	}
	else
	{
		addColumnsWide( w );
		memset( w->scaled, 0, (size_t)front->boundaryStride * sizeof( double ) );
	}
	for ( int32_t i = 0; i < front->boundaryCount; ++i )
	{
		int64_t index = indexOf( w, w->boundary[i] );
		double* x = &w->solver->x[index];
		int32_t* exponent = &w->solver->exponent[index];
		if ( w->factor->isCut[w->boundary[i]] )
		{
			continue;
		}
		bool safe = w->scaled[i] >= WF_SAFE_SCALED;
		if ( safe && ( *x == 0.0 || *exponent == top ) )
		{
			*x = *x == 0.0 ? w->scaled[i] : *x + w->scaled[i];
			*exponent = top;
			continue;
		}
		wfWide sum = safe ? wfMakeWide( w->scaled[i], top ) : forwardBoundaryWide( w, i );
		sum = wfWideAdd( wfMakeWide( *x, *exponent ), sum );
		*x = sum.mantissa;
		*exponent = sum.mantissa != 0.0 ? sum.exponent : top;
	}
}

// The fronts from the nodes of a side to the root, ascending, into the solver's list; x there becomes 0.
static wfResult listTrail( wfSolver* solver, const wfFactor* factor, const wfGoalSide* side )
{
	const wfSymbolic* symbolic = factor->symbolic;
	solver->list.count = 0;
	wfResult result = wf_ok;
	for ( int32_t i = 0; i < side->count && result == wf_ok; ++i )
	{
		for ( int32_t f = symbolic->frontOf[wfSymbolic_GetPosition( symbolic, side->nodes[i] )];
			  f >= 0 && solver->marks[f] == 0 && result == wf_ok; f = symbolic->fronts[f].parent )
		{
			solver->marks[f] = 1;
			result = wfArray_Push( &solver->list, f );
		}
	}
	wfSortNumbers( solver->list.data, solver->list.count );
	for ( int32_t i = 0; i < solver->list.count; ++i )
	{
		const wfFront* front = &symbolic->fronts[solver->list.data[i]];
		solver->marks[solver->list.data[i]] = 0;
		memset( solver->x + front->pivotFirst, 0, (size_t)front->pivotCount * sizeof( double ) );
		memset( solver->exponent + front->pivotFirst, 0, (size_t)front->pivotCount * sizeof( int32_t ) );
	}
	return result;
}

static wfResult leaveTrail( const Work* w, wfTrail* trail )
{
	const wfFront* front = w->front;
	const double* pivots = wfGetPivots( w->factor, w->f );
	wfResult result = wfArray_Push( &trail->fronts, ( wfTrailFront ){ w->f, trail->values.count } );
	for ( int32_t k = 0; k < front->pivotCount && result == wf_ok; ++k )
	{
		int32_t position = front->pivotFirst + k;
		int64_t index = indexOf( w, position );
		result = wfArray_Push( &trail->values, w->solver->x[index] / pivots[k] );
		result = result == wf_ok ? wfArray_Push( &trail->exponents, w->solver->exponent[index] ) : result;
	}
	return result;
}

wfResult wfSolver_Forward( wfSolver* solver, const wfFactor* factor, const wfGoalSide* side, wfTrail* trail )
{
	const wfSymbolic* symbolic = factor->symbolic;
	trail->fronts.count = trail->values.count = trail->exponents.count = 0;
	wfResult result = wfSolver_Reserve( solver, symbolic, 1, 1 );
	if ( result == wf_ok )
	{
		clearMarks( solver, symbolic );
		result = listTrail( solver, factor, side );
	}
	for ( int32_t i = 0; i < side->count && result == wf_ok; ++i )
	{
		int32_t position = wfSymbolic_GetPosition( symbolic, side->nodes[i] );
		wfWide sum = wfWideAdd( wfMakeWide( solver->x[position], solver->exponent[position] ),
								wfMakeWide( side->mantissas[i], side->exponents[i] ) );
		solver->x[position] = sum.mantissa;
		solver->exponent[position] = sum.mantissa != 0.0 ? sum.exponent : 0;
	}
	for ( int32_t i = 0; i < solver->list.count && result == wf_ok; ++i )
	{
		result = wfFactor_Hold( factor, solver->list.data[i] );
		if ( result == wf_ok )
		{
			Work w = beginWork( solver, factor, solver->list.data[i], 0 );
			forwardFront( &w );
			result = leaveTrail( &w, trail );
		}
	}
	return result;
}

// -------------------------------------------------------------------------------------------------------------- backward

static void markPassed( const wfSolver* solver, uint8_t mark )
{
	for ( int32_t r = 0; r < solver->lanes; ++r )
	{
		const wfTrail* trail = solver->trails[r];
		for ( int32_t k = 0; trail != NULL && k < trail->fronts.count; ++k )
		{
			solver->passed[trail->fronts.data[k].front] = mark;
		}
	}
}

wfResult wfSolver_Begin( wfSolver* solver, const wfFactor* factor, const wfTrail* const* trails, int32_t lanes )
{
	wfResult result = wfSolver_Reserve( solver, factor->symbolic, lanes, 1 );
	if ( result != wf_ok )
	{
		return result;
	}
	clearMarks( solver, factor->symbolic );
	solver->clearMarks = 0;
	memcpy( solver->trails, trails, (size_t)lanes * sizeof( *trails ) );
	markPassed( solver, 1 );
	return wf_ok;
}

void wfSolver_End( wfSolver* solver )
{
	for ( int32_t k = 0; k < solver->list.count; ++k )
	{
		solver->marks[solver->list.data[k]] = 0;
	}
	markPassed( solver, 0 );
	solver->clearMarks = solver->symbolic->frontCount;
}

// The units of what a front reads: x of its boundary, and its own part of the right-hand side.
typedef struct Units
{
	int32_t low, high; // exponents of the boundary
	int32_t top;	   // the largest power of two, WF_WIDE_ZERO_EXPONENT: all is 0
} Units;

static void addOwn( const Work* w, const wfTrail* trail, int32_t start, Units* units )
{
	for ( int32_t k = 0; start >= 0 && k < w->front->pivotCount; ++k )
	{
		double value = trail->values.data[start + k];
		int32_t top = trail->exponents.data[start + k] + exponentOf( value );
		units->top = value != 0.0 && top > units->top ? top : units->top;
	}
}

// Gathers x of the boundary with exponents.
static Units measureBoundary( const Work* w )
{
	Units units = { INT32_MAX, INT32_MIN, WF_WIDE_ZERO_EXPONENT };
	for ( int32_t i = 0; i < w->front->boundaryCount; ++i )
	{
		int64_t index = indexOf( w, w->boundary[i] );
		int32_t exponent = w->solver->exponent[index];
		wfWide x = wfMakeWide( w->solver->x[index], exponent );
		units.low = exponent < units.low ? exponent : units.low;
		units.high = exponent > units.high ? exponent : units.high;
		units.top = x.exponent > units.top ? x.exponent : units.top;
		w->mantissas[i] = x.mantissa;
		w->exponents[i] = x.exponent;
	}
	for ( int32_t i = w->front->boundaryCount; i < w->front->boundaryStride; ++i )
	{
		w->mantissas[i] = 0.0;
		w->exponents[i] = WF_WIDE_ZERO_EXPONENT;
	}
	return units;
}

// What the later pivots give to pivot k, in units of the largest power of two so far.
static wfWide sumTriangle( const Work* w, int32_t k )
{
	const double* mantissas = w->mantissas + w->front->boundaryStride;
	const int32_t* exponents = w->exponents + w->front->boundaryStride;
	int32_t top = WF_WIDE_ZERO_EXPONENT;
	double sum = 0.0;
	for ( int32_t i = k + 1; i < w->front->pivotCount; ++i )
	{
		wfWide entry = getTriangle( w, i, k );
		double product = entry.mantissa * mantissas[i];
		int32_t exponent = entry.exponent + exponents[i];
		if ( product != 0.0 && exponent > top )
		{
			sum *= wfTwoTo( top - exponent );
			top = exponent;
		}
		sum += product != 0.0 ? product * wfTwoTo( exponent - top ) : 0.0;
	}
	return wfMakeWide( sum, top );
}

// x_k with an exponent per number: what pivot k gets from the later pivots, the boundary and the right-hand side.
static wfWide backwardWide( const Work* w, int32_t k, wfWide own )
{
	const Block* block = &w->block;
	int64_t column = (int64_t)k * w->front->boundaryStride;
	int32_t top;
	double sum = block->kernels->dotWide( (const char*)block->lower + (size_t)column * block->size,
										  block->exponents != NULL ? block->exponents + column : NULL, w->mantissas, w->exponents,
										  w->front->boundaryStride, &top );
	wfWide boundary = wfMakeWide( sum, top );
	if ( block->balance != NULL && sum != 0.0 )
	{
		boundary = wfWideMultiply( boundary, wfMakeWide( block->balance[k], 0 ) );
	}
	return wfWideAdd( wfWideAdd( own, boundary ), sumTriangle( w, k ) );
}

// Where the trail's part of a front starts, -1: it does not pass it.
static int32_t findOwn( const wfTrail* trail, int32_t f )
{
	int32_t low = 0, high = trail != NULL ? trail->fronts.count : 0;
	while ( low < high )
	{
		int32_t middle = ( low + high ) / 2;
		if ( trail->fronts.data[middle].front < f )
		{
			low = middle + 1;
		}
		else
		{
			high = middle;
		}
	}
	bool found = trail != NULL && low < trail->fronts.count && trail->fronts.data[low].front == f;
	return found ? trail->fronts.data[low].start : -1;
}

static wfBackwardFront viewFront( const Work* w )
{
	const wfFront* front = w->front;
	return ( wfBackwardFront ){ .x = w->solver->x + w->lane,
								.stride = w->solver->lanes,
								.boundary = w->boundary,
								.lower = w->block.lower,
								.triangle = w->block.triangle,
								.boundaryCount = front->boundaryCount,
								.boundaryStride = front->boundaryStride,
								.pivotFirst = front->pivotFirst,
								.pivotCount = front->pivotCount,
								.balance = w->block.balance,
								.isCut = w->factor->isCut + front->pivotFirst,
								.scaled = w->scaled,
								.values = w->values };
}

// A front that the trail does not pass, whose boundary has one exponent: `unit`. False where plain numbers do not do.
static bool solveSame( const Work* w, int32_t unit )
{
	wfBackwardFront view = viewFront( w );
	if ( w->block.exponents != NULL || !w->block.kernels->backward( &view ) )
	{
		return false;
	}
	for ( int32_t k = 0; k < w->front->pivotCount; ++k )
	{
		w->solver->exponent[indexOf( w, w->front->pivotFirst + k )] = unit;
	}
	return true;
}

// One lane of a front whose numbers have different units or are very small. Returns whether all of them have the same units
// afterwards.
static bool backwardMixed( Work* w, const wfTrail* trail, int32_t start )
{
	const wfFront* front = w->front;
	int32_t pivots = front->pivotCount;
	Units units = measureBoundary( w );
	addOwn( w, trail, start, &units );
	bool same = front->boundaryCount == 0 || units.low == units.high;
	int32_t unit = roundDownToUnit( units.top );
	if ( front->boundaryCount > 0 && same && units.top - units.low <= MOST_ABOVE &&
		 ( units.top - units.low >= -MOST_BELOW || units.top == WF_WIDE_ZERO_EXPONENT ) )
	{
		unit = units.low;
	}
	same = same && ( front->boundaryCount == 0 || unit == units.low );
	if ( same && start < 0 && solveSame( w, unit ) )
	{
		return true;
	}
	for ( int32_t i = 0; i < front->boundaryStride; ++i )
	{
		w->scaled[i] = w->mantissas[i] * wfTwoTo( w->exponents[i] - unit );
	}
	bool plain = w->block.exponents == NULL;
	if ( plain )
	{
		w->block.kernels->dotColumns( w->values, w->block.lower, front->boundaryStride, w->scaled, front->boundaryStride,
									  pivots );
	}
	const double* balance = w->block.balance;
	for ( int32_t k = 0; plain && balance == NULL && start >= 0 && k < pivots; ++k )
	{
		w->values[k] += scaleTo( trail->values.data[start + k], trail->exponents.data[start + k] - unit );
	}
	for ( int32_t k = pivots - 1; k >= 0; --k )
	{
		double value = plain ? w->values[k] : 0.0;
		if ( balance != NULL )
		{
			value *= balance[k];
			value += start >= 0 ? scaleTo( trail->values.data[start + k], trail->exponents.data[start + k] - unit ) : 0.0;
		}
		if ( plain && value >= WF_SAFE_SCALED )
		{
			setX( w, front->pivotFirst + k, value, unit );
		}
		else
		{
			wfWide own = { 0.0, WF_WIDE_ZERO_EXPONENT };
			own = start >= 0 ? wfMakeWide( trail->values.data[start + k], trail->exponents.data[start + k] ) : own;
			wfWide sum = backwardWide( w, k, own );
			value = sum.mantissa != 0.0 ? sum.mantissa * wfTwoTo( sum.exponent - unit ) : 0.0;
			bool inUnits = sum.mantissa == 0.0 || value >= WF_SAFE_SCALED;
			int32_t other = roundDownToUnit( sum.exponent );
			same = same && inUnits;
			setX( w, front->pivotFirst + k, inUnits ? value : sum.mantissa * wfTwoTo( sum.exponent - other ),
				  inUnits ? unit : other );
		}
		wfWide x = getX( w, front->pivotFirst + k );
		w->mantissas[front->boundaryStride + k] = x.mantissa;
		w->exponents[front->boundaryStride + k] = x.exponent;
		if ( plain && value != 0.0 )
		{
			w->block.kernels->addRow( w->values, getRow( w, k ), value, k );
		}
	}
	return same;
}

// The trails' own parts of a front in units of each lane, null: there are none. Returns the lanes where these are not too large
// for plain numbers, as bits.
static uint32_t scaleOwn( const Work* w, const wfTrail* const* trails, const int32_t* starts, const int32_t* units, double** own )
{
	int32_t lanes = w->solver->lanes;
	double* to = w->values + 2 * (size_t)( ( w->front->pivotCount + 3 ) & ~3 ) * (size_t)lanes;
	uint32_t fits = ( 1u << lanes ) - 1;
	for ( int32_t r = 0; r < lanes; ++r )
	{
		if ( starts[r] >= 0 && *own == NULL )
		{
			memset( to, 0, (size_t)w->front->pivotCount * (size_t)lanes * sizeof( double ) );
			*own = to;
		}
		for ( int32_t k = 0; starts[r] >= 0 && k < w->front->pivotCount; ++k )
		{
			double value = trails[r]->values.data[starts[r] + k];
			int32_t exponent = trails[r]->exponents.data[starts[r] + k] - units[r];
			if ( value != 0.0 && exponent + exponentOf( value ) > MOST_ABOVE )
			{
				fits &= ~( 1u << r );
				continue;
			}
			// What is far below the units still counts where nothing else reaches the pivot: it must not pass for 0.
			double scaled = value != 0.0 ? scaleTo( value, exponent ) : 0.0;
			to[k * lanes + r] = value != 0.0 && scaled < DBL_MIN ? DBL_MIN : scaled;
		}
	}
	return fits;
}

// The units of each lane: those of what is above, or of the right-hand side at a root.
static void findUnits( const Work* w, const wfTrail* const* trails, const int32_t* starts, int32_t* units )
{
	const wfSolver* solver = w->solver;
	for ( int32_t r = 0; r < solver->lanes; ++r )
	{
		Units own = { 0, 0, WF_WIDE_ZERO_EXPONENT };
		if ( w->front->parent >= 0 )
		{
			units[r] = solver->exponent[(int64_t)solver->symbolic->fronts[w->front->parent].pivotFirst * solver->lanes + r];
			continue;
		}
		addOwn( w, trails[r], starts[r], &own );
		units[r] = own.top == WF_WIDE_ZERO_EXPONENT ? 0 : roundDownToUnit( own.top );
	}
}

// One lane at a time: in plain numbers where that is safe. Returns the lanes whose numbers have one exponent, as bits.
static uint32_t backwardLane( Work* w, wfBackwardFront* view, const wfTrail* const* trails, const int32_t* starts, int32_t r,
							  bool plain )
{
	w->lane = r;
	view->x = w->solver->x + r;
	view->own = view->own != NULL ? view->own + r : NULL;
	bool uniform = ( plain && w->block.kernels->backward( view ) ) || backwardMixed( w, trails[r], starts[r] );
	return uniform ? 1u << r : 0;
}

// Returns the lanes whose numbers have one exponent, as bits.
static uint32_t backwardFront( Work* w, const wfTrail* const* trails, const int32_t* starts )
{
	const wfFront* front = w->front;
	const wfSolver* solver = w->solver;
	int32_t lanes = solver->lanes;
	uint32_t all = ( 1u << lanes ) - 1;
	// Lanes whose boundary has one exponent.
	uint32_t plain = w->block.exponents != NULL ? 0 : ( front->parent < 0 ? all : solver->marks[front->parent] );
	int32_t units[WF_SOLVE_LANES];
	double* own = NULL;
	findUnits( w, trails, starts, units );
	plain &= scaleOwn( w, trails, starts, units, &own );
	wfBackwardFront view = viewFront( w );
	view.own = own;
	for ( int64_t k = 0; plain != 0 && k < front->pivotCount; ++k )
	{
		memcpy( solver->exponent + ( front->pivotFirst + k ) * lanes, units, (size_t)lanes * sizeof( int32_t ) );
	}
	// Lanes without a right-hand side are done: nobody asks for them.
	uint32_t done = 0, uniform = 0;
	for ( int32_t r = 0; r < lanes; ++r )
	{
		done |= (uint32_t)( trails[r] == NULL ) << r;
	}
	if ( lanes > 1 && plain != 0 )
	{
		uniform = plain & ~w->block.kernels->backwardLanes( &view );
		done |= uniform;
		memcpy( solver->x + (int64_t)front->pivotFirst * lanes, w->values,
				(size_t)front->pivotCount * (size_t)lanes * sizeof( double ) );
	}
	for ( int32_t r = 0; done != all && r < lanes; ++r )
	{
		if ( ( done >> r & 1 ) == 0 )
		{
			wfBackwardFront one = view;
			uniform |= backwardLane( w, &one, trails, starts, r, ( plain >> r & 1 ) != 0 );
		}
	}
	return uniform;
}

// Nearly all fronts of a single right-hand side: it does not pass them, and all numbers are plain. False: not one of these, or a
// result is very small.
static bool solvePlain( const wfSolver* solver, const wfFactor* factor, int32_t f, int32_t worker )
{
	const wfFront* front = &factor->symbolic->fronts[f];
	if ( solver->lanes != 1 || front->parent < 0 || solver->marks[front->parent] == 0 || solver->passed[f] != 0 ||
		 factor->special[f] != NULL || factor->old != NULL || factor->parts != NULL )
	{
		return false;
	}
	size_t numbers = countScratch( factor->symbolic, 1 );
	double* memory = solver->memory.data + numbers * (size_t)worker;
	size_t size = factor->single ? sizeof( float ) : sizeof( double );
	const char* values = (const char*)factor->values + (size_t)front->valueStart * size;
	wfBackwardFront view = { .x = solver->x,
							 .stride = 1,
							 .boundary = factor->symbolic->boundary + front->boundaryStart,
							 .lower = values,
							 .triangle = values + (size_t)front->boundaryStride * (size_t)front->pivotCount * size,
							 .boundaryCount = front->boundaryCount,
							 .boundaryStride = front->boundaryStride,
							 .pivotFirst = front->pivotFirst,
							 .pivotCount = front->pivotCount,
							 .balance = factor->single ? factor->balance + front->pivotFirst : NULL,
							 .isCut = factor->isCut + front->pivotFirst,
							 .scaled = memory,
							 .values = memory + numbers / SCRATCH_PARTS };
	if ( !solver->kernels->solve[factor->single].backward( &view ) )
	{
		return false;
	}
	int32_t unit = solver->exponent[factor->symbolic->fronts[front->parent].pivotFirst];
	for ( int32_t k = 0; k < front->pivotCount; ++k )
	{
		solver->exponent[front->pivotFirst + k] = unit;
	}
	solver->marks[f] = 1;
	return true;
}

void wfSolver_SolveFrontBy( const wfSolver* solver, const wfFactor* factor, int32_t f, int32_t worker )
{
	if ( solvePlain( solver, factor, f, worker ) )
	{
		return;
	}
	Work w = beginWork( solver, factor, f, worker );
	int32_t starts[WF_SOLVE_LANES];
	for ( int32_t r = 0; r < solver->lanes; ++r )
	{
		starts[r] = solver->passed[f] != 0 ? findOwn( solver->trails[r], f ) : -1;
	}
	solver->marks[f] = (uint8_t)backwardFront( &w, solver->trails, starts );
}

void wfSolver_SolveFront( wfSolver* solver, const wfFactor* factor, int32_t front )
{
	wfSolver_SolveFrontBy( solver, factor, front, 0 );
}

void wfSolver_SortList( wfSolver* solver )
{
	int32_t frontCount = solver->symbolic->frontCount, used = 0;
	if ( solver->list.count < FEW_FRONTS )
	{
		wfSortNumbers( solver->list.data, solver->list.count );
	}
	// Eight marks at a time, most of which are none.
	for ( int32_t first = 0; solver->list.count >= FEW_FRONTS && first < frontCount; first += 8 )
	{
		uint64_t any = 1;
		if ( first + 8 <= frontCount )
		{
			memcpy( &any, solver->marks + first, sizeof( any ) );
		}
		for ( int32_t f = first; any != 0 && f < first + 8 && f < frontCount; ++f )
		{
			solver->list.data[used] = f;
			used += solver->marks[f] != 0;
		}
	}
	for ( int32_t k = 0; k < solver->list.count; ++k )
	{
		solver->marks[solver->list.data[k]] = 0;
	}
}

void wfSolver_Fetch( const wfSolver* solver, const wfFactor* factor, int32_t f )
{
	if ( factor->parts != NULL )
	{
		return;
	}
	const wfFront* front = &solver->symbolic->fronts[f];
	const char* values = (const char*)factor->values + (size_t)front->valueStart * wfSizeOfValue( factor );
	size_t bytes = (size_t)wfBlockCount( front ) * wfSizeOfValue( factor );
	for ( size_t at = 0; at < bytes && at < FETCHED_BYTES; at += 64 )
	{
		__builtin_prefetch( values + at );
	}
	__builtin_prefetch( solver->symbolic->boundary + front->boundaryStart );
	__builtin_prefetch( solver->x + front->pivotFirst, 1 );
}
