// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The room across the way of a group. In the plane it is looked for in a raster that follows the way, some metres behind the
// anchor and as far ahead as the shape is deep: obstacles that are small and that one can pass on both sides, as pillars, are no
// reason to fold. On meshes walks to both sides tell how far the walls are.
#include "base/vec2.h"
#include "crowd/group_parts.h"
#include "crowd/tuning.h"

#include <string.h>

#define WF_RASTER_ROWS 48 // along the way
#define WF_RASTER_HALF 32 // cells to each side
#define WF_RASTER_COLUMNS ( 2 * WF_RASTER_HALF + 1 )

enum
{
	wf_rasterFree = 0,
	wf_rasterBlocked = 1,
	wf_rasterSeen = 2,	 // blocked, and looked at
	wf_rasterPillar = 3, // blocked, and too small to count
};

// The way ahead as it is looked for: up to so many metres from the beginning of the trail, in so many steps at most. Not by what
// memory there is, which is another one after a restore.
typedef struct wfLookout
{
	wfPlace place;
	double along, until, step;
	int32_t most;
} wfLookout;

static bool goesOn( const wfGroup* group, const wfLookout* lookout )
{
	return lookout->along < lookout->until && group->ahead.count < lookout->most;
}

static void addAhead( wfGroup* group, wfLookout* lookout, wfPlace place, double by )
{
	lookout->along += by;
	lookout->place = place;
	if ( by > WF_TINY )
	{
		group->ahead.data[group->ahead.count++] = ( wfWayPlace ){ place.x, place.y, lookout->along, place.triangle, 0 };
	}
}

// As the anchor will go.
static void lookToEnd( const wfCrowd* crowd, wfGroup* group, wfLookout* lookout )
{
	bool stopped = false;
	while ( goesOn( group, lookout ) && !stopped )
	{
		double left;
		wfVec2 direction = wfGroupDirection( crowd, group, &group->next, lookout->place, &left );
		double by = wfMin( lookout->step, left );
		if ( ( direction.x == 0.0 && direction.y == 0.0 ) || !( by > WF_TINY ) )
		{
			break;
		}
		addAhead( group, lookout, wfStrideFrom( crowd, lookout->place, wfScale2( by, direction ), NULL, &stopped ), by );
	}
}

// Onto the stroke, along it, and where all of a formation walk to its end straight on from there as far as the ground is free.
static void lookAlongStroke( const wfCrowd* crowd, wfGroup* group, wfLookout* lookout )
{
	const wfGroupNow* next = &group->next;
	double whole = wfRouteLength( group ), progress = wfMax( next->progress, 0.0 );
	wfVec2 direction, turn;
	wfPlace on = wfPlaceOnRoute( crowd, group, progress, &direction ), to = { next->toX, next->toY, next->toTriangle };
	double lead = wfLength2( wfGround_GetOffset( &crowd->ground, lookout->place, to ) );
	if ( next->progress < 0.0 || wfLength2( wfGround_GetOffset( &crowd->ground, lookout->place, on ) ) > 0.5 * lead )
	{
		lookToEnd( crowd, group, lookout );
		progress = group->headed;
	}
	while ( goesOn( group, lookout ) && progress < whole )
	{
		progress = wfMin( progress + lookout->step, whole );
		on = wfPlaceOnRoute( crowd, group, progress, &direction );
		addAhead( group, lookout, on, wfLength2( wfGround_GetOffset( &crowd->ground, lookout->place, on ) ) );
	}
	wfPlaceOnRoute( crowd, group, whole, &direction );
	bool stopped = progress < whole || ( direction.x == 0.0 && direction.y == 0.0 ) || !wfWindsAlongStroke( group, next );
	while ( goesOn( group, lookout ) && !stopped )
	{
		wfPlace place = wfStrideFrom( crowd, lookout->place, wfScale2( lookout->step, direction ), &turn, &stopped );
		stopped = stopped || !wfIsFreeWay( crowd, next->layer, lookout->place, place );
		if ( !stopped )
		{
			addAhead( group, lookout, place, lookout->step );
			direction = wfFromFrame2( turn, direction );
		}
	}
}

// The way ahead, in steps: along the field as the anchor will go, straight where it stands.
static wfResult lookAhead( const wfCrowd* crowd, wfGroup* group, double length, double step )
{
	const wfGroupNow* next = &group->next;
	// Shorter steps, where little is left of the way, must not be more than there is room for.
	wfLookout lookout = { wfAnchorOf( next ), next->walked, next->walked + length, step, (int32_t)( length / step ) + 3 };
	group->ahead.count = 0;
	wfResult result = wfArray_Reserve( &group->ahead, (size_t)lookout.most );
	if ( result != wf_ok )
	{
		return result;
	}
	const wfGroupTask* task = wfTaskOf( group );
	group->ahead.data[group->ahead.count++] = ( wfWayPlace ){ next->x, next->y, next->walked, next->triangle, 0 };
	bool isStroke = task != NULL && task->kind == wf_strokeOrder && group->route.count > 0;
	if ( isStroke && ( ( next->flags & wf_groupIsThere ) == 0 || wfWindsAlongStroke( group, next ) ) )
	{
		lookAlongStroke( crowd, group, &lookout );
	}
	else if ( ( next->flags & wf_groupIsThere ) == 0 )
	{
		lookToEnd( crowd, group, &lookout );
	}
	return wf_ok;
}

// The places across which room is looked for, and the direction of the way there: behind, from the trail or straight, then ahead.
typedef struct wfStation
{
	wfPlace place;
	wfVec2 direction;
	bool isOnWay;
} wfStation;

static wfStation stationAt( const wfCrowd* crowd, const wfGroup* group, double along )
{
	const wfGroupNow* next = &group->next;
	wfStation station;
	double first = group->trail.count > 0 && !group->hasJumped ? group->trail.data[0].along : next->walked;
	double last = group->ahead.count > 0 ? group->ahead.data[group->ahead.count - 1].along : next->walked;
	wfVec2 front = { next->frontX, next->frontY };
	if ( along < first || along > last || ( next->flags & wf_groupIsThere ) )
	{
		// Where it neither came from nor goes to: straight, as far as the ground is free.
		wfPlace anchor = { next->x, next->y, next->triangle };
		bool stopped;
		station.place = wfStrideFrom( crowd, anchor, wfScale2( along - next->walked, front ), NULL, &stopped );
		station.direction = front;
		station.isOnWay = false;
		station.place = wfIsFreeWay( crowd, next->layer, anchor, station.place ) ? station.place : anchor;
		return station;
	}
	wfWayPlace place = wfPlaceOnWay( crowd, group, along, &station.direction );
	station.place = ( wfPlace ){ place.x, place.y, place.triangle };
	station.isOnWay = true;
	return station;
}

// Extent of a blocked part, which is marked as seen.
static bool isPillar( uint8_t* raster, int32_t rows, int32_t first, int32_t most, int32_t* stack )
{
	int32_t low[2] = { WF_RASTER_COLUMNS, rows }, high[2] = { -1, -1 }, count = 0, begin = 0;
	stack[count++] = first;
	raster[first] = wf_rasterSeen;
	for ( ; begin < count; ++begin )
	{
		int32_t at[2] = { stack[begin] % WF_RASTER_COLUMNS, stack[begin] / WF_RASTER_COLUMNS };
		for ( int32_t k = 0; k < 2; ++k )
		{
			low[k] = at[k] < low[k] ? at[k] : low[k];
			high[k] = at[k] > high[k] ? at[k] : high[k];
		}
		const int32_t steps[4][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };
		for ( int32_t k = 0; k < 4; ++k )
		{
			int32_t i = at[0] + steps[k][0], j = at[1] + steps[k][1], next = j * WF_RASTER_COLUMNS + i;
			if ( i >= 0 && j >= 0 && i < WF_RASTER_COLUMNS && j < rows && raster[next] == wf_rasterBlocked )
			{
				raster[next] = wf_rasterSeen;
				stack[count++] = next;
			}
		}
	}
	bool small = high[0] - low[0] < most && high[1] - low[1] < most && low[0] > 0 && high[0] < WF_RASTER_COLUMNS - 1;
	for ( int32_t k = 0; k < count && small; ++k )
	{
		raster[stack[k]] = wf_rasterPillar;
	}
	return small;
}

// Cells to a side that are free in every row.
static int32_t countFree( const uint8_t* raster, int32_t rows, int32_t sign )
{
	for ( int32_t i = 0; i <= WF_RASTER_HALF; ++i )
	{
		for ( int32_t j = 0; j < rows; ++j )
		{
			if ( raster[j * WF_RASTER_COLUMNS + WF_RASTER_HALF + sign * i] == wf_rasterSeen )
			{
				return i > 0 ? i - 1 : 0;
			}
		}
	}
	return WF_RASTER_HALF + 1;
}

static void lookInPlane( wfCrowd* crowd, const wfGroup* group, double from, double to, double wanted, wfRoomAhead* room )
{
	const wfRouteLayer* layer = &crowd->ground.routes.layers.data[group->next.layer];
	uint8_t* raster = crowd->groups.raster.data;
	// Beyond what is wanted as far as a pillar there reaches: cut off by the border it would count as a wall.
	double pillar = WF_PILLAR_SPACINGS * group->formation.spacing + 2.0 * layer->radius, length = to - from;
	double size = wfMax( ( wanted + pillar ) / ( WF_RASTER_HALF - 1 ), WF_LEAST_RASTER );
	int32_t rows = 1 + (int32_t)wfMin( ceil( length / size ), WF_RASTER_ROWS - 1.0 );
	memset( raster, 0, (size_t)( rows * WF_RASTER_COLUMNS ) );
	for ( int32_t j = 0; j < rows; ++j )
	{
		wfStation station = stationAt( crowd, group, from + length * ( rows > 1 ? (double)j / ( rows - 1 ) : 0.5 ) );
		wfVec2 left = wfPerpendicular2( station.direction ), middle = { station.place.x, station.place.y };
		// Before a wall, beside the way: no fold would help.
		bool counts = station.isOnWay || (double)wfLayerClearance( layer, middle ) >= layer->radius;
		for ( int32_t i = 0; i < WF_RASTER_COLUMNS && counts; ++i )
		{
			double across = size * ( i - WF_RASTER_HALF );
			wfVec2 place = { station.place.x + across * left.x, station.place.y + across * left.y };
			bool blocked = (double)wfLayerClearance( layer, place ) < layer->radius;
			raster[j * WF_RASTER_COLUMNS + i] = blocked && i != WF_RASTER_HALF ? wf_rasterBlocked : wf_rasterFree;
		}
	}
	int32_t most = (int32_t)ceil( pillar / size ) + 1;
	for ( int32_t k = 0; k < rows * WF_RASTER_COLUMNS; ++k )
	{
		if ( raster[k] == wf_rasterBlocked )
		{
			isPillar( raster, rows, k, most, crowd->groups.stack.data );
		}
	}
	room->left = wfMin( size * countFree( raster, rows, 1 ), wanted );
	room->right = wfMin( size * countFree( raster, rows, -1 ), wanted );
}

static double roomToSide( const wfCrowd* crowd, wfPlace place, wfVec2 side, double wanted, double radius )
{
	// Ahead in pieces, for a walk alone does not say how near it passes by walls.
	double free = 0.0, step = wfMax( wanted / 8.0, radius );
	for ( double out = step; out < wanted + step; out += step )
	{
		bool stopped;
		wfPlace end = wfStrideFrom( crowd, place, wfScale2( wfMin( out, wanted ), side ), NULL, &stopped );
		if ( stopped || wfGround_GetClearance( &crowd->ground, 0, end, radius ) < radius )
		{
			return free;
		}
		free = wfMin( out, wanted );
	}
	return free;
}

static void lookOnMesh( const wfCrowd* crowd, const wfGroup* group, double from, double to, double wanted, wfRoomAhead* room )
{
	double radius = crowd->ground.routes.layers.data[group->next.layer].radius;
	room->left = room->right = wanted;
	for ( int32_t k = 0; k < 8; ++k )
	{
		wfStation station = stationAt( crowd, group, from + ( to - from ) * k / 7.0 );
		wfVec2 left = wfPerpendicular2( station.direction );
		room->left = wfMin( room->left, roomToSide( crowd, station.place, left, wanted, radius ) );
		room->right = wfMin( room->right, roomToSide( crowd, station.place, wfScale2( -1.0, left ), wanted, radius ) );
	}
}

wfResult wfFindRoomAhead( const wfCrowd* crowd, wfGroup* group, double wanted, wfRoomAhead* room )
{
	double depth = wfGetSlotsDepth( group->nextShape.data, group->nextShape.count );
	double now = wfGetSlotsDepth( group->slots.data, group->slots.count );
	double spacing = group->formation.spacing, ahead = wfMax( depth, 2.0 * spacing );
	wfGroups* groups = (wfGroups*)&crowd->groups;
	size_t cells = (size_t)WF_RASTER_ROWS * WF_RASTER_COLUMNS;
	wfResult result = wfArray_Reserve( &groups->raster, cells );
	result = result == wf_ok ? wfArray_Reserve( &groups->stack, cells ) : result;
	double length = wfMax( ahead, 0.5 * now + spacing ) + 2.0 * group->next.slowest + wfMax( -group->next.lag, 0.0 );
	result = result == wf_ok ? lookAhead( crowd, group, length, 0.5 * spacing ) : result;
	*room = ( wfRoomAhead ){ wanted, wanted };
	if ( result != wf_ok || !( wanted > 0.0 ) )
	{
		return result;
	}
	bool rests = ( group->next.flags & wf_groupIsThere ) != 0;
	double middle = wfMiddleOnWay( &group->next );
	double from = middle - 0.5 * ( rests ? depth : now ), to = middle + ( rests ? 0.5 * depth : ahead );
	to = wfMin( to, group->ahead.data[group->ahead.count - 1].along + 0.5 * depth );
	if ( crowd->ground.mesh == NULL )
	{
		lookInPlane( (wfCrowd*)crowd, group, from, to, wanted, room );
	}
	else
	{
		lookOnMesh( crowd, group, from, to, wanted, room );
	}
	return wf_ok;
}
