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

void wfMeshBuilder_Start( wfMeshBuilder* builder, const wfReader* reader )
{
	*builder = ( wfMeshBuilder ){ .reader = reader };
	wfMeshBuilder_Clear( builder );
}

void wfMeshBuilder_Clear( wfMeshBuilder* builder )
{
	builder->vertexCount = 0;
	builder->colorCount = 0;
	builder->cornerCount = 0;
	builder->faceStart = 0;
	builder->faceCount = 0;
	builder->onlyTriangles = true;
	builder->largestColor = 0.0f;
}

void wfMeshBuilder_Free( wfMeshBuilder* builder )
{
	wfReleaseArray( builder->vertices, builder->vertexCapacity, sizeof( wfVec3 ) );
	wfReleaseArray( builder->colors, builder->colorCapacity, sizeof( float ) );
	wfReleaseArray( builder->corners, builder->cornerCapacity, sizeof( int32_t ) );
	wfReleaseArray( builder->faceSizes, builder->faceSizeCapacity, sizeof( int32_t ) );
	wfReleaseArray( builder->faceLines, builder->faceLineCapacity, sizeof( int32_t ) );
	*builder = ( wfMeshBuilder ){ 0 };
}

// Grow an array to hold one item more, counted against the limit of memory.
static wfResult growCounted( const wfMeshBuilder* builder, size_t place, void* array, size_t* capacity, size_t needed,
							 size_t size )
{
	if ( needed <= *capacity )
	{
		return wf_ok;
	}
	size_t target = *capacity + *capacity / 2;
	target = target < needed ? needed : target;
	target = target < 16 ? 16 : target;
	wfResult result = wfReader_Reserve( builder->reader, place, NULL, ( target - *capacity ) * size );
	if ( result == wf_ok )
	{
		result = wfGrowArray( array, capacity, target, size );
	}
	return result == wf_outOfMemory ? wfReader_OutOfMemory( builder->reader ) : result;
}

// Half-edges, three per triangle, are counted by 32-bit numbers, and so are vertices.
static wfResult checkCount( const wfMeshBuilder* builder, size_t place, size_t count, const char* what )
{
	if ( count < INT32_MAX )
	{
		return wf_ok;
	}
	return wfReader_Fail( builder->reader, place, NULL, wf_tooLarge, "more than %d %s cannot be counted", INT32_MAX, what );
}

wfResult wfMeshBuilder_AddVertex( wfMeshBuilder* builder, size_t place, wfVec3 vertex )
{
	wfResult result = checkCount( builder, place, builder->vertexCount, "vertices" );
	if ( result == wf_ok )
	{
		result = growCounted( builder, place, &builder->vertices, &builder->vertexCapacity, builder->vertexCount + 1,
							  sizeof( wfVec3 ) );
	}
	if ( result == wf_ok )
	{
		builder->vertices[builder->vertexCount] = vertex;
		builder->vertexCount += 1;
	}
	return result;
}

wfResult wfMeshBuilder_AddColor( wfMeshBuilder* builder, size_t place, const double* color )
{
	wfResult result =
		growCounted( builder, place, &builder->colors, &builder->colorCapacity, 3 * builder->vertexCount, sizeof( float ) );
	if ( result != wf_ok )
	{
		return result;
	}
	size_t first = 3 * ( builder->vertexCount - 1 );
	for ( size_t i = builder->colorCount; i < first; ++i )
	{
		builder->colors[i] = WF_NO_COLOR;
	}
	for ( size_t i = 0; i < 3; ++i )
	{
		// Also turns what is not a number into none.
		float part = color[i] > 0.0 ? (float)( color[i] < 255.0 ? color[i] : 255.0 ) : 0.0f;
		builder->colors[first + i] = part;
		builder->largestColor = part > builder->largestColor ? part : builder->largestColor;
	}
	builder->colorCount = first + 3;
	return wf_ok;
}

wfResult wfMeshBuilder_AddCorner( wfMeshBuilder* builder, size_t place, int32_t vertex )
{
	wfResult result = checkCount( builder, place, builder->cornerCount, "corners of faces" );
	if ( result == wf_ok )
	{
		result = growCounted( builder, place, &builder->corners, &builder->cornerCapacity, builder->cornerCount + 1,
							  sizeof( int32_t ) );
	}
	if ( result == wf_ok )
	{
		builder->corners[builder->cornerCount] = vertex;
		builder->cornerCount += 1;
	}
	return result;
}

size_t wfMeshBuilder_CountCorners( const wfMeshBuilder* builder )
{
	return builder->cornerCount - builder->faceStart;
}

wfResult wfMeshBuilder_EndFace( wfMeshBuilder* builder, size_t place, int32_t line )
{
	size_t needed = builder->faceCount + 1;
	wfResult result = growCounted( builder, place, &builder->faceSizes, &builder->faceSizeCapacity, needed, sizeof( int32_t ) );
	if ( result == wf_ok && line != WF_NO_LINE )
	{
		result = growCounted( builder, place, &builder->faceLines, &builder->faceLineCapacity, needed, sizeof( int32_t ) );
	}
	if ( result != wf_ok )
	{
		return result;
	}
	int32_t size = (int32_t)wfMeshBuilder_CountCorners( builder );
	WF_ASSERT( size >= 3 );
	builder->faceSizes[builder->faceCount] = size;
	if ( line != WF_NO_LINE )
	{
		builder->faceLines[builder->faceCount] = line;
	}
	builder->onlyTriangles = builder->onlyTriangles && size == 3;
	builder->faceCount = needed;
	builder->faceStart = builder->cornerCount;
	return wf_ok;
}

// ----------------------------------------------------------------------------------------------------------- handing over

// Make an array exactly as large as its content, for wfMeshData keeps counts only.
static wfResult trimArray( const wfMeshBuilder* builder, void* array, size_t* capacity, size_t count, size_t size )
{
	if ( *capacity == count )
	{
		return wf_ok;
	}
	void *old, *exact = NULL;
	memcpy( &old, array, sizeof( old ) );
	if ( count > 0 )
	{
		exact = wfAllocateArray( count, size );
		if ( exact == NULL )
		{
			return wfReader_OutOfMemory( builder->reader );
		}
		memcpy( exact, old, count * size );
	}
	wfReleaseArray( old, *capacity, size );
	memcpy( array, &exact, sizeof( exact ) );
	*capacity = count;
	return wf_ok;
}

static wfResult finishColors( const wfMeshBuilder* builder, wfMeshData* data )
{
	if ( builder->colorCount == 0 )
	{
		return wf_ok;
	}
	size_t count = 3 * builder->vertexCount;
	wfResult result = wfReader_Reserve( builder->reader, WF_NO_POSITION, NULL, count );
	if ( result != wf_ok )
	{
		return result;
	}
	data->colors = wfAllocateArray( count, 1 );
	if ( data->colors == NULL )
	{
		return wfReader_OutOfMemory( builder->reader );
	}
	float scale = builder->largestColor <= WF_LARGEST_PART ? 255.0f : 1.0f;
	for ( size_t i = 0; i < count; ++i )
	{
		float part = i < builder->colorCount ? builder->colors[i] : WF_NO_COLOR;
		float scaled = part == WF_NO_COLOR ? 255.0f : scale * part;
		data->colors[i] = scaled < 255.0f ? (uint8_t)lroundf( scaled ) : 255;
	}
	return wf_ok;
}

static wfResult cutPolygons( wfMeshBuilder* builder, wfMeshData* data )
{
	// A square number of comparisons for polygons of some thousand corners; a polygon made to take hours is given up.
	wfPolygonCutter cutter = { .budget = 200000000 + 1000 * (int64_t)builder->cornerCount };
	wfResult result = wf_ok;
	size_t corner = 0;
	int32_t triangle = 0;
	for ( size_t face = 0; face < builder->faceCount && result == wf_ok; ++face )
	{
		int32_t size = builder->faceSizes[face];
		const int32_t* corners = builder->corners + corner;
		int32_t* triangles = data->triangles + 3 * (size_t)triangle;
		result = wfPolygonCutter_Cut( &cutter, builder->vertices, corners, size, triangles );
		for ( int32_t i = 0; i < size - 2 && result == wf_ok; ++i )
		{
			data->faces[triangle + i] = (int32_t)face;
		}
		for ( int32_t i = 0; i < 3 * ( size - 2 ) && result == wf_ok; ++i )
		{
			triangles[i] = corners[triangles[i]];
		}
		if ( result == wf_tooLarge )
		{
			result = wfReader_Fail(
				builder->reader, WF_NO_POSITION, NULL, wf_tooLarge,
				"face %zu (from 1) has %d corners that fold too much to be cut into triangles; cut it into smaller faces",
				face + 1, size );
			builder->reader->error->line = builder->faceLines != NULL ? builder->faceLines[face] : 0;
		}
		corner += (size_t)size;
		triangle += size - 2;
	}
	wfPolygonCutter_Free( &cutter );
	return result == wf_outOfMemory ? wfReader_OutOfMemory( builder->reader ) : result;
}

static wfResult finishFaces( wfMeshBuilder* builder, wfMeshData* data )
{
	const wfReader* reader = builder->reader;
	size_t triangleCount = builder->faceStart - 2 * builder->faceCount;
	if ( triangleCount > INT32_MAX / 3 )
	{
		return wfReader_Fail( reader, WF_NO_POSITION, NULL, wf_tooLarge, "%zu triangles are more than the %d that can be counted",
							  triangleCount, INT32_MAX / 3 );
	}
	// Triangles come as corners already.
	size_t bytes = triangleCount * ( builder->onlyTriangles ? 1 : 4 ) * sizeof( int32_t );
	wfResult result = wfReader_Reserve( reader, WF_NO_POSITION, NULL, bytes );
	if ( result != wf_ok )
	{
		return result;
	}
	data->faces = wfAllocateArray( triangleCount, sizeof( int32_t ) );
	data->triangleCapacity = (int32_t)triangleCount;
	if ( data->faces == NULL )
	{
		return wfReader_OutOfMemory( reader );
	}
	if ( builder->onlyTriangles )
	{
		result = trimArray( builder, &builder->corners, &builder->cornerCapacity, 3 * triangleCount, sizeof( int32_t ) );
		if ( result == wf_ok )
		{
			data->triangles = builder->corners;
			builder->corners = NULL;
			builder->cornerCapacity = 0;
		}
		for ( size_t i = 0; i < triangleCount; ++i )
		{
			data->faces[i] = (int32_t)i;
		}
	}
	else
	{
		data->triangles = wfAllocateArray( triangleCount, 3 * sizeof( int32_t ) );
		result = data->triangles != NULL ? cutPolygons( builder, data ) : wfReader_OutOfMemory( reader );
	}
	data->triangleCount = (int32_t)triangleCount;
	data->faceCount = (int32_t)builder->faceCount;
	return result;
}

wfResult wfMeshBuilder_Finish( wfMeshBuilder* builder, const char* format, wfMeshData* data )
{
	const wfReader* reader = builder->reader;
	if ( builder->vertexCount == 0 || builder->faceCount == 0 )
	{
		return wfReader_Fail( reader, WF_NO_POSITION, NULL, wf_badFormat,
							  "the file has %zu vertices and %zu faces; expected a mesh", builder->vertexCount,
							  builder->faceCount );
	}
	// The count first: freeing the colours goes by it.
	wfMeshData made = { .vertexCount = (int32_t)builder->vertexCount };
	wfResult result = finishFaces( builder, &made );
	result = result == wf_ok ? finishColors( builder, &made ) : result;
	if ( result == wf_ok && builder->faceLines != NULL )
	{
		result = trimArray( builder, &builder->faceLines, &builder->faceLineCapacity, builder->faceCount, sizeof( int32_t ) );
	}
	if ( result == wf_ok )
	{
		result = trimArray( builder, &builder->vertices, &builder->vertexCapacity, builder->vertexCount, sizeof( wfVec3 ) );
	}
	if ( result != wf_ok )
	{
		wfMeshData_Free( &made );
		return result;
	}
	made.vertices = builder->vertices;
	made.vertexCapacity = made.vertexCount;
	made.faceLines = builder->faceLines;
	builder->vertices = NULL;
	builder->vertexCapacity = 0;
	builder->faceLines = NULL;
	builder->faceLineCapacity = 0;
	wfCopyStem( made.name, sizeof( made.name ), reader->name );
	snprintf( made.format, sizeof( made.format ), "%s", format );
	*data = made;
	return wf_ok;
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
