// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Gaits, stances, circles; and the list of all groups.
#include "test_footsteps.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

// ----------------------------------------------------------------------------------------------------------------- helpers

double lengthOf( wfVec2 v )
{
	return sqrt( v.x * v.x + v.y * v.y );
}

double angleBetween( wfVec2 a, wfVec2 b )
{
	return atan2( crossOf( a, b ), dotOf( a, b ) );
}

double wrapped( double angle )
{
	return remainder( angle, 2.0 * TEST_PI );
}

wfVec2 unitAt( double angle )
{
	return ( wfVec2 ){ cos( angle ), sin( angle ) };
}

wfVec2 inFrame( const wfFootstep* step, wfVec2 place )
{
	wfVec2 from = minus( place, step->apex );
	return ( wfVec2 ){ dotOf( step->along, from ), crossOf( step->along, from ) };
}

wfStance movingStance( const wfGaitDef* def, wfVec2 position, double heading, double speed, wfFoot last )
{
	wfStance stance = wfMakeStance( def, 0.0, position, heading );
	stance.speed = speed;
	stance.foot = last;
	stance.inner = stance.outer = sideOf( last ) * heading;
	return stance;
}

wfFootstepAction walkAction( wfFoot foot, double turn, double speed, double duration )
{
	return ( wfFootstepAction ){ .kind = wf_walkFootstep, .foot = foot, .turn = turn, .speed = speed, .duration = duration };
}

wfFootstepAction startAction( wfFoot foot, double turn, double speed, double duration, double sway )
{
	return ( wfFootstepAction ){
		.kind = wf_startFootstep, .foot = foot, .turn = turn, .speed = speed, .duration = duration, .sway = sway };
}

wfFootstepAction shiftAction( wfFoot foot, wfVec2 move, double turn, double duration )
{
	return ( wfFootstepAction ){ .kind = wf_shiftFootstep, .foot = foot, .turn = turn, .duration = duration, .move = move };
}

wfFootstep makeStep( const wfGaitDef* def, wfStance* stance, wfFootstepAction action )
{
	wfFootstep step = { 0 };
	wfStance after = *stance;
	wfFootstepVerdict verdict = wfCreateFootstep( def, stance, &action, &step, &after );
	CHECK_STRING( wfGetFootstepVerdictText( verdict ), "fits" );
	*stance = after;
	return step;
}

double nextRandom( randomStream* stream, double lower, double upper )
{
	return lower + ( upper - lower ) * wfRandomUnit( stream->seed, 7, stream->counter++ );
}

wfVec2 nextPlace( randomStream* stream, double reach )
{
	double x = nextRandom( stream, -reach, reach ), y = nextRandom( stream, -reach, reach );
	return ( wfVec2 ){ x, y };
}

static wfLegDef randomLeg( randomStream* r, bool isInjured )
{
	double share = isInjured ? nextRandom( r, 0.3, 0.6 ) : 1.0;
	wfLegDef leg = { 0 };
	leg.minDuration = nextRandom( r, 0.15, 0.35 );
	leg.maxDuration = leg.minDuration + nextRandom( r, 0.1, 0.6 );
	leg.minStride = nextRandom( r, 0.0, 0.1 );
	leg.maxStride = leg.minStride + 0.2 + share * nextRandom( r, 0.3, 1.0 );
	leg.maxSpeed = share * nextRandom( r, 1.0, 3.0 );
	leg.maxTurn = share * nextRandom( r, 0.5, 1.5 );
	leg.maxSideForce = share * nextRandom( r, 2.0, 8.0 );
	leg.outward = share * nextRandom( r, 0.6, 2.0 );
	leg.inward = share * nextRandom( r, 0.05, 0.6 );
	return leg;
}

wfGaitDef randomGait( randomStream* r, bool isInjured, wfFoot injured )
{
	wfGaitDef def = wfDefaultGaitDef();
	def.legLength = nextRandom( r, 0.5, 1.2 );
	def.footDistance = nextRandom( r, 0.06, 0.16 );
	def.mass = nextRandom( r, 20.0, 120.0 );
	def.power = nextRandom( r, 50.0, 300.0 );
	def.speedUp = nextRandom( r, 0.3, 1.2 );
	def.slowDown = nextRandom( r, 0.3, 1.2 );
	for ( int k = 0; k < 2; ++k )
	{
		def.legs[k] = randomLeg( r, isInjured && k == (int)injured );
	}
	CHECK_EQUAL( wfCheckGaitDef( &def, NULL ), wf_ok );
	return def;
}

// ------------------------------------------------------------------------------------------------------------------- gaits

typedef struct fieldRange
{
	const char* name;
	size_t offset;
	double lower, upper;
} fieldRange;

#define GAIT_FIELD( field, lower, upper )                                                                                        \
	{                                                                                                                            \
		"" #field, offsetof( wfGaitDef, field ), lower, upper                                                                    \
	}
#define LEG_FIELD( field, lower, upper )                                                                                         \
	{                                                                                                                            \
#field, offsetof( wfLegDef, field ), lower, upper                                                                        \
	}

static const fieldRange s_gaitFields[] = {
	GAIT_FIELD( legLength, 0.2, 3.0 ),	GAIT_FIELD( footDistance, 0.02, 0.5 ), GAIT_FIELD( mass, 1.0, 1000.0 ),
	GAIT_FIELD( power, 1.0, 1e5 ),		GAIT_FIELD( turnWeight, 0.0, 10.0 ),   GAIT_FIELD( walkRatio, 0.05, 2.0 ),
	GAIT_FIELD( speedUp, 0.1, 5.0 ),	GAIT_FIELD( slowDown, 0.1, 5.0 ),	   GAIT_FIELD( footRadius, 0.01, 0.5 ),
	GAIT_FIELD( torsoShare, 0.1, 1.0 ), GAIT_FIELD( shoulderShare, 0.1, 1.0 ), GAIT_FIELD( horizonSeconds, 0.5, 10.0 ),
	GAIT_FIELD( comfort, 0.0, 2.0 ),
};
// Of a default leg, whose other fields bound some of these.
static const fieldRange s_legFields[] = {
	LEG_FIELD( minDuration, 0.1, 0.8 ),	  LEG_FIELD( maxDuration, 0.24, 3.0 ), LEG_FIELD( minStride, 0.0, 1.0 ),
	LEG_FIELD( maxStride, 0.2, 2.5 ),	  LEG_FIELD( maxSpeed, 0.1, 5.0 ),	   LEG_FIELD( maxTurn, 0.05, 1.5 ),
	LEG_FIELD( maxSideForce, 0.2, 50.0 ), LEG_FIELD( outward, 0.05, TEST_PI ), LEG_FIELD( inward, 0.0, 0.5 * TEST_PI ),
};

// `other` is the name a field may be refused by that is bounded by this one.
static void checkField( wfGaitDef* def, double* field, const fieldRange* range, const char* name, const char* other )
{
	double before = *field, wide = range->upper - range->lower;
	const double bad[] = { range->lower - 0.01 * wide, range->upper + 0.01 * wide, -INFINITY, INFINITY, NAN };
	for ( size_t k = 0; k < sizeof( bad ) / sizeof( bad[0] ); ++k )
	{
		wfError error = { 0 };
		*field = bad[k];
		CHECK_EQUAL( wfCheckGaitDef( def, &error ), wf_outOfRange );
		if ( !CHECK( strcmp( error.field, name ) == 0 || strcmp( error.field, other ) == 0 ) )
		{
			fprintf( stderr, "    %s = %g: %s %s\n", name, bad[k], error.field, error.message );
		}
		CHECK( strstr( error.message, "expected" ) != NULL );
	}
	const double good[] = { range->lower, range->upper, before };
	for ( size_t k = 0; k < sizeof( good ) / sizeof( good[0] ); ++k )
	{
		wfError error = { 0 };
		*field = good[k];
		CHECK_EQUAL( wfCheckGaitDef( def, &error ), wf_ok );
		CHECK_STRING( error.message, "" );
	}
}

TEST( EveryFieldOfAGaitHasItsRange )
{
	wfGaitDef def = wfDefaultGaitDef();
	CHECK_EQUAL( wfCheckGaitDef( &def, NULL ), wf_ok );
	for ( size_t k = 0; k < sizeof( s_gaitFields ) / sizeof( s_gaitFields[0] ); ++k )
	{
		const char* name = s_gaitFields[k].name;
		checkField( &def, (double*)( (char*)&def + s_gaitFields[k].offset ), &s_gaitFields[k], name, name );
	}
	const char* legNames[] = { "left", "right" };
	for ( int leg = 0; leg < 2; ++leg )
	{
		for ( size_t k = 0; k < sizeof( s_legFields ) / sizeof( s_legFields[0] ); ++k )
		{
			char name[64], other[64];
			snprintf( name, sizeof( name ), "%s.%s", legNames[leg], s_legFields[k].name );
			snprintf( other, sizeof( other ), "%s.max%s", legNames[leg], s_legFields[k].name + 3 );
			checkField( &def, (double*)( (char*)&def.legs[leg] + s_legFields[k].offset ), &s_legFields[k], name, other );
		}
	}
}

TEST( NodesOfAGaitAreCounted )
{
	wfGaitDef def = wfDefaultGaitDef();
	const int32_t bad[] = { 0, -5, 1001 };
	for ( int k = 0; k < 3; ++k )
	{
		wfError error = { 0 };
		def.maxExpanded = bad[k];
		CHECK_EQUAL( wfCheckGaitDef( &def, &error ), wf_outOfRange );
		CHECK_STRING( error.field, "maxExpanded" );
	}
	def.maxExpanded = 1000;
	CHECK_EQUAL( wfCheckGaitDef( &def, NULL ), wf_ok );
}

TEST( GaitsComeFromTheirDefault )
{
	wfError error = { 0 };
	wfGaitDef def = wfDefaultGaitDef();
	def.internalCookie = 0;
	testBeginAsserts();
	CHECK_EQUAL( wfCheckGaitDef( &def, &error ), wf_invalidDef );
	CHECK( strstr( error.message, "wfDefaultGaitDef" ) != NULL );
	CHECK_EQUAL( wfCheckGaitDef( NULL, NULL ), wf_invalidDef );
	CHECK_EQUAL( testEndAsserts(), 2 );
}

TEST( SpeedAndStrideAreThoseOfPeople )
{
	wfGaitDef def = wfDefaultGaitDef();
	double speed = wfGait_GetPreferredSpeed( &def );
	CHECK_NEAR( speed, sqrt( 0.25 * 9.81 * 0.9 ), 1e-15 );
	CHECK_NEAR( speed * speed / ( 9.81 * def.legLength ), 0.25, 1e-15 ); // Froude
	double seconds = wfGait_GetDuration( &def, wf_leftFoot, speed );
	CHECK_NEAR( speed * seconds / ( 1.0 / seconds ), def.walkRatio, 1e-12 );
	CHECK( 60.0 / seconds > 100.0 && 60.0 / seconds < 130.0 ); // steps a minute
	CHECK( speed * seconds > 0.65 && speed * seconds < 0.85 );
}

TEST( DurationKeepsToTheLeg )
{
	wfGaitDef def = wfDefaultGaitDef();
	def.legs[wf_rightFoot].maxDuration = 0.5;
	def.legs[wf_rightFoot].maxStride = 0.4;
	CHECK_NEAR( wfGait_GetDuration( &def, wf_leftFoot, 0.0 ), 0.8, 0.0 );
	CHECK_NEAR( wfGait_GetDuration( &def, wf_leftFoot, -1.0 ), 0.8, 0.0 );
	CHECK_NEAR( wfGait_GetDuration( &def, wf_rightFoot, 0.1 ), 0.5, 0.0 );
	CHECK_NEAR( wfGait_GetDuration( &def, wf_rightFoot, 1.0 ), 0.4, 1e-15 ); // 0.4 m at 1 m/s
	CHECK_NEAR( wfGait_GetDuration( &def, wf_rightFoot, 4.0 ), 0.24, 0.0 );
	for ( double speed = 0.05; speed < 2.2; speed += 0.05 )
	{
		for ( int foot = 0; foot < 2; ++foot )
		{
			double seconds = wfGait_GetDuration( &def, (wfFoot)foot, speed );
			CHECK( seconds >= def.legs[foot].minDuration && seconds <= def.legs[foot].maxDuration );
			CHECK( speed * seconds <= def.legs[foot].maxStride + 1e-12 || seconds == def.legs[foot].minDuration );
		}
	}
}

TEST( WalkingCostsLeastAtAModerateSpeed )
{
	wfGaitDef def = wfDefaultGaitDef();
	double best = 0.0, least = INFINITY;
	for ( double speed = 0.2; speed < 2.2; speed += 0.01 )
	{
		double energy = wfGait_GetEnergyPerMetre( &def, speed );
		CHECK( energy > 0.0 && isfinite( energy ) );
		best = energy < least ? speed : best;
		least = energy < least ? energy : least;
	}
	CHECK( best > 0.9 && best < 1.7 );
	CHECK( wfGait_GetEnergyPerMetre( &def, 0.3 ) > 1.5 * least );
	CHECK( wfGait_GetEnergyPerMetre( &def, 2.2 ) > 1.1 * least );
	CHECK( wfGait_GetEnergyPerMetre( &def, 0.0 ) == INFINITY );
	CHECK( wfGait_GetEnergyPerMetre( &def, -1.0 ) == INFINITY );
	CHECK( wfGait_GetEnergyPerMetre( &def, NAN ) == INFINITY );
}

// ------------------------------------------------------------------------------------------------------ stances and circles

TEST( StandingIsOnBothFeet )
{
	wfGaitDef def = wfDefaultGaitDef();
	const double headings[] = { 0.0, 0.5 * TEST_PI, -2.0, 3.0, 40.0 };
	for ( int k = 0; k < 5; ++k )
	{
		wfVec2 position = { 3.0, -7.0 };
		wfStance stance = wfMakeStance( &def, 2.5, position, headings[k] );
		CHECK_NEAR( stance.time, 2.5, 0.0 );
		CHECK_NEAR( stance.speed, 0.0, 0.0 );
		CHECK_NEAR( angleBetween( stance.facing, unitAt( headings[k] ) ), 0.0, 1e-12 );
		CHECK_NEAR( lengthOf( stance.facing ), 1.0, 1e-15 );
		for ( int foot = 0; foot < 2; ++foot )
		{
			wfVec2 at = minus( stance.feet[foot], position );
			CHECK_NEAR( lengthOf( at ), def.footDistance, 1e-12 );
			CHECK_NEAR( crossOf( stance.facing, at ), sideOf( (wfFoot)foot ) * def.footDistance, 1e-12 );
			CHECK_NEAR( wrapped( stance.angles[foot] - headings[k] ), 0.0, 1e-12 );
		}
		CHECK_NEAR( wrapped( stance.inner - sideOf( stance.foot ) * headings[k] ), 0.0, 1e-12 );
		CHECK_NEAR( stance.outer, stance.inner, 0.0 );
	}
}

// From the leftmost to the rightmost point of torso and shoulders, seen along `direction`.
static double widthSeenFrom( const wfCircle* circles, wfVec2 direction )
{
	double low = INFINITY, high = -INFINITY;
	for ( int k = 0; k < 3; ++k )
	{
		double at = crossOf( direction, circles[k].center );
		low = fmin( low, at - circles[k].radius );
		high = fmax( high, at + circles[k].radius );
	}
	return high - low;
}

TEST( CirclesAreAsWideAsTheShoulders )
{
	wfGaitDef def = wfDefaultGaitDef();
	randomStream r = { 11, 0 };
	for ( int k = 0; k < 200; ++k )
	{
		def.torsoShare = nextRandom( &r, 0.1, 1.0 );
		def.shoulderShare = nextRandom( &r, 0.1, 1.0 );
		double radius = nextRandom( &r, 0.15, 0.5 ), heading = nextRandom( &r, -4.0, 4.0 );
		wfBody body = wfMakeBody( &def, radius );
		wfStance stance = movingStance( &def, ( wfVec2 ){ 1.0, 2.0 }, heading, 1.2, wf_leftFoot );
		wfFootstep step = makeStep( &def, &stance, walkAction( wf_rightFoot, 0.1, 1.2, 0.5 ) );
		double time = step.startTime + step.duration * nextRandom( &r, 0.0, 1.0 );
		wfCircle circles[WF_BODY_CIRCLES];
		wfFootstep_GetCircles( &step, &body, time, circles );
		wfVec2 facing = wfFootstep_GetFacing( &step, time ), across = { -facing.y, facing.x };
		CHECK_NEAR( widthSeenFrom( circles, facing ), 2.0 * radius, 1e-12 );
		// Seen from the side, and by whoever it passes when it has turned its shoulders.
		double thick = 2.0 * radius * fmax( def.torsoShare, def.shoulderShare );
		CHECK_NEAR( widthSeenFrom( circles, across ), thick, 1e-12 );
		CHECK_NEAR( lengthOf( minus( circles[0].center, wfFootstep_GetPosition( &step, time ) ) ), 0.0, 1e-12 );
		CHECK( crossOf( facing, minus( circles[1].center, circles[0].center ) ) >= 0.0 ); // left
		CHECK( crossOf( facing, minus( circles[2].center, circles[0].center ) ) <= 0.0 );
		for ( int foot = 0; foot < 2; ++foot )
		{
			wfVec2 at = wfFootstep_GetFoot( &step, (wfFoot)foot, time, NULL );
			CHECK_NEAR( lengthOf( minus( circles[3 + foot].center, at ) ), 0.0, 0.0 );
			CHECK_NEAR( circles[3 + foot].radius, def.footRadius, 0.0 );
		}
	}
}

TEST( TurnedShouldersAreNarrower )
{
	wfGaitDef def = wfDefaultGaitDef();
	wfBody body = wfMakeBody( &def, 0.3 );
	wfStance stance = movingStance( &def, ( wfVec2 ){ 0.0, 0.0 }, 0.0, 1.0, wf_leftFoot );
	wfFootstepAction action = walkAction( wf_rightFoot, 0.09, 1.0, 0.5 );
	action.twist = 0.5 * TEST_PI;
	wfFootstep step = makeStep( &def, &stance, action );
	CHECK_NEAR( angleBetween( step.along, stance.facing ), 0.5 * TEST_PI, 1e-12 );
	double before = 0.6 + 1e-12;
	for ( int k = 1; k <= 8; ++k )
	{
		wfCircle circles[WF_BODY_CIRCLES];
		wfFootstep_GetCircles( &step, &body, step.startTime + step.duration * k / 8.0, circles );
		double width = widthSeenFrom( circles, step.along );
		CHECK( width <= before + 1e-12 );
		before = width;
	}
	CHECK_NEAR( before, 2.0 * fmax( body.torsoRadius, body.shoulderRadius ), 1e-12 );
}

int main( int argc, char** argv )
{
	RUN( EveryFieldOfAGaitHasItsRange );
	RUN( NodesOfAGaitAreCounted );
	RUN( GaitsComeFromTheirDefault );
	RUN( SpeedAndStrideAreThoseOfPeople );
	RUN( DurationKeepsToTheLeg );
	RUN( WalkingCostsLeastAtAModerateSpeed );
	RUN( StandingIsOnBothFeet );
	RUN( CirclesAreAsWideAsTheShoulders );
	RUN( TurnedShouldersAreNarrower );
	runStepTests( argc, argv );
	runVerdictTests( argc, argv );
	runFootAngleTests( argc, argv );
	runExactTests( argc, argv );
	runRandomWalkTests( argc, argv );
	runTrackTests( argc, argv );
	runSearchTests( argc, argv );
	runShuffleTests( argc, argv );
	return testReport();
}
