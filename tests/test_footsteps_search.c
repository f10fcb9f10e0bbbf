// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The search for steps: it arrives, goes around what is in the way, promises nothing that meets anybody, and needs no memory.
#include "test_footsteps.h"

#include "footsteps/search.h"
#include "footsteps/tuning.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// --------------------------------------------------------------------------------------------------------------- one walks

typedef struct Ground
{
	wfWorld* world;
	wfWallMap* walls;
	wfVec2 goal, corner;
	bool hasCorner; // the route to the goal leads around it
	double pull;	// per metre: toward the line y = goal.y, on which the route leads along x as between two walls
} Ground;

static Ground makeGround( wfVec2 goal )
{
	Ground ground = { .goal = goal };
	wfWorldDef def = wfDefaultWorldDef();
	def.bounds = ( wfBox2 ){ { 0.0, 0.0 }, { 20.0, 20.0 } };
	CHECK_EQUAL( wfCreateWorld( &def, &ground.world, NULL ), wf_ok );
	return ground;
}

static void addWallTo( Ground* ground, wfVec2 center, wfVec2 halfSize )
{
	wfShapeDef shape = wfDefaultShapeDef();
	shape.kind = wf_boxShape;
	shape.center = center;
	shape.halfSize = halfSize;
	wfShapeId id;
	CHECK_EQUAL( wfWorld_AddShape( ground->world, &shape, &id, NULL ), wf_ok );
}

static void finishGround( Ground* ground )
{
	CHECK_EQUAL( wfCreateWallMap( ground->world, 0, 1.9, &ground->walls ), wf_ok );
}

static void freeGround( Ground* ground )
{
	wfDestroyWallMap( ground->walls );
	wfDestroyWorld( ground->world );
}

static wfVec2 towardOf( wfVec2 from, wfVec2 to )
{
	wfVec2 d = minus( to, from );
	double length = lengthOf( d );
	return length > 1e-9 ? ( wfVec2 ){ d.x / length, d.y / length } : ( wfVec2 ){ 0.0, 0.0 };
}

static void guideTo( const void* context, wfVec2 place, wfFootstepGuide* guide )
{
	const Ground* ground = context;
	if ( ground->pull > 0.0 )
	{
		double aside = place.y - ground->goal.y;
		guide->distance = ground->goal.x - place.x + 0.5 * ground->pull * aside * aside;
		guide->direction = towardOf( ( wfVec2 ){ 0.0, 0.0 }, ( wfVec2 ){ 1.0, -ground->pull * aside } );
		return;
	}
	bool around = ground->hasCorner && place.x < ground->corner.x - 0.05;
	wfVec2 aim = around ? ground->corner : ground->goal;
	guide->distance = lengthOf( minus( aim, place ) ) + ( around ? lengthOf( minus( ground->goal, ground->corner ) ) : 0.0 );
	guide->direction = towardOf( place, aim );
}

static float roomAt( const void* context, double x, double y )
{
	return (float)wfWorld_GetDistance( ( (const Ground*)context )->world, ( wfVec2 ){ x, y }, 0 );
}

// Decides its steps as a crowd would let it.
typedef struct Walker
{
	wfGaitDef gait;
	wfBody body;
	wfFootstep steps[64];
	wfStance stances[64];
	wfStance rest;
	wfFootstepAction lastWalk;
	int32_t count;
	int32_t decisions, found;
} Walker;

static wfFootstepTask* s_task;
static wfFootstepSearch* s_search;

static void beginSearches( void )
{
	s_task = wfAllocateZeroed( sizeof( *s_task ) );
	s_search = wfAllocateZeroed( sizeof( *s_search ) );
}

static void endSearches( void )
{
	wfRelease( s_task, sizeof( *s_task ) );
	wfRelease( s_search, sizeof( *s_search ) );
}

static void fillTask( const Walker* walker, const Ground* ground, const wfStance* from, double speed )
{
	wfFootstepTask* task = s_task;
	task->gait = &walker->gait;
	task->body = walker->body;
	task->from = *from;
	task->committedCount = 0;
	task->now = from->time;
	task->origin = ( wfVec2 ){ 0.0, 0.0 };
	wfFootstepGuide guide;
	guideTo( ground, from->position, &guide );
	task->guided = guide.direction;
	task->wanted = ( wfVec2 ){ speed * guide.direction.x, speed * guide.direction.y };
	task->maxExpanded = walker->gait.maxExpanded;
	task->arrives = true;
	task->reach = 0.3;
	task->strides = 1.0;
	task->guide = guideTo;
	task->room = roomAt;
	task->context = ground;
	task->walls = ground->walls;
	task->low[0] = task->low[1] = -10.0f;
	task->high[0] = task->high[1] = 40.0f;
}

static void addSure( Walker* walker, const wfFootstepResult* result )
{
	for ( int32_t k = 0; k < result->sureCount; ++k )
	{
		walker->steps[walker->count] = result->sure[k];
		walker->stances[walker->count++] = result->stances[k];
	}
	walker->lastWalk = result->lastWalk;
	walker->rest = walker->stances[walker->count - 1];
	walker->found += 1;
}

// The last step in full instead of as a stop, and what comes after it.
static bool decideMoving( Walker* walker, const Ground* ground, double speed )
{
	int32_t last = walker->count - 1;
	if ( last < 1 || walker->steps[last].kind != wf_stopFootstep )
	{
		return false;
	}
	wfFootstep committed[64];
	wfStance after;
	memcpy( committed, walker->steps, (size_t)walker->count * sizeof( wfFootstep ) );
	if ( wfCreateFootstep( &walker->gait, &walker->stances[last - 1], &walker->lastWalk, &committed[last], &after ) !=
		 wf_footstepFits )
	{
		return false;
	}
	double angle = walker->steps[last].footAngle;
	committed[last].footAngle = angle;
	after.angles[committed[last].foot] = angle;
	after.inner = after.outer = sideOf( committed[last].foot ) * angle;
	fillTask( walker, ground, &after, speed );
	s_task->committed = committed;
	s_task->committedCount = walker->count;
	s_task->now = committed[last].startTime;
	wfFootstepResult result;
	walker->decisions += 1;
	wfSearchSteps( s_search, s_task, &result );
	if ( result.sureCount == 0 )
	{
		return false;
	}
	walker->steps[last] = committed[last];
	walker->steps[last].swingTo = result.swingTo;
	walker->steps[last].swingToAngle = result.swingToAngle;
	walker->stances[last] = after;
	addSure( walker, &result );
	return true;
}

static bool decideStanding( Walker* walker, const Ground* ground, double speed )
{
	fillTask( walker, ground, &walker->rest, speed );
	wfFootstepResult result;
	walker->decisions += 1;
	wfSearchSteps( s_search, s_task, &result );
	if ( result.sureCount > 0 )
	{
		addSure( walker, &result );
	}
	return result.sureCount > 0;
}

static Walker makeWalker( wfVec2 place, double heading )
{
	Walker walker = { .gait = wfDefaultGaitDef() };
	walker.body = wfMakeBody( &walker.gait, 0.25 );
	walker.rest = wfMakeStance( &walker.gait, 0.0, place, heading );
	return walker;
}

// Up to a place near the goal, or until it finds nothing any more.
static double walkToGoal( Walker* walker, const Ground* ground, double speed )
{
	double left = INFINITY;
	while ( walker->count < 60 )
	{
		wfFootstepGuide guide;
		guideTo( ground, walker->rest.position, &guide );
		left = guide.distance;
		if ( left < 0.3 || ( !decideMoving( walker, ground, speed ) && !decideStanding( walker, ground, speed ) ) )
		{
			break;
		}
	}
	return left;
}

static double leastRoom( const Walker* walker, const Ground* ground )
{
	double least = INFINITY;
	for ( int32_t k = 0; k < walker->count; ++k )
	{
		for ( int32_t n = 0; n <= 20; ++n )
		{
			wfCircle circles[WF_BODY_CIRCLES];
			const wfFootstep* step = &walker->steps[k];
			wfFootstep_GetCircles( step, &walker->body, step->startTime + step->duration * n / 20.0, circles );
			for ( int32_t c = 0; c < WF_BODY_CIRCLES; ++c )
			{
				least = fmin( least, wfWorld_GetDistance( ground->world, circles[c].center, 0 ) - circles[c].radius );
			}
		}
	}
	return least;
}

TEST( SearchArrivesInTheOpen )
{
	beginSearches();
	for ( int32_t k = 0; k < 12; ++k )
	{
		double angle = 0.52 * k;
		Ground ground = makeGround( ( wfVec2 ){ 10.0 + 6.0 * cos( angle ), 10.0 + 6.0 * sin( angle ) } );
		finishGround( &ground );
		Walker walker = makeWalker( ( wfVec2 ){ 10.0, 10.0 }, k % 2 == 0 ? angle : 0.0 );
		double left = walkToGoal( &walker, &ground, 1.3 );
		CHECK( left < 0.5 );
		// Six metres: about nine steps, and some to turn around.
		if ( !CHECK( walker.count >= 7 && walker.count <= 20 && walker.rest.time < 12.0 ) )
		{
			fprintf( stderr, "    direction %g: %d steps in %g s\n", angle, walker.count, walker.rest.time );
		}
		freeGround( &ground );
	}
	endSearches();
}

TEST( SearchGoesAroundWalls )
{
	beginSearches();
	for ( int32_t k = 0; k < 6; ++k )
	{
		// The wall reaches down to y = 8; around its end the path is longer.
		Ground ground = makeGround( ( wfVec2 ){ 14.0, 10.0 + 0.2 * k } );
		addWallTo( &ground, ( wfVec2 ){ 11.0, 14.0 }, ( wfVec2 ){ 0.1, 6.0 } );
		ground.corner = ( wfVec2 ){ 11.4, 7.5 };
		ground.hasCorner = true;
		finishGround( &ground );
		Walker walker = makeWalker( ( wfVec2 ){ 8.0, 10.0 }, 0.3 * k );
		double left = walkToGoal( &walker, &ground, 1.3 );
		CHECK( left < 0.5 );
		CHECK( leastRoom( &walker, &ground ) > 0.0 );
		freeGround( &ground );
	}
	endSearches();
}

// With only a few nodes to look at it still gets on: the best of what was seen counts, not the start.
TEST( CappedSearchesStillGetOn )
{
	beginSearches();
	const int32_t caps[] = { 1, 2, 3, 5, 8, 16 };
	for ( int32_t k = 0; k < 6; ++k )
	{
		Ground ground = makeGround( ( wfVec2 ){ 17.0, 10.0 } );
		finishGround( &ground );
		Walker walker = makeWalker( ( wfVec2 ){ 3.0, 10.0 }, 0.0 );
		walker.gait.maxExpanded = caps[k];
		double left = walkToGoal( &walker, &ground, 1.3 );
		if ( !CHECK( left < 0.5 && walker.count < 40 ) )
		{
			fprintf( stderr, "    %d nodes: %g m left after %d steps\n", caps[k], left, walker.count );
		}
		freeGround( &ground );
	}
	endSearches();
}

// A wish to go elsewhere than the guide leads there, and no farther to the side: foresight has people go around others at up to
// 75 degrees, and whoever exaggerates walks away from its goal.
TEST( WishesLeadAsFarAsideAsTheySay )
{
	beginSearches();
	Ground ground = makeGround( ( wfVec2 ){ 19.0, 10.0 } );
	finishGround( &ground );
	const double asides[] = { 0.0, 0.5, -0.8, 1.3, -1.3 };
	for ( int32_t k = 0; k < 5; ++k )
	{
		Walker walker = makeWalker( ( wfVec2 ){ 5.0, 10.0 }, asides[k] );
		fillTask( &walker, &ground, &walker.rest, 1.3 );
		s_task->wanted = ( wfVec2 ){ 1.3 * cos( asides[k] ), 1.3 * sin( asides[k] ) };
		wfFootstepResult result;
		wfSearchSteps( s_search, s_task, &result );
		if ( !CHECK( result.sureCount == 2 && result.intentCount > 1 ) )
		{
			continue;
		}
		// Where all that is intended leads.
		wfStance stance = result.stances[0];
		for ( int32_t n = 0; n < result.intentCount; ++n )
		{
			wfFootstep step;
			CHECK_EQUAL( wfCreateFootstep( &walker.gait, &stance, &result.intents[n], &step, &stance ), wf_footstepFits );
		}
		wfVec2 walked = minus( stance.position, walker.rest.position );
		CHECK( lengthOf( walked ) > 1.5 );
		CHECK_NEAR( atan2( walked.y, walked.x ), asides[k], 0.15 );
	}
	freeGround( &ground );
	endSearches();
}

// ------------------------------------------------------------------------------------------------------------ among others

#define OTHERS 6

typedef struct Others
{
	wfFootstep steps[OTHERS][2]; // two each: a start and a stop; or none, it stands
	wfStance stances[OTHERS];
	wfTrack tracks[OTHERS];
	wfBody body;
} Others;

static void placeOthers( randomStream* r, const Walker* walker, Others* others )
{
	others->body = walker->body;
	for ( int32_t k = 0; k < OTHERS; ++k )
	{
		double angle = nextRandom( r, 0.0, 6.28 ), away = nextRandom( r, 0.6, 2.2 ), heading = nextRandom( r, -3.1, 3.1 );
		wfVec2 place = { 10.0 + away * cos( angle ), 10.0 + away * sin( angle ) };
		others->stances[k] = wfMakeStance( &walker->gait, 0.0, place, heading );
		wfStance first, second;
		wfFootstepAction start = startAction( wf_leftFoot, nextRandom( r, -0.5, 0.5 ), nextRandom( r, 0.4, 0.8 ), 0.5, WF_SWAY ),
						 stop;
		bool moves =
			nextRandom( r, 0.0, 1.0 ) < 0.6 &&
			wfCreateFootstep( &walker->gait, &others->stances[k], &start, &others->steps[k][0], &first ) == wf_footstepFits &&
			wfMakeStopAction( &walker->gait, &first, 0, &stop ) &&
			wfCreateFootstep( &walker->gait, &first, &stop, &others->steps[k][1], &second ) == wf_footstepFits;
		if ( moves )
		{
			others->steps[k][0].swingTo = others->steps[k][1].footPosition;
			wfSampleTrack( others->steps[k], 2, &others->body, 0.0, ( wfVec2 ){ 0.0, 0.0 }, &others->tracks[k] );
		}
		else
		{
			others->steps[k][0].duration = 0.0;
			wfSampleStance( &others->stances[k], &others->body, 0.0, ( wfVec2 ){ 0.0, 0.0 }, &others->tracks[k] );
		}
	}
}

static void circlesOfOther( const Others* others, int32_t k, double time, wfCircle circles[WF_BODY_CIRCLES] )
{
	const wfFootstep* steps = others->steps[k];
	if ( steps[0].duration > 0.0 )
	{
		wfFootstep_GetCircles( time < wfFootstep_GetEndTime( &steps[0] ) ? &steps[0] : &steps[1], &others->body, time, circles );
		return;
	}
	const wfStance* stance = &others->stances[k];
	double x = -stance->facing.y * others->body.shoulderDistance, y = stance->facing.x * others->body.shoulderDistance;
	circles[0] = ( wfCircle ){ stance->position, others->body.torsoRadius };
	circles[1] = ( wfCircle ){ { stance->position.x + x, stance->position.y + y }, others->body.shoulderRadius };
	circles[2] = ( wfCircle ){ { stance->position.x - x, stance->position.y - y }, others->body.shoulderRadius };
	circles[3] = ( wfCircle ){ stance->feet[0], others->body.footRadius };
	circles[4] = ( wfCircle ){ stance->feet[1], others->body.footRadius };
}

static double gapToCircle( const wfCircle* circles, const wfCircle* other )
{
	double least = INFINITY;
	for ( int32_t k = 0; k < WF_BODY_CIRCLES; ++k )
	{
		least = fmin( least, lengthOf( minus( circles[k].center, other->center ) ) - circles[k].radius - other->radius );
	}
	return least;
}

// The least gap of the steps that are sure to everybody and every disc; for all time, so also a while after the last.
static double gapOfSure( const Walker* walker, const Others* others, const wfOtherDisc* discs, int32_t discCount )
{
	double least = INFINITY, end = walker->rest.time + 1.5;
	for ( double time = 0.0; time < end; time += 0.01 )
	{
		int32_t k = 0;
		while ( k + 1 < walker->count && time >= wfFootstep_GetEndTime( &walker->steps[k] ) )
		{
			k += 1;
		}
		wfCircle mine[WF_BODY_CIRCLES], theirs[WF_BODY_CIRCLES];
		wfFootstep_GetCircles( &walker->steps[k], &walker->body, time, mine );
		for ( int32_t n = 0; n < OTHERS; ++n )
		{
			circlesOfOther( others, n, time, theirs );
			for ( int32_t c = 0; c < WF_BODY_CIRCLES; ++c )
			{
				least = fmin( least, gapToCircle( mine, &theirs[c] ) );
			}
		}
		for ( int32_t n = 0; n < discCount; ++n )
		{
			wfCircle disc = { { (double)discs[n].x, (double)discs[n].y }, (double)discs[n].radius };
			least = fmin( least, gapToCircle( mine, &disc ) );
		}
	}
	return least;
}

// Those not seen are in the way all the same.
static void fillOthers( const Others* others, wfOtherDisc disc, bool seen )
{
	s_task->sureCount = OTHERS;
	for ( int32_t k = 0; k < OTHERS; ++k )
	{
		wfOtherWalker other = { .track = &others->tracks[k], .size = wfSizeOfBody( &others->body ) };
		s_task->sure[k] = s_task->intending[k] = other;
	}
	s_task->discs[0] = s_task->seenDiscs[0] = disc;
	s_task->discCount = 1;
	s_task->intendingCount = seen ? OTHERS : 0;
	s_task->seenDiscCount = seen ? 1 : 0;
}

TEST( WhatIsSureMeetsNobody )
{
	beginSearches();
	int32_t found = 0, none = 0, closed = 0;
	for ( uint64_t seed = 0; seed < 400; ++seed )
	{
		randomStream r = { seed, 0 };
		double angle = nextRandom( &r, -3.1, 3.1 ), heading = nextRandom( &r, -3.1, 3.1 );
		Ground ground = makeGround( ( wfVec2 ){ 10.0 + 7.0 * cos( angle ), 10.0 + 7.0 * sin( angle ) } );
		addWallTo( &ground, ( wfVec2 ){ 11.0, 10.0 }, ( wfVec2 ){ 0.1, 0.3 } );
		finishGround( &ground );
		Walker walker = makeWalker( ( wfVec2 ){ 10.0, 10.0 }, heading );
		Others others;
		placeOthers( &r, &walker, &others );
		wfOtherDisc disc = { (float)nextRandom( &r, 9.0, 9.4 ), (float)nextRandom( &r, 9.0, 11.0 ), 0.3f, 0.0f, 0.0f };
		fillOthers( &others, disc, seed % 2 == 0 );
		// Somebody may stand in its place to begin with: that is not its fault.
		wfTrack stands;
		wfBodySize size = wfSizeOfBody( &walker.body );
		wfSampleStance( &walker.rest, &walker.body, 0.0, ( wfVec2 ){ 0.0, 0.0 }, &stands );
		bool isFree = wfIsTrackClearOfDisc( &stands, &size, disc.x, disc.y, disc.radius, 0 );
		for ( int32_t k = 0; k < OTHERS; ++k )
		{
			isFree = isFree && wfAreTracksClear( &stands, &size, &others.tracks[k], &size, 0 );
		}
		// From rest, and once more in motion.
		for ( int32_t round = 0; round < 2 && isFree; ++round )
		{
			bool decided = round == 0 ? decideStanding( &walker, &ground, 1.3 ) : decideMoving( &walker, &ground, 1.3 );
			found += decided ? 1 : 0;
			none += decided ? 0 : 1;
			double gap = walker.count > 0 ? gapOfSure( &walker, &others, &disc, 1 ) : INFINITY;
			double room = leastRoom( &walker, &ground );
			closed += gap < 0.1 ? 1 : 0;
			if ( !CHECK( gap > -1e-6 && room > -1e-6 ) )
			{
				fprintf( stderr, "    seed %d, round %d: gap %g, to walls %g m\n", (int)seed, round, gap, room );
			}
		}
		freeGround( &ground );
	}
	s_task->sureCount = s_task->intendingCount = s_task->discCount = s_task->seenDiscCount = 0;
	CHECK( found > 100 && none > 10 && closed > 10 );
	endSearches();
}

// A step ahead, or back, before a disc, a walker or a wall: at such a distance from the edge of it.
static bool isStepSure( int32_t kind, double distance, double ahead )
{
	Ground ground = makeGround( ( wfVec2 ){ 15.0, 10.0 } );
	if ( kind == 2 )
	{
		addWallTo( &ground, ( wfVec2 ){ 10.0 + distance + 0.5, 10.0 }, ( wfVec2 ){ 0.5, 2.0 } );
	}
	finishGround( &ground );
	Walker walker = makeWalker( ( wfVec2 ){ 10.0, 10.0 }, 0.0 );
	fillTask( &walker, &ground, &walker.rest, 1.3 );
	wfVec2 place = { 10.0 + distance + 0.25, 10.0 };
	wfStance stance = wfMakeStance( &walker.gait, 0.0, place, TEST_PI );
	wfTrack track;
	wfSampleStance( &stance, &walker.body, 0.0, s_task->origin, &track );
	s_task->discs[0] = ( wfOtherDisc ){ (float)place.x, (float)place.y, 0.25f, 0.0f, 0.0f };
	s_task->discCount = kind == 0 ? 1 : 0;
	s_task->sure[0] = ( wfOtherWalker ){ .track = &track, .size = wfSizeOfBody( &walker.body ) };
	s_task->sureCount = kind == 1 ? 1 : 0;
	wfBeginMeetings( s_search, s_task );
	wfStance rest = walker.rest;
	wfFootstep step = makeStep( &walker.gait, &rest, shiftAction( wf_leftFoot, ( wfVec2 ){ ahead, 0.0 }, 0.0, 0.5 ) );
	CHECK_NEAR( rest.position.x, 10.0 + ahead, 1e-9 );
	bool sure = wfIsSure( s_search, s_task, &step, &rest, 1 );
	s_task->discCount = s_task->sureCount = 0;
	freeGround( &ground );
	return sure;
}

// Bodies are not as thick as they are wide. Nobody comes to rest so near that two could not shuffle as discs; who is there
// already may leave.
TEST( WhoComesToRestLeavesRoomForWholeDiscs )
{
	beginSearches();
	for ( int32_t kind = 0; kind < 3; ++kind )
	{
		CHECK( isStepSure( kind, 0.35, 0.05 ) );
		CHECK( !isStepSure( kind, 0.28, 0.05 ) );
		CHECK( isStepSure( kind, 0.18, -0.05 ) );
	}
	endSearches();
}

// Between near walls a route draws toward the middle so much that a step along its direction would lead beyond it, and the next
// one back.
TEST( StepsDoNotSwingBetweenWalls )
{
	beginSearches();
	const double pulls[] = { 2.0, 4.0, 8.0 };
	for ( int32_t k = 0; k < 9; ++k )
	{
		Ground ground = makeGround( ( wfVec2 ){ 16.0, 10.0 } );
		ground.pull = pulls[k / 3];
		finishGround( &ground );
		Walker walker = makeWalker( ( wfVec2 ){ 3.0, 10.2 }, 0.0 );
		walker.gait.legLength = k % 3 == 1 ? 0.6 : 0.9;
		walker.gait.walkRatio = k % 3 == 2 ? 0.55 : 0.4;
		walkToGoal( &walker, &ground, 1.3 );
		double aside = 0.0;
		int32_t turned = 0;
		for ( int32_t n = 4; n < walker.count - 2; ++n )
		{
			aside = fmax( aside, fabs( walker.stances[n].position.y - 10.0 ) );
			turned += fabs( atan2( walker.stances[n].direction.y, walker.stances[n].direction.x ) ) > 0.25;
		}
		if ( !CHECK( walker.count > 12 && aside < 0.1 && turned == 0 ) )
		{
			fprintf( stderr, "    pull %g, gait %d: %g m aside, %d of %d steps turned\n", ground.pull, k % 3, aside, turned,
					 walker.count );
		}
		freeGround( &ground );
	}
	endSearches();
}

// Short steps are quick ones, as fast as others; no leg is quicker than it can be.
TEST( ShortStridesKeepTheSpeed )
{
	const double ratios[] = { 0.2, 0.4, 0.8 }, shares[] = { 1.0, 0.8, 0.6, 0.1 };
	for ( int32_t k = 0; k < 12; ++k )
	{
		wfGaitDef gait = wfDefaultGaitDef();
		gait.walkRatio = ratios[k % 3];
		wfStance stance = wfMakeStance( &gait, 0.0, ( wfVec2 ){ 0.0, 0.0 }, 0.0 );
		stance.speed = 1.2;
		wfFootstepAim aim = { .toward = { 1.0, 0.0 }, .speed = 1.2, .distance = INFINITY, .strides = shares[k / 3] };
		wfFootstepAction actions[WF_MAX_ACTIONS];
		CHECK_EQUAL( wfListActions( &gait, &stance, &aim, true, actions ), 1 );
		double usual = wfGait_GetDuration( &gait, actions[0].foot, 1.2 ), least = gait.legs[actions[0].foot].minDuration;
		CHECK_NEAR( actions[0].speed, 1.2, 1e-12 );
		CHECK_NEAR( actions[0].duration, fmax( aim.strides * usual, least ), 1e-12 );
	}
}

// Who passes a goal does so in its stride, wherever that falls: the metres beyond count, or a short step up to it would cost
// least.
TEST( GoalsArePassedInFullStride )
{
	beginSearches();
	for ( int32_t k = 2; k < 20; ++k )
	{
		Ground ground = makeGround( ( wfVec2 ){ 11.0 + 0.13 * k, 10.0 } );
		finishGround( &ground );
		Walker walker = makeWalker( ( wfVec2 ){ 10.0, 10.0 }, 0.0 );
		wfFootstepAction start = { .kind = wf_startFootstep, .foot = wf_leftFoot, .speed = 0.8, .sway = 0.09, .duration = 0.6 };
		wfFootstep step;
		wfStance moving;
		CHECK_EQUAL( wfCreateFootstep( &walker.gait, &walker.rest, &start, &step, &moving ), wf_footstepFits );
		fillTask( &walker, &ground, &moving, 1.3 );
		s_task->committed = &step;
		s_task->committedCount = 1;
		s_task->now = 0.0;
		s_task->arrives = false;
		// Somebody stands so near to the way that other steps than the one straight on are looked at, too.
		wfTrack track;
		wfStance beside = wfMakeStance( &walker.gait, 0.0, ( wfVec2 ){ ground.goal.x - 0.3, 9.35 }, 0.0 );
		wfSampleStance( &beside, &walker.body, 0.0, s_task->origin, &track );
		s_task->intending[0] = ( wfOtherWalker ){ &track, wfSizeOfBody( &walker.body ) };
		s_task->intendingCount = 1;
		wfFootstepResult result;
		wfSearchSteps( s_search, s_task, &result );
		CHECK( result.sureCount > 0 && result.intentCount > 2 );
		for ( int32_t n = 0; n < result.intentCount; ++n )
		{
			const wfFootstepAction* action = &result.intents[n];
			double usual = wfGait_GetDuration( &walker.gait, action->foot, 1.3 );
			if ( !CHECK( action->speed > 1.1 && action->duration > 0.9 * usual ) )
			{
				fprintf( stderr, "    goal at %g, step %d: %g m/s in %g s\n", ground.goal.x, n, action->speed, action->duration );
			}
		}
		s_task->intendingCount = 0;
		freeGround( &ground );
	}
	endSearches();
}

TEST( TooManyAreNotSafe )
{
	beginSearches();
	Ground ground = makeGround( ( wfVec2 ){ 15.0, 10.0 } );
	finishGround( &ground );
	Walker walker = makeWalker( ( wfVec2 ){ 10.0, 10.0 }, 0.0 );
	fillTask( &walker, &ground, &walker.rest, 1.3 );
	wfFootstepResult result;
	s_task->crowded = true;
	wfSearchSteps( s_search, s_task, &result );
	CHECK_EQUAL( result.sureCount, 0 );
	CHECK( !wfFollowIntents( s_search, s_task, &walker.lastWalk, 1, &result ) );
	s_task->crowded = false;
	// Outside of the box nobody is known.
	s_task->high[0] = 10.3f;
	wfSearchSteps( s_search, s_task, &result );
	for ( int32_t k = 0; k < result.sureCount; ++k )
	{
		CHECK( result.stances[k].position.x < 10.3 );
	}
	s_task->high[0] = 40.0f;
	wfSearchSteps( s_search, s_task, &result );
	CHECK( result.sureCount > 0 );
	freeGround( &ground );
	endSearches();
}

TEST( SearchesAllocateNothing )
{
	beginSearches();
	Ground ground = makeGround( ( wfVec2 ){ 17.0, 12.0 } );
	addWallTo( &ground, ( wfVec2 ){ 9.0, 10.0 }, ( wfVec2 ){ 0.2, 0.4 } );
	finishGround( &ground );
	// The world makes its index when it is first asked.
	(void)roomAt( &ground, 3.0, 3.0 );
	Walker walker = makeWalker( ( wfVec2 ){ 3.0, 10.0 }, 2.0 );
	testResetAllocator();
	walkToGoal( &walker, &ground, 1.3 );
	CHECK( walker.found > 10 );
	CHECK_EQUAL( testAllocationCount(), 0 );
	freeGround( &ground );
	endSearches();
}

void runSearchTests( int argc, char** argv )
{
	RUN( SearchArrivesInTheOpen );
	RUN( SearchGoesAroundWalls );
	RUN( CappedSearchesStillGetOn );
	RUN( WishesLeadAsFarAsideAsTheySay );
	RUN( WhatIsSureMeetsNobody );
	RUN( WhoComesToRestLeavesRoomForWholeDiscs );
	RUN( StepsDoNotSwingBetweenWalls );
	RUN( ShortStridesKeepTheSpeed );
	RUN( GoalsArePassedInFullStride );
	RUN( TooManyAreNotSafe );
	RUN( SearchesAllocateNothing );
}
