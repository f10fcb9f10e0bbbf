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
	const wfAgent* agent = &crowd->population.agents[slot];
	if ( culprit != NULL )
	{
		*culprit = wfIdOfSlot( crowd, slot );
	}
	return wfFail( error, result, "agent %u at (%.6g, %.6g) %s", agent->serial, agent->x, agent->y, what );
}

// Distances are asked for below; where the index behind them finds no memory they would all seem to be blocked.
static wfResult indexWorld( const wfCrowd* crowd, wfError* error )
{
	uint32_t kinds = crowd->facilities.queueCount > 0 ? 1u : 0u;
	for ( int32_t slot = 0; slot < crowd->population.slotCount; ++slot )
	{
		kinds |= ( crowd->population.agents[slot].flags & wf_agentUsed ) ? 1u << crowd->population.agents[slot].kind : 0u;
	}
	for ( int32_t k = 0; k < crowd->facilities.sourceCount; ++k )
	{
		kinds |= 1u << crowd->facilities.sources[k].def.agent.kind;
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
	for ( int32_t slot = 0; slot < crowd->population.slotCount; ++slot )
	{
		const wfAgent* agent = &crowd->population.agents[slot];
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
	const wfAgent *first = &crowd->population.agents[a], *second = &crowd->population.agents[b];
	bool discs = wfLocomotionOf( first )->isDisc( crowd, first ) && wfLocomotionOf( second )->isDisc( crowd, second );
	return square < sum * sum && ( discs || wfIsPutNow( crowd, first ) || wfIsPutNow( crowd, second ) );
}

static wfResult checkOverlaps( wfCrowd* crowd, wfAgentId* culprit, wfAgentId* other, wfError* error )
{
	wfBuildIndex( crowd );
	const wfTick* tick = &crowd->tick;
	int32_t span = (int32_t)( 2.0 * (double)crowd->tick.maxRadius / tick->cellSize ) + 1;
	for ( int32_t rank = 0; rank < tick->count; ++rank )
	{
		int32_t row = tick->cell[rank] / tick->columns, column = tick->cell[rank] % tick->columns;
		for ( int32_t j = row > span ? row - span : 0; j <= row + span && j < tick->rows; ++j )
		{
			int32_t first = column > span ? column - span : 0;
			int32_t last = column + span < tick->columns ? column + span : tick->columns - 1;
			int32_t end = tick->cellFirst[j * tick->columns + last + 1];
			for ( int32_t k = tick->cellFirst[j * tick->columns + first]; k < end; ++k )
			{
				double x = tick->placeX[k] - tick->placeX[rank], y = tick->placeY[k] - tick->placeY[rank];
				double sum = (double)tick->radius[k] + (double)tick->radius[rank] - WF_OVERLAP_SLACK;
				if ( tick->slot[k] < tick->slot[rank] &&
					 areOverlapping( crowd, tick->slot[rank], tick->slot[k], x * x + y * y, sum ) )
				{
					char text[128];
					snprintf( text, sizeof( text ), "overlaps agent %u by %.4g m", crowd->population.agents[tick->slot[k]].serial,
							  sum - sqrt( x * x + y * y ) );
					if ( other != NULL )
					{
						*other = wfIdOfSlot( crowd, tick->slot[k] );
					}
					return wfFailForAgent( crowd, tick->slot[rank], culprit, error, wf_startBlocked, text );
				}
			}
		}
	}
	return wf_ok;
}

// Each stop must be reachable from where the agent stands. Stops reached straight are not looked at further.
static wfResult checkWays( wfCrowd* crowd, wfAgentId* culprit, wfError* error )
{
	for ( int32_t slot = 0; slot < crowd->population.slotCount; ++slot )
	{
		wfAgent* agent = &crowd->population.agents[slot];
		if ( !( agent->flags & wf_agentUsed ) || !( agent->flags & wf_agentNew ) )
		{
			continue;
		}
		const wfRouteLayer* layer = &crowd->routes.layers[agent->layer];
		wfVec2 from = { agent->x, agent->y };
		for ( int32_t k = 0; k < agent->stopCount; ++k )
		{
			const wfStop* stop = &crowd->population.stops[agent->stopFirst + k];
			bool point = stop->kind != wf_goalStop;
			wfVec2 to = stop->kind == wf_queueStop ? crowd->facilities.queues[stop->queue.index1 - 1].def.line[0]
												   : wfInPlane( stop->point );
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
			layer = &crowd->routes.layers[agent->layer]; // the list may have grown
			double way;
			wfTargetDirection( crowd, &crowd->routes.targets[target], ( wfVec2 ){ agent->x, agent->y }, &way );
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
	for ( int32_t slot = 0; slot < crowd->population.slotCount; ++slot )
	{
		wfAgent* agent = &crowd->population.agents[slot];
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
	for ( int32_t k = 0; k < crowd->manners.styleCount; ++k )
	{
		has = has || crowd->manners.styles[k].def.foresight;
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
	result = wfReserveTick( crowd );
	result = result == wf_ok && hasForesight( crowd ) ? wfReserveFlow( crowd ) : result;
	result = result == wf_ok ? wfReserveMaps( crowd ) : result;
	if ( result != wf_ok )
	{
		return wfFail( error, result, "not enough memory for %d agents", crowd->population.agentCount );
	}
	result = indexWorld( crowd, error );
	result = result == wf_ok ? checkWalls( crowd, culprit, error ) : result;
	result = result == wf_ok ? checkOverlaps( crowd, culprit, other, error ) : result;
	result = result == wf_ok ? wfCheckFootsteps( crowd, culprit, other, error ) : result;
	result = result == wf_ok ? assignLayers( crowd, error ) : result;
	result = result == wf_ok ? wfCheckQueues( crowd, error ) : result;
	result = result == wf_ok ? checkWays( crowd, culprit, error ) : result;
	result = result == wf_ok ? wfCheckSources( crowd, error ) : result;
	result = result == wf_ok ? wfFindPassages( crowd, error ) : result;
	if ( result == wf_ok )
	{
		crowd->prepared = true;
		for ( int32_t slot = 0; slot < crowd->population.slotCount; ++slot )
		{
			crowd->population.agents[slot].flags &= ~(uint32_t)wf_agentNew;
		}
	}
	crowd->profile.fields += wfGetSeconds() - start;
	return result;
}

// ------------------------------------------------------------------------------------------------------------- the step

void wfCallAllCustom( wfCrowd* crowd )
{
	if ( !crowd->manners.hasCustom )
	{
		return;
	}
	wfBehaviorTable table = { crowd->manners.behaviors, crowd->manners.behaviorCount };
	for ( int32_t rank = 0; rank < crowd->tick.count; ++rank )
	{
		crowd->manners.rankOfSlot[crowd->tick.slot[rank]] = rank;
	}
	for ( int32_t slot = 0; slot < crowd->population.slotCount; ++slot )
	{
		const wfAgent* agent = &crowd->population.agents[slot];
		if ( !( agent->flags & wf_agentUsed ) )
		{
			continue;
		}
		wfCallCustom( crowd, table, slot, crowd->manners.rankOfSlot[slot] );
	}
}

void wfNoticeProgress( wfCrowd* crowd, int32_t rank, float moved )
{
	wfTick* tick = &crowd->tick;
	wfAgent* agent = &crowd->population.agents[tick->slot[rank]];
	float seconds = (float)crowd->def.stepSeconds, free = tick->speed[rank] * seconds;
	bool walks = ( tick->marks[rank] & wf_markStands ) == 0;
	agent->walked += (double)tick->walked[rank];
	agent->standing = moved < WF_STANDING_SPEED * seconds ? agent->standing + seconds : 0.0f;
	if ( walks && !tick->waits[rank] && moved < WF_PRESSED_SHARE * free )
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
	const wfTick* tick = &crowd->tick;
	wfAgent* agent = &crowd->population.agents[tick->slot[rank]];
	wfVec2 move = { tick->placeX[rank] - agent->x, tick->placeY[rank] - agent->y };
	*moved = (float)sqrt( move.x * move.x + move.y * move.y );
	wfNoticeProgress( crowd, rank, *moved );
	agent->x = tick->placeX[rank];
	agent->y = tick->placeY[rank];
	agent->velocityX = tick->velocityX[rank];
	agent->velocityY = tick->velocityY[rank];
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

void wfReportStuck( wfCrowd* crowd )
{
	for ( int32_t slot = 0; slot < crowd->population.slotCount; ++slot )
	{
		wfAgent* agent = &crowd->population.agents[slot];
		if ( ( crowd->tick.slotTodo[slot] & wf_todoStuck ) && !( crowd->tick.slotTodo[slot] & wf_todoArrive ) &&
			 ( agent->flags & wf_agentUsed ) )
		{
			agent->flags |= wf_agentReportedStuck;
			WF_ASSERT( wfAddEvent( crowd, wf_stuckEvent, slot ) == wf_ok );
		}
	}
}

// Of each agent: entered, reached or arrived, left, stuck.
#define WF_EVENTS_PER_AGENT 4

wfResult wfReserveAll( wfCrowd* crowd )
{
	size_t slots = (size_t)crowd->population.slotCount, events = (size_t)crowd->population.agentCount * WF_EVENTS_PER_AGENT;
	wfResult result = wfReserveTick( crowd );
	result = result == wf_ok ? wfReserveWalk( crowd ) : result;
	result = result == wf_ok ? wfReserveQueues( crowd ) : result;
	result = result == wf_ok
				 ? wfGrowArray( &crowd->population.events, &crowd->population.eventCapacity, events, sizeof( wfEvent ) )
				 : result;
	if ( crowd->manners.hasCustom )
	{
		result = result == wf_ok
					 ? wfGrowArray( &crowd->manners.custom, &crowd->manners.customCapacity, slots, sizeof( wfBehaviorVector ) )
					 : result;
		result = result == wf_ok
					 ? wfGrowArray( &crowd->manners.rankOfSlot, &crowd->manners.rankCapacity, slots, sizeof( int32_t ) )
					 : result;
	}
	return result;
}

// All of a step that may fail. Afterwards there is nothing left to ask for; on failure everything is as it was.
static wfResult beginTick( wfCrowd* crowd, wfError* error )
{
	crowd->population.undoCount = 0;
	crowd->population.stopUsedBefore = crowd->population.stopUsed;
	for ( int32_t k = 0; k < crowd->facilities.sourceCount; ++k )
	{
		wfSource* source = &crowd->facilities.sources[k];
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
	crowd->population.eventCount = 0;
	for ( int32_t k = 0; k < crowd->population.undoCount; ++k )
	{
		if ( crowd->population.undo[k].entered )
		{
			WF_ASSERT( wfAddEvent( crowd, wf_enteredEvent, crowd->population.undo[k].slot ) == wf_ok );
		}
	}
	crowd->population.undoCount = 0;
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
	wfUpdatePassages( crowd );
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
	result = beginTick( crowd, error );
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
	wfWorkers_ParallelFor( crowd->def.workers, commitRange, crowd->tick.count, 1024, crowd );
	size_t bytes = (size_t)crowd->tick.count * sizeof( double );
	crowd->trail = wfHash( wfHash( crowd->trail, crowd->tick.placeX, bytes ), crowd->tick.placeY, bytes );
	crowd->tickCount += 1;
	crowd->time = (double)crowd->tickCount * crowd->def.stepSeconds;
	wfNoticeAll( crowd );
	for ( int32_t k = 0; k < wfCountLocomotions( crowd ); ++k )
	{
		s_locomotions[k]->noticeArrivals( crowd );
	}
	wfRunSinks( crowd );
	wfArriveAll( crowd );
	wfUpdateQueues( crowd );
	wfReportStuck( crowd );
	addTime( &profile->events, &last );
	return wf_ok;
}
