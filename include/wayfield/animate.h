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
	wfProgressFcn* progress;
	void* progressContext;
	int32_t internalCookie;
} wfAnimationDef;

typedef struct wfAnimationReport
{
	int32_t agents;
	int64_t frames; // key frames of all bodies; legs may have more of their own
	double seconds;
	double footSlideMax;	 // metres a foot moves while it stands, measured on the joints as written
	double kneeMin, kneeMax; // radians between thigh and shank; pi: stretched
	int64_t stretched;		 // frames in which hips are lowered below 0.85 leg lengths, for both feet to be within reach
} wfAnimationReport;

WF_API wfAnimationDef wfDefaultAnimationDef( void );
/// glTF 2.0, binary (.glb) or text with embedded data (.gltf) by the path's ending. y is up, the plane's (x, y) is (x, 0, -y):
/// one figure with a skin for each agent, all of them in one animation, without size before their first step and after their
/// last. wf_notFound: the table is empty, or an agent is not in it; wf_outOfRange: nobody walks in the time asked for.
WF_API wfResult wfWriteGltf( const char* path, const wfFootstepTable* table, const wfAnimationDef* def, wfAnimationReport* report,
							 wfError* error );
/// Biovision hierarchy, one agent; metres, y up, degrees. Its frames are all of the same length: where feet would slide between
/// them there are twice, three times ... as many as asked for.
WF_API wfResult wfWriteBvh( const char* path, const wfFootstepTable* table, const wfAnimationDef* def, wfAnimationReport* report,
							wfError* error );
