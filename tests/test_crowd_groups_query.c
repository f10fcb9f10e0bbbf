// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// What those who draw and log ask of groups.
#include "test_crowd_groups.h"

#include <math.h>
#include <string.h>

TEST( AnOrderIsToldAsItWasGiven )
{
	wfWorld* world = makeRoom( 40.0, 20.0 );
	addBox( world, 30.0, 8.0, 34.0, 12.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGroupId group = addGroup( crowd, wf_lineFormation, 3.0, 8.0, 4, 4 );
	wfGroupOrder order = wfDefaultGroupOrder( wf_moveOrder );
	wfVec3 end;
	CHECK( !wfCrowd_GetGroupOrder( crowd, group, &order ) );
	CHECK( !wfCrowd_GetGroupEnd( crowd, group, &end ) );
	// Into a box: the group goes beside it, and the order says where it should have gone.
	CHECK_EQUAL( orderTo( crowd, group, wf_formationOrder, 32.0, 9.0 ), wf_ok );
	CHECK( wfCrowd_GetGroupOrder( crowd, group, &order ) );
	CHECK_EQUAL( order.kind, wf_formationOrder );
	tickTimes( crowd, 1 );
	CHECK( wfCrowd_GetGroupOrder( crowd, group, &order ) );
	CHECK_NEAR( order.to.point.x, 32.0, 1e-12 );
	CHECK_NEAR( order.to.point.y, 9.0, 1e-12 );
	CHECK( wfCrowd_GetGroupEnd( crowd, group, &end ) );
	CHECK( hypot( end.x - 32.0, end.y - 9.0 ) > 1.0 && hypot( end.x - 32.0, end.y - 9.0 ) < 4.0 );
	CHECK_EQUAL( wfCrowd_GetGroup( crowd, group ).stopState, wf_stopBlocked );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

TEST( AStrokeIsToldWithItsPoints )
{
	wfWorld* world = makeRoom( 40.0, 20.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGroupId group = addGroup( crowd, wf_lineFormation, 3.0, 8.0, 4, 4 );
	wfStrokesDef def = wfDefaultStrokesDef();
	wfStrokes* strokes = NULL;
	const wfVec2 points[3] = { { 5.0, 10.0 }, { 20.0, 4.0 }, { 35.0, 10.0 } };
	CHECK_EQUAL( wfCreateStrokes( &def, &strokes, NULL ), wf_ok );
	CHECK_EQUAL( wfStrokes_Add( strokes, points, 3, NULL, NULL ), wf_ok );
	wfGroupOrder order = wfDefaultGroupOrder( wf_strokeOrder ), told;
	order.strokes = strokes;
	order.advance = wf_advanceLast;
	CHECK_EQUAL( wfCrowd_OrderGroup( crowd, group, &order, NULL ), wf_ok );
	CHECK( wfCrowd_GetGroupOrder( crowd, group, &told ) );
	CHECK_EQUAL( told.kind, wf_strokeOrder );
	CHECK_EQUAL( told.advance, wf_advanceLast );
	CHECK( told.strokes != NULL && told.strokes != strokes );
	CHECK_EQUAL( wfStrokes_GetHash( told.strokes ), wfStrokes_GetHash( strokes ) );
	wfDestroyStrokes( strokes );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

TEST( WaitingOrdersAreToldInTheirOrder )
{
	wfWorld* world = makeRoom( 40.0, 20.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGroupId group = addGroup( crowd, wf_lineFormation, 3.0, 8.0, 4, 4 );
	wfGroupOrder order, told;
	CHECK( !wfCrowd_GetWaitingOrder( crowd, group, 0, &told ) );
	wfStrokesDef def = wfDefaultStrokesDef();
	wfStrokes* strokes = NULL;
	const wfVec2 points[2] = { { 5.0, 10.0 }, { 20.0, 4.0 } };
	CHECK_EQUAL( wfCreateStrokes( &def, &strokes, NULL ), wf_ok );
	CHECK_EQUAL( wfStrokes_Add( strokes, points, 2, NULL, NULL ), wf_ok );
	for ( int32_t k = 0; k < 4; ++k )
	{
		order = wfDefaultGroupOrder( k == 1 ? wf_strokeOrder : k == 3 ? wf_moveOrder : wf_formationOrder );
		order.to = wfMakePointStop( ( wfVec3 ){ 10.0 + k, 10.0, 0.0 } );
		order.queued = k < 3;
		order.time = k == 3 ? 50.0 : 0.0;
		order.strokes = k == 1 ? strokes : NULL;
		CHECK_EQUAL( wfCrowd_OrderGroup( crowd, group, &order, NULL ), wf_ok );
	}
	CHECK_EQUAL( wfCrowd_GetGroup( crowd, group ).ordersWaiting, 2 );
	CHECK( wfCrowd_GetWaitingOrder( crowd, group, 0, &told ) );
	CHECK_EQUAL( told.kind, wf_strokeOrder );
	CHECK_EQUAL( wfStrokes_GetHash( told.strokes ), wfStrokes_GetHash( strokes ) );
	CHECK( wfCrowd_GetWaitingOrder( crowd, group, 1, &told ) );
	CHECK( told.kind == wf_formationOrder && told.queued && told.time == 0.0 && told.strokes == NULL );
	CHECK_NEAR( told.to.point.x, 12.0, 1e-12 );
	CHECK( wfCrowd_GetWaitingOrder( crowd, group, 2, &told ) );
	CHECK( told.kind == wf_moveOrder && !told.queued );
	CHECK_NEAR( told.time, 50.0, 1e-12 );
	CHECK( !wfCrowd_GetWaitingOrder( crowd, group, 3, &told ) );
	CHECK( !wfCrowd_GetWaitingOrder( crowd, ( wfGroupId ){ 7, 7 }, 0, &told ) );
	wfDestroyStrokes( strokes );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

TEST( UserDataOfGroupsIsKept )
{
	wfWorld* world = makeRoom( 40.0, 20.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGroupId group = addGroup( crowd, wf_lineFormation, 3.0, 8.0, 4, 4 ), made;
	uint64_t before = wfCrowd_GetHash( crowd );
	CHECK_EQUAL( wfCrowd_SetGroupUserData( crowd, group, 77 ), wf_ok );
	CHECK_EQUAL( wfCrowd_GetGroup( crowd, group ).userData, 77 );
	CHECK( wfCrowd_GetHash( crowd ) != before );
	wfAgentId members[4];
	CHECK_EQUAL( wfCrowd_GetGroupMembers( crowd, group, members, 4 ), 4 );
	CHECK_EQUAL( wfCrowd_SplitGroup( crowd, group, members, 2, &made, NULL ), wf_ok );
	CHECK_EQUAL( wfCrowd_GetGroup( crowd, made ).userData, 77 );
	CHECK_EQUAL( wfCrowd_SetGroupUserData( crowd, ( wfGroupId ){ 9, 1 }, 1 ), wf_notFound );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

TEST( KindsOfAgentsAreTold )
{
	wfWorld* world = makeRoom( 10.0, 10.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfAgentDef def = wfDefaultAgentDef();
	def.position = ( wfVec3 ){ 5.0, 5.0, 0.0 };
	def.kind = 3;
	wfAgentId id;
	CHECK_EQUAL( wfCrowd_AddAgent( crowd, &def, &id, NULL ), wf_ok );
	CHECK_EQUAL( wfCrowd_GetAgent( crowd, id ).kind, 3 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// Who walks in its place for a minute does not wait, and who holds it neither.
TEST( MembersInTheirPlacesDoNotWait )
{
	wfWorld* world = makeRoom( 60.0, 20.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGroupId group = addGroup( crowd, wf_lineFormation, 3.0, 8.0, 4, 4 );
	CHECK_EQUAL( orderTo( crowd, group, wf_formationOrder, 50.0, 10.0 ), wf_ok );
	tickTimes( crowd, 300 );
	CHECK_EQUAL( orderTo( crowd, group, wf_formationOrder, 10.0, 10.0 ), wf_ok );
	tickTimes( crowd, 300 );
	CHECK_NEAR( wfCrowd_GetWaits( crowd ).longestSeconds, 0.0, 1e-12 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

void runGroupQueryTests( int argc, char** argv )
{
	RUN( AnOrderIsToldAsItWasGiven );
	RUN( AStrokeIsToldWithItsPoints );
	RUN( WaitingOrdersAreToldInTheirOrder );
	RUN( UserDataOfGroupsIsKept );
	RUN( KindsOfAgentsAreTold );
	RUN( MembersInTheirPlacesDoNotWait );
}
