// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Trajectories: the text formats and databases.
#include "fuzz/fuzz.h"
#include "wayfield/record.h"

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	wfReadTrajectoriesDef def = wfDefaultReadTrajectoriesDef();
	def.memoryLimit = FUZZ_MEMORY_LIMIT;
	def.fps = size % 2 == 0 ? 10.0 : 0.0; // given or not
	wfTrajectories trajectories = { 0 };
	wfError error = { 0 };
	wfResult result = wfReadTrajectoriesFromMemory( "m.txt", data, size, &def, &trajectories, &error );
	if ( result == wf_ok )
	{
		FUZZ_CHECK( trajectories.fps > 0.0 && trajectories.rowCount >= 0 && trajectories.rowCount <= trajectories.rowCapacity );
		for ( int64_t i = 0; i < trajectories.rowCount; ++i )
		{
			const wfTrajectoryRow* row = &trajectories.rows[i];
			FUZZ_CHECK( row->frame >= 0 && row->id >= 0 && row->x >= trajectories.bounds.lower.x &&
						row->x <= trajectories.bounds.upper.x && row->y >= trajectories.bounds.lower.y &&
						row->y <= trajectories.bounds.upper.y );
			FUZZ_CHECK( i == 0 || row[-1].frame < row->frame || ( row[-1].frame == row->frame && row[-1].id < row->id ) );
		}
	}
	else
	{
		fuzzCheckError( &error, result );
	}
	wfTrajectories_Free( &trajectories );
	FUZZ_CHECK( wfGetByteCount() == 0 );
	return 0;
}
