// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "surface/system.h"
#include "surface/tuning.h"

#include <string.h>

wfResult wfOrderSurface( const wfSurfacePlanner* planner, wfOrder* order )
{
	const wfMatrix* matrix = &planner->core.matrix;
	memset( order, 0, sizeof( *order ) );
	if ( matrix->count >= WF_DISSECTED_VERTICES )
	{
		return wfOrderDissected( matrix, planner->mesh->vertices, planner->meanEdge, WF_LEAF_VERTICES, order );
	}
	return wfOrderMinimumDegree( matrix->count, matrix->start, matrix->neighbor, NULL, order );
}
