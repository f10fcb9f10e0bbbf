// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The literature's relaxation on the edges of the mesh, to compare with.

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

// Neighbours by vertex with their influence, already divided by its sum.
typedef struct Graph
{
	int32_t count;
	size_t links;
	int32_t* start; // count + 1
	int32_t* neighbor;
	double* influence;
	uint8_t* fixed; // by vertex: 1 obstacle, 2 goal
} Graph;

static void freeGraph( Graph* g )
{
	size_t count = (size_t)g->count;
	wfReleaseArray( g->start, count + 1, sizeof( int32_t ) );
	wfReleaseArray( g->neighbor, g->links, sizeof( int32_t ) );
	wfReleaseArray( g->influence, g->links, sizeof( double ) );
	wfReleaseArray( g->fixed, count, 1 );
}

static wfResult allocateGraph( Graph* g, const wfMesh* mesh )
{
	g->count = mesh->vertexCount;
	size_t count = (size_t)g->count;
	g->start = wfAllocateZeroed( ( count + 1 ) * sizeof( int32_t ) );
	g->fixed = wfAllocateZeroed( count );
	for ( int32_t h = 0; g->start != NULL && h < 3 * mesh->triangleCount; ++h )
	{
		if ( h > mesh->twin[h] )
		{
			g->links += 2;
		}
	}
	g->neighbor = wfAllocateArray( g->links, sizeof( int32_t ) );
	g->influence = wfAllocateArray( g->links, sizeof( double ) );
	if ( g->start == NULL || g->fixed == NULL || g->neighbor == NULL || g->influence == NULL )
	{
		freeGraph( g );
		return wf_outOfMemory;
	}
	return wf_ok;
}

// Edges once each, from the half-edge with the larger number (or the only one). `influence` receives the lengths.
static void fillLinks( Graph* g, const wfMesh* mesh )
{
	for ( int pass = 0; pass < 2; ++pass )
	{
		for ( int32_t h = 0; h < 3 * mesh->triangleCount; ++h )
		{
			int32_t ends[2] = { wfFromVertex( mesh, h ), wfToVertex( mesh, h ) };
			for ( int k = 0; h > mesh->twin[h] && k < 2; ++k )
			{
				int32_t place = g->start[ends[k]]++;
				if ( pass == 1 )
				{
					g->neighbor[place] = ends[1 - k];
					g->influence[place] = mesh->length[h];
				}
			}
		}
		// After the first pass: counts, which become starts; after the second: ends, which are the next one's starts.
		int32_t sum = 0;
		for ( int32_t v = 0; v < g->count; ++v )
		{
			int32_t count = g->start[v];
			g->start[v] = sum;
			sum = pass == 0 ? sum + count : count;
		}
		g->start[g->count] = sum;
	}
}

static void setInfluence( Graph* g )
{
	for ( int32_t v = 0; v < g->count; ++v )
	{
		int32_t begin = g->start[v];
		int32_t end = g->start[v + 1];
		double least = g->influence[begin];
		double most = least;
		for ( int32_t m = begin; m < end; ++m )
		{
			least = g->influence[m] < least ? g->influence[m] : least;
			most = g->influence[m] > most ? g->influence[m] : most;
		}
		double sum = 0.0;
		for ( int32_t m = begin; m < end; ++m )
		{
			g->influence[m] = least + most - g->influence[m];
			sum += g->influence[m];
		}
		for ( int32_t m = begin; m < end; ++m )
		{
			g->influence[m] /= sum;
		}
	}
}

static void fixVertices( Graph* g, const wfMesh* mesh, const wfSurfaceGoalDef* goal, const wfSurfaceMask* mask )
{
	for ( int32_t v = 0; v < g->count; ++v )
	{
		g->fixed[v] = mesh->atLimit[v] != 0 || ( mask != NULL && mask->vertexBlocked[v] != 0 );
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

static bool isGoalValid( const wfMesh* mesh, const wfSurfaceGoalDef* goal )
{
	if ( goal->occupied < -1 || goal->occupied >= mesh->vertexCount )
	{
		return false;
	}
	if ( goal->kind == wf_placeGoal )
	{
		return goal->place.triangle >= 0 && goal->place.triangle < mesh->triangleCount;
	}
	for ( int32_t k = 0; k < goal->vertexCount; ++k )
	{
		if ( goal->vertices[k] < 0 || goal->vertices[k] >= mesh->vertexCount )
		{
			return false;
		}
	}
	return true;
}

// One sweep in the order of the vertices; returns the sum of the changes.
static double sweep( const Graph* g, double* p )
{
	double change = 0.0;
	for ( int32_t v = 0; v < g->count; ++v )
	{
		if ( g->fixed[v] )
		{
			continue;
		}
		double sum = 0.0;
		for ( int32_t m = g->start[v]; m < g->start[v + 1]; ++m )
		{
			sum += g->influence[m] * p[g->neighbor[m]];
		}
		change += fabs( sum - p[v] );
		p[v] = sum;
	}
	return change;
}

// Vertices that a goal can be reached from but none of whose neighbours is better.
static wfResult countFlat( const Graph* g, const double* p, int32_t* flat )
{
	size_t count = (size_t)g->count;
	int32_t* queue = wfAllocateArray( count, sizeof( int32_t ) );
	uint8_t* visited = wfAllocateZeroed( count );
	wfResult result = queue != NULL && visited != NULL ? wf_ok : wf_outOfMemory;
	int32_t tail = 0;
	for ( int32_t v = 0; result == wf_ok && v < g->count; ++v )
	{
		if ( g->fixed[v] == 2 )
		{
			visited[v] = 1;
			queue[tail++] = v;
		}
	}
	*flat = 0;
	for ( int32_t head = 0; head < tail; ++head )
	{
		int32_t v = queue[head];
		bool better = g->fixed[v] != 0;
		for ( int32_t m = g->start[v]; m < g->start[v + 1]; ++m )
		{
			int32_t other = g->neighbor[m];
			better = better || p[other] < p[v];
			if ( !visited[other] && g->fixed[other] == 0 )
			{
				visited[other] = 1;
				queue[tail++] = other;
			}
		}
		*flat += !better;
	}
	wfReleaseArray( queue, count, sizeof( int32_t ) );
	wfReleaseArray( visited, count, 1 );
	return result;
}

wfResult wfRelaxSurface( const wfMesh* mesh, const wfSurfaceGoalDef* goal, const wfSurfaceRelaxDef* def, double* p,
						 wfSurfaceRelaxReport* report )
{
	if ( WF_FAILS( mesh != NULL && goal != NULL && def != NULL && p != NULL && goal->internalCookie == WF_COOKIE &&
				   ( goal->kind == wf_placeGoal || goal->vertices != NULL || goal->vertexCount <= 0 ) &&
				   def->internalCookie == WF_COOKIE && ( def->mask == NULL || def->mask->mesh == mesh ) ) )
	{
		return wf_invalidDef;
	}
	if ( !isGoalValid( mesh, goal ) || !isfinite( def->startValue ) || !( def->sumChange >= 0.0 ) || def->maxIterations < 0 )
	{
		return wf_outOfRange;
	}
	double began = wfGetSeconds();
	Graph g = { 0 };
	wfResult result = allocateGraph( &g, mesh );
	if ( result != wf_ok )
	{
		return result;
	}
	fillLinks( &g, mesh );
	setInfluence( &g );
	fixVertices( &g, mesh, goal, def->mask );
	bool any = false;
	for ( int32_t v = 0; v < g.count; ++v )
	{
		p[v] = g.fixed[v] == 0 ? def->startValue : ( g.fixed[v] == 1 ? 1.0 : 0.0 );
		any = any || g.fixed[v] == 2;
	}
	wfSurfaceRelaxReport told = { 0 };
	told.sumChange = INFINITY;
	while ( any && !told.converged && told.iterations < def->maxIterations )
	{
		told.sumChange = sweep( &g, p );
		told.iterations += 1;
		told.converged = told.sumChange <= def->sumChange;
	}
	told.seconds = wfGetSeconds() - began;
	result = any ? countFlat( &g, p, &told.flatVertices ) : wf_goalBlocked;
	freeGraph( &g );
	if ( report != NULL )
	{
		*report = told;
	}
	return result;
}
