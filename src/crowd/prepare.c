// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Before the first tick, and after changes: whether everybody fits and has a route, and all that ticks need is there.
#include "crowd/locomotion.h"

wfResult wfFailForAgent( const wfCrowd* crowd, const wfAgent* agent, wfAgentId* culprit, wfError* error, wfResult result,
						 const char* what )
{
	char place[96];
	wfGround_PrintPlace( &crowd->ground, wfPlaceOf( agent ), place, sizeof( place ) );
	if ( culprit != NULL )
	{
		*culprit = wfIdOfSlot( crowd, wfSlotOf( crowd, agent ) );
	}
	return wfFail( error, result, "agent %u at (%s) %s", agent->serial, place, what );
}

wfResult wfExplainStop( wfError* error, int32_t k, wfResult result )
{
	if ( error != NULL )
	{
		error->stop = k + 1;
	}
	return result;
}

// Layers of all, then the stops of those who are new.
static wfResult checkRoutes( wfCrowd* crowd, wfAgentId* culprit, wfError* error )
{
	wfResult result = wf_ok;
	for ( wfAgent* agent = NULL; result == wf_ok && ( agent = wfNextAgent( crowd, agent ) ) != NULL; )
	{
		result = wfAssignLayer( crowd, agent, error );
	}
	result = result == wf_ok ? wfCheckQueues( crowd, error ) : result;
	for ( const wfAgent* agent = NULL; result == wf_ok && ( agent = wfNextAgent( crowd, agent ) ) != NULL; )
	{
		result = ( agent->flags & wf_agentNew ) ? wfCheckRoutes( crowd, agent, culprit, error ) : wf_ok;
	}
	return result;
}

// Edits of the world: passages are looked for again, and what was a straight path may be none.
static wfResult follow( wfCrowd* crowd, wfError* error )
{
	bool edited;
	double start = wfGetSeconds();
	wfResult result = wfGround_Follow( &crowd->ground, &edited, error );
	wfNoticeNewGrids( crowd );
	if ( result != wf_ok || !edited )
	{
		return result;
	}
	crowd->profile.fields += wfGetSeconds() - start;
	wfHaltWalkers( crowd );
	wfUnprepare( crowd );
	for ( wfAgent* agent = NULL; ( agent = wfNextAgent( crowd, agent ) ) != NULL; )
	{
		agent->flags |= wf_agentRecheck;
	}
	return wf_ok;
}

wfResult wfPrepare( wfCrowd* crowd, wfAgentId* culprit, wfAgentId* other, wfError* error )
{
	double start = wfGetSeconds();
	wfResult result = follow( crowd, error );
	if ( result != wf_ok || crowd->prepared )
	{
		return result;
	}
	result = wfReserveTick( crowd );
	result = result == wf_ok && wfHasForesight( crowd ) ? crowd->stages->reserveFlow( crowd ) : result;
	result = result == wf_ok ? wfReserveMaps( crowd ) : result;
	if ( result != wf_ok )
	{
		return wfFail( error, result, "not enough memory for %d agents", crowd->population.agentCount );
	}
	result = crowd->stages->checkPlaces( crowd, culprit, other, error );
	result = result == wf_ok ? wfCheckFootsteps( crowd, culprit, other, error ) : result;
	result = result == wf_ok ? checkRoutes( crowd, culprit, error ) : result;
	result = result == wf_ok ? wfCheckSources( crowd, error ) : result;
	wfNoticeNewGrids( crowd );
	result = result == wf_ok && crowd->stages->hasPassages ? wfFindPassages( crowd, error ) : result;
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

wfResult wfCrowd_Prepare( wfCrowd* crowd, wfAgentId* culprit, wfAgentId* other, wfError* error )
{
	if ( WF_FAILS( crowd != NULL ) )
	{
		return wf_invalidDef;
	}
	if ( culprit != NULL )
	{
		*culprit = ( wfAgentId ){ 0 };
	}
	if ( other != NULL )
	{
		*other = ( wfAgentId ){ 0 };
	}
	// Queued work comes before what edits and new agents make of it: so it is the same whether it was done ahead or not.
	bool changes = !crowd->prepared || wfGround_GetRevision( &crowd->ground ) != crowd->ground.routes.worldRevision;
	wfResult result = changes ? wfGround_Work( &crowd->ground, 1.0, error ) : wf_ok;
	return result == wf_ok ? wfPrepare( crowd, culprit, other, error ) : result;
}
