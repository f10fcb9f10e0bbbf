// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "world/geometry.h"

wfResult wfAppendWalkableBoundary( wfGeometry* geometry )
{
	wfResult result = wf_ok;
	const wfAreaList* list = &geometry->walkable;
	for ( int32_t k = 0; k < list->count && result == wf_ok; ++k )
	{
		if ( list->areas[k].shape->def.kind == wf_imageShape )
		{
			geometry->images[geometry->imageCount++] = list->areas[k].shape;
		}
		else if ( list->areas[k].part == 0 )
		{
			result = wfAppendObstacle( geometry, list->areas[k].shape );
		}
	}
	return result;
}
