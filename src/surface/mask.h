// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Shared by the functions that draw obstacles on a mesh.
#pragma once

#include "surface/surface.h"

void wfBlockVertex( wfSurfaceMask* mask, int32_t vertex );
void wfBlockTriangle( wfSurfaceMask* mask, int32_t triangle );

// Straight, in 3D.
double wfMeasureToSegment( wfVec3 p, wfVec3 a, wfVec3 b );
double wfMeasureToTriangle( const wfMesh* mesh, int32_t triangle, wfVec3 p );
