// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield surface FILE --goal ... --from ...`: fields and paths on a mesh.

#include "surface_command.h"

#include "commands.h"
#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Paths drawn where more were walked.
#define DRAWN_PATHS 64

// -------------------------------------------------------------------------------------------------------------- options

static void addOptions( wfSurfaceOptions* options, wfOptionSet* set )
{
	static const char* const limits[] = { "dirichlet", "neumann", NULL };
	static const char* const methods[] = { "fem", "influence", NULL };
	wfObstacleOptions* obstacles = &options->obstacles;
	wfOptionSet_AddText( set, "goal", &options->goal );
	wfOptionSet_AddTexts( set, "from", options->from, WF_MAX_STARTS, &options->fromCount );
	wfOptionSet_AddFlag( set, "all", &options->all );
	wfOptionSet_AddInteger( set, "random", &options->random, 1, 100000000 );
	wfOptionSet_AddNumber( set, "haste", &options->haste, 0.0, 1e6 );
	wfOptionSet_AddNumbers( set, "bias", options->bias, 3 );
	wfOptionSet_AddNumbers( set, "toward", options->toward, 3 );
	wfOptionSet_AddNumber( set, "epsilon", &options->epsilon, -1e6, 1e6 );
	wfOptionSet_AddChoice( set, "limits", &options->limits, limits );
	wfOptionSet_AddChoice( set, "method", &options->method, methods );
	wfOptionSet_AddNumber( set, "emax", &options->sumChange, 0.0, 1e6 );
	wfOptionSet_AddInteger( set, "occupied", &options->occupied, 0, INT32_MAX - 1 );
	wfOptionSet_AddTexts( set, "obstacle", obstacles->texts, (int32_t)( sizeof( obstacles->texts ) / sizeof( char* ) ),
						  &obstacles->count );
	wfOptionSet_AddInteger( set, "discs", &obstacles->discs, 1, 100000 );
	wfOptionSet_AddNumber( set, "disc-radius", &obstacles->discRadius, 1e-9, 1e9 );
	wfOptionSet_AddNumber( set, "height", &obstacles->height, 0.0, 1e9 );
	wfObstacleOptions_AddTerrain( obstacles, set );
	wfOptionSet_AddNumber( set, "radius", &obstacles->radius, 0.0, 1e9 );
	wfOptionSet_AddFlag( set, "taut", &options->taut );
	wfOptionSet_AddFlag( set, "raw", &options->raw );
	wfOptionSet_AddFlag( set, "json", &options->json );
	wfOptionSet_AddText( set, "picture", &options->picture );
	wfOptionSet_AddNumbers( set, "view", options->view, 2 );
	wfOptionSet_AddNumber( set, "zoom", &options->zoom, 0.01, 1000.0 );
	wfOptionSet_AddInteger( set, "width", &options->width, 64, 8192 );
	wfOptionSet_AddFlag( set, "edges", &options->edges );
	wfOptionSet_AddFlag( set, "y-up", &options->yUp );
	wfOptionSet_AddText( set, "out-mesh", &options->outMesh );
	wfOptionSet_AddText( set, "out-paths", &options->outPaths );
	wfMeshOptions_Add( &options->mesh, set );
	wfSettings_AddMachineOptions( &options->settings, set );
}

static int checkOutputs( const wfSurfaceOptions* options, const wfOptionSet* set )
{
	static const char* const ofPictures[] = { "view", "y-up", "zoom", "width", "edges" };
	for ( int32_t i = 0; i < 5 && options->picture == NULL; ++i )
	{
		if ( wfOptionSet_IsGiven( set, ofPictures[i] ) )
		{
			return wfTellUsage( "surface", "--%s goes with --picture", ofPictures[i] );
		}
	}
	if ( options->picture != NULL && !wfIsPictureName( "surface", options->picture ) )
	{
		return wf_exitUsage;
	}
	if ( options->outMesh != NULL && !wfHasEnding( options->outMesh, ".ply" ) )
	{
		return wfTellUsage( "surface", "--out-mesh %.200s: expected a name ending in .ply, which has room for colours",
							options->outMesh );
	}
	if ( options->outPaths != NULL && !wfHasEnding( options->outPaths, ".obj" ) && !wfHasEnding( options->outPaths, ".ply" ) &&
		 !wfHasEnding( options->outPaths, ".csv" ) )
	{
		return wfTellUsage( "surface", "--out-paths %.200s: expected a name ending in .obj, .ply or .csv", options->outPaths );
	}
	const char* outputs[] = { options->picture, options->outMesh, options->outPaths, options->file };
	for ( int32_t i = 0; i < 4; ++i )
	{
		for ( int32_t k = i + 1; k < 4; ++k )
		{
			if ( outputs[i] != NULL && outputs[k] != NULL && strcmp( outputs[i], outputs[k] ) == 0 )
			{
				return wfTellUsage( "surface", "%.200s would be overwritten: expected files with names of their own",
									outputs[i] );
			}
		}
	}
	return wf_exitOk;
}

static int checkTogether( const wfSurfaceOptions* options, const wfOptionSet* set )
{
	if ( options->all + ( options->random > 0 ) + ( options->fromCount > 0 ) > 1 )
	{
		return wfTellUsage( "surface", "expected one of --from, --all and --random" );
	}
	if ( options->hasBias && options->bias[0] == 0.0 && options->bias[1] == 0.0 && options->bias[2] == 0.0 )
	{
		return wfTellUsage( "surface", "--bias 0,0,0 has no direction" );
	}
	if ( options->hasBias && options->hasToward )
	{
		return wfTellUsage( "surface", "expected one of --bias and --toward" );
	}
	if ( wfOptionSet_IsGiven( set, "disc-radius" ) && options->obstacles.discs == 0 )
	{
		return wfTellUsage( "surface", "--disc-radius goes with --discs" );
	}
	if ( options->taut && options->raw )
	{
		return wfTellUsage( "surface", "expected one of --taut and --raw" );
	}
	static const char* const ofFields[] = { "haste", "bias", "toward", "epsilon", "limits", "taut", "raw", "out-mesh" };
	for ( size_t i = 0; i < sizeof( ofFields ) / sizeof( ofFields[0] ) && options->method == wf_influenceMethod; ++i )
	{
		if ( wfOptionSet_IsGiven( set, ofFields[i] ) )
		{
			return wfTellUsage( "surface", "--%s does not go with --method influence, which has nothing of the kind",
								ofFields[i] );
		}
	}
	if ( options->method == wf_femMethod && wfOptionSet_IsGiven( set, "emax" ) )
	{
		return wfTellUsage( "surface", "--emax goes with --method influence" );
	}
	return wf_exitOk;
}

static int parseOptions( wfSurfaceOptions* options, int argc, char** argv )
{
	*options = ( wfSurfaceOptions ){ .mesh = wfDefaultMeshOptions(),
									 .haste = NAN,
									 .epsilon = NAN,
									 .limits = -1,
									 .sumChange = wfDefaultSurfaceRelaxDef().sumChange,
									 .occupied = -1,
									 .zoom = 1.0,
									 .width = wfDefaultSurfacePictureDef().width,
									 .settings = wfDefaultSettings() };
	options->obstacles.height = options->obstacles.radius = NAN;
	wfOptionSet set = { .command = "surface" };
	addOptions( options, &set );
	int32_t count;
	int code = wfOptionSet_Parse( &set, argc, argv, &options->file, 1, &count );
	if ( code != wf_exitOk )
	{
		return code;
	}
	if ( count == 0 )
	{
		return wfTellUsage( "surface", "expected a mesh file, a scenario or the name of a surface, for example `torus`" );
	}
	options->hasBias = wfOptionSet_IsGiven( &set, "bias" );
	options->hasToward = wfOptionSet_IsGiven( &set, "toward" );
	options->hasView = wfOptionSet_IsGiven( &set, "view" );
	options->obstacles.hasUp = wfOptionSet_IsGiven( &set, "up" );
	options->obstacles.seed = (uint64_t)options->mesh.seed;
	code = wfMeshOptions_Check( &options->mesh, &set );
	code = code == wf_exitOk ? checkTogether( options, &set ) : code;
	return code == wf_exitOk ? checkOutputs( options, &set ) : code;
}

// --------------------------------------------------------------------------------------------------------------- places

static int findStarts( wfSurfaceRun* run )
{
	const wfSurfaceOptions* options = run->options;
	bool listed = !options->all && options->random == 0;
	run->startCount = !listed ? 0 : options->fromCount > 0 ? options->fromCount : run->scene.startCount;
	if ( listed && run->startCount == 0 )
	{
		return wfTellUsage( "surface", "where from? Give --from VERTEX or X,Y,Z, --random N, or --all" );
	}
	run->starts = calloc( (size_t)run->startCount + 1, sizeof( wfFoundPlace ) );
	int code = run->starts != NULL ? wf_exitOk : wfTellOutOfMemory();
	for ( int32_t i = 0; i < run->startCount && code == wf_exitOk; ++i )
	{
		if ( options->fromCount > 0 )
		{
			code = wfFindPlace( &run->scene, "surface", "from", options->from[i], &run->starts[i] );
		}
		else
		{
			run->starts[i].vertex = -1;
			wfTakePlace( &run->scene.starts[i], i, "start", &run->starts[i] );
		}
	}
	return code;
}

// Whether somebody may stand there: on a triangle that is no obstacle, and not on a blocked vertex.
static bool isBlocked( const wfSurfaceScene* scene, const wfFoundPlace* place )
{
	for ( int32_t i = 0; i < place->vertexCount; ++i )
	{
		if ( !wfSurfaceMask_IsVertexBlocked( scene->mask, place->vertices[i] ) )
		{
			return false;
		}
	}
	return place->vertexCount > 0 || wfSurfaceMask_IsTriangleBlocked( scene->mask, place->place.triangle );
}

static int tellBlocked( const wfSurfaceRun* run, const char* what, const wfFoundPlace* place, wfResult result )
{
	const wfMesh* mesh = run->scene.mesh;
	const wfVec3* vertices = wfMesh_GetVertices( mesh );
	wfVec3 at = wfMesh_GetPosition( mesh, place->place ), nearest = { 0 };
	double least = INFINITY;
	for ( int32_t i = 0; i < wfMesh_GetVertexCount( mesh ); ++i )
	{
		double x = vertices[i].x - at.x, y = vertices[i].y - at.y, z = vertices[i].z - at.z;
		bool repelled = run->limitsRepel && wfMesh_IsBoundaryVertex( mesh, i );
		bool isFree = !repelled && !wfSurfaceMask_IsVertexBlocked( run->scene.mask, i );
		if ( isFree && x * x + y * y + z * z < least )
		{
			least = x * x + y * y + z * z;
			nearest = vertices[i];
		}
	}
	wfError error = { .result = result };
	if ( isfinite( least ) )
	{
		snprintf( error.message, sizeof( error.message ),
				  "the %s, %s, lies in an obstacle, or where there is no room; the nearest free vertex is at %.6g,%.6g,%.6g",
				  what, place->label, nearest.x, nearest.y, nearest.z );
	}
	else
	{
		snprintf( error.message, sizeof( error.message ),
				  "the %s, %s, is blocked, and so is every vertex: obstacles and mesh limits leave nothing free. "
				  "--open-passages or --refine LENGTH makes vertices in between, --limits neumann takes limits as free",
				  what, place->label );
	}
	return wfTellError( result, &error );
}

static int checkPlaces( const wfSurfaceRun* run )
{
	if ( isBlocked( &run->scene, &run->goal ) )
	{
		return tellBlocked( run, "goal", &run->goal, wf_goalBlocked );
	}
	for ( int32_t i = 0; i < run->startCount; ++i )
	{
		if ( isBlocked( &run->scene, &run->starts[i] ) )
		{
			return tellBlocked( run, "start", &run->starts[i], wf_startBlocked );
		}
	}
	return wf_exitOk;
}

// -------------------------------------------------------------------------------------------------------------- solving

static void definePlanner( wfSurfaceRun* run )
{
	const wfSurfaceOptions* options = run->options;
	const struct wfSurfaceSceneField* field = &run->scene.field;
	wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
	def.mask = run->obstacles.blockedVertices > 0 ? run->scene.mask : NULL;
	def.limits = (wfWalls)( options->limits >= 0 ? options->limits : field->limits );
	def.haste = isnan( options->haste ) ? field->haste : options->haste;
	def.biasKind = (wfSurfaceBias)field->biasKind;
	def.bias = field->bias;
	def.epsilon = field->epsilon;
	if ( options->hasBias || options->hasToward )
	{
		const double* v = options->hasBias ? options->bias : options->toward;
		def.biasKind = options->hasBias ? wf_directionBias : wf_pointBias;
		def.bias = ( wfVec3 ){ v[0], v[1], v[2] };
		def.epsilon = isnan( options->epsilon ) ? 1.0 : options->epsilon;
	}
	else if ( !isnan( options->epsilon ) )
	{
		def.epsilon = options->epsilon;
	}
	def.memoryLimit = wfSettings_GetMemoryLimit( &options->settings );
	def.workers = run->workers;
	run->plannerDef = def;
	run->limitsRepel = def.limits == wf_dirichletWalls;
}

static int solveField( wfSurfaceRun* run )
{
	if ( !isnan( run->options->epsilon ) && run->plannerDef.biasKind == wf_noSurfaceBias )
	{
		return wfTellUsage( "surface", "--epsilon is the strength of --bias X,Y,Z or --toward X,Y,Z" );
	}
	wfProgress progress;
	wfError error = { 0 };
	wfProgress_Begin( &progress, "factorising" );
	run->plannerDef.progress = wfProgress_Step;
	run->plannerDef.progressContext = &progress;
	double began = wfGetSeconds();
	wfResult result = wfCreateSurfacePlanner( run->scene.mesh, &run->plannerDef, &run->planner, &error );
	run->secondsFactor = wfGetSeconds() - began;
	wfProgress_End( &progress );
	if ( result == wf_noFreeCell )
	{
		return tellBlocked( run, "goal", &run->goal, wf_noFreeCell );
	}
	if ( result != wf_ok )
	{
		return wfTellError( result, &error );
	}
	wfSurfaceGoalDef goal = wfFoundPlace_MakeGoal( &run->goal );
	goal.occupied = run->occupied;
	began = wfGetSeconds();
	result = wfIsInterrupted() ? wf_cancelled : wfSurfacePlanner_CreateField( run->planner, &goal, &run->field, &error );
	run->secondsGoal = wfGetSeconds() - began;
	if ( result == wf_goalBlocked )
	{
		return tellBlocked( run, "goal", &run->goal, wf_goalBlocked );
	}
	if ( result == wf_ok )
	{
		run->fieldReport = wfSurfaceField_GetReport( run->field );
	}
	return result == wf_ok ? wf_exitOk : wfTellError( result, &error );
}

// The literature's method has nothing to be repelled by on a closed mesh: there the start is taken as occupied, or with many
// starts the vertex farthest from the goal.
static int32_t chooseOccupied( const wfSurfaceRun* run )
{
	const wfMesh* mesh = run->scene.mesh;
	if ( !wfMesh_GetReport( mesh ).closed || run->obstacles.blockedVertices > 0 )
	{
		return -1;
	}
	if ( run->startCount > 0 && run->starts[0].vertexCount > 0 )
	{
		return run->starts[0].vertices[0];
	}
	const wfVec3* vertices = wfMesh_GetVertices( mesh );
	wfVec3 goal = wfMesh_GetPosition( mesh, run->goal.place );
	int32_t farthest = -1;
	double most = -1.0;
	for ( int32_t i = 0; i < wfMesh_GetVertexCount( mesh ); ++i )
	{
		double x = vertices[i].x - goal.x, y = vertices[i].y - goal.y, z = vertices[i].z - goal.z;
		if ( x * x + y * y + z * z > most )
		{
			most = x * x + y * y + z * z;
			farthest = i;
		}
	}
	return farthest;
}

static int relax( wfSurfaceRun* run )
{
	run->limitsRepel = true;
	run->occupied = run->occupied >= 0 ? run->occupied : chooseOccupied( run );
	wfSurfaceGoalDef goal = wfFoundPlace_MakeGoal( &run->goal );
	goal.occupied = run->occupied;
	wfSurfaceRelaxDef def = wfDefaultSurfaceRelaxDef();
	def.mask = run->scene.mask;
	def.sumChange = run->options->sumChange;
	run->p = malloc( (size_t)wfMesh_GetVertexCount( run->scene.mesh ) * sizeof( double ) );
	run->connected = wfFindConnected( run->scene.mesh, run->scene.mask, true, &run->goal );
	if ( run->p == NULL || run->connected == NULL )
	{
		return wfTellOutOfMemory();
	}
	double began = wfGetSeconds();
	wfResult result = wfRelaxSurface( run->scene.mesh, &goal, &def, run->p, &run->relax );
	run->secondsGoal = wfGetSeconds() - began;
	return result == wf_ok ? wf_exitOk : wfTellError( result, NULL );
}

// -------------------------------------------------------------------------------------------------------------- walking

static void chooseWalks( wfSurfaceRun* run )
{
	const wfMesh* mesh = run->scene.mesh;
	int32_t vertices = wfMesh_GetVertexCount( mesh ), count = 0;
	const wfSurfaceOptions* options = run->options;
	for ( int32_t i = 0; i < run->startCount; ++i )
	{
		const wfFoundPlace* start = &run->starts[i];
		int32_t vertex = start->vertexCount > 0 ? start->vertices[0] : -1;
		run->walks[count++] = ( wfWalk ){ .start = start->place, .vertex = vertex };
	}
	for ( int32_t i = 0; i < vertices && options->all; ++i )
	{
		if ( !wfSurfaceMask_IsVertexBlocked( run->scene.mask, i ) )
		{
			run->walks[count++] = ( wfWalk ){ .start = wfMesh_GetVertexPoint( mesh, i ), .vertex = i };
		}
	}
	// Stream 2: discs drawn with the same seed take stream 1.
	for ( uint64_t attempt = 0; count < options->random && attempt < 100u * (uint64_t)options->random; ++attempt )
	{
		int32_t vertex = (int32_t)( wfRandomUnit( options->obstacles.seed, 2, attempt ) * vertices );
		if ( !wfSurfaceMask_IsVertexBlocked( run->scene.mask, vertex ) )
		{
			run->walks[count++] = ( wfWalk ){ .start = wfMesh_GetVertexPoint( mesh, vertex ), .vertex = vertex };
		}
	}
	run->walkCount = count;
}

static int walk( wfSurfaceRun* run )
{
	const wfSurfaceOptions* options = run->options;
	int32_t vertices = wfMesh_GetVertexCount( run->scene.mesh );
	size_t room = options->all ? (size_t)vertices : (size_t)run->startCount + (size_t)options->random;
	run->walks = calloc( room + 1, sizeof( wfWalk ) );
	if ( run->walks == NULL )
	{
		return wfTellOutOfMemory();
	}
	chooseWalks( run );
	bool keepAll = run->startCount > 0 || options->outPaths != NULL;
	run->stride = keepAll ? 1 : 1 + run->walkCount / DRAWN_PATHS;
	if ( keepAll || options->picture != NULL )
	{
		run->pathCount = ( run->walkCount + run->stride - 1 ) / run->stride;
		run->paths = calloc( (size_t)run->pathCount + 1, sizeof( wfSurfacePath ) );
		if ( run->paths == NULL )
		{
			return wfTellOutOfMemory();
		}
	}
	wfWalkGround ground = { .mesh = run->scene.mesh,
							.mask = run->scene.mask,
							.field = run->field,
							.p = run->p,
							.connected = run->connected,
							.goal = &run->goal,
							.trace = wfDefaultTraceDef(),
							.limitsRepel = run->limitsRepel,
							.workers = run->workers };
	ground.trace.smooth = options->raw ? false : ground.trace.smooth;
	ground.trace.tautness = options->raw ? 0.0 : options->taut ? 1.0 : ground.trace.tautness;
	wfResult result = wfWalkOnSurface( &ground, run->walks, run->walkCount, run->paths, run->stride, &run->totals );
	return result == wf_ok ? wf_exitOk : wfTellError( result, NULL );
}

// Free vertices of the goal's piece of the mesh that have no way, and triangles nobody can pass for want of a free vertex.
static void countCutOff( wfSurfaceRun* run )
{
	const wfMesh* mesh = run->scene.mesh;
	const int32_t* triangles = wfMesh_GetTriangles( mesh );
	int32_t goal = run->goal.vertices != NULL ? run->goal.vertices[0] : triangles[3 * run->goal.place.triangle];
	for ( int32_t i = 0; i < run->walkCount; ++i )
	{
		const wfWalk* walk = &run->walks[i];
		int32_t vertex = walk->vertex >= 0 ? walk->vertex : triangles[3 * walk->start.triangle];
		run->cutOff += walk->result == wf_unreachable && wfMesh_GetComponent( mesh, vertex ) == wfMesh_GetComponent( mesh, goal );
	}
	for ( int32_t t = 0; t < wfMesh_GetTriangleCount( mesh ) && run->limitsRepel && run->cutOff > 0; ++t )
	{
		bool shut = !wfSurfaceMask_IsTriangleBlocked( run->scene.mask, t ), masked = true;
		for ( int32_t k = 0; k < 3; ++k )
		{
			bool blocked = wfSurfaceMask_IsVertexBlocked( run->scene.mask, triangles[3 * t + k] );
			shut = shut && ( blocked || wfMesh_IsBoundaryVertex( mesh, triangles[3 * t + k] ) );
			masked = masked && blocked;
		}
		run->shutTriangles += shut && !masked;
	}
}

static void suggestOpening( const wfSurfaceRun* run )
{
	// A corner of the mesh may have no free vertex beside it.
	if ( run->field != NULL && run->fieldReport.freeCount > 1 &&
		 run->fieldReport.reachableCount <= ( run->goal.vertices != NULL ? run->goal.vertexCount : 3 ) )
	{
		wfWarn( "nothing but the goal itself, %s, is connected to it: obstacles or mesh limits are all around. Choose a place "
				"farther inside, or --limits neumann",
				run->goal.label );
	}
	if ( run->shutTriangles > 0 )
	{
		wfWarn(
			"%s triangles have a mesh limit in every corner and let nobody through: --open-passages, or --refine LENGTH, puts "
			"vertices into passages one triangle wide",
			wfShowCount( run->shutTriangles ) );
	}
}

// Where a start was given by hand, that it leads nowhere is an error.
static int checkListed( const wfSurfaceRun* run )
{
	const wfMesh* mesh = run->scene.mesh;
	const int32_t* triangles = wfMesh_GetTriangles( mesh );
	for ( int32_t i = 0; i < run->startCount; ++i )
	{
		const wfWalk* walk = &run->walks[i];
		wfError error = { .result = walk->result };
		if ( walk->result == wf_startBlocked )
		{
			return tellBlocked( run, "start", &run->starts[i], wf_startBlocked );
		}
		if ( walk->result != wf_unreachable )
		{
			continue;
		}
		int32_t a = wfMesh_GetComponent( mesh, triangles[3 * walk->start.triangle] );
		int32_t b = wfMesh_GetComponent( mesh, triangles[3 * run->goal.place.triangle] );
		if ( a != b )
		{
			snprintf( error.message, sizeof( error.message ),
					  "there is no way from %s to the goal, %s: they lie in different pieces of the mesh, %d and %d of %d",
					  run->starts[i].label, run->goal.label, a + 1, b + 1, wfMesh_GetReport( mesh ).components );
		}
		else
		{
			snprintf( error.message, sizeof( error.message ),
					  "there is no way from %s to the goal, %s: obstacles or mesh limits part them", run->starts[i].label,
					  run->goal.label );
		}
		int code = wfTellError( wf_unreachable, &error );
		suggestOpening( run );
		return code;
	}
	return wf_exitOk;
}

// -------------------------------------------------------------------------------------------------------------- command

static int openRun( wfSurfaceRun* run )
{
	const wfSurfaceOptions* options = run->options;
	int code = wfSettings_CreateWorkers( &options->settings, &run->workers );
	double began = wfGetSeconds();
	code = code == wf_exitOk ? wfOpenSurface( "surface", options->file, &options->mesh,
											  wfSettings_GetMemoryLimit( &options->settings ), &run->scene )
							 : code;
	run->secondsLoad = wfGetSeconds() - began;
	code = code == wf_exitOk ? wfFindPlace( &run->scene, "surface", "goal", options->goal, &run->goal ) : code;
	if ( code == wf_exitOk && options->occupied >= 0 )
	{
		run->occupied = wfSurfaceScene_FindVertex( &run->scene, options->occupied );
		code = run->occupied >= 0 ? wf_exitOk
								  : wfTellUsage( "surface", "--occupied: there is no vertex %d; the mesh has vertices 0 to %d",
												 options->occupied, run->scene.inputVertexCount - 1 );
	}
	return code == wf_exitOk ? findStarts( run ) : code;
}

static int blockObstacles( wfSurfaceRun* run )
{
	// Goal and starts side by side, for discs to keep away from.
	wfFoundPlace* places = calloc( (size_t)run->startCount + 1, sizeof( wfFoundPlace ) );
	if ( places == NULL )
	{
		return wfTellOutOfMemory();
	}
	places[0] = run->goal;
	for ( int32_t i = 0; i < run->startCount; ++i )
	{
		places[i + 1] = run->starts[i];
	}
	int code = wfBlockObstacles( &run->scene, "surface", &run->options->obstacles, places, run->startCount + 1, run->workers,
								 NULL, &run->obstacles );
	free( places );
	return code;
}

static void freeRun( wfSurfaceRun* run )
{
	for ( int32_t i = 0; i < run->pathCount && run->paths != NULL; ++i )
	{
		wfSurfacePath_Free( &run->paths[i] );
	}
	free( run->paths );
	free( run->walks );
	free( run->p );
	free( run->connected );
	free( run->starts );
	if ( run->field != NULL )
	{
		wfDestroySurfaceField( run->field );
	}
	if ( run->planner != NULL )
	{
		wfDestroySurfacePlanner( run->planner );
	}
	wfSurfaceScene_Free( &run->scene );
	if ( run->workers != NULL )
	{
		wfDestroyWorkers( run->workers );
	}
}

int wfRunSurface( int argc, char** argv )
{
	static wfSurfaceOptions options;
	int code = parseOptions( &options, argc, argv );
	if ( code != wf_exitOk )
	{
		return code;
	}
	wfSurfaceRun run = { .options = &options, .occupied = -1, .began = wfGetSeconds() };
	code = openRun( &run );
	code = code == wf_exitOk ? blockObstacles( &run ) : code;
	if ( code == wf_exitOk )
	{
		definePlanner( &run );
		code = checkPlaces( &run );
	}
	if ( code == wf_exitOk )
	{
		code = options.method == wf_influenceMethod ? relax( &run ) : solveField( &run );
	}
	code = code == wf_exitOk ? walk( &run ) : code;
	if ( code == wf_exitOk )
	{
		countCutOff( &run );
		code = checkListed( &run );
	}
	if ( code == wf_exitOk )
	{
		suggestOpening( &run );
		code = wfSurfaceRun_Output( &run );
	}
	freeRun( &run );
	return code;
}
