// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The crowd scenes before there is a crowd: places, walls, goals.

#include "tests/test_scenes.h"
#include "scenes/crowds_plan.h"
#include "tests/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

static bool plan( const char* name, int32_t agents, uint64_t seed, wfCrowdPlan* plan )
{
	wfCrowdSceneDef def = wfDefaultCrowdSceneDef();
	def.name = name;
	def.agents = agents;
	def.seed = seed;
	wfError error = { 0 };
	return CHECK_EQUAL( wfPlanCrowdScene( &def, plan, &error ), wf_ok );
}

static double getDistance( wfVec2 a, wfVec2 b )
{
	return sqrt( ( a.x - b.x ) * ( a.x - b.x ) + ( a.y - b.y ) * ( a.y - b.y ) );
}

TEST( DirectionsAndAnglesAreExact )
{
	double worst = 0.0;
	for ( int i = -5000; i <= 5000; ++i )
	{
		double angle = i * ( PI / 5000.0 ) * 0.999999;
		wfVec2 direction = wfMakeDirection( angle );
		worst = fmax( worst, fmax( fabs( direction.x - cos( angle ) ), fabs( direction.y - sin( angle ) ) ) );
		worst = fmax( worst, fabs( wfMeasureAngle( ( wfVec2 ){ 7.0 * direction.x, 7.0 * direction.y } ) - angle ) );
	}
	CHECK_NEAR( worst, 0.0, 1e-15 );
	CHECK_NEAR( wfMeasureAngle( ( wfVec2 ){ 0.0, 0.0 } ), 0.0, 0.0 );
	CHECK_NEAR( fabs( wfMeasureAngle( ( wfVec2 ){ -1.0, 0.0 } ) ), PI, 1e-15 );
}

// Nobody in a wall, nobody on top of another, and as many as asked for.
TEST( EverybodyHasRoom )
{
	static const int32_t counts[] = { 0, 1, 2, 7, 61, 400 };
	for ( int32_t s = 0; s < wfGetCrowdSceneCount(); ++s )
	{
		wfCrowdSceneInfo info = wfGetCrowdScene( s );
		CHECK( wfFindCrowdScene( info.name ) != NULL && info.description[0] != 0 && info.agents > 0 );
		for ( int32_t k = 0; k < 6; ++k )
		{
			wfCrowdPlan scene;
			if ( !plan( info.name, counts[k], 3 + (uint64_t)k, &scene ) )
			{
				continue;
			}
			int32_t walkers = 0;
			double toWall = INFINITY, apart = INFINITY;
			for ( int32_t i = 0; i < scene.count; ++i )
			{
				walkers += scene.walkers[i].stands ? 0 : 1;
				toWall = fmin( toWall, wfWorld_GetDistance( scene.world, scene.walkers[i].position, 0 ) );
				for ( int32_t j = 0; j < i; ++j )
				{
					apart = fmin( apart, getDistance( scene.walkers[i].position, scene.walkers[j].position ) );
				}
			}
			CHECK_EQUAL( walkers, counts[k] > 0 ? counts[k] : info.agents );
			CHECK( toWall >= WF_CROWD_RADIUS + 0.01 );
			CHECK( apart >= 2.0 * WF_CROWD_RADIUS + 0.01 );
			CHECK( scene.seconds > 2.0 * scene.freeTime && scene.freeTime > 0.0 );
			wfCrowdPlan_Free( &scene );
		}
	}
}

// On the grid the crowd will use every start is connected with its goal.
TEST( EveryGoalCanBeReached )
{
	for ( int32_t s = 0; s < wfGetCrowdSceneCount(); ++s )
	{
		wfCrowdPlan scene;
		if ( !plan( wfGetCrowdScene( s ).name, 40, 11, &scene ) )
		{
			continue;
		}
		wfGridDef def = wfDefaultGridDef();
		def.cellSize = 0.1;
		def.radius = WF_CROWD_RADIUS;
		wfGrid* grid = NULL;
		CHECK_EQUAL( wfCreateGrid( scene.world, &def, &grid, NULL ), wf_ok );
		int32_t* cells = malloc( 100000 * sizeof( int32_t ) );
		int32_t missing = 0;
		for ( int32_t i = 0; i < scene.count && grid != NULL && cells != NULL; ++i )
		{
			const wfCrowdWalker* walker = scene.walkers + i;
			int32_t goalCell = wfGrid_GetCell( grid, ( wfVec2 ){ walker->stop.point.x, walker->stop.point.y } ), count = 1;
			if ( walker->stop.kind == wf_goalStop )
			{
				wfGoalDef goal = wfWorld_GetGoal( scene.world, walker->stop.goal );
				count = wfGrid_GetGoalCells( grid, &goal, cells, 100000 );
				goalCell = count > 0 ? cells[0] : -1;
			}
			int32_t from = wfGrid_GetComponent( grid, wfGrid_GetCell( grid, walker->position ) );
			missing += count > 0 && goalCell >= 0 && from >= 0 && from == wfGrid_GetComponent( grid, goalCell ) ? 0 : 1;
		}
		CHECK_EQUAL( missing, 0 );
		free( cells );
		wfDestroyGrid( grid );
		wfCrowdPlan_Free( &scene );
	}
}

TEST( TheSameSeedGivesTheSameScene )
{
	for ( int32_t s = 0; s < wfGetCrowdSceneCount(); ++s )
	{
		const char* name = wfGetCrowdScene( s ).name;
		wfCrowdPlan a, b, c;
		if ( plan( name, 30, 5, &a ) && plan( name, 30, 5, &b ) && plan( name, 30, 6, &c ) )
		{
			CHECK_EQUAL( a.count, b.count );
			bool same = a.angle == b.angle, other = a.angle != c.angle;
			for ( int32_t i = 0; i < a.count; ++i )
			{
				same = same && a.walkers[i].position.x == b.walkers[i].position.x && a.walkers[i].heading == b.walkers[i].heading;
			}
			CHECK( same && other );
			wfCrowdPlan_Free( &a );
			wfCrowdPlan_Free( &b );
			wfCrowdPlan_Free( &c );
		}
	}
}

// The angle turns everything and changes nothing else.
TEST( ScenesAreTurnedAsAWhole )
{
	for ( int32_t s = 0; s < wfGetCrowdSceneCount(); ++s )
	{
		wfCrowdSceneDef def = wfDefaultCrowdSceneDef();
		def.name = wfGetCrowdScene( s ).name;
		def.angleGiven = true;
		wfCrowdPlan straight, turned;
		CHECK_EQUAL( wfPlanCrowdScene( &def, &straight, NULL ), wf_ok );
		def.angle = 0.7;
		CHECK_EQUAL( wfPlanCrowdScene( &def, &turned, NULL ), wf_ok );
		double worst = 0.0;
		for ( int32_t i = 0; i < straight.count; ++i )
		{
			wfVec2 p = straight.walkers[i].position;
			wfVec2 q = { p.x * cos( 0.7 ) - p.y * sin( 0.7 ), p.x * sin( 0.7 ) + p.y * cos( 0.7 ) };
			worst = fmax( worst, getDistance( q, turned.walkers[i].position ) );
			if ( turned.lineName != NULL )
			{
				double a = wfWorld_GetDistance( straight.world, p, 0 );
				worst = fmax( worst, fabs( a - wfWorld_GetDistance( turned.world, q, 0 ) ) );
			}
			double turn = turned.walkers[i].heading - straight.walkers[i].heading - 0.7;
			worst = fmax( worst, fabs( turn - 2.0 * PI * floor( turn / ( 2.0 * PI ) + 0.5 ) ) );
		}
		CHECK_NEAR( worst, 0.0, 1e-9 );
		wfCrowdPlan_Free( &straight );
		wfCrowdPlan_Free( &turned );
	}
}

TEST( SizesAreThoseOfTheNames )
{
	wfCrowdPlan scene;
	if ( plan( "annulus", 2000, 1, &scene ) )
	{
		double outer = sqrt( 2000.0 / ( 0.5 * PI * 0.64 ) ), least = INFINITY, most = 0.0;
		for ( int32_t i = 0; i < scene.count; ++i )
		{
			wfVec2 p = scene.walkers[i].position;
			wfVec3 goal = scene.walkers[i].stop.point;
			least = fmin( least, getDistance( p, ( wfVec2 ){ 0.0, 0.0 } ) );
			most = fmax( most, getDistance( p, ( wfVec2 ){ 0.0, 0.0 } ) );
			CHECK( fabs( p.x + goal.x ) < 1e-12 && fabs( p.y + goal.y ) < 1e-12 );
		}
		CHECK( least >= 0.6 * outer - 1e-9 && least < 0.63 * outer && most <= outer + 1e-9 && most > 0.97 * outer );
		wfCrowdPlan_Free( &scene );
	}
	static const struct
	{
		const char* name;
		int32_t agents;
		double width; // of the measured line
	} lines[] = { { "corridor", 200, 10.0 },
				  { "corridor", 400, 20.0 },
				  { "doorway", 50, 1.0 },
				  { "doorway-one-way", 10, 1.0 },
				  { "egress", 100, 1.2 } };
	for ( int32_t i = 0; i < 5; ++i )
	{
		if ( plan( lines[i].name, lines[i].agents, 2, &scene ) )
		{
			wfVec2 middle = { 0.5 * ( scene.line[0].x + scene.line[1].x ), 0.5 * ( scene.line[0].y + scene.line[1].y ) };
			CHECK_NEAR( getDistance( scene.line[0], scene.line[1] ), lines[i].width, 1e-9 );
			CHECK_NEAR( wfWorld_GetDistance( scene.world, middle, 0 ), 0.5 * lines[i].width, 1e-9 );
			wfCrowdPlan_Free( &scene );
		}
	}
}

TEST( BadScenesAreRefused )
{
	wfCrowdSceneDef def = wfDefaultCrowdSceneDef();
	wfCrowdPlan scene;
	wfError error = { 0 };
	CHECK_EQUAL( wfPlanCrowdScene( &def, &scene, &error ), wf_notFound );
	def.name = "anulus";
	CHECK_EQUAL( wfPlanCrowdScene( &def, &scene, &error ), wf_notFound );
	CHECK( strstr( error.message, "anulus" ) != NULL && strstr( error.message, "annulus, ring" ) != NULL );
	CHECK( scene.world == NULL && scene.walkers == NULL );
	CHECK( wfFindCrowdScene( "anulus" ) == NULL );
	CHECK( wfGetCrowdScene( -1 ).name == NULL && wfGetCrowdScene( wfGetCrowdSceneCount() ).name == NULL );
	def.name = "annulus";
	def.agents = -1;
	CHECK_EQUAL( wfPlanCrowdScene( &def, &scene, &error ), wf_outOfRange );
	def.agents = 1000001;
	CHECK_EQUAL( wfPlanCrowdScene( &def, &scene, NULL ), wf_outOfRange );
	def.agents = 10;
	def.angleGiven = true;
	def.angle = NAN;
	CHECK_EQUAL( wfPlanCrowdScene( &def, &scene, &error ), wf_outOfRange );
}

TEST( SurvivesFailingAllocations )
{
	wfCrowdSceneDef def = wfDefaultCrowdSceneDef();
	def.name = "ambush";
	wfCrowdPlan scene;
	TEST_EVERY_ALLOCATION( wfPlanCrowdScene( &def, &scene, NULL ), wfCrowdPlan_Free( &scene ) );
}

int main( int argc, char** argv )
{
	RUN( DirectionsAndAnglesAreExact );
	RUN( EverybodyHasRoom );
	RUN( EveryGoalCanBeReached );
	RUN( TheSameSeedGivesTheSameScene );
	RUN( ScenesAreTurnedAsAWhole );
	RUN( SizesAreThoseOfTheNames );
	RUN( BadScenesAreRefused );
	RUN( SurvivesFailingAllocations );
	scenesRunCrowdTests( argc, argv );
	scenesRunSurfaceTests( argc, argv );
	scenesRunFootstepTests( argc, argv );
	return testReport();
}
