// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Part of kernel_body.h: what factoring does besides products.

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

// The same for rows in units of their own; `unscaled` receives plain numbers and may be null.
static inline void finishScaledColumn( double* column, double* unscaled, double* excesses, const double* units, double inverse,
									   double excess, int32_t count )
{
	for ( int32_t i = 0; i < count; i += 4 )
	{
		Four value = *(Four*)( column + i );
		Four plain = value * *(const Four*)( units + i );
		if ( unscaled != NULL )
		{
			*(Four*)( unscaled + i ) = plain;
		}
		*(Four*)( column + i ) = value * inverse;
		*(Four*)( excesses + i ) += plain * inverse * excess;
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

static inline double sumScaled( const double* x, const double* units, int32_t count )
{
	Four s = { 0.0, 0.0, 0.0, 0.0 };
	for ( int32_t i = 0; i < count; i += 4 )
	{
		s += *(const Four*)( x + i ) * *(const Four*)( units + i );
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
		bool scaled = c->pivotUnits != NULL;
		double pivot = scaled ? excess + sumScaled( lowerColumn, c->lowerUnits, c->boundaryStride ) +
									sumScaled( column, c->pivotUnits + first, rows )
							  : excess + sum( lowerColumn, c->boundaryStride ) + sum( column, rows );
		if ( !( pivot > 0.0 ) )
		{
			return false;
		}
		c->pivots[k] = pivot;
		double inverse = 1.0 / pivot;
		double* unscaled = c->unscaledPivot + ( k - begin ) * pivotStride + first;
		if ( scaled )
		{
			finishScaledColumn( column, unscaled, c->pivotExcess + first, c->pivotUnits + first, inverse, excess, rows );
			finishScaledColumn( lowerColumn, NULL, c->boundaryExcess, c->lowerUnits, inverse, excess, c->boundaryStride );
		}
		else
		{
			finishColumn( column, unscaled, c->pivotExcess + first, inverse, excess, rows );
			finishColumn( lowerColumn, c->unscaledLower + k * boundaryStride, c->boundaryExcess, inverse, excess,
						  c->boundaryStride );
		}
	}
	return true;
}

static double smallestPositive( const double* x, int64_t count )
{
	const Four zero = { 0.0, 0.0, 0.0, 0.0 };
	const Four one = { 1.0, 1.0, 1.0, 1.0 };
	Four smallest = one;
	for ( int64_t i = 0; i < count; i += 4 )
	{
		Four value = *(const Four*)( x + i );
		LongFour take = ( value > zero ) & ( value < smallest );
		smallest = (Four)( ( (LongFour)value & take ) | ( (LongFour)smallest & ~take ) );
	}
	double low = smallest[0] < smallest[1] ? smallest[0] : smallest[1];
	double high = smallest[2] < smallest[3] ? smallest[2] : smallest[3];
	return low < high ? low : high;
}
