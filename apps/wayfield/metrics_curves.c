// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Curves of `wayfield metrics`, of all recordings together: N-t diagrams, time series, arrivals; as CSV and as plots.

#include "metrics.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PLOT_WIDTH 900
#define PLOT_HEIGHT 560
#define PANEL_HEIGHT 250 // of several below each other

// ---------------------------------------------------------------------------------------------------------------- CSV

void wfAddCsvField( wfText* text, const char* field )
{
	bool plain = strpbrk( field, ",\"\r\n" ) == NULL;
	wfText_AddString( text, plain ? "" : "\"" );
	for ( const char* at = field; *at != 0; ++at )
	{
		wfText_AddBytes( text, at, 1 );
		wfText_AddString( text, *at == '"' && !plain ? "\"" : "" );
	}
	wfText_AddString( text, plain ? "" : "\"" );
}

void wfAddCsvValue( wfText* text, double value )
{
	wfText_AddString( text, "," );
	if ( isfinite( value ) )
	{
		wfText_AddNumber( text, value );
	}
}

// --------------------------------------------------------------------------------------------------------------- plots

// Curves that are made one after the other.
typedef struct Curves
{
	wfPlotSeries series[WF_MAX_RECORDINGS * WF_MAX_METRIC_LINES];
	wfPlotLook looks[WF_MAX_RECORDINGS * WF_MAX_METRIC_LINES];
	int32_t count;
} Curves;

typedef struct Curve
{
	double *x, *y;
	int32_t count;
} Curve;

static Curve makeCurve( int64_t capacity )
{
	wfDieIf( capacity > INT32_MAX / 2, wf_tooLarge, NULL, "more points than a plot can have" );
	return ( Curve ){ wfNewArray( (size_t)capacity, sizeof( double ) ), wfNewArray( (size_t)capacity, sizeof( double ) ), 0 };
}

static void addPoint( Curve* curve, double x, double y )
{
	curve->x[curve->count] = x;
	curve->y[curve->count++] = y;
}

static bool hasPoints( const Curves* curves )
{
	bool any = false;
	for ( int32_t k = 0; k < curves->count; ++k )
	{
		for ( int32_t i = 0; i < curves->series[k].count && !any; ++i )
		{
			any = isfinite( curves->series[k].x[i] ) && isfinite( curves->series[k].y[i] );
		}
	}
	return any;
}

// A colour for each recording and dashes for each line. One curve alone needs no label.
static void addCurve( Curves* curves, const wfMeasuredList* list, int32_t recording, int32_t line, const Curve* curve )
{
	const char* label = list->items[recording].label;
	bool severalLines = line >= 0 && list->def.lineCount > 1;
	size_t length = strlen( label ) + 32;
	char* text = wfNewArray( length, 1 );
	if ( severalLines )
	{
		snprintf( text, length, list->count > 1 ? "%s, line %d" : "%.0sline %d", label, line + 1 );
	}
	else
	{
		snprintf( text, length, "%s", list->count > 1 ? label : "" );
	}
	curves->series[curves->count] = ( wfPlotSeries ){ text, curve->x, curve->y, curve->count };
	// The lines of one recording alone are told apart by colours.
	bool byLine = list->count == 1 && severalLines;
	curves->looks[curves->count++] =
		( wfPlotLook ){ .color = 1 + ( byLine ? line : recording ), .dash = byLine || line < 0 ? 0 : line };
}

static wfPlotDef makePlot( const Curves* curves, const char* title, const char* xLabel, const char* yLabel )
{
	wfPlotDef def = wfDefaultPlotDef();
	def.title = title;
	def.xLabel = xLabel;
	def.yLabel = yLabel;
	def.width = PLOT_WIDTH;
	def.height = PLOT_HEIGHT;
	def.series = curves->series;
	def.looks = curves->looks;
	def.fromZero = true;
	def.seriesCount = curves->count;
	return def;
}

static Curves* makeCurves( void )
{
	return wfNewArray( 1, sizeof( Curves ) );
}

// ----------------------------------------------------------------------------------------------------------- crossings

static double* getTimes( const wfMeasured* measured, int32_t line, bool aligned, int64_t* count )
{
	*count = wfMetrics_GetCrossings( measured->metrics, line, NULL, 0 );
	double* times = wfNewArray( (size_t)*count, sizeof( double ) );
	wfMetrics_GetCrossings( measured->metrics, line, times, *count );
	double first = aligned && *count > 0 ? times[0] : 0.0;
	for ( int64_t i = 0; i < *count; ++i )
	{
		times[i] -= first;
	}
	return times;
}

static void writeCrossingsAsCsv( const char* path, const wfMeasuredList* list, bool aligned )
{
	wfText text = { 0 };
	wfText_AddString( &text, "recording,line,people,time_s\n" );
	for ( int32_t r = 0; r < list->count; ++r )
	{
		for ( int32_t k = 0; k < list->def.lineCount; ++k )
		{
			int64_t count;
			const double* times = getTimes( list->items + r, k, aligned, &count );
			for ( int64_t i = 0; i < count; ++i )
			{
				wfAddCsvField( &text, list->items[r].label );
				wfText_Add( &text, ",%d,%lld", k + 1, (long long)i + 1 );
				wfAddCsvValue( &text, times[i] );
				wfText_AddString( &text, "\n" );
			}
		}
	}
	wfText_Write( &text, path );
	wfText_Free( &text );
}

void wfWriteCrossings( const char* path, const wfMeasuredList* list, bool aligned )
{
	if ( wfHasEnding( path, ".csv" ) )
	{
		writeCrossingsAsCsv( path, list, aligned );
		return;
	}
	Curves* curves = makeCurves();
	for ( int32_t r = 0; r < list->count; ++r )
	{
		const wfMeasured* measured = list->items + r;
		for ( int32_t k = 0; k < list->def.lineCount; ++k )
		{
			int64_t count;
			const double* times = getTimes( measured, k, false, &count );
			double zero = aligned ? ( count > 0 ? times[0] : measured->fromTime ) : 0.0;
			Curve curve = makeCurve( count + 2 );
			addPoint( &curve, aligned ? 0.0 : measured->fromTime, 0.0 );
			for ( int64_t i = 0; i < count; ++i )
			{
				addPoint( &curve, times[i] - zero, (double)i + 1.0 );
			}
			addPoint( &curve, measured->tillTime - zero, (double)count );
			addCurve( curves, list, r, k, &curve );
			curves->looks[curves->count - 1].stairs = true;
		}
	}
	char title[160] = "People across the lines";
	if ( list->def.lineCount == 1 )
	{
		wfVec2 a = list->def.lines[0][0], b = list->def.lines[0][1];
		snprintf( title, sizeof( title ), "People across the line from %g, %g to %g, %g", a.x, a.y, b.x, b.y );
	}
	wfPlotDef def = makePlot( curves, title, aligned ? "time since the first crossing [s]" : "time [s]", "people" );
	wfExpect( wfDrawPlot( path, &def, &wf_error ) );
}

// -------------------------------------------------------------------------------------------------------------- series

// In the area by Voronoi cells, as in the fundamental diagram; on the floor by count.
static double getDensity( const wfSeriesPoint* point )
{
	return isnan( point->voronoiDensity ) ? point->density : point->voronoiDensity;
}

static void writeSeriesAsCsv( const char* path, const wfMeasuredList* list )
{
	wfText text = { 0 };
	wfText_AddString( &text, "recording,from_s,to_s,people,density_per_m2,voronoi_density_per_m2,speed_m_per_s,"
							 "specific_flow_per_m_s,outflow_per_s" );
	for ( int32_t k = 0; k < list->def.lineCount; ++k )
	{
		wfText_Add( &text, ",flow_%d_per_s", k + 1 );
	}
	wfText_AddString( &text, "\n" );
	for ( int32_t r = 0; r < list->count; ++r )
	{
		for ( int64_t i = 0; i < list->items[r].seriesCount; ++i )
		{
			const wfSeriesPoint* p = list->items[r].series + i;
			const double values[] = {
				p->from, p->to, p->people, p->density, p->voronoiDensity, p->speed, getDensity( p ) * p->speed, p->outflow };
			wfAddCsvField( &text, list->items[r].label );
			for ( size_t v = 0; v < sizeof( values ) / sizeof( values[0] ); ++v )
			{
				wfAddCsvValue( &text, values[v] );
			}
			for ( int32_t k = 0; k < list->def.lineCount; ++k )
			{
				wfAddCsvValue( &text, p->flows[k] );
			}
			wfText_AddString( &text, "\n" );
		}
	}
	wfText_Write( &text, path );
	wfText_Free( &text );
}

typedef enum Quantity
{
	ofPeople,
	ofDensity,
	ofSpeed,
	ofSpecificFlow,
	ofOutflow,
	ofLine // and so on for those after it
} Quantity;

static double getQuantity( const wfSeriesPoint* point, int32_t quantity )
{
	switch ( quantity )
	{
		case ofPeople:
			return point->people;
		case ofDensity:
			return getDensity( point );
		case ofSpeed:
			return point->speed;
		case ofSpecificFlow:
			return getDensity( point ) * point->speed;
		case ofOutflow:
			return point->outflow;
		default:
			return point->flows[quantity - ofLine];
	}
}

static void addQuantity( Curves* curves, const wfMeasuredList* list, int32_t quantity )
{
	for ( int32_t r = 0; r < list->count; ++r )
	{
		const wfMeasured* measured = list->items + r;
		Curve curve = makeCurve( measured->seriesCount );
		for ( int64_t i = 0; i < measured->seriesCount; ++i )
		{
			const wfSeriesPoint* point = measured->series + i;
			addPoint( &curve, 0.5 * ( point->from + point->to ), getQuantity( point, quantity ) );
		}
		addCurve( curves, list, r, quantity >= ofLine ? quantity - ofLine : -1, &curve );
	}
}

// Densities of all, else numbers of people.
static bool hasDensity( const wfMeasuredList* list )
{
	bool all = true;
	for ( int32_t r = 0; r < list->count; ++r )
	{
		const wfMeasured* measured = list->items + r;
		all = all && measured->seriesCount > 0 && isfinite( getDensity( measured->series ) );
	}
	return all;
}

void wfWriteSeries( const char* path, const wfMeasuredList* list )
{
	if ( wfHasEnding( path, ".csv" ) )
	{
		writeSeriesAsCsv( path, list );
		return;
	}
	const wfBox2* area = &list->def.area;
	bool inArea = area->lower.x < area->upper.x, dense = hasDensity( list );
	Curves* curves[3] = { makeCurves(), makeCurves(), makeCurves() };
	addQuantity( curves[0], list, dense ? ofDensity : ofPeople );
	for ( int32_t k = 0; k < list->def.lineCount; ++k )
	{
		addQuantity( curves[1], list, ofLine + k );
	}
	if ( list->def.lineCount == 0 )
	{
		addQuantity( curves[1], list, inArea ? ofSpecificFlow : ofOutflow );
	}
	addQuantity( curves[2], list, ofSpeed );
	const char* labels[3] = { dense ? "density [1/m²]" : "people",
							  list->def.lineCount > 0 ? "flow [1/s]"
							  : inArea				  ? "specific flow [1/(m s)]"
													  : "leaving [1/s]",
							  "speed [m/s]" };
	char title[160];
	snprintf( title, sizeof( title ), "%s, flow and speed %s, means over %g s", dense ? "Density" : "Number of people",
			  inArea ? "in the area" : "on the whole floor", list->def.seriesWindow );
	wfPlotDef defs[3];
	int32_t count = 0;
	for ( int32_t k = 0; k < 3; ++k )
	{
		if ( hasPoints( curves[k] ) )
		{
			defs[count] = makePlot( curves[k], title, "time [s]", labels[k] );
			defs[count].height = PANEL_HEIGHT;
			count += 1;
		}
	}
	wfDieIf( count == 0, wf_outOfRange, path, "there is nothing to plot: no window has anybody in it" );
	// Title and legend, and the numbers of the time axis, take some of the first and the last.
	defs[0].height += 40;
	defs[count - 1].height += 40;
	wfExpect( wfDrawPlotStack( path, defs, count, &wf_error ) );
}

// ------------------------------------------------------------------------------------------------------------ arrivals

static void writeArrivalsAsCsv( const char* path, const wfMeasuredList* list )
{
	wfText text = { 0 };
	wfText_AddString( &text, "recording,people,id,from_s,to_s,travel_s,walked_m,arrived\n" );
	for ( int32_t r = 0; r < list->count; ++r )
	{
		for ( int64_t i = 0; i < list->items[r].journeyCount; ++i )
		{
			const wfJourney* journey = list->items[r].journeys + i;
			wfAddCsvField( &text, list->items[r].label );
			wfText_Add( &text, ",%lld,%u", (long long)i + 1, journey->serial );
			wfAddCsvValue( &text, journey->from );
			wfAddCsvValue( &text, journey->to );
			wfAddCsvValue( &text, journey->to - journey->from );
			wfAddCsvValue( &text, journey->walked );
			wfText_Add( &text, ",%d\n", journey->arrived ? 1 : 0 );
		}
	}
	wfText_Write( &text, path );
	wfText_Free( &text );
}

void wfWriteArrivals( const char* path, const wfMeasuredList* list )
{
	if ( wfHasEnding( path, ".csv" ) )
	{
		writeArrivalsAsCsv( path, list );
		return;
	}
	Curves* curves = makeCurves();
	bool arrive = false, leave = false;
	for ( int32_t r = 0; r < list->count; ++r )
	{
		const wfMeasured* measured = list->items + r;
		Curve curve = makeCurve( measured->journeyCount + 2 );
		addPoint( &curve, measured->fromTime, 0.0 );
		for ( int64_t i = 0; i < measured->journeyCount; ++i )
		{
			addPoint( &curve, measured->journeys[i].to, (double)i + 1.0 );
			arrive = arrive || measured->journeys[i].arrived;
			leave = leave || !measured->journeys[i].arrived;
		}
		// Who arrives in the last tick is reported after the last frame.
		double last = measured->journeyCount > 0 ? measured->journeys[measured->journeyCount - 1].to : measured->tillTime;
		addPoint( &curve, fmax( last, measured->tillTime ), (double)measured->journeyCount );
		addCurve( curves, list, r, -1, &curve );
		curves->looks[curves->count - 1].stairs = true;
	}
	const char* title = arrive && leave ? "People who arrived or left" : leave ? "People who left" : "People who arrived";
	wfPlotDef def = makePlot( curves, title, "time [s]", "people" );
	wfExpect( wfDrawPlot( path, &def, &wf_error ) );
}
