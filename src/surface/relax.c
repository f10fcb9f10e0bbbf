// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The relaxation of 3DS-BVP on the edges of the mesh, to compare with.

#include "base/arrays.h"
#include "surface/system.h"

#include <string.h>

wfSurfaceRelaxDef wfDefaultSurfaceRelaxDef( void )
{
	wfSurfaceRelaxDef def = { 0 };
	def.startValue = 0.5;
	def.sumChange = 0.001;
	def.maxIterations = 1000000;
	def.internalCookie = WF_COOKIE;
	return def;
}

// The mesh's edges as a matrix whose links are the influences, already divided by their sum.
typedef struct Graph
{
	wfMatrix matrix;
	uint8_t* fixed; // by vertex: 1 obstacle, 2 goal
	const double* p;
	const uint8_t* reachable; // by vertex
} Graph;

static void freeGraph( Graph* g )
{
	wfReleaseArray( g->fixed, (size_t)g->matrix.count, 1 );
	wfMatrix_Free( &g->matrix );
}

static wfResult allocateGraph( Graph* g, const wfMesh* mesh )
{
	size_t links = 0;
	for ( int32_t h = 0; h < 3 * mesh->triangleCount; ++h )
	{
		links += h > mesh->twin[h] ? 2 : 0;
	}
	wfResult result = wfMatrix_Allocate( &g->matrix, mesh->vertexCount, links );
	g->fixed = wfAllocateZeroed( (size_t)mesh->vertexCount );
	if ( result != wf_ok || g->fixed == NULL )
	{
		freeGraph( g );
		return wf_outOfMemory;
	}
	return wf_ok;
}

// Edges once each, from the half-edge with the larger number (or the only one). Links receive the lengths.
static void fillLinks( wfMatrix* matrix, const wfMesh* mesh )
{
	memset( matrix->start, 0, ( (size_t)matrix->count + 1 ) * sizeof( int64_t ) );
	for ( int pass = 0; pass < 2; ++pass )
	{
		for ( int32_t h = 0; h < 3 * mesh->triangleCount; ++h )
		{
			int32_t ends[2] = { wfFromVertex( mesh, h ), wfToVertex( mesh, h ) };
			for ( int k = 0; h > mesh->twin[h] && k < 2; ++k )
			{
				int64_t place = matrix->start[ends[k]]++;
				if ( pass == 1 )
				{
					matrix->neighbor[place] = ends[1 - k];
					matrix->link[place] = mesh->length[h];
				}
			}
		}
		// After the first pass: counts, which become starts; after the second: ends, which are the next one's starts.
		int64_t sum = 0;
		for ( int32_t v = 0; v < matrix->count; ++v )
		{
			int64_t count = matrix->start[v];
			matrix->start[v] = sum;
			sum = pass == 0 ? sum + count : count;
		}
		matrix->start[matrix->count] = sum;
	}
}

static void setInfluence( wfMatrix* matrix )
{
	for ( int32_t v = 0; v < matrix->count; ++v )
	{
		int64_t begin = matrix->start[v], end = matrix->start[v + 1];
		double least = matrix->link[begin];
		double most = least;
		for ( int64_t m = begin; m < end; ++m )
		{
			least = matrix->link[m] < least ? matrix->link[m] : least;
			most = matrix->link[m] > most ? matrix->link[m] : most;
		}
		double sum = 0.0;
		for ( int64_t m = begin; m < end; ++m )
		{
			matrix->link[m] = least + most - matrix->link[m];
			sum += matrix->link[m];
		}
		for ( int64_t m = begin; m < end; ++m )
		{
			matrix->link[m] /= sum;
		}
	}
}

static void fixVertices( Graph* g, const wfMesh* mesh, const wfSurfaceGoalDef* goal, const wfSurfaceMask* mask )
{
	for ( int32_t v = 0; v < g->matrix.count; ++v )
	{
		g->fixed[v] = mesh->atBoundary[v] != 0 || ( mask != NULL && mask->vertexBlocked[v] != 0 );
	}
	if ( goal->occupied >= 0 )
	{
		g->fixed[goal->occupied] = 1;
	}
	const int32_t* vertices = goal->kind == wf_placeGoal ? mesh->triangles + 3 * (int64_t)goal->place.triangle : goal->vertices;
	int32_t count = goal->kind == wf_placeGoal ? 3 : goal->vertexCount;
	for ( int32_t k = 0; k < count; ++k )
	{
		int32_t v = vertices[k];
		if ( v != goal->occupied && ( mask == NULL || mask->vertexBlocked[v] == 0 ) )
		{
			g->fixed[v] = 2;
		}
	}
}

// One sweep in the order of the vertices.
static void sweep( const Graph* g, double* p, wfRelaxReport* report )
{
	const wfMatrix* matrix = &g->matrix;
	report->sumChange = report->maxChange = 0.0;
	for ( int32_t v = 0; v < matrix->count; ++v )
	{
		if ( g->fixed[v] )
		{
			continue;
		}
		double sum = 0.0;
		for ( int64_t m = matrix->start[v]; m < matrix->start[v + 1]; ++m )
		{
			sum += matrix->link[m] * p[matrix->neighbor[m]];
		}
		double change = fabs( sum - p[v] );
		report->sumChange += change;
		report->maxChange = change > report->maxChange ? change : report->maxChange;
		p[v] = sum;
	}
}

static bool isFree( const void* context, int32_t vertex )
{
	return ( (const Graph*)context )->fixed[vertex] == 0;
}

static int32_t getLowest( const void* context, int32_t v )
{
	const Graph* g = context;
	if ( g->fixed[v] == 2 )
	{
		return v;
	}
	int32_t lowest = v;
	for ( int64_t m = g->matrix.start[v]; m < g->matrix.start[v + 1]; ++m )
	{
		int32_t other = g->matrix.neighbor[m];
		lowest = g->p[other] < g->p[lowest] ? other : lowest;
	}
	return !g->reachable[v] ? WF_NO_PLACE : ( lowest == v ? WF_STUCK : lowest );
}

// Where walks from the vertices end that a goal can be reached from.
static wfResult countWalks( Graph* g, const double* p, wfRelaxReport* report )
{
	int32_t* queue;
	uint8_t* visited;
	wfArrays arrays = { { WF_ONE_ARRAY( queue, g->matrix.count ), WF_ZEROED_ARRAY( visited, g->matrix.count ) } };
	wfResult result = wfArrays_Allocate( &arrays );
	int32_t goals = 0;
	for ( int32_t v = 0; result == wf_ok && v < g->matrix.count; ++v )
	{
		if ( g->fixed[v] == 2 )
		{
			queue[goals++] = v;
		}
	}
	if ( result == wf_ok )
	{
		wfMatrix_Flood( &g->matrix, queue, goals, visited, isFree, g );
		g->p = p;
		g->reachable = visited;
		wfArrivals arrivals;
		result = wfCountArrivals( g->matrix.count, getLowest, g, &arrivals );
		report->flatCount = arrivals.flat;
		report->arrivingCount = arrivals.arriving;
	}
	wfArrays_Free( &arrays );
	return result;
}

wfResult wfRelaxSurface( const wfMesh* mesh, const wfSurfaceGoalDef* goal, const wfSurfaceRelaxDef* def, double* p,
						 wfRelaxReport* report )
{
	if ( WF_FAILS( mesh != NULL && goal != NULL && def != NULL && p != NULL && goal->internalCookie == WF_COOKIE &&
				   ( goal->kind == wf_placeGoal || goal->vertices != NULL || goal->vertexCount <= 0 ) &&
				   def->internalCookie == WF_COOKIE && ( def->mask == NULL || def->mask->mesh == mesh ) ) )
	{
		return wf_invalidDef;
	}
	wfResult result = wfCheckSurfaceGoal( mesh, goal, NULL );
	if ( result != wf_ok || !isfinite( def->startValue ) || !( def->sumChange >= 0.0 ) || def->maxIterations < 0 )
	{
		return result != wf_ok ? result : wf_outOfRange;
	}
	double began = wfGetSeconds();
	Graph g = { 0 };
	result = allocateGraph( &g, mesh );
	if ( result != wf_ok )
	{
		return result;
	}
	fillLinks( &g.matrix, mesh );
	setInfluence( &g.matrix );
	fixVertices( &g, mesh, goal, def->mask );
	bool any = false;
	for ( int32_t v = 0; v < g.matrix.count; ++v )
	{
		p[v] = g.fixed[v] == 0 ? def->startValue : ( g.fixed[v] == 1 ? 1.0 : 0.0 );
		any = any || g.fixed[v] == 2;
	}
	wfRelaxReport found = { 0 };
	found.sumChange = INFINITY;
	while ( any && !found.converged && found.iterations < def->maxIterations )
	{
		sweep( &g, p, &found );
		found.iterations += 1;
		found.converged = found.sumChange <= def->sumChange;
	}
	found.seconds = wfGetSeconds() - began;
	result = any ? countWalks( &g, p, &found ) : wf_goalBlocked;
	freeGraph( &g );
	if ( report != NULL )
	{
		*report = found;
	}
	return result;
}
