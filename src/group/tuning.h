// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The parameters by which slots are made and assigned, each with its unit and reason. Parameters for users are in the defs.
#pragma once

// ----------------------------------------------------------------------------------------------------------- assignment

#define WF_FARTHEST_PLACE 1e9	// m: no planet is larger, and squares are far from overflow
#define WF_ASSIGNMENT_GAP 0.02	// of the least cost: what an assignment of many may cost more
#define WF_RAISE_ROUNDING 1e-13 // raises below, in mean squares of places, are lost among the rounded prices
#define WF_COARSE_PARTS 128		// clusters of the first, coarse assignment: exact for so few takes a millisecond
#define WF_COARSE_RAISE 0.25	// first raise after it, in mean squares of the clusters' extents: what clusters cannot know
#define WF_FIRST_RAISE 0.02		// first raise from prices of 0, in mean squares of places
#define WF_RAISE_FALL 7.0		// by which the raise falls from phase to phase: 4 and 12 take longer
#define WF_BIDS_EACH 30			// bids in a phase, in members: those still without a slot then get it by shortest paths. 8: longer
#define WF_ROW_REDUCTIONS 2		// passes over the free rows before shortest paths: as Jonker and Volgenant
#define WF_REDUCTION_STEPS 4	// limit of a pass, in rows: with rounded numbers two rows can outbid each other by bits
#define WF_LEAF_SLOTS 8			// slots in a leaf of the tree: fewer make it deeper, more are looked at in vain
