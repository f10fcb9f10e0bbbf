// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What members read from the map of their group.
#include "base/vec2.h"
#include "crowd/group_map.h"

#include <string.h>

// A place in cells of the map.
static wfVec2 placeInMap( const wfCrowd* crowd, const wfSharedMap* map, int32_t rank )
{
	const wfMapFrame* frame = &map->frame;
	wfVec2 offset = { crowd->tick.placeX[rank] - frame->place.x, crowd->tick.placeY[rank] - frame->place.y };
	wfVec2 at = wfIntoFrame2( ( wfVec2 ){ (double)frame->axisX, (double)frame->axisY }, offset );
	return ( wfVec2 ){ at.x / (double)frame->cell + frame->column, at.y / (double)frame->cell + frame->row };
}

const wfSharedMap* wfFindSharedMap( const wfCrowd* crowd, int32_t rank )
{
	// Who does not see its slot goes another way than the group, as do those who are far behind.
	int32_t team = crowd->tick.team != NULL ? crowd->tick.team[rank] : 0;
	const wfSharedMap* map = team > 0 ? crowd->groups.list.data[team - 1].map : NULL;
	if ( map == NULL || !map->isSolved )
	{
		return NULL;
	}
	// The four cells around it, and those beside them.
	wfVec2 at = placeInMap( crowd, map, rank );
	bool isInside = at.x >= 1.0 && at.y >= 1.0 && at.x < map->screen.columns - 2 && at.y < map->screen.rows - 2;
	return isInside ? map : NULL;
}

// Values `step` floats apart, with their screening.
typedef struct Field
{
	const float *values, *screen;
	int32_t columns, step;
} Field;

static float valueAt( const Field* field, int32_t cell, float middle )
{
	// Blocked cells neither pull nor push.
	return field->screen[cell] == WF_BLOCKED ? middle : field->values[(int64_t)cell * field->step];
}

// The gradient at a place between four cells, each with a share.
static wfVec2 gradientAt( const Field* field, float x, float y )
{
	int32_t left = (int32_t)x, low = (int32_t)y;
	float u = x - (float)left, v = y - (float)low;
	wfVec2 sum = { 0.0, 0.0 };
	for ( int32_t k = 0; k < 4; ++k )
	{
		int32_t cell = ( low + k / 2 ) * field->columns + left + k % 2;
		float share = ( k % 2 == 0 ? 1.0f - u : u ) * ( k / 2 == 0 ? 1.0f - v : v );
		if ( share > 0.0f && field->screen[cell] != WF_BLOCKED )
		{
			float middle = field->values[(int64_t)cell * field->step];
			float east = valueAt( field, cell + 1, middle ), west = valueAt( field, cell - 1, middle );
			float north = valueAt( field, cell + field->columns, middle ),
				  south = valueAt( field, cell - field->columns, middle );
			sum.x += (double)( share * ( east - west ) );
			sum.y += (double)( share * ( north - south ) );
		}
	}
	return sum;
}

static wfVec2 intoWorld( const wfMapFrame* frame, wfVec2 gradient )
{
	wfVec2 none = { 0.0, 0.0 }, unit = wfLength2( gradient ) > (double)WF_LEAST_GRADIENT ? wfNormalize2( gradient, none ) : none;
	return wfFromFrame2( ( wfVec2 ){ (double)frame->axisX, (double)frame->axisY }, unit );
}

// As in the article: the differences around the cell that a member is in. Its own disc may cover all four.
wfVec2 wfReadSharedMap( const wfCrowd* crowd, const wfSharedMap* map, int32_t rank )
{
	wfVec2 at = placeInMap( crowd, map, rank );
	Field field = { map->values.data, map->cells.data, map->screen.columns, 1 };
	int32_t columns = field.columns, cell = (int32_t)( at.y + 0.5 ) * columns + (int32_t)( at.x + 0.5 );
	float middle = field.values[cell];
	wfVec2 gradient = { (double)( valueAt( &field, cell + 1, middle ) - valueAt( &field, cell - 1, middle ) ),
						(double)( valueAt( &field, cell + columns, middle ) - valueAt( &field, cell - columns, middle ) ) };
	return intoWorld( &map->frame, gradient );
}

wfMapKind wfKindOfWindow( const wfSharedMap* map )
{
	return ( wfMapKind ){ map->window, WF_WINDOW_ITERATIONS, wf_localSor, false, false, true };
}

static int32_t windowFrom( double at, int32_t size, int32_t count )
{
	int32_t first = (int32_t)( at + 0.5 ) - size / 2;
	return first < 0 ? 0 : first > count - size ? count - size : first;
}

// The pull of a behaviour, from the frame of the member's own map into that of the group's.
static void turnPull( const wfCrowd* crowd, const wfMapFrame* frame, wfWish* wish )
{
	bool turns = crowd->styles.list[crowd->tick.style[wish->rank] - 1].def.mapTurns;
	float axisX = turns ? wish->guideX : 1.0f, axisY = turns ? wish->guideY : 0.0f;
	float x = wish->pullX * axisX - wish->pullY * axisY, y = wish->pullX * axisY + wish->pullY * axisX;
	wish->pullX = wfClampFloat( x * frame->axisX + y * frame->axisY, -WF_MOST_PULL, WF_MOST_PULL );
	wish->pullY = wfClampFloat( y * frame->axisX - x * frame->axisY, -WF_MOST_PULL, WF_MOST_PULL );
}

// Mean growth of q from column to column, or row to row, over a window: between the first three and the last three.
static double growthOver( double first, double last, int32_t n )
{
	return first > 0.0 && last > 0.0 ? wfLog( last / first ) / ( n - 3 ) : 0.0;
}

// What is around a member shows in how the values around it differ from an even slope. Where to and how steeply they grow beside
// that is up to the member: toward where it wants to go.
static void tiltWindow( const wfSharedMap* map, wfMapLane* lane )
{
	int32_t n = lane->size;
	double west = 0.0, east = 0.0, south = 0.0, north = 0.0;
	for ( int32_t j = 0; j < n; ++j )
	{
		const float* row = map->values.data + ( lane->row + j ) * map->screen.columns + lane->column;
		double sum = 0.0;
		for ( int32_t i = 0; i < n; ++i )
		{
			sum += (double)row[i];
			west += i < 3 ? (double)row[i] : 0.0;
			east += i >= n - 3 ? (double)row[i] : 0.0;
		}
		south += j < 3 ? sum : 0.0;
		north += j >= n - 3 ? sum : 0.0;
	}
	wfVec2 growth = { growthOver( west, east, n ), growthOver( south, north, n ) };
	double slope = wfMin( wfMax( wfLength2( growth ), WF_WINDOW_SLOPE ), WF_WINDOW_STEEPEST );
	wfVec2 guide = wfIntoFrame2( ( wfVec2 ){ (double)lane->axisX, (double)lane->axisY },
								 ( wfVec2 ){ (double)lane->wish.guideX, (double)lane->wish.guideY } );
	double x = slope * guide.x - growth.x + WF_WINDOW_PULL * (double)lane->wish.pullX;
	double y = slope * guide.y - growth.y + WF_WINDOW_PULL * (double)lane->wish.pullY;
	lane->tiltX = (float)wfExp( wfMin( wfMax( x, -1.0 ), 1.0 ) );
	lane->tiltY = (float)wfExp( wfMin( wfMax( y, -1.0 ), 1.0 ) );
}

void wfFillWindow( const wfCrowd* crowd, const wfWish* wish, const wfSharedMap* map, wfMapLane* lane )
{
	const wfMapFrame* frame = &map->frame;
	wfVec2 at = placeInMap( crowd, map, wish->rank );
	int32_t n = map->window;
	lane->wish = *wish;
	turnPull( crowd, frame, &lane->wish );
	lane->size = n;
	lane->axisX = frame->axisX;
	lane->axisY = frame->axisY;
	lane->nearWalls = lane->hasInnerGoal = false;
	lane->shared = map;
	lane->column = windowFrom( at.x, n, map->screen.columns );
	lane->row = windowFrom( at.y, n, map->screen.rows );
	lane->readX = (float)( at.x - lane->column );
	lane->readY = (float)( at.y - lane->row );
	tiltWindow( map, lane );
	for ( int32_t j = 0; j < n; ++j )
	{
		const float* from = map->cells.data + ( lane->row + j ) * map->screen.columns + lane->column;
		memcpy( lane->screen + j * n, from, (size_t)n * sizeof( float ) );
	}
	for ( int32_t cell = 0; cell < n * n && map->hasInnerGoal; ++cell )
	{
		lane->hasInnerGoal = lane->hasInnerGoal || lane->screen[cell] == WF_INNER_GOAL;
	}
	// Its own screening is taken out as it was drawn.
	wfOthers self;
	self.count = 1;
	self.x[0] = lane->readX;
	self.y[0] = lane->readY;
	self.radii[0] = crowd->tick.radius[wish->rank] + map->radius;
	wfScreening screen = { lane->screen, n, n };
	wfGetCrowdKernels()->stamp( &self, &screen, map->reach, -map->strength );
	// Where it stands nothing is in its way.
	float* here = &lane->screen[(int32_t)( lane->readY + 0.5f ) * n + (int32_t)( lane->readX + 0.5f )];
	*here = *here == WF_BLOCKED ? 0.0f : *here;
}

void wfStartWindow( const wfMapLane* lane, float* q )
{
	const wfSharedMap* map = lane->shared;
	float along[WF_MAX_MAP_SIZE], across = 1.0f;
	along[0] = 1.0f;
	for ( int32_t i = 1; i < lane->size; ++i )
	{
		along[i] = along[i - 1] * lane->tiltX;
	}
	for ( int32_t j = 0; j < lane->size; ++j, across *= lane->tiltY )
	{
		const float* from = map->values.data + ( lane->row + j ) * map->screen.columns + lane->column;
		for ( int32_t i = 0; i < lane->size; ++i, q += WF_LOCAL_LANES )
		{
			*q = from[i] * ( along[i] * across );
		}
	}
}

wfVec2 wfWindowDirection( const wfMapScratch* scratch, const wfMapBatch* batch, int32_t lane )
{
	const wfMapLane* window = &batch->lanes[lane];
	Field field = { scratch->q + lane, window->screen, window->size, WF_LOCAL_LANES };
	return intoWorld( &window->shared->frame, gradientAt( &field, window->readX, window->readY ) );
}
