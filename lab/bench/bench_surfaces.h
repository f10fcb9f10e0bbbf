// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What benchmarks on meshes share.
#pragma once

#include "bench.h"
#include "wayfield/io.h"

// A file, or a built-in surface of about so many vertices (0: its own number).
wfMesh* wfBench_OpenMesh( const char* name, int32_t vertices );
// Discs in random places that cover about a tenth of the surface together.
wfSurfaceMask* wfBench_BlockDiscs( const wfMesh* mesh, int32_t count, uint64_t seed );
// The vertex must stay where it is.
wfSurfaceGoalDef wfMakeVertexGoal( const int32_t* vertex );
// Random free vertices of the largest piece; returns how many were found. `mask` may be null.
int32_t wfBench_PickVertices( const wfMesh* mesh, const wfSurfaceMask* mask, uint64_t seed, int32_t* vertices, int32_t count );
