// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// PLY, text and binary.
#include "fuzz/fuzz_mesh.h"

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	fuzzReadMesh( wfReadPlyMesh, "m.ply", data, size );
	return 0;
}
