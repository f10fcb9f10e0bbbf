// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Groups: who belongs to them, what they are told, and that it is kept.
#include "test_crowd_groups.h"
#include "crowd/crowd.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

wfGroupId addGroup( wfCrowd* crowd, wfFormationKind kind, double x, double y, int32_t count, int32_t rows )
{
	wfAgentId* members = malloc( (size_t)( count + 1 ) * sizeof( wfAgentId ) );
	for ( int32_t k = 0; k < count; ++k )
	{
		members[k] = addAgent( crowd, x + 1.2 * ( k / rows ), y + 1.2 * ( k % rows ), NULL, 0 );
	}
	wfGroupDef def = wfDefaultGroupDef();
	def.formation.kind = kind;
	def.formation.spacing = 1.2;
	def.members = members;
	def.memberCount = count;
	wfGroupId id = { 0, 0 };
	CHECK_EQUAL( wfCrowd_CreateGroup( crowd, &def, &id, NULL ), wf_ok );
	free( members );
	return id;
}

wfResult orderTo( wfCrowd* crowd, wfGroupId group, wfGroupOrderKind kind, double x, double y )
{
	wfGroupOrder order = wfDefaultGroupOrder( kind );
	order.to = pointStop( x, y );
	return wfCrowd_OrderGroup( crowd, group, &order, NULL );
}

int32_t countGroupEvents( const wfCrowd* crowd, wfGroupEventKind kind )
{
	const wfGroupEvent* events;
	int32_t count = wfCrowd_GetGroupEvents( crowd, &events ), found = 0;
	for ( int32_t k = 0; k < count; ++k )
	{
		found += events[k].kind == kind ? 1 : 0;
	}
	return found;
}

int32_t runGroups( wfCrowd* crowd, double seconds, wfGroupEventKind kind )
{
	double until = wfCrowd_GetTime( crowd ) + seconds, leastGap = INFINITY, leastRoom = INFINITY;
	int32_t found = 0;
	do
	{
		tickTimes( crowd, 1 );
		Safety safety = measureSafety( crowd );
		leastGap = fmin( leastGap, safety.leastGap );
		leastRoom = fmin( leastRoom, safety.leastRoom );
		found += countGroupEvents( crowd, kind );
	}
	while ( wfCrowd_GetTime( crowd ) < until && !wfCrowd_IsDone( crowd ) );
	CHECK( leastGap >= -1e-6 );
	CHECK( leastRoom >= -1e-6 );
	return found;
}

static wfAgentId memberOf( const wfCrowd* crowd, wfGroupId group, int32_t k )
{
	wfAgentId members[64] = { 0 };
	CHECK( wfCrowd_GetGroupMembers( crowd, group, members, 64 ) > k );
	return members[k];
}

// ---------------------------------------------------------------------------------------------------------------- members

TEST( MembersJoinLeaveAndDie )
{
	wfWorld* world = makeRoom( 60.0, 40.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGroupId group = addGroup( crowd, wf_boxFormation, 10.0, 10.0, 9, 3 ), empty = { 0, 0 };
	wfGroupDef def = wfDefaultGroupDef();
	def.formation.kind = wf_lineFormation;
	CHECK_EQUAL( wfCrowd_CreateGroup( crowd, &def, &empty, NULL ), wf_ok );
	CHECK_EQUAL( wfCrowd_GetGroup( crowd, group ).memberCount, 9 );
	CHECK_EQUAL( wfCrowd_GetGroup( crowd, group ).mode, wf_groupIdle );
	CHECK_EQUAL( wfCrowd_GetGroupSlots( crowd, group, NULL, 0 ), 0 );
	CHECK_EQUAL( orderTo( crowd, group, wf_formationOrder, 50.0, 20.0 ), wf_ok );
	tickTimes( crowd, 5 );
	CHECK_EQUAL( wfCrowd_GetGroupSlots( crowd, group, NULL, 0 ), 9 );
	CHECK_EQUAL( wfCrowd_GetGroup( crowd, group ).mode, wf_groupTravels );
	wfAgentId first = memberOf( crowd, group, 0 ), second = memberOf( crowd, group, 1 ), third = memberOf( crowd, group, 2 );
	CHECK_EQUAL( wfCrowd_RemoveAgent( crowd, first ), wf_ok );
	CHECK_EQUAL( wfCrowd_GetGroup( crowd, group ).memberCount, 8 );
	CHECK_EQUAL( wfCrowd_GetGroupSlots( crowd, group, NULL, 0 ), 8 );
	// Who joins another group leaves its own; who is given stops walks by its own.
	CHECK_EQUAL( wfCrowd_AddToGroup( crowd, empty, &second, 1, NULL ), wf_ok );
	CHECK_EQUAL( wfCrowd_GetGroupOf( crowd, second ).index1, empty.index1 );
	wfStop stop = pointStop( 5.0, 5.0 );
	CHECK_EQUAL( wfCrowd_SetStops( crowd, third, &stop, 1, NULL ), wf_ok );
	CHECK_EQUAL( wfCrowd_GetGroupOf( crowd, third ).index1, 0 );
	tickTimes( crowd, 5 );
	CHECK_EQUAL( wfCrowd_GetGroupSlots( crowd, group, NULL, 0 ), 6 );
	CHECK( wfCrowd_GetAgent( crowd, second ).position.x > 0.0 );
	// Refused as a whole: nobody twice, nobody who is not there.
	wfAgentId twice[2] = { second, second }, gone[2] = { second, first };
	uint64_t hash = wfCrowd_GetHash( crowd );
	CHECK_EQUAL( wfCrowd_AddToGroup( crowd, group, twice, 2, NULL ), wf_notFound );
	CHECK_EQUAL( wfCrowd_AddToGroup( crowd, group, gone, 2, NULL ), wf_notFound );
	CHECK_EQUAL( wfCrowd_RemoveFromGroup( crowd, group, &second, 1, NULL ), wf_notFound );
	CHECK( wfCrowd_GetHash( crowd ) == hash );
	while ( wfCrowd_GetGroup( crowd, group ).memberCount > 0 )
	{
		CHECK_EQUAL( wfCrowd_RemoveAgent( crowd, memberOf( crowd, group, 0 ) ), wf_ok );
	}
	tickTimes( crowd, 1 );
	CHECK_EQUAL( countGroupEvents( crowd, wf_groupEmptyEvent ), 1 );
	CHECK_EQUAL( orderTo( crowd, group, wf_formationOrder, 5.0, 5.0 ), wf_notFound );
	CHECK_EQUAL( wfCrowd_DestroyGroup( crowd, group ), wf_ok );
	CHECK_EQUAL( wfCrowd_DestroyGroup( crowd, group ), wf_notFound );
	CHECK( !wfCrowd_IsGroupValid( crowd, group ) );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

TEST( GroupsDivideMergeAndDisband )
{
	wfWorld* world = makeRoom( 60.0, 40.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGroupId group = addGroup( crowd, wf_boxFormation, 10.0, 10.0, 12, 4 ), half = { 0, 0 };
	CHECK_EQUAL( orderTo( crowd, group, wf_formationOrder, 50.0, 20.0 ), wf_ok );
	tickTimes( crowd, 20 );
	wfAgentId chosen[5];
	for ( int32_t k = 0; k < 5; ++k )
	{
		chosen[k] = memberOf( crowd, group, 2 * k );
	}
	CHECK_EQUAL( wfCrowd_SplitGroup( crowd, group, chosen, 5, &half, NULL ), wf_ok );
	CHECK_EQUAL( wfCrowd_GetGroup( crowd, group ).memberCount, 7 );
	CHECK_EQUAL( wfCrowd_GetGroup( crowd, half ).memberCount, 5 );
	// It goes on with the orders it had, until it gets one of its own.
	tickTimes( crowd, 1 );
	CHECK_EQUAL( wfCrowd_GetGroup( crowd, half ).mode, wf_groupTravels );
	CHECK_EQUAL( orderTo( crowd, half, wf_formationOrder, 30.0, 35.0 ), wf_ok );
	runGroups( crowd, 100.0, wf_groupArrivedEvent );
	CHECK( wfCrowd_IsDone( crowd ) );
	CHECK_NEAR( wfCrowd_GetGroup( crowd, half ).anchor.y, 35.0, 0.1 );
	CHECK_NEAR( wfCrowd_GetGroup( crowd, group ).anchor.x, 50.0, 0.1 );
	CHECK_EQUAL( wfCrowd_MergeGroups( crowd, group, half, NULL ), wf_ok );
	CHECK_EQUAL( wfCrowd_MergeGroups( crowd, group, group, NULL ), wf_notFound );
	CHECK( !wfCrowd_IsGroupValid( crowd, half ) );
	CHECK_EQUAL( runGroups( crowd, 60.0, wf_groupFormedEvent ), 1 );
	CHECK_EQUAL( wfCrowd_GetGroupSlots( crowd, group, NULL, 0 ), 12 );
	CHECK( wfCrowd_GetGroup( crowd, group ).error < 0.2 );
	wfAgentId last = memberOf( crowd, group, 11 );
	wfVec3 place = wfCrowd_GetAgent( crowd, last ).position;
	CHECK_EQUAL( wfCrowd_DestroyGroup( crowd, group ), wf_ok );
	tickTimes( crowd, 20 );
	CHECK_NEAR( wfCrowd_GetAgent( crowd, last ).position.x, place.x, 0.1 );
	CHECK_EQUAL( wfCrowd_GetGroupIds( crowd, NULL, 0 ), 0 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// ----------------------------------------------------------------------------------------------------------------- orders

TEST( OrdersThatCannotBeGivenChangeNothing )
{
	wfWorld* world = makeRoom( 60.0, 40.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGroupId group = addGroup( crowd, wf_wedgeFormation, 10.0, 10.0, 6, 3 ), none = { 7, 1 };
	wfAgentId dead = addAgent( crowd, 30.0, 30.0, NULL, 0 ), own = memberOf( crowd, group, 0 );
	CHECK_EQUAL( wfCrowd_RemoveAgent( crowd, dead ), wf_ok );
	CHECK_EQUAL( orderTo( crowd, group, wf_formationOrder, 50.0, 20.0 ), wf_ok );
	tickTimes( crowd, 3 );
	uint64_t hash = wfCrowd_GetHash( crowd );
	CHECK_EQUAL( orderTo( crowd, none, wf_formationOrder, 5.0, 5.0 ), wf_notFound );
	CHECK_EQUAL( orderTo( crowd, group, wf_formationOrder, NAN, 5.0 ), wf_outOfRange );
	CHECK_EQUAL( orderTo( crowd, group, wf_moveOrder, INFINITY, 5.0 ), wf_outOfRange );
	CHECK_EQUAL( orderTo( crowd, group, wf_attackOrder, 5.0, 5.0 ), wf_notFound );
	CHECK_EQUAL( orderTo( crowd, group, (wfGroupOrderKind)99, 5.0, 5.0 ), wf_outOfRange );
	wfGroupOrder follow = wfDefaultGroupOrder( wf_followOrder );
	CHECK_EQUAL( wfCrowd_OrderGroup( crowd, group, &follow, NULL ), wf_notFound );
	follow.leader = dead;
	CHECK_EQUAL( wfCrowd_OrderGroup( crowd, group, &follow, NULL ), wf_notFound );
	follow.leader = own;
	CHECK_EQUAL( wfCrowd_OrderGroup( crowd, group, &follow, NULL ), wf_notFound );
	wfGroupOrder attack = wfDefaultGroupOrder( wf_attackOrder );
	attack.targets = &dead;
	attack.targetCount = 1;
	CHECK_EQUAL( wfCrowd_OrderGroup( crowd, group, &attack, NULL ), wf_outOfRange ); // to nowhere
	attack.to = pointStop( 5.0, 5.0 );
	CHECK_EQUAL( wfCrowd_OrderGroup( crowd, group, &attack, NULL ), wf_notFound );
	attack.targets = &own; // itself
	CHECK_EQUAL( wfCrowd_OrderGroup( crowd, group, &attack, NULL ), wf_notFound );
	attack.enemies = &group;
	attack.enemyCount = 1;
	attack.targetCount = 0;
	CHECK_EQUAL( wfCrowd_OrderGroup( crowd, group, &attack, NULL ), wf_notFound );
	attack.range = NAN;
	CHECK_EQUAL( wfCrowd_OrderGroup( crowd, group, &attack, NULL ), wf_outOfRange );
	wfGroupOrder move = wfDefaultGroupOrder( wf_formationOrder );
	move.to = goalStop( ( wfGoalId ){ 4, 1 } );
	CHECK_EQUAL( wfCrowd_OrderGroup( crowd, group, &move, NULL ), wf_notFound );
	move.kind = wf_patrolOrder;
	CHECK_EQUAL( wfCrowd_OrderGroup( crowd, group, &move, NULL ), wf_unsupported );
	CHECK( wfCrowd_GetHash( crowd ) == hash );
	CHECK_EQUAL( runGroups( crowd, 100.0, wf_groupArrivedEvent ), 1 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

TEST( TenThousandOrdersInOneTickAndAMoveInTheNext )
{
	wfWorld* world = makeRoom( 128.0, 128.0 );
	addBox( world, 60.0, 20.0, 61.0, 128.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGroupId group = addGroup( crowd, wf_boxFormation, 10.0, 40.0, 200, 20 );
	tickTimes( crowd, 1 );
	for ( int32_t k = 0; k < 10000; ++k )
	{
		wfGroupOrder order = wfDefaultGroupOrder( wf_formationOrder );
		order.to = pointStop( 70.0 + 0.005 * k, 100.0 );
		order.queued = k % 2 == 1;
		CHECK_EQUAL( wfCrowd_OrderGroup( crowd, group, &order, NULL ), wf_ok );
	}
	wfFrame frame = wfCrowd_GetFrame( crowd );
	wfVec3 before[200];
	memcpy( before, frame.positions, sizeof( before ) );
	tickTimes( crowd, 1 );
	frame = wfCrowd_GetFrame( crowd );
	double moved = 0.0;
	for ( int32_t k = 0; k < 200; ++k )
	{
		moved = fmax( moved, hypot( frame.positions[k].x - before[k].x, frame.positions[k].y - before[k].y ) );
	}
	CHECK( moved > 0.02 );
	CHECK_EQUAL( crowd->ground.routes.targets.count, 1 );
	// As many as may wait, and one more.
	wfGroupOrder order = wfDefaultGroupOrder( wf_holdOrder );
	order.queued = true;
	int32_t waiting = wfCrowd_GetGroup( crowd, group ).ordersWaiting;
	for ( int32_t k = waiting; k < WF_MAX_GROUP_ORDERS; ++k )
	{
		CHECK_EQUAL( wfCrowd_OrderGroup( crowd, group, &order, NULL ), wf_ok );
	}
	CHECK_EQUAL( wfCrowd_OrderGroup( crowd, group, &order, NULL ), wf_tooLarge );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

TEST( PlacesThatCannotBeReachedAreReplacedAndTold )
{
	wfWorld* world = makeRoom( 60.0, 40.0 );
	// An island, and a wall.
	addBox( world, 40.0, 10.0, 50.0, 11.0 );
	addBox( world, 40.0, 19.0, 50.0, 20.0 );
	addBox( world, 40.0, 10.0, 41.0, 20.0 );
	addBox( world, 49.0, 10.0, 50.0, 20.0 );
	addBox( world, 30.0, 30.0, 34.0, 34.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGroupId group = addGroup( crowd, wf_boxFormation, 8.0, 10.0, 9, 3 ),
			  other = addGroup( crowd, wf_lineFormation, 8.0, 30.0, 5, 5 );
	CHECK_EQUAL( orderTo( crowd, group, wf_formationOrder, 45.0, 15.0 ), wf_ok );
	CHECK_EQUAL( orderTo( crowd, other, wf_formationOrder, 32.0, 31.0 ), wf_ok );
	tickTimes( crowd, 1 );
	CHECK_EQUAL( countGroupEvents( crowd, wf_groupUnreachableEvent ), 1 );
	CHECK_EQUAL( countGroupEvents( crowd, wf_groupBlockedEvent ), 1 );
	CHECK_EQUAL( wfCrowd_GetGroup( crowd, group ).stopState, wf_stopUnreachable );
	runGroups( crowd, 120.0, wf_groupArrivedEvent );
	CHECK( wfCrowd_IsDone( crowd ) );
	wfVec3 at = wfCrowd_GetGroup( crowd, group ).anchor;
	// The nearest place outside of the ring of walls.
	double out = fmax( fmax( 40.0 - at.x, at.x - 50.0 ), fmax( 10.0 - at.y, at.y - 20.0 ) );
	CHECK( out > 0.2 && out < 0.8 );
	at = wfCrowd_GetGroup( crowd, other ).anchor;
	out = fmax( fmax( 30.0 - at.x, at.x - 34.0 ), fmax( 30.0 - at.y, at.y - 34.0 ) );
	CHECK( out > 0.2 && out < 0.8 );
	// When the island is opened it goes on.
	addBox( world, 1.0, 1.0, 1.5, 1.5 );
	tickTimes( crowd, 2 );
	CHECK_EQUAL( countGroupEvents( crowd, wf_groupUnreachableEvent ), 0 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

TEST( ABridgeFallsAndAnotherOneLeadsOn )
{
	wfWorld* world = makeRoom( 60.0, 40.0 );
	addBox( world, 29.0, 0.0, 31.0, 5.0 );
	addBox( world, 29.0, 8.0, 31.0, 30.0 );
	addBox( world, 29.0, 34.0, 31.0, 40.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGroupId group = addGroup( crowd, wf_boxFormation, 8.0, 5.0, 12, 4 );
	CHECK_EQUAL( orderTo( crowd, group, wf_formationOrder, 50.0, 8.0 ), wf_ok );
	tickTimes( crowd, 50 );
	double before = wfCrowd_GetGroup( crowd, group ).remaining;
	wfShapeId wall = addBox( world, 29.0, 5.0, 31.0, 8.0 );
	tickTimes( crowd, 1 );
	CHECK( wfCrowd_GetGroup( crowd, group ).remaining > before + 10.0 );
	CHECK_EQUAL( runGroups( crowd, 160.0, wf_groupArrivedEvent ), 1 );
	CHECK_NEAR( wfCrowd_GetGroup( crowd, group ).anchor.x, 50.0, 0.1 );
	// And none: it goes as near as it can, and on when one is there again.
	wfShapeId other = addBox( world, 29.0, 30.0, 31.0, 34.0 );
	CHECK_EQUAL( orderTo( crowd, group, wf_formationOrder, 8.0, 8.0 ), wf_ok );
	tickTimes( crowd, 1 );
	CHECK_EQUAL( countGroupEvents( crowd, wf_groupUnreachableEvent ), 1 );
	runGroups( crowd, 60.0, wf_groupArrivedEvent );
	CHECK( wfCrowd_GetGroup( crowd, group ).anchor.x > 31.0 );
	CHECK_EQUAL( wfWorld_RemoveShape( world, wall ), wf_ok );
	CHECK_EQUAL( wfWorld_RemoveShape( world, other ), wf_ok );
	runGroups( crowd, 100.0, wf_groupArrivedEvent );
	CHECK_NEAR( wfCrowd_GetGroup( crowd, group ).anchor.x, 8.0, 0.1 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

TEST( OrdersWaitForEachOther )
{
	wfWorld* world = makeRoom( 60.0, 40.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGroupId group = addGroup( crowd, wf_lineFormation, 10.0, 10.0, 7, 7 );
	const double places[3][2] = { { 30.0, 10.0 }, { 30.0, 30.0 }, { 10.0, 30.0 } };
	for ( int32_t k = 0; k < 3; ++k )
	{
		wfGroupOrder order = wfDefaultGroupOrder( k == 2 ? wf_formOrder : wf_formationOrder );
		order.to = pointStop( places[k][0], places[k][1] );
		order.facing = ( wfVec3 ){ 0.0, k == 2 ? -1.0 : 0.0, 0.0 };
		order.queued = true;
		CHECK_EQUAL( wfCrowd_OrderGroup( crowd, group, &order, NULL ), wf_ok );
	}
	CHECK_EQUAL( wfCrowd_GetGroup( crowd, group ).ordersWaiting, 2 );
	CHECK_EQUAL( runGroups( crowd, 160.0, wf_groupArrivedEvent ), 3 );
	wfGroupState state = wfCrowd_GetGroup( crowd, group );
	CHECK_EQUAL( state.orderNumber, 3 );
	CHECK_EQUAL( state.mode, wf_groupHolds );
	CHECK_NEAR( state.anchor.x, 10.0, 0.1 );
	CHECK_NEAR( state.heading.y, -1.0, 1e-6 );
	CHECK( state.error < 0.2 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// A log of orders, given at once, leads to the same as if each had been given at its time.
TEST( OrdersForLaterAreGivenAtTheirTime )
{
	wfWorld* world = makeRoom( 60.0, 40.0 );
	const double times[3] = { 6.0, 0.0, 14.0 }, places[3][2] = { { 30.0, 30.0 }, { 40.0, 10.0 }, { 12.0, 25.0 } };
	wfVec3 ends[2][7];
	for ( int32_t live = 0; live < 2; ++live )
	{
		wfCrowd* crowd = makeCrowd( world, NULL );
		wfGroupId group = addGroup( crowd, wf_wedgeFormation, 10.0, 10.0, 7, 7 );
		CHECK( wfCrowd_IsDone( crowd ) );
		for ( int32_t k = 0; k < 3 && live == 0; ++k )
		{
			wfGroupOrder order = wfDefaultGroupOrder( wf_formationOrder );
			order.to = pointStop( places[k][0], places[k][1] );
			order.time = times[k];
			CHECK_EQUAL( wfCrowd_OrderGroup( crowd, group, &order, NULL ), wf_ok );
		}
		for ( int32_t tick = 0; tick < 400; ++tick )
		{
			for ( int32_t k = 0; k < 3 && live == 1; ++k )
			{
				if ( tick == (int32_t)( 5.0 * times[k] + 0.5 ) )
				{
					CHECK_EQUAL( orderTo( crowd, group, wf_formationOrder, places[k][0], places[k][1] ), wf_ok );
				}
			}
			CHECK( !wfCrowd_IsDone( crowd ) || tick > 70 || ( live == 1 && tick == 0 ) );
			tickTimes( crowd, 1 );
		}
		CHECK( wfCrowd_IsDone( crowd ) );
		for ( int32_t k = 0; k < 7; ++k )
		{
			ends[live][k] = wfCrowd_GetAgent( crowd, memberOf( crowd, group, k ) ).position;
			CHECK( ends[live][k].x == ends[0][k].x && ends[live][k].y == ends[0][k].y );
		}
		CHECK_NEAR( wfCrowd_GetGroup( crowd, group ).anchor.x, 12.0, 0.1 );
		wfDestroyCrowd( crowd );
	}
	wfDestroyWorld( world );
}

TEST( GroupsFollowPatrolHoldAndStop )
{
	wfWorld* world = makeRoom( 80.0, 40.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGroupId group = addGroup( crowd, wf_columnFormation, 10.0, 10.0, 6, 2 ),
			  patrol = addGroup( crowd, wf_lineFormation, 10.0, 30.0, 4, 4 );
	wfStop far = pointStop( 70.0, 10.0 );
	wfAgentId leader = addAgent( crowd, 20.0, 10.0, &far, 1 );
	wfGroupOrder follow = wfDefaultGroupOrder( wf_followOrder );
	CHECK_EQUAL( wfCrowd_SetDesiredSpeed( crowd, leader, 1.0, NULL ), wf_ok );
	follow.leader = leader;
	CHECK_EQUAL( wfCrowd_OrderGroup( crowd, group, &follow, NULL ), wf_ok );
	CHECK_EQUAL( orderTo( crowd, patrol, wf_patrolOrder, 30.0, 31.8 ), wf_ok );
	double leastX = INFINITY, mostX = 0.0;
	int32_t turns = 0;
	for ( int32_t k = 0; k < 400; ++k )
	{
		tickTimes( crowd, 1 );
		double x = wfCrowd_GetGroup( crowd, patrol ).anchor.x;
		leastX = k > 100 ? fmin( leastX, x ) : leastX;
		mostX = fmax( mostX, x );
		turns += countGroupEvents( crowd, wf_groupArrivedEvent );
		if ( k == 150 )
		{
			CHECK( wfCrowd_GetGroup( crowd, group ).anchor.x > wfCrowd_GetAgent( crowd, leader ).position.x - 8.0 );
			CHECK_EQUAL( wfCrowd_RemoveAgent( crowd, leader ), wf_ok );
		}
		CHECK( k != 151 || countGroupEvents( crowd, wf_groupLostEvent ) == 1 );
	}
	CHECK( turns >= 3 && leastX < 11.0 && mostX > 29.0 );
	CHECK_EQUAL( wfCrowd_GetGroup( crowd, group ).mode, wf_groupHolds );
	CHECK( wfCrowd_GetGroup( crowd, group ).error < 0.2 );
	wfGroupOrder stop = wfDefaultGroupOrder( wf_stopOrder );
	CHECK_EQUAL( wfCrowd_OrderGroup( crowd, patrol, &stop, NULL ), wf_ok );
	tickTimes( crowd, 1 );
	CHECK( wfCrowd_IsDone( crowd ) );
	CHECK_EQUAL( wfCrowd_GetGroup( crowd, patrol ).mode, wf_groupIdle );
	wfVec3 at = wfCrowd_GetAgent( crowd, memberOf( crowd, patrol, 0 ) ).position;
	tickTimes( crowd, 20 );
	CHECK_NEAR( wfCrowd_GetAgent( crowd, memberOf( crowd, patrol, 0 ) ).position.x, at.x, 0.4 );
	CHECK_EQUAL( orderTo( crowd, patrol, wf_formationOrder, 40.0, 30.0 ), wf_ok );
	CHECK_EQUAL( runGroups( crowd, 60.0, wf_groupArrivedEvent ), 1 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

TEST( ArmiesStopInRangeOfEachOther )
{
	wfWorld* world = makeRoom( 80.0, 40.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGroupId armies[2] = { addGroup( crowd, wf_boxFormation, 5.0, 10.0, 40, 8 ),
							addGroup( crowd, wf_boxFormation, 68.0, 16.0, 40, 8 ) };
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfGroupOrder order = wfDefaultGroupOrder( wf_attackOrder );
		order.to = pointStop( k == 0 ? 70.0 : 10.0, 20.0 );
		order.enemies = &armies[1 - k];
		order.enemyCount = 1;
		CHECK_EQUAL( wfCrowd_OrderGroup( crowd, armies[k], &order, NULL ), wf_ok );
	}
	CHECK_EQUAL( runGroups( crowd, 80.0, wf_groupEngagedEvent ), 2 );
	CHECK( wfCrowd_IsDone( crowd ) );
	wfFrame frame = wfCrowd_GetFrame( crowd );
	double least = INFINITY;
	for ( int32_t a = 0; a < 40; ++a )
	{
		for ( int32_t b = 40; b < 80; ++b )
		{
			least =
				fmin( least, hypot( frame.positions[a].x - frame.positions[b].x, frame.positions[a].y - frame.positions[b].y ) );
		}
	}
	CHECK( least > 8.0 && least <= 10.0 );
	// The enemy leaves: on to where it was sent.
	CHECK_EQUAL( orderTo( crowd, armies[1], wf_formationOrder, 70.0, 5.0 ), wf_ok );
	runGroups( crowd, 200.0, wf_groupArrivedEvent );
	CHECK( wfCrowd_GetGroup( crowd, armies[0] ).anchor.x > 40.0 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

TEST( TwoHundredPlacesTakeOneField )
{
	wfWorld* world = makeRoom( 80.0, 60.0 );
	addBox( world, 39.0, 0.0, 41.0, 50.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGroupId group = addGroup( crowd, wf_boxFormation, 8.0, 8.0, 200, 14 );
	CHECK_EQUAL( orderTo( crowd, group, wf_moveOrder, 65.0, 15.0 ), wf_ok );
	CHECK_EQUAL( runGroups( crowd, 220.0, wf_groupArrivedEvent ), 1 );
	CHECK( wfCrowd_IsDone( crowd ) );
	CHECK_EQUAL( crowd->ground.routes.targets.count, 1 );
	wfFrame frame = wfCrowd_GetFrame( crowd );
	double farthest = 0.0;
	for ( int32_t k = 0; k < frame.count; ++k )
	{
		farthest = fmax( farthest, hypot( frame.positions[k].x - 65.0, frame.positions[k].y - 15.0 ) );
	}
	CHECK( farthest < 10.0 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

TEST( MembersGoToAGoalEachByItsOwn )
{
	wfWorld* world = makeRoom( 60.0, 40.0 );
	wfGoalId goal = addGoalBox( world, 50.0, 10.0, 58.0, 30.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGroupId group = addGroup( crowd, wf_noFormation, 8.0, 8.0, 20, 5 );
	wfGroupOrder order = wfDefaultGroupOrder( wf_moveOrder );
	order.to = goalStop( goal );
	CHECK_EQUAL( wfCrowd_OrderGroup( crowd, group, &order, NULL ), wf_ok );
	CHECK_EQUAL( runGroups( crowd, 120.0, wf_groupArrivedEvent ), 1 );
	wfFrame frame = wfCrowd_GetFrame( crowd );
	int32_t there = 0;
	for ( int32_t k = 0; k < frame.count; ++k )
	{
		there += frame.positions[k].x > 49.5 ? 1 : 0;
	}
	CHECK_EQUAL( there, 20 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// ------------------------------------------------------------------------------------------------------------------ states

// Obstacles, two groups with orders that wait, one of them along a sketch that divides.
static wfCrowd* makeCampaign( wfWorld* world, wfWorkers* workers )
{
	wfCrowd* crowd = makeCrowd( world, workers );
	wfGroupId first = addGroup( crowd, wf_wedgeFormation, 5.0, 5.0, 9, 3 ),
			  second = addGroup( crowd, wf_boxFormation, 5.0, 20.0, 11, 4 );
	orderTo( crowd, first, wf_formationOrder, 35.0, 8.0 );
	wfGroupOrder queued = wfDefaultGroupOrder( wf_attackOrder );
	queued.to = pointStop( 35.0, 25.0 );
	queued.enemies = &second;
	queued.enemyCount = 1;
	queued.queued = true;
	CHECK_EQUAL( wfCrowd_OrderGroup( crowd, first, &queued, NULL ), wf_ok );
	wfStrokesDef def = wfDefaultStrokesDef();
	wfStrokes* strokes = NULL;
	CHECK_EQUAL( wfCreateStrokes( &def, &strokes, NULL ), wf_ok );
	const wfVec2 road[3] = { { 8.0, 22.0 }, { 16.0, 22.0 }, { 33.0, 14.0 } }, side[2] = { { 16.0, 22.0 }, { 33.0, 28.0 } };
	CHECK_EQUAL( wfStrokes_Add( strokes, road, 3, NULL, NULL ), wf_ok );
	CHECK_EQUAL( wfStrokes_Add( strokes, side, 2, NULL, NULL ), wf_ok );
	wfGroupOrder stroke = wfDefaultGroupOrder( wf_strokeOrder );
	stroke.strokes = strokes;
	const wfBranchRule rules[1] = { { 3, 2.0, -1, 0 } };
	stroke.branches = rules;
	stroke.branchCount = 1;
	stroke.rule = wf_divideByShare;
	CHECK_EQUAL( wfCrowd_OrderGroup( crowd, second, &stroke, NULL ), wf_ok );
	// For later: back along the road, and an order to a group that will be gone.
	stroke.time = 25.0;
	stroke.queued = true;
	CHECK_EQUAL( wfCrowd_OrderGroup( crowd, second, &stroke, NULL ), wf_ok );
	queued.time = 20.0;
	CHECK_EQUAL( wfCrowd_OrderGroup( crowd, first, &queued, NULL ), wf_ok );
	wfDestroyStrokes( strokes );
	return crowd;
}

static wfWorld* makeField( void )
{
	wfWorld* world = makeRoom( 40.0, 30.0 );
	addBox( world, 18.0, 0.0, 19.0, 6.0 );
	addBox( world, 18.0, 7.5, 19.0, 16.0 );
	addBox( world, 25.0, 20.0, 27.0, 22.0 );
	return world;
}

TEST( GroupsAreTheSameForThreadsAndFromCheckpoints )
{
	wfWorld* world = makeField();
	wfWorkers* workers = makeWorkers( 3 );
	for ( int32_t saved = 1; saved < 140; saved += 46 )
	{
		wfCrowd* crowds[3] = { makeCampaign( world, NULL ), makeCampaign( world, workers ), makeCrowd( world, NULL ) };
		checkSameRuns( crowds, saved, 200 );
		CHECK( wfCrowd_GetGroupIds( crowds[2], NULL, 0 ) == wfCrowd_GetGroupIds( crowds[0], NULL, 0 ) );
		for ( int32_t k = 0; k < 3; ++k )
		{
			wfDestroyCrowd( crowds[k] );
		}
	}
	wfDestroyWorkers( workers );
	wfDestroyWorld( world );
}

TEST( DamagedGroupsAreRefused )
{
	wfWorld* world = makeField();
	wfCrowd* crowd = makeCampaign( world, NULL );
	tickTimes( crowd, 30 );
	wfStateWriter writer = { 0 };
	wfSaveGroups( crowd, &writer );
	size_t size;
	uint8_t* bytes = saveCrowd( crowd, &size );
	int32_t refused = 0;
	for ( size_t at = size - writer.size; at < size; at += 3 )
	{
		uint8_t before = bytes[at];
		bytes[at] = (uint8_t)( before ^ 0xC4u );
		putHashRight( bytes, size );
		wfResult result = wfCrowd_Restore( crowd, bytes, size, NULL );
		refused += result != wf_ok ? 1 : 0;
		CHECK( result == wf_ok || result == wf_badFormat );
		if ( result == wf_ok && at % 5 == 0 )
		{
			wfCrowd_Tick( crowd, NULL );
		}
		bytes[at] = before;
	}
	CHECK( refused > 100 );
	putHashRight( bytes, size );
	CHECK( restoreCrowd( crowd, bytes, size ) );
	checkRestoreWithoutMemory( crowd, bytes, size );
	free( bytes );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

static wfResult makeAndTick( wfWorld* world, wfCrowd** made )
{
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	wfGroundDef ground = wfMakePlaneGround( world );
	wfResult result = wfCreateCrowd( &ground, &def, made, NULL );
	wfAgentId members[4];
	for ( int32_t k = 0; k < 4 && result == wf_ok; ++k )
	{
		wfAgentDef agent = wfDefaultAgentDef();
		agent.position = ( wfVec3 ){ 2.0 + k % 2, 2.0 + k / 2, 0.0 };
		result = wfCrowd_AddAgent( *made, &agent, &members[k], NULL );
	}
	wfGroupDef group = wfDefaultGroupDef();
	group.formation.kind = wf_asTheyStandFormation;
	group.members = members;
	group.memberCount = 4;
	wfGroupId id, other;
	result = result == wf_ok ? wfCrowd_CreateGroup( *made, &group, &id, NULL ) : result;
	wfGroupOrder order = wfDefaultGroupOrder( wf_formationOrder );
	order.to = pointStop( 8.0, 8.0 );
	result = result == wf_ok ? wfCrowd_OrderGroup( *made, id, &order, NULL ) : result;
	result = result == wf_ok ? wfCrowd_SplitGroup( *made, id, members, 1, &other, NULL ) : result;
	group.formation.kind = wf_lineFormation;
	result = result == wf_ok ? wfCrowd_SetFormation( *made, other, &group.formation, NULL ) : result;
	if ( result != wf_ok && *made != NULL )
	{
		wfDestroyCrowd( *made );
		*made = NULL;
	}
	return result == wf_ok ? tickOrDestroy( made, result, 2 ) : result;
}

TEST( GroupsWithoutMemory )
{
	wfWorld* world = makeRoom( 10.0, 10.0 );
	addBox( world, 5.0, 0.0, 5.5, 7.0 );
	wfCrowd* crowd = NULL;
	CHECK_EQUAL( makeAndTick( world, &crowd ), wf_ok ); // the world keeps what was asked of it
	wfDestroyCrowd( crowd );
	TEST_EVERY_ALLOCATION( makeAndTick( world, &crowd ), wfDestroyCrowd( crowd ) );
	wfDestroyWorld( world );
}

// A tick that fails for want of memory leaves everything as it was, and is made up for later.
TEST( TicksOfGroupsThatFailChangeNothing )
{
	wfWorld* world = makeField();
	wfCrowd *crowd = makeCampaign( world, NULL ), *twin = makeCampaign( world, NULL );
	for ( int32_t tick = 0; tick < 60; ++tick )
	{
		for ( int64_t n = 1; tick >= 2; ++n )
		{
			uint64_t hash = wfCrowd_GetHash( crowd );
			testFailAllocationAt( n );
			wfResult result = wfCrowd_Tick( crowd, NULL );
			testResetAllocator();
			if ( result == wf_ok )
			{
				tickTimes( twin, 1 );
				break;
			}
			CHECK_EQUAL( result, wf_outOfMemory );
			CHECK( wfCrowd_GetHash( crowd ) == hash );
		}
		tickTimes( crowd, 1 );
		tickTimes( twin, 1 );
		CHECK( wfCrowd_GetHash( crowd ) == wfCrowd_GetHash( twin ) );
	}
	wfDestroyCrowd( crowd );
	wfDestroyCrowd( twin );
	wfDestroyWorld( world );
}

void runGroupTests( int argc, char** argv )
{
	RUN( MembersJoinLeaveAndDie );
	RUN( GroupsDivideMergeAndDisband );
	RUN( OrdersThatCannotBeGivenChangeNothing );
	RUN( TenThousandOrdersInOneTickAndAMoveInTheNext );
	RUN( PlacesThatCannotBeReachedAreReplacedAndTold );
	RUN( ABridgeFallsAndAnotherOneLeadsOn );
	RUN( OrdersWaitForEachOther );
	RUN( OrdersForLaterAreGivenAtTheirTime );
	RUN( GroupsFollowPatrolHoldAndStop );
	RUN( ArmiesStopInRangeOfEachOther );
	RUN( TwoHundredPlacesTakeOneField );
	RUN( MembersGoToAGoalEachByItsOwn );
	RUN_THREADED( GroupsAreTheSameForThreadsAndFromCheckpoints );
	RUN( DamagedGroupsAreRefused );
	RUN( GroupsWithoutMemory );
	RUN( TicksOfGroupsThatFailChangeNothing );
}
