// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The assignment problem: rows (members) to columns (slots) at the least sum of squared distances, and its dual: numbers u of
// rows and v of columns with u_i + v_j <= cost_ij, whose sum is a lower bound of every assignment's cost.
#pragma once

#include "wayfield/formation.h"

#define WF_FREE -1 // a row without a column, or the reverse

// Costs are computed, not stored: ten thousand members would need a matrix of 800 MB.
typedef struct wfMatching
{
	int32_t count;
	const wfVec2* rows;
	const wfVec2* columns;
	double* v;		   // of columns
	int32_t* columnOf; // row
	int32_t* rowOf;	   // column
	double* slack;	   // of a matched row: by how much its column is dearer than its cheapest; 0 in an exact assignment
	// for wfMatch*: of columns
	double* distance;
	int32_t* from;
	int32_t* settled;
	int8_t* isSettled;
} wfMatching;

static inline double wfMatching_GetCost( const wfMatching* m, int32_t row, int32_t column )
{
	double x = m->columns[column].x - m->rows[row].x, y = m->columns[column].y - m->rows[row].y;
	return x * x + y * y;
}

// The matching of least cost, from nothing.
void wfMatchExactly( wfMatching* m );
// Match the free rows, each by a shortest augmenting path. The duals must be feasible, and be u = cost - v - slack on matched
// pairs; both is kept.
void wfMatchFreeRows( wfMatching* m );
// A matching that costs at most WF_ASSIGNMENT_GAP more than the least, for costs that are all higher than those of rows and
// columns by `offset` in sum.
wfResult wfMatchNearly( wfMatching* m, double offset );

// ----------------------------------------------------------------------------------------------------------- slot tree

// Columns by place and price (-v): a binary tree whose nodes know the box of their columns and the least price in it.
typedef struct wfSlotTree
{
	int32_t count;
	int32_t leaves;	  // a power of two; node 1 is the root, the children of k are 2 k and 2 k + 1
	int32_t* order;	  // columns by leaf
	int32_t* placeOf; // of a column in this order
	wfVec2* places;	  // in this order, as prices
	double* prices;
	int32_t* begins; // of leaves in this order, and the count
	int32_t* leafOf; // in this order
	wfBox2* boxes;	 // of nodes
	double* least;
} wfSlotTree;

// The cheapest column of a place, cost and price together, and what the second one costs.
typedef struct wfCheapest
{
	int32_t column;
	double cost, second;
} wfCheapest;

wfResult wfSlotTree_Create( wfSlotTree* tree, const wfVec2* columns, int32_t count );
void wfSlotTree_Free( wfSlotTree* tree );
void wfSlotTree_SetPrices( wfSlotTree* tree, const double* v );
// Raises it: a price never falls.
void wfSlotTree_SetPrice( wfSlotTree* tree, int32_t column, double price );
wfCheapest wfSlotTree_Find( const wfSlotTree* tree, wfVec2 place );
