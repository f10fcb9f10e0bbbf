// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The outlines of a world's shapes on the grid of whole numbers.
#include "record/area.h"

#include <math.h>
#include <string.h>

// Walls without thickness become this thin: a polygon cannot be cut by a line.
#define WF_LINE_RADIUS 0.0005
#define WF_MAX_CIRCLE 256

typedef struct wfOutline
{
	wfAreaEdges* edges;
	const wfAreaGrid* grid;
	wfAreaDepth depth; // inside of the shape at hand
	wfVec2* ring;
	size_t ringCapacity;
	wfVec2* clipped;
	size_t clippedCapacity;
} wfOutline;

wfAreaGrid wfAreaGrid_Make( wfBox2 bounds, int32_t coarser )
{
	wfAreaGrid grid = { .unit = 1.0e-6, .decimals = 6, .tolerance = 0.001 };
	double width = bounds.upper.x - bounds.lower.x, height = bounds.upper.y - bounds.lower.y;
	double margin = 0.01 * ( width > height ? width : height );
	double half = 0.5 * ( width > height ? width : height ) + margin;
	while ( half / grid.unit > 0.9 * (double)WF_AREA_LIMIT || coarser > 0 )
	{
		coarser -= half / grid.unit > 0.9 * (double)WF_AREA_LIMIT ? 0 : 1;
		grid.decimals -= 1;
		grid.unit = grid.decimals > 0 ? 1.0 / pow( 10.0, grid.decimals ) : pow( 10.0, -grid.decimals );
	}
	grid.tolerance = grid.tolerance > 2.0 * grid.unit ? grid.tolerance : 2.0 * grid.unit;
	grid.origin.x = llround( 0.5 * ( bounds.lower.x + bounds.upper.x ) / grid.unit );
	grid.origin.y = llround( 0.5 * ( bounds.lower.y + bounds.upper.y ) / grid.unit );
	grid.clip =
		( wfBox2 ){ { bounds.lower.x - margin, bounds.lower.y - margin }, { bounds.upper.x + margin, bounds.upper.y + margin } };
	return grid;
}

void wfAreaEdges_Free( wfAreaEdges* edges )
{
	wfReleaseArray( edges->edges, edges->capacity, sizeof( wfAreaEdge ) );
	*edges = ( wfAreaEdges ){ 0 };
}

wfResult wfAreaEdges_Add( wfAreaEdges* edges, wfAreaPoint from, wfAreaPoint to, wfAreaDepth depth )
{
	int order = wfAreaCompare( from, to );
	if ( order == 0 )
	{
		return wf_ok;
	}
	wfResult result = wfGrowArray( &edges->edges, &edges->capacity, edges->count + 1, sizeof( wfAreaEdge ) );
	if ( result == wf_ok )
	{
		wfAreaDepth back = { -depth.bounds, -depth.walkable, -depth.obstacle };
		edges->edges[edges->count++] = order < 0 ? ( wfAreaEdge ){ from, to, depth } : ( wfAreaEdge ){ to, from, back };
	}
	return result;
}

// ------------------------------------------------------------------------------------------------------------- clipping

static wfAreaPoint toGrid( const wfAreaGrid* grid, wfVec2 point )
{
	return ( wfAreaPoint ){ llround( point.x / grid->unit ) - grid->origin.x, llround( point.y / grid->unit ) - grid->origin.y };
}

// Above 0 inside of the side of a box: left, right, lower, upper.
static double insideOf( const wfBox2* box, int32_t side, wfVec2 p )
{
	switch ( side )
	{
		case 0:
			return p.x - box->lower.x;
		case 1:
			return box->upper.x - p.x;
		case 2:
			return p.y - box->lower.y;
		default:
			return box->upper.y - p.y;
	}
}

// Cut a ring at one side of the box. Along the side it may run to and fro, which covers nothing.
static size_t clipRing( const wfVec2* ring, size_t count, const wfBox2* box, int32_t side, wfVec2* out )
{
	size_t made = 0;
	for ( size_t i = 0; i < count; ++i )
	{
		wfVec2 p = ring[i], q = ring[i + 1 < count ? i + 1 : 0];
		double atP = insideOf( box, side, p ), atQ = insideOf( box, side, q );
		if ( atP >= 0.0 )
		{
			out[made++] = p;
		}
		if ( ( atP >= 0.0 ) != ( atQ >= 0.0 ) )
		{
			double t = atP / ( atP - atQ );
			out[made++] = ( wfVec2 ){ p.x + t * ( q.x - p.x ), p.y + t * ( q.y - p.y ) };
		}
	}
	return made;
}

static wfResult addRing( wfOutline* outline, const wfVec2* points, size_t count )
{
	const wfBox2* clip = &outline->grid->clip;
	// Each side adds at most half as many points again.
	size_t most = 6 * count + 16;
	wfResult result = wfGrowArray( &outline->ring, &outline->ringCapacity, most, sizeof( wfVec2 ) );
	if ( result == wf_ok )
	{
		result = wfGrowArray( &outline->clipped, &outline->clippedCapacity, most, sizeof( wfVec2 ) );
	}
	if ( result != wf_ok )
	{
		return result;
	}
	memcpy( outline->ring, points, count * sizeof( wfVec2 ) );
	for ( int32_t side = 0; side < 4 && count > 0; ++side )
	{
		count = clipRing( outline->ring, count, clip, side, outline->clipped );
		memcpy( outline->ring, outline->clipped, count * sizeof( wfVec2 ) );
	}
	for ( size_t i = 0; i < count && result == wf_ok; ++i )
	{
		wfAreaPoint a = toGrid( outline->grid, outline->ring[i] );
		wfAreaPoint b = toGrid( outline->grid, outline->ring[i + 1 < count ? i + 1 : 0] );
		result = wfAreaEdges_Add( outline->edges, a, b, outline->depth );
	}
	return result;
}

// --------------------------------------------------------------------------------------------------------------- shapes

// All points nearer than the radius to the line: counter-clockwise, in corners. Obstacles lose the slivers between the arcs and
// their chords, walkable areas win them, so that no place an agent can take falls out of the area.
static wfResult addCapsule( wfOutline* outline, wfVec2 a, wfVec2 b, double radius )
{
	double x = b.x - a.x, y = b.y - a.y;
	double length = sqrt( x * x + y * y );
	double angle = length > 0.0 ? atan2( y, x ) : 0.0;
	double share = outline->grid->tolerance / radius;
	double corners = share < 0.5 ? acos( -1.0 ) / acos( 1.0 - share ) : 0.0;
	int32_t half = corners < 8.0 ? 4 : corners > WF_MAX_CIRCLE ? WF_MAX_CIRCLE / 2 : (int32_t)( 0.5 * corners ) + 1;
	double turn = acos( -1.0 ) / half;
	double reach = outline->depth.walkable > 0 ? radius / cos( 0.5 * turn ) : radius;
	wfVec2 ring[WF_MAX_CIRCLE + 2];
	size_t count = 0;
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfVec2 center = k == 0 ? b : a;
		double from = angle + ( k == 0 ? -0.5 : 0.5 ) * acos( -1.0 );
		for ( int32_t i = 0; i <= half; ++i )
		{
			if ( i == half && length == 0.0 )
			{
				continue; // the other half begins there
			}
			double at = from + i * turn;
			ring[count++] = ( wfVec2 ){ center.x + reach * cos( at ), center.y + reach * sin( at ) };
		}
	}
	return addRing( outline, ring, count );
}

static bool pixelAt( const wfShapeDef* def, int32_t x, int32_t y )
{
	return x >= 0 && y >= 0 && x < def->width && y < def->height && def->cells[(size_t)y * (size_t)def->width + (size_t)x] != 0;
}

// Sides of pixels run along the axes: moving those beyond the box to its border changes nothing inside of it.
static wfAreaPoint clampToGrid( const wfAreaGrid* grid, wfVec2 point )
{
	const wfBox2* box = &grid->clip;
	point.x = fmin( fmax( point.x, box->lower.x ), box->upper.x );
	point.y = fmin( fmax( point.y, box->lower.y ), box->upper.y );
	return toGrid( grid, point );
}

// Runs of pixel sides with the occupied pixels on the left.
static wfResult addImage( wfOutline* outline, const wfShapeDef* def, bool rows )
{
	int32_t lines = rows ? def->height : def->width, length = rows ? def->width : def->height;
	wfResult result = wf_ok;
	for ( int32_t line = 0; line <= lines; ++line )
	{
		int32_t start = -1, startSide = 0;
		for ( int32_t k = 0; k <= length && result == wf_ok; ++k )
		{
			bool before = k < length && ( rows ? pixelAt( def, k, line - 1 ) : pixelAt( def, line - 1, k ) );
			bool after = k < length && ( rows ? pixelAt( def, k, line ) : pixelAt( def, line, k ) );
			int32_t side = (int32_t)after - (int32_t)before;
			if ( side == startSide )
			{
				continue;
			}
			if ( startSide != 0 )
			{
				double size = def->pixelSize, across = line * size;
				wfVec2 a = { def->center.x + ( rows ? start * size : across ), def->center.y + ( rows ? across : start * size ) };
				wfVec2 b = { def->center.x + ( rows ? k * size : across ), def->center.y + ( rows ? across : k * size ) };
				// The upper side is on the left of a row run to the right, the right side on the right of a column run upwards.
				bool forward = ( startSide > 0 ) == rows;
				result = wfAreaEdges_Add( outline->edges, clampToGrid( outline->grid, forward ? a : b ),
										  clampToGrid( outline->grid, forward ? b : a ), outline->depth );
			}
			start = k;
			startSide = side;
		}
	}
	return result;
}

static bool isOdd( wfAreaDepth depth, const void* context )
{
	(void)context;
	return ( ( depth.bounds + depth.walkable + depth.obstacle ) & 1 ) != 0;
}

// Even-odd and in any direction, also across itself: brought to edges with the inside on the left before it meets other shapes.
static wfResult addPolygon( wfOutline* outline, const wfShapeDef* def )
{
	wfAreaEdges own = { 0 };
	wfOutline alone = *outline;
	alone.edges = &own;
	const wfVec2* points = def->points;
	wfResult result = wf_ok;
	for ( int32_t ring = 0; ring < ( def->ringSizes != NULL ? def->ringCount : 1 ) && result == wf_ok; ++ring )
	{
		int32_t size = def->ringSizes != NULL ? def->ringSizes[ring] : def->pointCount;
		result = addRing( &alone, points, (size_t)size );
		points += size;
	}
	outline->ring = alone.ring;
	outline->ringCapacity = alone.ringCapacity;
	outline->clipped = alone.clipped;
	outline->clippedCapacity = alone.clippedCapacity;
	if ( result == wf_ok )
	{
		result = wfAreaEdges_Arrange( &own );
	}
	if ( result == wf_ok )
	{
		result = wfAreaEdges_KeepBoundary( &own, isOdd, NULL );
	}
	for ( size_t i = 0; i < own.count && result == wf_ok; ++i )
	{
		const wfAreaEdge* edge = &own.edges[i];
		bool left = edge->step.bounds > 0;
		result = wfAreaEdges_Add( outline->edges, left ? edge->a : edge->b, left ? edge->b : edge->a, outline->depth );
	}
	wfAreaEdges_Free( &own );
	return result;
}

static wfResult addShape( wfOutline* outline, const wfShapeDef* def )
{
	wfResult result = wf_ok;
	switch ( def->kind )
	{
		case wf_boxShape:
		{
			double c = cos( def->angle ), s = sin( def->angle ), x = def->halfSize.x, y = def->halfSize.y;
			wfVec2 m = def->center;
			wfVec2 corners[4] = { { m.x - c * x + s * y, m.y - s * x - c * y },
								  { m.x + c * x + s * y, m.y + s * x - c * y },
								  { m.x + c * x - s * y, m.y + s * x + c * y },
								  { m.x - c * x - s * y, m.y - s * x + c * y } };
			return addRing( outline, corners, 4 );
		}
		case wf_discShape:
			return def->radius > 0.0 ? addCapsule( outline, def->center, def->center, def->radius ) : wf_ok;
		case wf_segmentShape:
		{
			double radius = def->radius;
			if ( radius <= 0.0 && def->role == wf_walkableRole )
			{
				return wf_ok;
			}
			radius = radius > 0.0 ? radius : fmax( WF_LINE_RADIUS, 4.0 * outline->grid->unit );
			for ( int32_t k = 0; k + 1 < def->pointCount && result == wf_ok; ++k )
			{
				result = addCapsule( outline, def->points[k], def->points[k + 1], radius );
			}
			return result;
		}
		case wf_polygonShape:
			return addPolygon( outline, def );
		case wf_imageShape:
			result = addImage( outline, def, true );
			return result == wf_ok ? addImage( outline, def, false ) : result;
	}
	return result;
}

// ---------------------------------------------------------------------------------------------------------------- world

static wfResult addShapes( wfOutline* outline, const wfWorld* world, const wfShapeId* ids, int32_t count, bool* hasWalkable )
{
	wfResult result = wf_ok;
	for ( int32_t i = 0; i < count && result == wf_ok; ++i )
	{
		wfShapeDef def = wfWorld_GetShape( world, ids[i] );
		// Terrain that is open to anyone belongs to the area.
		bool closed = def.role == wf_obstacleRole || ( def.role == wf_terrainRole && def.kinds == 0 );
		if ( !closed && def.role != wf_walkableRole )
		{
			continue;
		}
		*hasWalkable = *hasWalkable || !closed;
		outline->depth = closed ? ( wfAreaDepth ){ 0, 0, 1 } : ( wfAreaDepth ){ 0, 1, 0 };
		result = addShape( outline, &def );
	}
	return result;
}

wfResult wfAreaEdges_Collect( wfAreaEdges* edges, const wfWorld* world, const wfAreaGrid* grid, bool* hasWalkable )
{
	wfOutline outline = { .edges = edges, .grid = grid, .depth = { 1, 0, 0 } };
	wfBox2 box = wfWorld_GetBounds( world );
	wfVec2 corners[4] = { box.lower, { box.upper.x, box.lower.y }, box.upper, { box.lower.x, box.upper.y } };
	*hasWalkable = false;
	wfResult result = addRing( &outline, corners, 4 );
	int32_t count = wfWorld_GetShapeIds( world, NULL, 0 );
	wfShapeId* ids = NULL;
	if ( result == wf_ok && count > 0 )
	{
		ids = wfAllocateArray( (size_t)count, sizeof( wfShapeId ) );
		result = ids != NULL ? wf_ok : wf_outOfMemory;
	}
	if ( ids != NULL )
	{
		wfWorld_GetShapeIds( world, ids, count );
		result = addShapes( &outline, world, ids, count, hasWalkable );
	}
	wfReleaseArray( ids, (size_t)count, sizeof( wfShapeId ) );
	wfReleaseArray( outline.ring, outline.ringCapacity, sizeof( wfVec2 ) );
	wfReleaseArray( outline.clipped, outline.clippedCapacity, sizeof( wfVec2 ) );
	return result;
}
