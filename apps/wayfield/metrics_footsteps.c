// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "metrics_footsteps.h"

#include <math.h>
#include <stdlib.h>

// The rows of one frame.
typedef struct FrameArrays
{
	uint32_t* serials;
	wfVec2* positions;
	float* radii;
} FrameArrays;

static bool createArrays( FrameArrays* arrays, const wfTrajectories* trajectories )
{
	int64_t most = 1, count = 0;
	for ( int64_t i = 0; i < trajectories->rowCount; ++i )
	{
		bool same = i > 0 && trajectories->rows[i].frame == trajectories->rows[i - 1].frame;
		count = same ? count + 1 : 1;
		most = count > most ? count : most;
	}
	arrays->serials = malloc( (size_t)most * sizeof( uint32_t ) );
	arrays->positions = malloc( (size_t)most * sizeof( wfVec2 ) );
	arrays->radii = malloc( (size_t)most * sizeof( float ) );
	return arrays->serials != NULL && arrays->positions != NULL && arrays->radii != NULL;
}

static void freeArrays( FrameArrays* arrays )
{
	free( arrays->serials );
	free( arrays->positions );
	free( arrays->radii );
}

static wfResult addFrames( wfCircleCheck* check, const wfTrajectories* trajectories, const FrameArrays* arrays )
{
	wfResult result = wf_ok;
	for ( int64_t begin = 0, end = 0; begin < trajectories->rowCount && result == wf_ok; begin = end )
	{
		int32_t number = trajectories->rows[begin].frame, count = 0;
		for ( ; end < trajectories->rowCount && trajectories->rows[end].frame == number; ++end, ++count )
		{
			const wfTrajectoryRow* row = trajectories->rows + end;
			arrays->serials[count] = (uint32_t)row->id;
			arrays->positions[count] = ( wfVec2 ){ row->x, row->y };
			arrays->radii[count] = trajectories->radii[end];
		}
		wfFrame frame = { .time = number / trajectories->fps, .count = count, .serials = arrays->serials };
		frame.positions = arrays->positions;
		frame.radii = arrays->radii;
		result = wfCircleCheck_AddFrame( check, &frame );
	}
	return result == wf_ok ? wfCircleCheck_Finish( check ) : result;
}

static int compareSerial( const void* key, const void* row )
{
	uint32_t left = *(const uint32_t*)key, right = ( (const wfFootstepRow*)row )->serial;
	return ( left > right ) - ( left < right );
}

// Rows are sorted by who made the step.
static float* makeDiscRadii( const wfTrajectories* trajectories, const wfFootstepTable* table )
{
	float* radii = malloc( ( (size_t)trajectories->rowCount + 1 ) * sizeof( float ) );
	for ( int64_t i = 0; i < trajectories->rowCount && radii != NULL; ++i )
	{
		uint32_t serial = (uint32_t)trajectories->rows[i].id;
		bool walks = bsearch( &serial, table->rows, (size_t)table->rowCount, sizeof( wfFootstepRow ), compareSerial ) != NULL;
		radii[i] = walks ? 0.0f : trajectories->radii[i];
	}
	return radii;
}

static wfResult look( const wfCircleCheckDef* def, const wfTrajectories* trajectories, const wfFootstepTable* table,
					  wfCircleReport* report, wfError* error )
{
	wfCircleCheck* check = NULL;
	FrameArrays arrays = { 0 };
	wfResult result = wfCreateCircleCheck( def, &check, error );
	result = result == wf_ok && !createArrays( &arrays, trajectories ) ? wf_outOfMemory : result;
	for ( int64_t i = 0; i < table->rowCount && result == wf_ok; ++i )
	{
		result = wfCircleCheck_AddFootsteps( check, table->rows + i, 1 );
	}
	result = result == wf_ok ? addFrames( check, trajectories, &arrays ) : result;
	if ( check != NULL )
	{
		*report = wfCircleCheck_GetReport( check );
		wfDestroyCircleCheck( check );
	}
	freeArrays( &arrays );
	return result;
}

wfResult wfMeasureFootsteps( const char* file, const wfTrajectories* trajectories, const wfWorld* world, int32_t kind,
							 wfFeetReport* report, wfError* error )
{
	*report = ( wfFeetReport ){ .circles = { .firstTime = NAN } };
	// Only our own databases have either.
	if ( trajectories->radii == NULL || trajectories->hasHeights )
	{
		return wf_ok;
	}
	wfFootstepTable table = { 0 };
	wfResult result = wfReadFootsteps( file, &table, error );
	if ( result == wf_notFound )
	{
		return wf_ok;
	}
	if ( result == wf_ok )
	{
		wfCircleCheckDef def = wfDefaultCircleCheckDef();
		def.world = world;
		def.kind = kind;
		result = look( &def, trajectories, &table, &report->circles, error );
		report->discRadii = makeDiscRadii( trajectories, &table );
		result = result == wf_ok && report->discRadii == NULL ? wf_outOfMemory : result;
	}
	wfFootstepTable_Free( &table );
	return result;
}
