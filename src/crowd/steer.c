// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Before the local map: where to, and which way of walking. After it: how fast, and when to let others go first.
#include "crowd/locomotion.h"
#include "crowd/maps.h"
#include "crowd/motion.h"

typedef struct wfAround
{
	bool oncoming;	   // somebody ahead who does not go my way
	int32_t roomLevel; // others ask for room with this urgency, 0: nobody
	float awayX, awayY;
	uint32_t askSerial; // who asks: of several the one with the least to go
	float askWay;
} wfAround;

// Somebody touching asks for room, for itself or on behalf of another. One's own requests that come back are none, and who asks
// itself gives no room to those who have farther to go.
static void noticeRequest( const wfTick* tick, int32_t rank, int32_t other, int32_t level, wfAround* around, float x, float y )
{
	uint32_t serial = tick->askSerial[other], mine = tick->serial[rank];
	float way = tick->askWay[other];
	bool asks = tick->pressing[rank] == WF_PRESSING && tick->askSerial[rank] == mine;
	bool comesFirst = asks && ( tick->way[rank] < way || ( tick->way[rank] == way && mine < serial ) );
	if ( serial == mine || comesFirst )
	{
		return;
	}
	if ( way < around->askWay || ( way == around->askWay && serial < around->askSerial ) )
	{
		around->askWay = way;
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

static wfAround lookAround( const wfCrowd* crowd, int32_t rank, float aheadX, float aheadY )
{
	const wfTick* tick = &crowd->tick;
	wfAround around = { false, 0, 0.0f, 0.0f, 0, INFINITY };
	for ( int32_t k = 0; k < tick->neighborCount[rank]; ++k )
	{
		int32_t other = tick->neighbors[rank * WF_MAX_NEIGHBORS + k];
		wfSeenOther seen = wfSee( tick, rank, k );
		float x = seen.x, y = seen.y;
		float ahead = x * aheadX + y * aheadY;
		float distance = sqrtf( x * x + y * y );
		float gap = distance - tick->radius[rank] - tick->radius[other];
		float sameWay = tick->goalX[rank] * seen.goalX + tick->goalY[rank] * seen.goalY;
		if ( ahead > WF_AHEAD_COSINE * distance )
		{
			bool moves = ( tick->marks[other] & wf_markStands ) == 0;
			around.oncoming = around.oncoming || ( moves && sameWay < WF_SAME_WAY && distance < WF_PASS_DISTANCE );
		}
		// Those behind the one who asks are not in its way.
		int32_t level = tick->pressing[other];
		float wishX = tick->awaitsTurn[other] ? tick->clearX[other] : seen.goalX;
		float wishY = tick->awaitsTurn[other] ? tick->clearY[other] : seen.goalY;
		if ( level > 1 && gap < WF_TOUCH_GAP && distance > 0.0f &&
			 ( level < WF_PRESSING || x * wishX + y * wishY < WF_BEHIND_COSINE * distance ) )
		{
			noticeRequest( tick, rank, other, level, &around, x / distance, y / distance );
		}
	}
	return around;
}

static wfVec2 turned( float x, float y, double angle )
{
	wfCosSin turn = wfCosSinOf( angle );
	return ( wfVec2 ){ turn.cosine * (double)x - turn.sine * (double)y, turn.sine * (double)x + turn.cosine * (double)y };
}

static void guideByForesight( wfCrowd* crowd, int32_t rank, wfAgent* agent, wfWish* wish )
{
	bool seldom = ( crowd->tick.traits[rank] & wf_decidesSeldom ) != 0;
	// In a queue there is nothing to look for: it moves on when it moves on.
	if ( agent->flags & wf_agentLetsGo )
	{
		agent->fanAngle = 0.0f;
	}
	else if ( seldom || ( crowd->tickCount + agent->serial ) %
								( crowd->routes.layers[agent->layer].grid != NULL ? WF_FAN_INTERVAL : WF_OPEN_FAN_INTERVAL ) ==
							0 )
	{
		agent->fanAngle = wfForesee( crowd, rank, agent );
	}
	double seconds = seldom ? WF_SELDOM_SECONDS : crowd->def.stepSeconds;
	double share = seconds / ( WF_FAN_SECONDS + seconds );
	agent->guideAngle += (float)share * ( agent->fanAngle - agent->guideAngle );
	wfVec2 guide = turned( wish->guideX, wish->guideY, (double)agent->guideAngle );
	wish->guideX = (float)guide.x;
	wish->guideY = (float)guide.y;
}

// Stops that are one place; an area is where the field leads to.
static bool findPointOfStop( const wfCrowd* crowd, const wfStop* stop, wfVec2* point )
{
	if ( stop == NULL || stop->kind == wf_queueStop )
	{
		return false;
	}
	if ( stop->kind == wf_pointStop )
	{
		*point = wfInPlane( stop->point );
		return true;
	}
	wfGoalDef goal = wfWorld_IsGoalValid( crowd->world, stop->goal ) ? wfWorld_GetGoal( crowd->world, stop->goal )
																	 : ( wfGoalDef ){ .kind = wf_cellsGoal };
	*point = goal.kind == wf_pointGoal ? goal.points[0] : ( wfVec2 ){ 0.0, 0.0 };
	return goal.kind == wf_pointGoal;
}

// The nearest neighbour ahead within sight, -1: nobody. Ahead is where the global field leads: functions of the host are called,
// and behaviours chosen, by the same sight.
static int32_t findSeen( const wfCrowd* crowd, int32_t rank, float sight )
{
	const wfTick* tick = &crowd->tick;
	float nearest = sight * sight;
	int32_t found = -1;
	for ( int32_t k = 0; k < tick->neighborCount[rank]; ++k )
	{
		wfSeenOther seen = wfSee( tick, rank, k );
		float square = seen.x * seen.x + seen.y * seen.y, ahead = seen.x * tick->goalX[rank] + seen.y * tick->goalY[rank];
		if ( ahead > WF_AHEAD_COSINE * sqrtf( square ) && square < nearest )
		{
			nearest = square;
			found = k;
		}
	}
	return found;
}

// All that a behaviour may depend on but the result of a function of the host.
static wfBehaviorInput gatherInput( const wfCrowd* crowd, int32_t rank, const wfAgent* agent, int32_t seen )
{
	const wfTick* tick = &crowd->tick;
	wfBehaviorInput input = { .time = crowd->time,
							  .inside = crowd->time - agent->enteredTime,
							  .position = wfPositionOf( crowd, agent ),
							  .goalDirection = { (double)tick->goalX[rank], (double)tick->goalY[rank] },
							  .seed = crowd->def.seed,
							  .serial = agent->serial };
	double startWay = (double)agent->startWay, way = (double)tick->way[rank];
	input.fraction = startWay > 0.0 ? 1.0 - way / startWay : 0.0;
	input.fraction = input.fraction < 0.0 ? 0.0 : input.fraction > 1.0 ? 1.0 : input.fraction;
	input.toGoal = ( wfVec2 ){ input.goalDirection.x * way, input.goalDirection.y * way };
	wfVec2 point;
	if ( crowd->ground != NULL )
	{
		input.toGoal = crowd->ground->toGoal( crowd, rank );
	}
	else if ( findPointOfStop( crowd, wfPresentStop( crowd, agent ), &point ) )
	{
		input.toGoal = ( wfVec2 ){ point.x - agent->x, point.y - agent->y };
	}
	if ( seen >= 0 )
	{
		wfSeenOther other = wfSee( tick, rank, seen );
		input.seesAgent = true;
		input.toSeen = ( wfVec2 ){ (double)other.x, (double)other.y };
		input.seenVelocity = ( wfVec2 ){ (double)other.velocityX, (double)other.velocityY };
	}
	return input;
}

// The behaviour of the moment, with the places the agent has come to noticed.
static wfBehaviorId chooseBehavior( const wfCrowd* crowd, wfAgent* agent, const wfBehaviorInput* input )
{
	wfBehaviorTable table = { crowd->manners.behaviors, crowd->manners.behaviorCount };
	wfBehaviorId freeWalk = { agent->behavior }, onSight = { agent->onSight };
	wfNoticePlaces( table, freeWalk, onSight, input->position, &agent->memory );
	return wfChooseBehavior( freeWalk, onSight, input->seesAgent );
}

static wfBehaviorVector evaluateBehavior( wfCrowd* crowd, int32_t rank, wfAgent* agent, const wfStyleDef* style )
{
	if ( agent->behavior == 0 && agent->onSight == 0 )
	{
		return ( wfBehaviorVector ){ { 0.0, 0.0, 0.0 }, 0.0 };
	}
	wfBehaviorTable table = { crowd->manners.behaviors, crowd->manners.behaviorCount };
	wfBehaviorInput input = gatherInput( crowd, rank, agent, findSeen( crowd, rank, (float)style->sightDistance ) );
	if ( crowd->manners.hasCustom )
	{
		input.custom = crowd->manners.custom[crowd->tick.slot[rank]];
	}
	wfBehaviorId id = chooseBehavior( crowd, agent, &input );
	wfBehaviorId resolved = wfResolveBehavior( table, id, &input, &agent->memory );
	if ( crowd->ground != NULL )
	{
		return crowd->ground->evaluate( crowd, rank, agent, resolved, &input );
	}
	if ( resolved.index1 > 0 && crowd->manners.behaviors[resolved.index1 - 1].target == wf_agentTarget )
	{
		const wfAim* aim = &crowd->manners.aims[resolved.index1 - 1];
		input.knowsAgent = aim->known;
		input.toAgent = aim->known ? ( wfVec2 ){ aim->place.x - agent->x, aim->place.y - agent->y } : ( wfVec2 ){ 0.0, 0.0 };
	}
	return wfEvaluateBehavior( table, id, &input, &agent->memory );
}

// How far walls are from a place near an agent.
static float roomAt( const wfCrowd* crowd, int32_t rank, const wfAgent* agent, float x, float y )
{
	return crowd->ground != NULL ? crowd->ground->roomAt( crowd, rank, x, y )
								 : wfLayerRoom( &crowd->routes.layers[agent->layer], agent->x + (double)x, agent->y + (double)y );
}

// Stands, but gives way to those who press and goes back afterwards.
static void steerStanding( wfCrowd* crowd, int32_t rank, const wfAgent* agent, const wfStyleDef* style, const wfAround* around )
{
	wfTick* tick = &crowd->tick;
	tick->wantedX[rank] = 0.0f;
	tick->wantedY[rank] = 0.0f;
	wfVec2 home = crowd->ground != NULL ? crowd->ground->toHome( crowd, rank )
										: ( wfVec2 ){ agent->homeX - agent->x, agent->homeY - agent->y };
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
				float left = roomAt( crowd, rank, agent, -( look * awayY ), look * awayX );
				float right = roomAt( crowd, rank, agent, look * awayY, -( look * awayX ) );
				side = left >= right ? 1.0f : -1.0f;
			}
			tick->wantedX[rank] = WF_BACK_OFF_SPEED * ( WF_ASIDE_SHARE * awayX - side * awayY );
			tick->wantedY[rank] = WF_BACK_OFF_SPEED * ( WF_ASIDE_SHARE * awayY + side * awayX );
		}
		return;
	}
	float away = sqrtf( homeX * homeX + homeY * homeY );
	if ( away > WF_HOME_REACH )
	{
		tick->wantedX[rank] = WF_BACK_OFF_SPEED * homeX / away;
		tick->wantedY[rank] = WF_BACK_OFF_SPEED * homeY / away;
	}
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
	if ( !stands && style->foresight )
	{
		guideByForesight( crowd, rank, agent, wish );
	}
	wfAround around = lookAround( crowd, rank, wish->guideX, wish->guideY );
	bool gives = style->yielding && ( stands || around.roomLevel >= WF_PRESSING_OPEN );
	agent->roomLevel = gives ? around.roomLevel : 0;
	agent->roomSerial = agent->roomLevel > 0 ? around.askSerial : 0;
	agent->roomWay = agent->roomLevel > 0 ? around.askWay : 0.0f;
	wish->awayX = around.awayX;
	wish->awayY = around.awayY;
	if ( stands || ( wish->guideX == 0.0f && wish->guideY == 0.0f ) )
	{
		steerStanding( crowd, rank, agent, style, &around );
		return false;
	}
	wfBehaviorVector behavior = evaluateBehavior( crowd, rank, agent, style );
	wish->behavior = behavior;
	float axisX = style->mapTurns ? wish->guideX : 1.0f, axisY = style->mapTurns ? wish->guideY : 0.0f;
	float x = (float)( behavior.epsilon * behavior.v.x ), y = (float)( behavior.epsilon * behavior.v.y );
	if ( around.oncoming )
	{
		bool between = crowd->ground != NULL && crowd->ground->clearance( crowd, rank ) < WF_BETWEEN_WALLS;
		float right = (float)style->keepRight * ( between ? WF_BETWEEN_WALLS_FACTOR : 1.0f );
		x += right * wish->guideY;
		y -= right * wish->guideX;
	}
	wish->pullX = wfClampFloat( x * axisX + y * axisY, -WF_MOST_PULL, WF_MOST_PULL );
	wish->pullY = wfClampFloat( y * axisX - x * axisY, -WF_MOST_PULL, WF_MOST_PULL );
	return true;
}

// Pressed for long: try a random side, farther and farther around.
static wfVec2 stepAside( const wfCrowd* crowd, wfAgent* agent, const wfStyleDef* style, wfVec2 direction )
{
	if ( style->patience <= 0.0 )
	{
		return direction;
	}
	if ( crowd->time < agent->asideUntil )
	{
		return turned( (float)direction.x, (float)direction.y, (double)agent->asideAngle );
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
	return turned( (float)direction.x, (float)direction.y, (double)agent->asideAngle );
}

typedef struct wfLineAhead
{
	float limits[WF_MAX_NEIGHBORS][3]; // unit vector and the most speed along it
	int32_t count;
	float file;		 // the most speed in single file
	int32_t passage; // what the line is for, as far as others know
	bool queues;
} wfLineAhead;

// Those who come before: nobody closes up to them by more than the gap allows, from behind or from the side.
static void findThoseBefore( const wfCrowd* crowd, int32_t rank, wfLineAhead* line )
{
	const wfTick* tick = &crowd->tick;
	bool files = ( tick->marks[rank] & wf_markSingleFile ) != 0;
	float reach = WF_LINE_REACH * tick->radius[rank], least = WF_LINE_GAP * tick->radius[rank];
	for ( int32_t k = 0; k < tick->neighborCount[rank]; ++k )
	{
		int32_t other = tick->neighbors[rank * WF_MAX_NEIGHBORS + k];
		if ( tick->marks[other] & wf_markStands )
		{
			continue;
		}
		wfSeenOther seen = wfSee( tick, rank, k );
		float x = seen.x, y = seen.y;
		float distance = sqrtf( x * x + y * y );
		float gap = distance - tick->radius[rank] - tick->radius[other] - least;
		float vx = seen.velocityX, vy = seen.velocityY, slow = WF_HELD_SHARE * tick->speed[other];
		bool otherQueues = ( tick->marks[other] & wf_markInLine ) != 0;
		bool held = otherQueues && vx * vx + vy * vy < slow * slow && gap < reach;
		float ahead = 0.0f;
		bool before = wfComesBefore( tick, other, rank, &ahead );
		// Who comes up behind people that wait for a passage, and goes their way, waits for it too.
		if ( held && tick->passage[rank] == 0 && tick->passage[other] != 0 &&
			 x * tick->goalX[rank] + y * tick->goalY[rank] > 0.0f &&
			 tick->goalX[rank] * seen.goalX + tick->goalY[rank] * seen.goalY > WF_FOLLOWS_COSINE )
		{
			wfVec2 place = { tick->placeX[rank], tick->placeY[rank] };
			before = wfPassageWay( crowd, tick->passage[other], place ) > tick->passageWay[other];
			line->passage = before ? tick->passage[other] : line->passage;
		}
		if ( !before || distance <= 0.0f )
		{
			continue;
		}
		line->queues = line->queues || held;
		if ( files && ( tick->marks[other] & wf_markSingleFile ) )
		{
			// In single file: behind by a place.
			float behind = ahead - WF_SINGLE_FILE_SPACING * ( tick->radius[rank] + tick->radius[other] );
			float follow = vx * seen.goalX + vy * seen.goalY;
			float most = behind / WF_LINE_SECONDS + ( follow > 0.0f ? follow : 0.0f );
			line->file = most < line->file ? most : line->file;
		}
		if ( gap < reach )
		{
			float follow = ( vx * x + vy * y ) / distance;
			float most = gap / WF_LINE_SECONDS + ( follow > 0.0f ? follow : 0.0f );
			float* limit = line->limits[line->count++];
			limit[0] = x / distance;
			limit[1] = y / distance;
			limit[2] = most > 0.0f ? most : 0.0f;
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
static bool letGoFirst( const wfCrowd* crowd, int32_t rank, wfAgent* agent, wfVec2 direction, float* wantedX, float* wantedY )
{
	const wfTick* tick = &crowd->tick;
	wfLineAhead line;
	line.count = 0;
	line.file = INFINITY;
	line.passage = tick->passage[rank];
	line.queues = ( tick->marks[rank] & wf_markNarrow ) != 0;
	if ( line.queues || isLineNear( tick, rank ) )
	{
		findThoseBefore( crowd, rank, &line );
	}
	agent->passage = line.queues ? line.passage : 0;
	agent->flags = line.queues ? agent->flags | wf_agentInLine : agent->flags & ~(uint32_t)wf_agentInLine;
	if ( !line.queues )
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
	if ( agent->roomLevel > 0 )
	{
		// Away from who asks, and back the way it came: at a door the sides are walls.
		float size = sqrtf( wish->awayX * wish->awayX + wish->awayY * wish->awayY );
		float backX = -tick->goalX[rank], backY = -tick->goalY[rank];
		int32_t passage = tick->passage[rank];
		if ( passage != 0 )
		{
			const wfPassage* gate = &crowd->passages.list[( passage > 0 ? passage : -passage ) - 1].gate;
			backX = (float)gate->along.x * ( passage > 0 ? -1.0f : 1.0f );
			backY = (float)gate->along.y * ( passage > 0 ? -1.0f : 1.0f );
		}
		float x = ( size > 0.0f ? wish->awayX / size : 0.0f ) + WF_BACK_OFF_BACKWARD * backX;
		float y = ( size > 0.0f ? wish->awayY / size : 0.0f ) + WF_BACK_OFF_BACKWARD * backY;
		size = sqrtf( x * x + y * y );
		tick->wantedX[rank] = size > 0.0f ? WF_BACK_OFF_SPEED * x / size : 0.0f;
		tick->wantedY[rank] = size > 0.0f ? WF_BACK_OFF_SPEED * y / size : 0.0f;
		tick->waits[rank] = 1;
		return;
	}
	if ( tick->awaitsTurn[rank] )
	{
		float size = sqrtf( tick->clearX[rank] * tick->clearX[rank] + tick->clearY[rank] * tick->clearY[rank] );
		tick->wantedX[rank] = size > 0.0f ? WF_LANE_SPEED * tick->clearX[rank] / size : 0.0f;
		tick->wantedY[rank] = size > 0.0f ? WF_LANE_SPEED * tick->clearY[rank] / size : 0.0f;
		// Who should clear the lane and cannot asks for room as well.
		tick->waits[rank] = !( size > 0.0f );
		return;
	}
	if ( style->def.rule != wf_smoothRule )
	{
		wfMotionInput input = { .direction = { (double)agent->directionX, (double)agent->directionY },
								.velocity = { (double)tick->velocityX[rank], (double)tick->velocityY[rank] },
								.wanted = direction,
								.wantedSpeed = (double)speed,
								.strength = (double)( strength / style->emptyGradient ),
								.seconds = crowd->def.stepSeconds };
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
	if ( style->def.queueing )
	{
		bool waits = letGoFirst( crowd, rank, agent, direction, &tick->wantedX[rank], &tick->wantedY[rank] );
		tick->waits[rank] = waits;
		agent->flags = waits ? agent->flags | wf_agentLetsGo : agent->flags & ~(uint32_t)wf_agentLetsGo;
	}
}

void wfFindAims( wfCrowd* crowd )
{
	for ( int32_t k = 0; k < crowd->manners.behaviorCount; ++k )
	{
		const wfBehaviorDef* def = &crowd->manners.behaviors[k];
		const wfAgent* aimed = def->target == wf_agentTarget ? wfGetAgent( crowd, def->agent ) : NULL;
		crowd->manners.aims[k] = aimed != NULL ? ( wfAim ){ { aimed->x, aimed->y }, true } : ( wfAim ){ { 0.0, 0.0 }, false };
	}
}

// What the function of the host is shown, and what it says.
void wfCallCustom( wfCrowd* crowd, wfBehaviorTable table, int32_t slot, int32_t rank )
{
	wfAgent* agent = &crowd->population.agents[slot];
	wfBehaviorId freeWalk = { agent->behavior }, onSight = { agent->onSight };
	crowd->manners.custom[slot] = ( wfBehaviorVector ){ { 0.0, 0.0, 0.0 }, 0.0 };
	if ( !wfBehaviorNeedsCustom( table, freeWalk ) && !wfBehaviorNeedsCustom( table, onSight ) )
	{
		return;
	}
	int32_t seen = findSeen( crowd, rank, (float)wfStyleOf( crowd, agent )->def.sightDistance );
	wfBehaviorInput input = gatherInput( crowd, rank, agent, seen );
	wfBehaviorId id = chooseBehavior( crowd, agent, &input );
	wfBehaviorId resolved = wfResolveBehavior( table, id, &input, &agent->memory );
	if ( resolved.index1 == 0 || table.defs[resolved.index1 - 1].kind != wf_customBehavior )
	{
		return;
	}
	wfBehaviorView view = { .agent = wfIdOfSlot( crowd, slot ),
							.time = crowd->time,
							.position = input.position,
							.velocity = wfIntoSpace( crowd, agent, (double)agent->velocityX, (double)agent->velocityY ),
							.heading = (double)wfHeadingOf( crowd, agent ),
							.radius = (double)agent->radius,
							.desiredSpeed = (double)agent->desiredSpeed,
							.goalDirection = wfIntoSpace( crowd, agent, input.goalDirection.x, input.goalDirection.y ),
							.seesAgent = seen >= 0,
							.userData = agent->userData };
	if ( seen >= 0 )
	{
		const wfAgent* other = &crowd->population.agents[crowd->tick.slot[crowd->tick.neighbors[rank * WF_MAX_NEIGHBORS + seen]]];
		view.seenPosition = wfPositionOf( crowd, other );
		view.seenVelocity = wfIntoSpace( crowd, other, (double)other->velocityX, (double)other->velocityY );
	}
	const wfBehaviorDef* def = &table.defs[resolved.index1 - 1];
	wfBehaviorVector said = def->function( &view, def->context );
	crowd->manners.custom[slot] = ( wfBehaviorVector ){ wfInSpace( wfOutOfSpace( crowd, agent, said.v ) ), said.epsilon };
}
