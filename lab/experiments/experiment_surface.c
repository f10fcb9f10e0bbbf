// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "experiment_surface.h"

#include "scenes/surfaces.h"

#include <math.h>
#include <stdlib.h>

#define PI 3.14159265358979323846
#define PICTURE_WIDTH 520

double wfDegrees( double radians )
{
	return radians * ( 180.0 / PI );
}

void wfSolvedSurface_Free( wfSolvedSurface* stage )
{
	wfDestroySurfaceField( stage->field );
	wfDestroySurfacePlanner( stage->planner );
	wfDestroySurfaceMask( stage->mask );
	wfDestroyMesh( stage->mesh );
	free( stage->goals );
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

wfMesh* wfTrial_MakeSurface( wfTrial* run, const char* prefix )
{
	wfNamedSurfaceDef def = wfDefaultNamedSurfaceDef();
	wfSurfaceShape shape = { 0 };
	wfMesh* mesh = NULL;
	def.name = wfTrial_GetText( run, wfKey( "%ssurface", prefix ) );
	def.vertices = getCount( run, wfKey( "%svertices", prefix ), 1, WF_MAX_SURFACE_VERTICES, 0 );
	def.size = wfTrial_GetOption( run, wfKey( "%ssize", prefix ), 0.0 );
	def.seed = (uint64_t)getCount( run, wfKey( "%sseed", prefix ), 0, 1000000, 1 );
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
		int32_t cell = wfGrid_GetCell( grid, ( wfVec2 ){ p.x, p.y } );
		if ( cell >= 0 && isGoal[cell] != 0 )
		{
			stage->goals[stage->goalCount++] = v;
		}
		double distance = ( p.x - center.x ) * ( p.x - center.x ) + ( p.y - center.y ) * ( p.y - center.y );
		nearest = distance < least ? v : nearest;
		least = fmin( least, distance );
	}
	if ( stage->goalCount == 0 )
	{
		stage->goals[stage->goalCount++] = nearest;
	}
	free( isGoal );
	free( cells );
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
	free( vertices );
}

wfSolvedSurface wfTrial_MakePlaneStage( wfTrial* run, const wfGrid* grid, double noise, uint64_t seed )
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
		double dx = v.x - point.x, dy = v.y - point.y, dz = v.z - point.z, square = dx * dx + dy * dy + dz * dz;
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
			tour.clearanceMean += isfinite( path.clearanceMean ) ? path.clearanceMean : 0.0;
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
	tour.clearanceMean /= arrived;
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
		def.view.azimuth = view[0] * ( PI / 180.0 );
		def.view.elevation = view[1] * ( PI / 180.0 );
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

int32_t wfTrial_PlaceStarts( wfTrial* run, const wfMesh* mesh, wfSurfacePoint* starts )
{
	int32_t count = run->scenario.startCount < WF_MAX_LIST ? run->scenario.startCount : WF_MAX_LIST;
	for ( int32_t i = 0; i < count; ++i )
	{
		wfVec2 start = run->scenario.starts[i];
		starts[i] = wfMesh_FindNearest( mesh, ( wfVec3 ){ start.x, start.y, 0.0 }, NULL );
	}
	return count;
}
