// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "picture/plot.h"
#include "base/base.h"
#include "picture/panel.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define WF_MIN_PLOT 100
#define WF_MAX_PLOT 8192
#define WF_MAX_PLOTTED 1e300
// A shorter linear axis is drawn as one of a single value: its steps would underflow.
#define WF_MIN_SPAN 1e-290
#define WF_MAX_DIRECT_LABELS 10

wfPlotDef wfDefaultPlotDef( void )
{
	return ( wfPlotDef ){ .width = 800, .height = 500, .internalCookie = WF_COOKIE };
}

static double axisPlace( const wfAxis* axis, double value )
{
	double scaled = axis->logarithmic ? ( value > 0.0 ? log10( value ) : NAN ) : value;
	return axis->begin + ( scaled - axis->low ) / ( axis->high - axis->low ) * ( axis->end - axis->begin );
}

wfVec2 wfPlot_GetPlace( const wfPlot* plot, double x, double y )
{
	return ( wfVec2 ){ axisPlace( &plot->x, x ), axisPlace( &plot->y, y ) };
}

// Axes reach a little beyond their numbers and must not overflow.
static bool isPlottable( const wfPlotDef* def, double x, double y )
{
	return fabs( x ) <= WF_MAX_PLOTTED && fabs( y ) <= WF_MAX_PLOTTED && ( !def->logX || x > 0.0 ) && ( !def->logY || y > 0.0 );
}

double wfGetPlotFont( const wfPlotDef* def )
{
	return fmin( fmax( 0.018 * fmin( def->width, 1.6 * def->height ), 7.0 ), 30.0 );
}

static void addTick( wfAxis* axis, double value, bool minor )
{
	double scaled = axis->logarithmic ? log10( value ) : value, slack = 1e-9 * ( axis->high - axis->low );
	if ( axis->tickCount < WF_MAX_TICKS && scaled >= axis->low - slack && scaled <= axis->high + slack )
	{
		axis->ticks[axis->tickCount] = value;
		axis->minor[axis->tickCount++] = minor;
	}
}

static void placeLinearTicks( wfAxis* axis, int32_t wanted )
{
	double size = fmax( fabs( axis->low ), fabs( axis->high ) );
	if ( axis->high - axis->low < fmax( 1e-12 * size, WF_MIN_SPAN ) )
	{
		double half = size > WF_MIN_SPAN ? 0.05 * size : 1.0;
		axis->low -= half;
		axis->high += half;
	}
	// A range that nearly reaches zero starts there: heights can then be compared by eye.
	if ( axis->low > 0.0 && axis->low < 0.4 * axis->high )
	{
		axis->low = 0.0;
	}
	double step = wfRoundDown125( ( axis->high - axis->low ) / wanted * 1.999 );
	axis->low = step * floor( axis->low / step + 1e-9 );
	axis->high = step * ceil( axis->high / step - 1e-9 );
	int32_t count = (int32_t)floor( ( axis->high - axis->low ) / step + 1.5 );
	for ( int32_t i = 0; i < count; ++i )
	{
		double value = axis->low + i * step;
		addTick( axis, fabs( value ) < 1e-9 * step ? 0.0 : value, false );
	}
}

static void placeLogarithmicTicks( wfAxis* axis, int32_t wanted )
{
	if ( axis->high - axis->low < 0.05 )
	{
		axis->low -= 0.3;
		axis->high += 0.3;
	}
	double span = axis->high - axis->low;
	axis->low -= 0.04 * span;
	axis->high += 0.04 * span;
	int32_t every = (int32_t)ceil( span / wanted );
	every = every < 1 ? 1 : every;
	bool dense = span < 2.2, lines = span < 5.0;
	for ( int32_t k = (int32_t)floor( axis->low ); k <= (int32_t)ceil( axis->high ); ++k )
	{
		if ( every > 1 && k % every != 0 )
		{
			continue;
		}
		double decade = pow( 10.0, k );
		addTick( axis, decade, false );
		for ( int32_t m = 2; m <= 9 && lines; ++m )
		{
			addTick( axis, m * decade, !( dense && ( m == 2 || m == 5 ) ) );
		}
	}
}

static wfResult fitAxes( wfPlot* plot, wfError* error )
{
	const wfPlotDef* def = plot->def;
	wfBox2 range = WF_EMPTY_BOX;
	for ( int32_t k = 0; k < def->seriesCount; ++k )
	{
		const wfPlotSeries* series = def->series + k;
		for ( int32_t i = 0; i < series->count; ++i )
		{
			if ( isPlottable( def, series->x[i], series->y[i] ) )
			{
				wfIncludePoint( &range, ( wfVec2 ){ series->x[i], series->y[i] } );
			}
		}
	}
	if ( !( range.lower.x <= range.upper.x ) )
	{
		return wfFail( error, wf_outOfRange, "there is nothing to plot: no point is finite and at most %g%s", WF_MAX_PLOTTED,
					   def->logX || def->logY ? " and above 0 on the logarithmic axes" : "" );
	}
	wfFitAxes( plot, range );
	return wf_ok;
}

static void fitAxis( wfAxis* axis, bool logarithmic, double low, double high, double tickCount )
{
	int32_t wanted = (int32_t)fmax( 2.0, tickCount );
	axis->logarithmic = logarithmic;
	axis->low = logarithmic ? log10( low ) : low;
	axis->high = logarithmic ? log10( high ) : high;
	if ( logarithmic )
	{
		placeLogarithmicTicks( axis, wanted < 10 ? wanted : 10 );
	}
	else
	{
		placeLinearTicks( axis, wanted < 9 ? wanted : 9 );
	}
}

void wfFitAxes( wfPlot* plot, wfBox2 range )
{
	const wfPlotDef* def = plot->def;
	fitAxis( &plot->x, def->logX, range.lower.x, range.upper.x, def->width / ( 7.0 * plot->font ) );
	fitAxis( &plot->y, def->logY, range.lower.y, range.upper.y, def->height / ( 4.0 * plot->font ) );
}

static wfShortText formatTick( const wfAxis* axis, double value )
{
	double decimal = value > 0.0 ? log10( value ) : 0.0;
	// Powers on all of the axis or on none, but nobody writes 1 as one.
	bool powers = axis->logarithmic && ( axis->high > 4.6 || axis->low < -3.6 );
	bool power = powers && fabs( decimal ) > 0.5 && fabs( decimal - floor( decimal + 0.5 ) ) < 1e-9;
	return power ? wfFormatPowerOfTen( (int64_t)floor( decimal + 0.5 ) ) : wfFormatNumber( value, 6 );
}

static double widestLabel( const wfAxis* axis, double size )
{
	double widest = 0.0;
	for ( int32_t i = 0; i < axis->tickCount; ++i )
	{
		double width = wfMeasureText( formatTick( axis, axis->ticks[i] ).text, size, false );
		widest = axis->minor[i] ? widest : fmax( widest, width );
	}
	return widest;
}

// Index of the last point of a series that can be drawn, -1 when there is none.
static int32_t lastPoint( const wfPlotDef* def, const wfPlotSeries* series )
{
	int32_t last = series->count - 1;
	while ( last >= 0 && !isPlottable( def, series->x[last], series->y[last] ) )
	{
		last -= 1;
	}
	return last;
}

static bool hasLabel( const wfPlotSeries* series )
{
	return series->label != NULL && series->label[0] != 0;
}

// Labels stand at the ends of the curves when there are few, short ones and all curves end at the right.
static bool canLabelDirectly( const wfPlot* plot, double* room )
{
	const wfPlotDef* def = plot->def;
	double widest = 0.0;
	int32_t labels = 0;
	for ( int32_t k = 0; k < def->seriesCount; ++k )
	{
		const wfPlotSeries* series = def->series + k;
		int32_t last = lastPoint( def, series );
		if ( !hasLabel( series ) || last < 0 )
		{
			continue;
		}
		wfAxis unit = plot->x;
		unit.begin = 0.0;
		unit.end = 1.0;
		if ( axisPlace( &unit, series->x[last] ) < 0.8 )
		{
			return false;
		}
		labels += 1;
		widest = fmax( widest, wfMeasureText( series->label, 0.92 * plot->font, true ) );
	}
	*room = labels > 0 ? widest + 1.2 * plot->font : 0.0;
	return labels <= WF_MAX_DIRECT_LABELS && 1.4 * plot->font * labels < 0.6 * def->height && *room < 0.3 * def->width;
}

void wfAddPlotMarker( wfCanvas* canvas, int32_t shape, wfVec2 at, double r )
{
	static const wfVec2 triangle[3] = { { 0.0, -1.25 }, { 1.1, 0.8 }, { -1.1, 0.8 } };
	static const wfVec2 diamond[4] = { { 0.0, -1.3 }, { 1.3, 0.0 }, { 0.0, 1.3 }, { -1.3, 0.0 } };
	static const wfVec2 square[4] = { { -0.92, -0.92 }, { 0.92, -0.92 }, { 0.92, 0.92 }, { -0.92, 0.92 } };
	const wfVec2* corners = shape % 4 == 1 ? square : shape % 4 == 2 ? triangle : diamond;
	if ( shape % 4 == 0 )
	{
		wfCanvas_AddCircle( canvas, at, r );
		return;
	}
	for ( int32_t i = 0; i < ( shape % 4 == 2 ? 3 : 4 ); ++i )
	{
		wfVec2 corner = { at.x + r * corners[i].x, at.y + r * corners[i].y };
		wfCanvas_AddPoint( canvas, i == 0, corner );
	}
	wfCanvas_Close( canvas );
}

// Markers closer than their own size would merge into a thick line.
static bool hasMarkers( const wfPlot* plot, const wfPlotSeries* series )
{
	return series->count <= 0.7 * plot->def->width / ( 1.2 * plot->font );
}

static double drawPlotLegend( wfCanvas* canvas, const wfPlot* plot, double left, double top, double width )
{
	double font = plot->font, x = 0.0, y = 0.0;
	bool any = false;
	for ( int32_t k = 0; k < plot->def->seriesCount; ++k )
	{
		const wfPlotSeries* series = plot->def->series + k;
		if ( !hasLabel( series ) )
		{
			continue;
		}
		double length = 2.4 * font + wfMeasureText( series->label, 0.92 * font, false );
		if ( any && x > 0.0 && x + length > width )
		{
			x = 0.0;
			y += 1.5 * font;
		}
		if ( canvas != NULL )
		{
			wfTextStyle style = { .size = 0.92 * font, .color = wfRgb( WF_INK ) };
			wfVec2 line = { left + x, top + y + 0.7 * font };
			wfCanvas_AddLine( canvas, line, ( wfVec2 ){ left + x + 1.7 * font, line.y } );
			wfCanvas_Stroke( canvas, wfCurveColor( k ), 0.16 * font );
			if ( hasMarkers( plot, series ) )
			{
				wfAddPlotMarker( canvas, k, ( wfVec2 ){ left + x + 0.85 * font, line.y }, 0.3 * font );
				wfCanvas_Fill( canvas, wfCurveColor( k ) );
			}
			wfCanvas_DrawText( canvas, ( wfVec2 ){ left + x + 2.1 * font, top + y + 1.02 * font }, &style, series->label );
		}
		x += length + 1.4 * font;
		any = true;
	}
	return any ? y + 1.6 * font : 0.0;
}

static void layOutPlot( wfPlot* plot )
{
	const wfPlotDef* def = plot->def;
	double font = plot->font, room = 0.0, pad = 0.9 * font;
	plot->direct = !plot->neverDirect && canLabelDirectly( plot, &room );
	double left = pad + ( def->yLabel != NULL ? 1.7 * font : 0.0 ) + widestLabel( &plot->y, 0.88 * font ) + 0.6 * font;
	double right = def->width - 1.6 * font - ( plot->direct ? room : 0.0 );
	plot->legendHeight = plot->direct ? 0.0 : drawPlotLegend( NULL, plot, 0.0, 0.0, def->width - 2.0 * pad );
	double top = pad + ( def->title != NULL ? 2.0 * font : 0.4 * font ) + plot->legendHeight +
				 ( plot->legendHeight > 0.0 ? 0.4 * font : 0.0 );
	double bottom = def->height - pad - 1.5 * font - ( def->xLabel != NULL ? 1.6 * font : 0.0 );
	plot->x.begin = left;
	plot->x.end = fmax( right, left + 1.0 );
	plot->y.begin = fmax( bottom, top + 1.0 );
	plot->y.end = top;
}

static void addGridLines( wfCanvas* canvas, const wfPlot* plot, bool minor )
{
	for ( int32_t i = 0; i < plot->x.tickCount; ++i )
	{
		double x = axisPlace( &plot->x, plot->x.ticks[i] );
		if ( plot->x.minor[i] == minor )
		{
			wfCanvas_AddLine( canvas, ( wfVec2 ){ x, plot->y.begin }, ( wfVec2 ){ x, plot->y.end } );
		}
	}
	for ( int32_t i = 0; i < plot->y.tickCount; ++i )
	{
		double y = axisPlace( &plot->y, plot->y.ticks[i] );
		if ( plot->y.minor[i] == minor )
		{
			wfCanvas_AddLine( canvas, ( wfVec2 ){ plot->x.begin, y }, ( wfVec2 ){ plot->x.end, y } );
		}
	}
}

// Those that would run into the one before are left out.
static void drawTickLabels( wfCanvas* canvas, const wfPlot* plot, bool upward )
{
	const wfAxis* axis = upward ? &plot->y : &plot->x;
	double font = plot->font, free = -INFINITY;
	wfTextStyle style = { .size = 0.88 * font, .color = wfRgb( WF_FAINT ), .anchor = upward ? wf_endAnchor : wf_middleAnchor };
	for ( int32_t i = 0; i < axis->tickCount; ++i )
	{
		wfShortText text = formatTick( axis, axis->ticks[i] );
		double at = axisPlace( axis, axis->ticks[i] ), along = upward ? -at : at;
		double half = upward ? 0.6 * font : 0.5 * wfMeasureText( text.text, style.size, false );
		if ( !axis->minor[i] && along - half > free )
		{
			wfVec2 place = upward ? ( wfVec2 ){ plot->x.begin - 0.45 * font, at + 0.31 * font }
								  : ( wfVec2 ){ at, plot->y.begin + 1.25 * font };
			wfCanvas_DrawText( canvas, place, &style, text.text );
			free = along + half + ( upward ? 0.0 : 0.3 * font );
		}
	}
}

static void drawAxes( wfCanvas* canvas, const wfPlot* plot )
{
	addGridLines( canvas, plot, true );
	wfCanvas_Stroke( canvas, wfRgb( 0xF0F1F4 ), 0.8 );
	addGridLines( canvas, plot, false );
	wfCanvas_Stroke( canvas, wfRgb( 0xDDDFE6 ), 1.0 );
	wfCanvas_MoveTo( canvas, ( wfVec2 ){ plot->x.begin, plot->y.end } );
	wfCanvas_LineTo( canvas, ( wfVec2 ){ plot->x.begin, plot->y.begin } );
	wfCanvas_LineTo( canvas, ( wfVec2 ){ plot->x.end, plot->y.begin } );
	wfCanvas_Stroke( canvas, wfRgb( WF_INK ), 1.2 );
	drawTickLabels( canvas, plot, false );
	drawTickLabels( canvas, plot, true );
}

static void drawTitles( wfCanvas* canvas, const wfPlot* plot )
{
	const wfPlotDef* def = plot->def;
	double font = plot->font, pad = 0.9 * font;
	if ( def->title != NULL )
	{
		wfDrawTitle( canvas, ( wfVec2 ){ pad, pad + 1.0 * font }, 1.2 * font, def->width - 2.0 * pad, def->title );
	}
	wfTextStyle label = { .size = font, .color = wfRgb( WF_INK ), .anchor = wf_middleAnchor };
	if ( def->xLabel != NULL )
	{
		wfVec2 place = { 0.5 * ( plot->x.begin + plot->x.end ), def->height - pad };
		wfCanvas_DrawText( canvas, place, &label, def->xLabel );
	}
	if ( def->yLabel != NULL )
	{
		label.upward = true;
		wfCanvas_DrawText( canvas, ( wfVec2 ){ pad + 0.9 * font, 0.5 * ( plot->y.begin + plot->y.end ) }, &label, def->yLabel );
	}
	if ( !plot->direct )
	{
		drawPlotLegend( canvas, plot, pad, pad + ( def->title != NULL ? 1.7 * font : 0.0 ), def->width - 2.0 * pad );
	}
}

static void drawSeries( wfCanvas* canvas, const wfPlot* plot, int32_t k )
{
	const wfPlotSeries* series = plot->def->series + k;
	double font = plot->font;
	bool drawing = false;
	for ( int32_t i = 0; i < series->count; ++i )
	{
		bool usable = isPlottable( plot->def, series->x[i], series->y[i] );
		if ( usable )
		{
			wfCanvas_AddPoint( canvas, !drawing, wfPlot_GetPlace( plot, series->x[i], series->y[i] ) );
		}
		drawing = usable;
	}
	wfColor color = wfCurveColor( k );
	wfCanvas_Stroke( canvas, color, 0.16 * font );
	for ( int32_t i = 0; i < series->count && hasMarkers( plot, series ); ++i )
	{
		if ( isPlottable( plot->def, series->x[i], series->y[i] ) )
		{
			wfAddPlotMarker( canvas, k, wfPlot_GetPlace( plot, series->x[i], series->y[i] ), 0.3 * font );
		}
	}
	wfCanvas_Paint( canvas, &( wfPaint ){ .fill = color, .stroke = wfRgb( 0xFFFFFF ), .strokeWidth = 0.09 * font } );
}

typedef struct wfEndLabel
{
	int32_t series;
	wfVec2 end;
	double y;
} wfEndLabel;

static void drawDirectLabels( wfCanvas* canvas, const wfPlot* plot )
{
	wfEndLabel labels[WF_MAX_DIRECT_LABELS];
	int32_t count = 0;
	double font = plot->font, gap = 1.3 * font;
	for ( int32_t k = 0; k < plot->def->seriesCount; ++k )
	{
		const wfPlotSeries* series = plot->def->series + k;
		int32_t last = lastPoint( plot->def, series );
		if ( !hasLabel( series ) || last < 0 || count == WF_MAX_DIRECT_LABELS )
		{
			continue;
		}
		wfVec2 end = wfPlot_GetPlace( plot, series->x[last], series->y[last] );
		int32_t place = count++;
		for ( ; place > 0 && labels[place - 1].end.y > end.y; --place )
		{
			labels[place] = labels[place - 1];
		}
		labels[place] = ( wfEndLabel ){ k, end, end.y };
	}
	// Push down what is too close, then up again what was pushed below the axis.
	for ( int32_t i = 1; i < count; ++i )
	{
		labels[i].y = fmax( labels[i].y, labels[i - 1].y + gap );
	}
	double floorY = plot->y.begin;
	for ( int32_t i = count - 1; i >= 0; --i )
	{
		labels[i].y = fmin( labels[i].y, floorY );
		floorY = labels[i].y - gap;
	}
	for ( int32_t i = 0; i < count; ++i )
	{
		wfColor color = wfCurveColor( labels[i].series );
		double x = plot->x.end + 0.9 * font;
		if ( fabs( labels[i].y - labels[i].end.y ) > 0.3 * font || x - labels[i].end.x > 3.0 * font )
		{
			wfCanvas_AddLine( canvas, ( wfVec2 ){ labels[i].end.x + 0.45 * font, labels[i].end.y },
							  ( wfVec2 ){ x - 0.2 * font, labels[i].y } );
			color.a = 130;
			wfCanvas_Stroke( canvas, color, 0.8 );
			color.a = 255;
		}
		wfTextStyle style = { .size = 0.92 * font, .color = color, .bold = true };
		wfCanvas_DrawText( canvas, ( wfVec2 ){ x, labels[i].y + 0.33 * font }, &style,
						   plot->def->series[labels[i].series].label );
	}
}

static wfResult checkPlotDef( const wfPlotDef* def, wfError* error )
{
	if ( def->width < WF_MIN_PLOT || def->height < WF_MIN_PLOT || def->width > WF_MAX_PLOT || def->height > WF_MAX_PLOT )
	{
		return wfFail( error, wf_outOfRange, "a plot of %d x %d pixels; %d to %d each are possible", def->width, def->height,
					   WF_MIN_PLOT, WF_MAX_PLOT );
	}
	for ( int32_t k = 0; k < def->seriesCount; ++k )
	{
		const wfPlotSeries* series = def->series + k;
		if ( series->count > 0 && ( series->x == NULL || series->y == NULL ) )
		{
			return wfFail( error, wf_invalidDef, "series %d of the plot has %d points but no values", k, series->count );
		}
	}
	return wf_ok;
}

wfResult wfDrawPlotFile( const char* path, wfCanvasKind kind, wfPlot* plot, wfDrawInsideFcn* drawInside, const void* context,
						 wfError* error )
{
	wfCanvas* canvas = NULL;
	wfResult result = wfCreateCanvas( kind, plot->def->width, plot->def->height, &canvas );
	if ( result != wf_ok )
	{
		return wfFail( error, result, "the plot could not be drawn: %s", wfDescribeResult( result ) );
	}
	layOutPlot( plot );
	drawAxes( canvas, plot );
	drawTitles( canvas, plot );
	drawInside( canvas, plot, context );
	result = wfCanvas_Save( canvas, path, error );
	wfDestroyCanvas( canvas );
	return result;
}

static void drawCurves( wfCanvas* canvas, const wfPlot* plot, const void* context )
{
	(void)context;
	for ( int32_t k = 0; k < plot->def->seriesCount; ++k )
	{
		drawSeries( canvas, plot, k );
	}
	if ( plot->direct )
	{
		drawDirectLabels( canvas, plot );
	}
}

wfResult wfDrawPlot( const char* path, const wfPlotDef* def, wfError* error )
{
	bool given = path != NULL && def != NULL && def->internalCookie == WF_COOKIE;
	if ( WF_FAILS( given && ( def->seriesCount <= 0 || def->series != NULL ) ) )
	{
		return wfFail( error, wf_invalidDef, "a plot needs a path and a def from wfDefaultPlotDef" );
	}
	wfCanvasKind kind;
	wfResult result = wfChooseCanvas( path, &kind, error );
	if ( result != wf_ok )
	{
		return result;
	}
	wfPlot plot = { .def = def, .font = wfGetPlotFont( def ) };
	result = checkPlotDef( def, error );
	result = result == wf_ok ? fitAxes( &plot, error ) : result;
	result = result == wf_ok ? wfDrawPlotFile( path, kind, &plot, drawCurves, NULL, error ) : result;
	return wfNamePicture( error, path, result );
}
