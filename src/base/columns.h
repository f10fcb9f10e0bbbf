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

#define WF_MAX_COLUMNS 64

// The address of a pointer, and the bytes of one thing's share; the list ends with nothing.
typedef struct wfColumns
{
	struct
	{
		void** array;
		size_t size;
	} items[WF_MAX_COLUMNS];
} wfColumns;

#define WF_COLUMN( member )                                                                                                      \
	{                                                                                                                            \
		(void**)&( member ), sizeof( *( member ) )                                                                               \
	}
// Several items each.
#define WF_WIDE_COLUMN( member, width )                                                                                          \
	{                                                                                                                            \
		(void**)&( member ), ( width ) * sizeof( *( member ) )                                                                   \
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
	for ( ; columns.items[count].array != NULL && result == wf_ok; ++count )
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
		wfReleaseArray( *columns.items[k].array, *capacity, size );
		*columns.items[k].array = grown[k];
	}
	*capacity = result == wf_ok ? needed : *capacity;
	return result;
}

static inline void wfReleaseColumns( wfColumns columns, size_t* capacity )
{
	for ( int32_t k = 0; columns.items[k].array != NULL; ++k )
	{
		wfReleaseArray( *columns.items[k].array, *capacity, columns.items[k].size );
		*columns.items[k].array = NULL;
	}
	*capacity = 0;
}

static inline size_t wfGetColumnBytes( wfColumns columns, size_t capacity )
{
	size_t bytes = 0;
	for ( int32_t k = 0; columns.items[k].array != NULL; ++k )
	{
		bytes += columns.items[k].size * capacity;
	}
	return bytes;
}
