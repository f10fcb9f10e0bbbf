// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The planner inside: the equation on a grid as a sparse matrix, and its factor.
#pragma once

#include "field/field.h"
#include "sparse/sources.h"

// Weights of the four neighbours in a cell's equation, in the order right, left, top, bottom: sum of w_j q_j = (sum of w_j + k^2
// h^2) q. A bias makes them differ; scaling q by exp(slope . cell) makes the matrix symmetric again.
typedef struct wfStencil
{
	double weight[4];
	double linkX, linkY;   // of the symmetric matrix: the geometric means of opposite weights
	double slopeX, slopeY; // q = exp(-slope . cell) z with z the symmetric matrix's solution
	double hasteSquared;   // k^2 h^2 on plain ground
	double terrainSquared; // k_t^2 h^2
	bool neumann;
} wfStencil;

typedef struct wfSystem
{
	wfMatrix matrix;
	size_t linkCapacity;
	int32_t* nodeOfCell; // -1: never free since the analysis
	size_t cellCount;
	int32_t* cellOfNode;
	int32_t* groupOf; // nodes ordered together: the connected parts of 2 x 2 cells
	int32_t groupCount;
} wfSystem;

struct wfPlanner
{
	const wfGrid* grid;
	wfPlannerDef def;
	wfStencil stencil;
	wfSystem system;
	wfSymbolic symbolic;
	wfFactor factor;
	int32_t* cellAt;	 // cell by position in the elimination order
	wfWide* columnScale; // exp(-slopeX i), null without bias
	wfWide* rowScale;
	wfSolveScratch scratch;
	wfWideVector solution; // of the last solve, kept for the next: fresh memory costs as much as solving
	size_t mantissaCapacity, exponentCapacity;
	wfPlannerReport report;
};

void wfStencil_Init( wfStencil* stencil, const wfPlannerDef* def, const wfGrid* grid );

// k^2 h^2 of a cell, its terrain included.
double wfStencil_GetScreening( const wfStencil* stencil, const wfGrid* grid, int32_t cell );

// Nodes are numbered in the order of `cells` (all free cells; taken over, freed by wfSystem_Free), or row by row where it is
// null. What is eliminated together should be close in memory.
wfResult wfSystem_Init( wfSystem* system, const wfGrid* grid, const wfStencil* stencil, int32_t* cells );
void wfSystem_Free( wfSystem* system );

// Set links and excess of a node anew from the grid. A blocked cell's node stays, linked to nothing.
void wfSystem_SetNode( wfSystem* system, const wfGrid* grid, const wfStencil* stencil, int32_t node );

// Minimum degree on groups of cells; sets groupOf.
wfResult wfOrderGroups( wfSystem* system, const wfGrid* grid, wfOrder* order );

// Nested dissection by straight lines across the grid (order_dissection.c). `cells` receives the free cells in elimination order,
// `order` is in terms of that order: node i is cells[i].
wfResult wfOrderDissection( const wfGrid* grid, int32_t* cells, wfOrder* order );

// The sources at the goal's cells that make q = 1 on all of them (goal.c).
wfResult wfGoalSide_Init( wfGoalSide* side, wfPlanner* planner, const wfField* field );

// Solve for fields whose goal cells are set, in lanes.
wfResult wfPlanner_SolveFields( wfPlanner* planner, wfField** fields, int32_t count );

// Without haste, cells that goal cells enclose with no wall in sight have q = 1 like the goal itself: nothing leads on from them,
// so they count as goal. Returns how many there are, or -1 when out of memory (goal.c).
int64_t wfField_FillPockets( wfField* field );

// Measure the residual, flat cells and reach of a field into its report (check.c).
wfResult wfField_Check( wfField* field );

// exp(-slope . cell), as a wide number.
wfWide wfPlanner_GetScale( const wfPlanner* planner, int32_t cell );
wfWide wfWideExp( double x );
