// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What planners take: what they say before and afterwards, against what the allocator saw.

#include "test_field.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

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
	bool isDefault = !def->editable && def->workers == NULL && def->precision == wf_doublePrecision;
	CHECK( !isDefault || isWithin( (double)wfEstimatePlannerBytes( scene->grid ), peak, 0.1 ) );
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

// A planner for the scene and what it took at its peak; null: it was refused.
static wfPlanner* createWithin( const Scene* scene, const wfPlannerDef* def, double* peak )
{
	wfPlanner* planner = NULL;
	wfError error = { 0 };
	long long before = atomic_load( &s_bytes );
	atomic_store( &s_peak, before );
	wfResult result = wfCreatePlanner( scene->grid, def, &planner, &error );
	*peak = (double)( atomic_load( &s_peak ) - before );
	CHECK( result == wf_ok || result == wf_tooLarge );
	CHECK( result == wf_ok ||
		   ( planner == NULL && strstr( error.message, "computed again" ) != NULL && strstr( error.message, "limit" ) != NULL ) );
	return planner;
}

enum
{
	FieldCount = 10
};

// Hashes of fields asked cell by cell, here and there first, of fields solved as a whole, of one with a factor of its own, and
// after an edit and after its end.
static void hashAll( const Scene* scene, wfPlanner* planner, uint64_t hashes[FieldCount + 3] )
{
	wfField* fields[FieldCount + 1] = { NULL };
	for ( int32_t k = 0; k < FieldCount; ++k )
	{
		int32_t goal = pickFreeCell( scene->grid, (uint64_t)k );
		CHECK_EQUAL( wfPlanner_CreateFieldFromCells( planner, &goal, 1, &fields[k], NULL ), wf_ok );
	}
	int32_t wide[300];
	for ( int32_t k = 0; k < 300; ++k )
	{
		wide[k] = pickFreeCell( scene->grid, (uint64_t)( 100 + k ) );
	}
	CHECK_EQUAL( wfPlanner_CreateFieldFromCells( planner, wide, 300, &fields[FieldCount], NULL ), wf_ok );
	CHECK_EQUAL( wfSolveFieldCells( fields, 4, wide, 300 ), wf_ok );
	for ( int32_t k = 0; k < FieldCount; ++k )
	{
		for ( int32_t i = 0; i < 40; ++i )
		{
			wfField_GetCellValue( fields[k], wide[( 7 * i + k ) % 300] );
		}
		CHECK( k % 2 == 0 || wfField_SolveAll( fields[k] ) == wf_ok );
	}
	for ( int32_t k = 0; k <= FieldCount; ++k )
	{
		hashes[k] = hashField( fields[k] );
	}
	wfShapeDef box = wfDefaultShapeDef();
	box.kind = wf_boxShape;
	box.center = ( wfVec2 ){ 40.0, 30.0 };
	box.halfSize = ( wfVec2 ){ 2.0, 3.0 };
	wfShapeId id;
	int32_t changed[200];
	CHECK_EQUAL( wfWorld_AddShape( scene->world, &box, &id, NULL ), wf_ok );
	for ( int32_t k = 0; k < 2; ++k )
	{
		int64_t count = wfGrid_Update( scene->grid, scene->world, changed, 200 );
		CHECK( count > 0 && count <= 200 );
		CHECK_EQUAL( wfPlanner_Update( planner, changed, count ), wf_ok );
		CHECK_EQUAL( wfField_Solve( fields[k] ), wf_ok );
		hashes[FieldCount + 1 + k] = hashField( fields[k] );
		CHECK( k == 1 || wfWorld_RemoveShape( scene->world, id ) == wf_ok );
	}
	for ( int32_t k = 0; k <= FieldCount; ++k )
	{
		wfDestroyField( fields[k] );
	}
}

// Under a limit that gets lower and lower until even the fronts above do not fit.
TEST( PartsComputedAgainGiveTheSameBits )
{
	wfSetAllocator( countAllocate, countFree, NULL );
	wfWorkersDef workersDef = wfDefaultWorkersDef();
	workersDef.workerCount = 3;
	wfWorkers* workers = NULL;
	CHECK_EQUAL( wfCreateWorkers( &workersDef, &workers ), wf_ok );
	for ( int variant = 0; variant < 6; ++variant )
	{
		// In the third the numbers leave the range of double; parts have special fronts then.
		Scene scene = variant % 3 == 0 ? sceneOpen( 130, 90, 1.0 )
									   : ( variant % 3 == 1 ? sceneRandom( 110, 100, 0.2, 3 ) : sceneSerpentine( 3, 22, 90 ) );
		wfPlannerDef def = wfDefaultPlannerDef();
		def.haste = variant % 3 == 2 ? 0.9 : 0.0;
		def.editable = variant % 2 == 1;
		def.precision = variant > 2 ? wf_singlePrecision : wf_doublePrecision;
		def.workers = variant == 1 || variant == 3 ? workers : NULL;
		double peak;
		uint64_t whole[FieldCount + 3], parts[FieldCount + 3];
		wfPlanner* planner = createWithin( &scene, &def, &peak );
		wfPlannerReport report = wfPlanner_GetReport( planner );
		CHECK_EQUAL( report.keptEntries, report.factorEntries );
		hashAll( &scene, planner, whole );
		wfDestroyPlanner( planner );
		int32_t tried = 0;
		size_t steps = TEST_HAS_SANITIZER ? 5 : 12;
		def.memoryLimit = report.estimatedBytes - 1;
		for ( ; ( planner = createWithin( &scene, &def, &peak ) ) != NULL; def.memoryLimit -= def.memoryLimit / steps )
		{
			report = wfPlanner_GetReport( planner );
			// Special fronts come on top of any estimate.
			CHECK( variant % 3 == 2 || peak <= 1.1 * (double)def.memoryLimit );
			CHECK( report.estimatedBytes <= def.memoryLimit && report.keptEntries <= report.factorEntries );
			hashAll( &scene, planner, parts );
			for ( int32_t k = 0; k < FieldCount + 3; ++k )
			{
				CHECK( parts[k] == whole[k] );
			}
			wfDestroyPlanner( planner );
			tried += 1;
		}
		CHECK( tried >= 2 && report.keptEntries < report.factorEntries );
		sceneFree( &scene );
	}
	wfDestroyWorkers( workers );
	wfSetAllocator( NULL, NULL, NULL );
}

TEST( PartsSurviveFailingAllocations )
{
	Scene scene = sceneOpen( 40, 30, 1.0 );
	wfPlannerDef def = wfDefaultPlannerDef();
	wfPlanner* planner = NULL;
	CHECK_EQUAL( wfCreatePlanner( scene.grid, &def, &planner, NULL ), wf_ok );
	def.memoryLimit = wfPlanner_GetReport( planner ).estimatedBytes * 4 / 5;
	wfField *field = NULL, *whole = NULL;
	int32_t goal = 333;
	CHECK_EQUAL( wfPlanner_CreateFieldFromCells( planner, &goal, 1, &whole, NULL ), wf_ok );
	uint64_t hash = hashField( whole );
	wfDestroyField( whole );
	wfDestroyPlanner( planner );
	TEST_EVERY_ALLOCATION( wfCreatePlanner( scene.grid, &def, &planner, NULL ), wfDestroyPlanner( planner ) );
	for ( int64_t n = 1, failed = 1; failed; ++n )
	{
		CHECK_EQUAL( wfCreatePlanner( scene.grid, &def, &planner, NULL ), wf_ok );
		CHECK( wfPlanner_GetReport( planner ).keptEntries < wfPlanner_GetReport( planner ).factorEntries );
		CHECK_EQUAL( wfPlanner_CreateFieldFromCells( planner, &goal, 1, &field, NULL ), wf_ok );
		testFailAllocationAt( n );
		wfResult result = n % 2 == 0 ? wfField_SolveAll( field ) : wfField_Solve( field );
		failed = testHasAllocationFailed();
		testResetAllocator();
		CHECK( result == wf_ok || ( failed && result == wf_outOfMemory ) );
		// What was not filled is filled another time.
		CHECK_EQUAL( wfField_Solve( field ), wf_ok );
		CHECK( hashField( field ) == hash );
		wfDestroyField( field );
		wfDestroyPlanner( planner );
	}
	sceneFree( &scene );
}

void runMemoryTests( int argc, char** argv )
{
	RUN_THREADED( EstimatesAreWhatIsTaken );
	RUN( PartsSurviveFailingAllocations );
	RUN_THREADED( PartsComputedAgainGiveTheSameBits );
}
