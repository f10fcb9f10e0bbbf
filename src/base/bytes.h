// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// States as bytes: writing them one after the other, and reading them again.
#pragma once

#include "base/base.h"

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
