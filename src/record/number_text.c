// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Numbers as the shortest decimals that read back as the same bits. The C library prints and reads a number several times to find
// that; for sizes that metres and seconds have, whole numbers of 128 bits hold everything exactly and find it at once.
#include "record/record.h"

#include "base/math.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static wfNumberText formatSlowly( double value )
{
	wfNumberText number;
	// Fifteen digits give every shorter decimal back without its zeros.
	for ( int digits = 15; digits <= 17; ++digits )
	{
		snprintf( number.text, 32, "%.*g", digits, value );
		if ( strtod( number.text, NULL ) == value )
		{
			break;
		}
	}
	// Points of other locales are one byte or several.
	const char* point = localeconv()->decimal_point;
	char* found = strstr( number.text, point );
	if ( found != NULL )
	{
		size_t length = strlen( point );
		memmove( found + 1, found + length, strlen( found + length ) + 1 );
		*found = '.';
	}
	return number;
}

#if defined( __SIZEOF_INT128__ )

__extension__ typedef unsigned __int128 wfWide;

// Sizes that are written without an exponent, and for which 10^k below stays under 2^74.
#define WF_LEAST_PLAIN 1e-4
#define WF_MOST_PLAIN 1e15

static const uint64_t s_powers[] = { 1ull,
									 10ull,
									 100ull,
									 1000ull,
									 10000ull,
									 100000ull,
									 1000000ull,
									 10000000ull,
									 100000000ull,
									 1000000000ull,
									 10000000000ull,
									 100000000000ull,
									 1000000000000ull,
									 10000000000000ull,
									 100000000000000ull,
									 1000000000000000ull,
									 10000000000000000ull,
									 100000000000000000ull };

static wfWide powerOfTen( int k )
{
	return k <= 17 ? (wfWide)s_powers[k] : (wfWide)s_powers[17] * s_powers[k - 17];
}

// mantissa * 2^-shift times 10^k, rounded to a whole number. Whether that whole number, divided by 10^k again, is nearer to the
// number than to its neighbours.
static bool roundDecimal( uint64_t mantissa, int shift, int k, uint64_t* digits )
{
	wfWide power = powerOfTen( k ), product = power * mantissa;
	wfWide rest = product & ( ( (wfWide)1 << shift ) - 1 ), half = shift > 0 ? (wfWide)1 << ( shift - 1 ) : 0;
	uint64_t whole = (uint64_t)( product >> shift );
	bool up = shift > 0 && ( rest > half || ( rest == half && ( whole & 1 ) != 0 ) );
	*digits = whole + ( up ? 1 : 0 );
	wfWide off = up ? ( (wfWide)1 << shift ) - rest : rest;
	// Below a power of two the neighbours are nearer.
	return ( mantissa == ( 1ull << 52 ) ? 4 : 2 ) * off < power;
}

static char* putDigits( char* at, uint64_t value, int least )
{
	char digits[24];
	int count = 0;
	for ( ; value > 0 || count < least; value /= 10 )
	{
		digits[count++] = (char)( '0' + value % 10 );
	}
	while ( count > 0 )
	{
		*at++ = digits[--count];
	}
	return at;
}

static bool formatPlain( double size, char* at )
{
	uint64_t bits = wfBitsOfDouble( size );
	uint64_t mantissa = ( bits & ( ( 1ull << 52 ) - 1 ) ) | ( 1ull << 52 );
	int shift = 1075 - (int)( bits >> 52 ); // 3 to 66 for these sizes
	// Digits before the point: size < 10^before.
	int before = -3;
	while ( before < 0 ? size * (double)s_powers[-before] >= 1.0 : size >= (double)s_powers[before] )
	{
		before += 1;
	}
	for ( int count = 15; count <= 17; ++count )
	{
		int k = count - before;
		uint64_t digits;
		if ( !roundDecimal( mantissa, shift, k, &digits ) )
		{
			continue;
		}
		while ( k > 0 && digits % 10 == 0 )
		{
			digits /= 10;
			k -= 1;
		}
		uint64_t unit = k <= 17 ? s_powers[k] : 0;
		at = putDigits( at, unit > 0 ? digits / unit : 0, 1 );
		if ( k > 0 )
		{
			*at++ = '.';
			at = putDigits( at, unit > 0 ? digits % unit : digits, k );
		}
		*at = 0;
		return true;
	}
	return false;
}

#endif

wfNumberText wfFormatShortest( double value, const char* whole )
{
	wfNumberText number = { "" };
	bool done = false;
#if defined( __SIZEOF_INT128__ )
	double size = fabs( value );
	if ( size >= WF_LEAST_PLAIN && size < WF_MOST_PLAIN )
	{
		number.text[0] = '-';
		done = formatPlain( size, number.text + ( value < 0.0 ? 1 : 0 ) );
	}
#endif
	if ( value == 0.0 )
	{
		snprintf( number.text, sizeof( number.text ), signbit( value ) ? "-0" : "0" );
		done = true;
	}
	number = done ? number : formatSlowly( value );
	if ( strpbrk( number.text, ".en" ) == NULL )
	{
		strcat( number.text, whole );
	}
	return number;
}
