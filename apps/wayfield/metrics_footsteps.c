// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "metrics_footsteps.h"

#include "command.h"

#include <math.h>
#include <stdlib.h>

// Frame after frame.
static void addFrames( wfCircleCheck* check, const wfTrajectories* trajectories )
{
	uint32_t* serials = NULL;
	wfVec3* positions = NULL;
	float* radii = NULL;
	int64_t capacities[3] = { 0 };
	for ( int64_t begin = 0, end = 0; begin < trajectories->rowCount; begin = end )
	{
		int32_t number = trajectories->rows[begin].frame, count = 0;
		for ( ; end < trajectories->rowCount && trajectories->rows[end].frame == number; ++end, ++count )
		{
			const wfTrajectoryRow* row = trajectories->rows + end;
			serials = wfGrow( serials, count + 1, &capacities[0], sizeof( uint32_t ) );
			positions = wfGrow( positions, count + 1, &capacities[1], sizeof( wfVec3 ) );
			radii = wfGrow( radii, count + 1, &capacities[2], sizeof( float ) );
			serials[count] = (uint32_t)row->id;
			positions[count] = ( wfVec3 ){ row->x, row->y, 0.0 };
			radii[count] = trajectories->radii[end];
		}
		wfFrame frame = {
			.time = number / trajectories->fps, .count = count, .serials = serials, .positions = positions, .radii = radii };
		wfExpect( wfCircleCheck_AddFrame( check, &frame ) );
	}
	wfExpect( wfCircleCheck_Finish( check ) );
	free( serials );
	free( positions );
	free( radii );
}

static int compareSerial( const void* key, const void* row )
{
	uint32_t left = *(const uint32_t*)key, right = ( (const wfFootstepRow*)row )->serial;
	return ( left > right ) - ( left < right );
}

// Rows are sorted by who made the step.
static float* makeDiscRadii( const wfTrajectories* trajectories, const wfFootstepTable* table )
{
	float* radii = wfNewArray( (size_t)trajectories->rowCount, sizeof( float ) );
	for ( int64_t i = 0; i < trajectories->rowCount; ++i )
	{
		uint32_t serial = (uint32_t)trajectories->rows[i].id;
		bool walks = bsearch( &serial, table->rows, (size_t)table->rowCount, sizeof( wfFootstepRow ), compareSerial ) != NULL;
		radii[i] = walks ? 0.0f : trajectories->radii[i];
	}
	return radii;
}

wfFeetReport wfMeasureFootsteps( const char* file, const wfTrajectories* trajectories, const wfWorld* world, int32_t kind )
{
	wfFeetReport report = { .circles = { .firstTime = NAN } };
	wfFootstepTable table = { 0 };
	// Only our own databases have either.
	bool may = trajectories->radii != NULL && !trajectories->hasHeights;
	wfResult result = may ? wfReadFootsteps( file, &table, &wf_error ) : wf_notFound;
	if ( result == wf_notFound )
	{
		return report;
	}
	wfExpect( result );
	wfCircleCheckDef def = wfDefaultCircleCheckDef();
	def.world = world;
	def.kind = kind;
	wfCircleCheck* check = NULL;
	wfExpect( wfCreateCircleCheck( &def, &check, &wf_error ) );
	for ( int64_t i = 0; i < table.rowCount; ++i )
	{
		wfExpect( wfCircleCheck_AddFootsteps( check, table.rows + i, 1 ) );
	}
	addFrames( check, trajectories );
	report.circles = wfCircleCheck_GetReport( check );
	report.discRadii = makeDiscRadii( trajectories, &table );
	wfDestroyCircleCheck( check );
	wfFootstepTable_Free( &table );
	return report;
}
