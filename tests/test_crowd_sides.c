// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// People who meet between walls keep to their sides, and what divides no rooms is no passage.
#include "crowd/crowd.h"
#include "test_crowd.h"

#include <math.h>

// Twenty each way through a corridor of 24 m, from room to room.
static wfCrowd* makeTwoWay( wfWorld** world, double width )
{
	*world = makeRoom( 40.0, 8.0 );
	addBox( *world, 8.0, 0.0, 32.0, 4.0 - 0.5 * width );
	addBox( *world, 8.0, 4.0 + 0.5 * width, 32.0, 8.0 );
	wfGoalId left = addGoalBox( *world, 0.0, 0.0, 2.0, 8.0 ), right = addGoalBox( *world, 38.0, 0.0, 40.0, 8.0 );
	wfCrowd* crowd = makeCrowd( *world, NULL );
	for ( int32_t k = 0; k < 20; ++k )
	{
		wfStop toLeft = goalStop( left ), toRight = goalStop( right );
		addAgent( crowd, 3.0 + 0.7 * ( k % 5 ), 2.5 + 0.8 * ( k / 5 ), &toRight, 1 );
		addAgent( crowd, 37.0 - 0.7 * ( k % 5 ), 2.5 + 0.8 * ( k / 5 ), &toLeft, 1 );
	}
	return crowd;
}

// Those in the middle of the corridor who are more than a little on the other side of it.
static int32_t countOnWrongSide( wfCrowd* crowd, int32_t* count )
{
	wfFrame frame = wfCrowd_GetFrame( crowd );
	int32_t wrong = 0;
	for ( int32_t k = 0; k < frame.count; ++k )
	{
		if ( fabs( frame.positions[k].x - 20.0 ) < 4.0 && fabs( frame.velocities[k].x ) > 0.5 )
		{
			*count += 1;
			double left = ( frame.positions[k].y - 4.0 ) * ( frame.velocities[k].x > 0.0 ? 1.0 : -1.0 );
			wrong += left > 0.1 ? 1 : 0;
		}
	}
	return wrong;
}

TEST( TwoStreamsKeepToTheirSides )
{
	const double widths[] = { 1.4, 1.8, 2.4 };
	for ( int32_t k = 0; k < 3; ++k )
	{
		wfWorld* world;
		wfCrowd* crowd = makeTwoWay( &world, widths[k] );
		int32_t wrong = 0, count = 0;
		tickTimes( crowd, 70 ); // the first have met
		for ( int32_t tick = 0; tick < 50; ++tick )
		{
			tickTimes( crowd, 1 );
			wrong += countOnWrongSide( crowd, &count );
		}
		CHECK( count > 200 );
		CHECK( wrong * 20 < count );
		runSafely( crowd, 90.0 );
		CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 40 );
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
}

// ------------------------------------------------------------------------------------------------------ the rule of sides

// One who walks east and expects others to come toward it, alone before or in a corridor of 12 m; looked at after a tick.
static wfCrowd* makeExpecting( wfWorld** world, double x, double y, double goalX )
{
	*world = makeRoom( 28.0, 8.0 );
	addBox( *world, 8.0, 0.0, 20.0, 3.1 );
	addBox( *world, 8.0, 4.9, 20.0, 8.0 );
	wfCrowd* crowd = makeCrowd( *world, NULL );
	wfStop stop = pointStop( goalX, y );
	wfAgentId id = addAgent( crowd, x, y, &stop, 1 );
	wfGetAgent( crowd, id )->oncoming = WF_ONCOMING_SECONDS;
	tickTimes( crowd, 1 );
	return crowd;
}

// What is left of a wish of the only one, seen from there.
static wfVec2 keepToSide( double x, double y, wfVec2 wish )
{
	wfWorld* world;
	wfCrowd* crowd = makeExpecting( &world, x, y, 26.0 );
	wfTick* tick = &crowd->tick;
	tick->wantedX[0] = (float)wish.x;
	tick->wantedY[0] = (float)wish.y;
	wfKeepToSides( crowd );
	wfVec2 kept = { (double)tick->wantedX[0], (double)tick->wantedY[0] };
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
	return kept;
}

// Whoever pushes: in its own half as far as the middle line and no farther.
TEST( NobodyIsPushedAcrossTheMiddleOfACorridor )
{
	wfVec2 kept = keepToSide( 12.0, 3.6, ( wfVec2 ){ 0.5, 1.0 } );
	CHECK_NEAR( kept.x, 0.5, 1e-3 );
	CHECK_NEAR( kept.y, 0.15 / (double)WF_SIDE_SECONDS, 1e-3 ); // its disc is 0.15 m from the line
	CHECK_NEAR( keepToSide( 12.0, 4.2, ( wfVec2 ){ 0.5, 1.0 } ).y, 0.0, 1e-3 );
	CHECK_NEAR( keepToSide( 12.0, 4.2, ( wfVec2 ){ 0.5, -1.0 } ).y, -1.0, 1e-3 );
	// In the room before it there are no sides yet.
	CHECK_NEAR( keepToSide( 7.0, 3.6, ( wfVec2 ){ 0.5, 1.0 } ).y, 1.0, 1e-3 );
}

TEST( NobodyEntersACorridorInTheOtherHalf )
{
	// Half a metre before the first place that is seen to be inside, less the radius.
	CHECK_NEAR( keepToSide( 7.6, 4.4, ( wfVec2 ){ 1.3, 0.0 } ).x, 0.25 / (double)WF_SIDE_SECONDS, 1e-3 );
	CHECK_NEAR( keepToSide( 7.6, 3.6, ( wfVec2 ){ 1.3, 0.0 } ).x, 1.3, 1e-3 );
	// Who is inside already goes on.
	CHECK_NEAR( keepToSide( 12.0, 4.4, ( wfVec2 ){ 1.3, 0.0 } ).x, 1.3, 1e-3 );
}

// Too early it would cross the whole room for it; and the last metres to a goal in the corridor may be on any side.
TEST( SidesAreChosenThreeMetresBeforeACorridorAndNotAtTheGoal )
{
	const struct
	{
		double x, goalX;
		bool has;
	} cases[] = { { 3.5, 26.0, false }, { 4.5, 26.0, false }, { 5.5, 26.0, true },
				  { 12.0, 26.0, true }, { 12.0, 15.5, true }, { 12.0, 14.5, false } };
	for ( int32_t k = 0; k < 6; ++k )
	{
		wfWorld* world;
		wfCrowd* crowd = makeExpecting( &world, cases[k].x, 3.6, cases[k].goalX );
		const wfSide* side = &crowd->tick.sides[0];
		CHECK( ( side->before >= 0.0f ) == cases[k].has );
		CHECK( !cases[k].has || ( fabsf( side->x ) < 1e-3f && fabsf( side->y + 1.0f ) < 1e-3f ) );
		CHECK( !cases[k].has || ( side->before > 0.0f ) == ( cases[k].x < 8.0 ) );
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
}

// Those behind do not see who comes, and have to be on their side when it is there. Whoever has passed counts no more.
TEST( WordOfOncomingPeopleSpreadsToThoseBehind )
{
	wfWorld* world = makeRoom( 30.0, 8.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfStop east = pointStop( 28.0, 4.0 ), west = pointStop( 2.0, 4.0 ), past = pointStop( 2.0, 1.0 );
	wfAgentId row[5];
	for ( int32_t k = 0; k < 5; ++k )
	{
		row[k] = addAgent( crowd, 12.0 - 1.2 * k, 4.0, &east, 1 );
	}
	wfAgentId comes = addAgent( crowd, 14.2, 4.0, &west, 1 ), alone = addAgent( crowd, 22.0, 1.0, &east, 1 );
	addAgent( crowd, 21.0, 1.0, &past, 1 );
	tickTimes( crowd, 1 );
	CHECK( wfGetAgent( crowd, row[0] )->oncoming == WF_ONCOMING_SECONDS );
	CHECK( wfGetAgent( crowd, comes )->oncoming == WF_ONCOMING_SECONDS );
	CHECK( wfGetAgent( crowd, row[4] )->oncoming == 0.0f );
	tickTimes( crowd, 4 );
	for ( int32_t k = 1; k < 5; ++k )
	{
		float before = wfGetAgent( crowd, row[k - 1] )->oncoming, behind = wfGetAgent( crowd, row[k] )->oncoming;
		CHECK( behind > 0.5f * WF_ONCOMING_SECONDS && behind <= before );
	}
	CHECK( wfGetAgent( crowd, row[4] )->oncoming < WF_ONCOMING_SECONDS );
	CHECK( wfGetAgent( crowd, alone )->oncoming == 0.0f );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// --------------------------------------------------------------------------------------------------------------- passages

static int32_t countPassages( wfWorld* world )
{
	wfGoalId goal = addGoalBox( world, 15.0, 0.0, 16.0, 10.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfStop stop = goalStop( goal );
	addAgent( crowd, 1.0, 5.0, &stop, 1 );
	tickTimes( crowd, 1 );
	int32_t count = wfCrowd_GetPassages( crowd, NULL, 0 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
	return count;
}

TEST( OnlyWhatDividesRoomsIsAPassage )
{
	// A gap between two pillars.
	wfWorld* world = makeRoom( 16.0, 10.0 );
	addBox( world, 7.0, 3.5, 8.0, 4.5 );
	addBox( world, 7.0, 5.5, 8.0, 6.5 );
	CHECK_EQUAL( countPassages( world ), 0 );
	// A niche between a pier and the wall beside it.
	world = makeRoom( 16.0, 10.0 );
	addBox( world, 6.0, 0.0, 6.5, 1.5 );
	addBox( world, 7.3, 0.0, 7.8, 1.5 );
	CHECK_EQUAL( countPassages( world ), 0 );
	// A door, with the side wall of the room near its jamb.
	world = makeRoom( 16.0, 10.0 );
	addBox( world, 7.9, 0.0, 8.1, 0.6 );
	addBox( world, 7.9, 1.6, 8.1, 10.0 );
	CHECK_EQUAL( countPassages( world ), 1 );
}

// Nobody else is there: the foresight must not look through the wall.
TEST( WhoeverIsAloneGetsAroundAThinWall )
{
	for ( int32_t k = 0; k < 12; ++k )
	{
		wfWorld* world = makeRoom( 10.0, 10.0 );
		addBox( world, 0.0, 4.0, 7.0, 4.27 );
		wfCrowd* crowd = makeCrowd( world, NULL );
		addAgentOfSize( crowd, 6.0 + 0.1 * k, 4.602, 0.33, 1.0, pointStop( 1.0, 1.0 ) );
		CHECK( runSafely( crowd, 30.0 ) < 30.0 );
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
}

// It walks beside a thin wall to its end, and the goal is on the other side. The first place that it looks at along a ray lies
// beyond the wall, where all is free: it must not choose such a ray.
TEST( NobodyLooksThroughAThinWall )
{
	for ( int32_t k = 0; k < 5; ++k )
	{
		wfWorld* world = makeRoom( 10.0, 10.0 );
		addBox( world, 0.0, 4.0, 7.0, 4.1 );
		wfCrowd* crowd = makeCrowd( world, NULL );
		wfAgentId id = addAgentOfSize( crowd, 6.3 + 0.1 * k, 4.36, 0.25, 0.001, pointStop( 2.0, 1.0 ) );
		tickTimes( crowd, WF_FAN_INTERVAL );
		const wfAgent* agent = wfGetAgent( crowd, id );
		double angle = atan2( (double)crowd->tick.goalY[0], (double)crowd->tick.goalX[0] ) + (double)agent->fanAngle;
		CHECK( agent->fanAngle != 0.0f && sin( angle ) > -0.3 );
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
}

void runSideTests( int argc, char** argv )
{
	RUN( TwoStreamsKeepToTheirSides );
	RUN( NobodyIsPushedAcrossTheMiddleOfACorridor );
	RUN( NobodyEntersACorridorInTheOtherHalf );
	RUN( SidesAreChosenThreeMetresBeforeACorridorAndNotAtTheGoal );
	RUN( WordOfOncomingPeopleSpreadsToThoseBehind );
	RUN( OnlyWhatDividesRoomsIsAPassage );
	RUN( WhoeverIsAloneGetsAroundAThinWall );
	RUN( NobodyLooksThroughAThinWall );
}
