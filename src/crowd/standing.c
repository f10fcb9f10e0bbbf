// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Agents that stand for long become costly ground in the global fields, until they move. Only those who do not want to move
// count: who waits in a jam will go on, and routes around a jam are the foresight's affair. Costly ground is never closed, so no
// goal becomes unreachable, but it is as costly as the solver allows: crossing a disc costs as much as a path of some thirty
// metres.
//
// The marks in force are a list of their own rather than the agents' present places, so that the costs of all grids, also of
// those made later, are a function of this list alone.
#include "crowd/crowd.h"

#include <string.h>

// ----------------------------------------------------------------------------------------------------------------- marks

static const wfCostMark* findMark( const wfCrowd* crowd, int32_t slot, int32_t* from )
{
	while ( *from < crowd->ground.routes.marks.count && crowd->ground.routes.marks.data[*from].slot < slot )
	{
		*from += 1;
	}
	const wfCostMark* mark = *from < crowd->ground.routes.marks.count ? &crowd->ground.routes.marks.data[*from] : NULL;
	return mark != NULL && mark->slot == slot && mark->generation == crowd->population.agents[slot].generation ? mark : NULL;
}

// The marks there should be now, in the order of slots. Those in force stay as they are while their agents stay about there.
static wfResult collectMarks( const wfCrowd* crowd, wfCostMarks* marks )
{
	int32_t from = 0;
	for ( int32_t slot = 0; slot < crowd->population.slotCount; ++slot )
	{
		const wfAgent* agent = &crowd->population.agents[slot];
		const wfCostMark* old = findMark( crowd, slot, &from );
		// Who has not set out yet will soon be gone: a room full of such people would have the fields solved again at every tick.
		if ( !( agent->flags & wf_agentUsed ) || !( agent->flags & ( wf_agentWaiting | wf_agentEnded ) ) ||
			 ( agent->flags & wf_agentReacts ) )
		{
			continue;
		}
		bool kept =
			old != NULL && old->radius == agent->radius && wfHypot( agent->x - old->x, agent->y - old->y ) <= WF_MARK_KEPT;
		if ( !kept && (double)agent->standing < crowd->def.standSeconds )
		{
			continue;
		}
		wfCostMark mark = { agent->x, agent->y, agent->radius, slot, agent->generation, 0 };
		if ( wfArray_Push( marks, kept ? *old : mark ) != wf_ok )
		{
			return wf_outOfMemory;
		}
	}
	return wf_ok;
}

static void flagMarked( wfCrowd* crowd )
{
	int32_t from = 0;
	for ( int32_t slot = 0; slot < crowd->population.slotCount; ++slot )
	{
		wfAgent* agent = &crowd->population.agents[slot];
		bool marked = ( agent->flags & wf_agentUsed ) && findMark( crowd, slot, &from ) != NULL;
		agent->flags = marked ? agent->flags | wf_agentStands : agent->flags & ~(uint32_t)wf_agentStands;
	}
}

static bool areMarksEqual( const wfCostMarks* a, const wfCostMarks* b )
{
	return a->count == b->count && ( a->count == 0 || memcmp( a->data, b->data, (size_t)a->count * sizeof( *a->data ) ) == 0 );
}

// Cells of all fields.
static double countFieldCells( const wfCrowd* crowd )
{
	double cells = 0.0;
	for ( int32_t k = 0; k < crowd->ground.routes.targets.count; ++k )
	{
		const wfTarget* target = &crowd->ground.routes.targets.data[k];
		// Also of those that were given up: what a crowd does must not depend on the memory it has.
		cells +=
			target->field != NULL || target->isGivenUp ? (double)crowd->ground.routes.layers.data[target->layer].cellCount : 0.0;
	}
	return cells;
}

wfResult wfUpdateStanding( wfCrowd* crowd, wfError* error )
{
	crowd->tick.nextMarkTick = crowd->nextMarkTick;
	if ( crowd->def.standSeconds <= 0.0 || crowd->tickCount < crowd->nextMarkTick )
	{
		return wf_ok;
	}
	wfCostMarks marks = { 0 };
	wfResult result = collectMarks( crowd, &marks );
	double work = 0.0;
	if ( result == wf_ok && !areMarksEqual( &marks, &crowd->ground.routes.marks ) )
	{
		double start = wfGetSeconds();
		result = wfGround_ReplaceMarks( &crowd->ground, &marks );
		crowd->profile.fields += wfGetSeconds() - start;
		work = countFieldCells( crowd );
		if ( result == wf_ok )
		{
			flagMarked( crowd );
		}
	}
	wfArray_Free( &marks );
	if ( result != wf_ok )
	{
		return wfFail( error, result, "not enough memory for the fields around standing agents" );
	}
	double seconds = wfMax( WF_MARK_SECONDS, work / WF_CELLS_PER_SECOND );
	crowd->tick.nextMarkTick = crowd->tickCount + (int64_t)ceil( seconds / crowd->def.tickSeconds - WF_TINY );
	return wf_ok;
}

// --------------------------------------------------------------------------------------------------------- straight routes

// Marks around the aim itself do not count: somebody stands next to where the agent wants to.
bool wfIsPathStoodIn( const wfCrowd* crowd, const wfAgent* agent, wfVec2 to )
{
	double wayX = to.x - agent->x, wayY = to.y - agent->y;
	double length2 = wayX * wayX + wayY * wayY;
	for ( int32_t k = 0; k < crowd->ground.routes.marks.count && length2 > 1.0; ++k )
	{
		const wfCostMark* mark = &crowd->ground.routes.marks.data[k];
		double reach = (double)mark->radius + (double)agent->radius;
		double x = mark->x - agent->x, y = mark->y - agent->y;
		double along = x * wayX + y * wayY, across = wayX * y - wayY * x;
		double endX = mark->x - to.x, endY = mark->y - to.y, nearEnd = reach + WF_ADJOINING;
		if ( along > 0.0 && along < length2 && across * across < reach * reach * length2 &&
			 endX * endX + endY * endY > nearEnd * nearEnd )
		{
			return true;
		}
	}
	return false;
}
