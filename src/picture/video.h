// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What videos are made of: an encoder that runs beside us, and stamps on pixels.
#pragma once

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
