// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Pictures and videos of a run.

#include "command.h"
#include "run_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_ROWS ( (int64_t)8 << 20 ) // of the trails: more is not to be told apart in a picture
#define VIDEO_FPS 25.0

// -------------------------------------------------------------------------------------------------------------- trails

static void dropEverySecondFrame( wfRunTrails* trails )
{
	int64_t kept = 0;
	trails->stride *= 2;
	for ( int64_t i = 0; i < trails->count; ++i )
	{
		if ( trails->rows[i].row.frame % trails->stride == 0 )
		{
			trails->rows[kept++] = trails->rows[i];
		}
	}
	trails->count = kept;
}

wfResult wfRunTrails_Add( wfRunTrails* trails, const wfFrame* frame, int64_t step )
{
	trails->stride = trails->stride > 0 ? trails->stride : 1;
	while ( trails->count > 0 && trails->count + frame->count > MAX_ROWS && trails->stride < INT32_MAX / 2 )
	{
		dropEverySecondFrame( trails );
	}
	if ( step % trails->stride != 0 )
	{
		return wf_ok;
	}
	if ( trails->count + frame->count > trails->capacity )
	{
		int64_t capacity = 2 * ( trails->count + frame->count ) + 1024;
		wfRunTrailRow* rows = realloc( trails->rows, (size_t)capacity * sizeof( wfRunTrailRow ) );
		if ( rows == NULL )
		{
			return wf_outOfMemory;
		}
		trails->rows = rows;
		trails->capacity = capacity;
	}
	for ( int32_t i = 0; i < frame->count; ++i )
	{
		wfRunTrailRow* row = trails->rows + trails->count++;
		wfVec2 place = frame->positions[i];
		double z = frame->heights != NULL ? frame->heights[i] : 0.0;
		row->row = ( wfTrajectoryRow ){ (int32_t)step, (int32_t)frame->serials[i], place.x, place.y, z };
		row->radius = frame->radii[i];
	}
	return wf_ok;
}

wfResult wfRunTrails_AddLast( wfRunTrails* trails, const wfFrame* frame, int64_t step )
{
	int64_t stride = trails->stride > 0 ? trails->stride : 1;
	if ( step % stride == 0 )
	{
		return wf_ok;
	}
	// At the turn that would have come next: some steps late, which nobody sees among so many.
	return wfRunTrails_Add( trails, frame, ( step / stride + 1 ) * stride );
}

void wfRunTrails_Free( wfRunTrails* trails )
{
	free( trails->rows );
	*trails = ( wfRunTrails ){ 0 };
}

static int compareRows( const void* a, const void* b )
{
	const wfTrajectoryRow *left = &( (const wfRunTrailRow*)a )->row, *right = &( (const wfRunTrailRow*)b )->row;
	int byFrame = ( left->frame > right->frame ) - ( left->frame < right->frame );
	return byFrame != 0 ? byFrame : ( left->id > right->id ) - ( left->id < right->id );
}

// As a recording would have been read; its arrays are the caller's.
static void fillTrajectories( const wfRun* run, wfTrajectories* trajectories )
{
	const wfRunTrails* trails = &run->trails;
	// Frames come in order, but the ids in a frame follow the places in the crowd, which are used again.
	qsort( trails->rows, (size_t)trails->count, sizeof( wfRunTrailRow ), compareRows );
	trajectories->fps = 1.0 / ( run->stepSeconds * (double)trails->stride );
	trajectories->hasHeights = run->def.surface != NULL;
	if ( run->def.surface != NULL )
	{
		wfMeshReport mesh = wfMesh_GetReport( run->def.surface->scene.mesh );
		trajectories->bounds = ( wfBox2 ){ { mesh.lower.x, mesh.lower.y }, { mesh.upper.x, mesh.upper.y } };
	}
	else
	{
		trajectories->bounds = wfWorld_GetBounds( run->def.simulation->world );
	}
	trajectories->rowCount = trajectories->rowCapacity = trails->count;
	memcpy( trajectories->name, run->def.simulation->name, sizeof( trajectories->name ) );
	for ( int64_t i = 0; i < trails->count; ++i )
	{
		trajectories->rows[i] = trails->rows[i].row;
		trajectories->rows[i].frame = (int32_t)( trails->rows[i].row.frame / trails->stride );
		trajectories->radii[i] = trails->rows[i].radius;
	}
}

static wfResult drawOnSurface( const wfRun* run, const char* path, const wfTrajectories* trajectories, wfError* error )
{
	wfFrame frame = wfRunCrowd_GetFrame( run->crowd );
	wfSurfacePictureDef def = wfDefaultSurfacePictureDef();
	def.title = run->def.simulation->name;
	def.view = run->def.view;
	def.mask = run->def.surface->scene.mask;
	def.trails = trajectories;
	def.frame = &frame;
	return wfDrawSurface( path, run->def.surface->scene.mesh, NULL, &def, error );
}

static wfResult drawInPlane( const wfRun* run, const char* path, const wfTrajectories* trajectories, wfError* error )
{
	const wfSimulation* simulation = run->def.simulation;
	wfCrowdPictureDef def = wfDefaultCrowdPictureDef();
	def.title = simulation->name;
	def.colorBySpeed = true;
	wfVec2 ends[2 * sizeof( simulation->lines ) / sizeof( simulation->lines[0] )];
	for ( int32_t i = 0; i < simulation->lineCount; ++i )
	{
		ends[2 * i] = simulation->lines[i].a;
		ends[2 * i + 1] = simulation->lines[i].b;
	}
	def.lineEnds = ends;
	def.lineCount = simulation->lineCount;
	return wfDrawTrajectories( path, simulation->world, trajectories, &def, error );
}

int wfRun_DrawTrails( const wfRun* run, const char* path )
{
	size_t count = (size_t)run->trails.count;
	wfTrajectories trajectories = { .rows = malloc( ( count + 1 ) * sizeof( wfTrajectoryRow ) ),
									.radii = malloc( ( count + 1 ) * sizeof( float ) ) };
	int code = wf_exitOk;
	if ( trajectories.rows == NULL || trajectories.radii == NULL )
	{
		code = wfTellOutOfMemory();
	}
	else
	{
		fillTrajectories( run, &trajectories );
		wfError error = { 0 };
		wfResult result = run->def.surface != NULL ? drawOnSurface( run, path, &trajectories, &error )
												   : drawInPlane( run, path, &trajectories, &error );
		code = result == wf_ok ? wf_exitOk : wfTellError( result, &error );
	}
	free( trajectories.rows );
	free( trajectories.radii );
	return code;
}

int wfRun_DrawDensity( const wfRun* run, const char* path )
{
	wfCrowdPictureDef def = wfDefaultCrowdPictureDef();
	def.title = run->def.simulation->name;
	wfError error = { 0 };
	wfResult result = wfDrawDensity( path, run->def.simulation->world, run->metrics, &def, &error );
	return result == wf_ok ? wf_exitOk : wfTellError( result, &error );
}

// ---------------------------------------------------------------------------------------------------------------- film

wfResult wfRunFilm_Begin( wfRunFilm* film, const wfRun* run, wfError* error )
{
	wfVideoDef def = wfDefaultVideoDef();
	def.path = run->def.video;
	def.fps = VIDEO_FPS;
	def.world = run->def.simulation->world;
	def.title = run->def.simulation->name;
	if ( run->def.surface != NULL )
	{
		def.mesh = run->def.surface->scene.mesh;
		def.mask = run->def.surface->scene.mask;
		def.surfaceView = run->def.view;
	}
	film->fps = VIDEO_FPS;
	film->start = film->last = wfRunCrowd_GetTime( run->crowd );
	return wfCreateVideo( &def, &film->video, error );
}

static wfResult reserveFilm( wfRunFilm* film, const wfFrame* frame )
{
	int64_t serials = film->serialCapacity;
	for ( int32_t i = 0; i < frame->count; ++i )
	{
		serials = frame->serials[i] >= serials ? 2 * (int64_t)frame->serials[i] + 1 : serials;
	}
	if ( serials > film->serialCapacity )
	{
		wfVec3* places = realloc( film->places, (size_t)serials * sizeof( wfVec3 ) );
		film->places = places != NULL ? places : film->places;
		double* times = realloc( film->times, (size_t)serials * sizeof( double ) );
		film->times = times != NULL ? times : film->times;
		if ( places == NULL || times == NULL )
		{
			return wf_outOfMemory;
		}
		for ( int64_t i = film->serialCapacity; i < serials; ++i )
		{
			film->times[i] = -INFINITY;
		}
		film->serialCapacity = serials;
	}
	if ( frame->count > film->betweenCapacity )
	{
		wfVec2* between = realloc( film->between, (size_t)frame->count * sizeof( wfVec2 ) );
		film->between = between != NULL ? between : film->between;
		double* heights = realloc( film->heights, (size_t)frame->count * sizeof( double ) );
		film->heights = heights != NULL ? heights : film->heights;
		if ( between == NULL || heights == NULL )
		{
			return wf_outOfMemory;
		}
		film->betweenCapacity = frame->count;
	}
	return wf_ok;
}

static wfVec3 getPlace( const wfFrame* frame, int32_t i )
{
	return ( wfVec3 ){ frame->positions[i].x, frame->positions[i].y, frame->heights != NULL ? frame->heights[i] : 0.0 };
}

wfResult wfRunFilm_Add( wfRunFilm* film, const wfFrame* frame, wfError* error )
{
	wfResult result = reserveFilm( film, frame );
	double span = frame->time - film->last;
	while ( result == wf_ok && film->start + (double)film->frames / film->fps <= frame->time + 1e-9 )
	{
		double time = film->start + (double)film->frames / film->fps;
		double share = span > 0.0 ? ( time - film->last ) / span : 1.0;
		for ( int32_t i = 0; i < frame->count; ++i )
		{
			wfVec3 to = getPlace( frame, i );
			bool known = film->times[frame->serials[i]] == film->last;
			wfVec3 from = known ? film->places[frame->serials[i]] : to;
			film->between[i] = known ? ( wfVec2 ){ from.x + share * ( to.x - from.x ), from.y + share * ( to.y - from.y ) }
									 : frame->positions[i];
			film->heights[i] = from.z + share * ( to.z - from.z );
		}
		wfFrame shown = *frame;
		shown.time = time;
		shown.positions = film->between;
		shown.heights = frame->heights != NULL ? film->heights : NULL;
		result = wfVideo_AddFrame( film->video, &shown, error );
		film->frames += 1;
	}
	for ( int32_t i = 0; i < frame->count && result == wf_ok; ++i )
	{
		film->places[frame->serials[i]] = getPlace( frame, i );
		film->times[frame->serials[i]] = frame->time;
	}
	film->last = frame->time;
	return result;
}

wfResult wfRunFilm_End( wfRunFilm* film, wfError* error )
{
	wfResult result = film->video != NULL ? wfDestroyVideo( film->video, error ) : wf_ok;
	free( film->places );
	free( film->times );
	free( film->between );
	free( film->heights );
	*film = ( wfRunFilm ){ 0 };
	return result;
}
