// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// SteerBench test cases, from the XML to the places of everybody.
#include "fuzz/fuzz.h"
#include "io/steerbench.h"

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	wfSimulationDef def = { .read = wfDefaultReadDef() };
	def.read.memoryLimit = FUZZ_MEMORY_LIMIT / 8;
	size_t used = 0;
	wfError error = { 0 };
	wfReader reader = {
		.name = "m.xml", .text = (const char*)data, .size = size, .def = &def.read, .used = &used, .error = &error };
	wfBench bench;
	wfBenchPlan plan;
	wfResult result = wfBench_Read( &reader, &bench );
	if ( result == wf_ok )
	{
		result = wfBenchPlan_Make( &reader, &bench, &def, 1, &plan );
		if ( result == wf_ok )
		{
			for ( size_t i = 0; i < plan.walkerCount; ++i )
			{
				double radius = bench.agents[plan.walkers[i].spec].radius;
				FUZZ_CHECK( wfWorld_GetDistance( plan.world, plan.walkers[i].position, 0 ) >= radius - 1e-6 );
			}
			wfBenchPlan_Free( &plan );
		}
		wfBench_Free( &bench );
	}
	if ( result != wf_ok )
	{
		fuzzCheckError( &error, result );
	}
	FUZZ_CHECK( wfGetByteCount() == 0 );
	return 0;
}
