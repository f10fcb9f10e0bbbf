// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Groups of agents. A tick plans for them first, all that may fail, into `next`; when nothing can fail any more, anchors and
// slots move and members are told where to go. See docs/groups.md.
#pragma once

#include "base/array.h"
#include "base/bytes.h"
#include "crowd/population.h"
#include "ground/ground.h"
#include "wayfield/groups.h"

// A place of the way of an anchor, or of a slot. No padding, as all here that is hashed and saved.
typedef struct wfWayPlace
{
	double x, y;
	double along; // metres from where the trail, or the route, began
	int32_t triangle;
	int32_t isSeen; // of a slot: from the anchor, straight; otherwise it is on the anchor's way
} wfWayPlace;

typedef struct wfMember
{
	int32_t slot; // of the agent
	uint32_t generation;
	int32_t place;	  // its slot in the formation
	int16_t isInOpen; // it goes straight for its slot, and not along the way
	int16_t gaveUp;	  // it cannot get to its slot, and stands where it is until there is another one
	double progress;  // along a stroke; -1: not at its beginning yet
	double speed;	  // that it wants
	double left;	  // metres to the end of its way
} wfMember;

enum
{
	wf_groupIsPlaced = 1, // the anchor is somewhere
	wf_groupBegins = 2,	  // the order was not looked at yet
	wf_groupLooks = 4,	  // for its route anew
	wf_groupIsThere = 8,  // the anchor is at the end of its way
	wf_groupIsFree = 16,  // members walk by their own
	wf_groupLeads = 32,	  // members walk where the group says
	wf_groupMakesSlots = 64,
	wf_groupAssigns = 128,
	wf_groupGoesBack = 256, // patrol
	wf_groupIsEngaged = 512,
	wf_groupHasFormed = 1024,  // and has said so
	wf_groupIsStraight = 2048, // the anchor sees the end of its way
	wf_groupTellsStop = 4096,
	wf_groupTellsLost = 8192,
	wf_groupIsToPoint = 16384, // and not to a goal
	wf_groupGoesOn = 32768,	   // `to` is not the end of its way
	wf_groupParts = 65536,	   // it is where its stroke divides
	wf_groupTellsNoBranch = 131072,
	wf_groupIsSettled = 262144, // it rests, and its slots are where they stay
};

typedef struct wfGroupNow
{
	double x, y;		   // anchor
	double frontX, frontY; // unit, heading of the formation; both in the axes of the anchor's triangle
	double aheadX, aheadY; // unit, the anchor's way
	double aimX, aimY;	   // unit, what the heading turns to
	double speed;
	double wheel; // radians per second by which the heading turns, to the left
	double late;  // as error, but who is ahead of its slot on the way need only wait for it
	double last;  // the same of whoever is farthest behind, in spacings
	double error, shapeError;
	double width;			// that the slots are folded to; infinite: as they are
	double shift;			// of the slots to the left
	double aimShift;		// that it goes to
	double walked;			// by the anchor
	double remaining;		// metres to the end of its way
	double toX, toY;		// the end of its way, if it is a point
	double homeX, homeY;	// where a patrol began
	double since;			// when everybody was in place
	double followedAt;		// when the way to whom it follows was last looked for
	double radius, slowest; // of the members: the largest radius, the least speed
	double progress;		// along a stroke, of whoever counts; -1: not at its beginning yet
	double lag;				// metres by which slots are behind the anchor on its way along a stroke; below 0: ahead
	double lost;			// progress of the last member that sees nothing of its stroke; -1: nobody
	double stirred;			// when somebody came nearer to its slot, or on along a stroke, last
	int32_t triangle, toTriangle, homeTriangle;
	int32_t layer, target;
	int32_t slotLayer; // of a member: the layer of the anchor of a rigid shape is as wide as that
	int32_t stopState;
	uint32_t flags;
	int32_t node; // of the strokes that the present link leads to
	int32_t unused;
} wfGroupNow;

// An order as it is kept.
typedef struct wfGroupTask
{
	wfVec3 point, facing;
	double u, v;
	double reach, range, seconds;
	int32_t kind, stopKind;
	wfGoalId goal;
	int32_t triangle;
	int32_t number;
	wfAgentId leader;
	wfGroupId leadingGroup;
	int32_t foeFirst, foeCount; // of the group's list
	int32_t advance, rule;
	int32_t root, branchFirst;
	int32_t branchCount, sketch; // index1; 0: none
} wfGroupTask;

typedef struct wfFoe
{
	wfAgentId agent; // or
	wfGroupId group;
} wfFoe;

typedef struct wfKeptBranch
{
	double share;
	int32_t node, number;
	uint32_t kinds;
	uint32_t unused;
} wfKeptBranch;

typedef WF_ARRAY( wfVec2 ) wfPlaceList;

static inline void wfSwapPlaces( wfPlaceList* a, wfPlaceList* b )
{
	wfPlaceList kept = *a;
	*a = *b;
	*b = kept;
}

typedef struct wfGroup
{
	uint32_t generation;
	bool isUsed;
	wfFormationDef formation; // its points are those of the list below
	bool bands, hardMembers;
	wfGroupPlanner planner;
	struct wfSharedMap* map; // of the planner group; null: not made yet
	uint64_t userData;
	int32_t lastOrder;
	wfGroupNow now, next;
	wfPlaceList points; // of the formation
	WF_ARRAY( wfMember ) members;
	wfPlaceList shape;			   // slots as the formation has them
	wfPlaceList slots;			   // folded
	WF_ARRAY( wfWayPlace ) places; // of the slots, by member
	WF_ARRAY( wfWayPlace ) trail;  // of the anchor
	WF_ARRAY( wfGroupTask ) tasks; // the present order first
	WF_ARRAY( wfFoe ) foes;
	WF_ARRAY( wfKeptBranch ) branches;
	WF_ARRAY( wfStrokes* ) sketches; // of the orders, owned
	WF_ARRAY( wfWayPlace ) route;	 // the stroke to walk along, from its root up to its end or to where it parts
	// Of a tick: what becomes of the slots, and the way ahead.
	bool hasNewPoints, hasNewShape, hasNewSlots, hasNewPlaces, hasJumped;
	bool settles;	  // its slots are to be settled
	bool hasNewRoute; // then the one before is in nextRoute, should the tick fail
	WF_ARRAY( wfWayPlace ) nextRoute;
	bool isFirstRoute, hasNewBranch; // of a new route: there was none; it leads into another branch, from where `trunk` ends
	double trunk;
	double headed; // progress of the place that the anchor goes to
	wfPlaceList nextPoints, nextShape, nextSlots;
	WF_ARRAY( int32_t ) nextPlaces;
	WF_ARRAY( wfWayPlace ) ahead;
} wfGroup;

// An order for later. What the task refers to is in the lists of wfGroups.
typedef struct wfLaterOrder
{
	double time;
	wfGroupId group;
	int32_t isQueued, unused;
	wfGroupTask task;
} wfLaterOrder;

// Of a group that has come to a division: who goes into a branch.
typedef struct wfParting
{
	int32_t from;  // index in the list
	int32_t child; // node of the sketch that the branch leads to; -1: none is open, they stay
	bool isRest;   // who is left then, as the group itself; the others are
	wfGroup made;  // a group of their own, whose nextPlaces are the slots of its agents
} wfParting;

// How far the ground is free from one end of the way of an anchor, of the metres that were asked for.
typedef struct wfFreeRun
{
	wfVec2 from, direction;
	double asked, free;
	int32_t layer;
} wfFreeRun;

// Somebody who stands where a group comes to rest.
typedef struct wfStander
{
	wfVec2 place;
	double radius;
	int32_t next; // in the same cell; -1: nobody
} wfStander;

typedef struct wfGroups
{
	WF_ARRAY( wfLaterOrder ) later; // in the order they were given
	WF_ARRAY( wfFoe ) laterFoes;
	WF_ARRAY( wfKeptBranch ) laterBranches;
	WF_ARRAY( wfStrokes* ) laterSketches; // null: taken
	WF_ARRAY( wfGroup ) list;
	WF_ARRAY( wfParting ) partings; // of a tick
	WF_ARRAY( wfGroupEvent ) events;
	WF_ARRAY( int32_t ) teamOfRank;	  // index1 of who walks in formation and in the open; 0: others
	WF_ARRAY( int32_t ) memberOfSlot; // of led agents: index in their group
	WF_ARRAY( double ) weights;		  // by rank: how much the map's direction counts for who walks in formation
	wfPlaceList scratch, scratchSlots;
	WF_ARRAY( int8_t ) ranks;	// of members, then of slots
	WF_ARRAY( wfFreeRun ) runs; // back and forth
	WF_ARRAY( uint8_t ) raster;
	WF_ARRAY( int32_t ) stack;
	WF_ARRAY( float ) settleWalks;
	WF_ARRAY( int32_t ) settleFirst;
	WF_ARRAY( int32_t ) settleQueue;
	WF_ARRAY( wfStander ) standers;
	int32_t used;
} wfGroups;

// groups.c
wfGroup* wfGetGroup( const wfCrowd* crowd, wfGroupId id );
void wfFreeGroups( wfGroups* groups );
// An agent leaves the crowd.
void wfForgetMember( wfCrowd* crowd, int32_t slot );

// groups_plan.c
// All that may fail in a tick.
wfResult wfPlanGroups( wfCrowd* crowd, wfError* error );

// A tick fails after all.
void wfUndoGroups( wfCrowd* crowd );

// groups_move.c
// Anchors and slots move, members are told where to go. Nothing here fails.
void wfMoveGroups( wfCrowd* crowd );

// groups_watch.c
// At the end of a tick: errors, arrivals, events.
void wfWatchGroups( wfCrowd* crowd );
// Their fields are in use.
void wfUseGroupRoutes( wfCrowd* crowd );
// Whether a group has orders, or members, that no tick has looked at yet.
bool wfHasGroupNews( const wfCrowd* crowd );
// After an edit.
void wfLookForRoutesAgain( wfCrowd* crowd );
// On foot, whether a member comes to a halt at its slot.
bool wfStaysAtSlot( const wfCrowd* crowd, const wfAgent* agent );

// groups_guide.c
void wfGuideMember( wfCrowd* crowd, int32_t rank );
// When ranks are known: who walks in step with whom.
void wfFindTeams( wfCrowd* crowd );
// How much the direction of a map counts for each, when everybody has looked around.
void wfWeighMaps( wfCrowd* crowd );
// Whether it does not count at all: none is made then.
bool wfNeedsNoMap( const wfCrowd* crowd, int32_t rank );
// What a member makes of its map's direction: near obstacles it counts, elsewhere the force to its slot.
wfVec2 wfMixForce( const wfCrowd* crowd, int32_t rank, wfVec2 direction );

// groups_state.c
uint64_t wfHashGroups( const wfCrowd* crowd, uint64_t hash );
void wfSaveGroups( const wfCrowd* crowd, wfStateWriter* writer );
wfResult wfRestoreGroups( wfCrowd* next, wfStateReader* reader );
bool wfAreGroupsSound( const wfCrowd* crowd );
