// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Plots of curves, and the fundamental diagram: speed against density, a cloud and its means for each series.

#include "base/base.h"
#include "picture/panel.h"

#include <math.h>

#define WF_MIN_PLOT 100
#define WF_MAX_PLOT 8192
#define WF_MAX_PLOTTED 1e300
// A shorter linear axis is drawn as one of a single value: its steps would underflow.
#define WF_MIN_SPAN 1e-290
#define WF_MAX_DIRECT_LABELS 10
// Dots of all clouds together: some seventeen bytes each in an SVG. Of more every n-th is drawn; the means take all.
#define WF_MAX_DOTS 60000
#define WF_DOT_BATCH 250
#define WF_MAX_BINS 64
#define WF_LEAST_IN_BIN 3
#define WF_MAX_SERIES 32

#define WF_MAX_TICKS 64

typedef struct wfAxis
{
	bool logarithmic;
	double low, high; // decimal logarithms on a logarithmic axis
	double ticks[WF_MAX_TICKS];
	bool minor[WF_MAX_TICKS]; // a grid line without a label
	int32_t tickCount;
	double begin, end; // on the canvas
} wfAxis;

typedef struct wfPlot
{
	const wfPlotDef* def;
	wfAxis x, y;
	double font;
	bool direct;	  // labels at the ends of the curves instead of a legend
	bool neverDirect; // always a legend
	double legendHeight;
} wfPlot;

wfPlotDef wfDefaultPlotDef( void )
{
	return ( wfPlotDef ){ .width = 800, .height = 500, .internalCookie = WF_COOKIE };
}

static double axisPlace( const wfAxis* axis, double value )
{
	double scaled = axis->logarithmic ? ( value > 0.0 ? log10( value ) : NAN ) : value;
	return axis->begin + ( scaled - axis->low ) / ( axis->high - axis->low ) * ( axis->end - axis->begin );
}

static wfVec2 getPlace( const wfPlot* plot, double x, double y )
{
	return ( wfVec2 ){ axisPlace( &plot->x, x ), axisPlace( &plot->y, y ) };
}

// Axes reach a little beyond their numbers and must not overflow.
static bool isPlottable( const wfPlotDef* def, double x, double y )
{
	return fabs( x ) <= WF_MAX_PLOTTED && fabs( y ) <= WF_MAX_PLOTTED && ( !def->logX || x > 0.0 ) && ( !def->logY || y > 0.0 );
}

static double getPlotFont( const wfPlotDef* def )
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

static void placeAxes( wfPlot* plot, wfBox2 range )
{
	const wfPlotDef* def = plot->def;
	fitAxis( &plot->x, def->logX, range.lower.x, range.upper.x, def->width / ( 7.0 * plot->font ) );
	fitAxis( &plot->y, def->logY, range.lower.y, range.upper.y, def->height / ( 4.0 * plot->font ) );
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
	placeAxes( plot, range );
	return wf_ok;
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

// The sign of a curve: one for each, for those who do not see the colours.
static void addMarker( wfCanvas* canvas, int32_t shape, wfVec2 at, double r )
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
		wfCanvas_AddPoint( canvas, i == 0, wfAddScaled2( at, r, corners[i] ) );
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
				addMarker( canvas, k, ( wfVec2 ){ left + x + 0.85 * font, line.y }, 0.3 * font );
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
	for ( int32_t i = 0; i < plot->x.tickCount + plot->y.tickCount; ++i )
	{
		bool upward = i >= plot->x.tickCount;
		const wfAxis* axis = upward ? &plot->y : &plot->x;
		int32_t tick = upward ? i - plot->x.tickCount : i;
		double at = axisPlace( axis, axis->ticks[tick] );
		if ( axis->minor[tick] == minor )
		{
			wfCanvas_AddLine( canvas, upward ? ( wfVec2 ){ plot->x.begin, at } : ( wfVec2 ){ at, plot->y.begin },
							  upward ? ( wfVec2 ){ plot->x.end, at } : ( wfVec2 ){ at, plot->y.end } );
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
			wfCanvas_AddPoint( canvas, !drawing, getPlace( plot, series->x[i], series->y[i] ) );
		}
		drawing = usable;
	}
	wfColor color = wfCurveColor( k );
	wfCanvas_Stroke( canvas, color, 0.16 * font );
	for ( int32_t i = 0; i < series->count && hasMarkers( plot, series ); ++i )
	{
		if ( isPlottable( plot->def, series->x[i], series->y[i] ) )
		{
			addMarker( canvas, k, getPlace( plot, series->x[i], series->y[i] ), 0.3 * font );
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
		wfVec2 end = getPlace( plot, series->x[last], series->y[last] );
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

typedef void wfDrawInsideFcn( wfCanvas* canvas, const wfPlot* plot, const void* context );

static wfResult drawPlotFile( const char* path, wfCanvasKind kind, wfPlot* plot, wfDrawInsideFcn* drawInside, const void* context,
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
	wfPlot plot = { .def = def, .font = getPlotFont( def ) };
	result = checkPlotDef( def, error );
	result = result == wf_ok ? fitAxes( &plot, error ) : result;
	result = result == wf_ok ? drawPlotFile( path, kind, &plot, drawCurves, NULL, error ) : result;
	return wfNamePicture( error, path, result );
}

// ------------------------------------------------------------------------------------------------- fundamental diagrams

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
	placeAxes( plot, range );
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
					wfVec2 at = getPlace( plot, series->points[i].density, series->points[i].speed );
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
	wfVec2 low = getPlace( plot, bin->density, fmax( bin->speed - deviation, 0.0 ) );
	wfVec2 high = getPlace( plot, bin->density, bin->speed + deviation );
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
		wfCanvas_AddPoint( canvas, b == 0, getPlace( plot, bins[b].density, bins[b].speed ) );
	}
	strokeClearly( canvas, color, 0.16 * font, 0.3 * font );
	for ( int32_t b = 0; b < count; ++b )
	{
		addMarker( canvas, k, getPlace( plot, bins[b].density, bins[b].speed ), 0.38 * font );
	}
	wfCanvas_Paint( canvas, &( wfPaint ){ .fill = color, .stroke = wfRgb( 0xFFFFFF ), .strokeWidth = 0.1 * font } );
}

static void drawInside( wfCanvas* canvas, const wfPlot* plot, const void* context )
{
	const wfClouds* clouds = context;
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
	wfPlot plot = { .def = &def, .font = getPlotFont( &def ), .neverDirect = true };
	result = result == wf_ok ? measureClouds( &clouds, &plot, error ) : result;
	result = result == wf_ok ? drawPlotFile( path, kind, &plot, drawInside, &clouds, error ) : result;
	return wfNamePicture( error, path, result );
}
