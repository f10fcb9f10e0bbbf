// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The parts of the scenario reader.
#pragma once

#include "io/scenario_tables.h"

// "obstacles", "walkable" or "terrain": a list of shapes.
void wfReadShapes( const wfJson* json, const wfJsonNode* list, wfShapeRole role, wfScenario* scenario );
void wfReadGoals( const wfJson* json, const wfJsonNode* list, wfScenario* scenario );
// Fails at the point when it lies outside of the bounds of the world.
void wfCheckInside( const wfJson* json, const wfJsonNode* node, const wfWorld* world, wfVec2 point, const char* what );
// What plane and meshes have in common: all fields are known, the version fits, parts for crowds are of the right type. Gives the
// scenario's name.
void wfReadHead( const wfJson* json, const wfObject* object, void* target, char* name, size_t capacity );
// All of a scenario but for what belongs to crowds, of which only the types are looked at.
void wfReadScenarioTree( const wfJson* json, wfScenario* scenario );

// ------------------------------------------------------------------------------------------------------------- on meshes

// All of a scenario but for what belongs to crowds. The caller frees the scene when it fails.
void wfReadSceneTree( const wfJson* json, const wfSurfaceSceneDef* def, wfSurfaceScene* scene );
// A vertex, or a point [x, y, z] for the nearest place of the surface. `distance` may be null.
void wfReadSurfacePoint( const wfJson* json, const wfJsonNode* node, const wfSurfaceScene* scene, wfSurfacePoint* point,
						 double* distance );

// What a scenario may ask for before a mesh is used.
typedef struct wfMeshRepairs
{
	double weld, refine;
	bool split, orient, openPassages;
} wfMeshRepairs;

typedef struct wfBall
{
	wfVec3 center;
	double radius;
} wfBall;

typedef enum wfSpaceRegionKind
{
	wf_everywhere,
	wf_sphereRegion,
	wf_spaceBoxRegion
} wfSpaceRegionKind;

// The part of a surface that lies in it.
typedef struct wfSpaceRegion
{
	wfSpaceRegionKind kind;
	wfVec3 lower, upper; // sphere: lower is the centre
	double radius;
} wfSpaceRegion;

// `boxOnly`: of a source or a sink.
void wfReadSpaceRegion( const wfJson* json, const wfJsonNode* node, bool boxOnly, wfSpaceRegion* region );

// ------------------------------------------------------------------------------------------------------------- regions

typedef enum wfRegionKind
{
	wf_boxRegion,
	wf_discRegion,
	wf_polygonRegion,
	wf_circleRegion // the boundary of a disc
} wfRegionKind;

// Where agents are placed, let in or taken out.
typedef struct wfRegion
{
	wfRegionKind kind;
	wfVec2 center;
	wfVec2 halfSize, axis; // box: the axis is its own x axis
	double radius;
	wfVec2* points;
	size_t pointCount;
	wfBox2 bounds;
} wfRegion;

// Sides of the polygon that stands for a disc.
#define WF_DISC_SIDES 32

// A box, a disc, a polygon without holes or, where allowed, a circle, of which the world has some part: else nobody could ever
// stand in it. Free it also after a failure.
void wfReadRegion( const wfJson* json, const wfJsonNode* node, const wfWorld* world, bool allowCircle, wfRegion* region );
void wfRegion_Free( wfRegion* region );
// Axis and bounds, once all else is known.
void wfRegion_Finish( wfRegion* region, double angle );
bool wfRegion_Contains( const wfRegion* region, wfVec2 point );
// The outline as a ring, which lies in the region's points or in `buffer` with room for WF_DISC_SIDES points.
const wfVec2* wfRegion_GetRing( const wfRegion* region, wfVec2* buffer, int32_t* count );
