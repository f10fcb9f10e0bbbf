// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Plots of curves, one alone or several below each other.

#include "picture/plot.h"

#include "base/base.h"

#include <math.h>

#define WF_MIN_PLOT 100
#define WF_MAX_PLOT 8192
#define WF_MAX_STACK 8
// A shorter linear axis is drawn as one of a single value: its steps would underflow.
#define WF_MIN_SPAN 1e-290
#define WF_MAX_DIRECT_LABELS 10
// Markers of a staircase, which has none at its steps.
#define WF_STAIR_MARKERS 6

wfPlotDef wfDefaultPlotDef( void )
{
	return ( wfPlotDef ){ .width = 800, .height = 500, .internalCookie = WF_COOKIE };
}

static double axisPlace( const wfAxis* axis, double value )
{
	double scaled = axis->logarithmic ? ( value > 0.0 ? log10( value ) : NAN ) : value;
	return axis->begin + ( scaled - axis->low ) / ( axis->high - axis->low ) * ( axis->end - axis->begin );
}

wfVec2 wfGetPlotPlace( const wfPlot* plot, double x, double y )
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

void wfPlaceAxes( wfPlot* plot, wfBox2 range )
{
	const wfPlotDef* def = plot->def;
	fitAxis( &plot->x, def->logX, range.lower.x, range.upper.x, def->width / ( 7.0 * plot->font ) );
	// Of several below each other each is low: closer numbers are read more easily than too few.
	double apart = plot->isBelow || plot->isAbove ? 3.0 : 4.0;
	if ( def->fromZero && !def->logY )
	{
		range.lower.y = fmin( range.lower.y, 0.0 );
		range.upper.y = range.lower.y == 0.0 && range.upper.y == 0.0 ? 1.0 : range.upper.y; // of nothing but zeros
	}
	fitAxis( &plot->y, def->logY, range.lower.y, range.upper.y, def->height / ( apart * plot->font ) );
}

void wfIncludeCurves( wfBox2* range, const wfPlotDef* def )
{
	for ( int32_t k = 0; k < def->seriesCount; ++k )
	{
		const wfPlotSeries* series = def->series + k;
		for ( int32_t i = 0; i < series->count; ++i )
		{
			if ( isPlottable( def, series->x[i], series->y[i] ) )
			{
				wfIncludePoint( range, ( wfVec2 ){ series->x[i], series->y[i] } );
			}
		}
	}
}

wfResult wfRefusePlot( const wfPlotDef* def, wfError* error )
{
	return wfFail( error, wf_outOfRange, "there is nothing to plot: no point is finite and at most %g%s", WF_MAX_PLOTTED,
				   def->logX || def->logY ? " and above 0 on the logarithmic axes" : "" );
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

void wfAddMarker( wfCanvas* canvas, int32_t shape, wfVec2 at, double r )
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

// Colours are counted from 0 in what is returned.
static wfPlotLook getLook( const wfPlotDef* def, int32_t k )
{
	wfPlotLook look = def->looks != NULL ? def->looks[k] : ( wfPlotLook ){ 0 };
	look.color = look.color > 0 ? look.color - 1 : k;
	return look;
}

// Markers closer than their own size would merge into a thick line.
static bool hasMarkers( const wfPlot* plot, const wfPlotSeries* series, wfPlotLook look )
{
	return look.stairs || series->count <= 0.7 * plot->def->width / ( 1.2 * plot->font );
}

static void strokeSeries( wfCanvas* canvas, const wfPlot* plot, wfPlotLook look )
{
	static const double dashes[] = { 0.7, 0.3 };
	double dash = look.dash > 0 ? dashes[( look.dash - 1 ) % 2] : 0.0;
	wfCanvas_Paint(
		canvas,
		&( wfPaint ){ .stroke = wfCurveColor( look.color ), .strokeWidth = 0.16 * plot->font, .dash = dash * plot->font } );
}

static double drawPlotLegend( wfCanvas* canvas, const wfPlot* plot, double left, double top, double width )
{
	const wfPlotDef* def = plot->legend != NULL ? plot->legend : plot->def;
	double font = plot->font, x = 0.0, y = 0.0;
	bool any = false;
	for ( int32_t k = 0; k < def->seriesCount; ++k )
	{
		const wfPlotSeries* series = def->series + k;
		wfPlotLook look = getLook( def, k );
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
			strokeSeries( canvas, plot, look );
			if ( hasMarkers( plot, series, look ) )
			{
				wfAddMarker( canvas, look.color, ( wfVec2 ){ left + x + 0.85 * font, line.y }, 0.3 * font );
				wfCanvas_Fill( canvas, wfCurveColor( look.color ) );
			}
			wfCanvas_DrawText( canvas, ( wfVec2 ){ left + x + 2.1 * font, top + y + 1.02 * font }, &style, series->label );
		}
		x += length + 1.4 * font;
		any = true;
	}
	return any ? y + 1.6 * font : 0.0;
}

double wfLayOutPlot( wfPlot* plot, double least )
{
	const wfPlotDef* def = plot->def;
	double font = plot->font, room = 0.0, pad = 0.9 * font;
	plot->direct = !plot->neverDirect && canLabelDirectly( plot, &room );
	double left = pad + ( def->yLabel != NULL ? 1.7 * font : 0.0 ) + widestLabel( &plot->y, 0.88 * font ) + 0.6 * font;
	left = fmax( left, least );
	double right = def->width - 1.6 * font - ( plot->direct ? room : 0.0 );
	bool hasLegend = !plot->direct && !plot->isBelow;
	plot->legendHeight = hasLegend ? drawPlotLegend( NULL, plot, 0.0, 0.0, def->width - 2.0 * pad ) : 0.0;
	double titles = pad + ( def->title != NULL ? 2.0 * font : 0.4 * font ) + plot->legendHeight +
					( plot->legendHeight > 0.0 ? 0.4 * font : 0.0 );
	double labels = pad + 1.5 * font + ( def->xLabel != NULL ? 1.6 * font : 0.0 );
	double top = plot->top + ( plot->isBelow ? 0.5 * font : titles );
	double bottom = plot->top + def->height - ( plot->isAbove ? 0.5 * font : labels );
	plot->x.begin = left;
	plot->x.end = fmax( right, left + 1.0 );
	plot->y.begin = fmax( bottom, top + 1.0 );
	plot->y.end = top;
	return left;
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
	if ( !plot->isAbove )
	{
		drawTickLabels( canvas, plot, false );
	}
	drawTickLabels( canvas, plot, true );
}

static void drawTitles( wfCanvas* canvas, const wfPlot* plot )
{
	const wfPlotDef* def = plot->def;
	double font = plot->font, pad = 0.9 * font;
	if ( def->title != NULL && !plot->isBelow )
	{
		wfDrawTitle( canvas, ( wfVec2 ){ pad, plot->top + pad + 1.0 * font }, 1.2 * font, def->width - 2.0 * pad, def->title );
	}
	wfTextStyle label = { .size = font, .color = wfRgb( WF_INK ), .anchor = wf_middleAnchor };
	if ( def->xLabel != NULL && !plot->isAbove )
	{
		wfVec2 place = { 0.5 * ( plot->x.begin + plot->x.end ), plot->top + def->height - pad };
		wfCanvas_DrawText( canvas, place, &label, def->xLabel );
	}
	if ( def->yLabel != NULL )
	{
		label.upward = true;
		wfCanvas_DrawText( canvas, ( wfVec2 ){ pad + 0.9 * font, 0.5 * ( plot->y.begin + plot->y.end ) }, &label, def->yLabel );
	}
	if ( !plot->direct && !plot->isBelow )
	{
		drawPlotLegend( canvas, plot, pad, plot->top + pad + ( def->title != NULL ? 1.7 * font : 0.0 ), def->width - 2.0 * pad );
	}
}

// A staircase has its markers at even distances, those of the series by turns.
static void addStairMarkers( wfCanvas* canvas, const wfPlot* plot, int32_t k, wfPlotLook look )
{
	const wfPlotSeries* series = plot->def->series + k;
	double turn = ( k + 0.5 ) / plot->def->seriesCount, span = ( plot->x.end - plot->x.begin ) / WF_STAIR_MARKERS;
	wfVec2 before = { INFINITY, 0.0 };
	for ( int32_t i = 0; i < series->count; ++i )
	{
		if ( !isPlottable( plot->def, series->x[i], series->y[i] ) )
		{
			continue;
		}
		wfVec2 now = wfGetPlotPlace( plot, series->x[i], series->y[i] );
		for ( int32_t m = 0; m < WF_STAIR_MARKERS; ++m )
		{
			double x = plot->x.begin + ( m + turn ) * span;
			if ( x >= before.x && x < now.x )
			{
				wfAddMarker( canvas, look.color, ( wfVec2 ){ x, before.y }, 0.3 * plot->font );
			}
		}
		before = now;
	}
}

static void drawSeries( wfCanvas* canvas, const wfPlot* plot, int32_t k )
{
	const wfPlotSeries* series = plot->def->series + k;
	wfPlotLook look = getLook( plot->def, k );
	double font = plot->font;
	wfVec2 before = { 0.0, 0.0 };
	bool drawing = false;
	for ( int32_t i = 0; i < series->count; ++i )
	{
		bool usable = isPlottable( plot->def, series->x[i], series->y[i] );
		wfVec2 now = usable ? wfGetPlotPlace( plot, series->x[i], series->y[i] ) : before;
		if ( usable && drawing && look.stairs )
		{
			wfCanvas_LineTo( canvas, ( wfVec2 ){ now.x, before.y } );
		}
		if ( usable )
		{
			wfCanvas_AddPoint( canvas, !drawing, now );
		}
		before = now;
		drawing = usable;
	}
	strokeSeries( canvas, plot, look );
	for ( int32_t i = 0; i < series->count && hasMarkers( plot, series, look ) && !look.stairs; ++i )
	{
		if ( isPlottable( plot->def, series->x[i], series->y[i] ) )
		{
			wfAddMarker( canvas, look.color, wfGetPlotPlace( plot, series->x[i], series->y[i] ), 0.3 * font );
		}
	}
	if ( look.stairs )
	{
		addStairMarkers( canvas, plot, k, look );
	}
	wfCanvas_Paint( canvas,
					&( wfPaint ){ .fill = wfCurveColor( look.color ), .stroke = wfRgb( 0xFFFFFF ), .strokeWidth = 0.09 * font } );
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
		wfVec2 end = wfGetPlotPlace( plot, series->x[last], series->y[last] );
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
		wfColor color = wfCurveColor( getLook( plot->def, labels[i].series ).color );
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

wfResult wfCheckPlotDef( const wfPlotDef* def, wfError* error )
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

void wfDrawPlotFrame( wfCanvas* canvas, const wfPlot* plot )
{
	drawAxes( canvas, plot );
	drawTitles( canvas, plot );
}

void wfDrawCurves( wfCanvas* canvas, const wfPlot* plot )
{
	for ( int32_t k = 0; k < plot->def->seriesCount; ++k )
	{
		drawSeries( canvas, plot, k );
	}
	if ( plot->direct )
	{
		drawDirectLabels( canvas, plot );
	}
}

// ---------------------------------------------------------------------------------------------------------------- files

static wfResult drawFile( const char* path, wfCanvasKind kind, wfPlot* plots, int32_t count, wfError* error )
{
	wfCanvas* canvas = NULL;
	int32_t height = 0;
	double left = 0.0;
	for ( int32_t k = 0; k < count; ++k )
	{
		height += plots[k].def->height;
		left = fmax( left, wfLayOutPlot( plots + k, 0.0 ) );
	}
	wfResult result = wfCreateCanvas( kind, plots[0].def->width, height, &canvas );
	if ( result != wf_ok )
	{
		return wfFail( error, result, "the plot could not be drawn: %s", wfDescribeResult( result ) );
	}
	for ( int32_t k = 0; k < count; ++k )
	{
		wfLayOutPlot( plots + k, left );
		wfDrawPlotFrame( canvas, plots + k );
		wfDrawCurves( canvas, plots + k );
	}
	result = wfCanvas_Save( canvas, path, error );
	wfDestroyCanvas( canvas );
	return result;
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
	wfBox2 range = WF_EMPTY_BOX;
	result = wfCheckPlotDef( def, error );
	if ( result == wf_ok )
	{
		wfIncludeCurves( &range, def );
		result = range.lower.x <= range.upper.x ? wf_ok : wfRefusePlot( def, error );
	}
	if ( result == wf_ok )
	{
		wfPlaceAxes( &plot, range );
		result = drawFile( path, kind, &plot, 1, error );
	}
	return wfNamePicture( error, path, result );
}

// The ranges of all, with one x axis; the first that cannot be drawn is refused.
static wfResult fitStack( const wfPlotDef* defs, int32_t count, wfBox2 ranges[WF_MAX_STACK], wfError* error )
{
	double low = INFINITY, high = -INFINITY;
	int64_t height = 0;
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < count && result == wf_ok; ++k )
	{
		ranges[k] = WF_EMPTY_BOX;
		result = wfCheckPlotDef( defs + k, error );
		if ( result == wf_ok )
		{
			wfIncludeCurves( &ranges[k], defs + k );
			result = ranges[k].lower.x <= ranges[k].upper.x ? wf_ok : wfRefusePlot( defs + k, error );
		}
		low = fmin( low, ranges[k].lower.x );
		high = fmax( high, ranges[k].upper.x );
		height += defs[k].height;
	}
	if ( result == wf_ok && height > WF_MAX_PLOT )
	{
		result = wfFail( error, wf_outOfRange, "plots of %lld pixels together; up to %d are possible", (long long)height,
						 WF_MAX_PLOT );
	}
	for ( int32_t k = 0; k < count; ++k )
	{
		ranges[k].lower.x = low;
		ranges[k].upper.x = high;
	}
	return result;
}

wfResult wfDrawPlotStack( const char* path, const wfPlotDef* defs, int32_t count, wfError* error )
{
	bool given = path != NULL && defs != NULL && count > 0;
	const wfPlotDef* legend = defs;
	for ( int32_t k = 0; k < count && given; ++k )
	{
		given = defs[k].internalCookie == WF_COOKIE && ( defs[k].seriesCount <= 0 || defs[k].series != NULL );
		legend = defs[k].seriesCount > legend->seriesCount ? defs + k : legend;
	}
	if ( WF_FAILS( given ) )
	{
		return wfFail( error, wf_invalidDef, "plots need a path and defs from wfDefaultPlotDef" );
	}
	wfCanvasKind kind;
	wfResult result = wfChooseCanvas( path, &kind, error );
	if ( result != wf_ok )
	{
		return result;
	}
	wfPlot plots[WF_MAX_STACK] = { { 0 } };
	wfPlotDef wide[WF_MAX_STACK];
	wfBox2 ranges[WF_MAX_STACK];
	result = count <= WF_MAX_STACK ? fitStack( defs, count, ranges, error )
								   : wfFail( error, wf_outOfRange, "%d plots; up to %d are possible", count, WF_MAX_STACK );
	wfPlotDef whole = defs[0];
	for ( int32_t k = 1; k < count && result == wf_ok; ++k )
	{
		whole.height += defs[k].height;
	}
	double top = 0.0;
	for ( int32_t k = 0; k < count && result == wf_ok; ++k )
	{
		wide[k] = defs[k];
		wide[k].width = defs[0].width;
		plots[k] = ( wfPlot ){ .def = wide + k,
							   .font = wfGetPlotFont( &whole ),
							   .top = top,
							   .neverDirect = true,
							   .isBelow = k > 0,
							   .isAbove = k < count - 1,
							   .legend = legend };
		// The legend has room of its own, so that the first is as high as the others.
		double room = wide[0].width - 1.8 * plots[k].font;
		wide[k].height += k == 0 ? (int32_t)ceil( drawPlotLegend( NULL, plots, 0.0, 0.0, room ) ) : 0;
		wfPlaceAxes( plots + k, ranges[k] );
		top += wide[k].height;
	}
	result = result == wf_ok ? drawFile( path, kind, plots, count, error ) : result;
	return wfNamePicture( error, path, result );
}
