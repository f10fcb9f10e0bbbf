// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Included by kernel_baseline.c, kernel_avx2.c and kernel_avx512.c with WF_KERNEL_TABLE and WF_ROW_LANES (4 or 8) defined.

#include "sparse/kernel.h"
#include "sparse/sparse.h"
#include "sparse/wide.h"

#if defined( __AVX__ )
#include <immintrin.h>
#endif

// Vectors of the compiler's own: on machines with narrower registers they become several. May alias and be unaligned.
typedef double Four __attribute__( ( vector_size( 32 ), aligned( 8 ), may_alias ) );
typedef double Lanes __attribute__( ( vector_size( 8 * WF_SOLVE_LANES ), aligned( 8 ), may_alias ) );
typedef float SingleFour __attribute__( ( vector_size( 16 ), aligned( 4 ), may_alias ) );
typedef int64_t LongFour __attribute__( ( vector_size( 32 ), aligned( 8 ), may_alias ) );
typedef int32_t IntFour __attribute__( ( vector_size( 16 ), aligned( 4 ), may_alias ) );
// Columns that are summed together for all lanes, as many as registers hold.
#define WF_LANE_COLUMNS ( WF_ROW_LANES == 8 ? 4 : 1 )
#if WF_ROW_LANES == 8
typedef double Rows __attribute__( ( vector_size( 64 ), aligned( 8 ), may_alias ) );
#else
typedef Four Rows;
#endif
typedef int64_t LongRows __attribute__( ( vector_size( 8 * WF_ROW_LANES ), aligned( 8 ), may_alias ) );
typedef int32_t IntRows __attribute__( ( vector_size( 4 * WF_ROW_LANES ), aligned( 4 ), may_alias ) );

#include "sparse/kernel_factor.h"
#include "sparse/kernel_multiply.h"

// The sums of four vectors, each in pairs.
#if defined( __AVX__ )
#define WF_STORE_SUMS( to, s0, s1, s2, s3 )                                                                                      \
	do                                                                                                                           \
	{                                                                                                                            \
		__m256d first = _mm256_hadd_pd( (__m256d)( s0 ), (__m256d)( s1 ) );                                                      \
		__m256d second = _mm256_hadd_pd( (__m256d)( s2 ), (__m256d)( s3 ) );                                                     \
		_mm256_storeu_pd(                                                                                                        \
			to, _mm256_add_pd( _mm256_permute2f128_pd( first, second, 0x20 ), _mm256_permute2f128_pd( first, second, 0x31 ) ) ); \
	}                                                                                                                            \
	while ( false )
#else
#define WF_STORE_SUMS( to, s0, s1, s2, s3 )                                                                                      \
	( ( to )[0] = ( s0[0] + s0[1] ) + ( s0[2] + s0[3] ), ( to )[1] = ( s1[0] + s1[1] ) + ( s1[2] + s1[3] ),                      \
	  ( to )[2] = ( s2[0] + s2[1] ) + ( s2[2] + s2[3] ), ( to )[3] = ( s3[0] + s3[1] ) + ( s3[2] + s3[3] ) )
#endif

#define WF_STORED double
#define WF_STORED_NAME( name ) name##Double
#define WF_LOAD( p ) ( *(const Four*)( p ) )
#define WF_FETCH( p ) ( __builtin_prefetch( p ), __builtin_prefetch( ( p ) + 8 ) )
#include "sparse/kernel_solve.h"
#undef WF_STORED
#undef WF_STORED_NAME
#undef WF_LOAD
#undef WF_FETCH

#define WF_STORED float
#define WF_STORED_NAME( name ) name##Single
#define WF_FETCH( p ) __builtin_prefetch( p )
#if defined( __AVX__ )
// The compiler's own conversion takes two halves with a false dependency between rounds.
#define WF_LOAD( p ) ( (Four)_mm256_cvtps_pd( _mm_loadu_ps( p ) ) )
#else
#define WF_LOAD( p ) __builtin_convertvector( *(const SingleFour*)( p ), Four )
#endif
#include "sparse/kernel_solve.h"
#include "sparse/kernel_wide.h"

const wfKernels WF_KERNEL_TABLE = {
	multiplyAdd,
	eliminate,
	smallestPositive,
	addWide,
	scaleWide,
	{
		{ addColumnsDouble, addRowDouble, dotRowDouble, dotColumnsDouble, dotWideDouble, backwardDouble, backwardLanesDouble },
		{ addColumnsSingle, addRowSingle, dotRowSingle, dotColumnsSingle, dotWideSingle, backwardSingle, backwardLanesSingle },
	},
};
