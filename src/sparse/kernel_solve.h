// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Part of kernel_body.h: triangular solves.

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
