// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Included by centers_baseline.c, centers_avx2.c and centers_avx512.c with WF_CENTER_TABLE and WF_CENTER_LANES (2, 4 or 8)
// defined. What it computes has the bits of query.c at a cell's centre.

#include "field/centers.h"
#include "field/tuning.h"
#include "sparse/wide.h"

#if defined( __x86_64__ )
#include <immintrin.h>
#endif

typedef double Reals __attribute__( ( vector_size( 8 * WF_CENTER_LANES ), aligned( 8 ), may_alias ) );
typedef int64_t Longs __attribute__( ( vector_size( 8 * WF_CENTER_LANES ), aligned( 8 ), may_alias ) );
typedef int32_t Ints __attribute__( ( vector_size( 4 * WF_CENTER_LANES ), aligned( 4 ), may_alias ) );
typedef int8_t Bytes __attribute__( ( vector_size( WF_CENTER_LANES ), aligned( 1 ), may_alias ) );

// A direction climbs beyond doubt where the square of its part along the gradient of U is more than that of WF_LEAST_CLIMB, and
// then some for rounding.
#define SURE_CLIMB ( 1.001 * WF_LEAST_CLIMB * WF_LEAST_CLIMB )

// What lies around some cells, one cell per lane, in common units.
typedef struct Around
{
	Reals value[9];
	Reals largest;
	Longs used[9]; // not set where all are
	Longs apart;   // differences that are too large
	bool isOpen;   // all are used in all lanes
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

static inline void keepLarger( Reals* a, const Reals* b )
{
#if defined( __x86_64__ ) && WF_CENTER_LANES == 8
	*a = (Reals)_mm512_max_pd( (__m512d)*a, (__m512d)*b );
#elif defined( __x86_64__ ) && WF_CENTER_LANES == 4
	*a = (Reals)_mm256_max_pd( (__m256d)*a, (__m256d)*b );
#else
	Longs larger = *b > *a;
	choose( a, &larger, b, a );
#endif
}

static inline void keepSmaller( Reals* a, const Reals* b )
{
#if defined( __x86_64__ ) && WF_CENTER_LANES == 8
	*a = (Reals)_mm512_min_pd( (__m512d)*a, (__m512d)*b );
#elif defined( __x86_64__ ) && WF_CENTER_LANES == 4
	*a = (Reals)_mm256_min_pd( (__m256d)*a, (__m256d)*b );
#else
	Longs smaller = *b < *a;
	choose( a, &smaller, b, a );
#endif
}

static inline bool isAll( const Longs* a )
{
#if defined( __x86_64__ ) && WF_CENTER_LANES == 8
	return _mm512_movepi64_mask( (__m512i)*a ) == 0xFF;
#else
	int64_t all = -1;
	for ( int k = 0; k < WF_CENTER_LANES; ++k )
	{
		all &= ( *a )[k];
	}
	return all != 0;
#endif
}

// To units of each cell's own power of two, where neighbours may be far apart.
static inline void scaleAround( Around* around, const wfCenterRows* rows, int32_t i )
{
	Longs own = __builtin_convertvector( *(const Ints*)( rows->exponent[1] + i ), Longs );
	for ( int k = 0; k < 9; ++k )
	{
		Longs used = around->value[k] > 0.0;
		Longs by = __builtin_convertvector( *(const Ints*)( rows->exponent[k / 3] + i + k % 3 - 1 ), Longs ) - own;
		Longs near = ( by > -WF_CENTER_RANGE ) & ( by < WF_CENTER_RANGE );
		around->apart |= used & ~near;
		// Mantissas are in [1, 2): the power is what their exponent becomes.
		around->value[k] = (Reals)( ( (Longs)around->value[k] + ( by << 52 ) ) & used & near );
	}
}

static inline void loadAround( Around* around, const wfCenterRows* rows, int32_t i )
{
	around->apart = ( Longs ){ 0 };
	for ( int k = 0; k < 9; ++k )
	{
		around->value[k] = *(const Reals*)( rows->value[k / 3] + i + k % 3 - 1 );
	}
	if ( rows->exponent[0] != NULL )
	{
		scaleAround( around, rows, i );
	}
	Reals smallest = around->value[0];
	around->largest = smallest;
	for ( int k = 1; k < 9; ++k )
	{
		keepSmaller( &smallest, &around->value[k] );
		keepLarger( &around->largest, &around->value[k] );
	}
	Longs positive = smallest > 0.0;
	around->isOpen = isAll( &positive );
	if ( around->isOpen )
	{
		return;
	}
	for ( int k = 0; k < 9; ++k )
	{
		around->used[k] = around->value[k] > 0.0;
	}
	for ( int k = 0; k < 9; k += 2 )
	{
		// Corners count where one can get there past one of the two cells beside.
		Longs past = around->used[3 + k % 3] | around->used[k / 3 * 3 + 1];
		around->used[k] &= k == 4 ? around->used[k] : past;
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

// The ratios of the neighbours to the cell, right, left, above, below. Not good where that cannot be said.
static inline void takeRatios( const Around* around, Reals ratios[4], Longs* good )
{
	static const int sides[4] = { 5, 3, 7, 1 };
	const Reals* v = around->value;
#if defined( __x86_64__ ) && WF_CENTER_LANES == 8
	// Four divisions by the same number take four times as long as one. From the inverse, rounded to nearest, two steps with
	// fused residuals give the quotient rounded to nearest, the bits of a division (Markstein 1990), except where all bits of the
	// divisor are ones.
	__m512d own = (__m512d)v[4], inverse = (__m512d)( 1.0 / v[4] );
	for ( int n = 0; n < 4; ++n )
	{
		__m512d value = (__m512d)v[sides[n]], ratio = _mm512_mul_pd( value, inverse );
		for ( int step = 0; step < 2; ++step )
		{
			ratio = _mm512_fmadd_pd( _mm512_fnmadd_pd( ratio, own, value ), inverse, ratio );
		}
		ratios[n] = (Reals)ratio;
	}
	const int64_t ones = 0x000FFFFFFFFFFFFF;
	*good = ( (Longs)v[4] & ones ) != ones;
#else
	for ( int n = 0; n < 4; ++n )
	{
		ratios[n] = v[sides[n]] / v[4];
	}
	*good = ~( Longs ){ 0 };
#endif
}

// The direction of the cell's own gradient. Not good where its length is out of range, or none. Walls are mirrored already: what
// stands for a neighbour behind one has the ratio 1.
static inline void findGradient( const Around* around, Reals* x, Reals* y, Longs* good )
{
	Reals root, ratios[4];
	takeRatios( around, ratios, good );
	Reals gradientX = 0.5 * ( ratios[0] - ratios[1] ), gradientY = 0.5 * ( ratios[2] - ratios[3] );
	Reals square = gradientX * gradientX + gradientY * gradientY;
	*good &= ( square > 1e-200 ) & ( square < 1e200 );
	takeRoots( &root, &square );
	Reals inverse = 1.0 / root;
	// The sum that the gradient is the only part of has no negative zeros.
	*x = inverse * gradientX + 0.0;
	*y = inverse * gradientY + 0.0;
}

// Whether a direction surely climbs the averaged U, whose gradient is not too short beside the largest value.
static inline void seeClimb( const Around* around, const Reals* x, const Reals* y, Longs* climbs )
{
	const Reals* v = around->value;
	Reals upX = 0.0625 * ( v[2] - v[0] ) + 0.875 * ( v[5] - v[3] ) + 0.0625 * ( v[8] - v[6] );
	Reals upY = 0.0625 * ( v[6] - v[0] ) + 0.875 * ( v[7] - v[1] ) + 0.0625 * ( v[8] - v[2] );
	Reals along = *x * upX + *y * upY, square = upX * upX + upY * upY;
	*climbs =
		( along > 0.0 ) & ( square > 1e-150 * ( around->largest * around->largest ) ) & ( along * along > SURE_CLIMB * square );
}

// One over the root of a number that differs from 1 by a few units in the last place u: below 1, where the place is u / 2, the
// root of 1 - j u / 2 is 1 - ceil( j / 2 ) u / 2, and its inverse 1 + ceil( ceil( j / 2 ) / 2 ) u; the root of 1 + j u is
// 1 + floor( j / 2 ) u, its inverse 1 minus that.
static inline void invertRoots( Reals* inverse, const Reals* of )
{
	const Longs one = (Longs)( ( Reals ){ 0 } + 1.0 );
	Longs above = (Longs)*of - one;
	Longs below = ( 1 - above ) >> 1;
	Longs isBelow = above < 0;
	*inverse = (Reals)( one + ( ( ( ( below + 1 ) >> 1 ) & isBelow ) | ( -( above & -2 ) & ~isBelow ) ) );
}

// Whether two neighbours on opposite sides are both better.
static inline void seeSaddle( const Around* around, Longs* saddle )
{
	const Reals* v = around->value;
	Reals across = v[3], along = v[1];
	keepSmaller( &across, &v[5] );
	keepSmaller( &along, &v[7] );
	keepLarger( &across, &along );
	*saddle = across > v[4];
}

static inline void findDirections( const wfCenterRows* rows, int32_t i, Reals* x, Reals* y, Longs* left )
{
	Around around;
	Longs good, climbs, saddle;
	loadAround( &around, rows, i );
	seeSaddle( &around, &saddle );
	if ( rows->neumann && !around.isOpen )
	{
		mirrorWalls( &around );
	}
	findGradient( &around, x, y, &good );
	seeClimb( &around, x, y, &climbs );
	Reals inverse, square = *x * *x + *y * *y;
	invertRoots( &inverse, &square );
	*x = inverse * *x;
	*y = inverse * *y;
	*left = around.apart | saddle | ~( good & climbs & ( *x <= 1.0 ) & ( *y <= 1.0 ) );
	if ( !around.isOpen )
	{
		*left &= around.used[4];
		*x = (Reals)( (Longs)*x & around.used[4] );
		*y = (Reals)( (Longs)*y & around.used[4] );
	}
}

static inline void storePairs( wfVec2* to, const Reals* x, const Reals* y )
{
#if defined( __x86_64__ ) && WF_CENTER_LANES == 8
	const __m512i low = _mm512_setr_epi64( 0, 8, 1, 9, 2, 10, 3, 11 ), high = _mm512_setr_epi64( 4, 12, 5, 13, 6, 14, 7, 15 );
	_mm512_storeu_pd( &to[0].x, _mm512_permutex2var_pd( (__m512d)*x, low, (__m512d)*y ) );
	_mm512_storeu_pd( &to[4].x, _mm512_permutex2var_pd( (__m512d)*x, high, (__m512d)*y ) );
#else
	for ( int k = 0; k < WF_CENTER_LANES; ++k )
	{
		to[k] = ( wfVec2 ){ ( *x )[k], ( *y )[k] };
	}
#endif
}

static bool direct( const wfCenterRows* rows, int32_t count, wfVec2* directions, uint8_t* isLeft )
{
	Longs any = { 0 };
	for ( int32_t i = 0; i < count; i += WF_CENTER_LANES )
	{
		Reals x, y;
		Longs left;
		wfVec2 last[WF_CENTER_LANES];
		bool isWhole = i + WF_CENTER_LANES <= count;
		findDirections( rows, i, &x, &y, &left );
		storePairs( isWhole ? directions + i : last, &x, &y );
		for ( int32_t k = 0; !isWhole && i + k < count; ++k )
		{
			directions[i + k] = last[k];
		}
		*(Bytes*)( isLeft + i ) = __builtin_convertvector( left, Bytes );
		any |= left;
	}
	int64_t sum = 0;
	for ( int k = 0; k < WF_CENTER_LANES; ++k )
	{
		sum |= any[k];
	}
	return sum != 0;
}

static wfRowRange measure( const wfCellRow* row )
{
	const Ints most = ( Ints ){ 0 } + INT32_MAX, least = ( Ints ){ 0 } + INT32_MIN;
	Ints lows = most, highs = least, edited = { 0 };
	int32_t i = 0;
	for ( ; i + WF_CENTER_LANES <= row->width; i += WF_CENTER_LANES )
	{
		Ints used = __builtin_convertvector( *(const Reals*)( row->mantissa + i ) != 0.0, Ints );
		Ints exponent = *(const Ints*)( row->exponent + i );
		Ints low = ( exponent & used ) | ( most & ~used ), high = ( exponent & used ) | ( least & ~used );
		Ints lower = low<lows, higher = high> highs;
		lows = ( low & lower ) | ( lows & ~lower );
		highs = ( high & higher ) | ( highs & ~higher );
		edited |= used & ( __builtin_convertvector( *(const Bytes*)( row->blocked + i ), Ints ) != 0 );
	}
	wfRowRange range = { INT32_MAX, INT32_MIN, false };
	for ( int k = 0; k < WF_CENTER_LANES; ++k )
	{
		range.low = lows[k] < range.low ? lows[k] : range.low;
		range.high = highs[k] > range.high ? highs[k] : range.high;
		range.edited = range.edited || edited[k] != 0;
	}
	for ( ; i < row->width; ++i )
	{
		bool used = row->mantissa[i] != 0.0;
		range.low = used && row->exponent[i] < range.low ? row->exponent[i] : range.low;
		range.high = used && row->exponent[i] > range.high ? row->exponent[i] : range.high;
		range.edited = range.edited || ( used && row->blocked[i] != 0 );
	}
	return range;
}

static void scale( const wfCellRow* row, int32_t exponent, double* values )
{
	int32_t i = 0;
	for ( ; i + WF_CENTER_LANES <= row->width; i += WF_CENTER_LANES )
	{
		// Zeros have any exponent.
		Ints difference = *(const Ints*)( row->exponent + i ) - exponent;
		Ints near = ( difference > -WF_CENTER_RANGE ) & ( difference < WF_CENTER_RANGE );
		Longs bits = __builtin_convertvector( ( difference + 1023 ) & near, Longs ) << 52;
		*(Reals*)( values + i ) = *(const Reals*)( row->mantissa + i ) * (Reals)bits;
	}
	for ( ; i < row->width; ++i )
	{
		values[i] = row->mantissa[i] != 0.0 ? row->mantissa[i] * wfTwoTo( row->exponent[i] - exponent ) : 0.0;
	}
}

const wfCenterKernels WF_CENTER_TABLE = { measure, scale, direct };
