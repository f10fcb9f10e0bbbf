// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Checks of the crowd's defs. Each returns wf_ok, or fills `error` (may be null) with the first invalid member: its name in
// `field`, what was found and expected in `message`. A def without its cookie is a programmer error and wf_invalidDef; invalid
// numbers are wf_outOfRange. Ids of other objects are only checked not to be negative: the crowd checks whether they exist.
#pragma once

#include "wayfield/crowd.h"

// Ranges needed in more than one place.
#define WF_MIN_AGENT_RADIUS 0.01
#define WF_MAX_AGENT_RADIUS 100.0
#define WF_MAX_AGENT_SPEED 100.0
#define WF_MAX_AGENTS 1e8 // that memory may be asked for at once

wfResult wfCheckStyleDef( const wfStyleDef* def, wfError* error );
// The stages' behaviours must be among the `count` in `table` and not be scheduled themselves.
wfResult wfCheckBehaviorDef( const wfBehaviorDef* def, const wfBehaviorDef* table, int32_t count, wfError* error );
wfResult wfCheckAgentDef( const wfAgentDef* def, wfError* error );
// `prefix` is prepended to the field names: "" or "agents[3]."
wfResult wfCheckStops( const wfStop* stops, int32_t count, const char* prefix, wfError* error );
wfResult wfCheckStop( const wfStop* stop, const char* prefix, wfError* error );
wfResult wfCheckSourceDef( const wfSourceDef* def, wfError* error );
wfResult wfCheckSinkDef( const wfSinkDef* def, wfError* error );
wfResult wfCheckExitsDef( const wfExitsDef* def, wfError* error );
wfResult wfCheckQueueDef( const wfQueueDef* def, wfError* error );
wfResult wfCheckCrowdDef( const wfCrowdDef* def, wfError* error );
// One number of an agent, for values that can change during the simulation.
wfResult wfCheckVector( const char* field, wfVec3 vector, double largest, wfError* error );
wfResult wfCheckNumber( const char* field, double value, double smallest, double largest, wfError* error );
