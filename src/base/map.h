// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A hash map from 64-bit keys to numbers of 0 or more, such as places in an array. The answers depend on nothing but what was
// set; there is no order to walk through it by. A zeroed struct is an empty map.
//
// Keys of more than 64 bits: mix them into one by wfMixBits, keep the full keys in an array, and go on with the next key where
// the full keys differ, as wfMap_FindName does.
#pragma once

#include "base/base.h"

typedef struct wfMapEntry
{
	uint64_t key;
	int32_t value1; // value + 1; 0: a free slot
} wfMapEntry;

typedef struct wfMap
{
	wfMapEntry* entries;
	size_t slotCount; // a power of two, more than half of them free
	int32_t count;
} wfMap;

// Room for `count` keys in all: as long as there are no more, wfMap_Set and wfMap_FindOrAdd do not fail.
WF_EDGE_API wfResult wfMap_Reserve( wfMap* map, int32_t count );
// The value of a key, -1 when it has none.
WF_EDGE_API int32_t wfMap_Find( const wfMap* map, uint64_t key );
WF_EDGE_API wfResult wfMap_Set( wfMap* map, uint64_t key, int32_t value );
// The value of a key, which becomes `value` when it had none.
WF_EDGE_API wfResult wfMap_FindOrAdd( wfMap* map, uint64_t key, int32_t value, int32_t* found );
// Forgets all keys and keeps the memory.
WF_EDGE_API void wfMap_Clear( wfMap* map );
WF_EDGE_API void wfMap_Free( wfMap* map );

// Names as keys: the place of a name among `names`, whose places are the map's values. When it is none of them -1, and wfMap_Set
// with `*key` adds it.
WF_EDGE_API int32_t wfMap_FindName( const wfMap* map, const char* const* names, const char* name, uint64_t* key );

// One to one, and every bit of the argument reaches every bit of the result.
static inline uint64_t wfMixBits( uint64_t x )
{
	x ^= x >> 32;
	x *= 0xD6E8FEB86659FD93ull;
	x ^= x >> 32;
	x *= 0xD6E8FEB86659FD93ull;
	return x ^ ( x >> 32 );
}
