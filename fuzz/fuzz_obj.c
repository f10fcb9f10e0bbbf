// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Wavefront OBJ.
#include "fuzz/fuzz_mesh.h"

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	fuzzReadMesh( wfReadObjMesh, "m.obj", data, size );
	return 0;
}
