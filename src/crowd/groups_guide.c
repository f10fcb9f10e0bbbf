// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Members in a tick: where they are guided, and how much the map counts.
#include "base/vec2.h"
#include "crowd/group_parts.h"
#include "crowd/orders.h"
#include "crowd/tuning.h"

static const wfGroup* groupOf( const wfCrowd* crowd, const wfAgent* agent )
{
	return &crowd->groups.list.data[agent->orders.group - 1];
}

void wfGuideMember( wfCrowd* crowd, int32_t rank )
{
	wfTick* tick = &crowd->tick;
	wfAgent* agent = &crowd->population.agents[tick->slot[rank]];
	if ( agent->flags & wf_agentEnded )
	{
		return; // it stands
	}
	const wfGroup* group = groupOf( crowd, agent );
	const wfMember* member = &group->members.data[crowd->groups.memberOfSlot.data[tick->slot[rank]]];
	wfVec2 offset = wfGround_GetOffset( &crowd->ground, wfPlaceOf( agent ), wfAimOf( crowd, agent ) );
	double length = wfLength2( offset );
	if ( !( length > WF_TINY ) || !( member->speed > 0.0 ) )
	{
		return;
	}
	tick->speed[rank] = wfClampFloat( (float)member->speed, 0.0f, tick->speed[rank] );
	wfSetGuide( crowd, rank, wfDivide2( offset, length ), member->left );
}

void wfFindTeams( wfCrowd* crowd )
{
	wfTick* tick = &crowd->tick;
	tick->team = NULL;
	if ( crowd->groups.used == 0 )
	{
		return;
	}
	// Also where a crowd is looked at between ticks, after members came and left.
	for ( int32_t k = 0; k < crowd->groups.list.count; ++k )
	{
		const wfGroup* group = &crowd->groups.list.data[k];
		for ( int32_t m = 0; m < group->members.count; ++m )
		{
			crowd->groups.memberOfSlot.data[group->members.data[m].slot] = m;
		}
	}
	int32_t* teams = crowd->groups.teamOfRank.data;
	for ( int32_t rank = 0; rank < tick->count; ++rank )
	{
		int32_t slot = tick->slot[rank];
		const wfAgent* agent = &crowd->population.agents[slot];
		bool isLed = ( agent->flags & wf_agentLed ) != 0 && !wfIsExplorer( agent );
		teams[rank] = isLed && groupOf( crowd, agent )->members.data[crowd->groups.memberOfSlot.data[slot]].isInOpen
						  ? agent->orders.group
						  : 0;
	}
	tick->team = teams;
}

// Between the nearest obstacle and the body: walls, and others who are no members. Members count where they are so near that
// somebody is off its slot.
static double obstacleWeight( const wfCrowd* crowd, const wfGroup* group, int32_t rank )
{
	const wfTick* tick = &crowd->tick;
	double band = WF_BAND_SHARE * group->formation.spacing, near = 0.0;
	double distance = (double)( crowd->stages->clearance( crowd, rank ) - tick->radius[rank] );
	for ( int32_t k = 0; k < tick->neighborCount[rank]; ++k )
	{
		int32_t other = tick->neighbors[rank * WF_MAX_NEIGHBORS + k];
		wfSeenOther seen = wfGetSeenOther( tick, rank, k );
		double gap = (double)wfGapToward( tick, rank, other, seen.x, seen.y );
		bool isMember = tick->team[rank] != 0 && tick->team[other] == tick->team[rank];
		near = isMember ? wfMax( near, 2.0 * ( band - gap ) / band ) : near;
		distance = isMember ? distance : wfMin( distance, gap );
	}
	double weight = ( 3.0 * band - distance ) / ( 2.0 * band );
	if ( group->bands )
	{
		weight = distance < band ? 1.0 : distance < 2.0 * band ? 0.66 : distance < 3.0 * band ? 0.33 : 0.0;
	}
	return wfMin( wfMax( wfMax( weight, near ), 0.0 ), 1.0 );
}

static bool walksInFormation( const wfCrowd* crowd, const wfAgent* agent )
{
	return ( agent->flags & wf_agentLed ) != 0 && !wfIsExplorer( agent ) &&
		   ( groupOf( crowd, agent )->now.flags & wf_groupIsFree ) == 0;
}

static void weighRange( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	wfCrowd* crowd = context;
	for ( int32_t rank = begin; rank < end; ++rank )
	{
		const wfAgent* agent = &crowd->population.agents[crowd->tick.slot[rank]];
		crowd->groups.weights.data[rank] =
			walksInFormation( crowd, agent ) ? obstacleWeight( crowd, groupOf( crowd, agent ), rank ) : 1.0;
	}
}

void wfWeighMaps( wfCrowd* crowd )
{
	if ( crowd->tick.team != NULL )
	{
		wfWorkers_ParallelFor( crowd->def.workers, weighRange, crowd->tick.count, 256, crowd );
	}
}

bool wfNeedsNoMap( const wfCrowd* crowd, int32_t rank )
{
	const wfTick* tick = &crowd->tick;
	// Other rules ask how strong the field is.
	return tick->team != NULL && !( crowd->groups.weights.data[rank] > 0.0 ) &&
		   crowd->styles.list[tick->style[rank] - 1].def.rule == wf_smoothRule;
}

wfVec2 wfMixForce( const wfCrowd* crowd, int32_t rank, wfVec2 direction )
{
	const wfTick* tick = &crowd->tick;
	if ( tick->team == NULL || !walksInFormation( crowd, &crowd->population.agents[tick->slot[rank]] ) )
	{
		return direction;
	}
	wfVec2 force = { (double)tick->goalX[rank], (double)tick->goalY[rank] };
	return wfNormalize2( wfMix2( force, direction, crowd->groups.weights.data[rank] ), direction );
}
