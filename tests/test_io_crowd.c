// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Crowds in scenario files: what is read, where groups are placed, what is drawn.
#include "tests/test_io_crowd.h"

#include "crowd/crowd.h"
#include "io/crowd_reader.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------------------- helpers

wfResult testReadRun( const char* text, const wfSimulationDef* given, wfSimulation* simulation, wfError* error )
{
	wfSimulationDef def = wfDefaultSimulationDef();
	*simulation = ( wfSimulation ){ 0 };
	return wfReadSimulationFromMemory( "dir/s.json", text, strlen( text ), given != NULL ? given : &def, simulation, error );
}

bool testAcceptRun( const char* text, const wfSimulationDef* def, wfSimulation* simulation, const char* file, int line )
{
	wfError error = { 0 };
	if ( testReadRun( text, def, simulation, &error ) == wf_ok )
	{
		return testCheck( simulation->crowd != NULL && simulation->world != NULL, "there is a crowd", file, line );
	}
	char message[1400];
	wfError_Format( &error, message, sizeof( message ) );
	return testCheckString( message, "accepted", "message", "expected", file, line );
}

#define ACCEPT_RUN( text, simulation ) testAcceptRun( text, NULL, simulation, __FILE__, __LINE__ )
#define HEAD "{\"version\":1,\"world\":{\"size\":[20,10]},\n"
#define GOALS                                                                                                                    \
	"\"goals\":[{\"type\":\"point\",\"name\":\"a\",\"point\":[1,5]},{\"type\":\"point\",\"name\":\"b\",\"point\":[19,5]}],\n"

static int32_t getIds( const wfSimulation* simulation, wfAgentId* ids, int32_t capacity )
{
	int32_t count = wfCrowd_GetAgentCount( simulation->crowd );
	CHECK( count <= capacity );
	CHECK_EQUAL( wfCrowd_GetAgentIds( simulation->crowd, ids, capacity ), count );
	return count;
}

// The agent at an index in the order of the file.
static const wfAgent* getAgent( const wfSimulation* simulation, int32_t index )
{
	return simulation->crowd->population.agents + index;
}

static const wfStop* getStop( const wfSimulation* simulation, int32_t agent, int32_t stop )
{
	return simulation->crowd->population.stops.data + getAgent( simulation, agent )->stopFirst + stop;
}

// ------------------------------------------------------------------------------------------------------------- reading

TEST( ScenarioWithoutAgentsGivesAnEmptyCrowd )
{
	wfSimulation simulation;
	if ( !ACCEPT_RUN( HEAD "\"starts\":[[1,1]]}", &simulation ) )
	{
		return;
	}
	CHECK_STRING( simulation.name, "s" );
	CHECK_EQUAL( wfCrowd_GetAgentCount( simulation.crowd ), 0 );
	CHECK( wfCrowd_IsDone( simulation.crowd ) );
	CHECK( simulation.seconds == 120.0 && simulation.fps == 10.0 && simulation.stopWhenDone && simulation.lineCount == 0 );
	CHECK( simulation.area.lower.x == simulation.area.upper.x && simulation.metadataCount == 0 );
	CHECK_EQUAL( simulation.seed, wfDefaultCrowdDef( wf_defaultPreset ).seed );
	wfSimulation_Free( &simulation );
	CHECK( simulation.crowd == NULL && simulation.world == NULL );
	wfSimulation_Free( NULL );

	// A world of another kind too.
	static const char map[] = "type octile\nheight 2\nwidth 3\nmap\n.@.\n..S\n";
	wfSimulationDef def = wfDefaultSimulationDef();
	def.seedGiven = true;
	def.seed = 99;
	CHECK_EQUAL( wfReadSimulationFromMemory( "m.map", map, strlen( map ), &def, &simulation, NULL ), wf_ok );
	CHECK_EQUAL( wfCrowd_GetDef( simulation.crowd ).seed, 99 );
	CHECK_EQUAL( simulation.seed, 99 );
	wfSimulation_Free( &simulation );
}

TEST( SettingsOfCrowdAndRunAreRead )
{
	wfSimulation simulation;
	if ( !ACCEPT_RUN(
			 HEAD
			 "\"name\":\"N\",\"crowd\":{\"preset\":\"classic\",\"seed\":9007199254740992,\"tickSeconds\":0.25,\"movesPerTick\":3,"
			 "\"cell\":0.3,\"haste\":1.5,\"directRoutes\":true,\"stuckSeconds\":12,\"standSeconds\":4},\n"
			 "\"run\":{\"seconds\":33,\"fps\":25,\"stopWhenDone\":false,\"laneDirection\":[3,4],\"area\":[1,2,3,4],"
			 "\"lines\":[{\"name\":\"door\",\"a\":[1,2],\"b\":[3,4]},{\"name\":\"exit\",\"a\":[0,0],\"b\":[0,1]}]},\n"
			 "\"metadata\":{\"who\":\"me\",\"year\":2026,\"tenth\":0.1,\"third\":0.33333333333333331}}",
			 &simulation ) )
	{
		return;
	}
	wfCrowdDef def = wfCrowd_GetDef( simulation.crowd );
	CHECK( def.preset == wf_classicPreset && def.tickSeconds == 0.25 && def.movesPerTick == 3 && def.cellSize == 0.3 );
	CHECK( def.haste == 1.5 && def.directRoutes && def.stuckSeconds == 12.0 && def.standSeconds == 4.0 );
	CHECK( def.seed == 9007199254740992u && simulation.seed == def.seed );
	CHECK_STRING( simulation.name, "N" );
	CHECK( simulation.seconds == 33.0 && simulation.fps == 25.0 && !simulation.stopWhenDone );
	CHECK_NEAR( simulation.laneDirection.x, 0.6, 1e-15 );
	CHECK_NEAR( simulation.laneDirection.y, 0.8, 1e-15 );
	CHECK( simulation.area.lower.x == 1.0 && simulation.area.upper.y == 4.0 && simulation.lineCount == 2 );
	CHECK_STRING( simulation.lines[0].name, "door" );
	CHECK( simulation.lines[1].a.y == 0.0 && simulation.lines[1].b.y == 1.0 );
	CHECK_EQUAL( simulation.metadataCount, 4 );
	CHECK_STRING( simulation.metadata[0].key, "who" );
	CHECK_STRING( simulation.metadata[0].value, "me" );
	CHECK_STRING( simulation.metadata[1].value, "2026" );
	CHECK_STRING( simulation.metadata[2].value, "0.1" );
	CHECK_STRING( simulation.metadata[3].value, "0.33333333333333331" );
	wfSimulation_Free( &simulation );
}

TEST( PresetAndSeedOfTheCallerWin )
{
	wfSimulationDef def = wfDefaultSimulationDef();
	def.presetGiven = true;
	def.preset = wf_classicPreset;
	def.seedGiven = true;
	def.seed = 5;
	wfSimulation simulation;
	if ( testAcceptRun( HEAD "\"crowd\":{\"preset\":\"default\",\"seed\":3},\"styles\":{\"x\":{}},"
							 "\"agents\":[{\"position\":[5,5],\"style\":\"x\"}]}",
						&def, &simulation, __FILE__, __LINE__ ) )
	{
		CHECK( wfCrowd_GetDef( simulation.crowd ).preset == wf_classicPreset && simulation.seed == 5 );
		CHECK( wfStyleOf( simulation.crowd, getAgent( &simulation, 0 ) )->def.rule == wf_massRule );
		wfSimulation_Free( &simulation );
	}
	testBeginAsserts();
	def.internalCookie = 0;
	CHECK_EQUAL( testReadRun( "{}", &def, &simulation, NULL ), wf_invalidDef );
	CHECK_EQUAL( testEndAsserts(), 1 );
	def = wfDefaultSimulationDef();
	def.presetGiven = true;
	def.preset = 7;
	CHECK_EQUAL( testReadRun( "{}", &def, &simulation, NULL ), wf_outOfRange );
	def = wfDefaultSimulationDef();
	def.agents = -1;
	CHECK_EQUAL( testReadRun( "{}", &def, &simulation, NULL ), wf_outOfRange );
}

// Each field of a style changes its own member and no other.
TEST( EveryFieldOfAStyleIsRead )
{
	int32_t count = 0;
	for ( const wfFieldRow* slot = wf_styleObject.parts[0] + 1; slot->name != NULL; ++slot )
	{
		wfStyleDef plain = wfDefaultStyleDef( wf_defaultPreset ), expected = plain;
		char value[32], text[512];
		char* member = (char*)&expected + slot->offset;
		if ( slot->type == wf_boolField )
		{
			*(bool*)member = !*(bool*)member;
			snprintf( value, sizeof( value ), "%s", *(bool*)member ? "true" : "false" );
		}
		else if ( slot->type == wf_numberField )
		{
			*(double*)member = 0.625;
			snprintf( value, sizeof( value ), "0.625" );
		}
		else
		{
			int32_t number = slot->type == wf_choiceField ? 1 : 13;
			memcpy( member, &number, sizeof( number ) );
			snprintf( value, sizeof( value ), slot->type == wf_choiceField ? "\"%s\"" : "13",
					  slot->type == wf_choiceField ? slot->choices[1] : "" );
		}
		snprintf( text, sizeof( text ), HEAD "\"styles\":{\"x\":{\"%s\":%s}},\"agents\":[{\"position\":[5,5],\"style\":\"x\"}]}",
				  slot->name, value );
		wfSimulation simulation;
		if ( !ACCEPT_RUN( text, &simulation ) )
		{
			continue;
		}
		const wfStyleDef* found = &wfStyleOf( simulation.crowd, getAgent( &simulation, 0 ) )->def;
		for ( const wfFieldRow* other = wf_styleObject.parts[0] + 1; other->name != NULL; ++other )
		{
			size_t size = other->type == wf_numberField ? sizeof( double ) : other->type == wf_boolField ? sizeof( bool ) : 4;
			bool same = memcmp( (const char*)found + other->offset, (char*)&expected + other->offset, size ) == 0;
			if ( !same )
			{
				CHECK_STRING( other->name, slot->name );
				CHECK( same );
			}
		}
		wfSimulation_Free( &simulation );
		count += 1;
	}
	CHECK_EQUAL( count, 28 );
}

TEST( StylesBuildOnEachOther )
{
	wfSimulation simulation;
	if ( !ACCEPT_RUN( HEAD "\"styles\":{\"c\":{\"base\":\"b\",\"mapSize\":21},\"b\":{\"base\":\"a\",\"patience\":9},"
						   "\"a\":{\"base\":\"classic\",\"mass\":2,\"rule\":\"inertia\"}},\"agents\":["
						   "{\"position\":[5,5],\"style\":\"c\"},{\"position\":[7,5]}]}",
					  &simulation ) )
	{
		return;
	}
	const wfStyleDef* style = &wfStyleOf( simulation.crowd, getAgent( &simulation, 0 ) )->def;
	CHECK( style->mapSize == 21 && style->patience == 9.0 && style->mass == 2.0 && style->rule == wf_inertiaRule );
	CHECK( style->solver == wf_localGaussSeidel && !style->softAgents );
	CHECK( wfStyleOf( simulation.crowd, getAgent( &simulation, 1 ) )->def.rule == wf_smoothRule );
	wfSimulation_Free( &simulation );
}

static const char s_behaviors[] = //
	HEAD GOALS
	"\"behaviors\":{\"later\":{\"type\":\"scheduled\",\"stages\":[{\"time\":2,\"behavior\":\"steady\"},{\"fraction\":0.5,"
	"\"behavior\":\"wavy\"},{\"place\":[3,4],\"radius\":2,\"behavior\":\"follow\"}]},\n"
	"\"steady\":{\"type\":\"constant\",\"epsilon\":-0.8,\"v\":[0.5,-1],\"relative\":true},\n"
	"\"wavy\":{\"type\":\"periodic\",\"waves\":[{\"axis\":\"y\",\"amplitude\":2,\"rate\":3,\"phase\":0.5},{\"axis\":\"x\"}]},\n"
	"\"follow\":{\"type\":\"toward\",\"target\":{\"agent\":\"guide\"},\"angle\":3.14},\n"
	"\"spot\":{\"type\":\"toward\",\"target\":[2,3]},\"near\":{\"type\":\"toward\",\"target\":\"seen\"},\n"
	"\"any\":{\"type\":\"random\",\"holdSeconds\":[2,3]},\"right\":{\"type\":\"pass\",\"epsilon\":0.6,\"angle\":-1.5},\n"
	"\"none\":{\"type\":\"harmonic\"}},\n"
	"\"agents\":[{\"position\":[3,3],\"behavior\":\"later\",\"onSight\":\"right\",\"stops\":[\"b\"]},\n"
	"{\"position\":[5,5],\"name\":\"guide\",\"behavior\":\"spot\",\"stops\":[\"a\"]},\n"
	"{\"position\":[7,5],\"behavior\":\"follow\",\"onSight\":\"near\"},{\"position\":[9,5],\"behavior\":\"any\","
	"\"onSight\":\"none\"}]}";

TEST( EveryKindOfBehaviorIsRead )
{
	wfSimulation simulation;
	if ( !ACCEPT_RUN( s_behaviors, &simulation ) )
	{
		return;
	}
	const wfBehaviorDef* all = simulation.crowd->styles.behaviors.data;
	const wfBehaviorDef* later = all + getAgent( &simulation, 0 )->behavior - 1;
	CHECK( later->kind == wf_scheduledBehavior && later->stageCount == 3 );
	CHECK( later->stages[0].kind == wf_fromTime && later->stages[0].from == 2.0 );
	const wfBehaviorDef* steady = all + later->stages[0].behavior.index1 - 1;
	CHECK( steady->kind == wf_constantBehavior && steady->epsilon == -0.8 && steady->v.x == 0.5 && steady->v.y == -1.0 );
	CHECK( steady->relative );
	CHECK( later->stages[1].kind == wf_fromFraction && later->stages[1].from == 0.5 );
	const wfBehaviorDef* wavy = all + later->stages[1].behavior.index1 - 1;
	CHECK( wavy->kind == wf_periodicBehavior && wavy->waveCount == 2 && wavy->waves[0].axis == 1 );
	CHECK( wavy->waves[0].amplitude == 2.0 && wavy->waves[0].rate == 3.0 && wavy->waves[0].phase == 0.5 );
	CHECK( wavy->waves[1].axis == 0 && wavy->waves[1].amplitude == 1.0 );
	CHECK( later->stages[2].kind == wf_fromPlace && later->stages[2].point.y == 4.0 && later->stages[2].radius == 2.0 );
	const wfBehaviorDef* follow = all + getAgent( &simulation, 2 )->behavior - 1;
	CHECK( later->stages[2].behavior.index1 == getAgent( &simulation, 2 )->behavior );
	wfAgentId ids[8];
	CHECK_EQUAL( getIds( &simulation, ids, 8 ), 4 );
	CHECK( follow->kind == wf_towardBehavior && follow->target == wf_agentTarget && follow->angle == 3.14 );
	CHECK( follow->agent.index1 == ids[1].index1 && follow->agent.generation == ids[1].generation );
	const wfBehaviorDef* spot = all + getAgent( &simulation, 1 )->behavior - 1;
	CHECK( spot->target == wf_pointTarget && spot->point.x == 2.0 && getAgent( &simulation, 1 )->onSight == 0 );
	CHECK( all[getAgent( &simulation, 2 )->onSight - 1].target == wf_seenTarget );
	const wfBehaviorDef* any = all + getAgent( &simulation, 3 )->behavior - 1;
	CHECK( any->kind == wf_randomBehavior && any->holdSeconds[0] == 2.0 && any->holdSeconds[1] == 3.0 );
	CHECK( all[getAgent( &simulation, 3 )->onSight - 1].kind == wf_harmonicBehavior );
	const wfBehaviorDef* right = all + getAgent( &simulation, 0 )->onSight - 1;
	CHECK( right->kind == wf_passBehavior && right->epsilon == 0.6 && right->angle == -1.5 );
	wfSimulation_Free( &simulation );
}

static const char s_agents[] = //
	HEAD GOALS
	"\"agents\":[{\"name\":\"one\",\"position\":[3,3],\"radius\":0.3,\"heading\":1.5,\"speed\":0.5,\"desiredSpeed\":1.1,"
	"\"kind\":4,\"atEnd\":\"repeat\",\"stops\":[\"b\",[4,4],{\"point\":[5,6],\"reach\":0.8,\"wait\":3},{\"goal\":\"a\","
	"\"wait\":{\"uniform\":[2,4]}}]},\n"
	"{\"positions\":[[10,2],[10,4],[10,6]],\"atEnd\":\"stay\",\"stops\":[{\"each\":[[12,2],\"b\",{\"point\":[12,6],\"wait\":1}],"
	"\"wait\":7}]},\n"
	"{\"count\":6,\"region\":{\"type\":\"circle\",\"center\":[15,5],\"radius\":2},\"stops\":[{\"opposite\":[15,5],\"reach\":0.1}]"
	"}]}";

TEST( AgentsAndTheirStopsAreRead )
{
	wfSimulation simulation;
	if ( !ACCEPT_RUN( s_agents, &simulation ) )
	{
		return;
	}
	wfAgentId ids[16];
	CHECK_EQUAL( getIds( &simulation, ids, 16 ), 10 );
	wfAgentState one = wfCrowd_GetAgent( simulation.crowd, ids[0] );
	CHECK( one.position.x == 3.0 && one.position.y == 3.0 && one.stopCount == 4 && one.userData == 1 );
	CHECK_NEAR( one.radius, 0.3, 1e-7 );
	CHECK_NEAR( one.heading, 1.5, 1e-6 );
	CHECK_NEAR( one.desiredSpeed, 1.1, 1e-6 );
	CHECK_NEAR( hypot( one.velocity.x, one.velocity.y ), 0.5, 1e-6 );
	CHECK( getAgent( &simulation, 0 )->kind == 4 && getAgent( &simulation, 0 )->atEnd == wf_repeatAtEnd );
	wfGoalId a = wfWorld_FindGoal( simulation.world, "a" ), b = wfWorld_FindGoal( simulation.world, "b" );
	const wfStop* stop = getStop( &simulation, 0, 0 );
	CHECK( stop->kind == wf_goalStop && stop->goal.index1 == b.index1 && stop->wait == 0.0 );
	stop = getStop( &simulation, 0, 1 );
	CHECK( stop->kind == wf_pointStop && stop->point.x == 4.0 && stop->reach == 0.0 );
	stop = getStop( &simulation, 0, 2 );
	CHECK( stop->kind == wf_pointStop && stop->point.y == 6.0 && stop->reach == 0.8 && stop->wait == 3.0 );
	stop = getStop( &simulation, 0, 3 );
	CHECK( stop->kind == wf_goalStop && stop->goal.index1 == a.index1 && stop->wait >= 2.0 && stop->wait <= 4.0 );

	CHECK( getStop( &simulation, 1, 0 )->point.y == 2.0 && getStop( &simulation, 1, 0 )->wait == 7.0 );
	CHECK( getStop( &simulation, 2, 0 )->kind == wf_goalStop && getStop( &simulation, 3, 0 )->wait == 1.0 );
	CHECK( getAgent( &simulation, 3 )->atEnd == wf_stayAtEnd && getAgent( &simulation, 3 )->userData == 2 );
	CHECK_NEAR( getAgent( &simulation, 1 )->heading, 0.0, 1e-6 ); // looks to its stop

	for ( int32_t k = 0; k < 6; ++k )
	{
		wfAgentState state = wfCrowd_GetAgent( simulation.crowd, ids[4 + k] );
		CHECK_NEAR( state.position.x, 15.0 + 2.0 * cos( k * 3.14159265358979 / 3.0 ), 1e-9 );
		CHECK_NEAR( state.position.y, 5.0 + 2.0 * sin( k * 3.14159265358979 / 3.0 ), 1e-9 );
		stop = getStop( &simulation, 4 + k, 0 );
		CHECK_NEAR( stop->point.x + state.position.x, 30.0, 1e-9 );
		CHECK_NEAR( stop->point.y + state.position.y, 10.0, 1e-9 );
		CHECK( stop->reach == 0.1 && stop->kind == wf_pointStop );
	}
	wfSimulation_Free( &simulation );
}

// ------------------------------------------------------------------------------------------------------------- placing

// The least gap between discs, and whether all are clear of walls.
static double findLeastGap( const wfSimulation* simulation, bool* clear )
{
	double least = INFINITY;
	int32_t count = wfCrowd_GetAgentCount( simulation->crowd );
	*clear = true;
	for ( int32_t i = 0; i < count; ++i )
	{
		const wfAgent* a = getAgent( simulation, i );
		double distance = wfWorld_GetDistance( simulation->world, ( wfVec2 ){ a->x, a->y }, a->kind );
		*clear = *clear && distance >= (double)a->radius;
		for ( int32_t j = 0; j < i; ++j )
		{
			const wfAgent* b = getAgent( simulation, j );
			least = fmin( least, hypot( a->x - b->x, a->y - b->y ) - (double)a->radius - (double)b->radius );
		}
	}
	return least;
}

TEST( GroupsFillTheirRegionsWithoutOverlap )
{
	static const char text[] =
		"{\"version\":1,\"world\":{\"size\":[20,10],\"obstacles\":[{\"type\":\"disc\",\"center\":[5,5],\"radius\":2}]},\n"
		"\"agents\":[{\"count\":60,\"spacing\":0.1,\"region\":{\"type\":\"box\",\"bounds\":[0,0,10,10]},\"radius\":{\"uniform\":["
		"0.2,"
		"0.3]},\"desiredSpeed\":{\"normal\":[1.3,0.3],\"within\":[1,1.5]},\"heading\":{\"uniform\":[-1,1]}},\n"
		"{\"count\":20,\"region\":{\"type\":\"disc\",\"center\":[14,5],\"radius\":3}},\n"
		"{\"count\":10,\"region\":{\"type\":\"polygon\",\"points\":[[11,0],[20,0],[20,10]]}},\n"
		"{\"count\":5,\"region\":{\"type\":\"box\",\"center\":[15,5],\"size\":[8,1],\"angle\":0.7}},\n"
		"{\"position\":[14,5]}]}";
	wfSimulation first, second;
	if ( !ACCEPT_RUN( text, &first ) )
	{
		return;
	}
	bool clear;
	CHECK( findLeastGap( &first, &clear ) >= 0.0 && clear );
	CHECK_EQUAL( wfCrowd_GetAgentCount( first.crowd ), 96 );
	bool inside = true, drawn = true;
	double leastGap = INFINITY;
	for ( int32_t i = 0; i < 60; ++i )
	{
		const wfAgent* a = getAgent( &first, i );
		inside = inside && a->x >= 0.0 && a->x <= 10.0;
		drawn = drawn && a->radius >= 0.2f && a->radius <= 0.3f && a->desiredSpeed >= 1.0f && a->desiredSpeed <= 1.5f &&
				fabsf( a->heading ) <= 1.0f;
		for ( int32_t j = 0; j < i; ++j )
		{
			const wfAgent* b = getAgent( &first, j );
			leastGap = fmin( leastGap, hypot( a->x - b->x, a->y - b->y ) - (double)a->radius - (double)b->radius );
		}
	}
	CHECK( inside && drawn && leastGap >= 0.1 );
	for ( int32_t i = 60; i < 95; ++i )
	{
		const wfAgent* a = getAgent( &first, i );
		double c = cos( 0.7 ), s = sin( 0.7 ), x = a->x - 15.0, y = a->y - 5.0;
		bool there = i < 80	  ? hypot( a->x - 14.0, a->y - 5.0 ) <= 3.0
					 : i < 90 ? a->y <= ( a->x - 11.0 ) * 10.0 / 9.0 + 1e-9
							  : fabs( c * x + s * y ) <= 4.0 && fabs( c * y - s * x ) <= 0.5;
		CHECK( there );
	}
	CHECK( getAgent( &first, 95 )->x == 14.0 ); // the group made room for it

	// The same seed gives the same places, another other ones.
	if ( ACCEPT_RUN( text, &second ) )
	{
		CHECK( wfCrowd_GetHash( first.crowd ) == wfCrowd_GetHash( second.crowd ) );
		wfSimulation_Free( &second );
	}
	wfSimulationDef def = wfDefaultSimulationDef();
	def.seedGiven = true;
	def.seed = 2;
	if ( testAcceptRun( text, &def, &second, __FILE__, __LINE__ ) )
	{
		CHECK( getAgent( &first, 0 )->x != getAgent( &second, 0 )->x );
		CHECK( findLeastGap( &second, &clear ) >= 0.0 && clear );
		wfSimulation_Free( &second );
	}
	wfSimulation_Free( &first );
}

// Discs of 0.25 m cover 79 % of the ground: no random order of placing them comes near that.
TEST( DenseGroupsArePacked )
{
	wfSimulation simulation;
	if ( !ACCEPT_RUN( "{\"version\":1,\"world\":{\"size\":[10,10]},\"agents\":[{\"count\":400,\"region\":{\"type\":\"box\","
					  "\"bounds\":[0,0,10,10]}}]}",
					  &simulation ) )
	{
		return;
	}
	bool clear;
	CHECK( findLeastGap( &simulation, &clear ) >= 0.0 && clear );
	CHECK_EQUAL( wfCrowd_GetAgentCount( simulation.crowd ), 400 );
	wfSimulation_Free( &simulation );
}

// ------------------------------------------------------------------------------------------------------------- drawing

TEST( PersonalitiesChangeStyleBehaviorAndSpeed )
{
	wfSimulation simulation;
	if ( !ACCEPT_RUN( HEAD "\"behaviors\":{\"side\":{\"type\":\"constant\",\"v\":[0,1]}},\"agents\":[\n"
						   "{\"position\":[3,3],\"personality\":\"drunk\"},{\"position\":[5,3],\"personality\":\"shy\","
						   "\"behavior\":\"side\"},{\"position\":[7,3],\"personality\":\"none\"},\n"
						   "{\"count\":40,\"region\":{\"type\":\"box\",\"bounds\":[8,0,20,10]},\"personality\":{\"tired\":1,"
						   "\"none\":1}}]}",
					  &simulation ) )
	{
		return;
	}
	wfStyleDef style = wfDefaultStyleDef( wf_defaultPreset );
	wfBehaviorDef behavior = wfDefaultBehaviorDef(), onSight = wfDefaultBehaviorDef();
	double factor = 0.0, speed = wfDefaultAgentDef().desiredSpeed;
	CHECK_EQUAL( wfApplyPersonality( "drunk", &style, &behavior, &onSight, &factor ), wf_ok );
	const wfAgent* drunk = getAgent( &simulation, 0 );
	CHECK_NEAR( (double)drunk->desiredSpeed, speed * factor, 1e-6 );
	CHECK( simulation.crowd->styles.behaviors.data[drunk->behavior - 1].kind == behavior.kind && drunk->onSight == 0 );
	CHECK( wfStyleOf( simulation.crowd, drunk )->def.relaxTime == style.relaxTime );
	const wfAgent* shy = getAgent( &simulation, 1 );
	CHECK( simulation.crowd->styles.behaviors.data[shy->behavior - 1].v.y == 1.0 );
	CHECK( simulation.crowd->styles.behaviors.data[shy->onSight - 1].target == wf_seenTarget );
	CHECK( getAgent( &simulation, 2 )->behavior == 0 && (double)getAgent( &simulation, 2 )->desiredSpeed - speed < 1e-6 );
	int32_t tired = 0;
	for ( int32_t i = 3; i < 43; ++i )
	{
		tired += (double)getAgent( &simulation, i )->desiredSpeed < speed - 0.1 ? 1 : 0;
	}
	CHECK( tired >= 8 && tired <= 32 );
	// Two presets, drunk, shy and tired: styles are shared.
	CHECK( simulation.crowd->styles.count <= 6 );
	wfSimulation_Free( &simulation );
}

// Exits of a file, for a group, for each and from a source; with a capacity, and assigned.
TEST( ExitsAreRead )
{
	wfSimulation simulation;
	if ( !ACCEPT_RUN(
			 HEAD GOALS
			 "\"agents\":[{\"positions\":[[4,5],[16,5]],\"stops\":[{\"exits\":[\"b\",{\"goal\":\"a\",\"capacity\":1.5}],"
			 "\"choice\":\"quickest\"},\"a\"]},"
			 "{\"positions\":[[4,7],[16,7]],\"stops\":[{\"each\":[{\"exits\":[\"a\",\"b\"]},{\"exits\":[\"a\",\"b\"],"
			 "\"choice\":\"assigned\",\"exit\":\"b\",\"wait\":2}]}]}],"
			 "\"sources\":[{\"region\":{\"type\":\"box\",\"bounds\":[9,1,11,3]},\"count\":2,\"stops\":[{\"exits\":[\"a\"]}]}]}",
			 &simulation ) )
	{
		return;
	}
	wfGoalId a = wfWorld_FindGoal( simulation.world, "a" ), b = wfWorld_FindGoal( simulation.world, "b" );
	const wfStop* stop = getStop( &simulation, 1, 0 );
	CHECK( stop->kind == wf_exitsStop && stop->choice == wf_quickestExit && stop->exits.index1 == 1 );
	CHECK( getStop( &simulation, 2, 0 )->choice == wf_nearestExit );
	stop = getStop( &simulation, 3, 0 );
	CHECK( stop->choice == wf_assignedExit && stop->exit == 1 && stop->wait == 2.0 );
	CHECK_NEAR( getAgent( &simulation, 3 )->heading, atan2( -2.0, 3.0 ), 1e-6 );
	const wfExitSet* sets = simulation.crowd->exits.sets.data;
	CHECK_EQUAL( simulation.crowd->exits.sets.count, 4 );
	CHECK( sets[0].def.exits[0].goal.index1 == b.index1 && sets[0].def.exits[0].capacity == 0.0 );
	CHECK( sets[0].def.exits[1].goal.index1 == a.index1 && sets[0].def.exits[1].capacity == 1.5 );
	for ( int32_t k = 0; k < 200 && !wfCrowd_IsDone( simulation.crowd ); ++k )
	{
		CHECK_EQUAL( wfCrowd_Tick( simulation.crowd, NULL ), wf_ok );
	}
	CHECK_EQUAL( wfCrowd_GetArrivedCount( simulation.crowd ), 6 );
	wfSimulation_Free( &simulation );
}

TEST( StopsAreDrawnForEachAgent )
{
	wfSimulation simulation;
	if ( !ACCEPT_RUN( HEAD GOALS
					  "\"agents\":[{\"count\":60,\"region\":{\"type\":\"box\",\"bounds\":[2,0,18,10]},\"stops\":[{\"oneOf\":["
					  "\"a\",\"b\",{\"point\":[10,5],\"wait\":2}],\"wait\":{\"uniform\":[5,6]}}]}]}",
					  &simulation ) )
	{
		return;
	}
	int32_t counts[3] = { 0 };
	wfGoalId a = wfWorld_FindGoal( simulation.world, "a" );
	for ( int32_t i = 0; i < 60; ++i )
	{
		const wfStop* stop = getStop( &simulation, i, 0 );
		bool point = stop->kind == wf_pointStop;
		counts[point ? 2 : stop->goal.index1 == a.index1 ? 0 : 1] += 1;
		CHECK( point ? stop->wait == 2.0 : stop->wait >= 5.0 && stop->wait <= 6.0 );
	}
	CHECK( counts[0] >= 8 && counts[1] >= 8 && counts[2] >= 8 );
	wfSimulation_Free( &simulation );
}

TEST( NumbersOfAgentsAreScaled )
{
	static const char text[] =
		HEAD "\"agents\":[{\"position\":[1,1]},{\"count\":10,\"region\":{\"type\":\"box\",\"bounds\":[2,0,10,10]}},"
			 "{\"count\":20,\"region\":{\"type\":\"box\",\"bounds\":[10,0,20,10]}}]}";
	const int32_t wanted[] = { 1, 2, 31, 50, 61, 200 };
	for ( int i = 0; i < 6; ++i )
	{
		wfSimulationDef def = wfDefaultSimulationDef();
		def.agents = wanted[i];
		wfSimulation simulation;
		if ( testAcceptRun( text, &def, &simulation, __FILE__, __LINE__ ) )
		{
			CHECK_EQUAL( wfCrowd_GetAgentCount( simulation.crowd ), wanted[i] );
			int32_t first = 0;
			for ( int32_t k = 0; k < wanted[i]; ++k )
			{
				first += getAgent( &simulation, k )->userData == 2 ? 1 : 0;
			}
			CHECK( abs( 3 * first - ( wanted[i] - 1 ) ) <= 3 );
			wfSimulation_Free( &simulation );
		}
	}
}

// ------------------------------------------------------------------------------------------------------------ robustness

// All parts once, in a world small enough to read it hundreds of times.
static const char s_small[] = //
	"{\"version\":1,\"world\":{\"size\":[4,3],\"obstacles\":[{\"type\":\"box\",\"bounds\":[2,0,2.2,1]}]},\n"
	"\"goals\":[{\"type\":\"point\",\"name\":\"a\",\"point\":[3,1]}],\"crowd\":{\"cell\":0.25},\"metadata\":{\"k\":1},\n"
	"\"styles\":{\"x\":{\"base\":\"y\"},\"y\":{\"mapSize\":11}},\"behaviors\":{\"z\":{\"type\":\"toward\",\"target\":{\"agent\":"
	"\"n\"}}},\n"
	"\"agents\":[{\"name\":\"n\",\"position\":[1,1],\"stops\":[\"a\"]},{\"count\":4,\"region\":{\"type\":\"polygon\",\"points\":["
	"[0,"
	"1.5],[4,1.5],[4,3],[0,3]]},\"style\":\"x\",\"behavior\":\"z\",\"personality\":{\"shy\":1,\"drunk\":1},\"stops\":[{\"oneOf\":"
	"[[1,2],\"a\"]}]}]}";

TEST( EveryFailedAllocationOfARunIsReported )
{
	wfSimulation simulation = { 0 };
	TEST_EVERY_ALLOCATION( testReadRun( s_small, NULL, &simulation, NULL ), wfSimulation_Free( &simulation ) );
}

TEST( EveryTruncationOfARunIsRefused )
{
	wfSimulationDef def = wfDefaultSimulationDef();
	for ( size_t size = 0; size < strlen( s_agents ); ++size )
	{
		wfSimulation simulation = { 0 };
		wfError error = { 0 };
		bool refused = wfReadSimulationFromMemory( "s.json", s_agents, size, &def, &simulation, &error ) != wf_ok;
		if ( !CHECK( refused && error.message[0] != 0 ) )
		{
			wfSimulation_Free( &simulation );
			break;
		}
	}
}

TEST( ScenariosOfTheProjectAreRead )
{
	static const struct
	{
		const char* name;
		int32_t agents;
	} files[] = { { "park", 100 }, { "office", 43 } };
	for ( int i = 0; i < 2; ++i )
	{
		char path[1024];
		snprintf( path, sizeof( path ), "%s/scenarios/%s.json", WAYFIELD_SOURCE_DIR, files[i].name );
		wfSimulationDef def = wfDefaultSimulationDef();
		wfSimulation simulation = { 0 };
		wfError error = { 0 };
		CHECK_EQUAL( wfReadSimulation( path, &def, &simulation, &error ), wf_ok );
		CHECK_STRING( error.message, "" );
		if ( simulation.crowd != NULL )
		{
			bool clear;
			CHECK_EQUAL( wfCrowd_GetAgentCount( simulation.crowd ), files[i].agents );
			CHECK( findLeastGap( &simulation, &clear ) >= 0.0 && clear );
		}
		wfSimulation_Free( &simulation );
	}
}

// --------------------------------------------------------------------------------------------------------------- docs

// docs/scenario.md, terminated; empty when it cannot be read.
static char* loadDocs( void )
{
	static char text[65536];
	wfFile file = { 0 };
	text[0] = 0;
	if ( CHECK( wfFile_Load( WAYFIELD_SOURCE_DIR "/docs/scenario.md", sizeof( text ) - 1, false, &file, NULL ) == wf_ok ) )
	{
		memcpy( text, file.data, file.size );
		text[file.size] = 0;
	}
	wfFile_Free( &file );
	return text;
}

// The second example is about crowds: all arrive, none overlaps, before its time is over.
TEST( CrowdOfTheDocsArrives )
{
	int32_t walked = 0;
	for ( char* start = strstr( loadDocs(), "```json\n" ); start != NULL; start = strstr( start, "```json\n" ) )
	{
		start += strlen( "```json\n" );
		char* end = strstr( start, "```" );
		wfSimulation simulation;
		if ( !CHECK( end != NULL ) )
		{
			return;
		}
		*end = 0;
		if ( !ACCEPT_RUN( start, &simulation ) )
		{
			return;
		}
		wfResult result = wf_ok;
		while ( result == wf_ok && wfCrowd_GetTime( simulation.crowd ) < simulation.seconds &&
				!wfCrowd_IsDone( simulation.crowd ) )
		{
			result = wfCrowd_Tick( simulation.crowd, NULL );
		}
		walked += wfCrowd_GetTotalCount( simulation.crowd ) > 0 ? 1 : 0;
		CHECK_EQUAL( result, wf_ok );
		CHECK( wfCrowd_IsDone( simulation.crowd ) );
		CHECK_EQUAL( wfCrowd_GetArrivedCount( simulation.crowd ), wfCrowd_GetTotalCount( simulation.crowd ) );
		wfSimulation_Free( &simulation );
		start = end + 1;
	}
	CHECK_EQUAL( walked, 1 );
}

// A cell of the row of a field, without spaces and quotes; cells count from 0, the field itself.
static void readCell( const char* row, int32_t cell, char* buffer, size_t capacity )
{
	size_t used = 0;
	for ( const char* at = row + 1; *at != 0 && *at != '\n' && cell >= 0; ++at )
	{
		if ( *at == '|' )
		{
			cell -= 1;
		}
		else if ( cell == 0 && *at != ' ' && *at != '`' && used + 1 < capacity )
		{
			buffer[used++] = *at;
		}
	}
	buffer[used] = 0;
}

TEST( DocsStateTheDefaultsOfStyles )
{
	const char* section = strstr( loadDocs(), "### `styles`" );
	if ( !CHECK( section != NULL ) )
	{
		return;
	}
	for ( const wfFieldRow* slot = wf_styleObject.parts[0] + 1; slot->name != NULL; ++slot )
	{
		char start[64];
		snprintf( start, sizeof( start ), "\n| `%s` |", slot->name );
		const char* row = strstr( section, start );
		if ( row == NULL )
		{
			CHECK_STRING( slot->name, "a row of the table" );
			continue;
		}
		for ( int preset = 0; preset < 2; ++preset )
		{
			wfStyleDef def = wfDefaultStyleDef( (wfPreset)preset );
			const char* member = (const char*)&def + slot->offset;
			char stated[64], expected[64];
			int32_t number = 0;
			memcpy( &number, member, slot->type == wf_boolField ? sizeof( bool ) : sizeof( number ) );
			double value = slot->type == wf_numberField ? *(const double*)member : number;
			snprintf( expected, sizeof( expected ), "%.10g", value );
			readCell( row + 1, 2 + preset, stated, sizeof( stated ) );
			if ( slot->type == wf_boolField || slot->type == wf_choiceField )
			{
				const char* word = slot->type == wf_choiceField ? slot->choices[number] : number != 0 ? "true" : "false";
				snprintf( expected, sizeof( expected ), "%s", word );
			}
			if ( strcmp( stated, "2pi" ) == 0 )
			{
				CHECK_NEAR( value, 6.283185307179586, 1e-12 );
			}
			else if ( strcmp( stated, expected ) != 0 )
			{
				CHECK_STRING( slot->name, "the row of a style's default" );
				CHECK_STRING( stated, expected );
			}
		}
	}
}

// Names of before are read, reported with their line, and their place in errors is as the file says it.
TEST( OldNamesAreReadWithAWarning )
{
	wfSimulation simulation;
	if ( ACCEPT_RUN( HEAD "\"crowd\":{\"step\":0.25,\n\"directWays\":false},\n\"styles\":{\"x\":{\"usesGates\":false}}}",
					 &simulation ) )
	{
		CHECK_STRING( simulation.warnings.text, "dir/s.json:2: \"step\" is now called \"tickSeconds\"\n"
												"dir/s.json:3: \"directWays\" is now called \"directRoutes\"\n"
												"dir/s.json:4: \"usesGates\" is now called \"takesTurns\"\n" );
		CHECK_NEAR( wfCrowd_GetDef( simulation.crowd ).tickSeconds, 0.25, 0.0 );
		CHECK( !wfCrowd_GetDef( simulation.crowd ).directRoutes );
		wfSimulation_Free( &simulation );
	}
	if ( ACCEPT_RUN( HEAD "\"crowd\":{\"tickSeconds\":0.25}}", &simulation ) )
	{
		CHECK( simulation.warnings.text == NULL );
		wfSimulation_Free( &simulation );
	}
	static const char both[] = HEAD "\"crowd\":{\"tickSeconds\":0.25,\"step\":0.25}}";
	wfError error = { 0 };
	CHECK_EQUAL( testReadRun( both, NULL, &simulation, &error ), wf_badFormat );
	CHECK_STRING( error.field, "crowd.step" );
	CHECK_STRING( error.message, "given twice: this is now called \"tickSeconds\"" );
	static const char old[] = HEAD "\"crowd\":{\"step\":0.25}}";
	TEST_EVERY_ALLOCATION( testReadRun( old, NULL, &simulation, NULL ), wfSimulation_Free( &simulation ) );
}

void testIoCrowd( int argc, char** argv )
{
	RUN( ScenarioWithoutAgentsGivesAnEmptyCrowd );
	RUN( SettingsOfCrowdAndRunAreRead );
	RUN( PresetAndSeedOfTheCallerWin );
	RUN( EveryFieldOfAStyleIsRead );
	RUN( OldNamesAreReadWithAWarning );
	RUN( StylesBuildOnEachOther );
	RUN( EveryKindOfBehaviorIsRead );
	RUN( AgentsAndTheirStopsAreRead );
	RUN( GroupsFillTheirRegionsWithoutOverlap );
	RUN( DenseGroupsArePacked );
	RUN( PersonalitiesChangeStyleBehaviorAndSpeed );
	RUN( ExitsAreRead );
	RUN( StopsAreDrawnForEachAgent );
	RUN( NumbersOfAgentsAreScaled );
	RUN( EveryFailedAllocationOfARunIsReported );
	RUN( EveryTruncationOfARunIsRefused );
	RUN( ScenariosOfTheProjectAreRead );
	RUN( CrowdOfTheDocsArrives );
	RUN( DocsStateTheDefaultsOfStyles );
}
