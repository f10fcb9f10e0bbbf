// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The shell every planner shares: analysis, factor, memory limit, goals, lanes, pockets, check. A grid or a mesh gives equations,
// an order of elimination, and what a goal and a check are to it.
//
// Places are what a field has values at: cells of a grid, vertices of a mesh. Nodes are the unknowns of the matrix; every place
// that is free has one.
#pragma once

#include "sparse/sources.h"
#include "wayfield/planner.h"

typedef struct wfPlannerCore wfPlannerCore;
typedef struct wfFieldCore wfFieldCore;

// What one part of a check found.
typedef struct wfCheckResult
{
	double residual; // NaN once met stays
	double smallest; // of q, in the kind's own measure of its logarithm
	int64_t reachable, flat;
} wfCheckResult;

// The right-hand side of a field's goals.
typedef struct wfFieldSide
{
	wfGoalSide side;
	wfGoalSide fed;		   // what goals that are no unknowns feed their free neighbours with
	double occupiedSource; // <= 0, at the occupied place; no part of `side`
	bool needsFactor;	   // too many goals for that: take them out of the matrix
} wfFieldSide;

// What differs between grids and meshes.
typedef struct wfPlannerKind
{
	const char* unknowns; // in the message about memory
	const char* remedy;
	bool sizeByRim; // goals are too many for sources by those that can be seen from outside, else by all of them
	// q = scale times the solution; null: always the same. Asked where the planner is `scaled`.
	wfWide ( *getScale )( const wfPlannerCore* planner, int32_t place );
	// Whether anything but goals holds back q at a free place.
	bool ( *isRepelled )( const wfFieldCore* field, int32_t place );
	// Derive what the field holds besides q; may be null.
	void ( *finishValues )( wfFieldCore* field );
	// Part `part` of checkParts: residuals, flat places, reach, least value.
	void ( *checkPart )( wfFieldCore* field, int32_t part, wfCheckResult* result );
	// Logarithm of the least value, and whatever else follows from a check.
	void ( *finishCheck )( wfFieldCore* field, const wfCheckResult* total );
	// The best neighbour of a place that is no goal, -1: none.
	int32_t ( *getBest )( const wfFieldCore* field, int32_t place );
	// Solve with the occupied place; null: there is none.
	wfResult ( *solveOccupied )( wfFieldCore* field, const wfFieldSide* side );
	// Solve again where places are flat in spite of all; may be null.
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
	const int32_t* placeOfNode; // null: they are the same
	const int32_t* nodeOfPlace;
	const double* baseLink; // by link, as if nothing were blocked; null: no goal is blocked
	bool scaled;
	int32_t checkParts;
	size_t kindBytes; // held by the grid's or mesh's part of the planner
	bool ready;		  // false after an update that failed: nothing can be solved
	wfSymbolic symbolic;
	int32_t* placeAt; // by position in the elimination order
	wfFactor factor;
	wfSolveScratch scratch;
	wfWideVector solution; // of the last solve, kept for the next: fresh memory costs as much as solving
	size_t mantissaCapacity, exponentCapacity;
	wfPlannerReport report;
};

struct wfFieldCore
{
	wfPlannerCore* planner;
	wfFieldCore* next; // of those solved together
	double* mantissa;  // by place, in [1, 2); 0 where blocked or not connected to the goal
	int32_t* exponent; // q = mantissa * 2^exponent
	uint8_t* isGoal;   // by place; 2: not named, but enclosed by goals
	int32_t* goals;	   // places, ascending
	int32_t goalCount;
	int32_t goalCapacity;
	int32_t occupied; // a place taken as an obstacle for this field alone; -1: none
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

// --------------------------------------------------------------------------------------------------------------- planner

// False: cancelled.
bool wfPlannerCore_ReportProgress( const wfPlannerCore* planner, double fraction );

// Analyse the matrix in the order found since `began`, check the memory limit and factorise. Frees the order.
wfResult wfPlannerCore_Build( wfPlannerCore* planner, wfOrder* order, const int32_t* groupOf, double began, wfError* error );
// The numbers alone, anew.
wfResult wfPlannerCore_Factorise( wfPlannerCore* planner );
void wfPlannerCore_FillReport( wfPlannerCore* planner );
// Analysis, factor and matrix.
void wfPlannerCore_FreeSystem( wfPlannerCore* planner );
void wfPlannerCore_Free( wfPlannerCore* planner );

// ---------------------------------------------------------------------------------------------------------------- fields

wfResult wfFieldCore_Allocate( wfFieldCore* field, wfPlannerCore* planner, int32_t goalCapacity );
void wfFieldCore_Free( wfFieldCore* field );

// Goals once each and ascending: those of `places` that are open. They may be the field's own. False: there is none.
typedef bool wfOpenPlaceFcn( const wfFieldCore* field, int32_t place );
bool wfFieldCore_SetGoals( wfFieldCore* field, const int32_t* places, int32_t count, wfOpenPlaceFcn* isOpen );

// Solve and check the fields of a list, whose goals are set.
wfResult wfFieldCore_Solve( wfFieldCore* first );

// Write one lane of the planner's solution into a field.
void wfFieldCore_TakeSolution( wfFieldCore* field, int32_t lanes, int32_t lane, const wfGoalSide* side );
// Goals and what is occupied as they must be, then what follows from the values.
void wfFieldCore_FinishValues( wfFieldCore* field );
wfResult wfFieldCore_SolveSide( wfFieldCore* field, const wfGoalSide* side );
// Goals, and the occupied place, leave the matrix (null: the planner's), which gets a factor of its own.
wfResult wfFieldCore_SolvePinned( wfFieldCore* field, const wfFieldSide* side, const wfMatrix* matrix );
// Measure residual, flat places and reach into the report.
wfResult wfFieldCore_Check( wfFieldCore* field );

// The sources at goals that make q = 1 on all of them (goal.c).
wfResult wfFieldSide_Init( wfFieldSide* side, const wfFieldCore* field );
void wfFieldSide_Free( wfFieldSide* side );
// Without haste, places that goals enclose with nothing repelling in sight have q = 1 like the goal itself: nothing leads on from
// them, so they count as goal. Returns how many there are, or -1 when out of memory.
int64_t wfFieldCore_FillPockets( wfFieldCore* field );

// wf_outOfRange for numbers out of their ranges.
wfResult wfCheckTraceDef( const wfTraceDef* def, wfError* error );
