// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the readers of meshes share: words of a text line by line, and the mesh while it is gathered. Arrays grow with what was
// really read, never with what a header says.
#pragma once

#include "io/reader.h"

#define WF_NO_LINE 0

// Coordinates beyond are refused, as wfCreateMesh does: any unit of length will do, and products of a few stay finite.
#define WF_FARTHEST_VERTEX 1e30

// -------------------------------------------------------------------------------------------------------------- gathering

typedef struct wfMeshBuilder
{
	const wfReader* reader;
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
} wfMeshBuilder;

void wfMeshBuilder_Start( wfMeshBuilder* builder, const wfReader* reader );
void wfMeshBuilder_Free( wfMeshBuilder* builder );
// Forget all vertices and faces; the memory stays.
void wfMeshBuilder_Clear( wfMeshBuilder* builder );
// `place`: a byte of the file for messages about memory.
wfResult wfMeshBuilder_AddVertex( wfMeshBuilder* builder, size_t place, wfVec3 vertex );
// Red, green and blue of the vertex added last; vertices without are white. From 0 to 1, or from 0 to 255 when any of the file is
// larger than 1: both are in use, with and without decimal points.
wfResult wfMeshBuilder_AddColor( wfMeshBuilder* builder, size_t place, const double* color );
wfResult wfMeshBuilder_AddCorner( wfMeshBuilder* builder, size_t place, int32_t vertex );
// The corners added since the last face, at least three, become a face. WF_NO_LINE in binary files.
wfResult wfMeshBuilder_EndFace( wfMeshBuilder* builder, size_t place, int32_t line );
// Corners added since the last face.
size_t wfMeshBuilder_CountCorners( const wfMeshBuilder* builder );
// Cuts polygons into triangles and hands all over. All corners must be vertices by now.
wfResult wfMeshBuilder_Finish( wfMeshBuilder* builder, const char* format, wfMeshData* data );

// Triangles of a polygon, three numbers of corners (0 to count - 1) each, count - 2 of them. Convex ones become a fan; others are
// cut ear by ear in the plane that fits best; what has no area or crosses itself still gives so many triangles.
typedef struct wfPolygonCutter
{
	wfVec2* places;
	int32_t *next, *previous;
	uint8_t* bent; // inwards or straight: may lie in the way of an ear
	size_t placeCapacity, nextCapacity, previousCapacity, bentCapacity;
	int64_t budget; // comparisons of corners left; below zero: the polygon was given up
} wfPolygonCutter;

// wf_outOfMemory, or wf_tooLarge when the budget is used up.
wfResult wfPolygonCutter_Cut( wfPolygonCutter* cutter, const wfVec3* vertices, const int32_t* corners, int32_t count,
							  int32_t* triangles );
void wfPolygonCutter_Free( wfPolygonCutter* cutter );

// Put words before the field of the error, "vertex[7]." before "x". Returns `result`.
wfResult wfPrefixField( const wfReader* reader, wfResult result, const char* format, ... )
	__attribute__( ( format( printf, 3, 4 ) ) );

// ------------------------------------------------------------------------------------------------------------------ words

typedef struct wfMeshText
{
	const wfReader* reader;
	size_t at;
	int32_t line;		 // of `at`, from 1 on
	bool continuesLines; // a backslash at the end of a line joins it with the next
	bool hasComments;	 // from # to the end of the line
} wfMeshText;

typedef struct wfWord
{
	const char* text;
	size_t length; // 0: the line ends here
	size_t position;
} wfWord;

// Skips a byte-order mark; refuses UTF-16.
wfResult wfMeshText_Start( wfMeshText* text, const wfReader* reader );
// The next word of the line.
wfWord wfMeshText_Next( wfMeshText* text );
// The next word of the file, on whichever line; length 0 at the end of the file.
wfWord wfMeshText_NextAnywhere( wfMeshText* text );
// To the start of the next line. False at the end of the file.
bool wfMeshText_SkipLine( wfMeshText* text );
bool wfWord_Is( wfWord word, const char* expected ); // case does not matter; `expected` in small letters
// A number for the field, in reach. Fails at the word, or at the end of the line when it is empty.
wfResult wfMeshText_ParseNumber( const wfMeshText* text, wfWord word, const char* field, double* value );
wfResult wfMeshText_ParseCoordinate( const wfMeshText* text, wfWord word, const char* field, double* value );
wfResult wfMeshText_ParseInteger( const wfMeshText* text, wfWord word, const char* field, int64_t* value );
// Three coordinates of the line, in reach. The field of messages is x, y or z: see wfPrefixField.
wfResult wfMeshText_ReadPoint( wfMeshText* text, wfVec3* point );
// "found ..., expected ..." at the word.
wfResult wfMeshText_Expected( const wfMeshText* text, wfWord word, const char* field, const char* expected );

// -------------------------------------------------------------------------------------------------------------- formats

typedef enum wfMeshFormat
{
	wf_unknownMesh,
	wf_objMesh,
	wf_plyMesh,
	wf_textStlMesh,
	wf_binaryStlMesh,
	wf_offMesh
} wfMeshFormat;

wfMeshFormat wfTellMeshFormat( const char* name, const char* text, size_t size );

// Each fills a zeroed `data` on success only.
wfResult wfReadObjMesh( const wfReader* reader, wfMeshData* data );
wfResult wfReadPlyMesh( const wfReader* reader, wfMeshData* data );
wfResult wfReadTextStlMesh( const wfReader* reader, wfMeshData* data );
wfResult wfReadBinaryStlMesh( const wfReader* reader, wfMeshData* data );
wfResult wfReadOffMesh( const wfReader* reader, wfMeshData* data );

// What the word on top of an OFF file promises: STCN4nOFF, all but OFF optional.
typedef struct wfOffKind
{
	bool texture, color, normal, fourDimensions, anyDimensions;
} wfOffKind;

// The length of that word, 0 when the text does not begin with one.
size_t wfMatchOffWord( const char* text, size_t size, wfOffKind* kind );
