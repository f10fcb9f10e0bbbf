// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

/// Results, hooks, workers, random streams and hashes: what every other header stands on.
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

/// The version of the library that runs, which may be another than the header's when it is shared.
WF_API wfVersion wfGetVersion( void );

/// Places, directions and sizes, in metres; x right, y up, z towards the viewer.
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

/// The most worker threads a pool may have, the calling thread included.
#define WF_MAX_WORKERS 64

/// What a call that depends on data or resources came to. Programmer errors (null handles, a def that was not made by its
/// default function) go to the assert hook instead; numerical outcomes are reported in report structs.
typedef enum wfResult
{
	wf_ok = 0,
	wf_outOfMemory,
	wf_invalidDef, // a def struct that did not come from its default function
	wf_outOfRange, // a number outside its documented range
	wf_fileNotFound,
	wf_readFailed,		 // the file is there but could not be read
	wf_writeFailed,		 // disk full, no permission
	wf_badFormat,		 // the file's content is not what its format asks for
	wf_unsupported,		 // known, but not in this build
	wf_tooLarge,		 // more memory than the limit given, or than indices can count
	wf_noFreeCell,		 // nothing to walk on
	wf_goalBlocked,		 // the goal covers no free cell
	wf_startBlocked,	 // the start lies in an obstacle
	wf_unreachable,		 // start and goal lie in different components
	wf_cancelled,		 // the progress hook said stop
	wf_notFound,		 // no such name or id
	wf_numericalFailure, // the a-posteriori check of a solve did not hold
	wf_resultCount
} wfResult;

/// A short English sentence for a result, never null, static storage.
WF_API const char* wfDescribeResult( wfResult result );

/// Where and why input was refused. Filled by readers and validators next to a result other than wf_ok.
typedef struct wfError
{
	wfResult result;
	int32_t line;	   // 1-based, 0 when not known
	int32_t column;	   // 1-based, 0 when not known
	char file[512];	   // path as given, empty when the input was not a file
	char field[128];   // dotted path of the field, for example "goals[2].radius"; may be empty
	char message[512]; // what was found and what was expected
	int32_t source;	   // of a crowd: number of the source it is about, from 1 on; 0: none
	int32_t stop;	   // of an agent or a source of a crowd: number of the stop it is about, from 1 on; 0: none
} wfError;

/// Write "file:line:column: field: message" (the parts that are known) into a buffer. Returns the length needed without
/// the terminator, even when it is larger than the capacity.
WF_API int32_t wfError_Format( const wfError* error, char* buffer, int32_t capacity );

// ---------------------------------------------------------------------------------------------------------------- hooks

/// Allocate `size` bytes aligned to `alignment` (a power of two); null when out of memory.
typedef void* wfAllocateFcn( size_t size, size_t alignment, void* context );
/// Free what wfAllocateFcn gave; `size` is what was asked for.
typedef void wfFreeFcn( void* memory, size_t size, void* context );

/// Replace the allocator. Call before anything is created and not again while anything lives. Null restores the default.
WF_API void wfSetAllocator( wfAllocateFcn* allocate, wfFreeFcn* release, void* context );

/// Bytes now allocated through the allocator by the whole library.
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

/// Called on a programmer error. Return true to abort (the default prints to stderr and aborts), false to go on: the call
/// then has no effect and returns a neutral value or wf_invalidDef.
typedef bool wfAssertFcn( const char* condition, const char* file, int line, void* context );
WF_API void wfSetAssert( wfAssertFcn* hook, void* context );

/// Called now and then from the thread that started the work, with the fraction done in [0, 1]. Return false to cancel.
typedef bool wfProgressFcn( double fraction, void* context );

// -------------------------------------------------------------------------------------------------------------- workers

/// Work on items [begin, end). `worker` is in [0, worker count) and no two running calls of one parallel-for share it.
typedef void wfRangeFcn( int32_t begin, int32_t end, int32_t worker, void* context );

/// Run `fcn` over [0, count) in ranges of about `grain` items on the host's own threads and return when all are done.
/// `worker` indices given to fcn must be below the worker count of the def. Calls may come from several threads at once if
/// the host calls the library so.
typedef void wfParallelForFcn( wfRangeFcn* fcn, int32_t count, int32_t grain, void* fcnContext, void* hostContext );

/// A pool of threads, or a host's task system in its place.
typedef struct wfWorkers wfWorkers;

typedef struct wfWorkersDef
{
	int32_t workerCount;		   // the calling thread included; 0: one per processor
	wfParallelForFcn* parallelFor; // a host's task system instead of our threads; null: ours
	void* hostContext;
	int32_t internalCookie;
} wfWorkersDef;

WF_API wfWorkersDef wfDefaultWorkersDef( void );
WF_API wfResult wfCreateWorkers( const wfWorkersDef* def, wfWorkers** workers );
WF_API void wfDestroyWorkers( wfWorkers* workers );
/// The workers there are, fewer than asked for when the system gave fewer threads. 1 for null: every call that takes
/// workers accepts null and then runs on the calling thread alone.
WF_API int32_t wfWorkers_GetCount( const wfWorkers* workers );
/// Run `fcn` over [0, count) and return when all is done. The ranges are [k grain, min((k + 1) grain, count)) whatever the
/// number of workers and the host, so that partial results per range do not depend on them; a grain below 1 counts as 1.
/// Calls from several threads take turns; calls from inside a range run on the thread that makes them.
WF_API void wfWorkers_ParallelFor( wfWorkers* workers, wfRangeFcn* fcn, int32_t count, int32_t grain, void* context );

// ----------------------------------------------------------------------------------------------------- numbers for all

/// Seconds of a monotonic clock.
WF_API double wfGetSeconds( void );

/// Counter-based random bits: the same (seed, stream, counter) give the same bits on every machine and in any order.
WF_API uint64_t wfRandomBits( uint64_t seed, uint64_t stream, uint64_t counter );
/// The same as a double in [0, 1) with 53 random bits.
WF_API double wfRandomUnit( uint64_t seed, uint64_t stream, uint64_t counter );

/// A running 64-bit hash of bytes (not cryptographic): the same on every machine for the same bytes. Start with
/// WF_HASH_START. The pieces count: hashing two halves one after the other differs from hashing the whole.
#define WF_HASH_START 0x9E3779B97F4A7C15ull
WF_API uint64_t wfHash( uint64_t hash, const void* data, size_t size );

/// Instruction sets chosen at run time. All give the same bits.
typedef enum wfSimdLevel
{
	wf_simdBaseline, // SSE2, NEON, SIMD128 or plain C
	wf_simdAvx2,
	wf_simdAvx512
} wfSimdLevel;

/// The best level this machine has, or the one set below.
WF_API wfSimdLevel wfGetSimdLevel( void );
/// Force a level for comparison; a level the machine lacks is lowered to what it has. Returns the level now in force.
WF_API wfSimdLevel wfSetSimdLevel( wfSimdLevel level );
WF_API const char* wfDescribeSimdLevel( wfSimdLevel level );
