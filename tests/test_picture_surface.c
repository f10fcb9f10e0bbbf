// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Pictures of surfaces as files, and surfaces in videos.

#include "test_picture_surface.h"

#include "base/base.h"
#include "picture/video.h"
#include "wayfield/io.h"
#include "wayfield/picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// --------------------------------------------------------------------------------------------------------------- shared

static wfMesh* makeMesh( const wfVec3* vertices, int32_t vertexCount, const int32_t* triangles, int32_t triangleCount )
{
	wfMeshDef def = wfDefaultMeshDef();
	def.vertices = vertices;
	def.vertexCount = vertexCount;
	def.triangles = triangles;
	def.triangleCount = triangleCount;
	wfMesh* mesh = NULL;
	CHECK_EQUAL( wfCreateMesh( &def, &mesh, NULL ), wf_ok );
	return mesh;
}

wfMesh* cubeMesh( void )
{
	wfVec3 vertices[8];
	for ( int32_t i = 0; i < 8; ++i )
	{
		vertices[i] = ( wfVec3 ){ i & 1, i >> 1 & 1, i >> 2 & 1 };
	}
	static const int32_t triangles[36] = { 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4,
										   2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6 };
	return makeMesh( vertices, 8, triangles, 12 );
}

wfMesh* gridMesh( int32_t n, int32_t m, double side )
{
	int32_t vertexCount = 0, triangleCount = 0;
	wfVec3* vertices = malloc( (size_t)( n + 1 ) * (size_t)( m + 1 ) * sizeof( wfVec3 ) );
	int32_t* triangles = malloc( 6 * (size_t)n * (size_t)m * sizeof( int32_t ) );
	for ( int32_t i = 0; i < ( n + 1 ) * ( m + 1 ); ++i )
	{
		vertices[vertexCount++] = ( wfVec3 ){ side * ( i % ( n + 1 ) ), side * ( i / ( n + 1 ) ), 0.0 };
	}
	for ( int32_t i = 0; i < n * m; ++i )
	{
		int32_t a = i % n + ( n + 1 ) * ( i / n ), b = a + 1, c = b + n + 1, d = a + n + 1;
		int32_t corners[6] = { a, b, c, a, c, d };
		memcpy( triangles + 6 * i, corners, sizeof( corners ) );
		triangleCount += 2;
	}
	wfMesh* mesh = makeMesh( vertices, vertexCount, triangles, triangleCount );
	free( vertices );
	free( triangles );
	return mesh;
}

wfMesh* sphereMesh( int32_t rings )
{
	int32_t around = 2 * rings, vertexCount = 0, count = 0;
	wfVec3* vertices = malloc( (size_t)( rings + 1 ) * (size_t)around * sizeof( wfVec3 ) );
	int32_t* triangles = malloc( 6 * (size_t)rings * (size_t)around * sizeof( int32_t ) );
	vertices[vertexCount++] = ( wfVec3 ){ 0.0, 0.0, 1.0 };
	for ( int32_t i = 1; i < rings; ++i )
	{
		for ( int32_t k = 0; k < around; ++k )
		{
			double t = 3.141592653589793 * i / rings, a = 3.141592653589793 * k / rings;
			vertices[vertexCount++] = ( wfVec3 ){ sin( t ) * cos( a ), sin( t ) * sin( a ), cos( t ) };
		}
	}
	vertices[vertexCount++] = ( wfVec3 ){ 0.0, 0.0, -1.0 };
	for ( int32_t k = 0; k < around; ++k )
	{
		int32_t next = ( k + 1 ) % around, last = 1 + ( rings - 2 ) * around;
		int32_t caps[6] = { 0, 1 + k, 1 + next, vertexCount - 1, last + next, last + k };
		memcpy( triangles + count, caps, sizeof( caps ) );
		count += 6;
		for ( int32_t i = 1; i + 1 < rings; ++i )
		{
			int32_t a = 1 + ( i - 1 ) * around + k, d = 1 + ( i - 1 ) * around + next, b = a + around, c = d + around;
			int32_t corners[6] = { a, b, c, a, c, d };
			memcpy( triangles + count, corners, sizeof( corners ) );
			count += 6;
		}
	}
	wfMesh* mesh = makeMesh( vertices, vertexCount, triangles, count / 3 );
	free( vertices );
	free( triangles );
	return mesh;
}

wfSurfaceField handMadeField( const wfMesh* mesh, double* logValues, uint8_t* isGoal )
{
	return ( wfSurfaceField ){ .mesh = mesh, .logValue = logValues, .core = { .isGoal = isGoal, .isWhole = true } };
}

// A sphere with q falling from its north pole, a path down to near the south pole in front and one behind.
typedef struct Planet
{
	wfMesh* mesh;
	double* values;
	uint8_t* goals;
	wfSurfaceField field;
	wfVec3 points[2][32];
	wfSurfacePath paths[2];
} Planet;

static Planet* makePlanet( int32_t rings )
{
	Planet* planet = calloc( 1, sizeof( Planet ) );
	planet->mesh = sphereMesh( rings );
	int32_t count = wfMesh_GetVertexCount( planet->mesh );
	planet->values = malloc( (size_t)count * sizeof( double ) );
	planet->goals = calloc( (size_t)count, 1 );
	planet->goals[0] = 1;
	for ( int32_t v = 0; v < count; ++v )
	{
		planet->values[v] = 9.0 * ( wfMesh_GetVertices( planet->mesh )[v].z - 1.0 );
	}
	planet->field = handMadeField( planet->mesh, planet->values, planet->goals );
	for ( int32_t k = 0; k < 2; ++k )
	{
		// Along a meridian of the mesh, from vertex to vertex, to the ring around the pole.
		int32_t pointCount = rings - 2;
		for ( int32_t i = 0; i < pointCount; ++i )
		{
			int32_t vertex = 1 + ( rings - 3 - i ) * 2 * rings + ( k == 0 ? 0 : rings );
			planet->points[k][i] = wfMesh_GetVertices( planet->mesh )[vertex];
		}
		planet->paths[k] = ( wfSurfacePath ){ .points = planet->points[k], .count = pointCount, .length = 2.5 };
	}
	return planet;
}

static void destroyPlanet( Planet* planet )
{
	wfDestroyMesh( planet->mesh );
	free( planet->values );
	free( planet->goals );
	free( planet );
}

// What isGoodSvg asks for, but for the letters of an embedded image.
static bool isGoodDrawing( const char* path )
{
	FileBytes bytes = readBytes( path );
	bool good = isWellFormedXml( &bytes );
	char* image = good ? strstr( (char*)bytes.data, "base64," ) : NULL;
	char* end = image != NULL ? strchr( image, '"' ) : NULL;
	if ( end != NULL )
	{
		memset( image, ' ', (size_t)( end - image ) );
	}
	good = good && end != NULL && !containsText( &bytes, "nan" ) && !containsText( &bytes, "inf" );
	freeBytes( &bytes );
	return good;
}

static uint32_t packed( wfColor color )
{
	return (uint32_t)color.r << 16 | (uint32_t)color.g << 8 | color.b;
}

// -------------------------------------------------------------------------------------------------------------- pictures

TEST( SurfaceAsPng )
{
	Planet* planet = makePlanet( 18 );
	CrowdPath file = crowdPath( "planet.png" );
	wfSurfacePictureDef def = wfDefaultSurfacePictureDef();
	def.view = ( wfView ){ .azimuth = 0.0, .elevation = 0.3, .zoom = 1.0 };
	def.width = 500;
	def.title = "a planet";
	def.paths = planet->paths;
	def.pathCount = 1;
	wfError error = { 0 };
	CHECK_EQUAL( wfDrawSurface( file.text, planet->mesh, &planet->field, &def, &error ), wf_ok );
	FileBytes bytes = readBytes( file.text );
	int32_t width = 0, height = 0;
	CHECK( getPngSize( &bytes, &width, &height ) );
	CHECK( width <= 500 && height == 500 && width > 380 );
	CHECK( countPixels( file.text, WF_BACKDROP ) > 20000 );
	CHECK( countPixels( file.text, packed( wfPathColor( 0 ) ) ) > 200 );
	CHECK( countPixels( file.text, WF_GOAL ) > 20 );
	// The same picture is the same bytes.
	CHECK_EQUAL( wfDrawSurface( file.text, planet->mesh, &planet->field, &def, &error ), wf_ok );
	FileBytes again = readBytes( file.text );
	CHECK( again.size == bytes.size && memcmp( again.data, bytes.data, bytes.size ) == 0 );
	freeBytes( &again );
	freeBytes( &bytes );
	// Without anything around it the whole sheet is the surface's.
	def.legend = false;
	def.title = NULL;
	def.width = 64;
	CHECK_EQUAL( wfDrawSurface( file.text, planet->mesh, NULL, &def, &error ), wf_ok );
	bytes = readBytes( file.text );
	CHECK( getPngSize( &bytes, &width, &height ) );
	CHECK_EQUAL( width, 64 );
	CHECK_EQUAL( height, 64 );
	freeBytes( &bytes );
	remove( file.text );
	destroyPlanet( planet );
}

// A wedge that looks different from every side, as it is and lying on its back.
TEST( FilesWithYUpStandUpright )
{
	const wfVec3 upright[4] = { { 0.0, 0.0, 0.0 }, { 3.0, 0.0, 0.0 }, { 0.0, 2.0, 0.0 }, { 0.0, 0.0, 1.0 } };
	static const int32_t triangles[12] = { 0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3 };
	wfVec3 lying[4];
	for ( int32_t v = 0; v < 4; ++v )
	{
		lying[v] = ( wfVec3 ){ upright[v].x, upright[v].z, -upright[v].y };
	}
	wfMesh *standing = makeMesh( upright, 4, triangles, 4 ), *fallen = makeMesh( lying, 4, triangles, 4 );
	CrowdPath file = crowdPath( "wedge.png" );
	wfSurfacePictureDef def = wfDefaultSurfacePictureDef();
	def.width = 128;
	def.legend = false;
	CHECK_EQUAL( wfDrawSurface( file.text, standing, NULL, &def, NULL ), wf_ok );
	FileBytes expected = readBytes( file.text );
	CHECK_EQUAL( wfDrawSurface( file.text, fallen, NULL, &def, NULL ), wf_ok );
	FileBytes other = readBytes( file.text );
	def.view.yUp = true;
	CHECK_EQUAL( wfDrawSurface( file.text, fallen, NULL, &def, NULL ), wf_ok );
	FileBytes turned = readBytes( file.text );
	CHECK( turned.size == expected.size && memcmp( turned.data, expected.data, turned.size ) == 0 );
	CHECK( other.size != expected.size || memcmp( other.data, expected.data, other.size ) != 0 );
	freeBytes( &turned );
	freeBytes( &other );
	freeBytes( &expected );
	remove( file.text );
	wfDestroyMesh( fallen );
	wfDestroyMesh( standing );
}

TEST( SurfaceAsSvg )
{
	Planet* planet = makePlanet( 18 );
	CrowdPath file = crowdPath( "planet.svg" );
	wfSurfacePictureDef def = wfDefaultSurfacePictureDef();
	def.title = "a <planet> & more";
	def.width = 400;
	def.paths = planet->paths;
	def.pathCount = 2;
	def.edges = true;
	CHECK_EQUAL( wfDrawSurface( file.text, planet->mesh, &planet->field, &def, NULL ), wf_ok );
	CHECK( isGoodDrawing( file.text ) );
	FileBytes bytes = readBytes( file.text );
	CHECK( containsText( &bytes, "height=\"400\"" ) );
	CHECK( containsText( &bytes, "a &lt;planet&gt; &amp; more" ) );
	CHECK( containsText( &bytes, "data:image/png;base64,iVBORw0KGgo" ) );
	CHECK( containsText( &bytes, ">attraction q, each colour on equal area<" ) );
	CHECK( containsText( &bytes, ">goal<" ) );
	CHECK( containsText( &bytes, ">2 paths<" ) );
	CHECK( containsText( &bytes, " m</text>" ) );
	// With a vanishing point there is no scale.
	def.view.perspective = 0.8;
	CHECK_EQUAL( wfDrawSurface( file.text, planet->mesh, &planet->field, &def, NULL ), wf_ok );
	CHECK_EQUAL( countText( file.text, " m</text>" ), 0 );
	freeBytes( &bytes );
	remove( file.text );
	destroyPlanet( planet );
}

TEST( HiddenPartsOfPathsAreFaint )
{
	Planet* planet = makePlanet( 18 );
	CrowdPath file = crowdPath( "paths.svg" );
	char solid[96], faint[96];
	wfColor color = wfPathColor( 0 );
	snprintf( solid, sizeof( solid ), "stroke=\"#%02x%02x%02x\" stroke-width", color.r, color.g, color.b );
	snprintf( faint, sizeof( faint ), "stroke=\"#%02x%02x%02x\" stroke-opacity", color.r, color.g, color.b );
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfSurfacePictureDef def = wfDefaultSurfacePictureDef();
		def.width = 400;
		def.legend = false;
		def.view = ( wfView ){ .azimuth = 0.0, .elevation = 0.0, .zoom = 1.0 };
		def.paths = planet->paths + k;
		def.pathCount = 1;
		CHECK_EQUAL( wfDrawSurface( file.text, planet->mesh, NULL, &def, NULL ), wf_ok );
		CHECK( isGoodDrawing( file.text ) );
		CHECK_EQUAL( countText( file.text, solid ), k == 0 ? 1 : 0 );
		CHECK_EQUAL( countText( file.text, faint ), k == 0 ? 0 : 1 );
		CHECK_EQUAL( countText( file.text, "stroke-dasharray" ), k );
	}
	// On pixels: nothing of its colour where the path runs behind.
	CrowdPath pixels = crowdPath( "paths.png" );
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfSurfacePictureDef def = wfDefaultSurfacePictureDef();
		def.width = 400;
		def.legend = false;
		def.view = ( wfView ){ .azimuth = 0.0, .elevation = 0.0, .zoom = 1.0 };
		def.paths = planet->paths + k;
		def.pathCount = 1;
		CHECK_EQUAL( wfDrawSurface( pixels.text, planet->mesh, NULL, &def, NULL ), wf_ok );
		int64_t count = countPixels( pixels.text, packed( color ) );
		CHECK( k == 0 ? count > 400 : count == 0 );
	}
	remove( pixels.text );
	remove( file.text );
	destroyPlanet( planet );
}

// A path around the equator: seen over half of its length.
TEST( PathsEndAtTheHorizon )
{
	Planet* planet = makePlanet( 20 );
	wfVec3 points[41];
	for ( int32_t i = 0; i <= 40; ++i )
	{
		points[i] = wfMesh_GetVertices( planet->mesh )[1 + 9 * 40 + i % 40];
	}
	wfSurfacePath path = { .points = points, .count = 41 };
	CrowdPath file = crowdPath( "equator.svg" );
	wfSurfacePictureDef def = wfDefaultSurfacePictureDef();
	def.legend = false;
	def.width = 500;
	def.view = ( wfView ){ .azimuth = 0.33, .elevation = 0.0, .zoom = 1.0 };
	def.paths = &path;
	def.pathCount = 1;
	CHECK_EQUAL( wfDrawSurface( file.text, planet->mesh, NULL, &def, NULL ), wf_ok );
	FileBytes bytes = readBytes( file.text );
	const char* stroke = strstr( (const char*)bytes.data, "stroke=\"#e8431f\" stroke-width" );
	CHECK( stroke != NULL );
	// One or two runs, together from edge to edge: the sum of all steps to the right and left.
	const char* at = stroke != NULL ? strstr( stroke, " d=\"" ) : NULL;
	double width = 0.0, x = 0.0, y = 0.0;
	for ( at = at != NULL ? at + 4 : ""; *at != 0 && *at != '"'; )
	{
		char command = *at;
		at += command == 'M' || command == 'l' ? 1 : 0;
		char* end;
		double dx = strtod( at, &end ), dy = strtod( end, &end );
		if ( end == at )
		{
			break;
		}
		width += command == 'M' ? 0.0 : fabs( dx );
		x = command == 'M' ? dx : x + dx;
		y = command == 'M' ? dy : y + dy;
		at = *end == ' ' ? end + 1 : end;
	}
	double diameter = ( 500.0 - 4.0 ) / 1.03;
	CHECK_NEAR( width, diameter, 6.0 );
	freeBytes( &bytes );
	remove( file.text );
	destroyPlanet( planet );
}

TEST( ValuesOfTrianglesHaveTheirScale )
{
	wfMesh* mesh = cubeMesh();
	double values[12];
	for ( int32_t t = 0; t < 12; ++t )
	{
		values[t] = t < 10 ? 0.5 + 0.2 * ( t / 2 ) : INFINITY;
	}
	CrowdPath file = crowdPath( "values.svg" );
	wfSurfacePictureDef def = wfDefaultSurfacePictureDef();
	def.width = 300;
	def.triangleValues = values;
	def.valueLabel = "headroom (m)";
	CHECK_EQUAL( wfDrawSurface( file.text, mesh, NULL, &def, NULL ), wf_ok );
	CHECK( isGoodDrawing( file.text ) );
	CHECK_EQUAL( countText( file.text, ">headroom (m)<" ), 1 );
	CHECK_EQUAL( countText( file.text, ">without limit<" ), 1 );
	CHECK_EQUAL( countText( file.text, ">0.6<" ), 1 );
	CHECK_EQUAL( countText( file.text, ">1.2<" ), 1 );
	CHECK_EQUAL( countText( file.text, ">goal<" ), 0 );
	remove( file.text );
	wfDestroyMesh( mesh );
}

TEST( AgentsAndTrailsAreOnTheSurface )
{
	wfMesh* mesh = gridMesh( 20, 20, 1.0 );
	CrowdPath file = crowdPath( "agents.png" );
	wfSurfacePictureDef def = wfDefaultSurfacePictureDef();
	def.view = ( wfView ){ .azimuth = -1.5707963267948966, .elevation = 1.5707963267948966, .zoom = 1.0 };
	def.width = 600;
	def.legend = false;
	CHECK_EQUAL( wfDrawSurface( file.text, mesh, NULL, &def, NULL ), wf_ok );
	int64_t floor = countPixels( file.text, wfLight( WF_CLAY, ( wfVec3 ){ 0.0, 0.0, 1.0 } ) );
	CHECK( floor > 300000 );
	// Sixteen discs of a metre: each some 2,600 pixels of a scale of 29 pixels a metre.
	wfVec3 positions[16];
	float radii[16];
	uint8_t states[16];
	for ( int32_t i = 0; i < 16; ++i )
	{
		positions[i] = ( wfVec3 ){ 3.0 + 4.5 * ( i % 4 ), 3.0 + 4.5 * ( i / 4 ), 0.0 };
		radii[i] = 1.0f;
		states[i] = wf_walking;
	}
	wfFrame frame = { .count = 16, .positions = positions, .radii = radii, .states = states };
	def.frame = &frame;
	CHECK_EQUAL( wfDrawSurface( file.text, mesh, NULL, &def, NULL ), wf_ok );
	int64_t left = countPixels( file.text, wfLight( WF_CLAY, ( wfVec3 ){ 0.0, 0.0, 1.0 } ) );
	double scale = ( 600.0 - 4.0 ) / ( 20.0 * 1.03 );
	CHECK_NEAR( (double)( floor - left ), 16.0 * 3.14159265 * scale * scale, 0.08 * (double)( floor - left ) );
	// Trails: three rows of steps.
	wfTrajectoryRow rows[3 * 50];
	memset( rows, 0, sizeof( rows ) );
	for ( int32_t i = 0; i < 150; ++i )
	{
		rows[i].frame = i / 3;
		rows[i].id = i % 3;
		rows[i].x = 2.0 + 0.3 * ( i / 3 );
		rows[i].y = 5.0 + 5.0 * ( i % 3 );
	}
	wfTrajectories trails = { .fps = 10.0, .rows = rows, .rowCount = 150 };
	def.frame = NULL;
	def.trails = &trails;
	CHECK_EQUAL( wfDrawSurface( file.text, mesh, NULL, &def, NULL ), wf_ok );
	left = countPixels( file.text, wfLight( WF_CLAY, ( wfVec3 ){ 0.0, 0.0, 1.0 } ) );
	double length = 3.0 * 0.3 * 49.0 * scale;
	CHECK( (double)( floor - left ) > length && (double)( floor - left ) < 5.0 * length );
	// A recording that goes nowhere or not at all is no reason to fail.
	trails.rowCount = 0;
	CHECK_EQUAL( wfDrawSurface( file.text, mesh, NULL, &def, NULL ), wf_ok );
	remove( file.text );
	wfDestroyMesh( mesh );
}

// Along the bottom of a cube nothing is seen from above; the same path without heights lies on top.
TEST( HeightsOfTrailsCount )
{
	wfMesh* mesh = cubeMesh();
	CrowdPath file = crowdPath( "heights.png" );
	wfSurfacePictureDef def = wfDefaultSurfacePictureDef();
	def.view = ( wfView ){ .azimuth = 0.0, .elevation = 1.5707963267948966, .zoom = 1.0 };
	def.width = 200;
	def.legend = false;
	wfTrajectoryRow rows[9];
	memset( rows, 0, sizeof( rows ) );
	for ( int32_t i = 0; i < 9; ++i )
	{
		rows[i].frame = i;
		rows[i].x = 0.1 + 0.1 * i;
		rows[i].y = 0.5;
	}
	wfTrajectories trails = { .fps = 10.0, .rows = rows, .rowCount = 9 };
	uint32_t lit = wfLight( WF_CLAY, ( wfVec3 ){ 0.0, 0.0, 1.0 } );
	CHECK_EQUAL( wfDrawSurface( file.text, mesh, NULL, &def, NULL ), wf_ok );
	int64_t bare = countPixels( file.text, lit );
	def.trails = &trails;
	CHECK_EQUAL( wfDrawSurface( file.text, mesh, NULL, &def, NULL ), wf_ok );
	CHECK( countPixels( file.text, lit ) < bare - 150 );
	trails.hasHeights = true;
	CHECK_EQUAL( wfDrawSurface( file.text, mesh, NULL, &def, NULL ), wf_ok );
	CHECK_EQUAL( countPixels( file.text, lit ), bare );
	remove( file.text );
	wfDestroyMesh( mesh );
}

TEST( OddMeshesAndViews )
{
	CrowdPath file = crowdPath( "odd.png" );
	wfVec3 vertices[3] = { { 1e6, 1e6, 5.0 }, { 1e6 + 1.0, 1e6, 5.0 }, { 1e6, 1e6 + 1.0, 5.0 } };
	int32_t triangles[3] = { 0, 1, 2 };
	wfMesh* mesh = makeMesh( vertices, 3, triangles, 1 );
	double values[3] = { 0.0, -INFINITY, -INFINITY };
	uint8_t goals[3] = { 1, 0, 0 };
	wfSurfaceField field = handMadeField( mesh, values, goals );
	// From above, from below, and along the plane, where nothing is seen.
	for ( int32_t k = -1; k <= 1; ++k )
	{
		wfSurfacePictureDef def = wfDefaultSurfacePictureDef();
		def.width = 200;
		def.legend = false;
		def.view.elevation = 1.5707963267948966 * k;
		CHECK_EQUAL( wfDrawSurface( file.text, mesh, NULL, &def, NULL ), wf_ok );
		int64_t clay = countPixels( file.text, wfLight( WF_CLAY, ( wfVec3 ){ 0.0, 0.0, 1.0 } ) );
		CHECK( k == 0 ? clay < 300 : clay > 5000 );
		CHECK_EQUAL( wfDrawSurface( file.text, mesh, &field, &def, NULL ), wf_ok );
		// Zoomed in to a place beside the triangle there is nothing but the backdrop.
		def.view.hasCenter = true;
		def.view.center = ( wfVec3 ){ 1e6 + 0.9, 1e6 + 0.9, 5.0 };
		def.view.zoom = 50.0;
		CHECK_EQUAL( wfDrawSurface( file.text, mesh, NULL, &def, NULL ), wf_ok );
	}
	remove( file.text );
	wfDestroyMesh( mesh );
}

TEST( RefusedSurfacesSayWhy )
{
	wfMesh *mesh = cubeMesh(), *other = gridMesh( 2, 2, 1.0 );
	double values[9] = { 0 };
	uint8_t goals[9] = { 1 };
	wfSurfaceField field = handMadeField( other, values, goals );
	wfSurfacePictureDef good = wfDefaultSurfacePictureDef(), def = good;
	wfError error = { 0 };
	CrowdPath file = crowdPath( "surface.gif" );
	CHECK_EQUAL( wfDrawSurface( file.text, mesh, NULL, &def, &error ), wf_unsupported );
	CHECK( strstr( error.message, ".svg or .png" ) != NULL );
	CHECK_STRING( error.file, file.text );
	file = crowdPath( "surface.png" );
	static const int32_t widths[4] = { 0, -5, 63, 8193 };
	for ( int32_t i = 0; i < 4; ++i )
	{
		def.width = widths[i];
		CHECK_EQUAL( wfDrawSurface( file.text, mesh, NULL, &def, &error ), wf_outOfRange );
		CHECK( strstr( error.message, "64 to 8192" ) != NULL );
		CHECK_STRING( error.file, file.text );
	}
	static const char* const fields[7] = { "view.azimuth", "view.elevation",   "view.zoom",	 "view.zoom",
										   "view.zoom",	   "view.perspective", "view.center" };
	for ( int32_t i = 0; i < 7; ++i )
	{
		def = good;
		def.view.azimuth = i == 0 ? INFINITY : 0.0;
		def.view.elevation = i == 1 ? 1.6 : 0.0;
		def.view.zoom = i == 2 ? 0.0 : i == 3 ? NAN : i == 4 ? 1e9 : 1.0;
		def.view.perspective = i == 5 ? 3.0 : 0.0;
		def.view.hasCenter = i == 6;
		def.view.center.y = NAN;
		CHECK_EQUAL( wfDrawSurface( file.text, mesh, NULL, &def, &error ), wf_outOfRange );
		CHECK_STRING( error.field, fields[i] );
	}
	CHECK_EQUAL( wfDrawSurface( file.text, mesh, &field, &good, &error ), wf_outOfRange );
	CHECK( strstr( error.message, "another mesh" ) != NULL );
	CHECK( !fileExists( file.text ) );
	CHECK_EQUAL( wfDrawSurface( "/no/such/folder/a.png", mesh, NULL, &good, &error ), wf_writeFailed );
	CHECK_STRING( error.file, "/no/such/folder/a.png" );
	testBeginAsserts();
	def = ( wfSurfacePictureDef ){ .width = 100 };
	CHECK_EQUAL( wfDrawSurface( file.text, mesh, NULL, &def, &error ), wf_invalidDef );
	CHECK_EQUAL( wfDrawSurface( file.text, NULL, NULL, &good, &error ), wf_invalidDef );
	CHECK_EQUAL( wfColorSurface( NULL, NULL, NULL, NULL ), wf_invalidDef );
	def = good;
	def.pathCount = 2;
	CHECK_EQUAL( wfDrawSurface( file.text, mesh, NULL, &def, &error ), wf_invalidDef );
	CHECK_EQUAL( testEndAsserts(), 4 );
	CHECK( !fileExists( file.text ) );
	wfDestroyMesh( mesh );
	wfDestroyMesh( other );
}

// In a folder of its own: whatever a failure leaves behind is found by counting.
static wfResult drawOrLeaveNothing( const char* folder, const char* name, const Planet* planet )
{
	CrowdPath file;
	snprintf( file.text, sizeof( file.text ), "%.400s/%s", folder, name );
	wfTrajectoryRow rows[2];
	memset( rows, 0, sizeof( rows ) );
	rows[1].frame = 1;
	rows[1].x = 0.1;
	wfTrajectories trails = { .fps = 10.0, .rows = rows, .rowCount = 2 };
	wfVec3 position = { 1.0, 0.0, 0.0 };
	wfFrame frame = { .count = 1, .positions = &position };
	wfSurfacePictureDef def = wfDefaultSurfacePictureDef();
	def.width = 64;
	def.title = "title";
	def.paths = planet->paths;
	def.pathCount = 2;
	def.trails = &trails;
	def.frame = &frame;
	wfResult result = wfDrawSurface( file.text, planet->mesh, &planet->field, &def, NULL );
	CHECK_EQUAL( countEntries( folder ), result == wf_ok ? 1 : 0 );
	remove( file.text );
	return result;
}

static wfResult makeStage( const Planet* planet )
{
	wfVideoDef def = wfDefaultVideoDef();
	def.mesh = planet->mesh;
	def.width = 64;
	wfMapSheet sheet = { .legend = true };
	wfVideoStage stage;
	wfResult result = wfMakeVideoStage( &def, &sheet, &stage, NULL );
	wfFreeVideoStage( &stage );
	return result;
}

TEST( EveryAllocationOfSurfacesMayFail )
{
	Planet* planet = makePlanet( 9 );
	uint8_t* colors = malloc( 3 * (size_t)wfMesh_GetVertexCount( planet->mesh ) );
	CrowdPath folder = crowdPath( "surfaces" );
	CHECK_EQUAL( mkdir( folder.text, 0700 ), 0 );
	TEST_EVERY_ALLOCATION( drawOrLeaveNothing( folder.text, "a.svg", planet ), (void)0 );
	TEST_EVERY_ALLOCATION( drawOrLeaveNothing( folder.text, "a.png", planet ), (void)0 );
	TEST_EVERY_ALLOCATION( wfColorSurface( planet->mesh, &planet->field, NULL, colors ), (void)0 );
	TEST_EVERY_ALLOCATION( makeStage( planet ), (void)0 );
	CHECK_EQUAL( countEntries( folder.text ), 0 );
	rmdir( folder.text );
	free( colors );
	destroyPlanet( planet );
}

TEST( RealMeshesAreDrawn )
{
	static const char* const names[] = { "meshes/spot.obj", "meshes/bunny.off", "meshes/moebius.obj" };
	for ( int32_t i = 0; i < 3; ++i )
	{
		const char* path = testDataPath( names[i] );
		if ( path == NULL )
		{
			testSkip( "the shared meshes are not there" );
			return;
		}
		wfMesh* mesh = NULL;
		wfReadDef readDef = wfDefaultReadDef();
		CHECK_EQUAL( wfLoadMesh( path, &readDef, NULL, &mesh, NULL ), wf_ok );
		CrowdPath file = crowdPath( "real.png" );
		wfSurfacePictureDef def = wfDefaultSurfacePictureDef();
		def.width = 240;
		def.edges = true;
		def.view.perspective = 0.5;
		CHECK_EQUAL( mesh != NULL ? wfDrawSurface( file.text, mesh, NULL, &def, NULL ) : wf_ok, wf_ok );
		int64_t backdrop = countPixels( file.text, WF_BACKDROP );
		CHECK( backdrop > 2000 && backdrop < 40000 );
		remove( file.text );
		wfDestroyMesh( mesh );
	}
}

// ---------------------------------------------------------------------------------------------------------------- video

TEST( StagesShowWhoIsInFront )
{
	Planet* planet = makePlanet( 18 );
	wfVideoDef def = wfDefaultVideoDef();
	def.mesh = planet->mesh;
	def.width = 400;
	def.surfaceView = ( wfView ){ .azimuth = 0.0, .elevation = 0.0, .zoom = 1.0 };
	wfMapSheet sheet = { .legend = true, .headLine = true };
	wfVideoStage stage;
	CHECK_EQUAL( wfMakeVideoStage( &def, &sheet, &stage, NULL ), wf_ok );
	size_t count = (size_t)stage.frame.width * (size_t)stage.frame.height;
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfVec3 position = { k == 0 ? 1.0 : -1.0, 0.0, 0.0 };
		float radius = 0.1f;
		wfFrame frame = { .count = 1, .onMesh = true, .positions = &position, .radii = &radius };
		wfVideoStage_DrawFrame( &stage, &frame, NULL );
		int32_t changed = 0;
		for ( size_t i = 0; i < count; ++i )
		{
			changed += stage.frame.pixels[i] != stage.still.image.pixels[i];
		}
		double pixels = 3.14159265 * 0.01 * stage.camera.scale * stage.camera.scale;
		CHECK( k == 0 ? changed > 0.8 * pixels && changed < 1.3 * pixels : changed == 0 );
	}
	// A path walked in front stays for a while, a leap does not.
	wfFrame nobody = { .count = 0 };
	wfVideoStage_AddTrail( &stage, ( wfVec3 ){ 1.0, 0.0, 0.0 }, ( wfVec3 ){ 1.0, 0.0, 0.9 }, 0xFF0000 );
	wfVideoStage_DrawFrame( &stage, &nobody, NULL );
	CHECK_EQUAL( memcmp( stage.frame.pixels, stage.still.image.pixels, count * 4 ), 0 );
	wfVideoStage_AddTrail( &stage, ( wfVec3 ){ 1.0, 0.0, 0.0 }, ( wfVec3 ){ 0.998, 0.05, 0.0 }, 0xFF0000 );
	wfVideoStage_DrawFrame( &stage, &nobody, NULL );
	CHECK( memcmp( stage.frame.pixels, stage.still.image.pixels, count * 4 ) != 0 );
	wfFreeVideoStage( &stage );
	destroyPlanet( planet );
}

TEST( VideosOfSurfaces )
{
	char program[1024];
	if ( !wfFindProgram( "ffmpeg", program, sizeof( program ) ) )
	{
		testSkip( "there is no ffmpeg" );
		return;
	}
	Planet* planet = makePlanet( 12 );
	CrowdPath file = crowdPath( "planet.mp4" );
	wfVideoDef def = wfDefaultVideoDef();
	def.path = file.text;
	def.mesh = planet->mesh;
	def.width = 201;
	wfVideo* video = NULL;
	wfError error = { 0 };
	def.surfaceView.zoom = 0.0;
	CHECK_EQUAL( wfCreateVideo( &def, &video, &error ), wf_outOfRange );
	CHECK_STRING( error.field, "view.zoom" );
	CHECK( video == NULL );
	def.surfaceView.zoom = 1.0;
	CHECK_EQUAL( wfCreateVideo( &def, &video, &error ), wf_ok );
	for ( int32_t f = 0; f < 4 && video != NULL; ++f )
	{
		wfVec3 position = { cos( 0.03 * f ), sin( 0.03 * f ), 0.0 };
		uint32_t serial = 1;
		wfFrame frame = { .time = 0.04 * f, .count = 1, .serials = &serial, .onMesh = true, .positions = &position };
		CHECK_EQUAL( wfVideo_AddFrame( video, &frame, &error ), wf_ok );
	}
	CHECK_EQUAL( wfDestroyVideo( video, &error ), wf_ok );
	FileBytes bytes = readBytes( file.text );
	CHECK( bytes.size > 1000 && memcmp( bytes.data + 4, "ftyp", 4 ) == 0 );
	freeBytes( &bytes );
	remove( file.text );
	destroyPlanet( planet );
}

void runSurfacePictureTests( int argc, char** argv )
{
	RUN( SurfaceAsPng );
	RUN( FilesWithYUpStandUpright );
	RUN( SurfaceAsSvg );
	RUN( HiddenPartsOfPathsAreFaint );
	RUN( PathsEndAtTheHorizon );
	RUN( ValuesOfTrianglesHaveTheirScale );
	RUN( AgentsAndTrailsAreOnTheSurface );
	RUN( HeightsOfTrailsCount );
	RUN( OddMeshesAndViews );
	RUN( RefusedSurfacesSayWhy );
	RUN( EveryAllocationOfSurfacesMayFail );
	RUN( RealMeshesAreDrawn );
	RUN( StagesShowWhoIsInFront );
	RUN( VideosOfSurfaces );
	runSurfaceRenderingTests( argc, argv );
}
