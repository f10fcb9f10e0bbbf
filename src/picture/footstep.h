// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// People who walk on foot, drawn by their footsteps: footprints, paths of the centre of mass, bodies of five circles, footsteps
// to come.
#pragma once

#include "picture/group_track.h"

// Length of a footprint, metres.
#define WF_PRINT_LENGTH 0.26
// Of bodies over the shoulders, in pixels: below the first they are discs, from the second on all circles are told apart.
#define WF_LEAST_BODY 5.0
#define WF_FULL_BODY 17.0

// ------------------------------------------------------------------------------------------------------------- pedestrians

// The steps of one agent, in order of time.
typedef struct wfPedestrian
{
	uint32_t serial;
	const wfFootstepRow* rows;
	int32_t rowCount;
	wfColor color;
} wfPedestrian;

typedef struct wfPedestrians
{
	wfPedestrian* data; // by serial; an array of the toolbox with what follows
	int32_t count;
	size_t capacity;
	double firstTime, lastTime;
	wfBox2 bounds; // of feet and centres
	double fullSpeed;
} wfPedestrians;

// wf_invalidDef for tables that are not sorted, wf_outOfRange for rows that are not finite. An empty table gives no pedestrians.
wfResult wfMakePedestrians( const wfFootstepTable* table, bool colorByDirection, wfPedestrians* pedestrians, wfError* error );
void wfFreePedestrians( wfPedestrians* pedestrians );
// Null: there is none.
const wfPedestrian* wfFindPedestrian( const wfPedestrians* pedestrians, uint32_t serial );
// Of rows by time the last step begun by then, the first one before it.
const wfFootstepRow* wfFindStepRow( const wfFootstepRow* rows, int32_t count, double time );
// Whether it is there at a time. Standing is reported late: who stood when the table ended is still there.
bool wfPedestrians_IsThere( const wfPedestrians* pedestrians, const wfPedestrian* pedestrian, double time );
// Its numbers are finite and of a size that can be drawn.
bool wfIsDrawableStep( const wfFootstepRow* row );
// Mean speed of a step.
double wfGetStepSpeed( const wfFootstep* step );

// Which part of the steps is shown, and the full scale of colours.
typedef struct wfShownTime
{
	double from, to;
	double fullSpeed;
} wfShownTime;

// With a palette by speed, else in the pedestrian's colour.
void wfAddPedestrianTrail( wfTrailLines* set, const wfPanel* panel, const wfPedestrian* pedestrian, wfShownTime time,
						   const wfPalette* palette );
// Of everybody in a recording, on foot or not, or without one of the pedestrians alone.
void wfDrawTrails( wfCanvas* canvas, const wfPanel* panel, const wfTrails* trails, const wfPedestrians* pedestrians,
				   wfShownTime time, const wfPalette* palette );

// --------------------------------------------------------------------------------------------------------------- prints

// A foot on the ground.
typedef struct wfPrint
{
	wfVec2 position;
	double angle;
	double time, until; // of putting it there and of lifting it
	wfFoot foot;
	uint32_t pedestrian; // index
	double speed;		 // of the step it was made for
} wfPrint;

typedef struct wfPrints
{
	WF_ARRAY( wfPrint ) items; // pedestrian by pedestrian, by time
	double from, to;		   // what part of the time is shown
	int32_t lastOfEach;		   // 0: all of them
	double fadeSeconds;		   // until a print is as light as it gets
} wfPrints;

// Those within the time and the view, as many as stay legible: all of them, the last ones of each, or none.
wfResult wfMakePrints( const wfPedestrians* pedestrians, const wfPanel* panel, wfBox2 view, wfShownTime time, wfPrints* prints );
void wfFreePrints( wfPrints* prints );
void wfDrawPrints( wfCanvas* canvas, const wfPanel* panel, const wfPrints* prints, const wfPedestrians* pedestrians,
				   const wfPalette* palette, double fullSpeed );
// A foot's outline becomes part of the path, always the same way around. `length` and `center` in pixels, `angle` with y up.
void wfAddFootOutline( wfCanvas* canvas, wfVec2 center, double angle, wfFoot foot, double length );

// --------------------------------------------------------------------------------------------------------------- bodies

typedef struct wfBodyPose
{
	wfCircle circles[WF_BODY_CIRCLES];
	double footAngles[2]; // left, right
	wfVec2 facing;
	wfColor color;
} wfBodyPose;

wfBodyPose wfMakeBodyPose( const wfFootstepRow* row, double time, wfColor color );
// Over the shoulders, metres.
double wfBodyPose_GetWidth( const wfBodyPose* pose );
void wfDrawBodies( wfCanvas* canvas, const wfPanel* panel, const wfBodyPose* poses, int32_t count );

// Paths of the centre and outlines of the feet: sure ones solid, intended ones dashed.
void wfDrawPlans( wfCanvas* canvas, const wfPanel* panel, const wfFootstepPlan* plans, int32_t count,
				  const wfPedestrians* pedestrians );
wfResult wfCheckPlans( const wfCrowdPictureDef* def, wfError* error );

// What of the footsteps is shown, for the legend. Bodies are discs where there is no room for more.
void wfMapSheet_AddBodies( wfMapSheet* sheet, const wfBodyPose* poses, int32_t count, wfColor color, const char* label );
void wfMapSheet_AddFootsteps( wfMapSheet* sheet, const wfCrowdPictureDef* def, const wfPrints* prints, wfColor color );

// -------------------------------------------------------------------------------------------------------------- picture

// A picture of people, on foot or not, on one map or on several.
typedef struct wfPeoplePicture
{
	const wfCrowdPictureDef* def;
	bool moment;			   // people at one moment, without trails
	wfPedestrians pedestrians; // who walk on foot
	wfPrints prints;
	wfPerson* people; // who move as discs
	wfBodyPose* poses;
	int32_t personCount, poseCount;
	size_t capacity;		// of both
	const wfTrails* trails; // of a recording, which may have measured lines; null: of the footsteps alone
	wfShownTime trailTime;
	double fullSpeed;
	wfPalette speeds;
	const wfPalette* palette;	// null: not by speed
	const wfGroupTrack* groups; // null: there are none
	wfGroupMoment groupsNow;	// as they are where people are shown
	wfMapSheet sheet;
} wfPeoplePicture;

wfResult wfPeoplePicture_Begin( wfPeoplePicture* picture, const char* path, const wfWorld* world, const wfCrowdPictureDef* def,
								wfError* error );
void wfPeoplePicture_Free( wfPeoplePicture* picture );
// Room for so many, once.
wfResult wfPeoplePicture_Reserve( wfPeoplePicture* picture, int32_t count );
// The table may be null.
wfResult wfPeoplePicture_ReadFootsteps( wfPeoplePicture* picture, const wfFootstepTable* table, wfError* error );
void wfPeoplePicture_AddBody( wfPeoplePicture* picture, const wfPedestrian* pedestrian, double time );
// A colour for the legend: `plain`, or one of the speeds.
wfColor wfPeoplePicture_ChooseSign( const wfPeoplePicture* picture, wfColor plain );
void wfPeoplePicture_DrawMap( wfCanvas* canvas, const wfPeoplePicture* picture, const wfPanel* panel, bool plans );
