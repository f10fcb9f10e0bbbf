// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Groups on meshes: their slots lie along the surface.
#include "test_crowd_mesh.h"
#include "wayfield/groups.h"

#include <math.h>
#include <string.h>

static wfGroupId addGroupOn( wfCrowd* crowd, wfFormationKind kind, const wfVec3* places, int32_t count )
{
	wfAgentId members[32];
	for ( int32_t k = 0; k < count; ++k )
	{
		members[k] = addDisc( crowd, places[k], noGoal );
	}
	wfGroupDef def = wfDefaultGroupDef();
	def.formation.kind = kind;
	def.formation.spacing = 1.2;
	def.members = members;
	def.memberCount = count;
	wfGroupId group = { 0, 0 };
	CHECK_EQUAL( wfCrowd_CreateGroup( crowd, &def, &group, NULL ), wf_ok );
	return group;
}

static wfResult orderOn( wfCrowd* crowd, wfGroupId group, wfGroupOrderKind kind, wfVec3 place )
{
	wfGroupOrder order = wfDefaultGroupOrder( kind );
	order.to = wfMakePointStop( place );
	return wfCrowd_OrderGroup( crowd, group, &order, NULL );
}

// Around a globe, 20 m in radius.
static wfCrowd* makeMarch( const wfMesh* mesh, wfWorkers* workers, wfGroupId* group )
{
	wfCrowd* crowd = makeSurfaceCrowd( mesh, workers );
	wfVec3 places[12];
	for ( int32_t k = 0; k < 12; ++k )
	{
		double east = 0.06 * ( k / 4 ), north = 0.08 * ( k % 4 ) - 0.12;
		places[k] = ( wfVec3 ){ 20.0 * cos( north ) * cos( east ), 20.0 * cos( north ) * sin( east ), 20.0 * sin( north ) };
	}
	*group = addGroupOn( crowd, wf_wedgeFormation, places, 12 );
	CHECK_EQUAL( orderOn( crowd, *group, wf_formationOrder, ( wfVec3 ){ -14.0, 14.0, 0.0 } ), wf_ok );
	return crowd;
}

static wfMesh* makeBall( void )
{
	wfSurfaceShape shape = { 0 };
	CHECK_EQUAL( wfMakeGlobe( 20.0, 60, 120, &shape ), wf_ok );
	return makeMesh( &shape );
}

TEST( AWedgeWalksAroundAGlobe )
{
	wfMesh* mesh = makeBall();
	wfGroupId group;
	wfCrowd* crowd = makeMarch( mesh, NULL, &group );
	double worst = 0.0, leastGap = INFINITY;
	int32_t ticks = 0;
	do
	{
		tickOn( crowd );
		wfContactReport report;
		CHECK_EQUAL( wfCrowd_CheckContacts( crowd, &report ), wf_ok );
		leastGap = fmin( leastGap, report.leastGap );
		wfGroupState state = wfCrowd_GetGroup( crowd, group );
		worst = ticks > 50 && state.mode == wf_groupTravels ? fmax( worst, state.shapeError ) : worst;
	}
	while ( ++ticks < 400 && !wfCrowd_IsDone( crowd ) );
	CHECK( wfCrowd_IsDone( crowd ) );
	CHECK( leastGap >= -1e-6 );
	CHECK( worst <= 0.3 );
	// Slots are on the surface.
	wfVec3 slots[12];
	CHECK_EQUAL( wfCrowd_GetGroupSlots( crowd, group, slots, 12 ), 12 );
	for ( int32_t k = 0; k < 12; ++k )
	{
		double out = sqrt( slots[k].x * slots[k].x + slots[k].y * slots[k].y + slots[k].z * slots[k].z );
		CHECK( out > 19.9 && out < 20.01 );
	}
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

TEST( GroupsOnMeshesAreTheSameForThreadsAndFromCheckpoints )
{
	wfMesh* mesh = makeBall();
	wfWorkers* workers = makeWorkers( 3 );
	wfGroupId group;
	wfCrowd* crowds[3] = { makeMarch( mesh, NULL, &group ), makeMarch( mesh, workers, &group ), makeMarch( mesh, NULL, &group ) };
	checkSameRuns( crowds, 40, 80 );
	for ( int32_t k = 0; k < 3; ++k )
	{
		wfDestroyCrowd( crowds[k] );
	}
	wfDestroyWorkers( workers );
	wfDestroyMesh( mesh );
}

TEST( MapsOfGroupsAreOfThePlane )
{
	wfMesh* mesh = makeBall();
	wfGroupId group;
	wfGroupMap map;
	wfError error;
	wfCrowd* crowd = makeMarch( mesh, NULL, &group );
	wfGroupDef def = wfDefaultGroupDef();
	def.planner = wf_groupPlanner;
	CHECK_EQUAL( wfCrowd_CreateGroup( crowd, &def, NULL, &error ), wf_unsupported );
	CHECK( strstr( error.message, "no maps of groups; the planner \"individual\"" ) != NULL );
	CHECK_EQUAL( wfCrowd_GetGroupMap( crowd, group, &map ), wf_notFound );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

void runGroupTests( int argc, char** argv )
{
	RUN( AWedgeWalksAroundAGlobe );
	RUN_THREADED( GroupsOnMeshesAreTheSameForThreadsAndFromCheckpoints );
	RUN( MapsOfGroupsAreOfThePlane );
}
