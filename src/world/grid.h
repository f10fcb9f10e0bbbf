// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The rasterised world, as used by the solver.
#pragma once

#include "wayfield/world.h"

struct wfGrid
{
	int32_t width, height;
	double cellSize;
	wfVec2 origin; // lower left corner of cell 0
	double radius;
	int32_t kind;
	int64_t freeCount;
	uint64_t revision;	// of the world it represents
	uint8_t* blocked;	// 1: obstacle; width * height
	float* clearance;	// metres from the centre to the nearest obstacle, negative inside
	float* cost;		// null while every free cell costs 1
	int32_t* component; // -1 where blocked
	int32_t componentCount;
};

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

// Label the free cells connected through their four neighbours, 0, 1, 2... in the order of their first cells; -1 where blocked.
// Returns the number of components.
int32_t wfLabelComponents( const uint8_t* blocked, int32_t width, int32_t height, int32_t* component );

// Data derived from the blocked cells: the number of free cells, and the components.
void wfCountCellsAndComponents( wfGrid* grid );
// Allocate the arrays of all cells, not filled; with or without costs.
wfResult wfAllocateCells( wfGrid* grid, bool costs );
void wfReleaseCells( wfGrid* grid );
// Free the costs if every cell costs 1.
void wfDropPlainCost( wfGrid* grid );
