// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The cheapest column of a place, without a look at most of them. Costs are squared distances, so a node's box and its least
// price bound what its columns cost.
#include "base/arrays.h"
#include "base/vec2.h"
#include "group/assignment.h"
#include "group/tuning.h"

static wfArrays listArrays( wfSlotTree* tree )
{
	return ( wfArrays ){ {
		WF_ONE_ARRAY( tree->order, tree->count ),
		WF_ONE_ARRAY( tree->placeOf, tree->count ),
		WF_ONE_ARRAY( tree->places, tree->count ),
		WF_ZEROED_ARRAY( tree->prices, tree->count ),
		WF_ONE_ARRAY( tree->boxes, 2 * tree->leaves ),
		WF_ZEROED_ARRAY( tree->least, 2 * tree->leaves ),
		WF_ONE_ARRAY( tree->begins, tree->leaves + 1 ),
		WF_ONE_ARRAY( tree->leafOf, tree->count ),
	} };
}

// Where the columns of the k-th of `parts` equal parts begin.
static int32_t getBegin( const wfSlotTree* tree, int32_t part, int32_t parts )
{
	return (int32_t)( (int64_t)tree->count * part / parts );
}

static bool isBefore( const wfVec2* columns, bool byY, int32_t a, int32_t b )
{
	double first = byY ? columns[a].y : columns[a].x, second = byY ? columns[b].y : columns[b].x;
	return first != second ? first < second : a < b;
}

// Puts those that come first into [begin, middle): Hoare's selection. All keys differ, columns count among them.
static void partition( int32_t* order, const wfVec2* columns, bool byY, int32_t begin, int32_t middle, int32_t end )
{
	while ( end - begin > 1 )
	{
		int32_t pivot = order[begin + ( end - begin ) / 2], i = begin, j = end - 1;
		while ( i <= j )
		{
			while ( isBefore( columns, byY, order[i], pivot ) )
			{
				++i;
			}
			while ( isBefore( columns, byY, pivot, order[j] ) )
			{
				--j;
			}
			if ( i <= j )
			{
				int32_t swapped = order[i];
				order[i++] = order[j];
				order[j--] = swapped;
			}
		}
		if ( middle > j && middle < i )
		{
			return;
		}
		begin = middle >= i ? i : begin;
		end = middle >= i ? end : j + 1;
	}
}

// Divides node after node across its longer side.
static void divide( wfSlotTree* tree, const wfVec2* columns )
{
	int32_t level = 1;
	for ( int32_t node = 1; node < 2 * tree->leaves; ++node )
	{
		level = node == 2 * level ? node : level;
		int32_t begin = getBegin( tree, node - level, level ), end = getBegin( tree, node - level + 1, level );
		wfBox2 box = WF_EMPTY_BOX;
		for ( int32_t k = begin; k < end; ++k )
		{
			box = wfBoxUnion( box, ( wfBox2 ){ columns[tree->order[k]], columns[tree->order[k]] } );
		}
		tree->boxes[node] = box;
		if ( node < tree->leaves )
		{
			bool byY = box.upper.y - box.lower.y > box.upper.x - box.lower.x;
			partition( tree->order, columns, byY, begin, getBegin( tree, 2 * ( node - level ) + 1, 2 * level ), end );
		}
	}
}

wfResult wfSlotTree_Create( wfSlotTree* tree, const wfVec2* columns, int32_t count )
{
	*tree = ( wfSlotTree ){ .count = count, .leaves = 1 };
	while ( tree->leaves * WF_LEAF_SLOTS < count )
	{
		tree->leaves *= 2;
	}
	wfArrays arrays = listArrays( tree );
	wfResult result = wfArrays_Allocate( &arrays );
	if ( result != wf_ok )
	{
		return result;
	}
	for ( int32_t k = 0; k < count; ++k )
	{
		tree->order[k] = k;
	}
	divide( tree, columns );
	for ( int32_t leaf = 0; leaf < tree->leaves; ++leaf )
	{
		tree->begins[leaf] = getBegin( tree, leaf, tree->leaves );
		tree->begins[leaf + 1] = getBegin( tree, leaf + 1, tree->leaves );
		for ( int32_t k = tree->begins[leaf]; k < tree->begins[leaf + 1]; ++k )
		{
			tree->leafOf[k] = leaf;
		}
	}
	for ( int32_t k = 0; k < count; ++k )
	{
		tree->places[k] = columns[tree->order[k]];
		tree->placeOf[tree->order[k]] = k;
	}
	return wf_ok;
}

void wfSlotTree_Free( wfSlotTree* tree )
{
	wfArrays arrays = listArrays( tree );
	wfArrays_Free( &arrays );
}

static double getLeastOfLeaf( const wfSlotTree* tree, int32_t leaf )
{
	double least = INFINITY;
	for ( int32_t k = tree->begins[leaf]; k < tree->begins[leaf + 1]; ++k )
	{
		least = wfMin( least, tree->prices[k] );
	}
	return least;
}

void wfSlotTree_SetPrices( wfSlotTree* tree, const double* v )
{
	for ( int32_t k = 0; k < tree->count; ++k )
	{
		tree->prices[k] = -v[tree->order[k]];
	}
	for ( int32_t node = 2 * tree->leaves - 1; node > 0; --node )
	{
		tree->least[node] = node >= tree->leaves ? getLeastOfLeaf( tree, node - tree->leaves )
												 : wfMin( tree->least[2 * node], tree->least[2 * node + 1] );
	}
}

void wfSlotTree_SetPrice( wfSlotTree* tree, int32_t column, double price )
{
	int32_t place = tree->placeOf[column], leaf = tree->leafOf[place];
	double before = tree->prices[place];
	tree->prices[place] = price;
	int32_t node = leaf + tree->leaves;
	double least = getLeastOfLeaf( tree, leaf );
	while ( node > 0 && tree->least[node] <= before && tree->least[node] != least )
	{
		tree->least[node] = least;
		node /= 2;
		least = node > 0 ? wfMin( tree->least[2 * node], tree->least[2 * node + 1] ) : least;
	}
}

static void lookIntoLeaf( const wfSlotTree* tree, int32_t leaf, wfVec2 place, wfCheapest* found )
{
	for ( int32_t k = tree->begins[leaf]; k < tree->begins[leaf + 1]; ++k )
	{
		double x = tree->places[k].x - place.x, y = tree->places[k].y - place.y;
		double cost = x * x + y * y + tree->prices[k];
		if ( cost < found->second )
		{
			bool first = cost < found->cost;
			found->second = first ? found->cost : cost;
			found->column = first ? tree->order[k] : found->column;
			found->cost = first ? cost : found->cost;
		}
	}
}

wfCheapest wfSlotTree_Find( const wfSlotTree* tree, wfVec2 place )
{
	wfCheapest found = { WF_FREE, INFINITY, INFINITY };
	struct
	{
		int32_t node;
		double bound;
	} stack[64];
	int32_t depth = 0, node = 1;
	double bound = 0.0;
	for ( ;; )
	{
		while ( node < tree->leaves )
		{
			int32_t left = 2 * node;
			double a = wfBoxDistanceSquared( tree->boxes[left], place ) + tree->least[left];
			double b = wfBoxDistanceSquared( tree->boxes[left + 1], place ) + tree->least[left + 1];
			stack[depth].node = a <= b ? left + 1 : left;
			stack[depth++].bound = a <= b ? b : a;
			node = a <= b ? left : left + 1;
			bound = a <= b ? a : b;
			if ( bound >= found.second )
			{
				break;
			}
		}
		if ( bound < found.second )
		{
			lookIntoLeaf( tree, node - tree->leaves, place, &found );
		}
		do
		{
			if ( depth == 0 )
			{
				return found;
			}
			node = stack[--depth].node;
			bound = stack[depth].bound;
		}
		while ( bound >= found.second );
	}
}
