// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The objects of scenario files.
#pragma once

#include "io/fields.h"

extern const wfObject wf_scenarioObject;
extern const wfObject wf_worldObject;
extern const wfObject wf_mapObject;
extern const wfObject wf_gridObject;
extern const wfObject wf_fieldObject;
// In the order of wfShapeKind, wfGoalKind, wfRegionKind and wfBehaviorKind; lists end with null.
extern const wfObject* const wf_shapeObjects[];
extern const wfObject* const wf_goalObjects[];
extern const wfObject* const wf_regionObjects[];
extern const wfObject* const wf_areaObjects[]; // regions but for the circle
extern const wfObject* const wf_behaviorObjects[];
extern const wfObject wf_terrainObject; // on top of a shape

// On meshes.
extern const wfObject wf_meshScenarioObject;
extern const wfObject wf_meshObject; // the second part is that of repairs
extern const wfObject wf_meshGoalObject;
extern const wfObject wf_startObject;
extern const wfObject wf_obstacleObject;
extern const wfObject wf_sphereObject;
extern const wfObject wf_surfaceDiscObject;
extern const wfObject wf_meshFieldObject;
extern const wfObject* const wf_spaceRegionObjects[]; // in the order of wfSpaceRegionKind after its first
extern const wfObject* const wf_spaceBoxObjects[];	  // the last of these

extern const wfObject wf_crowdObject;
extern const wfObject wf_runObject;
extern const wfObject wf_runLineObject;
extern const wfObject wf_styleObject;
extern const wfObject wf_gaitObject; // the second part is that of legs: what is said of both may be said of one
extern const wfObject wf_legObject;
extern const wfObject wf_agentTargetObject;
extern const wfObject wf_waveObject;
extern const wfObject wf_stageObject;
extern const wfObject wf_queueObject;
extern const wfObject wf_exitObject;
extern const wfObject wf_agentObject;
// The second part is that of entries.
extern const wfObject wf_sourceObject;
extern const wfObject wf_singleAgentObject;
extern const wfObject wf_placedGroupObject;
extern const wfObject wf_groupObject;
extern const wfObject wf_groupShapeObject;
extern const wfObject wf_teamObject; // the second part of both is that of shapes
extern const wfObject wf_exploreObject;
extern const wfObject wf_orderObject;
extern const wfObject wf_orderFileObject;
extern const wfObject wf_stopObject; // the first six fields say where, and exclude each other
extern const wfObject wf_drawObject;

extern const char* const wf_presetNames[];
extern const char* const wf_locomotionNames[];
