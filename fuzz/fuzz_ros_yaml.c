// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// ROS maps, as worlds and as what explorers know. They may name m.pgm.
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	fuzzRead( wfReadRosMap, fuzzGetName( "m.yaml" ), data, size );
	wfReadDef def = wfDefaultReadDef();
	def.memoryLimit = FUZZ_MEMORY_LIMIT;
	wfKnownCells known = { 0 };
	wfError error = { 0 };
	wfResult result = wfReadKnowledgeFromMemory( fuzzGetName( "m.yaml" ), data, size, &def, &known, &error );
	if ( result != wf_ok )
	{
		fuzzCheckError( &error, result );
	}
	FUZZ_CHECK( ( result == wf_ok ) == ( known.cells != NULL ) );
	wfKnownCells_Free( &known );
	FUZZ_CHECK( wfGetByteCount() == 0 );
	return 0;
}
