// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The population of a crowd: agents in their slots, their stops, and events.
#pragma once

#include "base/array.h"
#include "base/base.h"
#include "crowd/behavior.h"
#include "ground/ground.h"
#include "wayfield/crowd.h"

#include <stddef.h>

enum
{
	wf_agentUsed = 1,
	wf_agentWaiting = 2, // at a stop or in a queue
	wf_agentEnded = 4,	 // stays after its last stop
	wf_agentDirect = 8,	 // walks straight to its point
	wf_agentReportedStuck = 16,
	wf_agentAside = 32,			   // the random sidestep goes to the left
	wf_agentStands = 64,		   // marked in the global fields
	wf_agentQueued = 128,		   // has a place in a queue
	wf_agentRecheck = 256,		   // its route is new: check immediately whether it is straight
	wf_agentNew = 512,			   // not checked yet
	wf_agentLetsGo = 1024,		   // holds back for others with the same goal
	wf_agentFaces = 4096,		   // on surfaces: turns toward its goal before it walks
	wf_agentInLine = 2048,		   // before a narrow passage or a goal shared by many, or behind others that are
	wf_agentCovered = 8192,		   // an edit has put a wall onto it
	wf_agentSteered = 16384,	   // by velocities of the host
	wf_agentInstead = 32768,	   // cannot get to its stop and goes elsewhere
	wf_agentStaysNear = 65536,	   // has come there, or there is nowhere to go: stands until an edit
	wf_agentTellsStop = 131072,	   // an event about its stop is due at the end of the tick
	wf_agentTellsCovered = 262144, // the same about a wall
	wf_agentReacts = 524288,	   // with wf_agentWaiting: has not set out for its first stop yet
	wf_agentLed = 1048576,		   // walks where its group says: it has no stops
	// Who has any of these goes nowhere by itself.
	wf_agentIdle = wf_agentWaiting | wf_agentEnded | wf_agentStaysNear | wf_agentCovered,
};

// What an agent has been told that is not as it should be, and what it chose itself. All zero for most.
typedef struct wfOrders
{
	double insteadX, insteadY;	  // where it goes instead of its stop, or where its group leads it
	float steerX, steerY, steerZ; // velocity wanted by the host
	int32_t insteadTriangle;	  // -1: in the plane
	int32_t stopState;			  // wfStopState
	int32_t exit;				  // of the exits of its stop the one that it chose, from 1; 0: none
	int32_t exitSwitches;		  // changes of mind
	int32_t group;				  // index1 of the one it belongs to; 0: none
} wfOrders;

// State that persists from tick to tick. No padding: the bytes are hashed and saved.
typedef struct wfAgent
{
	double x, y;
	double enteredTime;
	double waitUntil; // seconds of the crowd's clock
	double walked;
	double bestDistance;	 // smallest distance to the current stop so far, or since it led
	double bestDistanceTime; // when it was reached
	double nearest;			 // smallest distance to the current stop ever
	double nearestTime;
	double asideUntil; // end of the current sidestep
	uint64_t userData;
	float velocityX, velocityY;
	float heading;
	float directionX, directionY; // unit, of the last decision
	float radius, desiredSpeed;
	float fanAngle;		 // choice of the foresight, relative to the global direction
	float guideAngle;	 // the same, filtered
	float pressed;		 // seconds of wanting to move but being unable to
	float standing;		 // seconds of standing, for any reason
	float startDistance; // distance to the current stop when it was assigned
	float asideAngle;	 // of the current sidestep
	uint32_t goalKey;	 // of the current stop
	double homeX, homeY; // where it stands, and returns to after stepping aside
	uint32_t serial, generation;
	uint32_t flags;
	int32_t style, behavior, onSight; // index1
	int32_t stopFirst, stopCount, stop;
	int32_t stopCapacity;
	int32_t kind;
	int32_t layer;		// of the radius and kind
	int32_t target;		// of the current stop, -1: none
	int32_t queuePlace; // -1: none
	int32_t atEnd;
	int32_t passage;	 // for which it is in line, as in the list of the tick
	int32_t asideCount;	 // sidesteps since it last made progress
	int32_t roomLevel;	 // how urgently it makes room: the level of the agent that asked, less one
	uint32_t roomSerial; // of the agent it makes room for
	float roomDistance;	 // that agent's distance to its goal: the agent nearer to its goal comes first
	int32_t gait;		 // index1; 0: a disc
	int32_t triangle;	 // of a mesh, containing x, y; -1: in the plane
	int32_t homeTriangle;
	float oncoming;	   // seconds for which it still expects people to come the other way
	double leadsSince; // when it began to lead (precedence.c); 0: it does not
	double leadsFree;  // seconds that it has led with nobody in its way
	double heldSince;  // when it was first held at a passage, without a break since
	double heldAt;	   // when it was last held
	wfBehaviorMemory memory;
	wfOrders orders;
} wfAgent;

_Static_assert( offsetof( wfAgent, homeX ) == 11 * 8 + 14 * 4, "agents must have no gaps: their bytes are hashed and saved" );
_Static_assert( offsetof( wfAgent, serial ) == offsetof( wfAgent, homeX ) + 2 * 8, "agents must have no gaps" );
_Static_assert( offsetof( wfAgent, orders ) == offsetof( wfAgent, serial ) + 24 * 4 + 32 + sizeof( wfBehaviorMemory ) &&
					sizeof( wfOrders ) == 2 * 8 + 8 * 4 && sizeof( wfAgent ) == offsetof( wfAgent, orders ) + sizeof( wfOrders ),
				"agents must have no gaps" );

// With a new stop, or another route to it, it has not come near yet.
static inline void wfForgetDistance( wfAgent* agent, double now )
{
	agent->bestDistance = agent->nearest = INFINITY;
	agent->bestDistanceTime = agent->nearestTime = now;
}

// The state of an agent before the part of a tick that may fail changed it.
typedef struct wfUndo
{
	int32_t slot;
	bool entered; // added by a source in this tick
	wfAgent before;
} wfUndo;

typedef struct wfPopulation
{
	wfAgent* agents;
	size_t agentCapacity;
	int32_t slotCount, agentCount;
	int32_t reserved;			   // there is memory for so many agents
	WF_ARRAY( int32_t ) freeSlots; // a stack; capacity as agents
	uint32_t lastSerial;
	int64_t arrivedCount;
	uint64_t startAgents;	  // hash of the agents that were added and removed before the first tick
	WF_ARRAY( wfStop ) stops; // pool, one block per agent
	WF_ARRAY( wfUndo ) undo;
	int32_t stopUsedBefore;
	WF_ARRAY( wfEvent ) events;
} wfPopulation;

// crowd.c
wfAgent* wfGetAgent( const wfCrowd* crowd, wfAgentId id );
wfResult wfInsertAgent( wfCrowd* crowd, const wfAgentDef* def, wfPlace place, wfAgentId* id );
// An agent wherever its def says, in walls and on others as well: to keep others away from there. The def is not checked.
WF_EDGE_API wfResult wfAddUncheckedAgent( wfCrowd* crowd, const wfAgentDef* def );
// The place of a point on a mesh, as the agents of the crowd have it.
void wfSettleStop( const wfCrowd* crowd, wfStop* stop );
// 3D positions and facing directions of agents.
wfVec3 wfPositionOf( const wfCrowd* crowd, const wfAgent* agent );
wfVec3 wfIntoSpace( const wfCrowd* crowd, const wfAgent* agent, double x, double y );
wfVec2 wfOutOfSpace( const wfCrowd* crowd, const wfAgent* agent, wfVec3 v ); // into the agent's axes
float wfHeadingOf( const wfCrowd* crowd, const wfAgent* agent );			 // as seen from above
// Refuses what is supported only in the plane, or only on a mesh.
wfResult wfRefuseOnMesh( const wfCrowd* crowd, const char* what, wfError* error );
wfResult wfRefuseInPlane( const wfCrowd* crowd, const char* what, wfError* error );
void wfDropAgent( wfCrowd* crowd, int32_t slot );
// Returns a slot that was taken and is unchanged.
void wfReturnSlot( wfCrowd* crowd, int32_t slot );
wfResult wfAppendEvent( wfCrowd* crowd, wfEventKind kind, int32_t slot );
// The style, behaviours, goals and queues that an agent refers to must exist.
wfResult wfCheckAgentIds( const wfCrowd* crowd, const wfAgentDef* def, wfError* error );
wfResult wfCheckStopIds( const wfCrowd* crowd, const wfStop* stops, int32_t count, wfError* error );
// Copies the stops of an agent, which begins with the first.
wfResult wfReserveStops( wfCrowd* crowd, wfAgent* agent, const wfStop* stops, int32_t count );
// Null or one of so many.
static inline bool wfIsKnown( int32_t index1, int32_t count )
{
	return index1 >= 0 && index1 <= count;
}
wfAgentId wfIdOfSlot( const wfCrowd* crowd, int32_t slot );

// population.c: stops
// An event of a tick: the memory for it was reserved before anything was changed.
void wfReportEvent( wfCrowd* crowd, wfEventKind kind, int32_t slot );
wfResult wfUpdateStops( wfCrowd* crowd, wfError* error );
// The destination of an agent with a straight route: its point, or its place in a queue.
wfPlace wfAimOf( const wfCrowd* crowd, const wfAgent* agent );
// So far ahead of an agent that the host steers.
wfPlace wfAheadOf( const wfCrowd* crowd, const wfAgent* agent );
// Agents that reached their stops continue, wait, stay or leave. Memory for the events has been reserved.
void wfArriveAll( wfCrowd* crowd );
// Determine which agents have arrived and which are stuck.
void wfNoticeAll( wfCrowd* crowd );
// The stop is done: report it and continue, stay or leave.
void wfArrive( wfCrowd* crowd, int32_t slot );
// Save the state of an agent, and restore all saved ones.
wfResult wfKeepForUndo( wfCrowd* crowd, int32_t slot, const wfAgent* before, bool entered );
void wfUndoAll( wfCrowd* crowd );
