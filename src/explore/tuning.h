// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The numbers of this module that could be others, each with its unit and reason.
#pragma once

// ----------------------------------------------------------------------------------------------------------- knowledge.c
// Cells beyond its radius within which the standing cell nearest to an explorer is looked for: it may stand where its grid is
// blocked, as grids are a little stricter than walls.
#define WF_STANDING_REACH 2

// ---------------------------------------------------------------------------------------------------------------- ways.h
// A cell straight and across a corner, as whole numbers: the root of 2 to 0.2 %.
#define WF_STRAIGHT 12
#define WF_DIAGONAL 17
// Cost of ground where people were seen, in quarters of plain ground on top of it; the most that ways tell apart.
#define WF_MOST_QUARTERS 60

// ----------------------------------------------------------------------------------------------------------- frontiers.c
// Cells around a frontier's cell within which a place to stand is looked for first, and by how much the range then grows.
#define WF_FIRST_LOOK 4.0
#define WF_NEXT_LOOK 3.0

// ------------------------------------------------------------------------------------------------------------- explore.c
// Of half a cell. Walls along the sides of cells, as of images, stay beside the cells they border.
#define WF_SIGHT_RADIUS ( 1.0 - 1e-6 )
#define WF_FARTHEST 1e9			 // m, s, 1/m: as the world
#define WF_LEAST_CELL 1e-6		 // m
#define WF_MOST_RADIUS_CELLS 100 // an explorer across 200 cells: finer maps tell it nothing
#define WF_MOST_WINDOW 4096		 // cells: a planner of more is not solved anew in a tick
#define WF_MOST_SWEEPS 100000
#define WF_MOST_CELLS 1000000000
#define WF_MOST_RANGE_CELLS 4096 // products of slopes stay far below 2^63
#define WF_LEAST_APERTURE 0.01	 // rad
#define WF_MOST_THING 1000.0	 // m

// -------------------------------------------------------------------------------------------------------------- choose.c
// Stops further apart than this count as so far: sums of a dozen stay below 2^31.
#define WF_FAR_STOP ( 1 << 26 )
// Of all pieces the nearest so many are stops of the journey: more cost twice as much each and change little.
#define WF_STOPS 10
// Ranges of sight: pieces of a frontier are no larger across, one is seen from one place.
#define WF_PIECE_RANGES 2.0
// Pieces that are shorter, in ranges of sight, are looked at from where they come into sight, not from beside them.
#define WF_SMALL_RANGES 0.6
// Frontiers this near, in ranges of sight, to the one an explorer went to last are the same one further on.
#define WF_LOYAL_RANGES 0.5
// Others are not worth going to this near, in ranges of sight, to where somebody goes.
#define WF_CLAIM_RANGES 1.0
// What one has heard of another's plans holds so long, s: about the time in which they are carried out.
#define WF_CLAIM_SECONDS 30.0
// Cells walked after which a goal is compared with others that have come to light.
#define WF_REVIEW_CELLS 1000000
// explore_lite's period, s.
#define WF_LITE_SECONDS 1.0
// A frontier that was come no nearer to so often is left for good.
#define WF_MOST_TRIES 3
// Places remembered as left before they were seen: only to be counted.
#define WF_MOST_LEFT 256

// ---------------------------------------------------------------------------------------------------------------- seek.c
// What a cell gives each neighbour in a spread: below a fifth, so that it keeps the most.
#define WF_SPREAD_PART 0.19f
// In a tick: after a long time it is everywhere alike.
#define WF_MOST_SPREADS 64

// ---------------------------------------------------------------------------------------------------------------- lead.c
// Default of the field's haste: as large as it can be, for the shortest way.
#define WF_HASTE_PER_CELL 1.0
// A frontier that was come no nearer to is left for so many times as long as that took.
#define WF_AVOID_PATIENCES 2.0

// --------------------------------------------------------------------------------------------------------------- share.c
// Between two exchanges of those who stay in sight, s: what is new then is little.
#define WF_MEETING_SECONDS 1.0
// Beyond a frontier the way is not known: so many times as long as straight.
#define WF_FURTHER 1.4
// Cells: it moves by eighths, and keeps a quarter on each side.
#define WF_LEAST_WINDOW 16
