// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#pragma once

#include "crowd/crowd.h"

#include <string.h>

// Also counts bytes that do not fit.
typedef struct wfStateWriter
{
	uint8_t* bytes;
	size_t capacity, size;
} wfStateWriter;

static inline void wfPutBytes( wfStateWriter* writer, const void* data, size_t size )
{
	if ( size > 0 && writer->size <= writer->capacity && size <= writer->capacity - writer->size )
	{
		memcpy( writer->bytes + writer->size, data, size );
	}
	writer->size += size;
}

typedef struct wfStateReader
{
	const uint8_t* bytes;
	size_t left;
	bool failed;
} wfStateReader;

static inline void wfGetBytes( wfStateReader* reader, void* data, size_t size )
{
	if ( reader->failed || size > reader->left )
	{
		reader->failed = true;
		return;
	}
	if ( size > 0 )
	{
		memcpy( data, reader->bytes, size );
	}
	reader->bytes += size;
	reader->left -= size;
}

// Give back the memory of what a saved state replaces, but for the walkers.
void wfReleaseState( wfCrowd* crowd );
// Of the world and of everything added to the crowd; of agents, those added before the first tick.
wfResult wfGetFingerprint( const wfCrowd* crowd, uint64_t* fingerprint );
// The hash extended by a whole agent def.
uint64_t wfHashAgentDef( uint64_t hash, const wfAgentDef* def );
// Whether the numbers of an agent are finite and of a magnitude that a tick can handle.
bool wfAreNumbersSound( const wfAgent* agent );
// Whether the agents, their stops, the free slots and the queues of a crowd are consistent with each other and with what was
// added to the crowd: nothing that a tick reads may be out of range. `what` receives the first problem found.
bool wfIsStateSound( wfCrowd* crowd, const char** what );
