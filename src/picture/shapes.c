// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The world's own geometry, drawn exactly.

#include "base/base.h"
#include "picture/panel.h"
#include "world/grid.h"

#include <math.h>

#define WF_MAX_WALKABLE 64

bool wfIsClosedTerrain( const wfShapeDef* shape, const wfGrid* grid )
{
	uint32_t kind = grid != NULL ? (uint32_t)grid->kind & 31u : 0u;
	return shape->role == wf_terrainRole && ( shape->kinds >> kind & 1u ) == 0;
}

static wfBox2 getShapeBox( const wfShapeDef* shape )
{
	if ( shape->pointCount > 0 && shape->points != NULL )
	{
		wfBox2 box = wfBoxOfPoints( shape->points, shape->pointCount );
		return wfBoxAround( box.lower, box.upper, shape->radius );
	}
	double reach = shape->kind == wf_boxShape ? hypot( shape->halfSize.x, shape->halfSize.y ) : shape->radius;
	return wfBoxAround( shape->center, shape->center, reach );
}

static bool doBoxesOverlap( wfBox2 a, wfBox2 b )
{
	return a.lower.x < b.upper.x && b.lower.x < a.upper.x && a.lower.y < b.upper.y && b.lower.y < a.upper.y;
}

// Walkable areas can be told apart by even-odd filling only while no two of them overlap.
static bool mayWalkableOverlap( const wfShapeList* list )
{
	wfBox2 boxes[WF_MAX_WALKABLE + 1];
	int32_t count = 0;
	for ( int32_t i = 0; i < list->count; ++i )
	{
		bool walkable = list->shapes[i].role == wf_walkableRole;
		wfBox2 box = getShapeBox( list->shapes + i );
		for ( int32_t k = 0; k < count && walkable; ++k )
		{
			if ( count == WF_MAX_WALKABLE || doBoxesOverlap( boxes[k], box ) )
			{
				return true;
			}
		}
		boxes[count] = box;
		count += walkable ? 1 : 0;
	}
	return false;
}

wfResult wfLoadShapes( const wfPanel* panel, wfShapeList* list )
{
	*list = ( wfShapeList ){ 0 };
	int32_t count = panel->world != NULL ? wfWorld_GetShapeIds( panel->world, NULL, 0 ) : 0;
	list->exact = panel->world != NULL;
	if ( count == 0 )
	{
		return wf_ok;
	}
	wfShapeId* ids = wfAllocateArray( (size_t)count, sizeof( wfShapeId ) );
	list->shapes = wfAllocateArray( (size_t)count, sizeof( wfShapeDef ) );
	list->count = count;
	if ( ids == NULL || list->shapes == NULL )
	{
		wfReleaseArray( ids, (size_t)count, sizeof( wfShapeId ) );
		wfFreeShapes( list );
		return wf_outOfMemory;
	}
	wfWorld_GetShapeIds( panel->world, ids, count );
	for ( int32_t i = 0; i < count; ++i )
	{
		wfShapeDef shape = wfWorld_GetShape( panel->world, ids[i] );
		bool wall = shape.role != wf_terrainRole || wfIsClosedTerrain( &shape, panel->grid );
		bool thin = shape.role == wf_walkableRole && shape.kind == wf_segmentShape;
		list->exact = list->exact && !( wall && shape.kind == wf_imageShape ) && !thin;
		list->shapes[i] = shape;
	}
	list->exact = list->exact && !mayWalkableOverlap( list );
	wfReleaseArray( ids, (size_t)count, sizeof( wfShapeId ) );
	return wf_ok;
}

void wfFreeShapes( wfShapeList* list )
{
	wfReleaseArray( list->shapes, (size_t)list->count, sizeof( wfShapeDef ) );
	*list = ( wfShapeList ){ 0 };
}

static void addRotatedBox( wfCanvas* canvas, const wfPanel* panel, const wfShapeDef* shape )
{
	double c = cos( shape->angle ), s = sin( shape->angle );
	for ( int32_t k = 0; k < 4; ++k )
	{
		double x = k == 0 || k == 3 ? -shape->halfSize.x : shape->halfSize.x, y = k < 2 ? -shape->halfSize.y : shape->halfSize.y;
		wfVec2 corner = { shape->center.x + c * x - s * y, shape->center.y + s * x + c * y };
		wfCanvas_AddPoint( canvas, k == 0, wfToCanvas( panel, corner ) );
	}
	wfCanvas_Close( canvas );
}

static void addPoints( wfCanvas* canvas, const wfPanel* panel, const wfVec2* points, int32_t count )
{
	for ( int32_t i = 0; i < count; ++i )
	{
		wfCanvas_AddPoint( canvas, i == 0, wfToCanvas( panel, points[i] ) );
	}
}

static void addRings( wfCanvas* canvas, const wfPanel* panel, const wfShapeDef* shape )
{
	int32_t rings = shape->ringSizes != NULL ? shape->ringCount : 1, at = 0;
	for ( int32_t r = 0; r < rings; ++r )
	{
		int32_t size = shape->ringSizes != NULL ? shape->ringSizes[r] : shape->pointCount;
		size = size < shape->pointCount - at ? size : shape->pointCount - at;
		addPoints( canvas, panel, shape->points + at, size );
		wfCanvas_Close( canvas );
		at += size;
	}
}

void wfAddShapePath( wfCanvas* canvas, const wfPanel* panel, const wfShapeDef* shape )
{
	switch ( shape->kind )
	{
		case wf_boxShape:
			addRotatedBox( canvas, panel, shape );
			break;
		case wf_discShape:
			wfCanvas_AddCircle( canvas, wfToCanvas( panel, shape->center ), shape->radius * panel->scale );
			break;
		case wf_polygonShape:
			addRings( canvas, panel, shape );
			break;
		case wf_segmentShape:
			addPoints( canvas, panel, shape->points, shape->pointCount );
			break;
		default:
			break;
	}
}

static void drawOutside( wfCanvas* canvas, const wfPanel* panel, const wfShapeList* list )
{
	bool any = false;
	for ( int32_t i = 0; i < list->count && list->exact; ++i )
	{
		if ( list->shapes[i].role == wf_walkableRole )
		{
			any = true;
			wfAddShapePath( canvas, panel, list->shapes + i );
		}
	}
	if ( any )
	{
		wfCanvas_AddBox( canvas, panel->box );
		wfCanvas_Fill( canvas, wfRgb( WF_WALL ) );
	}
}

void wfDrawShapes( wfCanvas* canvas, const wfPanel* panel, const wfShapeList* list )
{
	drawOutside( canvas, panel, list );
	for ( int32_t i = 0; i < list->count; ++i )
	{
		const wfShapeDef* shape = list->shapes + i;
		bool closed = wfIsClosedTerrain( shape, panel->grid );
		if ( ( shape->role != wf_obstacleRole && !closed ) || shape->kind == wf_imageShape )
		{
			continue;
		}
		wfColor color = wfRgb( closed ? WF_CLOSED : WF_WALL );
		// A hair of stroke keeps posts and thin walls visible on maps of whole towns.
		wfPaint paint = { .fill = color, .stroke = color, .strokeWidth = 0.6 };
		if ( shape->kind == wf_segmentShape )
		{
			paint = ( wfPaint ){ .stroke = color, .strokeWidth = fmax( 2.0 * shape->radius * panel->scale, 1.6 ) };
		}
		wfAddShapePath( canvas, panel, shape );
		wfCanvas_Paint( canvas, &paint );
	}
}

void wfDrawTerrainOutlines( wfCanvas* canvas, const wfPanel* panel, const wfShapeList* list )
{
	for ( int32_t i = 0; i < list->count; ++i )
	{
		const wfShapeDef* shape = list->shapes + i;
		if ( shape->role == wf_terrainRole && shape->kind != wf_segmentShape && !wfIsClosedTerrain( shape, panel->grid ) )
		{
			wfAddShapePath( canvas, panel, shape );
		}
	}
	wfCanvas_Paint( canvas, &( wfPaint ){ .stroke = wfRgba( WF_TERRAIN, 0.9 ), .strokeWidth = 1.2, .dash = 4.0 } );
}

#define WF_MOST_GOAL_MARKS 16

void wfDrawWorldGoals( wfCanvas* canvas, const wfPanel* panel )
{
	wfGoalId ids[64];
	int32_t count = panel->world != NULL ? wfWorld_GetGoalIds( panel->world, ids, 64 ) : 0;
	for ( int32_t i = 0; i < count && i < 64; ++i )
	{
		wfGoalDef goal = wfWorld_GetGoal( panel->world, ids[i] );
		if ( goal.pointCount < 1 )
		{
			continue;
		}
		addPoints( canvas, panel, goal.points, goal.kind != wf_cellsGoal ? goal.pointCount : 0 );
		if ( goal.kind == wf_polygonGoal )
		{
			wfCanvas_Close( canvas );
		}
		wfColor inside = goal.kind == wf_polygonGoal ? wfRgba( WF_GOAL, 0.35 ) : ( wfColor ){ 0 };
		wfCanvas_Paint( canvas, &( wfPaint ){ .fill = inside, .stroke = wfRgb( WF_GOAL ), .strokeWidth = 2.5 } );
		// Those of many cells would hide the ground.
		bool isMarked = goal.kind == wf_pointGoal || goal.kind == wf_cellsGoal;
		for ( int32_t k = 0; isMarked && k < goal.pointCount && k < WF_MOST_GOAL_MARKS; ++k )
		{
			wfDrawGoalMark( canvas, wfToCanvas( panel, goal.points[k] ), 0.6 * panel->font );
		}
	}
}
