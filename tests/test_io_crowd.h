// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the tests of crowds in scenario files share.
#pragma once

#include "tests/test_io.h"

// Read a text as a run, with the default def when none is given; on failure the simulation is zero.
wfResult testReadRun( const char* text, const wfSimulationDef* def, wfSimulation* simulation, wfError* error );
bool testAcceptRun( const char* text, const wfSimulationDef* def, wfSimulation* simulation, const char* file, int line );
