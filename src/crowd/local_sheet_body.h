// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The relaxation of one map along its diagonals, a part of kernels_body.h. What a cell becomes is computed in the order of
// local_solve_body.h: the bits are those of a lane there.

// A copy that stores to q cannot change, its coefficients multiplied by the factor of over-relaxation.
typedef struct Sheet
{
	float* q;
	const float *weight, *goals;
	int64_t stride;
	float omega;
	Floats east, west, north, south;
} Sheet;

INLINE Sheet makeSheet( const wfLocalSheet* of, float omega )
{
	const Floats zero = { 0.0f };
	return ( Sheet ){ .q = of->q,
					  .weight = of->weight,
					  .goals = of->goals,
					  .stride = wfSheetStride( of->rows ),
					  .omega = omega,
					  .east = zero + omega * of->east,
					  .west = zero + omega * of->west,
					  .north = zero + omega * of->north,
					  .south = zero + omega * of->south };
}

// The rows of a diagonal that are not on the border, and where the first of them is.
typedef struct Diagonal
{
	int32_t first, last, at;
} Diagonal;

static inline void findDiagonals( const wfLocalSheet* of, Diagonal* diagonals )
{
	for ( int32_t d = 2; d <= of->columns + of->rows - 4; ++d )
	{
		int32_t first = larger( 1, d - of->columns + 2 );
		diagonals[d] = ( Diagonal ){ first, smaller( of->rows - 2, d - 1 ), d * wfSheetStride( of->rows ) + first };
	}
}

// So many cells from a place on, or a few more: those east and north of a diagonal are on the next one, those west and south on
// the one before. Beyond its last cell weights are 0, and values remain 0.
INLINE void relaxDiagonal( const Sheet* sheet, int64_t at, int32_t cells, bool overRelaxes, bool hasGoals )
{
	float *q = sheet->q + at, *after = q + sheet->stride, *before = q - sheet->stride;
	const float *weight = sheet->weight + at, *goals = hasGoals ? sheet->goals + at : NULL;
	for ( int64_t j = 0; j < cells; j += 8 )
	{
		Floats value, sum = sheet->north * *(const Floats*)( after + j + 1 ) + sheet->south * *(const Floats*)( before + j - 1 );
		Floats east = sheet->east * *(const Floats*)( after + j ), west = sheet->west * *(const Floats*)( before + j );
		if ( overRelaxes )
		{
			value =
				( 1.0f - sheet->omega ) * *(const Floats*)( q + j ) + *(const Floats*)( weight + j ) * ( ( east + west ) + sum );
		}
		else
		{
			value = *(const Floats*)( weight + j ) * ( ( east + sum ) + west );
		}
		if ( hasGoals )
		{
			value += sheet->omega * *(const Floats*)( goals + j );
		}
		*(Floats*)( q + j ) = value;
	}
}

INLINE void relaxSheetSorWith( const wfLocalSheet* of, const wfLocalSor* sor, bool hasGoals )
{
	Diagonal diagonals[WF_SHEET_DIAGONALS];
	findDiagonals( of, diagonals );
	const wfLocalSor plan = *sor;
	const int32_t columns = of->columns, lastGoal = of->lastGoal, end = columns + of->rows - 4;
	// Values come from the goal by a cell in each half-sweep: on a diagonal up to the row that is as far from the goal's rows and
	// the east together.
	const int32_t front = of->fromEast && !hasGoals ? columns + of->firstGoal - 2 : 0;
	for ( int32_t h = 0; h < 2 * plan.iterations; ++h )
	{
		Sheet sheet = makeSheet( of, plan.firstOmega + (float)h * plan.omegaStep );
		int32_t begin = larger( 2, front - h );
		for ( int32_t d = begin + ( ( begin + h ) & 1 ); d <= end; d += 2 )
		{
			int32_t row = d + h + 2 - columns, last = diagonals[d].last;
			row = row <= lastGoal ? row : ( row + lastGoal ) / 2;
			last = front > 0 && row < last ? row : last;
			relaxDiagonal( &sheet, diagonals[d].at, last + 1 - diagonals[d].first, true, hasGoals );
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
	Diagonal diagonals[WF_SHEET_DIAGONALS];
	findDiagonals( of, diagonals );
	Sheet sheet = makeSheet( of, 1.0f );
	for ( int32_t k = 0; k < iterations; ++k )
	{
		for ( int32_t d = 2; d <= of->columns + of->rows - 4; ++d )
		{
			relaxDiagonal( &sheet, diagonals[d].at, diagonals[d].last + 1 - diagonals[d].first, false, hasGoals );
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
