// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Crowds on foot in small scenes of all kinds: nobody ever meets anybody or a wall, and all arrive.
#include "test_crowd_walkers.h"
#include "base/oval.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// ---------------------------------------------------------------------------------------------------------------- watching

static double distanceOf( wfVec2 a, wfVec2 b )
{
	return hypot( a.x - b.x, a.y - b.y );
}

static double angleOf( wfVec2 a, wfVec2 b )
{
	return fabs( atan2( a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y ) );
}

feetWatch* beginWatch( wfCrowd* crowd, const wfGaitDef* gait )
{
	feetWatch* watch = calloc( 1, sizeof( feetWatch ) );
	watch->crowd = crowd;
	watch->gait = *gait;
	watch->leastGap = watch->leastRoom = watch->leastDiscGap = INFINITY;
	return watch;
}

void endWatch( feetWatch* watch )
{
	for ( int32_t k = 0; k < FEET_MAX_SERIAL; ++k )
	{
		free( watch->walks[k].rows );
	}
	free( watch );
}

// One step against the one before it: time, centre, direction, shoulders and feet go on where they were.
static void checkSeam( feetWatch* watch, const wfFootstepRow* before, const wfFootstepRow* row )
{
	bool leaves = wfFootstep_IsDeparture( &row->step );
	double start = row->step.startTime, end = leaves ? start : wfFootstep_GetEndTime( &before->step );
	CHECK_EQUAL( row->index, before->index + 1 );
	// In the middle of a footstep, which would go on.
	CHECK( !leaves || ( start > before->step.startTime && start < wfFootstep_GetEndTime( &before->step ) ) );
	if ( watch->isBroken && start < end - 1e-9 )
	{
		watch->broken += 1;
		return;
	}
	bool holds = CHECK_NEAR( start, end, 1e-9 );
	wfVec2 a = wfFootstep_GetPosition( &before->step, end ), b = wfFootstep_GetPosition( &row->step, start );
	holds = CHECK( distanceOf( a, b ) < 1e-9 ) && holds;
	a = wfFootstep_GetVelocity( &before->step, end );
	b = wfFootstep_GetVelocity( &row->step, start );
	if ( before->step.kind != wf_shiftFootstep && row->step.kind != wf_shiftFootstep && row->step.kind != wf_startFootstep )
	{
		holds = CHECK( angleOf( a, b ) < 1e-6 ) && holds;
	}
	holds = CHECK( angleOf( wfFootstep_GetFacing( &before->step, end ), row->step.facingStart ) < 1e-6 ) && holds;
	for ( int foot = wf_leftFoot; foot <= wf_rightFoot; ++foot )
	{
		double angleBefore, angle;
		a = wfFootstep_GetFoot( &before->step, (wfFoot)foot, end, &angleBefore );
		b = wfFootstep_GetFoot( &row->step, (wfFoot)foot, start, &angle );
		holds = CHECK( distanceOf( a, b ) < 1e-9 ) && holds;
		holds = CHECK( fabs( remainder( angle - angleBefore, 6.283185307179586 ) ) < 1e-9 ) && holds;
	}
	if ( !holds )
	{
		fprintf( stderr, "    agent %u, step %d (kind %d after %d) at %.3f s\n", row->serial, row->index, (int)row->step.kind,
				 (int)before->step.kind, start );
	}
}

static void keepRow( feetWatch* watch, const wfFootstepRow* row )
{
	feetWalk* walk = &watch->walks[row->serial % FEET_MAX_SERIAL];
	if ( walk->count > 0 )
	{
		checkSeam( watch, &walk->rows[walk->count - 1], row );
	}
	else
	{
		CHECK_EQUAL( row->index, 0 );
		CHECK( !walk->isSeen || fabs( row->step.startTime - walk->entered ) < 1e-9 );
	}
	if ( walk->count == walk->capacity )
	{
		walk->capacity = 2 * walk->capacity + 16;
		walk->rows = realloc( walk->rows, (size_t)walk->capacity * sizeof( wfFootstepRow ) );
	}
	bool stands = row->step.kind == wf_shiftFootstep && row->step.speed == 0.0 && row->step.swingFrom.x == row->step.swingTo.x &&
				  row->step.swingFrom.y == row->step.swingTo.y;
	watch->steps += stands ? 0 : 1;
	walk->rows[walk->count++] = *row;
	walk->halted = INFINITY;
}

// Who has no plan but is in the midst of a footstep was made to stop there, before the last tick.
static void noticeHalts( feetWatch* watch, const wfAgentId* ids, int32_t count, double from, double until )
{
	for ( int32_t k = 0; k < count && watch->isBroken; ++k )
	{
		wfAgentState state = wfCrowd_GetAgent( watch->crowd, ids[k] );
		feetWalk* walk = &watch->walks[state.serial % FEET_MAX_SERIAL];
		const wfFootstep* last = walk->count > 0 ? &walk->rows[walk->count - 1].step : NULL;
		bool isElsewhere = last != NULL && distanceOf( wfFootstep_GetPosition( last, until ), inPlane( state.position ) ) > 1e-7;
		if ( isElsewhere && walk->halted == INFINITY && wfCrowd_GetFootstepPlan( watch->crowd, ids[k], NULL, 0, NULL ) == 0 )
		{
			walk->halted = from;
		}
	}
}

static void noticeAgents( feetWatch* watch )
{
	wfAgentId ids[FEET_MAX_SERIAL];
	int32_t count = wfCrowd_GetAgentIds( watch->crowd, ids, FEET_MAX_SERIAL );
	for ( int32_t k = 0; k < FEET_MAX_SERIAL; ++k )
	{
		watch->walks[k].isHere = false;
	}
	for ( int32_t k = 0; k < count && k < FEET_MAX_SERIAL; ++k )
	{
		wfAgentState state = wfCrowd_GetAgent( watch->crowd, ids[k] );
		feetWalk* walk = &watch->walks[state.serial % FEET_MAX_SERIAL];
		walk->isHere = true;
		if ( !walk->isSeen )
		{
			walk->isSeen = true;
			walk->entered = state.enteredTime;
			walk->place = inPlane( state.position );
			walk->heading = state.heading;
			walk->radius = state.radius;
		}
	}
}

void circlesOf( const feetWatch* watch, uint32_t serial, double time, wfCircle circles[WF_BODY_CIRCLES] )
{
	const feetWalk* walk = &watch->walks[serial % FEET_MAX_SERIAL];
	for ( int32_t k = walk->count - 1; k >= 0; --k )
	{
		if ( walk->rows[k].step.startTime <= time )
		{
			wfFootstep_GetCircles( &walk->rows[k].step, &walk->rows[k].body, fmin( time, walk->halted ), circles );
			return;
		}
	}
	// It has stood since it came.
	wfStance stance = wfMakeStance( &watch->gait, time, walk->place, walk->heading );
	wfBody body = wfMakeBody( &watch->gait, walk->radius );
	wfVec2 left = { -stance.facing.y * body.shoulderDistance, stance.facing.x * body.shoulderDistance };
	circles[0] = ( wfCircle ){ walk->place, body.torsoRadius };
	circles[1] = ( wfCircle ){ { walk->place.x + left.x, walk->place.y + left.y }, body.shoulderRadius };
	circles[2] = ( wfCircle ){ { walk->place.x - left.x, walk->place.y - left.y }, body.shoulderRadius };
	circles[3] = ( wfCircle ){ stance.feet[wf_leftFoot], body.footRadius };
	circles[4] = ( wfCircle ){ stance.feet[wf_rightFoot], body.footRadius };
}

static double gapOf( const wfCircle* a, const wfCircle* b )
{
	double least = INFINITY;
	for ( int32_t k = 0; k < WF_BODY_CIRCLES * WF_BODY_CIRCLES; ++k )
	{
		const wfCircle *first = &a[k / WF_BODY_CIRCLES], *second = &b[k % WF_BODY_CIRCLES];
		least = fmin( least, distanceOf( first->center, second->center ) - first->radius - second->radius );
	}
	return least;
}

// Everybody on foot at one instant. Who came in during the last tick was not there before.
static void lookAt( feetWatch* watch, const uint32_t* serials, int32_t count, double time )
{
	wfCircle circles[FEET_MAX_SERIAL][WF_BODY_CIRCLES];
	const wfWorld* world = wfCrowd_GetGround( watch->crowd ).world;
	for ( int32_t a = 0; a < count; ++a )
	{
		circlesOf( watch, serials[a], time, circles[a] );
		for ( int32_t k = 0; k < WF_BODY_CIRCLES; ++k )
		{
			const wfCircle* circle = &circles[a][k];
			watch->leastRoom = fmin( watch->leastRoom, wfWorld_GetDistance( world, circle->center, 0 ) - circle->radius );
		}
		for ( int32_t b = 0; b < a; ++b )
		{
			if ( distanceOf( circles[a][0].center, circles[b][0].center ) < 2.5 )
			{
				watch->leastGap = fmin( watch->leastGap, gapOf( circles[a], circles[b] ) );
			}
		}
	}
}

static void lookAtDiscs( feetWatch* watch, const uint32_t* serials, int32_t count )
{
	wfFrame frame = wfCrowd_GetFrame( watch->crowd );
	for ( int32_t a = 0; a < count; ++a )
	{
		wfCircle circles[WF_BODY_CIRCLES];
		circlesOf( watch, serials[a], frame.time, circles );
		for ( int32_t b = 0; b < frame.count; ++b )
		{
			bool onFoot = false;
			for ( int32_t k = 0; k < count; ++k )
			{
				onFoot = onFoot || serials[k] == frame.serials[b];
			}
			for ( int32_t k = 0; k < WF_BODY_CIRCLES && !onFoot; ++k )
			{
				wfOval circle = { circles[k].center, { 0.0, 0.0 }, circles[k].radius },
					   disc = wfMakeOval( inPlane( frame.positions[b] ), (double)frame.headings[b], (double)frame.radii[b],
										  (double)frame.depths[b] );
				wfVec2 across;
				watch->leastDiscGap = fmin( watch->leastDiscGap, wfOval_GetGap( &circle, &disc, &across ) );
			}
			// The frame says where the steps say.
			if ( frame.serials[b] == serials[a] )
			{
				CHECK( distanceOf( circles[0].center, inPlane( frame.positions[b] ) ) < 1e-6 );
			}
		}
	}
}

// Of who left in the last tick everything is reported up to then, and nothing later.
static void checkEnds( const feetWatch* watch, const bool* wereHere, double until )
{
	for ( int32_t k = 0; k < FEET_MAX_SERIAL; ++k )
	{
		const feetWalk* walk = &watch->walks[k];
		if ( wereHere[k] && !walk->isHere && walk->count > 0 )
		{
			const wfFootstep* last = &walk->rows[walk->count - 1].step;
			bool leaves = wfFootstep_IsDeparture( last );
			CHECK_NEAR( leaves ? last->startTime : wfFootstep_GetEndTime( last ), until, 1e-6 );
		}
	}
}

void watchTick( feetWatch* watch )
{
	double from = wfCrowd_GetTime( watch->crowd );
	bool wereHere[FEET_MAX_SERIAL];
	noticeAgents( watch );
	for ( int32_t k = 0; k < FEET_MAX_SERIAL; ++k )
	{
		wereHere[k] = watch->walks[k].isHere;
	}
	tickTimes( watch->crowd, 1 );
	double until = wfCrowd_GetTime( watch->crowd );
	noticeAgents( watch );
	const wfFootstepRow* rows;
	int32_t count = wfCrowd_GetFootsteps( watch->crowd, &rows );
	for ( int32_t k = 0; k < count; ++k )
	{
		bool leaves = wfFootstep_IsDeparture( &rows[k].step );
		CHECK( leaves ? rows[k].step.startTime == until : rows[k].step.startTime < until );
		CHECK( wfFootstep_GetEndTime( &rows[k].step ) > from - 1.0 - 1e-9 );
		keepRow( watch, &rows[k] );
	}
	checkEnds( watch, wereHere, until );
	uint32_t serials[FEET_MAX_SERIAL];
	wfAgentId ids[FEET_MAX_SERIAL];
	int32_t here = 0, all = wfCrowd_GetAgentIds( watch->crowd, ids, FEET_MAX_SERIAL );
	noticeHalts( watch, ids, all, from, until );
	for ( int32_t k = 0; k < all && k < FEET_MAX_SERIAL; ++k )
	{
		wfAgentState state = wfCrowd_GetAgent( watch->crowd, ids[k] );
		// Discs have no body; by this they are told apart.
		if ( state.userData != 1 )
		{
			serials[here++] = state.serial;
		}
	}
	for ( int32_t k = 1; k <= FEET_INSTANTS; ++k )
	{
		lookAt( watch, serials, here, from + ( until - from ) * k / FEET_INSTANTS );
	}
	lookAtDiscs( watch, serials, here );
}

void checkWatch( const feetWatch* watch )
{
	bool holds = CHECK( watch->leastGap > -1e-6 );
	holds = CHECK( watch->leastRoom > -1e-6 ) && holds;
	holds = CHECK( watch->leastDiscGap > -1e-6 ) && holds;
	if ( !holds )
	{
		fprintf( stderr, "    gaps %g, to walls %g, to discs %g m\n", watch->leastGap, watch->leastRoom, watch->leastDiscGap );
	}
}

double watchRun( feetWatch* watch, double seconds )
{
	while ( wfCrowd_GetTime( watch->crowd ) < seconds - 1e-9 && !wfCrowd_IsDone( watch->crowd ) )
	{
		watchTick( watch );
	}
	checkWatch( watch );
	return wfCrowd_GetTime( watch->crowd );
}

wfGaitId addGait( wfCrowd* crowd, const wfGaitDef* gait )
{
	wfGaitId id = { 0 };
	CHECK_EQUAL( wfCrowd_AddGait( crowd, gait, &id, NULL ), wf_ok );
	return id;
}

wfAgentId addFrom( wfCrowd* crowd, const wfAgentDef* def )
{
	wfAgentId id = { 0 };
	wfError error = { 0 };
	if ( !CHECK( wfCrowd_AddAgent( crowd, def, &id, &error ) == wf_ok ) )
	{
		CHECK_STRING( error.message, "" );
	}
	return id;
}

wfAgentId addWalker( wfCrowd* crowd, wfGaitId gait, wfVec2 place, double heading, wfVec2 goal )
{
	wfStop stop = wfMakePointStop( ( wfVec3 ){ goal.x, goal.y, 0.0 } );
	wfAgentDef def = wfDefaultAgentDef();
	def.position = ( wfVec3 ){ place.x, place.y, 0.0 };
	def.heading = heading;
	def.radius = 0.25;
	def.stops = &stop;
	def.stopCount = 1;
	def.gait = gait;
	def.userData = gait.index1 == 0 ? 1 : 0;
	return addFrom( crowd, &def );
}

// ------------------------------------------------------------------------------------------------------------------ scenes

// Whatever is left of the path when the last steps are chosen: straight through the goal, without a detour to hit it.
TEST( LonePeopleWalkStraightThroughTheirGoals )
{
	for ( int32_t k = 0; k < 24; ++k )
	{
		double distance = 5.0 + 0.19 * k;
		wfWorld* world = makeRoom( 16.0, 6.0 );
		wfCrowd* crowd = makeCrowd( world, NULL );
		wfGaitDef gait = wfDefaultGaitDef();
		wfGaitId feet = addGait( crowd, &gait );
		wfAgentId id = addWalker( crowd, feet, ( wfVec2 ){ 2.0, 3.0 }, 0.0, ( wfVec2 ){ 2.0 + distance, 3.0 } );
		double aside = 0.0, seconds = 0.0;
		while ( seconds < 30.0 && wfCrowd_IsAgentValid( crowd, id ) )
		{
			aside = fmax( aside, fabs( wfCrowd_GetAgent( crowd, id ).position.y - 3.0 ) );
			CHECK_EQUAL( wfCrowd_Tick( crowd, NULL ), wf_ok );
			seconds = wfCrowd_GetTime( crowd );
		}
		if ( !CHECK( aside < 0.2 && seconds < distance / 1.3 + 2.0 ) )
		{
			fprintf( stderr, "    %g m: %g m aside, %g s\n", distance, aside, seconds );
		}
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
}

// There they walk as fast as across open ground: whoever swings to and fro comes too near to the walls for a whole step.
TEST( LonePeopleDoNotSwingInNarrowCorridors )
{
	const double widths[] = { 1.5, 1.8, 2.6 }, radii[] = { 0.2, 0.25, 0.3 }, ticks[] = { 0.1, 0.2, 0.5 };
	for ( int32_t k = 0; k < 9; ++k )
	{
		double width = widths[k / 3] * 2.0 * radii[k % 3];
		wfWorld* world = makeRoom( 20.0, width );
		wfVec2 line[2] = { { 19.0, 0.1 }, { 19.0, width - 0.1 } };
		wfGoalDef goalDef = wfDefaultGoalDef();
		goalDef.kind = wf_lineGoal;
		goalDef.points = line;
		goalDef.pointCount = 2;
		wfGoalId goal;
		CHECK_EQUAL( wfWorld_AddGoal( world, &goalDef, &goal, NULL ), wf_ok );
		wfCrowdDef crowdDef = wfDefaultCrowdDef( wf_defaultPreset );
		crowdDef.tickSeconds = ticks[( k + k / 3 ) % 3];
		wfCrowd* crowd = makeCrowdFrom( world, &crowdDef );
		wfGaitDef gait = wfDefaultGaitDef();
		gait.walkRatio = k % 2 == 0 ? 0.4 : 0.3;
		wfAgentDef def = wfDefaultAgentDef();
		wfStop stop = wfMakeGoalStop( goal );
		def.position = ( wfVec3 ){ 1.0, 0.55 * width, 0.0 };
		def.radius = radii[k % 3];
		def.desiredSpeed = 1.3;
		def.stops = &stop;
		def.stopCount = 1;
		def.gait = addGait( crowd, &gait );
		wfAgentId id = addFrom( crowd, &def );
		double seconds = 0.0;
		while ( seconds < 60.0 && wfCrowd_IsAgentValid( crowd, id ) )
		{
			CHECK_EQUAL( wfCrowd_Tick( crowd, NULL ), wf_ok );
			seconds = wfCrowd_GetTime( crowd );
		}
		if ( !CHECK( seconds < 18.0 / 1.3 + 2.5 ) )
		{
			fprintf( stderr, "    %g m wide for a radius of %g m: %g s\n", width, def.radius, seconds );
		}
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
}

// Who follows takes shorter steps than who has nobody ahead, at the same speed.
TEST( WhoFollowsTakesShorterSteps )
{
	wfWorld* world = makeRoom( 30.0, 4.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGaitDef gait = wfDefaultGaitDef();
	wfGaitId feet = addGait( crowd, &gait );
	for ( int32_t k = 0; k < 3; ++k )
	{
		addWalker( crowd, feet, ( wfVec2 ){ 5.0 - 1.1 * k, 2.0 }, 0.0, ( wfVec2 ){ 28.0, 2.0 } );
	}
	feetWatch* watch = beginWatch( crowd, &gait );
	while ( wfCrowd_GetTime( crowd ) < 12.0 )
	{
		watchTick( watch );
	}
	checkWatch( watch );
	double strides[3] = { 0.0 }, ends[3] = { 0.0 };
	for ( int32_t k = 0; k < 3; ++k )
	{
		const feetWalk* walk = &watch->walks[wfCrowd_GetFrame( crowd ).serials[k]];
		int32_t count = 0;
		for ( int32_t n = 0; n < walk->count; ++n )
		{
			const wfFootstep* step = &walk->rows[n].step;
			bool counts = step->kind == wf_walkFootstep && step->startTime > 3.0;
			strides[k] += counts ? step->speed * step->duration : 0.0;
			count += counts;
		}
		strides[k] /= fmax( count, 1.0 );
		ends[k] = wfCrowd_GetFrame( crowd ).positions[k].x + 1.1 * k;
	}
	if ( !CHECK( strides[1] < 0.8 * strides[0] && strides[2] < 0.95 * strides[0] ) )
	{
		fprintf( stderr, "    strides of %g, %g and %g m\n", strides[0], strides[1], strides[2] );
	}
	CHECK( ends[1] > ends[0] - 1.0 && ends[2] > ends[0] - 2.0 );
	endWatch( watch );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// Across lines on the way to the last goal: nobody strides over one without having been there, or turns back to it.
TEST( LonePeopleWalkOnAcrossLines )
{
	for ( int32_t k = 0; k < 12; ++k )
	{
		wfWorld* world = makeRoom( 24.0, 6.0 );
		wfStop stops[4];
		for ( int32_t m = 0; m < 4; ++m )
		{
			double x = 6.0 + 4.0 * m + 0.07 * k;
			wfVec2 line[2] = { { x, 0.5 }, { x, 5.5 } };
			wfGoalDef goal = wfDefaultGoalDef();
			goal.kind = wf_lineGoal;
			goal.points = line;
			goal.pointCount = 2;
			wfGoalId id;
			CHECK_EQUAL( wfWorld_AddGoal( world, &goal, &id, NULL ), wf_ok );
			stops[m] = wfMakeGoalStop( id );
		}
		wfCrowd* crowd = makeCrowd( world, NULL );
		wfGaitDef gait = wfDefaultGaitDef();
		wfAgentDef def = wfDefaultAgentDef();
		def.position = ( wfVec3 ){ 2.0, 3.0, 0.0 };
		def.gait = addGait( crowd, &gait );
		def.desiredSpeed = 1.2 + 0.05 * k;
		def.stops = stops;
		def.stopCount = 4;
		def.atEnd = wf_leaveAtEnd;
		wfAgentId id = addFrom( crowd, &def );
		double farthest = 2.0, back = 0.0, seconds = 0.0;
		while ( seconds < 60.0 && wfCrowd_IsAgentValid( crowd, id ) )
		{
			double x = wfCrowd_GetAgent( crowd, id ).position.x;
			farthest = fmax( farthest, x );
			back = fmax( back, farthest - x );
			CHECK_EQUAL( wfCrowd_Tick( crowd, NULL ), wf_ok );
			seconds = wfCrowd_GetTime( crowd );
		}
		if ( !CHECK( back < 0.01 && seconds < ( 16.0 + 0.07 * k ) / def.desiredSpeed + 2.0 ) )
		{
			fprintf( stderr, "    %g m/s: %g m back, %g s\n", def.desiredSpeed, back, seconds );
		}
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
}

// Out and back along a line, at speeds at which a step to rest is put off again and again unless it is made once it was chosen.
TEST( WhoHasToTurnRoundDoesSoAtOnce )
{
	static const double speeds[] = { 0.5, 0.6, 0.7, 0.9, 1.0, 1.3 };
	for ( size_t k = 0; k < sizeof( speeds ) / sizeof( speeds[0] ); ++k )
	{
		wfWorld* world = makeRoom( 30.0, 6.0 );
		wfCrowd* crowd = makeCrowd( world, NULL );
		wfGaitDef gait = wfDefaultGaitDef();
		wfGaitId feet = addGait( crowd, &gait );
		wfStop stops[2] = { wfMakePointStop( ( wfVec3 ){ 10.0, 3.0, 0.0 } ), wfMakePointStop( ( wfVec3 ){ 2.0, 3.0, 0.0 } ) };
		stops[0].reach = 0.5;
		wfAgentDef def = wfDefaultAgentDef();
		def.position = ( wfVec3 ){ 2.0, 3.0, 0.0 };
		def.radius = 0.25;
		def.desiredSpeed = speeds[k];
		def.stops = stops;
		def.stopCount = 2;
		def.gait = feet;
		wfAgentId id = addFrom( crowd, &def );
		double farthest = 0.0, seconds = 0.0;
		while ( seconds < 60.0 && wfCrowd_IsAgentValid( crowd, id ) )
		{
			farthest = fmax( farthest, wfCrowd_GetAgent( crowd, id ).position.x );
			CHECK_EQUAL( wfCrowd_Tick( crowd, NULL ), wf_ok );
			seconds = wfCrowd_GetTime( crowd );
		}
		CHECK( farthest < 12.0 );
		CHECK( seconds < 16.0 / speeds[k] + 8.0 );
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
}

TEST( OneWalksToItsGoal )
{
	wfWorld* world = makeRoom( 14.0, 6.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGaitDef gait = wfDefaultGaitDef();
	wfGaitId feet = addGait( crowd, &gait );
	addWalker( crowd, feet, ( wfVec2 ){ 2.0, 3.0 }, 0.0, ( wfVec2 ){ 12.0, 3.0 } );
	feetWatch* watch = beginWatch( crowd, &gait );
	double time = watchRun( watch, 30.0 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 1 );
	// 10 m at about 1.3 m/s, by steps of some 0.7 m.
	CHECK( time > 6.0 && time < 12.0 );
	CHECK( watch->steps >= 11 && watch->steps <= 22 );
	wfFootstepStats stats = wfCrowd_GetFootstepStats( crowd );
	CHECK_EQUAL( stats.agents, 1 );
	CHECK_EQUAL( stats.steps, watch->steps );
	CHECK( stats.plans > 0 && stats.plans <= stats.decisions + stats.failed && stats.p95Seconds > 0.0 );
	CHECK( stats.mostGenerated * stats.plans >= stats.generated && stats.mostGenerated <= stats.generated );
	CHECK( stats.planned >= stats.plans - stats.failed && stats.planned <= 12 * stats.plans );
	endWatch( watch );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// Two groups against each other, `discs` of each as discs.
static wfCrowd* makeCorridor( wfWorld* world, const wfGaitDef* gait, int32_t each, int32_t discs, double tickSeconds )
{
	wfCrowdDef def = wfDefaultCrowdDef( wf_defaultPreset );
	def.tickSeconds = tickSeconds;
	wfCrowd* crowd = makeCrowdFrom( world, &def );
	wfGaitId feet = addGait( crowd, gait );
	for ( int32_t k = 0; k < each; ++k )
	{
		double y = 0.6 + 0.95 * ( k % 4 ), x = 1.0 + 1.1 * ( k / 4 );
		wfGaitId own = k < discs ? ( wfGaitId ){ 0 } : feet;
		addWalker( crowd, own, ( wfVec2 ){ x, y }, 0.0, ( wfVec2 ){ 13.0, y } );
		addWalker( crowd, own, ( wfVec2 ){ 14.0 - x, y + 0.1 }, 3.14, ( wfVec2 ){ 1.0, y + 0.1 } );
	}
	return crowd;
}

TEST( WalkersPassEachOtherInACorridor )
{
	wfWorld* world = makeRoom( 14.0, 4.2 );
	wfGaitDef gait = wfDefaultGaitDef();
	wfCrowd* crowd = makeCorridor( world, &gait, 5, 0, 0.1 );
	feetWatch* watch = beginWatch( crowd, &gait );
	watchRun( watch, 60.0 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 10 );
	endWatch( watch );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

TEST( WalkersAndDiscsAvoidEachOther )
{
	wfWorld* world = makeRoom( 14.0, 4.2 );
	wfGaitDef gait = wfDefaultGaitDef();
	wfCrowd* crowd = makeCorridor( world, &gait, 5, 2, 0.1 );
	feetWatch* watch = beginWatch( crowd, &gait );
	watchRun( watch, 60.0 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 10 );
	CHECK( watch->leastDiscGap < 1.0 );
	endWatch( watch );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

TEST( WalkersGoThroughADoor )
{
	wfWorld* world = makeRoom( 10.0, 6.0 );
	addBox( world, 5.0, 0.0, 5.2, 2.4 );
	addBox( world, 5.0, 3.6, 5.2, 6.0 );
	wfGoalId goal = addGoalBox( world, 8.5, 0.0, 10.0, 6.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGaitDef gait = wfDefaultGaitDef();
	wfGaitId feet = addGait( crowd, &gait );
	wfStop stop = goalStop( goal );
	for ( int32_t k = 0; k < 8; ++k )
	{
		wfAgentDef def = wfDefaultAgentDef();
		def.position = ( wfVec3 ){ 1.0 + 0.8 * ( k / 4 ), 1.2 + 1.1 * ( k % 4 ), 0.0 };
		def.radius = 0.22 + 0.01 * k;
		def.stops = &stop;
		def.stopCount = 1;
		def.gait = k % 4 == 3 ? ( wfGaitId ){ 0 } : feet;
		def.userData = k % 4 == 3 ? 1 : 0;
		addFrom( crowd, &def );
	}
	feetWatch* watch = beginWatch( crowd, &gait );
	watchRun( watch, 90.0 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 8 );
	endWatch( watch );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// A crowd in the round, everybody to the opposite side, among pillars.
TEST( WalkersCrossAmongPillars )
{
	wfWorld* world = makeRoom( 12.0, 12.0 );
	addBox( world, 4.0, 4.0, 4.4, 4.4 );
	addBox( world, 7.6, 7.0, 8.2, 7.6 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfGaitDef gait = wfDefaultGaitDef();
	gait.comfort = 0.2;
	wfGaitId feet = addGait( crowd, &gait );
	for ( int32_t k = 0; k < 12; ++k )
	{
		double angle = 0.5235987755982988 * k, x = 4.9 * cos( angle ), y = 4.9 * sin( angle );
		addWalker( crowd, feet, ( wfVec2 ){ 6.0 + x, 6.0 + y }, angle + 3.0, ( wfVec2 ){ 6.0 - x, 6.0 - y } );
	}
	feetWatch* watch = beginWatch( crowd, &gait );
	watchRun( watch, 60.0 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 12 );
	endWatch( watch );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

TEST( TicksMayBeShortOrLong )
{
	const double seconds[] = { 0.05, 0.2, 0.5, 1.0, 2.5, 10.0 };
	wfWorld* world = makeRoom( 14.0, 4.2 );
	for ( int32_t k = 0; k < 6; ++k )
	{
		wfGaitDef gait = wfDefaultGaitDef();
		// Quick little footsteps: many of them in one tick.
		gait.legs[0].minDuration = gait.legs[1].minDuration = 0.12;
		gait.walkRatio = k % 2 == 0 ? 0.4 : 0.08;
		wfCrowd* crowd = makeCorridor( world, &gait, 3, seconds[k] < 0.6 ? 1 : 0, seconds[k] );
		feetWatch* watch = beginWatch( crowd, &gait );
		watchRun( watch, 60.0 );
		if ( seconds[k] < 1.5 )
		{
			if ( !CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 6 ) )
			{
				wfFrame frame = wfCrowd_GetFrame( crowd );
				fprintf( stderr, "    with crowd steps of %g s agent %u is at %g, %g\n", seconds[k], frame.serials[0],
						 frame.positions[0].x, frame.positions[0].y );
			}
		}
		endWatch( watch );
		wfDestroyCrowd( crowd );
	}
	wfDestroyWorld( world );
}

// So wide that many decide at the same time.
static wfCrowd* makeSquare( wfWorld* world, wfWorkers* workers )
{
	wfCrowd* crowd = makeCrowd( world, workers );
	wfGaitDef gait = wfDefaultGaitDef();
	wfGaitId feet = addGait( crowd, &gait );
	for ( int32_t k = 0; k < 90; ++k )
	{
		double x = 2.0 + 3.3 * ( k % 18 ), y = 2.0 + 6.5 * ( k / 18 ), angle = 2.4 * k;
		wfVec2 goal = { fmin( fmax( x + 7.0 * cos( angle ), 1.0 ), 59.0 ), fmin( fmax( y + 7.0 * sin( angle ), 1.0 ), 31.0 ) };
		addWalker( crowd, k % 9 == 4 ? ( wfGaitId ){ 0 } : feet, ( wfVec2 ){ x, y }, angle, goal );
	}
	return crowd;
}

TEST( WalkersAreTheSameForAnyNumberOfThreads )
{
	wfWorld* world = makeRoom( 60.0, 32.0 );
	for ( int32_t k = 0; k < 10; ++k )
	{
		addBox( world, 4.0 + 5.5 * k, 11.0, 5.0 + 5.5 * k, 12.0 );
	}
	uint64_t hashes[3][4];
	for ( int32_t threads = 1; threads <= 3; ++threads )
	{
		wfWorkersDef workersDef = wfDefaultWorkersDef();
		workersDef.workerCount = threads;
		wfWorkers* workers = NULL;
		CHECK_EQUAL( wfCreateWorkers( &workersDef, &workers ), wf_ok );
		wfCrowd* crowd = makeSquare( world, workers );
		for ( int32_t k = 0; k < 4; ++k )
		{
			tickTimes( crowd, 15 );
			hashes[threads - 1][k] = wfCrowd_GetHash( crowd );
		}
		CHECK( wfCrowd_GetFootstepStats( crowd ).plans > 200 );
		wfDestroyCrowd( crowd );
		wfDestroyWorkers( workers );
	}
	for ( int32_t k = 0; k < 4; ++k )
	{
		CHECK( hashes[1][k] == hashes[0][k] && hashes[2][k] == hashes[0][k] );
		CHECK( k == 0 || hashes[0][k] != hashes[0][k - 1] );
	}
	wfDestroyWorld( world );
}

// ---------------------------------------------------------------------------------------------------------------- plans

TEST( PlansFollowEachOther )
{
	wfWorld* world = makeRoom( 14.0, 4.2 );
	wfGaitDef gait = wfDefaultGaitDef();
	wfCrowd* crowd = makeCorridor( world, &gait, 4, 1, 0.1 );
	wfAgentId ids[8];
	CHECK_EQUAL( wfCrowd_GetAgentIds( crowd, ids, 8 ), 8 );
	wfFootstep steps[32];
	int32_t sure = -1, intended = 0;
	// Nobody has a plan before the first tick; nor has a disc at any time.
	CHECK_EQUAL( wfCrowd_GetFootstepPlan( crowd, ids[4], steps, 32, &sure ), 0 );
	CHECK_EQUAL( sure, 0 );
	for ( int32_t round = 0; round < 60; ++round )
	{
		tickTimes( crowd, 1 );
		for ( int32_t k = 0; k < 8; ++k )
		{
			if ( !wfCrowd_IsAgentValid( crowd, ids[k] ) )
			{
				continue;
			}
			int32_t count = wfCrowd_GetFootstepPlan( crowd, ids[k], steps, 32, &sure );
			CHECK( count <= 32 && sure >= 0 && sure <= count );
			CHECK( k >= 2 || count == 0 );
			CHECK_EQUAL( wfCrowd_GetFootstepPlan( crowd, ids[k], NULL, 0, NULL ), count );
			intended += count - sure;
			for ( int32_t n = 0; n < count; ++n )
			{
				double before = n > 0 ? wfFootstep_GetEndTime( &steps[n - 1] ) : steps[0].startTime;
				CHECK_NEAR( steps[n].startTime, before, 1e-9 );
				CHECK( wfFootstep_GetEndTime( &steps[n] ) > wfCrowd_GetTime( crowd ) );
				CHECK( n == 0 || distanceOf( wfFootstep_GetPosition( &steps[n - 1], before ),
											 wfFootstep_GetPosition( &steps[n], before ) ) < 1e-9 );
			}
			// What is sure ends at rest, unless something else is intended instead.
			CHECK( count == 0 || count > sure || steps[count - 1].kind == wf_stopFootstep ||
				   steps[count - 1].kind == wf_shiftFootstep );
			wfVec2 place = inPlane( wfCrowd_GetAgent( crowd, ids[k] ).position );
			CHECK( count == 0 || distanceOf( place, wfFootstep_GetPosition( &steps[0], wfCrowd_GetTime( crowd ) ) ) < 1e-6 );
		}
	}
	CHECK( intended > 100 );
	CHECK_EQUAL( wfCrowd_GetFootstepPlan( crowd, ( wfAgentId ){ 0 }, steps, 32, NULL ), 0 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

void runWalkerTests( int argc, char** argv )
{
	RUN( OneWalksToItsGoal );
	RUN( LonePeopleWalkStraightThroughTheirGoals );
	RUN( LonePeopleDoNotSwingInNarrowCorridors );
	RUN( WhoFollowsTakesShorterSteps );
	RUN( LonePeopleWalkOnAcrossLines );
	RUN( WhoHasToTurnRoundDoesSoAtOnce );
	RUN( WalkersPassEachOtherInACorridor );
	RUN( WalkersAndDiscsAvoidEachOther );
	RUN( WalkersGoThroughADoor );
	RUN( WalkersCrossAmongPillars );
	RUN( TicksMayBeShortOrLong );
	RUN_THREADED( WalkersAreTheSameForAnyNumberOfThreads );
	RUN( PlansFollowEachOther );
}
