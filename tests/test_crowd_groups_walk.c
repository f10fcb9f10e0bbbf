// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Groups on the way: formations through pillars and doors, about-faces, strokes, on foot.
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

// ----------------------------------------------------------------------------------------------------------------- strokes

#define U_POINTS 40

// Around the end of a wall, from left to right and back.
static void drawU( wfVec2* points )
{
	for ( int32_t k = 0; k < U_POINTS; ++k )
	{
		double d = 140.0 * k / ( U_POINTS - 1 );
		points[k] = d < 60.0   ? ( wfVec2 ){ 8.0 + d, 20.0 }
					: d < 80.0 ? ( wfVec2 ){ 68.0, d - 40.0 }
							   : ( wfVec2 ){ 148.0 - d, 40.0 };
	}
}

static wfResult orderAlong( wfCrowd* crowd, wfGroupId group, const wfStrokes* strokes, wfAdvance advance )
{
	wfGroupOrder order = wfDefaultGroupOrder( wf_strokeOrder );
	order.strokes = strokes;
	order.advance = advance;
	return wfCrowd_OrderGroup( crowd, group, &order, NULL );
}

// How many of 30 come within 2 m of all points.
static int32_t walkU( wfAdvance advance )
{
	wfVec2 points[U_POINTS];
	wfWorld* world = makeRoom( 80.0, 60.0 );
	addBox( world, 20.0, 29.5, 60.0, 30.5 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGroupId group = addGroup( crowd, wf_noFormation, 2.0, 17.6, 30, 5 );
	wfStrokesDef def = wfDefaultStrokesDef();
	wfStrokes* strokes = NULL;
	drawU( points );
	CHECK_EQUAL( wfCreateStrokes( &def, &strokes, NULL ), wf_ok );
	CHECK_EQUAL( wfStrokes_Add( strokes, points, U_POINTS, NULL, NULL ), wf_ok );
	CHECK_EQUAL( orderAlong( crowd, group, strokes, advance ), wf_ok );
	wfDestroyStrokes( strokes );
	static bool passed[30][U_POINTS];
	for ( int32_t k = 0; k < 30 * U_POINTS; ++k )
	{
		passed[k / U_POINTS][k % U_POINTS] = false;
	}
	double room = INFINITY;
	while ( wfCrowd_GetTime( crowd ) < 250.0 && !wfCrowd_IsDone( crowd ) )
	{
		tickTimes( crowd, 1 );
		Safety safety = measureSafety( crowd );
		room = fmin( room, fmin( safety.leastRoom, safety.leastGap ) );
		wfFrame frame = wfCrowd_GetFrame( crowd );
		for ( int32_t k = 0; k < 30 * U_POINTS; ++k )
		{
			wfVec3 at = frame.positions[k / U_POINTS];
			wfVec2 point = points[k % U_POINTS];
			passed[k / U_POINTS][k % U_POINTS] |= hypot( at.x - point.x, at.y - point.y ) <= 2.0;
		}
	}
	CHECK( wfCrowd_IsDone( crowd ) );
	CHECK( room >= -1e-6 );
	int32_t all = 0;
	for ( int32_t k = 0; k < 30; ++k )
	{
		bool passes = true;
		for ( int32_t m = 0; m < U_POINTS; ++m )
		{
			passes = passes && passed[k][m];
		}
		all += passes ? 1 : 0;
	}
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
	return all;
}

TEST( EachPassesAllPointsOfAStrokeTheFirstSparesTheOthers )
{
	CHECK_EQUAL( walkU( wf_advanceEach ), 30 );
	CHECK( walkU( wf_advanceFirst ) < 18 );
}

TEST( AnAnchorKeepsToItsStroke )
{
	wfWorld* world = makeRoom( 80.0, 60.0 );
	addBox( world, 20.0, 29.5, 60.0, 30.5 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGroupId group = addGroup( crowd, wf_wedgeFormation, 4.0, 18.0, 8, 4 );
	wfVec2 points[U_POINTS];
	wfStrokesDef def = wfDefaultStrokesDef();
	wfStrokes* strokes = NULL;
	drawU( points );
	CHECK_EQUAL( wfCreateStrokes( &def, &strokes, NULL ), wf_ok );
	CHECK_EQUAL( wfStrokes_Add( strokes, points, U_POINTS, NULL, NULL ), wf_ok );
	CHECK_EQUAL( orderAlong( crowd, group, strokes, wf_advanceCentre ), wf_ok );
	wfDestroyStrokes( strokes );
	double off = 0.0;
	while ( wfCrowd_GetTime( crowd ) < 250.0 && !wfCrowd_IsDone( crowd ) )
	{
		tickTimes( crowd, 1 );
		wfVec3 at = wfCrowd_GetGroup( crowd, group ).anchor;
		double away = wfFindOnRoute( points, U_POINTS, inPlane( at ) ).distance;
		off = wfCrowd_GetTime( crowd ) > 10.0 ? fmax( off, away ) : off;
	}
	CHECK( wfCrowd_IsDone( crowd ) );
	CHECK( off <= 1.5 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

TEST( AnotherOrderEndsAStroke )
{
	wfWorld* world = makeRoom( 80.0, 40.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGroupId group = addGroup( crowd, wf_boxFormation, 5.0, 18.0, 6, 3 );
	const wfVec2 line[2] = { { 8.0, 20.0 }, { 70.0, 20.0 } };
	wfStrokesDef def = wfDefaultStrokesDef();
	wfStrokes* strokes = NULL;
	CHECK_EQUAL( wfCreateStrokes( &def, &strokes, NULL ), wf_ok );
	CHECK_EQUAL( wfStrokes_Add( strokes, line, 2, NULL, NULL ), wf_ok );
	CHECK_EQUAL( orderAlong( crowd, group, strokes, wf_advanceCentre ), wf_ok );
	wfDestroyStrokes( strokes );
	tickTimes( crowd, 50 );
	CHECK_EQUAL( orderTo( crowd, group, wf_formationOrder, 40.0, 10.0 ), wf_ok );
	CHECK_EQUAL( runGroups( crowd, 80.0, wf_groupArrivedEvent ), 1 );
	CHECK( wfCrowd_IsDone( crowd ) );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// A road past a block on one side, the way through a swamp on the other.
static wfCrowd* makeFork( wfWorld* world, int32_t count, int32_t tanks, const wfGroupOrder* order, wfGroupId* group )
{
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfAgentId members[40];
	for ( int32_t k = 0; k < count; ++k )
	{
		wfAgentDef def = wfDefaultAgentDef();
		bool isTank = k < tanks;
		def.position = ( wfVec3 ){ isTank ? 3.0 + 2.4 * ( k / 5 ) : 8.0 + 1.2 * ( k / 6 ),
								   24.0 + ( isTank ? 2.4 * ( k % 5 ) : 1.2 * ( k % 6 ) ), 0.0 };
		def.radius = isTank ? 1.0 : 0.25;
		def.kind = isTank ? 1 : 0;
		CHECK_EQUAL( wfCrowd_AddAgent( crowd, &def, &members[k], NULL ), wf_ok );
	}
	wfGroupDef def = wfDefaultGroupDef();
	def.formation.kind = wf_boxFormation;
	def.formation.spacing = tanks > 0 ? 2.4 : 1.2;
	def.members = members;
	def.memberCount = count;
	CHECK_EQUAL( wfCrowd_CreateGroup( crowd, &def, group, NULL ), wf_ok );
	wfStrokesDef drawn = wfDefaultStrokesDef();
	wfStrokes* strokes = NULL;
	const wfVec2 road[5] = { { 15.0, 30.0 }, { 35.0, 30.0 }, { 50.0, 50.0 }, { 65.0, 30.0 }, { 85.0, 32.0 } };
	const wfVec2 side[4] = { { 35.0, 30.0 }, { 50.0, 10.0 }, { 65.0, 25.0 }, { 85.0, 20.0 } };
	CHECK_EQUAL( wfCreateStrokes( &drawn, &strokes, NULL ), wf_ok );
	CHECK_EQUAL( wfStrokes_Add( strokes, road, 5, NULL, NULL ), wf_ok );
	CHECK_EQUAL( wfStrokes_Add( strokes, side, 4, NULL, NULL ), wf_ok );
	wfGroupOrder along = *order;
	along.strokes = strokes;
	CHECK_EQUAL( wfCrowd_OrderGroup( crowd, *group, &along, NULL ), wf_ok );
	wfDestroyStrokes( strokes );
	return crowd;
}

static void checkCounts( const wfCrowd* crowd, int32_t first, int32_t second )
{
	wfGroupId ids[4];
	CHECK_EQUAL( wfCrowd_GetGroupIds( crowd, ids, 4 ), 2 );
	CHECK_EQUAL( wfCrowd_GetGroup( crowd, ids[0] ).memberCount, first );
	CHECK_EQUAL( wfCrowd_GetGroup( crowd, ids[1] ).memberCount, second );
	CHECK_NEAR( wfCrowd_GetGroup( crowd, ids[0] ).anchor.x, 85.0, 0.2 );
	CHECK_NEAR( wfCrowd_GetGroup( crowd, ids[1] ).anchor.x, 85.0, 0.2 );
}

TEST( GroupsPartAtAForkEvenlyAndByShare )
{
	const wfBranchRule rules[2] = { { 1, 1.0, -1, 0 }, { 3, 2.0, -1, 0 } };
	for ( int32_t share = 0; share < 3; ++share )
	{
		wfWorld* world = makeRoom( 100.0, 60.0 );
		addBox( world, 45.0, 20.0, 55.0, 40.0 );
		wfGroupOrder order = wfDefaultGroupOrder( wf_strokeOrder );
		order.advance = wf_advanceCentre;
		order.rule = share == 1 ? wf_divideByShare : wf_divideEvenly;
		order.branches = rules;
		order.branchCount = 2;
		wfGroupId group;
		wfCrowd* crowd = makeFork( world, 31, 0, &order, &group );
		int32_t divided = runGroups( crowd, 28.0, wf_groupDividedEvent );
		if ( share == 2 )
		{
			addBox( world, 45.0, 40.0, 55.0, 60.0 ); // behind those who parted
		}
		divided += runGroups( crowd, 200.0, wf_groupDividedEvent );
		CHECK_EQUAL( divided, 1 );
		CHECK( wfCrowd_IsDone( crowd ) );
		checkCounts( crowd, share == 1 ? 10 : 16, share == 1 ? 21 : 15 );
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
}

// In the tick before it parts.
TEST( AnOrderAtAForkEndsTheDivision )
{
	int32_t parted = 0;
	for ( int32_t run = 0; run < 2; ++run )
	{
		wfWorld* world = makeRoom( 100.0, 60.0 );
		wfGroupOrder order = wfDefaultGroupOrder( wf_strokeOrder );
		wfGroupId group;
		wfCrowd* crowd = makeFork( world, 12, 0, &order, &group );
		int32_t ticks = 0;
		while ( run == 0 ? countGroupEvents( crowd, wf_groupDividedEvent ) == 0 && ticks < 1000 : ticks < parted - 1 )
		{
			tickTimes( crowd, 1 );
			++ticks;
		}
		parted = ticks;
		if ( run == 1 )
		{
			const wfVec2 line[2] = { { 35.0, 30.0 }, { 60.0, 30.0 } };
			wfStrokesDef def = wfDefaultStrokesDef();
			wfStrokes* strokes = NULL;
			CHECK_EQUAL( wfCreateStrokes( &def, &strokes, NULL ), wf_ok );
			CHECK_EQUAL( wfStrokes_Add( strokes, line, 2, NULL, NULL ), wf_ok );
			CHECK_EQUAL( orderAlong( crowd, group, strokes, wf_advanceCentre ), wf_ok );
			wfDestroyStrokes( strokes );
			CHECK_EQUAL( runGroups( crowd, 200.0, wf_groupDividedEvent ), 0 );
			CHECK_EQUAL( wfCrowd_GetGroup( crowd, group ).memberCount, 12 );
			CHECK_NEAR( wfCrowd_GetGroup( crowd, group ).anchor.x, 60.0, 0.2 );
		}
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
	CHECK( parted > 0 && parted < 1000 );
}

TEST( TanksStayOutOfTheSwamp )
{
	wfWorld* world = makeRoom( 100.0, 60.0 );
	addBox( world, 45.0, 20.0, 55.0, 40.0 );
	wfShapeDef swamp = wfDefaultShapeDef();
	swamp.kind = wf_boxShape;
	swamp.role = wf_terrainRole;
	swamp.center = ( wfVec2 ){ 50.0, 50.0 };
	swamp.halfSize = ( wfVec2 ){ 5.0, 9.9 };
	swamp.kinds = ~2u;
	CHECK_EQUAL( wfWorld_AddShape( world, &swamp, NULL, NULL ), wf_ok );
	wfGroupOrder order = wfDefaultGroupOrder( wf_strokeOrder );
	order.advance = wf_advanceCentre;
	order.rule = wf_divideByKind;
	const wfBranchRule rules[1] = { { 1, 1.0, -1, 1u } };
	order.branches = rules;
	order.branchCount = 1;
	wfGroupId group;
	wfCrowd* crowd = makeFork( world, 30, 10, &order, &group );
	bool wet = false;
	double leastGap = INFINITY;
	bool isSoldierThere[20] = { false };
	while ( wfCrowd_GetTime( crowd ) < 300.0 && !wfCrowd_IsDone( crowd ) )
	{
		tickTimes( crowd, 1 );
		leastGap = fmin( leastGap, measureSafety( crowd ).leastGap );
		wfFrame frame = wfCrowd_GetFrame( crowd );
		for ( int32_t k = 0; k < 30; ++k )
		{
			wfVec3 at = frame.positions[k];
			bool isIn = fabs( at.x - 50.0 ) < 5.0 && at.y > 40.1;
			wet = wet || ( k < 10 && isIn );
			isSoldierThere[k < 10 ? 0 : k - 10] |= k >= 10 && isIn;
		}
	}
	CHECK( wfCrowd_IsDone( crowd ) );
	CHECK( leastGap >= -1e-6 );
	CHECK( !wet );
	for ( int32_t k = 0; k < 20; ++k )
	{
		CHECK( isSoldierThere[k] );
	}
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
	RUN( EachPassesAllPointsOfAStrokeTheFirstSparesTheOthers );
	RUN( AnAnchorKeepsToItsStroke );
	RUN( AnotherOrderEndsAStroke );
	RUN( GroupsPartAtAForkEvenlyAndByShare );
	RUN( AnOrderAtAForkEndsTheDivision );
	RUN( TanksStayOutOfTheSwamp );
	RUN( AWedgeOnFootKeepsItsShape );
}
