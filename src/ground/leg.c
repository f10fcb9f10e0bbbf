// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The shortest path in the plane from a place to a destination, by what is known already.
#include "base/vec2.h"
#include "ground/ground.h"

// Walks the path's points and the stop itself backwards for the last `reach` metres, which nobody has to go.
static wfLeg cutEnd( const wfPath* path, double lead, wfVec2 end, double reach )
{
	wfVec2 last = end;
	double total = lead + path->length + wfDistance2( path->points[path->count - 1], end ), left = reach;
	for ( int32_t k = path->count - 1; k >= 0; --k )
	{
		double piece = wfDistance2( path->points[k], last );
		if ( piece > left )
		{
			return ( wfLeg ){ wfMix2( last, path->points[k], left / piece ), total - reach };
		}
		left -= piece;
		last = path->points[k];
	}
	return ( wfLeg ){ path->points[0], 0.0 };
}

// A path to where others share a field: from as early as the point is in sight straight to it.
static void leaveInSight( const wfRouteLayer* layer, wfVec2 point, wfPath* path )
{
	double step = 0.5 * layer->grid->cellSize;
	for ( int32_t k = path->count - 2; k >= 0; --k )
	{
		wfVec2 to = path->points[k + 1];
		double piece = wfDistance2( path->points[k], to );
		for ( double back = wfMin( step, piece ); back > 0.0; back = back < piece ? wfMin( back + step, piece ) : 0.0 )
		{
			wfVec2 place = wfMix2( to, path->points[k], back / piece );
			if ( !wfIsStraightPathFree( layer, place, point ) )
			{
				return;
			}
			path->length -= wfDistance2( path->points[k + 1], place );
			path->points[k + 1] = place;
		}
		path->count -= 1;
	}
}

// Along the field, pulled straight as far as free space allows.
static wfResult traceLeg( const wfGround* ground, const wfTarget* target, wfLeg* leg, const wfDestination* to, double reach,
						  wfPath* path )
{
	const wfRouteLayer* layer = &ground->routes.layers.data[target->layer];
	int32_t cell = wfGrid_GetCell( layer->grid, leg->from );
	int32_t nearest = cell >= 0 ? layer->nearest[cell] : -1;
	if ( nearest < 0 || !( wfGetCellDistance( ground, target, nearest ) < INFINITY ) )
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
	if ( wfGround_GetRest( ground, target, to ) > 0.0 )
	{
		leaveInSight( layer, wfInPlane( to->point ), path );
	}
	double lead = wfDistance2( leg->from, start );
	*leg = to->isGoal ? ( wfLeg ){ path->points[path->count - 1], lead + path->length }
					  : cutEnd( path, lead, wfInPlane( to->point ), reach );
	return wf_ok;
}

wfResult wfGround_MeasureLeg( const wfGround* ground, int32_t index, const wfDestination* to, double reach, wfLeg* leg,
							  wfPath* path )
{
	const wfRouteLayer* layer = &ground->routes.layers.data[index];
	wfVec2 point = wfInPlane( to->point );
	if ( !to->isGoal && wfIsStraightPathFree( layer, leg->from, point ) )
	{
		double length = wfDistance2( leg->from, point );
		*leg = length > reach ? ( wfLeg ){ wfMix2( point, leg->from, reach / length ), length - reach }
							  : ( wfLeg ){ leg->from, 0.0 };
		return wf_ok;
	}
	leg->length = NAN;
	const wfTarget* target = wfGround_FindSolved( ground, index, to );
	target = target == NULL && !to->isGoal ? wfGround_FindSolvedInSight( ground, index, to, leg->from ) : target;
	return target != NULL ? traceLeg( ground, target, leg, to, reach, path ) : wf_ok;
}
