// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The a-posteriori check: what the field says, put back into the equation it should solve.

#include "field/check.h"
#include "base/math.h"

#include <math.h>
#include <string.h>

wfCheckKernel* wfGetCheckKernel( void )
{
#if defined( __x86_64__ )
	switch ( wfGetSimdLevel() )
	{
		case wf_simdAvx512:
			return wfCheckKernelAvx512;
		case wf_simdAvx2:
			return wfCheckKernelAvx2;
		default:
			break;
	}
#endif
	return wfCheckKernelBaseline;
}

#define NO_DIRECTION 4
#define ROWS_PER_TASK 16

typedef struct Check
{
	const wfField* field;
	wfCheckResult* rows;
} Check;

static const int32_t s_columnStep[4] = { 1, -1, 0, 0 };
static const int32_t s_rowStep[4] = { 0, 0, 1, -1 };

static inline bool isGreater( double mantissaA, int32_t exponentA, double mantissaB, int32_t exponentB )
{
	return exponentA != exponentB ? exponentA > exponentB : mantissaA > mantissaB;
}

// The relative residual of a cell and the direction of its best neighbour.
static inline double checkCell( const wfField* field, const wfStencil* stencil, int32_t i, int32_t j, uint8_t* direction )
{
	const wfGrid* grid = field->grid;
	int32_t cell = j * grid->width + i;
	double mantissa = field->mantissa[cell];
	int32_t exponent = field->exponent[cell];
	double bestMantissa = mantissa;
	int32_t bestExponent = exponent;
	double sum = 0.0;
	double diagonal = wfStencil_GetScreening( stencil, grid, cell );
	*direction = NO_DIRECTION;
	for ( uint8_t d = 0; d < 4; ++d )
	{
		if ( !wfIsCellFree( grid, i + s_columnStep[d], j + s_rowStep[d] ) )
		{
			diagonal += stencil->neumann ? 0.0 : stencil->weight[d];
			continue;
		}
		diagonal += stencil->weight[d];
		int32_t other = cell + s_columnStep[d] + s_rowStep[d] * grid->width;
		double otherMantissa = field->mantissa[other];
		int32_t otherExponent = field->exponent[other];
		sum += stencil->weight[d] * otherMantissa * wfPowerOfTwo( otherExponent - exponent );
		if ( otherMantissa > 0.0 && isGreater( otherMantissa, otherExponent, bestMantissa, bestExponent ) )
		{
			bestMantissa = otherMantissa;
			bestExponent = otherExponent;
			*direction = d;
		}
	}
	return fabs( sum / ( diagonal * mantissa ) - 1.0 );
}

double wfField_GetResidual( const wfField* field, int32_t cell )
{
	const wfGrid* grid = field->grid;
	if ( cell < 0 || cell >= grid->width * grid->height || field->mantissa[cell] == 0.0 || field->isGoal[cell] )
	{
		return 0.0;
	}
	uint8_t direction;
	return checkCell( field, &field->planner->stencil, cell % grid->width, cell / grid->width, &direction );
}

static inline void checkOne( const wfField* field, const wfStencil* stencil, int32_t i, int32_t j, wfCheckResult* result )
{
	int32_t cell = j * field->grid->width + i;
	double mantissa = field->mantissa[cell];
	if ( mantissa == 0.0 )
	{
		return;
	}
	result->reachable += 1;
	double level = (double)field->exponent[cell] + ( mantissa - 1.0 );
	result->smallest = level < result->smallest ? level : result->smallest;
	if ( !field->isGoal[cell] )
	{
		uint8_t direction;
		double residual = checkCell( field, stencil, i, j, &direction );
		result->residual = residual <= result->residual ? result->residual : residual;
		result->flat += direction == NO_DIRECTION;
	}
}

static void checkRow( const wfField* field, int32_t j, wfCheckResult* result )
{
	const wfGrid* grid = field->grid;
	const wfStencil* stencil = &field->planner->stencil;
	int32_t i = 0;
	if ( j > 0 && j + 1 < grid->height && !stencil->neumann && grid->cost == NULL )
	{
		checkOne( field, stencil, i++, j, result );
		double diagonal =
			( stencil->weight[0] + stencil->weight[1] ) + ( stencil->weight[2] + stencil->weight[3] ) + stencil->hasteSquared;
		i += wfGetCheckKernel()( field, stencil, (int64_t)j * grid->width + i, grid->width - 1 - i, diagonal, result );
	}
	for ( ; i < grid->width; ++i )
	{
		checkOne( field, stencil, i, j, result );
	}
}

static void checkRows( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	Check* check = context;
	int32_t height = check->field->grid->height;
	for ( int32_t task = begin; task < end; ++task )
	{
		wfCheckResult result = { 0 };
		for ( int32_t j = task * ROWS_PER_TASK; j < ( task + 1 ) * ROWS_PER_TASK && j < height; ++j )
		{
			checkRow( check->field, j, &result );
		}
		check->rows[task] = result;
	}
}

static void findDirections( const wfField* field, uint8_t* directions )
{
	const wfGrid* grid = field->grid;
	for ( int32_t j = 0; j < grid->height; ++j )
	{
		for ( int32_t i = 0; i < grid->width; ++i )
		{
			int32_t cell = j * grid->width + i;
			directions[cell] = NO_DIRECTION;
			if ( field->mantissa[cell] > 0.0 && !field->isGoal[cell] )
			{
				(void)checkCell( field, &field->planner->stencil, i, j, &directions[cell] );
			}
		}
	}
}

// Walk backwards from the goal along best-neighbour steps: who is met arrives.
static wfResult countArriving( wfField* field )
{
	const wfGrid* grid = field->grid;
	size_t cells = (size_t)grid->width * (size_t)grid->height;
	uint8_t* direction = wfAllocateArray( cells, 1 );
	int32_t* queue = wfAllocateArray( cells, sizeof( int32_t ) );
	wfResult result = direction != NULL && queue != NULL ? wf_ok : wf_outOfMemory;
	int64_t head = 0;
	int64_t tail = 0;
	for ( int32_t cell = 0; result == wf_ok && cell < (int32_t)cells; ++cell )
	{
		if ( field->isGoal[cell] )
		{
			queue[tail++] = cell;
		}
	}
	if ( result == wf_ok )
	{
		findDirections( field, direction );
	}
	while ( head < tail )
	{
		int32_t cell = queue[head++];
		int32_t i = cell % grid->width;
		int32_t j = cell / grid->width;
		for ( uint8_t d = 0; d < 4; ++d )
		{
			// The neighbour against direction d comes here if its best direction is d.
			int32_t column = i - s_columnStep[d];
			int32_t row = j - s_rowStep[d];
			if ( column >= 0 && row >= 0 && column < grid->width && row < grid->height )
			{
				int32_t other = row * grid->width + column;
				if ( direction[other] == d )
				{
					queue[tail++] = other;
				}
			}
		}
	}
	field->report.arrivingCells = tail;
	wfReleaseArray( direction, cells, 1 );
	wfReleaseArray( queue, cells, sizeof( int32_t ) );
	return result;
}

wfResult wfField_Check( wfField* field )
{
	const wfGrid* grid = field->grid;
	int32_t tasks = ( grid->height + ROWS_PER_TASK - 1 ) / ROWS_PER_TASK;
	Check check = { field, wfAllocateArray( (size_t)tasks, sizeof( wfCheckResult ) ) };
	if ( check.rows == NULL )
	{
		return wf_outOfMemory;
	}
	wfWorkers_ParallelFor( field->planner->def.workers, checkRows, tasks, 1, &check );
	wfCheckResult total = { 0 };
	for ( int32_t k = 0; k < tasks; ++k )
	{
		const wfCheckResult* row = &check.rows[k];
		total.reachable += row->reachable;
		total.flat += row->flat;
		total.residual = row->residual <= total.residual ? total.residual : row->residual;
		total.smallest = row->smallest < total.smallest ? row->smallest : total.smallest;
	}
	wfReleaseArray( check.rows, (size_t)tasks, sizeof( wfCheckResult ) );
	wfFieldReport* report = &field->report;
	report->freeCells = grid->freeCount;
	report->reachableCells = total.reachable;
	report->flatCells = total.flat;
	report->maxRelativeResidual = total.residual;
	double whole = floor( total.smallest );
	report->minLogValue = whole * WF_LN_2 + wfLog( 1.0 + ( total.smallest - whole ) );
	// Without flat cells every step goes strictly up, so that every walk ends, and only the goal ends it. Otherwise count.
	report->arrivingCells = total.reachable;
	wfResult result = total.flat == 0 ? wf_ok : countArriving( field );
	report->converged = total.residual <= 1e-9 && total.flat == 0 && report->arrivingCells == total.reachable;
	return result;
}
