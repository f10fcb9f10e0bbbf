// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Kinds of worlds with many rooms, shelves, seats or pillars.

#include "stress/draft.h"

// Rooms in a row, a door between each two. Everybody goes to any other room, or all leave for the last one.
void wfDraftStressRooms( wfStressDraft* draft )
{
	enum
	{
		most = 6
	};
	int32_t count = 3 + wfStress_DrawOf( draft, most - 2 );
	double height = wfStress_DrawIn( draft, 4.0, 10.0 ), thickness = wfStress_DrawIn( draft, 0.15, 0.4 ), at = 0.0;
	wfBox2 rooms[most] = { 0 };
	uint64_t zones[most] = { 0 }, all = 0;
	for ( int32_t i = 0; i < count; ++i )
	{
		double depth = wfStress_DrawIn( draft, 4.0, 8.0 );
		rooms[i] = wfMakeBox( at, 0.0, at + depth, height );
		zones[i] = wfStress_AddZone( draft, wfMakeBox( at + 0.2 * depth, 0.2 * height, at + 0.8 * depth, 0.8 * height ) );
		all |= zones[i];
		at += depth;
		if ( i + 1 < count )
		{
			wfBox2 wall = wfMakeBox( at, 0.0, at + thickness, height );
			wfStress_AddWallWithDoor( draft, wall, wfStress_DrawDoor( draft, 0.0, 2.5 ) );
			at += thickness;
		}
	}
	wfStress_AddFloor( draft, wfMakeBox( 0.0, 0.0, at, height ) );
	bool leave = wfStress_DrawChance( draft, 0.3 );
	for ( int32_t i = 0; i < count - ( leave ? 1 : 0 ); ++i )
	{
		uint64_t targets = leave ? zones[count - 1] : all & ~zones[i];
		wfStress_AddGroup( draft, ( wfStressGroup ){ .region = rooms[i], .share = 1.0, .targets = targets } );
	}
}

// Aisles between shelves, open at both ends. Everybody fetches something from a place in an aisle, then leaves by an exit.
void wfDraftStressShelves( wfStressDraft* draft )
{
	int32_t aisles = 3 + wfStress_DrawOf( draft, 6 );
	double aisle = wfStress_DrawDoor( draft, 1.7, 2.7 ), shelf = wfStress_DrawIn( draft, 0.5, 1.2 );
	double length = wfStress_DrawIn( draft, 6.0, 15.0 ), front = wfStress_DrawIn( draft, 2.0, 4.0 );
	double back = wfStress_DrawIn( draft, 1.8, 3.0 ), width = aisles * aisle + ( aisles - 1 ) * shelf;
	wfStress_AddFloor( draft, wfMakeBox( 0.0, -front, width, length + back ) );
	wfStress_AddCut( draft, aisle );
	uint64_t places = 0, exits = 0;
	for ( int32_t i = 0; i < aisles; ++i )
	{
		double x = i * ( aisle + shelf );
		places |= wfStress_AddZone( draft, wfMakeBox( x, 0.0, x + aisle, length ) );
		if ( i + 1 < aisles )
		{
			wfStress_AddWall( draft, wfMakeBox( x + aisle, 0.0, x + aisle + shelf, length ) );
		}
	}
	exits |= wfStress_AddZone( draft, wfMakeBox( 0.0, -front, 2.0, -0.4 * front ) );
	if ( wfStress_DrawChance( draft, 0.5 ) )
	{
		exits |= wfStress_AddZone( draft, wfMakeBox( width - 2.0, -front, width, -0.4 * front ) );
	}
	wfBox2 everywhere = wfMakeBox( 0.0, -front, width, length + back );
	wfStress_AddGroup( draft, ( wfStressGroup ){ .region = everywhere, .share = 1.0, .errands = places, .targets = exits } );
}

// The passages from the hall of a stadium to the ground outside, side by side.
static void addExits( wfStressDraft* draft, double half, double y, double thickness )
{
	int32_t exits = 1 + wfStress_DrawOf( draft, 3 );
	double outside = 3.0, part = 2.0 * half / exits;
	for ( int32_t i = 0; i < exits; ++i )
	{
		double width = wfMin( wfStress_DrawDoor( draft, 0.8, 2.5 ), 0.9 * part );
		double x = -half + part * i + wfStress_DrawIn( draft, 0.0, part - width );
		wfStress_AddFloor( draft, wfMakeBox( x, y - thickness - 0.5, x + width, y + 0.5 ) );
		wfStress_AddCut( draft, width );
	}
	wfStress_AddFloor( draft, wfMakeBox( -half, y - thickness, half, y - thickness - outside ) );
	wfStress_AddZone( draft, wfMakeBox( -half, y - thickness - outside, half, y - thickness - 0.5 * outside ) );
}

// Rows of seats on both sides of a gangway, a hall below them, and exits: all leave.
void wfDraftStressStadium( wfStressDraft* draft )
{
	int32_t rows = 4 + wfStress_DrawOf( draft, 9 );
	double row = wfStress_DrawDoor( draft, 0.8, 1.3 ), bench = wfStress_DrawIn( draft, 0.3, 0.5 ), pitch = row + bench;
	double gangway = wfStress_DrawDoor( draft, 1.2, 2.5 ), length = wfStress_DrawIn( draft, 4.0, 10.0 );
	double hall = wfStress_DrawIn( draft, 2.0, 5.0 ), half = 0.5 * gangway + length, top = rows * pitch - bench;
	wfStress_AddFloor( draft, wfMakeBox( -half, -hall, half, top ) );
	wfStress_AddCut( draft, gangway );
	for ( int32_t i = 0; i < rows; ++i )
	{
		double y = i * pitch - bench;
		wfStress_AddWall( draft, wfMakeBox( -half, y, -0.5 * gangway, y + bench ) );
		wfStress_AddWall( draft, wfMakeBox( 0.5 * gangway, y, half, y + bench ) );
	}
	addExits( draft, half, -hall, wfStress_DrawIn( draft, 0.2, 0.6 ) );
	wfStress_AddGroup( draft, ( wfStressGroup ){ .region = wfMakeBox( -half, 0.0, half, top ), .share = 1.0, .targets = 1 } );
	wfStress_AddGroup( draft,
					   ( wfStressGroup ){ .region = wfMakeBox( -half, -hall, half, -bench ), .share = 0.4, .targets = 1 } );
}

// --------------------------------------------------------------------------------------------------------------- network

// A corridor between two nodes, in some worlds with a door in its middle.
static void addEdge( wfStressDraft* draft, wfVec2 a, wfVec2 b )
{
	double width = wfStress_DrawDoor( draft, 1.2, 3.5 ), half = 0.5 * width;
	bool along = a.y == b.y, hasDoor = wfStress_DrawChance( draft, 0.4 );
	wfBox2 floor = along ? wfMakeBox( a.x, a.y - half, b.x, a.y + half ) : wfMakeBox( a.x - half, a.y, a.x + half, b.y );
	wfStress_AddFloor( draft, floor );
	double door = wfStress_DrawDoor( draft, 0.0, width ), from = wfStress_DrawIn( draft, -half, half - door );
	wfStress_AddCut( draft, hasDoor ? door : width );
	if ( hasDoor )
	{
		wfVec2 middle = wfMix2( a, b, 0.5 );
		double t = 0.15;
		wfStress_AddWall( draft, along ? wfMakeBox( middle.x - t, a.y - half, middle.x + t, a.y + from )
									   : wfMakeBox( a.x - half, middle.y - t, a.x + from, middle.y + t ) );
		wfStress_AddWall( draft, along ? wfMakeBox( middle.x - t, a.y + from + door, middle.x + t, a.y + half )
									   : wfMakeBox( a.x + from + door, middle.y - t, a.x + half, middle.y + t ) );
	}
}

// Rooms and crossings on a lattice, joined by corridors and doors. Everybody goes to any other of them.
void wfDraftStressNetwork( wfStressDraft* draft )
{
	enum
	{
		most = 12
	};
	int32_t columns = 2 + wfStress_DrawOf( draft, 3 ), rows = 2 + wfStress_DrawOf( draft, 2 ), count = columns * rows;
	wfVec2 pitch;
	pitch.x = wfStress_DrawIn( draft, 8.0, 12.0 );
	pitch.y = wfStress_DrawIn( draft, 8.0, 12.0 );
	uint64_t zones[most], all = 0;
	wfBox2 nodes[most];
	for ( int32_t i = 0; i < count; ++i )
	{
		wfVec2 at = { pitch.x * ( i % columns ), pitch.y * ( i / columns ) }, half;
		half.x = 0.5 * wfStress_DrawIn( draft, 2.5, 6.0 );
		half.y = 0.5 * wfStress_DrawIn( draft, 2.5, 6.0 );
		nodes[i] = ( wfBox2 ){ wfSub2( at, half ), wfAdd2( at, half ) };
		wfStress_AddFloor( draft, nodes[i] );
		zones[i] = wfStress_AddZone( draft, nodes[i] );
		all |= zones[i];
		// One way on to what is there already, and some more.
		bool left = i % columns > 0, below = i >= columns, first = wfStress_DrawChance( draft, 0.5 );
		bool toLeft = left && ( !below || first || wfStress_DrawChance( draft, 0.35 ) );
		bool toBelow = below && ( !left || !first || wfStress_DrawChance( draft, 0.35 ) );
		if ( toLeft )
		{
			addEdge( draft, ( wfVec2 ){ at.x - pitch.x, at.y }, at );
		}
		if ( toBelow )
		{
			addEdge( draft, ( wfVec2 ){ at.x, at.y - pitch.y }, at );
		}
	}
	for ( int32_t i = 0; i < count; ++i )
	{
		wfStress_AddGroup( draft, ( wfStressGroup ){ .region = nodes[i], .share = 1.0, .targets = all & ~zones[i] } );
	}
}

// ---------------------------------------------------------------------------------------------------------------- square

static bool isApart( const wfStressPillar* pillars, int32_t count, wfStressPillar pillar, double gap )
{
	for ( int32_t i = 0; i < count; ++i )
	{
		// Boxes are as wide as the discs around them at most.
		if ( wfDistance2( pillars[i].center, pillar.center ) < pillars[i].radius + pillar.radius + gap )
		{
			return false;
		}
	}
	return true;
}

// An open square with pillars; everybody goes from anywhere to anywhere.
void wfDraftStressSquare( wfStressDraft* draft )
{
	enum
	{
		most = 40,
		draws = 20
	};
	double width = wfStress_DrawIn( draft, 8.0, 22.0 ), height = wfStress_DrawIn( draft, 8.0, 22.0 );
	wfStressPillar pillars[most];
	int32_t wanted = wfStress_DrawOf( draft, most + 1 ), count = 0;
	bool isRound = wfStress_DrawChance( draft, 0.5 ) && !draft->world->def.boxesOnly;
	for ( int32_t i = 0; i < wanted * draws && count < wanted; ++i )
	{
		wfStressPillar pillar = { .radius = wfStress_DrawIn( draft, 0.2, 1.2 ) };
		double room = pillar.radius + draft->leastDoor;
		pillar.center.x = wfStress_DrawIn( draft, room, width - room );
		pillar.center.y = wfStress_DrawIn( draft, room, height - room );
		if ( isApart( pillars, count, pillar, draft->leastDoor ) )
		{
			pillars[count++] = pillar;
		}
	}
	for ( int32_t i = 0; i < count; ++i )
	{
		double half = pillars[i].radius / sqrt( 2.0 );
		if ( isRound )
		{
			wfStress_AddPillar( draft, pillars[i] );
		}
		else
		{
			wfStress_AddWall( draft, wfBoxAround( pillars[i].center, pillars[i].center, half ) );
		}
	}
	wfBox2 floor = wfMakeBox( 0.0, 0.0, width, height );
	wfStress_AddFloor( draft, floor );
	wfStress_AddCut( draft, wfMin( width, height ) );
	draft->ownPlaces = true;
	uint64_t anywhere = wfStress_AddZone( draft, floor );
	wfStress_AddGroup( draft, ( wfStressGroup ){ .region = floor, .share = 1.0, .targets = anywhere } );
}

// ----------------------------------------------------------------------------------------------------------------- hotel

typedef struct Hotel
{
	double width, wall, length; // of the corridor; thickness of the walls
	uint64_t rooms, exits;
	wfBox2 regions[WF_STRESS_MAX_ZONES];
	int32_t count;
} Hotel;

// The rooms of one side, each with a door to the corridor.
static void addSide( wfStressDraft* draft, Hotel* hotel, double sign )
{
	double inner = 0.5 * hotel->width, outer = inner + hotel->wall;
	double depth = wfStress_DrawIn( draft, 3.0, 5.0 ), x = 0.0;
	while ( x + 3.0 < hotel->length )
	{
		double side = wfMin( wfStress_DrawIn( draft, 3.0, 5.0 ), hotel->length - x );
		double door = wfMin( wfStress_DrawDoor( draft, 0.7, 1.2 ), side );
		double from = x + wfStress_DrawIn( draft, 0.0, side - door );
		wfBox2 room = wfMakeBox( x, sign * outer, x + side, sign * ( outer + depth ) );
		wfStress_AddFloor( draft, room );
		wfStress_AddFloor( draft, wfMakeBox( from, sign * ( inner - 0.5 ), from + door, sign * ( outer + 0.5 ) ) );
		hotel->regions[hotel->count++] = room;
		hotel->rooms |= wfStress_AddZone( draft, room );
		x += side + hotel->wall;
	}
}

// Many small rooms off a corridor: all leave, and in some worlds others come back.
void wfDraftStressHotel( wfStressDraft* draft )
{
	Hotel hotel = { 0 };
	hotel.width = wfStress_DrawDoor( draft, 1.5, 3.0 );
	hotel.wall = wfStress_DrawIn( draft, 0.15, 0.4 );
	hotel.length = wfStress_DrawIn( draft, 12.0, 36.0 );
	double half = 0.5 * hotel.width, lobby = wfStress_DrawIn( draft, 3.0, 6.0 );
	wfStress_AddFloor( draft, wfMakeBox( -0.5, -half, hotel.length + 0.5, half ) );
	wfStress_AddCut( draft, hotel.width );
	addSide( draft, &hotel, 1.0 );
	if ( wfStress_DrawChance( draft, 0.7 ) )
	{
		addSide( draft, &hotel, -1.0 );
	}
	int32_t exits = 1 + wfStress_DrawOf( draft, 2 );
	bool back = wfStress_DrawChance( draft, 0.35 );
	for ( int32_t i = 0; i < exits; ++i )
	{
		double x0 = i == 0 ? -hotel.wall : hotel.length + hotel.wall, x1 = i == 0 ? x0 - lobby : x0 + lobby;
		double inside = i == 0 ? 0.0 : hotel.length, door = wfMin( wfStress_DrawDoor( draft, 0.8, 2.0 ), hotel.width );
		double from = wfStress_DrawIn( draft, -half, half - door );
		wfBox2 room = wfMakeBox( x0, -half - 1.0, x1, half + 1.0 );
		wfStress_AddFloor( draft, room );
		wfStress_AddFloor( draft, wfMakeBox( 2.0 * x0 - inside, from, 2.0 * inside - x0, from + door ) );
		wfStress_AddCut( draft, door );
		// The end of the corridor is closed but for the door.
		wfStress_AddWall( draft, wfMakeBox( x0, -half - 1.0, inside, from ) );
		wfStress_AddWall( draft, wfMakeBox( x0, from + door, inside, half + 1.0 ) );
		hotel.exits |= wfStress_AddZone( draft, wfMakeBox( 0.5 * ( x0 + x1 ), -half - 1.0, x1, half + 1.0 ) );
		hotel.regions[hotel.count++] = room;
	}
	for ( int32_t i = 0; i < hotel.count; ++i )
	{
		bool inRoom = i < hotel.count - exits;
		wfStress_AddGroup( draft, ( wfStressGroup ){ .region = hotel.regions[i],
													 .share = inRoom ? 1.0 : ( back ? 0.3 : 0.0 ),
													 .targets = inRoom ? hotel.exits : hotel.rooms } );
	}
}
