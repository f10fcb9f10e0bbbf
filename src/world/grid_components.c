// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "world/grid_components.h"

#include "base/arrays.h"

#include <stdlib.h>
#include <string.h>

// Looking at more cells than this share of the grid one by one takes longer than labelling it from the start.
#define WF_SHARE_WORTH_WALKING 4
// Parts of a component that may be cut in two are walked by turns of so many cells.
#define WF_CELLS_PER_TURN 32

// Free cells joined within a block.
typedef struct Group
{
	int32_t number; // of its component, -1 when it does not reach beyond the block
	int32_t first, size;
	int32_t seed; // a cell with a neighbour outside the block
} Group;

// A block of cells before and after a change.
typedef struct Change
{
	wfCellBlock block;
	int32_t width, height;
	size_t count;
	uint8_t *before, *after;
	int32_t *oldGroup, *newGroup; // of each cell
	int32_t oldCount, newCount;
	int32_t* newOf; // of each old group: the first new group that has one of its rim cells
	Group* groups;	// new ones
} Change;

void wfComponentUpdate_Begin( wfComponentUpdate* update, wfGrid* grid )
{
	*update = ( wfComponentUpdate ){ .grid = grid, .result = wf_ok };
	update->records.data = grid->records;
	update->records.capacity = grid->recordCapacity;
	update->records.count = grid->records != NULL ? grid->componentCount : 0;
	if ( grid->records != NULL || grid->componentCount == 0 )
	{
		return;
	}
	update->result = wfArray_Reserve( &update->records, grid->componentCount );
	grid->records = update->records.data;
	grid->recordCapacity = update->records.capacity;
	int64_t cells = update->records.data != NULL ? (int64_t)wfCountCells( grid ) : 0;
	for ( int64_t cell = 0; cell < cells && update->result == wf_ok; ++cell )
	{
		int32_t number = grid->component[cell];
		if ( number == update->records.count ) // they are numbered in the order of their first cells
		{
			update->records.data[update->records.count++] = ( wfComponentRecord ){ (int32_t)cell, 0, number, false, false };
		}
		if ( number >= 0 )
		{
			update->records.data[number].size += 1;
		}
	}
}

static wfResult touch( wfComponentUpdate* update, int32_t number )
{
	wfComponentRecord* record = &update->records.data[number];
	if ( record->isTouched )
	{
		return wf_ok;
	}
	record->isTouched = true;
	return wfArray_Push( &update->touched, number );
}

static wfResult addComponent( wfComponentUpdate* update, int32_t first, int32_t size, int32_t* number )
{
	*number = update->records.count;
	wfResult result = wfArray_Push( &update->records, ( wfComponentRecord ){ first, size, *number, false, false } );
	return result == wf_ok ? touch( update, *number ) : result;
}

static int32_t findNumber( const wfComponentUpdate* update, int32_t number )
{
	while ( update->records.data[number].parent != number )
	{
		number = update->records.data[number].parent;
	}
	return number;
}

// Give a cell and all cells of the same number that are joined to it another number.
static wfResult renumber( wfComponentUpdate* update, int32_t cell, int32_t to )
{
	const wfGrid* grid = update->grid;
	int32_t from = grid->component[cell];
	update->stack.count = 0;
	grid->component[cell] = to;
	wfResult result = wfArray_Push( &update->stack, cell );
	while ( update->stack.count > 0 && result == wf_ok )
	{
		int32_t neighbors[4];
		wfGetNeighbors( grid, update->stack.data[--update->stack.count], neighbors );
		update->visited += 1;
		for ( int32_t k = 0; k < 4 && result == wf_ok; ++k )
		{
			int32_t next = neighbors[k];
			if ( next >= 0 && grid->component[next] == from && grid->blocked[next] == 0 )
			{
				grid->component[next] = to;
				result = wfArray_Push( &update->stack, next );
			}
		}
	}
	return result;
}

// ----------------------------------------------------------------------------------------------------------- within a block

static wfArrays listChange( Change* change )
{
	return ( wfArrays ){ { WF_ONE_ARRAY( change->before, change->count ), WF_ONE_ARRAY( change->after, change->count ),
						   WF_ONE_ARRAY( change->oldGroup, change->count ), WF_ONE_ARRAY( change->newGroup, change->count ) } };
}

static wfArrays listGroups( Change* change )
{
	return ( wfArrays ){ { WF_ONE_ARRAY( change->newOf, change->oldCount ), WF_ONE_ARRAY( change->groups, change->newCount ) } };
}

static int32_t cellAt( const wfGrid* grid, const Change* change, int32_t i, int32_t j )
{
	return ( change->block.j0 + j ) * grid->width + change->block.i0 + i;
}

static wfResult changeCreate( Change* change, const wfGrid* grid, wfCellBlock block, const uint8_t* blocked, int64_t stride )
{
	*change = ( Change ){ .block = block, .width = block.i1 - block.i0, .height = block.j1 - block.j0 };
	change->count = (size_t)change->width * (size_t)change->height;
	wfArrays arrays = listChange( change );
	if ( wfArrays_Allocate( &arrays ) != wf_ok )
	{
		return wf_outOfMemory;
	}
	for ( int32_t j = 0; j < change->height; ++j )
	{
		size_t place = (size_t)j * (size_t)change->width;
		memcpy( change->before + place, grid->blocked + cellAt( grid, change, 0, j ), (size_t)change->width );
		memcpy( change->after + place, blocked + j * stride, (size_t)change->width );
	}
	change->oldCount = wfLabelComponents( change->before, change->width, change->height, change->oldGroup );
	change->newCount = wfLabelComponents( change->after, change->width, change->height, change->newGroup );
	arrays = listGroups( change );
	if ( wfArrays_Allocate( &arrays ) != wf_ok )
	{
		return wf_outOfMemory;
	}
	for ( int32_t k = 0; k < change->oldCount; ++k )
	{
		change->newOf[k] = -1;
	}
	for ( int32_t k = 0; k < change->newCount; ++k )
	{
		change->groups[k] = ( Group ){ -1, -1, 0, -1 };
	}
	return wf_ok;
}

static void changeDestroy( Change* change )
{
	wfArrays arrays = listChange( change ), groups = listGroups( change );
	wfArrays_Free( &arrays );
	wfArrays_Free( &groups );
}

// Has the cell a neighbour in the grid but outside the block? Such cells have not changed, since the block reaches one cell
// further than the changes.
static bool isOnRim( const wfGrid* grid, const Change* change, int32_t i, int32_t j )
{
	const wfCellBlock* block = &change->block;
	return ( i == 0 && block->i0 > 0 ) || ( j == 0 && block->j0 > 0 ) || ( i + 1 == change->width && block->i1 < grid->width ) ||
		   ( j + 1 == change->height && block->j1 < grid->height );
}

// Components lose the cells of the block; its new groups learn their sizes and first cells.
static wfResult takeOut( wfComponentUpdate* update, Change* change )
{
	const wfGrid* grid = update->grid;
	wfResult result = wf_ok;
	for ( int32_t j = 0; j < change->height; ++j )
	{
		for ( int32_t i = 0; i < change->width && result == wf_ok; ++i )
		{
			int32_t cell = cellAt( grid, change, i, j ), place = j * change->width + i;
			if ( change->before[place] == 0 )
			{
				update->records.data[grid->component[cell]].size -= 1;
				result = touch( update, grid->component[cell] );
			}
			if ( change->after[place] == 0 )
			{
				Group* group = &change->groups[change->newGroup[place]];
				group->first = group->size == 0 ? cell : group->first;
				group->size += 1;
			}
		}
	}
	return result;
}

// The smaller of two components becomes part of the larger one.
static void join( wfComponentUpdate* update, int32_t a, int32_t b )
{
	a = findNumber( update, a );
	b = findNumber( update, b );
	if ( a == b )
	{
		return;
	}
	wfComponentRecord *one = &update->records.data[a], *other = &update->records.data[b];
	bool swap = one->size < other->size;
	wfComponentRecord *large = swap ? other : one, *small = swap ? one : other;
	small->parent = swap ? b : a;
	large->size += small->size;
	large->first = small->first < large->first ? small->first : large->first;
	large->isSuspect = large->isSuspect || small->isSuspect;
	small->size = 0;
}

// Cells on the rim tell which components the new groups belong to, which ones they join, and which ones may have been cut: those
// with cells joined in the block before, and not any more.
static void readRim( wfComponentUpdate* update, Change* change )
{
	const wfGrid* grid = update->grid;
	for ( int32_t j = 0; j < change->height; ++j )
	{
		for ( int32_t i = 0; i < change->width; ++i )
		{
			int32_t cell = cellAt( grid, change, i, j ), place = j * change->width + i;
			if ( change->after[place] != 0 || !isOnRim( grid, change, i, j ) )
			{
				continue;
			}
			int32_t number = grid->component[cell], group = change->newGroup[place];
			int32_t* newOf = &change->newOf[change->oldGroup[place]];
			*newOf = *newOf < 0 ? group : *newOf;
			wfComponentRecord* record = &update->records.data[findNumber( update, number )];
			record->isSuspect = record->isSuspect || *newOf != group;
			if ( change->groups[group].number < 0 )
			{
				change->groups[group].number = number;
				change->groups[group].seed = cell;
			}
			join( update, number, change->groups[group].number );
		}
	}
}

// Outside the block, then within.
static wfResult writeNumbers( wfComponentUpdate* update, Change* change )
{
	const wfGrid* grid = update->grid;
	wfResult result = wf_ok;
	for ( int32_t j = 0; j < change->height; ++j )
	{
		for ( int32_t i = 0; i < change->width && result == wf_ok; ++i )
		{
			int32_t cell = cellAt( grid, change, i, j );
			if ( change->after[j * change->width + i] == 0 && isOnRim( grid, change, i, j ) )
			{
				int32_t number = findNumber( update, grid->component[cell] );
				result = number != grid->component[cell] ? renumber( update, cell, number ) : wf_ok;
			}
		}
	}
	for ( int32_t k = 0; k < change->newCount && result == wf_ok; ++k )
	{
		Group* group = &change->groups[k];
		if ( group->number < 0 )
		{
			result = addComponent( update, group->first, group->size, &group->number );
			continue;
		}
		group->number = findNumber( update, group->number );
		wfComponentRecord* record = &update->records.data[group->number];
		record->size += group->size;
		record->first = group->first < record->first ? group->first : record->first;
	}
	for ( size_t place = 0; place < change->count && result == wf_ok; ++place )
	{
		int32_t cell = cellAt( grid, change, (int32_t)place % change->width, (int32_t)place / change->width );
		grid->component[cell] = change->after[place] == 0 ? change->groups[change->newGroup[place]].number : -1;
	}
	return result;
}

// ------------------------------------------------------------------------------------------------------------------- cuts

typedef struct Seen
{
	int32_t cell, next; // next one of the same walk, -1: none
} Seen;

// A walk over the cells of a part. Walks that meet are joined.
typedef struct Walk
{
	int32_t parent;
	int32_t first, head, last; // of its cells; head: to be looked around from next, -1: none
	int32_t open;			   // at a root: walks of the part that are not at their ends
	int32_t number;			   // at a root: of the component, -1: not known yet
} Walk;

typedef struct Cut
{
	WF_ARRAY( Walk ) walks;
	WF_ARRAY( Seen ) seen;
	int32_t openParts;
} Cut;

static int32_t findPart( const Cut* cut, int32_t walk )
{
	while ( cut->walks.data[walk].parent != walk )
	{
		walk = cut->walks.data[walk].parent;
	}
	return walk;
}

static void joinWalks( Cut* cut, int32_t a, int32_t b )
{
	a = findPart( cut, a );
	b = findPart( cut, b );
	if ( a != b )
	{
		cut->walks.data[b].parent = a;
		cut->walks.data[a].open += cut->walks.data[b].open;
		cut->openParts -= 1;
	}
}

// While walks are under way, cells are marked by -2 less the number of the walk.
static wfResult step( wfComponentUpdate* update, Cut* cut, int32_t index )
{
	const wfGrid* grid = update->grid;
	wfResult result = wf_ok;
	int32_t neighbors[4];
	wfGetNeighbors( grid, cut->seen.data[cut->walks.data[index].head].cell, neighbors );
	for ( int32_t k = 0; k < 4 && result == wf_ok; ++k )
	{
		int32_t next = neighbors[k];
		if ( next < 0 || grid->blocked[next] != 0 )
		{
			continue;
		}
		if ( grid->component[next] <= -2 )
		{
			joinWalks( cut, index, -2 - grid->component[next] );
			continue;
		}
		grid->component[next] = -2 - index;
		Walk* walk = &cut->walks.data[index];
		cut->seen.data[walk->last].next = cut->seen.count;
		walk->last = cut->seen.count;
		result = wfArray_Push( &cut->seen, ( Seen ){ next, -1 } );
	}
	Walk* walk = &cut->walks.data[index];
	walk->head = cut->seen.data[walk->head].next;
	if ( walk->head < 0 )
	{
		Walk* part = &cut->walks.data[findPart( cut, index )];
		part->open -= 1;
		cut->openParts -= part->open == 0 ? 1 : 0;
	}
	update->visited += 1;
	return result;
}

// Walk from all sides by turns, until only one part is left that has not come to its end: it costs about as much as the smaller
// parts.
static wfResult walkByTurns( wfComponentUpdate* update, Cut* cut )
{
	wfResult result = wf_ok;
	int64_t most = (int64_t)wfCountCells( update->grid ) / WF_SHARE_WORTH_WALKING;
	while ( cut->openParts > 1 && result == wf_ok )
	{
		for ( int32_t k = 0; k < cut->walks.count && cut->openParts > 1; ++k )
		{
			for ( int32_t turn = 0; turn < WF_CELLS_PER_TURN && result == wf_ok && cut->walks.data[k].head >= 0; ++turn )
			{
				result = step( update, cut, k );
			}
		}
		result = update->visited > most ? wf_tooLarge : result;
	}
	return result;
}

// Parts that came to their ends are components of their own.
static wfResult writeParts( wfComponentUpdate* update, Cut* cut, int32_t number )
{
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < cut->walks.count && result == wf_ok; ++k )
	{
		int32_t root = findPart( cut, k );
		Walk* part = &cut->walks.data[root];
		if ( part->open > 0 )
		{
			part->number = number;
		}
		else if ( part->number < 0 )
		{
			result = addComponent( update, INT32_MAX, 0, &part->number );
		}
		for ( int32_t seen = cut->walks.data[k].first; seen >= 0 && result == wf_ok; seen = cut->seen.data[seen].next )
		{
			int32_t cell = cut->seen.data[seen].cell;
			update->grid->component[cell] = part->number;
			if ( part->number != number )
			{
				wfComponentRecord* made = &update->records.data[part->number];
				made->size += 1;
				made->first = cell < made->first ? cell : made->first;
				update->records.data[number].size -= 1;
			}
		}
	}
	return result;
}

// The component had cells joined in the block that are not any more: is it still one? Its groups reach it from several sides.
static wfResult resolveCut( wfComponentUpdate* update, const Change* change, int32_t number )
{
	Cut cut = { 0 };
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < change->newCount && result == wf_ok; ++k )
	{
		if ( change->groups[k].number == number && change->groups[k].seed >= 0 )
		{
			int32_t index = cut.walks.count, seen = cut.seen.count;
			update->grid->component[change->groups[k].seed] = -2 - index;
			result = wfArray_Push( &cut.walks, ( Walk ){ index, seen, seen, seen, 1, -1 } );
			result = result == wf_ok ? wfArray_Push( &cut.seen, ( Seen ){ change->groups[k].seed, -1 } ) : result;
		}
	}
	cut.openParts = cut.walks.count;
	result = result == wf_ok ? walkByTurns( update, &cut ) : result;
	result = result == wf_ok ? writeParts( update, &cut, number ) : result;
	wfArray_Free( &cut.walks );
	wfArray_Free( &cut.seen );
	return result;
}

static wfResult followChange( wfComponentUpdate* update, Change* change )
{
	wfResult result = takeOut( update, change );
	if ( result != wf_ok )
	{
		return result;
	}
	readRim( update, change );
	result = writeNumbers( update, change );
	for ( int32_t k = 0; k < change->newCount && result == wf_ok; ++k )
	{
		wfComponentRecord* record = &update->records.data[change->groups[k].number];
		if ( record->isSuspect )
		{
			record->isSuspect = false;
			result = resolveCut( update, change, change->groups[k].number );
		}
	}
	return result;
}

void wfComponentUpdate_Apply( wfComponentUpdate* update, wfCellBlock block, const uint8_t* blocked, int64_t stride )
{
	wfGrid* grid = update->grid;
	Change change = { 0 };
	if ( update->result == wf_ok )
	{
		update->result = changeCreate( &change, grid, block, blocked, stride );
	}
	for ( int32_t j = block.j0; j < block.j1; ++j )
	{
		for ( int32_t i = block.i0; i < block.i1; ++i )
		{
			uint8_t* old = &grid->blocked[(int64_t)j * grid->width + i];
			uint8_t now = blocked[( j - block.j0 ) * stride + i - block.i0];
			grid->freeCount += *old - now;
			*old = now;
		}
	}
	if ( update->result == wf_ok )
	{
		update->result = followChange( update, &change );
	}
	changeDestroy( &change );
}

// ---------------------------------------------------------------------------------------------------------------- numbers

// Components that changed, in the order of their first cells.
typedef struct Placed
{
	int32_t first, number;
} Placed;

static int comparePlaced( const void* a, const void* b )
{
	const Placed *x = a, *y = b;
	return x->first < y->first ? -1 : x->first > y->first;
}

// The first cells of those that changed: what the records have is not beyond them. Returns how many are left.
static int32_t findFirstCells( wfComponentUpdate* update, Placed* placed )
{
	int32_t count = 0;
	for ( int32_t k = 0; k < update->touched.count; ++k )
	{
		int32_t number = update->touched.data[k];
		wfComponentRecord* record = &update->records.data[number];
		if ( record->size > 0 )
		{
			while ( update->grid->component[record->first] != number )
			{
				record->first += 1;
			}
			placed[count++] = ( Placed ){ record->first, number };
		}
	}
	return count;
}

// None came to be, none is gone, and those that changed are still between their neighbours.
static bool areInOrder( const wfComponentUpdate* update, int32_t alive )
{
	const wfComponentRecord* records = update->records.data;
	int32_t count = update->grid->componentCount;
	bool inOrder = update->records.count == count && alive == update->touched.count;
	for ( int32_t k = 0; k < update->touched.count && inOrder; ++k )
	{
		int32_t number = update->touched.data[k];
		inOrder = ( number == 0 || records[number - 1].first < records[number].first ) &&
				  ( number + 1 == count || records[number].first < records[number + 1].first );
	}
	return inOrder;
}

// Cells learn the numbers of their components that changed: component by component where these are small.
static wfResult rewriteCells( wfComponentUpdate* update, const int32_t* newNumbers )
{
	wfGrid* grid = update->grid;
	int64_t cells = (int64_t)wfCountCells( grid ), size = 0, first = cells;
	for ( int32_t k = 0; k < update->records.count; ++k )
	{
		const wfComponentRecord* record = &update->records.data[k];
		if ( record->size > 0 && newNumbers[k] != k )
		{
			size += record->size;
			first = record->first < first ? record->first : first;
		}
	}
	wfResult result = wf_ok;
	if ( size > ( cells - first ) / WF_SHARE_WORTH_WALKING )
	{
		for ( int64_t cell = first; cell < cells; ++cell )
		{
			grid->component[cell] = grid->component[cell] < 0 ? -1 : newNumbers[grid->component[cell]];
		}
		return result;
	}
	// Components never touch each other, so it does not matter that one has a number already that another has still.
	for ( int32_t k = 0; k < update->records.count && result == wf_ok; ++k )
	{
		const wfComponentRecord* record = &update->records.data[k];
		result = record->size > 0 && newNumbers[k] != k ? renumber( update, record->first, newNumbers[k] ) : wf_ok;
	}
	return result;
}

// The numbers of all components in the order of their first cells, merged from those that changed and the others.
static wfResult putInOrder( wfComponentUpdate* update, const Placed* placed, int32_t placedCount )
{
	wfGrid* grid = update->grid;
	int32_t count = 0, next = 0, known = update->records.count;
	int32_t* newNumbers;
	wfComponentRecord* sorted;
	size_t capacity = (size_t)known;
	wfArrays arrays = { { WF_ONE_ARRAY( newNumbers, known ), WF_ONE_ARRAY( sorted, capacity ) } };
	if ( wfArrays_Allocate( &arrays ) != wf_ok )
	{
		return wf_outOfMemory;
	}
	for ( int32_t k = 0; k <= known; ++k )
	{
		if ( k < known && update->records.data[k].isTouched )
		{
			continue;
		}
		for ( ; next < placedCount && ( k == known || placed[next].first < update->records.data[k].first ); ++next )
		{
			newNumbers[placed[next].number] = count++;
		}
		if ( k < known )
		{
			newNumbers[k] = count++;
		}
	}
	wfResult result = rewriteCells( update, newNumbers );
	for ( int32_t k = 0; k < known && result == wf_ok; ++k )
	{
		const wfComponentRecord* record = &update->records.data[k];
		if ( record->size > 0 )
		{
			sorted[newNumbers[k]] = ( wfComponentRecord ){ record->first, record->size, newNumbers[k], false, false };
		}
	}
	if ( result == wf_ok )
	{
		wfArray_Free( &update->records );
		update->records.data = sorted;
		update->records.capacity = capacity;
		update->records.count = count;
		grid->componentCount = count;
		sorted = NULL;
	}
	wfArrays_Free( &arrays );
	return result;
}

static wfResult order( wfComponentUpdate* update )
{
	Placed* placed;
	wfArrays arrays = { { WF_ONE_ARRAY( placed, update->touched.count ) } };
	wfResult result = wfArrays_Allocate( &arrays );
	if ( result != wf_ok || update->touched.count == 0 )
	{
		wfArrays_Free( &arrays );
		return result;
	}
	int32_t count = findFirstCells( update, placed );
	if ( areInOrder( update, count ) )
	{
		for ( int32_t k = 0; k < update->touched.count; ++k )
		{
			update->records.data[update->touched.data[k]].isTouched = false;
		}
	}
	else
	{
		qsort( placed, (size_t)count, sizeof( Placed ), comparePlaced );
		result = putInOrder( update, placed, count );
	}
	wfArrays_Free( &arrays );
	return result;
}

void wfComponentUpdate_End( wfComponentUpdate* update )
{
	wfGrid* grid = update->grid;
	update->result = update->result == wf_ok ? order( update ) : update->result;
	if ( update->result != wf_ok )
	{
		wfArray_Free( &update->records );
		grid->componentCount = wfLabelComponents( grid->blocked, grid->width, grid->height, grid->component );
	}
	grid->records = update->records.data;
	grid->recordCapacity = update->records.capacity;
	wfArray_Free( &update->touched );
	wfArray_Free( &update->stack );
}
