// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Included by centers_baseline.c, centers_avx2.c and centers_avx512.c with WF_CENTER_KERNEL and WF_CENTER_LANES (2, 4 or 8)
// defined. What it computes has the bits of query.c at a cell's centre.

#include "field/centers.h"
#include "field/tuning.h"

#if defined( __x86_64__ )
#include <immintrin.h>
#endif

typedef double Reals __attribute__( ( vector_size( 8 * WF_CENTER_LANES ), aligned( 8 ), may_alias ) );
typedef int64_t Longs __attribute__( ( vector_size( 8 * WF_CENTER_LANES ), aligned( 8 ), may_alias ) );
typedef int32_t Ints __attribute__( ( vector_size( 4 * WF_CENTER_LANES ), aligned( 4 ), may_alias ) );

// Neighbours' exponents differ by less than this from the cell's own, so that no square leaves the range of doubles.
#define MOST_APART 128
// A direction climbs beyond doubt where the square of its part along the gradient of U is more than that of WF_LEAST_CLIMB, and
// then some for rounding.
#define SURE_CLIMB ( 1.001 * WF_LEAST_CLIMB * WF_LEAST_CLIMB )

// What lies around some cells, one cell per lane, in units of the cell's own power of two.
typedef struct Around
{
	Reals scale[9]; // two to the power of the difference
	Reals mantissa[9];
	Reals value[9];
	Longs used[9];
	Longs apart; // differences that are too large
} Around;

// Vectors go by address: passing wide ones by value depends on the instruction set.
static inline void takeRoots( Reals* roots, const Reals* of )
{
#if defined( __x86_64__ ) && WF_CENTER_LANES == 8
	*roots = (Reals)_mm512_sqrt_pd( (__m512d)*of );
#elif defined( __x86_64__ ) && WF_CENTER_LANES == 4
	*roots = (Reals)_mm256_sqrt_pd( (__m256d)*of );
#elif defined( __x86_64__ )
	*roots = (Reals)_mm_sqrt_pd( (__m128d)*of );
#else
	for ( int k = 0; k < WF_CENTER_LANES; ++k )
	{
		( *roots )[k] = __builtin_sqrt( ( *of )[k] );
	}
#endif
}

static inline void choose( Reals* to, const Longs* where, const Reals* a, const Reals* b )
{
	*to = (Reals)( ( (Longs)*a & *where ) | ( (Longs)*b & ~*where ) );
}

static inline void loadAround( Around* around, const wfCenterRows* rows, int32_t i )
{
	Ints own = *(const Ints*)( rows->exponent[1] + i );
	around->apart = ( Longs ){ 0 };
	for ( int k = 0; k < 9; ++k )
	{
		around->mantissa[k] = *(const Reals*)( rows->mantissa[k / 3] + i + k % 3 - 1 );
		around->used[k] = around->mantissa[k] > 0.0;
		Ints difference = *(const Ints*)( rows->exponent[k / 3] + i + k % 3 - 1 ) - own;
		Longs near = __builtin_convertvector( ( difference > -MOST_APART ) & ( difference < MOST_APART ), Longs );
		around->apart |= ~near & around->used[k];
		Longs bits = __builtin_convertvector( difference + 1023, Longs ) << 52;
		around->scale[k] = (Reals)( bits & near );
		around->value[k] = around->mantissa[k] * around->scale[k];
	}
	for ( int k = 0; k < 9; k += 2 )
	{
		// Corners count where one can get there past one of the two cells beside.
		Longs past = around->used[3 + k % 3] | around->used[k / 3 * 3 + 1];
		around->used[k] &= past;
		around->value[k] = (Reals)( (Longs)around->value[k] & around->used[k] );
	}
}

// Behind a Neumann wall stands the mirror image of what is before it.
static inline void mirrorWalls( Around* around )
{
	Reals* value = around->value;
	for ( int k = 1; k < 9; k += 2 )
	{
		choose( &value[k], &around->used[k], &value[k], &value[4] );
	}
	for ( int k = 0; k < 9; k += 2 )
	{
		int besideX = 3 + k % 3, besideY = k / 3 * 3 + 1;
		Longs open = around->used[k] & around->used[besideX] & around->used[besideY];
		Reals mirrored = value[besideX] + value[besideY] - value[4];
		if ( k != 4 )
		{
			choose( &value[k], &open, &value[k], &mirrored );
		}
	}
}

// q of neighbour k relative to the cell's own.
static inline void takeRatio( Reals* ratio, const Around* around, int k, bool neumann )
{
	const Reals one = ( Reals ){ 0 } + 1.0;
	*ratio = around->mantissa[k] / around->mantissa[4] * around->scale[k];
	if ( neumann )
	{
		choose( ratio, &around->used[k], ratio, &one );
	}
}

// The direction of the cell's own gradient. False where its length is out of range, or none.
static inline void findGradient( const Around* around, bool neumann, Reals* x, Reals* y, Longs* good )
{
	Reals right, left, top, bottom, root;
	takeRatio( &right, around, 5, neumann );
	takeRatio( &left, around, 3, neumann );
	takeRatio( &top, around, 7, neumann );
	takeRatio( &bottom, around, 1, neumann );
	Reals gradientX = 0.5 * ( right - left ), gradientY = 0.5 * ( top - bottom );
	Reals square = gradientX * gradientX + gradientY * gradientY;
	*good = ( square > 1e-200 ) & ( square < 1e200 );
	takeRoots( &root, &square );
	Reals inverse = 1.0 / root;
	// The sum that the gradient is the only part of has no negative zeros.
	*x = inverse * gradientX + 0.0;
	*y = inverse * gradientY + 0.0;
}

// Whether a direction surely climbs the averaged U.
static inline void seeClimb( const Around* around, const Reals* x, const Reals* y, Longs* climbs )
{
	const Reals* v = around->value;
	Reals upX = 0.0625 * ( v[2] - v[0] ) + 0.875 * ( v[5] - v[3] ) + 0.0625 * ( v[8] - v[6] );
	Reals upY = 0.0625 * ( v[6] - v[0] ) + 0.875 * ( v[7] - v[1] ) + 0.0625 * ( v[8] - v[2] );
	Reals along = *x * upX + *y * upY, square = upX * upX + upY * upY;
	*climbs = ( along > 0.0 ) & ( square > 1e-100 ) & ( along * along > SURE_CLIMB * square );
}

static inline void findDirections( const wfCenterRows* rows, int32_t i, Reals* x, Reals* y, Longs* left )
{
	Around around;
	loadAround( &around, rows, i );
	const Reals* v = around.value;
	Longs saddle = ( ( v[3] > v[4] ) & ( v[5] > v[4] ) ) | ( ( v[1] > v[4] ) & ( v[7] > v[4] ) );
	Longs good, climbs;
	findGradient( &around, rows->neumann, x, y, &good );
	if ( rows->neumann )
	{
		mirrorWalls( &around );
	}
	seeClimb( &around, x, y, &climbs );
	Reals root, square = *x * *x + *y * *y;
	takeRoots( &root, &square );
	Reals inverse = 1.0 / root;
	*x = inverse * *x;
	*y = inverse * *y;
	*left = around.used[4] & ( around.apart | saddle | ~good | ~climbs | ~( *x <= 1.0 ) | ~( *y <= 1.0 ) );
	*x = (Reals)( (Longs)*x & around.used[4] );
	*y = (Reals)( (Longs)*y & around.used[4] );
}

void WF_CENTER_KERNEL( const wfCenterRows* rows, int32_t count, wfVec2* directions, uint8_t* isLeft )
{
	for ( int32_t i = 0; i < count; i += WF_CENTER_LANES )
	{
		Reals x, y;
		Longs left;
		findDirections( rows, i, &x, &y, &left );
		double both[2][WF_CENTER_LANES];
		*(Reals*)both[0] = x;
		*(Reals*)both[1] = y;
		for ( int k = 0; k < WF_CENTER_LANES; ++k )
		{
			directions[i + k] = ( wfVec2 ){ both[0][k], both[1][k] };
			isLeft[i + k] = (uint8_t)( left[k] & 1 );
		}
	}
}
