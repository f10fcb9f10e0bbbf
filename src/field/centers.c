// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Directions of many cells at once.

#include "field/centers.h"

#include "base/arrays.h"
#include "field/planner.h"
#include "field/query.h"

#include <string.h>

static wfCenterKernel* getKernel( void )
{
#if defined( __x86_64__ )
	static wfCenterKernel* const kernels[] = { wfCenterKernelBaseline, wfCenterKernelAvx2, wfCenterKernelAvx512 };
	return kernels[wfGetSimdLevel()];
#else
	return wfCenterKernelBaseline;
#endif
}

static wfVec2 findDirection( const wfField* field, int32_t cell )
{
	bool inside = cell >= 0 && cell < field->grid->width * field->grid->height;
	return inside ? wfCenterDirection( field, cell ) : ( wfVec2 ){ 0.0, 0.0 };
}

// ----------------------------------------------------------------------------------------------------------- all of them

// Rows of a whole field for one worker: three of values, turning, with room on both sides, and one of results.
typedef struct Band
{
	double* mantissa;
	int32_t* exponent;
	wfVec2* directions;
	uint8_t* isLeft;
} Band;

typedef struct Sweep
{
	const wfField* field;
	wfVec2* directions; // of all cells
	size_t stride;		// numbers of a band's row
	Band bands;			// one for each worker
} Sweep;

static wfArrays listBands( Sweep* sweep, int32_t workers )
{
	size_t numbers = sweep->stride * (size_t)workers;
	return ( wfArrays ){ {
		WF_ZEROED_ARRAY( sweep->bands.mantissa, 3 * numbers ),
		WF_ZEROED_ARRAY( sweep->bands.exponent, 3 * numbers ),
		WF_ONE_ARRAY( sweep->bands.directions, numbers ),
		WF_ONE_ARRAY( sweep->bands.isLeft, numbers ),
	} };
}

// Row j into its place of the band, zeros where there is none. Returns whether it is blocked where the field has a value: the
// grid was edited since.
static bool loadRow( const Sweep* sweep, const Band* band, int32_t j )
{
	const wfField* field = sweep->field;
	size_t width = (size_t)field->grid->width, at = (size_t)( ( j + 3 ) % 3 ) * sweep->stride + 1;
	double* mantissa = band->mantissa + at;
	int32_t* exponent = band->exponent + at;
	if ( j < 0 || j >= field->grid->height )
	{
		memset( mantissa, 0, width * sizeof( double ) );
		memset( exponent, 0, width * sizeof( int32_t ) );
		return false;
	}
	memcpy( mantissa, field->core.mantissa + (size_t)j * width, width * sizeof( double ) );
	memcpy( exponent, field->core.exponent + (size_t)j * width, width * sizeof( int32_t ) );
	const uint8_t* blocked = field->grid->blocked + (size_t)j * width;
	int32_t edited = 0;
	for ( size_t i = 0; i < width; ++i )
	{
		edited |= ( blocked[i] != 0 ) & ( mantissa[i] != 0.0 );
	}
	return edited != 0;
}

static void sweepRow( const Sweep* sweep, const Band* band, int32_t j, bool edited )
{
	const wfField* field = sweep->field;
	int32_t width = field->grid->width;
	wfVec2* directions = sweep->directions + (int64_t)j * width;
	if ( !edited )
	{
		wfCenterRows rows = { .neumann = field->neumann != 0 };
		for ( int32_t k = 0; k < 3; ++k )
		{
			size_t at = (size_t)( ( j + 2 + k ) % 3 ) * sweep->stride + 1;
			rows.mantissa[k] = band->mantissa + at;
			rows.exponent[k] = band->exponent + at;
		}
		getKernel()( &rows, width, band->directions, band->isLeft );
		memcpy( directions, band->directions, (size_t)width * sizeof( wfVec2 ) );
	}
	for ( int32_t i = 0; i < width; ++i )
	{
		if ( edited || band->isLeft[i] )
		{
			directions[i] = wfCenterDirection( field, j * width + i );
		}
	}
}

static void sweepRows( int32_t begin, int32_t end, int32_t worker, void* context )
{
	const Sweep* sweep = context;
	size_t offset = sweep->stride * (size_t)worker;
	Band band = { sweep->bands.mantissa + 3 * offset, sweep->bands.exponent + 3 * offset, sweep->bands.directions + offset,
				  sweep->bands.isLeft + offset };
	bool edited[3];
	edited[0] = loadRow( sweep, &band, begin - 1 );
	edited[1] = loadRow( sweep, &band, begin );
	for ( int32_t j = begin; j < end; ++j )
	{
		edited[2] = loadRow( sweep, &band, j + 1 );
		sweepRow( sweep, &band, j, edited[0] || edited[1] || edited[2] );
		edited[0] = edited[1];
		edited[1] = edited[2];
	}
}

static wfResult findAll( wfField* field, wfVec2* directions )
{
	wfPlannerCore* planner = &field->planner->core;
	wfFieldCore* core = &field->core;
	wfResult result = wfSolveFields( &core, 1, NULL, 0 );
	if ( result != wf_ok )
	{
		return result;
	}
	int32_t workers = wfWorkers_GetCount( planner->workers );
	Sweep sweep = { field, directions, (size_t)field->grid->width + 1 + WF_CENTER_PADDING, { 0 } };
	wfArrays arrays = listBands( &sweep, workers );
	result = wfArrays_Allocate( &arrays );
	if ( result == wf_ok )
	{
		wfLock_Acquire( &planner->lock ); // of the workers
		wfWorkers_ParallelFor( planner->workers, sweepRows, field->grid->height, WF_ROWS_PER_PART, &sweep );
		wfLock_Release( &planner->lock );
		for ( int32_t k = 0; k < core->goalCount; ++k )
		{
			directions[core->goals[k]] = ( wfVec2 ){ 0.0, 0.0 };
		}
		for ( int32_t k = 0; k < core->pockets.count; ++k )
		{
			directions[core->pockets.data[k]] = ( wfVec2 ){ 0.0, 0.0 };
		}
	}
	wfArrays_Free( &arrays );
	return result;
}

// --------------------------------------------------------------------------------------------------------- some of them

wfResult wfField_GetDirections( wfField* field, const int32_t* cells, int32_t count, wfVec2* directions )
{
	if ( WF_FAILS( field != NULL && ( directions != NULL || count <= 0 ) ) ||
		 WF_FAILS( cells != NULL || count == field->grid->width * field->grid->height ) )
	{
		return wf_invalidDef;
	}
	if ( cells == NULL )
	{
		return findAll( field, directions );
	}
	wfResult result = wfField_SolveCells( field, cells, count );
	for ( int32_t n = 0; n < count && result == wf_ok; ++n )
	{
		directions[n] = findDirection( field, cells[n] );
	}
	return result;
}
