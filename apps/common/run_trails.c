// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Pictures and videos of a run.

#include "command.h"
#include "run_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_ROWS ( (int64_t)8 << 20 ) // of the trails: more is not to be told apart in a picture
#define MAX_FOOTSTEPS 400000		  // of the picture: with more there is room for neither feet nor bodies
#define VIDEO_FPS 25.0
#define WAIT_SECONDS 1.1 // of frames of a video: standing is told once a second
#define MANY_PEOPLE 60	 // more have no colours of their own in the picture

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
		wfVec3 place = frame->positions[i];
		row->row = ( wfTrajectoryRow ){ (int32_t)step, (int32_t)frame->serials[i], place.x, place.y, place.z };
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

wfResult wfRunTrails_AddFootsteps( wfRunTrails* trails, const wfFootstepRow* rows, int32_t count )
{
	if ( trails->tooManySteps || trails->footsteps.rowCount + count > MAX_FOOTSTEPS )
	{
		trails->tooManySteps = true;
		wfFootstepTable_Free( &trails->footsteps );
		return wf_ok;
	}
	return wfFootstepTable_Add( &trails->footsteps, rows, count );
}

void wfRunTrails_Free( wfRunTrails* trails )
{
	free( trails->rows );
	wfFootstepTable_Free( &trails->footsteps );
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
	wfFrame frame = wfCrowd_GetFrame( run->crowd );
	wfSurfacePictureDef def = wfDefaultSurfacePictureDef();
	def.title = run->def.simulation->name;
	def.view = run->def.view;
	def.mask = run->def.surface->scene.mask;
	def.trails = trajectories;
	def.frame = &frame;
	return wfDrawSurface( path, run->def.surface->scene.mesh, NULL, &def, error );
}

// What those who are still there are going to do; `steps` and `plans` are the caller's.
typedef struct wfRunPlans
{
	wfAgentId* ids;
	wfFootstep* steps;
	wfPlannedSteps* plans;
	int32_t count;
} wfRunPlans;

#define MAX_PLANNED 24 // steps of one agent
#define MAX_PLANS 20   // more would hide what was walked

static wfResult collectPlans( const wfCrowd* crowd, wfRunPlans* plans )
{
	int32_t count = wfCrowd_GetAgentIds( crowd, NULL, 0 );
	if ( count == 0 || count > MAX_PLANS )
	{
		return wf_ok;
	}
	plans->ids = malloc( (size_t)count * sizeof( wfAgentId ) );
	plans->steps = malloc( (size_t)count * MAX_PLANNED * sizeof( wfFootstep ) );
	plans->plans = malloc( (size_t)count * sizeof( wfPlannedSteps ) );
	if ( plans->ids == NULL || plans->steps == NULL || plans->plans == NULL )
	{
		return wf_outOfMemory;
	}
	wfCrowd_GetAgentIds( crowd, plans->ids, count );
	for ( int32_t i = 0; i < count; ++i )
	{
		wfFootstep* steps = plans->steps + (size_t)plans->count * MAX_PLANNED;
		int32_t sure = 0, all = wfCrowd_GetPlan( crowd, plans->ids[i], steps, MAX_PLANNED, &sure );
		int32_t kept = all < MAX_PLANNED ? all : MAX_PLANNED;
		if ( kept > 0 )
		{
			uint32_t serial = wfCrowd_GetAgent( crowd, plans->ids[i] ).serial;
			plans->plans[plans->count++] = ( wfPlannedSteps ){ serial, steps, kept, sure < kept ? sure : kept };
		}
	}
	return wf_ok;
}

// Where people were, with some room around it, inside of the world: feet are to be seen.
static wfBox2 chooseFeetView( const wfTrajectories* trajectories )
{
	const double room = 1.2;
	wfBox2 view = { { INFINITY, INFINITY }, { -INFINITY, -INFINITY } }, world = trajectories->bounds;
	for ( int64_t i = 0; i < trajectories->rowCount; ++i )
	{
		const wfTrajectoryRow* row = trajectories->rows + i;
		view.lower = ( wfVec2 ){ fmin( view.lower.x, row->x - room ), fmin( view.lower.y, row->y - room ) };
		view.upper = ( wfVec2 ){ fmax( view.upper.x, row->x + room ), fmax( view.upper.y, row->y + room ) };
	}
	view.lower = ( wfVec2 ){ fmax( view.lower.x, world.lower.x ), fmax( view.lower.y, world.lower.y ) };
	view.upper = ( wfVec2 ){ fmin( view.upper.x, world.upper.x ), fmin( view.upper.y, world.upper.y ) };
	return view.lower.x < view.upper.x && view.lower.y < view.upper.y ? view : world;
}

static wfResult drawOnFeet( const wfRun* run, const char* path, const wfTrajectories* trajectories, wfCrowdPictureDef* def,
							wfError* error )
{
	wfFootstepTable table = run->trails.footsteps;
	wfRunPlans plans = { 0 };
	wfFootstepTable_Sort( &table );
	def->footsteps = &table;
	def->view = chooseFeetView( trajectories );
	// Everybody's own colour tells whose feet these are.
	def->colorBySpeed = wfCrowd_GetTotalCount( run->crowd ) > MANY_PEOPLE;
	wfResult result = collectPlans( run->crowd, &plans );
	if ( result == wf_ok )
	{
		def->plans = plans.plans;
		def->planCount = plans.count;
		result = wfDrawTrajectories( path, run->def.simulation->world, trajectories, def, error );
	}
	free( plans.ids );
	free( plans.steps );
	free( plans.plans );
	return result;
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
	if ( run->trails.footsteps.rowCount > 0 )
	{
		return drawOnFeet( run, path, trajectories, &def, error );
	}
	return wfDrawTrajectories( path, simulation->world, trajectories, &def, error );
}

int wfRun_DrawTrails( const wfRun* run, const char* path )
{
	size_t count = (size_t)run->trails.count;
	wfTrajectories trajectories = { .rows = wfNewArray( count, sizeof( wfTrajectoryRow ) ),
									.radii = wfNewArray( count, sizeof( float ) ) };
	fillTrajectories( run, &trajectories );
	wfError error = { 0 };
	wfResult result = run->def.surface != NULL ? drawOnSurface( run, path, &trajectories, &error )
											   : drawInPlane( run, path, &trajectories, &error );
	free( trajectories.rows );
	free( trajectories.radii );
	return result == wf_ok ? wf_exitOk : wfTellError( result, &error );
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
	film->waits = run->def.surface == NULL;
	film->fps = VIDEO_FPS;
	film->start = film->last = wfCrowd_GetTime( run->crowd );
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
		wfVec3* between = realloc( film->between, (size_t)frame->count * sizeof( wfVec3 ) );
		if ( between == NULL )
		{
			return wf_outOfMemory;
		}
		film->between = between;
		film->betweenCapacity = frame->count;
	}
	return wf_ok;
}

static wfResult showFrame( wfRunFilm* film, const wfFrame* frame, wfError* error )
{
	wfResult result = reserveFilm( film, frame );
	double span = frame->time - film->last;
	while ( result == wf_ok && film->start + (double)film->frames / film->fps <= frame->time + 1e-9 )
	{
		double time = film->start + (double)film->frames / film->fps;
		double share = span > 0.0 ? ( time - film->last ) / span : 1.0;
		for ( int32_t i = 0; i < frame->count; ++i )
		{
			wfVec3 to = frame->positions[i], from = film->places[frame->serials[i]];
			bool known = film->times[frame->serials[i]] == film->last;
			film->between[i] = known ? ( wfVec3 ){ from.x + share * ( to.x - from.x ), from.y + share * ( to.y - from.y ),
												   from.z + share * ( to.z - from.z ) }
									 : to;
		}
		wfFrame shown = *frame;
		shown.time = time;
		shown.positions = film->between;
		result = wfVideo_AddFrame( film->video, &shown, error );
		film->frames += 1;
	}
	for ( int32_t i = 0; i < frame->count && result == wf_ok; ++i )
	{
		film->places[frame->serials[i]] = frame->positions[i];
		film->times[frame->serials[i]] = frame->time;
	}
	film->last = frame->time;
	return result;
}

// What a video shows of a frame.
static wfResult keepFrame( wfRunFilm* film, const wfFrame* frame )
{
	if ( film->waitingCount == film->waitingCapacity )
	{
		int32_t capacity = 2 * film->waitingCapacity + 32;
		wfFrame* waiting = realloc( film->waiting, (size_t)capacity * sizeof( wfFrame ) );
		if ( waiting == NULL )
		{
			return wf_outOfMemory;
		}
		film->waiting = waiting;
		film->waitingCapacity = capacity;
	}
	size_t count = (size_t)frame->count, each = sizeof( wfVec3 ) + sizeof( uint32_t ) + 2 * sizeof( float ) + sizeof( uint8_t );
	wfVec3* positions = malloc( count * each + 1 );
	if ( positions == NULL )
	{
		return wf_outOfMemory;
	}
	uint32_t* serials = (uint32_t*)( positions + count );
	float *headings = (float*)( serials + count ), *radii = headings + count;
	uint8_t* states = (uint8_t*)( radii + count );
	if ( count > 0 )
	{
		memcpy( positions, frame->positions, count * sizeof( wfVec3 ) );
		memcpy( serials, frame->serials, count * sizeof( uint32_t ) );
		memcpy( headings, frame->headings, count * sizeof( float ) );
		memcpy( radii, frame->radii, count * sizeof( float ) );
		memcpy( states, frame->states, count );
	}
	film->waiting[film->waitingCount++] = ( wfFrame ){ .time = frame->time,
													   .count = frame->count,
													   .serials = serials,
													   .positions = positions,
													   .headings = headings,
													   .radii = radii,
													   .states = states };
	return wf_ok;
}

// Those before a time, which are done with then.
static wfResult showWaiting( wfRunFilm* film, double time, wfError* error )
{
	int32_t shown = 0;
	wfResult result = wf_ok;
	for ( ; shown < film->waitingCount && film->waiting[shown].time <= time && result == wf_ok; ++shown )
	{
		result = showFrame( film, film->waiting + shown, error );
		free( (void*)film->waiting[shown].positions );
	}
	film->waitingCount -= shown;
	memmove( film->waiting, film->waiting + shown, (size_t)film->waitingCount * sizeof( wfFrame ) );
	return result;
}

wfResult wfRunFilm_Add( wfRunFilm* film, const wfFrame* frame, wfError* error )
{
	if ( !film->waits )
	{
		return showFrame( film, frame, error );
	}
	wfResult result = keepFrame( film, frame );
	return result == wf_ok ? showWaiting( film, frame->time - WAIT_SECONDS, error ) : result;
}

wfResult wfRunFilm_AddFootsteps( wfRunFilm* film, const wfFootstepRow* rows, int32_t count, wfError* error )
{
	return wfVideo_AddFootsteps( film->video, rows, count, error );
}

wfResult wfRunFilm_End( wfRunFilm* film, wfError* error )
{
	wfError other = { 0 };
	wfResult shown = film->video != NULL ? showWaiting( film, INFINITY, error ) : wf_ok;
	wfResult result = film->video != NULL ? wfDestroyVideo( film->video, shown == wf_ok ? error : &other ) : wf_ok;
	result = shown != wf_ok ? shown : result;
	for ( int32_t i = 0; i < film->waitingCount; ++i )
	{
		free( (void*)film->waiting[i].positions );
	}
	free( film->waiting );
	free( film->places );
	free( film->times );
	free( film->between );
	*film = ( wfRunFilm ){ 0 };
	return result;
}
