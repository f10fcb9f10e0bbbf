// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "test_surface_field.h"

void runSurfaceRelaxTests( int argc, char** argv )
{
	(void)argc;
	(void)argv;
}
