// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Cell sizes that keep all passages open, and are no smaller than that.
#include "test_world.h"

#include "world/cell_choice.h"

#include <math.h>

static double choose( const wfWorld* world, double radius, double finest, double coarsest )
{
	wfCellChoice choice = { radius, 0, finest, coarsest };
	double size = 0.0;
	CHECK_EQUAL( wfChooseCellSize( world, &choice, &size ), wf_ok );
	CHECK( size >= finest && size <= coarsest );
	return size;
}

TEST( DoorsSayHowLargeCellsMayBe )
{
	for ( int32_t k = 0; k <= 8; ++k )
	{
		// A thin wall right through the world with a door of 0.9 m, turned by steps of a sixteenth of a half circle.
		double angle = k * 3.14159265358979 / 16.0, x = cos( angle ), y = sin( angle );
		wfWorld* world = makeWorld( 20.0, 20.0 );
		for ( int32_t side = -1; side <= 1; side += 2 )
		{
			wfVec2 line[2] = { { 10.0 + side * 0.45 * x, 10.0 + side * 0.45 * y },
							   { 10.0 + side * 30.0 * x, 10.0 + side * 30.0 * y } };
			addShape( world, lineDef( line, 2, 0.0 ), wf_obstacleRole );
		}
		CHECK_NEAR( choose( world, 0.3, 0.01, 1.0 ), 0.3 / ( fabs( x ) + fabs( y ) ), 1e-5 );
		CHECK_NEAR( choose( world, 0.3, 0.01, 0.1 ), 0.1, 0.0 );
		CHECK_NEAR( choose( world, 0.3, 0.4, 1.0 ), 0.4, 0.0 );
		// The disc does not pass, or fits exactly: nothing to keep open.
		CHECK_NEAR( choose( world, 0.46, 0.01, 1.0 ), 1.0, 0.0 );
		CHECK_NEAR( choose( world, 0.45, 0.01, 1.0 ), 1.0, 0.0 );
		wfDestroyWorld( world );
	}
}

TEST( NichesAreNoPassages )
{
	// A corridor of 0.8 m, closed at one end: shallow, deep, and open at both ends.
	const double depths[3] = { 0.6, 3.0, 10.0 };
	for ( int32_t k = 0; k < 3; ++k )
	{
		wfWorld* world = makeWorld( 10.0, 10.0 );
		double depth = depths[k];
		addShape( world, boxDef( 0.5 * depth, 3.0, 0.5 * depth, 1.0, 0 ), wf_obstacleRole );
		addShape( world, boxDef( 0.5 * depth, 5.8, 0.5 * depth, 1.0, 0 ), wf_obstacleRole );
		CHECK_NEAR( choose( world, 0.3, 0.01, 0.8 ), k == 0 ? 0.8 : 0.2, 1e-5 );
		wfDestroyWorld( world );
	}
}

TEST( PixelsSayHowLargeCellsMayBe )
{
	// Two pixels are free between occupied ones.
	uint8_t cells[100];
	for ( int32_t k = 0; k < 100; ++k )
	{
		cells[k] = k % 10 != 4 && k % 10 != 5;
	}
	wfWorld* world = makeWorld( 20.0, 20.0 );
	addShape( world, imageDef( cells, 10, 10, 3.3, 4.1, 0.5 ), wf_obstacleRole );
	CHECK_NEAR( choose( world, 0.3, 0.01, 1.0 ), 0.4, 1e-5 );
	CHECK_NEAR( choose( world, 0.0, 0.01, 0.9 ), 0.9, 1e-5 );
	wfDestroyWorld( world );
}

// Boxes, discs, lines and polygons anywhere, the same for the same seed; shifted as the cells would be.
static wfWorld* makeClutter( uint64_t seed, wfVec2 shift )
{
	uint64_t state = seed;
	wfWorldDef def = wfDefaultWorldDef();
	def.bounds = ( wfBox2 ){ { -shift.x, -shift.y }, { 12.0, 12.0 } };
	wfWorld* world = NULL;
	CHECK_EQUAL( wfCreateWorld( &def, &world, NULL ), wf_ok );
	// Walls at the old borders: what is shifted must not make passages of its own.
	addShape( world, boxDef( -1.0, 6.0, 1.0, 20.0, 0 ), wf_obstacleRole );
	addShape( world, boxDef( 6.0, -1.0, 20.0, 1.0, 0 ), wf_obstacleRole );
	for ( int32_t k = 0; k < 14; ++k )
	{
		wfVec2 center = randomPoint( &state, 0.0, 12.0, 0.0, 12.0 ), points[3];
		for ( int32_t m = 0; m < 3; ++m )
		{
			points[m] = randomPoint( &state, center.x - 1.5, center.x + 1.5, center.y - 1.5, center.y + 1.5 );
		}
		double size = randomIn( &state, 0.2, 0.9 );
		wfShapeDef shape = randomBoxDef( &state, center, 0.2, 1.1 );
		shape.angle = k % 2 == 0 ? 0.0 : shape.angle;
		shape = k % 4 == 1 ? discDef( center.x, center.y, size ) : shape;
		shape = k % 4 == 2 ? lineDef( points, 2, k % 8 == 2 ? 0.0 : 0.1 * size ) : shape;
		shape = k % 4 == 3 ? polygonDef( points, 3 ) : shape;
		addShape( world, shape, wf_obstacleRole );
	}
	return world;
}

// Closed passages that lead to more than a few cells: in the tip of a corner where the disc just fits some may be cut off,
// whatever their size.
static int32_t countClosed( uint64_t seed, wfVec2 shift, double cellSize, double radius )
{
	wfWorld* world = makeClutter( seed, shift );
	wfGrid* grid = makeGrid( world, cellSize, radius );
	wfClosedPassage passages[64];
	int32_t count = wfGrid_FindClosedPassages( grid, world, NULL, passages, 64 ), closed = 0;
	CHECK( count >= 0 && count <= 64 );
	for ( int32_t k = 0; k < count; ++k )
	{
		int32_t sizes[2] = { 0, 0 };
		for ( int32_t cell = 0; cell < grid->width * grid->height; ++cell )
		{
			sizes[0] += grid->component[cell] == passages[k].componentA;
			sizes[1] += grid->component[cell] == passages[k].componentB;
		}
		closed += sizes[0] > 4 && sizes[1] > 4;
	}
	wfDestroyGrid( grid );
	wfDestroyWorld( world );
	return closed;
}

TEST( ChosenCellsKeepEveryPassageOpen )
{
	uint64_t state = 7;
	int32_t chosen = 0;
	for ( uint64_t run = 0; run < 60; ++run )
	{
		double radius = run % 3 == 0 ? 0.0 : randomIn( &state, 0.1, 0.4 ), finest = 0.05, coarsest = 0.8;
		wfWorld* world = makeClutter( 1000 * run, ( wfVec2 ){ 0 } );
		double size = choose( world, radius, finest, coarsest );
		wfDestroyWorld( world );
		chosen += size > finest && size < coarsest;
		for ( int32_t k = 0; k < 4 && size > finest; ++k )
		{
			wfVec2 shift = k == 0 ? ( wfVec2 ){ 0 } : randomPoint( &state, 0.0, size, 0.0, size );
			CHECK_EQUAL( countClosed( 1000 * run, shift, size, radius ), 0 );
		}
	}
	CHECK( chosen >= 30 );
}

// ----------------------------------------------------------------------------------------------------------------- one door

typedef struct Door
{
	int32_t kind; // 0: thin wall, 1: thick wall with round ends, 2: with straight ends, 3: pillars at the ends
	double angle, width, thickness;
	wfVec2 middle;
} Door;

static wfWorld* makeDoor( Door door, wfVec2 shift )
{
	wfWorldDef def = wfDefaultWorldDef();
	def.bounds = ( wfBox2 ){ { -shift.x, -shift.y }, { 10.0, 10.0 } };
	wfWorld* world = NULL;
	CHECK_EQUAL( wfCreateWorld( &def, &world, NULL ), wf_ok );
	wfVec2 along = { cos( door.angle ), sin( door.angle ) };
	double half = 0.5 * door.thickness, end = 0.5 * door.width + ( door.kind == 1 || door.kind == 3 ? half : 0.0 );
	for ( int32_t side = -1; side <= 1; side += 2 )
	{
		wfVec2 line[2] = { { door.middle.x + side * end * along.x, door.middle.y + side * end * along.y },
						   { door.middle.x + side * 20.0 * along.x, door.middle.y + side * 20.0 * along.y } };
		double center = side * ( end + 10.0 );
		wfShapeDef wall = lineDef( line, 2, door.kind == 1 ? half : 0.0 );
		wall = door.kind == 2
				   ? boxDef( door.middle.x + center * along.x, door.middle.y + center * along.y, 10.0, half, door.angle )
				   : wall;
		addShape( world, wall, wf_obstacleRole );
		if ( door.kind == 3 )
		{
			addShape( world, discDef( line[0].x, line[0].y, half ), wf_obstacleRole );
		}
	}
	return world;
}

static bool isDoorOpen( Door door, wfVec2 shift, double cellSize, double radius )
{
	wfWorld* world = makeDoor( door, shift );
	wfGrid* grid = makeGrid( world, cellSize, radius );
	int32_t component[2];
	for ( int32_t k = 0; k < 2; ++k )
	{
		double away = k == 0 ? -2.5 : 2.5;
		wfVec2 place = { door.middle.x - away * sin( door.angle ), door.middle.y + away * cos( door.angle ) };
		component[k] = wfGrid_GetComponent( grid, wfGrid_GetCell( grid, place ) );
	}
	wfDestroyGrid( grid );
	wfDestroyWorld( world );
	return component[0] == component[1] && component[0] >= 0;
}

TEST( ChosenCellsAreNoSmallerThanNeeded )
{
	uint64_t state = 19;
	int32_t needed = 0, runs = 80;
	for ( int32_t run = 0; run < runs; ++run )
	{
		double radius = run % 5 == 0 ? 0.0 : randomIn( &state, 0.1, 0.4 );
		Door door = { run % 4, run % 3 == 0 ? 0.0 : randomIn( &state, 0.0, 3.0 ), 0.0, 0.0, { 0.0, 0.0 } };
		door.width = 2.0 * radius + randomIn( &state, 0.1, 0.4 );
		door.thickness = randomIn( &state, 0.1, 1.0 );
		door.middle = randomPoint( &state, 4.5, 5.5, 4.5, 5.5 );
		wfWorld* world = makeDoor( door, ( wfVec2 ){ 0 } );
		double size = choose( world, radius, 0.01, 2.0 );
		wfDestroyWorld( world );
		// Where cells are larger than the disc it is not known which of them are blocked by walls too thin for them.
		double factor = radius > 0.0 ? 1.5 : 2.2;
		bool tooLarge = false;
		for ( int32_t k = 0; k < 40; ++k )
		{
			// The world cannot be shifted by less than nothing: the border is far from the door.
			wfVec2 shift = randomPoint( &state, 0.0, factor * size, 0.0, factor * size );
			CHECK( isDoorOpen( door, shift, size, radius ) );
			tooLarge = tooLarge || !isDoorOpen( door, shift, factor * size, radius );
		}
		needed += tooLarge;
	}
	CHECK( needed >= runs * 95 / 100 );
}

static wfResult tryChoice( const wfWorld* world, double* size )
{
	wfCellChoice choice = { 0.3, 0, 0.01, 1.0 };
	return wfChooseCellSize( world, &choice, size );
}

TEST( ChoicesSurviveEveryFailedAllocation )
{
	wfWorld* world = makeClutter( 3, ( wfVec2 ){ 0 } );
	wfWorld_GetDistance( world, ( wfVec2 ){ 0 }, 0 );
	double size;
	TEST_EVERY_ALLOCATION( tryChoice( world, &size ), (void)0 );
	wfDestroyWorld( world );
}

void runChoiceTests( int argc, char** argv )
{
	RUN( DoorsSayHowLargeCellsMayBe );
	RUN( NichesAreNoPassages );
	RUN( PixelsSayHowLargeCellsMayBe );
	RUN( ChosenCellsKeepEveryPassageOpen );
	RUN( ChosenCellsAreNoSmallerThanNeeded );
	RUN( ChoicesSurviveEveryFailedAllocation );
}
