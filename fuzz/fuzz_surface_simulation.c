// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Scenarios on meshes with crowds, which are made, prepared and stepped some times. The surface "floor" is known by name. Nobody
// ever overlaps.
#include "fuzz/fuzz_floor.h"

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	wfSimulationDef def = wfDefaultSimulationDef();
	def.read.memoryLimit = FUZZ_MEMORY_LIMIT;
	def.memoryLimit = FUZZ_MEMORY_LIMIT;
	def.read.makeSurface = fuzzMakeFloor;
	wfSimulation simulation = { 0 };
	wfError error = { 0 };
	wfResult result = wfReadSimulationFromMemory( "m.json", data, size, &def, &simulation, &error );
	if ( result == wf_ok && simulation.scene.mesh != NULL )
	{
		FUZZ_CHECK( simulation.crowd != NULL && simulation.fps > 0.0 );
		int32_t count = wfCrowd_GetAgentCount( simulation.crowd );
		FUZZ_CHECK( count >= 0 && (size_t)count * 4096 <= FUZZ_MEMORY_LIMIT );
		for ( int32_t i = 0; i < 3 && count <= 64 && result == wf_ok; ++i )
		{
			result = wfCrowd_Tick( simulation.crowd, &error );
			FUZZ_CHECK( result == wf_ok || error.message[0] != 0 );
			wfContactReport contacts;
			FUZZ_CHECK( wfCrowd_CheckContacts( simulation.crowd, &contacts ) == wf_ok );
			FUZZ_CHECK( contacts.overlaps == 0 || contacts.leastGap > -1e-5 );
		}
	}
	else if ( result != wf_ok )
	{
		fuzzCheckError( &error, result );
		FUZZ_CHECK( simulation.crowd == NULL && simulation.scene.mesh == NULL );
	}
	wfSimulation_Free( &simulation );
	FUZZ_CHECK( wfGetByteCount() == 0 );
	return 0;
}
