// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Passages that are open for the disc and closed by the cells.
#include "test_world.h"

#include <math.h>

typedef struct Door
{
	wfVec2 middle, along; // of the wall
	double thickness, width, angle;
} Door;

// A wall right through the world with one door in it.
static wfWorld* makeDoor( double size, Door door )
{
	wfWorld* world = makeWorld( size, size );
	for ( int32_t side = -1; side <= 1; side += 2 )
	{
		double offset = side * ( door.width / 2 + size );
		wfVec2 center = { door.middle.x + offset * door.along.x, door.middle.y + offset * door.along.y };
		if ( door.thickness > 0.0 )
		{
			addShape( world, boxDef( center.x, center.y, size, door.thickness / 2, door.angle ), wf_obstacleRole );
		}
		else
		{
			const wfVec2 line[2] = { { center.x - size * door.along.x, center.y - size * door.along.y },
									 { center.x + size * door.along.x, center.y + size * door.along.y } };
			addShape( world, lineDef( line, 2, 0.0 ), wf_obstacleRole );
		}
	}
	return world;
}

// Are the cells that are furthest from the wall, on its two sides, joined?
static bool sidesAreJoined( const wfGrid* grid, Door door )
{
	int32_t component[2] = { -1, -1 };
	double furthest[2] = { door.thickness / 2, door.thickness / 2 };
	for ( int32_t cell = 0; cell < grid->width * grid->height; ++cell )
	{
		wfVec2 p = wfGrid_GetCenter( grid, cell );
		double across = ( p.x - door.middle.x ) * door.along.y - ( p.y - door.middle.y ) * door.along.x;
		double along = fabs( ( p.x - door.middle.x ) * door.along.x + ( p.y - door.middle.y ) * door.along.y );
		if ( wfGrid_IsFree( grid, cell ) && along < 2.0 && fabs( across ) > furthest[across > 0.0] )
		{
			furthest[across > 0.0] = fabs( across );
			component[across > 0.0] = wfGrid_GetComponent( grid, cell );
		}
	}
	CHECK( component[0] >= 0 && component[1] >= 0 );
	return component[0] == component[1];
}

// The smallest of the sizes reported must open the wall, and for a single passage no larger one may.
static void checkOpening( const wfWorld* world, const wfGrid* grid, Door door, const wfClosedPassage* passages, int32_t count )
{
	double size = grid->cellSize;
	for ( int32_t k = 0; k < count; ++k )
	{
		double division = grid->cellSize / passages[k].openCellSize;
		CHECK_NEAR( division, floor( division + 0.5 ), 1e-9 );
		size = fmin( size, passages[k].openCellSize );
	}
	wfGrid* open = makeGrid( world, size, grid->radius );
	CHECK( sidesAreJoined( open, door ) );
	wfDestroyGrid( open );
	for ( int32_t k = 2; count == 1 && k < (int32_t)( grid->cellSize / size + 0.5 ); ++k )
	{
		wfGrid* closed = makeGrid( world, grid->cellSize / k, grid->radius );
		CHECK( !sidesAreJoined( closed, door ) );
		wfDestroyGrid( closed );
	}
}

typedef struct Tally
{
	int32_t tooNarrow, open, reported, several, tight, mouths;
} Tally;

static void checkDoor( Door door, double size, double cell, double radius, Tally* tally )
{
	wfWorld* world = makeDoor( size, door );
	wfGrid* grid = makeGrid( world, cell, radius );
	wfClosedPassage passages[16];
	int32_t count = wfGrid_FindClosedPassages( grid, world, NULL, passages, 16 );
	// A long passage can be closed in several places.
	CHECK( count >= 0 && count <= ( door.thickness > 2.0 ? 8 : 1 ) );
	bool joined = sidesAreJoined( grid, door );
	if ( door.width < 2 * radius - 1e-6 )
	{
		// The disc may still reach into the mouth of the passage further than the cells show, but not through.
		CHECK( !joined || door.width > 2 * radius - 0.05 * cell );
		for ( int32_t k = 0; k < count && !joined; ++k )
		{
			CHECK( passages[k].width >= 2 * radius - 1e-6 );
			wfGrid* open = makeGrid( world, passages[k].openCellSize, radius );
			CHECK( !sidesAreJoined( open, door ) );
			wfDestroyGrid( open );
		}
		tally->tooNarrow += 1;
		tally->mouths += count > 0;
	}
	else if ( joined )
	{
		CHECK_EQUAL( count, 0 );
		tally->open += 1;
	}
	else if ( count >= 1 )
	{
		tally->reported += 1;
		tally->several += count > 1;
		for ( int32_t k = 0; k < count; ++k )
		{
			wfVec2 away = { passages[k].place.x - door.middle.x, passages[k].place.y - door.middle.y };
			CHECK_NEAR( passages[k].width, door.width, 0.002 * cell );
			CHECK_NEAR( away.x * door.along.x + away.y * door.along.y, 0.0, 0.002 * cell );
			CHECK( fabs( away.x * door.along.y - away.y * door.along.x ) < door.thickness / 2 + cell );
			CHECK( passages[k].componentA != passages[k].componentB );
		}
		checkOpening( world, grid, door, passages, count );
	}
	else
	{
		// Only what leaves less room than the finest cells that are tried may go unseen.
		tally->tight += 1;
		CHECK( door.width - 2 * radius < 1.5 * cell / 15 );
	}
	wfDestroyGrid( grid );
	wfDestroyWorld( world );
}

TEST( DoorsOfEveryWidthAndDirection )
{
	uint64_t state = 17;
	Tally tally = { 0 };
	for ( int32_t run = 0; run < 240; ++run )
	{
		double size = 8.0;
		double cell = randomIn( &state, 0.25, 0.6 );
		double radius = randomIn( &state, 0.0, 0.6 );
		Door door;
		door.angle = run % 4 == 0 ? ( run % 8 == 0 ? 0.0 : 1.57079632679489662 ) : randomIn( &state, 0.0, 3.14 );
		door.along = ( wfVec2 ){ cos( door.angle ), sin( door.angle ) };
		door.middle = randomPoint( &state, 3.5, 4.5, 3.5, 4.5 );
		door.thickness = run % 3 == 0 ? 0.0 : randomIn( &state, 0.05, 2.0 );
		door.width = 2 * radius + randomIn( &state, -0.5, 1.2 ) * cell;
		door.width = door.width < 0.02 ? 0.02 : door.width;
		checkDoor( door, size, cell, radius, &tally );
	}
	// The sweep must have met all that it is there for.
	CHECK( tally.tooNarrow > 20 );
	CHECK( tally.open > 20 );
	CHECK( tally.reported > 40 );
	CHECK( tally.mouths < tally.tooNarrow / 10 );
	CHECK( tally.tight < 40 );
	CHECK( tally.several < tally.reported / 5 );
}

TEST( LongNarrowCorridors )
{
	uint64_t state = 23;
	Tally tally = { 0 };
	for ( int32_t run = 0; run < 30; ++run )
	{
		Door door;
		door.angle = randomIn( &state, -0.3, 0.3 );
		door.along = ( wfVec2 ){ cos( door.angle ), sin( door.angle ) };
		door.middle = ( wfVec2 ){ 10.0, 10.0 };
		door.thickness = randomIn( &state, 4.0, 9.0 );
		double radius = 0.3;
		door.width = 0.6 + randomIn( &state, 0.06, 0.3 );
		checkDoor( door, 20.0, 0.5, radius, &tally );
	}
	CHECK( tally.reported > 10 );
}

TEST( GapsBetweenPillars )
{
	uint64_t state = 31;
	int32_t reported = 0;
	for ( int32_t run = 0; run < 40; ++run )
	{
		// A row of pillars from wall to wall with one gap the disc fits through, the others closed.
		wfWorld* world = makeWorld( 9.0, 6.0 );
		double radius = 0.25, gap = 0.5 + randomIn( &state, 0.06, 0.4 ), x = 0.0;
		double y = randomIn( &state, 2.8, 3.2 );
		int32_t open = (int32_t)randomIn( &state, 2, 7 );
		wfVec2 expected = { 0 };
		for ( int32_t k = 0; x < 10.0; ++k )
		{
			double r = randomIn( &state, 0.3, 0.6 );
			x += r;
			addShape( world, discDef( x, y, r ), wf_obstacleRole );
			x += r;
			if ( k == open )
			{
				expected = ( wfVec2 ){ x + gap / 2, y };
			}
			x += k == open ? gap : 0.3;
		}
		wfGrid* grid = makeGrid( world, 0.4, radius );
		wfClosedPassage passages[8];
		int32_t count = wfGrid_FindClosedPassages( grid, world, NULL, passages, 8 );
		int32_t below = wfGrid_GetComponent( grid, wfGrid_GetCell( grid, ( wfVec2 ){ 4.5, 0.6 } ) );
		int32_t above = wfGrid_GetComponent( grid, wfGrid_GetCell( grid, ( wfVec2 ){ 4.5, 5.4 } ) );
		bool inside = expected.x > gap / 2 && expected.x < 9.0 - gap / 2;
		// A gap at the border is between a pillar and the border, not of the width meant here.
		if ( inside )
		{
			CHECK_EQUAL( count, below != above ? 1 : 0 );
		}
		if ( inside && count == 1 )
		{
			reported += 1;
			CHECK_NEAR( passages[0].place.x, expected.x, 1e-4 );
			CHECK_NEAR( passages[0].place.y, expected.y, 1e-3 );
			CHECK_NEAR( passages[0].width, gap, 1e-5 );
			wfGrid* fine = makeGrid( world, passages[0].openCellSize, radius );
			CHECK_EQUAL( wfGrid_GetComponent( fine, wfGrid_GetCell( fine, ( wfVec2 ){ 4.5, 0.6 } ) ),
						 wfGrid_GetComponent( fine, wfGrid_GetCell( fine, ( wfVec2 ){ 4.5, 5.4 } ) ) );
			wfDestroyGrid( fine );
		}
		wfDestroyGrid( grid );
		wfDestroyWorld( world );
	}
	CHECK( reported > 5 );
}

TEST( OpenWorldsHaveNoClosedPassages )
{
	// Rooms with doors of four cells, walls of all sorts, corners, wedges.
	wfWorld* world = makeWorld( 20.0, 20.0 );
	addShape( world, boxDef( 10, 4, 0.1, 4, 0 ), wf_obstacleRole );
	addShape( world, boxDef( 10, 15, 0.1, 5, 0 ), wf_obstacleRole );
	addShape( world, boxDef( 4, 10, 4, 0.1, 0.02 ), wf_obstacleRole );
	addShape( world, boxDef( 15, 10, 3, 0.1, 0.3 ), wf_obstacleRole );
	const wfVec2 wedge[3] = { { 3, 15 }, { 7, 15 }, { 3, 15.7 } };
	addShape( world, polygonDef( wedge, 3 ), wf_obstacleRole );
	const double cells[3] = { 0.25, 0.2, 0.13 };
	for ( int32_t k = 0; k < 3; ++k )
	{
		wfGrid* grid = makeGrid( world, cells[k], 0.2 );
		CHECK_EQUAL( wfGrid_GetComponentCount( grid ), 1 );
		CHECK_EQUAL( wfGrid_FindClosedPassages( grid, world, NULL, NULL, 0 ), 0 );
		wfDestroyGrid( grid );
	}
	wfDestroyWorld( world );
}

TEST( ShortcutsAndTwoDoorsAreToldApart )
{
	// A long wall with a wide door at one end: the narrow doors only shorten the path.
	wfWorld* world = makeWorld( 30.0, 10.0 );
	const double edges[6] = { 3.0, 10.0, 10.75, 20.0, 20.73, 31.0 };
	for ( int32_t k = 0; k < 6; k += 2 )
	{
		addShape( world, boxDef( 0.5 * ( edges[k] + edges[k + 1] ), 5.0, 0.5 * ( edges[k + 1] - edges[k] ), 0.2, 0 ),
				  wf_obstacleRole );
	}
	wfGrid* grid = makeGrid( world, 0.5, 0.3 );
	wfClosedPassage passages[4];
	CHECK_EQUAL( wfGrid_GetComponentCount( grid ), 1 );
	CHECK_EQUAL( wfGrid_FindClosedPassages( grid, world, NULL, passages, 4 ), 2 );
	CHECK_NEAR( passages[0].width + passages[1].width, 1.48, 1e-5 );
	CHECK_EQUAL( passages[0].componentA, passages[0].componentB );
	CHECK_EQUAL( wfGrid_FindClosedPassages( grid, world, NULL, passages, 1 ), 2 );
	wfDestroyGrid( grid );
	wfDestroyWorld( world );
}

TEST( PassagesNeedACurrentGrid )
{
	wfWorld* world = makeWorld( 5.0, 5.0 );
	wfGrid* grid = makeGrid( world, 0.5, 0.0 );
	addShape( world, discDef( 1, 1, 0.5 ), wf_obstacleRole );
	testBeginAsserts();
	CHECK_EQUAL( wfGrid_FindClosedPassages( grid, world, NULL, NULL, 0 ), -(int32_t)wf_invalidDef );
	CHECK_EQUAL( testEndAsserts(), 1 );
	wfDestroyGrid( grid );
	wfDestroyWorld( world );
}

// Many passages, some of them near each other: what is checked at the same time must not change what is found.
TEST( PassagesAreTheSameForAnyNumberOfWorkers )
{
	uint64_t state = 41;
	wfWorld* world = makeWorld( 30.0, 30.0 );
	for ( int32_t k = 0; k < 100; ++k )
	{
		wfVec2 center = randomPoint( &state, 0.0, 30.0, 0.0, 30.0 );
		addShape( world, randomBoxDef( &state, center, 0.3, 1.4 ), wf_obstacleRole );
	}
	const double radii[2] = { 0.0, 0.3 };
	for ( int32_t run = 0; run < 2; ++run )
	{
		wfGrid* grid = makeGrid( world, 0.4, radii[run] );
		wfClosedPassage expected[64], passages[64];
		int32_t expectedCount = wfGrid_FindClosedPassages( grid, world, NULL, expected, 64 );
		CHECK( expectedCount > 8 && expectedCount <= 64 );
		for ( int32_t threads = 2; threads <= 4; threads += 2 )
		{
			wfWorkersDef def = wfDefaultWorkersDef();
			def.workerCount = threads;
			wfWorkers* workers = NULL;
			CHECK_EQUAL( wfCreateWorkers( &def, &workers ), wf_ok );
			int32_t count = wfGrid_FindClosedPassages( grid, world, workers, passages, 64 );
			CHECK_EQUAL( count, expectedCount );
			for ( int32_t k = 0; k < count && k < expectedCount; ++k )
			{
				CHECK( passages[k].place.x == expected[k].place.x && passages[k].place.y == expected[k].place.y );
				CHECK( passages[k].width == expected[k].width && passages[k].openCellSize == expected[k].openCellSize );
				CHECK( passages[k].componentA == expected[k].componentA && passages[k].componentB == expected[k].componentB );
			}
			wfDestroyWorkers( workers );
		}
		wfDestroyGrid( grid );
	}
	wfDestroyWorld( world );
}

static wfResult tryPassages( const wfGrid* grid, const wfWorld* world, int32_t* count )
{
	*count = wfGrid_FindClosedPassages( grid, world, NULL, NULL, 0 );
	return *count < 0 ? ( wfResult ) - *count : wf_ok;
}

TEST( PassagesSurviveEveryFailedAllocation )
{
	Door door = { { 4, 4 }, { 1, 0 }, 0.3, 0.75, 0.0 };
	wfWorld* world = makeDoor( 8.0, door );
	wfGrid* grid = makeGrid( world, 0.5, 0.3 );
	int32_t count = 0;
	TEST_EVERY_ALLOCATION( tryPassages( grid, world, &count ), (void)0 );
	CHECK( count == ( sidesAreJoined( grid, door ) ? 0 : 1 ) );
	wfDestroyGrid( grid );
	wfDestroyWorld( world );
}

void runPassageTests( int argc, char** argv )
{
	RUN( DoorsOfEveryWidthAndDirection );
	RUN( LongNarrowCorridors );
	RUN( GapsBetweenPillars );
	RUN( OpenWorldsHaveNoClosedPassages );
	RUN( ShortcutsAndTwoDoorsAreToldApart );
	RUN( PassagesNeedACurrentGrid );
	RUN_THREADED( PassagesAreTheSameForAnyNumberOfWorkers );
	RUN( PassagesSurviveEveryFailedAllocation );
}
