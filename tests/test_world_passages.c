// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT
#include "test_world.h"
void runPassageTests( int argc, char** argv )
{
	(void)argc;
	(void)argv;
}
