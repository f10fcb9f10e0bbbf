// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What pictures and videos show of groups: moments of a crowd, kept while it runs, and the signs they are drawn by.
#pragma once

#include "base/array.h"
#include "base/map.h"
#include "picture/crowd.h"
#include "wayfield/groups.h"

typedef struct wfShownMember
{
	uint32_t serial;
	int32_t group; // in the track's list; -1: in none
	int32_t kind;
	float radius;
	bool hasSlot;
	wfVec3 place, slot;
} wfShownMember;

typedef struct wfShownGroup
{
	int32_t number; // in the track's list
	int32_t memberCount;
	wfGroupMode mode;
	wfVec3 anchor, heading; // heading (0, 0, 0): in no formation yet
	wfVec3 end;				// of its way, if it is a point
	bool hasEnd;
	int32_t sketch; // in the track's list, of the present order; -1: none
} wfShownGroup;

typedef WF_ARRAY( wfShownMember ) wfShownMembers;

typedef struct wfGroupMoment
{
	double time;
	WF_ARRAY( wfShownGroup ) groups;
	wfShownMembers members; // everybody there is, by serial
} wfGroupMoment;

// A group there is, or was.
typedef struct wfKnownGroup
{
	wfGroupId id;
	char name[64]; // may be empty
	int32_t hue, mostMembers;
	wfColor color;
	int32_t order, sketch; // number of the order that was last looked at, and its sketch
	WF_ARRAY( wfVec2 ) way;
	// Where pictures show it, if the track chooses.
	wfVec2 seen;			   // its middle
	double walked, shown, gap; // metres; of its middle in all, when it was last shown, and until it is again
	int32_t shownCount;
} wfKnownGroup;

typedef struct wfKnownSketch
{
	wfStrokes* strokes; // owned
	uint64_t hash;
	int32_t group; // who followed it first
} wfKnownSketch;

typedef WF_ARRAY( wfGroupMoment ) wfGroupMoments;

#define WF_MAX_SHOWN_KINDS 32

struct wfGroupTrack
{
	const wfOrderLog* orders; // may be null
	wfGroupLook* looks;		  // with names in memory of the track's own
	int32_t lookCount;
	char ( *names )[64];
	char kindNames[WF_MAX_SHOWN_KINDS][64];
	double* times;
	int32_t timeCount, nextTime;
	WF_ARRAY( wfKnownGroup ) known;
	wfMap knownOfIndex; // the last of an index
	WF_ARRAY( wfKnownSketch ) sketches;
	wfGroupMoments recent; // of the last seconds
	wfGroupMoments kept;   // for pictures
	wfGroupMoment spare;
	WF_ARRAY( wfAgentId ) ids;
	WF_ARRAY( wfVec3 ) slots;
	WF_ARRAY( int32_t ) memberOfAgent; // by the index of ids
	WF_ARRAY( int32_t ) groupOfSerial; // that somebody was in last; -1: in none
	uint32_t kinds;					   // that were seen, as bits
	bool hasSlots, hasStrangers;
	int32_t hueCount[WF_GROUP_COLORS]; // groups of each hue
	int32_t nextHue;
};

static inline bool wfGroupTrack_HasGroups( const wfGroupTrack* track )
{
	return track != NULL && track->known.count > 0;
}

void wfFreeGroupMoment( wfGroupMoment* moment );
// A moment as it was at a time, or between the two around it. Nobody where nothing is known of that time.
wfResult wfGroupTrack_FindMoment( const wfGroupTrack* track, double time, wfGroupMoment* moment );
// The last one; null: none.
const wfGroupMoment* wfGroupTrack_GetLast( const wfGroupTrack* track );
// Null: not there.
const wfShownMember* wfGroupMoment_Find( const wfGroupMoment* moment, uint32_t serial );
wfColor wfGroupTrack_GetColor( const wfGroupTrack* track, int32_t group );
// Of several groups without names "group 1" and so on; empty: the only one.
wfShortText wfGroupTrack_GetName( const wfGroupTrack* track, int32_t group );
// Of the group somebody was in last.
wfColor wfGroupTrack_GetColorOf( const wfGroupTrack* track, uint32_t serial );

// --------------------------------------------------------------------------------------------------------------- drawing

// A line smooth as a hand would have drawn it: the points of a polyline, each moved to the mean of those around it but for the
// ends, no farther than `most`.
void wfSmoothLine( const wfVec2* points, int32_t count, double most, wfVec2* smooth );
// From each root to each leaf, with arrowheads along it and the nodes.
void wfDrawStrokes( wfCanvas* canvas, const wfPanel* panel, const wfStrokes* strokes, wfColor color );
// Those that were followed by anybody.
void wfDrawSketches( wfCanvas* canvas, const wfPanel* panel, const wfGroupTrack* track );
void wfDrawAnchorWays( wfCanvas* canvas, const wfPanel* panel, const wfGroupTrack* track );
// Of the present orders: strokes, and where others lead to.
void wfDrawOrders( wfCanvas* canvas, const wfPanel* panel, const wfGroupTrack* track, const wfGroupMoment* moment );
// Below the people: open rings, with a line to members who are off theirs, of many of them to those who are farthest off.
void wfDrawSlots( wfCanvas* canvas, const wfPanel* panel, const wfGroupTrack* track, const wfGroupMoment* moment, bool isPale );
// Above them: anchors with their headings.
void wfDrawAnchors( wfCanvas* canvas, const wfPanel* panel, const wfGroupTrack* track, const wfGroupMoment* moment, bool isPale );
// Those that are kept for pictures: where the track chose them those that would hide what is shown already are left out, such as
// what groups look like at last, if that is shown. Labels are told what is drawn, and drawn later.
struct wfLabelMap;
void wfDrawPastMoments( wfCanvas* canvas, const wfPanel* panel, const wfGroupTrack* track, bool hasLast,
						struct wfLabelMap* labels );
// The sign of a kind on a disc of so many pixels; of kind 0 there is none.
void wfDrawKindSign( wfCanvas* canvas, wfVec2 center, double radius, int32_t kind );

// What of groups is explained below a map.
typedef struct wfGroupSigns
{
	bool past, slots, strokes, ways;
	bool ends;				  // where orders lead
	bool anchorless;		  // anchors are not drawn
	const wfGroupMoment* now; // whose people are counted; null: the last one
	int32_t mostNames;		  // 0: as many as pictures name
} wfGroupSigns;
void wfMapSheet_AddGroups( wfMapSheet* sheet, const wfGroupTrack* track, const wfGroupSigns* signs );
