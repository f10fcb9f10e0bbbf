// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Part of kernel_body.h: triangular solves, included once for each type WF_STORED that factors are kept in, with WF_LOAD( p ) to
// read four of them and WF_STORED_NAME( name ) to name the functions. All sums are of doubles.

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
	int32_t k = 0;
	for ( ; k + 4 <= columns; k += 4 )
	{
		const WF_STORED* ak = a + k * stride;
		Four s0 = { 0.0, 0.0, 0.0, 0.0 }, s1 = s0, s2 = s0, s3 = s0;
		for ( int32_t i = 0; i < rows; i += 4 )
		{
			Four xi = *(const Four*)( x + i );
			s0 += WF_LOAD( ak + i ) * xi;
			s1 += WF_LOAD( ak + stride + i ) * xi;
			s2 += WF_LOAD( ak + 2 * stride + i ) * xi;
			s3 += WF_LOAD( ak + 3 * stride + i ) * xi;
		}
		out[k] = ( s0[0] + s0[1] ) + ( s0[2] + s0[3] );
		out[k + 1] = ( s1[0] + s1[1] ) + ( s1[2] + s1[3] );
		out[k + 2] = ( s2[0] + s2[1] ) + ( s2[2] + s2[3] );
		out[k + 3] = ( s3[0] + s3[1] ) + ( s3[2] + s3[3] );
	}
	for ( ; k < columns; ++k )
	{
		const WF_STORED* ak = a + k * stride;
		Four s0 = { 0.0, 0.0, 0.0, 0.0 };
		for ( int32_t i = 0; i < rows; i += 4 )
		{
			s0 += WF_LOAD( ak + i ) * *(const Four*)( x + i );
		}
		out[k] = ( s0[0] + s0[1] ) + ( s0[2] + s0[3] );
	}
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
	double* results = values + ( ( pivots + 3 ) & ~3 );
	WF_STORED_NAME( dotColumns )( values, f->lower, f->boundaryStride, f->scaled, f->boundaryStride, pivots );
	for ( int32_t k = 0; f->own != NULL && f->balance == NULL && k < pivots; ++k )
	{
		values[k] += f->own[k * f->stride];
	}
	for ( int32_t k = pivots - 1; k >= 0; --k )
	{
		double value = values[k];
		if ( f->balance != NULL )
		{
			value = value * f->balance[k] + ( f->own != NULL ? f->own[k * f->stride] : 0.0 );
		}
		if ( !( value >= WF_SAFE_SCALED ) && !( value == 0.0 && WF_STORED_NAME( isCut )( f, results, k ) ) )
		{
			return false;
		}
		results[k] = value;
		// Up to three values from k on change too; their results are taken already.
		WF_STORED_NAME( addRow )( values, (const WF_STORED*)f->triangle + (int64_t)k * ( k - 1 ) / 2, value, k );
	}
	for ( int32_t k = 0; k < pivots; ++k )
	{
		f->x[( f->pivotFirst + k ) * f->stride] = results[k];
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
		if ( f->own != NULL && f->balance == NULL )
		{
			values[k] += *(const Lanes*)( f->own + (int64_t)k * WF_SOLVE_LANES );
		}
	}
	uint32_t unsafe = 0;
	for ( int32_t k = pivots - 1; k >= 0; --k )
	{
		const WF_STORED* row = triangle + (int64_t)k * ( k - 1 ) / 2;
		Lanes value = values[k];
		if ( f->balance != NULL )
		{
			value = value * f->balance[k] + ( f->own != NULL ? *(const Lanes*)( f->own + (int64_t)k * WF_SOLVE_LANES ) : zero );
			values[k] = value;
		}
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
