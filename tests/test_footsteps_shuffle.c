// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Shuffling: the body goes where it is moved, and the feet stay under it.
#include "footsteps/footsteps.h"
#include "test_footsteps.h"

#include <math.h>

// How far the feet are from the centre at most while a step lasts.
static double farthestFoot( const wfFootstep* step )
{
	double farthest = 0.0;
	for ( int32_t k = 0; k <= 10; ++k )
	{
		double time = step->startTime + step->duration * k / 10.0;
		wfVec2 center = wfFootstep_GetPosition( step, time );
		for ( int32_t foot = 0; foot < 2; ++foot )
		{
			farthest = fmax( farthest, lengthOf( minus( wfFootstep_GetFoot( step, (wfFoot)foot, time, NULL ), center ) ) );
		}
	}
	return farthest;
}

static void checkFollows( const wfStance* from, const wfFootstep* step, const wfStance* to )
{
	double end = wfFootstep_GetEndTime( step );
	CHECK_NEAR( step->startTime, from->time, 1e-12 );
	CHECK_NEAR( end, to->time, 1e-12 );
	CHECK( lengthOf( minus( wfFootstep_GetPosition( step, step->startTime ), from->position ) ) < 1e-12 );
	CHECK( lengthOf( minus( wfFootstep_GetPosition( step, end ), to->position ) ) < 1e-12 );
	for ( int32_t foot = 0; foot < 2; ++foot )
	{
		CHECK( lengthOf( minus( wfFootstep_GetFoot( step, (wfFoot)foot, step->startTime, NULL ), from->feet[foot] ) ) < 1e-12 );
		CHECK( lengthOf( minus( wfFootstep_GetFoot( step, (wfFoot)foot, end, NULL ), to->feet[foot] ) ) < 1e-12 );
	}
	CHECK_NEAR( lengthOf( to->facing ), 1.0, 1e-9 );
	CHECK( to->speed == 0.0 );
}

// Random moves one after the other, people of all sizes, the smallest only as wide as their feet.
TEST( FeetStayUnderTheBody )
{
	randomStream r = { 77, 0 };
	wfGaitDef gait = wfDefaultGaitDef();
	int32_t swings = 0, whole = 0, moves = 0;
	for ( int32_t person = 0; person < 60; ++person )
	{
		double radius = person < 10 ? 0.18 : nextRandom( &r, 0.18, 0.4 );
		wfBody body = wfMakeBody( &gait, radius );
		wfStance stance = wfMakeStance( &gait, 0.0, nextPlace( &r, 3.0 ), nextRandom( &r, -TEST_PI, TEST_PI ) );
		CHECK( wfMayShuffle( &stance, &body ) );
		for ( int32_t k = 0; k < 60; ++k )
		{
			wfVec2 move = nextPlace( &r, k % 5 == 0 ? 0.0 : 0.12 ), toward = unitAt( nextRandom( &r, -TEST_PI, TEST_PI ) );
			wfFootstep step;
			wfStance after;
			if ( !wfShuffle( &gait, &body, &stance, &( wfShuffleMove ){ move, toward, 0.1, false }, &step, &after ) )
			{
				CHECK( lengthOf( move ) < 0.006 );
				continue;
			}
			checkFollows( &stance, &step, &after );
			CHECK( farthestFoot( &step ) < radius - gait.footRadius + 1e-6 );
			CHECK( wfMayShuffle( &after, &body ) );
			wfVec2 done = minus( after.position, stance.position );
			CHECK( lengthOf( done ) <= lengthOf( move ) + 1e-12 );
			CHECK( fabs( crossOf( done, move ) ) < 1e-12 && dotOf( done, move ) >= -1e-12 );
			moves += 1;
			whole += lengthOf( minus( done, move ) ) < 1e-9 ? 1 : 0;
			swings += step.swingFrom.x != step.swingTo.x || step.swingFrom.y != step.swingTo.y ? 1 : 0;
			stance = after;
		}
	}
	// Most moves are made in full.
	CHECK( whole > moves * 6 / 10 && swings > moves / 2 );
}

// Straight on at a speed of shuffling nobody is held back by its feet for long, and it comes to face where it goes.
TEST( WhoShufflesStraightOnKeepsItsSpeed )
{
	wfGaitDef gait = wfDefaultGaitDef();
	for ( int32_t k = 0; k < 3; ++k )
	{
		wfBody body = wfMakeBody( &gait, k == 0 ? 0.18 : k == 1 ? 0.25 : 0.35 );
		wfStance stance = wfMakeStance( &gait, 0.0, ( wfVec2 ){ 0.0, 0.0 }, 2.0 );
		for ( int32_t n = 0; n < 30; ++n )
		{
			wfFootstep step;
			CHECK( wfShuffle( &gait, &body, &stance,
							  &( wfShuffleMove ){ ( wfVec2 ){ 0.08, 0.0 }, ( wfVec2 ){ 1.0, 0.0 }, 0.1, false }, &step,
							  &stance ) );
		}
		CHECK( stance.position.x > 0.9 * 30 * 0.08 );
		CHECK( stance.facing.x > 0.99 );
	}
}

// Where people hardly get on, feet stand most of the time.
TEST( FeetStandWhileTheyCan )
{
	wfGaitDef gait = wfDefaultGaitDef();
	wfBody body = wfMakeBody( &gait, 0.25 );
	wfStance stance = wfMakeStance( &gait, 0.0, ( wfVec2 ){ 0.0, 0.0 }, 0.0 );
	int32_t swings = 0;
	for ( int32_t n = 0; n < 50; ++n )
	{
		wfFootstep step;
		CHECK( wfShuffle( &gait, &body, &stance,
						  &( wfShuffleMove ){ ( wfVec2 ){ 0.02, 0.0 }, ( wfVec2 ){ 1.0, 0.0 }, 0.1, false }, &step, &stance ) );
		swings += step.swingFrom.x != step.swingTo.x ? 1 : 0;
	}
	CHECK_NEAR( stance.position.x, 1.0, 1e-9 );
	CHECK( swings > 10 && swings < 40 );
	wfFootstep step;
	wfStance after = wfMakeStance( &gait, 0.0, ( wfVec2 ){ 0.0, 0.0 }, 0.0 );
	CHECK( !wfShuffle( &gait, &body, &after, &( wfShuffleMove ){ ( wfVec2 ){ 0.0, 0.0005 }, ( wfVec2 ){ 1.0, 0.0 }, 0.1, false },
					   &step, &after ) );
}

// With a foot outside, or on the move, nobody shuffles.
TEST( WhoHasAFootOutsideDoesNotShuffle )
{
	wfGaitDef gait = wfDefaultGaitDef();
	wfBody body = wfMakeBody( &gait, 0.25 );
	wfStance stance = wfMakeStance( &gait, 0.0, ( wfVec2 ){ 1.0, 2.0 }, 0.5 );
	CHECK( wfMayShuffle( &stance, &body ) );
	wfStance walks = stance, outside = stance;
	walks.speed = 0.5;
	outside.feet[wf_rightFoot].x += 0.3;
	CHECK( !wfMayShuffle( &walks, &body ) && !wfMayShuffle( &outside, &body ) );
}

void runShuffleTests( int argc, char** argv )
{
	RUN( FeetStayUnderTheBody );
	RUN( WhoShufflesStraightOnKeepsItsSpeed );
	RUN( FeetStandWhileTheyCan );
	RUN( WhoHasAFootOutsideDoesNotShuffle );
}
