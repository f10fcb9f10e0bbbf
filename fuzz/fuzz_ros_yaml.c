// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// ROS maps. They may name m.pgm.
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	fuzzRead( wfReadRosMap, fuzzGetName( "m.yaml" ), data, size );
	return 0;
}
