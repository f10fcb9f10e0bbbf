// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The shortest path of an agent over its stops, for comparison with the one it walks. By what is known already: asking solves no
// field and changes nothing, so that a crowd that was asked goes on as one that was not.
#include "crowd/crowd.h"

#include "world/world.h"

#include <stdatomic.h>

// Where a leg begins and ends. Ends are where the agent is reported to have arrived, which is before a point by its reach.
typedef struct wfLeg
{
	wfVec2 from;
	double length; // not a number: not known
} wfLeg;

static double distanceBetween( wfVec2 a, wfVec2 b )
{
	double x = b.x - a.x, y = b.y - a.y;
	return sqrt( x * x + y * y );
}

static wfVec2 pointBetween( wfVec2 a, wfVec2 b, double share )
{
	return ( wfVec2 ){ a.x + share * ( b.x - a.x ), a.y + share * ( b.y - a.y ) };
}

static const wfTarget* findSolved( const wfCrowd* crowd, int32_t layer, const wfStop* stop )
{
	const wfRouteLayer* of = &crowd->routes.layers.data[layer];
	int32_t cell = stop->kind == wf_pointStop && of->grid != NULL ? wfGrid_GetCell( of->grid, wfInPlane( stop->point ) ) : -1;
	cell = cell >= 0 ? of->nearest[cell] : -1;
	for ( int32_t k = 0; k < crowd->routes.targets.count; ++k )
	{
		const wfTarget* target = &crowd->routes.targets.data[k];
		if ( target->layer != layer || target->kind != stop->kind || target->field == NULL )
		{
			continue;
		}
		bool same = stop->kind == wf_goalStop
						? target->goal.index1 == stop->goal.index1 && target->goal.generation == stop->goal.generation
						: cell >= 0 && target->cell == cell;
		if ( same )
		{
			return target;
		}
	}
	return NULL;
}

// Walks the path's points and the stop itself backwards for the last `reach` metres, which nobody has to go.
static wfLeg cutEnd( const wfPath* path, double lead, wfVec2 end, double reach )
{
	wfVec2 last = end;
	double total = lead + path->length + distanceBetween( path->points[path->count - 1], end ), left = reach;
	for ( int32_t k = path->count - 1; k >= 0; --k )
	{
		double piece = distanceBetween( path->points[k], last );
		if ( piece > left )
		{
			return ( wfLeg ){ pointBetween( last, path->points[k], left / piece ), total - reach };
		}
		left -= piece;
		last = path->points[k];
	}
	return ( wfLeg ){ path->points[0], 0.0 };
}

// Along the field, pulled straight as far as free space allows.
static wfResult traceLeg( const wfCrowd* crowd, const wfTarget* target, wfLeg* leg, const wfStop* stop, double reach,
						  wfPath* path )
{
	const wfRouteLayer* layer = &crowd->routes.layers.data[target->layer];
	int32_t cell = wfGrid_GetCell( layer->grid, leg->from );
	int32_t nearest = cell >= 0 ? layer->nearest[cell] : -1;
	leg->length = NAN;
	if ( nearest < 0 || !( target->way[nearest] < INFINITY ) )
	{
		return wf_ok;
	}
	// In the margin along a wall one gets to the nearest free cell first.
	wfVec2 start = nearest == cell ? leg->from : wfGrid_GetCenter( layer->grid, nearest );
	wfTraceDef def = wfDefaultTraceDef();
	def.step = 1.0;
	def.tautness = 1.0;
	wfResult result = wfField_TracePath( target->field, start, &def, path, NULL );
	if ( result != wf_ok || path->count == 0 )
	{
		return result == wf_outOfMemory ? result : wf_ok;
	}
	double lead = distanceBetween( leg->from, start );
	*leg = stop->kind == wf_goalStop ? ( wfLeg ){ path->points[path->count - 1], lead + path->length }
									 : cutEnd( path, lead, wfInPlane( stop->point ), reach );
	return wf_ok;
}

static wfResult measureLeg( const wfCrowd* crowd, const wfAgent* agent, const wfStop* stop, wfLeg* leg, wfPath* path )
{
	wfStop place = *stop;
	if ( stop->kind == wf_queueStop )
	{
		place.kind = wf_pointStop;
		place.point = wfInSpace( crowd->facilities.queues.data[stop->queue.index1 - 1].def.line[0] );
	}
	double reach = wfReachOf( &place, (double)agent->radius );
	const wfRouteLayer* layer = &crowd->routes.layers.data[agent->layer];
	wfVec2 point = wfInPlane( place.point );
	if ( place.kind == wf_pointStop && wfIsStraightWayFree( layer, leg->from, point ) )
	{
		double length = distanceBetween( leg->from, point );
		*leg = length > reach ? ( wfLeg ){ pointBetween( point, leg->from, reach / length ), length - reach }
							  : ( wfLeg ){ leg->from, 0.0 };
		return wf_ok;
	}
	const wfTarget* target = findSolved( crowd, agent->layer, &place );
	leg->length = NAN;
	return target != NULL ? traceLeg( crowd, target, leg, &place, reach, path ) : wf_ok;
}

static wfResult measureWay( const wfCrowd* crowd, wfAgentId id, wfPath* path, double* metres )
{
	*metres = NAN;
	const wfAgent* agent = wfGetAgent( crowd, id );
	if ( agent == NULL )
	{
		return wf_notFound;
	}
	// Before it was prepared nothing is known of the walls.
	if ( crowd->world == NULL || agent->layer < 0 || wfWorld_GetRevision( crowd->world ) != crowd->routes.worldRevision )
	{
		return wf_ok;
	}
	wfLeg leg = { { agent->x, agent->y }, 0.0 };
	double sum = 0.0;
	for ( int32_t k = agent->stop; k < agent->stopCount && !isnan( sum ); ++k )
	{
		wfResult result = measureLeg( crowd, agent, &crowd->population.stops.data[agent->stopFirst + k], &leg, path );
		if ( result != wf_ok )
		{
			return result;
		}
		sum += leg.length;
	}
	*metres = sum;
	return wf_ok;
}

typedef struct wfWayJob
{
	const wfCrowd* crowd;
	const wfAgentId* ids;
	double* metres;
	atomic_int result; // the worst
} wfWayJob;

static void measureRange( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	wfWayJob* job = context;
	wfPath path = { 0 };
	for ( int32_t k = begin; k < end; ++k )
	{
		wfResult result = measureWay( job->crowd, job->ids[k], &path, &job->metres[k] );
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
	wfWayJob job = { .crowd = crowd, .ids = ids, .metres = metres };
	atomic_init( &job.result, (int)wf_ok );
	wfWorkers_ParallelFor( crowd->def.workers, measureRange, count, 32, &job );
	return (wfResult)atomic_load( &job.result );
}
