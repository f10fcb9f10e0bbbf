// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Frontiers: unknown cells beside known free ones, joined by their eight neighbours, and from where they are seen.
#pragma once

#include "explore/knowledge.h"
#include "explore/sight.h"

// A part of a frontier that is small enough to be seen from one place.
typedef struct wfFrontierPiece
{
	int32_t frontier;
	int32_t first, count; // of its cells in the list of cells
	int32_t middle;		  // the cell nearest to the mean of them
	int32_t stand;		  // where its middle is seen from, or else one of its cells; -1: it is closed
} wfFrontierPiece;

typedef struct wfFrontierList
{
	WF_ARRAY( wfFrontier ) items;
	WF_ARRAY( wfFrontierPiece ) pieces; // ordered by frontier
	wfCellList cells;					// by piece
	wfCellList sorted;					// by frontier, ascending: what the interface shows
	int32_t stamp;						// of the map it was made of; 0: none
} wfFrontierList;

typedef struct wfFrontierRule
{
	double range;	 // of sight, cells
	double least;	 // m
	double leftover; // m
	double extent;	 // cells: pieces are no larger across
} wfFrontierRule;

// All frontiers of a map. Looks anew only where something has changed.
wfResult wfFindFrontiers( wfFrontierList* list, wfKnowledge* map, const wfFrontierRule* rule, wfSightRoom* room );
void wfFrontierList_Free( wfFrontierList* list );
