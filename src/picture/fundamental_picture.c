// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The fundamental diagram: speed against density, a cloud and its means for each series.

#include "base/base.h"
#include "picture/color.h"
#include "picture/panel.h"
#include "picture/plot.h"

#include <math.h>
#include <stdio.h>

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

typedef struct wfFundamentalPlot
{
	const wfFundamentalSeries* series;
	int32_t count;
	int64_t pointCount; // those that can be drawn
	double width;		// of a bin
	wfBin* bins;		// WF_MAX_BINS of each series
	wfPlot plot;
	wfPlotDef def;
} wfFundamentalPlot;

static bool isUsable( const wfFundamentalPoint* point )
{
	return point->density >= 0.0 && point->density < 1e6 && point->speed >= 0.0 && point->speed < 1e6;
}

static wfResult measureClouds( wfFundamentalPlot* plot, wfError* error )
{
	wfBox2 range = { { 0.0, 0.0 }, { 0.0, 0.0 } };
	for ( int32_t k = 0; k < plot->count; ++k )
	{
		for ( int64_t i = 0; i < plot->series[k].count; ++i )
		{
			const wfFundamentalPoint* point = plot->series[k].points + i;
			if ( isUsable( point ) )
			{
				range.upper = ( wfVec2 ){ fmax( range.upper.x, point->density ), fmax( range.upper.y, point->speed ) };
				plot->pointCount += 1;
			}
		}
	}
	if ( plot->pointCount == 0 )
	{
		return wfFail( error, wf_outOfRange, "there is nothing to draw: no point has a density and a speed of 0 or more" );
	}
	// One round width for all, so that the series' means can be compared.
	plot->width = wfRoundDown125( fmax( range.upper.x, 0.1 ) / 10.0 );
	wfFitAxes( &plot->plot, range );
	return wf_ok;
}

static void fillBins( wfFundamentalPlot* plot )
{
	for ( int32_t k = 0; k < plot->count; ++k )
	{
		wfBin* bins = plot->bins + (int64_t)k * WF_MAX_BINS;
		for ( int64_t i = 0; i < plot->series[k].count; ++i )
		{
			const wfFundamentalPoint* point = plot->series[k].points + i;
			if ( !isUsable( point ) )
			{
				continue;
			}
			double place = point->density / plot->width;
			wfBin* bin = bins + ( place < WF_MAX_BINS - 1 ? (int32_t)place : WF_MAX_BINS - 1 );
			double before = point->speed - bin->speed;
			bin->count += 1;
			bin->density += ( point->density - bin->density ) / (double)bin->count;
			bin->speed += before / (double)bin->count;
			bin->squares += before * ( point->speed - bin->speed );
		}
	}
}

static wfVec2 placePoint( const wfPlot* plot, double density, double speed )
{
	return ( wfVec2 ){ wfAxisPlace( &plot->x, density ), wfAxisPlace( &plot->y, speed ) };
}

// Series by turns, so that the last does not hide the others.
static void drawClouds( wfCanvas* canvas, const wfFundamentalPlot* plot )
{
	int64_t step = ( plot->pointCount + WF_MAX_DOTS - 1 ) / WF_MAX_DOTS, longest = 0;
	double dot = plot->plot.font * ( plot->pointCount > 5000 ? 0.17 : plot->pointCount > 500 ? 0.24 : 0.34 );
	double alpha = plot->pointCount > 5000 ? 0.22 : plot->pointCount > 500 ? 0.32 : 0.5;
	for ( int32_t k = 0; k < plot->count; ++k )
	{
		longest = plot->series[k].count > longest ? plot->series[k].count : longest;
	}
	for ( int64_t from = 0; from < longest; from += WF_DOT_BATCH * step )
	{
		for ( int32_t k = 0; k < plot->count; ++k )
		{
			const wfFundamentalSeries* series = plot->series + k;
			for ( int64_t i = from; i < from + WF_DOT_BATCH * step && i < series->count; i += step )
			{
				if ( isUsable( series->points + i ) )
				{
					// A line of no length with round ends is the shortest path to write a dot.
					wfVec2 at = placePoint( &plot->plot, series->points[i].density, series->points[i].speed );
					wfCanvas_AddLine( canvas, at, at );
				}
			}
			wfColor color = wfCurveColor( k );
			color.a = (uint8_t)( 255.0 * alpha );
			wfCanvas_Stroke( canvas, color, dot );
		}
	}
}

static void addWhiskers( wfCanvas* canvas, const wfFundamentalPlot* plot, const wfBin* bins )
{
	double cap = 0.28 * plot->plot.font;
	for ( int32_t b = 0; b < WF_MAX_BINS; ++b )
	{
		if ( bins[b].count >= WF_LEAST_IN_BIN )
		{
			double deviation = sqrt( bins[b].squares / (double)( bins[b].count - 1 ) );
			wfVec2 low = placePoint( &plot->plot, bins[b].density, fmax( bins[b].speed - deviation, 0.0 ) );
			wfVec2 high = placePoint( &plot->plot, bins[b].density, bins[b].speed + deviation );
			wfVec2 ends[6] = { { low.x - cap, low.y },	 { low.x + cap, low.y },  low, high,
							   { high.x - cap, high.y }, { high.x + cap, high.y } };
			for ( int32_t i = 0; i < 6; i += 2 )
			{
				wfCanvas_AddLine( canvas, ends[i], ends[i + 1] );
			}
		}
	}
}

static void drawMeans( wfCanvas* canvas, const wfFundamentalPlot* plot, int32_t k )
{
	const wfBin* bins = plot->bins + (int64_t)k * WF_MAX_BINS;
	double font = plot->plot.font;
	wfColor color = wfCurveColor( k );
	addWhiskers( canvas, plot, bins );
	wfCanvas_PaintAndKeep( canvas, &( wfPaint ){ .stroke = wfRgba( 0xFFFFFF, 0.8 ), .strokeWidth = 0.24 * font } );
	wfCanvas_Stroke( canvas, color, 0.1 * font );
	for ( int32_t pass = 0; pass < 2; ++pass )
	{
		bool drawing = false;
		for ( int32_t b = 0; b < WF_MAX_BINS; ++b )
		{
			wfVec2 at = placePoint( &plot->plot, bins[b].density, bins[b].speed );
			if ( bins[b].count < WF_LEAST_IN_BIN )
			{
				continue;
			}
			if ( pass == 1 )
			{
				wfAddPlotMarker( canvas, k, at, 0.38 * font );
			}
			else if ( drawing )
			{
				wfCanvas_LineTo( canvas, at );
			}
			else
			{
				wfCanvas_MoveTo( canvas, at );
			}
			drawing = true;
		}
		if ( pass == 0 )
		{
			wfCanvas_PaintAndKeep( canvas, &( wfPaint ){ .stroke = wfRgba( 0xFFFFFF, 0.8 ), .strokeWidth = 0.3 * font } );
			wfCanvas_Stroke( canvas, color, 0.16 * font );
		}
		else
		{
			wfCanvas_Paint( canvas, &( wfPaint ){ .fill = color, .stroke = wfRgb( 0xFFFFFF ), .strokeWidth = 0.1 * font } );
		}
	}
}

static void drawNote( wfCanvas* canvas, const wfFundamentalPlot* plot )
{
	char text[192];
	double font = plot->plot.font;
	snprintf( text, sizeof( text ), "dots: single moments; lines: means and deviations, every %s persons/m²",
			  wfFormatNumber( plot->width, 3 ).text );
	wfTextStyle style = { .size = 0.8 * font, .color = wfRgb( WF_FAINT ), .anchor = wf_endAnchor };
	wfVec2 at = { plot->plot.x.end - 0.5 * font, plot->plot.y.end + 1.1 * font };
	wfCanvas_DrawText( canvas, at, &style, text );
}

static wfResult drawFundamental( const char* path, wfCanvasKind kind, wfFundamentalPlot* plot, wfError* error )
{
	wfCanvas* canvas = NULL;
	wfResult result = wfCreateCanvas( kind, plot->def.width, plot->def.height, &canvas );
	if ( result != wf_ok )
	{
		return wfFail( error, result, "the plot could not be drawn: %s", wfDescribeResult( result ) );
	}
	fillBins( plot );
	wfLayOutPlot( &plot->plot );
	wfDrawPlotFrame( canvas, &plot->plot );
	drawClouds( canvas, plot );
	for ( int32_t k = 0; k < plot->count; ++k )
	{
		drawMeans( canvas, plot, k );
	}
	drawNote( canvas, plot );
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
	wfFundamentalPlot plot = { .series = series, .count = count < 0 ? 0 : count, .def = wfDefaultPlotDef() };
	if ( plot.count > WF_MAX_SERIES )
	{
		result = wfFail( error, wf_outOfRange, "%d series; up to %d are possible", count, WF_MAX_SERIES );
	}
	for ( int32_t k = 0; k < plot.count && result == wf_ok; ++k )
	{
		if ( series[k].count > 0 && series[k].points == NULL )
		{
			result = wfFail( error, wf_invalidDef, "series %d has %lld points but no values", k, (long long)series[k].count );
		}
	}
	wfPlotSeries curves[WF_MAX_SERIES] = { { 0 } };
	for ( int32_t k = 0; k < plot.count && result == wf_ok; ++k )
	{
		curves[k].label = series[k].label;
	}
	plot.def.title = title;
	plot.def.width = 900;
	plot.def.height = 600;
	plot.def.xLabel = "density [persons/m²]";
	plot.def.yLabel = "speed [m/s]";
	plot.def.series = curves;
	plot.def.seriesCount = plot.count;
	plot.plot = ( wfPlot ){ .def = &plot.def, .font = wfGetPlotFont( &plot.def ), .neverDirect = true };
	result = result == wf_ok ? measureClouds( &plot, error ) : result;
	if ( result == wf_ok )
	{
		size_t size = (size_t)plot.count * WF_MAX_BINS * sizeof( wfBin );
		plot.bins = wfAllocateZeroed( size );
		result = plot.bins != NULL ? drawFundamental( path, kind, &plot, error )
								   : wfFail( error, wf_outOfMemory, "the plot could not be drawn: out of memory" );
		wfRelease( plot.bins, size );
	}
	return wfNamePicture( error, path, result );
}
