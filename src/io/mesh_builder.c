// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A mesh while it is gathered from a file.
#include "io/mesh_reader.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Of vertices without one in a file of others with.
#define WF_NO_COLOR ( -1.0f )
// Colours above belong to a range that ends at 255; those that end at 1 may be rounded to a little more.
#define WF_LARGEST_PART 1.01f

void wfMeshReader_Clear( wfMeshReader* in )
{
	in->vertices.count = 0;
	in->colors.count = 0;
	in->corners.count = 0;
	in->faceStart = 0;
	in->faceSizes.count = 0;
	in->faceLines.count = 0;
	in->onlyTriangles = true;
	in->largestColor = 0.0f;
}

// Half-edges, three per triangle, are counted by 32-bit numbers, and so are vertices.
static void checkCount( wfMeshReader* in, size_t place, int32_t count, const char* what )
{
	if ( count == INT32_MAX )
	{
		wfMeshReader_Fail( in, place, NULL, wf_tooLarge, "more than %d %s cannot be counted", INT32_MAX, what );
	}
}

void wfMeshReader_AddVertex( wfMeshReader* in, size_t place, wfVec3 vertex )
{
	checkCount( in, place, in->vertices.count, "vertices" );
	wfMeshReader_Push( in, place, &in->vertices, vertex );
}

void wfMeshReader_AddColor( wfMeshReader* in, size_t place, const double* color )
{
	if ( in->vertices.count > INT32_MAX / 3 )
	{
		wfMeshReader_Fail( in, place, NULL, wf_tooLarge, "more than %d vertices with colours cannot be counted", INT32_MAX / 3 );
	}
	while ( in->colors.count < 3 * ( in->vertices.count - 1 ) && wfMeshReader_IsOk( in ) )
	{
		wfMeshReader_Push( in, place, &in->colors, WF_NO_COLOR );
	}
	for ( size_t i = 0; i < 3; ++i )
	{
		// Also turns what is not a number into none.
		float part = color[i] > 0.0 ? (float)( color[i] < 255.0 ? color[i] : 255.0 ) : 0.0f;
		wfMeshReader_Push( in, place, &in->colors, part );
		in->largestColor = part > in->largestColor ? part : in->largestColor;
	}
}

void wfMeshReader_AddCorner( wfMeshReader* in, size_t place, int32_t vertex )
{
	checkCount( in, place, in->corners.count, "corners of faces" );
	wfMeshReader_Push( in, place, &in->corners, vertex );
}

int32_t wfMeshReader_CountCorners( const wfMeshReader* in )
{
	return in->corners.count - in->faceStart;
}

void wfMeshReader_EndFace( wfMeshReader* in, size_t place, int32_t line )
{
	int32_t size = wfMeshReader_CountCorners( in );
	WF_ASSERT( size >= 3 || !wfMeshReader_IsOk( in ) );
	wfMeshReader_Push( in, place, &in->faceSizes, size );
	if ( line != WF_NO_LINE )
	{
		wfMeshReader_Push( in, place, &in->faceLines, line );
	}
	in->onlyTriangles = in->onlyTriangles && size == 3;
	in->faceStart = in->corners.count;
}

// ----------------------------------------------------------------------------------------------------------- handing over

// Hand an array over, exactly as large as its content, for wfMeshData keeps counts only.
static void* handOver( wfMeshReader* in, void* array, size_t* capacity, int32_t items, size_t size )
{
	size_t count = (size_t)items;
	void *old, *none = NULL;
	memcpy( &old, array, sizeof( old ) );
	void* exact = old;
	if ( *capacity != count && wfMeshReader_IsOk( in ) )
	{
		exact = wfAllocateArray( count, size );
		if ( wfReader_CheckMemory( in->reader, exact ) )
		{
			memcpy( exact, old, count * size );
			wfReleaseArray( old, *capacity, size );
		}
	}
	if ( !wfMeshReader_IsOk( in ) )
	{
		return NULL;
	}
	memcpy( array, &none, sizeof( none ) );
	*capacity = 0;
	return exact;
}

static void finishColors( wfMeshReader* in, wfMeshData* data )
{
	int32_t colored = in->colors.count;
	size_t count = 3 * (size_t)in->vertices.count;
	if ( colored == 0 || !wfReader_Reserve( in->reader, WF_NO_POSITION, NULL, count ) )
	{
		return;
	}
	data->colors = wfAllocateArray( count, 1 );
	wfReader_CheckMemory( in->reader, data->colors );
	float scale = in->largestColor <= WF_LARGEST_PART ? 255.0f : 1.0f;
	for ( size_t i = 0; i < count && data->colors != NULL; ++i )
	{
		float part = i < (size_t)colored ? in->colors.data[i] : WF_NO_COLOR;
		float scaled = part == WF_NO_COLOR ? 255.0f : scale * part;
		data->colors[i] = scaled < 255.0f ? (uint8_t)lroundf( scaled ) : 255;
	}
}

static void finishFaces( wfMeshReader* in, wfMeshData* data )
{
	size_t count = (size_t)in->faceStart - 2 * (size_t)in->faceSizes.count;
	if ( count > INT32_MAX / 3 )
	{
		wfMeshReader_Fail( in, WF_NO_POSITION, NULL, wf_tooLarge, "%zu triangles are more than the %d that can be counted", count,
						   INT32_MAX / 3 );
	}
	// Triangles come as corners already.
	if ( !wfReader_Reserve( in->reader, WF_NO_POSITION, NULL, count * ( in->onlyTriangles ? 1 : 4 ) * sizeof( int32_t ) ) )
	{
		return;
	}
	data->triangleCapacity = data->triangleCount = (int32_t)count;
	data->faceCount = in->faceSizes.count;
	data->faces = wfAllocateArray( count, sizeof( int32_t ) );
	if ( !wfReader_CheckMemory( in->reader, data->faces ) )
	{
		return;
	}
	if ( in->onlyTriangles )
	{
		data->triangles = handOver( in, &in->corners.data, &in->corners.capacity, in->corners.count, sizeof( int32_t ) );
		for ( size_t i = 0; i < count; ++i )
		{
			data->faces[i] = (int32_t)i;
		}
		return;
	}
	data->triangles = wfAllocateArray( count, 3 * sizeof( int32_t ) );
	if ( wfReader_CheckMemory( in->reader, data->triangles ) )
	{
		wfMeshReader_CutFaces( in, data );
	}
}

static void finish( wfMeshReader* in, wfMeshData* data )
{
	if ( in->vertices.count == 0 || in->faceSizes.count == 0 )
	{
		wfMeshReader_Fail( in, WF_NO_POSITION, NULL, wf_badFormat, "the file has %d vertices and %d faces; expected a mesh",
						   in->vertices.count, in->faceSizes.count );
	}
	if ( !wfMeshReader_IsOk( in ) )
	{
		return;
	}
	// The count first: freeing the colours goes by it.
	wfMeshData made = { .vertexCount = in->vertices.count };
	finishFaces( in, &made );
	finishColors( in, &made );
	if ( in->faceLines.count > 0 )
	{
		made.faceLines = handOver( in, &in->faceLines.data, &in->faceLines.capacity, in->faceLines.count, sizeof( int32_t ) );
	}
	made.vertices = handOver( in, &in->vertices.data, &in->vertices.capacity, in->vertices.count, sizeof( wfVec3 ) );
	made.vertexCapacity = made.vertexCount;
	if ( !wfMeshReader_IsOk( in ) )
	{
		wfMeshData_Free( &made );
		return;
	}
	wfCopyStem( made.name, sizeof( made.name ), in->reader->name );
	snprintf( made.format, sizeof( made.format ), "%s", in->format );
	*data = made;
}

wfResult wfReadMeshBy( wfReadMeshFcn* read, const wfReader* reader, wfMeshData* data )
{
	wfMeshReader in = { .reader = reader };
	wfMeshReader_Clear( &in );
	read( &in );
	finish( &in, data );
	wfArray_Free( &in.vertices );
	wfArray_Free( &in.colors );
	wfArray_Free( &in.corners );
	wfArray_Free( &in.faceSizes );
	wfArray_Free( &in.faceLines );
	return reader->error->result;
}

void wfMeshData_Free( wfMeshData* data )
{
	if ( data == NULL )
	{
		return;
	}
	wfReleaseArray( data->vertices, (size_t)data->vertexCapacity, sizeof( wfVec3 ) );
	wfReleaseArray( data->colors, (size_t)data->vertexCount, 3 );
	wfReleaseArray( data->triangles, (size_t)data->triangleCapacity, 3 * sizeof( int32_t ) );
	wfReleaseArray( data->faces, (size_t)data->triangleCapacity, sizeof( int32_t ) );
	wfReleaseArray( data->faceLines, (size_t)data->faceCount, sizeof( int32_t ) );
	*data = ( wfMeshData ){ 0 };
}
