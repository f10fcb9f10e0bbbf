// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The relaxation of local maps, a part of kernels_body.h. WF_LOCAL_WIDTH is the number of floats per vector: 4, 8 or 16.

#include "crowd/local_solve.h"

typedef float Lanes __attribute__( ( vector_size( 4 * WF_LOCAL_WIDTH ), may_alias ) );

// Each loop is compiled in one version with goals inside and one without: left alone, compilers may generate a test in every
// cell.
#define INLINE static inline __attribute__( ( always_inline ) )

// For the coefficients in the batch, which have the alignment of floats.
typedef float LooseLanes __attribute__( ( vector_size( 4 * WF_LOCAL_WIDTH ), aligned( 4 ), may_alias ) );

// Vectors processed together through the map: enough to hide latencies, few enough for their coefficients to stay in registers.
#if WF_LOCAL_WIDTH == 16
#define GROUP 1
#else
#define GROUP 2
#endif
#define GROUP_LANES ( GROUP * WF_LOCAL_WIDTH )
#define VECTORS ( WF_LOCAL_LANES / WF_LOCAL_WIDTH ) // from one cell to the next

// Arrays and coefficients of a group.
typedef struct Maps
{
	Lanes* q;
	const Lanes* weight;
	const Lanes* goals; // or null
	int64_t row;		// vectors from one row to the next
	Lanes east[GROUP], west[GROUP], north[GROUP], south[GROUP];
} Maps;

// With the coefficients multiplied by `omega`.
INLINE void makeMaps( Maps* maps, const wfLocalBatch* batch, int32_t firstLane, float omega )
{
	maps->q = (Lanes*)( batch->q + firstLane );
	maps->weight = (const Lanes*)( batch->weight + firstLane );
	maps->goals = batch->goals != NULL ? (const Lanes*)( batch->goals + firstLane ) : NULL;
	maps->row = (int64_t)batch->size * VECTORS;
	for ( int g = 0; g < GROUP; ++g )
	{
		int32_t lane = firstLane + g * WF_LOCAL_WIDTH;
		maps->east[g] = omega * *(const LooseLanes*)( batch->east + lane );
		maps->west[g] = omega * *(const LooseLanes*)( batch->west + lane );
		maps->north[g] = omega * *(const LooseLanes*)( batch->north + lane );
		maps->south[g] = omega * *(const LooseLanes*)( batch->south + lane );
	}
}

INLINE int32_t smaller( int32_t a, int32_t b )
{
	return a < b ? a : b;
}

INLINE int32_t larger( int32_t a, int32_t b )
{
	return a > b ? a : b;
}

// A cell of over-relaxation: the coefficients contain omega.
INLINE void overRelaxCell( const Maps* maps, int64_t at, float omega, bool hasGoals )
{
	Lanes* q = maps->q + at;
	int64_t row = maps->row;
	for ( int g = 0; g < GROUP; ++g )
	{
		Lanes sum = ( maps->east[g] * q[g + VECTORS] + maps->west[g] * q[g - VECTORS] ) +
					( maps->north[g] * q[g + row] + maps->south[g] * q[g - row] );
		Lanes value = ( 1.0f - omega ) * q[g] + maps->weight[at + g] * sum;
		if ( hasGoals )
		{
			value += omega * maps->goals[at + g];
		}
		q[g] = value;
	}
}

// Cells within `reach` of the centre (Manhattan distance in cells) and, if `front` is not 0, within `front` of the goal in the
// east. Red cells are at even distances from the centre. Rows at the same distance to the north and south have the same cells.
INLINE void relaxHalf( const Maps* maps, int32_t size, int32_t reach, int32_t front, bool isRed, float omega, bool hasGoals )
{
	int32_t centre = size / 2;
	int32_t lastDistance = smaller( reach, centre - 1 );
	for ( int32_t distance = 0; distance <= lastDistance; ++distance )
	{
		int32_t width = smaller( reach - distance, centre - 1 );
		int32_t first = centre - width, last = centre + width;
		if ( front > 0 )
		{
			first = larger( first, size - 1 - front + larger( 0, distance - 1 ) );
		}
		first += ( first + distance + centre + ( isRed ? 0 : 1 ) ) & 1;
		int64_t at = centre * maps->row + first * VECTORS;
		int64_t end = centre * maps->row + last * VECTORS;
		int64_t shift = distance * maps->row;
		if ( distance == 0 )
		{
			for ( ; at <= end; at += 2 * VECTORS )
			{
				overRelaxCell( maps, at, omega, hasGoals );
			}
			continue;
		}
		for ( ; at <= end; at += 2 * VECTORS )
		{
			overRelaxCell( maps, at + shift, omega, hasGoals );
			overRelaxCell( maps, at - shift, omega, hasGoals );
		}
	}
}

INLINE void relaxSorGroup( const wfLocalBatch* batch, const wfLocalSor* sor, int32_t firstLane, bool hasGoals )
{
	int32_t sweeps = 2 * sor->iterations;
	for ( int32_t h = 0; h < sweeps; ++h )
	{
		float omega = sor->firstOmega + (float)h * sor->omegaStep;
		Maps maps;
		makeMaps( &maps, batch, firstLane, omega );
		int32_t reach = batch->whole ? 2 * batch->size : sweeps - h;
		int32_t front = batch->fromEast && !hasGoals ? h + 1 : 0;
		relaxHalf( &maps, batch->size, reach, front, h % 2 == 0, omega, hasGoals );
	}
}

static void relaxSor( wfLocalBatch* batch, const wfLocalSor* sor )
{
	for ( int32_t lane = 0; lane < WF_LOCAL_LANES; lane += GROUP_LANES )
	{
		if ( batch->goals != NULL )
		{
			relaxSorGroup( batch, sor, lane, true );
		}
		else
		{
			relaxSorGroup( batch, sor, lane, false );
		}
	}
}

// A cell of Gauss-Seidel. `west` is the new value of the previous cell: the three others are summed first, which keeps the
// dependency chain from cell to cell short.
INLINE Lanes relaxCell( const Maps* maps, int g, int64_t at, Lanes east, Lanes west, Lanes north, Lanes south, bool hasGoals )
{
	Lanes rest = maps->east[g] * east + ( maps->north[g] * north + maps->south[g] * south );
	Lanes value = maps->weight[at + g] * ( rest + maps->west[g] * west );
	if ( hasGoals )
	{
		value += maps->goals[at + g];
	}
	return value;
}

INLINE void relaxRow( const Maps* maps, int64_t at, int32_t count, bool hasGoals )
{
	Lanes behind[GROUP];
	for ( int g = 0; g < GROUP; ++g )
	{
		behind[g] = maps->q[at + g - VECTORS];
	}
	for ( int32_t k = 0; k < count; ++k, at += VECTORS )
	{
		Lanes* q = maps->q + at;
		for ( int g = 0; g < GROUP; ++g )
		{
			behind[g] = relaxCell( maps, g, at, q[g + VECTORS], behind[g], q[g + maps->row], q[g - maps->row], hasGoals );
			q[g] = behind[g];
		}
	}
}

// Two rows at once, the upper one a cell behind: the same values as one row after the other, in two dependency chains.
INLINE void relaxTwoRows( const Maps* maps, int64_t at, int32_t count, bool hasGoals )
{
	int64_t row = maps->row;
	Lanes lower[GROUP], upper[GROUP];
	for ( int g = 0; g < GROUP; ++g )
	{
		const Lanes* q = maps->q + at + g;
		upper[g] = q[row - VECTORS];
		lower[g] = relaxCell( maps, g, at, q[VECTORS], q[-VECTORS], q[row], q[-row], hasGoals );
		maps->q[at + g] = lower[g];
	}
	for ( int32_t k = 1; k < count; ++k )
	{
		at += VECTORS;
		for ( int g = 0; g < GROUP; ++g )
		{
			Lanes* q = maps->q + at + g;
			Lanes shared = q[row]; // north of the lower cell, east of the upper one
			upper[g] = relaxCell( maps, g, at + row - VECTORS, shared, upper[g], q[2 * row - VECTORS], lower[g], hasGoals );
			lower[g] = relaxCell( maps, g, at, q[VECTORS], lower[g], shared, q[-row], hasGoals );
			q[row - VECTORS] = upper[g];
			q[0] = lower[g];
		}
	}
	for ( int g = 0; g < GROUP; ++g )
	{
		Lanes* q = maps->q + at + row + g;
		q[0] = relaxCell( maps, g, at + row, q[VECTORS], upper[g], q[row], lower[g], hasGoals );
	}
}

// Within a sweep a cell propagates its value to the east and north; to the west and south by one cell per sweep.
INLINE void relaxGaussSeidelGroup( const wfLocalBatch* batch, int32_t iterations, int32_t firstLane, bool hasGoals )
{
	Maps maps;
	makeMaps( &maps, batch, firstLane, 1.0f );
	int32_t size = batch->size;
	for ( int32_t k = iterations - 1; k >= 0; --k )
	{
		int32_t count = batch->whole ? size - 2 : smaller( size - 2, size / 2 + 1 + k );
		int32_t j = 1;
		for ( ; j < count; j += 2 )
		{
			relaxTwoRows( &maps, j * maps.row + VECTORS, count, hasGoals );
		}
		if ( j == count )
		{
			relaxRow( &maps, j * maps.row + VECTORS, count, hasGoals );
		}
	}
}

static void relaxGaussSeidel( wfLocalBatch* batch, int32_t iterations )
{
	for ( int32_t lane = 0; lane < WF_LOCAL_LANES; lane += GROUP_LANES )
	{
		if ( batch->goals != NULL )
		{
			relaxGaussSeidelGroup( batch, iterations, lane, true );
		}
		else
		{
			relaxGaussSeidelGroup( batch, iterations, lane, false );
		}
	}
}
