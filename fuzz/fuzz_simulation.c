// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Scenario files with crowds, which are made, prepared and stepped once. They may name m.map and m.pgm.
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	wfSimulationDef def = wfDefaultSimulationDef();
	def.read.memoryLimit = FUZZ_MEMORY_LIMIT;
	def.memoryLimit = FUZZ_MEMORY_LIMIT;
	wfSimulation simulation = { 0 };
	wfError error = { 0 };
	wfResult result = wfReadSimulationFromMemory( fuzzGetName( "m.json" ), data, size, &def, &simulation, &error );
	if ( result == wf_ok && simulation.scene.mesh == NULL )
	{
		FUZZ_CHECK( simulation.world != NULL && simulation.crowd != NULL && simulation.fps > 0.0 && simulation.seconds >= 0.0 );
		int32_t count = wfCrowd_GetAgentCount( simulation.crowd );
		FUZZ_CHECK( count >= 0 && (size_t)count * 4096 <= FUZZ_MEMORY_LIMIT );
		if ( count <= 64 )
		{
			result = wfCrowd_Tick( simulation.crowd, &error );
			FUZZ_CHECK( result == wf_ok || error.message[0] != 0 );
		}
	}
	else if ( result != wf_ok )
	{
		fuzzCheckError( &error, result );
	}
	wfSimulation_Free( &simulation );
	FUZZ_CHECK( wfGetByteCount() == 0 );
	return 0;
}
