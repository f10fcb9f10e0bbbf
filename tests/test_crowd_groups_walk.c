// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Groups on the way: formations through pillars and doors, about-faces, on foot.
#include "crowd/crowd.h"
#include "test_crowd_groups.h"

#include <math.h>
#include <stdlib.h>

static int compareDoubles( const void* a, const void* b )
{
	double x = *(const double*)a, y = *(const double*)b;
	return ( x > y ) - ( x < y );
}

// ----------------------------------------------------------------------------------------------------- pillars and a door

static wfWorld* makePillarsAndDoor( uint64_t seed )
{
	wfWorld* world = makeRoom( 60.0, 30.0 );
	double x[15], y[15];
	int32_t count = 0;
	for ( uint64_t draw = 0; count < 15; draw += 2 )
	{
		double px = 12.0 + 20.0 * wfRandomUnit( seed, 1, draw ), py = 3.0 + 24.0 * wfRandomUnit( seed, 1, draw + 1 );
		bool isFree = true;
		for ( int32_t k = 0; k < count; ++k )
		{
			isFree = isFree && hypot( px - x[k], py - y[k] ) > 2.5;
		}
		if ( isFree )
		{
			x[count] = px;
			y[count++] = py;
			addBox( world, px - 0.25, py - 0.25, px + 0.25, py + 0.25 );
		}
	}
	addBox( world, 37.9, 0.0, 38.1, 14.4 );
	addBox( world, 37.9, 15.6, 38.1, 30.0 );
	return world;
}

typedef struct Passage
{
	double end;			// seconds until all stand
	double passed;		// when the last one was through the door
	double backAfter;	// seconds from then until E <= 0.2
	double median, p95; // of E_s on the open ground from then on
	double leastGap;
	int32_t through;
} Passage;

static Passage passDoor( uint64_t seed, wfGroupOrderKind kind )
{
	wfWorld* world = makePillarsAndDoor( seed );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGroupId group = addGroup( crowd, wf_wedgeFormation, 3.0, 12.0, 12, 4 );
	CHECK_EQUAL( orderTo( crowd, group, kind, 57.0, 15.0 ), wf_ok );
	Passage passage = { .passed = -1.0, .backAfter = -1.0, .leastGap = INFINITY };
	static double errors[1000];
	int32_t count = 0;
	while ( wfCrowd_GetTime( crowd ) < 150.0 && !wfCrowd_IsDone( crowd ) )
	{
		tickTimes( crowd, 1 );
		passage.leastGap = fmin( passage.leastGap, measureSafety( crowd ).leastGap );
		double time = wfCrowd_GetTime( crowd );
		wfFrame frame = wfCrowd_GetFrame( crowd );
		passage.through = 0;
		for ( int32_t k = 0; k < frame.count; ++k )
		{
			passage.through += frame.positions[k].x > 38.4 ? 1 : 0;
		}
		wfGroupState state = wfCrowd_GetGroup( crowd, group );
		passage.passed = passage.through == 12 && passage.passed < 0.0 ? time : passage.passed;
		if ( passage.passed >= 0.0 && passage.backAfter < 0.0 && state.error <= 0.2 && !state.folded )
		{
			passage.backAfter = time - passage.passed;
		}
		else if ( passage.backAfter >= 0.0 && count < 1000 )
		{
			errors[count++] = state.shapeError;
		}
	}
	passage.end = wfCrowd_IsDone( crowd ) ? wfCrowd_GetTime( crowd ) : INFINITY;
	if ( count > 0 )
	{
		qsort( errors, (size_t)count, sizeof( double ), compareDoubles );
		passage.median = errors[count / 2];
		passage.p95 = errors[(int32_t)( 0.95 * count )];
	}
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
	return passage;
}

TEST( AWedgePassesPillarsAndADoor )
{
	for ( uint64_t seed = 1; seed <= 3; ++seed )
	{
		Passage formed = passDoor( seed, wf_formationOrder ), free = passDoor( seed, wf_moveOrder );
		CHECK_EQUAL( formed.through, 12 );
		CHECK( formed.leastGap >= -1e-6 && free.leastGap >= -1e-6 );
		CHECK( formed.backAfter >= 0.0 && formed.backAfter <= 12.0 );
		CHECK( formed.median <= 0.15 );
		CHECK( formed.p95 <= 0.35 );
		CHECK( formed.end <= 1.35 * free.end );
	}
}

// ------------------------------------------------------------------------------------------------------------------- turns

// Ticks for some seconds; how long the error was above 0.2.
static double secondsUntilBack( wfCrowd* crowd, wfGroupId group, double seconds )
{
	double begin = wfCrowd_GetTime( crowd ), last = begin;
	while ( wfCrowd_GetTime( crowd ) < begin + seconds )
	{
		tickTimes( crowd, 1 );
		last = wfCrowd_GetGroup( crowd, group ).error > 0.2 ? wfCrowd_GetTime( crowd ) : last;
	}
	return last - begin;
}

TEST( LinesTurnAboutAndRefill )
{
	wfWorld* world = makeRoom( 200.0, 200.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGroupId group = addGroup( crowd, wf_lineFormation, 100.0, 88.0, 20, 20 );
	CHECK_EQUAL( orderTo( crowd, group, wf_formationOrder, 150.0, 100.0 ), wf_ok );
	tickTimes( crowd, 60 );
	CHECK( wfCrowd_GetGroup( crowd, group ).error < 0.05 );
	CHECK_EQUAL( orderTo( crowd, group, wf_formationOrder, 50.0, 100.0 ), wf_ok );
	CHECK( secondsUntilBack( crowd, group, 12.0 ) <= 8.0 );
	CHECK_NEAR( wfCrowd_GetGroup( crowd, group ).heading.x, -1.0, 0.01 );
	wfAgentId members[20], more[5];
	CHECK_EQUAL( wfCrowd_GetGroupMembers( crowd, group, members, 20 ), 20 );
	for ( int32_t k = 3; k < 13; ++k )
	{
		CHECK_EQUAL( wfCrowd_RemoveAgent( crowd, members[k] ), wf_ok );
	}
	CHECK( secondsUntilBack( crowd, group, 12.0 ) <= 8.0 );
	wfVec3 anchor = wfCrowd_GetGroup( crowd, group ).anchor;
	for ( int32_t k = 0; k < 5; ++k )
	{
		more[k] = addAgent( crowd, anchor.x + 2.0, anchor.y + 1.2 * ( k - 2 ), NULL, 0 );
	}
	CHECK_EQUAL( wfCrowd_AddToGroup( crowd, group, more, 5, NULL ), wf_ok );
	CHECK( secondsUntilBack( crowd, group, 12.0 ) <= 8.0 );
	CHECK_EQUAL( wfCrowd_GetGroupSlots( crowd, group, NULL, 0 ), 15 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

TEST( ABoxTurnsACorner )
{
	wfWorld* world = makeRoom( 120.0, 120.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGroupId group = addGroup( crowd, wf_boxFormation, 20.0, 20.0, 20, 5 );
	CHECK_EQUAL( orderTo( crowd, group, wf_formationOrder, 100.0, 22.0 ), wf_ok );
	tickTimes( crowd, 60 );
	double x = wfCrowd_GetGroup( crowd, group ).anchor.x;
	CHECK_EQUAL( orderTo( crowd, group, wf_formationOrder, x, 100.0 ), wf_ok );
	int32_t ticks = 0;
	while ( wfCrowd_GetGroup( crowd, group ).heading.y < 0.999 && ticks < 200 )
	{
		tickTimes( crowd, 1 );
		++ticks;
	}
	// No faster than the outer file can walk.
	CHECK( ticks > 5 && ticks < 60 );
	CHECK( secondsUntilBack( crowd, group, 12.0 ) <= 8.0 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

TEST( KindsKeepTheirRanks )
{
	wfWorld* world = makeRoom( 80.0, 40.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfAgentId members[16];
	for ( int32_t k = 0; k < 16; ++k )
	{
		wfAgentDef def = wfDefaultAgentDef();
		def.position = ( wfVec3 ){ 10.0 + 1.2 * ( k / 4 ), 18.0 + 1.2 * ( k % 4 ), 0.0 };
		def.kind = k % 2;
		CHECK_EQUAL( wfCrowd_AddAgent( crowd, &def, &members[k], NULL ), wf_ok );
	}
	wfGroupDef def = wfDefaultGroupDef();
	def.formation.kind = wf_boxFormation;
	def.formation.spacing = 1.2;
	def.formation.rankOfKind[1] = -1;
	def.members = members;
	def.memberCount = 16;
	wfGroupId group;
	CHECK_EQUAL( wfCrowd_CreateGroup( crowd, &def, &group, NULL ), wf_ok );
	CHECK_EQUAL( orderTo( crowd, group, wf_formationOrder, 60.0, 20.0 ), wf_ok );
	tickTimes( crowd, 120 );
	double rear = INFINITY, front = 0.0;
	for ( int32_t k = 0; k < 16; ++k )
	{
		double x = wfCrowd_GetAgent( crowd, members[k] ).position.x;
		rear = k % 2 == 1 ? fmin( rear, x ) : rear;
		front = k % 2 == 0 ? fmax( front, x ) : front;
	}
	CHECK( rear > front + 0.6 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

TEST( ARigidShapeGoesAround )
{
	for ( int32_t rigid = 0; rigid < 2; ++rigid )
	{
		wfWorld* world = makeRoom( 60.0, 40.0 );
		addBox( world, 29.0, 0.0, 31.0, 9.0 );
		addBox( world, 29.0, 11.0, 31.0, 26.0 );
		wfCrowd* crowd = makeCrowd( world, NULL );
		wfGroupId group = addGroup( crowd, wf_lineFormation, 10.0, 8.0, 5, 5 );
		wfFormationDef line = wfDefaultFormationDef();
		line.kind = wf_lineFormation;
		line.spacing = 1.2;
		line.rigid = rigid == 1;
		CHECK_EQUAL( wfCrowd_SetFormation( crowd, group, &line, NULL ), wf_ok );
		CHECK_EQUAL( orderTo( crowd, group, wf_formationOrder, 50.0, 10.0 ), wf_ok );
		double highest = 0.0;
		bool folded = false;
		while ( wfCrowd_GetTime( crowd ) < 150.0 && !wfCrowd_IsDone( crowd ) )
		{
			tickTimes( crowd, 1 );
			wfGroupState state = wfCrowd_GetGroup( crowd, group );
			highest = fmax( highest, state.anchor.y );
			folded = folded || state.folded;
		}
		CHECK( wfCrowd_IsDone( crowd ) );
		CHECK_EQUAL( folded, rigid == 0 );
		CHECK( rigid == 1 ? highest > 26.0 : highest < 12.0 );
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
}

TEST( FreeIsFasterAndFormationKeepsItsShape )
{
	double ends[2];
	for ( int32_t kind = 0; kind < 2; ++kind )
	{
		wfWorld* world = makeRoom( 100.0, 40.0 );
		wfCrowd* crowd = makeCrowd( world, NULL );
		wfGroupId group = addGroup( crowd, wf_wedgeFormation, 5.0, 14.0, 24, 6 );
		CHECK_EQUAL( orderTo( crowd, group, kind == 0 ? wf_moveOrder : wf_formationOrder, 85.0, 20.0 ), wf_ok );
		double worst = 0.0;
		while ( wfCrowd_GetTime( crowd ) < 120.0 && !wfCrowd_IsDone( crowd ) )
		{
			tickTimes( crowd, 1 );
			wfGroupState state = wfCrowd_GetGroup( crowd, group );
			worst = wfCrowd_GetTime( crowd ) > 20.0 && state.mode == wf_groupTravels ? fmax( worst, state.shapeError ) : worst;
		}
		ends[kind] = wfCrowd_IsDone( crowd ) ? wfCrowd_GetTime( crowd ) : INFINITY;
		CHECK( worst <= 0.2 );
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
	CHECK( ends[0] < ends[1] && ends[1] < 100.0 );
}

// Two hundred people come the other way, as wide as the hall.
TEST( AWedgePassesOncomingPeople )
{
	wfWorld* world = makeRoom( 120.0, 24.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGroupId group = addGroup( crowd, wf_wedgeFormation, 5.0, 8.0, 12, 4 );
	for ( uint64_t k = 0; k < 200; ++k )
	{
		double x = 40.0 + 1.5 * (double)( k / 14 ) + 0.3 * wfRandomUnit( 3, 1, k ),
			   y = 1.2 + 1.6 * (double)( k % 14 ) + 0.3 * wfRandomUnit( 3, 2, k );
		wfStop stop = pointStop( 2.0, y );
		stop.reach = 3.0;
		addAgent( crowd, x, y, &stop, 1 );
	}
	CHECK_EQUAL( orderTo( crowd, group, wf_formationOrder, 110.0, 12.0 ), wf_ok );
	double passed = INFINITY, back = INFINITY, leastGap = INFINITY;
	while ( wfCrowd_GetTime( crowd ) < 60.0 )
	{
		tickTimes( crowd, 1 );
		leastGap = fmin( leastGap, measureSafety( crowd ).leastGap );
		wfFrame frame = wfCrowd_GetFrame( crowd );
		double last = INFINITY, farthest = -INFINITY, time = wfCrowd_GetTime( crowd );
		for ( int32_t k = 0; k < frame.count; ++k )
		{
			bool isMember = frame.serials[k] <= 12;
			last = isMember ? fmin( last, frame.positions[k].x ) : last;
			farthest = isMember ? farthest : fmax( farthest, frame.positions[k].x );
		}
		passed = isinf( passed ) && last > farthest ? time : passed;
		back = time >= passed && isinf( back ) && wfCrowd_GetGroup( crowd, group ).error <= 0.3 ? time - passed : back;
	}
	CHECK( leastGap >= -1e-6 );
	CHECK( back <= 15.0 );
	CHECK_EQUAL( wfCrowd_GetGroup( crowd, group ).memberCount, 12 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// ------------------------------------------------------------------------------------------------------------------ on foot

TEST( AWedgeOnFootKeepsItsShape )
{
	wfWorld* world = makeRoom( 60.0, 30.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGaitDef gait = wfDefaultGaitDef();
	wfGaitId gaitId;
	CHECK_EQUAL( wfCrowd_AddGait( crowd, &gait, &gaitId, NULL ), wf_ok );
	wfAgentId members[12];
	for ( int32_t k = 0; k < 12; ++k )
	{
		wfAgentDef def = wfDefaultAgentDef();
		def.position = ( wfVec3 ){ 5.0 + 1.2 * ( k / 4 ), 11.0 + 2.0 * ( k % 4 ), 0.0 };
		def.gait = gaitId;
		CHECK_EQUAL( wfCrowd_AddAgent( crowd, &def, &members[k], NULL ), wf_ok );
	}
	wfGroupDef def = wfDefaultGroupDef();
	def.formation.kind = wf_wedgeFormation;
	def.formation.spacing = 1.2;
	def.members = members;
	def.memberCount = 12;
	wfGroupId group;
	CHECK_EQUAL( wfCrowd_CreateGroup( crowd, &def, &group, NULL ), wf_ok );
	CHECK_EQUAL( orderTo( crowd, group, wf_formationOrder, 52.0, 15.0 ), wf_ok );
	double worst = 0.0;
	while ( wfCrowd_GetTime( crowd ) < 90.0 && !wfCrowd_IsDone( crowd ) )
	{
		tickTimes( crowd, 1 );
		wfGroupState state = wfCrowd_GetGroup( crowd, group );
		worst = wfCrowd_GetTime( crowd ) > 20.0 && state.mode == wf_groupTravels ? fmax( worst, state.shapeError ) : worst;
	}
	CHECK( wfCrowd_IsDone( crowd ) );
	CHECK( worst <= 0.3 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

void runGroupWalkTests( int argc, char** argv )
{
	RUN( AWedgePassesPillarsAndADoor );
	RUN( LinesTurnAboutAndRefill );
	RUN( ABoxTurnsACorner );
	RUN( KindsKeepTheirRanks );
	RUN( ARigidShapeGoesAround );
	RUN( FreeIsFasterAndFormationKeepsItsShape );
	RUN( AWedgePassesOncomingPeople );
	RUN( AWedgeOnFootKeepsItsShape );
}
