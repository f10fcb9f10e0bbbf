// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "experiment_surface.h"

#include "scenes/surfaces.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEY_CAPACITY 128
#define PI 3.14159265358979323846
#define PICTURE_WIDTH 520

double wfDegrees( double radians )
{
	return radians * ( 180.0 / PI );
}

void wfSolvedSurface_Free( wfSolvedSurface* stage )
{
	if ( stage->field != NULL )
	{
		wfDestroySurfaceField( stage->field );
	}
	if ( stage->planner != NULL )
	{
		wfDestroySurfacePlanner( stage->planner );
	}
	if ( stage->mask != NULL )
	{
		wfDestroySurfaceMask( stage->mask );
	}
	if ( stage->mesh != NULL )
	{
		wfDestroyMesh( stage->mesh );
	}
	free( stage->goals );
	*stage = ( wfSolvedSurface ){ 0 };
}

// --------------------------------------------------------------------------------------------------------------- values

static const char* joinKey( char* key, const char* path, const char* name )
{
	snprintf( key, KEY_CAPACITY, "%.80s%s%.40s", path, path[0] != 0 ? "." : "", name );
	return key;
}

double wfRun_GetOption( wfRun* run, const char* path, const char* name, double absent )
{
	char key[KEY_CAPACITY];
	return run->result == wf_ok && wfRun_Has( run, joinKey( key, path, name ) ) ? wfRun_GetNumber( run, key ) : absent;
}

wfVec3 wfRun_GetPoint( wfRun* run, const char* path )
{
	double numbers[WF_MAX_LIST] = { 0.0 };
	if ( wfRun_GetList( run, path, numbers ) != 3 )
	{
		wfRun_Fail( run, path, "expected a point [x, y, z]" );
	}
	return ( wfVec3 ){ numbers[0], numbers[1], numbers[2] };
}

int32_t wfRun_CountItems( wfRun* run, const char* path, int32_t most )
{
	const wfExperimentValue* list = wfExperiment_Find( &run->values, path );
	if ( list == NULL || list->isNumber || list->text != NULL || list->number < 1.0 || list->number > most )
	{
		wfRun_Fail( run, path, "expected a list of 1 to %d items%s", most, list == NULL ? ", found nothing" : "" );
	}
	return run->result == wf_ok ? (int32_t)list->number : 0;
}

// A whole number within bounds.
static int32_t getCount( wfRun* run, const char* path, const char* name, int32_t least, int32_t most, int32_t absent )
{
	char key[KEY_CAPACITY];
	double number = wfRun_GetOption( run, path, name, absent );
	if ( run->result == wf_ok && ( !( number >= least && number <= most ) || number != floor( number ) ) && number != absent )
	{
		wfRun_Fail( run, joinKey( key, path, name ), "expected a whole number from %d to %d", least, most );
	}
	return run->result == wf_ok ? (int32_t)number : absent;
}

// -------------------------------------------------------------------------------------------------------------- surfaces

wfMesh* wfRun_MakeSurface( wfRun* run, const char* path )
{
	char key[KEY_CAPACITY];
	wfNamedSurfaceDef def = wfDefaultNamedSurfaceDef();
	wfSurfaceShape shape = { 0 };
	wfMesh* mesh = NULL;
	def.name = wfRun_GetText( run, joinKey( key, path, "surface" ) );
	def.vertices = getCount( run, path, "vertices", 1, WF_MAX_SURFACE_VERTICES, 0 );
	def.size = wfRun_GetOption( run, path, "size", 0.0 );
	def.seed = (uint64_t)getCount( run, path, "seed", 0, 1000000, 1 );
	double shake = wfRun_GetOption( run, path, "shake", 0.0 );
	int32_t flat = getCount( run, path, "flat", 1, 1000000, 0 );
	if ( run->result != wf_ok )
	{
		return NULL;
	}
	wfError error = { 0 };
	wfResult result = wfMakeNamedSurface( &def, &shape, &error );
	if ( result == wf_notFound || result == wf_outOfRange )
	{
		wfRun_Fail( run, key, "%s", error.message );
	}
	result = result == wf_ok && shake != 0.0 ? wfSurfaceShape_Shake( &shape, shake, def.seed ) : result;
	if ( result == wf_outOfRange )
	{
		wfRun_Fail( run, joinKey( key, path, "shake" ), "expected 0 or more and less than 0.5" );
	}
	result = result == wf_ok && flat > 0 ? wfSurfaceShape_AddFlat( &shape, flat ) : result;
	if ( wfRun_Check( run, result ) )
	{
		wfRun_Check( run, wfSurfaceShape_CreateMesh( &shape, &mesh, &run->error ) );
	}
	wfSurfaceShape_Free( &shape );
	return mesh;
}

// Marks what lies inside of the goal's cells, or the vertex nearest to it when that is none.
static void findPlaneGoals( wfRun* run, const wfGrid* grid, wfSolvedSurface* stage )
{
	int32_t cellCount = 0, count = wfMesh_GetVertexCount( stage->mesh );
	int32_t* cells = wfRun_GetGoalCells( run, grid, &cellCount );
	uint8_t* isGoal = calloc( (size_t)wfGrid_GetWidth( grid ) * (size_t)wfGrid_GetHeight( grid ), 1 );
	stage->goals = malloc( ( (size_t)count + 1 ) * sizeof( int32_t ) );
	wfRun_Check( run, isGoal != NULL && stage->goals != NULL ? wf_ok : wf_outOfMemory );
	if ( run->result == wf_ok && cellCount < 1 )
	{
		wfRun_Fail( run, "kind", "the goal covers no free cell" );
	}
	for ( int32_t i = 0; i < cellCount && run->result == wf_ok; ++i )
	{
		isGoal[cells[i]] = 1;
	}
	int32_t nearest = 0;
	double least = INFINITY;
	for ( int32_t v = 0; v < count && run->result == wf_ok; ++v )
	{
		wfVec3 p = wfMesh_GetVertices( stage->mesh )[v];
		int32_t cell = wfGrid_GetCell( grid, ( wfVec2 ){ p.x, p.y } );
		if ( cell >= 0 && isGoal[cell] != 0 )
		{
			stage->goals[stage->goalCount++] = v;
		}
		wfVec2 center = wfGrid_GetCenter( grid, cells[cellCount / 2] );
		double distance = ( p.x - center.x ) * ( p.x - center.x ) + ( p.y - center.y ) * ( p.y - center.y );
		nearest = distance < least ? v : nearest;
		least = fmin( least, distance );
	}
	if ( run->result == wf_ok && stage->goalCount == 0 )
	{
		stage->goals[stage->goalCount++] = nearest;
	}
	free( isGoal );
	free( cells );
}

// Vertices inside of obstacles, by the rule of grids.
static void blockPlane( wfRun* run, double cell, wfSolvedSurface* stage )
{
	int32_t count = wfMesh_GetVertexCount( stage->mesh ), blocked = 0;
	int32_t* vertices = malloc( ( (size_t)count + 1 ) * sizeof( int32_t ) );
	if ( !wfRun_Check( run, vertices != NULL ? wf_ok : wf_outOfMemory ) )
	{
		return;
	}
	for ( int32_t v = 0; v < count; ++v )
	{
		wfVec3 p = wfMesh_GetVertices( stage->mesh )[v];
		if ( !wfMesh_IsBoundaryVertex( stage->mesh, v ) &&
			 wfWorld_GetDistance( run->scenario.world, ( wfVec2 ){ p.x, p.y }, 0 ) < -1e-9 * cell )
		{
			vertices[blocked++] = v;
		}
	}
	if ( wfRun_Check( run, wfCreateSurfaceMask( stage->mesh, &stage->mask ) ) )
	{
		wfRun_Check( run, wfSurfaceMask_BlockVertices( stage->mask, vertices, blocked, &run->error ) );
	}
	free( vertices );
}

void wfRun_MakePlaneStage( wfRun* run, const wfGrid* grid, double noise, uint64_t seed, wfSolvedSurface* stage )
{
	*stage = ( wfSolvedSurface ){ .place = { -1, 0.0, 0.0 } };
	if ( run->result != wf_ok )
	{
		return;
	}
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
	if ( result == wf_outOfRange )
	{
		wfRun_Fail( run, "noise", "expected 0 or more and less than 0.5" );
	}
	for ( int32_t v = 0; v < shape.vertexCount; ++v )
	{
		shape.vertices[v].x += origin.x - 0.5 * cell;
		shape.vertices[v].y += origin.y - 0.5 * cell;
	}
	if ( wfRun_Check( run, result ) )
	{
		wfRun_Check( run, wfSurfaceShape_CreateMesh( &shape, &stage->mesh, &run->error ) );
	}
	wfSurfaceShape_Free( &shape );
	if ( run->result == wf_ok )
	{
		findPlaneGoals( run, grid, stage );
		blockPlane( run, cell, stage );
	}
}

void wfRun_BlockDiscs( wfRun* run, const char* path, wfSolvedSurface* stage )
{
	char key[KEY_CAPACITY], item[KEY_CAPACITY];
	int32_t count = wfRun_CountItems( run, path, 64 );
	if ( run->result == wf_ok )
	{
		wfRun_Check( run, wfCreateSurfaceMask( stage->mesh, &stage->mask ) );
	}
	for ( int32_t i = 0; i < count && run->result == wf_ok; ++i )
	{
		snprintf( item, sizeof( item ), "%.60s[%d]", path, i );
		wfVec3 center = wfRun_GetPoint( run, joinKey( key, item, "center" ) );
		double radius = wfRun_GetNumber( run, joinKey( key, item, "radius" ) );
		if ( run->result == wf_ok && !( radius > 0.0 ) )
		{
			wfRun_Fail( run, key, "expected a radius above 0" );
		}
		if ( run->result == wf_ok )
		{
			wfSurfacePoint place = wfMesh_FindNearest( stage->mesh, center, NULL );
			wfRun_Check( run, wfSurfaceMask_BlockDisc( stage->mask, place, radius, &run->error ) );
		}
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

void wfRun_SetGoalVertex( wfRun* run, wfSolvedSurface* stage, wfVec3 point )
{
	stage->goals = run->result == wf_ok ? malloc( sizeof( int32_t ) ) : NULL;
	if ( run->result == wf_ok && wfRun_Check( run, stage->goals != NULL ? wf_ok : wf_outOfMemory ) )
	{
		stage->goals[0] = wfGetNearestVertex( stage->mesh, point );
		stage->goalCount = 1;
	}
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

void wfRun_SolveStage( wfRun* run, wfSolvedSurface* stage, const wfSurfacePlannerDef* def )
{
	wfSurfacePlannerDef own = def != NULL ? *def : wfDefaultSurfacePlannerDef();
	own.mask = stage->mask;
	wfSurfaceGoalDef goal = wfSolvedSurface_GetGoal( stage );
	if ( run->result == wf_ok && wfRun_Check( run, wfCreateSurfacePlanner( stage->mesh, &own, &stage->planner, &run->error ) ) )
	{
		wfRun_Check( run, wfSurfacePlanner_CreateField( stage->planner, &goal, &stage->field, &run->error ) );
	}
}

// ----------------------------------------------------------------------------------------------------------------- walks

bool wfRun_TraceSurface( wfRun* run, const wfSolvedSurface* stage, wfSurfacePoint start, double tautness, wfSurfacePath* path )
{
	wfTraceDef def = wfDefaultTraceDef();
	def.tautness = tautness;
	if ( run->result != wf_ok )
	{
		return false;
	}
	wfResult result = wfSurfaceField_TracePath( stage->field, start, &def, path, NULL );
	if ( result == wf_outOfMemory )
	{
		wfRun_Check( run, result );
	}
	return result == wf_ok;
}

wfTour wfRun_TourStage( wfRun* run, const wfSolvedSurface* stage, int32_t stride, double tautness, double* lengths )
{
	wfTour tour = { 0 };
	wfSurfacePath path = { 0 };
	int32_t count = run->result == wf_ok ? wfMesh_GetVertexCount( stage->mesh ) : 0;
	for ( int32_t v = 0; v < count; ++v )
	{
		if ( lengths != NULL )
		{
			lengths[v] = NAN;
		}
		if ( v % stride != 0 || run->result != wf_ok || !wfSurfacePlanner_IsVertexFree( stage->planner, v ) )
		{
			continue;
		}
		wfSurfacePoint start = wfMesh_GetVertexPoint( stage->mesh, v );
		if ( !wfSurfaceField_IsReachable( stage->field, start ) )
		{
			tour.unreachable += 1;
			continue;
		}
		tour.starts += 1;
		if ( wfRun_TraceSurface( run, stage, start, tautness, &path ) )
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

double* wfRun_Relax( wfRun* run, const wfSolvedSurface* stage, double sumChange, wfRelaxReport* report )
{
	*report = ( wfRelaxReport ){ 0 };
	double* p = run->result == wf_ok ? malloc( ( (size_t)wfMesh_GetVertexCount( stage->mesh ) + 1 ) * sizeof( double ) ) : NULL;
	if ( run->result != wf_ok || !wfRun_Check( run, p != NULL ? wf_ok : wf_outOfMemory ) )
	{
		return NULL;
	}
	wfSurfaceRelaxDef def = wfDefaultSurfaceRelaxDef();
	def.mask = stage->mask;
	def.sumChange = sumChange;
	wfSurfaceGoalDef goal = wfSolvedSurface_GetGoal( stage );
	wfRun_Check( run, wfRelaxSurface( stage->mesh, &goal, &def, p, report ) );
	return p;
}

wfReferenceTour wfRun_TourPotential( wfRun* run, const wfSolvedSurface* stage, const double* p, int32_t stride )
{
	wfReferenceTour tour = { 0 };
	wfSurfacePath path = { 0 };
	int32_t count = run->result == wf_ok ? wfMesh_GetVertexCount( stage->mesh ) : 0;
	for ( int32_t v = 0; v < count && run->result == wf_ok; v += stride )
	{
		wfSurfacePoint start = wfMesh_GetVertexPoint( stage->mesh, v );
		if ( !wfSurfacePlanner_IsVertexFree( stage->planner, v ) || !wfSurfaceField_IsReachable( stage->field, start ) )
		{
			continue;
		}
		tour.starts += 1;
		wfResult result = wfTraceSurfacePotential( stage->mesh, p, start, &path );
		if ( result == wf_outOfMemory )
		{
			wfRun_Check( run, result );
		}
		tour.arrived += result == wf_ok;
		tour.largestTurn = result == wf_ok ? fmax( tour.largestTurn, path.largestTurn ) : tour.largestTurn;
		tour.turnMean += result == wf_ok ? path.largestTurn : 0.0;
	}
	wfSurfacePath_Free( &path );
	tour.turnMean /= tour.arrived > 0 ? tour.arrived : 1;
	return tour;
}

// -------------------------------------------------------------------------------------------------------------- pictures

void wfRun_DrawStage( wfRun* run, const wfSolvedSurface* stage, const char* ending, const char* title, const wfSurfacePath* paths,
					  int32_t count )
{
	if ( run->result != wf_ok || run->picture[0] == 0 )
	{
		return;
	}
	char picture[600];
	const char* dot = strrchr( run->picture, '.' );
	snprintf( picture, sizeof( picture ), "%.*s%s%s%s", (int)( dot - run->picture ), run->picture, ending != NULL ? "-" : "",
			  ending != NULL ? ending : "", dot );
	wfSurfacePictureDef def = wfDefaultSurfacePictureDef();
	double view[WF_MAX_LIST] = { 0.0 };
	if ( wfRun_Has( run, "view" ) )
	{
		if ( wfRun_GetList( run, "view", view ) != 2 )
		{
			wfRun_Fail( run, "view", "expected [azimuth, elevation] in degrees" );
			return;
		}
		def.view.azimuth = view[0] * ( PI / 180.0 );
		def.view.elevation = view[1] * ( PI / 180.0 );
	}
	def.width = PICTURE_WIDTH;
	def.edges = wfRun_GetOption( run, "", "drawEdges", 0.0 ) != 0.0;
	def.title = title;
	def.mask = stage->mask;
	def.paths = paths;
	def.pathCount = count;
	wfRun_Check( run, wfDrawSurface( picture, stage->mesh, stage->field, &def, &run->error ) );
}
