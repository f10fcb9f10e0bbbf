// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The commands of the program `wayfield`: each gets the arguments after its name and returns an exit code.
#pragma once

#include "command.h"

int wfRunField( int argc, char** argv );
int wfRunPlan( int argc, char** argv );
int wfRunDemo( int argc, char** argv );
int wfRunRun( int argc, char** argv );
int wfRunMetrics( int argc, char** argv );
int wfRunAnimate( int argc, char** argv );
int wfRunMesh( int argc, char** argv );
int wfRunSurface( int argc, char** argv );
