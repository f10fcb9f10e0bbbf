// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// One map for all members of a group: how it is relaxed, what members read from it, and that nothing else changes.
#include "base/vec2.h"
#include "crowd/group_map.h"
#include "crowd/kernels.h"
#include "lab/programs/local_maps.h"
#include "test_crowd_groups.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------------------------ sheets

#define MOST_CELLS 40

static localMapsBatch s_maps;
static float s_inner[LOCAL_MAPS_MAX_SIZE * LOCAL_MAPS_MAX_SIZE * WF_LOCAL_LANES];
static float s_values[2 * MOST_CELLS * ( MOST_CELLS + 8 )], s_weights[2 * MOST_CELLS * ( MOST_CELLS + 8 )],
	s_goals[2 * MOST_CELLS * ( MOST_CELLS + 8 )];

static wfLocalSheet makeSheet( int32_t columns, int32_t rows )
{
	memset( s_values, 0, sizeof( s_values ) );
	memset( s_weights, 0, sizeof( s_weights ) );
	memset( s_goals, 0, sizeof( s_goals ) );
	wfLocalSheet sheet = { .columns = columns, .rows = rows, .q = s_values, .weight = s_weights };
	sheet.east = sheet.west = sheet.north = sheet.south = 1.0f;
	return sheet;
}

static wfLocalSheet copyLane( const wfLocalBatch* batch, int32_t lane )
{
	wfLocalSheet sheet = makeSheet( batch->size, batch->size );
	sheet.goals = batch->goals != NULL ? s_goals : NULL;
	sheet.east = batch->east[lane];
	sheet.west = batch->west[lane];
	sheet.north = batch->north[lane];
	sheet.south = batch->south[lane];
	for ( int32_t cell = 0; cell < batch->size * batch->size; ++cell )
	{
		int32_t at = wfSheetAt( &sheet, cell % batch->size, cell / batch->size );
		s_values[at] = batch->q[cell * WF_LOCAL_LANES + lane];
		s_weights[at] = batch->weight[cell * WF_LOCAL_LANES + lane];
		s_goals[at] = batch->goals != NULL ? batch->goals[cell * WF_LOCAL_LANES + lane] : 0.0f;
	}
	return sheet;
}

static void addInnerGoals( uint64_t* state )
{
	memset( s_inner, 0, sizeof( s_inner ) );
	for ( int32_t lane = 0; lane < WF_LOCAL_LANES; ++lane )
	{
		int32_t i = (int32_t)localMapsRandom( state, 1.0, s_maps.batch.size - 1.0 );
		int32_t at = ( i * s_maps.batch.size + i ) * WF_LOCAL_LANES + lane;
		s_inner[at] = s_maps.q[at] = 1.0f;
		s_maps.weight[at] = 0.0f;
	}
	s_maps.batch.goals = s_inner;
}

// A map alone is relaxed to the same bits as in a lane, by both methods, on every instruction set.
TEST( SheetsHaveTheBitsOfLanes )
{
	uint64_t state = 815;
	wfSimdLevel best = wfGetSimdLevel();
	for ( int32_t k = 0; k < 64; ++k )
	{
		int32_t size = 5 + 2 * ( k % 16 ), lane = k % WF_LOCAL_LANES, iterations = 1 + k / 3;
		localMapsFill( &s_maps, size, (localMapsKind)( k % localMapsKindCount ), &state );
		if ( k % 3 == 0 )
		{
			addInnerGoals( &state );
		}
		s_maps.batch.whole = true;
		wfLocalSheet sheet = copyLane( &s_maps.batch, lane );
		// Where no value can have come to yet nothing is computed, and nothing changes.
		sheet.fromEast = k % 3 != 0 && k % 5 < 3;
		sheet.firstGoal = size / 2 - 1;
		sheet.lastGoal = size / 2 + 1;
		wfSetSimdLevel( (wfSimdLevel)( k % ( (int32_t)best + 1 ) ) );
		if ( k % 2 == 0 )
		{
			wfLocalRelaxSheetSor( &sheet, iterations );
			wfLocalRelaxSor( &s_maps.batch, iterations );
		}
		else
		{
			wfLocalRelaxSheetGaussSeidel( &sheet, iterations );
			wfLocalRelaxGaussSeidel( &s_maps.batch, iterations );
		}
		wfSetSimdLevel( best );
		bool same = true;
		for ( int32_t cell = size; cell < size * ( size - 1 ); ++cell )
		{
			const float* one = &s_values[wfSheetAt( &sheet, cell % size, cell / size )];
			same = same && memcmp( one, &s_maps.q[cell * WF_LOCAL_LANES + lane], sizeof( float ) ) == 0;
		}
		CHECK( same );
	}
}

// Costly ground at random, a goal in the east, and the largest difference to the exact solution, relative to that.
static double solveRandomSheet( int32_t columns, int32_t rows, bool sor, int32_t iterations, uint64_t seed )
{
	static double exact[MOST_CELLS * MOST_CELLS];
	static float weights[MOST_CELLS * MOST_CELLS];
	wfLocalSheet sheet = makeSheet( columns, rows );
	for ( int32_t cell = 0; cell < columns * rows; ++cell )
	{
		int32_t i = cell % columns, j = cell / columns, at = wfSheetAt( &sheet, i, j );
		double unit = wfRandomUnit( seed, 1, (uint64_t)cell );
		bool isBorder = i == 0 || j == 0 || i == columns - 1 || j == rows - 1;
		bool isGoal = i == columns - 1 && abs( j - rows / 2 ) < 2;
		weights[cell] = s_weights[at] = isBorder || unit < 0.05 ? 0.0f : (float)( 1.0 / ( 4.0 + unit ) );
		exact[cell] = isGoal ? 1.0 : 0.0;
		s_values[at] = (float)exact[cell];
	}
	wfLocalSolveSheetExactly( columns, rows, weights, exact );
	if ( sor )
	{
		wfLocalRelaxSheetSor( &sheet, iterations );
	}
	else
	{
		wfLocalRelaxSheetGaussSeidel( &sheet, iterations );
	}
	double worst = 0.0;
	for ( int32_t cell = 0; cell < columns * rows; ++cell )
	{
		double off = fabs( (double)s_values[wfSheetAt( &sheet, cell % columns, cell / columns )] - exact[cell] );
		// Over-relaxation leaves noise where q is small.
		worst = exact[cell] > ( sor ? 1e-4 : 1e-12 ) ? fmax( worst, off / exact[cell] ) : worst;
	}
	return worst;
}

TEST( SheetsOfAnyShapeConverge )
{
	const int32_t shapes[4][2] = { { 5, 40 }, { 40, 5 }, { 13, 22 }, { 40, 37 } };
	for ( int32_t k = 0; k < 4; ++k )
	{
		CHECK( solveRandomSheet( shapes[k][0], shapes[k][1], false, 4000, (uint64_t)k ) < 1e-4 );
		CHECK( solveRandomSheet( shapes[k][0], shapes[k][1], true, 400, (uint64_t)k ) < 2e-2 );
		CHECK( solveRandomSheet( shapes[k][0], shapes[k][1], false, 2, (uint64_t)k ) > 0.1 );
	}
}

// -------------------------------------------------------------------------------------------------------------- scenes

typedef struct Plan
{
	wfFormationKind kind;
	wfGroupPlanner planner;
	int32_t count;
	double spacing;
	bool hard;
	bool onFoot;
	bool coarse; // maps of their own have the cells of the group's
} Plan;

// Members stand in rows from (x, y) on.
static wfGroupId addPlanned( wfCrowd* crowd, const Plan* plan, double x, double y )
{
	wfAgentId members[256];
	int32_t rows = (int32_t)ceil( sqrt( plan->count ) );
	wfGaitId gait = { 0 };
	wfGaitDef walk = wfDefaultGaitDef();
	CHECK( !plan->onFoot || wfCrowd_AddGait( crowd, &walk, &gait, NULL ) == wf_ok );
	wfStyleDef style = wfDefaultStyleDef( wf_defaultPreset );
	wfStyleId coarse = { 0 };
	style.mapSize = 25;
	style.mapCell = 0.5 * plan->spacing;
	CHECK( !plan->coarse || wfCrowd_AddStyle( crowd, &style, &coarse, NULL ) == wf_ok );
	for ( int32_t k = 0; k < plan->count; ++k )
	{
		wfAgentDef agent = wfDefaultAgentDef();
		agent.position = ( wfVec3 ){ x + 1.2 * ( k / rows ), y + 1.2 * ( k % rows ), 0.0 };
		agent.atEnd = wf_stayAtEnd;
		agent.gait = gait;
		agent.style = coarse;
		CHECK_EQUAL( wfCrowd_AddAgent( crowd, &agent, &members[k], NULL ), wf_ok );
	}
	wfGroupDef def = wfDefaultGroupDef();
	def.formation.kind = plan->kind;
	def.formation.spacing = plan->spacing;
	def.planner = plan->planner;
	def.hardMembers = plan->hard;
	def.members = members;
	def.memberCount = plan->count;
	wfGroupId id = { 0, 0 };
	CHECK_EQUAL( wfCrowd_CreateGroup( crowd, &def, &id, NULL ), wf_ok );
	return id;
}

// Pillars at random and, as far as is asked for, people who come the other way.
static wfWorld* makePillars( uint64_t seed, int32_t count )
{
	wfWorld* world = makeRoom( 60.0, 30.0 );
	for ( int32_t k = 0; k < count; ++k )
	{
		double x = 18.0 + 28.0 * wfRandomUnit( seed, 1, (uint64_t)k ), y = 3.0 + 24.0 * wfRandomUnit( seed, 2, (uint64_t)k );
		addBox( world, x - 0.25, y - 0.25, x + 0.25, y + 0.25 );
	}
	return world;
}

static void addStrangers( wfCrowd* crowd, uint64_t seed, int32_t count )
{
	for ( int32_t k = 0; k < count; ++k )
	{
		double x = 48.0 + 1.1 * ( k % 9 ), y = 2.0 + 1.3 * ( k / 9 );
		wfStop stop = pointStop( 2.0, 2.0 + 26.0 * wfRandomUnit( seed, 3, (uint64_t)k ) );
		addAgent( crowd, x, y, &stop, 1 );
	}
}

static wfGroupMap mapOf( wfCrowd* crowd, wfGroupId group )
{
	wfGroupMap map;
	CHECK_EQUAL( wfCrowd_GetGroupMap( crowd, group, &map ), wf_ok );
	return map;
}

static double angleBetween( wfVec2 a, wfVec2 b )
{
	return fabs( atan2( wfCross2( a, b ), wfDot2( a, b ) ) ) * 180.0 / WF_PI;
}

// --------------------------------------------------------------------------------------------------------------- reading

// A group of one whose disc is so many cells across.
static void walkAlone( int32_t across, bool hard )
{
	wfWorld* world = makeRoom( 40.0, 20.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	double cell = 0.5 / across;
	Plan plan = { .kind = wf_boxFormation, .planner = wf_groupPlanner, .count = 1, .spacing = 2.0 * cell, .hard = hard };
	wfGroupId group = addPlanned( crowd, &plan, 5.0, 6.0 );
	wfStyleDef style = wfDefaultStyleDef( wf_defaultPreset );
	style.mapSize = 13;
	style.mapCell = cell;
	wfStyleId id;
	wfAgentId member;
	CHECK_EQUAL( wfCrowd_AddStyle( crowd, &style, &id, NULL ), wf_ok );
	wfCrowd_GetGroupMembers( crowd, group, &member, 1 );
	CHECK_EQUAL( wfCrowd_SetStyle( crowd, member, id ), wf_ok );
	CHECK_EQUAL( orderTo( crowd, group, wf_formationOrder, 35.0, 15.0 ), wf_ok );
	double worst = 0.0;
	int32_t none = 0;
	for ( int32_t k = 0; k < 60; ++k )
	{
		tickTimes( crowd, 1 );
		wfGroupMap map = mapOf( crowd, group );
		wfLocalMap own;
		CHECK_EQUAL( map.columns, 13 );
		CHECK_EQUAL( map.rows, 13 );
		CHECK_NEAR( map.cell, cell, 1e-6 );
		CHECK_EQUAL( wfCrowd_GetLocalMap( crowd, member, &own ), wf_ok );
		bool isNone = map.directions[0].x == 0.0 && map.directions[0].y == 0.0;
		none += isNone ? 1 : 0;
		worst = isNone ? worst : fmax( worst, angleBetween( map.directions[0], own.direction ) );
	}
	CHECK_EQUAL( none, hard && across >= 3 ? 60 : 0 );
	CHECK( worst < 2.0 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

TEST( OneAloneReadsWhatItsOwnMapSays )
{
	for ( int32_t across = 1; across <= 5; across += 2 )
	{
		walkAlone( across, false );
		walkAlone( across, true );
	}
}

// What members read is what they would read from a map that they never were in.
TEST( MembersReadTheMapWithoutThemselves )
{
	for ( uint64_t seed = 1; seed <= 2; ++seed )
	{
		wfWorld* world = makePillars( seed, 20 );
		wfCrowd* crowd = makeCrowd( world, NULL );
		Plan plan = { .planner = wf_groupPlanner, .spacing = 1.2 };
		plan.kind = seed == 1 ? wf_wedgeFormation : wf_boxFormation;
		plan.count = seed == 1 ? 12 : 30;
		wfGroupId group = addPlanned( crowd, &plan, 3.0, 10.0 );
		CHECK_EQUAL( orderTo( crowd, group, wf_formationOrder, 57.0, 15.0 ), wf_ok );
		double p95 = 0.0, median = 0.0;
		int32_t moments = 0;
		for ( int32_t k = 0; k < 20; ++k )
		{
			wfAccuracyReport report;
			tickTimes( crowd, 8 );
			CHECK_EQUAL( wfCrowd_MeasureAccuracy( crowd, 1000, &report ), wf_ok );
			p95 += report.p95Degrees;
			median = fmax( median, report.medianDegrees );
			moments += 1;
		}
		CHECK( p95 / moments < 2.0 );
		CHECK( median < 1.0 );
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
}

// A pull to the left turns what is read to the left, as it does in a map of its own.
TEST( BehavioursActOnWhatIsRead )
{
	double turned[2][2];
	for ( int32_t k = 0; k < 4; ++k )
	{
		wfWorld* world = makeRoom( 60.0, 40.0 );
		wfCrowd* crowd = makeCrowd( world, NULL );
		Plan plan = { .kind = wf_boxFormation, .planner = wf_groupPlanner, .count = 9, .spacing = 1.2 };
		wfGroupId group = addPlanned( crowd, &plan, 5.0, 18.0 );
		wfAgentId members[9];
		wfCrowd_GetGroupMembers( crowd, group, members, 9 );
		wfBehaviorDef def = wfDefaultBehaviorDef();
		def.kind = wf_constantBehavior;
		def.v = ( wfVec3 ){ 0.0, 1.0, 0.0 };
		def.epsilon = 0.7;
		wfBehaviorId pull = { 0 };
		CHECK_EQUAL( wfCrowd_AddBehavior( crowd, &def, &pull, NULL ), wf_ok );
		CHECK_EQUAL( orderTo( crowd, group, wf_formationOrder, 50.0, 20.0 ), wf_ok );
		tickTimes( crowd, 40 );
		CHECK_EQUAL( wfCrowd_SetBehavior( crowd, members[4], k % 2 == 1 ? pull : ( wfBehaviorId ){ 0 }, ( wfBehaviorId ){ 0 } ),
					 wf_ok );
		wfLocalMap own;
		CHECK_EQUAL( wfCrowd_GetLocalMap( crowd, members[4], &own ), wf_ok );
		wfVec2 direction = k < 2 ? mapOf( crowd, group ).directions[4] : own.direction;
		turned[k / 2][k % 2] = atan2( direction.y, direction.x );
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
	double shared = turned[0][1] - turned[0][0], own = turned[1][1] - turned[1][0];
	CHECK( shared > 0.3 * own );
	CHECK( shared < 3.0 * own );
	CHECK( own > 0.1 );
}

// -------------------------------------------------------------------------------------------------------------------- maps

static int32_t countKind( const wfGroupMap* map, wfLocalCell kind )
{
	int32_t count = 0;
	for ( int32_t cell = 0; cell < map->columns * map->rows; ++cell )
	{
		count += map->cells[cell] == kind ? 1 : 0;
	}
	return count;
}

// As wide and as deep as the formation and three spacings on every side; a goal as wide as the formation where its way leads.
TEST( MapsShowWhatIsAroundAGroup )
{
	wfWorld* world = makeRoom( 60.0, 40.0 );
	addBox( world, 30.0, 22.0, 31.0, 24.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	Plan plan = { .kind = wf_boxFormation, .planner = wf_groupPlanner, .count = 9, .spacing = 1.2 };
	wfGroupId group = addPlanned( crowd, &plan, 5.0, 18.8 );
	wfGroupMap map;
	CHECK_EQUAL( wfCrowd_GetGroupMap( crowd, group, &map ), wf_notFound ); // no order yet
	CHECK_EQUAL( orderTo( crowd, group, wf_formationOrder, 50.0, 20.0 ), wf_ok );
	tickTimes( crowd, 95 );
	uint64_t hash = wfCrowd_GetHash( crowd );
	map = mapOf( crowd, group );
	CHECK_NEAR( map.cell, 0.6, 1e-6 );
	CHECK_NEAR( map.angle, 0.0, 0.02 );
	CHECK( map.columns >= 4 + 13 && map.columns <= 4 + 15 );
	CHECK( map.rows >= 4 + 13 && map.rows <= 4 + 15 );
	CHECK_EQUAL( countKind( &map, wf_localBorder ) + countKind( &map, wf_localGoal ), 2 * ( map.columns + map.rows ) - 4 );
	CHECK_EQUAL( countKind( &map, wf_localGoal ), 5 ); // three files, two cells from one to the next
	for ( int32_t k = -2; k <= 2; ++k )
	{
		int32_t cell = ( map.row + k ) * map.columns + map.columns - 1;
		CHECK_EQUAL( map.cells[cell], wf_localGoal );
		CHECK_NEAR( (double)map.values[cell], 1.0, 0.0 );
	}
	int32_t ahead = (int32_t)floor( ( 30.5 - map.anchor.x ) / map.cell + 0.5 ), left = (int32_t)floor( 3.0 / map.cell + 0.5 );
	CHECK_EQUAL( map.cells[( map.row + left ) * map.columns + map.column + ahead], wf_localObstacle );
	CHECK( countKind( &map, wf_localObstacle ) < 30 );
	CHECK_EQUAL( map.memberCount, 9 );
	for ( int32_t k = 0; k < 9; ++k )
	{
		CHECK( map.directions[k].x > 0.7 );
	}
	CHECK( wfCrowd_GetHash( crowd ) == hash );
	TEST_EVERY_ALLOCATION( wfCrowd_GetGroupMap( crowd, group, &map ), (void)0 );
	CHECK( wfCrowd_GetHash( crowd ) == hash );
	runGroups( crowd, 120.0, wf_groupArrivedEvent );
	CHECK_EQUAL( wfCrowd_GetGroupMap( crowd, group, &map ), wf_notFound ); // it is there
	CHECK_EQUAL( wfCrowd_GetGroupMap( crowd, ( wfGroupId ){ 7, 1 }, &map ), wf_notFound );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// Who is left behind finds its way by a map of its own.
TEST( StragglersHaveMapsOfTheirOwn )
{
	wfWorld* world = makeRoom( 60.0, 40.0 );
	addBox( world, 20.0, 17.0, 21.0, 23.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	Plan plan = { .kind = wf_boxFormation, .planner = wf_groupPlanner, .count = 9, .spacing = 1.2 };
	wfGroupId group = addPlanned( crowd, &plan, 30.0, 18.8 );
	wfAgentId members[9];
	wfCrowd_GetGroupMembers( crowd, group, members, 9 );
	CHECK_EQUAL( orderTo( crowd, group, wf_formationOrder, 55.0, 20.0 ), wf_ok );
	tickTimes( crowd, 20 );
	CHECK_EQUAL( wfCrowd_SetPosition( crowd, members[0], ( wfVec3 ){ 17.0, 20.0, 0.0 }, NULL ), wf_ok );
	tickTimes( crowd, 1 );
	wfGroupMap map = mapOf( crowd, group );
	CHECK( map.directions[0].x == 0.0 && map.directions[0].y == 0.0 );
	for ( int32_t k = 1; k < 9; ++k )
	{
		CHECK_NEAR( wfLength2( map.directions[k] ), 1.0, 1e-6 );
	}
	runGroups( crowd, 200.0, wf_groupFormedEvent );
	CHECK( wfCrowd_IsDone( crowd ) );
	CHECK( wfCrowd_GetGroup( crowd, group ).error < 0.2 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// ----------------------------------------------------------------------------------------------------------------- walking

// Mean of E while it travels; nobody overlaps anybody, and all arrive.
static double walkThrough( uint64_t seed, const Plan* plan, int32_t strangers )
{
	wfWorld* world = makePillars( seed, 20 );
	if ( strangers == 0 )
	{
		addBox( world, 48.0, 0.0, 48.2, 14.2 );
		addBox( world, 48.0, 15.8, 48.2, 30.0 );
	}
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGroupId group = addPlanned( crowd, plan, 3.0, 12.0 );
	addStrangers( crowd, seed, strangers );
	CHECK_EQUAL( orderTo( crowd, group, wf_formationOrder, 56.0, 15.0 ), wf_ok );
	double sum = 0.0;
	int32_t ticks = 0;
	do
	{
		tickTimes( crowd, 1 );
		Safety safety = measureSafety( crowd );
		CHECK( plan->onFoot || safety.leastGap >= -1e-6 );
		CHECK( plan->onFoot || safety.leastRoom >= -1e-6 );
		sum += wfCrowd_GetGroup( crowd, group ).error;
		ticks += 1;
	}
	while ( wfCrowd_GetGroup( crowd, group ).mode == wf_groupTravels && ticks < 1500 );
	CHECK( ticks < 1500 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
	return sum / ticks;
}

TEST( GroupsWalkByOneMap )
{
	double error[3] = { 0.0 };
	for ( uint64_t seed = 1; seed <= 4; ++seed )
	{
		for ( int32_t k = 0; k < 3; ++k )
		{
			Plan plan = { .kind = wf_wedgeFormation, .count = 12, .spacing = 1.2, .hard = k == 2, .coarse = k == 0 };
			plan.planner = k == 0 ? wf_individualPlanner : wf_groupPlanner;
			error[k] += 0.25 * walkThrough( seed, &plan, seed % 2 == 0 ? 60 : 0 );
		}
	}
	CHECK( error[1] < 1.2 * error[0] );
	CHECK( error[2] > error[1] );
	Plan onFoot = { .kind = wf_wedgeFormation, .planner = wf_groupPlanner, .count = 9, .spacing = 1.5, .onFoot = true };
	CHECK( walkThrough( 5, &onFoot, 0 ) < 1.5 );
}

// ------------------------------------------------------------------------------------------------------------------- state

// Two groups with maps, one without, through pillars and people.
static wfCrowd* makeTraffic( wfWorld* world, wfWorkers* workers )
{
	wfCrowd* crowd = makeCrowd( world, workers );
	for ( int32_t k = 0; k < 3; ++k )
	{
		Plan plan = { .count = 9, .spacing = 1.0, .hard = k == 1 };
		plan.kind = k == 0 ? wf_wedgeFormation : wf_boxFormation;
		plan.planner = k == 2 ? wf_individualPlanner : wf_groupPlanner;
		wfGroupId group = addPlanned( crowd, &plan, 3.0, 3.0 + 9.0 * k );
		CHECK_EQUAL( orderTo( crowd, group, wf_formationOrder, 55.0, 25.0 - 8.0 * k ), wf_ok );
	}
	addStrangers( crowd, 9, 60 );
	return crowd;
}

TEST( MapsAreTheSameForAnyThreads )
{
	wfWorld* world = makePillars( 3, 20 );
	wfWorkers* workers = makeWorkers( 4 );
	wfCrowd *crowd = makeTraffic( world, NULL ), *twin = makeTraffic( world, workers ), *later = makeTraffic( world, NULL );
	wfSimdLevel best = wfGetSimdLevel();
	for ( int32_t k = 0; k < 40; ++k )
	{
		tickTimes( crowd, 4 );
		wfSetSimdLevel( k % 2 == 0 ? wf_simdBaseline : best );
		tickTimes( twin, 4 );
		wfSetSimdLevel( best );
		CHECK( wfCrowd_GetHash( crowd ) == wfCrowd_GetHash( twin ) );
		// Nothing of a map is kept from one tick to the next.
		copyCrowd( crowd, k % 3 == 0 ? later : twin );
	}
	copyCrowd( crowd, later );
	tickTimes( crowd, 30 );
	tickTimes( later, 30 );
	CHECK( wfCrowd_GetHash( crowd ) == wfCrowd_GetHash( later ) );
	wfDestroyCrowd( crowd );
	wfDestroyCrowd( twin );
	wfDestroyCrowd( later );
	wfDestroyWorkers( workers );
	wfDestroyWorld( world );
}

TEST( TicksWithoutMemoryForMapsChangeNothing )
{
	wfWorld* world = makePillars( 4, 20 );
	wfCrowd *crowd = makeTraffic( world, NULL ), *twin = makeTraffic( world, NULL );
	int32_t failures = 0;
	for ( int32_t tick = 0; tick < 12; ++tick )
	{
		for ( int64_t n = 1;; ++n )
		{
			uint64_t hash = wfCrowd_GetHash( crowd );
			testFailAllocationAt( n );
			wfResult result = wfCrowd_Tick( crowd, NULL );
			testResetAllocator();
			if ( result == wf_ok )
			{
				break;
			}
			failures += 1;
			CHECK_EQUAL( result, wf_outOfMemory );
			CHECK( tick < 2 || wfCrowd_GetHash( crowd ) == hash );
		}
		tickTimes( twin, 1 );
		CHECK( tick < 2 || wfCrowd_GetHash( crowd ) == wfCrowd_GetHash( twin ) );
	}
	CHECK( failures > 10 );
	wfDestroyCrowd( crowd );
	wfDestroyCrowd( twin );
	wfDestroyWorld( world );
}

TEST( PlannersAreChecked )
{
	wfWorld* world = makeRoom( 20.0, 20.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGroupDef def = wfDefaultGroupDef();
	wfError error;
	CHECK_EQUAL( def.planner, wf_individualPlanner );
	def.planner = wf_groupPlannerCount;
	CHECK_EQUAL( wfCrowd_CreateGroup( crowd, &def, NULL, &error ), wf_outOfRange );
	CHECK_STRING( error.field, "planner" );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

void runGroupMapTests( int argc, char** argv )
{
	RUN( SheetsHaveTheBitsOfLanes );
	RUN( SheetsOfAnyShapeConverge );
	RUN( OneAloneReadsWhatItsOwnMapSays );
	RUN( MembersReadTheMapWithoutThemselves );
	RUN( BehavioursActOnWhatIsRead );
	RUN( MapsShowWhatIsAroundAGroup );
	RUN( StragglersHaveMapsOfTheirOwn );
	RUN( GroupsWalkByOneMap );
	RUN_THREADED( MapsAreTheSameForAnyThreads );
	RUN( TicksWithoutMemoryForMapsChangeNothing );
	RUN( PlannersAreChecked );
}
