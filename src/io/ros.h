// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Maps of the ROS map server, read as they are: for worlds, and for what explorers know.
#pragma once

#include "io/reader.h"

typedef struct wfRosImage
{
	wfGrayImage image;	// row 0 on top; to be freed, also after a failure
	double resolution;	// metres per pixel
	wfVec2 origin;		// lower left corner of the lower left pixel
	uint8_t known[256]; // wfKnown, of each grey that is opaque
} wfRosImage;

void wfReadRosImage( const wfReader* reader, wfRosImage* ros );

// knowledge.c
void wfReadRosKnowledge( const wfReader* reader, wfKnownCells* knowledge );
