// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The shortest path of an agent over its stops, for comparison with the one it walks. By what is known already: asking solves no
// field and changes nothing, so that a crowd that was asked goes on as one that was not.
#include "crowd/crowd.h"

#include <stdatomic.h>

// To the nearest of several exits of which that is known.
static wfResult measureStop( const wfCrowd* crowd, const wfAgent* agent, const wfStop* stop, wfLeg* leg, wfPath* path )
{
	const wfExitsDef* exits = stop->kind == wf_exitsStop ? &crowd->exits.sets.data[stop->exits.index1 - 1].def : NULL;
	double reach = wfReachOf( stop, (double)agent->radius );
	wfLeg best = { leg->from, NAN };
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < ( exits != NULL ? exits->exitCount : 1 ) && result == wf_ok; ++k )
	{
		wfStop made = exits != NULL ? wfMakeGoalStop( exits->exits[k].goal ) : *stop;
		wfDestination to = wfDestinationOf( crowd, &made );
		wfLeg next = *leg;
		result = wfGround_MeasureLeg( &crowd->ground, agent->layer, &to, reach, &next, path );
		best = next.length < best.length || isnan( best.length ) ? next : best;
	}
	*leg = best;
	return result;
}

static wfResult measureRoute( const wfCrowd* crowd, wfAgentId id, wfPath* path, double* metres )
{
	*metres = NAN;
	const wfAgent* agent = wfGetAgent( crowd, id );
	if ( agent == NULL )
	{
		return wf_notFound;
	}
	// Before it was prepared nothing is known of the walls.
	const wfGround* ground = &crowd->ground;
	if ( ground->world == NULL || agent->layer < 0 || wfGround_GetRevision( ground ) != ground->routes.worldRevision )
	{
		return wf_ok;
	}
	wfLeg leg = { { agent->x, agent->y }, 0.0 };
	double sum = 0.0;
	for ( int32_t k = agent->stop; k < agent->stopCount && !isnan( sum ); ++k )
	{
		const wfStop* stop = &crowd->population.stops.data[agent->stopFirst + k];
		wfResult result = measureStop( crowd, agent, stop, &leg, path );
		if ( result != wf_ok )
		{
			return result;
		}
		sum += leg.length;
	}
	*metres = sum;
	return wf_ok;
}

typedef struct wfLengthJob
{
	const wfCrowd* crowd;
	const wfAgentId* ids;
	double* metres;
	atomic_int result; // the worst
} wfLengthJob;

static void measureRange( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	wfLengthJob* job = context;
	wfPath path = { 0 };
	for ( int32_t k = begin; k < end; ++k )
	{
		wfResult result = measureRoute( job->crowd, job->ids[k], &path, &job->metres[k] );
		int none = wf_ok, gone = wf_notFound;
		// Memory is what matters more.
		if ( result != wf_ok && !atomic_compare_exchange_strong( &job->result, &none, (int)result ) && result != wf_notFound )
		{
			atomic_compare_exchange_strong( &job->result, &gone, (int)result );
		}
	}
	wfPath_Free( &path );
}

wfResult wfCrowd_GetRouteLengths( const wfCrowd* crowd, const wfAgentId* ids, int32_t count, double* metres )
{
	if ( WF_FAILS( crowd != NULL && count >= 0 && ( count == 0 || ( ids != NULL && metres != NULL ) ) ) )
	{
		return wf_invalidDef;
	}
	wfLengthJob job = { .crowd = crowd, .ids = ids, .metres = metres };
	atomic_init( &job.result, (int)wf_ok );
	wfWorkers_ParallelFor( crowd->def.workers, measureRange, count, 32, &job );
	return (wfResult)atomic_load( &job.result );
}
