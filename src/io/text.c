// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Numbers, names, paths and places in texts.
#include "io/reader.h"

#include <ctype.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------------------- numbers

typedef struct wfDecimal
{
	uint64_t digits;  // the first 19 significant ones
	int32_t exponent; // of ten
	bool negative;
	bool exact; // no digit was left out
} wfDecimal;

// Exponents are capped: whatever is written beyond is zero or infinity anyhow.
#define WF_MAX_EXPONENT 100000

static bool scanExponent( const char** at, const char* end, int32_t* exponent )
{
	const char* p = *at + 1;
	bool negative = p < end && *p == '-';
	p += p < end && ( *p == '-' || *p == '+' ) ? 1 : 0;
	if ( p == end || !isdigit( (unsigned char)*p ) )
	{
		return false;
	}
	int32_t value = 0;
	for ( ; p < end && isdigit( (unsigned char)*p ); ++p )
	{
		value = value < WF_MAX_EXPONENT ? 10 * value + ( *p - '0' ) : value;
	}
	*exponent += negative ? -value : value;
	*at = p;
	return true;
}

static bool scanDecimal( const char* text, size_t length, wfDecimal* decimal )
{
	const char *p = text, *end = text + length;
	*decimal = ( wfDecimal ){ .exact = true };
	decimal->negative = p < end && *p == '-';
	p += p < end && ( *p == '-' || *p == '+' ) ? 1 : 0;

	bool point = false;
	int32_t written = 0, significant = 0;
	for ( ; p < end && ( isdigit( (unsigned char)*p ) || ( *p == '.' && !point ) ); ++p )
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
	static const double powers[] = { 1e0,  1e1,	 1e2,  1e3,	 1e4,  1e5,	 1e6,  1e7,	 1e8,  1e9,	 1e10, 1e11,
									 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };
	wfDecimal decimal;
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
		result = decimal.exponent < 0 ? digits / powers[-decimal.exponent] : digits * powers[decimal.exponent];
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
		if ( !isdigit( (unsigned char)text[i] ) )
		{
			return false;
		}
		result = 10 * result + ( text[i] - '0' );
		result = result > WF_MAX_INTEGER ? WF_MAX_INTEGER : result;
	}
	*value = text[0] == '-' ? -result : result;
	return true;
}

// --------------------------------------------------------------------------------------------------------------- UTF-8

// The length of the character at the start of the text, 0 when there is none that is well-formed (overlong forms, surrogates and
// numbers beyond U+10FFFF are not).
static size_t characterLength( const unsigned char* text, size_t size )
{
	unsigned char first = text[0];
	if ( first < 0x80 )
	{
		return 1;
	}
	size_t length = first >= 0xC2 && first <= 0xDF ? 2 : ( first & 0xF0 ) == 0xE0 ? 3 : first >= 0xF0 && first <= 0xF4 ? 4 : 0;
	if ( length == 0 || length > size )
	{
		return 0;
	}
	for ( size_t i = 1; i < length; ++i )
	{
		if ( ( text[i] & 0xC0 ) != 0x80 )
		{
			return 0;
		}
	}
	bool overlong = ( first == 0xE0 && text[1] < 0xA0 ) || ( first == 0xF0 && text[1] < 0x90 );
	bool surrogate = first == 0xED && text[1] > 0x9F;
	bool beyond = first == 0xF4 && text[1] > 0x8F;
	return overlong || surrogate || beyond ? 0 : length;
}

bool wfCheckUtf8( const char* text, size_t size, size_t* bad )
{
	for ( size_t i = 0; i < size; )
	{
		size_t length = characterLength( (const unsigned char*)text + i, size - i );
		if ( length == 0 )
		{
			*bad = i;
			return false;
		}
		i += length;
	}
	return true;
}

wfQuoted wfQuote( const char* text, size_t length )
{
	wfQuoted quoted = { { 0 } };
	const size_t room = sizeof( quoted.text ) - 5; // for three dots, the closing quote and the end
	size_t used = 0;
	quoted.text[used++] = '"';
	size_t i = 0;
	while ( i < length )
	{
		size_t bytes = characterLength( (const unsigned char*)text + i, length - i );
		bool plain = bytes > 1 || ( bytes == 1 && text[i] >= 32 && text[i] != 127 );
		size_t needed = plain ? bytes : 4;
		if ( used + needed > room )
		{
			break;
		}
		if ( plain )
		{
			memcpy( quoted.text + used, text + i, bytes );
		}
		else
		{
			static const char hex[] = "0123456789abcdef";
			unsigned char byte = (unsigned char)text[i];
			memcpy( quoted.text + used, "\\x", 2 );
			quoted.text[used + 2] = hex[byte >> 4];
			quoted.text[used + 3] = hex[byte & 15];
		}
		used += needed;
		i += plain ? bytes : 1;
	}
	if ( i < length )
	{
		memcpy( quoted.text + used, "...", 3 );
		used += 3;
	}
	quoted.text[used++] = '"';
	quoted.text[used] = 0;
	return quoted;
}

// --------------------------------------------------------------------------------------------------------------- names

#define WF_MAX_NAME 24

// Slips needed to come from one word to the other: a letter too much, missing, wrong or swapped with the next.
static int32_t countSlips( const char* a, size_t lengthA, const char* b, size_t lengthB )
{
	int32_t rows[3][WF_MAX_NAME + 1];
	for ( size_t j = 0; j <= lengthB; ++j )
	{
		rows[0][j] = (int32_t)j;
	}
	for ( size_t i = 1; i <= lengthA; ++i )
	{
		int32_t* now = rows[i % 3];
		const int32_t* before = rows[( i - 1 ) % 3];
		const int32_t* twoBefore = rows[( i + 1 ) % 3];
		now[0] = (int32_t)i;
		for ( size_t j = 1; j <= lengthB; ++j )
		{
			int letterA = tolower( (unsigned char)a[i - 1] ), letterB = tolower( (unsigned char)b[j - 1] );
			int32_t best = before[j - 1] + ( letterA != letterB ? 1 : 0 );
			best = before[j] + 1 < best ? before[j] + 1 : best;
			best = now[j - 1] + 1 < best ? now[j - 1] + 1 : best;
			bool swapped =
				i > 1 && j > 1 && letterA == tolower( (unsigned char)b[j - 2] ) && letterB == tolower( (unsigned char)a[i - 2] );
			best = swapped && twoBefore[j - 2] + 1 < best ? twoBefore[j - 2] + 1 : best;
			now[j] = best;
		}
	}
	return rows[lengthA % 3][lengthB];
}

const char* wfSuggestName( const char* word, size_t length, const char* const* names )
{
	if ( length == 0 || length > WF_MAX_NAME )
	{
		return NULL;
	}
	const char* best = NULL;
	int32_t bestSlips = 0;
	for ( ; *names != NULL; ++names )
	{
		size_t nameLength = strlen( *names );
		if ( nameLength > WF_MAX_NAME )
		{
			continue;
		}
		int32_t slips = countSlips( word, length, *names, nameLength );
		size_t longer = length > nameLength ? length : nameLength;
		// One slip in three letters still looks like the same word.
		if ( 3 * (size_t)slips <= longer + 1 && ( best == NULL || slips < bestSlips ) )
		{
			best = *names;
			bestSlips = slips;
		}
	}
	return best;
}

void wfListNames( char* buffer, size_t capacity, const char* const* names )
{
	size_t used = 0;
	buffer[0] = 0;
	for ( size_t i = 0; names[i] != NULL && used < capacity; ++i )
	{
		int written = snprintf( buffer + used, capacity - used, "%s%s", i > 0 ? ", " : "", names[i] );
		used += written > 0 ? (size_t)written : 0;
	}
}

bool wfIsName( const char* word, size_t length, const char* const* names )
{
	for ( ; *names != NULL; ++names )
	{
		if ( strlen( *names ) == length && memcmp( *names, word, length ) == 0 )
		{
			return true;
		}
	}
	return false;
}

// --------------------------------------------------------------------------------------------------------------- paths

char* wfJoinPath( const char* base, const char* path, size_t length, size_t* capacity )
{
	const char* slash = strrchr( base, '/' );
	size_t folder = slash != NULL && ( length == 0 || path[0] != '/' ) ? (size_t)( slash - base ) + 1 : 0;
	*capacity = folder + length + 1;
	char* joined = wfAllocate( *capacity );
	if ( joined != NULL )
	{
		memcpy( joined, base, folder );
		memcpy( joined + folder, path, length );
		joined[folder + length] = 0;
	}
	return joined;
}

void wfCopyStem( char* buffer, size_t capacity, const char* path )
{
	const char* slash = strrchr( path, '/' );
	const char* start = slash != NULL ? slash + 1 : path;
	const char* dot = strrchr( start, '.' );
	size_t length = dot != NULL && dot > start ? (size_t)( dot - start ) : strlen( start );
	length = length < capacity ? length : capacity - 1;
	size_t bad;
	// Cut between characters, not inside one.
	while ( length > 0 && !wfCheckUtf8( start, length, &bad ) && length - bad < 4 )
	{
		length = bad;
	}
	memcpy( buffer, start, length );
	buffer[length] = 0;
}

bool wfHasExtension( const char* path, const char* extension )
{
	size_t length = strlen( path ), extensionLength = strlen( extension );
	if ( length < extensionLength )
	{
		return false;
	}
	const char* end = path + length - extensionLength;
	for ( size_t i = 0; i < extensionLength; ++i )
	{
		if ( tolower( (unsigned char)end[i] ) != extension[i] )
		{
			return false;
		}
	}
	return true;
}
