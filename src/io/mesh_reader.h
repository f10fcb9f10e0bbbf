// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the readers of meshes share: words of a text line by line, and the mesh while it is gathered. Arrays grow with what was
// really read, never with what a header says.
#pragma once

#include "io/reader.h"

#define WF_NO_LINE 0

// Coordinates beyond are refused, as wfCreateMesh does: any unit of length will do, and products of a few stay finite.
#define WF_FARTHEST_VERTEX 1e30

typedef struct wfWord
{
	const char* text;
	size_t length; // 0: the line ends here
	size_t position;
} wfWord;

// What is read at the moment, for messages: "vertex[7]".
typedef struct wfMeshItem
{
	const char* name; // null: nothing
	int64_t index;	  // -1: none
} wfMeshItem;

// Keeps the first failure; after it there are no more words and nothing is added.
typedef struct wfMeshReader
{
	const wfReader* reader;
	wfResult result;
	const char* format; // "OBJ"
	wfMeshItem item, part;

	size_t at;
	int32_t line;		 // of `at`, from 1 on
	bool continuesLines; // a backslash at the end of a line joins it with the next
	bool hasComments;	 // from # to the end of the line

	wfVec3* vertices;
	size_t vertexCount, vertexCapacity;
	float* colors; // three per vertex, as written; null as long as no vertex had one
	size_t colorCount, colorCapacity;
	float largestColor;
	int32_t* corners; // of all faces in turn
	size_t cornerCount, cornerCapacity;
	size_t faceStart; // first corner of the face being gathered
	int32_t* faceSizes;
	size_t faceCount, faceSizeCapacity;
	int32_t* faceLines; // text only
	size_t faceLineCapacity;
	bool onlyTriangles; // so far
} wfMeshReader;

// The field of the message is that of the item and the part, with `field`, may be null, behind it.
void wfMeshReader_Fail( wfMeshReader* in, size_t position, const char* field, wfResult result, const char* format, ... )
	__attribute__( ( format( printf, 5, 6 ) ) );
void wfMeshReader_FailWith( wfMeshReader* in, size_t position, const char* field, wfResult result, const char* format,
							va_list arguments ) __attribute__( ( format( printf, 5, 0 ) ) );
// "found ..., expected ..." at the word.
void wfMeshReader_Expected( wfMeshReader* in, wfWord word, const char* field, const char* expected );

// -------------------------------------------------------------------------------------------------------------- gathering

// Forget all vertices and faces; the memory stays.
void wfMeshReader_Clear( wfMeshReader* in );
// `place`: a byte of the file for messages about memory.
bool wfMeshReader_Grow( wfMeshReader* in, size_t place, void* array, size_t* capacity, size_t needed, size_t size );
void wfMeshReader_AddVertex( wfMeshReader* in, size_t place, wfVec3 vertex );
// Red, green and blue of the vertex added last; vertices without are white. From 0 to 1, or from 0 to 255 when any of the file is
// larger than 1: both are in use, with and without decimal points.
void wfMeshReader_AddColor( wfMeshReader* in, size_t place, const double* color );
void wfMeshReader_AddCorner( wfMeshReader* in, size_t place, int32_t vertex );
// The corners added since the last face, at least three, become a face. WF_NO_LINE in binary files.
void wfMeshReader_EndFace( wfMeshReader* in, size_t place, int32_t line );
// Corners added since the last face.
size_t wfMeshReader_CountCorners( const wfMeshReader* in );

// Triangles of a polygon, three numbers of corners (0 to count - 1) each, count - 2 of them. Convex ones become a fan; others are
// cut ear by ear in the plane that fits best; what has no area or crosses itself still gives so many triangles.
typedef struct wfPolygonCutter
{
	struct wfPolygonCorner* corners;
	size_t capacity;
	int64_t budget; // comparisons of corners left; below zero: the polygon was given up
} wfPolygonCutter;

// wf_outOfMemory, or wf_tooLarge when the budget is used up.
wfResult wfPolygonCutter_Cut( wfPolygonCutter* cutter, const wfVec3* vertices, const int32_t* corners, int32_t count,
							  int32_t* triangles );
void wfPolygonCutter_Free( wfPolygonCutter* cutter );

// ------------------------------------------------------------------------------------------------------------------ words

// Skips a byte-order mark; refuses UTF-16.
void wfMeshReader_StartText( wfMeshReader* in );
// The next word of the line.
wfWord wfMeshReader_Next( wfMeshReader* in );
// The next word of the file, on whichever line; length 0 at the end of the file.
wfWord wfMeshReader_NextAnywhere( wfMeshReader* in );
// To the first word of the file that is still to come, on whichever line. False at the end of the file.
bool wfMeshReader_FindWord( wfMeshReader* in );
// To the start of the next line. False at the end of the file.
bool wfMeshReader_SkipLine( wfMeshReader* in );
bool wfWord_Is( wfWord word, const char* expected ); // case does not matter; `expected` in small letters
wfQuoted wfWord_Quote( wfWord word );				 // cut to a length for messages
// A number for the field. Fails at the word, or at the end of the line when it is empty; 0 then.
double wfMeshReader_ParseNumber( wfMeshReader* in, wfWord word, const char* field );
double wfMeshReader_ParseCoordinate( wfMeshReader* in, wfWord word, const char* field ); // in reach
int64_t wfMeshReader_ParseInteger( wfMeshReader* in, wfWord word, const char* field );
int64_t wfMeshReader_ParseCount( wfMeshReader* in, wfWord word, const char* field ); // 0 or more
// Three coordinates of the line, or of whichever lines.
wfVec3 wfMeshReader_ReadPoint( wfMeshReader* in, bool anywhere );

// -------------------------------------------------------------------------------------------------------------- formats

typedef void wfReadMeshFcn( wfMeshReader* in );
wfReadMeshFcn wfReadObjMesh, wfReadPlyMesh, wfReadTextStlMesh, wfReadBinaryStlMesh, wfReadOffMesh;

// The format by content and name, null: unknown.
wfReadMeshFcn* wfTellMeshFormat( const char* name, const char* text, size_t size );
// Fills a zeroed `data` on success only.
wfResult wfReadMeshBy( wfReadMeshFcn* read, const wfReader* reader, wfMeshData* data );

// Little endian.
uint32_t wfReadWord32( const char* bytes );

// What the word on top of an OFF file promises: STCN4nOFF, all but OFF optional.
typedef struct wfOffKind
{
	bool texture, color, normal, fourDimensions, anyDimensions;
} wfOffKind;

// The length of that word, 0 when the text does not begin with one.
size_t wfMatchOffWord( const char* text, size_t size, wfOffKind* kind );
