// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#pragma once

#include "base/bytes.h"
#include "crowd/crowd.h"

// Give back the memory of what a saved state replaces, but for the walkers.
void wfReleaseState( wfCrowd* crowd );
// What a saved state belongs to.
typedef struct wfFingerprint
{
	uint64_t ground;   // world, or mesh with its obstacles and goals
	uint64_t settings; // the crowd's def
	uint64_t added;	   // styles, behaviours, gaits, queues, sources, sinks
	uint64_t agents;   // added before the first tick; who came later is only part of the state
} wfFingerprint;

wfFingerprint wfGetFingerprint( const wfCrowd* crowd );
// The hash extended by a whole agent def.
uint64_t wfHashAgentDef( uint64_t hash, const wfAgentDef* def );
// Whether the numbers of an agent are finite and of a magnitude that a tick can handle.
bool wfAreNumbersSound( const wfAgent* agent );
// Whether the agents, their stops, the free slots and the queues of a crowd are consistent with each other and with what was
// added to the crowd: nothing that a tick reads may be out of range. `what` receives the first problem found.
bool wfIsStateSound( wfCrowd* crowd, const char** what );
