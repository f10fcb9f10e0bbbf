// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "stress/picture.h"

#include "base/vec2.h"

#include <stdio.h>
#include <stdlib.h>

#define MOST_LINES 400 // of zones, and from people to their own places

typedef struct Lines
{
	wfVec2 ends[2 * MOST_LINES];
	int32_t count;
} Lines;

static void addLine( Lines* lines, wfVec2 a, wfVec2 b )
{
	if ( lines->count < MOST_LINES )
	{
		lines->ends[2 * lines->count] = a;
		lines->ends[2 * lines->count + 1] = b;
		lines->count += 1;
	}
}

// Where those who are left go to: the outlines of zones, and a line to a place of one's own.
static void addGoals( const wfStressPictureDef* def, Lines* lines )
{
	wfFrame frame = wfCrowd_GetFrame( def->crowd->crowd );
	uint64_t zones = 0;
	for ( int32_t i = 0; i < frame.count; ++i )
	{
		wfAgentState state = wfCrowd_GetAgent( def->crowd->crowd, frame.ids[i] );
		const wfStressPerson* person = &def->world->people[state.serial - 1];
		wfStressStop stop = person->stops[state.stop < person->stopCount ? state.stop : person->stopCount - 1];
		if ( stop.zone < 0 )
		{
			wfVec2 place = { state.position.x, state.position.y };
			addLine( lines, place, wfStressWorld_Turn( def->world, stop.point ) );
		}
		else
		{
			zones |= 1ull << stop.zone;
		}
	}
	for ( int32_t zone = 0; zone < def->world->zoneCount; ++zone )
	{
		wfVec2 corners[4];
		wfStressWorld_GetZone( def->world, zone, corners );
		for ( int32_t k = 0; k < 4 && ( zones >> zone & 1 ) != 0; ++k )
		{
			addLine( lines, corners[k], corners[( k + 1 ) % 4] );
		}
	}
}

// As a recording would have been read.
static wfTrajectories makeTrajectories( const wfStressPictureDef* def )
{
	wfTrajectories all = def->trails->all;
	all.fps = 1.0 / ( def->frameSeconds * (double)def->trails->stride );
	all.bounds = wfWorld_GetBounds( def->world->world );
	wfRunTrails_AddSizes( def->trails, &all );
	return all;
}

static wfResult drawOnMesh( const wfStressPictureDef* def, const char* path, const char* title, wfError* error )
{
	wfFrame frame = wfCrowd_GetFrame( def->crowd->crowd );
	wfSurfacePictureDef picture = wfDefaultSurfacePictureDef();
	picture.title = title;
	picture.frame = &frame;
	return wfDrawSurface( path, def->crowd->mesh, NULL, &picture, error );
}

wfResult wfDrawStressWorld( const wfStressPictureDef* def, wfError* error )
{
	char path[1024], title[128];
	const char* kind = wfGetStressKindName( def->world->def.kind );
	int32_t left = wfCrowd_GetAgentCount( def->crowd->crowd );
	snprintf( path, sizeof( path ), "%.900s/%s-%d.png", def->folder, kind, def->world->def.number );
	snprintf( title, sizeof( title ), "%s:%d, %d of %d left at %.0f s", kind, def->world->def.number, left,
			  def->world->personCount, wfCrowd_GetTime( def->crowd->crowd ) );
	if ( def->crowd->mesh != NULL )
	{
		return drawOnMesh( def, path, title, error );
	}
	Lines lines = { .count = 0 };
	if ( def->groups == NULL )
	{
		addGoals( def, &lines );
	}
	wfTrajectories trajectories = makeTrajectories( def );
	wfCrowdPictureDef picture = wfDefaultCrowdPictureDef();
	picture.title = title;
	picture.fromTime = wfMax( def->fromTime, 0.0 );
	picture.groups = def->groups;
	picture.lineEnds = lines.ends;
	picture.lineCount = lines.count;
	wfResult result = wfDrawTrajectories( path, def->world->world, &trajectories, &picture, error );
	free( trajectories.radii );
	free( trajectories.depths );
	return result;
}
