// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "test_steer.h"

#include "test.h"

int main( int argc, char** argv )
{
	runBehaviorTests( argc, argv );
	runMotionTests( argc, argv );
	runDefTests( argc, argv );
	runRefusalTests( argc, argv );
	return testReport();
}
