// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A simple body: a rounded piece around each bone, which follows that bone alone.
#include "animate/skeleton.h"

#include <math.h>
#include <string.h>

#define SEGMENTS 8
#define RINGS 4

typedef struct wfPiece
{
	wfFigurePart part;
	wfJoint joint;
	wfVec3 from, to;	// from the joint at rest
	double wide, thick; // half of them at the first end
	double taper;		// of both at the other end
} wfPiece;

static wfVec3 unit( wfVec3 v )
{
	return wfScale3( 1.0 / wfLength3( v ), v );
}

// There is room for all of them.
static void addVertex( wfFigure* figure, wfVec3 place, wfJoint joint )
{
	figure->vertices.data[figure->vertices.count++] = ( wfFigureVertex ){
		.place = { (float)place.x, (float)place.y, (float)place.z }, .joints = { (uint8_t)joint }, .weights = { 255 } };
}

static void addTriangle( wfFigure* figure, int32_t a, int32_t b, int32_t c )
{
	const int32_t corners[3] = { a, b, c };
	for ( int32_t i = 0; i < 3; ++i )
	{
		figure->indices.data[figure->indices.count++] = (uint16_t)corners[i];
	}
}

// Rings between two poles.
static void addPieceTriangles( wfFigure* figure, int32_t base )
{
	int32_t last = base + 1 + RINGS * SEGMENTS;
	for ( int32_t i = 0; i < SEGMENTS; ++i )
	{
		int32_t a = base + 1 + i, b = base + 1 + ( i + 1 ) % SEGMENTS;
		addTriangle( figure, base, b, a );
		for ( int32_t ring = 0; ring + 1 < RINGS; ++ring, a += SEGMENTS, b += SEGMENTS )
		{
			addTriangle( figure, a, b, b + SEGMENTS );
			addTriangle( figure, a, b + SEGMENTS, a + SEGMENTS );
		}
		addTriangle( figure, a, b, last );
	}
}

static void addPiece( wfFigure* figure, const wfPiece* piece, wfVec3 joint )
{
	wfVec3 axis = unit( wfSub3( piece->to, piece->from ) );
	wfVec3 x = fabs( axis.x ) < 0.9 ? ( wfVec3 ){ 1.0, 0.0, 0.0 } : ( wfVec3 ){ 0.0, 1.0, 0.0 };
	wfVec3 across = unit( wfSub3( x, wfScale3( wfDot3( x, axis ), axis ) ) ), through = wfCross3( axis, across );
	wfVec3 from = wfAdd3( joint, piece->from ), to = wfAdd3( joint, piece->to );
	double cap = 0.35 * ( piece->wide + piece->thick ), farCap = cap * piece->taper;
	const struct
	{
		wfVec3 center;
		double along, size;
	} rings[RINGS] = {
		{ from, -0.7 * cap, 0.72 }, { from, 0.0, 1.0 }, { to, 0.0, piece->taper }, { to, 0.7 * farCap, 0.72 * piece->taper } };
	int32_t base = figure->vertices.count;
	addVertex( figure, wfAdd3( from, wfScale3( -cap, axis ) ), piece->joint );
	for ( int32_t ring = 0; ring < RINGS; ++ring )
	{
		for ( int32_t i = 0; i < SEGMENTS; ++i )
		{
			wfCosSin turn = wfCosSinOf( WF_TWO_PI * i / SEGMENTS );
			wfVec3 place = wfAdd3( rings[ring].center, wfScale3( rings[ring].along, axis ) );
			place = wfAdd3( place, wfScale3( rings[ring].size * piece->wide * turn.cosine, across ) );
			place = wfAdd3( place, wfScale3( rings[ring].size * piece->thick * turn.sine, through ) );
			addVertex( figure, place, piece->joint );
		}
	}
	addVertex( figure, wfAdd3( to, wfScale3( farCap, axis ) ), piece->joint );
	addPieceTriangles( figure, base );
}

// Mean of the triangles around, by their size.
static void addNormals( wfFigure* figure )
{
	for ( int32_t k = 0; k + 2 < figure->indices.count; k += 3 )
	{
		wfFigureVertex* corners[3];
		wfVec3 p[3];
		for ( int32_t i = 0; i < 3; ++i )
		{
			corners[i] = &figure->vertices.data[figure->indices.data[k + i]];
			const float* place = corners[i]->place;
			p[i] = ( wfVec3 ){ (double)place[0], (double)place[1], (double)place[2] };
		}
		wfVec3 normal = wfScale3( 1e4, wfCross3( wfSub3( p[1], p[0] ), wfSub3( p[2], p[0] ) ) );
		for ( int32_t i = 0; i < 3; ++i )
		{
			corners[i]->normal[0] += (float)normal.x;
			corners[i]->normal[1] += (float)normal.y;
			corners[i]->normal[2] += (float)normal.z;
		}
	}
	for ( int32_t k = 0; k < figure->vertices.count; ++k )
	{
		float* n = figure->vertices.data[k].normal;
		wfVec3 normal = unit( ( wfVec3 ){ (double)n[0], (double)n[1], (double)n[2] } );
		n[0] = (float)normal.x;
		n[1] = (float)normal.y;
		n[2] = (float)normal.z;
	}
}

// The pieces of trunk and head, then those of the left side; the right one is their mirror image.
#define MIDDLE_PIECES 6
#define SIDE_PIECES 8

static void definePieces( const wfSkeleton* k, wfPiece pieces[MIDDLE_PIECES + SIDE_PIECES] )
{
	double s = k->legLength / 0.53, u = k->headRadius / 0.065;
	const wfVec3* o = k->offsets;
	double arm = o[wf_leftLowerArmJoint].x, forearm = o[wf_leftHandJoint].x, sole = -k->ankleHeight;
	const wfPiece list[MIDDLE_PIECES + SIDE_PIECES] = {
		{ wf_trousersPart, wf_hipsJoint, { 0.0, -0.02 * s, 0.0 }, { 0.0, 0.035 * u, 0.0 }, 0.088 * s, 0.062 * s, 0.92 },
		{ wf_shirtPart, wf_spineJoint, { 0.0, 0.0, 0.0 }, { 0.0, o[wf_chestJoint].y, 0.0 }, 0.076 * u, 0.055 * u, 1.1 },
		{ wf_shirtPart, wf_chestJoint, { 0.0, 0.0, 0.0 }, { 0.0, 0.1 * u, 0.0 }, 0.088 * u, 0.06 * u, 1.05 },
		{ wf_skinPart, wf_neckJoint, { 0.0, -0.01 * u, 0.0 }, { 0.0, o[wf_headJoint].y, 0.0 }, 0.03 * u, 0.03 * u, 1.0 },
		{ wf_skinPart, wf_headJoint, { 0.0, 0.025 * u, 0.008 * u }, { 0.0, 0.06 * u, 0.0 }, 0.046 * u, 0.055 * u, 1.0 },
		{ wf_skinPart, wf_headJoint, { 0.0, 0.035 * u, 0.055 * u }, { 0.0, 0.033 * u, 0.07 * u }, 0.01 * u, 0.012 * u, 0.7 },
		{ wf_shirtPart, wf_leftShoulderJoint, { 0.0, -0.005 * u, 0.0 }, { 0.07 * u, 0.0, 0.0 }, 0.036 * u, 0.036 * u, 0.95 },
		{ wf_shirtPart, wf_leftUpperArmJoint, { 0.0, 0.0, 0.0 }, { arm, 0.0, 0.0 }, 0.032 * u, 0.032 * u, 0.8 },
		{ wf_skinPart, wf_leftLowerArmJoint, { 0.0, 0.0, 0.0 }, { forearm, 0.0, 0.0 }, 0.025 * u, 0.025 * u, 0.72 },
		{ wf_skinPart, wf_leftHandJoint, { 0.012 * u, 0.0, 0.0 }, { 0.075 * u, 0.0, 0.0 }, 0.013 * u, 0.024 * u, 0.8 },
		{ wf_trousersPart, wf_leftUpperLegJoint, { 0.0, 0.0, 0.0 }, { 0.0, -k->thigh, 0.0 }, 0.052 * s, 0.054 * s, 0.68 },
		{ wf_trousersPart, wf_leftLowerLegJoint, { 0.0, 0.0, 0.0 }, { 0.0, -k->shank, 0.0 }, 0.036 * s, 0.038 * s, 0.68 },
		{ wf_trousersPart,
		  wf_leftFootJoint,
		  { 0.0, sole + 0.02 * s, 0.014 * s - k->heel },
		  { 0.0, sole + 0.018 * s, k->ball },
		  0.026 * s,
		  0.02 * s,
		  0.9 },
		{ wf_trousersPart,
		  wf_leftToesJoint,
		  { 0.0, sole + 0.013 * s - o[wf_leftToesJoint].y, 0.0 },
		  { 0.0, sole + 0.012 * s - o[wf_leftToesJoint].y, k->toes - 0.016 * s },
		  0.028 * s,
		  0.013 * s,
		  0.85 } };
	memcpy( pieces, list, sizeof( list ) );
}

wfResult wfMakeFigure( const wfSkeleton* skeleton, wfFigure* figure )
{
	*figure = ( wfFigure ){ 0 };
	wfVec3 rest[wf_jointCount];
	wfSkeleton_GetRest( skeleton, rest );
	wfPiece pieces[MIDDLE_PIECES + SIDE_PIECES];
	definePieces( skeleton, pieces );
	const int32_t count = MIDDLE_PIECES + 2 * SIDE_PIECES;
	if ( wfArray_Reserve( &figure->vertices, count * ( RINGS * SEGMENTS + 2 ) ) != wf_ok ||
		 wfArray_Reserve( &figure->indices, count * 6 * RINGS * SEGMENTS ) != wf_ok )
	{
		wfFigure_Free( figure );
		return wf_outOfMemory;
	}
	for ( int32_t part = 0; part < wf_figureParts; ++part )
	{
		for ( int32_t i = 0; i < MIDDLE_PIECES + SIDE_PIECES; ++i )
		{
			wfPiece piece = pieces[i];
			if ( (int32_t)piece.part != part )
			{
				continue;
			}
			addPiece( figure, &piece, rest[piece.joint] );
			if ( i >= MIDDLE_PIECES )
			{
				piece.joint = (wfJoint)( piece.joint + 4 ); // the right ones follow the left ones, of arms and of legs
				piece.from.x = -piece.from.x;
				piece.to.x = -piece.to.x;
				addPiece( figure, &piece, rest[piece.joint] );
			}
		}
		figure->partEnds[part] = figure->indices.count;
	}
	addNormals( figure );
	return wf_ok;
}

void wfFigure_Free( wfFigure* figure )
{
	wfArray_Free( &figure->vertices );
	wfArray_Free( &figure->indices );
}
