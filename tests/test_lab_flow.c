// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The flow fields that `wayfield-lab bench flow` measures against: right distances, directions that lead to the goal.
#include "tests/test_lab.h"

#include "scenes/scenes.h"
#include "wayfield/field.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The program's own file: it is not in any library.
#include "lab/bench/flow_references.c"

// ----------------------------------------------------------------------------------------------------------------- maps

// Cells blocked at random, of another width than height.
static wfGrid* makeRandomGrid( int32_t width, int32_t height, double blocked, uint64_t seed )
{
	wfWorldDef worldDef = wfDefaultWorldDef();
	wfShapeDef shape = wfDefaultShapeDef();
	wfGridDef def = wfDefaultGridDef();
	wfWorld* world = NULL;
	wfGrid* grid = NULL;
	uint8_t* cells = calloc( (size_t)( width * height ), 1 );
	for ( int32_t cell = 0; cell < width * height; ++cell )
	{
		cells[cell] = wfRandomUnit( seed, 3, (uint64_t)cell ) < blocked;
	}
	worldDef.bounds = ( wfBox2 ){ { 0.0, 0.0 }, { width, height } };
	shape.kind = wf_imageShape;
	shape.cells = cells;
	shape.width = width;
	shape.height = height;
	shape.pixelSize = 1.0;
	def.cellSize = 1.0;
	CHECK( wfCreateWorld( &worldDef, &world, NULL ) == wf_ok );
	CHECK( blocked == 0.0 || wfWorld_AddShape( world, &shape, NULL, NULL ) == wf_ok );
	CHECK( wfCreateGrid( world, &def, &grid, NULL ) == wf_ok );
	wfDestroyWorld( world );
	free( cells );
	return grid;
}

static wfGrid* makeSceneGrid( wfSceneKind kind )
{
	wfSceneDef scene = { .kind = kind, .size = 48, .seed = 2 };
	wfGridDef def = wfDefaultGridDef();
	wfWorld* world = NULL;
	wfGrid* grid = NULL;
	def.cellSize = 1.0;
	CHECK( wfCreateScene( &scene, &world, NULL ) == wf_ok && wfCreateGrid( world, &def, &grid, NULL ) == wf_ok );
	wfDestroyWorld( world );
	return grid;
}

// Calls the function with each flow, each method and some goals.
static void forEachField( void ( *check )( const wfGrid*, const wfFlowField*, wfFlowMethod, int32_t ) )
{
	for ( int32_t i = 0; i < 10; ++i )
	{
		wfGrid* grid = i < wf_sceneKindCount ? makeSceneGrid( (wfSceneKind)i )
											 : makeRandomGrid( 31 + i, 20 + i, 0.1 * ( i - wf_sceneKindCount ), (uint64_t)i );
		wfFlowField* flow = wfCreateFlowField( grid );
		int32_t goals[3];
		CHECK( wfPickCells( grid, 7, goals, 3 ) == wf_ok );
		for ( int32_t k = 0; k < 3 * wf_flowMethodCount; ++k )
		{
			// One method after the other on the same flow, so that nothing is left of the one before.
			wfFlowMethod method = (wfFlowMethod)( k % wf_flowMethodCount );
			wfFlowField_Solve( flow, method, goals[k / wf_flowMethodCount] );
			check( grid, flow, method, goals[k / wf_flowMethodCount] );
		}
		wfDestroyFlowField( flow );
		wfDestroyGrid( grid );
	}
}

static bool isFreeAt( const wfGrid* grid, int32_t i, int32_t j )
{
	int32_t width = wfGrid_GetWidth( grid );
	return i >= 0 && j >= 0 && i < width && j < wfGrid_GetHeight( grid ) && wfGrid_IsFree( grid, j * width + i );
}

// Whether a step from a free cell ends in a free cell and cuts no corner.
static bool canStep( const wfGrid* grid, int32_t cell, int32_t di, int32_t dj )
{
	int32_t i = cell % wfGrid_GetWidth( grid ), j = cell / wfGrid_GetWidth( grid );
	return isFreeAt( grid, i + di, j + dj ) && isFreeAt( grid, i + di, j ) && isFreeAt( grid, i, j + dj );
}

// ------------------------------------------------------------------------------------------------------------- distances

static double getAt( const wfGrid* grid, const double* distances, int32_t cell, int32_t di, int32_t dj )
{
	return canStep( grid, cell, di, dj ) ? distances[cell + dj * wfGrid_GetWidth( grid ) + di] : (double)INFINITY;
}

// What the neighbours say about a cell, by the definition of each method.
static double relaxCell( const wfGrid* grid, const double* distances, int32_t cell, wfFlowMethod method )
{
	if ( method == wf_fastMarchingFlow )
	{
		double a = fmin( getAt( grid, distances, cell, -1, 0 ), getAt( grid, distances, cell, 1, 0 ) );
		double b = fmin( getAt( grid, distances, cell, 0, -1 ), getAt( grid, distances, cell, 0, 1 ) );
		double least = fmin( a, b ), most = fmax( a, b );
		// (t - a)^2 + (t - b)^2 = 1, where both are before t.
		return most - least < 1.0 ? ( a + b + sqrt( 2.0 - ( a - b ) * ( a - b ) ) ) / 2.0 : least + 1.0;
	}
	double best = INFINITY;
	for ( int32_t dj = -1; dj <= 1; ++dj )
	{
		for ( int32_t di = -1; di <= 1; ++di )
		{
			bool diagonal = di != 0 && dj != 0;
			if ( ( di != 0 || dj != 0 ) && ( method == wf_dijkstraFlow || !diagonal ) )
			{
				best = fmin( best, getAt( grid, distances, cell, di, dj ) + ( diagonal ? sqrt( 2.0 ) : 1.0 ) );
			}
		}
	}
	return best;
}

// All cells by brute force: over and over, until nothing changes.
static double* findDistances( const wfGrid* grid, wfFlowMethod method, int32_t goal )
{
	int32_t count = wfGrid_GetWidth( grid ) * wfGrid_GetHeight( grid );
	double* distances = malloc( (size_t)count * sizeof( double ) );
	for ( int32_t cell = 0; cell < count; ++cell )
	{
		distances[cell] = cell == goal ? 0.0 : (double)INFINITY;
	}
	for ( bool changed = true; changed; )
	{
		changed = false;
		for ( int32_t cell = 0; cell < count; ++cell )
		{
			double found = wfGrid_IsFree( grid, cell ) ? relaxCell( grid, distances, cell, method ) : (double)INFINITY;
			if ( found < distances[cell] )
			{
				distances[cell] = found;
				changed = true;
			}
		}
	}
	return distances;
}

static void checkDistances( const wfGrid* grid, const wfFlowField* flow, wfFlowMethod method, int32_t goal )
{
	int32_t count = wfGrid_GetWidth( grid ) * wfGrid_GetHeight( grid ), wrong = 0;
	double* expected = findDistances( grid, method, goal );
	for ( int32_t cell = 0; cell < count; ++cell )
	{
		double distance = wfFlowField_GetDistance( flow, cell );
		bool reached =
			wfGrid_GetComponent( grid, cell ) >= 0 && wfGrid_GetComponent( grid, cell ) == wfGrid_GetComponent( grid, goal );
		double tolerance = method == wf_bfsFlow ? 0.0 : 2e-6 * expected[cell];
		bool right = reached ? fabs( distance - expected[cell] ) <= tolerance : isinf( distance ) && isinf( expected[cell] );
		wrong += right ? 0 : 1;
	}
	if ( !CHECK_EQUAL( wrong, 0 ) )
	{
		printf( "    %s from %d\n", wfDescribeFlow( method ), goal );
	}
	free( expected );
}

TEST( FlowDistancesAreThoseOfBruteForce )
{
	forEachField( checkDistances );
}

// The largest error of fast marching on open ground around a goal in the middle, in parts of the width.
static double measureMarching( int32_t size )
{
	wfGrid* grid = makeRandomGrid( size, size, 0.0, 0 );
	wfFlowField* flow = wfCreateFlowField( grid );
	int32_t middle = size / 2;
	double worst = 0.0;
	wfFlowField_Solve( flow, wf_fastMarchingFlow, middle * size + middle );
	for ( int32_t cell = 0; cell < size * size; ++cell )
	{
		double exact = hypot( cell % size - middle, cell / size - middle ), distance = wfFlowField_GetDistance( flow, cell );
		CHECK( distance > exact - 1e-4 );
		worst = fmax( worst, ( distance - exact ) / size );
	}
	wfDestroyFlowField( flow );
	wfDestroyGrid( grid );
	return worst;
}

// The error around a point is that of the first order but for a logarithm: h log( 1 / h ).
TEST( FastMarchingConverges )
{
	double coarse = measureMarching( 33 ), fine = measureMarching( 129 );
	CHECK( coarse < 0.04 );
	CHECK( fine < 0.4 * coarse );
}

// ------------------------------------------------------------------------------------------------------------ directions

// The step that a direction stands for, or the longer part of it with fast marching, must be open and come nearer to the goal:
// then one step after the other arrives. Returns whether it is so.
static bool leadsNearer( const wfGrid* grid, const wfFlowField* flow, wfFlowMethod method, int32_t cell )
{
	wfVec2 direction = wfFlowField_GetDirection( flow, cell );
	bool isUnit = fabs( hypot( direction.x, direction.y ) - 1.0 ) < 1e-6;
	int32_t di = direction.x > 0.1 ? 1 : ( direction.x < -0.1 ? -1 : 0 );
	int32_t dj = direction.y > 0.1 ? 1 : ( direction.y < -0.1 ? -1 : 0 );
	if ( method == wf_fastMarchingFlow )
	{
		*( fabs( direction.x ) > fabs( direction.y ) ? &dj : &di ) = 0;
	}
	int32_t next = cell + dj * wfGrid_GetWidth( grid ) + di;
	return isUnit && canStep( grid, cell, di, dj ) &&
		   wfFlowField_GetDistance( flow, next ) < wfFlowField_GetDistance( flow, cell );
}

// Dijkstra's step lies on a shortest path, and that of the wave has the lowest level of all that are open.
static bool isBest( const wfGrid* grid, const wfFlowField* flow, wfFlowMethod method, int32_t cell )
{
	wfVec2 direction = wfFlowField_GetDirection( flow, cell );
	int32_t width = wfGrid_GetWidth( grid );
	int32_t next = cell + (int32_t)lround( direction.y ) * width + (int32_t)lround( direction.x );
	double distance = wfFlowField_GetDistance( flow, next );
	if ( method == wf_dijkstraFlow )
	{
		double step = direction.x != 0.0 && direction.y != 0.0 ? sqrt( 2.0 ) : 1.0;
		return fabs( distance + step - wfFlowField_GetDistance( flow, cell ) ) < 1e-4;
	}
	double best = INFINITY;
	for ( int32_t k = 0; k < 9; ++k )
	{
		int32_t di = k % 3 - 1, dj = k / 3 - 1;
		best = canStep( grid, cell, di, dj ) ? fmin( best, wfFlowField_GetDistance( flow, cell + dj * width + di ) ) : best;
	}
	return distance == best;
}

static void checkDirections( const wfGrid* grid, const wfFlowField* flow, wfFlowMethod method, int32_t goal )
{
	int32_t count = wfGrid_GetWidth( grid ) * wfGrid_GetHeight( grid ), wrong = 0;
	for ( int32_t cell = 0; cell < count; ++cell )
	{
		wfVec2 direction = wfFlowField_GetDirection( flow, cell );
		bool reached = wfGrid_GetComponent( grid, cell ) == wfGrid_GetComponent( grid, goal );
		if ( !reached || cell == goal )
		{
			wrong += direction.x == 0.0 && direction.y == 0.0 ? 0 : 1;
		}
		else
		{
			bool right = leadsNearer( grid, flow, method, cell );
			wrong += right && ( method == wf_fastMarchingFlow || isBest( grid, flow, method, cell ) ) ? 0 : 1;
		}
	}
	if ( !CHECK_EQUAL( wrong, 0 ) )
	{
		printf( "    %s to %d\n", wfDescribeFlow( method ), goal );
	}
}

TEST( FlowDirectionsLeadToTheGoal )
{
	forEachField( checkDirections );
}

// ----------------------------------------------------------------------------------------------------------------- edits

// An edited map is like a new one of the edited grid; here the grids differ in a few cells, also at the border.
TEST( EditedFlowMapsAreLikeNewOnes )
{
	wfGrid *before = makeRandomGrid( 30, 24, 0.15, 1 ), *after = makeRandomGrid( 30, 24, 0.2, 1 );
	wfFlowField *edited = wfCreateFlowField( before ), *created = wfCreateFlowField( after );
	int32_t changes = 0, goal;
	CHECK( wfPickCells( after, 3, &goal, 1 ) == wf_ok );
	for ( int32_t cell = 0; cell < 30 * 24; ++cell )
	{
		// There and back and there again.
		bool differs = wfGrid_IsFree( before, cell ) != wfGrid_IsFree( after, cell );
		for ( int32_t k = 0; k < 3 && differs; ++k )
		{
			wfFlowField_SetBlocked( edited, cell, !wfGrid_IsFree( k == 1 ? before : after, cell ) );
		}
		changes += differs ? 1 : 0;
	}
	CHECK( changes > 20 );
	for ( int32_t method = 0; method < wf_flowMethodCount; ++method )
	{
		wfFlowField_Solve( edited, (wfFlowMethod)method, goal );
		wfFlowField_Solve( created, (wfFlowMethod)method, goal );
		for ( int32_t cell = 0; cell < 30 * 24; ++cell )
		{
			wfVec2 a = wfFlowField_GetDirection( edited, cell ), b = wfFlowField_GetDirection( created, cell );
			CHECK( a.x == b.x && a.y == b.y );
			CHECK( wfFlowField_GetDistance( edited, cell ) == wfFlowField_GetDistance( created, cell ) );
		}
	}
	wfDestroyFlowField( edited );
	wfDestroyFlowField( created );
	wfDestroyGrid( before );
	wfDestroyGrid( after );
}

void testFlowReferences( int argc, char** argv )
{
	RUN( FlowDistancesAreThoseOfBruteForce );
	RUN( FastMarchingConverges );
	RUN( FlowDirectionsLeadToTheGoal );
	RUN( EditedFlowMapsAreLikeNewOnes );
}
