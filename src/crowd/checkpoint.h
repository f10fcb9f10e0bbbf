// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#pragma once

#include "crowd/crowd.h"

// Of the world and of all that was added to the crowd, of agents those before the first step.
wfResult wfGetFingerprint( const wfCrowd* crowd, uint64_t* fingerprint );
// The hash with everything of an agent's def in it.
uint64_t wfHashAgentDef( uint64_t hash, const wfAgentDef* def );
// Whether the numbers of an agent are finite and of a size that a step can bear.
bool wfAreNumbersSound( const wfAgent* agent );
// Whether the agents, their stops, the free slots and the queues of a crowd fit together and to what was added to it: nothing a
// step reads may be out of its range. `what` receives the first thing found wrong.
bool wfIsStateSound( wfCrowd* crowd, const char** what );
