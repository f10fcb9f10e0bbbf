// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the commands about meshes have in common: opening a surface, places on it, walks, reports.
#pragma once

#include "json_out.h"
#include "options.h"
#include "wayfield/io.h"
#include "wayfield/picture.h"

// -------------------------------------------------------------------------------------------------------------- opening

typedef struct wfMeshOptions
{
	double weld;
	bool noWeld, split, noOrient, openPassages;
	double refine;	// longest edge, 0: not asked
	int32_t detail; // of built-in surfaces: vertices
	double size;	// the same: metres
	int32_t seed;
} wfMeshOptions;

// Of `mesh` and `surface`.
extern wfOption wf_meshOptions[];
uint64_t wfGetSurfaceSeed( void );

// A wfMakeSurfaceFcn: the surfaces of scenes/, by name.
wfResult wfMakeRequestedSurface( const wfSurfaceRequest* request, const wfMeshDef* def, wfMesh** mesh, wfError* error,
								 void* context );
// A mesh file, a scenario or the name of a built-in surface.
void wfOpenSurface( const char* file, wfSurfaceScene* scene );
// The same, or that of a built-in scenario; `recorded`: a recording names it.
void wfOpenRecordedSurface( const char* name, bool recorded, wfSurfaceScene* scene );
// Repairs that were made, as in "3 vertices welded, 1 flat triangle kept"; empty where there were none.
const char* wfDescribeRepairs( const wfMeshReport* report );
void wfAddRepairsAsJson( wfJsonOut* json, const wfMeshReport* report );
void wfAddVectorAsJson( wfJsonOut* json, const char* key, wfVec3 vector );

// --------------------------------------------------------------------------------------------------------------- places

// A goal or a start.
typedef struct wfFoundPlace
{
	char label[160]; // for messages: "vertex 12", "0,0,1", "'door'"
	wfSurfacePoint place;
	const int32_t* vertices; // null: a place between vertices
	int32_t vertexCount;
	int32_t vertex;	 // room for a single one
	double distance; // metres from the point given to the surface
} wfFoundPlace;

// A vertex number of the file, X,Y,Z, or a name of the scenario; null: the scenario's only one. The place must stay where it is
// as long as its vertices are used.
void wfFindPlace( const wfSurfaceScene* scene, const char* option, const char* text, wfFoundPlace* place );
// One of the scenario's, number `index` of that kind.
void wfCopyNamedPlace( const wfSurfacePlace* named, int32_t index, const char* kind, wfFoundPlace* place );
wfSurfaceGoalDef wfFoundPlace_MakeGoal( const wfFoundPlace* place );

// ------------------------------------------------------------------------------------------------------------ obstacles

typedef struct wfObstacleOptions
{
	const char* texts[256];
	int32_t count;
	int32_t discs;
	double discRadius; // 0: so that all discs together cover a tenth of the surface
	double height;	   // NaN: as the scenario says
	double up[3];
	double radius;		   // NaN: as the scenario says
	double maxSlope, step; // degrees, metres; NaN: as the scenario says
	bool pierced;		   // or the scenario says so
} wfObstacleOptions;

typedef struct wfObstacleReport
{
	double discRadius;
	double height, radius; // in force
	int32_t lowTriangles;
	double maxSlope, step; // in force, degrees and metres; 0: not asked
	bool pierced;
	int32_t steepTriangles, piercedTriangles;
	double* headroom;	   // by triangle; null: no height is asked for
	double lowestHeadroom; // metres, of triangles that are high enough; infinity: nothing above them
	int32_t blockedVertices;
	double seconds;
} wfObstacleReport;

// Adds them to the scene's mask, which is made where there is none. Discs keep away from the places.
wfObstacleReport wfBlockObstacles( wfSurfaceScene* scene, const wfObstacleOptions* options, const wfFoundPlace* places,
								   int32_t placeCount, wfWorkers* workers );
// Slope and what is pierced, where they were asked for.
void wfAddTerrainAsJson( wfJsonOut* json, const wfObstacleReport* report );

// The view of a picture: as the options --view and --y-up say, where they are given.
wfView wfMakeView( const double* degrees, bool yUp );

// ---------------------------------------------------------------------------------------------------------------- walks

// What walks are made on: a field, or a relaxed potential p.
typedef struct wfWalkGround
{
	const wfMesh* mesh;
	const wfSurfaceMask* mask;
	const wfSurfaceField* field; // null: p
	const double* p;
	const uint8_t* connected; // by vertex, with p: a walk may be expected to arrive
	const wfFoundPlace* goal;
	wfTraceDef trace;
	bool boundaryRepels;
	wfWorkers* workers;
} wfWalkGround;

typedef struct wfSurfaceWalk
{
	wfSurfacePoint start;
	int32_t vertex; // -1: between vertices
	wfResult result;
	bool untrue; // arrived, it says, but the mesh says otherwise
	bool touches, touchesBoundary;
	double length, clearanceMean, clearanceMin, largestTurn, seconds;
	int32_t rescues;
} wfSurfaceWalk;

typedef struct wfWalkTotals
{
	int64_t walked, reached, failed, unreachable, blocked;
	int64_t touches, boundaryTouches, rescues;
	double lengthMean, clearanceMean, clearanceMin, largestTurn, secondsMean;
} wfWalkTotals;

// Walks all of them; `paths`, may be null, keeps every `stride`-th path, walk k in paths[k / stride].
wfWalkTotals wfWalkOnSurface( const wfWalkGround* ground, wfSurfaceWalk* walks, int32_t count, wfSurfacePath* paths,
							  int32_t stride );
// Vertices linked to the goal by edges between free vertices.
uint8_t* wfFindConnected( const wfMesh* mesh, const wfSurfaceMask* mask, bool boundaryRepels, const wfFoundPlace* goal );

// ---------------------------------------------------------------------------------------------------- `wayfield surface`

#define WF_MAX_STARTS 256

typedef enum wfSurfaceMethod
{
	wf_femMethod,
	wf_influenceMethod
} wfSurfaceMethod;

typedef struct wfSurfaceOptions
{
	const char *file, *goal;
	const char* from[WF_MAX_STARTS];
	int32_t fromCount;
	bool all;
	int32_t random;
	double haste, epsilon; // NaN: as the scenario says
	double bias[3], toward[3];
	int32_t boundary; // -1: as the scenario says
	int32_t method;
	double sumChange; // e_max of the influence method, 0: the default
	int32_t occupied; // vertex of the file, -1: none
	wfObstacleOptions obstacles;
	bool taut, raw;
	bool json, edges, yUp;
	const char *picture, *outMesh, *outPaths;
	double view[2]; // degrees
	double zoom;
	int32_t width;
} wfSurfaceOptions;

// Everything between the options and the report.
typedef struct wfSurfaceRun
{
	wfSurfaceScene scene;
	wfWorkers* workers;
	wfFoundPlace goal;
	wfFoundPlace* starts; // given one by one
	int32_t startCount;
	wfObstacleReport obstacles;
	wfSurfacePlannerDef plannerDef;
	wfSurfacePlanner* planner; // null with the influence method, as the field
	wfSurfaceField* field;
	wfFieldReport fieldReport;
	double* p;
	uint8_t* connected;
	wfRelaxReport relax;
	int32_t occupied; // vertex of the mesh, -1: none
	wfSurfaceWalk* walks;
	int32_t walkCount;
	wfSurfacePath* paths; // of every stride-th walk
	int32_t pathCount, stride;
	wfWalkTotals totals;
	int64_t cutOff;		   // vertices of the goal's piece of the mesh that have no path, though free
	int64_t shutTriangles; // free, but with the boundary or an obstacle in every corner
	double secondsLoad, secondsFactor, secondsGoal, began;
	bool boundaryRepels;
} wfSurfaceRun;

extern wfSurfaceOptions wf_surfaceOptions;

// Files and what is printed. Returns an exit code.
int wfSurfaceRun_Output( const wfSurfaceRun* run );
