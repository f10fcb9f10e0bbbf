// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Well-known text.
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	fuzzRead( wfReadWkt, "m.wkt", data, size );
	return 0;
}
