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
	in->vertexCount = 0;
	in->colorCount = 0;
	in->cornerCount = 0;
	in->faceStart = 0;
	in->faceCount = 0;
	in->onlyTriangles = true;
	in->largestColor = 0.0f;
}

// Count bytes that are about to be allocated against the limit. False after a failure.
static bool reserve( wfMeshReader* in, size_t place, size_t bytes )
{
	size_t limit = wfReader_GetLimit( in->reader->def ), used = *in->reader->used;
	if ( used > limit || bytes > limit - used )
	{
		wfMeshReader_Fail( in, place, NULL, wf_tooLarge,
						   "needs %zu bytes here after %zu before, more than the limit of %zu bytes", bytes, used, limit );
	}
	*in->reader->used += in->result == wf_ok ? bytes : 0;
	return in->result == wf_ok;
}

static bool check( wfMeshReader* in, bool allocated )
{
	if ( !allocated && in->result == wf_ok )
	{
		in->result = wfReader_OutOfMemory( in->reader );
	}
	return in->result == wf_ok;
}

bool wfMeshReader_Grow( wfMeshReader* in, size_t place, void* array, size_t* capacity, size_t needed, size_t size )
{
	if ( needed <= *capacity )
	{
		return in->result == wf_ok;
	}
	size_t target = *capacity + *capacity / 2;
	target = target < needed ? needed : target;
	target = target < 16 ? 16 : target;
	return reserve( in, place, ( target - *capacity ) * size ) &&
		   check( in, wfGrowArray( array, capacity, target, size ) == wf_ok );
}

// Half-edges, three per triangle, are counted by 32-bit numbers, and so are vertices.
static void checkCount( wfMeshReader* in, size_t place, size_t count, const char* what )
{
	if ( count >= INT32_MAX )
	{
		wfMeshReader_Fail( in, place, NULL, wf_tooLarge, "more than %d %s cannot be counted", INT32_MAX, what );
	}
}

void wfMeshReader_AddVertex( wfMeshReader* in, size_t place, wfVec3 vertex )
{
	checkCount( in, place, in->vertexCount, "vertices" );
	if ( wfMeshReader_Grow( in, place, &in->vertices, &in->vertexCapacity, in->vertexCount + 1, sizeof( wfVec3 ) ) )
	{
		in->vertices[in->vertexCount++] = vertex;
	}
}

void wfMeshReader_AddColor( wfMeshReader* in, size_t place, const double* color )
{
	if ( !wfMeshReader_Grow( in, place, &in->colors, &in->colorCapacity, 3 * in->vertexCount, sizeof( float ) ) )
	{
		return;
	}
	size_t first = 3 * ( in->vertexCount - 1 );
	for ( size_t i = in->colorCount; i < first; ++i )
	{
		in->colors[i] = WF_NO_COLOR;
	}
	for ( size_t i = 0; i < 3; ++i )
	{
		// Also turns what is not a number into none.
		float part = color[i] > 0.0 ? (float)( color[i] < 255.0 ? color[i] : 255.0 ) : 0.0f;
		in->colors[first + i] = part;
		in->largestColor = part > in->largestColor ? part : in->largestColor;
	}
	in->colorCount = first + 3;
}

void wfMeshReader_AddCorner( wfMeshReader* in, size_t place, int32_t vertex )
{
	checkCount( in, place, in->cornerCount, "corners of faces" );
	if ( wfMeshReader_Grow( in, place, &in->corners, &in->cornerCapacity, in->cornerCount + 1, sizeof( int32_t ) ) )
	{
		in->corners[in->cornerCount++] = vertex;
	}
}

size_t wfMeshReader_CountCorners( const wfMeshReader* in )
{
	return in->cornerCount - in->faceStart;
}

void wfMeshReader_EndFace( wfMeshReader* in, size_t place, int32_t line )
{
	size_t needed = in->faceCount + 1;
	bool grown = wfMeshReader_Grow( in, place, &in->faceSizes, &in->faceSizeCapacity, needed, sizeof( int32_t ) );
	if ( grown && line != WF_NO_LINE )
	{
		grown = wfMeshReader_Grow( in, place, &in->faceLines, &in->faceLineCapacity, needed, sizeof( int32_t ) );
	}
	if ( !grown )
	{
		return;
	}
	int32_t size = (int32_t)wfMeshReader_CountCorners( in );
	WF_ASSERT( size >= 3 );
	in->faceSizes[in->faceCount] = size;
	if ( line != WF_NO_LINE )
	{
		in->faceLines[in->faceCount] = line;
	}
	in->onlyTriangles = in->onlyTriangles && size == 3;
	in->faceCount = needed;
	in->faceStart = in->cornerCount;
}

// ----------------------------------------------------------------------------------------------------------- handing over

// Hand an array over, exactly as large as its content, for wfMeshData keeps counts only.
static void* handOver( wfMeshReader* in, void* array, size_t* capacity, size_t count, size_t size )
{
	void *old, *none = NULL;
	memcpy( &old, array, sizeof( old ) );
	void* exact = old;
	if ( *capacity != count && in->result == wf_ok )
	{
		exact = wfAllocateArray( count, size );
		if ( check( in, exact != NULL ) )
		{
			memcpy( exact, old, count * size );
			wfReleaseArray( old, *capacity, size );
		}
	}
	if ( in->result != wf_ok )
	{
		return NULL;
	}
	memcpy( array, &none, sizeof( none ) );
	*capacity = 0;
	return exact;
}

static void finishColors( wfMeshReader* in, wfMeshData* data )
{
	size_t count = 3 * in->vertexCount;
	if ( in->colorCount == 0 || !reserve( in, WF_NO_POSITION, count ) )
	{
		return;
	}
	data->colors = wfAllocateArray( count, 1 );
	check( in, data->colors != NULL );
	float scale = in->largestColor <= WF_LARGEST_PART ? 255.0f : 1.0f;
	for ( size_t i = 0; i < count && data->colors != NULL; ++i )
	{
		float part = i < in->colorCount ? in->colors[i] : WF_NO_COLOR;
		float scaled = part == WF_NO_COLOR ? 255.0f : scale * part;
		data->colors[i] = scaled < 255.0f ? (uint8_t)lroundf( scaled ) : 255;
	}
}

static void cutPolygons( wfMeshReader* in, wfMeshData* data )
{
	// A square number of comparisons for polygons of some thousand corners; a polygon made to take hours is given up.
	wfPolygonCutter cutter = { .budget = 200000000 + 1000 * (int64_t)in->cornerCount };
	const int32_t* corners = in->corners;
	int32_t* triangles = data->triangles;
	int32_t* faces = data->faces;
	for ( size_t face = 0; face < in->faceCount && in->result == wf_ok; ++face )
	{
		int32_t size = in->faceSizes[face];
		wfResult result = wfPolygonCutter_Cut( &cutter, in->vertices, corners, size, triangles );
		check( in, result != wf_outOfMemory );
		if ( result == wf_tooLarge )
		{
			wfMeshReader_Fail(
				in, WF_NO_POSITION, NULL, wf_tooLarge,
				"face %zu (from 1) has %d corners that fold too much to be cut into triangles; cut it into smaller faces",
				face + 1, size );
			in->reader->error->line = in->faceLines != NULL ? in->faceLines[face] : 0;
		}
		for ( int32_t i = 0; i < 3 * ( size - 2 ) && result == wf_ok; ++i )
		{
			triangles[i] = corners[triangles[i]];
			faces[i / 3] = (int32_t)face;
		}
		corners += size;
		triangles += 3 * ( size - 2 );
		faces += size - 2;
	}
	wfPolygonCutter_Free( &cutter );
}

static void finishFaces( wfMeshReader* in, wfMeshData* data )
{
	size_t count = in->faceStart - 2 * in->faceCount;
	if ( count > INT32_MAX / 3 )
	{
		wfMeshReader_Fail( in, WF_NO_POSITION, NULL, wf_tooLarge, "%zu triangles are more than the %d that can be counted", count,
						   INT32_MAX / 3 );
	}
	// Triangles come as corners already.
	if ( !reserve( in, WF_NO_POSITION, count * ( in->onlyTriangles ? 1 : 4 ) * sizeof( int32_t ) ) )
	{
		return;
	}
	data->triangleCapacity = data->triangleCount = (int32_t)count;
	data->faceCount = (int32_t)in->faceCount;
	data->faces = wfAllocateArray( count, sizeof( int32_t ) );
	if ( !check( in, data->faces != NULL ) )
	{
		return;
	}
	if ( in->onlyTriangles )
	{
		data->triangles = handOver( in, &in->corners, &in->cornerCapacity, 3 * count, sizeof( int32_t ) );
		for ( size_t i = 0; i < count; ++i )
		{
			data->faces[i] = (int32_t)i;
		}
		return;
	}
	data->triangles = wfAllocateArray( count, 3 * sizeof( int32_t ) );
	if ( check( in, data->triangles != NULL ) )
	{
		cutPolygons( in, data );
	}
}

static void finish( wfMeshReader* in, wfMeshData* data )
{
	if ( in->vertexCount == 0 || in->faceCount == 0 )
	{
		wfMeshReader_Fail( in, WF_NO_POSITION, NULL, wf_badFormat, "the file has %zu vertices and %zu faces; expected a mesh",
						   in->vertexCount, in->faceCount );
	}
	if ( in->result != wf_ok )
	{
		return;
	}
	// The count first: freeing the colours goes by it.
	wfMeshData made = { .vertexCount = (int32_t)in->vertexCount };
	finishFaces( in, &made );
	finishColors( in, &made );
	if ( in->faceLines != NULL )
	{
		made.faceLines = handOver( in, &in->faceLines, &in->faceLineCapacity, in->faceCount, sizeof( int32_t ) );
	}
	made.vertices = handOver( in, &in->vertices, &in->vertexCapacity, in->vertexCount, sizeof( wfVec3 ) );
	made.vertexCapacity = made.vertexCount;
	if ( in->result != wf_ok )
	{
		wfMeshData_Free( &made );
		return;
	}
	wfCopyStem( made.name, sizeof( made.name ), in->reader->name );
	snprintf( made.format, sizeof( made.format ), "%s", in->format );
	*data = made;
}

static void freeArrays( wfMeshReader* in )
{
	wfReleaseArray( in->vertices, in->vertexCapacity, sizeof( wfVec3 ) );
	wfReleaseArray( in->colors, in->colorCapacity, sizeof( float ) );
	wfReleaseArray( in->corners, in->cornerCapacity, sizeof( int32_t ) );
	wfReleaseArray( in->faceSizes, in->faceSizeCapacity, sizeof( int32_t ) );
	wfReleaseArray( in->faceLines, in->faceLineCapacity, sizeof( int32_t ) );
}

wfResult wfReadMeshBy( wfReadMeshFcn* read, const wfReader* reader, wfMeshData* data )
{
	wfMeshReader in = { .reader = reader };
	wfMeshReader_Clear( &in );
	read( &in );
	finish( &in, data );
	freeArrays( &in );
	return in.result;
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
