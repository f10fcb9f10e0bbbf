// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Orders that follow each other, however late, and what is told of those that cannot be done as they were given.
#include "test_crowd_groups.h"

#include <math.h>

static wfStrokes* draw( const wfVec2* points, int32_t count )
{
	wfStrokesDef def = wfDefaultStrokesDef();
	wfStrokes* strokes = NULL;
	CHECK_EQUAL( wfCreateStrokes( &def, &strokes, NULL ), wf_ok );
	CHECK_EQUAL( wfStrokes_Add( strokes, points, count, NULL, NULL ), wf_ok );
	return strokes;
}

static wfResult orderOf( wfCrowd* crowd, wfGroupId group, wfGroupOrderKind kind, wfVec2 to, wfGroupId enemy )
{
	wfVec2 points[3] = { { 12.0, 12.0 }, { 16.0, 20.0 }, to };
	wfStrokes* strokes = draw( points, 3 );
	wfGroupOrder order = wfDefaultGroupOrder( kind );
	order.to = pointStop( to.x, to.y );
	order.strokes = strokes;
	order.enemies = &enemy;
	order.enemyCount = 1;
	order.range = 2.0;
	order.seconds = 1.0;
	wfResult result = wfCrowd_OrderGroup( crowd, group, &order, NULL );
	wfDestroyStrokes( strokes );
	return result;
}

static wfResult queueTo( wfCrowd* crowd, wfGroupId group, wfGroupOrderKind kind, wfVec2 to )
{
	wfGroupOrder order = wfDefaultGroupOrder( kind );
	order.to = pointStop( to.x, to.y );
	order.queued = true;
	return wfCrowd_OrderGroup( crowd, group, &order, NULL );
}

static double anchorFrom( const wfCrowd* crowd, wfGroupId group, wfVec2 place )
{
	wfVec3 anchor = wfCrowd_GetGroup( crowd, group ).anchor;
	return hypot( anchor.x - place.x, anchor.y - place.y );
}

// Whatever the first order was, and however long ago it was done, what is queued behind it then begins.
TEST( LateQueuedOrdersBegin )
{
	static const wfGroupOrderKind kinds[7] = { wf_moveOrder, wf_formationOrder, wf_attackOrder, wf_patrolOrder,
											   wf_formOrder, wf_strokeOrder,	wf_holdOrder };
	const wfVec2 first = { 24.0, 20.0 }, second = { 48.0, 30.0 };
	for ( int32_t kind = 0; kind < 7; ++kind )
	{
		for ( int32_t then = 0; then < 2; ++then )
		{
			wfWorld* world = makeRoom( 60.0, 40.0 );
			wfCrowd* crowd = makeCrowd( world, NULL );
			wfGroupId group = addGroup( crowd, wf_boxFormation, 8.0, 10.0, 9, 3 ),
					  enemy = addGroup( crowd, wf_lineFormation, 50.0, 5.0, 2, 2 );
			CHECK_EQUAL( orderOf( crowd, group, kinds[kind], first, enemy ), wf_ok );
			tickTimes( crowd, 400 );
			CHECK_EQUAL( queueTo( crowd, group, then == 0 ? wf_formationOrder : wf_moveOrder, second ), wf_ok );
			tickTimes( crowd, 400 );
			CHECK_EQUAL( wfCrowd_GetGroup( crowd, group ).ordersWaiting, 0 );
			CHECK_EQUAL( wfCrowd_GetGroup( crowd, group ).orderNumber, 2 );
			CHECK_NEAR( anchorFrom( crowd, group, second ), 0.0, 0.5 );
			checkSameFuture( crowd, 3 );
			wfDestroyCrowd( crowd );
			wfDestroyWorld( world );
		}
	}
}

// An order that waits behind a sketch that divides is for both parts, and comes after the branches.
TEST( QueuedOrdersFollowBranches )
{
	const wfVec2 trunk[3] = { { 10.0, 20.0 }, { 24.0, 20.0 }, { 36.0, 32.0 } }, branch[2] = { { 24.0, 20.0 }, { 36.0, 8.0 } },
				 end = { 52.0, 20.0 };
	for ( int32_t free = 0; free < 2; ++free )
	{
		wfWorld* world = makeRoom( 60.0, 40.0 );
		wfCrowd* crowd = makeCrowd( world, NULL );
		wfGroupId group = addGroup( crowd, free ? wf_noFormation : wf_boxFormation, 6.0, 18.0, 12, 3 );
		wfGroupOrder order = wfDefaultGroupOrder( wf_strokeOrder );
		wfStrokes* strokes = draw( trunk, 3 );
		CHECK_EQUAL( wfStrokes_Add( strokes, branch, 2, NULL, NULL ), wf_ok );
		order.strokes = strokes;
		CHECK_EQUAL( wfCrowd_OrderGroup( crowd, group, &order, NULL ), wf_ok );
		CHECK_EQUAL( queueTo( crowd, group, wf_formationOrder, end ), wf_ok );
		wfDestroyStrokes( strokes );
		double highest = 0.0, lowest = 40.0;
		int32_t divided = 0, arrived = 0;
		for ( int32_t tick = 0; tick < 700; ++tick )
		{
			tickTimes( crowd, 1 );
			divided += countGroupEvents( crowd, wf_groupDividedEvent );
			arrived += countGroupEvents( crowd, wf_groupArrivedEvent );
			wfFrame frame = wfCrowd_GetFrame( crowd );
			for ( int32_t k = 0; k < frame.count; ++k )
			{
				highest = fmax( highest, frame.positions[k].y );
				lowest = fmin( lowest, frame.positions[k].y );
			}
		}
		CHECK_EQUAL( divided, 1 );
		CHECK_EQUAL( arrived, 4 ); // both at the ends of their branches, then at the last place
		CHECK( highest > 30.0 && lowest < 10.0 );
		wfGroupId ids[2] = { 0 };
		CHECK_EQUAL( wfCrowd_GetGroupIds( crowd, ids, 2 ), 2 );
		for ( int32_t k = 0; k < 2; ++k )
		{
			CHECK_EQUAL( wfCrowd_GetGroup( crowd, ids[k] ).memberCount, 6 );
			CHECK_NEAR( anchorFrom( crowd, ids[k], end ), 0.0, 0.5 );
		}
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
}

// Who attacks from near, its target behind an enemy, stops before it: its anchor never jumps.
TEST( AttacksBeginWhereTheMembersAre )
{
	wfWorld* world = makeRoom( 90.0, 60.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGroupId group = addGroup( crowd, wf_boxFormation, 6.0, 20.0, 100, 10 ),
			  enemy = addGroup( crowd, wf_boxFormation, 62.0, 26.0, 9, 3 );
	const wfVec2 points[2] = { { 16.0, 26.0 }, { 40.0, 26.0 } };
	wfStrokes* strokes = draw( points, 2 );
	wfGroupOrder order = wfDefaultGroupOrder( wf_strokeOrder );
	order.strokes = strokes;
	CHECK_EQUAL( wfCrowd_OrderGroup( crowd, group, &order, NULL ), wf_ok );
	wfDestroyStrokes( strokes );
	order = wfDefaultGroupOrder( wf_attackOrder );
	order.to = pointStop( 54.0, 26.0 );
	order.enemies = &enemy;
	order.enemyCount = 1;
	order.range = 12.0;
	order.queued = true;
	CHECK_EQUAL( wfCrowd_OrderGroup( crowd, group, &order, NULL ), wf_ok );
	int32_t engaged = 0, number = 0;
	for ( int32_t tick = 0; tick < 700; ++tick )
	{
		wfGroupState before = wfCrowd_GetGroup( crowd, group );
		tickTimes( crowd, 1 );
		wfGroupState after = wfCrowd_GetGroup( crowd, group );
		engaged += countGroupEvents( crowd, wf_groupEngagedEvent );
		double moved = hypot( after.anchor.x - before.anchor.x, after.anchor.y - before.anchor.y );
		// When an order begins the anchor is put into the middle of the members again.
		CHECK( moved <= ( before.mode == wf_groupIdle ? 90.0 : before.orderNumber != number ? 8.0 : 0.3 ) );
		number = before.orderNumber;
	}
	CHECK( engaged >= 1 );
	CHECK( wfCrowd_GetGroup( crowd, group ).mode == wf_groupEngages );
	wfFrame frame = wfCrowd_GetFrame( crowd );
	for ( int32_t k = 0; k < frame.count; ++k )
	{
		bool isFoe = wfCrowd_GetGroupOf( crowd, frame.ids[k] ).index1 == enemy.index1;
		CHECK( isFoe || frame.positions[k].x < 56.0 );
	}
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// The farthest that a member is from its slot, in spacings.
static double farthestOff( const wfCrowd* crowd, wfGroupId group )
{
	wfAgentId members[40];
	wfVec3 slots[40];
	double farthest = 0.0;
	int32_t count = wfCrowd_GetGroupMembers( crowd, group, members, 40 );
	CHECK_EQUAL( wfCrowd_GetGroupSlots( crowd, group, slots, 40 ), count );
	for ( int32_t k = 0; k < count; ++k )
	{
		wfVec3 at = wfCrowd_GetAgent( crowd, members[k] ).position;
		farthest = fmax( farthest, hypot( at.x - slots[k].x, at.y - slots[k].y ) );
	}
	return farthest / 1.2;
}

// Who does not get to its slot stands, and it is told that not all are in theirs. In the second case a wall falls onto the way of
// those behind.
TEST( WhoDoesNotGetToItsSlotIsNotCalledFormed )
{
	for ( int32_t closes = 0; closes < 2; ++closes )
	{
		wfWorld* world = makeRoom( 40.0, 20.0 );
		addBox( world, 20.0, 0.0, 21.0, 9.0 );
		addBox( world, 20.0, 10.5, 21.0, 20.0 );
		wfCrowd* crowd = makeCrowd( world, NULL );
		wfGroupId group = addGroup( crowd, wf_boxFormation, 5.0, 6.0, 24, 4 );
		CHECK_EQUAL( orderTo( crowd, group, wf_formOrder, 32.0, 10.0 ), wf_ok );
		int32_t formed = 0, cramped = 0;
		bool closed = false;
		for ( int32_t tick = 0; tick < 1000 && formed + cramped == 0; ++tick )
		{
			double nearest = 40.0;
			int32_t passed = 0;
			wfFrame frame = wfCrowd_GetFrame( crowd );
			for ( int32_t k = 0; k < frame.count; ++k )
			{
				nearest = fmin( nearest, fabs( frame.positions[k].x - 20.5 ) );
				passed += frame.positions[k].x > 20.5 ? 1 : 0;
			}
			if ( closes == 1 && !closed && passed >= 8 && passed < 24 && nearest > 0.8 )
			{
				addBox( world, 20.0, 8.0, 21.0, 12.0 );
				closed = true;
			}
			tickTimes( crowd, 1 );
			formed += countGroupEvents( crowd, wf_groupFormedEvent );
			cramped += countGroupEvents( crowd, wf_groupCrampedEvent );
		}
		CHECK( closed == ( closes == 1 ) );
		CHECK_EQUAL( formed + cramped, 1 );
		CHECK_EQUAL( cramped, closes );
		CHECK( ( cramped == 1 ) == ( farthestOff( crowd, group ) > 0.5 ) );
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
}

typedef struct Told
{
	int32_t count;
	wfGroupEventKind kind;
	wfGroupObstacle obstacle;
} Told;

static Told tellOf( wfCrowd* crowd, wfGroupId group, wfVec2 to )
{
	Told told = { 0 };
	CHECK_EQUAL( orderTo( crowd, group, wf_formationOrder, to.x, to.y ), wf_ok );
	tickTimes( crowd, 1 );
	const wfGroupEvent* events;
	int32_t count = wfCrowd_GetGroupEvents( crowd, &events );
	for ( int32_t k = 0; k < count; ++k )
	{
		if ( events[k].kind == wf_groupBlockedEvent || events[k].kind == wf_groupUnreachableEvent )
		{
			told = ( Told ){ told.count + 1, events[k].kind, events[k].obstacle };
		}
	}
	return told;
}

TEST( WhyAPlaceCannotBeHadIsTold )
{
	wfWorld* world = makeRoom( 60.0, 40.0 );
	addBox( world, 20.0, 4.0, 30.0, 12.0 );	 // a block
	addBox( world, 40.0, 25.0, 50.0, 26.0 ); // an island
	addBox( world, 40.0, 35.0, 50.0, 36.0 );
	addBox( world, 40.0, 25.0, 41.0, 36.0 );
	addBox( world, 49.0, 25.0, 50.0, 36.0 );
	addBox( world, 20.0, 28.0, 22.0, 40.0 ); // a lane of 4 m
	addBox( world, 26.0, 28.0, 28.0, 40.0 );
	wfShapeDef swamp = wfDefaultShapeDef();
	swamp.center = ( wfVec2 ){ 45.0, 10.0 };
	swamp.halfSize = ( wfVec2 ){ 5.0, 5.0 };
	swamp.role = wf_terrainRole;
	swamp.kinds = 1u; // kind 0 only
	CHECK_EQUAL( wfWorld_AddShape( world, &swamp, NULL, NULL ), wf_ok );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGroupId light = addGroup( crowd, wf_boxFormation, 5.0, 10.0, 4, 2 ), wide;
	wfAgentId tanks[6];
	for ( int32_t k = 0; k < 6; ++k )
	{
		wfAgentDef def = wfDefaultAgentDef();
		def.position = ( wfVec3 ){ 5.0 + 1.2 * k, 20.0, 0.0 };
		def.kind = 1;
		CHECK_EQUAL( wfCrowd_AddAgent( crowd, &def, &tanks[k], NULL ), wf_ok );
	}
	wfGroupDef def = wfDefaultGroupDef();
	def.formation.kind = wf_lineFormation;
	def.formation.spacing = 1.2;
	def.formation.rigid = true;
	def.members = tanks;
	def.memberCount = 6;
	CHECK_EQUAL( wfCrowd_CreateGroup( crowd, &def, &wide, NULL ), wf_ok );
	static const struct
	{
		wfVec2 to;
		wfGroupObstacle light, wide;
	} cases[6] = {
		{ { 25.0, 8.0 }, wf_wallObstacle, wf_wallObstacle },	{ { 80.0, 20.0 }, wf_borderObstacle, wf_borderObstacle },
		{ { 45.0, 30.0 }, wf_routeObstacle, wf_routeObstacle }, { { 45.0, 10.0 }, wf_noObstacle, wf_forbiddenObstacle },
		{ { 24.0, 34.0 }, wf_noObstacle, wf_widthObstacle },	{ { 35.0, 20.0 }, wf_noObstacle, wf_noObstacle } };
	for ( int32_t k = 0; k < 6; ++k )
	{
		Told ofLight = tellOf( crowd, light, cases[k].to ), ofWide = tellOf( crowd, wide, cases[k].to );
		CHECK_EQUAL( ofLight.count, cases[k].light != wf_noObstacle ? 1 : 0 );
		CHECK_EQUAL( ofLight.obstacle, cases[k].light );
		CHECK_EQUAL( ofWide.count, cases[k].wide != wf_noObstacle ? 1 : 0 );
		CHECK_EQUAL( ofWide.obstacle, cases[k].wide );
		tickTimes( crowd, 5 );
	}
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// Fields are given up that nobody has gone by for five seconds, but not in the tick in which an order asks for one again.
TEST( FieldsAskedForAgainAreKept )
{
	for ( int32_t ticks = 20; ticks < 32; ++ticks )
	{
		wfWorld* world = makeRoom( 60.0, 40.0 );
		addBox( world, 30.0, 0.0, 31.0, 34.0 );
		wfCrowd* crowd = makeCrowd( world, NULL );
		wfGroupId group = addGroup( crowd, wf_wedgeFormation, 10.0, 10.0, 6, 3 );
		for ( int32_t turn = 0; turn < 3; ++turn )
		{
			CHECK_EQUAL( orderTo( crowd, group, wf_formationOrder, 50.0, 10.0 ), wf_ok ); // behind the wall
			tickTimes( crowd, 3 );
			CHECK_EQUAL( orderTo( crowd, group, wf_formationOrder, 16.0, 12.0 ), wf_ok ); // in sight
			tickTimes( crowd, ticks );
		}
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
}

void runGroupQueueTests( int argc, char** argv )
{
	RUN( LateQueuedOrdersBegin );
	RUN( QueuedOrdersFollowBranches );
	RUN( AttacksBeginWhereTheMembersAre );
	RUN( WhoDoesNotGetToItsSlotIsNotCalledFormed );
	RUN( WhyAPlaceCannotBeHadIsTold );
	RUN( FieldsAskedForAgainAreKept );
}
