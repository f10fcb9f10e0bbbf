// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// How large may the cells of a grid be? As large as its narrowest passage leaves room.
#pragma once

#include "wayfield/world.h"

typedef struct wfCellChoice
{
	double radius; // of the disc
	int32_t kind;
	double finest, coarsest; // metres
} wfCellChoice;

// The largest cell size, from the finest to the coarsest, with which the grid keeps every passage open that is open for the disc,
// however its cells happen to lie. A passage of width w leaves the centre of the disc a strip of the width s = w - 2 radius. A
// strip whose sides have the direction (x, y), a unit vector, holds a path over neighbouring cells if these are no larger than
// s / ( |x| + |y| ): s along the axes, s / sqrt 2 at 45 degrees. Where it is not straight for four cells on either side, cells of
// s / sqrt 2 are what is sure: the centres of all cells that a curve crosses are then within half the strip of it. Cells larger
// than the disc may be blocked up to half a cell away from thin walls and corners, since steps must not cross these: there the
// strip counts as w less a cell.
//
// Passages are where two walls are nearest to each other with nothing in between, and which on both sides become wider, or stay
// as wide for the length of the coarsest cell: shallow niches do not count. What leaves less than a thousandth of the finest size
// counts as closed. With the finest size passages that would need smaller cells may be closed, and with any size a cell or two in
// the tip of a corner, where the disc just fits, may be cut off.
//
// Cells half as large again would close something if they happened to lie badly; where they are larger than the disc, cells up to
// twice as large may do.
//
// Takes about as long as comparing the pieces of walls that are nearer to each other than the disc and a cell are wide.
wfResult wfChooseCellSize( const wfWorld* world, const wfCellChoice* choice, double* cellSize );
