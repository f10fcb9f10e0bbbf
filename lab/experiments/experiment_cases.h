// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Cases of an experiment in which every agent may have its own settings, where a variant has the same for all.
//
// A case is an object of the experiment with, all optional:
//   "preset":  of the crowd, instead of the file's
//   "seconds": to simulate at most, instead of those of the run
//   "people":  a list of objects with "agent", the name of an entry of "agents", and the "style", "behavior" and "onSight" its
//              agents are given. Where there is a list, entries it does not name are taken out before the first step
#pragma once

#include "experiment_crowd.h"

// Free the simulation with wfSimulation_Free, also on failure.
void wfRun_OpenCase( wfRun* run, const char* path, wfSimulation* simulation );
// Open it and keep every way. Free the walks also on failure.
void wfRun_WalkCase( wfRun* run, const char* path, wfWalks* walks );
// How far walls were entered at most, negative: the nearest anybody came to one. For agents of kind 0.
double wfRun_GetDeepestWallHit( const wfRun* run, const wfWalks* walks );
