// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Texts that grow, and what is asked of words and names.
#pragma once

#include "base/base.h"

// A zeroed struct is an empty text. The first failure is remembered and what comes after it is left out: add as much as you like,
// then ask wfText_GetResult once. The data is terminated as soon as there is any.
typedef struct wfText
{
	char* data;
	size_t length, capacity;
	bool failed;
} wfText;

WF_EDGE_API void wfText_Add( wfText* text, const char* format, ... ) __attribute__( ( format( printf, 2, 3 ) ) );
WF_EDGE_API void wfText_AddBytes( wfText* text, const char* data, size_t length );
WF_EDGE_API void wfText_AddString( wfText* text, const char* string );
// The shortest decimal that reads back as the same number.
WF_EDGE_API void wfText_AddNumber( wfText* text, double value );
// With so many digits behind the point, of at most 9.
WF_EDGE_API void wfText_AddFixed( wfText* text, double value, int32_t digits );
// In quotes, as JSON.
WF_EDGE_API void wfText_AddQuoted( wfText* text, const char* string );
// Any bytes as base64, and back: false for what is none; `bytes` has room for 3 of every 4 letters, and 2 more.
WF_EDGE_API void wfText_AddBase64( wfText* text, const void* bytes, size_t size );
WF_EDGE_API bool wfReadBase64( const char* text, size_t length, void* bytes, size_t* size );
// Room for bytes to be filled at once. Null when out of memory, and for nothing.
WF_EDGE_API void* wfText_AddRoom( wfText* text, size_t size );
// wf_outOfMemory once something was left out.
WF_EDGE_API wfResult wfText_GetResult( const wfText* text );
WF_EDGE_API void wfText_Free( wfText* text );

// Foreign text for messages: in double quotes, cut to a readable length, without control characters or broken UTF-8.
typedef struct wfQuoted
{
	char text[160];
} wfQuoted;
WF_EDGE_API wfQuoted wfQuote( const char* text, size_t length );

// Whether the bytes are UTF-8; `*bad` is the first offending byte.
WF_EDGE_API bool wfCheckUtf8( const char* text, size_t size, size_t* bad );

// Slips of the keyboard that make one word of the other: a letter too much, missing, wrong, or swapped with the next. Words of
// more than WF_LONGEST_WORD letters are that many slips from each other.
#define WF_LONGEST_WORD 63
WF_EDGE_API int32_t wfCountSlips( const char* a, size_t lengthA, const char* b, size_t lengthB, bool ignoreCase );

// Lists of names end with null.
// The nearest of the names when it is near enough to be a slip of the keyboard, else null.
WF_EDGE_API const char* wfSuggestName( const char* word, size_t length, const char* const* names );
// "a, b, c"
WF_EDGE_API void wfListNames( char* buffer, size_t capacity, const char* const* names );
WF_EDGE_API bool wfIsName( const char* word, size_t length, const char* const* names );

// Whether a path ends so, in letters of either case; `extension` with its dot, in small letters.
WF_EDGE_API bool wfHasExtension( const char* path, const char* extension );
