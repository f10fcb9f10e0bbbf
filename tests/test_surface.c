// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Fields and paths on meshes.

#include "test_surface_field.h"
#include "test_surface_walk.h"

int main( int argc, char** argv )
{
	runSurfaceIntrinsicTests( argc, argv );
	runSurfaceFieldTests( argc, argv );
	runSurfaceGoalTests( argc, argv );
	runSurfaceRelaxTests( argc, argv );
	runSurfaceLazyTests( argc, argv );
	runSurfaceWalkTests( argc, argv );
	runSurfaceWalkMeshTests( argc, argv );
	runSurfacePathTests( argc, argv );
	runSurfaceMaskTests( argc, argv );
	runSurfaceTerrainTests( argc, argv );
	runSurfaceGeodesicTests( argc, argv );
	runSurfaceObstacleTests( argc, argv );
	runSurfaceDegenerateTests( argc, argv );
	return testReport();
}
