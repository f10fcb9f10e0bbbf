// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the experiments with crowds share: variants of a scenario, the ways its agents walk, and measures of them.
//
// A variant is an object of the experiment with, all optional:
//   "agents":   names of the entries of "agents" that take part; the others are taken out before the first step
//   "style":    name of the style of all who take part
//   "behavior": name of their behaviour; "onSight": of that on sight
//   "seconds":  to simulate at most, instead of those of the run
#pragma once

#include "experiment.h"

#include "wayfield/picture.h"

// The way of one agent: a place before the first step and after each it was there.
typedef struct wfWalk
{
	uint32_t serial;
	int32_t entry; // number in "agents", from 1 on
	double radius, desiredSpeed;
	wfVec2* places;
	int32_t count, capacity;
	int32_t firstStep; // of the first place
	bool arrived;
	double arrivedTime; // seconds; where it did not arrive, the end of the run
} wfWalk;

// The ways of all agents of a run, by serial.
typedef struct wfWalks
{
	wfWalk* walks;
	int32_t count, capacity;
	double stepSeconds, seconds; // seconds: simulated
	int32_t arrived, stuck;
	double smallestGap; // between any two discs at any time, metres; infinite when there was one agent only
} wfWalks;

// The scenario with its variant applied; `variant` is the path of the object, null: as the file says. Free it with
// wfSimulation_Free, also on failure.
void wfRun_OpenVariant( wfRun* run, const char* variant, wfSimulation* simulation );
// Step until all have arrived or the time is over, and keep every way.
void wfRun_Record( wfRun* run, wfSimulation* simulation, wfWalks* walks );
// Both. Free the walks also on failure.
void wfRun_Walk( wfRun* run, const char* variant, wfWalks* walks );
void wfWalks_Free( wfWalks* walks );
// The ids of all agents; free() them. Null and a count of 0 on failure.
wfAgentId* wfRun_GetAgentIds( wfRun* run, const wfCrowd* crowd, int32_t* count );
// The way of the k-th agent, from 0 on, of an entry; an empty one when there is none.
const wfWalk* wfWalks_Find( const wfWalks* walks, int32_t entry, int32_t k );

// ------------------------------------------------------------------------------------------------------------- measures

double wfWalk_GetLength( const wfWalk* walk );
// Sum of the absolute angles between successive steps, degrees per metre walked: 0 for a straight way. Steps shorter than a tenth
// of a millimetre have no direction and are left out.
double wfWalk_GetTurning( const wfWalk* walk );
// Root mean square of the curvature, 1/m, of the way as a polyline whose points lie `spacing` metres apart along it, so that slow
// and fast steps count alike: 0 for a straight way, and few sharp corners count more than many slight ones.
double wfWalk_GetCurvature( const wfWalk* walk, double spacing );
// Length against the straight line from the first to the last place.
double wfWalk_GetDetour( const wfWalk* walk );
// Mean signed distance to the left of the line from a to b, over the places whose foot lies in the part of the line from the
// fraction `from` to `to`; not a number where there are none.
double wfWalk_GetOffset( const wfWalk* walk, wfVec2 a, wfVec2 b, double from, double to );
// Smallest distance to a point, and of the middles of two agents at equal times.
double wfWalk_GetNearest( const wfWalk* walk, wfVec2 point );
double wfWalk_GetNearestWalk( const wfWalk* a, const wfWalk* b );
// Seconds spent slower than this part of the desired speed, between the first step and the last.
double wfWalk_GetSlowSeconds( const wfWalk* walk, double stepSeconds, double part );

// ------------------------------------------------------------------------------------------------------------- pictures

// Draw ways over the scenario's world, into the run's picture with `suffix` before its extension. Does nothing when no picture
// was asked for. All of several runs in one picture, each way in its own colour.
void wfRun_DrawWalks( wfRun* run, const char* suffix, const char* title, const wfWalks* const* walks, int32_t count );
// The name of such a picture.
void wfRun_NamePicture( const wfRun* run, const char* suffix, char* path, size_t capacity );
