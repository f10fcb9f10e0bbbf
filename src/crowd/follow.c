// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The time gap. People keep a distance to those before them that grows with their speed; so a crowd is slower the denser it is,
// and a metre of door passes what people pass. See docs/people.md.
#include "crowd/crowd.h"
#include "crowd/locomotion.h"

// Others before an agent who go the same way, in one direction.
typedef struct wfFollowed
{
	float limits[WF_MAX_NEIGHBORS][3]; // unit vector, and the most speed along it
	int32_t count;
	float slowest; // the least speed that any of them leaves
	int32_t first; // who that is, -1: nobody
} wfFollowed;

// Who is only partly in the way counts for less. The faster one goes, the more one needs to the sides. Who would leave the way of
// those before it, to get around them, counts people who come the other way as well: to overtake into them breaks up their lane
// and one's own.
static void findFollowed( const wfTick* tick, int32_t rank, float timeGap, float dx, float dy, bool overtakes,
						  wfFollowed* followed )
{
	float speed = tick->speed[rank];
	float pace = sqrtf( tick->velocityX[rank] * tick->velocityX[rank] + tick->velocityY[rank] * tick->velocityY[rank] );
	float wide = WF_FOLLOW_WIDTH + WF_FOLLOW_WIDTH_PER_SPEED * pace;
	wide = wide > 1.0f ? 1.0f : wide;
	float myWidth = wfReachToward( tick, rank, -dy, dx ), myDepth = wfReachToward( tick, rank, dx, dy );
	float farthest = speed * timeGap + myDepth + WF_FOLLOW_SLACK; // who is farther ahead, less its radius, limits nothing
	followed->slowest = speed;
	followed->count = 0;
	followed->first = -1;
	for ( int32_t k = 0; k < tick->neighborCount[rank]; ++k )
	{
		int32_t other = tick->neighbors[rank * WF_MAX_NEIGHBORS + k];
		wfSeenOther seen = wfGetSeenOther( tick, rank, k );
		float ahead = seen.x * dx + seen.y * dy;
		if ( ahead <= 0.0f || ahead - tick->radius[other] > farthest )
		{
			continue;
		}
		float aside = seen.y * dx - seen.x * dy;
		float same = tick->goalX[rank] * seen.goalX + tick->goalY[rank] * seen.goalY;
		// Who walks in formation keeps its distance by its slot.
		if ( tick->team != NULL && tick->team[rank] != 0 && tick->team[other] == tick->team[rank] )
		{
			continue;
		}
		bool counts = same > WF_FOLLOWS_COSINE || ( overtakes && same < WF_AGAINST );
		if ( !counts || ( tick->marks[other] & wf_markStands ) )
		{
			continue;
		}
		float width = myWidth + wfReachToward( tick, other, -dy, dx );
		float share = aside / ( wide * ( width > WF_FOLLOW_LEAST_WIDTH ? width : WF_FOLLOW_LEAST_WIDTH ) );
		if ( share * share >= 1.0f )
		{
			continue;
		}
		float inWay = 1.0f - share * share;
		float gap = ahead - ( myDepth + wfReachToward( tick, other, dx, dy ) ) * sqrtf( inWay );
		float most = gap > 0.0f ? gap / ( timeGap * inWay ) : 0.0f;
		if ( most < speed )
		{
			float distance = sqrtf( seen.x * seen.x + seen.y * seen.y ), *limit = followed->limits[followed->count++];
			limit[0] = seen.x / distance;
			limit[1] = seen.y / distance;
			limit[2] = most * ahead / distance;
			followed->first = most < followed->slowest ? other : followed->first;
			followed->slowest = most < followed->slowest ? most : followed->slowest;
		}
	}
}

// Where one is held up much, and a turn gets one on more.
static wfVec2 findWayAround( const wfTick* tick, int32_t rank, float timeGap, wfVec2 direction, wfFollowed* followed )
{
	static const float turns[4][2] = { { 0.8660254f, 0.5f }, { 0.8660254f, -0.5f }, { 0.5f, 0.8660254f }, { 0.5f, -0.8660254f } };
	float best = followed->slowest + WF_WAY_AROUND_GAIN * tick->speed[rank];
	float x = (float)direction.x, y = (float)direction.y;
	// Who is committed to a way for longer turns less.
	int32_t count = ( tick->traits[rank] & wf_keepsToPlan ) ? 2 : 4;
	for ( int32_t k = 0; k < count; ++k )
	{
		float turnedX = x * turns[k][0] - y * turns[k][1], turnedY = y * turns[k][0] + x * turns[k][1];
		wfFollowed other;
		findFollowed( tick, rank, timeGap, turnedX, turnedY, true, &other );
		if ( other.slowest * turns[k][0] > best )
		{
			best = other.slowest * turns[k][0];
			*followed = other;
			direction = ( wfVec2 ){ (double)turnedX, (double)turnedY };
		}
	}
	return direction;
}

int32_t wfKeepTimeGap( wfTick* tick, int32_t rank, float timeGap, wfVec2 direction )
{
	float speed = tick->speed[rank];
	wfFollowed followed;
	findFollowed( tick, rank, timeGap, (float)direction.x, (float)direction.y, false, &followed );
	if ( followed.slowest < WF_HELD_UP_SHARE * speed )
	{
		direction = findWayAround( tick, rank, timeGap, direction, &followed );
	}
	float x = speed * (float)direction.x, y = speed * (float)direction.y;
	// Steps are decided so long before they are made that those ahead are elsewhere by then. What they intend is known, and what
	// is sure keeps a distance that grows with the speed by itself.
	followed.count = ( tick->traits[rank] & wf_keepsToPlan ) ? 0 : followed.count;
	for ( int32_t pass = 0; pass < WF_LINE_PASSES && followed.count > 0; ++pass )
	{
		for ( int32_t k = 0; k < followed.count; ++k )
		{
			const float* limit = followed.limits[k];
			float over = x * limit[0] + y * limit[1] - limit[2];
			x -= over > 0.0f ? over * limit[0] : 0.0f;
			y -= over > 0.0f ? over * limit[1] : 0.0f;
		}
	}
	tick->wantedX[rank] = x;
	tick->wantedY[rank] = y;
	return followed.slowest < WF_HELD_UP_SHARE * speed ? followed.first : -1;
}
