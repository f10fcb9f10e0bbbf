// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Who is where at a narrow passage in the plane, where the passage and all agents share their axes.
#include "crowd/locomotion.h"

wfResult wfRecallPassagesInPlane( wfCrowd* crowd, bool* known )
{
	(void)crowd;
	*known = true; // their shapes are all there is to know
	return wf_ok;
}

void wfVisitPassageInPlane( wfCrowd* crowd, int32_t passage, wfVisitFcn* visit, void* context )
{
	const wfTick* tick = &crowd->tick;
	const wfPassageState* state = &crowd->passages.list.data[passage];
	double reach = state->halfLength + WF_PASSAGE_REACH * crowd->passages.radius;
	double x = state->shape.center.x - tick->origin.x, y = state->shape.center.y - tick->origin.y;
	wfIndexRange cells = wfCellsIn( tick, x - reach, y - reach, x + reach, y + reach );
	for ( int32_t row = cells.firstRow; row <= cells.lastRow; ++row )
	{
		for ( int32_t rank = wfFirstInRow( tick, &cells, row ), end = wfEndInRow( tick, &cells, row ); rank < end; ++rank )
		{
			double dx = tick->placeX[rank] - state->shape.center.x, dy = tick->placeY[rank] - state->shape.center.y;
			if ( dx * dx + dy * dy <= reach * reach )
			{
				visit( crowd, rank, context );
			}
		}
	}
}

wfVec2 wfPlaceAtPassageInPlane( const wfCrowd* crowd, int32_t passage, int32_t rank )
{
	(void)passage;
	return ( wfVec2 ){ crowd->tick.placeX[rank], crowd->tick.placeY[rank] };
}

wfVec2 wfTurnFromPassageInPlane( const wfCrowd* crowd, int32_t passage, int32_t rank, wfVec2 v )
{
	(void)crowd;
	(void)passage;
	(void)rank;
	return v;
}

double wfDistanceFromEndInPlane( const wfCrowd* crowd, int32_t passage, const wfAgent* agent, wfVec2 place, bool front )
{
	(void)passage;
	(void)front;
	if ( agent->flags & wf_agentDirect )
	{
		wfPlace aim = wfAimOf( crowd, agent );
		return wfHypot( aim.x - place.x, aim.y - place.y );
	}
	return (double)wfReadDistance( &crowd->ground, &crowd->ground.routes.targets.data[agent->target], place );
}
