// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "base/text.h"

#include "base/number.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------------------- growing

// Room for `more` bytes and the terminator.
static bool reserve( wfText* text, size_t more )
{
	text->failed = text->failed || more >= SIZE_MAX / 4 - text->length ||
				   wfGrowArray( &text->data, &text->capacity, text->length + more + 1, 1 ) != wf_ok;
	return !text->failed;
}

void* wfText_AddRoom( wfText* text, size_t size )
{
	if ( !reserve( text, size ) )
	{
		return NULL;
	}
	char* room = text->data + text->length;
	text->length += size;
	text->data[text->length] = 0;
	return size > 0 ? room : NULL;
}

void wfText_AddBytes( wfText* text, const char* data, size_t length )
{
	void* room = wfText_AddRoom( text, length );
	if ( room != NULL )
	{
		memcpy( room, data, length );
	}
}

void wfText_AddString( wfText* text, const char* string )
{
	wfText_AddBytes( text, string, strlen( string ) );
}

void wfText_AddNumber( wfText* text, double value )
{
	wfText_AddString( text, wfFormatShortest( value, "" ).text );
}

void wfText_Add( wfText* text, const char* format, ... )
{
	va_list arguments, again;
	va_start( arguments, format );
	va_copy( again, arguments );
	int length = vsnprintf( NULL, 0, format, arguments );
	text->failed = text->failed || length < 0;
	if ( !text->failed && reserve( text, (size_t)length ) )
	{
		vsnprintf( text->data + text->length, (size_t)length + 1, format, again );
		text->length += (size_t)length;
	}
	va_end( again );
	va_end( arguments );
}

void wfText_AddFixed( wfText* text, double value, int32_t digits )
{
	// Whole numbers only: a locale has no say in where the point is.
	int64_t unit = 1;
	for ( int32_t k = 0; k < digits; ++k )
	{
		unit *= 10;
	}
	double scaled = floor( fabs( value ) * (double)unit + 0.5 );
	int64_t whole = scaled < 9e18 ? (int64_t)scaled : INT64_MAX;
	wfText_Add( text, "%s%" PRId64 ".%0*" PRId64, value < 0.0 && whole > 0 ? "-" : "", whole / unit, (int)digits, whole % unit );
}

void wfText_AddQuoted( wfText* text, const char* string )
{
	wfText_AddString( text, "\"" );
	for ( const char* at = string; *at != 0; ++at )
	{
		bool control = (unsigned char)*at < 0x20 || *at == 0x7F;
		if ( control )
		{
			wfText_Add( text, "\\u%04x", (unsigned)*at );
		}
		else
		{
			wfText_AddString( text, *at == '"' || *at == '\\' ? "\\" : "" );
			wfText_AddBytes( text, at, 1 );
		}
	}
	wfText_AddString( text, "\"" );
}

wfResult wfText_GetResult( const wfText* text )
{
	return text->failed ? wf_outOfMemory : wf_ok;
}

void wfText_Free( wfText* text )
{
	wfRelease( text->data, text->capacity );
	*text = ( wfText ){ 0 };
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

// Longer words are no names of ours.
#define LONGEST_NAME 24

// Of ASCII, in every locale.
static char lowerOf( char c )
{
	return (char)( c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c );
}

static bool isSame( char a, char b, bool ignoreCase )
{
	return ignoreCase ? lowerOf( a ) == lowerOf( b ) : a == b;
}

int32_t wfCountSlips( const char* a, size_t lengthA, const char* b, size_t lengthB, bool ignoreCase )
{
	if ( lengthA > WF_LONGEST_WORD || lengthB > WF_LONGEST_WORD )
	{
		return WF_LONGEST_WORD;
	}
	int32_t rows[3][WF_LONGEST_WORD + 1];
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
			int32_t best = before[j - 1] + ( isSame( a[i - 1], b[j - 1], ignoreCase ) ? 0 : 1 );
			best = before[j] + 1 < best ? before[j] + 1 : best;
			best = now[j - 1] + 1 < best ? now[j - 1] + 1 : best;
			bool swapped = i > 1 && j > 1 && isSame( a[i - 1], b[j - 2], ignoreCase ) && isSame( a[i - 2], b[j - 1], ignoreCase );
			best = swapped && twoBefore[j - 2] + 1 < best ? twoBefore[j - 2] + 1 : best;
			now[j] = best;
		}
	}
	return rows[lengthA % 3][lengthB];
}

const char* wfSuggestName( const char* word, size_t length, const char* const* names )
{
	if ( length == 0 || length > LONGEST_NAME )
	{
		return NULL;
	}
	const char* best = NULL;
	int32_t bestSlips = 0;
	for ( ; *names != NULL; ++names )
	{
		size_t nameLength = strlen( *names );
		if ( nameLength > LONGEST_NAME )
		{
			continue;
		}
		int32_t slips = wfCountSlips( word, length, *names, nameLength, true );
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

static const char s_digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void wfText_AddBase64( wfText* text, const void* bytes, size_t size )
{
	const uint8_t* data = bytes;
	char* at = wfText_AddRoom( text, ( size + 2 ) / 3 * 4 );
	for ( size_t k = 0; at != NULL && k < size; k += 3, at += 4 )
	{
		size_t left = size - k;
		uint32_t bits =
			(uint32_t)data[k] << 16 | ( left > 1 ? (uint32_t)data[k + 1] << 8 : 0u ) | ( left > 2 ? data[k + 2] : 0u );
		at[0] = s_digits[bits >> 18];
		at[1] = s_digits[bits >> 12 & 63];
		at[2] = left > 1 ? s_digits[bits >> 6 & 63] : '=';
		at[3] = left > 2 ? s_digits[bits & 63] : '=';
	}
}

bool wfReadBase64( const char* text, size_t length, void* bytes, size_t* size )
{
	uint8_t* data = bytes;
	*size = 0;
	size_t pad = length >= 2 && text[length - 1] == '=' ? ( text[length - 2] == '=' ? 2u : 1u ) : 0u;
	for ( size_t k = 0; k < length; k += 4 )
	{
		uint32_t bits = 0;
		for ( size_t m = k; m < k + 4; ++m )
		{
			const char* digit = m < length && text[m] != 0 ? strchr( s_digits, text[m] ) : NULL;
			bool isPad = m < length && m >= length - pad;
			if ( digit == NULL && !isPad )
			{
				return false;
			}
			bits = bits << 6 | ( isPad ? 0u : (uint32_t)( digit - s_digits ) );
		}
		size_t count = k + 4 == length ? 3 - pad : 3;
		for ( size_t m = 0; m < count; ++m )
		{
			data[( *size )++] = (uint8_t)( bits >> ( 16 - 8 * m ) );
		}
	}
	return true;
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
		if ( lowerOf( end[i] ) != extension[i] )
		{
			return false;
		}
	}
	return true;
}
