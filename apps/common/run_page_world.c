// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What stands still in the page of a run: shapes, goals and lines of the plane, or a mesh.

#include "run_parts.h"

#include "base/math.h"
#include "base/vec2.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void wfJsonOut_Bytes( wfJsonOut* json, const char* key, const void* bytes, size_t size )
{
	wfText text = { 0 };
	wfText_AddBase64( &text, bytes, size );
	wfExpect( wfText_GetResult( &text ) );
	wfJsonOut_String( json, key, text.data != NULL ? text.data : "" );
	wfText_Free( &text );
}

// --------------------------------------------------------------------------------------------------------------- plane

static void addRing( wfJsonOut* json, const char* key, const wfVec2* points, int32_t count )
{
	double* numbers = wfNewArray( 2 * (size_t)count, sizeof( double ) );
	for ( int32_t i = 0; i < count; ++i )
	{
		numbers[2 * i] = points[i].x;
		numbers[2 * i + 1] = points[i].y;
	}
	wfJsonOut_Numbers( json, key, numbers, 2 * count );
	free( numbers );
}

static void addBox( wfJsonOut* json, const wfShapeDef* shape )
{
	static const double s_corners[4][2] = { { -1.0, -1.0 }, { 1.0, -1.0 }, { 1.0, 1.0 }, { -1.0, 1.0 } };
	wfVec2 points[4];
	wfCosSin turn = wfCosSinOf( shape->angle );
	wfVec2 along = { turn.cosine, turn.sine };
	for ( int k = 0; k < 4; ++k )
	{
		wfVec2 corner = { s_corners[k][0] * shape->halfSize.x, s_corners[k][1] * shape->halfSize.y };
		points[k] = wfAdd2( shape->center, wfFromFrame2( along, corner ) );
	}
	addRing( json, NULL, points, 4 );
}

// One bit for each pixel.
static void addCells( wfJsonOut* json, const wfShapeDef* shape )
{
	size_t count = (size_t)shape->width * (size_t)shape->height;
	uint8_t* bits = wfNewArray( count / 8 + 1, 1 );
	for ( size_t k = 0; k < count; ++k )
	{
		bits[k / 8] |= (uint8_t)( shape->cells[k] != 0 ? 1 << k % 8 : 0 );
	}
	wfJsonOut_Bytes( json, "cells", bits, count / 8 + 1 );
	wfJsonOut_Integer( json, "width", shape->width );
	wfJsonOut_Integer( json, "height", shape->height );
	wfJsonOut_Number( json, "pixel", shape->pixelSize );
	free( bits );
}

static void addShape( wfJsonOut* json, const wfShapeDef* shape )
{
	static const char* const s_roles[] = { "obstacle", "walkable", "terrain" };
	static const char* const s_kinds[] = { "rings", "disc", "line", "rings", "image" };
	wfJsonOut_BeginRow( json, NULL );
	wfJsonOut_String( json, "role", s_roles[shape->role] );
	wfJsonOut_String( json, "kind", s_kinds[shape->kind] );
	wfJsonOut_Point( json, "center", shape->center.x, shape->center.y );
	wfJsonOut_Number( json, "radius", shape->radius );
	wfJsonOut_BeginList( json, "rings" );
	if ( shape->kind == wf_boxShape )
	{
		addBox( json, shape );
	}
	else if ( shape->kind == wf_segmentShape || shape->ringSizes == NULL )
	{
		addRing( json, NULL, shape->points, shape->pointCount );
	}
	else
	{
		const wfVec2* points = shape->points;
		for ( int32_t k = 0; k < shape->ringCount; points += shape->ringSizes[k], ++k )
		{
			addRing( json, NULL, points, shape->ringSizes[k] );
		}
	}
	wfJsonOut_End( json );
	if ( shape->kind == wf_imageShape )
	{
		addCells( json, shape );
	}
	wfJsonOut_End( json );
}

static void addShapes( wfJsonOut* json, const wfWorld* world )
{
	int32_t count = wfWorld_GetShapeIds( world, NULL, 0 );
	wfShapeId* ids = wfNewArray( (size_t)count + 1, sizeof( wfShapeId ) );
	wfWorld_GetShapeIds( world, ids, count );
	wfJsonOut_BeginList( json, "shapes" );
	for ( int32_t i = 0; i < count; ++i )
	{
		wfShapeDef shape = wfWorld_GetShape( world, ids[i] );
		addShape( json, &shape );
	}
	wfJsonOut_End( json );
	free( ids );
}

static void addGoals( wfJsonOut* json, const wfWorld* world )
{
	static const char* const s_kinds[] = { "point", "line", "polygon", "point" };
	int32_t count = wfWorld_GetGoalIds( world, NULL, 0 );
	wfGoalId* ids = wfNewArray( (size_t)count + 1, sizeof( wfGoalId ) );
	wfWorld_GetGoalIds( world, ids, count );
	wfJsonOut_BeginList( json, "goals" );
	for ( int32_t i = 0; i < count; ++i )
	{
		wfGoalDef goal = wfWorld_GetGoal( world, ids[i] );
		wfJsonOut_BeginRow( json, NULL );
		wfJsonOut_String( json, "kind", s_kinds[goal.kind] );
		addRing( json, "points", goal.points, goal.pointCount );
		wfJsonOut_End( json );
	}
	wfJsonOut_End( json );
	free( ids );
}

void wfAddPlaneToPage( wfJsonOut* json, const wfSimulation* simulation )
{
	wfBox2 bounds = wfWorld_GetBounds( simulation->world );
	wfJsonOut_BeginObject( json, "plane" );
	wfJsonOut_Point( json, "lower", bounds.lower.x, bounds.lower.y );
	wfJsonOut_Point( json, "upper", bounds.upper.x, bounds.upper.y );
	addShapes( json, simulation->world );
	addGoals( json, simulation->world );
	wfJsonOut_BeginList( json, "lines" );
	for ( int32_t i = 0; i < simulation->lineCount; ++i )
	{
		wfJsonOut_BeginRow( json, NULL );
		wfJsonOut_Point( json, "a", simulation->lines[i].a.x, simulation->lines[i].a.y );
		wfJsonOut_Point( json, "b", simulation->lines[i].b.x, simulation->lines[i].b.y );
		wfJsonOut_End( json );
	}
	wfJsonOut_End( json );
	wfJsonOut_End( json );
}

// ---------------------------------------------------------------------------------------------------------------- mesh

static void addMeshGoals( wfJsonOut* json, const wfSurfaceScene* scene )
{
	wfJsonOut_BeginList( json, "goals" );
	for ( int32_t i = 0; i < scene->goalCount; ++i )
	{
		wfVec3 place = wfMesh_GetPosition( scene->mesh, scene->goals[i].place );
		wfJsonOut_BeginRow( json, NULL );
		wfJsonOut_Numbers( json, "place", ( const double[] ){ place.x, place.y, place.z }, 3 );
		wfJsonOut_End( json );
	}
	wfJsonOut_End( json );
}

// Corners in 65,535ths of the largest extent: finer than can be seen.
void wfAddMeshToPage( wfJsonOut* json, const wfSurfaceScene* scene )
{
	const wfMesh* mesh = scene->mesh;
	wfMeshReport report = wfMesh_GetReport( mesh );
	wfVec3 lower = report.lower, upper = report.upper;
	double step = fmax( fmax( upper.x - lower.x, upper.y - lower.y ), fmax( upper.z - lower.z, 1e-9 ) ) / 65535.0;
	int32_t vertexCount = wfMesh_GetVertexCount( mesh ), triangleCount = wfMesh_GetTriangleCount( mesh );
	const wfVec3* vertices = wfMesh_GetVertices( mesh );
	uint16_t* packed = wfNewArray( 3 * (size_t)vertexCount, sizeof( uint16_t ) );
	for ( int32_t i = 0; i < vertexCount; ++i )
	{
		packed[3 * i] = (uint16_t)( ( vertices[i].x - lower.x ) / step + 0.5 );
		packed[3 * i + 1] = (uint16_t)( ( vertices[i].y - lower.y ) / step + 0.5 );
		packed[3 * i + 2] = (uint16_t)( ( vertices[i].z - lower.z ) / step + 0.5 );
	}
	uint8_t* blocked = wfNewArray( (size_t)triangleCount + 1, 1 );
	for ( int32_t i = 0; i < triangleCount && scene->mask != NULL; ++i )
	{
		blocked[i] = wfSurfaceMask_IsTriangleBlocked( scene->mask, i );
	}
	wfJsonOut_BeginObject( json, "mesh" );
	wfJsonOut_Numbers( json, "lower", ( const double[] ){ lower.x, lower.y, lower.z }, 3 );
	wfJsonOut_Number( json, "step", step );
	wfJsonOut_Numbers(
		json, "extent",
		( const double[] ){ ( upper.x - lower.x ) / step, ( upper.y - lower.y ) / step, ( upper.z - lower.z ) / step }, 3 );
	wfJsonOut_Bytes( json, "vertices", packed, 3 * (size_t)vertexCount * sizeof( uint16_t ) );
	wfJsonOut_Bytes( json, "triangles", wfMesh_GetTriangles( mesh ), 3 * (size_t)triangleCount * sizeof( int32_t ) );
	wfJsonOut_Bytes( json, "blocked", blocked, (size_t)triangleCount );
	addMeshGoals( json, scene );
	wfJsonOut_End( json );
	free( packed );
	free( blocked );
}
