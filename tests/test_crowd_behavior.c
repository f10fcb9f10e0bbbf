// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Every kind of behaviour against vectors worked out by hand, mirrored ones against each other, and what is remembered.
#include "base/base.h"
#include "base/math.h"
#include "crowd/behavior.h"
#include "crowd/crowd.h"
#include "test.h"
#include "test_crowd.h"

#include <string.h>

#define TINY 1e-15

static const wfBehaviorId first = { 1 }, second = { 2 }, third = { 3 }, fourth = { 4 };

static wfBehaviorDef makeDef( wfBehaviorKind kind, double epsilon )
{
	wfBehaviorDef def = wfDefaultBehaviorDef();
	def.kind = kind;
	def.epsilon = epsilon;
	return def;
}

// An agent at (2, 1) that goes north to a goal at (2, 11), seeing another one ahead to the right.
static wfBehaviorInput makeInput( void )
{
	return ( wfBehaviorInput ){
		.time = 100.0,
		.inside = 3.0,
		.fraction = 0.25,
		.position = { 2.0, 1.0, 0.0 },
		.goalDirection = { 0.0, 1.0 },
		.toGoal = { 0.0, 10.0 },
		.seesAgent = true,
		.toSeen = { 0.6, 0.8 },
		.seed = 5,
		.serial = 7,
	};
}

static wfBehaviorVector evaluateOne( const wfBehaviorDef* def, const wfBehaviorInput* input )
{
	wfBehaviorMemory memory = { 0 };
	return wfEvaluateBehavior( ( wfBehaviorTable ){ def, 1 }, first, input, &memory );
}

static void checkVector( wfBehaviorVector found, double x, double y, double epsilon )
{
	CHECK_NEAR( found.v.x, x, TINY );
	CHECK_NEAR( found.v.y, y, TINY );
	CHECK_NEAR( found.epsilon, epsilon, 0.0 );
}

TEST( HarmonicHasNoPull )
{
	wfBehaviorInput input = makeInput();
	wfBehaviorDef def = makeDef( wf_harmonicBehavior, 0.9 );
	checkVector( evaluateOne( &def, &input ), 0.0, 0.0, 0.0 );
	wfBehaviorMemory memory = { 0 };
	checkVector( wfEvaluateBehavior( ( wfBehaviorTable ){ NULL, 0 }, ( wfBehaviorId ){ 0 }, &input, &memory ), 0.0, 0.0, 0.0 );
	def.kind = wf_constantBehavior;
	def.epsilon = 0.0;
	checkVector( evaluateOne( &def, &input ), 0.0, 0.0, 0.0 );
}

TEST( ConstantIsInTheWorldOrInTheAgentsFrame )
{
	wfBehaviorInput input = makeInput();
	wfBehaviorDef def = makeDef( wf_constantBehavior, 0.7 );
	def.v = ( wfVec3 ){ 0.7, -0.4, 0.0 };
	checkVector( evaluateOne( &def, &input ), 0.7, -0.4, 0.7 );
	// Going north, ahead is (0, 1) and left is (-1, 0).
	def.relative = true;
	checkVector( evaluateOne( &def, &input ), 0.4, 0.7, 0.7 );
	// Without a goal there is no such frame.
	input.goalDirection = ( wfVec2 ){ 0.0, 0.0 };
	checkVector( evaluateOne( &def, &input ), 0.0, 0.0, 0.0 );
}

TEST( PeriodicAddsItsWavesOfTheAgentsOwnTime )
{
	wfBehaviorInput input = makeInput();
	wfBehaviorDef def = makeDef( wf_periodicBehavior, 0.5 );
	def.v = ( wfVec3 ){ 1.0, 0.25, 0.0 };
	def.waves[0] = ( wfWave ){ .axis = 1, .amplitude = 0.5, .rate = WF_PI / 6.0 };	// at 3 s: a quarter of a turn
	def.waves[1] = ( wfWave ){ .axis = 1, .amplitude = 1.0, .rate = WF_PI / 18.0 }; // a twelfth: sine 1/2
	def.waves[2] = ( wfWave ){ .axis = 0, .amplitude = 2.0, .rate = 0.0, .phase = -WF_HALF_PI };
	def.waveCount = 3;
	checkVector( evaluateOne( &def, &input ), -1.0, 1.25, 0.5 );
	def.waveCount = 1;
	checkVector( evaluateOne( &def, &input ), 1.0, 0.75, 0.5 );
	input.inside = 9.0;
	checkVector( evaluateOne( &def, &input ), 1.0, -0.25, 0.5 );
	def.relative = true;
	checkVector( evaluateOne( &def, &input ), 0.25, 1.0, 0.5 );
	def.waveCount = 0;
	def.relative = false;
	checkVector( evaluateOne( &def, &input ), 1.0, 0.25, 0.5 );
}

TEST( TowardAimsAtEachTarget )
{
	wfBehaviorInput input = makeInput();
	wfBehaviorDef def = makeDef( wf_towardBehavior, 0.6 );
	checkVector( evaluateOne( &def, &input ), 0.0, 1.0, 0.6 );
	input.toGoal = ( wfVec2 ){ 0.0, 0.0 };
	input.goalDirection = ( wfVec2 ){ 0.8, -0.6 };
	checkVector( evaluateOne( &def, &input ), 0.8, -0.6, 0.6 );

	def.target = wf_pointTarget;
	def.point = ( wfVec3 ){ -1.0, 5.0, 0.0 };
	checkVector( evaluateOne( &def, &input ), -0.6, 0.8, 0.6 );
	def.point = input.position;
	checkVector( evaluateOne( &def, &input ), 0.0, 0.0, 0.0 );

	def.target = wf_seenTarget;
	checkVector( evaluateOne( &def, &input ), 0.6, 0.8, 0.6 );
	input.seesAgent = false;
	checkVector( evaluateOne( &def, &input ), 0.0, 0.0, 0.0 );

	def.target = wf_agentTarget;
	input.toAgent = ( wfVec2 ){ -5.0, 0.0 };
	checkVector( evaluateOne( &def, &input ), 0.0, 0.0, 0.0 );
	input.knowsAgent = true;
	checkVector( evaluateOne( &def, &input ), -1.0, 0.0, 0.6 );
}

TEST( TowardIsTurnedByItsAngle )
{
	wfBehaviorInput input = makeInput();
	wfBehaviorDef def = makeDef( wf_towardBehavior, 0.6 );
	def.target = wf_seenTarget;
	def.angle = WF_PI;
	checkVector( evaluateOne( &def, &input ), -0.6, -0.8, 0.6 );
	def.angle = WF_HALF_PI; // walking there, the other one is at the right hand
	checkVector( evaluateOne( &def, &input ), -0.8, 0.6, 0.6 );
	def.angle = -WF_HALF_PI;
	checkVector( evaluateOne( &def, &input ), 0.8, -0.6, 0.6 );
	def.angle = WF_PI / 6.0;
	wfBehaviorVector left = evaluateOne( &def, &input );
	CHECK_NEAR( wfHypot( left.v.x, left.v.y ), 1.0, TINY );
	CHECK_NEAR( left.v.x * 0.6 + left.v.y * 0.8, sqrt( 0.75 ), TINY );
	// Mirrored in the y axis: the scene, the angle and the answer.
	def.angle = -def.angle;
	input.toSeen.x = -input.toSeen.x;
	wfBehaviorVector right = evaluateOne( &def, &input );
	CHECK_NEAR( right.v.x, -left.v.x, TINY );
	CHECK_NEAR( right.v.y, left.v.y, TINY );
}

TEST( PassIsOrthogonalOnTheSideAskedFor )
{
	wfBehaviorInput input = makeInput();
	input.toSeen = ( wfVec2 ){ 0.0, 2.5 };
	wfBehaviorDef def = makeDef( wf_passBehavior, 0.6 );
	def.angle = -0.1;
	checkVector( evaluateOne( &def, &input ), 1.0, 0.0, 0.6 );
	def.angle = 0.1;
	checkVector( evaluateOne( &def, &input ), -1.0, 0.0, 0.6 );
	def.angle = 0.0; // the right one, as everybody
	checkVector( evaluateOne( &def, &input ), 1.0, 0.0, 0.6 );
	input.toSeen = ( wfVec2 ){ 3.0, -4.0 };
	checkVector( evaluateOne( &def, &input ), -0.8, -0.6, 0.6 );
	input.seesAgent = false;
	checkVector( evaluateOne( &def, &input ), 0.0, 0.0, 0.0 );
}

TEST( RandomHoldsEachVectorForItsTime )
{
	wfBehaviorInput input = makeInput();
	wfBehaviorDef def = makeDef( wf_randomBehavior, 0.8 );
	def.holdSeconds[0] = 1.0;
	def.holdSeconds[1] = 3.0;
	wfBehaviorMemory memory = { 0 };
	wfBehaviorVector held = { 0 };
	double heldSince = 0.0, longest = 0.0, shortest = 100.0, sumX = 0.0, sumY = 0.0;
	int32_t changes = 0, ticks = 20000;
	for ( int32_t i = 0; i < ticks; ++i )
	{
		input.time = 0.125 * i;
		wfBehaviorVector now = wfEvaluateBehavior( ( wfBehaviorTable ){ &def, 1 }, first, &input, &memory );
		CHECK_NEAR( wfHypot( now.v.x, now.v.y ), 1.0, TINY );
		CHECK( now.epsilon == 0.8 );
		if ( now.v.x != held.v.x || now.v.y != held.v.y )
		{
			double seconds = input.time - heldSince;
			if ( changes > 0 )
			{
				longest = seconds > longest ? seconds : longest;
				shortest = seconds < shortest ? seconds : shortest;
			}
			changes += 1;
			heldSince = input.time;
			held = now;
			sumX += now.v.x;
			sumY += now.v.y;
		}
	}
	CHECK( shortest >= 1.0 && shortest < 1.3 );
	CHECK( longest <= 3.125 && longest > 2.8 );
	CHECK_EQUAL( memory.drawCount, 2 * changes );
	// 2 s on average and half a tick to the next plan, 2500 s in all.
	CHECK_NEAR( changes, 2500.0 / 2.0625, 60.0 );
	// Each component has the variance 1/2.
	CHECK_NEAR( sumX / changes, 0.0, 5.0 * sqrt( 0.5 / changes ) );
	CHECK_NEAR( sumY / changes, 0.0, 5.0 * sqrt( 0.5 / changes ) );
}

TEST( RandomDependsOnSeedAndSerialOnly )
{
	wfBehaviorInput input = makeInput();
	wfBehaviorDef def = makeDef( wf_randomBehavior, 0.8 );
	wfBehaviorVector a = evaluateOne( &def, &input );
	wfBehaviorVector again = evaluateOne( &def, &input );
	CHECK( memcmp( &a, &again, sizeof( a ) ) == 0 );
	input.serial += 1;
	wfBehaviorVector other = evaluateOne( &def, &input );
	input.serial -= 1;
	input.seed += 1;
	wfBehaviorVector seeded = evaluateOne( &def, &input );
	CHECK( other.v.x != a.v.x && seeded.v.x != a.v.x && other.v.x != seeded.v.x );
}

// One on the way and one on sight: seeing somebody for a moment does not end the vector held before.
TEST( TwoRandomBehavioursKeepTheirVectors )
{
	wfBehaviorInput input = makeInput();
	wfBehaviorDef defs[3] = { makeDef( wf_randomBehavior, 0.8 ), makeDef( wf_randomBehavior, 0.4 ),
							  makeDef( wf_randomBehavior, 0.2 ) };
	const wfBehaviorTable table = { defs, 3 };
	for ( int32_t i = 0; i < 3; ++i )
	{
		defs[i].holdSeconds[0] = defs[i].holdSeconds[1] = 50.0;
	}
	wfBehaviorMemory memory = { 0 };
	wfBehaviorVector walking = wfEvaluateBehavior( table, first, &input, &memory );
	wfBehaviorVector seeing = wfEvaluateBehavior( table, second, &input, &memory );
	CHECK( walking.v.x != seeing.v.x );
	input.time += 10.0;
	CHECK( wfEvaluateBehavior( table, first, &input, &memory ).v.x == walking.v.x );
	CHECK( wfEvaluateBehavior( table, second, &input, &memory ).v.x == seeing.v.x );
	CHECK_EQUAL( memory.drawCount, 4 );
	// A third one takes the place of the one not used last, and draws what nobody drew before.
	wfBehaviorVector latest = wfEvaluateBehavior( table, third, &input, &memory );
	CHECK( latest.v.x != walking.v.x && latest.v.x != seeing.v.x );
	CHECK( wfEvaluateBehavior( table, second, &input, &memory ).v.x == seeing.v.x );
	CHECK_EQUAL( memory.drawCount, 6 );
}

TEST( CustomResultsAreTakenWhenTheyAreFinite )
{
	wfBehaviorInput input = makeInput();
	wfBehaviorDef def = makeDef( wf_customBehavior, 0.1 );
	input.custom = ( wfBehaviorVector ){ { 0.3, -0.5, 0.0 }, 1.5 };
	checkVector( evaluateOne( &def, &input ), 0.3, -0.5, 1.5 );
	input.custom.v.x = NAN;
	checkVector( evaluateOne( &def, &input ), 0.0, 0.0, 0.0 );
	input.custom = ( wfBehaviorVector ){ { 0.3, INFINITY, 0.0 }, 1.5 };
	checkVector( evaluateOne( &def, &input ), 0.0, 0.0, 0.0 );
	input.custom = ( wfBehaviorVector ){ { 0.3, 0.5, 0.0 }, -INFINITY };
	checkVector( evaluateOne( &def, &input ), 0.0, 0.0, 0.0 );
}

TEST( ThePullIsCutInEachComponent )
{
	wfBehaviorInput input = makeInput();
	wfBehaviorDef def = makeDef( wf_constantBehavior, 4.0 );
	def.v = ( wfVec3 ){ -3.0, 0.25, 0.0 };
	wfBehaviorVector found = evaluateOne( &def, &input );
	CHECK_NEAR( found.epsilon * found.v.x, -( 2.0 - 2e-7 ), TINY );
	CHECK_NEAR( found.v.y, 0.25, 0.0 );
	def.epsilon = -4.0;
	CHECK_NEAR( evaluateOne( &def, &input ).v.x, found.v.x, 0.0 );
	// Exactly at the limit nothing changes.
	def.epsilon = 1.0;
	def.v.x = 2.0 - 2e-7;
	CHECK_NEAR( evaluateOne( &def, &input ).v.x, 2.0 - 2e-7, 0.0 );
	// Never above, whatever the rounding.
	for ( uint64_t i = 0; i < 20000; ++i )
	{
		input.custom.epsilon = 1e6 * ( wfRandomUnit( 1, 1, i ) - 0.5 );
		input.custom.v = ( wfVec3 ){ wfRandomUnit( 1, 2, i ) - 0.5, 1e300 * ( wfRandomUnit( 1, 3, i ) - 0.5 ), 0.0 };
		def.kind = wf_customBehavior;
		found = evaluateOne( &def, &input );
		CHECK( fabs( found.epsilon * found.v.x ) <= 2.0 - 2e-7 && fabs( found.epsilon * found.v.y ) <= 2.0 - 2e-7 );
		CHECK( fabs( found.epsilon * found.v.y ) > 1.999 );
		CHECK( ( found.v.y > 0.0 ) == ( input.custom.v.y > 0.0 ) );
	}
}

static wfBehaviorDef makeSchedule( void )
{
	wfBehaviorDef def = makeDef( wf_scheduledBehavior, 0.0 );
	def.stages[0] = ( wfStage ){ .kind = wf_fromTime, .from = 2.0, .behavior = first };
	def.stages[1] = ( wfStage ){ .kind = wf_fromFraction, .from = 0.5, .behavior = second };
	def.stages[2] = ( wfStage ){ .kind = wf_fromPlace, .point = { 10.0, 10.0, 0.0 }, .radius = 1.0, .behavior = third };
	def.stageCount = 3;
	return def;
}

static void makeTable( wfBehaviorDef defs[5] )
{
	for ( int32_t i = 0; i < 3; ++i )
	{
		defs[i] = makeDef( wf_constantBehavior, 1.0 );
		defs[i].v = ( wfVec3 ){ 0.25 * ( i + 1 ), 0.0, 0.0 };
	}
	defs[3] = makeSchedule();
	defs[4] = makeSchedule();
	defs[4].stages[2].point = ( wfVec3 ){ 20.0, 10.0, 0.0 };
}

TEST( ScheduledTakesTheLastStageThatHasBegun )
{
	wfBehaviorDef defs[5];
	const wfBehaviorTable table = { defs, 5 };
	makeTable( defs );
	wfBehaviorInput input = makeInput();
	wfBehaviorMemory memory = { 0 };
	input.inside = 1.875;
	checkVector( wfEvaluateBehavior( table, fourth, &input, &memory ), 0.0, 0.0, 0.0 );
	input.inside = 2.0;
	checkVector( wfEvaluateBehavior( table, fourth, &input, &memory ), 0.25, 0.0, 1.0 );
	input.fraction = 0.5;
	checkVector( wfEvaluateBehavior( table, fourth, &input, &memory ), 0.5, 0.0, 1.0 );
	// A new goal: the fraction begins again, the place stays reached once it was.
	input.fraction = 0.0;
	checkVector( wfEvaluateBehavior( table, fourth, &input, &memory ), 0.25, 0.0, 1.0 );
	input.position = ( wfVec3 ){ 10.0, 8.9, 0.0 };
	checkVector( wfEvaluateBehavior( table, fourth, &input, &memory ), 0.25, 0.0, 1.0 );
	input.position = ( wfVec3 ){ 10.0, 9.0, 0.0 };
	checkVector( wfEvaluateBehavior( table, fourth, &input, &memory ), 0.75, 0.0, 1.0 );
	input.position = ( wfVec3 ){ 0.0, 0.0, 0.0 };
	checkVector( wfEvaluateBehavior( table, fourth, &input, &memory ), 0.75, 0.0, 1.0 );
	CHECK_EQUAL( wfResolveBehavior( table, fourth, &input, &memory ).index1, 3 );
	CHECK_EQUAL( wfResolveBehavior( table, second, &input, &memory ).index1, 2 );
}

TEST( AStageWithoutABehaviourIsHarmonic )
{
	wfBehaviorDef defs[5];
	const wfBehaviorTable table = { defs, 5 };
	makeTable( defs );
	defs[3].stages[1].behavior = ( wfBehaviorId ){ 0 };
	wfBehaviorInput input = makeInput();
	input.fraction = 0.75;
	wfBehaviorMemory memory = { 0 };
	checkVector( wfEvaluateBehavior( table, fourth, &input, &memory ), 0.0, 0.0, 0.0 );
	// As are ids that are not of the table.
	checkVector( wfEvaluateBehavior( table, ( wfBehaviorId ){ 6 }, &input, &memory ), 0.0, 0.0, 0.0 );
	checkVector( wfEvaluateBehavior( table, ( wfBehaviorId ){ -1 }, &input, &memory ), 0.0, 0.0, 0.0 );
	CHECK( !wfBehaviorNeedsCustom( table, ( wfBehaviorId ){ 6 } ) );
}

// The schedule on sight begins by its place even when nobody was in sight there.
TEST( PlacesOfBothSchedulesAreNoticed )
{
	wfBehaviorDef defs[5];
	const wfBehaviorTable table = { defs, 5 };
	makeTable( defs );
	const wfBehaviorId fifth = { 5 };
	wfBehaviorInput input = makeInput();
	wfBehaviorMemory memory = { 0 };
	wfNoticePlaces( table, fourth, fifth, ( wfVec3 ){ 20.5, 10.0, 0.0 }, &memory );
	checkVector( wfEvaluateBehavior( table, fourth, &input, &memory ), 0.25, 0.0, 1.0 );
	checkVector( wfEvaluateBehavior( table, fifth, &input, &memory ), 0.75, 0.0, 1.0 );
	wfNoticePlaces( table, fourth, fifth, ( wfVec3 ){ 10.5, 10.0, 0.0 }, &memory );
	checkVector( wfEvaluateBehavior( table, fourth, &input, &memory ), 0.75, 0.0, 1.0 );
	checkVector( wfEvaluateBehavior( table, fifth, &input, &memory ), 0.75, 0.0, 1.0 );
	// Behaviours that remember nothing leave the memory alone.
	wfBehaviorMemory before = memory;
	wfNoticePlaces( table, first, ( wfBehaviorId ){ 0 }, ( wfVec3 ){ 10.5, 10.0, 0.0 }, &memory );
	CHECK( memcmp( &before, &memory, sizeof( memory ) ) == 0 );
}

TEST( AScheduleThatReplacesAnotherBeginsAnew )
{
	wfBehaviorDef defs[6];
	const wfBehaviorTable table = { defs, 6 };
	makeTable( defs );
	defs[5] = defs[3];
	const wfBehaviorId fifth = { 5 }, sixth = { 6 };
	wfBehaviorInput input = makeInput();
	wfBehaviorMemory memory = { 0 };
	wfNoticePlaces( table, fourth, fifth, ( wfVec3 ){ 10.0, 10.0, 0.0 }, &memory );
	wfNoticePlaces( table, fourth, fifth, ( wfVec3 ){ 20.0, 10.0, 0.0 }, &memory );
	// The free one is replaced, that on sight stays.
	wfNoticePlaces( table, sixth, fifth, ( wfVec3 ){ 0.0, 0.0, 0.0 }, &memory );
	checkVector( wfEvaluateBehavior( table, sixth, &input, &memory ), 0.25, 0.0, 1.0 );
	checkVector( wfEvaluateBehavior( table, fifth, &input, &memory ), 0.75, 0.0, 1.0 );
	// And back: the first one was forgotten.
	wfNoticePlaces( table, fourth, fifth, ( wfVec3 ){ 0.0, 0.0, 0.0 }, &memory );
	checkVector( wfEvaluateBehavior( table, fourth, &input, &memory ), 0.25, 0.0, 1.0 );
	checkVector( wfEvaluateBehavior( table, fifth, &input, &memory ), 0.75, 0.0, 1.0 );
}

TEST( SightChoosesTheSecondBehaviour )
{
	const wfBehaviorId none = { 0 };
	CHECK_EQUAL( wfChooseBehavior( first, second, false ).index1, 1 );
	CHECK_EQUAL( wfChooseBehavior( first, second, true ).index1, 2 );
	CHECK_EQUAL( wfChooseBehavior( first, none, true ).index1, 1 );
	CHECK_EQUAL( wfChooseBehavior( none, second, true ).index1, 2 );
	CHECK_EQUAL( wfChooseBehavior( none, second, false ).index1, 0 );
}

TEST( NeedsAreThoseOfAllStages )
{
	wfBehaviorDef defs[5];
	const wfBehaviorTable table = { defs, 5 };
	makeTable( defs );
	CHECK( !wfBehaviorNeedsCustom( table, ( wfBehaviorId ){ 0 } ) );
	CHECK( !wfBehaviorNeedsCustom( table, first ) && !wfBehaviorNeedsCustom( table, fourth ) );
	defs[0].kind = wf_customBehavior;
	CHECK( wfBehaviorNeedsCustom( table, first ) && !wfBehaviorNeedsCustom( table, second ) );
	CHECK( wfBehaviorNeedsCustom( table, fourth ) );
}

static wfBehaviorVector pullNorth( const wfBehaviorView* view, void* context )
{
	(void)view;
	*(int32_t*)context += 1;
	return ( wfBehaviorVector ){ { 0.0, 1.0, 0.0 }, 1.0 };
}

// A function of the host that comes into force on the way: it is asked from then on, at every tick, and what it says counts.
TEST( CustomStagesBeginOnTheWay )
{
	wfWorld* world = makeRoom( 60.0, 60.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	int32_t calls = 0;
	wfBehaviorDef custom = wfDefaultBehaviorDef();
	custom.kind = wf_customBehavior;
	custom.function = pullNorth;
	custom.context = &calls;
	wfAgentDef agent = wfDefaultAgentDef();
	wfBehaviorId customId, scheduleId;
	CHECK( wfCrowd_AddBehavior( crowd, &custom, &customId, NULL ) == wf_ok );
	wfBehaviorDef schedule = wfDefaultBehaviorDef();
	schedule.kind = wf_scheduledBehavior;
	schedule.stageCount = 1;
	schedule.stages[0] = ( wfStage ){ .kind = wf_fromFraction, .from = 0.3, .behavior = customId };
	CHECK( wfCrowd_AddBehavior( crowd, &schedule, &scheduleId, NULL ) == wf_ok );
	const wfStop stop = pointStop( 50.0, 30.0 );
	agent.position = ( wfVec3 ){ 10.0, 30.0, 0.0 };
	agent.stops = &stop;
	agent.stopCount = 1;
	agent.behavior = scheduleId;
	wfAgentId id;
	CHECK( wfCrowd_AddAgent( crowd, &agent, &id, NULL ) == wf_ok );
	static wfLocalMap map;
	tickTimes( crowd, 10 );
	CHECK_EQUAL( calls, 0 );
	CHECK( wfCrowd_GetLocalMap( crowd, id, &map ) == wf_ok );
	CHECK_NEAR( map.behavior.epsilon, 0.0, 0.0 );
	tickTimes( crowd, 60 );
	CHECK( wfCrowd_GetAgent( crowd, id ).position.x > 23.0 );
	int32_t before = calls;
	CHECK( before > 0 && before < 60 );
	tickTimes( crowd, 5 );
	CHECK_EQUAL( calls, before + 5 );
	CHECK( wfCrowd_GetLocalMap( crowd, id, &map ) == wf_ok );
	CHECK_NEAR( map.behavior.epsilon, 1.0, 0.0 );
	CHECK_NEAR( map.behavior.v.y, 1.0, 0.0 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// Who is followed leaves: those aimed at it go on without.
TEST( AimsEndWithAgentsThatLeave )
{
	wfWorld* world = makeRoom( 30.0, 30.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfAgentId leader = addAgentOfSize( crowd, 5.0, 25.0, 0.25, 1.3, pointStop( 28.0, 25.0 ) );
	wfBehaviorDef toward = wfDefaultBehaviorDef();
	toward.kind = wf_towardBehavior;
	toward.target = wf_agentTarget;
	toward.agent = leader;
	toward.epsilon = 1.0;
	wfBehaviorId behavior;
	CHECK( wfCrowd_AddBehavior( crowd, &toward, &behavior, NULL ) == wf_ok );
	wfAgentId id = addAgentOfSize( crowd, 5.0, 5.0, 0.25, 1.3, pointStop( 28.0, 5.0 ) );
	CHECK( wfCrowd_SetBehavior( crowd, id, behavior, ( wfBehaviorId ){ 0 } ) == wf_ok );
	static wfLocalMap map;
	tickTimes( crowd, 2 );
	CHECK( wfCrowd_GetLocalMap( crowd, id, &map ) == wf_ok );
	CHECK( map.behavior.v.y > 0.9 );
	CHECK( wfCrowd_RemoveAgent( crowd, leader ) == wf_ok );
	CHECK( wfCrowd_GetLocalMap( crowd, id, &map ) == wf_ok );
	CHECK_NEAR( map.behavior.epsilon, 0.0, 0.0 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// Many threads plan at once while all are aimed at one who plans, too.
TEST( AimingAtOneIsTheSameForAnyThreads )
{
	wfWorld* world = makeRoom( 60.0, 60.0 );
	uint64_t hashes[2];
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfWorkers* workers = NULL;
		wfWorkersDef def = wfDefaultWorkersDef();
		def.workerCount = 4;
		CHECK( k == 0 || wfCreateWorkers( &def, &workers ) == wf_ok );
		wfCrowd* crowd = makeCrowd( world, workers );
		wfBehaviorDef toward = wfDefaultBehaviorDef();
		toward.kind = wf_towardBehavior;
		toward.target = wf_agentTarget;
		toward.agent = addAgentOfSize( crowd, 30.0, 30.0, 0.25, 1.3, pointStop( 5.0, 5.0 ) );
		toward.epsilon = 0.8;
		wfBehaviorId behavior;
		CHECK( wfCrowd_AddBehavior( crowd, &toward, &behavior, NULL ) == wf_ok );
		for ( int32_t m = 0; m < 1200; ++m )
		{
			double x = 1.0 + 1.0 * ( m % 40 ), y = 2.0 + 0.9 * ( m / 40 );
			if ( ( x - 30.0 ) * ( x - 30.0 ) + ( y - 30.0 ) * ( y - 30.0 ) > 1.0 )
			{
				wfAgentId id = addAgentOfSize( crowd, x, y, 0.25, 1.3, pointStop( 58.0, y ) );
				CHECK( wfCrowd_SetBehavior( crowd, id, behavior, ( wfBehaviorId ){ 0 } ) == wf_ok );
			}
		}
		tickTimes( crowd, 4 );
		hashes[k] = wfCrowd_GetHash( crowd );
		wfDestroyCrowd( crowd );
		wfDestroyWorkers( workers );
	}
	CHECK( hashes[0] == hashes[1] );
	wfDestroyWorld( world );
}

// An agent turns away early from a group that comes towards it; one without foresight does not see it yet.
TEST( ForesightTurnsAwayFromAGroupFarAhead )
{
	double aside[2];
	for ( int32_t k = 0; k < 2; ++k )
	{
		wfWorld* world = makeRoom( 60.0, 40.0 );
		wfCrowd* crowd = makeCrowd( world, NULL );
		wfStyleDef style = wfDefaultStyleDef( wf_defaultPreset );
		style.foresight = k == 0;
		wfStyleId id;
		CHECK( wfCrowd_AddStyle( crowd, &style, &id, NULL ) == wf_ok );
		const wfStop stop = pointStop( 50.0, 20.0 );
		wfAgentDef def = wfDefaultAgentDef();
		def.position = ( wfVec3 ){ 10.0, 20.0, 0.0 };
		def.stops = &stop;
		def.stopCount = 1;
		def.style = id;
		wfAgentId agent;
		CHECK( wfCrowd_AddAgent( crowd, &def, &agent, NULL ) == wf_ok );
		for ( int32_t m = 0; m < 25; ++m )
		{
			double x = 22.0 + 0.8 * ( m % 5 ), y = 18.0 + 0.8 * ( m / 5 );
			addAgentOfSize( crowd, x, y, 0.25, 1.3, pointStop( x - 20.0, y ) );
		}
		tickTimes( crowd, 25 );
		aside[k] = fabs( wfCrowd_GetAgent( crowd, agent ).position.y - 20.0 );
		wfDestroyCrowd( crowd );
		wfDestroyWorld( world );
	}
	CHECK( aside[0] > aside[1] + 0.1 );
}

// All around a place others stand who wait for it: whichever way one comes, one has to wait behind them. To walk around them is
// of no use, however empty it is there.
TEST( NobodyGoesAroundThoseWhoWaitForTheSamePlace )
{
	wfWorld* world = makeRoom( 30.0, 30.0 );
	wfCrowd* crowd = makeCrowd( world, NULL );
	for ( int32_t m = 0; m < 81; ++m )
	{
		double x = 0.6 * ( m % 9 - 4 ), y = 0.6 * ( m / 9 - 4 ), square = x * x + y * y;
		if ( square > 0.1 && square < 2.5 * 2.5 )
		{
			addAgentOfSize( crowd, 15.0 + x, 15.0 + y, 0.25, 0.001, pointStop( 15.0, 15.0 ) );
		}
	}
	wfAgentId agents[4];
	for ( int32_t k = 0; k < 4; ++k )
	{
		double x = k < 2 ? 6.0 * ( 2 * k - 1 ) : 0.0, y = k < 2 ? 0.0 : 6.0 * ( 2 * k - 5 );
		agents[k] = addAgentOfSize( crowd, 15.0 + x, 15.0 + y, 0.25, 1.3, pointStop( 15.0, 15.0 ) );
	}
	for ( int32_t n = 0; n < 10; ++n )
	{
		tickTimes( crowd, 1 );
		for ( int32_t k = 0; k < 4; ++k )
		{
			CHECK_NEAR( (double)wfGetAgent( crowd, agents[k] )->fanAngle, 0.0, 1e-6 );
		}
	}
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

// Three who pass others on the right go to one place. Each with the others always on its left, two circled around it for ever.
TEST( WhoPassesOthersComesToAPlaceForOne )
{
	wfWorld* world = makeRoom( 20.0, 10.0 );
	wfVec2 point = { 10.0, 5.0 };
	wfGoalDef goal = wfDefaultGoalDef();
	goal.kind = wf_pointGoal;
	goal.points = &point;
	goal.pointCount = 1;
	wfGoalId place;
	CHECK_EQUAL( wfWorld_AddGoal( world, &goal, &place, NULL ), wf_ok );
	wfCrowd* crowd = makeCrowd( world, NULL );
	wfBehaviorDef passes = makeDef( wf_passBehavior, 0.6 );
	passes.angle = -1.5708;
	wfStyleDef calm = wfDefaultStyleDef( wf_defaultPreset );
	calm.relaxTime = 0.6;
	calm.keepRight = 0.6;
	wfAgentDef def = wfDefaultAgentDef();
	CHECK_EQUAL( wfCrowd_AddBehavior( crowd, &passes, &def.onSight, NULL ), wf_ok );
	CHECK_EQUAL( wfCrowd_AddStyle( crowd, &calm, &def.style, NULL ), wf_ok );
	wfStop stops[2] = { goalStop( place ), pointStop( 1.0, 9.0 ) };
	stops[0].wait = 3.0;
	def.stops = stops;
	def.stopCount = 2;
	const wfVec3 starts[3] = { { 1.0, 4.4, 0.0 }, { 1.0, 5.6, 0.0 }, { 19.0, 5.0, 0.0 } };
	for ( int32_t k = 0; k < 3; ++k )
	{
		def.position = starts[k];
		CHECK_EQUAL( wfCrowd_AddAgent( crowd, &def, NULL, NULL ), wf_ok );
	}
	tickTimes( crowd, 300 );
	CHECK_EQUAL( wfCrowd_GetArrivedCount( crowd ), 3 );
	wfDestroyCrowd( crowd );
	wfDestroyWorld( world );
}

void runBehaviorTests( int argc, char** argv )
{
	RUN( HarmonicHasNoPull );
	RUN( ConstantIsInTheWorldOrInTheAgentsFrame );
	RUN( PeriodicAddsItsWavesOfTheAgentsOwnTime );
	RUN( TowardAimsAtEachTarget );
	RUN( TowardIsTurnedByItsAngle );
	RUN( PassIsOrthogonalOnTheSideAskedFor );
	RUN( RandomHoldsEachVectorForItsTime );
	RUN( RandomDependsOnSeedAndSerialOnly );
	RUN( TwoRandomBehavioursKeepTheirVectors );
	RUN( CustomResultsAreTakenWhenTheyAreFinite );
	RUN( ThePullIsCutInEachComponent );
	RUN( ScheduledTakesTheLastStageThatHasBegun );
	RUN( AStageWithoutABehaviourIsHarmonic );
	RUN( PlacesOfBothSchedulesAreNoticed );
	RUN( AScheduleThatReplacesAnotherBeginsAnew );
	RUN( SightChoosesTheSecondBehaviour );
	RUN( NeedsAreThoseOfAllStages );
	RUN( ForesightTurnsAwayFromAGroupFarAhead );
	RUN( NobodyGoesAroundThoseWhoWaitForTheSamePlace );
	RUN( CustomStagesBeginOnTheWay );
	RUN( WhoPassesOthersComesToAPlaceForOne );
	RUN( AimsEndWithAgentsThatLeave );
	RUN_THREADED( AimingAtOneIsTheSameForAnyThreads );
}
