// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Groups and orders in scenario files.
#include "tests/test_io_crowd.h"
#include "wayfield/groups.h"

#include <string.h>

#define HEAD                                                                                                                     \
	"{\"version\":1,\"world\":{\"size\":[40,20]},\"goals\":[{\"type\":\"point\",\"name\":\"far\",\"point\":[35,10]}],\n"         \
	"\"agents\":[{\"name\":\"a\",\"count\":6,\"region\":{\"type\":\"box\",\"bounds\":[2,2,10,8]},\"spacing\":0.2},"              \
	"{\"name\":\"b\",\"positions\":[[5,15],[6,15],[7,15]]},{\"name\":\"chief\",\"position\":[20,10]}],\n"
#define GROUPS "\"groups\":[{\"name\":\"A\",\"members\":[\"a\"],\"formation\":\"wedge\"},{\"name\":\"B\",\"members\":[\"b\"]}],\n"

TEST( GroupsAndOrdersAreRead )
{
	wfSimulation simulation = { 0 };
	const char* text = HEAD GROUPS "\"orders\":[{\"group\":\"A\",\"to\":\"far\"},"
								   "{\"group\":\"A\",\"order\":\"form\",\"to\":[20,5],\"facing\":[0,1],\"queued\":true},"
								   "{\"group\":\"B\",\"order\":\"follow\",\"leader\":\"A\",\"range\":3},"
								   "{\"group\":\"B\",\"order\":\"attack\",\"to\":[30,10],\"enemies\":[\"A\"],\"time\":4},"
								   "{\"group\":\"A\",\"order\":\"stroke\",\"strokes\":[[[5,5],[15,10],[30,15]],[[15,10],[30,4]]],"
								   "\"shares\":[1,2],\"divide\":\"share\",\"advance\":\"centre\",\"time\":9}]}";
	if ( !testAcceptRun( text, NULL, &simulation, __FILE__, __LINE__ ) )
	{
		return;
	}
	wfGroupId ids[3];
	CHECK_EQUAL( wfCrowd_GetGroupIds( simulation.crowd, ids, 3 ), 2 );
	wfGroupState state = wfCrowd_GetGroup( simulation.crowd, ids[0] );
	CHECK_EQUAL( state.memberCount, 6 );
	CHECK_EQUAL( state.order, wf_formationOrder );
	CHECK_EQUAL( state.ordersWaiting, 1 );
	CHECK_EQUAL( wfCrowd_GetGroup( simulation.crowd, ids[1] ).order, wf_followOrder );
	CHECK_EQUAL( wfCrowd_GetGroup( simulation.crowd, ids[1] ).memberCount, 3 );
	for ( int32_t k = 0; k < 25; ++k )
	{
		CHECK_EQUAL( wfCrowd_Tick( simulation.crowd, NULL ), wf_ok );
	}
	CHECK_EQUAL( wfCrowd_GetGroup( simulation.crowd, ids[1] ).order, wf_attackOrder );
	int32_t groups = 0;
	for ( int32_t k = 0; k < 400; ++k )
	{
		CHECK_EQUAL( wfCrowd_Tick( simulation.crowd, NULL ), wf_ok );
		groups = wfCrowd_GetGroupIds( simulation.crowd, ids, 3 );
	}
	CHECK_EQUAL( groups, 3 ); // the first has divided
	wfSimulation_Free( &simulation );
}

TEST( PlannersAreRead )
{
	wfSimulation simulation = { 0 };
	const char* text = HEAD "\"groups\":[{\"name\":\"A\",\"members\":[\"a\"],\"formation\":\"wedge\",\"planner\":\"group\"},"
							"{\"name\":\"B\",\"members\":[\"b\"],\"planner\":\"individual\"}],\n"
							"\"orders\":[{\"group\":\"A\",\"to\":\"far\"},{\"group\":\"B\",\"to\":\"far\"}]}";
	if ( !testAcceptRun( text, NULL, &simulation, __FILE__, __LINE__ ) )
	{
		return;
	}
	wfGroupId ids[2];
	wfGroupMap map;
	CHECK_EQUAL( wfCrowd_GetGroupIds( simulation.crowd, ids, 2 ), 2 );
	CHECK_EQUAL( wfCrowd_Tick( simulation.crowd, NULL ), wf_ok );
	CHECK_EQUAL( wfCrowd_GetGroupMap( simulation.crowd, ids[0], &map ), wf_ok );
	CHECK_EQUAL( map.memberCount, 6 );
	CHECK_EQUAL( wfCrowd_GetGroupMap( simulation.crowd, ids[1], &map ), wf_notFound );
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

#define REFUSE_GROUP( text, field, words ) refuse( HEAD text "}", field, words, __LINE__ )

TEST( GroupErrorsHaveAPlace )
{
	REFUSE_GROUP( "\"groups\":{}", "groups", "a list of groups" );
	REFUSE_GROUP( "\"groups\":[{\"members\":[\"a\"]}]", "groups[0].name", "missing" );
	REFUSE_GROUP( "\"groups\":[{\"name\":\"A\"}]", "groups[0].members", "missing" );
	REFUSE_GROUP( "\"groups\":[{\"name\":\"A\",\"members\":[\"x\"]}]", "groups[0].members[0]", "" );
	REFUSE_GROUP( "\"groups\":[{\"name\":\"A\",\"members\":[\"a\",\"a\"]}]", "groups[0]", "named before" );
	REFUSE_GROUP( "\"groups\":[{\"name\":\"A\",\"members\":[\"a\"],\"formation\":\"wegde\"}]", "groups[0].formation", "wedge" );
	REFUSE_GROUP( "\"groups\":[{\"name\":\"A\",\"members\":[\"a\"],\"planner\":\"grup\"}]", "groups[0].planner", "group" );
	REFUSE_GROUP( "\"groups\":[{\"name\":\"A\",\"members\":[\"a\"],\"spacing\":0}]", "groups[0].spacing", "0.01" );
	REFUSE_GROUP( "\"groups\":[{\"name\":\"A\",\"members\":[\"a\"],\"formation\":\"curve\"}]", "groups[0]", "" );
	REFUSE_GROUP( "\"groups\":[{\"name\":\"A\",\"members\":[\"a\"]},{\"name\":\"A\",\"members\":[\"b\"]}]", "groups[1].name",
				  "differ" );
	REFUSE_GROUP( GROUPS "\"orders\":[{\"group\":\"C\",\"to\":[5,5]}]", "orders[0].group", "" );
	REFUSE_GROUP( GROUPS "\"orders\":[{\"group\":\"A\"}]", "orders[0]", "`to`" );
	REFUSE_GROUP( GROUPS "\"orders\":[{\"group\":\"A\",\"to\":\"fer\"}]", "orders[0].to", "far" );
	REFUSE_GROUP( GROUPS "\"orders\":[{\"group\":\"A\",\"order\":\"stroke\"}]", "orders[0]", "`strokes`" );
	REFUSE_GROUP( GROUPS "\"orders\":[{\"group\":\"A\",\"order\":\"stroke\",\"strokes\":[[[5,5],[9,9]]],\"shares\":[1,2]}]",
				  "orders[0].shares", "at most one" );
	REFUSE_GROUP( GROUPS "\"orders\":[{\"group\":\"A\",\"order\":\"attack\",\"to\":[9,9]}]", "orders[0]", "none of the enemies" );
	REFUSE_GROUP( GROUPS "\"orders\":[{\"group\":\"A\",\"order\":\"follow\",\"leader\":\"A\"}]", "orders[0]",
				  "in the group itself" );
	REFUSE_GROUP( GROUPS "\"orders\":[{\"group\":\"A\",\"order\":\"patrol\",\"to\":\"far\"}]", "orders[0]", "to a point" );
	REFUSE_GROUP( GROUPS "\"orders\":[{\"group\":\"A\",\"to\":[5,5],\"time\":-1}]", "orders[0].time", "0 or more" );
}

TEST( GroupsSurviveEveryFailedAllocation )
{
	static const char small[] =
		"{\"version\":1,\"world\":{\"size\":[20,10]},\"agents\":[{\"name\":\"a\",\"positions\":[[5,5],[7,5]]}],"
		"\"groups\":[{\"name\":\"A\",\"members\":[\"a\"],\"formation\":\"curve\",\"points\":[[0,0],[1,2]]}],"
		"\"orders\":[{\"group\":\"A\",\"order\":\"stroke\",\"strokes\":[[[5,5],[9,5]]],\"shares\":[1]},"
		"{\"group\":\"A\",\"to\":[9,9],\"time\":3}]}";
	wfSimulation simulation;
	TEST_EVERY_ALLOCATION( testReadRun( small, NULL, &simulation, NULL ), wfSimulation_Free( &simulation ) );
}

void testIoCrowdGroups( int argc, char** argv )
{
	RUN( GroupsAndOrdersAreRead );
	RUN( PlannersAreRead );
	RUN( GroupErrorsHaveAPlace );
	RUN( GroupsSurviveEveryFailedAllocation );
}
