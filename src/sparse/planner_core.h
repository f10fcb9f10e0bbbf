// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The framework shared by all planners: analysis, factor, memory limit, goals, lanes, pockets, check. A grid or a mesh provides
// the equations, an elimination order, and its definitions of goals and checks.
//
// Places are where a field has values: cells of a grid, vertices of a mesh. Nodes are the unknowns of the matrix; every free
// place has one.
#pragma once

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
	bool needsFactor;	   // too many goals for that: remove them from the matrix
} wfFieldSide;

// What differs between grids and meshes.
typedef struct wfPlannerKind
{
	const char* unknowns; // in the message about memory
	const char* remedy;
	bool sizeByBoundary; // whether there are too many goals for sources is decided by those visible from outside, otherwise by
						 // all of them
	// q = scale times the solution; null: always the same. Called if the planner is `scaled`.
	wfWide ( *getScale )( const wfPlannerCore* planner, int32_t place );
	// Whether anything other than goals reduces q at a free place.
	bool ( *isRepelled )( const wfFieldCore* field, int32_t place );
	// Compute what the field stores besides q; may be null.
	void ( *finishValues )( wfFieldCore* field );
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
	bool editable;
	size_t memoryLimit;
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
	int32_t* placeAt; // by position in the elimination order
	wfFactor factor;
	wfSolveScratch scratch;
	wfWideVector solution; // of the last solve, kept for the next: allocating new memory costs as much as solving
	size_t mantissaCapacity, exponentCapacity;
	wfPlannerReport report;
};

struct wfFieldCore
{
	wfPlannerCore* planner;
	wfFieldCore* next; // of the fields solved together
	double* mantissa;  // by place, in [1, 2); 0 where blocked or not connected to the goal
	int32_t* exponent; // q = mantissa * 2^exponent
	uint8_t* isGoal;   // by place; 2: not specified, but enclosed by goals
	int32_t* goals;	   // places, ascending
	int32_t goalCount;
	int32_t goalCapacity;
	int32_t occupied; // a place treated as an obstacle for this field only; -1: none
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

// True where q of place a is strictly larger than q of place b.
static inline bool wfFieldCore_IsGreater( const wfFieldCore* field, int32_t a, int32_t b )
{
	double mantissaA = field->mantissa[a], mantissaB = field->mantissa[b];
	bool decided = mantissaA == 0.0 || mantissaB == 0.0 || field->exponent[a] == field->exponent[b];
	return decided ? mantissaA > mantissaB : field->exponent[a] > field->exponent[b];
}

// --------------------------------------------------------------------------------------------------------------- planner

// False: cancelled.
bool wfPlannerCore_ReportProgress( const wfPlannerCore* planner, double fraction );

// Analyse the matrix with the given order (computed since `began`), check the memory limit and factorise. Frees the order.
wfResult wfPlannerCore_Build( wfPlannerCore* planner, wfOrder* order, const int32_t* groupOf, double began, wfError* error );
// Repeat only the numerical factorisation. Fills the report.
wfResult wfPlannerCore_Factorise( wfPlannerCore* planner );
// After an update that began then.
void wfPlannerCore_ReportUpdate( wfPlannerCore* planner, double began );
// Analysis, factor and matrix.
void wfPlannerCore_FreeSystem( wfPlannerCore* planner );
void wfPlannerCore_Free( wfPlannerCore* planner );

// ---------------------------------------------------------------------------------------------------------------- fields

wfResult wfFieldCore_Allocate( wfFieldCore* field, wfPlannerCore* planner, int32_t goalCapacity );
void wfFieldCore_Free( wfFieldCore* field );

// Store the goals sorted and without duplicates: those of `places` that are open. They may be the field's own. False: there is
// none.
typedef bool wfOpenPlaceFcn( const wfFieldCore* field, int32_t place );
bool wfFieldCore_SetGoals( wfFieldCore* field, const int32_t* places, int32_t count, wfOpenPlaceFcn* isOpen );

// Solve and check a list of fields, whose goals are set.
wfResult wfFieldCore_Solve( wfFieldCore* first );

// Write one lane of the planner's solution into a field.
void wfFieldCore_TakeSolution( wfFieldCore* field, int32_t lanes, int32_t lane, const wfGoalSide* side );
// Set goals and the occupied place to their values, then compute what follows from the values.
void wfFieldCore_FinishValues( wfFieldCore* field );
wfResult wfFieldCore_SolveSide( wfFieldCore* field, const wfGoalSide* side );
// Remove goals and the occupied place from the matrix (null: the planner's), which gets a separate factor.
wfResult wfFieldCore_SolvePinned( wfFieldCore* field, const wfFieldSide* side, const wfMatrix* matrix );
// Measure residual, flat places and reachability, and store them in the report.
wfResult wfFieldCore_Check( wfFieldCore* field );

// The sources at goals that make q = 1 on all of them (goal.c).
wfResult wfFieldSide_Init( wfFieldSide* side, const wfFieldCore* field );
void wfFieldSide_Free( wfFieldSide* side );
// Without haste, places enclosed by goals with nothing that repels have q = 1 like the goal itself: they have no better
// neighbour, so they count as goal. Returns their number, or -1 when out of memory.
int64_t wfFieldCore_FillPockets( wfFieldCore* field );

// wf_outOfRange for numbers out of range.
wfResult wfCheckTraceDef( const wfTraceDef* def, wfError* error );
