// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

/// Pictures of worlds, fields and paths, as SVG and PNG. Part of the edge library `wayfield-io`.
#pragma once

#include "wayfield/field.h"

typedef struct wfPictureDef
{
	int32_t width; // pixels of the longer side of the whole picture, 64 to 8192
	bool contours; // lines of equal log q
	bool arrows;   // directions of motion
	bool legend;
	const wfPath* paths; // drawn on top, each in its own colour
	int32_t pathCount;
	const wfVec2* starts;
	int32_t startCount;
	const char* title;					// may be null
	const char *leftTitle, *rightTitle; // of the panels of a comparison, may be null
	const int32_t* goalCells;			// of a potential p; null: the free cells where p is 0
	int32_t goalCount;
	int32_t internalCookie;
} wfPictureDef;

WF_API wfPictureDef wfDefaultPictureDef( void );

/// The extension of the path chooses SVG or PNG; anything else is wf_unsupported. The file appears whole or not at all. `field`
/// may be null (only world and paths), `world` may be null (walls from the grid).
WF_API wfResult wfDrawField( const char* path, const wfGrid* grid, const wfWorld* world, const wfField* field,
							 const wfPictureDef* def, wfError* error );

/// The same for a potential p given per cell (the reference methods), with flat cells marked: connected to the goal, not goal,
/// and no neighbour with a smaller p (also where p is not a number).
WF_API wfResult wfDrawPotential( const char* path, const wfGrid* grid, const wfWorld* world, const double* p,
								 const wfPictureDef* def, wfError* error );

/// Both side by side: the potential p on the left, the field on the right, each with its count of flat cells.
WF_API wfResult wfDrawComparison( const char* path, const wfGrid* grid, const wfWorld* world, const double* p,
								  const wfField* field, const wfPictureDef* def, wfError* error );

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
/// The extension of the path chooses SVG or PNG. Points that are not finite, beyond 1e300, or not above 0 on a logarithmic axis
/// are left out; wf_outOfRange when none is left.
WF_API wfResult wfDrawPlot( const char* path, const wfPlotDef* def, wfError* error );
