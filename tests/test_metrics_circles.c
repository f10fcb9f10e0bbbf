// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// The check of circles, with steps made by hand: what it finds is what looking at everybody at every time finds.
#include "test_metrics.h"

#include <math.h>
#include <string.h>

#define FRAME 0.1
#define LOOKS 5 // in a frame
#define MAX_ROWS 24
#define MAX_AGENTS 64
#define RADIUS 0.25

// Somebody whose steps, or straight path as a disc, are known for all times.
typedef struct Person
{
	uint32_t serial;
	wfFootstepRow rows[MAX_ROWS]; // none: a disc
	int32_t rowCount;
	wfVec2 from, velocity; // of a disc
	double enters, leaves; // seconds
} Person;

// A start, `steps` steps of walking at the speed, and a stop; then it stands.
static Person makeWalker( uint32_t serial, wfVec2 position, double heading, double speed, int32_t steps )
{
	wfGaitDef gait = wfDefaultGaitDef();
	wfStance stance = wfMakeStance( &gait, 0.0, position, heading );
	Person person = { .serial = serial, .leaves = INFINITY };
	wfBody body = wfMakeBody( &gait, RADIUS );
	double duration = wfGait_GetDuration( &gait, wf_leftFoot, speed ), at = 0.0;
	// Slowly first: a step may change the speed by so much.
	for ( int32_t k = 0; k < steps + 2; ++k )
	{
		wfFootstepKind kind = k == 0 ? wf_startFootstep : k == steps + 1 ? wf_stopFootstep : wf_walkFootstep;
		at = fmin( speed, at + 0.6 );
		wfFootstepAction action = {
			.kind = kind, .foot = (wfFoot)( k % 2 ), .speed = kind == wf_stopFootstep ? fmin( at, 0.7 ) : at };
		action.duration = duration;
		action.turn = k == 0 ? 0.0 : 0.09;
		action.sway = k == 0 ? 0.09 : 0.0;
		wfFootstepRow* row = person.rows + person.rowCount;
		*row = ( wfFootstepRow ){ .serial = serial, .index = k, .body = body };
		wfFootstepVerdict verdict = wfCreateFootstep( &gait, &stance, &action, &row->step, &stance );
		if ( !CHECK_EQUAL( verdict, wf_footstepFits ) )
		{
			CHECK_STRING( wfGetFootstepVerdictText( verdict ), "fits" );
			break;
		}
		if ( k > 0 )
		{
			row[-1].step.swingTo = row->step.footPosition;
		}
		person.rowCount += 1;
	}
	return person;
}

// Stands, a second at a time.
static Person makeStander( uint32_t serial, wfVec2 position, double heading, double from, int32_t seconds )
{
	wfGaitDef gait = wfDefaultGaitDef();
	wfStance stance = wfMakeStance( &gait, from, position, heading );
	Person person = { .serial = serial, .leaves = INFINITY };
	for ( int32_t k = 0; k < seconds; ++k )
	{
		wfFootstepAction action = { .kind = wf_shiftFootstep, .foot = wf_leftFoot, .duration = 1.0 };
		wfFootstepRow* row = person.rows + person.rowCount++;
		*row = ( wfFootstepRow ){ .serial = serial, .index = k, .body = wfMakeBody( &gait, RADIUS ) };
		CHECK_EQUAL( wfCreateFootstep( &gait, &stance, &action, &row->step, &stance ), wf_footstepFits );
	}
	return person;
}

static Person makeDisc( uint32_t serial, wfVec2 from, wfVec2 velocity )
{
	return ( Person ){ .serial = serial, .from = from, .velocity = velocity, .leaves = INFINITY };
}

static int32_t getCircles( const Person* person, double time, wfCircle* circles )
{
	if ( person->rowCount == 0 )
	{
		circles[0] =
			( wfCircle ){ { person->from.x + time * person->velocity.x, person->from.y + time * person->velocity.y }, RADIUS };
		return 1;
	}
	int32_t row = 0;
	while ( row + 1 < person->rowCount && person->rows[row + 1].step.startTime <= time )
	{
		row += 1;
	}
	wfFootstep_GetCircles( &person->rows[row].step, &person->rows[row].body, time, circles );
	return WF_BODY_CIRCLES;
}

static bool isThere( const Person* person, double time )
{
	return time >= person->enters - 1e-9 && time <= person->leaves + 1e-9;
}

// ----------------------------------------------------------------------------------------------------------- references

static double getPairDepth( const Person* a, const Person* b, double time )
{
	wfCircle first[WF_BODY_CIRCLES], second[WF_BODY_CIRCLES];
	int32_t firstCount = getCircles( a, time, first ), secondCount = getCircles( b, time, second );
	double deepest = 0.0;
	for ( int32_t i = 0; i < firstCount; ++i )
	{
		for ( int32_t k = 0; k < secondCount; ++k )
		{
			double x = first[i].center.x - second[k].center.x, y = first[i].center.y - second[k].center.y;
			deepest = fmax( deepest, first[i].radius + second[k].radius - sqrt( x * x + y * y ) );
		}
	}
	return deepest;
}

static double getWallDepth( const Person* person, const wfWorld* world, double time )
{
	wfCircle circles[WF_BODY_CIRCLES];
	int32_t count = getCircles( person, time, circles );
	double deepest = 0.0;
	for ( int32_t k = 0; k < count; ++k )
	{
		deepest = fmax( deepest, circles[k].radius - wfWorld_GetDistance( world, circles[k].center, 0 ) );
	}
	return deepest;
}

// Everybody at every look.
static wfCircleReport lookAtAll( const Person* people, int32_t count, const wfWorld* world, int32_t frames )
{
	static bool touching[MAX_AGENTS][MAX_AGENTS + 1];
	memset( touching, 0, sizeof( touching ) );
	wfCircleReport report = { 0 };
	for ( int32_t look = 0; look <= ( frames - 1 ) * LOOKS; ++look )
	{
		double time = look * FRAME / LOOKS;
		for ( int32_t a = 0; a < count; ++a )
		{
			for ( int32_t b = a + 1; b < count; ++b )
			{
				bool both = isThere( people + a, time ) && isThere( people + b, time ) &&
							( people[a].rowCount > 0 || people[b].rowCount > 0 );
				double depth = both ? getPairDepth( people + a, people + b, time ) : 0.0;
				report.overlaps += depth > 1e-3 && !touching[a][b] ? 1 : 0;
				report.deepestOverlap = depth > 1e-3 ? fmax( report.deepestOverlap, depth ) : report.deepestOverlap;
				touching[a][b] = depth > 1e-3;
			}
			bool checked = world != NULL && people[a].rowCount > 0 && isThere( people + a, time );
			double depth = checked ? getWallDepth( people + a, world, time ) : 0.0;
			report.wallHits += depth > 1e-3 && !touching[a][MAX_AGENTS] ? 1 : 0;
			report.deepestWallHit = depth > 1e-3 ? fmax( report.deepestWallHit, depth ) : report.deepestWallHit;
			touching[a][MAX_AGENTS] = depth > 1e-3;
		}
	}
	return report;
}

// ---------------------------------------------------------------------------------------------------------------- checks

static wfResult addFrame( wfCircleCheck* check, const Person* people, int32_t count, int32_t number )
{
	uint32_t serials[MAX_AGENTS];
	wfVec3 positions[MAX_AGENTS];
	float radii[MAX_AGENTS];
	wfFrame frame = { .time = number * FRAME, .serials = serials, .positions = positions, .radii = radii };
	for ( int32_t i = 0; i < count; ++i )
	{
		if ( isThere( people + i, frame.time ) )
		{
			wfCircle circles[WF_BODY_CIRCLES];
			getCircles( people + i, frame.time, circles );
			serials[frame.count] = people[i].serial;
			positions[frame.count] = ( wfVec3 ){ circles[0].center.x, circles[0].center.y, 0.0 };
			radii[frame.count++] = (float)RADIUS;
		}
	}
	return wfCircleCheck_AddFrame( check, &frame );
}

// As a crowd reports them: walking when it begins, standing (of a second) when it is over.
static wfResult feed( wfCircleCheck* check, const Person* people, int32_t count, int32_t frames )
{
	wfResult result = wf_ok;
	for ( int32_t k = 0; k < frames && result == wf_ok; ++k )
	{
		double now = k * FRAME + 1e-9, before = now - FRAME;
		for ( int32_t i = 0; i < count && result == wf_ok; ++i )
		{
			for ( int32_t r = 0; r < people[i].rowCount && result == wf_ok; ++r )
			{
				const wfFootstep* step = &people[i].rows[r].step;
				double reported = step->kind == wf_shiftFootstep ? step->startTime + step->duration : step->startTime;
				bool due = reported <= now && ( reported > before || k == 0 );
				result = due ? wfCircleCheck_AddFootsteps( check, people[i].rows + r, 1 ) : wf_ok;
			}
		}
		result = result == wf_ok ? addFrame( check, people, count, k ) : result;
	}
	return result == wf_ok ? wfCircleCheck_Finish( check ) : result;
}

static wfCircleReport checkAll( const Person* people, int32_t count, const wfWorld* world, int32_t frames )
{
	wfCircleCheckDef def = wfDefaultCircleCheckDef();
	wfCircleCheck* check = NULL;
	def.world = world;
	CHECK_EQUAL( wfCreateCircleCheck( &def, &check, NULL ), wf_ok );
	CHECK_EQUAL( feed( check, people, count, frames ), wf_ok );
	wfCircleReport report = wfCircleCheck_GetReport( check );
	wfDestroyCircleCheck( check );
	return report;
}

static void compareWithAll( const Person* people, int32_t count, const wfWorld* world, int32_t frames, wfCircleReport* report )
{
	wfCircleReport expected = lookAtAll( people, count, world, frames );
	*report = checkAll( people, count, world, frames );
	CHECK_EQUAL( report->overlaps, expected.overlaps );
	CHECK_EQUAL( report->wallHits, expected.wallHits );
	CHECK_NEAR( report->deepestOverlap, expected.deepestOverlap, 1e-9 );
	CHECK_NEAR( report->deepestWallHit, expected.deepestWallHit, 1e-9 );
	CHECK_EQUAL( isnan( report->firstTime ), report->overlaps + report->wallHits == 0 );
	CHECK_EQUAL( report->looks, ( frames - 1 ) * LOOKS );
}

TEST( WalkersSideBySideTouchWhenTheyAreNear )
{
	wfCircleReport report;
	const Person apart[] = { makeWalker( 1, ( wfVec2 ){ 0.0, 0.0 }, 0.0, 1.3, 5 ),
							 makeWalker( 2, ( wfVec2 ){ 0.0, 0.7 }, 0.0, 1.3, 5 ) };
	compareWithAll( apart, 2, NULL, 40, &report );
	CHECK_EQUAL( report.overlaps, 0 );
	CHECK_EQUAL( report.agents, 2 );
	CHECK_NEAR( report.agentSeconds, 2 * 3.9, 1e-9 );
	CHECK( report.deepestOverlap == 0.0 && isnan( report.firstTime ) );

	// As near as that for the whole way: one contact.
	const Person near[] = { apart[0], makeWalker( 7, ( wfVec2 ){ 0.0, 0.45 }, 0.0, 1.3, 5 ) };
	compareWithAll( near, 2, NULL, 40, &report );
	CHECK_EQUAL( report.overlaps, 1 );
	CHECK_NEAR( report.deepestOverlap, 0.05, 0.01 );
	CHECK( report.firstTime == 0.0 && report.firstSerials[0] == 1 && report.firstSerials[1] == 7 );
	CHECK_NEAR( report.firstPlace.y, 0.225, 0.05 );
}

TEST( WalkersThatMeetTouchOnce )
{
	wfCircleReport report;
	const Person people[] = { makeWalker( 3, ( wfVec2 ){ 0.0, 0.0 }, 0.0, 1.4, 8 ),
							  makeWalker( 4, ( wfVec2 ){ 5.0, 0.2 }, 3.141592653589793, 1.4, 8 ),
							  makeWalker( 5, ( wfVec2 ){ 2.5, -3.0 }, 1.5707963267948966, 1.0, 8 ) };
	compareWithAll( people, 3, NULL, 60, &report );
	CHECK( report.overlaps >= 1 && report.deepestOverlap > 0.1 );
	CHECK( report.firstTime > 1.0 && report.firstTime < 3.0 );
}

// A disc of their size touches one who turns the shoulders out of its way no more.
TEST( TurnedShouldersAreNarrow )
{
	wfCircleReport report;
	const Person facing[] = { makeStander( 1, ( wfVec2 ){ 0.0, 0.0 }, 0.0, 0.0, 4 ),
							  makeDisc( 2, ( wfVec2 ){ -2.0, 0.45 }, ( wfVec2 ){ 1.3, 0.0 } ) };
	compareWithAll( facing, 2, NULL, 40, &report );
	CHECK_EQUAL( report.overlaps, 1 );
	CHECK_NEAR( report.deepestOverlap, 0.05, 1e-3 );
	const Person turned[] = { makeStander( 1, ( wfVec2 ){ 0.0, 0.0 }, 1.5707963267948966, 0.0, 4 ), facing[1] };
	compareWithAll( turned, 2, NULL, 40, &report );
	CHECK_EQUAL( report.overlaps, 0 );
	// And through a gap where a disc would not fit, with the walls of a corridor of 0.4 m.
	wfWorldDef def = wfDefaultWorldDef();
	def.bounds = ( wfBox2 ){ { -5.0, -0.2 }, { 5.0, 0.2 } };
	wfWorld* world = NULL;
	CHECK_EQUAL( wfCreateWorld( &def, &world, NULL ), wf_ok );
	compareWithAll( turned, 1, world, 40, &report );
	CHECK_EQUAL( report.wallHits, 0 );
	compareWithAll( facing, 1, world, 40, &report );
	CHECK_EQUAL( report.wallHits, 1 );
	CHECK_NEAR( report.deepestWallHit, 0.05, 1e-3 );
	CHECK( report.firstSerials[0] == 1 && report.firstSerials[1] == 0 );
	wfDestroyWorld( world );
}

// Who stands is reported of late, who has left has steps left over, who comes in was not there before.
TEST( TimesBeforeAndAfterDoNotCount )
{
	wfCircleReport report;
	Person people[] = { makeWalker( 1, ( wfVec2 ){ 0.0, 0.0 }, 0.0, 1.3, 6 ),
						makeStander( 2, ( wfVec2 ){ 3.0, 0.0 }, 0.0, 0.0, 6 ) };
	compareWithAll( people, 2, NULL, 60, &report );
	CHECK_EQUAL( report.overlaps, 1 );
	double touched = report.firstTime;
	people[0].leaves = floor( touched / FRAME - 1.0 ) * FRAME;
	compareWithAll( people, 2, NULL, 60, &report );
	CHECK_EQUAL( report.overlaps, 0 );
	people[0].leaves = INFINITY;
	people[1] = makeStander( 2, ( wfVec2 ){ 3.0, 0.0 }, 0.0, 2.0, 4 );
	people[1].enters = 2.0;
	compareWithAll( people, 2, NULL, 60, &report );
	CHECK( report.overlaps == 1 && report.firstTime >= touched );
}

// Discs among themselves are the business of others.
TEST( DiscsAloneAreNotLookedAt )
{
	const Person people[] = { makeDisc( 1, ( wfVec2 ){ 0.0, 0.0 }, ( wfVec2 ){ 0.1, 0.0 } ),
							  makeDisc( 2, ( wfVec2 ){ 0.1, 0.0 }, ( wfVec2 ){ 0.1, 0.0 } ) };
	wfCircleReport report = checkAll( people, 2, NULL, 20 );
	CHECK( report.overlaps == 0 && report.looks == 0 && report.agents == 0 && report.agentSeconds == 0.0 );
}

TEST( CrowdsOfWalkersAreLookedAtAsByHand )
{
	wfWorldDef def = wfDefaultWorldDef();
	def.bounds = ( wfBox2 ){ { -5.0, -4.0 }, { 5.0, 4.0 } };
	wfWorld* world = NULL;
	CHECK_EQUAL( wfCreateWorld( &def, &world, NULL ), wf_ok );
	wfShapeDef shape = wfDefaultShapeDef();
	const wfVec2 corners[] = { { 0.5, 0.5 }, { 1.5, 0.5 }, { 1.0, 1.5 } };
	shape.kind = wf_polygonShape;
	shape.points = corners;
	shape.pointCount = 3;
	wfShapeId id;
	CHECK_EQUAL( wfWorld_AddShape( world, &shape, &id, NULL ), wf_ok );
	for ( uint64_t seed = 1; seed <= 4; ++seed )
	{
		static Person people[MAX_AGENTS];
		uint64_t drawn = 0;
		for ( int32_t i = 0; i < 40; ++i )
		{
			double x = 8.0 * wfRandomUnit( seed, 1, drawn ) - 4.0, y = 6.0 * wfRandomUnit( seed, 2, drawn ) - 3.0;
			double angle = 6.28 * wfRandomUnit( seed, 3, drawn ), speed = 0.9 + 0.6 * wfRandomUnit( seed, 4, drawn++ );
			// Far away where the cells of a grid repeat one may stand, too.
			wfVec2 place = { x + ( i == 5 ? 1e5 : 0.0 ), y };
			uint32_t serial = (uint32_t)( 1000 - 7 * i );
			people[i] = i % 4 == 3	 ? makeDisc( serial, place, ( wfVec2 ){ cos( angle ), sin( angle ) } )
						: i % 4 == 2 ? makeStander( serial, place, angle, 0.0, 5 )
									 : makeWalker( serial, place, angle, speed, 5 );
			people[i].leaves = i % 8 == 1 ? 2.0 : INFINITY;
		}
		wfCircleReport report;
		compareWithAll( people, 40, world, 50, &report );
		CHECK( report.overlaps > 5 && report.wallHits > 2 );
	}
	wfDestroyWorld( world );
}

// ------------------------------------------------------------------------------------------------------------- refusals

TEST( CircleChecksRefuseWhatCannotBe )
{
	wfCircleCheck* check = NULL;
	wfError error = { 0 };
	wfCircleCheckDef def = wfDefaultCircleCheckDef();
	def.interval = 0.0;
	CHECK_EQUAL( wfCreateCircleCheck( &def, &check, &error ), wf_outOfRange );
	CHECK( check == NULL && strstr( error.message, "interval is 0; expected" ) != NULL );
	def = wfDefaultCircleCheckDef();
	def.tolerance = NAN;
	CHECK_EQUAL( wfCreateCircleCheck( &def, &check, &error ), wf_outOfRange );
	def = wfDefaultCircleCheckDef();
	const Person walker = makeWalker( 1, ( wfVec2 ){ 0.0, 0.0 }, 0.0, 1.3, 3 );

	// Times that do not grow.
	CHECK_EQUAL( wfCreateCircleCheck( &def, &check, NULL ), wf_ok );
	CHECK_EQUAL( addFrame( check, &walker, 1, 1 ), wf_ok );
	CHECK_EQUAL( addFrame( check, &walker, 1, 1 ), wf_outOfRange );
	CHECK_EQUAL( addFrame( check, &walker, 1, 2 ), wf_outOfRange ); // it is over
	wfDestroyCircleCheck( check );

	// Frames of surfaces.
	wfFrame frame = { .onMesh = true };
	CHECK_EQUAL( wfCreateCircleCheck( &def, &check, NULL ), wf_ok );
	CHECK_EQUAL( wfCircleCheck_AddFrame( check, &frame ), wf_outOfRange );
	wfDestroyCircleCheck( check );

	// Steps out of order, and such as are none.
	CHECK_EQUAL( wfCreateCircleCheck( &def, &check, NULL ), wf_ok );
	CHECK_EQUAL( wfCircleCheck_AddFootsteps( check, walker.rows + 1, 1 ), wf_ok );
	CHECK_EQUAL( wfCircleCheck_AddFootsteps( check, walker.rows, 1 ), wf_outOfRange );
	wfDestroyCircleCheck( check );
	for ( int32_t k = 0; k < 4; ++k )
	{
		wfFootstepRow row = walker.rows[1];
		*( k == 0	? &row.step.duration
		   : k == 1 ? &row.step.apex.y
		   : k == 2 ? &row.body.footRadius
					: &row.step.curve ) = k == 0 ? 0.0 : NAN;
		CHECK_EQUAL( wfCreateCircleCheck( &def, &check, NULL ), wf_ok );
		CHECK_EQUAL( wfCircleCheck_AddFootsteps( check, &row, 1 ), wf_outOfRange );
		wfDestroyCircleCheck( check );
	}
	testBeginAsserts();
	def.internalCookie = 0;
	CHECK_EQUAL( wfCreateCircleCheck( &def, &check, NULL ), wf_invalidDef );
	CHECK( testEndAsserts() > 0 );
}

static wfResult checkTwo( void )
{
	wfCircleCheckDef def = wfDefaultCircleCheckDef();
	wfCircleCheck* check = NULL;
	wfResult result = wfCreateCircleCheck( &def, &check, NULL );
	static Person people[2];
	if ( people[0].rowCount == 0 )
	{
		people[0] = makeWalker( 1, ( wfVec2 ){ 0.0, 0.0 }, 0.0, 1.3, 3 );
		people[1] = makeWalker( 2, ( wfVec2 ){ 0.0, 0.4 }, 0.0, 1.3, 3 );
	}
	result = result == wf_ok ? feed( check, people, 2, 30 ) : result;
	wfDestroyCircleCheck( check );
	return result;
}

TEST( CircleChecksSurviveEveryFailedAllocation )
{
	TEST_EVERY_ALLOCATION( checkTwo(), (void)0 );
}

void runCircleTests( int argc, char** argv )
{
	RUN( WalkersSideBySideTouchWhenTheyAreNear );
	RUN( WalkersThatMeetTouchOnce );
	RUN( TurnedShouldersAreNarrow );
	RUN( TimesBeforeAndAfterDoNotCount );
	RUN( DiscsAloneAreNotLookedAt );
	RUN( CrowdsOfWalkersAreLookedAtAsByHand );
	RUN( CircleChecksRefuseWhatCannotBe );
	RUN( CircleChecksSurviveEveryFailedAllocation );
}
