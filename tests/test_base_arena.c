// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "base/arena.h"
#include "test.h"
#include "test_base.h"

#include <string.h>

TEST( ArenaBlocksAreAlignedAndApart )
{
	wfArena arena = wfMakeArena( 1024 );
	uint8_t* blocks[300];
	size_t sizes[300];
	for ( int32_t i = 0; i < 300; ++i )
	{
		size_t alignment = (size_t)1 << ( i % 7 );
		sizes[i] = wfRandomBits( 1, 0, (uint64_t)i ) % 200;
		blocks[i] = wfArenaAllocate( &arena, sizes[i], alignment );
		if ( CHECK( blocks[i] != NULL ) == false )
		{
			break;
		}
		CHECK_EQUAL( (uintptr_t)blocks[i] % alignment, 0 );
		memset( blocks[i], i & 255, sizes[i] );
	}
	// Each block still has what was written: no two overlap.
	int32_t wrong = 0;
	for ( int32_t i = 0; i < 300; ++i )
	{
		for ( size_t j = 0; j < sizes[i]; ++j )
		{
			wrong += blocks[i][j] != ( i & 255 );
		}
	}
	CHECK_EQUAL( wrong, 0 );
	CHECK_EQUAL( wfArenaGetByteCount( &arena ), wfGetByteCount() );
	wfArenaDestroy( &arena );
	CHECK_EQUAL( wfArenaGetByteCount( &arena ), 0 );
}

TEST( ArenaTakesBlocksLargerThanAChunk )
{
	wfArena arena = { 0 };
	uint8_t* large = wfArenaAllocate( &arena, 1000000, 64 );
	CHECK( large != NULL );
	memset( large, 1, 1000000 );
	uint8_t* small = wfArenaAllocate( &arena, 10, 1 );
	CHECK( small != NULL && ( small + 10 <= large || small >= large + 1000000 ) );
	CHECK( wfArenaAllocate( &arena, 0, 1 ) != NULL );
	CHECK( wfArenaAllocate( &arena, SIZE_MAX, 1 ) == NULL );
	CHECK( wfArenaAllocate( &arena, SIZE_MAX - 63, 64 ) == NULL );
	CHECK( wfArenaAllocateArray( &arena, SIZE_MAX / 2, 3, 8 ) == NULL );
	double* numbers = wfArenaAllocateArray( &arena, 100, sizeof( double ), sizeof( double ) );
	CHECK( numbers != NULL );
	wfArenaDestroy( &arena );
}

TEST( ArenaMarksGiveMemoryBack )
{
	wfArena arena = wfMakeArena( 256 );
	char* kept = wfArenaAllocate( &arena, 6, 1 );
	memcpy( kept, "stays", 6 );
	wfArenaMark mark = wfArenaGetMark( &arena );
	void* first = wfArenaAllocate( &arena, 100, 8 );
	for ( int32_t i = 0; i < 20; ++i )
	{
		CHECK( wfArenaAllocate( &arena, 100, 8 ) != NULL );
	}
	size_t bytes = wfArenaGetByteCount( &arena );
	for ( int32_t round = 0; round < 5; ++round )
	{
		wfArenaResetTo( &arena, mark );
		CHECK( wfArenaAllocate( &arena, 100, 8 ) == first );
		for ( int32_t i = 0; i < 20; ++i )
		{
			memset( wfArenaAllocate( &arena, 100, 8 ), round, 100 );
		}
		CHECK_EQUAL( wfArenaGetByteCount( &arena ), bytes );
	}
	CHECK_STRING( kept, "stays" );

	// A block that does not fit the next kept chunk gets its own before it, and the kept ones are still found.
	wfArenaReset( &arena );
	CHECK( wfArenaAllocate( &arena, 10, 1 ) == (void*)kept );
	CHECK( wfArenaAllocate( &arena, 5000, 1 ) != NULL );
	size_t grown = wfArenaGetByteCount( &arena );
	CHECK( grown > bytes );
	for ( int32_t i = 0; i < 10; ++i )
	{
		CHECK( wfArenaAllocate( &arena, 200, 8 ) != NULL );
	}
	CHECK_EQUAL( wfArenaGetByteCount( &arena ), grown );
	wfArenaDestroy( &arena );
}

static wfResult fillArena( wfArena* arena )
{
	*arena = wfMakeArena( 128 );
	for ( int32_t i = 0; i < 10; ++i )
	{
		if ( wfArenaAllocate( arena, 100, 16 ) == NULL )
		{
			// The failure changed nothing: the next try goes through.
			CHECK( wfArenaAllocate( arena, 100, 16 ) != NULL );
			wfArenaDestroy( arena );
			return wf_outOfMemory;
		}
	}
	return wf_ok;
}

TEST( ArenaSurvivesFailedAllocations )
{
	wfArena arena;
	TEST_EVERY_ALLOCATION( fillArena( &arena ), wfArenaDestroy( &arena ) );
}

TEST( ArenaRefusesBadAlignment )
{
	wfArena arena = { 0 };
	testBeginAsserts();
	CHECK( wfArenaAllocate( &arena, 10, 0 ) == NULL );
	CHECK( wfArenaAllocate( &arena, 10, 12 ) == NULL );
	CHECK( wfArenaAllocate( &arena, 10, 128 ) == NULL );
	CHECK_EQUAL( testEndAsserts(), 3 );
	wfArenaDestroy( &arena );
}

void runArenaTests( int argc, char** argv )
{
	RUN( ArenaBlocksAreAlignedAndApart );
	RUN( ArenaTakesBlocksLargerThanAChunk );
	RUN( ArenaMarksGiveMemoryBack );
	RUN( ArenaSurvivesFailedAllocations );
	RUN( ArenaRefusesBadAlignment );
}
