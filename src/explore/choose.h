// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What explorers choose from.
#pragma once

#include "explore/explore.h"

typedef struct Option
{
	const wfFrontierPiece* piece; // null: a single cell
	int32_t goal, stand;
	int32_t distance; // to the stand
	bool isTaken;	  // by somebody else
} Option;

typedef WF_ARRAY( Option ) OptionList;

// Whether it came no nearer to a place lately.
bool wfIsAvoided( const wfExploration* exploration, const wfExplorer* explorer, wfVec2 place );
// seek.c: where most of the probability is for the way to it. Over exploration->ways, measured from the explorer.
wfResult wfChooseLikeliest( wfExploration* exploration, const wfExplorer* explorer, Option* best );
