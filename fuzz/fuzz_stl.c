// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// STL: every input as text and as binary.
#include "fuzz/fuzz_mesh.h"

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	fuzzReadMesh( wfReadTextStlMesh, "m.stl", data, size );
	fuzzReadMesh( wfReadBinaryStlMesh, "m.stl", data, size );
	return 0;
}
