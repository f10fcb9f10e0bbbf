// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Fields are solved where they are asked for: what comes out must not depend on what was asked first, how much at once, together
// with which other fields, by how many threads, or on which instruction set.

#include "test_lazy.h"

#include "base/threads.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define FIELDS 11
#define THREADS 8

// One by one, with directions in between.
static void askOneByOne( const Place* place, const Case* of, uint64_t seed, const wfScaled* values )
{
	int32_t* cells = shuffleCells( place->cellCount, seed );
	wfField* field = fieldOf( place, of->shape, 1 );
	int32_t half = place->cellCount / 2;
	CHECK_EQUAL( countDifferent( field, values, cells, half ), 0 );
	// The whole after a part, and before it is asked for the rest.
	if ( seed % 2 == 0 )
	{
		CHECK_EQUAL( wfField_SolveAll( field ), wf_ok );
	}
	CHECK_EQUAL( countDifferent( field, values, cells + half, place->cellCount - half ), 0 );
	CHECK_EQUAL( countDifferent( field, values, cells, place->cellCount ), 0 );
	wfDestroyField( field );
	free( cells );
}

static void askInBatches( const Place* place, const Case* of, int32_t batch, const wfScaled* values )
{
	int32_t* cells = shuffleCells( place->cellCount, 20 + (uint64_t)batch );
	wfField* field = fieldOf( place, of->shape, 1 );
	for ( int32_t first = 0; first < place->cellCount; first += batch )
	{
		int32_t count = first + batch < place->cellCount ? batch : place->cellCount - first;
		CHECK_EQUAL( wfField_SolveCells( field, cells + first, count ), wf_ok );
		CHECK_EQUAL( countDifferent( field, values, cells + first, count ), 0 );
	}
	CHECK_EQUAL( countDifferent( field, values, cells, place->cellCount ), 0 );
	wfDestroyField( field );
	free( cells );
}

// Fields of different goals, some of which know a part already, one knows everything, and one is named twice.
static void askTogether( const Place* place, const Case* of, int32_t batch )
{
	wfField* fields[FIELDS + 1];
	wfScaled* values[FIELDS];
	int32_t* cells = shuffleCells( place->cellCount, 40 + (uint64_t)batch );
	for ( int32_t k = 0; k < FIELDS; ++k )
	{
		GoalShape shape = k % 2 == 0 ? of->shape : ( k % 3 == 0 ? AREA : ONE_CELL );
		fields[k] = fieldOf( place, shape, 1 + (uint64_t)k );
		values[k] = solveReference( place, shape, 1 + (uint64_t)k );
		CHECK_EQUAL( countDifferent( fields[k], values[k], cells + 7 * k, k % 4 ), 0 );
	}
	fields[FIELDS] = fields[FIELDS - 1];
	CHECK_EQUAL( wfField_SolveAll( fields[3] ), wf_ok );
	for ( int32_t first = 0; first < place->cellCount; first += batch )
	{
		int32_t count = first + batch < place->cellCount ? batch : place->cellCount - first;
		CHECK_EQUAL( wfSolveFieldCells( fields, FIELDS + 1, cells + first, count ), wf_ok );
	}
	for ( int32_t k = 0; k < FIELDS; ++k )
	{
		CHECK_EQUAL( countDifferent( fields[k], values[k], cells, place->cellCount ), 0 );
		free( values[k] );
		wfDestroyField( fields[k] );
	}
	free( cells );
}

static void checkDirections( const Place* place, const Case* of )
{
	wfField* part = fieldOf( place, of->shape, 1 );
	wfField* whole = fieldOf( place, of->shape, 1 );
	CHECK_EQUAL( wfField_SolveAll( whole ), wf_ok );
	wfTraceDef def = wfDefaultTraceDef();
	wfPath paths[2] = { 0 };
	for ( uint64_t k = 0; k < 40; ++k )
	{
		wfVec2 start = wfGrid_GetCenter( place->grid, pickFree( place->grid, 70 + k ) );
		start.x += 0.8 * ( wfRandomUnit( 3, 1, k ) - 0.5 );
		wfVec2 a = wfField_GetDirection( part, start ), b = wfField_GetDirection( whole, start );
		CHECK( memcmp( &a, &b, sizeof( a ) ) == 0 );
		CHECK( wfField_GetLogValue( part, start ) == wfField_GetLogValue( whole, start ) );
		CHECK_EQUAL( wfField_IsReachable( part, start ), wfField_IsReachable( whole, start ) );
		CHECK_EQUAL( wfField_IsGoal( part, start ), wfField_IsGoal( whole, start ) );
		wfResult results[2] = { wfField_TracePath( part, start, &def, &paths[0], NULL ),
								wfField_TracePath( whole, start, &def, &paths[1], NULL ) };
		CHECK_EQUAL( results[0], results[1] );
		CHECK( results[0] != wf_ok || paths[0].length == paths[1].length );
	}
	wfPath_Free( &paths[0] );
	wfPath_Free( &paths[1] );
	wfDestroyField( part );
	wfDestroyField( whole );
}

static uint64_t hashValues( const wfScaled* values, int32_t count )
{
	uint64_t hash = WF_HASH_START;
	for ( int32_t k = 0; k < count; ++k )
	{
		hash = wfHash( hash, &values[k].mantissa, sizeof( double ) );
		hash = wfHash( hash, &values[k].exponent, sizeof( int32_t ) );
	}
	return hash;
}

static void checkOrders( const Case* of, wfPrecision precision )
{
	Place place = placeOfCase( of, precision, NULL );
	wfScaled* values = solveReference( &place, of->shape, 1 );
	uint64_t hash = hashValues( values, place.cellCount );
	wfSimdLevel best = wfGetSimdLevel();
	for ( int level = 0; level <= (int)best; ++level )
	{
		wfSetSimdLevel( (wfSimdLevel)level );
		wfScaled* again = solveReference( &place, of->shape, 1 );
		CHECK( hashValues( again, place.cellCount ) == hash );
		free( again );
		askOneByOne( &place, of, 11 + (uint64_t)level, values );
		askInBatches( &place, of, 37, values );
		askTogether( &place, of, 200 );
	}
	wfSetSimdLevel( best );
	askOneByOne( &place, of, 10, values );
	askOneByOne( &place, of, 15, values );
	askInBatches( &place, of, 1, values );
	askInBatches( &place, of, 1500, values );
	askTogether( &place, of, 3 );
	checkDirections( &place, of );
	free( values );
	placeFree( &place );
}

TEST( TheOrderOfQuestionsDoesNotMatter )
{
	for ( int32_t k = 0; k < g_caseCount; k += TEST_HAS_SANITIZER ? 4 : 1 )
	{
		checkOrders( &g_cases[k], wf_doublePrecision );
	}
}

TEST( NorDoesItInSinglePrecision )
{
	for ( int32_t k = TEST_HAS_SANITIZER ? 1 : 0; k < g_caseCount; k += TEST_HAS_SANITIZER ? 4 : 1 )
	{
		checkOrders( &g_cases[k], wf_singlePrecision );
	}
}

// --------------------------------------------------------------------------------------------------------------- threads

typedef struct Asking
{
	const Place* place;
	wfField** fields;
	wfScaled** values;
	int32_t fieldCount;
	const wfVec2* directions; // at the centres of the first field's cells
	bool wholeToo;
} Asking;

// Of some cells of the first field, null: of all.
static void checkManyDirections( const Asking* asking, const int32_t* cells, int32_t count )
{
	wfVec2* directions = malloc( (size_t)count * sizeof( wfVec2 ) );
	CHECK_EQUAL( wfField_GetDirections( asking->fields[0], cells, count, directions ), wf_ok );
	for ( int32_t k = 0; k < count; ++k )
	{
		int32_t cell = cells != NULL ? cells[k] : k;
		CHECK( memcmp( &directions[k], &asking->directions[cell], sizeof( wfVec2 ) ) == 0 );
	}
	free( directions );
}

// One of the threads: its own order of cells, and of ways to ask.
static void askAsThread( const Asking* asking, uint64_t thread )
{
	const Place* place = asking->place;
	int32_t* cells = shuffleCells( place->cellCount, 100 + thread );
	for ( int32_t k = 0; k < 600; ++k )
	{
		uint64_t bits = wfRandomBits( thread, 12, (uint64_t)k );
		int32_t at = (int32_t)( bits % (uint64_t)asking->fieldCount );
		wfField* field = asking->fields[at];
		int32_t cell = cells[k];
		switch ( bits >> 20 & 3 )
		{
			case 0:
				CHECK_EQUAL( wfField_SolveCells( field, cells + k, 9 ), wf_ok );
				break;
			case 1:
				CHECK_EQUAL( wfSolveFieldCells( asking->fields, asking->fieldCount, cells + k, 5 ), wf_ok );
				break;
			case 2:
				checkManyDirections( asking, cells + k, 3 );
				break;
			default:
				break;
		}
		CHECK( isSame( wfField_GetCellValue( field, cell ), asking->values[at][cell] ) );
		wfVec2 direction = wfField_GetDirection( asking->fields[0], wfGrid_GetCenter( place->grid, cell ) );
		CHECK( memcmp( &direction, &asking->directions[cell], sizeof( direction ) ) == 0 );
		if ( asking->wholeToo && k == 300 )
		{
			wfFieldReport report = wfField_GetReport( field );
			CHECK( report.converged && report.flatCount == 0 );
			CHECK_EQUAL( wfField_SolveAll( field ), wf_ok );
		}
		if ( asking->wholeToo && k == 450 )
		{
			checkManyDirections( asking, NULL, place->cellCount );
		}
	}
	free( cells );
}

#if WF_HAS_THREADS
typedef struct Thread
{
	const Asking* asking;
	uint64_t index;
	pthread_t id;
} Thread;

static void* runThread( void* context )
{
	const Thread* thread = context;
	askAsThread( thread->asking, thread->index );
	return NULL;
}

static void runThreads( const Asking* asking, int32_t count )
{
	Thread threads[THREADS];
	for ( int32_t k = 0; k < count; ++k )
	{
		threads[k] = ( Thread ){ .asking = asking, .index = (uint64_t)k };
		CHECK_EQUAL( pthread_create( &threads[k].id, NULL, runThread, &threads[k] ), 0 );
	}
	for ( int32_t k = 0; k < count; ++k )
	{
		pthread_join( threads[k].id, NULL );
	}
}
#else
static void runThreads( const Asking* asking, int32_t count )
{
	for ( int32_t k = 0; k < count; ++k )
	{
		askAsThread( asking, (uint64_t)k );
	}
}
#endif

static void checkThreads( const Case* of, wfPrecision precision, int32_t fieldCount, bool wholeToo )
{
	wfWorkersDef workersDef = wfDefaultWorkersDef();
	workersDef.workerCount = 2;
	wfWorkers* workers = NULL;
	CHECK_EQUAL( wfCreateWorkers( &workersDef, &workers ), wf_ok );
	Place place = placeOfCase( of, precision, workers );
	wfField* fields[FIELDS];
	wfScaled* values[FIELDS];
	wfVec2* directions = malloc( (size_t)place.cellCount * sizeof( wfVec2 ) );
	Asking asking = { &place, fields, values, fieldCount, directions, wholeToo };
	wfField* first = fieldOf( &place, of->shape, 1 );
	for ( int32_t cell = 0; cell < place.cellCount; ++cell )
	{
		directions[cell] = wfField_GetDirection( first, wfGrid_GetCenter( place.grid, cell ) );
	}
	wfDestroyField( first );
	for ( int32_t k = 0; k < fieldCount; ++k )
	{
		values[k] = solveReference( &place, of->shape, 1 + (uint64_t)k );
	}
	for ( int32_t threads = 1; threads <= THREADS; threads += THREADS - 1 )
	{
		for ( int32_t k = 0; k < fieldCount; ++k )
		{
			fields[k] = fieldOf( &place, of->shape, 1 + (uint64_t)k );
		}
		runThreads( &asking, threads );
		for ( int32_t k = 0; k < fieldCount; ++k )
		{
			wfDestroyField( fields[k] );
		}
	}
	for ( int32_t k = 0; k < fieldCount; ++k )
	{
		free( values[k] );
	}
	free( directions );
	placeFree( &place );
	wfDestroyWorkers( workers );
}

TEST( ThreadsMayAskAtTheSameTime )
{
	for ( int32_t k = 0; k < g_caseCount; k += TEST_HAS_SANITIZER ? 5 : 1 )
	{
		checkThreads( &g_cases[k], k % 2 == 0 ? wf_singlePrecision : wf_doublePrecision, 1, k % 3 == 0 );
		checkThreads( &g_cases[k], k % 2 == 0 ? wf_doublePrecision : wf_singlePrecision, k % 2 == 0 ? 3 : FIELDS, k % 3 == 1 );
	}
}

// Some ask from inside jobs of the pool that the planner uses as well, while another thread solves whole fields with it.
typedef struct Crossing
{
	const Place* place;
	wfWorkers* workers;
	wfField* field; // of the thread that runs the job
	atomic_int unreachable;
} Crossing;

static void askInJob( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	Crossing* crossing = context;
	for ( int32_t cell = begin; cell < end; ++cell )
	{
		if ( wfGrid_IsFree( crossing->place->grid, cell ) && wfField_GetCellValue( crossing->field, cell ).mantissa == 0.0 )
		{
			atomic_fetch_add( &crossing->unreachable, 1 );
		}
	}
}

static void* runJobs( void* context )
{
	Crossing* crossing = context;
	for ( uint64_t k = 0; k < 60; ++k )
	{
		crossing->field = fieldOf( crossing->place, ONE_CELL, k );
		wfWorkers_ParallelFor( crossing->workers, askInJob, crossing->place->cellCount, 20, crossing );
		wfDestroyField( crossing->field );
	}
	return NULL;
}

TEST( JobsMayAskWhileOthersSolve )
{
	wfWorkersDef workersDef = wfDefaultWorkersDef();
	workersDef.workerCount = 4;
	wfWorkers* workers = NULL;
	CHECK_EQUAL( wfCreateWorkers( &workersDef, &workers ), wf_ok );
	const Case of = { .kind = wf_openScene, .size = 100 };
	Place place = placeOfCase( &of, wf_doublePrecision, workers );
	Crossing crossing = { .place = &place, .workers = workers };
#if WF_HAS_THREADS
	pthread_t thread;
	CHECK_EQUAL( pthread_create( &thread, NULL, runJobs, &crossing ), 0 );
	for ( uint64_t k = 0; k < 60; ++k )
	{
		wfField* field = fieldOf( &place, ONE_CELL, 100 + k );
		CHECK( wfField_GetReport( field ).converged );
		wfDestroyField( field );
	}
	pthread_join( thread, NULL );
#else
	runJobs( &crossing );
#endif
	CHECK_EQUAL( atomic_load( &crossing.unreachable ), 0 );
	placeFree( &place );
	wfDestroyWorkers( workers );
}

int main( int argc, char** argv )
{
	RUN( TheOrderOfQuestionsDoesNotMatter );
	RUN( NorDoesItInSinglePrecision );
	RUN_THREADED( ThreadsMayAskAtTheSameTime );
	RUN_THREADED( JobsMayAskWhileOthersSolve );
	runStateTests( argc, argv );
	runSingleTests( argc, argv );
	return testReport();
}
