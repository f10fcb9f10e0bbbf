// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "base/number.h"

#include "base/math.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

// Powers of ten that a double holds exactly.
static const double s_powers[] = { 1e0,	 1e1,  1e2,	 1e3,  1e4,	 1e5,  1e6,	 1e7,  1e8,	 1e9,  1e10, 1e11,
								   1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };

static bool isDigit( char c )
{
	return c >= '0' && c <= '9';
}

// ------------------------------------------------------------------------------------------------------------- reading

typedef struct Decimal
{
	uint64_t digits;  // the first 19 significant ones
	int32_t exponent; // of ten
	bool negative;
	bool exact; // no digit was left out
} Decimal;

// Exponents are capped: whatever is written beyond is zero or infinity anyhow.
#define WF_MAX_EXPONENT 100000

static bool scanExponent( const char** at, const char* end, int32_t* exponent )
{
	const char* p = *at + 1;
	bool negative = p < end && *p == '-';
	p += p < end && ( *p == '-' || *p == '+' ) ? 1 : 0;
	if ( p == end || !isDigit( *p ) )
	{
		return false;
	}
	int32_t value = 0;
	for ( ; p < end && isDigit( *p ); ++p )
	{
		value = value < WF_MAX_EXPONENT ? 10 * value + ( *p - '0' ) : value;
	}
	*exponent += negative ? -value : value;
	*at = p;
	return true;
}

static bool scanDecimal( const char* text, size_t length, Decimal* decimal )
{
	const char *p = text, *end = text + length;
	*decimal = ( Decimal ){ .exact = true };
	decimal->negative = p < end && *p == '-';
	p += p < end && ( *p == '-' || *p == '+' ) ? 1 : 0;

	bool point = false;
	int32_t written = 0, significant = 0;
	for ( ; p < end && ( isDigit( *p ) || ( *p == '.' && !point ) ); ++p )
	{
		if ( *p == '.' )
		{
			point = true;
			continue;
		}
		written = 1;
		int32_t shift = point ? -1 : 0;
		if ( significant < 19 )
		{
			decimal->digits = 10 * decimal->digits + (uint64_t)( *p - '0' );
			significant += decimal->digits != 0 ? 1 : 0;
		}
		else
		{
			decimal->exact = decimal->exact && *p == '0';
			shift += 1;
		}
		decimal->exponent += shift;
	}
	if ( written == 0 )
	{
		return false;
	}
	if ( p < end && ( *p == 'e' || *p == 'E' ) && !scanExponent( &p, end, &decimal->exponent ) )
	{
		return false;
	}
	return p == end;
}

// The rare numbers the exact way does not cover. strtod reads the decimal point of the locale, so that is what it gets.
static double parseSlowly( const char* text, size_t length )
{
	char buffer[1200];
	const char* point = localeconv()->decimal_point;
	size_t pointLength = strlen( point );
	size_t used = 0;
	for ( size_t i = 0; i < length && used + pointLength + 2 < sizeof( buffer ); ++i )
	{
		if ( text[i] == '.' )
		{
			memcpy( buffer + used, point, pointLength );
			used += pointLength;
		}
		else
		{
			buffer[used++] = text[i];
		}
	}
	buffer[used] = 0;
	return strtod( buffer, NULL );
}

wfNumberKind wfParseNumber( const char* text, size_t length, double* value )
{
	Decimal decimal;
	// No writer of numbers comes near a thousand characters; what does is not a number someone meant.
	if ( length == 0 || length > 1000 || !scanDecimal( text, length, &decimal ) )
	{
		return wf_notNumber;
	}
	double result;
	if ( decimal.exact && decimal.digits < ( 1ull << 53 ) && decimal.exponent >= -22 && decimal.exponent <= 22 )
	{
		// Both factors are exact, so the one operation rounds correctly.
		double digits = (double)decimal.digits;
		result = decimal.exponent < 0 ? digits / s_powers[-decimal.exponent] : digits * s_powers[decimal.exponent];
		result = decimal.negative ? -result : result;
	}
	else
	{
		result = parseSlowly( text, length );
	}
	*value = result;
	return isfinite( result ) ? wf_finiteNumber : wf_hugeNumber;
}

bool wfParseInteger( const char* text, size_t length, int64_t* value )
{
	size_t i = length > 0 && ( text[0] == '-' || text[0] == '+' ) ? 1 : 0;
	if ( i == length )
	{
		return false;
	}
	int64_t result = 0;
	for ( ; i < length; ++i )
	{
		if ( !isDigit( text[i] ) )
		{
			return false;
		}
		result = 10 * result + ( text[i] - '0' );
		result = result > WF_MAX_INTEGER ? WF_MAX_INTEGER : result;
	}
	*value = text[0] == '-' ? -result : result;
	return true;
}

// ------------------------------------------------------------------------------------------------------------- writing

// The C library prints and reads a number several times to find its shortest decimal; for sizes that metres and seconds have,
// whole numbers of 128 bits hold everything exactly and find it at once.
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

__extension__ typedef unsigned __int128 Wide;

// Sizes that are written without an exponent, and for which 10^k below stays under 2^74.
#define WF_LEAST_PLAIN 1e-4
#define WF_MOST_PLAIN 1e15

// For k up to 17.
static uint64_t smallPower( int k )
{
	return (uint64_t)s_powers[k];
}

// mantissa * 2^-shift times 10^k, rounded to a whole number. Whether that whole number, divided by 10^k again, is nearer to the
// number than to its neighbours.
static bool roundDecimal( uint64_t mantissa, int shift, int k, uint64_t* digits )
{
	Wide power = k <= 17 ? (Wide)smallPower( k ) : (Wide)smallPower( 17 ) * smallPower( k - 17 ), product = power * mantissa;
	Wide rest = product & ( ( (Wide)1 << shift ) - 1 ), half = shift > 0 ? (Wide)1 << ( shift - 1 ) : 0;
	uint64_t whole = (uint64_t)( product >> shift );
	bool up = shift > 0 && ( rest > half || ( rest == half && ( whole & 1 ) != 0 ) );
	*digits = whole + ( up ? 1 : 0 );
	Wide off = up ? ( (Wide)1 << shift ) - rest : rest;
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
	while ( before < 0 ? size * s_powers[-before] >= 1.0 : size >= s_powers[before] )
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
		uint64_t unit = k <= 17 ? smallPower( k ) : 0;
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
		memcpy( number.text + strlen( number.text ), whole, strlen( whole ) + 1 );
	}
	return number;
}
