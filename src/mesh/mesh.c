// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "mesh/build.h"

wfMeshDef wfDefaultMeshDef( void )
{
	return ( wfMeshDef ){ .orient = true, .mollify = 1e-6, .internalCookie = WF_COOKIE };
}

wfMesh* wfAllocateMesh( void )
{
	return wfAllocateZeroed( sizeof( wfMesh ) );
}

void wfDestroyMesh( wfMesh* mesh )
{
	if ( mesh == NULL )
	{
		return;
	}
	int32_t vertices = mesh->vertexCount, triangles = mesh->triangleCount;
	wfArrays arrays = { { WF_ONE_ARRAY( mesh->vertices, vertices ), WF_ONE_ARRAY( mesh->triangles, 3 * triangles ),
						  WF_ONE_ARRAY( mesh->twin, 3 * triangles ), WF_ONE_ARRAY( mesh->length, 3 * triangles ),
						  WF_ONE_ARRAY( mesh->corner1X, triangles ), WF_ONE_ARRAY( mesh->corner2X, triangles ),
						  WF_ONE_ARRAY( mesh->corner2Y, triangles ), WF_ONE_ARRAY( mesh->axisX, triangles ),
						  WF_ONE_ARRAY( mesh->axisY, triangles ), WF_ONE_ARRAY( mesh->ringFirst, vertices + 1 ),
						  WF_ONE_ARRAY( mesh->ring, 3 * triangles ), WF_ONE_ARRAY( mesh->atBoundary, vertices ),
						  WF_ONE_ARRAY( mesh->component, vertices ), WF_ONE_ARRAY( mesh->inputVertex, vertices ),
						  WF_ONE_ARRAY( mesh->vertexOfInput, mesh->inputVertexCount ) } };
	wfArrays_Free( &arrays );
	wfBoxTree_Free( &mesh->tree );
	wfRelease( mesh, sizeof( *mesh ) );
}

static void freeBuild( wfMeshBuild* build )
{
	int32_t triangleCount = build->mesh->triangleCount;
	wfArrays arrays = { { WF_ONE_ARRAY( build->inputTriangle, build->inputTriangleCapacity ),
						  WF_ONE_ARRAY( build->triangleComponent, triangleCount ), WF_ONE_ARRAY( build->turned, triangleCount ),
						  WF_ONE_ARRAY( build->oneSided, build->componentCount ) } };
	wfArrays_Free( &arrays );
}

wfResult wfRunSteps( wfMeshBuild* build )
{
	typedef wfResult Step( wfMeshBuild * build );
	static Step* const steps[] = { wfRepairTriangles, wfFindTwins,	 wfOrientTriangles, wfMakeRings,
								   wfLayOutTriangles, wfMeasureMesh, wfIndexTriangles };
	wfResult result = wf_ok;
	for ( size_t k = build->def != NULL ? 0 : 2; result == wf_ok && k < sizeof( steps ) / sizeof( steps[0] ); ++k )
	{
		result = steps[k]( build );
	}
	freeBuild( build );
	return result;
}

wfResult wfCreateMesh( const wfMeshDef* def, wfMesh** mesh, wfError* error )
{
	if ( WF_FAILS( mesh != NULL ) )
	{
		return wf_invalidDef;
	}
	*mesh = NULL;
	if ( WF_FAILS( def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef, "the mesh def did not come from wfDefaultMeshDef" );
	}
	wfResult result = wfCheckMeshDef( def, error );
	if ( result != wf_ok )
	{
		return result;
	}
	wfMeshBuild build = { .def = def, .error = error, .mesh = wfAllocateMesh() };
	if ( build.mesh == NULL )
	{
		return wfFail( error, wf_outOfMemory, "no memory for a mesh" );
	}
	build.mesh->mollify = def->mollify;
	result = wfRunSteps( &build );
	if ( result != wf_ok )
	{
		wfDestroyMesh( build.mesh );
		return result == wf_outOfMemory ? wfFail( error, wf_outOfMemory, "no memory for a mesh of %d vertices and %d triangles",
												  def->vertexCount, def->triangleCount )
										: result;
	}
	*mesh = build.mesh;
	return wf_ok;
}

// -------------------------------------------------------------------------------------------------------------- getters

wfMeshReport wfMesh_GetReport( const wfMesh* mesh )
{
	return WF_FAILS( mesh != NULL ) ? ( wfMeshReport ){ 0 } : mesh->report;
}

int32_t wfMesh_GetVertexCount( const wfMesh* mesh )
{
	return WF_FAILS( mesh != NULL ) ? 0 : mesh->vertexCount;
}

int32_t wfMesh_GetTriangleCount( const wfMesh* mesh )
{
	return WF_FAILS( mesh != NULL ) ? 0 : mesh->triangleCount;
}

const wfVec3* wfMesh_GetVertices( const wfMesh* mesh )
{
	return WF_FAILS( mesh != NULL ) ? NULL : mesh->vertices;
}

const int32_t* wfMesh_GetTriangles( const wfMesh* mesh )
{
	return WF_FAILS( mesh != NULL ) ? NULL : mesh->triangles;
}

static bool hasVertex( const wfMesh* mesh, int32_t vertex )
{
	return vertex >= 0 && vertex < mesh->vertexCount;
}

static bool hasTriangle( const wfMesh* mesh, int32_t triangle )
{
	return triangle >= 0 && triangle < mesh->triangleCount;
}

int32_t wfMesh_FindVertex( const wfMesh* mesh, int32_t inputVertex )
{
	if ( WF_FAILS( mesh != NULL ) || inputVertex < 0 || inputVertex >= mesh->inputVertexCount )
	{
		return -1;
	}
	return mesh->vertexOfInput[inputVertex];
}

int32_t wfMesh_GetComponent( const wfMesh* mesh, int32_t vertex )
{
	return WF_FAILS( mesh != NULL ) || !hasVertex( mesh, vertex ) ? -1 : mesh->component[vertex];
}

bool wfMesh_IsBoundaryVertex( const wfMesh* mesh, int32_t vertex )
{
	return !WF_FAILS( mesh != NULL ) && hasVertex( mesh, vertex ) && mesh->atBoundary[vertex] != 0;
}

wfSurfacePoint wfMesh_GetVertexPoint( const wfMesh* mesh, int32_t vertex )
{
	if ( WF_FAILS( mesh != NULL ) || !hasVertex( mesh, vertex ) )
	{
		return ( wfSurfacePoint ){ -1, 0.0, 0.0 };
	}
	int32_t corner = mesh->ring[mesh->ringFirst[vertex]];
	return ( wfSurfacePoint ){ corner / 3, corner % 3 == 1 ? 1.0 : 0.0, corner % 3 == 2 ? 1.0 : 0.0 };
}

// --------------------------------------------------------------------------------------------------------------- places

wfVec3 wfMesh_GetPosition( const wfMesh* mesh, wfSurfacePoint point )
{
	if ( WF_FAILS( mesh != NULL ) || WF_FAILS( hasTriangle( mesh, point.triangle ) ) )
	{
		return ( wfVec3 ){ 0.0, 0.0, 0.0 };
	}
	const int32_t* corners = mesh->triangles + 3 * (size_t)point.triangle;
	wfVec3 a = mesh->vertices[corners[0]], b = mesh->vertices[corners[1]], c = mesh->vertices[corners[2]];
	// Exact at the corners, which a + u ( b - a ) + v ( c - a ) is not.
	double w = 1.0 - point.u - point.v;
	return ( wfVec3 ){ w * a.x + point.u * b.x + point.v * c.x, w * a.y + point.u * b.y + point.v * c.y,
					   w * a.z + point.u * b.z + point.v * c.z };
}

wfVec3 wfMesh_GetNormal( const wfMesh* mesh, int32_t triangle )
{
	if ( WF_FAILS( mesh != NULL ) || WF_FAILS( hasTriangle( mesh, triangle ) ) )
	{
		return ( wfVec3 ){ 0.0, 0.0, 0.0 };
	}
	return wfCross3( mesh->axisX[triangle], mesh->axisY[triangle] );
}

wfFlat wfFlatOfPoint( const wfMesh* mesh, wfSurfacePoint point )
{
	int32_t t = point.triangle;
	return ( wfFlat ){ point.u * mesh->corner1X[t] + point.v * mesh->corner2X[t], point.v * mesh->corner2Y[t] };
}

wfSurfacePoint wfPointOfFlat( const wfMesh* mesh, int32_t triangle, wfFlat place )
{
	double width = mesh->corner1X[triangle], height = mesh->corner2Y[triangle];
	// Only a def with mollify 0 leaves triangles of no width or height.
	double v = height > 0.0 ? place.y / height : 0.0;
	double u = width > 0.0 ? ( place.x - v * mesh->corner2X[triangle] ) / width : 0.0;
	return ( wfSurfacePoint ){ triangle, u, v };
}

wfVec3 wfPositionOfFlat( const wfMesh* mesh, int32_t triangle, wfFlat place )
{
	return wfMesh_GetPosition( mesh, wfPointOfFlat( mesh, triangle, place ) );
}

// Each by its own length: rounding must not stretch what crosses.
static wfFlat unitFlat( wfFlat a, wfFlat b )
{
	return wfNormalize2( wfSub2( b, a ), ( wfFlat ){ 1.0, 0.0 } );
}

wfCrossing wfCrossEdge( const wfMesh* mesh, int32_t h )
{
	int32_t g = mesh->twin[h];
	int32_t here = h / 3, there = g / 3;
	bool same = wfFromVertex( mesh, h ) == wfFromVertex( mesh, g );
	wfFlat a = wfCornerOf( mesh, here, h % 3 ), b = wfCornerOf( mesh, here, wfNextHalfEdge( h ) % 3 );
	wfFlat from = wfCornerOf( mesh, there, g % 3 ), to = wfCornerOf( mesh, there, wfNextHalfEdge( g ) % 3 );
	wfFlat c = same ? from : to, d = same ? to : from; // images of a and b

	wfFlat e = unitFlat( a, b ), f = unitFlat( c, d );
	wfCrossing crossing;
	// Along the edge e becomes f. This triangle lies to the left of h and must come to lie to the right of g: where both run the
	// same way the left of e becomes the right of f, a reflection.
	double side = same ? -1.0 : 1.0;
	crossing.xx = e.x * f.x + side * e.y * f.y;
	crossing.xy = e.x * f.y - side * e.y * f.x;
	crossing.yx = -side * crossing.xy;
	crossing.yy = side * crossing.xx;
	crossing.x = c.x - ( crossing.xx * a.x + crossing.yx * a.y );
	crossing.y = c.y - ( crossing.xy * a.x + crossing.yy * a.y );
	return crossing;
}
