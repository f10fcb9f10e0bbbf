// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The forest of strokes as its files share it: what was drawn, in the order of drawing, and the nodes and links that follow from
// it. Places are in space; those of the plane have z = 0. Records alone decide: nodes and links are the same bits whenever the
// same records are played in the same order, which is what undo, redo and restore rest on.
#pragma once

#include "base/array.h"
#include "base/vec3.h"
#include "wayfield/strokes.h"

// ------------------------------------------------------------------------------------------------------------------ limits

#define WF_FARTHEST_POINT 1e6		   // m from the origin: rounding is below 1e-9 m there
#define WF_LARGEST_SETTING 1e6		   // of lengths in the def, m or pixels
#define WF_LEAST_SPACING 1e-3		   // m: finer than anybody walks
#define WF_MOST_STROKE_POINTS 16777216 // of all strokes: 384 MB
#define WF_ANGLE_SLACK 1e-9			   // radians: a corner of exactly the angle asked for is one, however it is rounded
#define WF_POINT_SLACK 1e-9			   // relative: resampled points lie so much farther out than those drawn at most

// ------------------------------------------------------------------------------------------------------------------- forest

// A stroke as it was drawn. Undo leaves the record and its points for redo.
typedef struct wfStrokeRecord
{
	int32_t firstPoint, pointCount; // from the place where it starts to its end; a click has one
	int32_t node;					// where it starts; -1: at none that was there before
	int32_t link;					// that it cuts, -1: none
	int32_t segment;				// of that link as it was then
	double share;					// of the segment before the cut, in [0, 1); 0: at the first point of the segment
	int32_t end;					// the node it ends at
} wfStrokeRecord;

typedef struct wfForestNode
{
	wfVec3 place;
	int32_t link;				   // that leads here, -1: a root
	int32_t firstChild, lastChild; // links, -1: none; ascending, as new ones are appended
	int32_t childCount;
} wfForestNode;

// The polyline from a node by the points [begin, end) to another node.
typedef struct wfForestLink
{
	int32_t from, to, stroke;
	int32_t begin, end;
	int32_t next; // link from the same node, -1: none
	double length;
} wfForestLink;

typedef WF_ARRAY( wfVec3 ) wfPointArray;

struct wfStrokes
{
	wfStrokesDef def;
	wfPointArray points;
	WF_ARRAY( wfStrokeRecord ) records;
	int32_t drawn; // of the records; those behind may be drawn again
	WF_ARRAY( wfForestNode ) nodes;
	WF_ARRAY( wfForestLink ) links;
};

void wfStrokes_FreeArrays( wfStrokes* strokes );
// Draws a stroke whose record is sound; `record->firstPoint` and `end` are found here. What could be drawn again is forgotten.
wfResult wfStrokes_Draw( wfStrokes* strokes, const wfStrokeRecord* record, const wfVec3* points );
// Of `pointCount` in wfStrokeLink, from 0.
wfVec3 wfStrokes_GetLinkPoint( const wfStrokes* strokes, const wfForestLink* link, int32_t index );

static inline int32_t wfCountLinkPoints( const wfForestLink* link )
{
	return link->end - link->begin + 2;
}

// Where a link is cut. `share` becomes 0 and `segment` the next one where the cut is no different from a point of the link.
// False: it is no different from an end of the link, which is then `segment` 0 or the last point.
bool wfStrokes_FindCut( const wfStrokes* strokes, int32_t link, int32_t* segment, double* share, wfVec3* place );
