// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The output view of a crowd.
#pragma once

#include "wayfield/crowd.h"

// The arrays of wfFrame.
typedef struct wfFrameArrays
{
	size_t capacity;
	uint32_t* serials;
	wfAgentId* ids;
	uint64_t* userData;
	wfVec3 *positions, *velocities;
	float *headings, *radii, *speeds;
	uint8_t* states;
} wfFrameArrays;

// frame.c
void wfDestroyFrame( wfFrameArrays* frame );
size_t wfGetFrameBytes( wfFrameArrays* frame );
