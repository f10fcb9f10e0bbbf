// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Exact distances to the pixel SQUARES of an image, in pixels: for any point through the pyramid, for all pixel centres at once
// by a distance transform. For a centre both are bit-identical: all intermediate numbers are quarters of integers.
#pragma once

#include "world/world.h"

wfResult wfPyramidCreate( wfPyramid* pyramid, const uint8_t* cells, int32_t width, int32_t height );
void wfPyramidDestroy( wfPyramid* pyramid );

// Whether the point, in pixels from the lower left corner, is in an occupied pixel. Pixels own their left and lower sides.
bool wfPyramidContains( const wfPyramid* pyramid, wfVec2 point );

// Squared distance from a point, in pixels from the lower left corner, to the outline of the occupied pixels: to the nearest
// occupied pixel from an empty one or from outside, to the nearest empty pixel or the outside from an occupied one. Searches no
// farther than `limit` (also squared, may be infinity) and returns `limit` if there is nothing closer.
double wfPyramidDistanceSquared( const wfPyramid* pyramid, wfVec2 point, double limit );

// True if the segment between two points (in pixels) meets an occupied (or otherwise an empty) pixel.
bool wfPyramidMeetsSegment( const wfPyramid* pyramid, wfVec2 a, wfVec2 b, bool occupied );

// First half of the distance transform, by columns: |rows| is the distance in half pixels from the centre to the nearest pixel of
// the other kind in the same column (WF_FAR_ROW if there is none), positive in empty pixels, negative in occupied ones. The
// outside of the image counts as empty.
#define WF_FAR_ROW INT32_MAX
void wfImageColumns( const uint8_t* cells, int32_t width, int32_t height, int32_t* rows, wfWorkers* workers );

// A site of the lower envelope, for the second half.
typedef struct wfRowSite
{
	int64_t height; // squared
	int32_t place;
	int32_t start; // first odd position where the site is the nearest
} wfRowSite;

// Second half, for one row: squared distances in HALF pixels from the centres to the outline of the occupied pixels, INT64_MAX if
// there is none. `sites` has room for one more than the width.
void wfImageRow( const int32_t* rows, int32_t width, int32_t row, int64_t* squares, wfRowSite* sites );
