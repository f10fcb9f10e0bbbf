// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the tests of the crowd share.
#pragma once

#include "test.h"

void runLocalTests( int argc, char** argv );
