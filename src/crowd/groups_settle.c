// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Where the members of a group stand that has come to the end of its way. Slots that lie in walls, behind them, where a stranger
// stands or where another slot is already would have two of them press for one place: these move to the nearest places that are
// left, once, and all slots stay then as long as the group rests. In the plane only: on meshes walks end before walls.
#include "base/vec2.h"
#include "crowd/group_parts.h"
#include "crowd/tuning.h"
#include "world/world.h"

#include <string.h>

// The ground around the anchor in square cells, and who stands in each of them.
typedef struct wfSheet
{
	const wfCrowd* crowd;
	const wfGroup* group;
	const wfRouteLayer* layer;
	wfVec2 corner; // middle of the first cell
	double cell;
	int32_t side;		 // cells
	float* walks;		 // metres from the anchor; infinite: not on its side of the walls
	int32_t* first;		 // of those who stand in a cell, -1: nobody
	wfStander* standers; // all of them
	int32_t count;
} wfSheet;

static int32_t cellOf( const wfSheet* sheet, wfVec2 place )
{
	double x = floor( ( place.x - sheet->corner.x ) / sheet->cell + 0.5 ),
		   y = floor( ( place.y - sheet->corner.y ) / sheet->cell + 0.5 );
	bool isInside = x >= 0.0 && y >= 0.0 && x < sheet->side && y < sheet->side;
	return isInside ? (int32_t)y * sheet->side + (int32_t)x : -1;
}

static wfVec2 middleOf( const wfSheet* sheet, int32_t cell )
{
	return ( wfVec2 ){ sheet->corner.x + sheet->cell * ( cell % sheet->side ),
					   sheet->corner.y + sheet->cell * ( cell / sheet->side ) };
}

static void stand( wfSheet* sheet, wfVec2 place, double radius )
{
	int32_t cell = cellOf( sheet, place );
	if ( cell >= 0 )
	{
		sheet->standers[sheet->count] = ( wfStander ){ place, radius, sheet->first[cell] };
		sheet->first[cell] = sheet->count++;
	}
}

// Whether somebody who stands there is nearer than `gap` to nobody.
static bool isVacant( const wfSheet* sheet, wfVec2 place, double radius, double gap )
{
	int32_t cell = cellOf( sheet, place ), column = cell % sheet->side, row = cell / sheet->side;
	int32_t reach = (int32_t)ceil( ( radius + sheet->group->now.radius + gap ) / sheet->cell );
	for ( int32_t j = row - reach; j <= row + reach && cell >= 0; ++j )
	{
		for ( int32_t i = column - reach; i <= column + reach; ++i )
		{
			bool isInside = i >= 0 && j >= 0 && i < sheet->side && j < sheet->side;
			for ( int32_t k = isInside ? sheet->first[j * sheet->side + i] : -1; k >= 0; k = sheet->standers[k].next )
			{
				const wfStander* other = &sheet->standers[k];
				if ( wfDistance2( other->place, place ) < radius + other->radius + gap )
				{
					return false;
				}
			}
		}
	}
	return cell >= 0;
}

// ------------------------------------------------------------------------------------------------------------------- ground

// Metres from the anchor over free cells, as far as these are about as long as straight ways: what is behind a wall, and only
// to be had by a long way around it, is not where the group is.
static void walk( wfSheet* sheet, int32_t* queue )
{
	const wfGroupNow* now = &sheet->group->now;
	wfVec2 anchor = { now->x, now->y };
	int32_t cells = sheet->side * sheet->side, begin = 0, end = 0, first = cellOf( sheet, anchor );
	double loose = WF_SETTLE_LOOSE * sheet->group->formation.spacing + 2.0 * sheet->cell;
	for ( int32_t k = 0; k < cells; ++k )
	{
		sheet->walks[k] = INFINITY;
		sheet->first[k] = -1;
	}
	sheet->walks[first] = 0.0f;
	queue[end++] = first;
	for ( ; begin < end; ++begin )
	{
		int32_t cell = queue[begin], column = cell % sheet->side, row = cell / sheet->side;
		const int32_t steps[4][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };
		for ( int32_t k = 0; k < 4; ++k )
		{
			int32_t i = column + steps[k][0], j = row + steps[k][1], next = j * sheet->side + i;
			if ( i < 0 || j < 0 || i >= sheet->side || j >= sheet->side || sheet->walks[next] < INFINITY )
			{
				continue;
			}
			wfVec2 place = middleOf( sheet, next );
			double length = (double)sheet->walks[cell] + sheet->cell;
			// Along rows and columns: at most the root of 2 longer than straight.
			bool isNear = length <= WF_SETTLE_DETOUR * wfDistance2( place, anchor ) + loose;
			if ( isNear && (double)wfLayerClearance( sheet->layer, place ) >= sheet->layer->radius )
			{
				sheet->walks[next] = (float)length;
				queue[end++] = next;
			}
		}
	}
}

static double spacingOf( const wfGroup* group )
{
	return wfGroupHas( group, wf_groupIsFree ) ? WF_FREE_SPACING * group->now.radius : group->formation.spacing;
}

// As large as the shape, and as all who stand in it need.
static wfSheet openSheet( wfCrowd* crowd, const wfGroup* group )
{
	wfGroups* groups = &crowd->groups;
	wfVec2 anchor = { group->now.x, group->now.y };
	double reach = 0.0, spacing = spacingOf( group );
	for ( int32_t k = 0; k < group->slots.count; ++k )
	{
		reach = wfMax( reach, wfLength2( group->slots.data[k] ) );
	}
	reach += fabs( group->now.shift ) + spacing * ( 4.0 + 2.5 * sqrt( group->members.count ) );
	wfSheet sheet = { .crowd = crowd,
					  .group = group,
					  .layer = &crowd->ground.routes.layers.data[group->now.slotLayer],
					  .walks = groups->settleWalks.data,
					  .first = groups->settleFirst.data,
					  .standers = groups->standers.data };
	sheet.cell = wfMax( 2.0 * reach / ( WF_SETTLE_SIDE - 4 ), WF_SETTLE_CELL * group->now.radius );
	sheet.side = 2 * (int32_t)ceil( reach / sheet.cell ) + 1;
	double half = 0.5 * sheet.cell * ( sheet.side - 1 );
	sheet.corner = ( wfVec2 ){ anchor.x - half, anchor.y - half };
	walk( &sheet, groups->settleQueue.data );
	return sheet;
}

// Where a member can stand, exactly: cells of grids are open to those who walk through them.
static bool hasGround( const wfSheet* sheet, const wfAgent* agent, wfVec2 place )
{
	return wfWorld_GetDistance( sheet->crowd->ground.world, place, agent->kind ) >= (double)agent->radius + WF_SKIN;
}

// Who stands there for good, and is no member.
static void addStrangers( wfSheet* sheet )
{
	const wfPopulation* population = &sheet->crowd->population;
	int32_t index1 = (int32_t)( sheet->group - sheet->crowd->groups.list.data ) + 1;
	for ( int32_t slot = 0; slot < population->slotCount; ++slot )
	{
		const wfAgent* agent = &population->agents[slot];
		bool stands = ( agent->flags & wf_agentUsed ) && ( agent->flags & wf_agentEnded ) && agent->orders.group != index1;
		if ( stands )
		{
			stand( sheet, ( wfVec2 ){ agent->x, agent->y }, (double)agent->radius );
		}
	}
}

// ------------------------------------------------------------------------------------------------------------------- places

// The nearest place to a wish on the anchor's side of the walls where there is nobody; false: there is none.
static bool findVacant( const wfSheet* sheet, const wfAgent* agent, wfVec2 wish, double gap, wfVec2* found )
{
	double radius = (double)agent->radius;
	int32_t column = (int32_t)floor( ( wish.x - sheet->corner.x ) / sheet->cell + 0.5 ), side = sheet->side;
	int32_t row = (int32_t)floor( ( wish.y - sheet->corner.y ) / sheet->cell + 0.5 );
	double nearest = INFINITY;
	// Rings of cells; what is in a later one may be nearer than a corner of an earlier one.
	for ( int32_t ring = 0; ring < side && ( ring - 0.5 ) * sheet->cell < nearest; ++ring )
	{
		for ( int32_t j = row - ring; j <= row + ring; ++j )
		{
			bool isEdge = j == row - ring || j == row + ring;
			for ( int32_t i = column - ring; i <= column + ring; i += isEdge || ring == 0 ? 1 : 2 * ring )
			{
				bool isReached = i >= 0 && j >= 0 && i < side && j < side && sheet->walks[j * side + i] < INFINITY;
				wfVec2 place = isReached ? middleOf( sheet, j * side + i ) : wish;
				double distance = isReached ? wfDistance2( place, wish ) : INFINITY;
				if ( distance < nearest && isVacant( sheet, place, radius, gap ) && hasGround( sheet, agent, place ) )
				{
					nearest = distance;
					*found = place;
				}
			}
		}
	}
	return nearest < INFINITY;
}

static void moveSlot( wfSheet* sheet, wfGroup* group, int32_t k )
{
	const wfMember* member = &group->members.data[k];
	const wfAgent* agent = &sheet->crowd->population.agents[member->slot];
	wfGroupNow* now = &group->now;
	wfVec2 slot = group->slots.data[member->place], front = { now->frontX, now->frontY }, found;
	slot.y += now->shift;
	wfVec2 wish = wfAdd2( ( wfVec2 ){ now->x, now->y }, wfFromFrame2( front, slot ) );
	double radius = (double)agent->radius, spacing = spacingOf( group );
	double gap = wfMax( spacing - radius - now->radius, WF_SETTLE_GAP );
	bool hasRoom = findVacant( sheet, agent, wish, gap, &found ), isThere = hasRoom;
	// Rather close to each other than far away.
	wfVec2 narrow;
	if ( gap > WF_SETTLE_GAP && findVacant( sheet, agent, wish, WF_SETTLE_GAP, &narrow ) &&
		 ( !hasRoom || wfDistance2( found, wish ) > wfDistance2( narrow, wish ) + WF_SETTLE_LOOSE * spacing ) )
	{
		found = narrow;
		isThere = true;
	}
	if ( isThere )
	{
		group->places.data[k] = ( wfWayPlace ){ found.x, found.y, wfMiddleOnWay( now ) + slot.x, -1, 1 };
		stand( sheet, found, radius );
	}
}

wfResult wfReserveSettling( wfCrowd* crowd, const wfGroup* group )
{
	wfGroups* groups = &crowd->groups;
	size_t cells = (size_t)WF_SETTLE_SIDE * WF_SETTLE_SIDE;
	wfResult result = wfArray_Reserve( &groups->settleWalks, cells );
	result = result == wf_ok ? wfArray_Reserve( &groups->settleFirst, cells ) : result;
	result = result == wf_ok ? wfArray_Reserve( &groups->settleQueue, cells ) : result;
	size_t standers = (size_t)crowd->population.slotCount + (size_t)group->members.count;
	return result == wf_ok ? wfArray_Reserve( &groups->standers, standers ) : result;
}

void wfSettleSlots( wfCrowd* crowd, wfGroup* group )
{
	wfSheet sheet = openSheet( crowd, group );
	addStrangers( &sheet );
	wfPlaceList* before = &crowd->groups.scratch;
	for ( int32_t k = 0; k < group->members.count; ++k )
	{
		wfWayPlace* place = &group->places.data[k];
		wfVec2 at = { place->x, place->y };
		const wfAgent* agent = wfMemberAgent( crowd, group, k );
		// Bodies are less deep than wide: somebody may stand in its slot closer to a stranger than two discs would.
		bool isIn = wfHypot( agent->x - at.x, agent->y - at.y ) < WF_OUT_OF_PLACE * (double)agent->radius;
		bool stays = hasGround( &sheet, agent, at ) && ( isIn || isVacant( &sheet, at, (double)agent->radius, 0.0 ) );
		before->data[k] = stays ? at : ( wfVec2 ){ INFINITY, INFINITY };
		if ( stays )
		{
			stand( &sheet, at, (double)agent->radius );
		}
	}
	for ( int32_t k = 0; k < group->members.count; ++k )
	{
		if ( !( before->data[k].x < INFINITY ) )
		{
			moveSlot( &sheet, group, k );
		}
	}
	group->now.flags |= wf_groupIsSettled;
}
