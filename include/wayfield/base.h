// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

/// Results, hooks, workers, random streams and hashes: the basis of every other header.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined( _WIN32 ) && defined( WAYFIELD_SHARED ) && defined( WAYFIELD_BUILDING )
#define WF_EXPORT __declspec( dllexport )
#elif defined( _WIN32 ) && defined( WAYFIELD_SHARED )
#define WF_EXPORT __declspec( dllimport )
#elif defined( __GNUC__ )
#define WF_EXPORT __attribute__( ( visibility( "default" ) ) )
#else
#define WF_EXPORT
#endif

#ifdef __cplusplus
#define WF_API extern "C" WF_EXPORT
#else
#define WF_API WF_EXPORT
#endif

#define WF_VERSION_MAJOR 0
#define WF_VERSION_MINOR 1
#define WF_VERSION_PATCH 0

typedef struct wfVersion
{
	int32_t major, minor, patch;
} wfVersion;

/// The version of the running library; it may differ from the header's if the library is shared.
WF_API wfVersion wfGetVersion( void );

/// Positions, directions and sizes, in metres; x right, y up, z towards the viewer.
typedef struct wfVec2
{
	double x, y;
} wfVec2;

typedef struct wfBox2
{
	wfVec2 lower, upper;
} wfBox2;

typedef struct wfVec3
{
	double x, y, z;
} wfVec3;

/// The maximum number of worker threads of a pool, including the calling thread.
#define WF_MAX_WORKERS 64

/// The outcome of a call that depends on data or resources. Programmer errors (null handles, a def not made by its default
/// function) go to the assert hook instead; numerical outcomes are reported in report structs.
typedef enum wfResult
{
	wf_ok = 0,
	wf_outOfMemory,
	wf_invalidDef, // a def struct that did not come from its default function
	wf_outOfRange, // a number outside its documented range
	wf_fileNotFound,
	wf_readFailed,		 // the file exists but could not be read
	wf_writeFailed,		 // disk full, no permission
	wf_badFormat,		 // the file's content does not conform to its format
	wf_unsupported,		 // known, but not in this build or not here: a gait on a mesh
	wf_tooLarge,		 // more memory than the given limit, or more than indices can count
	wf_noFreeCell,		 // nothing to walk on
	wf_goalBlocked,		 // the goal covers no free cell
	wf_startBlocked,	 // the start lies in an obstacle
	wf_unreachable,		 // start and goal lie in different components
	wf_cancelled,		 // the progress hook cancelled the work
	wf_notFound,		 // no such name or id
	wf_numericalFailure, // the a-posteriori check of a solve failed, or a field is older than its planner's last update
	wf_resultCount
} wfResult;

/// A short English sentence for a result, never null, static storage.
WF_API const char* wfDescribeResult( wfResult result );

/// Where and why input was refused. Filled by readers and validators next to a result other than wf_ok.
typedef struct wfError
{
	wfResult result;
	int32_t line;	   // 1-based, 0 if unknown
	int32_t column;	   // 1-based, 0 if unknown
	char file[512];	   // path as given, empty if the input was not a file
	char field[128];   // dotted path of the field, for example "goals[2].radius"; may be empty
	char message[512]; // what was found and what was expected
	int32_t source;	   // of a crowd: number of the source concerned, from 1; 0: none
	int32_t stop;	   // of an agent or a source of a crowd: number of the stop concerned, from 1; 0: none
	uint32_t other;	   // of a crowd: serial of the agent in the way, 0: none
	bool inContent;	   // what `file` holds is at fault, not the call: also where there are no lines, as in databases
} wfError;

/// Write "file:line:column: field: message" (the parts that are known) into a buffer. Returns the length needed without the
/// terminator, even if it is larger than the capacity.
WF_API int32_t wfError_Format( const wfError* error, char* buffer, int32_t capacity );

// ---------------------------------------------------------------------------------------------------------------- hooks

/// Allocate `size` bytes aligned to `alignment` (a power of two); null when out of memory.
typedef void* wfAllocateFcn( size_t size, size_t alignment, void* context );
/// Free memory from wfAllocateFcn; `size` is the size that was requested.
typedef void wfFreeFcn( void* memory, size_t size, void* context );

/// Replace the allocator. Call it before anything is created, and not again while any object exists. Null restores the default.
WF_API void wfSetAllocator( wfAllocateFcn* allocate, wfFreeFcn* release, void* context );

/// Bytes currently allocated through the allocator by the whole library.
WF_API size_t wfGetByteCount( void );

typedef enum wfLogLevel
{
	wf_logInfo,
	wf_logWarning,
	wf_logError
} wfLogLevel;

/// Receives one line without a line end. Without a hook nothing is printed.
typedef void wfLogFcn( wfLogLevel level, const char* message, void* context );
WF_API void wfSetLog( wfLogFcn* log, void* context );

/// Called on a programmer error. Return true to abort (the default prints to stderr and aborts), false to continue: the call then
/// has no effect and returns a neutral value or wf_invalidDef.
typedef bool wfAssertFcn( const char* condition, const char* file, int line, void* context );
WF_API void wfSetAssert( wfAssertFcn* hook, void* context );

/// Called occasionally from the thread that started the work, with the completed fraction in [0, 1]. Return false to cancel.
typedef bool wfProgressFcn( double fraction, void* context );

// -------------------------------------------------------------------------------------------------------------- workers

/// Process items [begin, end). `worker` is in [0, worker count); no two concurrent calls of one parallel-for share it.
typedef void wfRangeFcn( int32_t begin, int32_t end, int32_t worker, void* context );

/// Run `fcn` over [0, count) in ranges of about `grain` items on the host's own threads and return when all are done. The
/// `worker` indices passed to fcn must be below the worker count of the def. Calls may come from several threads at once if the
/// host calls the library that way.
typedef void wfParallelForFcn( wfRangeFcn* fcn, int32_t count, int32_t grain, void* fcnContext, void* hostContext );

/// A pool of threads, or a host's task system in its place.
typedef struct wfWorkers wfWorkers;

typedef struct wfWorkersDef
{
	int32_t workerCount;		   // including the calling thread; 0: one per processor
	wfParallelForFcn* parallelFor; // a host's task system instead of the library's threads; null: the library's
	void* hostContext;
	int32_t internalCookie;
} wfWorkersDef;

WF_API wfWorkersDef wfDefaultWorkersDef( void );
WF_API wfResult wfCreateWorkers( const wfWorkersDef* def, wfWorkers** workers );
WF_API void wfDestroyWorkers( wfWorkers* workers );
/// The number of workers, lower than requested if the system provided fewer threads. 1 for null: every call that takes workers
/// accepts null and then runs only on the calling thread.
WF_API int32_t wfWorkers_GetCount( const wfWorkers* workers );
/// Run `fcn` over [0, count) and return when all is done. The ranges are [k grain, min((k + 1) grain, count)) regardless of the
/// number of workers and the host, so that partial results per range do not depend on them; a grain below 1 counts as 1. Calls
/// from inside a range, and those that find the pool at work for another thread, run on the calling thread.
WF_API void wfWorkers_ParallelFor( wfWorkers* workers, wfRangeFcn* fcn, int32_t count, int32_t grain, void* context );

// ----------------------------------------------------------------------------------- clock, random numbers, hash, SIMD

/// Seconds of a monotonic clock.
WF_API double wfGetSeconds( void );

/// Counter-based random bits: the same (seed, stream, counter) gives the same bits on every machine and in any order.
WF_API uint64_t wfRandomBits( uint64_t seed, uint64_t stream, uint64_t counter );
/// The same as a double in [0, 1) with 53 random bits.
WF_API double wfRandomUnit( uint64_t seed, uint64_t stream, uint64_t counter );

/// A running 64-bit hash of bytes (not cryptographic): the same on every machine for the same bytes. Start with WF_HASH_START.
/// The split matters: hashing two halves one after the other differs from hashing the whole.
#define WF_HASH_START 0x9E3779B97F4A7C15ull
WF_API uint64_t wfHash( uint64_t hash, const void* data, size_t size );

/// Instruction sets chosen at run time. All give bit-identical results.
typedef enum wfSimdLevel
{
	wf_simdBaseline, // SSE2, NEON, SIMD128 or plain C
	wf_simdAvx2,
	wf_simdAvx512
} wfSimdLevel;

/// The best level of this machine, or the one set below.
WF_API wfSimdLevel wfGetSimdLevel( void );
/// Force a level for comparison; a level the machine lacks is lowered to the best available. Returns the level now in effect.
WF_API wfSimdLevel wfSetSimdLevel( wfSimdLevel level );
WF_API const char* wfDescribeSimdLevel( wfSimdLevel level );
