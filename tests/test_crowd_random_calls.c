// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// A hundred thousand calls at random, most of them bad: orders into walls, agents onto agents, buildings onto people, numbers
// that are none, ids of those who left; groups of anybody, orders for groups that are gone, groups divided and merged. No call
// fails but the bad one, nobody overlaps, and people in another room, among them a group on patrol, do not notice.
#include "test_crowd.h"
#include "wayfield/groups.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CALLS ( TEST_HAS_SANITIZER ? 3000 : 100000 )
#define CALLS_PER_TICK 25
#define MOST_AGENTS 40
#define MOST_SHAPES 6
#define MOST_GROUPS 6
#define PATROL 4
#define CONTROLS ( 4 + PATROL )

typedef struct Chaos
{
	wfWorld* world;
	wfCrowd* crowd;
	wfCrowd* control; // the other room alone, in a world that is not edited
	wfWorld* controlWorld;
	wfGaitId gait;
	uint64_t seed, counter;
	wfAgentId ids[MOST_AGENTS]; // some of those who are or were there
	wfShapeId shapes[MOST_SHAPES];
	wfGoalId goals[3];
	wfGroupId groups[MOST_GROUPS];
	wfStrokes* strokes;
	int64_t results[wf_resultCount], events[wf_eventKindCount], groupEvents[wf_groupEventKindCount];
} Chaos;

static double draw( Chaos* chaos )
{
	return wfRandomUnit( chaos->seed, 1, chaos->counter++ );
}

static int32_t pick( Chaos* chaos, int32_t count )
{
	return (int32_t)( draw( chaos ) * count );
}

// Mostly in the western room and its walls, sometimes beside the world or nowhere.
static wfVec3 drawPlace( Chaos* chaos )
{
	const double odd[4] = { NAN, INFINITY, -1e30, 1e9 };
	wfVec3 place = { 15.0 * draw( chaos ) - 0.5, 13.0 * draw( chaos ) - 0.5, 0.0 };
	double kind = draw( chaos );
	place.x = kind < 0.03 ? odd[pick( chaos, 4 )] : place.x;
	place.y = kind > 0.97 ? odd[pick( chaos, 4 )] : place.y;
	return place;
}

static wfStop drawStop( Chaos* chaos )
{
	int32_t kind = pick( chaos, 8 );
	wfStop stop = wfMakePointStop( drawPlace( chaos ) );
	stop = kind == 0 ? wfMakeGoalStop( chaos->goals[pick( chaos, 3 )] ) : stop;
	stop = kind == 1 ? wfMakeQueueStop( ( wfQueueId ){ pick( chaos, 3 ) } ) : stop;
	stop.point.x = kind == 2 ? 30.0 : stop.point.x; // behind the wall between the rooms
	stop.wait = kind == 3 ? 1.0 : kind == 4 ? -1.0 : 0.0;
	return stop;
}

static wfResult addSomebody( Chaos* chaos )
{
	wfStop stops[2] = { drawStop( chaos ), drawStop( chaos ) };
	wfAgentDef def = wfDefaultAgentDef();
	def.position = drawPlace( chaos );
	def.radius = pick( chaos, 40 ) == 0 ? NAN : 0.15 + 0.3 * draw( chaos );
	def.stops = stops;
	def.stopCount = pick( chaos, 3 );
	def.atEnd = (wfAtEnd)pick( chaos, 3 );
	def.gait.index1 = chaos->gait.index1 != 0 && pick( chaos, 2 ) == 0 ? 1 : 0;
	def.radius = def.gait.index1 != 0 ? 0.25 : def.radius;
	int32_t count = wfCrowd_GetAgentCount( chaos->crowd );
	if ( count - CONTROLS >= MOST_AGENTS )
	{
		return wf_ok;
	}
	wfAgentId id;
	wfResult result = wfCrowd_AddAgent( chaos->crowd, &def, &id, NULL );
	CHECK_EQUAL( wfCrowd_GetAgentCount( chaos->crowd ), count + ( result == wf_ok ? 1 : 0 ) );
	if ( result == wf_ok )
	{
		chaos->ids[pick( chaos, MOST_AGENTS )] = id;
	}
	return result;
}

static wfResult editWorld( Chaos* chaos )
{
	wfShapeId* shape = &chaos->shapes[pick( chaos, MOST_SHAPES )];
	if ( wfWorld_IsShapeValid( chaos->world, *shape ) )
	{
		return wfWorld_RemoveShape( chaos->world, *shape );
	}
	wfShapeDef def = wfDefaultShapeDef();
	def.kind = wf_boxShape;
	def.center = ( wfVec2 ){ 1.0 + 11.0 * draw( chaos ), 1.0 + 10.0 * draw( chaos ) };
	def.halfSize = ( wfVec2 ){ 0.2 + draw( chaos ), 0.2 + draw( chaos ) };
	return wfWorld_AddShape( chaos->world, &def, shape, NULL );
}

static wfResult changeGoal( Chaos* chaos )
{
	wfGoalId* goal = &chaos->goals[pick( chaos, 3 )];
	if ( wfWorld_IsGoalValid( chaos->world, *goal ) )
	{
		return wfWorld_RemoveGoal( chaos->world, *goal );
	}
	double x = 12.0 * draw( chaos ), y = 11.0 * draw( chaos );
	*goal = addGoalBox( chaos->world, x, y, x + 1.0, y + 1.0 );
	return wf_ok;
}

// ---------------------------------------------------------------------------------------------------------------------- groups

// Mostly one that has members.
static wfGroupId pickGroup( Chaos* chaos )
{
	const wfGroupId odd[3] = { { 0, 0 }, { 0xFFFFFFFFu, 1 }, { 1, 77 } };
	wfGroupId id = pick( chaos, 12 ) == 0 ? odd[pick( chaos, 3 )] : chaos->groups[pick( chaos, MOST_GROUPS )];
	while ( wfCrowd_GetGroupMembers( chaos->crowd, id, NULL, 0 ) == 0 && pick( chaos, 10 ) > 0 )
	{
		id = chaos->groups[pick( chaos, MOST_GROUPS )];
	}
	return id;
}

// Mostly of those who are there, sometimes one twice or who is gone.
static int32_t pickAgents( Chaos* chaos, wfAgentId* agents, int32_t most )
{
	int32_t count = pick( chaos, most + 1 );
	for ( int32_t k = 0; k < count; ++k )
	{
		do
		{
			agents[k] = chaos->ids[pick( chaos, MOST_AGENTS )];
		}
		while ( !wfCrowd_IsAgentValid( chaos->crowd, agents[k] ) && pick( chaos, 30 ) > 0 );
		for ( int32_t n = 0; n < k && pick( chaos, 30 ) > 0; ++n )
		{
			if ( agents[n].index1 == agents[k].index1 )
			{
				--k;
				--count;
				break;
			}
		}
	}
	return count;
}

static wfFormationDef drawFormation( Chaos* chaos )
{
	static const wfVec2 drawn[3] = { { 0.0, 0.0 }, { 2.0, 1.0 }, { 1.0, -2.0 } };
	wfFormationDef def = wfDefaultFormationDef();
	def.kind = (wfFormationKind)( pick( chaos, wf_formationKindCount + 1 ) ); // the last is none
	def.spacing = pick( chaos, 15 ) == 0 ? NAN : 0.6 + draw( chaos );
	def.rigid = pick( chaos, 8 ) == 0;
	bool isDrawn = def.kind >= wf_curveFormation && pick( chaos, 5 ) > 0;
	def.points = isDrawn ? drawn : NULL;
	def.pointCount = isDrawn ? 3 : 0;
	return def;
}

static wfResult orderSomebody( Chaos* chaos )
{
	wfGroupOrder order = wfDefaultGroupOrder( (wfGroupOrderKind)pick( chaos, wf_groupOrderKindCount ) );
	wfGroupId enemies[2] = { pickGroup( chaos ), pickGroup( chaos ) };
	wfAgentId target = chaos->ids[pick( chaos, MOST_AGENTS )];
	const double odd[4] = { NAN, -INFINITY, 1e300, -1.0 };
	order.kind = pick( chaos, 40 ) == 0 ? (wfGroupOrderKind)( pick( chaos, 2 ) == 0 ? -1 : 99 ) : order.kind;
	order.to = drawStop( chaos );
	order.facing = pick( chaos, 2 ) == 0 ? order.facing : drawPlace( chaos );
	order.leader = target;
	order.leadingGroup = enemies[0];
	order.enemies = enemies;
	order.enemyCount = pick( chaos, 3 );
	order.targets = &target;
	order.targetCount = pick( chaos, 2 );
	order.range = pick( chaos, 20 ) == 0 ? odd[pick( chaos, 4 )] : 12.0 * draw( chaos );
	order.seconds = pick( chaos, 20 ) == 0 ? odd[pick( chaos, 4 )] : draw( chaos );
	order.time = pick( chaos, 4 ) > 0	  ? 0.0
				 : pick( chaos, 10 ) == 0 ? NAN
										  : wfCrowd_GetTime( chaos->crowd ) + 2.0 * draw( chaos );
	order.strokes = chaos->strokes;
	order.root = pick( chaos, 20 ) == 0 ? 1000 : 0;
	order.advance = (wfAdvance)pick( chaos, wf_advanceCount );
	order.rule = (wfDivisionRule)pick( chaos, wf_divisionRuleCount );
	order.queued = pick( chaos, 3 ) == 0;
	return wfCrowd_OrderGroup( chaos->crowd, pickGroup( chaos ), &order, NULL );
}

// One that was made takes the place of another one.
static void keepGroup( Chaos* chaos, wfGroupId* kept, wfResult result, wfGroupId made )
{
	if ( result == wf_ok )
	{
		wfCrowd_DestroyGroup( chaos->crowd, *kept );
		*kept = made;
	}
}

static wfResult changeGroups( Chaos* chaos )
{
	wfCrowd* crowd = chaos->crowd;
	wfAgentId agents[12];
	wfGroupId *kept = &chaos->groups[pick( chaos, MOST_GROUPS )], made;
	int32_t kind = pick( chaos, 10 ), count = pickAgents( chaos, agents, kind < 5 ? 12 : 3 );
	wfFormationDef formation = drawFormation( chaos );
	wfResult result = wf_ok;
	if ( kind < 3 )
	{
		wfGroupDef def = wfDefaultGroupDef();
		def.formation = formation;
		def.members = agents;
		def.memberCount = count;
		result = wfCrowd_CreateGroup( crowd, &def, &made, NULL );
		keepGroup( chaos, kept, result, made );
		return result;
	}
	if ( kind < 5 )
	{
		return wfCrowd_AddToGroup( crowd, *kept, agents, count, NULL );
	}
	if ( kind == 5 )
	{
		return wfCrowd_RemoveFromGroup( crowd, pickGroup( chaos ), agents, count, NULL );
	}
	if ( kind == 6 )
	{
		count = wfCrowd_GetGroupMembers( crowd, *kept, agents, 3 );
		result = wfCrowd_SplitGroup( crowd, *kept, agents, count < 3 ? count / 2 : 2, &made, NULL );
		keepGroup( chaos, &chaos->groups[pick( chaos, MOST_GROUPS )], result, made );
		return result;
	}
	if ( kind == 7 )
	{
		return wfCrowd_MergeGroups( crowd, *kept, pickGroup( chaos ), NULL );
	}
	return kind == 8 ? wfCrowd_SetFormation( crowd, *kept, &formation, NULL ) : wfCrowd_DestroyGroup( crowd, pickGroup( chaos ) );
}

static wfResult callOnce( Chaos* chaos )
{
	wfCrowd* crowd = chaos->crowd;
	if ( pick( chaos, 4 ) == 0 )
	{
		return pick( chaos, 2 ) == 0 ? changeGroups( chaos ) : orderSomebody( chaos );
	}
	wfAgentId id = chaos->ids[pick( chaos, MOST_AGENTS )];
	int32_t kind = pick( chaos, 100 );
	if ( kind < 20 )
	{
		return addSomebody( chaos );
	}
	if ( kind < 45 )
	{
		wfStop stops[3] = { drawStop( chaos ), drawStop( chaos ), drawStop( chaos ) };
		return wfCrowd_SetStops( crowd, id, stops, pick( chaos, 4 ), NULL );
	}
	if ( kind < 60 )
	{
		return wfCrowd_SetPosition( crowd, id, drawPlace( chaos ), NULL );
	}
	if ( kind < 70 )
	{
		wfVec3 velocity = { 3.0 * draw( chaos ) - 1.5, pick( chaos, 20 ) == 0 ? NAN : 3.0 * draw( chaos ) - 1.5, 0.0 };
		return wfCrowd_SetPreferredVelocity( crowd, id, pick( chaos, 2 ) == 0 ? NULL : &velocity, NULL );
	}
	if ( kind < 78 )
	{
		return wfCrowd_SetRadius( crowd, id, pick( chaos, 9 ) == 0 ? -INFINITY : 0.1 + 0.6 * draw( chaos ), NULL );
	}
	if ( kind < 82 )
	{
		return wfCrowd_SetDesiredSpeed( crowd, id, pick( chaos, 5 ) == 0 ? NAN : 2.0 * draw( chaos ), NULL );
	}
	if ( kind < 84 )
	{
		return wfCrowd_SetStyle( crowd, id, ( wfStyleId ){ pick( chaos, 4 ) - 1 } );
	}
	if ( kind < 86 )
	{
		return wfCrowd_SetBehavior( crowd, id, ( wfBehaviorId ){ pick( chaos, 4 ) - 1 }, ( wfBehaviorId ){ 0 } );
	}
	if ( kind < 91 )
	{
		return wfCrowd_RemoveAgent( crowd, id );
	}
	if ( kind < 94 )
	{
		return changeGoal( chaos );
	}
	if ( kind < 96 )
	{
		return wfCrowd_Prepare( crowd, NULL, NULL, NULL );
	}
	return kind < 98 ? editWorld( chaos ) : wfCrowd_Reserve( crowd, pick( chaos, 60 ) - 5, 10, NULL );
}

// ---------------------------------------------------------------------------------------------------------------------- checks

// Who is not covered is clear of walls, and bodies of each other.
static void checkSafety( Chaos* chaos )
{
	wfFrame frame = wfCrowd_GetFrame( chaos->crowd );
	bool good = true;
	for ( int32_t a = 0; a < frame.count && chaos->gait.index1 == 0; ++a )
	{
		wfAgentState state = wfCrowd_GetAgent( chaos->crowd, frame.ids[a] );
		double room = wfWorld_GetDistance( chaos->world, inPlane( frame.positions[a] ), 0 ) - (double)frame.radii[a];
		good = good && ( state.covered || room >= -1e-5 );
		for ( int32_t b = 0; b < a; ++b )
		{
			good = good && wfFrame_GetGap( &frame, a, b ) >= -2e-6;
		}
	}
	CHECK( good );
}

// To the bit as if there were no other room.
static void checkControls( Chaos* chaos )
{
	wfFrame frame = wfCrowd_GetFrame( chaos->crowd ), alone = wfCrowd_GetFrame( chaos->control );
	CHECK( alone.count == CONTROLS && frame.count >= CONTROLS );
	bool same = memcmp( frame.positions, alone.positions, CONTROLS * sizeof( wfVec3 ) ) == 0 &&
				memcmp( frame.states, alone.states, CONTROLS ) == 0;
	CHECK( same );
}

static void addControls( wfCrowd* crowd )
{
	wfAgentId members[PATROL];
	// So far apart that they never meet: where discs do, the bits depend on whether anybody in the crowd is on foot.
	for ( int32_t k = 0; k < CONTROLS; ++k )
	{
		bool isMember = k >= CONTROLS - PATROL;
		double y = isMember ? 8.0 + ( CONTROLS - 1 - k ) : 1.5 + 1.5 * k;
		const wfStop stops[2] = { pointStop( k % 2 == 0 ? 38.0 : 26.0, y ), pointStop( k % 2 == 0 ? 26.0 : 38.0, y ) };
		wfAgentDef def = wfDefaultAgentDef();
		def.position = ( wfVec3 ){ isMember ? 27.0 : k % 2 == 0 ? 26.0 : 38.0, y, 0.0 };
		def.stops = isMember ? NULL : stops;
		def.stopCount = isMember ? 0 : 2;
		def.atEnd = isMember ? wf_stayAtEnd : wf_repeatAtEnd;
		CHECK( wfCrowd_AddAgent( crowd, &def, isMember ? &members[k - CONTROLS + PATROL] : NULL, NULL ) == wf_ok );
	}
	wfGroupDef def = wfDefaultGroupDef();
	def.formation.kind = wf_lineFormation;
	def.formation.spacing = 1.0;
	def.members = members;
	def.memberCount = PATROL;
	wfGroupId patrol;
	CHECK( wfCrowd_CreateGroup( crowd, &def, &patrol, NULL ) == wf_ok );
	wfGroupOrder order = wfDefaultGroupOrder( wf_patrolOrder );
	order.to = pointStop( 36.0, 9.5 );
	CHECK( wfCrowd_OrderGroup( crowd, patrol, &order, NULL ) == wf_ok );
}

static wfWorld* makeTwoRooms( void )
{
	wfWorld* world = makeRoom( 40.0, 12.0 );
	addBox( world, 14.0, 0.0, 24.0, 12.0 ); // foresight looks a little way through walls
	return world;
}

static void beginChaos( Chaos* chaos, uint64_t seed, wfRemedy badStop, wfRemedy covered, double budget )
{
	*chaos = ( Chaos ){ .seed = seed };
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	def.badStop = badStop;
	def.covered = covered;
	def.solveBudget = budget;
	def.standSeconds = 0.0; // marks of those who stand are part of all fields
	chaos->world = makeTwoRooms();
	chaos->controlWorld = makeTwoRooms();
	chaos->crowd = makeCrowdFrom( chaos->world, &def );
	chaos->control = makeCrowdFrom( chaos->controlWorld, &def );
	const wfVec2 road[3] = { { 1.0, 1.0 }, { 7.0, 9.0 }, { 12.0, 2.0 } }, side[2] = { { 7.0, 9.0 }, { 2.0, 11.0 } };
	wfStrokesDef strokes = wfDefaultStrokesDef();
	CHECK( wfCreateStrokes( &strokes, &chaos->strokes, NULL ) == wf_ok );
	CHECK( wfStrokes_Add( chaos->strokes, road, 3, NULL, NULL ) == wf_ok );
	CHECK( wfStrokes_Add( chaos->strokes, side, 2, NULL, NULL ) == wf_ok );
	wfCrowd* crowds[2] = { chaos->crowd, chaos->control };
	for ( int32_t k = 0; k < 2; ++k )
	{
		const wfVec3 line[2] = { { 7.0, 6.0, 0.0 }, { 3.0, 6.0, 0.0 } };
		wfQueueDef queue = wfDefaultQueueDef();
		queue.line = line;
		queue.lineCount = 2;
		queue.serviceSeconds = 1.0;
		CHECK( wfCrowd_AddQueue( crowds[k], &queue, NULL, NULL ) == wf_ok );
		addControls( crowds[k] );
	}
}

static void endChaos( Chaos* chaos )
{
	wfDestroyStrokes( chaos->strokes );
	wfDestroyCrowd( chaos->crowd );
	wfDestroyCrowd( chaos->control );
	wfDestroyWorld( chaos->world );
	wfDestroyWorld( chaos->controlWorld );
}

static void tickChaos( Chaos* chaos )
{
	wfError error = { 0 };
	if ( !CHECK( wfCrowd_Tick( chaos->crowd, &error ) == wf_ok ) )
	{
		CHECK_STRING( error.message, "" );
	}
	CHECK( wfCrowd_Tick( chaos->control, NULL ) == wf_ok );
	for ( int32_t kind = 0; kind < wf_eventKindCount; ++kind )
	{
		chaos->events[kind] += countEvents( chaos->crowd, (wfEventKind)kind );
	}
	const wfGroupEvent* events;
	int32_t count = wfCrowd_GetGroupEvents( chaos->crowd, &events );
	for ( int32_t k = 0; k < count; ++k )
	{
		chaos->groupEvents[events[k].kind] += 1;
	}
	checkSafety( chaos );
	checkControls( chaos );
}

static void runChaos( Chaos* chaos, int32_t calls )
{
	for ( int32_t call = 1; call <= calls; ++call )
	{
		chaos->results[callOnce( chaos )] += 1;
		if ( call % CALLS_PER_TICK == 0 )
		{
			tickChaos( chaos );
		}
		if ( call % ( CALLS_PER_TICK * 40 + 7 ) == 0 )
		{
			checkSameFuture( chaos->crowd, 3 );
			for ( int32_t k = 0; k < 3; ++k )
			{
				CHECK( wfCrowd_Tick( chaos->control, NULL ) == wf_ok );
			}
		}
	}
	const wfResult bad[4] = { wf_ok, wf_outOfRange, wf_notFound, wf_startBlocked };
	int64_t known = 0;
	for ( int32_t k = 0; k < 4; ++k )
	{
		CHECK( chaos->results[bad[k]] > calls / 200 );
		known += chaos->results[bad[k]];
	}
	// Of those on foot the radius stays; wfCrowd_Prepare reports what the next tick will tell the agents.
	known += chaos->results[wf_invalidDef] + chaos->results[wf_goalBlocked] + chaos->results[wf_unreachable];
	known += chaos->results[wf_unsupported]; // groups do not queue, and patrol between points
	CHECK_EQUAL( known, calls );
	if ( TEST_HAS_SANITIZER ) // too few calls to meet everything
	{
		return;
	}
	CHECK( chaos->events[wf_blockedEvent] > 0 && chaos->events[wf_unreachableEvent] > 0 && chaos->events[wf_coveredEvent] > 0 );
	const wfGroupEventKind told[5] = { wf_groupArrivedEvent, wf_groupBlockedEvent, wf_groupUnreachableEvent, wf_groupEngagedEvent,
									   wf_groupEmptyEvent };
	for ( int32_t k = 0; k < 5; ++k )
	{
		CHECK( chaos->groupEvents[told[k]] > 0 );
	}
	// Where so much is disturbed all may stand, but seldom in their slots.
	CHECK( chaos->groupEvents[wf_groupFormedEvent] + chaos->groupEvents[wf_groupCrampedEvent] > 0 );
}

TEST( RandomCallsDisturbNobodyElse )
{
	const wfRemedy remedies[3] = { wf_nearestRemedy, wf_standRemedy, wf_removeRemedy };
	for ( int32_t k = 0; k < 4; ++k )
	{
		Chaos chaos;
		beginChaos( &chaos, 40 + (uint64_t)k, remedies[k % 3], remedies[k % 3], k == 3 ? 0.3 : 0.0 );
		runChaos( &chaos, CALLS / 5 );
		endChaos( &chaos );
	}
}

TEST( RandomCallsDisturbNobodyOnFoot )
{
	Chaos chaos;
	beginChaos( &chaos, 50, wf_nearestRemedy, wf_nearestRemedy, 0.0 );
	wfGaitDef gait = wfDefaultGaitDef();
	CHECK( wfCrowd_AddGait( chaos.crowd, &gait, &chaos.gait, NULL ) == wf_ok );
	runChaos( &chaos, CALLS / 5 );
	endChaos( &chaos );
}

void runRandomCallTests( int argc, char** argv )
{
	RUN( RandomCallsDisturbNobodyElse );
	RUN( RandomCallsDisturbNobodyOnFoot );
}
