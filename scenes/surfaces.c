// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "scenes/surfaces_draft.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HILL_STREAM 11u // of random numbers
#define SHAKE_STREAM 12u

// --------------------------------------------------------------------------------------------------------------- arrays

void wfSurfaceShape_Free( wfSurfaceShape* shape )
{
	free( shape->vertices );
	free( shape->triangles );
	*shape = ( wfSurfaceShape ){ 0 };
}

wfResult wfSurfaceShape_Reserve( wfSurfaceShape* shape, int64_t vertices, int64_t triangles )
{
	if ( vertices > WF_MAX_SURFACE_VERTICES || triangles > 3 * (int64_t)WF_MAX_SURFACE_VERTICES )
	{
		return wf_tooLarge;
	}
	if ( vertices > shape->vertexCapacity )
	{
		wfVec3* grown = realloc( shape->vertices, (size_t)vertices * sizeof( wfVec3 ) );
		if ( grown == NULL )
		{
			return wf_outOfMemory;
		}
		shape->vertices = grown;
		shape->vertexCapacity = (int32_t)vertices;
	}
	if ( triangles > shape->triangleCapacity )
	{
		int32_t* grown = realloc( shape->triangles, (size_t)triangles * 3 * sizeof( int32_t ) );
		if ( grown == NULL )
		{
			return wf_outOfMemory;
		}
		shape->triangles = grown;
		shape->triangleCapacity = (int32_t)triangles;
	}
	return wf_ok;
}

wfResult wfSurfaceShape_Begin( wfSurfaceShape* shape, int64_t vertices, int64_t triangles )
{
	*shape = ( wfSurfaceShape ){ 0 };
	wfResult result = wfSurfaceShape_Reserve( shape, vertices, triangles );
	if ( result != wf_ok )
	{
		wfSurfaceShape_Free( shape );
	}
	return result;
}

int32_t wfSurfaceShape_AddVertex( wfSurfaceShape* shape, wfVec3 vertex )
{
	shape->vertices[shape->vertexCount] = vertex;
	return shape->vertexCount++;
}

void wfSurfaceShape_AddTriangle( wfSurfaceShape* shape, int32_t a, int32_t b, int32_t c )
{
	int32_t* corners = shape->triangles + 3 * (size_t)shape->triangleCount++;
	corners[0] = a;
	corners[1] = b;
	corners[2] = c;
}

// Cotangent of the angle at b between a and c.
static double getCotangent( wfVec3 a, wfVec3 b, wfVec3 c )
{
	wfVec3 u = wfDraftDifference( a, b ), v = wfDraftDifference( c, b );
	wfVec3 cross = { u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x };
	double area = wfDraftLength( cross );
	return wfDraftDot( u, v ) / fmax( area, 1e-300 );
}

void wfSurfaceShape_AddQuad( wfSurfaceShape* shape, int32_t a, int32_t b, int32_t c, int32_t d )
{
	const wfVec3* v = shape->vertices;
	// Delaunay's rule; rectangles, undecided up to rounding, are all cut alike.
	if ( getCotangent( v[a], v[b], v[c] ) + getCotangent( v[c], v[d], v[a] ) >= -1e-9 )
	{
		wfSurfaceShape_AddTriangle( shape, a, b, c );
		wfSurfaceShape_AddTriangle( shape, a, c, d );
	}
	else
	{
		wfSurfaceShape_AddTriangle( shape, a, b, d );
		wfSurfaceShape_AddTriangle( shape, b, c, d );
	}
}

wfResult wfSurfaceShape_CreateMesh( const wfSurfaceShape* shape, wfMesh** mesh, wfError* error )
{
	wfMeshDef def = wfDefaultMeshDef();
	def.vertices = shape->vertices;
	def.vertexCount = shape->vertexCount;
	def.triangles = shape->triangles;
	def.triangleCount = shape->triangleCount;
	return wfCreateMesh( &def, mesh, error );
}

void wfSurfaceShape_Scale( wfSurfaceShape* shape, double factor )
{
	for ( int32_t i = 0; i < shape->vertexCount; ++i )
	{
		shape->vertices[i] = wfDraftScale( factor, shape->vertices[i] );
	}
}

// -------------------------------------------------------------------------------------------------------------- numbers

double wfDraftLog( double x )
{
	int exponent;
	double m = frexp( x, &exponent );
	if ( m < 0.70710678118654752 )
	{
		m *= 2.0;
		exponent -= 1;
	}
	// 2 artanh( t ); t is at most 0.172, so fourteen terms leave nothing.
	double t = ( m - 1.0 ) / ( m + 1.0 ), tt = t * t, sum = 0.0;
	for ( int k = 14; k >= 1; --k )
	{
		sum = ( sum + 1.0 / ( 2.0 * k + 1.0 ) ) * tt;
	}
	return exponent * 0.69314718055994531 + 2.0 * t * ( 1.0 + sum );
}

wfHills wfMakeHills( double length, uint64_t seed )
{
	wfHills hills;
	double weights = 0.0;
	for ( int32_t k = 0; k < WF_HILL_WAVES; ++k )
	{
		uint64_t drawn = 3 * (uint64_t)k;
		double z = 2.0 * wfRandomUnit( seed, HILL_STREAM, drawn ) - 1.0, flat = sqrt( 1.0 - z * z );
		wfVec2 around = wfMakeDirection( 2.0 * PI * wfRandomUnit( seed, HILL_STREAM, drawn + 1 ) );
		double pitch = 1.0 + 0.25 * k;
		hills.waves[k] = wfDraftScale( pitch / length, ( wfVec3 ){ flat * around.x, flat * around.y, z } );
		hills.phases[k] = wfRandomUnit( seed, HILL_STREAM, drawn + 2 );
		hills.weights[k] = 1.0 / pitch;
		weights += hills.weights[k];
	}
	for ( int32_t k = 0; k < WF_HILL_WAVES; ++k )
	{
		hills.weights[k] /= weights;
	}
	return hills;
}

double wfHills_Evaluate( const wfHills* hills, wfVec3 place )
{
	double sum = 0.0;
	for ( int32_t k = 0; k < WF_HILL_WAVES; ++k )
	{
		double turns = wfDraftDot( hills->waves[k], place ) + hills->phases[k];
		sum += hills->weights[k] * wfMakeDirection( 2.0 * PI * turns ).x;
	}
	return sum;
}

// -------------------------------------------------------------------------------------------------------------- changes

// Lengths of the shortest edges; free() them.
static double* measureShortestEdges( const wfSurfaceShape* shape )
{
	double* shortest = malloc( ( (size_t)shape->vertexCount + 1 ) * sizeof( double ) );
	for ( int32_t i = 0; shortest != NULL && i < shape->vertexCount; ++i )
	{
		shortest[i] = INFINITY;
	}
	for ( int32_t h = 0; shortest != NULL && h < 3 * shape->triangleCount; ++h )
	{
		int32_t a = shape->triangles[h], b = shape->triangles[h % 3 == 2 ? h - 2 : h + 1];
		double length = wfDraftLength( wfDraftDifference( shape->vertices[b], shape->vertices[a] ) );
		shortest[a] = fmin( shortest[a], length );
		shortest[b] = fmin( shortest[b], length );
	}
	return shortest;
}

wfResult wfSurfaceShape_Shake( wfSurfaceShape* shape, double share, uint64_t seed )
{
	if ( !( share >= 0.0 && share < 0.5 ) )
	{
		return wf_outOfRange;
	}
	double* shortest = measureShortestEdges( shape );
	if ( shortest == NULL )
	{
		return wf_outOfMemory;
	}
	for ( int32_t i = 0; i < shape->vertexCount; ++i )
	{
		uint64_t drawn = 3 * (uint64_t)i;
		double z = 2.0 * wfRandomUnit( seed, SHAKE_STREAM, drawn ) - 1.0, flat = sqrt( 1.0 - z * z );
		wfVec2 around = wfMakeDirection( 2.0 * PI * wfRandomUnit( seed, SHAKE_STREAM, drawn + 1 ) );
		double reach = isfinite( shortest[i] ) ? share * shortest[i] * wfRandomUnit( seed, SHAKE_STREAM, drawn + 2 ) : 0.0;
		wfVec3 direction = { flat * around.x, flat * around.y, z };
		shape->vertices[i] = wfDraftSum( shape->vertices[i], wfDraftScale( reach, direction ) );
	}
	free( shortest );
	return wf_ok;
}

typedef struct Side
{
	int32_t low, high, half;
} Side;

static int compareSides( const void* a, const void* b )
{
	const Side *s = a, *t = b;
	if ( s->low != t->low )
	{
		return s->low < t->low ? -1 : 1;
	}
	if ( s->high != t->high )
	{
		return s->high < t->high ? -1 : 1;
	}
	return ( s->half > t->half ) - ( s->half < t->half );
}

static void addFlatAt( wfSurfaceShape* shape, int32_t half )
{
	int32_t* corners = shape->triangles + half / 3 * 3;
	int32_t a = corners[half % 3], b = corners[( half + 1 ) % 3], c = corners[( half + 2 ) % 3];
	wfVec3 middle = wfDraftScale( 0.5, wfDraftSum( shape->vertices[a], shape->vertices[b] ) );
	int32_t m = wfSurfaceShape_AddVertex( shape, middle );
	corners[0] = a;
	corners[1] = m;
	corners[2] = c;
	wfSurfaceShape_AddTriangle( shape, m, b, c );
	wfSurfaceShape_AddTriangle( shape, a, b, m );
}

wfResult wfSurfaceShape_AddFlat( wfSurfaceShape* shape, int32_t every )
{
	if ( every < 1 )
	{
		return wf_outOfRange;
	}
	int32_t count = 3 * shape->triangleCount, found = 0;
	wfResult result =
		wfSurfaceShape_Reserve( shape, shape->vertexCount + (int64_t)shape->triangleCount, 3 * (int64_t)shape->triangleCount );
	Side* sides = result == wf_ok ? malloc( ( (size_t)count + 1 ) * sizeof( Side ) ) : NULL;
	uint8_t* used = result == wf_ok ? calloc( (size_t)shape->triangleCount + 1, 1 ) : NULL;
	if ( sides == NULL || used == NULL )
	{
		free( sides );
		free( used );
		return result != wf_ok ? result : wf_outOfMemory;
	}
	for ( int32_t h = 0; h < count; ++h )
	{
		int32_t a = shape->triangles[h], b = shape->triangles[h % 3 == 2 ? h - 2 : h + 1];
		sides[h] = ( Side ){ a < b ? a : b, a < b ? b : a, h };
	}
	qsort( sides, (size_t)count, sizeof( Side ), compareSides );
	for ( int32_t i = 0; i + 1 < count; ++i )
	{
		const Side *s = sides + i, *t = sides + i + 1;
		if ( s->low == t->low && s->high == t->high && !used[s->half / 3] && !used[t->half / 3] && found++ % every == 0 )
		{
			used[s->half / 3] = used[t->half / 3] = 1;
			addFlatAt( shape, s->half );
		}
	}
	free( sides );
	free( used );
	return wf_ok;
}

// --------------------------------------------------------------------------------------------------------------- by name

static int32_t roundUp( double x, int32_t least )
{
	return x < least ? least : (int32_t)( x + 0.5 );
}

static wfResult makeSphere( int32_t vertices, uint64_t seed, wfSurfaceShape* shape )
{
	(void)seed;
	return wfMakeSphere( 10.0, roundUp( sqrt( ( vertices - 2 ) / 10.0 ), 1 ), shape );
}

static wfResult makeGlobe( int32_t vertices, uint64_t seed, wfSurfaceShape* shape )
{
	(void)seed;
	int32_t rings = roundUp( sqrt( 0.5 * vertices ), 3 );
	return wfMakeGlobe( 10.0, rings, 2 * rings, shape );
}

static wfResult makePlanet( int32_t vertices, uint64_t seed, wfSurfaceShape* shape )
{
	return wfMakePlanet( 20.0, 0.15, roundUp( sqrt( ( vertices - 2 ) / 10.0 ), 1 ), seed, shape );
}

static wfResult makeTorus( int32_t vertices, uint64_t seed, wfSurfaceShape* shape )
{
	(void)seed;
	int32_t rows = roundUp( sqrt( vertices * 0.4 ), 3 );
	return wfMakeTorus( 15.0, 6.0, roundUp( (double)vertices / rows, 3 ), rows, shape );
}

static wfResult makeMoebius( int32_t vertices, uint64_t seed, wfSurfaceShape* shape )
{
	(void)seed;
	int32_t rows = roundUp( sqrt( vertices * 0.12 ), 2 );
	return wfMakeMoebius( 8.0, 6.0, roundUp( (double)vertices / ( rows + 1 ), 4 ), rows, shape );
}

static wfResult makeKlein( int32_t vertices, uint64_t seed, wfSurfaceShape* shape )
{
	(void)seed;
	int32_t rows = roundUp( sqrt( vertices * 0.5 ), 4 );
	return wfMakeKlein( 8.0, roundUp( (double)vertices / rows, 4 ), rows, shape );
}

static wfPlaneDef getPlane( int32_t vertices, double width, double height )
{
	// Two triangles to a vertex, each of an edge squared times the root of 3/16.
	return ( wfPlaneDef ){ .width = width, .height = height, .edge = sqrt( width * height / ( 0.8660254 * vertices ) ) };
}

static wfResult makePlane( int32_t vertices, uint64_t seed, wfSurfaceShape* shape )
{
	(void)seed;
	wfPlaneDef def = getPlane( vertices, 20.0, 15.0 );
	return wfMakePlane( &def, shape );
}

static wfResult makeNoisyPlane( int32_t vertices, uint64_t seed, wfSurfaceShape* shape )
{
	wfPlaneDef def = getPlane( vertices, 20.0, 15.0 );
	def.noise = 0.4;
	def.seed = seed;
	return wfMakePlane( &def, shape );
}

static wfResult makeTerrain( int32_t vertices, uint64_t seed, wfSurfaceShape* shape )
{
	wfPlaneDef def = getPlane( vertices, 60.0, 60.0 );
	def.seed = seed;
	return wfMakeTerrain( &def, 14.0, shape );
}

static wfResult makeNeedles( int32_t vertices, uint64_t seed, wfSurfaceShape* shape )
{
	(void)seed;
	int32_t sparse = vertices < 400 ? 4 : 20;
	int32_t columns = ( vertices - 3 * sparse - 5 ) / 2;
	return wfMakeNeedles( 20.0, 4.0, columns, (double)columns / sparse, shape );
}

static wfResult makeCar( int32_t vertices, uint64_t seed, wfSurfaceShape* shape )
{
	(void)seed;
	return wfMakeCar( 4.4, roundUp( sqrt( 0.5 * vertices ) - 1.0, 8 ), shape );
}

static wfResult makeClosedCar( int32_t vertices, uint64_t seed, wfSurfaceShape* shape )
{
	(void)seed;
	return wfMakeClosedCar( 4.4, roundUp( sqrt( 0.25 * vertices ), 8 ), shape );
}

static wfResult makeCosta( int32_t vertices, uint64_t seed, wfSurfaceShape* shape )
{
	(void)seed;
	int32_t parts = roundUp( sqrt( vertices / 50.0 ), 2 );
	double plain = 4.0 * parts * parts + 12.0 * parts - 3.0; // vertices that are not on rings
	return wfMakeCosta( 20.0, parts, roundUp( ( vertices - plain ) / ( 24.0 * parts ), 3 ), shape );
}

// Solids have about as many vertices as their area has cells: a coarse try, not smoothed, tells how many. Its own lattice lies
// a little differently, hence the second.
typedef wfResult MakeSolidFcn( double cell, uint64_t seed, int32_t smoothing, wfSurfaceShape* shape );

static wfResult makeSolid( int32_t vertices, uint64_t seed, MakeSolidFcn* make, double cell, wfSurfaceShape* shape )
{
	wfResult result = wf_ok;
	for ( int round = 0; round < 2 && result == wf_ok; ++round )
	{
		result = make( cell, seed, 0, shape );
		cell *= result == wf_ok ? sqrt( (double)shape->vertexCount / vertices ) : 1.0;
		wfSurfaceShape_Free( shape );
	}
	return result == wf_ok ? make( cell, seed, wfDefaultSolidDef().smoothing, shape ) : result;
}

static wfResult makeThreeRings( double cell, uint64_t seed, int32_t smoothing, wfSurfaceShape* shape )
{
	(void)seed;
	return wfDraftChain( 3, cell, smoothing, shape );
}

static wfResult makeFourRings( double cell, uint64_t seed, int32_t smoothing, wfSurfaceShape* shape )
{
	(void)seed;
	return wfDraftChain( 4, cell, smoothing, shape );
}

static wfResult makeArch( double cell, uint64_t seed, int32_t smoothing, wfSurfaceShape* shape )
{
	return wfDraftBridge( 30.0, cell, seed, smoothing, shape );
}

static wfResult makeGenus3( int32_t vertices, uint64_t seed, wfSurfaceShape* shape )
{
	return makeSolid( vertices, seed, makeThreeRings, 0.7, shape );
}

static wfResult makeStatue( int32_t vertices, uint64_t seed, wfSurfaceShape* shape )
{
	return makeSolid( vertices, seed, makeFourRings, 0.7, shape );
}

static wfResult makeBridge( int32_t vertices, uint64_t seed, wfSurfaceShape* shape )
{
	return makeSolid( vertices, seed, makeArch, 1.2, shape );
}

static wfResult makeBuilding( int32_t vertices, uint64_t seed, wfSurfaceShape* shape )
{
	(void)seed;
	wfBuildingDef def = wfDefaultBuildingDef();
	double width = def.columns * def.cell;
	def.columns = 2 * roundUp( sqrt( vertices / ( 2.0 * def.storeys ) ), 12 );
	def.rows = def.columns / 2;
	def.cell = width / def.columns;
	return wfMakeBuilding( &def, shape );
}

static const struct
{
	wfSurfaceInfo info;
	wfResult ( *make )( int32_t vertices, uint64_t seed, wfSurfaceShape* shape );
	int32_t least; // vertices
} s_surfaces[] = {
	{ { "sphere", "a sphere of nearly equal triangles", 2562, 0, 0, true }, makeSphere, 12 },
	{ { "globe", "a sphere by latitude and longitude, needles at its poles", 2000, 0, 0, true }, makeGlobe, 20 },
	{ { "planet", "a sphere with hills", 10242, 0, 0, true }, makePlanet, 12 },
	{ { "torus", "a torus", 5000, 1, 0, true }, makeTorus, 16 },
	{ { "costa", "Costa's minimal surface, cut off at its three ends", 1259, 1, 3, true }, makeCosta, 200 },
	{ { "genus3", "three rings grown together", 4000, 3, 0, true }, makeGenus3, 1500 },
	{ { "statue", "four rings grown together, as large as the literature's statue", 4994, 4, 0, true }, makeStatue, 2000 },
	{ { "car", "the outside of a car, open below", 665, 0, 1, true }, makeCar, 160 },
	{ { "closed-car", "the same with a floor", 665, 0, 0, true }, makeClosedCar, 260 },
	{ { "needles", "a flat strip of very acute triangles", 1000, 0, 1, true }, makeNeedles, 64 },
	{ { "moebius", "Moebius' strip: one side, one limit", 1500, 1, 1, false }, makeMoebius, 20 },
	{ { "klein", "Klein's bottle: closed, one side", 3000, 2, 0, false }, makeKlein, 32 },
	{ { "plane", "a flat rectangle of equal triangles", 4000, 0, 1, true }, makePlane, 16 },
	{ { "noisy", "the same, its vertices moved by up to 40 % of an edge", 4000, 0, 1, true }, makeNoisyPlane, 16 },
	{ { "terrain", "hills", 10000, 0, 1, true }, makeTerrain, 16 },
	{ { "bridge", "hills with a natural arch to walk over and below", 6000, 1, 1, true }, makeBridge, 1500 },
	{ { "building", "three storeys of rooms, a ramp and a flight of stairs", 6000, 0, 7, true }, makeBuilding, 1000 },
};

#define SURFACE_COUNT ( (int32_t)( sizeof( s_surfaces ) / sizeof( s_surfaces[0] ) ) )

int32_t wfGetSurfaceCount( void )
{
	return SURFACE_COUNT;
}

wfSurfaceInfo wfGetSurface( int32_t index )
{
	return index >= 0 && index < SURFACE_COUNT ? s_surfaces[index].info : ( wfSurfaceInfo ){ 0 };
}

static int32_t findSurface( const char* name )
{
	for ( int32_t i = 0; name != NULL && i < SURFACE_COUNT; ++i )
	{
		if ( strcmp( s_surfaces[i].info.name, name ) == 0 )
		{
			return i;
		}
	}
	return -1;
}

const wfSurfaceInfo* wfFindSurface( const char* name )
{
	int32_t index = findSurface( name );
	return index >= 0 ? &s_surfaces[index].info : NULL;
}

wfNamedSurfaceDef wfDefaultNamedSurfaceDef( void )
{
	return ( wfNamedSurfaceDef ){ .seed = 1 };
}

static wfResult refuse( wfError* error, wfResult result, const char* message )
{
	if ( error != NULL )
	{
		*error = ( wfError ){ .result = result };
		snprintf( error->message, sizeof( error->message ), "%s", message );
	}
	return result;
}

static wfResult refuseName( const char* name, wfError* error )
{
	char message[512];
	size_t used = (size_t)snprintf( message, sizeof( message ), "there is no surface named \"%.40s\"; expected one of ",
									name != NULL ? name : "" );
	for ( int32_t i = 0; i < SURFACE_COUNT && used < sizeof( message ); ++i )
	{
		used += (size_t)snprintf( message + used, sizeof( message ) - used, "%s%s", i > 0 ? ", " : "", s_surfaces[i].info.name );
	}
	return refuse( error, wf_notFound, message );
}

static void scaleTo( wfSurfaceShape* shape, double size )
{
	wfVec3 lower = shape->vertices[0], upper = lower;
	for ( int32_t i = 1; i < shape->vertexCount; ++i )
	{
		wfVec3 v = shape->vertices[i];
		lower = ( wfVec3 ){ fmin( lower.x, v.x ), fmin( lower.y, v.y ), fmin( lower.z, v.z ) };
		upper = ( wfVec3 ){ fmax( upper.x, v.x ), fmax( upper.y, v.y ), fmax( upper.z, v.z ) };
	}
	wfVec3 box = wfDraftDifference( upper, lower );
	wfSurfaceShape_Scale( shape, size / fmax( box.x, fmax( box.y, box.z ) ) );
}

wfResult wfMakeNamedSurface( const wfNamedSurfaceDef* def, wfSurfaceShape* shape, wfError* error )
{
	*shape = ( wfSurfaceShape ){ 0 };
	int32_t index = findSurface( def->name );
	if ( index < 0 )
	{
		return refuseName( def->name, error );
	}
	int32_t vertices = def->vertices != 0 ? def->vertices : s_surfaces[index].info.vertices;
	if ( vertices < s_surfaces[index].least || vertices > WF_MAX_SURFACE_VERTICES )
	{
		char message[160];
		snprintf( message, sizeof( message ), "%s has %d to %d vertices, not %d", s_surfaces[index].info.name,
				  s_surfaces[index].least, WF_MAX_SURFACE_VERTICES, vertices );
		return refuse( error, wf_outOfRange, message );
	}
	if ( !( def->size == 0.0 || ( def->size >= 1e-3 && def->size <= 1e6 ) ) )
	{
		return refuse( error, wf_outOfRange, "expected a size from 0.001 to 1,000,000 m, or 0 for the surface's own" );
	}
	wfResult result = s_surfaces[index].make( vertices, def->seed, shape );
	if ( result != wf_ok )
	{
		return refuse( error, result, wfDescribeResult( result ) );
	}
	if ( def->size > 0.0 )
	{
		scaleTo( shape, def->size );
	}
	return wf_ok;
}

wfResult wfCreateNamedSurface( const wfNamedSurfaceDef* def, wfMesh** mesh, wfError* error )
{
	wfSurfaceShape shape;
	wfResult result = wfMakeNamedSurface( def, &shape, error );
	if ( result == wf_ok )
	{
		result = wfSurfaceShape_CreateMesh( &shape, mesh, error );
		wfSurfaceShape_Free( &shape );
	}
	return result;
}
