// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What is obstacle for one kind of agent, ready for fast exact queries. Built from the world by the first query after an edit.
#pragma once

#include "base/array.h"
#include "base/box_tree.h"
#include "world/world.h"

typedef enum wfPrimitiveKind
{
	wf_linePrimitive,	 // from a to b
	wf_capsulePrimitive, // the outline of all points nearer than radius to the line from a to b
	wf_arcPrimitive		 // around center from a counter-clockwise to b, at most a quarter of a circle
} wfPrimitiveKind;

// A piece of the boundary of an obstacle.
typedef struct wfPrimitive
{
	wfVec2 a, b, center;
	double radius;
	wfPrimitiveKind kind;
} wfPrimitive;

// An area: a whole shape, or one piece of a thick polyline.
typedef struct wfArea
{
	const wfShape* shape;
	int32_t part;
} wfArea;

typedef struct wfAreaList
{
	wfArea* areas;
	int32_t count;
	wfBoxTree tree;
} wfAreaList;

struct wfGeometry
{
	wfBox2 bounds;
	WF_ARRAY( wfPrimitive ) primitives; // in the order of the tree's leaves
	wfBoxTree tree;
	wfAreaList closed;				   // obstacles and terrain closed to the kind
	wfAreaList walkable;			   // empty: everything is
	wfAreaList costly;				   // open terrain that costs more than plain ground
	WF_ARRAY( const wfShape* ) images; // measured through their pyramids
};

// The geometry for a kind of agent, owned by the world and valid until its next edit.
wfResult wfGeometryGet( const wfWorld* world, int32_t kind, const wfGeometry** geometry );
void wfGeometryDestroy( wfGeometry* geometry );

// True inside of an obstacle, outside of the walkable areas, or outside of the bounds.
bool wfGeometryIsInside( const wfGeometry* geometry, wfVec2 point );

// Square of the distance to the nearest primitive, or `limit` (a square too) when there is none nearer. The result does not
// depend on the limit as long as it is larger.
double wfGeometryPrimitiveDistanceSquared( const wfGeometry* geometry, wfVec2 point, double limit );

// Distance to the boundary of the world's bounds, from either side.
double wfBorderDistance( wfBox2 bounds, wfVec2 point );

// Distance to the nearest piece of boundary of any obstacle, or `limit`; of images to some only, or to all.
double wfGeometryDistanceToParts( const wfGeometry* geometry, const wfShape* const* images, int32_t imageCount, wfVec2 point,
								  double limit );
double wfGeometryBoundaryDistance( const wfGeometry* geometry, wfVec2 point, double limit );

// Signed: as wfWorld_GetDistance.
double wfGeometryDistance( const wfGeometry* geometry, wfVec2 point );

// True when the straight line between two points outside of the obstacles meets an obstacle.
bool wfGeometryMeetsSegment( const wfGeometry* geometry, wfVec2 a, wfVec2 b );

// The dearest terrain at a point; 1 on plain ground.
double wfGeometryCost( const wfGeometry* geometry, wfVec2 point );

bool wfAreaContains( const wfArea* area, wfVec2 point );
// Is the point in one of the areas of the list?
bool wfAreaListContains( const wfAreaList* list, wfVec2 point );

// Point in units of an image's pixels, from its lower left corner.
static inline wfVec2 wfToPixels( const wfShape* shape, wfVec2 point )
{
	const wfShapeDef* def = &shape->def;
	return ( wfVec2 ){ ( point.x - def->center.x ) / def->pixelSize, ( point.y - def->center.y ) / def->pixelSize };
}

// primitives.c
wfBox2 wfPrimitiveBox( const wfPrimitive* primitive );
// Square of the distance from a point to a primitive.
double wfPrimitiveDistanceSquared( const wfPrimitive* primitive, wfVec2 point );
bool wfPrimitiveMeetsSegment( const wfPrimitive* primitive, wfVec2 a, wfVec2 b );
// The straight sides of a box, a polygon or an image's pixels; stops where `visit` fails.
typedef wfResult wfSideFcn( wfVec2 a, wfVec2 b, void* context );
wfResult wfVisitSides( const wfShape* shape, wfSideFcn* visit, void* context );
// The outline of an obstacle that is not an image.
wfResult wfAppendObstacle( wfGeometry* geometry, const wfShape* shape );

// walkable_union.c: the boundary of the union of the walkable areas.
wfResult wfAppendWalkableBoundary( wfGeometry* geometry );
