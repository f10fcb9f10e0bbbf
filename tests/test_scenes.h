// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#pragma once

// Lists of tests (test_scenes_crowd.c, test_scenes_surface.c, test_scenes_footsteps.c).
void scenesRunCrowdTests( int argc, char** argv );
void scenesRunSurfaceTests( int argc, char** argv );
void scenesRunFootstepTests( int argc, char** argv );
