// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// All data computed by one tick, by rank.
#pragma once

#include "base/base.h"
#include "base/math.h"
#include "base/oval.h"
#include "crowd/population.h"
#include "crowd/tuning.h"

// Maximum number of other agents that an agent perceives: the nearest.
#define WF_MAX_NEIGHBORS 12
// Others, and walls, that it might touch before the next decision. If there are more, which is rare, all around are checked again
// at every move.
#define WF_MAX_CONTACTS 20
#define WF_MAX_WALL_CONTACTS 8

// Another agent as seen by an agent, in the axes of the latter.
typedef struct wfSeenOther
{
	float x, y; // relative position, metres
	float velocityX, velocityY;
	float goalX, goalY; // unit, its global direction
} wfSeenOther;

// The side of a corridor that an agent keeps to: sides.c.
typedef struct wfSide
{
	float x, y;				 // unit vector to the right
	float over;				 // metres that it is too far left
	float before;			 // metres to the corridor, 0: in it; negative: there is none
	float leftward, forward; // limits of its speed
} wfSide;

// A coarse map of density and flow, for the foresight.
typedef struct wfFlowMap
{
	int32_t columns, rows;
	double cellSize;
	wfVec2 origin;
	float* values; // density, momentum x, momentum y, unused: 4 per cell
	size_t valueCount;
} wfFlowMap;

// Who leads, and who makes room for it and where to: precedence.c.
typedef struct wfLeader
{
	double since;
	int32_t rank;
	uint32_t serial;
} wfLeader;

typedef struct wfPush
{
	int32_t rank;
	float x, y; // unit, in its axes
} wfPush;

// The current positions of agents, sorted by the cells of a grid so that neighbours in space are neighbours in memory. Everything
// a tick computes is stored here, by rank in this order.
// A cell whose distance to a target will be asked for.
typedef struct wfAsked
{
	int32_t target, cell;
} wfAsked;

typedef struct wfTick
{
	int32_t count;
	size_t capacity;
	int32_t* slot;		// of the agent
	int32_t* cell;		// of the index
	int32_t* cellFirst; // first rank of each cell, and one past the last
	size_t cellCapacity;
	int32_t columns, rows;
	double cellSize;
	wfVec2 origin;
	int64_t nextMarkTick; // that of the crowd, should the tick succeed
	WF_ARRAY( wfAsked ) asked;
	const int32_t* team; // of those who walk in formation, the group; 0: others. Null: nobody does

	// read by others while all agents decide, frozen
	float *x, *y; // relative to the origin
	float *velocityX, *velocityY;
	float *radius, *speed; // desired
	// Outlines of bodies: half of what they measure from front to back, and from the centre to an end of the line between the
	// shoulders.
	float *depth, *shoulderX, *shoulderY;
	float* heading;
	int32_t *layer, *style; // index, index1
	float* pressed;			// seconds
	float* idle;			// seconds without getting closer to the goal, or since it led
	double* waited;			// seconds without getting closer to the stop than ever; 0 for standing agents
	float* oncoming;		// seconds for which it expects people to come the other way
	uint8_t* roomLevel;
	uint32_t *serial, *askSerial; // own, and of the agent that room is asked for
	float* askDistance;
	float *goalX, *goalY; // unit, the global direction; 0 for standing agents
	float* distance;	  // distance to the goal, metres
	uint32_t* goalKey;
	uint8_t* marks;	   // wfMark
	uint8_t* pressing; // urgency with which the agents it touches should make room; WF_PRESSING: on its own behalf

	// lists computed by perception
	int32_t* neighbors; // WF_MAX_NEIGHBORS each, not necessarily nearest first
	uint8_t* neighborCount;
	wfSeenOther* seen;	   // on surfaces: the neighbours as seen by each agent; null in the plane, where all agents share their
						   // axes
	int32_t* contacts;	   // WF_MAX_CONTACTS each
	uint8_t* contactCount; // WF_MAX_CONTACTS + 1: too many
	int32_t* wallContacts; // WF_MAX_WALL_CONTACTS each
	uint8_t* wallCount;

	// narrow passages
	int32_t* passage;		// index1 of the one it passes or is in line for, negative against its direction; 0: none
	float* passageDistance; // distance to its middle, negative beyond it
	// turns at passages
	uint8_t* awaitsTurn;	// not this agent's turn
	float *clearX, *clearY; // where to make room, 0: it only waits

	wfSide* sides;

	// lines
	int32_t* waitsFor; // rank of the one that it lets go first, -1: nobody
	int32_t* chain;	   // rank of the first who was found to wait for it, directly or not

	// precedence
	wfLeader* leaders;
	wfPush* pushes;
	int32_t* pushedBy; // rank of the leader that it makes room for, its own if it leads; -1: none

	// results of the decision
	float *wantedX, *wantedY; // velocity
	float* reachSpeed;		  // the maximum speed until the next decision

	// Moves. Agents store the positions at the end of the last tick, by slot; x and y above are the same, by rank and small
	// enough for vectors of floats. These are the positions after each move, and the next ones: no agent moves before all have
	// decided.
	double *placeX, *placeY, *nextX, *nextY;
	double *moveX, *moveY; // wanted displacement of this move
	float* walked;		   // metres in this tick
	uint8_t* traits;	   // how it moves, see locomotion.h
	uint8_t* waits;		   // holds back or makes room voluntarily: not under pressure

	// by slot, for one tick
	int32_t* slotCell;
	uint8_t* slotTodo; // wf_todoArrive, wf_todoStuck
	size_t slotCellCapacity, slotTodoCapacity;
	wfFlowMap flow;
	struct wfMapScratch* scratch[WF_MAX_WORKERS];
	float maxRadius, maxSpeed; // of this tick
} wfTick;

enum
{
	wf_markStands = 1, // does not want to move
	wf_markDirect = 2,
	wf_markNarrow = 4,		// just before or in a narrow passage
	wf_markInLine = 8,		// there, or behind others waiting for it
	wf_markSingleFile = 16, // before a passage that is passed in single file
	wf_markAtPlace = 32,	// near its stop, where there is room for one
};

// What must be handled for an agent at the end of a tick.
enum
{
	wf_todoArrive = 1,
	wf_todoStuck = 2,
};

// In the plane, where all share their axes.
static inline wfSeenOther wfGetSeenInPlane( const wfTick* tick, int32_t rank, int32_t other )
{
	return ( wfSeenOther ){ tick->x[other] - tick->x[rank],
							tick->y[other] - tick->y[rank],
							tick->velocityX[other],
							tick->velocityY[other],
							tick->goalX[other],
							tick->goalY[other] };
}

// Neighbour k of the agent at a rank.
static inline wfSeenOther wfGetSeenOther( const wfTick* tick, int32_t rank, int32_t k )
{
	if ( tick->seen != NULL )
	{
		return tick->seen[rank * WF_MAX_NEIGHBORS + k];
	}
	return wfGetSeenInPlane( tick, rank, tick->neighbors[rank * WF_MAX_NEIGHBORS + k] );
}

// How far the body of an agent reaches in a direction, a unit vector.
static inline float wfReachToward( const wfTick* tick, int32_t rank, float x, float y )
{
	return tick->depth[rank] + fabsf( tick->shoulderX[rank] * x + tick->shoulderY[rank] * y );
}

// The gap between two bodies as far as the line between their centres tells, never more than there is; (x, y) leads to the other.
static inline float wfGapToward( const wfTick* tick, int32_t rank, int32_t other, float x, float y )
{
	float distance = sqrtf( x * x + y * y ), scale = distance > 0.0f ? 1.0f / distance : 0.0f;
	return distance - wfReachToward( tick, rank, scale * x, scale * y ) - wfReachToward( tick, other, scale * x, scale * y );
}

// The cells of the index within a box, which is relative to the origin.
typedef struct wfIndexRange
{
	int32_t firstColumn, lastColumn, firstRow, lastRow;
} wfIndexRange;

static inline int32_t wfClampCell( double place, double inverse, int32_t count )
{
	double cell = floor( place * inverse );
	return cell < 0.0 ? 0 : cell >= count ? count - 1 : (int32_t)cell;
}

static inline wfIndexRange wfCellsIn( const wfTick* tick, double lowX, double lowY, double highX, double highY )
{
	double inverse = 1.0 / tick->cellSize;
	return ( wfIndexRange ){ wfClampCell( lowX, inverse, tick->columns ), wfClampCell( highX, inverse, tick->columns ),
							 wfClampCell( lowY, inverse, tick->rows ), wfClampCell( highY, inverse, tick->rows ) };
}

// The ranks of a row of cells are contiguous: those of a range in one row.
static inline int32_t wfFirstInRow( const wfTick* tick, const wfIndexRange* range, int32_t row )
{
	return tick->cellFirst[row * tick->columns + range->firstColumn];
}

static inline int32_t wfEndInRow( const wfTick* tick, const wfIndexRange* range, int32_t row )
{
	return tick->cellFirst[row * tick->columns + range->lastColumn + 1];
}

static inline float wfClampFloat( float value, float lower, float upper )
{
	return value < lower ? lower : value > upper ? upper : value;
}

// Whether `other` comes before `rank` among agents heading for the same passage or the same goal. `ahead` receives by how much.
// False if they are unrelated.
static inline bool wfComesBefore( const wfTick* tick, int32_t other, int32_t rank, float* ahead )
{
	if ( tick->passage[rank] != tick->passage[other] )
	{
		return false;
	}
	if ( tick->passage[rank] != 0 )
	{
		*ahead = tick->passageDistance[rank] - tick->passageDistance[other];
	}
	else if ( tick->goalKey[rank] == tick->goalKey[other] )
	{
		*ahead = tick->distance[rank] - tick->distance[other];
	}
	else
	{
		return false;
	}
	return *ahead > 0.0f || ( *ahead == 0.0f && other < rank );
}

// index.c
wfResult wfReserveTick( wfCrowd* crowd );
void wfDestroyTick( wfCrowd* crowd );
// Parts of an index: slots sorted by slotCell, the frozen data of the agent at a rank, the maxima over all agents.
void wfSortIntoCells( wfCrowd* crowd, int32_t cells );
void wfFillRank( wfCrowd* crowd, int32_t slot, int32_t rank, int32_t cell );
void wfFindLargest( wfCrowd* crowd );
size_t wfGetTickBytes( wfCrowd* crowd );

// bodies.c
// The body of an agent as it is at the beginning of the tick.
void wfSetBody( wfCrowd* crowd, int32_t rank, const wfAgent* agent );
wfOval wfOvalOf( const wfCrowd* crowd, const wfAgent* agent );
float wfDepthOf( const wfCrowd* crowd, const wfAgent* agent, int32_t slot ); // the slot of who is on foot
// Between a body and another agent, its feet included where it stands.
double wfGapToOther( const wfCrowd* crowd, const wfOval* body, int32_t other );
// Everybody turns to where it goes, as far as others and walls leave room.
void wfTurnBodies( wfCrowd* crowd );
static inline wfOval wfOvalOfRank( const wfTick* tick, int32_t rank )
{
	return ( wfOval ){ { tick->placeX[rank], tick->placeY[rank] },
					   { (double)tick->shoulderX[rank], (double)tick->shoulderY[rank] },
					   (double)tick->depth[rank] };
}

static inline bool wfIsOval( const wfTick* tick, int32_t rank )
{
	return tick->depth[rank] < tick->radius[rank];
}

// Whether its body is round whatever it does: before doors such bodies hold each other up.
bool wfMayWedge( const wfCrowd* crowd, int32_t rank );

// follow.c
// Limits the wanted velocity of an agent, or leads it around others, so that it keeps its time gap to those before it who go the
// same way. Returns the rank of the one who slows it down much, -1: nobody does.
int32_t wfKeepTimeGap( wfTick* tick, int32_t rank, float timeGap, wfVec2 direction );

// sides.c
void wfChooseSides( wfCrowd* crowd );
void wfKeepToSides( wfCrowd* crowd );

// waits.c
void wfSettleWaits( wfCrowd* crowd );
// Those who wait for others of whom the last neither wants to move nor is held at a passage or on its side of a corridor; none,
// if all is well.
int32_t wfCountWaitsInVain( const wfCrowd* crowd );

// precedence.c
void wfSettlePrecedence( wfCrowd* crowd );

// perceive.c
void wfPerceiveAll( wfCrowd* crowd );

// foresight.c
bool wfHasForesight( const wfCrowd* crowd ); // has anybody?
wfResult wfReserveFlow( wfCrowd* crowd );
void wfBuildFlow( wfCrowd* crowd );
float wfForesee( const wfCrowd* crowd, int32_t rank, const wfAgent* agent );

// decide.c
wfResult wfReserveMaps( wfCrowd* crowd );
void wfDestroyMaps( wfCrowd* crowd );
void wfDecideAll( wfCrowd* crowd );

// tick.c
// Memory for everything a tick writes.
wfResult wfReserveAll( wfCrowd* crowd );
// Everything before the local maps: index, flow, global directions, turns, perception, functions of the host.
void wfLookAround( wfCrowd* crowd );
// Evaluate the progress of an agent in this tick: `moved` metres from its previous position.
void wfNoticeProgress( wfCrowd* crowd, int32_t rank, float moved );
// Move the agent to the position of its rank; returns the displacement.
wfVec2 wfCommitPlace( wfCrowd* crowd, int32_t rank, float* moved );

// prepare.c
// All that a tick needs. Agents and sources with places or stops that are of no use do not make it fail.
wfResult wfPrepareTick( wfCrowd* crowd, wfError* error );
// The same with the work that is queued, which comes first.
wfResult wfPrepareAhead( wfCrowd* crowd, wfError* error );
// A failure that names an agent, and returns its id.
wfResult wfFailForAgent( const wfCrowd* crowd, const wfAgent* agent, wfAgentId* culprit, wfError* error, wfResult result,
						 const char* what );
// The error concerns stop k of an agent.
wfResult wfExplainStop( wfError* error, int32_t k, wfResult result );
