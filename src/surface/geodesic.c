// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Shortest paths on a mesh are straight when the triangles they cross are laid flat, and bend at saddles and at the boundary
// only. So from the source, and from every such vertex once it is reached, light spreads through edges; a lit part of an edge
// lights parts of the two other edges of the next triangle (Chen and Han 1990). Parts that some vertex reaches sooner are dropped
// (Xin and Wang 2009), and of those that see the same corner through the same edge only the nearest goes on to both sides.

#include "surface/geodesic.h"

#include "surface/mask.h"
#include "surface/tuning.h"

#include <string.h>

// ----------------------------------------------------------------------------------------------------------------- table

static size_t hashKey( int64_t key )
{
	uint64_t x = (uint64_t)key * 0x9E3779B97F4A7C15ull;
	return (size_t)( x ^ ( x >> 29 ) );
}

static int64_t keyOfVertex( int32_t vertex )
{
	return 2 * (int64_t)vertex;
}

static int64_t keyOfHalfEdge( int32_t h )
{
	return 2 * (int64_t)h + 1;
}

static wfGeodesicEntry* findSlot( wfGeodesicEntry* table, size_t capacity, int64_t key )
{
	size_t slot = hashKey( key ) & ( capacity - 1 );
	while ( table[slot].key >= 0 && table[slot].key != key )
	{
		slot = ( slot + 1 ) & ( capacity - 1 );
	}
	return table + slot;
}

static wfResult growTable( wfGeodesics* search )
{
	size_t capacity = search->tableCapacity == 0 ? 256 : 2 * search->tableCapacity;
	wfGeodesicEntry* table = wfAllocateArray( capacity, sizeof( wfGeodesicEntry ) );
	if ( table == NULL )
	{
		return wf_outOfMemory;
	}
	for ( size_t i = 0; i < capacity; ++i )
	{
		table[i].key = -1;
	}
	for ( size_t i = 0; i < search->tableCapacity; ++i )
	{
		if ( search->table[i].key >= 0 )
		{
			*findSlot( table, capacity, search->table[i].key ) = search->table[i];
		}
	}
	wfReleaseArray( search->table, search->tableCapacity, sizeof( wfGeodesicEntry ) );
	search->table = table;
	search->tableCapacity = capacity;
	return wf_ok;
}

// Null when out of memory.
static wfGeodesicEntry* getEntry( wfGeodesics* search, int64_t key )
{
	wfGeodesicEntry* entry = findSlot( search->table, search->tableCapacity, key );
	if ( entry->key >= 0 )
	{
		return entry;
	}
	if ( 2 * search->tableCount >= search->tableCapacity )
	{
		search->result = growTable( search );
		if ( search->result != wf_ok )
		{
			return NULL;
		}
		entry = findSlot( search->table, search->tableCapacity, key );
	}
	search->tableCount += 1;
	*entry = ( wfGeodesicEntry ){ key, INFINITY, 0.0 };
	return entry;
}

double wfGeodesics_GetDistance( const wfGeodesics* search, int32_t vertex )
{
	const wfGeodesicEntry* entry = findSlot( search->table, search->tableCapacity, keyOfVertex( vertex ) );
	return entry->key >= 0 ? entry->distance : INFINITY;
}

// ------------------------------------------------------------------------------------------------------------------ heap

static void pushItem( wfGeodesics* search, double key, int32_t item )
{
	wfResult result = wfHeap_Push( &search->heap, key, item );
	search->result = result == wf_ok ? search->result : result;
}

static void storeWindow( wfGeodesics* search, const wfGeodesicWindow* window, double key )
{
	int32_t index;
	if ( search->unused.count > 0 )
	{
		index = search->unused.data[--search->unused.count];
		search->windows.data[index] = *window;
	}
	else
	{
		index = search->windows.count;
		if ( wfArray_Push( &search->windows, *window ) != wf_ok )
		{
			search->result = wf_outOfMemory;
			return;
		}
	}
	pushItem( search, key, index );
}

// -------------------------------------------------------------------------------------------------------------- distances

static inline double distanceAt( const wfGeodesicWindow* window, double x, double y )
{
	if ( window->plane )
	{
		return window->sigma + window->x * x + window->y * y;
	}
	double dx = x - window->x, dy = y - window->y;
	return window->sigma + sqrt( dx * dx + dy * dy );
}

static double leastDistance( const wfGeodesicWindow* window )
{
	if ( window->plane )
	{
		return window->sigma + ( window->x > 0.0 ? window->x * window->begin : window->x * window->end );
	}
	double x = window->x < window->begin ? window->begin : ( window->x > window->end ? window->end : window->x );
	return distanceAt( window, x, 0.0 );
}

static bool isSaddle( const wfMesh* mesh, int32_t vertex )
{
	return mesh->atBoundary[vertex] != 0 || wfGetVertexAngle( mesh, vertex ) > WF_TWO_PI + WF_SADDLE_EXCESS;
}

static inline double getBound( const wfGeodesics* search )
{
	return search->best < search->reach ? search->best : search->reach;
}

void wfGeodesics_AddVertex( wfGeodesics* search, int32_t vertex, double distance )
{
	wfGeodesicEntry* entry = getEntry( search, keyOfVertex( vertex ) );
	if ( entry == NULL || !( distance < entry->distance ) || !( distance < getBound( search ) ) )
	{
		return;
	}
	entry->distance = distance;
	// Saddles and vertices of the boundary shed light of their own, when their turn comes; `place` is 1 for vertices known to be
	// neither.
	if ( entry->place != 1.0 && entry->place != 2.0 )
	{
		entry->place = isSaddle( search->mesh, vertex ) || distance == 0.0 ? 2.0 : 1.0;
	}
	pushItem( search, distance, -1 - vertex );
}

// --------------------------------------------------------------------------------------------------------------- windows

// An edge of a triangle as seen in the axes of some window or of the triangle itself, and the part of it that is lit.
typedef struct Lit
{
	int32_t halfEdge; // of the triangle the light comes through
	wfFlat from, to;
	wfFlat opposite; // corner of that triangle
	double begin, end;
} Lit;

static bool isShorter( double distance, double than )
{
	return distance < than - WF_SHORTER_SHARE * than;
}

// True where a vertex of the triangle the light came through reaches all of the window sooner.
static bool isOvertaken( const wfGeodesics* search, const Lit* lit, const wfGeodesicWindow* window, double length,
						 bool fromIsFirst, double oppositeX, double oppositeY )
{
	const wfMesh* mesh = search->mesh;
	int32_t from = wfFromVertex( mesh, lit->halfEdge ), to = wfToVertex( mesh, lit->halfEdge );
	double first = wfGeodesics_GetDistance( search, fromIsFirst ? from : to );
	double second = wfGeodesics_GetDistance( search, fromIsFirst ? to : from );
	double atBegin = distanceAt( window, window->begin, 0.0 ), atEnd = distanceAt( window, window->end, 0.0 );
	if ( isShorter( first + window->end, atEnd ) || isShorter( second + length - window->begin, atBegin ) )
	{
		return true;
	}
	double third = wfGeodesics_GetDistance( search, mesh->triangles[wfPreviousHalfEdge( lit->halfEdge )] );
	if ( !( third < INFINITY ) )
	{
		return false;
	}
	// The path from the opposite corner to the end of the window farther from it crosses all rays to the window.
	double toBegin = third + wfHypot( window->begin - oppositeX, oppositeY );
	double toEnd = third + wfHypot( window->end - oppositeX, oppositeY );
	double side, middle = 0.5 * ( window->begin + window->end );
	if ( window->plane )
	{
		side = ( oppositeX - middle ) * window->y - oppositeY * window->x;
	}
	else
	{
		side = ( oppositeX - window->x ) * -window->y - ( oppositeY - window->y ) * ( middle - window->x );
	}
	// To the left of the rays the corner lies before the begin: the end is the farther one.
	return side < 0.0 ? isShorter( toEnd, atEnd ) : isShorter( toBegin, atBegin );
}

// Light from a source (or, plane, along a direction) through a triangle onto the part of an edge.
static void lightEdge( wfGeodesics* search, const Lit* lit, wfFlat source, double sigma, bool plane )
{
	const wfMesh* mesh = search->mesh;
	int32_t g = mesh->twin[lit->halfEdge];
	double length = mesh->length[lit->halfEdge];
	if ( g < 0 || !( lit->end - lit->begin > WF_THINNEST_SHARE * length ) )
	{
		return;
	}
	bool fromIsFirst = wfFromVertex( mesh, g ) == wfFromVertex( mesh, lit->halfEdge );
	wfFlat first = fromIsFirst ? lit->from : lit->to, second = fromIsFirst ? lit->to : lit->from;
	wfFlat along = wfDivide2( wfSub2( second, first ), length );
	wfGeodesicWindow window = { .halfEdge = g, .plane = plane };
	window.begin = fromIsFirst ? lit->begin : length - lit->end;
	window.end = fromIsFirst ? lit->end : length - lit->begin;
	if ( plane )
	{
		window.sigma = sigma + wfDot2( source, first );
		window.x = wfDot2( source, along );
		window.y = fabs( wfCross2( along, source ) );
	}
	else
	{
		wfFlat to = wfSub2( source, first );
		window.sigma = sigma;
		window.x = wfDot2( to, along );
		window.y = -fabs( wfCross2( along, to ) );
	}
	double key = leastDistance( &window );
	double bound = getBound( search );
	if ( !( key < bound ) )
	{
		return;
	}
	wfFlat corner = wfSub2( lit->opposite, first );
	if ( isOvertaken( search, lit, &window, length, fromIsFirst, wfDot2( corner, along ), -fabs( wfCross2( along, corner ) ) ) )
	{
		return;
	}
	if ( search->target.triangle >= 0 && bound < INFINITY )
	{
		wfVec3 a = mesh->vertices[wfFromVertex( mesh, g )], b = mesh->vertices[wfToVertex( mesh, g )];
		// Straight through space is never longer, but for edges taken as a little longer where triangles are flat.
		if ( key + 0.9999 * wfMeasureToSegment( search->targetPosition, a, b ) > bound )
		{
			return;
		}
	}
	storeWindow( search, &window, key );
}

// Share of the edge from (0, 0) to `corner` (left) or from (length, 0) to it, at which the ray through (x, 0) meets it.
static double meetSide( const wfGeodesicWindow* window, double x, wfFlat begin, wfFlat corner )
{
	wfFlat ray = window->plane ? ( wfFlat ){ window->x, window->y } : ( wfFlat ){ x - window->x, -window->y };
	wfFlat side = wfSub2( corner, begin );
	double cross = wfCross2( ray, side );
	if ( cross == 0.0 )
	{
		return 0.0;
	}
	double share = wfCross2( ray, ( wfFlat ){ x - begin.x, -begin.y } ) / cross;
	return share < 0.0 ? 0.0 : ( share > 1.0 ? 1.0 : share );
}

// Where on the edge the ray to a place above it passes.
static double crossingBelow( const wfGeodesicWindow* window, double x, double y )
{
	if ( window->plane )
	{
		return window->y > 0.0 ? x - y * window->x / window->y : x;
	}
	double height = y - window->y;
	return height > 0.0 ? window->x + ( x - window->x ) * ( -window->y / height ) : window->x;
}

static void measureTarget( wfGeodesics* search, const wfGeodesicWindow* window, wfFlat place )
{
	double length = search->mesh->length[window->halfEdge];
	double x = crossingBelow( window, place.x, place.y );
	if ( x >= window->begin - WF_SEEN_SHARE * length && x <= window->end + WF_SEEN_SHARE * length )
	{
		double distance = distanceAt( window, place.x, place.y );
		search->best = distance < search->best ? distance : search->best;
	}
}

// A place of the triangle of a half-edge in its axes.
static wfFlat toEdgeAxes( const wfMesh* mesh, int32_t h, wfFlat place )
{
	wfFlat a = wfCornerOf( mesh, h / 3, h % 3 ), b = wfCornerOf( mesh, h / 3, wfNextHalfEdge( h ) % 3 );
	wfFlat along = wfSub2( b, a ), to = wfSub2( place, a );
	double length = mesh->length[h];
	return ( wfFlat ){ wfDot2( along, to ) / length, wfCross2( along, to ) / length };
}

// Through the triangle onto its two other edges.
static void followWindow( wfGeodesics* search, const wfGeodesicWindow* window )
{
	const wfMesh* mesh = search->mesh;
	int32_t h = window->halfEdge, right = wfNextHalfEdge( h ), left = wfPreviousHalfEdge( h );
	double length = mesh->length[h];
	wfFlat corner = toEdgeAxes( mesh, h, wfCornerOf( mesh, h / 3, left % 3 ) );
	if ( search->visit != NULL )
	{
		search->visit( h / 3, search->context );
	}
	if ( search->target.triangle == h / 3 )
	{
		measureTarget( search, window, toEdgeAxes( mesh, h, wfFlatOfPoint( mesh, search->target ) ) );
	}
	double at = crossingBelow( window, corner.x, corner.y );
	bool toLeft = at > window->begin, toRight = at < window->end;
	if ( at >= window->begin - WF_SEEN_SHARE * length && at <= window->end + WF_SEEN_SHARE * length )
	{
		double distance = distanceAt( window, corner.x, corner.y );
		wfGeodesics_AddVertex( search, mesh->triangles[left], distance );
		wfGeodesicEntry* entry = getEntry( search, keyOfHalfEdge( h ) );
		if ( entry == NULL )
		{
			return;
		}
		if ( distance < entry->distance )
		{
			entry->distance = distance;
			entry->place = at;
		}
		else if ( isShorter( entry->distance, distance ) )
		{
			// Light that reaches the corner later wins on its own side only; where both come the same way neither is in the
			// other's.
			toLeft = toLeft && at <= entry->place + WF_SEEN_SHARE * length;
			toRight = toRight && at >= entry->place - WF_SEEN_SHARE * length;
		}
	}
	wfFlat source = { window->x, window->y };
	wfFlat a = { 0.0, 0.0 }, b = { length, 0.0 };
	if ( toLeft )
	{
		double leftLength = mesh->length[left];
		double end = window->end < at ? meetSide( window, window->end, a, corner ) : 1.0;
		Lit lit = {
			left, corner, a, b, ( 1.0 - end ) * leftLength, ( 1.0 - meetSide( window, window->begin, a, corner ) ) * leftLength };
		lightEdge( search, &lit, source, window->sigma, window->plane );
	}
	if ( toRight )
	{
		double rightLength = mesh->length[right];
		double begin = window->begin > at ? meetSide( window, window->begin, b, corner ) : 1.0;
		Lit lit = { right, b, corner, a, meetSide( window, window->end, b, corner ) * rightLength, begin * rightLength };
		lightEdge( search, &lit, source, window->sigma, window->plane );
	}
}

// --------------------------------------------------------------------------------------------------------------- sources

// All of an edge is seen from a place of its triangle, given in the triangle's axes.
static void lightWholeEdge( wfGeodesics* search, int32_t h, wfFlat source, double sigma )
{
	const wfMesh* mesh = search->mesh;
	int32_t t = h / 3;
	Lit lit = { h,
				wfCornerOf( mesh, t, h % 3 ),
				wfCornerOf( mesh, t, wfNextHalfEdge( h ) % 3 ),
				wfCornerOf( mesh, t, wfPreviousHalfEdge( h ) % 3 ),
				0.0,
				mesh->length[h] };
	lightEdge( search, &lit, source, sigma, false );
}

// Along edges every vertex is reached, whatever rounding does to the light between needles.
static void followEdges( wfGeodesics* search, int32_t vertex, double distance )
{
	const wfMesh* mesh = search->mesh;
	for ( int32_t i = mesh->ringFirst[vertex]; search->result == wf_ok && i < mesh->ringFirst[vertex + 1]; ++i )
	{
		int32_t corner = mesh->ring[i], next = wfNextHalfEdge( corner ), before = wfPreviousHalfEdge( corner );
		wfGeodesics_AddVertex( search, mesh->triangles[next], distance + mesh->length[corner] );
		wfGeodesics_AddVertex( search, mesh->triangles[before], distance + mesh->length[before] );
	}
}

// Light that starts at a place of a triangle passes through it, and may meet the target there.
static void lookAround( wfGeodesics* search, int32_t triangle, wfFlat place, double distance )
{
	if ( search->visit != NULL )
	{
		search->visit( triangle, search->context );
	}
	if ( search->target.triangle == triangle )
	{
		double whole = distance + wfDistance2( place, wfFlatOfPoint( search->mesh, search->target ) );
		search->best = whole < search->best ? whole : search->best;
	}
}

static void lightFromVertex( wfGeodesics* search, int32_t vertex, double distance )
{
	const wfMesh* mesh = search->mesh;
	for ( int32_t i = mesh->ringFirst[vertex]; search->result == wf_ok && i < mesh->ringFirst[vertex + 1]; ++i )
	{
		int32_t corner = mesh->ring[i], t = corner / 3;
		wfFlat place = wfCornerOf( mesh, t, corner % 3 );
		lookAround( search, t, place, distance );
		lightWholeEdge( search, wfNextHalfEdge( corner ), place, distance );
	}
}

// From a place that is no vertex, through one triangle; `skipped`: half-edge it lies on, -1: none.
static void lightFromPlace( wfGeodesics* search, int32_t triangle, wfFlat place, int32_t skipped )
{
	const wfMesh* mesh = search->mesh;
	lookAround( search, triangle, place, 0.0 );
	for ( int32_t k = 0; k < 3; ++k )
	{
		double distance = wfDistance2( place, wfCornerOf( mesh, triangle, k ) );
		wfGeodesics_AddVertex( search, mesh->triangles[3 * triangle + k], distance );
	}
	for ( int32_t k = 0; k < 3; ++k )
	{
		if ( 3 * triangle + k != skipped )
		{
			lightWholeEdge( search, 3 * triangle + k, place, 0.0 );
		}
	}
}

void wfGeodesics_AddSource( wfGeodesics* search, const wfPathNode* source )
{
	if ( source->vertex >= 0 )
	{
		wfGeodesics_AddVertex( search, source->vertex, 0.0 );
		return;
	}
	if ( source->halfEdge < 0 )
	{
		lightFromPlace( search, source->triangle, wfFlatOfNode( search->mesh, source, source->triangle ), -1 );
		return;
	}
	int32_t sides[2] = { source->halfEdge, search->mesh->twin[source->halfEdge] };
	for ( int32_t k = 0; k < 2 && sides[k] >= 0; ++k )
	{
		lightFromPlace( search, sides[k] / 3, wfFlatOfNode( search->mesh, source, sides[k] / 3 ), sides[k] );
	}
}

void wfGeodesics_AddEdge( wfGeodesics* search, int32_t halfEdge )
{
	const wfMesh* mesh = search->mesh;
	int32_t sides[2] = { halfEdge, mesh->twin[halfEdge] };
	wfGeodesics_AddVertex( search, wfFromVertex( mesh, halfEdge ), 0.0 );
	wfGeodesics_AddVertex( search, wfToVertex( mesh, halfEdge ), 0.0 );
	for ( int32_t k = 0; k < 2 && sides[k] >= 0; ++k )
	{
		wfGeodesicWindow window = { sides[k], true, 0.0, mesh->length[halfEdge], 0.0, 1.0, 0.0 };
		storeWindow( search, &window, 0.0 );
	}
}

// ------------------------------------------------------------------------------------------------------------------- run

void wfGeodesics_Free( wfGeodesics* search )
{
	wfArray_Free( &search->windows );
	wfArray_Free( &search->unused );
	wfArray_Free( &search->heap );
	wfReleaseArray( search->table, search->tableCapacity, sizeof( wfGeodesicEntry ) );
	*search = ( wfGeodesics ){ 0 };
}

wfResult wfGeodesics_Begin( wfGeodesics* search, const wfMesh* mesh, double reach )
{
	search->mesh = mesh;
	search->reach = reach;
	search->best = INFINITY;
	search->target = ( wfSurfacePoint ){ -1, 0.0, 0.0 };
	search->visit = NULL;
	search->windows.count = search->unused.count = search->heap.count = 0;
	search->tableCount = 0;
	search->result = wf_ok;
	if ( search->tableCapacity == 0 )
	{
		search->result = growTable( search );
		return search->result;
	}
	for ( size_t i = 0; i < search->tableCapacity; ++i )
	{
		search->table[i].key = -1;
	}
	return wf_ok;
}

wfResult wfGeodesics_Run( wfGeodesics* search )
{
	while ( search->result == wf_ok && search->heap.count > 0 )
	{
		wfHeapItem item = wfHeap_Pop( &search->heap );
		if ( !( item.key < getBound( search ) ) )
		{
			break;
		}
		if ( item.value < 0 )
		{
			int32_t vertex = -1 - item.value;
			const wfGeodesicEntry* entry = findSlot( search->table, search->tableCapacity, keyOfVertex( vertex ) );
			if ( item.key == entry->distance )
			{
				bool lights = entry->place == 2.0;
				followEdges( search, vertex, item.key );
				if ( lights )
				{
					lightFromVertex( search, vertex, item.key );
				}
			}
			continue;
		}
		wfGeodesicWindow window = search->windows.data[item.value];
		search->result = wfArray_Push( &search->unused, item.value );
		if ( search->result == wf_ok )
		{
			followWindow( search, &window );
		}
	}
	return search->result;
}

// ---------------------------------------------------------------------------------------------------------------- public

double wfMeasureGeodesicWith( wfGeodesics* search, const wfMesh* mesh, wfSurfacePoint a, wfSurfacePoint b, double reach )
{
	wfPathNode source, target;
	if ( !wfNodeOfPoint( mesh, a, &source ) || !wfNodeOfPoint( mesh, b, &target ) || !( reach >= 0.0 ) )
	{
		return INFINITY;
	}
	if ( mesh->component[mesh->triangles[3 * a.triangle]] != mesh->component[mesh->triangles[3 * b.triangle]] )
	{
		return INFINITY;
	}
	// A little more, so that a distance of just the reach is found.
	if ( wfGeodesics_Begin( search, mesh, reach * ( 1.0 + 1e-12 ) + 1e-300 ) != wf_ok )
	{
		return NAN;
	}
	search->target = b;
	search->targetPosition = wfMesh_GetPosition( mesh, b );
	wfGeodesics_AddSource( search, &source );
	if ( wfGeodesics_Run( search ) != wf_ok )
	{
		return NAN;
	}
	double best = search->best;
	for ( int32_t k = 0; k < 3; ++k )
	{
		double distance = wfGeodesics_GetDistance( search, mesh->triangles[3 * b.triangle + k] ) +
						  wfDistance2( wfCornerOf( mesh, b.triangle, k ), wfFlatOfPoint( mesh, b ) );
		best = distance < best ? distance : best;
	}
	return best <= search->reach ? best : INFINITY;
}

double wfMeasureGeodesic( const wfMesh* mesh, wfSurfacePoint a, wfSurfacePoint b, double reach )
{
	if ( WF_FAILS( mesh != NULL ) )
	{
		return INFINITY;
	}
	wfGeodesics search = { 0 };
	double distance = wfMeasureGeodesicWith( &search, mesh, a, b, reach );
	wfGeodesics_Free( &search );
	return distance;
}

wfResult wfMeasureGeodesics( const wfMesh* mesh, wfSurfacePoint source, double reach, double* distances )
{
	if ( WF_FAILS( mesh != NULL && distances != NULL ) )
	{
		return wf_invalidDef;
	}
	wfPathNode node;
	if ( !wfNodeOfPoint( mesh, source, &node ) || !( reach >= 0.0 ) )
	{
		return wf_outOfRange;
	}
	wfGeodesics search = { 0 };
	wfResult result = wfGeodesics_Begin( &search, mesh, reach );
	if ( result == wf_ok )
	{
		wfGeodesics_AddSource( &search, &node );
		result = wfGeodesics_Run( &search );
	}
	for ( int32_t v = 0; result == wf_ok && v < mesh->vertexCount; ++v )
	{
		distances[v] = wfGeodesics_GetDistance( &search, v );
	}
	wfGeodesics_Free( &search );
	return result;
}
