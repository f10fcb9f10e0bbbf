// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the parts of groups call of each other.
#pragma once

#include "crowd/crowd.h"
#include "crowd/tuning.h"

static inline wfPlace wfAnchorOf( const wfGroupNow* now )
{
	return ( wfPlace ){ now->x, now->y, now->triangle };
}

static inline wfPlace wfPlaceFrom( const wfWayPlace* place )
{
	return ( wfPlace ){ place->x, place->y, place->triangle };
}

// Any of some flags.
static inline bool wfGroupHas( const wfGroup* group, uint32_t flags )
{
	return ( group->now.flags & flags ) != 0;
}

static inline wfAgent* wfMemberAgent( const wfCrowd* crowd, const wfGroup* group, int32_t k )
{
	return &crowd->population.agents[group->members.data[k].slot];
}

// The most that the anchor goes, m/s.
static inline double wfPaceOf( const wfGroup* group )
{
	return WF_GROUP_PACE * group->now.slowest;
}

// groups.c
wfGroupId wfIdOfGroup( const wfCrowd* crowd, const wfGroup* group );
void wfFreeGroup( wfGroup* group );
// The agent is no longer led, and stands.
void wfReleaseMember( wfCrowd* crowd, wfAgent* agent );
// The memory was reserved.
void wfTellGroup( wfCrowd* crowd, wfGroup* group, wfGroupEventKind kind, wfGroupId other );
// A group for some members of another, with its orders, and room for it in the list, which may move, beside `others`.
wfResult wfPrepareSplit( wfCrowd* crowd, const wfGroup* group, int32_t count, int32_t others, wfGroup* made );
// It takes its place in the list, and its members, by the slots of their agents. Nothing here fails.
wfGroupId wfSplit( wfCrowd* crowd, int32_t from, const int32_t* slots, int32_t count, wfGroup* made );

// The route in use, and the one before it.
static inline void wfSwapRoutes( wfGroup* group )
{
	wfWayPlace* data = group->route.data;
	int32_t count = group->route.count;
	size_t capacity = group->route.capacity;
	group->route.data = group->nextRoute.data;
	group->route.count = group->nextRoute.count;
	group->route.capacity = group->nextRoute.capacity;
	group->nextRoute.data = data;
	group->nextRoute.count = count;
	group->nextRoute.capacity = capacity;
}

// groups_orders.c
// The present order; null: none.
static inline const wfGroupTask* wfTaskOf( const wfGroup* group )
{
	return group->tasks.count > 0 ? &group->tasks.data[0] : NULL;
}
// Memory for the orders whose time will have come at the end of a tick, where they are given.
wfResult wfReserveLaterOrders( wfCrowd* crowd );
void wfGiveLaterOrders( wfCrowd* crowd );
void wfFreeLaterOrders( wfGroups* groups );
// It is done: the next one begins.
void wfEndTask( wfCrowd* crowd, wfGroup* group );

// groups_route.c
// While a group plans: where its order leads to, and the field that leads there.
wfResult wfPlanRoute( wfCrowd* crowd, wfGroup* group, wfError* error );

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
// Whether one gets there straight but for pillars, of which none blocks more than `most` metres of the way. `via`: where to go
// first, the place itself where nothing is between. On meshes nothing may be.
bool wfFindWayPast( const wfCrowd* crowd, int32_t layer, wfPlace from, wfPlace to, double most, wfPlace* via );
// For centres of members.
double wfWidestPillar( const wfCrowd* crowd, const wfGroup* group );
// Straight on over the ground; stops before walls on meshes. `turn` (may be null): the image of the x axis at its end.
wfPlace wfStrideFrom( const wfCrowd* crowd, wfPlace from, wfVec2 offset, wfVec2* turn, bool* stopped );
// At the beginning of a tick: what was free before an edit may not be any more. Room for what is found out.
wfResult wfForgetFreeRuns( wfCrowd* crowd );
bool wfIsFreePlace( const wfCrowd* crowd, int32_t layer, wfPlace place );
// Of a way with at least one place: the last place that is not beyond `along`, but for the very last; the place there, and the
// direction, zero where there is none.
int32_t wfFindSegment( const wfWayPlace* places, int32_t count, double along );
wfWayPlace wfFindAlong( const wfCrowd* crowd, const wfWayPlace* places, int32_t count, double along, wfVec2* direction );
// Where the middle of the slots is on the way.
static inline double wfMiddleOnWay( const wfGroupNow* now )
{
	return now->walked - now->lag;
}
// Of the way that the anchor has gone and will go.
wfWayPlace wfPlaceOnWay( const wfCrowd* crowd, const wfGroup* group, double along, wfVec2* direction );
// To the left of a place as far as the ground is free, at most by `across`.
wfPlace wfStepAcross( const wfCrowd* crowd, int32_t layer, wfPlace place, wfVec2 direction, double across );
// `across` to the left of it, as far as the ground is free.
wfWayPlace wfPlaceBeside( const wfCrowd* crowd, const wfGroup* group, double along, double across );
wfVec2 wfDirectionBeside( const wfCrowd* crowd, const wfGroup* group, const wfWayPlace* on, wfVec2 direction, double across );
// Whether slots follow the way of the anchor, as in a column, instead of keeping their places around it.
bool wfBendsAlongWay( const wfGroup* group, const wfGroupNow* now );
// Where the slot of a member would be around the anchor, `moved` from there; past pillars.
wfPlace wfPlaceAround( const wfCrowd* crowd, const wfGroup* group, const wfMember* member, wfVec2 moved, bool* stopped );
// Of each member's slot.
void wfPlaceSlots( const wfCrowd* crowd, wfGroup* group );

// groups_members.c
// A member of a group that has just begun to lead, or of one that halts, no longer walks to stops of its own.
void wfLeadMember( wfCrowd* crowd, const wfGroup* group, wfAgent* agent );
// Where member k goes.
void wfTellMember( wfCrowd* crowd, wfGroup* group, int32_t k );
// How far members are from their slots.
void wfMeasureErrors( wfCrowd* crowd, wfGroup* group );

// groups_anchor.c
// What the anchor wants to go, m/s.
double wfAnchorSpeed( const wfGroup* group );
// How fast the heading turns, and the anchor slower where outer slots would be too fast.
void wfPlanWheel( const wfCrowd* crowd, wfGroup* group );
void wfMoveAnchor( const wfCrowd* crowd, wfGroup* group );

// groups_sketch.c
wfResult wfCheckSketch( const wfCrowd* crowd, const wfGroupOrder* order, wfError* error );
wfResult wfCopySketch( const wfStrokes* strokes, wfStrokes** copy );
void wfFreeSketches( wfGroup* group );
// Metres, and the place at a progress.
double wfRouteLength( const wfGroup* group );
wfPlace wfPlaceOnRoute( const wfCrowd* crowd, const wfGroup* group, double progress, wfVec2* direction );
// The nearest one up to a progress.
double wfFindOnRouteBefore( const wfCrowd* crowd, const wfGroup* group, wfPlace place, double last );
// The new progress of somebody at a place: what of the route is within `lane` metres of it counts, up to where it is not. From
// below 0 on to the beginning, once that is so near.
double wfAdvanceOnRoute( const wfCrowd* crowd, const wfGroup* group, wfPlace place, double lane, double progress );
// The route of the present order anew. That before is in nextRoute.
wfResult wfLoadRoute( wfCrowd* crowd, wfGroup* group, wfError* error );
// What a progress along the route before is along the new one.
double wfCarryProgress( const wfCrowd* crowd, const wfGroup* group, double progress );

// groups_strokes.c
// While a group plans: where along its stroke it goes next.
wfResult wfFollowStroke( wfCrowd* crowd, wfGroup* group, wfError* error );
// Metres of the stroke beyond the place to which its anchor goes.
double wfLeftBeyond( const wfGroup* group );
// And how far its slots are behind: where the stroke divides, or another one follows, none goes beyond its end.
void wfPlanLag( const wfCrowd* crowd, wfGroup* group );
// That at which it has come to the end of its stroke.
double wfLagAtEnd( const wfGroup* group );
// Whether slots follow the stroke, as all of a formation walk along it.
bool wfWindsAlongStroke( const wfGroup* group, const wfGroupNow* now );
// The place on its stroke that a member of a free group heads for; false: it sees none of it.
bool wfFindStrokeAim( const wfCrowd* crowd, const wfGroup* group, const wfMember* member, wfPlace* aim );
// Metres to its end, as far as is known.
double wfLeftOnStroke( const wfCrowd* crowd, const wfGroup* group, const wfMember* member );
// Whether a member of a free group has come so far that it goes for its place at the end.
bool wfIsAtStrokeEnd( const wfGroup* group, const wfMember* member );
// Whether a member of a formation has not come as far along its stroke as its slot: it makes up for that along the stroke.
bool wfIsBehindOnStroke( const wfCrowd* crowd, const wfGroup* group, const wfMember* member, const wfWayPlace* slot,
						 wfPlace* aim );
// At the end of a tick: how far everybody has come.
void wfWatchStroke( wfCrowd* crowd, wfGroup* group );
// Nobody has come on for so long.
bool wfIsStrokeBlocked( const wfCrowd* crowd, const wfGroup* group, double seconds );
// The sketch of its present order; null: none.
const wfStrokes* wfSketchOf( const wfGroup* group );
// The node where the stroke from a node on ends or divides.
int32_t wfFindStrokeEnd( const wfStrokes* strokes, int32_t node );

// groups_branches.c
// Those that have come to a division get ready to part, and at the end do.
wfResult wfPlanPartings( wfCrowd* crowd, wfError* error );
void wfPartGroups( wfCrowd* crowd );
void wfFreePartings( wfGroups* groups );
