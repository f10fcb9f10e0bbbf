// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The relaxation of one map along its diagonals, a part of kernels_body.h. What a cell becomes is computed in the order of
// local_solve_body.h: the bits are those of a lane there.

// The coefficients of a sheet, multiplied by the factor of over-relaxation.
typedef struct Sheet
{
	const wfLocalSheet* of;
	int64_t stride;
	float omega;
	Floats east, west, north, south;
} Sheet;

static inline Sheet makeSheet( const wfLocalSheet* of, float omega )
{
	const Floats zero = { 0.0f };
	return ( Sheet ){ of,
					  wfSheetStride( of->rows ),
					  omega,
					  zero + omega * of->east,
					  zero + omega * of->west,
					  zero + omega * of->north,
					  zero + omega * of->south };
}

// Cells of diagonal d: those east and north of them are on the next one, those west and south on the one before.
INLINE void relaxDiagonal( const Sheet* sheet, int32_t d, bool overRelaxes, bool hasGoals )
{
	const Floats count = { 0.0f, 1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f, 7.0f }, zero = { 0.0f };
	int32_t first = larger( 1, d - sheet->of->columns + 2 ), last = smaller( sheet->of->rows - 2, d - 1 );
	int64_t at = d * sheet->stride + first;
	float* q = sheet->of->q + at;
	for ( int32_t j = first; j <= last; j += 8, at += 8, q += 8 )
	{
		Floats old = *(const Floats*)q, weight = *(const Floats*)( sheet->of->weight + at ), value;
		Floats east = sheet->east * *(const Floats*)( q + sheet->stride );
		Floats north = sheet->north * *(const Floats*)( q + sheet->stride + 1 );
		Floats west = sheet->west * *(const Floats*)( q - sheet->stride );
		Floats south = sheet->south * *(const Floats*)( q - sheet->stride - 1 );
		if ( overRelaxes )
		{
			value = ( 1.0f - sheet->omega ) * old + weight * ( ( east + west ) + ( north + south ) );
		}
		else
		{
			value = weight * ( ( east + ( north + south ) ) + west );
		}
		if ( hasGoals )
		{
			value += sheet->omega * *(const Floats*)( sheet->of->goals + at );
		}
		Ints isInside = count < (float)( last + 1 - j ) + zero;
		*(Floats*)q = SELECT( isInside, value, old );
	}
}

INLINE void relaxSheetSorWith( const wfLocalSheet* of, const wfLocalSor* sor, bool hasGoals )
{
	for ( int32_t h = 0; h < 2 * sor->iterations; ++h )
	{
		Sheet sheet = makeSheet( of, sor->firstOmega + (float)h * sor->omegaStep );
		for ( int32_t d = 2 + h % 2; d <= of->columns + of->rows - 4; d += 2 )
		{
			relaxDiagonal( &sheet, d, true, hasGoals );
		}
	}
}

static void relaxSheetSor( const wfLocalSheet* of, const wfLocalSor* sor )
{
	if ( of->goals != NULL )
	{
		relaxSheetSorWith( of, sor, true );
	}
	else
	{
		relaxSheetSorWith( of, sor, false );
	}
}

INLINE void relaxSheetGaussSeidelWith( const wfLocalSheet* of, int32_t iterations, bool hasGoals )
{
	Sheet sheet = makeSheet( of, 1.0f );
	for ( int32_t k = 0; k < iterations; ++k )
	{
		for ( int32_t d = 2; d <= of->columns + of->rows - 4; ++d )
		{
			relaxDiagonal( &sheet, d, false, hasGoals );
		}
	}
}

static void relaxSheetGaussSeidel( const wfLocalSheet* of, int32_t iterations )
{
	if ( of->goals != NULL )
	{
		relaxSheetGaussSeidelWith( of, iterations, true );
	}
	else
	{
		relaxSheetGaussSeidelWith( of, iterations, false );
	}
}
