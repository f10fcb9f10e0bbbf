// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "surface/system.h"

#include <string.h>

// From so many vertices on dissection takes less time in all. Minimum degree needs fewer operations on smaller meshes, but grows
// faster with their size, and without warning on irregular ones.
#define DISSECTED_VERTICES 40000

// Parts of this size are left to minimum degree.
#define LEAF_VERTICES 300

wfResult wfOrderSurface( const wfSurfacePlanner* planner, wfOrder* order )
{
	const wfMatrix* matrix = &planner->core.matrix;
	memset( order, 0, sizeof( *order ) );
	if ( matrix->count >= DISSECTED_VERTICES )
	{
		return wfOrderDissected( matrix, planner->mesh->vertices, planner->meanEdge, LEAF_VERTICES, order );
	}
	return wfOrderMinimumDegree( matrix->count, matrix->start, matrix->neighbor, NULL, order );
}
