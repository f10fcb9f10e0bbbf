// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Pictures of worlds at the end of their runs: walls, who is left, where they go, and the trails of the last seconds.
#pragma once

#include "stress/stress.h"

#include "run_parts.h"

typedef struct wfStressPictureDef
{
	const wfStressWorld* world;
	wfStressCrowd* crowd;
	wfRunTrails* trails; // of a run so far, one frame for each tick that was added
	const char* folder;
	double fromTime; // of the trails
	double frameSeconds;
	const wfGroupTrack* groups; // null: none
} wfStressPictureDef;

// As FOLDER/KIND-NUMBER.png.
wfResult wfDrawStressWorld( const wfStressPictureDef* def, wfError* error );
