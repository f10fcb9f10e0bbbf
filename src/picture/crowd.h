// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the pictures of crowds share: a sheet with one map and what explains it, the plain world below the people, the people.
#pragma once

#include "picture/panel.h"

#define WF_MIN_SIDE 64
#define WF_MAX_SIDE 8192
// Of discs where none is given, metres.
#define WF_USUAL_RADIUS 0.2

// ---------------------------------------------------------------------------------------------------------------- sheet

#define WF_MAX_MARKS 40
#define WF_MAX_SCALE_TICKS 12

typedef struct wfColorScale
{
	const wfPalette* palette; // null: there is none
	wfShortText caption;
	double places[WF_MAX_SCALE_TICKS]; // in [0, 1]
	wfShortText labels[WF_MAX_SCALE_TICKS];
	int32_t tickCount;
} wfColorScale;

typedef struct wfMapSheet
{
	const char* path;
	wfCanvasKind kind;
	int32_t longerSide; // as asked for
	wfPanel panel;		// world, origin, box, scale and font
	wfBox2 view;		// what of the world is shown
	const char* title;
	wfShortText fact; // at the right end of the title's line
	bool legend;
	bool headLine;	// room for the title's line even without a title
	bool frameless; // no line around the map
	bool scaleless; // no bar that shows lengths
	wfMark marks[WF_MAX_MARKS + 1];
	int32_t markCount;
	const wfMarkStyle* markStyle; // null: the usual one
	wfColorScale colors;
	// Of fields, which draw what is next to their maps themselves:
	int32_t mapCount; // beside each other; 0: not of fields
	double ownStrip;  // height of colours and scale below a map, in heights of letters
	bool headings;	  // a line above each map
	// From the layout:
	double pad, titleHeight, headingHeight, stripHeight, keyHeight;
	double slotWidth; // room of a map, the map centred in it
	int32_t width, height;
} wfMapSheet;

// A mark with a black edge, to be changed where it is to be another. One that is not `shown` gives its place to the next.
wfMark* wfMapSheet_AddMark( wfMapSheet* sheet, bool shown, wfMarkKind kind, wfColor color, const char* label );
// Even steps of 1, 2 or 5 times a power of ten from 0 to `high`; without a palette nothing.
void wfMapSheet_SetColors( wfMapSheet* sheet, const wfPalette* palette, double high, const char* caption );
void wfMapSheet_AddTick( wfMapSheet* sheet, double place, wfShortText label );
// From the view, the title, the marks: sizes and places.
void wfMapSheet_LayOut( wfMapSheet* sheet );
wfBox2 wfMapSheet_GetBox( const wfMapSheet* sheet, int32_t map );
void wfMapSheet_DrawTitle( wfCanvas* canvas, const wfMapSheet* sheet );
// Returns their height. With a null canvas nothing is drawn.
double wfMapSheet_DrawMarks( wfCanvas* canvas, const wfMapSheet* sheet );
// Everything around the map, and its frame.
void wfMapSheet_DrawAround( wfCanvas* canvas, const wfMapSheet* sheet );

bool wfIsEmptyBox( wfBox2 box );
// With a margin of `least` metres and a little more for large boxes.
wfBox2 wfGrowBox( wfBox2 box, double least );
// A picture's first step: SVG or PNG, and a width that is possible.
wfResult wfMapSheet_Begin( wfMapSheet* sheet, const char* path, int32_t width, wfError* error );
// The same, and all that the def says.
wfResult wfBeginCrowdPicture( const char* path, const wfWorld* world, const wfCrowdPictureDef* def, wfMapSheet* sheet,
							  wfError* error );
// The def's view, else the world's bounds, else `fallback`. wf_outOfRange for views that are not finite or as good as lines.
wfResult wfChooseView( wfBox2 view, const wfWorld* world, wfBox2 fallback, wfBox2* chosen, wfError* error );
// Lays the sheet out, too.
wfResult wfMapSheet_CreateCanvas( wfMapSheet* sheet, wfCanvas** canvas );
// A picture's last step: save, or report why it could not be drawn; destroys the canvas, which may be null.
wfResult wfFinishPicture( wfCanvas* canvas, const char* path, wfResult result, wfError* error );

// An arrow from `from` along `direction` (y up), its tip at `length`.
void wfAddPlainArrow( wfCanvas* canvas, wfVec2 from, wfVec2 direction, double length, double width );

// ---------------------------------------------------------------------------------------------------------------- world

// A sign for each kind of goal there is, as it is drawn, for lines that were measured, walls, and costly terrain if wanted.
void wfMapSheet_AddWorld( wfMapSheet* sheet, int32_t lineCount, bool terrain );
// Floor, walls, terrain. With a null world the floor alone.
void wfDrawPlainWorld( wfCanvas* canvas, const wfPanel* panel );
// The walls alone, for maps that have put something on the floor: outlines of walkable areas, obstacles, terrain.
void wfDrawPlainWalls( wfCanvas* canvas, const wfPanel* panel );

// --------------------------------------------------------------------------------------------------------------- people

typedef struct wfPerson
{
	wfVec2 position;
	wfVec2 heading;	 // unit vector; {0, 0}: not known
	wfVec2 velocity; // {0, 0}: none is drawn
	double radius;
	double depth; // half of what it measures along its heading; 0, or no less than the radius: a disc
	wfColor color;
	int32_t kind; // has a sign, unless it is 0
	bool isPast;  // without an outline
} wfPerson;

// Shoulders seen from above: all within `depth` of a line at right angles to the direction (y up), `width` from end to middle.
void wfAddShoulders( wfCanvas* canvas, wfVec2 center, wfVec2 direction, double width, double depth );
// Of a head, in depths of the body; and of the line that shows where it faces.
#define WF_HEAD_PART 0.48
#define WF_NOSE_PART 1.45
// In pixels: half of the depth of a body that has a head, which would hide the colour of smaller ones.
#define WF_LEAST_HEAD 3.5
void wfDrawPeople( wfCanvas* canvas, const wfPanel* panel, const wfPerson* people, int32_t count );
// One of a frame, whose arrays may be null; in grey after the last stop. `palette` null: in its own colour.
wfPerson wfMakePerson( const wfFrame* frame, int32_t i, double radius, const wfPalette* palette, double fullSpeed );
// Seconds of walking a velocity's arrow stands for.
#define WF_ARROW_SECONDS 0.5
// Colour of a speed in the palette of speeds, full scale at `high`.
wfColor wfSpeedColor( const wfPalette* palette, double speed, double high );
// A full scale for speeds: a multiple of 0.5 not below the largest (but for a little), at least 0.5.
double wfRoundUpSpeed( double largest );

// Numbers sorted by key, then item; for drawing what has one colour at once.
typedef struct wfSortItem
{
	uint32_t key, item;
} wfSortItem;

void wfSortByKey( wfSortItem* items, size_t count );

// --------------------------------------------------------------------------------------------------------------- trails

// Lines on the canvas, each of one colour.
typedef struct wfTrailLines
{
	wfLines lines;
	WF_ARRAY( uint32_t ) colors; // 0xRRGGBB per line
} wfTrailLines;

void wfTrailLines_Free( wfTrailLines* set );
// The level of a speed, full scale 1, near the level before where it may be: a speed at the edge of two must not chop lines into
// crumbs. And its colour.
int32_t wfChooseSpeedLevel( double speed, int32_t before );
uint32_t wfSpeedLevelColor( const wfPalette* palette, int32_t level );

// The rows of a recording up to a time, person by person.
typedef struct wfTrails
{
	const wfTrajectories* source;
	double fromTime, toTime; // what lies before is there for speeds and headings only
	int32_t lastFrame;		 // the last that has anybody
	int32_t personCount;
	WF_ARRAY( int32_t ) ids; // in the order of their first rows
	int64_t* begins;		 // personCount + 1, into `order`
	int64_t* order;			 // numbers of rows
	int64_t rowCount;
	double fullSpeed;			 // of the colours
	WF_ARRAY( uint32_t ) colors; // of groups, 0xRRGGBB by person; empty: everybody has its own
} wfTrails;

// wf_outOfRange when nobody is there in that time.
wfResult wfMakeTrails( const wfTrajectories* source, double fromTime, double toTime, wfTrails* trails, wfError* error );
void wfFreeTrails( wfTrails* trails );
// Around the `at`-th row of `order`, over about `seconds`, never beyond the rows of its person.
wfVec2 wfTrails_GetVelocity( const wfTrails* trails, int32_t person, int64_t at, double seconds );
// --------------------------------------------------------------------------------------------------- from hand-made data

// A frame as wfDrawCrowd draws it.
wfResult wfDrawFrame( const char* path, const wfWorld* world, const wfFrame* frame, const wfCrowdPictureDef* def,
					  wfError* error );

typedef struct wfHeatMap
{
	double* values; // persons per square metre, row 0 at the bottom
	int32_t width, height;
	double cell;
	wfVec2 origin;
} wfHeatMap;

wfResult wfDrawHeatMap( const char* path, const wfWorld* world, const wfHeatMap* map, const wfCrowdPictureDef* def,
						wfError* error );
