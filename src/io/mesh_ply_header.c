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
	wfArray_Free( &header->elements );
	wfArray_Free( &header->properties );
}

const wfPlyElement* wfPlyHeader_FindElement( const wfPlyHeader* header, const char* name )
{
	for ( int32_t i = 0; i < header->elements.count; ++i )
	{
		if ( wfWord_Is( header->elements.data[i].name, name ) )
		{
			return header->elements.data + i;
		}
	}
	return NULL;
}

int32_t wfPlyHeader_FindProperty( const wfPlyHeader* header, const wfPlyElement* element, bool isList, const char* const* names )
{
	for ( ; *names != NULL; ++names )
	{
		for ( int32_t i = 0; i < element->propertyCount; ++i )
		{
			const wfPlyProperty* property = header->properties.data + element->firstProperty + i;
			if ( property->isList == isList && wfWord_Is( property->name, *names ) )
			{
				return i;
			}
		}
	}
	return -1;
}

// ---------------------------------------------------------------------------------------------------------------- lines

static void readFormat( wfMeshReader* in, wfPlyHeader* header )
{
	static const char* const names[] = { "ascii", "binary_little_endian", "binary_big_endian" };
	wfWord word = wfMeshReader_Next( in );
	int i = 0;
	while ( i < 3 && !wfWord_Is( word, names[i] ) )
	{
		i += 1;
	}
	if ( i == 3 )
	{
		wfMeshReader_Expected( in, word, "format", "ascii, binary_little_endian or binary_big_endian" );
		return;
	}
	header->encoding = (wfPlyEncoding)i;
	wfWord version = wfMeshReader_Next( in );
	if ( !wfWord_Is( version, "1.0" ) && !wfWord_Is( version, "1" ) )
	{
		wfMeshReader_Expected( in, version, "format", "version 1.0" );
	}
}

static void readElement( wfMeshReader* in, wfPlyHeader* header )
{
	wfPlyElement element = { .firstProperty = header->properties.count, .name = wfMeshReader_Next( in ) };
	if ( element.name.length == 0 )
	{
		wfMeshReader_Expected( in, element.name, "element", "the name of an element and its count" );
	}
	for ( int32_t i = 0; i < header->elements.count; ++i )
	{
		wfWord other = header->elements.data[i].name;
		if ( other.length == element.name.length && memcmp( other.text, element.name.text, other.length ) == 0 )
		{
			wfMeshReader_Fail( in, element.name.position, "element", wf_badFormat, "element %s is there twice",
							   wfQuote( other.text, other.length ).text );
		}
	}
	element.countWord = wfMeshReader_Next( in );
	element.count = wfMeshReader_ParseCount( in, element.countWord, "element" );
	wfMeshReader_Push( in, in->at, &header->elements, element );
}

static wfPlyType readType( wfMeshReader* in, wfWord word, bool isCount )
{
	int last = isCount ? wf_plyUint32 : wf_plyDouble;
	for ( int i = 0; i <= last; ++i )
	{
		if ( wfWord_Is( word, s_types[i].name ) || wfWord_Is( word, s_types[i].other ) )
		{
			return (wfPlyType)i;
		}
	}
	wfMeshReader_Expected( in, word, "property",
						   isCount ? "a type of whole numbers: char, uchar, short, ushort, int or uint"
								   : "a type: char, uchar, short, ushort, int, uint, float, double or list" );
	return wf_plyInt8;
}

static void readProperty( wfMeshReader* in, wfPlyHeader* header )
{
	wfWord word = wfMeshReader_Next( in );
	if ( header->elements.count == 0 )
	{
		wfMeshReader_Expected( in, word, "property", "an element before its properties" );
	}
	wfPlyProperty property = { .isList = wfWord_Is( word, "list" ) };
	if ( property.isList )
	{
		property.countType = readType( in, wfMeshReader_Next( in ), true );
		word = wfMeshReader_Next( in );
	}
	property.type = readType( in, word, false );
	property.name = wfMeshReader_Next( in );
	if ( property.name.length == 0 )
	{
		wfMeshReader_Expected( in, property.name, "property", "the name of the property" );
	}
	wfMeshReader_Push( in, in->at, &header->properties, property );
	if ( wfMeshReader_IsOk( in ) )
	{
		header->elements.data[header->elements.count - 1].propertyCount += 1;
	}
}

// To the next line. Of a file whose lines end with CR alone the byte after the header may be an LF that belongs to the data,
// hence the first line decides.
static void nextHeaderLine( wfMeshReader* in, bool* onlyReturns )
{
	const char* bytes = in->reader->text;
	size_t size = in->reader->size;
	while ( in->at < size && bytes[in->at] != '\n' && bytes[in->at] != '\r' )
	{
		in->at += 1;
	}
	bool first = in->line == 1 && !*onlyReturns;
	*onlyReturns = *onlyReturns || ( first && in->at + 1 < size && bytes[in->at] == '\r' && bytes[in->at + 1] != '\n' );
	if ( *onlyReturns && in->at < size && bytes[in->at] == '\r' )
	{
		in->at += 1;
		return;
	}
	wfMeshReader_SkipLine( in );
}

// False at the end of the header.
static bool readHeaderLine( wfMeshReader* in, wfPlyHeader* header, bool* hasFormat )
{
	wfWord word = wfMeshReader_Next( in );
	bool ends = wfWord_Is( word, "end_header" );
	if ( wfWord_Is( word, "format" ) )
	{
		*hasFormat = true;
		readFormat( in, header );
	}
	else if ( wfWord_Is( word, "element" ) )
	{
		readElement( in, header );
	}
	else if ( wfWord_Is( word, "property" ) )
	{
		readProperty( in, header );
	}
	else if ( ends && !*hasFormat )
	{
		wfMeshReader_Expected( in, word, "format", "a line such as \"format ascii 1.0\" before the end of the header" );
	}
	else if ( !ends && !wfWord_Is( word, "comment" ) && !wfWord_Is( word, "obj_info" ) &&
			  ( word.length > 0 || word.position >= in->reader->size ) )
	{
		wfMeshReader_Expected( in, word, NULL, "format, comment, obj_info, element, property or end_header" );
	}
	return !ends && wfMeshReader_IsOk( in );
}

// The fewest bytes an item takes: lists are empty; words of one letter have a blank or the end of the line behind them.
static int64_t smallestItem( const wfPlyHeader* header, const wfPlyElement* element )
{
	int64_t bytes = 0;
	for ( int32_t i = 0; i < element->propertyCount; ++i )
	{
		const wfPlyProperty* property = header->properties.data + element->firstProperty + i;
		size_t size = s_types[property->isList ? property->countType : property->type].size;
		bytes += header->encoding == wf_plyText ? 2 : (int64_t)size;
	}
	return bytes;
}

static void checkCounts( wfMeshReader* in, const wfPlyHeader* header )
{
	// The last line of a text may have no end.
	int64_t left = (int64_t)( in->reader->size - in->at ) + ( header->encoding == wf_plyText ? 1 : 0 );
	for ( int32_t i = 0; i < header->elements.count && wfMeshReader_IsOk( in ); ++i )
	{
		const wfPlyElement* element = header->elements.data + i;
		int64_t bytes = smallestItem( header, element );
		if ( bytes > 0 && element->count > left / bytes )
		{
			wfQuoted name = wfQuote( element->name.text, element->name.length );
			wfMeshReader_Fail(
				in, element->countWord.position, "element", wf_badFormat,
				"the header states %lld items of %s with at least %lld bytes each; the %lld bytes left hold at most %lld",
				(long long)element->count, name.text, (long long)bytes, (long long)left, (long long)( left / bytes ) );
		}
		left -= bytes * element->count;
	}
}

void wfPlyHeader_Read( wfMeshReader* in, wfPlyHeader* header )
{
	*header = ( wfPlyHeader ){ 0 };
	wfMeshReader_StartText( in );
	wfWord word = wfMeshReader_NextAnywhere( in );
	if ( !wfWord_Is( word, "ply" ) )
	{
		wfMeshReader_Expected( in, word, NULL, "\"ply\" on the first line" );
	}
	bool onlyReturns = false, hasFormat = false;
	do
	{
		nextHeaderLine( in, &onlyReturns );
	}
	while ( readHeaderLine( in, header, &hasFormat ) );
	nextHeaderLine( in, &onlyReturns );
	checkCounts( in, header );
}
