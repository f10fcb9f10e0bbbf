// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Headers of PLY files.
#include "io/mesh_ply.h"

#include <stdio.h>
#include <string.h>

static const struct
{
	const char *name, *other; // both are in use
	size_t size;
} s_types[wf_plyTypeCount] = {
	{ "char", "int8", 1 }, { "uchar", "uint8", 1 }, { "short", "int16", 2 },   { "ushort", "uint16", 2 },
	{ "int", "int32", 4 }, { "uint", "uint32", 4 }, { "float", "float32", 4 }, { "double", "float64", 8 },
};

size_t wfPlyType_GetSize( wfPlyType type )
{
	return s_types[type].size;
}

void wfPlyHeader_Free( wfPlyHeader* header )
{
	wfReleaseArray( header->elements, header->elementCapacity, sizeof( wfPlyElement ) );
	wfReleaseArray( header->properties, header->propertyCapacity, sizeof( wfPlyProperty ) );
	*header = ( wfPlyHeader ){ 0 };
}

const wfPlyElement* wfPlyHeader_FindElement( const wfPlyHeader* header, const char* name )
{
	for ( size_t i = 0; i < header->elementCount; ++i )
	{
		if ( wfWord_Is( header->elements[i].name, name ) )
		{
			return header->elements + i;
		}
	}
	return NULL;
}

int32_t wfPlyHeader_FindProperty( const wfPlyHeader* header, const wfPlyElement* element, bool isList, const char* const* names )
{
	for ( ; *names != NULL; ++names )
	{
		for ( size_t i = 0; i < element->propertyCount; ++i )
		{
			const wfPlyProperty* property = header->properties + element->firstProperty + i;
			if ( property->isList == isList && wfWord_Is( property->name, *names ) )
			{
				return (int32_t)i;
			}
		}
	}
	return -1;
}

// ---------------------------------------------------------------------------------------------------------------- lines

static wfResult growHeader( const wfMeshText* text, void* array, size_t* capacity, size_t needed, size_t size )
{
	size_t before = *capacity;
	wfResult result = wfGrowArray( array, capacity, needed, size );
	return result == wf_ok ? wfReader_Reserve( text->reader, text->at, NULL, ( *capacity - before ) * size )
						   : wfReader_OutOfMemory( text->reader );
}

static wfResult readFormat( wfMeshText* text, wfPlyHeader* header )
{
	static const char* const names[] = { "ascii", "binary_little_endian", "binary_big_endian" };
	wfWord word = wfMeshText_Next( text );
	for ( int i = 0; i < 3; ++i )
	{
		if ( wfWord_Is( word, names[i] ) )
		{
			header->encoding = (wfPlyEncoding)i;
			wfWord version = wfMeshText_Next( text );
			return wfWord_Is( version, "1.0" ) || wfWord_Is( version, "1" )
					   ? wf_ok
					   : wfMeshText_Expected( text, version, "format", "version 1.0" );
		}
	}
	return wfMeshText_Expected( text, word, "format", "ascii, binary_little_endian or binary_big_endian" );
}

static wfResult readElement( wfMeshText* text, wfPlyHeader* header )
{
	wfPlyElement element = { .firstProperty = header->propertyCount };
	element.name = wfMeshText_Next( text );
	if ( element.name.length == 0 )
	{
		return wfMeshText_Expected( text, element.name, "element", "the name of an element and its count" );
	}
	for ( size_t i = 0; i < header->elementCount; ++i )
	{
		wfWord other = header->elements[i].name;
		if ( other.length == element.name.length && memcmp( other.text, element.name.text, other.length ) == 0 )
		{
			wfQuoted name = wfQuote( element.name.text, element.name.length );
			return wfReader_Fail( text->reader, element.name.position, "element", wf_badFormat, "element %s is there twice",
								  name.text );
		}
	}
	element.countWord = wfMeshText_Next( text );
	wfResult result = wfMeshText_ParseInteger( text, element.countWord, "element", &element.count );
	if ( result == wf_ok && element.count < 0 )
	{
		result = wfReader_Fail( text->reader, element.countWord.position, "element", wf_badFormat,
								"the count is %lld; expected 0 or more", (long long)element.count );
	}
	if ( result == wf_ok )
	{
		result =
			growHeader( text, &header->elements, &header->elementCapacity, header->elementCount + 1, sizeof( wfPlyElement ) );
	}
	if ( result == wf_ok )
	{
		header->elements[header->elementCount] = element;
		header->elementCount += 1;
	}
	return result;
}

static wfResult readType( wfMeshText* text, wfWord word, bool isCount, wfPlyType* type )
{
	int last = isCount ? wf_plyUint32 : wf_plyDouble;
	for ( int i = 0; i <= last; ++i )
	{
		if ( wfWord_Is( word, s_types[i].name ) || wfWord_Is( word, s_types[i].other ) )
		{
			*type = (wfPlyType)i;
			return wf_ok;
		}
	}
	return wfMeshText_Expected( text, word, "property",
								isCount ? "a type of whole numbers: char, uchar, short, ushort, int or uint"
										: "a type: char, uchar, short, ushort, int, uint, float, double or list" );
}

static wfResult readProperty( wfMeshText* text, wfPlyHeader* header )
{
	wfPlyProperty property = { 0 };
	wfWord word = wfMeshText_Next( text );
	if ( header->elementCount == 0 )
	{
		return wfMeshText_Expected( text, word, "property", "an element before its properties" );
	}
	property.isList = wfWord_Is( word, "list" );
	wfResult result = wf_ok;
	if ( property.isList )
	{
		result = readType( text, wfMeshText_Next( text ), true, &property.countType );
		word = wfMeshText_Next( text );
	}
	result = result == wf_ok ? readType( text, word, false, &property.type ) : result;
	if ( result != wf_ok )
	{
		return result;
	}
	property.name = wfMeshText_Next( text );
	if ( property.name.length == 0 )
	{
		return wfMeshText_Expected( text, property.name, "property", "the name of the property" );
	}
	result =
		growHeader( text, &header->properties, &header->propertyCapacity, header->propertyCount + 1, sizeof( wfPlyProperty ) );
	if ( result == wf_ok )
	{
		header->properties[header->propertyCount] = property;
		header->propertyCount += 1;
		header->elements[header->elementCount - 1].propertyCount += 1;
	}
	return result;
}

// To the next line. Of a file whose lines end with CR alone the byte after the header may be an LF that belongs to the data,
// hence the first line decides.
static bool nextHeaderLine( wfMeshText* text, bool* onlyReturns )
{
	const char* bytes = text->reader->text;
	size_t size = text->reader->size;
	bool first = text->line == 1 && !*onlyReturns;
	while ( text->at < size && bytes[text->at] != '\n' && bytes[text->at] != '\r' )
	{
		text->at += 1;
	}
	if ( first && text->at + 1 < size && bytes[text->at] == '\r' && bytes[text->at + 1] != '\n' )
	{
		*onlyReturns = true;
	}
	if ( *onlyReturns && text->at < size && bytes[text->at] == '\r' )
	{
		text->at += 1;
		return text->at < size;
	}
	wfMeshText_SkipLine( text );
	return text->at < size;
}

static wfResult readHeaderLine( wfMeshText* text, wfPlyHeader* header, bool* hasFormat, bool* ends )
{
	wfWord word = wfMeshText_Next( text );
	if ( wfWord_Is( word, "comment" ) || wfWord_Is( word, "obj_info" ) ||
		 ( word.length == 0 && word.position < text->reader->size ) )
	{
		return wf_ok;
	}
	if ( wfWord_Is( word, "format" ) )
	{
		*hasFormat = true;
		return readFormat( text, header );
	}
	if ( wfWord_Is( word, "element" ) )
	{
		return readElement( text, header );
	}
	if ( wfWord_Is( word, "property" ) )
	{
		return readProperty( text, header );
	}
	*ends = wfWord_Is( word, "end_header" );
	if ( *ends && !*hasFormat )
	{
		return wfMeshText_Expected( text, word, "format", "a line such as \"format ascii 1.0\" before the end of the header" );
	}
	return *ends ? wf_ok : wfMeshText_Expected( text, word, NULL, "format, comment, obj_info, element, property or end_header" );
}

// The fewest bytes an item takes: lists are empty; words of one letter have a blank or the end of the line behind them.
static int64_t smallestItem( const wfPlyHeader* header, const wfPlyElement* element )
{
	int64_t bytes = 0;
	for ( size_t i = 0; i < element->propertyCount; ++i )
	{
		const wfPlyProperty* property = header->properties + element->firstProperty + i;
		size_t size = s_types[property->isList ? property->countType : property->type].size;
		bytes += header->encoding == wf_plyText ? 2 : (int64_t)size;
	}
	return bytes;
}

static wfResult checkCounts( const wfReader* reader, const wfPlyHeader* header )
{
	// The last line of a text may have no end.
	int64_t left = (int64_t)( reader->size - header->end ) + ( header->encoding == wf_plyText ? 1 : 0 );
	for ( size_t i = 0; i < header->elementCount; ++i )
	{
		const wfPlyElement* element = header->elements + i;
		int64_t bytes = smallestItem( header, element );
		if ( bytes > 0 && element->count > left / bytes )
		{
			wfQuoted name = wfQuote( element->name.text, element->name.length );
			return wfReader_Fail(
				reader, element->countWord.position, "element", wf_badFormat,
				"the header states %lld items of %s with at least %lld bytes each; the %lld bytes left hold at most %lld",
				(long long)element->count, name.text, (long long)bytes, (long long)left, (long long)( left / bytes ) );
		}
		left -= bytes * element->count;
	}
	return wf_ok;
}

wfResult wfPlyHeader_Read( const wfReader* reader, wfPlyHeader* header )
{
	*header = ( wfPlyHeader ){ 0 };
	wfMeshText text;
	wfResult result = wfMeshText_Start( &text, reader );
	if ( result != wf_ok )
	{
		return result;
	}
	wfWord word = wfMeshText_NextAnywhere( &text );
	if ( !wfWord_Is( word, "ply" ) )
	{
		return wfMeshText_Expected( &text, word, NULL, "\"ply\" on the first line" );
	}
	bool onlyReturns = false, hasFormat = false, ends = false;
	while ( !ends && result == wf_ok )
	{
		nextHeaderLine( &text, &onlyReturns );
		result = readHeaderLine( &text, header, &hasFormat, &ends );
	}
	if ( result != wf_ok )
	{
		return result;
	}
	nextHeaderLine( &text, &onlyReturns );
	header->end = text.at;
	header->endLine = text.line;
	return checkCounts( reader, header );
}
