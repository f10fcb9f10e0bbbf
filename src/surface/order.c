// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "surface/system.h"

#include <string.h>

wfResult wfOrderSurface( const wfSurfacePlanner* planner, wfOrder* order )
{
	const wfMatrix* matrix = &planner->matrix;
	memset( order, 0, sizeof( *order ) );
	size_t count = (size_t)matrix->count;
	int32_t* weight = wfAllocateArray( count, sizeof( int32_t ) );
	if ( weight == NULL )
	{
		return wf_outOfMemory;
	}
	for ( size_t v = 0; v < count; ++v )
	{
		weight[v] = 1;
	}
	wfResult result = wfOrderMinimumDegree( matrix->count, matrix->start, matrix->neighbor, weight, order );
	wfReleaseArray( weight, count, sizeof( int32_t ) );
	return result;
}
