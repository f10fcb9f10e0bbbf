// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Where does a disc pass although the cells do not join? Blocked cells that may hold free places, and free cells around them, are
// looked at on a finer grid. A flood starts at the centres of the free cells and runs through the fine cells; each takes the
// name of the cell it was reached from first. Where floods of two cells meet there is a path between them. When the grid's own
// cells have no path of about that length the passage is closed.
#include "world/passages.h"

#include "base/arrays.h"

#include <stdlib.h>
#include <string.h>

#define WF_NO_TILE -1
#define WF_PENDING_TILE -2
#define WF_BLOCKED_LABEL -1
#define WF_UNSEEN_LABEL -2

// A path over cells that is this much longer than the one through the fine cells still counts as open nearby.
#define WF_DETOUR_FACTOR 3
#define WF_DETOUR_CELLS 6
// Two meetings with ends this near to each other are in the same place.
#define WF_SAME_PLACE_CELLS 4

// Components of no more cells, between two passages, are part of one long passage.
#define WF_FEW_CELLS 16

typedef struct Tile
{
	int32_t cell;
	int32_t label[WF_TILE_SIZE];  // free cell the fine cell was reached from
	uint16_t steps[WF_TILE_SIZE]; // fine steps from its centre, WF_FAR_STEPS when too many to count
	uint8_t isNear[WF_TILE_SIZE]; // where obstacles are thin: a fine step may meet one
} Tile;

#define WF_FAR_STEPS UINT16_MAX

typedef struct Meeting
{
	int32_t cellA, cellB;	// cellA < cellB
	int32_t steps;			// fine steps from centre to centre
	int32_t placeA, placeB; // the fine cells that met: tile * WF_TILE_SIZE + index
	bool joins;				// different components
} Meeting;

typedef struct Bridge
{
	int32_t to, steps, next; // another cell, over that many cells; next bridge of the same cell
	bool failed;			 // no finer grid opens it: only there to look no second time
} Bridge;

// A passage that was found, and what it takes to look at it again.
typedef struct Found
{
	wfClosedPassage passage;
	int32_t cellA, cellB;
	wfCellBlock range;
} Found;

// A meeting that is judged together with others.
typedef struct Judged
{
	const Meeting* meeting;
	Found found;
	bool isChecked, isThere;
	wfResult result;
} Judged;

// Meetings are judged in their order, but checked on several threads: so many at a time.
#define WF_BATCH 16
#define WF_LARGEST_BATCH 256
// Cells whose tiles are filled on several threads at a time.
#define WF_TILE_BATCH 1024

typedef struct Search
{
	const wfGrid* grid;
	wfWorkers* workers;
	const wfGeometry* geometry;
	wfOutline outline; // made when there is something to check
	wfGrid fine;
	wfGridRaster raster;
	bool thin;
	uint8_t* wanted; // cells to be looked at
	int32_t* tileOf; // of each cell
	WF_ARRAY( Tile ) tiles;
	WF_ARRAY( int32_t ) queue; // of fine cells, or of cells
	WF_ARRAY( Meeting ) meetings;
	int32_t* stamp;	   // of the walk that saw a cell last
	int32_t* reached;  // by that walk, after so many steps
	int32_t* bridgeOf; // first bridge of a cell
	int32_t walk;
	WF_ARRAY( Bridge ) bridges;
	WF_ARRAY( Found ) found;
} Search;

// ------------------------------------------------------------------------------------------------------------------- tiles

// Label the fine cells of a tile's cell. Returns how many are free.
static int32_t fillTile( const Search* search, Tile* tile )
{
	int32_t i = tile->cell % search->grid->width * WF_FINENESS, j = tile->cell / search->grid->width * WF_FINENESS;
	uint8_t tooNear[WF_TILE_SIZE];
	float clearance[WF_TILE_SIZE];
	double step = 1.01 * search->fine.cellSize;
	wfRasterDecide( &search->raster, ( wfCellBlock ){ i, j, i + WF_FINENESS, j + WF_FINENESS }, tooNear,
					search->thin ? clearance : NULL, step, WF_FINENESS );
	int32_t count = 0;
	for ( int32_t k = 0; k < WF_TILE_SIZE; ++k )
	{
		tile->label[k] = tooNear[k] != 0 ? WF_BLOCKED_LABEL : WF_UNSEEN_LABEL;
		tile->isNear[k] = search->thin && (double)clearance[k] <= step;
		count += tooNear[k] == 0;
	}
	return count;
}

// Fill the tiles of the cells to be looked at that come after the last tile.
static void fillTiles( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	Search* search = context;
	for ( int32_t k = begin; k < end; ++k )
	{
		Tile* tile = &search->tiles.data[search->tiles.count + k];
		bool holdsFree = fillTile( search, tile ) > 0;
		search->tileOf[tile->cell] = holdsFree ? WF_PENDING_TILE : WF_NO_TILE;
	}
}

// Make the tiles of the cells in the queue, of those that hold free places.
static wfResult makeTiles( Search* search )
{
	for ( int32_t first = 0; first < search->queue.count; first += WF_TILE_BATCH )
	{
		int32_t count = search->queue.count - first < WF_TILE_BATCH ? search->queue.count - first : WF_TILE_BATCH;
		if ( search->tiles.count >= INT32_MAX / WF_TILE_SIZE - count )
		{
			return wf_tooLarge;
		}
		wfResult result = wfArray_Reserve( &search->tiles, search->tiles.count + count );
		if ( result != wf_ok )
		{
			return result;
		}
		for ( int32_t k = 0; k < count; ++k )
		{
			search->tiles.data[search->tiles.count + k].cell = search->queue.data[first + k];
		}
		wfWorkers_ParallelFor( search->workers, fillTiles, count, 16, search );
		Tile* filled = &search->tiles.data[search->tiles.count];
		for ( int32_t k = 0; k < count; ++k )
		{
			if ( search->tileOf[filled[k].cell] == WF_PENDING_TILE )
			{
				search->tileOf[filled[k].cell] = search->tiles.count;
				search->tiles.data[search->tiles.count++] = filled[k];
			}
		}
	}
	return wf_ok;
}

// Tiles of the blocked cells that hold free places, and of the free cells next to them: a path that leaves the free cells leads
// through one of the first.
static wfResult makeAllTiles( Search* search )
{
	const wfGrid* grid = search->grid;
	int64_t cells = (int64_t)wfCountCells( search->grid );
	wfResult result = wf_ok;
	memset( search->tileOf, 0xFF, (size_t)cells * sizeof( int32_t ) );
	for ( int64_t cell = 0; cell < cells && result == wf_ok; ++cell )
	{
		result = search->wanted[cell] != 0 ? wfArray_Push( &search->queue, (int32_t)cell ) : wf_ok;
	}
	result = result == wf_ok ? makeTiles( search ) : result;
	search->queue.count = 0;
	int32_t count = search->tiles.count;
	for ( int32_t k = 0; k < 9 * count && result == wf_ok; ++k )
	{
		int32_t cell = search->tiles.data[k / 9].cell;
		int32_t x = cell % grid->width + k % 3 - 1, y = cell / grid->width + k % 9 / 3 - 1;
		int64_t other = (int64_t)y * grid->width + x;
		if ( wfIsCellFree( grid, x, y ) && search->tileOf[other] == WF_NO_TILE )
		{
			search->tileOf[other] = WF_PENDING_TILE;
			result = wfArray_Push( &search->queue, (int32_t)other );
		}
	}
	result = result == wf_ok ? makeTiles( search ) : result;
	search->queue.count = 0;
	return result;
}

// The fine cell next to another: right, left, up, down; -1 where there is none, or none that is looked at.
static int32_t nextFine( const Search* search, int32_t place, int32_t direction )
{
	static const int32_t stepI[4] = { 1, -1, 0, 0 }, stepJ[4] = { 0, 0, 1, -1 };
	const wfGrid* grid = search->grid;
	int32_t tile = place / WF_TILE_SIZE, index = place % WF_TILE_SIZE;
	int32_t i = index % WF_FINENESS + stepI[direction], j = index / WF_FINENESS + stepJ[direction];
	if ( i >= 0 && j >= 0 && i < WF_FINENESS && j < WF_FINENESS )
	{
		return tile * WF_TILE_SIZE + j * WF_FINENESS + i;
	}
	int32_t cell = search->tiles.data[tile].cell;
	int32_t cellI = cell % grid->width + stepI[direction], cellJ = cell / grid->width + stepJ[direction];
	if ( cellI < 0 || cellJ < 0 || cellI >= grid->width || cellJ >= grid->height )
	{
		return -1;
	}
	int32_t next = search->tileOf[(int64_t)cellJ * grid->width + cellI];
	i = ( i + WF_FINENESS ) % WF_FINENESS;
	j = ( j + WF_FINENESS ) % WF_FINENESS;
	return next < 0 ? -1 : next * WF_TILE_SIZE + j * WF_FINENESS + i;
}

static wfVec2 fineCenter( const Search* search, int32_t place )
{
	int32_t cell = search->tiles.data[place / WF_TILE_SIZE].cell, index = place % WF_TILE_SIZE;
	return wfCellCenter( &search->fine, cell % search->grid->width * WF_FINENESS + index % WF_FINENESS,
						 cell / search->grid->width * WF_FINENESS + index / WF_FINENESS );
}

static int32_t* labelAt( Search* search, int32_t place )
{
	return &search->tiles.data[place / WF_TILE_SIZE].label[place % WF_TILE_SIZE];
}

static uint16_t* stepsAt( Search* search, int32_t place )
{
	return &search->tiles.data[place / WF_TILE_SIZE].steps[place % WF_TILE_SIZE];
}

static bool isNearAt( const Search* search, int32_t place )
{
	return search->tiles.data[place / WF_TILE_SIZE].isNear[place % WF_TILE_SIZE] != 0;
}

static bool canStep( const Search* search, int32_t from, int32_t to )
{
	return !search->thin || !isNearAt( search, from ) || !isNearAt( search, to ) ||
		   !wfGeometryMeetsSegment( search->geometry, fineCenter( search, from ), fineCenter( search, to ) );
}

static wfResult flood( Search* search )
{
	size_t most = (size_t)search->tiles.count * WF_TILE_SIZE;
	wfResult result = wfArray_Reserve( &search->queue, most );
	if ( result != wf_ok )
	{
		return result;
	}
	size_t head = 0, tail = 0;
	for ( int32_t k = 0; k < search->tiles.count; ++k )
	{
		int32_t cell = search->tiles.data[k].cell, place = k * WF_TILE_SIZE + WF_TILE_SIZE / 2;
		if ( search->grid->blocked[cell] == 0 && *labelAt( search, place ) == WF_UNSEEN_LABEL )
		{
			*labelAt( search, place ) = cell;
			*stepsAt( search, place ) = 0;
			search->queue.data[tail++] = place;
		}
	}
	while ( head < tail )
	{
		int32_t place = search->queue.data[head++];
		uint16_t steps = *stepsAt( search, place );
		for ( int32_t k = 0; k < 4; ++k )
		{
			int32_t next = nextFine( search, place, k );
			if ( next >= 0 && *labelAt( search, next ) == WF_UNSEEN_LABEL && canStep( search, place, next ) )
			{
				*labelAt( search, next ) = *labelAt( search, place );
				*stepsAt( search, next ) = steps == WF_FAR_STEPS ? steps : (uint16_t)( steps + 1 );
				search->queue.data[tail++] = next;
			}
		}
	}
	return wf_ok;
}

// ---------------------------------------------------------------------------------------------------------------- meetings

// Neighbours, or cells with a free neighbour in common: nothing to look for between them. Most floods meet like this.
static bool areClose( const wfGrid* grid, int32_t a, int32_t b )
{
	int32_t i = a % grid->width, j = a / grid->width;
	int32_t x = b % grid->width - i, y = b / grid->width - j;
	int32_t steps = ( x < 0 ? -x : x ) + ( y < 0 ? -y : y );
	if ( steps != 2 )
	{
		return steps < 2;
	}
	if ( x == 0 || y == 0 )
	{
		return wfIsCellFree( grid, i + x / 2, j + y / 2 );
	}
	return wfIsCellFree( grid, i + x, j ) || wfIsCellFree( grid, i, j + y );
}

static wfResult collectMeetings( Search* search )
{
	for ( int32_t place = 0; place < search->tiles.count * WF_TILE_SIZE; ++place )
	{
		int32_t label = *labelAt( search, place );
		for ( int32_t k = 0; k < 4 && label >= 0; k += 2 )
		{
			int32_t next = nextFine( search, place, k );
			int32_t other = next >= 0 ? *labelAt( search, next ) : WF_BLOCKED_LABEL;
			if ( other < 0 || other == label || areClose( search->grid, label, other ) || !canStep( search, place, next ) )
			{
				continue;
			}
			Meeting meeting = { label, other, *stepsAt( search, place ) + *stepsAt( search, next ) + 1, place, next, false };
			if ( other < label )
			{
				meeting = ( Meeting ){ other, label, meeting.steps, next, place, false };
			}
			meeting.joins = search->grid->component[label] != search->grid->component[other];
			if ( wfArray_Push( &search->meetings, meeting ) != wf_ok )
			{
				return wf_outOfMemory;
			}
		}
	}
	return wf_ok;
}

// Those that join components first, the shortest first.
static int compareMeetings( const void* a, const void* b )
{
	const Meeting *x = a, *y = b;
	const int32_t keysX[6] = { !x->joins, x->steps, x->cellA, x->cellB, x->placeA, x->placeB };
	const int32_t keysY[6] = { !y->joins, y->steps, y->cellA, y->cellB, y->placeA, y->placeB };
	for ( int32_t k = 0; k < 6; ++k )
	{
		if ( keysX[k] != keysY[k] )
		{
			return keysX[k] < keysY[k] ? -1 : 1;
		}
	}
	return 0;
}

// Visit a cell in a walk over cells and bridges. Bridges are longer than a step, so a cell may be seen again on a shorter path.
static bool visit( Search* search, int32_t cell, int32_t steps, size_t* tail )
{
	if ( search->stamp[cell] == search->walk && search->reached[cell] <= steps )
	{
		return false;
	}
	search->stamp[cell] = search->walk;
	search->reached[cell] = steps;
	if ( *tail == search->queue.capacity )
	{
		return false;
	}
	search->queue.data[( *tail )++] = cell;
	return true;
}

// Do the cells have a path from one to the other, over passages found so far too (and over those that failed), of at most so many
// steps?
static bool isOpenNearby( Search* search, int32_t from, int32_t to, int32_t most, bool failed )
{
	const wfGrid* grid = search->grid;
	search->walk += 1;
	size_t head = 0, tail = 0;
	visit( search, from, 0, &tail );
	while ( head < tail )
	{
		int32_t cell = search->queue.data[head++], steps = search->reached[cell];
		if ( cell == to )
		{
			return true;
		}
		int32_t i = cell % grid->width, j = cell / grid->width;
		for ( int32_t k = 0; k < 4 && steps < most; ++k )
		{
			int32_t x = i + ( k == 0 ) - ( k == 1 ), y = j + ( k == 2 ) - ( k == 3 );
			if ( wfIsCellFree( grid, x, y ) )
			{
				visit( search, y * grid->width + x, steps + 1, &tail );
			}
		}
		for ( int32_t k = search->bridgeOf[cell]; k >= 0; k = search->bridges.data[k].next )
		{
			if ( ( failed || !search->bridges.data[k].failed ) && steps + search->bridges.data[k].steps <= most )
			{
				visit( search, search->bridges.data[k].to, steps + search->bridges.data[k].steps, &tail );
			}
		}
	}
	return false;
}

static wfResult addBridge( Search* search, int32_t a, int32_t b, int32_t steps, bool failed )
{
	wfResult result = wfArray_Reserve( &search->bridges, (size_t)search->bridges.count + 2 );
	if ( result == wf_ok )
	{
		search->bridges.data[search->bridges.count] = ( Bridge ){ b, steps, search->bridgeOf[a], failed };
		search->bridgeOf[a] = search->bridges.count++;
		search->bridges.data[search->bridges.count] = ( Bridge ){ a, steps, search->bridgeOf[b], failed };
		search->bridgeOf[b] = search->bridges.count++;
	}
	return result;
}

static wfCellBlock unionOf( wfCellBlock a, wfCellBlock b )
{
	return ( wfCellBlock ){ a.i0 < b.i0 ? a.i0 : b.i0, a.j0 < b.j0 ? a.j0 : b.j0, a.i1 > b.i1 ? a.i1 : b.i1,
							a.j1 > b.j1 ? a.j1 : b.j1 };
}

// The cells the path through a meeting runs over: from each side back to the centre it came from.
static wfCellBlock rangeOfMeeting( Search* search, const Meeting* meeting )
{
	const wfGrid* grid = search->grid;
	wfCellBlock range = { INT32_MAX, INT32_MAX, 0, 0 };
	const int32_t starts[2] = { meeting->placeA, meeting->placeB };
	for ( int32_t side = 0; side < 2; ++side )
	{
		int32_t place = starts[side];
		while ( place >= 0 )
		{
			int32_t cell = search->tiles.data[place / WF_TILE_SIZE].cell, i = cell % grid->width, j = cell / grid->width;
			range = unionOf( range, ( wfCellBlock ){ i, j, i + 1, j + 1 } );
			int32_t back = -1;
			for ( int32_t k = 0; k < 4 && back < 0; ++k )
			{
				int32_t next = nextFine( search, place, k );
				if ( next >= 0 && *labelAt( search, next ) == *labelAt( search, place ) &&
					 *stepsAt( search, next ) < *stepsAt( search, place ) && canStep( search, place, next ) )
				{
					back = next;
				}
			}
			place = back;
		}
	}
	// Some room on each side: for paths that only coarser cells take, and to see how wide it is before and behind the passage.
	range.i0 = wfClampCell( range.i0 - 3, grid->width );
	range.j0 = wfClampCell( range.j0 - 3, grid->height );
	range.i1 = wfClampCell( range.i1 + 2, grid->width ) + 1;
	range.j1 = wfClampCell( range.j1 + 2, grid->height ) + 1;
	return range;
}

static int32_t cellsOfMeeting( const Meeting* meeting )
{
	return ( meeting->steps + WF_FINENESS - 1 ) / WF_FINENESS;
}

// Is there a path over the cells, or has the passage been found already?
static bool isNothingNew( Search* search, const Meeting* meeting )
{
	int32_t steps = cellsOfMeeting( meeting );
	return isOpenNearby( search, meeting->cellA, meeting->cellB, WF_DETOUR_FACTOR * steps + WF_DETOUR_CELLS, false ) ||
		   isOpenNearby( search, meeting->cellA, meeting->cellB, steps + WF_SAME_PLACE_CELLS, true );
}

static void check( const Search* search, Judged* judged )
{
	Found* found = &judged->found;
	judged->result = wfCheckPassage( search->grid, &search->outline, found->cellA, found->cellB, found->range, &found->passage,
									 &judged->isThere );
	judged->isChecked = true;
}

typedef struct CheckJob
{
	const Search* search;
	Judged* judged;
} CheckJob;

static void checkRange( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	const CheckJob* job = context;
	for ( int32_t k = begin; k < end; ++k )
	{
		if ( job->judged[k].found.range.i1 > 0 )
		{
			check( job->search, &job->judged[k] );
		}
	}
}

// The next meetings that may be something new. Those that the ones before will explain, if these are passages, wait for what
// becomes of them. Returns the first meeting that is left.
static wfResult gather( Search* search, int32_t* next, Judged* batch, int32_t* count )
{
	int32_t most = wfWorkers_GetCount( search->workers ) > 1 ? WF_BATCH : 1, checks = 0, bridges = search->bridges.count;
	wfResult result = wf_ok;
	*count = 0;
	for ( ; *next < search->meetings.count && checks < most && *count < WF_LARGEST_BATCH && result == wf_ok; ++*next )
	{
		const Meeting* meeting = &search->meetings.data[*next];
		bool again = *next > 0 && meeting->cellA == meeting[-1].cellA && meeting->cellB == meeting[-1].cellB;
		bool known = again || isNothingNew( search, meeting );
		if ( again || ( known && checks == 0 ) )
		{
			continue;
		}
		Judged* judged = &batch[( *count )++];
		*judged = ( Judged ){ .meeting = meeting, .found = { .cellA = meeting->cellA, .cellB = meeting->cellB } };
		if ( !known )
		{
			checks += 1;
			judged->found.range = rangeOfMeeting( search, meeting );
			result = addBridge( search, meeting->cellA, meeting->cellB, cellsOfMeeting( meeting ), false );
		}
	}
	while ( search->bridges.count > bridges )
	{
		const Bridge* back = &search->bridges.data[--search->bridges.count];
		const Bridge* there = &search->bridges.data[--search->bridges.count];
		search->bridgeOf[there->to] = back->next;
		search->bridgeOf[back->to] = there->next;
	}
	return result;
}

// As if one after the other had been looked for and checked.
static wfResult judge( Search* search, Judged* judged )
{
	if ( isNothingNew( search, judged->meeting ) )
	{
		return wf_ok;
	}
	if ( !judged->isChecked )
	{
		judged->found.range = rangeOfMeeting( search, judged->meeting );
		check( search, judged );
	}
	wfResult result = judged->result;
	if ( result == wf_ok && judged->isThere )
	{
		result = wfArray_Push( &search->found, judged->found );
	}
	int32_t steps = cellsOfMeeting( judged->meeting );
	return result == wf_ok ? addBridge( search, judged->found.cellA, judged->found.cellB, steps, !judged->isThere ) : result;
}

static wfResult judgeMeetings( Search* search )
{
	if ( search->meetings.count == 0 )
	{
		return wf_ok;
	}
	Judged* batch;
	wfArrays arrays = { { WF_ONE_ARRAY( batch, WF_LARGEST_BATCH ) } };
	wfResult result = wfOutline_Create( &search->outline, search->geometry );
	result = result == wf_ok ? wfArrays_Allocate( &arrays ) : result;
	if ( result != wf_ok )
	{
		return result;
	}
	qsort( search->meetings.data, (size_t)search->meetings.count, sizeof( Meeting ), compareMeetings );
	size_t cells = wfCountCells( search->grid );
	memset( search->bridgeOf, 0xFF, cells * sizeof( int32_t ) );
	// Cells are seen again only where bridges lead to them.
	result = wfArray_Reserve( &search->queue, 2 * cells + 64 );
	for ( int32_t next = 0; next < search->meetings.count && result == wf_ok; )
	{
		int32_t count = 0;
		result = gather( search, &next, batch, &count );
		CheckJob job = { search, batch };
		if ( result == wf_ok )
		{
			wfWorkers_ParallelFor( search->workers, checkRange, count, 1, &job );
		}
		for ( int32_t k = 0; k < count && result == wf_ok; ++k )
		{
			result = judge( search, &batch[k] );
		}
	}
	wfArrays_Free( &arrays );
	return result;
}

// ----------------------------------------------------------------------------------------------------------------- merging

// The other passage at a component that has just these two, -1 when there are none or more.
static int32_t partnerAt( const Search* search, int32_t index, int32_t component )
{
	int32_t partner = -1;
	for ( int32_t k = 0; k < search->found.count; ++k )
	{
		const wfClosedPassage* other = &search->found.data[k].passage;
		if ( k == index || ( other->componentA != component && other->componentB != component ) )
		{
			continue;
		}
		if ( partner >= 0 || other->componentA == other->componentB )
		{
			return -1;
		}
		partner = k;
	}
	return partner;
}

// Look at two passages with a component of few cells between them as one. True when that is one passage, which then takes the
// place of the first.
static wfResult tryMerge( Search* search, int32_t first, int32_t second, int32_t component, bool* merged )
{
	Found* a = &search->found.data[first];
	const Found* b = &search->found.data[second];
	Found both = *a;
	both.cellA = search->grid->component[a->cellA] == component ? a->cellB : a->cellA;
	both.cellB = search->grid->component[b->cellA] == component ? b->cellB : b->cellA;
	both.range = unionOf( a->range, b->range );
	wfResult result = wfCheckPassage( search->grid, &search->outline, both.cellA, both.cellB, both.range, &both.passage, merged );
	if ( result == wf_ok && *merged )
	{
		*a = both;
		search->found.data[second] = search->found.data[--search->found.count];
	}
	return result;
}

// A long passage may show a few free cells on its way, which cut it into several. Cells that lead nowhere else are part of it.
static wfResult mergePassages( Search* search )
{
	const wfGrid* grid = search->grid;
	size_t count = (size_t)grid->componentCount;
	int32_t* sizes = search->found.count > 1 ? wfAllocateZeroed( count * sizeof( int32_t ) ) : NULL;
	if ( sizes == NULL )
	{
		return search->found.count > 1 ? wf_outOfMemory : wf_ok;
	}
	for ( size_t cell = 0; cell < wfCountCells( search->grid ); ++cell )
	{
		if ( grid->component[cell] >= 0 )
		{
			sizes[grid->component[cell]] += 1;
		}
	}
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < search->found.count && result == wf_ok; ++k )
	{
		for ( int32_t end = 0; end < 2 && result == wf_ok; ++end )
		{
			const wfClosedPassage* passage = &search->found.data[k].passage;
			int32_t component = end == 0 ? passage->componentA : passage->componentB;
			bool small = sizes[component] <= WF_FEW_CELLS && passage->componentA != passage->componentB;
			int32_t partner = small ? partnerAt( search, k, component ) : -1;
			bool merged = false;
			result = partner >= 0 ? tryMerge( search, k, partner, component, &merged ) : wf_ok;
			if ( merged )
			{
				k = -1; // another passage may have moved, and this one may have a new partner
				break;
			}
		}
	}
	wfReleaseArray( sizes, count, sizeof( int32_t ) );
	return result;
}

// ------------------------------------------------------------------------------------------------------------------ search

static bool hasOnlyCellsForPixels( const Search* search )
{
	wfGridRaster raster;
	wfResult result = wfRasterCreate( &raster, search->geometry, (wfGrid*)search->grid );
	bool only = result == wf_ok && raster.looseCount == 0;
	wfRasterDestroy( &raster );
	return only;
}

static wfArrays listCells( Search* search )
{
	size_t cells = wfCountCells( search->grid );
	return ( wfArrays ){ { WF_ZEROED_ARRAY( search->wanted, cells ), WF_ONE_ARRAY( search->tileOf, cells ),
						   WF_ZEROED_ARRAY( search->stamp, cells ), WF_ONE_ARRAY( search->reached, cells ),
						   WF_ONE_ARRAY( search->bridgeOf, cells ) } };
}

static wfResult searchAll( Search* search )
{
	wfResult result = wfFineRasterCreate( &search->raster, &search->fine, search->grid, search->geometry, WF_FINENESS );
	if ( result != wf_ok )
	{
		return result;
	}
	search->thin = wfRasterHasThinObstacles( &search->raster );
	wfArrays arrays = listCells( search );
	if ( wfArrays_Allocate( &arrays ) != wf_ok )
	{
		return wf_outOfMemory;
	}
	if ( search->grid->radius == 0.0 && search->geometry->primitives.count == 0 && hasOnlyCellsForPixels( search ) )
	{
		return wf_ok; // what is not a pixel is a cell
	}
	wfMarkSuspects( search->grid, search->geometry, search->wanted );
	result = makeAllTiles( search );
	result = result == wf_ok ? flood( search ) : result;
	result = result == wf_ok ? collectMeetings( search ) : result;
	result = result == wf_ok ? judgeMeetings( search ) : result;
	return result == wf_ok ? mergePassages( search ) : result;
}

static void searchDestroy( Search* search )
{
	wfRasterDestroy( &search->raster );
	wfOutline_Free( &search->outline );
	wfArrays arrays = listCells( search );
	wfArrays_Free( &arrays );
	wfArray_Free( &search->tiles );
	wfArray_Free( &search->queue );
	wfArray_Free( &search->meetings );
	wfArray_Free( &search->bridges );
	wfArray_Free( &search->found );
}

int32_t wfGrid_FindClosedPassages( const wfGrid* grid, const wfWorld* world, wfWorkers* workers, wfClosedPassage* passages,
								   int32_t capacity )
{
	if ( WF_FAILS( grid != NULL && world != NULL && grid->revision == world->revision && ( passages != NULL || capacity <= 0 ) ) )
	{
		return -(int32_t)wf_invalidDef;
	}
	Search search = { 0 };
	search.grid = grid;
	search.workers = workers;
	wfResult result = wfGeometryGet( world, grid->kind, &search.geometry );
	if ( result != wf_ok )
	{
		return -(int32_t)result;
	}
	result = searchAll( &search );
	int32_t count = result == wf_ok ? search.found.count : -(int32_t)result;
	for ( int32_t k = 0; k < count && k < capacity; ++k )
	{
		passages[k] = search.found.data[k].passage;
	}
	searchDestroy( &search );
	return count;
}
