// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The planner inside: the equation on a grid as a sparse matrix, and its factor.
#pragma once

#include "field/field.h"

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

struct wfPlanner
{
	wfPlannerCore core; // places are cells; a cell has a node where it was free at the analysis
	const wfGrid* grid;
	wfPlannerDef def;
	wfStencil stencil;
	int32_t* nodeOfCell; // -1: never free since the analysis
	int32_t* cellOfNode;
	int32_t* groupOf;	 // nodes ordered together: the connected parts of 2 x 2 cells; null with dissection
	wfWide* columnScale; // exp(-slopeX i), null without bias
	wfWide* rowScale;
};

void wfStencil_Init( wfStencil* stencil, const wfPlannerDef* def, const wfGrid* grid );

// k^2 h^2 of a cell, its terrain included.
double wfStencil_GetScreening( const wfStencil* stencil, const wfGrid* grid, int32_t cell );

// Nodes are numbered in the order of `cells` (all free cells; taken over, freed by wfPlanner_FreeSystem), or row by row where it
// is null. What is eliminated together should be close in memory.
wfResult wfPlanner_MakeSystem( wfPlanner* planner, int32_t* cells );
void wfPlanner_FreeSystem( wfPlanner* planner );

// Set links and excess of a node anew from the grid. A blocked cell's node stays, linked to nothing.
void wfPlanner_SetNode( wfPlanner* planner, int32_t node );

// Minimum degree on groups of cells; sets groupOf.
wfResult wfPlanner_OrderGroups( wfPlanner* planner, wfOrder* order );

// Nested dissection by straight lines across the grid (order.c). `cells` receives the free cells in elimination order,
// `order` is in terms of that order: node i is cells[i].
wfResult wfOrderDissection( const wfGrid* grid, int32_t* cells, wfOrder* order );

// The a-posteriori check of rows of cells (check.c).
void wfField_CheckPart( wfFieldCore* field, int32_t part, wfCheckResult* result );
void wfField_FinishCheck( wfFieldCore* field, const wfCheckResult* total );
int32_t wfField_CountCheckParts( const wfGrid* grid );
