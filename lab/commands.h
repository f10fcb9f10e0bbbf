// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The commands of the program `wayfield-lab`: each gets the arguments after its name and returns an exit code.
#pragma once

#include "command.h"

int wfRunSteerBench( int argc, char** argv );
int wfRunBench( int argc, char** argv );
int wfRunExperiments( int argc, char** argv );
