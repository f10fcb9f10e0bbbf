// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Included by check_baseline.c, check_avx2.c and check_avx512.c with WF_CHECK_KERNEL and WF_CHECK_LANES (2, 4 or 8) defined.

#include "field/check.h"

typedef double Reals __attribute__( ( vector_size( 8 * WF_CHECK_LANES ), aligned( 8 ), may_alias ) );
typedef int64_t Longs __attribute__( ( vector_size( 8 * WF_CHECK_LANES ), aligned( 8 ), may_alias ) );
typedef int32_t Ints __attribute__( ( vector_size( 4 * WF_CHECK_LANES ), aligned( 4 ), may_alias ) );

// What runs along the row, one cell per lane.
typedef struct Running
{
	Reals residual;
	Reals smallest;
	Longs reachable, flat; // counted downwards: a true comparison is -1
} Running;

// q of the cells in units of 2^exponent, 0 where that is out of the range of double. Vectors go by address: passing wide ones by
// value depends on the instruction set.
static inline void scaleCells( Reals* scaled, const wfField* field, int64_t cell, const Ints* exponent )
{
	Ints difference = *(const Ints*)( field->core.exponent + cell ) - *exponent;
	Ints inRange = ( difference > -1023 ) & ( difference < 1024 );
	// Out of range the scale is 2^-1023, that is 0.
	Longs bits = __builtin_convertvector( ( difference + 1023 ) & inRange, Longs ) << 52;
	*scaled = *(const Reals*)( field->core.mantissa + cell ) * (Reals)bits;
}

static inline void keepLarger( Reals* a, const Reals* b )
{
	Longs take = *b > *a;
	*a = (Reals)( ( (Longs)*b & take ) | ( (Longs)*a & ~take ) );
}

static inline bool hasGoal( const uint8_t* isGoal )
{
	uint8_t any = 0;
	for ( int k = 0; k < WF_CHECK_LANES; ++k )
	{
		any |= isGoal[k];
	}
	return any != 0;
}

// Blocked neighbours are 0 and need no test.
static inline void checkCells( const wfField* field, const wfStencil* stencil, int64_t cell, double diagonal, Running* running )
{
	int64_t width = field->grid->width;
	Ints exponent = *(const Ints*)( field->core.exponent + cell );
	Reals own = *(const Reals*)( field->core.mantissa + cell );
	Reals right, left, above, below;
	scaleCells( &right, field, cell + 1, &exponent );
	scaleCells( &left, field, cell - 1, &exponent );
	scaleCells( &above, field, cell + width, &exponent );
	scaleCells( &below, field, cell - width, &exponent );
	Reals sum =
		( stencil->weight[0] * right + stencil->weight[1] * left ) + ( stencil->weight[2] * above + stencil->weight[3] * below );
	keepLarger( &right, &left );
	keepLarger( &above, &below );
	keepLarger( &right, &above );
	Longs reachable = own > 0.0;
	Longs asked = reachable;
	if ( hasGoal( field->core.isGoal + cell ) )
	{
		for ( int k = 0; k < WF_CHECK_LANES; ++k )
		{
			asked[k] = field->core.isGoal[cell + k] ? 0 : asked[k];
		}
	}
	Reals difference = sum / ( diagonal * own ) - 1.0;
	// The sign bit off, and 0 for cells that are not asked.
	Reals residual = (Reals)( (Longs)difference & asked & INT64_MAX );
	Longs larger = ~( residual <= running->residual ); // true for NaN too, and then it stays
	running->residual = (Reals)( ( (Longs)residual & larger ) | ( (Longs)running->residual & ~larger ) );
	running->flat += asked & ~( right > own );
	running->reachable += reachable;
	Reals level = __builtin_convertvector( exponent, Reals ) + ( own - 1.0 );
	Longs lower = reachable & ( level < running->smallest );
	running->smallest = (Reals)( ( (Longs)level & lower ) | ( (Longs)running->smallest & ~lower ) );
}

int32_t WF_CHECK_KERNEL( const wfField* field, const wfStencil* stencil, int64_t first, int32_t count, double diagonal,
						 wfCheckResult* result )
{
	Running running = { 0 };
	int32_t i = 0;
	for ( ; i + WF_CHECK_LANES <= count; i += WF_CHECK_LANES )
	{
		checkCells( field, stencil, first + i, diagonal, &running );
	}
	for ( int k = 0; k < WF_CHECK_LANES; ++k )
	{
		result->residual = running.residual[k] <= result->residual ? result->residual : running.residual[k];
		result->smallest = running.smallest[k] < result->smallest ? running.smallest[k] : result->smallest;
		result->reachable -= running.reachable[k];
		result->flat -= running.flat[k];
	}
	return i;
}
