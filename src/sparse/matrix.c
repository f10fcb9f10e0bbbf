// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The matrix as memory and as a graph.

#include "sparse/sparse.h"

#include <string.h>

wfResult wfMatrix_Allocate( wfMatrix* matrix, int32_t count, size_t links )
{
	size_t nodes = (size_t)count;
	matrix->count = count;
	matrix->linkCapacity = links > 0 ? links : 1;
	matrix->start = wfAllocateArray( nodes + 1, sizeof( int64_t ) );
	matrix->neighbor = wfAllocateArray( matrix->linkCapacity, sizeof( int32_t ) );
	matrix->link = wfAllocateArray( matrix->linkCapacity, sizeof( double ) );
	matrix->excess = wfAllocateArray( nodes, sizeof( double ) );
	bool complete = matrix->start != NULL && matrix->neighbor != NULL && matrix->link != NULL && matrix->excess != NULL;
	return complete ? wf_ok : wf_outOfMemory;
}

void wfMatrix_Free( wfMatrix* matrix )
{
	size_t nodes = (size_t)matrix->count;
	wfReleaseArray( matrix->start, nodes + 1, sizeof( int64_t ) );
	wfReleaseArray( matrix->neighbor, matrix->linkCapacity, sizeof( int32_t ) );
	wfReleaseArray( matrix->link, matrix->linkCapacity, sizeof( double ) );
	wfReleaseArray( matrix->excess, nodes, sizeof( double ) );
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
		int32_t node = queue[head];
		for ( int64_t m = matrix->start[node]; m < matrix->start[node + 1]; ++m )
		{
			int32_t other = matrix->neighbor[m];
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
	size_t places = (size_t)count;
	uint8_t* outcome = wfAllocateZeroed( places );
	int32_t* walk = wfAllocateArray( places, sizeof( int32_t ) );
	wfResult result = outcome != NULL && walk != NULL ? wf_ok : wf_outOfMemory;
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
	wfRelease( outcome, places );
	wfReleaseArray( walk, places, sizeof( int32_t ) );
	return result;
}

wfResult wfWideVector_Allocate( wfWideVector* vector, size_t count )
{
	vector->mantissa = wfAllocateArray( count, sizeof( double ) );
	vector->exponent = wfAllocateArray( count, sizeof( int32_t ) );
	return vector->mantissa != NULL && vector->exponent != NULL ? wf_ok : wf_outOfMemory;
}

void wfWideVector_Free( wfWideVector* vector, size_t count )
{
	wfReleaseArray( vector->mantissa, count, sizeof( double ) );
	wfReleaseArray( vector->exponent, count, sizeof( int32_t ) );
}
