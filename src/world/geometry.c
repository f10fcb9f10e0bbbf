// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "world/geometry.h"

#include "base/arrays.h"
#include "world/image_distance.h"

#include <string.h>

// --------------------------------------------------------------------------------------------------------------- building

static void areaListDestroy( wfAreaList* list )
{
	wfBoxTree_Free( &list->tree );
	wfArray_Free( &list->areas );
}

void wfGeometryDestroy( wfGeometry* geometry )
{
	if ( geometry == NULL )
	{
		return;
	}
	wfBoxTree_Free( &geometry->tree );
	wfArray_Free( &geometry->primitives );
	wfArray_Free( &geometry->images );
	areaListDestroy( &geometry->closed );
	areaListDestroy( &geometry->walkable );
	areaListDestroy( &geometry->costly );
	wfRelease( geometry, sizeof( wfGeometry ) );
}

typedef bool wfShapeTest( const wfShape* shape, int32_t kind );

static bool isClosed( const wfShape* shape, int32_t kind )
{
	return shape->def.role == wf_obstacleRole || ( shape->def.role == wf_terrainRole && ( shape->def.kinds >> kind & 1u ) == 0 );
}

static bool isWalkable( const wfShape* shape, int32_t kind )
{
	(void)kind;
	return shape->def.role == wf_walkableRole;
}

static bool isDear( const wfShape* shape, int32_t kind )
{
	return shape->def.role == wf_terrainRole && ( shape->def.kinds >> kind & 1u ) != 0 && shape->cost > 1.0;
}

static int32_t countParts( const wfShape* shape )
{
	return shape->def.kind == wf_segmentShape ? shape->def.pointCount - 1 : 1;
}

static wfBox3 boxOfArea( const void* context, int32_t item )
{
	const wfArea* area = &( (const wfAreaList*)context )->areas.data[item];
	const wfShapeDef* def = &area->shape->def;
	bool segment = def->kind == wf_segmentShape;
	return wfBoxInPlane( segment ? wfBoxAround( def->points[area->part], def->points[area->part + 1], def->radius )
								 : area->shape->box );
}

static wfResult areaListCreate( wfAreaList* list, const wfWorld* world, wfShapeTest* test, int32_t kind )
{
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < world->shapes.count; ++k )
	{
		const wfShape* shape = &world->shapes.data[k];
		int32_t parts = shape->slot.used && test( shape, kind ) ? countParts( shape ) : 0;
		for ( int32_t part = 0; part < parts && result == wf_ok; ++part )
		{
			result = wfArray_Push( &list->areas, ( wfArea ){ shape, part } );
		}
	}
	return result == wf_ok ? wfBoxTree_Create( &list->tree, list->areas.count, boxOfArea, list ) : result;
}

wfBox3 wfBoxOfPrimitive( const void* primitives, int32_t item )
{
	return wfBoxInPlane( wfPrimitiveBox( (const wfPrimitive*)primitives + item ) );
}

// Build the tree and put the primitives into the order of its leaves.
static wfResult indexPrimitives( wfGeometry* geometry )
{
	int32_t count = geometry->primitives.count;
	wfPrimitive* unsorted;
	wfArrays arrays = { { WF_ONE_ARRAY( unsorted, count ) } };
	wfResult result = wfArrays_Allocate( &arrays );
	result = result == wf_ok ? wfBoxTree_Create( &geometry->tree, count, wfBoxOfPrimitive, geometry->primitives.data ) : result;
	if ( result == wf_ok && count > 0 )
	{
		memcpy( unsorted, geometry->primitives.data, (size_t)count * sizeof( wfPrimitive ) );
	}
	for ( int32_t k = 0; k < count && result == wf_ok; ++k )
	{
		geometry->primitives.data[k] = unsorted[geometry->tree.order[k]];
	}
	wfArrays_Free( &arrays );
	return result;
}

static wfResult collectObstacles( wfGeometry* geometry, const wfWorld* world, int32_t kind )
{
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < world->shapes.count && result == wf_ok; ++k )
	{
		const wfShape* shape = &world->shapes.data[k];
		if ( shape->slot.used && isClosed( shape, kind ) )
		{
			bool image = shape->def.kind == wf_imageShape;
			result = image ? wfArray_Push( &geometry->images, shape ) : wfAppendObstacle( geometry, shape );
		}
	}
	return result;
}

static wfResult geometryCreate( const wfWorld* world, int32_t kind, wfGeometry** geometry )
{
	wfGeometry* made = wfAllocateZeroed( sizeof( wfGeometry ) );
	if ( made == NULL )
	{
		return wf_outOfMemory;
	}
	made->bounds = world->bounds;
	wfResult result = areaListCreate( &made->closed, world, isClosed, kind );
	result = result == wf_ok ? areaListCreate( &made->walkable, world, isWalkable, kind ) : result;
	result = result == wf_ok ? areaListCreate( &made->costly, world, isDear, kind ) : result;
	result = result == wf_ok ? collectObstacles( made, world, kind ) : result;
	result = result == wf_ok ? wfAppendWalkableBoundary( made ) : result;
	result = result == wf_ok ? indexPrimitives( made ) : result;
	if ( result != wf_ok )
	{
		wfGeometryDestroy( made );
		return result;
	}
	*geometry = made;
	return wf_ok;
}

wfResult wfGeometryCreateNear( wfGeometry* near, const wfGeometry* geometry, wfBox2 box )
{
	*near = *geometry;
	memset( &near->primitives, 0, sizeof( near->primitives ) );
	memset( &near->closed, 0, sizeof( near->closed ) );
	near->tree = ( wfBoxTree ){ 0 };
	wfResult result = wf_ok;
	wfBoxSearch search = wfFindInBox( &geometry->tree, wfBoxInPlane( box ) );
	while ( wfBoxSearch_Next( &search ) )
	{
		for ( int32_t k = search.first; k < search.end && result == wf_ok; ++k )
		{
			bool meets = wfBoxesMeet( wfPrimitiveBox( &geometry->primitives.data[k] ), box );
			result = meets ? wfArray_Push( &near->primitives, geometry->primitives.data[k] ) : wf_ok;
		}
	}
	for ( int32_t k = 0; k < geometry->closed.areas.count && result == wf_ok; ++k )
	{
		const wfArea* area = &geometry->closed.areas.data[k];
		bool meets = wfBoxesMeet( area->shape->box, box );
		result = meets ? wfArray_Push( &near->closed.areas, *area ) : wf_ok;
	}
	result =
		result == wf_ok ? wfBoxTree_Create( &near->closed.tree, near->closed.areas.count, boxOfArea, &near->closed ) : result;
	result = result == wf_ok ? indexPrimitives( near ) : result;
	if ( result != wf_ok )
	{
		wfGeometryFreeNear( near );
	}
	return result;
}

void wfGeometryFreeNear( wfGeometry* near )
{
	wfBoxTree_Free( &near->tree );
	wfArray_Free( &near->primitives );
	areaListDestroy( &near->closed );
}

// The smallest kind for which every terrain is as open as for the given one: they share a geometry.
static int32_t firstAlike( const wfWorld* world, int32_t kind )
{
	uint32_t alike = WF_ALL_KINDS;
	for ( int32_t k = 0; k < world->shapes.count; ++k )
	{
		const wfShape* shape = &world->shapes.data[k];
		if ( shape->slot.used && shape->def.role == wf_terrainRole )
		{
			alike &= ( shape->def.kinds >> kind & 1u ) != 0 ? shape->def.kinds : ~shape->def.kinds;
		}
	}
	int32_t first = 0;
	while ( ( alike >> first & 1u ) == 0 )
	{
		first += 1;
	}
	return first;
}

wfResult wfGeometryGet( const wfWorld* world, int32_t kind, const wfGeometry** geometry )
{
	// Only the cache changes, and that atomically: for the caller the world is const.
	wfWorld* cache = (wfWorld*)world;
	int32_t alike = atomic_load( &cache->firstAlike[kind] ) - 1;
	if ( alike < 0 )
	{
		alike = firstAlike( world, kind );
		atomic_store( &cache->firstAlike[kind], alike + 1 );
	}
	_Atomic( wfGeometry* )* slot = &cache->geometry[alike];
	wfGeometry* found = atomic_load( slot );
	if ( found == NULL )
	{
		wfGeometry* made = NULL;
		wfResult result = geometryCreate( world, kind, &made );
		if ( result != wf_ok )
		{
			return result;
		}
		if ( atomic_compare_exchange_strong( slot, &found, made ) )
		{
			found = made;
		}
		else
		{
			wfGeometryDestroy( made ); // another thread was first
		}
	}
	*geometry = found;
	return wf_ok;
}

// ---------------------------------------------------------------------------------------------------------------- queries

bool wfAreaContains( const wfArea* area, wfVec2 point )
{
	const wfShape* shape = area->shape;
	const wfShapeDef* def = &shape->def;
	switch ( def->kind )
	{
		case wf_boxShape:
		{
			wfVec2 own = wfIntoFrame2( shape->axis, wfSub2( point, def->center ) );
			return fabs( own.x ) <= def->halfSize.x && fabs( own.y ) <= def->halfSize.y;
		}
		case wf_discShape:
			return wfSegmentDistanceSquared( def->center, def->center, point ) < def->radius * def->radius;
		case wf_segmentShape:
			return wfSegmentDistanceSquared( def->points[area->part], def->points[area->part + 1], point ) <
				   def->radius * def->radius;
		case wf_polygonShape:
			return wfSlabsContain( &shape->slabs, point );
		case wf_imageShape:
			return wfPyramidContains( &shape->pyramid, wfToPixels( shape, point ) );
	}
	return false;
}

// The dearest area of the list at a point, 0 when there is none. With `any` the first one found will do.
static double areaListSearch( const wfAreaList* list, wfVec2 point, bool any )
{
	double dearest = 0.0;
	wfBoxSearch search = wfFindInBox( &list->tree, wfBoxInPlane( ( wfBox2 ){ point, point } ) );
	while ( wfBoxSearch_Next( &search ) )
	{
		for ( int32_t k = search.first; k < search.end; ++k )
		{
			const wfArea* area = &list->areas.data[list->tree.order[k]];
			if ( ( any || area->shape->cost > dearest ) && wfAreaContains( area, point ) )
			{
				if ( any )
				{
					return 1.0;
				}
				dearest = area->shape->cost;
			}
		}
	}
	return dearest;
}

bool wfAreaListContains( const wfAreaList* list, wfVec2 point )
{
	return areaListSearch( list, point, true ) > 0.0;
}

double wfGeometryCost( const wfGeometry* geometry, wfVec2 point )
{
	return wfMax( 1.0, areaListSearch( &geometry->costly, point, false ) );
}

double wfGeometrySpeedShare( const wfGeometry* geometry, wfVec2 point, wfVec2 along )
{
	double slowest = 1.0;
	wfBoxSearch search = wfFindInBox( &geometry->costly.tree, wfBoxInPlane( ( wfBox2 ){ point, point } ) );
	while ( wfBoxSearch_Next( &search ) )
	{
		for ( int32_t k = search.first; k < search.end; ++k )
		{
			const wfArea* area = &geometry->costly.areas.data[geometry->costly.tree.order[k]];
			const wfShapeDef* def = &area->shape->def;
			if ( wfIsSlow( area->shape ) && wfAreaContains( area, point ) )
			{
				double rise = wfDot2( along, area->shape->uphill );
				double share = 0.5 * ( def->speedUp + def->speedDown ) + 0.5 * ( def->speedUp - def->speedDown ) * rise;
				slowest = wfMin( slowest, share );
			}
		}
	}
	return slowest;
}

bool wfGeometryIsInside( const wfGeometry* geometry, wfVec2 point )
{
	return !wfBoxHasPoint( geometry->bounds, point ) || wfAreaListContains( &geometry->closed, point ) ||
		   ( geometry->walkable.areas.count > 0 && !wfAreaListContains( &geometry->walkable, point ) );
}

double wfGeometryPrimitiveDistanceSquared( const wfGeometry* geometry, wfVec2 point, double limit )
{
	double best = limit;
	wfNearSearch search = wfFindNear( &geometry->tree, ( wfVec3 ){ point.x, point.y, 0.0 } );
	while ( wfNearSearch_Next( &search, best, true ) )
	{
		for ( int32_t k = search.first; k < search.end; ++k )
		{
			best = wfMin( wfPrimitiveDistanceSquared( &geometry->primitives.data[k], point ), best );
		}
	}
	return best;
}

double wfBorderDistance( wfBox2 bounds, wfVec2 point )
{
	if ( !wfBoxHasPoint( bounds, point ) )
	{
		return sqrt( wfBoxDistanceSquared( bounds, point ) );
	}
	return wfMin( wfMin( point.x - bounds.lower.x, bounds.upper.x - point.x ),
				  wfMin( point.y - bounds.lower.y, bounds.upper.y - point.y ) );
}

double wfGeometryDistanceToParts( const wfGeometry* geometry, const wfShape* const* images, int32_t imageCount, wfVec2 point,
								  double limit )
{
	double best = wfMin( limit, wfBorderDistance( geometry->bounds, point ) );
	best = wfMin( best, sqrt( wfGeometryPrimitiveDistanceSquared( geometry, point, best * best * ( 1.0 + 1.0e-12 ) ) ) );
	for ( int32_t k = 0; k < imageCount; ++k )
	{
		double size = images[k]->def.pixelSize, most = best / size;
		double square =
			wfPyramidDistanceSquared( &images[k]->pyramid, wfToPixels( images[k], point ), most * most * ( 1.0 + 1.0e-12 ) );
		best = wfMin( best, sqrt( square ) * size );
	}
	return best;
}

double wfGeometryBoundaryDistance( const wfGeometry* geometry, wfVec2 point, double limit )
{
	return wfGeometryDistanceToParts( geometry, geometry->images.data, geometry->images.count, point, limit );
}

double wfGeometryDistance( const wfGeometry* geometry, wfVec2 point )
{
	double distance = wfGeometryBoundaryDistance( geometry, point, INFINITY );
	return wfGeometryIsInside( geometry, point ) ? -distance : distance;
}

bool wfGeometryMeetsSegment( const wfGeometry* geometry, wfVec2 a, wfVec2 b )
{
	wfBox2 box = wfBoxAround( a, b, 0.0 );
	wfBoxSearch search = wfFindInBox( &geometry->tree, wfBoxInPlane( box ) );
	while ( wfBoxSearch_Next( &search ) )
	{
		for ( int32_t k = search.first; k < search.end; ++k )
		{
			if ( wfPrimitiveMeetsSegment( &geometry->primitives.data[k], a, b ) )
			{
				return true;
			}
		}
	}
	for ( int32_t k = 0; k < geometry->images.count; ++k )
	{
		const wfShape* image = geometry->images.data[k];
		if ( wfBoxesMeet( image->box, box ) &&
			 wfPyramidMeetsSegment( &image->pyramid, wfToPixels( image, a ), wfToPixels( image, b ),
									image->def.role != wf_walkableRole ) )
		{
			return true;
		}
	}
	return false;
}

double wfWorld_GetDistance( const wfWorld* world, wfVec2 point, int32_t kind )
{
	if ( WF_FAILS( world != NULL && kind >= 0 && kind < 32 ) )
	{
		return 0.0;
	}
	if ( !isfinite( point.x ) || !isfinite( point.y ) )
	{
		return -INFINITY;
	}
	const wfGeometry* geometry;
	if ( wfGeometryGet( world, kind, &geometry ) != wf_ok )
	{
		wfLogMessage( wf_logError, "no memory to index the world: distances are not known" );
		return -INFINITY;
	}
	return wfGeometryDistance( geometry, point );
}
