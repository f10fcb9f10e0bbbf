// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What every module of the core uses inside: checked allocation, asserts, logging, errors.
#pragma once

#include "wayfield/base.h"

#include <stdarg.h>

// Marks what wayfield-io, a library of its own, also calls: exported from a shared core, yet no part of the public headers and
// free to change with every version.
#define WF_EDGE_API WF_EXPORT

// Put into internalCookie by the default functions and checked in release builds too.
#define WF_COOKIE 0x57461A5E

// Programmer errors. True when the condition failed and the hook decided to go on: the caller then returns a neutral value.
WF_EDGE_API void wfAssertFailed( const char* condition, const char* file, int line );
#define WF_FAILS( condition ) ( !( condition ) && ( wfAssertFailed( #condition, __FILE__, __LINE__ ), true ) )
#define WF_ASSERT( condition ) ( (void)WF_FAILS( condition ) )

// 64-byte aligned memory from the allocator hook; null when out of memory. Sizes are kept by the caller and given back to
// wfRelease, null is released silently; what owns it may see its content as constant.
WF_EDGE_API void* wfAllocate( size_t size );
WF_EDGE_API void* wfAllocateZeroed( size_t size );
WF_EDGE_API void wfRelease( const void* memory, size_t size );

// count * size with overflow checked; null on overflow too.
WF_EDGE_API void* wfAllocateArray( size_t count, size_t size );
WF_EDGE_API void wfReleaseArray( const void* memory, size_t count, size_t size );

// Grow an array to hold at least `needed` items, at least half as large again. `array` is the address of the pointer to its
// items. The old content stays on failure.
WF_EDGE_API wfResult wfGrowArray( void* array, size_t* capacity, size_t needed, size_t size );

WF_EDGE_API void wfLogMessage( wfLogLevel level, const char* format, ... ) __attribute__( ( format( printf, 2, 3 ) ) );

// Fill an error (null is allowed) and return its result, so that callers write `return wfFail( error, ... );`. The location
// (file, line, column, field) is cleared: set it afterwards.
WF_EDGE_API wfResult wfFail( wfError* error, wfResult result, const char* format, ... )
	__attribute__( ( format( printf, 3, 4 ) ) );
#if defined( __clang_analyzer__ )
// It looks at one file at a time, and shall know what comes back.
#define wfFail( error, result, ... ) ( (void)wfFail( error, result, __VA_ARGS__ ), (wfResult)( result ) )
#endif
