// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#pragma once

#include "world/grid.h"

// Label the free cells that are joined by steps to the four neighbours, 0, 1, 2... in the order of their first cells; -1 where
// blocked. Returns how many components there are.
int32_t wfLabelComponents( const uint8_t* blocked, int32_t width, int32_t height, int32_t* component );

// grid.c: what follows from the blocked cells: how many are free, and the components.
void wfCountCellsAndComponents( wfGrid* grid );
// The arrays of all cells, not filled; with those of costs or without.
wfResult wfAllocateCells( wfGrid* grid, bool costs );
void wfReleaseCells( wfGrid* grid );
// Release the costs when every cell costs 1.
void wfDropPlainCost( wfGrid* grid );
