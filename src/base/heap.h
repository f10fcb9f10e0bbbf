// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A binary heap of numbered things, the least key first and of equal keys the least number: the order depends on nothing else.
#pragma once

#include "base/array.h"

typedef struct wfHeapItem
{
	double key;
	int32_t value;
} wfHeapItem;

// A zeroed struct is an empty heap; wfArray_Free frees it.
typedef WF_ARRAY( wfHeapItem ) wfHeap;

static inline bool wfComesFirst( wfHeapItem a, wfHeapItem b )
{
	return a.key != b.key ? a.key < b.key : a.value < b.value;
}

static inline wfResult wfHeap_Push( wfHeap* heap, double key, int32_t value )
{
	wfHeapItem item = { key, value };
	wfResult result = wfArray_Push( heap, item );
	if ( result == wf_ok )
	{
		int32_t i = heap->count - 1;
		for ( ; i > 0 && wfComesFirst( item, heap->data[( i - 1 ) / 2] ); i = ( i - 1 ) / 2 )
		{
			heap->data[i] = heap->data[( i - 1 ) / 2];
		}
		heap->data[i] = item;
	}
	return result;
}

// Of a heap that is not empty.
static inline wfHeapItem wfHeap_Pop( wfHeap* heap )
{
	wfHeapItem* items = heap->data;
	wfHeapItem top = items[0], last = items[--heap->count];
	int32_t i = 0;
	for ( int32_t child = 1; child < heap->count; child = 2 * i + 1 )
	{
		child += child + 1 < heap->count && wfComesFirst( items[child + 1], items[child] ) ? 1 : 0;
		if ( !wfComesFirst( items[child], last ) )
		{
			break;
		}
		items[i] = items[child];
		i = child;
	}
	items[i] = last;
	return top;
}
