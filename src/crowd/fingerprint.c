// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The world's part of what a saved state belongs to: its shapes and goals. Member by member, for the gaps between members hold
// anything.
#include "crowd/crowd.h"

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

// Ids come one at a time: the n-th is the last of n asked for.
wfResult wfHashWorld( const wfCrowd* crowd, uint64_t* result )
{
	const wfWorld* world = crowd->world;
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
