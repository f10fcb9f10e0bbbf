// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The tuning parameters of a ground, each with its unit and reason. Lengths are in metres unless stated otherwise.
#pragma once

// ------------------------------------------------------------------------------------------------------------------ lengths

#define WF_SKIN 1e-4		  // discs keep this distance, so that rounding never makes them overlap
#define WF_OVERLAP_SLACK 1e-6 // agents may be added with this much overlap: numbers in files are rounded
#define WF_TINY 1e-9		  // shorter lengths have no direction, shorter times count as zero
#define WF_HALF_DIAGONAL 0.71 // of a cell, and a little more: a cell's value is that of a position up to this many cells away

// ------------------------------------------------------------------------------------------------------------------- layers

#define WF_RADIUS_STEP 0.05 // radii are rounded up to a multiple, so that a crowd of many sizes needs few grids and planners
// Cells are as large as the passages allow, in radii: at most so that a row of standing people closes cells, and for passages
// with little room to spare no finer than this, unless they are the only way to somewhere.
#define WF_COARSE_CELL 1.0
#define WF_FINE_CELL 0.5
#define WF_FINEST_CELL 0.1
#define WF_SMALLEST_CELL 0.05  // metres, however small the agents are
#define WF_LARGEST_CELL 1.0	   // and however large
#define WF_JOINING_PASSAGES 64 // looked at, of those that the cells close
#define WF_NEAREST_RINGS 3	   // cells this close to a free one lead back to it: discs that touch a wall have their centres there
#define WF_WALLS_BEYOND 1.0	   // walls are known at least this far beyond the radius,
#define WF_PASSAGE_WALLS 7.3   // and within this many radii: both sides of a passage are found from its middle
#define WF_WALLS_TO_SPARE 1.5  // when walls are collected again, the distance is this much larger
#define WF_LINE_OF_SIGHT_STEP 0.25 // cells, at least, between checks along a straight path

// ------------------------------------------------------------------------------------------------------------------- fields

#define WF_LEAST_HASTE 0.1	  // less is treated as none: distances are those of a haste of 1
#define WF_STANDING_HASTE 2.0 // of the solver on costly ground, where agents stand
#define WF_MARK_COST 1e5f	  // of such ground: beyond the maximum the solver makes of it
// The gradient of distances, in metres per metre, that is accepted as a direction: it is smaller at goals, larger beside costly
// ground.
#define WF_LEAST_SLOPE 0.2
#define WF_MOST_SLOPE 4.0
#define WF_LEAST_STOP_REACH 0.25 // of a stop that is a point
// Of the memory limit: while fields take less, those of later stops are made before anybody walks there.
#define WF_AHEAD_SHARE ( 1.0 / 16.0 )
#define WF_FIELD_SHARE 0.125 // of what is left of the limit: not for planners

// A point shares the field of another one that it sees, if that is this part of the way there from it, or less. The way by it is
// longer by a third of itself at most; among boxes at random by 1 %, and by 12 % in the worst of 150 worlds.
#define WF_SHARED_WAY 0.15
// Who comes within its radius and so many cells of the end of a shared field, and does not see its point, needs its own.
#define WF_SHARED_END 2.0

// --------------------------------------------------------------------------------------------------------------------- work

// What a field costs besides the numbers of the factor that it reads, in multiply-adds of the factorisation that take as long.
#define WF_TARGET_OPERATIONS 20000.0
// As good as without end, and still counted exactly.
#define WF_ALL_OPERATIONS 1e15
