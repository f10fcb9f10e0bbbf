// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The parameters by which slots are made and assigned, each with its unit and reason. Parameters for users are in the defs.
#pragma once

#define WF_FARTHEST_PLACE 1e9 // m: no planet is larger, and squares are far from overflow

// ----------------------------------------------------------------------------------------------------------- formations

#define WF_LEAST_SPACING 0.01  // m: below, places on a planet are no longer told apart
#define WF_MOST_SPACING 1000.0 // m: 10,000 members then stand in a line within WF_FARTHEST_PLACE
#define WF_LEAST_RATIO 0.01	   // width to depth
#define WF_MOST_RATIO 100.0
#define WF_ARM_SLOTS 4		  // last slots of a wedge's other arm that can be nearer than a spacing: three, and one for rounding
#define WF_ARM_ROUNDING 1e-12 // of a spacing: nearer by less is not nearer
#define WF_FLATTEST_ARC 1e-9  // rad: flatter ones are lines to the last bits
#define WF_CLOSED_CURVE 0.5	  // of the way between slots: a stroke whose ends are nearer to each other is a loop
#define WF_FOLD_ROUNDING 1e-9 // of a spacing: slots beyond a width by less fit, rows nearer by less are a spacing apart
#define WF_OUTLINE_SAMPLES 12 // of an outline's inside, for each slot: the middle of so many is within a tenth of theirs
#define WF_LEAST_SAMPLES 4096 // in all: few slots want as smooth a border
#define WF_OUTLINE_LINES 256  // across an outline, by which its area is first estimated
#define WF_FEWEST_LINES 16.0  // across a wide and shallow outline
#define WF_LEAST_OUTLINE 1e-9 // inside, in squares of the extent: less is a line that was drawn back and forth
#define WF_OUTLINE_PASSES 4	  // by which slots move to the middle of what is nearest to them, at least
#define WF_OUTLINE_MOVES 4000 // of single slots in further passes: the fewer there are, the more passes
#define WF_MORE_PASSES 40	  // further ones, at most

// ----------------------------------------------------------------------------------------------------------- assignment

#define WF_ASSIGNMENT_GAP 0.02	// of the least cost: what an assignment of many may cost more
#define WF_RAISE_ROUNDING 1e-13 // raises below, in mean squares of places, are lost among the rounded prices
#define WF_COARSE_PARTS 128		// clusters of the first, coarse assignment: exact for so few takes a millisecond
#define WF_COARSE_RAISE 0.25	// first raise after it, in mean squares of the clusters' extents: what clusters cannot know
#define WF_FIRST_RAISE 0.02		// first raise from prices of 0, in mean squares of places
#define WF_RAISE_FALL 7.0		// by which the raise falls from phase to phase: 4 and 12 take longer
#define WF_BIDS_EACH 30		 // bids in a phase, in members: those still without a slot then get it by shortest paths. 8: longer
#define WF_ROW_REDUCTIONS 2	 // passes over the free rows before shortest paths: as Jonker and Volgenant
#define WF_REDUCTION_STEPS 4 // limit of a pass, in rows: with rounded numbers two rows can outbid each other by bits
#define WF_LEAF_SLOTS 8		 // slots in a leaf of the tree: fewer make it deeper, more are looked at in vain
