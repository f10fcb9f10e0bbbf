// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "base/arrays.h"
#include "picture/layer.h"

#include <math.h>

#define WF_MAX_MAGNIFICATION 64

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
