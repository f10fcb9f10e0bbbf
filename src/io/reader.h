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

// What is read from one text. The error is that of the first failure: all that is called after it does nothing, so values are
// read one after the other, and who needs them asks once.
typedef struct wfReader
{
	const char* name; // the path, or what stands for it in messages
	const char* text; // not terminated
	size_t size;
	const wfReadDef* def;
	size_t* used;		  // bytes counted against def->memoryLimit so far, shared with the readers of files named inside
	wfError* error;		  // never null
	int32_t depth;		  // of files that name files
	bool isDatabase;	  // it stays on the disk and is not in `text`
	wfWarnings* warnings; // null: not kept
} wfReader;

static inline bool wfReader_IsOk( const wfReader* reader )
{
	return reader->error->result == wf_ok;
}

// Report what is wrong at a byte of the text; line and column are found from it. `field` may be null. Returns the first result.
wfResult wfReader_Fail( const wfReader* reader, size_t position, const char* field, wfResult result, const char* format, ... )
	__attribute__( ( format( printf, 5, 6 ) ) );
wfResult wfReader_FailWith( const wfReader* reader, size_t position, const char* field, wfResult result, const char* format,
							va_list arguments ) __attribute__( ( format( printf, 5, 0 ) ) );
// What another module said, which has filled the reader's error: its message stays, file, place and field are added. True when it
// is wf_ok.
bool wfReader_Take( const wfReader* reader, size_t position, const char* field, wfResult result );
// What is read and yet should be said otherwise, at a byte of the text.
void wfReader_Warn( const wfReader* reader, size_t position, const char* format, ... )
	__attribute__( ( format( printf, 3, 4 ) ) );
wfResult wfReader_OutOfMemory( const wfReader* reader );

typedef struct wfTextPlace
{
	int32_t line, column; // from 1 on
} wfTextPlace;
wfTextPlace wfReader_FindPlace( const wfReader* reader, size_t position );

// In bytes.
size_t wfReader_GetLimit( const wfReadDef* def );
// Count bytes about to be allocated against the limit; make room in an array, counted so. False after a failure.
bool wfReader_Reserve( const wfReader* reader, size_t position, const char* field, size_t bytes );
bool wfReader_Grow( const wfReader* reader, size_t position, const char* field, void* array, size_t* capacity, size_t needed,
					size_t size );
// Append one item to a WF_ARRAY, counted so.
#define wfReader_Push( reader, position, array, ... )                                                                            \
	( (void)( wfReader_Grow( reader, position, NULL, &( array )->data, &( array )->capacity, (size_t)( array )->count + 1,       \
							 sizeof( *( array )->data ) ) &&                                                                     \
			  ( ( array )->data[( array )->count++] = __VA_ARGS__, true ) ) )
// False, and a failure, where memory that was asked for is not there.
static inline bool wfReader_CheckMemory( const wfReader* reader, const void* memory )
{
	if ( memory == NULL )
	{
		wfReader_OutOfMemory( reader );
	}
	return memory != NULL && wfReader_IsOk( reader );
}
// Check sizes of an image a file states before anything is allocated for it: cells are counted by 32-bit indices.
bool wfReader_CheckSize( const wfReader* reader, size_t position, int64_t width, int64_t height );
// Text formats: refuse bytes that are not UTF-8, and byte-order marks of other encodings. Where the text begins, after a mark of
// UTF-8.
size_t wfReader_CheckText( const wfReader* reader );

// The range of a number, and how a message describes what is expected.
typedef struct wfNumberRange
{
	double lower, upper;
	const char* expected;
} wfNumberRange;

// --------------------------------------------------------------------------------------------------------------- words

// A line or a word of the text.
typedef struct wfWord
{
	const char* text;
	size_t length; // 0: there is none
	size_t position;
} wfWord;

// A line without its end, be it LF or CRLF. False at the end of the text.
bool wfNextLine( const wfReader* reader, size_t* at, wfWord* line );
// What stands between separators, without the blanks around it; beyond the capacity words are counted only.
size_t wfSplitWords( const wfWord* line, const char* separators, bool keepEmpty, wfWord* words, size_t capacity );
wfWord wfTrimWord( wfWord word ); // of blanks on both sides
bool wfWord_Equals( const wfWord* word, const char* expected );
bool wfWord_Is( wfWord word, const char* expected ); // case does not matter; `expected` in small letters
wfQuoted wfWord_Quote( wfWord word );				 // cut to a length for messages
// Cut to the capacity; never in the middle of a character.
void wfCopyText( char* buffer, size_t capacity, const char* text );
void wfCopyWord( char* buffer, size_t capacity, wfWord word );
// The length of a byte-order mark of UTF-8 at the beginning, 0: none; and of the white space behind it.
size_t wfMeasureMark( const char* text, size_t size );
size_t wfFindContent( const char* text, size_t size );
// ", did you mean "name"?" behind a word that is none of the names but looks like one, else empty.
wfQuoted wfMakeHint( const char* word, size_t length, const char* const* names );

// --------------------------------------------------------------------------------------------------------------- files

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

// A path as written in `base`, a file: absolute ones stay, others are relative to the folder of `base`. Terminated; release
// with `capacity` bytes. Null when out of memory.
char* wfJoinPath( const char* base, const char* path, size_t length, size_t* capacity );
// The last part of a path, without folder and without its extension, cut to the capacity.
void wfCopyStem( char* buffer, size_t capacity, const char* path );

// A file named by another one, to be read by `reader`.
typedef struct wfNamedFile
{
	wfReader reader;
	wfFile file;
	char* path;
	size_t pathSize;
} wfNamedFile;

// One that cannot be loaded is reported at the place that names it, as "the <what> <path> <why>". Close it also after a failure.
bool wfNamedFile_Open( wfNamedFile* named, const wfReader* from, size_t position, const char* field, const char* what,
					   const wfWord* name );
void wfNamedFile_Close( wfNamedFile* named );

// -------------------------------------------------------------------------------------------------------------- images

// Row 0 on top, as in files.
typedef struct wfGrayImage
{
	int32_t width, height;
	uint8_t* gray;	// 0 black, 255 white
	uint8_t* alpha; // null: opaque everywhere
} wfGrayImage;

void wfGrayImage_Free( wfGrayImage* image );
bool wfGrayImage_Allocate( const wfReader* reader, size_t position, int64_t width, int64_t height, bool alpha,
						   wfGrayImage* image );
bool wfIsPng( const char* data, size_t size );
bool wfIsPgm( const char* data, size_t size );
// Free the image also after a failure.
void wfReadPng( const wfReader* reader, wfGrayImage* image );
void wfReadPgm( const wfReader* reader, wfGrayImage* image );
void wfReadImage( const wfReader* reader, wfGrayImage* image ); // either, by content
// Load and read an image named by another file. A file that cannot be opened is reported at the place that names it.
void wfReadNamedImage( const wfReader* reader, const wfWord* name, const char* field, wfGrayImage* image );

// One byte per pixel, row 0 at the bottom: 1 where the pixel belongs to the shape.
typedef struct wfMask
{
	uint8_t* cells;
	int32_t width, height;
	int64_t count; // of ones
} wfMask;

bool wfMask_Allocate( const wfReader* reader, size_t position, int32_t width, int32_t height, wfMask* mask );
void wfMask_Free( wfMask* mask );
// Pixels darker than the threshold, or with `invert` the others. Transparent pixels are seen on white.
void wfMask_FromImage( const wfReader* reader, const wfGrayImage* image, int32_t threshold, bool invert, wfMask* mask );

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

typedef void wfReadWorldFcn( const wfReader* reader, wfScenario* scenario );
wfReadWorldFcn wfReadJsonScenario, wfReadMovingAiMap, wfReadRosMap, wfReadWkt, wfReadPlainImage;

// Something that is read from a file or from memory. The function fills a zeroed struct.
typedef void wfReadFcn( const wfReader* reader, const void* context, void* made );
#define WF_FROM_FILE SIZE_MAX
typedef struct wfReadJob
{
	const char* name;
	const void* data; // null with the size WF_FROM_FILE: the file of that name is loaded
	size_t size;
	const wfReadDef* def;
	wfReadFcn* read;
	const void* context;
	void *made, *target; // what is read into; on success it goes to the target, else it is freed
	size_t madeSize;
	void ( *release )( void* made );
	wfWarnings* warnings;					  // of what is made; null: not kept
	bool ( *isDatabase )( const char* path ); // null: there are none
} wfReadJob;
// `missing`: the message where name, data, def or target are not there.
wfResult wfReadInto( const wfReadJob* job, const char* missing, wfError* error );
// A simulation: `context` is the wfSimulationDef, which is checked before, `made` the wfSimulation.
wfResult wfReadSimulationBy( wfReadFcn* read, const char* name, const void* data, size_t size, const wfSimulationDef* def,
							 wfSimulation* simulation, wfError* error );

// Any of them, told apart by content and extension.
void wfReadAny( const wfReader* reader, wfScenario* scenario );
wfFileKind wfFindFileKind( const char* name, const char* text, size_t size );

// A world of the given bounds, with the defaults of what a file may leave out.
void wfStartScenario( const wfReader* reader, size_t position, wfBox2 bounds, double cellSize, wfScenario* scenario );
// A world that is one picture, lower left corner at `origin`. A mask without ones adds nothing.
void wfAddMask( const wfReader* reader, wfScenario* scenario, const wfMask* mask, wfVec2 origin, double pixelSize,
				wfShapeRole role, const char* name );
