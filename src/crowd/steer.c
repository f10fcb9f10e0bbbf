// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// From the direction of the local map to the wanted velocity: how fast, and when to let others go first.
#include "crowd/locomotion.h"
#include "crowd/maps.h"
#include "crowd/motion.h"

// Pressed for long: try a random side, farther and farther around.
static wfVec2 stepAside( const wfCrowd* crowd, wfAgent* agent, const wfStyleDef* style, wfVec2 direction )
{
	if ( style->patience <= 0.0 )
	{
		return direction;
	}
	if ( crowd->time < agent->asideUntil )
	{
		return wfTurned( (float)direction.x, (float)direction.y, (double)agent->asideAngle );
	}
	if ( (double)agent->pressed < style->patience )
	{
		return direction;
	}
	uint64_t counter = (uint64_t)crowd->tickCount;
	double unit = wfRandomUnit( crowd->def.seed ^ 0xA51DE57E9ull, agent->serial, counter );
	double side = unit < 0.5 ? -1.0 : 1.0;
	double share = ( unit < 0.5 ? unit : unit - 0.5 ) * 2.0;
	double widest =
		agent->asideCount < WF_SIDESTEP_TRIES ? WF_SIDESTEP_LEAST + WF_SIDESTEP_GROWTH * agent->asideCount : WF_SIDESTEP_MOST;
	agent->asideAngle = (float)( side * ( WF_SIDESTEP_LEAST + share * ( widest - WF_SIDESTEP_LEAST ) ) * WF_PI / 180.0 );
	agent->asideUntil = crowd->time + WF_SIDESTEP_SECONDS;
	agent->asideCount += 1;
	agent->pressed = (float)( 0.5 * style->patience );
	return wfTurned( (float)direction.x, (float)direction.y, (double)agent->asideAngle );
}

typedef struct wfLineAhead
{
	float limits[WF_MAX_NEIGHBORS][3]; // unit vector and the most speed along it
	int32_t count;
	float file;		 // the most speed in single file
	float least;	 // the most speed that those before leave
	int32_t first;	 // rank of the one who leaves least
	int32_t passage; // what the line is for, as far as others know
	bool joined;	 // it is in it
} wfLineAhead;

static void noteFirst( wfLineAhead* line, int32_t other, float most )
{
	if ( most < line->least )
	{
		line->least = most;
		line->first = other;
	}
}

// Those who come before: nobody closes up to them by more than the gap allows, from behind or from the side.
static void findThoseBefore( const wfCrowd* crowd, int32_t rank, wfLineAhead* line )
{
	const wfTick* tick = &crowd->tick;
	bool singleFile = ( tick->marks[rank] & wf_markSingleFile ) != 0;
	float reach = WF_LINE_REACH * tick->radius[rank], least = WF_LINE_GAP * tick->radius[rank];
	for ( int32_t k = 0; k < tick->neighborCount[rank]; ++k )
	{
		int32_t other = tick->neighbors[rank * WF_MAX_NEIGHBORS + k];
		if ( ( tick->marks[other] & wf_markStands ) || ( tick->awaitsTurn[other] && !tick->awaitsTurn[rank] ) )
		{
			continue;
		}
		wfSeenOther seen = wfGetSeenOther( tick, rank, k );
		float x = seen.x, y = seen.y;
		float distance = sqrtf( x * x + y * y );
		float gap = wfGapToward( tick, rank, other, x, y ) - least;
		float vx = seen.velocityX, vy = seen.velocityY, slow = WF_HELD_SHARE * tick->speed[other];
		bool otherInLine = ( tick->marks[other] & wf_markInLine ) != 0;
		bool held = otherInLine && vx * vx + vy * vy < slow * slow && gap < reach;
		float ahead = 0.0f;
		bool before = wfComesBefore( tick, other, rank, &ahead );
		// Who comes up behind people that wait for a passage, and goes their way, waits for it too.
		if ( held && tick->passage[rank] == 0 && tick->passage[other] != 0 &&
			 x * tick->goalX[rank] + y * tick->goalY[rank] > 0.0f &&
			 tick->goalX[rank] * seen.goalX + tick->goalY[rank] * seen.goalY > WF_FOLLOWS_COSINE )
		{
			before = wfGetPassageDistance( crowd, tick->passage[other], rank ) > tick->passageDistance[other];
			line->passage = before ? tick->passage[other] : line->passage;
		}
		if ( !before || distance <= 0.0f )
		{
			continue;
		}
		line->joined = line->joined || held;
		if ( singleFile && ( tick->marks[other] & wf_markSingleFile ) )
		{
			// In single file: behind by a place.
			float behind = ahead - WF_SINGLE_FILE_SPACING * ( tick->radius[rank] + tick->radius[other] );
			float follow = vx * seen.goalX + vy * seen.goalY;
			float most = behind / WF_LINE_SECONDS + ( follow > 0.0f ? follow : 0.0f );
			line->file = most < line->file ? most : line->file;
			noteFirst( line, other, most );
		}
		if ( gap < reach )
		{
			float follow = ( vx * x + vy * y ) / distance;
			float most = gap / WF_LINE_SECONDS + ( follow > 0.0f ? follow : 0.0f );
			float* limit = line->limits[line->count++];
			limit[0] = x / distance;
			limit[1] = y / distance;
			limit[2] = most > 0.0f ? most : 0.0f;
			noteFirst( line, other, most );
		}
	}
}

static bool isLineNear( const wfTick* tick, int32_t rank )
{
	uint32_t marks = 0;
	for ( int32_t k = 0; k < tick->neighborCount[rank]; ++k )
	{
		marks |= tick->marks[tick->neighbors[rank * WF_MAX_NEIGHBORS + k]];
	}
	return ( marks & wf_markInLine ) != 0;
}

// Before narrow passages there is an order: who is nearer goes first. It is total, so somebody can always move. True where others
// are let go first.
static bool letGoFirst( wfCrowd* crowd, int32_t rank, wfAgent* agent, wfVec2 direction, float* wantedX, float* wantedY )
{
	wfTick* tick = &crowd->tick;
	wfLineAhead line;
	line.count = 0;
	line.first = -1;
	line.file = line.least = INFINITY;
	line.passage = tick->passage[rank];
	line.joined = ( tick->marks[rank] & wf_markNarrow ) != 0;
	if ( line.joined || isLineNear( tick, rank ) )
	{
		findThoseBefore( crowd, rank, &line );
	}
	agent->passage = line.joined ? line.passage : 0;
	agent->flags = line.joined ? agent->flags | wf_agentInLine : agent->flags & ~(uint32_t)wf_agentInLine;
	if ( !line.joined )
	{
		return false;
	}
	bool limited = false;
	float dx = (float)direction.x, dy = (float)direction.y, speed = tick->speed[rank];
	if ( line.file < speed )
	{
		float scale = line.file > 0.0f ? line.file / speed : 0.0f;
		*wantedX *= scale;
		*wantedY *= scale;
		limited = true;
	}
	for ( int32_t pass = 0; pass < WF_LINE_PASSES; ++pass )
	{
		for ( int32_t k = 0; k < line.count; ++k )
		{
			const float* limit = line.limits[k];
			float over = *wantedX * limit[0] + *wantedY * limit[1] - limit[2];
			if ( over > 0.0f )
			{
				*wantedX -= over * limit[0];
				*wantedY -= over * limit[1];
				limited = true;
			}
		}
	}
	// Who hardly gets on waits until it is worth a tick, rather than shuffling about.
	float along = *wantedX * dx + *wantedY * dy;
	if ( limited && along < WF_LINE_PATIENCE * speed )
	{
		*wantedX = 0.0f;
		*wantedY = 0.0f;
		tick->waitsFor[rank] = line.first;
	}
	return limited;
}

void wfSteer( wfCrowd* crowd, const wfWish* wish, wfVec2 direction, float strength )
{
	int32_t rank = wish->rank;
	wfTick* tick = &crowd->tick;
	wfAgent* agent = &crowd->population.agents[tick->slot[rank]];
	const wfStyle* style = wfStyleOf( crowd, agent );
	float speed = tick->speed[rank];
	if ( direction.x == 0.0 && direction.y == 0.0 && style->def.softAgents )
	{
		direction = ( wfVec2 ){ (double)wish->guideX, (double)wish->guideY };
	}
	if ( agent->flags & wf_agentLed )
	{
		direction = wfMixForce( crowd, rank, direction );
	}
	if ( agent->roomLevel > 0 )
	{
		// Away from who asks, and back the way it came: at a door the sides are walls.
		float size = sqrtf( wish->awayX * wish->awayX + wish->awayY * wish->awayY );
		float backX = -tick->goalX[rank], backY = -tick->goalY[rank];
		int32_t passage = tick->passage[rank];
		if ( passage != 0 )
		{
			int32_t index = ( passage > 0 ? passage : -passage ) - 1;
			wfVec2 along = crowd->stages->turnFromPassage( crowd, index, rank, crowd->passages.list.data[index].shape.along );
			backX = (float)along.x * ( passage > 0 ? -1.0f : 1.0f );
			backY = (float)along.y * ( passage > 0 ? -1.0f : 1.0f );
		}
		float x = ( size > 0.0f ? wish->awayX / size : 0.0f ) + WF_BACK_OFF_BACKWARD * backX;
		float y = ( size > 0.0f ? wish->awayY / size : 0.0f ) + WF_BACK_OFF_BACKWARD * backY;
		wfWantAlong( tick, rank, WF_BACK_OFF_SPEED, x, y );
		tick->waits[rank] = 1;
		return;
	}
	if ( tick->awaitsTurn[rank] )
	{
		// Who should clear the lane and cannot asks for room as well.
		tick->waits[rank] = !wfWantAlong( tick, rank, WF_LANE_SPEED, tick->clearX[rank], tick->clearY[rank] );
		return;
	}
	if ( style->def.rule != wf_smoothRule )
	{
		wfMotionInput input = { .direction = { (double)agent->directionX, (double)agent->directionY },
								.wanted = direction,
								.wantedSpeed = (double)speed,
								.strength = (double)strength };
		wfMotionOutput motion = wfApplyMotionRule( &style->def, &input );
		agent->directionX = (float)motion.direction.x;
		agent->directionY = (float)motion.direction.y;
		tick->wantedX[rank] = (float)( motion.direction.x * motion.speed );
		tick->wantedY[rank] = (float)( motion.direction.y * motion.speed );
		return;
	}
	agent->directionX = (float)direction.x;
	agent->directionY = (float)direction.y;
	direction = stepAside( crowd, agent, &style->def, direction );
	tick->wantedX[rank] = speed * (float)direction.x;
	tick->wantedY[rank] = speed * (float)direction.y;
	bool inLine = false;
	if ( style->def.timeGap > 0.0 )
	{
		int32_t first = wfKeepTimeGap( tick, rank, (float)style->def.timeGap, direction );
		tick->waits[rank] = first >= 0;
		inLine = first >= 0 && tick->goalKey[first] == tick->goalKey[rank];
	}
	// Round bodies wedge before a door and need an order there; others turn and get through.
	if ( style->def.queueing && wfMayWedge( crowd, rank ) )
	{
		inLine = letGoFirst( crowd, rank, agent, direction, &tick->wantedX[rank], &tick->wantedY[rank] ) || inLine;
		tick->waits[rank] |= inLine;
	}
	agent->flags = inLine ? agent->flags | wf_agentLetsGo : agent->flags & ~(uint32_t)wf_agentLetsGo;
}
