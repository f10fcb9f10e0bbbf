// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What an agent wants before its local map is made: where to, who asks for room, which behaviour pulls.
#include "crowd/locomotion.h"
#include "crowd/maps.h"

typedef struct wfAround
{
	bool oncoming;	   // somebody ahead who does not go my way
	float expects;	   // seconds for which it expects people to come the other way
	int32_t roomLevel; // others ask for room with this urgency, 0: nobody
	float awayX, awayY;
	uint32_t askSerial; // who asks: of several the one with the least to go
	float askDistance;
} wfAround;

// Somebody touching asks for room, for itself or on behalf of another. One's own requests that come back are none, and who asks
// itself gives no room to those who have farther to go.
static void noticeRequest( const wfTick* tick, int32_t rank, int32_t other, int32_t level, wfAround* around, float x, float y )
{
	uint32_t serial = tick->askSerial[other], mine = tick->serial[rank];
	float distance = tick->askDistance[other];
	bool asks = tick->pressing[rank] == WF_PRESSING && tick->askSerial[rank] == mine;
	bool comesFirst = asks && ( tick->distance[rank] < distance || ( tick->distance[rank] == distance && mine < serial ) );
	if ( serial == mine || comesFirst )
	{
		return;
	}
	if ( distance < around->askDistance || ( distance == around->askDistance && serial < around->askSerial ) )
	{
		around->askDistance = distance;
		around->askSerial = serial;
		around->roomLevel = 0;
		around->awayX = 0.0f;
		around->awayY = 0.0f;
	}
	if ( serial == around->askSerial )
	{
		around->roomLevel = level - 1 > around->roomLevel ? level - 1 : around->roomLevel;
		around->awayX -= (float)level * x;
		around->awayY -= (float)level * y;
	}
}

// People who come the other way are seen, or those ahead have seen them. Who goes to the same place from the other side is none.
// Returns for how long they are expected, at least `left`.
static float expectOncoming( const wfTick* tick, int32_t rank, int32_t other, float same, float seconds, float left )
{
	if ( same < WF_AGAINST )
	{
		bool shared = tick->goalKey[rank] == tick->goalKey[other] ||
					  ( tick->passage[rank] != 0 && tick->passage[rank] == tick->passage[other] );
		return shared ? left : WF_ONCOMING_SECONDS;
	}
	float heard = same > WF_FOLLOWS_COSINE ? tick->oncoming[other] - seconds - WF_HEARSAY_LOSS : 0.0f;
	return heard > left ? heard : left;
}

static wfAround lookAround( const wfCrowd* crowd, int32_t rank, float aheadX, float aheadY )
{
	const wfTick* tick = &crowd->tick;
	wfAround around = { .askDistance = INFINITY };
	float seconds = (float)crowd->def.tickSeconds;
	around.expects = tick->oncoming[rank] > seconds ? tick->oncoming[rank] - seconds : 0.0f;
	for ( int32_t k = 0; k < tick->neighborCount[rank]; ++k )
	{
		int32_t other = tick->neighbors[rank * WF_MAX_NEIGHBORS + k];
		wfSeenOther seen = wfGetSeenOther( tick, rank, k );
		float x = seen.x, y = seen.y;
		float ahead = x * aheadX + y * aheadY;
		float distance = sqrtf( x * x + y * y );
		float sameDirection = tick->goalX[rank] * seen.goalX + tick->goalY[rank] * seen.goalY;
		bool moves = ( tick->marks[other] & wf_markStands ) == 0;
		if ( ahead > WF_AHEAD_COSINE * distance )
		{
			around.oncoming = around.oncoming || ( moves && sameDirection < WF_SAME_DIRECTION && distance < WF_PASS_DISTANCE );
		}
		if ( moves && around.expects < WF_ONCOMING_SECONDS && x * tick->goalX[rank] + y * tick->goalY[rank] >= 0.0f )
		{
			around.expects = expectOncoming( tick, rank, other, sameDirection, seconds, around.expects );
		}
		// Those behind the one who asks are not in its way, and who is first in line makes no room for those behind it.
		float first;
		int32_t level = tick->pressing[other];
		float wishX = tick->awaitsTurn[other] ? tick->clearX[other] : seen.goalX;
		float wishY = tick->awaitsTurn[other] ? tick->clearY[other] : seen.goalY;
		if ( level > 1 && distance > 0.0f && wfGapToward( tick, rank, other, x, y ) < WF_TOUCH_GAP &&
			 ( level < WF_PRESSING || x * wishX + y * wishY < WF_BEHIND_COSINE * distance ) &&
			 !wfComesBefore( tick, rank, other, &first ) )
		{
			noticeRequest( tick, rank, other, level, &around, x / distance, y / distance );
		}
	}
	return around;
}

static void guideByForesight( wfCrowd* crowd, int32_t rank, wfAgent* agent, wfWish* wish )
{
	bool seldom = ( crowd->tick.traits[rank] & wf_decidesSeldom ) != 0;
	// In a line there is nothing to look for: it moves on when it moves on.
	if ( agent->flags & wf_agentLetsGo )
	{
		agent->fanAngle = 0.0f;
	}
	else
	{
		float angle = crowd->stages->foresee( crowd, rank, agent );
		agent->fanAngle = seldom ? wfClampFloat( angle, -WF_SELDOM_FAN, WF_SELDOM_FAN ) : angle;
	}
	double seconds = seldom ? WF_SELDOM_SECONDS : crowd->def.tickSeconds;
	double share = seconds / ( WF_FAN_SECONDS + seconds );
	agent->guideAngle += (float)share * ( agent->fanAngle - agent->guideAngle );
	wfVec2 guide = wfTurned( wish->guideX, wish->guideY, (double)agent->guideAngle );
	wish->guideX = (float)guide.x;
	wish->guideY = (float)guide.y;
}

// Stands, but gives way to those who press and goes back afterwards.
static void steerStanding( wfCrowd* crowd, int32_t rank, const wfAgent* agent, const wfStyleDef* style, const wfAround* around )
{
	wfTick* tick = &crowd->tick;
	tick->wantedX[rank] = 0.0f;
	tick->wantedY[rank] = 0.0f;
	wfPlace place = { agent->homeX, agent->homeY, agent->homeTriangle };
	wfVec2 home = wfGround_GetOffset( &crowd->ground, wfPlaceOf( agent ), place );
	float homeX = (float)home.x, homeY = (float)home.y;
	if ( style->yielding && around->roomLevel > 0 )
	{
		float size = sqrtf( around->awayX * around->awayX + around->awayY * around->awayY );
		if ( size > 0.0f )
		{
			// To the side where there is more room, out of the other's way: backward one would only be pushed along. Once begun
			// it stays that side, although the other one has more room then.
			float awayX = around->awayX / size, awayY = around->awayY / size, look = 2.0f * agent->radius;
			float stepped = homeX * awayY - homeY * awayX, side = stepped > 0.0f ? 1.0f : -1.0f;
			if ( fabsf( stepped ) < WF_ASIDE_BEGUN )
			{
				float left = crowd->stages->roomAt( crowd, rank, -( look * awayY ), look * awayX );
				float right = crowd->stages->roomAt( crowd, rank, look * awayY, -( look * awayX ) );
				side = left >= right ? 1.0f : -1.0f;
			}
			tick->wantedX[rank] = WF_BACK_OFF_SPEED * ( WF_ASIDE_SHARE * awayX - side * awayY );
			tick->wantedY[rank] = WF_BACK_OFF_SPEED * ( WF_ASIDE_SHARE * awayY + side * awayX );
		}
		return;
	}
	if ( sqrtf( homeX * homeX + homeY * homeY ) > WF_HOME_REACH )
	{
		wfWantAlong( tick, rank, WF_BACK_OFF_SPEED, homeX, homeY );
	}
}

// Whether it is before the place it goes to, and nobody who goes there, too, comes before it.
static bool isFirstAtPlace( const wfTick* tick, int32_t rank )
{
	bool isShared = false;
	for ( int32_t k = 0; ( tick->marks[rank] & wf_markAtPlace ) && k < tick->neighborCount[rank]; ++k )
	{
		int32_t other = tick->neighbors[rank * WF_MAX_NEIGHBORS + k];
		bool same = tick->goalKey[other] == tick->goalKey[rank] && !( tick->marks[other] & wf_markStands );
		if ( same && tick->distance[other] < tick->distance[rank] )
		{
			return false;
		}
		isShared = isShared || same;
	}
	return isShared;
}

bool wfFindWish( wfCrowd* crowd, int32_t rank, wfWish* wish )
{
	wfTick* tick = &crowd->tick;
	wfAgent* agent = &crowd->population.agents[tick->slot[rank]];
	const wfStyleDef* style = &wfStyleOf( crowd, agent )->def;
	wish->rank = rank;
	wish->guideX = tick->goalX[rank];
	wish->guideY = tick->goalY[rank];
	bool stands = ( tick->marks[rank] & wf_markStands ) != 0;
	if ( !stands && style->foresight && ( ( agent->flags & wf_agentLed ) == 0 || wfIsExplorer( agent ) ) )
	{
		guideByForesight( crowd, rank, agent, wish );
	}
	wfAround around = lookAround( crowd, rank, wish->guideX, wish->guideY );
	bool gives = style->yielding && ( stands || around.roomLevel >= WF_PRESSING_OPEN );
	agent->roomLevel = gives ? around.roomLevel : 0;
	agent->roomSerial = agent->roomLevel > 0 ? around.askSerial : 0;
	agent->roomDistance = agent->roomLevel > 0 ? around.askDistance : 0.0f;
	wish->awayX = around.awayX;
	wish->awayY = around.awayY;
	if ( stands || ( wish->guideX == 0.0f && wish->guideY == 0.0f ) )
	{
		steerStanding( crowd, rank, agent, style, &around );
		return false;
	}
	// A world without obstacles may still be a corridor: its border is a wall.
	if ( crowd->ground.mesh == NULL )
	{
		agent->oncoming = around.expects;
		wfGuideToSide( tick, rank, wish );
	}
	wfBehaviorVector behavior = wfEvaluatePull( crowd, rank, agent, style );
	wish->behavior = behavior;
	float axisX = style->mapTurns ? wish->guideX : 1.0f, axisY = style->mapTurns ? wish->guideY : 0.0f;
	float x = (float)( behavior.epsilon * behavior.v.x ), y = (float)( behavior.epsilon * behavior.v.y );
	if ( around.oncoming )
	{
		// Walkers swerve by their footsteps.
		bool between = !( tick->traits[rank] & wf_keepsToPlan ) && crowd->stages->clearance( crowd, rank ) < WF_BETWEEN_WALLS;
		float right = (float)style->keepRight * ( between ? crowd->stages->betweenWalls : 1.0f );
		x += right * wish->guideY;
		y -= right * wish->guideX;
	}
	// Before a place for one there is an order: who is first goes straight there, or two would circle around it.
	if ( isFirstAtPlace( tick, rank ) )
	{
		x = y = 0.0f;
	}
	wish->pullX = wfClampFloat( x * axisX + y * axisY, -WF_MOST_PULL, WF_MOST_PULL );
	wish->pullY = wfClampFloat( y * axisX - x * axisY, -WF_MOST_PULL, WF_MOST_PULL );
	return true;
}
