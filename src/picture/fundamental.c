// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The fundamental diagram: speed against density, a cloud and its means for each series.

#include "base/base.h"
#include "picture/plot.h"

#include <math.h>

// Dots of all clouds together: some seventeen bytes each in an SVG. Of more every n-th is drawn; the means take all.
#define WF_MAX_DOTS 60000
#define WF_DOT_BATCH 250
#define WF_MAX_BINS 64
#define WF_LEAST_IN_BIN 3
#define WF_MAX_SERIES 32

typedef struct wfBin
{
	int64_t count;
	double density, speed, squares; // mean density and speed, sum of squared deviations of the speeds
} wfBin;

typedef struct wfClouds
{
	const wfFundamentalSeries* series;
	int32_t count;
	int64_t pointCount; // those that can be drawn
	double width;		// of a bin
} wfClouds;

static bool isUsable( const wfFundamentalPoint* point )
{
	return point->density >= 0.0 && point->density < 1e6 && point->speed >= 0.0 && point->speed < 1e6;
}

static wfResult measureClouds( wfClouds* clouds, wfPlot* plot, wfError* error )
{
	wfBox2 range = { { 0.0, 0.0 }, { 0.0, 0.0 } };
	for ( int32_t k = 0; k < clouds->count; ++k )
	{
		for ( int64_t i = 0; i < clouds->series[k].count; ++i )
		{
			const wfFundamentalPoint* point = clouds->series[k].points + i;
			if ( isUsable( point ) )
			{
				wfIncludePoint( &range, ( wfVec2 ){ point->density, point->speed } );
				clouds->pointCount += 1;
			}
		}
	}
	if ( clouds->pointCount == 0 )
	{
		return wfFail( error, wf_outOfRange, "there is nothing to draw: no point has a density and a speed of 0 or more" );
	}
	// One round width for all, so that the series' means can be compared.
	clouds->width = wfRoundDown125( fmax( range.upper.x, 0.1 ) / 10.0 );
	wfPlaceAxes( plot, range );
	return wf_ok;
}

static void fillBins( const wfClouds* clouds, int32_t k, wfBin bins[WF_MAX_BINS] )
{
	for ( int64_t i = 0; i < clouds->series[k].count; ++i )
	{
		const wfFundamentalPoint* point = clouds->series[k].points + i;
		if ( !isUsable( point ) )
		{
			continue;
		}
		double place = point->density / clouds->width;
		wfBin* bin = bins + ( place < WF_MAX_BINS - 1 ? (int32_t)place : WF_MAX_BINS - 1 );
		double before = point->speed - bin->speed;
		bin->count += 1;
		bin->density += ( point->density - bin->density ) / (double)bin->count;
		bin->speed += before / (double)bin->count;
		bin->squares += before * ( point->speed - bin->speed );
	}
}

// Series by turns, so that the last does not hide the others.
static void drawClouds( wfCanvas* canvas, const wfPlot* plot, const wfClouds* clouds )
{
	int64_t step = ( clouds->pointCount + WF_MAX_DOTS - 1 ) / WF_MAX_DOTS, longest = 0;
	double dot = plot->font * ( clouds->pointCount > 5000 ? 0.17 : clouds->pointCount > 500 ? 0.24 : 0.34 );
	double alpha = clouds->pointCount > 5000 ? 0.22 : clouds->pointCount > 500 ? 0.32 : 0.5;
	for ( int32_t k = 0; k < clouds->count; ++k )
	{
		longest = clouds->series[k].count > longest ? clouds->series[k].count : longest;
	}
	for ( int64_t from = 0; from < longest; from += WF_DOT_BATCH * step )
	{
		for ( int32_t k = 0; k < clouds->count; ++k )
		{
			const wfFundamentalSeries* series = clouds->series + k;
			for ( int64_t i = from; i < from + WF_DOT_BATCH * step && i < series->count; i += step )
			{
				if ( isUsable( series->points + i ) )
				{
					// A line of no length with round ends is the shortest path to write a dot.
					wfVec2 at = wfGetPlotPlace( plot, series->points[i].density, series->points[i].speed );
					wfCanvas_AddLine( canvas, at, at );
				}
			}
			wfColor color = wfCurveColor( k );
			color.a = (uint8_t)( 255.0 * alpha );
			wfCanvas_Stroke( canvas, color, dot );
		}
	}
}

static void addWhisker( wfCanvas* canvas, const wfPlot* plot, const wfBin* bin )
{
	double cap = 0.28 * plot->font, deviation = sqrt( bin->squares / (double)( bin->count - 1 ) );
	wfVec2 low = wfGetPlotPlace( plot, bin->density, fmax( bin->speed - deviation, 0.0 ) );
	wfVec2 high = wfGetPlotPlace( plot, bin->density, bin->speed + deviation );
	wfCanvas_AddLine( canvas, ( wfVec2 ){ low.x - cap, low.y }, ( wfVec2 ){ low.x + cap, low.y } );
	wfCanvas_AddLine( canvas, low, high );
	wfCanvas_AddLine( canvas, ( wfVec2 ){ high.x - cap, high.y }, ( wfVec2 ){ high.x + cap, high.y } );
}

// With a light outline, above the dots.
static void strokeClearly( wfCanvas* canvas, wfColor color, double width, double outline )
{
	wfCanvas_PaintAndKeep( canvas, &( wfPaint ){ .stroke = wfRgba( 0xFFFFFF, 0.8 ), .strokeWidth = outline } );
	wfCanvas_Stroke( canvas, color, width );
}

static void drawMeans( wfCanvas* canvas, const wfPlot* plot, const wfClouds* clouds, int32_t k )
{
	wfBin bins[WF_MAX_BINS] = { { 0 } };
	fillBins( clouds, k, bins );
	int32_t count = 0;
	for ( int32_t b = 0; b < WF_MAX_BINS; ++b )
	{
		bins[count] = bins[b];
		count += bins[b].count >= WF_LEAST_IN_BIN ? 1 : 0;
	}
	double font = plot->font;
	wfColor color = wfCurveColor( k );
	for ( int32_t b = 0; b < count; ++b )
	{
		addWhisker( canvas, plot, bins + b );
	}
	strokeClearly( canvas, color, 0.1 * font, 0.24 * font );
	for ( int32_t b = 0; b < count; ++b )
	{
		wfCanvas_AddPoint( canvas, b == 0, wfGetPlotPlace( plot, bins[b].density, bins[b].speed ) );
	}
	strokeClearly( canvas, color, 0.16 * font, 0.3 * font );
	for ( int32_t b = 0; b < count; ++b )
	{
		wfAddMarker( canvas, k, wfGetPlotPlace( plot, bins[b].density, bins[b].speed ), 0.38 * font );
	}
	wfCanvas_Paint( canvas, &( wfPaint ){ .fill = color, .stroke = wfRgb( 0xFFFFFF ), .strokeWidth = 0.1 * font } );
}

static void drawInside( wfCanvas* canvas, const wfPlot* plot, const wfClouds* clouds )
{
	double font = plot->font;
	drawClouds( canvas, plot, clouds );
	for ( int32_t k = 0; k < clouds->count; ++k )
	{
		drawMeans( canvas, plot, clouds, k );
	}
	wfShortText text = wfFormatText( "dots: single moments; lines: means and deviations, every %s persons/m²",
									 wfFormatNumber( clouds->width, 3 ).text );
	wfTextStyle style = { .size = 0.8 * font, .color = wfRgb( WF_FAINT ), .anchor = wf_endAnchor };
	wfCanvas_DrawText( canvas, ( wfVec2 ){ plot->x.end - 0.5 * font, plot->y.end + 1.1 * font }, &style, text.text );
}

static wfResult drawFile( const char* path, wfCanvasKind kind, wfPlot* plot, const wfClouds* clouds, wfError* error )
{
	wfCanvas* canvas = NULL;
	wfResult result = wfCreateCanvas( kind, plot->def->width, plot->def->height, &canvas );
	if ( result != wf_ok )
	{
		return wfFail( error, result, "the plot could not be drawn: %s", wfDescribeResult( result ) );
	}
	wfLayOutPlot( plot, 0.0 );
	wfDrawPlotFrame( canvas, plot );
	drawInside( canvas, plot, clouds );
	result = wfCanvas_Save( canvas, path, error );
	wfDestroyCanvas( canvas );
	return result;
}

wfResult wfDrawFundamental( const char* path, const wfFundamentalSeries* series, int32_t count, const char* title,
							wfError* error )
{
	if ( WF_FAILS( path != NULL && ( series != NULL || count <= 0 ) ) )
	{
		return wfFail( error, wf_invalidDef, "a fundamental diagram needs a path and series" );
	}
	wfCanvasKind kind;
	wfResult result = wfChooseCanvas( path, &kind, error );
	if ( result != wf_ok )
	{
		return result;
	}
	wfClouds clouds = { .series = series, .count = count < 0 ? 0 : count };
	wfPlotSeries curves[WF_MAX_SERIES] = { { 0 } };
	if ( clouds.count > WF_MAX_SERIES )
	{
		result = wfFail( error, wf_outOfRange, "%d series; up to %d are possible", count, WF_MAX_SERIES );
	}
	for ( int32_t k = 0; k < clouds.count && result == wf_ok; ++k )
	{
		curves[k].label = series[k].label;
		if ( series[k].count > 0 && series[k].points == NULL )
		{
			result = wfFail( error, wf_invalidDef, "series %d has %lld points but no values", k, (long long)series[k].count );
		}
	}
	wfPlotDef def = wfDefaultPlotDef();
	def.title = title;
	def.xLabel = "density [persons/m²]";
	def.yLabel = "speed [m/s]";
	def.series = curves;
	def.seriesCount = clouds.count;
	def.width = 900;
	def.height = 600;
	wfPlot plot = { .def = &def, .font = wfGetPlotFont( &def ), .neverDirect = true };
	result = result == wf_ok ? measureClouds( &clouds, &plot, error ) : result;
	result = result == wf_ok ? drawFile( path, kind, &plot, &clouds, error ) : result;
	return wfNamePicture( error, path, result );
}
