// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#pragma once

#include "crowd/crowd.h"

#include <string.h>

// Counts also what does not fit.
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

// Of the world and of all that was added to the crowd, of agents those before the first tick.
wfResult wfGetFingerprint( const wfCrowd* crowd, uint64_t* fingerprint );
// The hash with everything of an agent's def in it.
uint64_t wfHashAgentDef( uint64_t hash, const wfAgentDef* def );
// Whether the numbers of an agent are finite and of a size that a tick can bear.
bool wfAreNumbersSound( const wfAgent* agent );
// Whether the agents, their stops, the free slots and the queues of a crowd fit together and to what was added to it: nothing a
// tick reads may be out of its range. `what` receives the first thing found wrong.
bool wfIsStateSound( wfCrowd* crowd, const char** what );
