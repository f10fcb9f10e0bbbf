// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Where everybody starts. Files in use put agents into each other, into walls and outside of the bounds: such starts move to the
// nearest free place, which the plan counts.
#include "io/steerbench.h"

#include <math.h>
#include <string.h>

#define TWO_PI 6.283185307179586
// Discs that touch do not overlap; places we choose leave a little more.
#define TOUCH 1e-9
#define GAP 1e-3
#define START_DRAWS 2000
#define MOST_BUCKETS 1024
// Rings of the search around a start, some thirty metres for people.
#define NEAR_RINGS 16
#define RINGS 400

// ------------------------------------------------------------------------------------------------------------- overlaps

static int32_t getBucket( const wfBenchPlan* plan, double value, double lower, int32_t count )
{
	double index = ( value - lower ) / plan->bucket;
	return index < 0.0 ? 0 : index >= count ? count - 1 : (int32_t)index;
}

static wfResult makeBuckets( wfBenchPlan* plan )
{
	wfVec2 size = { plan->bounds.upper.x - plan->bounds.lower.x, plan->bounds.upper.y - plan->bounds.lower.y };
	plan->bucket = fmax( 2.0 * plan->radii[plan->radiusCount - 1] + GAP, fmax( size.x, size.y ) / MOST_BUCKETS );
	plan->columns = (int32_t)( size.x / plan->bucket ) + 1;
	plan->rows = (int32_t)( size.y / plan->bucket ) + 1;
	plan->headCount = (size_t)plan->columns * (size_t)plan->rows;
	plan->heads = wfAllocateArray( plan->headCount, sizeof( int32_t ) );
	plan->links = wfAllocateArray( plan->walkerCount, sizeof( int32_t ) );
	if ( plan->heads == NULL || plan->links == NULL )
	{
		return wfReader_OutOfMemory( plan->reader );
	}
	memset( plan->heads, -1, plan->headCount * sizeof( int32_t ) );
	return wf_ok;
}

static void enterBucket( wfBenchPlan* plan, int32_t walker )
{
	wfVec2 place = plan->walkers[walker].position;
	int32_t column = getBucket( plan, place.x, plan->bounds.lower.x, plan->columns );
	int32_t row = getBucket( plan, place.y, plan->bounds.lower.y, plan->rows );
	int32_t* head = plan->heads + row * plan->columns + column;
	plan->links[walker] = *head;
	*head = walker;
}

static bool overlapsWalker( const wfBenchPlan* plan, wfVec2 place, double radius )
{
	int32_t column = getBucket( plan, place.x, plan->bounds.lower.x, plan->columns );
	int32_t row = getBucket( plan, place.y, plan->bounds.lower.y, plan->rows );
	for ( int32_t j = row > 0 ? row - 1 : 0; j <= row + 1 && j < plan->rows; ++j )
	{
		for ( int32_t i = column > 0 ? column - 1 : 0; i <= column + 1 && i < plan->columns; ++i )
		{
			for ( int32_t k = plan->heads[j * plan->columns + i]; k >= 0; k = plan->links[k] )
			{
				const wfBenchWalker* other = plan->walkers + k;
				wfVec2 way = { other->position.x - place.x, other->position.y - place.y };
				double reach = radius + plan->bench->agents[other->spec].radius;
				if ( sqrt( way.x * way.x + way.y * way.y ) < reach )
				{
					return true;
				}
			}
		}
	}
	return false;
}

// Room for the disc and `gap` around it. `component` below 0: any, even where the grid's cell is blocked.
static bool isFreeStart( const wfBenchPlan* plan, wfVec2 place, double radius, double gap, int32_t component )
{
	if ( component >= 0 )
	{
		const wfGrid* grid = wfBenchPlan_GetGrid( plan, radius );
		int32_t cell = wfGrid_GetCell( grid, place );
		if ( cell < 0 || !wfGrid_IsFree( grid, cell ) || wfGrid_GetComponent( grid, cell ) != component )
		{
			return false;
		}
	}
	return wfWorld_GetDistance( plan->world, place, 0 ) >= radius + gap && !overlapsWalker( plan, place, radius + gap );
}

// ------------------------------------------------------------------------------------------------------------ component

// Where a spec's walkers belong: where its first named goal can be reached, else where most of the free ground is.
static int32_t getHome( const wfBenchPlan* plan, const wfBenchAgents* agents )
{
	const wfGrid* grid = wfBenchPlan_GetGrid( plan, agents->radius );
	for ( int32_t i = 0; i < agents->goalCount; ++i )
	{
		const wfBenchGoal* goal = plan->bench->goals + agents->firstGoal + i;
		bool named = goal->kind == wf_benchSeek && !goal->random;
		int32_t component = named ? wfBench_GetComponent( grid, goal->target ) : -1;
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
		if ( component < 0 || k == kept )
		{
			continue;
		}
		components[k] = component;
		found += k == found ? 1 : 0;
		counts[k] += 1;
		best = counts[k] > counts[best] ? k : best;
	}
	return found > 0 ? components[best] : 0;
}

// --------------------------------------------------------------------------------------------------------------- search

// The nearest free place, to within a fraction of the radius.
static bool findNearbyStart( const wfBenchPlan* plan, wfVec2 wanted, double radius, int32_t component, wfVec2* place )
{
	double distance = 0.0;
	for ( int32_t ring = 1; ring <= RINGS; ++ring )
	{
		distance += ring <= NEAR_RINGS ? radius / 16.0 : radius / 4.0;
		int32_t count = 16 + (int32_t)( TWO_PI * distance / ( 0.25 * radius ) );
		for ( int32_t i = 0; i < count; ++i )
		{
			double angle = TWO_PI * i / count;
			wfVec2 offset = { distance * cos( angle ), distance * sin( angle ) };
			wfVec2 candidate = { wanted.x + offset.x, wanted.y + offset.y };
			if ( !isFreeStart( plan, candidate, radius, GAP, component ) )
			{
				continue;
			}
			// As near as it goes on the same line.
			double inner = 0.0, outer = 1.0;
			for ( int32_t k = 0; k < 12; ++k )
			{
				double middle = 0.5 * ( inner + outer );
				wfVec2 nearer = { wanted.x + middle * offset.x, wanted.y + middle * offset.y };
				bool open = isFreeStart( plan, nearer, radius, GAP, component );
				outer = open ? middle : outer;
				inner = open ? inner : middle;
			}
			*place = ( wfVec2 ){ wanted.x + outer * offset.x, wanted.y + outer * offset.y };
			return true;
		}
	}
	return false;
}

// Any free place of the world, row by row.
static bool findAnyStart( const wfBenchPlan* plan, double radius, int32_t component, wfVec2* place )
{
	const wfGrid* grid = wfBenchPlan_GetGrid( plan, radius );
	int32_t cells = wfGrid_GetWidth( grid ) * wfGrid_GetHeight( grid );
	for ( int32_t cell = 0; cell < cells; ++cell )
	{
		if ( wfGrid_GetComponent( grid, cell ) == component &&
			 isFreeStart( plan, wfGrid_GetCenter( grid, cell ), radius, GAP, component ) )
		{
			*place = wfGrid_GetCenter( grid, cell );
			return true;
		}
	}
	return false;
}

static wfResult tellNoRoom( const wfBenchPlan* plan, const wfBenchAgents* agents )
{
	return wfXml_Fail( &plan->bench->xml, plan->bench->xml.nodes + agents->node, NULL, wf_startBlocked,
					   "there is no room left for a disc of radius %g", agents->radius );
}

static void noteMove( wfBenchPlan* plan, wfVec2 from, wfVec2 to )
{
	plan->movedStarts += 1;
	plan->farthestStart =
		fmax( plan->farthestStart, sqrt( ( to.x - from.x ) * ( to.x - from.x ) + ( to.y - from.y ) * ( to.y - from.y ) ) );
}

static wfResult placeNamed( wfBenchPlan* plan, int32_t index )
{
	wfBenchWalker* walker = plan->walkers + index;
	const wfBenchAgents* agents = plan->bench->agents + walker->spec;
	const wfGrid* grid = wfBenchPlan_GetGrid( plan, agents->radius );
	walker->position = agents->position;
	bool free =
		isFreeStart( plan, agents->position, agents->radius, -TOUCH, -1 ) && wfBench_GetComponent( grid, agents->position ) >= 0;
	if ( !free )
	{
		int32_t home = wfBench_GetComponent( grid, agents->position );
		home = home >= 0 ? home : getHome( plan, agents );
		if ( !findNearbyStart( plan, agents->position, agents->radius, home, &walker->position ) &&
			 !findAnyStart( plan, agents->radius, home, &walker->position ) )
		{
			return tellNoRoom( plan, agents );
		}
		noteMove( plan, agents->position, walker->position );
	}
	enterBucket( plan, index );
	return wf_ok;
}

static wfResult placeRandom( wfBenchPlan* plan, int32_t index, int32_t home )
{
	wfBenchWalker* walker = plan->walkers + index;
	const wfBenchAgents* agents = plan->bench->agents + walker->spec;
	bool found = false;
	for ( uint64_t k = 0; k < START_DRAWS && !found; ++k )
	{
		walker->position = wfBenchPlan_DrawPoint( plan, agents->region, index, k + 1 );
		found = isFreeStart( plan, walker->position, agents->radius, GAP, home );
	}
	if ( !found )
	{
		// Full, or all of it blocked: next to where the last draw fell.
		wfVec2 drawn = walker->position;
		if ( !findNearbyStart( plan, drawn, agents->radius, home, &walker->position ) &&
			 !findAnyStart( plan, agents->radius, home, &walker->position ) )
		{
			return tellNoRoom( plan, agents );
		}
		noteMove( plan, drawn, walker->position );
	}
	enterBucket( plan, index );
	return wf_ok;
}

// ------------------------------------------------------------------------------------------------------------ everybody

static wfResult makeWalkers( wfBenchPlan* plan )
{
	const wfBench* bench = plan->bench;
	size_t stops = 0;
	for ( size_t i = 0; i < bench->agentsCount; ++i )
	{
		plan->walkerCount += (size_t)bench->agents[i].count;
		stops += (size_t)bench->agents[i].count * (size_t)bench->agents[i].goalCount;
	}
	size_t bytes = plan->walkerCount * ( sizeof( wfBenchWalker ) + sizeof( int32_t ) ) + stops * sizeof( wfBenchStop );
	wfResult result = stops <= INT32_MAX ? wfReader_Reserve( plan->reader, WF_NO_POSITION, NULL, bytes )
										 : wfReader_Fail( plan->reader, WF_NO_POSITION, NULL, wf_tooLarge,
														  "%zu goals of all agents together", stops );
	if ( result != wf_ok )
	{
		plan->walkerCount = 0;
		return result;
	}
	plan->stopCount = stops;
	plan->walkers = wfAllocateArray( plan->walkerCount, sizeof( wfBenchWalker ) );
	plan->stops = wfAllocateArray( plan->stopCount, sizeof( wfBenchStop ) );
	if ( ( plan->walkers == NULL && plan->walkerCount > 0 ) || ( plan->stops == NULL && plan->stopCount > 0 ) )
	{
		return wfReader_OutOfMemory( plan->reader );
	}
	int32_t index = 0, stop = 0;
	for ( size_t i = 0; i < bench->agentsCount; ++i )
	{
		for ( int32_t k = 0; k < bench->agents[i].count; ++k )
		{
			plan->walkers[index++] = ( wfBenchWalker ){ .spec = (int32_t)i, .firstStop = stop };
			stop += bench->agents[i].goalCount;
		}
	}
	return makeBuckets( plan );
}

// Named places first: chance takes what they leave.
static wfResult placeAll( wfBenchPlan* plan )
{
	wfResult result = wf_ok;
	for ( size_t i = 0; i < plan->walkerCount && result == wf_ok; ++i )
	{
		bool random = plan->bench->agents[plan->walkers[i].spec].randomPosition;
		result = random ? wf_ok : placeNamed( plan, (int32_t)i );
	}
	int32_t spec = -1, home = 0;
	for ( size_t i = 0; i < plan->walkerCount && result == wf_ok; ++i )
	{
		wfBenchWalker* walker = plan->walkers + i;
		const wfBenchAgents* agents = plan->bench->agents + walker->spec;
		if ( agents->randomPosition )
		{
			home = walker->spec != spec ? getHome( plan, agents ) : home;
			spec = walker->spec;
			result = placeRandom( plan, (int32_t)i, home );
		}
		bool still = agents->direction.x == 0.0 && agents->direction.y == 0.0;
		walker->heading = agents->randomDirection || still ? TWO_PI * ( wfBenchPlan_Draw( plan, (int64_t)i, 0 ) - 0.5 )
														   : atan2( agents->direction.y, agents->direction.x );
	}
	return result;
}

wfResult wfBenchPlan_Make( const wfReader* reader, const wfBench* bench, const wfSimulationDef* def, uint64_t seed,
						   wfBenchPlan* plan )
{
	*plan = ( wfBenchPlan ){ .bench = bench, .reader = reader, .def = def, .seed = seed };
	wfResult result = wfBenchPlan_MakeWorld( plan );
	if ( result == wf_ok )
	{
		result = makeWalkers( plan );
	}
	if ( result == wf_ok )
	{
		result = placeAll( plan );
	}
	if ( result == wf_ok )
	{
		result = wfBenchPlan_MakeStops( plan );
	}
	if ( result != wf_ok )
	{
		wfBenchPlan_Free( plan );
	}
	return result;
}

void wfBenchPlan_Free( wfBenchPlan* plan )
{
	for ( int32_t i = 0; i < WF_MAX_BENCH_RADII; ++i )
	{
		if ( plan->grids[i] != NULL )
		{
			wfDestroyGrid( plan->grids[i] );
		}
	}
	if ( plan->world != NULL )
	{
		wfDestroyWorld( plan->world );
	}
	wfReleaseArray( plan->walkers, plan->walkerCount, sizeof( wfBenchWalker ) );
	wfReleaseArray( plan->stops, plan->stopCount, sizeof( wfBenchStop ) );
	wfReleaseArray( plan->regions, plan->regionCapacity, sizeof( wfBox2 ) );
	wfReleaseArray( plan->heads, plan->headCount, sizeof( int32_t ) );
	wfReleaseArray( plan->links, plan->walkerCount, sizeof( int32_t ) );
	*plan = ( wfBenchPlan ){ 0 };
}
