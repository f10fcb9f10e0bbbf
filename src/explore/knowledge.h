// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A map of knowledge: what has been seen of each cell, where the disc can stand and get to, and which unknown cells are next to
// free ones.
#pragma once

#include "base/array.h"
#include "base/bytes.h"
#include "explore/sight.h"
#include "wayfield/explore.h"

// Bits of a cell, besides wfKnown and WF_STANDING_CELL.
#define WF_FITS_CELL 8u		 // when it was last seen the disc had room there
#define WF_FRONTIER_CELL 16u // unknown, and one of its four neighbours is known to be free
#define WF_VISITED_CELL 32u	 // while lists are made
#define WF_REACHED_CELL 64u	 // joined by standing cells to where an explorer of this map stands

typedef struct wfPersonSeen
{
	uint64_t id;
	wfVec2 place;
	double radius;
	double time;
} wfPersonSeen;

typedef WF_ARRAY( int32_t ) wfCellList;

typedef struct wfKnowledge
{
	int32_t width, height;
	double cellSize;
	wfVec2 origin;
	double radius;
	uint8_t* cells;
	float* seen;	   // s; -1: never
	uint16_t* lacking; // unknown cells among those the disc covers
	int32_t* stand;	   // of a frontier cell: where it is seen from, -1: nowhere
	int32_t* checked;  // of a frontier cell: the stamp at which that was so; 0: not yet looked for
	int32_t* tiles;	   // by tile: the stamp of its last change
	int32_t tileColumns, tileRows;
	int32_t stamp;		// counts changes of the map that somebody asks for
	wfCellList covered; // offsets x, y in turn of the cells a disc covers
	wfCellList toReach; // cells that the disc can stand on since the last wfKnowledge_Reach
	bool lostGround;	// since then it cannot stand somewhere it could
	int64_t counts[3];	// by wfKnown
	int64_t standCount;
	uint8_t* costs; // of people seen there, in quarters above 1; null: none yet
	WF_ARRAY( wfPersonSeen ) people;
} wfKnowledge;

#define WF_TILE 16

static inline size_t wfKnowledge_Count( const wfKnowledge* map )
{
	return (size_t)map->width * (size_t)map->height;
}

static inline wfKnown wfGetKnown( const wfKnowledge* map, int32_t cell )
{
	return (wfKnown)( map->cells[cell] & WF_KNOWN_MASK );
}

static inline bool wfCanStand( const wfKnowledge* map, int32_t cell )
{
	return ( map->cells[cell] & WF_STANDING_CELL ) != 0;
}

static inline wfVec2 wfKnowledge_GetCenter( const wfKnowledge* map, int32_t cell )
{
	return ( wfVec2 ){ map->origin.x + ( cell % map->width + 0.5 ) * map->cellSize,
					   map->origin.y + ( cell / map->width + 0.5 ) * map->cellSize };
}

// -1 outside.
int32_t wfKnowledge_GetCell( const wfKnowledge* map, wfVec2 place );

wfResult wfKnowledge_Create( wfKnowledge* map, const wfExplorationDef* def );
void wfKnowledge_Free( wfKnowledge* map );
size_t wfKnowledge_CountBytes( const wfKnowledge* map );

// Note what is seen of a cell. Fails before anything has changed.
wfResult wfKnowledge_See( wfKnowledge* map, int32_t cell, wfKnown known, bool fits, double time );
// After cells were seen: which standing cells are joined to these, where explorers are.
wfResult wfKnowledge_Reach( wfKnowledge* map, const int32_t* from, int32_t count );
// Sight over what is known: what is not known to be free stops it.
wfSightCells wfKnowledge_GetSight( const wfKnowledge* map );
// Whether something has changed within `reach` cells of a cell since a stamp.
bool wfKnowledge_HasChanged( const wfKnowledge* map, int32_t cell, int32_t reach, int32_t since );
// Take over what another map of the same cells has seen later.
wfResult wfKnowledge_Merge( wfKnowledge* map, const wfKnowledge* other );
// Take the whole map from somewhere else; where the disc can stand follows from the walls.
wfResult wfKnowledge_Set( wfKnowledge* map, const uint8_t* known, double time );
// The standing cell nearest to a place, within a few cells; -1: none.
int32_t wfKnowledge_FindStanding( const wfKnowledge* map, wfVec2 place );

// Of every cell how much the disc lacks there, from what is unknown.
void wfKnowledge_CountLacking( wfKnowledge* map );
bool wfKnowledge_IsFrontier( const wfKnowledge* map, int32_t cell );
void wfKnowledge_Save( const wfKnowledge* map, wfStateWriter* writer );
wfResult wfKnowledge_Restore( wfKnowledge* map, wfStateReader* reader );
