// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

/// Groups: many agents of a crowd that are commanded as one. A group walks as a formation around an anchor, which follows the
/// field of the goal, or freely, each member by its own; it is given orders, and divides along sketched strokes. Members remain
/// agents: their styles and behaviours stay in force, and nobody overlaps anybody. See docs/groups.md.
///
/// All calls here are those of the crowd: one thread at a time, between ticks. What is ordered counts from the next tick on, in
/// which members already move. An order concerns its group alone: one that is refused changes nothing.
#pragma once

#include "wayfield/crowd.h"
#include "wayfield/formation.h"
#include "wayfield/strokes.h"

/// Generational ids; {0} is null.
typedef struct wfGroupId
{
	uint32_t index1, generation;
} wfGroupId;

/// How members find their way around obstacles and other people.
typedef enum wfGroupPlanner
{
	wf_individualPlanner, // each by a local map of its own
	wf_groupPlanner,	  // by one map for all while the group travels in formation; in the plane only
	wf_groupPlannerCount
} wfGroupPlanner;

typedef struct wfGroupDef
{
	wfFormationDef formation; // copied with its points. As they stand, without points: where members are when they are ordered to
							  // go somewhere in formation for the first time
	const wfAgentId* members; // each in no group yet, or it leaves that one
	int32_t memberCount;	  // 0 to WF_MAX_MEMBERS
	bool bands;				  // near obstacles the map's direction counts in steps, as in the article, and not gradually
	wfGroupPlanner planner;
	bool hardMembers; // in the map of the group, as in the article: obstacles to themselves as well, so that they read no
					  // direction where their discs cover the cells around their middles
	uint64_t userData;
	int32_t internalCookie;
} wfGroupDef;

WF_API wfGroupDef wfDefaultGroupDef( void );

/// A group without members waits for some. wf_notFound: a member is not in the crowd, or named twice.
WF_API wfResult wfCrowd_CreateGroup( wfCrowd* crowd, const wfGroupDef* def, wfGroupId* id, wfError* error );
/// Disbands it: its members stand where they are, unless they walk to stops of their own.
WF_API wfResult wfCrowd_DestroyGroup( wfCrowd* crowd, wfGroupId id );
WF_API bool wfCrowd_IsGroupValid( const wfCrowd* crowd, wfGroupId id );
/// Who is in another group leaves it. Slots are made and assigned anew in the next tick.
WF_API wfResult wfCrowd_AddToGroup( wfCrowd* crowd, wfGroupId id, const wfAgentId* agents, int32_t count, wfError* error );
/// They stand where they are. wf_notFound if one is not a member: nobody is removed then. Members that leave the crowd leave
/// their group, too.
WF_API wfResult wfCrowd_RemoveFromGroup( wfCrowd* crowd, wfGroupId id, const wfAgentId* agents, int32_t count, wfError* error );
/// Some members become a group of their own, with the same formation and orders.
WF_API wfResult wfCrowd_SplitGroup( wfCrowd* crowd, wfGroupId id, const wfAgentId* agents, int32_t count, wfGroupId* made,
									wfError* error );
/// The members of `from` join `into`, behind its own in the list, and `from` is gone.
WF_API wfResult wfCrowd_MergeGroups( wfCrowd* crowd, wfGroupId into, wfGroupId from, wfError* error );
WF_API wfResult wfCrowd_SetFormation( wfCrowd* crowd, wfGroupId id, const wfFormationDef* formation, wfError* error );

// --------------------------------------------------------------------------------------------------------------- orders

typedef enum wfGroupOrderKind
{
	wf_moveOrder,	   // freely: each member by its own, to a place of its own around the point, or into the goal
	wf_formationOrder, // in formation to a point or goal
	wf_attackOrder,	   // the same, and it stops while one of the enemies is within `range` of a member
	wf_followOrder,	   // in formation behind an agent or the anchor of another group, `range` metres
	wf_patrolOrder,	   // in formation to the point and back
	wf_holdOrder,	   // keeps its formation where it is
	wf_formOrder,	   // in formation to the point, facing `facing` there
	wf_stopOrder,	   // everybody stands at once; the orders that wait are dropped
	wf_strokeOrder,	   // in formation, or freely without one, along a sketch
	wf_groupOrderKindCount
} wfGroupOrderKind;

/// Who must have come to a point of a stroke before the next one counts.
typedef enum wfAdvance
{
	wf_advanceEach,	  // everybody has its own progress: the formation bends along the stroke
	wf_advanceFirst,  // the first member, as in the article
	wf_advanceCentre, // the anchor
	wf_advanceLast,	  // the last member
	wf_advanceCount
} wfAdvance;

/// What a branch of a sketch is for, by the node that it leads to from where it begins.
typedef struct wfBranchRule
{
	int32_t node;
	double share;
	int32_t number;
	uint32_t kinds;
} wfBranchRule;

typedef struct wfGroupOrder
{
	wfGroupOrderKind kind;
	wfStop to;				  // of moves: a point or a goal, with its reach
	wfVec3 facing;			  // when it has arrived in formation; zero: as it came
	wfAgentId leader;		  // followed
	wfGroupId leadingGroup;	  // instead
	const wfGroupId* enemies; // attack: groups, and
	const wfAgentId* targets; // agents
	int32_t enemyCount, targetCount;
	double range;			  // attack, follow; metres
	double seconds;			  // hold: with another order behind it, how long after everybody is in place
	const wfStrokes* strokes; // copied
	int32_t root;			  // the node it begins at
	wfAdvance advance;
	wfDivisionRule rule;
	const wfBranchRule* branches; // copied; a branch that is not listed has the share 1, the number -1 and no kinds
	int32_t branchCount;
	double time; // seconds of the crowd's clock from which on it is given, whatever the group is told until then; not after the
				 // present time: at once
	bool queued; // after those that it has; otherwise instead of them. Follow, patrol and hold end when another one waits, at the
				 // next place where they could
	int32_t internalCookie;
} wfGroupOrder;

WF_API wfGroupOrder wfDefaultGroupOrder( wfGroupOrderKind kind );

/// The most orders of a group that wait, and of all groups that are for later.
#define WF_MAX_GROUP_ORDERS 10000
#define WF_MAX_LATER_ORDERS 1000000

/// wf_notFound: the group, the goal, or everybody it names is not there; a group without members takes no orders (wf_notFound).
/// wf_outOfRange: numbers that are none or too large. wf_tooLarge: too many wait. A place that cannot be reached is no error: the
/// group goes to the nearest one that can, and an event says so in the next tick.
WF_API wfResult wfCrowd_OrderGroup( wfCrowd* crowd, wfGroupId id, const wfGroupOrder* order, wfError* error );

// ---------------------------------------------------------------------------------------------------------------- state

typedef enum wfGroupMode
{
	wf_groupIdle,	 // no order yet: members walk to their own stops, or stand
	wf_groupFree,	 // each by its own
	wf_groupTravels, // in formation
	wf_groupHolds,	 // in formation, at the end of its way
	wf_groupEngages, // in formation, an enemy is in range
	wf_groupModeCount
} wfGroupMode;

typedef struct wfGroupState
{
	wfGroupId id;
	wfGroupMode mode;
	wfGroupOrderKind order; // present or last
	int32_t orderNumber;	// of this order, counted from 1; 0: none yet
	int32_t ordersWaiting;
	int32_t memberCount;
	wfVec3 anchor, heading; // heading: a unit vector, zero while it was in no formation
	double speed;			// of the anchor
	double error;			// E: root mean square distance of members from their slots, in spacings
	double shapeError;		// E_s: the same after the best rotation and shift
	double width;			// of the slots, as folded now
	bool folded;
	wfStopState stopState; // of the place that it should go to; if not open it goes to, or is at, the nearest place instead
	double remaining;	   // metres from the anchor to the end of its way
	uint64_t userData;
} wfGroupState;

/// A zeroed state with mode wf_groupIdle for a group that is not there.
WF_API wfGroupState wfCrowd_GetGroup( const wfCrowd* crowd, wfGroupId id );
/// Ids of all groups; the members in the order they joined. Both return the count needed, also beyond the capacity.
WF_API int32_t wfCrowd_GetGroupIds( const wfCrowd* crowd, wfGroupId* ids, int32_t capacity );
WF_API int32_t wfCrowd_GetGroupMembers( const wfCrowd* crowd, wfGroupId id, wfAgentId* members, int32_t capacity );
/// Where each member should be, in the order of members; none while it is idle.
WF_API int32_t wfCrowd_GetGroupSlots( const wfCrowd* crowd, wfGroupId id, wfVec3* slots, int32_t capacity );
/// The group of an agent; null: none.
WF_API wfGroupId wfCrowd_GetGroupOf( const wfCrowd* crowd, wfAgentId agent );
/// The present order as it was given, but for enemies and branches, which are left out; its strokes are the crowd's own and stay
/// until the crowd changes. False: it has none.
WF_API bool wfCrowd_GetGroupOrder( const wfCrowd* crowd, wfGroupId id, wfGroupOrder* order );
/// Where its way ends: the point of the order, or the one it goes to instead. On a stroke a place a little ahead of it, also that
/// of a leader. False: nowhere, or in a goal.
WF_API bool wfCrowd_GetGroupEnd( const wfCrowd* crowd, wfGroupId id, wfVec3* place );
/// It is part of saved states and of the hash, and what leaves the group keeps it. wf_notFound: no such group.
WF_API wfResult wfCrowd_SetGroupUserData( wfCrowd* crowd, wfGroupId id, uint64_t userData );

/// The map of a group with the planner wf_groupPlanner. What it points to is the crowd's, until the next call for this group.
typedef struct wfGroupMap
{
	int32_t columns, rows;
	double cell;
	wfVec2 anchor; // the centre of cell (column, row) lies there
	int32_t column, row;
	double angle;		  // of the map's x axis
	const uint8_t* cells; // wfLocalCell, row 0 at the bottom
	const float* values;  // q
	const float* costs;	  // screening by members and other agents, per cell
	int32_t memberCount;
	double radius;			  // of the largest member
	const wfVec2* places;	  // of the members, in the order of members
	const wfVec2* directions; // unit vectors: what each reads; zero: it lies outside, or reads none
} wfGroupMap;

/// Plan again for this group from the current state and report its map. wf_notFound: there is no such group, or it has none now:
/// it does not travel in formation, or its members plan individually.
WF_API wfResult wfCrowd_GetGroupMap( wfCrowd* crowd, wfGroupId id, wfGroupMap* map );

typedef enum wfGroupEventKind
{
	wf_groupArrivedEvent,	  // the anchor, or everybody of a free group, is where the order led
	wf_groupFormedEvent,	  // everybody stands in its slot
	wf_groupCrampedEvent,	  // instead: everybody stands, but some cannot get to their slots
	wf_groupBlockedEvent,	  // the place lies in a wall, or the goal is gone: to the nearest place instead
	wf_groupUnreachableEvent, // there is no way: the same
	wf_groupEngagedEvent,	  // an enemy is in range
	wf_groupLostEvent,		  // whom it followed is gone: it holds
	wf_groupDividedEvent,	  // `other` has left it for another branch
	wf_groupNoBranchEvent,	  // at a division no branch is open to `other`, which stays there
	wf_groupEmptyEvent,		  // its last member has left
	wf_groupEventKindCount
} wfGroupEventKind;

/// Why the place of an order cannot be had.
typedef enum wfGroupObstacle
{
	wf_noObstacle,
	wf_wallObstacle,	  // it lies in a wall or too near to one, or the goal is gone
	wf_borderObstacle,	  // it lies outside of the world
	wf_forbiddenObstacle, // it lies on ground that some member may not enter
	wf_widthObstacle,	  // members would have room there, but not their rigid formation
	wf_routeObstacle,	  // there is no way
	wf_groupObstacleCount
} wfGroupObstacle;

typedef struct wfGroupEvent
{
	wfGroupEventKind kind;
	wfGroupObstacle obstacle; // of blocked and unreachable
	wfGroupId group, other;
	int32_t orderNumber;
	double time;
	wfVec3 position; // of the anchor
} wfGroupEvent;

/// Those of the last tick, in order; valid until the next.
WF_API int32_t wfCrowd_GetGroupEvents( const wfCrowd* crowd, const wfGroupEvent** events );
