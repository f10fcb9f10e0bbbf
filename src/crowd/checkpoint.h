// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#pragma once

#include "base/bytes.h"
#include "crowd/crowd.h"

// Give back the memory of what a saved state replaces, but for the walkers.
void wfReleaseState( wfCrowd* crowd );
// Of the world and of everything added to the crowd; of agents, those added before the first tick.
uint64_t wfGetFingerprint( const wfCrowd* crowd );
// The hash extended by a whole agent def.
uint64_t wfHashAgentDef( uint64_t hash, const wfAgentDef* def );
// Whether the numbers of an agent are finite and of a magnitude that a tick can handle.
bool wfAreNumbersSound( const wfAgent* agent );
// Whether the agents, their stops, the free slots and the queues of a crowd are consistent with each other and with what was
// added to the crowd: nothing that a tick reads may be out of range. `what` receives the first problem found.
bool wfIsStateSound( wfCrowd* crowd, const char** what );
