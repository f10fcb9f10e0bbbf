// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The commands `experiments` and `bench`, run as a user does: claims hold, and would be reported if they did not.
#include "tests/test_lab.h"

#include "io/json.h"
#include "tests/cli.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define OUTPUT_CAPACITY ( 1 << 20 )

static char s_output[OUTPUT_CAPACITY];
static size_t s_size;

// The data folder is hidden, so that the tests do the same everywhere.
int testRunProgram( const char* arguments )
{
	char command[4096];
	snprintf( command, sizeof( command ), "env -u WAYFIELD_DATA -u WAYFIELD_SCENARIOS \"%s\" %s 2>/dev/null", WAYFIELD_PROGRAM,
			  arguments );
	FILE* pipe = popen( command, "r" );
	if ( pipe == NULL )
	{
		return -1;
	}
	s_size = fread( s_output, 1, OUTPUT_CAPACITY - 1, pipe );
	s_output[s_size] = 0;
	int status = pclose( pipe );
	return WIFEXITED( status ) ? WEXITSTATUS( status ) : -1;
}

const char* testGetOutput( void )
{
	return s_output;
}

// The output as JSON.
static bool parseOutput( wfJson* json, wfReader* reader, wfReadDef* def, size_t* used, wfError* error )
{
	*def = wfDefaultReadDef();
	*used = 0;
	*error = ( wfError ){ 0 };
	*reader = ( wfReader ){ .name = "output", .text = s_output, .size = s_size, .def = def, .used = used, .error = error };
	return CHECK( wfJson_Parse( reader, json ) == wf_ok );
}

static bool isTrue( const wfJson* json, const wfJsonNode* object, const char* key )
{
	const wfJsonNode* node = wfJson_Find( json, object, key );
	return node != NULL && node->type == wf_jsonTrue;
}

static const char* getText( const wfJson* json, const wfJsonNode* object, const char* key )
{
	const wfJsonNode* node = wfJson_Find( json, object, key );
	return node != NULL && node->type == wf_jsonString ? wfJson_String( json, node ) : "";
}

static double getNumber( const wfJson* json, const wfJsonNode* object, const char* key )
{
	const wfJsonNode* node = wfJson_Find( json, object, key );
	return node != NULL && node->type == wf_jsonNumber ? node->number : -1e300;
}

// ---------------------------------------------------------------------------------------------------------- experiments

static void checkClaims( const wfJson* json, const wfJsonNode* run, const char* names )
{
	const wfJsonNode* claims = wfJson_Find( json, run, "claims" );
	if ( !CHECK( claims != NULL && claims->type == wf_jsonList ) )
	{
		return;
	}
	int32_t expected = 0;
	for ( const char* name = names; *name != 0; expected += 1 )
	{
		size_t length = strcspn( name, " " );
		bool found = false;
		for ( const wfJsonNode* claim = wfJson_First( json, claims ); claim != NULL; claim = wfJson_Next( json, claim ) )
		{
			const char* text = getText( json, claim, "claim" );
			if ( strlen( text ) == length && strncmp( text, name, length ) == 0 )
			{
				found = true;
				bool held = isTrue( json, claim, "held" );
				if ( !CHECK( held ) )
				{
					printf( "    %s: %s is %g\n", getText( json, run, "file" ), text, getNumber( json, claim, "figure" ) );
				}
			}
		}
		if ( !CHECK( found ) )
		{
			printf( "    %s has no claim %.*s\n", getText( json, run, "file" ), (int)length, name );
		}
		name += length + strspn( name + length, " " );
	}
	CHECK_EQUAL( claims->count, expected );
}

void testExperimentHolds( const char* id, const testExpectedRun* expected, int count )
{
	wfJson json;
	wfReader reader;
	wfReadDef def;
	wfError error;
	size_t used;
	char arguments[64];
	snprintf( arguments, sizeof( arguments ), "experiments %s --quick --json", id );
	CHECK_EQUAL( testRunProgram( arguments ), 0 );
	if ( !parseOutput( &json, &reader, &def, &used, &error ) )
	{
		return;
	}
	CHECK_EQUAL( getNumber( &json, json.nodes, "held" ), count );
	CHECK_EQUAL( getNumber( &json, json.nodes, "failed" ), 0 );
	const wfJsonNode* runs = wfJson_Find( &json, json.nodes, "experiments" );
	const wfJsonNode* run = runs != NULL ? wfJson_First( &json, runs ) : NULL;
	for ( int i = 0; i < count && CHECK( run != NULL ); ++i, run = wfJson_Next( &json, run ) )
	{
		CHECK_STRING( getText( &json, run, "file" ), expected[i].file );
		CHECK_STRING( getText( &json, run, "id" ), id );
		CHECK( isTrue( &json, run, "held" ) );
		checkClaims( &json, run, expected[i].claims );
	}
	wfJson_Free( &json );
}

TEST( ExperimentsWithFieldsHold )
{
	static const testExpectedRun pull[] = {
		{ "F1-corner.json", "along across alongOurs acrossOurs ownAlong ownAcross fitAcross arrive wall arriveOurs wallOurs" },
		{ "F1-corridor.json", "harmonic towardV towardMinusV mirror arrive flat printedSign" },
		{ "F1-fast-wave.json", "fit swing none aside arrive wall" },
		{ "F1-oscillation.json",
		  "fitSlow fitMiddle fitFast swingSlow swingMiddle swingFast narrowSlow narrowMiddle narrowFast arrive wall "
		  "fitSlowOurs fitMiddleOurs fitFastOurs swingSlowOurs swingMiddleOurs swingFastOurs narrowSlowOurs narrowMiddleOurs "
		  "narrowFastOurs arriveOurs wallOurs" },
		{ "F1-two-waves.json", "fit short long arrive wall fitOurs shortOurs longOurs arriveOurs wallOurs" } };
	static const testExpectedRun strength[] = {
		{ "F2-across.json", "grows neverFalls saturates mirror refused arrive flat" },
		{ "F2-field.json",
		  "growsPrinted arrivePrinted atLimit beyond unbounded agentsArrive agentsAside agentsGrow agentsLast mirror "
		  "refused arrive flat" },
		{ "F2-strength.json", "grows mostBelowOne overlap arrive mirrored straight unsafe backward wrongSide same straightOurs "
							  "mirroredOurs arriveOurs" } };
	static const testExpectedRun rooms[] = {
		{ "F3-passage.json", "plainFlat plainArrive plainSpread stackArrive flat arrive residual" },
		{ "F3-rooms.json", "plainFlat plainArrive stackArrive flat arrive residual" } };
	static const testExpectedRun traps[] = { { "F4-concave.json", "isTrap flat arrive traced startsArrive" },
											 { "F4-u-trap.json", "isTrap flat arrive traced startsArrive" } };
	static const testExpectedRun walls = { "F5-walls.json", "closer closest arrive flat" };
	testExperimentHolds( "F1", pull, 5 );
	testExperimentHolds( "F2", strength, 3 );
	testExperimentHolds( "F3", rooms, 2 );
	testExperimentHolds( "F4", traps, 2 );
	testExperimentHolds( "F5", &walls, 1 );
}

TEST( ExperimentsWithSweepsHold )
{
	static const testExpectedRun proximity = { "C15-proximity.json", "gap arrive right farther smoother" };
	testExperimentHolds( "C15", &proximity, 1 );
	static const testExpectedRun family = { "F6-family.json", "minima settled arrive differ otherMinima" };
	static const testExpectedRun sweeps = { "F7-sweeps.json", "kept keptBest fresh" };
	static const testExpectedRun region = { "F8-region.json", "middle once small nearGoal local arrive" };
	static const testExpectedRun map = { "F9-local-map.json",
										 "line zigzag bySize shortAgainst shortToward flatAgainst lineOurs shortOurs" };
	testExperimentHolds( "F6", &family, 1 );
	testExperimentHolds( "F7", &sweeps, 1 );
	testExperimentHolds( "F8", &region, 1 );
	testExperimentHolds( "F9", &map, 1 );
}

TEST( OneExperimentCanBeChosen )
{
	CHECK_EQUAL( testRunProgram( "experiments f3 --quick" ), 0 );
	CHECK( strncmp( s_output, "F3  ", 4 ) == 0 );
	CHECK( strstr( s_output, "2 held, 0 failed\n" ) != NULL && strstr( s_output, "F1  " ) == NULL );
	CHECK_EQUAL( testRunProgram( "experiments F77" ), 2 );
	CHECK_EQUAL( s_size, 0 );
	CHECK_EQUAL( testRunProgram( "experiments F1 F2" ), 2 );
	CHECK_EQUAL( testRunProgram( "experiments --scenarios no/such/folder" ), 3 );
}

int testRunChanged( const char* name, const char* find, const char* replacement )
{
	char source[1024], folder[1024], path[1200], arguments[1200];
	static char text[16384], changed[20000];
	snprintf( source, sizeof( source ), "%s/scenarios/%s", WAYFIELD_SOURCE_DIR, name );
	FILE* file = fopen( source, "r" );
	if ( !CHECK( file != NULL ) )
	{
		return -1;
	}
	size_t size = fread( text, 1, sizeof( text ) - 1, file );
	fclose( file );
	text[size] = 0;
	char* at = strstr( text, find );
	if ( !CHECK( at != NULL ) )
	{
		return -1;
	}
	snprintf( changed, sizeof( changed ), "%.*s%s%s", (int)( at - text ), text, replacement, at + strlen( find ) );
	snprintf( folder, sizeof( folder ), "%s", testTemporaryPath( "experiments" ) );
	mkdir( folder, 0777 );
	snprintf( path, sizeof( path ), "%s/%s", folder, name );
	file = fopen( path, "w" );
	if ( !CHECK( file != NULL ) )
	{
		return -1;
	}
	fputs( changed, file );
	fclose( file );
	snprintf( arguments, sizeof( arguments ), "experiments --quick --scenarios \"%s\"", folder );
	int code = testRunProgram( arguments );
	unlink( path );
	rmdir( folder );
	return code;
}

void testChangeIsReported( const char* name, const char* find, const char* replacement, const char* expected )
{
	static const char* s_before = "";
	if ( TEST_HAS_SANITIZER && strcmp( name, s_before ) == 0 )
	{
		return;
	}
	s_before = name;
	CHECK_EQUAL( testRunChanged( name, find, replacement ), 1 );
	if ( !CHECK( strstr( testGetOutput(), expected ) != NULL ) )
	{
		printf( "    %s does not tell \"%s\"\n", name, expected );
	}
}

void testChangesAreRefused( const char* name, const char* const ( *changes )[2], size_t count )
{
	for ( size_t i = 0; i < count; ++i )
	{
		if ( !CHECK( testRunChanged( name, changes[i][0], changes[i][1] ) == 4 ) )
		{
			printf( "    %s is not refused\n", changes[i][1] );
		}
	}
}

static int runChanged( const char* find, const char* replacement )
{
	return testRunChanged( "F4-u-trap.json", find, replacement );
}

TEST( ClaimsThatDoNotHoldAreReported )
{
	CHECK_EQUAL( runChanged( "\"F4\"", "\"F4\"" ), 0 );
	CHECK_EQUAL( runChanged( "\"least\": 0.2", "\"least\": 0.9" ), 1 );
	CHECK( strstr( s_output, "FAILS share of cells from which walking straight" ) != NULL );
	CHECK( strstr( s_output, "0 held, 1 failed\n" ) != NULL );
}

// An experiment that is run as printed.
static int runChangedMeeting( const char* find, const char* replacement )
{
	return testRunChanged( "C15-proximity.json", find, replacement );
}

#define OURS "\"ours\": \"eps 0 and 0.6, from north and south and round\", \"reason\": \"it is round\", "

// The columns of the table, for claims of the printed setting, of ours, and findings.
TEST( ExperimentsSayWhatIsPrintedAndWhatIsOurs )
{
	CHECK_EQUAL( runChangedMeeting( "\"C15\"", "\"C15\"" ), 0 );
	CHECK( strstr( s_output, "\n        from Dapper 2006, section 6, figure 5\n" ) != NULL );
	CHECK(
		strstr( s_output,
				"\nC15  global map of 60 x 60 cells, local of 11; eps 0;    as printed                                    holds\n"
				"     eps 0.6 and v " ) != NULL );
	// All claims are of ours then.
	CHECK_EQUAL( runChangedMeeting( "\"variants\"", OURS "\"variants\"" ), 0 );
	CHECK( strstr( s_output, "\n        ours, because it is round\n" ) != NULL );
	CHECK( strstr( s_output, "eps 0;    eps 0 and 0.6, from north and south and       holds with ours\n" ) != NULL );
	CHECK( strstr( s_output, "  round\n" ) != NULL && strstr( s_output, "as printed: " ) == NULL );
	// What does not come out as the paper says is no failure as long as it comes out as it is written here.
	CHECK_EQUAL( runChangedMeeting( "\"least\": 0.9 }", "\"least\": 0.9, \"finding\": \"walls differ\" }" ), 0 );
	CHECK( strstr( s_output, "\n  found with the pull: the other is passed" ) != NULL );
	CHECK( strstr( s_output, "\n        does not hold as printed: walls differ\n" ) != NULL );
	CHECK( strstr( s_output, "as printed                                    does not hold as printed\n" ) != NULL );
	CHECK( strstr( s_output, "1 held, 0 failed\n" ) != NULL );
	CHECK_EQUAL( runChangedMeeting( "\"least\": 0.9 }", "\"least\": 20, \"finding\": \"walls differ\" }" ), 1 );
	CHECK( strstr( s_output, "FAILS with the pull: the other is passed" ) != NULL );
	CHECK( strstr( s_output, " FAILS\n" ) != NULL && strstr( s_output, "0 held, 1 failed\n" ) != NULL );
}

TEST( BadSourcesAreRefused )
{
	static const char* const changes[][2] = {
		{ "\"section\": \"section 6\"", "\"sction\": \"section 6\"" },
		{ "\"section\": \"section 6\"", "\"section\": 6" },
		{ "\"source\": {", "\"origin\": {" }, // printed by whom?
		{ "\"printed\"", "\"text\"" },
		{ "\"variants\"", "\"ours\": \"eps 0.8\", \"variants\"" }, // without a reason
		{ "\"variants\"", "\"reason\": \"it is round\", \"variants\"" },
		{ "\"least\": 0.9 }", "\"least\": 0.9, \"setting\": \"ours\" }" }, // which is not said
		{ "\"least\": 0.9 }", "\"least\": 0.9, \"setting\": \"theirs\" }" },
		{ "\"least\": 0.9 }", "\"least\": 0.9, \"finding\": 3 }" },
		{ "\"claims\": {\n      \"gap\": {", OURS "\"claims\": { \"gap\": { \"finding\": \"x\", " }, // of ours
	};
	testChangesAreRefused( "C15-proximity.json", changes, sizeof( changes ) / sizeof( changes[0] ) );
}

// Agents and fields that do otherwise are noticed, and so is a finding that does not come out any more.
TEST( PullsThatDoOtherwiseAreNoticed )
{
	testChangeIsReported( "F1-oscillation.json", "\"rate\": 1.7453292519943295", "\"rate\": 1.3",
						  "FAILS as printed: steps of 0.3 cells: share" );
	testChangeIsReported( "F1-corner.json", "\"relative\": true,", "", "FAILS in the agent's own frame, second leg: to" );
	testChangeIsReported( "F1-two-waves.json", ", { \"axis\": \"y\", \"rate\": 0.8726646259971648 }", "",
						  "FAILS as printed: the wave of 72 steps" );
	// With the sign that pulls.
	testChangeIsReported( "F1-oscillation.json", "\"epsilon\": -0.8", "\"epsilon\": 0.8",
						  "FAILS as printed: steps of 0.5 cells: to either side" );
	testChangeIsReported( "F2-strength.json", "\"sweeps\": 30", "\"sweeps\": 200", "FAILS as printed: eps 0, a straight line" );
	testChangeIsReported( "F2-field.json", "1.6, 2, 2.4, 7.2]", "1.6, 2, 2.4, 2]", "FAILS as printed: fields whose p grows" );
	testChangeIsReported( "F2-field.json", "\"v\": [1, 1]", "\"v\": [-1, 1]", "FAILS as printed: they walk so far to the side" );
	CHECK_EQUAL( testRunChanged( "F1-oscillation.json", "\"what\": \"fit\"", "\"what\": \"fits\"" ), 4 );
	CHECK_EQUAL( testRunChanged( "F1-oscillation.json", "\"variant\": \"steps of 0.3", "\"variant\": \"steps of 0.4" ), 4 );
	CHECK_EQUAL( testRunChanged( "F2-strength.json", "0.7, 1, 1.2, 2, 3, 4],", "0.7, 1.1, 1.2, 2, 3, 4]," ), 4 );
	CHECK_EQUAL( testRunChanged( "F2-strength.json", "\"agent\": { \"size\": 15", "\"agent\": { \"size\": 14" ), 4 );
}

TEST( SweepsThatDoOtherwiseAreNoticed )
{
	testChangeIsReported( "C15-proximity.json", "\"onSight\": \"right\"", "\"onSight\": \"none\"",
						  "FAILS nearest distance with" );
	// With F(0) = 0 there is no local minimum to be found.
	testChangeIsReported( "F6-family.json", "\"constant\", \"epsilon\": -0.01", "\"constant\", \"epsilon\": 0",
						  "FAILS local minima with" );
	testChangeIsReported( "F7-sweeps.json", "\"omega\": 1.8", "\"omega\": 0.5", "FAILS maps kept from step to step" );
	testChangeIsReported( "F8-region.json", "\"smallSize\": 7", "\"smallSize\": 1", "FAILS a region of 7 cells" );
	testChangeIsReported( "F9-local-map.json", "\"epsilon\": 0.7", "\"epsilon\": 0", "FAILS as printed: v across" );
	CHECK_EQUAL( testRunChanged( "F6-family.json", "\"length\"", "\"width\"" ), 4 );
	CHECK_EQUAL( testRunChanged( "F9-local-map.json", "[11, 15,", "[11, 14," ), 4 );
}

TEST( BadExperimentsAreRefused )
{
	CHECK_EQUAL( runChanged( "\"least\": 0.2", "\"lest\": 0.2" ), 4 );			  // no bound
	CHECK_EQUAL( runChanged( "\"least\": 0.2", "\"least\": 0.2, \"x\": 1" ), 4 ); // unknown field
	CHECK_EQUAL( runChanged( "\"least\": 0.2", "\"least\": \"0.2\"" ), 4 );
	CHECK_EQUAL( runChanged( "\"isTrap\"", "\"isTrip\"" ), 4 ); // a claim nobody measures
	CHECK_EQUAL( runChanged( "\"trap\"", "\"trip\"" ), 4 );
	CHECK_EQUAL( runChanged( "\"quickTraceEvery\"", "\"quickTrace\"" ), 4 );
	CHECK_EQUAL( runChanged( "\"experiment\": {", "\"experiment\": 3, \"name2\": {" ), 4 );
	CHECK_EQUAL( runChanged( "\"starts\"", "\"$schema\"" ), 4 ); // a key twice
	CHECK_EQUAL( s_size, 0 );
}

void testTakePicture( const char* folder, const char* name )
{
	char path[1200], head[8] = { 0 };
	snprintf( path, sizeof( path ), "%s/%s", folder, name );
	FILE* file = fopen( path, "r" );
	if ( CHECK( file != NULL ) )
	{
		CHECK( fread( head, 1, 4, file ) == 4 );
		fclose( file );
		CHECK( strstr( name, ".svg" ) != NULL ? head[0] == '<' : memcmp( head, "\x89PNG", 4 ) == 0 );
		unlink( path );
	}
}

TEST( PicturesAreDrawn )
{
	char folder[1024], arguments[2600];
	snprintf( folder, sizeof( folder ), "%s", testTemporaryPath( "pictures" ) );
	const char* const formats[] = { "svg", "png" };
	const char* const names[2][2] = { { "F5-walls.svg", "F5-walls-neumann.svg" }, { "F5-walls.png", "F5-walls-neumann.png" } };
	for ( int i = 0; i < 2; ++i )
	{
		snprintf( arguments, sizeof( arguments ), "experiments F5 --quick --out \"%s\" --format %s", folder, formats[i] );
		CHECK_EQUAL( testRunProgram( arguments ), 0 );
		testTakePicture( folder, names[i][0] );
		testTakePicture( folder, names[i][1] );
	}
	rmdir( folder );
	CHECK_EQUAL( testRunProgram( "experiments F4 --quick --out /dev/null/pictures" ), 7 );
}

// ---------------------------------------------------------------------------------------------------------------- bench

// Runs a benchmark and checks what every row must hold. Returns the number of rows.
static int32_t checkRows( const char* arguments )
{
	wfJson json;
	wfReader reader;
	wfReadDef def;
	wfError error;
	size_t used;
	int32_t rows = 0;
	CHECK_EQUAL( testRunProgram( arguments ), 0 );
	if ( !parseOutput( &json, &reader, &def, &used, &error ) )
	{
		return 0;
	}
	CHECK( json.nodes->type == wf_jsonList );
	for ( const wfJsonNode* row = wfJson_First( &json, json.nodes ); row != NULL; row = wfJson_Next( &json, row ), ++rows )
	{
		CHECK( getText( &json, row, "case" )[0] != 0 && getText( &json, row, "measure" )[0] != 0 );
		CHECK( getNumber( &json, row, "seconds" ) > 0.0 );
		const wfJsonNode* reference = wfJson_Find( &json, row, "reference_seconds" );
		const wfJsonNode* ratio = wfJson_Find( &json, row, "ratio" );
		if ( CHECK( reference != NULL && ratio != NULL ) && reference->type == wf_jsonNumber )
		{
			CHECK_NEAR( ratio->number, reference->number / getNumber( &json, row, "seconds" ), 1e-9 * ratio->number );
		}
		if ( wfJson_Find( &json, row, "arriving_cells" ) != NULL )
		{
			CHECK( getNumber( &json, row, "reachable_cells" ) > 0.0 );
			CHECK_EQUAL( getNumber( &json, row, "arriving_cells" ), getNumber( &json, row, "reachable_cells" ) );
			CHECK_EQUAL( getNumber( &json, row, "flat_cells" ), 0 );
		}
		if ( wfJson_Find( &json, row, "max_relative_residual" ) != NULL )
		{
			double residual = getNumber( &json, row, "max_relative_residual" );
			CHECK( residual >= 0.0 && residual <= 1e-9 );
		}
	}
	wfJson_Free( &json );
	return rows;
}

TEST( BenchmarksTellRows )
{
	CHECK_EQUAL( checkRows( "bench fields --quick --json" ), 25 );
	CHECK_EQUAL( checkRows( "bench flow --quick --size 64 --growth --json" ), 4 * 4 * 6 * 3 );
	CHECK_EQUAL( checkRows( "bench paths --quick --json" ), 14 );
}

// Every measure beside every reference.
TEST( FlowBenchmarkMeasures )
{
	static const char* const cases[] = { "rooms 32", "open 32", "maze 32", "blocks 32" };
	static const char* const measures[] = { "new goal, 1 agent",		  "new goal, 30 agents together",
											"new goal, 30 agents spread", "new goal, all cells",
											"50 goals, 30 agents spread", "3x3 edit, 30 agents together" };
	static const char* const references[] = { "bfs", "dijkstra", "fast marching" };
	wfJson json;
	wfReader reader;
	wfReadDef def;
	wfError error;
	size_t used;
	int row = 0;
	CHECK_EQUAL( testRunProgram( "bench flow --quick --size 32 --agents 30 --json" ), 0 );
	if ( !parseOutput( &json, &reader, &def, &used, &error ) )
	{
		return;
	}
	CHECK_EQUAL( json.nodes->count, 4 * 6 * 3 );
	for ( const wfJsonNode* at = wfJson_First( &json, json.nodes ); at != NULL && row < 72; at = wfJson_Next( &json, at ), ++row )
	{
		CHECK_STRING( getText( &json, at, "case" ), cases[row / 18] );
		CHECK_STRING( getText( &json, at, "measure" ), measures[row / 3 % 6] );
		CHECK_STRING( getText( &json, at, "reference" ), references[row % 3] );
		CHECK( getNumber( &json, at, "reference_seconds" ) > 0.0 && getNumber( &json, at, "planner_seconds" ) > 0.0 );
	}
	wfJson_Free( &json );
}

TEST( BenchmarksAreChosenByName )
{
	CHECK_EQUAL( testRunProgram( "bench feilds" ), 2 );
	CHECK_EQUAL( testRunProgram( "bench fields --plot x.svg" ), 2 );
	CHECK_EQUAL( testRunProgram( "bench paths --growth" ), 2 );
}

int main( int argc, char** argv )
{
	cliExcuseFontconfig();
	testExperimentFiles( argc, argv );
	testExperimentsWithCrowds( argc, argv );
	testExperimentsWithPeople( argc, argv );
	testExperimentsWithGroups( argc, argv );
	testExperimentsOnSurfaces( argc, argv );
	testExperimentsOnFoot( argc, argv );
	testExperimentsOfRimea( argc, argv );
	testScenes( argc, argv );
	testLabCommands( argc, argv );
	testFlowReferences( argc, argv );
	testSteerBench( argc, argv );
	testStress( argc, argv );
	testStressPeers( argc, argv );
	testFit( argc, argv );
	testMeasures( argc, argv );
	RUN( ExperimentsWithFieldsHold );
	RUN( ExperimentsWithSweepsHold );
	RUN( SweepsThatDoOtherwiseAreNoticed );
	RUN( OneExperimentCanBeChosen );
	RUN( ClaimsThatDoNotHoldAreReported );
	RUN( ExperimentsSayWhatIsPrintedAndWhatIsOurs );
	RUN( BadSourcesAreRefused );
	RUN( PullsThatDoOtherwiseAreNoticed );
	RUN( BadExperimentsAreRefused );
	RUN( PicturesAreDrawn );
	RUN( BenchmarksTellRows );
	RUN( FlowBenchmarkMeasures );
	RUN( BenchmarksAreChosenByName );
	return testReport();
}
