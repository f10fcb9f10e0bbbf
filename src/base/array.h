// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Arrays that grow, one member instead of three:
//
//     WF_ARRAY( wfVec2 ) points;                       // zeroed: empty
//     result = wfArray_Push( &points, ( wfVec2 ){ 1.0, 2.0 } );
//     for ( int32_t i = 0; i < points.count; ++i ) { ... points.data[i] ... }
//     wfArray_Free( &points );
//
// Each WF_ARRAY( T ) is a type of its own: give it a name by a typedef where functions pass it on. Arguments that name the array
// are evaluated several times.
#pragma once

#include "base/base.h"

#define WF_ARRAY( T )                                                                                                            \
	struct                                                                                                                       \
	{                                                                                                                            \
		T* data;                                                                                                                 \
		int32_t count;                                                                                                           \
		size_t capacity;                                                                                                         \
	}

// Room for `needed` items in all. The items and their count stay, on failure too. No call where there is room.
#define wfArray_Reserve( array, needed )                                                                                         \
	( (size_t)( needed ) <= ( array )->capacity                                                                                  \
		  ? wf_ok                                                                                                                \
		  : wfGrowArray( &( array )->data, &( array )->capacity, (size_t)( needed ), sizeof( *( array )->data ) ) )

// Append one item: wf_ok or wf_outOfMemory. No call where there is room.
#define wfArray_Push( array, ... )                                                                                               \
	( (wfResult)( (size_t)( array )->count < ( array )->capacity ||                                                              \
						  wfGrowByOne( &( array )->data, &( array )->capacity, ( array )->count, sizeof( *( array )->data ) ) == \
							  wf_ok                                                                                              \
					  ? ( ( array )->data[( array )->count++] = __VA_ARGS__, wf_ok )                                             \
					  : wf_outOfMemory ) )

// Append `more` items from memory that is none of the array's own: wf_ok or wf_outOfMemory.
#define wfArray_Append( array, items, more )                                                                                     \
	( (void)sizeof( ( array )->data == ( items ) ), wfAppendItems( &( array )->data, &( array )->capacity, &( array )->count,    \
																   ( items ), ( more ), sizeof( *( array )->data ) ) )

// Gives the memory back and leaves an empty array.
#define wfArray_Free( array )                                                                                                    \
	( wfReleaseArray( ( array )->data, ( array )->capacity, sizeof( *( array )->data ) ), ( array )->data = NULL,                \
	  ( array )->count = 0, (void)( ( array )->capacity = 0 ) )

// What the macros above call.
WF_EDGE_API wfResult wfGrowByOne( void* array, size_t* capacity, int32_t count, size_t size );
WF_EDGE_API wfResult wfAppendItems( void* array, size_t* capacity, int32_t* count, const void* items, int32_t more, size_t size );
