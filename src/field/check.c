// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The a-posteriori check: what the field says, put back into the equation it should solve.

#include "base/math.h"
#include "field/planner.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#define NO_DIRECTION 4
#define ROWS_PER_TASK 16

// Per task, so that the maximum does not depend on who computed it.
typedef struct RowResult
{
	double residual;
	double smallest; // log2 of q, to pick the smallest
	int64_t freeCells, reachable, flat;
} RowResult;

typedef struct Check
{
	const wfField* field;
	uint8_t* direction; // to the best neighbour, by cell
	RowResult* rows;
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

static void checkRows( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	Check* check = context;
	const wfField* field = check->field;
	const wfGrid* grid = field->grid;
	for ( int32_t task = begin; task < end; ++task )
	{
		RowResult result = { 0 };
		int32_t last = ( task + 1 ) * ROWS_PER_TASK < grid->height ? ( task + 1 ) * ROWS_PER_TASK : grid->height;
		for ( int32_t j = task * ROWS_PER_TASK; j < last; ++j )
		{
			for ( int32_t i = 0; i < grid->width; ++i )
			{
				int32_t cell = j * grid->width + i;
				check->direction[cell] = NO_DIRECTION;
				result.freeCells += grid->blocked[cell] == 0;
				double mantissa = field->mantissa[cell];
				if ( mantissa == 0.0 )
				{
					continue;
				}
				result.reachable += 1;
				double level = (double)field->exponent[cell] + ( mantissa - 1.0 );
				result.smallest = level < result.smallest ? level : result.smallest;
				if ( field->isGoal[cell] )
				{
					continue;
				}
				double residual = checkCell( field, &field->planner->stencil, i, j, &check->direction[cell] );
				result.residual = residual > result.residual || !( residual == residual ) ? residual : result.residual;
				result.flat += check->direction[cell] == NO_DIRECTION;
			}
		}
		check->rows[task] = result;
	}
}

// Walk backwards from the goal along best-neighbour steps: who is met arrives.
static int64_t countArriving( const wfField* field, const uint8_t* direction, int32_t* queue )
{
	const wfGrid* grid = field->grid;
	int64_t head = 0;
	int64_t tail = 0;
	for ( int32_t k = 0; k < field->goalCount; ++k )
	{
		queue[tail++] = field->goalCells[k];
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
	return tail;
}

wfResult wfField_Check( wfField* field )
{
	const wfGrid* grid = field->grid;
	size_t cells = (size_t)grid->width * (size_t)grid->height;
	int32_t tasks = ( grid->height + ROWS_PER_TASK - 1 ) / ROWS_PER_TASK;
	Check check = { .field = field };
	check.direction = wfAllocateArray( cells, 1 );
	check.rows = wfAllocateArray( (size_t)tasks, sizeof( RowResult ) );
	int32_t* queue = wfAllocateArray( cells, sizeof( int32_t ) );
	wfResult result = wf_outOfMemory;
	if ( check.direction != NULL && check.rows != NULL && queue != NULL )
	{
		wfWorkers_ParallelFor( field->planner->def.workers, checkRows, tasks, 1, &check );
		RowResult total = { 0 };
		for ( int32_t k = 0; k < tasks; ++k )
		{
			const RowResult* row = &check.rows[k];
			total.freeCells += row->freeCells;
			total.reachable += row->reachable;
			total.flat += row->flat;
			total.residual =
				row->residual > total.residual || !( row->residual == row->residual ) ? row->residual : total.residual;
			total.smallest = row->smallest < total.smallest ? row->smallest : total.smallest;
		}
		wfFieldReport* report = &field->report;
		report->freeCells = total.freeCells;
		report->reachableCells = total.reachable;
		report->flatCells = total.flat;
		report->arrivingCells = countArriving( field, check.direction, queue );
		report->maxRelativeResidual = total.residual;
		double whole = floor( total.smallest );
		report->minLogValue = whole * 0.6931471805599453 + wfLog( 1.0 + ( total.smallest - whole ) );
		report->converged = total.residual <= 1e-9 && total.flat == 0 && report->arrivingCells == total.reachable;
		result = wf_ok;
	}
	wfReleaseArray( check.direction, cells, 1 );
	wfReleaseArray( check.rows, (size_t)tasks, sizeof( RowResult ) );
	wfReleaseArray( queue, cells, sizeof( int32_t ) );
	return result;
}
