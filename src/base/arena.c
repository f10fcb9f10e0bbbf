// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "base/arena.h"

#define MAX_ALIGNMENT 64
#define DEFAULT_CHUNK_SIZE 65536

// The header takes a full alignment unit so that the first item of a chunk has the largest alignment for free.
#define HEADER_SIZE MAX_ALIGNMENT

struct wfArenaChunk
{
	wfArenaChunk* next;
	size_t capacity; // bytes after the header
};

_Static_assert( sizeof( wfArenaChunk ) <= HEADER_SIZE, "the header of a chunk has outgrown its place" );

wfArena wfMakeArena( size_t chunkSize )
{
	return ( wfArena ){ .chunkSize = chunkSize };
}

void wfArenaDestroy( wfArena* arena )
{
	wfArenaChunk* chunk = arena->first;
	while ( chunk != NULL )
	{
		wfArenaChunk* next = chunk->next;
		wfRelease( chunk, HEADER_SIZE + chunk->capacity );
		chunk = next;
	}
	*arena = ( wfArena ){ .chunkSize = arena->chunkSize };
}

static void* takeFromChunk( wfArena* arena, size_t size, size_t alignment )
{
	if ( arena->current == NULL )
	{
		return NULL;
	}
	size_t capacity = arena->current->capacity;
	size_t begin = ( arena->used + alignment - 1 ) & ~( alignment - 1 );
	if ( begin > capacity || size > capacity - begin )
	{
		return NULL;
	}
	arena->used = begin + size;
	return (uint8_t*)arena->current + HEADER_SIZE + begin;
}

// Behind the current chunk, before those that a reset left over.
static wfResult insertChunk( wfArena* arena, size_t size )
{
	size_t capacity = arena->chunkSize > 0 ? arena->chunkSize : DEFAULT_CHUNK_SIZE;
	capacity = size > capacity ? size : capacity;
	if ( capacity > SIZE_MAX - HEADER_SIZE )
	{
		return wf_outOfMemory;
	}
	wfArenaChunk* chunk = wfAllocate( HEADER_SIZE + capacity );
	if ( chunk == NULL )
	{
		return wf_outOfMemory;
	}
	wfArenaChunk** link = arena->current != NULL ? &arena->current->next : &arena->first;
	*chunk = ( wfArenaChunk ){ .next = *link, .capacity = capacity };
	*link = chunk;
	arena->current = chunk;
	arena->used = 0;
	return wf_ok;
}

void* wfArenaAllocate( wfArena* arena, size_t size, size_t alignment )
{
	if ( WF_FAILS( alignment > 0 && alignment <= MAX_ALIGNMENT && ( alignment & ( alignment - 1 ) ) == 0 ) )
	{
		return NULL;
	}
	void* memory = takeFromChunk( arena, size, alignment );
	if ( memory != NULL )
	{
		return memory;
	}

	wfArenaChunk* next = arena->current != NULL ? arena->current->next : arena->first;
	if ( next != NULL && next->capacity >= size )
	{
		arena->current = next;
		arena->used = 0;
	}
	else if ( insertChunk( arena, size ) != wf_ok )
	{
		return NULL;
	}
	return takeFromChunk( arena, size, alignment );
}

void* wfArenaAllocateArray( wfArena* arena, size_t count, size_t size, size_t alignment )
{
	if ( size != 0 && count > SIZE_MAX / size )
	{
		return NULL;
	}
	return wfArenaAllocate( arena, count * size, alignment );
}

wfArenaMark wfArenaGetMark( const wfArena* arena )
{
	return ( wfArenaMark ){ arena->current, arena->used };
}

void wfArenaResetTo( wfArena* arena, wfArenaMark mark )
{
	arena->current = mark.chunk;
	arena->used = mark.used;
}

void wfArenaReset( wfArena* arena )
{
	wfArenaResetTo( arena, ( wfArenaMark ){ NULL, 0 } );
}

size_t wfArenaGetByteCount( const wfArena* arena )
{
	size_t count = 0;
	for ( const wfArenaChunk* chunk = arena->first; chunk != NULL; chunk = chunk->next )
	{
		count += HEADER_SIZE + chunk->capacity;
	}
	return count;
}
