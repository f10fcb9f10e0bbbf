// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

/// Crowds on surfaces: agents with small fields of their own on the patch of surface around them, with the zones, behaviours,
/// personalities and motion rules of the planar crowd. Discs never overlap: along the surface the centres of two agents are
/// always at least the sum of their radii apart, and each at least its radius from obstacles and mesh limits.
///
/// One thread at a time calls a crowd. The same mesh, defs and seed give the same bits for any number of workers.
#pragma once

#include "wayfield/crowd.h"
#include "wayfield/surface.h"

typedef struct wfSurfaceCrowd wfSurfaceCrowd;

typedef struct wfSurfaceCrowdDef
{
	wfPreset preset;		   // of the crowd's own style; foresight and gates are the plane's alone
	double stepSeconds;		   // between plans
	int32_t substeps;		   // moves between plans
	const wfSurfaceMask* mask; // obstacles; copied; null: none
	double height;			   // of the agents: lower places are obstacles; 0: not asked
	wfVec3 up;				   // of that height; zero: each triangle's normal
	wfWalls limits;			   // of the global fields
	double haste;			   // of the global fields, 1/m; 0 becomes a small default where nothing repels
	double stuckSeconds;	   // an agent that made no way for so long is told as stuck, once
	uint64_t seed;
	size_t memoryLimit; // bytes for global fields, 0: none
	wfWorkers* workers; // may be null
	int32_t internalCookie;
} wfSurfaceCrowdDef;

WF_API wfSurfaceCrowdDef wfMakeSurfaceCrowdDef( wfPreset preset );

/// The mesh must outlive the crowd.
WF_API wfResult wfCreateSurfaceCrowd( const wfMesh* mesh, const wfSurfaceCrowdDef* def, wfSurfaceCrowd** crowd, wfError* error );
WF_API void wfDestroySurfaceCrowd( wfSurfaceCrowd* crowd );
WF_API const wfMesh* wfSurfaceCrowd_GetMesh( const wfSurfaceCrowd* crowd );
WF_API wfSurfaceCrowdDef wfSurfaceCrowd_GetDef( const wfSurfaceCrowd* crowd );

/// Styles and behaviours as in the plane. Vectors and points of behaviours are in space: v and `vz`, point and `pointZ`; a vector
/// that is not relative is projected onto the surface. Custom behaviours see the plane of the agent's triangle.
WF_API wfResult wfSurfaceCrowd_AddStyle( wfSurfaceCrowd* crowd, const wfStyleDef* def, wfStyleId* id, wfError* error );
WF_API wfResult wfSurfaceCrowd_AddBehavior( wfSurfaceCrowd* crowd, const wfBehaviorDef* def, wfBehaviorId* id, wfError* error );
/// A goal for any number of agents: its field is solved once for each size of agents that go there. `reach`: arrived when the
/// disc's centre is within so many metres of a goal vertex or of the place; 0: the larger of the radius and 0.25 m.
WF_API wfResult wfSurfaceCrowd_AddGoal( wfSurfaceCrowd* crowd, const wfSurfaceGoalDef* def, double reach, int32_t* goal,
										wfError* error );

typedef struct wfSurfaceAgentDef
{
	wfSurfacePoint place;
	double radius;
	wfVec3 heading; // projected onto the surface; zero: toward the first goal
	double speed;	// initial, along the heading
	double desiredSpeed;
	const int32_t* goals; // in the order they are visited; copied; none: it stands where it is
	int32_t goalCount;
	wfAtEnd atEnd;
	wfStyleId style;	   // null: the crowd's own
	wfBehaviorId behavior; // null: harmonic
	wfBehaviorId onSight;  // null: none
	uint64_t userData;
	int32_t internalCookie;
} wfSurfaceAgentDef;

WF_API wfSurfaceAgentDef wfDefaultSurfaceAgentDef( void );
WF_API wfResult wfSurfaceCrowd_AddAgent( wfSurfaceCrowd* crowd, const wfSurfaceAgentDef* def, wfAgentId* id, wfError* error );
/// Agents in random free places at least `gap` metres apart and from all others, with as many of the def's copies as `count`
/// asks for; `ids` may be null. wf_startBlocked when there is no room for all: none is added then.
WF_API wfResult wfSurfaceCrowd_AddRandomAgents( wfSurfaceCrowd* crowd, const wfSurfaceAgentDef* def, int32_t count, double gap,
												wfAgentId* ids, wfError* error );
WF_API wfResult wfSurfaceCrowd_RemoveAgent( wfSurfaceCrowd* crowd, wfAgentId id );
WF_API wfResult wfSurfaceCrowd_SetGoals( wfSurfaceCrowd* crowd, wfAgentId id, const int32_t* goals, int32_t count,
										 wfError* error );

WF_API wfResult wfSurfaceCrowd_SetDesiredSpeed( wfSurfaceCrowd* crowd, wfAgentId id, double speed, wfError* error );
WF_API wfResult wfSurfaceCrowd_SetStyle( wfSurfaceCrowd* crowd, wfAgentId id, wfStyleId style );
WF_API wfResult wfSurfaceCrowd_SetBehavior( wfSurfaceCrowd* crowd, wfAgentId id, wfBehaviorId behavior, wfBehaviorId onSight );

/// Solve the fields that are needed and check every new agent: in an obstacle, overlapping another, without a way to a goal.
WF_API wfResult wfSurfaceCrowd_Prepare( wfSurfaceCrowd* crowd, wfAgentId* culprit, wfAgentId* other, wfError* error );
/// One plan and its moves.
WF_API wfResult wfSurfaceCrowd_Step( wfSurfaceCrowd* crowd, wfError* error );

WF_API double wfSurfaceCrowd_GetTime( const wfSurfaceCrowd* crowd );
WF_API int64_t wfSurfaceCrowd_GetStepCount( const wfSurfaceCrowd* crowd );
WF_API int32_t wfSurfaceCrowd_GetAgentCount( const wfSurfaceCrowd* crowd );
WF_API int64_t wfSurfaceCrowd_GetTotalCount( const wfSurfaceCrowd* crowd );
WF_API int64_t wfSurfaceCrowd_GetArrivedCount( const wfSurfaceCrowd* crowd );
WF_API bool wfSurfaceCrowd_IsDone( const wfSurfaceCrowd* crowd );
WF_API uint64_t wfSurfaceCrowd_GetHash( const wfSurfaceCrowd* crowd );

typedef struct wfSurfaceAgentState
{
	wfAgentId id;
	uint32_t serial;
	wfSurfacePoint place;
	wfVec3 position, velocity, heading; // heading: unit vector
	double radius, desiredSpeed;
	int32_t goal, goalCount; // the one it is on the way to; goal == goalCount: at the end
	double wayToGo;			 // metres to the present goal, by the field's own measure
	double wayDone;			 // metres walked
	double enteredTime, pressedSeconds;
	uint64_t userData;
} wfSurfaceAgentState;

WF_API int32_t wfSurfaceCrowd_GetAgentIds( const wfSurfaceCrowd* crowd, wfAgentId* ids, int32_t capacity );
WF_API bool wfSurfaceCrowd_IsAgentValid( const wfSurfaceCrowd* crowd, wfAgentId id );
WF_API wfSurfaceAgentState wfSurfaceCrowd_GetAgent( const wfSurfaceCrowd* crowd, wfAgentId id );
/// As of a planar crowd, with heights and climbs. Places, velocities and headings are those seen from above, along -z; what an
/// agent faces in space is told by wfSurfaceCrowd_GetAgent, and wfMesh_GetNormal of its triangle which way is up there.
WF_API wfFrame wfSurfaceCrowd_GetFrame( wfSurfaceCrowd* crowd );
WF_API int32_t wfSurfaceCrowd_GetEvents( const wfSurfaceCrowd* crowd, const wfEvent** events );
/// The local map of an agent, in the plane of its triangle.
WF_API wfResult wfSurfaceCrowd_GetLocalMap( wfSurfaceCrowd* crowd, wfAgentId id, wfLocalMap* map );
WF_API wfCrowdProfile wfSurfaceCrowd_GetProfile( const wfSurfaceCrowd* crowd );

/// All pairs and walls checked exactly, along the surface.
typedef struct wfSurfaceContactReport
{
	int64_t pairs; // looked at
	int64_t overlaps;
	double leastGap; // metres between two discs; infinity without pairs
	int64_t wallHits;
	double leastWallGap;
} wfSurfaceContactReport;

WF_API wfResult wfSurfaceCrowd_CheckContacts( wfSurfaceCrowd* crowd, wfSurfaceContactReport* report );

WF_API size_t wfSurfaceCrowd_Save( const wfSurfaceCrowd* crowd, void* buffer, size_t capacity );
WF_API wfResult wfSurfaceCrowd_Restore( wfSurfaceCrowd* crowd, const void* data, size_t size, wfError* error );
