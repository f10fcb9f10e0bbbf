// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "test_world.h"

#include <string.h>

wfWorld* makeWorld( double width, double height )
{
	wfWorldDef def = wfDefaultWorldDef();
	def.bounds = ( wfBox2 ){ { 0.0, 0.0 }, { width, height } };
	wfWorld* world = NULL;
	CHECK_EQUAL( wfCreateWorld( &def, &world, NULL ), wf_ok );
	return world;
}

wfGrid* makeGrid( const wfWorld* world, double cellSize, double radius )
{
	wfGridDef def = wfDefaultGridDef();
	def.cellSize = cellSize;
	def.radius = radius;
	wfGrid* grid = NULL;
	wfError error = { 0 };
	if ( !CHECK_EQUAL( wfCreateGrid( world, &def, &grid, &error ), wf_ok ) )
	{
		CHECK_STRING( error.message, "" );
	}
	return grid;
}

wfShapeDef boxDef( double x, double y, double halfX, double halfY, double angle )
{
	wfShapeDef def = wfDefaultShapeDef();
	def.center = ( wfVec2 ){ x, y };
	def.halfSize = ( wfVec2 ){ halfX, halfY };
	def.angle = angle;
	return def;
}

wfShapeDef discDef( double x, double y, double radius )
{
	wfShapeDef def = wfDefaultShapeDef();
	def.kind = wf_discShape;
	def.center = ( wfVec2 ){ x, y };
	def.radius = radius;
	return def;
}

wfShapeDef lineDef( const wfVec2* points, int32_t count, double radius )
{
	wfShapeDef def = wfDefaultShapeDef();
	def.kind = wf_segmentShape;
	def.points = points;
	def.pointCount = count;
	def.radius = radius;
	return def;
}

wfShapeDef polygonDef( const wfVec2* points, int32_t count )
{
	wfShapeDef def = wfDefaultShapeDef();
	def.kind = wf_polygonShape;
	def.points = points;
	def.pointCount = count;
	return def;
}

wfShapeDef imageDef( const uint8_t* cells, int32_t width, int32_t height, double x, double y, double pixelSize )
{
	wfShapeDef def = wfDefaultShapeDef();
	def.kind = wf_imageShape;
	def.cells = cells;
	def.width = width;
	def.height = height;
	def.center = ( wfVec2 ){ x, y };
	def.pixelSize = pixelSize;
	return def;
}

wfShapeId addShape( wfWorld* world, wfShapeDef def, wfShapeRole role )
{
	wfShapeId id = { 0 };
	wfError error = { 0 };
	def.role = role;
	if ( !CHECK_EQUAL( wfWorld_AddShape( world, &def, &id, &error ), wf_ok ) )
	{
		CHECK_STRING( error.message, "" );
	}
	return id;
}

double randomIn( uint64_t* state, double low, double high )
{
	return low + ( high - low ) * wfRandomUnit( 7, 1, ( *state )++ );
}

wfVec2 randomPoint( uint64_t* state, double lowX, double highX, double lowY, double highY )
{
	wfVec2 point;
	point.x = randomIn( state, lowX, highX );
	point.y = randomIn( state, lowY, highY );
	return point;
}

wfShapeDef randomBoxDef( uint64_t* state, wfVec2 center, double lowHalf, double highHalf )
{
	wfVec2 half = randomPoint( state, lowHalf, highHalf, lowHalf, highHalf );
	return boxDef( center.x, center.y, half.x, half.y, randomIn( state, -4.0, 4.0 ) );
}

wfShapeId addRandomShape( wfWorld* world, uint64_t* state )
{
	wfBox2 bounds = wfWorld_GetBounds( world );
	double size = bounds.upper.x - bounds.lower.x;
	wfVec2 points[6];
	uint8_t cells[24 * 24];
	wfVec2 center = randomPoint( state, bounds.lower.x, bounds.upper.x, bounds.lower.y, bounds.upper.y );
	double x = center.x, y = center.y, spread = 0.12 * size;
	for ( int32_t k = 0; k < 6; ++k )
	{
		points[k] = randomPoint( state, x - spread, x + spread, y - spread, y + spread );
	}
	wfShapeDef def;
	switch ( (int32_t)randomIn( state, 0.0, 6.0 ) )
	{
		case 0:
			def = randomBoxDef( state, center, 0.0, 0.1 * size );
			break;
		case 1:
			def = discDef( x, y, randomIn( state, 0.0, 0.1 ) * size );
			break;
		case 2:
			def = lineDef( points, 3, randomIn( state, 0.0, 0.03 ) * size );
			break;
		case 3:
			def = lineDef( points, 4, 0.0 );
			break;
		case 4:
			def = polygonDef( points, 6 );
			break;
		default:
			for ( int32_t k = 0; k < 24 * 24; ++k )
			{
				cells[k] = randomIn( state, 0.0, 1.0 ) < 0.1;
			}
			// Some on whole metres, as the cells of many grids are, some anywhere.
			x = randomIn( state, 0.0, 1.0 ) < 0.5 ? (double)(int32_t)x : x;
			double pixelSize = randomIn( state, 0.1, 0.6 );
			pixelSize = randomIn( state, 0.0, 1.0 ) < 0.5 ? 0.5 : pixelSize;
			def = imageDef( cells, 24, 24, x, (double)(int32_t)y, pixelSize );
			break;
	}
	double role = randomIn( state, 0.0, 1.0 );
	def.cost = role < 0.85 ? 1.0 : 3.5;
	def.kinds = role < 0.9 ? WF_ALL_KINDS : 2u;
	return addShape( world, def, role < 0.75 ? wf_obstacleRole : wf_terrainRole );
}

bool gridsAreEqual( const wfGrid* a, const wfGrid* b )
{
	size_t cells = (size_t)a->width * (size_t)a->height;
	bool equal = CHECK_EQUAL( a->width, b->width ) && CHECK_EQUAL( a->height, b->height );
	equal = equal && CHECK_EQUAL( a->freeCount, b->freeCount ) && CHECK_EQUAL( a->componentCount, b->componentCount );
	equal = equal && CHECK( memcmp( a->blocked, b->blocked, cells ) == 0 );
	equal = equal && CHECK( memcmp( a->clearance, b->clearance, cells * sizeof( float ) ) == 0 );
	equal = equal && CHECK( memcmp( a->component, b->component, cells * sizeof( int32_t ) ) == 0 );
	equal = equal && CHECK( ( a->cost == NULL ) == ( b->cost == NULL ) );
	return equal && ( a->cost == NULL || CHECK( memcmp( a->cost, b->cost, cells * sizeof( float ) ) == 0 ) );
}

int main( int argc, char** argv )
{
	runShapeTests( argc, argv );
	runDistanceTests( argc, argv );
	runGridTests( argc, argv );
	runEditTests( argc, argv );
	runPassageTests( argc, argv );
	runChoiceTests( argc, argv );
	return testReport();
}
