// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "io/json.h"

#include <stdio.h>
#include <string.h>

#define WF_MAX_DEPTH 64
#define WF_MAX_FIELDS 1024 // keeps the search for duplicates cheap
#define WF_MAX_JSON_SIZE ( 1u << 30 )

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

bool wfJson_IsOk( const wfJson* json )
{
	return json->reader->error->result == wf_ok;
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
	char message[1024];
	va_list arguments;
	va_start( arguments, format );
	if ( vsnprintf( message, sizeof( message ), format, arguments ) < 0 )
	{
		message[0] = 0;
	}
	va_end( arguments );

	char path[128];
	wfJson_Path( json, node, path, child != NULL ? 96 : sizeof( path ) );
	if ( child != NULL )
	{
		size_t length = strlen( path );
		snprintf( path + length, sizeof( path ) - length, "%s%s", length > 0 ? "." : "", child );
	}
	return wfReader_Fail( json->reader, node->position, path, result, "%s", message );
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

static wfResult syntaxError( const wfJsonParser* parser, const char* expected )
{
	if ( parser->at >= parser->size )
	{
		return wfReader_Fail( parser->reader, parser->at, NULL, wf_badFormat, "the text ends here; expected %s", expected );
	}
	// One whole character, not one byte.
	size_t length = 1;
	while ( parser->at + length < parser->size && ( (unsigned char)parser->text[parser->at + length] & 0xC0 ) == 0x80 )
	{
		length += 1;
	}
	wfQuoted found = wfQuote( parser->text + parser->at, length );
	return wfReader_Fail( parser->reader, parser->at, NULL, wf_badFormat, "expected %s, found %s", expected, found.text );
}

static void skipSpace( wfJsonParser* parser )
{
	while ( parser->at < parser->size )
	{
		char c = parser->text[parser->at];
		if ( c != ' ' && c != '\t' && c != '\n' && c != '\r' )
		{
			break;
		}
		parser->at += 1;
	}
}

static char peek( const wfJsonParser* parser )
{
	// The text holds no zero bytes, so zero stands for its end.
	return parser->at < parser->size ? parser->text[parser->at] : 0;
}

static bool isDigit( char c )
{
	return c >= '0' && c <= '9';
}

static wfResult addNode( wfJsonParser* parser, wfJsonType type, int32_t parent, int32_t* index )
{
	wfJson* json = parser->json;
	if ( json->nodeCount == json->nodeCapacity )
	{
		size_t more = json->nodeCapacity / 2 + 64;
		wfResult result = wfReader_Reserve( parser->reader, parser->at, NULL, more * sizeof( wfJsonNode ) );
		if ( result != wf_ok )
		{
			return result;
		}
		if ( json->nodeCapacity + more > INT32_MAX )
		{
			return wfReader_Fail( parser->reader, parser->at, NULL, wf_tooLarge, "more values than can be counted" );
		}
		if ( wfGrowArray( &json->nodes, &json->nodeCapacity, json->nodeCapacity + more, sizeof( wfJsonNode ) ) != wf_ok )
		{
			return wfReader_OutOfMemory( parser->reader );
		}
	}
	*index = (int32_t)json->nodeCount++;
	wfJsonNode* node = json->nodes + *index;
	*node = parser->key;
	parser->key = ( wfJsonNode ){ 0 };
	node->type = type;
	node->parent = parent;
	node->first = -1;
	node->next = -1;
	node->position = (uint32_t)parser->at;
	return wf_ok;
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
static wfResult parseUnicode( wfJsonParser* parser, uint32_t* code )
{
	uint32_t low;
	if ( !parseHex( parser, parser->at + 2, code ) )
	{
		return syntaxError( parser, "\\u with four hexadecimal digits" );
	}
	if ( *code == 0 )
	{
		return syntaxError( parser, "a string without \\u0000" );
	}
	if ( *code >= 0xDC00 && *code <= 0xDFFF )
	{
		return syntaxError( parser, "the first half of a surrogate pair before the second" );
	}
	if ( *code >= 0xD800 && *code <= 0xDBFF )
	{
		bool pair = parser->at + 12 <= parser->size && parser->text[parser->at + 6] == '\\' &&
					parser->text[parser->at + 7] == 'u' && parseHex( parser, parser->at + 8, &low ) && low >= 0xDC00 &&
					low <= 0xDFFF;
		if ( !pair )
		{
			return syntaxError( parser, "both halves of a surrogate pair" );
		}
		*code = 0x10000 + ( ( *code - 0xD800 ) << 10 ) + ( low - 0xDC00 );
		parser->at += 6;
	}
	parser->at += 6;
	return wf_ok;
}

static wfResult parseEscape( wfJsonParser* parser, char* out, size_t* length )
{
	static const char letters[] = "\"\\/bfnrt";
	static const char meanings[] = "\"\\/\b\f\n\r\t";
	char c = parser->at + 1 < parser->size ? parser->text[parser->at + 1] : 0;
	if ( c == 'u' )
	{
		uint32_t code;
		wfResult result = parseUnicode( parser, &code );
		*length = result == wf_ok ? encodeUtf8( code, out ) : 0;
		return result;
	}
	const char* letter = c != 0 ? strchr( letters, c ) : NULL;
	if ( letter == NULL )
	{
		return syntaxError( parser, "one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX after a backslash" );
	}
	out[0] = meanings[letter - letters];
	*length = 1;
	parser->at += 2;
	return wf_ok;
}

// At the opening quote. The decoded string is never longer than its text, quotes included, and that is what was allocated.
static wfResult parseString( wfJsonParser* parser, uint32_t* start, uint32_t* length )
{
	wfJson* json = parser->json;
	size_t opening = parser->at++;
	*start = (uint32_t)json->stringCount;
	while ( peek( parser ) != '"' )
	{
		unsigned char c = (unsigned char)peek( parser );
		if ( parser->at >= parser->size || c == '\n' )
		{
			return wfReader_Fail( parser->reader, opening, NULL, wf_badFormat,
								  "the string that begins here has no closing quote" );
		}
		if ( c < 32 )
		{
			return syntaxError( parser, "no bare control character in a string" );
		}
		if ( c == '\\' )
		{
			size_t written = 0;
			wfResult result = parseEscape( parser, json->strings + json->stringCount, &written );
			if ( result != wf_ok )
			{
				return result;
			}
			json->stringCount += written;
			continue;
		}
		json->strings[json->stringCount++] = (char)c;
		parser->at += 1;
	}
	parser->at += 1;
	*length = (uint32_t)json->stringCount - *start;
	json->strings[json->stringCount++] = 0;
	return wf_ok;
}

static wfResult parseJsonNumber( wfJsonParser* parser, double* value )
{
	size_t start = parser->at;
	parser->at += peek( parser ) == '-' ? 1 : 0;
	if ( !isDigit( peek( parser ) ) )
	{
		return syntaxError( parser, "a digit" );
	}
	bool zero = peek( parser ) == '0';
	parser->at += 1;
	if ( zero && isDigit( peek( parser ) ) )
	{
		return syntaxError( parser, "a number without leading zeros" );
	}
	// Digits, then point and digits, then exponent and digits; each of the latter needs a digit.
	for ( int part = 0; part < 3; ++part )
	{
		char c = peek( parser );
		if ( part > 0 )
		{
			if ( part == 1 ? c != '.' : c != 'e' && c != 'E' )
			{
				continue;
			}
			parser->at += 1;
			parser->at += part == 2 && ( peek( parser ) == '-' || peek( parser ) == '+' ) ? 1 : 0;
			if ( !isDigit( peek( parser ) ) )
			{
				return syntaxError( parser, "a digit" );
			}
		}
		while ( isDigit( peek( parser ) ) )
		{
			parser->at += 1;
		}
	}
	wfNumberKind kind = wfParseNumber( parser->text + start, parser->at - start, value );
	if ( kind != wf_finiteNumber )
	{
		wfQuoted quoted = wfQuote( parser->text + start, parser->at - start );
		return wfReader_Fail( parser->reader, start, NULL, wf_outOfRange, "the number %s is %s", quoted.text,
							  kind == wf_hugeNumber ? "beyond the range of numbers" : "longer than 1000 characters" );
	}
	return wf_ok;
}

static wfResult parseValue( wfJsonParser* parser, int32_t parent, int32_t depth, int32_t* index );

// At a key. Parses it, its colon and its value, and compares the key with those before.
static wfResult parseMember( wfJsonParser* parser, int32_t object, int32_t depth, int32_t* member )
{
	wfJson* json = parser->json;
	if ( peek( parser ) != '"' )
	{
		return syntaxError( parser, "a field name in double quotes" );
	}
	uint32_t key = 0, keyLength = 0, keyPosition = (uint32_t)parser->at;
	wfResult result = parseString( parser, &key, &keyLength );
	if ( result != wf_ok )
	{
		return result;
	}
	uint64_t wide = wfHash( WF_HASH_START, json->strings + key, keyLength );
	uint32_t hash = (uint32_t)( wide ^ wide >> 32 );
	for ( int32_t other = json->nodes[object].first; other >= 0; other = json->nodes[other].next )
	{
		const wfJsonNode* node = json->nodes + other;
		if ( node->keyHash == hash && node->keyLength == keyLength &&
			 memcmp( json->strings + node->key, json->strings + key, keyLength ) == 0 )
		{
			char path[128];
			wfJson_Path( json, node, path, sizeof( path ) );
			wfError first = { 0 };
			wfReader at = *parser->reader;
			at.error = &first;
			wfReader_Place( &at, node->keyPosition, NULL, wf_badFormat );
			return wfReader_Fail( parser->reader, keyPosition, path, wf_badFormat, "given twice, first in line %d", first.line );
		}
	}
	if ( json->nodes[object].count == WF_MAX_FIELDS )
	{
		return wfReader_Fail( parser->reader, keyPosition, NULL, wf_tooLarge, "an object of more than %d fields", WF_MAX_FIELDS );
	}
	skipSpace( parser );
	if ( peek( parser ) != ':' )
	{
		return syntaxError( parser, "a colon after the field name" );
	}
	parser->at += 1;
	parser->key = ( wfJsonNode ){ .key = key, .keyLength = keyLength, .keyHash = hash, .keyPosition = keyPosition };
	return parseValue( parser, object, depth, member );
}

// Something other than a comma or the end follows a value. Where that is the next value, the comma before it was forgotten: told
// where it is missing, which may be lines above.
static wfResult missingComma( const wfJsonParser* parser, bool object )
{
	size_t end = parser->at;
	while ( end > 0 && strchr( " \t\r\n", parser->text[end - 1] ) != NULL )
	{
		end -= 1;
	}
	bool value = parser->at < parser->size && strchr( "\"{[-0123456789tfn", parser->text[parser->at] ) != NULL;
	return value ? wfReader_Fail( parser->reader, end, NULL, wf_badFormat, "expected a comma here, before the next %s",
								  object ? "field" : "value" )
				 : syntaxError( parser, object ? "a comma or }" : "a comma or ]" );
}

// At the opening bracket or brace of `parent`.
static wfResult parseChildren( wfJsonParser* parser, int32_t parent, int32_t depth )
{
	wfJson* json = parser->json;
	bool object = json->nodes[parent].type == wf_jsonObject;
	char closing = object ? '}' : ']';
	if ( depth >= WF_MAX_DEPTH )
	{
		return wfReader_Fail( parser->reader, parser->at, NULL, wf_badFormat, "nested deeper than %d levels", WF_MAX_DEPTH );
	}
	parser->at += 1;
	skipSpace( parser );
	int32_t last = -1;
	while ( peek( parser ) != closing || last >= 0 )
	{
		skipSpace( parser );
		if ( last >= 0 && peek( parser ) == closing )
		{
			return syntaxError( parser, object ? "another field after the comma" : "another value after the comma" );
		}
		int32_t child;
		wfResult result = object ? parseMember( parser, parent, depth, &child ) : parseValue( parser, parent, depth, &child );
		if ( result != wf_ok )
		{
			return result;
		}
		json->nodes[child].index = json->nodes[parent].count++;
		*( last >= 0 ? &json->nodes[last].next : &json->nodes[parent].first ) = child;
		last = child;
		skipSpace( parser );
		if ( peek( parser ) == closing )
		{
			break;
		}
		if ( peek( parser ) != ',' )
		{
			return missingComma( parser, object );
		}
		parser->at += 1;
	}
	parser->at += 1;
	return wf_ok;
}

static wfResult parseWord( wfJsonParser* parser, int32_t parent, int32_t* index )
{
	static const struct
	{
		const char* word;
		wfJsonType type;
	} words[] = { { "null", wf_jsonNull }, { "false", wf_jsonFalse }, { "true", wf_jsonTrue } };
	size_t length = 0;
	while ( parser->at + length < parser->size && parser->text[parser->at + length] >= 'a' &&
			parser->text[parser->at + length] <= 'z' )
	{
		length += 1;
	}
	for ( int i = 0; i < 3; ++i )
	{
		if ( strlen( words[i].word ) == length && memcmp( words[i].word, parser->text + parser->at, length ) == 0 )
		{
			wfResult result = addNode( parser, words[i].type, parent, index );
			parser->at += length;
			return result;
		}
	}
	return syntaxError( parser, "a value: a number, a string, true, false, null, a list or an object" );
}

static wfResult parseValue( wfJsonParser* parser, int32_t parent, int32_t depth, int32_t* index )
{
	skipSpace( parser );
	char c = peek( parser );
	wfResult result;
	if ( c == '{' || c == '[' )
	{
		result = addNode( parser, c == '{' ? wf_jsonObject : wf_jsonList, parent, index );
		return result == wf_ok ? parseChildren( parser, *index, depth + 1 ) : result;
	}
	if ( c == '"' )
	{
		result = addNode( parser, wf_jsonString, parent, index );
		if ( result == wf_ok )
		{
			wfJsonNode* node = parser->json->nodes + *index;
			result = parseString( parser, &node->string, &node->stringLength );
		}
		return result;
	}
	if ( c == '-' || isDigit( c ) )
	{
		result = addNode( parser, wf_jsonNumber, parent, index );
		return result == wf_ok ? parseJsonNumber( parser, &parser->json->nodes[*index].number ) : result;
	}
	return parseWord( parser, parent, index );
}

wfResult wfJson_Parse( const wfReader* reader, wfJson* json )
{
	*json = ( wfJson ){ .reader = reader };
	reader->error->result = wf_ok;
	wfJsonParser parser = { .json = json, .reader = reader, .text = reader->text, .size = reader->size };
	if ( reader->size > WF_MAX_JSON_SIZE )
	{
		return wfReader_Fail( reader, WF_NO_POSITION, NULL, wf_tooLarge, "%zu bytes of JSON, at most %u are read", reader->size,
							  WF_MAX_JSON_SIZE );
	}
	wfResult result = wfReader_CheckText( reader, &parser.at );
	if ( result == wf_ok )
	{
		result = wfReader_Reserve( reader, WF_NO_POSITION, NULL, reader->size );
	}
	if ( result != wf_ok )
	{
		return result;
	}
	json->strings = wfAllocate( reader->size );
	json->stringCapacity = reader->size;
	if ( json->strings == NULL )
	{
		*json = ( wfJson ){ 0 };
		return wfReader_OutOfMemory( reader );
	}
	int32_t root;
	result = parseValue( &parser, -1, 0, &root );
	skipSpace( &parser );
	if ( result == wf_ok && parser.at < parser.size )
	{
		result = syntaxError( &parser, "nothing after the end of the value" );
	}
	if ( result != wf_ok )
	{
		wfJson_Free( json );
	}
	return result;
}
