// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What a new goal costs beside the flow fields that a game would use. The planner is there before, and so is the map of the
// references; then both get a goal, or an edit, and say where some agents have to go. A reference makes a whole field for each
// goal, whoever asks. Ours and the references take turns, so that what else runs on the machine hits all of them; each goal
// counts with the best of its rounds.
#include "bench.h"

#include "base/text.h"
#include "flow_references.h"
#include "scenes/scenes.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_GOALS 8
#define MOST_EDITS 6
#define MANY_GOALS 50
#define TOGETHER 40 // cells of the square that agents who are together stand in
#define MOST_CHANGED 64
#define MOST_QUICK_CELLS 90000.0 // of a map that --quick takes

typedef enum Measure
{
	forOne,
	forTogether,
	forSpread,
	forAll,
	forMany,
	forEdit,
	measureCount
} Measure;

#define TURNS ( (int32_t)forMany + (int32_t)wf_flowMethodCount )
_Static_assert( TURNS == 7, "a prime" );

// Sums of seconds and what they are of.
typedef struct Cost
{
	double ours, references[wf_flowMethodCount];
	int32_t count;
} Cost;

typedef struct FlowCase
{
	wfBench* bench;
	char name[48];
	wfWorld* world;
	wfGrid* grid;
	wfFlowField* flow;
	double plannerSeconds, plannerBytes;
	int32_t goals[MANY_GOALS];
	int32_t *spread, *together; // cells of agents
	int32_t connectedCount;		// cells from which all of the goals are reached
	wfVec2* directions;			// answers
	Cost costs[measureCount];
} FlowCase;

// ---------------------------------------------------------------------------------------------------------------- cells

static int32_t getCellCount( const FlowCase* test )
{
	return wfGrid_GetWidth( test->grid ) * wfGrid_GetHeight( test->grid );
}

// Cells from which all of the goals are reached.
static void countConnected( FlowCase* test )
{
	int32_t component = wfGrid_GetComponent( test->grid, test->goals[0] );
	for ( int32_t cell = 0; cell < getCellCount( test ); ++cell )
	{
		test->connectedCount += wfGrid_GetComponent( test->grid, cell ) == component;
	}
}

// Agents on different cells of a square somewhere, where it has enough of them.
static void gather( FlowCase* test, uint64_t seed )
{
	static int32_t cells[TOGETHER * TOGETHER];
	int32_t width = wfGrid_GetWidth( test->grid ), height = wfGrid_GetHeight( test->grid ), middle, count = 0;
	wfExpect( wfPickCells( test->grid, seed, &middle, 1 ) );
	int32_t left = middle % width - TOGETHER / 2, bottom = middle / width - TOGETHER / 2;
	left = left > width - TOGETHER ? width - TOGETHER : left;
	bottom = bottom > height - TOGETHER ? height - TOGETHER : bottom;
	for ( int32_t j = bottom < 0 ? 0 : bottom; j < bottom + TOGETHER && j < height; ++j )
	{
		for ( int32_t i = left < 0 ? 0 : left; i < left + TOGETHER && i < width; ++i )
		{
			if ( wfGrid_GetComponent( test->grid, j * width + i ) == wfGrid_GetComponent( test->grid, middle ) )
			{
				cells[count++] = j * width + i;
			}
		}
	}
	// The one in the middle is among them at least, which analyzers do not know.
	for ( int32_t i = 0; i < test->bench->agents && count > 0; ++i )
	{
		int32_t from = i % count, other = from + (int32_t)( wfRandomUnit( seed, 2, (uint64_t)i ) * ( count - from ) );
		int32_t cell = cells[other];
		cells[other] = cells[from];
		cells[from] = test->together[i] = cell;
	}
}

static void placeAgents( FlowCase* test, uint64_t seed )
{
	wfExpect( wfPickCells( test->grid, seed, test->spread, test->bench->agents ) );
	gather( test, seed );
}

// ----------------------------------------------------------------------------------------------------------------- ours

static void createPlanner( FlowCase* test, bool editable, wfPlanner** planner )
{
	wfPlannerDef def = wfDefaultPlannerDef();
	def.editable = editable;
	def.precision = test->bench->precise ? wf_doublePrecision : wf_singlePrecision;
	def.workers = test->bench->workers;
	def.memoryLimit = wfGetDefaultMemoryLimit();
	wfExpect( wfCreatePlanner( test->grid, &def, planner, &wf_error ) );
}

static double timeGoal( FlowCase* test, wfPlanner* planner, int32_t goal, Measure measure )
{
	const int32_t* cells[forMany] = { test->spread, test->together, test->spread, NULL };
	const int32_t counts[forMany] = { 1, test->bench->agents, test->bench->agents, getCellCount( test ) };
	wfField* field = NULL;
	double began = wfBench_GetSeconds( test->bench );
	wfExpect( wfPlanner_CreateFieldFromCells( planner, &goal, 1, &field, &wf_error ) );
	wfExpect( wfField_GetDirections( field, cells[measure], counts[measure], test->directions ) );
	wfDestroyField( field );
	return wfBench_GetSeconds( test->bench ) - began;
}

static double timeManyGoals( FlowCase* test, wfPlanner* planner )
{
	wfVec2 points[MANY_GOALS];
	wfGoalDef goals[MANY_GOALS];
	wfField* fields[MANY_GOALS] = { NULL };
	wfBench_MakeGoals( test->grid, test->goals, MANY_GOALS, points, goals );
	double began = wfBench_GetSeconds( test->bench );
	wfExpect( wfPlanner_CreateFields( planner, goals, MANY_GOALS, fields, &wf_error ) );
	wfExpect( wfSolveFieldCells( fields, MANY_GOALS, test->spread, test->bench->agents ) );
	for ( int32_t i = 0; i < MANY_GOALS; ++i )
	{
		wfExpect( wfField_GetDirections( fields[i], test->spread, test->bench->agents, test->directions ) );
		wfDestroyField( fields[i] );
	}
	return wfBench_GetSeconds( test->bench ) - began;
}

// The grid, the planner and a field follow an edit of the world. Writes the cells that changed.
static double timeEdit( FlowCase* test, wfPlanner* planner, wfField* field, int32_t* changed, int64_t* count )
{
	double began = wfBench_GetSeconds( test->bench );
	*count = wfGrid_Update( test->grid, test->world, changed, MOST_CHANGED );
	wfExpect( *count < 0 ? ( wfResult ) - *count : ( *count > MOST_CHANGED ? wf_tooLarge : wf_ok ) );
	wfExpect( wfPlanner_Update( planner, changed, *count ) );
	wfExpect( wfField_Solve( field ) );
	wfExpect( wfField_GetDirections( field, test->together, test->bench->agents, test->directions ) );
	return wfBench_GetSeconds( test->bench ) - began;
}

// ----------------------------------------------------------------------------------------------------------- references

static double timeReference( FlowCase* test, wfFlowMethod method, int32_t goal, const int32_t* cells )
{
	double began = wfBench_GetSeconds( test->bench );
	wfFlowField_Solve( test->flow, method, goal );
	for ( int32_t i = 0; i < test->bench->agents; ++i )
	{
		test->directions[i] = wfFlowField_GetDirection( test->flow, cells[i] );
	}
	return wfBench_GetSeconds( test->bench ) - began;
}

// Returns the seconds of it.
static double followEdit( FlowCase* test, const int32_t* changed, int64_t count )
{
	double began = wfBench_GetSeconds( test->bench );
	for ( int64_t i = 0; i < count; ++i )
	{
		wfFlowField_SetBlocked( test->flow, changed[i], !wfGrid_IsFree( test->grid, changed[i] ) );
	}
	return wfBench_GetSeconds( test->bench ) - began;
}

// -------------------------------------------------------------------------------------------------------------- measures

static Cost beginCost( void )
{
	return ( Cost ){ .ours = INFINITY, .references = { INFINITY, INFINITY, INFINITY } };
}

static void addCost( Cost* sum, const Cost* cost )
{
	sum->ours += cost->ours;
	for ( int32_t method = 0; method < wf_flowMethodCount; ++method )
	{
		sum->references[method] += cost->references[method];
	}
	sum->count += 1;
}

// Ours for each measure and the references in turns. Nobody always finds the caches as the same other one left them: as their
// number is prime, each step through them is an order of its own.
static void measureGoal( FlowCase* test, wfPlanner* planner, int32_t goal, int32_t rounds )
{
	Cost best[forMany] = { beginCost(), beginCost(), beginCost(), beginCost() };
	for ( int32_t i = 0; i < rounds * TURNS; ++i )
	{
		int32_t step = 1 + i / TURNS % ( TURNS - 1 ), turn = i % TURNS * step % TURNS;
		wfExpectNoInterrupt();
		if ( turn < forMany )
		{
			best[turn].ours = fmin( best[turn].ours, timeGoal( test, planner, goal, (Measure)turn ) );
			continue;
		}
		// Whoever asks, the whole field is made: one time counts for all.
		wfFlowMethod method = (wfFlowMethod)( turn - forMany );
		double seconds = timeReference( test, method, goal, test->spread );
		for ( int32_t m = 0; m < forMany; ++m )
		{
			best[m].references[method] = fmin( best[m].references[method], seconds );
		}
	}
	for ( int32_t m = 0; m < forMany; ++m )
	{
		addCost( test->costs + m, best + m );
	}
}

// All agents ask for all of the goals.
static void measureManyGoals( FlowCase* test, wfPlanner* planner, int32_t rounds )
{
	Cost best = beginCost();
	for ( int32_t round = 0; round < rounds; ++round )
	{
		wfExpectNoInterrupt();
		best.ours = fmin( best.ours, timeManyGoals( test, planner ) );
		for ( int32_t method = 0; method < wf_flowMethodCount; ++method )
		{
			double seconds = 0.0;
			for ( int32_t i = 0; i < MANY_GOALS; ++i )
			{
				seconds += timeReference( test, (wfFlowMethod)method, test->goals[i], test->spread );
			}
			best.references[method] = fmin( best.references[method], seconds );
		}
	}
	addCost( test->costs + forMany, &best );
}

static bool holds( const int32_t* cells, int32_t count, int32_t cell )
{
	for ( int32_t i = 0; i < count; ++i )
	{
		if ( cells[i] == cell )
		{
			return true;
		}
	}
	return false;
}

// Where an obstacle of 3 x 3 can stand: on no agent, and in a free square of 5 x 5, so that it closes no passage. Where a map has
// no such place it is on any free cell, and cuts off some of the agents perhaps. Never on the goal.
static int32_t findPlace( const FlowCase* test, uint64_t attempt, bool anywhere )
{
	int32_t width = wfGrid_GetWidth( test->grid ), height = wfGrid_GetHeight( test->grid );
	int32_t i = 2 + (int32_t)( wfRandomUnit( 11, 0, attempt ) * ( width - 4 ) );
	int32_t j = 2 + (int32_t)( wfRandomUnit( 11, 1, attempt ) * ( height - 4 ) );
	for ( int32_t dj = -2; dj <= 2; ++dj )
	{
		for ( int32_t di = -2; di <= 2; ++di )
		{
			int32_t cell = ( j + dj ) * width + i + di;
			bool covered = abs( di ) < 2 && abs( dj ) < 2, mustBeFree = !anywhere || ( di == 0 && dj == 0 );
			if ( ( mustBeFree && !wfGrid_IsFree( test->grid, cell ) ) || ( covered && cell == test->goals[0] ) ||
				 ( covered && !anywhere && holds( test->together, test->bench->agents, cell ) ) )
			{
				return -1;
			}
		}
	}
	return j * width + i;
}

// Puts an obstacle there, and takes it away again, which does not count.
static void timeObstacle( FlowCase* test, wfPlanner* planner, wfField* field, const wfShapeDef* shape, Cost* best )
{
	int32_t changed[MOST_CHANGED];
	int64_t count;
	wfShapeId id = { 0 };
	wfExpectNoInterrupt();
	wfExpect( wfWorld_AddShape( test->world, shape, &id, &wf_error ) );
	best->ours = fmin( best->ours, timeEdit( test, planner, field, changed, &count ) );
	double following = followEdit( test, changed, count );
	for ( int32_t method = 0; method < wf_flowMethodCount; ++method )
	{
		double seconds = following + timeReference( test, (wfFlowMethod)method, test->goals[0], test->together );
		best->references[method] = fmin( best->references[method], seconds );
	}
	wfExpect( wfWorld_RemoveShape( test->world, id ) );
	timeEdit( test, planner, field, changed, &count );
	followEdit( test, changed, count );
}

static void measureEdit( FlowCase* test, wfPlanner* planner, wfField* field, int32_t cell, int32_t rounds )
{
	wfShapeDef shape = wfDefaultShapeDef();
	double half = 1.5 * wfGrid_GetCellSize( test->grid );
	Cost best = beginCost();
	shape.kind = wf_boxShape;
	shape.center = wfGrid_GetCenter( test->grid, cell );
	shape.halfSize = ( wfVec2 ){ half, half };
	for ( int32_t round = 0; round < rounds; ++round )
	{
		timeObstacle( test, planner, field, &shape, &best );
	}
	addCost( test->costs + forEdit, &best );
}

static void measureEdits( FlowCase* test, int32_t edits, int32_t rounds )
{
	wfPlanner* planner = NULL;
	wfField* field = NULL;
	createPlanner( test, true, &planner );
	wfExpect( wfPlanner_CreateFieldFromCells( planner, test->goals, 1, &field, &wf_error ) );
	for ( uint64_t attempt = 0; attempt < 40000 && test->costs[forEdit].count < edits; ++attempt )
	{
		int32_t cell = findPlace( test, attempt, attempt >= 20000 );
		if ( cell >= 0 )
		{
			measureEdit( test, planner, field, cell, rounds );
		}
	}
	wfDestroyField( field );
	wfDestroyPlanner( planner );
}

// ---------------------------------------------------------------------------------------------------------------- cases

static void addRows( FlowCase* test )
{
	for ( int32_t m = 0; m < measureCount; ++m )
	{
		const Cost* cost = test->costs + m;
		char measure[64];
		int32_t agents = test->bench->agents;
		const char* formats[measureCount] = { "new goal, 1 agent",			"new goal, %d agents together",
											  "new goal, %d agents spread", "new goal, all cells",
											  "50 goals, %d agents spread", "3x3 edit, %d agents together" };
		snprintf( measure, sizeof( measure ), formats[m], agents );
		for ( int32_t method = 0; method < wf_flowMethodCount && cost->count > 0; ++method )
		{
			wfBenchRow* row = wfBench_AddRow( test->bench, test->name, measure );
			row->reference = wfDescribeFlow( (wfFlowMethod)method );
			row->referenceSeconds = cost->references[method] / cost->count;
			row->seconds = cost->ours / cost->count;
			row->plannerSeconds = test->plannerSeconds;
			row->cells = test->connectedCount;
			row->bytes = test->plannerBytes;
		}
	}
}

static void createCase( FlowCase* test, double cellSize )
{
	wfGridDef def = wfDefaultGridDef();
	def.cellSize = cellSize;
	def.workers = test->bench->workers;
	wfExpect( wfCreateGrid( test->world, &def, &test->grid, &wf_error ) );
	wfExpect( wfPickCells( test->grid, 5, test->goals, MANY_GOALS ) );
	countConnected( test );
	size_t agents = (size_t)test->bench->agents;
	test->spread = wfNewArray( agents, sizeof( int32_t ) );
	test->together = wfNewArray( agents, sizeof( int32_t ) );
	test->directions = wfNewArray( agents + (size_t)getCellCount( test ), sizeof( wfVec2 ) );
	test->flow = wfCreateFlowField( test->grid );
}

static void freeCase( FlowCase* test )
{
	wfDestroyFlowField( test->flow );
	wfDestroyGrid( test->grid );
	free( test->spread );
	free( test->together );
	free( test->directions );
}

// Memory that nobody touched before, and what the caches hold, is nobody's cost.
static void warmUp( FlowCase* test, wfPlanner* planner )
{
	placeAgents( test, 99 );
	timeGoal( test, planner, test->goals[0], forAll );
	for ( int32_t method = 0; method < wf_flowMethodCount; ++method )
	{
		timeReference( test, (wfFlowMethod)method, test->goals[0], test->spread );
	}
}

static void runCase( FlowCase* test, double cellSize )
{
	bool quick = test->bench->quick;
	int32_t rounds = quick ? 2 : 4;
	wfPlanner* planner = NULL;
	wfBench_ReportProgress( test->name, "flow" );
	createCase( test, cellSize );
	double began = wfBench_GetSeconds( test->bench );
	createPlanner( test, false, &planner );
	test->plannerSeconds = wfBench_GetSeconds( test->bench ) - began;
	test->plannerBytes = (double)wfPlanner_GetReport( planner ).bytes;
	warmUp( test, planner );
	for ( int32_t i = 0; i < ( quick ? 3 : MOST_GOALS ); ++i )
	{
		placeAgents( test, 100 + (uint64_t)i );
		measureGoal( test, planner, test->goals[i], rounds );
	}
	measureManyGoals( test, planner, rounds / 2 );
	wfDestroyPlanner( planner );
	measureEdits( test, quick ? 2 : MOST_EDITS, rounds / 2 );
	addRows( test );
	freeCase( test );
}

static void runScene( wfBench* bench, wfSceneKind kind, int32_t size )
{
	FlowCase test = { .bench = bench };
	wfSceneDef def = { .kind = kind, .size = size, .seed = 1 };
	snprintf( test.name, sizeof( test.name ), "%s %d", wfDescribeScene( kind ), size );
	wfExpect( wfCreateScene( &def, &test.world, &wf_error ) );
	runCase( &test, 1.0 );
	wfDestroyWorld( test.world );
}

static void runMap( wfBench* bench, const char* name )
{
	FlowCase test = { .bench = bench };
	wfScenario scenario = { 0 };
	snprintf( test.name, sizeof( test.name ), "%s", name );
	if ( !wfBench_ReadMap( name, &scenario ) )
	{
		return;
	}
	wfBox2 bounds = wfWorld_GetBounds( scenario.world );
	double cell = scenario.cellSize,
		   cells = ( bounds.upper.x - bounds.lower.x ) * ( bounds.upper.y - bounds.lower.y ) / ( cell * cell );
	test.world = scenario.world;
	if ( !bench->quick || cells <= MOST_QUICK_CELLS )
	{
		runCase( &test, cell );
	}
	wfScenario_Free( &scenario );
}

static int compareNames( const void* a, const void* b )
{
	return strcmp( *(char* const*)a, *(char* const*)b );
}

// Every map of the folder with real data, by name.
static void runMaps( wfBench* bench )
{
	char folder[512];
	char** names = NULL;
	int64_t count = 0, capacity = 0;
	snprintf( folder, sizeof( folder ), "%s/maps", wfBench_GetDataFolder() );
	DIR* entries = opendir( folder );
	for ( struct dirent* entry = entries != NULL ? readdir( entries ) : NULL; entry != NULL; entry = readdir( entries ) )
	{
		size_t length = strlen( entry->d_name );
		if ( wfHasEnding( entry->d_name, ".map" ) )
		{
			names = wfGrow( names, count + 1, &capacity, sizeof( char* ) );
			names[count] = wfNewArray( length, 1 );
			memcpy( names[count++], entry->d_name, length - strlen( ".map" ) );
		}
	}
	if ( entries != NULL )
	{
		closedir( entries );
	}
	if ( count > 0 )
	{
		qsort( names, (size_t)count, sizeof( char* ), compareNames );
	}
	for ( int64_t i = 0; i < count; ++i )
	{
		runMap( bench, names[i] );
		free( names[i] );
	}
	free( names );
}

void wfBenchFlow( wfBench* bench )
{
	static const wfSceneKind kinds[] = { wf_roomsScene, wf_openScene, wf_mazeScene, wf_blocksScene };
	int32_t first = bench->growth ? bench->size / 4 : bench->size, last = bench->growth ? 2 * bench->size : bench->size;
	for ( size_t k = 0; k < sizeof( kinds ) / sizeof( kinds[0] ); ++k )
	{
		for ( int32_t size = first; size <= last; size *= 2 )
		{
			runScene( bench, kinds[k], size );
		}
	}
	if ( !bench->growth && wfBench_GetDataFolder() != NULL )
	{
		runMaps( bench );
	}
}

// ---------------------------------------------------------------------------------------------------------------- table

void wfBenchFlow_AddTable( const wfBench* bench, wfText* text )
{
	for ( int32_t i = 0; i < bench->rowCount; ++i )
	{
		const wfBenchRow* row = bench->rows + i;
		if ( i == 0 || strcmp( row[-1].name, row->name ) != 0 )
		{
			wfText_Add( text, "%s%s: %s cells; the planner, made once for all goals: %.1f ms, %.1f MB\n", i > 0 ? "\n" : "",
						row->name, wfShowCount( row->cells ), 1e3 * row->plannerSeconds, 1e-6 * row->bytes );
			wfText_Add( text, "  %-30s %12s", "", "wayfield" );
			for ( int32_t method = 0; method < wf_flowMethodCount; ++method )
			{
				wfText_Add( text, " %13s %8s", wfDescribeFlow( (wfFlowMethod)method ), "ratio" );
			}
			wfText_Add( text, "\n" );
		}
		bool first = i % wf_flowMethodCount == 0;
		if ( first )
		{
			wfText_Add( text, "  %-30s %9.3f ms", row->measure, 1e3 * row->seconds );
		}
		wfText_Add( text, " %10.3f ms %8.2f", 1e3 * row->referenceSeconds, row->referenceSeconds / row->seconds );
		if ( i % wf_flowMethodCount == wf_flowMethodCount - 1 )
		{
			wfText_Add( text, "\n" );
		}
	}
}
