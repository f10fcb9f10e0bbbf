// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The parts of the reader of crowds: first the file is understood as far as that is possible without a crowd (names, types,
// distributions), then agents get their places, then the crowd is made, which knows the ranges of its numbers.
#pragma once

#include "io/scenario.h"

// The fields of each kind of object; lists that end with null.
extern const char* const wf_crowdFields[];
extern const char* const wf_runFields[];
extern const char* const wf_runLineFields[];
extern const char* const wf_styleFields[];
extern const char* const wf_gaitFields[];
extern const char* const wf_legFields[];
extern const char* const wf_harmonicFields[];
extern const char* const wf_constantFields[];
extern const char* const wf_periodicFields[];
extern const char* const wf_towardFields[];
extern const char* const wf_randomFields[];
extern const char* const wf_scheduledFields[];
extern const char* const wf_passFields[];
extern const char* const wf_agentTargetFields[];
extern const char* const wf_waveFields[];
extern const char* const wf_stageFields[];
extern const char* const wf_queueFields[];
extern const char* const wf_sourceFields[]; // on top of those of a walker
extern const char* const wf_walkerFields[];
extern const char* const wf_singleAgentFields[]; // the same
extern const char* const wf_placedGroupFields[]; // the same
extern const char* const wf_groupFields[];		 // the same
extern const char* const wf_stopFields[];
extern const char* const wf_drawFields[];

// ---------------------------------------------------------------------------------------------------------------- slots

// A field that goes to a member of a struct as it is. Ranges are up to whom the struct is for.
typedef enum wfSlotType
{
	wf_numberSlot,
	wf_integerSlot,
	wf_boolSlot,
	wf_choiceSlot // an enum, by the index of its name
} wfSlotType;

typedef struct wfSlot
{
	const char* name; // null after the last
	wfSlotType type;
	size_t offset;
	const char* const* choices;
} wfSlot;

wfResult wfReadSlots( const wfJson* json, const wfJsonNode* object, const wfSlot* slots, void* target );

extern const wfSlot wf_styleSlots[];
extern const wfSlot wf_gaitSlots[];
extern const wfSlot wf_legSlots[];
extern const wfSlot wf_crowdSlots[];
extern const wfSlot wf_sourceSlots[];
extern const wfSlot wf_queueSlots[];

// ------------------------------------------------------------------------------------------------------ plain values

// A number, {"uniform": [a, b]} or {"normal": [mean, deviation], "within": [a, b]}, `least` or more.
wfResult wfReadDistribution( const wfJson* json, const wfJsonNode* node, double least, wfDistribution* distribution );
wfResult wfReadOptionalDistribution( const wfJson* json, const wfJsonNode* object, const char* key, double least,
									 wfDistribution* distribution );
// An object with no other fields than those of two lists.
wfResult wfCheckFields( const wfJson* json, const wfJsonNode* node, const char* what, const char* const* first,
						const char* const* second );
// Place an error whose field is named as in the def made from `object`, such as "stops[1].reach" or "radius.lower", at the value
// that is behind it.
wfResult wfPlaceField( const wfJson* json, const wfJsonNode* object, wfResult result );
int32_t wfGetLine( const wfJson* json, const wfJsonNode* node );

// ---------------------------------------------------------------------------------------------------------------- names

// Things of a file by name.
typedef struct wfNameTable
{
	const char** names; // in the order they came; null for those without
	int32_t* slots;		// a hash table of indices + 1
	size_t count, capacity, slotCount;
} wfNameTable;

wfResult wfNameTable_Create( const wfJson* json, const wfJsonNode* node, wfNameTable* table );
void wfNameTable_Free( wfNameTable* table );
// Add the next name, may be null. Fails at `node` when it is there already; `what` for the message.
wfResult wfNameTable_Add( const wfJson* json, const wfJsonNode* node, wfNameTable* table, const char* what, const char* name );
// -1 when there is no such name.
int32_t wfNameTable_Find( const wfNameTable* table, const char* name );
// The index of the name in a text. Unknown ones fail with the nearest name that is known.
wfResult wfReadReference( const wfJson* json, const wfJsonNode* node, const wfNameTable* table, const char* what,
						  int32_t* index );

// ------------------------------------------------------------------------------------------------------------ the plan

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
	int32_t queue; // -1: none
	wfDistribution wait;
} wfStopChoice;

typedef struct wfStopPlan
{
	wfStopMode mode;
	int32_t first, count; // choices
} wfStopPlan;

#define WF_MAX_PERSONALITIES 32

// An entry of "agents" or "sources".
typedef struct wfWalkerPlan
{
	const wfJsonNode* node;
	wfAgentDef def;
	wfDistribution radius, desiredSpeed, heading;
	bool headingGiven;
	int32_t firstStop, stopCount;
	int32_t style, behavior, onSight;				// -1: none
	bool footsteps;									// walks on feet
	int32_t gait;									// -1: the usual one
	double personalities[WF_MAX_PERSONALITIES + 1]; // weights; the last: none
	double personalitySum;
	int32_t count; // of agents
	bool scales;   // with the number of agents asked for
	int32_t firstAgent;
	const wfJsonNode* places; // of a group with positions, else null
	bool isRegion;
	wfRegion region;
	double spacing;
} wfWalkerPlan;

// An agent with a place.
typedef struct wfPlacedAgent
{
	wfVec2 position;
	wfSurfacePoint place; // on a surface
	double radius;
	wfAgentId id;
	int32_t walker;
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
	const wfJson* json;
	const wfScenario* scenario;
	wfPreset preset;
	uint64_t seed;
	bool endless;		  // somebody begins again at the end, or a source never stops
	int32_t wantedAgents; // 0: as the file says
	bool footsteps;		  // everybody walks on feet, whatever the file says
	wfCrowd* crowd;
	// Instead of scenario and crowd where the agents walk on a surface.
	const wfSurfaceScene* scene;
	wfCrowd* surfaceCrowd;

	wfNameTable goalNames, styleNames, gaitNames, behaviorNames, queueNames, agentNames;
	wfStylePlan* styles;
	wfGaitPlan* gaits;
	wfGaitId usualGait;
	wfBehaviorPlan* behaviors;
	wfQueuePlan* queues;
	size_t styleCount, gaitCount, behaviorCount, queueCount;

	wfWalkerPlan* walkers; // agents first, then sources
	size_t walkerCount, agentEntryCount;
	wfStopPlan* stops;
	size_t stopCount, stopCapacity;
	wfStopChoice* choices;
	size_t choiceCount, choiceCapacity;
	wfPlacedAgent* agents;
	size_t agentCount;
	wfVariant* variants;
	size_t variantCount, variantCapacity;
	int32_t* agentVariants; // one per agent
	wfStop* stopBuffer;
	size_t stopBufferCount;
} wfCrowdReader;

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
	wf_drawWait
} wfDrawKind;
uint64_t wfGetStream( size_t walker, wfDrawKind kind );

// crowd_simulation.c: what crowds in the plane and on surfaces have in common.
wfSimulation wfMakeSimulation( void );
// "crowd", without what the def overrides.
wfResult wfReadCrowdSettings( const wfJson* json, const wfJsonNode* object, const wfSimulationDef* def, wfCrowdDef* settings );
void wfApplySimulationDef( const wfSimulationDef* def, wfCrowdDef* settings );
wfResult wfReadRun( const wfJson* json, const wfJsonNode* run, wfSimulation* simulation );
wfResult wfReadMetadata( const wfJson* json, const wfJsonNode* object, wfSimulation* simulation );
// What has a name can be found after the file is gone.
wfResult wfKeepNames( const wfCrowdReader* reader, wfSimulation* simulation );
// Null where there is none.
const wfPlacedAgent* wfFindPlacedAgent( const wfCrowdReader* reader, wfAgentId id );
// Append to the message of the crowd what the file calls the things it is about.
void wfExplain( const wfCrowdReader* reader, const char* format, ... ) __attribute__( ( format( printf, 2, 3 ) ) );
// Which thing the crowd's message is about: the number behind the word, which counts from 1. 0: none.
int32_t wfFindNumber( const wfCrowdReader* reader, const char* word );
void wfExplainOther( const wfCrowdReader* reader, const wfPlacedAgent* other );
void wfFreeCrowdReader( wfCrowdReader* reader );

// crowd_gaits.c
wfResult wfReadGaits( wfCrowdReader* reader, const wfJsonNode* root );
// "locomotion" and "gait" of an agent, a group or a source.
wfResult wfReadLocomotion( const wfCrowdReader* reader, wfWalkerPlan* walker );
wfResult wfAddGaits( wfCrowdReader* reader );
wfGaitId wfGetGait( const wfCrowdReader* reader, const wfWalkerPlan* walker );

// crowd_styles.c
// The names of an object's members (null: there are none), and room for what they stand for.
wfResult wfReadKeys( const wfCrowdReader* reader, const wfJsonNode* object, const char* what, wfNameTable* table, size_t size,
					 void** plans, size_t* count );
wfResult wfReadStyles( wfCrowdReader* reader, const wfJsonNode* root );
// Behaviours refer to agents and each other by name: agentNames must be known.
wfResult wfReadBehaviors( wfCrowdReader* reader, const wfJsonNode* root );
wfResult wfReadPersonality( const wfJson* json, const wfJsonNode* node, bool allowDraw, wfWalkerPlan* walker );
wfResult wfAddStyles( wfCrowdReader* reader );
wfResult wfAddBehaviors( wfCrowdReader* reader );
// The variant for a personality (-1: none) of a walker; its style is there, its behaviours after wfAddVariantBehaviors.
wfResult wfGetVariant( wfCrowdReader* reader, const wfWalkerPlan* walker, int32_t personality, int32_t* variant );
wfResult wfAddVariantBehaviors( wfCrowdReader* reader, const wfWalkerPlan* walker, wfVariant* variant );

// crowd_stops.c
wfResult wfReadGoalNames( wfCrowdReader* reader, const wfJsonNode* root );
wfResult wfReadQueues( wfCrowdReader* reader, const wfJsonNode* root );
wfResult wfAddQueues( wfCrowdReader* reader );
wfResult wfReadStops( wfCrowdReader* reader, const wfJsonNode* node, wfWalkerPlan* walker );
// The stops of the k-th agent of a walker into reader->stopBuffer.
void wfMakeStops( wfCrowdReader* reader, size_t walker, int32_t k, wfVec2 position );

// crowd_agents.c
wfResult wfReadAgentNames( wfCrowdReader* reader, const wfJsonNode* root );
wfResult wfReadWalkers( wfCrowdReader* reader, const wfJsonNode* root );

// What an entry of agents may be, in the plane and on meshes.
typedef struct wfEntryWords
{
	const char* const* fields;
	const char* scattered; // how a count is spoken of
	const char* places;	   // what positions are
} wfEntryWords;

// An agent or a group with places: how many there are. `count` becomes the number of a scattered group, else null.
wfResult wfReadGivenCount( const wfJson* json, wfWalkerPlan* walker, const wfEntryWords* words, const wfJsonNode** count );
// What agents, groups and sources have in common.
wfResult wfReadManner( wfCrowdReader* reader, wfWalkerPlan* walker, bool source );
// As many agents in all as were asked for, and who there is, with a size: once all entries are read.
wfResult wfCountAgents( wfCrowdReader* reader, const wfJsonNode* root );
int32_t wfDrawPersonality( const wfCrowdReader* reader, const wfWalkerPlan* walker, size_t walkerIndex, int32_t k );
wfResult wfAddAgents( wfCrowdReader* reader );
wfResult wfAddSources( wfCrowdReader* reader );
wfResult wfAddSinks( wfCrowdReader* reader, const wfJsonNode* root );

// surface_agents.c
wfResult wfReadSurfaceStops( wfCrowdReader* reader, wfWalkerPlan* walker );
// [x, y] in the plane, [x, y, z] on surfaces.
wfResult wfReadBehaviorPoint( const wfCrowdReader* reader, const wfJsonNode* node, wfVec3* point );

// crowd_place.c
// A region that the world has no part of is a mistake: nobody could ever stand in it.
wfResult wfCheckRegionInside( const wfCrowdReader* reader, const wfJsonNode* node, const wfRegion* region );
// The nearest place to `from` that is clear of walls by the radius; false when there is none near.
bool wfFindFreePlace( const wfWorld* world, wfVec2 from, double radius, int32_t kind, wfVec2* place );
wfResult wfPlaceAgents( wfCrowdReader* reader );
