// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Runs that must be the same to the bit. The programs of crowds in the plane and on meshes share these, and each has a main of
// its own: so they are here and not in a file that one of them is made of.
#pragma once

#include "test.h"
#include "wayfield/crowd.h"

#include <stdlib.h>

static inline wfWorkers* makeWorkers( int32_t count )
{
	wfWorkersDef def = wfDefaultWorkersDef();
	def.workerCount = count;
	wfWorkers* workers = NULL;
	CHECK_EQUAL( wfCreateWorkers( &def, &workers ), wf_ok );
	return workers;
}

// A new crowd goes on from the state of another one that was made like it.
static inline void copyCrowd( const wfCrowd* crowd, wfCrowd* into )
{
	size_t size = wfCrowd_Save( crowd, NULL, 0 );
	void* bytes = malloc( size );
	CHECK_EQUAL( wfCrowd_Save( crowd, bytes, size ), size );
	CHECK_EQUAL( wfCrowd_Restore( into, bytes, size, NULL ), wf_ok );
	free( bytes );
}

// Of three crowds that were made alike, the second with threads: all are the same after every tick, and the third goes on from
// what the first saves after some of them.
static inline void checkSameRuns( wfCrowd* const crowds[3], int32_t saved, int32_t ticks )
{
	for ( int32_t tick = 0; tick < ticks; ++tick )
	{
		if ( tick == saved )
		{
			copyCrowd( crowds[0], crowds[2] );
		}
		for ( int32_t k = 0; k < ( tick < saved ? 2 : 3 ); ++k )
		{
			CHECK_EQUAL( wfCrowd_Tick( crowds[k], NULL ), wf_ok );
			CHECK( wfCrowd_GetHash( crowds[k] ) == wfCrowd_GetHash( crowds[0] ) );
		}
	}
}
