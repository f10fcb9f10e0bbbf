// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Wide scenes in which everybody has a way of one's own: across an open square, and between many obstacles.

#include "scenes/crowds_plan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define PI 3.14159265358979323846
#define SQUARE_DENSITY 0.25 // persons per square metre
#define PITCH 3.0			// between the obstacles' cells
#define JITTER 0.2			// of an obstacle in its cell: a metre is left between any two
#define LARGEST 0.8			// radius of the circle around an obstacle
#define SHARE 1.4			// obstacles for each agent: 700 for 500
#define GOALS 4				// along a side
#define ZONE 0.7			// half side of a goal, where four cells meet

// ------------------------------------------------------------------------------------------------------------ open square

// Each walks to where another one started.
wfResult wfDraftSquare( wfDraft* draft )
{
	double half = 0.5 * sqrt( draft->agents / SQUARE_DENSITY );
	half = fmax( half, 3.0 );
	wfStartRegion region = { .box = { { -half, -half }, { half, half } } };
	wfResult result = wfDraft_CreateSquare( draft, 1.4142135623730952 * half + 5.0 );
	if ( result == wf_ok )
	{
		result = wfDraft_AddGroup( draft, draft->agents, &region, NULL, ( wfVec2 ){ 1.0, 0.0 } );
	}
	wfCrowdPlan* plan = draft->plan;
	double farthest = half;
	for ( int32_t i = 0; i < plan->count && plan->count > 1 && result == wf_ok; ++i )
	{
		wfCrowdWalker* walker = plan->walkers + i;
		wfVec2 to = plan->walkers[( i + plan->count / 2 ) % plan->count].position;
		wfVec2 way = { to.x - walker->position.x, to.y - walker->position.y };
		walker->stop.point = ( wfVec3 ){ to.x, to.y, 0.0 };
		walker->heading = wfMeasureAngle( way );
		farthest = fmax( farthest, sqrt( way.x * way.x + way.y * way.y ) );
	}
	plan->freeTime = farthest / WF_CROWD_SPEED;
	plan->seconds = ceil( 60.0 + 4.0 * plan->freeTime );
	return result;
}

// -------------------------------------------------------------------------------------------------------------- obstacles

// `count` of the numbers below `all`, each with the same chance, in random order.
static int32_t* drawNumbers( wfDraft* draft, int32_t all, int32_t count )
{
	int32_t* numbers = malloc( (size_t)all * sizeof( int32_t ) );
	for ( int32_t i = 0; i < all && numbers != NULL; ++i )
	{
		numbers[i] = i;
	}
	for ( int32_t i = 0; i < count && numbers != NULL; ++i )
	{
		int32_t k = i + (int32_t)( wfDraft_Draw( draft ) * ( all - i ) ), number = numbers[i];
		numbers[i] = numbers[k];
		numbers[k] = number;
	}
	return numbers;
}

static wfResult refuseMemory( wfDraft* draft )
{
	if ( draft->error != NULL )
	{
		*draft->error = ( wfError ){ .result = wf_outOfMemory };
		snprintf( draft->error->message, sizeof( draft->error->message ), "out of memory for the scene" );
	}
	return wf_outOfMemory;
}

// A pillar or a turned box somewhere in its cell.
static wfResult addObstacle( wfDraft* draft, wfVec2 middle )
{
	wfVec2 center = middle, corners[4];
	center.x += JITTER * ( 2.0 * wfDraft_Draw( draft ) - 1.0 );
	center.y += JITTER * ( 2.0 * wfDraft_Draw( draft ) - 1.0 );
	bool round = wfDraft_Draw( draft ) < 0.5;
	double size = 0.5 + 0.5 * wfDraft_Draw( draft ), angle = PI * wfDraft_Draw( draft );
	wfVec2 corner = wfMakeDirection( 0.5 + 0.5 * wfDraft_Draw( draft ) ), axis = wfMakeDirection( angle );
	wfShapeDef shape = wfDefaultShapeDef();
	shape.name = round ? "pillar" : "box";
	shape.kind = round ? wf_discShape : wf_polygonShape;
	shape.center = wfDraft_Turn( draft, center );
	shape.radius = LARGEST * size;
	for ( int32_t k = 0; k < 4; ++k )
	{
		double x = ( k == 0 || k == 3 ? 1.0 : -1.0 ) * shape.radius * corner.x;
		double y = ( k < 2 ? 1.0 : -1.0 ) * shape.radius * corner.y;
		wfVec2 point = { center.x + x * axis.x - y * axis.y, center.y + x * axis.y + y * axis.x };
		corners[k] = wfDraft_Turn( draft, point );
	}
	shape.points = round ? NULL : corners;
	shape.pointCount = round ? 0 : 4;
	wfShapeId id;
	return wfWorld_AddShape( draft->plan->world, &shape, &id, draft->error );
}

// Goals and starts are where four cells meet: a metre from any obstacle.
static wfVec2 getCrossing( int32_t cells, int32_t column, int32_t row )
{
	return ( wfVec2 ){ PITCH * ( column - 0.5 * cells ), PITCH * ( row - 0.5 * cells ) };
}

static wfResult addGoals( wfDraft* draft, int32_t cells, wfStop* stops, wfVec2* places )
{
	wfResult result = wf_ok;
	for ( int32_t g = 0; g < GOALS * GOALS && result == wf_ok; ++g )
	{
		int32_t column = ( 2 * ( g % GOALS ) + 1 ) * cells / ( 2 * GOALS ),
				row = ( 2 * ( g / GOALS ) + 1 ) * cells / ( 2 * GOALS );
		wfVec2 p = places[g] = getCrossing( cells, column, row );
		char name[24];
		snprintf( name, sizeof( name ), "goal %d", g + 1 );
		wfBox2 box = { { p.x - ZONE, p.y - ZONE }, { p.x + ZONE, p.y + ZONE } };
		result = wfDraft_AddZone( draft, box, name, stops + g );
	}
	return result;
}

static wfResult addStarts( wfDraft* draft, int32_t cells, const wfStop* stops, const wfVec2* places )
{
	int32_t side = cells + 1;
	int32_t* crossings = drawNumbers( draft, side * side, draft->agents );
	wfResult result = crossings != NULL ? wf_ok : refuseMemory( draft );
	for ( int32_t i = 0; i < draft->agents && result == wf_ok; ++i )
	{
		wfVec2 start = getCrossing( cells, crossings[i] % side, crossings[i] / side ), way = { 0.0, 0.0 };
		double length = 0.0;
		int32_t goal = 0;
		// Not to one that is near.
		for ( int32_t tries = 0; tries < 16 && length < PITCH * cells / 3.0; ++tries )
		{
			goal = (int32_t)( wfDraft_Draw( draft ) * GOALS * GOALS );
			way = ( wfVec2 ){ places[goal].x - start.x, places[goal].y - start.y };
			length = sqrt( way.x * way.x + way.y * way.y );
		}
		wfCrowdWalker walker = { .position = wfDraft_Turn( draft, start ), .stop = stops[goal] };
		walker.heading = wfMeasureAngle( wfDraft_Turn( draft, way ) );
		result = wfDraft_AddWalker( draft, walker );
	}
	free( crossings );
	return result;
}

wfResult wfDraftObstacles( wfDraft* draft )
{
	int32_t count = (int32_t)floor( SHARE * draft->agents + 0.5 ), cells = (int32_t)ceil( sqrt( SHARE * draft->agents ) );
	cells = cells > 2 * GOALS ? cells : 2 * GOALS;
	double half = 0.5 * PITCH * ( cells + 1 );
	const wfVec2 points[4] = { { -half, -half }, { half, -half }, { half, half }, { -half, half } };
	const int32_t sizes[1] = { 4 };
	wfStop stops[GOALS * GOALS];
	wfVec2 places[GOALS * GOALS];
	wfResult result = wfDraft_CreateWorld( draft, points, sizes, 1 );
	int32_t* chosen = result == wf_ok ? drawNumbers( draft, cells * cells, count ) : NULL;
	result = result == wf_ok && chosen == NULL ? refuseMemory( draft ) : result;
	for ( int32_t i = 0; i < count && result == wf_ok; ++i )
	{
		wfVec2 corner = getCrossing( cells, chosen[i] % cells, chosen[i] / cells );
		result = addObstacle( draft, ( wfVec2 ){ corner.x + 0.5 * PITCH, corner.y + 0.5 * PITCH } );
	}
	free( chosen );
	result = result == wf_ok ? addGoals( draft, cells, stops, places ) : result;
	result = result == wf_ok ? addStarts( draft, cells, stops, places ) : result;
	draft->plan->sieve = true;
	draft->plan->freeTime = 1.4142135623730952 * PITCH * cells / WF_CROWD_SPEED;
	draft->plan->seconds = ceil( 60.0 + 4.0 * draft->plan->freeTime );
	return result;
}
