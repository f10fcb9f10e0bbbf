// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Default defs, personalities, and numbers drawn from distributions.
#include "base/base.h"
#include "base/math.h"
#include "crowd/behavior.h"
#include "crowd/defs.h"
#include "test.h"
#include "test_crowd.h"

#include <string.h>

TEST( DefaultsPassTheirOwnChecks )
{
	for ( int32_t preset = wf_defaultPreset; preset <= wf_classicPreset; ++preset )
	{
		wfStyleDef style = wfDefaultStyleDef( (wfPreset)preset );
		wfCrowdDef crowd = wfDefaultCrowdDef( (wfPreset)preset );
		CHECK_EQUAL( wfCheckStyleDef( &style, NULL ), wf_ok );
		CHECK_EQUAL( wfCheckCrowdDef( &crowd, NULL ), wf_ok );
		CHECK_EQUAL( crowd.preset, preset );
	}
	wfBehaviorDef behavior = wfDefaultBehaviorDef();
	wfAgentDef agent = wfDefaultAgentDef();
	CHECK_EQUAL( wfCheckBehaviorDef( &behavior, NULL, 0, NULL ), wf_ok );
	CHECK_EQUAL( wfCheckAgentDef( &agent, NULL ), wf_ok );
	// These need a place, and pass with it.
	wfVec2 points[3] = { { 0.0, 0.0 }, { 1.0, 0.0 }, { 0.0, 1.0 } };
	wfSourceDef source = wfDefaultSourceDef();
	CHECK_EQUAL( wfCheckSourceDef( &source, NULL ), wf_outOfRange );
	source.region = points;
	source.regionCount = 3;
	CHECK_EQUAL( wfCheckSourceDef( &source, NULL ), wf_ok );
	wfQueueDef queue = wfDefaultQueueDef();
	CHECK_EQUAL( wfCheckQueueDef( &queue, NULL ), wf_outOfRange );
	wfVec3 line[2] = { { 0.0, 0.0, 0.0 }, { 1.0, 0.0, 0.0 } };
	queue.line = line;
	queue.lineCount = 2;
	CHECK_EQUAL( wfCheckQueueDef( &queue, NULL ), wf_ok );
	wfSinkDef sink = wfDefaultSinkDef();
	CHECK_EQUAL( wfCheckSinkDef( &sink, NULL ), wf_outOfRange );
	sink.region = points;
	sink.regionCount = 3;
	CHECK_EQUAL( wfCheckSinkDef( &sink, NULL ), wf_ok );
	sink.lowest = sink.highest = 2.0;
	CHECK_EQUAL( wfCheckSinkDef( &sink, NULL ), wf_outOfRange );
}

TEST( ThePresetsDiffer )
{
	wfStyleDef ours = wfDefaultStyleDef( wf_defaultPreset ), classic = wfDefaultStyleDef( wf_classicPreset );
	CHECK( ours.softAgents && ours.foresight && ours.queueing && ours.yielding && ours.takesTurns && ours.mapTurns );
	CHECK( !classic.softAgents && !classic.foresight && !classic.queueing && !classic.yielding && !classic.takesTurns );
	CHECK( !classic.mapTurns && classic.keepRight == 0.0 && classic.horizon == 0.0 && classic.patience == 0.0 );
	CHECK_EQUAL( ours.rule, wf_smoothRule );
	CHECK_EQUAL( classic.rule, wf_massRule );
	CHECK_EQUAL( classic.solver, wf_localGaussSeidel );
	CHECK_EQUAL( classic.iterations, 30 );
	CHECK_NEAR( classic.mass, 4.0, 0.0 );
	// All that fits into the map is perceived.
	CHECK( classic.neighborReach >= 0.5 * sqrt( 2.0 ) * classic.mapSize * classic.mapCell );
	CHECK( ours.neighborReach >= 0.5 * sqrt( 2.0 ) * ours.mapSize * ours.mapCell );
	wfCrowdDef crowd = wfDefaultCrowdDef( wf_classicPreset );
	CHECK( crowd.movesPerTick == 1 && crowd.haste == 0.0 && !crowd.directRoutes && crowd.standSeconds == 0.0 );
}

// ------------------------------------------------------------------------------------------------------- personalities

typedef struct person
{
	wfStyleDef style;
	wfBehaviorDef behavior, onSight;
	double speed;
} person;

static person makePerson( const char* name )
{
	person one = { wfDefaultStyleDef( wf_defaultPreset ), wfDefaultBehaviorDef(), wfDefaultBehaviorDef(), 0.0 };
	CHECK_EQUAL( wfApplyPersonality( name, &one.style, &one.behavior, &one.onSight, &one.speed ), wf_ok );
	return one;
}

TEST( EveryPersonalityIsValidHoweverOften )
{
	CHECK_EQUAL( wfGetPersonalityCount(), 7 );
	for ( int32_t i = 0; i < wfGetPersonalityCount(); ++i )
	{
		for ( int32_t preset = wf_defaultPreset; preset <= wf_classicPreset; ++preset )
		{
			wfStyleDef style = wfDefaultStyleDef( (wfPreset)preset ), plain = style;
			wfBehaviorDef behavior = wfDefaultBehaviorDef(), onSight = wfDefaultBehaviorDef();
			double speed = 0.0;
			for ( int32_t times = 0; times < 60; ++times )
			{
				const char* name = wfGetPersonalityName( i );
				CHECK_EQUAL( wfApplyPersonality( name, &style, &behavior, &onSight, &speed ), wf_ok );
				CHECK_EQUAL( wfCheckStyleDef( &style, NULL ), wf_ok );
				CHECK_EQUAL( wfCheckBehaviorDef( &behavior, NULL, 0, NULL ), wf_ok );
				CHECK_EQUAL( wfCheckBehaviorDef( &onSight, NULL, 0, NULL ), wf_ok );
				CHECK( speed >= 0.5 && speed <= 1.5 );
			}
			CHECK( memcmp( &style, &plain, sizeof( style ) ) != 0 );
		}
	}
}

TEST( PersonalitiesDoWhatTheirNamesSay )
{
	wfStyleDef plain = wfDefaultStyleDef( wf_defaultPreset );
	person tired = makePerson( "tired" ), hurried = makePerson( "hurried" );
	CHECK( tired.speed < 1.0 && hurried.speed > 1.0 );
	CHECK( tired.style.relaxTime > plain.relaxTime && hurried.style.relaxTime < plain.relaxTime );
	CHECK( tired.style.inertia > plain.inertia && hurried.style.inertia < plain.inertia );
	CHECK( tired.style.mass > plain.mass && hurried.style.mass < plain.mass );
	CHECK( hurried.style.softReach < plain.softReach && hurried.style.softStrength < plain.softStrength );
	CHECK( tired.behavior.kind == wf_harmonicBehavior && tired.onSight.kind == wf_harmonicBehavior );
	person blind = makePerson( "blind" );
	CHECK( blind.style.mapSize == 11 && blind.style.viewAngle < WF_PI && blind.style.neighborReach < plain.neighborReach );
	CHECK( !blind.style.foresight && blind.style.horizon == 0.0 );
	person aggressive = makePerson( "aggressive" );
	CHECK( !aggressive.style.yielding && aggressive.behavior.kind == wf_towardBehavior );
	CHECK( aggressive.behavior.target == wf_goalTarget && aggressive.onSight.kind == wf_harmonicBehavior );
	person shy = makePerson( "shy" ), sociable = makePerson( "sociable" );
	CHECK( shy.style.softReach > plain.softReach && sociable.style.softReach < plain.softReach );
	CHECK( sociable.onSight.epsilon < shy.onSight.epsilon );
}

// The vectors that come out: away, nearer, and swaying to either side of the path.
TEST( PersonalitiesPullTheRightWay )
{
	const wfBehaviorId id = { 1 };
	wfBehaviorMemory memory = { 0 };
	wfBehaviorInput input = { .goalDirection = { 0.0, 1.0 }, .seesAgent = true, .toSeen = { 0.0, 2.0 } };
	person shy = makePerson( "shy" ), sociable = makePerson( "sociable" ), drunk = makePerson( "drunk" );
	CHECK_NEAR( wfEvaluateBehavior( ( wfBehaviorTable ){ &shy.onSight, 1 }, id, &input, &memory ).v.y, -1.0, 1e-15 );
	CHECK_NEAR( wfEvaluateBehavior( ( wfBehaviorTable ){ &sociable.onSight, 1 }, id, &input, &memory ).v.y, 1.0, 1e-15 );
	double left = 0.0, right = 0.0, sum = 0.0;
	for ( int32_t i = 0; i < 720; ++i )
	{
		input.inside = 0.1 * i; // ten periods of the longer wave
		wfBehaviorVector sway = wfEvaluateBehavior( ( wfBehaviorTable ){ &drunk.behavior, 1 }, id, &input, &memory );
		left = sway.v.x < left ? sway.v.x : left;
		right = sway.v.x > right ? sway.v.x : right;
		sum += sway.v.x;
		CHECK( sway.v.y > 0.0 );
	}
	CHECK( left < -1.5 && right > 1.5 );
	CHECK_NEAR( sum / 720.0, 0.0, 1e-12 );
}

TEST( UnknownPersonalitiesChangeNothing )
{
	wfStyleDef style = wfDefaultStyleDef( wf_defaultPreset ), before = style;
	wfBehaviorDef behavior = wfDefaultBehaviorDef(), onSight = wfDefaultBehaviorDef();
	double speed = 42.0;
	CHECK_EQUAL( wfApplyPersonality( "grumpy", &style, &behavior, &onSight, &speed ), wf_notFound );
	CHECK_EQUAL( wfApplyPersonality( "", &style, &behavior, &onSight, &speed ), wf_notFound );
	CHECK( memcmp( &style, &before, sizeof( style ) ) == 0 && speed == 42.0 );
	testBeginAsserts();
	style.internalCookie = 0;
	CHECK_EQUAL( wfApplyPersonality( "shy", &style, &behavior, &onSight, &speed ), wf_invalidDef );
	CHECK_EQUAL( wfApplyPersonality( NULL, &before, &behavior, &onSight, &speed ), wf_invalidDef );
	CHECK_STRING( wfGetPersonalityName( 7 ), "" );
	CHECK_STRING( wfGetPersonalityName( -1 ), "" );
	CHECK_EQUAL( testEndAsserts(), 4 );
}

// ------------------------------------------------------------------------------------------------------- distributions

enum
{
	draws = 50000
};

static void measure( const wfDistribution* distribution, double* mean, double* variance, double* correlation )
{
	double sum = 0.0, squares = 0.0, products = 0.0, last = 0.0;
	for ( uint64_t i = 0; i < draws; ++i )
	{
		double number = wfDistribution_Draw( distribution, 11, 3, i );
		CHECK( number >= distribution->lower && number <= distribution->upper );
		sum += number;
		squares += number * number;
		products += number * last;
		last = number;
	}
	*mean = sum / draws;
	*variance = squares / draws - *mean * *mean;
	*correlation = ( products / draws - *mean * *mean ) / *variance;
}

TEST( ConstantAndUniformNumbers )
{
	wfDistribution constant = { .kind = wf_constantNumber, .lower = 1.25, .upper = 9.0 };
	CHECK_NEAR( wfDistribution_Draw( &constant, 1, 2, 3 ), 1.25, 0.0 );
	wfDistribution uniform = { .kind = wf_uniformNumber, .lower = 2.0, .upper = 5.0 };
	double mean, variance, correlation;
	measure( &uniform, &mean, &variance, &correlation );
	CHECK_NEAR( mean, 3.5, 5.0 * sqrt( 0.75 / draws ) );
	CHECK_NEAR( variance, 0.75, 5.0 * 0.75 * sqrt( 0.8 / draws ) );
	CHECK_NEAR( correlation, 0.0, 5.0 / sqrt( (double)draws ) );
	wfDistribution point = { .kind = wf_uniformNumber, .lower = 0.1, .upper = 0.1 };
	CHECK_NEAR( wfDistribution_Draw( &point, 1, 2, 3 ), 0.1, 0.0 );
}

TEST( NormalNumbersHaveTheirMoments )
{
	wfDistribution normal = { .kind = wf_normalNumber, .lower = -100.0, .upper = 100.0, .mean = 1.3, .deviation = 0.4 };
	double mean, variance, correlation;
	measure( &normal, &mean, &variance, &correlation );
	CHECK_NEAR( mean, 1.3, 5.0 * 0.4 / sqrt( (double)draws ) );
	CHECK_NEAR( variance, 0.16, 5.0 * 0.16 * sqrt( 2.0 / draws ) );
	CHECK_NEAR( correlation, 0.0, 5.0 / sqrt( (double)draws ) );
	int32_t within = 0;
	for ( uint64_t i = 0; i < draws; ++i )
	{
		within += fabs( wfDistribution_Draw( &normal, 11, 3, i ) - 1.3 ) < 0.4 ? 1 : 0;
	}
	CHECK_NEAR( (double)within / draws, 0.682689, 5.0 * sqrt( 0.68 * 0.32 / draws ) );
}

// Cut at one deviation on either side the variance falls to 0.2911 of what it was, and nothing piles up at the ends; neighbours
// stay independent although many of them were drawn more than once.
TEST( CutNormalNumbersAreDrawnAgain )
{
	wfDistribution cut = { .kind = wf_normalNumber, .lower = 0.9, .upper = 1.7, .mean = 1.3, .deviation = 0.4 };
	double mean, variance, correlation;
	measure( &cut, &mean, &variance, &correlation );
	CHECK_NEAR( mean, 1.3, 5.0 * 0.216 / sqrt( (double)draws ) );
	CHECK_NEAR( variance, 0.291125 * 0.16, 0.001 );
	CHECK_NEAR( correlation, 0.0, 5.0 / sqrt( (double)draws ) );
	for ( uint64_t i = 0; i < draws; ++i )
	{
		double number = wfDistribution_Draw( &cut, 11, 3, i );
		CHECK( number > 0.9 && number < 1.7 );
		// What one draw takes again is not what a later one takes first.
		CHECK( number != wfDistribution_Draw( &cut, 11, 3, i + 1 ) && number != wfDistribution_Draw( &cut, 11, 3, i + 2 ) );
	}
	// Out of reach: the nearer end. Without deviation: the mean.
	wfDistribution far = { .kind = wf_normalNumber, .lower = 50.0, .upper = 60.0, .mean = 1.3, .deviation = 0.4 };
	CHECK_NEAR( wfDistribution_Draw( &far, 1, 2, 3 ), 50.0, 0.0 );
	far.mean = 100.0;
	CHECK_NEAR( wfDistribution_Draw( &far, 1, 2, 3 ), 60.0, 0.0 );
	cut.deviation = 0.0;
	CHECK_NEAR( wfDistribution_Draw( &cut, 1, 2, 3 ), 1.3, 0.0 );
}

TEST( DrawsDependOnAllThreeNumbers )
{
	wfDistribution normal = { .kind = wf_normalNumber, .lower = 0.0, .upper = 3.0, .mean = 1.3, .deviation = 0.4 };
	double number = wfDistribution_Draw( &normal, 1, 2, 3 );
	CHECK( wfDistribution_Draw( &normal, 1, 2, 3 ) == number );
	CHECK( wfDistribution_Draw( &normal, 2, 2, 3 ) != number );
	CHECK( wfDistribution_Draw( &normal, 1, 3, 3 ) != number );
	CHECK( wfDistribution_Draw( &normal, 1, 2, 4 ) != number );
}

void runDefTests( int argc, char** argv )
{
	RUN( DefaultsPassTheirOwnChecks );
	RUN( ThePresetsDiffer );
	RUN( EveryPersonalityIsValidHoweverOften );
	RUN( PersonalitiesDoWhatTheirNamesSay );
	RUN( PersonalitiesPullTheRightWay );
	RUN( UnknownPersonalitiesChangeNothing );
	RUN( ConstantAndUniformNumbers );
	RUN( NormalNumbersHaveTheirMoments );
	RUN( CutNormalNumbersAreDrawnAgain );
	RUN( DrawsDependOnAllThreeNumbers );
}
