// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "picture/layer.h"

#include "base/base.h"
#include "base/math.h"

#include <math.h>
#include <string.h>

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

static void siftDown( double* values, size_t from, size_t count )
{
	for ( size_t child; ( child = 2 * from + 1 ) < count; from = child )
	{
		child += child + 1 < count && values[child + 1] > values[child] ? 1 : 0;
		if ( values[from] >= values[child] )
		{
			return;
		}
		double swap = values[from];
		values[from] = values[child];
		values[child] = swap;
	}
}

// Heap sort: no memory of its own, and no input is slow.
static void sortValues( double* values, size_t count )
{
	for ( size_t i = count / 2; i-- > 0; )
	{
		siftDown( values, i, count );
	}
	for ( size_t i = count; i-- > 1; )
	{
		double swap = values[0];
		values[0] = values[i];
		values[i] = swap;
		siftDown( values, 0, i );
	}
}

// Place of a value among the sorted samples, in [0, 1].
static double rankOf( const double* sorted, size_t count, double value )
{
	size_t low = 0, high = count - 1;
	if ( value <= sorted[low] || count == 1 )
	{
		return value >= sorted[high] ? 1.0 : 0.0;
	}
	if ( value >= sorted[high] )
	{
		return 1.0;
	}
	while ( high - low > 1 )
	{
		size_t middle = low + ( high - low ) / 2;
		if ( sorted[middle] < value )
		{
			low = middle;
		}
		else
		{
			high = middle;
		}
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
		sortValues( sorted, count );
	}
	for ( size_t cell = 0; cell < layer->cellCount; ++cell )
	{
		if ( layer->kind[cell] <= wf_flatCell )
		{
			layer->level[cell] = isfinite( values[cell] ) ? (float)rankOf( sorted, count, values[cell] ) : 0.0f;
		}
	}
	for ( size_t tick = 0; tick < WF_TICK_COUNT && count > 0; ++tick )
	{
		layer->ticks[tick] = sorted[tick * ( count - 1 ) / ( WF_TICK_COUNT - 1 )];
	}
	wfReleaseArray( sorted, capacity, sizeof( double ) );
	return wf_ok;
}

typedef struct wfNeighbors
{
	int32_t cells[4];
	int32_t count;
} wfNeighbors;

static wfNeighbors freeNeighbors( const wfGrid* grid, int32_t cell )
{
	int32_t width = wfGrid_GetWidth( grid ), height = wfGrid_GetHeight( grid ), i = cell % width, j = cell / width;
	bool inside[4] = { i > 0, i + 1 < width, j > 0, j + 1 < height };
	int32_t steps[4] = { -1, 1, -width, width };
	wfNeighbors neighbors = { .count = 0 };
	for ( int32_t k = 0; k < 4; ++k )
	{
		if ( inside[k] && wfGrid_IsFree( grid, cell + steps[k] ) )
		{
			neighbors.cells[neighbors.count++] = cell + steps[k];
		}
	}
	return neighbors;
}

static bool isScaledGreater( wfScaled a, wfScaled b )
{
	if ( a.mantissa == 0.0 || b.mantissa == 0.0 || a.exponent == b.exponent )
	{
		return a.mantissa > b.mantissa;
	}
	return a.exponent > b.exponent;
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

wfResult wfMakeFieldLayer( const wfGrid* grid, const wfField* field, wfLayer* layer )
{
	double* values;
	wfResult result = beginValues( grid, layer, &values );
	if ( result != wf_ok )
	{
		return result;
	}
	size_t cellCount = layer->cellCount;
	for ( size_t cell = 0; cell < cellCount; ++cell )
	{
		wfScaled value = wfField_GetCellValue( field, (int32_t)cell );
		values[cell] = value.mantissa > 0.0 ? log( value.mantissa ) + WF_LN_2 * value.exponent : -INFINITY;
		if ( layer->kind[cell] != wf_bareCell )
		{
			continue;
		}
		wfNeighbors neighbors = freeNeighbors( grid, (int32_t)cell );
		bool flat = true;
		for ( int32_t k = 0; k < neighbors.count && flat; ++k )
		{
			flat = !isScaledGreater( wfField_GetCellValue( field, neighbors.cells[k] ), value );
		}
		bool goal = wfField_IsGoal( field, wfGrid_GetCenter( grid, (int32_t)cell ) );
		layer->kind[cell] = (uint8_t)( goal					   ? wf_goalCell
									   : value.mantissa == 0.0 ? wf_apartCell
									   : flat				   ? wf_flatCell
															   : wf_plainCell );
	}
	layer->shown = true;
	countKinds( layer );
	placeGoal( layer );
	result = spreadLevels( layer, values );
	wfReleaseArray( values, cellCount, sizeof( double ) );
	if ( result != wf_ok )
	{
		wfFreeLayer( layer );
	}
	return result;
}

static wfResult markConnected( wfLayer* layer )
{
	const wfGrid* grid = layer->grid;
	size_t count = (size_t)wfGrid_GetComponentCount( grid );
	uint8_t* connected = wfAllocateZeroed( count + 1 );
	if ( connected == NULL )
	{
		return wf_outOfMemory;
	}
	for ( size_t cell = 0; cell < layer->cellCount; ++cell )
	{
		if ( layer->kind[cell] == wf_goalCell )
		{
			connected[wfGrid_GetComponent( grid, (int32_t)cell )] = 1;
		}
	}
	for ( size_t cell = 0; cell < layer->cellCount; ++cell )
	{
		if ( layer->kind[cell] == wf_bareCell )
		{
			layer->kind[cell] = (uint8_t)( connected[wfGrid_GetComponent( grid, (int32_t)cell )] ? wf_plainCell : wf_apartCell );
		}
	}
	wfRelease( connected, count + 1 );
	return wf_ok;
}

static wfResult fillPotentialLayer( wfLayer* layer, const double* p, double* values )
{
	wfResult result = markConnected( layer );
	for ( size_t cell = 0; cell < layer->cellCount && result == wf_ok; ++cell )
	{
		// p at or above 1 has lost all that told the cells apart; p that is not a number never had it.
		values[cell] = p[cell] < 1.0 ? log1p( -p[cell] ) : -INFINITY;
		if ( layer->kind[cell] == wf_plainCell )
		{
			wfNeighbors neighbors = freeNeighbors( layer->grid, (int32_t)cell );
			bool flat = true;
			for ( int32_t k = 0; k < neighbors.count && flat; ++k )
			{
				flat = !( p[neighbors.cells[k]] < p[cell] );
			}
			layer->kind[cell] = (uint8_t)( flat ? wf_flatCell : wf_plainCell );
		}
	}
	layer->shown = true;
	countKinds( layer );
	placeGoal( layer );
	return result == wf_ok ? spreadLevels( layer, values ) : result;
}

wfResult wfMakePotentialLayer( const wfGrid* grid, const double* p, const int32_t* goalCells, int32_t goalCount, wfLayer* layer )
{
	double* values;
	wfResult result = beginValues( grid, layer, &values );
	if ( result != wf_ok )
	{
		return result;
	}
	size_t cellCount = layer->cellCount;
	for ( size_t cell = 0; cell < cellCount && goalCells == NULL; ++cell )
	{
		layer->kind[cell] = layer->kind[cell] == wf_bareCell && p[cell] == 0.0 ? (uint8_t)wf_goalCell : layer->kind[cell];
	}
	for ( int32_t i = 0; i < goalCount && goalCells != NULL; ++i )
	{
		if ( goalCells[i] >= 0 && (size_t)goalCells[i] < cellCount && layer->kind[goalCells[i]] == wf_bareCell )
		{
			layer->kind[goalCells[i]] = wf_goalCell;
		}
	}
	result = fillPotentialLayer( layer, p, values );
	wfReleaseArray( values, cellCount, sizeof( double ) );
	if ( result != wf_ok )
	{
		wfFreeLayer( layer );
	}
	return result;
}
