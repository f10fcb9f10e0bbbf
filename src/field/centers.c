// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Directions of many cells at once.

#include "field/centers.h"

#include "base/arrays.h"
#include "field/planner.h"
#include "field/query.h"

#include <string.h>

static const wfCenterKernels* getKernels( void )
{
#if defined( __x86_64__ )
	static const wfCenterKernels* const kernels[] = { &wfCenterKernelsBaseline, &wfCenterKernelsAvx2, &wfCenterKernelsAvx512 };
	return kernels[wfGetSimdLevel()];
#else
	return &wfCenterKernelsBaseline;
#endif
}

static wfVec2 findDirection( const wfField* field, int32_t cell )
{
	bool inside = cell >= 0 && cell < field->grid->width * field->grid->height;
	return inside ? wfCenterDirection( field, cell ) : ( wfVec2 ){ 0.0, 0.0 };
}

// ----------------------------------------------------------------------------------------------------------- all of them

// Three rows of values for one worker, turning, with room on both sides, and what is left of a row.
typedef struct Band
{
	double* values;
	int32_t* exponents;
	uint8_t* isLeft;
	wfRowRange ranges[3];
	int32_t units[3]; // of the values, SCALED_NOT: they are mantissas
} Band;

#define SCALED_NOT INT32_MIN

typedef struct Sweep
{
	const wfField* field;
	const wfCenterKernels* kernels;
	wfVec2* directions; // of all cells
	size_t stride;		// numbers of a band's row
	Band bands;			// memory of one for each worker
} Sweep;

static wfArrays listBands( Sweep* sweep, int32_t workers )
{
	size_t numbers = sweep->stride * (size_t)workers;
	return ( wfArrays ){ {
		WF_ZEROED_ARRAY( sweep->bands.values, 3 * numbers ),
		WF_ZEROED_ARRAY( sweep->bands.exponents, 3 * numbers ),
		WF_ONE_ARRAY( sweep->bands.isLeft, numbers ),
	} };
}

static inline bool isInside( const Sweep* sweep, int32_t j )
{
	return j >= 0 && j < sweep->field->grid->height;
}

static wfCellRow getRow( const Sweep* sweep, int32_t j )
{
	const wfField* field = sweep->field;
	int64_t first = (int64_t)j * field->grid->width;
	return ( wfCellRow ){ field->core.mantissa + first, field->core.exponent + first, field->grid->blocked + first,
						  field->grid->width };
}

// The place of row j among the three.
static inline int32_t slotOf( int32_t j )
{
	return ( j + 3 ) % 3;
}

static void measureRow( const Sweep* sweep, Band* band, int32_t j )
{
	wfCellRow row = isInside( sweep, j ) ? getRow( sweep, j ) : ( wfCellRow ){ .width = 0 };
	band->ranges[slotOf( j )] = sweep->kernels->measure( &row );
	band->units[slotOf( j )] = INT32_MAX;
}

// Row j in units of 2^unit, or as it is.
static void loadRow( const Sweep* sweep, Band* band, int32_t j, int32_t unit )
{
	int32_t slot = slotOf( j );
	if ( band->units[slot] == unit )
	{
		return;
	}
	size_t at = (size_t)slot * sweep->stride + 1, width = (size_t)sweep->field->grid->width;
	band->units[slot] = unit;
	if ( !isInside( sweep, j ) )
	{
		memset( band->values + at, 0, width * sizeof( double ) );
		return;
	}
	wfCellRow row = getRow( sweep, j );
	if ( unit != SCALED_NOT )
	{
		sweep->kernels->scale( &row, unit, band->values + at );
		return;
	}
	memcpy( band->values + at, row.mantissa, width * sizeof( double ) );
	memcpy( band->exponents + at, row.exponent, width * sizeof( int32_t ) );
}

// Units that three rows have in common, if possible those that they are in already.
static int32_t chooseUnit( const Band* band, int32_t j )
{
	int32_t low = INT32_MAX, high = INT32_MIN, before = band->units[slotOf( j )];
	for ( int32_t k = 0; k < 3; ++k )
	{
		low = band->ranges[k].low < low ? band->ranges[k].low : low;
		high = band->ranges[k].high > high ? band->ranges[k].high : high;
	}
	if ( low > high )
	{
		return 0;
	}
	if ( before != INT32_MAX && before != SCALED_NOT && low > before - WF_CENTER_RANGE / 2 &&
		 high < before + WF_CENTER_RANGE / 2 )
	{
		return before;
	}
	return high - low < WF_CENTER_RANGE - 2 ? low + ( high - low ) / 2 : SCALED_NOT;
}

static void sweepRow( const Sweep* sweep, Band* band, int32_t j )
{
	const wfField* field = sweep->field;
	int32_t width = field->grid->width;
	wfVec2* directions = sweep->directions + (int64_t)j * width;
	bool isAnyLeft = true, edited = band->ranges[0].edited || band->ranges[1].edited || band->ranges[2].edited;
	if ( !edited )
	{
		wfCenterRows rows = { .neumann = field->neumann != 0 };
		int32_t unit = chooseUnit( band, j );
		for ( int32_t k = 0; k < 3; ++k )
		{
			loadRow( sweep, band, j + k - 1, unit );
			size_t at = (size_t)slotOf( j + k - 1 ) * sweep->stride + 1;
			rows.value[k] = band->values + at;
			rows.exponent[k] = unit == SCALED_NOT ? band->exponents + at : NULL;
		}
		isAnyLeft = sweep->kernels->direct( &rows, width, directions, band->isLeft );
	}
	for ( int32_t i = 0; i < width && isAnyLeft; ++i )
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
	Band band = { .values = sweep->bands.values + 3 * offset,
				  .exponents = sweep->bands.exponents + 3 * offset,
				  .isLeft = sweep->bands.isLeft + offset };
	measureRow( sweep, &band, begin - 1 );
	measureRow( sweep, &band, begin );
	for ( int32_t j = begin; j < end; ++j )
	{
		measureRow( sweep, &band, j + 1 );
		sweepRow( sweep, &band, j );
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
	Sweep sweep = { field, getKernels(), directions, (size_t)field->grid->width + 1 + WF_CENTER_PADDING, { 0 } };
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

// A list so long that finding all directions is cheaper.
static wfResult pickFromAll( wfField* field, const int32_t* cells, int32_t count, wfVec2* directions )
{
	int32_t total = field->grid->width * field->grid->height;
	wfVec2* all = wfAllocateArray( (size_t)total, sizeof( wfVec2 ) );
	wfResult result = all != NULL ? findAll( field, all ) : wf_outOfMemory;
	for ( int32_t n = 0; n < count && result == wf_ok; ++n )
	{
		bool inside = cells[n] >= 0 && cells[n] < total;
		directions[n] = inside ? all[cells[n]] : ( wfVec2 ){ 0.0, 0.0 };
	}
	wfReleaseArray( all, (size_t)total, sizeof( wfVec2 ) );
	return result;
}

wfResult wfField_GetDirections( wfField* field, const int32_t* cells, int32_t count, wfVec2* directions )
{
	if ( WF_FAILS( field != NULL && ( directions != NULL || count <= 0 ) ) ||
		 WF_FAILS( cells != NULL || count == field->grid->width * field->grid->height ) )
	{
		return wf_invalidDef;
	}
	int32_t total = field->grid->width * field->grid->height;
	if ( cells == NULL )
	{
		return findAll( field, directions );
	}
	if ( count > total / WF_WHOLE_LIST )
	{
		return pickFromAll( field, cells, count, directions );
	}
	wfResult result = wfField_SolveCells( field, cells, count );
	for ( int32_t n = 0; n < count && result == wf_ok; ++n )
	{
		directions[n] = findDirection( field, cells[n] );
	}
	return result;
}
