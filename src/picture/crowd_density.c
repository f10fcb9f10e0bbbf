// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Density as a heat map over the floor of a world.

#include "base/base.h"
#include "metrics/metrics.h"
#include "picture/crowd.h"

#include <math.h>

#define WF_MAX_HEAT_PIXELS 1100
// Pixels of which one distance may decide all.
#define WF_HEAT_BLOCK 16

typedef struct wfHeatPicture
{
	const wfHeatMap* map;
	const wfWorld* world;
	uint8_t* open; // cells whose centres are on the floor: only these are blended into each other
	double highest, full;
	wfPalette palette;
	wfMapSheet sheet;
	wfImage image;
} wfHeatPicture;

static bool isOpen( const wfWorld* world, wfVec2 point )
{
	return world == NULL || wfWorld_GetDistance( world, point, 0 ) >= 0.0;
}

static void findOpenCells( wfHeatPicture* picture )
{
	const wfHeatMap* map = picture->map;
	for ( int64_t cell = 0; cell < (int64_t)map->width * map->height; ++cell )
	{
		double i = (double)( cell % map->width ), j = (double)( cell / map->width ), value = map->values[cell];
		wfVec2 center = { map->origin.x + ( i + 0.5 ) * map->cell, map->origin.y + ( j + 0.5 ) * map->cell };
		// Where people were there is floor, even when the centre of the cell is not on it.
		picture->open[cell] = value > 0.0 || isOpen( picture->world, center ) ? 1 : 0;
		picture->highest = isfinite( value ) ? fmax( picture->highest, value ) : picture->highest;
	}
	double step = wfRoundDown125( fmax( picture->highest, 0.01 ) / 3.0 );
	picture->full = step * ceil( fmax( picture->highest, 0.01 ) / step - 1e-9 );
}

// Between the centres of open cells, so that walls do not thin out the crowd before them.
static double sampleDensity( const wfHeatPicture* picture, wfVec2 point )
{
	const wfHeatMap* map = picture->map;
	double x = ( point.x - map->origin.x ) / map->cell - 0.5, y = ( point.y - map->origin.y ) / map->cell - 0.5;
	if ( !( x > -1.0 && y > -1.0 && x < map->width && y < map->height ) )
	{
		return 0.0;
	}
	int32_t i = (int32_t)floor( x ), j = (int32_t)floor( y );
	double sum = 0.0, weights = 0.0;
	for ( int32_t k = 0; k < 4; ++k )
	{
		int32_t u = i + ( k & 1 ), v = j + ( k >> 1 );
		if ( u < 0 || v < 0 || u >= map->width || v >= map->height || !picture->open[(int64_t)v * map->width + u] )
		{
			continue;
		}
		double weight = ( 1.0 - fabs( x - u ) ) * ( 1.0 - fabs( y - v ) ), value = map->values[(int64_t)v * map->width + u];
		sum += isfinite( value ) ? weight * value : 0.0;
		weights += weight;
	}
	return weights > 1e-9 ? sum / weights : 0.0;
}

static void paintBlock( wfHeatPicture* picture, int32_t left, int32_t top, double pixel )
{
	wfImage* image = &picture->image;
	wfBox2 view = picture->sheet.view;
	double half = 0.5 * WF_HEAT_BLOCK * pixel;
	wfVec2 center = { view.lower.x + left * pixel + half, view.upper.y - top * pixel - half };
	double distance = picture->world != NULL ? wfWorld_GetDistance( picture->world, center, 0 ) : INFINITY;
	bool decided = fabs( distance ) > 1.5 * half;
	for ( int32_t y = top; y < top + WF_HEAT_BLOCK && y < image->height; ++y )
	{
		for ( int32_t x = left; x < left + WF_HEAT_BLOCK && x < image->width; ++x )
		{
			wfVec2 point = { view.lower.x + ( x + 0.5 ) * pixel, view.upper.y - ( y + 0.5 ) * pixel };
			bool open = decided ? distance > 0.0 : isOpen( picture->world, point );
			image->pixels[(int64_t)y * image->width + x] =
				open ? wfPaletteColor( &picture->palette, sampleDensity( picture, point ) / picture->full ) : WF_SOLID;
		}
	}
}

// A dark edge where walls meet the floor, whatever shapes they are made of.
static void edgeWalls( wfImage* image )
{
	int64_t count = (int64_t)image->width * image->height;
	for ( int64_t pixel = 0; pixel < count; ++pixel )
	{
		int32_t x = (int32_t)( pixel % image->width ), y = (int32_t)( pixel / image->width );
		bool floor = false;
		for ( int32_t k = 0; k < 25 && image->pixels[pixel] == WF_SOLID && !floor; ++k )
		{
			int32_t dx = k % 5 - 2, dy = k / 5 - 2, u = x + dx, v = y + dy;
			bool inside = u >= 0 && v >= 0 && u < image->width && v < image->height && dx * dx + dy * dy < 6;
			uint32_t there = inside ? image->pixels[(int64_t)v * image->width + u] : WF_SOLID;
			floor = there != WF_SOLID && there != WF_SOLID_EDGE;
		}
		image->pixels[pixel] = floor ? WF_SOLID_EDGE : image->pixels[pixel];
	}
}

static wfResult paintHeat( wfHeatPicture* picture )
{
	wfBox2 box = picture->sheet.panel.box, view = picture->sheet.view;
	double x = wfBoxWidth( box ), y = wfBoxHeight( box ), shrink = fmin( 1.0, WF_MAX_HEAT_PIXELS / fmax( x, y ) );
	int32_t width = (int32_t)fmax( 1.0, floor( x * shrink + 0.5 ) ), height = (int32_t)fmax( 1.0, floor( y * shrink + 0.5 ) );
	wfResult result = wfAllocateImage( width, height, &picture->image );
	double pixel = wfBoxWidth( view ) / width;
	for ( int32_t top = 0; top < height && result == wf_ok; top += WF_HEAT_BLOCK )
	{
		for ( int32_t left = 0; left < width; left += WF_HEAT_BLOCK )
		{
			paintBlock( picture, left, top, pixel );
		}
	}
	if ( result == wf_ok && picture->world != NULL )
	{
		edgeWalls( &picture->image );
	}
	return result;
}

static void explainHeat( wfHeatPicture* picture )
{
	wfMapSheet* sheet = &picture->sheet;
	sheet->fact = wfFormatText( "at most %s persons/m²", wfFormatNumber( picture->highest, 3 ).text );
	wfMapSheet_AddWorld( sheet, 0, false );
	wfMapSheet_SetColors( sheet, &picture->palette, picture->full, "mean density [persons/m²]" );
}

static wfResult makeHeatPicture( wfHeatPicture* picture, wfError* error )
{
	wfMapSheet* sheet = &picture->sheet;
	size_t cells = (size_t)picture->map->width * (size_t)picture->map->height;
	picture->open = wfAllocate( cells );
	wfResult result = picture->open != NULL ? wf_ok : wf_outOfMemory;
	wfCanvas* canvas = NULL;
	if ( result == wf_ok )
	{
		findOpenCells( picture );
		wfMakeHeatPalette( &picture->palette );
		explainHeat( picture );
		result = wfMapSheet_CreateCanvas( sheet, &canvas );
	}
	result = result == wf_ok ? paintHeat( picture ) : result;
	if ( result == wf_ok )
	{
		wfCanvas_PushClip( canvas, sheet->panel.box );
		wfCanvas_DrawImage( canvas, &picture->image, sheet->panel.box );
		wfDrawPlainWalls( canvas, &sheet->panel );
		wfDrawWorldGoals( canvas, &sheet->panel );
		wfCanvas_PopClip( canvas );
		wfMapSheet_DrawAround( canvas, sheet );
	}
	wfFreeImage( &picture->image );
	wfRelease( picture->open, cells );
	return wfFinishPicture( canvas, sheet->path, result, error );
}

wfResult wfDrawHeatMap( const char* path, const wfWorld* world, const wfHeatMap* map, const wfCrowdPictureDef* def,
						wfError* error )
{
	wfHeatPicture picture = { .map = map, .world = world };
	wfResult result = wfBeginCrowdPicture( path, world, def, &picture.sheet, error );
	if ( result == wf_ok && ( map->width < 1 || map->height < 1 || !( map->cell > 0.0 ) || map->values == NULL ) )
	{
		result = wfFail( error, wf_outOfRange,
						 "there is no density map to draw: it is made when the metrics' def has a densityCell above 0 and frames "
						 "were added" );
	}
	if ( result == wf_ok )
	{
		wfBox2 own = { map->origin, { map->origin.x + map->width * map->cell, map->origin.y + map->height * map->cell } };
		result = wfChooseView( def->view, world, own, &picture.sheet.view, error );
	}
	return result == wf_ok ? makeHeatPicture( &picture, error ) : wfNamePicture( error, path, result );
}

wfResult wfDrawDensity( const char* path, const wfWorld* world, const wfMetrics* metrics, const wfCrowdPictureDef* def,
						wfError* error )
{
	if ( WF_FAILS( path != NULL && metrics != NULL && def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef,
					   "a picture of densities needs a path, metrics and a def from wfDefaultCrowdPictureDef" );
	}
	wfHeatMap map = { .cell = metrics->map.cell };
	int64_t count = wfMetrics_GetDensityMap( metrics, NULL, 0, &map.width, &map.height, &map.origin );
	map.values = count > 0 ? wfAllocateArray( (size_t)count, sizeof( double ) ) : NULL;
	if ( count > 0 && map.values == NULL )
	{
		return wfFinishPicture( NULL, path, wf_outOfMemory, error );
	}
	wfMetrics_GetDensityMap( metrics, map.values, count, &map.width, &map.height, &map.origin );
	wfResult result = wfDrawHeatMap( path, world, &map, def, error );
	wfReleaseArray( map.values, map.values != NULL ? (size_t)count : 0, sizeof( double ) );
	return result;
}
