// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What pictures of surfaces are made of: views, levels, light, pixels, and what is put on them.

#include "test_picture_surface.h"

#include "base/base.h"
#include "picture/surface_drawing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// --------------------------------------------------------------------------------------------------------------- shared

// A scene ready to be rendered into a square of `pixels`, or less high.
typedef struct Scene
{
	wfSurfaceDrawing scene;
	int32_t width, height;
} Scene;

static Scene makeScene( const wfMesh* mesh, const wfSurfaceField* field, const wfSurfaceMask* mask, wfView view, int32_t pixels )
{
	Scene made = { .scene = { .mesh = mesh, .mask = mask, .line = 1.2 } };
	wfBox2 shown = { { 0.0, 0.0 }, { 1.0, 1.0 } };
	CHECK_EQUAL( wfMakeCamera( mesh, &view, &made.scene.camera, &shown, NULL ), wf_ok );
	double x = shown.upper.x - shown.lower.x, y = shown.upper.y - shown.lower.y;
	made.scene.camera.scale = pixels / fmax( x, y );
	made.width = (int32_t)ceil( x * made.scene.camera.scale - 1e-9 );
	made.height = (int32_t)ceil( y * made.scene.camera.scale - 1e-9 );
	made.scene.camera.origin = ( wfVec2 ){ -shown.lower.x * made.scene.camera.scale, shown.upper.y * made.scene.camera.scale };
	wfMakePalette( &made.scene.palette );
	CHECK_EQUAL( wfMakeSurfaceLevels( mesh, field, mask, &made.scene.levels ), wf_ok );
	CHECK_EQUAL( wfMakeRelief( &made.scene ), wf_ok );
	return made;
}

static void freeScene( Scene* scene )
{
	wfFreeRelief( &scene->scene );
	wfFreeSurfaceLevels( &scene->scene.levels );
}

static wfSurfaceImage render( const Scene* scene )
{
	wfSurfaceImage image = { 0 };
	CHECK_EQUAL( wfRenderSurface( &scene->scene, scene->width, scene->height, &image ), wf_ok );
	return image;
}

static uint32_t pixelAt( const wfSurfaceImage* image, double x, double y )
{
	return image->image.pixels[(int64_t)y * image->image.width + (int64_t)x];
}

static int32_t colorDistance( uint32_t a, uint32_t b )
{
	int32_t most = 0;
	for ( int32_t shift = 0; shift <= 16; shift += 8 )
	{
		int32_t d = abs( (int32_t)( a >> shift & 255u ) - (int32_t)( b >> shift & 255u ) );
		most = d > most ? d : most;
	}
	return most;
}

static wfView parallelView( double azimuth, double elevation )
{
	return ( wfView ){ .azimuth = azimuth, .elevation = elevation, .zoom = 1.0 };
}

static const double quarterTurn = 1.5707963267948966;

// ----------------------------------------------------------------------------------------------------------------- view

TEST( ViewsFitAndGoBack )
{
	wfMesh* mesh = sphereMesh( 12 );
	for ( int32_t k = 0; k < 24; ++k )
	{
		wfView view = parallelView( 0.7 * k, -1.5 + 3.0 * k / 23.0 );
		view.perspective = k % 3 == 0 ? 0.0 : 0.4 * ( k % 3 );
		view.hasCenter = k % 4 == 3;
		view.center = ( wfVec3 ){ 0.2, -0.1, 0.3 };
		wfCamera camera;
		wfBox2 shown;
		CHECK_EQUAL( wfMakeCamera( mesh, &view, &camera, &shown, NULL ), wf_ok );
		CHECK_NEAR( wfDot3( camera.right, camera.up ), 0.0, 1e-12 );
		CHECK_NEAR( wfDot3( wfCross3( camera.right, camera.up ), camera.toEye ), 1.0, 1e-12 );
		for ( int32_t v = 0; v < wfMesh_GetVertexCount( mesh ); ++v )
		{
			wfVec3 point = wfMesh_GetVertices( mesh )[v];
			wfEyePoint seen = wfCamera_See( &camera, point );
			double x = seen.x / seen.w, y = -seen.y / seen.w;
			CHECK( x > shown.lower.x && x < shown.upper.x && y > shown.lower.y && y < shown.upper.y );
			wfVec3 back = wfCamera_Unproject( &camera, seen.x / seen.w, seen.y / seen.w, seen.depth );
			CHECK_NEAR( wfLength3( wfSub3( back, point ) ), 0.0, 1e-12 );
		}
		if ( view.hasCenter )
		{
			CHECK_NEAR( shown.lower.x + shown.upper.x, 0.0, 1e-12 );
			CHECK_NEAR( shown.lower.y + shown.upper.y, 0.0, 1e-12 );
		}
		// Half as much for twice the zoom.
		wfBox2 half;
		view.zoom = 2.0;
		CHECK_EQUAL( wfMakeCamera( mesh, &view, &camera, &half, NULL ), wf_ok );
		CHECK_NEAR( half.upper.x - half.lower.x, 0.5 * ( shown.upper.x - shown.lower.x ), 1e-12 );
	}
	wfDestroyMesh( mesh );
}

TEST( PlacesBehindTheSurfaceAreHidden )
{
	wfMesh* mesh = cubeMesh();
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfView view = parallelView( 0.6, 0.5 );
		view.perspective = k == 0 ? 0.0 : 1.0;
		wfCamera camera;
		wfBox2 shown;
		CHECK_EQUAL( wfMakeCamera( mesh, &view, &camera, &shown, NULL ), wf_ok );
		CHECK( wfIsPlaceVisible( mesh, &camera, ( wfVec3 ){ 1.0, 0.4, 0.7 }, -1 ) );
		CHECK( wfIsPlaceVisible( mesh, &camera, ( wfVec3 ){ 0.3, 1.0, 0.2 }, -1 ) );
		CHECK( wfIsPlaceVisible( mesh, &camera, ( wfVec3 ){ 0.5, 0.5, 1.0 }, -1 ) );
		CHECK( wfIsPlaceVisible( mesh, &camera, ( wfVec3 ){ 1.0, 1.0, 0.5 }, -1 ) );
		CHECK( !wfIsPlaceVisible( mesh, &camera, ( wfVec3 ){ 0.0, 0.4, 0.7 }, -1 ) );
		CHECK( !wfIsPlaceVisible( mesh, &camera, ( wfVec3 ){ 0.3, 0.0, 0.2 }, -1 ) );
		CHECK( !wfIsPlaceVisible( mesh, &camera, ( wfVec3 ){ 0.5, 0.5, 0.0 }, -1 ) );
	}
	wfDestroyMesh( mesh );
}

// --------------------------------------------------------------------------------------------------------------- levels

TEST( EachColourHasTheSameArea )
{
	// Squares four times as wide in the right half: ranks of vertices would give the left half four fifths of the colours.
	wfMesh* fine = gridMesh( 40, 4, 1.0 );
	int32_t count = wfMesh_GetVertexCount( fine );
	wfVec3* vertices = malloc( (size_t)count * sizeof( wfVec3 ) );
	double* values = malloc( (size_t)count * sizeof( double ) );
	uint8_t* goals = calloc( (size_t)count, 1 );
	for ( int32_t v = 0; v < count; ++v )
	{
		vertices[v] = wfMesh_GetVertices( fine )[v];
		double x = vertices[v].x;
		vertices[v].x = x <= 32.0 ? 0.25 * x : 8.0 + ( x - 32.0 );
	}
	wfMeshDef def = wfDefaultMeshDef();
	def.vertices = vertices;
	def.vertexCount = count;
	def.triangles = wfMesh_GetTriangles( fine );
	def.triangleCount = wfMesh_GetTriangleCount( fine );
	wfMesh* mesh = NULL;
	CHECK_EQUAL( wfCreateMesh( &def, &mesh, NULL ), wf_ok );
	CHECK_EQUAL( wfMesh_GetVertexCount( mesh ), count );
	for ( int32_t v = 0; v < count; ++v )
	{
		values[v] = -3.0 * wfMesh_GetVertices( mesh )[v].x;
	}
	goals[0] = 1;
	wfSurfaceField field = handMadeField( mesh, values, goals );
	wfSurfaceLevels levels;
	CHECK_EQUAL( wfMakeSurfaceLevels( mesh, &field, NULL, &levels ), wf_ok );
	CHECK( levels.shown );
	CHECK_EQUAL( levels.count[wf_plainVertex], count );
	for ( double x = 0.0; x <= 16.0; x += 0.5 )
	{
		CHECK_NEAR( wfSurfaceLevels_Find( &levels, -3.0 * x ), 1.0 - x / 16.0, 0.03 );
	}
	CHECK_NEAR( levels.quantiles[0], -48.0, 1e-12 );
	CHECK_NEAR( levels.quantiles[WF_QUANTILE_COUNT - 1], 0.0, 1e-12 );
	CHECK_NEAR( wfSurfaceLevels_Find( &levels, 5.0 ), 1.0, 0.0 );
	CHECK_NEAR( wfSurfaceLevels_Find( &levels, -1e9 ), 0.0, 0.0 );
	wfFreeSurfaceLevels( &levels );
	wfDestroyMesh( mesh );
	wfDestroyMesh( fine );
	free( vertices );
	free( values );
	free( goals );
}

TEST( VerticesHaveTheirColors )
{
	wfMesh* mesh = gridMesh( 6, 6, 1.0 );
	int32_t count = wfMesh_GetVertexCount( mesh );
	double values[49];
	uint8_t goals[49] = { 0 }, colors[3 * 49];
	// Plain for x <= 2, q = 0 beyond: x = 3 continues it, the rest is not connected but for its boundary's corners.
	for ( int32_t v = 0; v < count; ++v )
	{
		double x = wfMesh_GetVertices( mesh )[v].x;
		values[v] = x <= 2.0 ? -x : -INFINITY;
		goals[v] = x == 0.0;
	}
	wfSurfaceField field = handMadeField( mesh, values, goals );
	wfSurfaceMask* mask = NULL;
	CHECK_EQUAL( wfCreateSurfaceMask( mesh, &mask ), wf_ok );
	int32_t blocked = 8;
	CHECK_EQUAL( wfSurfaceMask_BlockVertices( mask, &blocked, 1, NULL ), wf_ok );
	wfPalette palette;
	wfMakePalette( &palette );
	for ( int32_t k = 0; k < 2; ++k )
	{
		CHECK_EQUAL( wfColorSurface( mesh, k == 0 ? &field : NULL, mask, colors ), wf_ok );
		for ( int32_t v = 0; v < count; ++v )
		{
			double x = wfMesh_GetVertices( mesh )[v].x;
			uint32_t rgb = (uint32_t)colors[3 * v] << 16 | (uint32_t)colors[3 * v + 1] << 8 | colors[3 * v + 2];
			if ( v == blocked )
			{
				CHECK_EQUAL( rgb, WF_BLOCKED );
			}
			else if ( k == 1 )
			{
				CHECK_EQUAL( rgb, WF_CLAY );
			}
			else if ( x == 0.0 )
			{
				CHECK_EQUAL( rgb, palette.colors[WF_PALETTE_SIZE - 1] );
			}
			else if ( x == 2.0 || x == 3.0 )
			{
				CHECK_EQUAL( rgb, palette.colors[0] );
			}
			else if ( x > 3.0 )
			{
				CHECK_EQUAL( rgb, WF_APART );
			}
		}
	}
	wfDestroySurfaceMask( mask );
	wfDestroyMesh( mesh );
}

TEST( ScalesOfValues )
{
	double values[5] = { 2.0, INFINITY, 3.0, NAN, 8.0 };
	wfValueScale scale = wfMakeValueScale( values, 5 );
	CHECK_NEAR( scale.low, 0.0, 0.0 );
	CHECK_NEAR( scale.high, 8.0, 0.0 );
	CHECK_EQUAL( scale.infinite, 2 );
	double far[2] = { 1000.0, 1001.0 }, same[2] = { -4.0, -4.0 }, none[1] = { INFINITY };
	CHECK_NEAR( wfMakeValueScale( far, 2 ).low, 1000.0, 0.0 );
	scale = wfMakeValueScale( same, 2 );
	CHECK( scale.low == -4.0 && scale.high > scale.low );
	scale = wfMakeValueScale( none, 1 );
	CHECK( isfinite( scale.low ) && scale.high > scale.low );
	// One far out among many does not leave them one colour.
	double many[200];
	for ( int32_t i = 0; i < 200; ++i )
	{
		many[i] = i == 7 ? 900.0 : 1.0 + 0.01 * i;
	}
	CHECK( !wfMakeValueScale( many + 8, 192 ).capped );
	scale = wfMakeValueScale( many, 200 );
	CHECK( scale.capped && scale.high < 300.0 && scale.high > 100.0 );
}

// --------------------------------------------------------------------------------------------------------------- relief

TEST( SharpEdgesStaySharpAndRoundOnesRound )
{
	wfMesh* cube = cubeMesh();
	Scene scene = makeScene( cube, NULL, NULL, parallelView( 0.0, 0.0 ), 100 );
	for ( int32_t t = 0; t < wfMesh_GetTriangleCount( cube ); ++t )
	{
		wfVec3 face = wfMesh_GetNormal( cube, t );
		int32_t creases = 0;
		for ( int32_t k = 0; k < 3; ++k )
		{
			const float* n = scene.scene.normals + 9 * t + 3 * k;
			CHECK_NEAR( wfDot3( face, ( wfVec3 ){ (double)n[0], (double)n[1], (double)n[2] } ), 1.0, 1e-6 );
			creases += scene.scene.edge[3 * t + k] == wf_creaseEdge;
		}
		CHECK_EQUAL( creases, 2 );
	}
	freeScene( &scene );
	wfDestroyMesh( cube );
	wfMesh* sphere = sphereMesh( 16 );
	scene = makeScene( sphere, NULL, NULL, parallelView( 0.0, 0.0 ), 100 );
	for ( int32_t c = 0; c < 3 * wfMesh_GetTriangleCount( sphere ); ++c )
	{
		const float* n = scene.scene.normals + 3 * c;
		wfVec3 vertex = wfMesh_GetVertices( sphere )[wfMesh_GetTriangles( sphere )[c]];
		CHECK( fabs( wfDot3( vertex, ( wfVec3 ){ (double)n[0], (double)n[1], (double)n[2] } ) ) > 0.998 );
		CHECK_EQUAL( scene.scene.edge[c], wf_smoothEdge );
	}
	freeScene( &scene );
	wfDestroyMesh( sphere );
}

TEST( LightComesFromTheUpperLeft )
{
	uint32_t grey = 0x808080;
	uint32_t left = wfLight( grey, ( wfVec3 ){ -0.5, 0.5, 0.7071 } ), right = wfLight( grey, ( wfVec3 ){ 0.5, -0.5, 0.7071 } );
	CHECK( ( left & 255u ) > ( right & 255u ) + 30u );
	CHECK( ( right & 255u ) > 40u );
	CHECK_EQUAL( wfLight( 0xFFFFFF, ( wfVec3 ){ -0.45, 0.62, 0.643 } ), 0xFFFFFF );
	for ( uint32_t i = 0; i < 1000; ++i )
	{
		double x = cos( 0.37 * i ) * sqrt( i / 1000.0 ), y = sin( 0.37 * i ) * sqrt( i / 1000.0 );
		wfVec3 n = { x, y, sqrt( 1.0 - x * x - y * y ) }, back = wfUnpackNormal( wfPackNormal( n ) );
		CHECK( wfLength3( wfSub3( n, back ) ) < 0.004 );
	}
}

// --------------------------------------------------------------------------------------------------------------- pixels

TEST( CubeFromTheFrontIsOneFace )
{
	wfMesh* mesh = cubeMesh();
	double values[12];
	for ( int32_t t = 0; t < 12; ++t )
	{
		values[t] = t / 2;
	}
	// From +x, -x, +y, -y, above and below.
	double azimuths[6] = { 3.141592653589793, 0.0, -quarterTurn, quarterTurn, 0.0, 0.0 };
	double elevations[6] = { 0.0, 0.0, 0.0, 0.0, -quarterTurn, quarterTurn };
	for ( int32_t face = 0; face < 6; ++face )
	{
		Scene scene = makeScene( mesh, NULL, NULL, parallelView( azimuths[face], elevations[face] ), 106 );
		scene.scene.values = values;
		scene.scene.valueScale = ( wfValueScale ){ .high = 5.0 };
		wfSurfaceImage image = render( &scene );
		uint32_t expected = wfLight( wfPaletteColor( &scene.scene.palette, face / 5.0 ), ( wfVec3 ){ 0.0, 0.0, 1.0 } );
		int32_t inside = 0, outside = 0, width = image.image.width;
		double side = scene.scene.camera.scale, begin = 0.5 * ( width - side );
		for ( int32_t i = 0; i < width * image.image.height; ++i )
		{
			double x = i % width - begin, y = (double)( i / width ) - begin;
			bool well = x > 1.5 && x < side - 2.5 && y > 1.5 && y < side - 2.5;
			bool off = x < -1.0 || x > side || y < -1.0 || y > side;
			CHECK( !well || image.image.pixels[i] == expected );
			CHECK( !off || image.image.pixels[i] == WF_BACKDROP );
			CHECK( !well || fabs( (double)image.depth[i] - 0.5 ) < 1e-6 );
			CHECK( !off || image.depth[i] == -INFINITY );
			inside += well;
			outside += off;
		}
		CHECK( inside > 9000 && outside > 400 );
		wfFreeSurfaceImage( &image );
		freeScene( &scene );
	}
	wfDestroyMesh( mesh );
}

TEST( CubeFromACornerIsThreeFaces )
{
	wfMesh* mesh = cubeMesh();
	for ( int32_t k = 0; k < 2; ++k )
	{
		double values[12];
		for ( int32_t t = 0; t < 12; ++t )
		{
			values[t] = t / 2;
		}
		wfView view = parallelView( 0.6, 0.5 );
		view.perspective = k == 0 ? 0.0 : 1.2;
		Scene scene = makeScene( mesh, NULL, NULL, view, 160 );
		scene.scene.values = values;
		scene.scene.valueScale = ( wfValueScale ){ .high = 5.0 };
		const wfCamera* camera = &scene.scene.camera;
		wfSurfaceImage image = render( &scene );
		wfVec3 middles[3] = { { 1.0, 0.45, 0.5 }, { 0.45, 1.0, 0.5 }, { 0.5, 0.45, 1.0 } };
		for ( int32_t face = 0; face < 3; ++face )
		{
			wfVec3 n = { face == 0, face == 1, face == 2 };
			wfVec3 turned = { wfDot3( n, camera->right ), wfDot3( n, camera->up ), wfDot3( n, camera->toEye ) };
			uint32_t expected = wfLight( wfPaletteColor( &scene.scene.palette, ( 2.0 * face + 1.0 ) / 5.0 ), turned );
			wfVec2 place;
			CHECK( wfCamera_Project( camera, middles[face], &place ) );
			CHECK( colorDistance( pixelAt( &image, place.x, place.y ), expected ) <= 1 );
		}
		// Every pixel shows a place of one of the three faces, and none behind them.
		int32_t shown = 0;
		for ( int32_t i = 0; i < image.image.width * image.image.height; ++i )
		{
			if ( image.depth[i] > -INFINITY )
			{
				wfVec3 p = wfCamera_Unproject( camera, i % image.image.width + 0.5, (double)( i / image.image.width ) + 0.5,
											   (double)image.depth[i] );
				double off = fmin( fmin( fabs( p.x - 1.0 ), fabs( p.y - 1.0 ) ), fabs( p.z - 1.0 ) );
				CHECK( off < 0.02 );
				shown += 1;
			}
		}
		CHECK( shown > 8000 );
		wfFreeSurfaceImage( &image );
		freeScene( &scene );
	}
	wfDestroyMesh( mesh );
}

TEST( WhatIsBehindTheEyeIsNotShown )
{
	// The eye stands in a long corridor's floor's line: the near end lies behind it.
	wfMesh* mesh = gridMesh( 60, 6, 1.0 );
	wfView view = parallelView( 3.141592653589793, 0.15 );
	view.perspective = 1.5;
	view.hasCenter = true;
	view.center = ( wfVec3 ){ 35.0, 3.0, 0.0 };
	Scene scene = makeScene( mesh, NULL, NULL, view, 200 );
	wfSurfaceImage image = render( &scene );
	double reach = scene.scene.camera.distance * ( 1.0 - WF_NEAREST );
	int32_t shown = 0;
	for ( int32_t i = 0; i < image.image.width * image.image.height; ++i )
	{
		if ( image.depth[i] > -INFINITY )
		{
			shown += 1;
			wfVec3 p = wfCamera_Unproject( &scene.scene.camera, i % image.image.width + 0.5,
										   (double)( i / image.image.width ) + 0.5, (double)image.depth[i] );
			CHECK( (double)image.depth[i] <= reach + 1e-3 );
			CHECK( p.x > -1.0 && p.x < 61.0 && p.y > -0.5 && p.y < 6.5 && fabs( p.z ) < 0.3 );
		}
	}
	CHECK( shown > 1000 );
	wfFreeSurfaceImage( &image );
	freeScene( &scene );
	wfDestroyMesh( mesh );
}

TEST( LinesOfEqualAttractionLieWhereTheyShould )
{
	wfMesh* mesh = gridMesh( 80, 20, 0.25 );
	int32_t count = wfMesh_GetVertexCount( mesh );
	double* values = malloc( (size_t)count * sizeof( double ) );
	uint8_t* goals = calloc( (size_t)count, 1 );
	for ( int32_t v = 0; v < count; ++v )
	{
		values[v] = -2.0 * wfMesh_GetVertices( mesh )[v].x;
		goals[v] = wfMesh_GetVertices( mesh )[v].x == 0.0;
	}
	wfSurfaceField field = handMadeField( mesh, values, goals );
	// From above, x to the right: the azimuth is that of the lower edge of the picture.
	Scene scene = makeScene( mesh, &field, NULL, parallelView( -quarterTurn, quarterTurn ), 1000 );
	wfSurfaceImage plain = render( &scene );
	scene.scene.contours = true;
	wfSurfaceImage lined = render( &scene );
	int32_t row = plain.image.height / 2, found = 0;
	for ( int32_t k = 0; k < WF_CONTOUR_LINES; ++k )
	{
		double x = -0.5 * scene.scene.levels.contours[k];
		CHECK_NEAR( x, 20.0 * ( 1.0 - ( k + 1.0 ) / ( WF_CONTOUR_LINES + 1.0 ) ), 0.15 );
		wfVec2 place;
		CHECK( wfCamera_Project( &scene.scene.camera, ( wfVec3 ){ x, 2.5, 0.0 }, &place ) );
		double weight = 0.0, moment = 0.0;
		for ( int32_t i = (int32_t)place.x - 4; i <= (int32_t)place.x + 4; ++i )
		{
			int64_t pixel = (int64_t)row * plain.image.width + i;
			double d = colorDistance( plain.image.pixels[pixel], lined.image.pixels[pixel] );
			weight += d;
			moment += d * ( i + 0.5 );
		}
		CHECK( weight > 40.0 );
		CHECK_NEAR( moment / weight, place.x, 0.35 );
		found += 1;
	}
	CHECK_EQUAL( found, 19 );
	int32_t changed = 0;
	for ( int32_t i = 0; i < plain.image.width; ++i )
	{
		int64_t pixel = (int64_t)row * plain.image.width + i;
		changed += plain.image.pixels[pixel] != lined.image.pixels[pixel];
	}
	CHECK( changed >= 19 && changed <= 3 * 19 );
	wfFreeSurfaceImage( &plain );
	wfFreeSurfaceImage( &lined );
	freeScene( &scene );
	free( values );
	free( goals );
	wfDestroyMesh( mesh );
}

TEST( ObstaclesAndBoundariesAreDark )
{
	wfMesh* mesh = gridMesh( 10, 10, 1.0 );
	wfSurfaceMask* mask = NULL;
	CHECK_EQUAL( wfCreateSurfaceMask( mesh, &mask ), wf_ok );
	// The four corners of a square, an edge, a vertex.
	int32_t vertices[7] = { 0 };
	double places[7][2] = { { 3, 3 }, { 4, 3 }, { 3, 4 }, { 4, 4 }, { 7, 7 }, { 8, 7 }, { 2, 8 } };
	for ( int32_t i = 0; i < 7; ++i )
	{
		for ( int32_t v = 0; v < wfMesh_GetVertexCount( mesh ); ++v )
		{
			wfVec3 p = wfMesh_GetVertices( mesh )[v];
			vertices[i] = p.x == places[i][0] && p.y == places[i][1] ? v : vertices[i];
		}
	}
	CHECK_EQUAL( wfSurfaceMask_BlockVertices( mask, vertices, 7, NULL ), wf_ok );
	Scene scene = makeScene( mesh, NULL, mask, parallelView( -quarterTurn, quarterTurn ), 400 );
	wfSurfaceImage image = render( &scene );
	wfInk ink;
	CHECK_EQUAL( wfMakeInk( image.image.width, image.image.height, &ink ), wf_ok );
	wfInkMesh( &ink, &image, &scene.scene );
	wfInk_Blend( &ink, &image.image );
	struct
	{
		double x, y;
		bool dark;
	} looks[] = { { 3.5, 3.5, true }, { 3.2, 3.7, true },  { 2.7, 3.5, false }, { 4.4, 3.5, false },
				  { 7.5, 7.0, true }, { 7.5, 7.3, false }, { 2.0, 8.0, true },	{ 2.3, 8.0, false },
				  { 0.0, 5.0, true }, { 5.0, 10.0, true }, { 0.4, 5.0, false }, { 6.0, 2.0, false } };
	for ( size_t i = 0; i < sizeof( looks ) / sizeof( looks[0] ); ++i )
	{
		wfVec2 place;
		CHECK( wfCamera_Project( &scene.scene.camera, ( wfVec3 ){ looks[i].x, looks[i].y, 0.0 }, &place ) );
		uint32_t green = pixelAt( &image, place.x, place.y ) >> 8 & 255u;
		CHECK( looks[i].dark ? green < 0x50 : green > 0xB0 );
	}
	wfFreeInk( &ink );
	wfFreeSurfaceImage( &image );
	freeScene( &scene );
	wfDestroySurfaceMask( mask );
	wfDestroyMesh( mesh );
}

TEST( CornersAreDarkerAndPlanesAreNot )
{
	// An L of two squares seen along its bisector: darker along the fold than away from it; a plane keeps every bit.
	wfVec3 vertices[6] = { { 0, 0, 0 }, { 4, 0, 0 }, { 4, 4, 0 }, { 0, 4, 0 }, { 0, 0, 4 }, { 0, 4, 4 } };
	int32_t triangles[12] = { 0, 1, 2, 0, 2, 3, 0, 3, 5, 0, 5, 4 };
	wfMeshDef def = wfDefaultMeshDef();
	def.vertices = vertices;
	def.vertexCount = 6;
	def.triangles = triangles;
	def.triangleCount = 4;
	wfMesh* mesh = NULL;
	CHECK_EQUAL( wfCreateMesh( &def, &mesh, NULL ), wf_ok );
	Scene scene = makeScene( mesh, NULL, NULL, parallelView( 0.0, 0.5 * quarterTurn ), 300 );
	wfSurfaceImage image = render( &scene );
	wfVec2 fold, away;
	CHECK( wfCamera_Project( &scene.scene.camera, ( wfVec3 ){ 0.1, 2.0, 0.0 }, &fold ) );
	CHECK( wfCamera_Project( &scene.scene.camera, ( wfVec3 ){ 3.0, 2.0, 0.0 }, &away ) );
	CHECK_EQUAL( pixelAt( &image, fold.x, fold.y ), pixelAt( &image, away.x, away.y ) );
	uint32_t before = pixelAt( &image, away.x, away.y );
	CHECK_EQUAL( wfShadeCorners( &image, &scene.scene.camera ), wf_ok );
	CHECK_EQUAL( pixelAt( &image, away.x, away.y ), before );
	CHECK( ( pixelAt( &image, fold.x, fold.y ) & 255u ) + 15u < ( before & 255u ) );
	wfFreeSurfaceImage( &image );
	freeScene( &scene );
	wfDestroyMesh( mesh );
}

// ------------------------------------------------------------------------------------------------------- on the surface

static int32_t countChanges( const wfSurfaceImage* image, const uint32_t* before )
{
	int32_t count = 0;
	for ( int32_t i = 0; i < image->image.width * image->image.height; ++i )
	{
		count += image->image.pixels[i] != before[i];
	}
	return count;
}

static uint32_t* copyPixels( const wfSurfaceImage* image )
{
	size_t size = (size_t)image->image.width * (size_t)image->image.height * sizeof( uint32_t );
	uint32_t* copy = malloc( size );
	memcpy( copy, image->image.pixels, size );
	return copy;
}

TEST( DiscsLieOnTheSurface )
{
	wfMesh* mesh = gridMesh( 10, 10, 1.0 );
	for ( int32_t k = 0; k < 3; ++k )
	{
		double elevation = k == 0 ? quarterTurn : 1.0 - 0.4 * k;
		Scene scene = makeScene( mesh, NULL, NULL, parallelView( -quarterTurn, elevation ), 500 );
		wfSurfaceImage image = render( &scene );
		uint32_t* before = copyPixels( &image );
		wfSurfaceStamp stamp = { { 4.3, 5.2, 0.0 }, 0.8, { 0.0, 0.0, 0.0 }, 0xD5401E, false };
		wfStampOnSurface( &image.image, &image, &scene.scene.camera, &stamp );
		double scale = scene.scene.camera.scale;
		double area = 3.14159265 * 0.8 * 0.8 * scale * scale * sin( elevation ), outline = 5.1 * 0.8 * scale;
		CHECK_NEAR( countChanges( &image, before ), area, 0.6 * outline );
		wfVec2 inside, outside;
		CHECK( wfCamera_Project( &scene.scene.camera, ( wfVec3 ){ 4.3 + 0.5, 5.2, 0.0 }, &inside ) );
		CHECK( wfCamera_Project( &scene.scene.camera, ( wfVec3 ){ 4.3, 5.2 + 1.0, 0.0 }, &outside ) );
		CHECK( colorDistance( pixelAt( &image, inside.x, inside.y ), 0xD5401E ) < 40 );
		CHECK_EQUAL( pixelAt( &image, outside.x, outside.y ),
					 before[(int64_t)outside.y * image.image.width + (int64_t)outside.x] );
		free( before );
		wfFreeSurfaceImage( &image );
		freeScene( &scene );
	}
	wfDestroyMesh( mesh );
}

TEST( DiscsAndLinesBehindAreHidden )
{
	wfMesh* mesh = cubeMesh();
	Scene scene = makeScene( mesh, NULL, NULL, parallelView( 0.6, 0.5 ), 300 );
	wfSurfaceImage image = render( &scene );
	uint32_t* before = copyPixels( &image );
	wfSurfaceStamp hidden = { { 0.0, 0.5, 0.5 }, 0.1, { 0.0, 1.0, 0.0 }, 0xFF0000, false };
	wfStampOnSurface( &image.image, &image, &scene.scene.camera, &hidden );
	CHECK_EQUAL( countChanges( &image, before ), 0 );
	hidden.center.x = 1.0;
	wfStampOnSurface( &image.image, &image, &scene.scene.camera, &hidden );
	CHECK( countChanges( &image, before ) > 300 );
	wfInk ink;
	CHECK_EQUAL( wfMakeInk( image.image.width, image.image.height, &ink ), wf_ok );
	wfInkLine line = { { 0.0, 0.1, 0.5 }, { 0.0, 0.9, 0.5 }, 4.0, 0x0000FF, 1.0, false };
	wfInk_AddLine( &ink, &image, &scene.scene.camera, &line );
	double covered = 0.0;
	for ( int32_t i = 0; i < ink.width * ink.height; ++i )
	{
		covered += (double)ink.alphas[i];
	}
	CHECK_NEAR( covered, 0.0, 0.0 );
	line.from.x = line.to.x = 1.0;
	wfInk_AddLine( &ink, &image, &scene.scene.camera, &line );
	wfVec2 a, b;
	CHECK( wfCamera_Project( &scene.scene.camera, line.from, &a ) && wfCamera_Project( &scene.scene.camera, line.to, &b ) );
	for ( int32_t i = 0; i < ink.width * ink.height; ++i )
	{
		covered += (double)ink.alphas[i];
	}
	CHECK_NEAR( covered, 4.0 * hypot( a.x - b.x, a.y - b.y ) + 3.14159 * 4.0, 0.05 * covered );
	// Nothing is added where the same line is drawn again, and fading takes it away.
	wfInk_AddLine( &ink, &image, &scene.scene.camera, &line );
	double again = 0.0;
	for ( int32_t i = 0; i < ink.width * ink.height; ++i )
	{
		again += (double)ink.alphas[i];
	}
	CHECK_NEAR( again, covered, 1e-9 );
	wfInk_Fade( &ink, 0.0f );
	memcpy( image.image.pixels, before, (size_t)ink.width * (size_t)ink.height * sizeof( uint32_t ) );
	wfInk_Blend( &ink, &image.image );
	CHECK_EQUAL( countChanges( &image, before ), 0 );
	wfFreeInk( &ink );
	free( before );
	wfFreeSurfaceImage( &image );
	freeScene( &scene );
	wfDestroyMesh( mesh );
}

TEST( AgentsHeadAlongTheSurface )
{
	wfMesh* mesh = sphereMesh( 24 );
	wfVec3 positions[3] = { { 0.0, 0.0, 1.02 }, { 1.0, 0.0, 0.0 }, { NAN, 0.0, 0.0 } };
	wfVec3 velocities[3] = { { 0.3, 0.4, 0.0 }, { 0.0, 0.0, -0.5 }, { 0.0, 0.0, 0.0 } };
	wfFrame frame = { .count = 3, .positions = positions, .velocities = velocities };
	wfSurfaceStamp stamp;
	CHECK( wfMakeSurfaceStamp( mesh, &frame, 0, &stamp ) );
	CHECK_NEAR( stamp.center.z, 1.0, 0.01 );
	CHECK_NEAR( wfLength3( stamp.heading ), 1.0, 1e-9 );
	CHECK( stamp.heading.x > 0.5 && stamp.heading.y > 0.7 );
	CHECK( wfMakeSurfaceStamp( mesh, &frame, 1, &stamp ) );
	CHECK( stamp.heading.z < -0.98 );
	CHECK( !wfMakeSurfaceStamp( mesh, &frame, 2, &stamp ) );
	wfDestroyMesh( mesh );
}

void runSurfaceRenderingTests( int argc, char** argv )
{
	RUN( ViewsFitAndGoBack );
	RUN( PlacesBehindTheSurfaceAreHidden );
	RUN( EachColourHasTheSameArea );
	RUN( VerticesHaveTheirColors );
	RUN( ScalesOfValues );
	RUN( SharpEdgesStaySharpAndRoundOnesRound );
	RUN( LightComesFromTheUpperLeft );
	RUN( CubeFromTheFrontIsOneFace );
	RUN( CubeFromACornerIsThreeFaces );
	RUN( WhatIsBehindTheEyeIsNotShown );
	RUN( LinesOfEqualAttractionLieWhereTheyShould );
	RUN( ObstaclesAndBoundariesAreDark );
	RUN( CornersAreDarkerAndPlanesAreNot );
	RUN( DiscsLieOnTheSurface );
	RUN( DiscsAndLinesBehindAreHidden );
	RUN( AgentsHeadAlongTheSurface );
}
