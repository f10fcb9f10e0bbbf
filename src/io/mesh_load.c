// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Meshes read and made in one go: what the making refuses by the number of a face is reported with its line too.
#include "io/mesh_reader.h"

#include <stdio.h>
#include <string.h>

// Faces that one message names; the mesh lists up to six.
#define WF_MAX_NAMED_FACES 6

// The numbers after "face" or "faces" in a message, from 1 on there and from 0 on here.
static int32_t findNamedFaces( const char* message, int32_t faceCount, int32_t* faces )
{
	int32_t count = 0;
	for ( const char* at = strstr( message, "face" ); at != NULL && count == 0; at = strstr( at + 1, "face" ) )
	{
		const char* p = at + 4;
		p += *p == 's' ? 1 : 0;
		while ( count < WF_MAX_NAMED_FACES && ( *p == ' ' || ( *p == ',' && count > 0 ) ) )
		{
			p += strspn( p, ", " );
			size_t length = strspn( p, "0123456789" );
			int64_t number;
			if ( length == 0 || !wfParseInteger( p, length, &number ) || number < 1 || number > faceCount )
			{
				break;
			}
			faces[count++] = (int32_t)number - 1;
			p += length;
		}
	}
	return count;
}

// The message stays; the lines are put behind it as far as there is room, the first into the error's own.
static void placeMeshError( const char* path, const wfMeshData* data, wfError* error )
{
	snprintf( error->file, sizeof( error->file ), "%s", path );
	int32_t faces[WF_MAX_NAMED_FACES];
	int32_t count = data->faceLines != NULL ? findNamedFaces( error->message, data->faceCount, faces ) : 0;
	if ( count == 0 )
	{
		return;
	}
	error->line = data->faceLines[faces[0]];
	char lines[128];
	int length =
		snprintf( lines, sizeof( lines ), "; %s on line%s", count > 1 ? "these faces are" : "the face is", count > 1 ? "s" : "" );
	for ( int32_t i = 0; i < count; ++i )
	{
		length +=
			snprintf( lines + length, sizeof( lines ) - (size_t)length, "%s %d", i > 0 ? "," : "", data->faceLines[faces[i]] );
	}
	size_t used = strlen( error->message );
	if ( used + (size_t)length < sizeof( error->message ) )
	{
		memcpy( error->message + used, lines, (size_t)length + 1 );
	}
}

wfResult wfLoadMesh( const char* path, const wfReadDef* def, const wfMeshDef* meshDef, wfMesh** mesh, wfError* error )
{
	if ( WF_FAILS( path != NULL && mesh != NULL ) )
	{
		return wfFail( error, wf_invalidDef, "no path or no place for the mesh" );
	}
	wfMeshData data = { 0 };
	wfResult result = wfReadMesh( path, def, &data, error );
	if ( result != wf_ok )
	{
		return result;
	}
	wfMeshDef full = meshDef != NULL ? *meshDef : wfDefaultMeshDef();
	full.vertices = data.vertices;
	full.vertexCount = data.vertexCount;
	full.triangles = data.triangles;
	full.triangleCount = data.triangleCount;
	full.faces = data.faces;
	wfError local = { 0 };
	result = wfCreateMesh( &full, mesh, &local );
	if ( result != wf_ok && error != NULL )
	{
		placeMeshError( path, &data, &local );
		*error = local;
	}
	wfMeshData_Free( &data );
	return result;
}
