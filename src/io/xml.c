// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "io/xml.h"

#include <stdio.h>
#include <string.h>

#define WF_MAX_XML_ATTRIBUTES 64

typedef struct wfXmlParser
{
	const wfReader* reader;
	wfXml* xml;
	size_t at;
	int32_t open[WF_MAX_XML_DEPTH]; // nodes not yet closed
	int32_t depth;
	// Text of the open elements, one behind the other: what belongs to the innermost lies at the end.
	char* pending;
	size_t pendingCount, pendingCapacity;
	size_t starts[WF_MAX_XML_DEPTH];
	bool rootSeen, declared;
} wfXmlParser;

// --------------------------------------------------------------------------------------------------------------- places

static bool startsWith( const wfXmlParser* parser, const char* word )
{
	size_t length = strlen( word );
	return parser->reader->size - parser->at >= length && memcmp( parser->reader->text + parser->at, word, length ) == 0;
}

static bool isXmlSpace( char c )
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static void skipXmlSpace( wfXmlParser* parser )
{
	while ( parser->at < parser->reader->size && isXmlSpace( parser->reader->text[parser->at] ) )
	{
		parser->at += 1;
	}
}

// Letters beyond ASCII are allowed throughout: which of them the standard leaves out does not matter here.
static bool isNameCharacter( char c, bool first )
{
	unsigned char u = (unsigned char)c;
	bool letter = ( u >= 'a' && u <= 'z' ) || ( u >= 'A' && u <= 'Z' ) || u == '_' || u == ':' || u >= 0x80;
	return letter || ( !first && ( ( u >= '0' && u <= '9' ) || u == '-' || u == '.' ) );
}

static size_t measureName( const wfXmlParser* parser )
{
	size_t length = 0;
	while ( parser->at + length < parser->reader->size &&
			isNameCharacter( parser->reader->text[parser->at + length], length == 0 ) )
	{
		length += 1;
	}
	return length;
}

static wfResult expected( const wfXmlParser* parser, const char* what )
{
	const wfReader* reader = parser->reader;
	if ( parser->at >= reader->size )
	{
		return wfReader_Fail( reader, reader->size, NULL, wf_badFormat, "the text ends here; expected %s", what );
	}
	size_t length = 1;
	while ( parser->at + length < reader->size && length < 24 && !isXmlSpace( reader->text[parser->at + length] ) &&
			memchr( "<>", reader->text[parser->at + length], 2 ) == NULL )
	{
		length += 1;
	}
	wfQuoted found = wfQuote( reader->text + parser->at, length );
	return wfReader_Fail( reader, parser->at, NULL, wf_badFormat, "expected %s, found %s", what, found.text );
}

// Go behind `end`.
static wfResult skipTo( wfXmlParser* parser, size_t from, const char* end, const char* what )
{
	size_t begin = parser->at;
	parser->at += from;
	while ( parser->at < parser->reader->size && !startsWith( parser, end ) )
	{
		parser->at += 1;
	}
	if ( parser->at >= parser->reader->size )
	{
		return wfReader_Fail( parser->reader, begin, NULL, wf_badFormat, "%s that begins here never ends; expected %s", what,
							  end );
	}
	parser->at += strlen( end );
	return wf_ok;
}

// --------------------------------------------------------------------------------------------------------------- memory

static wfResult grow( const wfXmlParser* parser, void* array, size_t* capacity, size_t needed, size_t size )
{
	if ( needed <= *capacity )
	{
		return wf_ok;
	}
	size_t more = needed - *capacity > *capacity / 2 + 64 ? needed - *capacity : *capacity / 2 + 64;
	wfResult result = wfReader_Reserve( parser->reader, parser->at, NULL, more * size );
	if ( result == wf_ok && wfGrowArray( array, capacity, needed, size ) != wf_ok )
	{
		result = wfReader_OutOfMemory( parser->reader );
	}
	return result;
}

// Keep a terminated copy; `*offset` is where it begins.
static wfResult keepString( wfXmlParser* parser, const char* text, size_t length, uint32_t* offset )
{
	wfXml* xml = parser->xml;
	wfResult result = grow( parser, &xml->strings, &xml->stringCapacity, xml->stringCount + length + 1, 1 );
	if ( result != wf_ok )
	{
		return result;
	}
	*offset = (uint32_t)xml->stringCount;
	if ( length > 0 )
	{
		memcpy( xml->strings + xml->stringCount, text, length );
	}
	xml->strings[xml->stringCount + length] = 0;
	xml->stringCount += length + 1;
	return wf_ok;
}

static wfResult addPending( wfXmlParser* parser, const char* text, size_t length )
{
	if ( parser->depth == 0 || length == 0 )
	{
		return wf_ok;
	}
	// Where the text of the innermost element begins, for messages.
	wfXmlNode* node = parser->xml->nodes + parser->open[parser->depth - 1];
	for ( size_t i = 0; node->textPosition == node->position && i < length; ++i )
	{
		if ( !isXmlSpace( text[i] ) )
		{
			bool inText = text >= parser->reader->text && text < parser->reader->text + parser->reader->size;
			node->textPosition = inText ? (uint32_t)( (size_t)( text - parser->reader->text ) + i ) : (uint32_t)parser->at;
		}
	}
	wfResult result = grow( parser, &parser->pending, &parser->pendingCapacity, parser->pendingCount + length, 1 );
	if ( result == wf_ok )
	{
		memcpy( parser->pending + parser->pendingCount, text, length );
		parser->pendingCount += length;
	}
	return result;
}

// ------------------------------------------------------------------------------------------------------------- entities

static size_t encodeUtf8( uint32_t code, char out[4] )
{
	if ( code < 0x80 )
	{
		out[0] = (char)code;
		return 1;
	}
	size_t length = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
	static const unsigned char heads[] = { 0, 0, 0xC0, 0xE0, 0xF0 };
	for ( size_t i = length - 1; i > 0; --i )
	{
		out[i] = (char)( 0x80 | ( code & 0x3F ) );
		code >>= 6;
	}
	out[0] = (char)( heads[length] | code );
	return length;
}

// &#65; and &#x41;, from behind the number sign to before the semicolon.
static bool readCharacterNumber( const char* text, size_t length, uint32_t* code )
{
	bool hex = length > 0 && text[0] == 'x';
	size_t i = hex ? 1 : 0;
	*code = 0;
	if ( i == length )
	{
		return false;
	}
	for ( ; i < length; ++i )
	{
		char c = text[i];
		uint32_t digit = c >= '0' && c <= '9'		   ? (uint32_t)( c - '0' )
						 : hex && c >= 'a' && c <= 'f' ? (uint32_t)( c - 'a' ) + 10
						 : hex && c >= 'A' && c <= 'F' ? (uint32_t)( c - 'A' ) + 10
													   : 99;
		*code = *code * ( hex ? 16u : 10u ) + digit;
		if ( digit == 99 || *code > 0x10FFFF )
		{
			return false;
		}
	}
	bool control = *code < 0x20 && *code != '\t' && *code != '\n' && *code != '\r';
	return !control && !( *code >= 0xD800 && *code <= 0xDFFF );
}

// At the ampersand; adds what it stands for, goes behind the semicolon.
static wfResult readEntity( wfXmlParser* parser )
{
	static const struct
	{
		const char* name;
		char character;
	} entities[] = { { "lt", '<' }, { "gt", '>' }, { "amp", '&' }, { "apos", '\'' }, { "quot", '"' } };
	const wfReader* reader = parser->reader;
	const char* name = reader->text + parser->at + 1;
	size_t rest = reader->size - parser->at - 1, length = 0;
	while ( length < rest && length < 16 && name[length] != ';' )
	{
		length += 1;
	}
	char character[4];
	size_t size = 0;
	uint32_t code;
	if ( length < rest && name[length] == ';' && length > 0 )
	{
		for ( size_t i = 0; i < sizeof( entities ) / sizeof( entities[0] ); ++i )
		{
			if ( strlen( entities[i].name ) == length && memcmp( entities[i].name, name, length ) == 0 )
			{
				character[0] = entities[i].character;
				size = 1;
			}
		}
		if ( name[0] == '#' && readCharacterNumber( name + 1, length - 1, &code ) )
		{
			size = encodeUtf8( code, character );
		}
	}
	if ( size == 0 )
	{
		wfQuoted found = wfQuote( reader->text + parser->at, length + 1 <= rest ? length + 2 : rest + 1 );
		return wfReader_Fail( reader, parser->at, NULL, wf_badFormat,
							  "expected &lt; &gt; &amp; &apos; &quot; or the number of a character, found %s", found.text );
	}
	wfResult result = addPending( parser, character, size );
	parser->at += length + 2;
	return result;
}

// ----------------------------------------------------------------------------------------------------------------- tags

// name="value" or name='value', from the name on.
static wfResult skipAttribute( wfXmlParser* parser, const wfQuoted* element )
{
	const wfReader* reader = parser->reader;
	parser->at += measureName( parser );
	skipXmlSpace( parser );
	if ( parser->at >= reader->size || reader->text[parser->at] != '=' )
	{
		return expected( parser, "= and the value of the attribute" );
	}
	parser->at += 1;
	skipXmlSpace( parser );
	char quote = parser->at < reader->size ? reader->text[parser->at] : 0;
	if ( quote != '"' && quote != '\'' )
	{
		return expected( parser, "the value of the attribute in quotes" );
	}
	size_t begin = parser->at++;
	while ( parser->at < reader->size && reader->text[parser->at] != quote )
	{
		if ( reader->text[parser->at] == '<' )
		{
			return wfReader_Fail( reader, begin, NULL, wf_badFormat, "the value of an attribute of %s holds a <; expected &lt;",
								  element->text );
		}
		parser->at += 1;
	}
	if ( parser->at >= reader->size )
	{
		return wfReader_Fail( reader, begin, NULL, wf_badFormat, "the value that begins here never ends; expected a quote" );
	}
	parser->at += 1;
	return wf_ok;
}

// From behind the name to the > or />.
static wfResult skipAttributes( wfXmlParser* parser, const wfQuoted* element, bool* closed )
{
	const wfReader* reader = parser->reader;
	size_t names[WF_MAX_XML_ATTRIBUTES], lengths[WF_MAX_XML_ATTRIBUTES];
	for ( size_t count = 0;; ++count )
	{
		bool spaced = parser->at < reader->size && isXmlSpace( reader->text[parser->at] );
		skipXmlSpace( parser );
		*closed = startsWith( parser, "/>" );
		if ( *closed || startsWith( parser, ">" ) )
		{
			parser->at += *closed ? 2 : 1;
			return wf_ok;
		}
		size_t length = measureName( parser );
		if ( length == 0 || !spaced )
		{
			return expected( parser, "> or an attribute" );
		}
		if ( count == WF_MAX_XML_ATTRIBUTES )
		{
			return wfReader_Fail( reader, parser->at, NULL, wf_tooLarge, "%s has more than %d attributes", element->text,
								  WF_MAX_XML_ATTRIBUTES );
		}
		names[count] = parser->at;
		lengths[count] = length;
		for ( size_t i = 0; i < count; ++i )
		{
			if ( lengths[i] == length && memcmp( reader->text + names[i], reader->text + parser->at, length ) == 0 )
			{
				wfQuoted name = wfQuote( reader->text + parser->at, length );
				return wfReader_Fail( reader, parser->at, NULL, wf_badFormat, "%s has the attribute %s twice", element->text,
									  name.text );
			}
		}
		wfResult result = skipAttribute( parser, element );
		if ( result != wf_ok )
		{
			return result;
		}
	}
}

static wfResult addNode( wfXmlParser* parser, size_t position, const char* name, size_t length )
{
	wfXml* xml = parser->xml;
	wfResult result = grow( parser, &xml->nodes, &xml->nodeCapacity, xml->nodeCount + 1, sizeof( wfXmlNode ) );
	if ( result != wf_ok )
	{
		return result;
	}
	int32_t parent = parser->depth > 0 ? parser->open[parser->depth - 1] : -1;
	int32_t index = (int32_t)xml->nodeCount;
	wfXmlNode* node = xml->nodes + index;
	*node = ( wfXmlNode ){ .parent = parent,
						   .first = -1,
						   .last = -1,
						   .next = -1,
						   .position = (uint32_t)position,
						   .textPosition = (uint32_t)position };
	for ( size_t i = 0; i < length; ++i )
	{
		if ( name[i] == ':' && i + 1 < length )
		{
			name += i + 1;
			length -= i + 1;
			i = SIZE_MAX;
		}
	}
	result = keepString( parser, name, length, &node->name );
	if ( result != wf_ok )
	{
		return result;
	}
	node->nameLength = (uint32_t)length;
	xml->nodeCount += 1;
	if ( parent >= 0 )
	{
		wfXmlNode* above = xml->nodes + parent;
		*( above->last >= 0 ? &xml->nodes[above->last].next : &above->first ) = index;
		above->last = index;
		above->count += 1;
	}
	parser->open[parser->depth] = index;
	parser->starts[parser->depth] = parser->pendingCount;
	parser->depth += 1;
	return wf_ok;
}

// The innermost element is complete: its text is trimmed and kept.
static wfResult closeNode( wfXmlParser* parser )
{
	parser->depth -= 1;
	int32_t index = parser->open[parser->depth];
	size_t start = parser->starts[parser->depth], begin = start, end = parser->pendingCount;
	while ( begin < end && isXmlSpace( parser->pending[begin] ) )
	{
		begin += 1;
	}
	while ( end > begin && isXmlSpace( parser->pending[end - 1] ) )
	{
		end -= 1;
	}
	uint32_t offset = 0;
	wfResult result = keepString( parser, end > begin ? parser->pending + begin : "", end - begin, &offset );
	parser->xml->nodes[index].string = offset;
	parser->xml->nodes[index].stringLength = (uint32_t)( end - begin );
	parser->pendingCount = start;
	return result;
}

static wfResult openTag( wfXmlParser* parser )
{
	const wfReader* reader = parser->reader;
	size_t position = parser->at++;
	size_t length = measureName( parser );
	if ( length == 0 )
	{
		parser->at = position;
		return expected( parser, "the name of an element behind the <" );
	}
	if ( parser->depth == 0 && parser->rootSeen )
	{
		return wfReader_Fail( reader, position, NULL, wf_badFormat, "a second element at the top; expected one for the whole" );
	}
	if ( parser->depth == WF_MAX_XML_DEPTH )
	{
		return wfReader_Fail( reader, position, NULL, wf_badFormat, "elements are nested deeper than %d", WF_MAX_XML_DEPTH );
	}
	parser->rootSeen = true;
	wfQuoted element = wfQuote( reader->text + parser->at, length );
	const char* name = reader->text + parser->at;
	parser->at += length;
	bool closed = false;
	wfResult result = skipAttributes( parser, &element, &closed );
	if ( result == wf_ok )
	{
		result = addNode( parser, position, name, length );
	}
	return result == wf_ok && closed ? closeNode( parser ) : result;
}

static wfResult closeTag( wfXmlParser* parser )
{
	const wfReader* reader = parser->reader;
	size_t position = parser->at;
	parser->at += 2;
	size_t length = measureName( parser );
	wfQuoted found = wfQuote( reader->text + parser->at, length );
	if ( parser->depth == 0 )
	{
		return wfReader_Fail( reader, position, NULL, wf_badFormat, "the end of %s, which was not begun", found.text );
	}
	// Compared with the text of the opening tag, for a prefix belongs to the name there.
	const wfXmlNode* node = parser->xml->nodes + parser->open[parser->depth - 1];
	size_t opened = node->position + 1;
	bool same = length > 0 && memcmp( reader->text + opened, reader->text + parser->at, length ) == 0 &&
				!isNameCharacter( reader->text[opened + length], false );
	if ( !same )
	{
		return wfReader_Fail( reader, position, NULL, wf_badFormat, "expected </%s>, found the end of %s",
							  wfXml_Name( parser->xml, node ), found.text );
	}
	parser->at += length;
	skipXmlSpace( parser );
	if ( !startsWith( parser, ">" ) )
	{
		return expected( parser, ">" );
	}
	parser->at += 1;
	return closeNode( parser );
}

static wfResult readText( wfXmlParser* parser )
{
	const wfReader* reader = parser->reader;
	size_t begin = parser->at;
	while ( parser->at < reader->size && reader->text[parser->at] != '<' && reader->text[parser->at] != '&' )
	{
		if ( parser->depth == 0 && !isXmlSpace( reader->text[parser->at] ) )
		{
			return expected( parser, parser->rootSeen ? "nothing behind the root element" : "an XML element: <" );
		}
		parser->at += 1;
	}
	return addPending( parser, reader->text + begin, parser->at - begin );
}

static wfResult readCdata( wfXmlParser* parser )
{
	size_t begin = parser->at + 9;
	if ( parser->depth == 0 )
	{
		return expected( parser, "an element before any text" );
	}
	wfResult result = skipTo( parser, 9, "]]>", "the CDATA section" );
	return result == wf_ok ? addPending( parser, parser->reader->text + begin, parser->at - 3 - begin ) : result;
}

static wfResult readInstruction( wfXmlParser* parser )
{
	bool declaration =
		startsWith( parser, "<?xml" ) &&
		!isNameCharacter( parser->at + 5 < parser->reader->size ? parser->reader->text[parser->at + 5] : ' ', false );
	if ( declaration && ( parser->rootSeen || parser->declared ) )
	{
		return wfReader_Fail( parser->reader, parser->at, NULL, wf_badFormat,
							  "an XML declaration in the middle; expected one at most, before the first element" );
	}
	parser->declared = parser->declared || declaration;
	return skipTo( parser, 2, "?>", "the instruction" );
}

static wfResult parseNext( wfXmlParser* parser )
{
	const wfReader* reader = parser->reader;
	if ( reader->text[parser->at] == '&' )
	{
		return parser->depth > 0 ? readEntity( parser ) : expected( parser, "an XML element: <" );
	}
	if ( reader->text[parser->at] != '<' )
	{
		return readText( parser );
	}
	if ( startsWith( parser, "<!--" ) )
	{
		return skipTo( parser, 4, "-->", "the comment" );
	}
	if ( startsWith( parser, "<![CDATA[" ) )
	{
		return readCdata( parser );
	}
	if ( startsWith( parser, "<!" ) )
	{
		return wfReader_Fail( reader, parser->at, NULL, wf_unsupported,
							  "document types and their declarations are not read; expected elements and comments" );
	}
	if ( startsWith( parser, "<?" ) )
	{
		return readInstruction( parser );
	}
	return startsWith( parser, "</" ) ? closeTag( parser ) : openTag( parser );
}

wfResult wfXml_Parse( const wfReader* reader, wfXml* xml )
{
	*xml = ( wfXml ){ .reader = reader };
	wfXmlParser parser = { .reader = reader, .xml = xml };
	wfResult result = reader->size < UINT32_MAX / 2 ? wfReader_CheckText( reader, &parser.at )
													: wfReader_Fail( reader, WF_NO_POSITION, NULL, wf_tooLarge,
																	 "XML of %zu bytes; expected less than 2 GiB", reader->size );
	while ( result == wf_ok && parser.at < reader->size )
	{
		result = parseNext( &parser );
	}
	if ( result == wf_ok && parser.depth > 0 )
	{
		const wfXmlNode* node = xml->nodes + parser.open[parser.depth - 1];
		result = wfReader_Fail( reader, node->position, NULL, wf_badFormat, "the element <%s> never ends; expected </%s>",
								wfXml_Name( xml, node ), wfXml_Name( xml, node ) );
	}
	if ( result == wf_ok && !parser.rootSeen )
	{
		result = wfReader_Fail( reader, reader->size, NULL, wf_badFormat, "no element at all; expected XML" );
	}
	wfReleaseArray( parser.pending, parser.pendingCapacity, 1 );
	if ( result != wf_ok )
	{
		wfXml_Free( xml );
	}
	return result;
}

void wfXml_Free( wfXml* xml )
{
	wfReleaseArray( xml->nodes, xml->nodeCapacity, sizeof( wfXmlNode ) );
	wfReleaseArray( xml->strings, xml->stringCapacity, 1 );
	*xml = ( wfXml ){ 0 };
}

// -------------------------------------------------------------------------------------------------------------- looking

const char* wfXml_Name( const wfXml* xml, const wfXmlNode* node )
{
	return xml->strings + node->name;
}

const char* wfXml_Text( const wfXml* xml, const wfXmlNode* node )
{
	return xml->strings + node->string;
}

const wfXmlNode* wfXml_First( const wfXml* xml, const wfXmlNode* node )
{
	return node->first >= 0 ? xml->nodes + node->first : NULL;
}

const wfXmlNode* wfXml_Next( const wfXml* xml, const wfXmlNode* node )
{
	return node->next >= 0 ? xml->nodes + node->next : NULL;
}

const wfXmlNode* wfXml_Find( const wfXml* xml, const wfXmlNode* node, const char* name )
{
	const wfXmlNode* child = wfXml_First( xml, node );
	while ( child != NULL && strcmp( wfXml_Name( xml, child ), name ) != 0 )
	{
		child = wfXml_Next( xml, child );
	}
	return child;
}

void wfXml_Path( const wfXml* xml, const wfXmlNode* node, char* buffer, size_t capacity )
{
	// From the end to the front, so that the names nearest to the element stay when it is too long.
	size_t begin = capacity - 1;
	buffer[begin] = 0;
	for ( ; node->parent >= 0; node = xml->nodes + node->parent )
	{
		char part[96];
		// Elements that come only once below their parent carry no index.
		int32_t index = 0, same = 0;
		for ( const wfXmlNode* sibling = wfXml_First( xml, xml->nodes + node->parent ); sibling != NULL;
			  sibling = wfXml_Next( xml, sibling ) )
		{
			index = sibling == node ? same : index;
			same += strcmp( wfXml_Name( xml, sibling ), wfXml_Name( xml, node ) ) == 0 ? 1 : 0;
		}
		int length = same > 1 ? snprintf( part, sizeof( part ), "%.60s[%d]", wfXml_Name( xml, node ), index )
							  : snprintf( part, sizeof( part ), "%.60s", wfXml_Name( xml, node ) );
		size_t size = length > 0 ? (size_t)length : 0, dot = buffer[begin] != 0 ? 1 : 0;
		size_t bad;
		if ( size + dot > begin || !wfCheckUtf8( part, size, &bad ) )
		{
			break;
		}
		begin -= size + dot;
		memcpy( buffer + begin, part, size );
		if ( dot > 0 )
		{
			buffer[begin + size] = '.';
		}
	}
	memmove( buffer, buffer + begin, capacity - begin );
}

wfResult wfXml_Fail( const wfXml* xml, const wfXmlNode* node, const char* child, wfResult result, const char* format, ... )
{
	va_list arguments;
	va_start( arguments, format );
	char message[480];
	if ( vsnprintf( message, sizeof( message ), format, arguments ) < 0 )
	{
		message[0] = 0;
	}
	va_end( arguments );
	char path[128], field[200];
	wfXml_Path( xml, node, path, sizeof( path ) - 32 );
	snprintf( field, sizeof( field ), "%s%s%s", path, path[0] != 0 && child != NULL ? "." : "", child != NULL ? child : "" );
	// Text is told where it stands, what is missing at its element.
	bool atText = child == NULL && node->stringLength > 0 && node->count == 0;
	return wfReader_Fail( xml->reader, atText ? node->textPosition : node->position, field, result, "%s", message );
}
