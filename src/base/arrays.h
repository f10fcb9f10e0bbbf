// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Arrays that live and die together, each listed once for getting and for giving back:
//
//     wfArrays arrays = { { WF_ONE_ARRAY( queue, count ), WF_ZEROED_ARRAY( visited, count ) } };
//     wfResult result = wfArrays_Allocate( &arrays );
//     ...
//     wfArrays_Free( &arrays );
#pragma once

#include "base/base.h"

#define WF_MOST_ARRAYS 16

typedef struct wfArraysItem
{
	void* pointer; // address of the pointer to the items
	size_t count, size;
	bool zeroed;
} wfArraysItem;

// The first item without a pointer ends the list.
typedef struct wfArrays
{
	wfArraysItem items[WF_MOST_ARRAYS];
} wfArrays;

#define WF_ONE_ARRAY( array, itemCount )                                                                                         \
	{                                                                                                                            \
		&( array ), (size_t)( itemCount ), sizeof( *( array ) ), false                                                           \
	}
#define WF_ZEROED_ARRAY( array, itemCount )                                                                                      \
	{                                                                                                                            \
		&( array ), (size_t)( itemCount ), sizeof( *( array ) ), true                                                            \
	}

// All of them, or none and null pointers.
WF_EDGE_API wfResult wfArrays_Allocate( const wfArrays* arrays );
// Leaves null pointers.
WF_EDGE_API void wfArrays_Free( const wfArrays* arrays );

// Ascending.
WF_EDGE_API void wfSortNumbers( int32_t* numbers, int32_t count );
// Whether an ascending list has a number.
WF_EDGE_API bool wfFindNumber( const int32_t* numbers, int32_t count, int32_t number );
