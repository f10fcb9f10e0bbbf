// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Groups along strokes on meshes: over poles, up ramps, around obstacles, and where strokes part.
#include "test_crowd_mesh.h"
#include "wayfield/groups.h"

#include <math.h>

#define MOST_POINTS 128
#define MOST_MEMBERS 32

typedef struct Sketch
{
	wfVec3 points[MOST_POINTS];
	int32_t count;
} Sketch;

static void addTo( Sketch* sketch, double x, double y, double z )
{
	sketch->points[sketch->count++] = ( wfVec3 ){ x, y, z };
}

static wfStrokes* makeStrokes( void )
{
	wfStrokesDef def = wfDefaultStrokesDef();
	wfStrokes* strokes = NULL;
	CHECK_EQUAL( wfCreateStrokes( &def, &strokes, NULL ), wf_ok );
	return strokes;
}

static void draw( wfStrokes* strokes, const Sketch* sketch )
{
	CHECK_EQUAL( wfStrokes_AddInSpace( strokes, NULL, sketch->points, sketch->count, NULL, NULL ), wf_ok );
}

// In rows around a place, of which the nearest places of the mesh are taken.
static wfGroupId addTroop( wfCrowd* crowd, wfFormationKind kind, wfVec3 around, wfVec3 east, wfVec3 north, int32_t count )
{
	wfAgentId members[MOST_MEMBERS];
	int32_t columns = (int32_t)ceil( sqrt( count ) );
	for ( int32_t k = 0; k < count; ++k )
	{
		double right = 0.8 * ( k % columns - 0.5 * ( columns - 1 ) ), up = 0.8 * ( k / columns - 0.5 * ( columns - 1 ) );
		members[k] = addDisc( crowd,
							  ( wfVec3 ){ around.x + right * east.x + up * north.x, around.y + right * east.y + up * north.y,
										  around.z + right * east.z + up * north.z },
							  noGoal );
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

static wfGroupOrder makeOrder( const wfStrokes* strokes, wfAdvance advance )
{
	wfGroupOrder order = wfDefaultGroupOrder( wf_strokeOrder );
	order.strokes = strokes;
	order.advance = advance;
	return order;
}

static void orderAlong( wfCrowd* crowd, wfGroupId group, const wfStrokes* strokes, wfAdvance advance )
{
	wfGroupOrder order = makeOrder( strokes, advance );
	CHECK_EQUAL( wfCrowd_OrderGroup( crowd, group, &order, NULL ), wf_ok );
}

static double distanceOf( wfVec3 a, wfVec3 b )
{
	return sqrt( ( a.x - b.x ) * ( a.x - b.x ) + ( a.y - b.y ) * ( a.y - b.y ) + ( a.z - b.z ) * ( a.z - b.z ) );
}

typedef struct Walk
{
	int32_t passed;	   // members that came within 2 m of all points
	double leastGap;   // between two
	double leastWall;  // to walls
	double anchorAway; // the farthest a point is from all places of the anchor
	double seconds;
} Walk;

// Until all stand, or for so long.
static Walk walkAlong( wfCrowd* crowd, wfGroupId group, const Sketch* sketch, double seconds )
{
	static bool passes[MOST_MEMBERS][MOST_POINTS];
	double near[MOST_POINTS];
	Walk walk = { .leastGap = INFINITY, .leastWall = INFINITY };
	int32_t members = wfCrowd_GetGroup( crowd, group ).memberCount, ticks = 0;
	for ( int32_t k = 0; k < MOST_MEMBERS * sketch->count; ++k )
	{
		passes[k / sketch->count][k % sketch->count] = false;
		near[k % sketch->count] = INFINITY;
	}
	do
	{
		tickOn( crowd );
		wfContactReport report;
		CHECK_EQUAL( wfCrowd_CheckContacts( crowd, &report ), wf_ok );
		walk.leastGap = fmin( walk.leastGap, report.leastGap );
		walk.leastWall = fmin( walk.leastWall, report.leastWallGap );
		wfFrame frame = wfCrowd_GetFrame( crowd );
		wfVec3 anchor = wfCrowd_GetGroup( crowd, group ).anchor;
		for ( int32_t m = 0; m < sketch->count; ++m )
		{
			near[m] = fmin( near[m], distanceOf( anchor, sketch->points[m] ) );
			for ( int32_t k = 0; k < members; ++k )
			{
				passes[k][m] = passes[k][m] || distanceOf( frame.positions[k], sketch->points[m] ) <= 2.0;
			}
		}
	}
	while ( ++ticks < 5.0 * seconds && !wfCrowd_IsDone( crowd ) );
	CHECK( wfCrowd_IsDone( crowd ) );
	walk.seconds = wfCrowd_GetTime( crowd );
	for ( int32_t k = 0; k < members; ++k )
	{
		bool all = true;
		for ( int32_t m = 0; m < sketch->count; ++m )
		{
			all = all && passes[k][m];
		}
		walk.passed += all ? 1 : 0;
	}
	for ( int32_t m = 0; m < sketch->count; ++m )
	{
		walk.anchorAway = fmax( walk.anchorAway, near[m] );
	}
	return walk;
}

// --------------------------------------------------------------------------------------------------------------- a globe

#define GLOBE_RADIUS 20.0

static wfMesh* makeBall( void )
{
	wfSurfaceShape shape = { 0 };
	CHECK_EQUAL( wfMakeGlobe( GLOBE_RADIUS, 60, 120, &shape ), wf_ok );
	return makeMesh( &shape );
}

// From the equator over the north pole and down the other side, a little beside the pole's needles and not.
static Sketch drawMeridian( double off )
{
	Sketch sketch = { .count = 0 };
	for ( int32_t k = 0; k <= 40; ++k )
	{
		double angle = 0.1 + 2.6 * k / 40.0, side = off * sin( angle );
		double length = GLOBE_RADIUS / sqrt( 1.0 + side * side );
		addTo( &sketch, length * cos( angle ), length * side, length * sin( angle ) );
	}
	return sketch;
}

static wfCrowd* makeVoyage( const wfMesh* mesh, wfWorkers* workers, wfFormationKind kind, wfAdvance advance, wfGroupId* group )
{
	wfCrowd* crowd = makeSurfaceCrowd( mesh, workers );
	Sketch sketch = drawMeridian( 0.0 );
	wfStrokes* strokes = makeStrokes();
	draw( strokes, &sketch );
	*group = addTroop( crowd, kind, ( wfVec3 ){ 20.0, 0.0, -1.0 }, ( wfVec3 ){ 0.0, 1.0, 0.0 }, ( wfVec3 ){ 0.0, 0.0, 1.0 }, 12 );
	orderAlong( crowd, *group, strokes, advance );
	wfDestroyStrokes( strokes );
	return crowd;
}

TEST( StrokesLeadOverThePolesOfAGlobe )
{
	wfMesh* mesh = makeBall();
	static const wfFormationKind kinds[3] = { wf_noFormation, wf_wedgeFormation, wf_columnFormation };
	for ( int32_t k = 0; k < 3; ++k )
	{
		wfGroupId group;
		Sketch sketch = drawMeridian( 0.0 );
		wfCrowd* crowd = makeVoyage( mesh, NULL, kinds[k], k == 1 ? wf_advanceCentre : wf_advanceEach, &group );
		Walk walk = walkAlong( crowd, group, &sketch, 150.0 );
		CHECK( walk.leastGap >= -1e-6 );
		CHECK( k > 0 || walk.passed == 12 );
		CHECK( k == 0 || walk.anchorAway <= 0.75 );
		wfDestroyCrowd( crowd );
	}
	wfDestroyMesh( mesh );
}

TEST( StrokesOnMeshesAreTheSameForThreadsAndFromCheckpoints )
{
	wfMesh* mesh = makeBall();
	wfWorkers* workers = makeWorkers( 3 );
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfGroupId group;
		wfFormationKind kind = k == 0 ? wf_wedgeFormation : wf_noFormation;
		wfCrowd* crowds[3] = { makeVoyage( mesh, NULL, kind, wf_advanceEach, &group ),
							   makeVoyage( mesh, workers, kind, wf_advanceEach, &group ),
							   makeVoyage( mesh, NULL, kind, wf_advanceEach, &group ) };
		checkSameRuns( crowds, 40, 90 );
		for ( int32_t m = 0; m < 3; ++m )
		{
			wfDestroyCrowd( crowds[m] );
		}
	}
	wfDestroyWorkers( workers );
	wfDestroyMesh( mesh );
}

// Three points whose straight lines lead through the inside of the globe: what is off the surface is left out.
TEST( StrokesOfFewPointsStayOnTheSurface )
{
	wfMesh* mesh = makeBall();
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	wfGroupId group = addTroop( crowd, wf_noFormation, ( wfVec3 ){ 20.0, 0.0, 0.0 }, ( wfVec3 ){ 0.0, 1.0, 0.0 },
								( wfVec3 ){ 0.0, 0.0, 1.0 }, 9 );
	Sketch sketch = { .count = 0 };
	addTo( &sketch, 20.0, 0.0, 0.0 );
	addTo( &sketch, 0.0, 0.0, 20.0 );
	addTo( &sketch, 0.0, -20.0, 0.0 );
	wfStrokes* strokes = makeStrokes();
	draw( strokes, &sketch );
	orderAlong( crowd, group, strokes, wf_advanceEach );
	Walk walk = walkAlong( crowd, group, &sketch, 150.0 );
	// Twice a quarter of the way around it.
	CHECK( walk.seconds > 2.0 * 31.4 / 1.5 && walk.seconds < 90.0 );
	CHECK_EQUAL( walk.passed, 9 );
	CHECK( walk.leastGap >= -1e-6 );
	wfDestroyStrokes( strokes );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

// -------------------------------------------------------------------------------------------------------------- a building

// Along the ground floor and up the ramp, then over where it began.
static Sketch drawRamp( void )
{
	const wfVec3 corners[7] = { { 14.0, 5.0, 0.0 },	 { 3.0, 5.0, 0.0 },	  { 3.0, 1.25, 0.0 }, { 7.5, 1.25, 0.0 },
								{ 22.5, 1.25, 3.0 }, { 27.0, 1.25, 3.0 }, { 27.0, 5.0, 3.0 } };
	Sketch sketch = { .count = 0 };
	for ( int32_t k = 0; k < 7; ++k )
	{
		addTo( &sketch, corners[k].x, corners[k].y, corners[k].z );
	}
	addTo( &sketch, 10.0, 5.0, 3.0 );
	return sketch;
}

TEST( StrokesLeadUpARampAndStayOnTheirFloor )
{
	wfMesh* mesh = makeNamed( "building" );
	static const wfFormationKind kinds[3] = { wf_noFormation, wf_columnFormation, wf_wedgeFormation };
	for ( int32_t k = 0; k < 3; ++k )
	{
		wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
		Sketch sketch = drawRamp();
		wfStrokes* strokes = makeStrokes();
		draw( strokes, &sketch );
		wfGroupId group = addTroop( crowd, kinds[k], ( wfVec3 ){ 14.0, 5.0, 0.0 }, ( wfVec3 ){ 1.0, 0.0, 0.0 },
									( wfVec3 ){ 0.0, 1.0, 0.0 }, 9 );
		orderAlong( crowd, group, strokes, k == 2 ? wf_advanceCentre : wf_advanceEach );
		Walk walk = walkAlong( crowd, group, &sketch, 150.0 );
		CHECK( walk.leastGap >= -1e-6 && walk.leastWall >= -1e-6 );
		CHECK( k > 0 || walk.passed == 9 );
		CHECK( k == 0 || walk.anchorAway <= 1.0 );
		// They end on the upper floor.
		wfFrame frame = wfCrowd_GetFrame( crowd );
		for ( int32_t m = 0; m < frame.count; ++m )
		{
			CHECK_NEAR( frame.positions[m].z, 3.0, 0.05 );
		}
		wfDestroyStrokes( strokes );
		wfDestroyCrowd( crowd );
	}
	wfDestroyMesh( mesh );
}

// Drawn on the floor above those who walk: they go up first. There are so many that below the stroke they would be near enough to
// come on along it.
TEST( StrokesOnTheUpperFloorAreNotFollowedBelow )
{
	wfMesh* mesh = makeNamed( "building" );
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
		bool each = k == 0;
		wfGroupId group = addTroop( crowd, each ? wf_lineFormation : wf_noFormation, ( wfVec3 ){ 5.0, 5.0, 0.0 },
									( wfVec3 ){ 1.0, 0.0, 0.0 }, ( wfVec3 ){ 0.0, 1.0, 0.0 }, each ? 8 : 32 );
		Sketch sketch = { .count = 0 };
		addTo( &sketch, 4.0, 5.0, 3.0 );
		addTo( &sketch, 24.0, 5.0, 3.0 );
		wfStrokes* strokes = makeStrokes();
		draw( strokes, &sketch );
		orderAlong( crowd, group, strokes, each ? wf_advanceEach : wf_advanceFirst );
		int32_t below = 0;
		for ( int32_t tick = 0; tick < 900 && !wfCrowd_IsDone( crowd ); ++tick )
		{
			tickOn( crowd );
			wfFrame frame = wfCrowd_GetFrame( crowd );
			double highest = 0.0;
			for ( int32_t m = 0; m < frame.count; ++m )
			{
				highest = fmax( highest, frame.positions[m].z );
			}
			if ( highest < 1.0 )
			{
				CHECK( wfCrowd_GetGroup( crowd, group ).remaining >= 20.0 );
				below += 1;
			}
		}
		CHECK( wfCrowd_IsDone( crowd ) );
		CHECK( below > 20 );
		wfFrame frame = wfCrowd_GetFrame( crowd );
		for ( int32_t m = 0; m < frame.count; ++m )
		{
			CHECK_NEAR( frame.positions[m].z, 3.0, 0.05 );
		}
		wfDestroyStrokes( strokes );
		wfDestroyCrowd( crowd );
	}
	wfDestroyMesh( mesh );
}

// From a room to another one a floor higher, two points: what hangs in the air is left out, and so nobody looks into the room
// below it.
TEST( StrokesThroughTheAirAreJoinedByStairs )
{
	wfMesh* mesh = makeNamed( "building" );
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	wfGroupId group = addTroop( crowd, wf_noFormation, ( wfVec3 ){ 5.0, 12.0, 0.0 }, ( wfVec3 ){ 1.0, 0.0, 0.0 },
								( wfVec3 ){ 0.0, 1.0, 0.0 }, 4 );
	Sketch sketch = { .count = 0 };
	addTo( &sketch, 5.0, 12.0, 0.0 );
	addTo( &sketch, 25.0, 12.0, 3.0 );
	wfStrokes* strokes = makeStrokes();
	draw( strokes, &sketch );
	orderAlong( crowd, group, strokes, wf_advanceEach );
	for ( int32_t tick = 0; tick < 600 && !wfCrowd_IsDone( crowd ); ++tick )
	{
		tickOn( crowd );
		wfFrame frame = wfCrowd_GetFrame( crowd );
		for ( int32_t m = 0; m < frame.count; ++m )
		{
			wfVec3 at = frame.positions[m];
			CHECK( at.z > 0.5 || at.x < 10.5 || at.y < 8.0 );
		}
	}
	CHECK( wfCrowd_IsDone( crowd ) );
	wfFrame frame = wfCrowd_GetFrame( crowd );
	for ( int32_t m = 0; m < frame.count; ++m )
	{
		CHECK( distanceOf( frame.positions[m], sketch.points[1] ) < 2.0 );
	}
	wfDestroyStrokes( strokes );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

// -------------------------------------------------------------------------------------------------------------- obstacles

#define PATCH_RADIUS 3.0

static wfCrowd* makeLawn( const wfMesh* mesh, wfVec3 pond, double radius )
{
	wfSurfaceMask* mask = NULL;
	CHECK_EQUAL( wfCreateSurfaceMask( mesh, &mask ), wf_ok );
	CHECK_EQUAL( wfSurfaceMask_BlockSphere( mask, pond, radius, NULL ), wf_ok );
	return makeCrowdAround( mesh, mask );
}

TEST( StrokesOnMeshesGoAroundObstacles )
{
	wfMesh* mesh = makeSquare( 24.0, 0.4, 0.2 );
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfCrowd* crowd = makeLawn( mesh, ( wfVec3 ){ 12.0, 12.0, 0.0 }, PATCH_RADIUS );
		wfGroupId group = addTroop( crowd, k == 0 ? wf_noFormation : wf_wedgeFormation, ( wfVec3 ){ 4.0, 12.0, 0.0 },
									( wfVec3 ){ 1.0, 0.0, 0.0 }, ( wfVec3 ){ 0.0, 1.0, 0.0 }, 10 );
		Sketch sketch = { .count = 0 }, outside = { .count = 0 };
		for ( int32_t m = 0; m <= 32; ++m )
		{
			double x = 4.0 + 0.5 * m;
			addTo( &sketch, x, 12.1, 0.0 );
			if ( fabs( x - 12.0 ) > PATCH_RADIUS + 1.0 )
			{
				addTo( &outside, x, 12.1, 0.0 );
			}
		}
		wfStrokes* strokes = makeStrokes();
		draw( strokes, &sketch );
		orderAlong( crowd, group, strokes, wf_advanceEach );
		Walk walk = walkAlong( crowd, group, &outside, 120.0 );
		CHECK( walk.leastGap >= -1e-6 && walk.leastWall >= -1e-6 );
		CHECK( k > 0 || walk.passed == 10 );
		wfFrame frame = wfCrowd_GetFrame( crowd );
		for ( int32_t m = 0; m < frame.count; ++m )
		{
			CHECK( frame.positions[m].x > 16.0 );
		}
		wfDestroyStrokes( strokes );
		wfDestroyCrowd( crowd );
	}
	wfDestroyMesh( mesh );
}

// The end lies in an obstacle: they go as far as they can, and are told so.
TEST( StrokesIntoObstaclesEndBeforeThem )
{
	wfMesh* mesh = makeSquare( 24.0, 0.4, 0.2 );
	wfCrowd* crowd = makeLawn( mesh, ( wfVec3 ){ 18.0, 12.0, 0.0 }, PATCH_RADIUS );
	wfGroupId group = addTroop( crowd, wf_noFormation, ( wfVec3 ){ 4.0, 12.0, 0.0 }, ( wfVec3 ){ 1.0, 0.0, 0.0 },
								( wfVec3 ){ 0.0, 1.0, 0.0 }, 4 );
	Sketch sketch = { .count = 0 };
	addTo( &sketch, 4.0, 12.0, 0.0 );
	addTo( &sketch, 18.0, 12.0, 0.0 );
	wfStrokes* strokes = makeStrokes();
	draw( strokes, &sketch );
	orderAlong( crowd, group, strokes, wf_advanceEach );
	int32_t blocked = 0;
	for ( int32_t k = 0; k < 300 && !wfCrowd_IsDone( crowd ); ++k )
	{
		tickOn( crowd );
		const wfGroupEvent* events;
		int32_t count = wfCrowd_GetGroupEvents( crowd, &events );
		for ( int32_t m = 0; m < count; ++m )
		{
			blocked += events[m].kind == wf_groupBlockedEvent ? 1 : 0;
		}
	}
	CHECK( wfCrowd_IsDone( crowd ) );
	CHECK_EQUAL( blocked, 1 );
	wfFrame frame = wfCrowd_GetFrame( crowd );
	for ( int32_t m = 0; m < frame.count; ++m )
	{
		CHECK( frame.positions[m].x > 11.0 && frame.positions[m].x < 15.0 );
	}
	wfDestroyStrokes( strokes );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

// -------------------------------------------------------------------------------------------------------------- divisions

// Who of a group ends nearer to the first of two places than to the second.
static int32_t countAt( wfCrowd* crowd, wfVec3 first, wfVec3 second )
{
	wfFrame frame = wfCrowd_GetFrame( crowd );
	int32_t count = 0;
	for ( int32_t k = 0; k < frame.count; ++k )
	{
		bool isFirst = distanceOf( frame.positions[k], first ) < distanceOf( frame.positions[k], second );
		CHECK( distanceOf( frame.positions[k], isFirst ? first : second ) < 5.0 );
		count += isFirst ? 1 : 0;
	}
	return count;
}

static void runUntilDone( wfCrowd* crowd, double seconds )
{
	double gap = INFINITY;
	int32_t ticks = 0;
	do
	{
		tickOn( crowd );
		wfContactReport report;
		CHECK_EQUAL( wfCrowd_CheckContacts( crowd, &report ), wf_ok );
		gap = fmin( gap, fmin( report.leastGap, report.leastWallGap ) );
	}
	while ( ++ticks < 5.0 * seconds && !wfCrowd_IsDone( crowd ) );
	CHECK( wfCrowd_IsDone( crowd ) );
	CHECK( gap >= -1e-6 );
}

// On the arch the stroke parts: beyond it one branch turns to the left, the other to the right.
TEST( GroupsPartOnABridge )
{
	wfMesh* mesh = makeNamed( "bridge" );
	const wfVec3 ends[2] = { { 14.0, 6.0, 2.1 }, { 14.0, -6.0, 2.6 } };
	wfVec3 places[2];
	static const int32_t shares[2][2] = { { 1, 1 }, { 1, 2 } };
	for ( int32_t k = 0; k < 4; ++k )
	{
		wfGroundDef ground = wfMakeMeshGround( mesh );
		ground.height = 1.9;
		wfCrowdDef crowdDef = wfDefaultCrowdDef( wf_defaultPreset );
		wfCrowd* crowd = NULL;
		CHECK_EQUAL( wfCreateCrowd( &ground, &crowdDef, &crowd, NULL ), wf_ok );
		wfGroupId group = addTroop( crowd, k % 2 == 0 ? wf_noFormation : wf_columnFormation, ( wfVec3 ){ -13.0, 0.0, 1.7 },
									( wfVec3 ){ 1.0, 0.0, 0.0 }, ( wfVec3 ){ 0.0, 1.0, 0.0 }, 15 );
		wfStrokes* strokes = makeStrokes();
		wfBranchRule rules[2] = { { .number = -1 }, { .number = -1 } };
		for ( int32_t m = 0; m < 2; ++m )
		{
			Sketch sketch = { .count = 0 };
			for ( int32_t i = 0; i <= 28; ++i )
			{
				double x = m == 0 ? i - 14.0 : 6.0 + 8.0 * i / 28.0, y = x > 8.0 ? ends[m].y * ( x - 8.0 ) / 6.0 : 0.0;
				// The upper side.
				wfRayHit hit = wfMesh_CastRay( mesh, ( wfVec3 ){ x, y, 20.0 }, ( wfVec3 ){ 0.0, 0.0, -1.0 }, 0.0, 40.0 );
				wfVec3 at = wfMesh_GetPosition( mesh, hit.point );
				addTo( &sketch, at.x, at.y, at.z );
			}
			draw( strokes, &sketch );
			places[m] = sketch.points[sketch.count - 1];
			rules[m].node = wfStrokes_GetStrokeEnd( strokes, m );
			rules[m].share = shares[k / 2][m];
		}
		wfGroupOrder order = makeOrder( strokes, wf_advanceEach );
		order.branches = rules;
		order.branchCount = 2;
		order.rule = k < 2 ? wf_divideEvenly : wf_divideByShare;
		CHECK_EQUAL( wfCrowd_OrderGroup( crowd, group, &order, NULL ), wf_ok );
		runUntilDone( crowd, 200.0 );
		int32_t left = countAt( crowd, places[0], places[1] );
		CHECK( k < 2 ? left == 7 || left == 8 : left == 5 );
		wfDestroyStrokes( strokes );
		wfDestroyCrowd( crowd );
	}
	wfDestroyMesh( mesh );
}

// Two yards, one behind a wide gate and one behind a narrow one, which is closed to large discs.
static wfCrowd* makeYards( const wfMesh* mesh )
{
	wfSurfaceMask* mask = NULL;
	CHECK_EQUAL( wfCreateSurfaceMask( mesh, &mask ), wf_ok );
	for ( int32_t k = 0; k <= 240; ++k )
	{
		double along = 0.125 * k;
		const wfVec3 across = { 16.0, along, 0.0 }, between = { along, 15.0, 0.0 };
		if ( fabs( along - 22.0 ) > 2.5 && fabs( along - 8.0 ) > 1.0 )
		{
			CHECK_EQUAL( wfSurfaceMask_BlockSphere( mask, across, 0.4, NULL ), wf_ok );
		}
		if ( along > 16.0 )
		{
			CHECK_EQUAL( wfSurfaceMask_BlockSphere( mask, between, 0.4, NULL ), wf_ok );
		}
	}
	return makeCrowdAround( mesh, mask );
}

TEST( LargeMembersTakeTheBranchThatIsWideEnough )
{
	wfMesh* mesh = makeSquare( 30.0, 0.25, 0.0 );
	const wfVec3 ends[2] = { { 26.0, 22.0, 0.0 }, { 26.0, 8.0, 0.0 } };
	static const wfDivisionRule rules[3] = { wf_divideEvenly, wf_divideByNumber, wf_divideByKind };
	static const int32_t smallOnFirst[3] = { 2, 3, 0 };
	for ( int32_t k = 0; k < 3; ++k )
	{
		wfCrowd* crowd = makeYards( mesh );
		wfAgentId members[12];
		for ( int32_t m = 0; m < 12; ++m )
		{
			wfAgentDef def = wfDefaultAgentDef();
			def.radius = m < 4 ? 0.9 : 0.25;
			def.kind = m < 4 ? 1 : 0;
			def.position = ( wfVec3 ){ 3.0 + 2.2 * ( m % 4 ), 13.0 + 2.2 * ( m / 4 ), 0.0 };
			CHECK_EQUAL( wfCrowd_AddAgent( crowd, &def, &members[m], NULL ), wf_ok );
		}
		wfGroupDef def = wfDefaultGroupDef();
		def.formation.kind = wf_noFormation;
		def.members = members;
		def.memberCount = 12;
		wfGroupId group = { 0, 0 };
		CHECK_EQUAL( wfCrowd_CreateGroup( crowd, &def, &group, NULL ), wf_ok );
		wfStrokes* strokes = makeStrokes();
		for ( int32_t m = 0; m < 2; ++m )
		{
			Sketch sketch = { .count = 0 };
			addTo( &sketch, m == 0 ? 6.0 : 10.0, 15.0, 0.0 );
			addTo( &sketch, m == 0 ? 10.0 : 11.0, 15.0, 0.0 );
			addTo( &sketch, 13.0, ends[m].y, 0.0 );
			addTo( &sketch, ends[m].x, ends[m].y, 0.0 );
			draw( strokes, &sketch );
		}
		wfBranchRule branches[2] = { { wfStrokes_GetStrokeEnd( strokes, 0 ), 1.0, -1, 2 },
									 { wfStrokes_GetStrokeEnd( strokes, 1 ), 1.0, 5, 1 } };
		wfGroupOrder order = makeOrder( strokes, wf_advanceEach );
		order.branches = branches;
		order.branchCount = 2;
		order.rule = rules[k];
		CHECK_EQUAL( wfCrowd_OrderGroup( crowd, group, &order, NULL ), wf_ok );
		runUntilDone( crowd, 150.0 );
		wfFrame frame = wfCrowd_GetFrame( crowd );
		int32_t small = 0;
		for ( int32_t m = 0; m < 12; ++m )
		{
			CHECK( m >= 4 || distanceOf( frame.positions[m], ends[0] ) < 6.0 );
			small += m >= 4 && distanceOf( frame.positions[m], ends[0] ) < 6.0 ? 1 : 0;
		}
		CHECK_EQUAL( small, smallOnFirst[k] );
		wfDestroyStrokes( strokes );
		wfDestroyCrowd( crowd );
	}
	wfDestroyMesh( mesh );
}

// ------------------------------------------------------------------------------------------------------------ allocations

static wfResult runFork( const wfMesh* mesh )
{
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	wfGroundDef ground = wfMakeMeshGround( mesh );
	wfStrokesDef strokesDef = wfDefaultStrokesDef();
	wfCrowd* crowd = NULL;
	wfStrokes* strokes = NULL;
	const wfVec3 lines[2][3] = { { { 1.5, 2.5, 0.0 }, { 2.5, 2.5, 0.1 }, { 4.0, 4.0, 0.0 } },
								 { { 2.5, 2.5, 0.0 }, { 3.2, 1.5, 0.0 }, { 4.0, 1.0, 0.0 } } };
	wfAgentId members[2];
	wfGroupId group = { 0, 0 };
	wfResult result = wfCreateCrowd( &ground, &def, &crowd, NULL );
	for ( int32_t k = 0; k < 2 && result == wf_ok; ++k )
	{
		wfAgentDef agent = wfDefaultAgentDef();
		agent.radius = 0.2;
		agent.position = ( wfVec3 ){ 1.8, 2.2 + 0.6 * k, 0.0 };
		result = wfCrowd_AddAgent( crowd, &agent, &members[k], NULL );
	}
	wfGroupDef groupDef = wfDefaultGroupDef();
	groupDef.formation.kind = wf_noFormation;
	groupDef.members = members;
	groupDef.memberCount = 2;
	result = result == wf_ok ? wfCrowd_CreateGroup( crowd, &groupDef, &group, NULL ) : result;
	result = result == wf_ok ? wfCreateStrokes( &strokesDef, &strokes, NULL ) : result;
	for ( int32_t k = 0; k < 2 && result == wf_ok; ++k )
	{
		strokesDef.joinDistance = 0.3;
		result = wfStrokes_AddInSpace( strokes, NULL, lines[k], 3, NULL, NULL );
	}
	wfGroupOrder order = makeOrder( strokes, wf_advanceFirst );
	result = result == wf_ok ? wfCrowd_OrderGroup( crowd, group, &order, NULL ) : result;
	for ( int32_t k = 0; k < 8 && result == wf_ok; ++k )
	{
		result = wfCrowd_Tick( crowd, NULL );
	}
	wfDestroyStrokes( strokes );
	wfDestroyCrowd( crowd );
	return result;
}

TEST( StrokesOnMeshesSurviveEveryFailedAllocation )
{
	wfMesh* mesh = makeSquare( 5.0, 1.0, 0.0 );
	TEST_EVERY_ALLOCATION( runFork( mesh ), (void)0 );
	wfDestroyMesh( mesh );
}

void runStrokeTests( int argc, char** argv )
{
	RUN( StrokesLeadOverThePolesOfAGlobe );
	RUN_THREADED( StrokesOnMeshesAreTheSameForThreadsAndFromCheckpoints );
	RUN( StrokesOfFewPointsStayOnTheSurface );
	RUN( StrokesLeadUpARampAndStayOnTheirFloor );
	RUN( StrokesOnTheUpperFloorAreNotFollowedBelow );
	RUN( StrokesThroughTheAirAreJoinedByStairs );
	RUN( StrokesOnMeshesGoAroundObstacles );
	RUN( StrokesIntoObstaclesEndBeforeThem );
	RUN( GroupsPartOnABridge );
	RUN( LargeMembersTakeTheBranchThatIsWideEnough );
	RUN( StrokesOnMeshesSurviveEveryFailedAllocation );
}
