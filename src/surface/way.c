// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Ways: from vertex to best neighbour until the goal, and how long that is. Each is measured when somebody asks for it, and kept;
// it is summed up from the goal on, so that its length does not depend on who asked first.

#include "base/arrays.h"
#include "surface/system.h"
#include "surface/tuning.h"

// --------------------------------------------------------------------------------------------------------------- margin

static int32_t findIndex( const wfMargin* margin, int32_t vertex )
{
	int32_t low = 0, high = margin->vertices.count;
	while ( low < high )
	{
		int32_t middle = ( low + high ) / 2;
		bool below = margin->vertices.data[middle] < vertex;
		low = below ? middle + 1 : low;
		high = below ? high : middle;
	}
	return low < margin->vertices.count && margin->vertices.data[low] == vertex ? low : -1;
}

wfResult wfSurfacePlanner_FindMargin( wfSurfacePlanner* planner, const uint8_t* walkable )
{
	const wfMesh* mesh = planner->mesh;
	wfMargin* margin = &planner->margin;
	wfResult result = wf_ok;
	margin->vertices.count = margin->edges.count = 0;
	for ( int32_t v = 0; v < mesh->vertexCount && result == wf_ok; ++v )
	{
		bool walked = false;
		for ( int32_t i = mesh->ringFirst[v]; planner->blocked[v] && !walked && i < mesh->ringFirst[v + 1]; ++i )
		{
			walked = walkable[mesh->ring[i] / 3] != 0;
		}
		result = walked ? wfArray_Push( &margin->vertices, v ) : wf_ok;
	}
	for ( int32_t h = 0; h < 3 * mesh->triangleCount && result == wf_ok; ++h )
	{
		int32_t from = wfFromVertex( mesh, h ), to = wfToVertex( mesh, h );
		if ( walkable[h / 3] && ( planner->blocked[from] || planner->blocked[to] ) )
		{
			wfMarginEdge edge = { h, { findIndex( margin, from ), findIndex( margin, to ) } };
			result = wfArray_Push( &margin->edges, edge );
		}
	}
	return result;
}

typedef struct Spread
{
	const wfSurfaceField* field;
	const uint8_t* linked; // by component
	float* depth;		   // by vertex of the margin: how far it is to what is linked to the goal
	float deepest;
} Spread;

// Depth at one end of an edge; 0 where the field has values.
static float getDepth( const Spread* spread, const wfMarginEdge* edge, int32_t end )
{
	if ( edge->index[end] >= 0 )
	{
		return spread->depth[edge->index[end]];
	}
	const wfSurfacePlanner* planner = spread->field->planner;
	int32_t h = edge->halfEdge;
	int32_t vertex = end == 0 ? wfFromVertex( planner->mesh, h ) : wfToVertex( planner->mesh, h );
	return spread->linked[planner->freeComponent[vertex]] ? 0.0f : INFINITY;
}

// Edge by edge over what can be walked on, as far as a disc beside a wall may stand in the margin. Free ground without a route
// stays without one.
static void spreadIntoMargin( const Spread* spread, int32_t* wayOut )
{
	const wfSurfacePlanner* planner = spread->field->planner;
	const wfMargin* margin = &planner->margin;
	for ( int32_t i = 0; i < margin->vertices.count; ++i )
	{
		spread->depth[i] = wfSurfaceField_IsGoalVertex( spread->field, margin->vertices.data[i] ) ? 0.0f : INFINITY;
		wayOut[i] = -1;
	}
	bool changed = true;
	while ( changed )
	{
		changed = false;
		for ( int32_t e = 0; e < margin->edges.count; ++e )
		{
			const wfMarginEdge* edge = &margin->edges.data[e];
			float length = (float)planner->mesh->length[edge->halfEdge];
			for ( int32_t k = 0; k < 2; ++k )
			{
				int32_t to = edge->index[1 - k];
				float depth = to >= 0 ? getDepth( spread, edge, k ) + length : INFINITY;
				if ( depth < spread->deepest && depth < spread->depth[to] )
				{
					spread->depth[to] = depth;
					wayOut[to] = edge->halfEdge;
					changed = true;
				}
			}
		}
	}
}

static bool markComponent( const wfSurfaceField* field, int32_t component, void* context )
{
	(void)field;
	( (uint8_t*)context )[component] = 1;
	return true;
}

static wfResult findWaysOut( wfSurfaceField* field, float deepest )
{
	const wfSurfacePlanner* planner = field->planner;
	uint8_t* linked;
	float* depth;
	wfArrays arrays = {
		{ WF_ZEROED_ARRAY( linked, planner->leastRise.count ), WF_ONE_ARRAY( depth, planner->margin.vertices.count ) } };
	wfResult result = wfArrays_Allocate( &arrays );
	if ( result == wf_ok )
	{
		wfSurfaceField_VisitComponents( field, markComponent, linked );
		Spread spread = { field, linked, depth, deepest };
		spreadIntoMargin( &spread, field->ways.out );
	}
	wfArrays_Free( &arrays );
	return result;
}

// ----------------------------------------------------------------------------------------------------------------- kept

enum
{
	WAY_UNKNOWN,
	WAY_WRITTEN, // by somebody right now
	WAY_KEPT
};

static wfArrays listWays( wfSurfaceField* field )
{
	wfWays* ways = &field->ways;
	size_t vertices = (size_t)field->mesh->vertexCount;
	return ( wfArrays ){ { WF_ZEROED_ARRAY( ways->state, vertices ), WF_ONE_ARRAY( ways->kept, vertices ),
						   WF_ONE_ARRAY( ways->out, ways->outCount ) } };
}

void wfSurfaceField_DropWays( wfSurfaceField* field )
{
	wfArrays arrays = listWays( field );
	wfArrays_Free( &arrays );
}

wfResult wfSurfaceField_KeepWays( wfSurfaceField* field, double deepest )
{
	wfSurfaceField_DropWays( field );
	field->ways.outCount = field->planner->margin.vertices.count;
	wfArrays arrays = listWays( field );
	wfResult result = wfArrays_Allocate( &arrays );
	result = result == wf_ok ? findWaysOut( field, (float)deepest ) : result;
	if ( result != wf_ok )
	{
		wfArrays_Free( &arrays );
	}
	return result;
}

static bool isKept( const wfSurfaceField* field, int32_t vertex )
{
	return atomic_load_explicit( &field->ways.state[vertex], memory_order_acquire ) == WAY_KEPT;
}

// Of several threads that come at once the first writes, the others have the same numbers.
static void keep( const wfSurfaceField* field, int32_t vertex, wfWay way )
{
	unsigned char expected = WAY_UNKNOWN;
	atomic_uchar* state = &field->ways.state[vertex];
	if ( atomic_compare_exchange_strong_explicit( state, &expected, WAY_WRITTEN, memory_order_relaxed, memory_order_relaxed ) )
	{
		field->ways.kept[vertex] = way;
		atomic_store_explicit( state, WAY_KEPT, memory_order_release );
	}
}

typedef struct Step
{
	int32_t from;
	float length;
} Step;

// The vertex that comes next on the way, -1: none.
static int32_t findNext( const wfSurfaceField* field, int32_t vertex, float* length )
{
	const wfSurfacePlanner* planner = field->planner;
	const wfMesh* mesh = planner->mesh;
	int32_t edge;
	if ( planner->blocked[vertex] )
	{
		int32_t index = findIndex( &planner->margin, vertex );
		int32_t h = index >= 0 ? field->ways.out[index] : -1;
		edge = h >= 0 ? -2 - h : -1;
	}
	else
	{
		edge = wfSurfaceField_FindBest( field, vertex );
	}
	if ( edge == -1 )
	{
		return -1;
	}
	*length = (float)( edge >= 0 ? planner->intrinsic.length[edge] : mesh->length[-2 - edge] );
	return wfSurfaceField_GetOtherEnd( field, vertex, edge );
}

wfWay wfSurfaceField_GetWay( const wfSurfaceField* field, int32_t vertex )
{
	while ( !isKept( field, vertex ) )
	{
		// The last steps of the way. Those before have to be gone once more when it is longer.
		Step steps[WF_WAY_STEPS];
		int32_t count = 0, at = vertex;
		wfWay way = { INFINITY, -1 };
		for ( ; at >= 0 && !isKept( field, at ) && !wfSurfaceField_IsGoalVertex( field, at ); ++count )
		{
			Step* step = &steps[count % WF_WAY_STEPS];
			step->from = at;
			step->length = 0.0f;
			at = findNext( field, at, &step->length );
		}
		if ( at >= 0 )
		{
			way = isKept( field, at ) ? field->ways.kept[at] : ( wfWay ){ 0.0f, at };
			keep( field, at, way );
		}
		int32_t first = count > WF_WAY_STEPS ? count - WF_WAY_STEPS : 0;
		for ( int32_t k = count - 1; k >= first; --k )
		{
			const Step* step = &steps[k % WF_WAY_STEPS];
			way.length += step->length;
			keep( field, step->from, way );
		}
		if ( first == 0 )
		{
			return way;
		}
	}
	return field->ways.kept[vertex];
}
