// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#pragma once

#include "stress/stress.h"

struct wfStressSquads;
struct wfText;
struct wfJsonOut;

typedef struct wfStressScenario
{
	const wfStressWorld* world;
	const wfStressCrowd* crowd;			 // its mode, cells, and mesh
	const struct wfStressSquads* squads; // null: none
	double seconds;						 // it runs at most
	const char* path;					 // on a mesh the mesh is written beside it
} wfStressScenario;

// A world and its crowd, not yet begun, as a file that `wayfield run` runs. The run is the same as that of the laboratory, bit
// for bit in the plane.
wfResult wfWriteStressScenario( const wfStressScenario* scenario, wfError* error );
wfResult wfAddStressScenario( const wfStressScenario* scenario, struct wfText* text, wfError* error );
// Its groups and orders, sinks too.
void wfAddStressSquads( const wfStressWorld* world, const struct wfStressSquads* squads, struct wfJsonOut* json );

#define WF_STRESS_PERSON_NAME 16
void wfNameStressPerson( int32_t person, char name[WF_STRESS_PERSON_NAME] );
