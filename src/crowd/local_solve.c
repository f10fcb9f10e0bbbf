// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "crowd/kernels.h"

// The mean factor over the sweeps. The best one for the slowest mode of the empty map is 2 / (1 + sin( pi / (n - 1) )). It is
// smaller here: that mode is symmetric about the centre and bends no direction, and screening by other agents damps it.
static double meanOmega( double sine )
{
	return 2.0 / ( 1.085 + 0.86 * sine );
}

// Half the rise of the factor from the first sweep to the last.
#define OMEGA_SPREAD 0.15

static wfLocalSor planSor( int32_t columns, int32_t rows, int32_t count )
{
	double x = wfSin( WF_PI / ( columns - 1 ) ), y = wfSin( WF_PI / ( rows - 1 ) );
	double mean = meanOmega( columns == rows ? x : sqrt( 0.5 * ( x * x + y * y ) ) );
	return ( wfLocalSor ){ count, (float)( mean - OMEGA_SPREAD ), (float)( 2.0 * OMEGA_SPREAD / ( 2 * count - 1 ) ) };
}

void wfLocalRelaxSor( wfLocalBatch* batch, int32_t iterations )
{
	if ( WF_FAILS( batch->size >= 5 && batch->size % 2 == 1 && iterations >= 0 ) )
	{
		return;
	}
	int32_t count = iterations > 0 ? iterations : wfLocalDefaultIterations( batch->size );
	wfLocalSor sor = planSor( batch->size, batch->size, count );
	wfGetCrowdKernels()->relaxSor( batch, &sor );
}

void wfLocalRelaxGaussSeidel( wfLocalBatch* batch, int32_t iterations )
{
	if ( WF_FAILS( batch->size >= 5 && batch->size % 2 == 1 && iterations >= 0 ) )
	{
		return;
	}
	wfGetCrowdKernels()->relaxGaussSeidel( batch, iterations > 0 ? iterations : 2 * batch->size );
}

static bool isSheet( const wfLocalSheet* sheet, int32_t iterations )
{
	return sheet->columns >= 5 && sheet->rows >= 5 && sheet->columns + sheet->rows <= WF_SHEET_DIAGONALS && iterations >= 0;
}

void wfLocalRelaxSheetSor( const wfLocalSheet* sheet, int32_t iterations )
{
	if ( WF_FAILS( isSheet( sheet, iterations ) ) )
	{
		return;
	}
	int32_t count = iterations > 0 ? iterations : wfLocalSheetIterations( sheet->columns, sheet->rows );
	wfLocalSor sor = planSor( sheet->columns, sheet->rows, count );
	wfGetCrowdKernels()->relaxSheetSor( sheet, &sor );
}

void wfLocalRelaxSheetGaussSeidel( const wfLocalSheet* sheet, int32_t iterations )
{
	if ( WF_FAILS( isSheet( sheet, iterations ) ) )
	{
		return;
	}
	int32_t largest = sheet->columns > sheet->rows ? sheet->columns : sheet->rows;
	wfGetCrowdKernels()->relaxSheetGaussSeidel( sheet, iterations > 0 ? iterations : 2 * largest );
}

// One map in double. Cells with weight 0 stay.
typedef struct ExactMap
{
	int32_t columns, rows;
	int32_t stride; // from cell to cell in `weight`
	const float* weight;
	double east, west, north, south;
} ExactMap;

// The largest change relative to the cell's value.
static double sweepExactly( const ExactMap* map, double* q, double omega )
{
	int32_t n = map->columns;
	double largest = 0.0;
	for ( int32_t j = 1; j < map->rows - 1; ++j )
	{
		for ( int32_t i = 1; i < n - 1; ++i )
		{
			int32_t cell = j * n + i;
			double weight = (double)map->weight[(int64_t)cell * map->stride];
			if ( weight == 0.0 )
			{
				continue;
			}
			double sum = map->east * q[cell + 1] + map->west * q[cell - 1] + map->north * q[cell + n] + map->south * q[cell - n];
			double old = q[cell];
			q[cell] = omega == 1.0 ? weight * sum : old + omega * ( weight * sum - old );
			double change = fabs( q[cell] - old );
			if ( change > largest * fabs( q[cell] ) )
			{
				largest = change / fabs( q[cell] );
			}
		}
	}
	return largest;
}

// Over-relaxation subtracts, and leaves noise where q is many powers of ten below its neighbours'. Gauss-Seidel only adds what is
// not negative: it finishes with all digits in every cell.
static void solveExactly( const ExactMap* map, double* q )
{
	int32_t size = map->columns > map->rows ? map->columns : map->rows;
	double omega = 2.0 / ( 1.0 + wfSin( WF_PI / ( size - 1 ) ) );
	for ( int32_t k = 0; k < 6 * size; ++k )
	{
		sweepExactly( map, q, omega );
	}
	int32_t limit = 200 * size; // several times what the largest empty map takes
	for ( int32_t k = 0; k < limit && sweepExactly( map, q, 1.0 ) > 1e-12; ++k )
	{
	}
}

void wfLocalSolveExactly( const wfLocalBatch* batch, int32_t lane, double* q )
{
	int32_t n = batch->size;
	if ( WF_FAILS( n >= 5 && lane >= 0 && lane < WF_LOCAL_LANES ) )
	{
		return;
	}
	for ( int32_t cell = 0; cell < n * n; ++cell )
	{
		int64_t at = (int64_t)cell * WF_LOCAL_LANES + lane;
		int32_t i = cell % n, j = cell / n;
		bool isBorder = i == 0 || j == 0 || i == n - 1 || j == n - 1;
		double goal = batch->goals != NULL ? (double)batch->goals[at] : 0.0;
		q[cell] = isBorder ? (double)batch->q[at] : goal;
	}
	ExactMap map = { n,
					 n,
					 WF_LOCAL_LANES,
					 batch->weight + lane,
					 (double)batch->east[lane],
					 (double)batch->west[lane],
					 (double)batch->north[lane],
					 (double)batch->south[lane] };
	solveExactly( &map, q );
}

void wfLocalSolveSheetExactly( int32_t columns, int32_t rows, const float* weight, double* q )
{
	ExactMap map = { columns, rows, 1, weight, 1.0, 1.0, 1.0, 1.0 };
	solveExactly( &map, q );
}

int32_t wfLocalDefaultIterations( int32_t size )
{
	// What bench_local measures for 11, 13 ... 35 cells. Larger maps would take about 3 more for every 2 cells.
	static const int32_t s_iterations[] = { 9, 12, 14, 17, 20, 22, 25, 28, 31, 34, 37, 41, 45 };
	int32_t last = (int32_t)( sizeof( s_iterations ) / sizeof( s_iterations[0] ) ) - 1;
	int32_t index = size > 11 ? ( size - 11 ) / 2 : 0;
	return index <= last ? s_iterations[index] : s_iterations[last] + 3 * ( index - last );
}

int32_t wfLocalSheetIterations( int32_t columns, int32_t rows )
{
	// What values need to get to the west, and to settle across: measured from 13 x 35 to 95 x 33 cells.
	int32_t narrow = rows < columns ? rows : columns, count = columns + narrow / 3 - 4;
	return count > 9 ? count : 9;
}

void wfLocalMakeStart( int32_t size, float* start )
{
	static const float s_quarter = 0.25f;
	if ( WF_FAILS( size >= 5 && size <= WF_MAX_MAP_SIZE && size % 2 == 1 ) )
	{
		return;
	}
	double q[WF_MAX_MAP_SIZE * WF_MAX_MAP_SIZE] = { 0.0 };
	for ( int32_t j = size / 2 - 1; j <= size / 2 + 1; ++j )
	{
		q[j * size + size - 1] = 1.0;
	}
	ExactMap map = { size, size, 0, &s_quarter, 1.0, 1.0, 1.0, 1.0 };
	solveExactly( &map, q );
	for ( int32_t cell = 0; cell < size * size; ++cell )
	{
		start[cell] = (float)q[cell];
	}
}
