// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "tests/test_cli.h"

int main( int argc, char** argv )
{
	cliExcuseFontconfig();
	cliRunPlanTests( argc, argv );
	cliRunRefusalTests( argc, argv );
	cliRunCrowdTests( argc, argv );
	cliRunFootstepTests( argc, argv );
	cliRunGroupTests( argc, argv );
	cliRunPageTests( argc, argv );
	cliRunStudioTests( argc, argv );
	cliRunExploreTests( argc, argv );
	cliRunSurfaceTests( argc, argv );
	cliRunSurfaceCrowdTests( argc, argv );
	cliCleanUp();
	return testReport();
}
