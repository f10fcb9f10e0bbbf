// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Where the thing may be that is looked for: a probability for each cell that is not known to be a wall. What is seen without it
// loses its share. The rest spreads as a random walk that takes a cell in the time the object needs for one: nothing gets further
// than it could have gone.

#include "explore/choose.h"

#include "base/math.h"
#include "explore/tuning.h"

#include <string.h>

static float* probabilityOf( const wfExploration* exploration, int32_t map )
{
	return exploration->sought.probability + (size_t)map * exploration->ways.count;
}

void wfForgetSought( wfExploration* exploration )
{
	wfSought* sought = &exploration->sought;
	size_t count = exploration->ways.count;
	wfReleaseArray( sought->probability, sought->probability != NULL ? count * (size_t)sought->mapCount : 0, sizeof( float ) );
	wfReleaseArray( sought->next, sought->next != NULL ? count : 0, sizeof( float ) );
	*sought = ( wfSought ){ 0 };
}

static void normalise( const wfKnowledge* map, float* probability )
{
	int32_t count = (int32_t)wfKnowledge_Count( map );
	double sum = 0.0;
	for ( int32_t cell = 0; cell < count; ++cell )
	{
		probability[cell] = wfGetKnown( map, cell ) == wf_wallCell ? 0.0f : probability[cell];
		sum += (double)probability[cell];
	}
	// All of it seen without the object: it must be somewhere that was seen wrong, or has moved there.
	for ( int32_t cell = 0; cell < count; ++cell )
	{
		double value = sum > 0.0 ? (double)probability[cell] / sum : wfGetKnown( map, cell ) == wf_wallCell ? 0.0 : 1.0 / count;
		probability[cell] = (float)value;
	}
}

// A map for each map of knowledge; those that come later begin like the others did.
static wfResult makeRoom( wfExploration* exploration )
{
	wfSought* sought = &exploration->sought;
	size_t count = exploration->ways.count, maps = (size_t)exploration->maps.count;
	if ( sought->mapCount == exploration->maps.count )
	{
		return wf_ok;
	}
	float* probability = wfAllocateArray( count * maps, sizeof( float ) );
	if ( sought->next == NULL )
	{
		sought->next = wfAllocateArray( count, sizeof( float ) );
	}
	if ( probability == NULL || sought->next == NULL )
	{
		wfReleaseArray( probability, probability != NULL ? count * maps : 0, sizeof( float ) );
		return wf_outOfMemory;
	}
	size_t had = count * (size_t)sought->mapCount;
	for ( size_t k = 0; k < count * maps; ++k )
	{
		probability[k] = k < had ? sought->probability[k] : had > 0 ? sought->probability[k % count] : 1.0f;
	}
	wfReleaseArray( sought->probability, had, sizeof( float ) );
	sought->probability = probability;
	sought->mapCount = exploration->maps.count;
	return wf_ok;
}

wfResult wfExploration_Seek( wfExploration* exploration, const wfSoughtDef* def, wfError* error )
{
	if ( WF_FAILS( exploration != NULL && ( def == NULL || def->internalCookie == WF_COOKIE ) ) )
	{
		return wf_invalidDef;
	}
	if ( def == NULL )
	{
		wfForgetSought( exploration );
		return wf_ok;
	}
	if ( def->id == 0 ||
		 !( def->speed >= 0.0 && def->speed <= WF_FARTHEST && def->findDistance >= 0.0 && def->findDistance <= WF_FARTHEST ) )
	{
		return wfFail( error, wf_outOfRange, "the object has the id %llu, speed %g and distance %g; expected an id, and 0 to %g",
					   (unsigned long long)def->id, def->speed, def->findDistance, WF_FARTHEST );
	}
	double sum = 0.0;
	for ( size_t k = 0; def->prior != NULL && k < exploration->ways.count; ++k )
	{
		if ( !( def->prior[k] >= 0.0f && def->prior[k] <= 1e30f ) )
		{
			return wfFail( error, wf_outOfRange, "the prior of cell %d is %g; expected 0 or more", (int)k,
						   (double)def->prior[k] );
		}
		sum += (double)def->prior[k];
	}
	if ( def->prior != NULL && !( sum > 0.0 ) )
	{
		return wfFail( error, wf_outOfRange, "the prior is 0 everywhere; expected a cell above 0" );
	}
	wfForgetSought( exploration );
	wfSought* sought = &exploration->sought;
	*sought = ( wfSought ){ .isThere = true, .def = *def, .hasPrior = def->prior != NULL };
	sought->def.prior = NULL;
	wfResult result = makeRoom( exploration );
	if ( result != wf_ok )
	{
		wfForgetSought( exploration );
		return wfFail( error, result, "%s", wfDescribeResult( result ) );
	}
	for ( int32_t m = 0; m < exploration->maps.count; ++m )
	{
		if ( def->prior != NULL )
		{
			memcpy( probabilityOf( exploration, m ), def->prior, exploration->ways.count * sizeof( float ) );
		}
		normalise( &exploration->maps.data[m], probabilityOf( exploration, m ) );
	}
	return wf_ok;
}

// --------------------------------------------------------------------------------------------------------------- spread

static inline bool mayBeIn( const wfKnowledge* map, int32_t cell )
{
	return wfGetKnown( map, cell ) != wf_wallCell;
}

// Each of two neighbours gives the other one the same part.
static void spreadOnce( const wfKnowledge* map, float* probability, float* next )
{
	int32_t count = (int32_t)wfKnowledge_Count( map );
	for ( int32_t cell = 0; cell < count; ++cell )
	{
		int32_t i = cell % map->width, j = cell / map->width;
		float own = probability[cell], sum = own;
		if ( mayBeIn( map, cell ) )
		{
			sum += i + 1 < map->width && mayBeIn( map, cell + 1 ) ? WF_SPREAD_PART * ( probability[cell + 1] - own ) : 0.0f;
			sum += i > 0 && mayBeIn( map, cell - 1 ) ? WF_SPREAD_PART * ( probability[cell - 1] - own ) : 0.0f;
			sum += j + 1 < map->height && mayBeIn( map, cell + map->width )
					   ? WF_SPREAD_PART * ( probability[cell + map->width] - own )
					   : 0.0f;
			sum += j > 0 && mayBeIn( map, cell - map->width ) ? WF_SPREAD_PART * ( probability[cell - map->width] - own ) : 0.0f;
		}
		next[cell] = sum > 0.0f ? sum : 0.0f;
	}
	memcpy( probability, next, (size_t)count * sizeof( float ) );
}

static void updateMap( wfExploration* exploration, int32_t number, int32_t spreads )
{
	wfSought* sought = &exploration->sought;
	const wfKnowledge* map = &exploration->maps.data[number];
	float* probability = probabilityOf( exploration, number );
	int32_t count = (int32_t)wfKnowledge_Count( map ), at = wfKnowledge_GetCell( map, sought->place );
	for ( int32_t k = 0; k < spreads; ++k )
	{
		spreadOnce( map, probability, sought->next );
	}
	if ( sought->isInSight && at >= 0 )
	{
		memset( probability, 0, (size_t)count * sizeof( float ) );
		probability[at] = 1.0f;
		return;
	}
	for ( int32_t cell = 0; cell < count; ++cell )
	{
		probability[cell] = map->seen[cell] == (float)exploration->time ? 0.0f : probability[cell];
	}
	normalise( map, probability );
}

wfResult wfUpdateSought( wfExploration* exploration, double seconds )
{
	wfSought* sought = &exploration->sought;
	if ( !sought->isThere )
	{
		return wf_ok;
	}
	wfResult result = makeRoom( exploration );
	if ( result != wf_ok )
	{
		return result;
	}
	sought->owed += sought->def.speed * seconds / exploration->def.cellSize;
	int32_t spreads = (int32_t)wfMin( sought->owed, WF_MOST_SPREADS );
	sought->owed = spreads < WF_MOST_SPREADS ? sought->owed - spreads : 0.0;
	for ( int32_t m = 0; m < exploration->maps.count; ++m )
	{
		updateMap( exploration, m, spreads );
	}
	return wf_ok;
}

// --------------------------------------------------------------------------------------------------------------- choice

// What may be found in a tile, as if in its middle.
typedef struct Mass
{
	double sum, x, y; // cells
} Mass;

typedef struct Search
{
	const wfKnowledge* map;
	const float* probability;
	WF_ARRAY( Mass ) masses; // of tiles where it may be
	double range;			 // cells
	double highest;
	Option* best;
} Search;

static wfResult listMasses( Search* search )
{
	const wfKnowledge* map = search->map;
	wfResult result = wf_ok;
	for ( int32_t tile = 0; tile < map->tileColumns * map->tileRows && result == wf_ok; ++tile )
	{
		int32_t left = tile % map->tileColumns * WF_TILE, low = tile / map->tileColumns * WF_TILE;
		Mass mass = { 0.0, 0.0, 0.0 };
		for ( int32_t k = 0; k < WF_TILE * WF_TILE; ++k )
		{
			int32_t i = left + k % WF_TILE, j = low + k / WF_TILE;
			double part = i < map->width && j < map->height ? (double)search->probability[j * map->width + i] : 0.0;
			mass.sum += part;
			mass.x += part * i;
			mass.y += part * j;
		}
		if ( mass.sum > 0.0 )
		{
			mass.x /= mass.sum;
			mass.y /= mass.sum;
			result = wfArray_Push( &search->masses, mass );
		}
	}
	return result;
}

// Each part of the probability by how soon it could be looked at that way: along it, and then straight on.
static void consider( Search* search, Option option )
{
	double score = 0.0, i = option.goal % search->map->width, j = option.goal / search->map->width;
	for ( int32_t k = 0; k < search->masses.count; ++k )
	{
		const Mass* mass = &search->masses.data[k];
		double way = option.distance / (double)WF_STRAIGHT + WF_FURTHER * wfHypot( mass->x - i, mass->y - j );
		score += mass->sum / ( way + search->range );
	}
	if ( option.distance != WF_NO_WAY && score > search->highest )
	{
		search->highest = score;
		*search->best = option;
	}
}

// Of a tile the reached cell where it most probably is.
static int32_t findLikeliest( const Search* search, int32_t tile )
{
	const wfKnowledge* map = search->map;
	int32_t left = tile % map->tileColumns * WF_TILE, low = tile / map->tileColumns * WF_TILE, likeliest = -1;
	for ( int32_t k = 0; k < WF_TILE * WF_TILE; ++k )
	{
		int32_t i = left + k % WF_TILE, j = low + k / WF_TILE, cell = j * map->width + i;
		if ( i < map->width && j < map->height && ( map->cells[cell] & WF_REACHED_CELL ) != 0 &&
			 ( likeliest < 0 || search->probability[cell] > search->probability[likeliest] ) )
		{
			likeliest = cell;
		}
	}
	return likeliest;
}

wfResult wfChooseLikeliest( wfExploration* exploration, const wfExplorer* explorer, Option* best )
{
	const wfKnowledge* map = wfMapOf( exploration, explorer );
	const wfFrontierList* list = &exploration->frontiers.data[explorer->map];
	Search search = { .map = map, .probability = probabilityOf( exploration, explorer->map ), .best = best };
	search.range = explorer->def.range / map->cellSize;
	wfResult result = listMasses( &search );
	for ( int32_t k = 0; k < list->pieces.count && result == wf_ok; ++k )
	{
		const wfFrontierPiece* piece = &list->pieces.data[k];
		if ( piece->stand >= 0 && !wfIsAvoided( exploration, explorer, wfKnowledge_GetCenter( map, piece->middle ) ) )
		{
			Option option = { .piece = piece, .goal = piece->middle, .stand = piece->stand };
			option.distance = exploration->ways.distances[piece->stand];
			consider( &search, option );
		}
	}
	for ( int32_t tile = 0; tile < map->tileColumns * map->tileRows && result == wf_ok; ++tile )
	{
		int32_t cell = findLikeliest( &search, tile );
		// There is nothing to see where it is looking now.
		if ( cell >= 0 && search.probability[cell] > 0.0f )
		{
			consider( &search, ( Option ){ .goal = cell, .stand = cell, .distance = exploration->ways.distances[cell] } );
		}
	}
	wfArray_Free( &search.masses );
	return result;
}
