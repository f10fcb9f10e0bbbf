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

// How far a planner that is made step by step has come.
typedef enum wfBuildStage
{
	wf_toOrder,
	wf_toAnalyse,
	wf_toFactorise,
	wf_built
} wfBuildStage;

struct wfPlanner
{
	wfPlannerCore core; // places are cells; a cell has a node where it was free at the analysis
	const wfGrid* grid;
	wfPlannerDef def;
	wfStencil stencil;
	uint8_t* blocked;	 // cells as the equations have them: the grid may be ahead
	float* cost;		 // null: all cells cost 1
	int32_t* nodeOfCell; // -1: never free since the analysis
	int32_t* cellOfNode;
	int32_t* groupOf;	 // nodes ordered together: the connected parts of 2 x 2 cells; null with dissection
	wfWide* columnScale; // exp(-slopeX i), null without bias
	wfWide* rowScale;
	wfBuildStage stage;
	wfOrder order; // between ordering and analysis
};

void wfStencil_Init( wfStencil* stencil, const wfPlannerDef* def, const wfGrid* grid );

// k^2 h^2 of a cell, its terrain included. `cost` by cell, null: all cells cost 1.
double wfStencil_GetScreening( const wfStencil* stencil, const float* cost, int32_t cell );

// Nodes are numbered in the order of `cells` (all free cells; taken over, freed by wfPlanner_FreeSystem), or row by row where it
// is null. What is eliminated together should be close in memory.
wfResult wfPlanner_MakeSystem( wfPlanner* planner, int32_t* cells );
void wfPlanner_FreeSystem( wfPlanner* planner );

// Take over what changed in cells of the grid; null: the first `count` of all.
wfResult wfPlanner_TakeCells( wfPlanner* planner, const int32_t* cells, int64_t count );

// Minimum degree on groups of cells; sets groupOf.
wfResult wfPlanner_OrderGroups( wfPlanner* planner, wfOrder* order );

// Nested dissection by straight lines across the grid (order.c). `cells` receives the free cells in elimination order,
// `order` is in terms of that order: node i is cells[i].
wfResult wfOrderDissection( const wfGrid* grid, int32_t* cells, wfOrder* order );

// What a dissection leads to, before fronts are merged, in numbers.
typedef struct wfFactorSize
{
	double entries, fronts, boundaries;
	double waiting, peak; // of updates: in the end, and at most
	double scratch;		  // of the largest front
} wfFactorSize;

wfResult wfMeasureDissection( const wfGrid* grid, wfFactorSize* size );

// The a-posteriori check of rows of cells (check.c).
void wfField_CheckPart( wfFieldCore* field, int32_t part, wfCheckResult* result );
void wfField_FinishCheck( wfFieldCore* field, const wfCheckResult* total );
int32_t wfField_CountCheckParts( const wfGrid* grid );

// Planners made and updated step by step, for those who have little time at a time. Costs are counted in multiply-adds: a call
// goes on until `operations`, which it reduces, are used up; the last step may take more.

// A planner for which nothing is computed.
wfResult wfCreateEmptyPlanner( const wfGrid* grid, const wfPlannerDef* def, wfPlanner** planner, wfError* error );
// Note what changed in the grid. wf_tooLarge: cells became free that the analysis never saw, only a new planner knows them.
wfResult wfPlanner_BeginUpdate( wfPlanner* planner, const int32_t* changed, int64_t count );
// Forget an update that could not begin. The grid must be as it was before the cells changed.
void wfPlanner_CancelUpdate( wfPlanner* planner, const int32_t* changed, int64_t count );
// Solves go on with the old numbers meanwhile. An update that failed may be gone on with. `done`: nothing is left but to finish.
wfResult wfPlanner_Work( wfPlanner* planner, double* operations, bool* done, wfError* error );
// Solves see the new numbers from now on; fields must begin again.
void wfPlanner_FinishUpdate( wfPlanner* planner );

// Which cells have unknowns. An empty planner is given those of another by this list, whatever the grid says; the grid must be as
// the factor shall be when it is worked on next.
bool wfPlanner_HasNode( const wfPlanner* planner, int32_t cell );
wfResult wfPlanner_TakePattern( wfPlanner* planner, const uint8_t* hasNode, wfError* error );
// Work until so many steps of the present stage are done.
wfResult wfPlanner_WorkUntil( wfPlanner* planner, wfBuildStage stage, int32_t fronts, wfError* error );

// Numbers of the factor that the forward part of a field has read.
double wfField_CountOperations( const wfField* field );
