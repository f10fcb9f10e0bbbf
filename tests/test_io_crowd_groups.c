// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Groups and orders in scenario files.
#include "tests/test_io_crowd.h"
#include "wayfield/groups.h"

#include <stdio.h>
#include <string.h>

#define HEAD                                                                                                                     \
	"{\"version\":1,\"world\":{\"size\":[40,20]},\"goals\":[{\"type\":\"point\",\"name\":\"far\",\"point\":[35,10]}],\n"         \
	"\"agents\":[{\"name\":\"a\",\"count\":6,\"region\":{\"type\":\"box\",\"bounds\":[2,2,10,8]},\"spacing\":0.2},"              \
	"{\"name\":\"b\",\"positions\":[[5,15],[6,15],[7,15]]},{\"name\":\"chief\",\"position\":[20,10]}],\n"
#define GROUPS_ALONE "\"groups\":[{\"name\":\"A\",\"members\":[\"a\"]}]"
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
	REFUSE_GROUP( GROUPS "\"orders\":[{\"group\":\"A\",\"order\":\"stroke\",\"strokes\":[[[5,5],[9,9]]],\"divide\":\"share\","
						 "\"shares\":[1,2]}]",
				  "orders[0].shares", "at most one" );
	REFUSE_GROUP( GROUPS "\"orders\":[{\"group\":\"A\",\"order\":\"attack\",\"to\":[9,9]}]", "orders[0]", "`enemies`" );
	REFUSE_GROUP( GROUPS "\"orders\":[{\"group\":\"A\",\"order\":\"follow\",\"leader\":\"A\"}]", "orders[0].leader",
				  "the group itself" );
	REFUSE_GROUP( GROUPS "\"orders\":[{\"group\":\"A\",\"order\":\"patrol\",\"to\":\"far\"}]", "orders[0]", "to a point" );
	REFUSE_GROUP( GROUPS "\"orders\":[{\"group\":\"A\",\"to\":[5,5],\"time\":-1}]", "orders[0].time", "0 or more" );
}

#define A_GROUP( fields ) "\"groups\":[{\"name\":\"A\",\"members\":[\"a\"]," fields "}]"

// The field that is wrong is named, also where it is missing, with what it may be.
TEST( ShapesSayWhatIsExpected )
{
	REFUSE_GROUP( A_GROUP( "\"formation\":\"curve\"" ), "groups[0].points",
				  "0 points; the formation \"curve\" needs 2 to 100000" );
	REFUSE_GROUP( A_GROUP( "\"formation\":\"outline\",\"points\":[[0,0],[1,1]]" ), "groups[0].points",
				  "2 points; the formation \"outline\" needs 3" );
	REFUSE_GROUP( A_GROUP( "\"formation\":\"wedge\",\"angle\":4" ), "groups[0].angle",
				  "is 4, expected the opening of the wedge, above 0 and below pi" );
	REFUSE_GROUP( A_GROUP( "\"formation\":\"wedge\",\"angle\":-1" ), "groups[0].angle", "above 0 and below pi" );
	REFUSE_GROUP( A_GROUP( "\"formation\":\"echelon\",\"angle\":2" ), "groups[0].angle", "between -pi/2 and pi/2" );
	REFUSE_GROUP( A_GROUP( "\"formation\":\"arc\",\"angle\":-1" ), "groups[0].angle", "up to 2 pi" );
	REFUSE_GROUP( A_GROUP( "\"formation\":\"arc\",\"angle\":7" ), "groups[0].angle", "of an arc above 0 and up to 2 pi" );
	REFUSE_GROUP( GROUPS "\"orders\":[{\"group\":\"A\",\"order\":\"shape\",\"formation\":\"wedge\",\"angle\":4}]",
				  "orders[0].angle", "the opening of the wedge" );
	REFUSE_GROUP( GROUPS "\"orders\":[{\"group\":\"A\",\"order\":\"shape\",\"formation\":\"outline\"}]", "orders[0].points",
				  "needs 3" );
}

TEST( WhatMeansNothingIsRefused )
{
	REFUSE_GROUP( A_GROUP( "\"formation\":\"box\",\"points\":[[0,0],[1,1]]" ), "groups[0].points",
				  "means nothing to the formation \"box\"; it belongs to as they stand, curve" );
	REFUSE_GROUP( A_GROUP( "\"points\":[[0,0],[1,1]]" ), "groups[0].points", "to the formation \"box\"" );
	REFUSE_GROUP( A_GROUP( "\"formation\":\"line\",\"ratio\":2" ), "groups[0].ratio", "it belongs to box, staggered" );
	REFUSE_GROUP( A_GROUP( "\"formation\":\"box\",\"angle\":1" ), "groups[0].angle", "it belongs to wedge, echelon, arc" );
#define STROKE "\"orders\":[{\"group\":\"A\",\"order\":\"stroke\",\"strokes\":[[[5,5],[9,9]]],"
	REFUSE_GROUP( GROUPS STROKE "\"kinds\":[[0]]}]", "orders[0].kinds", "without `divide`: \"kind\"" );
	REFUSE_GROUP( GROUPS STROKE "\"divide\":\"evenly\",\"kinds\":[[0]]}]", "orders[0].kinds", "without `divide`: \"kind\"" );
	REFUSE_GROUP( GROUPS STROKE "\"divide\":\"kind\",\"shares\":[1]}]", "orders[0].shares", "without `divide`: \"share\"" );
	REFUSE_GROUP( GROUPS STROKE "\"divide\":\"share\",\"numbers\":[1]}]", "orders[0].numbers", "without `divide`: \"number\"" );
	REFUSE_GROUP( GROUPS STROKE "\"branches\":[[1,1,-1,0]]}]", "orders[0].branches", "\"share\", \"number\" or \"kind\"" );
	REFUSE_GROUP( GROUPS "\"orders\":[{\"group\":\"A\",\"to\":[5,5],\"facing\":[0,0]}]", "orders[0].facing", "other than zero" );
	REFUSE_GROUP( GROUPS "\"orders\":[{\"group\":\"A\",\"order\":\"attack\",\"to\":[5,5],\"enemies\":[\"B\",\"A\"],"
						 "\"time\":50}]",
				  "orders[0].enemies[1]", "is the group itself; expected another one to attack" );
	REFUSE_GROUP( GROUPS "\"orders\":[{\"group\":\"A\",\"order\":\"attack\",\"to\":[5,5],\"time\":50}]", "orders[0]",
				  "`enemies`" );
}

TEST( NobodyIsInTwoGroups )
{
	REFUSE_GROUP( "\"groups\":[{\"name\":\"A\",\"members\":[\"a\",\"b\"]},{\"name\":\"B\",\"members\":[\"chief\",\"b\"]}]",
				  "groups[1].members[1]",
				  "\"b\" is in the group \"A\" already; expected agents of no other group than this one, \"B\"" );
}

// Agents of 0.5 m across, and one of 1.6 m.
TEST( TooNearSlotsAreWarnedOf )
{
	static const struct
	{
		const char *groups, *warning;
	} cases[] = {
		{ A_GROUP( "\"spacing\":0.5" ), NULL },
		{ A_GROUP( "\n\"spacing\":0.4" ), "s.json:4: 6 members at a spacing of 0.4 m, and the largest is 0.5 m across" },
		{ A_GROUP( "\"formation\":\"none\",\"spacing\":0.4" ), NULL },
		{ "\"groups\":[{\"name\":\"A\",\"members\":[\"a\",\"tank\"]}]",
		  "7 members at a spacing of 1.2 m, and the largest is 1.6 m" },
		{ "\"groups\":[{\"name\":\"A\",\"members\":[\"tank\"],\"spacing\":1}]", NULL },
		{ A_GROUP( "\"formation\":\"curve\",\"points\":[[0,0],[1,0]]" ), "two of 6 slots are 0.2 m apart" },
		{ A_GROUP( "\"formation\":\"curve\",\"points\":[[0,0],[5,0]]" ), NULL },
		{ A_GROUP( "\"formation\":\"points\",\"points\":[[0,0],[0.1,0]]" ), "two of 6 slots are 0.1 m apart" },
		{ A_GROUP( "\"formation\":\"as they stand\"" ), NULL },
		{ GROUPS_ALONE ",\"orders\":[{\"group\":\"A\",\"order\":\"shape\",\"spacing\":0.3,\"time\":9}]",
		  "6 members at a spacing of 0.3 m" },
		{ GROUPS_ALONE ",\"orders\":[{\"group\":\"C\",\"order\":\"create\",\"members\":[1,2,\"tank\"],\"spacing\":1.5}]",
		  "3 members at a spacing of 1.5 m, and the largest is 1.6 m" } };
	for ( size_t k = 0; k < sizeof( cases ) / sizeof( cases[0] ); ++k )
	{
		char text[2000];
		snprintf( text, sizeof( text ),
				  "{\"version\":1,\"world\":{\"size\":[40,20]},\"agents\":[{\"name\":\"a\",\"count\":6,\"radius\":0.25,\n"
				  "\"region\":{\"type\":\"box\",\"bounds\":[2,2,10,8]},\"spacing\":0.2},"
				  "{\"name\":\"tank\",\"position\":[20,10],\"radius\":0.8}],\n%s}",
				  cases[k].groups );
		wfSimulation simulation = { 0 };
		if ( testAcceptRun( text, NULL, &simulation, __FILE__, __LINE__ ) )
		{
			const char* said = simulation.warnings.text != NULL ? simulation.warnings.text : "";
			bool isRight = cases[k].warning != NULL ? strstr( said, cases[k].warning ) != NULL : said[0] == 0;
			testCheck( isRight, said[0] != 0 ? said : cases[k].groups, __FILE__, __LINE__ );
			wfSimulation_Free( &simulation );
		}
	}
}

TEST( GroupsSurviveEveryFailedAllocation )
{
	static const char small[] =
		"{\"version\":1,\"world\":{\"size\":[20,10]},\"agents\":[{\"name\":\"a\",\"positions\":[[5,5],[7,5]]}],"
		"\"groups\":[{\"name\":\"A\",\"members\":[\"a\"],\"formation\":\"curve\",\"points\":[[0,0],[1,2]]}],"
		"\"orders\":[{\"group\":\"A\",\"order\":\"stroke\",\"strokes\":[[[5,5],[9,5]]],\"divide\":\"share\",\"shares\":[1]},"
		"{\"group\":\"A\",\"to\":[9,9],\"time\":3}]}";
	wfSimulation simulation;
	TEST_EVERY_ALLOCATION( testReadRun( small, NULL, &simulation, NULL ), wfSimulation_Free( &simulation ) );
}

void testIoCrowdGroups( int argc, char** argv )
{
	RUN( GroupsAndOrdersAreRead );
	RUN( PlannersAreRead );
	RUN( GroupErrorsHaveAPlace );
	RUN( ShapesSayWhatIsExpected );
	RUN( WhatMeansNothingIsRefused );
	RUN( NobodyIsInTwoGroups );
	RUN( TooNearSlotsAreWarnedOf );
	RUN( GroupsSurviveEveryFailedAllocation );
}
