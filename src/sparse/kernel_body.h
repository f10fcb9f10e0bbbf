// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Included by kernel_baseline.c, kernel_avx2.c and kernel_avx512.c with WF_KERNEL_TABLE and WF_ROW_LANES (4 or 8) defined.

#include "sparse/kernel.h"
#include "sparse/sparse.h"
#include "sparse/wide.h"

// Vectors of the compiler's own: on machines with narrower registers they become several. May alias and be unaligned.
typedef double Four __attribute__( ( vector_size( 32 ), aligned( 8 ), may_alias ) );
#if WF_ROW_LANES == 8
typedef double Rows __attribute__( ( vector_size( 64 ), aligned( 8 ), may_alias ) );
#else
typedef Four Rows;
#endif

// A tile of 2 * WF_ROW_LANES rows and 4 columns kept in registers.
static inline void tileLarge( double* c, int64_t cStride, const double* a, int64_t aStride, const double* b, int64_t bStride,
							  int32_t depth )
{
	Rows c00 = *(Rows*)( c ), c10 = *(Rows*)( c + WF_ROW_LANES );
	Rows c01 = *(Rows*)( c + cStride ), c11 = *(Rows*)( c + cStride + WF_ROW_LANES );
	Rows c02 = *(Rows*)( c + 2 * cStride ), c12 = *(Rows*)( c + 2 * cStride + WF_ROW_LANES );
	Rows c03 = *(Rows*)( c + 3 * cStride ), c13 = *(Rows*)( c + 3 * cStride + WF_ROW_LANES );
	for ( int32_t k = 0; k < depth; ++k )
	{
		Rows a0 = *(const Rows*)( a + k * aStride );
		Rows a1 = *(const Rows*)( a + k * aStride + WF_ROW_LANES );
		const double* bk = b + k * bStride;
		c00 += a0 * bk[0];
		c10 += a1 * bk[0];
		c01 += a0 * bk[1];
		c11 += a1 * bk[1];
		c02 += a0 * bk[2];
		c12 += a1 * bk[2];
		c03 += a0 * bk[3];
		c13 += a1 * bk[3];
	}
	*(Rows*)( c ) = c00;
	*(Rows*)( c + WF_ROW_LANES ) = c10;
	*(Rows*)( c + cStride ) = c01;
	*(Rows*)( c + cStride + WF_ROW_LANES ) = c11;
	*(Rows*)( c + 2 * cStride ) = c02;
	*(Rows*)( c + 2 * cStride + WF_ROW_LANES ) = c12;
	*(Rows*)( c + 3 * cStride ) = c03;
	*(Rows*)( c + 3 * cStride + WF_ROW_LANES ) = c13;
}

static inline void tileFour( double* c, int64_t cStride, const double* a, int64_t aStride, const double* b, int64_t bStride,
							 int32_t depth )
{
	Four c0 = *(Four*)( c );
	Four c1 = *(Four*)( c + cStride );
	Four c2 = *(Four*)( c + 2 * cStride );
	Four c3 = *(Four*)( c + 3 * cStride );
	for ( int32_t k = 0; k < depth; ++k )
	{
		Four a0 = *(const Four*)( a + k * aStride );
		const double* bk = b + k * bStride;
		c0 += a0 * bk[0];
		c1 += a0 * bk[1];
		c2 += a0 * bk[2];
		c3 += a0 * bk[3];
	}
	*(Four*)( c ) = c0;
	*(Four*)( c + cStride ) = c1;
	*(Four*)( c + 2 * cStride ) = c2;
	*(Four*)( c + 3 * cStride ) = c3;
}

static inline void tileColumn( double* c, const double* a, int64_t aStride, const double* b, int64_t bStride, int32_t depth )
{
	Four c0 = *(Four*)( c );
	for ( int32_t k = 0; k < depth; ++k )
	{
		c0 += *(const Four*)( a + k * aStride ) * b[k * bStride];
	}
	*(Four*)( c ) = c0;
}

static void multiplyAddSmall( double* c, int64_t cStride, const double* a, int64_t aStride, const double* b, int64_t bStride,
							  int32_t rows, int32_t columns, int32_t depth, int32_t firstRow )
{
	int32_t j = 0;
	for ( ; j + 4 <= columns; j += 4 )
	{
		double* cj = c + j * cStride;
		int32_t i = firstRow >= 0 ? ( firstRow + j ) & ~3 : 0;
		for ( ; i + 2 * WF_ROW_LANES <= rows; i += 2 * WF_ROW_LANES )
		{
			tileLarge( cj + i, cStride, a + i, aStride, b + j, bStride, depth );
		}
		for ( ; i < rows; i += 4 )
		{
			tileFour( cj + i, cStride, a + i, aStride, b + j, bStride, depth );
		}
	}
	for ( ; j < columns; ++j )
	{
		double* cj = c + j * cStride;
		for ( int32_t i = firstRow >= 0 ? ( firstRow + j ) & ~3 : 0; i < rows; i += 4 )
		{
			tileColumn( cj + i, a + i, aStride, b + j, bStride, depth );
		}
	}
}

// Large products are cut into pieces that stay in the caches, copied so that the tiles read memory in order.
#define PACK_DEPTH 64
#define PACK_COLUMNS 32
#define PACK_ROWS ( 6 * 2 * WF_ROW_LANES )

static inline void packRows( double* packed, const double* a, int64_t aStride, int32_t rows, int32_t depth )
{
	for ( int32_t i = 0; i < rows; i += 2 * WF_ROW_LANES )
	{
		for ( int32_t k = 0; k < depth; ++k, packed += 2 * WF_ROW_LANES )
		{
			*(Rows*)( packed ) = *(const Rows*)( a + i + k * aStride );
			*(Rows*)( packed + WF_ROW_LANES ) = *(const Rows*)( a + i + k * aStride + WF_ROW_LANES );
		}
	}
}

static inline void packColumns( double* packed, const double* b, int64_t bStride, int32_t columns, int32_t depth )
{
	for ( int32_t j = 0; j < columns; j += 4 )
	{
		for ( int32_t k = 0; k < depth; ++k, packed += 4 )
		{
			*(Four*)( packed ) = *(const Four*)( b + j + k * bStride );
		}
	}
}

// Rows a multiple of the tile's, columns a multiple of 4.
static void multiplyAddPacked( double* c, int64_t cStride, const double* a, int64_t aStride, const double* b, int64_t bStride,
							   int32_t rows, int32_t columns, int32_t depth, int32_t firstRow )
{
	double packedA[PACK_ROWS * PACK_DEPTH];
	double packedB[PACK_COLUMNS * PACK_DEPTH];
	for ( int32_t k0 = 0; k0 < depth; k0 += PACK_DEPTH )
	{
		int32_t kCount = depth - k0 < PACK_DEPTH ? depth - k0 : PACK_DEPTH;
		for ( int32_t j0 = 0; j0 < columns; j0 += PACK_COLUMNS )
		{
			int32_t jCount = columns - j0 < PACK_COLUMNS ? columns - j0 : PACK_COLUMNS;
			packColumns( packedB, b + j0 + k0 * bStride, bStride, jCount, kCount );
			int32_t top = firstRow >= 0 ? ( firstRow + j0 ) / ( 2 * WF_ROW_LANES ) * ( 2 * WF_ROW_LANES ) : 0;
			for ( int32_t i0 = top; i0 < rows; i0 += PACK_ROWS )
			{
				int32_t iCount = rows - i0 < PACK_ROWS ? rows - i0 : PACK_ROWS;
				packRows( packedA, a + i0 + k0 * aStride, aStride, iCount, kCount );
				for ( int32_t j = 0; j < jCount; j += 4 )
				{
					int32_t i = 0;
					while ( firstRow >= 0 && i < iCount && i0 + i + 2 * WF_ROW_LANES <= firstRow + j0 + j )
					{
						i += 2 * WF_ROW_LANES; // above the diagonal
					}
					for ( ; i < iCount; i += 2 * WF_ROW_LANES )
					{
						tileLarge( c + i0 + i + ( j0 + j ) * cStride, cStride, packedA + i * kCount, 2 * WF_ROW_LANES,
								   packedB + j * kCount, 4, kCount );
					}
				}
			}
		}
	}
}

static void multiplyAdd( double* c, int64_t cStride, const double* a, int64_t aStride, const double* b, int64_t bStride,
						 int32_t rows, int32_t columns, int32_t depth, int32_t firstRow )
{
	int32_t packedRows = rows / ( 2 * WF_ROW_LANES ) * ( 2 * WF_ROW_LANES );
	int32_t packedColumns = columns & ~3;
	if ( depth < 16 || packedRows < 64 || packedColumns < 8 )
	{
		multiplyAddSmall( c, cStride, a, aStride, b, bStride, rows, columns, depth, firstRow );
		return;
	}
	multiplyAddPacked( c, cStride, a, aStride, b, bStride, packedRows, packedColumns, depth, firstRow );
	// What is left over to the right and below.
	if ( packedColumns < columns )
	{
		multiplyAddSmall( c + packedColumns * cStride, cStride, a, aStride, b + packedColumns, bStride, packedRows,
						  columns - packedColumns, depth, firstRow >= 0 ? firstRow + packedColumns : -1 );
	}
	if ( packedRows < rows )
	{
		multiplyAddSmall( c + packedRows, cStride, a + packedRows, aStride, b, bStride, rows - packedRows, columns, depth, -1 );
	}
}

static inline void addScaled( double* y, const double* x, double factor, int32_t count )
{
	int32_t i = 0;
	for ( ; i + 4 <= count; i += 4 )
	{
		*(Four*)( y + i ) += *(const Four*)( x + i ) * factor;
	}
	for ( ; i < count; ++i )
	{
		y[i] += x[i] * factor;
	}
}

// y += f0 x0 + f1 x1 + f2 x2 + f3 x3, one after the other; count is a multiple of 4.
static inline void addFourScaled( double* y, const double* x, int64_t xStride, const double* factor, int64_t factorStride,
								  int32_t count )
{
	const double* x1 = x + xStride;
	const double* x2 = x1 + xStride;
	const double* x3 = x2 + xStride;
	double f0 = factor[0], f1 = factor[factorStride], f2 = factor[2 * factorStride], f3 = factor[3 * factorStride];
	for ( int32_t i = 0; i < count; i += 4 )
	{
		Four value = *(Four*)( y + i );
		value += *(const Four*)( x + i ) * f0;
		value += *(const Four*)( x1 + i ) * f1;
		value += *(const Four*)( x2 + i ) * f2;
		value += *(const Four*)( x3 + i ) * f3;
		*(Four*)( y + i ) = value;
	}
}

// y += sum over j of factor_j x_j for `depth` columns x_j.
static inline void addColumns( double* y, const double* x, int64_t xStride, const double* factor, int64_t factorStride,
							   int32_t count, int32_t depth )
{
	int32_t j = 0;
	for ( ; j + 4 <= depth; j += 4 )
	{
		addFourScaled( y, x + j * xStride, xStride, factor + j * factorStride, factorStride, count );
	}
	for ( ; j < depth; ++j )
	{
		const double* xj = x + j * xStride;
		double f = factor[j * factorStride];
		for ( int32_t i = 0; i < count; i += 4 )
		{
			*(Four*)( y + i ) += *(const Four*)( xj + i ) * f;
		}
	}
}

// Keep a copy of a column, scale it, and pass the pivot's excess on.
static inline void finishColumn( double* column, double* unscaled, double* excesses, double inverse, double excess,
								 int32_t count )
{
	for ( int32_t i = 0; i < count; i += 4 )
	{
		Four value = *(Four*)( column + i );
		*(Four*)( unscaled + i ) = value;
		value *= inverse;
		*(Four*)( column + i ) = value;
		*(Four*)( excesses + i ) += value * excess;
	}
}

// In four interleaved partial sums; count is a multiple of 4.
static inline double sum( const double* x, int32_t count )
{
	Four s = { 0.0, 0.0, 0.0, 0.0 };
	for ( int32_t i = 0; i < count; i += 4 )
	{
		s += *(const Four*)( x + i );
	}
	return ( s[0] + s[1] ) + ( s[2] + s[3] );
}

// Bring each column up to date within the block, find its pivot as the sum of its links and its excess, scale it, and pass the
// excess on. Rows are taken in fours, so that up to three rows at and above the diagonal come along: they are set to 0 before
// they count.
static bool eliminate( const wfPivotColumns* c, int32_t begin, int32_t end )
{
	int64_t pivotStride = c->pivotStride;
	int64_t boundaryStride = c->boundaryStride;
	for ( int32_t k = begin; k < end; ++k )
	{
		int32_t first = ( k + 1 ) & ~3;
		int32_t rows = c->pivotStride - first;
		double* column = c->pivotBlock + k * pivotStride + first;
		double* lowerColumn = c->lower + k * boundaryStride;
		const double* links = c->unscaledPivot + k;
		addColumns( column, c->pivotBlock + begin * pivotStride + first, pivotStride, links, pivotStride, rows, k - begin );
		addColumns( lowerColumn, c->lower + begin * boundaryStride, boundaryStride, links, pivotStride, c->boundaryStride,
					k - begin );
		for ( int32_t i = first; i <= k; ++i )
		{
			column[i - first] = 0.0;
		}
		double excess = c->pivotExcess[k];
		double pivot = excess + sum( lowerColumn, c->boundaryStride ) + sum( column, rows );
		if ( !( pivot > 0.0 ) )
		{
			return false;
		}
		c->pivots[k] = pivot;
		double inverse = 1.0 / pivot;
		finishColumn( column, c->unscaledPivot + ( k - begin ) * pivotStride + first, c->pivotExcess + first, inverse, excess,
					  rows );
		finishColumn( lowerColumn, c->unscaledLower + k * boundaryStride, c->boundaryExcess, inverse, excess, c->boundaryStride );
	}
	return true;
}

static double smallestPositive( const double* x, int64_t count )
{
	typedef int64_t Masks __attribute__( ( vector_size( 32 ), aligned( 8 ), may_alias ) );
	const Four zero = { 0.0, 0.0, 0.0, 0.0 };
	const Four one = { 1.0, 1.0, 1.0, 1.0 };
	Four smallest = one;
	for ( int64_t i = 0; i < count; i += 4 )
	{
		Four value = *(const Four*)( x + i );
		Masks take = ( value > zero ) & ( value < smallest );
		smallest = (Four)( ( (Masks)value & take ) | ( (Masks)smallest & ~take ) );
	}
	double low = smallest[0] < smallest[1] ? smallest[0] : smallest[1];
	double high = smallest[2] < smallest[3] ? smallest[2] : smallest[3];
	return low < high ? low : high;
}

static void dotColumns( double* out, const double* a, int64_t aStride, const double* x, int32_t rows, int32_t columns )
{
	int32_t k = 0;
	for ( ; k + 4 <= columns; k += 4 )
	{
		const double* ak = a + k * aStride;
		Four s0 = { 0.0, 0.0, 0.0, 0.0 }, s1 = s0, s2 = s0, s3 = s0;
		for ( int32_t i = 0; i < rows; i += 4 )
		{
			Four xi = *(const Four*)( x + i );
			s0 += *(const Four*)( ak + i ) * xi;
			s1 += *(const Four*)( ak + aStride + i ) * xi;
			s2 += *(const Four*)( ak + 2 * aStride + i ) * xi;
			s3 += *(const Four*)( ak + 3 * aStride + i ) * xi;
		}
		out[k] = ( s0[0] + s0[1] ) + ( s0[2] + s0[3] );
		out[k + 1] = ( s1[0] + s1[1] ) + ( s1[2] + s1[3] );
		out[k + 2] = ( s2[0] + s2[1] ) + ( s2[2] + s2[3] );
		out[k + 3] = ( s3[0] + s3[1] ) + ( s3[2] + s3[3] );
	}
	for ( ; k < columns; ++k )
	{
		const double* ak = a + k * aStride;
		Four s0 = { 0.0, 0.0, 0.0, 0.0 };
		for ( int32_t i = 0; i < rows; i += 4 )
		{
			s0 += *(const Four*)( ak + i ) * *(const Four*)( x + i );
		}
		out[k] = ( s0[0] + s0[1] ) + ( s0[2] + s0[3] );
	}
}

typedef int64_t LongFour __attribute__( ( vector_size( 32 ), aligned( 8 ), may_alias ) );
typedef int32_t IntFour __attribute__( ( vector_size( 16 ), aligned( 4 ), may_alias ) );

// value *= 2^difference for differences of 0 and less, 0 where that is below the range of double. By address: passing wide
// vectors by value depends on the instruction set.
static inline void scaleDown( Four* value, const IntFour* difference )
{
	IntFour inRange = *difference > -1023;
	LongFour bits = __builtin_convertvector( ( *difference + 1023 ) & inRange, LongFour ) << 52;
	*value *= (Four)bits;
}

static void addWide( double* yMantissa, int32_t* yExponent, const double* xMantissa, const int32_t* xExponent,
					 double factorMantissa, int32_t factorExponent, int32_t count )
{
	const LongFour mantissaBits = { 0xFFFFFFFFFFFFF, 0xFFFFFFFFFFFFF, 0xFFFFFFFFFFFFF, 0xFFFFFFFFFFFFF };
	const Four one = { 1.0, 1.0, 1.0, 1.0 };
	const Four zero = { 0.0, 0.0, 0.0, 0.0 };
	for ( int32_t i = 0; i < count; i += 4 )
	{
		// Zeros have an exponent so low that it never is the larger one beside a number.
		Four sum = *(const Four*)( yMantissa + i );
		Four product = *(const Four*)( xMantissa + i ) * factorMantissa;
		IntFour sumExponent = *(const IntFour*)( yExponent + i );
		IntFour productExponent = *(const IntFour*)( xExponent + i ) + factorExponent;
		IntFour larger = sumExponent > productExponent;
		IntFour top = ( sumExponent & larger ) | ( productExponent & ~larger );
		sumExponent -= top;
		productExponent -= top;
		scaleDown( &sum, &sumExponent );
		scaleDown( &product, &productExponent );
		sum += product;
		LongFour isNumber = sum > zero;
		IntFour shift = __builtin_convertvector( ( (LongFour)sum >> 52 ) - 1023, IntFour );
		IntFour numbers = __builtin_convertvector( isNumber, IntFour );
		*(IntFour*)( yExponent + i ) = ( ( top + shift ) & numbers ) | ( WF_WIDE_ZERO_EXPONENT & ~numbers );
		*(Four*)( yMantissa + i ) = (Four)( ( ( (LongFour)sum & mantissaBits ) | (LongFour)one ) & isNumber );
	}
}

static bool backward( const wfBackwardFront* f )
{
	int32_t pivots = f->pivotCount;
	int32_t top = WF_WIDE_ZERO_EXPONENT;
	for ( int32_t i = 0; i < f->boundaryCount; ++i )
	{
		int32_t exponent = f->exponent[f->boundary[i]];
		top = exponent > top ? exponent : top;
	}
	if ( top == WF_WIDE_ZERO_EXPONENT )
	{
		for ( int32_t k = 0; k < pivots; ++k )
		{
			f->mantissa[f->pivotFirst + k] = 0.0;
			f->exponent[f->pivotFirst + k] = WF_WIDE_ZERO_EXPONENT;
		}
		return true;
	}
	for ( int32_t i = 0; i < f->boundaryCount; ++i )
	{
		f->scaled[i] = f->mantissa[f->boundary[i]] * wfTwoTo( f->exponent[f->boundary[i]] - top );
	}
	for ( int32_t i = f->boundaryCount; i < f->boundaryStride; ++i )
	{
		f->scaled[i] = 0.0;
	}
	double* values = f->values;
	double* results = values + ( ( pivots + 3 ) & ~3 );
	dotColumns( values, f->lower, f->boundaryStride, f->scaled, f->boundaryStride, pivots );
	for ( int32_t k = pivots - 1; k >= 0; --k )
	{
		double value = values[k];
		if ( !( value >= WF_SAFE_SCALED ) )
		{
			return false;
		}
		results[k] = value;
		// Up to three values from k on change too; their results are taken already.
		const double* row = f->triangle + (int64_t)k * ( k - 1 ) / 2;
		for ( int32_t j = 0; j < k; j += 4 )
		{
			*(Four*)( values + j ) += *(const Four*)( row + j ) * value;
		}
	}
	for ( int32_t k = 0; k < pivots; ++k )
	{
		wfWide result = wfMakeWide( results[k], top );
		f->mantissa[f->pivotFirst + k] = result.mantissa;
		f->exponent[f->pivotFirst + k] = result.exponent;
	}
	return true;
}

static void dotColumnsLanes( double* out, const double* a, int64_t aStride, const double* x, int32_t rows, int32_t columns )
{
	_Static_assert( WF_SOLVE_LANES == 8, "two vectors of four per row" );
	for ( int32_t k = 0; k < columns; ++k )
	{
		const double* ak = a + k * aStride;
		Four low[4] = { { 0.0, 0.0, 0.0, 0.0 } };
		Four high[4] = { { 0.0, 0.0, 0.0, 0.0 } };
		for ( int32_t i = 0; i < rows; i += 4 )
		{
			for ( int32_t m = 0; m < 4; ++m )
			{
				const double* xi = x + (int64_t)( i + m ) * WF_SOLVE_LANES;
				low[m] += *(const Four*)(xi)*ak[i + m];
				high[m] += *(const Four*)( xi + 4 ) * ak[i + m];
			}
		}
		*(Four*)( out + (int64_t)k * WF_SOLVE_LANES ) = ( low[0] + low[1] ) + ( low[2] + low[3] );
		*(Four*)( out + (int64_t)k * WF_SOLVE_LANES + 4 ) = ( high[0] + high[1] ) + ( high[2] + high[3] );
	}
}

const wfKernels WF_KERNEL_TABLE = { multiplyAdd, eliminate, addScaled, smallestPositive,
									dotColumns,	 addWide,	backward,  dotColumnsLanes };
