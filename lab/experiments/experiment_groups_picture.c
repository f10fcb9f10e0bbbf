// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Pictures of stages: ways of members as a recording, and what the track has kept of the groups.
#include "experiment_groups.h"

#include "picture/crowd.h"

#include <stdlib.h>

#define WIDTH 1100
#define MOST_ROWS 1000000 // more is not to be told apart

// Every so many ticks of everybody, as a recording would have them.
static wfTrajectories makeTrajectories( const wfGroupStage* stage )
{
	int32_t ticks = 0;
	int64_t rows = 0;
	for ( int32_t k = 0; k < stage->trackCount; ++k )
	{
		ticks = stage->tracks[k].count > ticks ? stage->tracks[k].count : ticks;
		rows += stage->tracks[k].count;
	}
	int32_t stride = 1 + (int32_t)( rows / MOST_ROWS );
	wfTrajectories all = { .fps = 1.0 / ( wfCrowd_GetDef( stage->crowd ).tickSeconds * stride ) };
	all.rows = wfNewArray( (size_t)( rows + 1 ), sizeof( wfTrajectoryRow ) );
	for ( int32_t tick = 0; tick < ticks; tick += stride )
	{
		for ( int32_t k = 0; k < stage->trackCount; ++k )
		{
			const wfMemberTrack* track = &stage->tracks[k];
			if ( tick < track->count )
			{
				all.rows[all.rowCount++] =
					( wfTrajectoryRow ){ tick / stride, k + 1, track->places[tick].x, track->places[tick].y, 0.0 };
			}
		}
	}
	return all;
}

void wfGroupStage_Draw( const wfGroupStage* stage, const char* suffix, const char* title, const wfStrokes* strokes )
{
	wfTrial* run = stage->run;
	const char* path = wfTrial_NamePicture( run, suffix );
	if ( path == NULL )
	{
		return;
	}
	wfCrowdPictureDef def = wfDefaultCrowdPictureDef();
	def.width = WIDTH;
	def.title = title;
	def.groups = stage->groupTrack;
	def.discs = false; // the moments show everybody
	if ( wfTrial_Has( run, "view" ) )
	{
		double bounds[4];
		wfTrial_GetNumbers( run, "view", "a box", bounds, 4 );
		def.view = ( wfBox2 ){ { bounds[0], bounds[1] }, { bounds[2], bounds[3] } };
	}
	if ( stage->trackCount == 0 )
	{
		wfFrame nobody = { 0 };
		def.strokes = strokes;
		wfTrial_Check( run, wfDrawFrame( path, stage->world, &nobody, &def, &wf_error ) );
		return;
	}
	wfTrajectories all = makeTrajectories( stage );
	wfTrial_Check( run, wfDrawTrajectories( path, stage->world, &all, &def, &wf_error ) );
	free( all.rows );
}
