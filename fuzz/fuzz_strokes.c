// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Saved strokes. The input is taken as it is, and says how sound bytes are changed: four bytes for each change, two for the
// place, one for the value and one for what to do with it. The hash is put right afterwards. What is restored can be asked
// anything, taken back and drawn again.
#include "fuzz/fuzz.h"

#include "wayfield/strokes.h"

#include <math.h>

// Of the head, and of the hash in it.
#define CONTENT_BEGIN 32
#define HASH_PLACE 16

static wfStrokes* makeStrokes( void )
{
	static const wfVec2 lines[4][3] = { { { 0.0, 0.0 }, { 2.0, 0.0 }, { 9.0, 0.0 } },
										{ { 4.1, 0.5 }, { 4.1, 2.0 }, { 5.0, 6.0 } },
										{ { 30.0, 0.0 }, { 30.0, 0.0 }, { 30.0, 0.0 } },
										{ { 9.0, 0.5 }, { 12.0, 0.0 }, { 12.0, 3.0 } } };
	wfStrokesDef def = wfDefaultStrokesDef();
	wfStrokes* strokes = NULL;
	FUZZ_CHECK( wfCreateStrokes( &def, &strokes, NULL ) == wf_ok );
	for ( int32_t k = 0; k < 4; ++k )
	{
		FUZZ_CHECK( wfStrokes_Add( strokes, lines[k], 3, NULL, NULL ) == wf_ok );
	}
	return strokes;
}

static void change( uint8_t* bytes, size_t size, const uint8_t* data, size_t count )
{
	for ( size_t k = 0; k + 4 <= count; k += 4 )
	{
		size_t place = CONTENT_BEGIN + ( (size_t)data[k] | (size_t)data[k + 1] << 8 ) % ( size - CONTENT_BEGIN );
		uint8_t value = data[k + 2];
		bytes[place] = data[k + 3] % 3 == 0	  ? value
					   : data[k + 3] % 3 == 1 ? bytes[place] ^ value
											  : (uint8_t)( bytes[place] + value );
	}
	uint64_t hash = wfHash( WF_HASH_START, bytes + CONTENT_BEGIN, size - CONTENT_BEGIN );
	memcpy( bytes + HASH_PLACE, &hash, sizeof( hash ) );
}

static void ask( wfStrokes* strokes )
{
	int32_t nodes = wfStrokes_GetNodeCount( strokes ), links = wfStrokes_GetLinkCount( strokes );
	FUZZ_CHECK( nodes == links + wfStrokes_GetRoots( strokes, NULL, 0 ) );
	for ( int32_t k = 0; k < links; ++k )
	{
		wfStrokeLink link = wfStrokes_GetLink( strokes, k );
		FUZZ_CHECK( link.length > 0.0 && isfinite( link.length ) && link.pointCount >= 2 );
		FUZZ_CHECK( wfStrokes_GetNode( strokes, link.to ).link == k );
	}
	for ( int32_t k = 0; k < nodes; ++k )
	{
		FUZZ_CHECK( wfStrokes_GetRoute( strokes, k, NULL, 0 ) >= 1 && wfStrokes_GetLeaves( strokes, k, NULL, 0 ) >= 1 );
		FUZZ_CHECK( isfinite( wfStrokes_GetPlace( strokes, k, 5.0 ).place.x ) );
	}
	uint64_t hash = wfStrokes_GetHash( strokes );
	int32_t count = 0;
	for ( ; wfStrokes_Undo( strokes ); ++count )
	{
	}
	FUZZ_CHECK( wfStrokes_GetNodeCount( strokes ) == 0 && wfStrokes_GetLinkCount( strokes ) == 0 );
	for ( ; count > 0; --count )
	{
		FUZZ_CHECK( wfStrokes_Redo( strokes ) );
	}
	FUZZ_CHECK( !wfStrokes_Redo( strokes ) && wfStrokes_GetHash( strokes ) == hash );
	const wfVec2 line[2] = { { 1.0, 1.0 }, { 20.0, 1.0 } };
	FUZZ_CHECK( wfStrokes_Add( strokes, line, 2, NULL, NULL ) == wf_ok && wfStrokes_Undo( strokes ) );
	FUZZ_CHECK( wfStrokes_GetHash( strokes ) == hash );
}

static void restore( const uint8_t* bytes, size_t size )
{
	wfStrokes* strokes = makeStrokes();
	uint64_t hash = wfStrokes_GetHash( strokes );
	wfError error = { 0 };
	wfResult result = wfStrokes_Restore( strokes, bytes, size, &error );
	if ( result != wf_ok )
	{
		fuzzCheckError( &error, result );
		FUZZ_CHECK( result == wf_badFormat && wfStrokes_GetHash( strokes ) == hash );
	}
	else
	{
		// They are saved as they were read.
		uint8_t* again = malloc( size );
		FUZZ_CHECK( again != NULL && wfStrokes_Save( strokes, again, size ) == size && memcmp( again, bytes, size ) == 0 );
		free( again );
	}
	ask( strokes );
	wfDestroyStrokes( strokes );
}

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	wfStrokes* strokes = makeStrokes();
	size_t needed = wfStrokes_Save( strokes, NULL, 0 );
	uint8_t* bytes = malloc( needed );
	FUZZ_CHECK( bytes != NULL && wfStrokes_Save( strokes, bytes, needed ) == needed );
	wfDestroyStrokes( strokes );
	change( bytes, needed, data, size );
	restore( bytes, needed );
	restore( data, size );
	free( bytes );
	FUZZ_CHECK( wfGetByteCount() == 0 );
	return 0;
}
