// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The stages of a tick that depend on what a crowd stands on, because they concern agents near each other: who is where, what
// each one sees, how far discs can move. Called for all agents or for a range of ranks. A rank stands for the agent there;
// vectors at a rank are in that agent's own axes, which are the same for all agents in the plane.
#pragma once

#include "crowd/passages.h"
#include "crowd/tick.h"

struct wfMapLane;

typedef struct wfStages
{
	bool goalsArePlaces; // as narrow as a door if many agents share one; otherwise they may be areas
	float betweenWalls;	 // factor on how strongly agents keep to the right there

	// Before ticks.
	wfResult ( *reserve )( wfCrowd* crowd ); // memory for a tick, in addition to that of wfTick
	wfResult ( *checkPlaces )( wfCrowd* crowd, wfAgentId* culprit, wfAgentId* other, wfError* error );
	// By how many metres a body would overlap an agent, 0: not at all; infinity: it would be where that one is about to step. One
	// that is put there must be clear of the whole disc of one on foot.
	double ( *overlaps )( const wfCrowd* crowd, const wfRoomCheck* check, const wfAgent* other );
	// What is wrong with a disc there because of walls, for messages; empty: nothing. Fails where there is no memory to find out.
	wfResult ( *describeWall )( const wfCrowd* crowd, wfPlace place, int32_t kind, double radius, char* text, size_t size );

	// The stages.
	wfResult ( *findCells )( wfCrowd* crowd, wfError* error ); // everything in it that may fail
	void ( *buildIndex )( wfCrowd* crowd );
	void ( *perceive )( wfCrowd* crowd, int32_t begin, int32_t end );
	wfResult ( *reserveFlow )( wfCrowd* crowd ); // memory for the maps of the foresight
	void ( *buildFlow )( wfCrowd* crowd );
	float ( *foresee )( const wfCrowd* crowd, int32_t rank, const wfAgent* agent ); // angle off the global direction
	void ( *moveDiscs )( wfCrowd* crowd, int32_t move );							// one move of all discs, as far as possible
	void ( *commitDiscs )( wfCrowd* crowd, int32_t begin, int32_t end );
	uint64_t ( *hashPlaces )( const wfCrowd* crowd, uint64_t hash );

	// Walls.
	float ( *clearance )( const wfCrowd* crowd, int32_t rank );				   // to the nearest wall, or less
	float ( *roomAt )( const wfCrowd* crowd, int32_t rank, float x, float y ); // the same at a position near it
	void ( *addWalls )( const wfCrowd* crowd, const wfStyleDef* style, struct wfMapLane* lane );

	// Narrow passages, by index. Each has a plane in which its shape is given: that of the world, or the one that touches the
	// mesh at its middle.
	wfResult ( *searchPassages )( wfCrowd* crowd, double radius, wfPassageList* found );
	wfResult ( *recallPassages )( wfCrowd* crowd, bool* known ); // what it takes beside the list, which may be a saved one
	void ( *visitPassage )( wfCrowd* crowd, int32_t passage, wfVisitFcn* visit, void* context );  // everybody near it
	wfVec2 ( *placeAtPassage )( const wfCrowd* crowd, int32_t passage, int32_t rank );			  // of an agent, in its plane
	wfVec2 ( *turnFromPassage )( const wfCrowd* crowd, int32_t passage, int32_t rank, wfVec2 v ); // into the agent's axes
	// What an agent would have to go to its goal from `place`, just beyond the front or the back end.
	double ( *distanceFromEnd )( const wfCrowd* crowd, int32_t passage, const wfAgent* agent, wfVec2 place, bool front );
} wfStages;

extern const wfStages wf_planeStages, wf_meshStages; // at the end of plane_places.c and of mesh_places.c

// plane_sight.c, plane_moves.c, plane_passages.c; those of a mesh are in mesh_tick.h
void wfPerceiveInPlane( wfCrowd* crowd, int32_t begin, int32_t end );
float wfClearanceInPlane( const wfCrowd* crowd, int32_t rank );
float wfRoomInPlane( const wfCrowd* crowd, int32_t rank, float x, float y );
void wfAddWallsInPlane( const wfCrowd* crowd, const wfStyleDef* style, struct wfMapLane* lane );
void wfMoveInPlane( wfCrowd* crowd, int32_t move );
void wfCommitInPlane( wfCrowd* crowd, int32_t begin, int32_t end );
wfResult wfRecallPassagesInPlane( wfCrowd* crowd, bool* known );
void wfVisitPassageInPlane( wfCrowd* crowd, int32_t passage, wfVisitFcn* visit, void* context );
wfVec2 wfPlaceAtPassageInPlane( const wfCrowd* crowd, int32_t passage, int32_t rank );
wfVec2 wfTurnFromPassageInPlane( const wfCrowd* crowd, int32_t passage, int32_t rank, wfVec2 v );
double wfDistanceFromEndInPlane( const wfCrowd* crowd, int32_t passage, const wfAgent* agent, wfVec2 place, bool front );
