// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Open addressing: a key lies in the first free slot from where its bits say.
#include "base/map.h"

#include <string.h>

// The slot with the key, or the free one where it belongs. There is a free one.
static wfMapEntry* findSlot( const wfMap* map, uint64_t key )
{
	size_t mask = map->slotCount - 1, at = (size_t)wfMixBits( key ) & mask;
	while ( map->entries[at].value1 != 0 && map->entries[at].key != key )
	{
		at = ( at + 1 ) & mask;
	}
	return &map->entries[at];
}

wfResult wfMap_Reserve( wfMap* map, int32_t count )
{
	size_t slotCount = 16;
	while ( slotCount / 2 <= (size_t)count )
	{
		slotCount *= 2;
	}
	if ( slotCount <= map->slotCount )
	{
		return wf_ok;
	}
	wfMap larger = { .slotCount = slotCount, .count = map->count };
	larger.entries = wfAllocateArray( slotCount, sizeof( wfMapEntry ) );
	if ( larger.entries == NULL )
	{
		return wf_outOfMemory;
	}
	memset( larger.entries, 0, slotCount * sizeof( wfMapEntry ) );
	for ( size_t k = 0; k < map->slotCount; ++k )
	{
		if ( map->entries[k].value1 != 0 )
		{
			*findSlot( &larger, map->entries[k].key ) = map->entries[k];
		}
	}
	wfMap_Free( map );
	*map = larger;
	return wf_ok;
}

int32_t wfMap_Find( const wfMap* map, uint64_t key )
{
	return map->count > 0 ? findSlot( map, key )->value1 - 1 : -1;
}

wfResult wfMap_Set( wfMap* map, uint64_t key, int32_t value )
{
	int32_t found;
	wfResult result = wfMap_FindOrAdd( map, key, value, &found );
	if ( result == wf_ok && found != value )
	{
		findSlot( map, key )->value1 = value + 1;
	}
	return result;
}

wfResult wfMap_FindOrAdd( wfMap* map, uint64_t key, int32_t value, int32_t* found )
{
	if ( WF_FAILS( value >= 0 && value < INT32_MAX ) )
	{
		return wf_outOfRange;
	}
	// A key that is there needs no room.
	*found = wfMap_Find( map, key );
	if ( *found < 0 )
	{
		if ( map->count == INT32_MAX || wfMap_Reserve( map, map->count + 1 ) != wf_ok )
		{
			return wf_outOfMemory;
		}
		*findSlot( map, key ) = ( wfMapEntry ){ key, value + 1 };
		*found = value;
		map->count += 1;
	}
	return wf_ok;
}

void wfMap_Clear( wfMap* map )
{
	if ( map->count > 0 )
	{
		memset( map->entries, 0, map->slotCount * sizeof( wfMapEntry ) );
	}
	map->count = 0;
}

void wfMap_Free( wfMap* map )
{
	wfReleaseArray( map->entries, map->slotCount, sizeof( wfMapEntry ) );
	*map = ( wfMap ){ 0 };
}

int32_t wfMap_FindName( const wfMap* map, const char* const* names, const char* name, uint64_t* key )
{
	*key = wfHash( WF_HASH_START, name, strlen( name ) );
	int32_t found = wfMap_Find( map, *key );
	while ( found >= 0 && strcmp( names[found], name ) != 0 )
	{
		*key += 1;
		found = wfMap_Find( map, *key );
	}
	return found;
}
