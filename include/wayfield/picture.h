// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

/// Pictures of worlds, fields and paths, as SVG and PNG. Part of the edge library `wayfield-io`.
#pragma once

#include "wayfield/field.h"

typedef struct wfPictureDef
{
	int32_t width;		 // pixels of the longer side
	bool contours;		 // lines of equal log q
	bool arrows;		 // directions of motion
	bool legend;
	const wfPath* paths; // drawn on top, each in its own colour
	int32_t pathCount;
	const wfVec2* starts;
	int32_t startCount;
	const char* title;	 // may be null
	int32_t internalCookie;
} wfPictureDef;

WF_API wfPictureDef wfDefaultPictureDef( void );

/// The extension of the path chooses SVG or PNG. `field` may be null (only world and paths), `world` may be null (walls from the grid).
WF_API wfResult wfDrawField( const char* path, const wfGrid* grid, const wfWorld* world, const wfField* field,
							 const wfPictureDef* def, wfError* error );

/// The same for a potential p given per cell (the reference methods), with flat cells marked.
WF_API wfResult wfDrawPotential( const char* path, const wfGrid* grid, const wfWorld* world, const double* p,
								 const wfPictureDef* def, wfError* error );

/// A plot of curves: linear or logarithmic axes, markers, legend.
typedef struct wfPlotSeries
{
	const char* label;
	const double* x;
	const double* y;
	int32_t count;
} wfPlotSeries;

typedef struct wfPlotDef
{
	const char *title, *xLabel, *yLabel;
	bool logX, logY;
	const wfPlotSeries* series;
	int32_t seriesCount;
	int32_t width, height;
	int32_t internalCookie;
} wfPlotDef;

WF_API wfPlotDef wfDefaultPlotDef( void );
WF_API wfResult wfDrawPlot( const char* path, const wfPlotDef* def, wfError* error );
