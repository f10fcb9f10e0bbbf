// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What planners take: what they say before and afterwards, against what the allocator saw.

#include "test_field.h"

#include <stdatomic.h>
#include <stdlib.h>

static atomic_llong s_bytes, s_peak;

static void* countAllocate( size_t size, size_t alignment, void* context )
{
	(void)context;
	long long now = atomic_fetch_add( &s_bytes, (long long)size ) + (long long)size;
	long long peak = atomic_load( &s_peak );
	while ( now > peak && !atomic_compare_exchange_weak( &s_peak, &peak, now ) )
	{
	}
	return aligned_alloc( alignment, ( size + alignment - 1 ) & ~( alignment - 1 ) );
}

static void countFree( void* memory, size_t size, void* context )
{
	(void)context;
	atomic_fetch_sub( &s_bytes, (long long)size );
	free( memory );
}

// Whether a number is that of another within a share of it.
static bool isWithin( double number, double of, double share )
{
	return number >= of * ( 1.0 - share ) && number <= of * ( 1.0 + share );
}

static void checkEstimate( const Scene* scene, const wfPlannerDef* def )
{
	wfPlanner* planner = NULL;
	double before = (double)atomic_load( &s_bytes );
	atomic_store( &s_peak, (long long)before );
	CHECK_EQUAL( wfCreatePlanner( scene->grid, def, &planner, NULL ), wf_ok );
	double held = (double)atomic_load( &s_bytes ) - before, peak = (double)atomic_load( &s_peak ) - before;
	wfPlannerReport report = wfPlanner_GetReport( planner );
	CHECK( isWithin( (double)report.estimatedBytes, peak, 0.1 ) );
	CHECK( isWithin( (double)report.bytes, held, 0.01 ) );
	wfDestroyPlanner( planner );
}

TEST( EstimatesAreWhatIsTaken )
{
	wfSetAllocator( countAllocate, countFree, NULL );
	Scene scenes[5] = { sceneOpen( 250, 250, 1.0 ), sceneOpen( 700, 60, 1.0 ), sceneRandom( 300, 200, 0.2, 1 ),
						sceneRandom( 200, 300, 0.4, 2 ), sceneSerpentine( 9, 20, 200 ) };
	wfWorkersDef workersDef = wfDefaultWorkersDef();
	workersDef.workerCount = 3;
	wfWorkers* workers = NULL;
	CHECK_EQUAL( wfCreateWorkers( &workersDef, &workers ), wf_ok );
	for ( int k = 0; k < 5; ++k )
	{
		for ( int variant = 0; variant < 8; ++variant )
		{
			wfPlannerDef def = wfDefaultPlannerDef();
			def.walls = wf_neumannWalls; // nothing becomes so small that it needs a special front
			def.editable = ( variant & 1 ) != 0;
			def.precision = ( variant & 2 ) != 0 ? wf_singlePrecision : wf_doublePrecision;
			def.workers = ( variant & 4 ) != 0 ? workers : NULL;
			def.ordering = variant == 7 ? wf_orderMinimumDegree : wf_orderAuto;
			checkEstimate( &scenes[k], &def );
		}
	}
	wfDestroyWorkers( workers );
	for ( int k = 0; k < 5; ++k )
	{
		sceneFree( &scenes[k] );
	}
	wfSetAllocator( NULL, NULL, NULL );
}

void runMemoryTests( int argc, char** argv )
{
	RUN_THREADED( EstimatesAreWhatIsTaken );
}
