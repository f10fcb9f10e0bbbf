// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Lists of tests of `wayfield`, each in its own file (test_cli_*.c).
#pragma once

#include "tests/cli.h"

void cliRunPlanTests( int argc, char** argv );
void cliRunRefusalTests( int argc, char** argv );
void cliRunCrowdTests( int argc, char** argv );
void cliRunFootstepTests( int argc, char** argv );
void cliRunGroupTests( int argc, char** argv );
void cliRunPageTests( int argc, char** argv );
void cliRunStudioTests( int argc, char** argv );
void cliRunExploreTests( int argc, char** argv );
void cliRunSurfaceTests( int argc, char** argv );
void cliRunSurfaceCrowdTests( int argc, char** argv );
