// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The density map and the order of lanes.

#include "metrics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ----------------------------------------------------------------------------------------------------------------- map

#define MAX_MAP_CELLS ( (double)( 1 << 26 ) )

static wfBox2 getBounds( const wfMetrics* metrics, const wfFrame* frame )
{
	wfBox2 box = WF_EMPTY_BOX;
	const wfDensityMap* map = &metrics->map;
	if ( map->counts != NULL )
	{
		box.lower = map->origin;
		box.upper =
			( wfVec2 ){ map->origin.x + ( map->width - 0.5 ) * map->cell, map->origin.y + ( map->height - 0.5 ) * map->cell };
	}
	else if ( metrics->def.world != NULL )
	{
		box = wfWorld_GetBounds( metrics->def.world );
	}
	for ( int32_t i = 0; i < frame->count; ++i )
	{
		wfVec2 p = wfInPlane( frame->positions[i] );
		box = wfBoxUnion( box, ( wfBox2 ){ p, p } );
	}
	return box;
}

// Make the map hold the box: its old cells stay what they are, new ones come in whole rows and columns.
static wfResult growMap( wfDensityMap* map, const wfBox2* box )
{
	wfVec2 origin = map->counts != NULL ? map->origin : box->lower;
	double left = ceil( ( origin.x - box->lower.x ) / map->cell ), below = ceil( ( origin.y - box->lower.y ) / map->cell );
	origin.x -= left * map->cell;
	origin.y -= below * map->cell;
	double width = floor( ( box->upper.x - origin.x ) / map->cell ) + 1.0,
		   height = floor( ( box->upper.y - origin.y ) / map->cell ) + 1.0;
	width = width < left + map->width ? left + map->width : width;
	height = height < below + map->height ? below + map->height : height;
	if ( width * height > MAX_MAP_CELLS )
	{
		return wf_tooLarge;
	}
	size_t count = (size_t)width * (size_t)height;
	uint32_t* counts = wfAllocateArray( count, sizeof( uint32_t ) );
	if ( counts == NULL )
	{
		return wf_outOfMemory;
	}
	memset( counts, 0, count * sizeof( uint32_t ) );
	for ( int32_t j = 0; j < map->height && map->counts != NULL; ++j )
	{
		memcpy( counts + ( (size_t)below + (size_t)j ) * (size_t)width + (size_t)left,
				map->counts + (size_t)j * (size_t)map->width, (size_t)map->width * sizeof( uint32_t ) );
	}
	wfReleaseArray( map->counts, map->capacity, sizeof( uint32_t ) );
	map->counts = counts;
	map->capacity = count;
	map->origin = origin;
	map->width = (int32_t)width;
	map->height = (int32_t)height;
	return wf_ok;
}

// -1 where somebody is outside of the map.
static int32_t getMapCell( const wfDensityMap* map, wfVec2 p )
{
	double x = floor( ( p.x - map->origin.x ) / map->cell ), y = floor( ( p.y - map->origin.y ) / map->cell );
	bool inside = x >= 0.0 && x < map->width && y >= 0.0 && y < map->height;
	return inside ? (int32_t)y * map->width + (int32_t)x : -1;
}

void wfMetrics_AddToMap( wfMetrics* metrics, const wfFrame* frame )
{
	wfDensityMap* map = &metrics->map;
	bool inside = map->counts != NULL || frame->count == 0;
	for ( int32_t i = 0; i < frame->count && inside; ++i )
	{
		inside = getMapCell( map, wfInPlane( frame->positions[i] ) ) >= 0;
	}
	if ( !inside )
	{
		wfBox2 box = getBounds( metrics, frame );
		wfMetrics_Keep( metrics, growMap( map, &box ) );
	}
	for ( int32_t i = 0; i < frame->count && metrics->failed == wf_ok; ++i )
	{
		int32_t cell = getMapCell( map, wfInPlane( frame->positions[i] ) );
		if ( cell >= 0 ) // rounding may leave one just outside
		{
			map->counts[cell] += 1;
		}
	}
}

int64_t wfMetrics_GetDensityMap( const wfMetrics* metrics, double* values, int64_t capacity, int32_t* width, int32_t* height,
								 wfVec2* origin )
{
	if ( WF_FAILS( metrics != NULL ) )
	{
		return 0;
	}
	const wfDensityMap* map = &metrics->map;
	int64_t count = (int64_t)map->width * map->height;
	double scale = metrics->frameCount > 0 ? 1.0 / ( (double)metrics->frameCount * map->cell * map->cell ) : 0.0;
	for ( int64_t i = 0; values != NULL && i < count && i < capacity; ++i )
	{
		values[i] = map->counts[i] * scale;
	}
	if ( width != NULL )
	{
		*width = map->width;
	}
	if ( height != NULL )
	{
		*height = map->height;
	}
	if ( origin != NULL )
	{
		*origin = map->origin;
	}
	return count;
}

// --------------------------------------------------------------------------------------------------------------- lanes

static int compareItems( const void* a, const void* b )
{
	double left = ( (const wfLaneItem*)a )->across, right = ( (const wfLaneItem*)b )->across;
	return ( left > right ) - ( left < right );
}

// Over everybody on the way whose direction is known: ((same - opposite) / (same + opposite))^2 of those in the strip around him,
// himself included.
void wfMetrics_AddLanes( wfMetrics* metrics, const wfFrame* frame )
{
	size_t count = 0;
	if ( !wfMetrics_Keep( metrics, wfArray_Reserve( &metrics->laneItems, frame->count ) ) )
	{
		return;
	}
	wfLaneItem* items = metrics->laneItems.data;
	for ( int32_t i = 0; i < frame->count; ++i )
	{
		const wfTrackedAgent* agent = &metrics->agents.data[metrics->slots.data[i]];
		if ( agent->laneSign != 0 && agent->walking )
		{
			items[count++] =
				( wfLaneItem ){ wfCross2( metrics->def.laneDirection, wfInPlane( frame->positions[i] ) ), agent->laneSign };
		}
	}
	if ( count == 0 )
	{
		return;
	}
	qsort( items, count, sizeof( wfLaneItem ), compareItems );
	double reach = 0.5 * metrics->def.laneWidth;
	size_t begin = 0, end = 0;
	int64_t sum = 0; // of the signs in the strip
	for ( size_t i = 0; i < count; ++i )
	{
		for ( ; end < count && items[end].across <= items[i].across + reach; ++end )
		{
			sum += items[end].sign;
		}
		for ( ; items[begin].across < items[i].across - reach; ++begin )
		{
			sum -= items[begin].sign;
		}
		double order = (double)sum / (double)( end - begin );
		metrics->laneSum += order * order;
	}
	metrics->laneCount += (int64_t)count;
}
