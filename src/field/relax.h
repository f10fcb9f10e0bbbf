// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Inside of the reference relaxations.
#pragma once

#include "wayfield/field.h"

#include "world/grid.h"

// Refuse numbers that are not finite or out of their range.
wfResult wfCheckRelaxDef( const wfGrid* grid, const wfRelaxDef* def );
// Goals inside the grid and on free cells.
wfResult wfCheckRelaxGoals( const wfGrid* grid, const int32_t* goalCells, int32_t goalCount );
// The neighbour with the smallest p below the cell's own, -1 where there is none.
int32_t wfLowestNeighbor( const wfGrid* grid, const double* p, int32_t cell );
