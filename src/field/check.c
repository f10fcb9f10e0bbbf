// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The a-posteriori check: what the field says, put back into the equation it should solve.

#include "field/check.h"
#include "base/math.h"
#include "field/tuning.h"

#include <math.h>
#include <string.h>

static wfCheckKernel* getKernel( void )
{
#if defined( __x86_64__ )
	static wfCheckKernel* const kernels[] = { wfCheckKernelBaseline, wfCheckKernelAvx2, wfCheckKernelAvx512 };
	return kernels[wfGetSimdLevel()];
#else
	return wfCheckKernelBaseline;
#endif
}

static const int32_t s_columnStep[4] = { 1, -1, 0, 0 };
static const int32_t s_rowStep[4] = { 0, 0, 1, -1 };

// The relative residual of a cell, and whether it has a better neighbour.
static inline double checkCell( const wfField* field, const wfStencil* stencil, int32_t i, int32_t j, bool* flat )
{
	const wfGrid* grid = field->grid;
	int32_t cell = j * grid->width + i;
	wfWide own = wfField_Get( field, cell );
	double sum = 0.0;
	double diagonal = wfStencil_GetScreening( stencil, grid->cost, cell );
	*flat = true;
	for ( uint8_t d = 0; d < 4; ++d )
	{
		if ( !wfIsCellFree( grid, i + s_columnStep[d], j + s_rowStep[d] ) )
		{
			diagonal += stencil->neumann ? 0.0 : stencil->weight[d];
			continue;
		}
		diagonal += stencil->weight[d];
		int32_t other = cell + s_columnStep[d] + s_rowStep[d] * grid->width;
		wfWide value = wfField_Get( field, other );
		sum += stencil->weight[d] * value.mantissa * wfPowerOfTwo( value.exponent - own.exponent );
		*flat = *flat && !wfIsWideGreater( value, own );
	}
	return fabs( sum / ( diagonal * own.mantissa ) - 1.0 );
}

double wfField_GetResidual( const wfField* field, int32_t cell )
{
	const wfGrid* grid = field->grid;
	if ( cell < 0 || cell >= grid->width * grid->height || wfField_IsGoalCell( field, cell ) ||
		 wfField_Get( field, cell ).mantissa == 0.0 )
	{
		return 0.0;
	}
	bool flat;
	return checkCell( field, &field->planner->stencil, cell % grid->width, cell / grid->width, &flat );
}

static inline void checkOne( const wfField* field, const wfStencil* stencil, int32_t i, int32_t j, wfCheckResult* result )
{
	int32_t cell = j * field->grid->width + i;
	double mantissa = field->core.mantissa[cell];
	if ( mantissa == 0.0 )
	{
		return;
	}
	result->reachable += 1;
	double level = (double)field->core.exponent[cell] + ( mantissa - 1.0 );
	result->smallest = level < result->smallest ? level : result->smallest;
	if ( !field->core.isGoal[cell] )
	{
		bool flat;
		double residual = checkCell( field, stencil, i, j, &flat );
		result->residual = residual <= result->residual ? result->residual : residual;
		result->flat += flat;
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
		i += getKernel()( field, stencil, (int64_t)j * grid->width + i, grid->width - 1 - i, diagonal, result );
	}
	for ( ; i < grid->width; ++i )
	{
		checkOne( field, stencil, i, j, result );
	}
}

int32_t wfField_CountCheckParts( const wfGrid* grid )
{
	return ( grid->height + WF_ROWS_PER_PART - 1 ) / WF_ROWS_PER_PART;
}

void wfField_CheckPart( wfFieldCore* core, int32_t part, wfCheckResult* result )
{
	const wfField* field = (const wfField*)core;
	int32_t height = field->grid->height;
	for ( int32_t j = part * WF_ROWS_PER_PART; j < ( part + 1 ) * WF_ROWS_PER_PART && j < height; ++j )
	{
		checkRow( field, j, result );
	}
}

void wfField_FinishCheck( wfFieldCore* field, const wfCheckResult* total )
{
	double whole = floor( total->smallest );
	field->report.minLogValue = whole * WF_LN_2 + wfLog( 1.0 + ( total->smallest - whole ) );
}
