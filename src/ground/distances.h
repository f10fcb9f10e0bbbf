// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Distances to a target by cell, kept where they were asked for: in blocks, since who asks for a cell asks for its neighbours
// next. Any number of threads may read and keep at the same time; all would keep the same.
#pragma once

#include "base/base.h"

#include <stdatomic.h>

#define WF_BLOCK_SIDE 8
#define WF_BLOCK_CELLS ( WF_BLOCK_SIDE * WF_BLOCK_SIDE )

typedef struct wfDistanceBlock
{
	_Atomic( float ) cells[WF_BLOCK_CELLS]; // negative: not known
} wfDistanceBlock;

typedef struct wfDistanceMap
{
	int32_t width;
	int32_t columns, count;				 // of blocks
	_Atomic( wfDistanceBlock* )* blocks; // null: nothing known in it
	atomic_int kept;					 // blocks that are there
} wfDistanceMap;

wfResult wfDistanceMap_Init( wfDistanceMap* map, int32_t width, int32_t height );
void wfDistanceMap_Free( wfDistanceMap* map );
void wfDistanceMap_Clear( wfDistanceMap* map );

static inline int32_t wfDistanceMap_FindBlock( const wfDistanceMap* map, int32_t cell, int32_t* within )
{
	int32_t i = cell % map->width, j = cell / map->width;
	*within = j % WF_BLOCK_SIDE * WF_BLOCK_SIDE + i % WF_BLOCK_SIDE;
	return j / WF_BLOCK_SIDE * map->columns + i / WF_BLOCK_SIDE;
}

static inline size_t wfDistanceMap_CountBytes( const wfDistanceMap* map )
{
	return (size_t)map->count * sizeof( *map->blocks ) + (size_t)atomic_load( &map->kept ) * sizeof( wfDistanceBlock );
}

// Negative: not known.
static inline float wfDistanceMap_Get( const wfDistanceMap* map, int32_t cell )
{
	int32_t within, block = wfDistanceMap_FindBlock( map, cell, &within );
	wfDistanceBlock* of = atomic_load_explicit( &map->blocks[block], memory_order_acquire );
	return of != NULL ? atomic_load_explicit( &of->cells[within], memory_order_relaxed ) : -1.0f;
}

// Without memory nothing is kept.
void wfDistanceMap_Keep( const wfDistanceMap* map, int32_t cell, float distance );
