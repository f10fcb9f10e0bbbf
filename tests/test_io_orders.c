// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Logs of orders: what is noted while somebody plays, and what is read, comes to the same bits.
#include "tests/test_io_crowd.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Two groups, a wall with a door between them, and ground that only kind 0 may enter.
#define HEAD                                                                                                                     \
	"{\"version\":1,\"name\":\"field\",\"world\":{\"size\":[60,30],\"obstacles\":["                                              \
	"{\"type\":\"box\",\"bounds\":[29.9,0,30.1,12]},{\"type\":\"box\",\"bounds\":[29.9,16,30.1,30]}],"                           \
	"\"terrain\":[{\"type\":\"box\",\"bounds\":[40,18,50,26],\"kinds\":[0]}]},\n"                                                \
	"\"goals\":[{\"type\":\"point\",\"name\":\"far\",\"point\":[55,15]}],\n"                                                     \
	"\"agents\":[{\"name\":\"a\",\"count\":8,\"region\":{\"type\":\"box\",\"bounds\":[2,2,10,12]},\"spacing\":0.3},"             \
	"{\"name\":\"b\",\"count\":6,\"kind\":1,\"region\":{\"type\":\"box\",\"bounds\":[2,18,10,28]},\"spacing\":0.3},"             \
	"{\"name\":\"chief\",\"position\":[20,15]}],\n"
#define GROUPS                                                                                                                   \
	"\"groups\":[{\"name\":\"A\",\"members\":[\"a\"],\"formation\":\"wedge\"},"                                                  \
	"{\"name\":\"B\",\"members\":[\"b\"],\"formation\":\"box\",\"ranks\":[1,0],\"color\":\"sky\"}]"

static bool tickOn( wfSimulation* simulation, int32_t ticks )
{
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < ticks && result == wf_ok; ++k )
	{
		result = wfCrowd_Tick( simulation->crowd, NULL );
		result = result == wf_ok ? wfOrderLog_Give( simulation->orders, simulation->crowd, NULL ) : result;
	}
	return CHECK_EQUAL( result, wf_ok );
}

static int32_t countMembers( const wfSimulation* simulation, const char* name )
{
	wfGroupId id = wfOrderLog_FindGroup( simulation->orders, simulation->crowd, name );
	return id.index1 != 0 ? wfCrowd_GetGroup( simulation->crowd, id ).memberCount : -1;
}

TEST( GroupsAreSplitMergedAndMadeInTime )
{
	wfSimulation simulation;
	const char* text = HEAD GROUPS ",\"orders\":[{\"group\":\"A\",\"to\":[20,7]},"
								   "{\"group\":\"A\",\"order\":\"split\",\"members\":[1,3,5],\"as\":\"scouts\",\"time\":2},"
								   "{\"group\":\"scouts\",\"order\":\"shape\",\"formation\":\"column\",\"time\":2},"
								   "{\"group\":\"scouts\",\"to\":[25,14],\"time\":2},"
								   "{\"group\":\"C\",\"order\":\"create\",\"members\":[\"chief\"],\"time\":3},"
								   "{\"group\":\"C\",\"order\":\"join\",\"members\":[9],\"time\":4},"
								   "{\"group\":\"C\",\"order\":\"leave\",\"members\":[\"chief\"],\"time\":5},"
								   "{\"group\":\"A\",\"order\":\"merge\",\"with\":\"scouts\",\"time\":6},"
								   "{\"group\":\"C\",\"order\":\"disband\",\"time\":7}]}";
	if ( !testAcceptRun( text, NULL, &simulation, __FILE__, __LINE__ ) )
	{
		return;
	}
	CHECK_EQUAL( simulation.groupCount, 2 );
	CHECK_STRING( simulation.groups[1].name, "B" );
	CHECK_EQUAL( simulation.groups[0].color, -1 );
	CHECK_EQUAL( simulation.groups[1].color, 5 );
	CHECK_EQUAL( countMembers( &simulation, "A" ), 8 );
	CHECK_EQUAL( countMembers( &simulation, "scouts" ), -1 );
	CHECK( tickOn( &simulation, 10 ) ); // 2 s
	CHECK_EQUAL( countMembers( &simulation, "A" ), 5 );
	CHECK_EQUAL( countMembers( &simulation, "scouts" ), 3 );
	wfGroupId scouts = wfOrderLog_FindGroup( simulation.orders, simulation.crowd, "scouts" );
	char name[16];
	CHECK_EQUAL( wfOrderLog_GetGroupName( simulation.orders, simulation.crowd, scouts, name, 16 ), 6 );
	CHECK_STRING( name, "scouts" );
	CHECK( !wfOrderLog_IsOver( simulation.orders ) );
	CHECK( tickOn( &simulation, 5 ) ); // 3 s
	CHECK_EQUAL( countMembers( &simulation, "C" ), 1 );
	CHECK( tickOn( &simulation, 5 ) ); // 4 s
	CHECK_EQUAL( countMembers( &simulation, "C" ), 2 );
	CHECK_EQUAL( countMembers( &simulation, "B" ), 5 );
	CHECK( tickOn( &simulation, 5 ) ); // 5 s
	CHECK_EQUAL( countMembers( &simulation, "C" ), 1 );
	CHECK( tickOn( &simulation, 5 ) ); // 6 s
	CHECK_EQUAL( countMembers( &simulation, "A" ), 8 );
	CHECK_EQUAL( countMembers( &simulation, "scouts" ), -1 );
	CHECK( tickOn( &simulation, 5 ) ); // 7 s
	CHECK_EQUAL( countMembers( &simulation, "C" ), -1 );
	CHECK( wfOrderLog_IsOver( simulation.orders ) );
	const wfRefusedOrder* refused;
	CHECK_EQUAL( wfOrderLog_GetRefused( simulation.orders, &refused ), 0 );
	wfSimulation_Free( &simulation );
}

// Whoever parts has a name of its own, by which orders find it.
TEST( PartsHaveNames )
{
	wfSimulation simulation;
	const char* text =
		HEAD GROUPS ",\"orders\":[{\"group\":\"A\",\"order\":\"stroke\",\"strokes\":[[[8,7],[14,9],[26,14]],[[14,9],[20,3]]]},"
					"{\"group\":\"A.2\",\"to\":[5,25],\"time\":60}]}";
	if ( !testAcceptRun( text, NULL, &simulation, __FILE__, __LINE__ ) )
	{
		return;
	}
	CHECK_EQUAL( countMembers( &simulation, "A.2" ), -1 );
	CHECK( tickOn( &simulation, 299 ) );
	CHECK_EQUAL( countMembers( &simulation, "A" ) + countMembers( &simulation, "A.2" ), 8 );
	wfGroupId part = wfOrderLog_FindGroup( simulation.orders, simulation.crowd, "A.2" );
	CHECK_EQUAL( wfCrowd_GetGroup( simulation.crowd, part ).userData, 1u | (uint64_t)2 << 32 );
	CHECK_EQUAL( wfCrowd_GetGroup( simulation.crowd, part ).order, wf_strokeOrder );
	CHECK( tickOn( &simulation, 1 ) );
	CHECK_EQUAL( wfCrowd_GetGroup( simulation.crowd, part ).order, wf_formationOrder );
	wfSimulation_Free( &simulation );
}

TEST( WhatCannotBeGivenIsKept )
{
	wfSimulation simulation;
	const char* text = HEAD GROUPS ",\n\"orders\":[{\"group\":\"A\",\"order\":\"merge\",\"with\":\"B\",\"time\":1},\n"
								   "{\"group\":\"B\",\"to\":[5,5],\"time\":2},\n"
								   "{\"group\":\"A\",\"order\":\"attack\",\"to\":[5,5],\"enemies\":[\"B\"],\"time\":3},\n"
								   "{\"group\":\"A\",\"order\":\"leave\",\"members\":[\"chief\"],\"time\":4},\n"
								   "{\"group\":\"A\",\"order\":\"split\",\"members\":[\"chief\"],\"as\":\"D\",\"time\":5}]}";
	if ( !testAcceptRun( text, NULL, &simulation, __FILE__, __LINE__ ) )
	{
		return;
	}
	CHECK( tickOn( &simulation, 30 ) );
	const wfRefusedOrder* refused;
	CHECK_EQUAL( wfOrderLog_GetRefused( simulation.orders, &refused ), 4 );
	static const char *const what[] = { "formation", "attack", "leave", "split" }, *const why[] = {
																					   "no group 'B' now", "none of the enemies",
																					   "not in the group", "none of those" };
	for ( int32_t k = 0; k < 4; ++k )
	{
		CHECK_STRING( refused[k].what, what[k] );
		CHECK_EQUAL( refused[k].line, 6 + k );
		CHECK_NEAR( refused[k].time, 2.0 + k, 1e-12 );
		CHECK_STRING( refused[k].group, k == 0 ? "B" : "A" );
		testCheck( strstr( refused[k].reason, why[k] ) != NULL, refused[k].reason, __FILE__, __LINE__ );
	}
	CHECK( wfOrderLog_IsOver( simulation.orders ) );
	wfSimulation_Free( &simulation );
}

static void refuse( const char* text, const char* field, const char* words, int line )
{
	wfSimulation simulation = { 0 };
	wfError error = { 0 };
	size_t before = wfGetByteCount();
	CHECK( testReadRun( text, NULL, &simulation, &error ) != wf_ok );
	testCheck( strstr( error.field, field ) != NULL, error.field, __FILE__, line );
	testCheck( strstr( error.message, words ) != NULL, error.message, __FILE__, line );
	CHECK_EQUAL( wfGetByteCount(), before );
}

#define REFUSE_ORDER( order, field, words ) refuse( HEAD GROUPS ",\"orders\":[" order "]}", "orders[0]" field, words, __LINE__ )

TEST( OrdersSayWhatIsExpected )
{
	REFUSE_ORDER( "{\"group\":\"A\",\"order\":\"charge\"}", ".order", "one of" );
	REFUSE_ORDER( "{\"group\":\"a\",\"to\":[5,5]}", ".group", "did you mean \"A\"" );
	REFUSE_ORDER( "{\"group\":\"A.1\",\"to\":[5,5]}", ".group", "no group" );
	REFUSE_ORDER( "{\"group\":\"A\",\"order\":\"hold\",\"to\":[5,5]}", ".to",
				  "means nothing to the order \"hold\"; it belongs to move" );
	REFUSE_ORDER( "{\"group\":\"A\",\"to\":[5,5],\"spacing\":2}", ".spacing", "it belongs to create, shape" );
	REFUSE_ORDER( "{\"group\":\"A\",\"order\":\"follow\"}", "", "`leader`" );
	REFUSE_ORDER( "{\"group\":\"A\",\"order\":\"follow\",\"leader\":\"cheif\"}", ".leader", "no agent or group" );
	REFUSE_ORDER( "{\"group\":\"A\",\"order\":\"split\",\"as\":\"x\"}", ".members", "names or serial numbers" );
	REFUSE_ORDER( "{\"group\":\"A\",\"order\":\"split\",\"members\":[1]}", ".as", "name of the part" );
	REFUSE_ORDER( "{\"group\":\"A\",\"order\":\"split\",\"members\":[0],\"as\":\"x\"}", ".members[0]", "from 1" );
	REFUSE_ORDER( "{\"group\":\"A\",\"order\":\"split\",\"members\":[1],\"as\":\"B\"}", ".as", "already" );
	REFUSE_ORDER( "{\"group\":\"A\",\"order\":\"split\",\"members\":[1],\"as\":\"x.2\"}", ".as", "those of parts" );
	REFUSE_ORDER( "{\"group\":\"A\",\"order\":\"split\",\"members\":[\"b\"],\"as\":\"x\"}", "",
				  "none of those who should leave" );
	REFUSE_ORDER( "{\"group\":\"A\",\"order\":\"merge\"}", ".with", "group that joins" );
	REFUSE_ORDER( "{\"group\":\"A\",\"order\":\"merge\",\"with\":\"A\"}", "", "these are one" );
	REFUSE_ORDER( "{\"group\":\"C\",\"order\":\"create\",\"members\":[\"chief\"],\"formation\":\"curve\"}", "", "" );
	REFUSE_ORDER( "{\"group\":\"C\",\"order\":\"create\",\"members\":[\"chief\"],\"ranks\":[200]}", ".ranks[0]", "-128 to 127" );
	REFUSE_ORDER( "{\"group\":\"A\",\"order\":\"stroke\",\"strokes\":[[[5,5],[9,9]]],\"divide\":\"number\","
				  "\"numbers\":[1,2]}",
				  ".numbers", "at most one" );
	REFUSE_ORDER( "{\"group\":\"A\",\"order\":\"stroke\",\"strokes\":[[[5,5],[9,9]]],\"divide\":\"kind\",\"kinds\":[[40]]}",
				  ".kinds[0][0]", "0 to 31" );
	REFUSE_ORDER( "{\"group\":\"A\",\"order\":\"stroke\",\"strokes\":[[[5,5],[9,9]]],\"root\":7}", ".root", "0 to 1" );
	REFUSE_ORDER( "{\"group\":\"A\",\"order\":\"stroke\",\"sketch\":\"abc\"}", ".sketch", "base64" );
	REFUSE_ORDER( "{\"group\":\"A\",\"order\":\"stroke\",\"sketch\":\"abcd\"}", ".sketch", "no strokes" );
	REFUSE_ORDER( "{\"group\":\"A\",\"order\":\"patrol\",\"to\":\"far\",\"time\":9}", ".to", "lead to a point" );
	refuse( HEAD "\"groups\":[{\"name\":\"A.2\",\"members\":[\"a\"]}]}", "groups[0].name", "those of parts", __LINE__ );
	refuse( HEAD "\"groups\":[{\"name\":\"A\",\"members\":[\"a\"],\"color\":\"grey\"}]}", "groups[0].color", "sky", __LINE__ );
}

// ----------------------------------------------------------------------------------------------------------------- a player

static double draw( uint64_t seed, uint64_t* counter, double lower, double upper )
{
	return lower + ( upper - lower ) * wfRandomUnit( seed, 77, ( *counter )++ );
}

static wfVec2 drawPlace( uint64_t seed, uint64_t* counter )
{
	double x = draw( seed, counter, 1.0, 59.0 );
	return ( wfVec2 ){ x, draw( seed, counter, 1.0, 29.0 ) };
}

static wfStrokes* drawSketch( uint64_t seed, uint64_t* counter )
{
	wfStrokesDef def = wfDefaultStrokesDef();
	wfStrokes* strokes = NULL;
	CHECK_EQUAL( wfCreateStrokes( &def, &strokes, NULL ), wf_ok );
	wfVec2 points[6];
	for ( int32_t stroke = 0; stroke < 3; ++stroke )
	{
		for ( int32_t k = 0; k < 6; ++k )
		{
			points[k] = drawPlace( seed, counter );
		}
		// The second one forks from the first.
		int32_t link = stroke > 0 ? 0 : -1;
		wfVec2 on[400];
		int32_t count = link >= 0 ? wfStrokes_GetLinkPoints( strokes, link, on, 400 ) : 0;
		points[0] = count > 0 ? on[count / ( 2 + stroke )] : points[0];
		CHECK_EQUAL( wfStrokes_Add( strokes, points, 6, NULL, NULL ), wf_ok );
	}
	return strokes;
}

// Something a player may do, whatever comes of it: what is refused changes nothing.
static void play( wfSimulation* simulation, uint64_t seed, uint64_t* counter )
{
	wfOrderLog* log = simulation->orders;
	wfCrowd* crowd = simulation->crowd;
	wfGroupId groups[64];
	int32_t count = wfCrowd_GetGroupIds( crowd, groups, 64 );
	int32_t what = (int32_t)draw( seed, counter, 0.0, 12.0 );
	wfGroupId group = count > 0 ? groups[(int32_t)draw( seed, counter, 0.0, count )] : ( wfGroupId ){ 0, 0 };
	wfGroupId other = count > 0 ? groups[(int32_t)draw( seed, counter, 0.0, count )] : ( wfGroupId ){ 0, 0 };
	wfAgentId agents[15], some[15];
	int32_t all = wfCrowd_GetAgentIds( crowd, agents, 15 ), chosen = 0;
	for ( int32_t k = 0; k < all; ++k )
	{
		some[chosen] = agents[k];
		chosen += draw( seed, counter, 0.0, 1.0 ) < 0.3 ? 1 : 0;
	}
	wfVec2 place = drawPlace( seed, counter );
	wfGroupOrder order = wfDefaultGroupOrder( (wfGroupOrderKind)draw( seed, counter, 0.0, wf_groupOrderKindCount ) );
	order.to = wfMakePointStop( ( wfVec3 ){ place.x, place.y, 0.0 } );
	order.queued = draw( seed, counter, 0.0, 1.0 ) < 0.4;
	order.time = draw( seed, counter, 0.0, 1.0 ) < 0.3 ? wfCrowd_GetTime( crowd ) + draw( seed, counter, 0.1, 9.0 ) : 0.0;
	order.facing = ( wfVec3 ){ draw( seed, counter, -1.0, 1.0 ), 0.5, 0.0 };
	order.seconds = draw( seed, counter, 0.0, 3.0 );
	order.leadingGroup = other;
	order.leader = all > 0 && what == 1 ? agents[0] : ( wfAgentId ){ 0, 0 };
	order.enemies = &other;
	order.enemyCount = 1;
	order.targets = some;
	order.targetCount = chosen;
	wfStrokes* sketch = order.kind == wf_strokeOrder ? drawSketch( seed, counter ) : NULL;
	wfBranchRule rules[2] = { { 1, 2.0, 1, 1u }, { 2, 0.5, -1, 2u } };
	order.strokes = sketch;
	order.branches = rules;
	order.branchCount = 2;
	order.rule = (wfDivisionRule)draw( seed, counter, 0.0, wf_divisionRuleCount );
	order.advance = (wfAdvance)draw( seed, counter, 0.0, wf_advanceCount );
	const wfVec2 shape[3] = { { 0.1, 0.2 }, { 3.0, 1.0 / 3.0 }, { 5.0, -2.0 } };
	wfGroupDef def = wfDefaultGroupDef();
	def.members = some;
	def.memberCount = chosen;
	def.formation.kind = (wfFormationKind)draw( seed, counter, 1.0, wf_formationKindCount );
	def.formation.points = shape;
	def.formation.pointCount = 3;
	def.formation.rankOfKind[1] = -1;
	switch ( what )
	{
		case 8:
			wfOrderLog_CreateGroup( log, crowd, &def, NULL, NULL, NULL );
			break;
		case 9:
			chosen = wfCrowd_GetGroupMembers( crowd, group, some, 15 );
			wfOrderLog_SplitGroup( log, crowd, group, some, chosen / 2, NULL, NULL, NULL );
			break;
		case 10:
			wfOrderLog_MergeGroups( log, crowd, group, other, NULL );
			break;
		case 11:
			if ( place.x < 10.0 )
			{
				wfOrderLog_DestroyGroup( log, crowd, group, NULL );
			}
			else if ( place.x < 30.0 )
			{
				wfOrderLog_SetFormation( log, crowd, group, &def.formation, NULL );
			}
			else if ( place.y < 15.0 )
			{
				wfOrderLog_AddToGroup( log, crowd, group, some, chosen, NULL );
			}
			else
			{
				wfOrderLog_RemoveFromGroup( log, crowd, group, some, chosen, NULL );
			}
			break;
		default:
			wfOrderLog_OrderGroup( log, crowd, group, &order, NULL );
			break;
	}
	wfDestroyStrokes( sketch );
}

#define GAME_TICKS 400
#define HASH_TICKS 20
#define SAVED_TICK 230

typedef struct Game
{
	uint64_t hashes[GAME_TICKS / HASH_TICKS];
	void* saved;
	size_t savedSize;
} Game;

// With a player, or by its log.
static void runGame( wfSimulation* simulation, uint64_t seed, bool plays, int32_t from, Game* game )
{
	uint64_t counter = 0;
	for ( int32_t tick = from; tick < GAME_TICKS; ++tick )
	{
		CHECK( tickOn( simulation, 1 ) );
		while ( plays && draw( seed, &counter, 0.0, 1.0 ) < 0.12 )
		{
			play( simulation, seed, &counter );
		}
		if ( tick + 1 == SAVED_TICK && plays )
		{
			game->savedSize = wfCrowd_Save( simulation->crowd, NULL, 0 );
			game->saved = malloc( game->savedSize );
			CHECK_EQUAL( wfCrowd_Save( simulation->crowd, game->saved, game->savedSize ), game->savedSize );
		}
		if ( ( tick + 1 ) % HASH_TICKS == 0 )
		{
			game->hashes[tick / HASH_TICKS] = wfCrowd_GetHash( simulation->crowd );
		}
	}
}

// Groups that came to be at a division.
static int32_t countParts( const wfSimulation* simulation )
{
	wfGroupId groups[64];
	int32_t count = wfCrowd_GetGroupIds( simulation->crowd, groups, 64 ), parts = 0;
	for ( int32_t k = 0; k < count && k < 64; ++k )
	{
		parts += wfCrowd_GetGroup( simulation->crowd, groups[k] ).userData >> 32 != 0 ? 1 : 0;
	}
	return parts;
}

static bool sameHashes( const Game* a, const Game* b, int32_t first )
{
	size_t size = ( GAME_TICKS / HASH_TICKS - (size_t)first ) * sizeof( uint64_t );
	return memcmp( a->hashes + first, b->hashes + first, size ) == 0;
}

// Ten players, whose logs are read again: from the beginning, and from a checkpoint of the game that was played.
TEST( LogsAreReplayedToTheBit )
{
	const char* text =
		HEAD GROUPS ",\"orders\":[{\"group\":\"A\",\"order\":\"stroke\",\"strokes\":[[[8,7],[10,8],[26,14]],[[10,8],[20,3]]]},"
					"{\"group\":\"B\",\"to\":[25,20],\"time\":7}]}";
	char path[512];
	snprintf( path, sizeof( path ), "%s", testTemporaryPath( "orders.json" ) );
	int32_t parts = 0;
	for ( uint64_t seed = 1; seed <= 10; ++seed )
	{
		wfSimulation played, read;
		Game game = { 0 }, replay = { 0 }, resumed = { 0 };
		if ( !testAcceptRun( text, NULL, &played, __FILE__, __LINE__ ) )
		{
			return;
		}
		runGame( &played, seed, true, 0, &game );
		parts += countParts( &played );
		CHECK_EQUAL( wfWriteOrderLog( path, played.orders, "field", NULL ), wf_ok );
		wfSimulationDef def = wfDefaultSimulationDef();
		def.orders = path;
		if ( testAcceptRun( text, &def, &read, __FILE__, __LINE__ ) )
		{
			CHECK( read.warnings.text == NULL );
			runGame( &read, seed, false, 0, &replay );
			const wfRefusedOrder* refused;
			CHECK_EQUAL( wfOrderLog_GetRefused( read.orders, &refused ), 0 );
			wfSimulation_Free( &read );
		}
		CHECK( sameHashes( &game, &replay, 0 ) );
		if ( testAcceptRun( text, &def, &read, __FILE__, __LINE__ ) )
		{
			CHECK_EQUAL( wfCrowd_Restore( read.crowd, game.saved, game.savedSize, NULL ), wf_ok );
			wfOrderLog_Resume( read.orders, read.crowd );
			runGame( &read, seed, false, SAVED_TICK, &resumed );
			wfSimulation_Free( &read );
		}
		CHECK( sameHashes( &game, &resumed, SAVED_TICK / HASH_TICKS ) );
		free( game.saved );
		wfSimulation_Free( &played );
	}
	CHECK( parts > 0 );
	remove( path );
}

// The same as a program makes it, with two groups of its own.
static bool makeGame( wfSimulation* game )
{
	*game = ( wfSimulation ){ 0 };
	wfWorldDef worldDef = wfDefaultWorldDef();
	worldDef.bounds.upper = ( wfVec2 ){ 60.0, 30.0 };
	wfResult result = wfCreateWorld( &worldDef, &game->world, NULL );
	const wfVec2 walls[2] = { { 30.0, 6.0 }, { 30.0, 23.0 } }, halves[2] = { { 0.1, 6.0 }, { 0.1, 7.0 } };
	for ( int32_t k = 0; k < 2 && result == wf_ok; ++k )
	{
		wfShapeDef wall = wfDefaultShapeDef();
		wall.center = walls[k];
		wall.halfSize = halves[k];
		result = wfWorld_AddShape( game->world, &wall, NULL, NULL );
	}
	wfGoalDef far = wfDefaultGoalDef();
	const wfVec2 farPoint = { 55.0, 15.0 };
	far.name = "far";
	far.points = &farPoint;
	far.pointCount = 1;
	result = result == wf_ok ? wfWorld_AddGoal( game->world, &far, NULL, NULL ) : result;
	wfGroundDef ground = wfMakePlaneGround( game->world );
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	result = result == wf_ok ? wfCreateCrowd( &ground, &def, &game->crowd, NULL ) : result;
	wfAgentId agents[15];
	for ( int32_t k = 0; k < 15 && result == wf_ok; ++k )
	{
		wfAgentDef agent = wfDefaultAgentDef();
		agent.position = ( wfVec3 ){ 3.0 + 1.5 * ( k % 5 ), 5.0 + 3.0 * ( k / 5 ), 0.0 };
		agent.kind = k < 8 ? 0 : 1;
		result = wfCrowd_AddAgent( game->crowd, &agent, &agents[k], NULL );
	}
	result = result == wf_ok ? wfCreateOrderLog( &game->orders, NULL ) : result;
	for ( int32_t k = 0; k < 2 && result == wf_ok; ++k )
	{
		wfGroupDef group = wfDefaultGroupDef();
		wfGroupId id;
		group.members = agents + 8 * k;
		group.memberCount = k == 0 ? 8 : 6;
		result = wfCrowd_CreateGroup( game->crowd, &group, &id, NULL );
		result = result == wf_ok ? wfOrderLog_NameGroup( game->orders, game->crowd, id, k == 0 ? "A" : "B", NULL ) : result;
	}
	return CHECK_EQUAL( result, wf_ok );
}

// Nothing but the program itself knows what its crowd is made of.
TEST( LogsOfProgramsAreReadAgain )
{
	char path[512];
	snprintf( path, sizeof( path ), "%s", testTemporaryPath( "game.json" ) );
	for ( uint64_t seed = 21; seed <= 24; ++seed )
	{
		wfSimulation played, read;
		Game game = { 0 }, replay = { 0 }, resumed = { 0 };
		if ( !makeGame( &played ) )
		{
			return;
		}
		wfGroupOrder first = wfDefaultGroupOrder( wf_formationOrder );
		first.to = wfMakeGoalStop( wfWorld_FindGoal( played.world, "far" ) );
		wfGroupId group = wfOrderLog_FindGroup( played.orders, played.crowd, "A" );
		CHECK_EQUAL( wfOrderLog_OrderGroup( played.orders, played.crowd, group, &first, NULL ), wf_ok );
		runGame( &played, seed, true, 0, &game );
		CHECK_EQUAL( wfWriteOrderLog( path, played.orders, NULL, NULL ), wf_ok );
		wfError error = { 0 };
		if ( makeGame( &read ) )
		{
			CHECK_EQUAL( wfReadOrderLog( path, read.orders, read.crowd, &error ), wf_ok );
			CHECK_STRING( error.message, "" );
			CHECK_EQUAL( wfCrowd_GetGroup( read.crowd, wfOrderLog_FindGroup( read.orders, read.crowd, "A" ) ).orderNumber, 0 );
			CHECK_EQUAL( wfOrderLog_Give( read.orders, read.crowd, NULL ), wf_ok );
			CHECK_EQUAL( wfCrowd_GetGroup( read.crowd, wfOrderLog_FindGroup( read.orders, read.crowd, "A" ) ).orderNumber, 1 );
			runGame( &read, seed, false, 0, &replay );
			const wfRefusedOrder* refused;
			CHECK_EQUAL( wfOrderLog_GetRefused( read.orders, &refused ), 0 );
			CHECK( wfOrderLog_IsOver( read.orders ) );
			CHECK( wfOrderLog_GetHash( read.orders, read.crowd ) == wfOrderLog_GetHash( played.orders, played.crowd ) );
			// It has orders now.
			CHECK_EQUAL( wfReadOrderLog( path, read.orders, read.crowd, &error ), wf_invalidDef );
			wfSimulation_Free( &read );
		}
		CHECK( sameHashes( &game, &replay, 0 ) );
		if ( makeGame( &read ) )
		{
			CHECK_EQUAL( wfReadOrderLog( path, read.orders, read.crowd, NULL ), wf_ok );
			CHECK_EQUAL( wfCrowd_Restore( read.crowd, game.saved, game.savedSize, NULL ), wf_ok );
			wfOrderLog_Resume( read.orders, read.crowd );
			runGame( &read, seed, false, SAVED_TICK, &resumed );
			wfSimulation_Free( &read );
		}
		CHECK( sameHashes( &game, &resumed, SAVED_TICK / HASH_TICKS ) );
		free( game.saved );
		wfSimulation_Free( &played );
	}
	remove( path );
}

TEST( BadLogsOfProgramsAreRefused )
{
#define LOG( orders ) "{\"version\":1,\n\"orders\":[{\"group\":\"A\",\"to\":[9,9]},{\"group\":\"A\"," orders "}]}"
	static const struct
	{
		const char *text, *field, *words;
		wfResult result;
	} refused[] = {
		{ "", "", "the text ends here", wf_badFormat },
		{ "{\"version\":1}", "orders", "missing", wf_badFormat },
		{ LOG( "\"order\":\"split\",\"members\":[1],\"as\":\"B\"" ), "orders[1].as", "already", wf_badFormat },
		{ LOG( "\"to\":\"near\"" ), "orders[1].to", "there is no goal \"near\"", wf_notFound },
		{ LOG( "\"order\":\"join\",\"members\":[\"guards\"]" ), "orders[1].members[0]", "no agent \"guards\"", wf_notFound },
		{ LOG( "\"order\":\"merge\",\"with\":\"C\"" ), "orders[1].with", "no group \"C\"", wf_notFound },
		{ LOG( "\"order\":\"shape\",\"formation\":\"curve\"" ), "orders[1].points", "0 points", wf_outOfRange } };
	wfSimulation game;
	if ( !makeGame( &game ) )
	{
		return;
	}
	for ( size_t k = 0; k < sizeof( refused ) / sizeof( refused[0] ); ++k )
	{
		wfError error = { 0 };
		const char* text = refused[k].text;
		CHECK_EQUAL( wfReadOrderLogFromMemory( "log.json", text, strlen( text ), game.orders, game.crowd, &error ),
					 refused[k].result );
		CHECK_STRING( error.file, "log.json" );
		testCheck( strstr( error.field, refused[k].field ) != NULL, error.field, __FILE__, __LINE__ );
		testCheck( strstr( error.message, refused[k].words ) != NULL, error.message, __FILE__, __LINE__ );
		// As it was: without orders, and with two names.
		CHECK( wfOrderLog_IsOver( game.orders ) );
	}
	wfError error = { 0 };
	CHECK_EQUAL( wfReadOrderLog( "there/is/none.json", game.orders, game.crowd, &error ), wf_fileNotFound );
	wfSimulation_Free( &game );
}

static wfResult readLog( wfError* error )
{
	static const char text[] =
		"{\"version\":1,\"orders\":[{\"group\":\"A\",\"order\":\"create\",\"members\":[1],\"formation\":\"curve\","
		"\"points\":[[0,0],[3,1]]},{\"group\":\"A\",\"order\":\"stroke\",\"strokes\":[[[2,2],[9,3]]],\"time\":0.2},"
		"{\"group\":\"A\",\"order\":\"split\",\"members\":[1],\"as\":\"B\",\"time\":0.4}]}";
	wfWorldDef worldDef = wfDefaultWorldDef();
	worldDef.bounds.upper = ( wfVec2 ){ 20.0, 10.0 };
	wfSimulation game = { 0 };
	wfResult result = wfCreateWorld( &worldDef, &game.world, error );
	wfGroundDef ground = wfMakePlaneGround( game.world );
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	result = result == wf_ok ? wfCreateCrowd( &ground, &def, &game.crowd, error ) : result;
	wfAgentDef agent = wfDefaultAgentDef();
	agent.position = ( wfVec3 ){ 5.0, 5.0, 0.0 };
	result = result == wf_ok ? wfCrowd_AddAgent( game.crowd, &agent, NULL, error ) : result;
	result = result == wf_ok ? wfCreateOrderLog( &game.orders, error ) : result;
	result =
		result == wf_ok ? wfReadOrderLogFromMemory( "log.json", text, strlen( text ), game.orders, game.crowd, error ) : result;
	result = result == wf_ok ? wfOrderLog_Give( game.orders, game.crowd, error ) : result;
	CHECK( result != wf_ok || wfOrderLog_FindGroup( game.orders, game.crowd, "A" ).index1 != 0 );
	wfSimulation_Free( &game );
	return result;
}

TEST( ReadLogsSurviveEveryFailedAllocation )
{
	TEST_EVERY_ALLOCATION( readLog( NULL ), (void)0 );
}

TEST( OrderFilesAreChecked )
{
	static const char good[] = "{\"version\":1,\"scenario\":\"field\",\"orders\":[{\"group\":\"A\",\"to\":\"far\"}]}";
	static const char other[] = "{\"version\":1,\"scenario\":\"meadow\",\"orders\":[]}";
	static const char bad[] = "{\"version\":1,\n\"orders\":[{\"group\":\"Z\",\"to\":\"far\"}]}";
	const struct
	{
		const char *text, *field, *words;
	} refused[] = { { "{\"version\":2,\"orders\":[]}", "version", "1" },
					{ "{\"version\":1}", "orders", "missing" },
					{ "{\"version\":1,\"orders\":{}}", "orders", "a list of orders" },
					{ "{\"version\":1,\"orders\":[],\"order\":1}", "order", "unknown field" },
					{ bad, "orders[0].group", "no group \"Z\"" } };
	wfSimulation simulation;
	wfSimulationDef def = wfDefaultSimulationDef();
	def.orders = "log.json";
	def.ordersData = good;
	def.ordersSize = strlen( good );
	// Instead of those of the scenario.
	const char* text = HEAD GROUPS ",\"orders\":[{\"group\":\"B\",\"to\":[20,20]}]}";
	if ( testAcceptRun( text, &def, &simulation, __FILE__, __LINE__ ) )
	{
		CHECK_EQUAL( wfCrowd_GetGroup( simulation.crowd, simulation.groups[0].id ).orderNumber, 1 );
		CHECK_EQUAL( wfCrowd_GetGroup( simulation.crowd, simulation.groups[1].id ).orderNumber, 0 );
		CHECK( simulation.warnings.text == NULL );
		wfSimulation_Free( &simulation );
	}
	def.ordersData = other;
	def.ordersSize = strlen( other );
	if ( testAcceptRun( text, &def, &simulation, __FILE__, __LINE__ ) )
	{
		CHECK( simulation.warnings.text != NULL && strstr( simulation.warnings.text, "log.json:1" ) != NULL &&
			   strstr( simulation.warnings.text, "\"meadow\"" ) != NULL );
		wfSimulation_Free( &simulation );
	}
	for ( size_t k = 0; k < sizeof( refused ) / sizeof( refused[0] ); ++k )
	{
		wfError error = { 0 };
		def.ordersData = refused[k].text;
		def.ordersSize = strlen( refused[k].text );
		CHECK( testReadRun( text, &def, &simulation, &error ) != wf_ok );
		CHECK_STRING( error.file, "log.json" );
		testCheck( strstr( error.field, refused[k].field ) != NULL, error.field, __FILE__, __LINE__ );
		testCheck( strstr( error.message, refused[k].words ) != NULL, error.message, __FILE__, __LINE__ );
		CHECK_EQUAL( error.line, refused[k].text == bad ? 2 : 1 );
	}
	def.ordersData = NULL;
	def.orders = "there/is/none.json";
	wfError error = { 0 };
	CHECK_EQUAL( testReadRun( text, &def, &simulation, &error ), wf_fileNotFound );
	CHECK_STRING( error.file, "there/is/none.json" );
}

TEST( LogsKnowWhatTheyName )
{
	wfSimulation simulation;
	wfError error = { 0 };
	if ( !testAcceptRun( HEAD GROUPS "}", NULL, &simulation, __FILE__, __LINE__ ) )
	{
		return;
	}
	wfOrderLog* log = simulation.orders;
	wfCrowd* crowd = simulation.crowd;
	wfAgentId agents[15];
	wfCrowd_GetAgentIds( crowd, agents, 15 );
	wfGroupDef def = wfDefaultGroupDef();
	def.members = agents + 14;
	def.memberCount = 1;
	wfGroupId own, made;
	CHECK_EQUAL( wfCrowd_CreateGroup( crowd, &def, &own, NULL ), wf_ok );
	wfGroupOrder order = wfDefaultGroupOrder( wf_holdOrder );
	CHECK_EQUAL( wfOrderLog_OrderGroup( log, crowd, own, &order, &error ), wf_notFound );
	CHECK_EQUAL( wfOrderLog_NameGroup( log, crowd, own, "A", &error ), wf_invalidDef );
	CHECK_EQUAL( wfOrderLog_NameGroup( log, crowd, own, "", &error ), wf_invalidDef );
	CHECK_EQUAL( wfOrderLog_NameGroup( log, crowd, own, "own.7", &error ), wf_invalidDef );
	CHECK_EQUAL( wfOrderLog_NameGroup( log, crowd, own, "own", &error ), wf_ok );
	CHECK_EQUAL( wfOrderLog_OrderGroup( log, crowd, own, &order, &error ), wf_ok );
	// What the crowd refuses is not noted.
	order = wfDefaultGroupOrder( wf_attackOrder );
	order.to = wfMakePointStop( ( wfVec3 ){ 9.0, 9.0, 0.0 } );
	CHECK_EQUAL( wfOrderLog_OrderGroup( log, crowd, own, &order, &error ), wf_notFound );
	CHECK_EQUAL( wfOrderLog_SplitGroup( log, crowd, own, agents, 1, "x", &made, &error ), wf_notFound );
	CHECK_EQUAL( wfOrderLog_FindGroup( log, crowd, "x" ).index1, 0 );
	CHECK_EQUAL( wfOrderLog_SplitGroup( log, crowd, simulation.groups[0].id, agents, 2, NULL, &made, &error ), wf_ok );
	char name[32];
	CHECK_EQUAL( wfOrderLog_GetGroupName( log, crowd, made, name, sizeof( name ) ), 7 );
	CHECK_STRING( name, "group 4" );
	char path[512];
	snprintf( path, sizeof( path ), "%s", testTemporaryPath( "known.json" ) );
	CHECK_EQUAL( wfWriteOrderLog( path, log, NULL, &error ), wf_ok );
	FILE* file = fopen( path, "r" );
	char text[512] = "";
	size_t size = file != NULL ? fread( text, 1, sizeof( text ) - 1, file ) : 0;
	text[size] = 0;
	CHECK_STRING( text,
				  "{\n\"version\": 1,\n\"orders\": [\n"
				  "{ \"time\": 0, \"group\": \"own\", \"order\": \"hold\" },\n"
				  "{ \"time\": 0, \"group\": \"A\", \"order\": \"split\", \"members\": [1, 2], \"as\": \"group 4\" }\n]\n}\n" );
	if ( file != NULL )
	{
		fclose( file );
	}
	CHECK_EQUAL( wfWriteOrderLog( "there/is/none.json", log, NULL, &error ), wf_writeFailed );
	remove( path );
	wfSimulation_Free( &simulation );
}

// A patrol that nothing ends is no reason to wait for its end.
TEST( PatrolsGoOnForEver )
{
	static const char* const orders[] = {
		"{\"group\":\"A\",\"order\":\"patrol\",\"to\":[20,7]}",
		"{\"group\":\"A\",\"order\":\"patrol\",\"to\":[20,7]},{\"group\":\"A\",\"to\":[5,5],\"time\":50}",
		"{\"group\":\"A\",\"to\":[5,5],\"time\":50},{\"group\":\"A\",\"order\":\"patrol\",\"to\":[20,7],\"time\":60}",
		"{\"group\":\"A\",\"order\":\"patrol\",\"to\":[20,7]},{\"group\":\"B\",\"order\":\"merge\",\"with\":\"A\",\"time\":9}" };
	static const bool ends[] = { false, true, false, true };
	for ( int32_t k = 0; k < 4; ++k )
	{
		char text[2000];
		snprintf( text, sizeof( text ), HEAD GROUPS ",\"orders\":[%s]}", orders[k] );
		wfSimulation simulation;
		if ( testAcceptRun( text, NULL, &simulation, __FILE__, __LINE__ ) )
		{
			CHECK_EQUAL( simulation.stopWhenDone, ends[k] );
			wfSimulation_Free( &simulation );
		}
	}
}

static wfResult playAll( wfError* error )
{
	static const char text[] =
		"{\"version\":1,\"world\":{\"size\":[20,10]},\"agents\":[{\"name\":\"a\",\"positions\":[[5,5],[7,5],[9,5]]}],"
		"\"groups\":[{\"name\":\"A\",\"members\":[\"a\"]}],"
		"\"orders\":[{\"group\":\"A\",\"order\":\"split\",\"members\":[1],\"as\":\"S\",\"time\":0.2},"
		"{\"group\":\"S\",\"order\":\"follow\",\"leader\":2,\"time\":0.2},{\"group\":\"S\",\"order\":\"merge\",\"with\":\"A\","
		"\"time\":0.4}]}";
	wfSimulation simulation;
	wfResult result = testReadRun( text, NULL, &simulation, error );
	if ( result != wf_ok )
	{
		return result;
	}
	wfStrokesDef strokesDef = wfDefaultStrokesDef();
	wfStrokes* strokes = NULL;
	const wfVec2 points[2] = { { 2.0, 2.0 }, { 9.0, 3.0 } };
	wfGroupOrder order = wfDefaultGroupOrder( wf_strokeOrder );
	result = wfCreateStrokes( &strokesDef, &strokes, error );
	result = result == wf_ok ? wfStrokes_Add( strokes, points, 2, NULL, error ) : result;
	order.strokes = strokes;
	result = result == wf_ok
				 ? wfOrderLog_OrderGroup( simulation.orders, simulation.crowd, simulation.groups[0].id, &order, error )
				 : result;
	for ( int32_t k = 0; k < 3 && result == wf_ok; ++k )
	{
		result = wfCrowd_Tick( simulation.crowd, error );
		result = result == wf_ok ? wfOrderLog_Give( simulation.orders, simulation.crowd, error ) : result;
	}
	wfDestroyStrokes( strokes );
	wfSimulation_Free( &simulation );
	return result;
}

TEST( LogsSurviveEveryFailedAllocation )
{
	TEST_EVERY_ALLOCATION( playAll( NULL ), (void)0 );
}

void testIoOrders( int argc, char** argv )
{
	RUN( GroupsAreSplitMergedAndMadeInTime );
	RUN( PartsHaveNames );
	RUN( WhatCannotBeGivenIsKept );
	RUN( OrdersSayWhatIsExpected );
	RUN( LogsAreReplayedToTheBit );
	RUN( LogsOfProgramsAreReadAgain );
	RUN( BadLogsOfProgramsAreRefused );
	RUN( ReadLogsSurviveEveryFailedAllocation );
	RUN( OrderFilesAreChecked );
	RUN( LogsKnowWhatTheyName );
	RUN( PatrolsGoOnForEver );
	RUN( LogsSurviveEveryFailedAllocation );
}
