// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#define _POSIX_C_SOURCE 200809L

#include "test.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/times.h>
#include <unistd.h>

// A check in a loop that goes wrong would bury the others.
#define MAX_PRINTED_PER_TEST 10

#define MAX_BLOCK_SIZE ( SIZE_MAX / 2 < 0x1000000000 ? SIZE_MAX / 2 : (size_t)0x1000000000 )

static const char* s_name = "(outside a test)";
static atomic_int s_failuresInTest;
static bool s_skipped;
static int s_passedCount;
static int s_failedCount;
static int s_skippedCount;
static int s_listedCount;

// Counts a failed check; whether it is to be printed.
static bool testBeginFailure( const char* file, int line )
{
	int before = atomic_fetch_add( &s_failuresInTest, 1 );
	if ( before == MAX_PRINTED_PER_TEST )
	{
		fprintf( stderr, "%s: further failures are not shown\n", s_name );
	}
	if ( before >= MAX_PRINTED_PER_TEST )
	{
		return false;
	}
	fprintf( stderr, "%s:%d: %s: ", file, line, s_name );
	return true;
}

bool testCheck( bool holds, const char* text, const char* file, int line )
{
	if ( holds == false && testBeginFailure( file, line ) )
	{
		fprintf( stderr, "%s is false\n", text );
	}
	return holds;
}

bool testCheckNear( double a, double b, double tolerance, const char* textA, const char* textB, const char* file, int line )
{
	// Equal infinities are near each other though their difference is not a number.
	bool holds = a == b || fabs( a - b ) <= tolerance;
	if ( holds == false && testBeginFailure( file, line ) )
	{
		fprintf( stderr, "%s = %.17g, %s = %.17g, apart by %.3g > %.3g\n", textA, a, textB, b, fabs( a - b ), tolerance );
	}
	return holds;
}

bool testCheckEqual( int64_t a, int64_t b, const char* textA, const char* textB, const char* file, int line )
{
	if ( a != b && testBeginFailure( file, line ) )
	{
		fprintf( stderr, "%s = %lld, %s = %lld\n", textA, (long long)a, textB, (long long)b );
	}
	return a == b;
}

bool testCheckString( const char* a, const char* b, const char* textA, const char* textB, const char* file, int line )
{
	bool holds = a != NULL && b != NULL ? strcmp( a, b ) == 0 : a == b;
	if ( holds == false && testBeginFailure( file, line ) )
	{
		fprintf( stderr, "%s = \"%s\", %s = \"%s\"\n", textA, a != NULL ? a : "(null)", textB, b != NULL ? b : "(null)" );
	}
	return holds;
}

bool testCheckAllocationOutcome( wfResult result, bool failed, int64_t index, size_t bytesBefore, const char* text,
								 const char* file, int line )
{
	bool holds = true;
	if ( result != wf_ok && ( failed == false || result != wf_outOfMemory ) )
	{
		holds = false;
		if ( testBeginFailure( file, line ) )
		{
			fprintf( stderr, "%s came to \"%s\" with %s allocation %lld\n", text, wfDescribeResult( result ),
					 failed ? "failing" : "all working, up to", (long long)index );
		}
	}
	size_t bytesAfter = wfGetByteCount();
	if ( bytesAfter != bytesBefore )
	{
		holds = false;
		if ( testBeginFailure( file, line ) )
		{
			fprintf( stderr, "%s left %lld bytes with allocation %lld %s\n", text, (long long)bytesAfter - (long long)bytesBefore,
					 (long long)index, failed ? "failing" : "working" );
		}
	}
	return holds;
}

void testSkip( const char* why )
{
	printf( "skip %s: %s\n", s_name, why );
	s_skipped = true;
}

static bool testHasOption( const char* option, int argc, char** argv )
{
	for ( int i = 1; i < argc; ++i )
	{
		if ( strcmp( argv[i], option ) == 0 )
		{
			return true;
		}
	}
	return false;
}

static bool testIsSelected( const char* name, int argc, char** argv )
{
	bool isAny = true;
	for ( int i = 1; i < argc; ++i )
	{
		if ( strncmp( argv[i], "--", 2 ) == 0 )
		{
			continue;
		}
		isAny = false;
		if ( strstr( name, argv[i] ) != NULL )
		{
			return true;
		}
	}
	return isAny;
}

// Of all threads, and of programs that were run and have ended.
static double testProcessorSeconds( void )
{
	struct tms spent;
	times( &spent );
	return (double)( spent.tms_utime + spent.tms_stime + spent.tms_cutime + spent.tms_cstime ) / (double)sysconf( _SC_CLK_TCK );
}

static void testRunSelected( const char* name, testFcn* test, int argc, char** argv )
{
	if ( testIsSelected( name, argc, argv ) == false )
	{
		return;
	}
	if ( testHasOption( "--list", argc, argv ) )
	{
		printf( "%s\n", name );
		s_listedCount += 1;
		return;
	}
	double began = testProcessorSeconds();
	s_name = name;
	s_skipped = false;
	atomic_store( &s_failuresInTest, 0 );
	testResetAllocator();
	size_t bytesBefore = wfGetByteCount();

	test();

	testResetAllocator();
	wfSetAssert( NULL, NULL );
	wfSetLog( NULL, NULL );
	if ( wfGetByteCount() != bytesBefore && testBeginFailure( __FILE__, __LINE__ ) )
	{
		fprintf( stderr, "%lld bytes were not released\n", (long long)wfGetByteCount() - (long long)bytesBefore );
	}

	if ( atomic_load( &s_failuresInTest ) > 0 )
	{
		s_failedCount += 1;
	}
	else if ( s_skipped )
	{
		s_skippedCount += 1;
	}
	else
	{
		s_passedCount += 1;
	}
	s_name = "(outside a test)";
	if ( testHasOption( "--times", argc, argv ) )
	{
		printf( "%8.2f s %s\n", testProcessorSeconds() - began, name );
		fflush( stdout );
	}
}

void testRun( const char* name, testFcn* test, int argc, char** argv )
{
	if ( testHasOption( "--threaded", argc, argv ) == false )
	{
		testRunSelected( name, test, argc, argv );
	}
}

void testRunThreaded( const char* name, testFcn* test, int argc, char** argv )
{
	testRunSelected( name, test, argc, argv );
}

int testReport( void )
{
	if ( s_listedCount > 0 )
	{
		return 0;
	}
	// No test at all is no success: a filter that matches nothing should be noticed.
	bool ranNothing = s_passedCount + s_failedCount + s_skippedCount == 0;
	if ( ranNothing )
	{
		fprintf( stderr, "no test was run\n" );
	}
	fflush( stderr );
	printf( "%d passed, %d failed", s_passedCount, s_failedCount );
	if ( s_skippedCount > 0 )
	{
		printf( ", %d skipped", s_skippedCount );
	}
	printf( "\n" );
	return s_failedCount > 0 || ranNothing ? 1 : 0;
}

// ------------------------------------------------------------------------------------------------------------ allocator

static atomic_llong s_allocationCount;
static atomic_llong s_failAt, s_failUntil;
static atomic_bool s_hasFailed;

// Compatible with the library's own allocator, so that what was allocated before a test may be released in it.
static void* testAllocate( size_t size, size_t alignment, void* context )
{
	(void)context;
	long long index = atomic_fetch_add( &s_allocationCount, 1 ) + 1;
	if ( index >= atomic_load( &s_failAt ) && index < atomic_load( &s_failUntil ) )
	{
		atomic_store( &s_hasFailed, true );
		return NULL;
	}
	// No test needs that much; sanitizers take such a request for a mistake instead of refusing it.
	if ( size > MAX_BLOCK_SIZE )
	{
		return NULL;
	}
	size_t rounded = ( size + alignment - 1 ) / alignment * alignment;
	void* memory = aligned_alloc( alignment, rounded );
	if ( memory != NULL )
	{
		// Neither zero nor anything plausible: reading what was never written shows. Large blocks stay untouched for speed.
		memset( memory, 0xCD, rounded < 65536 ? rounded : 65536 );
	}
	return memory;
}

static void testFree( void* memory, size_t size, void* context )
{
	(void)size;
	(void)context;
	free( memory );
}

static void failBetween( int64_t from, int64_t until )
{
	atomic_store( &s_allocationCount, 0 );
	atomic_store( &s_hasFailed, false );
	atomic_store( &s_failAt, from );
	atomic_store( &s_failUntil, until );
	wfSetAllocator( testAllocate, testFree, NULL );
}

void testFailAllocationAt( int64_t n )
{
	failBetween( n, n + 1 );
}

void testFailAllocationsFrom( int64_t n )
{
	failBetween( n, INT64_MAX );
}

int64_t testAllocationCount( void )
{
	return atomic_load( &s_allocationCount );
}

bool testHasAllocationFailed( void )
{
	return atomic_load( &s_hasFailed );
}

void testResetAllocator( void )
{
	testFailAllocationAt( 0 );
}

// -------------------------------------------------------------------------------------------------------------- asserts

static atomic_int s_assertCount;

static bool testCountAssert( const char* condition, const char* file, int line, void* context )
{
	(void)condition;
	(void)file;
	(void)line;
	(void)context;
	atomic_fetch_add( &s_assertCount, 1 );
	return false;
}

void testBeginAsserts( void )
{
	atomic_store( &s_assertCount, 0 );
	wfSetAssert( testCountAssert, NULL );
}

int32_t testEndAsserts( void )
{
	wfSetAssert( NULL, NULL );
	return atomic_load( &s_assertCount );
}

// ---------------------------------------------------------------------------------------------------------------- files

const char* testDataPath( const char* name )
{
	static char path[4096];
	const char* folder = getenv( "WAYFIELD_DATA" );
	int length = -1;
	if ( folder != NULL && folder[0] != 0 )
	{
		length = snprintf( path, sizeof( path ), "%s/%s", folder, name );
	}
#ifdef WAYFIELD_SOURCE_DIR
	else
	{
		length = snprintf( path, sizeof( path ), "%s/../shared/data/%s", WAYFIELD_SOURCE_DIR, name );
	}
#endif
	if ( length < 0 || length >= (int)sizeof( path ) )
	{
		return NULL;
	}
	return access( path, R_OK ) == 0 ? path : NULL;
}

const char* testTemporaryPath( const char* name )
{
	static char path[4096];
	const char* folder = getenv( "TMPDIR" );
	int length = snprintf( path, sizeof( path ), "%s/wayfield-%ld-%s", folder != NULL && folder[0] != 0 ? folder : "/tmp",
						   (long)getpid(), name );
	return length > 0 && length < (int)sizeof( path ) ? path : NULL;
}
