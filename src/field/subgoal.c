// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The papers' cure for flatness: a stack of sub-goals.
//
// Where p is flat around the agent, the cells at the boundary of the region with p <= 1 - level become a goal of their own and p
// is relaxed again, from the start value, for that goal alone. If the agent is still in a flat region the boundary of the new
// field is put on top of it, and so on until its pull reaches the agent. The agent goes to the sub-goal on top, which is then
// dropped: there the one below pulls. Only the goals are kept on the stack; a field is relaxed again when its goal comes to the
// top.

#include "base/array.h"
#include "base/arrays.h"
#include "field/relax.h"

#include <math.h>
#include <string.h>

wfSubgoalDef wfDefaultSubgoalDef( void )
{
	wfSubgoalDef def = { 0 };
	def.relax = wfDefaultRelaxDef();
	// From p = 1 each sweep lowers p toward the solution, so no false minimum comes up before it is reached.
	def.relax.method = wf_gaussSeidelAlternating;
	def.relax.startValue = 1.0;
	def.relax.maxChange = 1e-12;
	def.relax.maxIterations = 2000;
	def.flatGradient = 1e-8;
	def.subgoalLevel = 1e-5;
	def.maxSubgoals = 10000;
	def.internalCookie = WF_COOKIE;
	return def;
}

// Goals from the real one up; the cells of all of them one after the other.
typedef struct GoalStack
{
	WF_ARRAY( int32_t ) cells;
	WF_ARRAY( int32_t ) begins; // of each goal in cells
} GoalStack;

typedef struct SubgoalWalk
{
	const wfGrid* grid;
	const wfSubgoalDef* def;
	wfSubgoalReport report;
	size_t cellCount;
	double* p;
	uint8_t* isGoal; // of the goal on top
	GoalStack stack;
	int32_t* cells; // of the caller
	int64_t capacity;
	int32_t cell;
} SubgoalWalk;

static void dropGoal( GoalStack* stack )
{
	stack->cells.count = stack->begins.data[--stack->begins.count];
}

static wfResult relaxTop( SubgoalWalk* walk )
{
	int32_t begin = walk->stack.begins.data[walk->stack.begins.count - 1];
	const int32_t* cells = walk->stack.cells.data + begin;
	int32_t count = walk->stack.cells.count - begin;
	memset( walk->isGoal, 0, walk->cellCount );
	for ( int32_t i = 0; i < count; ++i )
	{
		walk->isGoal[cells[i]] = 1;
	}
	walk->report.relaxations += 1;
	return wfRelax( walk->grid, cells, count, &walk->def->relax, walk->p, NULL );
}

static double potentialAt( const SubgoalWalk* walk, int32_t i, int32_t j )
{
	return wfIsCellFree( walk->grid, i, j ) ? walk->p[(int64_t)j * walk->grid->width + i] : 1.0;
}

// No pull at the agent's cell. Beyond the boundary a vanishing gradient is a saddle, not flatness.
static bool isFlat( const SubgoalWalk* walk )
{
	if ( walk->p[walk->cell] <= 1.0 - walk->def->subgoalLevel )
	{
		return false;
	}
	int32_t i = walk->cell % walk->grid->width, j = walk->cell / walk->grid->width;
	double x = 0.5 * ( potentialAt( walk, i + 1, j ) - potentialAt( walk, i - 1, j ) );
	double y = 0.5 * ( potentialAt( walk, i, j + 1 ) - potentialAt( walk, i, j - 1 ) );
	return sqrt( x * x + y * y ) < walk->def->flatGradient || wfLowestNeighbor( walk->grid, walk->p, walk->cell ) < 0;
}

// A free cell inside the region with p <= level that has a free neighbour outside of it.
static bool isOnBoundary( const SubgoalWalk* walk, int32_t cell, double level )
{
	const wfGrid* grid = walk->grid;
	if ( grid->blocked[cell] != 0 || walk->p[cell] > level )
	{
		return false;
	}
	int32_t neighbors[4];
	wfGetNeighbors( grid, cell, neighbors );
	bool boundary = false;
	for ( int32_t n = 0; n < 4; ++n )
	{
		boundary = boundary || ( neighbors[n] >= 0 && grid->blocked[neighbors[n]] == 0 && walk->p[neighbors[n]] > level );
	}
	return boundary;
}

// Put the boundary of the present field on top of the stack. `advanced` is false when it holds nothing but the goal itself.
static wfResult pushBoundary( SubgoalWalk* walk, bool* advanced )
{
	double level = 1.0 - walk->def->subgoalLevel;
	wfResult result = wfArray_Push( &walk->stack.begins, walk->stack.cells.count );
	*advanced = false;
	for ( int32_t cell = 0; cell < (int32_t)walk->cellCount && result == wf_ok; ++cell )
	{
		if ( isOnBoundary( walk, cell, level ) )
		{
			*advanced = *advanced || walk->isGoal[cell] == 0;
			result = wfArray_Push( &walk->stack.cells, cell );
		}
	}
	return result;
}

static void record( SubgoalWalk* walk )
{
	if ( walk->report.steps < walk->capacity )
	{
		walk->cells[walk->report.steps] = walk->cell;
	}
	walk->report.steps += 1;
}

// Walk down the present field. Ends on its goal, in a flat region (`flat`) or, with neither, in a false minimum.
static void walkDown( SubgoalWalk* walk, bool* flat )
{
	*flat = false;
	while ( walk->isGoal[walk->cell] == 0 )
	{
		*flat = isFlat( walk );
		int32_t next = *flat ? -1 : wfLowestNeighbor( walk->grid, walk->p, walk->cell );
		if ( next < 0 )
		{
			return;
		}
		walk->cell = next;
		record( walk );
	}
}

static wfResult walkStack( SubgoalWalk* walk )
{
	record( walk );
	wfResult result = relaxTop( walk );
	while ( result == wf_ok )
	{
		bool flat;
		walkDown( walk, &flat );
		if ( walk->isGoal[walk->cell] != 0 )
		{
			dropGoal( &walk->stack );
			if ( walk->stack.begins.count == 0 )
			{
				walk->report.arrived = true;
				return wf_ok;
			}
			result = relaxTop( walk );
			continue;
		}
		bool advanced = false;
		if ( !flat || walk->report.subgoals >= walk->def->maxSubgoals )
		{
			return wf_ok;
		}
		result = pushBoundary( walk, &advanced );
		if ( result == wf_ok && !advanced )
		{
			return wf_ok;
		}
		walk->report.subgoals += 1;
		result = result == wf_ok ? relaxTop( walk ) : result;
	}
	return result;
}

static wfResult checkStart( const wfGrid* grid, const int32_t* goalCells, int32_t goalCount, int32_t startCell )
{
	if ( startCell < 0 || (int64_t)startCell >= (int64_t)grid->width * grid->height )
	{
		return wf_outOfRange;
	}
	if ( grid->blocked[startCell] != 0 )
	{
		return wf_startBlocked;
	}
	for ( int32_t i = 0; i < goalCount; ++i )
	{
		if ( grid->component[goalCells[i]] == grid->component[startCell] )
		{
			return wf_ok;
		}
	}
	return wf_unreachable;
}

wfResult wfWalkSubgoals( const wfGrid* grid, const int32_t* goalCells, int32_t goalCount, int32_t startCell,
						 const wfSubgoalDef* def, int32_t* cells, int64_t capacity, wfSubgoalReport* report )
{
	if ( WF_FAILS( grid != NULL && def != NULL && ( goalCells != NULL || goalCount == 0 ) &&
				   ( cells != NULL || capacity <= 0 ) ) ||
		 WF_FAILS( def->internalCookie == WF_COOKIE && def->relax.internalCookie == WF_COOKIE ) )
	{
		return wf_invalidDef;
	}
	SubgoalWalk walk = { .grid = grid, .def = def, .cells = cells, .capacity = capacity, .cell = startCell };
	walk.cellCount = wfCountCells( grid );
	wfArrays arrays = { { WF_ONE_ARRAY( walk.p, walk.cellCount ), WF_ONE_ARRAY( walk.isGoal, walk.cellCount ) } };
	double begin = wfGetSeconds();
	bool good = def->flatGradient >= 0.0 && def->flatGradient < 1.0 && def->subgoalLevel > 0.0 && def->subgoalLevel < 1.0 &&
				def->maxSubgoals >= 0;
	wfResult result = good ? wfCheckRelaxDef( grid, &def->relax ) : wf_outOfRange;
	result = result == wf_ok ? wfCheckRelaxGoals( grid, goalCells, goalCount ) : result;
	result = result == wf_ok ? checkStart( grid, goalCells, goalCount, startCell ) : result;
	if ( result == wf_ok )
	{
		result = wfArrays_Allocate( &arrays );
		if ( result == wf_ok )
		{
			result = wfArray_Push( &walk.stack.begins, 0 );
		}
		for ( int32_t i = 0; i < goalCount && result == wf_ok; ++i )
		{
			result = wfArray_Push( &walk.stack.cells, goalCells[i] );
		}
		result = result == wf_ok ? walkStack( &walk ) : result;
	}
	wfArrays_Free( &arrays );
	wfArray_Free( &walk.stack.cells );
	wfArray_Free( &walk.stack.begins );
	walk.report.seconds = wfGetSeconds() - begin;
	if ( report != NULL )
	{
		*report = walk.report;
	}
	return result;
}
