// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The world as seen by its own module: shapes with their query structures, goals, and the log of edits.
#pragma once

#include "base/array.h"
#include "base/vec2.h"
#include "wayfield/world.h"

#include <stdatomic.h>

// Coordinates and sizes beyond this many metres are refused: their squares must keep millimetre precision.
#define WF_MAX_COORDINATE 1.0e9

// Edits remembered for grids that follow the world. A grid that is further behind is rebuilt.
#define WF_EDIT_LOG_SIZE 1024

typedef struct wfGeometry wfGeometry;

// An edge of a polygon that is not horizontal, from its lower to its upper end, so that two polygons sharing an edge agree on
// which side of it a point lies.
typedef struct wfPolygonEdge
{
	double lowX, lowY, highX, highY;
} wfPolygonEdge;

static inline wfPolygonEdge wfMakeEdge( wfVec2 a, wfVec2 b )
{
	return a.y <= b.y ? ( wfPolygonEdge ){ a.x, a.y, b.x, b.y } : ( wfPolygonEdge ){ b.x, b.y, a.x, a.y };
}

// Whether a ray from the point to the left meets the edge: a point is inside a polygon where it meets an odd number of them.
static inline bool wfIsLeftOf( const wfPolygonEdge* e, wfVec2 point )
{
	return e->lowY <= point.y && point.y < e->highY &&
		   e->lowX + ( point.y - e->lowY ) / ( e->highY - e->lowY ) * ( e->highX - e->lowX ) <= point.x;
}

// The edges of a polygon sorted into horizontal slabs: a point is compared only with the edges of its slab.
typedef struct wfSlabs
{
	wfPolygonEdge* edges; // slab after slab, an edge once in each slab it touches
	int32_t* first;		  // of each slab and one past the last; slabCount + 1
	int32_t slabCount;
	int64_t entryCount;
	double lowY, inverseHeight;
} wfSlabs;

// Occupancy of an image at repeatedly halved resolutions, to find the nearest pixel of either kind quickly.
#define WF_MAX_PYRAMID_LEVELS 32
typedef struct wfPyramid
{
	uint8_t* flags; // level after level: bit 0 something occupied in the block, bit 1 something empty; level 0 has the pixels
	size_t offset[WF_MAX_PYRAMID_LEVELS];
	int32_t width[WF_MAX_PYRAMID_LEVELS], height[WF_MAX_PYRAMID_LEVELS];
	int32_t levelCount;
	size_t size;
} wfPyramid;

// Ids are checked against this: the first member of shapes and goals.
typedef struct wfWorldSlot
{
	uint32_t generation;
	bool used;
} wfWorldSlot;

typedef struct wfShape
{
	wfWorldSlot slot;
	wfShapeDef def;	   // everything it points to is owned
	wfBox2 box;		   // bounds of the shape, including thickness
	wfVec2 axis;	   // cosine and sine of a box's angle
	double cost;	   // of a metre of terrain in all: what the def says, and the time it takes
	wfVec2 uphill;	   // unit
	wfSlabs slabs;	   // polygons
	wfPyramid pyramid; // images
} wfShape;

typedef struct wfGoal
{
	wfWorldSlot slot;
	wfGoalDef def; // everything it points to is owned
} wfGoal;

typedef struct wfEdit
{
	uint64_t revision; // of the world after it
	wfBox2 box;
} wfEdit;

struct wfWorld
{
	wfBox2 bounds;
	WF_ARRAY( wfShape ) shapes; // slots, used or not
	WF_ARRAY( wfGoal ) goals;
	int32_t shapeCount, goalCount; // used
	int32_t slowCount;			   // terrain that is walked on more slowly
	uint64_t revision;
	wfEdit edits[WF_EDIT_LOG_SIZE]; // a ring: the edit to revision r is at r % WF_EDIT_LOG_SIZE
	// Query structures, built by the first query after an edit, one for each class of kinds. Queries may run on several threads,
	// so they are published atomically.
	_Atomic( wfGeometry* ) geometry[32];
	_Atomic( int32_t ) firstAlike[32]; // 1 + the kind whose geometry is also valid for this kind; 0: unknown
};

// Whether it is walked on more slowly than plain ground.
static inline bool wfIsSlow( const wfShape* shape )
{
	return shape->def.role == wf_terrainRole && ( shape->def.speedUp < 1.0 || shape->def.speedDown < 1.0 );
}

// shape.c
wfResult wfShapeValidate( const wfShapeDef* def, wfError* error );
wfResult wfShapeCreate( wfShape* shape, const wfShapeDef* def, wfError* error );
void wfShapeDestroy( wfShape* shape );
wfResult wfGoalValidate( const wfGoalDef* def, wfError* error );
wfResult wfRefuse( wfError* error, const char* field, const char* format, ... ) __attribute__( ( format( printf, 3, 4 ) ) );
// Refuses what is out of range, or no number at all, by the name of the coordinate.
wfResult wfCheckPoint( wfError* error, const char* name, wfVec2 point );
int64_t wfImageSize( const wfShapeDef* def );
// A copy made with the allocator; an empty array stays null. False when out of memory.
bool wfCopyArray( const void** copy, const void* source, size_t count, size_t size );

// slabs.c
wfResult wfSlabsCreate( wfSlabs* slabs, const wfVec2* points, const int32_t* ringSizes, int32_t ringCount );
void wfSlabsDestroy( wfSlabs* slabs );
// Even-odd rule. Points on left and lower edges are inside, so that adjacent polygons share no point.
bool wfSlabsContain( const wfSlabs* slabs, wfVec2 point );

static inline wfVec2 wfBoxToWorld( const wfShape* shape, double x, double y )
{
	const wfShapeDef* def = &shape->def;
	return ( wfVec2 ){ def->center.x + shape->axis.x * x - shape->axis.y * y,
					   def->center.y + shape->axis.y * x + shape->axis.x * y };
}
