// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Before the first tick, and after changes: whether everybody fits and has a route, and all that ticks need is there.
#include "crowd/locomotion.h"
#include "crowd/orders.h"

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

// What is wrong with an agent, a source or a stop, as opposed to resources that run out.
static bool isBadOrder( wfResult result )
{
	return result == wf_startBlocked || result == wf_goalBlocked || result == wf_unreachable || result == wf_notFound;
}

typedef struct wfPreparation
{
	bool strict; // bad orders are failures
	wfAgentId *culprit, *other;
	wfError* error;
} wfPreparation;

// Layers of all, then the stops of those who are new, then the sources.
static wfResult checkRoutes( wfCrowd* crowd, const wfPreparation* preparation )
{
	wfResult result = wf_ok;
	for ( wfAgent* agent = NULL; result == wf_ok && ( agent = wfNextAgent( crowd, agent ) ) != NULL; )
	{
		result = wfAssignLayer( crowd, agent, preparation->error );
	}
	for ( const wfAgent* agent = NULL; result == wf_ok && ( agent = wfNextAgent( crowd, agent ) ) != NULL; )
	{
		result = ( agent->flags & wf_agentNew ) ? wfCheckRoutes( crowd, agent, preparation->culprit, preparation->error ) : wf_ok;
		result = isBadOrder( result ) && !preparation->strict ? wf_ok : result;
	}
	for ( int32_t k = 0; k < crowd->facilities.sources.count && result == wf_ok; ++k )
	{
		result = wfCheckSource( crowd, k, preparation->error );
		result = isBadOrder( result ) && !preparation->strict ? wf_ok : result;
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
		agent->flags |= agent->flags & wf_agentLed ? 0u : (uint32_t)wf_agentRecheck;
	}
	wfLookForRoutesAgain( crowd );
	return wf_ok;
}

static wfResult prepare( wfCrowd* crowd, const wfPreparation* preparation )
{
	double start = wfGetSeconds();
	wfError* error = preparation->error;
	wfResult result = follow( crowd, error );
	result = result == wf_ok ? wfNoticeCovered( crowd, error ) : result;
	result = result == wf_ok ? wfReadySlowGround( crowd, error ) : result;
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
	if ( preparation->strict )
	{
		result = crowd->stages->checkPlaces( crowd, preparation->culprit, preparation->other, error );
		result = result == wf_ok ? wfCheckFootsteps( crowd, preparation->culprit, preparation->other, error ) : result;
	}
	result = result == wf_ok ? checkRoutes( crowd, preparation ) : result;
	wfNoticeNewGrids( crowd );
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

// Queued work comes before what edits and new agents make of it: so it is the same whether it was done ahead or not.
static wfResult prepareAhead( wfCrowd* crowd, const wfPreparation* preparation )
{
	bool changes = !crowd->prepared || wfGround_GetRevision( &crowd->ground ) != crowd->ground.routes.worldRevision;
	wfResult result = changes ? wfGround_Work( &crowd->ground, 1.0, preparation->error ) : wf_ok;
	return result == wf_ok ? prepare( crowd, preparation ) : result;
}

wfResult wfPrepareTick( wfCrowd* crowd, wfError* error )
{
	return prepare( crowd, &( wfPreparation ){ .error = error } );
}

wfResult wfPrepareAhead( wfCrowd* crowd, wfError* error )
{
	return prepareAhead( crowd, &( wfPreparation ){ .error = error } );
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
	return prepareAhead( crowd, &( wfPreparation ){ .strict = true, .culprit = culprit, .other = other, .error = error } );
}
