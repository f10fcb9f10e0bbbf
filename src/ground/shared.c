// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Points near each other in the plane share a field. It leads to one of them; from there, and from most places before, the others
// are in sight, and whoever sees its point walks straight. So two hundred units that are sent to two hundred places side by side
// take a few fields. See docs/crowd.md.
#include "base/vec2.h"
#include "ground/parts.h"

static const wfRouteLayer* layerOf( const wfGround* ground, const wfTarget* target )
{
	return &ground->routes.layers.data[target->layer];
}

static wfVec2 endOf( const wfGround* ground, const wfTarget* target )
{
	return wfGrid_GetCenter( layerOf( ground, target )->grid, target->cell );
}

static bool endsInSight( const wfGround* ground, const wfTarget* target, wfVec2 point )
{
	wfVec2 end = endOf( ground, target );
	return !target->closed && wfGround_HasRoute( ground, target->layer, point, wfPlaceInPlane( end ) ) &&
		   wfIsStraightPathFree( layerOf( ground, target ), end, point );
}

// The nearest that ends in sight, and no more than a share of the way from a place is left there.
static int32_t findInSight( const wfGround* ground, int32_t index, wfVec2 point, wfVec2 place, double share )
{
	const wfRouteLayer* layer = &ground->routes.layers.data[index];
	int32_t own = layer->grid != NULL ? wfNearestFreeCell( layer, point ) : -1, best = -1;
	double least = INFINITY;
	bool isReady = false;
	for ( int32_t k = 0; k < ground->routes.targets.count && own >= 0; ++k )
	{
		const wfTarget* target = &ground->routes.targets.data[k];
		// Those that were given up for the sake of memory count as well, lest its limit changes what people do.
		bool isThere = target->field != NULL || target->isWaiting || target->isGivenUp;
		if ( target->layer != index || target->to.isGoal || target->closed || !isThere )
		{
			continue;
		}
		if ( target->cell == own )
		{
			return k;
		}
		// One that leads at once rather than one that is queued.
		double rest = wfDistance2( endOf( ground, target ), point ), way = wfDistance2( endOf( ground, target ), place );
		bool isBetter = wfTarget_IsReady( target ) == isReady ? rest < least : !isReady;
		if ( isBetter && rest <= share * way && endsInSight( ground, target, point ) )
		{
			best = k;
			least = rest;
			isReady = wfTarget_IsReady( target );
		}
	}
	return best;
}

wfDestination wfGround_Share( const wfGround* ground, int32_t layer, const wfDestination* to, wfPlace from )
{
	int32_t found = findInSight( ground, layer, wfInPlane( to->point ), ( wfVec2 ){ from.x, from.y }, WF_SHARED_WAY );
	return found >= 0 ? ground->routes.targets.data[found].to : *to;
}

const wfTarget* wfGround_FindSolvedInSight( const wfGround* ground, int32_t layer, const wfDestination* to, wfVec2 from )
{
	int32_t found = findInSight( ground, layer, wfInPlane( to->point ), from, INFINITY );
	const wfTarget* target = found >= 0 ? &ground->routes.targets.data[found] : NULL;
	return target != NULL && target->field != NULL && wfTarget_IsReady( target ) ? target : NULL;
}

double wfGround_GetRest( const wfGround* ground, const wfTarget* target, const wfDestination* to )
{
	bool isPoint = ground->mesh == NULL && !to->isGoal && !target->to.isGoal;
	wfVec2 point = wfInPlane( to->point );
	bool isOwn = !isPoint || wfNearestFreeCell( layerOf( ground, target ), point ) == target->cell;
	return isOwn ? 0.0 : wfDistance2( endOf( ground, target ), point );
}

bool wfGround_MayShare( const wfGround* ground, const wfTarget* target, const wfDestination* to, wfPlace from )
{
	const wfRouteLayer* layer = layerOf( ground, target );
	double way = wfDistance2( endOf( ground, target ), ( wfVec2 ){ from.x, from.y } );
	return way > WF_SHARED_END * layer->grid->cellSize + layer->radius && endsInSight( ground, target, wfInPlane( to->point ) );
}
