// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#pragma once

#include "tests/test.h"

// Runs a group of tests, each listed in its own file.
void testExperimentFiles( int argc, char** argv );
void testScenes( int argc, char** argv );
