// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "world/walls.h"

#include "base/array.h"
#include "base/arrays.h"
#include "base/math.h"
#include "world/geometry.h"

#include <string.h>

// Arcs are covered by straight pieces as thick as this: nobody sees the difference, and it is on the safe side.
#define WF_ARC_THICKNESS 5e-4

static wfResult addPiece( wfWallMap* walls, wfVec2 a, wfVec2 b, double thickness )
{
	wfResult result = wfGrowArray( &walls->pieces, &walls->pieceCapacity, (size_t)walls->pieceCount + 1, sizeof( wfWallPiece ) );
	if ( result == wf_ok )
	{
		walls->pieces[walls->pieceCount++] = ( wfWallPiece ){ a.x, a.y, b.x, b.y, thickness };
	}
	return result;
}

// Chords whose middles lie half the arc's rise inside of it, so that pieces of that thickness cover it from both sides.
static wfResult addArc( wfWallMap* walls, const wfPrimitive* arc )
{
	wfVec2 from = wfSub2( arc->a, arc->center ), to = wfSub2( arc->b, arc->center );
	double angle = wfAtan2( wfCross2( from, to ), wfDot2( from, to ) );
	// The rise of a chord over the angle t is about radius t^2 / 8.
	double most = sqrt( 8.0 * WF_ARC_THICKNESS / ( arc->radius > 1e-3 ? arc->radius : 1e-3 ) );
	int32_t count = (int32_t)( fabs( angle ) / most ) + 1;
	wfVec2 last = arc->a;
	wfResult result = wf_ok;
	for ( int32_t k = 1; k <= count && result == wf_ok; ++k )
	{
		wfCosSin turn = wfCosSinOf( angle * k / count );
		wfVec2 next = { arc->center.x + turn.cosine * from.x - turn.sine * from.y,
						arc->center.y + turn.sine * from.x + turn.cosine * from.y };
		result = addPiece( walls, last, next, WF_ARC_THICKNESS );
		last = next;
	}
	return result;
}

static wfResult addSide( wfVec2 a, wfVec2 b, void* context )
{
	return addPiece( context, a, b, 0.0 );
}

static wfResult collectPieces( wfWallMap* walls, const wfWorld* world, int32_t kind )
{
	const wfGeometry* geometry = NULL;
	wfResult result = wfGeometryGet( world, kind, &geometry );
	if ( result != wf_ok )
	{
		return result;
	}
	wfVec2 low = geometry->bounds.lower, high = geometry->bounds.upper;
	wfVec2 corners[5] = { low, { high.x, low.y }, high, { low.x, high.y }, low };
	for ( int32_t k = 0; k < 4 && result == wf_ok; ++k )
	{
		result = addPiece( walls, corners[k], corners[k + 1], 0.0 );
	}
	for ( int32_t k = 0; k < geometry->primitives.count && result == wf_ok; ++k )
	{
		const wfPrimitive* primitive = &geometry->primitives.data[k];
		result =
			primitive->kind == wf_arcPrimitive
				? addArc( walls, primitive )
				: addPiece( walls, primitive->a, primitive->b, primitive->kind == wf_capsulePrimitive ? primitive->radius : 0.0 );
	}
	for ( int32_t k = 0; k < geometry->images.count && result == wf_ok; ++k )
	{
		result = wfVisitSides( geometry->images.data[k], addSide, walls );
	}
	return result;
}

// A piece near a cell.
typedef struct wfListing
{
	int32_t cell, piece;
} wfListing;

typedef WF_ARRAY( wfListing ) wfListings;

// Every cell whose square, grown by the reach, a piece touches.
static wfResult listPiece( const wfWallMap* walls, int32_t index, wfListings* listings )
{
	const wfWallPiece* piece = &walls->pieces[index];
	double margin = walls->reach + piece->thickness;
	double half = 0.5 * walls->cellSize, most = margin + half * 1.4142135623730951;
	double lowX = ( wfMin( piece->ax, piece->bx ) - margin - walls->origin.x ) / walls->cellSize;
	double highX = ( wfMax( piece->ax, piece->bx ) + margin - walls->origin.x ) / walls->cellSize;
	double lowY = ( wfMin( piece->ay, piece->by ) - margin - walls->origin.y ) / walls->cellSize;
	double highY = ( wfMax( piece->ay, piece->by ) + margin - walls->origin.y ) / walls->cellSize;
	int32_t i0 = (int32_t)wfMax( lowX, 0.0 ), i1 = (int32_t)wfMin( highX, walls->columns - 1.0 );
	int32_t j0 = (int32_t)wfMax( lowY, 0.0 ), j1 = (int32_t)wfMin( highY, walls->rows - 1.0 );
	wfResult result = wf_ok;
	for ( int32_t j = j0; j <= j1; ++j )
	{
		for ( int32_t i = i0; i <= i1 && result == wf_ok; ++i )
		{
			wfVec2 from =
				wfFromWall( piece, walls->origin.x + i * walls->cellSize + half, walls->origin.y + j * walls->cellSize + half );
			if ( from.x * from.x + from.y * from.y <= most * most )
			{
				result = listings->count < INT32_MAX ? wfArray_Push( listings, ( wfListing ){ j * walls->columns + i, index } )
													 : wf_tooLarge;
			}
		}
	}
	return result;
}

// The listings in the order of cells, those of a cell in the order of pieces.
static wfResult sortListings( wfWallMap* walls, const wfListings* listings )
{
	size_t cells = (size_t)walls->columns * (size_t)walls->rows;
	walls->firstCount = cells + 1;
	walls->listCount = (size_t)listings->count;
	wfArrays arrays = { { WF_ZEROED_ARRAY( walls->first, walls->firstCount ), WF_ONE_ARRAY( walls->list, walls->listCount ) } };
	if ( wfArrays_Allocate( &arrays ) != wf_ok )
	{
		return wf_outOfMemory;
	}
	for ( int32_t k = 0; k < listings->count; ++k )
	{
		walls->first[listings->data[k].cell + 1] += 1;
	}
	for ( size_t cell = 0; cell < cells; ++cell )
	{
		walls->first[cell + 1] += walls->first[cell];
	}
	// From behind, so that the ends of the cells become their beginnings.
	for ( int32_t k = listings->count - 1; k >= 0; --k )
	{
		walls->list[--walls->first[listings->data[k].cell + 1]] = listings->data[k].piece;
	}
	memmove( walls->first, walls->first + 1, cells * sizeof( int32_t ) );
	walls->first[cells] = listings->count;
	return wf_ok;
}

static wfResult buildLists( wfWallMap* walls )
{
	wfListings listings = { 0 };
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < walls->pieceCount && result == wf_ok; ++k )
	{
		result = listPiece( walls, k, &listings );
	}
	result = result == wf_ok ? sortListings( walls, &listings ) : result;
	wfArray_Free( &listings );
	return result;
}

wfResult wfCreateWallMap( const wfWorld* world, int32_t kind, double reach, wfWallMap** created )
{
	*created = NULL;
	wfWallMap* walls = wfAllocateZeroed( sizeof( wfWallMap ) );
	if ( walls == NULL )
	{
		return wf_outOfMemory;
	}
	wfBox2 bounds = wfWorld_GetBounds( world );
	double width = bounds.upper.x - bounds.lower.x, height = bounds.upper.y - bounds.lower.y;
	walls->reach = reach;
	walls->origin = bounds.lower;
	walls->cellSize = wfMax( wfMax( 1.0, reach ), wfMax( width, height ) / 4096.0 );
	walls->columns = (int32_t)( width / walls->cellSize ) + 1;
	walls->rows = (int32_t)( height / walls->cellSize ) + 1;
	wfResult result = collectPieces( walls, world, kind );
	result = result == wf_ok ? buildLists( walls ) : result;
	if ( result != wf_ok )
	{
		wfDestroyWallMap( walls );
		return result;
	}
	*created = walls;
	return wf_ok;
}

void wfDestroyWallMap( wfWallMap* walls )
{
	if ( walls == NULL )
	{
		return;
	}
	wfReleaseArray( walls->pieces, walls->pieceCapacity, sizeof( wfWallPiece ) );
	wfReleaseArray( walls->first, walls->firstCount, sizeof( int32_t ) );
	wfReleaseArray( walls->list, walls->listCount, sizeof( int32_t ) );
	wfRelease( walls, sizeof( wfWallMap ) );
}
