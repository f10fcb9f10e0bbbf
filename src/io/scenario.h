// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The parts of the scenario reader.
#pragma once

#include "io/json.h"

// The fields of each kind of object; lists that end with null.
extern const char* const wf_boxFields[];
extern const char* const wf_discFields[];
extern const char* const wf_segmentFields[];
extern const char* const wf_polygonFields[];
extern const char* const wf_imageFields[];
extern const char* const wf_terrainFields[]; // those that terrain has on top of its shape
extern const char* const wf_pointGoalFields[];
extern const char* const wf_pointsGoalFields[];

// "obstacles", "walkable" or "terrain": a list of shapes.
wfResult wfReadShapes( const wfJson* json, const wfJsonNode* list, wfShapeRole role, wfScenario* scenario );
wfResult wfReadGoals( const wfJson* json, const wfJsonNode* list, wfScenario* scenario );
// Fails at the point when it lies outside of the bounds of the world.
wfResult wfCheckInside( const wfJson* json, const wfJsonNode* node, const wfScenario* scenario, wfVec2 point, const char* what );
