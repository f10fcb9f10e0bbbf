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
	wfMeshReader* in; // it knows where to go on in binary files too
	wfPlyHeader header;
	bool isText;
	int64_t vertexCount;
	// Of the element being read:
	const wfPlyElement* element;
	char name[64];					// of the element, as messages say it
	int32_t roles[wf_plyRoleCount]; // properties, -1: none
	int32_t cornerList;				// a property, -1: none
	bool isStrip;
	int64_t strip[2]; // the last two corners of a strip
	int64_t stripLength;
} wfPly;

// ------------------------------------------------------------------------------------------------------------ messages

// The words of a file are not always ones to print.
static void copyName( char* buffer, size_t capacity, wfWord word )
{
	wfQuoted quoted = wfWord_Quote( word );
	snprintf( buffer, capacity, "%.*s", (int)strlen( quoted.text ) - 2, quoted.text + 1 );
}

// At a byte of the file: as line and column for text, as a number else. The field is element[item].property.
static void fail( wfPly* ply, size_t position, const wfPlyProperty* property, wfResult result, const char* format, ... )
	__attribute__( ( format( printf, 5, 6 ) ) );

static void fail( wfPly* ply, size_t position, const wfPlyProperty* property, wfResult result, const char* format, ... )
{
	char message[400], place[64] = "", name[64] = "";
	va_list arguments;
	va_start( arguments, format );
	vsnprintf( message, sizeof( message ), format, arguments );
	va_end( arguments );
	if ( !ply->isText )
	{
		snprintf( place, sizeof( place ), " (byte %zu)", position );
	}
	if ( property != NULL )
	{
		copyName( name, sizeof( name ), property->name );
	}
	wfMeshReader_Fail( ply->in, ply->isText ? position : WF_NO_POSITION, name, result, "%s%s", message, place );
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

// The next value; `*position` is where it stands. `needed`: text is only taken apart where the value is of use.
static double readValue( wfPly* ply, const wfPlyProperty* property, wfPlyType type, bool needed, size_t* position )
{
	wfMeshReader* in = ply->in;
	double value = 0.0;
	*position = in->at;
	if ( !ply->isText )
	{
		size_t size = wfPlyType_GetSize( type );
		if ( in->reader->size - in->at < size )
		{
			fail( ply, in->reader->size, property, wf_badFormat, "the file ends within item %lld of the %lld its header states",
				  (long long)in->item.index, (long long)ply->element->count );
			return 0.0;
		}
		value = readPlyBytes( in->reader->text + in->at, type, ply->header.encoding == wf_plyBigEndian );
		in->at += size;
		return value;
	}
	wfWord word = wfMeshReader_Next( in );
	*position = word.position;
	wfNumberKind kind = needed ? wfParseNumber( word.text, word.length, &value ) : wf_finiteNumber;
	if ( word.length == 0 )
	{
		fail( ply, word.position, property, wf_badFormat, "the line ends here; expected a number" );
	}
	else if ( kind != wf_finiteNumber )
	{
		fail( ply, word.position, property, kind == wf_hugeNumber ? wf_outOfRange : wf_badFormat,
			  "found %s; expected a finite number", wfWord_Quote( word ).text );
	}
	return value;
}

// ------------------------------------------------------------------------------------------------------------- corners

static int64_t readCorner( wfPly* ply, const wfPlyProperty* property )
{
	size_t position;
	double value = readValue( ply, property, property->type, true, &position );
	double least = ply->isStrip ? -1.0 : 0.0;
	if ( !( value >= least && value < (double)ply->vertexCount && value == floor( value ) ) )
	{
		fail( ply, position, property, wf_outOfRange, "vertex %.17g of the face is not there; expected 0 to %lld", value,
			  (long long)ply->vertexCount - 1 );
		return 0;
	}
	return (int64_t)value;
}

// A corner of a strip makes a triangle with the two before it, every other one turned around; -1 begins a new strip.
static void addStripCorner( wfPly* ply, size_t place, int64_t vertex, int32_t line )
{
	if ( vertex < 0 )
	{
		ply->stripLength = 0;
		return;
	}
	int64_t a = ply->strip[0], b = ply->strip[1];
	// Corners given twice are how strips turn; they are no triangles.
	if ( ply->stripLength >= 2 && a != b && b != vertex && a != vertex )
	{
		bool turned = ply->stripLength % 2 == 1;
		wfMeshReader_AddCorner( ply->in, place, (int32_t)( turned ? b : a ) );
		wfMeshReader_AddCorner( ply->in, place, (int32_t)( turned ? a : b ) );
		wfMeshReader_AddCorner( ply->in, place, (int32_t)vertex );
		wfMeshReader_EndFace( ply->in, place, line );
	}
	ply->strip[0] = b;
	ply->strip[1] = vertex;
	ply->stripLength += 1;
}

static void readCornerList( wfPly* ply, const wfPlyProperty* property, size_t countPlace, int64_t count )
{
	size_t place = ply->isText ? countPlace : WF_NO_POSITION;
	int32_t line = ply->isText ? ply->in->line : WF_NO_LINE;
	if ( !ply->isStrip && count < 3 )
	{
		fail( ply, countPlace, property, wf_badFormat, "the face has %lld corners; expected 3 or more", (long long)count );
	}
	ply->stripLength = 0;
	for ( int64_t i = 0; i < count && wfMeshReader_IsOk( ply->in ); ++i )
	{
		int64_t vertex = readCorner( ply, property );
		if ( ply->isStrip )
		{
			addStripCorner( ply, place, vertex, line );
		}
		else
		{
			wfMeshReader_AddCorner( ply->in, place, (int32_t)vertex );
		}
	}
	if ( !ply->isStrip )
	{
		wfMeshReader_EndFace( ply->in, place, line );
	}
}

static void readList( wfPly* ply, const wfPlyProperty* property, bool isCornerList )
{
	size_t position, ignored;
	double number = readValue( ply, property, property->countType, true, &position );
	size_t size = ply->isText ? 1 : wfPlyType_GetSize( property->type );
	size_t left = ( ply->in->reader->size - ply->in->at ) / size;
	if ( !( number >= 0.0 && number <= (double)left && number == floor( number ) ) )
	{
		fail( ply, position, property, wf_badFormat,
			  "the list states %.17g items; expected a count from 0 to %zu, for which there is room", number, left );
	}
	int64_t count = wfMeshReader_IsOk( ply->in ) ? (int64_t)number : 0;
	if ( isCornerList )
	{
		readCornerList( ply, property, position, count );
	}
	else if ( !ply->isText )
	{
		ply->in->at += size * (size_t)count;
	}
	else
	{
		for ( int64_t i = 0; i < count && wfMeshReader_IsOk( ply->in ); ++i )
		{
			readValue( ply, property, property->type, false, &ignored );
		}
	}
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

static void addVertex( wfPly* ply, const double* values, size_t place )
{
	wfMeshReader_AddVertex( ply->in, place, ( wfVec3 ){ values[wf_plyX], values[wf_plyY], values[wf_plyZ] } );
	if ( ply->roles[wf_plyRed] < 0 )
	{
		return;
	}
	double color[3];
	for ( int i = 0; i < 3; ++i )
	{
		const wfPlyProperty* property = ply->header.properties.data + ply->element->firstProperty + ply->roles[wf_plyRed + i];
		color[i] = toPlyColor( property->type, values[wf_plyRed + i] );
	}
	wfMeshReader_AddColor( ply->in, place, color );
}

static void readItem( wfPly* ply, bool isVertex )
{
	double values[wf_plyRoleCount + 1] = { 0 }; // the last: of no use
	for ( int32_t i = 0; i < ply->element->propertyCount; ++i )
	{
		const wfPlyProperty* property = ply->header.properties.data + ply->element->firstProperty + i;
		if ( property->isList )
		{
			readList( ply, property, i == ply->cornerList );
			continue;
		}
		int role = 0;
		while ( role < wf_plyRoleCount && ply->roles[role] != i )
		{
			role += 1;
		}
		size_t position;
		double value = readValue( ply, property, property->type, role < wf_plyRoleCount, &position );
		if ( role <= wf_plyZ && !( value >= -WF_FARTHEST_VERTEX && value <= WF_FARTHEST_VERTEX ) )
		{
			fail( ply, position, property, wf_outOfRange, "the coordinate is %g; expected a finite number from %g to %g", value,
				  -WF_FARTHEST_VERTEX, WF_FARTHEST_VERTEX );
		}
		values[role] = value;
	}
	if ( isVertex )
	{
		addVertex( ply, values, ply->isText ? ply->in->at : WF_NO_POSITION );
	}
}

static const char* const s_lists[] = { "vertex_indices", "vertex_index", NULL };

// Which properties are of use; colours only when all three are there.
static void findRoles( wfPly* ply, const wfPlyElement* element, bool isVertex )
{
	static const char* const names[wf_plyRoleCount][4] = { { "x" },
														   { "y" },
														   { "z" },
														   { "red", "diffuse_red", "r" },
														   { "green", "diffuse_green", "g" },
														   { "blue", "diffuse_blue", "b" } };
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
}

static void readElementItems( wfPly* ply, const wfPlyElement* element )
{
	wfMeshReader* in = ply->in;
	bool isVertex = wfWord_Is( element->name, "vertex" ), isFace = wfWord_Is( element->name, "face" );
	ply->element = element;
	ply->isStrip = wfWord_Is( element->name, "tristrips" );
	findRoles( ply, element, isVertex );
	ply->cornerList = isFace || ply->isStrip ? wfPlyHeader_FindProperty( &ply->header, element, true, s_lists ) : -1;
	copyName( ply->name, sizeof( ply->name ), element->name );
	// Items without properties take no room; there may be any number.
	int64_t count = element->propertyCount > 0 ? element->count : 0;
	for ( int64_t i = 0; i < count && wfMeshReader_IsOk( in ); ++i )
	{
		in->item = ( wfMeshItem ){ ply->name, i };
		if ( ply->isText && !wfMeshReader_FindWord( in ) )
		{
			fail( ply, in->reader->size, NULL, wf_badFormat, "the file ends after %lld of the %lld items its header states",
				  (long long)i, (long long)element->count );
		}
		readItem( ply, isVertex );
		wfWord more = ply->isText ? wfMeshReader_Next( in ) : ( wfWord ){ 0 };
		if ( more.length > 0 )
		{
			fail( ply, more.position, NULL, wf_badFormat, "found %s after the last property; expected the end of the line",
				  wfWord_Quote( more ).text );
		}
	}
	in->item.name = NULL;
}

// -------------------------------------------------------------------------------------------------------------- the file

static void checkElements( wfPly* ply )
{
	static const char* const coordinates[][2] = { { "x", NULL }, { "y", NULL }, { "z", NULL } };
	wfMeshReader* in = ply->in;
	const wfPlyElement* vertex = wfPlyHeader_FindElement( &ply->header, "vertex" );
	const wfPlyElement* face = wfPlyHeader_FindElement( &ply->header, "face" );
	const wfPlyElement* strips = wfPlyHeader_FindElement( &ply->header, "tristrips" );
	if ( vertex == NULL )
	{
		wfMeshReader_Fail( in, WF_NO_POSITION, "element", wf_badFormat, "the header has no element \"vertex\"" );
	}
	for ( int i = 0; i < 3 && vertex != NULL; ++i )
	{
		if ( wfPlyHeader_FindProperty( &ply->header, vertex, false, coordinates[i] ) < 0 )
		{
			wfMeshReader_Fail( in, vertex->name.position, "element", wf_badFormat,
							   "the element \"vertex\" has no property \"%s\"", coordinates[i][0] );
		}
	}
	ply->vertexCount = vertex != NULL ? vertex->count : 0;
	if ( face == NULL && strips == NULL )
	{
		wfMeshReader_Fail( in, WF_NO_POSITION, "element", wf_badFormat,
						   "the header has no element \"face\" or \"tristrips\": these are points, not a mesh" );
	}
	for ( int i = 0; i < 2; ++i )
	{
		const wfPlyElement* element = i == 0 ? face : strips;
		if ( element != NULL && element->count > 0 && wfPlyHeader_FindProperty( &ply->header, element, true, s_lists ) < 0 )
		{
			wfMeshReader_Fail( in, element->name.position, "element", wf_badFormat,
							   "the element \"%s\" has no list \"vertex_indices\" or \"vertex_index\"",
							   i == 0 ? "face" : "tristrips" );
		}
	}
}

// White space and zeros may fill up a file; more means that a count of the header is too small.
static void checkEnd( const wfPly* ply )
{
	const wfReader* reader = ply->in->reader;
	size_t i = ply->in->at;
	while ( i < reader->size && memchr( " \t\r\n", reader->text[i], 5 ) != NULL )
	{
		i += 1;
	}
	if ( i < reader->size )
	{
		wfMeshReader_Fail( ply->in, ply->isText ? i : WF_NO_POSITION, NULL, wf_badFormat,
						   "%zu bytes follow after the last item the header states, from byte %zu on", reader->size - i, i );
	}
}

void wfReadPlyMesh( wfMeshReader* in )
{
	static const char* const formats[] = { "PLY (ASCII)", "PLY (binary, little endian)", "PLY (binary, big endian)" };
	wfPly ply = { .in = in };
	wfPlyHeader_Read( in, &ply.header );
	in->format = formats[ply.header.encoding];
	ply.isText = ply.header.encoding == wf_plyText;
	if ( wfMeshReader_IsOk( in ) )
	{
		checkElements( &ply );
	}
	for ( int32_t i = 0; i < ply.header.elements.count && wfMeshReader_IsOk( in ); ++i )
	{
		readElementItems( &ply, ply.header.elements.data + i );
	}
	checkEnd( &ply );
	wfPlyHeader_Free( &ply.header );
}
