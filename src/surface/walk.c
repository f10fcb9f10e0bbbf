// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The walk up a field from triangle to triangle.
//
// The height is linear on each triangle of the mesh and continuous across edges, so the walk along the gradient only goes up: in
// a triangle until it leaves it; along an edge whose two triangles lead against each other to the edge's higher end; from a
// vertex along the steepest path. It ends in a vertex without a higher neighbour. Such a vertex may occur on the mesh, not on the
// triangulation the field was solved on: there an edge leads to a strictly higher vertex, and the walk goes on along that edge.
// So the vertices where this happens rise strictly, and there are only so many.
//
// Between two vertices a path on a mesh may wind around a vertex any number of times. Beyond a bound on all steps together it
// goes on from vertex to vertex only, each strictly higher than the last: it always ends.

#include "surface/node_path.h"

wfHeights wfHeightsOfField( const wfSurfaceField* field )
{
	wfClimb climb = field->planner->haste > 0.0 ? wf_climbLog : wf_climbScaled;
	return ( wfHeights ){ field->planner->mesh, field, NULL, climb };
}

// --------------------------------------------------------------------------------------------------------------- heights

bool wfIsHigher( const wfHeights* heights, int32_t a, int32_t b )
{
	return heights->field == NULL ? heights->p[a] < heights->p[b] : wfFieldCore_IsGreater( &heights->field->core, a, b );
}

// m 2^e for e <= 0: tiny values end as 0.
static inline double scaleDown( double m, int32_t e )
{
	return e == 0 ? m : ( e < -1000 ? 0.0 : m * wfDoubleOfBits( (uint64_t)( 1023 + e ) << 52 ) );
}

// Obstacles lie a neper below the lowest of their neighbours: the same for all triangles around, so that heights stay continuous.
static double getFloor( const wfHeights* heights, int32_t vertex )
{
	const wfMesh* mesh = heights->mesh;
	double least = INFINITY;
	for ( int32_t i = mesh->ringFirst[vertex]; i < mesh->ringFirst[vertex + 1]; ++i )
	{
		int32_t corner = mesh->ring[i];
		double a = wfSurfaceField_GetLog( heights->field, mesh->triangles[wfNextHalfEdge( corner )] );
		double b = wfSurfaceField_GetLog( heights->field, mesh->triangles[wfPreviousHalfEdge( corner )] );
		least = a > -INFINITY && a < least ? a : least;
		least = b > -INFINITY && b < least ? b : least;
	}
	return least < INFINITY ? least - 1.0 : -1.0;
}

static inline double getLogHeight( const wfHeights* heights, int32_t vertex )
{
	double value = wfSurfaceField_GetLog( heights->field, vertex );
	return value > -INFINITY ? value : getFloor( heights, vertex );
}

static inline int32_t exponentOf( wfWide q )
{
	return q.mantissa > 0.0 ? q.exponent : INT32_MIN / 2;
}

static inline double scaleTo( int32_t scale, wfWide q )
{
	return q.mantissa > 0.0 ? scaleDown( q.mantissa, q.exponent - scale ) : 0.0;
}

double wfGetHeight( const wfHeights* heights, int32_t vertex, int32_t scale )
{
	const wfSurfaceField* field = heights->field;
	if ( field == NULL )
	{
		return -heights->p[vertex];
	}
	if ( heights->climb == wf_climbLog )
	{
		return getLogHeight( heights, vertex );
	}
	return scaleTo( scale, wfSurfaceField_Get( field, vertex ) );
}

void wfGetCornerHeights( const wfHeights* heights, int32_t triangle, double g[3] )
{
	const int32_t* corners = heights->mesh->triangles + 3 * (size_t)triangle;
	if ( heights->climb == wf_climbScaled && heights->field != NULL )
	{
		wfWide a = wfSurfaceField_Get( heights->field, corners[0] ), b = wfSurfaceField_Get( heights->field, corners[1] ),
			   c = wfSurfaceField_Get( heights->field, corners[2] );
		int32_t scale = exponentOf( a ) > exponentOf( b ) ? exponentOf( a ) : exponentOf( b );
		scale = exponentOf( c ) > scale ? exponentOf( c ) : scale;
		g[0] = scaleTo( scale, a );
		g[1] = scaleTo( scale, b );
		g[2] = scaleTo( scale, c );
		return;
	}
	for ( int32_t k = 0; k < 3; ++k )
	{
		g[k] = wfGetHeight( heights, corners[k], 0 );
	}
}

double wfGetRates( const wfMesh* mesh, int32_t triangle, const double g[3], double rate[3] )
{
	// With E the edge opposite to each corner and A the area, the gradient of its weight is E turned by 90 degrees over 2 A: the
	// products of gradients are those of edges.
	double x1 = mesh->corner1X[triangle], x2 = mesh->corner2X[triangle], y2 = mesh->corner2Y[triangle];
	double d1 = g[1] - g[0], d2 = g[2] - g[0];
	double x = d2 * x1 - d1 * x2, y = -d1 * y2;
	rate[0] = ( x2 - x1 ) * x + y2 * y;
	rate[1] = -x2 * x - y2 * y;
	rate[2] = x1 * x;
	double area = x1 * y2;
	return area > 0.0 ? ( x * x + y * y ) / ( area * area ) : 0.0;
}

// ------------------------------------------------------------------------------------------------------------------ walk

typedef struct Walk
{
	const wfHeights* heights;
	const wfMesh* mesh;
	const wfSurfaceField* field;
	wfNodePath* path;
	int64_t stepsLeft; // before the walk keeps to vertices
	bool singleGoal;   // one vertex

	// Where it is: at a vertex, or about to walk in `triangle` from a place with these weights.
	int32_t vertex;
	int32_t triangle;
	int32_t entered; // corner opposite to the edge it lies on; -1: inside
	double weight[3];
	bool arrived;
} Walk;

static bool isGoalVertex( const Walk* walk, int32_t vertex )
{
	return walk->field != NULL ? wfSurfaceField_IsGoalVertex( walk->field, vertex ) : walk->heights->p[vertex] == 0.0;
}

static wfResult arriveAtVertex( Walk* walk, int32_t vertex, int32_t triangle )
{
	walk->vertex = vertex;
	return wfArray_Push( walk->path, wfVertexNode( vertex, triangle ) );
}

// The last piece, within a triangle.
static wfResult arriveAtPlace( Walk* walk )
{
	walk->arrived = true;
	wfPathNode end;
	if ( !wfNodeOfPoint( walk->mesh, walk->field->place, &end ) )
	{
		return wf_numericalFailure;
	}
	wfPathNode* last = walk->path->data + walk->path->count - 1;
	last->triangle = end.triangle;
	wfFlat left = wfSub2( wfFlatOfNode( walk->mesh, &end, end.triangle ), wfFlatOfNode( walk->mesh, last, end.triangle ) );
	double tiny = WF_LEAST_SHARE * walk->mesh->corner1X[end.triangle];
	bool there = wfDot2( left, left ) <= tiny * tiny;
	return there ? wf_ok : wfArray_Push( walk->path, end );
}

// In a triangle with goal vertices the rest is straight: the height rises along any line to its highest place.
static wfResult finishAtGoals( Walk* walk, const bool goal[3] )
{
	const wfMesh* mesh = walk->mesh;
	int32_t t = walk->triangle;
	const int32_t* corners = mesh->triangles + 3 * (size_t)t;
	walk->arrived = true;
	wfFlat at = { walk->weight[1] * mesh->corner1X[t] + walk->weight[2] * mesh->corner2X[t],
				  walk->weight[2] * mesh->corner2Y[t] };
	for ( int32_t k = 0; k < 3; ++k )
	{
		int32_t a = ( k + 1 ) % 3, b = ( k + 2 ) % 3;
		if ( !goal[a] || !goal[b] )
		{
			continue;
		}
		if ( goal[k] || walk->weight[k] <= 0.0 )
		{
			return wf_ok; // all of the triangle, or the edge it is on, is goal
		}
		wfFlat from = wfCornerOf( mesh, t, a ), along = wfSub2( wfCornerOf( mesh, t, b ), from );
		double share = wfDot2( wfSub2( at, from ), along ) / wfDot2( along, along );
		if ( share > WF_SNAP && share < 1.0 - WF_SNAP )
		{
			return wfArray_Push( walk->path, wfEdgeNode( 3 * t + a, share, t ) );
		}
		return wfArray_Push( walk->path, wfVertexNode( corners[share > 0.5 ? b : a], t ) );
	}
	return wfArray_Push( walk->path, wfVertexNode( corners[goal[0] ? 0 : ( goal[1] ? 1 : 2 )], t ) );
}

// True where the walk ends in this triangle.
static bool endsHere( Walk* walk, wfResult* result )
{
	const int32_t* corners = walk->mesh->triangles + 3 * (size_t)walk->triangle;
	if ( walk->field != NULL && walk->field->kind == wf_placeGoal )
	{
		if ( walk->triangle != walk->field->place.triangle )
		{
			return false;
		}
		*result = arriveAtPlace( walk );
		return true;
	}
	bool goal[3] = { isGoalVertex( walk, corners[0] ), isGoalVertex( walk, corners[1] ), isGoalVertex( walk, corners[2] ) };
	// With one corner of a larger goal the field knows better where to go.
	int32_t count = (int32_t)goal[0] + (int32_t)goal[1] + (int32_t)goal[2];
	if ( count == 0 || ( count == 1 && !walk->singleGoal ) )
	{
		return false;
	}
	*result = finishAtGoals( walk, goal );
	return true;
}

// On along the edge opposite to corner `opposite`, to its higher end.
static wfResult slide( Walk* walk, int32_t opposite )
{
	const int32_t* corners = walk->mesh->triangles + 3 * (size_t)walk->triangle;
	int32_t a = corners[( opposite + 1 ) % 3], b = corners[( opposite + 2 ) % 3];
	return arriveAtVertex( walk, wfIsHigher( walk->heights, b, a ) ? b : a, walk->triangle );
}

// The walk goes on in the triangle of half-edge `h`, from a place on that.
static void enter( Walk* walk, int32_t h, double share )
{
	int32_t k = h % 3;
	walk->triangle = h / 3;
	walk->entered = ( k + 2 ) % 3;
	walk->weight[k] = 1.0 - share;
	walk->weight[( k + 1 ) % 3] = share;
	walk->weight[walk->entered] = 0.0;
	walk->path->data[walk->path->count - 1].triangle = walk->triangle;
}

// From a place on half-edge `h` of the triangle just walked into the neighbour, or where there is none along the boundary.
static wfResult crossInto( Walk* walk, int32_t h, double share )
{
	const wfMesh* mesh = walk->mesh;
	int32_t g = mesh->twin[h];
	if ( g < 0 )
	{
		walk->triangle = h / 3;
		walk->path->data[walk->path->count - 1].triangle = walk->triangle;
		return slide( walk, wfPreviousHalfEdge( h ) % 3 );
	}
	enter( walk, g, wfFromVertex( mesh, g ) == wfFromVertex( mesh, h ) ? share : 1.0 - share );
	return wf_ok;
}

// Reached a place on a half-edge of the triangle just walked: at its higher end, or between.
static wfResult reachEdge( Walk* walk, int32_t h, double share )
{
	const wfMesh* mesh = walk->mesh;
	int32_t from = wfFromVertex( mesh, h ), to = wfToVertex( mesh, h );
	bool toIsHigher = wfIsHigher( walk->heights, to, from );
	if ( toIsHigher ? share > 1.0 - WF_SNAP : share < WF_SNAP )
	{
		return arriveAtVertex( walk, toIsHigher ? to : from, h / 3 );
	}
	share = share < WF_LEAST_SHARE ? WF_LEAST_SHARE : ( share > 1.0 - WF_LEAST_SHARE ? 1.0 - WF_LEAST_SHARE : share );
	wfResult result = wfArray_Push( walk->path, wfEdgeNode( h, share, h / 3 ) );
	return result == wf_ok ? crossInto( walk, h, share ) : result;
}

static int32_t findHighestCorner( const Walk* walk )
{
	const int32_t* corners = walk->mesh->triangles + 3 * (size_t)walk->triangle;
	int32_t best = 0;
	for ( int32_t k = 1; k < 3; ++k )
	{
		best = wfIsHigher( walk->heights, corners[k], corners[best] ) ? k : best;
	}
	return best;
}

static wfResult stepInTriangle( Walk* walk )
{
	wfResult result = wf_ok;
	if ( endsHere( walk, &result ) )
	{
		return result;
	}
	int32_t t = walk->triangle;
	double g[3], rate[3];
	wfGetCornerHeights( walk->heights, t, g );
	double slope = wfGetRates( walk->mesh, t, g, rate );
	if ( !( slope > 0.0 && slope < INFINITY ) )
	{
		// Level, or of no area: straight to the highest corner, along which no height is lost.
		return walk->entered >= 0 ? slide( walk, walk->entered )
								  : arriveAtVertex( walk, walk->mesh->triangles[3 * t + findHighestCorner( walk )], t );
	}
	if ( walk->entered >= 0 && rate[walk->entered] <= 0.0 )
	{
		return slide( walk, walk->entered );
	}
	int32_t exit = -1;
	double reach = INFINITY;
	for ( int32_t k = 0; k < 3; ++k )
	{
		if ( rate[k] < 0.0 && k != walk->entered && walk->weight[k] < -reach * rate[k] )
		{
			reach = walk->weight[k] / -rate[k];
			exit = k;
		}
	}
	if ( exit < 0 )
	{
		return arriveAtVertex( walk, walk->mesh->triangles[3 * t + findHighestCorner( walk )], t );
	}
	int32_t a = ( exit + 1 ) % 3, b = ( exit + 2 ) % 3;
	const int32_t* corners = walk->mesh->triangles + 3 * (size_t)t;
	if ( !wfIsFreeVertex( walk->heights, corners[a] ) && !wfIsFreeVertex( walk->heights, corners[b] ) )
	{
		// Walls may be higher at one end than at the other, and are not crossed for it.
		return arriveAtVertex( walk, corners[findHighestCorner( walk )], t );
	}
	double wa = walk->weight[a] + reach * rate[a], wb = walk->weight[b] + reach * rate[b];
	wa = wa > 0.0 ? wa : 0.0;
	wb = wb > 0.0 ? wb : 0.0;
	return reachEdge( walk, 3 * t + a, wb / ( wa + wb ) );
}

// -------------------------------------------------------------------------------------------------------------- vertices

typedef struct Ascent
{
	double slope2;	  // square
	int32_t triangle; // the path leads through or along
	int32_t vertex;	  // along an edge to this vertex; -1: through the triangle
	int32_t corner;	  // of the triangle at which it begins
	double share;	  // of the half-edge opposite to it at which it ends
} Ascent;

int32_t wfGetRingScale( const wfHeights* heights, int32_t vertex )
{
	if ( heights->climb != wf_climbScaled || heights->field == NULL )
	{
		return 0;
	}
	const wfMesh* mesh = heights->mesh;
	int32_t scale = exponentOf( wfSurfaceField_Get( heights->field, vertex ) );
	for ( int32_t i = mesh->ringFirst[vertex]; i < mesh->ringFirst[vertex + 1]; ++i )
	{
		int32_t a = exponentOf( wfSurfaceField_Get( heights->field, mesh->triangles[wfNextHalfEdge( mesh->ring[i] )] ) );
		int32_t b = exponentOf( wfSurfaceField_Get( heights->field, mesh->triangles[wfPreviousHalfEdge( mesh->ring[i] )] ) );
		scale = a > scale ? a : scale;
		scale = b > scale ? b : scale;
	}
	return scale;
}

static void tryEdge( const Walk* walk, int32_t vertex, int32_t h, double rise, int32_t other, Ascent* best )
{
	double length = walk->mesh->length[h];
	double slope2 = length > 0.0 ? ( rise / length ) * ( rise / length ) : INFINITY;
	if ( wfIsHigher( walk->heights, other, vertex ) && rise >= 0.0 && ( best->triangle < 0 || slope2 > best->slope2 ) )
	{
		*best = ( Ascent ){ slope2, h / 3, other, -1, 0.0 };
	}
}

static Ascent findSteepest( const Walk* walk, int32_t vertex )
{
	const wfMesh* mesh = walk->mesh;
	int32_t scale = wfGetRingScale( walk->heights, vertex );
	double here = wfGetHeight( walk->heights, vertex, scale );
	Ascent best = { -1.0, -1, -1, -1, 0.0 };
	for ( int32_t i = mesh->ringFirst[vertex]; i < mesh->ringFirst[vertex + 1]; ++i )
	{
		int32_t corner = mesh->ring[i], t = corner / 3, k = corner % 3;
		int32_t a = ( k + 1 ) % 3, b = ( k + 2 ) % 3;
		int32_t va = mesh->triangles[3 * t + a], vb = mesh->triangles[3 * t + b];
		bool higherA = wfIsHigher( walk->heights, va, vertex ), higherB = wfIsHigher( walk->heights, vb, vertex );
		if ( !higherA && !higherB )
		{
			continue;
		}
		double g[3], rate[3];
		g[k] = here;
		g[a] = wfGetHeight( walk->heights, va, scale );
		g[b] = wfGetHeight( walk->heights, vb, scale );
		tryEdge( walk, vertex, corner, g[a] - here, va, &best );
		tryEdge( walk, vertex, 3 * t + b, g[b] - here, vb, &best );
		double slope2 = wfGetRates( mesh, t, g, rate );
		if ( rate[a] > 0.0 && rate[b] > 0.0 && slope2 > best.slope2 && slope2 < INFINITY )
		{
			best = ( Ascent ){ slope2, t, -1, k, rate[b] / ( rate[a] + rate[b] ) };
		}
	}
	return best;
}

static Ascent findHighestNeighbor( const Walk* walk, int32_t vertex )
{
	const wfMesh* mesh = walk->mesh;
	Ascent best = { -1.0, -1, -1, -1, 0.0 };
	int32_t highest = vertex;
	for ( int32_t i = mesh->ringFirst[vertex]; i < mesh->ringFirst[vertex + 1]; ++i )
	{
		int32_t corner = mesh->ring[i];
		int32_t others[2] = { mesh->triangles[wfNextHalfEdge( corner )], mesh->triangles[wfPreviousHalfEdge( corner )] };
		for ( int32_t k = 0; k < 2; ++k )
		{
			if ( wfIsHigher( walk->heights, others[k], highest ) )
			{
				highest = others[k];
				best = ( Ascent ){ 0.0, corner / 3, highest, -1, 0.0 };
			}
		}
	}
	return best;
}

typedef struct Climb
{
	const wfHeights* heights;
	int32_t from;
} Climb;

static bool isConnected( int32_t vertex, const void* context )
{
	return wfIsFreeVertex( ( (const Climb*)context )->heights, vertex );
}

static bool isAbove( int32_t vertex, const void* context )
{
	const Climb* climb = context;
	return wfIsHigher( climb->heights, vertex, climb->from );
}

// Along edges of the mesh to the nearest higher vertex: where the solved triangulation is no more, or its edge cannot be
// followed.
static wfResult detour( Walk* walk )
{
	Climb climb = { walk->heights, walk->vertex };
	wfEdgePathDef def = { -1, isAbove, isConnected, &climb };
	wfResult result = wfWalkEdges( walk->mesh, walk->vertex, &def, walk->path );
	walk->vertex = walk->path->data[walk->path->count - 1].vertex;
	return result;
}

// Along the edge of the solved triangulation to the best neighbour there.
static wfResult leaveLocalMaximum( Walk* walk )
{
	const wfSurfaceField* field = walk->field;
	int32_t from = walk->vertex;
	int32_t h = field != NULL ? wfSurfaceField_FindBest( field, from ) : -1;
	if ( h == -1 )
	{
		return wf_unreachable;
	}
	walk->path->rescues += 1;
	if ( h < 0 )
	{
		return detour( walk );
	}
	const wfIntrinsic* intrinsic = &field->planner->intrinsic;
	bool known = intrinsic->triangleCount > h / 3;
	bool backwards = known && intrinsic->corners[h] != from;
	int32_t to = known ? intrinsic->corners[backwards ? h : wfNextHalfEdge( h )] : from;
	known = known && intrinsic->corners[backwards ? wfNextHalfEdge( h ) : h] == from;
	if ( !known || !wfIsHigher( walk->heights, to, from ) )
	{
		return detour( walk );
	}
	int32_t edge = intrinsic->meshEdge[h], count = walk->path->count;
	if ( edge >= 0 )
	{
		walk->path->data[count - 1].triangle = edge / 3;
		return arriveAtVertex( walk, to, edge / 3 );
	}
	double angle = wfIntrinsic_GetDirection( intrinsic, h, backwards );
	wfResult result = wfWalkStraight( walk->mesh, from, angle, intrinsic->length[h], to, walk->path );
	if ( result == wf_notFound )
	{
		walk->path->count = count;
		return detour( walk );
	}
	walk->vertex = to;
	return result;
}

static wfResult stepFromVertex( Walk* walk )
{
	int32_t vertex = walk->vertex;
	const wfSurfaceField* field = walk->field;
	if ( field != NULL && field->kind == wf_placeGoal && wfCornerWith( walk->mesh, field->place.triangle, vertex ) >= 0 &&
		 wfIsFreeVertex( walk->heights, vertex ) )
	{
		return arriveAtPlace( walk );
	}
	if ( isGoalVertex( walk, vertex ) )
	{
		walk->arrived = true;
		return wf_ok;
	}
	Ascent ascent = walk->stepsLeft > 0 ? findSteepest( walk, vertex ) : findHighestNeighbor( walk, vertex );
	if ( ascent.triangle < 0 )
	{
		return leaveLocalMaximum( walk );
	}
	walk->path->data[walk->path->count - 1].triangle = ascent.triangle;
	if ( ascent.vertex >= 0 )
	{
		return arriveAtVertex( walk, ascent.vertex, ascent.triangle );
	}
	walk->vertex = -1;
	return reachEdge( walk, 3 * ascent.triangle + ( ascent.corner + 1 ) % 3, ascent.share );
}

// ----------------------------------------------------------------------------------------------------------------- start

// On an edge: into the triangle that rises more steeply from it; along it where neither does.
static wfResult startOnEdge( Walk* walk, const wfPathNode* start )
{
	const wfMesh* mesh = walk->mesh;
	int32_t sides[2] = { start->halfEdge, mesh->twin[start->halfEdge] };
	int32_t best = -1;
	double steepest = 0.0;
	for ( int32_t k = 0; k < 2 && sides[k] >= 0; ++k )
	{
		int32_t t = sides[k] / 3;
		if ( walk->field != NULL && walk->field->kind == wf_placeGoal && walk->field->place.triangle == t )
		{
			best = k;
			break;
		}
		double g[3], rate[3];
		wfGetCornerHeights( walk->heights, t, g );
		double slope = wfGetRates( mesh, t, g, rate );
		// Scales of triangles differ; the share of the slope that leads away from the edge does not depend on them.
		double inward = rate[( sides[k] + 2 ) % 3];
		inward = slope > 0.0 ? inward / sqrt( slope ) : 0.0;
		if ( inward > steepest )
		{
			steepest = inward;
			best = k;
		}
	}
	int32_t h = sides[best < 0 ? 0 : best];
	double share = start->u;
	if ( h != start->halfEdge && wfFromVertex( mesh, h ) != wfFromVertex( mesh, start->halfEdge ) )
	{
		share = 1.0 - share;
	}
	enter( walk, h, share );
	return wf_ok;
}

static wfResult beginWalk( Walk* walk, const wfPathNode* start )
{
	wfResult result = wfArray_Push( walk->path, *start );
	if ( result != wf_ok )
	{
		return result;
	}
	walk->vertex = start->vertex;
	if ( start->vertex >= 0 )
	{
		return wf_ok;
	}
	if ( start->halfEdge >= 0 )
	{
		return startOnEdge( walk, start );
	}
	walk->triangle = start->triangle;
	walk->entered = -1;
	walk->weight[0] = 1.0 - start->u - start->v;
	walk->weight[1] = start->u;
	walk->weight[2] = start->v;
	return wf_ok;
}

wfResult wfWalkUp( const wfHeights* heights, const wfPathNode* start, wfNodePath* path )
{
	Walk walk = { .heights = heights, .mesh = heights->mesh, .field = heights->field, .path = path };
	walk.singleGoal = walk.field != NULL && walk.field->core.goalCount == 1;
	walk.stepsLeft = 256 + 4 * (int64_t)heights->mesh->triangleCount;
	wfResult result = beginWalk( &walk, start );
	while ( result == wf_ok && !walk.arrived )
	{
		walk.stepsLeft -= 1;
		if ( walk.vertex >= 0 )
		{
			result = stepFromVertex( &walk );
		}
		else if ( walk.stepsLeft > 0 )
		{
			result = stepInTriangle( &walk );
		}
		else
		{
			result =
				arriveAtVertex( &walk, heights->mesh->triangles[3 * walk.triangle + findHighestCorner( &walk )], walk.triangle );
		}
	}
	return result;
}

// Whether the walk may stand here: in or on something that is free, or on the boundary (or the vertex taken as an obstacle for
// it) beside what is.
wfResult wfCheckStart( const wfHeights* heights, const wfPathNode* start )
{
	const wfMesh* mesh = heights->mesh;
	const wfSurfacePlanner* planner = heights->field->planner;
	int32_t vertices[3], count = 0;
	if ( start->vertex >= 0 )
	{
		vertices[count++] = start->vertex;
	}
	else if ( start->halfEdge >= 0 )
	{
		vertices[count++] = wfFromVertex( mesh, start->halfEdge );
		vertices[count++] = wfToVertex( mesh, start->halfEdge );
	}
	else
	{
		for ( ; count < 3; ++count )
		{
			vertices[count] = mesh->triangles[3 * start->triangle + count];
		}
	}
	bool anyFree = false, onBoundary = count < 3;
	for ( int32_t k = 0; k < count; ++k )
	{
		if ( wfIsFreeVertex( heights, vertices[k] ) )
		{
			return wf_ok;
		}
		anyFree |= planner->blocked[vertices[k]] == 0 && vertices[k] != heights->field->core.occupied;
		onBoundary &= planner->boundaryOnly[vertices[k]] != 0 || vertices[k] == heights->field->core.occupied;
	}
	if ( anyFree || !onBoundary )
	{
		return anyFree ? wf_unreachable : wf_startBlocked;
	}
	// On a boundary that repels: fit where the surface beside it is.
	wfResult result = wf_startBlocked;
	for ( int32_t i = mesh->ringFirst[vertices[0]]; i < mesh->ringFirst[vertices[0] + 1]; ++i )
	{
		int32_t t = mesh->ring[i] / 3;
		if ( count == 2 && wfCornerWith( mesh, t, vertices[1] ) < 0 )
		{
			continue;
		}
		for ( int32_t k = 0; k < 3; ++k )
		{
			int32_t vertex = mesh->triangles[3 * t + k];
			if ( wfIsFreeVertex( heights, vertex ) )
			{
				return wf_ok;
			}
			result = planner->blocked[vertex] == 0 ? wf_unreachable : result;
		}
	}
	return result;
}
