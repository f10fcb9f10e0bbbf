// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What is shown at each vertex, and which colour it gets.

#include "base/arrays.h"
#include "picture/surface_drawing.h"

#include <math.h>
#include <stdlib.h>

typedef struct wfWeightedValue
{
	double value, weight;
	int32_t vertex;
} wfWeightedValue;

static int compareValues( const void* a, const void* b )
{
	const wfWeightedValue *left = a, *right = b;
	if ( left->value != right->value )
	{
		return left->value < right->value ? -1 : 1;
	}
	return left->vertex < right->vertex ? -1 : left->vertex > right->vertex ? 1 : 0;
}

static wfArrays arraysOf( wfSurfaceLevels* levels )
{
	return ( wfArrays ){
		{ WF_ONE_ARRAY( levels->kind, levels->vertexCount ), WF_ONE_ARRAY( levels->value, levels->vertexCount ) } };
}

void wfFreeSurfaceLevels( wfSurfaceLevels* levels )
{
	wfArrays arrays = arraysOf( levels );
	wfArrays_Free( &arrays );
	*levels = ( wfSurfaceLevels ){ 0 };
}

// Sorted values become quantiles of area: each colour covers as much of the surface as any other.
static void spreadQuantiles( const wfWeightedValue* sorted, int32_t count, double* quantiles )
{
	double total = 0.0;
	for ( int32_t i = 1; i < count; ++i )
	{
		total += 0.5 * ( sorted[i - 1].weight + sorted[i].weight );
	}
	int32_t at = 0;
	double before = 0.0, step = count > 1 ? 0.5 * ( sorted[0].weight + sorted[1].weight ) : 0.0;
	for ( int32_t k = 0; k < WF_QUANTILE_COUNT; ++k )
	{
		double wanted = total * k / ( WF_QUANTILE_COUNT - 1 );
		while ( at + 2 < count && before + step < wanted )
		{
			before += step;
			at += 1;
			step = 0.5 * ( sorted[at].weight + sorted[at + 1].weight );
		}
		double part = step > 0.0 ? fmin( fmax( ( wanted - before ) / step, 0.0 ), 1.0 ) : 0.0;
		quantiles[k] = count > 1 ? sorted[at].value + part * ( sorted[at + 1].value - sorted[at].value ) : sorted[0].value;
	}
	quantiles[0] = sorted[0].value;
	quantiles[WF_QUANTILE_COUNT - 1] = sorted[count - 1].value;
}

static wfResult rankValues( const wfMesh* mesh, wfSurfaceLevels* levels )
{
	int32_t count = 0;
	size_t capacity = (size_t)levels->vertexCount;
	wfWeightedValue* sorted = wfAllocateArray( capacity, sizeof( wfWeightedValue ) );
	if ( sorted == NULL )
	{
		return wf_outOfMemory;
	}
	for ( int32_t v = 0; v < levels->vertexCount; ++v )
	{
		sorted[v] = ( wfWeightedValue ){ levels->value[v], 0.0, v };
	}
	for ( int32_t t = 0; t < mesh->triangleCount; ++t )
	{
		double area = wfLength3( wfFaceOf( mesh, t ) );
		for ( int32_t k = 0; k < 3; ++k )
		{
			sorted[mesh->triangles[3 * t + k]].weight += area;
		}
	}
	for ( int32_t v = 0; v < levels->vertexCount; ++v )
	{
		if ( levels->kind[v] == wf_plainVertex )
		{
			sorted[count++] = sorted[v];
		}
	}
	levels->shown = count > 0;
	if ( count > 0 )
	{
		qsort( sorted, (size_t)count, sizeof( wfWeightedValue ), compareValues );
		spreadQuantiles( sorted, count, levels->quantiles );
		for ( int32_t k = 0; k < WF_CONTOUR_LINES; ++k )
		{
			double place = (double)( WF_QUANTILE_COUNT - 1 ) * ( k + 1 ) / ( WF_CONTOUR_LINES + 1 );
			int32_t low = (int32_t)place;
			levels->contours[k] =
				levels->quantiles[low] + ( place - low ) * ( levels->quantiles[low + 1] - levels->quantiles[low] );
		}
	}
	wfReleaseArray( sorted, capacity, sizeof( wfWeightedValue ) );
	return wf_ok;
}

// Of a vertex: its plain neighbours, and whether one inside the mesh is not connected to the goal.
typedef struct wfNeighborhood
{
	double sum;
	int32_t plain; // each once for every triangle they share
	bool apart;
} wfNeighborhood;

// Where q is 0 its logarithm has no bottom; colours run on from plain vertices to the blocked ones beside them, and lines of
// equal attraction end there instead of crowding along the edge.
static wfResult continueValues( const wfMesh* mesh, wfSurfaceLevels* levels )
{
	const int32_t* triangles = mesh->triangles;
	int32_t cornerCount = 3 * mesh->triangleCount;
	size_t vertexCount = (size_t)levels->vertexCount;
	wfNeighborhood* around = wfAllocateZeroed( vertexCount * sizeof( wfNeighborhood ) );
	if ( around == NULL )
	{
		return wf_outOfMemory;
	}
	for ( int32_t c = 0; c < cornerCount; ++c )
	{
		wfNeighborhood* own = around + triangles[c];
		for ( int32_t k = 0; k < 3; ++k )
		{
			int32_t other = triangles[c - c % 3 + k];
			bool plain = levels->kind[other] == wf_plainVertex;
			own->sum += plain ? levels->value[other] : 0.0;
			own->plain += plain ? 1 : 0;
			own->apart = own->apart || ( levels->kind[other] == wf_apartVertex && !wfMesh_IsBoundaryVertex( mesh, other ) );
		}
	}
	for ( size_t v = 0; v < vertexCount; ++v )
	{
		if ( levels->kind[v] != wf_plainVertex && around[v].plain > 0 )
		{
			levels->value[v] = around[v].sum / around[v].plain;
		}
		// On the boundary q is 0 by decree, not for want of a path: only what lies apart inside makes it a part of that.
		if ( levels->kind[v] == wf_apartVertex && ( around[v].plain > 0 || !around[v].apart ) )
		{
			levels->kind[v] = wf_boundaryVertex;
		}
	}
	// Corners of the boundary have neighbours on it only and go with them.
	for ( int32_t c = 0; c < cornerCount; ++c )
	{
		int32_t v = triangles[c], next = triangles[wfNextHalfEdge( c )], last = triangles[wfPreviousHalfEdge( c )];
		bool alone = levels->kind[v] == wf_boundaryVertex && around[v].plain == 0;
		bool apart = levels->kind[next] == wf_apartVertex || levels->kind[last] == wf_apartVertex;
		if ( alone && apart && around[next].plain + around[last].plain == 0 )
		{
			levels->kind[v] = wf_apartVertex;
		}
	}
	wfRelease( around, vertexCount * sizeof( wfNeighborhood ) );
	return wf_ok;
}

wfResult wfMakeSurfaceLevels( const wfMesh* mesh, const wfSurfaceField* field, const wfSurfaceMask* mask,
							  wfSurfaceLevels* levels )
{
	*levels = ( wfSurfaceLevels ){ .vertexCount = wfMesh_GetVertexCount( mesh ) };
	wfArrays arrays = arraysOf( levels );
	wfResult result = wfArrays_Allocate( &arrays );
	for ( int32_t v = 0; v < levels->vertexCount && result == wf_ok; ++v )
	{
		double value = field != NULL ? wfSurfaceField_GetLogValue( field, v ) : -INFINITY;
		bool blocked = mask != NULL && wfSurfaceMask_IsVertexBlocked( mask, v );
		levels->value[v] = isfinite( value ) ? value : -INFINITY;
		levels->kind[v] = (uint8_t)( blocked			 ? wf_obstacleVertex
									 : field == NULL	 ? wf_bareVertex
									 : isfinite( value ) ? wf_plainVertex
														 : wf_apartVertex );
	}
	if ( result == wf_ok && field != NULL )
	{
		result = rankValues( mesh, levels );
		result = result == wf_ok ? continueValues( mesh, levels ) : result;
	}
	if ( result != wf_ok )
	{
		wfFreeSurfaceLevels( levels );
		return result;
	}
	for ( int32_t v = 0; v < levels->vertexCount; ++v )
	{
		levels->count[levels->kind[v]] += 1;
	}
	return wf_ok;
}

double wfSurfaceLevels_Find( const wfSurfaceLevels* levels, double value )
{
	return wfFindRank( levels->quantiles, WF_QUANTILE_COUNT, value );
}

wfValueScale wfMakeValueScale( const double* values, int32_t count )
{
	wfValueScale scale = { .low = INFINITY, .high = -INFINITY };
	double sum = 0.0, squares = 0.0, finite = 0.0;
	for ( int32_t i = 0; i < count; ++i )
	{
		if ( isfinite( values[i] ) )
		{
			scale.low = fmin( scale.low, values[i] );
			scale.high = fmax( scale.high, values[i] );
			sum += values[i];
			squares += values[i] * values[i];
			finite += 1.0;
		}
		else
		{
			scale.infinite += 1;
		}
	}
	if ( scale.low > scale.high )
	{
		scale.low = 0.0;
		scale.high = 1.0;
	}
	double mean = sum / fmax( finite, 1.0 ), deviation = sqrt( fmax( squares / fmax( finite, 1.0 ) - mean * mean, 0.0 ) );
	if ( isfinite( deviation ) && scale.high > mean + 5.0 * deviation )
	{
		double bound = mean + 3.0 * deviation, step = wfRoundDown125( fmax( bound - scale.low, 1e-300 ) / 10.0 );
		scale.high = step * ceil( bound / step );
		scale.capped = true;
	}
	// Numbers that are all on one side of 0 and not far from it are read best from 0 on.
	if ( scale.low > 0.0 && scale.low < 0.5 * scale.high )
	{
		scale.low = 0.0;
	}
	if ( !( scale.high > scale.low ) )
	{
		scale.high = scale.low + fmax( 1.0, 1e-6 * fabs( scale.low ) );
	}
	return scale;
}

wfResult wfColorSurface( const wfMesh* mesh, const wfSurfaceField* field, const wfSurfaceMask* mask, uint8_t* colors )
{
	if ( WF_FAILS( mesh != NULL && colors != NULL ) )
	{
		return wf_invalidDef;
	}
	wfSurfaceLevels levels;
	wfResult result = wfMakeSurfaceLevels( mesh, field, mask, &levels );
	if ( result != wf_ok )
	{
		return result;
	}
	wfPalette palette;
	wfMakePalette( &palette );
	for ( int32_t v = 0; v < levels.vertexCount; ++v )
	{
		uint32_t rgb = levels.kind[v] == wf_obstacleVertex ? WF_BLOCKED
					   : levels.kind[v] == wf_bareVertex   ? WF_CLAY
					   : levels.kind[v] == wf_apartVertex
						   ? WF_APART
						   : wfPaletteColor( &palette, wfSurfaceLevels_Find( &levels, levels.value[v] ) );
		colors[3 * v] = (uint8_t)( rgb >> 16 & 255 );
		colors[3 * v + 1] = (uint8_t)( rgb >> 8 & 255 );
		colors[3 * v + 2] = (uint8_t)( rgb & 255 );
	}
	wfFreeSurfaceLevels( &levels );
	return wf_ok;
}
