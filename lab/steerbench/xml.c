// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "steerbench/xml.h"

#include <expat.h>
#include <stdio.h>
#include <string.h>

typedef struct wfXmlParser
{
	const wfReader* reader;
	wfXml* xml;
	XML_Parser expat;
	wfResult result; // the first failure of ours; expat is stopped then
	size_t start;	 // of what expat reads, behind a byte-order mark
	int32_t open;	 // the innermost element that is not closed, -1: none
	int32_t depth;
} wfXmlParser;

static bool isXmlSpace( char c )
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static size_t getPosition( const wfXmlParser* parser )
{
	return parser->start + (size_t)XML_GetCurrentByteIndex( parser->expat );
}

static void stop( wfXmlParser* parser, wfResult result )
{
	parser->result = result;
	XML_StopParser( parser->expat, false );
}

static bool grow( wfXmlParser* parser, void* array, size_t* capacity, size_t needed, size_t size )
{
	if ( needed <= *capacity || parser->result != wf_ok )
	{
		return parser->result == wf_ok;
	}
	size_t more = needed - *capacity > *capacity / 2 + 64 ? needed - *capacity : *capacity / 2 + 64;
	wfResult result = wfReader_Reserve( parser->reader, getPosition( parser ), NULL, more * size );
	if ( result == wf_ok && wfGrowArray( array, capacity, needed, size ) != wf_ok )
	{
		result = wfReader_OutOfMemory( parser->reader );
	}
	if ( result != wf_ok )
	{
		stop( parser, result );
	}
	return result == wf_ok;
}

static void addString( wfXmlParser* parser, const char* text, size_t length )
{
	wfXml* xml = parser->xml;
	if ( grow( parser, &xml->strings, &xml->stringCapacity, xml->stringCount + length, 1 ) )
	{
		memcpy( xml->strings + xml->stringCount, text, length );
		xml->stringCount += length;
	}
}

static void XMLCALL openElement( void* context, const XML_Char* name, const XML_Char** attributes )
{
	(void)attributes;
	wfXmlParser* parser = context;
	wfXml* xml = parser->xml;
	size_t position = getPosition( parser );
	if ( parser->depth++ == WF_MAX_XML_DEPTH )
	{
		stop( parser, wfReader_Fail( parser->reader, position, NULL, wf_badFormat, "elements are nested deeper than %d",
									 WF_MAX_XML_DEPTH ) );
	}
	if ( !grow( parser, &xml->nodes, &xml->nodeCapacity, xml->nodeCount + 1, sizeof( wfXmlNode ) ) )
	{
		return;
	}
	const char* colon = strrchr( name, ':' );
	name = colon != NULL && colon[1] != 0 ? colon + 1 : name;
	int32_t index = (int32_t)xml->nodeCount++;
	xml->nodes[index] = ( wfXmlNode ){ .parent = parser->open,
									   .first = -1,
									   .last = -1,
									   .next = -1,
									   .position = (uint32_t)position,
									   .name = (uint32_t)xml->stringCount,
									   .nameLength = (uint32_t)strlen( name ),
									   .textPosition = (uint32_t)position };
	addString( parser, name, strlen( name ) + 1 );
	xml->nodes[index].string = (uint32_t)xml->stringCount;
	if ( parser->open >= 0 )
	{
		wfXmlNode* above = xml->nodes + parser->open;
		*( above->last >= 0 ? &xml->nodes[above->last].next : &above->first ) = index;
		above->last = index;
		above->count += 1;
	}
	parser->open = index;
}

// What was kept of a text before the first child came is left behind the name, where nobody looks.
static void XMLCALL addText( void* context, const XML_Char* text, int length )
{
	wfXmlParser* parser = context;
	wfXmlNode* node = parser->xml->nodes + parser->open;
	for ( int i = 0; i < length && node->count == 0 && node->textPosition == node->position; ++i )
	{
		node->textPosition = isXmlSpace( text[i] ) ? node->position : (uint32_t)getPosition( parser ) + (uint32_t)i;
	}
	if ( node->count == 0 )
	{
		addString( parser, text, (size_t)length );
	}
}

static void XMLCALL closeElement( void* context, const XML_Char* name )
{
	(void)name;
	wfXmlParser* parser = context;
	wfXml* xml = parser->xml;
	addString( parser, "", 1 );
	if ( parser->result != wf_ok )
	{
		return;
	}
	wfXmlNode* node = xml->nodes + parser->open;
	size_t begin = node->count == 0 ? node->string : xml->stringCount - 1, end = xml->stringCount - 1;
	while ( begin < end && isXmlSpace( xml->strings[begin] ) )
	{
		begin += 1;
	}
	while ( end > begin && isXmlSpace( xml->strings[end - 1] ) )
	{
		end -= 1;
	}
	xml->strings[end] = 0;
	node->string = (uint32_t)begin;
	node->textLength = (uint32_t)( end - begin );
	parser->open = node->parent;
	parser->depth -= 1;
}

static void XMLCALL refuseDocumentType( void* context, const XML_Char* name, const XML_Char* system, const XML_Char* public,
										int own )
{
	(void)name, (void)system, (void)public, (void)own;
	wfXmlParser* parser = context;
	stop( parser, wfReader_Fail( parser->reader, getPosition( parser ), NULL, wf_unsupported,
								 "document types and their declarations are not read; expected elements and comments" ) );
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

static wfResult failParse( const wfXmlParser* parser )
{
	const wfReader* reader = parser->reader;
	enum XML_Error code = XML_GetErrorCode( parser->expat );
	size_t position = getPosition( parser );
	const char* open = parser->open >= 0 ? wfXml_Name( parser->xml, parser->xml->nodes + parser->open ) : NULL;
	if ( code == XML_ERROR_NO_MEMORY )
	{
		return wfReader_OutOfMemory( reader );
	}
	if ( open != NULL && position >= reader->size )
	{
		return wfReader_Fail( reader, parser->xml->nodes[parser->open].position, NULL, wf_badFormat,
							  "the element <%s> never ends; expected </%s>", open, open );
	}
	if ( open != NULL && code == XML_ERROR_TAG_MISMATCH )
	{
		return wfReader_Fail( reader, position, NULL, wf_badFormat, "%s; expected </%s>", XML_ErrorString( code ), open );
	}
	return wfReader_Fail( reader, position, NULL, wf_badFormat, "expected XML: %s", XML_ErrorString( code ) );
}

wfResult wfXml_Parse( const wfReader* reader, wfXml* xml )
{
	*xml = ( wfXml ){ .reader = reader };
	wfXmlParser parser = { .reader = reader, .xml = xml, .open = -1 };
	wfResult result = reader->size < INT32_MAX ? wfReader_CheckText( reader, &parser.start )
											   : wfReader_Fail( reader, WF_NO_POSITION, NULL, wf_tooLarge,
																"XML of %zu bytes; expected less than 2 GiB", reader->size );
	if ( result != wf_ok )
	{
		return result;
	}
	parser.expat = XML_ParserCreate( "UTF-8" );
	if ( parser.expat == NULL )
	{
		return wfReader_OutOfMemory( reader );
	}
	XML_SetUserData( parser.expat, &parser );
	XML_SetElementHandler( parser.expat, openElement, closeElement );
	XML_SetCharacterDataHandler( parser.expat, addText );
	XML_SetStartDoctypeDeclHandler( parser.expat, refuseDocumentType );
	bool read = feedAll( &parser );
	result = read ? wf_ok : parser.result != wf_ok ? parser.result : failParse( &parser );
	XML_ParserFree( parser.expat );
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

wfResult wfXml_FailWith( const wfXml* xml, const wfXmlNode* node, const char* child, wfResult result, const char* format,
						 va_list arguments )
{
	char path[128], field[200];
	wfXml_Path( xml, node, path, sizeof( path ) - 32 );
	snprintf( field, sizeof( field ), "%s%s%s", path, path[0] != 0 && child != NULL ? "." : "", child != NULL ? child : "" );
	// Text is told where it stands, what is missing at its element.
	bool atText = child == NULL && node->textLength > 0 && node->count == 0;
	return wfReader_FailWith( xml->reader, atText ? node->textPosition : node->position, field, result, format, arguments );
}
