// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Sight over cells. A cell is seen from another one if the segment between their centres is open: it passes through the inside of
// no cell that stops sight, but for the two it joins, and between no two that meet at a corner. Through the corner of a single
// one it is open. All comparisons are of integers, so sight is exact, and the same both ways.
#pragma once

#include "base/array.h"

// What stops sight: a cell does if `stops` says so of its byte, or if `more` (may be null) is not 0 there. So does the outside.
typedef struct wfSightCells
{
	const uint8_t* cells;
	const uint8_t* more;
	int32_t width, height;
	bool stops[256];
} wfSightCells;

static inline bool wfStopsSight( const wfSightCells* sight, int32_t i, int32_t j )
{
	if ( i < 0 || j < 0 || i >= sight->width || j >= sight->height )
	{
		return true;
	}
	int64_t cell = (int64_t)j * sight->width + i;
	return sight->stops[sight->cells[cell]] || ( sight->more != NULL && sight->more[cell] != 0 );
}

// A slope as a fraction with a denominator above 0.
typedef struct wfSlope
{
	int32_t up, along;
} wfSlope;

// Slopes in sight; the upper end belongs to it.
typedef struct wfSlopes
{
	wfSlope low, high;
	bool isOpen; // the lower end does not
} wfSlopes;

// Working memory of casts, zeroed before the first one; keeps what it has grown to.
typedef struct wfSightRoom
{
	WF_ARRAY( wfSlopes ) open;
	WF_ARRAY( wfSlopes ) next;
	WF_ARRAY( int32_t ) seen;
} wfSightRoom;

void wfSightRoom_Free( wfSightRoom* room );

// All cells seen from one whose centres are at most `range` cells away, those that stop sight included: in room->seen, each once,
// the first one first. It never stops its own sight.
wfResult wfCastSight( const wfSightCells* sight, int32_t from, double range, wfSightRoom* room );

// Whether a cell is seen from another one, at any distance. It is a walk along the segment.
bool wfIsInSight( const wfSightCells* sight, int32_t from, int32_t to );
