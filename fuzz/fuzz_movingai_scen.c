// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// MovingAI problems for a map of 49 x 49.
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	wfProblem* problems = NULL;
	int32_t count = 0;
	wfError error = { 0 };
	wfResult result = wfReadProblemsFromMemory( "m.scen", data, size, 49, 49, &problems, &count, &error );
	if ( result != wf_ok )
	{
		fuzzCheckError( &error, result );
		FUZZ_CHECK( problems == NULL );
	}
	for ( int32_t i = 0; i < count; ++i )
	{
		FUZZ_CHECK( problems[i].start.x > 0.0 && problems[i].start.x < 49.0 && problems[i].goal.y > 0.0 &&
					problems[i].goal.y < 49.0 );
		FUZZ_CHECK( problems[i].optimalLength >= 0.0 && problems[i].line > 1 );
	}
	wfFreeProblems( problems, count );
	FUZZ_CHECK( wfGetByteCount() == 0 );
	return 0;
}
