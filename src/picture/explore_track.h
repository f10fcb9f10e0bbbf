// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What pictures and videos show of explorers: when each cell was seen first, ways, moments, and the fog they are drawn with.
#pragma once

#include "base/array.h"
#include "picture/crowd.h"

typedef struct wfExploreStep
{
	int32_t explorer;
	float time, x, y;
} wfExploreStep;

typedef struct wfKnownSample
{
	double time, walked;
	int64_t cells;
} wfKnownSample;

// How an explorer looked.
typedef struct wfExploreLook
{
	uint32_t serial;
	int32_t explorer;
	wfVec2 place, gaze;
	double range, aperture;
	wfExplorerMode mode;
} wfExploreLook;

typedef struct wfShownFrontier
{
	int32_t cell;
	wfFrontierKind kind;
} wfShownFrontier;

typedef struct wfExploreMoment
{
	double time;
	uint8_t* seen; // a bit for each cell that was in sight
	size_t seenBytes;
	WF_ARRAY( wfShownFrontier ) frontiers;
	WF_ARRAY( wfExploreLook ) looks;
	bool seeks, isFound;
	wfVec2 object;
} wfExploreMoment;

typedef struct wfTrackedTeam
{
	wfExplorersId id;
	int32_t columns, rows;
	double cellSize;
	wfVec2 origin;
	float* first; // when each cell was seen first; infinite: never
	size_t cellCount;
	int64_t known, knownOfMaps;
	double began, last, walked;
	WF_ARRAY( wfExploreStep ) steps;
	WF_ARRAY( wfKnownSample ) samples;
	WF_ARRAY( wfExploreMoment ) recent; // the last seconds, the oldest first
	WF_ARRAY( wfClosedPlace ) closed;
	wfExploreSummary summary; // what of it is counted
} wfTrackedTeam;

struct wfExploreTrack
{
	WF_ARRAY( wfTrackedTeam ) teams;
	WF_ARRAY( wfExplorersId ) ids;
};

static inline const wfTrackedTeam* wfExploreTrack_GetTeam( const wfExploreTrack* track, int32_t team )
{
	return track != NULL && team >= 0 && team < track->teams.count ? &track->teams.data[team] : NULL;
}

// The last moment that is not after a time; null: none.
const wfExploreMoment* wfTrackedTeam_FindMoment( const wfTrackedTeam* team, double time );

// --------------------------------------------------------------------------------------------------------------- drawing

// Cells as outlines through the middles of their sides, so that stairs become slopes: rings, in cells from the lower left.
wfResult wfTraceCells( const uint8_t* cells, int32_t columns, int32_t rows, wfLines* rings );
// What is unknown at a time; with a moment also what is remembered but not in sight.
void wfDrawFog( wfCanvas* canvas, const wfPanel* panel, const wfTrackedTeam* team, double time, const wfExploreMoment* moment );
// Frontiers, where explorers look, and what they look for.
void wfDrawExploreMoment( wfCanvas* canvas, const wfPanel* panel, const wfTrackedTeam* team, const wfExploreMoment* moment );
// What of that is explained below a map.
typedef struct wfExploreSigns
{
	bool moment; // in sight, remembered, where they look
	bool frontiers, closed, object, start, path;
} wfExploreSigns;
void wfMapSheet_AddExploration( wfMapSheet* sheet, const wfExploreSigns* signs );

#define WF_FOG 0x4D5468u
#define WF_FOG_PART 0.93
#define WF_REMEMBERED 0xC9D3E6u
#define WF_REMEMBERED_PART 0.62
#define WF_FRONTIER 0xE8590Cu
#define WF_LEFTOVER 0xF2A65Au
#define WF_CLOSED_PLACE 0x7B2CBFu
#define WF_GAZE 0xB08900u
