// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Finer meshes by halving edges, the longest of all first: then it is the longest of both its triangles as well, and as in
// Rivara's bisection no angle becomes smaller than about half the smallest there was.

#include "base/arrays.h"
#include "base/heap.h"
#include "mesh/build.h"
#include "mesh/tuning.h"

wfRefineDef wfDefaultRefineDef( void )
{
	return ( wfRefineDef ){ .internalCookie = WF_COOKIE };
}

// A mesh that grows. Triangles and twins have three items per triangle.
typedef struct Growing
{
	WF_ARRAY( wfVec3 ) vertices;
	WF_ARRAY( uint8_t ) atBoundary;
	WF_ARRAY( int32_t ) triangles;
	WF_ARRAY( int32_t ) twin;
	wfHeap heap; // half-edges, by their length below 0
	int32_t vertexCount, triangleCount, mostTriangles;
	double longest; // edges no longer than this are left alone
} Growing;

static void freeGrowing( Growing* g )
{
	wfArray_Free( &g->vertices );
	wfArray_Free( &g->atBoundary );
	wfArray_Free( &g->triangles );
	wfArray_Free( &g->twin );
	wfArray_Free( &g->heap );
}

static wfResult makeRoom( Growing* g, int32_t vertices, int32_t triangles, int32_t entries )
{
	size_t vertexCount = (size_t)g->vertexCount + (size_t)vertices;
	size_t cornerCount = 3 * ( (size_t)g->triangleCount + (size_t)triangles );
	bool room = wfArray_Reserve( &g->vertices, vertexCount ) == wf_ok &&
				wfArray_Reserve( &g->atBoundary, vertexCount ) == wf_ok &&
				wfArray_Reserve( &g->triangles, cornerCount ) == wf_ok && wfArray_Reserve( &g->twin, cornerCount ) == wf_ok &&
				wfArray_Reserve( &g->heap, g->heap.count + entries ) == wf_ok;
	return room ? wf_ok : wf_outOfMemory;
}

static wfResult copyMesh( Growing* g, const wfMesh* mesh )
{
	wfResult result = makeRoom( g, mesh->vertexCount, mesh->triangleCount, 0 );
	if ( result == wf_ok && mesh->vertexCount > 0 )
	{
		size_t corners = 3 * (size_t)mesh->triangleCount;
		g->vertexCount = mesh->vertexCount;
		g->triangleCount = mesh->triangleCount;
		memcpy( g->vertices.data, mesh->vertices, (size_t)mesh->vertexCount * sizeof( wfVec3 ) );
		memcpy( g->atBoundary.data, mesh->atBoundary, (size_t)mesh->vertexCount * sizeof( uint8_t ) );
		memcpy( g->triangles.data, mesh->triangles, corners * sizeof( int32_t ) );
		memcpy( g->twin.data, mesh->twin, corners * sizeof( int32_t ) );
	}
	return result;
}

// ------------------------------------------------------------------------------------------------------- the longest edge

static double lengthOf( const Growing* g, int32_t h )
{
	return wfLength3(
		wfSub3( g->vertices.data[g->triangles.data[wfNextHalfEdge( h )]], g->vertices.data[g->triangles.data[h]] ) );
}

// The caller made room. Edges may be in the heap several times, by either half-edge; what no longer is as long as noted is passed
// by when it comes to the top.
static void pushEdge( Growing* g, int32_t h )
{
	double length = lengthOf( g, h );
	if ( length > g->longest )
	{
		(void)wfHeap_Push( &g->heap, -length, h );
	}
}

// ------------------------------------------------------------------------------------------------------------- halving

// Cut the triangle of h, which runs from a to b, from the middle m to its corner c: it keeps a m c, a new one gets m b c. Returns
// the half-edge from m to b.
static int32_t halveTriangle( Growing* g, int32_t h, int32_t m )
{
	int32_t n = wfNextHalfEdge( h ), added = 3 * g->triangleCount++;
	int32_t beyond = g->twin.data[n];
	g->triangles.data[added] = m;
	g->triangles.data[added + 1] = g->triangles.data[n];
	g->triangles.data[added + 2] = g->triangles.data[wfPreviousHalfEdge( h )];
	g->triangles.data[n] = m;
	g->twin.data[added + 1] = beyond;
	if ( beyond >= 0 )
	{
		g->twin.data[beyond] = added + 1;
	}
	g->twin.data[added + 2] = n;
	g->twin.data[n] = added + 2;
	return added;
}

static void join( Growing* g, int32_t h, int32_t other )
{
	g->twin.data[h] = other;
	g->twin.data[other] = h;
}

static wfResult halveEdge( Growing* g, int32_t h )
{
	int32_t other = g->twin.data[h];
	if ( g->triangleCount > g->mostTriangles - ( other >= 0 ? 2 : 1 ) )
	{
		return wf_tooLarge;
	}
	wfResult result = makeRoom( g, 1, 2, 6 );
	if ( result != wf_ok )
	{
		return result;
	}
	wfVec3 a = g->vertices.data[g->triangles.data[h]], b = g->vertices.data[g->triangles.data[wfNextHalfEdge( h )]];
	int32_t m = g->vertexCount++;
	g->vertices.data[m] = wfScale3( 0.5, wfAdd3( a, b ) );
	g->atBoundary.data[m] = (uint8_t)( other < 0 ? 1 : 0 );
	bool same = other >= 0 && g->triangles.data[other] == g->triangles.data[h];
	int32_t half = halveTriangle( g, h, m );
	g->twin.data[half] = -1;
	if ( other >= 0 )
	{
		int32_t otherHalf = halveTriangle( g, other, m );
		join( g, h, same ? other : otherHalf );
		join( g, half, same ? otherHalf : other );
		pushEdge( g, otherHalf + 1 );
		pushEdge( g, otherHalf + 2 );
	}
	pushEdge( g, h );
	pushEdge( g, half );
	pushEdge( g, half + 1 );
	pushEdge( g, half + 2 );
	return wf_ok;
}

static wfResult halveLongEdges( Growing* g, double longest )
{
	g->longest = longest;
	wfResult result = makeRoom( g, 0, 0, 3 * g->triangleCount );
	for ( int32_t h = 0; result == wf_ok && h < 3 * g->triangleCount; ++h )
	{
		if ( g->twin.data[h] < h )
		{
			pushEdge( g, h );
		}
	}
	while ( result == wf_ok && g->heap.count > 0 )
	{
		wfHeapItem edge = wfHeap_Pop( &g->heap );
		if ( lengthOf( g, edge.value ) == -edge.key )
		{
			result = halveEdge( g, edge.value );
		}
	}
	return result;
}

// New edges end at a vertex away from the boundary: none is halved twice.
static wfResult halvePassages( Growing* g )
{
	g->longest = INFINITY;
	wfResult result = wf_ok;
	for ( int32_t h = 0; result == wf_ok && h < 3 * g->triangleCount; ++h )
	{
		int32_t a = g->triangles.data[h], b = g->triangles.data[wfNextHalfEdge( h )];
		if ( g->twin.data[h] >= 0 && g->atBoundary.data[a] != 0 && g->atBoundary.data[b] != 0 )
		{
			result = halveEdge( g, h );
		}
	}
	return result;
}

// ------------------------------------------------------------------------------------------------------------ the mesh

// What was repaired to make the old mesh holds for the new one too.
static wfMeshReport keepRepairs( const wfMeshReport* old )
{
	return ( wfMeshReport ){ .inputVertices = old->inputVertices,
							 .inputTriangles = old->inputTriangles,
							 .weldedVertices = old->weldedVertices,
							 .unusedVertices = old->unusedVertices,
							 .collapsedTriangles = old->collapsedTriangles,
							 .duplicateTriangles = old->duplicateTriangles,
							 .turnedTriangles = old->turnedTriangles,
							 .nonManifoldEdges = old->nonManifoldEdges,
							 .splitEdges = old->splitEdges,
							 .splitVertices = old->splitVertices };
}

static wfResult fillRefined( const wfMesh* old, const Growing* g, wfMesh* mesh )
{
	size_t vertexCount = (size_t)g->vertexCount, corners = 3 * (size_t)g->triangleCount;
	mesh->vertexCount = g->vertexCount;
	mesh->triangleCount = g->triangleCount;
	mesh->inputVertexCount = old->inputVertexCount;
	mesh->mollify = old->mollify;
	mesh->report = keepRepairs( &old->report );
	wfArrays arrays = { { WF_ONE_ARRAY( mesh->vertices, vertexCount ), WF_ONE_ARRAY( mesh->inputVertex, vertexCount ),
						  WF_ONE_ARRAY( mesh->vertexOfInput, old->inputVertexCount ), WF_ONE_ARRAY( mesh->triangles, corners ),
						  WF_ONE_ARRAY( mesh->twin, corners ) } };
	if ( wfArrays_Allocate( &arrays ) != wf_ok )
	{
		return wf_outOfMemory;
	}
	memcpy( mesh->vertices, g->vertices.data, vertexCount * sizeof( wfVec3 ) );
	memcpy( mesh->triangles, g->triangles.data, corners * sizeof( int32_t ) );
	memcpy( mesh->twin, g->twin.data, corners * sizeof( int32_t ) );
	memcpy( mesh->inputVertex, old->inputVertex, (size_t)old->vertexCount * sizeof( int32_t ) );
	memset( mesh->inputVertex + old->vertexCount, 0xFF, (size_t)( g->vertexCount - old->vertexCount ) * sizeof( int32_t ) );
	memcpy( mesh->vertexOfInput, old->vertexOfInput, (size_t)old->inputVertexCount * sizeof( int32_t ) );
	return wf_ok;
}

static wfResult checkRefineDef( const wfMesh* mesh, const wfRefineDef* def, int32_t most, wfError* error )
{
	if ( !( def->longestEdge >= 0.0 && def->longestEdge <= WF_FARTHEST_COORDINATE ) )
	{
		return wfFail( error, wf_outOfRange, "longestEdge is %g: metres from 0 to %g are expected", def->longestEdge,
					   WF_FARTHEST_COORDINATE );
	}
	if ( def->maxTriangles < 0 || def->maxTriangles > INT32_MAX / 3 )
	{
		return wfFail( error, wf_outOfRange, "maxTriangles is %d: 0 to %d are expected", def->maxTriangles, INT32_MAX / 3 );
	}
	// The largest triangle has equal sides. So many are known before the work begins.
	double fewest = mesh->report.area / ( 0.4330127018922193 * def->longestEdge * def->longestEdge );
	if ( def->longestEdge > 0.0 && !( fewest <= most ) )
	{
		return wfFail( error, wf_tooLarge, "edges of %g m at most need %.3g triangles or more, %d are allowed", def->longestEdge,
					   fewest, most );
	}
	return wf_ok;
}

static wfResult refine( const wfMesh* mesh, const wfRefineDef* def, int32_t most, wfMesh** refined, wfError* error )
{
	Growing growing = { .mostTriangles = most };
	wfMeshBuild build = { .error = error };
	wfResult result = copyMesh( &growing, mesh );
	if ( result == wf_ok && def->longestEdge > 0.0 )
	{
		result = halveLongEdges( &growing, def->longestEdge );
	}
	if ( result == wf_ok && def->openPassages )
	{
		result = halvePassages( &growing );
	}
	if ( result == wf_tooLarge )
	{
		wfFail( error, wf_tooLarge, "refining the mesh takes more than the %d triangles allowed", most );
	}
	if ( result == wf_ok )
	{
		build.mesh = wfAllocateMesh();
		result = build.mesh == NULL ? wf_outOfMemory : fillRefined( mesh, &growing, build.mesh );
	}
	freeGrowing( &growing );
	if ( result == wf_ok )
	{
		result = wfRunSteps( &build );
	}
	if ( result != wf_ok )
	{
		wfDestroyMesh( build.mesh );
		return result == wf_outOfMemory
				   ? wfFail( error, result, "no memory to refine a mesh of %d triangles", mesh->triangleCount )
				   : result;
	}
	*refined = build.mesh;
	return wf_ok;
}

wfResult wfMesh_Refine( const wfMesh* mesh, const wfRefineDef* def, wfMesh** refined, wfError* error )
{
	if ( WF_FAILS( refined != NULL ) )
	{
		return wf_invalidDef;
	}
	*refined = NULL;
	if ( WF_FAILS( mesh != NULL ) || WF_FAILS( def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "the refine def did not come from wfDefaultRefineDef" );
	}
	int32_t most = def->maxTriangles > 0 ? def->maxTriangles : WF_REFINED_TRIANGLES;
	wfResult result = checkRefineDef( mesh, def, most, error );
	return result == wf_ok ? refine( mesh, def, most, refined, error ) : result;
}
