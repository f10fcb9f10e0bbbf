// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

/// What a crowd stands on: the plane of a world, or a triangle mesh.
#pragma once

#include "wayfield/field.h"
#include "wayfield/surface.h"

/// World and mesh must outlive the crowd.
typedef struct wfGroundDef
{
	wfWorld* world; // the plane: may be edited between ticks, the crowd follows the edits; null: a mesh

	const wfMesh* mesh;
	const wfSurfaceMask* mask; // obstacles; copied; null: none
	double height;			   // of the agents, metres: places with less headroom are obstacles; 0: not checked
	wfVec3 up;				   // direction of that height, a unit vector; zero: each triangle's normal
	wfWalls boundary;		   // boundary condition of the global fields, also at obstacles
	int32_t internalCookie;
} wfGroundDef;

WF_API wfGroundDef wfMakePlaneGround( wfWorld* world );
WF_API wfGroundDef wfMakeMeshGround( const wfMesh* mesh );
