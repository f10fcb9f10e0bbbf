// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// From goals to attraction: the forward part at once, the rest where it is asked for, or as a whole.

#include "sparse/planner_core.h"

#include "base/arrays.h"
#include "sparse/tuning.h"

#include <string.h>

static wfArrays listWhole( wfFieldCore* field )
{
	size_t places = field->planner != NULL ? (size_t)field->planner->placeCount : 0;
	return ( wfArrays ){ { WF_ONE_ARRAY( field->mantissa, places ), WF_ONE_ARRAY( field->exponent, places ),
						   WF_ONE_ARRAY( field->isGoal, places ) } };
}

wfResult wfFieldCore_Allocate( wfFieldCore* field, wfPlannerCore* planner, int32_t goalCapacity )
{
	field->planner = planner;
	field->occupied = -1;
	field->goalCapacity = goalCapacity;
	field->goals = wfAllocateArray( (size_t)goalCapacity, sizeof( int32_t ) );
	return field->goals != NULL ? wf_ok : wf_outOfMemory;
}

static void dropWhole( wfFieldCore* field )
{
	wfArrays arrays = listWhole( field );
	wfArrays_Free( &arrays );
	atomic_store( &field->isWhole, false );
}

void wfFieldCore_Free( wfFieldCore* field )
{
	dropWhole( field );
	wfReleaseArray( field->goals, (size_t)field->goalCapacity, sizeof( int32_t ) );
	wfArray_Free( &field->pockets );
	wfTrail_Free( &field->trail );
	wfSolution_Free( &field->solution );
}

size_t wfFieldCore_CountBytes( const wfFieldCore* field )
{
	const wfTrail* trail = &field->trail;
	size_t perPlace = sizeof( *field->mantissa ) + sizeof( *field->exponent ) + sizeof( *field->isGoal );
	size_t bytes = field->mantissa != NULL ? (size_t)field->planner->placeCount * perPlace : 0;
	bytes += (size_t)field->goalCapacity * sizeof( int32_t ) + field->pockets.capacity * sizeof( int32_t );
	bytes += trail->fronts.capacity * sizeof( wfTrailFront ) + trail->values.capacity * sizeof( double );
	return bytes + trail->exponents.capacity * sizeof( int32_t ) + field->solution.bytes;
}

// ----------------------------------------------------------------------------------------------------------------- goals

int32_t wfFieldCore_FindGoal( const wfFieldCore* field, int32_t place )
{
	if ( wfFindNumber( field->goals, field->goalCount, place ) )
	{
		return 1;
	}
	return wfFindNumber( field->pockets.data, field->pockets.count, place ) ? 2 : 0;
}

bool wfFieldCore_SetGoals( wfFieldCore* field, const int32_t* places, int32_t count, wfOpenPlaceFcn* isOpen )
{
	int32_t used = 0;
	for ( int32_t k = 0; k < count; ++k )
	{
		if ( isOpen( field, places[k] ) )
		{
			field->goals[used++] = places[k];
		}
	}
	wfSortNumbers( field->goals, used );
	field->goalCount = 0;
	for ( int32_t k = 0; k < used; ++k )
	{
		if ( k == 0 || field->goals[k] != field->goals[k - 1] )
		{
			field->goals[field->goalCount++] = field->goals[k];
		}
	}
	return field->goalCount > 0;
}

// ----------------------------------------------------------------------------------------------------------------- start

static wfWide getScale( const wfPlannerCore* planner, int32_t place )
{
	return planner->scaled ? planner->kind->getScale( planner, place ) : ( wfWide ){ 1.0, 0 };
}

// The forward part. The solution at a single source is the trail's product with itself.
static wfResult goForward( wfFieldCore* field, const wfFieldSide* side )
{
	wfPlannerCore* planner = field->planner;
	wfResult result = wfSolver_Forward( &planner->solver, &planner->factor, &side->side, &field->trail );
	if ( result == wf_ok && side->normalise )
	{
		wfWide at = wfTrail_Dot( &planner->factor, &field->trail, &field->trail );
		wfWide scale = getScale( planner, wfPlaceOfNode( planner, side->side.nodes[0] ) );
		wfTrail_Scale( &field->trail, wfWideInvert( wfWideMultiply( at, scale ) ) );
	}
	return result;
}

static wfResult startLocked( wfFieldCore* field )
{
	wfPlannerCore* planner = field->planner;
	// An update that failed said so.
	wfResult result = planner->ready ? wf_ok : wf_numericalFailure;
	bool sameAnalysis = field->solution.symbolic != NULL && field->analysis == planner->analysis;
	dropWhole( field );
	field->isChecked = false;
	field->version = planner->version;
	field->analysis = planner->analysis;
	if ( sameAnalysis )
	{
		wfSolution_Clear( &field->solution );
	}
	else if ( result == wf_ok )
	{
		wfSolution_Free( &field->solution );
		result = wfSolution_Init( &field->solution, &planner->symbolic );
	}
	wfFieldSide side = { 0 };
	result = result == wf_ok ? wfFieldCore_FindPockets( field ) : result;
	result = result == wf_ok ? wfFieldSide_Init( &side, field ) : result;
	if ( result == wf_ok && side.needsFactor )
	{
		result = wfFieldCore_SolvePinned( field, &side, NULL );
	}
	else if ( result == wf_ok && field->occupied >= 0 )
	{
		result = planner->kind->solveOccupied( field, &side );
	}
	else if ( result == wf_ok )
	{
		result = goForward( field, &side );
	}
	wfFieldSide_Free( &side );
	if ( result != wf_ok )
	{
		// Nothing may be solved with half a trail, nor looked up in a table that is not there.
		field->version = planner->version - 1;
		field->analysis = field->solution.symbolic != NULL ? field->analysis : 0;
	}
	return result;
}

wfResult wfFieldCore_Start( wfFieldCore* field )
{
	double began = wfGetSeconds();
	wfLock_Acquire( &field->planner->lock );
	wfResult result = startLocked( field );
	wfLock_Release( &field->planner->lock );
	field->report.seconds = wfGetSeconds() - began;
	return result;
}

// ----------------------------------------------------------------------------------------------------------------- parts

static bool isCurrent( const wfFieldCore* field )
{
	const wfPlannerCore* planner = field->planner;
	return planner->ready && field->version == planner->version;
}

#define WANTED 1
// A front is fetched from memory while so many before it are solved.
#define FRONTS_AHEAD 3

// Mark the fronts from a place to the root in the list, which they join.
static wfResult wantPlace( wfFieldCore* const* fields, int32_t count, int32_t place, uint8_t* wanted )
{
	wfPlannerCore* planner = fields[0]->planner;
	int32_t node = place >= 0 && place < planner->placeCount ? wfNodeOfPlace( planner, place ) : -1;
	if ( node < 0 )
	{
		return wf_ok;
	}
	int32_t f = planner->symbolic.frontOf[wfSymbolic_GetPosition( &planner->symbolic, node )];
	bool solved = true;
	for ( int32_t r = 0; r < count; ++r )
	{
		solved = solved && wfSolution_IsSolved( &fields[r]->solution, f );
	}
	wfResult result = wf_ok;
	for ( ; !solved && f >= 0 && wanted[f] == 0 && result == wf_ok; f = planner->symbolic.fronts[f].parent )
	{
		wanted[f] = WANTED;
		result = wfArray_Push( &planner->solver.list, f );
	}
	return result;
}

// One front of the list: loaded where all fields have it, otherwise solved, and kept where it is new.
static wfResult visitFront( wfFieldCore* const* fields, int32_t count, const wfTrail* const* trails, int32_t f )
{
	wfPlannerCore* planner = fields[0]->planner;
	wfSolver* solver = &planner->solver;
	bool solved = true;
	for ( int32_t r = 0; r < count; ++r )
	{
		solved = solved && wfSolution_IsSolved( &fields[r]->solution, f );
	}
	if ( !solved && count == 1 && !wfTrail_HasRoot( trails[0], planner->symbolic.fronts[f].root ) )
	{
		return wfSolution_StoreZero( &fields[0]->solution, f );
	}
	if ( !solved )
	{
		wfSolver_SolveFront( solver, &planner->factor, f );
	}
	wfResult result = wf_ok;
	for ( int32_t r = 0; r < count; ++r )
	{
		if ( solved )
		{
			wfSolution_Load( &fields[r]->solution, solver, f, r );
		}
		else if ( !wfSolution_IsSolved( &fields[r]->solution, f ) )
		{
			wfResult kept = wfSolution_Store( &fields[r]->solution, solver, f, r );
			result = kept == wf_ok ? result : kept;
		}
	}
	return result;
}

static wfResult solveParts( wfFieldCore* const* fields, int32_t count, const wfTrail* const* trails, const int32_t* places,
							int32_t placeCount )
{
	wfPlannerCore* planner = fields[0]->planner;
	wfSolver* solver = &planner->solver;
	wfResult result = wfSolver_Begin( solver, &planner->factor, trails, count == 1 ? 1 : WF_SOLVE_LANES );
	solver->list.count = 0;
	// The marks serve as flags until the backward solve sets them.
	for ( int32_t k = 0; k < placeCount && result == wf_ok; ++k )
	{
		result = wantPlace( fields, count, places[k], solver->marks );
	}
	if ( result != wf_ok )
	{
		return result;
	}
	wfSolver_SortList( solver );
	// Without memory to keep a front, those below it can still be solved.
	for ( int32_t k = solver->list.count - 1; k >= 0; --k )
	{
		if ( k >= FRONTS_AHEAD )
		{
			wfSolver_Fetch( solver, &planner->factor, solver->list.data[k - FRONTS_AHEAD] );
		}
		wfResult held = wfFactor_Hold( &planner->factor, solver->list.data[k] );
		if ( held != wf_ok )
		{
			result = held;
			break;
		}
		wfResult kept = visitFront( fields, count, trails, solver->list.data[k] );
		result = kept == wf_ok ? result : kept;
	}
	wfSolver_End( solver );
	return result;
}

// ----------------------------------------------------------------------------------------------------------------- whole

typedef struct Taking
{
	wfFieldCore* field;
	int32_t lane;
} Taking;

static void takePositions( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	const Taking* taking = context;
	wfFieldCore* field = taking->field;
	const wfPlannerCore* planner = field->planner;
	const wfSolver* solver = &planner->solver;
	const double* x = solver->x + taking->lane;
	const int32_t* exponents = solver->exponent + taking->lane;
	double* mantissa = field->mantissa;
	int32_t* exponent = field->exponent;
	for ( int64_t position = begin, lanes = solver->lanes; position < end; ++position )
	{
		wfWide value = wfMakeWide( x[position * lanes], exponents[position * lanes] );
		int32_t place = wfPlaceOfNode( planner, wfSymbolic_GetNode( &planner->symbolic, (int32_t)position ) );
		if ( planner->scaled && value.mantissa != 0.0 )
		{
			value = wfWideMultiply( value, planner->kind->getScale( planner, place ) );
		}
		mantissa[place] = value.mantissa;
		exponent[place] = value.mantissa != 0.0 ? value.exponent : 0;
	}
}

wfResult wfFieldCore_TakeSolution( wfFieldCore* field, int32_t lane )
{
	const wfPlannerCore* planner = field->planner;
	size_t places = (size_t)planner->placeCount;
	wfArrays arrays = listWhole( field );
	wfResult result = field->mantissa == NULL ? wfArrays_Allocate( &arrays ) : wf_ok;
	if ( result != wf_ok )
	{
		return result;
	}
	if ( planner->symbolic.count < planner->placeCount )
	{
		memset( field->mantissa, 0, places * sizeof( double ) );
		memset( field->exponent, 0, places * sizeof( int32_t ) );
	}
	memset( field->isGoal, 0, places );
	Taking taking = { field, lane };
	wfWorkers_ParallelFor( planner->workers, takePositions, planner->symbolic.count, WF_PLACES_PER_TASK, &taking );
	return wf_ok;
}

static void setOne( wfFieldCore* field, int32_t place, uint8_t kind )
{
	field->mantissa[place] = 1.0;
	field->exponent[place] = 0;
	field->isGoal[place] = kind;
}

wfResult wfFieldCore_FinishValues( wfFieldCore* field )
{
	for ( int32_t k = 0; k < field->goalCount; ++k )
	{
		setOne( field, field->goals[k], 1 );
	}
	for ( int32_t k = 0; k < field->pockets.count; ++k )
	{
		setOne( field, field->pockets.data[k], 2 );
	}
	if ( field->occupied >= 0 )
	{
		field->mantissa[field->occupied] = 0.0;
		field->exponent[field->occupied] = 0;
	}
	const wfPlannerKind* kind = field->planner->kind;
	wfResult result = kind->finishValues != NULL ? kind->finishValues( field ) : wf_ok;
	if ( result == wf_ok )
	{
		atomic_store_explicit( &field->isWhole, true, memory_order_release );
	}
	return result;
}

static wfResult solveTrails( wfPlannerCore* planner, const wfTrail* const* trails, int32_t lanes )
{
	wfResult result = wfSolver_Begin( &planner->solver, &planner->factor, trails, lanes );
	return result == wf_ok ? wfSolver_SolveAll( &planner->solver, &planner->factor, planner->workers ) : result;
}

static wfResult solveWhole( wfFieldCore* const* fields, int32_t count, const wfTrail* const* trails )
{
	wfResult result = solveTrails( fields[0]->planner, trails, count == 1 ? 1 : WF_SOLVE_LANES );
	for ( int32_t r = 0; r < count && result == wf_ok; ++r )
	{
		result = wfFieldCore_TakeSolution( fields[r], r );
		result = result == wf_ok ? wfFieldCore_FinishValues( fields[r] ) : result;
	}
	return result;
}

wfResult wfSolveFields( wfFieldCore** fields, int32_t count, const int32_t* places, int32_t placeCount )
{
	wfFieldCore* open[WF_SOLVE_LANES];
	const wfTrail* trails[WF_SOLVE_LANES] = { NULL };
	wfResult result = wf_ok;
	wfPlannerCore* planner = count > 0 ? fields[0]->planner : NULL;
	if ( planner == NULL || count > WF_SOLVE_LANES )
	{
		return wf_outOfRange;
	}
	wfLock_Acquire( &planner->lock );
	int32_t used = 0;
	for ( int32_t k = 0; k < count; ++k )
	{
		if ( !atomic_load( &fields[k]->isWhole ) )
		{
			result = isCurrent( fields[k] ) ? result : wf_numericalFailure;
			trails[used] = &fields[k]->trail;
			open[used++] = fields[k];
		}
	}
	if ( result == wf_ok && used > 0 )
	{
		result = places != NULL ? solveParts( open, used, trails, places, placeCount ) : solveWhole( open, used, trails );
	}
	wfLock_Release( &planner->lock );
	return result;
}

// x at a place that is not solved yet. All memory this needs was reserved at the start, except to keep what is solved: a query
// never fails.
static wfWide solveOne( wfFieldCore* field, int32_t place, int32_t front, int32_t position )
{
	wfPlannerCore* planner = field->planner;
	const wfTrail* trail = &field->trail;
	wfWide value = { 0.0, 0 };
	wfLock_Acquire( &planner->lock );
	// Only parts of a factor that are not kept take more memory.
	if ( !atomic_load( &field->isWhole ) && isCurrent( field ) && wfFactor_Hold( &planner->factor, front ) == wf_ok )
	{
		solveParts( &field, 1, &trail, &place, 1 );
		value = wfSolution_IsSolved( &field->solution, front )
					? wfSolution_Get( &field->solution, front, position )
					: wfMakeWide( planner->solver.x[position], planner->solver.exponent[position] );
	}
	wfLock_Release( &planner->lock );
	return value;
}

wfWide wfFieldCore_Fetch( const wfFieldCore* field, int32_t place )
{
	const wfWide none = { 0.0, 0 };
	const wfPlannerCore* planner = field->planner;
	if ( wfFieldCore_FindGoal( field, place ) )
	{
		return ( wfWide ){ 1.0, 0 };
	}
	// What an older analysis solved cannot be found any more, and after a failed update there is none.
	int32_t node = planner->ready && field->analysis == planner->analysis ? wfNodeOfPlace( planner, place ) : -1;
	if ( node < 0 )
	{
		return none;
	}
	int32_t position = wfSymbolic_GetPosition( &planner->symbolic, node );
	int32_t front = planner->symbolic.frontOf[position];
	wfWide value = wfSolution_IsSolved( &field->solution, front ) ? wfSolution_Get( &field->solution, front, position )
																  : solveOne( (wfFieldCore*)field, place, front, position );
	// Another thread may have solved the whole meanwhile.
	if ( value.mantissa == 0.0 )
	{
		bool isWhole = atomic_load_explicit( &field->isWhole, memory_order_acquire );
		return isWhole ? ( wfWide ){ field->mantissa[place], field->exponent[place] } : none;
	}
	return planner->scaled ? wfWideMultiply( value, planner->kind->getScale( planner, place ) ) : value;
}

// ------------------------------------------------------------------------------------------------- with its own factor

wfResult wfFieldCore_SolveSide( wfFieldCore* field, const wfGoalSide* side )
{
	wfPlannerCore* planner = field->planner;
	wfTrail trail = { 0 };
	const wfTrail* trails = &trail;
	wfResult result = wfSolver_Forward( &planner->solver, &planner->factor, side, &trail );
	result = result == wf_ok ? solveTrails( planner, &trails, 1 ) : result;
	wfTrail_Free( &trail );
	return result;
}

wfResult wfFieldCore_SolvePinned( wfFieldCore* field, const wfFieldSide* side, const wfMatrix* matrix )
{
	wfPlannerCore* planner = field->planner;
	int32_t* nodes;
	wfWide* values;
	wfArrays arrays = { { WF_ONE_ARRAY( nodes, field->goalCount + 1 ), WF_ONE_ARRAY( values, field->goalCount + 1 ) } };
	wfResult result = wfArrays_Allocate( &arrays );
	int32_t count = 0;
	for ( int32_t k = 0; result == wf_ok && k < field->goalCount; ++k )
	{
		int32_t goal = field->goals[k];
		if ( !planner->blocked[goal] )
		{
			values[count] = wfWideInvert( getScale( planner, goal ) );
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
		wfPinnedProblem problem = { matrix != NULL ? matrix : &planner->matrix,
									&planner->symbolic,
									nodes,
									values,
									count,
									&side->fed,
									planner->workers,
									planner->pieceNumbers,
									planner->slotCount };
		result = wfSolvePinned( &problem, &planner->solver );
	}
	result = result == wf_ok ? wfFieldCore_TakeSolution( field, 0 ) : result;
	result = result == wf_ok ? wfFieldCore_FinishValues( field ) : result;
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
	double least = planner->single ? WF_CONVERGED_SINGLE : WF_CONVERGED_RESIDUAL;
	report->converged = total.residual <= least && total.flat == 0;
	planner->kind->finishCheck( field, &total );
	return result;
}

static wfResult checkLocked( wfFieldCore* field, double began )
{
	const wfPlannerKind* kind = field->planner->kind;
	wfResult result = wfFieldCore_Check( field );
	if ( result == wf_ok && field->report.flatCount > 0 && kind->solveFlat != NULL )
	{
		result = kind->solveFlat( field );
	}
	field->report.seconds += wfGetSeconds() - began;
	field->isChecked = result == wf_ok;
	return result;
}

wfResult wfFieldCore_SolveAndCheck( wfFieldCore* field )
{
	double began = wfGetSeconds();
	wfResult result = wfSolveFields( &field, 1, NULL, 0 );
	wfLock_Acquire( &field->planner->lock );
	result = result == wf_ok && !isCurrent( field ) ? wf_numericalFailure : result;
	// Once it is checked the report does not change any more: others may be reading it.
	if ( result == wf_ok && !field->isChecked )
	{
		result = checkLocked( field, began );
	}
	// Never seen; but what does not solve the equation must not pass for a field.
	double most = field->planner->single ? WF_WRONG_SINGLE : WF_WRONG_RESIDUAL;
	result = result == wf_ok && !( field->report.maxRelativeResidual <= most ) ? wf_numericalFailure : result;
	wfLock_Release( &field->planner->lock );
	return result;
}
