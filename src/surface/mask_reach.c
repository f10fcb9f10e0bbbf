// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Obstacles by distance along the surface: discs, and room around what is blocked.

#include "surface/geodesic.h"
#include "surface/mask.h"

static void blockReached( int32_t triangle, void* context )
{
	wfBlockTriangle( context, triangle );
}

wfResult wfSurfaceMask_BlockDisc( wfSurfaceMask* mask, wfSurfacePoint center, double radius, wfError* error )
{
	if ( WF_FAILS( mask != NULL ) )
	{
		return wf_invalidDef;
	}
	wfPathNode node;
	if ( !wfNodeOfPoint( mask->mesh, center, &node ) )
	{
		return wfFail( error, wf_outOfRange,
					   "the centre of the disc, triangle %d at %g, %g, is no place of the mesh of %d triangles", center.triangle,
					   center.u, center.v, mask->mesh->triangleCount );
	}
	if ( !( radius >= 0.0 && radius < INFINITY ) )
	{
		return wfFail( error, wf_outOfRange, "a disc of radius %g: expected a finite number, 0 or more", radius );
	}
	wfGeodesics search = { 0 };
	wfResult result = wfGeodesics_Begin( &search, mask->mesh, radius );
	if ( result == wf_ok )
	{
		search.visit = blockReached;
		search.context = mask;
		wfGeodesics_AddSource( &search, &node );
		result = wfGeodesics_Run( &search );
	}
	// Triangles that reach into the disc with no more than a corner, and the centre's own.
	for ( size_t i = 0; result == wf_ok && i < search.tableCapacity; ++i )
	{
		const wfGeodesicEntry* entry = search.table + i;
		if ( entry->key < 0 || entry->key % 2 != 0 || !( entry->distance < radius ) )
		{
			continue;
		}
		int32_t vertex = (int32_t)( entry->key / 2 );
		for ( int32_t k = mask->mesh->ringFirst[vertex]; k < mask->mesh->ringFirst[vertex + 1]; ++k )
		{
			wfBlockTriangle( mask, mask->mesh->ring[k] / 3 );
		}
	}
	if ( result == wf_ok )
	{
		wfBlockTriangle( mask, node.vertex >= 0 ? mask->mesh->ring[mask->mesh->ringFirst[node.vertex]] / 3 : node.triangle );
	}
	wfGeodesics_Free( &search );
	return result == wf_ok ? wf_ok : wfFail( error, result, "no memory for a disc of radius %g", radius );
}

// -------------------------------------------------------------------------------------------------------------- growing

// Something of the triangle is free.
static bool isOpen( const wfSurfaceMask* mask, int32_t triangle )
{
	const int32_t* corners = mask->mesh->triangles + 3 * (size_t)triangle;
	return mask->vertexBlocked[corners[0]] == 0 || mask->vertexBlocked[corners[1]] == 0 || mask->vertexBlocked[corners[2]] == 0;
}

// The boundary of what is blocked: vertices beside free ones, edges between two such, beside open triangles; and the boundary of
// the mesh.
static void addBoundary( wfGeodesics* search, const wfSurfaceMask* mask, bool withBoundary )
{
	const wfMesh* mesh = mask->mesh;
	for ( int32_t h = 0; h < 3 * mesh->triangleCount && search->result == wf_ok; ++h )
	{
		int32_t from = wfFromVertex( mesh, h ), to = wfToVertex( mesh, h );
		int32_t g = mesh->twin[h];
		bool wall = mask->vertexBlocked[from] != 0 && mask->vertexBlocked[to] != 0;
		bool open = isOpen( mask, h / 3 ) || ( g >= 0 && isOpen( mask, g / 3 ) );
		if ( ( g < 0 || h < g ) && ( ( wall && open ) || ( withBoundary && g < 0 && open ) ) )
		{
			wfGeodesics_AddEdge( search, h );
		}
		if ( mask->vertexBlocked[from] != 0 && isOpen( mask, h / 3 ) )
		{
			wfGeodesics_AddVertex( search, from, 0.0 );
		}
	}
}

wfResult wfSurfaceMask_Grow( wfSurfaceMask* mask, double radius, bool withBoundary )
{
	if ( WF_FAILS( mask != NULL ) )
	{
		return wf_invalidDef;
	}
	if ( !( radius >= 0.0 && radius < INFINITY ) )
	{
		return wf_outOfRange;
	}
	const wfMesh* mesh = mask->mesh;
	wfGeodesics search = { 0 };
	wfResult result = wfGeodesics_Begin( &search, mesh, radius );
	if ( result == wf_ok )
	{
		addBoundary( &search, mask, withBoundary );
		result = wfGeodesics_Run( &search );
	}
	for ( int32_t v = 0; result == wf_ok && v < mesh->vertexCount; ++v )
	{
		// The reach cuts off at the radius itself: a disc that just fits has room.
		if ( wfGeodesics_GetDistance( &search, v ) < radius )
		{
			wfBlockVertex( mask, v );
		}
	}
	wfGeodesics_Free( &search );
	return result;
}
