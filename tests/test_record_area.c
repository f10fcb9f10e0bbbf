// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The walkable area as text: valid polygons that cover what is free.
#include "tests/test_record.h"

#include "wayfield/io.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static wfWorld* makeWorld( double width, double height )
{
	wfWorldDef def = wfDefaultWorldDef();
	def.bounds = ( wfBox2 ){ { 0.0, 0.0 }, { width, height } };
	wfWorld* world = NULL;
	CHECK_EQUAL( wfCreateWorld( &def, &world, NULL ), wf_ok );
	return world;
}

static void addBox( wfWorld* world, double x, double y, double halfX, double halfY, double angle )
{
	wfShapeDef def = wfDefaultShapeDef();
	def.center = ( wfVec2 ){ x, y };
	def.halfSize = ( wfVec2 ){ halfX, halfY };
	def.angle = angle;
	CHECK_EQUAL( wfWorld_AddShape( world, &def, NULL, NULL ), wf_ok );
}

static void addDisc( wfWorld* world, double x, double y, double radius, wfShapeRole role )
{
	wfShapeDef def = wfDefaultShapeDef();
	def.kind = wf_discShape;
	def.role = role;
	def.center = ( wfVec2 ){ x, y };
	def.radius = radius;
	CHECK_EQUAL( wfWorld_AddShape( world, &def, NULL, NULL ), wf_ok );
}

static void addPoints( wfWorld* world, wfShapeKind kind, wfShapeRole role, const wfVec2* points, int32_t count, double radius )
{
	wfShapeDef def = wfDefaultShapeDef();
	def.kind = kind;
	def.role = role;
	def.points = points;
	def.pointCount = count;
	def.radius = radius;
	CHECK_EQUAL( wfWorld_AddShape( world, &def, NULL, NULL ), wf_ok );
}

// Free with malloc's free.
static char* format( const wfWorld* world )
{
	int64_t length = wfWorld_FormatWkt( world, NULL, 0 );
	if ( !CHECK( length > 0 ) )
	{
		return NULL;
	}
	char* text = malloc( (size_t)length + 1 );
	CHECK_EQUAL( wfWorld_FormatWkt( world, text, length + 1 ), length );
	CHECK_EQUAL( strlen( text ), length );
	return text;
}

static void expectText( wfWorld* world, const char* expected )
{
	char* text = format( world );
	CHECK_STRING( text, expected );
	free( text );
	wfDestroyWorld( world );
}

// ----------------------------------------------------------------------------------------------------------- validity

static double cross( wfVec2 a, wfVec2 b, wfVec2 c )
{
	return ( b.x - a.x ) * ( c.y - a.y ) - ( b.y - a.y ) * ( c.x - a.x );
}

typedef struct testSegment
{
	wfVec2 a, b;
	int32_t ring, index, count;
} testSegment;

static bool samePoint( wfVec2 a, wfVec2 b )
{
	return a.x == b.x && a.y == b.y;
}

// Rings may touch each other at points, but neither cross nor run along each other, nor touch themselves.
static bool mayMeet( const testSegment* s, const testSegment* t )
{
	double a = cross( s->a, s->b, t->a ), b = cross( s->a, s->b, t->b );
	double c = cross( t->a, t->b, s->a ), d = cross( t->a, t->b, s->b );
	const double tiny = 1e-12;
	if ( ( ( a > tiny && b < -tiny ) || ( a < -tiny && b > tiny ) ) &&
		 ( ( c > tiny && d < -tiny ) || ( c < -tiny && d > tiny ) ) )
	{
		return false;
	}
	if ( s->ring != t->ring )
	{
		return !( samePoint( s->a, t->a ) && samePoint( s->b, t->b ) ) && !( samePoint( s->a, t->b ) && samePoint( s->b, t->a ) );
	}
	int32_t apart = abs( s->index - t->index );
	bool neighbors = apart == 1 || apart == s->count - 1;
	return neighbors || ( !samePoint( s->a, t->a ) && !samePoint( s->a, t->b ) && !samePoint( s->b, t->a ) );
}

static void checkRings( const wfShapeDef* shape )
{
	testSegment* segments = malloc( (size_t)shape->pointCount * sizeof( testSegment ) );
	int32_t count = 0;
	const wfVec2* points = shape->points;
	for ( int32_t ring = 0; ring < shape->ringCount; ++ring )
	{
		int32_t size = shape->ringSizes[ring];
		double area = 0.0;
		for ( int32_t i = 0; i < size; ++i )
		{
			segments[count++] = ( testSegment ){ points[i], points[( i + 1 ) % size], ring, i, size };
			area += cross( points[0], points[i], points[( i + 1 ) % size] );
		}
		CHECK( ring == 0 ? area > 0.0 : area < 0.0 );
		points += size;
	}
	int32_t wrong = 0;
	for ( int32_t i = 0; i < count; ++i )
	{
		for ( int32_t j = i + 1; j < count; ++j )
		{
			wrong += mayMeet( &segments[i], &segments[j] ) ? 0 : 1;
		}
	}
	CHECK_EQUAL( wrong, 0 );
	free( segments );
}

// Read the text as a world again: valid rings, and the same ground is free, but for what is nearer than `margin` to an outline.
// Frees the world.
static void checkArea( wfWorld* world, int32_t polygons, double margin )
{
	char* text = format( world );
	wfReadDef def = wfDefaultReadDef();
	wfScenario scenario = { 0 };
	wfError error = { 0 };
	if ( text == NULL || wfReadScenarioFromMemory( "area.wkt", text, strlen( text ), &def, &scenario, &error ) != wf_ok )
	{
		CHECK_STRING( error.message, "read" );
		free( text );
		wfDestroyWorld( world );
		return;
	}
	wfShapeId ids[64];
	int32_t count = wfWorld_GetShapeIds( scenario.world, ids, 64 );
	CHECK_EQUAL( count, polygons );
	for ( int32_t i = 0; i < count && i < 64; ++i )
	{
		wfShapeDef shape = wfWorld_GetShape( scenario.world, ids[i] );
		checkRings( &shape );
	}
	wfBox2 box = wfWorld_GetBounds( world );
	int32_t wrong = 0, reported = 0;
	for ( uint64_t k = 0; k < 4000; ++k )
	{
		wfVec2 p = { box.lower.x + ( box.upper.x - box.lower.x ) * wfRandomUnit( 1, 2, 2 * k ),
					 box.lower.y + ( box.upper.y - box.lower.y ) * wfRandomUnit( 1, 2, 2 * k + 1 ) };
		double there = wfWorld_GetDistance( world, p, 0 ), here = wfWorld_GetDistance( scenario.world, p, 0 );
		bool differs = fabs( there ) > margin && ( there > 0.0 ) != ( here > 0.0 );
		wrong += differs ? 1 : 0;
		if ( differs && reported++ < 3 )
		{
			fprintf( stderr, "  at %g, %g: %g in the world, %g in the text\n", p.x, p.y, there, here );
		}
	}
	CHECK_EQUAL( wrong, 0 );
	wfScenario_Free( &scenario );
	free( text );
	wfDestroyWorld( world );
}

// --------------------------------------------------------------------------------------------------------------- tests

TEST( PlainWorldsAsText )
{
	expectText( makeWorld( 10.0, 5.5 ), "GEOMETRYCOLLECTION(POLYGON((0 0, 10 0, 10 5.5, 0 5.5, 0 0)))" );
	wfWorld* world = makeWorld( 10.0, 5.0 );
	addBox( world, 5.0, 2.0, 0.5, 0.25, 0.0 );
	expectText( world, "GEOMETRYCOLLECTION(POLYGON((0 0, 10 0, 10 5, 0 5, 0 0), (4.5 1.75, 4.5 2.25, 5.5 2.25, 5.5 1.75, 4.5 "
					   "1.75)))" );
	// Two that overlap become one, one at the border a notch.
	world = makeWorld( 10.0, 5.0 );
	addBox( world, 5.0, 2.0, 1.0, 0.5, 0.0 );
	addBox( world, 5.0, 2.0, 0.5, 1.0, 0.0 );
	addBox( world, 9.5, 4.5, 0.5, 0.5, 0.0 );
	expectText( world,
				"GEOMETRYCOLLECTION(POLYGON((0 0, 10 0, 10 4, 9 4, 9 5, 0 5, 0 0), (4 1.5, 4 2.5, 4.5 2.5, 4.5 3, 5.5 3, 5.5 "
				"2.5, 6 2.5, 6 1.5, 5.5 1.5, 5.5 1, 4.5 1, 4.5 1.5, 4 1.5)))" );
	world = makeWorld( 2.0, 2.0 );
	addBox( world, 1.0, 1.0, 5.0, 5.0, 0.0 );
	expectText( world, "GEOMETRYCOLLECTION EMPTY" );
	// A buffer that is too small is filled and reported.
	world = makeWorld( 10.0, 5.5 );
	char small[20];
	CHECK_EQUAL( wfWorld_FormatWkt( world, small, sizeof( small ) ), 60 );
	CHECK_STRING( small, "GEOMETRYCOLLECTION(" );
	wfDestroyWorld( world );
}

TEST( ObstaclesThatMeet )
{
	wfWorld* world = makeWorld( 20.0, 10.0 );
	addBox( world, 5.0, 5.0, 1.0, 1.0, 0.3 );
	addBox( world, 6.5, 5.0, 1.0, 1.0, 0.9 );
	addDisc( world, 5.0, 6.5, 0.8, wf_obstacleRole );
	addDisc( world, 12.0, 5.0, 2.0, wf_obstacleRole );
	addDisc( world, 12.5, 5.0, 0.5, wf_obstacleRole ); // within another
	addBox( world, 20.0, 0.0, 1.0, 1.0, 0.7 );		   // across the border
	static const wfVec2 wall[] = { { 15.0, 2.0 }, { 17.0, 8.0 }, { 19.0, 3.0 } };
	addPoints( world, wf_segmentShape, wf_obstacleRole, wall, 3, 0.1 );
	checkArea( world, 1, 0.002 );

	// Touching at a corner, and along a side.
	world = makeWorld( 10.0, 10.0 );
	addBox( world, 3.0, 3.0, 1.0, 1.0, 0.0 );
	addBox( world, 5.0, 5.0, 1.0, 1.0, 0.0 );
	addBox( world, 7.0, 5.0, 1.0, 1.0, 0.0 );
	addBox( world, 1.0, 6.0, 1.0, 1.0, 0.0 );
	checkArea( world, 1, 1e-6 );

	// A ring of walls encloses ground: two polygons.
	world = makeWorld( 10.0, 10.0 );
	static const wfVec2 ring[] = { { 3.0, 3.0 }, { 7.0, 3.0 }, { 7.0, 7.0 }, { 3.0, 7.0 }, { 3.0, 3.0 } };
	addPoints( world, wf_segmentShape, wf_obstacleRole, ring, 5, 0.2 );
	addDisc( world, 5.0, 5.0, 0.5, wf_obstacleRole );
	checkArea( world, 2, 0.002 );

	// A wall without thickness.
	world = makeWorld( 10.0, 10.0 );
	addPoints( world, wf_segmentShape, wf_obstacleRole, ring, 2, 0.0 );
	checkArea( world, 1, 0.002 );
}

TEST( WalkableShapesAreJoined )
{
	wfWorld* world = makeWorld( 20.0, 10.0 );
	static const wfVec2 room[] = { { 1.0, 1.0 }, { 8.0, 1.0 }, { 8.0, 9.0 }, { 1.0, 9.0 } };
	static const wfVec2 hall[] = { { 8.0, 4.0 }, { 15.0, 4.0 }, { 15.0, 6.0 }, { 8.0, 6.0 } };
	// Crosses itself: even-odd.
	static const wfVec2 bow[] = { { 3.0, 3.0 }, { 6.0, 6.0 }, { 6.0, 3.0 }, { 3.0, 6.0 } };
	addPoints( world, wf_polygonShape, wf_walkableRole, room, 4, 0.0 );
	addPoints( world, wf_polygonShape, wf_walkableRole, hall, 4, 0.0 );
	addDisc( world, 16.0, 5.0, 2.0, wf_walkableRole );
	addPoints( world, wf_polygonShape, wf_obstacleRole, bow, 4, 0.0 );
	checkArea( world, 1, 0.002 );

	// Rings one inside of the other, clockwise or not.
	world = makeWorld( 20.0, 20.0 );
	static const wfVec2 rings[] = { { 2.0, 2.0 },	{ 2.0, 18.0 }, { 18.0, 18.0 }, { 18.0, 2.0 }, { 5.0, 5.0 },	  { 5.0, 15.0 },
									{ 15.0, 15.0 }, { 15.0, 5.0 }, { 8.0, 8.0 },   { 12.0, 8.0 }, { 12.0, 12.0 }, { 8.0, 12.0 } };
	static const int32_t sizes[] = { 4, 4, 4 };
	wfShapeDef def = wfDefaultShapeDef();
	def.kind = wf_polygonShape;
	def.role = wf_walkableRole;
	def.points = rings;
	def.pointCount = 12;
	def.ringSizes = sizes;
	def.ringCount = 3;
	CHECK_EQUAL( wfWorld_AddShape( world, &def, NULL, NULL ), wf_ok );
	checkArea( world, 2, 1e-6 );
}

TEST( PixelsAsText )
{
	wfWorld* world = makeWorld( 12.0, 9.0 );
	uint8_t cells[40 * 40];
	for ( int32_t i = 0; i < 40 * 40; ++i )
	{
		int32_t x = i % 40, y = i / 40;
		cells[i] = ( x / 5 + y / 5 ) % 2 == 0 && x > 7 && y > 7 && x < 33 && y < 33;
	}
	wfShapeDef def = wfDefaultShapeDef();
	def.kind = wf_imageShape;
	def.center = ( wfVec2 ){ -2.0, -1.0 };
	def.cells = cells;
	def.width = 40;
	def.height = 40;
	def.pixelSize = 0.3;
	CHECK_EQUAL( wfWorld_AddShape( world, &def, NULL, NULL ), wf_ok );
	// Cells of a chess board touch at corners only: the free ones in between are polygons of their own.
	char* text = format( world );
	int32_t polygons = 0;
	for ( const char* at = text; at != NULL && ( at = strstr( at, "POLYGON" ) ) != NULL; ++at )
	{
		polygons += 1;
	}
	free( text );
	CHECK( polygons > 5 );
	checkArea( world, polygons, 1e-5 );
}

TEST( RandomHeapsAreValid )
{
	for ( uint64_t seed = 0; seed < 12; ++seed )
	{
		wfWorld* world = makeWorld( 30.0, 30.0 );
		for ( uint64_t k = 0; k < 40; ++k )
		{
			double r[5];
			for ( uint64_t i = 0; i < 5; ++i )
			{
				r[i] = wfRandomUnit( seed, k, i );
			}
			if ( k % 3 == 0 )
			{
				addDisc( world, 30.0 * r[0], 30.0 * r[1], 0.2 + r[2], wf_obstacleRole );
			}
			else
			{
				addBox( world, 30.0 * r[0], 30.0 * r[1], 0.2 + 2.0 * r[2], 0.1 + r[3], 6.0 * r[4] );
			}
		}
		char* text = format( world );
		int32_t polygons = 0;
		for ( const char* at = text; at != NULL && ( at = strstr( at, "POLYGON" ) ) != NULL; ++at )
		{
			polygons += 1;
		}
		free( text );
		checkArea( world, polygons, 0.002 );
	}
}

TEST( FarAwayWorldsAsText )
{
	wfWorldDef def = wfDefaultWorldDef();
	def.bounds = ( wfBox2 ){ { 5.0e5, 5.0e6 }, { 5.0e5 + 2000.0, 5.0e6 + 1000.0 } };
	wfWorld* world = NULL;
	CHECK_EQUAL( wfCreateWorld( &def, &world, NULL ), wf_ok );
	addBox( world, 5.01e5, 5.0005e6, 100.0, 50.0, 0.0 );
	addBox( world, 5.01e5, 5.0005e6, 1.0e8, 10.0, 0.0 ); // far beyond the border
	expectText( world,
				"GEOMETRYCOLLECTION(POLYGON((500000 5000000, 502000 5000000, 502000 5000490, 501100 5000490, 501100 5000450, "
				"500900 5000450, 500900 5000490, 500000 5000490, 500000 5000000)), POLYGON((500000 5000510, 500900 5000510, "
				"500900 5000550, 501100 5000550, 501100 5000510, 502000 5000510, 502000 5001000, 500000 5001000, 500000 "
				"5000510)))" );
}

void testRecordArea( int argc, char** argv )
{
	RUN( PlainWorldsAsText );
	RUN( ObstaclesThatMeet );
	RUN( WalkableShapesAreJoined );
	RUN( PixelsAsText );
	RUN( RandomHeapsAreValid );
	RUN( FarAwayWorldsAsText );
}
