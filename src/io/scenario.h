// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The parts of the scenario reader.
#pragma once

#include "io/json.h"

// The fields of each kind of object; lists that end with null.
extern const char* const wf_boxFields[];
extern const char* const wf_discFields[];
extern const char* const wf_segmentFields[];
extern const char* const wf_polygonFields[];
extern const char* const wf_imageFields[];
extern const char* const wf_terrainFields[]; // those that terrain has on top of its shape
extern const char* const wf_pointGoalFields[];
extern const char* const wf_pointsGoalFields[];
extern const char* const wf_ringFields[];

// Longest name of anything, in bytes.
#define WF_MAX_NAME_LENGTH 127

// "obstacles", "walkable" or "terrain": a list of shapes.
wfResult wfReadShapes( const wfJson* json, const wfJsonNode* list, wfShapeRole role, wfScenario* scenario );
wfResult wfReadGoals( const wfJson* json, const wfJsonNode* list, wfScenario* scenario );
// Fails at the point when it lies outside of the bounds of the world.
wfResult wfCheckInside( const wfJson* json, const wfJsonNode* node, const wfScenario* scenario, wfVec2 point, const char* what );

// An object told apart by its "type", with no fields other than those of the type and, may be null, some more.
wfResult wfReadType( const wfJson* json, const wfJsonNode* node, const char* what, const char* const* types,
					 const char* const* const* fields, const char* const* moreFields, int32_t* type );
// "name" of an object; stays as it was where there is none.
wfResult wfReadName( const wfJson* json, const wfJsonNode* object, const char** name );
// An error of another module, placed at the value that led to it.
wfResult wfPlaceAt( const wfJson* json, const wfJsonNode* node, wfResult result );

// All of a scenario but for what belongs to crowds, of which only the types are looked at.
wfResult wfReadScenarioTree( const wfJson* json, wfScenario* scenario );

// ------------------------------------------------------------------------------------------------------------- regions

typedef enum wfRegionKind
{
	wf_boxRegion,
	wf_discRegion,
	wf_polygonRegion,
	wf_circleRegion // the rim of a disc
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

// A box, a disc, a polygon without holes or, where allowed, a circle. Free it also after a failure.
wfResult wfReadRegion( const wfJson* json, const wfJsonNode* node, bool allowCircle, wfRegion* region );
void wfRegion_Free( wfRegion* region );
// Axis and bounds, once all else is known.
void wfRegion_Finish( wfRegion* region, double angle );
bool wfRegion_Contains( const wfRegion* region, wfVec2 point );
// The outline as a ring, which lies in the region's points or in `buffer` with room for WF_DISC_SIDES points.
const wfVec2* wfRegion_GetRing( const wfRegion* region, wfVec2* buffer, int32_t* count );
