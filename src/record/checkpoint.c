// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Checkpoint files: a head that says what follows, and the crowd's own bytes. Numbers are little-endian.
#include "record/record.h"

#include <stdio.h>
#include <string.h>

// "WFCHECK", a version of one byte, the frames recorded, the size of the state, its hash, the hash of the head before it.
#define WF_CHECKPOINT_MAGIC "WFCHECK"
#define WF_CHECKPOINT_VERSION 1
#define WF_CHECKPOINT_HEAD 40

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

static wfResult failCheckpoint( wfError* error, const char* path, wfResult result, const char* words )
{
	wfFail( error, result, "%s", words );
	if ( error != NULL )
	{
		snprintf( error->file, sizeof( error->file ), "%s", path );
	}
	return result;
}

wfResult wfWriteCheckpoint( const char* path, const wfCrowd* crowd, int64_t recordedFrames, wfError* error )
{
	if ( WF_FAILS( path != NULL && crowd != NULL && recordedFrames >= 0 ) )
	{
		return wfFail( error, wf_invalidDef, "no path, no crowd, or frames below 0" );
	}
	size_t size = wfCrowd_Save( crowd, NULL, 0 );
	unsigned char* bytes = size <= SIZE_MAX - WF_CHECKPOINT_HEAD ? wfAllocate( WF_CHECKPOINT_HEAD + size ) : NULL;
	if ( bytes == NULL )
	{
		return failCheckpoint( error, path, wf_outOfMemory, "out of memory" );
	}
	wfResult result = wf_ok;
	if ( wfCrowd_Save( crowd, bytes + WF_CHECKPOINT_HEAD, size ) != size )
	{
		result = failCheckpoint( error, path, wf_outOfMemory, "the state of the crowd could not be saved" );
	}
	if ( result == wf_ok )
	{
		memcpy( bytes, WF_CHECKPOINT_MAGIC, 7 );
		bytes[7] = WF_CHECKPOINT_VERSION;
		putNumber( bytes + 8, (uint64_t)recordedFrames );
		putNumber( bytes + 16, size );
		putNumber( bytes + 24, wfHash( WF_HASH_START, bytes + WF_CHECKPOINT_HEAD, size ) );
		putNumber( bytes + 32, wfHash( WF_HASH_START, bytes, 32 ) );
		result = wfWriteFileAtomically( path, bytes, WF_CHECKPOINT_HEAD + size, error );
	}
	wfRelease( bytes, WF_CHECKPOINT_HEAD + size );
	return result;
}

static wfResult checkHead( const wfFile* file, const char* path, wfError* error )
{
	const unsigned char* bytes = (const unsigned char*)file->data;
	char words[160];
	if ( file->size < 7 || memcmp( bytes, WF_CHECKPOINT_MAGIC, 7 ) != 0 )
	{
		return failCheckpoint( error, path, wf_badFormat, "is no checkpoint; expected a file that begins with WFCHECK" );
	}
	if ( file->size > 7 && bytes[7] != WF_CHECKPOINT_VERSION )
	{
		snprintf( words, sizeof( words ), "a checkpoint of version %d; expected %d", bytes[7], WF_CHECKPOINT_VERSION );
		return failCheckpoint( error, path, wf_unsupported, words );
	}
	if ( file->size < WF_CHECKPOINT_HEAD )
	{
		return failCheckpoint( error, path, wf_badFormat, "the checkpoint is cut off in its head" );
	}
	if ( getNumber( bytes + 32 ) != wfHash( WF_HASH_START, bytes, 32 ) || getNumber( bytes + 8 ) > INT64_MAX )
	{
		return failCheckpoint( error, path, wf_badFormat, "the head of the checkpoint was altered: its hash does not match" );
	}
	uint64_t stated = getNumber( bytes + 16 ), there = file->size - WF_CHECKPOINT_HEAD;
	if ( stated != there )
	{
		snprintf( words, sizeof( words ), "the checkpoint is %s: expected %llu bytes of state, found %llu",
				  there < stated ? "cut off" : "too long", (unsigned long long)stated, (unsigned long long)there );
		return failCheckpoint( error, path, wf_badFormat, words );
	}
	if ( getNumber( bytes + 24 ) != wfHash( WF_HASH_START, bytes + WF_CHECKPOINT_HEAD, there ) )
	{
		return failCheckpoint( error, path, wf_badFormat, "the state in the checkpoint was altered: its hash does not match" );
	}
	return wf_ok;
}

wfResult wfReadCheckpoint( const char* path, wfCrowd* crowd, int64_t* recordedFrames, wfError* error )
{
	if ( WF_FAILS( path != NULL && crowd != NULL && recordedFrames != NULL ) )
	{
		return wfFail( error, wf_invalidDef, "no path, no crowd, or no place for the frames" );
	}
	wfFile file = { 0 };
	wfResult result = wfFile_Load( path, SIZE_MAX / 2, true, &file, error );
	if ( result != wf_ok )
	{
		return result;
	}
	result = checkHead( &file, path, error );
	if ( result == wf_ok )
	{
		result = wfCrowd_Restore( crowd, file.data + WF_CHECKPOINT_HEAD, file.size - WF_CHECKPOINT_HEAD, error );
		if ( result != wf_ok && error != NULL )
		{
			snprintf( error->file, sizeof( error->file ), "%s", path );
		}
	}
	if ( result == wf_ok )
	{
		*recordedFrames = (int64_t)getNumber( (const unsigned char*)file.data + 8 );
	}
	wfFile_Free( &file );
	return result;
}
