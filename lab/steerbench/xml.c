// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "steerbench/xml.h"

#include <expat.h>
#include <stdio.h>
#include <string.h>

typedef struct wfXmlParser
{
	const wfReader* reader; // expat is stopped after a failure of ours
	wfXml* xml;
	XML_Parser expat;
	size_t start;	 // of what expat reads, behind a byte-order mark
	wfXmlNode* open; // the innermost element that is not closed
	int32_t depth;
	char* text; // of the element at hand
	size_t textLength, textCapacity;
} wfXmlParser;

// A piece of memory that stands behind its header, and the one made before it.
typedef struct wfXmlBlock
{
	struct wfXmlBlock* before;
	size_t size;
} wfXmlBlock;

static bool isXmlSpace( char c )
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static size_t getPosition( const wfXmlParser* parser )
{
	// Before anything was read some versions of expat say -1.
	XML_Index index = XML_GetCurrentByteIndex( parser->expat );
	return parser->start + ( index > 0 ? (size_t)index : 0 );
}

static void stopIfFailed( const wfXmlParser* parser )
{
	if ( !wfReader_IsOk( parser->reader ) )
	{
		XML_StopParser( parser->expat, false );
	}
}

// Null after a failure.
static void* allocate( wfXmlParser* parser, size_t size )
{
	bool reserved = wfReader_Reserve( parser->reader, getPosition( parser ), NULL, size );
	wfXmlBlock* block = reserved ? wfAllocate( sizeof( wfXmlBlock ) + size ) : NULL;
	if ( !wfReader_CheckMemory( parser->reader, block ) || block == NULL )
	{
		return NULL;
	}
	*block = ( wfXmlBlock ){ parser->xml->memory, sizeof( wfXmlBlock ) + size };
	parser->xml->memory = block;
	return block + 1;
}

static const char* keepString( wfXmlParser* parser, const char* text, size_t length )
{
	char* kept = allocate( parser, length + 1 );
	if ( kept != NULL )
	{
		memcpy( kept, text, length );
		kept[length] = 0;
	}
	return kept;
}

static void XMLCALL openElement( void* context, const XML_Char* name, const XML_Char** attributes )
{
	(void)attributes;
	wfXmlParser* parser = context;
	size_t position = getPosition( parser );
	if ( parser->depth++ == WF_MAX_XML_DEPTH )
	{
		wfReader_Fail( parser->reader, position, NULL, wf_badFormat, "elements are nested deeper than %d", WF_MAX_XML_DEPTH );
	}
	const char* colon = strrchr( name, ':' );
	name = colon != NULL && colon[1] != 0 ? colon + 1 : name;
	wfXmlNode* node = allocate( parser, sizeof( wfXmlNode ) );
	const char* kept = keepString( parser, name, strlen( name ) );
	parser->textLength = 0;
	stopIfFailed( parser );
	if ( kept == NULL )
	{
		return;
	}
	wfXmlNode* above = parser->open;
	*node = ( wfXmlNode ){ .parent = above, .position = position, .name = kept, .text = "", .textPosition = position };
	if ( above != NULL )
	{
		*( above->last != NULL ? &above->last->next : &above->first ) = node;
		above->last = node;
		above->count += 1;
	}
	else
	{
		parser->xml->root = node;
	}
	parser->open = node;
}

static void XMLCALL addText( void* context, const XML_Char* text, int length )
{
	wfXmlParser* parser = context;
	wfXmlNode* node = parser->open;
	for ( int i = 0; i < length && node->textPosition == node->position; ++i )
	{
		node->textPosition = isXmlSpace( text[i] ) ? node->position : getPosition( parser ) + (size_t)i;
	}
	if ( wfReader_Grow( parser->reader, getPosition( parser ), NULL, &parser->text, &parser->textCapacity,
						parser->textLength + (size_t)length, 1 ) )
	{
		memcpy( parser->text + parser->textLength, text, (size_t)length );
		parser->textLength += (size_t)length;
	}
	stopIfFailed( parser );
}

static void XMLCALL closeElement( void* context, const XML_Char* name )
{
	(void)name;
	wfXmlParser* parser = context;
	wfXmlNode* node = parser->open;
	if ( !wfReader_IsOk( parser->reader ) )
	{
		return;
	}
	size_t begin = 0, end = node->count == 0 ? parser->textLength : 0;
	while ( begin < end && isXmlSpace( parser->text[begin] ) )
	{
		begin += 1;
	}
	while ( end > begin && isXmlSpace( parser->text[end - 1] ) )
	{
		end -= 1;
	}
	node->text = end > begin ? keepString( parser, parser->text + begin, end - begin ) : "";
	parser->textLength = 0;
	parser->open = node->parent;
	parser->depth -= 1;
	stopIfFailed( parser );
}

static void XMLCALL refuseDocumentType( void* context, const XML_Char* name, const XML_Char* system, const XML_Char* public,
										int own )
{
	(void)name, (void)system, (void)public, (void)own;
	wfXmlParser* parser = context;
	wfReader_Fail( parser->reader, getPosition( parser ), NULL, wf_unsupported,
				   "document types and their declarations are not read; expected elements and comments" );
	stopIfFailed( parser );
}

// A declaration behind comments, which expat does not take: where it begins and ends.
static void findLateDeclaration( const wfReader* reader, size_t start, size_t* begin, size_t* end )
{
	const char *text = reader->text, *last = text + reader->size, *at = text + start;
	*begin = *end = start;
	while ( at < last && ( isXmlSpace( *at ) || ( last - at > 4 && memcmp( at, "<!--", 4 ) == 0 ) ) )
	{
		const char* close = isXmlSpace( *at ) ? at : at + 4;
		while ( *at == '<' && close < last && !( last - close >= 3 && memcmp( close, "-->", 3 ) == 0 ) )
		{
			close += 1;
		}
		at = *at == '<' && close < last ? close + 3 : close + 1;
	}
	if ( at > text + start && last - at > 6 && memcmp( at, "<?xml", 5 ) == 0 && isXmlSpace( at[5] ) )
	{
		const char* close = at;
		while ( close + 1 < last && memcmp( close, "?>", 2 ) != 0 )
		{
			close += 1;
		}
		*begin = (size_t)( at - text );
		*end = close + 1 < last ? (size_t)( close + 2 - text ) : *begin;
	}
}

static bool feed( wfXmlParser* parser, const char* text, size_t size, bool final )
{
	return XML_Parse( parser->expat, text, (int)size, final ) == XML_STATUS_OK;
}

static bool feedAll( wfXmlParser* parser )
{
	const wfReader* reader = parser->reader;
	size_t begin, end;
	findLateDeclaration( reader, parser->start, &begin, &end );
	bool fed = feed( parser, reader->text + parser->start, begin - parser->start, false );
	for ( ; begin < end && fed; ++begin )
	{
		fed = feed( parser, " ", 1, false ); // as many bytes, so that places stay
	}
	return fed && feed( parser, reader->text + end, reader->size - end, true );
}

static void failParse( wfXmlParser* parser )
{
	enum XML_Error code = XML_GetErrorCode( parser->expat );
	size_t position = getPosition( parser );
	const wfXmlNode* open = parser->open;
	if ( code == XML_ERROR_NO_MEMORY )
	{
		wfReader_CheckMemory( parser->reader, NULL );
	}
	else if ( open != NULL && position >= parser->reader->size )
	{
		wfReader_Fail( parser->reader, open->position, NULL, wf_badFormat, "the element <%s> never ends; expected </%s>",
					   open->name, open->name );
	}
	else if ( open != NULL && code == XML_ERROR_TAG_MISMATCH )
	{
		wfReader_Fail( parser->reader, position, NULL, wf_badFormat, "%s; expected </%s>", XML_ErrorString( code ), open->name );
	}
	wfReader_Fail( parser->reader, position, NULL, wf_badFormat, "expected XML: %s", XML_ErrorString( code ) );
}

wfResult wfXml_Parse( const wfReader* reader, wfXml* xml )
{
	*xml = ( wfXml ){ .reader = reader };
	wfXmlParser parser = { .reader = reader, .xml = xml };
	parser.start = wfReader_CheckText( reader );
	if ( reader->size >= INT32_MAX )
	{
		wfReader_Fail( parser.reader, WF_NO_POSITION, NULL, wf_tooLarge, "XML of %zu bytes; expected less than 2 GiB",
					   reader->size );
	}
	parser.expat = wfReader_IsOk( parser.reader ) ? XML_ParserCreate( "UTF-8" ) : NULL;
	if ( !wfReader_CheckMemory( parser.reader, parser.expat ) )
	{
		return reader->error->result;
	}
	XML_SetUserData( parser.expat, &parser );
	XML_SetElementHandler( parser.expat, openElement, closeElement );
	XML_SetCharacterDataHandler( parser.expat, addText );
	XML_SetStartDoctypeDeclHandler( parser.expat, refuseDocumentType );
	if ( !feedAll( &parser ) )
	{
		failParse( &parser );
	}
	XML_ParserFree( parser.expat );
	wfReleaseArray( parser.text, parser.textCapacity, 1 );
	if ( !wfReader_IsOk( parser.reader ) )
	{
		wfXml_Free( xml );
	}
	return reader->error->result;
}

void wfXml_Free( wfXml* xml )
{
	for ( wfXmlBlock* block = xml->memory; block != NULL; block = xml->memory )
	{
		xml->memory = block->before;
		wfRelease( block, block->size );
	}
	*xml = ( wfXml ){ 0 };
}

const wfXmlNode* wfXml_Find( const wfXmlNode* node, const char* name )
{
	const wfXmlNode* child = node->first;
	while ( child != NULL && strcmp( child->name, name ) != 0 )
	{
		child = child->next;
	}
	return child;
}

void wfXml_Path( const wfXmlNode* node, char* buffer, size_t capacity )
{
	// From the end to the front, so that the names nearest to the element stay when it is too long.
	size_t begin = capacity - 1;
	buffer[begin] = 0;
	for ( ; node->parent != NULL; node = node->parent )
	{
		char part[96];
		// Elements that come only once below their parent carry no index.
		int32_t index = 0, same = 0;
		for ( const wfXmlNode* sibling = node->parent->first; sibling != NULL; sibling = sibling->next )
		{
			index = sibling == node ? same : index;
			same += strcmp( sibling->name, node->name ) == 0 ? 1 : 0;
		}
		int length = same > 1 ? snprintf( part, sizeof( part ), "%.60s[%d]", node->name, index )
							  : snprintf( part, sizeof( part ), "%.60s", node->name );
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

wfResult wfXml_FailWith( const wfReader* reader, const wfXmlNode* node, const char* child, wfResult result, const char* format,
						 va_list arguments )
{
	char path[128], field[200];
	wfXml_Path( node, path, sizeof( path ) - 32 );
	snprintf( field, sizeof( field ), "%s%s%s", path, path[0] != 0 && child != NULL ? "." : "", child != NULL ? child : "" );
	// Text is reported where it stands, what is missing at its element.
	bool atText = child == NULL && node->text[0] != 0;
	return wfReader_FailWith( reader, atText ? node->textPosition : node->position, field, result, format, arguments );
}
