// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A map on a canvas: field, walls, arrows, paths and marks inside a box, and the legend below it.
#pragma once

#include "picture/layer.h"
#include "wayfield/picture.h"

typedef struct wfPanel
{
	const wfGrid* grid;	  // null: a map of the world alone, its lower left corner at `origin`
	const wfWorld* world; // may be null
	const wfField* field; // may be null
	const double* p;	  // may be null
	const wfPictureDef* def;
	wfLayer layer;
	wfBox2 box;	   // on the canvas
	wfVec2 origin; // of maps without a grid
	double scale;  // pixels a metre
	double font;   // pixels
} wfPanel;

static inline wfVec2 wfToCanvas( const wfPanel* panel, wfVec2 point )
{
	wfVec2 origin = panel->grid != NULL ? wfGrid_GetOrigin( panel->grid ) : panel->origin;
	return ( wfVec2 ){ panel->box.lower.x + ( point.x - origin.x ) * panel->scale,
					   panel->box.upper.y - ( point.y - origin.y ) * panel->scale };
}

void wfDrawPanel( wfCanvas* canvas, const wfPanel* panel, const wfPalette* palette );

// The shapes of a world (null: none), read once.
typedef struct wfShapeList
{
	wfShapeDef* shapes;
	int32_t count;
	bool exact; // the shapes give the walls exactly: no images among them, no walkable areas that may overlap
} wfShapeList;

wfResult wfLoadShapes( const wfPanel* panel, wfShapeList* list );
void wfFreeShapes( wfShapeList* list );
// Closed to the grid's kind of agent, without a grid to kind 0.
bool wfIsClosedTerrain( const wfShapeDef* shape, const wfGrid* grid );
// Adds the shape to the path; images have no outline to add.
void wfAddShapePath( wfCanvas* canvas, const wfPanel* panel, const wfShapeDef* shape );
// Obstacles, closed terrain and the outside of walkable areas.
void wfDrawShapes( wfCanvas* canvas, const wfPanel* panel, const wfShapeList* list );
void wfDrawTerrainOutlines( wfCanvas* canvas, const wfPanel* panel, const wfShapeList* list );
// Where there is a world: above the floor and below the people.
void wfDrawWorldGoals( wfCanvas* canvas, const wfPanel* panel );

// Corners along a direction (y up) and across it, scaled, become part of the path.
void wfAddTurnedOutline( wfCanvas* canvas, wfVec2 center, wfVec2 direction, double scale, const wfVec2* outline, int32_t count );
void wfDrawGoalMark( wfCanvas* canvas, wfVec2 center, double radius );
void wfDrawStartMark( wfCanvas* canvas, wfVec2 center, double radius );
// Where nobody gets to.
void wfDrawCross( wfCanvas* canvas, wfVec2 center, double radius, wfColor color );

// Bold, smaller where it would not fit.
void wfDrawTitle( wfCanvas* canvas, wfVec2 place, double size, double room, const char* title );
// Ends at `right`, on the base line, no longer than to `left`.
void wfDrawScaleBar( wfCanvas* canvas, const wfPanel* panel, double left, double right, double base );
// Colour bar and scale bar below a panel, from `left` to `right` with `top` as upper edge.
void wfDrawStrip( wfCanvas* canvas, const wfPanel* panel, const wfPalette* palette, double left, double right, double top );

// The palette as a bar with a caption above it, `upperLeft` the corner of both. Returns the bar, whose frame is added to the
// path.
wfBox2 wfDrawColorBar( wfCanvas* canvas, const wfPalette* palette, const char* caption, double font, wfVec2 upperLeft,
					   double right );

typedef struct wfShortText
{
	char text[128];
} wfShortText;

typedef enum wfMarkKind
{
	wf_discMark,   // with a heading
	wf_personMark, // shoulders and a head, with a heading
	wf_trailMark,  // three lines of agents' colours, or of `color` when it is not transparent
	wf_pathsMark,  // `lineCount` lines of paths' colours
	wf_targetMark, // a goal
	wf_startMark,
	wf_areaMark,
	wf_hatchMark,
	wf_dotMark,
	wf_arrowMark, // `color` inside of `edge`
	wf_lineMark,  // `color` on `edge`
	wf_dashMark,
	wf_printMark,  // a left and a right foot
	wf_bodyMark,   // five circles
	wf_kindMark,   // a disc with the sign of kind `lineCount`
	wf_slotMark,   // a disc of `color`, and the ring of its slot
	wf_strokeMark, // a sketch
	wf_swampMark,  // dashes in a box
	wf_endMark,	   // a dashed line to a diamond
	wf_crossMark,
	wf_ringMark
} wfMarkKind;

// A sign and what it means.
typedef struct wfMark
{
	wfMarkKind kind;
	wfColor color, edge;
	int32_t lineCount;
	wfShortText label;
} wfMark;

// Sizes of marks, in heights of letters but for lines of boxes, which are in pixels.
typedef struct wfMarkStyle
{
	double center, gap, room; // from the left to the sign's centre, from there to the label, from the left to the label's room
	double pathLine;
	double boxLine, boxAlpha, hatchLine;
} wfMarkStyle;

// Marks flowing in rows `width` wide. With a null canvas nothing is drawn. Returns the height.
double wfDrawMarks( wfCanvas* canvas, const wfMark* marks, int32_t count, const wfMarkStyle* style, double font, wfVec2 upperLeft,
					double width );

wfShortText wfFormatText( const char* format, ... ) __attribute__( ( format( printf, 1, 2 ) ) );
// As %.*g, with a point whatever the locale.
wfShortText wfFormatNumber( double value, int32_t digits );
// To hundredths of a second.
wfShortText wfFormatTime( double time );
// 1234567 as "1,234,567".
wfShortText wfFormatCount( int64_t count );
// "1 person", "12 people"
wfShortText wfCountPeople( int32_t count );
// "0.25" or "10⁻¹⁷⁸⁰" for a natural logarithm.
wfShortText wfFormatExponential( double logarithm );
wfShortText wfFormatPowerOfTen( int64_t exponent );
// Every stride-th of the ticks of a scale, logarithms too, with as many digits as tell neighbours apart.
void wfFormatTicks( const double* logarithms, int32_t count, int32_t stride, wfShortText* texts );
// "path, 12.5 m" for a single one whose length is known, "3 paths".
wfShortText wfNamePaths( int32_t count, double length );
// The largest of 1, 2, 5 times a power of ten that is not above the limit.
double wfRoundDown125( double limit );
