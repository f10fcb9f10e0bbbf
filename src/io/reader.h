// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What all readers share: the text they read, where messages go, and how much they may allocate.
#pragma once

#include "wayfield/io.h"

#include "base/number.h"
#include "base/text.h"

#include <stdarg.h>

// For messages that belong to a file as a whole.
#define WF_NO_POSITION SIZE_MAX

// Coordinates and lengths in files, in metres. Far beyond any building or city, and small enough that sums and squares of them
// stay exact enough and finite.
#define WF_MAX_COORDINATE 1e9
#define WF_MIN_LENGTH 1e-6

typedef struct wfReader
{
	const char* name; // the path, or what stands for it in messages
	const char* text; // not terminated
	size_t size;
	const wfReadDef* def;
	size_t* used;		  // bytes counted against def->memoryLimit so far, shared with the readers of files named inside
	wfError* error;		  // never null
	int32_t depth;		  // of files that name files
	bool onDisk;		  // there is a file of that name
	wfWarnings* warnings; // null: not kept
} wfReader;

// Tell what is wrong at a byte of the text; line and column are found from it. `field` may be null. Returns `result`.
wfResult wfReader_Fail( const wfReader* reader, size_t position, const char* field, wfResult result, const char* format, ... )
	__attribute__( ( format( printf, 5, 6 ) ) );
wfResult wfReader_FailWith( const wfReader* reader, size_t position, const char* field, wfResult result, const char* format,
							va_list arguments ) __attribute__( ( format( printf, 5, 0 ) ) );
// The same for an error another module has filled: its message stays, file, place and field are added.
wfResult wfReader_Place( const wfReader* reader, size_t position, const char* field, wfResult result );
// What is read and yet should be said otherwise, at a byte of the text.
void wfReader_Warn( const wfReader* reader, size_t position, const char* format, ... )
	__attribute__( ( format( printf, 3, 4 ) ) );
wfResult wfReader_OutOfMemory( const wfReader* reader );
wfResult wfCheckReadDef( const wfReadDef* def, wfError* error );
// In bytes.
size_t wfReader_GetLimit( const wfReadDef* def );
// Count bytes about to be allocated against the limit.
wfResult wfReader_Reserve( const wfReader* reader, size_t position, const char* field, size_t bytes );
// Check sizes of an image a file states before anything is allocated for it: cells are counted by 32-bit indices.
wfResult wfReader_CheckSize( const wfReader* reader, size_t position, int64_t width, int64_t height );
// A reading that keeps its first failure: what is called after it does nothing.
typedef struct wfReading
{
	const wfReader* reader;
	wfResult result;
} wfReading;

void wfReading_Fail( wfReading* in, size_t position, const char* field, wfResult result, const char* format, ... )
	__attribute__( ( format( printf, 5, 6 ) ) );
// Count bytes about to be allocated against the limit; make room in an array, counted so. False after a failure.
bool wfReading_Reserve( wfReading* in, size_t position, const char* field, size_t bytes );
bool wfReading_Grow( wfReading* in, size_t position, const char* field, void* array, size_t* capacity, size_t needed,
					 size_t size );
// False, and a failure, where memory that was asked for is not there.
bool wfReading_CheckMemory( wfReading* in, const void* memory );

// Text formats: refuse bytes that are not UTF-8, and byte-order marks of other encodings. Skips a mark of UTF-8.
wfResult wfReader_CheckText( const wfReader* reader, size_t* start );

typedef struct wfFile
{
	char* data;
	size_t size;
	size_t capacity;
} wfFile;

// Fill an error about a file: what, and why by the number of errno unless it is 0.
wfResult wfFailFile( const char* path, wfResult result, const char* what, int number, wfError* error );
// Read a regular file, or a pipe when `allowPipe`, of at most `limit` bytes.
wfResult wfFile_Load( const char* path, size_t limit, bool allowPipe, wfFile* file, wfError* error );
void wfFile_Free( wfFile* file );

// Read bytes, or a file, by a function: errors reach the caller's place when it fails only. `used`: bytes that count already.
typedef wfResult wfReadBytesFcn( const wfReader* reader, void* context );
wfResult wfReadBytes( wfReadBytesFcn* read, void* context, const char* name, const void* data, size_t size, size_t used,
					  const wfReadDef* def, wfError* error );
wfResult wfReadFile( wfReadBytesFcn* read, void* context, const char* path, const wfReadDef* def, wfError* error );

// A path as written in `base`, a file: absolute ones stay, others are relative to the folder of `base`. Terminated; release
// with `capacity` bytes. Null when out of memory.
char* wfJoinPath( const char* base, const char* path, size_t length, size_t* capacity );
// The last part of a path, without folder and without its extension, cut to the capacity.
void wfCopyStem( char* buffer, size_t capacity, const char* path );

// -------------------------------------------------------------------------------------------------------------- images

// Row 0 on top, as in files.
typedef struct wfGrayImage
{
	int32_t width, height;
	uint8_t* gray;	// 0 black, 255 white
	uint8_t* alpha; // null: opaque everywhere
} wfGrayImage;

void wfGrayImage_Free( wfGrayImage* image );
wfResult wfGrayImage_Allocate( const wfReader* reader, size_t position, int64_t width, int64_t height, bool alpha,
							   wfGrayImage* image );
bool wfIsPng( const char* data, size_t size );
bool wfIsPgm( const char* data, size_t size );
wfResult wfReadPng( const wfReader* reader, wfGrayImage* image );
wfResult wfReadPgm( const wfReader* reader, wfGrayImage* image );
// PNG or PGM by content.
wfResult wfReadImage( const wfReader* reader, wfGrayImage* image );
// Load and read an image named by another file. A file that cannot be opened is reported at the place that names it.
wfResult wfReadNamedImage( const wfReader* reader, size_t position, const char* field, const char* path, size_t length,
						   wfGrayImage* image );

// One byte per pixel, row 0 at the bottom: 1 where the pixel belongs to the shape.
typedef struct wfMask
{
	uint8_t* cells;
	int32_t width, height;
	int64_t count; // of ones
} wfMask;

wfResult wfMask_Allocate( const wfReader* reader, size_t position, int32_t width, int32_t height, wfMask* mask );
void wfMask_Free( wfMask* mask );
// Pixels darker than the threshold, or with `invert` the others. Transparent pixels are seen on white.
wfResult wfMask_FromImage( const wfReader* reader, const wfGrayImage* image, int32_t threshold, bool invert, wfMask* mask );

// --------------------------------------------------------------------------------------------------------------- kinds

// The readers of world files. Each fills a zeroed scenario; the caller frees it when they fail.
typedef enum wfFileKind
{
	wf_unknownFile,
	wf_scenarioFile,
	wf_movingAiFile,
	wf_rosFile,
	wf_wktFile,
	wf_pngFile,
	wf_pgmFile
} wfFileKind;

wfResult wfReadJsonScenario( const wfReader* reader, wfScenario* scenario );
wfResult wfReadMovingAiMap( const wfReader* reader, wfScenario* scenario );
wfResult wfReadRosMap( const wfReader* reader, wfScenario* scenario );
wfResult wfReadWkt( const wfReader* reader, wfScenario* scenario );
wfResult wfReadPlainImage( const wfReader* reader, wfScenario* scenario );

// Something that is read from a file or from memory.
typedef wfResult wfReadFcn( const wfReader* reader, const void* context, void* made );
#define WF_FROM_FILE SIZE_MAX
typedef struct wfReadJob
{
	const char* name;
	const void* data; // null with the size WF_FROM_FILE: the file of that name is loaded
	size_t size;
	const wfReadDef* def;
	wfReadFcn* function;
	const void* context;
	void *made, *target; // what is read into; on success it goes to the target, else it is freed
	size_t madeSize;
	void ( *release )( void* made );
	wfWarnings* warnings; // of what is made; null: not kept
} wfReadJob;
wfResult wfReadInto( wfReadJob* job, wfError* error );

// Any of them, told apart by content and extension.
wfResult wfReadAny( const wfReader* reader, wfScenario* scenario );
wfFileKind wfTellFileKind( const char* name, const char* text, size_t size );

// A world of the given bounds, with the defaults of what a file may leave out.
wfResult wfStartScenario( const wfReader* reader, size_t position, wfBox2 bounds, double cellSize, wfScenario* scenario );
// A world that is one picture, lower left corner at `origin`. A mask without ones adds nothing.
wfResult wfAddMask( const wfReader* reader, wfScenario* scenario, const wfMask* mask, wfVec2 origin, double pixelSize,
					wfShapeRole role, const char* name );
