// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The crowd as its own module sees it.
#pragma once

#include "base/base.h"
#include "base/math.h"
#include "crowd/behavior.h"
#include "crowd/tuning.h"
#include "mesh/mesh.h"
#include "wayfield/crowd.h"
#include "world/grid.h"
#include "world/walls.h"

#include <stddef.h>

// Others an agent perceives at most: the nearest.
#define WF_MAX_NEIGHBORS 12
// Others, and walls, that it might touch before the next plan. Rarely more; then all around are asked again at every move.
#define WF_MAX_CONTACTS 20
#define WF_MAX_WALL_CONTACTS 8

enum
{
	wf_agentUsed = 1,
	wf_agentWaiting = 2, // at a stop or in a queue
	wf_agentEnded = 4,	 // stays after its last stop
	wf_agentDirect = 8,	 // walks straight to its point
	wf_agentStuckTold = 16,
	wf_agentAside = 32,	   // the random side-step goes to the left
	wf_agentStands = 64,   // entered in the global fields
	wf_agentQueued = 128,  // has a place in a queue
	wf_agentRecheck = 256, // its way is new: see at once whether it is straight
	wf_agentNew = 512,	   // not checked yet
	wf_agentLetsGo = 1024, // holds back for others with the same goal
	wf_agentFaces = 4096,  // on surfaces: turns toward its goal before it walks
	wf_agentQueues = 2048, // before a narrow passage or a goal many have, or behind others who are
};

// What stays from step to step. No padding: the bytes are hashed and saved.
typedef struct wfAgent
{
	double x, y;
	double enteredTime;
	double waitUntil; // seconds of the crowd's clock
	double walked;
	double bestWay;		// least way to the present stop so far
	double bestWayTime; // when it was reached
	double asideUntil;	// the present side-step ends
	uint64_t userData;
	float velocityX, velocityY;
	float heading;
	float directionX, directionY; // unit, of the last plan
	float radius, desiredSpeed;
	float fanAngle;		 // the foresight's choice, relative to the global direction
	float guideAngle;	 // the same, filtered
	float pressed;		 // seconds of wanting to move and being unable to
	float standing;		 // seconds of standing, whatever the reason
	float startWay;		 // to the present stop, when it was taken
	float asideAngle;	 // of the present side-step
	uint32_t goalKey;	 // of the present stop
	double homeX, homeY; // where it stands, and returns to after stepping aside
	uint32_t serial, generation;
	uint32_t flags;
	int32_t style, behavior, onSight; // index1
	int32_t stopFirst, stopCount, stop;
	int32_t stopCapacity;
	int32_t kind;
	int32_t layer;		// of the radius and kind
	int32_t target;		// of the present stop, -1: none
	int32_t queuePlace; // -1: none
	int32_t atEnd;
	int32_t passage;	 // that it queues for, as in the list of the step
	int32_t asideCount;	 // side-steps since it last got on
	int32_t roomLevel;	 // how urgently it makes room: what the one that asked for it had, less one
	uint32_t roomSerial; // for whom
	float roomWay;		 // what that one has to go: who is nearer to its goal comes first
	int32_t gait;		 // index1; 0: a disc
	int32_t triangle;	 // of a mesh, that x, y are in; -1: in the plane
	int32_t homeTriangle;
	int32_t unused;
	wfBehaviorMemory memory;
} wfAgent;

_Static_assert( offsetof( wfAgent, homeX ) == 9 * 8 + 14 * 4, "agents must have no gaps: their bytes are hashed and saved" );
_Static_assert( offsetof( wfAgent, serial ) == offsetof( wfAgent, homeX ) + 2 * 8, "agents must have no gaps" );
_Static_assert( sizeof( wfAgent ) == offsetof( wfAgent, serial ) + 24 * 4 + sizeof( wfBehaviorMemory ),
				"agents must have no gaps" );

// Where somebody stands: in the plane, or in a triangle of a mesh, in its own axes.
typedef struct wfPlace
{
	double x, y;
	int32_t triangle; // -1: in the plane
} wfPlace;

// A grid and a planner for one radius and kind of agent.
typedef struct wfLayer
{
	double radius;
	int32_t kind;
	wfGrid* grid;
	wfPlanner* planner; // made when the first field is needed
	int32_t* nearest;	// for blocked cells near free ones: the nearest free cell, else -1; free cells: themselves
	int64_t cellCount;
	wfWallMap* walls;
	float* staticCost; // the grid's costs without standing agents; null while nobody stands
	bool open;		   // nothing but the border: every straight way is free
	bool hadCost;	   // the grid has costs of its own
	bool stale;		   // an update of the fields failed half way: all are to be solved again
} wfLayer;

// A field that somebody walks by, or a point reached straight.
typedef struct wfTarget
{
	int32_t layer;
	wfStopKind kind;
	wfGoalId goal;
	wfVec2 point;
	int32_t cell;	  // of a point, in the layer's grid
	wfField* field;	  // null until needed
	float* way;		  // metres to go from each cell, by the field's own measure; infinity where there is no way
	uint32_t goalKey; // the same for all layers
	bool closed;	  // an edit covers it: nobody has a way there until it is free again. The field may be missing
} wfTarget;

typedef struct wfStyle
{
	wfStyleDef def;
	float relaxFactor;	 // of the smooth rule, for one move
	float emptyGradient; // |grad q| at the centre of the empty map, for the mean rule
} wfStyle;

typedef struct wfQueue
{
	wfQueueDef def;	 // owns its line
	int32_t* places; // slots of agents in order, head first
	size_t placeCapacity;
	int32_t count;
	int32_t heading; // agents whose present or next stop it is, counted before each step
	double servedUntil;
	bool serving;
	bool checked; // its head was free once: edits may cover it for a time
} wfQueue;

typedef struct wfSource
{
	wfSourceDef def; // owns region and stops
	wfStop* stops;
	wfBox2 box;
	double nextTime; // when the next one comes
	int64_t sent;	 // let in
	int64_t drawn;	 // came; those not let in wait outside
	bool checked;	 // had its room and its ways once: edits may take them away for a time
	double nextTimeBefore;
	int64_t sentBefore, drawnBefore; // this step, should it fail
} wfSource;

typedef struct wfSink
{
	wfVec2* ring;
	int32_t count;
	wfBox2 box;
} wfSink;

// Another agent as one sees it, in the axes of the one who sees.
typedef struct wfSeenOther
{
	float x, y; // relative place, metres
	float velocityX, velocityY;
	float goalX, goalY; // unit, its global direction
} wfSeenOther;

// Where agents are this moment, sorted by the cells of a grid so that neighbours in space are neighbours in memory. Everything a
// step computes lives here, by rank in this order.
typedef struct wfStepState
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

	// read by others while planning, frozen
	float *x, *y; // relative to the origin
	float *velocityX, *velocityY;
	float *radius, *speed;	// desired
	int32_t *layer, *style; // index, index1
	float* pressed;			// seconds
	float* idle;			// seconds without getting nearer
	uint8_t* roomLevel;
	uint32_t *serial, *askSerial; // own, and of the one that room is asked for
	float* askWay;
	float *goalX, *goalY; // unit, the global direction; 0 for those who stand
	float* way;			  // to go, metres
	uint32_t* goalKey;
	uint8_t* marks;	   // wfMark
	uint8_t* pressing; // urgency with which those it touches are to make room; WF_PRESSING: on its own behalf

	// lists made by perception
	int32_t* neighbors; // WF_MAX_NEIGHBORS each, nearest first not guaranteed
	uint8_t* neighborCount;
	wfSeenOther* seen;	   // on surfaces: the neighbours as each sees them; null in the plane, where all share their axes
	int32_t* contacts;	   // WF_MAX_CONTACTS each
	uint8_t* contactCount; // WF_MAX_CONTACTS + 1: too many
	int32_t* wallContacts; // WF_MAX_WALL_CONTACTS each
	uint8_t* wallCount;

	// narrow passages
	int32_t* passage;  // index1 of the one it passes or queues for, negative against its direction; 0: none
	float* passageWay; // to its middle, negative beyond it
	// turns at gates
	uint8_t* gateHold;	  // not this agent's turn
	float *gateX, *gateY; // where to make room, 0: it just waits

	// results of the plan
	float *wantedX, *wantedY; // velocity
	float* reachSpeed;		  // the most it may move at until the next plan

	// moves
	double *placeX, *placeY, *nextX, *nextY;
	double *stepX, *stepY; // wanted displacement of this move
	float* walked;		   // metres in this step
	uint8_t* traits;	   // how it moves, see locomotion.h
	uint8_t* waits;		   // holds back or makes room of its own accord: not pressed
} wfStepState;

enum
{
	wf_markStands = 1, // does not want to move
	wf_markDirect = 2,
	wf_markNarrow = 4, // just before or in a narrow passage
	wf_markQueues = 8, // there, or behind others who wait for it
	wf_markFiles = 16, // before one that is passed in single file
};

// What an agent has to be looked at for at the end of a step.
enum
{
	wf_todoArrive = 1,
	wf_todoStuck = 2,
};

// A coarse map of who goes where, for the foresight.
typedef struct wfFlowMap
{
	int32_t columns, rows;
	double cellSize;
	wfVec2 origin;
	float* values; // density, momentum x, momentum y, unused: 4 per cell
	size_t valueCount;
} wfFlowMap;

// Dear ground in the global fields: where somebody has been standing.
typedef struct wfStandingMark
{
	double x, y;
	float radius;
	int32_t slot;
	uint32_t generation;
	uint32_t padding;
} wfStandingMark;

_Static_assert( sizeof( wfStandingMark ) == 32, "marks must have no gaps: their bytes are hashed and saved" );

// What an agent was before the part of a step that may fail changed it.
typedef struct wfUndo
{
	int32_t slot;
	bool entered; // let in by a source in this step
	wfAgent before;
} wfUndo;

typedef struct wfGateState
{
	wfGate gate;
	double halfLength; // of the zone along the passage
	int32_t holder;	   // +1, -1: the direction that may pass; 0: free
	double since;	   // when the holder took it
	double lastInside; // when one of the holder's was last in it
	bool turns;		   // too narrow for two who meet: one direction at a time
	bool files;		   // too narrow for two abreast: single file
	bool closing;	   // nobody of the holder's enters any more: others have waited long enough
} wfGateState;

// The agent a behaviour is aimed at, as it is while everyone plans.
typedef struct wfAim
{
	wfVec2 place;
	bool known;
} wfAim;

// What wfFrame shows.
typedef struct wfFrameArrays
{
	size_t capacity;
	uint32_t* serials;
	wfAgentId* ids;
	uint64_t* userData;
	wfVec3 *positions, *velocities;
	float *headings, *radii, *speeds;
	uint8_t* states;
} wfFrameArrays;

struct wfMapLane;
struct wfWalkers;

// What the parts that planes and surfaces share ask of a surface. A rank stands for the agent there; places are relative to it,
// in its own axes.
typedef struct wfGround
{
	void ( *lookAround )( wfCrowd* crowd );
	float ( *clearance )( const wfCrowd* crowd, int32_t rank );				   // to the nearest wall, or less
	float ( *roomAt )( const wfCrowd* crowd, int32_t rank, float x, float y ); // the same at a place near it
	void ( *addWalls )( const wfCrowd* crowd, const wfStyleDef* style, struct wfMapLane* lane );
	wfVec2 ( *toGoal )( const wfCrowd* crowd, int32_t rank ); // straight
	wfVec2 ( *toHome )( const wfCrowd* crowd, int32_t rank ); // where one stands and returns to
	wfBehaviorVector ( *evaluate )( wfCrowd* crowd, int32_t rank, wfAgent* agent, wfBehaviorId behavior,
									const wfBehaviorInput* input );
} wfGround;

struct wfCrowd
{
	wfGroundDef groundDef;		  // without the mask
	const wfWorld* world;		  // null on meshes
	const wfGround* ground;		  // null in the plane
	struct wfMeshGround* surface; // null in the plane
	wfCrowdDef def;
	uint64_t worldRevision;
	double time;
	int64_t stepCount;
	uint64_t trail; // hash of all places of all steps: what happened, also to those who have left

	wfAgent* agents;
	size_t agentCapacity;
	int32_t slotCount, agentCount;
	int32_t* freeSlots; // a stack; capacity as agents
	size_t freeCapacity;
	int32_t freeCount;
	uint32_t lastSerial;
	int64_t arrivedCount;
	uint64_t startAgents; // hash of the agents that were added, and removed, before the first step

	wfStop* stops; // pool, blocks of agents
	size_t stopCapacity;
	int32_t stopUsed;

	wfStyle* styles;
	size_t styleCapacity;
	int32_t styleCount;
	wfBehaviorDef* behaviors;
	size_t behaviorCapacity;
	int32_t behaviorCount;
	wfAim* aims; // by behaviour
	size_t aimCapacity;
	wfBehaviorVector* custom; // results of custom functions, by slot
	size_t customCapacity;
	int32_t* rankOfSlot; // while custom functions are called
	size_t rankCapacity;
	bool hasCustom;
	wfQueue* queues;
	size_t queueCapacity;
	int32_t queueCount;
	wfSource* sources;
	size_t sourceCapacity;
	int32_t sourceCount;
	wfSink* sinks;
	size_t sinkCapacity;
	int32_t sinkCount;

	wfStandingMark* marks; // in force in every grid, in the order of slots
	size_t markCapacity;
	int32_t markCount;
	int64_t nextMarkStep; // not looked at again before

	wfUndo* undo;
	size_t undoCapacity;
	int32_t undoCount;
	int32_t stopUsedBefore;
	int32_t* nearby; // slots near a source's region
	size_t nearbyCapacity;

	wfLayer* layers;
	size_t layerCapacity;
	int32_t layerCount;
	wfTarget* targets;
	size_t targetCapacity;
	int32_t targetCount;
	wfGateState* gates;
	size_t gateCapacity;
	int32_t gateCount;
	double gateRadius; // the gates were looked for with
	uint64_t gateRevision;

	struct wfWalkers* walk; // null while nobody has a gait

	wfStepState step;
	// by slot, for one step
	int32_t* slotCell;
	uint8_t* slotTodo; // wf_todoArrive, wf_todoStuck
	size_t slotCellCapacity, slotTodoCapacity;
	wfFlowMap flow;
	struct wfMapScratch* scratch[WF_MAX_WORKERS];

	wfEvent* events;
	size_t eventCapacity;
	int32_t eventCount;

	bool prepared;			   // every agent was checked since the last change
	bool keepsGates;		   // as it was saved: looked for again when the other crowd would have
	float maxRadius, maxSpeed; // of this step
	wfCrowdProfile profile;

	wfFrameArrays frame;
};

// Everything is checked again before the next step.
static inline void wfUnprepare( wfCrowd* crowd )
{
	crowd->prepared = crowd->keepsGates = false;
}

// Agents lie in memory in the order they came, not where they stand: fetch those that come next while there is work to do.
#define WF_FETCH_AHEAD 6
static inline void wfFetchAgent( const wfCrowd* crowd, int32_t rank )
{
	if ( rank < crowd->step.count )
	{
		const char* agent = (const char*)&crowd->agents[crowd->step.slot[rank]];
		__builtin_prefetch( agent );
		__builtin_prefetch( agent + 64 );
		__builtin_prefetch( agent + 128 );
		__builtin_prefetch( agent + 192 );
	}
}

static inline void wfFetchStop( const wfCrowd* crowd, int32_t rank )
{
	if ( rank < crowd->step.count )
	{
		__builtin_prefetch( &crowd->stops[crowd->agents[crowd->step.slot[rank]].stopFirst] );
	}
}

static inline const wfStyle* wfStyleOf( const wfCrowd* crowd, const wfAgent* agent )
{
	return &crowd->styles[agent->style - 1];
}

static inline wfStop* wfPresentStop( const wfCrowd* crowd, const wfAgent* agent )
{
	return agent->stop < agent->stopCount ? &crowd->stops[agent->stopFirst + agent->stop] : NULL;
}

// Put there now, not at other times given something new to do.
static inline bool wfIsPutNow( const wfCrowd* crowd, const wfAgent* agent )
{
	return ( agent->flags & wf_agentNew ) != 0 && agent->enteredTime >= crowd->time;
}

// Neighbour k of the agent at a rank.
static inline wfSeenOther wfSee( const wfStepState* step, int32_t rank, int32_t k )
{
	if ( step->seen != NULL )
	{
		return step->seen[rank * WF_MAX_NEIGHBORS + k];
	}
	int32_t other = step->neighbors[rank * WF_MAX_NEIGHBORS + k];
	return ( wfSeenOther ){ step->x[other] - step->x[rank],
							step->y[other] - step->y[rank],
							step->velocityX[other],
							step->velocityY[other],
							step->goalX[other],
							step->goalY[other] };
}

// The cells of the index within a box, which is relative to the origin.
typedef struct wfCellRange
{
	int32_t firstColumn, lastColumn, firstRow, lastRow;
} wfCellRange;

static inline int32_t wfClampCell( double place, double inverse, int32_t count )
{
	double cell = floor( place * inverse );
	return cell < 0.0 ? 0 : cell >= count ? count - 1 : (int32_t)cell;
}

static inline wfCellRange wfCellsIn( const wfStepState* step, double lowX, double lowY, double highX, double highY )
{
	double inverse = 1.0 / step->cellSize;
	return ( wfCellRange ){ wfClampCell( lowX, inverse, step->columns ), wfClampCell( highX, inverse, step->columns ),
							wfClampCell( lowY, inverse, step->rows ), wfClampCell( highY, inverse, step->rows ) };
}

// Ranks lie together along a row of cells: those of a range in one row.
static inline int32_t wfFirstInRow( const wfStepState* step, const wfCellRange* range, int32_t row )
{
	return step->cellFirst[row * step->columns + range->firstColumn];
}

static inline int32_t wfEndInRow( const wfStepState* step, const wfCellRange* range, int32_t row )
{
	return step->cellFirst[row * step->columns + range->lastColumn + 1];
}

static inline float wfClampFloat( float value, float lower, float upper )
{
	return value < lower ? lower : value > upper ? upper : value;
}

// Does `other` come before `rank` among those who want through the same passage or to the same goal? `ahead` receives by how
// much. False where they have nothing to do with each other.
static inline bool wfComesBefore( const wfStepState* step, int32_t other, int32_t rank, float* ahead )
{
	if ( step->passage[rank] != 0 && step->passage[rank] == step->passage[other] )
	{
		*ahead = step->passageWay[rank] - step->passageWay[other];
	}
	else if ( step->goalKey[rank] == step->goalKey[other] )
	{
		*ahead = step->way[rank] - step->way[other];
	}
	else
	{
		return false;
	}
	return *ahead > 0.0f || ( *ahead == 0.0f && other < rank );
}

// crowd.c
wfAgent* wfGetAgent( const wfCrowd* crowd, wfAgentId id );
wfResult wfInsertAgent( wfCrowd* crowd, const wfAgentDef* def, wfPlace place, double heading, wfAgentId* id );
// Where agents stand and face, in space.
wfVec3 wfPositionOf( const wfCrowd* crowd, const wfAgent* agent );
wfVec3 wfIntoSpace( const wfCrowd* crowd, const wfAgent* agent, double x, double y );
wfVec2 wfOutOfSpace( const wfCrowd* crowd, const wfAgent* agent, wfVec3 v ); // into the agent's axes
float wfHeadingOf( const wfCrowd* crowd, const wfAgent* agent );			 // as seen from above
// What only the plane, or only a mesh, can do is refused here.
wfResult wfRefuseOnMesh( const wfCrowd* crowd, const char* what, wfError* error );
wfResult wfRefuseInPlane( const wfCrowd* crowd, const char* what, wfError* error );
void wfDropAgent( wfCrowd* crowd, int32_t slot );
// Other stops from now on; they were checked.
wfResult wfReplaceStops( wfCrowd* crowd, int32_t slot, const wfStop* stops, int32_t count, wfError* error );
// A slot that was taken and is as it was before.
void wfGiveSlotBack( wfCrowd* crowd, int32_t slot );
wfResult wfAddEvent( wfCrowd* crowd, wfEventKind kind, int32_t slot );
// Style, behaviours, goals and queues an agent names must be there.
wfResult wfCheckAgentIds( const wfCrowd* crowd, const wfAgentDef* def, wfError* error );
wfAgentId wfIdOfSlot( const wfCrowd* crowd, int32_t slot );

// frame.c
void wfDestroyFrame( wfFrameArrays* frame );
size_t wfGetFrameBytes( wfFrameArrays* frame );

// layers.c
wfResult wfFindLayer( wfCrowd* crowd, double radius, int32_t kind, int32_t* index, wfError* error );
// Open layers have no grid until a field is needed.
wfResult wfGiveGrid( wfCrowd* crowd, wfLayer* layer, wfError* error );
wfResult wfReachWalls( wfCrowd* crowd, int32_t layer, double speed, wfError* error );
wfResult wfFindTarget( wfCrowd* crowd, int32_t layer, const wfStop* stop, int32_t* index, wfError* error );
wfResult wfSolveTarget( wfCrowd* crowd, int32_t target, wfError* error );
wfResult wfFollowWorld( wfCrowd* crowd, wfError* error );
wfResult wfRefreshFields( wfCrowd* crowd, int32_t layer, const int32_t* changed, int64_t count );
void wfDestroyLayers( wfCrowd* crowd );
// The global direction at a place, a unit vector or 0 where there is no way; `way` receives the metres to go.
wfVec2 wfTargetDirection( const wfCrowd* crowd, const wfTarget* target, wfVec2 place, double* way );
bool wfGuideByWays( const wfLayer* layer, const wfTarget* target, wfVec2 place, wfVec2* direction, double* way );
uint32_t wfKeyOfStop( const wfStop* stop );
bool wfIsStraightWayFree( const wfLayer* layer, wfVec2 from, wfVec2 to );
bool wfHasArrived( const wfCrowd* crowd, const wfAgent* agent );
// Of a point: so near to it is there.
double wfReachOf( const wfStop* stop, double radius );
// In a world without walls every way is straight, but discs stay within the border.
bool wfIsPointInReach( const wfLayer* layer, const wfStop* stop, double radius );
// No way to a target for now.
wfResult wfCloseTarget( wfCrowd* crowd, int32_t target );
// Whether a stop can be reached from a place by agents of a layer. Solves the field of a goal, not that of a point.
wfResult wfCheckWay( wfCrowd* crowd, int32_t layer, const wfStop* stop, wfVec2 place, bool* exists, wfError* error );
float wfLayerClearance( const wfLayer* layer, wfVec2 place );
float wfLayerRoom( const wfLayer* layer, double x, double y );

// index.c
wfResult wfReserveStep( wfCrowd* crowd );
void wfDestroyStep( wfCrowd* crowd );
void wfBuildIndex( wfCrowd* crowd );
// Its parts: slots sorted by slotCell, what is frozen of the agent at a rank, the largest of all.
void wfSortIntoCells( wfCrowd* crowd, int32_t cells );
void wfFillRank( wfCrowd* crowd, int32_t slot, int32_t rank, int32_t cell );
void wfFindLargest( wfCrowd* crowd );
size_t wfGetStepBytes( wfCrowd* crowd );

// perceive.c
void wfPerceiveAll( wfCrowd* crowd );
// Who asks others for room, from what everyone perceives.
void wfMarkPressing( wfCrowd* crowd );

// foresight.c
wfResult wfReserveFlow( wfCrowd* crowd );
void wfBuildFlow( wfCrowd* crowd );
float wfForesee( const wfCrowd* crowd, int32_t rank, const wfAgent* agent );

// guide.c
void wfGuideAll( wfCrowd* crowd );
// Where an agent is led to, a unit vector in its axes or zero where there is no way, and the metres to go.
void wfSetGuide( wfCrowd* crowd, int32_t rank, wfVec2 direction, double way );
// Nobody wants anything until it is guided.
void wfClearGuide( wfCrowd* crowd, int32_t rank );

// decide.c
wfResult wfReserveMaps( wfCrowd* crowd );
void wfDestroyMaps( wfCrowd* crowd );
void wfDecideAll( wfCrowd* crowd );

// steer.c
// Look up the agents that behaviours are aimed at, before everyone plans at once.
void wfFindAims( wfCrowd* crowd );
void wfCallCustom( wfCrowd* crowd, wfBehaviorTable table, int32_t slot, int32_t rank );

// disc.c
// The displacement each wants to make in one move.
void wfWishMoves( wfCrowd* crowd );

// step.c
// Room for everything a step writes.
wfResult wfReserveAll( wfCrowd* crowd );
// All that comes before the local maps: index, flow, global directions, turns, perception, functions of the host.
void wfLookAround( wfCrowd* crowd );
// Give all agents their traits: who decides in this tick.
void wfFindDue( wfCrowd* crowd );
// Functions of the host, on this thread, before anything moves.
void wfCallAllCustom( wfCrowd* crowd );
// What an agent's progress in this step says: `moved` metres from where it was.
void wfNoticeProgress( wfCrowd* crowd, int32_t rank, float moved );
// The agent is where its rank came to; how far that is.
wfVec2 wfCommitPlace( wfCrowd* crowd, int32_t rank, float* moved );
void wfTellStuck( wfCrowd* crowd );
// A failure that names an agent, and hands out its id.
wfResult wfFailForAgent( wfCrowd* crowd, int32_t slot, wfAgentId* culprit, wfError* error, wfResult result, const char* what );

// population.c: stops
wfResult wfUpdateStops( wfCrowd* crowd, wfError* error );
// Where an agent walks to when its way is straight: its point, or its place in a queue.
wfVec2 wfAimOf( const wfCrowd* crowd, const wfAgent* agent );
// Straight to a point where nothing is in between, else by a field.
wfResult wfFindWay( wfCrowd* crowd, wfAgent* agent, wfError* error );
// Those who came to their stops go on, wait, stay or leave. Room for the events was reserved.
void wfArriveAll( wfCrowd* crowd );
// Find out who arrived and who is stuck.
void wfNoticeAll( wfCrowd* crowd );
// The stop is done: tell it and go on, stay or leave.
void wfArrive( wfCrowd* crowd, int32_t slot );
void wfGoOn( wfCrowd* crowd, wfAgent* agent );
// Remember what an agent was, and make all remembered ones that again.
wfResult wfKeepForUndo( wfCrowd* crowd, int32_t slot, const wfAgent* before, bool entered );
void wfUndoAll( wfCrowd* crowd );

// queues.c
wfVec2 wfQueuePlace( const wfCrowd* crowd, const wfAgent* agent );
wfResult wfReserveQueues( wfCrowd* crowd );
wfResult wfCheckQueues( wfCrowd* crowd, wfError* error );
void wfUpdateQueues( wfCrowd* crowd );
void wfLeaveQueue( wfCrowd* crowd, int32_t slot );
void wfDestroyQueues( wfCrowd* crowd );

// sources.c
wfResult wfRunSources( wfCrowd* crowd, wfError* error );
wfResult wfCheckSources( wfCrowd* crowd, wfError* error );
void wfRunSinks( wfCrowd* crowd );
// Queues, sources, sinks and what stands in the fields.
void wfDestroyPopulation( wfCrowd* crowd );

// standing.c
wfResult wfUpdateStanding( wfCrowd* crowd, wfError* error );
// Put the marks into the costs of a layer's grid, and take them out again.
wfResult wfStampMarks( const wfCrowd* crowd, wfLayer* layer );
void wfUnstampMarks( wfLayer* layer );
// Whether somebody who stands is in the way of a straight walk.
bool wfIsWayStoodIn( const wfCrowd* crowd, const wfAgent* agent, wfVec2 to );

// gates.c
wfResult wfFindGates( wfCrowd* crowd, wfError* error );
void wfUpdateGates( wfCrowd* crowd );
void wfRememberQueue( wfCrowd* crowd, int32_t rank );
// From a place to the middle of a passage, negative beyond it in the direction of its sign.
float wfPassageWay( const wfCrowd* crowd, int32_t passage, wfVec2 place );
