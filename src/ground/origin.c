// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What a ground was made from, as a hash: shapes and goals of a world, or a mesh with its obstacles and goals. Member by member,
// for the gaps between members hold anything.
#include "ground/ground.h"
#include "world/world.h"

#define ADD( member ) hash = wfHash( hash, &( member ), sizeof( member ) )

static uint64_t addPoints( uint64_t hash, const wfVec2* points, int32_t count )
{
	ADD( count );
	return count > 0 ? wfHash( hash, points, (size_t)count * sizeof( wfVec2 ) ) : hash;
}

static uint64_t addShape( uint64_t hash, const wfShapeDef* def )
{
	ADD( def->kind );
	ADD( def->role );
	ADD( def->center );
	ADD( def->halfSize );
	ADD( def->angle );
	ADD( def->radius );
	ADD( def->width );
	ADD( def->height );
	ADD( def->pixelSize );
	ADD( def->cost );
	ADD( def->kinds );
	hash = addPoints( hash, def->points, def->kind == wf_segmentShape || def->kind == wf_polygonShape ? def->pointCount : 0 );
	if ( def->kind == wf_polygonShape && def->ringSizes != NULL )
	{
		hash = wfHash( hash, def->ringSizes, (size_t)def->ringCount * sizeof( int32_t ) );
	}
	if ( def->kind == wf_imageShape )
	{
		hash = wfHash( hash, def->cells, (size_t)def->width * (size_t)def->height );
	}
	return hash;
}

static wfResult hashWorld( const wfWorld* world, uint64_t* result )
{
	uint64_t hash = *result;
	wfBox2 bounds = wfWorld_GetBounds( world );
	ADD( bounds );
	int32_t shapeCount = wfWorld_GetShapeIds( world, NULL, 0 ), goalCount = wfWorld_GetGoalIds( world, NULL, 0 );
	size_t size = (size_t)( shapeCount > goalCount ? shapeCount : goalCount ) + 1;
	wfShapeId* shapes = wfAllocateArray( size, sizeof( wfShapeId ) );
	wfGoalId* goals = wfAllocateArray( size, sizeof( wfGoalId ) );
	bool enough = shapes != NULL && goals != NULL;
	if ( enough )
	{
		wfWorld_GetShapeIds( world, shapes, shapeCount );
		wfWorld_GetGoalIds( world, goals, goalCount );
		for ( int32_t k = 0; k < shapeCount; ++k )
		{
			wfShapeDef def = wfWorld_GetShape( world, shapes[k] );
			hash = addShape( hash, &def );
		}
		for ( int32_t k = 0; k < goalCount; ++k )
		{
			wfGoalDef def = wfWorld_GetGoal( world, goals[k] );
			ADD( goals[k] );
			ADD( def.kind );
			hash = addPoints( hash, def.points, def.pointCount );
		}
	}
	wfReleaseArray( shapes, size, sizeof( wfShapeId ) );
	wfReleaseArray( goals, size, sizeof( wfGoalId ) );
	*result = hash;
	return enough ? wf_ok : wf_outOfMemory;
}

static uint64_t hashMesh( const wfGround* ground, uint64_t hash )
{
	const wfMesh* mesh = ground->mesh;
	hash = wfHash( hash, mesh->vertices, (size_t)mesh->vertexCount * sizeof( wfVec3 ) );
	hash = wfHash( hash, mesh->triangles, 3 * (size_t)mesh->triangleCount * sizeof( int32_t ) );
	hash = wfHash( hash, ground->mask->vertexBlocked, (size_t)mesh->vertexCount );
	hash = wfHash( hash, ground->mask->triangleBlocked, (size_t)mesh->triangleCount );
	int32_t boundary = (int32_t)ground->def.boundary;
	ADD( boundary );
	for ( int32_t k = 0; k < ground->goals.count; ++k )
	{
		const wfMeshGoal* goal = &ground->goals.data[k];
		double numbers[4] = { (double)goal->kind, goal->place.u, goal->place.v, goal->reach };
		ADD( numbers );
		ADD( goal->place.triangle );
		hash = goal->vertexCount > 0 ? wfHash( hash, goal->vertices, (size_t)goal->vertexCount * sizeof( int32_t ) ) : hash;
	}
	return hash;
}

wfResult wfGround_HashOrigin( const wfGround* ground, uint64_t* hash )
{
	if ( ground->world != NULL )
	{
		return hashWorld( ground->world, hash );
	}
	*hash = hashMesh( ground, *hash );
	return wf_ok;
}
