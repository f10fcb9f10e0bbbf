// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "wayfield/base.h"

#include <string.h>

// Odd numbers without structure: leading fractional bits of the square roots of 2, 3, 5 and 7.
#define FACTOR_WORD 0x6A09E667F3BCC909ull
#define FACTOR_STATE 0xBB67AE8584CAA73Bull
#define FACTOR_FINISH 0x3C6EF372FE94F82Bull
#define FACTOR_SIZE 0xA54FF53A5F1D36F1ull

static uint64_t readLittleEndian( const uint8_t* bytes )
{
#if defined( __BYTE_ORDER__ ) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	uint64_t word;
	memcpy( &word, bytes, sizeof( word ) );
	return word;
#else
	uint64_t word = 0;
	for ( int32_t i = 0; i < 8; ++i )
	{
		word |= (uint64_t)bytes[i] << ( 8 * i );
	}
	return word;
#endif
}

// One to one in the word for a given hash and the other way round, so that a single differing word never collides.
static uint64_t absorb( uint64_t hash, uint64_t word )
{
	word *= FACTOR_WORD;
	word ^= word >> 32;
	hash ^= word;
	hash = hash << 29 | hash >> 35;
	return hash * FACTOR_STATE;
}

// A prefix of the bytes and the size both count, so the hash of two pieces differs from the hash of both at once. The bytes are
// read in the order of memory: hash numbers only where they are little endian or are brought to a fixed order first.
uint64_t wfHash( uint64_t hash, const void* data, size_t size )
{
	const uint8_t* bytes = data;
	size_t wordCount = size / 8;
	for ( size_t i = 0; i < wordCount; ++i )
	{
		hash = absorb( hash, readLittleEndian( bytes + 8 * i ) );
	}
	uint64_t rest = 0;
	for ( size_t i = 8 * wordCount; i < size; ++i )
	{
		rest |= (uint64_t)bytes[i] << ( 8 * ( i & 7 ) );
	}
	hash = absorb( hash, rest );
	hash ^= (uint64_t)size * FACTOR_SIZE;

	// Every bit of the state reaches every bit of the result.
	hash ^= hash >> 32;
	hash *= FACTOR_FINISH;
	hash ^= hash >> 29;
	hash *= FACTOR_WORD;
	hash ^= hash >> 32;
	return hash;
}
