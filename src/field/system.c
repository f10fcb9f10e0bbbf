// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The equation on a grid as a symmetric M-matrix, in units of cells.

#include "base/math.h"
#include "field/planner.h"

#include <math.h>
#include <string.h>

// The bias may reach 2, where a neighbour's weight is 0 and no scaling makes the matrix symmetric. Stopping this little short of
// it changes the equation by less than the precision asked of its solution.
#define LARGEST_HALF_BIAS ( 1.0 - 1e-13 )

static double clampHalfBias( double half )
{
	return half > LARGEST_HALF_BIAS ? LARGEST_HALF_BIAS : ( half < -LARGEST_HALF_BIAS ? -LARGEST_HALF_BIAS : half );
}

wfResult wfStencil_Init( wfStencil* stencil, const wfPlannerDef* def, const wfGrid* grid )
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
	return wf_ok;
}

double wfStencil_GetScreening( const wfStencil* stencil, const wfGrid* grid, int32_t cell )
{
	if ( grid->cost == NULL )
	{
		return stencil->hasteSquared;
	}
	double cost = (double)grid->cost[cell];
	return cost * cost * stencil->hasteSquared + ( cost * cost - 1.0 ) * stencil->terrainSquared;
}

// The cells right, left, above and below, -1 outside.
static inline void getNeighbors( const wfGrid* grid, int32_t cell, int32_t neighbors[4] )
{
	int32_t i = cell % grid->width;
	int32_t j = cell / grid->width;
	neighbors[0] = i + 1 < grid->width ? cell + 1 : -1;
	neighbors[1] = i > 0 ? cell - 1 : -1;
	neighbors[2] = j + 1 < grid->height ? cell + grid->width : -1;
	neighbors[3] = j > 0 ? cell - grid->width : -1;
}

void wfSystem_SetNode( wfSystem* system, const wfGrid* grid, const wfStencil* stencil, int32_t node )
{
	wfMatrix* matrix = &system->matrix;
	int32_t cell = system->cellOfNode[node];
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
	getNeighbors( grid, cell, neighbors );
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
		if ( other >= 0 && system->nodeOfCell[other] >= 0 )
		{
			matrix->link[m++] = isFree ? link : 0.0;
		}
	}
	// Opposite weights differ from the links they are means of by opposite, not equal, amounts: without bias this is exactly 0 or
	// more.
	matrix->excess[node] = excess;
}

static wfResult allocate( wfSystem* system, const wfGrid* grid )
{
	size_t cells = (size_t)grid->width * (size_t)grid->height;
	size_t nodes = (size_t)grid->freeCount;
	system->cellCount = cells;
	system->matrix.count = (int32_t)nodes;
	system->linkCapacity = nodes * 4;
	system->nodeOfCell = wfAllocateArray( cells, sizeof( int32_t ) );
	system->cellOfNode = wfAllocateArray( nodes, sizeof( int32_t ) );
	system->groupOf = wfAllocateArray( nodes, sizeof( int32_t ) );
	system->matrix.start = wfAllocateArray( nodes + 1, sizeof( int64_t ) );
	system->matrix.neighbor = wfAllocateArray( nodes * 4, sizeof( int32_t ) );
	system->matrix.link = wfAllocateArray( nodes * 4, sizeof( double ) );
	system->matrix.excess = wfAllocateArray( nodes, sizeof( double ) );
	bool complete = system->nodeOfCell != NULL && system->cellOfNode != NULL && system->groupOf != NULL &&
					system->matrix.start != NULL && system->matrix.neighbor != NULL && system->matrix.link != NULL &&
					system->matrix.excess != NULL;
	return complete ? wf_ok : wf_outOfMemory;
}

// Groups: the connected parts of the free cells in each square of 2 x 2. Eliminating them together costs little fill and makes
// the ordering four times cheaper.
static void makeGroups( wfSystem* system, const wfGrid* grid )
{
	int32_t groups = 0;
	for ( int32_t j = 0; j < grid->height; j += 2 )
	{
		for ( int32_t i = 0; i < grid->width; i += 2 )
		{
			bool hasRight = i + 1 < grid->width;
			bool hasTop = j + 1 < grid->height;
			const int32_t* row = system->nodeOfCell + (int64_t)j * grid->width + i;
			// Around the square, so that linked cells follow each other: lower left, lower right, upper right, upper left.
			int32_t nodes[4] = { row[0], hasRight ? row[1] : -1, hasRight && hasTop ? row[grid->width + 1] : -1,
								 hasTop ? row[grid->width] : -1 };
			int32_t first = nodes[0];
			for ( int k = 0; k < 4; ++k )
			{
				if ( nodes[k] >= 0 )
				{
					system->groupOf[nodes[k]] = k > 0 && nodes[k - 1] >= 0 ? system->groupOf[nodes[k - 1]] : groups++;
				}
			}
			// The last and the first are linked too.
			if ( first >= 0 && nodes[3] >= 0 && system->groupOf[first] != system->groupOf[nodes[3]] )
			{
				int32_t from = system->groupOf[nodes[3]];
				for ( int k = 3; k > 0 && nodes[k] >= 0 && system->groupOf[nodes[k]] == from; --k )
				{
					system->groupOf[nodes[k]] = system->groupOf[first];
				}
				groups -= 1; // it was the last one made
			}
		}
	}
	system->groupCount = groups;
}

wfResult wfSystem_Init( wfSystem* system, const wfGrid* grid, const wfStencil* stencil )
{
	memset( system, 0, sizeof( *system ) );
	wfResult result = allocate( system, grid );
	if ( result != wf_ok )
	{
		wfSystem_Free( system );
		return result;
	}
	int32_t cells = (int32_t)system->cellCount;
	int32_t node = 0;
	for ( int32_t cell = 0; cell < cells; ++cell )
	{
		system->nodeOfCell[cell] = -1;
		if ( grid->blocked[cell] == 0 )
		{
			system->cellOfNode[node] = cell;
			system->nodeOfCell[cell] = node++;
		}
	}
	wfMatrix* matrix = &system->matrix;
	int64_t used = 0;
	for ( int32_t k = 0; k < matrix->count; ++k )
	{
		matrix->start[k] = used;
		int32_t neighbors[4];
		getNeighbors( grid, system->cellOfNode[k], neighbors );
		for ( int d = 0; d < 4; ++d )
		{
			if ( neighbors[d] >= 0 && system->nodeOfCell[neighbors[d]] >= 0 )
			{
				matrix->neighbor[used++] = system->nodeOfCell[neighbors[d]];
			}
		}
		matrix->start[k + 1] = used;
		wfSystem_SetNode( system, grid, stencil, k );
	}
	makeGroups( system, grid );
	return wf_ok;
}

void wfSystem_Free( wfSystem* system )
{
	size_t nodes = (size_t)system->matrix.count;
	wfReleaseArray( system->nodeOfCell, system->cellCount, sizeof( int32_t ) );
	wfReleaseArray( system->cellOfNode, nodes, sizeof( int32_t ) );
	wfReleaseArray( system->groupOf, nodes, sizeof( int32_t ) );
	wfReleaseArray( system->matrix.start, nodes + 1, sizeof( int64_t ) );
	wfReleaseArray( system->matrix.neighbor, system->linkCapacity, sizeof( int32_t ) );
	wfReleaseArray( system->matrix.link, system->linkCapacity, sizeof( double ) );
	wfReleaseArray( system->matrix.excess, nodes, sizeof( double ) );
	memset( system, 0, sizeof( *system ) );
}

wfResult wfSystem_GetGroupGraph( const wfSystem* system, int64_t** start, int32_t** neighbor, int32_t** weight )
{
	size_t groups = (size_t)system->groupCount;
	size_t nodes = (size_t)system->matrix.count;
	const wfMatrix* matrix = &system->matrix;
	*start = wfAllocateArray( groups + 1, sizeof( int64_t ) );
	*neighbor = wfAllocateArray( system->linkCapacity, sizeof( int32_t ) );
	*weight = wfAllocateArray( groups, sizeof( int32_t ) );
	int32_t* first = wfAllocateArray( groups, sizeof( int32_t ) );
	int32_t* next = wfAllocateArray( nodes, sizeof( int32_t ) );
	int32_t* mark = wfAllocateArray( groups, sizeof( int32_t ) );
	wfResult result = wf_outOfMemory;
	if ( *start != NULL && *neighbor != NULL && *weight != NULL && first != NULL && next != NULL && mark != NULL )
	{
		memset( first, 0xFF, groups * sizeof( int32_t ) );
		memset( mark, 0xFF, groups * sizeof( int32_t ) );
		for ( int32_t k = matrix->count - 1; k >= 0; --k )
		{
			next[k] = first[system->groupOf[k]];
			first[system->groupOf[k]] = k;
		}
		int64_t used = 0;
		for ( int32_t g = 0; g < system->groupCount; ++g )
		{
			( *start )[g] = used;
			( *weight )[g] = 0;
			mark[g] = g;
			for ( int32_t k = first[g]; k >= 0; k = next[k] )
			{
				( *weight )[g] += 1;
				for ( int64_t m = matrix->start[k]; m < matrix->start[k + 1]; ++m )
				{
					int32_t other = system->groupOf[matrix->neighbor[m]];
					if ( mark[other] != g )
					{
						mark[other] = g;
						( *neighbor )[used++] = other;
					}
				}
			}
		}
		( *start )[groups] = used;
		result = wf_ok;
	}
	wfReleaseArray( first, groups, sizeof( int32_t ) );
	wfReleaseArray( next, nodes, sizeof( int32_t ) );
	wfReleaseArray( mark, groups, sizeof( int32_t ) );
	return result;
}
