// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What videos are made of: an encoder that runs beside us, and stamps on pixels.
#pragma once

#include "base/map.h"
#include "picture/footstep.h"
#include "picture/surface_drawing.h"

#include <stdio.h>
#include <sys/types.h>

// A running ffmpeg that takes raw frames.
typedef struct wfEncoder
{
	pid_t process; // 0: none
	int handle;	   // where the frames go
	FILE* log;	   // what it says; may be null
} wfEncoder;

typedef struct wfEncoderDef
{
	const char* path; // an MP4 file, which is replaced
	int32_t width, height;
	double fps;
} wfEncoderDef;

// False when no folder of PATH has it.
bool wfFindProgram( const char* name, char* path, size_t capacity );
wfResult wfFindFfmpeg( char* path, size_t capacity, wfError* error );
wfResult wfStartEncoder( const wfEncoderDef* def, wfEncoder* encoder, wfError* error );
// Pixels 0x00RRGGBB, all of a frame.
wfResult wfEncoder_Write( wfEncoder* encoder, const uint32_t* pixels, size_t count, wfError* error );
// Closes and waits; wf_writeFailed with the encoder's last words when it failed. Harmless when it is not running.
wfResult wfFinishEncoder( wfEncoder* encoder, wfError* error );

// ---------------------------------------------------------------------------------------------------------------- feet

// So many footsteps of each are remembered: the last ones, and those reported before their time.
#define WF_FILM_ROWS 12

typedef struct wfFilmWalker
{
	uint32_t serial;
	int32_t count;
	wfFootstepRow rows[WF_FILM_ROWS]; // by time
} wfFilmWalker;

// Those who walk on foot.
typedef struct wfFilmFeet
{
	WF_ARRAY( wfFilmWalker ) walkers;
	wfMap places; // of serials among the walkers
	WF_ARRAY( wfVec3 ) positions;
} wfFilmFeet;

void wfFreeFilmFeet( wfFilmFeet* feet );
// Those whose last footstep ended long before `time` may be forgotten. wf_outOfRange for rows that cannot be drawn or come too
// late.
wfResult wfFilmFeet_Add( wfFilmFeet* feet, const wfFootstepRow* rows, int32_t count, double time, wfError* error );
// Null: moves as a disc.
const wfFilmWalker* wfFilmFeet_Find( const wfFilmFeet* feet, uint32_t serial );
// The places in a frame, where footsteps give them better: at its own time, between those of the crowd.
wfResult wfFilmFeet_PlaceAll( wfFilmFeet* feet, wfFrame* frame );
// Footprints, lighter with age, then bodies. Discs where there is no room for more.
void wfStampPrints( wfImage* image, const wfPanel* panel, const wfFilmWalker* walker, double time, uint32_t rgb );
void wfStampBody( wfImage* image, const wfPanel* panel, const wfBodyPose* pose );

// A surface people walk on: drawn once, then copied for every frame.
typedef struct wfVideoStage
{
	const wfMesh* mesh; // null: there is none
	wfCamera camera;
	wfSurfaceImage still;
	wfImage frame;
	wfInk ink; // where people were
} wfVideoStage;

// Lays out the sheet, too.
wfResult wfMakeVideoStage( const wfVideoDef* def, wfMapSheet* sheet, wfVideoStage* stage, wfError* error );
void wfFreeVideoStage( wfVideoStage* stage );
// The trails so far and the people of a frame.
void wfVideoStage_DrawFrame( wfVideoStage* stage, const wfFrame* frame, const wfStampedGroups* groups );
void wfVideoStage_AddTrail( wfVideoStage* stage, wfVec3 from, wfVec3 to, uint32_t rgb );
