// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The numbers of this module that could be others, each with its unit and reason.
#pragma once

// --------------------------------------------------------------------------------------------------------------------- build.h
// Farther from the origin squares of squares of lengths would overflow; closer together than the least weld distance nobody asks.
#define WF_FARTHEST_COORDINATE 1e30
#define WF_LEAST_WELD_DISTANCE 1e-30
// Below it fourth powers of lengths would vanish.
#define WF_LEAST_MEAN_EDGE 1e-60

// ----------------------------------------------------------------------------------------------------------------------- ray.c
// Triangles that look no wider than this, beside their length, are seen edge on.
#define WF_RAY_EDGE_ON 1e-9
// Rays per range of work: fixed, so that nothing depends on the workers.
#define WF_HEADROOM_GRAIN 256
// Planes closer to the ray than this lie along it: a wall has nothing below it, and what rounding makes of its triangles must not
// count.
#define WF_EDGE_ON 1e-9
// Hits closer than this part of the longest edge are the triangle's own neighbours, met at the place the ray starts from.
#define WF_OWN_PLACE 1e-6
// Triangles nearer to upright than this (sine of the slope's complement) are risers: one does not stand on them but beside them,
// so that rays start beside them, by this part of the longest edge, on both sides, and the freer one counts. Straight up along a
// riser the ray would meet the edge of the tread above.
#define WF_RISER 0.1
#define WF_BESIDE_RISER 1e-3

// -------------------------------------------------------------------------------------------------------------------- refine.c
// Triangles of a refined mesh where the caller names no limit: a guard against lengths far too small.
#define WF_REFINED_TRIANGLES 20000000

// ---------------------------------------------------------------------------------------------------------------------- tree.c
// Triangles of a leaf of the tree.
#define WF_LEAF_TRIANGLES 4

// --------------------------------------------------------------------------------------------------------------------- twins.c
// Edges of more triangles than this are cut apart altogether; finding the best pairs takes the square of them.
#define WF_MOST_FITTED 16

// ---------------------------------------------------------------------------------------------------------------------- weld.c
// Cells of the grid of points. Where hardly any cell has several vertices cells of several distances are best: the ball around a
// vertex then mostly stays within one. Where vertices are dense cells so small that all in one are within the distance join at
// once, so that the work stays linear however large the distance.
#define WF_SPARSE_CELL 8.0
#define WF_DENSE_CELL 0.57735
#define WF_CROWDED_CELL 64
