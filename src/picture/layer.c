// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "picture/layer.h"

#include "base/arrays.h"
#include "base/math.h"

#include <math.h>
#include <stdlib.h>

#define WF_MAX_SAMPLES 65536
#define WF_MAX_MAGNIFICATION 64

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
									   : inside || wfGrid_GetRadius( grid ) == 0.0 ? wf_solidCell
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

// --------------------------------------------------------------------------------------------------------------- raster

static wfArrays arraysOf( wfRaster* raster )
{
	size_t count = (size_t)raster->image.width * (size_t)raster->image.height;
	return ( wfArrays ){ { WF_ONE_ARRAY( raster->image.pixels, count ), WF_ONE_ARRAY( raster->level, count ) } };
}

void wfFreeRaster( wfRaster* raster )
{
	wfArrays arrays = arraysOf( raster );
	wfArrays_Free( &arrays );
}

static wfResult allocateRaster( int32_t width, int32_t height, wfRaster* raster )
{
	*raster = ( wfRaster ){ .image = { NULL, width, height } };
	wfArrays arrays = arraysOf( raster );
	return wfArrays_Allocate( &arrays );
}

// The colour of a cell at a level. Hatching follows the pixels, so that it looks the same at every scale.
static uint32_t cellColor( const wfLayer* layer, const wfPalette* palette, int32_t cell, double level, int32_t x, int32_t y )
{
	uint32_t color = WF_WALL;
	switch ( (wfCellKind)layer->kind[cell] )
	{
		case wf_plainCell:
		case wf_goalCell:
			color = wfPaletteColor( palette, level );
			break;
		case wf_flatCell:
			return WF_FLAT;
		case wf_apartCell:
			return ( x + y ) % 10 < 2 ? WF_APART_LINE : WF_APART;
		case wf_bareCell:
			color = WF_BARE;
			break;
		case wf_marginCell:
			return WF_MARGIN;
		default:
			return WF_WALL;
	}
	if ( layer->costly && wfGrid_GetCost( layer->grid, cell ) > 1.0 )
	{
		return wfMixColors( color, WF_TERRAIN, ( x % 7 < 2 && ( y + 3 * ( x / 7 % 2 ) ) % 7 < 2 ) ? 0.75 : 0.22 );
	}
	return color;
}

// Level between four neighbouring centres (u, v in [0, 1] from the lower left one). Missing corners are filled from those beside
// them, never across a wall: two corners that only touch diagonally do not mix. Negative where nothing is near.
static double blendLevel( const wfLayer* layer, int32_t i, int32_t j, double u, double v )
{
	int32_t width = layer->width;
	double value[4] = { 0 };
	bool has[4];
	int32_t count = 0;
	for ( int32_t k = 0; k < 4; ++k )
	{
		int32_t x = i + ( k & 1 ), y = j + ( k >> 1 );
		has[k] = wfHasLevel( layer, x, y );
		value[k] = has[k] ? (double)layer->level[(int64_t)y * width + x] : -1.0;
		count += has[k] ? 1 : 0;
	}
	int32_t nearest = ( u >= 0.5 ? 1 : 0 ) + ( v >= 0.5 ? 2 : 0 );
	bool diagonal = count == 2 && has[0] == has[3];
	if ( count == 0 || ( diagonal && has[nearest] ) )
	{
		return value[nearest];
	}
	double filled[4];
	for ( int32_t k = 0; k < 4; ++k )
	{
		int32_t a = k ^ 1, b = k ^ 2, c = k ^ 3;
		filled[k] = has[k]			   ? value[k]
					: has[a] && has[b] ? 0.5 * ( value[a] + value[b] )
					: has[a]		   ? value[a]
					: has[b]		   ? value[b]
									   : value[c];
	}
	double lower = filled[0] + u * ( filled[1] - filled[0] ), upper = filled[2] + u * ( filled[3] - filled[2] );
	return lower + v * ( upper - lower );
}

// The cell whose colour a pixel shows: its own, or below the edge of a wall that will be drawn over it the free one beside it.
static int32_t shownCell( const wfLayer* layer, int32_t cell, int32_t i, int32_t j )
{
	int32_t width = layer->width, height = layer->height;
	for ( int32_t k = 0; k < 4; ++k )
	{
		int32_t x = i + ( k & 1 ), y = j + ( k >> 1 );
		if ( x >= 0 && y >= 0 && x < width && y < height && layer->kind[y * width + x] < wf_marginCell )
		{
			return y * width + x;
		}
	}
	return cell;
}

// Inside a wall the levels of its two sides meet along the middle lines of its cells. Without levels there, no contours run along
// the jump.
static bool isNearMiddle( int32_t x, int32_t y, int32_t factor )
{
	double u = fabs( ( x % factor + 0.5 ) / factor - 0.5 ), v = fabs( ( y % factor + 0.5 ) / factor - 0.5 );
	return fmin( u, v ) < fmax( 0.1, 0.6 / factor );
}

static wfResult magnify( const wfLayer* layer, const wfPalette* palette, int32_t factor, bool covered, wfRaster* raster )
{
	int32_t width = layer->width, height = layer->height;
	wfResult result = allocateRaster( width * factor, height * factor, raster );
	raster->pixelCells = 1.0 / factor;
	for ( int32_t y = 0; y < height * factor && result == wf_ok; ++y )
	{
		double v = height - ( y + 0.5 ) / factor - 0.5, row = floor( v );
		int32_t j = (int32_t)row, cellRow = height - 1 - y / factor;
		for ( int32_t x = 0; x < width * factor; ++x )
		{
			double u = ( x + 0.5 ) / factor - 0.5, column = floor( u );
			int32_t cell = cellRow * width + x / factor;
			int64_t pixel = (int64_t)y * width * factor + x;
			bool blocked = layer->kind[cell] >= wf_marginCell, connected = layer->kind[cell] <= wf_flatCell;
			double level =
				connected || ( blocked && covered ) ? blendLevel( layer, (int32_t)column, j, u - column, v - row ) : -1.0;
			raster->level[pixel] = (float)level;
			if ( blocked && level >= 0.0 )
			{
				raster->image.pixels[pixel] = wfPaletteColor( palette, level );
				raster->level[pixel] = isNearMiddle( x, y, factor ) ? -1.0f : (float)level;
				continue;
			}
			int32_t shown = blocked && covered ? shownCell( layer, cell, (int32_t)column, j ) : cell;
			raster->image.pixels[pixel] = cellColor( layer, palette, shown, level, x, y );
		}
	}
	return result;
}

typedef struct wfLinearSum
{
	double r, g, b, count;
} wfLinearSum;

// Light adds up as the square of the stored value, nearly.
static void addLight( wfLinearSum* sum, uint32_t color )
{
	double r = ( color >> 16 ) & 255, g = ( color >> 8 ) & 255, b = color & 255;
	sum->r += r * r;
	sum->g += g * g;
	sum->b += b * b;
	sum->count += 1.0;
}

static uint32_t meanLight( const wfLinearSum* sum )
{
	uint32_t r = (uint32_t)( sqrt( sum->r / sum->count ) + 0.5 ), g = (uint32_t)( sqrt( sum->g / sum->count ) + 0.5 );
	return r << 16 | g << 8 | (uint32_t)( sqrt( sum->b / sum->count ) + 0.5 );
}

static wfResult reduce( const wfLayer* layer, const wfPalette* palette, int32_t factor, wfRaster* raster )
{
	int32_t width = layer->width, height = layer->height;
	int32_t columns = ( width + factor - 1 ) / factor, rows = ( height + factor - 1 ) / factor;
	wfResult result = allocateRaster( columns, rows, raster );
	raster->pixelCells = factor;
	for ( int32_t y = 0; y < rows && result == wf_ok; ++y )
	{
		for ( int32_t x = 0; x < columns; ++x )
		{
			wfLinearSum sum = { 0 };
			double levels = 0.0, connected = 0.0;
			for ( int32_t j = y * factor; j < ( y + 1 ) * factor && j < height; ++j )
			{
				for ( int32_t i = x * factor; i < ( x + 1 ) * factor && i < width; ++i )
				{
					int32_t cell = ( height - 1 - j ) * width + i;
					double level = (double)layer->level[cell];
					addLight( &sum, cellColor( layer, palette, cell, level, x, y ) );
					levels += level >= 0.0 ? level : 0.0;
					connected += level >= 0.0 ? 1.0 : 0.0;
				}
			}
			int64_t pixel = (int64_t)y * columns + x;
			raster->image.pixels[pixel] = meanLight( &sum );
			raster->level[pixel] = connected > 0.0 ? (float)( levels / connected ) : -1.0f;
		}
	}
	return result;
}

wfResult wfMakeRaster( const wfLayer* layer, const wfPalette* palette, int32_t pixels, bool covered, wfRaster* raster )
{
	int32_t width = layer->width, height = layer->height;
	int32_t longer = width > height ? width : height;
	// Up to half as many cells again as pixels are left to the canvas to scale down: that is sharper than whole blocks.
	if ( longer > pixels + pixels / 2 )
	{
		return reduce( layer, palette, ( longer + pixels - 1 ) / pixels, raster );
	}
	int32_t factor = ( pixels + longer - 1 ) / longer;
	return magnify( layer, palette, factor < WF_MAX_MAGNIFICATION ? factor : WF_MAX_MAGNIFICATION, covered, raster );
}

void wfEmphasiseFlatCells( const wfLayer* layer, int32_t pixels, wfRaster* raster )
{
	if ( layer->count[wf_flatCell] == 0 || raster->pixelCells * pixels <= 1.0 )
	{
		return;
	}
	for ( size_t cell = 0; cell < layer->cellCount; ++cell )
	{
		if ( layer->kind[cell] != wf_flatCell )
		{
			continue;
		}
		int32_t i = (int32_t)( cell % (size_t)layer->width ), j = layer->height - 1 - (int32_t)( cell / (size_t)layer->width );
		int32_t left = (int32_t)floor( ( i + 0.5 ) / raster->pixelCells - 0.5 * pixels + 0.5 );
		int32_t top = (int32_t)floor( ( j + 0.5 ) / raster->pixelCells - 0.5 * pixels + 0.5 );
		for ( int32_t y = top < 0 ? 0 : top; y < top + pixels && y < raster->image.height; ++y )
		{
			for ( int32_t x = left < 0 ? 0 : left; x < left + pixels && x < raster->image.width; ++x )
			{
				raster->image.pixels[(int64_t)y * raster->image.width + x] = WF_FLAT;
			}
		}
	}
}
