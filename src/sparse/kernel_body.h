// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Included by kernel_baseline.c, kernel_avx2.c and kernel_avx512.c with WF_KERNEL_TABLE and WF_ROW_LANES (4 or 8) defined.

#include "sparse/kernel.h"
#include "sparse/sparse.h"
#include "sparse/wide.h"

// Vectors of the compiler's own: on machines with narrower registers they become several. May alias and be unaligned.
typedef double Four __attribute__( ( vector_size( 32 ), aligned( 8 ), may_alias ) );
typedef int64_t LongFour __attribute__( ( vector_size( 32 ), aligned( 8 ), may_alias ) );
#if WF_ROW_LANES == 8
typedef double Rows __attribute__( ( vector_size( 64 ), aligned( 8 ), may_alias ) );
#else
typedef Four Rows;
#endif
typedef int64_t LongRows __attribute__( ( vector_size( 8 * WF_ROW_LANES ), aligned( 8 ), may_alias ) );
typedef int32_t IntRows __attribute__( ( vector_size( 4 * WF_ROW_LANES ), aligned( 4 ), may_alias ) );

#include "sparse/kernel_factor.h"
#include "sparse/kernel_multiply.h"
#include "sparse/kernel_solve.h"
#include "sparse/kernel_wide.h"

const wfKernels WF_KERNEL_TABLE = { multiplyAdd, eliminate, addScaled, smallestPositive, dotColumns,
									addWide,	 scaleWide, backward,  dotColumnsLanes };
