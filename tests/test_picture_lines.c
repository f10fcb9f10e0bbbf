// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What pictures are made of: the palette, levels, contours, outlines, labels.

#include "test_picture.h"

#include "base/base.h"
#include "picture/panel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double toLinear( uint32_t byte )
{
	double value = byte / 255.0;
	return value <= 0.04045 ? value / 12.92 : pow( ( value + 0.055 ) / 1.055, 2.4 );
}

// CIE L* of a colour, a scale of lightness other than the one the palette is made with.
static double lightness( uint32_t rgb )
{
	double y = 0.2126 * toLinear( rgb >> 16 & 255 ) + 0.7152 * toLinear( rgb >> 8 & 255 ) + 0.0722 * toLinear( rgb & 255 );
	return y > 0.008856 ? 116.0 * cbrt( y ) - 16.0 : 903.3 * y;
}

TEST( PaletteRisesEvenly )
{
	wfPalette palette;
	wfMakePalette( &palette );
	double first = lightness( palette.colors[0] ), last = lightness( palette.colors[WF_PALETTE_SIZE - 1] );
	CHECK( first < 20.0 && last > 88.0 );
	double mean = ( last - first ) / 15.0;
	for ( int32_t i = 0; i < 15; ++i )
	{
		double step = lightness( palette.colors[( i + 1 ) * 17] ) - lightness( palette.colors[i * 17] );
		CHECK( step > 0.6 * mean && step < 1.5 * mean );
	}
	CHECK_EQUAL( wfPaletteColor( &palette, -1.0 ), palette.colors[0] );
	CHECK_EQUAL( wfPaletteColor( &palette, 2.0 ), palette.colors[WF_PALETTE_SIZE - 1] );
}

// One long corridor with a room at its end, q down to 2^-60000: each quarter of the levels holds a quarter of the cells.
TEST( LevelsCoverEveryColour )
{
	static const char* const rows[] = {
		"G.......................................", "#######################################.",
		"........................................", ".#######################################",
		"........................................", "........................................",
		"........................................", "........................................",
	};
	PictureScene* scene = pictureScene( rows, 8, 600 );
	wfLayer layer;
	CHECK_EQUAL( wfMakeFieldLayer( &scene->grid, &scene->field, &layer ), wf_ok );
	int32_t quarters[4] = { 0 }, connected = 0;
	for ( size_t cell = 0; cell < layer.cellCount; ++cell )
	{
		if ( scene->grid.blocked[cell] )
		{
			CHECK( layer.level[cell] < 0.0f );
			continue;
		}
		CHECK( layer.level[cell] >= 0.0f && layer.level[cell] <= 1.0f );
		quarters[(int32_t)fmin( 3.0, 4.0 * (double)layer.level[cell] )] += 1;
		connected += 1;
	}
	for ( int32_t k = 0; k < 4; ++k )
	{
		CHECK_NEAR( quarters[k], 0.25 * connected, 0.04 * connected );
	}
	CHECK( layer.ticks[0] < -41000.0 );
	CHECK_NEAR( layer.ticks[WF_TICK_COUNT - 1], 0.0, 1e-9 );
	CHECK_EQUAL( layer.count[wf_flatCell], 0 );
	CHECK_EQUAL( layer.count[wf_goalCell], 1 );
	CHECK_NEAR( layer.goal.x, 0.5, 1e-12 );
	CHECK_NEAR( layer.goal.y, 7.5, 1e-12 );
	wfFreeLayer( &layer );
	pictureSceneDestroy( scene );
}

// A goal in the shape of a U is marked on the U, not in its middle.
TEST( GoalMarkLiesOnTheGoal )
{
	static const char* const rows[] = { "G.....G", "G.....G", "G.....G", "GGGGGGG" };
	PictureScene* scene = pictureScene( rows, 4, 1 );
	wfLayer layer;
	CHECK_EQUAL( wfMakeFieldLayer( &scene->grid, &scene->field, &layer ), wf_ok );
	int32_t cell = wfGrid_GetCell( &scene->grid, layer.goal );
	CHECK( cell >= 0 && layer.kind[cell] == wf_goalCell );
	CHECK_EQUAL( layer.count[wf_goalCell], 13 );
	wfFreeLayer( &layer );
	pictureSceneDestroy( scene );
}

static wfRaster coneRaster( int32_t side )
{
	wfRaster raster = { 0 };
	CHECK_EQUAL( wfAllocateImage( side, side, &raster.image ), wf_ok );
	raster.level = wfAllocateArray( (size_t)side * (size_t)side, sizeof( float ) );
	raster.pixelCells = 1.0;
	for ( int32_t i = 0; i < side * side; ++i )
	{
		raster.level[i] = (float)( hypot( i % side + 0.5 - 0.5 * side, (double)( i / side ) + 0.5 - 0.5 * side ) / side );
	}
	return raster;
}

TEST( ContourOfAConeIsACircle )
{
	wfRaster raster = coneRaster( 100 );
	uint32_t* visited = malloc( 2 * 100 * 100 * sizeof( uint32_t ) );
	wfContourDef def = { 20, 6, 6, 1.0 };
	wfLines lines = { 0 };
	wfTraceContours( &raster, &def, visited, &lines );
	CHECK_EQUAL( lines.result, wf_ok );
	CHECK_EQUAL( lines.sizes.count, 1 );
	CHECK_NEAR( lines.points.data[0].x, lines.points.data[lines.points.count - 1].x, 1e-9 );
	CHECK_NEAR( lines.points.data[0].y, lines.points.data[lines.points.count - 1].y, 1e-9 );
	double length = 0.0;
	for ( int32_t i = 0; i < lines.points.count; ++i )
	{
		CHECK_NEAR( hypot( lines.points.data[i].x - 50.0, lines.points.data[i].y - 50.0 ), 30.0, 0.1 );
		length += i > 0 ? hypot( lines.points.data[i].x - lines.points.data[i - 1].x,
								 lines.points.data[i].y - lines.points.data[i - 1].y )
						: 0.0;
	}
	CHECK_NEAR( length, 6.283185307 * 30.0, 2.0 );
	CHECK( lines.points.count < 80 );
	// Beyond the middle of the sides it is four arcs; without the crumbs it is nothing.
	wfFreeLines( &lines );
	def.first = def.last = 11;
	wfTraceContours( &raster, &def, visited, &lines );
	CHECK_EQUAL( lines.result, wf_ok );
	CHECK_EQUAL( lines.sizes.count, 4 );
	wfFreeLines( &lines );
	def.shortest = 1e6;
	wfTraceContours( &raster, &def, visited, &lines );
	CHECK_EQUAL( lines.result, wf_ok );
	CHECK_EQUAL( lines.sizes.count, 0 );
	// All at once: nine circles, four times four arcs.
	wfFreeLines( &lines );
	def = ( wfContourDef ){ 20, 1, 19, 1.0 };
	wfTraceContours( &raster, &def, visited, &lines );
	CHECK_EQUAL( lines.result, wf_ok );
	CHECK_EQUAL( lines.sizes.count, 9 + 4 * 4 );
	wfFreeLines( &lines );
	free( visited );
	wfFreeRaster( &raster );
}

TEST( OutlinesEncloseTheWalls )
{
	static const char* const rows[] = { "##.#....", "##..#.o.", "...#....", "#..#####",
										"...#...#", "...#.#.#", "...#...#", "...#####" };
	PictureScene* scene = pictureScene( rows, 8, 1 );
	wfLayer layer;
	CHECK_EQUAL( wfMakeGridLayer( &scene->grid, &layer ), wf_ok );
	for ( int32_t margins = 0; margins < 2; ++margins )
	{
		wfLines lines = { 0 };
		CHECK_EQUAL( wfTraceWalls( &layer, margins == 1, 1000, &lines ), wf_ok );
		double area = 0.0;
		const wfVec2* at = lines.points.data;
		for ( int32_t line = 0; line < lines.sizes.count; ++line )
		{
			int32_t size = lines.sizes.data[line];
			for ( int32_t i = 0; i < size; ++i )
			{
				wfVec2 a = at[i], b = at[( i + 1 ) % size];
				area += 0.5 * ( a.x * b.y - a.y * b.x );
				CHECK( ( a.x == b.x ) != ( a.y == b.y ) );
			}
			at += size;
		}
		CHECK_NEAR( area, (double)( layer.count[wf_solidCell] + ( margins == 1 ? layer.count[wf_marginCell] : 0 ) ), 1e-9 );
		wfFreeLines( &lines );
	}
	wfLines lines = { 0 };
	CHECK_EQUAL( wfTraceWalls( &layer, true, 10, &lines ), wf_tooLarge );
	wfFreeLines( &lines );
	wfFreeLayer( &layer );
	pictureSceneDestroy( scene );
}

TEST( SimplifiedLinesStayClose )
{
	wfVec2 points[400], kept[400];
	for ( int32_t i = 0; i < 400; ++i )
	{
		points[i] = ( wfVec2 ){ 0.1 * i, sin( 0.03 * i ) };
	}
	memcpy( kept, points, sizeof( points ) );
	int32_t count = wfSimplifyLine( kept, 400, 0.01 );
	CHECK( count > 5 && count < 60 );
	CHECK( kept[0].x == points[0].x && kept[count - 1].x == points[399].x );
	for ( int32_t i = 0, k = 0; i < 400; ++i )
	{
		while ( k + 2 < count && kept[k + 1].x < points[i].x )
		{
			k += 1;
		}
		double t = ( points[i].x - kept[k].x ) / ( kept[k + 1].x - kept[k].x );
		CHECK_NEAR( kept[k].y + t * ( kept[k + 1].y - kept[k].y ), points[i].y, 0.012 );
	}
}

TEST( Labels )
{
	// Ticks have two digits, but where neighbours would read the same.
	wfShortText ticks[3];
	wfFormatTicks( ( double[] ){ log( 0.862 ), log( 0.914 ), 0.0 }, 3, 1, ticks );
	CHECK_STRING( ticks[0].text, "0.86" );
	CHECK_STRING( ticks[2].text, "1" );
	wfFormatTicks( ( double[] ){ log( 0.862 ), log( 0.8641 ), 0.0 }, 3, 1, ticks );
	CHECK_STRING( ticks[0].text, "0.862" );
	CHECK_STRING( ticks[1].text, "0.864" );
	wfFormatTicks( ( double[] ){ log( 3.21e-8 ), log( 3.24e-8 ), log( 3.21e-8 ) }, 3, 2, ticks );
	CHECK_STRING( ticks[0].text, "3·10⁻⁸" );
	wfFormatTicks( ( double[] ){ log( 3.21e-8 ), log( 3.24e-8 ), 0.0 }, 3, 1, ticks );
	CHECK_STRING( ticks[0].text, "3.21·10⁻⁸" );
	CHECK_STRING( ticks[1].text, "3.24·10⁻⁸" );
	CHECK_STRING( wfFormatExponential( 0.0 ).text, "1" );
	CHECK_STRING( wfFormatExponential( log( 0.25 ) ).text, "0.25" );
	CHECK_STRING( wfFormatExponential( -41000.0 ).text, "10⁻¹⁷⁸⁰⁶" );
	CHECK_STRING( wfFormatExponential( log( 3.2e-8 ) ).text, "3·10⁻⁸" );
	CHECK_STRING( wfFormatExponential( log( 9.9e-8 ) ).text, "10⁻⁷" );
	CHECK_STRING( wfFormatPowerOfTen( 12 ).text, "10¹²" );
	CHECK_STRING( wfFormatCount( 1234567 ).text, "1,234,567" );
	CHECK_STRING( wfFormatCount( 100 ).text, "100" );
	CHECK_NEAR( wfRoundDown125( 7.3 ), 5.0, 1e-12 );
	CHECK_NEAR( wfRoundDown125( 0.0234 ), 0.02, 1e-12 );
	CHECK_NEAR( wfRoundDown125( 100.0 ), 100.0, 1e-9 );
}

void runPictureLineTests( int argc, char** argv )
{
	RUN( PaletteRisesEvenly );
	RUN( LevelsCoverEveryColour );
	RUN( GoalMarkLiesOnTheGoal );
	RUN( ContourOfAConeIsACircle );
	RUN( OutlinesEncloseTheWalls );
	RUN( SimplifiedLinesStayClose );
	RUN( Labels );
}
