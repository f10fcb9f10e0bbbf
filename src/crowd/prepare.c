// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Before the first tick, and after changes: whether everybody fits and has a route, and all that ticks need is there.
#include "crowd/locomotion.h"
#include "crowd/mesh_ground.h"

#include "world/geometry.h"

#include <stdio.h>
#include <string.h>

wfResult wfFailForAgent( const wfCrowd* crowd, const wfAgent* agent, wfAgentId* culprit, wfError* error, wfResult result,
						 const char* what )
{
	if ( culprit != NULL )
	{
		*culprit = wfIdOfSlot( crowd, wfSlotOf( crowd, agent ) );
	}
	return wfFail( error, result, "agent %u at (%.6g, %.6g) %s", agent->serial, agent->x, agent->y, what );
}

// Distances are asked for below; where the index behind them finds no memory they would all seem to be blocked.
static wfResult indexWorld( const wfCrowd* crowd, wfError* error )
{
	uint32_t kinds = crowd->facilities.queues.count > 0 ? 1u : 0u;
	for ( const wfAgent* agent = NULL; ( agent = wfNextAgent( crowd, agent ) ) != NULL; )
	{
		kinds |= 1u << agent->kind;
	}
	for ( int32_t k = 0; k < crowd->facilities.sources.count; ++k )
	{
		kinds |= 1u << crowd->facilities.sources.data[k].def.agent.kind;
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
	for ( const wfAgent* agent = NULL; ( agent = wfNextAgent( crowd, agent ) ) != NULL; )
	{
		if ( !( agent->flags & wf_agentNew ) || !wfLocomotionOf( agent )->isDisc( crowd, agent ) )
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
			return wfFailForAgent( crowd, agent, culprit, error, wf_startBlocked, text );
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
					return wfFailForAgent( crowd, &crowd->population.agents[tick->slot[rank]], culprit, error, wf_startBlocked,
										   text );
				}
			}
		}
	}
	return wf_ok;
}

// Each stop must be reachable from where the agent stands. Stops reached straight are not looked at further.
static wfResult checkWays( wfCrowd* crowd, wfAgentId* culprit, wfError* error )
{
	for ( wfAgent* agent = NULL; ( agent = wfNextAgent( crowd, agent ) ) != NULL; )
	{
		if ( !( agent->flags & wf_agentNew ) )
		{
			continue;
		}
		const wfRouteLayer* layer = &crowd->routes.layers.data[agent->layer];
		wfVec2 from = { agent->x, agent->y };
		for ( int32_t k = 0; k < agent->stopCount; ++k )
		{
			const wfStop* stop = &crowd->population.stops.data[agent->stopFirst + k];
			bool point = stop->kind != wf_goalStop;
			wfVec2 to = stop->kind == wf_queueStop ? crowd->facilities.queues.data[stop->queue.index1 - 1].def.line[0]
												   : wfInPlane( stop->point );
			if ( stop->kind == wf_pointStop && !wfIsPointInReach( layer, stop, (double)agent->radius ) )
			{
				char text[128];
				snprintf( text, sizeof( text ), "cannot come near enough to its stop %d at (%.6g, %.6g), at or beyond the border",
						  k + 1, to.x, to.y );
				return wfFailForAgent( crowd, agent, culprit, error, wf_goalBlocked, text );
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
					*culprit = wfIdOfSlot( crowd, wfSlotOf( crowd, agent ) );
				}
				return result;
			}
			layer = &crowd->routes.layers.data[agent->layer]; // the list may have grown
			double way;
			wfTargetDirection( crowd, &crowd->routes.targets.data[target], ( wfVec2 ){ agent->x, agent->y }, &way );
			if ( !( way < INFINITY ) )
			{
				char text[128];
				snprintf( text, sizeof( text ), "has no way to its stop %d for a disc of radius %g m", k + 1, layer->radius );
				return wfFailForAgent( crowd, agent, culprit, error, wf_unreachable, text );
			}
		}
	}
	return wf_ok;
}

static wfResult assignLayers( wfCrowd* crowd, wfError* error )
{
	for ( wfAgent* agent = NULL; ( agent = wfNextAgent( crowd, agent ) ) != NULL; )
	{
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
	result = result == wf_ok && wfHasForesight( crowd ) ? wfReserveFlow( crowd ) : result;
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
