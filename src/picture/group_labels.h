// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Labels of groups, placed where they hide least.
#pragma once

#include "picture/group_track.h"

// What a map shows, in cells a few pixels wide: the dearer, the worse it is to write there.
typedef struct wfLabelMap
{
	wfBox2 box; // on the canvas
	double cell;
	int32_t columns, rows;
	float *walls, *taken;	  // row 0 at the top; taken: with walls
	WF_ARRAY( int32_t ) past; // of the kept moments of the track: those that are drawn
	WF_ARRAY( int8_t ) spots; // of videos: by group, where its label was last; -1: nowhere
} wfLabelMap;

// With the walls of the panel's world. Free it also after a failure.
wfResult wfLabelMap_Create( wfLabelMap* map, const wfPanel* panel );
// For another frame: as created.
void wfLabelMap_Clear( wfLabelMap* map );
void wfLabelMap_Free( wfLabelMap* map );
// People, slots and anchors that are drawn.
void wfLabelMap_AddMoment( wfLabelMap* map, const wfPanel* panel, const wfGroupMoment* moment );
// The paths of anchors.
void wfLabelMap_AddWays( wfLabelMap* map, const wfPanel* panel, const wfGroupTrack* track );

// Above everything else: names, and the times of past moments.
void wfDrawGroupNames( wfCanvas* canvas, const wfPanel* panel, wfLabelMap* map, const wfGroupTrack* track,
					   const wfGroupMoment* moment );
void wfDrawGroupTimes( wfCanvas* canvas, const wfPanel* panel, wfLabelMap* map, const wfGroupTrack* track );
