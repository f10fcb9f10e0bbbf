// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Elementary functions whose results are the same bits on every platform. They use + - * / in double and integer operations
// only; the C library's own differ between vendors and versions in the last bit, and a crowd amplifies that bit. All are within 1
// ulp of the exact value (the tests measure them), take any double and follow the C standard for infinities, NaN and signed
// zeros. They assume rounding to nearest and set no errno. A NaN's sign and payload are not specified.
#pragma once

#include "base/base.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if defined( FLT_EVAL_METHOD ) && FLT_EVAL_METHOD != 0
#error "Intermediate results must be doubles: on 32-bit x86 compile with -msse2 -mfpmath=sse"
#endif

#if defined( __FAST_MATH__ )
#error "Wayfield needs strict arithmetic: compile without -ffast-math"
#endif

#define WF_PI 3.141592653589793
#define WF_HALF_PI 1.5707963267948966
#define WF_TWO_PI 6.283185307179586
#define WF_LN_2 0.6931471805599453
#define WF_LOG2_E 1.4426950408889634

typedef struct wfCosSin
{
	double cosine;
	double sine;
} wfCosSin;

// Both for little more than the price of one.
WF_EDGE_API wfCosSin wfCosSinOf( double x );
double wfSin( double x );
double wfCos( double x );

// In [-pi, pi], counter-clockwise from the x axis.
WF_EDGE_API double wfAtan2( double y, double x );

WF_EDGE_API double wfExp( double x );
double wfLog( double x );

// x * 2^exponent, rounded once.
double wfScaleByPowerOfTwo( double x, int32_t exponent );

// Unlike fmin and fmax these are one instruction each. A second argument that is not a number is returned.
static inline double wfMin( double a, double b )
{
	return a < b ? a : b;
}

static inline double wfMax( double a, double b )
{
	return a > b ? a : b;
}

static inline double wfHypot( double x, double y )
{
	return sqrt( x * x + y * y );
}

static inline uint64_t wfBitsOfDouble( double value )
{
	uint64_t bits;
	memcpy( &bits, &value, sizeof( bits ) );
	return bits;
}

// The same angle within half a turn of 0.
static inline double wfWrapAngle( double angle )
{
	return angle - WF_TWO_PI * floor( angle / WF_TWO_PI + 0.5 );
}

static inline double wfDoubleOfBits( uint64_t bits )
{
	double value;
	memcpy( &value, &bits, sizeof( value ) );
	return value;
}
