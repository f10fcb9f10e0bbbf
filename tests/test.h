// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The test harness. A test executable lists its tests in main:
//
//     int main( int argc, char** argv )
//     {
//         RUN( GridIsSymmetric );
//         return testReport();
//     }
//
// Arguments select the tests whose names contain one of them, --threaded those that start threads; --list prints the names
// instead of running the tests, --times the seconds of processor time that each took. Each test starts with the harness'
// allocator in place and must release all it allocated: what is left over counts as a failure.
#pragma once

#include "wayfield/base.h"

// A sanitizer looks on, and everything takes several times as long: what is long may be shorter there, since the release build
// runs the whole.
#if defined( __SANITIZE_ADDRESS__ ) || defined( __SANITIZE_THREAD__ )
#define TEST_HAS_SANITIZER 1
#elif defined( __has_feature )
#if __has_feature( address_sanitizer ) || __has_feature( thread_sanitizer ) || __has_feature( memory_sanitizer )
#define TEST_HAS_SANITIZER 1
#endif
#endif
#if !defined( TEST_HAS_SANITIZER )
#define TEST_HAS_SANITIZER 0
#endif

#define TEST( name ) static void name( void )
#define RUN( name ) testRun( #name, name, argc, argv )
// One that starts threads: the thread sanitizer looks at these alone.
#define RUN_THREADED( name ) testRunThreaded( #name, name, argc, argv )

#define CHECK( condition ) testCheck( ( condition ), #condition, __FILE__, __LINE__ )
#define CHECK_NEAR( a, b, tolerance ) testCheckNear( ( a ), ( b ), ( tolerance ), #a, #b, __FILE__, __LINE__ )
#define CHECK_EQUAL( a, b ) testCheckEqual( (int64_t)( a ), (int64_t)( b ), #a, #b, __FILE__, __LINE__ )
#define CHECK_STRING( a, b ) testCheckString( ( a ), ( b ), #a, #b, __FILE__, __LINE__ )

// Evaluate `expression` (a wfResult) once for each allocation it makes, with that allocation failing, and a last time with none
// failing. A failed call must say wf_outOfMemory and leave nothing allocated; `cleanup` (a statement) undoes a successful one,
// which may also be a call that survived a failed allocation.
#define TEST_EVERY_ALLOCATION( expression, cleanup )                                                                             \
	do                                                                                                                           \
	{                                                                                                                            \
		size_t testBytesBefore = wfGetByteCount();                                                                               \
		bool testFailed = true;                                                                                                  \
		for ( int64_t testIndex = 1; testFailed; ++testIndex )                                                                   \
		{                                                                                                                        \
			testFailAllocationAt( testIndex );                                                                                   \
			wfResult testResult = ( expression );                                                                                \
			testFailed = testHasAllocationFailed();                                                                              \
			testResetAllocator();                                                                                                \
			if ( testResult == wf_ok )                                                                                           \
			{                                                                                                                    \
				cleanup;                                                                                                         \
			}                                                                                                                    \
			testCheckAllocationOutcome( testResult, testFailed, testIndex, testBytesBefore, #expression, __FILE__, __LINE__ );   \
		}                                                                                                                        \
	}                                                                                                                            \
	while ( false )

typedef void testFcn( void );

void testRun( const char* name, testFcn* test, int argc, char** argv );
void testRunThreaded( const char* name, testFcn* test, int argc, char** argv );
// Prints the last line, `N passed, N failed`, and gives the exit code.
int testReport( void );
// Marks the running test as skipped; return from it afterwards.
void testSkip( const char* why );

// These may be called from any thread. They return whether the check held.
bool testCheck( bool holds, const char* text, const char* file, int line );
bool testCheckNear( double a, double b, double tolerance, const char* textA, const char* textB, const char* file, int line );
bool testCheckEqual( int64_t a, int64_t b, const char* textA, const char* textB, const char* file, int line );
bool testCheckString( const char* a, const char* b, const char* textA, const char* textB, const char* file, int line );
bool testCheckAllocationOutcome( wfResult result, bool failed, int64_t index, size_t bytesBefore, const char* text,
								 const char* file, int line );

// Let the n-th allocation from now on (1: the next) fail, and none after it; 0: none.
void testFailAllocationAt( int64_t n );
// The n-th and all after it: for code that tries again with less.
void testFailAllocationsFrom( int64_t n );
// Allocations tried since the last testFailAllocationAt or testResetAllocator.
int64_t testAllocationCount( void );
bool testHasAllocationFailed( void );
void testResetAllocator( void );

// Count programmer errors instead of aborting, until testEndAsserts, which returns how many there were.
void testBeginAsserts( void );
int32_t testEndAsserts( void );

// The path of a file of real data, null when it is not there. The string lives until the next call.
const char* testDataPath( const char* name );
// A path for a file a test writes, in the folder for temporary files, different for each process. Lives until the next call.
const char* testTemporaryPath( const char* name );
