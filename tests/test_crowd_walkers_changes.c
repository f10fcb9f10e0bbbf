// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Crowds on foot whose world, people and ways of walking are changed while they walk.
#include "test_crowd_walkers.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------------------------- walls

// Free of everybody's circles now?
static bool isBoxFree( const feetWatch* watch, double x0, double y0, double x1, double y1 )
{
	double time = wfCrowd_GetTime( watch->crowd );
	bool isFree = true;
	for ( uint32_t serial = 1; serial < FEET_MAX_SERIAL && isFree; ++serial )
	{
		wfCircle circles[WF_BODY_CIRCLES];
		if ( watch->walks[serial].isHere )
		{
			circlesOf( watch, serial, time, circles );
		}
		for ( int32_t k = 0; k < WF_BODY_CIRCLES && watch->walks[serial].isHere; ++k )
		{
			double x = fmax( fmax( x0 - circles[k].center.x, circles[k].center.x - x1 ), 0.0 );
			double y = fmax( fmax( y0 - circles[k].center.y, circles[k].center.y - y1 ), 0.0 );
			isFree = isFree && hypot( x, y ) > circles[k].radius + 0.005;
		}
	}
	return isFree;
}

// Two files of four walk to the right, close behind each other.
static wfCrowd* makeFiles( wfWorld* world, wfGaitId* feet, const wfGaitDef* gait )
{
	wfCrowd* crowd = makeCrowd( world, NULL );
	*feet = addGait( crowd, gait );
	for ( int32_t k = 0; k < 8; ++k )
	{
		double y = 2.4 + 1.2 * ( k % 2 );
		addWalker( crowd, *feet, ( wfVec2 ){ 0.5 + 0.8 * ( k / 2 ), y }, 0.0, ( wfVec2 ){ 14.5, y } );
	}
	return crowd;
}

// Put across right before somebody's toes, again and again at another moment of a step.
TEST( WallsPutAcrossAreNotEntered )
{
	int32_t put = 0, broken = 0;
	for ( int32_t start = 14; start < 34; ++start )
	{
		wfWorld* world = makeRoom( 16.0, 6.0 );
		wfGaitDef gait = wfDefaultGaitDef();
		wfGaitId feet;
		wfCrowd* crowd = makeFiles( world, &feet, &gait );
		feetWatch* watch = beginWatch( crowd, &gait );
		watchRun( watch, 0.1 * start );
		double first = 0.0;
		wfFrame frame = wfCrowd_GetFrame( crowd );
		for ( int32_t k = 0; k < frame.count; ++k )
		{
			first = fmax( first, frame.positions[k].x );
		}
		double x = first;
		while ( x < first + 1.5 && !isBoxFree( watch, x, 1.5, x + 0.2, 4.5 ) )
		{
			x += 0.01;
		}
		put += x < first + 1.4 ? 1 : 0;
		addBox( world, x, 1.5, x + 0.2, 4.5 );
		watch->isBroken = true;
		watchRun( watch, 0.1 * start + 4.0 );
		if ( start % 10 == 4 )
		{
			watchRun( watch, 60.0 );
			CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 8 );
		}
		broken += watch->broken;
		endWatch( watch );
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
	CHECK_EQUAL( put, 20 );
	CHECK( broken > 10 );
}

// In single file, close behind each other: who follows must not run into the one that had to stop short.
TEST( WhoFollowsOneThatStopsShortStopsToo )
{
	for ( int32_t start = 20; start < 50; start += 1 )
	{
		wfWorld* world = makeRoom( 16.0, 1.1 );
		wfGaitDef gait = wfDefaultGaitDef();
		gait.comfort = 0.0;
		wfCrowd* crowd = makeCrowd( world, NULL );
		wfGaitId feet = addGait( crowd, &gait );
		for ( int32_t k = 0; k < 7; ++k )
		{
			addWalker( crowd, feet, ( wfVec2 ){ 0.5 + 0.6 * k, 0.55 }, 0.0, ( wfVec2 ){ 15.0, 0.55 } );
		}
		feetWatch* watch = beginWatch( crowd, &gait );
		watchRun( watch, 0.1 * start );
		// Before the one at the head, or one behind it where there is a gap.
		double x = wfCrowd_GetFrame( crowd ).positions[start % 2 == 0 ? 6 : 4].x, end = x + 1.0;
		while ( x < end && !isBoxFree( watch, x, 0.0, x + 0.05, 1.1 ) )
		{
			x += 0.01;
		}
		if ( x < end )
		{
			addBox( world, x, 0.0, x + 0.05, 1.1 );
			watch->isBroken = true;
		}
		watchRun( watch, 0.1 * start + 4.0 );
		endWatch( watch );
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
}

TEST( WallsTakenAwayOpenTheWay )
{
	wfWorld* world = makeRoom( 12.0, 4.0 );
	wfShapeId wall = addBox( world, 6.0, 0.0, 6.2, 4.0 );
	wfShapeId door = addBox( world, 5.0, 3.0, 5.3, 3.4 );
	wfGaitDef gait = wfDefaultGaitDef();
	wfCrowd* crowd = makeCrowd( world, NULL );
	CHECK_EQUAL( wfWorld_RemoveShape( world, wall ), wf_ok );
	wfGaitId feet = addGait( crowd, &gait );
	addWalker( crowd, feet, ( wfVec2 ){ 2.0, 2.0 }, 0.0, ( wfVec2 ){ 10.0, 2.0 } );
	feetWatch* watch = beginWatch( crowd, &gait );
	watch->isBroken = true;
	watchRun( watch, 1.5 );
	wall = addBox( world, 6.0, 0.0, 6.2, 4.0 );
	watchRun( watch, 12.0 );
	// There is no route: it waits on its side.
	wfFrame frame = wfCrowd_GetFrame( crowd );
	CHECK( frame.count == 1 && frame.positions[0].x < 6.0 );
	CHECK_EQUAL( wfWorld_RemoveShape( world, wall ), wf_ok );
	CHECK_EQUAL( wfWorld_RemoveShape( world, door ), wf_ok );
	watchRun( watch, 40.0 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 1 );
	endWatch( watch );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// ------------------------------------------------------------------------------------------------------------------ people

TEST( NobodyIsPutWhereAnotherSteps )
{
	wfWorld* world = makeRoom( 14.0, 4.0 );
	wfGaitDef gait = wfDefaultGaitDef();
	int32_t refused = 0, taken = 0;
	for ( int32_t k = 0; k < 24; ++k )
	{
		wfCrowd* crowd = makeCrowd( world, NULL );
		wfGaitId feet = addGait( crowd, &gait );
		wfAgentId walker = addWalker( crowd, feet, ( wfVec2 ){ 2.0, 2.0 }, 0.0, ( wfVec2 ){ 12.0, 2.0 } );
		feetWatch* watch = beginWatch( crowd, &gait );
		watchRun( watch, 2.0 + 0.1 * ( k % 6 ) );
		wfVec2 place = inPlane( wfCrowd_GetAgent( crowd, walker ).position );
		place.x += 0.52 + 0.1 * ( k / 2 );
		const wfStop stop = pointStop( 1.0, 2.0 );
		wfAgentDef def = wfDefaultAgentDef();
		def.gait = k % 2 == 0 ? feet : ( wfGaitId ){ 0 };
		def.position = ( wfVec3 ){ place.x, place.y, 0.0 };
		def.heading = 3.0;
		def.stops = &stop;
		def.stopCount = 1;
		def.userData = k % 2 == 0 ? 0 : 1;
		wfError error = { 0 };
		wfResult result = wfCrowd_AddAgent( crowd, &def, NULL, &error );
		if ( result != wf_ok )
		{
			refused += 1;
			CHECK_EQUAL( result, wf_startBlocked );
			CHECK( strstr( error.message, "stands where agent 1 is about to step" ) != NULL ||
				   strstr( error.message, "overlap" ) != NULL );
			CHECK( error.other == wfCrowd_GetAgent( crowd, walker ).serial );
		}
		taken += result == wf_ok ? 1 : 0;
		watchRun( watch, 40.0 );
		CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), result == wf_ok ? 2 : 1 );
		endWatch( watch );
		wfDestroyCrowd( crowd );
	}
	CHECK( refused >= 4 && taken >= 4 );
	wfDestroyWorld( world );
}

// People come in right where others walk through.
TEST( SourcesLeaveRoomForSteps )
{
	wfWorld* world = makeRoom( 14.0, 4.0 );
	wfGaitDef gait = wfDefaultGaitDef();
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGaitId feet = addGait( crowd, &gait );
	for ( int32_t k = 0; k < 6; ++k )
	{
		double x = k % 2 == 0 ? 1.0 + 0.9 * k : 13.0 - 0.9 * k;
		addWalker( crowd, feet, ( wfVec2 ){ x, 0.7 + 0.5 * k }, 0.0, ( wfVec2 ){ k % 2 == 0 ? 13.0 : 1.0, 0.7 + 0.5 * k } );
	}
	const wfVec2 region[4] = { { 5.5, 0.6 }, { 8.5, 0.6 }, { 8.5, 3.4 }, { 5.5, 3.4 } };
	wfStop stop = pointStop( 1.0, 2.0 );
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfSourceDef source = wfDefaultSourceDef();
		source.region = region;
		source.regionCount = 4;
		source.rate = 2.0;
		source.count = 6;
		source.agent.stops = &stop;
		source.agent.stopCount = 1;
		source.agent.gait = k == 0 ? feet : ( wfGaitId ){ 0 };
		source.agent.userData = k == 0 ? 0 : 1;
		wfSourceId id;
		CHECK_EQUAL( wfCrowd_AddSource( crowd, &source, &id, NULL ), wf_ok );
	}
	feetWatch* watch = beginWatch( crowd, &gait );
	watchRun( watch, 90.0 );
	CHECK_EQUAL( wfCrowd_GetTotalCount( crowd ), 18 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 18 );
	endWatch( watch );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

TEST( WalkersKeepTheirRadius )
{
	wfWorld* world = makeRoom( 14.0, 4.0 );
	wfGaitDef gait = wfDefaultGaitDef();
	int32_t refused = 0, taken = 0;
	for ( int32_t k = 0; k < 12; ++k )
	{
		wfCrowd* crowd = makeCrowd( world, NULL );
		wfGaitId feet = addGait( crowd, &gait );
		wfAgentId walker = addWalker( crowd, feet, ( wfVec2 ){ 2.0, 2.0 }, 0.0, ( wfVec2 ){ 12.0, 2.0 } );
		wfError error = { 0 };
		CHECK_EQUAL( wfCrowd_SetRadius( crowd, walker, 0.2, &error ), wf_invalidDef );
		CHECK( strstr( error.message, "on foot keep their radius" ) != NULL );
		// Nor may a disc grow onto where somebody is about to step.
		wfAgentDef def = wfDefaultAgentDef();
		def.position = ( wfVec3 ){ 6.0, 1.2, 0.0 };
		def.radius = 0.2;
		def.userData = 1;
		wfAgentId disc = addFrom( crowd, &def );
		feetWatch* watch = beginWatch( crowd, &gait );
		while ( wfCrowd_GetTime( crowd ) < 6.0 && wfCrowd_GetAgent( crowd, walker ).position.x < 4.4 + 0.2 * k )
		{
			watchTick( watch );
		}
		wfResult result = wfCrowd_SetRadius( crowd, disc, 0.7, &error );
		refused += result == wf_startBlocked ? 1 : 0;
		taken += result == wf_ok ? 1 : 0;
		watchRun( watch, wfCrowd_GetTime( crowd ) + 3.0 );
		endWatch( watch );
		wfDestroyCrowd( crowd );
	}
	CHECK( refused >= 3 && taken >= 1 && refused + taken == 12 );
	wfDestroyWorld( world );
}

// Taken out in the midst of a step, and the place used again by others.
TEST( WalkersAreRemovedAndOthersCome )
{
	wfWorld* world = makeRoom( 14.0, 5.0 );
	wfGaitDef gait = wfDefaultGaitDef();
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGaitId feet = addGait( crowd, &gait );
	wfAgentId ids[6];
	for ( int32_t k = 0; k < 6; ++k )
	{
		ids[k] = addWalker( crowd, feet, ( wfVec2 ){ 1.0, 0.6 + 0.75 * k }, 0.0, ( wfVec2 ){ 13.0, 0.6 + 0.75 * k } );
	}
	feetWatch* watch = beginWatch( crowd, &gait );
	watchRun( watch, 3.3 );
	for ( int32_t k = 0; k < 6; k += 2 )
	{
		CHECK_EQUAL( wfCrowd_RemoveAgent( crowd, ids[k] ), wf_ok );
		CHECK_EQUAL( wfCrowd_GetFootstepPlan( crowd, ids[k], NULL, 0, NULL ), 0 );
	}
	watchRun( watch, 3.6 );
	CHECK_EQUAL( wfCrowd_GetAgentCount( crowd ), 3 );
	// The slots are taken by a disc, by one on foot, by a disc.
	for ( int32_t k = 0; k < 3; ++k )
	{
		addWalker( crowd, k == 1 ? feet : ( wfGaitId ){ 0 }, ( wfVec2 ){ 13.0, 0.6 + 1.5 * k }, 3.0,
				   ( wfVec2 ){ 1.0, 0.6 + 1.5 * k } );
	}
	watchRun( watch, 40.0 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 6 );
	endWatch( watch );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// Before a door where they press against each other, people may change their minds.
TEST( StopsOfWalkersAreChangedInAThrong )
{
	wfWorld* world = makeRoom( 12.0, 5.0 );
	addBox( world, 6.0, 0.0, 6.2, 2.0 );
	addBox( world, 6.0, 3.0, 6.2, 5.0 );
	wfGaitDef gait = wfDefaultGaitDef();
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGaitId feet = addGait( crowd, &gait );
	wfAgentId ids[12];
	for ( int32_t k = 0; k < 12; ++k )
	{
		wfGaitId own = k % 4 == 3 ? ( wfGaitId ){ 0 } : feet;
		ids[k] =
			addWalker( crowd, own, ( wfVec2 ){ 3.2 + 0.6 * ( k / 4 ), 1.5 + 0.6 * ( k % 4 ) }, 0.0, ( wfVec2 ){ 11.0, 2.5 } );
	}
	feetWatch* watch = beginWatch( crowd, &gait );
	for ( int32_t k = 0; k < 100; ++k )
	{
		watchTick( watch );
		if ( k % 2 == 0 && wfCrowd_IsAgentValid( crowd, ids[k / 2 % 12] ) )
		{
			wfStop stop = pointStop( 11.0, k % 4 == 0 ? 1.0 : 4.0 );
			CHECK_EQUAL( wfCrowd_SetStops( crowd, ids[k / 2 % 12], &stop, 1, NULL ), wf_ok );
		}
	}
	checkWatch( watch );
	endWatch( watch );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

TEST( BadGaitsAreRefused )
{
	wfWorld* world = makeRoom( 6.0, 4.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGaitDef gait = wfDefaultGaitDef();
	wfGaitId id = { 7 };
	wfError error = { 0 };
	gait.legs[1].maxStride = 9.0;
	CHECK_EQUAL( wfCrowd_AddGait( crowd, &gait, &id, &error ), wf_outOfRange );
	CHECK_STRING( error.field, "right.maxStride" );
	CHECK_EQUAL( id.index1, 7 );
	testBeginAsserts();
	gait = wfDefaultGaitDef();
	CHECK_EQUAL( wfCrowd_AddGait( NULL, &gait, &id, NULL ), wf_invalidDef );
	CHECK_EQUAL( wfCrowd_AddGait( crowd, NULL, &id, NULL ), wf_invalidDef );
	gait.internalCookie = 0;
	CHECK_EQUAL( wfCrowd_AddGait( crowd, &gait, &id, NULL ), wf_invalidDef );
	CHECK_EQUAL( testEndAsserts(), 3 );
	// A gait nobody has, of a crowd without any and with one; feet that stand out beside the body.
	wfAgentDef agent = wfDefaultAgentDef();
	agent.position = ( wfVec3 ){ 2.0, 2.0, 0.0 };
	agent.gait = ( wfGaitId ){ 1 };
	CHECK_EQUAL( wfCrowd_AddAgent( crowd, &agent, NULL, &error ), wf_notFound );
	CHECK_STRING( error.field, "gait" );
	gait = wfDefaultGaitDef();
	wfGaitId feet = addGait( crowd, &gait );
	CHECK_EQUAL( feet.index1, 1 );
	const int32_t bad[2] = { -1, 2 };
	for ( int32_t k = 0; k < 2; ++k )
	{
		agent.gait.index1 = bad[k];
		CHECK_EQUAL( wfCrowd_AddAgent( crowd, &agent, NULL, &error ), wf_notFound );
		CHECK_STRING( error.field, "gait" );
	}
	agent.gait = feet;
	agent.radius = 0.15;
	CHECK_EQUAL( wfCrowd_AddAgent( crowd, &agent, NULL, &error ), wf_invalidDef );
	CHECK( strstr( error.message, "feet" ) != NULL );
	CHECK_EQUAL( wfCrowd_GetAgentCount( crowd ), 0 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// -------------------------------------------------------------------------------------------------------------- behaviours

typedef struct Walk
{
	double seconds;
	double mean;	// of y over the middle of the path
	double highest; // y
} Walk;

// One alone, or with somebody who comes toward it, along y = 3.
static Walk walkWith( const char* personality, const wfBehaviorDef* behavior, const wfBehaviorDef* onSight, bool meets )
{
	wfWorld* world = makeRoom( 16.0, 6.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGaitDef gait = wfDefaultGaitDef();
	wfGaitId feet = addGait( crowd, &gait );
	wfStyleDef style = wfDefaultStyleDef( wf_defaultPreset );
	wfBehaviorDef own = behavior != NULL ? *behavior : wfDefaultBehaviorDef();
	wfBehaviorDef seen = onSight != NULL ? *onSight : wfDefaultBehaviorDef();
	double factor = 1.0;
	if ( personality != NULL )
	{
		CHECK_EQUAL( wfApplyPersonality( personality, &style, &own, &seen, &factor ), wf_ok );
	}
	wfStop stop = pointStop( 14.0, 3.0 );
	wfAgentDef def = wfDefaultAgentDef();
	def.position = ( wfVec3 ){ 2.0, 3.0, 0.0 };
	def.stops = &stop;
	def.stopCount = 1;
	def.gait = feet;
	def.desiredSpeed *= factor;
	CHECK_EQUAL( wfCrowd_AddStyle( crowd, &style, &def.style, NULL ), wf_ok );
	CHECK_EQUAL( wfCrowd_AddBehavior( crowd, &own, &def.behavior, NULL ), wf_ok );
	CHECK_EQUAL( wfCrowd_AddBehavior( crowd, &seen, &def.onSight, NULL ), wf_ok );
	wfAgentId id = addFrom( crowd, &def );
	if ( meets )
	{
		def.position.x = 14.0;
		def.heading = 3.14159;
		stop = pointStop( 2.0, 3.0 );
		addFrom( crowd, &def );
	}
	feetWatch* watch = beginWatch( crowd, &gait );
	Walk walk = { 0.0, 0.0, 0.0 };
	int32_t samples = 0;
	while ( walk.seconds < 40.0 && wfCrowd_IsAgentValid( crowd, id ) )
	{
		watchTick( watch );
		walk.seconds = wfCrowd_GetTime( crowd );
		wfVec3 place = { 0.0, 0.0, 0.0 };
		place = wfCrowd_IsAgentValid( crowd, id ) ? wfCrowd_GetAgent( crowd, id ).position : place;
		if ( place.x > 5.0 && place.x < 11.0 )
		{
			walk.mean += place.y - 3.0;
			walk.highest = fmax( walk.highest, place.y - 3.0 );
			samples += 1;
		}
	}
	walk.mean /= samples > 0 ? samples : 1;
	checkWatch( watch );
	CHECK( wfCrowd_GetArrivedCount( crowd ) >= 1 );
	endWatch( watch );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
	return walk;
}

TEST( BehavioursActOnWalkers )
{
	Walk plain = walkWith( NULL, NULL, NULL, false );
	CHECK( fabs( plain.mean ) < 0.1 );
	wfBehaviorDef constant = wfDefaultBehaviorDef();
	constant.kind = wf_constantBehavior;
	constant.epsilon = 1.0;
	constant.v = ( wfVec3 ){ 0.0, 1.0, 0.0 };
	Walk one = walkWith( NULL, &constant, NULL, false );
	constant.v.y = -1.0;
	Walk other = walkWith( NULL, &constant, NULL, false );
	// To two different sides, about as far.
	if ( !CHECK( fabs( one.mean ) > 0.15 && fabs( other.mean ) > 0.15 && one.mean * other.mean < 0.0 ) )
	{
		fprintf( stderr, "    %g and %g m aside\n", one.mean, other.mean );
	}
}

TEST( PersonalitiesActOnWalkers )
{
	double plain = walkWith( NULL, NULL, NULL, false ).seconds;
	double hurried = walkWith( "hurried", NULL, NULL, false ).seconds, tired = walkWith( "tired", NULL, NULL, false ).seconds;
	if ( !CHECK( hurried < 0.9 * plain && tired > 1.15 * plain ) )
	{
		fprintf( stderr, "    hurried %g, plain %g, tired %g s\n", hurried, plain, tired );
	}
}

TEST( OnSightWalkersPassOnTheirSide )
{
	wfBehaviorDef pass = wfDefaultBehaviorDef();
	pass.kind = wf_passBehavior;
	pass.epsilon = 1.0;
	Walk right = walkWith( NULL, NULL, &pass, true );
	pass.angle = 1.0;
	Walk left = walkWith( NULL, NULL, &pass, true );
	// To the right of +x is down. Who is met may be in the way there, so that only the difference is sure.
	if ( !CHECK( left.mean > 0.05 && right.mean < left.mean - 0.3 ) )
	{
		fprintf( stderr, "    right %g, left %g m\n", right.mean, left.mean );
	}
}

void runWalkerChangeTests( int argc, char** argv )
{
	RUN( WallsPutAcrossAreNotEntered );
	RUN( WhoFollowsOneThatStopsShortStopsToo );
	RUN( WallsTakenAwayOpenTheWay );
	RUN( NobodyIsPutWhereAnotherSteps );
	RUN( SourcesLeaveRoomForSteps );
	RUN( WalkersKeepTheirRadius );
	RUN( WalkersAreRemovedAndOthersCome );
	RUN( StopsOfWalkersAreChangedInAThrong );
	RUN( BadGaitsAreRefused );
	RUN( BehavioursActOnWalkers );
	RUN( PersonalitiesActOnWalkers );
	RUN( OnSightWalkersPassOnTheirSide );
}
