// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

#include "explore/knowledge.h"

#include "base/arrays.h"
#include "base/math.h"
#include "explore/tuning.h"
#include "world/raster.h"

#include <string.h>

int32_t wfKnowledge_GetCell( const wfKnowledge* map, wfVec2 place )
{
	double x = ( place.x - map->origin.x ) / map->cellSize, y = ( place.y - map->origin.y ) / map->cellSize;
	bool inside = x >= 0.0 && y >= 0.0 && x < map->width && y < map->height;
	return inside ? (int32_t)y * map->width + (int32_t)x : -1;
}

// Only cells well inside the disc: from its middle each of them is seen, whatever walls the disc touches. A cell that stops sight
// has its centre within half a cell of a wall, and is crossed within a half diagonal of its centre.
static wfResult listCovered( wfKnowledge* map )
{
	double reach = map->radius / map->cellSize - 0.5 - 0.70711;
	int32_t most = (int32_t)wfMax( reach, 0.0 );
	wfResult result = wf_ok;
	for ( int32_t y = -most; y <= most && result == wf_ok; ++y )
	{
		for ( int32_t x = -most; x <= most && result == wf_ok; ++x )
		{
			bool covers = ( x == 0 && y == 0 ) || x * x + y * y <= reach * reach;
			result = covers ? wfArray_Push( &map->covered, x ) : wf_ok;
			result = covers && result == wf_ok ? wfArray_Push( &map->covered, y ) : result;
		}
	}
	return result;
}

static wfArrays listArrays( wfKnowledge* map )
{
	size_t count = wfKnowledge_Count( map ), tiles = (size_t)map->tileColumns * (size_t)map->tileRows;
	return ( wfArrays ){ { WF_ZEROED_ARRAY( map->cells, count ), WF_ONE_ARRAY( map->seen, count ),
						   WF_ZEROED_ARRAY( map->lacking, count ), WF_ONE_ARRAY( map->stand, count ),
						   WF_ZEROED_ARRAY( map->checked, count ), WF_ZEROED_ARRAY( map->tiles, tiles ) } };
}

// Cells beside the border are covered outside of the map, where there is nothing to see.
void wfKnowledge_CountLacking( wfKnowledge* map )
{
	for ( int32_t cell = 0; cell < (int32_t)wfKnowledge_Count( map ); ++cell )
	{
		int32_t i = cell % map->width, j = cell / map->width, lacking = 0;
		for ( int32_t k = 0; k < map->covered.count; k += 2 )
		{
			int32_t x = i + map->covered.data[k], y = j + map->covered.data[k + 1];
			bool inside = x >= 0 && y >= 0 && x < map->width && y < map->height;
			lacking += inside && ( map->cells[y * map->width + x] & WF_KNOWN_MASK ) == wf_unknownCell;
		}
		map->lacking[cell] = (uint16_t)lacking;
	}
}

wfResult wfKnowledge_Create( wfKnowledge* map, const wfExplorationDef* def )
{
	wfVec2 extent = { def->bounds.upper.x - def->bounds.lower.x, def->bounds.upper.y - def->bounds.lower.y };
	*map = ( wfKnowledge ){ .cellSize = def->cellSize, .origin = def->bounds.lower, .radius = def->radius, .stamp = 1 };
	map->width = (int32_t)wfCountCellsAlong( extent.x, def->cellSize );
	map->height = (int32_t)wfCountCellsAlong( extent.y, def->cellSize );
	map->tileColumns = ( map->width + WF_TILE - 1 ) / WF_TILE;
	map->tileRows = ( map->height + WF_TILE - 1 ) / WF_TILE;
	wfArrays arrays = listArrays( map );
	wfResult result = wfArrays_Allocate( &arrays );
	result = result == wf_ok ? listCovered( map ) : result;
	if ( result != wf_ok )
	{
		wfKnowledge_Free( map );
		return result;
	}
	size_t count = wfKnowledge_Count( map );
	for ( size_t k = 0; k < count; ++k )
	{
		map->seen[k] = -1.0f;
		map->stand[k] = -1;
	}
	map->counts[wf_unknownCell] = (int64_t)count;
	wfKnowledge_CountLacking( map );
	return wf_ok;
}

void wfKnowledge_Free( wfKnowledge* map )
{
	wfArrays arrays = listArrays( map );
	wfReleaseArray( map->costs, map->costs != NULL ? wfKnowledge_Count( map ) : 0, 1 );
	wfArrays_Free( &arrays );
	wfArray_Free( &map->covered );
	wfArray_Free( &map->toReach );
	wfArray_Free( &map->people );
	*map = ( wfKnowledge ){ 0 };
}

size_t wfKnowledge_CountBytes( const wfKnowledge* map )
{
	size_t perCell = sizeof( *map->cells ) + sizeof( *map->seen ) + sizeof( *map->lacking ) + sizeof( *map->stand ) +
					 sizeof( *map->checked ) + ( map->costs != NULL );
	return wfKnowledge_Count( map ) * perCell + (size_t)map->tileColumns * (size_t)map->tileRows * sizeof( int32_t ) +
		   ( map->covered.capacity + map->toReach.capacity ) * sizeof( int32_t ) + map->people.capacity * sizeof( wfPersonSeen );
}

// --------------------------------------------------------------------------------------------------------------- changes

static void stampCell( wfKnowledge* map, int32_t cell )
{
	map->tiles[( cell / map->width ) / WF_TILE * map->tileColumns + ( cell % map->width ) / WF_TILE] = map->stamp;
}

static void updateStanding( wfKnowledge* map, int32_t cell )
{
	uint8_t old = map->cells[cell];
	bool stands = ( old & WF_FITS_CELL ) != 0 && map->lacking[cell] == 0;
	if ( stands == ( ( old & WF_STANDING_CELL ) != 0 ) )
	{
		return;
	}
	map->cells[cell] = (uint8_t)( old ^ WF_STANDING_CELL );
	map->standCount += stands ? 1 : -1;
	stampCell( map, cell );
	if ( stands )
	{
		map->toReach.data[map->toReach.count++] = cell; // there is room
	}
	else
	{
		map->lostGround = map->lostGround || ( old & WF_REACHED_CELL ) != 0;
		map->cells[cell] &= (uint8_t)~WF_REACHED_CELL;
	}
}

static bool isFree( const wfKnowledge* map, int32_t i, int32_t j )
{
	return i >= 0 && j >= 0 && i < map->width && j < map->height &&
		   ( map->cells[j * map->width + i] & WF_KNOWN_MASK ) == wf_freeCell;
}

bool wfKnowledge_IsFrontier( const wfKnowledge* map, int32_t cell )
{
	int32_t i = cell % map->width, j = cell / map->width;
	return wfGetKnown( map, cell ) == wf_unknownCell &&
		   ( isFree( map, i + 1, j ) || isFree( map, i - 1, j ) || isFree( map, i, j + 1 ) || isFree( map, i, j - 1 ) );
}

static void updateFrontier( wfKnowledge* map, int32_t i, int32_t j )
{
	if ( i < 0 || j < 0 || i >= map->width || j >= map->height )
	{
		return;
	}
	int32_t cell = j * map->width + i;
	if ( wfKnowledge_IsFrontier( map, cell ) != ( ( map->cells[cell] & WF_FRONTIER_CELL ) != 0 ) )
	{
		map->cells[cell] ^= WF_FRONTIER_CELL;
		map->stand[cell] = -1;
		map->checked[cell] = 0;
	}
}

static void updateCovering( wfKnowledge* map, int32_t i, int32_t j )
{
	for ( int32_t k = 0; k < map->covered.count; k += 2 )
	{
		int32_t x = i - map->covered.data[k], y = j - map->covered.data[k + 1];
		if ( x >= 0 && y >= 0 && x < map->width && y < map->height )
		{
			int32_t cell = y * map->width + x;
			--map->lacking[cell];
			updateStanding( map, cell );
		}
	}
}

wfResult wfKnowledge_See( wfKnowledge* map, int32_t cell, wfKnown known, bool fits, double time )
{
	// Each cell the disc covers may come to stand.
	wfResult result = wfArray_Reserve( &map->toReach, (size_t)map->toReach.count + (size_t)map->covered.count / 2 + 1 );
	if ( result != wf_ok )
	{
		return result;
	}
	uint8_t old = map->cells[cell];
	wfKnown before = (wfKnown)( old & WF_KNOWN_MASK );
	map->seen[cell] = (float)time;
	uint8_t fitting = fits && known == wf_freeCell ? WF_FITS_CELL : 0;
	if ( before == known && ( old & WF_FITS_CELL ) == fitting )
	{
		return wf_ok;
	}
	int32_t i = cell % map->width, j = cell / map->width;
	map->cells[cell] = (uint8_t)( ( old & ~( WF_KNOWN_MASK | WF_FITS_CELL ) ) | (uint32_t)known | fitting );
	--map->counts[before];
	++map->counts[known];
	stampCell( map, cell );
	updateStanding( map, cell );
	if ( before == wf_unknownCell )
	{
		updateCovering( map, i, j );
	}
	if ( before != known )
	{
		updateFrontier( map, i, j );
		updateFrontier( map, i + 1, j );
		updateFrontier( map, i - 1, j );
		updateFrontier( map, i, j + 1 );
		updateFrontier( map, i, j - 1 );
	}
	return wf_ok;
}

// ----------------------------------------------------------------------------------------------------------------- reach

static bool isReached( const wfKnowledge* map, int32_t i, int32_t j )
{
	return i >= 0 && j >= 0 && i < map->width && j < map->height && ( map->cells[j * map->width + i] & WF_REACHED_CELL ) != 0;
}

// Cells found are appended to the list that is being gone through.
static wfResult reachFrom( wfKnowledge* map, wfCellList* list, int32_t cell )
{
	if ( ( map->cells[cell] & ( WF_STANDING_CELL | WF_REACHED_CELL ) ) != WF_STANDING_CELL )
	{
		return wf_ok;
	}
	map->cells[cell] |= WF_REACHED_CELL;
	stampCell( map, cell );
	return wfArray_Push( list, cell );
}

static wfResult flood( wfKnowledge* map, wfCellList* list )
{
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < list->count && result == wf_ok; ++k )
	{
		int32_t cell = list->data[k], i = cell % map->width, j = cell / map->width;
		result = i + 1 < map->width ? reachFrom( map, list, cell + 1 ) : wf_ok;
		result = result == wf_ok && i > 0 ? reachFrom( map, list, cell - 1 ) : result;
		result = result == wf_ok && j + 1 < map->height ? reachFrom( map, list, cell + map->width ) : result;
		result = result == wf_ok && j > 0 ? reachFrom( map, list, cell - map->width ) : result;
	}
	return result;
}

static void forgetReach( wfKnowledge* map )
{
	size_t count = wfKnowledge_Count( map );
	for ( size_t k = 0; k < count; ++k )
	{
		map->cells[k] &= (uint8_t)~WF_REACHED_CELL;
	}
	for ( int32_t k = 0; k < map->tileColumns * map->tileRows; ++k )
	{
		map->tiles[k] = map->stamp;
	}
}

wfResult wfKnowledge_Reach( wfKnowledge* map, const int32_t* from, int32_t count )
{
	if ( map->lostGround )
	{
		forgetReach( map );
	}
	wfCellList list = { 0 };
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < count && result == wf_ok; ++k )
	{
		result = from[k] >= 0 ? reachFrom( map, &list, from[k] ) : wf_ok;
	}
	for ( int32_t k = 0; k < map->toReach.count && result == wf_ok; ++k )
	{
		int32_t cell = map->toReach.data[k], i = cell % map->width, j = cell / map->width;
		bool isBeside =
			isReached( map, i + 1, j ) || isReached( map, i - 1, j ) || isReached( map, i, j + 1 ) || isReached( map, i, j - 1 );
		result = isBeside ? reachFrom( map, &list, cell ) : wf_ok;
	}
	result = result == wf_ok ? flood( map, &list ) : result;
	wfArray_Free( &list );
	// Whatever was lost in between is found again next time.
	map->lostGround = result != wf_ok;
	map->toReach.count = 0;
	return result;
}

wfSightCells wfKnowledge_GetSight( const wfKnowledge* map )
{
	wfSightCells sight = { .cells = map->cells, .width = map->width, .height = map->height };
	for ( int32_t k = 0; k < 256; ++k )
	{
		sight.stops[k] = ( (uint32_t)k & WF_KNOWN_MASK ) != wf_freeCell;
	}
	return sight;
}

bool wfKnowledge_HasChanged( const wfKnowledge* map, int32_t cell, int32_t reach, int32_t since )
{
	int32_t i = cell % map->width, j = cell / map->width;
	int32_t left = i > reach ? ( i - reach ) / WF_TILE : 0, low = j > reach ? ( j - reach ) / WF_TILE : 0;
	int32_t right = ( i + reach ) / WF_TILE, high = ( j + reach ) / WF_TILE;
	right = right < map->tileColumns ? right : map->tileColumns - 1;
	high = high < map->tileRows ? high : map->tileRows - 1;
	for ( int32_t y = low; y <= high; ++y )
	{
		for ( int32_t x = left; x <= right; ++x )
		{
			if ( map->tiles[y * map->tileColumns + x] >= since )
			{
				return true;
			}
		}
	}
	return false;
}

int32_t wfKnowledge_FindStanding( const wfKnowledge* map, wfVec2 place )
{
	int32_t middle = wfKnowledge_GetCell( map, place ), best = -1;
	if ( middle < 0 || wfCanStand( map, middle ) )
	{
		return middle;
	}
	int32_t reach = (int32_t)( map->radius / map->cellSize ) + WF_STANDING_REACH;
	double least = INFINITY;
	for ( int32_t y = -reach; y <= reach; ++y )
	{
		for ( int32_t x = -reach; x <= reach; ++x )
		{
			int32_t i = middle % map->width + x, j = middle / map->width + y, cell = j * map->width + i;
			if ( i < 0 || j < 0 || i >= map->width || j >= map->height || !wfCanStand( map, cell ) )
			{
				continue;
			}
			wfVec2 center = wfKnowledge_GetCenter( map, cell );
			double dx = center.x - place.x, dy = center.y - place.y, square = dx * dx + dy * dy;
			best = square < least ? cell : best;
			least = wfMin( square, least );
		}
	}
	return best;
}

// ----------------------------------------------------------------------------------------------------------- other maps

wfResult wfKnowledge_Merge( wfKnowledge* map, const wfKnowledge* other )
{
	wfResult result = wf_ok;
	int32_t count = (int32_t)wfKnowledge_Count( map );
	for ( int32_t cell = 0; cell < count && result == wf_ok; ++cell )
	{
		// Seen at the same time, what one believes of a wall is not certain to be the same: then the other's counts if it is
		// more.
		bool isNewer = other->seen[cell] > map->seen[cell] ||
					   ( other->seen[cell] == map->seen[cell] && ( other->cells[cell] & ( WF_KNOWN_MASK | WF_FITS_CELL ) ) >
																	 ( map->cells[cell] & ( WF_KNOWN_MASK | WF_FITS_CELL ) ) );
		if ( isNewer && other->seen[cell] >= 0.0f )
		{
			result = wfKnowledge_See( map, cell, wfGetKnown( other, cell ), ( other->cells[cell] & WF_FITS_CELL ) != 0,
									  (double)other->seen[cell] );
		}
	}
	return result;
}

static bool hasRoom( const wfKnowledge* map, const uint8_t* known, int32_t cell )
{
	double radius = map->radius / map->cellSize;
	int32_t reach = (int32_t)( radius + 0.5 ), i = cell % map->width, j = cell / map->width;
	if ( i + 0.5 < radius - 1e-9 || j + 0.5 < radius - 1e-9 || map->width - i - 0.5 < radius - 1e-9 ||
		 map->height - j - 0.5 < radius - 1e-9 )
	{
		return false;
	}
	for ( int32_t y = -reach; y <= reach; ++y )
	{
		for ( int32_t x = -reach; x <= reach; ++x )
		{
			int32_t a = i + x, b = j + y;
			// From the middle of the cell to the square of that one.
			double dx = x == 0 ? 0.0 : fabs( (double)x ) - 0.5, dy = y == 0 ? 0.0 : fabs( (double)y ) - 0.5;
			bool touches = dx * dx + dy * dy < ( radius - 1e-9 ) * ( radius - 1e-9 );
			if ( touches && a >= 0 && b >= 0 && a < map->width && b < map->height && known[b * map->width + a] == wf_wallCell )
			{
				return false;
			}
		}
	}
	return true;
}

wfResult wfKnowledge_Set( wfKnowledge* map, const uint8_t* known, double time )
{
	size_t count = wfKnowledge_Count( map );
	for ( size_t k = 0; k < count; ++k )
	{
		map->cells[k] = 0;
		map->seen[k] = -1.0f;
		map->stand[k] = -1;
		map->checked[k] = 0;
	}
	map->counts[wf_unknownCell] = (int64_t)count;
	map->counts[wf_freeCell] = map->counts[wf_wallCell] = map->standCount = 0;
	map->toReach.count = 0;
	map->people.count = 0;
	map->lostGround = true;
	wfKnowledge_CountLacking( map );
	wfResult result = wf_ok;
	for ( int32_t cell = 0; cell < (int32_t)count && result == wf_ok; ++cell )
	{
		if ( known[cell] != wf_unknownCell )
		{
			bool fits = known[cell] == wf_freeCell && hasRoom( map, known, cell );
			result = wfKnowledge_See( map, cell, (wfKnown)known[cell], fits, time );
		}
	}
	return result;
}
