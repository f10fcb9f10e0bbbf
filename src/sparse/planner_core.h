// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The framework shared by all planners: analysis, factor, memory limit, goals, lanes, pockets, check. A grid or a mesh provides
// the equations, an elimination order, and its definitions of goals and checks.
//
// Places are where a field has values: cells of a grid, vertices of a mesh. Nodes are the unknowns of the matrix; every free
// place has one.
#pragma once

#include "base/lock.h"
#include "sparse/solution.h"
#include "sparse/sources.h"
#include "wayfield/planner.h"

typedef struct wfPlannerCore wfPlannerCore;
typedef struct wfFieldCore wfFieldCore;

// The result of one part of a check.
typedef struct wfCheckResult
{
	double residual; // NaN is kept once it occurs
	double smallest; // of q, in the kind's own measure of its logarithm
	int64_t reachable, flat;
} wfCheckResult;

// The right-hand side of a field's goals.
typedef struct wfFieldSide
{
	wfGoalSide side;
	wfGoalSide fed;		   // what goals that are not unknowns contribute to their free neighbours
	double occupiedSource; // <= 0, at the occupied place; not part of `side`
	bool normalise;		   // one source of 1, to be divided by the solution there
	bool needsFactor;	   // too many goals for that: remove them from the matrix
} wfFieldSide;

// What differs between grids and meshes.
typedef struct wfPlannerKind
{
	const char* unknowns; // in the message about memory
	const char* remedy;
	// q = scale times the solution; null: always the same. Called if the planner is `scaled`.
	wfWide ( *getScale )( const wfPlannerCore* planner, int32_t place );
	// Number the nodes in the elimination order. `nodeAt` has the present ones, and is taken over; may be null.
	void ( *renumber )( wfPlannerCore* planner, int32_t* nodeAt );
	// Whether anything other than goals reduces q at a free place.
	bool ( *isRepelled )( const wfFieldCore* field, int32_t place );
	// Compute what a whole field stores besides q; may be null.
	wfResult ( *finishValues )( wfFieldCore* field );
	// Part `part` of checkParts: residuals, flat places, reachability, smallest value.
	void ( *checkPart )( wfFieldCore* field, int32_t part, wfCheckResult* result );
	// Logarithm of the smallest value, and whatever else follows from a check.
	void ( *finishCheck )( wfFieldCore* field, const wfCheckResult* total );
	// The best neighbour of a place that is not a goal, -1: none.
	int32_t ( *getBest )( const wfFieldCore* field, int32_t place );
	// Solve with the occupied place; null: there is none.
	wfResult ( *solveOccupied )( wfFieldCore* field, const wfFieldSide* side );
	// Solve again if there are still flat places; may be null.
	wfResult ( *solveFlat )( wfFieldCore* field );
} wfPlannerKind;

struct wfPlannerCore
{
	const wfPlannerKind* kind;
	bool editable, single;
	size_t memoryLimit;
	bool keepsAll;		  // of the factor, or there is none: it is updated step by step
	int64_t pieceNumbers; // what is kept of the factor, see wfFactorOptions
	int32_t slotCount;
	wfWorkers* workers;
	wfProgressFcn* progress;
	void* progressContext;
	wfMatrix matrix;
	int32_t placeCount;
	const uint8_t* blocked;		// by place
	const int32_t* placeOfNode; // null: they are identical
	const int32_t* nodeOfPlace;
	const double* baseLink; // by link, as if nothing were blocked; null: no goal is blocked
	bool scaled;
	int32_t checkParts;
	size_t kindBytes; // held by the grid's or mesh's part of the planner
	bool ready;		  // false after a failed update: nothing can be solved
	wfSymbolic symbolic;
	wfFactor factor;
	wfRefactoring refactoring; // under way
	uint32_t version;		   // of the factor: counts updates
	uint32_t analysis;		   // counts analyses
	wfLock lock;			   // held while fields are solved
	wfSolver solver;
	wfPlannerReport report;
};

// A field is solved where it is asked for, front by front, and keeps that; or as a whole, by place. Both give the same bits.
struct wfFieldCore
{
	wfPlannerCore* planner;
	uint32_t version, analysis; // of the factor it is solved with
	wfTrail trail;
	wfSolution solution;
	atomic_bool isWhole; // these three exist:
	double* mantissa;	 // by place, in [1, 2); 0 where blocked or not connected to the goal
	int32_t* exponent;	 // q = mantissa * 2^exponent
	uint8_t* isGoal;	 // by place; 2: not specified, but enclosed by goals
	int32_t* goals;		 // places, ascending
	int32_t goalCount;
	int32_t goalCapacity;
	WF_ARRAY( int32_t ) pockets; // places enclosed by goals, ascending
	int32_t occupied;			 // a place treated as an obstacle for this field only; -1: none
	bool isChecked;
	wfFieldReport report;
};

static inline int32_t wfPlaceOfNode( const wfPlannerCore* planner, int32_t node )
{
	return planner->placeOfNode != NULL ? planner->placeOfNode[node] : node;
}

static inline int32_t wfNodeOfPlace( const wfPlannerCore* planner, int32_t place )
{
	return planner->nodeOfPlace != NULL ? planner->nodeOfPlace[place] : place;
}

// Whether a place is a goal, 2: enclosed by goals.
int32_t wfFieldCore_FindGoal( const wfFieldCore* field, int32_t place );
static inline int32_t wfFieldCore_IsGoal( const wfFieldCore* field, int32_t place )
{
	return atomic_load_explicit( &field->isWhole, memory_order_acquire ) ? field->isGoal[place]
																		 : wfFieldCore_FindGoal( field, place );
}

// q of a place, 0 where blocked or not connected to the goal; solves what it needs.
wfWide wfFieldCore_Fetch( const wfFieldCore* field, int32_t place );
static inline wfWide wfFieldCore_Get( const wfFieldCore* field, int32_t place )
{
	return atomic_load_explicit( &field->isWhole, memory_order_acquire )
			   ? ( wfWide ){ field->mantissa[place], field->exponent[place] }
			   : wfFieldCore_Fetch( field, place );
}

// True where q of place a is strictly larger than q of place b.
static inline bool wfIsWideGreater( wfWide a, wfWide b )
{
	bool decided = a.mantissa == 0.0 || b.mantissa == 0.0 || a.exponent == b.exponent;
	return decided ? a.mantissa > b.mantissa : a.exponent > b.exponent;
}

static inline bool wfFieldCore_IsGreater( const wfFieldCore* field, int32_t a, int32_t b )
{
	return wfIsWideGreater( wfFieldCore_Get( field, a ), wfFieldCore_Get( field, b ) );
}

// --------------------------------------------------------------------------------------------------------------- planner

// False: cancelled.
bool wfPlannerCore_ReportProgress( const wfPlannerCore* planner, double fraction );

// Analyse the matrix with the given order (computed since `began`) and check the memory limit. Frees the order.
wfResult wfPlannerCore_Analyse( wfPlannerCore* planner, wfOrder* order, const int32_t* groupOf, double began, wfError* error );
// The numerical factorisation. Fills the report.
wfResult wfPlannerCore_Factorise( wfPlannerCore* planner );
// The same front by front: nothing can be solved before all are done.
wfResult wfPlannerCore_BeginFactor( wfPlannerCore* planner );
// After an update that began then.
void wfPlannerCore_ReportUpdate( wfPlannerCore* planner, double began );
// Analysis, factor and matrix.
void wfPlannerCore_FreeSystem( wfPlannerCore* planner );
void wfPlannerCore_Free( wfPlannerCore* planner );

// ---------------------------------------------------------------------------------------------------------------- fields

wfResult wfFieldCore_Allocate( wfFieldCore* field, wfPlannerCore* planner, int32_t goalCapacity );
void wfFieldCore_Free( wfFieldCore* field );
// What it holds now: it grows where it is asked. Not while others ask.
size_t wfFieldCore_CountBytes( const wfFieldCore* field );

// Store the goals sorted and without duplicates: those of `places` that are open. They may be the field's own. False: there is
// none.
typedef bool wfOpenPlaceFcn( const wfFieldCore* field, int32_t place );
bool wfFieldCore_SetGoals( wfFieldCore* field, const int32_t* places, int32_t count, wfOpenPlaceFcn* isOpen );

// The forward part, after goals were set: everything else is solved where it is asked for.
wfResult wfFieldCore_Start( wfFieldCore* field );
// Solve for places in one pass, or everything where `places` is null; up to WF_SOLVE_LANES fields of one planner together.
wfResult wfSolveFields( wfFieldCore** fields, int32_t count, const int32_t* places, int32_t placeCount );
// Solve and check the whole field: residual, flat places and reachability go into the report.
wfResult wfFieldCore_SolveAndCheck( wfFieldCore* field );

// With the lock held: write the planner's whole solution into the field.
wfResult wfFieldCore_TakeSolution( wfFieldCore* field, int32_t lane );
// Set goals and the occupied place to their values, then compute what follows from the values.
wfResult wfFieldCore_FinishValues( wfFieldCore* field );
wfResult wfFieldCore_SolveSide( wfFieldCore* field, const wfGoalSide* side );
// Remove goals and the occupied place from the matrix (null: the planner's), which gets a separate factor, in double precision:
// it is gone with the call.
wfResult wfFieldCore_SolvePinned( wfFieldCore* field, const wfFieldSide* side, const wfMatrix* matrix );
wfResult wfFieldCore_Check( wfFieldCore* field );

// The sources at goals that make q = 1 on all of them (goal.c).
wfResult wfFieldSide_Init( wfFieldSide* side, const wfFieldCore* field );
void wfFieldSide_Free( wfFieldSide* side );
// Without haste, places enclosed by goals with nothing that repels have q = 1 like the goal itself: they have no better
// neighbour, so they count as goal.
wfResult wfFieldCore_FindPockets( wfFieldCore* field );

// wf_outOfRange for numbers out of range.
wfResult wfCheckTraceDef( const wfTraceDef* def, wfError* error );
