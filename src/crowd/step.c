// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The step of a crowd: everyone perceives, plans and moves from the same frozen state.
#include "crowd/locomotion.h"
#include "crowd/mesh_ground.h"

#include "world/geometry.h"

#include <stdio.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------------------ preparing

wfResult wfFailForAgent( wfCrowd* crowd, int32_t slot, wfAgentId* culprit, wfError* error, wfResult result, const char* what )
{
	const wfAgent* agent = &crowd->agents[slot];
	if ( culprit != NULL )
	{
		*culprit = wfIdOfSlot( crowd, slot );
	}
	return wfFail( error, result, "agent %u at (%.6g, %.6g) %s", agent->serial, agent->x, agent->y, what );
}

// Distances are asked for below; where the index behind them finds no memory they would all seem to be blocked.
static wfResult indexWorld( const wfCrowd* crowd, wfError* error )
{
	uint32_t kinds = crowd->queueCount > 0 ? 1u : 0u;
	for ( int32_t slot = 0; slot < crowd->slotCount; ++slot )
	{
		kinds |= ( crowd->agents[slot].flags & wf_agentUsed ) ? 1u << crowd->agents[slot].kind : 0u;
	}
	for ( int32_t k = 0; k < crowd->sourceCount; ++k )
	{
		kinds |= 1u << crowd->sources[k].def.agent.kind;
	}
	for ( int32_t kind = 0; kind < 32; ++kind )
	{
		const wfGeometry* geometry;
		wfResult result = ( kinds >> kind & 1u ) ? wfGeometryGet( crowd->world, kind, &geometry ) : wf_ok;
		if ( result != wf_ok )
		{
			return wfFail( error, result, "not enough memory to index the world" );
		}
	}
	return wf_ok;
}

static wfResult checkWalls( wfCrowd* crowd, wfAgentId* culprit, wfError* error )
{
	for ( int32_t slot = 0; slot < crowd->slotCount; ++slot )
	{
		const wfAgent* agent = &crowd->agents[slot];
		bool isNew = ( agent->flags & wf_agentNew ) != 0 && wfLocomotionOf( agent )->isDisc( crowd, agent );
		if ( !( agent->flags & wf_agentUsed ) || !isNew )
		{
			continue;
		}
		double distance = wfWorld_GetDistance( crowd->world, ( wfVec2 ){ agent->x, agent->y }, agent->kind );
		if ( distance < (double)agent->radius - WF_OVERLAP_SLACK )
		{
			char text[128];
			if ( distance < 0.0 )
			{
				snprintf( text, sizeof( text ), "stands inside of a wall or outside of the world" );
			}
			else
			{
				snprintf( text, sizeof( text ), "is %.4g m from a wall, expected at least its radius of %.4g m", distance,
						  (double)agent->radius );
			}
			return wfFailForAgent( crowd, slot, culprit, error, wf_startBlocked, text );
		}
	}
	return wf_ok;
}

// Two who are not discs are only checked where one of them is put there now.
static bool areOverlapping( const wfCrowd* crowd, int32_t a, int32_t b, double square, double sum )
{
	const wfAgent *first = &crowd->agents[a], *second = &crowd->agents[b];
	bool discs = wfLocomotionOf( first )->isDisc( crowd, first ) && wfLocomotionOf( second )->isDisc( crowd, second );
	return square < sum * sum && ( discs || wfIsPutNow( crowd, first ) || wfIsPutNow( crowd, second ) );
}

static wfResult checkOverlaps( wfCrowd* crowd, wfAgentId* culprit, wfAgentId* other, wfError* error )
{
	wfBuildIndex( crowd );
	const wfStepState* step = &crowd->step;
	int32_t span = (int32_t)( 2.0 * (double)crowd->maxRadius / step->cellSize ) + 1;
	for ( int32_t rank = 0; rank < step->count; ++rank )
	{
		int32_t row = step->cell[rank] / step->columns, column = step->cell[rank] % step->columns;
		for ( int32_t j = row > span ? row - span : 0; j <= row + span && j < step->rows; ++j )
		{
			int32_t first = column > span ? column - span : 0;
			int32_t last = column + span < step->columns ? column + span : step->columns - 1;
			int32_t end = step->cellFirst[j * step->columns + last + 1];
			for ( int32_t k = step->cellFirst[j * step->columns + first]; k < end; ++k )
			{
				double x = step->placeX[k] - step->placeX[rank], y = step->placeY[k] - step->placeY[rank];
				double sum = (double)step->radius[k] + (double)step->radius[rank] - WF_OVERLAP_SLACK;
				if ( step->slot[k] < step->slot[rank] &&
					 areOverlapping( crowd, step->slot[rank], step->slot[k], x * x + y * y, sum ) )
				{
					char text[128];
					snprintf( text, sizeof( text ), "overlaps agent %u by %.4g m", crowd->agents[step->slot[k]].serial,
							  sum - sqrt( x * x + y * y ) );
					if ( other != NULL )
					{
						*other = wfIdOfSlot( crowd, step->slot[k] );
					}
					return wfFailForAgent( crowd, step->slot[rank], culprit, error, wf_startBlocked, text );
				}
			}
		}
	}
	return wf_ok;
}

// Each stop must be reachable from where the agent stands. Stops reached straight are not looked at further.
static wfResult checkWays( wfCrowd* crowd, wfAgentId* culprit, wfError* error )
{
	for ( int32_t slot = 0; slot < crowd->slotCount; ++slot )
	{
		wfAgent* agent = &crowd->agents[slot];
		if ( !( agent->flags & wf_agentUsed ) || !( agent->flags & wf_agentNew ) )
		{
			continue;
		}
		const wfLayer* layer = &crowd->layers[agent->layer];
		wfVec2 from = { agent->x, agent->y };
		for ( int32_t k = 0; k < agent->stopCount; ++k )
		{
			const wfStop* stop = &crowd->stops[agent->stopFirst + k];
			bool point = stop->kind != wf_goalStop;
			wfVec2 to = stop->kind == wf_queueStop ? crowd->queues[stop->queue.index1 - 1].def.line[0] : wfInPlane( stop->point );
			if ( stop->kind == wf_pointStop && !wfIsPointInReach( layer, stop, (double)agent->radius ) )
			{
				char text[128];
				snprintf( text, sizeof( text ), "cannot come near enough to its stop %d at (%.6g, %.6g), at or beyond the border",
						  k + 1, to.x, to.y );
				return wfFailForAgent( crowd, slot, culprit, error, wf_goalBlocked, text );
			}
			if ( point && crowd->def.directWays && wfIsStraightWayFree( layer, from, to ) )
			{
				from = to;
				continue;
			}
			wfStop place = *stop;
			place.kind = point ? wf_pointStop : wf_goalStop;
			place.point = wfInSpace( to );
			int32_t target;
			wfResult result = wfFindTarget( crowd, agent->layer, &place, &target, error );
			result = result == wf_ok ? wfSolveTarget( crowd, target, error ) : result;
			if ( result != wf_ok )
			{
				if ( culprit != NULL )
				{
					*culprit = wfIdOfSlot( crowd, slot );
				}
				return result;
			}
			layer = &crowd->layers[agent->layer]; // the list may have grown
			double way;
			wfTargetDirection( crowd, &crowd->targets[target], ( wfVec2 ){ agent->x, agent->y }, &way );
			if ( !( way < INFINITY ) )
			{
				char text[128];
				snprintf( text, sizeof( text ), "has no way to its stop %d for a disc of radius %g m", k + 1, layer->radius );
				return wfFailForAgent( crowd, slot, culprit, error, wf_unreachable, text );
			}
		}
	}
	return wf_ok;
}

static wfResult assignLayers( wfCrowd* crowd, wfError* error )
{
	for ( int32_t slot = 0; slot < crowd->slotCount; ++slot )
	{
		wfAgent* agent = &crowd->agents[slot];
		if ( !( agent->flags & wf_agentUsed ) )
		{
			continue;
		}
		wfResult result = wf_ok;
		if ( agent->layer < 0 )
		{
			result = wfFindLayer( crowd, (double)agent->radius, agent->kind, &agent->layer, error );
		}
		result = result == wf_ok ? wfReachWalls( crowd, agent->layer, (double)agent->desiredSpeed, error ) : result;
		if ( result != wf_ok )
		{
			return result;
		}
	}
	return wf_ok;
}

static bool hasForesight( const wfCrowd* crowd )
{
	bool has = false;
	for ( int32_t k = 0; k < crowd->styleCount; ++k )
	{
		has = has || crowd->styles[k].def.foresight;
	}
	return has;
}

wfResult wfCrowd_Prepare( wfCrowd* crowd, wfAgentId* culprit, wfAgentId* other, wfError* error )
{
	if ( WF_FAILS( crowd != NULL ) )
	{
		return wf_invalidDef;
	}
	if ( crowd->surface != NULL )
	{
		return wfPrepareOnMesh( crowd, culprit, other, error );
	}
	double start = wfGetSeconds();
	if ( culprit != NULL )
	{
		*culprit = ( wfAgentId ){ 0 };
	}
	if ( other != NULL )
	{
		*other = ( wfAgentId ){ 0 };
	}
	wfResult result = wfFollowWorld( crowd, error );
	if ( result != wf_ok || crowd->prepared )
	{
		return result;
	}
	result = wfReserveStep( crowd );
	result = result == wf_ok && hasForesight( crowd ) ? wfReserveFlow( crowd ) : result;
	result = result == wf_ok ? wfReserveMaps( crowd ) : result;
	if ( result != wf_ok )
	{
		return wfFail( error, result, "not enough memory for %d agents", crowd->agentCount );
	}
	result = indexWorld( crowd, error );
	result = result == wf_ok ? checkWalls( crowd, culprit, error ) : result;
	result = result == wf_ok ? checkOverlaps( crowd, culprit, other, error ) : result;
	result = result == wf_ok ? wfCheckFootsteps( crowd, culprit, other, error ) : result;
	result = result == wf_ok ? assignLayers( crowd, error ) : result;
	result = result == wf_ok ? wfCheckQueues( crowd, error ) : result;
	result = result == wf_ok ? checkWays( crowd, culprit, error ) : result;
	result = result == wf_ok ? wfCheckSources( crowd, error ) : result;
	result = result == wf_ok ? wfFindGates( crowd, error ) : result;
	if ( result == wf_ok )
	{
		crowd->prepared = true;
		for ( int32_t slot = 0; slot < crowd->slotCount; ++slot )
		{
			crowd->agents[slot].flags &= ~(uint32_t)wf_agentNew;
		}
	}
	crowd->profile.fields += wfGetSeconds() - start;
	return result;
}

// ------------------------------------------------------------------------------------------------------------- the step

void wfCallAllCustom( wfCrowd* crowd )
{
	if ( !crowd->hasCustom )
	{
		return;
	}
	wfBehaviorTable table = { crowd->behaviors, crowd->behaviorCount };
	for ( int32_t rank = 0; rank < crowd->step.count; ++rank )
	{
		crowd->rankOfSlot[crowd->step.slot[rank]] = rank;
	}
	for ( int32_t slot = 0; slot < crowd->slotCount; ++slot )
	{
		const wfAgent* agent = &crowd->agents[slot];
		if ( !( agent->flags & wf_agentUsed ) )
		{
			continue;
		}
		wfCallCustom( crowd, table, slot, crowd->rankOfSlot[slot] );
	}
}

void wfNoticeProgress( wfCrowd* crowd, int32_t rank, float moved )
{
	wfStepState* step = &crowd->step;
	wfAgent* agent = &crowd->agents[step->slot[rank]];
	float seconds = (float)crowd->def.stepSeconds, free = step->speed[rank] * seconds;
	bool walks = ( step->marks[rank] & wf_markStands ) == 0;
	agent->walked += (double)step->walked[rank];
	agent->standing = moved < WF_STANDING_SPEED * seconds ? agent->standing + seconds : 0.0f;
	if ( walks && !step->waits[rank] && moved < WF_PRESSED_SHARE * free )
	{
		agent->pressed += seconds;
	}
	else
	{
		agent->pressed = 0.0f;
		agent->asideCount = moved > WF_FREE_SHARE * free && crowd->time > agent->asideUntil ? 0 : agent->asideCount;
	}
}

wfVec2 wfCommitPlace( wfCrowd* crowd, int32_t rank, float* moved )
{
	const wfStepState* step = &crowd->step;
	wfAgent* agent = &crowd->agents[step->slot[rank]];
	wfVec2 move = { step->placeX[rank] - agent->x, step->placeY[rank] - agent->y };
	*moved = (float)sqrt( move.x * move.x + move.y * move.y );
	wfNoticeProgress( crowd, rank, *moved );
	agent->x = step->placeX[rank];
	agent->y = step->placeY[rank];
	agent->velocityX = step->velocityX[rank];
	agent->velocityY = step->velocityY[rank];
	return move;
}

static const wfLocomotion* const s_locomotions[] = { &wf_discLocomotion, &wf_footLocomotion };

static void commitRange( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	for ( int32_t k = 0; k < wfCountLocomotions( context ); ++k )
	{
		s_locomotions[k]->commit( context, begin, end );
	}
}

void wfFindDue( wfCrowd* crowd )
{
	for ( int32_t k = 0; k < wfCountLocomotions( crowd ); ++k )
	{
		s_locomotions[k]->findDue( crowd );
	}
}

static void addTime( double* part, double* last )
{
	double now = wfGetSeconds();
	*part += now - *last;
	*last = now;
}

void wfTellStuck( wfCrowd* crowd )
{
	for ( int32_t slot = 0; slot < crowd->slotCount; ++slot )
	{
		wfAgent* agent = &crowd->agents[slot];
		if ( ( crowd->slotTodo[slot] & wf_todoStuck ) && !( crowd->slotTodo[slot] & wf_todoArrive ) &&
			 ( agent->flags & wf_agentUsed ) )
		{
			agent->flags |= wf_agentStuckTold;
			WF_ASSERT( wfAddEvent( crowd, wf_stuckEvent, slot ) == wf_ok );
		}
	}
}

// Of each agent: entered, reached or arrived, left, stuck.
#define WF_EVENTS_PER_AGENT 4

wfResult wfReserveAll( wfCrowd* crowd )
{
	size_t slots = (size_t)crowd->slotCount, events = (size_t)crowd->agentCount * WF_EVENTS_PER_AGENT;
	wfResult result = wfReserveStep( crowd );
	result = result == wf_ok ? wfReserveWalk( crowd ) : result;
	result = result == wf_ok ? wfReserveQueues( crowd ) : result;
	result = result == wf_ok ? wfGrowArray( &crowd->events, &crowd->eventCapacity, events, sizeof( wfEvent ) ) : result;
	if ( crowd->hasCustom )
	{
		result =
			result == wf_ok ? wfGrowArray( &crowd->custom, &crowd->customCapacity, slots, sizeof( wfBehaviorVector ) ) : result;
		result = result == wf_ok ? wfGrowArray( &crowd->rankOfSlot, &crowd->rankCapacity, slots, sizeof( int32_t ) ) : result;
	}
	return result;
}

// All of a step that may fail. Afterwards there is nothing left to ask for; on failure everything is as it was.
static wfResult beginStep( wfCrowd* crowd, wfError* error )
{
	crowd->undoCount = 0;
	crowd->stopUsedBefore = crowd->stopUsed;
	for ( int32_t k = 0; k < crowd->sourceCount; ++k )
	{
		wfSource* source = &crowd->sources[k];
		source->nextTimeBefore = source->nextTime;
		source->sentBefore = source->sent;
		source->drawnBefore = source->drawn;
	}
	wfResult result = wfUpdateStops( crowd, error );
	result = result == wf_ok ? wfRunSources( crowd, error ) : result;
	result = result == wf_ok ? wfReserveAll( crowd ) : result;
	result = result == wf_ok ? wfUpdateStanding( crowd, error ) : result;
	if ( result != wf_ok )
	{
		wfUndoAll( crowd );
		return result == wf_outOfMemory ? wfFail( error, result, "not enough memory for a step" ) : result;
	}
	crowd->eventCount = 0;
	for ( int32_t k = 0; k < crowd->undoCount; ++k )
	{
		if ( crowd->undo[k].entered )
		{
			WF_ASSERT( wfAddEvent( crowd, wf_enteredEvent, crowd->undo[k].slot ) == wf_ok );
		}
	}
	crowd->undoCount = 0;
	return wf_ok;
}

void wfLookAround( wfCrowd* crowd )
{
	if ( crowd->ground != NULL )
	{
		crowd->ground->lookAround( crowd );
		return;
	}
	double last = wfGetSeconds();
	wfCrowdProfile* profile = &crowd->profile;
	wfBuildIndex( crowd );
	wfFindDue( crowd );
	addTime( &profile->index, &last );
	wfGuideAll( crowd );
	if ( hasForesight( crowd ) )
	{
		wfBuildFlow( crowd );
	}
	wfUpdateGates( crowd );
	addTime( &profile->guide, &last );
	wfPerceiveAll( crowd );
	wfFindAims( crowd );
	wfCallAllCustom( crowd );
	addTime( &profile->perceive, &last );
}

wfResult wfCrowd_Step( wfCrowd* crowd, wfError* error )
{
	if ( WF_FAILS( crowd != NULL ) )
	{
		return wf_invalidDef;
	}
	if ( crowd->surface != NULL )
	{
		return wfStepOnMesh( crowd, error );
	}
	wfResult result = wfCrowd_Prepare( crowd, NULL, NULL, error );
	if ( result != wf_ok )
	{
		return result;
	}
	double last = wfGetSeconds();
	wfCrowdProfile* profile = &crowd->profile;
	result = beginStep( crowd, error );
	if ( result != wf_ok )
	{
		return result;
	}
	addTime( &profile->events, &last );
	wfLookAround( crowd );
	last = wfGetSeconds();
	wfDecideAll( crowd );
	addTime( &profile->solve, &last );
	for ( int32_t k = 0; k < wfCountLocomotions( crowd ); ++k )
	{
		s_locomotions[k]->decide( crowd );
	}
	addTime( &profile->steps, &last );
	for ( int32_t k = 0; k < wfCountLocomotions( crowd ); ++k )
	{
		s_locomotions[k]->move( crowd );
	}
	addTime( &profile->move, &last );
	wfWorkers_ParallelFor( crowd->def.workers, commitRange, crowd->step.count, 1024, crowd );
	size_t bytes = (size_t)crowd->step.count * sizeof( double );
	crowd->trail = wfHash( wfHash( crowd->trail, crowd->step.placeX, bytes ), crowd->step.placeY, bytes );
	crowd->stepCount += 1;
	crowd->time = (double)crowd->stepCount * crowd->def.stepSeconds;
	wfNoticeAll( crowd );
	for ( int32_t k = 0; k < wfCountLocomotions( crowd ); ++k )
	{
		s_locomotions[k]->noticeArrivals( crowd );
	}
	wfRunSinks( crowd );
	wfArriveAll( crowd );
	wfUpdateQueues( crowd );
	wfTellStuck( crowd );
	addTime( &profile->events, &last );
	return wf_ok;
}
