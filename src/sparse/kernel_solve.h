// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Part of kernel_body.h: triangular solves, included once for each type WF_STORED that factors are kept in, with WF_LOAD( p ) to
// read four of them and WF_STORED_NAME( name ) to name the functions. All sums are of doubles.
//
// Four columns are read at a time, sixteen numbers each round. WF_FETCH( p ) begins to read as many of the next four, or of what
// lies behind the last of them, the next front: the machine does not see that coming by itself.

static void WF_STORED_NAME( addColumns )( double* y, const void* stored, int64_t stride, const double* x, int32_t rows,
										  int32_t columns )
{
	const WF_STORED* a = stored;
	int32_t k = 0;
	for ( ; k + 4 <= columns; k += 4 )
	{
		const WF_STORED* ak = a + k * stride;
		for ( int32_t i = 0; i < rows; i += 4 )
		{
			Four sum = *(Four*)( y + i );
			WF_FETCH( ak + 4 * stride + 4 * i );
			sum += WF_LOAD( ak + i ) * x[k];
			sum += WF_LOAD( ak + stride + i ) * x[k + 1];
			sum += WF_LOAD( ak + 2 * stride + i ) * x[k + 2];
			sum += WF_LOAD( ak + 3 * stride + i ) * x[k + 3];
			*(Four*)( y + i ) = sum;
		}
	}
	for ( ; k < columns; ++k )
	{
		for ( int32_t i = 0; i < rows; i += 4 )
		{
			*(Four*)( y + i ) += WF_LOAD( a + k * stride + i ) * x[k];
		}
	}
}

static void WF_STORED_NAME( addRow )( double* y, const void* stored, double factor, int32_t count )
{
	const WF_STORED* row = stored;
	for ( int32_t j = 0; j < count; j += 4 )
	{
		*(Four*)( y + j ) += WF_LOAD( row + j ) * factor;
	}
}

static double WF_STORED_NAME( dotRow )( const void* stored, const double* x, int32_t count )
{
	const WF_STORED* row = stored;
	Four four = { 0.0, 0.0, 0.0, 0.0 };
	int32_t k = 0;
	for ( ; k + 4 <= count; k += 4 )
	{
		four += WF_LOAD( row + k ) * *(const Four*)( x + k );
	}
	double sum = ( four[0] + four[1] ) + ( four[2] + four[3] );
	for ( ; k < count; ++k )
	{
		sum += (double)row[k] * x[k];
	}
	return sum;
}

static void WF_STORED_NAME( dotColumns )( double* out, const void* stored, int64_t stride, const double* x, int32_t rows,
										  int32_t columns )
{
	const WF_STORED* a = stored;
	for ( int32_t k = 0; k < columns; k += 4 )
	{
		// Behind the last column it is taken again: quicker than one at a time.
		int32_t left = columns - 1 - k;
		const WF_STORED* a0 = a + k * stride;
		const WF_STORED* a1 = a0 + ( left < 1 ? left : 1 ) * stride;
		const WF_STORED* a2 = a0 + ( left < 2 ? left : 2 ) * stride;
		const WF_STORED* a3 = a0 + ( left < 3 ? left : 3 ) * stride;
		Four s0 = { 0.0, 0.0, 0.0, 0.0 }, s1 = s0, s2 = s0, s3 = s0;
		for ( int32_t i = 0; i < rows; i += 4 )
		{
			Four xi = *(const Four*)( x + i );
			WF_FETCH( a0 + 4 * stride + 4 * i );
			s0 += WF_LOAD( a0 + i ) * xi;
			s1 += WF_LOAD( a1 + i ) * xi;
			s2 += WF_LOAD( a2 + i ) * xi;
			s3 += WF_LOAD( a3 + i ) * xi;
		}
		WF_STORE_SUMS( out + k, s0, s1, s2, s3 );
	}
}

// The largest power of two among the products first, then their sum in its units.
static double WF_STORED_NAME( dotWide )( const void* stored, const int32_t* exponents, const double* xMantissa,
										 const int32_t* xExponent, int32_t count, int32_t* top )
{
	const WF_STORED* a = stored;
	const IntFour none = { WF_WIDE_ZERO_EXPONENT, WF_WIDE_ZERO_EXPONENT, WF_WIDE_ZERO_EXPONENT, WF_WIDE_ZERO_EXPONENT };
	const IntFour zero = { 0, 0, 0, 0 };
	IntFour tops = none;
	for ( int32_t i = 0; i < count; i += 4 )
	{
		Four product = WF_LOAD( a + i ) * *(const Four*)( xMantissa + i );
		IntFour exponent = *(const IntFour*)( xExponent + i ) + ( exponents != NULL ? *(const IntFour*)( exponents + i ) : zero );
		IntFour own = __builtin_convertvector( (LongFour)product >> 52, IntFour );
		IntFour used = own > 0;
		exponent = ( ( exponent + own - 1023 ) & used ) | ( none & ~used );
		IntFour larger = exponent > tops;
		tops = ( exponent & larger ) | ( tops & ~larger );
	}
	int32_t upper = tops[0] > tops[1] ? tops[0] : tops[1], lower = tops[2] > tops[3] ? tops[2] : tops[3];
	*top = upper > lower ? upper : lower;
	Four sum = { 0.0, 0.0, 0.0, 0.0 };
	for ( int32_t i = 0; i < count; i += 4 )
	{
		Four product = WF_LOAD( a + i ) * *(const Four*)( xMantissa + i );
		IntFour by =
			*(const IntFour*)( xExponent + i ) + ( exponents != NULL ? *(const IntFour*)( exponents + i ) : zero ) - *top;
		IntFour inRange = ( by > -1023 ) & ( by < 1024 );
		// Out of range the scale is 2^-1023, that is 0.
		LongFour bits = __builtin_convertvector( ( by + 1023 ) & inRange, LongFour ) << 52;
		sum += product * (Four)bits;
	}
	return ( sum[0] + sum[1] ) + ( sum[2] + sum[3] );
}

// Whether nothing reaches pivot k: then a sum of 0 is exact.
static bool WF_STORED_NAME( isCut )( const wfBackwardFront* f, const double* results, int32_t k )
{
	const WF_STORED* column = (const WF_STORED*)f->lower + (int64_t)k * f->boundaryStride;
	for ( int32_t i = 0; i < f->boundaryCount && !f->isCut[k]; ++i )
	{
		if ( column[i] != 0 && f->scaled[i] != 0.0 )
		{
			return false;
		}
	}
	const WF_STORED* triangle = f->triangle;
	for ( int32_t i = k + 1; i < f->pivotCount && !f->isCut[k]; ++i )
	{
		if ( triangle[(int64_t)i * ( i - 1 ) / 2 + k] != 0 && results[i] != 0.0 )
		{
			return false;
		}
	}
	return f->own == NULL || f->own[k * f->stride] == 0.0;
}

// Four pivots up to k at once, with what they give to those before them.
static inline void WF_STORED_NAME( solveFour )( double* values, const WF_STORED* triangle, int32_t k )
{
	const WF_STORED* r3 = triangle + (int64_t)k * ( k - 1 ) / 2;
	const WF_STORED* r2 = r3 - ( k - 1 );
	const WF_STORED* r1 = r2 - ( k - 2 );
	double* v = values + k - 3;
	double x3 = v[3];
	double x2 = v[2] + (double)r3[k - 1] * x3;
	double x1 = v[1] + (double)r3[k - 2] * x3;
	x1 += (double)r2[k - 2] * x2;
	double x0 = v[0] + (double)r3[k - 3] * x3;
	x0 += (double)r2[k - 3] * x2;
	x0 += (double)r1[k - 3] * x1;
	v[0] = x0;
	v[1] = x1;
	v[2] = x2;
	const WF_STORED* r0 = r1 - ( k - 3 );
	for ( int32_t j = 0; j < k - 3; j += 4 )
	{
		Four sum = *(Four*)( values + j );
		sum += WF_LOAD( r3 + j ) * x3;
		sum += WF_LOAD( r2 + j ) * x2;
		sum += WF_LOAD( r1 + j ) * x1;
		sum += WF_LOAD( r0 + j ) * x0;
		*(Four*)( values + j ) = sum;
	}
}

// Pivots from the last one on, in `values`. The order of each sum is that of one row after the other.
static inline void WF_STORED_NAME( solveTriangle )( double* values, const WF_STORED* triangle, int32_t pivots )
{
	int32_t k = pivots - 1;
	for ( ; ( k & 3 ) != 3 && k >= 0; --k )
	{
		const WF_STORED* row = triangle + (int64_t)k * ( k - 1 ) / 2;
		double value = values[k];
		int32_t j = 0;
		for ( ; j + 4 <= k; j += 4 )
		{
			*(Four*)( values + j ) += WF_LOAD( row + j ) * value;
		}
		for ( ; j < k; ++j )
		{
			values[j] += (double)row[j] * value;
		}
	}
	for ( ; k > 0; k -= 4 )
	{
		WF_STORED_NAME( solveFour )( values, triangle, k );
	}
}

static bool WF_STORED_NAME( backward )( const wfBackwardFront* f )
{
	int32_t pivots = f->pivotCount;
	for ( int32_t i = 0; i < f->boundaryCount; ++i )
	{
		f->scaled[i] = f->x[f->boundary[i] * f->stride];
	}
	for ( int32_t i = f->boundaryCount; i < f->boundaryStride; ++i )
	{
		f->scaled[i] = 0.0;
	}
	double* values = f->values;
	WF_STORED_NAME( dotColumns )( values, f->lower, f->boundaryStride, f->scaled, f->boundaryStride, pivots );
	for ( int32_t k = 0; f->own != NULL && k < pivots; ++k )
	{
		values[k] += f->own[k * f->stride];
	}
	WF_STORED_NAME( solveTriangle )( values, f->triangle, pivots );
	bool safe = true;
	for ( int32_t k = 0; k < pivots; ++k )
	{
		safe &= values[k] >= WF_SAFE_SCALED;
	}
	for ( int32_t k = pivots - 1; !safe && k >= 0; --k )
	{
		if ( !( values[k] >= WF_SAFE_SCALED ) && !( values[k] == 0.0 && WF_STORED_NAME( isCut )( f, values, k ) ) )
		{
			return false;
		}
	}
	for ( int32_t k = 0; k < pivots; ++k )
	{
		f->x[( f->pivotFirst + k ) * f->stride] = values[k];
	}
	return true;
}

// `values` receives the results of all lanes. The sums are in the order of dotColumns, for the same bits.
static uint32_t WF_STORED_NAME( backwardLanes )( const wfBackwardFront* f )
{
	int32_t pivots = f->pivotCount;
	const WF_STORED* lower = f->lower;
	const WF_STORED* triangle = f->triangle;
	Lanes* scaled = (Lanes*)f->scaled;
	Lanes* values = (Lanes*)f->values;
	const Lanes zero = { 0.0 };
	for ( int32_t i = 0; i < f->boundaryCount; ++i )
	{
		scaled[i] = *(const Lanes*)( f->x + (int64_t)f->boundary[i] * WF_SOLVE_LANES );
	}
	for ( int32_t i = f->boundaryCount; i < f->boundaryStride; ++i )
	{
		scaled[i] = zero;
	}
	for ( int32_t k = 0; k < pivots; ++k )
	{
		const WF_STORED* column = lower + (int64_t)k * f->boundaryStride;
		Lanes s0 = zero, s1 = zero, s2 = zero, s3 = zero;
		for ( int32_t i = 0; i < f->boundaryStride; i += 4 )
		{
			s0 += scaled[i] * (double)column[i];
			s1 += scaled[i + 1] * (double)column[i + 1];
			s2 += scaled[i + 2] * (double)column[i + 2];
			s3 += scaled[i + 3] * (double)column[i + 3];
		}
		values[k] = ( s0 + s1 ) + ( s2 + s3 );
		if ( f->own != NULL )
		{
			values[k] += *(const Lanes*)( f->own + (int64_t)k * WF_SOLVE_LANES );
		}
	}
	uint32_t unsafe = 0;
	for ( int32_t k = pivots - 1; k >= 0; --k )
	{
		const WF_STORED* row = triangle + (int64_t)k * ( k - 1 ) / 2;
		Lanes value = values[k];
		for ( int32_t r = 0; r < WF_SOLVE_LANES; ++r )
		{
			unsafe |= ( uint32_t ) !( value[r] >= WF_SAFE_SCALED ) << r;
		}
		for ( int32_t j = 0; j < k; ++j )
		{
			values[j] += value * (double)row[j];
		}
	}
	return unsafe;
}
