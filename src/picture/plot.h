// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Axes, curves and their legend: what the plots of curves and the fundamental diagrams have in common.
#pragma once

#include "picture/panel.h"

#define WF_MAX_PLOTTED 1e300
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
	double top;				 // on the canvas
	bool direct;			 // labels at the ends of the curves instead of a legend
	bool neverDirect;		 // always a legend
	bool isBelow;			 // another plot, which has the title and the legend
	bool isAbove;			 // another plot, which has the numbers of the x axis
	const wfPlotDef* legend; // the plot whose series it shows; null: its own
	double legendHeight;
} wfPlot;

double wfGetPlotFont( const wfPlotDef* def );
// Sizes, and values where there are points.
wfResult wfCheckPlotDef( const wfPlotDef* def, wfError* error );
// Grows by all points that can be drawn.
void wfIncludeCurves( wfBox2* range, const wfPlotDef* def );
// Of a range without points.
wfResult wfRefusePlot( const wfPlotDef* def, wfError* error );
void wfPlaceAxes( wfPlot* plot, wfBox2 range );
// Where the axes are on the canvas, with at least this room on the left. Returns the room they take there.
double wfLayOutPlot( wfPlot* plot, double least );
// Axes, titles and legend.
void wfDrawPlotFrame( wfCanvas* canvas, const wfPlot* plot );
void wfDrawCurves( wfCanvas* canvas, const wfPlot* plot );
wfVec2 wfGetPlotPlace( const wfPlot* plot, double x, double y );
// The sign of a curve, one for each, for those who do not see the colours: becomes part of the path.
void wfAddMarker( wfCanvas* canvas, int32_t shape, wfVec2 at, double r );
