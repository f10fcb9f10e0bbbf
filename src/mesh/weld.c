// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Vertices in the same place become one. With a distance the relation is continued: a chain of vertices, each within the distance
// of the next, becomes one vertex, at the place of the first in the input. That way the outcome depends on no order.

#include "mesh/build.h"
#include "mesh/tuning.h"

// Slots of a table with open addressing: a power of two, at most half full.
static size_t tableSize( int32_t count )
{
	size_t size = 16;
	while ( size < 2 * (size_t)count )
	{
		size *= 2;
	}
	return size;
}

typedef struct PointTable
{
	const wfVec3* points;
	int32_t count;
	double cell; // 0: by the coordinates themselves
	int32_t* slot;
	size_t size;
	int32_t* next; // vertex after this one in the same cell
} PointTable;

static wfVec3 cellOf( const PointTable* table, wfVec3 p )
{
	if ( table->cell > 0.0 )
	{
		p = ( wfVec3 ){ floor( p.x / table->cell ), floor( p.y / table->cell ), floor( p.z / table->cell ) };
	}
	// -0 becomes 0.
	return ( wfVec3 ){ p.x + 0.0, p.y + 0.0, p.z + 0.0 };
}

static size_t hashOf( const PointTable* table, wfVec3 cell )
{
	uint64_t hash = wfMixBits( wfBitsOfDouble( cell.x ) );
	hash = wfMixBits( hash + 0x9E3779B97F4A7C15ull + wfBitsOfDouble( cell.y ) );
	hash = wfMixBits( hash + 0x9E3779B97F4A7C15ull + wfBitsOfDouble( cell.z ) );
	return (size_t)hash & ( table->size - 1 );
}

// The slot with the first vertex of the cell, or the empty one where it belongs.
static size_t findSlot( const PointTable* table, wfVec3 cell )
{
	size_t k = hashOf( table, cell );
	while ( table->slot[k] >= 0 )
	{
		wfVec3 other = cellOf( table, table->points[table->slot[k]] );
		if ( other.x == cell.x && other.y == cell.y && other.z == cell.z )
		{
			break;
		}
		k = ( k + 1 ) & ( table->size - 1 );
	}
	return k;
}

static void emptyTable( PointTable* table, double cell )
{
	table->cell = cell;
	memset( table->slot, 0xFF, table->size * sizeof( int32_t ) );
}

// Chains keep the first vertex of a cell in front. Returns false when some cell got crowded.
static bool fillTable( PointTable* table )
{
	bool crowded = false;
	for ( int32_t v = 0; v < table->count; ++v )
	{
		if ( !wfIsPlace3( table->points[v] ) )
		{
			continue;
		}
		size_t k = findSlot( table, cellOf( table, table->points[v] ) );
		int32_t first = table->slot[k];
		if ( first < 0 )
		{
			table->slot[k] = v;
			table->next[v] = -1;
			continue;
		}
		table->next[v] = table->next[first];
		table->next[first] = v;
		// Chains this long are rare: count them only now and then.
		if ( ( wfMixBits( (uint64_t)v ) & 15 ) == 0 )
		{
			int32_t length = 0;
			for ( int32_t i = first; i >= 0 && length <= WF_CROWDED_CELL; i = table->next[i] )
			{
				length += 1;
			}
			crowded = crowded || length > WF_CROWDED_CELL;
		}
	}
	return !crowded;
}

static void joinCell( const PointTable* table, wfVec3 cell, int32_t v, double distance, bool dense, int32_t* root )
{
	int32_t first = table->slot[findSlot( table, cell )];
	// In a dense cell all are one already: nothing to gain where v belongs to them.
	if ( first < 0 || ( dense && wfFindRoot( root, first ) == wfFindRoot( root, v ) ) )
	{
		return;
	}
	wfVec3 p = table->points[v];
	for ( int32_t i = first; i >= 0; i = table->next[i] )
	{
		wfVec3 d = wfSub3( table->points[i], p );
		if ( i != v && wfDot3( d, d ) <= distance * distance )
		{
			wfJoinSets( root, v, i );
			if ( dense )
			{
				return;
			}
		}
	}
}

static void joinNeighbors( const PointTable* table, double distance, bool dense, int32_t* root )
{
	for ( int32_t v = 0; v < table->count; ++v )
	{
		wfVec3 p = table->points[v];
		if ( !wfIsPlace3( p ) )
		{
			continue;
		}
		wfVec3 lower = cellOf( table, ( wfVec3 ){ p.x - distance, p.y - distance, p.z - distance } );
		wfVec3 upper = cellOf( table, ( wfVec3 ){ p.x + distance, p.y + distance, p.z + distance } );
		// Counted, as far away the next cell is the same number again.
		int32_t nx = (int32_t)( upper.x - lower.x ), ny = (int32_t)( upper.y - lower.y ), nz = (int32_t)( upper.z - lower.z );
		for ( int32_t i = 0; i <= nx; ++i )
		{
			for ( int32_t j = 0; j <= ny; ++j )
			{
				for ( int32_t k = 0; k <= nz; ++k )
				{
					joinCell( table, ( wfVec3 ){ lower.x + i, lower.y + j, lower.z + k }, v, distance, dense, root );
				}
			}
		}
	}
}

static void joinCells( const PointTable* table, int32_t* root )
{
	for ( size_t k = 0; k < table->size; ++k )
	{
		for ( int32_t i = table->slot[k]; i >= 0; i = table->next[i] )
		{
			wfJoinSets( root, table->slot[k], i );
		}
	}
}

static void weldWithin( PointTable* table, double distance, int32_t* root )
{
	emptyTable( table, WF_SPARSE_CELL * distance );
	bool dense = !fillTable( table );
	if ( dense )
	{
		emptyTable( table, WF_DENSE_CELL * distance );
		fillTable( table );
		joinCells( table, root );
	}
	joinNeighbors( table, distance, dense, root );
	for ( int32_t v = 0; v < table->count; ++v )
	{
		root[v] = wfFindRoot( root, v );
	}
}

wfResult wfWeldVertices( const wfMeshDef* def, int32_t* root )
{
	for ( int32_t v = 0; v < def->vertexCount; ++v )
	{
		root[v] = v;
	}
	if ( def->weldDistance < 0.0 )
	{
		return wf_ok;
	}
	PointTable table = { .points = def->vertices, .count = def->vertexCount, .size = tableSize( def->vertexCount ) };
	bool chained = def->weldDistance > 0.0;
	table.slot = wfAllocateArray( table.size, sizeof( int32_t ) );
	table.next = chained ? wfAllocateArray( (size_t)table.count, sizeof( int32_t ) ) : NULL;
	wfResult result = table.slot == NULL || ( chained && table.next == NULL ) ? wf_outOfMemory : wf_ok;
	if ( result == wf_ok && chained )
	{
		weldWithin( &table, def->weldDistance, root );
	}
	else if ( result == wf_ok )
	{
		emptyTable( &table, 0.0 );
		for ( int32_t v = 0; v < table.count; ++v )
		{
			if ( wfIsPlace3( table.points[v] ) )
			{
				size_t k = findSlot( &table, cellOf( &table, table.points[v] ) );
				table.slot[k] = table.slot[k] < 0 ? v : table.slot[k];
				root[v] = table.slot[k];
			}
		}
	}
	wfReleaseArray( table.slot, table.size, sizeof( int32_t ) );
	wfReleaseArray( table.next, (size_t)table.count, sizeof( int32_t ) );
	return result;
}
