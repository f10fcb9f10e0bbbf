// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Local maps shown, their accuracy, and that looking changes nothing.
#include "test_crowd.h"

#include <math.h>

static wfCrowd* makeSceneCrowd( wfWorld* world, wfPreset preset, wfGoalId goal )
{
	wfCrowdDef def = wfDefaultCrowdDef( preset );
	wfCrowd* crowd = makeCrowdFrom( world, &def );
	for ( int32_t k = 0; k < 40; ++k )
	{
		addAgentOfSize( crowd, 1.0 + 0.8 * ( k % 8 ), 1.0 + 1.1 * ( k / 8 ), 0.25, 1.3, goalStop( goal ) );
		addAgentOfSize( crowd, 13.0 + 0.8 * ( k % 8 ), 1.0 + 1.1 * ( k / 8 ), 0.25, 1.3, pointStop( 2.0, 4.0 ) );
	}
	return crowd;
}

TEST( LookingChangesNothing )
{
	wfWorld* world = makeRoom( 24.0, 8.0 );
	addBox( world, 10.0, 0.0, 11.0, 3.0 );
	wfGoalId goal = addGoalBox( world, 22.0, 0.0, 24.0, 8.0 );
	wfCrowd* crowd = makeSceneCrowd( world, wf_defaultPreset, goal );
	wfCrowd* unseen = makeSceneCrowd( world, wf_defaultPreset, goal );
	for ( int32_t k = 0; k < 20; ++k )
	{
		CHECK( wfCrowd_Prepare( crowd, NULL, NULL, NULL ) == wf_ok );
		uint64_t hash = wfCrowd_GetHash( crowd );
		wfAccuracyReport report;
		CHECK( wfCrowd_MeasureAccuracy( crowd, 50, &report ) == wf_ok );
		CHECK( report.samples > 30 && report.samples <= 50 );
		CHECK( report.medianDegrees <= report.p95Degrees && report.p95Degrees <= report.maxDegrees );
		CHECK( wfCrowd_GetHash( crowd ) == hash );
		tickTimes( crowd, 1 );
		tickTimes( unseen, 1 );
	}
	CHECK( wfCrowd_GetHash( crowd ) == wfCrowd_GetHash( unseen ) );
	wfAccuracyReport report;
	CHECK( wfCrowd_MeasureAccuracy( crowd, 1000, &report ) == wf_ok );
	CHECK( report.p95Degrees < 1.0 );
	TEST_EVERY_ALLOCATION( wfCrowd_MeasureAccuracy( crowd, 10, &report ), (void)0 );
	wfDestroyCrowd( crowd );
	wfDestroyCrowd( unseen );
	wfDestroyWorld( world );
}

static int32_t countCells( const wfLocalMap* map, wfLocalCell kind )
{
	int32_t count = 0;
	for ( int32_t cell = 0; cell < map->size * map->size; ++cell )
	{
		count += map->cells[cell] == kind ? 1 : 0;
	}
	return count;
}

TEST( MapsShowWhatIsThere )
{
	for ( int32_t preset = 0; preset < 2; ++preset )
	{
		wfWorld* world = makeRoom( 20.0, 10.0 );
		addBox( world, 4.0, 5.8, 8.0, 7.0 );
		wfCrowdDef def = wfDefaultCrowdDef( (wfPreset)preset );
		wfCrowd* crowd = makeCrowdFrom( world, &def );
		wfAgentId id = addAgentOfSize( crowd, 5.0, 5.0, 0.25, 1.3, pointStop( 18.0, 5.0 ) );
		wfAgentId other = addAgent( crowd, 6.0, 4.8, NULL, 0 );
		wfLocalMap map;
		CHECK( wfCrowd_GetLocalMap( crowd, id, &map ) == wf_ok );
		CHECK( map.size >= 11 && map.size % 2 == 1 && map.size <= WF_MAX_MAP_SIZE );
		CHECK_NEAR( map.center.x, 5.0, 0.0 );
		CHECK_EQUAL( countCells( &map, wf_localGoal ), 3 );
		CHECK_EQUAL( countCells( &map, wf_localBorder ), 4 * map.size - 4 - 3 );
		CHECK( countCells( &map, wf_localObstacle ) > 3 );
		// Hard discs cover one cell of half a metre, soft ones reach farther.
		CHECK( countCells( &map, wf_localAgent ) >= ( preset == 0 ? 5 : 1 ) );
		CHECK_NEAR( hypot( map.guide.x, map.guide.y ), 1.0, 1e-5 );
		CHECK_NEAR( hypot( map.direction.x, map.direction.y ), 1.0, 1e-5 );
		CHECK( preset == 1 || map.guide.x > 0.9 );
		for ( int32_t cell = 0; cell < map.size * map.size; ++cell )
		{
			bool goal = map.cells[cell] == wf_localGoal, zero = map.cells[cell] == wf_localObstacle;
			CHECK_NEAR( (double)map.values[cell], 0.5, 0.501 );
			CHECK( !goal || map.values[cell] == 1.0f );
			CHECK( !zero || map.values[cell] == 0.0f );
		}
		// One who stands plans nothing, but what it would see is shown.
		CHECK( wfCrowd_GetLocalMap( crowd, other, &map ) == wf_ok );
		CHECK( map.direction.x == 0.0 && map.direction.y == 0.0 && map.size >= 11 );
		CHECK( wfCrowd_GetLocalMap( crowd, ( wfAgentId ){ 7, 1 }, &map ) == wf_notFound );
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
}

// Around the wall's upper end with the disc's radius to spare: two straight legs and a bit of an arc.
TEST( PathsAreTheShortestOverAllStops )
{
	wfWorld* world = makeRoom( 12.0, 6.0 );
	addBox( world, 5.0, 0.0, 5.4, 4.0 );
	wfGoalId goal = addGoalBox( world, 11.0, 5.0, 12.0, 6.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	const wfStop around[2] = { pointStop( 9.0, 1.0 ), pointStop( 9.0, 3.0 ) };
	wfStop far = pointStop( 3.0, 4.0 );
	far.reach = 1.0;
	wfAgentId ids[6] = { addAgent( crowd, 2.0, 1.0, around, 1 ),
						 addAgent( crowd, 2.0, 1.6, around, 2 ),
						 addAgentOfSize( crowd, 3.0, 1.0, 0.25, 1.0, far ),
						 addAgentOfSize( crowd, 8.0, 5.5, 0.25, 1.0, goalStop( goal ) ),
						 addAgent( crowd, 10.0, 2.0, NULL, 0 ),
						 { 77, 1 } };
	double lengths[6];
	CHECK( wfCrowd_GetRouteLengths( crowd, ids, 5, lengths ) == wf_ok );
	CHECK( isnan( lengths[0] ) && isnan( lengths[3] ) ); // nothing is known yet
	CHECK( wfCrowd_Prepare( crowd, NULL, NULL, NULL ) == wf_ok );
	uint64_t hash = wfCrowd_GetHash( crowd );
	CHECK( wfCrowd_GetRouteLengths( crowd, ids, 5, lengths ) == wf_ok );
	CHECK( wfCrowd_GetHash( crowd ) == hash );
	double legs = sqrt( 2.8 * 2.8 + 3.2 * 3.2 ) + 0.81 + sqrt( 3.4 * 3.4 + 3.2 * 3.2 );
	CHECK_NEAR( lengths[0], legs - 0.25, 0.25 );
	CHECK( lengths[1] > lengths[0] + 1.0 && lengths[1] < lengths[0] + 2.0 );
	CHECK_NEAR( lengths[2], 2.0, 1e-9 );
	CHECK_NEAR( lengths[3], 3.0, 0.3 );
	CHECK_NEAR( lengths[4], 0.0, 0.0 );
	CHECK( wfCrowd_GetRouteLengths( crowd, ids, 6, lengths ) == wf_notFound );
	CHECK( isnan( lengths[5] ) && !isnan( lengths[0] ) );
	// What is left, after a while of walking.
	double before = lengths[0];
	tickTimes( crowd, 20 );
	CHECK( wfCrowd_GetRouteLengths( crowd, ids, 1, lengths ) == wf_ok );
	double walked = wfCrowd_GetAgent( crowd, ids[0] ).distanceWalked;
	CHECK( walked > 2.0 && lengths[0] < before - 0.7 * walked && lengths[0] > before - walked - 0.2 );
	TEST_EVERY_ALLOCATION( wfCrowd_GetRouteLengths( crowd, ids, 2, lengths ), (void)0 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// Figures of what a crowd costs follow what it does.
TEST( CostsAreReported )
{
	wfWorld* world = makeRoom( 40.0, 40.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	const wfStop stop = pointStop( 38.0, 38.0 );
	wfCrowdProfile none = wfCrowd_GetProfile( crowd );
	CHECK( none.index == 0.0 && none.perceive == 0.0 && none.solve == 0.0 && none.move == 0.0 && none.events == 0.0 );
	size_t empty = wfCrowd_GetAgentBytes( crowd );
	for ( int32_t k = 0; k < 100; ++k )
	{
		addAgent( crowd, 2.0 + k % 10, 2.0 + k / 10, &stop, 1 );
	}
	tickTimes( crowd, 3 );
	size_t full = wfCrowd_GetAgentBytes( crowd );
	CHECK( full >= empty + 100 * sizeof( wfStop ) && full <= wfGetByteCount() );
	wfCrowdProfile first = wfCrowd_GetProfile( crowd );
	CHECK( first.perceive > 0.0 && first.solve > 0.0 && first.move > 0.0 );
	tickTimes( crowd, 3 );
	wfCrowdProfile second = wfCrowd_GetProfile( crowd );
	CHECK( second.perceive > first.perceive && second.solve > first.solve && second.move > first.move );
	CHECK( second.index >= first.index && second.guide >= first.guide && second.events >= first.events );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

void runInspectTests( int argc, char** argv )
{
	RUN( LookingChangesNothing );
	RUN( MapsShowWhatIsThere );
	RUN( PathsAreTheShortestOverAllStops );
	RUN( CostsAreReported );
}
