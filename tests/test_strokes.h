// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#pragma once

#include "test.h"
#include "wayfield/strokes.h"

void runDivisionTests( int argc, char** argv );
void runRouteTests( int argc, char** argv );
