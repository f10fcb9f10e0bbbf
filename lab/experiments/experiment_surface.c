// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the experiments on surfaces share; and planar worlds as triangle meshes: S1 compares their fields with the grid's, S4
// walks out of a trap.
#include "experiment_surface.h"

#include "base/vec2.h"
#include "base/vec3.h"
#include "scenes/surfaces.h"

#include <math.h>

#define PICTURE_WIDTH 520

double wfDegrees( double radians )
{
	return radians * ( 180.0 / WF_PI );
}

void wfSolvedSurface_Free( wfSolvedSurface* stage )
{
	wfDestroySurfaceField( stage->field );
	wfDestroySurfacePlanner( stage->planner );
	wfDestroySurfaceMask( stage->mask );
	wfDestroyMesh( stage->mesh );
	*stage = ( wfSolvedSurface ){ 0 };
}

// --------------------------------------------------------------------------------------------------------------- values

wfVec3 wfTrial_GetPoint( wfTrial* run, const char* path )
{
	double numbers[3];
	wfTrial_GetNumbers( run, path, "a point [x, y, z]", numbers, 3 );
	return ( wfVec3 ){ numbers[0], numbers[1], numbers[2] };
}

// A whole number within bounds, where it is there.
static int32_t getCount( wfTrial* run, const char* path, int32_t least, int32_t most, int32_t absent )
{
	double number = wfTrial_GetOption( run, path, absent );
	wfTrial_FailIf( run, ( !( number >= least && number <= most ) || number != floor( number ) ) && number != absent, path,
					"expected a whole number from %d to %d", least, most );
	return (int32_t)number;
}

// -------------------------------------------------------------------------------------------------------------- surfaces

wfMesh* wfTrial_MakeSeededSurface( wfTrial* run, const char* prefix, uint64_t seed )
{
	wfNamedSurfaceDef def = wfDefaultNamedSurfaceDef();
	wfSurfaceShape shape = { 0 };
	wfMesh* mesh = NULL;
	def.name = wfTrial_GetText( run, wfKey( "%ssurface", prefix ) );
	def.vertices = getCount( run, wfKey( "%svertices", prefix ), 1, WF_MAX_SURFACE_VERTICES, 0 );
	def.size = wfTrial_GetOption( run, wfKey( "%ssize", prefix ), 0.0 );
	def.seed = seed;
	double shake = wfTrial_GetOption( run, wfKey( "%sshake", prefix ), 0.0 );
	int32_t flat = getCount( run, wfKey( "%sflat", prefix ), 1, 1000000, 0 );
	wfError error = { 0 };
	wfResult result = wfMakeNamedSurface( &def, &shape, &error );
	wfTrial_FailIf( run, result == wf_notFound || result == wf_outOfRange, wfKey( "%ssurface", prefix ), "%s", error.message );
	result = result == wf_ok && shake != 0.0 ? wfSurfaceShape_Shake( &shape, shake, def.seed ) : result;
	wfTrial_FailIf( run, result == wf_outOfRange, wfKey( "%sshake", prefix ), "expected 0 or more and less than 0.5" );
	wfTrial_Check( run, result == wf_ok && flat > 0 ? wfSurfaceShape_AddFlat( &shape, flat ) : result );
	wfTrial_Check( run, wfSurfaceShape_CreateMesh( &shape, &mesh, &wf_error ) );
	wfSurfaceShape_Free( &shape );
	return mesh;
}

wfMesh* wfTrial_MakeSurface( wfTrial* run, const char* prefix )
{
	return wfTrial_MakeSeededSurface( run, prefix, (uint64_t)getCount( run, wfKey( "%sseed", prefix ), 0, 1000000, 1 ) );
}

// Marks what lies inside of the goal's cells, or the vertex nearest to it when that is none.
static void findPlaneGoals( wfTrial* run, const wfGrid* grid, wfSolvedSurface* stage )
{
	int32_t cellCount = 0, count = wfMesh_GetVertexCount( stage->mesh ), nearest = 0;
	int32_t* cells = wfTrial_GetGoalCells( run, grid, &cellCount );
	uint8_t* isGoal = wfNewArray( (size_t)wfGrid_GetWidth( grid ) * (size_t)wfGrid_GetHeight( grid ), 1 );
	stage->goals = wfNewArray( (size_t)count, sizeof( int32_t ) );
	wfTrial_FailIf( run, cellCount < 1, "kind", "the goal covers no free cell" );
	for ( int32_t i = 0; i < cellCount; ++i )
	{
		isGoal[cells[i]] = 1;
	}
	wfVec2 center = wfGrid_GetCenter( grid, cells[cellCount / 2] );
	double least = INFINITY;
	for ( int32_t v = 0; v < count; ++v )
	{
		wfVec3 p = wfMesh_GetVertices( stage->mesh )[v];
		int32_t cell = wfGrid_GetCell( grid, wfInPlane( p ) );
		if ( cell >= 0 && isGoal[cell] != 0 )
		{
			stage->goals[stage->goalCount++] = v;
		}
		wfVec2 apart = wfSub2( wfInPlane( p ), center );
		double distance = wfDot2( apart, apart );
		nearest = distance < least ? v : nearest;
		least = fmin( least, distance );
	}
	if ( stage->goalCount == 0 )
	{
		stage->goals[stage->goalCount++] = nearest;
	}
}

// Vertices inside of obstacles, by the rule of grids.
static void blockPlane( wfTrial* run, double cell, wfSolvedSurface* stage )
{
	int32_t count = wfMesh_GetVertexCount( stage->mesh ), blocked = 0;
	int32_t* vertices = wfNewArray( (size_t)count, sizeof( int32_t ) );
	for ( int32_t v = 0; v < count; ++v )
	{
		wfVec3 p = wfMesh_GetVertices( stage->mesh )[v];
		if ( !wfMesh_IsBoundaryVertex( stage->mesh, v ) &&
			 wfWorld_GetDistance( run->scenario.world, ( wfVec2 ){ p.x, p.y }, 0 ) < -1e-9 * cell )
		{
			vertices[blocked++] = v;
		}
	}
	wfTrial_Check( run, wfCreateSurfaceMask( stage->mesh, &stage->mask ) );
	wfTrial_Check( run, wfSurfaceMask_BlockVertices( stage->mask, vertices, blocked, &wf_error ) );
}

// The scenario's world as a flat mesh with about as many vertices as it has cells of that size, its first goal and obstacles. The
// mesh reaches half a cell beyond the world: that is where a grid's cells outside, which repel, have their centres.
// Solved, too.
static wfSolvedSurface makePlaneStage( wfTrial* run, const wfGrid* grid, double noise, uint64_t seed )
{
	wfSolvedSurface stage = { .place = { -1, 0.0, 0.0 } };
	double cell = wfGrid_GetCellSize( grid );
	wfVec2 origin = wfGrid_GetOrigin( grid );
	wfSurfaceShape shape = { 0 };
	// An equal triangle's edge for half of a cell's area: two triangles to a vertex.
	wfPlaneDef def = { .width = ( wfGrid_GetWidth( grid ) + 1 ) * cell,
					   .height = ( wfGrid_GetHeight( grid ) + 1 ) * cell,
					   .edge = cell * sqrt( 2.0 / sqrt( 3.0 ) ),
					   .noise = noise,
					   .seed = seed };
	wfResult result = wfMakePlane( &def, &shape );
	wfTrial_FailIf( run, result == wf_outOfRange, "noise", "expected 0 or more and less than 0.5" );
	wfTrial_Check( run, result );
	for ( int32_t v = 0; v < shape.vertexCount; ++v )
	{
		shape.vertices[v].x += origin.x - 0.5 * cell;
		shape.vertices[v].y += origin.y - 0.5 * cell;
	}
	wfTrial_Check( run, wfSurfaceShape_CreateMesh( &shape, &stage.mesh, &wf_error ) );
	wfSurfaceShape_Free( &shape );
	findPlaneGoals( run, grid, &stage );
	blockPlane( run, cell, &stage );
	wfTrial_SolveStage( run, &stage );
	return stage;
}

void wfTrial_BlockDiscs( wfTrial* run, const char* path, wfSolvedSurface* stage )
{
	int32_t count = wfTrial_CountItems( run, path, 1, 64 );
	wfTrial_Check( run, wfCreateSurfaceMask( stage->mesh, &stage->mask ) );
	for ( int32_t i = 0; i < count; ++i )
	{
		wfVec3 center = wfTrial_GetPoint( run, wfKey( "%s[%d].center", path, i ) );
		double radius = wfTrial_GetNumber( run, wfKey( "%s[%d].radius", path, i ) );
		wfTrial_FailIf( run, !( radius > 0.0 ), wfKey( "%s[%d].radius", path, i ), "expected a radius above 0" );
		wfSurfacePoint place = wfMesh_FindNearest( stage->mesh, center, NULL );
		wfTrial_Check( run, wfSurfaceMask_BlockDisc( stage->mask, place, radius, &wf_error ) );
	}
}

int32_t wfGetNearestVertex( const wfMesh* mesh, wfVec3 point )
{
	wfSurfacePoint place = wfMesh_FindNearest( mesh, point, NULL );
	const int32_t* corners = wfMesh_GetTriangles( mesh ) + 3 * (size_t)place.triangle;
	int32_t nearest = corners[0];
	double least = INFINITY;
	for ( int32_t k = 0; k < 3; ++k )
	{
		wfVec3 v = wfMesh_GetVertices( mesh )[corners[k]];
		double square = wfDot3( wfSub3( v, point ), wfSub3( v, point ) );
		nearest = square < least ? corners[k] : nearest;
		least = fmin( least, square );
	}
	return nearest;
}

void wfSolvedSurface_SetGoal( wfSolvedSurface* stage, wfVec3 point )
{
	stage->goals = wfNewArray( 1, sizeof( int32_t ) );
	stage->goals[0] = wfGetNearestVertex( stage->mesh, point );
	stage->goalCount = 1;
}

wfSurfaceGoalDef wfSolvedSurface_GetGoal( const wfSolvedSurface* stage )
{
	wfSurfaceGoalDef goal = wfDefaultSurfaceGoalDef();
	goal.kind = stage->goals != NULL ? wf_verticesGoal : wf_placeGoal;
	goal.vertices = stage->goals;
	goal.vertexCount = stage->goalCount;
	goal.place = stage->place;
	return goal;
}

void wfTrial_SolveStage( wfTrial* run, wfSolvedSurface* stage )
{
	wfSurfacePlannerDef def = wfDefaultSurfacePlannerDef();
	def.mask = stage->mask;
	wfSurfaceGoalDef goal = wfSolvedSurface_GetGoal( stage );
	wfTrial_Check( run, wfCreateSurfacePlanner( stage->mesh, &def, &stage->planner, &wf_error ) );
	wfTrial_Check( run, wfSurfacePlanner_CreateField( stage->planner, &goal, &stage->field, &wf_error ) );
	wfTrial_Check( run, wfSurfaceField_SolveAll( stage->field ) );
}

// ----------------------------------------------------------------------------------------------------------------- walks

bool wfTrial_TraceSurface( wfTrial* run, const wfSolvedSurface* stage, const double* p, wfSurfacePoint start, double tautness,
						   wfSurfacePath* path )
{
	wfTraceDef def = wfDefaultTraceDef();
	def.tautness = tautness;
	wfResult result = p != NULL ? wfTraceSurfacePotential( stage->mesh, p, start, path )
								: wfSurfaceField_TracePath( stage->field, start, &def, path, NULL );
	wfTrial_Check( run, result == wf_outOfMemory ? result : wf_ok );
	return result == wf_ok;
}

wfTour wfTrial_TourStage( wfTrial* run, const wfSolvedSurface* stage, const double* p, int32_t stride, double tautness,
						  double* lengths )
{
	wfTour tour = { 0 };
	wfSurfacePath path = { 0 };
	for ( int32_t v = 0; v < wfMesh_GetVertexCount( stage->mesh ); ++v )
	{
		if ( lengths != NULL )
		{
			lengths[v] = NAN;
		}
		if ( v % stride != 0 || !wfSurfacePlanner_IsVertexFree( stage->planner, v ) )
		{
			continue;
		}
		wfSurfacePoint start = wfMesh_GetVertexPoint( stage->mesh, v );
		bool reachable = wfSurfaceField_IsReachable( stage->field, start );
		tour.unreachable += !reachable;
		tour.starts += reachable;
		if ( reachable && wfTrial_TraceSurface( run, stage, p, start, tautness, &path ) )
		{
			tour.arrived += 1;
			tour.rescues += path.rescues;
			tour.largestTurn = fmax( tour.largestTurn, path.largestTurn );
			tour.turnMean += path.largestTurn;
			tour.lengthMean += path.length;
			tour.touches += stage->mask != NULL && wfSurfacePath_Touches( &path, stage->mesh, stage->mask, false );
			if ( lengths != NULL )
			{
				lengths[v] = path.length;
			}
		}
	}
	wfSurfacePath_Free( &path );
	double arrived = tour.arrived > 0 ? tour.arrived : 1;
	tour.turnMean /= arrived;
	tour.lengthMean /= arrived;
	return tour;
}

double* wfTrial_Relax( wfTrial* run, const wfSolvedSurface* stage, int32_t occupied, double sumChange, wfRelaxReport* report )
{
	double* p = wfNewArray( (size_t)wfMesh_GetVertexCount( stage->mesh ), sizeof( double ) );
	wfSurfaceRelaxDef def = wfDefaultSurfaceRelaxDef();
	def.mask = stage->mask;
	def.sumChange = sumChange;
	wfSurfaceGoalDef goal = wfSolvedSurface_GetGoal( stage );
	goal.occupied = occupied;
	wfTrial_Check( run, wfRelaxSurface( stage->mesh, &goal, &def, p, report ) );
	return p;
}

// -------------------------------------------------------------------------------------------------------------- pictures

void wfTrial_DrawStage( wfTrial* run, const wfSolvedSurface* stage, const char* ending, const char* title,
						const wfSurfacePath* paths, int32_t count )
{
	const char* picture = wfTrial_NamePicture( run, ending );
	if ( picture == NULL )
	{
		return;
	}
	wfSurfacePictureDef def = wfDefaultSurfacePictureDef();
	double view[2];
	if ( wfTrial_Has( run, "view" ) )
	{
		wfTrial_GetNumbers( run, "view", "[azimuth, elevation] in degrees", view, 2 );
		def.view.azimuth = view[0] * ( WF_PI / 180.0 );
		def.view.elevation = view[1] * ( WF_PI / 180.0 );
	}
	def.width = PICTURE_WIDTH;
	def.edges = wfTrial_GetOption( run, "drawEdges", 0.0 ) != 0.0;
	def.title = title;
	def.mask = stage->mask;
	def.paths = paths;
	def.pathCount = count;
	wfTrial_Check( run, wfDrawSurface( picture, stage->mesh, stage->field, &def, &wf_error ) );
}

int32_t wfTrial_DrawWalksOn( wfTrial* run, const wfSolvedSurface* stage, const char* ending, const char* title,
							 const wfSurfacePoint* starts, int32_t count )
{
	wfSurfacePath paths[WF_MAX_LIST] = { { 0 } };
	int32_t arrived = 0;
	for ( int32_t i = 0; i < count; ++i )
	{
		arrived += wfTrial_TraceSurface( run, stage, NULL, starts[i], 0.0, paths + arrived );
	}
	wfTrial_DrawStage( run, stage, ending, title, paths, arrived );
	for ( int32_t i = 0; i < WF_MAX_LIST; ++i )
	{
		wfSurfacePath_Free( paths + i );
	}
	return arrived;
}

// The places of the scenario's starts. Returns how many there are, WF_MAX_LIST at most.
static int32_t placeStarts( wfTrial* run, const wfMesh* mesh, wfSurfacePoint* starts )
{
	int32_t count = run->scenario.startCount < WF_MAX_LIST ? run->scenario.startCount : WF_MAX_LIST;
	for ( int32_t i = 0; i < count; ++i )
	{
		wfVec2 start = run->scenario.starts[i];
		starts[i] = wfMesh_FindNearest( mesh, ( wfVec3 ){ start.x, start.y, 0.0 }, NULL );
	}
	return count;
}

// ----------------------------------------------------------------------------------------------------------- S1: the plane

// Differences of the attraction at the centres of the grid's free cells, in percent of the goal's.
typedef struct Difference
{
	double mean, deviation, worst;
	wfVec2 worstAt;
	int32_t cells;
} Difference;

static double getScaled( wfScaled value )
{
	return value.mantissa == 0.0 ? 0.0 : ldexp( value.mantissa, value.exponent );
}

static Difference compare( const wfGrid* grid, const wfField* field, const wfMesh* mesh, const double* values )
{
	Difference difference = { 0 };
	double square = 0.0;
	int32_t cells = wfGrid_GetWidth( grid ) * wfGrid_GetHeight( grid );
	for ( int32_t cell = 0; cell < cells; ++cell )
	{
		wfVec2 center = wfGrid_GetCenter( grid, cell );
		if ( wfGrid_IsFree( grid, cell ) && !wfField_IsGoal( field, center ) )
		{
			// Between the vertices that have `values`.
			wfSurfacePoint at = wfMesh_FindNearest( mesh, wfInSpace( center ), NULL );
			const int32_t* corners = wfMesh_GetTriangles( mesh ) + 3 * (size_t)at.triangle;
			double value = ( 1.0 - at.u - at.v ) * values[corners[0]] + at.u * values[corners[1]] + at.v * values[corners[2]];
			double d = 100.0 * fabs( value - getScaled( wfField_GetCellValue( field, cell ) ) );
			difference.mean += d;
			square += d * d;
			difference.worstAt = d > difference.worst ? center : difference.worstAt;
			difference.worst = fmax( difference.worst, d );
			difference.cells += 1;
		}
	}
	double count = difference.cells > 0 ? difference.cells : 1;
	difference.mean /= count;
	difference.deviation = sqrt( fmax( 0.0, square / count - difference.mean * difference.mean ) );
	return difference;
}

// How far the mesh's path from each start strays from the grid's, at most.
static double comparePaths( wfTrial* run, const wfField* field, const wfSolvedSurface* stage, const wfSurfacePoint* starts,
							int32_t count )
{
	double farthest = 0.0;
	wfPath planar = { 0 };
	wfSurfacePath path = { 0 };
	for ( int32_t i = 0; i < count; ++i )
	{
		bool both = wfTrial_TraceSurface( run, stage, NULL, starts[i], 0.0, &path ) &&
					wfTrial_Trace( run, field, run->scenario.starts[i], &planar );
		farthest = both ? farthest : INFINITY;
		for ( int32_t k = 0; both && k < path.count; ++k )
		{
			wfVec3 p = path.points[k];
			double nearest = INFINITY;
			for ( int32_t m = 0; m + 1 < planar.count; ++m )
			{
				wfVec2 a = planar.points[m], b = planar.points[m + 1];
				double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
				double t = square > 0.0 ? ( ( p.x - a.x ) * dx + ( p.y - a.y ) * dy ) / square : 0.0;
				t = fmin( fmax( t, 0.0 ), 1.0 );
				double x = p.x - a.x - t * dx, y = p.y - a.y - t * dy;
				nearest = fmin( nearest, x * x + y * y );
			}
			farthest = fmax( farthest, sqrt( nearest ) );
		}
	}
	wfSurfacePath_Free( &path );
	wfPath_Free( &planar );
	return farthest;
}

// In cells, from the centre of one to the nearest goal cell's.
static double getGoalDistance( wfTrial* run, const wfGrid* grid, wfVec2 from )
{
	int32_t count = 0;
	int32_t* cells = wfTrial_GetGoalCells( run, grid, &count );
	double nearest = INFINITY;
	for ( int32_t i = 0; i < count; ++i )
	{
		wfVec2 goal = wfGrid_GetCenter( grid, cells[i] );
		nearest = fmin( nearest, hypot( goal.x - from.x, goal.y - from.y ) );
	}
	return nearest / wfGrid_GetCellSize( grid );
}

static void noteDifference( wfTrial* run, const char* method, const char* mesh, Difference d )
{
	wfTrial_Note( run, "%", d.mean, "%s, %s: mean", method, mesh );
	wfTrial_Note( run, "%", d.deviation, "%s, %s: standard deviation", method, mesh );
	wfTrial_Note( run, "%", d.worst, "%s, %s: worst cell", method, mesh );
}

// The largest of each figure.
static Difference getWorse( Difference a, Difference b )
{
	Difference worse = a.worst >= b.worst ? a : b;
	worse.mean = fmax( a.mean, b.mean );
	worse.deviation = fmax( a.deviation, b.deviation );
	return worse;
}

// Of several meshes: the worst.
typedef struct PlaneFigures
{
	Difference ours, reference;
	double stray; // metres
	double largestTurn;
	int32_t flat, starts, arrived;
} PlaneFigures;

// A mesh of the plane, and which picture is made of it.
typedef struct PlaneKind
{
	double noise;
	uint64_t seed;
	const char* picture; // null: none
} PlaneKind;

// The mesh solved, and a picture of the walks from the scenario's starts. Returns how many arrive.
static wfSolvedSurface makeStage( wfTrial* run, const wfGrid* grid, PlaneKind kind, wfSurfacePoint* starts, int32_t* arrived )
{
	wfSolvedSurface stage = makePlaneStage( run, grid, kind.noise, kind.seed );
	int32_t count = placeStarts( run, stage.mesh, starts );
	if ( kind.picture != NULL )
	{
		char title[200];
		snprintf( title, sizeof( title ), "%.120s: %s", run->scenario.name, kind.noise > 0.0 ? "40 % noise" : "regular" );
		*arrived = wfTrial_DrawWalksOn( run, &stage, kind.picture, title, starts, count );
	}
	return stage;
}

static void measurePlane( wfTrial* run, const wfGrid* grid, const wfField* field, PlaneKind kind, PlaneFigures* worst )
{
	wfSurfacePoint starts[WF_MAX_LIST];
	int32_t arrived;
	wfSolvedSurface stage = makeStage( run, grid, kind, starts, &arrived );
	int32_t count = wfMesh_GetVertexCount( stage.mesh );
	double* values = wfNewArray( (size_t)count, sizeof( double ) );
	for ( int32_t v = 0; v < count; ++v )
	{
		values[v] = getScaled( wfSurfaceField_GetValue( stage.field, v ) );
	}
	worst->ours = getWorse( worst->ours, compare( grid, field, stage.mesh, values ) );
	worst->flat += (int32_t)wfSurfaceField_GetReport( stage.field ).flatCount;
	// From everywhere on the meshes that are drawn; on the others so as to see that nothing else is true there.
	wfTour tour = wfTrial_TourStage( run, &stage, NULL, kind.picture == NULL ? 31 : run->quick ? 7 : 1, 0.0, NULL );
	worst->starts += tour.starts;
	worst->arrived += tour.arrived;
	worst->largestTurn = fmax( worst->largestTurn, tour.largestTurn );
	double* p = wfTrial_Relax( run, &stage, -1, wfTrial_GetNumber( run, "relaxChange" ), NULL );
	for ( int32_t v = 0; v < count; ++v )
	{
		values[v] = 1.0 - p[v];
	}
	worst->reference = getWorse( worst->reference, compare( grid, field, stage.mesh, values ) );
	worst->stray = fmax( worst->stray, comparePaths( run, field, &stage, starts, placeStarts( run, stage.mesh, starts ) ) );
	wfSolvedSurface_Free( &stage );
}

// A regular mesh, and the worst of noisy ones, for one of the scenario's goals.
static void measurePlanes( wfTrial* run, const wfGrid* grid, int32_t goal, PlaneFigures figures[2] )
{
	static const char* const pictures[2][2] = { { "", "noisy" }, { "border", "border-noisy" } };
	double noise = wfTrial_GetNumber( run, "noise" );
	int32_t seeds = wfTrial_CountSeeds( run );
	run->goal = goal;
	wfSolved solved = wfTrial_Solve( run, grid, NULL );
	measurePlane( run, grid, solved.field, ( PlaneKind ){ 0.0, 1, pictures[goal][0] }, figures );
	for ( int32_t seed = 1; seed <= seeds; ++seed )
	{
		const char* picture = seed == 1 ? pictures[goal][1] : NULL;
		measurePlane( run, grid, solved.field, ( PlaneKind ){ noise, (uint64_t)seed, picture }, figures + 1 );
	}
	for ( int32_t k = 0; k < 2; ++k )
	{
		const char* at = goal == 0 ? "inside" : "border";
		char mesh[48];
		snprintf( mesh, sizeof( mesh ), "%s mesh, goal %s", k == 0 ? "regular" : "noisy", at );
		noteDifference( run, "ours", mesh, figures[k].ours );
		noteDifference( run, "3DS-BVP", mesh, figures[k].reference );
		double away = getGoalDistance( run, grid, figures[k].ours.worstAt );
		wfTrial_Note( run, "cells", away, "ours, %s: worst cell to goal", mesh );
		wfTrial_Note( run, "degrees", wfDegrees( figures[k].largestTurn ), "largest turn, %s", mesh );
	}
	wfSolved_Free( &solved );
	run->goal = 0;
}

void wfPerformPlane( wfTrial* run )
{
	wfGoalId ids[2];
	wfTrial_FailIf( run, wfWorld_GetGoalIds( run->scenario.world, ids, 2 ) != 2, "kind",
					"expected two goals, ours and one at the border" );
	wfGrid* grid = wfTrial_CreateGrid( run, 0.0 );
	PlaneFigures inside[2] = { 0 }, border[2] = { 0 };
	measurePlanes( run, grid, 0, inside );
	measurePlanes( run, grid, 1, border );
	wfTrial_Claim( run, "printedRegularMean", border[0].reference.mean );
	wfTrial_Claim( run, "printedRegularWorst", border[0].reference.worst );
	wfTrial_Claim( run, "printedNoisyMean", border[1].reference.mean );
	wfTrial_Claim( run, "printedNoisyWorst", border[1].reference.worst );
	wfTrial_Claim( run, "regularMean", inside[0].ours.mean );
	wfTrial_Claim( run, "regularWorst", inside[0].ours.worst );
	wfTrial_Claim( run, "noisyMean", inside[1].ours.mean );
	wfTrial_Claim( run, "noisyWorst", inside[1].ours.worst );
	wfTrial_Claim( run, "borderRegularWorst", border[0].ours.worst );
	wfTrial_Claim( run, "borderNoisyWorst", border[1].ours.worst );
	int32_t flat = 0, starts = 0, arrived = 0;
	for ( int32_t k = 0; k < 2; ++k )
	{
		flat += inside[k].flat + border[k].flat;
		starts += inside[k].starts + border[k].starts;
		arrived += inside[k].arrived + border[k].arrived;
	}
	wfTrial_Claim( run, "flat", flat );
	wfTrial_Claim( run, "arrive", (double)arrived / starts );
	wfTrial_Claim( run, "stray", fmax( inside[0].stray, inside[1].stray ) / wfGrid_GetCellSize( grid ) );
	wfTrial_Note( run, "", inside[0].ours.cells, "cells compared" );
	wfDestroyGrid( grid );
}

// ------------------------------------------------------------------------------------------------------------ S4: the trap

// Vertices from which walking to the neighbour nearest to the goal, as long as there is a nearer one, ends before it.
static int32_t countStuck( const wfSolvedSurface* stage )
{
	int32_t count = wfMesh_GetVertexCount( stage->mesh ), stuck = 0;
	const wfVec3* vertices = wfMesh_GetVertices( stage->mesh );
	wfVec3 goal = vertices[stage->goals[stage->goalCount / 2]];
	int32_t* next = wfNewArray( (size_t)count, sizeof( int32_t ) );
	double* distance = wfNewArray( (size_t)count, sizeof( double ) );
	for ( int32_t v = 0; v < count; ++v )
	{
		double dx = vertices[v].x - goal.x, dy = vertices[v].y - goal.y;
		next[v] = v;
		distance[v] = dx * dx + dy * dy;
	}
	for ( int32_t h = 0; h < 3 * wfMesh_GetTriangleCount( stage->mesh ); ++h )
	{
		const int32_t* corners = wfMesh_GetTriangles( stage->mesh ) + h / 3 * 3;
		for ( int32_t k = 1; k < 3; ++k )
		{
			int32_t a = corners[h % 3], b = corners[( h + k ) % 3];
			next[a] = wfSurfacePlanner_IsVertexFree( stage->planner, b ) && distance[b] < distance[next[a]] ? b : next[a];
		}
	}
	for ( int32_t v = 0; v < count; ++v )
	{
		int32_t at = v;
		while ( next[at] != at && !wfSurfaceField_IsGoal( stage->field, at ) )
		{
			at = next[at];
		}
		stuck += wfSurfacePlanner_IsVertexFree( stage->planner, v ) && !wfSurfaceField_IsGoal( stage->field, at );
	}
	return stuck;
}

#define TRAP_CHANGES 3

// The worst over a regular mesh and noisy ones.
typedef struct TrapFigures
{
	double stuck; // share, the smallest
	double residual;
	int64_t flat;
	int32_t starts, arrived, touches, pictured;
	double relaxedArrive[TRAP_CHANGES]; // by e_max: the largest share of the walks that arrive, the smallest with the last
	int32_t relaxedFlat[TRAP_CHANGES];	// flat vertices of all meshes
	double largestTurn;
} TrapFigures;

static void measureTrap( wfTrial* run, const wfGrid* grid, PlaneKind kind, const double* changes, TrapFigures* figures )
{
	wfSurfacePoint starts[WF_MAX_LIST];
	int32_t pictured = 0;
	wfSolvedSurface stage = makeStage( run, grid, kind, starts, &pictured );
	int32_t stride = kind.picture == NULL ? 31 : run->quick ? 7 : 1;
	wfFieldReport report = wfSurfaceField_GetReport( stage.field );
	figures->pictured += pictured;
	figures->flat += report.flatCount;
	figures->residual = fmax( figures->residual, report.maxRelativeResidual );
	figures->stuck = fmin( figures->stuck, (double)countStuck( &stage ) / (double)report.reachableCount );
	wfTour tour = wfTrial_TourStage( run, &stage, NULL, stride, 0.0, NULL );
	figures->starts += tour.starts;
	figures->arrived += tour.arrived;
	figures->touches += tour.touches;
	figures->largestTurn = fmax( figures->largestTurn, tour.largestTurn );
	for ( int32_t k = 0; k < TRAP_CHANGES; ++k )
	{
		wfRelaxReport relaxed;
		double* p = wfTrial_Relax( run, &stage, -1, changes[k], &relaxed );
		wfTour walks = wfTrial_TourStage( run, &stage, p, stride, 0.0, NULL );
		double share = (double)walks.arrived / walks.starts;
		figures->relaxedFlat[k] += (int32_t)relaxed.flatCount;
		figures->relaxedArrive[k] =
			k + 1 < TRAP_CHANGES ? fmax( figures->relaxedArrive[k], share ) : fmin( figures->relaxedArrive[k], share );
	}
	wfSolvedSurface_Free( &stage );
}

void wfPerformPlaneTrap( wfTrial* run )
{
	double changes[TRAP_CHANGES], noise = wfTrial_GetNumber( run, "noise" );
	wfTrial_GetNumbers( run, "relaxChanges", "three numbers", changes, TRAP_CHANGES );
	wfGrid* grid = wfTrial_CreateGrid( run, 0.0 );
	TrapFigures figures = { .stuck = INFINITY, .relaxedArrive = { 0.0, 0.0, INFINITY } };
	int32_t seeds = wfTrial_CountSeeds( run );
	measureTrap( run, grid, ( PlaneKind ){ 0.0, 1, "" }, changes, &figures );
	for ( int32_t seed = 1; seed <= seeds; ++seed )
	{
		measureTrap( run, grid, ( PlaneKind ){ noise, (uint64_t)seed, seed == 1 ? "noisy" : NULL }, changes, &figures );
	}
	int32_t starts = run->scenario.startCount < WF_MAX_LIST ? run->scenario.startCount : WF_MAX_LIST;
	wfTrial_Claim( run, "printedLarge", figures.relaxedArrive[0] );
	wfTrial_Claim( run, "printedSmall", figures.relaxedArrive[1] );
	wfTrial_Claim( run, "settled", figures.relaxedArrive[2] );
	wfTrial_Claim( run, "isTrap", figures.stuck );
	wfTrial_Claim( run, "flat", (double)figures.flat );
	wfTrial_Claim( run, "residual", figures.residual );
	wfTrial_Claim( run, "arrive", (double)figures.arrived / figures.starts );
	wfTrial_Claim( run, "touches", figures.touches );
	wfTrial_Claim( run, "startsArrive", figures.pictured / ( 2.0 * starts ) );
	wfTrial_Note( run, "degrees", wfDegrees( figures.largestTurn ), "largest turn" );
	for ( int32_t k = 0; k < TRAP_CHANGES; ++k )
	{
		wfTrial_Note( run, "", figures.relaxedFlat[k], "3DS-BVP to %g: flat vertices of %d meshes", changes[k], seeds + 1 );
	}
	wfDestroyGrid( grid );
}

// ------------------------------------------------------------------------------------------------------- S8: flat regions

void wfPerformPlaneFlat( wfTrial* run )
{
	wfSurfacePoint starts[WF_MAX_LIST];
	int32_t arrived = 0;
	wfGrid* grid = wfTrial_CreateGrid( run, 0.0 );
	wfSolvedSurface stage = makeStage( run, grid, ( PlaneKind ){ 0.0, 1, "" }, starts, &arrived );
	wfFieldReport report = wfSurfaceField_GetReport( stage.field );
	wfRelaxReport relaxed;
	wfTrial_Relax( run, &stage, -1, wfTrial_GetNumber( run, "relaxChange" ), &relaxed );
	wfTour tour = wfTrial_TourStage( run, &stage, NULL, run->quick ? 31 : 1, 0.0, NULL );
	wfTrial_Claim( run, "printedFlat", (double)relaxed.flatCount );
	wfTrial_Claim( run, "printedArrive", (double)relaxed.arrivingCount / (double)report.reachableCount );
	wfTrial_Claim( run, "flat", (double)report.flatCount );
	wfTrial_Claim( run, "arrive", (double)tour.arrived / tour.starts );
	wfTrial_Note( run, "", relaxed.iterations, "3DS-BVP: sweeps" );
	wfTrial_Note( run, "", report.minLogValue, "natural logarithm of the smallest q" );
	wfSolvedSurface_Free( &stage );
	wfDestroyGrid( grid );
}
