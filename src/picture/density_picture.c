// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The density map of metrics as a picture.

#include "base/base.h"
#include "metrics/metrics.h"
#include "picture/crowd.h"

wfResult wfDrawDensity( const char* path, const wfWorld* world, const wfMetrics* metrics, const wfCrowdPictureDef* def,
						wfError* error )
{
	if ( WF_FAILS( path != NULL && metrics != NULL && def != NULL && def->internalCookie == WF_COOKIE ) )
	{
		return wfFail( error, wf_invalidDef,
					   "a picture of densities needs a path, metrics and a def from wfDefaultCrowdPictureDef" );
	}
	wfHeatMap map = { .cell = metrics->map.cell };
	int64_t count = wfMetrics_GetDensityMap( metrics, NULL, 0, &map.width, &map.height, &map.origin );
	if ( count > 0 )
	{
		map.values = wfAllocateArray( (size_t)count, sizeof( double ) );
		if ( map.values == NULL )
		{
			wfFail( error, wf_outOfMemory, "the picture could not be drawn: out of memory" );
			return wfNamePicture( error, path, wf_outOfMemory );
		}
		wfMetrics_GetDensityMap( metrics, map.values, count, &map.width, &map.height, &map.origin );
	}
	wfResult result = wfDrawHeatMap( path, world, &map, def, error );
	wfReleaseArray( map.values, count > 0 ? (size_t)count : 0, sizeof( double ) );
	return result;
}
