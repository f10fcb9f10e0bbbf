// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Arrays, columns and maps.
#include "base/array.h"
#include "base/columns.h"
#include "base/map.h"
#include "test.h"
#include "test_base.h"

typedef struct Item
{
	int32_t a;
	double b;
} Item;

typedef WF_ARRAY( Item ) ItemArray;

static wfResult pushMany( ItemArray* items, int32_t count )
{
	wfResult result = wf_ok;
	for ( int32_t i = 0; i < count && result == wf_ok; ++i )
	{
		result = wfArray_Push( items, ( Item ){ i, 0.5 * i } );
	}
	if ( result != wf_ok )
	{
		wfArray_Free( items );
	}
	return result;
}

TEST( ArraysTakeItemsOneByOne )
{
	ItemArray items = { 0 };
	CHECK_EQUAL( pushMany( &items, 1000 ), wf_ok );
	CHECK_EQUAL( items.count, 1000 );
	CHECK( items.capacity >= 1000 && items.capacity < 2000 );
	for ( int32_t i = 0; i < 1000; ++i )
	{
		CHECK( items.data[i].a == i && items.data[i].b == 0.5 * i );
	}
	items.count -= 1;
	CHECK_EQUAL( wfArray_Push( &items, items.data[0] ), wf_ok );
	CHECK_EQUAL( items.data[999].a, 0 );
	wfArray_Free( &items );
	CHECK( items.data == NULL && items.count == 0 && items.capacity == 0 );
	wfArray_Free( &items );
}

TEST( ArraysTakeManyItemsAtOnce )
{
	WF_ARRAY( int32_t ) numbers = { 0 };
	const int32_t more[] = { 1, 2, 3 };
	for ( int32_t k = 0; k < 50; ++k )
	{
		CHECK_EQUAL( wfArray_Append( &numbers, more, 3 ), wf_ok );
	}
	CHECK_EQUAL( wfArray_Append( &numbers, more, 0 ), wf_ok );
	CHECK_EQUAL( numbers.count, 150 );
	CHECK_EQUAL( numbers.data[148], 2 );
	CHECK_EQUAL( wfArray_Append( &numbers, more, INT32_MAX ), wf_outOfMemory );
	CHECK_EQUAL( numbers.count, 150 );
	CHECK_EQUAL( wfArray_Reserve( &numbers, 5000 ), wf_ok );
	CHECK( numbers.capacity >= 5000 && numbers.count == 150 && numbers.data[149] == 3 );
	wfArray_Free( &numbers );
}

TEST( ArraysSurviveFailedAllocations )
{
	ItemArray items = { 0 };
	TEST_EVERY_ALLOCATION( pushMany( &items, 100 ), wfArray_Free( &items ) );

	CHECK_EQUAL( pushMany( &items, 8 ), wf_ok );
	testFailAllocationsFrom( 1 );
	CHECK_EQUAL( wfArray_Push( &items, ( Item ){ 8, 4.0 } ), wf_outOfMemory );
	testResetAllocator();
	CHECK( items.count == 8 && items.data[7].a == 7 );
	wfArray_Free( &items );
}

typedef struct Places
{
	size_t capacity;
	double* x;
	int32_t* lists; // three each
} Places;

static wfColumns columnsOf( Places* places )
{
	return ( wfColumns ){ { WF_COLUMN( places->x ), WF_WIDE_COLUMN( places->lists, 3 ) } };
}

TEST( ColumnsHaveOneLength )
{
	Places places = { 0 };
	CHECK_EQUAL( wfReserveColumns( columnsOf( &places ), &places.capacity, 10 ), wf_ok );
	CHECK_EQUAL( places.capacity, 10 );
	places.x[9] = 1.0;
	places.lists[29] = 2;
	double* before = places.x;
	CHECK_EQUAL( wfReserveColumns( columnsOf( &places ), &places.capacity, 7 ), wf_ok );
	CHECK( places.capacity == 10 && places.x == before && places.lists[29] == 2 );
	CHECK_EQUAL( wfGetColumnBytes( columnsOf( &places ), places.capacity ), 10 * ( sizeof( double ) + 3 * sizeof( int32_t ) ) );
	wfReleaseColumns( columnsOf( &places ), &places.capacity );
	CHECK( places.x == NULL && places.lists == NULL && places.capacity == 0 );
}

static wfResult growColumns( Places* places )
{
	wfResult result = wfReserveColumns( columnsOf( places ), &places->capacity, 4 );
	result = result == wf_ok ? wfReserveColumns( columnsOf( places ), &places->capacity, 40 ) : result;
	if ( result != wf_ok )
	{
		// Those that were there stayed.
		CHECK( ( places->capacity == 4 ) == ( places->x != NULL ) && ( places->x != NULL ) == ( places->lists != NULL ) );
		wfReleaseColumns( columnsOf( places ), &places->capacity );
	}
	return result;
}

TEST( ColumnsSurviveFailedAllocations )
{
	Places places = { 0 };
	TEST_EVERY_ALLOCATION( growColumns( &places ), wfReleaseColumns( columnsOf( &places ), &places.capacity ) );
	CHECK( places.x == NULL && places.capacity == 0 );
}

// Keys that crowd: small ones, ones with equal low bits, and random ones.
static uint64_t keyOf( int32_t i )
{
	return i % 3 == 0 ? (uint64_t)i : i % 3 == 1 ? (uint64_t)i << 40 : wfRandomBits( 5, 6, (uint64_t)i );
}

static wfResult fillMap( wfMap* map, int32_t count )
{
	wfResult result = wf_ok;
	for ( int32_t i = 0; i < count && result == wf_ok; ++i )
	{
		result = wfMap_Set( map, keyOf( i ), i );
	}
	if ( result != wf_ok )
	{
		wfMap_Free( map );
	}
	return result;
}

TEST( MapsFindWhatWasSet )
{
	wfMap map = { 0 };
	CHECK_EQUAL( wfMap_Find( &map, 0 ), -1 );
	CHECK_EQUAL( fillMap( &map, 10000 ), wf_ok );
	CHECK_EQUAL( map.count, 10000 );
	for ( int32_t i = 0; i < 10000; ++i )
	{
		CHECK_EQUAL( wfMap_Find( &map, keyOf( i ) ), i );
		CHECK_EQUAL( wfMap_Find( &map, keyOf( i ) ^ ( 1ull << 63 ) ), -1 );
	}
	int32_t found = -1;
	CHECK_EQUAL( wfMap_FindOrAdd( &map, keyOf( 77 ), 5, &found ), wf_ok );
	CHECK_EQUAL( found, 77 );
	CHECK_EQUAL( wfMap_FindOrAdd( &map, UINT64_MAX, 5, &found ), wf_ok );
	CHECK( found == 5 && map.count == 10001 );
	CHECK_EQUAL( wfMap_Set( &map, keyOf( 77 ), 0 ), wf_ok );
	CHECK( wfMap_Find( &map, keyOf( 77 ) ) == 0 && map.count == 10001 );

	wfMap_Clear( &map );
	CHECK( map.count == 0 && wfMap_Find( &map, keyOf( 1 ) ) == -1 );
	CHECK_EQUAL( wfMap_Set( &map, 3, 4 ), wf_ok );
	CHECK_EQUAL( wfMap_Find( &map, 3 ), 4 );
	wfMap_Free( &map );
}

TEST( MapsSurviveFailedAllocations )
{
	wfMap map = { 0 };
	TEST_EVERY_ALLOCATION( fillMap( &map, 200 ), wfMap_Free( &map ) );

	CHECK_EQUAL( wfMap_Reserve( &map, 100 ), wf_ok );
	testFailAllocationsFrom( 1 );
	CHECK_EQUAL( fillMap( &map, 100 ), wf_ok );
	testResetAllocator();
	wfMap_Free( &map );
}

TEST( MapsRefuseValuesBelowZero )
{
	wfMap map = { 0 };
	testBeginAsserts();
	CHECK_EQUAL( wfMap_Set( &map, 1, -1 ), wf_outOfRange );
	CHECK_EQUAL( testEndAsserts(), 1 );
	wfMap_Free( &map );
}

TEST( MapsFindNames )
{
	const char* const names[] = { "north", "south", "", "east" };
	wfMap map = { 0 };
	uint64_t key;
	for ( int32_t i = 0; i < 4; ++i )
	{
		CHECK_EQUAL( wfMap_FindName( &map, names, names[i], &key ), -1 );
		CHECK_EQUAL( wfMap_Set( &map, key, i ), wf_ok );
	}
	for ( int32_t i = 0; i < 4; ++i )
	{
		CHECK_EQUAL( wfMap_FindName( &map, names, names[i], &key ), i );
	}
	CHECK_EQUAL( wfMap_FindName( &map, names, "west", &key ), -1 );
	// Another name under the key of this one: it goes under the next.
	CHECK_EQUAL( wfMap_Set( &map, key, 0 ), wf_ok );
	uint64_t next = key;
	CHECK_EQUAL( wfMap_FindName( &map, names, "west", &next ), -1 );
	CHECK( next == key + 1 );
	wfMap_Free( &map );
}

void runContainerTests( int argc, char** argv )
{
	RUN( ArraysTakeItemsOneByOne );
	RUN( ArraysTakeManyItemsAtOnce );
	RUN( ArraysSurviveFailedAllocations );
	RUN( ColumnsHaveOneLength );
	RUN( ColumnsSurviveFailedAllocations );
	RUN( MapsFindWhatWasSet );
	RUN( MapsSurviveFailedAllocations );
	RUN( MapsRefuseValuesBelowZero );
	RUN( MapsFindNames );
}
