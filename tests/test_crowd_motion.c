// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The motion rules against numbers worked out by hand, mirrored ones against each other, and the ends of their ranges.
#include "base/base.h"
#include "base/math.h"
#include "crowd/motion.h"
#include "test.h"
#include "test_crowd.h"

#define TINY 1e-15

static wfStyleDef makeStyle( wfMotionRule rule )
{
	wfStyleDef style = wfDefaultStyleDef( wf_defaultPreset );
	style.rule = rule;
	return style;
}

// Walking east at 1.5 m/s, wanting (x, y).
static wfMotionInput makeInput( double x, double y )
{
	return ( wfMotionInput ){
		.direction = { 1.0, 0.0 },
		.wanted = { x, y },
		.wantedSpeed = 1.5,
		.strength = 1.0,
	};
}

static wfMotionOutput apply( wfMotionRule rule, double x, double y )
{
	wfStyleDef style = makeStyle( rule );
	wfMotionInput input = makeInput( x, y );
	return wfApplyMotionRule( &style, &input );
}

static void checkMotion( wfMotionOutput motion, double x, double y, double speed )
{
	CHECK_NEAR( motion.direction.x, x, TINY );
	CHECK_NEAR( motion.direction.y, y, TINY );
	CHECK_NEAR( motion.speed, speed, TINY );
}

TEST( GradientRuleTakesTheDirection )
{
	checkMotion( apply( wf_gradientRule, 0.6, 0.8 ), 0.6, 0.8, 1.5 );
	checkMotion( apply( wf_gradientRule, -1.0, 0.0 ), -1.0, 0.0, 1.5 );
}

TEST( MeanRuleHalvesTheAngleAndSlowsByTheGradient )
{
	double half = sqrt( 0.5 );
	checkMotion( apply( wf_meanRule, 0.0, 1.0 ), half, half, 1.5 );
	wfStyleDef style = makeStyle( wf_meanRule );
	wfMotionInput input = makeInput( 0.0, 1.0 );
	input.strength = 0.5;
	checkMotion( wfApplyMotionRule( &style, &input ), half, half, 0.75 );
	input.strength = 7.0;
	checkMotion( wfApplyMotionRule( &style, &input ), half, half, 1.5 );
	input.strength = NAN;
	checkMotion( wfApplyMotionRule( &style, &input ), half, half, 0.0 );
	style.slowsInTurns = false;
	checkMotion( wfApplyMotionRule( &style, &input ), half, half, 1.5 );
}

TEST( MassRuleTurnsByItsWeightAndSlowsByTheTable )
{
	// (4, 0) + (0.6, 0.8): the cosine 0.6 still gives a fifth.
	double length = sqrt( 4.6 * 4.6 + 0.8 * 0.8 );
	checkMotion( apply( wf_massRule, 0.6, 0.8 ), 4.6 / length, 0.8 / length, 0.3 );
	checkMotion( apply( wf_massRule, 0.0, 1.0 ), 4.0 / sqrt( 17.0 ), 1.0 / sqrt( 17.0 ), 0.0 );
	checkMotion( apply( wf_massRule, 1.0, 0.0 ), 1.0, 0.0, 1.5 );
	wfStyleDef style = makeStyle( wf_massRule );
	wfMotionInput input = makeInput( 0.6, 0.8 );
	style.mass = 0.0;
	checkMotion( wfApplyMotionRule( &style, &input ), 0.6, 0.8, 0.3 );
	style.slowsInTurns = false;
	checkMotion( wfApplyMotionRule( &style, &input ), 0.6, 0.8, 1.5 );
}

TEST( TheTableHasItsSteps )
{
	static const struct
	{
		double cosine, factor;
	} rows[] = {
		{ -1.0, 0.0 },	{ 0.0, 0.0 },  { 0.0099, 0.0 }, { 0.01, 0.05 }, { 0.30, 0.05 }, { 0.3001, 0.2 }, { 0.60, 0.2 },
		{ 0.601, 0.5 }, { 0.71, 0.5 }, { 0.711, 0.8 },	{ 0.92, 0.8 },	{ 0.921, 1.0 }, { 1.0, 1.0 },
	};
	for ( size_t i = 0; i < sizeof( rows ) / sizeof( rows[0] ); ++i )
	{
		CHECK_NEAR( wfGetTurnFactor( rows[i].cosine ), rows[i].factor, 0.0 );
	}
}

TEST( InertiaRuleMixesAndSlowsByTheCosine )
{
	// eta 1/2 with (0.6, 0.8): (0.8, 0.4), made unit.
	checkMotion( apply( wf_inertiaRule, 0.6, 0.8 ), 2.0 / sqrt( 5.0 ), 1.0 / sqrt( 5.0 ), 0.9 );
	checkMotion( apply( wf_inertiaRule, -0.6, 0.8 ), 1.0 / sqrt( 5.0 ), 2.0 / sqrt( 5.0 ), 0.0 );
	wfStyleDef style = makeStyle( wf_inertiaRule );
	wfMotionInput input = makeInput( 0.0, 1.0 );
	style.inertia = 0.75;
	checkMotion( wfApplyMotionRule( &style, &input ), 3.0 / sqrt( 10.0 ), 1.0 / sqrt( 10.0 ), 0.0 );
	style.inertia = 0.0;
	checkMotion( wfApplyMotionRule( &style, &input ), 0.0, 1.0, 0.0 );
	style.inertia = 1.0;
	style.slowsInTurns = false;
	checkMotion( wfApplyMotionRule( &style, &input ), 1.0, 0.0, 1.5 );
}

TEST( HeadingRuleTurnsAlongTheShortestArc )
{
	wfStyleDef style = makeStyle( wf_headingRule );
	style.inertia = 0.75;
	wfCosSin turn = wfCosSinOf( WF_PI / 8.0 );
	wfMotionInput input = makeInput( 0.0, 1.0 );
	checkMotion( wfApplyMotionRule( &style, &input ), turn.cosine, turn.sine, 0.0 );
	// From 170 to -170 degrees it is 20 degrees, across the cut of the angles.
	wfCosSin from = wfCosSinOf( 170.0 * WF_PI / 180.0 ), to = wfCosSinOf( -170.0 * WF_PI / 180.0 );
	wfCosSin between = wfCosSinOf( 175.0 * WF_PI / 180.0 );
	input.direction = ( wfVec2 ){ from.cosine, from.sine };
	input.wanted = ( wfVec2 ){ to.cosine, to.sine };
	wfMotionOutput motion = wfApplyMotionRule( &style, &input );
	checkMotion( motion, between.cosine, between.sine, motion.speed );
	CHECK_NEAR( motion.speed, 1.5 * wfCos( 20.0 * WF_PI / 180.0 ), 1e-14 );
}

// Every rule commutes with the mirror, and with a quarter turn of the world.
TEST( RulesAreMirroredAndTurned )
{
	for ( int32_t rule = wf_gradientRule; rule < wf_smoothRule; ++rule )
	{
		wfStyleDef style = makeStyle( (wfMotionRule)rule );
		for ( int32_t i = 0; i < 40; ++i )
		{
			wfCosSin old = wfCosSinOf( 0.7 * i ), next = wfCosSinOf( 0.7 * i + 0.15 * ( i - 20 ) );
			wfMotionInput input = makeInput( next.cosine, next.sine );
			input.direction = ( wfVec2 ){ old.cosine, old.sine };
			input.strength = 0.7;
			wfMotionOutput plain = wfApplyMotionRule( &style, &input );
			wfMotionInput mirrored = input;
			mirrored.direction.y = -input.direction.y;
			mirrored.wanted.y = -input.wanted.y;
			checkMotion( wfApplyMotionRule( &style, &mirrored ), plain.direction.x, -plain.direction.y, plain.speed );
			wfMotionInput turned = input;
			turned.direction = ( wfVec2 ){ -input.direction.y, input.direction.x };
			turned.wanted = ( wfVec2 ){ -input.wanted.y, input.wanted.x };
			checkMotion( wfApplyMotionRule( &style, &turned ), -plain.direction.y, plain.direction.x, plain.speed );
			CHECK_NEAR( wfHypot( plain.direction.x, plain.direction.y ), 1.0, TINY );
			CHECK( plain.speed >= 0.0 && plain.speed <= 1.5 );
		}
	}
}

TEST( OppositeDirectionsTurnToTheRight )
{
	double half = sqrt( 0.5 );
	checkMotion( apply( wf_meanRule, -1.0, 0.0 ), half, -half, 1.5 );
	checkMotion( apply( wf_massRule, -1.0, 0.0 ), 4.0 / sqrt( 17.0 ), -1.0 / sqrt( 17.0 ), 0.0 );
	checkMotion( apply( wf_inertiaRule, -1.0, 0.0 ), half, -half, 0.0 );
	checkMotion( apply( wf_headingRule, -1.0, 0.0 ), 0.0, -1.0, 0.0 );
	// Directions kept as floats are opposite only up to their rounding, on whichever side.
	checkMotion( apply( wf_headingRule, -1.0, 1e-8 ), 0.0, -1.0, 0.0 );
	// Nobody stands for ever: all rules that turn in place face the wanted way after some ticks, and walk again.
	for ( int32_t rule = wf_meanRule; rule <= wf_headingRule; ++rule )
	{
		wfStyleDef style = makeStyle( (wfMotionRule)rule );
		wfMotionInput input = makeInput( -1.0, 0.0 );
		wfMotionOutput motion = { 0 };
		for ( int32_t tick = 0; tick < 40; ++tick )
		{
			motion = wfApplyMotionRule( &style, &input );
			input.direction = motion.direction;
		}
		CHECK( motion.direction.x < -0.99 && motion.speed > 1.4 );
	}
}

TEST( NothingWantedOrNothingBefore )
{
	for ( int32_t rule = wf_gradientRule; rule <= wf_headingRule; ++rule )
	{
		checkMotion( apply( (wfMotionRule)rule, 0.0, 0.0 ), 1.0, 0.0, 0.0 );
		wfStyleDef style = makeStyle( (wfMotionRule)rule );
		wfMotionInput input = makeInput( 0.6, -0.8 );
		input.direction = ( wfVec2 ){ 0.0, 0.0 };
		checkMotion( wfApplyMotionRule( &style, &input ), 0.6, -0.8, 1.5 );
	}
}

static void checkVelocity( wfVec2 velocity, double x, double y )
{
	CHECK_NEAR( velocity.x, x, TINY );
	CHECK_NEAR( velocity.y, y, TINY );
}

TEST( SmoothRuleRelaxesTheVelocity )
{
	const wfVec2 east = { 1.5, 0.0 }, none = { 0.0, 0.0 };
	checkVelocity( wfRelaxVelocity( east, ( wfVec2 ){ 0.9, 1.2 }, 0.25, 0.75 ), 1.35, 0.3 );
	// 0.75 m/s back within an eighth of a second needs 6 m/s^2; with half of that half the change is made.
	checkVelocity( wfRelaxVelocity( east, ( wfVec2 ){ -1.5, 0.0 }, 0.25, 0.75 ), 0.75, 0.0 );
	checkVelocity( wfRelaxVelocity( east, ( wfVec2 ){ -1.5, 0.0 }, 0.25, 0.375 ), 1.125, 0.0 );
	// Nothing wanted: it brakes, and stands.
	checkVelocity( wfRelaxVelocity( east, none, 0.25, 12.5 ), 1.125, 0.0 );
	checkVelocity( wfRelaxVelocity( none, none, 0.25, 12.5 ), 0.0, 0.0 );
}

TEST( MovesAddUpToTheTick )
{
	wfStyleDef style = makeStyle( wf_smoothRule );
	CHECK_NEAR( wfGetRelaxFactor( &style, 0.4 ), 0.6321205588285577, TINY );
	CHECK_NEAR( wfGetRelaxFactor( &style, 0.0 ), 0.0, 0.0 );
	const wfVec2 wanted = { 0.0, 1.5 };
	wfVec2 velocity = { 1.5, 0.0 }, whole = wfRelaxVelocity( velocity, wanted, wfGetRelaxFactor( &style, 0.2 ), 200.0 );
	for ( int32_t i = 0; i < 4; ++i )
	{
		velocity = wfRelaxVelocity( velocity, wanted, wfGetRelaxFactor( &style, 0.05 ), 50.0 );
	}
	CHECK_NEAR( velocity.x, whole.x, 1e-14 );
	CHECK_NEAR( velocity.y, whole.y, 1e-14 );
	style.relaxTime = 0.0;
	CHECK_NEAR( wfGetRelaxFactor( &style, 0.05 ), 1.0, 0.0 );
}

void runMotionTests( int argc, char** argv )
{
	RUN( GradientRuleTakesTheDirection );
	RUN( MeanRuleHalvesTheAngleAndSlowsByTheGradient );
	RUN( MassRuleTurnsByItsWeightAndSlowsByTheTable );
	RUN( TheTableHasItsSteps );
	RUN( InertiaRuleMixesAndSlowsByTheCosine );
	RUN( HeadingRuleTurnsAlongTheShortestArc );
	RUN( RulesAreMirroredAndTurned );
	RUN( OppositeDirectionsTurnToTheRight );
	RUN( NothingWantedOrNothingBefore );
	RUN( SmoothRuleRelaxesTheVelocity );
	RUN( MovesAddUpToTheTick );
}
