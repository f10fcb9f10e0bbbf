// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What surfaces must bear: S5 needles, flat triangles, noise and input that is no surface; S6 the time a field takes.
#include "experiment_surface.h"

#include "scenes/surfaces.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_SURFACES 12
#define MAX_TIMED 4
#define GOALS_TIMED 5 // for each planner

// ------------------------------------------------------------------------------------------------------------- S5: needles

typedef struct NeedleFigures
{
	int64_t starts, arrived, flat;
	double turn, tautTurn, residual, referenceTurn, smallestAngle;
	int64_t referenceStarts, referenceArrived, flatTriangles;
} NeedleFigures;

static void drawNeedles( wfTrial* run, const wfSolvedSurface* stage, const char* ending, const char* title )
{
	wfSurfacePoint starts[10];
	int32_t count = 0;
	for ( int32_t i = 0; i < 10; ++i )
	{
		int32_t vertex = (int32_t)( ( i + 0.5 ) / 10.0 * wfMesh_GetVertexCount( stage->mesh ) );
		if ( wfSurfacePlanner_IsVertexFree( stage->planner, vertex ) )
		{
			starts[count++] = wfMesh_GetVertexPoint( stage->mesh, vertex );
		}
	}
	wfTrial_DrawWalksOn( run, stage, ending, title, starts, count );
}

static void measureNeedles( wfTrial* run, int32_t index, NeedleFigures* all )
{
	char prefix[32];
	snprintf( prefix, sizeof( prefix ), "surfaces[%d].", index );
	const char* label = wfTrial_GetText( run, wfKey( "%slabel", prefix ) );
	wfSolvedSurface stage = { .mesh = wfTrial_MakeSurface( run, prefix ) };
	wfSolvedSurface_SetGoal( &stage, wfTrial_GetPoint( run, wfKey( "%sgoal", prefix ) ) );
	wfTrial_SolveStage( run, &stage );
	int32_t stride = run->quick ? 7 : 1;
	wfFieldReport report = wfSurfaceField_GetReport( stage.field );
	wfMeshReport mesh = wfMesh_GetReport( stage.mesh );
	wfTour tour = wfTrial_TourStage( run, &stage, NULL, stride, 0.0, NULL );
	wfTour taut = wfTrial_TourStage( run, &stage, NULL, stride, 1.0, NULL );
	all->starts += tour.starts + taut.starts;
	all->arrived += tour.arrived + taut.arrived;
	all->flat += report.flatCount;
	all->turn = fmax( all->turn, tour.largestTurn );
	all->tautTurn = fmax( all->tautTurn, taut.largestTurn );
	all->residual = fmax( all->residual, report.maxRelativeResidual );
	all->smallestAngle = fmin( all->smallestAngle, mesh.smallestAngle );
	all->flatTriangles += mesh.flatTriangles;
	wfTrial_Note( run, "degrees", wfDegrees( mesh.smallestAngle ), "%.20s: smallest angle", label );
	wfTrial_Note( run, "degrees", wfDegrees( tour.largestTurn ), "%.20s: largest turn", label );
	wfTrial_Note( run, "degrees", wfDegrees( tour.turnMean ), "%.20s: mean of the largest turns", label );
	wfTrial_Note( run, "degrees", wfDegrees( taut.largestTurn ), "%.20s: largest turn, pulled taut", label );
	if ( !mesh.closed )
	{
		double* p = wfTrial_Relax( run, &stage, -1, wfTrial_GetNumber( run, "relaxChange" ), NULL );
		wfTour reference = wfTrial_TourStage( run, &stage, p, stride, 0.0, NULL );
		all->referenceStarts += reference.starts;
		all->referenceArrived += reference.arrived;
		all->referenceTurn = fmax( all->referenceTurn, reference.largestTurn );
		free( p );
	}
	if ( wfTrial_GetOption( run, wfKey( "%sdraw", prefix ), 0.0 ) != 0.0 )
	{
		drawNeedles( run, &stage, index == 0 ? "" : label, label );
	}
	wfSolvedSurface_Free( &stage );
}

// ----------------------------------------------------------------------------------------------------------- S5: bad input

typedef struct BadMesh
{
	const char* what;
	wfVec3 vertices[5];
	int32_t vertexCount;
	int32_t triangles[9];
	int32_t triangleCount;
	const char* told; // a word of the message
} BadMesh;

// Each of them is refused, with a message that says where. Returns how many are.
static int32_t refuseBadMeshes( wfTrial* run, int32_t* count )
{
	const BadMesh bad[] = {
		{ "a coordinate that is no number", { { 0, 0, 0 }, { 1, 0, 0 }, { 0, NAN, 0 } }, 3, { 0, 1, 2 }, 1, "face 1" },
		{ "an infinite coordinate", { { 0, 0, 0 }, { INFINITY, 0, 0 }, { 0, 1, 0 } }, 3, { 0, 1, 2 }, 1, "face 1" },
		{ "a vertex that is not there", { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } }, 3, { 0, 1, 2, 0, 2, 7 }, 2, "face 2" },
		{ "a negative vertex", { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } }, 3, { 0, 1, -4 }, 1, "face 1" },
		{ "no triangle", { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } }, 3, { 0 }, 0, "triangle" },
		{ "nothing but collapsed triangles", { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } }, 3, { 0, 0, 1, 2, 1, 2 }, 2, "triangle" },
		{ "an edge of three triangles",
		  { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, -1, 0 }, { 0, 0, 1 } },
		  5,
		  { 0, 1, 2, 1, 0, 3, 0, 1, 4 },
		  3,
		  "edge" },
	};
	int32_t refused = 0;
	*count = (int32_t)( sizeof( bad ) / sizeof( bad[0] ) );
	for ( int32_t i = 0; i < *count; ++i )
	{
		wfMeshDef def = wfDefaultMeshDef();
		def.vertices = bad[i].vertices;
		def.vertexCount = bad[i].vertexCount;
		def.triangles = bad[i].triangles;
		def.triangleCount = bad[i].triangleCount;
		def.splitNonManifold = false;
		wfError error = { 0 };
		wfMesh* mesh = NULL;
		wfResult result = wfCreateMesh( &def, &mesh, &error );
		bool good = result != wf_ok && result != wf_outOfMemory && strstr( error.message, bad[i].told ) != NULL;
		refused += good;
		if ( !good )
		{
			wfTrial_Note( run, "", result, "not refused as it should be: %s", bad[i].what );
		}
		wfDestroyMesh( mesh );
	}
	return refused;
}

// A plane as the worst of files would hold it: each triangle with vertices of its own, a third of them upside down, one that
// is there twice, one collapsed, a vertex of no triangle. Then a second plane apart from it.
static wfMesh* makeSoup( wfTrial* run, wfMeshReport* whole )
{
	wfPlaneDef plane = { .width = 6.0, .height = 4.0, .edge = 0.4, .noise = 0.2, .seed = 3 };
	wfSurfaceShape shape = { 0 };
	wfMesh *mesh = NULL, *intact = NULL;
	wfTrial_Check( run, wfMakePlane( &plane, &shape ) );
	int32_t n = shape.triangleCount;
	wfVec3* vertices = wfNewArray( 6 * (size_t)n + 8, sizeof( wfVec3 ) );
	int32_t* triangles = wfNewArray( 6 * (size_t)n + 8, sizeof( int32_t ) );
	wfTrial_Check( run, wfSurfaceShape_CreateMesh( &shape, &intact, &wf_error ) );
	*whole = wfMesh_GetReport( intact );
	for ( int32_t h = 0; h < 6 * n; ++h )
	{
		int32_t corner = h % ( 3 * n ), swapped = corner % 9 == 0 ? corner + 1 : corner % 9 == 1 ? corner - 1 : corner;
		vertices[h] = shape.vertices[shape.triangles[swapped]];
		vertices[h].x += h >= 3 * n ? 10.0 : 0.0;
		triangles[h] = h;
	}
	vertices[6 * n] = ( wfVec3 ){ 3.0, 3.0, 3.0 };
	const int32_t more[6] = { 3, 4, 5, 6, 6, 7 };
	memcpy( triangles + 6 * n, more, sizeof( more ) );
	wfMeshDef def = wfDefaultMeshDef();
	def.vertices = vertices;
	def.vertexCount = 6 * n + 1;
	def.triangles = triangles;
	def.triangleCount = 2 * n + 2;
	wfTrial_Check( run, wfCreateMesh( &def, &mesh, &wf_error ) );
	wfDestroyMesh( intact );
	free( vertices );
	free( triangles );
	wfSurfaceShape_Free( &shape );
	return mesh;
}

// Everything is repaired, every walk arrives, and who is elsewhere is reported so. Returns how many of these hold, of four.
static int32_t repairSoup( wfTrial* run )
{
	wfMeshReport whole = { 0 };
	int32_t held = 0;
	wfSolvedSurface stage = { .mesh = makeSoup( run, &whole ) };
	wfMeshReport report = wfMesh_GetReport( stage.mesh );
	held += report.vertices == 2 * whole.vertices && report.triangles == 2 * whole.triangles && report.components == 2;
	held += report.unusedVertices == 1 && report.collapsedTriangles == 1 && report.duplicateTriangles == 1 &&
			report.weldedVertices > 0 && report.orientable;
	stage.place = wfMesh_FindNearest( stage.mesh, ( wfVec3 ){ 3.0, 2.0, 0.0 }, NULL );
	wfTrial_SolveStage( run, &stage );
	wfTour tour = wfTrial_TourStage( run, &stage, NULL, 1, 0.0, NULL );
	held += tour.starts > 0 && tour.arrived == tour.starts && tour.unreachable > 0;
	wfSurfacePath path = { 0 };
	wfSurfacePoint start = wfMesh_FindNearest( stage.mesh, ( wfVec3 ){ 13.0, 2.0, 0.0 }, NULL );
	wfTraceDef def = wfDefaultTraceDef();
	held += wfSurfaceField_TracePath( stage.field, start, &def, &path, NULL ) == wf_unreachable && path.count == 0;
	wfSurfacePath_Free( &path );
	wfSolvedSurface_Free( &stage );
	return held;
}

void wfPerformNeedles( wfTrial* run )
{
	NeedleFigures all = { .smallestAngle = INFINITY };
	int32_t count = wfTrial_CountItems( run, "surfaces", 1, MAX_SURFACES ), badCount = 0;
	for ( int32_t i = 0; i < count; ++i )
	{
		measureNeedles( run, i, &all );
	}
	int32_t refused = refuseBadMeshes( run, &badCount ), repaired = repairSoup( run );
	wfTrial_Claim( run, "arrive", (double)all.arrived / (double)all.starts );
	wfTrial_Claim( run, "flat", (double)all.flat );
	wfTrial_Claim( run, "residual", all.residual );
	wfTrial_Claim( run, "turn", wfDegrees( all.turn ) );
	wfTrial_Claim( run, "tautTurn", wfDegrees( all.tautTurn ) );
	wfTrial_Claim( run, "sharp", wfDegrees( all.smallestAngle ) );
	wfTrial_Claim( run, "flatTriangles", (double)all.flatTriangles );
	wfTrial_Claim( run, "refused", (double)refused / badCount );
	wfTrial_Claim( run, "repaired", repaired / 4.0 );
	wfTrial_Note( run, "", (double)all.starts, "walks" );
	wfTrial_Note( run, "", (double)all.referenceArrived / (double)( all.referenceStarts > 0 ? all.referenceStarts : 1 ),
				  "3DS-BVP, open ones: share that arrives" );
	wfTrial_Note( run, "degrees", wfDegrees( all.referenceTurn ), "3DS-BVP, open ones: largest turn" );
}

// ---------------------------------------------------------------------------------------------------------------- S6: time

// Seconds, the least of several runs: what else the machine does can only add.
typedef struct Times
{
	double scratch, goal; // a planner and a field; another goal
	double relaxed[2];	  // to the larger and the smaller e_max
	int32_t iterations[2];
	double source; // told by the literature
	int32_t vertices;
} Times;

static void timeOurs( wfTrial* run, wfSolvedSurface* stage, int32_t rounds, Times* times )
{
	wfSurfaceGoalDef goal = wfSolvedSurface_GetGoal( stage );
	times->scratch = times->goal = INFINITY;
	for ( int32_t round = 0; round < rounds; ++round )
	{
		wfSolvedSurface again = { .mesh = stage->mesh, .place = stage->place };
		double began = wfGetSeconds();
		wfTrial_SolveStage( run, &again );
		double solved = wfGetSeconds();
		times->scratch = fmin( times->scratch, solved - began );
		for ( int32_t k = 0; k < GOALS_TIMED; ++k )
		{
			wfSurfaceField* field = NULL;
			solved = wfGetSeconds();
			wfTrial_Check( run, wfSurfacePlanner_CreateField( again.planner, &goal, &field, &wf_error ) );
			times->goal = fmin( times->goal, wfGetSeconds() - solved );
			wfDestroySurfaceField( field );
		}
		again.mesh = NULL; // stays with its stage
		wfSolvedSurface_Free( &again );
	}
}

static void timeRelaxation( wfTrial* run, const wfSolvedSurface* stage, int32_t occupied, const double* changes, int32_t rounds,
							Times* times )
{
	for ( int32_t k = 0; k < 2; ++k )
	{
		times->relaxed[k] = INFINITY;
		for ( int32_t round = 0; round < rounds; ++round )
		{
			wfRelaxReport report;
			free( wfTrial_Relax( run, stage, occupied, changes[k], &report ) );
			times->relaxed[k] = fmin( times->relaxed[k], report.seconds );
			times->iterations[k] = report.iterations;
		}
	}
}

static Times timeSurface( wfTrial* run, int32_t index, const double* changes )
{
	char prefix[32];
	snprintf( prefix, sizeof( prefix ), "surfaces[%d].", index );
	wfSolvedSurface stage = { .mesh = wfTrial_MakeSurface( run, prefix ) };
	Times times = { .source = wfTrial_GetOption( run, wfKey( "%ssourceSeconds", prefix ), NAN ),
					.vertices = wfMesh_GetVertexCount( stage.mesh ) };
	const char* name = wfTrial_GetText( run, wfKey( "%ssurface", prefix ) );
	wfVec3 start = wfTrial_GetPoint( run, wfKey( "%sstart", prefix ) );
	stage.place = wfMesh_FindNearest( stage.mesh, wfTrial_GetPoint( run, wfKey( "%sgoal", prefix ) ), NULL );
	// Where nothing repels, the relaxation needs the literature's occupied start.
	wfSurfacePoint place = wfMesh_FindNearest( stage.mesh, start, NULL );
	int32_t occupied = wfMesh_GetReport( stage.mesh ).closed ? wfMesh_GetTriangles( stage.mesh )[3 * place.triangle] : -1;
	timeOurs( run, &stage, run->quick ? 8 : 20, &times );
	timeRelaxation( run, &stage, occupied, changes, run->quick ? 2 : 5, &times );
	wfTrial_Claim( run, wfKey( "%.20sGoal", name ), times.relaxed[0] / times.goal );
	wfTrial_Claim( run, wfKey( "%.20sScratch", name ), times.relaxed[1] / times.scratch );
	wfTrial_Note( run, "", times.vertices, "%.20s: vertices", name );
	wfTrial_Note( run, "ms", 1e3 * times.scratch, "%.20s: ours from scratch", name );
	wfTrial_Note( run, "ms", 1e3 * times.goal, "%.20s: ours, a new goal", name );
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfTrial_Note( run, "ms", 1e3 * times.relaxed[k], "%.20s: 3DS-BVP to %g, %d sweeps", name, changes[k],
					  times.iterations[k] );
	}
	wfTrial_Note( run, "ms", 1e3 * times.source, "%.20s: the literature's, on its machine", name );
	wfSolvedSurface_Free( &stage );
	return times;
}

static void drawTimes( wfTrial* run, const Times* times, int32_t count, const double* changes )
{
	double x[MAX_TIMED], y[5][MAX_TIMED];
	char labels[2][64];
	for ( int32_t i = 0; i < count; ++i )
	{
		const double values[5] = { times[i].goal, times[i].scratch, times[i].relaxed[0], times[i].relaxed[1], times[i].source };
		x[i] = times[i].vertices;
		for ( int32_t k = 0; k < 5; ++k )
		{
			y[k][i] = 1e3 * values[k];
		}
	}
	snprintf( labels[0], sizeof( labels[0] ), "3DS-BVP to %g", changes[0] );
	snprintf( labels[1], sizeof( labels[1] ), "3DS-BVP to %g", changes[1] );
	const wfPlotSeries series[5] = { { "ours, a new goal", x, y[0], count },
									 { "ours, from scratch", x, y[1], count },
									 { labels[0], x, y[2], count },
									 { labels[1], x, y[3], count },
									 { "the literature's, on its machine", x, y[4], count } };
	wfTrial_DrawPlot( run, "vertices", "milliseconds", series, 5 );
}

void wfPerformSurfaceTime( wfTrial* run )
{
	double changes[2];
	Times times[MAX_TIMED] = { { 0 } };
	int32_t count = wfTrial_CountItems( run, "surfaces", 1, MAX_TIMED );
	wfTrial_GetNumbers( run, "relaxChanges", "two numbers", changes, 2 );
	for ( int32_t i = 0; i < count; ++i )
	{
		times[i] = timeSurface( run, i, changes );
	}
	drawTimes( run, times, count, changes );
}
