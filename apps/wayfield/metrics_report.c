// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What `wayfield metrics` prints: JSON, a column for each of two recordings, or a row for each of several.

#include "metrics.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------------------- JSON

static void addStationaryAsJson( wfJsonOut* json, const wfStationaryFlow* flow )
{
	wfJsonOut_BeginObject( json, "stationary" );
	wfJsonOut_Integer( json, "crossings", flow->crossings );
	wfJsonOut_Number( json, "from_seconds", flow->from );
	wfJsonOut_Number( json, "to_seconds", flow->to );
	wfJsonOut_Number( json, "flow_per_s", flow->flow );
	wfJsonOut_Number( json, "specific_flow_per_m_s", flow->specificFlow );
	wfJsonOut_Number( json, "deviation_people", flow->deviation );
	wfJsonOut_Number( json, "density_per_m2", flow->density );
	wfJsonOut_Number( json, "voronoi_density_per_m2", flow->voronoiDensity );
	wfJsonOut_Number( json, "area_speed_m_per_s", flow->speed );
	wfJsonOut_End( json );
}

static void addLinesAsJson( wfJsonOut* json, const wfMetricsDef* def, const wfMetricsReport* report )
{
	wfJsonOut_BeginList( json, "lines" );
	for ( int32_t i = 0; i < report->lineCount; ++i )
	{
		const wfLineReport* line = &report->lines[i];
		wfVec2 a = def->lines[i][0], b = def->lines[i][1];
		wfJsonOut_BeginObject( json, NULL );
		wfJsonOut_Point( json, "from", a.x, a.y );
		wfJsonOut_Point( json, "to", b.x, b.y );
		wfJsonOut_Integer( json, "crossings", line->crossings );
		wfJsonOut_Integer( json, "forward", line->forward );
		wfJsonOut_Integer( json, "backward", line->backward );
		wfJsonOut_Number( json, "first_seconds", line->firstTime );
		wfJsonOut_Number( json, "last_seconds", line->lastTime );
		wfJsonOut_Number( json, "flow_per_s", line->flow );
		wfJsonOut_Number( json, "specific_flow_per_m_s", line->specificFlow );
		wfJsonOut_Integer( json, "missed", line->missed );
		addStationaryAsJson( json, &line->stationary );
		wfJsonOut_End( json );
	}
	wfJsonOut_End( json );
}

// The figures of a recording, in the order of JSON and with the place of their rows in the table; what it does not hold is not a
// number.
#define MAX_FIGURES 32

typedef struct Figure
{
	const char* key;
	double value;
	int32_t row; // from 1 on; 0: not in the table
	const char* label;
	int decimals;
	const char* unit;
} Figure;

static int32_t listFigures( const wfMeasured* measured, Figure* figures )
{
	const wfMetricsReport* r = &measured->report;
	const wfCircleReport* circles = &measured->circles;
	bool sized = measured->bodies != wf_withoutSize;
	bool walled = measured->scenario.world != NULL, walks = circles->agents > 0;
	double arrived = measured->hasArrivals ? (double)r->arrived : NAN;
	// Whose overlaps they are, where they are not those of the bodies that were recorded.
	static const char* const bodies[] = { "", "of round bodies", "of circles inside", "" };
	const Figure all[] = {
		{ "fps", measured->fps, 0, "", 0, "" },
		{ "frames", (double)r->frames, 5, "frames", 0, "" },
		{ "simulated_seconds", r->seconds, 6, "time", 2, "s" },
		{ "agents", (double)r->agents, 1, "people", 0, "" },
		{ "arrived", arrived, 2, "arrived", 0, "" },
		{ "arrived_95_seconds", r->arrived95, 3, "95 % arrived within", 2, "s" },
		{ "left", (double)r->left, 4, "left before the end", 0, "" },
		{ "travel_seconds_mean", measured->meanTravel, 0, "", 0, "" },
		{ "overlaps", sized ? (double)r->overlaps : NAN, 7, "overlaps", 0, bodies[measured->bodies] },
		{ "deepest_overlap_m", sized ? r->deepestOverlap : NAN, 8, "deepest overlap", 4, "m" },
		{ "wall_hits", walled ? (double)r->wallHits : NAN, 9, "wall hits", 0, "" },
		{ "deepest_wall_hit_m", walled ? r->deepestWallHit : NAN, 10, "deepest wall hit", 4, "m" },
		{ "footstep_agents", (double)circles->agents, 19, "people on foot", 0, "" },
		{ "circle_overlaps", walks ? (double)circles->overlaps : NAN, 20, "contacts of their circles", 0, "" },
		{ "circle_wall_hits", walks && walled ? (double)circles->wallHits : NAN, 21, "wall hits of their circles", 0, "" },
		{ "circle_penetration_max_m", fmax( circles->deepestOverlap, circles->deepestWallHit ), 0, "", 0, "" },
		{ "standing_fraction", r->standingFraction, 11, "standing", 4, "of the time" },
		{ "path_ratio_mean", r->pathRatio, 12, "path walked / straight way", 4, "" },
		{ "heading_change_deg_per_s", r->headingChange, 13, "heading change", 2, "degrees/s" },
		{ "mean_speed_m_per_s", r->meanSpeed, 14, "mean speed", 3, "m/s" },
		{ "density_per_m2", r->meanDensity, 15, "density in the area", 3, "1/m2" },
		{ "voronoi_density_per_m2", r->voronoiDensity, 16, "density by Voronoi cells", 3, "1/m2" },
		{ "area_speed_m_per_s", r->areaSpeed, 17, "speed in the area", 3, "m/s" },
		{ "fundamental_points", (double)measured->pointCount, 0, "", 0, "" },
		{ "lane_order", r->laneOrder, 18, "lane order", 3, "" } };
	memcpy( figures, all, sizeof( all ) );
	return (int32_t)( sizeof( all ) / sizeof( all[0] ) );
}

#define FIRST_OF_FEET 12 // the four figures of those on foot, left out where there are none
#define LAST_OF_FEET 15

static void addFigures( wfJsonOut* json, const wfMetricsDef* def, const wfMeasured* measured )
{
	Figure figures[MAX_FIGURES];
	int32_t count = listFigures( measured, figures );
	static const char* const bodies[] = { "unknown", "round", "inscribed", "recorded" };
	wfJsonOut_String( json, "file", measured->file );
	wfJsonOut_String( json, "bodies", bodies[measured->bodies] );
	for ( int32_t i = 0; i < count; ++i )
	{
		if ( measured->circles.agents > 0 || i < FIRST_OF_FEET || i > LAST_OF_FEET )
		{
			wfJsonOut_Number( json, figures[i].key, figures[i].value );
		}
	}
	addLinesAsJson( json, def, &measured->report );
}

int wfPrintMeasuredAsJson( const wfMeasuredList* list, bool asPair )
{
	wfText text = { 0 };
	wfJsonOut json = wfMakeJsonOut( &text );
	if ( asPair || list->count == 1 )
	{
		wfJsonOut_BeginObject( &json, NULL );
		addFigures( &json, &list->def, list->items );
		if ( list->count > 1 )
		{
			wfJsonOut_BeginObject( &json, "against" );
			addFigures( &json, &list->def, list->items + 1 );
			wfJsonOut_End( &json );
		}
		wfJsonOut_End( &json );
		return wfText_Print( &text );
	}
	wfJsonOut_BeginList( &json, NULL );
	for ( int32_t i = 0; i < list->count; ++i )
	{
		wfJsonOut_BeginObject( &json, NULL );
		addFigures( &json, &list->def, list->items + i );
		wfJsonOut_End( &json );
	}
	wfJsonOut_End( &json );
	return wfText_Print( &text );
}

// ------------------------------------------------------------------------------------------------------------- columns

// A row of figures, one for each recording; what a recording does not hold is a dash.
static void addRow( wfText* text, int32_t columns, const char* label, const double* values, int decimals, const char* unit )
{
	wfText_Add( text, "%-28s", label );
	for ( int32_t i = 0; i < columns; ++i )
	{
		if ( isfinite( values[i] ) )
		{
			wfText_Add( text, " %14.*f", decimals, values[i] );
		}
		else
		{
			wfText_Add( text, " %14s", "-" );
		}
	}
	wfText_Add( text, "%s%s\n", unit[0] != 0 ? "  " : "", unit );
}

// What is measured of a line, as rows of one table and as columns of the other; not a number where it is not known.
typedef struct LineFigure
{
	const char *key, *label, *unit;
	const char* header; // with the unit; null: not in the table of rows
	int decimals;
	bool always; // its row is there although no recording has it
} LineFigure;

enum
{
	LINE_FIGURES = 13
};

static const LineFigure s_lineFigures[LINE_FIGURES] = {
	{ "crossings", "  people across", "", "across", 0, true },
	{ "forward", "  crossings to the left", "", NULL, 0, true },
	{ "backward", "  crossings to the right", "", NULL, 0, true },
	{ "missed", "  ended in front of it", "", "missed", 0, false },
	{ "flow_per_s", "  flow", "1/s", "flow 1/s", 3, true },
	{ "specific_flow_per_m_s", "  specific flow", "1/(m s)", "1/(m s)", 3, true },
	{ "stationary_flow_per_s", "  stationary flow", "1/s", "stationary 1/s", 3, false },
	{ "stationary_specific_flow_per_m_s", "  stationary specific flow", "1/(m s)", "1/(m s)", 3, false },
	{ "stationary_from_s", "  stationary from", "s", "from s", 2, false },
	{ "stationary_to_s", "  stationary until", "s", "until s", 2, false },
	{ "stationary_density_per_m2", "  density meanwhile", "1/m2", "density 1/m2", 3, false },
	{ "stationary_voronoi_density_per_m2", "  by Voronoi cells", "1/m2", "Voronoi 1/m2", 3, false },
	{ "stationary_speed_m_per_s", "  speed meanwhile", "m/s", "speed m/s", 3, false } };

static void listLineFigures( const wfLineReport* line, double values[LINE_FIGURES] )
{
	const wfStationaryFlow* flow = &line->stationary;
	const double all[LINE_FIGURES] = { (double)line->crossings,
									   (double)line->forward,
									   (double)line->backward,
									   (double)line->missed,
									   line->flow,
									   line->specificFlow,
									   flow->flow,
									   flow->specificFlow,
									   flow->from,
									   flow->to,
									   flow->density,
									   flow->voronoiDensity,
									   flow->speed };
	memcpy( values, all, sizeof( all ) );
}

static void addLineRows( wfText* text, const wfMeasuredList* list )
{
	for ( int32_t k = 0; k < list->def.lineCount; ++k )
	{
		wfVec2 a = list->def.lines[k][0], b = list->def.lines[k][1];
		wfText_Add( text, "line %g,%g to %g,%g\n", a.x, a.y, b.x, b.y );
		for ( int32_t f = 0; f < LINE_FIGURES; ++f )
		{
			double values[WF_MAX_RECORDINGS], figures[LINE_FIGURES];
			bool any = s_lineFigures[f].always;
			for ( int32_t i = 0; i < list->count; ++i )
			{
				listLineFigures( &list->items[i].report.lines[k], figures );
				values[i] = figures[f];
				any = any || ( isfinite( values[i] ) && values[i] != 0.0 );
			}
			if ( any )
			{
				addRow( text, list->count, s_lineFigures[f].label, values, s_lineFigures[f].decimals, s_lineFigures[f].unit );
			}
		}
	}
}

void wfAddMeasuredAsColumns( wfText* text, const wfMeasuredList* list )
{
	Figure figures[2][MAX_FIGURES];
	int32_t count = 0;
	bool feet = false;
	for ( int32_t i = 0; i < list->count && i < 2; ++i )
	{
		wfText_Add( text, "%-28s %s\n", i == 0 ? "recording" : "against", list->items[i].file );
		count = listFigures( list->items + i, figures[i] );
		feet = feet || list->items[i].circles.agents > 0;
	}
	for ( int32_t row = 1; row <= ( feet ? 21 : 18 ); ++row )
	{
		int32_t k = 0;
		while ( figures[0][k].row != row && k < count - 1 )
		{
			k += 1;
		}
		const Figure* figure = &figures[0][k];
		const double values[2] = { figure->value, list->count > 1 ? figures[1][k].value : NAN };
		const char* other = list->count > 1 ? figures[1][k].unit : figure->unit;
		char units[64];
		bool same = strcmp( figure->unit, other ) == 0 || !isfinite( values[0] ) || !isfinite( values[1] );
		snprintf( units, sizeof( units ), "%s and %s", figure->unit[0] != 0 ? figure->unit : "as recorded",
				  other[0] != 0 ? other : "as recorded" );
		const char* unit = !same ? units : isfinite( values[0] ) ? figure->unit : other;
		addRow( text, list->count, figure->label, values, figure->decimals, unit );
	}
	addLineRows( text, list );
}

// ---------------------------------------------------------------------------------------------------------------- rows

// A column of a table with a row for each recording.
typedef struct Column
{
	char header[32];
	int decimals;
	double values[WF_MAX_RECORDINGS];
} Column;

// Columns without any value are left out.
static void addTable( wfText* text, const wfMeasuredList* list, const char* title, const Column* columns, int32_t count )
{
	int widest = (int)strlen( title );
	bool used[MAX_FIGURES] = { false };
	for ( int32_t i = 0; i < list->count; ++i )
	{
		int length = (int)strlen( list->items[i].label );
		widest = length > widest ? length : widest;
		for ( int32_t k = 0; k < count; ++k )
		{
			used[k] = used[k] || isfinite( columns[k].values[i] );
		}
	}
	wfText_Add( text, "%-*s", widest, title );
	for ( int32_t k = 0; k < count; ++k )
	{
		wfText_Add( text, used[k] ? "  %8s" : "%.0s", columns[k].header );
	}
	for ( int32_t i = 0; i < list->count; ++i )
	{
		wfText_Add( text, "\n%-*s", widest, list->items[i].label );
		for ( int32_t k = 0; k < count; ++k )
		{
			int width = (int)strlen( columns[k].header );
			width = width > 8 ? width : 8;
			if ( used[k] && isfinite( columns[k].values[i] ) )
			{
				wfText_Add( text, "  %*.*f", width, columns[k].decimals, columns[k].values[i] );
			}
			else if ( used[k] )
			{
				wfText_Add( text, "  %*s", width, "-" );
			}
		}
	}
	wfText_Add( text, "\n" );
}

static void addLineTables( wfText* text, const wfMeasuredList* list )
{
	for ( int32_t k = 0; k < list->def.lineCount; ++k )
	{
		Column columns[LINE_FIGURES];
		int32_t count = 0;
		for ( int32_t f = 0; f < LINE_FIGURES; ++f )
		{
			if ( s_lineFigures[f].header == NULL )
			{
				continue;
			}
			Column* column = &columns[count];
			bool any = s_lineFigures[f].always;
			snprintf( column->header, sizeof( column->header ), "%s", s_lineFigures[f].header );
			column->decimals = s_lineFigures[f].decimals;
			for ( int32_t i = 0; i < list->count; ++i )
			{
				double figures[LINE_FIGURES];
				listLineFigures( &list->items[i].report.lines[k], figures );
				column->values[i] = figures[f];
				any = any || ( isfinite( figures[f] ) && figures[f] != 0.0 );
			}
			count += any;
		}
		char title[128];
		wfVec2 a = list->def.lines[k][0], b = list->def.lines[k][1];
		snprintf( title, sizeof( title ), "line %g,%g to %g,%g", a.x, a.y, b.x, b.y );
		wfText_Add( text, "\n" );
		addTable( text, list, title, columns, count );
	}
}

void wfAddMeasuredAsRows( wfText* text, const wfMeasuredList* list )
{
	// Headers of the figures by their keys, the empty one between two tables.
	static const struct
	{
		const char *key, *header;
	} chosen[] = { { "agents", "people" },
				   { "arrived", "arrived" },
				   { "left", "left" },
				   { "simulated_seconds", "time s" },
				   { "travel_seconds_mean", "travel s" },
				   { "mean_speed_m_per_s", "speed m/s" },
				   { "standing_fraction", "standing" },
				   { "overlaps", "overlaps" },
				   { "wall_hits", "wall hits" },
				   { "", "in the area" },
				   { "density_per_m2", "density 1/m2" },
				   { "voronoi_density_per_m2", "Voronoi 1/m2" },
				   { "area_speed_m_per_s", "speed m/s" } };
	Column columns[MAX_FIGURES];
	Figure figures[MAX_FIGURES];
	int32_t chosenCount = (int32_t)( sizeof( chosen ) / sizeof( chosen[0] ) ), count = 0;
	const char* title = "recording";
	for ( int32_t c = 0; c < chosenCount; ++c )
	{
		if ( chosen[c].key[0] == 0 )
		{
			addTable( text, list, title, columns, count );
			title = chosen[c].header;
			count = 0;
			continue;
		}
		Column* column = &columns[count++];
		snprintf( column->header, sizeof( column->header ), "%s", chosen[c].header );
		for ( int32_t i = 0; i < list->count; ++i )
		{
			int32_t most = listFigures( list->items + i, figures ), k = 0;
			while ( k < most - 1 && strcmp( figures[k].key, chosen[c].key ) != 0 )
			{
				k += 1;
			}
			column->decimals = strcmp( chosen[c].key, "travel_seconds_mean" ) == 0 ? 2 : figures[k].decimals;
			column->values[i] = figures[k].value;
		}
	}
	if ( list->def.area.lower.x < list->def.area.upper.x )
	{
		wfText_Add( text, "\n" );
		addTable( text, list, title, columns, count );
	}
	addLineTables( text, list );
}

// ----------------------------------------------------------------------------------------------------------------- CSV

void wfWriteMeasured( const char* path, const wfMeasuredList* list )
{
	wfText text = { 0 };
	Figure figures[MAX_FIGURES];
	int32_t count = listFigures( list->items, figures );
	wfText_AddString( &text, "recording" );
	for ( int32_t k = 0; k < count; ++k )
	{
		wfText_Add( &text, ",%s", figures[k].key );
	}
	for ( int32_t k = 0; k < list->def.lineCount; ++k )
	{
		for ( int32_t f = 0; f < LINE_FIGURES; ++f )
		{
			wfText_Add( &text, ",line_%d_%s", k + 1, s_lineFigures[f].key );
		}
	}
	for ( int32_t i = 0; i < list->count; ++i )
	{
		wfText_AddString( &text, "\n" );
		wfAddCsvField( &text, list->items[i].label );
		listFigures( list->items + i, figures );
		for ( int32_t k = 0; k < count; ++k )
		{
			wfAddCsvValue( &text, figures[k].value );
		}
		for ( int32_t k = 0; k < list->def.lineCount; ++k )
		{
			double values[LINE_FIGURES];
			listLineFigures( &list->items[i].report.lines[k], values );
			for ( int32_t f = 0; f < LINE_FIGURES; ++f )
			{
				wfAddCsvValue( &text, values[f] );
			}
		}
	}
	wfText_AddString( &text, "\n" );
	wfText_Write( &text, path );
	wfText_Free( &text );
}
