// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Geometry as well-known text.
#include "tests/test_io.h"

#include <string.h>

#define NAME "a.wkt"
#define SQUARE "(0 0, 4 0, 4 4, 0 4, 0 0)"

TEST( PolygonsAreWalkableAndHolesAreNot )
{
	wfScenario scenario;
	if ( !ACCEPT( NAME, "POLYGON (" SQUARE ", (1 1, 2 1, 2 2, 1 2, 1 1))", &scenario ) )
	{
		return;
	}
	wfBox2 bounds = wfWorld_GetBounds( scenario.world );
	CHECK( bounds.lower.x == 0.0 && bounds.upper.y == 4.0 && scenario.cellSize == wfDefaultReadDef().wktCellSize );
	wfShapeDef shape = testGetShape( &scenario, 0 );
	CHECK( shape.kind == wf_polygonShape && shape.role == wf_walkableRole && shape.ringCount == 2 && shape.pointCount == 8 );
	CHECK( shape.ringSizes[0] == 4 && shape.ringSizes[1] == 4 );
	CHECK_NEAR( wfWorld_GetDistance( scenario.world, ( wfVec2 ){ 3.0, 3.0 }, 0 ), 1.0, 1e-12 );
	CHECK_NEAR( wfWorld_GetDistance( scenario.world, ( wfVec2 ){ 1.5, 1.5 }, 0 ), -0.5, 1e-12 );
	wfScenario_Free( &scenario );
}

TEST( EveryGeometryIsRead )
{
	static const struct
	{
		const char* text;
		int32_t shapes;
	} cases[] = {
		{ "polygon(" SQUARE ")", 1 },
		{ "\xEF\xBB\xBF  Polygon\t(\r\n" SQUARE "\n)\n;\n", 1 },
		{ "POLYGON Z ((0 0 1, 4 0 1, 4 4 1, 0 0 1))", 1 },
		{ "POLYGONZM ((0 0 1 2, 4 0 1 2, 4 4 1 2, 0 0 1 2))", 1 },
		{ "POLYGON ((0 0 7, 4 0 7, 4 4 7, 0 0 7))", 1 },
		{ "POLYGON ((-1.5e0 +0, 4.E0 .5, 4E+0 4e-0, -15e-1 0))", 1 },
		{ "MULTIPOLYGON ((" SQUARE "), ((5 5, 6 5, 6 6, 5 5)))", 2 },
		{ "MULTIPOLYGON (EMPTY, (" SQUARE "))", 1 },
		{ "LINESTRING (0 0, 4 0, 4 4)", 1 },
		{ "MULTILINESTRING ((0 0, 4 4), (1 0, 0 1))", 2 },
		{ "GEOMETRYCOLLECTION (POLYGON (" SQUARE "), LINESTRING (1 1, 2 2), POINT (99 99), POLYGON EMPTY)", 2 },
		{ "GEOMETRYCOLLECTION (GEOMETRYCOLLECTION EMPTY, GEOMETRYCOLLECTION (POLYGON (" SQUARE ")), MULTIPOINT (1 1, (2 2)))",
		  1 },
		{ "SRID=25832;POLYGON (" SQUARE ")", 1 },
	};
	for ( size_t i = 0; i < sizeof( cases ) / sizeof( cases[0] ); ++i )
	{
		wfScenario scenario;
		if ( ACCEPT( NAME, cases[i].text, &scenario ) )
		{
			CHECK_EQUAL( wfWorld_GetShapeCount( scenario.world ), cases[i].shapes );
			// Points are ignored, for the bounds too.
			CHECK( wfWorld_GetBounds( scenario.world ).upper.x < 10.0 );
			wfScenario_Free( &scenario );
		}
		wfReadDef def = wfDefaultReadDef();
		TEST_EVERY_ALLOCATION( wfReadScenarioFromMemory( NAME, cases[i].text, strlen( cases[i].text ), &def, &scenario, NULL ),
							   wfScenario_Free( &scenario ) );
	}
}

TEST( LinesAreWalls )
{
	wfScenario scenario;
	if ( !ACCEPT( NAME, "LINESTRING (0 0, 4 0, 4 4)", &scenario ) )
	{
		return;
	}
	wfShapeDef shape = testGetShape( &scenario, 0 );
	CHECK( shape.kind == wf_segmentShape && shape.role == wf_obstacleRole && shape.pointCount == 3 && shape.radius == 0.0 );
	wfScenario_Free( &scenario );
}

TEST( WktErrorsHaveAPlace )
{
	REFUSE( NAME, "hello", wf_badFormat, 1, 1, "", "expected POLYGON, MULTIPOLYGON, LINESTRING" );
	REFUSE( NAME, "POLYGON", wf_badFormat, 1, 8, "", "the text ends here; expected ( and the rings" );
	REFUSE( NAME, "POLYGON (\n0 0)", wf_badFormat, 2, 1, "", "expected ( and a list of points, found \"0\"" );
	REFUSE( NAME, "POLYGON ((0 0, 1 0, 1 1))", wf_badFormat, 1, 10, "", "too few points; expected a closed ring" );
	REFUSE( NAME, "POLYGON ((0 0, 1 0, 1 1, 0 1))", wf_badFormat, 1, 10, "", "the ring is not closed" );
	REFUSE( NAME, "POLYGON (" SQUARE ",\n(1 1, 2 1, 1 1))", wf_badFormat, 2, 1, "", "too few points" );
	REFUSE( NAME, "POLYGON ((0 0, 1 x, 1 1, 0 0))", wf_badFormat, 1, 18, "", "expected a number, found \"x\"" );
	REFUSE( NAME, "POLYGON ((0 0, 1 nan, 1 1, 0 0))", wf_badFormat, 1, 18, "", "expected a number, found \"nan\"" );
	REFUSE( NAME, "POLYGON ((0 0, 1 -inf, 1 1, 0 0))", wf_badFormat, 1, 18, "", "found \"-inf\"" );
	REFUSE( NAME, "POLYGON ((0 0, 1 1e99, 1 1, 0 0))", wf_outOfRange, 1, 18, "", "from -1e9 to 1e9 metres, found \"1e99\"" );
	REFUSE( NAME, "POLYGON ((0 0, 1e999 1, 1 1, 0 0))", wf_outOfRange, 1, 16, "", "found \"1e999\"" );
	REFUSE( NAME, "POLYGON ((0, 1 1, 2 2, 0 0))", wf_badFormat, 1, 12, "", "expected a number, found \",\"" );
	REFUSE( NAME, "POLYGON ((0 0 0 0 0, 1 1, 2 2, 0 0))", wf_badFormat, 1, 19, "", "expected a comma or ), found \"0\"" );
	REFUSE( NAME, "POLYGON (" SQUARE, wf_badFormat, 1, 35, "", "the text ends here; expected a comma or )" );
	REFUSE( NAME, "POLYGON (" SQUARE ") x", wf_badFormat, 1, 37, "", "expected nothing after the geometry" );
	REFUSE( NAME, "POLYGON (" SQUARE ")\nPOLYGON (" SQUARE ")", wf_badFormat, 2, 1, "", "go into a GEOMETRYCOLLECTION" );
	REFUSE( NAME, "POLYGON EMPTY", wf_badFormat, 1, 1, "", "no polygon and no line" );
	REFUSE( NAME, "POINT (1 1)", wf_badFormat, 1, 1, "", "no polygon and no line" );
	REFUSE( NAME, "LINESTRING (1 1)", wf_badFormat, 1, 12, "", "a line of one point" );
	REFUSE( NAME, "LINESTRING (0 0, 5 0)", wf_badFormat, 1, 12, "", "has no area" );
	REFUSE( NAME, "GEOMETRYCOLLECTION (CIRCULARSTRING (0 0, 1 1, 2 0))", wf_unsupported, 1, 21, "",
			"CIRCULARSTRING is not read" );
	REFUSE( NAME, "GEOMETRYCOLLECTION (POLYGON (" SQUARE "), )", wf_badFormat, 1, 58, "", "expected POLYGON" );
	REFUSE( NAME, "SRID=x;POLYGON (" SQUARE ")", wf_badFormat, 1, 5, "", "a number and ; after SRID" );
	REFUSE( NAME, "SRID", wf_badFormat, 1, 5, "", "after SRID" );
	REFUSE( NAME, "POLYGON ((0 0, \xff 0))", wf_badFormat, 1, 16, "", "not UTF-8" );
	REFUSE_BYTES( NAME, "POLYGON\0", 8, wf_badFormat, 1, 8, "", "zero byte" );
	char deep[1200] = "";
	for ( int i = 0; i < 40; ++i )
	{
		strcat( deep, "GEOMETRYCOLLECTION(" );
	}
	REFUSE( NAME, deep, wf_badFormat, 1, 324, "", "deeper than 16" );
}

void testIoWkt( int argc, char** argv )
{
	RUN( PolygonsAreWalkableAndHolesAreNot );
	RUN( EveryGeometryIsRead );
	RUN( LinesAreWalls );
	RUN( WktErrorsHaveAPlace );
}
