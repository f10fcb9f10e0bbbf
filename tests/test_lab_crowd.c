// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Experiments with crowds: the measures of paths, the claims of C1 to C7, and that a crowd that walks otherwise does not pass.
#include "tests/test_lab.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// The program's own file: it is not in any library.
#include "lab/experiments/experiment_walk.c"

#define PI 3.14159265358979323846

// ------------------------------------------------------------------------------------------------------------- measures

#define PLACE_COUNT 1001
static wfVec2 s_places[PLACE_COUNT];

static wfAgentWalk makeWalk( int32_t count )
{
	return ( wfAgentWalk ){ .desiredSpeed = 1.0, .places = s_places, .count = count };
}

TEST( CurvatureOfACircle )
{
	for ( int k = 1; k <= 3; ++k )
	{
		double radius = 2.0 * k;
		for ( int32_t i = 0; i < PLACE_COUNT; ++i )
		{
			// Unevenly fast: the measure is of the shape alone.
			double angle = PI * ( i + 0.4 * sin( 0.1 * i ) ) / ( PLACE_COUNT - 1 );
			s_places[i] = ( wfVec2 ){ radius * cos( angle ), radius * sin( angle ) };
		}
		wfAgentWalk walk = makeWalk( PLACE_COUNT );
		CHECK_NEAR( wfAgentWalk_GetCurvature( &walk, 0.1 ), 1.0 / radius, 0.02 / radius );
		CHECK_NEAR( wfAgentWalk_GetLength( &walk ), PI * radius, 0.01 );
		CHECK_NEAR( wfAgentWalk_GetDetour( &walk ), 0.5 * PI, 0.01 );
		CHECK_NEAR( wfAgentWalk_GetNearest( &walk, ( wfVec2 ){ 0.0, 0.0 } ), radius, 1e-9 );
	}
}

TEST( FewSharpCornersCountMoreThanManySlightOnes )
{
	double curvatures[3];
	for ( int k = 0; k < 3; ++k )
	{
		// The same half turn in 2, 8 and 32 corners.
		int32_t corners = 2 << ( 2 * k );
		double heading = 0.0;
		wfVec2 place = { 0.0, 0.0 };
		for ( int32_t i = 0; i < PLACE_COUNT; ++i )
		{
			s_places[i] = place;
			heading = PI * (double)( i * corners / ( PLACE_COUNT - 1 ) ) / corners;
			place.x += 0.01 * cos( heading );
			place.y += 0.01 * sin( heading );
		}
		wfAgentWalk walk = makeWalk( PLACE_COUNT );
		curvatures[k] = wfAgentWalk_GetCurvature( &walk, 0.1 );
	}
	CHECK( curvatures[1] < 0.8 * curvatures[0] && curvatures[2] < 0.8 * curvatures[1] && curvatures[2] > 0.0 );
}

TEST( StraightPathsHaveNoCurvature )
{
	for ( int32_t i = 0; i < PLACE_COUNT; ++i )
	{
		s_places[i] = ( wfVec2 ){ 0.02 * i, 1.0 };
	}
	wfAgentWalk walk = makeWalk( PLACE_COUNT );
	wfVec2 a = { 0.0, 0.5 }, b = { 10.0, 0.5 };
	CHECK_NEAR( wfAgentWalk_GetCurvature( &walk, 0.1 ), 0.0, 1e-9 );
	CHECK_NEAR( wfAgentWalk_GetOffset( &walk, a, b, 0.3, 0.7 ), 0.5, 1e-12 );
	CHECK_NEAR( wfAgentWalk_GetOffset( &walk, b, a, 0.3, 0.7 ), -0.5, 1e-12 );
	CHECK( isnan( wfAgentWalk_GetOffset( &walk, a, b, 3.0, 4.0 ) ) );
	// 0.02 m in 0.1 s is a fifth of the desired speed.
	CHECK_NEAR( wfAgentWalk_GetSlowSeconds( &walk, 0.1, 0.25 ), 100.0, 1e-9 );
	CHECK_NEAR( wfAgentWalk_GetSlowSeconds( &walk, 0.1, 0.15 ), 0.0, 1e-9 );
	wfAgentWalk none = makeWalk( 0 ), still = makeWalk( 1 );
	CHECK( isnan( wfAgentWalk_GetCurvature( &none, 0.1 ) ) && isnan( wfAgentWalk_GetCurvature( &still, 0.1 ) ) );
	CHECK( isnan( wfAgentWalk_GetDetour( &none ) ) );
	CHECK( wfAgentWalk_GetLength( &none ) == 0.0 && isinf( wfAgentWalk_GetNearest( &none, a ) ) );
}

TEST( DistancesOfWalksAreAtEqualTimes )
{
	wfVec2 ahead[] = { { 0.0, 0.0 }, { 1.0, 0.0 }, { 2.0, 0.0 }, { 3.0, 0.0 } };
	wfVec2 late[] = { { 0.0, 0.3 }, { 1.0, 0.3 } };
	wfAgentWalk first = { .places = ahead, .count = 4 }, second = { .places = late, .count = 2, .firstTick = 2 };
	CHECK_NEAR( wfAgentWalk_GetNearestWalk( &first, &second ), hypot( 2.0, 0.3 ), 1e-12 );
	CHECK_NEAR( wfAgentWalk_GetNearestWalk( &second, &first ), hypot( 2.0, 0.3 ), 1e-12 );
	second.firstTick = 0;
	CHECK_NEAR( wfAgentWalk_GetNearestWalk( &first, &second ), 0.3, 1e-12 );
	second.firstTick = 4;
	CHECK( isinf( wfAgentWalk_GetNearestWalk( &first, &second ) ) );
}

// ---------------------------------------------------------------------------------------------------------- named parts

static const char s_crowd[] = "{ \"version\": 1, \"world\": { \"size\": [9, 9] },"
							  "  \"styles\": { \"slow\": {}, \"x\": {} }, \"behaviors\": { \"x\": { \"type\": \"harmonic\" } },"
							  "  \"agents\": [{ \"position\": [2, 2] }, { \"name\": \"x\", \"position\": [4, 4] }] }";

TEST( NamedPartsAreFound )
{
	wfSimulationDef def = wfDefaultSimulationDef();
	wfSimulation simulation = { 0 };
	wfError error;
	size_t size = sizeof( s_crowd ) - 1;
	if ( !CHECK( wfReadSimulationFromMemory( "x.json", s_crowd, size, &def, &simulation, &error ) == wf_ok ) )
	{
		return;
	}
	int32_t slow = wfSimulation_FindPart( &simulation, wf_stylePart, "slow" );
	int32_t style = wfSimulation_FindPart( &simulation, wf_stylePart, "x" );
	CHECK( slow > 0 && style > 0 && slow != style );
	CHECK_EQUAL( wfSimulation_FindPart( &simulation, wf_agentPart, "x" ), 2 );
	CHECK_EQUAL( wfSimulation_FindPart( &simulation, wf_agentPart, "slow" ), 0 );
	CHECK_EQUAL( wfSimulation_FindPart( &simulation, wf_stylePart, "" ), 0 );
	wfAgentId ids[2];
	wfBehaviorId behavior = { wfSimulation_FindPart( &simulation, wf_behaviorPart, "x" ) };
	CHECK_EQUAL( wfCrowd_GetAgentIds( simulation.crowd, ids, 2 ), 2 );
	CHECK( wfCrowd_SetStyle( simulation.crowd, ids[0], ( wfStyleId ){ slow } ) == wf_ok );
	CHECK( wfCrowd_SetBehavior( simulation.crowd, ids[1], behavior, ( wfBehaviorId ){ 0 } ) == wf_ok );
	wfSimulation_Free( &simulation );
	CHECK_EQUAL( wfSimulation_FindPart( &simulation, wf_stylePart, "slow" ), 0 );
	TEST_EVERY_ALLOCATION( wfReadSimulationFromMemory( "x.json", s_crowd, size, &def, &simulation, &error ),
						   wfSimulation_Free( &simulation ) );
}

// --------------------------------------------------------------------------------------------------------------- claims

TEST( ExperimentsOnMotionHold )
{
	static const struct
	{
		const char* id;
		testExpectedRun run;
	} expected[] = {
		{ "C1",
		  { "C1-vectors.json", "ordered middle abrupt abruptOurs pulls pullsOurs apart rest mirrored mirroredRelaxed arriveAlone "
							   "arriveTogether blocked gap" } },
		{ "C2", { "C2-cells.json", "smoother arrive smootherOurs arriveOurs" } },
		{ "C3", { "C3-group.json", "through around farther arrive gap" } },
		{ "C4", { "C4-rules.json", "smoother arrive late gap smootherOurs arriveOurs lateOurs gapOurs" } },
		{ "C5", { "C5-mass.json", "steadier nearer arrive circles longer misses missesOurs circlesOurs gap" } },
		{ "C6",
		  { "C6-inertia.json", "smoother arrive misses beyond missesNearer smootherOurs arriveOurs missesOurs beyondOurs" } },
		{ "C7", { "C7-head-on.json", "headOnDetour headOnWaits detour loop hurries waits straight arrive gap" } } };
	for ( size_t i = 0; i < sizeof( expected ) / sizeof( expected[0] ); ++i )
	{
		testExperimentHolds( expected[i].id, &expected[i].run, 1 );
	}
}

TEST( CrowdsThatWalkOtherwiseAreNoticed )
{
	testChangeIsReported( "C1-vectors.json", "\"v\": [0, 1]", "\"v\": [0, -1]",
						  "FAILS as printed: smallest distance between paths" );
	testChangeIsReported( "C1-vectors.json", "\"v\": [0, -1]", "\"v\": [0, 0.1]",
						  "FAILS as printed: v (0, 1) and (0, -1): mean distance" );
	testChangeIsReported( "C1-vectors.json", "\"v\": [0.7, -0.7]", "\"v\": [-0.7, -0.7]",
						  "FAILS as printed: v (0.7, -0.7) turns" );
	testChangeIsReported( "C1-vectors.json", "\"v\": [0.7, 0.7]", "\"v\": [0.7, 0.6]", "FAILS three pairs of mirrored v" );
	testChangeIsReported( "C1-vectors.json", "\"epsilon\": -0.7", "\"epsilon\": 0.7",
						  "FAILS as printed: v (0, 1): offset to the left" );
	testChangeIsReported( "C2-cells.json", "\"mapCell\": 0.42, \"mapSize\": 21", "\"mapCell\": 0.8, \"mapSize\": 11",
						  "FAILS as printed: curvature against" );
	testChangeIsReported( "C3-group.json", "\"mapSize\": 29", "\"mapSize\": 15", "FAILS map of all the width" );
	testChangeIsReported( "C3-group.json", "\"mapSize\": 15", "\"mapSize\": 29, \"iterations\": 100, \"neighborReach\": 6.5",
						  "FAILS map of half the width" );
	testChangeIsReported( "C4-rules.json", "\"seconds\": 200", "\"seconds\": 20",
						  "FAILS as printed: smallest share that arrives: 0" );
	testChangeIsReported( "C4-rules.json", "\"rule\": \"mean\"", "\"rule\": \"gradient\"",
						  "FAILS as printed: mean curvature against" );
	testChangeIsReported( "C5-mass.json", "\"mass\": 100", "\"mass\": 24", "FAILS as printed: mass 100: turns around" );
	testChangeIsReported( "C5-mass.json", "\"base\": \"mass 100\"", "\"base\": \"mass 12\"", "FAILS mass 100 at full speed" );
	testChangeIsReported( "C6-inertia.json", "\"inertia\": 0.99", "\"inertia\": 0.9",
						  "FAILS as printed: eta 0.99, a goal 24 m ahead" );
	testChangeIsReported( "C6-inertia.json", "\"epsilon\": -0.7", "\"epsilon\": 0.7", "FAILS as printed: eta 0.99: share" );
	testChangeIsReported( "C7-head-on.json", "\"style\": \"slowing\"", "\"style\": \"full speed\"", "FAILS slowing: one waits" );
	testChangeIsReported( "C7-head-on.json", "\"style\": \"full speed\"", "\"style\": \"slowing\"",
						  "FAILS full speed: the longest way" );
}

TEST( BadVariantsAreRefused )
{
	const char* const changes[][2] = {
		{ "\"style\": \"coarse\"", "\"style\": \"finest\"" },	 // no such style
		{ "\"style\": \"coarse\"", "\"style\": 3" },			 // not a name
		{ "\"style\": \"coarse\"", "\"styel\": \"coarse\"" },	 // unknown field
		{ "\"style\": \"coarse\"", "\"agents\": [\"nobody\"]" }, // no such entry
		{ "\"style\": \"coarse\"", "\"agents\": []" },			 // nobody at all
		{ "\"style\": \"coarse\"", "\"behavior\": \"down\"" },	 // no such behaviour
		{ "\"style\": \"coarse\"", "\"onSight\": \"up\"" },		 // needs a behaviour beside it
		{ "\"name\": \"cells of 0.80 m\"", "\"name\": \"\"" },	 // without a name
		{ "\"line\": [[3, 5.25], [33, 5.25]]", "\"line\": [[3, 5.25], [3, 5.25]]" },
		{ "\"variants\": [", "\"variants\": 5, \"others\": [" },
		{ "\"kind\": \"smoothness\"", "\"kind\": \"group\"" },		// claims that kind does not measure
		{ "\"preset\": \"classic\"", "\"preset\": \"classical\"" }, // the crowd itself
	};
	testChangesAreRefused( "C2-cells.json", changes, sizeof( changes ) / sizeof( changes[0] ) );
	// Mirror images come in pairs.
	CHECK_EQUAL( testRunChanged( "C1-vectors.json", "\"mirrored\": [", "\"mirrored\": [ { \"name\": \"odd\" }," ), 4 );
	CHECK_EQUAL( testRunChanged( "C1-vectors.json", "\"across\": [-1,", "\"across\": [-1, 1," ), 4 );
}

TEST( PicturesOfWalksAreDrawn )
{
	char folder[1024], arguments[1200];
	snprintf( folder, sizeof( folder ), "%s", testTemporaryPath( "walks" ) );
	snprintf( arguments, sizeof( arguments ), "experiments C3 --out \"%s\" --format png", folder );
	CHECK_EQUAL( testRunProgram( arguments ), 0 );
	testTakePicture( folder, "C3-group.png" );
	testTakePicture( folder, "C3-group-map-of-all-the-width.png" );
	CHECK_EQUAL( rmdir( folder ), 0 );
}

void testExperimentsWithCrowds( int argc, char** argv )
{
	RUN( CurvatureOfACircle );
	RUN( FewSharpCornersCountMoreThanManySlightOnes );
	RUN( StraightPathsHaveNoCurvature );
	RUN( DistancesOfWalksAreAtEqualTimes );
	RUN( NamedPartsAreFound );
	RUN( ExperimentsOnMotionHold );
	RUN( CrowdsThatWalkOtherwiseAreNoticed );
	RUN( BadVariantsAreRefused );
	RUN( PicturesOfWalksAreDrawn );
}
