// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Generated surfaces, written once for tests, benchmarks and the command line. They stand on the public headers alone, and the
// same numbers give the same surface, bit for bit, on every machine. Metres; z up.
#pragma once

#include "wayfield/mesh.h"

#define WF_MAX_SURFACE_VERTICES 20000000

// Vertices and triangles before they are a mesh. Zero-initialise; what the makers below find in it is forgotten, not freed. On
// failure it is empty.
typedef struct wfSurfaceShape
{
	wfVec3* vertices;
	int32_t vertexCount, vertexCapacity;
	int32_t* triangles; // three vertices each
	int32_t triangleCount, triangleCapacity;
} wfSurfaceShape;

void wfSurfaceShape_Free( wfSurfaceShape* shape );
// With the default def: nothing but vertices in the very same place is welded. `error` may be null.
wfResult wfSurfaceShape_CreateMesh( const wfSurfaceShape* shape, wfMesh** mesh, wfError* error );

// --------------------------------------------------------------------------------------------------------------- by name

typedef struct wfNamedSurfaceDef
{
	const char* name;
	int32_t vertices; // about so many; 0: the surface's own number; at most WF_MAX_SURFACE_VERTICES
	double size;	  // metres of the longest side of its box; 0: the surface's own
	uint64_t seed;	  // of hills and noise
} wfNamedSurfaceDef;

wfNamedSurfaceDef wfDefaultNamedSurfaceDef( void );

typedef struct wfSurfaceInfo
{
	const char* name;
	const char* description; // one line
	int32_t vertices;		 // about so many without a number given
	int32_t genus;			 // of surfaces that are not orientable: cross-caps
	int32_t loops;			 // of the boundary
	bool orientable;
} wfSurfaceInfo;

int32_t wfGetSurfaceCount( void );
wfSurfaceInfo wfGetSurface( int32_t index );
// Null where there is no surface of that name.
const wfSurfaceInfo* wfFindSurface( const char* name );

// wf_notFound for an unknown name, wf_outOfRange for numbers that cannot be. `error` may be null.
wfResult wfMakeNamedSurface( const wfNamedSurfaceDef* def, wfSurfaceShape* shape, wfError* error );
wfResult wfCreateNamedSurface( const wfNamedSurfaceDef* def, wfMesh** mesh, wfError* error );

// ---------------------------------------------------------------------------------------------------------------- makers

// All of them: wf_outOfRange where the numbers give no surface, wf_tooLarge beyond WF_MAX_SURFACE_VERTICES, wf_outOfMemory.

// The icosahedron, each edge cut into `frequency` parts: 10 frequency^2 + 2 vertices, nearly equal triangles.
wfResult wfMakeSphere( double radius, int32_t frequency, wfSurfaceShape* shape );
// Circles of latitude and half circles of longitude: needles at the poles.
wfResult wfMakeGlobe( double radius, int32_t rings, int32_t segments, wfSurfaceShape* shape );
// A sphere with hills; `relief`: height of the hills in radii.
wfResult wfMakePlanet( double radius, double relief, int32_t frequency, uint64_t seed, wfSurfaceShape* shape );
// Around the z axis. columns: around the axis, rows: around the tube.
wfResult wfMakeTorus( double radius, double tube, int32_t columns, int32_t rows, wfSurfaceShape* shape );
wfResult wfMakeMoebius( double radius, double width, int32_t columns, int32_t rows, wfSurfaceShape* shape );
// Klein's bottle as an eight turned half around: it passes through itself, and knows nothing of it.
wfResult wfMakeKlein( double radius, int32_t columns, int32_t rows, wfSurfaceShape* shape );

// A rectangle from (0, 0) on in rows of equal triangles; their sides are stretched by less than a row's share to fit.
typedef struct wfPlaneDef
{
	double width, height;
	double edge;  // about the side of a triangle
	double noise; // vertices inside are moved at random by up to so many edges; below 0.5 no triangle turns over
	uint64_t seed;
} wfPlaneDef;

wfResult wfMakePlane( const wfPlaneDef* def, wfSurfaceShape* shape );
// A plane of hills; `relief`: their height in metres.
wfResult wfMakeTerrain( const wfPlaneDef* def, double relief, wfSurfaceShape* shape );
// A rectangle cut into triangles from one long side to the other, `sharpness` times as long as wide, between patches of ordinary
// ones: what the literature's paths turn abruptly on.
wfResult wfMakeNeedles( double width, double height, int32_t columns, double sharpness, wfSurfaceShape* shape );
// The outside of a car: bonnet, windscreen, roof, arches over the wheels; open below. `rows` across, twice as many along.
wfResult wfMakeCar( double length, int32_t rows, wfSurfaceShape* shape );
// The same with a floor.
wfResult wfMakeClosedCar( double length, int32_t rows, wfSurfaceShape* shape );
// Costa's minimal surface, cut off around its three ends: genus 1, three loops. `parts`: of a quarter of a period;
// `rings`: around each end. 24 parts rings + 4 parts^2 + 12 parts - 3 vertices.
wfResult wfMakeCosta( double size, int32_t parts, int32_t rings, wfSurfaceShape* shape );
// Storeys of rooms, joined in turn by ramps and by stairs with upright risers; walls are gaps in the floor.
typedef struct wfBuildingDef
{
	int32_t storeys;
	double storeyHeight;
	double cell;		   // side of the squares floors are made of
	int32_t columns, rows; // of squares, at least 24 by 12
} wfBuildingDef;

wfBuildingDef wfDefaultBuildingDef( void );
wfResult wfMakeBuilding( const wfBuildingDef* def, wfSurfaceShape* shape );

// The surface where a function is 0, inside of a box: negative inside of the solid. Closed unless it meets the box; vertices lie
// on it and are spread evenly.
typedef double wfSolidFcn( wfVec3 place, const void* context );
typedef struct wfSolidDef
{
	wfSolidFcn* fcn;
	const void* context;
	wfVec3 lower, upper;
	double cell;	   // of the lattice it is looked for on; made a little smaller to fit
	int32_t smoothing; // rounds of spreading, 0: none
} wfSolidDef;

wfSolidDef wfDefaultSolidDef( void );
wfResult wfMakeSolid( const wfSolidDef* def, wfSurfaceShape* shape );
// A chain of `holes` rings grown together, each turned against the last: a closed surface of that genus.
wfResult wfMakeChain( int32_t holes, double cell, wfSurfaceShape* shape );
// Ground with a natural arch over a valley: one may walk over it and below.
wfResult wfMakeBridge( double size, double cell, uint64_t seed, wfSurfaceShape* shape );

// --------------------------------------------------------------------------------------------------------------- changes

// Move every vertex at random by up to `share` of its shortest edge, limits too.
wfResult wfSurfaceShape_Shake( wfSurfaceShape* shape, double share, uint64_t seed );
// Put a vertex on the middle of every `every`-th inner edge, on one side of it only: on the other comes a triangle of no area.
wfResult wfSurfaceShape_AddFlat( wfSurfaceShape* shape, int32_t every );
void wfSurfaceShape_Scale( wfSurfaceShape* shape, double factor );
