// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What agents are told from outside and cannot simply do: walls put onto them, stops they cannot get to, velocities of the host.
#pragma once

#include "crowd/crowd.h"

// orders.c
// The velocity that the host wants, as a unit vector in the agent's axes or zero, and its speed.
wfVec2 wfSteeredDirection( const wfCrowd* crowd, const wfAgent* agent, double* speed );
// Before a tick, after edits: who is covered by a wall.
wfResult wfNoticeCovered( wfCrowd* crowd, wfError* error );
// How many are, as their flags say.
int32_t wfCountCovered( const wfCrowd* crowd );
// After the decisions of a tick: those who are covered move out of the wall, or stand.
void wfLeadOut( wfCrowd* crowd );
// At the end of a tick: events that are due, and agents that leave for what has happened to them. The memory has been reserved.
void wfTellOrders( wfCrowd* crowd );

// changes.c
// The agent stands at another place, with the stops it has. Whether there is room has been checked.
void wfPutAgent( wfCrowd* crowd, wfAgent* agent, wfPlace place );
