// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A mesh while it is gathered from a file.
#include "io/mesh_reader.h"

#include <stdio.h>
#include <string.h>

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
	builder->colorsAreIntegers = true;
	builder->largestColor = 0.0;
}

void wfMeshBuilder_Free( wfMeshBuilder* builder )
{
	wfReleaseArray( builder->vertices, builder->vertexCapacity, sizeof( wfVec3 ) );
	wfReleaseArray( builder->colors, builder->colorCapacity, 1 );
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

static uint8_t toByte( double value )
{
	return value <= 0.0 ? 0 : value >= 255.0 ? 255 : (uint8_t)( value + 0.5 );
}

wfResult wfMeshBuilder_AddColor( wfMeshBuilder* builder, size_t place, const double* color, bool decimal )
{
	wfResult result =
		growCounted( builder, place, &builder->colors, &builder->colorCapacity, 3 * builder->vertexCount, sizeof( uint8_t ) );
	if ( result != wf_ok )
	{
		return result;
	}
	uint8_t* last = builder->colors + 3 * ( builder->vertexCount - 1 );
	memset( builder->colors + builder->colorCount, 255, (size_t)( last - builder->colors ) - builder->colorCount );
	double largest = color[0] > color[1] ? color[0] : color[1];
	largest = color[2] > largest ? color[2] : largest;
	double scale = decimal && largest <= 1.0 ? 255.0 : 1.0;
	for ( int i = 0; i < 3; ++i )
	{
		last[i] = toByte( scale * color[i] );
	}
	builder->colorCount = 3 * builder->vertexCount;
	builder->colorsAreIntegers = builder->colorsAreIntegers && !decimal;
	builder->largestColor = largest > builder->largestColor ? largest : builder->largestColor;
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

static wfResult finishColors( wfMeshBuilder* builder )
{
	if ( builder->colorCount == 0 )
	{
		return trimArray( builder, &builder->colors, &builder->colorCapacity, 0, 1 );
	}
	size_t count = 3 * builder->vertexCount;
	wfResult result = growCounted( builder, WF_NO_POSITION, &builder->colors, &builder->colorCapacity, count, 1 );
	if ( result != wf_ok )
	{
		return result;
	}
	if ( builder->colorsAreIntegers && builder->largestColor <= 1.0 )
	{
		// Whole numbers, and none above 1: black and white parts of the range from 0 to 1.
		for ( size_t i = 0; i < builder->colorCount; ++i )
		{
			builder->colors[i] = (uint8_t)( 255 * builder->colors[i] );
		}
	}
	memset( builder->colors + builder->colorCount, 255, count - builder->colorCount );
	return trimArray( builder, &builder->colors, &builder->colorCapacity, count, 1 );
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
				"face %zu has %d corners that fold too much to be cut into triangles; cut it into smaller faces", face, size );
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
	wfMeshData made = { 0 };
	wfResult result = finishFaces( builder, &made );
	result = result == wf_ok ? finishColors( builder ) : result;
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
	made.vertexCount = made.vertexCapacity = (int32_t)builder->vertexCount;
	made.colors = builder->colors;
	made.faceLines = builder->faceLines;
	builder->vertices = NULL;
	builder->vertexCapacity = 0;
	builder->colors = NULL;
	builder->colorCapacity = 0;
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
