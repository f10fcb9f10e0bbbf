// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Surfaces of solids given by a function: closed and manifold whatever their genus, since tetrahedra leave no ambiguity.
#include "scenes/surfaces_draft.h"

#include <stdlib.h>
#include <string.h>

#define MAX_LAYER_POINTS 30000000 // of the lattice
#define LEAST_SHARE 0.12		  // vertices keep away from the ends of lattice edges: no slivers, and no two in one place
#define NEWTON_ROUNDS 4			  // at the end; in between one is enough

wfSolidDef wfDefaultSolidDef( void )
{
	return ( wfSolidDef ){ .cell = 1.0, .smoothing = 8 };
}

// ------------------------------------------------------------------------------------------------------------- the lattice

// Cubes cut into six tetrahedra around the diagonal from corner 0 to corner 7 (bits: x, y, z). An edge runs from a point in one
// of seven directions, again bits. Two layers of points are known at a time.
typedef struct Lattice
{
	const wfSolidDef* def;
	wfSurfaceShape* shape;
	int32_t counts[3]; // cells
	wfVec3 step;
	int32_t width, layer; // points of a row and of a layer
	double* values;		  // of two layers, the lower one first in turn
	int32_t* vertices;	  // on the edges that start in these points, seven each; -1: none yet
	uint8_t* fixed;		  // by vertex: axes it must not leave its place along, bits
	int32_t fixedCapacity;
	wfResult result;
} Lattice;

static wfVec3 getPoint( const Lattice* lattice, int32_t i, int32_t j, int32_t k )
{
	// The last points lie on the box to the last bit.
	const wfVec3 *lower = &lattice->def->lower, *upper = &lattice->def->upper;
	return ( wfVec3 ){ i == lattice->counts[0] ? upper->x : lower->x + i * lattice->step.x,
					   j == lattice->counts[1] ? upper->y : lower->y + j * lattice->step.y,
					   k == lattice->counts[2] ? upper->z : lower->z + k * lattice->step.z };
}

static void evaluateLayer( Lattice* lattice, int32_t k )
{
	double* values = lattice->values + (size_t)( k % 2 ) * (size_t)lattice->layer;
	for ( int32_t j = 0; j <= lattice->counts[1]; ++j )
	{
		for ( int32_t i = 0; i <= lattice->counts[0]; ++i )
		{
			values[j * lattice->width + i] = lattice->def->fcn( getPoint( lattice, i, j, k ), lattice->def->context );
		}
	}
	int32_t* vertices = lattice->vertices + 7 * (size_t)( k % 2 ) * (size_t)lattice->layer;
	for ( size_t e = 0; e < 7 * (size_t)lattice->layer; ++e )
	{
		vertices[e] = -1;
	}
}

static bool growVertices( Lattice* lattice )
{
	wfSurfaceShape* shape = lattice->shape;
	if ( shape->vertexCount < shape->vertexCapacity && shape->vertexCount < lattice->fixedCapacity )
	{
		return true;
	}
	int64_t wanted = shape->vertexCount + shape->vertexCount / 2 + 1024;
	wanted = wanted < WF_MAX_SURFACE_VERTICES ? wanted : WF_MAX_SURFACE_VERTICES;
	lattice->result = shape->vertexCount < wanted ? wfSurfaceShape_Reserve( shape, wanted, 0 ) : wf_tooLarge;
	if ( lattice->result == wf_ok )
	{
		uint8_t* grown = realloc( lattice->fixed, (size_t)wanted );
		lattice->result = grown != NULL ? wf_ok : wf_outOfMemory;
		lattice->fixed = grown != NULL ? grown : lattice->fixed;
		lattice->fixedCapacity = grown != NULL ? (int32_t)wanted : lattice->fixedCapacity;
	}
	return lattice->result == wf_ok;
}

// A corner of a cube as a point of the lattice.
typedef struct Corner
{
	int32_t at[3];
	int32_t index; // into values
	double value;
} Corner;

// The vertex between two corners of a tetrahedron with values of different signs; -1 on failure.
static int32_t getEdgeVertex( Lattice* lattice, const Corner* corners, int32_t a, int32_t b )
{
	int32_t low = a < b ? a : b, high = a < b ? b : a; // the lower bits are contained in the higher
	int32_t direction = low ^ high;
	int32_t* vertex = lattice->vertices + 7 * (size_t)corners[low].index + direction - 1;
	if ( *vertex >= 0 )
	{
		return *vertex;
	}
	if ( !growVertices( lattice ) )
	{
		return -1;
	}
	const Corner *p = corners + low, *q = corners + high;
	double t = p->value / ( p->value - q->value );
	t = fmin( fmax( t, LEAST_SHARE ), 1.0 - LEAST_SHARE );
	wfVec3 from = getPoint( lattice, p->at[0], p->at[1], p->at[2] ), to = getPoint( lattice, q->at[0], q->at[1], q->at[2] );
	uint8_t fixed = 0;
	for ( int32_t axis = 0; axis < 3; ++axis )
	{
		bool flat = ( direction >> axis & 1 ) == 0;
		fixed = (uint8_t)( fixed | ( flat && ( p->at[axis] == 0 || p->at[axis] == lattice->counts[axis] ) ) << axis );
	}
	*vertex = wfSurfaceShape_AddVertex( lattice->shape, wfDraftSum( wfDraftScale( 1.0 - t, from ), wfDraftScale( t, to ) ) );
	lattice->fixed[*vertex] = fixed;
	return *vertex;
}

// A triangle whose front looks out of the solid, along `out`.
static void addTriangle( Lattice* lattice, int32_t a, int32_t b, int32_t c, wfVec3 out )
{
	wfSurfaceShape* shape = lattice->shape;
	if ( a < 0 || b < 0 || c < 0 )
	{
		return;
	}
	if ( shape->triangleCount == shape->triangleCapacity )
	{
		lattice->result = wfSurfaceShape_Reserve( shape, 0, shape->triangleCount + shape->triangleCount / 2 + 2048 );
		if ( lattice->result != wf_ok )
		{
			return;
		}
	}
	wfVec3 u = wfDraftDifference( shape->vertices[b], shape->vertices[a] );
	wfVec3 v = wfDraftDifference( shape->vertices[c], shape->vertices[a] );
	wfVec3 normal = { u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x };
	bool front = wfDraftDot( normal, out ) >= 0.0;
	wfSurfaceShape_AddTriangle( shape, a, front ? b : c, front ? c : b );
}

static void cutTetrahedron( Lattice* lattice, const Corner* corners, const int32_t* tetrahedron )
{
	int32_t inside[4], outside[4], insideCount = 0, outsideCount = 0;
	wfVec3 out = { 0.0, 0.0, 0.0 };
	for ( int32_t n = 0; n < 4; ++n )
	{
		int32_t corner = tetrahedron[n];
		bool in = corners[corner].value < 0.0;
		inside[insideCount] = corner;
		outside[outsideCount] = corner;
		insideCount += in;
		outsideCount += !in;
	}
	if ( insideCount == 0 || outsideCount == 0 )
	{
		return;
	}
	for ( int32_t n = 0; n < 4; ++n )
	{
		int32_t corner = tetrahedron[n];
		double sign = corners[corner].value < 0.0 ? -1.0 / insideCount : 1.0 / outsideCount;
		out = wfDraftSum( out, ( wfVec3 ){ sign * ( corner & 1 ) * lattice->step.x, sign * ( corner >> 1 & 1 ) * lattice->step.y,
										   sign * ( corner >> 2 & 1 ) * lattice->step.z } );
	}
	if ( insideCount == 2 )
	{
		int32_t a = getEdgeVertex( lattice, corners, inside[0], outside[0] );
		int32_t b = getEdgeVertex( lattice, corners, inside[0], outside[1] );
		int32_t c = getEdgeVertex( lattice, corners, inside[1], outside[1] );
		int32_t d = getEdgeVertex( lattice, corners, inside[1], outside[0] );
		addTriangle( lattice, a, b, c, out );
		addTriangle( lattice, a, c, d, out );
		return;
	}
	int32_t alone = insideCount == 1 ? inside[0] : outside[0];
	const int32_t* others = insideCount == 1 ? outside : inside;
	int32_t a = getEdgeVertex( lattice, corners, alone, others[0] );
	int32_t b = getEdgeVertex( lattice, corners, alone, others[1] );
	int32_t c = getEdgeVertex( lattice, corners, alone, others[2] );
	addTriangle( lattice, a, b, c, out );
}

static void cutCube( Lattice* lattice, int32_t i, int32_t j, int32_t k )
{
	static const int32_t tetrahedra[6][4] = { { 0, 1, 3, 7 }, { 0, 1, 5, 7 }, { 0, 2, 3, 7 },
											  { 0, 2, 6, 7 }, { 0, 4, 5, 7 }, { 0, 4, 6, 7 } };
	Corner corners[8];
	int32_t negative = 0;
	for ( int32_t c = 0; c < 8; ++c )
	{
		Corner* corner = corners + c;
		*corner = ( Corner ){ .at = { i + ( c & 1 ), j + ( c >> 1 & 1 ), k + ( c >> 2 & 1 ) } };
		corner->index = ( corner->at[2] % 2 ) * lattice->layer + corner->at[1] * lattice->width + corner->at[0];
		corner->value = lattice->values[corner->index];
		negative += corner->value < 0.0;
	}
	for ( int32_t t = 0; t < 6 && negative > 0 && negative < 8 && lattice->result == wf_ok; ++t )
	{
		cutTetrahedron( lattice, corners, tetrahedra[t] );
	}
}

// ------------------------------------------------------------------------------------------------------------- smoothing

static double evaluate( const Lattice* lattice, wfVec3 place )
{
	return lattice->def->fcn( place, lattice->def->context );
}

// Back onto the surface, along the gradient, not along fixed axes.
static wfVec3 project( const Lattice* lattice, wfVec3 place, uint8_t fixed, int32_t rounds )
{
	double h = 1e-4 * fmin( lattice->step.x, fmin( lattice->step.y, lattice->step.z ) ), reach = 3000.0 * h;
	for ( int32_t round = 0; round < rounds; ++round )
	{
		double value = evaluate( lattice, place );
		wfVec3 gradient = { 0.0, 0.0, 0.0 };
		double* axes[3] = { &gradient.x, &gradient.y, &gradient.z };
		for ( int axis = 0; axis < 3; ++axis )
		{
			wfVec3 d = { axis == 0 ? h : 0.0, axis == 1 ? h : 0.0, axis == 2 ? h : 0.0 };
			bool free = ( fixed >> axis & 1 ) == 0;
			*axes[axis] = free ? ( evaluate( lattice, wfDraftSum( place, d ) ) - value ) / h : 0.0;
		}
		double square = wfDraftDot( gradient, gradient );
		if ( square == 0.0 )
		{
			break;
		}
		// Where two sheets meet the gradient fades; no step is longer than a third of a cell.
		double most = reach / sqrt( square ), step = fmin( fmax( value / square, -most ), most );
		place = wfDraftDifference( place, wfDraftScale( step, gradient ) );
	}
	return place;
}

// Vertices move half of the way to the mean of their neighbours and back onto the surface. Those on the box stay on it: only
// neighbours on the same sides count.
static wfResult smooth( const Lattice* lattice )
{
	wfSurfaceShape* shape = lattice->shape;
	size_t count = (size_t)shape->vertexCount;
	wfVec3* sums = malloc( ( count + 1 ) * sizeof( wfVec3 ) );
	int32_t* degrees = malloc( ( count + 1 ) * sizeof( int32_t ) );
	for ( int32_t round = 0; sums != NULL && degrees != NULL && round <= lattice->def->smoothing; ++round )
	{
		memset( sums, 0, count * sizeof( wfVec3 ) );
		memset( degrees, 0, count * sizeof( int32_t ) );
		for ( int32_t h = 0; h < 3 * shape->triangleCount; ++h )
		{
			int32_t a = shape->triangles[h], b = shape->triangles[h % 3 == 2 ? h - 2 : h + 1];
			uint8_t *fixed = lattice->fixed, both = fixed[a] & fixed[b];
			sums[a] = both == fixed[a] ? wfDraftSum( sums[a], shape->vertices[b] ) : sums[a];
			sums[b] = both == fixed[b] ? wfDraftSum( sums[b], shape->vertices[a] ) : sums[b];
			degrees[a] += both == fixed[a];
			degrees[b] += both == fixed[b];
		}
		for ( size_t v = 0; v < count; ++v )
		{
			wfVec3 place = shape->vertices[v];
			if ( round > 0 && degrees[v] > 1 )
			{
				place = wfDraftScale( 0.5, wfDraftSum( place, wfDraftScale( 1.0 / degrees[v], sums[v] ) ) );
			}
			bool last = round == lattice->def->smoothing;
			shape->vertices[v] = project( lattice, place, lattice->fixed[v], last ? NEWTON_ROUNDS : 1 );
		}
	}
	wfResult result = sums != NULL && degrees != NULL ? wf_ok : wf_outOfMemory;
	free( sums );
	free( degrees );
	return result;
}

// ----------------------------------------------------------------------------------------------------------------- making

static wfResult checkSolid( const wfSolidDef* def, Lattice* lattice )
{
	const double sides[3] = { def->upper.x - def->lower.x, def->upper.y - def->lower.y, def->upper.z - def->lower.z };
	double steps[3], points = 1.0;
	if ( !wfIsPositive( def->cell ) || def->smoothing < 0 || def->smoothing > 1000 )
	{
		return wf_outOfRange;
	}
	for ( int axis = 0; axis < 3; ++axis )
	{
		double cells = wfIsPositive( sides[axis] ) ? ceil( sides[axis] / def->cell - 1e-9 ) : 0.0;
		if ( !( cells >= 1.0 ) )
		{
			return wf_outOfRange;
		}
		if ( cells > 100000.0 )
		{
			return wf_tooLarge;
		}
		lattice->counts[axis] = (int32_t)cells;
		steps[axis] = sides[axis] / cells;
		points *= axis < 2 ? cells + 1.0 : 1.0;
	}
	lattice->step = ( wfVec3 ){ steps[0], steps[1], steps[2] };
	lattice->width = lattice->counts[0] + 1;
	lattice->layer = points <= MAX_LAYER_POINTS ? (int32_t)points : 0;
	return points <= MAX_LAYER_POINTS ? wf_ok : wf_tooLarge;
}

wfResult wfMakeSolid( const wfSolidDef* def, wfSurfaceShape* shape )
{
	*shape = ( wfSurfaceShape ){ 0 };
	Lattice lattice = { .def = def, .shape = shape };
	lattice.result = checkSolid( def, &lattice );
	if ( lattice.result != wf_ok )
	{
		return lattice.result;
	}
	lattice.values = malloc( 2 * (size_t)lattice.layer * sizeof( double ) );
	lattice.vertices = malloc( 14 * (size_t)lattice.layer * sizeof( int32_t ) );
	lattice.result = lattice.values != NULL && lattice.vertices != NULL ? wf_ok : wf_outOfMemory;
	if ( lattice.result == wf_ok )
	{
		evaluateLayer( &lattice, 0 );
	}
	for ( int32_t k = 0; k < lattice.counts[2] && lattice.result == wf_ok; ++k )
	{
		evaluateLayer( &lattice, k + 1 );
		for ( int32_t j = 0; j < lattice.counts[1]; ++j )
		{
			for ( int32_t i = 0; i < lattice.counts[0]; ++i )
			{
				cutCube( &lattice, i, j, k );
			}
		}
	}
	lattice.result = lattice.result == wf_ok && shape->triangleCount == 0 ? wf_outOfRange : lattice.result;
	lattice.result = lattice.result == wf_ok ? smooth( &lattice ) : lattice.result;
	free( lattice.values );
	free( lattice.vertices );
	free( lattice.fixed );
	if ( lattice.result != wf_ok )
	{
		wfSurfaceShape_Free( shape );
	}
	return lattice.result;
}

// ---------------------------------------------------------------------------------------------------------------- solids

// The smaller of two, rounded off where they are about the same.
static double blend( double a, double b, double width )
{
	double h = fmax( width - fabs( a - b ), 0.0 ) / width;
	return fmin( a, b ) - 0.25 * h * h * width;
}

#define RING_RADIUS 3.0
#define RING_TUBE 1.1
#define RING_TURN 1.1 // radians from ring to ring

typedef struct Chain
{
	int32_t holes;
	wfVec2* turns; // direction of each ring
} Chain;

static double evaluateChain( wfVec3 p, const void* context )
{
	const Chain* chain = context;
	double value = 0.0;
	for ( int32_t k = 0; k < chain->holes; ++k )
	{
		wfVec2 turn = chain->turns[k];
		double along = p.z - 2.0 * RING_RADIUS * k, side = turn.x * p.x + turn.y * p.y, off = turn.x * p.y - turn.y * p.x;
		double out = sqrt( along * along + side * side ) - RING_RADIUS;
		double ring = sqrt( out * out + off * off ) - RING_TUBE;
		value = k == 0 ? ring : blend( value, ring, 1.0 );
	}
	return value;
}

wfResult wfDraftChain( int32_t holes, double cell, int32_t smoothing, wfSurfaceShape* shape )
{
	*shape = ( wfSurfaceShape ){ 0 };
	if ( holes < 1 || holes > 1000 || !( cell > 0.0 && cell <= RING_TUBE ) )
	{
		return wf_outOfRange;
	}
	Chain chain = { .holes = holes, .turns = malloc( (size_t)holes * sizeof( wfVec2 ) ) };
	if ( chain.turns == NULL )
	{
		return wf_outOfMemory;
	}
	for ( int32_t k = 0; k < holes; ++k )
	{
		chain.turns[k] = wfMakeDirection( RING_TURN * k );
	}
	const double reach = RING_RADIUS + RING_TUBE + 1.0;
	wfSolidDef def = wfDefaultSolidDef();
	def.fcn = evaluateChain;
	def.context = &chain;
	def.lower = ( wfVec3 ){ -reach, -reach, -reach };
	def.upper = ( wfVec3 ){ reach, reach, reach + 2.0 * RING_RADIUS * ( holes - 1 ) };
	def.cell = cell;
	def.smoothing = smoothing;
	wfResult result = wfMakeSolid( &def, shape );
	free( chain.turns );
	return result;
}

wfResult wfMakeChain( int32_t holes, double cell, wfSurfaceShape* shape )
{
	return wfDraftChain( holes, cell, wfDefaultSolidDef().smoothing, shape );
}

typedef struct Ground
{
	double size;
	wfHills hills;
} Ground;

static double evaluateBridge( wfVec3 p, const void* context )
{
	const Ground* ground = context;
	double s = ground->size;
	wfVec3 flat = { p.x, p.y, 0.0 };
	// A valley along y, with hills; the arch stands across it.
	double height = 0.06 * s * wfHills_Evaluate( &ground->hills, flat ) + 0.35 * p.x * p.x / s;
	double out = sqrt( p.x * p.x + p.z * p.z ) - 0.26 * s, side = fmax( fabs( p.y ) - 0.03 * s, 0.0 );
	double arch = sqrt( out * out + side * side ) - 0.05 * s;
	return blend( 0.7 * ( p.z - height ), arch, 0.06 * s );
}

wfResult wfDraftBridge( double size, double cell, uint64_t seed, int32_t smoothing, wfSurfaceShape* shape )
{
	*shape = ( wfSurfaceShape ){ 0 };
	if ( !wfIsPositive( size ) || !( cell > 0.0 && cell <= 0.1 * size ) )
	{
		return wf_outOfRange;
	}
	Ground ground = { size, wfMakeHills( 0.8 * size, seed ) };
	wfSolidDef def = wfDefaultSolidDef();
	def.fcn = evaluateBridge;
	def.context = &ground;
	def.lower = ( wfVec3 ){ -0.5 * size, -0.5 * size, -0.15 * size };
	def.upper = ( wfVec3 ){ 0.5 * size, 0.5 * size, 0.42 * size };
	def.cell = cell;
	def.smoothing = smoothing;
	return wfMakeSolid( &def, shape );
}

wfResult wfMakeBridge( double size, double cell, uint64_t seed, wfSurfaceShape* shape )
{
	return wfDraftBridge( size, cell, seed, wfDefaultSolidDef().smoothing, shape );
}
