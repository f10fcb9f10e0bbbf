// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Generated surfaces are what they are said to be: genus, boundary, sizes, places, and the same bits every time.

#include "scenes/surfaces.h"
#include "tests/test.h"
#include "tests/test_scenes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846
// Of all named surfaces; the same on every machine. It changes when a maker does.
#define HASH_OF_ALL 0x370c7c507b9311eull

static wfVec3 subtract( wfVec3 a, wfVec3 b )
{
	return ( wfVec3 ){ a.x - b.x, a.y - b.y, a.z - b.z };
}

static double dot( wfVec3 a, wfVec3 b )
{
	return a.x * b.x + a.y * b.y + a.z * b.z;
}

static wfVec3 cross( wfVec3 a, wfVec3 b )
{
	return ( wfVec3 ){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

static double getLength( wfVec3 a )
{
	return sqrt( dot( a, a ) );
}

static uint64_t hashShape( uint64_t hash, const wfSurfaceShape* shape )
{
	hash = wfHash( hash, shape->vertices, (size_t)shape->vertexCount * sizeof( wfVec3 ) );
	return wfHash( hash, shape->triangles, (size_t)shape->triangleCount * 3 * sizeof( int32_t ) );
}

// The mesh of a shape, which is freed; null on failure.
static wfMesh* finish( wfResult result, wfSurfaceShape* shape )
{
	wfMesh* mesh = NULL;
	wfError error = { 0 };
	if ( CHECK_EQUAL( result, wf_ok ) && !CHECK_EQUAL( wfSurfaceShape_CreateMesh( shape, &mesh, &error ), wf_ok ) )
	{
		printf( "    %s\n", error.message );
	}
	wfSurfaceShape_Free( shape );
	return mesh;
}

// Nothing had to be repaired.
static void checkIntact( const wfMeshReport* report )
{
	CHECK_EQUAL( report->weldedVertices, 0 );
	CHECK_EQUAL( report->unusedVertices, 0 );
	CHECK_EQUAL( report->collapsedTriangles + report->duplicateTriangles, 0 );
	CHECK_EQUAL( report->nonManifoldEdges, 0 );
	CHECK_EQUAL( report->splitVertices, 0 );
}

TEST( NamedSurfacesAreWhatTheyAreCalled )
{
	for ( int32_t i = 0; i < wfGetSurfaceCount(); ++i )
	{
		wfSurfaceInfo info = wfGetSurface( i );
		for ( int32_t finer = 0; finer < 2; ++finer )
		{
			wfNamedSurfaceDef def = wfDefaultNamedSurfaceDef();
			def.name = info.name;
			def.vertices = finer == 1 ? 2 * info.vertices : 0;
			wfSurfaceShape shape;
			wfMesh* mesh = finish( wfMakeNamedSurface( &def, &shape, NULL ), &shape );
			if ( mesh == NULL )
			{
				continue;
			}
			wfMeshReport report = wfMesh_GetReport( mesh );
			bool good = CHECK_EQUAL( report.genus, info.genus ) && CHECK_EQUAL( report.boundaryLoops, info.loops ) &&
						CHECK_EQUAL( report.components, 1 ) && CHECK( report.orientable == info.orientable ) &&
						CHECK( report.closed == ( info.loops == 0 ) ) && CHECK_EQUAL( report.flatTriangles, 0 );
			checkIntact( &report );
			if ( info.orientable )
			{
				CHECK_EQUAL( report.turnedTriangles, 0 );
			}
			double ratio = (double)report.vertices / ( ( 1 + finer ) * info.vertices );
			if ( !CHECK( ratio > 0.85 && ratio < 1.15 ) || !good )
			{
				printf( "    %s of %d vertices\n", info.name, report.vertices );
			}
			wfDestroyMesh( mesh );
		}
	}
}

TEST( TheSameNumbersGiveTheSameSurface )
{
	uint64_t all = WF_HASH_START;
	for ( int32_t i = 0; i < wfGetSurfaceCount(); ++i )
	{
		wfNamedSurfaceDef def = wfDefaultNamedSurfaceDef();
		def.name = wfGetSurface( i ).name;
		uint64_t hashes[3] = { 0 };
		for ( int32_t k = 0; k < 3; ++k )
		{
			wfSurfaceShape shape;
			def.seed = k < 2 ? 1 : 2;
			if ( CHECK_EQUAL( wfMakeNamedSurface( &def, &shape, NULL ), wf_ok ) )
			{
				hashes[k] = hashShape( WF_HASH_START, &shape );
				wfSurfaceShape_Free( &shape );
			}
		}
		CHECK( hashes[0] == hashes[1] );
		bool drawn = strcmp( def.name, "planet" ) == 0 || strcmp( def.name, "noisy" ) == 0 ||
					 strcmp( def.name, "terrain" ) == 0 || strcmp( def.name, "bridge" ) == 0;
		CHECK( ( hashes[2] != hashes[0] ) == drawn );
		all = wfHash( all, &hashes[0], sizeof( hashes[0] ) );
	}
	if ( !CHECK( all == HASH_OF_ALL ) )
	{
		printf( "    the hash of all is 0x%llxull\n", (unsigned long long)all );
	}
}

TEST( SizesAreAsAsked )
{
	for ( int32_t i = 0; i < wfGetSurfaceCount(); ++i )
	{
		wfNamedSurfaceDef def = wfDefaultNamedSurfaceDef();
		def.name = wfGetSurface( i ).name;
		def.size = 7.0;
		wfMesh* mesh = NULL;
		if ( CHECK_EQUAL( wfCreateNamedSurface( &def, &mesh, NULL ), wf_ok ) )
		{
			wfMeshReport report = wfMesh_GetReport( mesh );
			wfVec3 box = subtract( report.upper, report.lower );
			CHECK_NEAR( fmax( box.x, fmax( box.y, box.z ) ), 7.0, 1e-12 );
			wfDestroyMesh( mesh );
		}
	}
}

TEST( BadNamesAndNumbersAreRefused )
{
	wfNamedSurfaceDef def = wfDefaultNamedSurfaceDef();
	wfSurfaceShape shape;
	wfError error = { 0 };
	CHECK_EQUAL( wfMakeNamedSurface( &def, &shape, &error ), wf_notFound );
	def.name = "spere";
	CHECK_EQUAL( wfMakeNamedSurface( &def, &shape, &error ), wf_notFound );
	CHECK( strstr( error.message, "spere" ) != NULL && strstr( error.message, "sphere, globe" ) != NULL );
	CHECK( strstr( error.message, "building" ) != NULL );
	CHECK( wfFindSurface( "spere" ) == NULL && wfFindSurface( "torus" ) != NULL );
	CHECK( wfGetSurface( -1 ).name == NULL && wfGetSurface( wfGetSurfaceCount() ).name == NULL );
	def.name = "sphere";
	def.vertices = 3;
	CHECK_EQUAL( wfMakeNamedSurface( &def, &shape, &error ), wf_outOfRange );
	CHECK( strstr( error.message, "sphere has 12 to" ) != NULL );
	def.vertices = WF_MAX_SURFACE_VERTICES + 1;
	CHECK_EQUAL( wfMakeNamedSurface( &def, &shape, NULL ), wf_outOfRange );
	def.vertices = 100;
	def.size = -1.0;
	CHECK_EQUAL( wfMakeNamedSurface( &def, &shape, &error ), wf_outOfRange );
	def.size = NAN;
	CHECK_EQUAL( wfMakeNamedSurface( &def, &shape, &error ), wf_outOfRange );
	CHECK( shape.vertices == NULL && shape.triangles == NULL );
	wfPlaneDef plane = { .width = 1.0, .height = 1.0, .edge = 0.1, .noise = 0.5 };
	wfSolidDef solid = wfDefaultSolidDef();
	wfBuildingDef building = wfDefaultBuildingDef();
	building.rows = 5;
	const wfResult results[] = { wfMakeSphere( 0.0, 4, &shape ),		wfMakeSphere( 1.0, 0, &shape ),
								 wfMakeGlobe( 1.0, 1, 8, &shape ),		wfMakePlanet( 1.0, 1.5, 4, 1, &shape ),
								 wfMakeTorus( 1.0, 1.0, 8, 8, &shape ), wfMakeMoebius( 1.0, 2.5, 8, 2, &shape ),
								 wfMakeKlein( NAN, 8, 8, &shape ),		wfMakePlane( &plane, &shape ),
								 wfMakeTerrain( &plane, -1.0, &shape ), wfMakeNeedles( 1.0, 1.0, 1, 10.0, &shape ),
								 wfMakeCar( 1.0, 3, &shape ),			wfMakeCosta( 1.0, 0, 5, &shape ),
								 wfMakeBuilding( &building, &shape ),	wfMakeSolid( &solid, &shape ),
								 wfMakeChain( 0, 0.5, &shape ),			wfMakeBridge( 10.0, 5.0, 1, &shape ) };
	for ( size_t i = 0; i < sizeof( results ) / sizeof( results[0] ); ++i )
	{
		CHECK_EQUAL( results[i], wf_outOfRange );
	}
	CHECK_EQUAL( wfMakeSphere( 1.0, 5000, &shape ), wf_tooLarge );
	CHECK_EQUAL( wfMakeTorus( 2.0, 1.0, 10000, 10000, &shape ), wf_tooLarge );
	CHECK_EQUAL( wfMakeCosta( 1.0, 900, 9000, &shape ), wf_tooLarge );
	plane = ( wfPlaneDef ){ .width = 1e6, .height = 1e6, .edge = 0.1 };
	CHECK_EQUAL( wfMakePlane( &plane, &shape ), wf_tooLarge );
	CHECK( shape.vertices == NULL && shape.triangles == NULL && shape.vertexCount == 0 );
}

// ---------------------------------------------------------------------------------------------------------------- shapes

static double getSphereError( int32_t frequency )
{
	wfSurfaceShape shape;
	wfMesh* mesh = finish( wfMakeSphere( 2.0, frequency, &shape ), &shape );
	double error = NAN;
	if ( mesh != NULL )
	{
		CHECK_EQUAL( wfMesh_GetVertexCount( mesh ), 10 * frequency * frequency + 2 );
		CHECK_EQUAL( wfMesh_GetTriangleCount( mesh ), 20 * frequency * frequency );
		for ( int32_t i = 0; i < wfMesh_GetVertexCount( mesh ); ++i )
		{
			CHECK_NEAR( getLength( wfMesh_GetVertices( mesh )[i] ), 2.0, 1e-14 );
		}
		// Outside is in front.
		wfVec3 corner = wfMesh_GetVertices( mesh )[wfMesh_GetTriangles( mesh )[0]];
		CHECK( dot( wfMesh_GetNormal( mesh, 0 ), corner ) > 0.0 );
		error = 16.0 * PI - wfMesh_GetReport( mesh ).area;
		wfDestroyMesh( mesh );
	}
	return error;
}

static double getTorusError( int32_t columns, int32_t rows )
{
	wfSurfaceShape shape;
	wfMesh* mesh = finish( wfMakeTorus( 3.0, 1.0, columns, rows, &shape ), &shape );
	double error = NAN;
	if ( mesh != NULL )
	{
		wfMeshReport report = wfMesh_GetReport( mesh );
		CHECK_EQUAL( report.genus, 1 );
		CHECK_EQUAL( report.vertices, columns * rows );
		error = 12.0 * PI * PI - report.area;
		wfDestroyMesh( mesh );
	}
	return error;
}

TEST( RoundSurfacesComeCloserWithTheSquareOfTheEdge )
{
	double coarse = getSphereError( 8 ), fine = getSphereError( 16 );
	CHECK( fine > 0.0 && coarse / fine > 3.8 && coarse / fine < 4.2 );
	coarse = getTorusError( 48, 24 );
	fine = getTorusError( 96, 48 );
	CHECK( fine > 0.0 && coarse / fine > 3.8 && coarse / fine < 4.2 );
}

TEST( ATorusMayHaveAMillionVertices )
{
	wfSurfaceShape shape;
	if ( CHECK_EQUAL( wfMakeTorus( 3.0, 1.0, 1600, 640, &shape ), wf_ok ) )
	{
		CHECK_EQUAL( shape.vertexCount, 1024000 );
		CHECK_EQUAL( shape.triangleCount, 2048000 );
		wfSurfaceShape_Free( &shape );
	}
}

TEST( PlanesFillTheirRectangle )
{
	for ( int32_t k = 0; k < 4; ++k )
	{
		wfPlaneDef def = { .width = 10.0, .height = k % 2 == 0 ? 7.0 : 6.8, .edge = 0.31, .noise = k < 2 ? 0.0 : 0.4, .seed = 5 };
		wfSurfaceShape shape;
		wfMesh* mesh = finish( wfMakePlane( &def, &shape ), &shape );
		if ( mesh == NULL )
		{
			continue;
		}
		wfMeshReport report = wfMesh_GetReport( mesh );
		CHECK_NEAR( report.area, def.width * def.height, 1e-9 ); // no triangle is turned over
		CHECK( report.lower.x == 0.0 && report.lower.y == 0.0 && report.upper.x == 10.0 && report.upper.y == def.height );
		CHECK( k < 2 ? report.largestAngle < 0.51 * PI && report.smallestAngle > 0.16 * PI : report.largestAngle > 0.7 * PI );
		for ( int32_t t = 0; t < report.triangles; ++t )
		{
			CHECK( wfMesh_GetNormal( mesh, t ).z > 0.999 );
		}
		wfDestroyMesh( mesh );
	}
}

TEST( NeedlesAreSharp )
{
	wfSurfaceShape shape;
	wfMesh* mesh = finish( wfMakeNeedles( 20.0, 4.0, 2000, 500.0, &shape ), &shape );
	if ( mesh != NULL )
	{
		wfMeshReport report = wfMesh_GetReport( mesh );
		CHECK_NEAR( report.area, 80.0, 1e-9 );
		CHECK( report.smallestAngle < 0.001 );
		CHECK_EQUAL( report.flatTriangles, 0 );
		wfDestroyMesh( mesh );
	}
	mesh = finish( wfMakeGlobe( 1.0, 6, 720, &shape ), &shape );
	if ( mesh != NULL )
	{
		wfMeshReport report = wfMesh_GetReport( mesh );
		CHECK( report.smallestAngle < 0.01 && report.genus == 0 && report.closed );
		wfDestroyMesh( mesh );
	}
}

TEST( BuildingsHaveStoreys )
{
	wfBuildingDef def = wfDefaultBuildingDef();
	for ( int32_t storeys = 1; storeys <= 5; storeys += 2 )
	{
		def.storeys = storeys;
		wfSurfaceShape shape;
		wfMesh* mesh = finish( wfMakeBuilding( &def, &shape ), &shape );
		if ( mesh == NULL )
		{
			continue;
		}
		wfMeshReport report = wfMesh_GetReport( mesh );
		CHECK_EQUAL( report.components, 1 );
		CHECK_EQUAL( report.genus, 0 );
		CHECK_EQUAL( report.boundaryLoops, 1 + 2 * storeys ); // two pillars each
		CHECK_NEAR( report.upper.z, 3.0 * ( storeys - 1 ), 0.0 );
		int32_t upright = 0;
		for ( int32_t t = 0; t < report.triangles; ++t )
		{
			upright += fabs( wfMesh_GetNormal( mesh, t ).z ) < 1e-9;
		}
		// Two triangles to each square of a riser: one more riser than columns in the well.
		CHECK_EQUAL( upright, storeys / 2 * 31 * 5 * 2 );
		wfDestroyMesh( mesh );
	}
}

// ----------------------------------------------------------------------------------------------------------------- solids

static double evaluateBall( wfVec3 p, const void* context )
{
	return getLength( p ) - *(const double*)context;
}

static double evaluateGround( wfVec3 p, const void* context )
{
	(void)context;
	return p.z - 0.1 * p.x - 0.013;
}

TEST( SolidsLieOnTheirFunction )
{
	double radius = 1.3;
	wfSolidDef def = wfDefaultSolidDef();
	def.fcn = evaluateBall;
	def.context = &radius;
	def.lower = ( wfVec3 ){ -1.5, -1.5, -1.5 };
	def.upper = ( wfVec3 ){ 1.5, 1.5, 1.5 };
	def.cell = 0.17;
	wfSurfaceShape shape;
	wfMesh* mesh = finish( wfMakeSolid( &def, &shape ), &shape );
	if ( mesh != NULL )
	{
		wfMeshReport report = wfMesh_GetReport( mesh );
		CHECK( report.closed && report.genus == 0 && report.orientable && report.turnedTriangles == 0 );
		CHECK_NEAR( report.area, 4.0 * PI * radius * radius, 0.15 );
		CHECK( report.smallestAngle > 0.2 );
		for ( int32_t i = 0; i < report.vertices; ++i )
		{
			CHECK_NEAR( getLength( wfMesh_GetVertices( mesh )[i] ), radius, 1e-9 );
		}
		CHECK( dot( wfMesh_GetNormal( mesh, 0 ), wfMesh_GetVertices( mesh )[wfMesh_GetTriangles( mesh )[0]] ) > 0.0 );
		wfDestroyMesh( mesh );
	}
	radius = 5.0; // nothing of it inside of the box
	CHECK_EQUAL( wfMakeSolid( &def, &shape ), wf_outOfRange );
	def.fcn = evaluateGround;
	mesh = finish( wfMakeSolid( &def, &shape ), &shape );
	if ( mesh != NULL )
	{
		wfMeshReport report = wfMesh_GetReport( mesh );
		CHECK( report.boundaryLoops == 1 && report.genus == 0 );
		CHECK_NEAR( report.area, 9.0 * sqrt( 1.01 ), 1e-6 );
		wfDestroyMesh( mesh );
	}
	def.cell = 1e-5;
	CHECK_EQUAL( wfMakeSolid( &def, &shape ), wf_tooLarge );
}

TEST( RingsHaveAsManyHoles )
{
	for ( int32_t holes = 1; holes <= 7; holes += 2 )
	{
		wfSurfaceShape shape;
		wfMesh* mesh = finish( wfMakeChain( holes, 0.6, &shape ), &shape );
		if ( mesh != NULL )
		{
			wfMeshReport report = wfMesh_GetReport( mesh );
			CHECK_EQUAL( report.genus, holes );
			CHECK( report.closed && report.components == 1 );
			wfDestroyMesh( mesh );
		}
	}
}

// ------------------------------------------------------------------------------------------------------------------ Costa

// The mean, over inner vertices, of the mean curvature times the size: 0 on a minimal surface.
static double measureMeanCurvature( int32_t parts, int32_t rings )
{
	wfSurfaceShape shape;
	wfMesh* mesh = finish( wfMakeCosta( 1.0, parts, rings, &shape ), &shape );
	if ( mesh == NULL )
	{
		return NAN;
	}
	int32_t count = wfMesh_GetVertexCount( mesh ), inner = 0;
	const wfVec3* v = wfMesh_GetVertices( mesh );
	const int32_t* corners = wfMesh_GetTriangles( mesh );
	wfVec3* pull = calloc( (size_t)count, sizeof( wfVec3 ) );
	double *area = calloc( (size_t)count, sizeof( double ) ), sum = 0.0;
	for ( int32_t h = 0; h < 3 * wfMesh_GetTriangleCount( mesh ); ++h )
	{
		int32_t t = h / 3 * 3, a = corners[h], b = corners[t + ( h + 1 ) % 3], c = corners[t + ( h + 2 ) % 3];
		wfVec3 u = subtract( v[a], v[c] ), w = subtract( v[b], v[c] ), edge = subtract( v[b], v[a] );
		double twice = getLength( cross( u, w ) ), weight = 0.5 * dot( u, w ) / twice;
		pull[a] = ( wfVec3 ){ pull[a].x + weight * edge.x, pull[a].y + weight * edge.y, pull[a].z + weight * edge.z };
		pull[b] = ( wfVec3 ){ pull[b].x - weight * edge.x, pull[b].y - weight * edge.y, pull[b].z - weight * edge.z };
		area[a] += twice / 6.0;
	}
	for ( int32_t i = 0; i < count; ++i )
	{
		if ( !wfMesh_IsBoundaryVertex( mesh, i ) )
		{
			sum += 0.5 * getLength( pull[i] ); // mean curvature times the area around the vertex
			inner += 1;
		}
	}
	double all = wfMesh_GetReport( mesh ).area;
	free( pull );
	free( area );
	wfDestroyMesh( mesh );
	return inner > 0 ? sum / all : NAN;
}

TEST( CostasSurfaceIsMinimal )
{
	double coarse = measureMeanCurvature( 4, 8 ), fine = measureMeanCurvature( 8, 16 ), finest = measureMeanCurvature( 16, 32 );
	printf( "    mean curvature times size: %.4f, %.4f, %.4f\n", coarse, fine, finest );
	CHECK( fine < 0.5 * coarse && finest < 0.5 * fine );
}

TEST( CostasSurfaceHasItsSymmetries )
{
	wfSurfaceShape shape;
	wfMesh* mesh = finish( wfMakeCosta( 20.0, 6, 10, &shape ), &shape );
	if ( mesh == NULL )
	{
		return;
	}
	// A quarter turn about z with z upside down maps it to itself, and so do reflections at x = 0 and y = 0.
	double worst = 0.0;
	for ( int32_t i = 0; i < wfMesh_GetVertexCount( mesh ); ++i )
	{
		wfVec3 p = wfMesh_GetVertices( mesh )[i];
		const wfVec3 images[3] = { { -p.y, p.x, -p.z }, { -p.x, p.y, p.z }, { p.x, -p.y, p.z } };
		for ( int32_t k = 0; k < 3; ++k )
		{
			double distance;
			wfMesh_FindNearest( mesh, images[k], &distance );
			worst = fmax( worst, distance );
		}
	}
	CHECK( worst < 1e-9 );
	wfDestroyMesh( mesh );
}

TEST( CostasSurfaceIsThatOfOthers )
{
	const char* path = testDataPath( "meshes/costa.csv" );
	FILE* file = path != NULL ? fopen( path, "r" ) : NULL;
	if ( file == NULL )
	{
		testSkip( "meshes/costa.csv is not there" );
		return;
	}
	wfSurfaceShape shape;
	wfMesh* mesh = finish( wfMakeCosta( 20.0, 20, 40, &shape ), &shape );
	char line[256];
	int32_t count = 0;
	// Both are cut off where 0.1 and 1/30 of a period are left: the same widest point.
	double widest = 0.0, worst = 0.0, sum = 0.0;
	for ( int32_t pass = 0; pass < 2 && mesh != NULL; ++pass )
	{
		rewind( file );
		CHECK( fgets( line, sizeof( line ), file ) != NULL && fgets( line, sizeof( line ), file ) != NULL );
		count = atoi( line );
		for ( int32_t i = 0; i < count && fgets( line, sizeof( line ), file ) != NULL; ++i )
		{
			wfVec3 p = { 0.0, 0.0, 0.0 };
			CHECK_EQUAL( sscanf( line, "%lf,%lf,%lf", &p.x, &p.y, &p.z ), 3 );
			if ( pass == 0 )
			{
				widest = fmax( widest, fmax( fabs( p.x ), fabs( p.y ) ) );
				continue;
			}
			double s = 10.0 / widest, distance;
			wfMesh_FindNearest( mesh, ( wfVec3 ){ s * p.x, s * p.y, s * p.z }, &distance );
			worst = fmax( worst, distance );
			sum += distance;
		}
	}
	fclose( file );
	if ( mesh != NULL )
	{
		CHECK_EQUAL( count, 1945 );
		printf( "    distance of %d vertices to a surface 20 m wide: %.5f m on average, %.5f m at most\n", count, sum / count,
				worst );
		CHECK( sum / count < 0.002 && worst < 0.03 );
		wfDestroyMesh( mesh );
	}
}

// ---------------------------------------------------------------------------------------------------------------- changes

TEST( ShakenSurfacesStayWhole )
{
	wfSurfaceShape shape = { 0 }, moved = { 0 };
	CHECK_EQUAL( wfMakeSphere( 1.0, 10, &shape ), wf_ok );
	CHECK_EQUAL( wfMakeSphere( 1.0, 10, &moved ), wf_ok );
	CHECK_EQUAL( wfSurfaceShape_Shake( &moved, 0.4, 3 ), wf_ok );
	double farthest = 0.0;
	for ( int32_t i = 0; i < shape.vertexCount; ++i )
	{
		farthest = fmax( farthest, getLength( subtract( moved.vertices[i], shape.vertices[i] ) ) );
	}
	CHECK( farthest > 0.02 && farthest < 0.4 * 0.13 );
	CHECK_EQUAL( wfSurfaceShape_Shake( &moved, 0.5, 3 ), wf_outOfRange );
	wfMesh* mesh = finish( wf_ok, &moved );
	if ( mesh != NULL )
	{
		CHECK( wfMesh_GetReport( mesh ).genus == 0 && wfMesh_GetReport( mesh ).closed );
		wfDestroyMesh( mesh );
	}
	wfSurfaceShape_Free( &shape );
}

TEST( FlatTrianglesFit )
{
	wfPlaneDef def = { .width = 8.0, .height = 4.0, .edge = 0.5 };
	wfSurfaceShape shape = { 0 };
	CHECK_EQUAL( wfMakePlane( &def, &shape ), wf_ok );
	CHECK_EQUAL( wfSurfaceShape_AddFlat( &shape, 0 ), wf_outOfRange );
	int32_t before = shape.triangleCount;
	CHECK_EQUAL( wfSurfaceShape_AddFlat( &shape, 5 ), wf_ok );
	int32_t added = ( shape.triangleCount - before ) / 2;
	wfMesh* mesh = finish( wf_ok, &shape );
	if ( mesh != NULL )
	{
		wfMeshReport report = wfMesh_GetReport( mesh );
		CHECK( added > 10 );
		CHECK_EQUAL( report.flatTriangles, added );
		CHECK_EQUAL( report.boundaryLoops, 1 );
		CHECK_EQUAL( report.genus, 0 );
		checkIntact( &report );
		wfDestroyMesh( mesh );
	}
}

TEST( SurfacesSurviveFailingAllocations )
{
	wfNamedSurfaceDef def = wfDefaultNamedSurfaceDef();
	def.name = "torus";
	def.vertices = 200;
	wfMesh* mesh = NULL;
	TEST_EVERY_ALLOCATION( wfCreateNamedSurface( &def, &mesh, NULL ), wfDestroyMesh( mesh ) );
}

void scenesRunSurfaceTests( int argc, char** argv )
{
	RUN( NamedSurfacesAreWhatTheyAreCalled );
	RUN( TheSameNumbersGiveTheSameSurface );
	RUN( SizesAreAsAsked );
	RUN( BadNamesAndNumbersAreRefused );
	RUN( RoundSurfacesComeCloserWithTheSquareOfTheEdge );
	RUN( ATorusMayHaveAMillionVertices );
	RUN( PlanesFillTheirRectangle );
	RUN( NeedlesAreSharp );
	RUN( BuildingsHaveStoreys );
	RUN( SolidsLieOnTheirFunction );
	RUN( RingsHaveAsManyHoles );
	RUN( CostasSurfaceIsMinimal );
	RUN( CostasSurfaceHasItsSymmetries );
	RUN( CostasSurfaceIsThatOfOthers );
	RUN( ShakenSurfacesStayWhole );
	RUN( FlatTrianglesFit );
	RUN( SurfacesSurviveFailingAllocations );
}
