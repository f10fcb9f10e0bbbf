// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Allocation, hooks, results, errors, clock, SIMD level; and the list of all groups.
#include "test_base.h"
#include "base/base.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

TEST( EveryResultHasItsOwnSentence )
{
	for ( int32_t i = 0; i < wf_resultCount; ++i )
	{
		const char* sentence = wfDescribeResult( (wfResult)i );
		CHECK( sentence != NULL && strlen( sentence ) > 5 );
		CHECK( strcmp( sentence, "unknown result" ) != 0 );
		for ( int32_t j = 0; j < i; ++j )
		{
			CHECK( strcmp( sentence, wfDescribeResult( (wfResult)j ) ) != 0 );
		}
	}
	CHECK_STRING( wfDescribeResult( wf_resultCount ), "unknown result" );
	CHECK_STRING( wfDescribeResult( (wfResult)1000 ), "unknown result" );
}

static void setLocation( wfError* error, const char* file, int32_t line, int32_t column, const char* field )
{
	snprintf( error->file, sizeof( error->file ), "%s", file );
	snprintf( error->field, sizeof( error->field ), "%s", field );
	error->line = line;
	error->column = column;
}

TEST( ErrorsAreFormattedFromTheirKnownParts )
{
	char text[256];
	wfError error;
	memset( &error, 0xAB, sizeof( error ) );
	CHECK_EQUAL( wfFail( &error, wf_badFormat, "expected %d numbers, found %s", 3, "two" ), wf_badFormat );
	CHECK_EQUAL( error.result, wf_badFormat );
	wfError_Format( &error, text, sizeof( text ) );
	CHECK_STRING( text, "expected 3 numbers, found two" );

	setLocation( &error, "room.json", 12, 7, "goals[2].radius" );
	int32_t length = wfError_Format( &error, text, sizeof( text ) );
	CHECK_STRING( text, "room.json:12:7: goals[2].radius: expected 3 numbers, found two" );
	CHECK_EQUAL( length, strlen( text ) );

	setLocation( &error, "room.json", 0, 0, "" );
	wfError_Format( &error, text, sizeof( text ) );
	CHECK_STRING( text, "room.json: expected 3 numbers, found two" );

	setLocation( &error, "", 4, 0, "" );
	wfError_Format( &error, text, sizeof( text ) );
	CHECK_STRING( text, "line 4: expected 3 numbers, found two" );

	error.message[0] = 0;
	setLocation( &error, "", 0, 0, "size" );
	wfError_Format( &error, text, sizeof( text ) );
	CHECK_STRING( text, "size: the content is not what its format asks for" );
}

TEST( ErrorsThatDoNotFitSayHowLongTheyAre )
{
	wfError error;
	wfFail( &error, wf_outOfRange, "too many" );
	setLocation( &error, "a", 1, 2, "b" );
	char whole[64];
	int32_t needed = wfError_Format( &error, whole, sizeof( whole ) );
	CHECK_STRING( whole, "a:1:2: b: too many" );
	CHECK_EQUAL( wfError_Format( &error, NULL, 0 ), needed );
	for ( int32_t capacity = 1; capacity <= needed + 1; ++capacity )
	{
		char part[64];
		memset( part, 'x', sizeof( part ) );
		CHECK_EQUAL( wfError_Format( &error, part, capacity ), needed );
		CHECK_EQUAL( strlen( part ), capacity - 1 );
		CHECK( strncmp( part, whole, (size_t)capacity - 1 ) == 0 );
		CHECK( part[capacity] == 'x' );
	}

	// A message longer than its place is cut, and one made of the error's own text survives.
	char big[2000];
	memset( big, 'y', sizeof( big ) - 1 );
	big[sizeof( big ) - 1] = 0;
	CHECK_EQUAL( wfFail( &error, wf_tooLarge, "%s", big ), wf_tooLarge );
	CHECK_EQUAL( strlen( error.message ), sizeof( error.message ) - 1 );
	CHECK_EQUAL( error.line, 0 );
	wfFail( &error, wf_readFailed, "inner" );
	wfFail( &error, wf_readFailed, "outer: %s", error.message );
	CHECK_STRING( error.message, "outer: inner" );
	CHECK_EQUAL( wfFail( NULL, wf_cancelled, "nobody listens" ), wf_cancelled );
}

TEST( AllocationsAreAlignedAndCounted )
{
	size_t before = wfGetByteCount();
	void* blocks[20];
	size_t total = 0;
	for ( size_t i = 0; i < 20; ++i )
	{
		blocks[i] = wfAllocate( i * i );
		CHECK( blocks[i] != NULL && (uintptr_t)blocks[i] % 64 == 0 );
		total += i == 0 ? 1 : i * i;
		CHECK_EQUAL( wfGetByteCount() - before, total );
	}
	for ( size_t i = 0; i < 20; ++i )
	{
		wfRelease( blocks[i], i * i );
	}
	wfRelease( NULL, 100 );
	CHECK_EQUAL( wfGetByteCount(), before );

	uint8_t* zeroed = wfAllocateZeroed( 1000 );
	int32_t sum = 0;
	for ( int32_t i = 0; i < 1000; ++i )
	{
		sum += zeroed[i];
	}
	CHECK_EQUAL( sum, 0 );
	wfRelease( zeroed, 1000 );
}

TEST( OversizedRequestsFail )
{
	CHECK( wfAllocate( SIZE_MAX ) == NULL );
	CHECK( wfAllocate( SIZE_MAX - 10 ) == NULL );
	CHECK( wfAllocateArray( SIZE_MAX / 4, 8 ) == NULL );
	CHECK( wfAllocateArray( (size_t)1 << ( sizeof( size_t ) * 4 ), (size_t)1 << ( sizeof( size_t ) * 4 ) ) == NULL );
	int32_t* array = wfAllocateArray( 10, sizeof( int32_t ) );
	CHECK( array != NULL );
	wfReleaseArray( array, 10, sizeof( int32_t ) );
}

TEST( ArraysGrowAndKeepTheirContent )
{
	int32_t* items = NULL;
	size_t capacity = 0;
	int32_t growths = 0;
	for ( int32_t i = 0; i < 10000; ++i )
	{
		size_t old = capacity;
		CHECK_EQUAL( wfGrowArray( &items, &capacity, (size_t)i + 1, sizeof( int32_t ) ), wf_ok );
		growths += old != capacity;
		items[i] = 3 * i;
	}
	CHECK( growths < 25 );
	int32_t wrong = 0;
	for ( int32_t i = 0; i < 10000; ++i )
	{
		wrong += items[i] != 3 * i;
	}
	CHECK_EQUAL( wrong, 0 );

	// Both the generous and the exact size fail: all stays.
	size_t old = capacity;
	CHECK_EQUAL( wfGrowArray( &items, &capacity, SIZE_MAX / 8, sizeof( int32_t ) ), wf_outOfMemory );
	CHECK_EQUAL( capacity, old );
	CHECK_EQUAL( items[9999], 29997 );

	// When only the generous one fails the exact one is taken.
	testFailAllocationAt( 1 );
	CHECK_EQUAL( wfGrowArray( &items, &capacity, old + 1, sizeof( int32_t ) ), wf_ok );
	CHECK_EQUAL( capacity, old + 1 );
	testResetAllocator();
	wfReleaseArray( items, capacity, sizeof( int32_t ) );
}

typedef struct hookRecord
{
	int32_t allocations, releases;
	size_t lastSize, lastAlignment, lastFreedSize;
	wfLogLevel level;
	char line[2048];
	int32_t lines;
	char condition[128];
} hookRecord;

static _Alignas( 64 ) uint8_t s_hookMemory[256];

static void* recordAllocate( size_t size, size_t alignment, void* context )
{
	hookRecord* record = context;
	record->allocations += 1;
	record->lastSize = size;
	record->lastAlignment = alignment;
	return s_hookMemory;
}

static void recordFree( void* memory, size_t size, void* context )
{
	hookRecord* record = context;
	record->releases += memory == s_hookMemory;
	record->lastFreedSize = size;
}

TEST( TheAllocatorCanBeReplaced )
{
	hookRecord record = { 0 };
	wfSetAllocator( recordAllocate, recordFree, &record );
	void* memory = wfAllocate( 100 );
	CHECK( memory == s_hookMemory );
	CHECK_EQUAL( record.lastSize, 100 );
	CHECK_EQUAL( record.lastAlignment, 64 );
	wfRelease( memory, 100 );
	CHECK_EQUAL( record.releases, 1 );
	CHECK_EQUAL( record.lastFreedSize, 100 );
	wfSetAllocator( NULL, NULL, NULL );
	memory = wfAllocate( 100 );
	CHECK( memory != NULL && memory != (void*)s_hookMemory );
	CHECK( (uintptr_t)memory % 64 == 0 );
	wfRelease( memory, 100 );
	CHECK( wfAllocate( (size_t)PTRDIFF_MAX ) == NULL );
	CHECK_EQUAL( record.allocations, 1 );
}

static void recordLog( wfLogLevel level, const char* message, void* context )
{
	hookRecord* record = context;
	record->level = level;
	record->lines += 1;
	snprintf( record->line, sizeof( record->line ), "%s", message );
}

TEST( LogLinesReachTheHook )
{
	hookRecord record = { 0 };
	wfLogMessage( wf_logError, "nobody listens" );
	wfSetLog( recordLog, &record );
	wfLogMessage( wf_logWarning, "%d of %s\n", 5, "ten" );
	CHECK_STRING( record.line, "5 of ten" );
	CHECK_EQUAL( record.level, wf_logWarning );
	wfSetLog( NULL, NULL );
	wfLogMessage( wf_logInfo, "again nobody" );
	CHECK_EQUAL( record.lines, 1 );
}

static bool recordAssert( const char* condition, const char* file, int line, void* context )
{
	hookRecord* record = context;
	snprintf( record->condition, sizeof( record->condition ), "%s", condition );
	record->lines += line > 0 && strstr( file, "test_base" ) != NULL;
	return false;
}

TEST( FailedAssertsReachTheHook )
{
	hookRecord record = { 0 };
	wfSetAssert( recordAssert, &record );
	int32_t one = 1;
	CHECK( WF_FAILS( one == 2 ) );
	CHECK_STRING( record.condition, "one == 2" );
	CHECK_EQUAL( record.lines, 1 );
	CHECK( WF_FAILS( one == 1 ) == false );
	WF_ASSERT( one == 1 );
	CHECK_EQUAL( record.lines, 1 );
	wfSetAssert( NULL, NULL );

	testBeginAsserts();
	CHECK_EQUAL( wfError_Format( NULL, NULL, 0 ), 0 );
	wfSetAllocator( recordAllocate, NULL, NULL );
	CHECK_EQUAL( testEndAsserts(), 2 );
}

TEST( TheClockRunsForward )
{
	double start = wfGetSeconds();
	double last = start;
	while ( last < start + 0.002 )
	{
		double now = wfGetSeconds();
		CHECK( now >= last );
		last = now;
	}
	CHECK( last - start < 10.0 );
}

TEST( SimdLevelsAreNeverAboveTheMachine )
{
	wfSimdLevel best = wfGetSimdLevel();
	CHECK( best >= wf_simdBaseline && best <= wf_simdAvx512 );
	for ( int32_t level = wf_simdBaseline; level <= wf_simdAvx512; ++level )
	{
		wfSimdLevel expected = (wfSimdLevel)( level < (int32_t)best ? level : (int32_t)best );
		CHECK_EQUAL( wfSetSimdLevel( (wfSimdLevel)level ), expected );
		CHECK_EQUAL( wfGetSimdLevel(), expected );
		CHECK( strlen( wfDescribeSimdLevel( (wfSimdLevel)level ) ) > 0 );
	}
#if defined( __x86_64__ )
	__builtin_cpu_init();
	CHECK_EQUAL( best >= wf_simdAvx2, __builtin_cpu_supports( "avx2" ) != 0 );
	CHECK( best < wf_simdAvx512 || __builtin_cpu_supports( "avx512f" ) != 0 );
#else
	CHECK_EQUAL( best, wf_simdBaseline );
#endif
	CHECK_EQUAL( wfSetSimdLevel( best ), best );
}

TEST( TheVersionIsTheHeaders )
{
	wfVersion version = wfGetVersion();
	CHECK_EQUAL( version.major, WF_VERSION_MAJOR );
	CHECK_EQUAL( version.minor, WF_VERSION_MINOR );
	CHECK_EQUAL( version.patch, WF_VERSION_PATCH );
}

void runCoreTests( int argc, char** argv )
{
	RUN( EveryResultHasItsOwnSentence );
	RUN( ErrorsAreFormattedFromTheirKnownParts );
	RUN( ErrorsThatDoNotFitSayHowLongTheyAre );
	RUN( AllocationsAreAlignedAndCounted );
	RUN( OversizedRequestsFail );
	RUN( ArraysGrowAndKeepTheirContent );
	RUN( TheAllocatorCanBeReplaced );
	RUN( LogLinesReachTheHook );
	RUN( FailedAssertsReachTheHook );
	RUN( TheClockRunsForward );
	RUN( SimdLevelsAreNeverAboveTheMachine );
	RUN( TheVersionIsTheHeaders );
}

int main( int argc, char** argv )
{
	runCoreTests( argc, argv );
	runBoxTreeTests( argc, argv );
	runArraysTests( argc, argv );
	runContainerTests( argc, argv );
	runMathTests( argc, argv );
	runRandomTests( argc, argv );
	runTextTests( argc, argv );
	runVectorTests( argc, argv );
	runWorkersTests( argc, argv );
	return testReport();
}
