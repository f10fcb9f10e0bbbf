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

double wfStencil_GetScreening( const wfStencil* stencil, const wfGrid* grid, int32_t cell )
{
	if ( grid->cost == NULL )
	{
		return stencil->hasteSquared;
	}
	// (c k)^2 + (c^2 - 1) k_t^2, up to what still leaves a number after some cells.
	double cost = (double)grid->cost[cell];
	double hasty = cost * cost * stencil->hasteSquared;
	double costly = ( cost * cost - 1.0 ) * stencil->terrainSquared;
	return hasty + costly < WF_LARGEST_SCREENING ? hasty + costly : WF_LARGEST_SCREENING;
}

void wfPlanner_SetNode( wfPlanner* planner, int32_t node )
{
	const wfGrid* grid = planner->grid;
	const wfStencil* stencil = &planner->stencil;
	wfMatrix* matrix = &planner->core.matrix;
	int32_t cell = planner->cellOfNode[node];
	if ( grid->blocked[cell] )
	{
		for ( int64_t m = matrix->start[node]; m < matrix->start[node + 1]; ++m )
		{
			matrix->link[m] = 0.0;
		}
		matrix->excess[node] = 1.0;
		return;
	}
	int32_t neighbors[4];
	wfGetNeighbors( grid, cell, neighbors );
	double excess = wfStencil_GetScreening( stencil, grid, cell );
	int64_t m = matrix->start[node];
	for ( int d = 0; d < 4; ++d )
	{
		int32_t other = neighbors[d];
		bool isFree = other >= 0 && grid->blocked[other] == 0;
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
			matrix->link[m++] = isFree ? link : 0.0;
		}
	}
	// Opposite weights differ from the links they are means of by opposite, not equal, amounts: without bias this is exactly 0 or
	// more.
	matrix->excess[node] = excess;
}

wfResult wfPlanner_MakeSystem( wfPlanner* planner, int32_t* cells )
{
	const wfGrid* grid = planner->grid;
	wfMatrix* matrix = &planner->core.matrix;
	size_t nodes = (size_t)grid->freeCount;
	wfResult result = wfMatrix_Allocate( matrix, (int32_t)nodes, nodes * 4 );
	planner->cellOfNode = cells != NULL ? cells : wfAllocateArray( nodes, sizeof( int32_t ) );
	planner->nodeOfCell = wfAllocateArray( wfCountCells( grid ), sizeof( int32_t ) );
	if ( result != wf_ok || planner->cellOfNode == NULL || planner->nodeOfCell == NULL )
	{
		return wf_outOfMemory;
	}
	memset( planner->nodeOfCell, 0xFF, wfCountCells( grid ) * sizeof( int32_t ) );
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
	int64_t used = 0;
	for ( int32_t k = 0; k < matrix->count; ++k )
	{
		matrix->start[k] = used;
		int32_t neighbors[4];
		wfGetNeighbors( grid, planner->cellOfNode[k], neighbors );
		for ( int d = 0; d < 4; ++d )
		{
			if ( neighbors[d] >= 0 && planner->nodeOfCell[neighbors[d]] >= 0 )
			{
				matrix->neighbor[used++] = planner->nodeOfCell[neighbors[d]];
			}
		}
		matrix->start[k + 1] = used;
		wfPlanner_SetNode( planner, k );
	}
	planner->core.placeOfNode = planner->cellOfNode;
	planner->core.nodeOfPlace = planner->nodeOfCell;
	size_t perNode = sizeof( int64_t ) + sizeof( double ) + sizeof( int32_t ); // start, excess and cell
	size_t perLink = sizeof( int32_t ) + sizeof( double );
	planner->core.kindBytes = nodes * perNode + matrix->linkCapacity * perLink + wfCountCells( grid ) * sizeof( int32_t );
	return wf_ok;
}

void wfPlanner_FreeSystem( wfPlanner* planner )
{
	size_t nodes = (size_t)planner->core.matrix.count;
	wfReleaseArray( planner->nodeOfCell, wfCountCells( planner->grid ), sizeof( int32_t ) );
	wfReleaseArray( planner->cellOfNode, nodes, sizeof( int32_t ) );
	wfReleaseArray( planner->groupOf, nodes, sizeof( int32_t ) );
	planner->nodeOfCell = planner->cellOfNode = planner->groupOf = NULL;
	planner->core.placeOfNode = planner->core.nodeOfPlace = NULL;
	wfPlannerCore_FreeSystem( &planner->core );
}
