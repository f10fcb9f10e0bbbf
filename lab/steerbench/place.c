// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Where everybody starts. Files in use put agents into each other, into walls and outside of the bounds: such starts move to the
// nearest free place, which is counted.
#include "steerbench/steerbench.h"

#include <math.h>

// Discs that touch do not overlap; places we choose leave a little more.
#define TOUCH 1e-9
#define GAP 1e-3
#define START_DRAWS 2000
// Rings of the search around a start, some thirty metres for people.
#define NEAR_RINGS 16
#define RINGS 400

typedef struct wfBenchPlacing
{
	wfTestCase* bench;
	wfDiscGrid taken; // by those who have a place
} wfBenchPlacing;

// Room for the disc and `gap` around it. `component` below 0: any, even where the grid's cell is blocked.
static bool isFreeStart( const wfBenchPlacing* placing, wfVec2 place, double radius, double gap, int32_t component )
{
	const wfGrid* grid = wfTestCase_GetGrid( placing->bench, radius );
	int32_t cell = component >= 0 ? wfGrid_GetCell( grid, place ) : -1;
	if ( component >= 0 && ( cell < 0 || !wfGrid_IsFree( grid, cell ) || wfGrid_GetComponent( grid, cell ) != component ) )
	{
		return false;
	}
	return wfWorld_GetDistance( placing->bench->world, place, 0 ) >= radius + gap &&
		   !wfDiscGrid_Overlaps( &placing->taken, place, radius + gap );
}

// Where a spec's agents belong: where its first named goal can be reached, else where most of the free ground is.
static int32_t getHome( const wfTestCase* bench, const wfBenchElement* spec )
{
	const wfGrid* grid = wfTestCase_GetGrid( bench, spec->radius );
	for ( int32_t i = 0; i < spec->goalCount; ++i )
	{
		const wfBenchElement* goal = bench->goals + spec->firstGoal + i;
		int32_t component = wfTestCase_IsNamed( goal ) ? wfTestCase_GetComponent( grid, goal->target.at ) : -1;
		if ( component >= 0 )
		{
			return component;
		}
	}
	// A few hundred places are enough to tell the large from the small.
	enum
	{
		samples = 512,
		kept = 16
	};
	int32_t components[kept], counts[kept] = { 0 }, found = 0, best = 0;
	int32_t cells = wfGrid_GetWidth( grid ) * wfGrid_GetHeight( grid );
	int32_t stride = cells / samples > 0 ? cells / samples : 1;
	for ( int32_t cell = stride / 2; cell < cells; cell = cell < cells - stride ? cell + stride : cells )
	{
		int32_t component = wfGrid_GetComponent( grid, cell ), k = 0;
		while ( k < found && components[k] != component )
		{
			k += 1;
		}
		if ( component >= 0 && k < kept )
		{
			components[k] = component;
			found += k == found ? 1 : 0;
			counts[k] += 1;
			best = counts[k] > counts[best] ? k : best;
		}
	}
	return found > 0 ? components[best] : 0;
}

// --------------------------------------------------------------------------------------------------------------- search

// The nearest free place, to within a fraction of the radius.
static bool findNearbyStart( const wfBenchPlacing* placing, wfVec2 wanted, double radius, int32_t component, wfVec2* place )
{
	double distance = 0.0;
	for ( int32_t ring = 1; ring <= RINGS; ++ring )
	{
		distance += ring <= NEAR_RINGS ? radius / 16.0 : radius / 4.0;
		int32_t count = 16 + (int32_t)( WF_TWO_PI * distance / ( 0.25 * radius ) );
		for ( int32_t i = 0; i < count; ++i )
		{
			double angle = WF_TWO_PI * i / count;
			wfVec2 offset = { distance * cos( angle ), distance * sin( angle ) };
			if ( !isFreeStart( placing, wfAddScaled2( wanted, 1.0, offset ), radius, GAP, component ) )
			{
				continue;
			}
			// As near as it goes on the same line.
			double inner = 0.0, outer = 1.0;
			for ( int32_t k = 0; k < 12; ++k )
			{
				double middle = 0.5 * ( inner + outer );
				bool open = isFreeStart( placing, wfAddScaled2( wanted, middle, offset ), radius, GAP, component );
				outer = open ? middle : outer;
				inner = open ? inner : middle;
			}
			*place = wfAddScaled2( wanted, outer, offset );
			return true;
		}
	}
	return false;
}

// Any free place of the world, row by row.
static bool findAnyStart( const wfBenchPlacing* placing, double radius, int32_t component, wfVec2* place )
{
	const wfGrid* grid = wfTestCase_GetGrid( placing->bench, radius );
	int32_t cells = wfGrid_GetWidth( grid ) * wfGrid_GetHeight( grid ), cell = 0;
	while ( cell < cells && !( wfGrid_GetComponent( grid, cell ) == component &&
							   isFreeStart( placing, wfGrid_GetCenter( grid, cell ), radius, GAP, component ) ) )
	{
		cell += 1;
	}
	*place = cell < cells ? wfGrid_GetCenter( grid, cell ) : *place;
	return cell < cells;
}

// Where an agent was to start, or next to it where that is not free.
static void place( wfBenchPlacing* placing, wfBenchAgent* agent, wfVec2 wanted, bool free, int32_t home )
{
	wfTestCase* bench = placing->bench;
	const wfBenchElement* spec = bench->specs + agent->spec;
	agent->position = wanted;
	if ( !free )
	{
		if ( !findNearbyStart( placing, wanted, spec->radius, home, &agent->position ) &&
			 !findAnyStart( placing, spec->radius, home, &agent->position ) )
		{
			wfTestCase_FailIf( bench, true, spec->node, NULL, wf_startBlocked, "there is no room left for a disc of radius %g",
							   spec->radius );
			return;
		}
		bench->movedStarts += 1;
		bench->farthestStart = fmax( bench->farthestStart, wfDistance2( agent->position, wanted ) );
	}
	wfDiscGrid_Add( &placing->taken, agent->position, spec->radius );
}

static void placeNamed( wfBenchPlacing* placing, wfBenchAgent* agent )
{
	wfTestCase* bench = placing->bench;
	const wfBenchElement* spec = bench->specs + agent->spec;
	wfVec2 wanted = spec->position.at;
	int32_t home = wfTestCase_GetComponent( wfTestCase_GetGrid( bench, spec->radius ), wanted );
	bool free = home >= 0 && isFreeStart( placing, wanted, spec->radius, -TOUCH, -1 );
	place( placing, agent, wanted, free, free || home >= 0 ? home : getHome( bench, spec ) );
}

static void placeRandom( wfBenchPlacing* placing, wfBenchAgent* agent, int32_t home )
{
	wfTestCase* bench = placing->bench;
	const wfBenchElement* spec = bench->specs + agent->spec;
	wfVec2 drawn = { 0 };
	bool found = false;
	for ( uint64_t k = 0; k < START_DRAWS && !found; ++k )
	{
		drawn = wfTestCase_DrawPoint( bench, spec->region.box, agent - bench->agents, k + 1 );
		found = isFreeStart( placing, drawn, spec->radius, GAP, home );
	}
	// Full, or all of it blocked: next to where the last draw fell.
	place( placing, agent, drawn, found, home );
}

// ------------------------------------------------------------------------------------------------------------ everybody

static void makeAgents( wfTestCase* bench )
{
	size_t agents = 0, stops = 0;
	for ( size_t i = 0; i < bench->specCount; ++i )
	{
		agents += (size_t)bench->specs[i].count;
		stops += (size_t)bench->specs[i].count * (size_t)bench->specs[i].goalCount;
	}
	wfTestCase_FailIf( bench, stops > INT32_MAX, NULL, NULL, wf_tooLarge, "%zu goals of all agents together", stops );
	if ( !wfTestCase_Grow( bench, NULL, &bench->agents, &bench->agentCapacity, agents, sizeof( wfBenchAgent ) ) ||
		 !wfTestCase_Grow( bench, NULL, &bench->stops, &bench->stopCapacity, stops, sizeof( wfBenchStop ) ) )
	{
		return;
	}
	for ( size_t i = 0; i < bench->specCount; ++i )
	{
		for ( int32_t k = 0; k < bench->specs[i].count; ++k )
		{
			bench->agents[bench->agentCount++] = ( wfBenchAgent ){ .spec = (int32_t)i, .firstStop = (int32_t)bench->stopCount };
			bench->stopCount += (size_t)bench->specs[i].goalCount;
		}
	}
}

void wfTestCase_PlaceAgents( wfTestCase* bench )
{
	makeAgents( bench );
	wfBenchPlacing placing = { .bench = bench };
	wfDiscGrid_Make( bench, &placing.taken, bench->bounds, bench->radii[bench->radiusCount - 1], bench->agentCount );
	// Named places first: chance takes what they leave.
	for ( size_t i = 0; i < bench->agentCount && wfReader_IsOk( bench->reader ); ++i )
	{
		if ( !bench->specs[bench->agents[i].spec].position.random )
		{
			placeNamed( &placing, bench->agents + i );
		}
	}
	int32_t before = -1, home = 0;
	for ( size_t i = 0; i < bench->agentCount && wfReader_IsOk( bench->reader ); ++i )
	{
		wfBenchAgent* agent = bench->agents + i;
		const wfBenchElement* spec = bench->specs + agent->spec;
		if ( spec->position.random )
		{
			home = agent->spec != before ? getHome( bench, spec ) : home;
			before = agent->spec;
			placeRandom( &placing, agent, home );
		}
		wfVec2 direction = spec->direction.at;
		bool chance = spec->direction.random || ( direction.x == 0.0 && direction.y == 0.0 );
		agent->heading =
			chance ? WF_TWO_PI * ( wfTestCase_Draw( bench, (int64_t)i, 0 ) - 0.5 ) : atan2( direction.y, direction.x );
	}
	wfDiscGrid_Free( &placing.taken );
}
