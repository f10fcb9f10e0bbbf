// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// OFF.
#include "fuzz/fuzz_mesh.h"

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	fuzzReadMesh( wfReadOffMesh, "m.off", data, size );
	return 0;
}
