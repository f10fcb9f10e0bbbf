// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// `wayfield surface FILE --goal ... --from ...`: fields and paths on a mesh.

#include "surface.h"

#include "base/vec3.h"
#include "commands.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Paths drawn where more were walked.
#define DRAWN_PATHS 64

// -------------------------------------------------------------------------------------------------------------- options

wfSurfaceOptions wf_surfaceOptions = { .haste = NAN,
									   .epsilon = NAN,
									   .boundary = -1,
									   .occupied = -1,
									   .zoom = 1.0,
									   .obstacles = { .height = NAN, .radius = NAN, .maxSlope = NAN, .step = NAN } };

#define OPTION wf_surfaceOptions

static const char* const s_boundaries[] = { "dirichlet", "neumann", NULL };
static const char* const s_methods[] = { "fem", "influence", NULL };

static wfOption s_options[] = {
	{ WF_TEXT( "goal", "PLACE", OPTION.goal, "may be left out where the scenario has one goal" ) },
	{ WF_TEXTS( "from", "PLACE", OPTION.from, WF_MAX_STARTS, OPTION.fromCount,
				"may be given several times; left out: the starts of the scenario" ) },
	{ WF_INTEGER( "random", "N", OPTION.random, 1, 100000000, "from N vertices drawn with --seed" ) },
	{ WF_FLAG( "all", OPTION.all, "from every vertex that is in no obstacle" ) },
	{ WF_HEADING( "Field:" ) },
	{ WF_NUMBER( "haste", "K", OPTION.haste, 0.0, 1e6, "1/m; 0: safest paths, large: shortest paths" ) },
	{ WF_NUMBERS( "bias", "X,Y,Z", OPTION.bias, 3, "pull every path in this direction, as far as the surface allows" ) },
	{ WF_NUMBERS( "toward", "X,Y,Z", OPTION.toward, 3, "pull every path toward this point" ) },
	{ WF_NUMBER( "epsilon", "E", OPTION.epsilon, -1e6, 1e6, "strength of the pull, per mean edge; negative: away; default: 1" ) },
	{ WF_CHOICE( "limits", "KIND", OPTION.boundary, s_boundaries,
				 "of the mesh; dirichlet: keep away from them; neumann: run along them" ) },
	{ WF_CHOICE( "method", "METHOD", OPTION.method, s_methods,
				 "fem: finite elements; influence: the literature's relaxation, for comparison" ) },
	{ WF_NUMBER( "emax", "E", OPTION.sumChange, 0.0, 1e6, "influence: stop when the changes of a sweep add up to no more" ) },
	{ WF_INTEGER( "occupied", "VERTEX", OPTION.occupied, 0, INT32_MAX - 1,
				  "taken as an obstacle, as the literature does on closed meshes" ) },
	{ WF_FLAG( "taut", OPTION.taut, "pull paths as straight as the surface allows; leave their bends as triangles give them" ),
	  .argument = ", --raw" },
	{ WF_FLAG( "raw", OPTION.raw, NULL ) },
	{ WF_HEADING( "Obstacles:" ) },
	{ WF_TEXTS( "obstacle", "SHAPE", OPTION.obstacles.texts, (int32_t)( sizeof( OPTION.obstacles.texts ) / sizeof( char* ) ),
				OPTION.obstacles.count,
				"sphere:X,Y,Z,RADIUS, disc:VERTEX,RADIUS, disc:X,Y,Z,RADIUS or vertices:FILE; may be repeated" ) },
	{ WF_INTEGER( "discs", "N", OPTION.obstacles.discs, 1, 100000, "N discs in random places, --disc-radius M each" ) },
	{ WF_NUMBER( "disc-radius", "M", OPTION.obstacles.discRadius, 1e-9, 1e9, NULL ), .with = "discs" },
	{ WF_NUMBER( "height", "H", OPTION.obstacles.height, 0.0, 1e9,
				 "of the agent: lower places are closed; --up X,Y,Z as in `wayfield mesh`" ) },
	{ WF_NUMBERS( "up", "X,Y,Z", OPTION.obstacles.up, 3, NULL ) },
	{ WF_NUMBER( "max-slope", "DEGREES", OPTION.obstacles.maxSlope, 1e-3, 90.0,
				 "what is steeper is closed, but for steps of up to --step METRES (0.3)" ) },
	{ WF_NUMBER( "step", "METRES", OPTION.obstacles.step, 0.0, 1e9, NULL ) },
	{ WF_FLAG( "pierced", OPTION.obstacles.pierced,
			   "close triangles that other pieces of the mesh, as walls, stand on or pass through: use --refine too" ) },
	{ WF_NUMBER( "radius", "R", OPTION.obstacles.radius, 0.0, 1e9,
				 "of the agent: everything within R of an obstacle or mesh limit is closed" ) },
	{ WF_HEADING( "Output:" ) },
	{ WF_FLAG( "json", OPTION.json, "as JSON" ) },
	{ WF_PICTURE( "picture", "FILE", OPTION.picture, ".svg or .png: the mesh shaded, field, contour lines, obstacles, paths" ) },
	{ WF_NUMBERS( "view", "AZ,EL, --y-up, --zoom Z, --width PIXELS, --edges", OPTION.view, 2, "" ), .with = "picture" },
	{ WF_FLAG( "y-up", OPTION.yUp, NULL ), .with = "picture" },
	{ WF_NUMBER( "zoom", "Z", OPTION.zoom, 0.01, 1000.0, NULL ), .with = "picture" },
	{ WF_INTEGER( "width", "PIXELS", OPTION.width, 64, 8192, NULL ), .with = "picture" },
	{ WF_FLAG( "edges", OPTION.edges, NULL ), .with = "picture" },
	{ WF_TEXT( "out-mesh", "FILE.ply", OPTION.outMesh, "the mesh with the field as colours and as log_q" ),
	  .endings = ".ply, which has room for colours" },
	{ WF_TEXT( "out-paths", "FILE", OPTION.outPaths, ".obj or .ply: the paths as lines; .csv: rows path,x,y,z" ),
	  .endings = ".obj, .ply or .csv" },
	{ WF_TABLE( wf_meshOptions ) },
	{ WF_TABLE( wf_machineOptions ) },
	{ .name = NULL } };

static void checkOptions( void )
{
	bool hasBias = wfIsGiven( "bias" );
	wfDieOfUsageIf( OPTION.all + ( OPTION.random > 0 ) + ( OPTION.fromCount > 0 ) > 1,
					"expected one of --from, --all and --random" );
	wfDieOfUsageIf( hasBias && OPTION.bias[0] == 0.0 && OPTION.bias[1] == 0.0 && OPTION.bias[2] == 0.0,
					"--bias 0,0,0 has no direction" );
	wfDieOfUsageIf( hasBias && wfIsGiven( "toward" ), "expected one of --bias and --toward" );
	wfDieOfUsageIf( OPTION.taut && OPTION.raw, "expected one of --taut and --raw" );
	static const char* const ofFields[] = { "haste", "bias", "toward", "epsilon", "limits", "taut", "raw", "out-mesh" };
	for ( size_t i = 0; i < sizeof( ofFields ) / sizeof( ofFields[0] ) && OPTION.method == wf_influenceMethod; ++i )
	{
		wfDieOfUsageIf( wfIsGiven( ofFields[i] ), "--%s does not go with --method influence, which has nothing of the kind",
						ofFields[i] );
	}
	wfDieOfUsageIf( OPTION.method == wf_femMethod && wfIsGiven( "emax" ), "--emax goes with --method influence" );
	const char* const files[] = { OPTION.picture, OPTION.outMesh, OPTION.outPaths, OPTION.file };
	for ( int32_t i = 0; i < 4; ++i )
	{
		for ( int32_t k = i + 1; k < 4; ++k )
		{
			bool same = files[i] != NULL && files[k] != NULL && strcmp( files[i], files[k] ) == 0;
			wfDieOfUsageIf( same, "%.200s would be overwritten: expected files with names of their own", same ? files[i] : "" );
		}
	}
}

// --------------------------------------------------------------------------------------------------------------- places

static void findStarts( wfSurfaceRun* run )
{
	bool listed = !OPTION.all && OPTION.random == 0;
	run->startCount = !listed ? 0 : OPTION.fromCount > 0 ? OPTION.fromCount : run->scene.startCount;
	wfDieOfUsageIf( listed && run->startCount == 0, "where from? Give --from VERTEX or X,Y,Z, --random N, or --all" );
	run->starts = wfNewArray( (size_t)run->startCount, sizeof( wfFoundPlace ) );
	for ( int32_t i = 0; i < run->startCount; ++i )
	{
		if ( OPTION.fromCount > 0 )
		{
			wfFindPlace( &run->scene, "from", OPTION.from[i], &run->starts[i] );
		}
		else
		{
			run->starts[i].vertex = -1;
			wfCopyNamedPlace( &run->scene.starts[i], i, "start", &run->starts[i] );
		}
	}
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

static _Noreturn void reportBlocked( const wfSurfaceRun* run, const char* what, const wfFoundPlace* place, wfResult result )
{
	const wfMesh* mesh = run->scene.mesh;
	const wfVec3* vertices = wfMesh_GetVertices( mesh );
	wfVec3 at = wfMesh_GetPosition( mesh, place->place ), nearest = { 0 };
	double least = INFINITY;
	for ( int32_t i = 0; i < wfMesh_GetVertexCount( mesh ); ++i )
	{
		double distance = wfDistance3( vertices[i], at );
		bool repelled = run->boundaryRepels && wfMesh_IsBoundaryVertex( mesh, i );
		bool isFree = !repelled && !wfSurfaceMask_IsVertexBlocked( run->scene.mask, i );
		nearest = isFree && distance < least ? vertices[i] : nearest;
		least = isFree ? fmin( least, distance ) : least;
	}
	wfDieIf( isfinite( least ), result, NULL,
			 "the %s, %s, lies in an obstacle, or where there is no room; the nearest free vertex is at %.6g,%.6g,%.6g", what,
			 place->label, nearest.x, nearest.y, nearest.z );
	wfDie( result, NULL,
		   "the %s, %s, is blocked, and so is every vertex: obstacles and mesh limits leave nothing free. "
		   "--open-passages or --refine LENGTH makes vertices in between, --limits neumann takes limits as free",
		   what, place->label );
}

static void checkPlaces( const wfSurfaceRun* run )
{
	if ( isBlocked( &run->scene, &run->goal ) )
	{
		reportBlocked( run, "goal", &run->goal, wf_goalBlocked );
	}
	for ( int32_t i = 0; i < run->startCount; ++i )
	{
		if ( isBlocked( &run->scene, &run->starts[i] ) )
		{
			reportBlocked( run, "start", &run->starts[i], wf_startBlocked );
		}
	}
}

// -------------------------------------------------------------------------------------------------------------- solving

static void definePlanner( wfSurfaceRun* run )
{
	bool hasBias = wfIsGiven( "bias" );
	wfSurfacePlannerDef def = run->scene.planner;
	def.mask = run->obstacles.blockedVertices > 0 ? run->scene.mask : NULL;
	def.boundary = OPTION.boundary >= 0 ? (wfWalls)OPTION.boundary : def.boundary;
	def.haste = isnan( OPTION.haste ) ? def.haste : OPTION.haste;
	if ( hasBias || wfIsGiven( "toward" ) )
	{
		const double* v = hasBias ? OPTION.bias : OPTION.toward;
		def.biasKind = hasBias ? wf_directionBias : wf_pointBias;
		def.bias = ( wfVec3 ){ v[0], v[1], v[2] };
		def.epsilon = isnan( OPTION.epsilon ) ? 1.0 : OPTION.epsilon;
	}
	else if ( !isnan( OPTION.epsilon ) )
	{
		def.epsilon = OPTION.epsilon;
	}
	def.memoryLimit = wfGetMemoryLimit();
	def.workers = run->workers;
	run->plannerDef = def;
	run->boundaryRepels = def.boundary == wf_dirichletWalls;
}

static void solveField( wfSurfaceRun* run )
{
	wfDieOfUsageIf( !isnan( OPTION.epsilon ) && run->plannerDef.biasKind == wf_noSurfaceBias,
					"--epsilon is the strength of --bias X,Y,Z or --toward X,Y,Z" );
	wfProgress progress;
	wfProgress_Begin( &progress, "factorising" );
	run->plannerDef.progress = wfProgress_Step;
	run->plannerDef.progressContext = &progress;
	double began = wfGetSeconds();
	wfResult result = wfCreateSurfacePlanner( run->scene.mesh, &run->plannerDef, &run->planner, &wf_error );
	run->secondsFactor = wfGetSeconds() - began;
	wfProgress_End( &progress );
	if ( result == wf_noFreeCell )
	{
		reportBlocked( run, "goal", &run->goal, wf_noFreeCell );
	}
	wfExpect( result );
	wfSurfaceGoalDef goal = wfFoundPlace_MakeGoal( &run->goal );
	goal.occupied = run->occupied;
	began = wfGetSeconds();
	wfExpectNoInterrupt();
	result = wfSurfacePlanner_CreateField( run->planner, &goal, &run->field, &wf_error );
	run->secondsGoal = wfGetSeconds() - began;
	if ( result == wf_goalBlocked )
	{
		reportBlocked( run, "goal", &run->goal, wf_goalBlocked );
	}
	wfExpect( result );
	run->fieldReport = wfSurfaceField_GetReport( run->field );
}

// The relaxation of 3DS-BVP has nothing to be repelled by on a closed mesh: there the start is taken as occupied, or with many
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
		wfVec3 apart = wfSub3( vertices[i], goal );
		farthest = wfDot3( apart, apart ) > most ? i : farthest;
		most = fmax( most, wfDot3( apart, apart ) );
	}
	return farthest;
}

static void relax( wfSurfaceRun* run )
{
	run->boundaryRepels = true;
	run->occupied = run->occupied >= 0 ? run->occupied : chooseOccupied( run );
	wfSurfaceGoalDef goal = wfFoundPlace_MakeGoal( &run->goal );
	goal.occupied = run->occupied;
	wfSurfaceRelaxDef def = wfDefaultSurfaceRelaxDef();
	def.mask = run->scene.mask;
	def.sumChange = wfIsGiven( "emax" ) ? OPTION.sumChange : def.sumChange;
	run->p = wfNewArray( (size_t)wfMesh_GetVertexCount( run->scene.mesh ), sizeof( double ) );
	run->connected = wfFindConnected( run->scene.mesh, run->scene.mask, true, &run->goal );
	double began = wfGetSeconds();
	wfExpect( wfRelaxSurface( run->scene.mesh, &goal, &def, run->p, &run->relax ) );
	run->secondsGoal = wfGetSeconds() - began;
}

// -------------------------------------------------------------------------------------------------------------- walking

static void chooseWalks( wfSurfaceRun* run )
{
	const wfMesh* mesh = run->scene.mesh;
	int32_t vertices = wfMesh_GetVertexCount( mesh ), count = 0;
	for ( int32_t i = 0; i < run->startCount; ++i )
	{
		const wfFoundPlace* start = &run->starts[i];
		int32_t vertex = start->vertexCount > 0 ? start->vertices[0] : -1;
		run->walks[count++] = ( wfSurfaceWalk ){ .start = start->place, .vertex = vertex };
	}
	for ( int32_t i = 0; i < vertices && OPTION.all; ++i )
	{
		if ( !wfSurfaceMask_IsVertexBlocked( run->scene.mask, i ) )
		{
			run->walks[count++] = ( wfSurfaceWalk ){ .start = wfMesh_GetVertexPoint( mesh, i ), .vertex = i };
		}
	}
	// Stream 2: discs drawn with the same seed take stream 1.
	for ( uint64_t attempt = 0; count < OPTION.random && attempt < 100u * (uint64_t)OPTION.random; ++attempt )
	{
		int32_t vertex = (int32_t)( wfRandomUnit( wfGetSurfaceSeed(), 2, attempt ) * vertices );
		if ( !wfSurfaceMask_IsVertexBlocked( run->scene.mask, vertex ) )
		{
			run->walks[count++] = ( wfSurfaceWalk ){ .start = wfMesh_GetVertexPoint( mesh, vertex ), .vertex = vertex };
		}
	}
	run->walkCount = count;
}

static void walk( wfSurfaceRun* run )
{
	int32_t vertices = wfMesh_GetVertexCount( run->scene.mesh );
	size_t room = OPTION.all ? (size_t)vertices : (size_t)run->startCount + (size_t)OPTION.random;
	run->walks = wfNewArray( room, sizeof( wfSurfaceWalk ) );
	chooseWalks( run );
	bool keepAll = run->startCount > 0 || OPTION.outPaths != NULL;
	run->stride = keepAll ? 1 : 1 + run->walkCount / DRAWN_PATHS;
	if ( keepAll || OPTION.picture != NULL )
	{
		run->pathCount = ( run->walkCount + run->stride - 1 ) / run->stride;
		run->paths = wfNewArray( (size_t)run->pathCount, sizeof( wfSurfacePath ) );
	}
	wfWalkGround ground = { .mesh = run->scene.mesh,
							.mask = run->scene.mask,
							.field = run->field,
							.p = run->p,
							.connected = run->connected,
							.goal = &run->goal,
							.trace = wfDefaultTraceDef(),
							.boundaryRepels = run->boundaryRepels,
							.workers = run->workers };
	ground.trace.smooth = OPTION.raw ? false : ground.trace.smooth;
	ground.trace.tautness = OPTION.raw ? 0.0 : OPTION.taut ? 1.0 : ground.trace.tautness;
	run->totals = wfWalkOnSurface( &ground, run->walks, run->walkCount, run->paths, run->stride );
}

// Free vertices of the goal's piece of the mesh that have no path, and triangles nobody can pass for want of a free vertex.
static void countCutOff( wfSurfaceRun* run )
{
	const wfMesh* mesh = run->scene.mesh;
	const int32_t* triangles = wfMesh_GetTriangles( mesh );
	int32_t goal = run->goal.vertices != NULL ? run->goal.vertices[0] : triangles[3 * run->goal.place.triangle];
	for ( int32_t i = 0; i < run->walkCount; ++i )
	{
		const wfSurfaceWalk* walk = &run->walks[i];
		int32_t vertex = walk->vertex >= 0 ? walk->vertex : triangles[3 * walk->start.triangle];
		run->cutOff += walk->result == wf_unreachable && wfMesh_GetComponent( mesh, vertex ) == wfMesh_GetComponent( mesh, goal );
	}
	for ( int32_t t = 0; t < wfMesh_GetTriangleCount( mesh ) && run->boundaryRepels && run->cutOff > 0; ++t )
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
static void checkListed( const wfSurfaceRun* run )
{
	const wfMesh* mesh = run->scene.mesh;
	const int32_t* triangles = wfMesh_GetTriangles( mesh );
	for ( int32_t i = 0; i < run->startCount; ++i )
	{
		const wfSurfaceWalk* walk = &run->walks[i];
		if ( walk->result == wf_startBlocked )
		{
			reportBlocked( run, "start", &run->starts[i], wf_startBlocked );
		}
		if ( walk->result != wf_unreachable )
		{
			continue;
		}
		wfError error = { .result = wf_unreachable };
		char why[128] = "obstacles or mesh limits part them";
		int32_t a = wfMesh_GetComponent( mesh, triangles[3 * walk->start.triangle] );
		int32_t b = wfMesh_GetComponent( mesh, triangles[3 * run->goal.place.triangle] );
		if ( a != b )
		{
			snprintf( why, sizeof( why ), "they lie in different pieces of the mesh, %d and %d of %d", a + 1, b + 1,
					  wfMesh_GetReport( mesh ).components );
		}
		snprintf( error.message, sizeof( error.message ), "there is no way from %s to the goal, %s: %s", run->starts[i].label,
				  run->goal.label, why );
		int code = wfReportError( wf_unreachable, &error );
		suggestOpening( run );
		wfEnd( code );
	}
}

// -------------------------------------------------------------------------------------------------------------- command

static void openRun( wfSurfaceRun* run )
{
	run->workers = wfCreateChosenWorkers();
	double began = wfGetSeconds();
	wfOpenSurface( OPTION.file, &run->scene );
	run->secondsLoad = wfGetSeconds() - began;
	wfFindPlace( &run->scene, "goal", OPTION.goal, &run->goal );
	run->occupied = OPTION.occupied >= 0 ? wfSurfaceScene_FindVertex( &run->scene, OPTION.occupied ) : -1;
	wfDieOfUsageIf( OPTION.occupied >= 0 && run->occupied < 0, "--occupied: there is no vertex %d; the mesh has vertices 0 to %d",
					OPTION.occupied, run->scene.inputVertexCount - 1 );
	findStarts( run );
}

static void blockObstacles( wfSurfaceRun* run )
{
	// Goal and starts side by side, for discs to keep away from.
	wfFoundPlace* places = wfNewArray( (size_t)run->startCount + 1, sizeof( wfFoundPlace ) );
	places[0] = run->goal;
	memcpy( places + 1, run->starts, (size_t)run->startCount * sizeof( wfFoundPlace ) );
	run->obstacles = wfBlockObstacles( &run->scene, &OPTION.obstacles, places, run->startCount + 1, run->workers );
}

static int runSurface( void )
{
	static wfSurfaceRun run;
	run.began = wfGetSeconds();
	checkOptions();
	openRun( &run );
	blockObstacles( &run );
	definePlanner( &run );
	checkPlaces( &run );
	if ( OPTION.method == wf_influenceMethod )
	{
		relax( &run );
	}
	else
	{
		solveField( &run );
	}
	walk( &run );
	countCutOff( &run );
	checkListed( &run );
	suggestOpening( &run );
	return wfSurfaceRun_Output( &run );
}

const wfCommand wf_surfaceCommand = {
	.name = "surface",
	.run = runSurface,
	.help =
		"Examples:\n"
		"  wayfield surface bunny.off --goal 0 --from 1200 --picture path.png\n"
		"  wayfield surface fertility.off --goal 0 --all --discs 14 --json\n"
		"  wayfield surface planet --goal 0,0,20 --random 100 --haste 1 --out-paths paths.obj --out-mesh field.ply\n"
		"  wayfield surface ship.json --goal bridge                   from all starts of a scenario\n"
		"\n"
		"usage: wayfield surface FILE|NAME --goal PLACE (--from PLACE ... | --random N | --all) [OPTIONS]\n"
		"\n"
		"Paths along a triangle mesh: a file (OBJ, PLY, STL, OFF), a scenario with a mesh, or a built-in surface. A PLACE is a "
		"vertex\n"
		"number of the file (from 0 on), X,Y,Z (the nearest place of the surface), or a name of the scenario. From every vertex "
		"that "
		"is\n"
		"connected to the goal the walk arrives; vertices without a route are counted as unreachable.\n"
		"\n",
	.options = s_options,
	.words = &wf_surfaceOptions.file,
	.wordCapacity = 1,
	.expects = "expected a mesh file, a scenario or the name of a surface, for example `torus`" };
