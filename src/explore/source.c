// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The papers' method, for comparison: p = 0 where nothing was seen, 1 at walls, and between them a few sweeps of relaxation in
// each tick, from the values of the last one. Cells where the disc cannot stand count as walls.

#include "explore/explore.h"

#include "base/math.h"

void wfFreeSource( wfExploration* exploration )
{
	size_t count = exploration->ways.count * (size_t)exploration->potentialMaps;
	wfReleaseArray( exploration->potential, exploration->potential != NULL ? count : 0, sizeof( double ) );
	exploration->potential = NULL;
	exploration->potentialMaps = 0;
}

static wfResult makeRoom( wfExploration* exploration )
{
	size_t count = exploration->ways.count, maps = (size_t)exploration->maps.count;
	size_t had = count * (size_t)exploration->potentialMaps;
	if ( exploration->potentialMaps == exploration->maps.count )
	{
		return wf_ok;
	}
	double* potential = wfAllocateArray( count * maps, sizeof( double ) );
	if ( potential == NULL )
	{
		return wf_outOfMemory;
	}
	for ( size_t k = 0; k < count * maps; ++k )
	{
		potential[k] = k < had ? exploration->potential[k] : 0.0;
	}
	wfFreeSource( exploration );
	exploration->potential = potential;
	exploration->potentialMaps = exploration->maps.count;
	return wf_ok;
}

typedef struct Relaxing
{
	const wfKnowledge* map;
	const wfSourceRule* rule;
	double* p;
	double weights[4];				// right, left, above, below
	int32_t left, right, low, high; // exclusive ends
	int32_t object;					// its cell, -1
} Relaxing;

static bool isRelaxed( const Relaxing* r, int32_t cell )
{
	return wfCanStand( r->map, cell ) && cell != r->object;
}

static double meanAround( const Relaxing* r, int32_t i, int32_t j, const double* p )
{
	int32_t width = r->map->width, cell = j * width + i;
	// The border of the world is obstacle.
	double right = i + 1 < width ? p[cell + 1] : 1.0, left = i > 0 ? p[cell - 1] : 1.0;
	double above = j + 1 < r->map->height ? p[cell + width] : 1.0, below = j > 0 ? p[cell - width] : 1.0;
	return r->weights[0] * right + r->weights[1] * left + r->weights[2] * above + r->weights[3] * below;
}

static void sweep( const Relaxing* r, double* before )
{
	double* p = r->p;
	double omega = r->rule->method == wf_sor ? r->rule->omega : 1.0;
	bool isJacobi = r->rule->method == wf_jacobi;
	for ( int32_t j = r->low; isJacobi && j < r->high; ++j )
	{
		for ( int32_t i = r->left; i < r->right; ++i )
		{
			before[j * r->map->width + i] = p[j * r->map->width + i];
		}
	}
	for ( int32_t j = r->low; j < r->high; ++j )
	{
		for ( int32_t i = r->left; i < r->right; ++i )
		{
			int32_t cell = j * r->map->width + i;
			if ( isRelaxed( r, cell ) )
			{
				p[cell] += omega * ( meanAround( r, i, j, isJacobi ? before : p ) - p[cell] );
			}
		}
	}
}

// What is known is fixed at once, wherever the window is.
static void setKnown( const Relaxing* r )
{
	int32_t count = (int32_t)wfKnowledge_Count( r->map );
	for ( int32_t cell = 0; cell < count; ++cell )
	{
		bool isUnknown = wfGetKnown( r->map, cell ) == wf_unknownCell;
		r->p[cell] = isUnknown || cell == r->object ? 0.0 : wfCanStand( r->map, cell ) ? r->p[cell] : 1.0;
	}
}

static void placeWindow( Relaxing* r, int32_t at )
{
	int32_t half = r->rule->window / 2, width = r->map->width, height = r->map->height;
	r->left = r->low = 0;
	r->right = width;
	r->high = height;
	if ( r->rule->window > 0 )
	{
		int32_t i = at % width, j = at / width;
		r->left = i > half ? i - half : 0;
		r->low = j > half ? j - half : 0;
		r->right = i + half + 1 < width ? i + half + 1 : width;
		r->high = j + half + 1 < height ? j + half + 1 : height;
	}
}

wfResult wfRelaxSource( wfExploration* exploration )
{
	if ( exploration->def.strategy != wf_sourceStrategy )
	{
		return wf_ok;
	}
	size_t count = exploration->ways.count;
	const wfSourceRule* rule = &exploration->def.source;
	double* before = rule->method == wf_jacobi ? wfAllocateArray( count, sizeof( double ) ) : NULL;
	wfResult result = makeRoom( exploration );
	result = rule->method == wf_jacobi && before == NULL ? wf_outOfMemory : result;
	for ( int32_t k = 0; k < exploration->explorers.count && result == wf_ok; ++k )
	{
		const wfExplorer* explorer = &exploration->explorers.data[k];
		if ( !wfIsAtWork( explorer ) || explorer->isAway || explorer->at < 0 )
		{
			continue;
		}
		Relaxing r = { .map = wfMapOf( exploration, explorer ), .rule = rule };
		double x = 0.125 * rule->epsilon * rule->bias.x, y = 0.125 * rule->epsilon * rule->bias.y;
		r.weights[0] = 0.25 - x;
		r.weights[1] = 0.25 + x;
		r.weights[2] = 0.25 - y;
		r.weights[3] = 0.25 + y;
		r.p = exploration->potential + (size_t)explorer->map * count;
		r.object = exploration->sought.wasSeen ? wfKnowledge_GetCell( r.map, exploration->sought.place ) : -1;
		setKnown( &r );
		placeWindow( &r, explorer->at );
		for ( int32_t n = 0; n < rule->sweeps; ++n )
		{
			sweep( &r, before );
		}
	}
	wfReleaseArray( before, before != NULL ? count : 0, sizeof( double ) );
	return result;
}

// Toward the lowest of the eight neighbours; where none is lower there is no direction.
wfVec3 wfGetSourceDirection( const wfExploration* exploration, const wfExplorer* explorer, wfVec2 place )
{
	const wfKnowledge* map = wfMapOf( exploration, explorer );
	int32_t cell = wfKnowledge_GetCell( map, place );
	wfVec3 none = { 0.0, 0.0, 0.0 };
	if ( cell < 0 || exploration->potential == NULL || explorer->map >= exploration->potentialMaps )
	{
		return none;
	}
	const double* p = exploration->potential + (size_t)explorer->map * exploration->ways.count;
	// Corners are not cut.
	int32_t i = cell % map->width, j = cell / map->width;
	double least = p[cell];
	for ( int32_t k = 0; k < 9; ++k )
	{
		int32_t x = k % 3 - 1, y = k / 3 - 1, a = i + x, b = j + y;
		bool inside = a >= 0 && b >= 0 && a < map->width && b < map->height;
		bool isOpen = inside && wfCanStand( map, b * map->width + a ) && wfCanStand( map, j * map->width + a ) &&
					  wfCanStand( map, b * map->width + i );
		if ( isOpen && p[b * map->width + a] < least )
		{
			least = p[b * map->width + a];
			double length = sqrt( (double)( x * x + y * y ) );
			none = ( wfVec3 ){ x / length, y / length, 0.0 };
		}
	}
	return none;
}
