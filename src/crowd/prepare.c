// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Before the first tick, and after changes: whether everybody fits and has a route, and all that ticks need is there.
#include "crowd/locomotion.h"

wfResult wfFailForAgent( const wfCrowd* crowd, const wfAgent* agent, wfAgentId* culprit, wfError* error, wfResult result,
						 const char* what )
{
	char place[96];
	crowd->ground->printPlace( crowd, wfPlaceOf( agent ), place, sizeof( place ) );
	if ( culprit != NULL )
	{
		*culprit = wfIdOfSlot( crowd, wfSlotOf( crowd, agent ) );
	}
	return wfFail( error, result, "agent %u at (%s) %s", agent->serial, place, what );
}

wfResult wfTellStop( wfError* error, int32_t k, wfResult result )
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
		result = crowd->ground->assignLayer( crowd, agent, error );
	}
	result = result == wf_ok ? wfCheckQueues( crowd, error ) : result;
	for ( const wfAgent* agent = NULL; result == wf_ok && ( agent = wfNextAgent( crowd, agent ) ) != NULL; )
	{
		result = ( agent->flags & wf_agentNew ) ? crowd->ground->checkStops( crowd, agent, culprit, error ) : wf_ok;
	}
	return result;
}

wfResult wfCrowd_Prepare( wfCrowd* crowd, wfAgentId* culprit, wfAgentId* other, wfError* error )
{
	if ( WF_FAILS( crowd != NULL ) )
	{
		return wf_invalidDef;
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
	wfResult result = crowd->ground->follow( crowd, error );
	if ( result != wf_ok || crowd->prepared )
	{
		return result;
	}
	result = wfReserveTick( crowd );
	result = result == wf_ok && wfHasForesight( crowd ) ? crowd->ground->reserveFlow( crowd ) : result;
	result = result == wf_ok ? wfReserveMaps( crowd ) : result;
	if ( result != wf_ok )
	{
		return wfFail( error, result, "not enough memory for %d agents", crowd->population.agentCount );
	}
	result = crowd->ground->checkPlaces( crowd, culprit, other, error );
	result = result == wf_ok ? wfCheckFootsteps( crowd, culprit, other, error ) : result;
	result = result == wf_ok ? checkRoutes( crowd, culprit, error ) : result;
	result = result == wf_ok ? wfCheckSources( crowd, error ) : result;
	result = result == wf_ok ? crowd->ground->findPassages( crowd, error ) : result;
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
