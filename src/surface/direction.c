// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Directions of motion that change gradually. Each vertex gets the mean of the gradients around it on the triangulation that was
// solved on, weighted by area, laid flat: angles around the vertex are stretched to a full turn, so that the same direction is
// meant by all of its triangles. In a triangle of the mesh the directions of the corners are mixed by their weights, and turned
// as far as needed to lead up: what goes up never enters an obstacle, which lies lowest.

#include "surface/node_path.h"
#include "surface/tuning.h"

// Area times gradient, in the axes of the triangle.
static wfFlat getGradient( const wfMesh* mesh, int32_t t, const double g[3] )
{
	double x1 = mesh->corner1X[t], x2 = mesh->corner2X[t], y2 = mesh->corner2Y[t];
	double d1 = g[1] - g[0], d2 = g[2] - g[0];
	return ( wfFlat ){ 0.5 * d1 * y2, 0.5 * ( d2 * x1 - d1 * x2 ) };
}

static wfFlat toUnit( wfFlat d )
{
	double length = wfLength2( d );
	return length > 0.0 && length < INFINITY ? wfDivide2( d, length ) : ( wfFlat ){ 0.0, 0.0 };
}

// The direction at a vertex: how it lies in the plane of each of its triangles follows from the angle.
typedef struct VertexDirection
{
	double angle; // around the vertex, stretched
	double stretch;
	double length; // 0: none
} VertexDirection;

// The direction of a vertex in the plane of one of its triangles. `begin`: angle, not stretched, at which the corner begins.
static wfFlat layIntoCorner( const wfMesh* mesh, const wfRingCorner* at, double begin, const VertexDirection* direction )
{
	double angle = direction->angle - begin * direction->stretch;
	// The short way round: beyond half a turn directions lie on the other side of the corner.
	angle -= WF_TWO_PI * floor( angle / WF_TWO_PI + 0.5 );
	int32_t t = at->corner / 3, k = at->corner % 3;
	bool forward = at->first == at->corner;
	wfFlat edge = wfSub2( wfCornerOf( mesh, t, forward ? ( k + 1 ) % 3 : ( k + 2 ) % 3 ), wfCornerOf( mesh, t, k ) );
	edge = toUnit( edge );
	wfCosSin turn = wfCosSinOf( ( forward ? angle : -angle ) / direction->stretch );
	return wfScale2( direction->length, wfFromFrame2( ( wfVec2 ){ turn.cosine, turn.sine }, edge ) );
}

static double getStretch( const wfMesh* mesh, int32_t vertex )
{
	if ( mesh->atBoundary[vertex] != 0 )
	{
		return 1.0;
	}
	double sum = wfGetVertexAngle( mesh, vertex );
	return sum > 0.0 ? WF_TWO_PI / sum : 1.0;
}

// ------------------------------------------------------------------------------------------------------- triangulation

// Corners of the solved triangulation around a vertex, one after the other: each as the half-edge that leaves the vertex. Its
// triangles are the best there are for these vertices, and no vertex is without a better neighbour there; on needles of the mesh
// gradients are noise.
typedef struct Around
{
	const wfIntrinsic* intrinsic;
	int32_t first, corner; // -1: at the end
	bool turned;		   // the triangle is turned against the first
	bool back;			   // the boundary was met: the rest lies on the other side of the first
} Around;

static Around beginAround( const wfIntrinsic* intrinsic, int32_t vertex, int32_t halfEdge )
{
	int32_t corner = intrinsic->corners[halfEdge] == vertex ? halfEdge : wfNextHalfEdge( halfEdge );
	return ( Around ){ intrinsic, corner, corner, false, false };
}

static void goAround( Around* at )
{
	// Across the edge that enters the vertex or, going back or in turned triangles, the one that leaves it.
	bool byLeaving = at->turned != at->back;
	int32_t h = byLeaving ? at->corner : wfPreviousHalfEdge( at->corner );
	int32_t twin = at->intrinsic->twin[h];
	if ( twin < 0 )
	{
		bool more = !at->back;
		at->back = true;
		at->turned = false;
		at->corner = at->first;
		if ( more )
		{
			goAround( at );
			return;
		}
		at->corner = -1;
		return;
	}
	bool seam = at->intrinsic->seam[h] != 0;
	// The twin begins at the vertex where it runs the other way than an entering one or the same way as a leaving one.
	at->corner = byLeaving == seam ? twin : wfNextHalfEdge( twin );
	at->turned = at->turned != seam;
	at->corner = at->corner == at->first ? -1 : at->corner;
}

// Direction of the gradient on the triangle of a corner as an angle around its vertex, and area times its size.
static double getIntrinsicGradient( const wfHeights* heights, const wfIntrinsic* intrinsic, int32_t corner, int32_t scale,
									double* angle )
{
	int32_t next = wfNextHalfEdge( corner ), before = wfPreviousHalfEdge( corner );
	double length = intrinsic->length[corner], side = intrinsic->length[before], third = intrinsic->length[next];
	double here = wfGetHeight( heights, intrinsic->corners[corner], scale );
	double a = wfGetHeight( heights, intrinsic->corners[next], scale ) - here;
	double b = wfGetHeight( heights, intrinsic->corners[before], scale ) - here;
	if ( !( length > 0.0 ) )
	{
		return 0.0;
	}
	// The half-edge along x, the third corner at (x, y).
	double x = ( length * length + side * side - third * third ) / ( 2.0 * length );
	double y2 = side * side - x * x, y = y2 > 0.0 ? sqrt( y2 ) : 0.0;
	wfFlat gradient = { 0.5 * a * y, 0.5 * ( b * length - a * x ) };
	double turn = wfAtan2( gradient.y, gradient.x );
	*angle = intrinsic->angle[corner] + ( intrinsic->side[corner] > 0 ? turn : -turn );
	return wfLength2( gradient );
}

static int32_t getScaleAround( const wfHeights* heights, const wfIntrinsic* intrinsic, int32_t vertex, int32_t halfEdge )
{
	const wfSurfaceField* field = heights->field;
	int32_t scale = wfGetRingScale( heights, vertex );
	for ( Around at = beginAround( intrinsic, vertex, halfEdge ); heights->climb == wf_climbScaled && at.corner >= 0;
		  goAround( &at ) )
	{
		int32_t others[2] = { intrinsic->corners[wfNextHalfEdge( at.corner )],
							  intrinsic->corners[wfPreviousHalfEdge( at.corner )] };
		for ( int32_t k = 0; k < 2; ++k )
		{
			wfWide q = wfSurfaceField_Get( field, others[k] );
			scale = q.mantissa > 0.0 && q.exponent > scale ? q.exponent : scale;
		}
	}
	return scale;
}

// Goals of a place lead on to it.
static VertexDirection aimAtPlace( const wfSurfaceField* field, const wfMesh* mesh, int32_t vertex )
{
	VertexDirection direction = { 0.0, getStretch( mesh, vertex ), 0.0 };
	int32_t t = field->place.triangle, k = field->kind == wf_placeGoal ? wfCornerWith( mesh, t, vertex ) : -1;
	if ( k < 0 )
	{
		return direction;
	}
	wfFlat to = wfSub2( wfFlatOfPoint( mesh, field->place ), wfCornerOf( mesh, t, k ) );
	if ( wfDot2( to, to ) > 0.0 )
	{
		double sum;
		direction.angle = wfGetRingAngle( mesh, vertex, t, to, &sum ) * direction.stretch;
		direction.length = 1.0;
	}
	return direction;
}

// Where the triangulation does not join a vertex to what is better an edge of the mesh does.
static VertexDirection aimAlongBridge( const wfMesh* mesh, int32_t vertex, int32_t h, VertexDirection direction )
{
	int32_t t = h / 3, k = wfCornerWith( mesh, t, vertex );
	int32_t other = wfFromVertex( mesh, h ) == vertex ? wfNextHalfEdge( h ) % 3 : h % 3;
	double sum;
	wfFlat edge = wfSub2( wfCornerOf( mesh, t, other ), wfCornerOf( mesh, t, k ) );
	direction.angle = wfGetRingAngle( mesh, vertex, t, edge, &sum ) * direction.stretch;
	direction.length = 1.0;
	return direction;
}

static VertexDirection findVertexDirection( const wfHeights* heights, int32_t vertex )
{
	const wfMesh* mesh = heights->mesh;
	const wfSurfaceField* field = heights->field;
	const wfIntrinsic* intrinsic = &field->planner->intrinsic;
	VertexDirection direction = { 0.0, 1.0, 0.0 };
	if ( !wfIsFreeVertex( heights, vertex ) )
	{
		return direction;
	}
	if ( wfSurfaceField_IsGoalVertex( field, vertex ) )
	{
		return aimAtPlace( field, mesh, vertex );
	}
	int32_t best = wfSurfaceField_FindBest( field, vertex );
	bool known = best >= 0 && best / 3 < intrinsic->triangleCount &&
				 ( intrinsic->corners[best] == vertex || intrinsic->corners[wfNextHalfEdge( best )] == vertex );
	double begin = intrinsic->vertexAngle[vertex], x = 0.0, y = 0.0;
	direction.stretch = mesh->atBoundary[vertex] == 0 && begin > 0.0 ? WF_TWO_PI / begin : 1.0;
	if ( !known )
	{
		return best < -1 ? aimAlongBridge( mesh, vertex, -2 - best, direction ) : direction;
	}
	int32_t scale = getScaleAround( heights, intrinsic, vertex, best );
	for ( Around at = beginAround( intrinsic, vertex, best ); at.corner >= 0; goAround( &at ) )
	{
		double angle = 0.0;
		double size = getIntrinsicGradient( heights, intrinsic, at.corner, scale, &angle );
		wfCosSin to = wfCosSinOf( angle * direction.stretch );
		x += size * to.cosine;
		y += size * to.sine;
	}
	if ( x != 0.0 || y != 0.0 )
	{
		direction.angle = wfAtan2( y, x );
		direction.length = 1.0;
		// From the boundary nothing leads out: along it at most. What is beyond both ends of the turn belongs to the nearer one.
		if ( mesh->atBoundary[vertex] != 0 )
		{
			double middle = 0.5 * begin;
			direction.angle += direction.angle < middle - WF_PI ? WF_TWO_PI : 0.0;
			direction.angle = direction.angle < 0.0 ? 0.0 : ( direction.angle > begin ? begin : direction.angle );
		}
	}
	return direction;
}

// ----------------------------------------------------------------------------------------------------------------- kept

void wfSurfaceField_DropDirections( wfSurfaceField* field )
{
	wfReleaseArray( field->directions, 3 * (size_t)field->mesh->triangleCount, sizeof( wfFlat ) );
	wfReleaseArray( field->directionState, (size_t)field->mesh->vertexCount, sizeof( atomic_uchar ) );
	field->directions = NULL;
	field->directionState = NULL;
}

wfResult wfSurfaceField_KeepDirections( wfSurfaceField* field )
{
	wfSurfaceField_DropDirections( field );
	field->directions = wfAllocateArray( 3 * (size_t)field->mesh->triangleCount, sizeof( wfFlat ) );
	field->directionState = wfAllocateZeroed( (size_t)field->mesh->vertexCount * sizeof( atomic_uchar ) );
	if ( field->directions != NULL && field->directionState != NULL )
	{
		return wf_ok;
	}
	wfSurfaceField_DropDirections( field );
	return wf_outOfMemory;
}

enum
{
	DIRECTION_UNKNOWN,
	DIRECTION_WRITTEN, // by somebody else right now
	DIRECTION_KEPT
};

// The direction of a vertex in one of its corners; in all of them where the caller may write them down.
static wfFlat layIntoCorners( const wfHeights* heights, int32_t corner, wfFlat* kept )
{
	const wfMesh* mesh = heights->mesh;
	int32_t vertex = mesh->triangles[corner];
	VertexDirection direction = findVertexDirection( heights, vertex );
	int32_t count = mesh->ringFirst[vertex + 1] - mesh->ringFirst[vertex];
	double begin = 0.0;
	wfRingCorner at = { 0 };
	wfFlat found = { 0.0, 0.0 };
	for ( int32_t i = 0; i < count && ( kept != NULL || direction.length > 0.0 ); ++i )
	{
		at = wfGetRingCorner( mesh, vertex, i, i == 0 ? NULL : &at );
		bool wanted = direction.length > 0.0 && ( kept != NULL || at.corner == corner );
		wfFlat laid = wanted ? layIntoCorner( mesh, &at, begin, &direction ) : ( wfFlat ){ 0.0, 0.0 };
		found = at.corner == corner ? laid : found;
		if ( kept != NULL )
		{
			kept[at.corner] = laid;
		}
		else if ( at.corner == corner )
		{
			break;
		}
		begin += wfGetCornerAngle( mesh, at.corner );
	}
	return found;
}

static wfFlat getCornerDirection( const wfHeights* heights, int32_t corner )
{
	const wfSurfaceField* field = heights->field;
	if ( field->directions == NULL )
	{
		return layIntoCorners( heights, corner, NULL );
	}
	atomic_uchar* state = &field->directionState[heights->mesh->triangles[corner]];
	unsigned char expected = DIRECTION_UNKNOWN;
	if ( atomic_load_explicit( state, memory_order_acquire ) == DIRECTION_KEPT )
	{
		return field->directions[corner];
	}
	// Of several threads that come at once the first writes, the others have the same numbers for themselves.
	bool first = atomic_compare_exchange_strong_explicit( state, &expected, DIRECTION_WRITTEN, memory_order_relaxed,
														  memory_order_relaxed );
	wfFlat direction = layIntoCorners( heights, corner, first ? field->directions : NULL );
	if ( first )
	{
		atomic_store_explicit( state, DIRECTION_KEPT, memory_order_release );
	}
	return direction;
}

// ----------------------------------------------------------------------------------------------------------------- asked

// The directions of the corners, mixed.
static wfFlat mixDirections( const wfHeights* heights, wfSurfacePoint point, wfFlat at )
{
	const wfMesh* mesh = heights->mesh;
	int32_t t = point.triangle;
	double weight[3] = { 1.0 - point.u - point.v, point.u, point.v };
	wfFlat sum = { 0.0, 0.0 };
	for ( int32_t k = 0; k < 3; ++k )
	{
		int32_t vertex = mesh->triangles[3 * t + k];
		if ( !wfIsFreeVertex( heights, vertex ) )
		{
			continue;
		}
		wfFlat d = getCornerDirection( heights, 3 * t + k );
		if ( d.x == 0.0 && d.y == 0.0 && wfSurfaceField_IsGoalVertex( heights->field, vertex ) )
		{
			d = toUnit( wfSub2( wfCornerOf( mesh, t, k ), at ) );
		}
		sum = wfAddScaled2( sum, weight[k], d );
	}
	return toUnit( sum );
}

static bool isOnGoal( const wfHeights* heights, const wfPathNode* node )
{
	const wfMesh* mesh = heights->mesh;
	const wfSurfaceField* field = heights->field;
	if ( node->vertex >= 0 )
	{
		return wfSurfaceField_IsGoalVertex( field, node->vertex );
	}
	if ( node->halfEdge >= 0 )
	{
		return wfSurfaceField_IsGoalVertex( field, wfFromVertex( mesh, node->halfEdge ) ) &&
			   wfSurfaceField_IsGoalVertex( field, wfToVertex( mesh, node->halfEdge ) );
	}
	const int32_t* corners = mesh->triangles + 3 * (size_t)node->triangle;
	return wfSurfaceField_IsGoalVertex( field, corners[0] ) && wfSurfaceField_IsGoalVertex( field, corners[1] ) &&
		   wfSurfaceField_IsGoalVertex( field, corners[2] );
}

static bool hasHigherNeighbor( const wfHeights* heights, int32_t vertex )
{
	const wfMesh* mesh = heights->mesh;
	for ( int32_t i = mesh->ringFirst[vertex]; i < mesh->ringFirst[vertex + 1]; ++i )
	{
		int32_t corner = mesh->ring[i];
		if ( wfIsHigher( heights, mesh->triangles[wfNextHalfEdge( corner )], vertex ) ||
			 wfIsHigher( heights, mesh->triangles[wfPreviousHalfEdge( corner )], vertex ) )
		{
			return true;
		}
	}
	return false;
}

// Everywhere but beside vertices that are highest on the mesh and no goal: there its gradient would lead no farther.
static bool mustRise( const wfHeights* heights, int32_t t )
{
	const int32_t* corners = heights->mesh->triangles + 3 * (size_t)t;
	int32_t highest = corners[0];
	bool open = true;
	for ( int32_t k = 0; k < 3; ++k )
	{
		highest = wfIsHigher( heights, corners[k], highest ) ? corners[k] : highest;
		open = open && wfIsFreeVertex( heights, corners[k] );
	}
	return !open || wfSurfaceField_IsGoalVertex( heights->field, highest ) || hasHigherNeighbor( heights, highest );
}

static wfFlat findDirection( const wfHeights* heights, wfSurfacePoint point, const wfPathNode* node )
{
	const wfSurfaceField* field = heights->field;
	const wfMesh* mesh = heights->mesh;
	int32_t t = point.triangle;
	wfFlat at = wfFlatOfPoint( mesh, point );
	if ( field->kind == wf_placeGoal && field->place.triangle == t )
	{
		wfFlat to = wfSub2( wfFlatOfPoint( mesh, field->place ), at );
		// Within rounding it is there.
		double tiny = 1e-12 * mesh->corner1X[t];
		return wfDot2( to, to ) > tiny * tiny ? toUnit( to ) : ( wfFlat ){ 0.0, 0.0 };
	}
	if ( field->kind == wf_verticesGoal && isOnGoal( heights, node ) )
	{
		return ( wfFlat ){ 0.0, 0.0 };
	}
	wfFlat direction = mixDirections( heights, point, at );
	double g[3];
	wfGetCornerHeights( heights, t, g );
	wfFlat up = toUnit( getGradient( mesh, t, g ) );
	double rise = wfDot2( direction, up );
	if ( rise < WF_LEAST_RISE && mustRise( heights, t ) )
	{
		direction = toUnit( wfAddScaled2( direction, WF_LEAST_RISE - rise, up ) );
	}
	return direction.x == 0.0 && direction.y == 0.0 ? up : direction;
}

// On an edge of the boundary of the triangle what leads out becomes what leads along it, up.
static wfFlat keepInside( const wfHeights* heights, const wfPathNode* node, int32_t t, wfFlat direction )
{
	const wfMesh* mesh = heights->mesh;
	for ( int32_t k = 0; k < 3; ++k )
	{
		int32_t h = 3 * t + k;
		bool on = node->halfEdge == h ||
				  ( node->vertex >= 0 && ( wfFromVertex( mesh, h ) == node->vertex || wfToVertex( mesh, h ) == node->vertex ) );
		wfFlat along = wfSub2( wfCornerOf( mesh, t, ( k + 1 ) % 3 ), wfCornerOf( mesh, t, k ) );
		if ( on && mesh->twin[h] < 0 && wfCross2( along, direction ) < 0.0 )
		{
			double size = wfIsHigher( heights, wfToVertex( mesh, h ), wfFromVertex( mesh, h ) ) ? 1.0 : -1.0;
			direction = toUnit( wfScale2( size, along ) );
		}
	}
	return direction;
}

wfVec3 wfSurfaceField_GetDirection( const wfSurfaceField* field, wfSurfacePoint point )
{
	const wfVec3 none = { 0.0, 0.0, 0.0 };
	if ( WF_FAILS( field != NULL ) )
	{
		return none;
	}
	wfHeights heights = wfHeightsOfField( field );
	wfPathNode node;
	if ( !wfNodeOfPoint( heights.mesh, point, &node ) )
	{
		return none;
	}
	const int32_t* corners = heights.mesh->triangles + 3 * (size_t)point.triangle;
	if ( !wfIsFreeVertex( &heights, corners[0] ) && !wfIsFreeVertex( &heights, corners[1] ) &&
		 !wfIsFreeVertex( &heights, corners[2] ) )
	{
		return none;
	}
	wfFlat d = keepInside( &heights, &node, point.triangle, findDirection( &heights, point, &node ) );
	return wfAdd3( wfScale3( d.x, heights.mesh->axisX[point.triangle] ), wfScale3( d.y, heights.mesh->axisY[point.triangle] ) );
}
