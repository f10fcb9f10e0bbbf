// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the parts of groups call of each other.
#pragma once

#include "crowd/crowd.h"

// groups.c
wfGroupId wfIdOfGroup( const wfCrowd* crowd, const wfGroup* group );
void wfFreeGroup( wfGroup* group );
// The agent is no longer led, and stands.
void wfReleaseMember( wfCrowd* crowd, wfAgent* agent );
// The memory was reserved.
void wfTellGroup( wfCrowd* crowd, wfGroup* group, wfGroupEventKind kind, wfGroupId other );
wfResult wfSplit( wfCrowd* crowd, wfGroup** group, const int32_t* indices, int32_t count, wfGroupId* made );

// groups_orders.c
// The present order; null: none.
static inline const wfGroupTask* wfTaskOf( const wfGroup* group )
{
	return group->tasks.count > 0 ? &group->tasks.data[0] : NULL;
}
// Orders whose time has come.
wfResult wfGiveLaterOrders( wfCrowd* crowd );
void wfFreeLaterOrders( wfGroups* groups );
// It is done: the next one begins.
void wfEndTask( wfCrowd* crowd, wfGroup* group );

// groups_room.c
typedef struct wfRoomAhead
{
	double left, right; // of the anchor's way, for centres of members
} wfRoomAhead;
// Also the way ahead of the anchor, to the group's list.
wfResult wfFindRoomAhead( const wfCrowd* crowd, wfGroup* group, double wanted, wfRoomAhead* room );

// groups_way.c
// The direction of the anchor's way at a place, and the metres to its end.
wfVec2 wfGroupDirection( const wfCrowd* crowd, const wfGroup* group, const wfGroupNow* now, wfPlace place, double* left );
bool wfIsFreeWay( const wfCrowd* crowd, int32_t layer, wfPlace from, wfPlace to );
// Straight on over the ground; stops before walls on meshes. `turn` (may be null): the image of the x axis at its end.
wfPlace wfStrideFrom( const wfCrowd* crowd, wfPlace from, wfVec2 offset, wfVec2* turn, bool* stopped );
// Of the way that the anchor has gone and will go.
wfWayPlace wfPlaceOnWay( const wfCrowd* crowd, const wfGroup* group, double along, wfVec2* direction );
// Of each member's slot.
void wfPlaceSlots( const wfCrowd* crowd, wfGroup* group );

// groups_strokes.c
wfResult wfCheckSketch( const wfCrowd* crowd, const wfGroupOrder* order, wfError* error );
wfResult wfCopySketch( const wfStrokes* strokes, wfStrokes** copy );
void wfFreeSketches( wfGroup* group );
// While a group plans: where along its stroke it goes next.
wfResult wfFollowStroke( wfCrowd* crowd, wfGroup* group, wfError* error );
// The place on its stroke that a member of a free group heads for.
wfVec2 wfAimOnStroke( const wfGroup* group, const wfMember* member );
// Whether a member of a free group has come so far that it goes for its place at the end.
bool wfIsAtStrokeEnd( const wfGroup* group, const wfMember* member );
// At the end of a tick: how far everybody has come.
void wfWatchStroke( wfCrowd* crowd, wfGroup* group );
// Before groups plan: those that have come to a division part.
wfResult wfPartGroups( wfCrowd* crowd, wfError* error );
