// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Routes within the memory limit: fields that nobody goes by are given up before anything is refused.
#include "crowd/crowd.h"

static void hold( uint8_t* held, int32_t target )
{
	if ( target >= 0 )
	{
		held[target] = 1;
	}
}

bool wfMakesRoom( wfCrowd* crowd, wfResult result )
{
	const wfRoutes* routes = &crowd->ground.routes;
	size_t count = (size_t)routes->targets.count;
	uint8_t* held = result == wf_tooLarge && count > 0 ? wfAllocateZeroed( count ) : NULL;
	if ( held == NULL )
	{
		return false;
	}
	for ( const wfAgent* agent = NULL; ( agent = wfNextAgent( crowd, agent ) ) != NULL; )
	{
		hold( held, agent->target );
	}
	// A tick that fails puts everybody back.
	for ( int32_t k = 0; k < crowd->population.undo.count; ++k )
	{
		const wfUndo* undo = &crowd->population.undo.data[k];
		hold( held, undo->entered ? -1 : undo->before.target );
	}
	for ( int32_t k = 0; k < crowd->groups.list.count; ++k )
	{
		const wfGroup* group = &crowd->groups.list.data[k];
		hold( held, group->isUsed ? group->now.target : -1 );
		hold( held, group->isUsed && group->next.target < routes->targets.count ? group->next.target : -1 );
	}
	for ( int32_t k = 0; k < routes->targets.count; ++k )
	{
		held[k] |= routes->targets.data[k].isAwaited ? 1 : 0;
	}
	bool any = wfGround_GiveUpFields( &crowd->ground, held );
	wfRelease( held, count );
	return any;
}

wfResult wfFindTarget( wfCrowd* crowd, int32_t layer, const wfDestination* to, int32_t* target, wfError* error )
{
	wfResult result = wfGround_FindTarget( &crowd->ground, layer, to, target, error );
	result = wfMakesRoom( crowd, result ) ? wfGround_FindTarget( &crowd->ground, layer, to, target, error ) : result;
	if ( result == wf_ok )
	{
		crowd->ground.routes.targets.data[*target].isAwaited = true;
	}
	return result;
}

wfResult wfFindLater( wfCrowd* crowd, int32_t layer, const wfDestination* to, int32_t* target, wfError* error )
{
	// On a mesh a field is needed to know whether there is a route: those that were made to find out make room for the next one.
	if ( crowd->ground.mesh != NULL && !wfGround_HasRoomAhead( &crowd->ground ) )
	{
		wfMakesRoom( crowd, wf_tooLarge );
	}
	wfResult result = wfGround_FindLater( &crowd->ground, layer, to, target, error );
	return wfMakesRoom( crowd, result ) ? wfGround_FindLater( &crowd->ground, layer, to, target, error ) : result;
}

wfResult wfFitRoutes( wfCrowd* crowd, wfError* error )
{
	// Everybody has taken what was found for it.
	for ( int32_t k = 0; k < crowd->ground.routes.targets.count; ++k )
	{
		crowd->ground.routes.targets.data[k].isAwaited = false;
	}
	wfResult result = wfGround_CheckMemory( &crowd->ground, error );
	return wfMakesRoom( crowd, result ) ? wfGround_CheckMemory( &crowd->ground, error ) : result;
}
