// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "world/components.h"

#include "base/sets.h"

// The labels themselves hold the sets of cells that are joined.
int32_t wfLabelComponents( const uint8_t* blocked, int32_t width, int32_t height, int32_t* component )
{
	for ( int32_t j = 0; j < height; ++j )
	{
		int32_t row = j * width;
		for ( int32_t i = 0; i < width; ++i )
		{
			int32_t cell = row + i;
			if ( blocked[cell] != 0 )
			{
				component[cell] = -1;
				continue;
			}
			bool left = i > 0 && blocked[cell - 1] == 0;
			bool below = j > 0 && blocked[cell - width] == 0;
			component[cell] = left ? component[cell - 1] : ( below ? component[cell - width] : cell );
			// Where left and below met already at the corner there is nothing to join.
			if ( left && below && blocked[cell - width - 1] != 0 )
			{
				wfJoinSets( component, cell - 1, cell - width );
			}
		}
	}
	// Roots come before the cells that point to them. Labels are kept as -2 - label until none is needed as a pointer any more.
	int32_t count = 0;
	const int64_t cells = (int64_t)width * height;
	for ( int64_t cell = 0; cell < cells; ++cell )
	{
		if ( component[cell] == (int32_t)cell )
		{
			component[cell] = -2 - count++;
		}
		else if ( component[cell] >= 0 )
		{
			component[cell] = component[component[cell]];
		}
	}
	for ( int64_t cell = 0; cell < cells; ++cell )
	{
		component[cell] = component[cell] <= -2 ? -2 - component[cell] : component[cell];
	}
	return count;
}
