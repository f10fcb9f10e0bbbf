// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What a crowd stands on. The plane of a world and a mesh both implement this table; no other code distinguishes between them.
// The stages of a tick are called for all agents or for a range of ranks, the rest for one agent. A rank stands for the agent
// there; vectors at a rank are in that agent's own axes, which are the same for all agents in the plane.
#pragma once

#include "crowd/routes.h"
#include "crowd/tick.h"

struct wfMapLane;
struct wfStateReader;
struct wfStateWriter;

typedef struct wfGround
{
	bool goalsArePlaces; // as narrow as a door if many agents share one; otherwise they may be areas
	bool hasPassages;	 // passages are detected and passed in turns

	void ( *destroy )( wfCrowd* crowd );
	// What it was created from, for the fingerprint of saved states.
	wfResult ( *hashOrigin )( const wfCrowd* crowd, uint64_t* hash );

	// Positions, and vectors at them.
	wfResult ( *findPlace )( const wfCrowd* crowd, const wfAgentDef* def, wfPlace* place, double* heading, wfError* error );
	wfVec3 ( *getPosition )( const wfCrowd* crowd, wfPlace place );
	wfSurfacePoint ( *getPoint )( const wfCrowd* crowd, wfPlace place ); // triangle -1: not on a mesh
	wfVec3 ( *intoSpace )( const wfCrowd* crowd, int32_t triangle, double x, double y );
	wfVec2 ( *outOfSpace )( const wfCrowd* crowd, int32_t triangle, wfVec3 v );
	void ( *printPlace )( const wfCrowd* crowd, wfPlace place, char* text, size_t size );

	// Before ticks.
	wfResult ( *follow )( wfCrowd* crowd, wfError* error ); // edits
	wfResult ( *reserve )( wfCrowd* crowd );				// memory for a tick, in addition to that of wfTick
	wfResult ( *checkPlaces )( wfCrowd* crowd, wfAgentId* culprit, wfAgentId* other, wfError* error );
	wfResult ( *checkStops )( wfCrowd* crowd, const wfAgent* agent, wfAgentId* culprit,
							  wfError* error ); // is there a route to each?
	wfResult ( *findPassages )( wfCrowd* crowd, wfError* error );
	wfResult ( *checkRoom )( wfCrowd* crowd, const wfAgent* agent, double radius, wfError* error ); // for a disc at its position

	// Routes.
	bool ( *hasStop )( const wfCrowd* crowd, const wfStop* stop ); // its goal or point
	void ( *placeStop )( const wfCrowd* crowd, wfStop* stop );
	wfResult ( *assignLayer )( wfCrowd* crowd, wfAgent* agent, wfError* error );
	bool ( *isOpen )( const wfCrowd* crowd, int32_t layer );				 // routes found once stay
	wfResult ( *findWay )( wfCrowd* crowd, wfAgent* agent, wfError* error ); // to the current stop
	wfVec2 ( *guide )( const wfCrowd* crowd, int32_t rank, double* way );	 // unit, zero if there is no route
	double ( *getWayToGo )( const wfCrowd* crowd, const wfAgent* agent );	 // to the current stop, 0: unknown
	bool ( *hasArrived )( const wfCrowd* crowd, const wfAgent* agent );
	bool ( *toGoal )( const wfCrowd* crowd, int32_t rank, wfVec2* to ); // straight, if it is a single place
	wfVec2 ( *toHome )( const wfCrowd* crowd, int32_t rank );			// where a standing agent returns to
	wfBehaviorVector ( *evaluate )( wfCrowd* crowd, int32_t rank, wfAgent* agent, wfBehaviorId behavior,
									const wfBehaviorInput* input );

	// Walls.
	float ( *clearance )( const wfCrowd* crowd, int32_t rank );				   // to the nearest wall, or less
	float ( *roomAt )( const wfCrowd* crowd, int32_t rank, float x, float y ); // the same at a position near it
	void ( *addWalls )( const wfCrowd* crowd, const wfStyleDef* style, struct wfMapLane* lane );

	// Stages of a tick.
	wfResult ( *findCells )( wfCrowd* crowd, wfError* error ); // everything in it that may fail
	void ( *buildIndex )( wfCrowd* crowd );
	void ( *perceive )( wfCrowd* crowd, int32_t begin, int32_t end );
	wfResult ( *reserveFlow )( wfCrowd* crowd ); // memory for the maps of the foresight
	void ( *buildFlow )( wfCrowd* crowd );
	float ( *foresee )( const wfCrowd* crowd, int32_t rank, const wfAgent* agent ); // angle off the global direction
	void ( *moveDiscs )( wfCrowd* crowd, int32_t move );							// one move of all discs, as far as possible
	void ( *commitDiscs )( wfCrowd* crowd, int32_t begin, int32_t end );
	uint64_t ( *hashPlaces )( const wfCrowd* crowd, uint64_t hash );

	// Saved states: which routes exist, and whether those of an agent are among them and its position is valid.
	void ( *saveRoutes )( struct wfStateWriter* writer, const wfCrowd* crowd );
	wfResult ( *restoreRoutes )( struct wfStateReader* reader, wfCrowd* next, int32_t layers, int32_t targets, wfError* error );
	bool ( *isSound )( const wfCrowd* crowd, const wfAgent* agent );
} wfGround;

extern const wfGround wf_planeGround, wf_meshGround;

// Plane: plane.c, plane_moves.c, plane_sight.c, plane_state.c over layers.c. Mesh: mesh_*.c.
wfResult wfCheckMeshGround( const wfGroundDef* def, wfError* error );
// Number of edits; 0 if there are none.
uint64_t wfGetGroundRevision( const wfCrowd* crowd );
wfResult wfCreateMeshGround( wfCrowd* crowd, const wfGroundDef* def, wfError* error );
wfResult wfHashWorld( const wfCrowd* crowd, uint64_t* hash );
void wfPerceiveInPlane( wfCrowd* crowd, int32_t begin, int32_t end );
void wfMoveInPlane( wfCrowd* crowd, int32_t move );
void wfCommitInPlane( wfCrowd* crowd, int32_t begin, int32_t end );
void wfSaveRoutesInPlane( struct wfStateWriter* writer, const wfCrowd* crowd );
wfResult wfRestoreRoutesInPlane( struct wfStateReader* reader, wfCrowd* next, int32_t layers, int32_t targets, wfError* error );
