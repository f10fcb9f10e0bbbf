// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "io/json.h"

#include <stdio.h>
#include <string.h>

#define WF_MAX_DEPTH 64
#define WF_MAX_FIELDS 1024			  // keeps the search for duplicates cheap
#define WF_MAX_JSON_SIZE ( 1u << 30 ) // values are counted by 32-bit numbers

typedef struct wfJsonParser
{
	wfJson* json;
	const wfReader* reader;
	const char* text;
	size_t size, at;
	wfJsonNode key; // the key of the next value, taken by its node as soon as there is one
} wfJsonParser;

// ------------------------------------------------------------------------------------------------------------ the tree

void wfJson_Free( wfJson* json )
{
	wfReleaseArray( json->nodes, json->nodeCapacity, sizeof( wfJsonNode ) );
	wfRelease( json->strings, json->stringCapacity );
	*json = ( wfJson ){ 0 };
}

static const wfJsonNode* getNode( const wfJson* json, int32_t index )
{
	return index >= 0 ? json->nodes + index : NULL;
}

const wfJsonNode* wfJson_First( const wfJson* json, const wfJsonNode* node )
{
	return node != NULL && wfJson_IsOk( json ) ? getNode( json, node->first ) : NULL;
}

const wfJsonNode* wfJson_Next( const wfJson* json, const wfJsonNode* node )
{
	return wfJson_IsOk( json ) ? getNode( json, node->next ) : NULL;
}

const char* wfJson_Key( const wfJson* json, const wfJsonNode* node )
{
	return json->strings + node->key;
}

const char* wfJson_String( const wfJson* json, const wfJsonNode* node )
{
	return json->strings + node->string;
}

const wfJsonNode* wfJson_Look( const wfJson* json, const wfJsonNode* object, const char* key )
{
	const wfJsonNode* child = object != NULL && object->type == wf_jsonObject ? getNode( json, object->first ) : NULL;
	while ( child != NULL && strcmp( child->newKey != NULL ? child->newKey : wfJson_Key( json, child ), key ) != 0 )
	{
		child = getNode( json, child->next );
	}
	return child;
}

const wfJsonNode* wfJson_Find( const wfJson* json, const wfJsonNode* object, const char* key )
{
	return wfJson_IsOk( json ) ? wfJson_Look( json, object, key ) : NULL;
}

// ------------------------------------------------------------------------------------------------------------ messages

void wfJson_Path( const wfJson* json, const wfJsonNode* node, char* buffer, size_t capacity )
{
	// From the leaf up, written from the end of the buffer to its front.
	size_t start = capacity - 1;
	buffer[start] = 0;
	bool cut = false;
	for ( ; node != NULL && node->parent >= 0 && !cut; node = getNode( json, node->parent ) )
	{
		const wfJsonNode* parent = getNode( json, node->parent );
		char part[192];
		int length;
		if ( parent->type == wf_jsonList )
		{
			length = snprintf( part, sizeof( part ), "[%d]", node->index );
		}
		else
		{
			// Known keys are short and plain; what is not is quoted.
			const char* key = wfJson_Key( json, node );
			bool plain = node->keyLength > 0 && node->keyLength < 32 &&
						 strspn( key, "abcdefghijklmnopqrstuvwxyz"
									  "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-" ) == node->keyLength;
			wfQuoted quoted = wfQuote( key, node->keyLength < 32 ? node->keyLength : 32 );
			length = snprintf( part, sizeof( part ), "%s%s", parent->parent >= 0 ? "." : "", plain ? key : quoted.text );
		}
		length = length < (int)sizeof( part ) ? length : (int)sizeof( part ) - 1;
		cut = (size_t)length + 3 > start;
		if ( cut )
		{
			start -= 3;
			memcpy( buffer + start, "...", 3 );
		}
		else
		{
			start -= (size_t)length;
			memcpy( buffer + start, part, (size_t)length );
		}
	}
	memmove( buffer, buffer + start, capacity - start );
}

wfResult wfJson_Fail( const wfJson* json, const wfJsonNode* node, const char* child, wfResult result, const char* format, ... )
{
	if ( !wfJson_IsOk( json ) )
	{
		return json->reader->error->result;
	}
	char path[128];
	wfJson_Path( json, node, path, child != NULL ? 96 : sizeof( path ) );
	if ( child != NULL )
	{
		size_t length = strlen( path );
		snprintf( path + length, sizeof( path ) - length, "%s%s", length > 0 ? "." : "", child );
	}
	va_list arguments;
	va_start( arguments, format );
	result = wfReader_FailWith( json->reader, node->position, path, result, format, arguments );
	va_end( arguments );
	return result;
}

wfResult wfJson_Expected( const wfJson* json, const wfJsonNode* node, wfJsonType wanted, const char* expected )
{
	char found[192] = "null";
	switch ( node->type )
	{
		case wf_jsonNull:
			break;
		case wf_jsonFalse:
		case wf_jsonTrue:
			snprintf( found, sizeof( found ), node->type == wf_jsonTrue ? "true" : "false" );
			break;
		case wf_jsonNumber:
			snprintf( found, sizeof( found ), "%.12g", node->number );
			break;
		case wf_jsonString:
		{
			wfQuoted quoted = wfQuote( wfJson_String( json, node ), node->stringLength );
			snprintf( found, sizeof( found ), "the string %s", quoted.text );
			break;
		}
		case wf_jsonList:
			snprintf( found, sizeof( found ), "a list of %d", node->count );
			break;
		case wf_jsonObject:
			snprintf( found, sizeof( found ), "an object" );
			break;
	}
	wfResult result = node->type == wf_jsonNumber && wanted == wf_jsonNumber ? wf_outOfRange : wf_badFormat;
	return wfJson_Fail( json, node, NULL, result, "expected %s, found %s", expected, found );
}

// ------------------------------------------------------------------------------------------------------------- parsing

// Zero stands for the end: the text holds no zero bytes, and nothing more is read after a failure.
static char peek( const wfJsonParser* parser )
{
	return parser->at < parser->size && wfReader_IsOk( parser->reader ) ? parser->text[parser->at] : 0;
}

static void syntaxError( const wfJsonParser* parser, const char* expected )
{
	if ( parser->at >= parser->size )
	{
		wfReader_Fail( parser->reader, parser->at, NULL, wf_badFormat, "the text ends here; expected %s", expected );
		return;
	}
	// One whole character, not one byte.
	size_t length = 1;
	while ( parser->at + length < parser->size && ( (unsigned char)parser->text[parser->at + length] & 0xC0 ) == 0x80 )
	{
		length += 1;
	}
	wfReader_Fail( parser->reader, parser->at, NULL, wf_badFormat, "expected %s, found %s", expected,
				   wfQuote( parser->text + parser->at, length ).text );
}

static void skipSpace( wfJsonParser* parser )
{
	while ( parser->at < parser->size && memchr( " \t\n\r", parser->text[parser->at], 4 ) != NULL )
	{
		parser->at += 1;
	}
}

// Past the character, which must be there.
static void require( wfJsonParser* parser, char c, const char* expected )
{
	skipSpace( parser );
	if ( peek( parser ) != c )
	{
		syntaxError( parser, expected );
	}
	parser->at += 1;
}

static bool isDigit( char c )
{
	return c >= '0' && c <= '9';
}

// Its number; nothing may be done with it after a failure.
static int32_t addNode( wfJsonParser* parser, wfJsonType type, int32_t parent )
{
	wfJson* json = parser->json;
	if ( wfReader_Grow( parser->reader, parser->at, NULL, &json->nodes, &json->nodeCapacity, json->nodeCount + 1,
						sizeof( wfJsonNode ) ) )
	{
		wfJsonNode* node = json->nodes + json->nodeCount++;
		*node = parser->key;
		parser->key = ( wfJsonNode ){ 0 };
		node->type = type;
		node->parent = parent;
		node->first = -1;
		node->next = -1;
		node->position = (uint32_t)parser->at;
	}
	return (int32_t)json->nodeCount - 1;
}

static bool parseHex( const wfJsonParser* parser, size_t at, uint32_t* code )
{
	*code = 0;
	for ( size_t i = at; i < at + 4; ++i )
	{
		char c = i < parser->size ? parser->text[i] : 0;
		int digit = isDigit( c ) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
		if ( digit < 0 )
		{
			return false;
		}
		*code = 16 * *code + (uint32_t)digit;
	}
	return true;
}

static size_t encodeUtf8( uint32_t code, char* out )
{
	if ( code < 0x80 )
	{
		out[0] = (char)code;
		return 1;
	}
	size_t length = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
	static const unsigned char marks[] = { 0, 0, 0xC0, 0xE0, 0xF0 };
	for ( size_t i = length - 1; i > 0; --i )
	{
		out[i] = (char)( 0x80 | ( code & 0x3F ) );
		code >>= 6;
	}
	out[0] = (char)( marks[length] | code );
	return length;
}

// At the backslash of \uXXXX. A character beyond U+FFFF takes two of them.
static uint32_t parseUnicode( wfJsonParser* parser )
{
	uint32_t code, low;
	if ( !parseHex( parser, parser->at + 2, &code ) )
	{
		syntaxError( parser, "\\u with four hexadecimal digits" );
	}
	else if ( code == 0 )
	{
		syntaxError( parser, "a string without \\u0000" );
	}
	else if ( code >= 0xDC00 && code <= 0xDFFF )
	{
		syntaxError( parser, "the first half of a surrogate pair before the second" );
	}
	else if ( code >= 0xD800 && code <= 0xDBFF )
	{
		bool pair = parser->at + 12 <= parser->size && parser->text[parser->at + 6] == '\\' &&
					parser->text[parser->at + 7] == 'u' && parseHex( parser, parser->at + 8, &low ) && low >= 0xDC00 &&
					low <= 0xDFFF;
		if ( !pair )
		{
			syntaxError( parser, "both halves of a surrogate pair" );
			return 0;
		}
		code = 0x10000 + ( ( code - 0xD800 ) << 10 ) + ( low - 0xDC00 );
		parser->at += 6;
	}
	parser->at += 6;
	return code;
}

// The length of what it stands for.
static size_t parseEscape( wfJsonParser* parser, char* out )
{
	static const char letters[] = "\"\\/bfnrt";
	static const char meanings[] = "\"\\/\b\f\n\r\t";
	char c = parser->at + 1 < parser->size ? parser->text[parser->at + 1] : 0;
	if ( c == 'u' )
	{
		uint32_t code = parseUnicode( parser );
		return wfReader_IsOk( parser->reader ) ? encodeUtf8( code, out ) : 0;
	}
	const char* letter = c != 0 ? strchr( letters, c ) : NULL;
	if ( letter == NULL )
	{
		syntaxError( parser, "one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX after a backslash" );
		return 0;
	}
	out[0] = meanings[letter - letters];
	parser->at += 2;
	return 1;
}

// At the opening quote. The decoded string is never longer than its text, quotes included, and that is what was allocated.
static void parseString( wfJsonParser* parser, uint32_t* start, uint32_t* length )
{
	wfJson* json = parser->json;
	size_t opening = parser->at++;
	*start = (uint32_t)json->stringCount;
	while ( peek( parser ) != '"' && wfReader_IsOk( parser->reader ) )
	{
		unsigned char c = (unsigned char)peek( parser );
		if ( c == 0 || c == '\n' )
		{
			wfReader_Fail( parser->reader, opening, NULL, wf_badFormat, "the string that begins here has no closing quote" );
		}
		else if ( c < 32 )
		{
			syntaxError( parser, "no bare control character in a string" );
		}
		else if ( c == '\\' )
		{
			json->stringCount += parseEscape( parser, json->strings + json->stringCount );
		}
		else
		{
			json->strings[json->stringCount++] = (char)c;
			parser->at += 1;
		}
	}
	parser->at += 1;
	*length = (uint32_t)json->stringCount - *start;
	if ( wfReader_IsOk( parser->reader ) )
	{
		json->strings[json->stringCount++] = 0;
	}
}

static void parseDigits( wfJsonParser* parser )
{
	if ( !isDigit( peek( parser ) ) )
	{
		syntaxError( parser, "a digit" );
	}
	while ( isDigit( peek( parser ) ) )
	{
		parser->at += 1;
	}
}

static double parseJsonNumber( wfJsonParser* parser )
{
	size_t start = parser->at;
	double value = 0.0;
	parser->at += peek( parser ) == '-' ? 1 : 0;
	if ( peek( parser ) == '0' && parser->at + 1 < parser->size && isDigit( parser->text[parser->at + 1] ) )
	{
		parser->at += 1;
		syntaxError( parser, "a number without leading zeros" );
	}
	parseDigits( parser );
	if ( peek( parser ) == '.' )
	{
		parser->at += 1;
		parseDigits( parser );
	}
	if ( peek( parser ) == 'e' || peek( parser ) == 'E' )
	{
		parser->at += 1;
		parser->at += peek( parser ) == '-' || peek( parser ) == '+' ? 1 : 0;
		parseDigits( parser );
	}
	wfNumberKind kind = wfParseNumber( parser->text + start, parser->at - start, &value );
	if ( kind != wf_finiteNumber )
	{
		wfReader_Fail( parser->reader, start, NULL, wf_outOfRange, "the number %s is %s",
					   wfQuote( parser->text + start, parser->at - start ).text,
					   kind == wf_hugeNumber ? "beyond the range of numbers" : "longer than 1000 characters" );
	}
	return value;
}

static int32_t parseValue( wfJsonParser* parser, int32_t parent, int32_t depth );

// At a key. Parses it, its colon and its value, and compares the key with those before.
static int32_t parseMember( wfJsonParser* parser, int32_t object, int32_t depth )
{
	wfJson* json = parser->json;
	if ( peek( parser ) != '"' )
	{
		syntaxError( parser, "a field name in double quotes" );
		return -1;
	}
	wfJsonNode key = { .keyPosition = (uint32_t)parser->at };
	parseString( parser, &key.key, &key.keyLength );
	uint64_t wide = wfHash( WF_HASH_START, json->strings + key.key, key.keyLength );
	key.keyHash = (uint32_t)( wide ^ wide >> 32 );
	for ( int32_t other = json->nodes[object].first; other >= 0; other = json->nodes[other].next )
	{
		const wfJsonNode* node = json->nodes + other;
		if ( node->keyHash == key.keyHash && node->keyLength == key.keyLength &&
			 memcmp( json->strings + node->key, json->strings + key.key, key.keyLength ) == 0 )
		{
			char path[128];
			wfJson_Path( json, node, path, sizeof( path ) );
			wfReader_Fail( parser->reader, key.keyPosition, path, wf_badFormat, "given twice, first in line %d",
						   wfReader_FindPlace( parser->reader, node->keyPosition ).line );
		}
	}
	if ( json->nodes[object].count == WF_MAX_FIELDS )
	{
		wfReader_Fail( parser->reader, key.keyPosition, NULL, wf_tooLarge, "an object of more than %d fields", WF_MAX_FIELDS );
	}
	require( parser, ':', "a colon after the field name" );
	parser->key = key;
	return parseValue( parser, object, depth );
}

// Something other than a comma or the end follows a value. Where that is the next value, the comma before it was forgotten:
// reported where it is missing, which may be lines above.
static void missingComma( const wfJsonParser* parser, bool object )
{
	size_t end = parser->at;
	while ( end > 0 && strchr( " \t\r\n", parser->text[end - 1] ) != NULL )
	{
		end -= 1;
	}
	if ( parser->at < parser->size && strchr( "\"{[-0123456789tfn", parser->text[parser->at] ) != NULL )
	{
		wfReader_Fail( parser->reader, end, NULL, wf_badFormat, "expected a comma here, before the next %s",
					   object ? "field" : "value" );
	}
	syntaxError( parser, object ? "a comma or }" : "a comma or ]" );
}

// At the opening bracket or brace of `parent`.
static void parseChildren( wfJsonParser* parser, int32_t parent, int32_t depth )
{
	wfJson* json = parser->json;
	bool object = json->nodes[parent].type == wf_jsonObject;
	char closing = object ? '}' : ']';
	if ( depth >= WF_MAX_DEPTH )
	{
		wfReader_Fail( parser->reader, parser->at, NULL, wf_badFormat, "nested deeper than %d levels", WF_MAX_DEPTH );
	}
	parser->at += 1;
	skipSpace( parser );
	for ( int32_t last = -1; peek( parser ) != closing && wfReader_IsOk( parser->reader ); )
	{
		int32_t child = object ? parseMember( parser, parent, depth ) : parseValue( parser, parent, depth );
		if ( !wfReader_IsOk( parser->reader ) )
		{
			return;
		}
		json->nodes[child].index = json->nodes[parent].count++;
		*( last >= 0 ? &json->nodes[last].next : &json->nodes[parent].first ) = child;
		last = child;
		skipSpace( parser );
		bool comma = peek( parser ) == ',';
		if ( !comma && peek( parser ) != closing )
		{
			missingComma( parser, object );
		}
		parser->at += comma ? 1 : 0;
		skipSpace( parser );
		if ( comma && peek( parser ) == closing )
		{
			syntaxError( parser, object ? "another field after the comma" : "another value after the comma" );
		}
	}
	parser->at += 1;
}

static int32_t parseWord( wfJsonParser* parser, int32_t parent )
{
	static const char* const words[] = { "null", "false", "true", NULL }; // by wfJsonType
	size_t length = 0;
	while ( parser->at + length < parser->size && parser->text[parser->at + length] >= 'a' &&
			parser->text[parser->at + length] <= 'z' )
	{
		length += 1;
	}
	wfWord word = { parser->text + parser->at, length, parser->at };
	for ( int32_t type = wf_jsonNull; words[type] != NULL; ++type )
	{
		if ( wfWord_Equals( &word, words[type] ) )
		{
			int32_t index = addNode( parser, (wfJsonType)type, parent );
			parser->at += length;
			return index;
		}
	}
	syntaxError( parser, "a value: a number, a string, true, false, null, a list or an object" );
	return -1;
}

static int32_t parseValue( wfJsonParser* parser, int32_t parent, int32_t depth )
{
	skipSpace( parser );
	char c = peek( parser );
	bool children = c == '{' || c == '[', string = c == '"';
	if ( !children && !string && c != '-' && !isDigit( c ) )
	{
		return parseWord( parser, parent );
	}
	wfJsonType type = c == '{' ? wf_jsonObject : c == '[' ? wf_jsonList : string ? wf_jsonString : wf_jsonNumber;
	int32_t index = addNode( parser, type, parent );
	if ( !wfReader_IsOk( parser->reader ) )
	{
		return -1;
	}
	wfJsonNode* node = parser->json->nodes + index;
	if ( children )
	{
		parseChildren( parser, index, depth + 1 );
	}
	else if ( string )
	{
		parseString( parser, &node->string, &node->stringLength );
	}
	else
	{
		node->number = parseJsonNumber( parser );
	}
	return index;
}

wfResult wfJson_Parse( const wfReader* reader, wfJson* json )
{
	*json = ( wfJson ){ .reader = reader };
	wfJsonParser parser = { .json = json, .reader = reader, .text = reader->text, .size = reader->size };
	if ( reader->size > WF_MAX_JSON_SIZE )
	{
		wfReader_Fail( reader, WF_NO_POSITION, NULL, wf_tooLarge, "%zu bytes of JSON, at most %u are read", reader->size,
					   WF_MAX_JSON_SIZE );
	}
	parser.at = wfReader_CheckText( reader );
	if ( wfReader_Reserve( reader, WF_NO_POSITION, NULL, reader->size ) )
	{
		json->strings = wfAllocate( reader->size );
		json->stringCapacity = json->strings != NULL ? reader->size : 0;
	}
	if ( wfReader_CheckMemory( reader, json->strings ) )
	{
		parseValue( &parser, -1, 0 );
		skipSpace( &parser );
		if ( peek( &parser ) != 0 )
		{
			syntaxError( &parser, "nothing after the end of the value" );
		}
	}
	if ( !wfReader_IsOk( reader ) )
	{
		wfJson_Free( json );
	}
	return reader->error->result;
}
