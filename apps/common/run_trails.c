// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Pictures and videos of a run.

#include "run_parts.h"

#include "base/math.h"
#include "base/vec2.h"
#include "base/vec3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_ROWS ( (int64_t)8 << 20 ) // of the trails: more is not to be told apart in a picture
#define MAX_FOOTSTEPS 400000		  // of the picture: with more there is room for neither feet nor bodies
#define VIDEO_FPS 25.0
#define WAIT_SECONDS 1.1 // of frames of a video: standing is reported once a second
#define MANY_PEOPLE 60	 // more have no colours of their own in the picture

// -------------------------------------------------------------------------------------------------------------- trails

static void dropEverySecondFrame( wfRunTrails* trails )
{
	wfTrajectories* all = &trails->all;
	int64_t kept = 0;
	trails->stride *= 2;
	for ( int64_t i = 0; i < all->rowCount; ++i )
	{
		if ( all->rows[i].frame % 2 == 0 )
		{
			all->rows[kept] = all->rows[i];
			all->headings[kept] = all->headings[i];
			all->rows[kept++].frame /= 2;
		}
	}
	all->rowCount = kept;
}

int wfCompareTrajectoryRows( const void* a, const void* b )
{
	const wfTrajectoryRow *left = a, *right = b;
	int byFrame = ( left->frame > right->frame ) - ( left->frame < right->frame );
	return byFrame != 0 ? byFrame : ( left->id > right->id ) - ( left->id < right->id );
}

static uint8_t getKind( uint64_t entry )
{
	return (uint8_t)( entry >= 1 && entry <= UINT8_MAX ? entry : 1 );
}

void wfRunTrails_Add( wfRunTrails* trails, const wfFrame* frame, int64_t tick )
{
	wfTrajectories* all = &trails->all;
	trails->stride = trails->stride > 0 ? trails->stride : 1;
	while ( all->rowCount > 0 && all->rowCount + frame->count > MAX_ROWS && trails->stride < INT32_MAX / 2 )
	{
		dropEverySecondFrame( trails );
	}
	if ( tick % trails->stride != 0 )
	{
		return;
	}
	int64_t first = all->rowCount, end = first + frame->count;
	all->rows = wfGrow( all->rows, end, &all->rowCapacity, sizeof( wfTrajectoryRow ) );
	all->headings = wfGrow( all->headings, end, &trails->headingCapacity, sizeof( float ) );
	for ( int32_t i = 0; i < frame->count; ++i )
	{
		wfVec3 place = frame->positions[i];
		uint32_t serial = frame->serials[i];
		trails->bodies = wfGrow( trails->bodies, (int64_t)serial + 1, &trails->bodyCapacity, sizeof( wfTrailBody ) );
		trails->bodies[serial] =
			( wfTrailBody ){ frame->radii[i], frame->depths[i], frame->headings[i], getKind( frame->userData[i] ) };
		all->rows[all->rowCount++] =
			( wfTrajectoryRow ){ (int32_t)( tick / trails->stride ), (int32_t)serial, place.x, place.y, place.z };
	}
	// Frames come in order, but the ids in a frame follow the places in the crowd, which are used again.
	if ( frame->count > 1 )
	{
		qsort( all->rows + first, (size_t)frame->count, sizeof( wfTrajectoryRow ), wfCompareTrajectoryRows );
	}
	for ( int64_t k = first; k < end; ++k )
	{
		all->headings[k] = trails->bodies[all->rows[k].id].heading;
	}
}

void wfRunTrails_AddSizes( const wfRunTrails* trails, wfTrajectories* all )
{
	all->radii = wfNewArray( (size_t)all->rowCount + 1, sizeof( float ) );
	all->depths = wfNewArray( (size_t)all->rowCount + 1, sizeof( float ) );
	for ( int64_t i = 0; i < all->rowCount; ++i )
	{
		all->radii[i] = trails->bodies[all->rows[i].id].radius;
		all->depths[i] = trails->bodies[all->rows[i].id].depth;
	}
}

void wfRunTrails_AddLast( wfRunTrails* trails, const wfFrame* frame, int64_t tick )
{
	int64_t stride = trails->stride > 0 ? trails->stride : 1;
	// At the turn that would have come next: some ticks late, which nobody sees among so many.
	if ( tick % stride != 0 )
	{
		wfRunTrails_Add( trails, frame, ( tick / stride + 1 ) * stride );
	}
}

void wfRunTrails_AddFootsteps( wfRunTrails* trails, const wfFootstepRow* rows, int32_t count )
{
	trails->tooManyFootsteps = trails->tooManyFootsteps || trails->footsteps.rowCount + count > MAX_FOOTSTEPS;
	if ( trails->tooManyFootsteps )
	{
		wfFootstepTable_Free( &trails->footsteps );
		return;
	}
	wfExpect( wfFootstepTable_Add( &trails->footsteps, rows, count ) );
}

// As a recording would have been read.
static const wfTrajectories* finishTrajectories( wfRun* run )
{
	wfTrajectories* all = &run->trails.all;
	all->fps = 1.0 / ( run->report.tickSeconds * (double)run->trails.stride );
	all->hasHeights = run->def.simulation->scene.mesh != NULL;
	if ( run->def.simulation->scene.mesh != NULL )
	{
		wfMeshReport mesh = wfMesh_GetReport( run->def.simulation->scene.mesh );
		all->bounds = ( wfBox2 ){ { mesh.lower.x, mesh.lower.y }, { mesh.upper.x, mesh.upper.y } };
	}
	else
	{
		all->bounds = wfWorld_GetBounds( run->def.simulation->world );
	}
	memcpy( all->name, run->def.simulation->name, sizeof( all->name ) );
	wfRunTrails_AddSizes( &run->trails, all );
	return all;
}

static void drawOnSurface( const wfRun* run, const char* path, const wfTrajectories* trajectories )
{
	wfFrame frame = wfCrowd_GetFrame( run->crowd );
	wfSurfacePictureDef def = wfDefaultSurfacePictureDef();
	def.title = run->def.simulation->name;
	def.view = run->def.view;
	def.mask = run->def.simulation->scene.mask;
	def.trails = trajectories;
	def.frame = &frame;
	def.groups = run->track;
	wfExpect( wfDrawSurface( path, run->def.simulation->scene.mesh, NULL, &def, &wf_error ) );
}

#define MAX_PLANNED 24 // footsteps of one agent
#define MAX_PLANS 20   // more would hide what was walked

// What those who are still there are going to do. Returns how many have plans.
static int32_t collectPlans( const wfCrowd* crowd, wfFootstep ( *steps )[MAX_PLANNED], wfFootstepPlan* plans )
{
	wfAgentId ids[MAX_PLANS];
	int32_t count = wfCrowd_GetAgentIds( crowd, ids, MAX_PLANS ), planCount = 0;
	for ( int32_t i = 0; i < count && count <= MAX_PLANS; ++i )
	{
		int32_t sure = 0, all = wfCrowd_GetFootstepPlan( crowd, ids[i], steps[planCount], MAX_PLANNED, &sure );
		int32_t kept = all < MAX_PLANNED ? all : MAX_PLANNED;
		if ( kept > 0 )
		{
			uint32_t serial = wfCrowd_GetAgent( crowd, ids[i] ).serial;
			plans[planCount] = ( wfFootstepPlan ){ serial, steps[planCount], kept, sure < kept ? sure : kept };
			planCount += 1;
		}
	}
	return planCount;
}

// Where people were, with some room around it, inside of the world: feet are to be seen.
static wfBox2 chooseFeetView( const wfTrajectories* trajectories )
{
	const double room = 1.2;
	wfBox2 view = WF_EMPTY_BOX, world = trajectories->bounds;
	for ( int64_t i = 0; i < trajectories->rowCount; ++i )
	{
		wfVec2 place = { trajectories->rows[i].x, trajectories->rows[i].y };
		view = wfBoxUnion( view, wfBoxAround( place, place, room ) );
	}
	view = ( wfBox2 ){ wfMax2( view.lower, world.lower ), wfMin2( view.upper, world.upper ) };
	return view.lower.x < view.upper.x && view.lower.y < view.upper.y ? view : world;
}

static void drawInPlane( const wfRun* run, const char* path, const wfTrajectories* trajectories )
{
	static wfFootstep steps[MAX_PLANS][MAX_PLANNED];
	wfFootstepPlan plans[MAX_PLANS];
	const wfSimulation* simulation = run->def.simulation;
	wfCrowdPictureDef def = wfDefaultCrowdPictureDef();
	def.title = simulation->name;
	def.groups = run->track;
	def.colorBySpeed = run->def.simulation->groupCount == 0;
	wfVec2 ends[2 * sizeof( simulation->lines ) / sizeof( simulation->lines[0] )];
	for ( int32_t i = 0; i < simulation->lineCount; ++i )
	{
		ends[2 * i] = simulation->lines[i].a;
		ends[2 * i + 1] = simulation->lines[i].b;
	}
	def.lineEnds = ends;
	def.lineCount = simulation->lineCount;
	wfFootstepTable table = run->trails.footsteps;
	if ( table.rowCount > 0 )
	{
		wfFootstepTable_Sort( &table );
		def.footsteps = &table;
		def.view = chooseFeetView( trajectories );
		// Everybody's own colour shows whose feet these are.
		def.colorBySpeed = def.colorBySpeed && wfCrowd_GetTotalCount( run->crowd ) > MANY_PEOPLE;
		def.plans = plans;
		def.planCount = collectPlans( run->crowd, steps, plans );
	}
	wfExpect( wfDrawTrajectories( path, simulation->world, trajectories, &def, &wf_error ) );
}

void wfRun_DrawExploration( const wfRun* run, const char* path, wfExplorePictureKind kind )
{
	wfExplorePictureDef def = wfDefaultExplorePictureDef();
	def.kind = kind;
	def.title = run->def.simulation->name;
	wfExpect( wfDrawExploration( path, run->crowd, run->explorers, &def, &wf_error ) );
}

void wfRun_DrawTrails( wfRun* run, const char* path )
{
	if ( run->explorers != NULL )
	{
		wfRun_DrawExploration( run, path, wf_pathPicture );
		return;
	}
	const wfTrajectories* trajectories = finishTrajectories( run );
	if ( run->def.simulation->scene.mesh != NULL )
	{
		drawOnSurface( run, path, trajectories );
	}
	else
	{
		drawInPlane( run, path, trajectories );
	}
}

void wfRun_DrawDensity( const wfRun* run, const char* path )
{
	wfCrowdPictureDef def = wfDefaultCrowdPictureDef();
	def.title = run->def.simulation->name;
	wfExpect( wfDrawDensity( path, run->def.simulation->world, run->metrics, &def, &wf_error ) );
}

// ---------------------------------------------------------------------------------------------------------------- film

void wfRunFilm_Begin( wfRunFilm* film, const wfRun* run )
{
	wfVideoDef def = wfDefaultVideoDef();
	def.path = run->def.video;
	def.fps = VIDEO_FPS;
	def.world = run->def.simulation->world;
	def.title = run->def.simulation->name;
	if ( run->def.simulation->scene.mesh != NULL )
	{
		def.mesh = run->def.simulation->scene.mesh;
		def.mask = run->def.simulation->scene.mask;
		def.surfaceView = run->def.view;
	}
	def.groups = run->track;
	def.explorers = run->explorers;
	film->fps = VIDEO_FPS;
	film->start = film->last = wfCrowd_GetTime( run->crowd );
	wfExpect( wfCreateVideo( &def, &film->video, &wf_error ) );
}

static void reserveFilm( wfRunFilm* film, const wfFrame* frame )
{
	int64_t serials = 0, before = film->timeCapacity;
	for ( int32_t i = 0; i < frame->count; ++i )
	{
		serials = frame->serials[i] >= serials ? (int64_t)frame->serials[i] + 1 : serials;
	}
	film->places = wfGrow( film->places, serials, &film->placeCapacity, sizeof( wfVec3 ) );
	film->headings = wfGrow( film->headings, serials, &film->headingCapacity, sizeof( float ) );
	film->times = wfGrow( film->times, serials, &film->timeCapacity, sizeof( double ) );
	film->between = wfGrow( film->between, frame->count, &film->betweenCapacity, sizeof( wfVec3 ) );
	film->turned = wfGrow( film->turned, frame->count, &film->turnedCapacity, sizeof( float ) );
	for ( int64_t i = before; i < film->timeCapacity; ++i )
	{
		film->times[i] = -INFINITY;
	}
}

static void showFrame( wfRunFilm* film, const wfFrame* frame )
{
	reserveFilm( film, frame );
	double span = frame->time - film->last;
	while ( film->start + (double)film->frames / film->fps <= frame->time + 1e-9 )
	{
		double time = film->start + (double)film->frames / film->fps;
		double share = span > 0.0 ? ( time - film->last ) / span : 1.0;
		for ( int32_t i = 0; i < frame->count; ++i )
		{
			wfVec3 to = frame->positions[i], from = film->places[frame->serials[i]];
			bool known = film->times[frame->serials[i]] == film->last;
			film->between[i] = known ? wfMix3( from, to, share ) : to;
			double heading = (double)frame->headings[i], before = (double)film->headings[frame->serials[i]];
			film->turned[i] = (float)( known ? before + share * wfWrapAngle( heading - before ) : heading );
		}
		wfFrame shown = *frame;
		shown.time = time;
		shown.positions = film->between;
		shown.headings = film->turned;
		wfExpect( wfVideo_AddFrame( film->video, &shown, &wf_error ) );
		film->frames += 1;
	}
	for ( int32_t i = 0; i < frame->count; ++i )
	{
		film->places[frame->serials[i]] = frame->positions[i];
		film->headings[frame->serials[i]] = frame->headings[i];
		film->times[frame->serials[i]] = frame->time;
	}
	film->last = frame->time;
}

// What a video shows of a frame.
static void keepFrame( wfRunFilm* film, const wfFrame* frame )
{
	film->waiting = wfGrow( film->waiting, film->waitingCount + 1, &film->waitingCapacity, sizeof( wfFrame ) );
	size_t count = (size_t)frame->count, each = sizeof( wfVec3 ) + sizeof( uint32_t ) + 3 * sizeof( float ) + sizeof( uint8_t );
	wfVec3* positions = wfNewArray( count + 1, each );
	uint32_t* serials = (uint32_t*)( positions + count );
	float *headings = (float*)( serials + count ), *radii = headings + count, *depths = radii + count;
	uint8_t* states = (uint8_t*)( depths + count );
	if ( count > 0 )
	{
		memcpy( positions, frame->positions, count * sizeof( wfVec3 ) );
		memcpy( serials, frame->serials, count * sizeof( uint32_t ) );
		memcpy( headings, frame->headings, count * sizeof( float ) );
		memcpy( radii, frame->radii, count * sizeof( float ) );
		memcpy( depths, frame->depths, count * sizeof( float ) );
		memcpy( states, frame->states, count );
	}
	film->waiting[film->waitingCount++] = ( wfFrame ){ .time = frame->time,
													   .count = frame->count,
													   .serials = serials,
													   .positions = positions,
													   .headings = headings,
													   .radii = radii,
													   .depths = depths,
													   .states = states };
}

// Those before a time, which are done with then.
static void showWaiting( wfRunFilm* film, double time )
{
	int32_t shown = 0;
	for ( ; shown < film->waitingCount && film->waiting[shown].time <= time; ++shown )
	{
		showFrame( film, film->waiting + shown );
		free( (void*)film->waiting[shown].positions );
	}
	film->waitingCount -= shown;
	memmove( film->waiting, film->waiting + shown, (size_t)film->waitingCount * sizeof( wfFrame ) );
}

void wfRunFilm_Add( wfRunFilm* film, const wfFrame* frame )
{
	if ( frame->onMesh )
	{
		showFrame( film, frame );
		return;
	}
	keepFrame( film, frame );
	showWaiting( film, frame->time - WAIT_SECONDS );
}

void wfRunFilm_End( wfRunFilm* film )
{
	if ( film->video == NULL )
	{
		return;
	}
	showWaiting( film, INFINITY );
	wfVideo* video = film->video;
	film->video = NULL;
	wfExpect( wfDestroyVideo( video, &wf_error ) );
}
