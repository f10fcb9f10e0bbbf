// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The parts of the reader of crowds: first the file is understood as far as that is possible without a crowd (names, types,
// distributions), then agents get their places, then the crowd is made, which knows the ranges of its numbers and what its ground
// cannot do. A failure is remembered by the tree: what follows does nothing.
#pragma once

#include "io/scenario.h"
#include "wayfield/orders.h"

typedef struct wfStylePlan
{
	const wfJsonNode* node;
	wfStyleDef def;
	wfStyleId id;
	int32_t state; // 0: not read yet, 1: being read, 2: done
} wfStylePlan;

typedef struct wfGaitPlan
{
	const wfJsonNode* node;
	wfGaitDef def;
	wfGaitId id;
} wfGaitPlan;

typedef struct wfBehaviorPlan
{
	const wfJsonNode* node;
	const wfObject* object;
	wfBehaviorDef def;
	wfBehaviorId id;
	int32_t agent;				   // the entry of the agent it is aimed at, -1: none
	int32_t stages[WF_MAX_STAGES]; // behaviours
} wfBehaviorPlan;

typedef struct wfQueuePlan
{
	const wfJsonNode* node;
	wfQueueId id;
} wfQueuePlan;

typedef struct wfExitPlan
{
	int32_t goal; // in the list of the file
	double capacity;
} wfExitPlan;

typedef struct wfExitsPlan
{
	const wfJsonNode* node;
	size_t first; // of its exits
	int32_t count;
	wfExitsId id;
} wfExitsPlan;

typedef enum wfStopMode
{
	wf_sameStop,
	wf_drawnStop,	 // one of the choices
	wf_oppositeStop, // across the point
	wf_eachStop		 // the k-th choice for the k-th agent
} wfStopMode;

typedef struct wfStopChoice
{
	wfStop stop;
	int32_t goal, queue, exits; // in the lists of the file, -1: none; of exits the goal is that of the first or the one assigned
	wfDistribution wait;
} wfStopChoice;

typedef struct wfStopPlan
{
	wfStopMode mode;
	int32_t first, count; // choices
} wfStopPlan;

#define WF_MAX_PERSONALITIES 32

// An entry of "agents" or "sources".
typedef struct wfEntryPlan
{
	const wfJsonNode* node;
	const wfObject* object;
	wfAgentDef def;
	wfDistribution radius, desiredSpeed, heading, delay;
	int32_t firstStop, stopCount;
	int32_t style, behavior, onSight;				// -1: none
	bool footsteps;									// walks on foot
	int32_t gait;									// -1: the usual one
	double personalities[WF_MAX_PERSONALITIES + 1]; // weights; the last: none
	double personalitySum;
	int32_t count; // of agents
	bool scales;   // with the number of agents asked for
	int32_t firstAgent;
	const wfJsonNode* places; // of a group with positions, else null
	bool scattered;
	wfRegion region;		   // in the plane
	wfSpaceRegion spaceRegion; // on a mesh
	double spacing;
} wfEntryPlan;

// An agent with a place.
typedef struct wfPlacedAgent
{
	wfVec3 position;
	wfSurfacePoint place; // on a mesh
	double radius;
	wfAgentId id;
	int32_t entry;
	const wfJsonNode* node; // what to blame
} wfPlacedAgent;

// A style and behaviours changed by a personality.
typedef struct wfVariant
{
	int32_t personality, style, behavior, onSight;
	wfStyleId styleId;
	wfBehaviorDef behaviorDef, onSightDef;
	wfBehaviorId behaviorId, onSightId;
	bool behaviorsAdded;
	double speedFactor;
} wfVariant;

typedef struct wfCrowdReader
{
	const wfJson* json;			 // null: the crowd was made in code
	const wfWorld* world;		 // null on a mesh
	const wfSurfaceScene* scene; // null in the plane
	wfGroundDef ground;
	wfCrowdDef settings;
	bool endless;		  // somebody begins again at the end, or a source never stops
	int32_t wantedAgents; // 0: as the file says
	bool footsteps;		  // everybody walks on foot, whatever the file says
	wfCrowd* crowd;

	wfNameTable goalNames, styleNames, gaitNames, behaviorNames, queueNames, agentNames;
	wfGoalId* goals; // in the order of the file
	wfStylePlan* styles;
	wfGaitPlan* gaits;
	wfGaitId usualGait;
	wfBehaviorPlan* behaviors;
	wfQueuePlan* queues;
	size_t goalCount, styleCount, gaitCount, behaviorCount, queueCount;

	wfEntryPlan* entries; // agents first, then sources
	size_t entryCount, agentEntryCount;
	wfStopPlan* stops;
	size_t stopCount, stopCapacity;
	wfStopChoice* choices;
	size_t choiceCount, choiceCapacity;
	wfExitsPlan* exitSets;
	size_t exitSetCount, exitSetCapacity;
	wfExitPlan* exits; // of all sets
	size_t exitCount, exitCapacity;
	wfPlacedAgent* agents;
	size_t agentCount;
	wfVariant* variants;
	size_t variantCount, variantCapacity;
	int32_t* agentVariants; // one per agent
	wfStop* stopBuffer;
	size_t stopBufferCount;
} wfCrowdReader;

typedef struct wfShapePlan
{
	wfFormationDef formation;
	wfGroupPlanner planner;
	bool bands, hardMembers;
} wfShapePlan;

// An entry of "groups".
typedef struct wfTeamPlan
{
	wfShapePlan shape;
	int32_t color; // -1: not given
} wfTeamPlan;

// Explorers.
typedef struct wfExplorePlan
{
	wfExplorersDef team;
	wfSearchDef search;
	double aperture; // degrees
} wfExplorePlan;

wfExplorePlan wfDefaultExplorePlan( void );

// An order, whose own fields are those of its kind.
typedef struct wfOrderPlan
{
	wfShapePlan shape;
	int32_t command; // wfGroupOrderKind, or wfLogCommand
	wfGroupOrder order;
	double time; // when it is given
} wfOrderPlan;

// Streams of random numbers, apart from those a crowd draws from.
typedef enum wfDrawKind
{
	wf_drawRadius,
	wf_drawSpeed,
	wf_drawHeading,
	wf_drawPersonality,
	wf_drawPlace,
	wf_drawLattice,
	wf_drawStop,
	wf_drawWait,
	wf_drawDelay
} wfDrawKind;
// The number `counter`, mostly that of an agent, of an entry from a distribution.
double wfDrawNumber( const wfCrowdReader* reader, const wfDistribution* distribution, size_t entry, wfDrawKind kind,
					 uint64_t counter );
uint64_t wfGetStream( size_t entry, wfDrawKind kind );

// A place [x, y] in the plane or [x, y, z] on a mesh, in the range.
void wfReadPlace( const wfJson* json, const wfJsonNode* node, const wfNumberRange* range, wfVec3* place );

// crowd_gaits.c
void wfReadGaits( wfCrowdReader* reader, const wfJsonNode* root );
// "locomotion" and "gait" of an agent, a group or a source.
void wfReadLocomotion( const wfCrowdReader* reader, wfEntryPlan* entry );
void wfAddGaits( wfCrowdReader* reader );
wfGaitId wfGetGait( const wfCrowdReader* reader, const wfEntryPlan* entry );

// crowd_styles.c
void wfReadStyles( wfCrowdReader* reader, const wfJsonNode* root );
void wfAddStyles( wfCrowdReader* reader );
void wfReadPersonality( const wfJson* json, const wfJsonNode* node, bool allowDraw, wfEntryPlan* entry );
// The variant for a personality (-1: none) of an entry; its style is there, its behaviours after wfAddVariantBehaviors.
int32_t wfGetVariant( wfCrowdReader* reader, const wfEntryPlan* entry, int32_t personality );
void wfAddVariantBehaviors( wfCrowdReader* reader, const wfEntryPlan* entry, wfVariant* variant );

// crowd_behaviors.c
// Behaviours refer to agents and each other by name: agentNames must be known.
void wfReadBehaviors( wfCrowdReader* reader, const wfJsonNode* root );
void wfAddBehaviors( wfCrowdReader* reader );

// crowd_stops.c
void wfReadGoalNames( wfCrowdReader* reader, const wfJsonNode* root );
void wfAddGoals( wfCrowdReader* reader, const wfJsonNode* root );
void wfReadQueues( wfCrowdReader* reader, const wfJsonNode* root );
void wfAddQueues( wfCrowdReader* reader );
void wfReadStops( wfCrowdReader* reader, wfEntryPlan* entry, bool source );
// The stops of the k-th agent of an entry into reader->stopBuffer.
void wfMakeStops( wfCrowdReader* reader, size_t entry, int32_t k, wfVec3 position );

// crowd_exits.c
// "exits", "choice" and "exit" of a stop; the choice is there already.
void wfReadExits( wfCrowdReader* reader, const wfJsonNode* stop, wfStopChoice* choice );
void wfAddExits( wfCrowdReader* reader );

// crowd_agents.c
void wfReadAgentNames( wfCrowdReader* reader, const wfJsonNode* root );
void wfReadEntries( wfCrowdReader* reader, const wfJsonNode* root );
void wfAddAgents( wfCrowdReader* reader );
void wfAddSources( wfCrowdReader* reader );
void wfAddSinks( wfCrowdReader* reader, const wfJsonNode* root );

// crowd_explore.c
// Explorers among the agents that were added.
void wfAddExplorers( wfCrowdReader* reader, const wfJsonNode* root, const wfSimulationDef* def );

// crowd_groups.c
// The agents of the entries that a list of an object names; gives memory for as many as there are agents, or null.
wfAgentId* wfReadMembers( const wfCrowdReader* reader, const wfJsonNode* node, int32_t* count );
// Groups of the agents that were added.
void wfAddGroups( wfCrowdReader* reader, const wfJsonNode* root, wfSimulation* simulation );
// "ranks" and "points" of a shape whose other fields were read, and whether there is such a shape. Gives memory for the points of
// the formation, which points to it, to be released by the caller, or null.
wfVec2* wfReadShape( const wfJson* json, const wfJsonNode* node, wfFormationDef* formation );
// Memory for `*count` points, to be released by the caller, or null.
wfVec2* wfReadDrawing( const wfJson* json, const wfJsonNode* list, int32_t least, int32_t* count );
// Warns where so many members, the largest of which has this radius, cannot stand in their slots.
void wfCheckSpacing( const wfJson* json, const wfJsonNode* node, const wfFormationDef* formation, int32_t count, double radius );
double wfGetLargestRadius( const wfCrowd* crowd, const wfAgentId* members, int32_t count );

// crowd_orders.c
// A list of orders into a log, of a file of its own unless it is that of the reader; what can be given at once is given then.
void wfReadOrders( wfCrowdReader* reader, const wfJson* json, const wfJsonNode* orders, wfOrderLog* log );
void wfGiveOrders( wfCrowdReader* reader, const wfJson* json, const wfJsonNode* orders, wfOrderLog* log );
// What groups are told, by the scenario or by a file of orders (order_log_read.c).
void wfAddOrders( wfCrowdReader* reader, const wfJsonNode* root, const wfSimulationDef* def, wfSimulation* simulation );
// A name that is taken, or that of a part, is refused.
void wfAddGroupName( const wfJson* json, const wfJsonNode* node, wfOrderLog* log, const char* name );

// crowd_place.c
void wfPlaceAgents( wfCrowdReader* reader );
// The nearest place to `from` that is clear of walls by the radius; false when there is none near.
bool wfFindFreePlace( const wfWorld* world, wfVec3 from, double radius, int32_t kind, wfVec2* place );

// crowd_place_mesh.c
// A vertex or a point [x, y, z] of the surface or near it.
void wfReadNearPlace( const wfJson* json, const wfJsonNode* node, const wfSurfaceScene* scene, wfSurfacePoint* place );
// Places so far off that they can hardly be meant are refused.
void wfCheckNearSurface( const wfJson* json, const wfJsonNode* node, const wfMesh* mesh, double distance );
// All groups that are scattered over a mesh, after those with positions.
void wfScatterOnMesh( wfCrowdReader* reader );

// crowd_prepare.c
// Prepare the crowd; what it finds is reported at the agents, sources and goals it is about.
// The outcome of adding an agent, reported at the agent: also where there would be room for it, and who is in its way.
void wfReportPlace( wfCrowdReader* reader, const wfPlacedAgent* agent, wfResult result );
void wfPrepareCrowd( wfCrowdReader* reader, const wfJsonNode* root );
