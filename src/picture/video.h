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
wfResult wfStartEncoder( const wfEncoderDef* def, wfEncoder* encoder, wfError* error );
// Pixels 0x00RRGGBB, all of a frame.
wfResult wfEncoder_Write( wfEncoder* encoder, const uint32_t* pixels, size_t count, wfError* error );
// Closes and waits; wf_writeFailed with the encoder's last words when it failed. Harmless when it is not running.
wfResult wfFinishEncoder( wfEncoder* encoder, wfError* error );

// Where somebody was stays visible for a while: one colour and its opacity per pixel of the map.
typedef struct wfGlow
{
	int32_t left, top, width, height; // on the frame
	uint32_t* colors;
	float* alphas;
} wfGlow;

wfResult wfMakeGlow( wfBox2 box, wfGlow* glow );
void wfFreeGlow( wfGlow* glow );
void wfGlow_Fade( wfGlow* glow, float factor );
// A line of a width on the frame's pixels.
void wfGlow_AddLine( wfGlow* glow, wfVec2 from, wfVec2 to, double width, uint32_t rgb );
void wfGlow_Blend( const wfGlow* glow, wfImage* image );

typedef struct wfStamp
{
	wfVec2 center;
	double radius;
	wfVec2 heading; // y down, as on the image; {0, 0}: none
	uint32_t rgb;
} wfStamp;

// A disc with a rim and a heading, inside of a box of the image.
void wfStampDisc( wfImage* image, wfBox2 clip, const wfStamp* stamp );

// `part` of 256 of `above`.
static inline uint32_t wfMixPixels( uint32_t below, uint32_t above, uint32_t part )
{
	uint32_t mixed = 0;
	for ( uint32_t shift = 0; shift <= 16; shift += 8 )
	{
		uint32_t a = below >> shift & 255u, b = above >> shift & 255u;
		mixed |= ( ( a * ( 256u - part ) + b * part ) >> 8 ) << shift;
	}
	return mixed;
}

// ---------------------------------------------------------------------------------------------------------------- feet

// So many steps of each are remembered: the last ones, and those told before their time.
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
// Those whose last step ended long before `time` may be forgotten. wf_outOfRange for rows that cannot be drawn or come too late.
wfResult wfFilmFeet_Add( wfFilmFeet* feet, const wfFootstepRow* rows, int32_t count, double time, wfError* error );
// Null: moves as a disc.
const wfFilmWalker* wfFilmFeet_Find( const wfFilmFeet* feet, uint32_t serial );
// The places in a frame, where steps tell them better: at its own time, between those of the crowd.
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
void wfVideoStage_DrawFrame( wfVideoStage* stage, const wfFrame* frame );
void wfVideoStage_AddTrail( wfVideoStage* stage, wfVec3 from, wfVec3 to, uint32_t rgb );
