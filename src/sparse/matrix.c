// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The matrix as memory and as a graph.

#include "base/arrays.h"
#include "sparse/sparse.h"

#include <string.h>

static wfArrays listMatrix( wfMatrix* matrix )
{
	return ( wfArrays ){ { WF_ONE_ARRAY( matrix->start, matrix->count + 1 ),
						   WF_ONE_ARRAY( matrix->neighbor, matrix->linkCapacity ),
						   WF_ONE_ARRAY( matrix->link, matrix->linkCapacity ), WF_ONE_ARRAY( matrix->excess, matrix->count ) } };
}

wfResult wfMatrix_Allocate( wfMatrix* matrix, int32_t count, size_t links )
{
	matrix->count = count;
	matrix->linkCapacity = links > 0 ? links : 1;
	wfArrays arrays = listMatrix( matrix );
	return wfArrays_Allocate( &arrays );
}

void wfMatrix_Free( wfMatrix* matrix )
{
	wfArrays arrays = listMatrix( matrix );
	wfArrays_Free( &arrays );
	memset( matrix, 0, sizeof( *matrix ) );
}

int32_t wfMatrix_Flood( const wfMatrix* matrix, int32_t* queue, int32_t count, uint8_t* visited, wfEnterFcn* enters,
						const void* context )
{
	for ( int32_t k = 0; k < count; ++k )
	{
		visited[queue[k]] = 1;
	}
	for ( int32_t head = 0; head < count; ++head )
	{
		wfRow row;
		wfMatrix_GetRow( matrix, queue[head], &row );
		for ( int32_t m = 0; m < row.count; ++m )
		{
			int32_t other = row.neighbors[m];
			if ( !visited[other] && enters( context, other ) )
			{
				visited[other] = 1;
				queue[count++] = other;
			}
		}
	}
	return count;
}

wfResult wfCountArrivals( int32_t count, wfNextPlaceFcn* next, const void* context, wfArrivals* arrivals )
{
	enum
	{
		unknown,
		arrives,
		stuck
	};
	uint8_t* outcome;
	int32_t* walk;
	wfArrays arrays = { { WF_ZEROED_ARRAY( outcome, count ), WF_ONE_ARRAY( walk, count ) } };
	wfResult result = wfArrays_Allocate( &arrays );
	*arrivals = ( wfArrivals ){ 0, 0 };
	for ( int32_t start = 0; result == wf_ok && start < count; ++start )
	{
		int32_t place = start, walked = 0;
		while ( outcome[place] == unknown )
		{
			int32_t after = next( context, place );
			if ( after < 0 || after == place )
			{
				outcome[place] = after == place ? arrives : stuck;
				arrivals->flat += after == WF_STUCK;
				arrivals->arriving += after == place;
				break;
			}
			// Values change strictly from one to the next, so a walk never meets itself.
			walk[walked++] = place;
			place = after;
		}
		for ( int32_t k = 0; k < walked; ++k )
		{
			outcome[walk[k]] = outcome[place];
			arrivals->arriving += outcome[place] == arrives;
		}
	}
	wfArrays_Free( &arrays );
	return result;
}
