// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Non-negative numbers with a 32-bit exponent: mantissa in [1, 2) times 2^exponent, or 0. Attraction falls off exponentially
// with distance and leaves the range of double after some 200 corridor widths; these do not.
#pragma once

#include <stdint.h>
#include <string.h>

#define WF_WIDE_ZERO_EXPONENT ( -0x3FFFFFFF )

// Sums of scaled numbers above this, relative to the largest number involved, cannot have lost anything: what underflowed is
// below 2^-1022.
#define WF_SAFE_SCALED 0x1p-700

// Blocks of columns in units of a power of two for each row: smaller numbers are taken as 0, so that no product of two falls
// below the range of double, where arithmetic is slow; sums from the second on have lost nothing that counts to that.
#define WF_LEAST_SCALED ( -500 )
#define WF_SAFE_PRODUCTS 0x1p-420

typedef struct wfWide
{
	double mantissa;
	int32_t exponent;
} wfWide;

static inline double wfTwoTo( int32_t exponent )
{
	if ( exponent < -1022 )
	{
		return 0.0;
	}
	uint64_t bits = (uint64_t)( exponent + 1023 ) << 52;
	double value;
	memcpy( &value, &bits, sizeof( value ) );
	return value;
}

// `value` is 0 or a normal positive number.
static inline wfWide wfMakeWide( double value, int32_t exponent )
{
	uint64_t bits;
	memcpy( &bits, &value, sizeof( bits ) );
	if ( ( bits >> 52 ) == 0 )
	{
		return ( wfWide ){ 0.0, WF_WIDE_ZERO_EXPONENT };
	}
	int32_t shift = (int32_t)( bits >> 52 ) - 1023;
	bits = ( bits & 0x000FFFFFFFFFFFFFull ) | 0x3FF0000000000000ull;
	memcpy( &value, &bits, sizeof( value ) );
	return ( wfWide ){ value, exponent + shift };
}

static inline wfWide wfWideMultiply( wfWide a, wfWide b )
{
	return wfMakeWide( a.mantissa * b.mantissa, a.exponent + b.exponent );
}

static inline wfWide wfWideInvert( wfWide a )
{
	return wfMakeWide( 1.0 / a.mantissa, -a.exponent );
}

static inline wfWide wfWideAdd( wfWide a, wfWide b )
{
	if ( a.mantissa == 0.0 )
	{
		return b;
	}
	if ( b.mantissa == 0.0 )
	{
		return a;
	}
	return a.exponent >= b.exponent ? wfMakeWide( a.mantissa + b.mantissa * wfTwoTo( b.exponent - a.exponent ), a.exponent )
									: wfMakeWide( b.mantissa + a.mantissa * wfTwoTo( a.exponent - b.exponent ), b.exponent );
}

// As a plain number, 0 where it is too small.
static inline double wfWideValue( wfWide a )
{
	return a.mantissa == 0.0 ? 0.0 : a.mantissa * wfTwoTo( a.exponent );
}
