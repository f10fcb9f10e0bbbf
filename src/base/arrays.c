// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "base/arrays.h"

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
