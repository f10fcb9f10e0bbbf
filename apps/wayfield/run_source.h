// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Where `run` and `metrics` have their crowds and surfaces from.
#pragma once

#include "run.h"

// From a name to a crowd: a file, or one of the scenes that are built in.
typedef struct wfRunSource
{
	const char* name;
	int32_t agents; // 0: the scene's own number
	bool seedGiven, presetGiven;
	uint64_t seed;
	wfPreset preset;
	bool footsteps; // everybody walks on foot
	wfWorkers* workers;
} wfRunSource;

void wfOpenRunSource( const wfRunSource* source, wfSimulation* simulation );
// The mesh of such a scenario, of a mesh file or of a surface that is built in; `recorded`: a recording names it.
void wfOpenRunSurface( const char* name, bool recorded, wfSurfaceScene* scene );
