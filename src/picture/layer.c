// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "picture/layer.h"

#include "base/base.h"
#include "base/math.h"

#include <math.h>
#include <stdlib.h>

#define WF_MAX_SAMPLES 65536

static wfResult beginLayer( const wfGrid* grid, wfLayer* layer )
{
	*layer = ( wfLayer ){ .grid = grid, .width = wfGrid_GetWidth( grid ), .height = wfGrid_GetHeight( grid ) };
	layer->cellCount = (size_t)layer->width * (size_t)layer->height;
	layer->kind = wfAllocateArray( layer->cellCount, sizeof( uint8_t ) );
	layer->level = wfAllocateArray( layer->cellCount, sizeof( float ) );
	if ( layer->kind == NULL || layer->level == NULL )
	{
		wfFreeLayer( layer );
		return wf_outOfMemory;
	}
	for ( size_t cell = 0; cell < layer->cellCount; ++cell )
	{
		bool free = wfGrid_IsFree( grid, (int32_t)cell );
		bool inside = !free && wfGrid_GetClearance( grid, (int32_t)cell ) <= 0.0;
		layer->kind[cell] = (uint8_t)( free										   ? wf_bareCell
									   : inside || wfGrid_GetRadius( grid ) == 0.0 ? wf_wallCell
																				   : wf_marginCell );
		layer->level[cell] = -1.0f;
		layer->costly = layer->costly || ( free && wfGrid_GetCost( grid, (int32_t)cell ) > 1.0 );
	}
	return wf_ok;
}

void wfFreeLayer( wfLayer* layer )
{
	wfReleaseArray( layer->kind, layer->cellCount, sizeof( uint8_t ) );
	wfReleaseArray( layer->level, layer->cellCount, sizeof( float ) );
	*layer = ( wfLayer ){ 0 };
}

static void countKinds( wfLayer* layer )
{
	for ( size_t cell = 0; cell < layer->cellCount; ++cell )
	{
		layer->count[layer->kind[cell]] += 1;
	}
}

wfResult wfMakeGridLayer( const wfGrid* grid, wfLayer* layer )
{
	wfResult result = beginLayer( grid, layer );
	if ( result == wf_ok )
	{
		countKinds( layer );
	}
	return result;
}

// A goal may be a line or a ring: its mark belongs on a cell of it, not on their mean.
static void placeGoal( wfLayer* layer )
{
	wfVec2 sum = { 0 };
	double count = 0.0, best = INFINITY;
	for ( size_t cell = 0; cell < layer->cellCount; ++cell )
	{
		if ( layer->kind[cell] == wf_goalCell )
		{
			wfVec2 center = wfGrid_GetCenter( layer->grid, (int32_t)cell );
			sum.x += center.x;
			sum.y += center.y;
			count += 1.0;
		}
	}
	for ( size_t cell = 0; cell < layer->cellCount && count > 0.0; ++cell )
	{
		if ( layer->kind[cell] == wf_goalCell )
		{
			wfVec2 center = wfGrid_GetCenter( layer->grid, (int32_t)cell );
			double x = center.x - sum.x / count, y = center.y - sum.y / count;
			if ( x * x + y * y < best )
			{
				best = x * x + y * y;
				layer->goal = center;
			}
		}
	}
}

static int compareValues( const void* a, const void* b )
{
	const double *left = a, *right = b;
	return *left < *right ? -1 : *left > *right ? 1 : 0;
}

double wfFindRank( const double* sorted, size_t count, double value )
{
	size_t low = 0, high = count - 1;
	if ( !( value > sorted[low] ) || value >= sorted[high] )
	{
		return value >= sorted[high] ? 1.0 : 0.0;
	}
	while ( high - low > 1 )
	{
		size_t middle = low + ( high - low ) / 2;
		*( sorted[middle] < value ? &low : &high ) = middle;
	}
	double part = ( value - sorted[low] ) / ( sorted[high] - sorted[low] );
	return ( (double)low + part ) / (double)( count - 1 );
}

// Values span tens of thousands of powers of e, most of it in a few corridors: any fixed scale leaves the rest in one colour.
// Ranks give every colour the same area. Connected cells whose value is not finite get level 0.
static wfResult spreadLevels( wfLayer* layer, const double* values )
{
	size_t finite = 0;
	for ( size_t cell = 0; cell < layer->cellCount; ++cell )
	{
		finite += layer->kind[cell] <= wf_flatCell && isfinite( values[cell] ) ? 1 : 0;
	}
	size_t stride = finite > 0 ? ( finite + WF_MAX_SAMPLES - 1 ) / WF_MAX_SAMPLES : 1, count = 0, seen = 0;
	size_t capacity = ( finite + stride - 1 ) / stride + 2;
	double* sorted = wfAllocateArray( capacity, sizeof( double ) );
	if ( sorted == NULL )
	{
		return wf_outOfMemory;
	}
	double least = INFINITY, most = -INFINITY;
	for ( size_t cell = 0; cell < layer->cellCount; ++cell )
	{
		if ( layer->kind[cell] <= wf_flatCell && isfinite( values[cell] ) )
		{
			least = values[cell] < least ? values[cell] : least;
			most = values[cell] > most ? values[cell] : most;
			if ( seen++ % stride == 0 )
			{
				sorted[count++] = values[cell];
			}
		}
	}
	if ( count > 0 )
	{
		sorted[count++] = least;
		sorted[count++] = most;
		qsort( sorted, count, sizeof( double ), compareValues );
	}
	for ( size_t cell = 0; cell < layer->cellCount; ++cell )
	{
		if ( layer->kind[cell] <= wf_flatCell )
		{
			layer->level[cell] = isfinite( values[cell] ) ? (float)wfFindRank( sorted, count, values[cell] ) : 0.0f;
		}
	}
	for ( size_t tick = 0; tick < WF_TICK_COUNT && count > 0; ++tick )
	{
		layer->ticks[tick] = sorted[tick * ( count - 1 ) / ( WF_TICK_COUNT - 1 )];
	}
	wfReleaseArray( sorted, capacity, sizeof( double ) );
	return wf_ok;
}

static bool isGreater( wfScaled a, wfScaled b )
{
	bool comparable = a.mantissa == 0.0 || b.mantissa == 0.0 || a.exponent == b.exponent;
	return comparable ? a.mantissa > b.mantissa : a.exponent > b.exponent;
}

// Whether none of the free neighbours is strictly better, by a field or else by a potential.
static bool isFlat( const wfLayer* layer, int32_t cell, const wfField* field, const double* p )
{
	int32_t width = layer->width, i = cell % width, j = cell / width;
	bool inside[4] = { i > 0, i + 1 < width, j > 0, j + 1 < layer->height };
	int32_t others[4] = { cell - 1, cell + 1, cell - width, cell + width };
	for ( int32_t k = 0; k < 4; ++k )
	{
		if ( inside[k] && wfGrid_IsFree( layer->grid, others[k] ) &&
			 ( field != NULL ? isGreater( wfField_GetCellValue( field, others[k] ), wfField_GetCellValue( field, cell ) )
							 : p[others[k]] < p[cell] ) )
		{
			return false;
		}
	}
	return true;
}

// With room for a value of each cell.
static wfResult beginValues( const wfGrid* grid, wfLayer* layer, double** values )
{
	wfResult result = beginLayer( grid, layer );
	*values = result == wf_ok ? wfAllocateArray( layer->cellCount, sizeof( double ) ) : NULL;
	if ( result == wf_ok && *values == NULL )
	{
		wfFreeLayer( layer );
		return wf_outOfMemory;
	}
	return result;
}

// From the kinds of the cells and the logarithms of what is shown; releases these.
static wfResult finishLayer( wfLayer* layer, double* values )
{
	layer->shown = true;
	countKinds( layer );
	placeGoal( layer );
	wfResult result = spreadLevels( layer, values );
	wfReleaseArray( values, layer->cellCount, sizeof( double ) );
	if ( result != wf_ok )
	{
		wfFreeLayer( layer );
	}
	return result;
}

wfResult wfMakeFieldLayer( const wfGrid* grid, const wfField* field, wfLayer* layer )
{
	double* values;
	wfResult result = beginValues( grid, layer, &values );
	if ( result != wf_ok )
	{
		return result;
	}
	for ( int32_t cell = 0; cell < (int32_t)layer->cellCount; ++cell )
	{
		wfScaled value = wfField_GetCellValue( field, cell );
		values[cell] = value.mantissa > 0.0 ? log( value.mantissa ) + WF_LN_2 * value.exponent : -INFINITY;
		if ( layer->kind[cell] == wf_bareCell )
		{
			layer->kind[cell] = (uint8_t)( wfField_IsGoal( field, wfGrid_GetCenter( grid, cell ) ) ? wf_goalCell
										   : value.mantissa == 0.0								   ? wf_apartCell
										   : isFlat( layer, cell, field, NULL )					   ? wf_flatCell
																								   : wf_plainCell );
		}
	}
	return finishLayer( layer, values );
}

// Where a component of the grid has a goal; `connected` has room for all of them.
static void markConnected( wfLayer* layer, const double* p, uint8_t* connected )
{
	for ( int32_t cell = 0; cell < (int32_t)layer->cellCount; ++cell )
	{
		if ( layer->kind[cell] == wf_goalCell )
		{
			connected[wfGrid_GetComponent( layer->grid, cell )] = 1;
		}
	}
	for ( int32_t cell = 0; cell < (int32_t)layer->cellCount; ++cell )
	{
		if ( layer->kind[cell] == wf_bareCell )
		{
			bool apart = connected[wfGrid_GetComponent( layer->grid, cell )] == 0;
			layer->kind[cell] = (uint8_t)( apart ? wf_apartCell : isFlat( layer, cell, NULL, p ) ? wf_flatCell : wf_plainCell );
		}
	}
}

wfResult wfMakePotentialLayer( const wfGrid* grid, const double* p, const int32_t* goalCells, int32_t goalCount, wfLayer* layer )
{
	double* values;
	wfResult result = beginValues( grid, layer, &values );
	if ( result != wf_ok )
	{
		return result;
	}
	for ( size_t cell = 0; cell < layer->cellCount; ++cell )
	{
		bool goal = goalCells == NULL && layer->kind[cell] == wf_bareCell && p[cell] == 0.0;
		layer->kind[cell] = goal ? (uint8_t)wf_goalCell : layer->kind[cell];
		// p at or above 1 has lost all that told the cells apart; p that is not a number never had it.
		values[cell] = p[cell] < 1.0 ? log1p( -p[cell] ) : -INFINITY;
	}
	for ( int32_t i = 0; i < goalCount && goalCells != NULL; ++i )
	{
		if ( goalCells[i] >= 0 && (size_t)goalCells[i] < layer->cellCount && layer->kind[goalCells[i]] == wf_bareCell )
		{
			layer->kind[goalCells[i]] = wf_goalCell;
		}
	}
	size_t components = (size_t)wfGrid_GetComponentCount( grid ) + 1;
	uint8_t* connected = wfAllocateZeroed( components );
	if ( connected == NULL )
	{
		wfReleaseArray( values, layer->cellCount, sizeof( double ) );
		wfFreeLayer( layer );
		return wf_outOfMemory;
	}
	markConnected( layer, p, connected );
	wfRelease( connected, components );
	return finishLayer( layer, values );
}
