// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The place to stand that is nearest to one that cannot be reached.
#include "ground/on_mesh.h"
#include "ground/parts.h"
#include "surface/surface.h"
#include "world/world.h"

#define ANY_COMPONENT ( -1 )

// -------------------------------------------------------------------------------------------------------------- the plane

typedef struct wfCellSearch
{
	const wfGrid* grid;
	int32_t component;
	wfVec2 point;
	wfPlaceFcn* accepts; // null: all
	const void* context;
	int32_t found;
	double square; // of the distance
} wfCellSearch;

// The lower number of two cells that are equally near.
static void visitCell( wfCellSearch* search, int32_t i, int32_t j )
{
	const wfGrid* grid = search->grid;
	if ( !wfIsCellFree( grid, i, j ) )
	{
		return;
	}
	int32_t cell = j * grid->width + i;
	wfVec2 center = wfGrid_GetCenter( grid, cell );
	double x = center.x - search->point.x, y = center.y - search->point.y, square = x * x + y * y;
	bool nearer = square < search->square || ( square == search->square && cell < search->found );
	if ( nearer && ( search->component == ANY_COMPONENT || grid->component[cell] == search->component ) &&
		 ( search->accepts == NULL || search->accepts( center, search->context ) ) )
	{
		search->found = cell;
		search->square = square;
	}
}

static int32_t clampIndex( double place, int32_t count )
{
	return place < 0.0 ? 0 : place >= count ? count - 1 : (int32_t)place;
}

// Ring by ring around the point, until all that is left is farther away. From a point beside the grid a cell is no nearer than
// from the point of the grid nearest to it.
static int32_t findCell( wfCellSearch search )
{
	const wfGrid* grid = search.grid;
	wfVec2 point = search.point;
	search.found = -1;
	search.square = INFINITY;
	int32_t i = clampIndex( ( point.x - grid->origin.x ) / grid->cellSize, grid->width );
	int32_t j = clampIndex( ( point.y - grid->origin.y ) / grid->cellSize, grid->height );
	int32_t rings = grid->width > grid->height ? grid->width : grid->height;
	for ( int32_t ring = 0; ring <= rings; ++ring )
	{
		double least = ( ring - 1.0 ) * grid->cellSize;
		if ( ring > 1 && search.square <= least * least )
		{
			break;
		}
		for ( int32_t k = -ring; k <= ring; ++k )
		{
			visitCell( &search, i + k, j - ring );
			visitCell( &search, i + k, j + ring );
			visitCell( &search, i - ring, j + k );
			visitCell( &search, i + ring, j + k );
		}
	}
	return search.found;
}

// A world without walls has no grid.
static bool clampIntoWorld( const wfGround* ground, double radius, wfVec2 point, wfVec2* place )
{
	wfBox2 box = wfWorld_GetBounds( ground->world );
	double margin = radius + 2.0 * WF_SKIN;
	*place = ( wfVec2 ){ wfMin( wfMax( point.x, box.lower.x + margin ), box.upper.x - margin ),
						 wfMin( wfMax( point.y, box.lower.y + margin ), box.upper.y - margin ) };
	return box.upper.x - box.lower.x >= 2.0 * margin && box.upper.y - box.lower.y >= 2.0 * margin;
}

// Of a line or ring.
static wfVec2 nearestOnLine( const wfVec2* points, int32_t count, wfVec2 from )
{
	wfVec2 found = points[0];
	double least = INFINITY;
	for ( int32_t k = 0; k < count; ++k )
	{
		wfVec2 a = points[k > 0 ? k - 1 : 0], b = points[k];
		wfVec2 line = { b.x - a.x, b.y - a.y };
		double square = line.x * line.x + line.y * line.y;
		double along = square > 0.0 ? ( ( from.x - a.x ) * line.x + ( from.y - a.y ) * line.y ) / square : 0.0;
		along = wfMin( wfMax( along, 0.0 ), 1.0 );
		wfVec2 at = { a.x + along * line.x, a.y + along * line.y };
		double x = at.x - from.x, y = at.y - from.y;
		found = x * x + y * y < least ? at : found;
		least = wfMin( least, x * x + y * y );
	}
	return found;
}

// Of a goal the point that is nearest as the crow flies.
static bool findPoint( const wfGround* ground, const wfDestination* to, wfVec2 from, wfVec2* point )
{
	*point = wfInPlane( to->point );
	if ( !to->isGoal )
	{
		return true;
	}
	if ( !wfWorld_IsGoalValid( ground->world, to->goal ) )
	{
		return false;
	}
	wfGoalDef goal = wfWorld_GetGoal( ground->world, to->goal );
	*point = nearestOnLine( goal.points, goal.kind == wf_pointGoal ? 1 : goal.pointCount, from );
	return true;
}

bool wfGround_FindNearestFree( const wfGround* ground, int32_t index, wfVec2 from, wfPlaceFcn* accepts, const void* context,
							   wfVec2* place )
{
	const wfRouteLayer* layer = &ground->routes.layers.data[index];
	if ( layer->grid == NULL )
	{
		return clampIntoWorld( ground, layer->radius, from, place ) && accepts( *place, context );
	}
	int32_t cell = findCell( ( wfCellSearch ){ layer->grid, ANY_COMPONENT, from, accepts, context, -1, INFINITY } );
	*place = cell >= 0 ? wfGrid_GetCenter( layer->grid, cell ) : from;
	return cell >= 0;
}

static bool findInPlane( const wfGround* ground, const wfRouteLayer* layer, const wfDestination* to, wfPlace from,
						 wfPlace* place )
{
	wfVec2 start = { from.x, from.y }, point;
	if ( !findPoint( ground, to, start, &point ) )
	{
		return false;
	}
	wfVec2 at;
	if ( layer->grid == NULL )
	{
		bool fits = clampIntoWorld( ground, layer->radius, point, &at );
		*place = wfPlaceInPlane( at );
		return fits;
	}
	int32_t own = wfGrid_GetCell( layer->grid, start ), nearest = own >= 0 ? layer->nearest[own] : -1;
	wfCellSearch search = { .grid = layer->grid, .point = point };
	search.component = nearest >= 0 ? layer->grid->component[nearest] : -1;
	int32_t cell = nearest >= 0 ? findCell( search ) : -1;
	*place = cell >= 0 ? wfPlaceInPlane( wfGrid_GetCenter( layer->grid, cell ) ) : from;
	return cell >= 0;
}

// ----------------------------------------------------------------------------------------------------------------- meshes

static wfVec3 findPointOnMesh( const wfGround* ground, const wfDestination* to, wfVec3 from )
{
	const wfMeshGoal* goal = to->isGoal ? &ground->goals.data[to->goal.index1 - 1] : NULL;
	if ( goal == NULL || goal->kind == wf_placeGoal )
	{
		return wfMesh_GetPosition( ground->mesh, goal != NULL ? goal->place : to->place );
	}
	wfVec3 found = ground->mesh->vertices[goal->vertices[0]];
	for ( int32_t k = 1; k < goal->vertexCount; ++k )
	{
		wfVec3 at = ground->mesh->vertices[goal->vertices[k]];
		found = wfDistance3( at, from ) < wfDistance3( found, from ) ? at : found;
	}
	return found;
}

// A vertex as a place of the first triangle around it.
static wfPlace placeOfVertex( const wfGround* ground, int32_t vertex )
{
	const wfMesh* mesh = ground->mesh;
	int32_t triangle = mesh->ring[mesh->ringFirst[vertex]] / 3;
	const int32_t* corners = mesh->triangles + 3 * triangle;
	wfSurfacePoint point = { triangle, corners[1] == vertex ? 1.0 : 0.0, corners[2] == vertex ? 1.0 : 0.0 };
	wfFlat flat = wfFlatOfPoint( mesh, point );
	return ( wfPlace ){ flat.x, flat.y, triangle };
}

static bool findOnMesh( const wfGround* ground, const wfRouteLayer* layer, const wfDestination* to, wfPlace from, wfPlace* place )
{
	const wfMesh* mesh = ground->mesh;
	const int32_t* components = layer->surfacePlanner->freeComponent;
	wfVec3 start = wfGround_GetPosition( ground, from ), point = findPointOnMesh( ground, to, start );
	int32_t component = -1, found = -1;
	for ( int32_t k = 0; k < 3 && component < 0; ++k )
	{
		component = components[mesh->triangles[3 * from.triangle + k]];
	}
	double least = INFINITY;
	for ( int32_t v = 0; v < mesh->vertexCount && component >= 0; ++v )
	{
		double distance = components[v] == component ? wfDistance3( mesh->vertices[v], point ) : INFINITY;
		found = distance < least ? v : found;
		least = wfMin( least, distance );
	}
	*place = found >= 0 ? placeOfVertex( ground, found ) : from;
	return found >= 0;
}

bool wfGround_FindNearestReachable( const wfGround* ground, int32_t index, const wfDestination* to, wfPlace from, wfPlace* place )
{
	const wfRouteLayer* layer = &ground->routes.layers.data[index];
	return ground->mesh != NULL ? findOnMesh( ground, layer, to, from, place ) : findInPlane( ground, layer, to, from, place );
}
