// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// SteerBench test cases, from the XML to the places of everybody.
#include "fuzz/fuzz.h"
#include "steerbench/steerbench.h"

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	wfSimulationDef def = { .read = wfDefaultReadDef() };
	def.read.memoryLimit = FUZZ_MEMORY_LIMIT / 8;
	size_t used = 0;
	wfError error = { 0 };
	wfReader reader = {
		.name = "m.xml", .text = (const char*)data, .size = size, .def = &def.read, .used = &used, .error = &error };
	wfTestCase bench;
	wfResult result = wfTestCase_Read( &reader, &def, 1, &bench );
	if ( result == wf_ok )
	{
		for ( size_t i = 0; i < bench.agentCount; ++i )
		{
			double radius = bench.specs[bench.agents[i].spec].radius;
			FUZZ_CHECK( wfWorld_GetDistance( bench.world, bench.agents[i].position, 0 ) >= radius - 1e-6 );
		}
		wfTestCase_Free( &bench );
	}
	if ( result != wf_ok )
	{
		fuzzCheckError( &error, result );
	}
	FUZZ_CHECK( wfGetByteCount() == 0 );
	return 0;
}
