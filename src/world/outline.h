// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// All pieces of the outlines of obstacles, those of images and the border of the world among them, and the gaps between them.
#pragma once

#include "world/geometry.h"

typedef struct wfOutline
{
	const wfGeometry* geometry;
	WF_ARRAY( wfPrimitive ) pieces;
	wfBoxTree tree;
} wfOutline;

// Where two pieces are nearest to each other, with nothing nearer in between: a passage is narrowest there.
typedef struct wfGap
{
	wfVec2 a, b; // on the pieces
	double width;
} wfGap;

wfResult wfOutline_Create( wfOutline* outline, const wfGeometry* geometry );
void wfOutline_Free( wfOutline* outline );

// The point of a piece that is nearest to a point.
wfVec2 wfNearestOnPiece( const wfPrimitive* piece, wfVec2 point );

// Where are two pieces nearest to each other? False when they meet. A piece with an arc is searched from `start` on.
bool wfFindGapBetween( const wfPrimitive* a, const wfPrimitive* b, wfVec2 start, wfGap* gap );

// The gap between the two walls on opposite sides of a place, no further than `reach` from it. False when there is none, or
// something else is nearer to its middle.
bool wfFindGapAt( const wfOutline* outline, wfVec2 place, double reach, wfGap* gap );

static inline wfVec2 wfMiddleOfGap( const wfGap* gap )
{
	return wfMix2( gap->a, gap->b, 0.5 );
}

// Is the middle of the gap free, and nothing nearer to it than the ends of the gap?
bool wfIsGapOpen( const wfOutline* outline, const wfGap* gap );
