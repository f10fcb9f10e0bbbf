// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Checkpoint files: a head that says what follows, and the crowd's own bytes. Numbers are little-endian.
#include "record/record.h"

#include <stdio.h>
#include <string.h>

// "WFCHECK" (of crowds on meshes "WFSURFC"), a version of one byte, the frames recorded, the size of the state, its hash; what
// it was made from: seed, preset, agents there had been, hash of the world's outline; hash of the orders by then; at last the
// hash of the head before it.
#define WF_CHECKPOINT_MAGIC "WFCHECK"
#define WF_SURFACE_CHECKPOINT_MAGIC "WFSURFC"
#define WF_CHECKPOINT_VERSION 3
#define WF_CHECKPOINT_HEAD 80
#define WF_HEAD_HASH ( WF_CHECKPOINT_HEAD - 8 )

static void putNumber( unsigned char* at, uint64_t value )
{
	for ( int i = 0; i < 8; ++i )
	{
		at[i] = (unsigned char)( value >> ( 8 * i ) );
	}
}

static uint64_t getNumber( const unsigned char* at )
{
	uint64_t value = 0;
	for ( int i = 7; i >= 0; --i )
	{
		value = ( value << 8 ) | at[i];
	}
	return value;
}

// What a crowd was made from, as far as one can be reported of it.
typedef struct wfOrigin
{
	uint64_t seed, preset, agents, world;
} wfOrigin;

static const char* getMagic( bool onMesh )
{
	return onMesh ? WF_SURFACE_CHECKPOINT_MAGIC : WF_CHECKPOINT_MAGIC;
}

static uint64_t hashWorld( const wfWorld* world )
{
	wfBox2 bounds = wfWorld_GetBounds( world );
	double numbers[6] = { bounds.lower.x,
						  bounds.lower.y,
						  bounds.upper.x,
						  bounds.upper.y,
						  wfWorld_GetShapeCount( world ),
						  wfWorld_GetGoalIds( world, NULL, 0 ) };
	return wfHash( WF_HASH_START, numbers, sizeof( numbers ) );
}

static uint64_t hashMesh( const wfMesh* mesh )
{
	int32_t vertices = wfMesh_GetVertexCount( mesh ), triangles = wfMesh_GetTriangleCount( mesh );
	uint64_t hash = wfHash( WF_HASH_START, wfMesh_GetVertices( mesh ), (size_t)vertices * sizeof( wfVec3 ) );
	return wfHash( hash, wfMesh_GetTriangles( mesh ), 3 * (size_t)triangles * sizeof( int32_t ) );
}

static bool isOnMesh( const wfCrowd* crowd )
{
	return wfCrowd_GetGround( crowd ).mesh != NULL;
}

static wfOrigin getOrigin( const wfCrowd* crowd )
{
	wfCrowdDef def = wfCrowd_GetDef( crowd );
	wfGroundDef ground = wfCrowd_GetGround( crowd );
	return ( wfOrigin ){ def.seed, (uint64_t)def.preset, (uint64_t)wfCrowd_GetTotalCount( crowd ),
						 ground.mesh != NULL ? hashMesh( ground.mesh ) : hashWorld( ground.world ) };
}

// Append what is known to differ between the crowd saved and the one that is there.
static void explainDifferences( const unsigned char* head, const wfCrowd* crowd, wfError* error )
{
	wfOrigin here = getOrigin( crowd );
	uint64_t seed = getNumber( head + 32 ), preset = getNumber( head + 40 ), agents = getNumber( head + 48 );
	char words[256] = "";
	size_t used = 0;
	if ( seed != here.seed )
	{
		used += (size_t)snprintf( words + used, sizeof( words ) - used, ", seed %llu (here %llu)", (unsigned long long)seed,
								  (unsigned long long)here.seed );
	}
	if ( preset != here.preset )
	{
		used += (size_t)snprintf( words + used, sizeof( words ) - used, ", the %s preset",
								  preset == wf_classicPreset ? "classic" : "default" );
	}
	if ( agents != here.agents && here.agents > 0 )
	{
		used += (size_t)snprintf( words + used, sizeof( words ) - used, ", %llu agents by then (here %llu)",
								  (unsigned long long)agents, (unsigned long long)here.agents );
	}
	if ( getNumber( head + 56 ) != here.world )
	{
		used +=
			(size_t)snprintf( words + used, sizeof( words ) - used, isOnMesh( crowd ) ? ", another mesh" : ", another world" );
	}
	size_t length = strlen( error->message );
	if ( used > 0 )
	{
		snprintf( error->message + length, sizeof( error->message ) - length, "; it has %s", words + 2 );
	}
}

wfResult wfWriteCheckpoint( const char* path, const wfCrowd* crowd, const wfCheckpointNotes* notes, wfError* error )
{
	if ( WF_FAILS( path != NULL && crowd != NULL && notes != NULL && notes->recordedFrames >= 0 ) )
	{
		return wfFail( error, wf_invalidDef, "no path, no crowd, no notes, or frames below 0" );
	}
	size_t size = wfCrowd_Save( crowd, NULL, 0 );
	unsigned char* bytes = size > 0 && size <= SIZE_MAX - WF_CHECKPOINT_HEAD ? wfAllocate( WF_CHECKPOINT_HEAD + size ) : NULL;
	if ( bytes == NULL )
	{
		return wfFailFile( path, wf_outOfMemory, "out of memory", 0, error );
	}
	wfResult result = wf_ok;
	if ( wfCrowd_Save( crowd, bytes + WF_CHECKPOINT_HEAD, size ) != size )
	{
		result = wfFailFile( path, wf_outOfMemory, "the state of the crowd could not be saved", 0, error );
	}
	if ( result == wf_ok )
	{
		memcpy( bytes, getMagic( isOnMesh( crowd ) ), 7 );
		bytes[7] = WF_CHECKPOINT_VERSION;
		putNumber( bytes + 8, (uint64_t)notes->recordedFrames );
		putNumber( bytes + 16, size );
		putNumber( bytes + 24, wfHash( WF_HASH_START, bytes + WF_CHECKPOINT_HEAD, size ) );
		wfOrigin origin = getOrigin( crowd );
		putNumber( bytes + 32, origin.seed );
		putNumber( bytes + 40, origin.preset );
		putNumber( bytes + 48, origin.agents );
		putNumber( bytes + 56, origin.world );
		putNumber( bytes + 64, notes->ordersHash );
		putNumber( bytes + WF_HEAD_HASH, wfHash( WF_HASH_START, bytes, WF_HEAD_HASH ) );
		result = wfWriteFileAtomically( path, bytes, WF_CHECKPOINT_HEAD + size, error );
	}
	wfRelease( bytes, WF_CHECKPOINT_HEAD + size );
	return result;
}

static wfResult checkHead( const wfFile* file, const char* path, bool onMesh, wfError* error )
{
	const unsigned char* bytes = (const unsigned char*)file->data;
	char words[160];
	if ( file->size >= 7 && memcmp( bytes, getMagic( !onMesh ), 7 ) == 0 )
	{
		return wfFailFile( path, wf_badFormat,
						   onMesh ? "is a checkpoint of a crowd in the plane; expected one of a crowd on a surface"
								  : "is a checkpoint of a crowd on a surface; expected one of a crowd in the plane",
						   0, error );
	}
	if ( file->size < 7 || memcmp( bytes, getMagic( onMesh ), 7 ) != 0 )
	{
		snprintf( words, sizeof( words ), "is no checkpoint; expected a file that begins with %s", getMagic( onMesh ) );
		return wfFailFile( path, wf_badFormat, words, 0, error );
	}
	if ( file->size > 7 && bytes[7] != WF_CHECKPOINT_VERSION )
	{
		snprintf( words, sizeof( words ), "a checkpoint of version %d; expected %d", bytes[7], WF_CHECKPOINT_VERSION );
		return wfFailFile( path, wf_unsupported, words, 0, error );
	}
	if ( file->size < WF_CHECKPOINT_HEAD )
	{
		return wfFailFile( path, wf_badFormat, "the checkpoint is cut off in its head", 0, error );
	}
	if ( getNumber( bytes + WF_HEAD_HASH ) != wfHash( WF_HASH_START, bytes, WF_HEAD_HASH ) || getNumber( bytes + 8 ) > INT64_MAX )
	{
		return wfFailFile( path, wf_badFormat, "the head of the checkpoint was altered: its hash does not match", 0, error );
	}
	uint64_t stated = getNumber( bytes + 16 ), there = file->size - WF_CHECKPOINT_HEAD;
	if ( stated != there )
	{
		snprintf( words, sizeof( words ), "the checkpoint is %s: expected %llu bytes of state, found %llu",
				  there < stated ? "cut off" : "too long", (unsigned long long)stated, (unsigned long long)there );
		return wfFailFile( path, wf_badFormat, words, 0, error );
	}
	if ( getNumber( bytes + 24 ) != wfHash( WF_HASH_START, bytes + WF_CHECKPOINT_HEAD, there ) )
	{
		return wfFailFile( path, wf_badFormat, "the state in the checkpoint was altered: its hash does not match", 0, error );
	}
	return wf_ok;
}

wfResult wfReadCheckpoint( const char* path, wfCrowd* crowd, wfCheckpointNotes* notes, wfError* error )
{
	if ( WF_FAILS( path != NULL && crowd != NULL && notes != NULL ) )
	{
		return wfFail( error, wf_invalidDef, "no path, no crowd, or no place for the notes" );
	}
	wfFile file = { 0 };
	wfResult result = wfFile_Load( path, SIZE_MAX / 2, true, &file, error );
	if ( result != wf_ok )
	{
		return result;
	}
	result = checkHead( &file, path, isOnMesh( crowd ), error );
	if ( result == wf_ok )
	{
		result = wfCrowd_Restore( crowd, file.data + WF_CHECKPOINT_HEAD, file.size - WF_CHECKPOINT_HEAD, error );
		if ( result != wf_ok && error != NULL )
		{
			if ( result == wf_badFormat )
			{
				explainDifferences( (const unsigned char*)file.data, crowd, error );
			}
			snprintf( error->file, sizeof( error->file ), "%s", path );
		}
	}
	if ( result != wf_ok && error != NULL )
	{
		error->inContent = true;
	}
	if ( result == wf_ok )
	{
		const unsigned char* bytes = (const unsigned char*)file.data;
		*notes = ( wfCheckpointNotes ){ (int64_t)getNumber( bytes + 8 ), getNumber( bytes + 64 ) };
	}
	wfFile_Free( &file );
	return result;
}
