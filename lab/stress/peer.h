// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What a crowd is compared with: the people of a world who follow exact routes and avoid each other by ORCA.
#pragma once

#include "stress/stress.h"

// How it is usually run.
#define WF_PEER_STEP 0.25	   // seconds
#define WF_PEER_HORIZON 5.0	   // seconds free of collisions with others
#define WF_PEER_NEIGHBORS 10   // the nearest ones
#define WF_PEER_MOST_SPEED 2.0 // times the desired one
#define WF_PEER_CONTACT 1e-3   // metres: contacts are deeper than this

// From the first step to the verdict, with the stops, the arrivals and the bound of our crowd.
wfResult wfRunStressPeer( const wfStressWorld* world, const wfStressRunDef* def, wfStressOutcome* outcome, wfError* error );
