// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "surface/node_path.h"
#include "surface/tuning.h"

#include "base/arrays.h"

// ---------------------------------------------------------------------------------------------------------------- places

wfFlat wfFlatOfNode( const wfMesh* mesh, const wfPathNode* node, int32_t triangle )
{
	if ( node->vertex >= 0 )
	{
		return wfCornerOf( mesh, triangle, wfCornerWith( mesh, triangle, node->vertex ) );
	}
	if ( node->halfEdge < 0 )
	{
		return wfFlatOfPoint( mesh, ( wfSurfacePoint ){ node->triangle, node->u, node->v } );
	}
	int32_t h = node->halfEdge;
	double share = node->u;
	if ( h / 3 != triangle )
	{
		int32_t g = mesh->twin[h];
		share = wfFromVertex( mesh, g ) == wfFromVertex( mesh, h ) ? share : 1.0 - share;
		h = g;
	}
	wfFlat a = wfCornerOf( mesh, triangle, h % 3 ), b = wfCornerOf( mesh, triangle, wfNextHalfEdge( h ) % 3 );
	return wfAddScaled2( wfScale2( 1.0 - share, a ), share, b );
}

wfVec3 wfPositionOfNode( const wfMesh* mesh, const wfPathNode* node )
{
	if ( node->vertex >= 0 )
	{
		return mesh->vertices[node->vertex];
	}
	if ( node->halfEdge < 0 )
	{
		return wfMesh_GetPosition( mesh, ( wfSurfacePoint ){ node->triangle, node->u, node->v } );
	}
	wfVec3 a = mesh->vertices[wfFromVertex( mesh, node->halfEdge )], b = mesh->vertices[wfToVertex( mesh, node->halfEdge )];
	return wfAdd3( wfScale3( 1.0 - node->u, a ), wfScale3( node->u, b ) );
}

bool wfNodeOfPoint( const wfMesh* mesh, wfSurfacePoint point, wfPathNode* node )
{
	double weight[3] = { 1.0 - point.u - point.v, point.u, point.v };
	if ( point.triangle < 0 || point.triangle >= mesh->triangleCount )
	{
		return false;
	}
	int32_t largest = 0;
	for ( int32_t k = 0; k < 3; ++k )
	{
		// Places found by others are on the triangle up to rounding.
		if ( !( weight[k] >= -1e-6 && weight[k] <= 1.0 + 1e-6 ) )
		{
			return false;
		}
		weight[k] = weight[k] < 0.0 ? 0.0 : weight[k];
		largest = weight[k] > weight[largest] ? k : largest;
	}
	int32_t a = ( largest + 1 ) % 3, b = ( largest + 2 ) % 3;
	bool atA = weight[a] <= WF_LEAST_SHARE, atB = weight[b] <= WF_LEAST_SHARE;
	if ( atA && atB )
	{
		*node = wfVertexNode( mesh->triangles[3 * point.triangle + largest], point.triangle );
	}
	else if ( atA )
	{
		// From corner b to the largest, which follows it.
		*node = wfEdgeNode( 3 * point.triangle + b, weight[largest] / ( weight[b] + weight[largest] ), point.triangle );
	}
	else if ( atB )
	{
		*node = wfEdgeNode( 3 * point.triangle + largest, weight[a] / ( weight[a] + weight[largest] ), point.triangle );
	}
	else
	{
		double sum = weight[0] + weight[1] + weight[2];
		*node = ( wfPathNode ){ point.triangle, -1, -1, weight[1] / sum, weight[2] / sum };
	}
	return true;
}

// ----------------------------------------------------------------------------------------------------------------- rings

wfRingCorner wfGetRingCorner( const wfMesh* mesh, int32_t vertex, int32_t i, const wfRingCorner* previous )
{
	int32_t begin = mesh->ringFirst[vertex], count = mesh->ringFirst[vertex + 1] - begin;
	int32_t corner = mesh->ring[begin + i];
	int32_t leaving = corner, entering = wfPreviousHalfEdge( corner );
	bool forward = true;
	if ( previous != NULL )
	{
		// A twin on both sides, where two triangles share two edges, is told apart by the edge itself.
		forward = mesh->twin[previous->last] == leaving;
	}
	else if ( count > 1 )
	{
		int32_t twin = mesh->twin[entering];
		forward = twin >= 0 && twin / 3 == mesh->ring[begin + 1] / 3;
	}
	return ( wfRingCorner ){ corner, forward ? leaving : entering, forward ? entering : leaving };
}

double wfGetCornerAngle( const wfMesh* mesh, int32_t corner )
{
	int32_t t = corner / 3, k = corner % 3;
	wfFlat at = wfCornerOf( mesh, t, k );
	wfFlat a = wfSub2( wfCornerOf( mesh, t, ( k + 1 ) % 3 ), at ), b = wfSub2( wfCornerOf( mesh, t, ( k + 2 ) % 3 ), at );
	return wfAtan2( wfCross2( a, b ), wfDot2( a, b ) );
}

double wfGetVertexAngle( const wfMesh* mesh, int32_t vertex )
{
	double sum = 0.0;
	for ( int32_t i = mesh->ringFirst[vertex]; i < mesh->ringFirst[vertex + 1]; ++i )
	{
		sum += wfGetCornerAngle( mesh, mesh->ring[i] );
	}
	return sum;
}

double wfGetRingAngle( const wfMesh* mesh, int32_t vertex, int32_t triangle, wfFlat direction, double* sum )
{
	int32_t count = mesh->ringFirst[vertex + 1] - mesh->ringFirst[vertex];
	double total = 0.0, found = -1.0;
	wfRingCorner at = { 0 };
	for ( int32_t i = 0; i < count; ++i )
	{
		at = wfGetRingCorner( mesh, vertex, i, i == 0 ? NULL : &at );
		if ( at.corner / 3 == triangle && found < 0.0 )
		{
			int32_t k = at.corner % 3;
			int32_t firstTo = at.first == at.corner ? ( k + 1 ) % 3 : ( k + 2 ) % 3;
			wfFlat edge = wfSub2( wfCornerOf( mesh, triangle, firstTo ), wfCornerOf( mesh, triangle, k ) );
			double angle = wfAtan2( wfCross2( edge, direction ), wfDot2( edge, direction ) );
			found = total + ( at.first == at.corner ? angle : -angle );
		}
		total += wfGetCornerAngle( mesh, at.corner );
	}
	*sum = total;
	return found;
}

// ----------------------------------------------------------------------------------------------------------------- paths

// Angle of the bend at a vertex: half the difference between the angles on both sides of the path, stretched to a full turn; at
// the boundary what is missing from or too much for a straight line.
static double measureTurnAtVertex( const wfMesh* mesh, int32_t vertex, int32_t before, wfFlat back, int32_t after, wfFlat ahead )
{
	double sum;
	double a = wfGetRingAngle( mesh, vertex, before, back, &sum ), b = wfGetRingAngle( mesh, vertex, after, ahead, &sum );
	double between = fabs( a - b );
	bool stretched = mesh->atBoundary[vertex] == 0 && sum > 0.0;
	double turn = fabs( WF_PI - ( stretched ? between * ( WF_TWO_PI / sum ) : between ) );
	return turn < WF_PI ? turn : WF_PI;
}

typedef struct TurnMeter
{
	const wfMesh* mesh;
	double leastLength;
	wfFlat direction; // unit, of the last piece, in the axes of the triangle it was measured in or carried to
	bool known;
	double leastCosine;
	double largestAtVertex;
} TurnMeter;

// The next piece, in `triangle`, from a node on it; `previous`: triangle of the piece before, -1: none.
static void measureTurn( TurnMeter* meter, const wfPathNode* node, int32_t previous, int32_t triangle, wfFlat piece,
						 double length )
{
	bool fresh = length > meter->leastLength;
	wfFlat ahead = { 0.0, 0.0 };
	if ( fresh )
	{
		ahead = wfDivide2( piece, length );
	}
	if ( meter->known && node->vertex >= 0 )
	{
		if ( !fresh )
		{
			meter->known = false;
			return;
		}
		wfFlat back = { -meter->direction.x, -meter->direction.y };
		double turn = measureTurnAtVertex( meter->mesh, node->vertex, previous, back, triangle, ahead );
		meter->largestAtVertex = turn > meter->largestAtVertex ? turn : meter->largestAtVertex;
	}
	else if ( meter->known )
	{
		if ( previous != triangle && node->halfEdge >= 0 )
		{
			int32_t h = node->halfEdge / 3 == previous ? node->halfEdge : meter->mesh->twin[node->halfEdge];
			wfCrossing crossing = wfCrossEdge( meter->mesh, h );
			meter->direction = wfCrossDirection( &crossing, meter->direction );
		}
		double cosine = fresh ? wfDot2( meter->direction, ahead ) : 1.0;
		meter->leastCosine = cosine < meter->leastCosine ? cosine : meter->leastCosine;
	}
	if ( fresh )
	{
		meter->direction = ahead;
		meter->known = true;
	}
}

static wfArrays listPath( wfSurfacePath* path )
{
	return ( wfArrays ){ { WF_ONE_ARRAY( path->points, path->capacity ), WF_ONE_ARRAY( path->triangles, path->capacity ) } };
}

static wfResult growPath( wfSurfacePath* path, int32_t count )
{
	wfSurfacePath larger = { .capacity = count + count / 2 };
	wfArrays arrays = listPath( &larger );
	if ( count <= path->capacity || wfArrays_Allocate( &arrays ) != wf_ok )
	{
		return count <= path->capacity ? wf_ok : wf_outOfMemory;
	}
	wfSurfacePath_Free( path );
	path->points = larger.points;
	path->triangles = larger.triangles;
	path->capacity = larger.capacity;
	return wf_ok;
}

void wfSurfacePath_Free( wfSurfacePath* path )
{
	if ( path != NULL )
	{
		wfArrays arrays = listPath( path );
		wfArrays_Free( &arrays );
		*path = ( wfSurfacePath ){ 0 };
	}
}

wfResult wfFillSurfacePath( const wfMesh* mesh, const wfNodePath* from, wfSurfacePath* path )
{
	// Half, so that the capacity, which grows by half, can be counted too.
	wfResult result = from->count < INT32_MAX / 2 ? growPath( path, from->count ) : wf_tooLarge;
	if ( result != wf_ok )
	{
		return result;
	}
	TurnMeter meter = { .mesh = mesh, .leastLength = WF_LEAST_PIECE * mesh->report.meanEdge, .leastCosine = 1.0 };
	double length = 0.0;
	int32_t walked = -1;
	path->steps = 0;
	for ( int32_t i = 0; i < from->count; ++i )
	{
		const wfPathNode* node = from->data + i;
		path->points[i] = wfPositionOfNode( mesh, node );
		path->triangles[i] = node->triangle;
		if ( i + 1 == from->count )
		{
			break;
		}
		int32_t triangle = node->triangle;
		wfFlat piece = wfSub2( wfFlatOfNode( mesh, from->data + i + 1, triangle ), wfFlatOfNode( mesh, node, triangle ) );
		double pieceLength = wfLength2( piece );
		// Laid flat, triangles of no area are a little wider than they are.
		length += wfLength3( wfSub3( wfPositionOfNode( mesh, from->data + i + 1 ), path->points[i] ) );
		path->steps += triangle != walked ? 1 : 0;
		measureTurn( &meter, node, i == 0 ? -1 : walked, triangle, piece, pieceLength );
		walked = triangle;
	}
	path->count = from->count;
	path->length = length;
	path->rescues = from->rescues;
	double cosine = meter.leastCosine;
	double sine2 = 1.0 - cosine * cosine;
	double turn = cosine >= 1.0 ? 0.0 : wfAtan2( sqrt( sine2 > 0.0 ? sine2 : 0.0 ), cosine );
	path->largestTurn = turn > meter.largestAtVertex ? turn : meter.largestAtVertex;
	return wf_ok;
}
