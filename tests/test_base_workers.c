// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#define _POSIX_C_SOURCE 200809L

#include "base/base.h"
#include "base/threads.h"
#include "test.h"
#include "test_base.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#if defined( __linux__ )
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#endif

static wfWorkers* makeWorkers( int32_t count )
{
	wfWorkersDef def = wfDefaultWorkersDef();
	def.workerCount = count;
	wfWorkers* workers = NULL;
	CHECK_EQUAL( wfCreateWorkers( &def, &workers ), wf_ok );
	CHECK( workers != NULL );
	return workers;
}

#define MAX_ITEMS 20000

// What a loop did: how often each item came, and whether the rules for ranges and workers held.
typedef struct coverage
{
	wfWorkers* workers;
	int32_t count, grain, workerCount;
	atomic_int violations;
	atomic_int busy[WF_MAX_WORKERS];
	uint8_t* visits; // plain bytes: a race on an item shows under the thread sanitizer
} coverage;

static void visit( int32_t begin, int32_t end, int32_t worker, void* context )
{
	coverage* c = context;
	bool valid = worker >= 0 && worker < c->workerCount && begin % c->grain == 0 && begin < end &&
				 ( end - begin == c->grain || end == c->count ) && end <= c->count;
	if ( valid == false || atomic_exchange( &c->busy[worker], 1 ) != 0 )
	{
		atomic_fetch_add( &c->violations, 1 );
		return;
	}
	for ( int32_t i = begin; i < end; ++i )
	{
		c->visits[i] += 1;
	}
	atomic_store( &c->busy[worker], 0 );
}

static void checkCoverage( wfWorkers* workers, int32_t count, int32_t grain )
{
	static uint8_t visits[MAX_ITEMS];
	memset( visits, 0, sizeof( visits ) );
	coverage c = { .workers = workers, .count = count, .grain = grain < 1 ? 1 : grain, .visits = visits };
	c.workerCount = wfWorkers_GetCount( workers );
	wfWorkers_ParallelFor( workers, visit, count, grain, &c );
	int32_t wrong = 0;
	for ( int32_t i = 0; i < MAX_ITEMS; ++i )
	{
		wrong += visits[i] != ( i < count ? 1 : 0 );
	}
	CHECK_EQUAL( wrong, 0 );
	CHECK_EQUAL( atomic_load( &c.violations ), 0 );
}

static void checkManyLoops( wfWorkers* workers )
{
	const int32_t counts[] = { 0, 1, 2, 3, 7, 64, 1000, 1001, MAX_ITEMS };
	const int32_t grains[] = { -5, 0, 1, 2, 3, 64, 999, 1000, 5000, INT32_MAX };
	for ( size_t i = 0; i < sizeof( counts ) / sizeof( counts[0] ); ++i )
	{
		for ( size_t j = 0; j < sizeof( grains ) / sizeof( grains[0] ); ++j )
		{
			checkCoverage( workers, counts[i], grains[j] );
		}
	}
}

TEST( EachItemIsVisitedOnce )
{
	checkManyLoops( NULL );
	const int32_t workerCounts[] = { 1, 2, 3, 4, 8, 64 };
	for ( size_t i = 0; i < sizeof( workerCounts ) / sizeof( workerCounts[0] ); ++i )
	{
		wfWorkers* workers = makeWorkers( workerCounts[i] );
#if WF_HAS_THREADS
		CHECK_EQUAL( wfWorkers_GetCount( workers ), workerCounts[i] );
#else
		CHECK_EQUAL( wfWorkers_GetCount( workers ), 1 );
#endif
		checkManyLoops( workers );
		wfDestroyWorkers( workers );
	}
}

static void countLargeRange( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	atomic_llong* sum = context;
	atomic_fetch_add( sum, (long long)end - begin );
}

// Indices near the largest integer must not overflow.
TEST( TheLargestLoopIsCovered )
{
	wfWorkers* workers = makeWorkers( 3 );
	const int32_t grains[] = { INT32_MAX, INT32_MAX - 1, 1 << 30, 1000003 };
	for ( int32_t i = 0; i < 4; ++i )
	{
		atomic_llong sum = 0;
		wfWorkers_ParallelFor( workers, countLargeRange, INT32_MAX, grains[i], &sum );
		CHECK_EQUAL( atomic_load( &sum ), INT32_MAX );
	}
	wfDestroyWorkers( workers );
}

TEST( DefaultDefUsesTheProcessors )
{
	wfWorkersDef def = wfDefaultWorkersDef();
	wfWorkers* workers = NULL;
	CHECK_EQUAL( wfCreateWorkers( &def, &workers ), wf_ok );
	int32_t count = wfWorkers_GetCount( workers );
	CHECK( count >= 1 && count <= WF_MAX_WORKERS );
	checkCoverage( workers, 5000, 10 );
	wfDestroyWorkers( workers );
	wfDestroyWorkers( NULL );
	CHECK_EQUAL( wfWorkers_GetCount( NULL ), 1 );
}

TEST( BadDefsAreRefused )
{
	wfWorkers* workers = (wfWorkers*)&workers;
	wfWorkersDef def = wfDefaultWorkersDef();
	def.workerCount = -1;
	CHECK_EQUAL( wfCreateWorkers( &def, &workers ), wf_outOfRange );
	CHECK( workers == NULL );
	def.workerCount = WF_MAX_WORKERS + 1;
	CHECK_EQUAL( wfCreateWorkers( &def, &workers ), wf_outOfRange );
	testBeginAsserts();
	def = ( wfWorkersDef ){ 0 };
	CHECK_EQUAL( wfCreateWorkers( &def, &workers ), wf_invalidDef );
	CHECK_EQUAL( wfCreateWorkers( NULL, &workers ), wf_invalidDef );
	def = wfDefaultWorkersDef();
	CHECK_EQUAL( wfCreateWorkers( &def, NULL ), wf_invalidDef );
	wfWorkers_ParallelFor( NULL, NULL, 10, 1, NULL );
	wfWorkers_ParallelFor( NULL, visit, -1, 1, NULL );
	CHECK_EQUAL( testEndAsserts(), 5 );
}

TEST( CreatingWorkersSurvivesFailedAllocations )
{
	wfWorkersDef def = wfDefaultWorkersDef();
	def.workerCount = 4;
	wfWorkers* workers = NULL;
	TEST_EVERY_ALLOCATION( wfCreateWorkers( &def, &workers ), wfDestroyWorkers( workers ) );
}

// ---------------------------------------------------------------------------------------------------------------- nested

typedef struct nesting
{
	wfWorkers* outer;
	wfWorkers* inner;
	atomic_int innerItems;
	atomic_int violations;
} nesting;

typedef struct innerLoop
{
	nesting* all;
	int32_t worker; // of the outer range, or -1 when the pools differ
} innerLoop;

static void innerRange( int32_t begin, int32_t end, int32_t worker, void* context )
{
	innerLoop* loop = context;
	if ( loop->worker >= 0 && worker != loop->worker )
	{
		atomic_fetch_add( &loop->all->violations, 1 );
	}
	atomic_fetch_add( &loop->all->innerItems, end - begin );
}

static void outerRange( int32_t begin, int32_t end, int32_t worker, void* context )
{
	nesting* all = context;
	for ( int32_t i = begin; i < end; ++i )
	{
		innerLoop loop = { all, all->inner == all->outer ? worker : -1 };
		wfWorkers_ParallelFor( all->inner, innerRange, 10, 3, &loop );
	}
}

TEST( NestedLoopsRunOnTheirThread )
{
	wfWorkers* a = makeWorkers( 4 );
	wfWorkers* b = makeWorkers( 2 );
	wfWorkers* pairs[][2] = { { a, a }, { a, b }, { b, a }, { a, NULL }, { NULL, a } };
	for ( size_t i = 0; i < sizeof( pairs ) / sizeof( pairs[0] ); ++i )
	{
		nesting all = { .outer = pairs[i][0], .inner = pairs[i][1] };
		wfWorkers_ParallelFor( all.outer, outerRange, 500, 2, &all );
		CHECK_EQUAL( atomic_load( &all.innerItems ), 5000 );
		CHECK_EQUAL( atomic_load( &all.violations ), 0 );
	}
	wfDestroyWorkers( a );
	wfDestroyWorkers( b );
}

// ---------------------------------------------------------------------------------------------------------------- stress

// Partial sums per range, added in order: the same bits for every number of workers.
typedef struct partialSums
{
	double sums[128];
} partialSums;

static void addRange( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	partialSums* partial = context;
	double sum = 0.0;
	for ( int32_t i = begin; i < end; ++i )
	{
		sum += wfRandomUnit( 1, 2, (uint64_t)i ) / ( 1.0 + i );
	}
	partial->sums[begin / 100] = sum;
}

TEST( SumsPerRangeDoNotDependOnTheWorkers )
{
	double expected = 0.0;
	for ( int32_t count = 1; count <= 6; ++count )
	{
		wfWorkers* workers = makeWorkers( count );
		partialSums partial = { 0 };
		wfWorkers_ParallelFor( workers, addRange, 12750, 100, &partial );
		double sum = 0.0;
		for ( int32_t i = 0; i < 128; ++i )
		{
			sum += partial.sums[i];
		}
		expected = count == 1 ? sum : expected;
		CHECK( sum == expected && sum > 0.0 );
		wfDestroyWorkers( workers );
	}
}

static void addOne( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	int32_t* items = context;
	for ( int32_t i = begin; i < end; ++i )
	{
		items[i] += 1;
	}
}

static void sleepMicroseconds( long microseconds )
{
#if defined( __linux__ )
	struct timespec pause = { 0, microseconds * 1000 };
	nanosleep( &pause, NULL );
#else
	(void)microseconds;
#endif
}

// Short loops back to back, with pauses now and then in which workers fall asleep. Items are written by whoever comes, so a loop
// that returned too early would race with the next one.
TEST( ManyShortLoopsAreOrdered )
{
	for ( int32_t count = 2; count <= 5; ++count )
	{
		wfWorkers* workers = makeWorkers( count );
		int32_t items[64] = { 0 };
		for ( int32_t loop = 0; loop < 4000; ++loop )
		{
			wfWorkers_ParallelFor( workers, addOne, 64, 1 + loop % 16, items );
			if ( loop % 200 == 0 )
			{
				sleepMicroseconds( 300 );
			}
		}
		for ( int32_t i = 0; i < 64; ++i )
		{
			CHECK_EQUAL( items[i], 4000 );
		}
		wfDestroyWorkers( workers );
	}
}

TEST( PoolsComeAndGo )
{
	for ( int32_t i = 0; i < 100; ++i )
	{
		wfWorkers* workers = makeWorkers( 1 + i % 6 );
		int32_t items[16] = { 0 };
		if ( i % 2 == 0 )
		{
			wfWorkers_ParallelFor( workers, addOne, 16, 1, items );
			CHECK_EQUAL( items[15], 1 );
		}
		wfDestroyWorkers( workers );
	}
}

#if WF_HAS_THREADS

typedef struct callerThread
{
	wfWorkers* workers;
	int32_t items[40];
} callerThread;

static void* callLoops( void* context )
{
	callerThread* caller = context;
	for ( int32_t i = 0; i < 1500; ++i )
	{
		wfWorkers_ParallelFor( caller->workers, addOne, 40, 1 + i % 7, caller->items );
	}
	return NULL;
}

TEST( SeveralThreadsShareAPool )
{
	wfWorkers* workers = makeWorkers( 3 );
	callerThread callers[4] = { 0 };
	pthread_t threads[4];
	for ( int32_t i = 0; i < 4; ++i )
	{
		callers[i].workers = workers;
		CHECK_EQUAL( pthread_create( &threads[i], NULL, callLoops, &callers[i] ), 0 );
	}
	for ( int32_t i = 0; i < 4; ++i )
	{
		pthread_join( threads[i], NULL );
		for ( int32_t k = 0; k < 40; ++k )
		{
			CHECK_EQUAL( callers[i].items[k], 1500 );
		}
	}
	wfDestroyWorkers( workers );
}

static void* allocateInThread( void* context )
{
	(void)context;
	for ( size_t i = 0; i < 2000; ++i )
	{
		void* memory = wfAllocate( i );
		wfRelease( memory, i );
	}
	return NULL;
}

TEST( BytesAreCountedAcrossThreads )
{
	size_t before = wfGetByteCount();
	pthread_t threads[4];
	for ( int32_t i = 0; i < 4; ++i )
	{
		CHECK_EQUAL( pthread_create( &threads[i], NULL, allocateInThread, NULL ), 0 );
	}
	for ( int32_t i = 0; i < 4; ++i )
	{
		pthread_join( threads[i], NULL );
	}
	CHECK_EQUAL( wfGetByteCount(), before );
}

#endif

// ------------------------------------------------------------------------------------------------------------------ host

typedef struct hostRecord
{
	int32_t calls;
	int32_t split; // items per range, whatever grain was asked for
	int32_t workerCount;
} hostRecord;

// A host that deals ranges of its own size, last ones first, to workers in turn.
static void hostParallelFor( wfRangeFcn* fcn, int32_t count, int32_t grain, void* fcnContext, void* hostContext )
{
	hostRecord* host = hostContext;
	host->calls += 1;
	CHECK( grain >= 1 );
	int32_t worker = 0;
	for ( int32_t end = count; end > 0; end -= host->split )
	{
		fcn( end > host->split ? end - host->split : 0, end, worker, fcnContext );
		worker = ( worker + 1 ) % host->workerCount;
	}
}

TEST( AHostRunsTheLoops )
{
	for ( int32_t split = 1; split <= 40; split += 13 )
	{
		hostRecord host = { .split = split, .workerCount = 5 };
		wfWorkersDef def = wfDefaultWorkersDef();
		def.workerCount = 5;
		def.parallelFor = hostParallelFor;
		def.hostContext = &host;
		wfWorkers* workers = NULL;
		CHECK_EQUAL( wfCreateWorkers( &def, &workers ), wf_ok );
		CHECK_EQUAL( wfWorkers_GetCount( workers ), 5 );
		checkManyLoops( workers );
		CHECK( host.calls > 10 );

		// A nested loop does not reach the host again.
		host.calls = 0;
		nesting all = { .outer = workers, .inner = workers };
		wfWorkers_ParallelFor( workers, outerRange, 50, 1, &all );
		CHECK_EQUAL( host.calls, 1 );
		CHECK_EQUAL( atomic_load( &all.innerItems ), 500 );
		CHECK_EQUAL( atomic_load( &all.violations ), 0 );
		wfDestroyWorkers( workers );
	}
}

TEST( AHostWithBadWorkersIsNoticed )
{
	hostRecord host = { .split = 1, .workerCount = 3 };
	wfWorkersDef def = wfDefaultWorkersDef();
	def.workerCount = 2;
	def.parallelFor = hostParallelFor;
	def.hostContext = &host;
	wfWorkers* workers = NULL;
	CHECK_EQUAL( wfCreateWorkers( &def, &workers ), wf_ok );
	int32_t items[9] = { 0 };
	testBeginAsserts();
	wfWorkers_ParallelFor( workers, addOne, 9, 1, items );
	CHECK_EQUAL( testEndAsserts(), 3 );
	wfDestroyWorkers( workers );
}

// ---------------------------------------------------------------------------------------------------------- few threads

#if defined( __linux__ ) && WF_HAS_THREADS && !TEST_HAS_SANITIZER

static atomic_int s_warnings;

static void countWarning( wfLogLevel level, const char* message, void* context )
{
	(void)context;
	if ( level == wf_logWarning && strstr( message, "worker threads" ) != NULL )
	{
		atomic_fetch_add( &s_warnings, 1 );
	}
}

// In a child whose memory is limited to what it has and room for a few stacks.
static int createUnderLimit( void )
{
	long pages = 0;
	FILE* file = fopen( "/proc/self/statm", "r" );
	if ( file == NULL || fscanf( file, "%ld", &pages ) != 1 )
	{
		return 77;
	}
	fclose( file );
	rlim_t limit = (rlim_t)pages * (rlim_t)sysconf( _SC_PAGESIZE ) + ( (rlim_t)40 << 20 );
	struct rlimit memory = { limit, limit };
	struct rlimit stack = { 8 << 20, 8 << 20 };
	if ( setrlimit( RLIMIT_STACK, &stack ) != 0 || setrlimit( RLIMIT_AS, &memory ) != 0 )
	{
		return 77;
	}
	wfSetLog( countWarning, NULL );
	wfWorkers* workers = makeWorkers( WF_MAX_WORKERS );
	int32_t count = wfWorkers_GetCount( workers );
	bool fewer = count >= 1 && count < WF_MAX_WORKERS && atomic_load( &s_warnings ) == 1;
	int32_t items[200] = { 0 };
	wfWorkers_ParallelFor( workers, addOne, 200, 3, items );
	bool worked = items[0] == 1 && items[199] == 1;
	wfDestroyWorkers( workers );
	return fewer && worked ? 0 : 1;
}

TEST( FewerThreadsThanAskedForAreUsed )
{
	pid_t child = fork();
	if ( child == 0 )
	{
		_exit( createUnderLimit() );
	}
	int status = 0;
	CHECK( child > 0 && waitpid( child, &status, 0 ) == child );
	if ( WIFEXITED( status ) && WEXITSTATUS( status ) == 77 )
	{
		testSkip( "memory cannot be limited here" );
		return;
	}
	CHECK( WIFEXITED( status ) && WEXITSTATUS( status ) == 0 );
}

#endif

void runWorkersTests( int argc, char** argv )
{
#if defined( __linux__ ) && WF_HAS_THREADS && !TEST_HAS_SANITIZER
	RUN_THREADED( FewerThreadsThanAskedForAreUsed );
#endif
	RUN_THREADED( EachItemIsVisitedOnce );
	RUN_THREADED( TheLargestLoopIsCovered );
	RUN_THREADED( DefaultDefUsesTheProcessors );
	RUN( BadDefsAreRefused );
	RUN_THREADED( CreatingWorkersSurvivesFailedAllocations );
	RUN_THREADED( NestedLoopsRunOnTheirThread );
	RUN_THREADED( SumsPerRangeDoNotDependOnTheWorkers );
	RUN_THREADED( ManyShortLoopsAreOrdered );
	RUN_THREADED( PoolsComeAndGo );
#if WF_HAS_THREADS
	RUN_THREADED( SeveralThreadsShareAPool );
	RUN_THREADED( BytesAreCountedAcrossThreads );
#endif
	RUN( AHostRunsTheLoops );
	RUN( AHostWithBadWorkersIsNoticed );
}
