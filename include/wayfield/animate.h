// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

/// Skeletal animation of recorded footsteps: a simple humanoid whose feet are placed by the footsteps and whose legs follow by
/// inverse kinematics. Part of `wayfield-io`.
#pragma once

#include "wayfield/record.h"

typedef struct wfAnimationDef
{
	double fps;				// key frames per second
	double from, until;		// seconds of the recording; until 0: its end
	const uint32_t* agents; // serials of the agents to show; null: all (BVH holds only one: the first)
	int32_t agentCount;
	bool exact;		   // the centre of mass follows the pendulum's hyperbola; otherwise the planned parabola
	double legLength;  // height of the hips; 0: from the pendulum of each footstep
	double stature;	   // metres; 0: derived from the legs
	double stepHeight; // of a foot at the middle of its swing
	wfProgressFcn* progress;
	void* progressContext;
	int32_t internalCookie;
} wfAnimationDef;

typedef struct wfAnimationReport
{
	int32_t agents;
	int64_t frames; // key frames of all bodies; legs may have additional ones
	double seconds;
	double fps;				 // frames per second of a .bvh, a multiple of the def's; otherwise 0
	double footSlideMax;	 // metres a foot moves while it is on the ground, measured on the joints as written
	double kneeMin, kneeMax; // radians between thigh and shank; pi: fully extended
	int64_t stretched;		 // frames in which the hips are lowered below 0.85 leg lengths so that both feet are within reach
} wfAnimationReport;

WF_API wfAnimationDef wfDefaultAnimationDef( void );
/// glTF 2.0, binary (.glb) or text with embedded data (.gltf), chosen by the file extension. y is up, the plane's (x, y) is (x,
/// 0, -y): one skinned figure per agent, all in one animation, scaled to zero before their first footstep and after their last.
/// wf_notFound: the table is empty, or an agent is not in it; wf_outOfRange: no agent walks in the requested time.
WF_API wfResult wfWriteGltf( const char* path, const wfFootstepTable* table, const wfAnimationDef* def, wfAnimationReport* report,
							 wfError* error );
/// Biovision hierarchy, one agent; metres, y up, degrees. All frames have the same length: where feet would slide between them,
/// the frame rate is doubled, tripled and so on.
WF_API wfResult wfWriteBvh( const char* path, const wfFootstepTable* table, const wfAnimationDef* def, wfAnimationReport* report,
							wfError* error );
