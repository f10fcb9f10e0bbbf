// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A pool for many short parallel loops per second. The caller publishes a job, works on it itself and closes it when nothing is
// left; only workers that came in time are waited for, so one that sleeps deeply never delays a short loop. Workers spin for some
// microseconds between jobs before they sleep.
#if defined( __linux__ ) && !defined( _GNU_SOURCE )
#define _GNU_SOURCE // sched_getaffinity
#elif !defined( _POSIX_C_SOURCE ) && !defined( __APPLE__ )
#define _POSIX_C_SOURCE 200809L
#endif

#include "base/base.h"
#include "base/threads.h"

#include <stdalign.h>
#include <stdatomic.h>
#include <string.h>

#if WF_HAS_THREADS && !defined( _WIN32 )
#include <unistd.h>
#endif

// Some 10 to 50 microseconds, depending on the processor's pause.
#define SPIN_COUNT 1000
#define YIELD_COUNT 8

// The state of a pool in one word: how many workers are inside the job, whether it is open, and which one it is.
#define ACTIVE_MASK 0xFFFFull
#define OPEN_BIT 0x10000ull
#define QUIT_BIT 0x20000ull
#define GENERATION_ONE 0x100000000ull

typedef struct wfJob
{
	wfRangeFcn* fcn;
	void* context;
	int32_t count;
	int32_t grain;
	int32_t blockCount;
} wfJob;

typedef struct wfWorkerStart
{
	wfWorkers* workers;
	int32_t index;
} wfWorkerStart;

struct wfWorkers
{
	int32_t count;
	wfParallelForFcn* parallelFor;
	void* hostContext;
#if WF_HAS_THREADS
	// Apart from each other, as all workers hammer on them.
	alignas( 64 ) atomic_ullong state;
	alignas( 64 ) atomic_llong nextBlock;
	alignas( 64 ) atomic_int sleeperCount;
	atomic_bool callerSleeps;

	wfJob job; // written only while no worker is inside
	int32_t spinCount;
	pthread_mutex_t turn;  // held by the caller whose job it is
	pthread_mutex_t sleep; // guards both conditions
	pthread_cond_t wake;
	pthread_cond_t done;
	int32_t threadCount;
	pthread_t threads[WF_MAX_WORKERS];
	wfWorkerStart starts[WF_MAX_WORKERS];
#endif
};

// The pool whose range this thread is in, to find nested calls.
static _Thread_local const wfWorkers* s_insidePool = NULL;
static _Thread_local int32_t s_insideWorker = 0;

static void runBlock( const wfJob* job, int64_t block, int32_t worker )
{
	int64_t begin = block * job->grain;
	int64_t end = begin + job->grain;
	job->fcn( (int32_t)begin, (int32_t)( end < job->count ? end : job->count ), worker, job->context );
}

static void runInline( const wfJob* job, int32_t worker )
{
	for ( int64_t block = 0; block < job->blockCount; ++block )
	{
		runBlock( job, block, worker );
	}
}

// ---------------------------------------------------------------------------------------------------------- worker threads

#if WF_HAS_THREADS

// Tell the processor that this is a waiting loop.
static inline void pauseShortly( void )
{
#if defined( __x86_64__ ) || defined( __i386__ )
	__builtin_ia32_pause();
#elif defined( __aarch64__ )
	__asm__ volatile( "yield" );
#endif
}

static void workOnJob( wfWorkers* workers, int32_t worker )
{
	const wfWorkers* outerPool = s_insidePool;
	int32_t outerWorker = s_insideWorker;
	s_insidePool = workers;
	s_insideWorker = worker;
	const wfJob* job = &workers->job;
	for ( ;; )
	{
		int64_t block = atomic_fetch_add_explicit( &workers->nextBlock, 1, memory_order_relaxed );
		if ( block >= job->blockCount )
		{
			break;
		}
		runBlock( job, block, worker );
	}
	s_insidePool = outerPool;
	s_insideWorker = outerWorker;
}

static bool enterJob( wfWorkers* workers, uint64_t generation )
{
	unsigned long long state = atomic_load_explicit( &workers->state, memory_order_acquire );
	while ( ( state & OPEN_BIT ) != 0 && state / GENERATION_ONE == generation )
	{
		if ( atomic_compare_exchange_weak_explicit( &workers->state, &state, state + 1, memory_order_acq_rel,
													memory_order_acquire ) )
		{
			return true;
		}
	}
	return false;
}

static void leaveJob( wfWorkers* workers )
{
	unsigned long long before = atomic_fetch_sub( &workers->state, 1 );
	if ( ( before & ACTIVE_MASK ) == 1 && atomic_load( &workers->callerSleeps ) )
	{
		pthread_mutex_lock( &workers->sleep );
		pthread_cond_broadcast( &workers->done );
		pthread_mutex_unlock( &workers->sleep );
	}
}

// Returns the state once there is another job than the one seen, or the end.
static uint64_t awaitJob( wfWorkers* workers, uint64_t seenGeneration )
{
	for ( int32_t i = 0; i < workers->spinCount; ++i )
	{
		uint64_t state = atomic_load_explicit( &workers->state, memory_order_acquire );
		if ( ( state & QUIT_BIT ) != 0 || state / GENERATION_ONE != seenGeneration )
		{
			return state;
		}
		pauseShortly();
	}

	pthread_mutex_lock( &workers->sleep );
	// Sequentially consistent with the publication of a job: either the caller sees a sleeper or the sleeper sees the job.
	atomic_fetch_add( &workers->sleeperCount, 1 );
	uint64_t state = atomic_load( &workers->state );
	while ( ( state & QUIT_BIT ) == 0 && state / GENERATION_ONE == seenGeneration )
	{
		pthread_cond_wait( &workers->wake, &workers->sleep );
		state = atomic_load( &workers->state );
	}
	atomic_fetch_sub( &workers->sleeperCount, 1 );
	pthread_mutex_unlock( &workers->sleep );
	return state;
}

static void* workerMain( void* context )
{
	const wfWorkerStart* start = context;
	wfWorkers* workers = start->workers;
	uint64_t seenGeneration = 0;
	for ( ;; )
	{
		uint64_t state = awaitJob( workers, seenGeneration );
		if ( ( state & QUIT_BIT ) != 0 )
		{
			return NULL;
		}
		seenGeneration = state / GENERATION_ONE;
		if ( enterJob( workers, seenGeneration ) )
		{
			workOnJob( workers, start->index );
			leaveJob( workers );
		}
	}
}

// ------------------------------------------------------------------------------------------------------------- the caller

static void publishJob( wfWorkers* workers, const wfJob* job )
{
	workers->job = *job;
	atomic_store_explicit( &workers->nextBlock, 0, memory_order_relaxed );
	// Nobody else writes the state between jobs. A generation that wraps round to 0 is as good as any.
	uint64_t generation = atomic_load_explicit( &workers->state, memory_order_relaxed ) / GENERATION_ONE + 1;
	atomic_store( &workers->state, ( generation * GENERATION_ONE ) | OPEN_BIT );

	int32_t sleeperCount = atomic_load( &workers->sleeperCount );
	if ( sleeperCount > 0 )
	{
		pthread_mutex_lock( &workers->sleep );
		for ( int32_t i = 0; i < sleeperCount && i < job->blockCount - 1; ++i )
		{
			pthread_cond_signal( &workers->wake );
		}
		pthread_mutex_unlock( &workers->sleep );
	}
}

static bool isAnyoneActive( wfWorkers* workers )
{
	return ( atomic_load( &workers->state ) & ACTIVE_MASK ) != 0;
}

// Close the job and wait for the workers inside.
static void finishJob( wfWorkers* workers )
{
	atomic_fetch_and( &workers->state, ~OPEN_BIT );
	for ( int32_t i = 0; i < workers->spinCount; ++i )
	{
		if ( isAnyoneActive( workers ) == false )
		{
			return;
		}
		pauseShortly();
	}
	for ( int32_t i = 0; i < YIELD_COUNT; ++i )
	{
		if ( isAnyoneActive( workers ) == false )
		{
			return;
		}
		sched_yield();
	}
	pthread_mutex_lock( &workers->sleep );
	atomic_store( &workers->callerSleeps, true );
	while ( isAnyoneActive( workers ) )
	{
		pthread_cond_wait( &workers->done, &workers->sleep );
	}
	atomic_store( &workers->callerSleeps, false );
	pthread_mutex_unlock( &workers->sleep );
}

#endif

// ------------------------------------------------------------------------------------------------------ a host's own tasks

typedef struct wfHostJob
{
	const wfJob* job;
	const wfWorkers* workers;
} wfHostJob;

// The host deals out blocks, so that the ranges are ours whatever its way of splitting.
static void runHostBlocks( int32_t begin, int32_t end, int32_t worker, void* context )
{
	const wfHostJob* hostJob = context;
	if ( WF_FAILS( 0 <= begin && begin <= end && end <= hostJob->job->blockCount ) ||
		 WF_FAILS( 0 <= worker && worker < hostJob->workers->count ) )
	{
		return;
	}
	const wfWorkers* outerPool = s_insidePool;
	int32_t outerWorker = s_insideWorker;
	s_insidePool = hostJob->workers;
	s_insideWorker = worker;
	for ( int32_t block = begin; block < end; ++block )
	{
		runBlock( hostJob->job, block, worker );
	}
	s_insidePool = outerPool;
	s_insideWorker = outerWorker;
}

// ------------------------------------------------------------------------------------------------------------- public part

wfWorkersDef wfDefaultWorkersDef( void )
{
	return ( wfWorkersDef ){ .internalCookie = WF_COOKIE };
}

// Processors this process may run on.
static int32_t countProcessors( void )
{
	long count = 1;
#if WF_HAS_THREADS && defined( __linux__ )
	cpu_set_t set;
	CPU_ZERO( &set );
	if ( sched_getaffinity( 0, sizeof( set ), &set ) == 0 )
	{
		count = CPU_COUNT( &set );
	}
	else
	{
		count = sysconf( _SC_NPROCESSORS_ONLN );
	}
#elif WF_HAS_THREADS && defined( _SC_NPROCESSORS_ONLN )
	count = sysconf( _SC_NPROCESSORS_ONLN );
#endif
	return count < 1 ? 1 : count > WF_MAX_WORKERS ? WF_MAX_WORKERS : (int32_t)count;
}

#if WF_HAS_THREADS
static bool initLocks( wfWorkers* workers )
{
	if ( pthread_mutex_init( &workers->turn, NULL ) == 0 )
	{
		if ( pthread_mutex_init( &workers->sleep, NULL ) == 0 )
		{
			if ( pthread_cond_init( &workers->wake, NULL ) == 0 )
			{
				if ( pthread_cond_init( &workers->done, NULL ) == 0 )
				{
					return true;
				}
				pthread_cond_destroy( &workers->wake );
			}
			pthread_mutex_destroy( &workers->sleep );
		}
		pthread_mutex_destroy( &workers->turn );
	}
	return false;
}

static void startThreads( wfWorkers* workers, int32_t wanted )
{
	while ( workers->threadCount < wanted )
	{
		int32_t i = workers->threadCount;
		workers->starts[i] = ( wfWorkerStart ){ workers, i + 1 };
		if ( pthread_create( &workers->threads[i], NULL, workerMain, &workers->starts[i] ) != 0 )
		{
			wfLogMessage( wf_logWarning, "only %d of %d worker threads could be started", i, wanted );
			break;
		}
		workers->threadCount += 1;
	}
}
#endif

wfResult wfCreateWorkers( const wfWorkersDef* def, wfWorkers** workers )
{
	if ( WF_FAILS( workers != NULL ) )
	{
		return wf_invalidDef;
	}
	*workers = NULL;
	if ( WF_FAILS( def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wf_invalidDef;
	}
	if ( def->workerCount < 0 || def->workerCount > WF_MAX_WORKERS )
	{
		return wf_outOfRange;
	}

	wfWorkers* made = wfAllocateZeroed( sizeof( wfWorkers ) );
	if ( made == NULL )
	{
		return wf_outOfMemory;
	}
	int32_t processorCount = countProcessors();
	int32_t wanted = def->workerCount > 0 ? def->workerCount : processorCount;
	made->count = def->parallelFor != NULL ? wanted : 1;
	made->parallelFor = def->parallelFor;
	made->hostContext = def->hostContext;
#if WF_HAS_THREADS
	if ( initLocks( made ) == false )
	{
		wfRelease( made, sizeof( *made ) );
		return wf_outOfMemory;
	}
	// With more workers than processors a spinning one only keeps another from its work.
	made->spinCount = wanted <= processorCount ? SPIN_COUNT : 1;
	atomic_init( &made->state, 0 );
	atomic_init( &made->nextBlock, 0 );
	atomic_init( &made->sleeperCount, 0 );
	atomic_init( &made->callerSleeps, false );
	if ( def->parallelFor == NULL )
	{
		startThreads( made, wanted - 1 );
		made->count = made->threadCount + 1;
	}
#endif
	*workers = made;
	return wf_ok;
}

void wfDestroyWorkers( wfWorkers* workers )
{
	if ( workers == NULL )
	{
		return;
	}
	if ( WF_FAILS( s_insidePool != workers ) )
	{
		return;
	}
#if WF_HAS_THREADS
	atomic_fetch_or( &workers->state, QUIT_BIT );
	pthread_mutex_lock( &workers->sleep );
	pthread_cond_broadcast( &workers->wake );
	pthread_mutex_unlock( &workers->sleep );
	for ( int32_t i = 0; i < workers->threadCount; ++i )
	{
		pthread_join( workers->threads[i], NULL );
	}
	pthread_cond_destroy( &workers->done );
	pthread_cond_destroy( &workers->wake );
	pthread_mutex_destroy( &workers->sleep );
	pthread_mutex_destroy( &workers->turn );
#endif
	wfRelease( workers, sizeof( *workers ) );
}

int32_t wfWorkers_GetCount( const wfWorkers* workers )
{
	return workers != NULL ? workers->count : 1;
}

void wfWorkers_ParallelFor( wfWorkers* workers, wfRangeFcn* fcn, int32_t count, int32_t grain, void* context )
{
	if ( WF_FAILS( fcn != NULL && count >= 0 ) || count <= 0 )
	{
		return;
	}
	wfJob job = { fcn, context, count, grain < 1 ? 1 : grain, 0 };
	job.blockCount = (int32_t)( ( (int64_t)count + job.grain - 1 ) / job.grain );

	if ( workers == NULL || workers->count == 1 || job.blockCount == 1 || s_insidePool != NULL )
	{
		// Waiting for another pool from inside one could lock two pools against each other, hence no turn is taken here.
		runInline( &job, workers != NULL && s_insidePool == workers ? s_insideWorker : 0 );
		return;
	}
	if ( workers->parallelFor != NULL )
	{
		wfHostJob hostJob = { &job, workers };
		workers->parallelFor( runHostBlocks, job.blockCount, 1, &hostJob, workers->hostContext );
		return;
	}
#if WF_HAS_THREADS
	// The job at work may wait for something that this caller holds, as the lock of a planner, hence it is not waited for.
	if ( pthread_mutex_trylock( &workers->turn ) != 0 )
	{
		runInline( &job, 0 );
		return;
	}
	publishJob( workers, &job );
	workOnJob( workers, 0 );
	finishJob( workers );
	pthread_mutex_unlock( &workers->turn );
#endif
}
