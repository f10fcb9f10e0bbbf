// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Floors of the stress laboratory as meshes.
#pragma once

#include "stress/stress.h"

// How a floor is bent along its own x axis: straight pieces, each as long as before, so that all distances along it stay the
// same.
typedef struct wfStressFold
{
	double* x;		 // lines of the mesh, ascending
	double* along;	 // where each of them lies then, seen from above
	double* heights; //
	int32_t count;
} wfStressFold;

// Where a point of the plan lies, seen from above, and how high.
wfVec2 wfStressFold_Bend( const wfStressFold* fold, wfVec2 point, double* height );
void wfDestroyStressFold( wfStressFold* fold );

// The mesh and the fold of a crowd: flat in half of the worlds. Walls are gaps in it.
wfResult wfCreateStressFloor( const wfStressWorld* world, wfStressCrowd* crowd, wfError* error );
// The vertices of a zone, to be freed.
int32_t* wfFindStressVertices( const wfStressWorld* world, const wfStressCrowd* crowd, int32_t zone, int32_t* count );
// Zones as goals of a crowd on that mesh: all vertices in them.
wfResult wfAddStressMeshGoals( const wfStressWorld* world, wfStressCrowd* crowd, wfError* error );
