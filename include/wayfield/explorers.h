// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

/// Explorers in a crowd: agents that do not know the world. They are agents like any others, discs or on foot, with styles and
/// behaviours; nobody overlaps anybody. Instead of stops an exploration leads them: in every tick the crowd tells it where they
/// are and whom they may see, and asks it for directions. See docs/exploration.md, and explore.h for what an exploration does.
///
/// All calls here are those of the crowd: one thread at a time, between ticks. Only in the plane: crowds on meshes refuse them.
#pragma once

#include "wayfield/crowd.h"
#include "wayfield/explore.h"

/// Generational ids; {0} is null.
typedef struct wfExplorersId
{
	uint32_t index1, generation;
} wfExplorersId;

/// Explorers that belong together: one exploration.
typedef struct wfExplorersDef
{
	wfExplorationDef exploration; // bounds and workers are those of the crowd. cellSize 0: as the passages need; radius 0: that
								  // of the largest member
	wfExplorerDef sight;		  // of the members; the user data is that of the agent
	const wfAgentId* members;	  // who is in a group, or explores already, leaves that
	int32_t memberCount;
	int32_t kind; // of the members, 0 to 31: which terrain is open to them
	uint64_t userData;
	int32_t internalCookie;
} wfExplorersDef;

WF_API wfExplorersDef wfDefaultExplorersDef( void );

/// The members forget their stops. Without members it waits for some; then it needs a radius. wf_notFound: a member is not in the
/// crowd, or named twice. wf_outOfRange: a member is larger than the radius, or of another kind. wf_unsupported: on a mesh.
WF_API wfResult wfCrowd_CreateExplorers( wfCrowd* crowd, const wfExplorersDef* def, wfExplorersId* id, wfError* error );
/// Its members stand where they are, and what they know is gone.
WF_API wfResult wfCrowd_DestroyExplorers( wfCrowd* crowd, wfExplorersId id );
WF_API bool wfCrowd_AreExplorersValid( const wfCrowd* crowd, wfExplorersId id );
/// They know nothing yet, unless the map is shared. Agents that are members already stay it.
WF_API wfResult wfCrowd_AddToExplorers( wfCrowd* crowd, wfExplorersId id, const wfAgentId* agents, int32_t count,
										wfError* error );
/// They stand where they are. Members also leave with wfCrowd_SetStops, when they join a group, and when they leave the crowd.
WF_API wfResult wfCrowd_RemoveFromExplorers( wfCrowd* crowd, wfExplorersId id, const wfAgentId* agents, int32_t count,
											 wfError* error );

/// What they look for.
typedef struct wfSearchDef
{
	wfAgentId agent;	 // somebody, or null: the thing at `place`
	wfVec3 place;		 //
	double speed;		 // m/s at which it may move, 0: it stands
	const float* prior;	 // by cell of the map: where it may be; copied; null: anywhere alike
	double findDistance; // m: found when an explorer is this near and sees it (0: when seen)
	int32_t internalCookie;
} wfSearchDef;

WF_API wfSearchDef wfDefaultSearchDef( void );
/// Replaces what was looked for before; who has explored everything begins anew. Null: nothing is looked for. wf_notFound: no
/// such agent, or it is one of the explorers. Who has left the crowd is looked for until everything is explored.
WF_API wfResult wfCrowd_Seek( wfCrowd* crowd, wfExplorersId id, const wfSearchDef* def, wfError* error );
/// As wfExploration_SetMap. Who was done goes on.
WF_API wfResult wfCrowd_SetKnowledge( wfCrowd* crowd, wfExplorersId id, int32_t map, const uint8_t* cells, wfError* error );

/// Its queries tell of maps, frontiers, ways and events, which are those of the crowd's last tick. Null: there are no such
/// explorers. The crowd's; it changes in ticks and by the calls above.
WF_API const wfExploration* wfCrowd_GetExploration( const wfCrowd* crowd, wfExplorersId id );
/// Ids of all; returns the count needed, also beyond the capacity.
WF_API int32_t wfCrowd_GetExplorersIds( const wfCrowd* crowd, wfExplorersId* ids, int32_t capacity );

typedef struct wfExplorersState
{
	wfExplorersId id;
	int32_t count; // of explorers by number, also those that have left
	double radius, cellSize;
	int32_t kind;
	wfExplorerDef sight;
	wfAgentId sought; // null: a thing, or nothing
	bool seeks;
	wfVec3 soughtPlace; // of the thing, or of who is sought
	uint64_t userData;
} wfExplorersState;

/// A zeroed state for explorers that are not there.
WF_API wfExplorersState wfCrowd_GetExplorers( const wfCrowd* crowd, wfExplorersId id );
/// Who has a number in the exploration; null: it has left.
WF_API wfAgentId wfCrowd_GetExplorerAgent( const wfCrowd* crowd, wfExplorersId id, int32_t explorer );
/// The explorers an agent belongs to, and its number there; null: none.
WF_API wfExplorersId wfCrowd_GetExplorersOf( const wfCrowd* crowd, wfAgentId agent, int32_t* explorer );
/// Where an explorer looks, a unit vector; zero: there is no such explorer.
WF_API wfVec3 wfCrowd_GetGaze( const wfCrowd* crowd, wfExplorersId id, int32_t explorer );
