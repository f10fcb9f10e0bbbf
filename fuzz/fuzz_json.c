// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Scenario files. They may name m.map and m.pgm.
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	fuzzRead( wfReadJsonScenario, fuzzGetName( "m.json" ), data, size );
	return 0;
}
