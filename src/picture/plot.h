// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The frame of a plot: axes with ticks, titles and legend, for those who draw into it.
#pragma once

#include "picture/canvas.h"
#include "wayfield/picture.h"

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

double wfGetPlotFont( const wfPlotDef* def );
// Ticks for what lies in the range, which the axes may widen.
void wfFitAxes( wfPlot* plot, wfBox2 range );
// With the axes fitted: grid lines, axes, labels, title and legend, then what `drawInside` draws, and the file.
typedef void wfDrawInsideFcn( wfCanvas* canvas, const wfPlot* plot, const void* context );
wfResult wfDrawPlotFile( const char* path, wfCanvasKind kind, wfPlot* plot, wfDrawInsideFcn* drawInside, const void* context,
						 wfError* error );
// Where values are on the canvas; not finite where they have no place.
wfVec2 wfPlot_GetPlace( const wfPlot* plot, double x, double y );
// Adds the sign of a curve to the path: one for each, for those who do not see the colours.
void wfAddPlotMarker( wfCanvas* canvas, int32_t shape, wfVec2 at, double r );
