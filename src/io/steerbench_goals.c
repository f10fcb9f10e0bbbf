// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// From the goals of a test case to places to walk to. What has no place of its own gets one: fleeing and flowing lead to a far
// point in that direction, another agent is sought where it is going, or where it stands.
#include "io/steerbench.h"

#include <math.h>
#include <string.h>

#define TYPICAL_SPEED 1.3
#define TARGET_DRAWS 1000
// Arrived where only a direction was asked for.
#define FAR_REACH 1.0
// Beside another agent.
#define BESIDE 0.5

static double getLength( wfVec2 v )
{
	return sqrt( v.x * v.x + v.y * v.y );
}

// --------------------------------------------------------------------------------------------------------------- places

static bool isInComponent( const wfGrid* grid, wfVec2 point, int32_t component )
{
	int32_t cell = wfGrid_GetCell( grid, point );
	return cell >= 0 && wfGrid_GetComponent( grid, cell ) == component;
}

// The same for a goal, which the disc must be able to stand on: a free cell may reach into what its radius keeps it from.
static bool isGoalFree( const wfBenchPlan* plan, const wfGrid* grid, wfVec2 point, int32_t component )
{
	return isInComponent( grid, point, component ) &&
		   wfWorld_GetDistance( plan->world, point, 0 ) >= wfGrid_GetRadius( grid ) - 1e-9;
}

// The centre of the nearest cell of the component, looked for in squares around the point; the point where there is none.
static wfVec2 findNearestPlace( const wfGrid* grid, wfVec2 point, int32_t component )
{
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
				if ( i < 0 || j < 0 || i >= width || j >= height || wfGrid_GetComponent( grid, cell ) != component )
				{
					continue;
				}
				wfVec2 center = wfGrid_GetCenter( grid, cell );
				double distance = getLength( ( wfVec2 ){ center.x - point.x, center.y - point.y } );
				best = distance < nearest ? center : best;
				nearest = fmin( nearest, distance );
			}
		}
	}
	return best;
}

static wfVec2 makeReachable( wfBenchPlan* plan, const wfGrid* grid, wfVec2 point, int32_t component )
{
	if ( isGoalFree( plan, grid, point, component ) )
	{
		return point;
	}
	wfVec2 place = findNearestPlace( grid, point, component );
	plan->movedGoals += 1;
	plan->farthestGoal = fmax( plan->farthestGoal, getLength( ( wfVec2 ){ place.x - point.x, place.y - point.y } ) );
	return place;
}

// The farthest place of the component along a ray, at most `length` away.
static wfVec2 findFarPlace( const wfGrid* grid, wfVec2 from, wfVec2 direction, double length, int32_t component )
{
	double norm = getLength( direction ), step = 0.5 * wfGrid_GetCellSize( grid );
	wfVec2 best = from;
	if ( !( norm > 0.0 ) )
	{
		return best;
	}
	wfVec2 unit = { direction.x / norm, direction.y / norm };
	for ( double along = step; along <= length; along += step )
	{
		wfVec2 place = { from.x + along * unit.x, from.y + along * unit.y };
		if ( wfGrid_GetCell( grid, place ) < 0 )
		{
			break;
		}
		best = isInComponent( grid, place, component ) ? place : best;
	}
	return best;
}

// -------------------------------------------------------------------------------------------------------------- regions

static bool isRegionReachable( const wfGrid* grid, wfBox2 box, int32_t component )
{
	wfVec2 origin = wfGrid_GetOrigin( grid );
	double size = wfGrid_GetCellSize( grid );
	int32_t width = wfGrid_GetWidth( grid ), height = wfGrid_GetHeight( grid );
	int32_t first[2] = { (int32_t)fmin( fmax( ceil( ( box.lower.x - origin.x ) / size - 0.5 ), 0.0 ), width ),
						 (int32_t)fmin( fmax( ceil( ( box.lower.y - origin.y ) / size - 0.5 ), 0.0 ), height ) };
	int32_t last[2] = { (int32_t)fmin( fmax( floor( ( box.upper.x - origin.x ) / size - 0.5 ), -1.0 ), width - 1.0 ),
						(int32_t)fmin( fmax( floor( ( box.upper.y - origin.y ) / size - 0.5 ), -1.0 ), height - 1.0 ) };
	for ( int32_t j = first[1]; j <= last[1]; ++j )
	{
		for ( int32_t i = first[0]; i <= last[0]; ++i )
		{
			if ( wfGrid_GetComponent( grid, j * width + i ) == component )
			{
				return true;
			}
		}
	}
	return false;
}

static wfResult addRegion( wfBenchPlan* plan, wfBox2 box, int32_t* index )
{
	for ( size_t i = 0; i < plan->regionCount; ++i )
	{
		if ( memcmp( plan->regions + i, &box, sizeof( box ) ) == 0 )
		{
			*index = (int32_t)i;
			return wf_ok;
		}
	}
	if ( wfGrowArray( &plan->regions, &plan->regionCapacity, plan->regionCount + 1, sizeof( wfBox2 ) ) != wf_ok )
	{
		return wfReader_OutOfMemory( plan->reader );
	}
	*index = (int32_t)plan->regionCount;
	plan->regions[plan->regionCount++] = box;
	return wf_ok;
}

// ---------------------------------------------------------------------------------------------------------- named places

// Goals that have a place of their own, whatever the others do.
static wfResult placeStaticGoal( wfBenchPlan* plan, int32_t index, int32_t nth )
{
	const wfBenchWalker* walker = plan->walkers + index;
	const wfBenchAgents* agents = plan->bench->agents + walker->spec;
	const wfBenchGoal* goal = plan->bench->goals + agents->firstGoal + nth;
	const wfGrid* grid = wfBenchPlan_GetGrid( plan, agents->radius );
	int32_t component = wfBench_GetComponent( grid, walker->position );
	wfBenchStop* stop = plan->stops + walker->firstStop + nth;
	*stop = ( wfBenchStop ){ .region = -1, .point = walker->position };
	if ( goal->kind == wf_benchSeek && !goal->random )
	{
		stop->point = makeReachable( plan, grid, goal->target, component );
	}
	else if ( goal->kind == wf_benchSeek )
	{
		bool found = false;
		for ( uint64_t k = 0; k < TARGET_DRAWS && !found; ++k )
		{
			// Far from the counters of the start.
			uint64_t counter = ( (uint64_t)nth + 1 ) * 65536 + k;
			stop->point = wfBenchPlan_DrawPoint( plan, plan->bounds, index, counter );
			found = isGoalFree( plan, grid, stop->point, component );
		}
		stop->point = found ? stop->point : findNearestPlace( grid, stop->point, component );
	}
	else if ( goal->kind == wf_benchRegion && isRegionReachable( grid, goal->region, component ) )
	{
		return addRegion( plan, goal->region, &stop->region );
	}
	else if ( goal->kind == wf_benchRegion )
	{
		wfVec2 middle = { 0.5 * ( goal->region.lower.x + goal->region.upper.x ),
						  0.5 * ( goal->region.lower.y + goal->region.upper.y ) };
		stop->point = makeReachable( plan, grid, middle, component );
	}
	return wf_ok;
}

// --------------------------------------------------------------------------------------------------------- other agents

static wfVec2 getStopPlace( const wfBenchPlan* plan, const wfBenchStop* stop )
{
	if ( stop->region < 0 )
	{
		return stop->point;
	}
	wfBox2 box = plan->regions[stop->region];
	return ( wfVec2 ){ 0.5 * ( box.lower.x + box.upper.x ), 0.5 * ( box.lower.y + box.upper.y ) };
}

// Where an agent is going in the end, or stands.
static wfVec2 getDestination( const wfBenchPlan* plan, int32_t index )
{
	const wfBenchWalker* walker = plan->walkers + index;
	const wfBenchAgents* agents = plan->bench->agents + walker->spec;
	for ( int32_t i = agents->goalCount - 1; i >= 0; --i )
	{
		wfBenchGoalKind kind = plan->bench->goals[agents->firstGoal + i].kind;
		if ( kind == wf_benchSeek || kind == wf_benchRegion )
		{
			return getStopPlace( plan, plan->stops + walker->firstStop + i );
		}
	}
	return walker->position;
}

static wfResult findTarget( const wfBenchPlan* plan, int32_t index, int32_t nth, int32_t* target )
{
	const wfBench* bench = plan->bench;
	const wfBenchAgents* agents = bench->agents + plan->walkers[index].spec;
	const wfBenchGoal* goal = bench->goals + agents->firstGoal + nth;
	int32_t count = (int32_t)plan->walkerCount;
	if ( goal->random || goal->name < 0 )
	{
		double draw = wfBenchPlan_Draw( plan, index, ( (uint64_t)nth + 1 ) * 65536 );
		int32_t other = (int32_t)( draw * ( count - 1 ) );
		// Anybody but itself; alone it stays where it is.
		*target = count < 2 ? index : other < index ? other : other + 1;
		return wf_ok;
	}
	const char* name = wfXml_Text( &bench->xml, bench->xml.nodes + goal->name );
	for ( int32_t i = 0; i < count; ++i )
	{
		const wfBenchAgents* other = bench->agents + plan->walkers[i].spec;
		if ( other->name >= 0 && strcmp( wfXml_Text( &bench->xml, bench->xml.nodes + other->name ), name ) == 0 )
		{
			*target = i;
			return wf_ok;
		}
	}
	wfQuoted quoted = wfQuote( name, strlen( name ) );
	return wfXml_Fail( &bench->xml, bench->xml.nodes + goal->name, NULL, wf_notFound, "there is no agent of the name %s",
					   quoted.text );
}

// The sum of the directions everybody has before them.
static wfVec2 getFlow( const wfBenchPlan* plan )
{
	wfVec2 sum = { 0 };
	for ( int32_t i = 0; i < (int32_t)plan->walkerCount; ++i )
	{
		wfVec2 to = getDestination( plan, i );
		wfVec2 way = { to.x - plan->walkers[i].position.x, to.y - plan->walkers[i].position.y };
		double length = getLength( way );
		sum.x += length > 0.0 ? way.x / length : 0.0;
		sum.y += length > 0.0 ? way.y / length : 0.0;
	}
	return sum;
}

// -------------------------------------------------------------------------------------------------------------- the rest

typedef struct wfMover
{
	const wfGrid* grid;
	int32_t component;
	wfVec2 from; // where the goal before leaves it
	double length;
} wfMover;

static wfResult placeAgentGoal( wfBenchPlan* plan, int32_t index, int32_t nth, const wfMover* mover, wfBenchStop* stop )
{
	const wfBenchAgents* agents = plan->bench->agents + plan->walkers[index].spec;
	const wfBenchGoal* goal = plan->bench->goals + agents->firstGoal + nth;
	int32_t target = -1;
	wfResult result = findTarget( plan, index, nth, &target );
	if ( result != wf_ok )
	{
		return result;
	}
	wfVec2 place = getDestination( plan, target );
	if ( goal->kind == wf_benchSeekAgent )
	{
		stop->point = makeReachable( plan, mover->grid, place, mover->component );
		stop->reach = agents->radius + plan->bench->agents[plan->walkers[target].spec].radius + BESIDE;
		return wf_ok;
	}
	wfVec2 start = plan->walkers[target].position;
	wfVec2 away = { mover->from.x - start.x, mover->from.y - start.y };
	stop->point = findFarPlace( mover->grid, mover->from, away, mover->length, mover->component );
	stop->reach = FAR_REACH;
	return wf_ok;
}

static wfResult placeMovingGoal( wfBenchPlan* plan, int32_t index, int32_t nth, wfVec2 from, wfVec2 flow )
{
	wfBenchWalker* walker = plan->walkers + index;
	const wfBenchAgents* agents = plan->bench->agents + walker->spec;
	const wfBenchGoal* goal = plan->bench->goals + agents->firstGoal + nth;
	wfBenchStop* stop = plan->stops + walker->firstStop + nth;
	const wfGrid* grid = wfBenchPlan_GetGrid( plan, agents->radius );
	wfMover mover = { .grid = grid,
					  .component = wfBench_GetComponent( grid, walker->position ),
					  .from = from,
					  .length = fmin( goal->desiredSpeed * goal->duration, 1e5 ) };
	wfVec2 way = { 0 };
	switch ( goal->kind )
	{
		case wf_benchSeek:
		case wf_benchRegion:
			return wf_ok;
		case wf_benchSeekAgent:
		case wf_benchFleeAgent:
			return placeAgentGoal( plan, index, nth, &mover, stop );
		case wf_benchIdle:
			stop->point = from;
			// What comes last has no end that anything waits for.
			walker->stays = nth + 1 == agents->goalCount;
			stop->wait = walker->stays ? 0.0 : goal->duration;
			return wf_ok;
		case wf_benchFlee:
			way = ( wfVec2 ){ from.x - goal->target.x, from.y - goal->target.y };
			break;
		case wf_benchFlow:
			way = goal->target;
			break;
		case wf_benchFlowCrowd:
			way = flow;
			break;
	}
	if ( goal->random || !( getLength( way ) > 0.0 ) )
	{
		double angle = 6.283185307179586 * wfBenchPlan_Draw( plan, index, ( (uint64_t)nth + 1 ) * 65536 );
		way = ( wfVec2 ){ cos( angle ), sin( angle ) };
	}
	stop->point = findFarPlace( grid, from, way, mover.length, mover.component );
	stop->reach = FAR_REACH;
	return wf_ok;
}

// The speed of the first goal that is walked to.
static void chooseSpeed( wfBenchPlan* plan, wfBenchWalker* walker )
{
	const wfBenchAgents* agents = plan->bench->agents + walker->spec;
	walker->desiredSpeed = 0.0;
	bool mixed = false;
	for ( int32_t i = 0; i < agents->goalCount; ++i )
	{
		const wfBenchGoal* goal = plan->bench->goals + agents->firstGoal + i;
		if ( goal->kind != wf_benchIdle )
		{
			mixed = mixed || ( walker->desiredSpeed > 0.0 && goal->desiredSpeed != walker->desiredSpeed );
			walker->desiredSpeed = walker->desiredSpeed > 0.0 ? walker->desiredSpeed : goal->desiredSpeed;
		}
	}
	walker->desiredSpeed = walker->desiredSpeed > 0.0 ? walker->desiredSpeed : TYPICAL_SPEED;
	plan->mixedSpeeds += mixed ? 1 : 0;
}

wfResult wfBenchPlan_MakeStops( wfBenchPlan* plan )
{
	wfResult result = wf_ok;
	for ( int32_t i = 0; i < (int32_t)plan->walkerCount && result == wf_ok; ++i )
	{
		chooseSpeed( plan, plan->walkers + i );
		int32_t goals = plan->bench->agents[plan->walkers[i].spec].goalCount;
		for ( int32_t k = 0; k < goals && result == wf_ok; ++k )
		{
			result = placeStaticGoal( plan, i, k );
		}
	}
	wfVec2 flow = result == wf_ok ? getFlow( plan ) : ( wfVec2 ){ 0 };
	for ( int32_t i = 0; i < (int32_t)plan->walkerCount && result == wf_ok; ++i )
	{
		const wfBenchWalker* walker = plan->walkers + i;
		int32_t goals = plan->bench->agents[walker->spec].goalCount;
		wfVec2 from = walker->position;
		for ( int32_t k = 0; k < goals && result == wf_ok; ++k )
		{
			result = placeMovingGoal( plan, i, k, from, flow );
			from = getStopPlace( plan, plan->stops + walker->firstStop + k );
		}
	}
	return result;
}
