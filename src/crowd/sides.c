// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Sides of corridors. Where people come the other way between two walls, everybody keeps to the right half: nobody crosses the
// middle line to the left, whatever it wants, and nobody enters in the other half. So two crowds pass each other without becoming
// entangled; see docs/crowd.md.
#include "base/vec2.h"
#include "crowd/between.h"
#include "crowd/locomotion.h"
#include "crowd/maps.h"

#include <stdlib.h>

// A corridor as seen by somebody in it or before it.
typedef struct wfCorridor
{
	wfVec2 right;  // unit vector across it, as one walks
	double before; // metres to it, 0: inside
	double over;   // metres that the disc is too far left
} wfCorridor;

// At a door that is passed in turns its whole width is used. In a corridor there may still be people of both directions.
static bool isWhereTurnsAreTaken( const wfCrowd* crowd, int32_t rank, wfVec2 middle )
{
	int32_t passage = abs( crowd->tick.passage[rank] );
	const wfPassageState* state = passage != 0 ? &crowd->passages.list.data[passage - 1] : NULL;
	return state != NULL && state->takesTurns && 2.0 * state->halfLength < WF_SIDES_LENGTH &&
		   wfLength2( wfSub2( middle, state->shape.center ) ) <
			   state->halfLength + WF_AT_TURNS * (double)crowd->tick.radius[rank];
}

// Up to which width sides are kept to, in metres. Where there is more room one swerves, as long as one gets on.
static double getWidestSides( const wfTick* tick, int32_t rank )
{
	float vx = tick->velocityX[rank], vy = tick->velocityY[rank], slow = WF_HELD_UP_SHARE * tick->speed[rank];
	return ( vx * vx + vy * vy < slow * slow ? WF_SIDES_WIDTH_HELD_UP : WF_SIDES_WIDTH ) * (double)tick->radius[rank];
}

// Whether a place on the way of an agent is in a corridor where two fit side by side.
static bool lookAtCorridor( const wfCrowd* crowd, int32_t rank, const wfRouteLayer* layer, wfVec2 at, float ahead,
							wfCorridor* corridor )
{
	const wfTick* tick = &crowd->tick;
	double radius = (double)tick->radius[rank], limit = getWidestSides( tick, rank );
	wfBetween between = wfLookBetween( layer->walls, at, limit );
	if ( !( between.width < limit ) || between.width < WF_TWO_ABREAST * radius )
	{
		return false;
	}
	wfVec2 along = { -between.across.y, between.across.x }, goal = { (double)tick->goalX[rank], (double)tick->goalY[rank] };
	along = wfScale2( wfDot2( along, goal ) < 0.0 ? -1.0 : 1.0, along );
	double length = wfFollowWalls( layer->walls, &between, along, limit, WF_SIDES_LENGTH );
	if ( length < WF_SIDES_LENGTH && ahead == 0.0f )
	{
		length += wfFollowWalls( layer->walls, &between, wfScale2( -1.0, along ), limit, WF_SIDES_LENGTH );
	}
	if ( length < WF_SIDES_LENGTH || isWhereTurnsAreTaken( crowd, rank, between.middle ) )
	{
		return false;
	}
	wfVec2 from = wfSub2( ( wfVec2 ){ tick->placeX[rank], tick->placeY[rank] }, between.middle );
	corridor->right = ( wfVec2 ){ along.y, -along.x };
	corridor->before = ahead == 0.0f ? 0.0 : wfMax( -wfDot2( from, along ), WF_TINY );
	corridor->over = radius - wfDot2( from, corridor->right );
	return true;
}

// The corridor an agent is in, or the next one straight ahead.
static bool findCorridor( const wfCrowd* crowd, int32_t rank, wfCorridor* corridor )
{
	const wfTick* tick = &crowd->tick;
	const wfRouteLayer* layer = &crowd->ground.routes.layers.data[tick->layer[rank]];
	wfVec2 place = { tick->placeX[rank], tick->placeY[rank] };
	float radius = tick->radius[rank];
	if ( wfLayerClearance( layer, place ) > 0.5f * (float)getWidestSides( tick, rank ) + WF_SIDES_SIGHT )
	{
		return false;
	}
	for ( float ahead = 0.0f; ahead <= WF_SIDES_SIGHT; ahead += WF_SIDES_SPACING )
	{
		wfVec2 at = { place.x + (double)( ahead * tick->goalX[rank] ), place.y + (double)( ahead * tick->goalY[rank] ) };
		if ( ahead > 0.0f && wfLayerRoom( layer, at.x, at.y ) < 0.5f * radius )
		{
			return false;
		}
		if ( lookAtCorridor( crowd, rank, layer, at, ahead, corridor ) )
		{
			return true;
		}
	}
	return false;
}

static void chooseRange( int32_t begin, int32_t end, int32_t worker, void* context )
{
	(void)worker;
	wfCrowd* crowd = context;
	wfTick* tick = &crowd->tick;
	for ( int32_t rank = begin; rank < end; ++rank )
	{
		const wfAgent* agent = &crowd->population.agents[tick->slot[rank]];
		wfCorridor corridor;
		if ( agent->oncoming <= 0.0f || tick->distance[rank] < WF_SIDES_SIGHT || ( tick->marks[rank] & wf_markStands ) ||
			 !findCorridor( crowd, rank, &corridor ) )
		{
			continue;
		}
		wfSide* side = &tick->sides[rank];
		float radius = tick->radius[rank], over = (float)corridor.over, before = (float)corridor.before;
		side->x = (float)corridor.right.x;
		side->y = (float)corridor.right.y;
		side->over = over;
		side->before = before;
		side->leftward = before > 0.0f ? INFINITY : over < 0.0f ? -over / WF_SIDE_SECONDS : 0.0f;
		side->forward = before == 0.0f || over < WF_SIDE_TOLERANCE * radius ? INFINITY
						: before > radius									? ( before - radius ) / WF_SIDE_SECONDS
																			: 0.0f;
	}
}

void wfChooseSides( wfCrowd* crowd )
{
	if ( crowd->ground.mesh == NULL )
	{
		wfWorkers_ParallelFor( crowd->def.workers, chooseRange, crowd->tick.count, 512, crowd );
	}
}

// To its own half of the corridor it goes already before it.
void wfGuideToSide( const wfTick* tick, int32_t rank, wfWish* wish )
{
	const wfSide* side = &tick->sides[rank];
	if ( side->before < 0.0f || side->over <= 0.0f )
	{
		return;
	}
	float ahead = side->before > WF_SIDES_SPACING ? side->before : WF_SIDES_SPACING;
	float x = ahead * wish->guideX + side->over * side->x, y = ahead * wish->guideY + side->over * side->y;
	float size = sqrtf( x * x + y * y );
	wish->guideX = size > 0.0f ? x / size : wish->guideX;
	wish->guideY = size > 0.0f ? y / size : wish->guideY;
}

// Whatever it wants, and whoever wants it to go: no farther to the left than the middle, and not into the other half.
void wfKeepToSides( wfCrowd* crowd )
{
	wfTick* tick = &crowd->tick;
	for ( int32_t rank = 0; rank < tick->count && crowd->ground.mesh == NULL; ++rank )
	{
		const wfSide* side = &tick->sides[rank];
		if ( side->before < 0.0f )
		{
			continue;
		}
		float left = -( tick->wantedX[rank] * side->x + tick->wantedY[rank] * side->y ) - side->leftward;
		if ( left > 0.0f )
		{
			tick->wantedX[rank] += left * side->x;
			tick->wantedY[rank] += left * side->y;
		}
		float forward = tick->wantedY[rank] * side->x - tick->wantedX[rank] * side->y - side->forward;
		if ( forward > 0.0f )
		{
			tick->wantedX[rank] += forward * side->y;
			tick->wantedY[rank] -= forward * side->x;
		}
	}
}
