// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The experiments on surfaces hold, would be reported if they did not, and refuse files that are wrong.
#include "tests/test_lab.h"

#include <stdio.h>
#include <unistd.h>

TEST( ExperimentsOnFlatMeshesHold )
{
	static const char plane[] = "printedRegularMean printedRegularWorst printedNoisyMean printedNoisyWorst borderRegularWorst "
								"borderNoisyWorst regularMean regularWorst noisyMean noisyWorst flat arrive stray";
	static const testExpectedRun planes[] = { { "S1-environment-1.json", plane },
											  { "S1-environment-2.json", plane },
											  { "S1-environment-3.json", plane },
											  { "S1-environment-4.json", plane } };
	static const testExpectedRun trap = { "S4-trap.json",
										  "printedLarge printedSmall settled isTrap flat residual arrive touches startsArrive" };
	testExperimentHolds( "S1", planes, 4 );
	static const testExpectedRun passage = { "S8-passage.json", "printedFlat printedArrive flat arrive" };
	testExperimentHolds( "S4", &trap, 1 );
	testExperimentHolds( "S8", &passage, 1 );
}

TEST( ExperimentsOnBentSurfacesHold )
{
	static const char walks[] =
		"printedLarge printedArrive printedTouches printedTurnMean arrive arriveObstacles flat residual turn turnMean "
		"inTheWay longer touches";
	static const char starts[] = "theirs theirLengths theirsArrive ours ratio lengths arrive";
	static const testExpectedRun surfaces[] = {
		{ "S2-car-starts.json", starts }, { "S2-car.json", walks }, { "S2-costa.json", walks }, { "S2-statue.json", walks } };
	static const testExpectedRun spread = { "S3-sphere.json", starts };
	testExperimentHolds( "S2", surfaces, 4 );
	testExperimentHolds( "S3", &spread, 1 );
}

TEST( ExperimentsWithBadTrianglesHold )
{
	static const testExpectedRun needles = {
		"S5-needles.json", "printedArrive printedTurn smoothed arrive flat residual turn tautTurn sharp flatTriangles refused "
						   "repaired" };
	testExperimentHolds( "S5", &needles, 1 );
}

TEST( ExperimentsWithOtherWeightsHold )
{
	static const testExpectedRun weights = { "S7-weights.json",
											 "same fewestLeast fewestMost nearestLeast nearestMost lowLeast lowMost highLeast "
											 "highMost fromGoalLeast fromGoalMost alternatingLeast alternatingMost" };
	testExperimentHolds( "S7", &weights, 1 );
	testChangeIsReported( "S7-weights.json", "\"relaxChange\": 0.001", "\"relaxChange\": 10", "FAILS from " );
}

TEST( TimesOfFieldsHold )
{
	static const testExpectedRun time = { "S6-time.json", "carGoal carScratch costaGoal costaScratch statueGoal statueScratch" };
	testExperimentHolds( "S6", &time, 1 );
}

static const char s_carObstacles[] = "{ \"center\": [0.2, 0, 1.36], \"radius\": 0.3 },\n"
									 "      { \"center\": [1.2, -0.35, 1.1], \"radius\": 0.2 },\n"
									 "      { \"center\": [-0.6, -0.4, 1], \"radius\": 0.2 },\n"
									 "      { \"center\": [1, 0.8, 0.6], \"radius\": 0.2 }";

// Each claim is false when what it is about is taken away.
TEST( SurfacesThatDoNotHoldAreReported )
{
	// Where the goal touches the boundary the attraction jumps, and no two meshes agree in the cells at the jump.
	testChangeIsReported( "S1-environment-1.json", "[[1, 6], [2, 6], [2, 9], [1, 9]]", "[[0, 6], [1, 6], [1, 9], [0, 9]]",
						  "FAILS equal triangles: worst cell" );
	testChangeIsReported( "S2-car.json", s_carObstacles, "{ \"center\": [-2.1, 0, 0.4], \"radius\": 0.05 }",
						  "FAILS share of walks that would meet an obstacle" );
	testChangeIsReported( "S2-car-starts.json", "\"start\": [-1.2, 0, 0.75]", "\"start\": [1.5, 0, 0.9]",
						  "FAILS ours: longest path" );
	testChangeIsReported( "S3-sphere.json", "\"start\": [0, 10, 1]", "\"start\": [0, 6.1, -7.9]", "FAILS ours: paths apart" );
	testChangeIsReported( "S4-trap.json", "{ \"type\": \"box\", \"name\": \"back\", \"bounds\": [19, 4, 20, 16.5] },", "",
						  "FAILS smallest share of vertices from which walking straight" );
	testChangeIsReported( "S8-passage.json", "[24.5, 4, 26, 17] },",
						  "[24.5, 4, 26, 17] }, { \"type\": \"box\", \"bounds\": [12, 17, 18, 29] },",
						  "FAILS as printed: 3DS-BVP to 1e-12: vertices" );
	testChangeIsReported( "S5-needles.json", "\"flat\": 2", "\"seed\": 2", "FAILS triangles of no area" );
}

TEST( BadSurfaceExperimentsAreRefused )
{
	static const char* const walks[][2] = {
		{ "\"surface\": \"car\"", "\"surface\": \"cart\"" },
		{ "\"surface\": \"car\"", "\"surface\": 3" },
		{ "\"vertices\": 665", "\"vertices\": 10" },
		{ "\"vertices\": 665", "\"vertices\": 665.5" },
		{ "\"goal\": [1.9, 0, 0.85]", "\"goal\": [1.9, 0]" },
		{ "\"goal\"", "\"gaol\"" },
		{ "\"radius\": 0.3", "\"radius\": -0.3" },
		{ "\"obstacles\": [", "\"obstacles\": [ 3," },
		{ "\"starts\": [", "\"starts\": [ [1, 2]," },
		{ "\"touches\"", "\"touching\"" },
	};
	static const char* const spread[][2] = {
		{ "\"startCount\": 14", "\"startCount\": 1" },
		{ "\"startRadius\": 0.35", "\"startRadius\": 0.6" },
	};
	static const char* const times[][2] = {
		{ "\"relaxChanges\": [0.01, 0.001]", "\"relaxChanges\": [0.01]" },
		{ "\"surfaces\": [", "\"surfaces\": [ 3," },
		{ "\"start\": [-1.9, 0.3, 0.6]", "\"start\": [-1.9]" },
	};
	static const char* const planes[][2] = {
		{ "\"noise\": 0.4", "\"noise\": 0.5" },
		{ "\"noise\": 0.4", "\"nose\": 0.4" },
		{ "\"goals\": [", "\"goals\": [], \"experiment2\": [" },
		{ "\"relaxChange\": 0.001", "\"relaxChange\": \"0.001\"" },
	};
	testChangesAreRefused( "S2-car.json", walks, sizeof( walks ) / sizeof( walks[0] ) );
	testChangesAreRefused( "S3-sphere.json", spread, sizeof( spread ) / sizeof( spread[0] ) );
	testChangesAreRefused( "S6-time.json", times, sizeof( times ) / sizeof( times[0] ) );
	testChangesAreRefused( "S1-environment-1.json", planes, sizeof( planes ) / sizeof( planes[0] ) );
}

TEST( SurfacePicturesAreDrawn )
{
	char folder[1024], arguments[2600];
	snprintf( folder, sizeof( folder ), "%s", testTemporaryPath( "surface-pictures" ) );
	const char* const ids[] = { "S3", "S6" };
	const char* const names[] = { "S3-sphere.svg", "S3-sphere-occupied.svg", "S6-time.svg" };
	for ( int i = 0; i < 2; ++i )
	{
		snprintf( arguments, sizeof( arguments ), "experiments %s --quick --out \"%s\"", ids[i], folder );
		CHECK_EQUAL( testRunProgram( arguments ), 0 );
	}
	for ( int i = 0; i < 3; ++i )
	{
		testTakePicture( folder, names[i] );
	}
	rmdir( folder );
}

void testExperimentsOnSurfaces( int argc, char** argv )
{
	RUN( ExperimentsOnFlatMeshesHold );
	RUN( ExperimentsOnBentSurfacesHold );
	RUN( ExperimentsWithBadTrianglesHold );
	RUN( ExperimentsWithOtherWeightsHold );
	// Times say nothing where a sanitizer looks on. It sees the same computation where its pictures are drawn.
	if ( !TEST_HAS_SANITIZER )
	{
		RUN( TimesOfFieldsHold );
	}
	RUN( SurfacesThatDoNotHoldAreReported );
	RUN( BadSurfaceExperimentsAreRefused );
	RUN( SurfacePicturesAreDrawn );
}
