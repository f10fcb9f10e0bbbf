// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The obstacles for one kind of agent, prepared for fast exact queries. Built from the world by the first query after an edit.
#pragma once

#include "base/array.h"
#include "base/box_tree.h"
#include "world/world.h"

typedef enum wfPrimitiveKind
{
	wf_linePrimitive,	 // from a to b
	wf_capsulePrimitive, // the outline of all points closer than radius to the line from a to b
	wf_arcPrimitive		 // around center counter-clockwise from a to b, at most a quarter of a circle
} wfPrimitiveKind;

// A piece of the outline of an obstacle.
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
	WF_ARRAY( wfArea ) areas;
	wfBoxTree tree;
} wfAreaList;

struct wfGeometry
{
	wfBox2 bounds;
	WF_ARRAY( wfPrimitive ) primitives; // in the order of the tree's leaves
	wfBoxTree tree;
	wfAreaList closed;				   // obstacles and terrain closed to the kind
	wfAreaList walkable;			   // empty: everything is walkable
	wfAreaList costly;				   // open terrain that costs more than plain ground
	WF_ARRAY( const wfShape* ) images; // distances are measured with their pyramids
};

// The geometry for a kind of agent, owned by the world and valid until its next edit.
wfResult wfGeometryGet( const wfWorld* world, int32_t kind, const wfGeometry** geometry );
void wfGeometryDestroy( wfGeometry* geometry );

// A geometry with the obstacles near a box only, for many queries within it: distances to others may be too large. Images and
// walkable areas are those of the whole geometry.
wfResult wfGeometryCreateNear( wfGeometry* near, const wfGeometry* geometry, wfBox2 box );
void wfGeometryFreeNear( wfGeometry* near );

// True inside an obstacle, outside the walkable areas, or outside the bounds.
bool wfGeometryIsInside( const wfGeometry* geometry, wfVec2 point );

// Squared distance to the nearest primitive, or `limit` (also squared) if there is none closer. The result does not depend on the
// limit as long as it is larger.
double wfGeometryPrimitiveDistanceSquared( const wfGeometry* geometry, wfVec2 point, double limit );

// Distance to the border of the world, from either side.
double wfBorderDistance( wfBox2 bounds, wfVec2 point );

// Distance to the nearest piece of the outline of any obstacle, or `limit`; considering only some of the images, or all.
double wfGeometryDistanceToParts( const wfGeometry* geometry, const wfShape* const* images, int32_t imageCount, wfVec2 point,
								  double limit );
double wfGeometryBoundaryDistance( const wfGeometry* geometry, wfVec2 point, double limit );

// Signed, like wfWorld_GetDistance.
double wfGeometryDistance( const wfGeometry* geometry, wfVec2 point );

// True if the straight segment between two points outside the obstacles meets an obstacle.
bool wfGeometryMeetsSegment( const wfGeometry* geometry, wfVec2 a, wfVec2 b );

// The cost of the costliest terrain at a point; 1 on plain ground.
double wfGeometryCost( const wfGeometry* geometry, wfVec2 point );
// The part of its speed at which one walks at a point along a direction, a unit vector or zero: that of the slowest terrain
// there.
double wfGeometrySpeedShare( const wfGeometry* geometry, wfVec2 point, wfVec2 along );

bool wfAreaContains( const wfArea* area, wfVec2 point );
// Whether the point is in one of the areas of the list.
bool wfAreaListContains( const wfAreaList* list, wfVec2 point );

// A point in pixels of an image, from its lower left corner.
static inline wfVec2 wfToPixels( const wfShape* shape, wfVec2 point )
{
	const wfShapeDef* def = &shape->def;
	return ( wfVec2 ){ ( point.x - def->center.x ) / def->pixelSize, ( point.y - def->center.y ) / def->pixelSize };
}

// primitives.c
wfBox2 wfPrimitiveBox( const wfPrimitive* primitive );
// Of one of an array of them (geometry.c).
wfBox3 wfBoxOfPrimitive( const void* primitives, int32_t item );
// Squared distance from a point to a primitive.
double wfPrimitiveDistanceSquared( const wfPrimitive* primitive, wfVec2 point );
bool wfPrimitiveMeetsSegment( const wfPrimitive* primitive, wfVec2 a, wfVec2 b );
// The straight sides of a box, a polygon or an image's pixels; stops if `visit` fails.
typedef wfResult wfSideFcn( wfVec2 a, wfVec2 b, void* context );
wfResult wfVisitSides( const wfShape* shape, wfSideFcn* visit, void* context );
// The outline of an obstacle that is not an image.
wfResult wfAppendObstacle( wfGeometry* geometry, const wfShape* shape );

// walkable_union.c: the boundary of the union of the walkable areas.
wfResult wfAppendWalkableBoundary( wfGeometry* geometry );
