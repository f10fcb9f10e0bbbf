// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Allocation, asserts, logging and errors. The hooks are plain globals: they are set before anything is created.
#include "base/array.h"

#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined( _WIN32 )
#include <malloc.h>
#endif

// One cache line, and the widest vector register: rows of a grid can be loaded without crossing lines, and what two workers write
// never shares a line when each has its own block.
#define WF_ALIGNMENT 64

// ----------------------------------------------------------------------------------------------------------- allocation

static void* allocateAligned( size_t size, size_t alignment, void* context )
{
	(void)context;
	// aligned_alloc asks for a multiple of the alignment.
	if ( size > PTRDIFF_MAX - ( alignment - 1 ) )
	{
		return NULL;
	}
	size_t rounded = ( size + alignment - 1 ) & ~( alignment - 1 );
#if defined( _WIN32 )
	return _aligned_malloc( rounded, alignment );
#else
	return aligned_alloc( alignment, rounded );
#endif
}

static void freeAligned( void* memory, size_t size, void* context )
{
	(void)size;
	(void)context;
#if defined( _WIN32 )
	_aligned_free( memory );
#else
	free( memory );
#endif
}

static wfAllocateFcn* s_allocate = allocateAligned;
static wfFreeFcn* s_free = freeAligned;
static void* s_allocatorContext = NULL;
static atomic_size_t s_byteCount;

void wfSetAllocator( wfAllocateFcn* allocate, wfFreeFcn* release, void* context )
{
	// One without the other would free foreign memory.
	if ( WF_FAILS( ( allocate == NULL ) == ( release == NULL ) ) )
	{
		return;
	}
	s_allocate = allocate != NULL ? allocate : allocateAligned;
	s_free = release != NULL ? release : freeAligned;
	s_allocatorContext = allocate != NULL ? context : NULL;
}

size_t wfGetByteCount( void )
{
	return atomic_load_explicit( &s_byteCount, memory_order_relaxed );
}

// Nothing is asked for as one byte, so that null always means out of memory.
static size_t atLeastOneByte( size_t size )
{
	return size > 0 ? size : 1;
}

void* wfAllocate( size_t size )
{
	size_t asked = atLeastOneByte( size );
	// Larger objects have differences of pointers that do not fit; no allocator gives them, but a hook might add to the size.
	if ( asked > PTRDIFF_MAX )
	{
		return NULL;
	}
	void* memory = s_allocate( asked, WF_ALIGNMENT, s_allocatorContext );
	if ( memory == NULL )
	{
		return NULL;
	}
	WF_ASSERT( ( (uintptr_t)memory & ( WF_ALIGNMENT - 1 ) ) == 0 );
	atomic_fetch_add_explicit( &s_byteCount, asked, memory_order_relaxed );
	return memory;
}

void* wfAllocateZeroed( size_t size )
{
	void* memory = wfAllocate( size );
	if ( memory != NULL )
	{
		memset( memory, 0, size );
	}
	return memory;
}

void wfRelease( const void* memory, size_t size )
{
	if ( memory == NULL )
	{
		return;
	}
	size_t asked = atLeastOneByte( size );
	size_t before = atomic_fetch_sub_explicit( &s_byteCount, asked, memory_order_relaxed );
	// Fails when some caller gives back another size than it asked for.
	WF_ASSERT( before >= asked );
	s_free( (void*)memory, asked, s_allocatorContext );
}

void* wfAllocateArray( size_t count, size_t size )
{
	if ( size != 0 && count > SIZE_MAX / size )
	{
		return NULL;
	}
	return wfAllocate( count * size );
}

void wfReleaseArray( const void* memory, size_t count, size_t size )
{
	wfRelease( memory, count * size );
}

wfResult wfGrowArray( void* array, size_t* capacity, size_t needed, size_t size )
{
	// Copied, as the pointer is one to items of any type and must not be read as one to void.
	void* memory;
	memcpy( &memory, array, sizeof( memory ) );
	size_t oldCapacity = *capacity;
	if ( needed <= oldCapacity && memory != NULL )
	{
		return wf_ok;
	}

	// Half as large again keeps the copies linear in all; a first block of a few items saves the small steps.
	size_t grown = oldCapacity <= SIZE_MAX - oldCapacity / 2 ? oldCapacity + oldCapacity / 2 : SIZE_MAX;
	size_t newCapacity = needed > grown ? needed : grown;
	newCapacity = newCapacity < 8 ? 8 : newCapacity;

	void* larger = wfAllocateArray( newCapacity, size );
	if ( larger == NULL && newCapacity > needed )
	{
		newCapacity = needed;
		larger = wfAllocateArray( newCapacity, size );
	}
	if ( larger == NULL )
	{
		return wf_outOfMemory;
	}

	if ( memory != NULL )
	{
		memcpy( larger, memory, oldCapacity * size );
		wfReleaseArray( memory, oldCapacity, size );
	}
	memcpy( array, &larger, sizeof( larger ) );
	*capacity = newCapacity;
	return wf_ok;
}

wfResult wfGrowByOne( void* array, size_t* capacity, int32_t count, size_t size )
{
	return count < INT32_MAX ? wfGrowArray( array, capacity, (size_t)count + 1, size ) : wf_outOfMemory;
}

wfResult wfAppendItems( void* array, size_t* capacity, int32_t* count, const void* items, int32_t more, size_t size )
{
	if ( more > INT32_MAX - *count || wfGrowArray( array, capacity, (size_t)*count + (size_t)more, size ) != wf_ok )
	{
		return wf_outOfMemory;
	}
	unsigned char* memory;
	memcpy( &memory, array, sizeof( memory ) );
	if ( more > 0 )
	{
		memcpy( memory + (size_t)*count * size, items, (size_t)more * size );
	}
	*count += more;
	return wf_ok;
}

// --------------------------------------------------------------------------------------------------- asserts and the log

static wfAssertFcn* s_assert = NULL;
static void* s_assertContext = NULL;

void wfSetAssert( wfAssertFcn* hook, void* context )
{
	s_assert = hook;
	s_assertContext = hook != NULL ? context : NULL;
}

void wfAssertFailed( const char* condition, const char* file, int line )
{
	if ( s_assert == NULL )
	{
		fprintf( stderr, "wayfield: assertion failed: %s, %s:%d\n", condition, file, line );
		abort();
	}
	if ( s_assert( condition, file, line, s_assertContext ) )
	{
		abort();
	}
}

static wfLogFcn* s_log = NULL;
static void* s_logContext = NULL;

void wfSetLog( wfLogFcn* log, void* context )
{
	s_log = log;
	s_logContext = log != NULL ? context : NULL;
}

void wfLogMessage( wfLogLevel level, const char* format, ... )
{
	if ( s_log == NULL )
	{
		return;
	}
	char message[1024];
	va_list arguments;
	va_start( arguments, format );
	vsnprintf( message, sizeof( message ), format, arguments );
	va_end( arguments );

	size_t length = strlen( message );
	while ( length > 0 && ( message[length - 1] == '\n' || message[length - 1] == '\r' ) )
	{
		message[--length] = 0;
	}
	s_log( level, message, s_logContext );
}

// --------------------------------------------------------------------------------------------------- results and errors

static const char* const s_descriptions[wf_resultCount] = {
	[wf_ok] = "all went well",
	[wf_outOfMemory] = "out of memory",
	[wf_invalidDef] = "a definition was not made by its default function",
	[wf_outOfRange] = "a number lies outside its range",
	[wf_fileNotFound] = "the file was not found",
	[wf_readFailed] = "the file could not be read",
	[wf_writeFailed] = "the file could not be written",
	[wf_badFormat] = "the content is not what its format asks for",
	[wf_unsupported] = "not supported by this build",
	[wf_tooLarge] = "larger than the limit allows",
	[wf_noFreeCell] = "there is no free cell to walk on",
	[wf_goalBlocked] = "the goal covers no free cell",
	[wf_startBlocked] = "the start lies in an obstacle",
	[wf_unreachable] = "start and goal are not connected",
	[wf_cancelled] = "cancelled",
	[wf_notFound] = "no such name or id",
	[wf_numericalFailure] = "the check of the solution did not hold",
};

const char* wfDescribeResult( wfResult result )
{
	return (uint32_t)result < (uint32_t)wf_resultCount ? s_descriptions[result] : "unknown result";
}

// snprintf returns a negative number for text it cannot convert; then the buffer's content is not specified.
static void formatMessage( char* buffer, size_t capacity, const char* format, va_list arguments )
{
	if ( vsnprintf( buffer, capacity, format, arguments ) < 0 )
	{
		buffer[0] = 0;
	}
}

wfResult( wfFail )( wfError* error, wfResult result, const char* format, ... )
{
	if ( error != NULL )
	{
		// The arguments may point into the error itself, so the message is complete before anything is cleared.
		char message[sizeof( error->message )];
		va_list arguments;
		va_start( arguments, format );
		formatMessage( message, sizeof( message ), format, arguments );
		va_end( arguments );
		memset( error, 0, sizeof( *error ) );
		error->result = result;
		memcpy( error->message, message, sizeof( message ) );
	}
	return result;
}

static int32_t append( char* buffer, int32_t capacity, int32_t length, const char* format, ... )
	__attribute__( ( format( printf, 4, 5 ) ) );

static int32_t append( char* buffer, int32_t capacity, int32_t length, const char* format, ... )
{
	va_list arguments;
	va_start( arguments, format );
	bool fits = length < capacity;
	int written = vsnprintf( fits ? buffer + length : NULL, fits ? (size_t)( capacity - length ) : 0, format, arguments );
	va_end( arguments );
	return written > 0 ? length + written : length;
}

int32_t wfError_Format( const wfError* error, char* buffer, int32_t capacity )
{
	if ( capacity > 0 )
	{
		buffer[0] = 0;
	}
	if ( WF_FAILS( error != NULL && capacity >= 0 ) )
	{
		return 0;
	}

	int32_t length = 0;
	if ( error->file[0] != 0 )
	{
		length = append( buffer, capacity, length, "%s:", error->file );
	}
	if ( error->line > 0 )
	{
		length = append( buffer, capacity, length, error->file[0] != 0 ? "%d:" : "line %d:", error->line );
		if ( error->column > 0 )
		{
			length = append( buffer, capacity, length, "%d:", error->column );
		}
	}
	if ( length > 0 )
	{
		length = append( buffer, capacity, length, " " );
	}
	if ( error->field[0] != 0 )
	{
		length = append( buffer, capacity, length, "%s: ", error->field );
	}
	return append( buffer, capacity, length, "%s", error->message[0] != 0 ? error->message : wfDescribeResult( error->result ) );
}
