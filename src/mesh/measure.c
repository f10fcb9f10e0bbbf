// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What a mesh is: components, loops, genus; areas, angles and the quality of its triangles.

#include "base/arrays.h"
#include "mesh/build.h"

typedef struct Tally
{
	int32_t number; // by first vertex; -1: not met
	int32_t vertices, edges, triangles, loops;
} Tally;

static void countParts( const wfMeshBuild* build, Tally* tallies, int32_t* parent )
{
	wfMesh* mesh = build->mesh;
	wfMeshReport* report = &mesh->report;
	int32_t next = 0;
	for ( int32_t v = 0; v < mesh->vertexCount; ++v )
	{
		Tally* tally = &tallies[build->triangleComponent[mesh->ring[mesh->ringFirst[v]] / 3]];
		if ( tally->vertices == 0 )
		{
			tally->number = next++;
		}
		tally->vertices += 1;
		mesh->component[v] = tally->number;
		parent[v] = v;
	}
	for ( int32_t h = 0; h < 3 * mesh->triangleCount; ++h )
	{
		Tally* tally = &tallies[build->triangleComponent[h / 3]];
		tally->triangles += h % 3 == 0 ? 1 : 0;
		tally->edges += mesh->twin[h] < h ? 1 : 0;
		if ( mesh->twin[h] < 0 )
		{
			report->boundaryEdges += 1;
			wfJoinSets( parent, wfFromVertex( mesh, h ), wfToVertex( mesh, h ) );
		}
	}
	// Every vertex at the boundary lies on two of its edges, so that what they join is a loop.
	for ( int32_t v = 0; v < mesh->vertexCount; ++v )
	{
		if ( mesh->atBoundary[v] != 0 && parent[v] == v )
		{
			tallies[build->triangleComponent[mesh->ring[mesh->ringFirst[v]] / 3]].loops += 1;
		}
	}
}

static wfResult measureTopology( wfMeshBuild* build )
{
	wfMesh* mesh = build->mesh;
	wfMeshReport* report = &mesh->report;
	size_t vertexCount = (size_t)mesh->vertexCount, componentCount = (size_t)build->componentCount;
	Tally* tallies;
	int32_t* parent;
	wfArrays arrays = { { WF_ZEROED_ARRAY( tallies, componentCount ), WF_ONE_ARRAY( parent, vertexCount ) } };
	wfResult result = wfArrays_Allocate( &arrays );
	mesh->component = wfAllocateArray( vertexCount, sizeof( int32_t ) );
	result = mesh->component != NULL ? result : wf_outOfMemory;
	if ( result == wf_ok )
	{
		countParts( build, tallies, parent );
		report->orientable = true;
		for ( size_t c = 0; c < componentCount; ++c )
		{
			const Tally* tally = &tallies[c];
			int32_t characteristic = tally->vertices - tally->edges + tally->triangles;
			int32_t missing = 2 - characteristic - tally->loops;
			report->edges += tally->edges;
			report->boundaryLoops += tally->loops;
			report->eulerCharacteristic += characteristic;
			report->genus += build->oneSided[c] != 0 ? missing : missing / 2;
			report->orientable = report->orientable && build->oneSided[c] == 0;
		}
		report->components = build->componentCount;
		report->closed = report->boundaryEdges == 0;
	}
	wfArrays_Free( &arrays );
	return result;
}

// An angle as what it takes to compare it: cotangents fall as angles grow.
typedef struct Angle
{
	double cotangent, sine, cosine; // the latter two up to a common factor
} Angle;

// At p, towards a and b, which are known by their lengths too. Angles at coincident vertices count as 0.
static Angle angleAt( wfVec3 p, wfVec3 a, wfVec3 b, double doubleArea )
{
	double cosine = wfDot3( wfSub3( a, p ), wfSub3( b, p ) );
	if ( !( doubleArea > 0.0 ) )
	{
		return ( Angle ){ cosine < 0.0 ? -INFINITY : INFINITY, 0.0, cosine < 0.0 ? -1.0 : 1.0 };
	}
	return ( Angle ){ cosine / doubleArea, doubleArea, cosine };
}

static void measureTriangles( wfMesh* mesh )
{
	wfMeshReport* report = &mesh->report;
	Angle smallest = { -INFINITY, 0.0, 1.0 }, largest = { INFINITY, 0.0, 1.0 };
	double qualitySum = 0.0;
	report->shortestEdge = INFINITY;
	report->worstQuality = INFINITY;
	for ( int32_t t = 0; t < mesh->triangleCount; ++t )
	{
		const int32_t* corners = mesh->triangles + 3 * (size_t)t;
		wfVec3 p[3] = { mesh->vertices[corners[0]], mesh->vertices[corners[1]], mesh->vertices[corners[2]] };
		wfVec3 e[3] = { wfSub3( p[1], p[0] ), wfSub3( p[2], p[1] ), wfSub3( p[0], p[2] ) };
		double l[3] = { wfLength3( e[0] ), wfLength3( e[1] ), wfLength3( e[2] ) };
		int32_t longest = l[0] >= l[1] && l[0] >= l[2] ? 0 : l[1] >= l[2] ? 1 : 2;
		int32_t shortest = l[0] <= l[1] && l[0] <= l[2] ? 0 : l[1] <= l[2] ? 1 : 2;
		double doubleArea = wfLength3( wfCross3( e[( longest + 1 ) % 3], e[( longest + 2 ) % 3] ) );

		report->area += 0.5 * doubleArea;
		report->shortestEdge = wfMin( report->shortestEdge, l[shortest] );
		report->longestEdge = wfMax( report->longestEdge, l[longest] );
		Angle small = angleAt( p[( shortest + 2 ) % 3], p[shortest], p[( shortest + 1 ) % 3], doubleArea );
		Angle large = angleAt( p[( longest + 2 ) % 3], p[longest], p[( longest + 1 ) % 3], doubleArea );
		smallest = small.cotangent > smallest.cotangent ? small : smallest;
		largest = large.cotangent < largest.cotangent ? large : largest;
		// Right angles stay right when rounded.
		report->obtuseTriangles += large.cosine < -1e-12 * l[( longest + 1 ) % 3] * l[( longest + 2 ) % 3] ? 1 : 0;

		double divisor = ( l[0] + l[1] + l[2] ) * l[0] * l[1] * l[2];
		double quality = divisor > 0.0 ? wfMin( 1.0, 4.0 * doubleArea * doubleArea / divisor ) : 0.0;
		qualitySum += quality;
		if ( quality < report->worstQuality )
		{
			report->worstQuality = quality;
			report->worstTriangle = t;
		}
	}
	report->meanQuality = qualitySum / mesh->triangleCount;
	report->smallestAngle = wfAtan2( smallest.sine, smallest.cosine );
	report->largestAngle = wfAtan2( largest.sine, largest.cosine );
}

wfResult wfMeasureMesh( wfMeshBuild* build )
{
	wfMesh* mesh = build->mesh;
	wfMeshReport* report = &mesh->report;
	wfResult result = measureTopology( build );
	if ( result != wf_ok )
	{
		return result;
	}
	report->vertices = mesh->vertexCount;
	report->triangles = mesh->triangleCount;
	report->lower = report->upper = mesh->vertices[0];
	for ( int32_t v = 1; v < mesh->vertexCount; ++v )
	{
		wfVec3 p = mesh->vertices[v];
		report->lower = wfMin3( report->lower, p );
		report->upper = wfMax3( report->upper, p );
	}
	measureTriangles( mesh );
	return wf_ok;
}
