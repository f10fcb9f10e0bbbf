// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Groups along sketched strokes: who walks the whole of them, and where they part.
#include "test_crowd_groups.h"

#include <math.h>

#include <stdlib.h>

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

// Behind a wall, so that the way to the stroke leads away from it for longer than anybody waits for who does not come nearer.
TEST( FreeGroupsGoAroundAWallToTheirStroke )
{
	for ( int32_t advance = 0; advance < wf_advanceCount; ++advance )
	{
		wfWorld* world = makeRoom( 80.0, 60.0 );
		addBox( world, 4.0, 29.5, 76.0, 30.5 );
		wfCrowd* crowd = makeCrowd( world, NULL );
		wfGroupId group = addGroup( crowd, wf_noFormation, 40.0, 23.0, 8, 4 );
		wfStrokesDef def = wfDefaultStrokesDef();
		wfStrokes* strokes = NULL;
		const wfVec2 line[2] = { { 40.0, 33.0 }, { 52.0, 33.0 } };
		CHECK_EQUAL( wfCreateStrokes( &def, &strokes, NULL ), wf_ok );
		CHECK_EQUAL( wfStrokes_Add( strokes, line, 2, NULL, NULL ), wf_ok );
		CHECK_EQUAL( orderAlong( crowd, group, strokes, (wfAdvance)advance ), wf_ok );
		wfDestroyStrokes( strokes );
		for ( int32_t tick = 0; tick < 1000 && !wfCrowd_IsDone( crowd ); ++tick )
		{
			tickTimes( crowd, 1 );
		}
		CHECK( wfCrowd_IsDone( crowd ) );
		wfFrame frame = wfCrowd_GetFrame( crowd );
		for ( int32_t k = 0; k < frame.count; ++k )
		{
			CHECK( hypot( frame.positions[k].x - 52.0, frame.positions[k].y - 33.0 ) < 4.0 );
		}
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
}

// ------------------------------------------------------------------------------------------------- the whole of a sketch

#define MOST_POINTS 128
#define MOST_WALKERS 30

typedef enum Shape
{
	aSpiral,
	anS,
	hairpins,
	aShortOne,
	shapeCount
} Shape;

// In a frame of its own, at random turned and moved to the middle of the room.
static int32_t drawShape( Shape shape, uint64_t seed, wfVec2 middle, wfVec2* points )
{
	int32_t count = shape == aSpiral ? 70 : shape == anS ? 50 : shape == hairpins ? 42 : 5;
	double turn = 6.28 * wfRandomUnit( seed, 7, 0 );
	for ( int32_t k = 0; k < count; ++k )
	{
		double t = (double)k / ( count - 1 ), angle = 16.0 * t, radius = 2.0 + 18.0 * t;
		int32_t row = k / 7;
		wfVec2 at = shape == aSpiral ? ( wfVec2 ){ radius * cos( angle ), radius * sin( angle ) }
					: shape == anS	 ? ( wfVec2 ){ 44.0 * t - 22.0, 12.0 * sin( 6.28 * t ) }
					: shape == hairpins
						? ( wfVec2 ){ row % 2 == 0 ? 4.0 * ( k % 7 ) - 12.0 : 12.0 - 4.0 * ( k % 7 ), 4.0 * row - 10.0 }
						: ( wfVec2 ){ 4.0 * t, 0.0 };
		points[k] =
			( wfVec2 ){ middle.x + at.x * cos( turn ) - at.y * sin( turn ), middle.y + at.x * sin( turn ) + at.y * cos( turn ) };
	}
	return count;
}

static wfStrokes* drawOne( const wfVec2* points, int32_t count )
{
	wfStrokesDef def = wfDefaultStrokesDef();
	wfStrokes* strokes = NULL;
	CHECK_EQUAL( wfCreateStrokes( &def, &strokes, NULL ), wf_ok );
	CHECK_EQUAL( wfStrokes_Add( strokes, points, count, NULL, NULL ), wf_ok );
	return strokes;
}

// The farthest that anybody was to the right, of the last call.
static double s_farthest;

// Of the first `members` agents those that come within 2 m of all points in their order until all stand, which they do.
static int32_t countWhole( wfCrowd* crowd, const wfVec2* points, int32_t count, int32_t members )
{
	int32_t passed[MOST_WALKERS] = { 0 }, whole = 0;
	double room = INFINITY, until = wfCrowd_GetTime( crowd ) + 900.0;
	s_farthest = -INFINITY;
	do
	{
		tickTimes( crowd, 1 );
		Safety safety = measureSafety( crowd );
		room = fmin( room, fmin( safety.leastRoom, safety.leastGap ) );
		wfFrame frame = wfCrowd_GetFrame( crowd );
		for ( int32_t k = 0; k < members; ++k )
		{
			wfVec3 at = frame.positions[k];
			s_farthest = fmax( s_farthest, at.x );
			while ( passed[k] < count && hypot( at.x - points[passed[k]].x, at.y - points[passed[k]].y ) <= 2.0 )
			{
				passed[k] += 1;
			}
		}
	}
	while ( wfCrowd_GetTime( crowd ) < until && !wfCrowd_IsDone( crowd ) );
	CHECK( wfCrowd_IsDone( crowd ) );
	CHECK( room >= -1e-6 );
	for ( int32_t k = 0; k < members; ++k )
	{
		whole += passed[k] == count;
	}
	return whole;
}

// Wherever they start, also behind a wall with a door.
TEST( EverybodyWalksTheWholeOfASketch )
{
	for ( int32_t run = 0; run < 2 * shapeCount; ++run )
	{
		uint64_t seed = (uint64_t)run + 1;
		bool column = run % 2 == 1;
		wfVec2 points[MOST_POINTS];
		wfWorld* world = makeRoom( 140.0, 90.0 );
		addBox( world, 39.0, 0.0, 40.0, 44.0 );
		addBox( world, 39.0, 45.5, 40.0, 90.0 );
		int32_t count = drawShape( (Shape)( run / 2 ), seed, ( wfVec2 ){ 85.0, 45.0 }, points ), members = column ? 12 : 20;
		double x = ( run % 3 == 0 ? 8.0 : 50.0 ) + 20.0 * wfRandomUnit( seed, 8, 0 ),
			   y = 10.0 + 65.0 * wfRandomUnit( seed, 8, 1 );
		wfCrowd* crowd = makeCrowd( world, NULL );
		wfGroupId group = addGroup( crowd, column ? wf_columnFormation : wf_noFormation, x, y, members, 4 );
		wfStrokes* strokes = drawOne( points, count );
		CHECK_EQUAL( orderAlong( crowd, group, strokes, wf_advanceEach ), wf_ok );
		wfDestroyStrokes( strokes );
		CHECK_EQUAL( countWhole( crowd, points, count, members ), members );
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
}

// Straight on where there is room; else everybody by its own to the last place.
TEST( AColumnComesToTheEndOfItsSketchAsAWhole )
{
	for ( int32_t run = 0; run < 4; ++run )
	{
		bool wall = run % 2 == 1;
		const wfVec2 points[3] = { { 30.0, 20.0 }, { 45.0, 20.0 }, { 60.0, 20.0 } };
		wfWorld* world = makeRoom( 100.0, 40.0 );
		if ( wall )
		{
			addBox( world, 64.0, 10.0, 65.0, 30.0 );
		}
		wfCrowd* crowd = makeCrowd( world, NULL );
		// The second time beside the stroke, ahead of its beginning.
		wfGroupId group = addGroup( crowd, wf_columnFormation, run < 2 ? 8.0 : 34.0, run < 2 ? 18.0 : 20.0, 12, 3 );
		wfStrokes* strokes = drawOne( points, 3 );
		CHECK_EQUAL( orderAlong( crowd, group, strokes, wf_advanceEach ), wf_ok );
		wfDestroyStrokes( strokes );
		CHECK_EQUAL( countWhole( crowd, points, 3, 12 ), 12 );
		wfGroupState state = wfCrowd_GetGroup( crowd, group );
		CHECK_EQUAL( state.mode, wall ? wf_groupFree : wf_groupHolds );
		double rear = INFINITY, front = -INFINITY;
		wfFrame frame = wfCrowd_GetFrame( crowd );
		for ( int32_t k = 0; k < 12; ++k )
		{
			rear = fmin( rear, frame.positions[k].x );
			front = fmax( front, frame.positions[k].x );
		}
		if ( !wall )
		{
			CHECK_NEAR( rear, 60.0, 0.3 );
			CHECK_NEAR( front, 60.0 + 11 * 1.2, 0.3 );
			// From there it goes on as a column.
			CHECK_EQUAL( orderTo( crowd, group, wf_formationOrder, 90.0, 10.0 ), wf_ok );
			CHECK_EQUAL( runGroups( crowd, 100.0, wf_groupFormedEvent ), 1 );
		}
		else
		{
			CHECK( rear > 57.0 && front < 63.0 );
		}
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
}

// A sketch drawn on from the end of another one, in a column and freely; one from elsewhere; one drawn instead of the first.
TEST( SketchesFollowEachOther )
{
	const wfVec2 first[2] = { { 20.0, 10.0 }, { 50.0, 10.0 } };
	const wfVec2 seconds[4][2] = { { { 50.0, 10.0 }, { 50.0, 40.0 } },
								   { { 50.0, 10.0 }, { 50.0, 40.0 } },
								   { { 20.0, 40.0 }, { 50.0, 14.0 } },
								   { { 50.0, 10.0 }, { 20.0, 10.0 } } };
	for ( int32_t run = 0; run < 4; ++run )
	{
		wfWorld* world = makeRoom( 80.0, 70.0 );
		wfCrowd* crowd = makeCrowd( world, NULL );
		wfGroupId group = addGroup( crowd, run == 0 ? wf_columnFormation : wf_noFormation, 4.0, 8.0, 12, 3 );
		wfStrokes *strokes = drawOne( first, 2 ), *next = drawOne( seconds[run], 2 );
		CHECK_EQUAL( orderAlong( crowd, group, strokes, wf_advanceEach ), wf_ok );
		wfGroupOrder order = wfDefaultGroupOrder( wf_strokeOrder );
		order.strokes = next;
		order.queued = run < 3;
		tickTimes( crowd, 110 ); // half-way
		CHECK_EQUAL( wfCrowd_OrderGroup( crowd, group, &order, NULL ), wf_ok );
		wfDestroyStrokes( strokes );
		wfDestroyStrokes( next );
		const wfVec2 all[3] = { first[1], seconds[run][0], seconds[run][1] };
		CHECK_EQUAL( countWhole( crowd, run < 3 ? all : all + 1, run < 3 ? 3 : 2, 12 ), 12 );
		CHECK( run > 0 || s_farthest < 52.0 ); // no column runs on where the next one turns off
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
}

// Instead of going back to its beginning.
TEST( WhoJoinsOnTheWayGoesOnFromThere )
{
	const wfVec2 points[2] = { { 10.0, 10.0 }, { 70.0, 10.0 } };
	wfWorld* world = makeRoom( 80.0, 20.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGroupId group = addGroup( crowd, wf_noFormation, 4.0, 8.0, 9, 3 );
	wfStrokes* strokes = drawOne( points, 2 );
	CHECK_EQUAL( orderAlong( crowd, group, strokes, wf_advanceEach ), wf_ok );
	wfDestroyStrokes( strokes );
	tickTimes( crowd, 150 );
	wfAgentId late = addAgent( crowd, 25.0, 13.0, NULL, 0 );
	CHECK_EQUAL( wfCrowd_AddToGroup( crowd, group, &late, 1, NULL ), wf_ok );
	runGroups( crowd, 100.0, wf_groupArrivedEvent );
	CHECK( wfCrowd_IsDone( crowd ) );
	CHECK( wfCrowd_GetAgent( crowd, late ).distanceWalked < 50.0 );
	CHECK( wfCrowd_GetAgent( crowd, late ).position.x > 67.0 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// Walls across the sketch, behind and ahead of them, change its length, but not how far they have come.
TEST( EditsDoNotTakeBackWhatWasWalked )
{
	const wfVec2 points[5] = { { 10.0, 20.0 }, { 44.0, 20.0 }, { 48.0, 34.0 }, { 52.0, 20.0 }, { 70.0, 20.0 } };
	for ( int32_t run = 0; run < 4; ++run )
	{
		bool column = run % 2 == 1, ahead = run < 2;
		wfWorld* world = makeRoom( 90.0, 40.0 );
		wfCrowd* crowd = makeCrowd( world, NULL );
		wfGroupId group = addGroup( crowd, column ? wf_columnFormation : wf_noFormation, 4.0, 18.0, 9, 3 );
		wfStrokes* strokes = drawOne( points, 5 );
		CHECK_EQUAL( orderAlong( crowd, group, strokes, wf_advanceEach ), wf_ok );
		wfDestroyStrokes( strokes );
		tickTimes( crowd, 160 );
		double before = INFINITY, after = INFINITY, nearest[9];
		wfFrame frame = wfCrowd_GetFrame( crowd );
		for ( int32_t k = 0; k < 9; ++k )
		{
			before = fmin( before, frame.positions[k].x );
			nearest[k] = INFINITY;
		}
		addBox( world, ahead ? 60.0 : 15.0, 5.0, ahead ? 61.0 : 16.0, 30.0 );
		while ( wfCrowd_GetTime( crowd ) < 200.0 && !wfCrowd_IsDone( crowd ) )
		{
			tickTimes( crowd, 1 );
			frame = wfCrowd_GetFrame( crowd );
			for ( int32_t k = 0; k < 9; ++k )
			{
				after = fmin( after, frame.positions[k].x );
				nearest[k] = fmin( nearest[k], hypot( frame.positions[k].x - points[2].x, frame.positions[k].y - points[2].y ) );
			}
		}
		CHECK( wfCrowd_IsDone( crowd ) );
		CHECK( before > 20.0 && after > before - 0.5 );
		for ( int32_t k = 0; k < 9; ++k )
		{
			CHECK( frame.positions[k].x > 67.0 && nearest[k] <= 2.0 );
		}
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
}

// It comes to the fork as a whole, and both parts walk all of theirs.
TEST( AColumnPartsWhereItsSketchDoes )
{
	const wfVec2 points[2][4] = { { { 15.0, 35.0 }, { 40.0, 35.0 }, { 40.0, 45.0 }, { 40.0, 55.0 } },
								  { { 15.0, 35.0 }, { 40.0, 35.0 }, { 40.0, 25.0 }, { 40.0, 15.0 } } };
	for ( int32_t run = 0; run < 2; ++run )
	{
		wfWorld* world = makeRoom( 80.0, 70.0 );
		wfCrowd* crowd = makeCrowd( world, NULL );
		addGroup( crowd, run == 0 ? wf_columnFormation : wf_noFormation, 4.0, 33.0, 12, 3 );
		wfStrokes* strokes = drawOne( points[0], 4 );
		CHECK_EQUAL( wfStrokes_Add( strokes, points[1] + 1, 3, NULL, NULL ), wf_ok );
		wfGroupId group;
		CHECK_EQUAL( wfCrowd_GetGroupIds( crowd, &group, 1 ), 1 );
		CHECK_EQUAL( orderAlong( crowd, group, strokes, wf_advanceEach ), wf_ok );
		wfDestroyStrokes( strokes );
		int32_t passed[2][12] = { { 0 } }, whole[2] = { 0 };
		double farthest = 0.0;
		while ( wfCrowd_GetTime( crowd ) < 200.0 && !wfCrowd_IsDone( crowd ) )
		{
			tickTimes( crowd, 1 );
			wfFrame frame = wfCrowd_GetFrame( crowd );
			for ( int32_t k = 0; k < 24; ++k )
			{
				wfVec3 at = frame.positions[k / 2];
				int32_t* next = &passed[k % 2][k / 2];
				farthest = fmax( farthest, at.x );
				*next += *next < 4 && hypot( at.x - points[k % 2][*next].x, at.y - points[k % 2][*next].y ) <= 2.0;
				whole[k % 2] += *next == 4;
				*next += *next == 4;
			}
		}
		CHECK( wfCrowd_IsDone( crowd ) );
		CHECK_EQUAL( whole[0], 6 );
		CHECK_EQUAL( whole[1], 6 );
		CHECK( farthest < 43.0 );
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
}

// One member is walled in: the others do not wait for it at the end, nor on the way.
TEST( WhoCannotComeIsNotWaitedFor )
{
	const wfVec2 points[2] = { { 20.0, 20.0 }, { 60.0, 20.0 } };
	for ( int32_t advance = 0; advance < wf_advanceCount; ++advance )
	{
		wfWorld* world = makeRoom( 80.0, 40.0 );
		wfCrowd* crowd = makeCrowd( world, NULL );
		wfGroupId group = addGroup( crowd, wf_noFormation, 4.0, 18.0, 8, 4 );
		wfAgentId walledIn = addAgent( crowd, 10.0, 35.0, NULL, 0 );
		addBox( world, 8.0, 33.0, 12.0, 33.5 );
		addBox( world, 8.0, 36.5, 12.0, 37.0 );
		addBox( world, 8.0, 33.0, 8.5, 37.0 );
		addBox( world, 11.5, 33.0, 12.0, 37.0 );
		CHECK_EQUAL( wfCrowd_AddToGroup( crowd, group, &walledIn, 1, NULL ), wf_ok );
		wfStrokes* strokes = drawOne( points, 2 );
		CHECK_EQUAL( orderAlong( crowd, group, strokes, (wfAdvance)advance ), wf_ok );
		wfDestroyStrokes( strokes );
		runGroups( crowd, 200.0, wf_groupArrivedEvent );
		CHECK( wfCrowd_IsDone( crowd ) );
		wfFrame frame = wfCrowd_GetFrame( crowd );
		for ( int32_t k = 0; k < 8; ++k )
		{
			CHECK( hypot( frame.positions[k].x - 60.0, frame.positions[k].y - 20.0 ) < 3.0 );
		}
		CHECK_NEAR( wfCrowd_GetAgent( crowd, walledIn ).position.x, 10.0, 2.0 );
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
}

// ----------------------------------------------------------------------------------------------------------------- others

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

void runGroupStrokeTests( int argc, char** argv )
{
	RUN( EachPassesAllPointsOfAStrokeTheFirstSparesTheOthers );
	RUN( FreeGroupsGoAroundAWallToTheirStroke );
	RUN( EverybodyWalksTheWholeOfASketch );
	RUN( AColumnComesToTheEndOfItsSketchAsAWhole );
	RUN( SketchesFollowEachOther );
	RUN( WhoJoinsOnTheWayGoesOnFromThere );
	RUN( EditsDoNotTakeBackWhatWasWalked );
	RUN( AColumnPartsWhereItsSketchDoes );
	RUN( WhoCannotComeIsNotWaitedFor );
	RUN( AnAnchorKeepsToItsStroke );
	RUN( AnotherOrderEndsAStroke );
	RUN( GroupsPartAtAForkEvenlyAndByShare );
	RUN( AnOrderAtAForkEndsTheDivision );
	RUN( TanksStayOutOfTheSwamp );
}
