// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Finished fronts, as solves read them: boundary rows column by column, then the triangle of the pivots row by row without its
// empty half. In float where the planner asks for it and the range of float suffices, in double otherwise, and with an exponent
// for each number where double does not suffice either.

#include "sparse/front.h"
#include "sparse/tuning.h"
#include "sparse/wide.h"

#include <string.h>

void wfSpecialFront_Free( wfFactor* factor, int32_t f )
{
	wfSpecialFront* special = factor->special[f];
	if ( special != NULL )
	{
		size_t count = (size_t)wfBlockCount( &factor->symbolic->fronts[f] );
		wfReleaseArray( special->values, count + WF_VALUE_PADDING, sizeof( double ) );
		wfReleaseArray( special->exponents, count, sizeof( int32_t ) );
		wfRelease( special, sizeof( *special ) );
		factor->special[f] = NULL;
	}
}

static wfResult makeSpecial( wfFactor* factor, int32_t f, bool wide )
{
	size_t count = (size_t)wfBlockCount( &factor->symbolic->fronts[f] );
	wfSpecialFront* special = wfAllocateZeroed( sizeof( wfSpecialFront ) );
	factor->special[f] = special;
	if ( special == NULL )
	{
		return wf_outOfMemory;
	}
	special->values = wfAllocateArray( count + WF_VALUE_PADDING, sizeof( double ) );
	special->exponents = wide ? wfAllocateArray( count, sizeof( int32_t ) ) : NULL;
	for ( size_t i = count; special->values != NULL && i < count + WF_VALUE_PADDING; ++i )
	{
		special->values[i] = 0.0;
	}
	return special->values != NULL && ( !wide || special->exponents != NULL ) ? wf_ok : wf_outOfMemory;
}

// The least exponent of the columns' numbers other than 0.
static int32_t findLeastExponent( const wfFront* front, const wfFrontScratch* scratch, const int32_t* exponents )
{
	int64_t count = wfColumnCount( front );
	int32_t least = INT32_MAX;
	for ( int64_t i = 0; exponents != NULL && i < count; ++i )
	{
		least = scratch->columns.data[i] != 0.0 && exponents[i] < least ? exponents[i] : least;
	}
	return least;
}

// Where the kept number `at` comes from among the columns.
typedef struct Reading
{
	const double* values;
	const int32_t* exponents;
	int64_t lowerStart;
	const wfFront* front;
} Reading;

typedef void WriteFcn( void* to, int64_t at, double value, int32_t exponent );

static void writeSingle( void* to, int64_t at, double value, int32_t exponent )
{
	( (float*)to )[at] = (float)( exponent == 0 ? value : value * wfTwoTo( exponent ) );
}

static void writeDouble( void* to, int64_t at, double value, int32_t exponent )
{
	( (double*)to )[at] = exponent == 0 ? value : value * wfTwoTo( exponent );
}

static void writeWide( void* to, int64_t at, double value, int32_t exponent )
{
	const wfSpecialFront* special = to;
	special->values[at] = value;
	special->exponents[at] = exponent;
}

static void copyColumns( const Reading* from, void* to, WriteFcn* write )
{
	const wfFront* front = from->front;
	int64_t used = 0, lowerCount = (int64_t)front->boundaryStride * front->pivotCount;
	for ( ; used < lowerCount; ++used )
	{
		int64_t at = from->lowerStart + used;
		write( to, used, from->values[at], from->exponents != NULL ? from->exponents[at] : 0 );
	}
	for ( int32_t i = 1; i < front->pivotCount; ++i )
	{
		for ( int32_t j = 0; j < i; ++j )
		{
			int64_t at = i + (int64_t)j * front->pivotStride;
			write( to, used++, from->values[at], from->exponents != NULL ? from->exponents[at] : 0 );
		}
	}
	for ( ; used < wfBlockCount( front ); ++used )
	{
		write( to, used, 0.0, from->exponents != NULL ? WF_WIDE_ZERO_EXPONENT : 0 );
	}
}

// The same without exponents, which is nearly all there is.
static void copyDoubles( const Reading* from, double* to )
{
	const wfFront* front = from->front;
	int64_t used = (int64_t)front->boundaryStride * front->pivotCount;
	memcpy( to, from->values + from->lowerStart, (size_t)used * sizeof( double ) );
	for ( int32_t i = 1; i < front->pivotCount; ++i )
	{
		for ( int32_t j = 0; j < i; ++j )
		{
			to[used++] = from->values[i + (int64_t)j * front->pivotStride];
		}
	}
	for ( ; used < wfBlockCount( front ); ++used )
	{
		to[used] = 0.0;
	}
}

static void copySingles( const Reading* from, float* to )
{
	const wfFront* front = from->front;
	int64_t used = 0, lowerCount = (int64_t)front->boundaryStride * front->pivotCount;
	for ( ; used < lowerCount; ++used )
	{
		to[used] = (float)from->values[from->lowerStart + used];
	}
	for ( int32_t i = 1; i < front->pivotCount; ++i )
	{
		for ( int32_t j = 0; j < i; ++j )
		{
			to[used++] = (float)from->values[i + (int64_t)j * front->pivotStride];
		}
	}
	for ( ; used < wfBlockCount( front ); ++used )
	{
		to[used] = 0.0f;
	}
}

// Of numbers rounded to float: what is kept, and what is lost. In four interleaved sums, which take a quarter of the time of one.
typedef struct RoundedSum
{
	double kept[4], lost[4];
} RoundedSum;

static void addRounded( RoundedSum* sum, const double* values, const int32_t* exponents, int64_t count )
{
	RoundedSum s = *sum;
	int64_t i = 0;
	for ( ; exponents == NULL && i + 4 <= count; i += 4 )
	{
		for ( int32_t lane = 0; lane < 4; ++lane )
		{
			double rounded = (float)values[i + lane];
			s.kept[lane] += rounded;
			s.lost[lane] += values[i + lane] - rounded;
		}
	}
	for ( ; i < count; ++i )
	{
		double value = exponents != NULL ? values[i] * wfTwoTo( exponents[i] ) : values[i];
		double rounded = (float)value;
		s.kept[0] += rounded;
		s.lost[0] += value - rounded;
	}
	*sum = s;
}

// Rounding would leave every column a sum of its own. Where a field is nearly level, as between goals or without flux through
// walls, that is all that tells neighbours apart: what is rounded off a column is given back to it as a whole.
static void balanceColumns( const Reading* from, double* balance )
{
	const wfFront* front = from->front;
	for ( int32_t k = 0; k < front->pivotCount; ++k )
	{
		RoundedSum sum = { 0 };
		int64_t below = (int64_t)k * front->pivotStride + k + 1, lower = from->lowerStart + (int64_t)k * front->boundaryStride;
		const int32_t* exponents = from->exponents;
		addRounded( &sum, from->values + below, exponents != NULL ? exponents + below : NULL, front->pivotCount - k - 1 );
		addRounded( &sum, from->values + lower, exponents != NULL ? exponents + lower : NULL, front->boundaryCount );
		double kept = ( sum.kept[0] + sum.kept[1] ) + ( sum.kept[2] + sum.kept[3] );
		double lost = ( sum.lost[0] + sum.lost[1] ) + ( sum.lost[2] + sum.lost[3] );
		balance[k] = kept > 0.0 ? 1.0 + lost / kept : 1.0;
	}
}

wfResult wfKeepColumns( wfFactor* factor, int32_t f, const wfFrontScratch* scratch, const int32_t* exponents )
{
	const wfFront* front = &factor->symbolic->fronts[f];
	Reading from = { scratch->columns.data, exponents, (int64_t)front->pivotStride * front->pivotCount, front };
	wfSpecialFront_Free( factor, f );
	int32_t least = findLeastExponent( front, scratch, exponents );
	bool wide = exponents != NULL && least < WF_PLAIN_EXPONENT;
	bool special = wide;
	if ( factor->single && !special )
	{
		double smallest = exponents == NULL ? wfGetKernels()->smallestPositive( from.values, wfColumnCount( front ) ) : 1.0;
		special = smallest < WF_LEAST_SINGLE || ( exponents != NULL && least < WF_PLAIN_SINGLE_EXPONENT );
	}
	void* to = wfGetBlock( factor, f );
	if ( special )
	{
		wfResult result = makeSpecial( factor, f, wide );
		if ( result != wf_ok )
		{
			wfSpecialFront_Free( factor, f );
			return result;
		}
		to = wide ? (void*)factor->special[f] : factor->special[f]->values;
	}
	if ( factor->single && !special )
	{
		balanceColumns( &from, factor->balance + front->pivotFirst );
	}
	if ( exponents != NULL )
	{
		copyColumns( &from, to, wide ? writeWide : ( factor->single && !special ? writeSingle : writeDouble ) );
	}
	else if ( factor->single && !special )
	{
		copySingles( &from, to );
	}
	else
	{
		copyDoubles( &from, to );
	}
	return wf_ok;
}
