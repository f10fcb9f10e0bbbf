// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What is asked of the machine: the time and its instruction sets. And the version.
#if !defined( _POSIX_C_SOURCE ) && !defined( __APPLE__ )
#define _POSIX_C_SOURCE 200809L
#endif

#include "base/base.h"

#include <stdatomic.h>
#include <time.h>

#if defined( _WIN32 )
#include <windows.h>
#endif

wfVersion wfGetVersion( void )
{
	return ( wfVersion ){ WF_VERSION_MAJOR, WF_VERSION_MINOR, WF_VERSION_PATCH };
}

double wfGetSeconds( void )
{
#if defined( _WIN32 )
	LARGE_INTEGER count, frequency;
	QueryPerformanceFrequency( &frequency );
	QueryPerformanceCounter( &count );
	return (double)count.QuadPart / (double)frequency.QuadPart;
#else
	struct timespec now = { 0 };
#if defined( CLOCK_MONOTONIC )
	clock_gettime( CLOCK_MONOTONIC, &now );
#else
	timespec_get( &now, TIME_UTC );
#endif
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
#endif
}

// The compiler's run-time check also asks whether the operating system saves the wide registers.
static wfSimdLevel detectSimdLevel( void )
{
#if ( defined( __x86_64__ ) || defined( __i386__ ) ) && defined( __GNUC__ )
	__builtin_cpu_init();
	bool avx2 = __builtin_cpu_supports( "avx2" ) != 0;
	bool avx512 = __builtin_cpu_supports( "avx512f" ) != 0 && __builtin_cpu_supports( "avx512vl" ) != 0 &&
				  __builtin_cpu_supports( "avx512dq" ) != 0 && __builtin_cpu_supports( "avx512bw" ) != 0;
	if ( avx2 )
	{
		return avx512 ? wf_simdAvx512 : wf_simdAvx2;
	}
#endif
	return wf_simdBaseline;
}

// One more than the level; 0 while nobody asked. Two threads that detect at once find the same.
static atomic_int s_simdLevel;

wfSimdLevel wfGetSimdLevel( void )
{
	int stored = atomic_load_explicit( &s_simdLevel, memory_order_relaxed );
	if ( stored == 0 )
	{
		stored = (int)detectSimdLevel() + 1;
		atomic_store_explicit( &s_simdLevel, stored, memory_order_relaxed );
	}
	return (wfSimdLevel)( stored - 1 );
}

wfSimdLevel wfSetSimdLevel( wfSimdLevel level )
{
	int best = (int)detectSimdLevel();
	int wanted = (int)level;
	int chosen = wanted > best ? best : wanted < 0 ? 0 : wanted;
	atomic_store_explicit( &s_simdLevel, chosen + 1, memory_order_relaxed );
	return (wfSimdLevel)chosen;
}

const char* wfDescribeSimdLevel( wfSimdLevel level )
{
	switch ( level )
	{
		case wf_simdBaseline:
#if defined( __wasm_simd128__ )
			return "SIMD128";
#elif defined( __x86_64__ ) || defined( __SSE2__ )
			return "SSE2";
#elif defined( __ARM_NEON )
			return "NEON";
#else
			return "plain";
#endif
		case wf_simdAvx2:
			return "AVX2";
		case wf_simdAvx512:
			return "AVX-512";
	}
	return "unknown";
}
