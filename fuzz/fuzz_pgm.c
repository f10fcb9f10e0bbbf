// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// PGM images as worlds.
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	fuzzRead( wfReadPlainImage, "m.pgm", data, size );
	return 0;
}
