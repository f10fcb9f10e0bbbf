// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What is refused at once, and which vertices and triangles of the input are left.

#include "mesh/build.h"

#include <stdio.h>
#include <string.h>

void wfExplainFaceLines( const wfMeshDef* def, const int32_t* faces, int32_t count, wfError* error )
{
	if ( def->faceLines == NULL || error == NULL )
	{
		return;
	}
	size_t used = strlen( error->message ), room = sizeof( error->message );
	error->line = def->faceLines[faces[0]];
	used += (size_t)snprintf( error->message + used, room - used, "; %s",
							  count > 1 ? "these faces are on lines" : "the face is on line" );
	for ( int32_t i = 0; i < count && used < room; ++i )
	{
		used += (size_t)snprintf( error->message + used, room - used, "%s %d", i > 0 ? "," : "", def->faceLines[faces[i]] );
	}
}

static wfResult checkNumbers( const wfMeshDef* def, wfError* error )
{
	if ( def->vertexCount < 0 || def->triangleCount < 0 )
	{
		return wfFail( error, wf_outOfRange, "a mesh of %d vertices and %d triangles: counts are 0 or more", def->vertexCount,
					   def->triangleCount );
	}
	if ( def->triangleCount > INT32_MAX / 3 )
	{
		return wfFail( error, wf_tooLarge, "%d triangles: a mesh has at most %d", def->triangleCount, INT32_MAX / 3 );
	}
	if ( isnan( def->weldDistance ) || def->weldDistance > WF_FARTHEST_COORDINATE ||
		 ( def->weldDistance > 0.0 && def->weldDistance < WF_LEAST_WELD_DISTANCE ) )
	{
		return wfFail( error, wf_outOfRange, "weldDistance is %g: metres from %g to %g, 0 or negative are expected",
					   def->weldDistance, WF_LEAST_WELD_DISTANCE, WF_FARTHEST_COORDINATE );
	}
	if ( !( def->mollify >= 0.0 && def->mollify <= 0.01 ) )
	{
		return wfFail( error, wf_outOfRange, "mollify is %g: 0 to 0.01 of the mean edge is expected", def->mollify );
	}
	return wf_ok;
}

wfResult wfCheckMeshDef( const wfMeshDef* def, wfError* error )
{
	wfResult result = checkNumbers( def, error );
	if ( result != wf_ok )
	{
		return result;
	}
	if ( WF_FAILS( def->vertices != NULL || def->vertexCount == 0 ) ||
		 WF_FAILS( def->triangles != NULL || def->triangleCount == 0 ) )
	{
		return wfFail( error, wf_invalidDef, "the mesh def counts vertices or triangles but has none" );
	}
	for ( int32_t t = 0; t < def->triangleCount && result == wf_ok; ++t )
	{
		int32_t face = wfGetFace( def, t );
		for ( int32_t k = 0; k < 3 && result == wf_ok; ++k )
		{
			int32_t v = def->triangles[3 * (size_t)t + (size_t)k];
			if ( v < 0 || v >= def->vertexCount )
			{
				result = wfFail( error, wf_badFormat, "face %lld (from 1) has vertex %lld (from 1), but there are %d vertices",
								 1LL + face, 1LL + v, def->vertexCount );
			}
			else if ( !wfIsPlace3( def->vertices[v] ) )
			{
				wfVec3 p = def->vertices[v];
				result = wfFail( error, wf_badFormat,
								 "vertex %lld (from 1) of face %lld (from 1) is at (%g, %g, %g): finite numbers up to %g m are "
								 "expected",
								 1LL + v, 1LL + face, p.x, p.y, p.z, WF_FARTHEST_COORDINATE );
			}
		}
		if ( result != wf_ok )
		{
			wfExplainFaceLines( def, &face, 1, error );
		}
	}
	return result;
}

static int32_t keepTriangles( wfMeshBuild* build, const int32_t* root, int32_t* corners )
{
	const wfMeshDef* def = build->def;
	int32_t kept = 0;
	for ( int32_t t = 0; t < def->triangleCount; ++t )
	{
		const int32_t* input = def->triangles + 3 * (size_t)t;
		int32_t* own = corners + 3 * (size_t)kept;
		own[0] = root[input[0]];
		own[1] = root[input[1]];
		own[2] = root[input[2]];
		if ( own[0] == own[1] || own[1] == own[2] || own[2] == own[0] )
		{
			build->mesh->report.collapsedTriangles += 1;
			continue;
		}
		build->inputTriangle[kept++] = t;
	}
	return kept;
}

// `number` becomes the mesh's vertex of each root, -1 where no triangle uses it. In the order of the input.
static void numberVertices( wfMeshBuild* build, const int32_t* root, const int32_t* corners, int32_t triangleCount,
							int32_t* number )
{
	int32_t inputCount = build->def->vertexCount;
	memset( number, 0xFF, (size_t)inputCount * sizeof( int32_t ) );
	for ( size_t h = 0; h < 3 * (size_t)triangleCount; ++h )
	{
		number[corners[h]] = 0;
	}
	int32_t count = 0;
	wfMeshReport* report = &build->mesh->report;
	for ( int32_t v = 0; v < inputCount; ++v )
	{
		if ( root[v] != v )
		{
			report->weldedVertices += 1;
			number[v] = number[root[v]];
		}
		else if ( number[v] < 0 )
		{
			report->unusedVertices += 1;
		}
		else
		{
			number[v] = count++;
		}
	}
	build->mesh->vertexCount = count;
}

static wfResult fillMesh( wfMeshBuild* build, const int32_t* root, const int32_t* corners, int32_t triangleCount )
{
	wfMesh* mesh = build->mesh;
	mesh->inputVertexCount = build->def->vertexCount;
	mesh->vertexOfInput = wfAllocateArray( (size_t)mesh->inputVertexCount, sizeof( int32_t ) );
	if ( mesh->vertexOfInput == NULL )
	{
		return wf_outOfMemory;
	}
	numberVertices( build, root, corners, triangleCount, mesh->vertexOfInput );
	mesh->triangleCount = triangleCount;
	wfArrays arrays = { { WF_ONE_ARRAY( mesh->vertices, mesh->vertexCount ), WF_ONE_ARRAY( mesh->inputVertex, mesh->vertexCount ),
						  WF_ONE_ARRAY( mesh->triangles, 3 * triangleCount ) } };
	if ( wfArrays_Allocate( &arrays ) != wf_ok )
	{
		return wf_outOfMemory;
	}
	for ( int32_t v = 0; v < mesh->inputVertexCount; ++v )
	{
		int32_t number = mesh->vertexOfInput[v];
		if ( number >= 0 && root[v] == v )
		{
			mesh->vertices[number] = build->def->vertices[v];
			mesh->inputVertex[number] = v;
		}
	}
	for ( size_t h = 0; h < 3 * (size_t)triangleCount; ++h )
	{
		mesh->triangles[h] = mesh->vertexOfInput[corners[h]];
	}
	return wf_ok;
}

static wfResult refuseEmpty( const wfMeshBuild* build )
{
	const wfMeshReport* report = &build->mesh->report;
	if ( report->inputTriangles == 0 )
	{
		return wfFail( build->error, wf_noFreeCell, "the mesh has no triangles" );
	}
	return wfFail( build->error, wf_noFreeCell,
				   "nothing is left to walk on: all %d triangles have the same vertex at two corners", report->inputTriangles );
}

wfResult wfRepairTriangles( wfMeshBuild* build )
{
	const wfMeshDef* def = build->def;
	wfMeshReport* report = &build->mesh->report;
	report->inputVertices = def->vertexCount;
	report->inputTriangles = def->triangleCount;

	int32_t *root, *corners;
	wfArrays arrays = { { WF_ONE_ARRAY( root, def->vertexCount ), WF_ONE_ARRAY( corners, 3 * def->triangleCount ) } };
	wfResult result = wfArrays_Allocate( &arrays );
	build->inputTriangleCapacity = def->triangleCount;
	build->inputTriangle = wfAllocateArray( (size_t)def->triangleCount, sizeof( int32_t ) );
	result = build->inputTriangle != NULL ? result : wf_outOfMemory;
	if ( result == wf_ok )
	{
		result = wfWeldVertices( def, root );
	}
	if ( result == wf_ok )
	{
		int32_t kept = keepTriangles( build, root, corners );
		result = kept == 0 ? refuseEmpty( build ) : fillMesh( build, root, corners, kept );
	}
	wfArrays_Free( &arrays );
	return result;
}
