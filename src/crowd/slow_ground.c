// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Ground on which people walk at a part of their speed, as on stairs. In the plane only: meshes have no terrain.
#include "crowd/locomotion.h"
#include "crowd/routes.h"
#include "world/geometry.h"

static bool hasSlowGround( const wfCrowd* crowd )
{
	return crowd->ground.world != NULL && crowd->ground.world->slowCount > 0;
}

wfResult wfReadySlowGround( const wfCrowd* crowd, wfError* error )
{
	if ( !hasSlowGround( crowd ) )
	{
		return wf_ok;
	}
	uint32_t kinds = 0;
	for ( const wfAgent* agent = NULL; ( agent = wfNextAgent( crowd, agent ) ) != NULL; )
	{
		kinds |= 1u << agent->kind;
	}
	wfResult result = wf_ok;
	for ( int32_t kind = 0; kind < 32 && result == wf_ok; ++kind )
	{
		const wfGeometry* geometry;
		result = ( kinds >> kind & 1u ) != 0 ? wfGeometryGet( crowd->ground.world, kind, &geometry ) : wf_ok;
	}
	return result == wf_ok ? wf_ok : wfFail( error, result, "not enough memory for the terrain" );
}

static void slowRange( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	wfCrowd* crowd = context;
	wfTick* tick = &crowd->tick;
	for ( int32_t rank = begin; rank < end; ++rank )
	{
		const wfAgent* agent = &crowd->population.agents[tick->slot[rank]];
		const wfGeometry* geometry;
		// It was made when the tick was prepared; who came in through a source since is slow from the next tick on.
		if ( wfGeometryGet( crowd->ground.world, agent->kind, &geometry ) != wf_ok )
		{
			continue;
		}
		wfVec2 along = { (double)tick->goalX[rank], (double)tick->goalY[rank] };
		double share = wfGeometrySpeedShare( geometry, ( wfVec2 ){ agent->x, agent->y }, along );
		// The host may want less anyway.
		float most = (float)( share * (double)agent->desiredSpeed );
		tick->speed[rank] = tick->speed[rank] < most ? tick->speed[rank] : most;
	}
}

void wfSlowDown( wfCrowd* crowd )
{
	if ( hasSlowGround( crowd ) )
	{
		wfWorkers_ParallelFor( crowd->def.workers, slowRange, crowd->tick.count, 1024, crowd );
	}
}
