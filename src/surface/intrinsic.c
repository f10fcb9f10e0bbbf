// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The intrinsic Delaunay triangulation by flipping edges, with the directions of edges kept
// (A. Bobenko, B. Springborn, "A discrete Laplace-Beltrami operator for simplicial surfaces", 2007; N. Sharp, Y. Soliman, K.
// Crane, "Navigating intrinsic triangulations", 2019).
//
// Lengths are all there is: nothing asks where a vertex lies in space, which way a triangle is turned, or whether two vertices
// are joined once only.

#include "base/arrays.h"
#include "surface/system.h"
#include "surface/tuning.h"

#include <string.h>

typedef struct Flipper
{
	wfIntrinsic* t;
	const uint8_t* held; // by vertex; null: none
	int32_t* stack;
	uint8_t* stacked; // by half-edge
	int64_t depth;
} Flipper;

static double areaOfLengths( double a, double b, double c )
{
	double longest = wfMax( wfMax( a, b ), c );
	return wfMax( 0.5 * wfDoubleArea( a, b, c ), WF_LEAST_INTRINSIC_AREA * longest * longest );
}

// a^2 + b^2 - c^2, written so that a needle's short side is not lost.
static inline double dotAcross( double a, double b, double c )
{
	return a > b ? ( a - c ) * ( a + c ) + b * b : ( b - c ) * ( b + c ) + a * a;
}

double wfIntrinsic_GetCotangent( const wfIntrinsic* t, int32_t h )
{
	double a = t->length[wfNextHalfEdge( h )];
	double b = t->length[wfPreviousHalfEdge( h )];
	return dotAcross( a, b, t->length[h] ) / ( 4.0 * t->area[h / 3] );
}

// The angle of a triangle at the vertex that a half-edge leaves.
static double angleAt( const wfIntrinsic* t, int32_t h )
{
	double a = t->length[h];
	double b = t->length[wfPreviousHalfEdge( h )];
	return wfAtan2( 4.0 * t->area[h / 3], dotAcross( a, b, t->length[wfNextHalfEdge( h )] ) );
}

static bool isHeld( const wfIntrinsic* t, const uint8_t* held, int32_t h )
{
	return held != NULL && t->meshEdge[h] >= 0 && held[t->corners[h]] != 0 && held[t->corners[wfNextHalfEdge( h )]] != 0;
}

// A triangle glued to itself has equal angles across that edge, both below a right one: it never asks to be flipped.
static bool wantsFlip( const wfIntrinsic* t, const uint8_t* held, int32_t h )
{
	int32_t other = t->twin[h];
	if ( other < 0 || other / 3 == h / 3 )
	{
		return false;
	}
	double a = wfIntrinsic_GetCotangent( t, h );
	double b = wfIntrinsic_GetCotangent( t, other );
	return a + b < -WF_FLIP_TOLERANCE * ( 1.0 + fabs( a ) ) * ( 1.0 + fabs( b ) ) && !isHeld( t, held, h );
}

// ------------------------------------------------------------------------------------------------------------ directions

static double wrapAngle( double angle, double total )
{
	// Where rounding made angles far larger than their sum there is no use in counting turns.
	if ( !( fabs( angle ) <= 16.0 * total ) )
	{
		return 0.0;
	}
	while ( angle < 0.0 )
	{
		angle += total;
	}
	while ( angle >= total && angle > 0.0 )
	{
		angle -= total;
	}
	return angle;
}

double wfIntrinsic_GetDirection( const wfIntrinsic* t, int32_t halfEdge, bool backwards )
{
	if ( !backwards )
	{
		return t->angle[halfEdge];
	}
	// In the corner it enters, the triangle lies between it and the half-edge that leaves.
	int32_t leaving = wfNextHalfEdge( halfEdge );
	double angle = t->angle[leaving] + t->side[leaving] * angleAt( t, leaving );
	double total = t->vertexAngle[t->corners[leaving]];
	// At the boundary the last direction is the whole angle, and rounding must not bring it back to the first.
	return angle < 0.0 ? ( angle > -1e-9 * total ? 0.0 : angle + total )
					   : ( angle > total * ( 1.0 + 1e-9 ) ? angle - total : ( angle > total ? total : angle ) );
}

// Directions around one vertex of the mesh, in the order of its ring.
static void layOutVertex( const wfMesh* mesh, wfIntrinsic* t, int32_t v )
{
	int32_t first = mesh->ringFirst[v];
	int32_t count = mesh->ringFirst[v + 1] - first;
	const int32_t* ring = mesh->ring + first;
	// Whether the ring goes round the first corner from its leaving half-edge to the one that enters, and so on from corner to
	// corner: on both sides of a seam triangles are turned the other way.
	bool fromLeaving = count < 2 || mesh->twin[wfPreviousHalfEdge( ring[0] )] / 3 == ring[1] / 3;
	if ( count >= 2 && mesh->twin[wfPreviousHalfEdge( ring[0] )] < 0 )
	{
		fromLeaving = false;
	}
	double angle = 0.0;
	for ( int32_t k = 0; k < count; ++k )
	{
		int32_t corner = ring[k];
		double width = angleAt( t, corner );
		t->angle[corner] = fromLeaving ? angle : angle + width;
		t->side[corner] = fromLeaving ? 1 : -1;
		angle += width;
		int32_t crossed = fromLeaving ? wfPreviousHalfEdge( corner ) : corner;
		if ( k + 1 < count )
		{
			// The edge crossed is the next corner's leaving half-edge, or the one that enters it.
			fromLeaving = mesh->twin[crossed] == ring[k + 1];
		}
	}
	t->vertexAngle[v] = angle;
	// The last direction of a closed ring is the first.
	for ( int32_t k = 0; k < count; ++k )
	{
		if ( t->angle[ring[k]] >= angle && mesh->atBoundary[v] == 0 )
		{
			t->angle[ring[k]] = 0.0;
		}
	}
}

// ----------------------------------------------------------------------------------------------------------------- flips

static void swapInts( int32_t* a, int32_t* b )
{
	int32_t swapped = *a;
	*a = *b;
	*b = swapped;
}

// Turn a triangle over: its half-edges run the other way round, so that those of the twins of other triangles run against them
// where they ran along.
static void turnTriangle( wfIntrinsic* t, int32_t triangle )
{
	int32_t h0 = 3 * triangle;
	int32_t h1 = h0 + 1;
	int32_t h2 = h0 + 2;
	double angles[3];
	int8_t sides[3];
	for ( int k = 0; k < 3; ++k )
	{
		// Corner k is left by what entered it.
		angles[k] = wfIntrinsic_GetDirection( t, wfPreviousHalfEdge( h0 + k ), true );
		sides[k] = (int8_t)-t->side[h0 + k];
	}
	// Corners 1 and 2 change places: half-edge 0 becomes what 2 was, backwards, and 2 what 0 was; 1 stays, backwards.
	swapInts( &t->corners[h1], &t->corners[h2] );
	swapInts( &t->twin[h0], &t->twin[h2] );
	swapInts( &t->meshEdge[h0], &t->meshEdge[h2] );
	double length = t->length[h0];
	t->length[h0] = t->length[h2];
	t->length[h2] = length;
	uint8_t seam = t->seam[h0];
	t->seam[h0] = t->seam[h2];
	t->seam[h2] = seam;
	t->angle[h0] = angles[0];
	t->angle[h1] = angles[2];
	t->angle[h2] = angles[1];
	t->side[h0] = sides[0];
	t->side[h1] = sides[2];
	t->side[h2] = sides[1];
	for ( int k = 0; k < 3; ++k )
	{
		int32_t h = h0 + k;
		int32_t other = t->twin[h];
		if ( other < 0 )
		{
			continue;
		}
		if ( other / 3 == triangle )
		{
			// Glued to itself: both ends moved.
			int32_t place = other % 3 == 1 ? other : ( other % 3 == 0 ? h2 : h0 );
			t->twin[h] = place;
		}
		else
		{
			t->twin[other] = h;
			t->seam[h] = (uint8_t)!t->seam[h];
			t->seam[other] = t->seam[h];
		}
	}
}

// Move what half-edge `from` is to the place `to`; twins are set by the caller.
static void moveHalfEdge( wfIntrinsic* t, int32_t from, int32_t to )
{
	t->corners[to] = t->corners[from];
	t->length[to] = t->length[from];
	t->angle[to] = t->angle[from];
	t->side[to] = t->side[from];
	t->seam[to] = t->seam[from];
	t->meshEdge[to] = t->meshEdge[from];
}

static void setTwin( wfIntrinsic* t, int32_t h, int32_t twin )
{
	t->twin[h] = twin;
	if ( twin >= 0 )
	{
		t->twin[twin] = h;
	}
}

// Turn the edge within its two triangles: with i -> j seen from k in the one and from l in the other, it becomes k - l.
//
//     triangle of h:     h: i -> j,  next: j -> k,  previous: k -> i     becomes     h: i -> l,  next: l -> k,  previous as it
//     was triangle of twin:  h: j -> i,  next: i -> l,  previous: l -> j     becomes     h: j -> k,  next: k -> l,  previous as
//     it was
static void flipEdge( wfIntrinsic* t, int32_t h )
{
	if ( t->seam[h] )
	{
		turnTriangle( t, t->twin[h] / 3 );
	}
	int32_t g = t->twin[h];
	int32_t hNext = wfNextHalfEdge( h );
	int32_t hPrevious = wfPreviousHalfEdge( h );
	int32_t gNext = wfNextHalfEdge( g );
	int32_t gPrevious = wfPreviousHalfEdge( g );
	double base = t->length[h];
	// Both triangles laid flat, i at the origin and j on the x axis.
	double kx = dotAcross( base, t->length[hPrevious], t->length[hNext] ) / ( 2.0 * base );
	double ky = 2.0 * t->area[h / 3] / base;
	double lx = dotAcross( base, t->length[gNext], t->length[gPrevious] ) / ( 2.0 * base );
	double ly = 2.0 * t->area[g / 3] / base;
	double length = sqrt( ( kx - lx ) * ( kx - lx ) + ( ky + ly ) * ( ky + ly ) );

	int32_t outerOfH = t->twin[gNext];
	int32_t outerOfG = t->twin[hNext];
	moveHalfEdge( t, gNext, h );
	moveHalfEdge( t, hNext, g );
	// What was glued to the places they left is glued to where they are now.
	setTwin( t, h, outerOfH == hNext ? g : ( outerOfH == gNext ? h : outerOfH ) );
	setTwin( t, g, outerOfG == gNext ? h : ( outerOfG == hNext ? g : outerOfG ) );
	t->corners[hNext] = t->corners[gPrevious];
	t->corners[gNext] = t->corners[hPrevious];
	t->length[hNext] = t->length[gNext] = length;
	t->seam[hNext] = t->seam[gNext] = 0;
	t->meshEdge[hNext] = t->meshEdge[gNext] = -1;
	setTwin( t, hNext, gNext );
	t->area[h / 3] = areaOfLengths( t->length[h], t->length[hNext], t->length[hPrevious] );
	t->area[g / 3] = areaOfLengths( t->length[g], t->length[gNext], t->length[gPrevious] );

	// k -> l follows k -> i by the angle at k of the first triangle; l -> k follows l -> j by the angle at l of the second.
	t->side[gNext] = t->side[hPrevious];
	t->side[hNext] = t->side[gPrevious];
	t->angle[gNext] =
		wrapAngle( t->angle[hPrevious] + t->side[hPrevious] * angleAt( t, hPrevious ), t->vertexAngle[t->corners[hPrevious]] );
	t->angle[hNext] =
		wrapAngle( t->angle[gPrevious] + t->side[gPrevious] * angleAt( t, gPrevious ), t->vertexAngle[t->corners[gPrevious]] );
	t->flips += 1;
}

// ------------------------------------------------------------------------------------------------------------- the whole

// A mark says that a place is on the stack, whatever half-edge it holds by the time its turn comes.
static void push( Flipper* f, int32_t h )
{
	int32_t other = f->t->twin[h];
	if ( other >= 0 && !f->stacked[h] && !f->stacked[other] )
	{
		f->stacked[h] = 1;
		f->stack[f->depth++] = h;
	}
}

static void flipAll( Flipper* f )
{
	wfIntrinsic* t = f->t;
	int64_t most = (int64_t)t->triangleCount * 3 / 2 * WF_FLIPS_PER_EDGE + 1000;
	most = most < INT32_MAX ? most : INT32_MAX;
	while ( f->depth > 0 && t->flips < most )
	{
		int32_t h = f->stack[--f->depth];
		f->stacked[h] = 0;
		if ( !wantsFlip( t, f->held, h ) )
		{
			continue;
		}
		flipEdge( t, h );
		int32_t g = wfPreviousHalfEdge( t->twin[wfNextHalfEdge( h )] );
		push( f, h );
		push( f, wfPreviousHalfEdge( h ) );
		push( f, g );
		push( f, wfPreviousHalfEdge( g ) );
	}
}

static wfArrays listIntrinsic( wfIntrinsic* t )
{
	size_t triangles = (size_t)t->triangleCount, halfEdges = 3 * triangles;
	return ( wfArrays ){ {
		WF_ONE_ARRAY( t->corners, halfEdges ),
		WF_ONE_ARRAY( t->twin, halfEdges ),
		WF_ONE_ARRAY( t->seam, halfEdges ),
		WF_ONE_ARRAY( t->length, halfEdges ),
		WF_ONE_ARRAY( t->area, triangles ),
		WF_ONE_ARRAY( t->angle, halfEdges ),
		WF_ONE_ARRAY( t->side, halfEdges ),
		WF_ONE_ARRAY( t->meshEdge, halfEdges ),
		WF_ONE_ARRAY( t->vertexAngle, t->vertexCount ),
	} };
}

static wfResult allocate( wfIntrinsic* t, const wfMesh* mesh )
{
	memset( t, 0, sizeof( *t ) );
	t->vertexCount = mesh->vertexCount;
	t->triangleCount = mesh->triangleCount;
	wfArrays arrays = listIntrinsic( t );
	return wfArrays_Allocate( &arrays );
}

void wfIntrinsic_Free( wfIntrinsic* t )
{
	wfArrays arrays = listIntrinsic( t );
	wfArrays_Free( &arrays );
	memset( t, 0, sizeof( *t ) );
}

static void copyMesh( wfIntrinsic* t, const wfMesh* mesh )
{
	size_t halfEdges = 3 * (size_t)t->triangleCount;
	memcpy( t->corners, mesh->triangles, halfEdges * sizeof( int32_t ) );
	memcpy( t->twin, mesh->twin, halfEdges * sizeof( int32_t ) );
	memcpy( t->length, mesh->length, halfEdges * sizeof( double ) );
	for ( int32_t h = 0; h < (int32_t)halfEdges; ++h )
	{
		t->seam[h] = t->twin[h] >= 0 && t->corners[h] == t->corners[t->twin[h]];
		t->meshEdge[h] = h;
	}
	for ( int32_t k = 0; k < t->triangleCount; ++k )
	{
		const double* length = t->length + 3 * (int64_t)k;
		t->area[k] = areaOfLengths( length[0], length[1], length[2] );
	}
	for ( int32_t v = 0; v < t->vertexCount; ++v )
	{
		layOutVertex( mesh, t, v );
	}
}

static int32_t countWanted( const wfIntrinsic* t, const uint8_t* held )
{
	int32_t count = 0;
	for ( int32_t h = 0; h < 3 * t->triangleCount; ++h )
	{
		count += h < t->twin[h] && wantsFlip( t, held, h );
	}
	return count;
}

static wfResult flipToDelaunay( wfIntrinsic* t, const uint8_t* held )
{
	size_t halfEdges = 3 * (size_t)t->triangleCount;
	Flipper f = { t, held, NULL, NULL, 0 };
	wfArrays arrays = { { WF_ONE_ARRAY( f.stack, halfEdges ), WF_ZEROED_ARRAY( f.stacked, halfEdges ) } };
	wfResult result = wfArrays_Allocate( &arrays );
	if ( result == wf_ok )
	{
		for ( int32_t h = 0; h < (int32_t)halfEdges; ++h )
		{
			if ( h < t->twin[h] && wantsFlip( t, held, h ) )
			{
				push( &f, h );
			}
		}
		flipAll( &f );
		t->notDelaunay = f.depth > 0 ? countWanted( t, held ) : 0;
	}
	wfArrays_Free( &arrays );
	return result;
}

wfResult wfCreateIntrinsic( const wfMesh* mesh, const uint8_t* held, wfIntrinsic* intrinsic )
{
	wfResult result = allocate( intrinsic, mesh );
	if ( result == wf_ok )
	{
		copyMesh( intrinsic, mesh );
		result = countWanted( intrinsic, held ) > 0 ? flipToDelaunay( intrinsic, held ) : wf_ok;
	}
	if ( result != wf_ok )
	{
		wfIntrinsic_Free( intrinsic );
	}
	return result;
}
