// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The rasterised world, as used by the solver.
#pragma once

#include "base/array.h"
#include "wayfield/world.h"

// A rectangle of cells, ends exclusive.
typedef struct wfCellBlock
{
	int32_t i0, j0, i1, j1;
} wfCellBlock;

// A component of a grid that follows edits.
typedef struct wfComponentRecord
{
	int32_t first;	// its first cell
	int32_t size;	// number of its cells
	int32_t parent; // while components are joined: one that it is part of, or itself
	bool isTouched, isSuspect;
} wfComponentRecord;

struct wfGrid
{
	int32_t width, height;
	double cellSize;
	wfVec2 origin; // lower left corner of cell 0
	double radius;
	int32_t kind;
	int64_t freeCount;
	uint64_t revision;	 // of the world it represents
	uint8_t* blocked;	 // 1: obstacle; width * height
	float* clearance;	 // metres from the centre to the nearest obstacle, negative inside
	float* cost;		 // null while every free cell costs 1
	int64_t costlyCount; // cells that cost something else
	int32_t* component;	 // -1 where blocked
	int32_t componentCount;
	wfComponentRecord* records; // of the components; null until the first local update
	size_t recordCapacity;
};

// What an update has changed.
typedef struct wfGridChanges
{
	WF_ARRAY( int32_t ) cells;		// changed between free and blocked, or in cost; sorted
	WF_ARRAY( wfCellBlock ) blocks; // disjoint; outside of them the clearances are as they were, too
} wfGridChanges;

static inline size_t wfCountCells( const wfGrid* grid )
{
	return (size_t)grid->width * (size_t)grid->height;
}

// The cells right, left, above and below, -1 outside.
static inline void wfGetNeighbors( const wfGrid* grid, int32_t cell, int32_t neighbors[4] )
{
	int32_t i = cell % grid->width, j = cell / grid->width;
	neighbors[0] = i + 1 < grid->width ? cell + 1 : -1;
	neighbors[1] = i > 0 ? cell - 1 : -1;
	neighbors[2] = j + 1 < grid->height ? cell + grid->width : -1;
	neighbors[3] = j > 0 ? cell - grid->width : -1;
}

static inline bool wfIsCellFree( const wfGrid* grid, int32_t i, int32_t j )
{
	return i >= 0 && j >= 0 && i < grid->width && j < grid->height && grid->blocked[(int64_t)j * grid->width + i] == 0;
}

// wfCreateGrid, also where no cell is free.
wfResult wfCreateAnyGrid( const wfWorld* world, const wfGridDef* def, wfGrid** grid, wfError* error );

// Label the free cells connected through their four neighbours, 0, 1, 2... in the order of their first cells; -1 where blocked.
// Returns the number of components.
int32_t wfLabelComponents( const uint8_t* blocked, int32_t width, int32_t height, int32_t* component );

// Data derived from the blocked cells: the number of free cells, and the components.
void wfCountCellsAndComponents( wfGrid* grid );
// Allocate the arrays of all cells, not filled; with or without costs.
wfResult wfAllocateCells( wfGrid* grid, bool costs );
void wfReleaseCells( wfGrid* grid );
// Count the cells that cost something else than 1, and free the costs if there are none.
void wfDropPlainCost( wfGrid* grid );

// wfGrid_Update with all that has changed; `changes` must be empty, and is freed by the caller, on failure too.
wfResult wfFollowWorld( wfGrid* grid, const wfWorld* world, wfGridChanges* changes );
void wfGridChanges_Free( wfGridChanges* changes );
