// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// PLY as text and binary of either byte order. Elements come in any order; those without use here are read over.
#include "io/mesh_ply.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// What a property is for.
enum
{
	wf_plyX,
	wf_plyY,
	wf_plyZ,
	wf_plyRed,
	wf_plyGreen,
	wf_plyBlue,
	wf_plyRoleCount
};

typedef struct wfPly
{
	const wfReader* reader;
	wfMeshBuilder* builder;
	wfPlyHeader header;
	wfMeshText text; // where to go on, in binary files too
	int64_t vertexCount;
	// Of the element being read:
	const wfPlyElement* element;
	int64_t item;
	int32_t roles[wf_plyRoleCount]; // properties, -1: none
	int32_t cornerList;				// a property, -1: none
	bool isStrip;
	int64_t strip[2]; // the last two corners of a strip
	int64_t stripLength;
} wfPly;

// ------------------------------------------------------------------------------------------------------------ messages

// At a byte of the file: as line and column for text, as a number else. The field is element[item].property.
static wfResult failPly( const wfPly* ply, size_t position, const wfPlyProperty* property, wfResult result, const char* format,
						 ... ) __attribute__( ( format( printf, 5, 6 ) ) );

static wfResult failPly( const wfPly* ply, size_t position, const wfPlyProperty* property, wfResult result, const char* format,
						 ... )
{
	char message[400], place[64] = "";
	va_list arguments;
	va_start( arguments, format );
	vsnprintf( message, sizeof( message ), format, arguments );
	va_end( arguments );
	bool text = ply->header.encoding == wf_plyText;
	if ( !text )
	{
		snprintf( place, sizeof( place ), " (byte %zu)", position );
	}
	wfReader_Fail( ply->reader, text ? position : WF_NO_POSITION, NULL, result, "%s%s", message, place );
	if ( property != NULL )
	{
		// The words of a file are not always ones to print.
		wfQuoted name = wfQuote( property->name.text, property->name.length < 40 ? property->name.length : 40 );
		wfPrefixField( ply->reader, result, ".%.*s", (int)strlen( name.text ) - 2, name.text + 1 );
	}
	wfQuoted name = wfQuote( ply->element->name.text, ply->element->name.length < 40 ? ply->element->name.length : 40 );
	return wfPrefixField( ply->reader, result, "%.*s[%lld]", (int)strlen( name.text ) - 2, name.text + 1, (long long)ply->item );
}

static wfResult failEnd( const wfPly* ply, const wfPlyProperty* property )
{
	return failPly( ply, ply->reader->size, property, wf_badFormat,
					"the file ends within item %lld of the %lld its header states", (long long)ply->item,
					(long long)ply->element->count );
}

// -------------------------------------------------------------------------------------------------------------- values

static double readPlyBytes( const char* bytes, wfPlyType type, bool bigEndian )
{
	size_t size = wfPlyType_GetSize( type );
	uint64_t bits = 0;
	for ( size_t i = 0; i < size; ++i )
	{
		bits |= (uint64_t)(unsigned char)bytes[bigEndian ? size - 1 - i : i] << ( 8 * i );
	}
	float single;
	double value;
	switch ( type )
	{
		case wf_plyInt8:
			return (double)( bits >= 0x80 ? (int32_t)bits - 0x100 : (int32_t)bits );
		case wf_plyInt16:
			return (double)( bits >= 0x8000 ? (int32_t)bits - 0x10000 : (int32_t)bits );
		case wf_plyInt32:
			return (double)( bits >= 0x80000000u ? (int64_t)bits - 0x100000000ll : (int64_t)bits );
		case wf_plyFloat:
		{
			uint32_t half = (uint32_t)bits;
			memcpy( &single, &half, sizeof( single ) );
			return (double)single;
		}
		case wf_plyDouble:
			memcpy( &value, &bits, sizeof( value ) );
			return value;
		default:
			return (double)bits;
	}
}

// The next value. `*position` is where it stands. `needed`: text is only taken apart where the value is of use.
static wfResult readPlyValue( wfPly* ply, const wfPlyProperty* property, wfPlyType type, bool needed, size_t* position,
							  double* value )
{
	*position = ply->text.at;
	*value = 0.0;
	if ( ply->header.encoding != wf_plyText )
	{
		size_t size = wfPlyType_GetSize( type );
		if ( ply->reader->size - ply->text.at < size )
		{
			return failEnd( ply, property );
		}
		*value = readPlyBytes( ply->reader->text + ply->text.at, type, ply->header.encoding == wf_plyBigEndian );
		ply->text.at += size;
		return wf_ok;
	}
	wfWord word = wfMeshText_Next( &ply->text );
	*position = word.position;
	if ( word.length == 0 )
	{
		return failPly( ply, word.position, property, wf_badFormat, "the line ends here; expected a number" );
	}
	if ( !needed )
	{
		return wf_ok;
	}
	wfNumberKind kind = wfParseNumber( word.text, word.length, value );
	if ( kind != wf_finiteNumber )
	{
		wfQuoted found = wfQuote( word.text, word.length < 40 ? word.length : 40 );
		wfResult result = kind == wf_hugeNumber ? wf_outOfRange : wf_badFormat;
		return failPly( ply, word.position, property, result, "found %s; expected a finite number", found.text );
	}
	return wf_ok;
}

// ------------------------------------------------------------------------------------------------------------- corners

static wfResult readPlyCorner( wfPly* ply, const wfPlyProperty* property, int64_t* vertex )
{
	size_t position;
	double value;
	wfResult result = readPlyValue( ply, property, property->type, true, &position, &value );
	if ( result != wf_ok )
	{
		return result;
	}
	double least = ply->isStrip ? -1.0 : 0.0;
	if ( !( value >= least && value < (double)ply->vertexCount && value == floor( value ) ) )
	{
		return failPly( ply, position, property, wf_outOfRange, "vertex %.17g of the face is not there; expected 0 to %lld",
						value, (long long)ply->vertexCount - 1 );
	}
	*vertex = (int64_t)value;
	return wf_ok;
}

// A corner of a strip makes a triangle with the two before it, every other one turned around; -1 begins a new strip.
static wfResult addStripCorner( wfPly* ply, size_t place, int64_t vertex, int32_t line )
{
	if ( vertex < 0 )
	{
		ply->stripLength = 0;
		return wf_ok;
	}
	wfResult result = wf_ok;
	int64_t a = ply->strip[0], b = ply->strip[1];
	// Corners given twice are how strips turn; they are no triangles.
	if ( ply->stripLength >= 2 && a != b && b != vertex && a != vertex )
	{
		bool turned = ply->stripLength % 2 == 1;
		int32_t corners[] = { (int32_t)( turned ? b : a ), (int32_t)( turned ? a : b ), (int32_t)vertex };
		for ( int i = 0; i < 3 && result == wf_ok; ++i )
		{
			result = wfMeshBuilder_AddCorner( ply->builder, place, corners[i] );
		}
		result = result == wf_ok ? wfMeshBuilder_EndFace( ply->builder, place, line ) : result;
	}
	ply->strip[0] = b;
	ply->strip[1] = vertex;
	ply->stripLength += 1;
	return result;
}

static wfResult readCornerList( wfPly* ply, const wfPlyProperty* property, size_t countPlace, int64_t count )
{
	bool isText = ply->header.encoding == wf_plyText;
	size_t place = isText ? countPlace : WF_NO_POSITION;
	int32_t line = isText ? ply->text.line : WF_NO_LINE;
	if ( !ply->isStrip && count < 3 )
	{
		return failPly( ply, countPlace, property, wf_badFormat, "the face has %lld corners; expected 3 or more",
						(long long)count );
	}
	ply->stripLength = 0;
	for ( int64_t i = 0; i < count; ++i )
	{
		int64_t vertex = 0;
		wfResult result = readPlyCorner( ply, property, &vertex );
		if ( result == wf_ok )
		{
			result = ply->isStrip ? addStripCorner( ply, place, vertex, line )
								  : wfMeshBuilder_AddCorner( ply->builder, place, (int32_t)vertex );
		}
		if ( result != wf_ok )
		{
			return result;
		}
	}
	return ply->isStrip ? wf_ok : wfMeshBuilder_EndFace( ply->builder, place, line );
}

static wfResult readPlyList( wfPly* ply, const wfPlyProperty* property, bool isCornerList )
{
	size_t position, ignored;
	double number;
	wfResult result = readPlyValue( ply, property, property->countType, true, &position, &number );
	if ( result != wf_ok )
	{
		return result;
	}
	bool isText = ply->header.encoding == wf_plyText;
	size_t size = isText ? 1 : wfPlyType_GetSize( property->type );
	size_t left = ( ply->reader->size - ply->text.at ) / size;
	if ( !( number >= 0.0 && number <= (double)left && number == floor( number ) ) )
	{
		return failPly( ply, position, property, wf_badFormat,
						"the list states %.17g items; expected a count from 0 to %zu, for which there is room", number, left );
	}
	int64_t count = (int64_t)number;
	if ( isCornerList )
	{
		return readCornerList( ply, property, position, count );
	}
	if ( !isText )
	{
		ply->text.at += size * (size_t)count;
		return wf_ok;
	}
	for ( int64_t i = 0; i < count && result == wf_ok; ++i )
	{
		result = readPlyValue( ply, property, property->type, false, &ignored, &number );
	}
	return result;
}

// --------------------------------------------------------------------------------------------------------------- items

// Whole numbers end at the largest of their type, others at 1.
static double toPlyColor( wfPlyType type, double value )
{
	switch ( type )
	{
		case wf_plyInt8:
			return value / 127.0;
		case wf_plyInt16:
			return value / 32767.0;
		case wf_plyUint16:
			return value / 65535.0;
		case wf_plyFloat:
		case wf_plyDouble:
			return value;
		default:
			return value / 255.0;
	}
}

static wfResult addPlyVertex( wfPly* ply, const double* values, size_t place )
{
	wfVec3 vertex = { values[wf_plyX], values[wf_plyY], values[wf_plyZ] };
	wfResult result = wfMeshBuilder_AddVertex( ply->builder, place, vertex );
	if ( result != wf_ok || ply->roles[wf_plyRed] < 0 )
	{
		return result;
	}
	double color[3];
	for ( int i = 0; i < 3; ++i )
	{
		const wfPlyProperty* property = ply->header.properties + ply->element->firstProperty + ply->roles[wf_plyRed + i];
		color[i] = toPlyColor( property->type, values[wf_plyRed + i] );
	}
	return wfMeshBuilder_AddColor( ply->builder, place, color );
}

static wfResult readPlyItem( wfPly* ply, bool isVertex )
{
	double values[wf_plyRoleCount] = { 0 };
	for ( size_t i = 0; i < ply->element->propertyCount; ++i )
	{
		const wfPlyProperty* property = ply->header.properties + ply->element->firstProperty + i;
		wfResult result;
		if ( property->isList )
		{
			result = readPlyList( ply, property, (int32_t)i == ply->cornerList );
		}
		else
		{
			int role = 0;
			while ( role < wf_plyRoleCount && ply->roles[role] != (int32_t)i )
			{
				role += 1;
			}
			size_t position;
			double value;
			result = readPlyValue( ply, property, property->type, role < wf_plyRoleCount, &position, &value );
			bool coordinate = result == wf_ok && role <= wf_plyZ;
			if ( coordinate && !( value >= -WF_FARTHEST_VERTEX && value <= WF_FARTHEST_VERTEX ) )
			{
				return failPly( ply, position, property, wf_outOfRange,
								"the coordinate is %g; expected a finite number from %g to %g", value, -WF_FARTHEST_VERTEX,
								WF_FARTHEST_VERTEX );
			}
			if ( role < wf_plyRoleCount )
			{
				values[role] = value;
			}
		}
		if ( result != wf_ok )
		{
			return result;
		}
	}
	size_t place = ply->header.encoding == wf_plyText ? ply->text.at : WF_NO_POSITION;
	return isVertex ? addPlyVertex( ply, values, place ) : wf_ok;
}

// To the next line with words. False at the end of the file.
static bool nextPlyLine( wfPly* ply )
{
	wfMeshText ahead = ply->text;
	wfWord word = wfMeshText_NextAnywhere( &ahead );
	ply->text = ahead;
	ply->text.at = word.position;
	return word.length > 0;
}

static wfResult readPlyElement( wfPly* ply, const wfPlyElement* element )
{
	static const char* const names[wf_plyRoleCount][4] = { { "x" },
														   { "y" },
														   { "z" },
														   { "red", "diffuse_red", "r" },
														   { "green", "diffuse_green", "g" },
														   { "blue", "diffuse_blue", "b" } };
	static const char* const lists[] = { "vertex_indices", "vertex_index", NULL };
	bool isText = ply->header.encoding == wf_plyText;
	bool isVertex = wfWord_Is( element->name, "vertex" ), isFace = wfWord_Is( element->name, "face" );
	ply->element = element;
	ply->isStrip = wfWord_Is( element->name, "tristrips" );
	bool colored = true;
	for ( int i = 0; i < wf_plyRoleCount; ++i )
	{
		ply->roles[i] = isVertex ? wfPlyHeader_FindProperty( &ply->header, element, false, names[i] ) : -1;
		colored = colored && ( i < wf_plyRed || ply->roles[i] >= 0 );
	}
	for ( int i = wf_plyRed; i < wf_plyRoleCount && !colored; ++i )
	{
		ply->roles[i] = -1;
	}
	ply->cornerList = isFace || ply->isStrip ? wfPlyHeader_FindProperty( &ply->header, element, true, lists ) : -1;
	// Items without properties take no room; there may be any number.
	int64_t count = element->propertyCount > 0 ? element->count : 0;
	for ( ply->item = 0; ply->item < count; ++ply->item )
	{
		if ( isText && !nextPlyLine( ply ) )
		{
			return failPly( ply, ply->reader->size, NULL, wf_badFormat,
							"the file ends after %lld of the %lld items its header states", (long long)ply->item,
							(long long)element->count );
		}
		wfResult result = readPlyItem( ply, isVertex );
		if ( result != wf_ok )
		{
			return result;
		}
		wfWord more = isText ? wfMeshText_Next( &ply->text ) : ( wfWord ){ 0 };
		if ( more.length > 0 )
		{
			wfQuoted found = wfQuote( more.text, more.length < 40 ? more.length : 40 );
			return failPly( ply, more.position, NULL, wf_badFormat,
							"found %s after the last property; expected the end of the line", found.text );
		}
	}
	return wf_ok;
}

// -------------------------------------------------------------------------------------------------------------- the file

static wfResult checkPlyElements( wfPly* ply )
{
	static const char* const coordinates[][2] = { { "x", NULL }, { "y", NULL }, { "z", NULL } };
	static const char* const lists[] = { "vertex_indices", "vertex_index", NULL };
	const wfReader* reader = ply->reader;
	const wfPlyElement* vertex = wfPlyHeader_FindElement( &ply->header, "vertex" );
	if ( vertex == NULL )
	{
		return wfReader_Fail( reader, WF_NO_POSITION, "element", wf_badFormat, "the header has no element \"vertex\"" );
	}
	for ( int i = 0; i < 3; ++i )
	{
		if ( wfPlyHeader_FindProperty( &ply->header, vertex, false, coordinates[i] ) < 0 )
		{
			return wfReader_Fail( reader, vertex->name.position, "element", wf_badFormat,
								  "the element \"vertex\" has no property \"%s\"", coordinates[i][0] );
		}
	}
	ply->vertexCount = vertex->count;
	const wfPlyElement* face = wfPlyHeader_FindElement( &ply->header, "face" );
	const wfPlyElement* strips = wfPlyHeader_FindElement( &ply->header, "tristrips" );
	if ( face == NULL && strips == NULL )
	{
		return wfReader_Fail( reader, WF_NO_POSITION, "element", wf_badFormat,
							  "the header has no element \"face\" or \"tristrips\": these are points, not a mesh" );
	}
	for ( int i = 0; i < 2; ++i )
	{
		const wfPlyElement* element = i == 0 ? face : strips;
		if ( element != NULL && element->count > 0 && wfPlyHeader_FindProperty( &ply->header, element, true, lists ) < 0 )
		{
			return wfReader_Fail( reader, element->name.position, "element", wf_badFormat,
								  "the element \"%s\" has no list \"vertex_indices\" or \"vertex_index\"",
								  i == 0 ? "face" : "tristrips" );
		}
	}
	return wf_ok;
}

// White space and zeros may fill up a file; more means that a count of the header is too small.
static wfResult checkPlyEnd( const wfPly* ply )
{
	const wfReader* reader = ply->reader;
	for ( size_t i = ply->text.at; i < reader->size; ++i )
	{
		if ( memchr( " \t\r\n", reader->text[i], 5 ) == NULL )
		{
			bool text = ply->header.encoding == wf_plyText;
			return wfReader_Fail( reader, text ? i : WF_NO_POSITION, NULL, wf_badFormat,
								  "%zu bytes follow after the last item the header states, from byte %zu on", reader->size - i,
								  i );
		}
	}
	return wf_ok;
}

wfResult wfReadPlyMesh( const wfReader* reader, wfMeshData* data )
{
	static const char* const formats[] = { "PLY (ASCII)", "PLY (binary, little endian)", "PLY (binary, big endian)" };
	wfMeshBuilder builder;
	wfMeshBuilder_Start( &builder, reader );
	wfPly ply = { .reader = reader, .builder = &builder };
	wfResult result = wfPlyHeader_Read( reader, &ply.header );
	result = result == wf_ok ? checkPlyElements( &ply ) : result;
	ply.text = ( wfMeshText ){ .reader = reader, .at = ply.header.end, .line = ply.header.endLine };
	for ( size_t i = 0; i < ply.header.elementCount && result == wf_ok; ++i )
	{
		result = readPlyElement( &ply, ply.header.elements + i );
	}
	result = result == wf_ok ? checkPlyEnd( &ply ) : result;
	result = result == wf_ok ? wfMeshBuilder_Finish( &builder, formats[ply.header.encoding], data ) : result;
	wfPlyHeader_Free( &ply.header );
	wfMeshBuilder_Free( &builder );
	return result;
}
