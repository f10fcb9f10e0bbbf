// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Explorers in scenario files, and what they know as maps of the ROS map server.
#include "tests/test_io_crowd.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HEAD                                                                                                                     \
	"{\"version\":1,\"world\":{\"size\":[12,6],\"obstacles\":[{\"type\":\"box\",\"bounds\":[5.9,0,6.1,4]}]},\n"                  \
	"\"agents\":[{\"name\":\"a\",\"positions\":[[1,1],[1,2]]},{\"name\":\"host\",\"position\":[11,1]},"                          \
	"{\"name\":\"walker\",\"position\":[3,3],\"stops\":[[11,5]]}],\n"

TEST( ExplorersAreRead )
{
	wfSimulation simulation = { 0 };
	const char* text = HEAD
		"\"explore\":{\"members\":[\"a\"],\"range\":4,\"aperture\":90,\"occlusion\":true,\"object\":\"host\",\"objectSpeed\":0.5,"
		"\"findDistance\":1,\"share\":\"met\",\"strategy\":\"nearest\",\"return\":true,\"cell\":0.2}}";
	if ( !testAcceptRun( text, NULL, &simulation, __FILE__, __LINE__ ) )
	{
		return;
	}
	wfExplorersId id;
	CHECK_EQUAL( wfCrowd_GetExplorersIds( simulation.crowd, &id, 1 ), 1 );
	wfExplorersState state = wfCrowd_GetExplorers( simulation.crowd, id );
	CHECK_EQUAL( state.count, 2 );
	CHECK_EQUAL( state.userData, 1 );
	CHECK_NEAR( state.sight.range, 4.0, 0.0 );
	CHECK_NEAR( state.sight.aperture, 1.5707963, 1e-6 );
	CHECK_NEAR( state.cellSize, 0.2, 0.0 );
	CHECK_NEAR( state.radius, 0.25, 1e-6 );
	CHECK( state.sight.occlusion && state.seeks );
	CHECK_NEAR( state.soughtPlace.x, 11.0, 1e-9 );
	for ( int32_t k = 0; k < 400 && !wfExploration_IsDone( wfCrowd_GetExploration( simulation.crowd, id ) ); ++k )
	{
		CHECK_EQUAL( wfCrowd_Tick( simulation.crowd, NULL ), wf_ok );
	}
	CHECK( wfExploration_IsDone( wfCrowd_GetExploration( simulation.crowd, id ) ) );
	wfSimulation_Free( &simulation );
}

TEST( SeveralTeamsAreAList )
{
	wfSimulation simulation = { 0 };
	const char* text = HEAD "\"explore\":[{\"members\":[\"a\"]},{\"members\":[\"host\"],\"object\":[1,5]}]}";
	if ( !testAcceptRun( text, NULL, &simulation, __FILE__, __LINE__ ) )
	{
		return;
	}
	wfExplorersId ids[2];
	CHECK_EQUAL( wfCrowd_GetExplorersIds( simulation.crowd, ids, 2 ), 2 );
	CHECK( !wfCrowd_GetExplorers( simulation.crowd, ids[0] ).seeks );
	CHECK_NEAR( wfCrowd_GetExplorers( simulation.crowd, ids[1] ).soughtPlace.y, 5.0, 0.0 );
	wfSimulation_Free( &simulation );
}

// Without "explore" those with stops explore where a program asks for it, and look for the place of their stop.
TEST( ThoseWithStopsExploreWhenAsked )
{
	wfSimulation simulation = { 0 };
	wfSimulationDef def = wfDefaultSimulationDef();
	def.explore = true;
	def.strategyGiven = true;
	def.strategy = wf_nearestStrategy;
	def.sightRange = 3.0;
	if ( !testAcceptRun( HEAD "\"run\":{}}", &def, &simulation, __FILE__, __LINE__ ) )
	{
		return;
	}
	wfExplorersId id;
	CHECK_EQUAL( wfCrowd_GetExplorersIds( simulation.crowd, &id, 1 ), 1 );
	wfExplorersState state = wfCrowd_GetExplorers( simulation.crowd, id );
	CHECK_EQUAL( state.count, 1 );
	CHECK( state.seeks );
	CHECK_NEAR( state.sight.range, 3.0, 0.0 );
	CHECK_NEAR( state.soughtPlace.x, 11.0, 0.0 );
	CHECK_NEAR( state.soughtPlace.y, 5.0, 0.0 );
	wfSimulation_Free( &simulation );
	wfError error = { 0 };
	const char* nobody = "{\"version\":1,\"world\":{\"size\":[9,9]},\"agents\":[{\"position\":[1,1]}]}";
	CHECK_EQUAL( testReadRun( nobody, &def, &simulation, &error ), wf_badFormat );
	CHECK( strstr( error.message, "nobody has stops" ) != NULL );
}

static void refuse( const char* text, const char* field, const char* words, int line )
{
	wfSimulation simulation = { 0 };
	wfError error = { 0 };
	size_t before = wfGetByteCount();
	CHECK( testReadRun( text, NULL, &simulation, &error ) != wf_ok );
	testCheck( strstr( error.field, field ) != NULL, error.field, __FILE__, line );
	testCheck( strstr( error.message, words ) != NULL, error.message, __FILE__, line );
	CHECK( error.line > 0 );
	CHECK_EQUAL( wfGetByteCount(), before );
}

#define REFUSE_EXPLORE( text, field, words ) refuse( HEAD "\"explore\":" text "}", field, words, __LINE__ )

TEST( ExploreErrorsHaveAPlace )
{
	REFUSE_EXPLORE( "7", "explore", "list" );
	REFUSE_EXPLORE( "{}", "explore.members", "missing" );
	REFUSE_EXPLORE( "{\"members\":[\"b\"]}", "explore.members[0]", "" );
	REFUSE_EXPLORE( "{\"members\":[\"a\",\"a\"]}", "explore", "named before" );
	REFUSE_EXPLORE( "{\"members\":[\"walker\"]}", "explore.members[0]", "has stops" );
	REFUSE_EXPLORE( "{\"members\":[\"a\"],\"rang\":3}", "explore.rang", "range" );
	REFUSE_EXPLORE( "{\"members\":[\"a\"],\"range\":0}", "explore.range", "0.01" );
	REFUSE_EXPLORE( "{\"members\":[\"a\"],\"aperture\":361}", "explore.aperture", "360" );
	REFUSE_EXPLORE( "{\"members\":[\"a\"],\"strategy\":\"filed\"}", "explore.strategy", "field" );
	REFUSE_EXPLORE( "{\"members\":[\"a\"],\"share\":\"some\"}", "explore.share", "met" );
	REFUSE_EXPLORE( "{\"members\":[\"a\"],\"object\":\"hast\"}", "explore.object", "host" );
	REFUSE_EXPLORE( "{\"members\":[\"a\"],\"object\":\"a\"}", "explore.object", "2 agents" );
	REFUSE_EXPLORE( "{\"members\":[\"host\"],\"object\":\"host\"}", "explore.object", "one of the explorers" );
	REFUSE_EXPLORE( "{\"members\":[\"a\"],\"object\":[99,1]}", "explore.object", "" );
	REFUSE_EXPLORE( "{\"members\":[\"a\"],\"cell\":1e-5}", "explore.cell", "limit" );
	REFUSE_EXPLORE( "{\"members\":[\"a\"],\"map\":\"nowhere.yaml\"}", "explore.map", "nowhere.yaml" );
	REFUSE_EXPLORE( "[{\"members\":[\"a\"]},{\"members\":[\"host\"],\"omega\":3}]", "explore[1].omega", "0 to 2" );
	refuse( "{\"version\":1,\"mesh\":{\"surface\":\"sphere\"},\"explore\":{}}", "", "", __LINE__ );
}

TEST( ExplorersInFilesSurviveEveryFailedAllocation )
{
	static const char small[] =
		"{\"version\":1,\"world\":{\"size\":[5,4]},\"agents\":[{\"name\":\"a\",\"positions\":[[1,1],[3,1]]}],"
		"\"explore\":{\"members\":[\"a\"],\"cell\":0.5,\"object\":[4,3]}}";
	wfSimulation simulation;
	TEST_EVERY_ALLOCATION( testReadRun( small, NULL, &simulation, NULL ), wfSimulation_Free( &simulation ) );
}

// ------------------------------------------------------------------------------------------------------------------- maps

static wfKnowledgeMap makeMap( uint8_t* cells )
{
	static const uint8_t known[12] = { 1, 1, 2, 0, 1, 5, 6, 0, 2, 2, 2, 0 }; // with flags that are not of what is known
	memcpy( cells, known, sizeof( known ) );
	return ( wfKnowledgeMap ){ .columns = 4, .rows = 3, .cellSize = 0.1, .origin = { -1.25, 2.0 / 3.0 }, .cells = cells };
}

TEST( MapsAreReadAsTheyWereWritten )
{
	uint8_t cells[12], laid[12];
	wfKnowledgeMap map = makeMap( cells );
	char folder[512], path[600], image[600];
	testMakeFolder( folder, sizeof( folder ), "maps" );
	snprintf( path, sizeof( path ), "%s/a \"map\".yaml", folder );
	snprintf( image, sizeof( image ), "%s/a \"map\".pgm", folder );
	CHECK_EQUAL( wfWriteKnowledge( path, &map, NULL ), wf_ok );
	wfReadDef def = wfDefaultReadDef();
	wfKnownCells known = { 0 };
	wfError error = { 0 };
	if ( !CHECK_EQUAL( wfReadKnowledge( path, &def, &known, &error ), wf_ok ) )
	{
		CHECK_STRING( error.message, "" );
		return;
	}
	CHECK_EQUAL( known.columns, 4 );
	CHECK_EQUAL( known.rows, 3 );
	CHECK( known.cellSize == 0.1 && known.origin.x == -1.25 && known.origin.y == 2.0 / 3.0 );
	for ( int32_t k = 0; k < 12; ++k )
	{
		CHECK_EQUAL( known.cells[k], cells[k] & WF_KNOWN_MASK );
	}
	CHECK_EQUAL( wfKnownCells_Lay( &known, &map, laid ), 9 );
	CHECK( memcmp( laid, known.cells, 12 ) == 0 );
	// As a world: what is not surely free is obstacle.
	wfScenario scenario = { 0 };
	CHECK_EQUAL( wfReadScenario( path, &def, &scenario, NULL ), wf_ok );
	CHECK( wfWorld_GetDistance( scenario.world, ( wfVec2 ){ -1.2, 0.72 }, 0 ) > 0.0 );
	CHECK( wfWorld_GetDistance( scenario.world, ( wfVec2 ){ -0.9, 0.72 }, 0 ) < 0.0 );
	wfScenario_Free( &scenario );
	wfKnownCells_Free( &known );
	TEST_EVERY_ALLOCATION( wfReadKnowledge( path, &def, &known, NULL ), wfKnownCells_Free( &known ) );
	TEST_EVERY_ALLOCATION( wfWriteKnowledge( path, &map, NULL ), (void)0 );
	remove( path );
	remove( image );
	rmdir( folder );
}

TEST( MapsOfOtherCellsAreLaidOver )
{
	// Four cells of 0.5 m over sixteen of 0.25 m, and a border beyond what is known.
	uint8_t fine[16], coarse[9];
	memset( fine, wf_freeCell, sizeof( fine ) );
	fine[5] = wf_wallCell;
	fine[14] = wf_unknownCell;
	wfKnownCells known = { 4, 4, 0.25, { 1.0, 1.0 }, fine };
	wfKnowledgeMap map = { .columns = 3, .rows = 3, .cellSize = 0.5, .origin = { 1.0, 1.0 } };
	CHECK_EQUAL( wfKnownCells_Lay( &known, &map, coarse ), 3 );
	const uint8_t expected[9] = { wf_wallCell, wf_freeCell, 0, wf_freeCell, wf_unknownCell, 0, 0, 0, 0 };
	CHECK( memcmp( coarse, expected, 9 ) == 0 );
	// Back: each of four is as the one that covers it.
	wfKnownCells wide = { 3, 3, 0.5, { 1.0, 1.0 }, coarse };
	wfKnowledgeMap narrow = { .columns = 4, .rows = 4, .cellSize = 0.25, .origin = { 1.0, 1.0 } };
	CHECK_EQUAL( wfKnownCells_Lay( &wide, &narrow, fine ), 12 );
	CHECK_EQUAL( fine[0], wf_wallCell );
	CHECK_EQUAL( fine[5], wf_wallCell );
	CHECK_EQUAL( fine[2], wf_freeCell );
	CHECK_EQUAL( fine[10], wf_unknownCell );
}

TEST( MapsThatCannotBeAreRefused )
{
	uint8_t cells[12];
	wfKnowledgeMap map = makeMap( cells );
	wfError error = { 0 };
	CHECK_EQUAL( wfWriteKnowledge( "known.png", &map, &error ), wf_unsupported );
	CHECK( strstr( error.message, ".yaml" ) != NULL );
	CHECK_EQUAL( wfWriteKnowledge( "/nowhere/at/all/known.yaml", &map, &error ), wf_writeFailed );
	wfReadDef def = wfDefaultReadDef();
	wfKnownCells known = { 0 };
	CHECK_EQUAL( wfReadKnowledge( "/nowhere/at/all/known.yaml", &def, &known, &error ), wf_fileNotFound );
	const char* bad = "image: x.pgm\nresolution: -1\norigin: [0, 0, 0]\n";
	CHECK_EQUAL( wfReadKnowledgeFromMemory( "bad.yaml", bad, strlen( bad ), &def, &known, &error ), wf_outOfRange );
	CHECK_STRING( error.field, "resolution" );
	CHECK_EQUAL( error.line, 2 );
	CHECK( known.cells == NULL );
}

void testIoCrowdExplore( int argc, char** argv )
{
	RUN( ExplorersAreRead );
	RUN( SeveralTeamsAreAList );
	RUN( ThoseWithStopsExploreWhenAsked );
	RUN( ExploreErrorsHaveAPlace );
	RUN( ExplorersInFilesSurviveEveryFailedAllocation );
	RUN( MapsAreReadAsTheyWereWritten );
	RUN( MapsOfOtherCellsAreLaidOver );
	RUN( MapsThatCannotBeAreRefused );
}
