// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#pragma once

#include "wayfield/picture.h"

// Turn the view to the side most of the paths are on; unchanged where no side shows more of them than another.
void wfChooseSurfaceView( const wfMesh* mesh, const wfSurfacePath* paths, int32_t count, wfView* view );
