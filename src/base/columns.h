// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Arrays of one length, one for each member of many things:
//
//     static wfColumns columnsOf( wfThings* things )
//     {
//         return ( wfColumns ){ { WF_COLUMN( things->x ), WF_COLUMN( things->y ) } };
//     }
#pragma once

#include "base/base.h"

#include <string.h>

#define WF_MAX_COLUMNS 64

// The address of a pointer, and the bytes of one thing's share, never none; the list ends with nothing.
typedef struct wfColumns
{
	struct
	{
		void* array;
		size_t size;
	} items[WF_MAX_COLUMNS];
} wfColumns;

#define WF_COLUMN( member )                                                                                                      \
	{                                                                                                                            \
		&( member ), sizeof( *( member ) )                                                                                       \
	}
// Several items each.
#define WF_WIDE_COLUMN( member, width )                                                                                          \
	{                                                                                                                            \
		&( member ), ( width ) * sizeof( *( member ) )                                                                           \
	}

// Pointers of any type are read and written as bytes.
static inline void* wfSetColumn( void* array, void* to )
{
	void* from;
	memcpy( &from, array, sizeof( from ) );
	memcpy( array, &to, sizeof( to ) );
	return from;
}

// Room for `needed` things. Where there is too little all are made anew, and nothing in them is kept; on failure all stay.
static inline wfResult wfReserveColumns( wfColumns columns, size_t* capacity, size_t needed )
{
	void* grown[WF_MAX_COLUMNS] = { NULL };
	wfResult result = wf_ok;
	if ( needed <= *capacity )
	{
		return wf_ok;
	}
	int32_t count = 0;
	for ( ; columns.items[count].size > 0 && result == wf_ok; ++count )
	{
		grown[count] = wfAllocateArray( needed, columns.items[count].size );
		result = grown[count] != NULL ? wf_ok : wf_outOfMemory;
	}
	for ( int32_t k = 0; k < count; ++k )
	{
		size_t size = columns.items[k].size;
		if ( result != wf_ok )
		{
			wfReleaseArray( grown[k], needed, size );
			continue;
		}
		wfReleaseArray( wfSetColumn( columns.items[k].array, grown[k] ), *capacity, size );
	}
	*capacity = result == wf_ok ? needed : *capacity;
	return result;
}

static inline void wfReleaseColumns( wfColumns columns, size_t* capacity )
{
	for ( int32_t k = 0; columns.items[k].size > 0; ++k )
	{
		wfReleaseArray( wfSetColumn( columns.items[k].array, NULL ), *capacity, columns.items[k].size );
	}
	*capacity = 0;
}

static inline size_t wfGetColumnBytes( wfColumns columns, size_t capacity )
{
	size_t bytes = 0;
	for ( int32_t k = 0; columns.items[k].size > 0; ++k )
	{
		bytes += columns.items[k].size * capacity;
	}
	return bytes;
}
