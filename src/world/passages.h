// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Passages that the disc fits through but that are closed in the grid: where to look (passage_suspects.c), the search
// (passages.c) and the check of one of them (passage_check.c).
#pragma once

#include "world/outline.h"
#include "world/raster.h"

// The search samples the geometry this many times finer than the grid. Odd, so that cell centres are also centres of fine cells.
#define WF_FINENESS 15
#define WF_TILE_SIZE ( WF_FINENESS * WF_FINENESS )
// The smallest cell size that is proposed is the grid's divided by this.
#define WF_MAX_DIVISION 16

static inline int32_t wfClampCell( int32_t index, int32_t count )
{
	return index < 0 ? 0 : ( index >= count ? count - 1 : index );
}

// Mark the blocked cells to be looked at, in an array of zeros for all cells: around the suspects what may hold free places.
void wfMarkSuspects( const wfGrid* grid, const wfGeometry* geometry, uint8_t* wanted );

// A grid of the same origin with cells `division` times smaller, and a raster on it. Its arrays are not allocated.
wfResult wfFineRasterCreate( wfGridRaster* raster, wfGrid* fine, const wfGrid* grid, const wfGeometry* geometry,
							 int32_t division );

// Check the passage between two free cells within a range. `found` is false if no finer grid opens it there.
wfResult wfCheckPassage( const wfGrid* grid, const wfOutline* outline, int32_t cellA, int32_t cellB, wfCellBlock range,
						 wfClosedPassage* passage, bool* found );
