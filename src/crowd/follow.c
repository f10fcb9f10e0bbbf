// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The time gap. People keep a distance to those before them that grows with their speed; so a crowd is slower the denser it is,
// and a metre of door passes what people pass. See docs/people.md.
#include "crowd/kernels.h"
#include "crowd/locomotion.h"

// What those before an agent leave it in one direction.
typedef struct wfFollowing
{
	float limits[WF_MAX_NEIGHBORS][3]; // unit vector, and the most speed along it
	int32_t count;
	float slowest; // the least speed that any of them leaves
	int32_t first; // who that is, -1: nobody
} wfFollowing;

// Those who may count, in the order in which they are perceived.
typedef struct wfMarching
{
	wfFollowed others;
	int32_t ranks[WF_MAX_NEIGHBORS];
	bool against[WF_MAX_NEIGHBORS];
} wfMarching;

// Others who go the same way, or against it, and are near enough to limit anything in some direction.
static void findOthers( const wfTick* tick, int32_t rank, float timeGap, wfMarching* marching )
{
	wfFollowed* others = &marching->others;
	float farthest = tick->speed[rank] * timeGap + tick->radius[rank] + WF_FOLLOW_SLACK;
	others->count = 0;
	for ( int32_t k = 0; k < tick->neighborCount[rank]; ++k )
	{
		int32_t other = tick->neighbors[rank * WF_MAX_NEIGHBORS + k], to = others->count;
		wfSeenOther seen = wfGetSeenOther( tick, rank, k );
		float same = tick->goalX[rank] * seen.goalX + tick->goalY[rank] * seen.goalY;
		// Who walks in formation keeps its distance by its slot.
		bool isTogether = tick->team != NULL && tick->team[rank] != 0 && tick->team[other] == tick->team[rank];
		float reach = farthest + tick->radius[other];
		if ( isTogether || seen.x * seen.x + seen.y * seen.y > reach * reach ||
			 !( same > WF_FOLLOWS_COSINE || same < WF_AGAINST ) || ( tick->marks[other] & wf_markStands ) )
		{
			continue;
		}
		others->x[to] = seen.x;
		others->y[to] = seen.y;
		others->depth[to] = tick->depth[other];
		others->shoulderX[to] = tick->shoulderX[other];
		others->shoulderY[to] = tick->shoulderY[other];
		marching->ranks[to] = other;
		marching->against[to] = same < WF_AGAINST;
		others->count += 1;
	}
}

// The faster one goes, the more one needs to the sides. Who would leave the way of those before it, to get around them, counts
// people who come the other way as well: to overtake into them breaks up their lane and one's own.
static void follow( const wfTick* tick, int32_t rank, wfMarching* marching, const wfFollowView* view, bool overtakes,
					wfFollowing* following )
{
	wfFollowed* others = &marching->others;
	float speed = tick->speed[rank];
	following->slowest = speed;
	following->count = 0;
	following->first = -1;
	if ( others->count > 0 )
	{
		wfGetCrowdKernels()->follow( others, view );
	}
	for ( int32_t k = 0; k < others->count; ++k )
	{
		float most = others->most[k];
		if ( most < speed && ( overtakes || !marching->against[k] ) )
		{
			float x = others->x[k], y = others->y[k], ahead = x * view->dx + y * view->dy, distance = sqrtf( x * x + y * y );
			float* limit = following->limits[following->count++];
			limit[0] = x / distance;
			limit[1] = y / distance;
			limit[2] = most * ahead / distance;
			following->first = most < following->slowest ? marching->ranks[k] : following->first;
			following->slowest = most < following->slowest ? most : following->slowest;
		}
	}
}

static wfFollowView lookToward( const wfTick* tick, int32_t rank, float timeGap, float dx, float dy )
{
	float vx = tick->velocityX[rank], vy = tick->velocityY[rank];
	float wide = WF_FOLLOW_WIDTH + WF_FOLLOW_WIDTH_PER_SPEED * sqrtf( vx * vx + vy * vy );
	return ( wfFollowView ){ .dx = dx,
							 .dy = dy,
							 .width = wfReachToward( tick, rank, -dy, dx ),
							 .depth = wfReachToward( tick, rank, dx, dy ),
							 .wide = wide > 1.0f ? 1.0f : wide,
							 .timeGap = timeGap };
}

// Where one is held up much, and a turn gets one on more.
static wfVec2 findWayAround( const wfTick* tick, int32_t rank, wfMarching* marching, const wfFollowView* ahead,
							 wfFollowing* following )
{
	static const float turns[4][2] = { { 0.8660254f, 0.5f }, { 0.8660254f, -0.5f }, { 0.5f, 0.8660254f }, { 0.5f, -0.8660254f } };
	float best = following->slowest + WF_WAY_AROUND_GAIN * tick->speed[rank];
	wfVec2 direction = { (double)ahead->dx, (double)ahead->dy };
	// Who is committed to a way for longer turns less.
	int32_t count = ( tick->traits[rank] & wf_keepsToPlan ) ? 2 : 4;
	for ( int32_t k = 0; k < count; ++k )
	{
		float dx = ahead->dx * turns[k][0] - ahead->dy * turns[k][1], dy = ahead->dy * turns[k][0] + ahead->dx * turns[k][1];
		wfFollowView view = lookToward( tick, rank, ahead->timeGap, dx, dy );
		wfFollowing around;
		follow( tick, rank, marching, &view, true, &around );
		if ( around.slowest * turns[k][0] > best )
		{
			best = around.slowest * turns[k][0];
			*following = around;
			direction = ( wfVec2 ){ (double)dx, (double)dy };
		}
	}
	return direction;
}

int32_t wfKeepTimeGap( wfTick* tick, int32_t rank, float timeGap, wfVec2 direction )
{
	float speed = tick->speed[rank];
	wfMarching marching;
	wfFollowing following;
	wfFollowView view = lookToward( tick, rank, timeGap, (float)direction.x, (float)direction.y );
	findOthers( tick, rank, timeGap, &marching );
	follow( tick, rank, &marching, &view, false, &following );
	if ( following.slowest < WF_HELD_UP_SHARE * speed )
	{
		direction = findWayAround( tick, rank, &marching, &view, &following );
	}
	float x = speed * (float)direction.x, y = speed * (float)direction.y;
	// Steps are decided so long before they are made that those ahead are elsewhere by then. What they intend is known, and what
	// is sure keeps a distance that grows with the speed by itself.
	following.count = ( tick->traits[rank] & wf_keepsToPlan ) ? 0 : following.count;
	for ( int32_t pass = 0; pass < WF_LINE_PASSES && following.count > 0; ++pass )
	{
		for ( int32_t k = 0; k < following.count; ++k )
		{
			const float* limit = following.limits[k];
			float over = x * limit[0] + y * limit[1] - limit[2];
			x -= over > 0.0f ? over * limit[0] : 0.0f;
			y -= over > 0.0f ? over * limit[1] : 0.0f;
		}
	}
	tick->wantedX[rank] = x;
	tick->wantedY[rank] = y;
	return following.slowest < WF_HELD_UP_SHARE * speed ? following.first : -1;
}
