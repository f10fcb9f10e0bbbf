// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The equation on a grid as a symmetric M-matrix, in units of cells.

#include "base/math.h"
#include "field/planner.h"
#include "field/tuning.h"

#include <math.h>
#include <string.h>

static double clampHalfBias( double half )
{
	return half > WF_LARGEST_HALF_BIAS ? WF_LARGEST_HALF_BIAS : ( half < -WF_LARGEST_HALF_BIAS ? -WF_LARGEST_HALF_BIAS : half );
}

void wfStencil_Init( wfStencil* stencil, const wfPlannerDef* def, const wfGrid* grid )
{
	double halfX = clampHalfBias( 0.5 * def->epsilon * def->bias.x );
	double halfY = clampHalfBias( 0.5 * def->epsilon * def->bias.y );
	stencil->weight[0] = 1.0 - halfX;
	stencil->weight[1] = 1.0 + halfX;
	stencil->weight[2] = 1.0 - halfY;
	stencil->weight[3] = 1.0 + halfY;
	stencil->linkX = sqrt( stencil->weight[0] * stencil->weight[1] );
	stencil->linkY = sqrt( stencil->weight[2] * stencil->weight[3] );
	stencil->slopeX = halfX == 0.0 ? 0.0 : 0.5 * ( wfLog( stencil->weight[0] ) - wfLog( stencil->weight[1] ) );
	stencil->slopeY = halfY == 0.0 ? 0.0 : 0.5 * ( wfLog( stencil->weight[2] ) - wfLog( stencil->weight[3] ) );
	double haste = def->haste * grid->cellSize;
	double terrain = def->terrainHaste * grid->cellSize;
	stencil->hasteSquared = haste * haste;
	stencil->terrainSquared = terrain * terrain;
	stencil->neumann = def->walls == wf_neumannWalls;
}

double wfStencil_GetScreening( const wfStencil* stencil, const float* costs, int32_t cell )
{
	if ( costs == NULL )
	{
		return stencil->hasteSquared;
	}
	double cost = (double)costs[cell];
	// (c k)^2 + (c^2 - 1) k_t^2, up to what still leaves a number after some cells.
	double hasty = cost * cost * stencil->hasteSquared;
	double costly = ( cost * cost - 1.0 ) * stencil->terrainSquared;
	return hasty + costly < WF_LARGEST_SCREENING ? hasty + costly : WF_LARGEST_SCREENING;
}

// The equation of a node, from the cells as the planner knows them. A blocked cell's node stays, linked to nothing.
static void getRow( const void* context, int32_t node, wfRow* row )
{
	const wfPlanner* planner = context;
	const wfStencil* stencil = &planner->stencil;
	int32_t cell = planner->cellOfNode[node], neighbors[4];
	bool open = planner->blocked[cell] == 0;
	wfGetNeighbors( planner->grid, cell, neighbors );
	double excess = wfStencil_GetScreening( stencil, planner->cost, cell );
	int32_t count = 0;
	for ( int d = 0; d < 4; ++d )
	{
		int32_t other = neighbors[d];
		bool isFree = other >= 0 && planner->blocked[other] == 0;
		double link = d < 2 ? stencil->linkX : stencil->linkY;
		if ( isFree )
		{
			excess += stencil->weight[d] - link;
		}
		else if ( !stencil->neumann )
		{
			excess += stencil->weight[d];
		}
		if ( other >= 0 && planner->nodeOfCell[other] >= 0 )
		{
			row->ownNeighbors[count] = planner->nodeOfCell[other];
			row->ownLinks[count++] = open && isFree ? link : 0.0;
		}
	}
	// Opposite weights differ from the links they are means of by opposite, not equal, amounts: without bias this is exactly 0 or
	// more.
	row->excess = open ? excess : 1.0;
	row->count = count;
	row->neighbors = row->ownNeighbors;
	row->links = row->ownLinks;
}

wfResult wfPlanner_TakeCells( wfPlanner* planner, const int32_t* cells, int64_t count )
{
	const wfGrid* grid = planner->grid;
	size_t all = wfCountCells( grid );
	if ( grid->cost != NULL && planner->cost == NULL )
	{
		planner->cost = wfAllocateArray( all, sizeof( float ) );
		if ( planner->cost == NULL )
		{
			return wf_outOfMemory;
		}
		planner->core.kindBytes += all * sizeof( float );
		for ( size_t k = 0; k < all; ++k )
		{
			planner->cost[k] = 1.0f;
		}
	}
	for ( int64_t k = 0; k < count; ++k )
	{
		int64_t cell = cells != NULL ? cells[k] : k;
		planner->blocked[cell] = grid->blocked[cell];
		if ( planner->cost != NULL )
		{
			planner->cost[cell] = grid->cost != NULL ? grid->cost[cell] : 1.0f;
		}
	}
	return wf_ok;
}

wfResult wfPlanner_MakeSystem( wfPlanner* planner, int32_t* cells )
{
	const wfGrid* grid = planner->grid;
	wfMatrix* matrix = &planner->core.matrix;
	size_t all = wfCountCells( grid ), nodes = (size_t)grid->freeCount;
	*matrix = ( wfMatrix ){ .count = (int32_t)nodes, .getRow = getRow, .rowContext = planner };
	planner->cellOfNode = cells != NULL ? cells : wfAllocateArray( nodes, sizeof( int32_t ) );
	planner->nodeOfCell = wfAllocateArray( all, sizeof( int32_t ) );
	planner->blocked = wfAllocateArray( all, 1 );
	planner->core.kindBytes = nodes * sizeof( int32_t ) + all * ( sizeof( int32_t ) + 1 );
	if ( planner->cellOfNode == NULL || planner->nodeOfCell == NULL || planner->blocked == NULL ||
		 wfPlanner_TakeCells( planner, NULL, (int64_t)all ) != wf_ok )
	{
		return wf_outOfMemory;
	}
	memset( planner->nodeOfCell, 0xFF, all * sizeof( int32_t ) );
	for ( int32_t cell = 0, node = 0; cells == NULL && node < matrix->count; ++cell )
	{
		if ( grid->blocked[cell] == 0 )
		{
			planner->cellOfNode[node++] = cell;
		}
	}
	for ( int32_t node = 0; node < matrix->count; ++node )
	{
		planner->nodeOfCell[planner->cellOfNode[node]] = node;
	}
	planner->core.placeOfNode = planner->cellOfNode;
	planner->core.nodeOfPlace = planner->nodeOfCell;
	return wf_ok;
}

void wfPlanner_FreeSystem( wfPlanner* planner )
{
	size_t all = wfCountCells( planner->grid ), nodes = (size_t)planner->core.matrix.count;
	wfReleaseArray( planner->nodeOfCell, all, sizeof( int32_t ) );
	wfReleaseArray( planner->blocked, all, 1 );
	wfReleaseArray( planner->cost, all, sizeof( float ) );
	wfReleaseArray( planner->cellOfNode, nodes, sizeof( int32_t ) );
	wfReleaseArray( planner->groupOf, nodes, sizeof( int32_t ) );
	planner->nodeOfCell = planner->cellOfNode = planner->groupOf = NULL;
	planner->blocked = NULL;
	planner->cost = NULL;
	planner->core.placeOfNode = planner->core.nodeOfPlace = NULL;
	wfPlannerCore_FreeSystem( &planner->core );
}
