// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Memory for many small things that die together: allocation is a bump of a pointer, release is one reset. Chunks come from
// wfAllocate and stay for reuse until the arena is destroyed. Not safe to share between threads.
#pragma once

#include "base/base.h"

typedef struct wfArenaChunk wfArenaChunk;

// A zeroed struct is a valid arena with chunks of the default size.
typedef struct wfArena
{
	wfArenaChunk* first;
	wfArenaChunk* current;
	size_t used;	  // bytes of the current chunk
	size_t chunkSize; // least size of a new chunk; 0: 64 KiB
} wfArena;

// A moment in the life of an arena. Stays valid until the arena is reset to an earlier one.
typedef struct wfArenaMark
{
	wfArenaChunk* chunk;
	size_t used;
} wfArenaMark;

wfArena wfMakeArena( size_t chunkSize );
void wfArenaDestroy( wfArena* arena );

// Not zeroed; null when out of memory, and the arena stays as it was. The alignment is a power of two up to 64. Zero bytes give a
// pointer that is not null.
void* wfArenaAllocate( wfArena* arena, size_t size, size_t alignment );
// count * size with overflow checked.
void* wfArenaAllocateArray( wfArena* arena, size_t count, size_t size, size_t alignment );

wfArenaMark wfArenaGetMark( const wfArena* arena );
// All that was allocated after the mark is gone; its memory is used again.
void wfArenaResetTo( wfArena* arena, wfArenaMark mark );
void wfArenaReset( wfArena* arena );

// Bytes held in chunks, used or not.
size_t wfArenaGetByteCount( const wfArena* arena );
