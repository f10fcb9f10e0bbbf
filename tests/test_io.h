// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What the tests of the readers share.
#pragma once

#include "wayfield/io.h"

#include "tests/test.h"

// Each runs the tests of one file.
void testIoJson( int argc, char** argv );
void testIoScenario( int argc, char** argv );
void testIoCrowd( int argc, char** argv );
void testIoCrowdRefusals( int argc, char** argv );
void testIoCrowdGaits( int argc, char** argv );
void testIoCrowdGroups( int argc, char** argv );
void testIoCrowdExplore( int argc, char** argv );
void testIoOrders( int argc, char** argv );
void testIoMaps( int argc, char** argv );
void testIoImages( int argc, char** argv );
void testIoWkt( int argc, char** argv );
void testIoMesh( int argc, char** argv );
void testIoMeshRefusals( int argc, char** argv );
void testIoMeshPly( int argc, char** argv );
void testIoMeshPolygons( int argc, char** argv );
void testIoReference( int argc, char** argv );
void testIoSurface( int argc, char** argv );
void testIoSurfaceAgents( int argc, char** argv );

// Read a text as the file `name`; on failure the scenario is zero and the error is filled.
wfResult testReadText( const char* name, const char* text, wfScenario* scenario, wfError* error );
// Checks that the text is read; free the scenario afterwards.
bool testAccept( const char* name, const char* text, wfScenario* scenario, const char* file, int line );
// Checks that the error names that place in the file `name`, with a message that contains the words.
void testCheckError( const wfError* error, const char* name, wfResult result, int32_t atLine, int32_t atColumn, const char* field,
					 const char* words, const char* file, int line );
// Checks that the text is refused at that place, with a message that contains the words.
void testRefuse( const char* name, const char* text, size_t size, wfResult result, int32_t atLine, int32_t atColumn,
				 const char* field, const char* words, const char* file, int line );

#define ACCEPT( name, text, scenario ) testAccept( name, text, scenario, __FILE__, __LINE__ )
#define REFUSE( name, text, result, line, column, field, words )                                                                 \
	testRefuse( name, text, strlen( text ), result, line, column, field, words, __FILE__, __LINE__ )
#define REFUSE_BYTES( name, bytes, size, result, line, column, field, words )                                                    \
	testRefuse( name, bytes, size, result, line, column, field, words, __FILE__, __LINE__ )

// Checks that the schema of scenarios is JSON and hands it over.
struct wfJson;
void testWithSchema( void ( *check )( const struct wfJson* json ) );

// The shape at an index in the order they were added.
wfShapeDef testGetShape( const wfScenario* scenario, int32_t index );
// The cells of an image shape as rows of # and ., the upper row first, with a line end after each. Lives until the next call.
const char* testDrawShape( const wfScenario* scenario, int32_t index );
// A folder for files of a test; the test removes it.
void testMakeFolder( char* folder, size_t capacity, const char* name );
