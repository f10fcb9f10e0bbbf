// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "test_crowd.h"

int main( int argc, char** argv )
{
	runLocalTests( argc, argv );
	return testReport();
}
