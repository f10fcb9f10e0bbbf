// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Arrays listed once, and heaps.

#include "base/arrays.h"
#include "base/heap.h"
#include "test.h"
#include "test_base.h"

typedef struct Listed
{
	double* numbers;
	uint8_t* marks;
	int32_t count;
} Listed;

static wfArrays listArrays( Listed* listed )
{
	return ( wfArrays ){ { WF_ONE_ARRAY( listed->numbers, listed->count ), WF_ZEROED_ARRAY( listed->marks, listed->count ) } };
}

TEST( ArraysAreAllThereOrNone )
{
	for ( int32_t count = 0; count < 3; ++count )
	{
		Listed listed = { .count = 100 * count };
		wfArrays arrays = listArrays( &listed );
		CHECK_EQUAL( wfArrays_Allocate( &arrays ), wf_ok );
		CHECK( listed.numbers != NULL && listed.marks != NULL );
		for ( int32_t i = 0; i < listed.count; ++i )
		{
			CHECK_EQUAL( listed.marks[i], 0 );
			listed.numbers[i] = i;
		}
		wfArrays_Free( &arrays );
		CHECK( listed.numbers == NULL && listed.marks == NULL );
		TEST_EVERY_ALLOCATION( wfArrays_Allocate( &arrays ), wfArrays_Free( &arrays ) );
		CHECK( listed.numbers == NULL && listed.marks == NULL );
	}
}

TEST( HeapsGiveTheLeastKeyThenTheLeastNumber )
{
	wfHeap heap = { 0 };
	uint32_t state = 1;
	for ( int32_t i = 0; i < 500; ++i )
	{
		state = state * 1664525u + 1013904223u;
		CHECK_EQUAL( wfHeap_Push( &heap, (double)( state >> 28 ), ( i * 37 ) % 500 ), wf_ok );
	}
	wfHeapItem last = { -1.0, -1 };
	for ( int32_t i = 0; i < 500; ++i )
	{
		wfHeapItem item = wfHeap_Pop( &heap );
		CHECK( wfComesFirst( last, item ) );
		last = item;
	}
	CHECK_EQUAL( heap.count, 0 );
	wfArray_Free( &heap );
}

void runArraysTests( int argc, char** argv )
{
	RUN( ArraysAreAllThereOrNone );
	RUN( HeapsGiveTheLeastKeyThenTheLeastNumber );
}
