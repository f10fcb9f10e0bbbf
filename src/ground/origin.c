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
	if ( def->speedUp != 1.0 || def->speedDown != 1.0 )
	{
		ADD( def->speedUp );
		ADD( def->speedDown );
		ADD( def->uphill );
	}
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

static uint64_t hashWorld( const wfWorld* world, uint64_t hash )
{
	ADD( world->bounds );
	for ( int32_t k = 0; k < world->shapes.count; ++k )
	{
		hash = world->shapes.data[k].slot.used ? addShape( hash, &world->shapes.data[k].def ) : hash;
	}
	for ( int32_t k = 0; k < world->goals.count; ++k )
	{
		const wfGoal* goal = &world->goals.data[k];
		if ( goal->slot.used )
		{
			wfGoalId id = { (uint32_t)k + 1, goal->slot.generation };
			ADD( id );
			ADD( goal->def.kind );
			hash = addPoints( hash, goal->def.points, goal->def.pointCount );
		}
	}
	return hash;
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

uint64_t wfGround_HashOrigin( const wfGround* ground, uint64_t hash )
{
	return ground->world != NULL ? hashWorld( ground->world, hash ) : hashMesh( ground, hash );
}
