// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "ground/distances.h"

#include <string.h>

wfResult wfDistanceMap_Init( wfDistanceMap* map, int32_t width, int32_t height )
{
	*map = ( wfDistanceMap ){ .width = width, .columns = ( width + WF_BLOCK_SIDE - 1 ) / WF_BLOCK_SIDE };
	map->count = map->columns * ( ( height + WF_BLOCK_SIDE - 1 ) / WF_BLOCK_SIDE );
	map->blocks = wfAllocateZeroed( (size_t)map->count * sizeof( *map->blocks ) );
	return map->blocks != NULL ? wf_ok : wf_outOfMemory;
}

void wfDistanceMap_Clear( wfDistanceMap* map )
{
	for ( int32_t k = 0; map->blocks != NULL && k < map->count; ++k )
	{
		wfRelease( atomic_load( &map->blocks[k] ), sizeof( wfDistanceBlock ) );
		atomic_store( &map->blocks[k], NULL );
	}
	atomic_store( &map->kept, 0 );
}

void wfDistanceMap_Free( wfDistanceMap* map )
{
	wfDistanceMap_Clear( map );
	wfReleaseArray( map->blocks, (size_t)map->count, sizeof( *map->blocks ) );
	memset( map, 0, sizeof( *map ) );
}

void wfDistanceMap_Keep( const wfDistanceMap* map, int32_t cell, float distance )
{
	int32_t within, index = wfDistanceMap_FindBlock( map, cell, &within );
	wfDistanceBlock* block = atomic_load_explicit( &map->blocks[index], memory_order_acquire );
	if ( block == NULL )
	{
		block = wfAllocate( sizeof( wfDistanceBlock ) );
		for ( int32_t k = 0; block != NULL && k < WF_BLOCK_CELLS; ++k )
		{
			atomic_init( &block->cells[k], -1.0f );
		}
		wfDistanceBlock* other = NULL;
		if ( block != NULL && !atomic_compare_exchange_strong( &map->blocks[index], &other, block ) )
		{
			wfRelease( block, sizeof( *block ) );
			block = other;
		}
		else if ( block != NULL )
		{
			atomic_fetch_add_explicit( &( (wfDistanceMap*)map )->kept, 1, memory_order_relaxed );
		}
	}
	if ( block != NULL )
	{
		atomic_store_explicit( &block->cells[within], distance, memory_order_relaxed );
	}
}
