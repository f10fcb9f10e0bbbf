// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "base/arrays.h"

#include <stdlib.h>
#include <string.h>

wfResult wfArrays_Allocate( const wfArrays* arrays )
{
	wfResult result = wf_ok;
	for ( const wfArraysItem* item = arrays->items; item->pointer != NULL; ++item )
	{
		void* memory = result == wf_ok ? wfAllocateArray( item->count, item->size ) : NULL;
		if ( memory == NULL )
		{
			result = wf_outOfMemory;
		}
		else if ( item->zeroed )
		{
			memset( memory, 0, item->count * item->size );
		}
		// Copied, as the pointers are to items of any type.
		memcpy( item->pointer, &memory, sizeof( memory ) );
	}
	if ( result != wf_ok )
	{
		wfArrays_Free( arrays );
	}
	return result;
}

void wfArrays_Free( const wfArrays* arrays )
{
	for ( const wfArraysItem* item = arrays->items; item->pointer != NULL; ++item )
	{
		void* memory;
		memcpy( &memory, item->pointer, sizeof( memory ) );
		wfReleaseArray( memory, item->count, item->size );
		memory = NULL;
		memcpy( item->pointer, &memory, sizeof( memory ) );
	}
}

static int compareNumbers( const void* a, const void* b )
{
	int32_t x = *(const int32_t*)a;
	int32_t y = *(const int32_t*)b;
	return ( x > y ) - ( x < y );
}

void wfSortNumbers( int32_t* numbers, int32_t count )
{
	if ( count > 32 )
	{
		qsort( numbers, (size_t)count, sizeof( int32_t ), compareNumbers );
		return;
	}
	for ( int32_t i = 1; i < count; ++i )
	{
		int32_t number = numbers[i], k = i;
		for ( ; k > 0 && numbers[k - 1] > number; --k )
		{
			numbers[k] = numbers[k - 1];
		}
		numbers[k] = number;
	}
}

bool wfFindNumber( const int32_t* numbers, int32_t count, int32_t number )
{
	int32_t low = 0, high = count;
	while ( low < high )
	{
		int32_t middle = ( low + high ) / 2;
		if ( numbers[middle] < number )
		{
			low = middle + 1;
		}
		else
		{
			high = middle;
		}
	}
	return low < count && numbers[low] == number;
}
