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

// Whether nothing reaches pivot k, whose sum is 0: then that is exact. What the right-hand side left there is never scaled to 0.
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
	return true;
}

// `count` pivots from `first` on, a multiple of 4, with what they give to those before them, one row after the other from the
// last. Balances go with what came from other blocks, and with the entries within this one, so that none waits for another.
static inline void WF_STORED_NAME( solveRows )( const wfBackwardFront* f, int32_t first, int32_t count )
{
	const WF_STORED* triangle = f->triangle;
	double* values = f->values;
	const WF_STORED* rows[4];
	double x[4];
	for ( int32_t n = count - 1; n >= 0; --n )
	{
		rows[n] = triangle + (int64_t)( first + n ) * ( first + n - 1 ) / 2;
		double balance = f->balance != NULL ? f->balance[first + n] : 1.0;
		x[n] = values[first + n] * balance;
		if ( f->own != NULL )
		{
			x[n] += f->own[( first + n ) * f->stride];
		}
		for ( int32_t m = count - 1; m > n; --m )
		{
			x[n] += (double)rows[m][first + n] * balance * x[m];
		}
		values[first + n] = x[n];
	}
	for ( int32_t j = 0; j < first; j += 4 )
	{
		Four sum = *(Four*)( values + j );
		for ( int32_t n = count - 1; n >= 0; --n )
		{
			sum += WF_LOAD( rows[n] + j ) * x[n];
		}
		*(Four*)( values + j ) = sum;
	}
}

static inline void WF_STORED_NAME( solveTriangle )( const wfBackwardFront* f )
{
	int32_t first = f->pivotCount & ~3;
	switch ( f->pivotCount & 3 )
	{
		case 3:
			WF_STORED_NAME( solveRows )( f, first, 3 );
			break;
		case 2:
			WF_STORED_NAME( solveRows )( f, first, 2 );
			break;
		case 1:
			WF_STORED_NAME( solveRows )( f, first, 1 );
			break;
		default:
			break;
	}
	for ( first -= 4; first >= 0; first -= 4 )
	{
		WF_STORED_NAME( solveRows )( f, first, 4 );
	}
}

// Whether no result is so small that plain numbers may have lost a part of it.
static bool WF_STORED_NAME( isSafe )( const wfBackwardFront* f )
{
	for ( int32_t k = f->pivotCount - 1; k >= 0; --k )
	{
		double value = f->values[k];
		if ( !( value >= WF_SAFE_SCALED ) && !( value == 0.0 && WF_STORED_NAME( isCut )( f, f->values, k ) ) )
		{
			return false;
		}
	}
	return true;
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
	WF_STORED_NAME( solveTriangle )( f );
	double* x = f->x + f->pivotFirst * f->stride;
	const Four least = { WF_SAFE_SCALED, WF_SAFE_SCALED, WF_SAFE_SCALED, WF_SAFE_SCALED };
	LongFour safe = { -1, -1, -1, -1 };
	int32_t k = 0;
	for ( ; f->stride == 1 && k + 4 <= pivots; k += 4 )
	{
		Four four = *(const Four*)( values + k );
		safe &= four >= least;
		*(Four*)( x + k ) = four;
	}
	bool rest = true;
	for ( ; k < pivots; ++k )
	{
		rest &= values[k] >= WF_SAFE_SCALED;
		x[k * f->stride] = values[k];
	}
	return ( rest && ( safe[0] & safe[1] & safe[2] & safe[3] ) != 0 ) || WF_STORED_NAME( isSafe )( f );
}

// The same for all lanes.
static inline void WF_STORED_NAME( solveRowsLanes )( const wfBackwardFront* f, int32_t first, int32_t count )
{
	const WF_STORED* triangle = f->triangle;
	Lanes* values = (Lanes*)f->values;
	const WF_STORED* rows[4];
	Lanes x[4];
	for ( int32_t n = count - 1; n >= 0; --n )
	{
		rows[n] = triangle + (int64_t)( first + n ) * ( first + n - 1 ) / 2;
		double balance = f->balance != NULL ? f->balance[first + n] : 1.0;
		x[n] = values[first + n] * balance;
		if ( f->own != NULL )
		{
			x[n] += *(const Lanes*)( f->own + (int64_t)( first + n ) * WF_SOLVE_LANES );
		}
		for ( int32_t m = count - 1; m > n; --m )
		{
			x[n] += (double)rows[m][first + n] * balance * x[m];
		}
		values[first + n] = x[n];
	}
	for ( int32_t j = 0; j < first; ++j )
	{
		Lanes sum = values[j];
		for ( int32_t n = count - 1; n >= 0; --n )
		{
			sum += (double)rows[n][j] * x[n];
		}
		values[j] = sum;
	}
}

// The sums of `count` columns from k on, each in the order of dotColumns.
static inline void WF_STORED_NAME( dotLanes )( const wfBackwardFront* f, int32_t k, int32_t count )
{
	const WF_STORED* columns = (const WF_STORED*)f->lower + (int64_t)k * f->boundaryStride;
	const Lanes* scaled = (const Lanes*)f->scaled;
	Lanes sums[WF_LANE_COLUMNS][4];
	for ( int32_t n = 0; n < count; ++n )
	{
		sums[n][0] = sums[n][1] = sums[n][2] = sums[n][3] = ( Lanes ){ 0.0 };
	}
	for ( int32_t i = 0; i < f->boundaryStride; i += 4 )
	{
		Lanes x0 = scaled[i], x1 = scaled[i + 1], x2 = scaled[i + 2], x3 = scaled[i + 3];
		for ( int32_t n = 0; n < count; ++n )
		{
			double entries[4];
			*(Four*)entries = WF_LOAD( columns + (int64_t)n * f->boundaryStride + i );
			sums[n][0] += x0 * entries[0];
			sums[n][1] += x1 * entries[1];
			sums[n][2] += x2 * entries[2];
			sums[n][3] += x3 * entries[3];
		}
	}
	for ( int32_t n = 0; n < count; ++n )
	{
		( (Lanes*)f->values )[k + n] = ( sums[n][0] + sums[n][1] ) + ( sums[n][2] + sums[n][3] );
	}
}

// `values` receives the results of all lanes. The sums are in the order of dotColumns and solveRows, for the same bits.
static uint32_t WF_STORED_NAME( backwardLanes )( const wfBackwardFront* f )
{
	int32_t pivots = f->pivotCount;
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
	int32_t k = 0;
	for ( ; k + WF_LANE_COLUMNS <= pivots; k += WF_LANE_COLUMNS )
	{
		WF_STORED_NAME( dotLanes )( f, k, WF_LANE_COLUMNS );
	}
	for ( ; k < pivots; ++k )
	{
		WF_STORED_NAME( dotLanes )( f, k, 1 );
	}
	int32_t first = pivots & ~3;
	switch ( pivots & 3 )
	{
		case 3:
			WF_STORED_NAME( solveRowsLanes )( f, first, 3 );
			break;
		case 2:
			WF_STORED_NAME( solveRowsLanes )( f, first, 2 );
			break;
		case 1:
			WF_STORED_NAME( solveRowsLanes )( f, first, 1 );
			break;
		default:
			break;
	}
	for ( first -= 4; first >= 0; first -= 4 )
	{
		WF_STORED_NAME( solveRowsLanes )( f, first, 4 );
	}
	uint32_t unsafe = 0;
	for ( k = 0; k < pivots; ++k )
	{
		for ( int32_t r = 0; r < WF_SOLVE_LANES; ++r )
		{
			unsafe |= ( uint32_t ) !( values[k][r] >= WF_SAFE_SCALED ) << r;
		}
	}
	return unsafe;
}
