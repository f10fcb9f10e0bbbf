// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Triangular solves in numbers of any size. Within a front the numbers are brought to a common power of two and the plain kernels
// do the work; only a result so small that the scaling may have lost a part of it is computed again with an exponent per number.

#include "sparse/front.h"
#include "sparse/tuning.h"
#include "sparse/wide.h"

#include <string.h>

typedef struct Solver
{
	const wfFactor* factor;
	const wfSymbolic* symbolic;
	const wfKernels* kernels;
	int32_t lanes;
	wfWideVector x;
	double* scaled; // boundary, then pivots, interleaved, in units of 2^top
	double* dots;
	uint8_t* touched;
	int32_t top[WF_SOLVE_LANES];
} Solver;

static inline wfWide getX( const Solver* s, int32_t position, int32_t lane )
{
	int64_t index = (int64_t)position * s->lanes + lane;
	return ( wfWide ){ s->x.mantissa[index], s->x.exponent[index] };
}

static inline void setX( const Solver* s, int32_t position, int32_t lane, wfWide value )
{
	int64_t index = (int64_t)position * s->lanes + lane;
	s->x.mantissa[index] = value.mantissa;
	s->x.exponent[index] = value.exponent;
}

static inline wfWide getEntry( const Solver* s, const wfFront* front, int64_t offset )
{
	const int32_t* exponents = s->factor->exponents[front - s->symbolic->fronts];
	double value = s->factor->values[front->valueStart + offset];
	return exponents != NULL ? ( wfWide ){ value, exponents[offset] } : wfMakeWide( value, 0 );
}

// Where the entry of pivot row i and pivot column k < i is, and that of boundary row i and pivot column k.
static inline int64_t triangleOffset( const wfFront* front, int32_t i, int32_t k )
{
	return (int64_t)front->boundaryStride * front->pivotCount + (int64_t)i * ( i - 1 ) / 2 + k;
}

static inline int64_t lowerOffset( const wfFront* front, int32_t i, int32_t k )
{
	return i + (int64_t)k * front->boundaryStride;
}

static inline double scaleTo( wfWide value, int32_t top )
{
	return value.mantissa == 0.0 ? 0.0 : value.mantissa * wfTwoTo( value.exponent - top );
}

// x of pivot row i with an exponent per number: what it has and what the pivots before it give.
static wfWide forwardWide( const Solver* s, const wfFront* front, int32_t i, int32_t lane )
{
	wfWide sum = getX( s, front->pivotFirst + i, lane );
	for ( int32_t k = 0; k < i; ++k )
	{
		wfWide xk = getX( s, front->pivotFirst + k, lane );
		wfWide entry = getEntry( s, front, triangleOffset( front, i, k ) );
		if ( xk.mantissa != 0.0 && entry.mantissa != 0.0 )
		{
			sum = wfWideAdd( sum, wfWideMultiply( entry, xk ) );
		}
	}
	return sum;
}

static int32_t findPivotTop( const Solver* s, const wfFront* front, int32_t lane )
{
	int32_t top = WF_WIDE_ZERO_EXPONENT;
	for ( int32_t k = 0; k < front->pivotCount; ++k )
	{
		int32_t exponent = getX( s, front->pivotFirst + k, lane ).exponent;
		top = exponent > top ? exponent : top;
	}
	return top;
}

#define ROWS_TOGETHER 4

// One row in units of 2^top from what has been summed up for it, in wide numbers where that is too small to be sure of.
static void finishRow( Solver* s, const wfFront* front, int32_t i, int32_t lane, int32_t top, double sum )
{
	wfWide value = sum >= WF_SAFE_SCALED ? wfMakeWide( sum, top ) : forwardWide( s, front, i, lane );
	setX( s, front->pivotFirst + i, lane, value );
	s->dots[i] = scaleTo( value, top );
}

// Forward among the pivots themselves: x_i += L_ik x_k for k < i. Rows are taken a few at a time, each summed up in the order of
// k; the bits are those of the wide numbers.
static void forwardPivots( Solver* s, const wfFront* front, int32_t lane )
{
	int32_t pivots = front->pivotCount;
	int32_t top = findPivotTop( s, front, lane );
	if ( top == WF_WIDE_ZERO_EXPONENT )
	{
		return;
	}
	if ( s->factor->exponents[front - s->symbolic->fronts] != NULL )
	{
		for ( int32_t i = 1; i < pivots; ++i )
		{
			setX( s, front->pivotFirst + i, lane, forwardWide( s, front, i, lane ) );
		}
		return;
	}
	const double* triangle = wfKeptTriangle( s->factor, front );
	int32_t begin = 0;
	while ( getX( s, front->pivotFirst + begin, lane ).mantissa == 0.0 )
	{
		++begin;
	}
	for ( int32_t first = begin; first < pivots; first += ROWS_TOGETHER )
	{
		const double* rows[ROWS_TOGETHER];
		double sums[ROWS_TOGETHER] = { 0.0 };
		int32_t count = pivots - first < ROWS_TOGETHER ? pivots - first : ROWS_TOGETHER;
		for ( int32_t r = 0; r < ROWS_TOGETHER; ++r )
		{
			int32_t i = first + ( r < count ? r : count - 1 );
			rows[r] = triangle + (int64_t)i * ( i - 1 ) / 2;
			sums[r] = scaleTo( getX( s, front->pivotFirst + i, lane ), top );
		}
		for ( int32_t k = begin; k < first; ++k )
		{
			double xk = s->dots[k];
			for ( int32_t r = 0; r < ROWS_TOGETHER; ++r )
			{
				sums[r] += rows[r][k] * xk;
			}
		}
		for ( int32_t r = 0; r < count; ++r )
		{
			for ( int32_t k = first; k < first + r; ++k )
			{
				sums[r] += rows[r][k] * s->dots[k];
			}
			finishRow( s, front, first + r, lane, top, sums[r] );
		}
	}
}

// Forward: x_i += L_ik x_k for the rows below each pivot. Only on the way from the right-hand side's nodes to the root.
static void forwardFront( Solver* s, const wfFront* front, int32_t lane )
{
	int32_t pivots = front->pivotCount;
	forwardPivots( s, front, lane );
	int32_t top = findPivotTop( s, front, lane );
	if ( top == WF_WIDE_ZERO_EXPONENT )
	{
		return;
	}
	bool plain = s->factor->exponents[front - s->symbolic->fronts] == NULL;
	const double* lower = wfKeptLower( s->factor, front );
	memset( s->scaled, 0, (size_t)front->boundaryStride * sizeof( double ) );
	for ( int32_t k = 0; plain && k < pivots; ++k )
	{
		double xk = scaleTo( getX( s, front->pivotFirst + k, lane ), top );
		if ( xk != 0.0 )
		{
			s->kernels->addScaled( s->scaled, lower + (int64_t)k * front->boundaryStride, xk, front->boundaryStride );
		}
	}
	const int32_t* boundary = s->symbolic->boundary + front->boundaryStart;
	for ( int32_t i = 0; i < front->boundaryCount; ++i )
	{
		wfWide sum = { 0.0, WF_WIDE_ZERO_EXPONENT };
		if ( s->scaled[i] >= WF_SAFE_SCALED )
		{
			sum = wfMakeWide( s->scaled[i], top );
		}
		else
		{
			for ( int32_t k = 0; k < pivots; ++k )
			{
				wfWide entry = getEntry( s, front, lowerOffset( front, i, k ) );
				sum = wfWideAdd( sum, wfWideMultiply( entry, getX( s, front->pivotFirst + k, lane ) ) );
			}
		}
		setX( s, boundary[i], lane, wfWideAdd( getX( s, boundary[i], lane ), sum ) );
	}
}

// The largest exponents of the front's boundary and of what the right-hand side left at its pivots, which are divided by their
// d_k here. Returns false where all of it is 0. `lanes` is a constant where this is inlined.
static inline bool findTops( Solver* s, const wfFront* front, int32_t lanes )
{
	const int32_t* boundary = s->symbolic->boundary + front->boundaryStart;
	int32_t top[WF_SOLVE_LANES];
	for ( int32_t r = 0; r < lanes; ++r )
	{
		top[r] = WF_WIDE_ZERO_EXPONENT;
	}
	for ( int32_t i = 0; i < front->boundaryCount; ++i )
	{
		const int32_t* exponents = s->x.exponent + (int64_t)boundary[i] * lanes;
		for ( int32_t r = 0; r < lanes; ++r )
		{
			top[r] = exponents[r] > top[r] ? exponents[r] : top[r];
		}
	}
	bool touched = s->touched[front - s->symbolic->fronts] != 0;
	for ( int32_t k = 0; touched && k < front->pivotCount; ++k )
	{
		int32_t position = front->pivotFirst + k;
		for ( int32_t r = 0; r < lanes; ++r )
		{
			wfWide z = getX( s, position, r );
			if ( z.mantissa != 0.0 )
			{
				z = wfMakeWide( z.mantissa / s->factor->pivots[position], z.exponent );
				setX( s, position, r, z );
				top[r] = z.exponent > top[r] ? z.exponent : top[r];
			}
		}
	}
	bool any = false;
	for ( int32_t r = 0; r < lanes; ++r )
	{
		s->top[r] = top[r];
		any = any || top[r] != WF_WIDE_ZERO_EXPONENT;
	}
	return any;
}

// Bring the boundary of a front to a common power of two per lane.
static inline void gather( Solver* s, const wfFront* front, int32_t lanes )
{
	const int32_t* boundary = s->symbolic->boundary + front->boundaryStart;
	for ( int32_t i = 0; i < front->boundaryCount; ++i )
	{
		const double* mantissas = s->x.mantissa + (int64_t)boundary[i] * lanes;
		const int32_t* exponents = s->x.exponent + (int64_t)boundary[i] * lanes;
		double* scaled = s->scaled + (int64_t)i * lanes;
		for ( int32_t r = 0; r < lanes; ++r )
		{
			scaled[r] = mantissas[r] * wfTwoTo( exponents[r] - s->top[r] );
		}
	}
	size_t rest = (size_t)( front->boundaryStride - front->boundaryCount ) * (size_t)lanes;
	memset( s->scaled + (int64_t)front->boundaryCount * lanes, 0, rest * sizeof( double ) );
}

static void clearPivots( const Solver* s, const wfFront* front )
{
	for ( int32_t k = 0; k < front->pivotCount; ++k )
	{
		for ( int32_t r = 0; r < s->lanes; ++r )
		{
			setX( s, front->pivotFirst + k, r, ( wfWide ){ 0.0, WF_WIDE_ZERO_EXPONENT } );
		}
	}
}

// x_k with an exponent per number: what pivot k gets from the later pivots, the boundary and the right-hand side.
static wfWide backwardWide( const Solver* s, const wfFront* front, int32_t k, int32_t lane, wfWide own )
{
	wfWide sum = own;
	const int32_t* boundary = s->symbolic->boundary + front->boundaryStart;
	for ( int32_t i = 0; i < front->boundaryCount; ++i )
	{
		wfWide entry = getEntry( s, front, lowerOffset( front, i, k ) );
		sum = wfWideAdd( sum, wfWideMultiply( entry, getX( s, boundary[i], lane ) ) );
	}
	for ( int32_t i = k + 1; i < front->pivotCount; ++i )
	{
		wfWide entry = getEntry( s, front, triangleOffset( front, i, k ) );
		sum = wfWideAdd( sum, wfWideMultiply( entry, getX( s, front->pivotFirst + i, lane ) ) );
	}
	return sum;
}

// x at one pivot in all lanes, from what has been summed up for it and from the right-hand side. `values` receives it in units of
// 2^top.
static inline void finishPivot( Solver* s, const wfFront* front, int32_t k, bool plain, bool touched, int32_t lanes,
								double* values )
{
	int64_t index = (int64_t)( front->pivotFirst + k ) * lanes;
	for ( int32_t r = 0; r < lanes; ++r )
	{
		wfWide own = { 0.0, WF_WIDE_ZERO_EXPONENT };
		wfWide result = own;
		values[r] = 0.0;
		if ( s->top[r] != WF_WIDE_ZERO_EXPONENT )
		{
			own = touched ? ( wfWide ){ s->x.mantissa[index + r], s->x.exponent[index + r] } : own;
			values[r] = plain ? s->dots[(int64_t)k * lanes + r] + scaleTo( own, s->top[r] ) : 0.0;
			result = wfMakeWide( values[r], s->top[r] );
			if ( !( values[r] >= WF_SAFE_SCALED ) )
			{
				result = backwardWide( s, front, k, r, own );
				values[r] = scaleTo( result, s->top[r] );
			}
		}
		s->x.mantissa[index + r] = result.mantissa;
		s->x.exponent[index + r] = result.exponent;
	}
}

// Backward: x_k = z_k + sum of L_ik x_i over the rows below, from the last pivot to the first.
static inline void backwardLanes( Solver* s, const wfFront* front, int32_t lanes )
{
	int32_t pivots = front->pivotCount;
	if ( !findTops( s, front, lanes ) )
	{
		clearPivots( s, front );
		return;
	}
	gather( s, front, lanes );
	bool plain = s->factor->exponents[front - s->symbolic->fronts] == NULL;
	bool touched = s->touched[front - s->symbolic->fronts] != 0;
	const double* triangle = wfKeptTriangle( s->factor, front );
	if ( plain )
	{
		( lanes == 1 ? s->kernels->dotColumns : s->kernels->dotColumnsLanes )(
			s->dots, wfKeptLower( s->factor, front ), front->boundaryStride, s->scaled, front->boundaryStride, pivots );
	}
	for ( int32_t k = pivots - 1; k >= 0; --k )
	{
		double values[WF_SOLVE_LANES];
		finishPivot( s, front, k, plain, touched, lanes, values );
		const double* row = triangle + (int64_t)k * ( k - 1 ) / 2;
		for ( int32_t j = 0; plain && j < k; ++j )
		{
			double* dots = s->dots + (int64_t)j * lanes;
			for ( int32_t r = 0; r < lanes; ++r )
			{
				dots[r] += row[j] * values[r];
			}
		}
	}
}

static void backwardFront( Solver* s, const wfFront* front )
{
	if ( s->lanes == 1 )
	{
		backwardLanes( s, front, 1 );
	}
	else
	{
		backwardLanes( s, front, WF_SOLVE_LANES );
	}
}

static void backward( Solver* s, int32_t f )
{
	const wfFront* front = &s->symbolic->fronts[f];
	// One lane, plain numbers and no part of the right-hand side: nearly all of a solve. The kernel does the same operations, for
	// the same bits.
	if ( s->lanes == 1 && s->touched[f] == 0 && s->factor->exponents[f] == NULL )
	{
		wfBackwardFront view = { s->x.mantissa,
								 s->x.exponent,
								 s->symbolic->boundary + front->boundaryStart,
								 wfKeptLower( s->factor, front ),
								 wfKeptTriangle( s->factor, front ),
								 front->boundaryCount,
								 front->boundaryStride,
								 front->pivotFirst,
								 front->pivotCount,
								 s->scaled,
								 s->dots };
		if ( s->kernels->backward( &view ) )
		{
			return;
		}
	}
	backwardFront( s, front );
}

static size_t countNumbers( const wfSymbolic* symbolic, int32_t lanes )
{
	return 3 * ( (size_t)symbolic->largestFront + 8 ) * (size_t)lanes;
}

// Give a solver its part of the scratch memory.
static void setMemory( Solver* s, const wfSolveScratch* scratch, int32_t worker )
{
	size_t numbers = countNumbers( s->symbolic, s->lanes );
	s->scaled = scratch->memory.data + numbers * (size_t)worker;
	s->dots = s->scaled + numbers / 3;
}

static wfResult prepare( Solver* s, const wfFactor* factor, const wfRightSides* sides, wfWideVector x, wfSolveScratch* scratch,
						 int32_t workers )
{
	const wfSymbolic* symbolic = factor->symbolic;
	size_t fronts = (size_t)symbolic->frontCount;
	size_t numbers = countNumbers( symbolic, sides->lanes ) * (size_t)workers;
	if ( wfArray_Reserve( &scratch->memory, numbers ) != wf_ok || wfArray_Reserve( &scratch->touched, fronts ) != wf_ok ||
		 ( workers > 1 && wfArray_Reserve( &scratch->pieces, fronts ) != wf_ok ) )
	{
		return wf_outOfMemory;
	}
	*s = ( Solver ){ .factor = factor, .symbolic = symbolic, .kernels = wfGetKernels(), .lanes = sides->lanes, .x = x };
	setMemory( s, scratch, 0 );
	s->touched = scratch->touched.data;
	memset( s->touched, 0, fronts );
	return wf_ok;
}

#define TOUCHED_BY_SIDE 1
#define WANTED 2

static void markToRoot( Solver* s, int32_t node, uint8_t flag )
{
	for ( int32_t f = s->symbolic->frontOf[s->symbolic->positionOf[node]]; f >= 0 && ( s->touched[f] & flag ) == 0;
		  f = s->symbolic->fronts[f].parent )
	{
		s->touched[f] |= flag;
	}
}

static void markSides( Solver* s, const wfRightSides* sides )
{
	for ( int32_t i = 0; i < sides->starts[sides->lanes]; ++i )
	{
		markToRoot( s, sides->nodes[i], TOUCHED_BY_SIDE );
	}
}

static void placeSides( Solver* s, const wfRightSides* sides )
{
	for ( int32_t r = 0; r < sides->lanes; ++r )
	{
		for ( int32_t i = sides->starts[r]; i < sides->starts[r + 1]; ++i )
		{
			// A node may be named more than once: its values add up.
			int32_t exponent = sides->exponents != NULL ? sides->exponents[i] : 0;
			int32_t position = s->symbolic->positionOf[sides->nodes[i]];
			setX( s, position, r, wfWideAdd( getX( s, position, r ), wfMakeWide( sides->mantissas[i], exponent ) ) );
		}
	}
}

static void forward( Solver* s )
{
	for ( int32_t f = 0; f < s->symbolic->frontCount; ++f )
	{
		for ( int32_t r = 0; ( s->touched[f] & TOUCHED_BY_SIDE ) != 0 && r < s->lanes; ++r )
		{
			forwardFront( s, &s->symbolic->fronts[f], r );
		}
	}
}

typedef struct SharedSolve
{
	const Solver* solver;
	const wfSolveScratch* scratch;
} SharedSolve;

static void backwardPieces( int32_t begin, int32_t end, int32_t worker, void* context )
{
	const SharedSolve* shared = context;
	Solver s = *shared->solver;
	setMemory( &s, shared->scratch, worker );
	for ( int32_t i = begin; i < end; ++i )
	{
		int32_t top = shared->scratch->pieces.data[i];
		for ( int32_t f = top; f >= s.symbolic->fronts[top].firstDescendant; --f )
		{
			backward( &s, f );
		}
	}
}

// From the roots down: the large fronts one by one, then the subtrees below them, which do not depend on each other.
static void backwardAll( Solver* s, wfSolveScratch* scratch, wfWorkers* workers )
{
	const wfFront* fronts = s->symbolic->fronts;
	int32_t workerCount = workers != NULL ? wfWorkers_GetCount( workers ) : 1;
	bool share = workerCount > 1 && s->symbolic->count >= WF_SHARED_UNKNOWNS;
	int32_t limit = share ? s->symbolic->count / ( 16 * workerCount ) : 0;
	int32_t pieceCount = 0;
	for ( int32_t f = s->symbolic->frontCount - 1; f >= 0; )
	{
		const wfFront* front = &fronts[f];
		int32_t unknowns = front->pivotFirst + front->pivotCount - fronts[front->firstDescendant].pivotFirst;
		if ( s->touched[front->root] == 0 )
		{
			f = front->firstDescendant - 1;
		}
		else if ( unknowns <= limit )
		{
			scratch->pieces.data[pieceCount++] = f;
			f = front->firstDescendant - 1;
		}
		else
		{
			backward( s, f );
			f -= 1;
		}
	}
	SharedSolve shared = { s, scratch };
	wfWorkers_ParallelFor( workers, backwardPieces, pieceCount, 1, &shared );
}

wfResult wfSolve( const wfFactor* factor, const wfRightSides* sides, wfWideVector x, wfSolveScratch* scratch, wfWorkers* workers )
{
	Solver s;
	wfResult result = prepare( &s, factor, sides, x, scratch, wfWorkers_GetCount( workers ) );
	if ( result != wf_ok )
	{
		return result;
	}
	markSides( &s, sides );
	for ( int32_t f = 0; f < s.symbolic->frontCount; ++f )
	{
		// Elsewhere the backward solve writes before anything reads.
		const wfFront* front = &s.symbolic->fronts[f];
		if ( s.touched[f] != 0 || s.touched[front->root] == 0 )
		{
			clearPivots( &s, front );
		}
	}
	placeSides( &s, sides );
	forward( &s );
	backwardAll( &s, scratch, workers );
	return wf_ok;
}

wfResult wfSolveAt( const wfFactor* factor, const wfRightSides* sides, const int32_t* nodes, int32_t count, wfWideVector x,
					wfWideVector out, wfSolveScratch* scratch )
{
	Solver s;
	WF_ASSERT( sides->lanes == 1 );
	wfResult result = prepare( &s, factor, sides, x, scratch, 1 );
	if ( result != wf_ok )
	{
		return result;
	}
	for ( int32_t i = 0; i < count; ++i )
	{
		markToRoot( &s, nodes[i], WANTED );
	}
	markSides( &s, sides );
	for ( int32_t f = 0; f < s.symbolic->frontCount; ++f )
	{
		if ( s.touched[f] != 0 )
		{
			clearPivots( &s, &s.symbolic->fronts[f] );
		}
	}
	placeSides( &s, sides );
	forward( &s );
	for ( int32_t f = s.symbolic->frontCount - 1; f >= 0; --f )
	{
		if ( s.touched[f] != 0 )
		{
			// `touched` also says whether the right-hand side reached the front: keep only that meaning from here on.
			s.touched[f] &= TOUCHED_BY_SIDE;
			backward( &s, f );
		}
	}
	for ( int32_t i = 0; i < count; ++i )
	{
		wfWide value = getX( &s, s.symbolic->positionOf[nodes[i]], 0 );
		out.mantissa[i] = value.mantissa;
		out.exponent[i] = value.exponent;
	}
	return wf_ok;
}

void wfSolveScratch_Free( wfSolveScratch* scratch )
{
	wfArray_Free( &scratch->memory );
	wfArray_Free( &scratch->touched );
	wfArray_Free( &scratch->pieces );
}
