// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What is shown in each cell, made from a field, from a potential, or from the grid alone; and the raster, contours and outlines
// drawn from it.
#pragma once

#include "picture/color.h"
#include "wayfield/field.h"

typedef enum wfCellKind
{
	wf_plainCell, // connected to the goal
	wf_goalCell,
	wf_flatCell,   // connected, not goal, without a strictly better neighbour
	wf_apartCell,  // free, not connected to the goal
	wf_bareCell,   // free, and there is nothing to show
	wf_marginCell, // blocked, outside of the obstacles but within the agent's radius
	wf_solidCell,
	wf_cellKindCount
} wfCellKind;

#define WF_TICK_COUNT 5

typedef struct wfLayer
{
	const wfGrid* grid;
	int32_t width, height;
	size_t cellCount;
	uint8_t* kind; // wfCellKind
	float* level;  // in [0, 1], equal shares of the cells in equal steps; negative where there is nothing
	int64_t count[wf_cellKindCount];
	double ticks[WF_TICK_COUNT]; // logarithm of what is shown, at evenly spaced levels
	bool shown;					 // false: the grid alone
	bool costly;				 // some free cell costs more than 1
	wfVec2 goal;				 // centre of the goal cell nearest to the middle of all of them
} wfLayer;

wfResult wfMakeGridLayer( const wfGrid* grid, wfLayer* layer );
wfResult wfMakeFieldLayer( const wfGrid* grid, const wfField* field, wfLayer* layer );
// Goal cells null: the free cells where p is 0.
wfResult wfMakePotentialLayer( const wfGrid* grid, const double* p, const int32_t* goalCells, int32_t goalCount, wfLayer* layer );
void wfFreeLayer( wfLayer* layer );
// Place of a value among sorted ones, in [0, 1].
double wfFindRank( const double* sorted, size_t count, double value );

static inline bool wfHasLevel( const wfLayer* layer, int32_t i, int32_t j )
{
	return i >= 0 && j >= 0 && i < layer->width && j < layer->height && layer->level[(int64_t)j * layer->width + i] >= 0.0f;
}

// Levels and colours on pixels, row 0 on top: several pixels a cell for small grids, several cells a pixel for large ones.
typedef struct wfRaster
{
	wfImage image;
	float* level;	   // negative where there is nothing
	double pixelCells; // cells a pixel is wide; the last row and column may reach over the grid's right and lower edge
} wfRaster;

// `covered`: walls will be drawn over the raster, so colours run on below their edges instead of stopping in steps.
wfResult wfMakeRaster( const wfLayer* layer, const wfPalette* palette, int32_t pixels, bool covered, wfRaster* raster );
// Flat cells are what such a picture is looked at for: make each at least `pixels` of the raster wide.
void wfEmphasiseFlatCells( const wfLayer* layer, int32_t pixels, wfRaster* raster );
void wfFreeRaster( wfRaster* raster );

// Polylines one after the other. The first failure sticks; adding on after it is harmless.
typedef struct wfLines
{
	WF_ARRAY( wfVec2 ) points;
	WF_ARRAY( int32_t ) sizes;
	int32_t ended; // points of lines that are ended
	wfResult result;
} wfLines;

void wfFreeLines( wfLines* lines );
// Empty, with its memory kept for the next ones.
void wfClearLines( wfLines* lines );
void wfAddLinePoint( wfLines* lines, wfVec2 point );
// The points since the last line become one, simplified to within a tolerance. False where they are shorter than `shortest`
// and dropped.
bool wfEndLine( wfLines* lines, double tolerance, double shortest );
// Adds them to the path, placed at `origin` and scaled.
void wfCanvas_AddLines( wfCanvas* canvas, const wfLines* lines, wfVec2 origin, wfVec2 scale, bool closed );

#define WF_MAX_CONTOURS 32

// The contours number `first` to `last` of `count` that divide [0, 1] evenly; lines shorter than `shortest` pixels are left out.
typedef struct wfContourDef
{
	int32_t count, first, last; // 1 to count - 1, at most WF_MAX_CONTOURS
	double shortest;
} wfContourDef;

// In pixels of the raster. `visited`: 2 * width * height words to work with.
void wfTraceContours( const wfRaster* raster, const wfContourDef* def, uint32_t* visited, wfLines* lines );

// Outlines of the blocked cells (walls only, or margins too), in cells from the grid's lower left. wf_tooLarge when there are
// more corners than `limit`.
wfResult wfTraceWalls( const wfLayer* layer, bool margins, int32_t limit, wfLines* lines );

// Points that can be left out without moving the line by more than the tolerance. Returns how many stay, moved to the front.
int32_t wfSimplifyLine( wfVec2* points, int32_t count, double tolerance );
