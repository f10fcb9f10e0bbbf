// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the readers of meshes share: words of a text line by line, and the mesh while it is gathered. Arrays grow with what was
// really read, never with what a header says.
#pragma once

#include "base/array.h"
#include "io/reader.h"

#define WF_NO_LINE 0

// Coordinates beyond are refused, as wfCreateMesh does: any unit of length will do, and products of a few stay finite.
#define WF_FARTHEST_VERTEX 1e30

// What is read at the moment, for messages: "vertex[7]".
typedef struct wfMeshItem
{
	const char* name; // null: nothing
	int64_t index;	  // -1: none
} wfMeshItem;

// After a failure there are no more words and nothing is added.
typedef struct wfMeshReader
{
	const wfReader* reader;
	const char* format; // "OBJ"
	wfMeshItem item, part;

	size_t at;
	int32_t line;		 // of `at`, from 1 on
	bool continuesLines; // a backslash at the end of a line joins it with the next
	bool hasComments;	 // from # to the end of the line

	WF_ARRAY( wfVec3 ) vertices;
	WF_ARRAY( float ) colors; // three per vertex, as written; null as long as no vertex had one
	float largestColor;
	WF_ARRAY( int32_t ) corners; // of all faces in turn
	int32_t faceStart;			 // first corner of the face being gathered
	WF_ARRAY( int32_t ) faceSizes;
	WF_ARRAY( int32_t ) faceLines; // text only
	bool onlyTriangles;			   // so far
} wfMeshReader;

static inline bool wfMeshReader_IsOk( const wfMeshReader* in )
{
	return wfReader_IsOk( in->reader );
}

// The field of the message is that of the item and the part, with `field`, may be null, behind it.
void wfMeshReader_Fail( wfMeshReader* in, size_t position, const char* field, wfResult result, const char* format, ... )
	__attribute__( ( format( printf, 5, 6 ) ) );
typedef struct wfMeshField
{
	char text[128];
} wfMeshField;
wfMeshField wfMeshReader_NameField( const wfMeshReader* in, const char* field );
// Append to a WF_ARRAY of the reader; `place`: a byte of the file for messages about memory.
#define wfMeshReader_Push( in, place, array, ... )                                                                               \
	( (void)( wfReader_Grow( ( in )->reader, place,                                                                              \
							 (size_t)( array )->count < ( array )->capacity ? NULL : wfMeshReader_NameField( in, NULL ).text,    \
							 &( array )->data, &( array )->capacity, (size_t)( array )->count + 1,                               \
							 sizeof( *( array )->data ) ) &&                                                                     \
			  ( ( array )->data[( array )->count++] = __VA_ARGS__, true ) ) )
// "found ..., expected ..." at the word.
void wfMeshReader_Expected( wfMeshReader* in, wfWord word, const char* field, const char* expected );

// -------------------------------------------------------------------------------------------------------------- gathering

// Forget all vertices and faces; the memory stays.
void wfMeshReader_Clear( wfMeshReader* in );
void wfMeshReader_AddVertex( wfMeshReader* in, size_t place, wfVec3 vertex );
// Red, green and blue of the vertex added last; vertices without are white. From 0 to 1, or from 0 to 255 when any of the file is
// larger than 1: both are in use, with and without decimal points.
void wfMeshReader_AddColor( wfMeshReader* in, size_t place, const double* color );
void wfMeshReader_AddCorner( wfMeshReader* in, size_t place, int32_t vertex );
// The corners added since the last face, at least three, become a face. WF_NO_LINE in binary files.
void wfMeshReader_EndFace( wfMeshReader* in, size_t place, int32_t line );
// Corners added since the last face.
int32_t wfMeshReader_CountCorners( const wfMeshReader* in );

// Triangles of a polygon, three numbers of corners (0 to count - 1) each, count - 2 of them. Convex ones become a fan; others are
// cut ear by ear in the plane that fits best; what has no area or crosses itself still gives so many triangles.
typedef struct wfPolygonCutter
{
	struct wfPolygonCorner* corners;
	size_t capacity;
	struct wfPolygonPart* parts;
	size_t partCapacity;
	int64_t budget; // comparisons of corners left; below zero: the polygon was given up
} wfPolygonCutter;

// wf_outOfMemory, or wf_tooLarge when the budget is used up.
wfResult wfPolygonCutter_Cut( wfPolygonCutter* cutter, const wfVec3* vertices, const int32_t* corners, int32_t count,
							  int32_t* triangles );

// Polygons of more corners are not cut around diagonals: the work grows with the third power.
#define WF_MOST_CUT_AROUND 256

typedef struct wfPolygon
{
	const int32_t* corners;
	int32_t count;
	bool ( *isAllowed )( const void* context, int32_t from, int32_t to ); // the diagonal between two corners, from < to
	const void* context;
} wfPolygon;

// The cut along allowed diagonals alone whose smallest triangle is largest. `*cut` is false, and the triangles are as they were,
// when there is none without triangles turned over. wf_outOfMemory, or wf_ok.
wfResult wfPolygonCutter_CutAround( wfPolygonCutter* cutter, const wfVec3* vertices, const wfPolygon* polygon, int32_t* triangles,
									bool* cut );
void wfPolygonCutter_Free( wfPolygonCutter* cutter );

// Cuts all faces of the reader into the triangles of `data`, which has room for them. No diagonal is an edge of the mesh a second
// time, where that can be had.
void wfMeshReader_CutFaces( wfMeshReader* in, wfMeshData* data );

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
wfReadMeshFcn* wfFindMeshFormat( const char* name, const char* text, size_t size );
// Fills a zeroed `data` on success only.
wfResult wfReadMeshBy( wfReadMeshFcn* read, const wfReader* reader, wfMeshData* data );
// What is refused is reported with the file and the line of the face.
wfResult wfMakeMesh( const wfMeshData* data, const char* path, const wfMeshDef* repairs, wfMesh** mesh, wfError* error );

// Little endian.
uint32_t wfReadWord32( const char* bytes );

// What the word on top of an OFF file promises: STCN4nOFF, all but OFF optional.
typedef struct wfOffKind
{
	bool texture, color, normal, fourDimensions, anyDimensions;
} wfOffKind;

// The length of that word, 0 when the text does not begin with one.
size_t wfMatchOffWord( const char* text, size_t size, wfOffKind* kind );
