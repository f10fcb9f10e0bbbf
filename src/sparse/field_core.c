// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// From goals to attraction, solved in lanes and checked.

#include "sparse/planner_core.h"

#include "base/arrays.h"
#include "sparse/tuning.h"

#include <stdlib.h>
#include <string.h>

static wfArrays listField( wfFieldCore* field )
{
	size_t places = field->planner != NULL ? (size_t)field->planner->placeCount : 0;
	return ( wfArrays ){ { WF_ONE_ARRAY( field->mantissa, places ), WF_ONE_ARRAY( field->exponent, places ),
						   WF_ZEROED_ARRAY( field->isGoal, places ), WF_ONE_ARRAY( field->goals, field->goalCapacity ) } };
}

wfResult wfFieldCore_Allocate( wfFieldCore* field, wfPlannerCore* planner, int32_t goalCapacity )
{
	field->planner = planner;
	field->occupied = -1;
	field->goalCapacity = goalCapacity;
	wfArrays arrays = listField( field );
	return wfArrays_Allocate( &arrays );
}

void wfFieldCore_Free( wfFieldCore* field )
{
	wfArrays arrays = listField( field );
	wfArrays_Free( &arrays );
}

static int comparePlaces( const void* a, const void* b )
{
	int32_t x = *(const int32_t*)a;
	int32_t y = *(const int32_t*)b;
	return ( x > y ) - ( x < y );
}

bool wfFieldCore_SetGoals( wfFieldCore* field, const int32_t* places, int32_t count, wfOpenPlaceFcn* isOpen )
{
	memset( field->isGoal, 0, (size_t)field->planner->placeCount );
	field->goalCount = 0;
	for ( int32_t k = 0; k < count; ++k )
	{
		int32_t place = places[k];
		if ( field->isGoal[place] == 0 && isOpen( field, place ) )
		{
			field->isGoal[place] = 1;
			field->goals[field->goalCount++] = place;
		}
	}
	qsort( field->goals, (size_t)field->goalCount, sizeof( int32_t ), comparePlaces );
	return field->goalCount > 0;
}

// ---------------------------------------------------------------------------------------------------------------- values

typedef struct Taking
{
	wfFieldCore* field;
	int32_t lanes, lane;
	double divisor;
	int32_t shift;
} Taking;

static void takePositions( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	const Taking* taking = context;
	wfFieldCore* field = taking->field;
	const wfPlannerCore* planner = field->planner;
	for ( int32_t position = begin; position < end; ++position )
	{
		int64_t index = (int64_t)position * taking->lanes + taking->lane;
		wfWide value = { planner->solution.mantissa[index], planner->solution.exponent[index] };
		if ( value.mantissa == 0.0 )
		{
			continue;
		}
		int32_t place = planner->placeAt[position];
		if ( planner->scaled )
		{
			value = wfWideMultiply( value, planner->kind->getScale( planner, place ) );
		}
		value = wfMakeWide( value.mantissa / taking->divisor, value.exponent - taking->shift );
		field->mantissa[place] = value.mantissa;
		field->exponent[place] = value.exponent;
	}
}

void wfFieldCore_TakeSolution( wfFieldCore* field, int32_t lanes, int32_t lane, const wfGoalSide* side )
{
	const wfPlannerCore* planner = field->planner;
	size_t places = (size_t)planner->placeCount;
	memset( field->mantissa, 0, places * sizeof( double ) );
	memset( field->exponent, 0, places * sizeof( int32_t ) );
	Taking taking = { field, lanes, lane, 1.0, 0 };
	if ( side->normalise )
	{
		int64_t index = (int64_t)planner->symbolic.positionOf[side->nodes[0]] * lanes + lane;
		wfWide value = { planner->solution.mantissa[index], planner->solution.exponent[index] };
		if ( planner->scaled )
		{
			value = wfWideMultiply( value, planner->kind->getScale( planner, wfPlaceOfNode( planner, side->nodes[0] ) ) );
		}
		taking.divisor = value.mantissa;
		taking.shift = value.exponent;
	}
	if ( side->count > 0 )
	{
		wfWorkers_ParallelFor( planner->workers, takePositions, planner->symbolic.count, WF_PLACES_PER_TASK, &taking );
	}
}

void wfFieldCore_FinishValues( wfFieldCore* field )
{
	for ( int32_t k = 0; k < field->goalCount; ++k )
	{
		field->mantissa[field->goals[k]] = 1.0;
		field->exponent[field->goals[k]] = 0;
	}
	if ( field->occupied >= 0 )
	{
		field->mantissa[field->occupied] = 0.0;
		field->exponent[field->occupied] = 0;
	}
	if ( field->planner->kind->finishValues != NULL )
	{
		field->planner->kind->finishValues( field );
	}
}

// Room for the solution of so many lanes.
static wfResult prepareSolution( wfPlannerCore* planner, int32_t lanes )
{
	size_t entries = (size_t)planner->symbolic.count * (size_t)lanes;
	wfResult result = wfGrowArray( &planner->solution.mantissa, &planner->mantissaCapacity, entries, sizeof( double ) );
	return result != wf_ok ? result
						   : wfGrowArray( &planner->solution.exponent, &planner->exponentCapacity, entries, sizeof( int32_t ) );
}

static wfResult solveSides( wfPlannerCore* planner, const wfGoalSide* sides, int32_t count )
{
	wfResult result = prepareSolution( planner, wfCountLanes( count ) );
	return result == wf_ok
			   ? wfSolveGoalSides( &planner->factor, sides, count, planner->solution, &planner->scratch, planner->workers )
			   : result;
}

wfResult wfFieldCore_SolveSide( wfFieldCore* field, const wfGoalSide* side )
{
	return solveSides( field->planner, side, 1 );
}

wfResult wfFieldCore_SolvePinned( wfFieldCore* field, const wfFieldSide* side, const wfMatrix* matrix )
{
	wfPlannerCore* planner = field->planner;
	int32_t* nodes;
	wfWide* values;
	wfArrays arrays = { { WF_ONE_ARRAY( nodes, field->goalCount + 1 ), WF_ONE_ARRAY( values, field->goalCount + 1 ) } };
	wfResult result = wfArrays_Allocate( &arrays );
	result = result == wf_ok ? prepareSolution( planner, 1 ) : result;
	int32_t count = 0;
	for ( int32_t k = 0; result == wf_ok && k < field->goalCount; ++k )
	{
		int32_t goal = field->goals[k];
		if ( !planner->blocked[goal] )
		{
			values[count] = planner->scaled ? wfWideInvert( planner->kind->getScale( planner, goal ) ) : ( wfWide ){ 1.0, 0 };
			nodes[count++] = wfNodeOfPlace( planner, goal );
		}
	}
	if ( result == wf_ok && field->occupied >= 0 && !planner->blocked[field->occupied] )
	{
		values[count] = ( wfWide ){ 0.0, 0 };
		nodes[count++] = wfNodeOfPlace( planner, field->occupied );
	}
	if ( result == wf_ok )
	{
		wfPinnedProblem problem = {
			matrix != NULL ? matrix : &planner->matrix, &planner->symbolic, nodes, values, count, &side->fed, planner->workers };
		result = wfSolvePinned( &problem, planner->solution, &planner->scratch );
	}
	if ( result == wf_ok )
	{
		wfGoalSide all = { .nodes = nodes, .count = 1 };
		wfFieldCore_TakeSolution( field, 1, 0, &all );
		wfFieldCore_FinishValues( field );
	}
	wfArrays_Free( &arrays );
	return result;
}

// ----------------------------------------------------------------------------------------------------------------- check

typedef struct Check
{
	wfFieldCore* field;
	wfCheckResult* parts;
} Check;

static void checkParts( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	const Check* check = context;
	for ( int32_t part = begin; part < end; ++part )
	{
		wfCheckResult result = { 0 };
		check->field->planner->kind->checkPart( check->field, part, &result );
		check->parts[part] = result;
	}
}

static int32_t getNext( const void* context, int32_t place )
{
	const wfFieldCore* field = context;
	if ( field->isGoal[place] )
	{
		return place;
	}
	return field->mantissa[place] > 0.0 ? field->planner->kind->getBest( field, place ) : WF_NO_PLACE;
}

wfResult wfFieldCore_Check( wfFieldCore* field )
{
	const wfPlannerCore* planner = field->planner;
	size_t parts = (size_t)planner->checkParts;
	Check check = { field, wfAllocateArray( parts, sizeof( wfCheckResult ) ) };
	if ( check.parts == NULL )
	{
		return wf_outOfMemory;
	}
	wfWorkers_ParallelFor( planner->workers, checkParts, planner->checkParts, 1, &check );
	wfCheckResult total = { 0 };
	for ( size_t k = 0; k < parts; ++k )
	{
		const wfCheckResult* part = &check.parts[k];
		total.reachable += part->reachable;
		total.flat += part->flat;
		total.residual = part->residual <= total.residual ? total.residual : part->residual;
		total.smallest = part->smallest < total.smallest ? part->smallest : total.smallest;
	}
	wfReleaseArray( check.parts, parts, sizeof( wfCheckResult ) );
	wfFieldReport* report = &field->report;
	report->freeCount = planner->report.freeCount;
	report->reachableCount = total.reachable;
	report->flatCount = total.flat;
	report->maxRelativeResidual = total.residual;
	// Without flat places every step goes strictly up, so that every walk ends, and only the goal ends it. Otherwise count.
	wfArrivals arrivals = { total.reachable, 0 };
	wfResult result = total.flat == 0 ? wf_ok : wfCountArrivals( planner->placeCount, getNext, field, &arrivals );
	report->arrivingCount = arrivals.arriving;
	report->converged = total.residual <= WF_CONVERGED_RESIDUAL && total.flat == 0;
	planner->kind->finishCheck( field, &total );
	return result;
}

// The check, and what it may ask for.
static wfResult checkField( wfFieldCore* field )
{
	const wfPlannerKind* kind = field->planner->kind;
	wfResult result = wfFieldCore_Check( field );
	if ( result == wf_ok && field->report.flatCount > 0 )
	{
		int64_t filled = wfFieldCore_FillPockets( field );
		result = filled < 0 ? wf_outOfMemory : ( filled > 0 ? wfFieldCore_Check( field ) : wf_ok );
	}
	if ( result == wf_ok && field->report.flatCount > 0 && kind->solveFlat != NULL )
	{
		result = kind->solveFlat( field );
	}
	// Never seen; but what does not solve the equation must not pass for a field.
	bool solved = field->report.maxRelativeResidual <= WF_WRONG_RESIDUAL;
	return result == wf_ok && !solved ? wf_numericalFailure : result;
}

// --------------------------------------------------------------------------------------------------------------- batches

typedef struct Batch
{
	wfFieldCore* fields[WF_SOLVE_LANES];
	wfGoalSide sides[WF_SOLVE_LANES]; // owned by the batch
	int32_t count;
} Batch;

// Solve what is in the batch, where all before went well, and empty it.
static wfResult solveBatch( wfPlannerCore* planner, Batch* batch, wfResult result )
{
	if ( result == wf_ok && batch->count > 0 )
	{
		result = solveSides( planner, batch->sides, batch->count );
	}
	for ( int32_t r = 0; r < batch->count; ++r )
	{
		if ( result == wf_ok )
		{
			wfFieldCore_TakeSolution( batch->fields[r], wfCountLanes( batch->count ), r, &batch->sides[r] );
			wfFieldCore_FinishValues( batch->fields[r] );
		}
		wfGoalSide_Free( &batch->sides[r] );
	}
	batch->count = 0;
	return result;
}

// Solve at once what needs a solve of its own, the rest in lanes.
static wfResult addField( Batch* batch, wfFieldCore* field )
{
	wfFieldSide side;
	wfResult result = wfFieldSide_Init( &side, field );
	if ( result == wf_ok && side.needsFactor )
	{
		result = wfFieldCore_SolvePinned( field, &side, NULL );
	}
	else if ( result == wf_ok && field->occupied >= 0 )
	{
		result = field->planner->kind->solveOccupied( field, &side );
	}
	else if ( result == wf_ok )
	{
		batch->fields[batch->count] = field;
		batch->sides[batch->count++] = side.side;
		side.side = ( wfGoalSide ){ 0 };
	}
	wfFieldSide_Free( &side );
	return batch->count == WF_SOLVE_LANES ? solveBatch( field->planner, batch, result ) : result;
}

wfResult wfFieldCore_Solve( wfFieldCore* first )
{
	if ( first == NULL )
	{
		return wf_ok;
	}
	double began = wfGetSeconds();
	wfPlannerCore* planner = first->planner;
	// An update that failed said so.
	wfResult result = planner->ready ? wf_ok : wf_numericalFailure;
	Batch batch = { 0 };
	int32_t count = 0;
	for ( wfFieldCore* field = first; field != NULL; field = field->next )
	{
		count += 1;
		result = result == wf_ok ? addField( &batch, field ) : result;
	}
	result = solveBatch( planner, &batch, result );
	for ( wfFieldCore* field = first; result == wf_ok && field != NULL; field = field->next )
	{
		result = checkField( field );
	}
	double seconds = ( wfGetSeconds() - began ) / count;
	for ( wfFieldCore *field = first, *next; field != NULL; field = next )
	{
		next = field->next;
		field->next = NULL;
		field->report.seconds = seconds;
	}
	return result;
}
