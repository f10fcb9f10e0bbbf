// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#pragma once

#include "sparse/solve.h"

void runWideTests( int argc, char** argv );

// The whole solution for a unit source, in the solver.
wfResult solveWhole( wfSolver* solver, const wfFactor* factor, int32_t source );
