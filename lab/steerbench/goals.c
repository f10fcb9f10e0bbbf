// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// From the goals of a test case to places to walk to. What has no place of its own gets one: fleeing and flowing lead to a far
// point in that direction, another agent is sought where it is going, or where it stands.
#include "steerbench/steerbench.h"

#include <math.h>
#include <string.h>

#define TARGET_DRAWS 1000
// Arrived where only a direction was asked for.
#define FAR_REACH 1.0
// Beside another agent.
#define BESIDE 0.5

// Whom a goal is for, which one of its goals, and where it may lead.
typedef struct wfBenchTask
{
	int32_t index;
	wfBenchAgent* agent;
	const wfBenchElement *spec, *goal;
	bool last;
	wfBenchStop* stop;
	const wfGrid* grid;
	int32_t component;
	uint64_t counter; // of draws, far from those of the start
} wfBenchTask;

static wfBenchTask makeTask( const wfTestCase* bench, int32_t index, int32_t nth )
{
	wfBenchTask task = { .index = index, .agent = bench->agents + index, .counter = ( (uint64_t)nth + 1 ) * 65536 };
	task.spec = bench->specs + task.agent->spec;
	task.goal = bench->goals + task.spec->firstGoal + nth;
	task.last = nth + 1 == task.spec->goalCount;
	task.stop = bench->stops + task.agent->firstStop + nth;
	task.grid = wfTestCase_GetGrid( bench, task.spec->radius );
	task.component = wfTestCase_GetComponent( task.grid, task.agent->position );
	return task;
}

static wfVec2 getMiddle( wfBox2 box )
{
	return wfScale2( 0.5, wfAdd2( box.lower, box.upper ) );
}

// --------------------------------------------------------------------------------------------------------------- places

static bool isInComponent( const wfBenchTask* task, wfVec2 point )
{
	int32_t cell = wfGrid_GetCell( task->grid, point );
	return cell >= 0 && wfGrid_GetComponent( task->grid, cell ) == task->component;
}

// The same for a goal, which the disc must be able to stand on: a free cell may reach into what its radius keeps it from.
static bool isGoalFree( const wfTestCase* bench, const wfBenchTask* task, wfVec2 point )
{
	return isInComponent( task, point ) && wfWorld_GetDistance( bench->world, point, 0 ) >= wfGrid_GetRadius( task->grid ) - 1e-9;
}

// The centre of the nearest cell of the component, looked for in squares around the point; the point where there is none.
static wfVec2 findNearestPlace( const wfBenchTask* task, wfVec2 point )
{
	const wfGrid* grid = task->grid;
	int32_t width = wfGrid_GetWidth( grid ), height = wfGrid_GetHeight( grid );
	double size = wfGrid_GetCellSize( grid );
	wfVec2 origin = wfGrid_GetOrigin( grid ), best = point;
	int32_t column = (int32_t)fmin( fmax( ( point.x - origin.x ) / size, 0.0 ), width - 1.0 );
	int32_t row = (int32_t)fmin( fmax( ( point.y - origin.y ) / size, 0.0 ), height - 1.0 );
	double nearest = INFINITY;
	int32_t most = width > height ? width : height;
	// A square of cells holds all that is nearer than its half side; the corners of a smaller one are farther than that.
	for ( int32_t ring = 0; ring <= most && ( ring - 1 ) * size <= nearest; ++ring )
	{
		for ( int32_t j = row - ring; j <= row + ring; ++j )
		{
			bool whole = j == row - ring || j == row + ring;
			for ( int32_t i = column - ring; i <= column + ring; i += whole || ring == 0 ? 1 : 2 * ring )
			{
				int32_t cell = j * width + i;
				if ( i < 0 || j < 0 || i >= width || j >= height || wfGrid_GetComponent( grid, cell ) != task->component )
				{
					continue;
				}
				wfVec2 center = wfGrid_GetCenter( grid, cell );
				double distance = wfDistance2( center, point );
				best = distance < nearest ? center : best;
				nearest = fmin( nearest, distance );
			}
		}
	}
	return best;
}

static wfVec2 makeReachable( wfTestCase* bench, const wfBenchTask* task, wfVec2 point )
{
	if ( isGoalFree( bench, task, point ) )
	{
		return point;
	}
	wfVec2 place = findNearestPlace( task, point );
	bench->movedGoals += 1;
	bench->farthestGoal = fmax( bench->farthestGoal, wfDistance2( place, point ) );
	return place;
}

// The farthest place of the component along a ray, at most as far as the goal lets it go.
static void leadFar( const wfBenchTask* task, wfVec2 from, wfVec2 direction )
{
	double norm = wfLength2( direction ), step = 0.5 * wfGrid_GetCellSize( task->grid );
	double length = fmin( task->goal->desiredSpeed * task->goal->duration, 1e5 );
	task->stop->point = from;
	task->stop->reach = FAR_REACH;
	wfVec2 unit = wfDivide2( direction, norm );
	for ( double along = step; norm > 0.0 && along <= length; along += step )
	{
		wfVec2 place = wfAddScaled2( from, along, unit );
		if ( wfGrid_GetCell( task->grid, place ) < 0 )
		{
			break;
		}
		task->stop->point = isInComponent( task, place ) ? place : task->stop->point;
	}
}

// -------------------------------------------------------------------------------------------------------------- regions

// The cells whose centres lie from `lower` to `upper`, of `count`.
static void getSpan( double lower, double upper, double origin, double size, int32_t count, int32_t* first, int32_t* last )
{
	*first = (int32_t)fmin( fmax( ceil( ( lower - origin ) / size - 0.5 ), 0.0 ), count );
	*last = (int32_t)fmin( fmax( floor( ( upper - origin ) / size - 0.5 ), -1.0 ), count - 1.0 );
}

static bool isRegionReachable( const wfBenchTask* task, wfBox2 box )
{
	wfVec2 origin = wfGrid_GetOrigin( task->grid );
	double size = wfGrid_GetCellSize( task->grid );
	int32_t width = wfGrid_GetWidth( task->grid ), height = wfGrid_GetHeight( task->grid ), first[2], last[2];
	getSpan( box.lower.x, box.upper.x, origin.x, size, width, &first[0], &last[0] );
	getSpan( box.lower.y, box.upper.y, origin.y, size, height, &first[1], &last[1] );
	for ( int32_t j = first[1]; j <= last[1]; ++j )
	{
		for ( int32_t i = first[0]; i <= last[0]; ++i )
		{
			if ( wfGrid_GetComponent( task->grid, j * width + i ) == task->component )
			{
				return true;
			}
		}
	}
	return false;
}

static bool isSameBox( wfBox2 a, wfBox2 b )
{
	return a.lower.x == b.lower.x && a.lower.y == b.lower.y && a.upper.x == b.upper.x && a.upper.y == b.upper.y;
}

static int32_t addRegion( wfTestCase* bench, wfBox2 box )
{
	size_t i = 0;
	while ( i < bench->regionCount && !isSameBox( bench->regions[i], box ) )
	{
		i += 1;
	}
	if ( i == bench->regionCount &&
		 wfTestCase_Grow( bench, NULL, &bench->regions, &bench->regionCapacity, i + 1, sizeof( wfBox2 ) ) )
	{
		bench->regions[bench->regionCount++] = box;
	}
	return (int32_t)i;
}

// Goals that have a place of their own, whatever the others do.
static void placeStaticGoal( wfTestCase* bench, const wfBenchTask* task )
{
	const wfBenchElement* goal = task->goal;
	wfBenchStop* stop = task->stop;
	*stop = ( wfBenchStop ){ .region = -1, .point = task->agent->position };
	if ( wfTestCase_IsNamed( goal ) )
	{
		stop->point = makeReachable( bench, task, goal->target.at );
	}
	else if ( goal->kind == wf_benchSeek )
	{
		bool found = false;
		for ( uint64_t k = 0; k < TARGET_DRAWS && !found; ++k )
		{
			stop->point = wfTestCase_DrawPoint( bench, bench->bounds, task->index, task->counter + k );
			found = isGoalFree( bench, task, stop->point );
		}
		stop->point = found ? stop->point : findNearestPlace( task, stop->point );
	}
	else if ( goal->kind == wf_benchRegion && isRegionReachable( task, goal->region.box ) )
	{
		stop->region = addRegion( bench, goal->region.box );
	}
	else if ( goal->kind == wf_benchRegion )
	{
		stop->point = makeReachable( bench, task, getMiddle( goal->region.box ) );
	}
}

// --------------------------------------------------------------------------------------------------------- other agents

static wfVec2 getStopPlace( const wfTestCase* bench, const wfBenchStop* stop )
{
	return stop->region < 0 ? stop->point : getMiddle( bench->regions[stop->region] );
}

// Where an agent is going in the end, or stands.
static wfVec2 getDestination( const wfTestCase* bench, int32_t index )
{
	const wfBenchAgent* agent = bench->agents + index;
	const wfBenchElement* spec = bench->specs + agent->spec;
	for ( int32_t i = spec->goalCount - 1; i >= 0; --i )
	{
		wfBenchGoalKind kind = bench->goals[spec->firstGoal + i].kind;
		if ( kind == wf_benchSeek || kind == wf_benchRegion )
		{
			return getStopPlace( bench, bench->stops + agent->firstStop + i );
		}
	}
	return agent->position;
}

// The agent a goal is about; itself after a failure.
static int32_t findTarget( wfTestCase* bench, const wfBenchTask* task )
{
	int32_t count = (int32_t)bench->agentCount;
	const wfXmlNode* name = task->goal->name;
	if ( task->goal->randomAgent || name == NULL )
	{
		int32_t other = (int32_t)( wfTestCase_Draw( bench, task->index, task->counter ) * ( count - 1 ) );
		// Anybody but itself; alone it stays where it is.
		return count < 2 ? task->index : other < task->index ? other : other + 1;
	}
	const char* text = name->text;
	for ( int32_t i = 0; i < count; ++i )
	{
		const wfXmlNode* other = bench->specs[bench->agents[i].spec].name;
		if ( other != NULL && strcmp( other->text, text ) == 0 )
		{
			return i;
		}
	}
	wfTestCase_FailIf( bench, true, name, NULL, wf_notFound, "there is no agent of the name %s",
					   wfQuote( text, strlen( text ) ).text );
	return task->index;
}

// The sum of the directions everybody has before them.
static wfVec2 getFlow( const wfTestCase* bench )
{
	wfVec2 sum = { 0 };
	for ( int32_t i = 0; i < (int32_t)bench->agentCount; ++i )
	{
		wfVec2 from = bench->agents[i].position, to = getDestination( bench, i );
		sum = wfAdd2( sum, wfNormalize2( wfSub2( to, from ), ( wfVec2 ){ 0 } ) );
	}
	return sum;
}

// `from`: where the goal before leaves it.
static void placeMovingGoal( wfTestCase* bench, const wfBenchTask* task, wfVec2 from, wfVec2 flow )
{
	const wfBenchElement* goal = task->goal;
	wfVec2 direction = goal->target.at;
	if ( goal->kind == wf_benchSeek || goal->kind == wf_benchRegion )
	{
		return;
	}
	if ( goal->kind == wf_benchIdle )
	{
		task->stop->point = from;
		// What comes last has no end that anything waits for.
		task->agent->stays = task->last;
		task->stop->wait = task->last ? 0.0 : goal->duration;
		return;
	}
	if ( goal->kind == wf_benchSeekAgent || goal->kind == wf_benchFleeAgent )
	{
		int32_t target = findTarget( bench, task );
		const wfBenchAgent* other = bench->agents + target;
		if ( goal->kind == wf_benchSeekAgent )
		{
			task->stop->point = makeReachable( bench, task, getDestination( bench, target ) );
			task->stop->reach = task->spec->radius + bench->specs[other->spec].radius + BESIDE;
			return;
		}
		leadFar( task, from, wfSub2( from, other->position ) );
		return;
	}
	direction = goal->kind == wf_benchFlee ? wfSub2( from, direction ) : goal->kind == wf_benchFlow ? direction : flow;
	if ( goal->target.random || !( wfLength2( direction ) > 0.0 ) )
	{
		double angle = WF_TWO_PI * wfTestCase_Draw( bench, task->index, task->counter );
		direction = ( wfVec2 ){ cos( angle ), sin( angle ) };
	}
	leadFar( task, from, direction );
}

// The speed of the first goal that is walked to.
static void chooseSpeed( wfTestCase* bench, wfBenchAgent* agent )
{
	const wfBenchElement* spec = bench->specs + agent->spec;
	bool mixed = false;
	for ( int32_t i = 0; i < spec->goalCount; ++i )
	{
		const wfBenchElement* goal = bench->goals + spec->firstGoal + i;
		if ( goal->kind != wf_benchIdle )
		{
			mixed = mixed || ( agent->desiredSpeed > 0.0 && goal->desiredSpeed != agent->desiredSpeed );
			agent->desiredSpeed = agent->desiredSpeed > 0.0 ? agent->desiredSpeed : goal->desiredSpeed;
		}
	}
	agent->desiredSpeed = agent->desiredSpeed > 0.0 ? agent->desiredSpeed : WF_BENCH_SPEED;
	bench->mixedSpeeds += mixed ? 1 : 0;
}

void wfTestCase_MakeStops( wfTestCase* bench )
{
	int32_t count = (int32_t)bench->agentCount;
	for ( int32_t i = 0; i < count && wfReader_IsOk( bench->reader ); ++i )
	{
		chooseSpeed( bench, bench->agents + i );
		for ( int32_t k = 0; k < bench->specs[bench->agents[i].spec].goalCount; ++k )
		{
			wfBenchTask task = makeTask( bench, i, k );
			placeStaticGoal( bench, &task );
		}
	}
	wfVec2 flow = wfReader_IsOk( bench->reader ) ? getFlow( bench ) : ( wfVec2 ){ 0 };
	for ( int32_t i = 0; i < count && wfReader_IsOk( bench->reader ); ++i )
	{
		wfVec2 from = bench->agents[i].position;
		for ( int32_t k = 0; k < bench->specs[bench->agents[i].spec].goalCount; ++k )
		{
			wfBenchTask task = makeTask( bench, i, k );
			placeMovingGoal( bench, &task, from, flow );
			from = getStopPlace( bench, task.stop );
		}
	}
}
