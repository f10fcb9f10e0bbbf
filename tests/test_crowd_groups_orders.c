// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Orders as a player, or a broken program, may give them: into walls, to islands, for the dead, ten thousand in one tick, to
// groups that are just being divided. Each has a clear result, nobody else notices, and the same log gives the same bits.
#include "crowd/crowd.h"
#include "test_crowd_groups.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ----------------------------------------------------------------------------------------------------------------- numbers

// Numbers that are none, or too large, in each of the numbers of an order.
TEST( NumbersThatAreNoneAreRefusedByName )
{
	wfWorld* world = makeRoom( 60.0, 40.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGroupId group = addGroup( crowd, wf_wedgeFormation, 10.0, 10.0, 6, 3 );
	CHECK_EQUAL( orderTo( crowd, group, wf_formationOrder, 50.0, 20.0 ), wf_ok );
	tickTimes( crowd, 3 );
	const double bad[4] = { NAN, INFINITY, -INFINITY, 1e300 };
	const char* names[8] = { "to.point.x", "to.point.y", "to.reach", "to.wait", "facing.y", "range", "seconds", "time" };
	uint64_t hash = wfCrowd_GetHash( crowd );
	for ( int32_t k = 0; k < 8 * 4; ++k )
	{
		wfGroupOrder order = wfDefaultGroupOrder( wf_formationOrder );
		double number = bad[k % 4];
		double* fields[8] = { &order.to.point.x, &order.to.point.y, &order.to.reach, &order.to.wait,
							  &order.facing.y,	 &order.range,		&order.seconds,	 &order.time };
		order.to = pointStop( 20.0, 20.0 );
		*fields[k / 4] = number;
		wfError error = { 0 };
		CHECK_EQUAL( wfCrowd_OrderGroup( crowd, group, &order, &error ), wf_outOfRange );
		if ( !CHECK( strcmp( error.field, names[k / 4] ) == 0 ) )
		{
			CHECK_STRING( error.field, names[k / 4] );
		}
	}
	CHECK( wfCrowd_GetHash( crowd ) == hash );
	// What an order does not need may be anything, and is not kept: the state can be saved and comes back.
	wfGroupOrder hold = wfDefaultGroupOrder( wf_holdOrder );
	hold.to = queueStop( ( wfQueueId ){ 5 } );
	hold.to.point.x = NAN;
	CHECK_EQUAL( wfCrowd_OrderGroup( crowd, group, &hold, NULL ), wf_ok );
	checkSameFuture( crowd, 5 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// Somewhere in a wall, on an island, beyond the border, as far away as numbers go: an event tells, and the group goes as near as
// it can get. `kinds` as they are given.
TEST( PlacesNobodyCanGetToAreToldForEveryKindOfOrder )
{
	static const wfGroupOrderKind kinds[5] = { wf_moveOrder, wf_formationOrder, wf_patrolOrder, wf_formOrder, wf_attackOrder };
	static const double places[5][2] = { { 31.0, 20.0 }, { 45.0, 15.0 }, { -50.0, 20.0 }, { 1e9, -1e9 }, { 60.0, 40.0 } };
	wfWorld* world = makeRoom( 60.0, 40.0 );
	addBox( world, 28.0, 17.0, 34.0, 23.0 );
	addBox( world, 40.0, 10.0, 50.0, 11.0 );
	addBox( world, 40.0, 19.0, 50.0, 20.0 );
	addBox( world, 40.0, 10.0, 41.0, 20.0 );
	addBox( world, 49.0, 10.0, 50.0, 20.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGroupId group = addGroup( crowd, wf_boxFormation, 8.0, 10.0, 9, 3 ),
			  enemy = addGroup( crowd, wf_lineFormation, 4.0, 34.0, 2, 2 );
	for ( int32_t k = 0; k < 5 * 5; ++k )
	{
		wfGroupOrder order = wfDefaultGroupOrder( kinds[k / 5] );
		order.to = pointStop( places[k % 5][0], places[k % 5][1] );
		order.enemies = &enemy;
		order.enemyCount = 1;
		order.range = 0.5;
		CHECK_EQUAL( wfCrowd_OrderGroup( crowd, group, &order, NULL ), wf_ok );
		tickTimes( crowd, 1 );
		CHECK_EQUAL( countGroupEvents( crowd, wf_groupBlockedEvent ) + countGroupEvents( crowd, wf_groupUnreachableEvent ), 1 );
		CHECK( wfCrowd_GetGroup( crowd, group ).stopState != wf_stopOpen );
		tickTimes( crowd, 10 );
		CHECK_EQUAL( countGroupEvents( crowd, wf_groupBlockedEvent ) + countGroupEvents( crowd, wf_groupUnreachableEvent ), 0 );
		CHECK( measureSafety( crowd ).leastRoom >= -1e-6 );
	}
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// ------------------------------------------------------------------------------------------------------------------ sizes

// Of nobody, of one and of as many as there may be.
TEST( GroupsOfNobodyOneAndTenThousandTakeOrders )
{
	int32_t most = TEST_HAS_SANITIZER ? 500 : WF_MAX_MEMBERS;
	wfWorld* world = makeRoom( 160.0, 160.0 );
	addBox( world, 120.0, 20.0, 121.0, 160.0 );
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	def.cellSize = 1.0;
	wfCrowd* crowd = makeCrowdFrom( world, &def );
	wfGroupId nobody = addGroup( crowd, wf_boxFormation, 0.0, 0.0, 0, 1 ),
			  one = addGroup( crowd, wf_wedgeFormation, 110.0, 150.0, 1, 1 ),
			  all = addGroup( crowd, wf_boxFormation, 2.0, 2.0, most, most < 10000 ? 50 : 122 );
	CHECK_EQUAL( orderTo( crowd, nobody, wf_moveOrder, 10.0, 10.0 ), wf_notFound );
	CHECK_EQUAL( orderTo( crowd, one, wf_formationOrder, 110.0, 140.0 ), wf_ok );
	CHECK_EQUAL( orderTo( crowd, all, wf_formationOrder, 60.0, 80.0 ), wf_ok );
	// One more than there may be.
	wfAgentId* members = malloc( (size_t)( most + 2 ) * sizeof( wfAgentId ) );
	CHECK_EQUAL( wfCrowd_GetGroupMembers( crowd, all, members, most ), most );
	wfAgentId extra = addAgent( crowd, 155.0, 155.0, NULL, 0 );
	if ( most == WF_MAX_MEMBERS )
	{
		uint64_t hash = wfCrowd_GetHash( crowd );
		CHECK( wfCrowd_AddToGroup( crowd, all, &extra, 1, NULL ) == wf_tooLarge );
		CHECK( wfCrowd_MergeGroups( crowd, all, one, NULL ) == wf_tooLarge );
		CHECK( wfCrowd_GetHash( crowd ) == hash );
	}
	tickTimes( crowd, 2 );
	CHECK( wfCrowd_GetGroup( crowd, all ).mode >= wf_groupTravels );
	CHECK( wfCrowd_GetGroup( crowd, one ).anchor.y < 150.0 );
	// Everybody goes, and those who are left are one.
	CHECK_EQUAL( wfCrowd_RemoveFromGroup( crowd, all, members, most - 1, NULL ), wf_ok );
	CHECK_EQUAL( wfCrowd_GetGroup( crowd, all ).memberCount, 1 );
	CHECK_EQUAL( wfCrowd_RemoveFromGroup( crowd, all, members + most - 1, 1, NULL ), wf_ok );
	CHECK_EQUAL( orderTo( crowd, all, wf_moveOrder, 10.0, 10.0 ), wf_notFound );
	tickTimes( crowd, 1 );
	CHECK_EQUAL( countGroupEvents( crowd, wf_groupEmptyEvent ), 1 );
	free( members );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// ------------------------------------------------------------------------------------------------------------------ others

// A room for the one group, and another one for all others; far enough apart that nobody sees the other.
static wfWorld* makeRooms( void )
{
	wfWorld* world = makeRoom( 120.0, 40.0 );
	addBox( world, 12.0, 0.0, 13.0, 30.0 );
	addBox( world, 40.0, 0.0, 60.0, 40.0 );
	addBox( world, 90.0, 10.0, 91.0, 40.0 );
	return world;
}

static wfGroupId addTwin( wfCrowd* crowd )
{
	wfGroupId twin = addGroup( crowd, wf_wedgeFormation, 4.0, 8.0, 7, 3 );
	wfGroupOrder order = wfDefaultGroupOrder( wf_patrolOrder );
	order.to = pointStop( 30.0, 10.0 );
	CHECK_EQUAL( wfCrowd_OrderGroup( crowd, twin, &order, NULL ), wf_ok );
	return twin;
}

// Ten thousand orders in one tick to a hundred groups, which are divided and merged between them, some of them gone: every call
// has one of a few results, the tick succeeds, and a group in another room goes on to the bit as if it were alone.
TEST( TenThousandOrdersToManyGroupsDisturbNobody )
{
	int32_t most = TEST_HAS_SANITIZER ? 1000 : 10000;
	wfWorld* world = makeRooms();
	wfCrowd *crowd = makeCrowd( world, NULL ), *alone = makeCrowd( world, NULL );
	wfGroupId twin = addTwin( crowd ), same = addTwin( alone ), groups[100];
	for ( int32_t k = 0; k < 100; ++k )
	{
		groups[k] = addGroup( crowd, wf_lineFormation, 62.0 + 2.6 * ( k / 10 ), 2.0 + 3.6 * ( k % 10 ), 2, 2 );
	}
	for ( int32_t tick = 0; tick < 12; ++tick )
	{
		int64_t given = 0, refused = 0;
		for ( int32_t k = 0; tick % 4 == 0 && k < most; ++k )
		{
			wfGroupId group = groups[( 37 * k + tick ) % 100], made;
			wfGroupOrder order = wfDefaultGroupOrder( (wfGroupOrderKind)( k % wf_groupOrderKindCount ) );
			order.to = pointStop( 62.0 + 0.01 * ( k % 5000 ), 35.0 - 0.002 * k );
			order.enemies = order.kind == wf_attackOrder ? &groups[k % 100] : NULL;
			order.enemyCount = order.kind == wf_attackOrder ? 1 : 0;
			order.leadingGroup = groups[( k + 1 ) % 100];
			order.queued = k % 3 == 0;
			order.time = k % 5 == 0 ? wfCrowd_GetTime( crowd ) + 0.3 * ( k % 7 ) : 0.0;
			wfResult result = order.kind == wf_strokeOrder ? wf_notFound : wfCrowd_OrderGroup( crowd, group, &order, NULL );
			CHECK( result == wf_ok || result == wf_notFound || result == wf_tooLarge );
			given += result == wf_ok ? 1 : 0;
			refused += result != wf_ok ? 1 : 0;
			if ( k % 50 == 17 )
			{
				wfAgentId member;
				wfCrowd_GetGroupMembers( crowd, group, &member, 1 );
				result = wfCrowd_SplitGroup( crowd, group, &member, 1, &made, NULL );
				groups[( k + 13 ) % 100] = result == wf_ok ? made : groups[( k + 13 ) % 100];
			}
			else if ( k % 50 == 33 )
			{
				wfCrowd_MergeGroups( crowd, group, groups[( k + 7 ) % 100], NULL );
			}
		}
		CHECK( tick % 4 != 0 || ( given > most / 2 && refused > 0 ) );
		tickTimes( crowd, 1 );
		tickTimes( alone, 1 );
		wfVec3 places[7], slots[7], before[7], should[7];
		wfAgentId members[7];
		CHECK_EQUAL( wfCrowd_GetGroupMembers( crowd, twin, members, 7 ), 7 );
		for ( int32_t k = 0; k < 7; ++k )
		{
			places[k] = wfCrowd_GetAgent( crowd, members[k] ).position;
			before[k] = wfCrowd_GetAgent( alone, members[k] ).position;
		}
		CHECK_EQUAL( wfCrowd_GetGroupSlots( crowd, twin, slots, 7 ), 7 );
		CHECK_EQUAL( wfCrowd_GetGroupSlots( alone, same, should, 7 ), 7 );
		CHECK( memcmp( places, before, sizeof( places ) ) == 0 && memcmp( slots, should, sizeof( slots ) ) == 0 );
	}
	CHECK( wfCrowd_GetGroup( crowd, twin ).speed > 0.0 );
	checkSameFuture( crowd, 5 );
	wfDestroyCrowd( crowd );
	wfDestroyCrowd( alone );
	wfDestroyWorld( world );
}

// An order, a division, an order to a part, a merger, and orders for groups that are gone by then: in one tick what was said last
// counts, and each member goes where its group is sent.
TEST( OrdersToGroupsThatDivideInTheSameTick )
{
	wfWorld* world = makeRoom( 60.0, 40.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGroupId group = addGroup( crowd, wf_boxFormation, 20.0, 15.0, 12, 4 ), half = { 0, 0 }, third = { 0, 0 };
	wfAgentId members[12];
	wfCrowd_GetGroupMembers( crowd, group, members, 12 );
	CHECK_EQUAL( orderTo( crowd, group, wf_formationOrder, 50.0, 20.0 ), wf_ok );
	CHECK_EQUAL( wfCrowd_SplitGroup( crowd, group, members, 6, &half, NULL ), wf_ok );
	CHECK_EQUAL( orderTo( crowd, half, wf_moveOrder, 5.0, 20.0 ), wf_ok );
	CHECK_EQUAL( wfCrowd_SplitGroup( crowd, group, members + 6, 3, &third, NULL ), wf_ok );
	wfGroupOrder later = wfDefaultGroupOrder( wf_formationOrder );
	later.to = pointStop( 30.0, 35.0 );
	later.time = 0.5;
	CHECK_EQUAL( wfCrowd_OrderGroup( crowd, third, &later, NULL ), wf_ok );
	CHECK_EQUAL( wfCrowd_OrderGroup( crowd, half, &later, NULL ), wf_ok );
	CHECK_EQUAL( wfCrowd_MergeGroups( crowd, group, third, NULL ), wf_ok );
	CHECK_EQUAL( orderTo( crowd, third, wf_formationOrder, 5.0, 5.0 ), wf_notFound );
	CHECK_EQUAL( wfCrowd_SplitGroup( crowd, group, members, 1, &third, NULL ), wf_notFound ); // it is in the other one
	CHECK_EQUAL( wfCrowd_GetGroup( crowd, group ).memberCount, 6 );
	tickTimes( crowd, 2 );
	for ( int32_t k = 0; k < 12; ++k )
	{
		double x = wfCrowd_GetAgent( crowd, members[k] ).velocity.x;
		CHECK( k < 6 ? x < 0.0 : x > -0.1 );
	}
	checkSameFuture( crowd, 3 );
	tickTimes( crowd, 40 );
	CHECK_EQUAL( wfCrowd_GetGroup( crowd, half ).order, wf_formationOrder );
	CHECK( wfCrowd_GetGroup( crowd, group ).anchor.x > 25.0 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// ---------------------------------------------------------------------------------------------------------------- at once

// Where fields are queued an order is followed in the next tick all the same, to a point and to an area, in formation and freely.
TEST( GroupsMoveBeforeThereIsAField )
{
	for ( int32_t k = 0; k < 4; ++k )
	{
		wfWorld* world = makeRoom( 60.0, 40.0 );
		addBox( world, 30.0, 0.0, 31.0, 30.0 );
		wfGoalId area = addGoalBox( world, 45.0, 5.0, 55.0, 15.0 );
		wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
		def.solveBudget = 0.02;
		wfCrowd* crowd = makeCrowdFrom( world, &def );
		wfGroupId group = addGroup( crowd, wf_boxFormation, 8.0, 10.0, 20, 5 );
		CHECK_EQUAL( wfCrowd_Prepare( crowd, NULL, NULL, NULL ), wf_ok );
		CHECK_EQUAL( wfCrowd_SolveQueued( crowd, NULL ), wf_ok );
		tickTimes( crowd, 1 );
		wfGroupOrder order = wfDefaultGroupOrder( k % 2 == 0 ? wf_formationOrder : wf_moveOrder );
		order.to = k < 2 ? pointStop( 50.0, 10.0 ) : goalStop( area );
		CHECK_EQUAL( wfCrowd_OrderGroup( crowd, group, &order, NULL ), wf_ok );
		wfFrame frame = wfCrowd_GetFrame( crowd );
		double before = 0.0, after = 0.0;
		for ( int32_t n = 0; n < 20; ++n )
		{
			before += frame.positions[n].x;
		}
		tickTimes( crowd, 1 );
		frame = wfCrowd_GetFrame( crowd );
		int32_t moving = 0;
		for ( int32_t n = 0; n < 20; ++n )
		{
			moving += hypot( frame.velocities[n].x, frame.velocities[n].y ) > 0.1 ? 1 : 0;
			after += frame.positions[n].x;
		}
		CHECK( !wfTarget_IsReady( &crowd->ground.routes.targets.data[0] ) );
		CHECK( moving >= 18 );
		CHECK( after - before > 20 * 0.02 ); // and toward where they shall go
		runSafely( crowd, 250.0 );
		CHECK( wfCrowd_IsDone( crowd ) );
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
}

// --------------------------------------------------------------------------------------------------------------- lockstep

// The log of a player: an order to one of three groups every four ticks, some for later, some queued; and a building.
static void giveOrder( wfCrowd* crowd, const wfGroupId* groups, const wfStrokes* strokes, int32_t k )
{
	wfGroupOrder order = wfDefaultGroupOrder( (wfGroupOrderKind)( ( 5 * k ) % wf_groupOrderKindCount ) );
	wfGroupId other = groups[( k + 1 ) % 3];
	order.to = pointStop( 2.0 + 36.0 * wfRandomUnit( 9, 1, (uint64_t)k ), 2.0 + 26.0 * wfRandomUnit( 9, 2, (uint64_t)k ) );
	order.facing = ( wfVec3 ){ k % 2 == 0 ? 1.0 : 0.0, k % 3 == 0 ? -1.0 : 0.0, 0.0 };
	order.leadingGroup = order.kind == wf_followOrder ? other : ( wfGroupId ){ 0, 0 };
	order.enemies = &other;
	order.enemyCount = order.kind == wf_attackOrder ? 1 : 0;
	order.range = 4.0;
	order.strokes = order.kind == wf_strokeOrder ? strokes : NULL;
	order.advance = (wfAdvance)( k % wf_advanceCount );
	order.queued = k % 4 == 1;
	order.time = k % 6 == 5 ? wfCrowd_GetTime( crowd ) + 1.5 : 0.0;
	CHECK_EQUAL( wfCrowd_OrderGroup( crowd, groups[k % 3], &order, NULL ), wf_ok );
}

static void sendAlong( wfCrowd* crowd, const wfGroupId* groups, const wfStrokes* strokes )
{
	for ( int32_t k = 0; k < 3; ++k )
	{
		wfGroupOrder order = wfDefaultGroupOrder( wf_strokeOrder );
		order.strokes = strokes;
		order.advance = (wfAdvance)k;
		CHECK_EQUAL( wfCrowd_OrderGroup( crowd, groups[k], &order, NULL ), wf_ok );
	}
}

#define REPLAYS 4 // with 1, 2 and 8 threads, and from a checkpoint in the middle

typedef struct Replays
{
	wfWorld* worlds[REPLAYS]; // each has its own, as each is edited
	wfWorkers* workers[REPLAYS];
	wfCrowd* crowds[REPLAYS];
	wfGroupId groups[3];
} Replays;

static void openReplays( Replays* replays, double budget )
{
	static const int32_t threads[REPLAYS] = { 0, 2, 8, 0 };
	for ( int32_t k = 0; k < REPLAYS; ++k )
	{
		replays->worlds[k] = makeRoom( 40.0, 30.0 );
		addBox( replays->worlds[k], 18.0, 0.0, 19.0, 12.0 );
		addBox( replays->worlds[k], 18.0, 14.0, 19.0, 26.0 );
		replays->workers[k] = threads[k] > 0 ? makeWorkers( threads[k] ) : NULL;
		wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
		def.workers = replays->workers[k];
		def.solveBudget = budget;
		replays->crowds[k] = makeCrowdFrom( replays->worlds[k], &def );
		for ( int32_t n = 0; n < 3 && k < REPLAYS - 1; ++n )
		{
			replays->groups[n] = addGroup( replays->crowds[k],
										   n == 0	? wf_boxFormation
										   : n == 1 ? wf_noFormation
													: wf_wedgeFormation,
										   3.0, 2.0 + 9.0 * n, 9, 4 );
		}
	}
}

static void closeReplays( Replays* replays )
{
	for ( int32_t k = 0; k < REPLAYS; ++k )
	{
		wfDestroyCrowd( replays->crowds[k] );
		wfDestroyWorkers( replays->workers[k] );
		wfDestroyWorld( replays->worlds[k] );
	}
}

TEST( ALogOfOrdersGivesTheSameBits )
{
	const wfVec2 road[3] = { { 4.0, 4.0 }, { 16.0, 13.0 }, { 36.0, 13.0 } }, side[2] = { { 16.0, 13.0 }, { 30.0, 28.0 } };
	wfStrokesDef drawn = wfDefaultStrokesDef();
	wfStrokes* strokes = NULL;
	CHECK_EQUAL( wfCreateStrokes( &drawn, &strokes, NULL ), wf_ok );
	CHECK_EQUAL( wfStrokes_Add( strokes, road, 3, NULL, NULL ), wf_ok );
	CHECK_EQUAL( wfStrokes_Add( strokes, side, 2, NULL, NULL ), wf_ok );
	for ( int32_t queued = 0; queued < 2; ++queued )
	{
		Replays replays;
		openReplays( &replays, queued ? 1.0 : 0.0 );
		int32_t ticks = TEST_HAS_SANITIZER ? 60 : 500, divided = 0;
		for ( int32_t tick = 0; tick < ticks; ++tick )
		{
			if ( tick == ticks / 2 )
			{
				copyCrowd( replays.crowds[0], replays.crowds[REPLAYS - 1] );
			}
			for ( int32_t k = 0; k < REPLAYS; ++k )
			{
				if ( tick == ticks / 3 )
				{
					addBox( replays.worlds[k], 26.0, 10.0, 29.0, 16.0 );
				}
				if ( k == REPLAYS - 1 && tick < ticks / 2 )
				{
					continue;
				}
				if ( tick % 4 == 0 && tick < 2 * ticks / 5 )
				{
					giveOrder( replays.crowds[k], replays.groups, strokes, tick / 4 );
				}
				else if ( tick == 2 * ticks / 5 )
				{
					sendAlong( replays.crowds[k], replays.groups, strokes ); // and then they have the time for it
				}
				tickTimes( replays.crowds[k], 1 );
				CHECK( wfCrowd_GetHash( replays.crowds[k] ) == wfCrowd_GetHash( replays.crowds[0] ) );
			}
			divided += countGroupEvents( replays.crowds[0], wf_groupDividedEvent );
		}
		CHECK( divided > 0 || TEST_HAS_SANITIZER );
		closeReplays( &replays );
	}
	wfDestroyStrokes( strokes );
}

void runGroupOrderTests( int argc, char** argv )
{
	RUN( NumbersThatAreNoneAreRefusedByName );
	RUN( PlacesNobodyCanGetToAreToldForEveryKindOfOrder );
	RUN( GroupsOfNobodyOneAndTenThousandTakeOrders );
	RUN( TenThousandOrdersToManyGroupsDisturbNobody );
	RUN( OrdersToGroupsThatDivideInTheSameTick );
	RUN( GroupsMoveBeforeThereIsAField );
	RUN_THREADED( ALogOfOrdersGivesTheSameBits );
}
