// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the headers say in words only. generate.mjs ends with an error where something here is missing.

/** Functions that have no counterpart in JavaScript: hooks, threads, memory that C hands over, arrays of handles. */
export const skipped = new Set([
  'wfSetAllocator', 'wfSetLog', 'wfSetAssert', 'wfCreateWorkers', 'wfDestroyWorkers', 'wfWorkers_GetCount', 'wfWorkers_ParallelFor',
  'wfError_Format', 'wfSolveFieldCells', 'wfPlanner_CreateFields', 'wfSurfacePlanner_CreateFields', 'wfWalkSubgoals', 'wfRelaxSurface',
  'wfTraceSurfacePotential', 'wfSurfacePath_Touches', 'wfRankSlots', 'wfReadProblems', 'wfReadProblemsFromMemory', 'wfFreeProblems',
  'wfWriteMeshPly', 'wfWriteSurfacePaths', 'wfFrame_GetGap', 'wfExperiment_Find', 'wfFootstep_GetCircles', 'wfFootstep_GetExactCircles',
  'wfHash',
  // Recordings are the page's; of them the package has the footsteps, as rows.
  'wfDefaultRecorderDef', 'wfCreateRecorder', 'wfRecorder_AddFrame', 'wfRecorder_AddEvents', 'wfRecorder_AddFootsteps', 'wfRecorder_SetText',
  'wfRecorder_Commit', 'wfDestroyRecorder', 'wfDefaultReadTrajectoriesDef', 'wfReadTrajectories', 'wfReadTrajectoriesFromMemory',
  'wfFootstepTable_Add', 'wfFootstepTable_Sort', 'wfReadFootsteps', 'wfReadFootstepsFromMemory', 'wfWorld_FormatWkt', 'wfWriteCheckpoint', 'wfReadCheckpoint', 'wfWriteFootsteps', 'wfWriteFootstepSamples',
  // Explorers belong to crowds here; teams without one are for C.
  'wfCreateExploration', 'wfDefaultExplorationDef', 'wfDefaultExplorerDef', 'wfDefaultSoughtDef', 'wfDestroyExploration', 'wfExploration_AddExplorer', 'wfExploration_FindLiteFrontiers', 'wfExploration_GetDirection', 'wfExploration_GetEvents', 'wfExploration_GetExplorer', 'wfExploration_GetExplorerCount', 'wfExploration_GetField', 'wfExploration_GetFrontiers', 'wfExploration_GetGaze', 'wfExploration_GetMap', 'wfExploration_GetPotential', 'wfExploration_GetReport', 'wfExploration_Hash', 'wfExploration_IsDone', 'wfExploration_MeasureWays', 'wfExploration_RemoveExplorer', 'wfExploration_Restore', 'wfExploration_Save', 'wfExploration_Seek', 'wfExploration_SetMap', 'wfExploration_Tick',
]);

/** Lengths of arrays that are written, as functions of the arguments by name; 'changed': a struct that is read and written. */
export const outputs = {
  'wfGrid_Update.changed': (a) => a.grid.getWidth() * a.grid.getHeight(),
  'wfField_GetDirections.directions': (a) => a.cells.length,
  'wfCrowd_GetRouteLengths.metres': (a) => a.ids.length,
  'wfCrowd_AddRandomAgents.ids': (a) => a.count,
  'wfFormation_MakeSlots.slots': (a) => a.count,
  'wfFoldSlots.folded': (a) => a.def.slots.length,
  'wfAssignSlots.slotOf': (a) => a.def.starts.length,
  'wfDivide.branchOf': (a) => a.members.length,
  'wfMesh_MeasureHeadroom.headroom': (a) => a.mesh.getTriangleCount(),
  'wfMeasureGeodesics.distances': (a) => a.mesh.getVertexCount(),
  'wfRelax.p': (a) => a.grid.getWidth() * a.grid.getHeight(),
  'wfMesh_GetVertices.return': (a) => 3 * a.mesh.getVertexCount(),
  'wfMesh_GetTriangles.return': (a) => 3 * a.mesh.getTriangleCount(),
  'wfApplyPersonality.style': 'changed',
  'wfApplyPersonality.behavior': 'changed',
  'wfApplyPersonality.onSight': 'changed',
  'wfDistribution_Scale.distribution': 'changed',
  'wfSettleFoot.step': 'changed',
  'wfSettleFoot.stance': 'changed',
};

/** Texts that may be null. */
export const nullable = new Set(['wfOrderLog_CreateGroup.name', 'wfOrderLog_SplitGroup.name', 'wfWriteOrderLog.scenario']);

/** Which field counts the items of a pointer field, where its name does not say so; null: not read or written. */
export const counts = {
  'wfShapeDef.ringSizes': { field: 'ringCount', per: 1 },
  'wfShapeDef.cells': { field: 'width', per: 1, product: 'height' },
  'wfMeshDef.triangles': { field: 'triangleCount', per: 3 },
  'wfMeshDef.faces': { field: 'triangleCount', per: 1 },
  'wfMeshDef.faceLines': null,
  'wfMeshData.triangles': { field: 'triangleCount', per: 3 },
  'wfMeshData.faces': { field: 'triangleCount', per: 1 },
  'wfMeshData.faceLines': { field: 'faceCount', per: 1 },
  'wfMeshData.colors': { field: 'vertexCount', per: 3 },
  'wfSurfaceScene.vertexOfInput': { field: 'inputVertexCount', per: 1 },
  'wfDivisionDef.branches': { field: 'branchCount', per: 1 },
  'wfTrajectories.radii': { field: 'rowCount', per: 1 },
  'wfTrajectories.desiredSpeeds': { field: 'rowCount', per: 1 },
  'wfTrajectories.depths': { field: 'rowCount', per: 1 },
  'wfTrajectories.headings': { field: 'rowCount', per: 1 },
  'wfAnimationDef.agents': { field: 'agentCount', per: 1 },
  'wfGroupMap.cells': { field: 'columns', per: 1, product: 'rows' },
  'wfGroupMap.values': { field: 'columns', per: 1, product: 'rows' },
  'wfGroupMap.costs': { field: 'columns', per: 1, product: 'rows' },
  'wfGroupMap.places': { field: 'memberCount', per: 1 },
  'wfGroupMap.directions': { field: 'memberCount', per: 1 },
  'wfKnownCells.cells': { field: 'columns', per: 1, product: 'rows' },
  'wfSearchDef.prior': null,
  'wfKnowledgeMap.probability': { field: 'columns', per: 1, product: 'rows' },
  'wfKnowledgeMap.seen': { field: 'columns', per: 1, product: 'rows' },
  'wfKnowledgeMap.cells': { field: 'columns', per: 1, product: 'rows' },
  'wfExploreInput.explorers': null,
  'wfSoughtDef.prior': null,
};

/** Structs whose arrays are views of C's memory, flat: valid until the next call that changes what they belong to. */
export const views = {
  wfFrame: { wfVec3: 'Float64Array', wfAgentId: 'Uint32Array' },
};
