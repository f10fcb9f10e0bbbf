// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Solves a few fields over rooms with doors and prints hashes of every bit of the results, to compare one machine, compiler or
// instruction set with another.
// usage: hash [SIMD-LEVEL], 0: baseline; without: the best of this machine

#include "hash.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum
{
	roomCount = 4
};

static const double roomSize = 6.0;
static const double doorWidth = 1.25;

static wfResult addWall( wfWorld* world, double x, double y, double halfX, double halfY )
{
	wfShapeDef wall = wfDefaultShapeDef();
	wall.kind = wf_boxShape;
	wall.center = ( wfVec2 ){ x, y };
	wall.halfSize = ( wfVec2 ){ halfX, halfY };
	wfShapeId id;
	return wfWorld_AddShape( world, &wall, &id, NULL );
}

// Rooms in a square, a door at a random place in each wall between two of them, a tilted table or a pillar in each.
static wfResult furnish( wfWorld* world )
{
	wfResult result = wf_ok;
	uint64_t counter = 0;
	for ( int j = 0; j < roomCount; ++j )
	{
		for ( int i = 0; i < roomCount && result == wf_ok; ++i )
		{
			double x = i * roomSize, y = j * roomSize;
			double before = 0.5 + wfRandomUnit( 7, 1, counter++ ) * ( roomSize - doorWidth - 1.0 );
			double after = roomSize - doorWidth - before;
			result = addWall( world, x + roomSize, y + 0.5 * before, 0.125, 0.5 * before );
			result = result != wf_ok ? result : addWall( world, x + roomSize, y + roomSize - 0.5 * after, 0.125, 0.5 * after );
			result = result != wf_ok ? result : addWall( world, x + 0.5 * before, y + roomSize, 0.5 * before, 0.125 );
			result = result != wf_ok ? result : addWall( world, x + roomSize - 0.5 * after, y + roomSize, 0.5 * after, 0.125 );
			wfShapeDef thing = wfDefaultShapeDef();
			thing.kind = ( i + j ) % 2 == 0 ? wf_boxShape : wf_discShape;
			thing.center.x = x + 2.5 + wfRandomUnit( 7, 1, counter++ );
			thing.center.y = y + 2.5 + wfRandomUnit( 7, 1, counter++ );
			thing.halfSize = ( wfVec2 ){ 0.75, 0.375 };
			thing.radius = 0.5;
			thing.angle = 3.0 * wfRandomUnit( 7, 1, counter++ );
			wfShapeId id;
			result = result != wf_ok ? result : wfWorld_AddShape( world, &thing, &id, NULL );
		}
	}
	return result;
}

static wfResult solveAndPrint( const char* name, const wfGrid* grid, const wfPlannerDef* def )
{
	wfPlanner* planner = NULL;
	wfField* field = NULL;
	wfPath path = { 0 };
	wfVec2 place = { roomCount * roomSize - 1.0, roomCount * roomSize - 1.0 };
	wfGoalDef goal = wfDefaultGoalDef();
	goal.kind = wf_pointGoal;
	goal.points = &place;
	goal.pointCount = 1;

	wfResult result = wfCreatePlanner( grid, def, &planner, NULL );
	result = result != wf_ok ? result : wfPlanner_CreateField( planner, &goal, &field, NULL );
	wfTraceDef trace = wfDefaultTraceDef();
	result = result != wf_ok ? result : wfField_TracePath( field, ( wfVec2 ){ 1.0, 1.0 }, &trace, &path, NULL );
	if ( result == wf_ok )
	{
		uint64_t hash = WF_HASH_START;
		int32_t count = wfGrid_GetWidth( grid ) * wfGrid_GetHeight( grid );
		for ( int32_t cell = 0; cell < count; ++cell )
		{
			wfScaled value = wfField_GetCellValue( field, cell );
			hash = wfHash( hash, &value.mantissa, sizeof( value.mantissa ) );
			hash = wfHash( hash, &value.exponent, sizeof( value.exponent ) );
			double sampled[3];
			wfVec2 point = wfGrid_GetCenter( grid, cell );
			point.x += 0.0625;
			wfVec2 direction = wfField_GetDirection( field, point );
			sampled[0] = direction.x;
			sampled[1] = direction.y;
			sampled[2] = wfField_GetLogValue( field, point );
			hash = wfHash( hash, sampled, sizeof( sampled ) );
		}
		printf( "%s field %016" PRIx64 "\n", name, hash );
		printf( "%s path %016" PRIx64 " %d points\n", name,
				wfHash( WF_HASH_START, path.points, (size_t)path.count * sizeof( wfVec2 ) ), (int)path.count );
	}
	wfPath_Free( &path );
	wfDestroyField( field );
	wfDestroyPlanner( planner );
	return result;
}

wfResult hashFields( void )
{
	wfWorldDef worldDef = wfDefaultWorldDef();
	worldDef.bounds = ( wfBox2 ){ { 0.0, 0.0 }, { roomCount * roomSize, roomCount * roomSize } };
	wfWorld* world = NULL;
	wfGrid* grid = NULL;
	wfResult result = wfCreateWorld( &worldDef, &world, NULL );
	result = result != wf_ok ? result : furnish( world );
	wfGridDef gridDef = wfDefaultGridDef();
	gridDef.cellSize = 0.25;
	gridDef.radius = 0.25;
	result = result != wf_ok ? result : wfCreateGrid( world, &gridDef, &grid, NULL );

	wfPlannerDef plannerDef = wfDefaultPlannerDef();
	result = result != wf_ok ? result : solveAndPrint( "harmonic", grid, &plannerDef );
	plannerDef.haste = 3.0;
	result = result != wf_ok ? result : solveAndPrint( "haste", grid, &plannerDef );
	plannerDef.haste = 0.5;
	plannerDef.walls = wf_neumannWalls;
	result = result != wf_ok ? result : solveAndPrint( "neumann", grid, &plannerDef );
	plannerDef.walls = wf_dirichletWalls;
	plannerDef.epsilon = 0.5;
	plannerDef.bias = ( wfVec2 ){ 0.0, 1.0 };
	result = result != wf_ok ? result : solveAndPrint( "biased", grid, &plannerDef );

	if ( grid != NULL )
	{
		wfDestroyGrid( grid );
	}
	if ( world != NULL )
	{
		wfDestroyWorld( world );
	}
	return result;
}

int main( int argc, char** argv )
{
	if ( argc > 1 )
	{
		wfSetSimdLevel( (wfSimdLevel)atoi( argv[1] ) );
	}
	wfResult result = hashFields();
	result = result != wf_ok ? result : hashCrowds();
	result = result != wf_ok ? result : hashGroups();
	result = result != wf_ok ? result : hashSurfaces();
	if ( result != wf_ok )
	{
		printf( "failed: %s\n", wfDescribeResult( result ) );
		return 1;
	}
	return 0;
}
