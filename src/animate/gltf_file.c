// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// glTF as a file: the JSON from its lists, the buffer from its parts, binary or as text.
#include "animate/gltf.h"

#include "io/reader.h"

#include <string.h>

// Sizes in a binary file are of 32 bits.
#define LARGEST_FILE 0xfffffff0u

// Numbers of the format.
enum
{
	vertexTarget = 34962,
	indexTarget = 34963
};

void wfPutNumbers( wfText* list, const char* key, const double* values, int32_t count, int32_t digits )
{
	wfText_AddString( list, key );
	for ( int32_t k = 0; k < count; ++k )
	{
		wfText_AddString( list, k == 0 ? "[" : "," );
		if ( digits > 0 )
		{
			wfText_AddFixed( list, values[k], digits );
		}
		else
		{
			wfText_AddNumber( list, values[k] );
		}
	}
	wfText_AddString( list, "]" );
}

static void putMaterials( wfText* json, int32_t shirts )
{
	static const double ground[3] = { 0.55, 0.57, 0.6 }, trousers[3] = { 0.05, 0.06, 0.1 }, skin[3] = { 0.7, 0.45, 0.32 };
	static const double colors[WF_SHIRTS][3] = {
		{ 0.02, 0.22, 0.55 }, { 0.75, 0.2, 0.02 }, { 0.03, 0.4, 0.12 }, { 0.5, 0.02, 0.03 }, { 0.28, 0.12, 0.5 },
		{ 0.8, 0.55, 0.05 },  { 0.05, 0.45, 0.5 }, { 0.7, 0.15, 0.4 },	{ 0.3, 0.17, 0.07 }, { 0.35, 0.37, 0.4 } };
	for ( int32_t k = 0; k < 3 + shirts; ++k )
	{
		const double* color = k == 0 ? ground : k == 1 ? trousers : k == 2 ? skin : colors[k - 3];
		double values[4] = { color[0], color[1], color[2], 1.0 };
		const char* name = k == 0 ? "ground" : k == 1 ? "trousers" : k == 2 ? "skin" : "shirt";
		wfText_Add( json, "%s{\"name\":\"%s\"", k > 0 ? ",\n" : "", name );
		wfPutNumbers( json, ",\"pbrMetallicRoughness\":{\"baseColorFactor\":", values, 4, 3 );
		wfText_AddString( json, ",\"metallicFactor\":0,\"roughnessFactor\":0.9}}" );
	}
}

static void putList( wfText* json, const char* key, const wfText* list )
{
	wfText_AddString( json, key );
	wfText_AddBytes( json, list->data, list->length );
	wfText_AddString( json, "]" );
}

// Begin, end and how they are used of the parts of the buffer, which all begin at a multiple of four.
static size_t putViews( wfText* json, const wfGltf* gltf )
{
	size_t offset = 0;
	wfText_AddString( json, ",\n\"bufferViews\":[" );
	for ( int32_t k = 0; k < wf_viewCount; ++k )
	{
		wfText_Add( json, "%s{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu", k > 0 ? ",\n" : "", offset,
					gltf->views[k].length );
		if ( k == wf_vertexView )
		{
			wfText_Add( json, ",\"byteStride\":%zu", sizeof( wfFigureVertex ) );
		}
		if ( k == wf_vertexView || k == wf_indexView )
		{
			wfText_Add( json, ",\"target\":%d", k == wf_vertexView ? vertexTarget : indexTarget );
		}
		wfText_AddString( json, "}" );
		offset += ( gltf->views[k].length + 3 ) / 4 * 4;
	}
	wfText_AddString( json, "]" );
	return offset;
}

// Everything but the buffer's content.
static size_t putJson( wfText* json, const wfGltf* gltf, const wfCast* cast )
{
	wfVersion version = wfGetVersion();
	wfText_Add( json, "{\"asset\":{\"version\":\"2.0\",\"generator\":\"Wayfield %d.%d.%d\"},\n\"scene\":0,\"scenes\":[{",
				version.major, version.minor, version.patch );
	const char* name = cast->table->name;
	size_t bad;
	if ( name[0] != 0 && wfCheckUtf8( name, strlen( name ), &bad ) )
	{
		wfText_AddString( json, "\"name\":" );
		wfText_AddQuoted( json, name );
		wfText_AddString( json, "," );
	}
	putList( json, "\"nodes\":[", &gltf->roots );
	putList( json, "}],\n\"nodes\":[", &gltf->nodes );
	putList( json, ",\n\"skins\":[", &gltf->skins );
	putList( json, ",\n\"meshes\":[", &gltf->meshes );
	wfText_AddString( json, ",\n\"materials\":[" );
	putMaterials( json, cast->agents.count < WF_SHIRTS ? cast->agents.count : WF_SHIRTS );
	putList( json, "],\n\"accessors\":[", &gltf->accessors );
	putList( json, ",\n\"animations\":[{\"name\":\"walk\",\"samplers\":[", &gltf->samplers );
	putList( json, ",\n\"channels\":[", &gltf->channels );
	wfText_AddString( json, "}]" );
	return putViews( json, gltf );
}

static void putBuffer( wfText* out, const wfGltf* gltf )
{
	for ( int32_t k = 0; k < wf_viewCount; ++k )
	{
		wfText_AddBytes( out, gltf->views[k].data, gltf->views[k].length );
		wfText_AddBytes( out, "\0\0\0", ( 4 - gltf->views[k].length % 4 ) % 4 );
	}
}

// Four bytes, lowest first.
static void putWord( wfText* out, size_t value )
{
	const char bytes[4] = { (char)value, (char)( value >> 8 ), (char)( value >> 16 ), (char)( value >> 24 ) };
	wfText_AddBytes( out, bytes, 4 );
}

static void putBinaryFile( wfText* out, wfText* json, const wfGltf* gltf, size_t bufferSize )
{
	wfText_Add( json, ",\n\"buffers\":[{\"byteLength\":%zu}]}", bufferSize );
	wfText_AddBytes( json, "   ", ( 4 - json->length % 4 ) % 4 );
	wfText_AddString( out, "glTF" );
	putWord( out, 2 );
	putWord( out, 12 + 8 + json->length + 8 + bufferSize );
	putWord( out, json->length );
	wfText_AddString( out, "JSON" );
	wfText_AddBytes( out, json->data, json->length );
	putWord( out, bufferSize );
	wfText_AddBytes( out, "BIN\0", 4 );
	putBuffer( out, gltf );
}

static void putTextFile( wfText* out, const wfText* json, const wfGltf* gltf, size_t bufferSize )
{
	wfText buffer = { 0 };
	putBuffer( &buffer, gltf );
	wfText_AddBytes( out, json->data, json->length );
	wfText_Add( out, ",\n\"buffers\":[{\"byteLength\":%zu,\"uri\":\"data:application/octet-stream;base64,", bufferSize );
	if ( !buffer.failed )
	{
		wfText_AddBase64( out, buffer.data, buffer.length );
	}
	out->failed = out->failed || buffer.failed;
	wfText_AddString( out, "\"}]}\n" );
	wfText_Free( &buffer );
}

wfResult wfGltf_Write( const wfGltf* gltf, const wfCast* cast, const char* path, bool binary, wfError* error )
{
	wfText json = { 0 }, out = { 0 };
	size_t bufferSize = putJson( &json, gltf, cast );
	wfResult result = wf_ok;
	if ( binary && bufferSize + json.length > LARGEST_FILE )
	{
		result = wfFail( error, wf_tooLarge, "%.1f GB do not fit into a .glb: show fewer agents, fewer seconds or fewer frames",
						 ( (double)bufferSize + (double)json.length ) * 1e-9 );
	}
	else if ( binary )
	{
		putBinaryFile( &out, &json, gltf, bufferSize );
	}
	else
	{
		putTextFile( &out, &json, gltf, bufferSize );
	}
	if ( result == wf_ok )
	{
		result = json.failed || out.failed ? wfFail( error, wf_outOfMemory, "out of memory" )
										   : wfWriteFileAtomically( path, out.data, out.length, error );
	}
	wfText_Free( &json );
	wfText_Free( &out );
	return result;
}
