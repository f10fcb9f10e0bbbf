// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The parts of the reader of scenarios on meshes.
#pragma once

#include "io/json.h"

// Metres that are walked over however steep, where nothing is said.
#define WF_DEFAULT_STEP 0.3

// The fields of each kind of object; lists that end with null.
extern const char* const wf_surfaceRootFields[];
extern const char* const wf_meshFields[];
extern const char* const wf_surfaceFieldFields[];
extern const char* const wf_surfaceGoalFields[];
extern const char* const wf_surfaceStartFields[];
extern const char* const wf_surfaceObstacleFields[];
extern const char* const wf_sphereFields[];
extern const char* const wf_surfaceDiscFields[];

// All of a scenario but for what belongs to crowds, of which only the types are looked at. The caller frees the scene when it
// fails.
wfResult wfReadSurfaceTree( const wfJson* json, const wfSurfaceSceneDef* def, wfSurfaceScene* scene );

// Three numbers in [x, y, z].
wfResult wfJson_ReadVector3( const wfJson* json, const wfJsonNode* node, const wfNumberRange* range, const char* expected,
							 wfVec3* vector );
// A vertex of the mesh file, as the mesh's.
wfResult wfReadSurfaceVertex( const wfJson* json, const wfJsonNode* node, const wfSurfaceScene* scene, int32_t* vertex );
// A vertex, or a point [x, y, z] for the nearest place of the surface. `distance` may be null.
wfResult wfReadSurfacePoint( const wfJson* json, const wfJsonNode* node, const wfSurfaceScene* scene, wfSurfacePoint* point,
							 double* distance );
// "obstacles" into the mask of the scene.
wfResult wfReadSurfaceObstacles( const wfJson* json, const wfJsonNode* list, bool refined, wfSurfaceScene* scene );
