// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Crowds of scenarios on meshes: who is there, where and how; groups scattered over the surface; what is refused and where.

#include "tests/test_io.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// A floor of 12 x 12 squares of a metre, with a second storey 3 m above that nothing leads to.
#define SIDE 13

static char s_folder[600], s_mesh[700], s_name[700];

static bool begin( void )
{
	char text[32768];
	int used = snprintf( text, sizeof( text ), "OFF\n%d %d 0\n", 2 * SIDE * SIDE, 4 * ( SIDE - 1 ) * ( SIDE - 1 ) );
	for ( int i = 0; i < 2 * SIDE * SIDE; ++i )
	{
		int k = i % ( SIDE * SIDE );
		used +=
			snprintf( text + used, sizeof( text ) - (size_t)used, "%d %d %d\n", k % SIDE, k / SIDE, i >= SIDE * SIDE ? 3 : 0 );
	}
	for ( int i = 0; i < 2 * ( SIDE - 1 ) * ( SIDE - 1 ); ++i )
	{
		int storey = i / ( ( SIDE - 1 ) * ( SIDE - 1 ) ), k = i % ( ( SIDE - 1 ) * ( SIDE - 1 ) );
		int a = storey * SIDE * SIDE + k / ( SIDE - 1 ) * SIDE + k % ( SIDE - 1 );
		used += snprintf( text + used, sizeof( text ) - (size_t)used, "3 %d %d %d\n3 %d %d %d\n", a, a + 1, a + SIDE + 1, a,
						  a + SIDE + 1, a + SIDE );
	}
	testMakeFolder( s_folder, sizeof( s_folder ), "surface_agents" );
	snprintf( s_mesh, sizeof( s_mesh ), "%s/floor.off", s_folder );
	snprintf( s_name, sizeof( s_name ), "%s/scene.json", s_folder );
	return CHECK( used < (int)sizeof( text ) ) && CHECK_EQUAL( wfWriteFileAtomically( s_mesh, text, (size_t)used, NULL ), wf_ok );
}

static void end( void )
{
	remove( s_mesh );
	rmdir( s_folder );
}

static wfResult readWith( const char* text, const wfSimulationDef* def, wfSimulation* simulation, wfError* error )
{
	return wfReadSimulationFromMemory( s_name, text, strlen( text ), def, simulation, error );
}

static wfResult readText( const char* text, wfSimulation* simulation, wfError* error )
{
	wfSimulationDef def = wfDefaultSimulationDef();
	return readWith( text, &def, simulation, error );
}

static bool accept( const char* text, wfSimulation* simulation )
{
	wfError error = { 0 };
	wfResult result = readText( text, simulation, &error );
	CHECK_STRING( error.message, "" );
	return CHECK_EQUAL( result, wf_ok );
}

#define HEAD "{ \"version\": 1, \"mesh\": { \"file\": \"floor.off\" },\n"
#define GOALS                                                                                                                    \
	"\"goals\": [ { \"name\": \"door\", \"point\": [11, 6, 0] }, { \"name\": \"desk\", \"vertices\": [14, 15], \"reach\": 0.5 "  \
	"} ],\n"

static const char s_full[] = HEAD GOALS
	"  \"name\": \"Floor\", \"metadata\": { \"by\": \"us\" },\n"
	"  \"obstacles\": [ { \"sphere\": { \"center\": [6.5, 6.5, 0], \"radius\": 0.2 } } ],\n"
	"  \"crowd\": { \"seed\": 7, \"tickSeconds\": 0.1, \"movesPerTick\": 2, \"stuckSeconds\": 9, \"haste\": 0.3 },\n"
	"  \"styles\": { \"calm\": { \"base\": \"default\", \"rule\": \"smooth\" } },\n"
	"  \"behaviors\": { \"hunt\": { \"type\": \"toward\", \"target\": { \"agent\": \"hare\" }, \"epsilon\": 0.3 },\n"
	"                 \"drift\": { \"type\": \"constant\", \"v\": [1, 0, 0.5], \"epsilon\": 0.2 },\n"
	"                 \"sway\": { \"type\": \"constant\", \"v\": [0, 1], \"relative\": true },\n"
	"                 \"late\": { \"type\": \"scheduled\", \"stages\": [ { \"place\": [5, 5, 0], \"radius\": 2, \"behavior\": "
	"\"drift\" } ] } },\n"
	"  \"agents\": [\n"
	"    { \"name\": \"hare\", \"position\": 28, \"radius\": 0.3, \"desiredSpeed\": 1.5, \"stops\": \"door\", \"atEnd\": "
	"\"stay\",\n"
	"      \"style\": \"calm\", \"behavior\": \"late\" },\n"
	"    { \"name\": \"fox\", \"position\": [3, 8, 0.2], \"heading\": [0, 1, 0], \"speed\": 1, \"stops\": [\"desk\", \"door\"],\n"
	"      \"behavior\": \"hunt\", \"onSight\": \"sway\" },\n"
	"    { \"positions\": [[4, 2, 0], [5, 2, 0]], \"personality\": \"tired\", \"stops\": [\"door\"] },\n"
	"    { \"count\": 10, \"spacing\": 0.3, \"radius\": { \"uniform\": [0.2, 0.25] }, \"stops\": [{ \"oneOf\": [\"door\", "
	"\"desk\"] "
	"}] },\n"
	"    { \"position\": [1, 10, 0] } ],\n"
	"  \"run\": { \"seconds\": 30, \"fps\": 2 } }";

TEST( AgentsOnMeshesAreRead )
{
	begin();
	wfSimulation simulation = { 0 };
	if ( accept( s_full, &simulation ) )
	{
		const wfSimulation* run = &simulation;
		CHECK_STRING( run->name, "Floor" );
		CHECK_NEAR( run->seconds, 30.0, 0.0 );
		CHECK_NEAR( run->fps, 2.0, 0.0 );
		CHECK( run->seed == 7 && run->stopWhenDone && run->world == NULL && run->crowd != NULL );
		CHECK_EQUAL( run->metadataCount, 1 );
		CHECK_EQUAL( wfSimulation_FindPart( run, wf_agentPart, "fox" ), 2 );
		CHECK( wfSimulation_FindPart( run, wf_behaviorPart, "hunt" ) > 0 );
		CHECK( wfSimulation_FindPart( run, wf_stylePart, "calm" ) > 0 );
		wfCrowdDef def = wfCrowd_GetDef( simulation.crowd );
		CHECK_NEAR( def.tickSeconds, 0.1, 0.0 );
		CHECK_NEAR( def.haste, 0.3, 0.0 );
		CHECK_NEAR( def.stuckSeconds, 9.0, 0.0 );
		wfAgentId ids[16];
		CHECK_EQUAL( wfCrowd_GetAgentIds( simulation.crowd, ids, 16 ), 15 );
		wfAgentState hare = wfCrowd_GetAgent( simulation.crowd, ids[0] );
		CHECK_NEAR( hare.position.x, 2.0, 1e-9 );
		CHECK_NEAR( hare.position.y, 2.0, 1e-9 );
		CHECK_NEAR( hare.radius, 0.3, 1e-6 );
		CHECK_NEAR( hare.desiredSpeed, 1.5, 1e-6 );
		CHECK_EQUAL( hare.stopCount, 1 );
		CHECK( hare.userData == 1 );
		wfAgentState fox = wfCrowd_GetAgent( simulation.crowd, ids[1] );
		CHECK_NEAR( fox.position.z, 0.0, 1e-9 );
		CHECK_NEAR( fox.facing.y, 1.0, 1e-6 );
		CHECK_NEAR( fox.velocity.y, 1.0, 1e-6 );
		CHECK_EQUAL( fox.stopCount, 2 );
		wfAgentState tired = wfCrowd_GetAgent( simulation.crowd, ids[3] );
		CHECK( tired.desiredSpeed < wfDefaultAgentDef().desiredSpeed && tired.userData == 3 );
		CHECK_EQUAL( wfCrowd_GetAgent( simulation.crowd, ids[14] ).stopCount, 0 );
		for ( int32_t i = 0; i < 50; ++i )
		{
			CHECK_EQUAL( wfCrowd_Tick( simulation.crowd, NULL ), wf_ok );
		}
	}
	wfSimulation_Free( &simulation );
	end();
}

static const char s_group[] = HEAD GOALS "\"agents\": [ { \"position\": [6, 6, 0], \"radius\": 1 },\n"
										 "{ \"count\": 40, \"spacing\": 0.4, \"radius\": 0.2, \"stops\": [\"door\"] },\n"
										 "{ \"count\": 10, \"radius\": 0.2, \"stops\": [\"door\"],\n"
										 "  \"region\": { \"type\": \"box\", \"lower\": [1, 8, -1], \"upper\": [7, 11, 1] } },\n"
										 "{ \"count\": 10, \"radius\": 0.2, \"stops\": [\"door\"],\n"
										 "  \"region\": { \"type\": \"sphere\", \"center\": [9, 3, 0], \"radius\": 2.5 } } ] }";

static int32_t getPlaces( const wfSimulation* simulation, wfAgentState* states, int32_t capacity )
{
	wfAgentId ids[256];
	int32_t count = wfCrowd_GetAgentIds( simulation->crowd, ids, 256 );
	for ( int32_t i = 0; i < count && i < capacity; ++i )
	{
		states[i] = wfCrowd_GetAgent( simulation->crowd, ids[i] );
	}
	return count;
}

static double distance( wfVec3 a, wfVec3 b )
{
	return sqrt( ( a.x - b.x ) * ( a.x - b.x ) + ( a.y - b.y ) * ( a.y - b.y ) + ( a.z - b.z ) * ( a.z - b.z ) );
}

// Apart from each other and from the one who was there, in their regions, and all on the storey that has the door.
TEST( GroupsAreScatteredOverTheSurface )
{
	begin();
	wfSimulation simulation = { 0 };
	wfAgentState states[64];
	if ( accept( s_group, &simulation ) && CHECK_EQUAL( getPlaces( &simulation, states, 64 ), 61 ) )
	{
		for ( int32_t i = 0; i < 61; ++i )
		{
			wfVec3 p = states[i].position;
			CHECK_NEAR( p.z, 0.0, 1e-9 );
			CHECK( p.x >= states[i].radius && p.x <= 12.0 - states[i].radius );
			CHECK( states[i].userData != 3 || ( p.x >= 1.0 && p.x <= 7.0 && p.y >= 8.0 && p.y <= 11.0 ) );
			CHECK( states[i].userData != 4 || distance( p, ( wfVec3 ){ 9.0, 3.0, 0.0 } ) <= 3.5 );
			for ( int32_t k = 0; k < i; ++k )
			{
				double gap = states[i].userData == 2 ? 0.4 : 0.0;
				CHECK( distance( p, states[k].position ) >= states[i].radius + states[k].radius + gap - 1e-6 );
			}
		}
	}
	wfSimulation_Free( &simulation );
	end();
}

TEST( SeedsAndCountsCanBeGiven )
{
	begin();
	wfSimulation runs[4];
	memset( runs, 0, sizeof( runs ) );
	wfAgentState states[4][64];
	for ( int32_t i = 0; i < 4; ++i )
	{
		wfSimulationDef def = wfDefaultSimulationDef();
		def.seedGiven = i == 2;
		def.seed = 99;
		def.agents = i == 3 ? 31 : 0;
		CHECK_EQUAL( readWith( s_group, &def, &runs[i], NULL ), wf_ok );
		CHECK_EQUAL( getPlaces( &runs[i], states[i], 64 ), i == 3 ? 31 : 61 );
	}
	CHECK( wfCrowd_GetHash( runs[0].crowd ) == wfCrowd_GetHash( runs[1].crowd ) );
	CHECK( wfCrowd_GetHash( runs[0].crowd ) != wfCrowd_GetHash( runs[2].crowd ) );
	CHECK( runs[2].seed == 99 );
	CHECK_NEAR( distance( states[0][0].position, states[2][0].position ), 0.0, 0.0 );
	CHECK( distance( states[0][1].position, states[2][1].position ) > 0.01 );
	for ( int32_t i = 0; i < 4; ++i )
	{
		wfSimulation_Free( &runs[i] );
	}
	end();
}

#define TROOP                                                                                                                    \
	"\"agents\": [ { \"name\": \"troop\", \"positions\": [[2, 2, 0], [3, 2, 0], [2, 3, 0], [3, 3, 0]] } ],\n"                    \
	"\"groups\": [ { \"name\": \"A\", \"members\": [\"troop\"] } ],\n"

TEST( AgentsOnMeshesAreRefused )
{
	static const struct
	{
		const char* text;
		wfResult result;
		int32_t line, column;
		const char *field, *words;
	} cases[] = {
		{ HEAD "\"agents\": [ { \"possition\": 3 } ] }", wf_badFormat, 2, 13, "agents[0]", "found none" },
		{ HEAD "\"agents\": [ { \"position\": 28, \"count\": 3 } ] }", wf_badFormat, 2, 13, "agents[0]", "several" },
		{ HEAD "\"agents\": [ { \"position\": 28, \"colour\": 3 } ] }", wf_badFormat, 2, 31, "agents[0].colour",
		  "unknown field" },
		{ HEAD "\"agents\": [ { \"position\": 28, \"locomotion\": \"footsteps\" } ] }", wf_unsupported, 2, 13, "agents[0]",
		  "crowds on meshes have no gaits" },
		{ HEAD "\"agents\": [ { \"position\": 28, \"kind\": 3 } ] }", wf_unsupported, 2, 39, "agents[0].kind",
		  "on a mesh it means nothing" },
		{ HEAD "\"agents\": [ { \"position\": [1, 2] } ] }", wf_badFormat, 2, 27, "agents[0].position", "[x, y, z]" },
		{ HEAD "\"agents\": [ { \"position\": 999 } ] }", wf_outOfRange, 2, 27, "agents[0].position", "from 0 to" },
		{ HEAD "\"agents\": [ { \"position\": [6, 6, 40] } ] }", wf_outOfRange, 2, 27, "agents[0].position",
		  "m from the surface" },
		{ HEAD "\"agents\": [ { \"position\": 28, \"radius\": 0 } ] }", wf_outOfRange, 2, 41, "agents[0].radius",
		  "0.01 or more" },
		{ HEAD "\"agents\": [ { \"position\": 28, \"heading\": 1 } ] }", wf_badFormat, 2, 42, "agents[0].heading",
		  "a direction" },
		{ HEAD "\"agents\": [ { \"position\": 28, \"atEnd\": \"go\" } ] }", wf_badFormat, 2, 40, "agents[0].atEnd", "leave" },
		{ HEAD GOALS "\"agents\": [ { \"position\": 28, \"stops\": [\"dor\"] } ] }", wf_notFound, 3, 41, "agents[0].stops[0]",
		  "did you mean \"door\"" },
		{ HEAD GOALS "\"agents\": [ { \"position\": 28, \"stops\": [true] } ] }", wf_badFormat, 3, 41, "agents[0].stops[0]",
		  "the name of a goal" },
		{ HEAD GOALS "\"agents\": [ { \"position\": 28, \"stops\": [{ \"oneOf\": [] }] } ] }", wf_badFormat, 3, 52,
		  "agents[0].stops[0].oneOf", "1 or more" },
		{ HEAD GOALS "\"agents\": [ { \"position\": [6, 6, 3], \"stops\": [\"door\"] } ] }", wf_unreachable, 3, 13, "agents[0]",
		  "goal 1 is \"door\"" },
		{ HEAD "\"agents\": [ { \"position\": 28 },\n { \"position\": [2.1, 2, 0] } ] }", wf_startBlocked, 3, 2, "agents[1]",
		  "the other is agents[0] in line 2" },
		{ HEAD "\"agents\": [ { \"position\": [0.1, 6, 0] } ] }", wf_startBlocked, 2, 13, "agents[0]", "limit of the mesh" },
		{ HEAD "\"obstacles\": [ { \"vertices\": [14, 15, 27, 28] } ], \"agents\": [ { \"position\": [1.6, 1.4, 0] } ] }",
		  wf_startBlocked, 2, 64, "agents[0]", "obstacle" },
		{ HEAD "\"agents\": [ { \"count\": 5000 } ] }", wf_outOfRange, 2, 24, "agents[0].count", "do not fit" },
		{ HEAD "\"agents\": [ { \"count\": 5, \"region\": { \"type\": \"cone\" } } ] }", wf_badFormat, 2, 47,
		  "agents[0].region.type", "sphere" },
		{ HEAD
		  "\"agents\": [ { \"count\": 5, \"region\": { \"type\": \"box\", \"lower\": [0, 0, 0], \"upper\": [1, 0, 1] } } ] }",
		  wf_outOfRange, 2, 83, "agents[0].region.upper", "above that of lower" },
		{ HEAD "\"agents\": [ { \"count\": 5, \"region\": { \"type\": \"sphere\", \"center\": [99, 0, 0], \"radius\": 1 } } ] }",
		  wf_outOfRange, 2, 24, "agents[0].count", "nowhere to stand" },
		{ HEAD "\"agents\": [ { \"name\": \"a\", \"position\": 28 } ],\n\"groups\": [ { \"name\": \"A\", \"members\": [\"a\"], "
			   "\"planner\": \"group\" } ] }",
		  wf_unsupported, 3, 13, "groups[0]", "no maps of groups; the planner \"individual\"" },
		{ HEAD "\"groups\": [ { \"name\": \"A\", \"members\": [], \"hardMembers\": true } ] }", wf_unsupported, 2, 58,
		  "groups[0].hardMembers", "on a mesh it means nothing" },
		{ HEAD TROOP "\"orders\": [ { \"group\": \"A\", \"order\": \"stroke\", \"strokes\": [[[3, 4], [3, 9]]] } ] }",
		  wf_badFormat, 4, 61, "orders[0].strokes[0][0]", "[x, y, z]" },
		{ HEAD TROOP "\"orders\": [ { \"group\": \"A\", \"order\": \"stroke\", \"strokes\": [[[3, 4, 0], [3, 9, 40]]] } ] }",
		  wf_outOfRange, 4, 72, "orders[0].strokes[0][1]", "m from the surface" },
		{ HEAD TROOP "\"orders\": [ { \"group\": \"A\", \"order\": \"stroke\", \"strokes\": [[999]] } ] }", wf_outOfRange, 4, 61,
		  "orders[0].strokes[0][0]", "from 0 to" },
		{ HEAD TROOP "\"orders\": [ { \"group\": \"A\", \"order\": \"stroke\", \"strokes\": [[]] } ] }", wf_badFormat, 4, 60,
		  "orders[0].strokes[0]", "points [x, y, z]" },
		{ HEAD "\"crowd\": { \"cell\": 0.2 } }", wf_unsupported, 2, 20, "crowd.cell", "plane" },
		{ HEAD "\"crowd\": { \"sed\": 1 } }", wf_badFormat, 2, 12, "crowd.sed", "seed" },
		{ HEAD "\"crowd\": { \"step\": -1 } }", wf_outOfRange, 2, 20, "crowd.step", "from 0.001 to 10" },
		{ HEAD "\"run\": { \"lines\": [] } }", wf_unsupported, 2, 19, "run.lines", "plane" },
		{ HEAD "\"field\": { \"bias\": [1, 0, 0], \"epsilon\": 0.5 } }", wf_unsupported, 2, 10, "field", "behavior" },
		{ HEAD "\"behaviors\": { \"a\": { \"type\": \"toward\", \"target\": [1, 2] } } }", wf_badFormat, 2, 51,
		  "behaviors.a.target", "[x, y, z]" },
		{ HEAD "\"styles\": { \"a\": { \"mas\": 1 } } }", wf_badFormat, 2, 20, "styles.a.mas", "mass" },
		{ HEAD "\"goals\": [ { \"name\": \"far\", \"point\": [6, 6, 40] } ],\n\"agents\": [ { \"position\": 28, \"stops\": "
			   "\"far\" } ] }",
		  wf_outOfRange, 2, 38, "goals[0].point", "m from the surface" },
		{ HEAD "\"obstacles\": [ { \"vertices\": [14, 15, 27, 28] } ],\n\"goals\": [ { \"name\": \"in\", \"vertex\": 14 } ],\n"
			   "\"agents\": [ { \"position\": [2, 8, 0], \"stops\": \"in\" } ] }",
		  wf_goalBlocked, 3, 12, "goals[0]", "the goal \"in\" lies in an obstacle" },
		{ HEAD "\"obstacles\": [ { \"vertices\": [14, 15, 27, 28] } ],\n\"goals\": [ { \"name\": \"a\", \"point\": [8, 8, 0] },\n"
			   "{ \"name\": \"in\", \"point\": [1.6, 1.4, 0] } ],\n"
			   "\"agents\": [ { \"position\": [2, 8, 0], \"stops\": [\"a\", \"in\"] } ] }",
		  wf_goalBlocked, 4, 1, "goals[1]", "the goal \"in\" lies in an obstacle" },
		{ HEAD "\"world\": {} }", wf_badFormat, 2, 10, "world", "both a world in the plane and a mesh" },
		{ HEAD "\"grid\": {} }", wf_unsupported, 2, 9, "grid", "belongs to worlds in the plane" },
		{ HEAD "\"gaits\": { \"a\": {} } }", wf_unsupported, 2, 10, "gaits", "belongs to worlds in the plane" },
		{ HEAD "\"queues\": [ { \"name\": \"a\", \"line\": [[1, 1], [2, 1]] } ] }", wf_badFormat, 2, 37, "queues[0].line[0]",
		  "a point [x, y, z]" },
		{ HEAD "\"sources\": [ { \"region\": { \"type\": \"box\", \"bounds\": [1, 1, 2, 2] } } ] }", wf_badFormat, 2, 43,
		  "sources[0].region.bounds", "known are type, lower, upper" },
		{ HEAD "\"sources\": [ { \"region\": { \"type\": \"sphere\", \"center\": [1, 1, 0], \"radius\": 1 } } ] }", wf_badFormat,
		  2, 36, "sources[0].region.type", "expected one of box" },
		{ HEAD "\"sinks\": [ { \"type\": \"box\", \"bounds\": [1, 1, 2, 2] } ] }", wf_badFormat, 2, 29, "sinks[0].bounds",
		  "known are type, lower, upper" } };
	begin();
	for ( size_t i = 0; i < sizeof( cases ) / sizeof( cases[0] ); ++i )
	{
		wfSimulation simulation = { 0 };
		wfError error = { 0 };
		wfResult result = readText( cases[i].text, &simulation, &error );
		CHECK( simulation.crowd == NULL );
		testCheckError( &error, s_name, cases[i].result, cases[i].line, cases[i].column, cases[i].field, cases[i].words, __FILE__,
						__LINE__ );
		if ( !CHECK_EQUAL( result, cases[i].result ) )
		{
			printf( "%s\n", cases[i].text );
			wfSimulation_Free( &simulation );
		}
	}
	wfSimulation simulation = { 0 };
	wfSimulationDef def = wfDefaultSimulationDef();
	wfError error = { 0 };
	def.agents = 7;
	CHECK_EQUAL( readWith( HEAD "\"agents\": [ { \"position\": 28 } ] }", &def, &simulation, &error ), wf_outOfRange );
	CHECK( strstr( error.message, "no group with a count" ) != NULL );
	def.agents = -1;
	CHECK_EQUAL( readWith( s_full, &def, &simulation, &error ), wf_outOfRange );
	def = wfDefaultSimulationDef();
	def.presetGiven = true;
	def.preset = 7;
	CHECK_EQUAL( readWith( s_full, &def, &simulation, &error ), wf_outOfRange );
	testBeginAsserts();
	def = wfDefaultSimulationDef();
	def.internalCookie = 0;
	CHECK_EQUAL( readWith( s_full, &def, &simulation, &error ), wf_invalidDef );
	CHECK_EQUAL( wfReadSimulation( NULL, &def, &simulation, &error ), wf_invalidDef );
	CHECK_EQUAL( testEndAsserts(), 2 );
	CHECK( simulation.crowd == NULL );
	end();
}

TEST( StopsOnMeshesMayBePlacesAndWait )
{
	begin();
	wfSimulation simulation = { 0 };
	if ( accept( HEAD GOALS
				 "\"agents\": [ { \"position\": 28, \"stops\": [[3, 3, 0], 44, { \"goal\": \"door\", \"wait\": 3 }] } ] }",
				 &simulation ) )
	{
		wfAgentId id;
		CHECK_EQUAL( wfCrowd_GetAgentIds( simulation.crowd, &id, 1 ), 1 );
		CHECK_EQUAL( wfCrowd_GetAgent( simulation.crowd, id ).stopCount, 3 );
		CHECK( simulation.warnings.text == NULL );
	}
	wfSimulation_Free( &simulation );
	end();
}

TEST( RunsWithoutEndDoNotWait )
{
	begin();
	wfSimulation simulation = { 0 };
	if ( accept( HEAD GOALS "\"agents\": [ { \"position\": 28, \"stops\": [\"door\", \"desk\"], \"atEnd\": \"repeat\" } ] }",
				 &simulation ) )
	{
		CHECK( !simulation.stopWhenDone );
	}
	wfSimulation_Free( &simulation );
	end();
}

// Vertex 14 lies at [1, 1, 0].
TEST( GroupsOnMeshesFollowStrokesOfFiles )
{
	begin();
	wfSimulation simulation = { 0 };
	const char* text =
		HEAD TROOP "\"orders\": [ { \"group\": \"A\", \"order\": \"stroke\", \"strokes\": [ [[3, 4, 0], [3, 9, 0], "
				   "[9, 9, 0.1]], [[3, 9, 0], 14] ], \"advance\": \"centre\", \"divide\": \"number\", \"numbers\": "
				   "[3, -1] } ] }";
	if ( !accept( text, &simulation ) )
	{
		end();
		return;
	}
	for ( int32_t k = 0; k < 300 && !wfCrowd_IsDone( simulation.crowd ); ++k )
	{
		CHECK_EQUAL( wfOrderLog_Give( simulation.orders, simulation.crowd, NULL ), wf_ok );
		CHECK_EQUAL( wfCrowd_Tick( simulation.crowd, NULL ), wf_ok );
	}
	CHECK( wfCrowd_IsDone( simulation.crowd ) );
	wfFrame frame = wfCrowd_GetFrame( simulation.crowd );
	int32_t on = 0, back = 0;
	for ( int32_t k = 0; k < frame.count; ++k )
	{
		wfVec3 at = frame.positions[k];
		CHECK_NEAR( at.z, 0.0, 1e-9 );
		on += hypot( at.x - 9.0, at.y - 9.0 ) < 2.5 ? 1 : 0;
		back += hypot( at.x - 14 % SIDE, at.y - 14 / SIDE ) < 2.5 ? 1 : 0;
	}
	CHECK_EQUAL( on, 3 );
	CHECK_EQUAL( back, 1 );
	wfSimulation_Free( &simulation );
	end();
}

TEST( OneReaderReadsPlanesAndMeshes )
{
	begin();
	static const char plane[] = "{ \"version\": 1, \"world\": { \"size\": [4, 4] } }";
	wfSimulation simulation = { 0 };
	wfSimulationDef def = wfDefaultSimulationDef();
	CHECK_EQUAL( wfReadSimulationFromMemory( "a.json", plane, strlen( plane ), &def, &simulation, NULL ), wf_ok );
	CHECK( simulation.world != NULL && simulation.scene.mesh == NULL );
	wfSimulation_Free( &simulation );
	CHECK_EQUAL( wfWriteFileAtomically( s_name, s_full, strlen( s_full ), NULL ), wf_ok );
	CHECK_EQUAL( wfReadSimulation( s_name, &def, &simulation, NULL ), wf_ok );
	CHECK( simulation.world == NULL && simulation.scene.mesh != NULL );
	wfSimulation_Free( &simulation );
	remove( s_name );
	end();
}

static const char s_few[] =
	HEAD GOALS "  \"height\": 1.8, \"metadata\": { \"by\": \"us\" },\n"
			   "  \"styles\": { \"calm\": { \"base\": \"default\" } },\n"
			   "  \"behaviors\": { \"hunt\": { \"type\": \"toward\", \"target\": { \"agent\": \"hare\" } } },\n"
			   "  \"agents\": [ { \"name\": \"hare\", \"position\": 28, \"stops\": [\"door\"], \"style\": \"calm\" },\n"
			   "    { \"positions\": [[4, 2, 0], [5, 2, 0]], \"personality\": \"tired\", \"behavior\": \"hunt\" },\n"
			   "    { \"count\": 2, \"stops\": [{ \"oneOf\": [\"door\", \"desk\"] }] } ],\n"
			   "  \"groups\": [ { \"name\": \"A\", \"members\": [\"hare\"] } ],\n"
			   "  \"orders\": [ { \"group\": \"A\", \"order\": \"stroke\", \"strokes\": [[28, [6, 6, 0]]] } ] }";

TEST( AgentsOnMeshesSurviveWithoutMemory )
{
	begin();
	wfSimulation simulation = { 0 };
	TEST_EVERY_ALLOCATION( readText( s_few, &simulation, NULL ), wfSimulation_Free( &simulation ) );
	end();
}

void testIoSurfaceAgents( int argc, char** argv )
{
	RUN( AgentsOnMeshesAreRead );
	RUN( GroupsAreScatteredOverTheSurface );
	RUN( SeedsAndCountsCanBeGiven );
	RUN( AgentsOnMeshesAreRefused );
	RUN( GroupsOnMeshesFollowStrokesOfFiles );
	RUN( StopsOnMeshesMayBePlacesAndWait );
	RUN( RunsWithoutEndDoNotWait );
	RUN( OneReaderReadsPlanesAndMeshes );
	RUN( AgentsOnMeshesSurviveWithoutMemory );
}
