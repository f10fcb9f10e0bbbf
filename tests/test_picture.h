// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the tests of pictures share: a small grid with a field made by hand, and files looked at from outside.
#pragma once

#include "field/field.h"
#include "test.h"

#include <stddef.h>

// Memory of a scene comes from the C library, so that it does not show up in allocation tests.
typedef struct PictureScene
{
	wfGrid grid;
	wfField field;
	double* p;
} PictureScene;

// Rows of text, top row first: '#' wall, 'o' blocked by the agent's radius only, '$' costly, 'G' goal, anything else free. The
// field has the value 2^-(steps to the goal * stepExponent), so it has no flat cell; p is 1 minus it, as doubles have it.
PictureScene* pictureScene( const char* const* rows, int32_t height, int32_t stepExponent );
void pictureSceneDestroy( PictureScene* scene );

typedef struct FileBytes
{
	unsigned char* data; // a zero byte follows the last
	size_t size;
} FileBytes;

// Size 0 when there is no such file.
FileBytes readBytes( const char* path );
void freeBytes( FileBytes* bytes );
bool fileExists( const char* path );
// Entries of a folder, . and .. not counted.
int32_t countEntries( const char* folder );

// From the header of a PNG; false when it is none.
bool getPngSize( const FileBytes* bytes, int32_t* width, int32_t* height );
// How many pixels of a PNG file have exactly this colour 0xRRGGBB, -1 when it cannot be decoded.
int64_t countPixels( const char* path, uint32_t rgb );
// Tags balanced and closed, attributes quoted and not repeated, entities known, one root, no stray characters.
bool isWellFormedXml( const FileBytes* bytes );
bool containsText( const FileBytes* bytes, const char* text );

void runPictureLineTests( int argc, char** argv );
void runPlotTests( int argc, char** argv );
