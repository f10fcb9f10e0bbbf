// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Footsteps: JSON, CSV and databases. What is read can be asked at any time, and is written and read back with every bit.
#include "fuzz/fuzz.h"
#include "wayfield/record.h"

#include <math.h>

static bool isFinitePoint( wfVec2 point )
{
	return isfinite( point.x ) && isfinite( point.y );
}

static void askStep( const wfFootstepRow* row )
{
	const wfFootstep* step = &row->step;
	double end = wfFootstep_GetEndTime( step );
	double times[] = { step->startTime - 1.0, step->startTime, 0.5 * ( step->startTime + end ), end, end + 1.0 };
	for ( int i = 0; i < 5; ++i )
	{
		FUZZ_CHECK( isFinitePoint( wfFootstep_GetPosition( step, times[i] ) ) );
		FUZZ_CHECK( isFinitePoint( wfFootstep_GetVelocity( step, times[i] ) ) );
		FUZZ_CHECK( isFinitePoint( wfFootstep_GetExactPosition( step, times[i] ) ) );
		FUZZ_CHECK( isFinitePoint( wfFootstep_GetExactVelocity( step, times[i] ) ) );
		wfCircle circles[WF_BODY_CIRCLES];
		wfFootstep_GetCircles( step, &row->body, times[i], circles );
		for ( int k = 0; k < WF_BODY_CIRCLES; ++k )
		{
			FUZZ_CHECK( isFinitePoint( circles[k].center ) && circles[k].radius >= 0.0 );
		}
		double angle;
		FUZZ_CHECK( isFinitePoint( wfFootstep_GetFoot( step, wf_leftFoot, times[i], &angle ) ) && isfinite( angle ) );
		FUZZ_CHECK( isFinitePoint( wfFootstep_GetFoot( step, wf_rightFoot, times[i], &angle ) ) && isfinite( angle ) );
	}
}

static void writeAndRead( const wfFootstepTable* table, const char* ending )
{
	char path[64];
	// In memory where there is such a folder: each file is synchronised.
	const char* folder = access( "/dev/shm", W_OK ) == 0 ? "/dev/shm" : "/tmp";
	snprintf( path, sizeof( path ), "%s/wayfield-fuzz-%ld%s", folder, (long)getpid(), ending );
	FUZZ_CHECK( wfWriteFootsteps( path, table, NULL ) == wf_ok );
	wfFootstepTable back = { 0 };
	FUZZ_CHECK( wfReadFootsteps( path, &back, NULL ) == wf_ok );
	FUZZ_CHECK( back.rowCount == table->rowCount );
	FUZZ_CHECK( memcmp( back.rows, table->rows, (size_t)table->rowCount * sizeof( wfFootstepRow ) ) == 0 );
	wfFootstepTable_Free( &back );
	remove( path );
}

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	wfFootstepTable table = { 0 };
	wfError error = { 0 };
	wfResult result = wfReadFootstepsFromMemory( "m", data, size, &table, &error );
	if ( result == wf_ok )
	{
		size_t bad;
		FUZZ_CHECK( table.rowCount > 0 && table.rowCount <= table.rowCapacity );
		FUZZ_CHECK( wfCheckUtf8( table.name, strlen( table.name ), &bad ) );
		double seconds = 0.0;
		for ( int64_t i = 0; i < table.rowCount; ++i )
		{
			const wfFootstepRow* row = &table.rows[i];
			FUZZ_CHECK( i == 0 || row[-1].serial < row->serial ||
						( row[-1].serial == row->serial && row[-1].index < row->index ) );
			FUZZ_CHECK( row->step.duration > 0.0 );
			askStep( row );
			seconds += row->step.duration;
		}
		writeAndRead( &table, ".json" );
		writeAndRead( &table, ".csv" );
		if ( seconds < 1000.0 )
		{
			FUZZ_CHECK( wfWriteFootstepSamples( "/dev/null", &table, 3.0, true, NULL ) == wf_ok );
		}
	}
	else
	{
		fuzzCheckError( &error, result );
	}
	wfFootstepTable_Free( &table );
	FUZZ_CHECK( wfGetByteCount() == 0 );
	return 0;
}
