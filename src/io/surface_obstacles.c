// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Places and obstacles of scenarios on meshes.
#include "io/surface_scenario.h"

#include <stdio.h>
#include <string.h>

const char* const wf_surfaceObstacleFields[] = { "name", "sphere", "disc", "vertices", "triangles", "polygon", NULL };
const char* const wf_sphereFields[] = { "center", "radius", NULL };
const char* const wf_surfaceDiscFields[] = { "at", "radius", NULL };

static const wfNumberRange s_indexRange = { 0.0, 2147483646.0, "a whole number, 0 or more" };

wfResult wfJson_ReadVector3( const wfJson* json, const wfJsonNode* node, const wfNumberRange* range, const char* expected,
							 wfVec3* vector )
{
	if ( node->type != wf_jsonList || node->count != 3 )
	{
		return wfJson_Expected( json, node, wf_jsonList, expected );
	}
	double numbers[3] = { 0.0, 0.0, 0.0 };
	int32_t i = 0;
	for ( const wfJsonNode* child = wfJson_First( json, node ); child != NULL; child = wfJson_Next( json, child ) )
	{
		wfResult result = wfJson_ReadNumber( json, child, range, numbers + i++ );
		if ( result != wf_ok )
		{
			return result;
		}
	}
	*vector = ( wfVec3 ){ numbers[0], numbers[1], numbers[2] };
	return wf_ok;
}

wfResult wfReadSurfaceVertex( const wfJson* json, const wfJsonNode* node, const wfSurfaceScene* scene, int32_t* vertex )
{
	int32_t input = 0;
	wfResult result = wfJson_ReadInteger( json, node, &s_indexRange, &input );
	if ( result != wf_ok )
	{
		return result;
	}
	if ( input >= scene->inputVertexCount )
	{
		return wfJson_Fail( json, node, NULL, wf_outOfRange, "expected a vertex of the mesh, from 0 to %d, found %d",
							scene->inputVertexCount - 1, input );
	}
	*vertex = wfSurfaceScene_FindVertex( scene, input );
	if ( *vertex < 0 )
	{
		return wfJson_Fail( json, node, NULL, wf_outOfRange, "vertex %d belongs to no triangle: nobody can stand there", input );
	}
	return wf_ok;
}

wfResult wfReadSurfacePoint( const wfJson* json, const wfJsonNode* node, const wfSurfaceScene* scene, wfSurfacePoint* point,
							 double* distance )
{
	double away = 0.0;
	wfResult result;
	if ( node->type == wf_jsonNumber )
	{
		int32_t vertex = -1;
		result = wfReadSurfaceVertex( json, node, scene, &vertex );
		*point = result == wf_ok ? wfMesh_GetVertexPoint( scene->mesh, vertex ) : ( wfSurfacePoint ){ -1, 0.0, 0.0 };
	}
	else
	{
		wfVec3 position = { 0.0, 0.0, 0.0 };
		result = wfJson_ReadVector3( json, node, &wf_coordinateRange, "a vertex, or a point [x, y, z]", &position );
		*point = result == wf_ok ? wfMesh_FindNearest( scene->mesh, position, &away ) : ( wfSurfacePoint ){ -1, 0.0, 0.0 };
	}
	if ( distance != NULL )
	{
		*distance = away;
	}
	return result;
}

// ----------------------------------------------------------------------------------------------------------- obstacles

// An error of the mask, at the value that led to it.
static wfResult place( const wfJson* json, const wfJsonNode* node, wfResult result )
{
	char path[128];
	wfJson_Path( json, node, path, sizeof( path ) );
	return result == wf_ok ? wf_ok : wfReader_Place( json->reader, node->position, path, result );
}

static wfResult blockSphere( const wfJson* json, const wfJsonNode* node, wfSurfaceScene* scene )
{
	const wfJsonNode *center, *radiusNode;
	wfVec3 middle = { 0.0, 0.0, 0.0 };
	double radius = 0.0;
	wfResult result = wfJson_CheckObject( json, node, "a sphere", wf_sphereFields );
	result = result == wf_ok ? wfJson_Require( json, node, "center", "a point [x, y, z]", &center ) : result;
	result = result == wf_ok ? wfJson_Require( json, node, "radius", wf_sizeRange.expected, &radiusNode ) : result;
	result = result == wf_ok ? wfJson_ReadVector3( json, center, &wf_coordinateRange, "a point [x, y, z]", &middle ) : result;
	result = result == wf_ok ? wfJson_ReadNumber( json, radiusNode, &wf_sizeRange, &radius ) : result;
	if ( result != wf_ok )
	{
		return result;
	}
	return place( json, node, wfSurfaceMask_BlockSphere( scene->mask, middle, radius, json->reader->error ) );
}

static wfResult blockDisc( const wfJson* json, const wfJsonNode* node, wfSurfaceScene* scene )
{
	const wfJsonNode *at, *radiusNode;
	wfSurfacePoint center = { -1, 0.0, 0.0 };
	double radius = 0.0;
	wfResult result = wfJson_CheckObject( json, node, "a disc", wf_surfaceDiscFields );
	result = result == wf_ok ? wfJson_Require( json, node, "at", "a vertex, or a point [x, y, z]", &at ) : result;
	result = result == wf_ok ? wfJson_Require( json, node, "radius", wf_sizeRange.expected, &radiusNode ) : result;
	result = result == wf_ok ? wfReadSurfacePoint( json, at, scene, &center, NULL ) : result;
	result = result == wf_ok ? wfJson_ReadNumber( json, radiusNode, &wf_sizeRange, &radius ) : result;
	if ( result != wf_ok )
	{
		return result;
	}
	return place( json, node, wfSurfaceMask_BlockDisc( scene->mask, center, radius, json->reader->error ) );
}

static wfResult reserveItems( const wfJson* json, const wfJsonNode* list, size_t size, void** items )
{
	wfResult result = wfReader_Reserve( json->reader, list->position, NULL, (size_t)list->count * size );
	*items = result == wf_ok ? wfAllocateArray( (size_t)list->count, size ) : NULL;
	return result == wf_ok && *items == NULL ? wfReader_OutOfMemory( json->reader ) : result;
}

static wfResult blockVertices( const wfJson* json, const wfJsonNode* list, wfSurfaceScene* scene )
{
	void* memory = NULL;
	wfResult result = wfJson_CheckList( json, list, 1, "vertices" );
	result = result == wf_ok ? reserveItems( json, list, sizeof( int32_t ), &memory ) : result;
	int32_t *vertices = memory, count = 0;
	for ( const wfJsonNode* node = wfJson_First( json, list ); result == wf_ok && node != NULL; node = wfJson_Next( json, node ) )
	{
		result = wfReadSurfaceVertex( json, node, scene, &vertices[count++] );
	}
	if ( result == wf_ok )
	{
		result = place( json, list, wfSurfaceMask_BlockVertices( scene->mask, vertices, count, json->reader->error ) );
	}
	wfReleaseArray( memory, (size_t)list->count, sizeof( int32_t ) );
	return result;
}

static wfResult blockTriangles( const wfJson* json, const wfJsonNode* list, bool refined, wfSurfaceScene* scene )
{
	if ( refined )
	{
		return wfJson_Fail( json, list, NULL, wf_badFormat,
							"a refined mesh has other triangles; expected sphere, "
							"disc, vertices or polygon" );
	}
	void* memory = NULL;
	wfResult result = wfJson_CheckList( json, list, 1, "triangles" );
	result = result == wf_ok ? reserveItems( json, list, sizeof( int32_t ), &memory ) : result;
	int32_t *triangles = memory, count = 0, there = wfMesh_GetTriangleCount( scene->mesh );
	for ( const wfJsonNode* node = wfJson_First( json, list ); result == wf_ok && node != NULL; node = wfJson_Next( json, node ) )
	{
		result = wfJson_ReadInteger( json, node, &s_indexRange, &triangles[count] );
		if ( result == wf_ok && triangles[count++] >= there )
		{
			result = wfJson_Fail( json, node, NULL, wf_outOfRange, "expected a triangle of the mesh, from 0 to %d, found %d",
								  there - 1, triangles[count - 1] );
		}
	}
	if ( result == wf_ok )
	{
		result = place( json, list, wfSurfaceMask_BlockTriangles( scene->mask, triangles, count, json->reader->error ) );
	}
	wfReleaseArray( memory, (size_t)list->count, sizeof( int32_t ) );
	return result;
}

static wfResult blockPolygon( const wfJson* json, const wfJsonNode* list, wfSurfaceScene* scene )
{
	void* memory = NULL;
	wfResult result = wfJson_CheckList( json, list, 3, "vertices or points [x, y, z]" );
	result = result == wf_ok ? reserveItems( json, list, sizeof( wfSurfacePoint ), &memory ) : result;
	wfSurfacePoint* corners = memory;
	int32_t count = 0;
	for ( const wfJsonNode* node = wfJson_First( json, list ); result == wf_ok && node != NULL; node = wfJson_Next( json, node ) )
	{
		result = wfReadSurfacePoint( json, node, scene, &corners[count++], NULL );
	}
	if ( result == wf_ok )
	{
		result = place( json, list, wfSurfaceMask_BlockPolygon( scene->mask, corners, count, json->reader->error ) );
	}
	wfReleaseArray( memory, (size_t)list->count, sizeof( wfSurfacePoint ) );
	return result;
}

static wfResult readObstacle( const wfJson* json, const wfJsonNode* node, bool refined, wfSurfaceScene* scene )
{
	wfResult result = wfJson_CheckObject( json, node, "an obstacle", wf_surfaceObstacleFields );
	const wfJsonNode* name = result == wf_ok ? wfJson_Find( json, node, "name" ) : NULL;
	const char* text;
	result = name != NULL ? wfJson_ReadText( json, name, 127, &text ) : result;
	if ( result != wf_ok )
	{
		return result;
	}
	if ( node->count != ( name != NULL ) + 1 )
	{
		return wfJson_Fail( json, node, NULL, wf_badFormat,
							"expected one of sphere, disc, vertices, triangles and "
							"polygon, found %s",
							node->count == ( name != NULL ) ? "none" : "several of them" );
	}
	const wfJsonNode* child = wfJson_First( json, node );
	child = child == name ? wfJson_Next( json, child ) : child;
	const char* kind = wfJson_Key( json, child );
	if ( strcmp( kind, "sphere" ) == 0 )
	{
		return blockSphere( json, child, scene );
	}
	if ( strcmp( kind, "disc" ) == 0 )
	{
		return blockDisc( json, child, scene );
	}
	if ( strcmp( kind, "vertices" ) == 0 )
	{
		return blockVertices( json, child, scene );
	}
	return strcmp( kind, "triangles" ) == 0 ? blockTriangles( json, child, refined, scene ) : blockPolygon( json, child, scene );
}

wfResult wfReadSurfaceObstacles( const wfJson* json, const wfJsonNode* list, bool refined, wfSurfaceScene* scene )
{
	wfResult result = wfJson_CheckList( json, list, 0, "obstacles" );
	if ( result == wf_ok && list->count > 0 && scene->mask == NULL )
	{
		result = wfCreateSurfaceMask( scene->mesh, &scene->mask );
		result = result == wf_outOfMemory ? wfReader_OutOfMemory( json->reader ) : result;
	}
	for ( const wfJsonNode* node = wfJson_First( json, list ); result == wf_ok && node != NULL; node = wfJson_Next( json, node ) )
	{
		result = readObstacle( json, node, refined, scene );
	}
	return result;
}
