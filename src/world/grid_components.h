// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The components of a grid while some of its cells are blocked and others freed. What it costs grows with the cells changed, and
// with the smaller part where components are split or joined.
#pragma once

#include "base/array.h"
#include "world/grid.h"

// While components change they have numbers of no particular order; those that come to be get new ones.
typedef struct wfComponentUpdate
{
	wfGrid* grid;
	wfResult result; // not wf_ok: all components are made anew in the end
	WF_ARRAY( wfComponentRecord ) records;
	WF_ARRAY( int32_t ) touched; // numbers of those that changed, each once
	WF_ARRAY( int32_t ) stack;	 // of cells
	int64_t visited;			 // cells looked at, to see when making all anew is cheaper
} wfComponentUpdate;

// Makes records of the components if the grid has none yet.
void wfComponentUpdate_Begin( wfComponentUpdate* update, wfGrid* grid );
// `blocked` has the cells of the block as they shall be, with rows `stride` apart. They are written to the grid, which counts
// its free cells and keeps its components.
void wfComponentUpdate_Apply( wfComponentUpdate* update, wfCellBlock block, const uint8_t* blocked, int64_t stride );
// Numbers the components in the order of their first cells again. Never fails: where memory ran out on the way all components are
// made anew, in place.
void wfComponentUpdate_End( wfComponentUpdate* update );
