// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Kinds of worlds whose people have to pass each other: corridors, doors, crossings.

#include "stress/draft.h"

// Two rooms and a corridor between them; each side wants to be on the other.
void wfDraftStressCorridor( wfStressDraft* draft )
{
	double width = wfStress_DrawDoor( draft, 1.5, 5.0 ), length = wfStress_DrawIn( draft, 10.0, 40.0 );
	double half = 0.5 * length;
	wfBox2 corridor = wfMakeBox( -half - 0.5, -0.5 * width, half + 0.5, 0.5 * width );
	wfStress_AddFloor( draft, corridor );
	wfStress_AddCut( draft, width );
	uint64_t zones[2];
	wfBox2 rooms[2];
	for ( int32_t i = 0; i < 2; ++i )
	{
		double depth = wfStress_DrawIn( draft, 4.0, 10.0 ), side = wfMax( width, 4.0 ) + wfStress_DrawIn( draft, 0.0, 6.0 );
		double shift = wfStress_DrawIn( draft, -0.5, 0.5 ) * ( side - width ), sign = i == 0 ? -1.0 : 1.0;
		double far = sign * ( half + depth );
		rooms[i] = wfMakeBox( sign * half, shift - 0.5 * side, far, shift + 0.5 * side );
		wfStress_AddFloor( draft, rooms[i] );
		zones[i] = wfStress_AddZone( draft, wfMakeBox( far, shift - 0.5 * side, far - sign * 0.5 * depth, shift + 0.5 * side ) );
	}
	double other = wfStress_DrawIn( draft, 0.2, 1.0 );
	wfStress_AddGroup( draft, ( wfStressGroup ){ .region = rooms[0], .share = 1.0, .targets = zones[1] } );
	wfStress_AddGroup( draft, ( wfStressGroup ){ .region = rooms[1], .share = other, .targets = zones[0] } );
	// In half of the worlds people meet in a corridor that is not empty.
	if ( wfStress_DrawChance( draft, 0.5 ) )
	{
		wfBox2 inside = wfMakeBox( -half, -0.5 * width, half, 0.5 * width );
		wfStress_AddGroup( draft, ( wfStressGroup ){ .region = inside, .share = 0.3, .targets = zones[0] | zones[1] } );
	}
}

// Two rooms and one door.
void wfDraftStressDoor( wfStressDraft* draft )
{
	double height = wfStress_DrawIn( draft, 4.0, 12.0 ), thickness = wfStress_DrawIn( draft, 0.15, 1.0 );
	double depths[2];
	depths[0] = wfStress_DrawIn( draft, 4.0, 12.0 );
	depths[1] = wfStress_DrawIn( draft, 4.0, 12.0 );
	wfStress_AddFloor( draft, wfMakeBox( -depths[0], 0.0, thickness + depths[1], height ) );
	wfStress_AddWallWithDoor( draft, wfMakeBox( 0.0, 0.0, thickness, height ), wfStress_DrawDoor( draft, 0.0, 2.5 ) );
	wfBox2 left = wfMakeBox( -depths[0], 0.0, 0.0, height ), right = wfMakeBox( thickness, 0.0, thickness + depths[1], height );
	uint64_t toLeft = wfStress_AddZone( draft, wfMakeBox( -depths[0], 0.0, -0.5 * depths[0], height ) );
	uint64_t toRight = wfStress_AddZone( draft, wfMakeBox( thickness + 0.5 * depths[1], 0.0, thickness + depths[1], height ) );
	double other = wfStress_DrawIn( draft, 0.1, 1.0 );
	wfStress_AddGroup( draft, ( wfStressGroup ){ .region = left, .share = 1.0, .targets = toRight } );
	wfStress_AddGroup( draft, ( wfStressGroup ){ .region = right, .share = other, .targets = toLeft } );
}

// A box from the middle along one of the four directions, `from` to `to` away.
static wfBox2 makeArm( int32_t direction, double from, double to, double halfWidth )
{
	double sign = direction < 2 ? 1.0 : -1.0;
	return direction % 2 == 0 ? wfMakeBox( sign * from, -halfWidth, sign * to, halfWidth )
							  : wfMakeBox( -halfWidth, sign * from, halfWidth, sign * to );
}

// Two corridors that cross; people come from all four ends, and go straight on or to any other end.
void wfDraftStressCrossing( wfStressDraft* draft )
{
	double halves[2];
	uint64_t zones[4];
	wfBox2 arms[4];
	halves[0] = 0.5 * wfStress_DrawDoor( draft, 1.5, 5.0 );
	halves[1] = 0.5 * wfStress_DrawDoor( draft, 1.5, 5.0 );
	for ( int32_t i = 0; i < 4; ++i )
	{
		double from = halves[1 - i % 2], to = from + wfStress_DrawIn( draft, 5.0, 15.0 );
		arms[i] = makeArm( i, from + 0.5, to, halves[i % 2] );
		wfStress_AddFloor( draft, makeArm( i, -0.5, to, halves[i % 2] ) );
		wfStress_AddCut( draft, 2.0 * halves[i % 2] );
		zones[i] = wfStress_AddZone( draft, makeArm( i, to - 2.0, to, halves[i % 2] ) );
	}
	bool straight = wfStress_DrawChance( draft, 0.5 );
	uint64_t all = zones[0] | zones[1] | zones[2] | zones[3];
	for ( int32_t i = 0; i < 4; ++i )
	{
		uint64_t targets = straight ? zones[( i + 2 ) % 4] : all & ~zones[i];
		wfStress_AddGroup( draft, ( wfStressGroup ){ .region = arms[i], .share = 1.0, .targets = targets } );
	}
}

// A corridor with dead ends on both sides: everybody goes from one end to another.
void wfDraftStressJunctions( wfStressDraft* draft )
{
	enum
	{
		most = 8
	};
	double width = wfStress_DrawDoor( draft, 1.5, 3.5 ), at = 2.5, length = 0.0;
	int32_t branches = 2 + wfStress_DrawOf( draft, 5 ), count = 0;
	wfBox2 ends[most];
	uint64_t zones[most], all = 0;
	for ( int32_t i = 0; i < branches; ++i )
	{
		double branch = wfStress_DrawDoor( draft, 1.5, 3.5 ), depth = wfStress_DrawIn( draft, 3.0, 10.0 );
		bool up = wfStress_DrawChance( draft, 0.5 );
		double y0 = up ? 0.5 * width : -0.5 * width, y1 = up ? y0 + depth : y0 - depth, y2 = up ? y1 - 1.5 : y1 + 1.5;
		wfStress_AddFloor( draft, wfMakeBox( at, 0.0, at + branch, y1 ) );
		wfStress_AddCut( draft, branch );
		ends[count] = wfMakeBox( at, y0, at + branch, y1 );
		zones[count++] = wfStress_AddZone( draft, wfMakeBox( at, y1, at + branch, y2 ) );
		length = at + branch + 2.5;
		at += branch + wfStress_DrawIn( draft, 0.3, 5.0 );
	}
	wfStress_AddFloor( draft, wfMakeBox( 0.0, -0.5 * width, length, 0.5 * width ) );
	wfStress_AddCut( draft, width );
	for ( int32_t i = 0; i < 2; ++i )
	{
		double x0 = i == 0 ? 0.0 : length, x1 = i == 0 ? 2.0 : length - 2.0;
		ends[count] = wfMakeBox( x0, -0.5 * width, x1, 0.5 * width );
		zones[count++] = wfStress_AddZone( draft, wfMakeBox( x0, -0.5 * width, x1, 0.5 * width ) );
	}
	for ( int32_t i = 0; i < count; ++i )
	{
		all |= zones[i];
	}
	for ( int32_t i = 0; i < count; ++i )
	{
		wfStress_AddGroup( draft, ( wfStressGroup ){ .region = ends[i], .share = 1.0, .targets = all & ~zones[i] } );
	}
}

// A closed corridor, round or square: everybody walks a quarter of it, one way or the other.
void wfDraftStressRing( wfStressDraft* draft )
{
	double width = wfStress_DrawDoor( draft, 1.5, 4.0 ), half = width + wfStress_DrawIn( draft, 3.0, 8.0 ), third = half / 3.0;
	bool isRound = wfStress_DrawChance( draft, 0.5 ) && !draft->world->def.boxesOnly;
	wfStress_AddCut( draft, width );
	if ( isRound )
	{
		wfStress_AddPillar( draft, ( wfStressPillar ){ .radius = half, .isFloor = true } );
		wfStress_AddPillar( draft, ( wfStressPillar ){ .radius = half - width } );
	}
	else
	{
		wfStress_AddFloor( draft, wfMakeBox( -half, -half, half, half ) );
		wfStress_AddWall( draft, wfMakeBox( width - half, width - half, half - width, half - width ) );
	}
	static const int32_t columns[8] = { 1, 1, 0, -1, -1, -1, 0, 1 }, rows[8] = { 0, 1, 1, 1, 0, -1, -1, -1 };
	uint64_t zones[8];
	wfBox2 parts[8];
	for ( int32_t i = 0; i < 8; ++i )
	{
		wfVec2 middle = { 2.0 * third * columns[i], 2.0 * third * rows[i] };
		parts[i] = wfBoxAround( middle, middle, third );
		zones[i] = wfStress_AddZone( draft, parts[i] );
	}
	bool bothWays = wfStress_DrawChance( draft, 0.8 );
	for ( int32_t i = 0; i < 8; ++i )
	{
		uint64_t targets = zones[( i + 2 ) % 8] | ( bothWays ? zones[( i + 6 ) % 8] : 0 );
		wfStress_AddGroup( draft, ( wfStressGroup ){ .region = parts[i], .share = 1.0, .targets = targets } );
	}
}

// People of both ends of a world along x, each to the other end; in some worlds from one end only.
static void addEnds( wfStressDraft* draft, const wfBox2 starts[2], const wfBox2 ends[2] )
{
	uint64_t zones[2];
	zones[0] = wfStress_AddZone( draft, ends[0] );
	zones[1] = wfStress_AddZone( draft, ends[1] );
	double other = wfStress_DrawChance( draft, 0.2 ) ? 0.0 : wfStress_DrawIn( draft, 0.2, 1.0 );
	wfStress_AddGroup( draft, ( wfStressGroup ){ .region = starts[0], .share = 1.0, .targets = zones[1] } );
	wfStress_AddGroup( draft, ( wfStressGroup ){ .region = starts[1], .share = other, .targets = zones[0] } );
}

// Walls from both sides in turn, around whose ends everybody has to go.
void wfDraftStressSlalom( wfStressDraft* draft )
{
	int32_t count = 2 + wfStress_DrawOf( draft, 6 );
	double height = wfStress_DrawIn( draft, 4.0, 10.0 ), room = wfStress_DrawIn( draft, 4.0, 8.0 ), at = room;
	bool up = wfStress_DrawChance( draft, 0.5 );
	for ( int32_t i = 0; i < count; ++i, up = !up )
	{
		double thickness = wfStress_DrawIn( draft, 0.15, 0.4 ), gap = wfStress_DrawDoor( draft, 0.8, 3.0 );
		wfStress_AddWall( draft, up ? wfMakeBox( at, gap, at + thickness, height )
									: wfMakeBox( at, 0.0, at + thickness, height - gap ) );
		wfStress_AddCut( draft, gap );
		double spacing = wfStress_DrawDoor( draft, 1.5, 5.0 );
		if ( i + 1 < count )
		{
			wfStress_AddCut( draft, spacing );
			at += spacing;
		}
		at += thickness;
	}
	wfStress_AddFloor( draft, wfMakeBox( 0.0, 0.0, at + room, height ) );
	const wfBox2 starts[2] = { wfMakeBox( 0.0, 0.0, room, height ), wfMakeBox( at, 0.0, at + room, height ) };
	const wfBox2 ends[2] = { wfMakeBox( 0.0, 0.0, 0.5 * room, height ), wfMakeBox( at + 0.5 * room, 0.0, at + room, height ) };
	addEnds( draft, starts, ends );
}

// A corridor that turns back at the end of each leg.
static void draftTurns( wfStressDraft* draft, double width, double thickness )
{
	int32_t legs = 2 + wfStress_DrawOf( draft, 4 );
	double length = width + wfStress_DrawIn( draft, 5.0, 14.0 ), turn = wfStress_DrawDoor( draft, 0.8 * width, width );
	double height = legs * width + ( legs - 1 ) * thickness, last = height - width;
	wfStress_AddFloor( draft, wfMakeBox( 0.0, 0.0, length, height ) );
	wfStress_AddCut( draft, turn );
	for ( int32_t i = 1; i < legs; ++i )
	{
		double y1 = i * ( width + thickness ), y0 = y1 - thickness;
		wfStress_AddWall( draft, i % 2 == 1 ? wfMakeBox( 0.0, y0, length - turn, y1 ) : wfMakeBox( turn, y0, length, y1 ) );
	}
	double far = legs % 2 == 0 ? 0.0 : length, back = legs % 2 == 0 ? 2.0 : length - 2.0;
	const wfBox2 starts[2] = { wfMakeBox( 0.0, 0.0, 0.5 * length, width ), wfMakeBox( far, last, 0.5 * length, height ) };
	const wfBox2 ends[2] = { wfMakeBox( 0.0, 0.0, 2.0, width ), wfMakeBox( far, last, back, height ) };
	addEnds( draft, starts, ends );
}

// A spiral of right angles from a room to its middle.
static void draftSpiral( wfStressDraft* draft, double width, double thickness )
{
	int32_t legs = 4 + wfStress_DrawOf( draft, 3 );
	double pitch = width + thickness, half = 0.5 * width;
	double sides[2];
	sides[0] = 3.0 * pitch + wfStress_DrawIn( draft, 2.0, 6.0 );
	sides[1] = 3.0 * pitch + wfStress_DrawIn( draft, 2.0, 6.0 );
	wfVec2 at = { 0.0, 0.0 }, to = at, step = { 1.0, 0.0 };
	for ( int32_t i = 0; i < legs; ++i )
	{
		at = to;
		// The third leg is as long as the first; from then on every second one is a pitch shorter.
		double length = sides[i % 2] - pitch * ( i < 2 ? 0 : ( i - 1 ) / 2 );
		to = wfAddScaled2( at, length, step );
		wfStress_AddFloor( draft, wfBoxAround( at, to, half ) );
		step = i + 1 < legs ? wfPerpendicular2( step ) : step;
	}
	wfStress_AddCut( draft, width );
	double depth = wfStress_DrawIn( draft, 4.0, 8.0 ), side = width + wfStress_DrawIn( draft, 1.0, 6.0 );
	wfBox2 room = wfMakeBox( -depth, half - side, half, half );
	wfStress_AddFloor( draft, room );
	const wfBox2 starts[2] = { room, wfBoxAround( at, to, half ) };
	const wfBox2 ends[2] = { wfMakeBox( -depth, half - side, -0.5 * depth, half ),
							 wfBoxAround( wfAddScaled2( to, -2.0, step ), to, half ) };
	addEnds( draft, starts, ends );
}

void wfDraftStressWinding( wfStressDraft* draft )
{
	double width = wfStress_DrawDoor( draft, 1.5, 4.0 ), thickness = wfStress_DrawIn( draft, 0.2, 0.6 );
	if ( wfStress_DrawChance( draft, 0.5 ) )
	{
		draftTurns( draft, width, thickness );
	}
	else
	{
		draftSpiral( draft, width, thickness );
	}
}
