// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// glTF as a file: the JSON from its lists, the buffer from its parts, binary or as text.
#include "animate/gltf.h"

#include "io/reader.h"

#include <stdio.h>
#include <string.h>

// Sizes in a binary file are of 32 bits.
#define LARGEST_FILE 0xfffffff0u

// Numbers of the format.
enum
{
	vertexTarget = 34962,
	indexTarget = 34963
};

void wfPutField( wfBlob* list, const char* key, int64_t value )
{
	wfBlob_Text( list, key );
	wfBlob_Integer( list, value );
}

void wfPutNumbers( wfBlob* list, const char* key, const double* values, int32_t count, int32_t digits )
{
	wfBlob_Text( list, key );
	for ( int32_t k = 0; k < count; ++k )
	{
		wfBlob_Text( list, k == 0 ? "[" : "," );
		if ( digits > 0 )
		{
			wfBlob_Fixed( list, values[k], digits );
		}
		else
		{
			wfBlob_Number( list, values[k] );
		}
	}
	wfBlob_Text( list, "]" );
}

static void putMaterials( wfBlob* json, int32_t shirts )
{
	static const double ground[3] = { 0.55, 0.57, 0.6 }, trousers[3] = { 0.05, 0.06, 0.1 }, skin[3] = { 0.7, 0.45, 0.32 };
	static const double colors[WF_SHIRTS][3] = {
		{ 0.02, 0.22, 0.55 }, { 0.75, 0.2, 0.02 }, { 0.03, 0.4, 0.12 }, { 0.5, 0.02, 0.03 }, { 0.28, 0.12, 0.5 },
		{ 0.8, 0.55, 0.05 },  { 0.05, 0.45, 0.5 }, { 0.7, 0.15, 0.4 },	{ 0.3, 0.17, 0.07 }, { 0.35, 0.37, 0.4 } };
	for ( int32_t k = 0; k < 3 + shirts; ++k )
	{
		const double* color = k == 0 ? ground : k == 1 ? trousers : k == 2 ? skin : colors[k - 3];
		double values[4] = { color[0], color[1], color[2], 1.0 };
		wfBlob_Text( json, k > 0 ? ",\n{\"name\":" : "{\"name\":" );
		wfBlob_String( json, k == 0 ? "ground" : k == 1 ? "trousers" : k == 2 ? "skin" : "shirt" );
		wfPutNumbers( json, ",\"pbrMetallicRoughness\":{\"baseColorFactor\":", values, 4, 3 );
		wfBlob_Text( json, ",\"metallicFactor\":0,\"roughnessFactor\":0.9}}" );
	}
}

static void putList( wfBlob* json, const char* key, const wfBlob* list )
{
	wfBlob_Text( json, key );
	wfBlob_Add( json, list->data, list->size );
	wfBlob_Text( json, "]" );
}

// Begin, end and how they are used of the parts of the buffer, which all begin at a multiple of four.
static size_t putViews( wfBlob* json, const wfGltf* gltf )
{
	size_t offset = 0;
	wfBlob_Text( json, ",\n\"bufferViews\":[" );
	for ( int32_t k = 0; k < wf_viewCount; ++k )
	{
		wfPutField( json, k > 0 ? ",\n{\"buffer\":0,\"byteOffset\":" : "{\"buffer\":0,\"byteOffset\":", (int64_t)offset );
		wfPutField( json, ",\"byteLength\":", (int64_t)gltf->views[k].size );
		if ( k == wf_vertexView )
		{
			wfPutField( json, ",\"byteStride\":", (int64_t)sizeof( wfFigureVertex ) );
			wfPutField( json, ",\"target\":", vertexTarget );
		}
		else if ( k == wf_indexView )
		{
			wfPutField( json, ",\"target\":", indexTarget );
		}
		wfBlob_Text( json, "}" );
		offset += ( gltf->views[k].size + 3 ) / 4 * 4;
	}
	wfBlob_Text( json, "]" );
	return offset;
}

// Everything but the buffer's content.
static size_t putJson( wfBlob* json, const wfGltf* gltf, const wfCast* cast )
{
	wfVersion version = wfGetVersion();
	char generator[64];
	snprintf( generator, sizeof( generator ), "Wayfield %d.%d.%d", version.major, version.minor, version.patch );
	wfBlob_Text( json, "{\"asset\":{\"version\":\"2.0\",\"generator\":" );
	wfBlob_String( json, generator );
	wfBlob_Text( json, "},\n\"scene\":0,\"scenes\":[{" );
	const char* name = cast->table->name;
	size_t bad;
	if ( name[0] != 0 && wfCheckUtf8( name, strlen( name ), &bad ) )
	{
		wfBlob_Text( json, "\"name\":" );
		wfBlob_String( json, name );
		wfBlob_Text( json, "," );
	}
	putList( json, "\"nodes\":[", &gltf->roots );
	putList( json, "}],\n\"nodes\":[", &gltf->nodes );
	putList( json, ",\n\"skins\":[", &gltf->skins );
	putList( json, ",\n\"meshes\":[", &gltf->meshes );
	wfBlob_Text( json, ",\n\"materials\":[" );
	putMaterials( json, cast->agentCount < WF_SHIRTS ? (int32_t)cast->agentCount : WF_SHIRTS );
	putList( json, "],\n\"accessors\":[", &gltf->accessors );
	putList( json, ",\n\"animations\":[{\"name\":\"walk\",\"samplers\":[", &gltf->samplers );
	putList( json, ",\n\"channels\":[", &gltf->channels );
	wfBlob_Text( json, "}]" );
	return putViews( json, gltf );
}

static void putBuffer( wfBlob* out, const wfGltf* gltf )
{
	for ( int32_t k = 0; k < wf_viewCount; ++k )
	{
		wfBlob_Add( out, gltf->views[k].data, gltf->views[k].size );
		wfBlob_Add( out, "\0\0\0", ( 4 - gltf->views[k].size % 4 ) % 4 );
	}
}

static void putBase64( wfBlob* out, const uint8_t* data, size_t size )
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	char* at = wfBlob_Add( out, NULL, ( size + 2 ) / 3 * 4 );
	for ( size_t k = 0; at != NULL && k < size; k += 3, at += 4 )
	{
		size_t left = size - k;
		uint32_t bits =
			(uint32_t)data[k] << 16 | ( left > 1 ? (uint32_t)data[k + 1] << 8 : 0u ) | ( left > 2 ? data[k + 2] : 0u );
		at[0] = digits[bits >> 18];
		at[1] = digits[bits >> 12 & 63];
		at[2] = left > 1 ? digits[bits >> 6 & 63] : '=';
		at[3] = left > 2 ? digits[bits & 63] : '=';
	}
}

// Four bytes, lowest first.
static void putWord( wfBlob* out, size_t value )
{
	const uint8_t bytes[4] = { (uint8_t)value, (uint8_t)( value >> 8 ), (uint8_t)( value >> 16 ), (uint8_t)( value >> 24 ) };
	wfBlob_Add( out, bytes, 4 );
}

static void putBinaryFile( wfBlob* out, wfBlob* json, const wfGltf* gltf, size_t bufferSize )
{
	wfPutField( json, ",\n\"buffers\":[{\"byteLength\":", (int64_t)bufferSize );
	wfBlob_Text( json, "}]}" );
	wfBlob_Add( json, "   ", ( 4 - json->size % 4 ) % 4 );
	wfBlob_Text( out, "glTF" );
	putWord( out, 2 );
	putWord( out, 12 + 8 + json->size + 8 + bufferSize );
	putWord( out, json->size );
	wfBlob_Text( out, "JSON" );
	wfBlob_Add( out, json->data, json->size );
	putWord( out, bufferSize );
	wfBlob_Add( out, "BIN\0", 4 );
	putBuffer( out, gltf );
}

static void putTextFile( wfBlob* out, const wfBlob* json, const wfGltf* gltf, size_t bufferSize )
{
	wfBlob buffer = { 0 };
	putBuffer( &buffer, gltf );
	wfBlob_Add( out, json->data, json->size );
	wfPutField( out, ",\n\"buffers\":[{\"byteLength\":", (int64_t)bufferSize );
	wfBlob_Text( out, ",\"uri\":\"data:application/octet-stream;base64," );
	if ( !buffer.failed )
	{
		putBase64( out, (const uint8_t*)buffer.data, buffer.size );
	}
	out->failed = out->failed || buffer.failed;
	wfBlob_Text( out, "\"}]}\n" );
	wfBlob_Free( &buffer );
}

wfResult wfGltf_Write( const wfGltf* gltf, const wfCast* cast, const char* path, bool binary, wfError* error )
{
	wfBlob json = { 0 }, out = { 0 };
	size_t bufferSize = putJson( &json, gltf, cast );
	wfResult result = wf_ok;
	if ( binary && bufferSize + json.size > LARGEST_FILE )
	{
		result = wfFail( error, wf_tooLarge, "%.1f GB do not fit into a .glb: show fewer agents, fewer seconds or fewer frames",
						 ( (double)bufferSize + (double)json.size ) * 1e-9 );
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
										   : wfWriteFileAtomically( path, out.data, out.size, error );
	}
	wfBlob_Free( &json );
	wfBlob_Free( &out );
	return result;
}
