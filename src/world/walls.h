// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Walls as thin convex pieces: all points closer than `thickness` to a line from a to b. A disc that keeps its distance from each
// piece individually keeps it from the wall.
#pragma once

#include "wayfield/world.h"

typedef struct wfWallPiece
{
	double ax, ay, bx, by;
	double thickness;
} wfWallPiece;

typedef struct wfWallMap
{
	wfWallPiece* pieces;
	size_t pieceCapacity;
	int32_t pieceCount;
	// Pieces near each cell of a coarse grid.
	int32_t* first; // columns * rows + 1
	int32_t* list;
	size_t firstCount, listCount;
	int32_t columns, rows;
	double cellSize;
	wfVec2 origin;
	double reach; // a cell lists every piece within this distance of any of its points
} wfWallMap;

// For one kind of agent. `reach` is the distance at which pieces must be found.
wfResult wfCreateWallMap( const wfWorld* world, int32_t kind, double reach, wfWallMap** walls );
void wfDestroyWallMap( wfWallMap* walls );

// The pieces listed for the cell of a point, clamped to the border cells outside the grid.
static inline int32_t wfWallsAt( const wfWallMap* walls, double x, double y, const int32_t** list )
{
	double column = ( x - walls->origin.x ) / walls->cellSize, row = ( y - walls->origin.y ) / walls->cellSize;
	int32_t i = column < 0.0 ? 0 : column >= walls->columns ? walls->columns - 1 : (int32_t)column;
	int32_t j = row < 0.0 ? 0 : row >= walls->rows ? walls->rows - 1 : (int32_t)row;
	int32_t cell = j * walls->columns + i;
	*list = walls->list + walls->first[cell];
	return walls->first[cell + 1] - walls->first[cell];
}

// Vector from the nearest point of a piece's line to a position.
static inline wfVec2 wfFromWall( const wfWallPiece* piece, double x, double y )
{
	double lineX = piece->bx - piece->ax, lineY = piece->by - piece->ay;
	double fromX = x - piece->ax, fromY = y - piece->ay;
	double length2 = lineX * lineX + lineY * lineY;
	double along = fromX * lineX + fromY * lineY;
	double share = along <= 0.0 || length2 == 0.0 ? 0.0 : along >= length2 ? 1.0 : along / length2;
	return ( wfVec2 ){ fromX - share * lineX, fromY - share * lineY };
}
