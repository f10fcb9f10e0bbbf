// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

/// Skeletal animation of recorded footsteps: a simple humanoid whose feet stand where the steps say and whose legs follow by
/// inverse kinematics. Part of `wayfield-io`.
#pragma once

#include "wayfield/record.h"

typedef struct wfAnimationDef
{
	double fps;				// key frames a second
	double from, until;		// seconds of the recording; until 0: its end
	const uint32_t* agents; // serials of those to show; null: all (BVH holds one: the first)
	int32_t agentCount;
	bool exact;		   // the centre by the pendulum's hyperbola; else the planned parabola
	double legLength;  // height of the hips; 0: from each step's pendulum
	double stature;	   // metres; 0: from the legs
	double stepHeight; // of a foot at the middle of its swing
	int32_t internalCookie;
} wfAnimationDef;

typedef struct wfAnimationReport
{
	int32_t agents;
	int64_t frames;
	double seconds;
	double footSlideMax;	 // metres a foot moves while it stands, measured on the joints as written
	double kneeMin, kneeMax; // radians between thigh and shank; pi: stretched
	int64_t stretched;		 // frames in which a leg was too short for its foot's place and the hips were lowered
} wfAnimationReport;

WF_API wfAnimationDef wfDefaultAnimationDef( void );
/// glTF 2.0, binary (.glb) or text with embedded data (.gltf) by the path's ending.
WF_API wfResult wfWriteGltf( const char* path, const wfFootstepTable* table, const wfAnimationDef* def, wfAnimationReport* report,
							 wfError* error );
/// Biovision hierarchy, one agent; metres, y up, degrees.
WF_API wfResult wfWriteBvh( const char* path, const wfFootstepTable* table, const wfAnimationDef* def, wfAnimationReport* report,
							wfError* error );
