// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// On a flat mesh the crowd is the planar one, up to how finely each solves its global field.
#include "mesh/mesh.h"
#include "test_crowd_mesh.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define PAIR_COUNT 24

typedef struct Journeys
{
	double arrival[2 * PAIR_COUNT]; // seconds
	double length[2 * PAIR_COUNT];
	wfVec2 places[2 * PAIR_COUNT]; // after ten seconds
} Journeys;

static wfVec2 startOf( int32_t k )
{
	double along = 3.0 + 14.0 * ( k / 2 % 12 ) / 11.0, out = 2.0 + ( k / 24 ) * 0.9;
	return k % 2 == 0 ? ( wfVec2 ){ out, along } : ( wfVec2 ){ 20.0 - out, along };
}

static wfVec2 goalOf( int32_t k )
{
	wfVec2 start = startOf( k );
	return ( wfVec2 ){ 20.0 - start.x, start.y };
}

static wfStyleDef plainStyle( void )
{
	wfStyleDef style = wfDefaultStyleDef( wf_defaultPreset );
	style.foresight = false;
	style.takesTurns = false;
	return style;
}

static void walkAll( wfCrowd* crowd, const wfAgentId* ids, int32_t count, Journeys* journeys )
{
	while ( !wfCrowd_IsDone( crowd ) && wfCrowd_GetTime( crowd ) < 60.0 )
	{
		for ( int32_t k = 0; k < count; ++k )
		{
			if ( wfCrowd_IsAgentValid( crowd, ids[k] ) )
			{
				wfAgentState state = wfCrowd_GetAgent( crowd, ids[k] );
				journeys->arrival[k] = wfCrowd_GetTime( crowd );
				journeys->length[k] = state.distanceWalked;
				journeys->places[k] = wfCrowd_GetTime( crowd ) < 10.1 ? wfInPlane( state.position ) : journeys->places[k];
			}
		}
		tickOn( crowd );
	}
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), count );
}

static void runPlane( int32_t count, Journeys* journeys )
{
	wfWorldDef worldDef = wfDefaultWorldDef();
	worldDef.bounds = ( wfBox2 ){ { 0.0, 0.0 }, { 20.0, 20.0 } };
	wfWorld* world = NULL;
	wfCrowd* crowd = NULL;
	CHECK_EQUAL( wfCreateWorld( &worldDef, &world, NULL ), wf_ok );
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	def.directRoutes = false;
	wfGroundDef ground = wfMakePlaneGround( world );
	CHECK_EQUAL( wfCreateCrowd( &ground, &def, &crowd, NULL ), wf_ok );
	wfStyleDef style = plainStyle();
	wfAgentDef agent = wfDefaultAgentDef();
	CHECK_EQUAL( wfCrowd_AddStyle( crowd, &style, &agent.style, NULL ), wf_ok );
	wfAgentId ids[2 * PAIR_COUNT];
	for ( int32_t k = 0; k < count; ++k )
	{
		wfStop stop = wfMakePointStop( wfInSpace( goalOf( k ) ) );
		agent.position = wfInSpace( startOf( k ) );
		agent.heading = k % 2 == 0 ? 0.0 : 3.14159265358979;
		agent.stops = &stop;
		agent.stopCount = 1;
		CHECK_EQUAL( wfCrowd_AddAgent( crowd, &agent, &ids[k], NULL ), wf_ok );
	}
	walkAll( crowd, ids, count, journeys );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

static void runMesh( int32_t count, double edge, double noise, Journeys* journeys )
{
	wfMesh* mesh = makeSquare( 20.0, edge, noise );
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	wfStyleDef style = plainStyle();
	wfAgentDef agent = wfDefaultAgentDef();
	CHECK_EQUAL( wfCrowd_AddStyle( crowd, &style, &agent.style, NULL ), wf_ok );
	wfAgentId ids[2 * PAIR_COUNT];
	for ( int32_t k = 0; k < count; ++k )
	{
		wfVec2 start = startOf( k ), to = goalOf( k );
		wfStop goal = addPlaceGoal( crowd, ( wfVec3 ){ to.x, to.y, 0.0 }, 0.0 );
		agent.place = wfMesh_FindNearest( mesh, ( wfVec3 ){ start.x, start.y, 0.0 }, NULL );
		agent.facing = ( wfVec3 ){ k % 2 == 0 ? 1.0 : -1.0, 0.0, 0.0 };
		agent.stops = &goal;
		agent.stopCount = 1;
		CHECK_EQUAL( wfCrowd_AddAgent( crowd, &agent, &ids[k], NULL ), wf_ok );
	}
	walkAll( crowd, ids, count, journeys );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

static void compareJourneys( int32_t count, double edge, double noise, double apart, double share )
{
	static Journeys plane, mesh;
	runPlane( count, &plane );
	runMesh( count, edge, noise, &mesh );
	double distance = 0.0, worst = 0.0, time = 0.0, times = 0.0, length = 0.0, lengths = 0.0;
	for ( int32_t k = 0; k < count; ++k )
	{
		double away = hypot( plane.places[k].x - mesh.places[k].x, plane.places[k].y - mesh.places[k].y );
		distance += away / count;
		worst = fmax( worst, away );
		time += mesh.arrival[k] - plane.arrival[k];
		times += plane.arrival[k];
		length += mesh.length[k] - plane.length[k];
		lengths += plane.length[k];
	}
	if ( getenv( "WAYFIELD_TELL" ) != NULL )
	{
		printf( "%d agents, edge %g: apart %.3f mean %.3f most; time %+.2f %%, length %+.2f %%\n", count, edge, distance, worst,
				100.0 * time / times, 100.0 * length / lengths );
	}
	CHECK( worst < apart );
	CHECK( fabs( time ) < share * times );
	CHECK( fabs( length ) < share * lengths );
}

TEST( AlonePeopleWalkAsInThePlane )
{
	compareJourneys( 1, 0.5, 0.0, 0.2, 0.01 );
	compareJourneys( 1, 0.5, 0.4, 0.2, 0.01 );
}

TEST( PeopleMeetAsInThePlane )
{
	compareJourneys( 12, 0.5, 0.0, 0.3, 0.01 );
	compareJourneys( 12, 0.25, 0.0, 0.3, 0.01 );
}

TEST( ACrowdMovesAsInThePlane )
{
	compareJourneys( 2 * PAIR_COUNT, 0.4, 0.0, 1.0, 0.02 );
}

// Without turns at passages two streams in a corridor must find their lanes.
TEST( TwoStreamsPassEachOtherInACorridor )
{
	wfPlaneDef def = { .width = 24.0, .height = 2.0, .edge = 0.4 };
	wfSurfaceShape shape = { 0 };
	CHECK_EQUAL( wfMakePlane( &def, &shape ), wf_ok );
	wfMesh* mesh = makeMesh( &shape );
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	wfStop east = addPlaceGoal( crowd, ( wfVec3 ){ 23.0, 1.0, 0.0 }, 0.8 ),
		   west = addPlaceGoal( crowd, ( wfVec3 ){ 1.0, 1.0, 0.0 }, 0.8 );
	for ( int32_t k = 0; k < 24; ++k )
	{
		double x = 2.2 + 0.75 * ( k / 2 ), y = k % 2 == 0 ? 0.65 : 1.35;
		addDisc( crowd, ( wfVec3 ){ x, y, 0.0 }, east );
		addDisc( crowd, ( wfVec3 ){ 24.0 - x, y, 0.0 }, west );
	}
	runAndCheck( crowd, 120.0 );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

// Positions within a tick lie on the surface, and discs keep their distance there as at its end.
TEST( MovesWithinATickAreKept )
{
	wfMesh* mesh = makeSquare( 12.0, 0.4, 0.0 );
	wfCrowd* crowd = makeSurfaceCrowd( mesh, NULL );
	wfStop east = addPlaceGoal( crowd, ( wfVec3 ){ 11.0, 6.0, 0.0 }, 1.0 ),
		   west = addPlaceGoal( crowd, ( wfVec3 ){ 1.0, 6.0, 0.0 }, 1.0 );
	for ( int32_t k = 0; k < 12; ++k )
	{
		double x = 2.0 + 0.7 * ( k / 4 ), y = 4.0 + 1.1 * ( k % 4 );
		addDisc( crowd, ( wfVec3 ){ x, y, 0.0 }, east );
		addDisc( crowd, ( wfVec3 ){ 12.0 - x, y, 0.0 }, west );
	}
	wfCrowd_KeepMoves( crowd, true );
	double gap = INFINITY;
	for ( int32_t tick = 0; tick < 60; ++tick )
	{
		tickOn( crowd );
		wfFrame frame = wfCrowd_GetMove( crowd, 0 );
		CHECK( frame.onMesh || frame.count == 0 );
		for ( int32_t i = 0; i < frame.count; ++i )
		{
			CHECK_NEAR( frame.positions[i].z, 0.0, 1e-9 );
			for ( int32_t k = i + 1; k < frame.count; ++k )
			{
				wfVec3 a = frame.positions[i], b = frame.positions[k];
				gap = fmin( gap, hypot( a.x - b.x, a.y - b.y ) - (double)frame.radii[i] - (double)frame.radii[k] );
			}
		}
	}
	CHECK( gap >= 0.0 && gap < 0.1 );
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );

	mesh = makeTorus();
	crowd = makeSurfaceCrowd( mesh, NULL );
	addGroups( crowd, 3, 10 );
	wfCrowd_KeepMoves( crowd, true );
	for ( int32_t tick = 0; tick < 20; ++tick )
	{
		wfFrame before = wfCrowd_GetFrame( crowd );
		wfVec3 last[40];
		int32_t count = before.count < 40 ? before.count : 40;
		for ( int32_t k = 0; k < count; ++k )
		{
			last[k] = before.positions[k];
		}
		tickOn( crowd );
		wfFrame frame = wfCrowd_GetMove( crowd, 0 );
		CHECK_EQUAL( frame.count, count );
		for ( int32_t k = 0; k < frame.count; ++k )
		{
			double distance = INFINITY;
			wfMesh_FindNearest( mesh, frame.positions[k], &distance );
			CHECK( distance < 1e-6 && wfLength3( wfSub3( frame.positions[k], last[k] ) ) < 0.3 );
		}
	}
	wfDestroyCrowd( crowd );
	wfDestroyMesh( mesh );
}

void runFlatTests( int argc, char** argv )
{
	RUN( AlonePeopleWalkAsInThePlane );
	RUN( PeopleMeetAsInThePlane );
	RUN( ACrowdMovesAsInThePlane );
	RUN( TwoStreamsPassEachOtherInACorridor );
	RUN( MovesWithinATickAreKept );
}
