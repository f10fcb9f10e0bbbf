// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The world's part of what a saved state belongs to: its shapes and goals. Member by member, for the gaps between members hold
// anything.
#include "crowd/crowd.h"
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

wfResult wfHashWorld( const wfCrowd* crowd, uint64_t* result )
{
	const wfWorld* world = crowd->world;
	uint64_t hash = *result;
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
	*result = hash;
	return wf_ok;
}
