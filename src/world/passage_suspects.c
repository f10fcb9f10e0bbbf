// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Where the cells may close a passage: what the search has to look at.
#include "world/image_distance.h"
#include "world/passages.h"

// A blocked cell whose square may hold places the disc can be.
static bool mayHoldFree( const wfGrid* grid, int64_t cell )
{
	return grid->blocked[cell] != 0 && (double)grid->clearance[cell] > grid->radius - 0.70712 * grid->cellSize;
}

// How many groups the free cells within `reach` of a cell form, joined within that square; 2 stands for more.
static int32_t countGroups( const wfGrid* grid, int32_t i, int32_t j, int32_t reach )
{
	int8_t group[49];
	int32_t side = 2 * reach + 1, groups = 0;
	for ( int32_t k = 0; k < side * side; ++k )
	{
		group[k] = wfIsCellFree( grid, i - reach + k % side, j - reach + k / side ) ? 0 : -1;
	}
	for ( int32_t start = 0; start < side * side; ++start )
	{
		if ( group[start] != 0 )
		{
			continue;
		}
		if ( ++groups == 2 )
		{
			return 2;
		}
		int32_t stack[4 * 49], top = 0;
		stack[top++] = start;
		group[start] = 1;
		while ( top > 0 )
		{
			int32_t k = stack[--top], x = k % side;
			const int32_t others[4] = { x > 0 ? k - 1 : -1, x + 1 < side ? k + 1 : -1, k - side, k + side };
			for ( int32_t m = 0; m < 4; ++m )
			{
				if ( others[m] >= 0 && others[m] < side * side && group[others[m]] == 0 )
				{
					group[others[m]] = 1;
					stack[top++] = others[m];
				}
			}
		}
	}
	return groups;
}

// Along a plain wall the free cells nearby form one group. Where a passage is closed, some cell on it sees two groups or none:
// with squares of two sizes no passage slips through between two cells that see one side each.
static bool isSuspect( const wfGrid* grid, int32_t i, int32_t j )
{
	return mayHoldFree( grid, (int64_t)j * grid->width + i ) &&
		   ( countGroups( grid, i, j, 2 ) != 1 || countGroups( grid, i, j, 3 ) != 1 );
}

// Does the cell's square lie in occupied pixels of one image? Asked before measuring: on maps of pixels most blocked cells do.
static bool isInPixels( const wfGrid* grid, const wfGeometry* geometry, int32_t i, int32_t j )
{
	wfVec2 center = wfCellCenter( grid, i, j );
	double half = 0.5 * grid->cellSize * ( 1.0 - 1.0e-9 );
	for ( int32_t k = 0; k < geometry->images.count; ++k )
	{
		const wfShape* image = geometry->images.data[k];
		// Pixels as large as cells: the four corners meet all that the square meets.
		bool inside = image->def.role != wf_walkableRole && image->def.pixelSize >= grid->cellSize * ( 1.0 - 1.0e-9 );
		for ( int32_t corner = 0; corner < 4 && inside; ++corner )
		{
			wfVec2 point = { center.x + ( corner % 2 == 0 ? -half : half ), center.y + ( corner / 2 == 0 ? -half : half ) };
			inside = wfPyramidContains( &image->pyramid, wfToPixels( image, point ) );
		}
		if ( inside )
		{
			return true;
		}
	}
	return false;
}

void wfMarkSuspects( const wfGrid* grid, const wfGeometry* geometry, uint8_t* wanted )
{
	for ( int32_t j = 0; j < grid->height; ++j )
	{
		for ( int32_t i = 0; i < grid->width; ++i )
		{
			if ( !isSuspect( grid, i, j ) )
			{
				continue;
			}
			for ( int32_t y = wfClampCell( j - 3, grid->height ); y <= wfClampCell( j + 3, grid->height ); ++y )
			{
				for ( int32_t x = wfClampCell( i - 3, grid->width ); x <= wfClampCell( i + 3, grid->width ); ++x )
				{
					int64_t cell = (int64_t)y * grid->width + x;
					wanted[cell] |= wanted[cell] == 0 && mayHoldFree( grid, cell ) && !isInPixels( grid, geometry, x, y );
				}
			}
		}
	}
}
