// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Small grids and fields made by hand, independent of the rasteriser and the solver: what queries, tracing and relaxation are
// tested on. A scene owns everything; memory comes from the C library so that it does not show up in allocation tests.
#pragma once

#include "field/field.h"

typedef struct HandmadeField
{
	wfGrid grid;
	wfField field;
} HandmadeField;

typedef struct HandmadeDef
{
	double haste; // k times the cell size
	double epsilon;
	wfVec2 bias;
	bool neumann;
	double tolerance; // relative change of the last sweep; 0: 1e-6, enough for directions
} HandmadeDef;

// From rows of text, top row first; '#' and '@' are blocked, 'G' is a goal, the rest free. Cells of size `cellSize`.
HandmadeField* handmadeFromText( const char* const* rows, int32_t height, double cellSize );
// Random obstacles with the given density; the goal is a random cell of the largest component.
HandmadeField* handmadeRandom( int32_t width, int32_t height, double density, uint64_t seed );
// A maze with walls and corridors one cell wide; width and height odd. The goal is its lower left cell.
HandmadeField* handmadeMaze( int32_t width, int32_t height, uint64_t seed );
// One corridor, one cell wide, that winds through the whole grid; the goal at one end.
HandmadeField* handmadeSnake( int32_t width, int32_t height );
void handmadeSetGoal( HandmadeField* scene, int32_t cell );
// Solve for q by Gauss-Seidel from below with an exponent for each cell. Whenever that ends each cell has a better neighbour.
void handmadeSolve( HandmadeField* scene, const HandmadeDef* def );
void handmadeDestroy( HandmadeField* scene );
