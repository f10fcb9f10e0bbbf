// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The numbers of this module that could be others, each with its unit and reason.
#pragma once

// --------------------------------------------------------------------------------------------------------------------- check.c
// Rows of cells that one worker takes at a time.
#define WF_ROWS_PER_PART 16

// ------------------------------------------------------------------------------------------------------------------- planner.c
// What ordering and analysing cost per free cell, in multiply-adds of the factorisation that take as long.
#define WF_ORDER_OPERATIONS 200.0
#define WF_ANALYSE_OPERATIONS 250.0

// --------------------------------------------------------------------------------------------------------------------- order.c
// Rectangles with no more free cells than this are eliminated as they are.
#define WF_LEAF_CELLS 6

// ------------------------------------------------------------------------------------------------------------------- planner.c
// Neumann walls alone have the constant solution 1: this small haste, one over this many times the longer side, tells near from
// far.
#define WF_NEUMANN_RANGE 2.0
// With k h = 1 the attraction falls off equally in all directions to within 2 %; beyond, a grid counts steps along its axes
// instead of measuring distance, and paths get longer again.
#define WF_LARGEST_CELL_HASTE 1.0
// Per cell; far beyond any use, and its square is a number.
#define WF_LARGEST_TERRAIN_HASTE 1e6

// ------------------------------------------------------------------------------------------------------------------- centers.c
// Lists of more than this part of all cells cost more one by one than the whole field does.
#define WF_WHOLE_LIST 8

// --------------------------------------------------------------------------------------------------------------------- query.c
// The least part of the direction that goes along the gradient of U.
#define WF_LEAST_CLIMB 0.3
// Where the mean of the unit gradients is shorter than this they point apart, as around a saddle: there the best neighbour leads.
#define WF_AGREEMENT 0.5
// In the cells of saddles it leads as well, whatever their neighbours say; this far from the cell's sides that begins, in cells.
// Interpolation there has agents with long steps jump to and fro across the saddle.
#define WF_SADDLE_MARGIN 0.15
// Kept from walls on top of what is needed, in cells, so that rounding does not put a point on the far side of an edge.
#define WF_WALL_GAP 1e-7

// --------------------------------------------------------------------------------------------------------------------- query.h
// Blocked squares count as shrunk by this much (in cells), so that touching them is free in spite of rounding.
#define WF_TOUCH 1e-9
// A step of at most this many cells along wfField_GetDirection never enters a blocked cell.
#define WF_SAFE_STEP 0.25

// --------------------------------------------------------------------------------------------------------------------- relax.c
// The progress hook is asked once in so many sweeps.
#define WF_PROGRESS_INTERVAL 16

// -------------------------------------------------------------------------------------------------------------------- smooth.c
// Shortcuts keep this far from walls, in cells, and bend around corners twice as far: enough that no point on them lies in a
// blocked cell by rounding, too little to make a path longer.
#define WF_HAIR 0.01
// Below this clearance asked for, in cells, the string is pulled exactly.
#define WF_EXACT_BELOW 0.1
// Rounds of shortcuts, and of trials at corners with how many trials in each.
#define WF_MAX_PASSES 8
// Pulling corners by trial is costly and settles quickly.
#define WF_MAX_TRIAL_PASSES 3
#define WF_TRIALS 4
// Dropping a point moves the path by at most this, in cells.
#define WF_FLATNESS 0.02
// Samples along shortcuts are this far apart, in cells.
#define WF_SAMPLE 0.75
// At most so many points in a row are dropped: before shortcuts only few, as clearances are taken at the points left.
#define WF_DROPPED_BEFORE 6
#define WF_DROPPED_AFTER 64

// -------------------------------------------------------------------------------------------------------------------- system.c
// The bias may reach 2, where a neighbour's weight is 0: no scaling makes the matrix symmetric then, and a cell may be exactly
// the mean of two equal neighbours, so that no step from it leads strictly up. Stopping this little short of it keeps the
// promise; nobody can tell the paths apart.
#define WF_LARGEST_HALF_BIAS ( 1.0 - 1e-7 )
// On terrain however costly: beyond it the next cell has a millionth of the attraction.
#define WF_LARGEST_SCREENING 1e6

// --------------------------------------------------------------------------------------------------------------------- trace.c
// Without a new record for so many steps, or so many cells walked, the walk is taken back.
#define WF_PATIENCE_STEPS 64
#define WF_PATIENCE_CELLS 6.0
// The walk shortens its step where the direction turns by more than this (cosine) within half of it.
#define WF_TURN_COSINE 0.92
// The wall layer of a field with haste k is about 1/k thick; shortcuts keep this part of it.
#define WF_LAYER_KEPT 0.25
