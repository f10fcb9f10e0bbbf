// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the experiments with crowds share: variants of a scenario, the paths its agents walk, and measures of them.
//
// A variant is an object of the experiment with, all optional:
//   "name":     of it
//   "agents":   names of the entries of "agents" that take part; the others are taken out before the first tick
//   "style":    name of the style of all who take part
//   "behavior": name of their behaviour; "onSight": of that on sight
//   "people":   instead of these four: a list of objects with "agent", the name of an entry of "agents", and the "style",
//   "behavior"
//               and "onSight" its agents are given. Entries it does not name are taken out
//   "preset":   of the crowd, instead of the file's
//   "seconds":  to simulate at most, instead of those of the run
#pragma once

#include "experiment.h"
#include "run.h"

// The walk of one agent. A disc's: a place before the first tick and after each it was there. On foot: its footsteps.
typedef struct wfAgentWalk
{
	uint32_t serial;
	int32_t entry; // number in "agents", from 1 on
	double radius, desiredSpeed;
	wfVec2* places;
	int64_t capacity;
	int32_t count;
	int32_t firstTick; // of the first place
	const wfFootstepRow* rows;
	int32_t rowCount;
	bool arrived;
	double from, to; // seconds: on foot the first footstep that moves anything begins; arrived, or the end of the run
} wfAgentWalk;

// The walks of all agents of a run, by serial.
typedef struct wfCrowdWalks
{
	wfAgentWalk* walks;
	int64_t capacity;
	int32_t count;
	double tickSeconds, seconds; // seconds: simulated
	double processor;			 // seconds of the crowd's ticks, over all threads
	int32_t arrived, stuck;
	double smallestGap; // between any two discs at any time, metres; infinite when there was one agent only
	// Of those on foot.
	wfFootstepTable table; // sorted; wfFootstepTable_Free frees it
	wfCircleReport circles;
	wfFootstepStats stats;
	double agentSeconds; // on the way, over all
} wfCrowdWalks;

// Several variants, with what was walked in each.
typedef struct wfVariants
{
	char names[WF_MAX_LIST][48];
	wfCrowdWalks walks[WF_MAX_LIST];
	int32_t count;
	double gap;	 // the smallest of all
	bool beside; // the pictures of another list are drawn, too
} wfVariants;

// Results are the same for any number of threads, so all there are serve where there is much to do.
wfWorkers* wfGetTrialWorkers( void );
// The scenario with so many agents and this seed, 0: as the file says. Without workers: one thread.
wfSimulation wfTrial_OpenCrowd( wfTrial* run, int32_t agents, uint64_t seed, wfWorkers* workers );
// The scenario with its variant applied; `variant` is the path of the object, null: as the file says.
wfSimulation wfTrial_OpenVariant( wfTrial* run, const char* variant, uint64_t seed );
// Take out all who are not of these entries.
void wfTrial_KeepEntries( wfTrial* run, wfCrowd* crowd, const int32_t* entries, int32_t entryCount );
// Run until all have arrived or the time is over, and keep every walk.
wfCrowdWalks wfTrial_Record( wfTrial* run, wfSimulation* simulation );
// Both.
wfCrowdWalks wfTrial_Walk( wfTrial* run, const char* variant );
// The variants of a list, `least` or more, one after the other; or those with these names in "cases", ending with null.
wfVariants wfTrial_WalkList( wfTrial* run, const char* list, int32_t least );
wfVariants wfTrial_WalkCases( wfTrial* run, const char* const* names );
// The one of this name, which must be there.
const wfCrowdWalks* wfVariants_Get( const wfVariants* variants, const char* name );
// Whether nothing moves in a footstep.
bool wfMovesNothing( const wfFootstep* step );
// The number of the entry that a text of the experiment names; fails when there is none.
int32_t wfTrial_FindEntry( wfTrial* run, const char* path );
// The path of the k-th agent, from 0 on, of an entry; an empty one when there is none.
const wfAgentWalk* wfCrowdWalks_Find( const wfCrowdWalks* walks, int32_t entry, int32_t k );

// ------------------------------------------------------------------------------------------------------------- measures

double wfAgentWalk_GetLength( const wfAgentWalk* walk );
// Root mean square of the curvature, 1/m, of the path as a polyline whose points lie `spacing` metres apart along it, so that
// slow and fast steps count alike: 0 for a straight path, and few sharp corners count more than many slight ones.
double wfAgentWalk_GetCurvature( const wfAgentWalk* walk, double spacing );
// Length against the straight line from the first to the last place.
double wfAgentWalk_GetDetour( const wfAgentWalk* walk );
// Mean signed distance to the left of the line from a to b, over the places whose foot lies in the part of the line from the
// fraction `from` to `to`; not a number where there are none.
double wfAgentWalk_GetOffset( const wfAgentWalk* walk, wfVec2 a, wfVec2 b, double from, double to );
// Smallest distance to a point, and of the middles of two agents at equal times.
double wfAgentWalk_GetNearest( const wfAgentWalk* walk, wfVec2 point );
double wfAgentWalk_GetNearestWalk( const wfAgentWalk* a, const wfAgentWalk* b );
// Seconds spent slower than this part of the desired speed, between the first tick and the last.
double wfAgentWalk_GetSlowSeconds( const wfAgentWalk* walk, double tickSeconds, double part );
// How far walls were entered at most, negative: the nearest anybody came to one. For agents of kind 0.
double wfTrial_GetDeepestWallHit( const wfTrial* run, const wfCrowdWalks* walks );

// ------------------------------------------------------------------------------------------------------------- pictures

// Draw paths over the scenario's world, into the run's picture with `suffix` before its extension. Does nothing when no picture
// was asked for. All of several runs in one picture, each path in its own colour.
void wfTrial_DrawWalks( wfTrial* run, const char* suffix, const char* title, const wfCrowdWalks* walks, int32_t count );
// One picture for each variant, named after it; the first one's has no suffix, unless they are drawn beside others. `titles`
// null: the names.
void wfTrial_DrawVariants( wfTrial* run, const wfVariants* variants, const char* const* titles );
