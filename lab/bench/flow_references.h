// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What a game would use instead of a planner: flow fields, a direction for every cell that leads to one goal, made anew for each
// goal. They are written to be fast on one thread: a border of walls instead of tests of bounds, all memory taken once, start
// values that are copied. A cell is a square of side 1.
#pragma once

#include "wayfield/field.h"

typedef enum wfFlowMethod
{
	wf_bfsFlow,			 // levels of a breadth-first wave over four neighbours; the best of eight that cuts no corner
	wf_dijkstraFlow,	 // lengths over eight neighbours, 1 and sqrt 2, that cut no corners; the neighbour on the shortest path
	wf_fastMarchingFlow, // |grad T| = 1 by first-order upwind differences; against the gradient
	wf_flowMethodCount
} wfFlowMethod;

const char* wfDescribeFlow( wfFlowMethod method );

// Of as many cells as the grid has, and numbered like them.
typedef struct wfFlowField wfFlowField;
wfFlowField* wfCreateFlowField( const wfGrid* grid );
void wfDestroyFlowField( wfFlowField* flow );
// Follows an edit; the field stays until the next one is made.
void wfFlowField_SetBlocked( wfFlowField* flow, int32_t cell, bool blocked );
// Makes the whole field for one goal, which must be free.
void wfFlowField_Solve( wfFlowField* flow, wfFlowMethod method, int32_t goal );
// Of length 1; {0, 0} on the goal, where it cannot be reached, and in walls.
wfVec2 wfFlowField_GetDirection( const wfFlowField* flow, int32_t cell );
// In cells; infinite where the goal cannot be reached, and in walls.
double wfFlowField_GetDistance( const wfFlowField* flow, int32_t cell );
