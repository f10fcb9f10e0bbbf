// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#pragma once

#include "world/grid.h"

// Label the free cells connected through their four neighbours, 0, 1, 2... in the order of their first cells; -1 where blocked.
// Returns the number of components.
int32_t wfLabelComponents( const uint8_t* blocked, int32_t width, int32_t height, int32_t* component );

// grid.c: data derived from the blocked cells: the number of free cells, and the components.
void wfCountCellsAndComponents( wfGrid* grid );
// Allocate the arrays of all cells, not filled; with or without costs.
wfResult wfAllocateCells( wfGrid* grid, bool costs );
void wfReleaseCells( wfGrid* grid );
// Free the costs if every cell costs 1.
void wfDropPlainCost( wfGrid* grid );
