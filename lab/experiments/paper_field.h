// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Potentials p on a grid, swept cell by cell with rules that the planner refuses or does not have.
#pragma once

#include "experiment.h"

// p of the four neighbours, that of walls where one is blocked or outside.
typedef struct wfPaperStar
{
	double right, left, above, below;
} wfPaperStar;

// The new p of a cell.
typedef double wfPaperRule( const wfPaperStar* star, int32_t cell, const void* context );

typedef struct wfPaperField
{
	const wfGrid* grid;
	int32_t width, height;
	double wall;	 // p of walls; goals have one less
	double* p;		 // by cell
	uint8_t* isGoal; // by cell
} wfPaperField;

typedef struct wfPaperSweeps
{
	int32_t count;
	double change; // of the last sweep, the largest
	bool converged;
} wfPaperSweeps;

// For the run's first goal, `startValue` in free cells. Walls have 1 in the papers. With 0, which is as good for equations of
// differences, what is far from the goal is not rounded to the p of walls.
wfPaperField wfTrial_MakePaperField( wfTrial* run, const wfGrid* grid, double wall, double startValue );
// Gauss-Seidel, row by row from below, until no cell changes by more than `change`, or p has grown beyond 1e6.
wfPaperSweeps wfPaperField_Relax( wfPaperField* field, wfPaperRule* rule, const void* context, double change, int32_t most );
// Free cells without a lower neighbour, the goal left out.
int32_t wfPaperField_CountMinima( const wfPaperField* field );
// Down the gradient of the cell, half a cell at a time, along walls where it points into one. True: in a goal cell. The
// points are there until the program ends.
bool wfPaperField_Trace( const wfPaperField* field, wfVec2 start, wfPath* path );
// The direction of such a step, zero where there is none; and the place after one.
wfVec2 wfPaperField_GetDirection( const wfPaperField* field, wfVec2 place );
wfVec2 wfPaperField_Step( const wfPaperField* field, wfVec2 place );

// The rule of equation 5.1: weights 1/4 -+ eps v / 8 of the neighbours. `pull` 1: toward v; -1: as equation 4.3 is printed.
typedef struct wfPaperBias
{
	double pull, epsilon;
	wfVec2 v;
} wfPaperBias;
double wfPaperBiasRule( const wfPaperStar* star, int32_t cell, const void* bias );
