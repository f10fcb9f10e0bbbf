// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#pragma once

#include "stress/stress.h"

// A world and its crowd, not yet begun, as a file that `wayfield run` runs for at most so many seconds; on a mesh with the mesh
// beside it. The run is the same as that of the laboratory, bit for bit in the plane.
wfResult wfWriteStressScenario( const wfStressWorld* world, const wfStressCrowd* crowd, double seconds, const char* path,
								wfError* error );
